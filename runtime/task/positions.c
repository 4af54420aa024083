#include "task/task.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CALL_MS = 30000, SHARDS = 1, KEY_TAIL = 5, VALUE_VERSION = 1, VALUE_SIZE = 9 };

/* Names the layout of keys and values below. */
#define LAYOUT UINT64_C(0x736f757263657301)

struct position *task_position(struct rt_task *task, const struct rt_source *source,
    int32_t partition)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; i < own->position_count; i++)
        if (own->positions[i].source == source && own->positions[i].partition == partition)
            return &own->positions[i];
    return NULL;
}

/* ---- stored form ----
 * key: source name, NUL, topic or path of a file, NUL, partition as a big-endian uint32; value:
 * version, big-endian int64; of a file sink what file_sink.c says. Entries of what is neither, and
 * those of older pipelines, which had one topic a source, have no topic. */

void task_put_big(uint8_t *at, uint64_t number, size_t size)
{
    for (size_t i = 0; i < size; i++)
        at[i] = (uint8_t)(number >> 8 * (size - 1 - i));
}

uint64_t task_get_big(const uint8_t *at, size_t size)
{
    uint64_t number = 0;

    for (size_t i = 0; i < size; i++)
        number = number << 8 | at[i];
    return number;
}

/* What stands before the last NUL of a key. */
static struct rt_bytes stored_name(struct rt_task *task, const struct position *position)
{
    const char *name = position->source->name;
    const char *place = position->path ? position->path : position->topic;
    size_t size = strlen(name), more = place ? strlen(place) + 1 : 0;
    uint8_t *out = rt_arena_alloc(&task->arena, size + more + 1);

    memcpy(out, name, size + 1);
    if (more)
        memcpy(out + size + 1, place, more);
    return (struct rt_bytes){out, size + more};
}

/* Whether an entry without a topic, as older pipelines wrote them, is of the position. */
static bool fits_unnamed(const struct position *position, struct rt_bytes name)
{
    const struct rt_table *table = position->source->table;

    return position->topic && !position->named && !table->fits_topic &&
        !strcmp(position->topic, table->topic) && strlen(position->source->name) == name.size &&
        !memcmp(position->source->name, name.data, name.size);
}

/* An entry that comes again replaces what it said before. */
static bool restore_entry(void *context, struct rt_bytes key, const struct rt_bytes *entry)
{
    struct rt_task *task = context;
    struct rt_task_private *own = task->private_;
    struct rt_bytes name, value = entry ? *entry : (struct rt_bytes){0};
    int32_t partition;

    if (key.size < KEY_TAIL || !value.size || value.data[0] != VALUE_VERSION)
        return true; /* Of a later version. */
    partition = (int32_t)task_get_big(key.data + key.size - 4, 4);
    name = (struct rt_bytes){key.data, key.size - KEY_TAIL};
    if (partition == POSITION_SINK)
        file_sink_restore(task, name, (struct rt_bytes){value.data + 1, value.size - 1});
    for (size_t i = 0; i < own->position_count && value.size == VALUE_SIZE; i++) {
        struct position *position = &own->positions[i];
        struct rt_bytes own_name;

        if (position->partition != partition)
            continue;
        own_name = stored_name(task, position);
        if (own_name.size == name.size && !memcmp(own_name.data, name.data, name.size))
            position->named = true;
        else if (!fits_unnamed(position, name))
            continue;
        position->next = position->committed = (int64_t)task_get_big(value.data + 1, 8);
        position->known = true;
    }
    return true;
}

static bool put_entry(struct rt_task *task, struct rt_bytes name, int32_t kind,
    struct rt_bytes value, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    uint8_t *key = rt_arena_alloc(&task->arena, name.size + KEY_TAIL);
    uint8_t *versioned = rt_arena_alloc(&task->arena, value.size + 1);
    const struct rt_bytes key_bytes = {key, name.size + KEY_TAIL};
    const struct rt_bytes bytes = {versioned, value.size + 1};

    memcpy(key, name.data, name.size);
    key[name.size] = 0;
    task_put_big(key + name.size + 1, (uint32_t)kind, 4);
    versioned[0] = VALUE_VERSION;
    memcpy(versioned + 1, value.data, value.size);
    while (!rt_store_put(own->store, own->writer, 0, key_bytes, &bytes, error))
        if (error->action != RT_RETRY || !task_wait(task, &own->away, error))
            return false;
    return true;
}

bool task_state_entry_put(struct rt_task *task, const char *name, int32_t kind,
    struct rt_bytes value, struct rt_error *error)
{
    return put_entry(task, (struct rt_bytes){(const uint8_t *)name, strlen(name)}, kind, value,
        error);
}

static bool store_put(struct rt_task *task, const struct position *position,
    struct rt_error *error)
{
    uint8_t value[VALUE_SIZE - 1];

    task_put_big(value, (uint64_t)position->next, sizeof value);
    return put_entry(task, stored_name(task, position), position->partition,
        (struct rt_bytes){value, sizeof value}, error);
}

/* ---- where a partition starts and ends ---- */

static const char *group_of(const struct rt_task *task, const struct rt_table *table)
{
    return table->group ? table->group : task->private_->pipeline;
}

static bool listed_offset(const struct rt_partition_offset *offsets, size_t count,
    int32_t partition, int64_t *offset)
{
    for (size_t i = 0; i < count; i++) {
        if (offsets[i].partition == partition) {
            *offset = offsets[i].offset;
            return true;
        }
    }
    return false;
}

static bool group_offset(struct rt_task *task, const struct position *position, int64_t *offset,
    struct rt_error *error)
{
    const struct rt_table *table = position->source->table;

    return rt_log_group_offset(task->private_->run->log, group_of(task, table),
        position->topic, position->partition, CALL_MS, offset, error);
}

static bool ask(struct rt_task *task, const struct position *position, enum rt_offset_kind kind,
    int64_t timestamp_ms, int64_t *offset, struct rt_error *error)
{
    const struct rt_table *table = position->source->table;

    if (kind == RT_LATEST && table->uncommitted)
        kind = RT_LATEST_UNCOMMITTED;
    return rt_log_offset(task->private_->run->log, position->topic, position->partition, kind,
               timestamp_ms, CALL_MS, offset, error) ||
        rt_error_context(error, "table %s", table->name);
}

static bool start_of_group(struct rt_task *task, const struct position *position, int64_t *offset,
    struct rt_error *error)
{
    const struct rt_table *table = position->source->table;

    if (!group_offset(task, position, offset, error))
        return false;
    if (*offset >= 0)
        return true;
    task_report(task, "warning: table %s: group '%s' has no committed offset for topic '%s', "
        "partition %d: reading from its %s", table->name, group_of(task, table), position->topic,
        (int)position->partition, table->reset_to_latest ? "end" : "start");
    return ask(task, position, table->reset_to_latest ? RT_LATEST : RT_EARLIEST, 0, offset,
        error);
}

static bool find_start(struct rt_task *task, const struct position *position, int64_t *offset,
    struct rt_error *error)
{
    const struct rt_table *table = position->source->table;

    if (position->late)
        return ask(task, position, RT_EARLIEST, 0, offset, error);
    switch (table->startup) {
    case RT_START_EARLIEST:
        return ask(task, position, RT_EARLIEST, 0, offset, error);
    case RT_START_LATEST:
        return ask(task, position, RT_LATEST, 0, offset, error);
    case RT_START_TIMESTAMP:
        return ask(task, position, RT_AT_TIMESTAMP, table->startup_timestamp_ms, offset, error);
    case RT_START_GROUP:
        return start_of_group(task, position, offset, error);
    case RT_START_OFFSETS:
        return listed_offset(table->startup_offsets, table->startup_offset_count,
                   position->partition, offset) ||
            ask(task, position, RT_EARLIEST, 0, offset, error);
    }
    return true;
}

static bool find_end(struct rt_task *task, const struct position *position, int64_t *offset,
    struct rt_error *error)
{
    const struct rt_table *table = position->source->table;

    switch (table->bounded) {
    case RT_UNBOUNDED:
        *offset = INT64_MAX;
        return !task->private_->run->end_at_current ||
            ask(task, position, RT_LATEST, 0, offset, error);
    case RT_END_LATEST:
        return ask(task, position, RT_LATEST, 0, offset, error);
    case RT_END_TIMESTAMP:
        return ask(task, position, RT_AT_TIMESTAMP, table->bounded_timestamp_ms, offset, error);
    case RT_END_GROUP:
        if (!group_offset(task, position, offset, error))
            return false;
        return *offset >= 0 || ask(task, position, RT_LATEST, 0, offset, error);
    case RT_END_OFFSETS:
        return listed_offset(table->bounded_offsets, table->bounded_offset_count,
                   position->partition, offset) ||
            ask(task, position, RT_LATEST, 0, offset, error);
    }
    return true;
}

/* A stored position may lie where the topic no longer is. */
static bool check_range(struct rt_task *task, struct position *position, struct rt_error *error)
{
    const struct rt_table *table = position->source->table;
    int64_t first, end;

    if (!ask(task, position, RT_EARLIEST, 0, &first, error) ||
        !ask(task, position, RT_LATEST, 0, &end, error))
        return false;
    if (position->next > end)
        return rt_fail(error, RT_STATE, RT_STOP,
            "table %s: topic '%s', partition %d: this pipeline has read up to offset %" PRId64
            ", but the topic ends at %" PRId64 ": it was deleted and made anew; give another "
            "--name to read it from the start",
            table->name, position->topic, (int)position->partition, position->next, end);
    if (position->next < first && end > first) {
        task_report(task, "warning: table %s: topic '%s', partition %d: offsets %" PRId64
            " to %" PRId64 " were deleted before they were read", table->name, table->topic,
            (int)position->partition, position->next, first - 1);
        position->next = first;
    }
    return true;
}

static bool place(struct rt_task *task, struct position *position, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    position->next = position->committed >= 0 ? position->committed : position->start;
    if (position->partition < 0)
        return true;
    if (position->committed >= 0 && !check_range(task, position, error))
        return false;
    if (own->restarted)
        return true;
    if (position->committed < 0 && !find_start(task, position, &position->next, error))
        return false;
    position->start = position->next;
    return find_end(task, position, &position->end, error);
}

bool task_position_start_late(struct rt_task *task, struct position *position,
    struct rt_error *error)
{
    position->late = true;
    if (!find_start(task, position, &position->start, error))
        return false;
    position->next = position->start;
    return find_end(task, position, &position->end, error);
}

/* A partition without an entry beside others that have one came while the pipeline was stopped. */
static void mark_late(struct rt_task_private *own)
{
    for (size_t i = 0; i < own->position_count; i++) {
        const struct position *known = &own->positions[i];

        for (size_t j = 0; known->topic && known->known && j < own->position_count; j++)
            own->positions[j].late |= own->positions[j].source == known->source &&
                !own->positions[j].known;
    }
}

bool task_positions_open(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    if (!own->positions && !task_positions_list(task, error))
        return false;
    if (own->writer && !own->run->ephemeral) {
        own->store = rt_store_open(own->run->log, own->pipeline, "sources", SHARDS, LAYOUT, error);
        if (!own->store || !rt_store_restore(own->store, 0,
                &(struct rt_restore){.entry = restore_entry, .context = task}, error))
            return false;
    }
    if (!own->restarted)
        mark_late(own);
    own->bounded = true;
    for (size_t i = 0; i < task->job->source_count; i++)
        own->bounded = own->bounded && !task_is_watched(task, task->job->sources[i]);
    for (size_t i = 0; i < own->position_count; i++) {
        if (!place(task, &own->positions[i], error))
            return false;
        /* A start at the end of a topic must be kept, or a restart would start later. */
        if (own->store && !own->positions[i].known && own->positions[i].partition >= 0)
            own->dirty = true;
        if (own->positions[i].end == INT64_MAX && (own->positions[i].partition >= 0 ||
            own->positions[i].partition == POSITION_ROWS))
            own->bounded = false;
    }
    return true;
}

bool task_reader_open(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    struct rt_input *inputs = rt_arena_alloc(&task->arena, own->position_count * sizeof *inputs);
    size_t count = 0;

    own->reader_positions = rt_reallocate(own->reader_positions, own->position_count,
        sizeof *own->reader_positions);
    for (size_t i = 0; i < own->position_count; i++) {
        const struct position *position = &own->positions[i];

        if (position->partition < 0)
            continue;
        inputs[count] = (struct rt_input){.topic = position->topic,
            .partition = position->partition, .offset = position->next, .end = position->end,
            .uncommitted = position->source->table->uncommitted};
        own->reader_positions[count++] = i;
    }
    own->reader_input_count = count;
    if (!count)
        return true;
    own->reader = rt_reader_open(own->run->log, inputs, count, error);
    return own->reader != NULL;
}

static bool mirror(struct rt_task *task, const struct rt_source *source, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    struct rt_input *inputs = rt_arena_alloc(&task->arena, own->position_count * sizeof *inputs);
    size_t count = 0;

    for (size_t i = 0; i < own->position_count; i++) {
        const struct position *position = &own->positions[i];

        if (position->source == source && position->partition >= 0 &&
            position->next != position->committed)
            inputs[count++] = (struct rt_input){.topic = position->topic,
                .partition = position->partition, .offset = position->next, .end = INT64_MAX};
    }
    while (count && !rt_writer_positions(own->writer, group_of(task, source->table), inputs,
                        count, error))
        if (error->action != RT_RETRY || !task_wait(task, &own->away, error))
            return false;
    return true;
}

static bool is_durable(const struct rt_task_private *own, size_t index)
{
    if (own->positions[index].partition != POSITION_LINES)
        return true;
    for (size_t i = 0; i < own->line_count; i++)
        if (own->positions[own->lines[i].position].source->table ==
            own->positions[index].source->table)
            return own->lines[i].durable;
    return false;
}

bool task_positions_put(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    if (!own->store)
        return true;
    for (size_t i = 0; i < own->position_count; i++)
        if (own->positions[i].next != own->positions[i].committed && is_durable(own, i) &&
            !store_put(task, &own->positions[i], error))
            return false;
    for (size_t i = 0; i < task->job->source_count; i++)
        if (task->job->sources[i]->table && !mirror(task, task->job->sources[i], error))
            return false;
    return true;
}

void task_positions_committed(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; i < own->position_count; i++)
        own->positions[i].committed = own->positions[i].next;
}
