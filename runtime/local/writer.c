#include "local/local.h"

#include <stdlib.h>
#include <string.h>

struct partition {
    int64_t id;
    int64_t next;         /* Offset of the next record, if `transaction` is the open one. */
    uint64_t transaction; /* In which `next` was read. */
};

struct topic {
    const char *key; /* The caller's pointer: equal pointers are equal topics. */
    char *name;
    struct partition *partitions;
    int32_t count;
    uint32_t turn; /* Round robin. */
};

struct local_writer {
    struct rt_writer base;
    struct local_log *log;
    char *id;
    int64_t epoch;
    bool open;            /* Between begin and commit or abort. */
    bool locked;          /* The file's write lock is ours. */
    bool lost;            /* Another writer of this log ended our transaction. */
    uint64_t transaction; /* Counts. */
    struct topic *topics;
    size_t topic_count;
    struct rt_buffer headers;
};

static bool epoch_of(struct local_log *log, const char *id, int64_t *epoch,
    struct rt_error *error)
{
    sqlite3_stmt *statement = local_prepare(log, LOCAL_EPOCH_GET, error);
    int step;

    if (!statement)
        return false;
    local_bind_text(statement, 1, id);
    step = local_step(log, statement, error);
    *epoch = step > 0 ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    return step >= 0;
}

static bool take_over(struct local_writer *writer, struct rt_error *error)
{
    struct local_log *log = writer->log;
    sqlite3_stmt *statement;
    bool done;

    if (log->active) {
        log->active->lost = true;
        log->active->locked = false;
        log->active = NULL;
        local_rollback(log);
    }
    if (!local_do(log, LOCAL_BEGIN_WRITE, error))
        return false;
    statement = local_prepare(log, LOCAL_EPOCH_RAISE, error);
    if (statement)
        local_bind_text(statement, 1, writer->id);
    done = statement && local_run(log, statement, error) &&
        epoch_of(log, writer->id, &writer->epoch, error);
    return local_leave(log, true, done, error);
}

struct rt_writer *local_writer_open(struct rt_log *log, const char *transactional_id,
    int timeout_ms, struct rt_error *error)
{
    struct local_writer *writer = rt_allocate(1, sizeof *writer);

    (void)timeout_ms; /* The connection's busy timeout is of the same order. */
    writer->base.ops = &local_ops;
    writer->log = (struct local_log *)log;
    writer->id = rt_duplicate(transactional_id);
    if (!take_over(writer, error)) {
        local_writer_close(&writer->base);
        return NULL;
    }
    return &writer->base;
}

void local_writer_close(struct rt_writer *base)
{
    struct local_writer *writer = (struct local_writer *)base;
    struct rt_error ignored;

    local_writer_abort(base, &ignored);
    for (size_t i = 0; i < writer->topic_count; i++) {
        free(writer->topics[i].name);
        free(writer->topics[i].partitions);
    }
    free(writer->topics);
    rt_buffer_release(&writer->headers);
    free(writer->id);
    free(writer);
}

static bool fenced(struct local_writer *writer, struct rt_error *error)
{
    return rt_fail(error, RT_FENCED, RT_STOP,
        "another instance of '%s' has taken over; this one stops", writer->id);
}

bool local_writer_begin(struct rt_writer *base, struct rt_error *error)
{
    struct local_writer *writer = (struct local_writer *)base;

    (void)error;
    /* The lock is taken by the first write: an idle pipeline must not keep others out. */
    writer->open = true;
    writer->transaction++;
    return true;
}

bool local_writer_lock(struct rt_writer *base, struct rt_error *error)
{
    struct local_writer *writer = (struct local_writer *)base;
    int64_t epoch;

    if (writer->locked)
        return true;
    if (writer->lost)
        return fenced(writer, error);
    if (!local_do(writer->log, LOCAL_BEGIN_WRITE, error))
        return false;
    writer->locked = true;
    writer->log->active = writer;
    if (!epoch_of(writer->log, writer->id, &epoch, error))
        return false;
    return epoch == writer->epoch || fenced(writer, error);
}

/* *found NULL: no such topic. */
static bool topic_of(struct local_writer *writer, const char *name, struct topic **found,
    struct rt_error *error)
{
    struct topic topic = {.key = name};

    for (size_t i = 0; i < writer->topic_count; i++) {
        *found = &writer->topics[i];
        if ((*found)->key == name && !strcmp((*found)->name, name))
            return true;
    }
    *found = NULL;
    if (!rt_log_topic_partitions(&writer->log->base, name, 0, &topic.count, error))
        return false;
    if (!topic.count)
        return true;
    topic.name = rt_duplicate(name);
    topic.partitions = rt_allocate((size_t)topic.count, sizeof *topic.partitions);
    writer->topics =
        rt_reallocate(writer->topics, writer->topic_count + 1, sizeof *writer->topics);
    *found = &writer->topics[writer->topic_count++];
    **found = topic;
    return true;
}

static bool partition_of(struct local_writer *writer, const struct rt_message *message,
    struct partition **found, struct rt_error *error)
{
    struct topic *topic = NULL;
    int32_t number;

    if (!topic_of(writer, message->topic, &topic, error))
        return false;
    number = topic ? rt_message_partition(message, topic->count, &topic->turn)
                   : message->partition;
    if (!topic || number >= topic->count)
        return rt_fail(error, RT_BROKER, RT_STOP, "topic '%s' has no partition %d",
            message->topic, (int)(number < 0 ? 0 : number));
    *found = &topic->partitions[number];
    if ((*found)->transaction == writer->transaction)
        return true;
    if (!local_partition_find(writer->log, message->topic, number, &(*found)->id,
            &(*found)->next, error))
        return false;
    if (!(*found)->id)
        return rt_fail(error, RT_BROKER, RT_STOP, "topic '%s' was deleted", message->topic);
    (*found)->transaction = writer->transaction;
    return true;
}

bool local_writer_send(struct rt_writer *base, const struct rt_message *message,
    struct rt_error *error)
{
    struct local_writer *writer = (struct local_writer *)base;
    struct partition *partition = NULL;
    sqlite3_stmt *statement;

    if (!local_writer_lock(base, error) || !partition_of(writer, message, &partition, error))
        return false;
    statement = local_prepare(writer->log, LOCAL_RECORD_ADD, error);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, partition->id);
    sqlite3_bind_int64(statement, 2, partition->next);
    sqlite3_bind_int64(statement, 3,
        message->timestamp_ms < 0 ? rt_wall_ms() : message->timestamp_ms);
    local_bind_bytes(statement, 4, message->key, message->key_null);
    local_bind_bytes(statement, 5, message->value, message->value_null);
    writer->headers.size = 0;
    local_headers_encode(&writer->headers, message->headers, message->header_count);
    local_bind_bytes(statement, 6,
        (struct rt_bytes){writer->headers.data, writer->headers.size}, !message->header_count);
    if (!local_run(writer->log, statement, error))
        return false;
    partition->next++;
    return true;
}

bool local_writer_positions(struct rt_writer *base, const char *group,
    const struct rt_input *positions, size_t count, struct rt_error *error)
{
    struct local_writer *writer = (struct local_writer *)base;

    if (!local_writer_lock(base, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        sqlite3_stmt *statement = local_prepare(writer->log, LOCAL_GROUP_SET, error);

        if (!statement)
            return false;
        local_bind_text(statement, 1, group);
        local_bind_text(statement, 2, positions[i].topic);
        sqlite3_bind_int(statement, 3, positions[i].partition);
        sqlite3_bind_int64(statement, 4, positions[i].offset);
        if (!local_run(writer->log, statement, error))
            return false;
    }
    return true;
}

/* Makes the transaction's records visible: readers stop at next_offset. */
static bool move_ends(struct local_writer *writer, struct rt_error *error)
{
    for (size_t i = 0; i < writer->topic_count; i++) {
        for (int32_t j = 0; j < writer->topics[i].count; j++) {
            struct partition *partition = &writer->topics[i].partitions[j];
            sqlite3_stmt *statement;

            if (partition->transaction != writer->transaction)
                continue;
            statement = local_prepare(writer->log, LOCAL_PARTITION_SET_END, error);
            if (!statement)
                return false;
            sqlite3_bind_int64(statement, 1, partition->id);
            sqlite3_bind_int64(statement, 2, partition->next);
            if (!local_run(writer->log, statement, error))
                return false;
        }
    }
    return true;
}

bool local_writer_commit(struct rt_writer *base, struct rt_error *error)
{
    struct local_writer *writer = (struct local_writer *)base;
    int64_t epoch;

    if (writer->lost)
        return fenced(writer, error);
    if (!writer->locked) { /* Nothing was written. */
        writer->open = false;
        if (!epoch_of(writer->log, writer->id, &epoch, error))
            return false;
        return epoch == writer->epoch || fenced(writer, error);
    }
    if (!move_ends(writer, error) || !local_do(writer->log, LOCAL_COMMIT, error))
        return false;
    writer->open = writer->locked = false;
    writer->log->active = NULL;
    return true;
}

bool local_writer_abort(struct rt_writer *base, struct rt_error *error)
{
    struct local_writer *writer = (struct local_writer *)base;

    (void)error;
    if (writer->locked) {
        local_rollback(writer->log);
        writer->log->active = NULL;
    }
    writer->open = writer->locked = false;
    return true;
}
