/* Schemas and SQL types: schema text from a table's columns, and columns from schema text. */
#ifndef DDL2C_SCHEMA_H
#define DDL2C_SCHEMA_H

#include "../diag/diag.h"
#include "../types/type.h"

#include <rt/avro_schema.h>

/* ---- schema text, whatever its language ---- */

/* In the order of enum rt_schema_kind and enum compat_format. */
enum schema_language { SCHEMA_AVRO, SCHEMA_JSON, SCHEMA_PROTOBUF, SCHEMA_NONE };

/* A schema that another one names. */
struct schema_reference {
    const char *name; /* Avro: full name; JSON: $ref; Protobuf: import */
    const char *text;
};

struct schema_text {
    enum schema_language language;
    const char *text;
    const struct schema_reference *references; /* each after what it refers to */
    size_t reference_count;
};

/* Whether texts and references are the same, byte by byte. */
bool schema_text_equal(const struct schema_text *a, const struct schema_text *b);
/* SQL type of a schema, by Confluent's mapping of its language: a ROW for records, objects and
 * messages. NULL: none; *error says why. */
const struct type *schema_to_type(struct arena *arena, const struct schema_text *schema,
    const char **error);
/* Schema text of these columns as Flink derives it for a subject of `topic`'s key or value. NULL: a
 * type has no form in that language; *error names field and type. */
const char *schema_from_fields(struct arena *arena, enum schema_language language,
    const char *topic, bool key, const struct type_field *fields, size_t count,
    const char **error);

/* ---- Avro: nodes and reader are the runtime's (rt/avro_schema.h) ---- */

/* Schemas in the arena. */
struct avro_memory avro_memory(struct arena *arena);

/* NULL: not valid; *error says where (a JSON path) and why. Named types are shared nodes. */
struct avro_schema *avro_parse(struct arena *arena, const char *json, const char **error);

/* A schema's text with the definitions of its references in place of their names; the text itself
 * if one is not valid. */
const char *avro_inline(struct arena *arena, const struct schema_text *schema);

/* SQL type of a schema, by Confluent's and Flink's mapping. NULL: none; *error says why. */
const struct type *avro_to_type(struct arena *arena, const struct avro_schema *schema,
    const char **error);

/* Schema text of a record of these fields as Flink derives it (names, namespaces, nullable unions
 * with null first, `default: null`, logical types, docs). `record_name`: e.g. "orders_value",
 * `space`: "org.apache.flink.avro.generated.record" unless the format says otherwise. NULL: a type
 * has no Avro form; *error names field and type. */
const char *avro_from_fields(struct arena *arena, const char *record_name, const char *space,
    const struct type_field *fields, size_t count, const char **error);
/* Which mapping: Confluent's; Flink's own of its format avro, without and with
 * avro.timestamp_mapping.legacy; that of its avro-confluent, which is the legacy one. */
enum avro_dialect { AVRO_BY_CONFLUENT, AVRO_BY_FLINK, AVRO_BY_FLINK_LEGACY,
    AVRO_BY_FLINK_REGISTERED };

/* The same for Flink's formats; `dialect` is one of the plain ones. */
const char *avro_from_fields_plain(struct arena *arena, const struct type_field *fields,
    size_t count, enum avro_dialect dialect, const char **error);

#endif
