#include "local/local.h"

#include <stdlib.h>
#include <string.h>

bool local_topic_find(struct local_log *log, const char *topic, int64_t *id,
    struct rt_error *error)
{
    sqlite3_stmt *statement = local_prepare(log, LOCAL_TOPIC_FIND, error);
    int step;

    if (!statement)
        return false;
    local_bind_text(statement, 1, topic);
    step = local_step(log, statement, error);
    *id = step > 0 ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    return step >= 0;
}

bool local_partition_find(struct local_log *log, const char *topic, int32_t partition,
    int64_t *id, int64_t *end, struct rt_error *error)
{
    sqlite3_stmt *statement = local_prepare(log, LOCAL_PARTITION_FIND, error);
    int step;

    if (!statement)
        return false;
    local_bind_text(statement, 1, topic);
    sqlite3_bind_int(statement, 2, partition);
    step = local_step(log, statement, error);
    *id = step > 0 ? sqlite3_column_int64(statement, 0) : 0;
    if (end)
        *end = step > 0 ? sqlite3_column_int64(statement, 1) : 0;
    sqlite3_reset(statement);
    return step >= 0;
}

bool local_topic_partitions(struct rt_log *base, const char *topic, int timeout_ms,
    int32_t *partitions, struct rt_error *error)
{
    struct local_log *log = (struct local_log *)base;
    sqlite3_stmt *statement;
    int64_t id;

    (void)timeout_ms;
    *partitions = 0;
    if (!local_topic_find(log, topic, &id, error))
        return false;
    if (!id)
        return true;
    statement = local_prepare(log, LOCAL_PARTITION_COUNT, error);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, id);
    if (local_step(log, statement, error) < 0)
        return false;
    *partitions = sqlite3_column_int(statement, 0);
    sqlite3_reset(statement);
    return true;
}

static bool topics(struct rt_log *base, int timeout_ms, struct rt_arena *arena,
    const char *const **names, size_t *count, struct rt_error *error)
{
    struct local_log *log = (struct local_log *)base;
    sqlite3_stmt *statement = local_prepare(log, LOCAL_TOPIC_ALL, error);
    const char **list = NULL, **kept;
    int step;

    (void)timeout_ms;
    *count = 0;
    if (!statement)
        return false;
    while ((step = local_step(log, statement, error)) > 0) {
        const char *name = (const char *)sqlite3_column_text(statement, 0);

        list = rt_reallocate(list, *count + 1, sizeof *list);
        list[(*count)++] =
            rt_text_copy(arena, (struct rt_text){name, strlen(name) + 1}).data;
    }
    kept = rt_arena_alloc(arena, (*count + 1) * sizeof *kept);
    if (*count)
        memcpy(kept, list, *count * sizeof *list);
    free(list);
    *names = kept;
    return step >= 0;
}

static bool add_topic(struct local_log *log, const struct rt_topic_spec *spec,
    struct rt_error *error)
{
    sqlite3_stmt *statement = local_prepare(log, LOCAL_TOPIC_ADD, error);
    int64_t id;

    if (!statement)
        return false;
    local_bind_text(statement, 1, spec->name);
    if (!local_run(log, statement, error))
        return false;
    id = sqlite3_last_insert_rowid(log->db);
    for (int32_t i = 0; i < spec->partitions; i++) {
        statement = local_prepare(log, LOCAL_PARTITION_ADD, error);
        if (!statement)
            return false;
        sqlite3_bind_int64(statement, 1, id);
        sqlite3_bind_int(statement, 2, i);
        if (!local_run(log, statement, error))
            return false;
    }
    for (size_t i = 0; i < spec->config_count; i++) {
        statement = local_prepare(log, LOCAL_CONFIG_ADD, error);
        if (!statement)
            return false;
        sqlite3_bind_int64(statement, 1, id);
        local_bind_text(statement, 2, spec->configs[i].key);
        local_bind_text(statement, 3, spec->configs[i].value);
        if (!local_run(log, statement, error))
            return false;
    }
    return true;
}

static bool topic_create(struct rt_log *base, const struct rt_topic_spec *spec, int timeout_ms,
    struct rt_error *error)
{
    struct local_log *log = (struct local_log *)base;
    int64_t id;
    bool own, done;

    (void)timeout_ms;
    if (spec->partitions < 1)
        return rt_fail(error, RT_CONFIG, RT_STOP, "topic '%s': %d partitions", spec->name,
            (int)spec->partitions);
    if (!local_enter(log, &own, error))
        return false;
    done = local_topic_find(log, spec->name, &id, error) && (id || add_topic(log, spec, error));
    return local_leave(log, own, done, error);
}

static bool topic_delete(struct rt_log *base, const char *topic, int timeout_ms,
    struct rt_error *error)
{
    static const enum local_query steps[] = {LOCAL_TOPIC_DELETE_RECORDS,
        LOCAL_TOPIC_DELETE_OFFSETS, LOCAL_TOPIC_DELETE_PARTITIONS, LOCAL_TOPIC_DELETE_CONFIGS,
        LOCAL_TOPIC_DELETE};
    struct local_log *log = (struct local_log *)base;
    int64_t id;
    bool own, done;

    (void)timeout_ms;
    if (!local_enter(log, &own, error))
        return false;
    done = local_topic_find(log, topic, &id, error);
    for (size_t i = 0; done && id && i < sizeof steps / sizeof *steps; i++) {
        sqlite3_stmt *statement = local_prepare(log, steps[i], error);

        if (statement)
            sqlite3_bind_int64(statement, 1, id);
        done = statement && local_run(log, statement, error);
    }
    return local_leave(log, own, done, error);
}

/* The one number that a bound query gives; *found false: no row or NULL. */
static bool one_number(struct local_log *log, sqlite3_stmt *statement, int64_t *number,
    bool *found, struct rt_error *error)
{
    int step = local_step(log, statement, error);

    *found = step > 0 && sqlite3_column_type(statement, 0) != SQLITE_NULL;
    if (*found)
        *number = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return step >= 0;
}

static bool offset_of(struct rt_log *base, const char *topic, int32_t partition,
    enum rt_offset_kind kind, int64_t timestamp_ms, int timeout_ms, int64_t *offset,
    struct rt_error *error)
{
    struct local_log *log = (struct local_log *)base;
    sqlite3_stmt *statement;
    int64_t id, end;
    bool found;

    (void)timeout_ms;
    if (!local_partition_find(log, topic, partition, &id, &end, error))
        return false;
    if (!id)
        return rt_fail(error, RT_BROKER, RT_STOP, "topic '%s' has no partition %d", topic,
            (int)partition);
    *offset = end;
    if (kind == RT_LATEST)
        return true;
    statement = local_prepare(log,
        kind == RT_EARLIEST ? LOCAL_RECORD_FIRST : LOCAL_RECORD_AT_TIME, error);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, id);
    if (kind == RT_AT_TIMESTAMP) {
        sqlite3_bind_int64(statement, 2, end);
        sqlite3_bind_int64(statement, 3, timestamp_ms);
    }
    if (!one_number(log, statement, offset, &found, error))
        return false;
    if (*offset > end) /* The first record is not committed yet. */
        *offset = end;
    return true;
}

static bool group_offset(struct rt_log *base, const char *group, const char *topic,
    int32_t partition, int timeout_ms, int64_t *offset, struct rt_error *error)
{
    struct local_log *log = (struct local_log *)base;
    sqlite3_stmt *statement = local_prepare(log, LOCAL_GROUP_GET, error);
    bool found;

    (void)timeout_ms;
    *offset = -1;
    if (!statement)
        return false;
    local_bind_text(statement, 1, group);
    local_bind_text(statement, 2, topic);
    sqlite3_bind_int(statement, 3, partition);
    return one_number(log, statement, offset, &found, error);
}

const struct rt_log_ops local_ops = {
    .kind = RT_LOG_LOCAL,
    .close = local_log_close,
    .topic_partitions = local_topic_partitions,
    .topics = topics,
    .topic_create = topic_create,
    .topic_delete = topic_delete,
    .topic_configs = local_topic_configs,
    .topic_configure = local_topic_configure,
    .topic_grow = local_topic_grow,
    .offset = offset_of,
    .group_offset = group_offset,
    .reader_open = local_reader_open,
    .reader_close = local_reader_close,
    .reader_poll = local_reader_poll,
    .reader_position = local_reader_position,
    .reader_finished = local_reader_finished,
    .reader_end = local_reader_end,
    .reader_pause = local_reader_pause,
    .writer_open = local_writer_open,
    .writer_close = local_writer_close,
    .writer_begin = local_writer_begin,
    .writer_send = local_writer_send,
    .writer_positions = local_writer_positions,
    .writer_commit = local_writer_commit,
    .writer_abort = local_writer_abort,
};
