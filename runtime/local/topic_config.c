/* Configs and partitions of topics that exist. */
#include "local/local.h"

#include <string.h>

static bool need_topic(struct local_log *log, const char *topic, int64_t *id,
    struct rt_error *error)
{
    if (!local_topic_find(log, topic, id, error))
        return false;
    return *id || rt_fail(error, RT_BROKER, RT_STOP, "there is no topic '%s'", topic);
}

static const char *column_text(struct rt_arena *arena, sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);

    if (!text)
        text = "";
    return rt_text_copy(arena, (struct rt_text){text, strlen(text) + 1}).data;
}

bool local_topic_configs(struct rt_log *base, const char *topic, int timeout_ms,
    struct rt_arena *arena, const struct rt_property **configs, size_t *count,
    struct rt_error *error)
{
    struct local_log *log = (struct local_log *)base;
    struct rt_property *list = NULL;
    sqlite3_stmt *statement;
    size_t capacity = 0;
    int64_t id;
    int step;

    (void)timeout_ms;
    *count = 0;
    if (!need_topic(log, topic, &id, error))
        return false;
    statement = local_prepare(log, LOCAL_CONFIG_ALL, error);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, id);
    while ((step = local_step(log, statement, error)) > 0) {
        if (*count == capacity) {
            struct rt_property *more =
                rt_arena_alloc(arena, (2 * capacity + 8) * sizeof *more);

            if (*count)
                memcpy(more, list, *count * sizeof *more);
            list = more;
            capacity = 2 * capacity + 8;
        }
        list[*count].key = column_text(arena, statement, 0);
        list[(*count)++].value = column_text(arena, statement, 1);
    }
    *configs = list;
    return step >= 0;
}

static bool set_configs(struct local_log *log, int64_t id, const struct rt_property *configs,
    size_t count, struct rt_error *error)
{
    for (size_t i = 0; i < count; i++) {
        sqlite3_stmt *statement = local_prepare(log, LOCAL_CONFIG_ADD, error);

        if (!statement)
            return false;
        sqlite3_bind_int64(statement, 1, id);
        local_bind_text(statement, 2, configs[i].key);
        local_bind_text(statement, 3, configs[i].value);
        if (!local_run(log, statement, error))
            return false;
    }
    return true;
}

bool local_topic_configure(struct rt_log *base, const char *topic,
    const struct rt_property *configs, size_t count, int timeout_ms, struct rt_error *error)
{
    struct local_log *log = (struct local_log *)base;
    int64_t id;
    bool own, done;

    (void)timeout_ms;
    if (!local_enter(log, &own, error))
        return false;
    done = need_topic(log, topic, &id, error) && set_configs(log, id, configs, count, error);
    return local_leave(log, own, done, error);
}

static bool add_partitions(struct local_log *log, const char *topic, int32_t partitions,
    struct rt_error *error)
{
    int32_t now;
    int64_t id;

    if (!need_topic(log, topic, &id, error) ||
        !local_topic_partitions(&log->base, topic, 0, &now, error))
        return false;
    if (partitions < now)
        return rt_fail(error, RT_CONFIG, RT_STOP,
            "topic '%s' has %d partitions and cannot have fewer", topic, (int)now);
    for (int32_t i = now; i < partitions; i++) {
        sqlite3_stmt *statement = local_prepare(log, LOCAL_PARTITION_ADD, error);

        if (!statement)
            return false;
        sqlite3_bind_int64(statement, 1, id);
        sqlite3_bind_int(statement, 2, i);
        if (!local_run(log, statement, error))
            return false;
    }
    return true;
}

bool local_topic_grow(struct rt_log *base, const char *topic, int32_t partitions, int timeout_ms,
    struct rt_error *error)
{
    struct local_log *log = (struct local_log *)base;
    bool own;

    (void)timeout_ms;
    return local_enter(log, &own, error) &&
        local_leave(log, own, add_partitions(log, topic, partitions, error), error);
}
