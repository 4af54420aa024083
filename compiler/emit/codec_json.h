/* Between the JSON codec's files. */
#ifndef DDL2C_CODEC_JSON_H
#define DDL2C_CODEC_JSON_H

#include "../registry/json_type.h"
#include "emit_internal.h"

enum { JSON_CODE_LIMIT = 6000, JSON_DEPTH_LIMIT = 48 };

/* What becomes of a map's entry whose key is NULL; in the order of json.map-null-key.mode. */
enum json_null_key { JSON_NULL_KEY_FAIL, JSON_NULL_KEY_DROP, JSON_NULL_KEY_LITERAL };

/* How values of a format look where the schema languages do not say. */
struct json_style {
    bool plain;          /* Flink's 'json': dates as text, a string of a number is a number */
    bool iso;            /* timestamps with a T */
    bool fail_missing;   /* a member that is not there is an error, whatever the column */
    bool ignore_null;    /* NULL fields are not written */
    bool plain_decimals; /* no exponents */
    bool ignore_errors;  /* a value that does not fit is NULL */
    enum json_null_key null_key;
    const char *null_key_literal; /* its name with JSON_NULL_KEY_LITERAL */
};

/* A codec function being emitted. */
struct json_codec {
    struct emitter *e;
    const struct row *row;
    const struct table *table;
    const struct table_side *side;
    struct json_style style;
    const char *scope;     /* of its locals */
    const char *label;     /* tag, side, number: for names at file scope */
    struct text tables;    /* names, branches, symbols, in front of the function */
    size_t nodes;          /* so far: an upper bound on the code's size */
    int depth;
    const char *why;       /* why the schema does not fit */
};

/* Where a decoded value goes, or an encoded one comes from. */
struct json_slot {
    const char *lvalue;  /* "row->address.street" */
    const char *path;    /* "address.street", for messages */
    const char *stem;    /* "address_street", for names of locals */
    const char *nulls;   /* decoder: words of the NULL bit, "absent"; NULL: no bit */
    const char *number;  /* its number there */
    const char *is_null; /* encoder: condition; NULL: it cannot be NULL */
    const char *start;   /* decoder: local, where the value begins, if what does not fit is NULL */
    const char *set_null; /* statement that makes it NULL then */
};

/* "string", "object", "Decimal": for messages and comments. */
const char *json_label(struct arena *arena, const struct json_shape *shape);
/* C string literal. */
const char *json_quote(struct json_codec *codec, const char *text);
/* The same of `before`, the name as a JSON string, and `after`. */
const char *json_literal(struct json_codec *codec, const char *before, const char *name,
    const char *after);
/* False: why is set. */
bool json_unfit(struct json_codec *codec, const char *path, const struct json_shape *shape,
    const struct type *type);
/* Counts a node; false (why set) if the code would grow too large or too deep. */
bool json_enter(struct json_codec *codec, const char *path);
void json_leave(struct json_codec *codec);
/* A local of the function, or a name at file scope. */
const char *json_local(struct json_codec *codec, const char *stem, const char *what);
const char *json_global(struct json_codec *codec, const char *stem, const char *what);
/* Where a field of this side is in the row, *type of its column and its number; `nulls` is left to
 * the decoder. False: no column holds it, or it is not stored. */
bool json_column_slot(struct json_codec *codec, const char *field, struct json_slot *slot,
    const struct type **type, size_t *number);
/* The same of a field of the ROW `row` at `parent`. */
bool json_field_slot(struct json_codec *codec, const struct json_slot *parent,
    const struct type *row, const char *field, struct json_slot *slot, const struct type **type,
    size_t *index);
/* Whether the side has the one column that a document which is no object stands for; false: why is
 * set. */
bool json_stands_alone(struct json_codec *codec, const struct json_shape *shape);
const char *json_number(struct json_codec *codec, size_t value);
const struct type *json_key_type(const struct type *type);
const struct type *json_value_type(struct arena *arena, const struct type *type);

/* `verb` and `number`: of the function's name, <tag>_<verb>_<side><number>. */
struct json_codec json_codec_begin(struct emitter *e, const struct row *row,
    const struct table *table, bool key, const char *verb, const char *number);
/* What the records of a schema look like; without one, `schema` NULL, by the table's columns. NULL:
 * why is set. */
struct json_shape *json_codec_shape(struct json_codec *codec, const struct schema_text *schema);
/* Reports codec->why. False. */
bool json_codec_report(struct json_codec *codec, bool key);

/* codec_json_value.c: the call that reads or writes a scalar; NULL: the shape does not fit. */
bool json_read_scalar(struct json_codec *codec, struct text *out, const struct json_shape *shape,
    const struct type *type, const struct json_slot *slot);

#endif
