/* Protobuf files and what their fields are to SQL: what types, codecs and schemas made from columns
 * have in common. The mapping is Confluent's (README.md). */
#ifndef DDL2C_PROTO_H
#define DDL2C_PROTO_H

#include "proto_file.h"
#include "schema.h"

/* A file with all that it imports. */
struct proto_schema {
    struct arena *arena;
    const struct proto_file *file;
    struct proto_set set;
};

/* Parses a schema and its references; imports of neither are those that a registry knows by itself
 * (google/protobuf, google/type, confluent). NULL: not valid; *error says why. */
struct proto_schema *proto_load(struct arena *arena, const struct schema_text *schema,
    const char **error);

/* The text of a file that needs no reference, by import; NULL: it is none of them. */
const char *proto_builtin(const char *import);

/* ---- messages ---- */

struct proto_place { /* a message and the file it is in */
    const struct proto_file *file;
    const struct proto_message *message;
};

struct proto_place proto_root(const struct proto_schema *schema, size_t index);
/* Whether the rows of a schema have a column for each message of the file: it has several. */
bool proto_is_choice(const struct proto_schema *schema);
/* The oneof of this name; count: none. */
size_t proto_find_oneof(const struct proto_message *message, const char *name);
const struct proto_field *proto_find_field(const struct proto_message *message,
    const char *name);

/* ---- fields ---- */

enum proto_form {
    PROTO_SCALAR,
    PROTO_ENUMERATION, /* STRING */
    PROTO_RECORD,      /* ROW */
    PROTO_WRAPPED,     /* a message that stands for its one field, `value` */
    PROTO_ENTRIES,     /* a repeated message of key and value: MAP */
    PROTO_TIMESTAMP, PROTO_DATE, PROTO_TIME, PROTO_DECIMAL,
};

/* What a field holds, names resolved. */
struct proto_content {
    enum proto_form form;
    enum proto_kind kind;                 /* SCALAR */
    const struct proto_enum *enumeration; /* ENUMERATION */
    struct proto_place place;             /* RECORD, WRAPPED, ENTRIES */
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
bool proto_content_of(const struct proto_schema *schema, struct proto_place place,
    const struct proto_field *field, struct proto_content *content, const char **error);
/* The field `value` of a WRAPPED, `key` or `value` of ENTRIES. */
const struct proto_field *proto_inner(const struct proto_content *content, const char *name);
/* "repeated int64", "map<string, Address>", "google.protobuf.Timestamp": for messages. */
const char *proto_label(struct arena *arena, const struct proto_field *field);

/* ---- types and text ---- */

const struct type *proto_to_type(struct arena *arena, const struct schema_text *schema,
    const char **error);
/* Text of a file with one message of these fields, as Flink derives it. */
const char *proto_from_fields(struct arena *arena, const char *message_name,
    const struct type_field *fields, size_t count, const char **error);

/* ---- confluent.field_meta ---- */

struct proto_meta {
    const char *doc;   /* NULL: none */
    struct map params; /* text to text */
};

struct proto_meta proto_meta_of(struct arena *arena, const struct proto_field *field);

#endif
