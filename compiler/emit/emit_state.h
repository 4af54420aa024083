/* Rows and keys as bytes in state: what operators with state share (state*.c). */
#ifndef DDL2C_EMIT_STATE_H
#define DDL2C_EMIT_STATE_H

#include "job.h"

/* How a value stands in memory: "bool", "i8" … "i128", "f32", "f64", "text", "bytes",
 * "timestamp"; NULL: a composite. */
const char *state_word(const struct type *type);
/* A call without semicolon that appends a stored, present value to `buffer` (an expression of type
 * struct rt_buffer *): "rt_pack_i64(out, row->id)". `stored` must have an address. */
const char *state_pack_call(struct emitter *e, const struct type *type, const char *stored,
    const char *buffer);
/* The statement, without semicolon, that reads it: "row->id = rt_unpack_i64(&from)". `in` is of
 * type struct rt_unpack *; `arena` is needed for ARRAY, MAP, MULTISET and ROW alone. */
const char *state_unpack_call(struct emitter *e, const struct type *type, const char *stored,
    const char *in, const char *arena);
/* Whether reading takes memory from the arena. */
bool state_needs_arena(const struct type *type);

/* `static void <name>(const struct <tag> *row, struct rt_buffer *out)`: appends the columns as key
 * bytes; equal keys, equal bytes; several keys may stand one after another. `about`: comment. */
void state_emit_key(struct flow *flow, const char *name, const char *about, const struct row *row,
    const size_t *columns, size_t count);
/* The same of parts that say how their columns are written. */
void state_emit_parts(struct flow *flow, const char *name, const char *about,
    const struct row *row, const struct key_part *parts, size_t count);
/* Parts of columns by their types. */
const struct key_part *state_parts(struct arena *arena, const size_t *columns, size_t count);
/* The same signature: appends the whole row. */
void state_emit_pack(struct flow *flow, const char *name, const struct row *row);
/* `static bool <name>(struct rt_bytes bytes, struct <tag> *row, struct rt_arena *arena)`: fills the
 * row; views into `bytes`, collections in the arena. False: not such a row. */
void state_emit_unpack(struct flow *flow, const char *name, const struct row *row);
/* `(void)name;` of each parameter that the body does not use. */
void emit_unused(struct text *out, const char *body, const char *const *parameters, size_t count);
/* The types of the columns (NULL: of all), for flow_map.layout. */
const char *state_layout(struct emitter *e, const struct row *row, const size_t *columns,
    size_t count);

#endif
