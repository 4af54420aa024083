/* What the Protobuf grammar calls. */
#ifndef DDL2C_PROTO_BUILD_H
#define DDL2C_PROTO_BUILD_H

#include "proto/memory.h"

#include <stdint.h>

struct proto_token { /* one token, or several up to the last's end */
    const char *start;
    size_t size;
    unsigned line;
};

/* What a brace has opened. */
struct proto_scope {
    struct rt_proto_message *message;     /* NULL: enum, or something that is left out */
    struct rt_proto_enum *enumeration;
    struct rt_proto_field group;          /* the field of a group, number 0: it is none */
    int oneof;                         /* open in the message; -1: none */
};

struct proto_parser {
    const struct rt_memory *memory;
    struct rt_proto_file *file;
    RT_PROTO_VEC(struct proto_scope) scopes;
    RT_PROTO_VEC(struct rt_proto_range) ranges;    /* of the statement being read */
    struct rt_proto_options field_options;
    bool in_field;                     /* options are the field's */
    unsigned line;                     /* of the token being read */
    const char *error;                 /* the first one */
};

/* String literals, joined. What is between them is white space or a comment. */
const char *proto_string(const struct rt_memory *memory, const char *at, size_t size);
void proto_unexpected(struct proto_parser *p, const struct proto_token *token);
struct proto_token proto_join(const struct proto_token *first, const struct proto_token *last);
int64_t proto_number(struct proto_parser *p, const struct proto_token *token, bool negative);
void proto_syntax(struct proto_parser *p, const struct proto_token *text);
void proto_edition(struct proto_parser *p, const struct proto_token *text);
void proto_import(struct proto_parser *p, const struct proto_token *text, bool is_public);
void proto_package(struct proto_parser *p, const struct proto_token *name);
void proto_option(struct proto_parser *p, const struct proto_token *name,
    const struct proto_token *value);
/* What follows up to the field itself are its options. */
void proto_begin_options(struct proto_parser *p);
void proto_begin_message(struct proto_parser *p, const struct proto_token *name);
void proto_begin_enum(struct proto_parser *p, const struct proto_token *name);
/* Extensions and services: read and left out. */
void proto_begin_other(struct proto_parser *p);
void proto_end(struct proto_parser *p);
void proto_begin_group(struct proto_parser *p, const struct proto_token *name, int64_t number);
void proto_end_group(struct proto_parser *p, enum rt_proto_label label);
void proto_begin_oneof(struct proto_parser *p, const struct proto_token *name);
void proto_end_oneof(struct proto_parser *p);
void proto_field(struct proto_parser *p, enum rt_proto_label label, const struct proto_token *type,
    const struct proto_token *name, int64_t number);
void proto_map_field(struct proto_parser *p, const struct proto_token *key,
    const struct proto_token *value, const struct proto_token *name, int64_t number);
void proto_enum_value(struct proto_parser *p, const struct proto_token *name, int64_t number);
void proto_range(struct proto_parser *p, int64_t first, int64_t last);
/* Ends extensions or a reserved statement. */
void proto_ranges(struct proto_parser *p, bool reserved);
void proto_reserved_name(struct proto_parser *p, const struct proto_token *text);

/* proto_check.c: numbers and names of what has just been closed. Sets *error. */
bool proto_check_message(const struct rt_memory *memory, enum rt_proto_version version,
    const struct rt_proto_message *message, const char **error);
bool proto_check_enum(const struct rt_memory *memory, enum rt_proto_version version,
    const struct rt_proto_enum *enumeration, const char **error);

#endif
