/* The local log: order, transactions, fencing, a full disk; murmur2. */
#include "local/local.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static struct rt_error error;

#define OK(call) cr_assert((call), "%s", error.message)

static struct rt_bytes bytes_of(const char *text)
{
    return (struct rt_bytes){(const uint8_t *)text, strlen(text)};
}

static struct rt_log *open_with(const char *path, const char *topic, int32_t partitions)
{
    const struct rt_topic_spec spec = {.name = topic, .partitions = partitions};
    struct rt_log *log = rt_log_open_local(path, &error);

    cr_assert(log, "%s", error.message);
    OK(rt_log_topic_create(log, &spec, 0, &error));
    return log;
}

static void send(struct rt_writer *writer, const char *topic, const char *key, const char *value)
{
    const struct rt_message message = {.topic = topic, .partition = -1, .timestamp_ms = 5,
        .key_null = !key, .value_null = !value, .key = bytes_of(key ? key : ""),
        .value = bytes_of(value ? value : "")};

    OK(rt_writer_send(writer, &message, &error));
}

static size_t read_all(struct rt_log *log, const char *topic, int32_t partitions, char *values)
{
    struct rt_input inputs[8];
    struct rt_reader *reader;
    struct rt_record *records;
    size_t count;

    for (int32_t i = 0; i < partitions; i++) {
        inputs[i] = (struct rt_input){.topic = topic, .partition = i};
        OK(rt_log_offset(log, topic, i, RT_LATEST, 0, 0, &inputs[i].end, &error));
    }
    reader = rt_reader_open(log, inputs, (size_t)partitions, &error);
    cr_assert(reader, "%s", error.message);
    OK(rt_reader_poll(reader, 100, 0, &records, &count, &error));
    *values = '\0';
    for (size_t i = 0; i < count; i++)
        strncat(values, records[i].value_null ? "-" : (const char *)records[i].value.data,
            records[i].value.size + records[i].value_null);
    cr_assert(rt_reader_finished(reader));
    rt_reader_close(reader);
    return count;
}

static void temporary_path(char *path)
{
    snprintf(path, 32, "/tmp/rt_log_XXXXXX");
    close(mkstemp(path));
}

static void remove_log(const char *path)
{
    char other[64];

    unlink(path);
    snprintf(other, sizeof other, "%s-wal", path);
    unlink(other);
    snprintf(other, sizeof other, "%s-shm", path);
    unlink(other);
}

Test(murmur2, as_java)
{
    static const struct {
        const char *key;
        int32_t hash;
    } cases[] = {
        {"21", -973932308},
        {"foobar", -790332482},
        {"a-little-bit-long-string", -985981536},
        {"a-little-bit-longer-string", -1486304829},
        {"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971},
        {"abc", 479470107},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq((int32_t)rt_murmur2(bytes_of(cases[i].key)), cases[i].hash);
}

Test(local_log, order_over_partitions_is_the_order_of_writing)
{
    struct rt_log *log = open_with(":memory:", "t", 3);
    struct rt_writer *writer = rt_writer_open(log, "w", 0, &error);
    char values[64];

    OK(rt_writer_begin(writer, &error));
    for (const char *c = "abcdefgh"; *c; c++)
        send(writer, "t", NULL, (char[]){*c, '\0'});
    cr_expect_eq(read_all(log, "t", 3, values), 0, "uncommitted records are not seen");
    OK(rt_writer_commit(writer, &error));
    cr_expect_eq(read_all(log, "t", 3, values), 8);
    cr_expect_str_eq(values, "abcdefgh");
    rt_writer_close(writer);
    rt_log_close(log);
}

Test(local_log, aborted_records_leave_no_gap)
{
    struct rt_log *log = open_with(":memory:", "t", 1);
    struct rt_writer *writer = rt_writer_open(log, "w", 0, &error);
    char values[64];
    int64_t end;

    OK(rt_writer_begin(writer, &error));
    send(writer, "t", "k", "lost");
    OK(rt_writer_abort(writer, &error));
    OK(rt_writer_begin(writer, &error));
    send(writer, "t", "k", NULL);
    OK(rt_writer_commit(writer, &error));
    OK(rt_log_offset(log, "t", 0, RT_LATEST, 0, 0, &end, &error));
    cr_expect_eq(end, 1);
    cr_expect_eq(read_all(log, "t", 1, values), 1);
    cr_expect_str_eq(values, "-");
    rt_writer_close(writer);
    rt_log_close(log);
}

Test(local_log, headers_and_group_offsets)
{
    const struct rt_header headers[] = {{RT_TEXT("a"), bytes_of("1"), false},
        {RT_TEXT("a"), {NULL, 0}, true}, {RT_TEXT(""), {NULL, 0}, false}};
    const struct rt_message message = {.topic = "t", .partition = 0, .timestamp_ms = 7,
        .key_null = true, .value_null = true, .headers = headers, .header_count = 3};
    const struct rt_input input = {.topic = "t", .end = 1};
    struct rt_log *log = open_with(":memory:", "t", 1);
    struct rt_writer *writer = rt_writer_open(log, "w", 0, &error);
    struct rt_record *records;
    struct rt_reader *reader;
    int64_t offset;
    size_t count;

    OK(rt_writer_begin(writer, &error));
    OK(rt_writer_send(writer, &message, &error));
    OK(rt_writer_positions(writer, "g", &(struct rt_input){.topic = "t", .offset = 42}, 1, &error));
    OK(rt_writer_commit(writer, &error));
    OK(rt_log_group_offset(log, "g", "t", 0, 0, &offset, &error));
    cr_expect_eq(offset, 42);
    OK(rt_log_group_offset(log, "other", "t", 0, 0, &offset, &error));
    cr_expect_eq(offset, -1);
    reader = rt_reader_open(log, &input, 1, &error);
    OK(rt_reader_poll(reader, 10, 0, &records, &count, &error));
    cr_assert_eq(records[0].header_count, 3);
    cr_expect_eq(records[0].headers[0].value.data[0], '1');
    cr_expect(records[0].headers[1].value_null);
    cr_expect(!records[0].headers[2].value_null);
    cr_expect(records[0].key_null && records[0].value_null);
    rt_reader_close(reader);
    rt_writer_close(writer);
    rt_log_close(log);
}

Test(local_log, an_older_writer_is_fenced)
{
    char path[32];
    temporary_path(path);
    struct rt_log *log = open_with(path, "t", 1);
    struct rt_log *second = rt_log_open_local(path, &error);
    struct rt_writer *old = rt_writer_open(log, "w", 0, &error);
    OK(rt_writer_begin(old, &error));
    struct rt_writer *new = rt_writer_open(second, "w", 0, &error);
    const struct rt_message message = {.topic = "t", .partition = 0, .key_null = true,
        .value = bytes_of("x")};

    cr_assert(new, "%s", error.message);
    cr_expect(!rt_writer_send(old, &message, &error));
    cr_expect_eq((int)error.code, RT_FENCED);
    OK(rt_writer_abort(old, &error));
    OK(rt_writer_begin(old, &error));
    cr_expect(!rt_writer_commit(old, &error));
    cr_expect_eq((int)error.code, RT_FENCED);
    OK(rt_writer_begin(new, &error));
    OK(rt_writer_send(new, &message, &error));
    OK(rt_writer_commit(new, &error));
    rt_writer_close(old);
    rt_writer_close(new);
    rt_log_close(second);
    rt_log_close(log);
    remove_log(path);
}

Test(local_log, another_writer_of_the_same_log_ends_an_open_transaction)
{
    struct rt_log *log = open_with(":memory:", "t", 1);
    struct rt_writer *old = rt_writer_open(log, "w", 0, &error);
    char values[64];

    OK(rt_writer_begin(old, &error));
    send(old, "t", NULL, "lost");
    struct rt_writer *new = rt_writer_open(log, "w", 0, &error);
    cr_assert(new, "%s", error.message);
    cr_expect(!rt_writer_commit(old, &error));
    cr_expect_eq((int)error.code, RT_FENCED);
    cr_expect_eq(read_all(log, "t", 1, values), 0);
    rt_writer_close(old);
    rt_writer_close(new);
    rt_log_close(log);
}

Test(local_log, a_full_disk_keeps_what_was_committed)
{
    static char big[4096];
    char path[32], values[64];
    temporary_path(path);
    struct rt_log *log = open_with(path, "t", 1);
    struct rt_writer *writer = rt_writer_open(log, "w", 0, &error);
    const struct rt_message message = {.topic = "t", .partition = 0, .key_null = true,
        .value = {(const uint8_t *)big, sizeof big}};
    bool sent = true;

    OK(rt_writer_begin(writer, &error));
    send(writer, "t", NULL, "kept");
    OK(rt_writer_commit(writer, &error));
    sqlite3_exec(((struct local_log *)log)->db, "PRAGMA max_page_count = 64", NULL, NULL, NULL);
    OK(rt_writer_begin(writer, &error));
    for (int i = 0; i < 200 && sent; i++)
        sent = rt_writer_send(writer, &message, &error);
    cr_assert(!sent);
    cr_expect_eq((int)error.code, RT_STORAGE);
    cr_expect(strstr(error.message, "no space left"), "%s", error.message);
    OK(rt_writer_abort(writer, &error));
    cr_expect_eq(read_all(log, "t", 1, values), 1);
    cr_expect_str_eq(values, "kept");
    rt_writer_close(writer);
    rt_log_close(log);
    log = rt_log_open_local(path, &error);
    cr_expect_eq(read_all(log, "t", 1, values), 1, "also after opening again");
    rt_log_close(log);
    remove_log(path);
}

Test(local_log, a_file_that_is_none)
{
    char path[32];
    temporary_path(path);
    FILE *file = fopen(path, "w");

    for (int i = 0; i < 1000; i++)
        fputs("this is not a database\n", file);
    fclose(file);
    cr_expect(!rt_log_open_local(path, &error));
    cr_expect(strstr(error.message, "not a usable SQLite file"), "%s", error.message);
    cr_expect(!rt_log_open_local("/no/such/folder/x.db", &error));
    cr_expect(strstr(error.message, "No such file"), "%s", error.message);
    remove_log(path);
}

Test(local_log, offsets_by_time_and_deleted_topics)
{
    struct rt_log *log = open_with(":memory:", "t", 1);
    struct rt_writer *writer = rt_writer_open(log, "w", 0, &error);
    struct rt_message message = {.topic = "t", .partition = 0, .key_null = true,
        .value_null = true};
    int64_t offset;
    int32_t partitions;

    OK(rt_writer_begin(writer, &error));
    for (message.timestamp_ms = 10; message.timestamp_ms <= 30; message.timestamp_ms += 10)
        OK(rt_writer_send(writer, &message, &error));
    OK(rt_writer_commit(writer, &error));
    OK(rt_log_offset(log, "t", 0, RT_AT_TIMESTAMP, 15, 0, &offset, &error));
    cr_expect_eq(offset, 1);
    OK(rt_log_offset(log, "t", 0, RT_AT_TIMESTAMP, 31, 0, &offset, &error));
    cr_expect_eq(offset, 3);
    rt_writer_close(writer);
    OK(rt_log_topic_delete(log, "t", 0, &error));
    OK(rt_log_topic_partitions(log, "t", 0, &partitions, &error));
    cr_expect_eq(partitions, 0);
    cr_expect(!rt_log_offset(log, "t", 0, RT_LATEST, 0, 0, &offset, &error));
    cr_expect(strstr(error.message, "topic 't' has no partition 0"), "%s", error.message);
    rt_log_close(log);
}
