/* Records that wait for their schema. A partition's records from the first such on are kept here in
 * their order, and its position stays before them, while others go on. A partition of which much is
 * kept is not read until that is done with. */
#include "task/task.h"

#include <stdlib.h>
#include <string.h>

enum { HOLD_BYTES = 1 << 20, POLL_HELD_MS = 5 };

struct held {
    struct rt_record record; /* Its memory is the hold's. */
    const char *why;         /* Its headers cannot be read: NULL if they can. */
    struct held *next;
};

/* Of one input of the reader. */
struct hold {
    struct rt_arena memory;
    struct held *first, *last; /* first NULL: none waits */
    size_t bytes;              /* Taken since it was empty; 0: the memory is not open */
    bool paused;
};

bool hold_has(const struct rt_task *task, int32_t input)
{
    return task->private_->holds && task->private_->holds[input].first;
}

static struct rt_header *copy_headers(struct rt_arena *memory, const struct rt_record *record,
    size_t *bytes)
{
    struct rt_header *headers = rt_arena_alloc(memory, record->header_count * sizeof *headers);

    for (size_t i = 0; i < record->header_count; i++) {
        const struct rt_header *header = &record->headers[i];

        headers[i] = (struct rt_header){rt_text_copy(memory, header->key),
            rt_bytes_copy(memory, header->value), header->value_null};
        *bytes += sizeof *header + header->key.size + header->value.size;
    }
    return headers;
}

void hold_add(struct rt_task *task, struct rt_record *record)
{
    struct rt_task_private *own = task->private_;
    struct held *held;
    struct rt_error error;
    struct hold *hold;

    if (!own->holds)
        own->holds = rt_allocate(own->reader_input_count, sizeof *own->holds);
    hold = &own->holds[record->input];
    if (!hold->bytes)
        rt_arena_init(&hold->memory);
    held = rt_arena_alloc(&hold->memory, sizeof *held);
    *held = (struct held){0};
    if (!rt_record_headers(record, &hold->memory, &error)) {
        held->why = rt_text_copy(&hold->memory,
            (struct rt_text){error.message, strlen(error.message) + 1}).data;
        record->header_count = 0;
    }
    held->record = *record;
    held->record.native = NULL;
    held->record.key = rt_bytes_copy(&hold->memory, record->key);
    held->record.value = rt_bytes_copy(&hold->memory, record->value);
    hold->bytes += sizeof *held + record->key.size + record->value.size;
    held->record.headers = copy_headers(&hold->memory, record, &hold->bytes);
    if (hold->first)
        hold->last->next = held;
    else
        hold->first = held, own->held_count++;
    hold->last = held;
    if (hold->bytes >= HOLD_BYTES && !hold->paused) {
        hold->paused = true;
        rt_reader_pause(own->reader, (size_t)record->input, true);
    }
}

/* Pushes records of a partition until one waits again. */
static bool push_held(struct rt_task *task, struct hold *hold, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    while (hold->first && !own->limit_reached) {
        if (!task_push(task, &hold->first->record, hold->first->why, error))
            return own->awaits_schema;
        hold->first = hold->first->next;
    }
    if (!hold->first)
        own->held_count--;
    return task_rows_pass(task, error);
}

bool holds_resume(struct rt_task *task, int *timeout_ms, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    bool done = true;

    if (!own->held_count)
        return true;
    if (own->held_count == own->reader_input_count) {
        lookups_wait(task, *timeout_ms);
        *timeout_ms = 0;
    } else if (*timeout_ms > POLL_HELD_MS) {
        *timeout_ms = POLL_HELD_MS;
    }
    if (!lookups_collect(task))
        return true;
    for (size_t i = 0; i < own->reader_input_count && done; i++)
        if (own->holds[i].first)
            done = push_held(task, &own->holds[i], error);
    return done;
}

void holds_trim(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; own->holds && i < own->reader_input_count; i++) {
        struct hold *hold = &own->holds[i];

        if (hold->first || !hold->bytes)
            continue;
        rt_arena_release(&hold->memory);
        hold->bytes = 0;
        if (hold->paused)
            rt_reader_pause(own->reader, i, false);
        hold->paused = false;
    }
}

void holds_close(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; own->holds && i < own->reader_input_count; i++)
        if (own->holds[i].bytes)
            rt_arena_release(&own->holds[i].memory);
    free(own->holds);
    own->holds = NULL;
    own->held_count = 0;
}
