/* Configs and partitions of topics that exist. */
#include "kafka/kafka.h"

#include <string.h>

enum { AFTER_CHANGE_MS = 50, TEXT = 512 };

/* One admin request: its options and the queue that the answer comes to. */
struct request {
    rd_kafka_AdminOptions_t *options;
    rd_kafka_queue_t *queue;
    rd_kafka_event_t *event;
    int timeout_ms;
};

static struct request request_begin(rd_kafka_t *rk, rd_kafka_admin_op_t operation, int timeout_ms)
{
    struct request request = {.options = rd_kafka_AdminOptions_new(rk, operation),
        .queue = rd_kafka_queue_new(rk), .timeout_ms = timeout_ms};
    char ignored[TEXT];

    rd_kafka_AdminOptions_set_request_timeout(request.options, timeout_ms, ignored,
        sizeof ignored);
    return request;
}

/* The code of the answer as a whole; text is why. */
static rd_kafka_resp_err_t request_wait(struct request *request, char *why, size_t size)
{
    const char *text = "no answer";
    rd_kafka_resp_err_t code = RD_KAFKA_RESP_ERR__TIMED_OUT;

    request->event = rd_kafka_queue_poll(request->queue, request->timeout_ms);
    if (request->event) {
        code = rd_kafka_event_error(request->event);
        text = rd_kafka_event_error_string(request->event);
    }
    snprintf(why, size, "%s", text ? text : "");
    return code;
}

static void request_end(struct request *request)
{
    if (request->event)
        rd_kafka_event_destroy(request->event);
    rd_kafka_queue_destroy(request->queue);
    rd_kafka_AdminOptions_destroy(request->options);
}

static const char *copy(struct rt_arena *arena, const char *text)
{
    return rt_text_copy(arena, (struct rt_text){text, strlen(text) + 1}).data;
}

/* Values that the broker keeps to itself are left out. */
static void keep_configs(const rd_kafka_ConfigResource_t *resource, struct rt_arena *arena,
    const struct rt_property **configs, size_t *count)
{
    size_t total;
    const rd_kafka_ConfigEntry_t **entries = rd_kafka_ConfigResource_configs(resource, &total);
    struct rt_property *list = rt_arena_alloc(arena, (total + 1) * sizeof *list);

    for (size_t i = 0; i < total; i++) {
        const char *value = rd_kafka_ConfigEntry_value(entries[i]);

        if (value)
            list[(*count)++] = (struct rt_property){
                copy(arena, rd_kafka_ConfigEntry_name(entries[i])), copy(arena, value)};
    }
    *configs = list;
}

bool kafka_topic_configs(struct rt_log *base, const char *topic, int timeout_ms,
    struct rt_arena *arena, const struct rt_property **configs, size_t *count,
    struct rt_error *error)
{
    struct kafka_log *log = (struct kafka_log *)base;
    rd_kafka_t *rk = log->client.rk;
    rd_kafka_ConfigResource_t *asked =
        rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, topic);
    struct request request = request_begin(rk, RD_KAFKA_ADMIN_OP_DESCRIBECONFIGS, timeout_ms);
    rd_kafka_resp_err_t code;
    char why[TEXT];

    *count = 0;
    rd_kafka_DescribeConfigs(rk, &asked, 1, request.options, request.queue);
    code = request_wait(&request, why, sizeof why);
    if (!code) {
        size_t resources;
        const rd_kafka_ConfigResource_t **answer = rd_kafka_DescribeConfigs_result_resources(
            rd_kafka_event_DescribeConfigs_result(request.event), &resources);

        code = resources ? rd_kafka_ConfigResource_error(answer[0]) : RD_KAFKA_RESP_ERR__FAIL;
        if (code)
            snprintf(why, sizeof why, "%s",
                resources ? rd_kafka_ConfigResource_error_string(answer[0]) : "empty answer");
        else
            keep_configs(answer[0], arena, configs, count);
    }
    request_end(&request);
    rd_kafka_ConfigResource_destroy(asked);
    return !code ||
        kafka_fail(&log->client, code, error, "cannot read the configs of topic '%s': %s", topic,
            why);
}

bool kafka_topic_configure(struct rt_log *base, const char *topic,
    const struct rt_property *configs, size_t count, int timeout_ms, struct rt_error *error)
{
    struct kafka_log *log = (struct kafka_log *)base;
    rd_kafka_t *rk = log->client.rk;
    rd_kafka_ConfigResource_t *resource =
        rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, topic);
    struct request request =
        request_begin(rk, RD_KAFKA_ADMIN_OP_INCREMENTALALTERCONFIGS, timeout_ms);
    rd_kafka_resp_err_t code;
    char why[TEXT];

    for (size_t i = 0; i < count; i++)
        rd_kafka_error_destroy(rd_kafka_ConfigResource_add_incremental_config(resource,
            configs[i].key, RD_KAFKA_ALTER_CONFIG_OP_TYPE_SET, configs[i].value));
    rd_kafka_IncrementalAlterConfigs(rk, &resource, 1, request.options, request.queue);
    code = request_wait(&request, why, sizeof why);
    if (!code) {
        size_t resources;
        const rd_kafka_ConfigResource_t **answer =
            rd_kafka_IncrementalAlterConfigs_result_resources(
                rd_kafka_event_IncrementalAlterConfigs_result(request.event), &resources);

        code = resources ? rd_kafka_ConfigResource_error(answer[0]) : RD_KAFKA_RESP_ERR__FAIL;
        if (code)
            snprintf(why, sizeof why, "%s",
                resources ? rd_kafka_ConfigResource_error_string(answer[0]) : "empty answer");
    }
    request_end(&request);
    rd_kafka_ConfigResource_destroy(resource);
    return !code ||
        kafka_fail(&log->client, code, error, "cannot change the configs of topic '%s': %s", topic,
            why);
}

/* Brokers learn of new partitions after the answer; whoever asked wants to use them now. */
static bool wait_for_partitions(struct kafka_log *log, const char *topic, int32_t wanted,
    int timeout_ms, struct rt_error *error)
{
    int64_t deadline = rt_monotonic_ms() + timeout_ms;
    int32_t partitions;

    for (;;) {
        if (!kafka_partitions(&log->client, topic, timeout_ms, &partitions, error))
            return false;
        if (partitions >= wanted || rt_monotonic_ms() >= deadline)
            return true;
        rt_sleep_ms(AFTER_CHANGE_MS);
    }
}

bool kafka_topic_grow(struct rt_log *base, const char *topic, int32_t partitions, int timeout_ms,
    struct rt_error *error)
{
    struct kafka_log *log = (struct kafka_log *)base;
    rd_kafka_t *rk = log->client.rk;
    char why[TEXT];
    rd_kafka_NewPartitions_t *wanted =
        rd_kafka_NewPartitions_new(topic, (size_t)partitions, why, sizeof why);
    rd_kafka_resp_err_t code;

    if (!wanted)
        return rt_fail(error, RT_CONFIG, RT_STOP, "topic '%s': %s", topic, why);
    struct request request = request_begin(rk, RD_KAFKA_ADMIN_OP_CREATEPARTITIONS, timeout_ms);
    rd_kafka_CreatePartitions(rk, &wanted, 1, request.options, request.queue);
    code = request_wait(&request, why, sizeof why);
    if (!code) {
        size_t count;
        const rd_kafka_topic_result_t **topics = rd_kafka_CreatePartitions_result_topics(
            rd_kafka_event_CreatePartitions_result(request.event), &count);

        code = count ? rd_kafka_topic_result_error(topics[0]) : RD_KAFKA_RESP_ERR__FAIL;
        if (code)
            snprintf(why, sizeof why, "%s",
                count ? rd_kafka_topic_result_error_string(topics[0]) : "empty answer");
    }
    request_end(&request);
    rd_kafka_NewPartitions_destroy(wanted);
    if (code)
        return kafka_fail(&log->client, code, error,
            "cannot raise the partitions of topic '%s' to %d: %s", topic, (int)partitions, why);
    return wait_for_partitions(log, topic, partitions, timeout_ms, error);
}
