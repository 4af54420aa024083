/* Between the files of emit/. */
#ifndef DDL2C_EMIT_INTERNAL_H
#define DDL2C_EMIT_INTERNAL_H

#include "emit.h"

/* ---- names.c ---- */

/* Identifiers of one unit; the same (scope, name) gives the same identifier again. */
struct names;

struct names *names_new(struct arena *arena);
/* A C identifier in `scope` ("" is file scope) for SQL text: lower case ASCII letters, digits and
 * `_`; other characters become `_`; never a C keyword, a runtime name (rt_…) or one given out in
 * this scope or at file scope before for another text. A scope "struct x" is of members, which may
 * be called as functions are. */
const char *names_make(struct names *names, const char *scope, const char *text);
/* The same in upper case, for enum constants and macros. */
const char *names_make_upper(struct names *names, const char *scope, const char *text);
/* Nothing gets this identifier in `scope` (or, at file scope, anywhere) from now on. */
void names_reserve(struct names *names, const char *scope, const char *identifier);

/* A C string literal with quotes. Every byte outside printable ASCII, and ? \ ", is escaped so that
 * nothing changes the program's structure. */
const char *emit_c_string(struct arena *arena, struct str text);
/* The same on one line, for names in calls; emit_c_string breaks long text into several
 * literals. */
const char *emit_c_literal(struct arena *arena, const char *text);
/* A character constant of an ASCII character: '\t', '\\''. */
const char *emit_c_character(struct arena *arena, char c);
/* Comment text: no line ends a comment or continues a line; long lines are folded at 96 columns. */
const char *emit_comment(struct arena *arena, const char *text);

/* ---- a unit being emitted ---- */

/* How a column of a row struct is reached. */
struct row_column {
    const char *name;       /* SQL name, for messages */
    const struct type *type;
    const char *member;     /* member of the struct; NULL: not stored (pruned) */
    const char *number;     /* enum constant: index of its NULL bit */
};

/* A row struct of the unit: of a table's scan, a sink, or an intermediate row. */
struct row {
    const char *tag;        /* "orders": struct orders */
    struct row_column *columns;
    size_t column_count;
};

struct emitter {
    struct arena *arena;
    struct diag *diag;
    struct names *names;
    struct text types;      /* section 2 of the file: composite types, in need order */
    struct map composite;   /* shape in memory -> struct of row.c */
    struct map row_tags;    /* text of tags given to ROW types */
    struct map functions;   /* of composites: "equal struct x" -> name */
    bool failed;
};

/* ---- row.c ---- */

/* C type of a column in a row ("int64_t", "struct rt_text", "struct array_of_int"); defines
 * composites on first use. Composites: arrays are `struct { size_t count; const T *at; const bool
 * *null; }` (`null` NULL: no NULL inside), maps `struct { size_t count; const K *keys; const V
 * *values; const bool *null; }` (of values), rows `struct { uint64_t nulls[n]; members }`. */
const char *emit_storage_type(struct emitter *e, const struct type *type);
/* C type of the value in an expression: as stored, but struct rt_timestamp for TIMESTAMP* and
 * rt_int128 for DECIMAL. */
const char *emit_value_type(struct emitter *e, const struct type *type);
/* Makes names for a row's columns and appends enum and struct to `out`. `used` (NULL: all) tells
 * which columns are stored. */
struct row *emit_row(struct emitter *e, struct text *out, const char *name,
    const struct rel_column *columns, size_t count, const bool *used);
/* With lines of other members behind the columns. */
struct row *emit_row_with(struct emitter *e, struct text *out, const char *name,
    const struct rel_column *columns, size_t count, const bool *used, const char *more);
/* C text that loads a stored value as an expression value, and back. */
const char *emit_load(struct emitter *e, const struct type *type, const char *stored);
const char *emit_store(struct emitter *e, const struct type *type, const char *value);

/* The member of a ROW type's struct that holds field `index`; its NULL bit is number `index`. */
const char *emit_field_member(struct emitter *e, const struct type *type, size_t index);

/* ---- text.c ---- */

/* "A, B, C," in lines of at most 92 columns. */
const char *emit_fill(struct arena *arena, const char *const *items, size_t count);
/* An expression as a statement on a line of its own. */
void emit_statement(struct text *out, const char *call);
/* A type as DESCRIBE prints it, safe in a comment. */
const char *emit_sql_type(struct arena *arena, const struct type *type);

/* ---- codecs: each appends functions to `out` ---- */

/* How a format's records become rows and back; NULL: not built yet. */
struct emit_codec {
    /* Decoder of one writer schema, of the whole record for formats without one (`writer` NULL).
     * False: reported. */
    bool (*decoder)(struct emitter *e, struct text *out, const struct row *row,
        const struct table *table, bool key, const struct schema_text *writer, size_t number);
    bool (*encoder)(struct emitter *e, struct text *out, const struct row *row,
        const struct table *table, bool key);
};

const struct emit_codec *emit_codec_of(enum format format);

/* Decoder of one writer schema:
 * `static bool <tag>_decode_<side>_<number>(struct rt_bytes in, struct <tag> *row,
 *  struct rt_arena *arena, struct rt_error *error)`. `columns`: row column for each top-level field
 * name, by side->names; fields of the writer without a stored column are skipped, columns without a
 * writer field are NULL (or an error naming both if NOT NULL). False: reported. */
bool emit_avro_decoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key, const struct schema_text *writer, size_t number);
/* `static bool <tag>_encode_<side>(const struct <tag> *row, struct rt_buffer *out,
 *  struct rt_error *error)`: appends the datum (no wire prefix). */
bool emit_avro_encoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key);
/* The same for Protobuf: a table of a file with several messages has a column for each of them. */
bool emit_proto_decoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key, const struct schema_text *writer, size_t number);
bool emit_proto_encoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key);
/* The same two names for JSON, by a schema or (`writer` NULL) by the columns. */
bool emit_json_decoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key, const struct schema_text *writer, size_t number);
bool emit_json_encoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key);
/* The same two names for 'raw'. */
bool emit_raw_decoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key, const struct schema_text *writer, size_t number);
bool emit_raw_encoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key);
/* `static bool <tag>_read_line(struct rt_text line, struct <tag> *row, struct rt_arena *arena,
 *  const struct rt_zone *zone, struct rt_error *error)`: members to columns by name; absent is
 * NULL; unknown members are errors. */
bool emit_line_reader(struct emitter *e, struct text *out, const struct row *row);
/* `static bool <tag>_write_json(const struct <tag> *row, struct rt_buffer *out,
 *  const struct rt_zone *zone, struct rt_error *error)`: one object, no `$op`. */
bool emit_line_writer(struct emitter *e, struct text *out, const struct row *row);
/* `static bool <tag>_print(const struct <tag> *row, struct rt_output *output,
 *  const struct rt_zone *zone, struct rt_error *error)`: one rt_result_cell a column. */
bool emit_row_printer(struct emitter *e, struct text *out, const struct row *row);
/* The same two names for 'csv'. */
bool emit_csv_decoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key, const struct schema_text *writer, size_t number);
bool emit_csv_encoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key);
/* `<tag>_encode_value`: the cells as Java prints them, for the connector print. */
bool emit_print_encoder(struct emitter *e, struct text *out, const struct row *row);
/* A printer of one composite value for CAST AS STRING and cells, made on first use into e->types;
 * its name: `static void print_<composite>(struct rt_buffer *out, const T *value,
 * const struct rt_zone *zone)`. */
const char *emit_composite_printer(struct emitter *e, const struct type *type);

/* ---- expr.c ---- */

struct emit_value {
    const char *value; /* side-effect-free C text of emit_value_type */
    const char *null;  /* C condition; "false" if it is never NULL */
};

/* What INPUT columns are, and where statements go. */
struct expr_scope {
    struct emitter *e;
    struct text *out;             /* statements, from column 0; the caller indents the block */
    const struct row *row;        /* INPUT i: its column i */
    const char *row_text;         /* "in": pointer to the row struct */
    unsigned *next_local;         /* numbers of locals in this function */
    const struct emit_value *inputs; /* INPUT i, if not NULL: instead of row and row_text */
    const char *alias;            /* start of names of locals; NULL: "value" */
    bool once;                    /* the value of the next emit_expr is used once, if not NULL */
};

/* False in e->failed if something is unsupported (reported). The function being emitted has
 * `struct rt_task *task`, `struct rt_error *error` and returns bool. */
struct emit_value emit_expr(struct expr_scope *scope, const struct texpr *expr);
/* False: a ROW, ARRAY or MAP in the expression has a NULL without a type (reported). */
bool emit_check_members(struct emitter *e, const struct texpr *expr);
/* Statements that `return true` (skip the row) unless the condition is TRUE. */
void emit_condition(struct expr_scope *scope, const struct texpr *condition);
/* Statements that store `expr` into column `index` of `row` at "<target>.": value and NULL bit. */
void emit_assign(struct expr_scope *scope, const struct row *row, const char *target, size_t index,
    const struct texpr *expr);

/* The unit's text with `(void)name;` for every local of an expression that nothing reads
 * (unused.c). */
const char *emit_use_locals(struct arena *arena, const char *text);

#endif
