/* Rows of an upsert sink that are held back: of each key the last one is written, in the order in
 * which keys came first. */
#include "task/task.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64, BYTES = 8 << 20 };

struct coalesced_row {
    uint64_t hash;
    struct rt_message message; /* Its memory is that of the sink's rows. */
};

struct coalesced {
    struct rt_arena memory;      /* Open while there are rows. */
    struct coalesced_row *rows;
    size_t count, capacity;
    uint32_t *slots;             /* Numbers of rows from 1 on, by hash; 0: free. */
    size_t slot_count;           /* A power of two. */
    int64_t added, first_ms;     /* Rows that came since the last flush, and when the first did. */
    size_t bytes;
};

void coalesce_open(struct rt_task *task)
{
    task->private_->coalesced =
        rt_allocate(task->job->sink_count + 1, sizeof *task->private_->coalesced);
}

/* The slot of a key, or the free one where it belongs. */
static uint32_t *find(struct coalesced *held, uint64_t hash, struct rt_bytes key)
{
    for (size_t i = hash;; i++) {
        uint32_t *slot = &held->slots[i & (held->slot_count - 1)];
        const struct coalesced_row *row = *slot ? &held->rows[*slot - 1] : NULL;

        if (!row || (row->hash == hash && row->message.key.size == key.size &&
                        (!key.size || !memcmp(row->message.key.data, key.data, key.size))))
            return slot;
    }
}

static void grow(struct coalesced *held)
{
    if (held->slot_count && held->count * 2 < held->slot_count)
        return;
    held->slot_count = held->slot_count ? held->slot_count * 2 : FIRST_SLOTS;
    free(held->slots);
    held->slots = rt_allocate(held->slot_count, sizeof *held->slots);
    for (size_t i = 0; i < held->count; i++)
        *find(held, held->rows[i].hash, held->rows[i].message.key) = (uint32_t)i + 1;
}

/* The message with memory of its own; a key that is there already keeps its. */
static void keep(struct coalesced *held, struct rt_message *to, const struct rt_message *message,
    struct rt_bytes key)
{
    struct rt_header *headers =
        rt_arena_alloc(&held->memory, message->header_count * sizeof *headers);

    *to = *message;
    to->key = key;
    to->value = rt_bytes_copy(&held->memory, message->value);
    held->bytes += message->value.size + message->header_count * sizeof *headers;
    for (size_t i = 0; i < message->header_count; i++) {
        const struct rt_header *header = &message->headers[i];

        headers[i] = (struct rt_header){rt_text_copy(&held->memory, header->key),
            rt_bytes_copy(&held->memory, header->value), header->value_null};
        held->bytes += header->key.size + header->value.size;
    }
    to->headers = headers;
}

static void forget(struct coalesced *held)
{
    if (held->added)
        rt_arena_release(&held->memory);
    if (held->count)
        memset(held->slots, 0, held->slot_count * sizeof *held->slots);
    held->count = held->bytes = 0;
    held->added = 0;
}

static bool flush(struct rt_output *output, struct rt_error *error)
{
    struct coalesced *held = &output->task->private_->coalesced[output->sink->index];

    for (size_t i = 0; i < held->count; i++)
        if (!output_write(output, &held->rows[i].message, error))
            return false;
    forget(held);
    return true;
}

bool coalesce_add(struct rt_output *output, const struct rt_message *message,
    struct rt_error *error)
{
    struct coalesced *held = &output->task->private_->coalesced[output->sink->index];
    const int64_t most = output->sink->table->flush_rows;
    uint64_t hash = XXH3_64bits(message->key.data, message->key.size);
    uint32_t *slot;

    if (!held->added++) {
        rt_arena_init(&held->memory);
        held->first_ms = rt_monotonic_ms();
    }
    grow(held);
    slot = find(held, hash, message->key);
    if (!*slot) {
        if (held->count == held->capacity) {
            held->capacity = held->capacity ? held->capacity * 2 : FIRST_SLOTS;
            held->rows = rt_reallocate(held->rows, held->capacity, sizeof *held->rows);
        }
        *slot = (uint32_t)++held->count;
        held->rows[held->count - 1].hash = hash;
        keep(held, &held->rows[held->count - 1].message, message,
            rt_bytes_copy(&held->memory, message->key));
        held->bytes += message->key.size + sizeof *held->rows;
    } else {
        struct rt_message *before = &held->rows[*slot - 1].message;

        keep(held, before, message, before->key);
    }
    return (!(most && held->added >= most) && held->bytes < BYTES) || flush(output, error);
}

bool coalesce_flush_due(struct rt_task *task, struct rt_error *error)
{
    for (size_t i = 0; i < task->job->sink_count; i++) {
        const struct coalesced *held = &task->private_->coalesced[i];
        const struct rt_table *table = task->job->sinks[i]->table;

        if (held->added && table->flush_ms &&
            rt_monotonic_ms() - held->first_ms >= table->flush_ms &&
            !flush(&task->outputs[i], error))
            return false;
    }
    return true;
}

bool coalesce_flush_all(struct rt_task *task, struct rt_error *error)
{
    for (size_t i = 0; i < task->job->sink_count; i++)
        if (task->private_->coalesced[i].added && !flush(&task->outputs[i], error))
            return false;
    return true;
}

void coalesce_discard(struct rt_task *task)
{
    for (size_t i = 0; i < task->job->sink_count; i++)
        forget(&task->private_->coalesced[i]);
}

void coalesce_close(struct rt_task *task)
{
    struct coalesced *all = task->private_->coalesced;

    if (all)
        coalesce_discard(task);
    for (size_t i = 0; all && i < task->job->sink_count; i++) {
        free(all[i].rows);
        free(all[i].slots);
    }
    free(all);
}
