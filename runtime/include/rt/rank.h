/* Top-N: the rows of each partition in order, each durable by itself.
 *
 * An operator has two maps: of struct rt_rank_row (durable) and, behind it, of struct rt_rank_list
 * (derived). Sort keys are bytes (rt/rank_key.h); among equal ones the first that came is first. */
#ifndef RT_RANK_H
#define RT_RANK_H

#include <rt/job.h>

struct rt_rank_row {
    struct rt_rank_list *list;
    uint8_t *data;       /* sort key with the number of arrival, then the encoded row */
    size_t order_size, row_size;
};

/* Pointers to rows in blocks, so that a long list is not moved as a whole. */
struct rt_rank_list {
    struct rt_rank_block *blocks;
    size_t block_count, block_capacity;
    size_t count;        /* rows */
    uint64_t arrivals;
};

/* `static const`, of the generated code. */
struct rt_rank {
    size_t rows, lists;  /* indices in task->maps */
    int64_t from, to;    /* 1-based */
    bool shifts;         /* rows that get another number are updates: the number comes out, or
                            `from` is above 1 */
    bool retracts;       /* any row may be taken back: all are kept */
    bool keyed;          /* a row replaces the one with the same key, and never comes behind it */
    bool single;         /* first row only, from inserts: replaced by update */
    bool newest_first;   /* ties and equal keys: the last that came is first */
    bool before;         /* -U is asked for */
    bool (*emit)(struct rt_task *task, struct rt_bytes row, int64_t number, enum rt_op op,
        struct rt_error *error);
};

/* What comes in, in task->scratch: [0] the partition's key, from rt_rank_begin; behind it, if
 * `keyed`, the row's key; [1] the sort key, then the row. */
struct rt_rank_input {
    size_t partition_size; /* of scratch[0] */
    size_t order_size;     /* of scratch[1] */
};

/* Clears both. */
void rt_rank_begin(struct rt_task *task);
bool rt_rank_add(struct rt_task *task, const struct rt_rank *rank,
    const struct rt_rank_input *input, struct rt_error *error);
/* Takes back the first equal row; if there is none, nothing happens. */
bool rt_rank_retract(struct rt_task *task, const struct rt_rank *rank,
    const struct rt_rank_input *input, struct rt_error *error);

/* The end of keys of lists that rows are about to meet: the first rows there, too. */
void rt_rank_near(const struct rt_near *lists);

/* ---- struct rt_operator of the two maps ---- */

bool rt_rank_encode(const void *value, struct rt_buffer *out);
bool rt_rank_decode(struct rt_bytes in, void *value, struct rt_error *error);
void rt_rank_release(void *value);
size_t rt_rank_owned(const void *value);
/* Puts a restored row into its list. */
void rt_rank_restored(struct rt_map *const *maps, const struct rt_rank *rank,
    struct rt_rank_row *row);
/* Of the lists, which are never stored. */
bool rt_rank_list_encode(const void *value, struct rt_buffer *out);
bool rt_rank_list_decode(struct rt_bytes in, void *value, struct rt_error *error);
void rt_rank_list_release(void *value);

/* ---- the first rows as they come, from inserts: a count a partition ---- */

struct rt_rank_count {
    int64_t rows;
};

bool rt_rank_count_encode(const void *value, struct rt_buffer *out);
bool rt_rank_count_decode(struct rt_bytes in, void *value, struct rt_error *error);

#endif
