/* JSON Schema, read: drafts 4 to 7, 2019-09 and 2020-12. */
#ifndef DDL2C_JSON_SCHEMA_H
#define DDL2C_JSON_SCHEMA_H

#include "../base/base.h"

/* An object of keywords of several kinds ("type" and "enum", say) is an ALL_OF of them. */
enum json_schema_kind {
    JSON_SCHEMA_ANY,   /* true, {} */
    JSON_SCHEMA_NONE,  /* false */
    JSON_SCHEMA_STRING, JSON_SCHEMA_NUMBER, JSON_SCHEMA_BOOLEAN, JSON_SCHEMA_NULL,
    JSON_SCHEMA_OBJECT, JSON_SCHEMA_ARRAY,
    JSON_SCHEMA_ENUM, JSON_SCHEMA_CONST,
    JSON_SCHEMA_NOT,   /* `parts` has the one schema */
    JSON_SCHEMA_ALL_OF, JSON_SCHEMA_ANY_OF, JSON_SCHEMA_ONE_OF,
    JSON_SCHEMA_IF,    /* if, then, else: not looked into */
};

/* A keyword with a number. */
struct json_limit {
    const char *text; /* NULL: not given */
    double value;
};

struct json_schema;

struct json_schema_list {
    struct json_schema **at;
    size_t count, capacity;
};

/* "dependencies": a property brings others, or a schema. */
struct json_dependency {
    const char *name;
    const char *const *properties;
    size_t property_count;
    struct json_schema *schema; /* NULL: `properties` */
};

struct json_schema {
    enum json_schema_kind kind;
    struct json_schema *target;  /* $ref: what it stands for; all else is empty */
    const char *reference;       /* its text */
    const char *text;            /* what equal schemas have alike: sorted compact JSON */
    const char *id, *title, *description, *default_json, *connect_type; /* NULL: not given */
    struct map hints;  /* others of "connect." and "flink.": "connect.parameters.scale" -> text of a
                          string, else compact JSON */
    bool inner;        /* some keywords of its parent's object, which has title and hints */
    /* STRING */
    struct json_limit max_length, min_length;
    const char *pattern;
    /* NUMBER */
    bool integer;
    struct json_limit maximum, minimum, exclusive_maximum, exclusive_minimum, multiple_of;
    /* OBJECT; NULL: any */
    struct map properties;         /* name -> struct json_schema * */
    struct map pattern_properties; /* regular expression -> likewise */
    struct map required;           /* name -> non-NULL */
    struct json_schema *additional; /* additionalProperties, additionalItems */
    struct json_schema *unevaluated;
    VEC(struct json_dependency) dependencies;
    struct json_limit max_properties, min_properties;
    /* ARRAY */
    struct json_schema *items;     /* of every item */
    struct json_schema_list tuple; /* of the first items, one each */
    struct json_limit max_items, min_items, max_contains, min_contains;
    bool unique;
    /* ENUM, CONST */
    const char *const *values;     /* compact JSON, sorted */
    size_t value_count;
    /* NOT, ALL_OF, ANY_OF, ONE_OF */
    struct json_schema_list parts;
};

struct json_schema_text {
    const char *name; /* what $ref calls it */
    const char *text;
};

/* `others`: texts that $ref may name. NULL: not valid; *error says why. */
struct json_schema *json_schema_parse(struct arena *arena, const char *text,
    const struct json_schema_text *others, size_t other_count, const char **error);

#endif
