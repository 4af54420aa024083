/* The operators' maps: restored when a session opens, written at each commit. */
#include "task/task.h"
#include "state/map.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHARDS = 1 };

static bool is_kept(const struct rt_task_private *own)
{
    return own->writer && !own->run->ephemeral;
}

static void make_maps(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;
    size_t count = task->job->operator_count;

    if (task->maps || !count)
        return;
    task->maps = rt_allocate(count, sizeof *task->maps);
    own->map_stores = rt_allocate(count, sizeof *own->map_stores);
    for (size_t i = 0; i < count; i++) {
        task->maps[i] = map_new(task->job->operators[i], SHARDS,
            is_kept(own) && !task->job->operators[i]->derived);
        map_set_time(task->maps[i], task->now_ms);
    }
}

enum { REPORT_MS = 1000 };

struct restoring {
    struct rt_task *task;
    size_t index;
    struct rt_error *error;
    bool failed;
    uint64_t records, bytes;
    int64_t reported_ms;
};

static bool restore_entry(void *context, struct rt_bytes key, const struct rt_bytes *value)
{
    struct restoring *restoring = context;
    struct rt_map *map = restoring->task->maps[restoring->index];

    restoring->records++;
    restoring->bytes += key.size + (value ? value->size : 0);
    restoring->failed = !map_restore(map, key, value, restoring->error);
    return !restoring->failed;
}

static void report_restored(const struct restoring *restoring, const char *how_far)
{
    const struct rt_operator *operator = restoring->task->job->operators[restoring->index];

    task_report(restoring->task, "state '%s' is restored: %zu entries of %" PRIu64
        " records, %.1f MB%s", operator->name,
        rt_map_count(restoring->task->maps[restoring->index]), restoring->records,
        (double)restoring->bytes / 1e6, how_far);
}

/* A short one says nothing. */
static void show_progress(void *context, int per_cent)
{
    struct restoring *restoring = context;
    int64_t now_ms = rt_monotonic_ms();
    char how_far[32] = ", so far";

    if (now_ms - restoring->reported_ms < REPORT_MS)
        return;
    restoring->reported_ms = now_ms;
    if (per_cent >= 0)
        snprintf(how_far, sizeof how_far, ", %d %% of it", per_cent);
    report_restored(restoring, how_far);
}

static bool restore(struct rt_task *task, size_t index, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    const struct rt_operator *operator = task->job->operators[index];
    int64_t began_ms = rt_monotonic_ms();
    struct restoring restoring = {
        .task = task, .index = index, .error = error, .reported_ms = began_ms};
    const struct rt_restore into = {restore_entry, show_progress, &restoring};

    own->map_stores[index] = rt_store_open(own->run->log, own->pipeline, operator->name, SHARDS,
        operator->schema_hash, error);
    if (!own->map_stores[index])
        return false;
    for (int32_t shard = 0; shard < SHARDS; shard++)
        if (!rt_store_restore(own->map_stores[index], shard, &into, error) || restoring.failed)
            return false;
    if (restoring.reported_ms != began_ms)
        report_restored(&restoring, "");
    map_restored(task->maps[index], task->maps);
    return true;
}

bool task_state_open(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    make_maps(task);
    /* In order: derived maps come behind those that point into them. */
    for (size_t i = 0; i < task->job->operator_count; i++)
        map_clear(task->maps[i]);
    for (size_t i = 0; i < task->job->operator_count; i++)
        if (is_kept(own) && !task->job->operators[i]->derived && !restore(task, i, error))
            return false;
    return true;
}

void task_state_set_time(struct rt_task *task)
{
    for (size_t i = 0; i < task->job->operator_count; i++)
        map_set_time(task->maps[i], task->now_ms);
}

struct putting {
    struct rt_task *task;
    struct rt_store *store;
};

static bool put(void *context, int32_t shard, struct rt_bytes key, const struct rt_bytes *value,
    struct rt_error *error)
{
    const struct putting *putting = context;
    struct rt_task_private *own = putting->task->private_;

    while (!rt_store_put(putting->store, own->writer, shard, key, value, error))
        if (error->action != RT_RETRY || !task_wait(putting->task, &own->away, error))
            return false;
    return true;
}

bool task_state_put(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    bool in_order = rt_log_kind(own->run->log) == RT_LOG_LOCAL; /* A file keeps them in a tree. */

    for (size_t i = 0; i < task->job->operator_count; i++) {
        struct putting putting = {task, own->map_stores[i]};

        if (putting.store && !map_changes(task->maps[i], in_order, put, &putting, error))
            return false;
    }
    return true;
}

void task_state_committed(struct rt_task *task)
{
    for (size_t i = 0; i < task->job->operator_count; i++)
        map_committed(task->maps[i]);
}

bool task_state_may_rewind(const struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    if (!task->job->operator_count || !own->stats.commits || is_kept(own))
        return true;
    return rt_fail(error, RT_ABORTED, RT_STOP,
        "a transaction was lost and a foreground statement keeps no state to go on from: run the "
        "statement again");
}

void task_state_close_stores(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; own->map_stores && i < task->job->operator_count; i++) {
        rt_store_close(own->map_stores[i]);
        own->map_stores[i] = NULL;
    }
}

void task_state_close(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; task->maps && i < task->job->operator_count; i++)
        map_free(task->maps[i]);
    free(task->maps);
    free(own->map_stores);
}
