/* Protobuf source as descriptors (proto2 and proto3; editions are refused by name), and what fields
 * are to SQL by Confluent's mapping. The compiler and the pipelines read the same way. */
#ifndef RT_PROTO_FILE_H
#define RT_PROTO_FILE_H

#include <rt/job.h>

/* Where what is read lives: zeroed memory, never NULL, freed by its owner alone. */
struct rt_memory {
    void *(*allocate)(void *owner, size_t size);
    void *owner;
};

struct rt_memory rt_memory_of(struct rt_arena *arena);

/* Vectors; zeroed is empty. */
#define RT_PROTO_VEC(type)                                                                         \
    struct {                                                                                       \
        type *at;                                                                                  \
        size_t count, capacity;                                                                    \
    }

/* Text to pointer; zeroed but for `memory` is empty. */
struct rt_proto_pair {
    const char *key; /* NULL: free */
    void *value;
};

struct rt_proto_map {
    struct rt_memory memory;
    struct rt_proto_pair *slots;
    size_t count, size; /* size: of the slots, a power of two */
};

/* NULL if absent. */
void *rt_proto_get(const struct rt_proto_map *map, const char *key);
/* Adds or replaces. The key is copied. */
void rt_proto_put(struct rt_proto_map *map, const char *key, void *value);

enum rt_proto_version { RT_PROTO_2, RT_PROTO_3 };

enum rt_proto_label { RT_PROTO_NO_LABEL, RT_PROTO_OPTIONAL, RT_PROTO_REQUIRED, RT_PROTO_REPEATED };

/* RT_PROTO_NAMED: a message or an enum, until it is resolved. */
enum rt_proto_kind { RT_PROTO_NAMED, RT_PROTO_DOUBLE, RT_PROTO_FLOAT, RT_PROTO_INT32,
    RT_PROTO_INT64, RT_PROTO_UINT32, RT_PROTO_UINT64, RT_PROTO_SINT32, RT_PROTO_SINT64,
    RT_PROTO_FIXED32, RT_PROTO_FIXED64, RT_PROTO_SFIXED32, RT_PROTO_SFIXED64, RT_PROTO_BOOL,
    RT_PROTO_STRING, RT_PROTO_BYTES, RT_PROTO_KINDS };

struct rt_proto_type {
    enum rt_proto_kind kind;
    const char *name; /* as written: "int32", ".a.B" */
};

struct rt_proto_option {
    const char *name;  /* "deprecated", "(confluent.field_meta).params" */
    const char *value; /* as written; strings without quotes, joined */
};

struct rt_proto_options {
    struct rt_proto_option *at;
    size_t count, capacity;
};

struct rt_proto_oneof {
    const char *name;
    size_t field_count;
};

struct rt_proto_field {
    const char *name;
    int32_t number;
    enum rt_proto_label label;
    bool is_map;            /* map<key, type> */
    bool is_group;
    struct rt_proto_type key;  /* of a map */
    struct rt_proto_type type; /* of a map: of its values */
    int oneof;              /* number in the message's oneofs; -1: none */
    struct rt_proto_options options;
};

struct rt_proto_value { /* of an enum */
    const char *name;
    int32_t number;
};

struct rt_proto_range {
    int64_t first, last; /* inclusive */
};

enum { RT_PROTO_RANGE_MAX = 536870911 };

struct rt_proto_enum {
    const char *name, *full_name; /* full: package, outer messages, name; with dots */
    RT_PROTO_VEC(struct rt_proto_value) values;
    struct rt_proto_options options;
};

struct rt_proto_message {
    const char *name, *full_name;
    struct rt_proto_message *outer; /* NULL: in the file */
    size_t index;                /* among the messages beside it */
    RT_PROTO_VEC(struct rt_proto_field) fields; /* in the order of the text, those of oneofs too */
    RT_PROTO_VEC(struct rt_proto_oneof) oneofs;
    RT_PROTO_VEC(struct rt_proto_message *) messages;
    RT_PROTO_VEC(struct rt_proto_enum *) enums;
    RT_PROTO_VEC(struct rt_proto_range) reserved;
    RT_PROTO_VEC(const char *) reserved_names;
    struct rt_proto_options options;
};

struct rt_proto_import {
    const char *path;
    bool is_public;
};

struct rt_proto_file {
    enum rt_proto_version version;
    const char *package; /* "" for none */
    RT_PROTO_VEC(struct rt_proto_import) imports;
    RT_PROTO_VEC(struct rt_proto_message *) messages;
    RT_PROTO_VEC(struct rt_proto_enum *) enums;
    struct rt_proto_options options;
};

/* `text` may also be a serialized FileDescriptorProto in base64. NULL: not valid; *error says in
 * which line and why. Types are not resolved. */
struct rt_proto_file *rt_proto_parse(const struct rt_memory *memory, const char *text,
    const char **error);

/* Value of an option, NULL if it is not given. */
const char *rt_proto_option_value(const struct rt_proto_options *options, const char *name);

/* ---- files that know each other ---- */

struct rt_proto_named { /* one of the two */
    const struct rt_proto_message *message;
    const struct rt_proto_enum *enumeration;
    const struct rt_proto_file *file;
};

struct rt_proto_set {
    struct rt_memory memory;
    struct rt_proto_map names; /* full name -> struct rt_proto_named * */
};

void rt_proto_set_init(struct rt_proto_set *set, const struct rt_memory *memory);
void rt_proto_set_add(struct rt_proto_set *set, const struct rt_proto_file *file);
/* What a type name means in a scope ("package.Outer.Inner"), by Protobuf's rules: the innermost
 * scope first; a leading dot: a full name. NULL: unknown. */
const struct rt_proto_named *rt_proto_find(const struct rt_proto_set *set, const char *scope,
    const char *name);

/* A file with all that it imports. */
struct rt_proto_schema {
    struct rt_memory memory;
    const struct rt_proto_file *file;
    struct rt_proto_set set;
};

/* Parses a schema and its references; imports of neither are those that a registry knows by itself
 * (google/protobuf, google/type, confluent). NULL: not valid; *error says why. */
struct rt_proto_schema *rt_proto_load(const struct rt_memory *memory,
    const struct rt_schema *schema, const char **error);

/* The text of a file that needs no reference, by import; NULL: it is none of them. */
const char *rt_proto_builtin(const char *import);

/* ---- messages ---- */

struct rt_proto_place { /* a message and the file it is in */
    const struct rt_proto_file *file;
    const struct rt_proto_message *message;
};

struct rt_proto_place rt_proto_root(const struct rt_proto_schema *schema, size_t index);
/* Whether the rows of a schema have a column for each message of the file: it has several. */
bool rt_proto_is_choice(const struct rt_proto_schema *schema);
/* The oneof of this name; count: none. */
size_t rt_proto_find_oneof(const struct rt_proto_message *message, const char *name);
const struct rt_proto_field *rt_proto_find_field(const struct rt_proto_message *message,
    const char *name);

/* ---- fields ---- */

enum rt_proto_form {
    RT_PROTO_SCALAR,
    RT_PROTO_ENUMERATION, /* STRING */
    RT_PROTO_RECORD,      /* ROW */
    RT_PROTO_WRAPPED,     /* a message that stands for its one field, `value` */
    RT_PROTO_ENTRIES,     /* a repeated message of key and value: MAP */
    RT_PROTO_TIMESTAMP, RT_PROTO_DATE, RT_PROTO_TIME, RT_PROTO_DECIMAL,
};

/* What a field holds, names resolved. */
struct rt_proto_content {
    enum rt_proto_form form;
    enum rt_proto_kind kind;                 /* SCALAR */
    const struct rt_proto_enum *enumeration; /* ENUMERATION */
    struct rt_proto_place place;             /* RECORD, WRAPPED, ENTRIES */
    bool repeated;                        /* also ENTRIES */
    bool presence;  /* a reader can tell whether it was written: absent is NULL, not a default */
    bool required;  /* of proto2 */
    bool packed;    /* as it is written */
    bool nullable;  /* the column's type */
    bool multiset;  /* ENTRIES */
    bool flink;     /* WRAPPED: by flink.wrapped, not one of google's */
    int precision, scale;   /* DECIMAL, TIMESTAMP, TIME */
    bool local;             /* TIMESTAMP without a zone */
    long least, most;       /* characters or bytes: flink.minLength, flink.maxLength; -1: none */
    int bits;               /* of an int32: 8, 16 by connect.type, else 32 */
    const char *doc;        /* NULL: none */
};

/* False: a type is unknown; *error names it. */
bool rt_proto_content_of(const struct rt_proto_schema *schema, struct rt_proto_place place,
    const struct rt_proto_field *field, struct rt_proto_content *content, const char **error);
/* The field `value` of a WRAPPED, `key` or `value` of ENTRIES. */
const struct rt_proto_field *rt_proto_inner(const struct rt_proto_content *content,
    const char *name);
/* "repeated int64", "map<string, Address>", "google.protobuf.Timestamp": for messages. */
const char *rt_proto_label(const struct rt_memory *memory, const struct rt_proto_field *field);

/* ---- confluent.field_meta ---- */

struct rt_proto_meta {
    const char *doc;   /* NULL: none */
    struct rt_proto_map params; /* text to text */
};

struct rt_proto_meta rt_proto_meta_of(const struct rt_memory *memory,
    const struct rt_proto_field *field);

#endif
