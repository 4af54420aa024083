/* The live entries of one shard while it is read from its topic: last value by key. */
#ifndef RT_STATE_TABLE_H
#define RT_STATE_TABLE_H

#include <rt/base.h>

struct state_entry {
    struct rt_bytes key, value; /* In the table's arena. */
    uint32_t hash;
    bool used, deleted;
};

/* Zeroed is empty. */
struct state_table {
    struct state_entry *entries; /* Open addressing, a power of two. */
    size_t capacity, count;
    struct rt_arena arena;
};

void state_table_release(struct state_table *table);
/* Copies both; `value` NULL deletes. */
void state_table_set(struct state_table *table, struct rt_bytes key, const struct rt_bytes *value);
void state_table_each(const struct state_table *table,
    bool (*entry)(void *context, struct rt_bytes key, struct rt_bytes value), void *context);

#endif
