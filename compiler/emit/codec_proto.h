/* Between the Protobuf codec's files. */
#ifndef DDL2C_CODEC_PROTO_H
#define DDL2C_CODEC_PROTO_H

#include "../registry/proto.h"
#include "emit_internal.h"

enum { PROTO_CODE_LIMIT = 6000, PROTO_DEPTH_LIMIT = 48 };

/* Wire types. */
enum { PROTO_WIRE_VARINT = 0, PROTO_WIRE_FIXED64 = 1, PROTO_WIRE_BYTES = 2, PROTO_WIRE_GROUP = 3,
    PROTO_WIRE_GROUP_END = 4, PROTO_WIRE_FIXED32 = 5 };

/* A part of a function in which a message comes once: the function itself, an element of an array,
 * an entry of a map. */
struct proto_block {
    struct text locals; /* what its repeated fields are collected in */
    struct text finish; /* statements behind the message */
};

/* A codec function being emitted. */
struct proto_codec {
    struct emitter *e;
    const struct row *row;
    const struct table *table;
    const struct table_side *side;
    /* the writer's, of a decoder; the table's, of an encoder */
    const struct rt_proto_schema *schema;
    const struct rt_proto_schema *own;    /* of a decoder: the table's; NULL: it has none */
    struct rt_proto_place root; /* the table's message in its own schema, unless that has several */
    const char *scope;       /* of its locals */
    const char *label;       /* tag, side, number: for names at file scope */
    struct text tables;      /* enum symbols, in front of the function */
    struct map symbols;      /* full name of an enum -> its table's name */
    struct proto_block *block;
    size_t nodes;            /* fields so far: an upper bound on the code's size */
    int depth;
    const char *why;         /* why the schema does not fit */
};

/* Where a decoded value goes, or an encoded one comes from. */
struct proto_slot {
    const struct type *type;
    const char *lvalue;      /* "row->address.street" */
    const char *path;        /* "address.street", for messages */
    const char *stem;        /* "address_street", for names of locals */
    const char *bit;         /* "row->nulls, ORDERS_ADDRESS": its NULL bit; NULL: none */
    const char *flag;        /* "tags_null[i]": a bool in place of that; NULL: none */
    const char *inside;      /* decoder: condition that what it is a part of is there; "": always */
};

/* One field of a message, and the column or field of a ROW that it is; none: it is not read. */
struct proto_member {
    const struct rt_proto_field *field;
    struct rt_proto_content content;
    bool stored;
    struct proto_slot slot;
    const struct type *oneof;     /* stored in a ROW for its oneof: the type of that */
    struct proto_slot oneof_slot;
    size_t oneof_index;           /* its field there */
};

/* The members of a message, ascending by number. Sets why, NULL, if a type is unknown. */
struct proto_members {
    struct proto_member *at;
    size_t count;
};

/* What a message is decoded into, or encoded from. */
struct proto_target {
    const struct proto_slot *row;       /* NULL: the columns of the table's row */
    /* the same message in the table's schema; or no message */
    struct rt_proto_place own;
};

bool proto_members_of(struct proto_codec *codec, struct rt_proto_place place,
    const struct proto_target *target, struct proto_members *members);
/* False: why is set. */
bool proto_unfit(struct proto_codec *codec, const struct proto_slot *slot,
    const struct rt_proto_field *field);
/* Counts a field; false (why set) if the code would grow too large or too deep. */
bool proto_enter(struct proto_codec *codec, const char *path);
void proto_leave(struct proto_codec *codec);

/* C string literal of a path or name. */
const char *proto_quote(struct proto_codec *codec, const char *text);
/* Hexadecimal C text of a tag. */
const char *proto_tag(struct proto_codec *codec, const struct rt_proto_field *field, int wire);
int proto_wire(const struct rt_proto_content *content, const struct rt_proto_field *field);
int proto_scalar_wire(enum rt_proto_kind kind);
/* The condition that a slot is NULL; NULL: it never is. */
const char *proto_is_null(struct proto_codec *codec, const struct proto_slot *slot);
/* Name of the table of an enum's symbols, made in codec->tables. */
const char *proto_symbols(struct proto_codec *codec, const struct rt_proto_enum *enumeration);
/* "address: Addr", safe in a comment. */
const char *proto_comment(struct proto_codec *codec, const struct rt_proto_field *field,
    const char *more);
/* Row column of this name of the side, NULL if there is none or it is not stored; *type is the
 * table column's. */
const struct row_column *proto_column(const struct proto_codec *codec, const char *name,
    const struct type **type);
struct proto_slot proto_column_slot(struct proto_codec *codec, const struct row_column *column,
    const struct type *type, const char *path);
/* Slot of field `index` of a ROW. */
struct proto_slot proto_field_slot(struct proto_codec *codec, const struct proto_slot *parent,
    size_t index);
const char *proto_local(struct proto_codec *codec, const char *stem, const char *what);

/* codec_proto_value.c: statements that read one value of a field into a slot. */
bool proto_read_scalar(struct proto_codec *codec, struct text *out, const struct proto_member *m,
    const struct proto_slot *slot);
bool proto_read_parts(struct proto_codec *codec, struct text *out, const struct proto_member *m,
    const struct proto_slot *slot);

/* codec_proto_decode.c: the loop over a message's fields. `init`: statements that make the slots as
 * they are when the message has no field. `path`: NULL for the record itself. */
bool proto_decode_fields(struct proto_codec *codec, struct text *init, struct text *out,
    struct rt_proto_place place, const struct proto_target *target, const char *path);

/* codec_proto_root.c: columns, or fields of a ROW, that the message does not have. */
bool proto_decode_missing(struct proto_codec *codec, struct text *init,
    const struct proto_members *members, const struct proto_target *target,
    struct rt_proto_place place);
/* Parses the table's schema into codec->own, and `writer` (NULL: the same) into codec->schema.
 * False: why is set. */
bool proto_codec_begin(struct proto_codec *codec, struct emitter *e, const struct row *row,
    const struct table *table, bool key, const struct schema_text *writer);

/* The path of a message in its file: numbers among the messages beside it; `path` has room for
 * PROTO_DEPTH_LIMIT of them. */
size_t proto_path(const struct rt_proto_message *message, size_t *path);

/* Reports codec->why. False. */
bool proto_codec_report(struct proto_codec *codec, bool key);

#endif
