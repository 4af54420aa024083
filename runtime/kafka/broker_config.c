#include "kafka/kafka.h"

#include <string.h>

enum { ASK_MS = 5000, TEXT = 512 };

/* A broker to ask: the one that answers. -1: none does. */
static int32_t some_broker(rd_kafka_t *rk)
{
    const struct rd_kafka_metadata *metadata;
    int32_t id = -1;

    if (rd_kafka_metadata(rk, 0, NULL, &metadata, ASK_MS))
        return -1;
    if (metadata->broker_cnt)
        id = metadata->brokers[0].id;
    rd_kafka_metadata_destroy(metadata);
    return id;
}

static rd_kafka_event_t *describe(rd_kafka_t *rk, int32_t broker)
{
    char id[16], ignored[TEXT];
    rd_kafka_queue_t *queue = rd_kafka_queue_new(rk);
    rd_kafka_AdminOptions_t *options =
        rd_kafka_AdminOptions_new(rk, RD_KAFKA_ADMIN_OP_DESCRIBECONFIGS);
    rd_kafka_ConfigResource_t *resource;
    rd_kafka_event_t *event;

    snprintf(id, sizeof id, "%d", (int)broker);
    resource = rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_BROKER, id);
    rd_kafka_AdminOptions_set_request_timeout(options, ASK_MS, ignored, sizeof ignored);
    rd_kafka_DescribeConfigs(rk, &resource, 1, options, queue);
    event = rd_kafka_queue_poll(queue, ASK_MS + 1000);
    rd_kafka_ConfigResource_destroy(resource);
    rd_kafka_AdminOptions_destroy(options);
    rd_kafka_queue_destroy(queue);
    return event;
}

static bool find(rd_kafka_event_t *event, const char *key, char *value, size_t size)
{
    const rd_kafka_ConfigResource_t **resources;
    const rd_kafka_ConfigEntry_t **entries;
    size_t count;

    resources = rd_kafka_DescribeConfigs_result_resources(
        rd_kafka_event_DescribeConfigs_result(event), &count);
    if (!count)
        return false;
    entries = rd_kafka_ConfigResource_configs(resources[0], &count);
    for (size_t i = 0; i < count; i++) {
        const char *text = rd_kafka_ConfigEntry_value(entries[i]);

        if (text && !strcmp(rd_kafka_ConfigEntry_name(entries[i]), key)) {
            snprintf(value, size, "%s", text);
            return true;
        }
    }
    return false;
}

bool kafka_broker_config(rd_kafka_t *rk, const char *key, char *value, size_t size)
{
    int32_t broker = some_broker(rk);
    rd_kafka_event_t *event = broker < 0 ? NULL : describe(rk, broker);
    bool found = event && !rd_kafka_event_error(event) && find(event, key, value, size);

    if (event)
        rd_kafka_event_destroy(event);
    return found;
}
