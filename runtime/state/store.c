/* rt/state.h: rows of the local file, or a compacted topic.
 *
 * In the topic a record's key is a tag byte and the operator's key: ENTRY for entries; HASH alone
 * is the record, written before the first entry of each shard, that holds the layout's hash. */
#include "core/internal.h"
#include "local/local.h"

#include <rt/state.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HASH = 0, ENTRY = 1 };
enum { HASH_VERSION = 1, HASH_SIZE = 9 };
enum { CALL_MS = 30000, POLL_MS = 1000, POLL_RECORDS = 4096, REPLICATION_DEFAULT = -1 };

struct rt_store {
    struct rt_log *log;
    char *name;       /* For messages: the topic's name in both environments. */
    int32_t shards;
    uint64_t hash;
    int64_t id;       /* local: of the store's row */
    bool *hash_known; /* Kafka, by shard: the topic has the hash. */
    struct rt_buffer key;
};

static bool is_local(const struct rt_store *store)
{
    return rt_log_kind(store->log) == RT_LOG_LOCAL;
}

static bool mismatch(const struct rt_store *store, uint64_t stored, struct rt_error *error)
{
    return rt_fail(error, RT_STATE, RT_STOP,
        "state '%s' was written with layout %016" PRIx64 ", this pipeline has %016" PRIx64
        ": the query changed; give the pipeline another --name to start with empty state, or "
        "run the earlier build",
        store->name, stored, store->hash);
}

static bool wrong_shards(const struct rt_store *store, int32_t stored, struct rt_error *error)
{
    return rt_fail(error, RT_STATE, RT_STOP,
        "state '%s' has %d shards, this pipeline wants %d: give the pipeline another --name to "
        "start with empty state",
        store->name, (int)stored, (int)store->shards);
}

static bool open_local(struct rt_store *store, const char *pipeline, const char *operator_name,
    struct rt_error *error)
{
    uint64_t hash = store->hash;
    int32_t shards = store->shards;

    if (!local_store_open((struct local_log *)store->log, pipeline, operator_name, &shards, &hash,
            &store->id, error))
        return false;
    if (shards != store->shards)
        return wrong_shards(store, shards, error);
    return hash == store->hash || mismatch(store, hash, error);
}

static bool open_topic(struct rt_store *store, struct rt_error *error)
{
    static const struct rt_property configs[] = {{"cleanup.policy", "compact"}};
    const struct rt_topic_spec spec = {.name = store->name, .partitions = store->shards,
        .replication = REPLICATION_DEFAULT, .configs = configs, .config_count = 1};
    int32_t partitions;

    if (!rt_log_topic_partitions(store->log, store->name, CALL_MS, &partitions, error))
        return false;
    if (!partitions)
        return rt_log_topic_create(store->log, &spec, CALL_MS, error);
    return partitions == store->shards || wrong_shards(store, partitions, error);
}

struct rt_store *rt_store_open(struct rt_log *log, const char *pipeline, const char *operator_name,
    int32_t shards, uint64_t schema_hash, struct rt_error *error)
{
    struct rt_store *store = rt_allocate(1, sizeof *store);
    size_t name_size = strlen(pipeline) + strlen(operator_name) + sizeof "--changelog";

    store->log = log;
    store->shards = shards;
    store->hash = schema_hash;
    store->name = rt_allocate(1, name_size);
    store->hash_known = rt_allocate((size_t)shards, sizeof *store->hash_known);
    snprintf(store->name, name_size, "%s-%s-changelog", pipeline, operator_name);
    if (!(is_local(store) ? open_local(store, pipeline, operator_name, error)
                          : open_topic(store, error))) {
        rt_store_close(store);
        return NULL;
    }
    return store;
}

void rt_store_close(struct rt_store *store)
{
    if (!store)
        return;
    rt_buffer_release(&store->key);
    free(store->hash_known);
    free(store->name);
    free(store);
}

static bool check_hash(struct rt_store *store, int32_t shard, const struct rt_record *record,
    struct rt_error *error)
{
    uint64_t stored = 0;

    if (record->value.size != HASH_SIZE || record->value.data[0] != HASH_VERSION)
        return rt_fail(error, RT_STATE, RT_STOP,
            "state '%s': the layout record has an unknown form", store->name);
    for (size_t i = 1; i < HASH_SIZE; i++)
        stored = stored << 8 | record->value.data[i];
    if (stored != store->hash)
        return mismatch(store, stored, error);
    store->hash_known[shard] = true;
    return true;
}

static bool take(struct rt_store *store, int32_t shard, const struct rt_record *record,
    const struct rt_restore *restore, bool *stopped, struct rt_error *error)
{
    struct rt_bytes key = record->key;

    if (record->key_null || !key.size || key.data[0] > ENTRY)
        return rt_fail(error, RT_STATE, RT_STOP,
            "state '%s': partition %d, offset %" PRId64 " is not of this pipeline", store->name,
            (int)shard, record->offset);
    if (key.data[0] == HASH)
        return check_hash(store, shard, record, error);
    key = (struct rt_bytes){key.data + 1, key.size - 1};
    *stopped = !restore->entry(restore->context, key, record->value_null ? NULL : &record->value);
    return true;
}

static int per_cent(const struct rt_input *input, int64_t position)
{
    return (int)((position - input->offset) * 100 / (input->end - input->offset));
}

static bool restore_topic(struct rt_store *store, int32_t shard, const struct rt_restore *restore,
    struct rt_error *error)
{
    struct rt_input input = {.topic = store->name, .partition = shard};
    struct rt_reader *reader = NULL;
    bool done = false, stopped = false;
    struct rt_record *records;
    size_t count;

    if (!rt_log_offset(store->log, store->name, shard, RT_EARLIEST, 0, CALL_MS, &input.offset,
            error) ||
        !rt_log_offset(store->log, store->name, shard, RT_LATEST, 0, CALL_MS, &input.end, error))
        return false;
    if (input.offset >= input.end)
        return true;
    reader = rt_reader_open(store->log, &input, 1, error);
    if (!reader)
        return false;
    while (!stopped && !rt_reader_finished(reader)) {
        if (!rt_reader_poll(reader, POLL_RECORDS, POLL_MS, &records, &count, error))
            goto close;
        for (size_t i = 0; i < count && !stopped; i++)
            if (!take(store, shard, &records[i], restore, &stopped, error))
                goto close;
        if (restore->progress)
            restore->progress(restore->context, per_cent(&input, rt_reader_position(reader, 0)));
    }
    done = true;
close:
    rt_reader_close(reader);
    return done;
}

bool rt_store_restore(struct rt_store *store, int32_t shard, const struct rt_restore *restore,
    struct rt_error *error)
{
    return is_local(store)
        ? local_state_restore((struct local_log *)store->log, store->id, shard, restore, error)
        : restore_topic(store, shard, restore, error);
}

static bool put_hash(struct rt_store *store, struct rt_writer *writer, int32_t shard,
    struct rt_error *error)
{
    const uint8_t key[] = {HASH};
    uint8_t value[HASH_SIZE] = {HASH_VERSION};
    const struct rt_message message = {.topic = store->name, .partition = shard,
        .timestamp_ms = -1, .key = {key, sizeof key}, .value = {value, sizeof value}};

    for (size_t i = 1; i < HASH_SIZE; i++)
        value[i] = (uint8_t)(store->hash >> 8 * (HASH_SIZE - 1 - i));
    if (!rt_writer_send(writer, &message, error))
        return false;
    store->hash_known[shard] = true;
    return true;
}

bool rt_store_put(struct rt_store *store, struct rt_writer *writer, int32_t shard,
    struct rt_bytes key, const struct rt_bytes *value, struct rt_error *error)
{
    struct rt_message message = {.topic = store->name, .partition = shard, .timestamp_ms = -1,
        .value_null = !value};
    const uint8_t tag = ENTRY;

    if (is_local(store))
        return local_state_put((struct local_log *)store->log, writer, store->id, shard, key,
            value, error);
    if (!store->hash_known[shard] && !put_hash(store, writer, shard, error))
        return false;
    store->key.size = 0;
    rt_buffer_add(&store->key, &tag, 1);
    rt_buffer_add(&store->key, key.data, key.size);
    message.key = (struct rt_bytes){store->key.data, store->key.size};
    if (value)
        message.value = *value;
    return rt_writer_send(writer, &message, error);
}
