/* Between the files of the Avro resolver. */
#ifndef RT_CODEC_AVRO_RESOLVE_H
#define RT_CODEC_AVRO_RESOLVE_H

#include "codec/avro_schema.h"

#include <rt/avro_resolve.h>

enum { RESOLVE_NODES = 6000, RESOLVE_DEPTH = 48 };

struct resolver {
    struct avro_memory memory;
    const char *path; /* of the place that is being resolved; "" at the top */
    const char *why;  /* the last failure */
    size_t nodes;
    int depth;
};

/* Each NULL: why is set. */
const struct avro_step *resolve(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape);
/* The same of a part called `name`, "[]" for items. */
const struct avro_step *resolve_inner(struct resolver *r, const char *name,
    const struct avro_schema *writer, const struct avro_schema *reader,
    const struct rt_shape *shape);
const struct avro_step *resolve_skip(struct resolver *r, const char *name,
    const struct avro_schema *writer);
/* Begins a datum, ended by depth--; false if it contains itself, is too deep or too large. */
bool resolve_enter(struct resolver *r, const struct avro_schema *schema);
/* SET_NULL, or REFUSE for NOT NULL. Never fails. */
const struct avro_step *resolve_null(struct resolver *r, const struct rt_shape *shape);
const struct avro_step *resolve_refusal(struct resolver *r, const struct avro_schema *schema,
    enum rt_avro_problem problem); /* never fails */
struct avro_step *resolve_step(struct resolver *r, enum avro_action action,
    const struct avro_schema *schema, const struct rt_shape *shape);
__attribute__((format(printf, 2, 3))) const struct avro_step *resolve_fail(struct resolver *r,
    const char *format, ...);
const struct avro_step *resolve_unfit(struct resolver *r, const struct avro_schema *writer,
    const struct rt_shape *shape);

/* ---- avro_resolve_record.c ---- */

/* A record into a ROW, or into the columns of a side. */
const struct avro_step *resolve_record(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape);
/* Whether the ROW is of a union of several: a field a branch, in their order. */
bool resolve_is_union_row(struct resolver *r, const struct avro_schema *reader,
    const struct rt_shape *shape);
/* A datum, not of a union, into the field of the branch that takes it; the others are NULL. */
const struct avro_step *resolve_union_row(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape);
/* The branch of the reader's union that stands for the writer's type; a reader that is no union
 * itself; NULL: none. */
const struct avro_schema *resolve_reader_branch(struct resolver *r,
    const struct avro_schema *reader, const struct avro_schema *writer);

/* "DECIMAL(10, 2)", "ROW": the SQL type. */
const char *shape_label(struct avro_memory memory, const struct rt_shape *shape);

#endif
