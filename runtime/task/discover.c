/* What sources read: partitions of topics, files, lines; at the start, and what comes later. */
#include "task/task.h"

#include <stdlib.h>
#include <string.h>

enum { CALL_MS = 30000, LOOK_MS = 5000 };

static struct position *add(struct rt_task_private *own, const struct rt_source *source,
    int32_t partition)
{
    own->positions =
        rt_reallocate(own->positions, own->position_count + 1, sizeof *own->positions);
    own->positions[own->position_count] = (struct position){
        .source = source, .partition = partition, .committed = -1, .end = INT64_MAX};
    return &own->positions[own->position_count++];
}

/* ---- topics ---- */

static bool has_partition(const struct rt_task_private *own, const struct rt_source *source,
    const char *topic, int32_t partition)
{
    for (size_t i = 0; i < own->position_count; i++) {
        const struct position *position = &own->positions[i];

        if (position->source == source && position->partition == partition && position->topic &&
            !strcmp(position->topic, topic))
            return true;
    }
    return false;
}

/* Partitions of a topic that have no position yet. */
static bool add_partitions(struct rt_task *task, const struct rt_source *source,
    const char *topic, int timeout_ms, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    int32_t partitions;

    if (!rt_log_topic_partitions(own->run->log, topic, timeout_ms, &partitions, error))
        return rt_error_context(error, "table %s", source->table->name);
    for (int32_t i = 0; i < partitions; i++) {
        struct position *position =
            has_partition(own, source, topic, i) ? NULL : add(own, source, i);

        if (!position)
            continue;
        position->topic = topic;
        position->topic_size = strlen(topic);
    }
    return true;
}

/* The task's own copy. */
static const char *keep_topic(struct rt_task_private *own, const char *topic)
{
    for (size_t i = 0; i < own->topic_count; i++)
        if (!strcmp(own->topics[i], topic))
            return own->topics[i];
    own->topics = rt_reallocate(own->topics, own->topic_count + 1, sizeof *own->topics);
    own->topics[own->topic_count] = rt_duplicate(topic);
    return own->topics[own->topic_count++];
}

static bool add_fitting(struct rt_task *task, const struct rt_source *source, int timeout_ms,
    struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    const struct rt_table *table = source->table;
    const char *const *names;
    size_t count;

    if (!rt_log_topics(own->run->log, timeout_ms, &task->arena, &names, &count, error))
        return rt_error_context(error, "table %s", table->name);
    for (size_t i = 0; i < count; i++) {
        bool fits;

        if (!table->fits_topic((struct rt_text){names[i], strlen(names[i])}, &fits, error))
            return rt_error_context(error, "table %s: topic-pattern", table->name);
        if (fits && !add_partitions(task, source, keep_topic(own, names[i]), timeout_ms, error))
            return false;
    }
    return true;
}

static bool add_topics(struct rt_task *task, const struct rt_source *source, int timeout_ms,
    struct rt_error *error)
{
    const struct rt_table *table = source->table;

    if (table->fits_topic)
        return add_fitting(task, source, timeout_ms, error);
    for (size_t i = 0; i < table->topic_count; i++)
        if (!add_partitions(task, source, table->topics[i], timeout_ms, error))
            return false;
    return table->topic_count || add_partitions(task, source, table->topic, timeout_ms, error);
}

/* ---- files ---- */

static bool has_file(const struct rt_task_private *own, const struct rt_source *source,
    const char *path, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (own->positions[i].source == source && own->positions[i].path &&
            !strcmp(own->positions[i].path, path))
            return true;
    return false;
}

/* Files that have no position yet. */
static bool add_files(struct rt_task_private *own, const struct rt_source *source,
    struct rt_error *error)
{
    size_t count, before = own->position_count;
    char **paths;

    if (!files_list(source->table, &paths, &count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (has_file(own, source, paths[i], before))
            free(paths[i]);
        else
            add(own, source, POSITION_FILE)->path = paths[i];
    }
    free(paths);
    return true;
}

/* ---- at the start ---- */

static bool add_source(struct rt_task *task, const struct rt_source *source,
    struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    if (!source->table) {
        add(own, source, POSITION_DONE);
    } else if (task_input_of(own->run, source->table)) {
        add(own, source, POSITION_LINES);
    } else if (source->table->connector == RT_FILES) {
        return add_files(own, source, error);
    } else if (source->table->connector == RT_GENERATOR) {
        int64_t rows = rt_generator_rows(source->table->generator);
        struct position *position = add(own, source, POSITION_ROWS);

        if (rows >= 0)
            position->end = rows;
    } else {
        size_t before = own->position_count;

        if (!add_topics(task, source, CALL_MS, error))
            return false;
        if (source->table->fits_topic && own->position_count == before)
            task_report(task, "warning: table %s: no topic fits its 'topic-pattern'%s",
                source->table->name, task_is_watched(task, source) ? " yet" : "");
    }
    return true;
}

bool task_positions_list(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    size_t count = task->job->source_count;

    own->looked_ms = rt_reallocate(own->looked_ms, count + 1, sizeof *own->looked_ms);
    for (size_t i = 0; i < count; i++) {
        if (!add_source(task, task->job->sources[i], error))
            return false;
        own->looked_ms[i] = rt_monotonic_ms();
    }
    return true;
}

void task_positions_release(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; i < own->topic_count; i++)
        free(own->topics[i]);
    free(own->topics);
    free(own->looked_ms);
    free(own->positions);
}

/* ---- later ---- */

static int64_t interval_ms(const struct rt_table *table)
{
    switch (table->connector) {
    case RT_TOPIC:
        return table->bounded == RT_UNBOUNDED ? table->discovery_ms : 0;
    case RT_FILES:
        return table->files->monitor_ms;
    case RT_GENERATOR: case RT_PRINT: case RT_BLACKHOLE:
        break;
    }
    return 0;
}

bool task_is_watched(const struct rt_task *task, const struct rt_source *source)
{
    const struct rt_run *run = task->private_->run;

    return source->table && interval_ms(source->table) > 0 && !run->end_at_current &&
        !task_input_of(run, source->table);
}

/* Partitions from `first` on are new: they are read from their start. */
static bool start_new(struct rt_task *task, size_t first, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = first; i < own->position_count; i++) {
        struct position *position = &own->positions[i];

        if (!task_position_start_late(task, position, error))
            return false;
        task_report(task, "table %s: topic '%s' has a new partition %d",
            position->source->table->name, position->topic, (int)position->partition);
    }
    own->dirty = true;
    holds_close(task); /* Positions stand before what is held. */
    rt_reader_close(own->reader);
    own->reader = NULL;
    return task_reader_open(task, error);
}

/* A log that is away is asked again after the next interval; what was found by then is read. */
static bool look(struct rt_task *task, const struct rt_source *source, struct rt_error *error)
{
    size_t before = task->private_->position_count;

    if (source->table->connector == RT_FILES)
        return add_files(task->private_, source, error);
    if (!add_topics(task, source, LOOK_MS, error) && error->action != RT_RETRY)
        return false;
    return task->private_->position_count == before || start_new(task, before, error);
}

bool task_discover(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; i < task->job->source_count; i++) {
        const struct rt_source *source = task->job->sources[i];

        if (!task_is_watched(task, source) ||
            rt_monotonic_ms() - own->looked_ms[i] < interval_ms(source->table))
            continue;
        if (!look(task, source, error))
            return false;
        own->looked_ms[i] = rt_monotonic_ms();
    }
    return true;
}
