#include "kafka/kafka.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_BYTES = 2 * 1024 * 1024, RECORD_BYTES = 256, PING_MS = 1000, LANE_WAIT_MS = 5 };

struct kafka_input {
    const char *topic;             /* Own copy. */
    int32_t partition;
    size_t lane;
    int64_t position, end;
    const rd_kafka_topic_t *handle; /* As messages name the topic; NULL until the first. */
};

/* A consumer. It has one isolation level, and a partition once: most readers have one lane, another
 * for tables that read uncommitted records, more where a partition is read from several offsets. */
struct kafka_lane {
    struct kafka_client client;
    rd_kafka_queue_t *queue;
    bool uncommitted;
    size_t first, last;            /* Inputs: its first; that of the message before. */
};

struct kafka_reader {
    struct rt_reader base;
    struct kafka_lane *lanes;
    size_t lane_count, turn;       /* turn: the lane that is asked first. */
    struct kafka_input *inputs;
    size_t count;
    rd_kafka_message_t **messages; /* Of the last poll: the records' memory. */
    size_t message_count, capacity;
    struct rt_record *records;
    size_t record_bytes;           /* Average: keeps a batch in bounds. */
};

/* ---- opening ---- */

static bool open_client(struct kafka_log *log, const struct kafka_reader *reader,
    struct kafka_lane *lane, struct rt_error *error)
{
    const struct rt_property own[] = {
        {"isolation.level", lane->uncommitted ? "read_uncommitted" : "read_committed"},
        {"enable.auto.commit", "false"}, {"enable.auto.offset.store", "false"},
        {"enable.partition.eof", "true"}, {"auto.offset.reset", "error"}};
    char kilobytes[24], messages[24], fetch[24];
    const struct rt_property defaults[] = {{"group.id", "ddl2c"},
        {"queued.max.messages.kbytes", kilobytes}, {"queued.min.messages", messages},
        {"fetch.max.bytes", fetch}, {"max.partition.fetch.bytes", "1048576"},
        {"fetch.queue.backoff.ms", "5"}};
    const struct kafka_settings settings = {.type = RD_KAFKA_CONSUMER, .defaults = defaults,
        .default_count = sizeof defaults / sizeof *defaults, .own = own,
        .own_count = sizeof own / sizeof *own};
    size_t memory = kafka_memory(log) / reader->lane_count;

    /* A quarter waits in the queue, an eighth may be on its way, an eighth is the batch. */
    snprintf(kilobytes, sizeof kilobytes, "%zu", memory / 4 / 1024 + 1);
    snprintf(messages, sizeof messages, "%zu", memory / 4 / KAFKA_MESSAGE_BYTES + 1);
    snprintf(fetch, sizeof fetch, "%zu", memory / 8 > 1000000 ? memory / 8 : (size_t)1000000);
    return kafka_client_open(log, &lane->client, &settings, error);
}

static bool assign(struct kafka_reader *reader, size_t lane, struct rt_error *error)
{
    rd_kafka_topic_partition_list_t *list = rd_kafka_topic_partition_list_new((int)reader->count);
    struct kafka_client *client = &reader->lanes[lane].client;
    rd_kafka_resp_err_t code;

    for (size_t i = 0; i < reader->count; i++) {
        const struct kafka_input *input = &reader->inputs[i];

        if (input->lane == lane && input->position < input->end)
            rd_kafka_topic_partition_list_add(list, input->topic, input->partition)->offset =
                input->position;
    }
    code = list->cnt ? rd_kafka_assign(client->rk, list) : RD_KAFKA_RESP_ERR_NO_ERROR;
    rd_kafka_topic_partition_list_destroy(list);
    return !code || kafka_fail(client, code, error, "cannot read");
}

static bool holds(const struct kafka_reader *reader, size_t lane, const struct rt_input *input)
{
    for (size_t i = 0; i < reader->count; i++)
        if (reader->inputs[i].lane == lane && reader->inputs[i].partition == input->partition &&
            !strcmp(reader->inputs[i].topic, input->topic))
            return true;
    return false;
}

/* The first lane that may read the input; a new one if there is none. */
static size_t lane_of(struct kafka_reader *reader, const struct rt_input *input)
{
    size_t lane = 0;

    while (lane < reader->lane_count && (reader->lanes[lane].uncommitted != input->uncommitted ||
            holds(reader, lane, input)))
        lane++;
    if (lane < reader->lane_count)
        return lane;
    reader->lanes = rt_reallocate(reader->lanes, lane + 1, sizeof *reader->lanes);
    reader->lanes[lane] = (struct kafka_lane){.uncommitted = input->uncommitted,
        .first = reader->count, .last = reader->count};
    reader->lane_count++;
    return lane;
}

static bool open_lane(struct kafka_log *log, struct kafka_reader *reader, size_t lane,
    struct rt_error *error)
{
    struct kafka_lane *own = &reader->lanes[lane];

    if (!open_client(log, reader, own, error))
        return false;
    own->queue = rd_kafka_queue_get_consumer(own->client.rk);
    rd_kafka_poll_set_consumer(own->client.rk);
    return assign(reader, lane, error);
}

struct rt_reader *kafka_reader_open(struct rt_log *log, const struct rt_input *inputs,
    size_t count, struct rt_error *error)
{
    struct kafka_reader *reader = rt_allocate(1, sizeof *reader);

    reader->base.ops = &kafka_ops;
    reader->record_bytes = RECORD_BYTES;
    reader->inputs = rt_allocate(count, sizeof *reader->inputs);
    for (size_t i = 0; i < count; i++) {
        size_t lane = lane_of(reader, &inputs[i]);

        reader->inputs[reader->count++] = (struct kafka_input){
            .topic = rt_duplicate(inputs[i].topic), .partition = inputs[i].partition,
            .lane = lane, .position = inputs[i].offset, .end = inputs[i].end};
    }
    for (size_t i = 0; i < reader->lane_count; i++) {
        if (open_lane((struct kafka_log *)log, reader, i, error))
            continue;
        kafka_reader_close(&reader->base);
        return NULL;
    }
    return &reader->base;
}

static void release_messages(struct kafka_reader *reader)
{
    for (size_t i = 0; i < reader->message_count; i++)
        rd_kafka_message_destroy(reader->messages[i]);
    reader->message_count = 0;
}

void kafka_reader_close(struct rt_reader *base)
{
    struct kafka_reader *reader = (struct kafka_reader *)base;

    release_messages(reader);
    for (size_t i = 0; i < reader->lane_count; i++) {
        if (reader->lanes[i].queue)
            rd_kafka_queue_destroy(reader->lanes[i].queue);
        kafka_client_close(&reader->lanes[i].client);
    }
    free(reader->lanes);
    for (size_t i = 0; i < reader->count; i++)
        free((char *)reader->inputs[i].topic);
    free(reader->inputs);
    free(reader->messages);
    free(reader->records);
    free(reader);
}

/* ---- polling ---- */

/* Messages of a partition come in runs, so the input of the last message is tried first. */
static struct kafka_input *input_of(struct kafka_reader *reader, size_t lane,
    const rd_kafka_message_t *message)
{
    struct kafka_lane *own = &reader->lanes[lane];
    struct kafka_input *input = &reader->inputs[own->last];

    if (input->handle == message->rkt && input->partition == message->partition)
        return input;
    for (size_t i = 0; i < reader->count; i++) {
        input = &reader->inputs[i];
        if (input->lane != lane || input->partition != message->partition)
            continue;
        if (input->handle != message->rkt) {
            if (strcmp(input->topic, rd_kafka_topic_name(message->rkt)) != 0)
                continue;
            input->handle = message->rkt;
        }
        own->last = i;
        return input;
    }
    return NULL;
}

static bool take_event(struct kafka_reader *reader, size_t lane,
    const rd_kafka_message_t *message, struct rt_error *error)
{
    struct kafka_input *input = message->rkt ? input_of(reader, lane, message) : NULL;
    const char *topic = message->rkt ? rd_kafka_topic_name(message->rkt) : "";

    switch (message->err) {
    case RD_KAFKA_RESP_ERR__PARTITION_EOF:
        /* Behind control records, which are never delivered. */
        if (input && message->offset > input->position)
            input->position = message->offset < input->end ? message->offset : input->end;
        return true;
    case RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET:
        return rt_fail(error, RT_ABORTED, RT_STOP,
            "topic '%s', partition %d: offset %" PRId64 " is no longer there", topic,
            (int)message->partition, input ? input->position : message->offset);
    default:
        break;
    }
    if (kafka_is_transient(message->err))
        return true; /* librdkafka goes on trying; `down` tells if that is in vain. */
    return kafka_fail(&reader->lanes[lane].client, message->err, error,
        "topic '%s', partition %d: %s", topic, (int)message->partition,
        rd_kafka_message_errstr(message));
}

static void take_record(struct kafka_reader *reader, rd_kafka_message_t *message,
    struct kafka_input *input, struct rt_record *record)
{
    rd_kafka_timestamp_type_t type;

    record->input = (int32_t)(input - reader->inputs);
    record->partition = message->partition;
    record->leader_epoch = rd_kafka_message_leader_epoch(message);
    record->offset = message->offset;
    record->timestamp_ms = rd_kafka_message_timestamp(message, &type);
    record->timestamp_type = type == RD_KAFKA_TIMESTAMP_CREATE_TIME ? RT_CREATE_TIME
        : type == RD_KAFKA_TIMESTAMP_LOG_APPEND_TIME                ? RT_LOG_APPEND_TIME
                                                                    : RT_NO_TIMESTAMP;
    record->key_null = !message->key;
    record->value_null = !message->payload;
    record->key = (struct rt_bytes){message->key, message->key_len};
    record->value = (struct rt_bytes){message->payload, message->len};
    record->headers = NULL;
    record->header_count = 0;
    record->native = message;
    input->position = message->offset + 1;
}

/* Messages from number `first` on, which are the lane's. */
static bool take_messages(struct kafka_reader *reader, size_t lane, size_t first, size_t *count,
    struct rt_error *error)
{
    size_t bytes = 0, before = *count;

    for (size_t i = first; i < reader->message_count; i++) {
        rd_kafka_message_t *message = reader->messages[i];
        struct kafka_input *input;

        if (message->err) {
            if (!take_event(reader, lane, message, error))
                return false;
            continue;
        }
        input = input_of(reader, lane, message);
        if (!input || message->offset < input->position)
            continue;
        if (message->offset >= input->end) { /* Others write on behind the end. */
            input->position = input->end;
            continue;
        }
        bytes += message->len + message->key_len;
        take_record(reader, message, input, &reader->records[(*count)++]);
    }
    if (*count > before) {
        reader->record_bytes = (reader->record_bytes * 3 + bytes / (*count - before)) / 4 + 1;
        atomic_store_explicit(&reader->lanes[lane].client.down, false, memory_order_relaxed);
    }
    return true;
}

/* While no broker is connected, asks one now and then: an idle topic sends nothing that would tell
 * that they are back. */
static bool check_connection(struct kafka_reader *reader, struct kafka_lane *lane,
    struct rt_error *error)
{
    const struct kafka_input *input = &reader->inputs[lane->first];
    rd_kafka_resp_err_t code;
    int64_t first, end;

    if (!kafka_client_is_down(&lane->client))
        return true;
    code = rd_kafka_query_watermark_offsets(lane->client.rk, input->topic, input->partition,
        &first, &end, PING_MS);
    if (!code) {
        atomic_store(&lane->client.down, false);
        return true;
    }
    return kafka_fail(&lane->client, RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN, error,
        "cannot reach Kafka");
}

static void reserve(struct kafka_reader *reader, size_t limit)
{
    if (limit <= reader->capacity)
        return;
    reader->messages = rt_reallocate(reader->messages, limit, sizeof *reader->messages);
    reader->records = rt_reallocate(reader->records, limit, sizeof *reader->records);
    reader->capacity = limit;
}

/* Up to `limit` more messages of a lane; waits for the first. */
static void fetch(struct kafka_reader *reader, const struct kafka_lane *lane, size_t limit,
    int timeout_ms)
{
    rd_kafka_message_t **at = reader->messages + reader->message_count, *first;
    ssize_t more = rd_kafka_consume_batch_queue(lane->queue, 0, at, limit);

    if (more > 0)
        reader->message_count += (size_t)more;
    if (more > 0 || !timeout_ms)
        return;
    /* The batch call waits for a full batch: wait for one message, then take what is there. */
    first = rd_kafka_consume_queue(lane->queue, timeout_ms);
    if (!first)
        return;
    reader->messages[reader->message_count++] = first;
    more = limit > 1 ? rd_kafka_consume_batch_queue(lane->queue, 0, at + 1, limit - 1) : 0;
    if (more > 0)
        reader->message_count += (size_t)more;
}

/* Asks every lane once, another one first each time. */
static bool poll_lanes(struct kafka_reader *reader, size_t limit, int timeout_ms, size_t *count,
    struct rt_error *error)
{
    for (size_t i = 0; i < reader->lane_count && reader->message_count < limit; i++) {
        size_t lane = (reader->turn + i) % reader->lane_count, first = reader->message_count;

        fetch(reader, &reader->lanes[lane], limit - first, timeout_ms);
        if (!take_messages(reader, lane, first, count, error))
            return false;
    }
    reader->turn++;
    return true;
}

bool kafka_reader_poll(struct rt_reader *base, size_t limit, int timeout_ms,
    struct rt_record **records, size_t *count, struct rt_error *error)
{
    struct kafka_reader *reader = (struct kafka_reader *)base;
    size_t fitting = BATCH_BYTES / reader->record_bytes + 1;
    int64_t deadline = rt_monotonic_ms() + timeout_ms;
    int wait_ms = reader->lane_count > 1 ? 0 : timeout_ms;

    release_messages(reader);
    if (limit > fitting)
        limit = fitting;
    reserve(reader, limit);
    *records = reader->records;
    *count = 0;
    if (kafka_reader_finished(base))
        return true;
    do {
        if (!poll_lanes(reader, limit, wait_ms, count, error))
            return false;
        wait_ms = LANE_WAIT_MS;
    } while (reader->lane_count > 1 && !reader->message_count && rt_monotonic_ms() < deadline);
    for (size_t i = 0; i < reader->lane_count && !*count; i++)
        if (!check_connection(reader, &reader->lanes[i], error))
            return false;
    return true;
}

int64_t kafka_reader_position(const struct rt_reader *reader, size_t index)
{
    return ((const struct kafka_reader *)reader)->inputs[index].position;
}

bool kafka_reader_finished(const struct rt_reader *base)
{
    const struct kafka_reader *reader = (const struct kafka_reader *)base;

    for (size_t i = 0; i < reader->count; i++)
        if (reader->inputs[i].position < reader->inputs[i].end)
            return false;
    return true;
}

int64_t kafka_reader_end(const struct rt_reader *base, size_t index)
{
    const struct kafka_reader *reader = (const struct kafka_reader *)base;
    const struct kafka_input *input = &reader->inputs[index];
    int64_t first, end;

    if (rd_kafka_get_watermark_offsets(reader->lanes[input->lane].client.rk, input->topic,
            input->partition, &first, &end) ||
        end < 0) /* RD_KAFKA_OFFSET_INVALID: nothing was fetched yet. */
        return -1;
    return end;
}

void kafka_reader_pause(struct rt_reader *base, size_t index, bool pause)
{
    struct kafka_reader *reader = (struct kafka_reader *)base;
    const struct kafka_input *input = &reader->inputs[index];
    rd_kafka_t *rk = reader->lanes[input->lane].client.rk;
    rd_kafka_topic_partition_list_t *list = rd_kafka_topic_partition_list_new(1);

    rd_kafka_topic_partition_list_add(list, input->topic, input->partition);
    if (pause)
        rd_kafka_pause_partitions(rk, list);
    else
        rd_kafka_resume_partitions(rk, list);
    rd_kafka_topic_partition_list_destroy(list);
}

/* ---- headers ---- */

bool rt_record_headers(struct rt_record *record, struct rt_arena *arena, struct rt_error *error)
{
    rd_kafka_message_t *message = record->native;
    rd_kafka_headers_t *list;
    rd_kafka_resp_err_t code;
    struct rt_header *headers;
    size_t count;

    if (!message)
        return true; /* Loaded already, as local records are. */
    code = rd_kafka_message_headers(message, &list);
    if (code && code != RD_KAFKA_RESP_ERR__NOENT)
        return rt_fail(error, RT_DECODE, RT_SKIP, "headers: %s", rd_kafka_err2str(code));
    count = code ? 0 : rd_kafka_header_cnt(list);
    headers = rt_arena_alloc(arena, count * sizeof *headers);
    for (size_t i = 0; i < count; i++) {
        const void *value;
        const char *key;
        size_t size;

        rd_kafka_header_get_all(list, i, &key, &value, &size);
        headers[i] = (struct rt_header){{key, strlen(key)}, {value, size}, !value};
    }
    record->headers = headers;
    record->header_count = count;
    record->native = NULL;
    return true;
}
