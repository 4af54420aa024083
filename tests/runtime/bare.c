/* Bare librdkafka, to prepare, check and compare what the runtime does:
 *   bare fill BROKERS TOPIC PARTITIONS COUNT SIZE [RATE]   values "0", "1", … padded to SIZE bytes
 *   bare dump BROKERS TOPIC                                committed values, one a line
 *   bare open BROKERS TOPIC                                1 if a transaction is open on it, else 0
 *   bare copy BROKERS FROM TO PARTITIONS ID                a copy loop, transactions of one second,
 *                                                          queues as the runtime's; CPU time */
#include <librdkafka/rdkafka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { BATCH = 8192, WAIT_MS = 10000 };

static double seconds(clockid_t id)
{
    struct timespec now;

    clock_gettime(id, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

_Noreturn static void die(const char *what, const char *why)
{
    fprintf(stderr, "bare: %s: %s\n", what, why);
    exit(3);
}

static void check(rd_kafka_error_t *error, const char *what)
{
    if (error)
        die(what, rd_kafka_error_string(error));
}

static rd_kafka_t *client(rd_kafka_type_t type, const char *brokers, const char *const *settings)
{
    rd_kafka_conf_t *conf = rd_kafka_conf_new();
    char why[512];

    rd_kafka_conf_set(conf, "bootstrap.servers", brokers, why, sizeof why);
    for (; *settings; settings += 2)
        if (rd_kafka_conf_set(conf, settings[0], settings[1], why, sizeof why))
            die(settings[0], why);
    rd_kafka_t *rk = rd_kafka_new(type, conf, why, sizeof why);
    if (!rk)
        die("client", why);
    return rk;
}

static void create(rd_kafka_t *rk, const char *name, int partitions)
{
    char why[512];
    rd_kafka_NewTopic_t *topic = rd_kafka_NewTopic_new(name, partitions, 1, why, sizeof why);
    rd_kafka_queue_t *queue = rd_kafka_queue_new(rk);

    rd_kafka_CreateTopics(rk, &topic, 1, NULL, queue);
    rd_kafka_event_t *event = rd_kafka_queue_poll(queue, WAIT_MS);
    if (event)
        rd_kafka_event_destroy(event);
    rd_kafka_queue_destroy(queue);
    rd_kafka_NewTopic_destroy(topic);
}

static void produce(rd_kafka_t *rk, rd_kafka_topic_t *topic, int partition, const void *value,
    size_t size, const void *key, size_t key_size)
{
    while (rd_kafka_produce(topic, partition, RD_KAFKA_MSG_F_COPY, (void *)value, size, key,
               key_size, NULL)) {
        if (rd_kafka_last_error() != RD_KAFKA_RESP_ERR__QUEUE_FULL)
            die("produce", rd_kafka_err2str(rd_kafka_last_error()));
        rd_kafka_poll(rk, 10);
    }
}

static void fill(char **args, double rate)
{
    static const char *const settings[] = {"linger.ms", "5", NULL};
    rd_kafka_t *rk = client(RD_KAFKA_PRODUCER, args[0], settings);
    int partitions = atoi(args[2]), size = atoi(args[4]);
    long count = atol(args[3]);
    char *value = malloc((size_t)size + 32);
    double start = seconds(CLOCK_MONOTONIC);

    create(rk, args[1], partitions);
    rd_kafka_topic_t *topic = rd_kafka_topic_new(rk, args[1], NULL);
    for (long i = 0; i < count; i++) {
        int used = snprintf(value, (size_t)size + 32, "%ld", i);

        if (used < size)
            memset(value + used, ' ', (size_t)(size - used));
        produce(rk, topic, (int)(i % partitions), value, (size_t)(used > size ? used : size), NULL,
            0);
        if (rate > 0 && i % 100 == 0)
            while ((double)i / rate > seconds(CLOCK_MONOTONIC) - start)
                rd_kafka_poll(rk, 1);
    }
    if (rd_kafka_flush(rk, WAIT_MS * 6))
        die("flush", "timed out");
    rd_kafka_topic_destroy(topic);
    rd_kafka_destroy(rk);
    free(value);
}

/* Assigns every partition from its start to its last stable offset. */
static int assign_all(rd_kafka_t *rk, const char *topic, int64_t *ends)
{
    const struct rd_kafka_metadata *metadata;
    rd_kafka_topic_t *handle = rd_kafka_topic_new(rk, topic, NULL);
    rd_kafka_topic_partition_list_t *list = rd_kafka_topic_partition_list_new(1);

    if (rd_kafka_metadata(rk, 0, handle, &metadata, WAIT_MS))
        die(topic, "no metadata");
    int partitions = metadata->topics[0].partition_cnt;
    for (int i = 0; i < partitions; i++) {
        int64_t first;

        rd_kafka_query_watermark_offsets(rk, topic, i, &first, &ends[i], WAIT_MS);
        rd_kafka_topic_partition_list_add(list, topic, i)->offset = first;
    }
    rd_kafka_assign(rk, list);
    rd_kafka_metadata_destroy(metadata);
    rd_kafka_topic_partition_list_destroy(list);
    rd_kafka_topic_destroy(handle);
    return partitions;
}

static const char *const consumer_settings[] = {"group.id", "bare", "isolation.level",
    "read_committed", "enable.auto.commit", "false", "enable.auto.offset.store", "false",
    "enable.partition.eof", "true", "queued.max.messages.kbytes", "3073", "queued.min.messages",
    "7865", "fetch.max.bytes", "1572864", "max.partition.fetch.bytes", "1048576",
    "fetch.queue.backoff.ms", "5", NULL};

static void dump(char **args)
{
    rd_kafka_t *rk = client(RD_KAFKA_CONSUMER, args[0], consumer_settings);
    int64_t ends[256];
    int partitions = assign_all(rk, args[1], ends), open = partitions;

    while (open > 0) {
        rd_kafka_message_t *message = rd_kafka_consumer_poll(rk, 1000);

        if (!message)
            continue;
        if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF)
            open--;
        else if (!message->err)
            printf("%.*s\n", (int)message->len, (const char *)message->payload);
        rd_kafka_message_destroy(message);
    }
    rd_kafka_destroy_flags(rk, RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE);
}

/* Ends as one isolation level sees them. */
static void ends_of(const char *brokers, const char *topic, const char *level, int64_t *ends,
    int *partitions)
{
    const char *const settings[] = {"isolation.level", level, "group.id", "bare", NULL};
    rd_kafka_t *rk = client(RD_KAFKA_CONSUMER, brokers, settings);

    *partitions = assign_all(rk, topic, ends);
    rd_kafka_destroy_flags(rk, RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE);
}

static void print_open(char **args)
{
    int64_t stable[256], high[256];
    int partitions, open = 0;

    ends_of(args[0], args[1], "read_committed", stable, &partitions);
    ends_of(args[0], args[1], "read_uncommitted", high, &partitions);
    for (int i = 0; i < partitions; i++)
        open |= stable[i] < high[i];
    printf("%d\n", open);
}

static void commit(rd_kafka_t *from, rd_kafka_t *to)
{
    rd_kafka_topic_partition_list_t *positions;
    rd_kafka_consumer_group_metadata_t *group = rd_kafka_consumer_group_metadata(from);

    rd_kafka_assignment(from, &positions);
    rd_kafka_position(from, positions);
    check(rd_kafka_send_offsets_to_transaction(to, positions, group, WAIT_MS), "offsets");
    check(rd_kafka_commit_transaction(to, WAIT_MS), "commit");
    rd_kafka_topic_partition_list_destroy(positions);
    rd_kafka_consumer_group_metadata_destroy(group);
}

static void copy(char **args)
{
    const char *const settings[] = {"transactional.id", args[4], "delivery.report.only.error",
        "true", "queue.buffering.max.kbytes", "3073", "queue.buffering.max.messages", "15729",
        "message.max.bytes", "1000000", NULL};
    rd_kafka_t *from = client(RD_KAFKA_CONSUMER, args[0], consumer_settings);
    rd_kafka_t *to = client(RD_KAFKA_PRODUCER, args[0], settings);
    int to_partitions = atoi(args[3]), open;
    static rd_kafka_message_t *messages[BATCH];
    int64_t ends[256];
    unsigned turn = 0;
    long count = 0;
    double start, last;

    create(to, args[2], to_partitions);
    rd_kafka_topic_t *topic = rd_kafka_topic_new(to, args[2], NULL);
    check(rd_kafka_init_transactions(to, WAIT_MS), "init");
    open = assign_all(from, args[1], ends);
    rd_kafka_queue_t *queue = rd_kafka_queue_get_consumer(from);
    start = last = seconds(CLOCK_MONOTONIC);
    check(rd_kafka_begin_transaction(to), "begin");
    while (open > 0) {
        ssize_t got = rd_kafka_consume_batch_queue(queue, 1, messages, BATCH);

        for (ssize_t i = 0; i < got; i++) {
            rd_kafka_message_t *message = messages[i];

            if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
                open--;
            } else if (!message->err) {
                produce(to, topic, (int)(turn++ % (unsigned)to_partitions), message->payload,
                    message->len, message->key, message->key_len);
                count++;
            }
            rd_kafka_message_destroy(message);
        }
        if (seconds(CLOCK_MONOTONIC) - last >= 1) {
            commit(from, to);
            check(rd_kafka_begin_transaction(to), "begin");
            last = seconds(CLOCK_MONOTONIC);
        }
    }
    commit(from, to);
    printf("%ld records, %.3f s, CPU %.3f s\n", count, seconds(CLOCK_MONOTONIC) - start,
        seconds(CLOCK_PROCESS_CPUTIME_ID));
    rd_kafka_queue_destroy(queue);
    rd_kafka_topic_destroy(topic);
    rd_kafka_destroy_flags(from, RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE);
    rd_kafka_destroy(to);
}

int main(int argc, char **argv)
{
    if (argc >= 7 && !strcmp(argv[1], "fill"))
        fill(argv + 2, argc > 7 ? atof(argv[7]) : 0);
    else if (argc == 4 && !strcmp(argv[1], "dump"))
        dump(argv + 2);
    else if (argc == 4 && !strcmp(argv[1], "open"))
        print_open(argv + 2);
    else if (argc == 7 && !strcmp(argv[1], "copy"))
        copy(argv + 2);
    else
        die("usage", "see the source");
    return 0;
}
