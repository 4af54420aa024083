/* Between the Avro codec's files. */
#ifndef DDL2C_CODEC_AVRO_H
#define DDL2C_CODEC_AVRO_H

#include "../registry/schema.h"
#include "emit_internal.h"

#include <rt/avro_resolve.h>

enum { AVRO_CODE_LIMIT = 6000, AVRO_DEPTH_LIMIT = 48 };

/* A codec function being emitted. */
struct avro_codec {
    struct emitter *e;
    const struct row *row;
    const struct table *table;
    const struct table_side *side;
    const char *scope;       /* of its locals */
    const char *label;       /* tag, side, number: for names at file scope */
    struct text tables;      /* enum symbols, in front of the function */
    bool uses_null, uses_branch, uses_arena, uses_symbol, uses_error; /* what it must declare */
    size_t nodes;            /* schema nodes so far: an upper bound on the code's size */
    int depth;
    const char *why;         /* why the schema does not fit */
};

/* Where a decoded value goes, or an encoded one comes from. */
struct avro_slot {
    const char *lvalue;      /* "row->address.street" */
    const char *path;        /* "address.street", for messages */
    const char *stem;        /* "address_street", for names of locals */
    const char *set_null;    /* decoder: statement; NULL: NOT NULL */
    const char *is_null;     /* encoder: condition; NULL: it is no slot that can be NULL */
    const char *column;      /* top-level SQL column */
};

/* False: why is set. */
bool avro_unfit(struct avro_codec *codec, const struct avro_slot *slot,
    const struct avro_schema *schema, const struct type *type);
/* Counts a node; false (why set) if the code would grow too large or too deep. */
bool avro_enter(struct avro_codec *codec, const struct avro_schema *schema, const char *path);
void avro_leave(struct avro_codec *codec);

/* "long (timestamp-millis)", "[null, string]", "record Address": for messages and comments. */
const char *avro_label(struct arena *arena, const struct avro_schema *schema);
/* C string literal of a path. */
const char *avro_quote(struct avro_codec *codec, const char *path);
/* Name of a table of symbols (data NULL: none), made in codec->tables. */
const char *avro_symbols(struct avro_codec *codec, const struct rt_text *symbols, size_t count,
    const char *stem);
/* Row column of a field of this side, NULL if there is none or it is not stored; *type is the
 * table column's. */
const struct row_column *avro_column(const struct avro_codec *codec, const char *field,
    const struct type **type);
struct avro_slot avro_column_slot(struct avro_codec *codec, const struct row_column *column,
    const struct type *type, const char *path);
/* Slot of field `index` of a ROW. */
struct avro_slot avro_field_slot(struct avro_codec *codec, const struct avro_slot *parent,
    const struct type *type, size_t index);
size_t avro_find_field(const struct type *row, const char *name); /* field_count: none */
struct avro_codec avro_codec_begin(struct emitter *e, const struct row *row,
    const struct table *table, bool key);
/* Parses and refuses recursive schemas. NULL: why is set. */
struct avro_schema *avro_codec_parse(struct avro_codec *codec, const char *schema);
/* Reports codec->why. False. */
bool avro_codec_report(struct avro_codec *codec, bool key);

/* codec_avro_skip.c: statements that pass over a datum. */
bool avro_skip(struct avro_codec *codec, struct text *out, const struct avro_schema *schema,
    const char *path, const char *stem);

#endif
