/* Protobuf source as descriptors: proto2 and proto3; editions are refused by name. */
#ifndef DDL2C_PROTO_FILE_H
#define DDL2C_PROTO_FILE_H

#include "../base/base.h"

enum proto_version { PROTO_2, PROTO_3 };

enum proto_label { PROTO_NO_LABEL, PROTO_OPTIONAL, PROTO_REQUIRED, PROTO_REPEATED };

/* PROTO_NAMED: a message or an enum, until it is resolved. */
enum proto_kind { PROTO_NAMED, PROTO_DOUBLE, PROTO_FLOAT, PROTO_INT32, PROTO_INT64, PROTO_UINT32,
    PROTO_UINT64, PROTO_SINT32, PROTO_SINT64, PROTO_FIXED32, PROTO_FIXED64, PROTO_SFIXED32,
    PROTO_SFIXED64, PROTO_BOOL, PROTO_STRING, PROTO_BYTES, PROTO_KINDS };

struct proto_type {
    enum proto_kind kind;
    const char *name; /* as written: "int32", ".a.B" */
};

struct proto_option {
    const char *name;  /* "deprecated", "(confluent.field_meta).params" */
    const char *value; /* as written; strings without quotes, joined */
};

struct proto_options {
    struct proto_option *at;
    size_t count, capacity;
};

struct proto_oneof {
    const char *name;
    size_t field_count;
};

struct proto_field {
    const char *name;
    int32_t number;
    enum proto_label label;
    bool is_map;            /* map<key, type> */
    bool is_group;
    struct proto_type key;  /* of a map */
    struct proto_type type; /* of a map: of its values */
    int oneof;              /* number in the message's oneofs; -1: none */
    struct proto_options options;
};

struct proto_value { /* of an enum */
    const char *name;
    int32_t number;
};

struct proto_range {
    int64_t first, last; /* inclusive */
};

enum { PROTO_RANGE_MAX = 536870911 };

struct proto_enum {
    const char *name, *full_name; /* full: package, outer messages, name; with dots */
    VEC(struct proto_value) values;
    struct proto_options options;
};

struct proto_message {
    const char *name, *full_name;
    struct proto_message *outer; /* NULL: in the file */
    size_t index;                /* among the messages beside it */
    VEC(struct proto_field) fields; /* in the order of the text, those of oneofs too */
    VEC(struct proto_oneof) oneofs;
    VEC(struct proto_message *) messages;
    VEC(struct proto_enum *) enums;
    VEC(struct proto_range) reserved;
    VEC(const char *) reserved_names;
    struct proto_options options;
};

struct proto_import {
    const char *path;
    bool is_public;
};

struct proto_file {
    enum proto_version version;
    const char *package; /* "" for none */
    VEC(struct proto_import) imports;
    VEC(struct proto_message *) messages;
    VEC(struct proto_enum *) enums;
    struct proto_options options;
};

/* NULL: not valid; *error says in which line and why. Types are not resolved. */
struct proto_file *proto_parse(struct arena *arena, const char *text, const char **error);

/* Value of an option, NULL if it is not given. */
const char *proto_option_value(const struct proto_options *options, const char *name);

/* ---- files that know each other ---- */

struct proto_named { /* one of the two */
    const struct proto_message *message;
    const struct proto_enum *enumeration;
    const struct proto_file *file;
};

struct proto_set {
    struct arena *arena;
    struct map names; /* full name -> struct proto_named * */
};

void proto_set_init(struct proto_set *set, struct arena *arena);
void proto_set_add(struct proto_set *set, const struct proto_file *file);
/* What a type name means in a scope ("package.Outer.Inner"), by Protobuf's rules: the innermost
 * scope first; a leading dot: a full name. NULL: unknown. */
const struct proto_named *proto_find(const struct proto_set *set, const char *scope,
    const char *name);

#endif
