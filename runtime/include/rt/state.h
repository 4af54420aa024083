/* Durable state: what an operator must have again after a crash.
 *
 * A store belongs to one operator of one pipeline and has a fixed number of shards. Entries are
 * put inside the writer's transaction, so they commit with the outputs and the source positions.
 * local: rows of the same SQLite file. Kafka: the compacted topic `<pipeline>-<operator>-changelog`
 * with one partition a shard. The last put of a key wins; NULL value deletes.
 * The layout of keys and values is the operator's; the first byte of a value is its version. */
#ifndef RT_STATE_H
#define RT_STATE_H

#include <rt/log.h>

struct rt_store;

/* Creates the topic if needed. `schema_hash` describes the layout: a different one stored earlier
 * is RT_STATE, naming both. Not before the writer is open (its fencing ends older transactions). */
struct rt_store *rt_store_open(struct rt_log *log, const char *pipeline, const char *operator_name,
    int32_t shards, uint64_t schema_hash, struct rt_error *error);
void rt_store_close(struct rt_store *store); /* NULL allowed. */

/* What a store is read into. */
struct rt_restore {
    /* The entries of a shard as they were put, keys in no order: a later one of a key replaces the
     * earlier one, `value` NULL says that it is gone (there may be none to go). Nothing is kept
     * between the calls. False: stop. */
    bool (*entry)(void *context, struct rt_bytes key, const struct rt_bytes *value);
    /* Called now and then: how much of the shard was read, or -1: that is not known. NULL: not
     * asked for. */
    void (*progress)(void *context, int per_cent);
    void *context;
};

/* After a failure that may pass all can be restored again, from the start. */
bool rt_store_restore(struct rt_store *store, int32_t shard, const struct rt_restore *restore,
    struct rt_error *error);

/* Inside a transaction of `writer`. `value` NULL: delete. Copies. */
bool rt_store_put(struct rt_store *store, struct rt_writer *writer, int32_t shard,
    struct rt_bytes key, const struct rt_bytes *value, struct rt_error *error);

#endif
