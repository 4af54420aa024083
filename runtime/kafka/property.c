/* Names of properties: Java's clients and librdkafka do not always agree. */
#include "kafka/kafka.h"

#include <stdlib.h>
#include <string.h>

/* Where they differ. `name` NULL: librdkafka has nothing like it, `why` says what to do. */
static const struct translation {
    const char *java, *name, *why;
} translations[] = {
    {"fetch.max.wait.ms", "fetch.wait.max.ms", NULL},
    {"max.request.size", "message.max.bytes", NULL},
    {"receive.buffer.bytes", "socket.receive.buffer.bytes", NULL},
    {"send.buffer.bytes", "socket.send.buffer.bytes", NULL},
    {"request.timeout.ms", "socket.timeout.ms", NULL},
    {"sasl.mechanism", "sasl.mechanisms", NULL},
    {"buffer.memory", NULL, "librdkafka counts in queue.buffering.max.kbytes"},
    {"ssl.truststore.location", NULL, "librdkafka takes PEM files: use ssl.ca.location"},
    {"ssl.truststore.type", NULL, "librdkafka takes PEM files: use ssl.ca.location"},
    {"ssl.keystore.type", NULL, "librdkafka takes PKCS#12 files in ssl.keystore.location, or PEM "
        "files in ssl.certificate.location"},
    {"max.poll.records", NULL, "batches have a size of their own"},
    {"partition.assignment.strategy", NULL, "a pipeline reads every partition of its tables"},
    {"partitioner.class", NULL, "use 'sink.partitioner'"},
    {"key.serializer", NULL, "use 'key.format'"},
    {"value.serializer", NULL, "use 'format'"},
    {"key.deserializer", NULL, "use 'key.format'"},
    {"value.deserializer", NULL, "use 'format'"},
    {"interceptor.classes", NULL, "it names Java classes"},
    {"metric.reporters", NULL, "it names Java classes"},
    {"sasl.client.callback.handler.class", NULL, "it names Java classes"},
    {"sasl.login.callback.handler.class", NULL, "it names Java classes"},
};

/* What a pipeline decides itself. */
static const struct translation reserved[] = {
    {"bootstrap.servers", NULL, "it is an option of its own"},
    {"metadata.broker.list", NULL, "use 'properties.bootstrap.servers'"},
    {"group.id", NULL, "it is an option of its own"},
    {"transactional.id", NULL, "use 'sink.transactional-id-prefix'"},
    {"enable.auto.commit", NULL, "offsets are committed with the rows that came of them"},
    {"auto.commit.interval.ms", NULL, "offsets are committed with the rows that came of them"},
    {"enable.idempotence", NULL, "writes are transactions"},
};

static const struct translation *find(const struct translation *list, size_t count,
    const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(list[i].java, name))
            return &list[i];
    return NULL;
}

/* Java's reset policy 'none' fails where a group has no offsets; librdkafka's word is error. */
static const char *value_of(const char *name, const char *value)
{
    return !strcmp(name, "auto.offset.reset") && !strcmp(value, "none") ? "error" : value;
}

bool rt_kafka_property(const char *name, const char *value, const char **translated,
    struct rt_error *error)
{
    const struct translation *row =
        find(reserved, sizeof reserved / sizeof *reserved, name);

    if (!row)
        row = find(translations, sizeof translations / sizeof *translations, name);
    if (row && !row->name)
        return rt_fail(error, RT_CONFIG, RT_STOP, "this property of Java's client cannot be "
            "set here: %s", row->why);
    *translated = row ? row->name : name;
    return kafka_check_property(*translated, value_of(*translated, value), error);
}
