#include "kafka/kafka.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CALL_MS = 5000, QUEUE_FULL_MS = 1000, QUEUE_STEP_MS = 100, METADATA_MS = 10000 };
enum { MESSAGE_BYTES = 10485760, TRANSACTION_MS = 60000 };

struct topic {
    const char *key; /* The caller's pointer: equal pointers are equal topics. */
    rd_kafka_topic_t *handle;
    int32_t count;
    uint32_t turn; /* Round robin. */
};

struct kafka_writer {
    struct rt_writer base;
    struct kafka_client client;
    char *id;
    bool open;
    int64_t opened_ms;         /* When the transaction began. */
    int64_t timeout_ms;        /* transaction.timeout.ms */
    struct topic *topics;
    size_t topic_count, last;  /* last: the topic of the message before. */
    rd_kafka_resp_err_t failed; /* The first delivery that failed in this transaction. */
    char failed_text[256];
};

/* Only failures are reported (delivery.report.only.error). */
static void on_delivery(rd_kafka_t *rk, const rd_kafka_message_t *message, void *opaque)
{
    struct kafka_client *client = opaque;
    struct kafka_writer *writer =
        (struct kafka_writer *)((char *)client - offsetof(struct kafka_writer, client));

    (void)rk;
    if (!message->err || writer->failed)
        return;
    writer->failed = message->err;
    snprintf(writer->failed_text, sizeof writer->failed_text,
        "topic '%s', partition %d: a record of %zu bytes was not written: %s",
        rd_kafka_topic_name(message->rkt), (int)message->partition,
        message->len + message->key_len, rd_kafka_err2name(message->err));
}

/* ---- failures ---- */

static bool is_fencing(rd_kafka_resp_err_t code)
{
    return code == RD_KAFKA_RESP_ERR__FENCED || code == RD_KAFKA_RESP_ERR_PRODUCER_FENCED ||
        code == RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH;
}

static bool fail_fenced(struct kafka_writer *writer, const char *why, struct rt_error *error)
{
    /* The coordinator also raises the epoch when it ends a transaction that took too long. */
    if (writer->open && rt_monotonic_ms() - writer->opened_ms > writer->timeout_ms)
        return rt_fail(error, RT_ABORTED, RT_STOP,
            "the transaction of '%s' took too long and was ended by the broker", writer->id);
    return rt_fail(error, RT_FENCED, RT_STOP,
        "another instance of '%s' has taken over; this one stops (%s)", writer->id, why);
}

/* A delivery that would fail again whenever it is repeated. */
static bool is_lasting(rd_kafka_resp_err_t code)
{
    return code == RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE ||
        code == RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED ||
        code == RD_KAFKA_RESP_ERR_INVALID_RECORD || code == RD_KAFKA_RESP_ERR_POLICY_VIOLATION ||
        code == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART ||
        code == RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC || code == RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION ||
        code == RD_KAFKA_RESP_ERR_INVALID_TIMESTAMP;
}

/* The transaction can only be aborted. */
static bool fail_aborted(struct kafka_writer *writer, const char *why, struct rt_error *error)
{
    rd_kafka_poll(writer->client.rk, 0); /* Deliveries that failed. */
    if (is_lasting(writer->failed))
        return rt_fail(error, RT_BROKER, RT_STOP, "%s", writer->failed_text);
    return rt_fail(error, RT_ABORTED, RT_STOP, "the transaction of '%s' is lost: %s", writer->id,
        writer->failed ? writer->failed_text : why);
}

/* Names our value and the broker's, which is asked for. */
static bool fail_timeout(struct kafka_writer *writer, const char *text, struct rt_error *error)
{
    char ours[32] = "60000", theirs[32] = "";
    size_t size = sizeof ours;

    rd_kafka_conf_get(rd_kafka_conf(writer->client.rk), "transaction.timeout.ms", ours, &size);
    kafka_broker_config(writer->client.rk, "transaction.max.timeout.ms", theirs, sizeof theirs);
    return rt_fail(error, RT_CONFIG, RT_STOP,
        "transaction.timeout.ms = %s is above the broker's transaction.max.timeout.ms%s%s: give a "
        "smaller one with -X transaction.timeout.ms=N (%s)",
        ours, *theirs ? " = " : "", theirs, text);
}

/* Turns what a transactional call returned into our terms and destroys it. */
static bool fail_call(struct kafka_writer *writer, rd_kafka_error_t *why, const char *what,
    struct rt_error *error)
{
    rd_kafka_resp_err_t code = rd_kafka_error_code(why);
    char text[512];

    snprintf(text, sizeof text, "%s: %s", rd_kafka_error_name(why), rd_kafka_error_string(why));
    if (is_fencing(code))
        fail_fenced(writer, text, error);
    else if (code == RD_KAFKA_RESP_ERR_INVALID_TRANSACTION_TIMEOUT)
        fail_timeout(writer, text, error);
    else if (rd_kafka_error_txn_requires_abort(why))
        fail_aborted(writer, text, error);
    else if (rd_kafka_error_is_retriable(why) && !atomic_load(&writer->client.refused))
        kafka_fail(&writer->client, RD_KAFKA_RESP_ERR__TIMED_OUT, error, "%s", what);
    else
        rt_fail(error, RT_BROKER, RT_STOP, "%s: %s", what, text);
    rd_kafka_error_destroy(why);
    return false;
}

/* ---- opening ---- */

static int64_t transaction_timeout(rd_kafka_t *rk)
{
    char text[32] = "60000";
    size_t size = sizeof text;

    rd_kafka_conf_get(rd_kafka_conf(rk), "transaction.timeout.ms", text, &size);
    return atoll(text);
}

static bool initialise(struct kafka_writer *writer, int timeout_ms, struct rt_error *error)
{
    int64_t deadline = rt_monotonic_ms() + timeout_ms;
    rd_kafka_error_t *why;

    for (;;) {
        why = rd_kafka_init_transactions(writer->client.rk, KAFKA_SLICE_MS);
        rd_kafka_poll(writer->client.rk, 0);
        if (!why)
            return true;
        if (!rd_kafka_error_is_retriable(why) || kafka_client_is_down(&writer->client) ||
            rt_monotonic_ms() >= deadline)
            return fail_call(writer, why, "cannot start transactions", error);
        rd_kafka_error_destroy(why);
    }
}

struct rt_writer *kafka_writer_open(struct rt_log *base, const char *transactional_id,
    int timeout_ms, struct rt_error *error)
{
    struct kafka_log *log = (struct kafka_log *)base;
    const struct rt_property own[] = {{"transactional.id", transactional_id},
        {"delivery.report.only.error", "true"}};
    char kilobytes[24], messages[24], bytes[24], timeout[24];
    const struct rt_property defaults[] = {{"queue.buffering.max.kbytes", kilobytes},
        {"queue.buffering.max.messages", messages}, {"message.max.bytes", bytes},
        {"transaction.timeout.ms", timeout}};
    const struct kafka_settings settings = {.type = RD_KAFKA_PRODUCER, .defaults = defaults,
        .default_count = sizeof defaults / sizeof *defaults, .own = own,
        .own_count = sizeof own / sizeof *own, .delivered = on_delivery};
    struct kafka_writer *writer = rt_allocate(1, sizeof *writer);

    writer->base.ops = &kafka_ops;
    writer->id = rt_duplicate(transactional_id);
    snprintf(kilobytes, sizeof kilobytes, "%zu", kafka_memory(log) / 4 / 1024 + 1);
    snprintf(messages, sizeof messages, "%zu", kafka_memory(log) / 2 / KAFKA_MESSAGE_BYTES + 1);
    snprintf(bytes, sizeof bytes, "%d", MESSAGE_BYTES);
    snprintf(timeout, sizeof timeout, "%" PRId64, log->base.transaction_timeout_ms
        ? log->base.transaction_timeout_ms : (int64_t)TRANSACTION_MS);
    if (!kafka_client_open(log, &writer->client, &settings, error))
        goto failed;
    writer->timeout_ms = transaction_timeout(writer->client.rk);
    if (!initialise(writer, timeout_ms, error))
        goto failed;
    return &writer->base;

failed:
    kafka_writer_close(&writer->base);
    return NULL;
}

void kafka_writer_close(struct rt_writer *base)
{
    struct kafka_writer *writer = (struct kafka_writer *)base;
    struct rt_error ignored;

    if (writer->open)
        kafka_writer_abort(base, &ignored);
    for (size_t i = 0; i < writer->topic_count; i++)
        rd_kafka_topic_destroy(writer->topics[i].handle);
    if (writer->client.rk)
        rd_kafka_purge(writer->client.rk, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
    kafka_client_close(&writer->client);
    free(writer->topics);
    free(writer->id);
    free(writer);
}

/* ---- the transaction ---- */

bool kafka_writer_begin(struct rt_writer *base, struct rt_error *error)
{
    struct kafka_writer *writer = (struct kafka_writer *)base;
    rd_kafka_error_t *why = rd_kafka_begin_transaction(writer->client.rk);

    if (why)
        return fail_call(writer, why, "cannot begin a transaction", error);
    writer->open = true;
    writer->opened_ms = rt_monotonic_ms();
    writer->failed = RD_KAFKA_RESP_ERR_NO_ERROR;
    return true;
}

static rd_kafka_topic_t *new_topic(struct kafka_writer *writer, const char *name,
    const char *compression, struct rt_error *error)
{
    rd_kafka_topic_conf_t *conf = NULL;
    rd_kafka_topic_t *handle;
    char why[256];

    if (compression) {
        conf = rd_kafka_default_topic_conf_dup(writer->client.rk);
        if (rd_kafka_topic_conf_set(conf, "compression.codec", compression, why, sizeof why)) {
            rd_kafka_topic_conf_destroy(conf);
            rt_fail(error, RT_CONFIG, RT_STOP, "topic '%s': %s", name, why);
            return NULL;
        }
    }
    handle = rd_kafka_topic_new(writer->client.rk, name, conf);
    if (!handle)
        kafka_fail(&writer->client, rd_kafka_last_error(), error, "topic '%s'", name);
    return handle;
}

static struct topic *topic_of(struct kafka_writer *writer, const struct rt_message *message,
    struct rt_error *error)
{
    const char *name = message->topic;
    struct topic topic = {.key = name};

    if (writer->topic_count && writer->topics[writer->last].key == name)
        return &writer->topics[writer->last];
    for (size_t i = 0; i < writer->topic_count; i++) {
        if (writer->topics[i].key != name)
            continue;
        writer->last = i;
        return &writer->topics[i];
    }
    /* The handle first: the configuration of a topic that the client knows cannot be set. */
    topic.handle = new_topic(writer, name, message->compression, error);
    if (!topic.handle)
        return NULL;
    if (!kafka_partitions(&writer->client, name, METADATA_MS, &topic.count, error))
        goto failed;
    if (!topic.count) {
        rt_fail(error, RT_BROKER, RT_STOP, "topic '%s' does not exist", name);
        goto failed;
    }
    writer->topics =
        rt_reallocate(writer->topics, writer->topic_count + 1, sizeof *writer->topics);
    writer->last = writer->topic_count;
    writer->topics[writer->topic_count] = topic;
    return &writer->topics[writer->topic_count++];

failed:
    rd_kafka_topic_destroy(topic.handle);
    return NULL;
}

static rd_kafka_headers_t *headers_of(const struct rt_message *message)
{
    rd_kafka_headers_t *headers = rd_kafka_headers_new(message->header_count);

    for (size_t i = 0; i < message->header_count; i++) {
        const struct rt_header *header = &message->headers[i];
        /* librdkafka takes a missing value and an empty one apart by the pointer. */
        const void *value = header->value_null ? NULL
            : header->value.size               ? (const void *)header->value.data
                                               : "";

        rd_kafka_header_add(headers, header->key.data, (ssize_t)header->key.size, value,
            header->value_null ? 0 : (ssize_t)header->value.size);
    }
    return headers;
}

/* Values that are empty but not NULL need a pointer. */
static void *data_of(struct rt_bytes bytes, bool is_null)
{
    static const uint8_t empty[1];

    return is_null ? NULL : (void *)(bytes.size ? bytes.data : empty);
}

static rd_kafka_resp_err_t produce(struct topic *topic, int32_t partition,
    const struct rt_message *message)
{
    void *key = data_of(message->key, message->key_null);
    void *value = data_of(message->value, message->value_null);
    size_t key_size = message->key_null ? 0 : message->key.size;
    size_t value_size = message->value_null ? 0 : message->value.size;

    return rd_kafka_produce(topic->handle, partition, RD_KAFKA_MSG_F_COPY, value, value_size, key,
               key_size, NULL) == 0
        ? RD_KAFKA_RESP_ERR_NO_ERROR
        : rd_kafka_last_error();
}

/* With a timestamp or headers only the slower call will do. */
static rd_kafka_resp_err_t produce_with(struct kafka_writer *writer, struct topic *topic,
    int32_t partition, const struct rt_message *message)
{
    rd_kafka_vu_t parts[7];
    size_t count = 0;
    rd_kafka_headers_t *headers = NULL;
    rd_kafka_resp_err_t code = RD_KAFKA_RESP_ERR_NO_ERROR;
    rd_kafka_error_t *why;

    parts[count].vtype = RD_KAFKA_VTYPE_RKT;
    parts[count++].u.rkt = topic->handle;
    parts[count].vtype = RD_KAFKA_VTYPE_PARTITION;
    parts[count++].u.i32 = partition;
    parts[count].vtype = RD_KAFKA_VTYPE_MSGFLAGS;
    parts[count++].u.i = RD_KAFKA_MSG_F_COPY;
    parts[count].vtype = RD_KAFKA_VTYPE_VALUE;
    parts[count].u.mem.ptr = data_of(message->value, message->value_null);
    parts[count++].u.mem.size = message->value_null ? 0 : message->value.size;
    parts[count].vtype = RD_KAFKA_VTYPE_KEY;
    parts[count].u.mem.ptr = data_of(message->key, message->key_null);
    parts[count++].u.mem.size = message->key_null ? 0 : message->key.size;
    if (message->timestamp_ms >= 0) {
        parts[count].vtype = RD_KAFKA_VTYPE_TIMESTAMP;
        /* librdkafka takes 0 for now; see external/build-deps. */
        parts[count++].u.i64 = message->timestamp_ms ? message->timestamp_ms : INT64_MIN;
    }
    if (message->header_count) {
        headers = headers_of(message);
        parts[count].vtype = RD_KAFKA_VTYPE_HEADERS;
        parts[count++].u.headers = headers;
    }
    why = rd_kafka_produceva(writer->client.rk, parts, count);
    if (why) {
        code = rd_kafka_error_code(why);
        rd_kafka_error_destroy(why);
        if (headers)
            rd_kafka_headers_destroy(headers);
    }
    return code;
}

static bool fail_produce(struct kafka_writer *writer, rd_kafka_resp_err_t code,
    const struct rt_message *message, struct rt_error *error)
{
    char text[512];

    if (code == RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE)
        return rt_fail(error, RT_ENCODE, RT_STOP,
            "topic '%s': a record of %zu bytes is above message.max.bytes", message->topic,
            message->key.size + message->value.size);
    if (code == RD_KAFKA_RESP_ERR__QUEUE_FULL)
        return kafka_fail(&writer->client, RD_KAFKA_RESP_ERR__TIMED_OUT, error,
            "cannot write to topic '%s'", message->topic);
    if (rd_kafka_fatal_error(writer->client.rk, text, sizeof text) || is_fencing(code)) {
        rd_kafka_resp_err_t fatal = rd_kafka_fatal_error(writer->client.rk, text, sizeof text);

        return is_fencing(fatal) || is_fencing(code)
            ? fail_fenced(writer, text, error)
            : rt_fail(error, RT_BROKER, RT_STOP, "topic '%s': %s", message->topic, text);
    }
    return fail_aborted(writer, rd_kafka_err2name(code), error);
}

bool kafka_writer_send(struct rt_writer *base, const struct rt_message *message,
    struct rt_error *error)
{
    struct kafka_writer *writer = (struct kafka_writer *)base;
    struct topic *topic = topic_of(writer, message, error);
    bool plain = message->timestamp_ms < 0 && !message->header_count;
    rd_kafka_resp_err_t code;
    int32_t partition;
    int waited = 0;

    if (!topic)
        return false;
    partition = rt_message_partition(message, topic->count, &topic->turn);
    for (;;) {
        code = plain ? produce(topic, partition, message)
                     : produce_with(writer, topic, partition, message);
        if (!code)
            return true;
        if (code != RD_KAFKA_RESP_ERR__QUEUE_FULL || waited >= QUEUE_FULL_MS)
            return fail_produce(writer, code, message, error);
        rd_kafka_poll(writer->client.rk, QUEUE_STEP_MS);
        waited += QUEUE_STEP_MS;
    }
}

bool kafka_writer_positions(struct rt_writer *base, const char *group,
    const struct rt_input *positions, size_t count, struct rt_error *error)
{
    struct kafka_writer *writer = (struct kafka_writer *)base;
    rd_kafka_topic_partition_list_t *list = rd_kafka_topic_partition_list_new((int)count);
    rd_kafka_consumer_group_metadata_t *metadata = rd_kafka_consumer_group_metadata_new(group);
    rd_kafka_error_t *why;

    for (size_t i = 0; i < count; i++)
        rd_kafka_topic_partition_list_add(list, positions[i].topic, positions[i].partition)
            ->offset = positions[i].offset;
    why = rd_kafka_send_offsets_to_transaction(writer->client.rk, list, metadata, CALL_MS);
    rd_kafka_consumer_group_metadata_destroy(metadata);
    rd_kafka_topic_partition_list_destroy(list);
    return !why || fail_call(writer, why, "cannot write the group's offsets", error);
}

bool kafka_writer_commit(struct rt_writer *base, struct rt_error *error)
{
    struct kafka_writer *writer = (struct kafka_writer *)base;
    rd_kafka_error_t *why = rd_kafka_commit_transaction(writer->client.rk, CALL_MS);

    rd_kafka_poll(writer->client.rk, 0);
    if (why)
        return fail_call(writer, why, "cannot commit yet", error);
    writer->open = false;
    atomic_store(&writer->client.down, false);
    return true;
}

bool kafka_writer_abort(struct rt_writer *base, struct rt_error *error)
{
    struct kafka_writer *writer = (struct kafka_writer *)base;
    rd_kafka_error_t *why = NULL;
    bool done;

    rd_kafka_poll(writer->client.rk, 0);
    /* Who cannot be reached ends the transaction by itself: the next writer's start, a timeout. */
    if (!kafka_client_is_down(&writer->client))
        why = rd_kafka_abort_transaction(writer->client.rk, CALL_MS);
    done = !why || fail_call(writer, why, "cannot abort the transaction", error);
    writer->open = false;
    return done;
}
