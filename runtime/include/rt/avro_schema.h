/* Avro schemas, parsed (Avro 1.11 specification, "Schema Declaration"; of 1.12 the logical types
 * timestamp-nanos, local-timestamp-nanos and uuid on fixed).
 *
 * A schema is read as leniently as the specification asks of a reader: logical types that do not
 * fit their type are none, a union's default may be of any branch, unknown attributes are kept. */
#ifndef RT_AVRO_SCHEMA_H
#define RT_AVRO_SCHEMA_H

#include <rt/job.h>

enum avro_kind { AVRO_NULL, AVRO_BOOLEAN, AVRO_INT, AVRO_LONG, AVRO_FLOAT, AVRO_DOUBLE, AVRO_BYTES,
    AVRO_STRING, AVRO_RECORD, AVRO_ENUM, AVRO_ARRAY, AVRO_MAP, AVRO_UNION, AVRO_FIXED };

/* The logical types of avro_types.def, AVRO_PLAIN: none. */
enum avro_logical {
    AVRO_PLAIN,
#define AVRO_LOGICAL(logical, name, kind, size) AVRO_##logical,
#include <rt/avro_types.def>
};

/* An attribute that the specification does not know: "connect.type" and its JSON text. */
struct avro_property {
    const char *key, *json;
};

struct avro_field {
    const char *name;
    struct avro_schema *schema;
    const char *doc;
    bool has_default;
    const char *default_json; /* compact JSON text */
    const char *const *aliases;
    size_t alias_count;
};

struct avro_schema {
    enum avro_kind kind;
    enum avro_logical logical;
    int precision, scale;        /* DECIMAL */
    const char *name, *space;    /* RECORD, ENUM, FIXED: name without namespace, namespace or "" */
    const char *doc;
    const char *const *aliases;
    size_t alias_count;
    struct avro_field *fields;   /* RECORD */
    size_t field_count;
    const char *const *symbols;  /* ENUM */
    size_t symbol_count;
    const char *enum_default;
    struct avro_schema *items;   /* ARRAY, values of MAP */
    struct avro_schema **branches; /* UNION */
    size_t branch_count;
    int size;                    /* FIXED */
    bool recursive;              /* RECORD: contains itself */
    const char *cycle;           /* then the fields that lead there: "parent.children[]" */
    size_t number;               /* RECORD: among all of the schema, as defined */
    const struct avro_property *properties;
    size_t property_count;
};

/* Where schemas live: never freed one by one. `allocate` aligns for every type and never fails. */
struct avro_memory {
    void *(*allocate)(void *from, size_t size);
    void *from;
};

/* In a batch arena. */
struct avro_memory avro_memory_of(struct rt_arena *arena);

/* Names in references' texts are found; named types are shared nodes. NULL: not valid; *error (in
 * memory) says where, as a JSON path, and why. */
struct avro_schema *avro_schema_read(struct avro_memory memory, const struct rt_schema *schema,
    const char **error);
/* The text with the definitions of its references in place of their names; the text itself if one
 * is not valid. */
const char *avro_schema_inline(struct avro_memory memory, const struct rt_schema *schema);
/* "namespace.name" of a record, enum or fixed. */
const char *avro_schema_full_name(struct avro_memory memory, const struct avro_schema *schema);
/* What tells it from the other branches of a union: full name, or name of the type. */
const char *avro_schema_branch_name(struct avro_memory memory, const struct avro_schema *schema);
/* "long timestamp-millis", "[null, string]", "record Address": for messages and comments. */
const char *avro_schema_label(struct avro_memory memory, const struct avro_schema *schema);
/* JSON text of an attribute; NULL: it is not there. */
const char *avro_schema_property(const struct avro_schema *schema, const char *key);
/* Name of a kind: "long"; of a logical type: "date", NULL for AVRO_PLAIN. */
const char *avro_kind_name(enum avro_kind kind);
const char *avro_logical_name(enum avro_logical logical);
/* Least bytes of a datum. */
size_t avro_schema_least(const struct avro_schema *schema);
/* Which of two branches is null, -1 if the union is not of null and one other. */
int avro_schema_null_branch(const struct avro_schema *schema);
/* The datum that a field's default stands for, in Avro's binary encoding. */
struct rt_bytes avro_schema_default(struct avro_memory memory, const struct avro_field *field);

#endif
