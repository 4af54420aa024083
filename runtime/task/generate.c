/* Rows that generators make, as row lines, at their rate. */
#include "task/task.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MS_PER_SECOND = 1000 };

void generators_open(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; i < own->position_count; i++) {
        if (own->positions[i].partition != POSITION_ROWS)
            continue;
        if (!own->generators)
            own->generators = rt_allocate(own->position_count, sizeof *own->generators);
        own->generators[i] = (struct generator_run){.started_ms = rt_monotonic_ms(),
            .first = own->positions[i].next};
    }
}

/* Number behind the last row that may have been made by now. */
static int64_t due(const struct rt_generator *generator, const struct generator_run *run)
{
    int64_t elapsed_ms = rt_monotonic_ms() - run->started_ms, rows;

    if (__builtin_mul_overflow(elapsed_ms, generator->rows_per_second, &rows))
        return INT64_MAX;
    return run->first + rows / MS_PER_SECOND + 1;
}

static bool push_row(struct rt_task *task, struct position *position, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    const struct rt_source *source = position->source;
    const struct rt_table *table = source->table;
    struct rt_record record = {
        .input = -1,
        .leader_epoch = -1,
        .offset = position->next,
        .timestamp_ms = task->now_ms,
        .timestamp_type = RT_CREATE_TIME,
        .key_null = true,
        .value_null = true,
    };
    struct rt_text line;

    own->generated.size = 0;
    if (!rt_generator_row(table->generator, own->run->seed, position->next, task->now_ms,
            &own->generated, error))
        return rt_error_context(error, "table %s", table->name);
    line = rt_text_copy(&task->arena,
        (struct rt_text){(const char *)own->generated.data, own->generated.size});
    if (!source->push_line(task, &record, line, error))
        return rt_error_context(error, "table %s: row %" PRId64, table->name, position->next + 1);
    position->next++;
    own->stats.records_in++;
    own->dirty = true;
    return task_row_done(task, error);
}

bool generators_push(struct rt_task *task, size_t limit, size_t *count, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    *count = 0;
    for (size_t i = 0; i < own->position_count; i++) {
        struct position *position = &own->positions[i];
        size_t made = 0;
        int64_t end;

        if (position->partition != POSITION_ROWS)
            continue;
        end = due(position->source->table->generator, &own->generators[i]);
        end = end < position->end ? end : position->end;
        for (; position->next < end && made < limit && !own->limit_reached; made++)
            if (!push_row(task, position, error))
                return false;
        *count += made;
    }
    return true;
}

bool generators_finished(const struct rt_task *task)
{
    const struct rt_task_private *own = task->private_;

    for (size_t i = 0; i < own->position_count; i++)
        if (own->positions[i].partition == POSITION_ROWS &&
            own->positions[i].next < own->positions[i].end)
            return false;
    return true;
}

int generators_wait_ms(const struct rt_task *task, int most_ms)
{
    const struct rt_task_private *own = task->private_;

    for (size_t i = 0; i < own->position_count; i++) {
        const struct position *position = &own->positions[i];
        const struct generator_run *run;
        int64_t rate, at_ms, left_ms;

        if (position->partition != POSITION_ROWS || position->next >= position->end)
            continue;
        run = &own->generators[i];
        rate = position->source->table->generator->rows_per_second;
        at_ms = (position->next - run->first) * MS_PER_SECOND / rate;
        left_ms = run->started_ms + at_ms - rt_monotonic_ms();
        left_ms = left_ms < 0 ? 0 : left_ms;
        most_ms = left_ms < most_ms ? (int)left_ms : most_ms;
    }
    return most_ms;
}

void generators_close(struct rt_task *task)
{
    free(task->private_->generators);
    rt_buffer_release(&task->private_->generated);
}
