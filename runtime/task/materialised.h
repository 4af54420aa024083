/* The rows of a changelog, materialised: printed as an SQL client prints a table. */
#ifndef RT_TASK_MATERIALISED_H
#define RT_TASK_MATERIALISED_H

#include <rt/job.h>

struct materialised;

struct materialised *materialised_new(const struct rt_sink *sink);
void materialised_free(struct materialised *table); /* NULL allowed. */
/* A row as it comes: cell i is cells[starts[i] .. starts[i + 1]). Copies. */
void materialised_apply(struct materialised *table, enum rt_op op, const struct rt_buffer *cells,
    const size_t *starts, const bool *nulls);
void materialised_print(const struct materialised *table, struct rt_buffer *out);

#endif
