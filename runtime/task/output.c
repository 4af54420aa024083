#include "task/materialised.h"
#include "task/task.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void rt_output_begin(struct rt_output *output)
{
    output->key.size = output->value.size = 0;
    output->image_size = 0;
    output->key_null = output->value_null = false;
    output->timestamp_ms = -1;
    output->partition = -1;
    output->headers = NULL;
    output->header_count = 0;
}

static bool is_row_before(enum rt_op op)
{
    return op == RT_DELETE || op == RT_UPDATE_BEFORE;
}

void rt_change_json_begin(struct rt_output *output, enum rt_op op, bool ignore_null)
{
    struct rt_text text = is_row_before(op) ? RT_TEXT("{\"before\":")
        : ignore_null                       ? RT_TEXT("{\"after\":")
                                            : RT_TEXT("{\"before\":null,\"after\":");

    rt_buffer_add(&output->value, text.data, text.size);
    output->image_at = output->value.size;
}

void rt_change_json_end(struct rt_output *output, enum rt_op op, bool ignore_null)
{
    struct rt_text text = !is_row_before(op) ? RT_TEXT(",\"op\":\"c\"}")
        : ignore_null                        ? RT_TEXT(",\"op\":\"d\"}")
                                             : RT_TEXT(",\"after\":null,\"op\":\"d\"}");

    output->image_size = output->value.size - output->image_at;
    rt_buffer_add(&output->value, text.data, text.size);
}

/* One more header than the row has. */
static void add_header(struct rt_output *output, struct rt_text key, struct rt_bytes value,
    struct rt_message *message)
{
    struct rt_task_private *own = output->task->private_;
    size_t count = message->header_count;

    if (count + 1 > own->header_capacity) {
        own->header_capacity = count + 8;
        own->headers =
            rt_reallocate(own->headers, own->header_capacity, sizeof *own->headers);
    }
    if (count && message->headers == output->headers)
        memcpy(own->headers, output->headers, count * sizeof *own->headers);
    own->headers[count] = (struct rt_header){.key = key, .value = value};
    message->headers = own->headers;
    message->header_count = count + 1;
}

static void add_op_header(struct rt_output *output, enum rt_op op, struct rt_message *message)
{
    static const uint8_t codes[] = {RT_INSERT, RT_UPDATE_BEFORE, RT_UPDATE_AFTER, RT_DELETE};

    add_header(output, RT_TEXT("op"), (struct rt_bytes){&codes[op], 1}, message);
}

/* The schema id of a side as a header; the message index of Protobuf goes with it. */
static void add_id_header(struct rt_output *output, bool key, struct rt_message *message)
{
    const struct rt_side *side = key ? &output->sink->table->key : &output->sink->table->value;
    struct rt_bytes *datum = key ? &message->key : &message->value, index = {0};
    struct rt_bytes id = {key ? output->key_id : output->value_id,
        key ? output->key_id_size : output->value_id_size};
    uint8_t *whole;

    if (side->schema_kind == RT_SCHEMA_PROTOBUF) {
        index = (struct rt_bytes){datum->data, wire_index_size(*datum)};
        datum->data += index.size;
        datum->size -= index.size;
        whole = rt_arena_alloc(&output->task->arena, id.size + index.size);
        memcpy(whole, id.data, id.size);
        memcpy(whole + id.size, index.data, index.size);
        id = (struct rt_bytes){whole, id.size + index.size};
    }
    add_header(output, wire_header_name(key), id, message);
}

/* How a change is written by the table's mode; *dropped: not at all. */
static bool encode_op(struct rt_output *output, enum rt_op op, struct rt_message *message,
    bool *dropped, struct rt_error *error)
{
    const struct rt_table *table = output->sink->table;

    switch (table->mode) {
    case RT_APPEND:
        if (op == RT_INSERT)
            return true;
        return rt_fail(error, RT_ENCODE, RT_STOP,
            "table %s: internal error: a change other than an insert reached an append table",
            table->name);
    case RT_UPSERT:
        *dropped = op == RT_UPDATE_BEFORE;
        if (op == RT_DELETE)
            message->value_null = true;
        return true;
    case RT_RETRACT:
        message->by_value = true;
        message->image = (struct rt_bytes){output->value.data + output->image_at,
            output->image_size};
        if (op != RT_INSERT && !output->image_size)
            add_op_header(output, op, message);
        return true;
    }
    return true;
}

/* Rows that no log takes. */
static bool send_elsewhere(struct rt_output *output, enum rt_op op, struct rt_error *error)
{
    struct rt_task_private *own = output->task->private_;

    switch (output->sink->table->connector) {
    case RT_PRINT:
        print_row(output, op);
        break;
    case RT_FILES:
        if (!file_sink_row(output, error))
            return false;
        break;
    case RT_TOPIC: case RT_GENERATOR: case RT_BLACKHOLE:
        break;
    }
    own->dirty = true;
    output->rows++;
    own->stats.rows_out++;
    return true;
}

bool output_write(struct rt_output *output, const struct rt_message *message,
    struct rt_error *error)
{
    struct rt_task_private *own = output->task->private_;

    if (!own->in_transaction && !task_begin(output->task, error))
        return false;
    while (!rt_writer_send(own->writer, message, error)) {
        if (error->action != RT_RETRY)
            return error->code == RT_ABORTED || error->code == RT_FENCED
                ? false
                : rt_error_context(error, "table %s", output->sink->table->name);
        if (!task_wait(output->task, &own->away, error))
            return false;
    }
    task_is_back(output->task);
    output->rows++;
    own->stats.rows_out++;
    return true;
}

static bool send_record(struct rt_output *output, enum rt_op op, struct rt_error *error)
{
    struct rt_task_private *own = output->task->private_;
    const struct rt_table *table = output->sink->table;
    struct rt_message message = {
        .topic = table->topic,
        .partition = table->to_first_partition ? 0 : output->partition,
        .timestamp_ms = output->timestamp_ms,
        .key_null = output->key_null,
        .value_null = output->value_null,
        .key = {output->key.data, output->key.size},
        .value = {output->value.data, output->value.size},
        .headers = output->headers,
        .header_count = output->header_count,
        .compression = table->compression,
    };
    bool dropped = false;

    if (message.timestamp_ms == INT64_MIN)
        return rt_fail(error, RT_ENCODE, RT_STOP,
            "table %s: the timestamp of a record cannot be before 1970-01-01", table->name);
    if (!encode_op(output, op, &message, &dropped, error))
        return false;
    if (dropped)
        return true;
    if (output->key_id_size && !message.key_null)
        add_id_header(output, true, &message);
    if (output->value_id_size && !message.value_null)
        add_id_header(output, false, &message);
    own->dirty = true;
    return table->flush_rows || table->flush_ms ? coalesce_add(output, &message, error)
                                                : output_write(output, &message, error);
}

bool rt_output_send(struct rt_output *output, enum rt_op op, struct rt_error *error)
{
    return output->sink->table->connector == RT_TOPIC ? send_record(output, op, error)
                                                      : send_elsewhere(output, op, error);
}

/* ---- opening ---- */

static bool open_file(struct line_output *lines, const struct rt_binding *binding, bool append,
    struct rt_error *error)
{
    lines->json = true;
    lines->file = binding->file;
    if (!lines->file && !strcmp(binding->path, "-"))
        lines->file = stdout;
    if (lines->file)
        return true;
    lines->file = fopen(binding->path, append ? "a" : "w");
    lines->owned = lines->file != NULL;
    return lines->owned || rt_fail(error, RT_INPUT, RT_STOP, "--output %s=%s: %s", binding->table,
        binding->path, strerror(errno));
}

static void open_result(struct rt_task *task, const struct rt_sink *sink,
    struct line_output *lines)
{
    const struct rt_run *run = task->private_->run;

    lines->file = run->result ? run->result : stdout;
    lines->json = run->result_format == RT_RESULT_JSON;
    if (run->result_format == RT_RESULT_TABLE)
        lines->table = materialised_new(sink);
}

bool outputs_open(struct rt_task *task, struct rt_error *error)
{
    const struct rt_job *job = task->job;
    struct rt_task_private *own = task->private_;

    (void)error;
    task->outputs = rt_allocate(job->sink_count, sizeof *task->outputs);
    own->line_outputs = rt_allocate(job->sink_count, sizeof *own->line_outputs);
    own->file_sinks = rt_allocate(job->sink_count, sizeof *own->file_sinks);
    coalesce_open(task);
    for (size_t i = 0; i < job->sink_count; i++) {
        const struct rt_sink *sink = job->sinks[i];
        struct line_output *lines = &own->line_outputs[i];

        own->file_sinks[i].file = -1;
        task->outputs[i].sink = sink;
        task->outputs[i].task = task;
        task->outputs[i].as_lines = !sink->table || task_output_of(own->run, sink->table);
        rt_output_begin(&task->outputs[i]);
        if (sink->table && sink->table->print && !task->outputs[i].as_lines)
            lines->file = sink->table->print->to_stderr ? stderr : stdout;
        if (!task->outputs[i].as_lines)
            continue;
        lines->cell_starts = rt_allocate(sink->column_count + 1, sizeof *lines->cell_starts);
        lines->cell_nulls = rt_allocate(sink->column_count, sizeof *lines->cell_nulls);
        if (!sink->table)
            open_result(task, sink, lines);
    }
    return true;
}

/* Later than outputs_open: a pipeline that goes on where it was appends to its files. */
bool outputs_open_lines(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    bool append = false;

    for (size_t i = 0; i < own->position_count; i++)
        append = append || own->positions[i].known;
    for (size_t i = 0; i < task->job->sink_count; i++) {
        const struct rt_sink *sink = task->job->sinks[i];

        if (!task->outputs[i].as_lines || !sink->table || own->line_outputs[i].file)
            continue;
        if (!open_file(&own->line_outputs[i], task_output_of(own->run, sink->table), append,
                error))
            return false;
        if (!own->run->ephemeral)
            task_report(task, "warning: rows of table %s go to a file, which cannot join the "
                "transaction: after a crash some may be written twice", sink->table->name);
    }
    return true;
}

static bool write_pending(struct line_output *lines, struct rt_error *error)
{
    bool done = fwrite(lines->pending.data, 1, lines->pending.size, lines->file) ==
            lines->pending.size &&
        fflush(lines->file) == 0;

    lines->pending.size = 0;
    return done || rt_fail(error, RT_STORAGE, RT_STOP, "cannot write the rows: %s",
        strerror(errno));
}

size_t outputs_pending(const struct rt_task *task)
{
    size_t bytes = 0;

    for (size_t i = 0; i < task->job->sink_count; i++)
        bytes += task->private_->line_outputs[i].pending.size;
    return bytes;
}

bool outputs_flush(struct rt_task *task, struct rt_error *error)
{
    for (size_t i = 0; i < task->job->sink_count; i++) {
        struct line_output *lines = &task->private_->line_outputs[i];

        if (lines->pending.size && !write_pending(lines, error))
            return false;
    }
    return true;
}

bool outputs_finish(struct rt_task *task, struct rt_error *error)
{
    for (size_t i = 0; i < task->job->sink_count; i++) {
        struct line_output *lines = &task->private_->line_outputs[i];

        if (lines->table)
            materialised_print(lines->table, &lines->pending);
    }
    return outputs_flush(task, error);
}

void outputs_discard(struct rt_task *task)
{
    for (size_t i = 0; i < task->job->sink_count; i++)
        task->private_->line_outputs[i].pending.size = 0;
}

void outputs_close(struct rt_task *task)
{
    for (size_t i = 0; task->outputs && i < task->job->sink_count; i++) {
        struct line_output *lines = &task->private_->line_outputs[i];

        rt_buffer_release(&task->outputs[i].key);
        rt_buffer_release(&task->outputs[i].value);
        rt_buffer_release(&lines->pending);
        rt_buffer_release(&lines->cells);
        materialised_free(lines->table);
        free(lines->cell_starts);
        free(lines->cell_nulls);
        if (lines->owned)
            fclose(lines->file);
    }
    free(task->outputs);
    free(task->private_->line_outputs);
    free(task->private_->headers);
}
