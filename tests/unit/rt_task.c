/* Jobs as the compiler would write them, run in the local environment. */
#include "core/internal.h"

#include <rt/rt.h>

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct rt_error error;

#define OK(call) cr_assert((call), "%s", error.message)

/* ---- tables a, b and out; a job copies a and b to out ---- */

static struct rt_table a = {.name = "a", .topic = "a", .partitions = 1,
    .value = {.format = RT_FORMAT_PLAIN}};
static struct rt_table b = {.name = "b", .topic = "b", .partitions = 1,
    .value = {.format = RT_FORMAT_PLAIN}};
static struct rt_table out = {.name = "out", .topic = "out", .partitions = 1,
    .value = {.format = RT_FORMAT_PLAIN}};

static enum rt_op next_op;

static bool push(struct rt_task *task, struct rt_record *record, struct rt_error *why)
{
    struct rt_output *output = &task->outputs[0];

    if (record->value.size == 3 && !memcmp(record->value.data, "bad", 3))
        return rt_fail(why, RT_DECODE, RT_SKIP, "is bad");
    rt_output_begin(output);
    if (output->as_lines) {
        rt_buffer_add(rt_result_cell(output), record->value.data, record->value.size);
        rt_result_null(output);
        return rt_result_end(output, next_op, why);
    }
    output->key_null = true;
    rt_buffer_add(&output->value, record->value.data, record->value.size);
    return rt_output_send(output, next_op, why);
}

/* Takes the text of the member "v". */
static bool push_line(struct rt_task *task, struct rt_record *record, struct rt_text line,
    struct rt_error *why)
{
    const char *start = memmem(line.data, line.size, "\"v\":\"", 5);
    const char *end = start ? memchr(start + 5, '"', line.size - (size_t)(start + 5 - line.data))
                            : NULL;

    if (!end)
        return rt_fail(why, RT_INPUT, RT_STOP, "no v");
    record->value = (struct rt_bytes){(const uint8_t *)start + 5, (size_t)(end - start - 5)};
    return push(task, record, why);
}

static bool generate(struct rt_task *task, struct rt_error *why)
{
    struct rt_record record = {.value = {(const uint8_t *)"one", 3}};

    return push(task, &record, why) &&
        (record.value.data = (const uint8_t *)"two", push(task, &record, why));
}

static const struct rt_source from_a = {.name = "source-a", .table = &a, .index = 0,
    .push = push, .push_line = push_line};
static const struct rt_source from_b = {.name = "source-b", .table = &b, .index = 1,
    .push = push, .push_line = push_line};
static const struct rt_source values = {.name = "values-1", .index = 0, .generate = generate};
static const char *const columns[] = {"v", "w"}, *const types[] = {"STRING", "STRING"};
static const size_t key_columns[] = {0};
static const struct rt_sink to_out = {.name = "sink-out", .table = &out, .columns = columns,
    .types = types, .column_count = 2};
static const struct rt_sink result = {.name = "result", .columns = columns, .types = types,
    .column_count = 2};
static const struct rt_sink keyed_result = {.name = "result", .columns = columns, .types = types,
    .column_count = 2, .key_columns = key_columns, .key_column_count = 1};

static const struct rt_table *const tables[] = {&a, &b, &out};
static const struct rt_source *const copies[] = {&from_a, &from_b}, *const constants[] = {&values};
static const struct rt_sink *const to_topic[] = {&to_out}, *const to_result[] = {&result},
    *const to_keyed[] = {&keyed_result};

static struct rt_job job_of(const struct rt_source *const *sources, size_t source_count,
    const struct rt_sink *const *sinks)
{
    return (struct rt_job){.abi = RT_JOB_ABI, .name = "job", .tables = tables, .table_count = 3,
        .sources = sources, .source_count = source_count, .sinks = sinks, .sink_count = 1,
        .state_size = 16};
}

/* ---- running ---- */

struct bench {
    struct rt_log *log;
    struct rt_run run;
    char *text;
    size_t size;
};

static void open_bench(struct bench *bench)
{
    *bench = (struct bench){.log = rt_log_open_local(":memory:", &error)};
    cr_assert(bench->log, "%s", error.message);
    bench->run = (struct rt_run){.log = bench->log, .create = true, .end_at_current = true};
    bench->run.result = open_memstream(&bench->text, &bench->size);
    next_op = RT_INSERT;
    a.errors = RT_ERRORS_FAIL;
    out.mode = RT_APPEND;
}

static const char *result_of(struct bench *bench)
{
    fflush(bench->run.result);
    return bench->text;
}

static void close_bench(struct bench *bench)
{
    fclose(bench->run.result);
    free(bench->text);
    rt_log_close(bench->log);
}

static void write_topic(struct rt_log *log, const char *topic, const char *const *texts)
{
    const struct rt_topic_spec spec = {.name = topic, .partitions = 1};
    struct rt_writer *writer;

    OK(rt_log_topic_create(log, &spec, 0, &error));
    writer = rt_writer_open(log, "test", 0, &error);
    OK(rt_writer_begin(writer, &error));
    for (; *texts; texts++) {
        const struct rt_message message = {.topic = topic, .partition = 0, .key_null = true,
            .value = {(const uint8_t *)*texts, strlen(*texts)}};

        OK(rt_writer_send(writer, &message, &error));
    }
    OK(rt_writer_commit(writer, &error));
    rt_writer_close(writer);
}

static void expect_topic(struct rt_log *log, const char *topic, const char *wanted)
{
    struct rt_input input = {.topic = topic};
    struct rt_reader *reader;
    struct rt_record *records;
    struct rt_buffer got = {0};
    struct rt_arena arena;
    size_t count;

    rt_arena_init(&arena);
    OK(rt_log_offset(log, topic, 0, RT_LATEST, 0, 0, &input.end, &error));
    reader = rt_reader_open(log, &input, 1, &error);
    OK(rt_reader_poll(reader, 100, 0, &records, &count, &error));
    for (size_t i = 0; i < count; i++) {
        enum rt_op op;

        OK(rt_record_op(&records[i], &arena, &op, &error));
        rt_buffer_printf(&got, "%s%.*s ", records[i].header_count ? rt_op_text(op) : "",
            records[i].value_null ? 1 : (int)records[i].value.size,
            records[i].value_null ? "-" : (const char *)records[i].value.data);
    }
    rt_buffer_add(&got, "", 1);
    cr_expect_str_eq((char *)got.data, wanted);
    rt_buffer_release(&got);
    rt_arena_release(&arena);
    rt_reader_close(reader);
}

static FILE *lines_of(const char *text)
{
    FILE *file = tmpfile();

    fputs(text, file);
    rewind(file);
    return file;
}

/* ---- VALUES, results ---- */

Test(task, values_run_once_in_a_pipelines_life)
{
    struct rt_job job = job_of(constants, 1, to_topic);
    struct rt_stats stats;
    struct bench bench;

    open_bench(&bench);
    OK(rt_job_run(&job, &bench.run, &stats, &error));
    cr_expect_eq(stats.rows_out, 2);
    OK(rt_job_run(&job, &bench.run, &stats, &error));
    cr_expect_eq(stats.rows_out, 0);
    cr_expect_eq(stats.commits, 0);
    expect_topic(bench.log, "out", "one two ");
    bench.run.ephemeral = true; /* A statement runs each time it is given. */
    OK(rt_job_run(&job, &bench.run, &stats, &error));
    expect_topic(bench.log, "out", "one two one two ");
    close_bench(&bench);
}

Test(task, result_formats)
{
    static const struct {
        enum rt_result_format format;
        const char *wanted;
    } cases[] = {
        {RT_RESULT_CHANGELOG, "+I[one, <NULL>]\n+I[two, <NULL>]\n"},
        {RT_RESULT_TABLE, "+-----+--------+\n|   v |      w |\n+-----+--------+\n"
                          "| one | <NULL> |\n| two | <NULL> |\n+-----+--------+\n"
                          "2 rows in set\n"},
    };
    struct rt_job job = job_of(constants, 1, to_result);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bench bench;

        open_bench(&bench);
        bench.run.ephemeral = true;
        bench.run.result_format = cases[i].format;
        OK(rt_job_run(&job, &bench.run, NULL, &error));
        cr_expect_str_eq(result_of(&bench), cases[i].wanted);
        close_bench(&bench);
    }
}

Test(task, row_limit_ends_the_job)
{
    static const char *const texts[] = {"x", "y", "z", NULL};
    struct rt_job job = job_of(copies, 1, to_result);
    struct bench bench;

    open_bench(&bench);
    write_topic(bench.log, "a", texts);
    bench.run.ephemeral = true;
    bench.run.end_at_current = false;
    bench.run.row_limit = 2;
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    cr_expect_str_eq(result_of(&bench), "+I[x, <NULL>]\n+I[y, <NULL>]\n");
    close_bench(&bench);
}

Test(task, a_materialised_table_forgets_deleted_rows)
{
    static const char *const texts[] = {"x", "y", "x", NULL}, *const gone[] = {"x", NULL};
    struct rt_job job = job_of(copies, 1, to_keyed);
    struct bench bench;

    open_bench(&bench);
    write_topic(bench.log, "a", texts);
    bench.run.ephemeral = true;
    bench.run.result_format = RT_RESULT_TABLE;
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    cr_expect(strstr(result_of(&bench), "2 rows in set"), "%s", bench.text);
    next_op = RT_DELETE;
    write_topic(bench.log, "b", gone);
    job = job_of(copies + 1, 1, to_keyed);
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    cr_expect(strstr(result_of(&bench), "Empty set"), "%s", bench.text);
    close_bench(&bench);
}

/* ---- topics ---- */

Test(task, a_pipeline_goes_on_where_it_was)
{
    static const char *const first[] = {"1", "2", NULL}, *const second[] = {"3", NULL};
    struct rt_job job = job_of(copies, 1, to_topic);
    struct bench bench;
    int64_t offset;

    open_bench(&bench);
    write_topic(bench.log, "a", first);
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    write_topic(bench.log, "a", second);
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    expect_topic(bench.log, "out", "1 2 3 ");
    OK(rt_log_group_offset(bench.log, "job", "a", 0, 0, &offset, &error));
    cr_expect_eq(offset, 3);
    bench.run.pipeline = "other";
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    expect_topic(bench.log, "out", "1 2 3 1 2 3 ");
    close_bench(&bench);
}

Test(task, latest_offset_is_kept_from_the_first_start)
{
    static const char *const first[] = {"1", NULL}, *const second[] = {"2", NULL};
    struct rt_job job = job_of(copies, 1, to_topic);
    struct bench bench;

    open_bench(&bench);
    a.startup = RT_START_LATEST;
    write_topic(bench.log, "a", first);
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    write_topic(bench.log, "a", second);
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    expect_topic(bench.log, "out", "2 ");
    a.startup = RT_START_EARLIEST;
    close_bench(&bench);
}

Test(task, a_bad_record_stops_with_its_place_and_keeps_what_came_before)
{
    static const char *const texts[] = {"1", "bad", "3", NULL};
    struct rt_job job = job_of(copies, 1, to_topic);
    struct rt_stats stats;
    struct bench bench;

    open_bench(&bench);
    write_topic(bench.log, "a", texts);
    for (int i = 0; i < 2; i++) {
        cr_expect(!rt_job_run(&job, &bench.run, &stats, &error));
        cr_expect_str_eq(error.message, "table a: topic 'a', partition 0, offset 1: is bad");
        expect_topic(bench.log, "out", "1 ");
    }
    cr_expect_eq(rt_exit_status(error.code), 4);
    a.errors = RT_ERRORS_IGNORE;
    OK(rt_job_run(&job, &bench.run, &stats, &error));
    cr_expect_eq(stats.skipped, 1);
    expect_topic(bench.log, "out", "1 3 ");
    a.errors = RT_ERRORS_LOG;
    cr_expect(!rt_job_run(&job, &bench.run, &stats, &error));
    cr_expect_eq(error.code, RT_CONFIG);
    close_bench(&bench);
}

/* ---- rows that are read before the first of them is passed on ---- */

static size_t near_rows;

static bool read_row(struct rt_task *task, struct rt_record *record, void *row, enum rt_op *op,
    bool *found, struct rt_error *why)
{
    (void)task;
    *found = record->value.size != 4 || memcmp(record->value.data, "none", 4);
    if (record->value.size == 3 && !memcmp(record->value.data, "bad", 3))
        return rt_fail(why, RT_DECODE, RT_SKIP, "is bad");
    *(struct rt_bytes *)row = record->value;
    *op = RT_INSERT;
    return true;
}

static void near(struct rt_task *task, const void *rows, size_t count)
{
    const struct rt_bytes *row = rows;

    (void)task;
    for (size_t i = 0; i < count; i++)
        near_rows += row[i].size < 100; /* No row is zeroed. */
}

static bool pass(struct rt_task *task, const void *row, enum rt_op op, struct rt_error *why)
{
    struct rt_record record = {.value = *(const struct rt_bytes *)row};

    (void)op;
    if (record.value.size == 4 && !memcmp(record.value.data, "fail", 4))
        return rt_fail(why, RT_EXPRESSION, RT_STOP, "fails");
    return push(task, &record, why);
}

static const struct rt_source in_groups = {.name = "source-a", .table = &a, .index = 0,
    .row_size = sizeof(struct rt_bytes), .read = read_row, .near = near, .pass = pass,
    .push_line = push_line};
static const struct rt_source *const grouped[] = {&in_groups};

Test(task, rows_read_in_groups_keep_their_order)
{
    static const char *const texts[] = {"1", "bad", "none", "2", "3", NULL};
    struct rt_job job = job_of(grouped, 1, to_topic);
    struct rt_stats stats;
    struct bench bench;

    open_bench(&bench);
    write_topic(bench.log, "a", texts);
    a.errors = RT_ERRORS_IGNORE;
    near_rows = 0;
    OK(rt_job_run(&job, &bench.run, &stats, &error));
    cr_expect_eq(stats.skipped, 1);
    cr_expect_eq(stats.records_in, 5);
    cr_expect_eq(near_rows, 3); /* None, 2 and 3: one row alone needs nothing near. */
    expect_topic(bench.log, "out", "1 2 3 ");
    OK(rt_job_run(&job, &bench.run, &stats, &error));
    cr_expect_eq(stats.records_in, 0);
    close_bench(&bench);
}

Test(task, many_rows_read_in_groups)
{
    static char texts[100][16];
    static const char *list[101];
    struct rt_job job = job_of(grouped, 1, to_topic);
    struct rt_buffer wanted = {0};
    struct bench bench;

    for (int i = 0; i < 100; i++) {
        snprintf(texts[i], sizeof texts[i], "%d", i);
        list[i] = texts[i];
        rt_buffer_printf(&wanted, "%d ", i);
    }
    rt_buffer_add(&wanted, "", 1);
    open_bench(&bench);
    write_topic(bench.log, "a", list);
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    expect_topic(bench.log, "out", (char *)wanted.data);
    rt_buffer_release(&wanted);
    close_bench(&bench);
}

/* What comes first fails first, though the one behind it was read before. */
Test(task, a_failure_among_rows_read_in_groups)
{
    static const char *const texts[] = {"1", "fail", "bad", "2", NULL},
        *const others[] = {"1", "bad", "fail", NULL};
    struct rt_job job = job_of(grouped, 1, to_topic);
    struct bench bench;

    open_bench(&bench);
    write_topic(bench.log, "a", texts);
    cr_expect(!rt_job_run(&job, &bench.run, NULL, &error));
    cr_expect_eq((int)error.code, RT_EXPRESSION);
    cr_expect(strstr(error.message, "offset 1: fails"), "%s", error.message);
    close_bench(&bench);
    open_bench(&bench);
    write_topic(bench.log, "a", others);
    cr_expect(!rt_job_run(&job, &bench.run, NULL, &error));
    cr_expect_eq((int)error.code, RT_DECODE);
    cr_expect(strstr(error.message, "offset 1: is bad"), "%s", error.message);
    expect_topic(bench.log, "out", "1 ");
    close_bench(&bench);
}

Test(task, a_topic_made_anew_is_noticed)
{
    static const char *const first[] = {"1", "2", NULL}, *const second[] = {"3", NULL};
    struct rt_job job = job_of(copies, 1, to_topic);
    struct bench bench;

    open_bench(&bench);
    write_topic(bench.log, "a", first);
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    OK(rt_log_topic_delete(bench.log, "a", 0, &error));
    write_topic(bench.log, "a", second);
    cr_expect(!rt_job_run(&job, &bench.run, NULL, &error));
    cr_expect(strstr(error.message, "deleted and made anew"), "%s", error.message);
    close_bench(&bench);
}

Test(task, missing_topics_without_create)
{
    struct rt_job job = job_of(copies, 1, to_topic);
    struct bench bench;

    open_bench(&bench);
    bench.run.create = false;
    cr_expect(!rt_job_run(&job, &bench.run, NULL, &error));
    cr_expect_str_eq(error.message, "table out: topic 'out' does not exist");
    close_bench(&bench);
}

Test(task, changes_by_mode)
{
    static const struct {
        enum rt_changelog_mode mode;
        enum rt_op op;
        const char *wanted;
    } cases[] = {
        {RT_UPSERT, RT_UPDATE_BEFORE, ""}, {RT_UPSERT, RT_UPDATE_AFTER, "x "},
        {RT_UPSERT, RT_DELETE, "- "}, {RT_RETRACT, RT_INSERT, "x "},
        {RT_RETRACT, RT_UPDATE_BEFORE, "-Ux "}, {RT_RETRACT, RT_DELETE, "-Dx "},
    };
    static const char *const texts[] = {"x", NULL};
    struct rt_job job = job_of(copies, 1, to_topic);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bench bench;

        open_bench(&bench);
        write_topic(bench.log, "a", texts);
        out.mode = cases[i].mode;
        next_op = cases[i].op;
        OK(rt_job_run(&job, &bench.run, NULL, &error));
        expect_topic(bench.log, "out", cases[i].wanted);
        close_bench(&bench);
    }
}

/* ---- lines ---- */

static void run_lines(const char *of_a, const char *of_b, const char *wanted)
{
    struct rt_binding inputs[] = {
        {.table = "b", .file = lines_of(of_b)}, {.table = "a", .file = lines_of(of_a)}};
    struct rt_job job = job_of(copies, 2, to_topic);
    struct bench bench;

    open_bench(&bench);
    bench.run.inputs = inputs;
    bench.run.input_count = 2;
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    expect_topic(bench.log, "out", wanted);
    close_bench(&bench);
    fclose(inputs[0].file);
    fclose(inputs[1].file);
}

Test(lines, in_turn_by_table)
{
    run_lines("{\"v\":\"a1\"}\n\n{\"v\":\"a2\"}\n{\"v\":\"a3\"}", "{\"v\":\"b1\"}\r\n",
        "a1 b1 a2 a3 ");
    run_lines("", "{\"v\":\"b1\"}\n", "b1 ");
}

Test(lines, merged_by_rowtime)
{
    run_lines("{\"v\":\"a1\",\"$rowtime\":5}\n{\"v\":\"a2\",\"$rowtime\":7}\n",
        "{\"v\":\"b1\",\"$rowtime\":1}\n{\"v\":\"b2\",\"$rowtime\":5}\n"
        "{\"v\":\"b3\",\"$rowtime\":6}\n",
        "b1 a1 b2 b3 a2 ");
    /* Within a file too. */
    run_lines("{\"v\":\"a1\",\"$rowtime\":7}\n\n{\"v\":\"a2\",\"$rowtime\":5}\n"
              "{\"v\":\"a3\",\"$rowtime\":5}\n",
        "{\"v\":\"b1\",\"$rowtime\":6}\n", "a2 a3 b1 a1 ");
}

Test(lines, in_turn_where_a_line_has_no_rowtime)
{
    run_lines("{\"v\":\"a1\",\"$rowtime\":5}\n{\"v\":\"a2\"}\n", "{\"v\":\"b1\",\"$rowtime\":1}\n",
        "a1 b1 a2 ");
    run_lines("{\"v\":\"a1\",\"$rowtime\":5}\n{\"v\":\"a2\",\"$rowtime\":7}\n",
        "{\"v\":\"b1\",\"$rowtime\":1}\n{\"$watermark\":1}\n{\"v\":\"b2\",\"$rowtime\":5}\n",
        "a1 b1 a2 b2 ");
}

Test(lines, a_malformed_line_is_named)
{
    struct rt_binding input = {.table = "a", .file = lines_of("{\"v\":\"1\"}\n{\"v\":\n")};
    struct rt_job job = job_of(copies, 1, to_topic);
    struct bench bench;

    open_bench(&bench);
    bench.run.inputs = &input;
    bench.run.input_count = 1;
    cr_expect(!rt_job_run(&job, &bench.run, NULL, &error));
    cr_expect(!strncmp(error.message, "table a: input:2: ", 18), "%s", error.message);
    expect_topic(bench.log, "out", "1 ");
    close_bench(&bench);
    fclose(input.file);
}

Test(lines, a_file_goes_on_where_it_was)
{
    char path[] = "/tmp/rt_lines_XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    struct rt_binding input = {.table = "a", .path = path};
    struct rt_job job = job_of(copies, 1, to_topic);
    struct bench bench;

    open_bench(&bench);
    bench.run.inputs = &input;
    bench.run.input_count = 1;
    fputs("{\"v\":\"1\"}\n{\"v\":\"2\"}\n", file);
    fflush(file);
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    fputs("{\"v\":\"3\"}\n", file);
    fclose(file);
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    expect_topic(bench.log, "out", "1 2 3 ");
    close_bench(&bench);
    remove(path);
}

/* ---- decoders ---- */

static const struct rt_schema writers[] = {{.text = "\"long\""},
    {.text = "{\"type\":\"int\",\"doc\":\"as it was\"}"}};
static struct rt_table coded = {.name = "c", .topic = "c", .partitions = 1,
    .value = {.format = RT_FORMAT_REGISTRY, .subject = "c-value", .schema_kind = RT_SCHEMA_AVRO,
        .writers = writers, .writer_count = 2}};

/* Writes the number of the decoder and the size of what follows the prefix. */
static bool push_coded(struct rt_task *task, struct rt_record *record, struct rt_error *why);

static const struct rt_source from_coded = {.name = "source-c", .table = &coded,
    .push = push_coded};

static bool push_coded(struct rt_task *task, struct rt_record *record, struct rt_error *why)
{
    struct rt_output *output = &task->outputs[0];
    struct rt_bytes payload;
    size_t decoder;

    if (!rt_decoder_of(task, &from_coded, false, record, &decoder, &payload, why))
        return false;
    rt_output_begin(output);
    rt_buffer_printf(rt_result_cell(output), "%zu", decoder);
    rt_buffer_printf(rt_result_cell(output), "%zu", payload.size);
    return rt_result_end(output, RT_INSERT, why);
}

static void write_coded(struct rt_log *log, const uint8_t *bytes, size_t size)
{
    const struct rt_message message = {.topic = "c", .partition = 0, .key_null = true,
        .value = {bytes, size}};
    struct rt_writer *writer = rt_writer_open(log, "test", 0, &error);

    OK(rt_writer_begin(writer, &error));
    OK(rt_writer_send(writer, &message, &error));
    OK(rt_writer_commit(writer, &error));
    rt_writer_close(writer);
}

Test(decoder, by_schema_id)
{
    static const struct rt_source *const sources[] = {&from_coded};
    static const struct rt_topic_spec spec = {.name = "c", .partitions = 1};
    struct rt_job job = job_of(sources, 1, to_result);
    struct bench bench;
    int32_t id;

    open_bench(&bench);
    bench.run.ephemeral = true;
    bench.run.registry = rt_registry_open_local(bench.log, &error);
    OK(rt_log_topic_create(bench.log, &spec, 0, &error));
    OK(rt_registry_register(bench.run.registry, "c-value", RT_SCHEMA_AVRO, "\"int\"", &id,
        &error));
    OK(rt_registry_register(bench.run.registry, "c-value", RT_SCHEMA_AVRO, "\"long\"", &id,
        &error));
    write_coded(bench.log, (const uint8_t[]){0, 0, 0, 0, 1, 9}, 6);
    write_coded(bench.log, (const uint8_t[]){0, 0, 0, 0, 2}, 5);
    write_coded(bench.log, (const uint8_t[]){0, 0, 0, 0, 1, 9, 9}, 7);
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    cr_expect_str_eq(result_of(&bench), "+I[1, 1]\n+I[0, 0]\n+I[1, 2]\n");
    rt_registry_close(bench.run.registry);
    close_bench(&bench);
}

Test(decoder, records_that_are_not_readable)
{
    static const struct {
        uint8_t bytes[6];
        size_t size;
        const char *wanted;
    } cases[] = {
        {{0, 0, 0}, 3, "too few bytes for magic byte and schema id"},
        {{1, 0, 0, 0, 1, 2}, 6, "wrong magic byte: 0x01"},
        {{0, 0, 0, 1, 0, 2}, 6, "knows no schema id 256"},
        {{0, 0, 0, 0, 1, 2}, 6, "schema id 1: it differs from every version"},
    };
    static const struct rt_source *const sources[] = {&from_coded};
    static const struct rt_topic_spec spec = {.name = "c", .partitions = 1};
    struct rt_job job = job_of(sources, 1, to_result);
    int32_t id;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bench bench;
        struct rt_stats stats;

        open_bench(&bench);
        bench.run.ephemeral = true;
        bench.run.registry = rt_registry_open_local(bench.log, &error);
        OK(rt_log_topic_create(bench.log, &spec, 0, &error));
        OK(rt_registry_register(bench.run.registry, "other", RT_SCHEMA_AVRO, "\"string\"", &id,
            &error));
        write_coded(bench.log, cases[i].bytes, cases[i].size);
        coded.errors = RT_ERRORS_FAIL;
        cr_expect(!rt_job_run(&job, &bench.run, NULL, &error));
        cr_expect(strstr(error.message, cases[i].wanted), "%s", error.message);
        cr_expect(strstr(error.message, "topic 'c', partition 0, offset 0"), "%s",
            error.message);
        coded.errors = RT_ERRORS_IGNORE;
        OK(rt_job_run(&job, &bench.run, &stats, &error));
        cr_expect_eq(stats.skipped, 1);
        rt_registry_close(bench.run.registry);
        close_bench(&bench);
    }
}

/* ---- several topics ---- */

/* As pipelines of one topic a source wrote it: the source's name, NUL, the partition. */
static void write_old_position(struct rt_log *log, uint8_t next)
{
    static const uint8_t key[] = "source-a\0\0\0\0";
    const uint8_t value[] = {1, 0, 0, 0, 0, 0, 0, 0, next};
    const struct rt_bytes bytes = {value, sizeof value};
    struct rt_store *store =
        rt_store_open(log, "job", "sources", 1, UINT64_C(0x736f757263657301), &error);
    struct rt_writer *writer = rt_writer_open(log, "job", 0, &error);

    cr_assert(store && writer, "%s", error.message);
    OK(rt_writer_begin(writer, &error));
    OK(rt_store_put(store, writer, 0, (struct rt_bytes){key, sizeof key}, &bytes, &error));
    OK(rt_writer_commit(writer, &error));
    rt_writer_close(writer);
    rt_store_close(store);
}

/* A topic that joins a list is read from its start, whatever the startup mode; that of old goes on
 * where it was. */
Test(task, a_topic_joins_the_one_of_an_older_pipeline)
{
    static const char *const texts[] = {"x", "y", "z", NULL}, *const joined[] = {"q", NULL};
    static const char *const names[] = {"a", "b"};
    struct rt_job job = job_of(copies, 1, to_topic);
    struct rt_table alone = a;
    struct bench bench;

    open_bench(&bench);
    write_topic(bench.log, "a", texts);
    write_topic(bench.log, "b", joined);
    write_old_position(bench.log, 2);
    a.topics = names;
    a.topic_count = 2;
    a.startup = RT_START_LATEST;
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    expect_topic(bench.log, "out", "z q ");
    write_topic(bench.log, "a", joined);
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    expect_topic(bench.log, "out", "z q q ");
    a = alone;
    write_topic(bench.log, "a", joined);
    OK(rt_job_run(&job, &bench.run, NULL, &error));
    expect_topic(bench.log, "out", "z q q q ");
    close_bench(&bench);
}
