/* From records to rows. Of a source whose rows meet state at once (rt_source.read), several records
 * are read before the first row is passed on: the state that they meet is brought near meanwhile.
 * The order is that of the records all the same, and so is what a failure leaves behind it. */
#include "task/task.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool task_row_done(struct rt_task *task, struct rt_error *error)
{
    return !task->job->flush || !task->private_->bounded || task->job->flush(task, error);
}

static bool is_of_the_record(enum rt_code code)
{
    return code == RT_DECODE || code == RT_ENCODE || code == RT_EXPRESSION ||
        code == RT_NOT_NULL || code == RT_INPUT;
}

/* The record did not become a row, or the row failed: as the table says. */
static bool failed(struct rt_task *task, const struct position *position,
    struct rt_record *record, struct rt_error *error)
{
    const struct rt_source *source = position->source;

    if (position->path)
        return task_skip(task, source, record, error) ||
            rt_error_context(error, "record %" PRId64, record->offset + 1);
    if (error->code == RT_DECODE)
        decoder_explain(task, source, error);
    if (is_of_the_record(error->code))
        rt_error_context(error, "table %s: topic '%s', partition %d, offset %" PRId64,
            source->table->name, position->topic, (int)record->partition, record->offset);
    return task_skip(task, source, record, error);
}

static bool end_record(struct rt_task *task, struct position *position,
    const struct rt_record *record, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    position->next = record->offset + 1;
    own->dirty = true;
    own->stats.records_in++;
    own->source_stats[position->source->index].records++;
    return task_row_done(task, error);
}

static void *row_of(const struct row_group *group, size_t index)
{
    return group->rows + index * group->source->row_size;
}

bool task_rows_pass(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    struct row_group *group = &own->group;
    size_t count = group->count;

    group->count = 0;
    if (count > 1)
        group->source->near(task, group->rows, count);
    for (size_t i = 0; i < count && !own->limit_reached; i++) {
        struct group_row *row = &group->at[i];

        if (row->found && !group->source->pass(task, row_of(group, i), row->op, error) &&
            !failed(task, row->position, &row->record, error))
            return false;
        if (!end_record(task, row->position, &row->record, error))
            return false;
    }
    return true;
}

/* What came before the record goes on first, then the failure counts. */
static bool read_failed(struct rt_task *task, struct position *position,
    struct rt_record *record, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    const struct rt_error failure = *error;
    bool awaits_schema = own->awaits_schema;

    own->awaits_schema = false;
    if (!task_rows_pass(task, error))
        return false;
    if (own->limit_reached)
        return true;
    *error = failure;
    own->awaits_schema = awaits_schema;
    return !awaits_schema && failed(task, position, record, error) &&
        end_record(task, position, record, error);
}

static bool read_record(struct rt_task *task, struct position *position,
    const struct rt_record *record, struct rt_error *error)
{
    const struct rt_source *source = position->source;
    struct row_group *group = &task->private_->group;
    struct group_row *row;

    if (group->count && group->source != source && !task_rows_pass(task, error))
        return false;
    if (group->source != source) {
        group->source = source;
        group->rows = rt_reallocate(group->rows, GROUP_ROWS, source->row_size);
    }
    row = &group->at[group->count];
    row->record = *record;
    row->position = position;
    if (!source->read(task, &row->record, row_of(group, group->count), &row->op, &row->found,
            error))
        return read_failed(task, position, &row->record, error);
    if (!row->found) /* `near` looks at every row. */
        memset(row_of(group, group->count), 0, source->row_size);
    return ++group->count < GROUP_ROWS || task_rows_pass(task, error);
}

bool task_record_push(struct rt_task *task, struct position *position,
    struct rt_record *record, const char *headers_error, struct rt_error *error)
{
    const struct rt_source *source = position->source;

    rt_arena_allow(&task->arena, record->key.size + record->value.size);
    task->private_->awaits_schema = false;
    if (source->read && !headers_error)
        return read_record(task, position, record, error);
    if (!task_rows_pass(task, error))
        return false;
    if (task->private_->limit_reached)
        return true;
    if (headers_error ? !rt_fail(error, RT_DECODE, RT_SKIP, "%s", headers_error)
                      : !source->push(task, record, error))
        if (task->private_->awaits_schema || !failed(task, position, record, error))
            return false;
    return end_record(task, position, record, error);
}

bool task_push(struct rt_task *task, struct rt_record *record, const char *headers_error,
    struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    struct position *position = &own->positions[own->reader_positions[record->input]];

    record->topic = (struct rt_text){position->topic, position->topic_size};
    return task_record_push(task, position, record, headers_error, error);
}

void task_rows_forget(struct rt_task *task)
{
    task->private_->group.count = 0;
}

void task_rows_close(struct rt_task *task)
{
    free(task->private_->group.rows);
}
