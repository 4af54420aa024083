/* --input: row lines from files and pipes, in a fixed order.
 *
 * Bytes stay in `data` until they are committed, so that a lost transaction can take its lines
 * again even from a pipe. */
#include "task/task.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 64 * 1024, WAIT_MS = 50 };

static const char *name_of(const struct line_input *input)
{
    return input->binding->path ? input->binding->path : "input";
}

/* Of the next line in its file, from 0. */
static int64_t line_number(const struct line_input *input)
{
    return input->numbers ? input->numbers[input->line] : input->line;
}

/* ---- bytes ---- */

/* Reads once. *ready false: nothing there now. */
static bool read_some(struct line_input *input, bool wait, bool *ready, struct rt_error *error)
{
    uint8_t *to = rt_buffer_reserve(&input->data, CHUNK);
    struct pollfd readable = {.fd = fileno(input->file), .events = POLLIN};
    ssize_t size;

    *ready = true;
    if (readable.fd < 0) { /* A FILE in memory. */
        size = (ssize_t)fread(to, 1, CHUNK, input->file);
    } else {
        if (!wait && !input->durable && poll(&readable, 1, 0) == 0) {
            *ready = false;
            return true;
        }
        size = read(readable.fd, to, CHUNK);
        if (size < 0 && (errno == EINTR || errno == EAGAIN)) {
            *ready = false;
            return true;
        }
    }
    if (size < 0)
        return rt_fail(error, RT_INPUT, RT_STOP, "%s: %s", name_of(input), strerror(errno));
    input->ended = size == 0;
    input->data.size += (size_t)size;
    return true;
}

/* ---- the next line ---- */

static bool scan_head(struct line_input *input, const char *table, struct rt_error *error)
{
    if (input->head.size && input->head.data[input->head.size - 1] == '\r')
        input->head.size--;
    for (size_t i = 0; i < input->head.size; i++) {
        if (input->head.data[i] == ' ' || input->head.data[i] == '\t')
            continue;
        input->has_head = true;
        return rt_rowline_scan(input->head, &input->meta, error) ||
            rt_error_context(error, "table %s: %s:%" PRId64, table, name_of(input),
                line_number(input) + 1);
    }
    input->at = input->head_end; /* Blank: counts as a line only. */
    input->line++;
    return true;
}

/* Makes `head` the next line, if there is one: has_head false means ended or, for a pipe, not
 * yet. */
static bool fill_head(struct line_input *input, const char *table, bool wait,
    struct rt_error *error)
{
    size_t searched = 0;
    bool ready = true;

    while (!input->has_head) {
        size_t rest = input->data.size - input->at;
        const char *start = rest ? (const char *)input->data.data + input->at : "";
        const char *newline =
            rest > searched ? memchr(start + searched, '\n', rest - searched) : NULL;

        if (newline || (input->ended && rest)) {
            size_t size = newline ? (size_t)(newline - start) : rest;

            input->head = (struct rt_text){start, size};
            input->head_end = input->at + size + (newline != NULL);
            searched = 0;
            if (!scan_head(input, table, error))
                return false;
            continue;
        }
        if (input->ended)
            return true;
        searched = rest;
        if (!read_some(input, wait, &ready, error))
            return false;
        if (!ready && !wait)
            return true;
    }
    return true;
}

static const struct rt_table *table_of(const struct rt_task *task, const struct line_input *input)
{
    return task->private_->positions[input->position].source->table;
}

/* ---- opening ---- */

static bool open_file(struct line_input *input, struct rt_error *error)
{
    const struct rt_binding *binding = input->binding;
    struct stat status;

    input->file = binding->file;
    if (!input->file && !strcmp(binding->path, "-"))
        input->file = stdin;
    if (!input->file) {
        input->file = fopen(binding->path, "rb");
        input->owned = input->file != NULL;
    }
    if (!input->file)
        return rt_fail(error, RT_INPUT, RT_STOP, "--input %s=%s: %s", binding->table,
            binding->path, strerror(errno));
    input->durable = input->owned && !fstat(fileno(input->file), &status) &&
        S_ISREG(status.st_mode);
    return true;
}

/* The bytes of a pipe stay in memory; a file starts again. */
static bool start_again(struct line_input *input, size_t at, struct rt_error *error)
{
    if (input->durable) {
        if (lseek(fileno(input->file), 0, SEEK_SET) < 0)
            return rt_fail(error, RT_INPUT, RT_STOP, "%s: %s", name_of(input), strerror(errno));
        input->data.size = 0;
        input->ended = false;
        at = 0;
    }
    input->at = at;
    input->line = 0;
    input->has_head = false;
    return true;
}

static void take_head(struct line_input *input)
{
    input->has_head = false;
    input->at = input->head_end;
    input->line++;
}

/* Whether every line has $rowtime, and whether they come in its order. A file is read through; a
 * pipe answers by its first line. */
static bool has_rowtime(struct rt_task *task, struct line_input *input, bool *all, bool *in_order,
    struct rt_error *error)
{
    const char *table = table_of(task, input)->name;
    int64_t last_ms = INT64_MIN;
    size_t at = input->at;

    *all = *in_order = true;
    for (;;) {
        if (!fill_head(input, table, true, error))
            return false;
        if (!input->has_head)
            break;
        *all = !input->meta.is_watermark && input->meta.has_rowtime;
        if (!*all || (!input->durable && !input->binding->file))
            break;
        *in_order = *in_order && input->meta.rowtime_ms >= last_ms;
        last_ms = input->meta.rowtime_ms;
        take_head(input);
    }
    return start_again(input, at, error);
}

/* Puts the lines of a file into the order of $rowtime. */
static bool sort_lines(struct rt_task *task, struct line_input *input, struct rt_error *error)
{
    struct line_sort sort = {0};
    bool done;

    while ((done = fill_head(input, table_of(task, input)->name, true, error)) &&
        input->has_head) {
        line_sort_add(&sort, input->head, input->meta.rowtime_ms, input->line);
        take_head(input);
    }
    if (done)
        line_sort_finish(&sort, input);
    line_sort_release(&sort);
    input->at = 0;
    input->line = 0;
    return done;
}

static size_t table_index(const struct rt_job *job, const struct rt_table *table)
{
    for (size_t i = 0; i < job->table_count; i++)
        if (job->tables[i] == table)
            return i;
    return job->table_count;
}

static int by_table(const void *a, const void *b)
{
    const struct line_input *left = a, *right = b;

    return (left->table > right->table) - (left->table < right->table);
}

static bool open_all(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    own->lines = rt_allocate(own->position_count, sizeof *own->lines);
    for (size_t i = 0; i < own->position_count; i++) {
        const struct rt_source *source = own->positions[i].source;
        struct line_input *input = &own->lines[own->line_count];
        bool open = false;

        if (own->positions[i].partition != POSITION_LINES)
            continue;
        for (size_t j = 0; j < own->line_count; j++)
            open = open || table_of(task, &own->lines[j]) == source->table;
        if (open)
            continue;
        own->line_count++;
        input->binding = task_input_of(own->run, source->table);
        input->table = table_index(task->job, source->table);
        input->position = i;
        if (!open_file(input, error))
            return false;
        if (input->durable && own->positions[i].known)
            input->skip = own->positions[i].next;
    }
    qsort(own->lines, own->line_count, sizeof *own->lines, by_table);
    return true;
}

/* Several inputs are merged by $rowtime if all lines have it, and so is one that the caller hands
 * over as a FILE. A file alone is read as it comes, in one pass. */
static bool decide_order(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    bool *in_order = rt_allocate(own->line_count, sizeof *in_order), done = true;

    own->lines_by_rowtime =
        own->line_count > 1 || (own->line_count && own->lines[0].binding->file);
    for (size_t i = 0; i < own->line_count && done && own->lines_by_rowtime; i++)
        done = has_rowtime(task, &own->lines[i], &own->lines_by_rowtime, &in_order[i], error);
    for (size_t i = 0; i < own->line_count && done && own->lines_by_rowtime; i++)
        done = in_order[i] || sort_lines(task, &own->lines[i], error);
    free(in_order);
    return done;
}

/* Drops the lines that an earlier run committed. */
static bool skip_lines(struct rt_task *task, struct line_input *input, struct rt_error *error)
{
    while (input->line < input->skip) {
        if (!fill_head(input, table_of(task, input)->name, true, error))
            return false;
        if (!input->has_head)
            return input->line >= input->skip ||
                rt_fail(error, RT_STATE, RT_STOP,
                    "--input %s=%s: the file is shorter than what was read from it before",
                    input->binding->table, name_of(input));
        if (input->line >= input->skip)
            break;
        take_head(input);
    }
    return true;
}

bool lines_open(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    if (own->lines_opened)
        return true;
    if (!open_all(task, error) || !decide_order(task, error))
        return false;
    for (size_t i = 0; i < own->line_count; i++)
        if (!skip_lines(task, &own->lines[i], error))
            return false;
    lines_committed(task);
    own->lines_opened = true;
    return true;
}

void lines_rewind(struct rt_task *task)
{
    for (size_t i = 0; i < task->private_->line_count; i++) {
        struct line_input *input = &task->private_->lines[i];

        input->at = input->committed_at;
        input->line = input->committed_line;
        input->has_head = false;
    }
}

void lines_committed(struct rt_task *task)
{
    for (size_t i = 0; i < task->private_->line_count; i++) {
        struct line_input *input = &task->private_->lines[i];

        /* A scanned head is a view of the buffer, which must not move now: it is scanned again. */
        input->has_head = false;
        if (input->at) {
            memmove(input->data.data, input->data.data + input->at, input->data.size - input->at);
            input->data.size -= input->at;
        }
        input->at = input->committed_at = 0;
        input->committed_line = input->line;
    }
}

void lines_close(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; i < own->line_count; i++) {
        rt_buffer_release(&own->lines[i].data);
        free(own->lines[i].numbers);
        if (own->lines[i].owned)
            fclose(own->lines[i].file);
    }
    free(own->lines);
}

/* ---- the order ---- */

/* All heads are needed to know the earliest. */
static bool pick_by_rowtime(struct rt_task *task, struct line_input **picked,
    struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    *picked = NULL;
    for (size_t i = 0; i < own->line_count; i++) {
        struct line_input *input = &own->lines[i];

        if (!fill_head(input, table_of(task, input)->name, false, error))
            return false;
        if (!input->has_head && input->ended)
            continue;
        if (!input->has_head) { /* A pipe that has nothing yet may bring an earlier line. */
            *picked = NULL;
            return true;
        }
        if (input->meta.is_watermark) { /* Belongs behind the line it follows. */
            *picked = input;
            return true;
        }
        if (!input->meta.has_rowtime)
            return rt_fail(error, RT_INPUT, RT_STOP,
                "table %s: %s:%" PRId64 ": no $rowtime, by which several inputs are merged here",
                table_of(task, input)->name, name_of(input), line_number(input) + 1);
        if (!*picked || input->meta.rowtime_ms < (*picked)->meta.rowtime_ms)
            *picked = input;
    }
    return true;
}

static bool pick_in_turn(struct rt_task *task, struct line_input **picked, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    *picked = NULL;
    for (size_t tries = 0; tries < own->line_count; tries++) {
        struct line_input *input = &own->lines[own->line_turn % own->line_count];

        if (!fill_head(input, table_of(task, input)->name, false, error))
            return false;
        if (!input->has_head && !input->ended)
            return true;
        own->line_turn++;
        if (input->has_head) {
            *picked = input;
            return true;
        }
    }
    return true;
}

/* ---- pushing ---- */

static bool push_line(struct rt_task *task, struct line_input *input, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    const struct rt_table *table = table_of(task, input);
    struct rt_text line = rt_text_copy(&task->arena, input->head);
    struct rt_record record = {
        .input = -1,
        .partition = input->meta.partition,
        .topic = {table->topic ? table->topic : "", table->topic ? strlen(table->topic) : 0},
        .leader_epoch = -1,
        .offset = line_number(input),
        .timestamp_ms = input->meta.has_rowtime ? input->meta.rowtime_ms : task->now_ms,
        .timestamp_type = RT_CREATE_TIME,
        .key_null = true,
        .value_null = true,
    };

    for (size_t i = 0; i < own->position_count && !input->meta.is_watermark; i++) {
        const struct rt_source *source = own->positions[i].source;

        if (source->table != table || source->push_line(task, &record, line, error))
            continue;
        if (!task_skip(task, source, &record, error))
            return rt_error_context(error, "table %s: %s:%" PRId64, table->name, name_of(input),
                line_number(input) + 1);
    }
    take_head(input);
    for (size_t i = 0; i < own->position_count; i++)
        if (own->positions[i].source->table == table)
            own->positions[i].next = input->line;
    own->stats.records_in += !input->meta.is_watermark;
    for (size_t i = 0; i < task->job->source_count && !input->meta.is_watermark; i++)
        own->source_stats[i].records += task->job->sources[i]->table == table;
    own->dirty = true;
    return task_row_done(task, error);
}

static void wait_for_pipes(struct rt_task_private *own)
{
    struct pollfd readable[16];
    nfds_t count = 0;

    for (size_t i = 0; i < own->line_count && count < 16; i++)
        if (!own->lines[i].ended && !own->lines[i].has_head)
            readable[count++] =
                (struct pollfd){.fd = fileno(own->lines[i].file), .events = POLLIN};
    poll(readable, count, WAIT_MS);
}

bool lines_push(struct rt_task *task, size_t limit, size_t *count, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    *count = 0;
    while (*count < limit && !own->limit_reached) {
        struct line_input *input;

        if (!(own->lines_by_rowtime ? pick_by_rowtime(task, &input, error)
                                    : pick_in_turn(task, &input, error)))
            return false;
        if (!input)
            break;
        if (!push_line(task, input, error))
            return false;
        ++*count;
    }
    if (!*count && !lines_finished(task))
        wait_for_pipes(own);
    return true;
}

bool lines_finished(const struct rt_task *task)
{
    const struct rt_task_private *own = task->private_;

    for (size_t i = 0; i < own->line_count; i++)
        if (!own->lines[i].ended || own->lines[i].has_head ||
            own->lines[i].at < own->lines[i].data.size)
            return false;
    return true;
}
