/* Row structs as data (rt/shape.h): as C text for the pipeline, in memory for the emitters. */
#ifndef DDL2C_SHAPE_H
#define DDL2C_SHAPE_H

#include "emit_internal.h"

#include <rt/shape.h>

/* The shape of a type, without offsets and sizes. */
struct rt_shape shape_of_type(struct arena *arena, const struct type *type);
/* A ROW of a side's columns, by number as in side->columns; those without a member are unread. */
struct rt_shape shape_of_side(struct arena *arena, const struct row *row,
    const struct table *table, const struct table_side *side);
/* Appends the constants that describe the row as this side fills it; the name of the last one, a
 * struct rt_shape. */
const char *emit_shape(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key);

#endif
