/* A pipeline as the compiler would write it, by hand: INSERT INTO copy_out SELECT * FROM copy_in,
 * raw key and value. COPY_IN, COPY_OUT: other topics. COPY_BOUNDED=1: it ends at the latest offset.
 * COPY_FAIL=TEXT: a value that does not decode; COPY_IGNORE=1: error-handling.mode = ignore. */
#include <rt/rt.h>

#include <stdlib.h>
#include <string.h>

static struct rt_table copy_in = {
    .name = "copy_in",
    .topic = "copy_in",
    .partitions = 6,
    .mode = RT_APPEND,
    .key = {.format = RT_FORMAT_PLAIN},
    .value = {.format = RT_FORMAT_PLAIN},
    .startup = RT_START_EARLIEST,
};

static struct rt_table copy_out = {
    .name = "copy_out",
    .topic = "copy_out",
    .partitions = 6,
    .mode = RT_APPEND,
    .key = {.format = RT_FORMAT_PLAIN},
    .value = {.format = RT_FORMAT_PLAIN},
};

static const char *bad_value;

static bool push(struct rt_task *task, struct rt_record *record, struct rt_error *error)
{
    struct rt_output *output = &task->outputs[0];

    if (bad_value && record->value.size == strlen(bad_value) &&
        !memcmp(record->value.data, bad_value, record->value.size))
        return rt_fail(error, RT_DECODE, RT_SKIP, "bad value");
    rt_output_begin(output);
    if (output->as_lines) {
        struct rt_buffer *line = rt_result_json(output);

        rt_buffer_printf(line, "{\"val\":\"%.*s\"}", (int)record->value.size,
            (const char *)record->value.data);
        return rt_result_end(output, RT_INSERT, error);
    }
    rt_buffer_add(&output->key, record->key.data, record->key.size);
    rt_buffer_add(&output->value, record->value.data, record->value.size);
    output->key_null = record->key_null;
    output->value_null = record->value_null;
    return rt_output_send(output, RT_INSERT, error);
}

/* The whole line is the value. */
static bool push_line(struct rt_task *task, struct rt_record *record, struct rt_text line,
    struct rt_error *error)
{
    record->value = (struct rt_bytes){(const uint8_t *)line.data, line.size};
    record->value_null = false;
    return push(task, record, error);
}

static const struct rt_source source = {.name = "source-copy_in", .table = &copy_in, .push = push,
    .push_line = push_line};
static const char *const columns[] = {"val"}, *const types[] = {"BYTES"};
static const struct rt_sink sink = {.name = "sink-copy_out", .table = &copy_out,
    .columns = columns, .types = types, .column_count = 1};

static const struct rt_table *const tables[] = {&copy_in, &copy_out};
static const struct rt_source *const sources[] = {&source};
static const struct rt_sink *const sinks[] = {&sink};

static const struct rt_job job = {
    .abi = RT_JOB_ABI,
    .name = "copy",
    .sql = "INSERT INTO copy_out SELECT * FROM copy_in;",
    .explain = "copy_in -> copy_out\n",
    .time_zone = "UTC",
    .tables = tables,
    .table_count = 2,
    .sources = sources,
    .source_count = 1,
    .sinks = sinks,
    .sink_count = 1,
};

int main(int argc, char **argv)
{
    if (getenv("COPY_IN"))
        copy_in.topic = getenv("COPY_IN");
    if (getenv("COPY_OUT"))
        copy_out.topic = getenv("COPY_OUT");
    if (getenv("COPY_BOUNDED"))
        copy_in.bounded = RT_END_LATEST;
    bad_value = getenv("COPY_FAIL");
    if (getenv("COPY_IGNORE"))
        copy_in.errors = RT_ERRORS_IGNORE;
    return rt_main(&job, argc, argv);
}
