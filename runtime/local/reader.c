#include "local/local.h"

#include <stdlib.h>
#include <string.h>

enum { WAIT_STEP_MS = 5 };

struct local_input {
    int32_t number;        /* Of the partition. */
    int64_t partition;     /* Its id in the file. */
    int64_t position, end; /* Next offset to deliver; where to stop. */
    bool paused;
    bool has_row;            /* During a poll: the statement stands on a row. */
    sqlite3_stmt *statement; /* Own, since several are stepped side by side. */
};

struct local_reader {
    struct rt_reader base;
    struct local_log *log;
    struct local_input *inputs;
    size_t count;
    struct rt_record *records;
    size_t capacity;
    struct rt_arena arena;
};

static const char query[] =
    "SELECT sequence, position, timestamp, key, value, headers FROM record "
    "WHERE partition = ?1 AND position >= ?2 AND position < ?3 ORDER BY position LIMIT ?4";
enum { SEQUENCE, POSITION, TIMESTAMP, KEY, VALUE, HEADERS };

struct rt_reader *local_reader_open(struct rt_log *log, const struct rt_input *inputs,
    size_t count, struct rt_error *error)
{
    struct local_reader *reader = rt_allocate(1, sizeof *reader);

    reader->base.ops = &local_ops;
    reader->log = (struct local_log *)log;
    reader->inputs = rt_allocate(count, sizeof *reader->inputs);
    rt_arena_init(&reader->arena);
    for (size_t i = 0; i < count; i++) {
        struct local_input *input = &reader->inputs[i];

        *input = (struct local_input){.number = inputs[i].partition,
            .position = inputs[i].offset, .end = inputs[i].end};
        if (!local_partition_find(reader->log, inputs[i].topic, inputs[i].partition,
                &input->partition, NULL, error))
            goto failed;
        if (!input->partition) {
            rt_fail(error, RT_BROKER, RT_STOP, "topic '%s' has no partition %d",
                inputs[i].topic, (int)inputs[i].partition);
            goto failed;
        }
        if (sqlite3_prepare_v3(reader->log->db, query, -1, SQLITE_PREPARE_PERSISTENT,
                &input->statement, NULL) != SQLITE_OK) {
            local_fail(reader->log, error);
            goto failed;
        }
        reader->count++;
    }
    return &reader->base;

failed:
    local_reader_close(&reader->base);
    return NULL;
}

void local_reader_close(struct rt_reader *base)
{
    struct local_reader *reader = (struct local_reader *)base;

    for (size_t i = 0; i < reader->count; i++)
        sqlite3_finalize(reader->inputs[i].statement);
    rt_arena_release(&reader->arena);
    free(reader->records);
    free(reader->inputs);
    free(reader);
}

static struct rt_bytes column_bytes(struct local_reader *reader, sqlite3_stmt *statement,
    int column, bool *is_null)
{
    struct rt_bytes bytes = {sqlite3_column_blob(statement, column), 0};

    bytes.size = (size_t)sqlite3_column_bytes(statement, column);
    *is_null = sqlite3_column_type(statement, column) == SQLITE_NULL;
    return *is_null ? bytes : rt_bytes_copy(&reader->arena, bytes);
}

static bool take_record(struct local_reader *reader, size_t index, struct rt_record *record,
    struct rt_error *error)
{
    struct local_input *input = &reader->inputs[index];
    sqlite3_stmt *statement = input->statement;
    struct rt_bytes headers;
    bool no_headers;

    *record = (struct rt_record){
        .input = (int32_t)index,
        .partition = input->number,
        .leader_epoch = -1,
        .offset = sqlite3_column_int64(statement, POSITION),
        .timestamp_ms = sqlite3_column_int64(statement, TIMESTAMP),
        .timestamp_type = RT_CREATE_TIME,
    };
    record->key = column_bytes(reader, statement, KEY, &record->key_null);
    record->value = column_bytes(reader, statement, VALUE, &record->value_null);
    headers = column_bytes(reader, statement, HEADERS, &no_headers);
    if (!no_headers &&
        !local_headers_decode(&reader->arena, headers, &record->headers, &record->header_count))
        return rt_fail(error, RT_STORAGE, RT_STOP, "%s: malformed headers of a record",
            reader->log->path);
    return true;
}

/* Puts the input's statement on its first record, if it has one that is committed. */
static bool start_input(struct local_reader *reader, struct local_input *input, size_t limit,
    struct rt_error *error)
{
    sqlite3_stmt *end = local_prepare(reader->log, LOCAL_PARTITION_END, error);
    int64_t visible;
    int step;

    if (!end)
        return false;
    sqlite3_bind_int64(end, 1, input->partition);
    step = local_step(reader->log, end, error);
    if (step < 0)
        return false;
    visible = step > 0 ? sqlite3_column_int64(end, 0) : 0;
    sqlite3_reset(end);
    if (visible > input->end)
        visible = input->end;
    if (input->position >= visible)
        return true;
    sqlite3_bind_int64(input->statement, 1, input->partition);
    sqlite3_bind_int64(input->statement, 2, input->position);
    sqlite3_bind_int64(input->statement, 3, visible);
    sqlite3_bind_int64(input->statement, 4, (int64_t)limit);
    step = local_step(reader->log, input->statement, error);
    input->has_row = step > 0;
    return step >= 0;
}

/* The input whose next record entered the log first: records come in the order in which they were
 * written, across topics and partitions, which makes a run repeatable. */
static struct local_input *oldest(struct local_reader *reader)
{
    struct local_input *best = NULL;

    for (size_t i = 0; i < reader->count; i++) {
        struct local_input *input = &reader->inputs[i];

        if (input->has_row &&
            (!best || sqlite3_column_int64(input->statement, SEQUENCE) <
                          sqlite3_column_int64(best->statement, SEQUENCE)))
            best = input;
    }
    return best;
}

static bool fetch(struct local_reader *reader, size_t limit, size_t *count,
    struct rt_error *error)
{
    struct local_input *input;

    for (size_t i = 0; i < reader->count; i++)
        if (!reader->inputs[i].paused && !start_input(reader, &reader->inputs[i], limit, error))
            return false;
    while (*count < limit && (input = oldest(reader))) {
        struct rt_record *record = &reader->records[*count];
        int step;

        if (!take_record(reader, (size_t)(input - reader->inputs), record, error))
            return false;
        ++*count;
        input->position = record->offset + 1;
        step = local_step(reader->log, input->statement, error);
        input->has_row = step > 0;
        if (step < 0)
            return false;
    }
    return true;
}

/* One fetch in one snapshot of the file. */
static bool fetch_snapshot(struct local_reader *reader, size_t limit, size_t *count,
    struct rt_error *error)
{
    bool own = sqlite3_get_autocommit(reader->log->db) != 0, done;
    struct rt_error ignored;

    if (own && !local_do(reader->log, LOCAL_BEGIN_READ, error))
        return false;
    done = fetch(reader, limit, count, error);
    for (size_t i = 0; i < reader->count; i++) {
        sqlite3_reset(reader->inputs[i].statement);
        reader->inputs[i].has_row = false;
    }
    if (own && !local_do(reader->log, LOCAL_COMMIT, &ignored))
        local_rollback(reader->log);
    return done;
}

bool local_reader_poll(struct rt_reader *base, size_t limit, int timeout_ms,
    struct rt_record **records, size_t *count, struct rt_error *error)
{
    struct local_reader *reader = (struct local_reader *)base;
    int64_t deadline = rt_monotonic_ms() + timeout_ms;

    if (limit > reader->capacity) {
        reader->records = rt_reallocate(reader->records, limit, sizeof *reader->records);
        reader->capacity = limit;
    }
    rt_arena_reset(&reader->arena);
    *records = reader->records;
    *count = 0;
    for (;;) {
        if (!fetch_snapshot(reader, limit, count, error))
            return false;
        if (*count || local_reader_finished(base) || rt_monotonic_ms() >= deadline)
            return true;
        rt_sleep_ms(WAIT_STEP_MS);
    }
}

int64_t local_reader_position(const struct rt_reader *reader, size_t index)
{
    return ((const struct local_reader *)reader)->inputs[index].position;
}

bool local_reader_finished(const struct rt_reader *base)
{
    const struct local_reader *reader = (const struct local_reader *)base;

    for (size_t i = 0; i < reader->count; i++)
        if (reader->inputs[i].position < reader->inputs[i].end)
            return false;
    return true;
}

int64_t local_reader_end(const struct rt_reader *base, size_t index)
{
    const struct local_reader *reader = (const struct local_reader *)base;
    struct rt_error ignored;
    sqlite3_stmt *statement = local_prepare(reader->log, LOCAL_PARTITION_END, &ignored);
    int64_t end = -1;

    if (!statement)
        return -1;
    sqlite3_bind_int64(statement, 1, reader->inputs[index].partition);
    if (local_step(reader->log, statement, &ignored) > 0)
        end = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return end;
}

void local_reader_pause(struct rt_reader *reader, size_t index, bool pause)
{
    ((struct local_reader *)reader)->inputs[index].paused = pause;
}
