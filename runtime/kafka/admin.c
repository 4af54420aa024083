#include "kafka/kafka.h"

#include <string.h>

enum { AFTER_CREATE_MS = 50, TEXT = 512 };

/* One question in slices: serves callbacks in between, so that `down` is known. `handle` NULL: all
 * topics. */
static rd_kafka_resp_err_t ask(struct kafka_client *client, rd_kafka_topic_t *handle,
    int timeout_ms, const struct rd_kafka_metadata **metadata)
{
    int64_t deadline = rt_monotonic_ms() + timeout_ms;
    rd_kafka_resp_err_t code;

    for (;;) {
        code = rd_kafka_metadata(client->rk, !handle, handle, metadata, KAFKA_SLICE_MS);
        rd_kafka_poll(client->rk, 0);
        if (!code)
            atomic_store(&client->down, false);
        if (!code || !kafka_is_transient(code) || kafka_client_is_down(client) ||
            rt_monotonic_ms() >= deadline)
            return code;
    }
}

static bool ask_metadata(struct kafka_client *client, const char *topic, int timeout_ms,
    const struct rd_kafka_metadata **metadata, struct rt_error *error)
{
    rd_kafka_topic_t *handle = rd_kafka_topic_new(client->rk, topic, NULL);
    rd_kafka_resp_err_t code;

    if (!handle)
        return kafka_fail(client, rd_kafka_last_error(), error, "topic '%s'", topic);
    code = ask(client, handle, timeout_ms, metadata);
    rd_kafka_topic_destroy(handle);
    return !code || kafka_fail(client, code, error, "topic '%s'", topic);
}

bool kafka_partitions(struct kafka_client *client, const char *topic, int timeout_ms,
    int32_t *partitions, struct rt_error *error)
{
    int64_t deadline = rt_monotonic_ms() + timeout_ms;
    rd_kafka_resp_err_t code;

    do {
        const struct rd_kafka_metadata *metadata;

        if (!ask_metadata(client, topic, timeout_ms, &metadata, error))
            return false;
        code = metadata->topic_cnt ? metadata->topics[0].err
                                   : RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
        *partitions = code ? 0 : metadata->topics[0].partition_cnt;
        for (int32_t i = 0; i < *partitions && !code; i++)
            code = metadata->topics[0].partitions[i].err;
        rd_kafka_metadata_destroy(metadata);
        if (!code || code == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART)
            return true;
        if (kafka_is_transient(code))
            rt_sleep_ms(AFTER_CREATE_MS);
    } while (kafka_is_transient(code) && rt_monotonic_ms() < deadline);
    return kafka_fail(client, code, error, "topic '%s'", topic);
}

bool kafka_topic_replication(struct rt_log *base, const char *topic, int timeout_ms,
    int16_t *replication, struct rt_error *error)
{
    const struct rd_kafka_metadata *metadata;
    int fewest = 0;

    if (!ask_metadata(&((struct kafka_log *)base)->client, topic, timeout_ms, &metadata, error))
        return false;
    for (int i = 0; metadata->topic_cnt && i < metadata->topics[0].partition_cnt; i++) {
        int count = metadata->topics[0].partitions[i].replica_cnt;

        fewest = i && fewest < count ? fewest : count;
    }
    *replication = (int16_t)fewest;
    rd_kafka_metadata_destroy(metadata);
    return true;
}

bool kafka_topics(struct rt_log *base, int timeout_ms, struct rt_arena *arena,
    const char *const **topics, size_t *count, struct rt_error *error)
{
    struct kafka_client *client = &((struct kafka_log *)base)->client;
    const struct rd_kafka_metadata *metadata;
    rd_kafka_resp_err_t code = ask(client, NULL, timeout_ms, &metadata);
    const char **names;

    *count = 0;
    if (code)
        return kafka_fail(client, code, error, "cannot list the topics");
    names = rt_arena_alloc(arena, ((size_t)metadata->topic_cnt + 1) * sizeof *names);
    for (int i = 0; i < metadata->topic_cnt; i++) {
        const char *name = metadata->topics[i].topic;

        if (metadata->topics[i].err || !strncmp(name, "__", 2))
            continue;
        names[(*count)++] = rt_text_copy(arena, (struct rt_text){name, strlen(name) + 1}).data;
    }
    rd_kafka_metadata_destroy(metadata);
    *topics = names;
    return true;
}

/* ---- admin requests: one event each ---- */

static rd_kafka_AdminOptions_t *options_of(rd_kafka_t *rk, rd_kafka_admin_op_t operation,
    int timeout_ms)
{
    rd_kafka_AdminOptions_t *options = rd_kafka_AdminOptions_new(rk, operation);
    char ignored[TEXT];

    rd_kafka_AdminOptions_set_request_timeout(options, timeout_ms, ignored, sizeof ignored);
    return options;
}

/* What the broker says about one topic. */
static rd_kafka_resp_err_t topic_result(rd_kafka_event_t *event,
    const rd_kafka_topic_result_t **topics, size_t count, char *text, size_t size)
{
    rd_kafka_resp_err_t code = event ? rd_kafka_event_error(event) : RD_KAFKA_RESP_ERR__TIMED_OUT;
    const char *why = event ? rd_kafka_event_error_string(event) : "no answer";

    if (!code && count) {
        code = rd_kafka_topic_result_error(topics[0]);
        why = rd_kafka_topic_result_error_string(topics[0]);
    }
    snprintf(text, size, "%s", why ? why : "");
    return code;
}

static rd_kafka_NewTopic_t *new_topic(const struct rt_topic_spec *spec, struct rt_error *error)
{
    char why[TEXT];
    rd_kafka_NewTopic_t *topic =
        rd_kafka_NewTopic_new(spec->name, spec->partitions, spec->replication, why, sizeof why);

    if (!topic) {
        rt_fail(error, RT_CONFIG, RT_STOP, "topic '%s': %s", spec->name, why);
        return NULL;
    }
    for (size_t i = 0; i < spec->config_count; i++)
        rd_kafka_NewTopic_set_config(topic, spec->configs[i].key, spec->configs[i].value);
    return topic;
}

/* Leaders are elected after the answer; whoever asked wants to write now. */
static bool wait_for_topic(struct kafka_log *log, const char *topic, int timeout_ms,
    struct rt_error *error)
{
    int64_t deadline = rt_monotonic_ms() + timeout_ms;
    int32_t partitions = 0;

    for (;;) {
        if (!kafka_partitions(&log->client, topic, timeout_ms, &partitions, error))
            return false;
        if (partitions || rt_monotonic_ms() >= deadline)
            return true;
        rt_sleep_ms(AFTER_CREATE_MS);
    }
}

bool kafka_topic_create(struct rt_log *base, const struct rt_topic_spec *spec, int timeout_ms,
    struct rt_error *error)
{
    struct kafka_log *log = (struct kafka_log *)base;
    rd_kafka_t *rk = log->client.rk;
    rd_kafka_NewTopic_t *topic = new_topic(spec, error);
    rd_kafka_resp_err_t code;
    char why[TEXT];

    if (!topic)
        return false;
    rd_kafka_AdminOptions_t *options =
        options_of(rk, RD_KAFKA_ADMIN_OP_CREATETOPICS, timeout_ms);
    rd_kafka_queue_t *queue = rd_kafka_queue_new(rk);
    rd_kafka_CreateTopics(rk, &topic, 1, options, queue);
    rd_kafka_event_t *event = rd_kafka_queue_poll(queue, timeout_ms);
    size_t count = 0;
    const rd_kafka_topic_result_t **topics = event
        ? rd_kafka_CreateTopics_result_topics(rd_kafka_event_CreateTopics_result(event), &count)
        : NULL;
    code = topic_result(event, topics, count, why, sizeof why);
    if (event)
        rd_kafka_event_destroy(event);
    rd_kafka_queue_destroy(queue);
    rd_kafka_AdminOptions_destroy(options);
    rd_kafka_NewTopic_destroy(topic);
    if (code && code != RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS)
        return kafka_fail(&log->client, code, error, "cannot create topic '%s': %s", spec->name,
            why);
    return wait_for_topic(log, spec->name, timeout_ms, error);
}

bool kafka_topic_delete(struct rt_log *base, const char *name, int timeout_ms,
    struct rt_error *error)
{
    struct kafka_log *log = (struct kafka_log *)base;
    rd_kafka_t *rk = log->client.rk;
    rd_kafka_DeleteTopic_t *topic = rd_kafka_DeleteTopic_new(name);
    rd_kafka_AdminOptions_t *options =
        options_of(rk, RD_KAFKA_ADMIN_OP_DELETETOPICS, timeout_ms);
    rd_kafka_queue_t *queue = rd_kafka_queue_new(rk);
    rd_kafka_resp_err_t code;
    char why[TEXT];

    rd_kafka_DeleteTopics(rk, &topic, 1, options, queue);
    rd_kafka_event_t *event = rd_kafka_queue_poll(queue, timeout_ms);
    size_t count = 0;
    const rd_kafka_topic_result_t **topics = event
        ? rd_kafka_DeleteTopics_result_topics(rd_kafka_event_DeleteTopics_result(event), &count)
        : NULL;
    code = topic_result(event, topics, count, why, sizeof why);
    if (event)
        rd_kafka_event_destroy(event);
    rd_kafka_queue_destroy(queue);
    rd_kafka_AdminOptions_destroy(options);
    rd_kafka_DeleteTopic_destroy(topic);
    return !code || code == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART ||
        kafka_fail(&log->client, code, error, "cannot delete topic '%s': %s", name, why);
}

/* ---- offsets ---- */

static rd_kafka_resp_err_t offset_at(rd_kafka_t *rk, const char *topic, int32_t partition,
    int64_t timestamp_ms, int timeout_ms, int64_t *offset)
{
    rd_kafka_topic_partition_list_t *list = rd_kafka_topic_partition_list_new(1);
    rd_kafka_topic_partition_t *one = rd_kafka_topic_partition_list_add(list, topic, partition);
    rd_kafka_resp_err_t code;

    one->offset = timestamp_ms;
    code = rd_kafka_offsets_for_times(rk, list, timeout_ms);
    if (!code)
        code = one->err;
    *offset = one->offset;
    rd_kafka_topic_partition_list_destroy(list);
    return code;
}

/* The client whose questions for the end of a partition are answered in the wanted way; NULL:
 * error filled. */
static struct kafka_client *asker_of(struct kafka_log *log, enum rt_offset_kind kind,
    struct rt_error *error)
{
    static const struct rt_property own[] = {
        {"isolation.level", "read_uncommitted"}, {"enable.auto.commit", "false"}};
    const struct kafka_settings settings = {
        .type = RD_KAFKA_CONSUMER, .own = own, .own_count = sizeof own / sizeof *own};

    if (kind != RT_LATEST_UNCOMMITTED)
        return &log->client;
    if (!log->uncommitted.rk && !kafka_client_open(log, &log->uncommitted, &settings, error))
        return NULL;
    return &log->uncommitted;
}

bool kafka_offset(struct rt_log *base, const char *topic, int32_t partition,
    enum rt_offset_kind kind, int64_t timestamp_ms, int timeout_ms, int64_t *offset,
    struct rt_error *error)
{
    struct kafka_client *client = asker_of((struct kafka_log *)base, kind, error);
    int64_t first, end, at = -1;
    rd_kafka_resp_err_t code = RD_KAFKA_RESP_ERR_NO_ERROR;

    if (!client)
        return false;
    if (kind == RT_AT_TIMESTAMP)
        code = offset_at(client->rk, topic, partition, timestamp_ms, timeout_ms, &at);
    if (!code && at < 0)
        code = rd_kafka_query_watermark_offsets(client->rk, topic, partition, &first, &end,
            timeout_ms);
    if (code)
        return kafka_fail(client, code, error, "topic '%s', partition %d", topic,
            (int)partition);
    *offset = at >= 0 ? at : kind == RT_EARLIEST ? first : end;
    return true;
}

bool kafka_group_offset(struct rt_log *base, const char *group, const char *topic,
    int32_t partition, int timeout_ms, int64_t *offset, struct rt_error *error)
{
    struct kafka_log *log = (struct kafka_log *)base;
    rd_kafka_t *rk = log->client.rk;
    rd_kafka_topic_partition_list_t *list = rd_kafka_topic_partition_list_new(1);
    rd_kafka_AdminOptions_t *options =
        options_of(rk, RD_KAFKA_ADMIN_OP_LISTCONSUMERGROUPOFFSETS, timeout_ms);
    rd_kafka_queue_t *queue = rd_kafka_queue_new(rk);
    rd_kafka_resp_err_t code;
    size_t count = 0;

    rd_kafka_topic_partition_list_add(list, topic, partition);
    rd_kafka_ListConsumerGroupOffsets_t *request =
        rd_kafka_ListConsumerGroupOffsets_new(group, list);
    rd_kafka_ListConsumerGroupOffsets(rk, &request, 1, options, queue);
    rd_kafka_event_t *event = rd_kafka_queue_poll(queue, timeout_ms);
    code = event ? rd_kafka_event_error(event) : RD_KAFKA_RESP_ERR__TIMED_OUT;
    *offset = -1;
    if (!code) {
        const rd_kafka_group_result_t **groups = rd_kafka_ListConsumerGroupOffsets_result_groups(
            rd_kafka_event_ListConsumerGroupOffsets_result(event), &count);
        const rd_kafka_topic_partition_list_t *found =
            count ? rd_kafka_group_result_partitions(groups[0]) : NULL;
        const rd_kafka_error_t *why = count ? rd_kafka_group_result_error(groups[0]) : NULL;

        code = why ? rd_kafka_error_code(why) : RD_KAFKA_RESP_ERR_NO_ERROR;
        if (!code && found && found->cnt && found->elems[0].offset >= 0)
            *offset = found->elems[0].offset;
    }
    if (event)
        rd_kafka_event_destroy(event);
    rd_kafka_ListConsumerGroupOffsets_destroy(request);
    rd_kafka_queue_destroy(queue);
    rd_kafka_AdminOptions_destroy(options);
    rd_kafka_topic_partition_list_destroy(list);
    return !code || kafka_fail(&log->client, code, error, "group '%s'", group);
}
