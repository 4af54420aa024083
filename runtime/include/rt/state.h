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

/* Calls `entry` for the live entries of a shard, in no order; stops when it returns false. */
bool rt_store_restore(struct rt_store *store, int32_t shard,
    bool (*entry)(void *context, struct rt_bytes key, struct rt_bytes value), void *context,
    struct rt_error *error);

/* Inside a transaction of `writer`. `value` NULL: delete. Copies. */
bool rt_store_put(struct rt_store *store, struct rt_writer *writer, int32_t shard,
    struct rt_bytes key, const struct rt_bytes *value, struct rt_error *error);

#endif
