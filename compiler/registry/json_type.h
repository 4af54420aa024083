/* What a JSON document of a schema looks like, as SQL sees it. */
#ifndef DDL2C_JSON_TYPE_H
#define DDL2C_JSON_TYPE_H

#include "schema.h"

enum json_form {
    JSON_FORM_SCALAR,  /* by its SQL type */
    JSON_FORM_ARRAY,
    JSON_FORM_MEMBERS, /* MAP or MULTISET of text keys: an object */
    JSON_FORM_ENTRIES, /* of other keys: an array of {"key": …, "value": …} */
    JSON_FORM_ROW,     /* an object */
    JSON_FORM_UNION,   /* one of several: a ROW whose one field that is not NULL tells */
};

struct json_shape;

struct json_field {
    const char *name;      /* of the member, or of the ROW's field for a branch */
    const char *comment;   /* NULL: none */
    struct json_shape *shape;
    bool required;         /* the member must be there */
    size_t index;          /* of the field in the ROW type */
};

/* A value of an enum. */
struct json_symbol {
    const char *text; /* as the STRING column has it */
    const char *json; /* as the document has it */
};

struct json_shape {
    enum json_form form;
    const struct type *type; /* nullable: it may be null or, as a field, absent */
    bool takes_null;         /* null is valid */
    bool integer;            /* a number without fraction */
    bool closed;             /* ROW: no other members are valid */
    struct json_field *fields; /* ROW: as the text has them; UNION: branches */
    size_t field_count;
    struct json_shape *key;  /* ENTRIES */
    struct json_shape *item; /* ARRAY; values of MEMBERS and ENTRIES */
    const struct json_symbol *symbols; /* SCALAR of an enum */
    size_t symbol_count;
};

/* By Confluent's mapping (README.md). NULL: no SQL type; *error says where and why. */
struct json_shape *json_shape_of_schema(struct arena *arena, const struct schema_text *schema,
    const char **error);
/* Of a type by itself: fields in its order, null wherever it may be NULL. NULL: it has no JSON
 * form; *error says why. */
struct json_shape *json_shape_of_type(struct arena *arena, const struct type *type,
    const char **error);

/* Schema text of a record of these fields, as Flink derives it. NULL: a type has no form; *error
 * names field and type. */
const char *json_from_fields(struct arena *arena, const char *record_name,
    const struct type_field *fields, size_t count, const char **error);

#endif
