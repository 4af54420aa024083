/* Whether two schemas read the same bytes into the same values. */
#ifndef RT_REGISTRY_CANONICAL_H
#define RT_REGISTRY_CANONICAL_H

#include <rt/registry.h>

/* Appends Avro's Parsing Canonical Form of `text` with two differences: logicalType, precision and
 * scale stay (they decide the SQL type), and named types are numbered instead of named (a record
 * that another program calls otherwise has the same bytes). Docs, defaults, aliases and foreign
 * attributes are dropped. Other kinds: JSON without white space, Protobuf text as it is. False:
 * RT_REGISTRY, not a schema. */
bool registry_canonical(enum rt_schema_kind kind, const char *text, struct rt_buffer *out,
    struct rt_error *error);

#endif
