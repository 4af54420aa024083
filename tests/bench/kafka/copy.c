/* The peer of the pass-through benchmark: a bare librdkafka loop that copies one topic to another in
 * transactions, with the isolation level, queue sizes and commit interval of a pipeline.
 *
 *   copy BROKERS SOURCE SINK PARTITIONS RECORDS [property=value…]
 *
 * Properties go to consumer and producer as a pipeline's do. Ends after RECORDS records. */
#include <librdkafka/rdkafka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 8192, COMMIT_MS = 1000, WAIT_MS = 30000 };

static char reason[512];

static void die(const char *what, const char *why)
{
    fprintf(stderr, "copy: %s: %s\n", what, why);
    exit(1);
}

static void set(rd_kafka_conf_t *conf, const char *key, const char *value)
{
    if (rd_kafka_conf_set(conf, key, value, reason, sizeof reason) != RD_KAFKA_CONF_OK)
        die(key, reason);
}

/* Settings `prefix`key=value of argv; "consumer:" and "producer:" are the prefixes. */
static void set_all(rd_kafka_conf_t *conf, const char *prefix, int count, char **settings)
{
    for (int i = 0; i < count; i++) {
        char key[128];
        const char *at = settings[i], *equals = strchr(at, '=');

        if (strncmp(at, prefix, strlen(prefix)))
            continue;
        at += strlen(prefix);
        if (!equals || (size_t)(equals - at) >= sizeof key)
            die("setting", settings[i]);
        memcpy(key, at, (size_t)(equals - at));
        key[equals - at] = '\0';
        set(conf, key, equals + 1);
    }
}

static rd_kafka_t *consumer(const char *brokers, const char *topic, int partitions, int count,
    char **settings)
{
    rd_kafka_conf_t *conf = rd_kafka_conf_new();
    rd_kafka_topic_partition_list_t *list = rd_kafka_topic_partition_list_new(partitions);
    rd_kafka_t *rk;

    set(conf, "bootstrap.servers", brokers);
    set(conf, "group.id", "bench-copy");
    set(conf, "enable.auto.commit", "false");
    set(conf, "isolation.level", "read_committed");
    set_all(conf, "consumer:", count, settings);
    rk = rd_kafka_new(RD_KAFKA_CONSUMER, conf, reason, sizeof reason);
    if (!rk)
        die("consumer", reason);
    rd_kafka_poll_set_consumer(rk);
    for (int p = 0; p < partitions; p++)
        rd_kafka_topic_partition_list_add(list, topic, p)->offset = 0;
    rd_kafka_assign(rk, list);
    rd_kafka_topic_partition_list_destroy(list);
    return rk;
}

static rd_kafka_t *producer(const char *brokers, int count, char **settings)
{
    rd_kafka_conf_t *conf = rd_kafka_conf_new();
    rd_kafka_error_t *error;
    rd_kafka_t *rk;

    set(conf, "bootstrap.servers", brokers);
    set(conf, "transactional.id", "bench-copy");
    set_all(conf, "producer:", count, settings);
    rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, reason, sizeof reason);
    if (!rk)
        die("producer", reason);
    error = rd_kafka_init_transactions(rk, WAIT_MS);
    if (error)
        die("init_transactions", rd_kafka_error_string(error));
    return rk;
}

static void begin(rd_kafka_t *rk)
{
    rd_kafka_error_t *error = rd_kafka_begin_transaction(rk);

    if (error)
        die("begin", rd_kafka_error_string(error));
}

/* Positions and outputs in one transaction, as a pipeline commits. */
static void commit(rd_kafka_t *rk, rd_kafka_t *from)
{
    rd_kafka_consumer_group_metadata_t *group = rd_kafka_consumer_group_metadata(from);
    rd_kafka_topic_partition_list_t *list;
    rd_kafka_error_t *error;

    rd_kafka_assignment(from, &list);
    rd_kafka_position(from, list);
    error = rd_kafka_send_offsets_to_transaction(rk, list, group, WAIT_MS);
    if (!error)
        error = rd_kafka_commit_transaction(rk, WAIT_MS);
    if (error)
        die("commit", rd_kafka_error_string(error));
    rd_kafka_topic_partition_list_destroy(list);
    rd_kafka_consumer_group_metadata_destroy(group);
}

static long long now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void forward(rd_kafka_t *rk, rd_kafka_topic_t *topic, const rd_kafka_message_t *message)
{
    while (rd_kafka_produce(topic, message->partition, RD_KAFKA_MSG_F_COPY, message->payload,
               message->len, message->key, message->key_len, NULL) == -1) {
        if (rd_kafka_last_error() != RD_KAFKA_RESP_ERR__QUEUE_FULL)
            die("produce", rd_kafka_err2str(rd_kafka_last_error()));
        rd_kafka_poll(rk, 5);
    }
}

int main(int argc, char **argv)
{
    static rd_kafka_message_t *batch[BATCH];
    rd_kafka_t *from, *to;
    rd_kafka_topic_t *sink;
    rd_kafka_queue_t *queue;
    long long copied = 0, records, committed;

    if (argc < 6)
        die("usage", "copy BROKERS SOURCE SINK PARTITIONS RECORDS [consumer:|producer:key=value…]");
    records = atoll(argv[5]);
    from = consumer(argv[1], argv[2], atoi(argv[4]), argc - 6, argv + 6);
    to = producer(argv[1], argc - 6, argv + 6);
    sink = rd_kafka_topic_new(to, argv[3], NULL);
    queue = rd_kafka_queue_get_consumer(from);
    begin(to);
    committed = now_ms();
    while (copied < records) {
        ssize_t count = rd_kafka_consume_batch_queue(queue, 100, batch, BATCH);

        for (ssize_t i = 0; i < count; i++) {
            if (!batch[i]->err) {
                forward(to, sink, batch[i]);
                copied++;
            }
            rd_kafka_message_destroy(batch[i]);
        }
        rd_kafka_poll(to, 0);
        if (now_ms() - committed >= COMMIT_MS) {
            commit(to, from);
            begin(to);
            committed = now_ms();
        }
    }
    commit(to, from);
    rd_kafka_queue_destroy(queue);
    rd_kafka_topic_destroy(sink);
    rd_kafka_destroy(to);
    rd_kafka_consumer_close(from);
    rd_kafka_destroy(from);
    return 0;
}
