/* The Kafka log against librdkafka's mock cluster and against nothing. Its transactions are not
 * real; those are tested on a broker. */
#include "core/internal.h"

#include <rt/state.h>

#include <criterion/criterion.h>
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>
#include <stdio.h>
#include <string.h>

static struct rt_error error;

#define OK(call) cr_assert((call), "%s", error.message)

struct cluster {
    rd_kafka_t *rk;
    rd_kafka_mock_cluster_t *mock;
};

static struct cluster start(const char *topic, int partitions)
{
    struct cluster cluster;
    char why[256];

    cluster.rk = rd_kafka_new(RD_KAFKA_PRODUCER, rd_kafka_conf_new(), why, sizeof why);
    cr_assert(cluster.rk, "%s", why);
    cluster.mock = rd_kafka_mock_cluster_new(cluster.rk, 1);
    rd_kafka_mock_topic_create(cluster.mock, topic, partitions, 1);
    return cluster;
}

static void stop(struct cluster *cluster)
{
    rd_kafka_mock_cluster_destroy(cluster->mock);
    rd_kafka_destroy(cluster->rk);
}

static struct rt_log *open_log(const char *brokers)
{
    const struct rt_property properties[] = {{"bootstrap.servers", brokers}};
    struct rt_log *log = rt_log_open_kafka(properties, 1, &error);

    cr_assert(log, "%s", error.message);
    return log;
}

static void write_records(struct rt_log *log, const char *topic, int count)
{
    struct rt_writer *writer = rt_writer_open(log, "test", 10000, &error);
    const struct rt_header header = {RT_TEXT("op"), {(const uint8_t *)"3", 1}, false};

    cr_assert(writer, "%s", error.message);
    OK(rt_writer_begin(writer, &error));
    for (int i = 0; i < count; i++) {
        char text[16];
        const struct rt_message message = {.topic = topic, .partition = -1,
            .timestamp_ms = i % 2 ? 1000 + i : -1, .key = {(const uint8_t *)text, 1},
            .value = {(const uint8_t *)text, (size_t)snprintf(text, sizeof text, "%d", i)},
            .value_null = i == 4, .headers = &header, .header_count = i % 3 == 0};

        OK(rt_writer_send(writer, &message, &error));
    }
    OK(rt_writer_commit(writer, &error));
    rt_writer_close(writer);
}

static size_t read_some(struct rt_reader *reader, int tries, struct rt_record **records)
{
    size_t count = 0;

    while (!count && tries-- > 0)
        OK(rt_reader_poll(reader, 100, 1000, records, &count, &error));
    return count;
}

Test(kafka, records_come_back)
{
    struct cluster cluster = start("t", 1);
    struct rt_log *log = open_log(rd_kafka_mock_cluster_bootstraps(cluster.mock));
    struct rt_input input = {.topic = "t", .end = INT64_MAX};
    struct rt_record *records;
    struct rt_reader *reader;
    struct rt_arena arena;
    int32_t partitions;
    size_t seen = 0;

    rt_arena_init(&arena);
    OK(rt_log_topic_partitions(log, "t", 10000, &partitions, &error));
    cr_expect_eq(partitions, 1);
    write_records(log, "t", 6);
    reader = rt_reader_open(log, &input, 1, &error);
    cr_assert(reader, "%s", error.message);
    while (seen < 6) {
        size_t count = read_some(reader, 10, &records);

        cr_assert(count);
        for (size_t i = 0; i < count; i++, seen++) {
            cr_expect_eq(records[i].offset, (int64_t)seen);
            cr_expect_eq(records[i].value_null, seen == 4);
            cr_expect(seen % 2 == 0 || records[i].timestamp_ms == 1000 + (int64_t)seen);
            OK(rt_record_headers(&records[i], &arena, &error));
            cr_expect_eq(records[i].header_count, seen % 3 == 0);
        }
    }
    cr_expect_eq(rt_reader_position(reader, 0), 6);
    rt_arena_release(&arena);
    rt_reader_close(reader);
    rt_log_close(log);
    stop(&cluster);
}

Test(kafka, a_partition_is_read_twice_at_its_own_places)
{
    struct cluster cluster = start("t", 1);
    struct rt_log *log = open_log(rd_kafka_mock_cluster_bootstraps(cluster.mock));
    struct rt_input inputs[] = {{.topic = "t", .offset = 1, .end = 4},
        {.topic = "t", .end = 2, .uncommitted = true}, {.topic = "t", .end = 6}};
    int64_t next[] = {1, 0, 0};
    struct rt_record *records;
    struct rt_reader *reader;
    size_t seen = 0;

    write_records(log, "t", 6);
    reader = rt_reader_open(log, inputs, 3, &error);
    cr_assert(reader, "%s", error.message);
    for (int tries = 0; !rt_reader_finished(reader) && tries < 100; tries++) {
        size_t count;

        OK(rt_reader_poll(reader, 4, 1000, &records, &count, &error));
        for (size_t i = 0; i < count; i++, seen++)
            cr_expect_eq(records[i].offset, next[records[i].input]++);
    }
    cr_expect_eq(seen, 3 + 2 + 6);
    for (size_t i = 0; i < 3; i++)
        cr_expect_eq(rt_reader_position(reader, i), inputs[i].end);
    rt_reader_close(reader);
    rt_log_close(log);
    stop(&cluster);
}

Test(kafka, a_reader_waits_for_a_broker_that_is_away)
{
    struct cluster cluster = start("t", 1);
    struct rt_log *log = open_log(rd_kafka_mock_cluster_bootstraps(cluster.mock));
    struct rt_input input = {.topic = "t", .end = INT64_MAX};
    struct rt_record *records;
    struct rt_reader *reader;
    bool away = false;
    size_t count = 0;

    write_records(log, "t", 1);
    reader = rt_reader_open(log, &input, 1, &error);
    cr_assert_eq(read_some(reader, 10, &records), 1);
    rd_kafka_mock_broker_set_down(cluster.mock, 1);
    for (int i = 0; i < 30 && !away; i++)
        away = !rt_reader_poll(reader, 100, 500, &records, &count, &error);
    cr_assert(away);
    cr_expect_eq(error.action, RT_RETRY);
    cr_expect(strstr(error.message, "cannot reach Kafka"), "%s", error.message);
    rd_kafka_mock_broker_set_up(cluster.mock, 1);
    write_records(log, "t", 1);
    for (int i = 0; i < 30 && !count; i++)
        rt_reader_poll(reader, 100, 500, &records, &count, &error);
    cr_expect_eq(count, 1);
    rt_reader_close(reader);
    rt_log_close(log);
    stop(&cluster);
}

Test(kafka, nobody_there)
{
    struct rt_log *log = open_log("127.0.0.1:1");
    int64_t start_ms = rt_monotonic_ms();
    int32_t partitions;

    cr_expect(!rt_log_topic_partitions(log, "t", 30000, &partitions, &error));
    cr_expect_eq(error.action, RT_RETRY);
    cr_expect(strstr(error.message, "Connection refused"), "%s", error.message);
    cr_expect(!rt_writer_open(log, "w", 30000, &error));
    cr_expect_eq(error.action, RT_RETRY);
    cr_expect(rt_monotonic_ms() - start_ms < 20000, "gives up before its time is over");
    rt_log_close(log);
}

Test(kafka, properties)
{
    static const struct {
        const char *key, *value, *wanted;
    } cases[] = {
        {"securty.protocol", "ssl", "did you mean 'security.protocol'?"},
        {"security.protocol", "tsl", "property 'security.protocol'"},
        {"fetch.max.bytes", "many", "property 'fetch.max.bytes'"},
        {"sasl.jaas.config", "secret-text", "property 'sasl.jaas.config'"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct rt_property properties[] = {
            {"bootstrap.servers", "127.0.0.1:1"}, {cases[i].key, cases[i].value}};

        cr_expect(!rt_log_open_kafka(properties, 2, &error));
        cr_expect_eq(error.code, RT_CONFIG);
        cr_expect(strstr(error.message, cases[i].wanted), "%s", error.message);
        cr_expect(!strstr(error.message, "secret-text"), "%s", error.message);
    }
}

/* ---- a store ---- */

static bool collect_entry(void *context, struct rt_bytes key, const struct rt_bytes *value)
{
    rt_buffer_printf(context, "%.*s%s%.*s ", (int)key.size, (const char *)key.data,
        value ? "=" : "-", value ? (int)value->size : 0, value ? (const char *)value->data : "");
    return true;
}

static int furthest;

static void note_progress(void *context, int per_cent)
{
    (void)context;
    furthest = per_cent > furthest ? per_cent : furthest;
}

static void put_entry(struct rt_store *store, struct rt_writer *writer, const char *key,
    const char *value)
{
    struct rt_bytes bytes = {(const uint8_t *)value, value ? strlen(value) : 0};

    OK(rt_store_put(store, writer, 0, (struct rt_bytes){(const uint8_t *)key, strlen(key)},
        value ? &bytes : NULL, &error));
}

static void expect_entries(struct rt_store *store, const char *wanted)
{
    struct rt_buffer got = {0};
    const struct rt_restore restore = {collect_entry, note_progress, &got};

    OK(rt_store_restore(store, 0, &restore, &error));
    rt_buffer_add(&got, "", 1);
    cr_expect_str_eq((char *)got.data, wanted);
    rt_buffer_release(&got);
}

Test(kafka, a_store_is_restored_in_the_order_of_its_puts)
{
    struct cluster cluster = start("p-op-changelog", 1);
    struct rt_log *log = open_log(rd_kafka_mock_cluster_bootstraps(cluster.mock));
    struct rt_store *store = rt_store_open(log, "p", "op", 1, 7, &error);
    struct rt_writer *writer = rt_writer_open(log, "test", 10000, &error);

    cr_assert(store && writer, "%s", error.message);
    expect_entries(store, "");
    OK(rt_writer_begin(writer, &error));
    put_entry(store, writer, "a", "1");
    put_entry(store, writer, "b", "2");
    put_entry(store, writer, "a", "3");
    put_entry(store, writer, "b", NULL);
    OK(rt_writer_commit(writer, &error));
    rt_store_close(store);
    store = rt_store_open(log, "p", "op", 1, 7, &error);
    cr_assert(store, "%s", error.message);
    expect_entries(store, "a=1 b=2 a=3 b- ");
    cr_expect_eq(furthest, 100);
    rt_store_close(store);
    store = rt_store_open(log, "p", "op", 1, 8, &error);
    cr_assert(store, "%s", error.message);
    cr_expect(!rt_store_restore(store, 0,
        &(struct rt_restore){.entry = collect_entry, .context = &(struct rt_buffer){0}}, &error));
    cr_expect_eq((int)error.code, RT_STATE);
    rt_store_close(store);
    rt_writer_close(writer);
    rt_log_close(log);
    stop(&cluster);
}
