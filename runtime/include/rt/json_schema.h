/* What is read in a JSON Schema's text alike by the compiler, which makes tables and code of it,
 * and by programs for schemas first seen at run time: references, keywords that stand for a type,
 * Kafka Connect's numbers. Generated code does not include it. */
#ifndef RT_JSON_SCHEMA_H
#define RT_JSON_SCHEMA_H

#include <rt/shape.h>

#include <jansson.h>

struct rt_json_document {
    const char *name; /* what $ref calls it; "" for the schema itself */
    json_t *root;
};

/* What a "$ref" of document *document leads to, by JSON pointer, anchor or $id; *document becomes
 * the one that has it. NULL: it leads nowhere. */
const json_t *rt_json_reference(const struct rt_json_document *documents, size_t count,
    size_t *document, const char *reference);

enum rt_json_type { RT_JSON_STRING, RT_JSON_NUMBER, RT_JSON_ARRAY, RT_JSON_OBJECT, RT_JSON_TYPES };

/* Whether a schema without "type" has keywords of that type, which stand for it then. */
bool rt_json_implies(const json_t *schema, enum rt_json_type type);

/* What a schema says of its numbers; NULL: the keyword is not given. */
struct rt_json_number {
    bool integer;             /* "type": "integer" */
    const char *connect_type; /* "connect.type" */
    const char *title;        /* of Connect's logical types */
    const char *flink_type;   /* "flink.type" */
};

/* The SQL type that has such numbers; false: none does. */
bool rt_json_number_kind(const struct rt_json_number *number, enum rt_shape_kind *kind);

#endif
