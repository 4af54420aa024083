/* Tables in an environment: topics of the log, subjects of the registry. */
#include "driver.h"

#include <sys/random.h>
#include <unistd.h>

enum { CALL_MS = 30000 };

static bool schema_kind(enum format format, enum rt_schema_kind *kind)
{
    switch (format) {
    case FORMAT_AVRO_REGISTRY:
    case FORMAT_AVRO_DEBEZIUM:
        *kind = RT_SCHEMA_AVRO;
        return true;
    case FORMAT_JSON_REGISTRY:
    case FORMAT_JSON_DEBEZIUM:
        *kind = RT_SCHEMA_JSON;
        return true;
    case FORMAT_PROTO_REGISTRY:
    case FORMAT_PROTO_DEBEZIUM:
    case FORMAT_PROTO_CONFLUENT:
        *kind = RT_SCHEMA_PROTOBUF;
        return true;
    case FORMAT_NONE:
    case FORMAT_RAW:
        break;
    }
    return false;
}

static bool register_side(struct environment *environment, const struct table *table,
    const struct table_side *side, struct rt_error *error)
{
    enum rt_schema_kind kind;
    int32_t id;

    if (!side->subject || !side->schema || !schema_kind(side->format, &kind))
        return true;
    if (!environment->registry)
        return rt_fail(error, RT_CONFIG, RT_STOP,
            "table %s: its format needs a schema registry: give --registry URL", table->name);
    return rt_registry_register(environment->registry, side->subject, kind, side->schema, &id,
               error) ||
        rt_error_context(error, "table %s", table->name);
}

static bool create_topic(struct environment *environment, const struct table *table,
    struct rt_error *error)
{
    struct arena *arena = arena_new();
    size_t count;
    struct emit_property *configs = emit_topic_configs(arena, table, &count);
    struct rt_property *properties = arena_array(arena, count, sizeof *properties);
    struct rt_topic_spec spec = {
        .name = table->topic,
        .partitions = table->buckets,
        .replication = (int16_t)table_option_by_id(table, OPT_REPLICATION)->number,
        .configs = properties,
        .config_count = count,
    };
    bool fine;

    for (size_t i = 0; i < count; i++)
        properties[i] = (struct rt_property){configs[i].key, configs[i].value};
    fine = rt_log_topic_create(environment->log, &spec, CALL_MS, error) ||
        rt_error_context(error, "table %s", table->name);
    arena_free(arena);
    return fine;
}

bool environment_create(struct environment *environment, const struct table *table,
    struct rt_error *error)
{
    return create_topic(environment, table, error) &&
        register_side(environment, table, &table->key_side, error) &&
        register_side(environment, table, &table->value_side, error);
}

static bool delete_subject(struct environment *environment, const struct table_side *side,
    struct rt_error *error)
{
    const struct rt_registered *schema;

    if (!side->subject || !environment->registry)
        return true;
    if (!rt_registry_version(environment->registry, side->subject, 0, &schema, error))
        return false;
    return !schema || rt_registry_delete_subject(environment->registry, side->subject, error);
}

bool environment_drop(struct environment *environment, const struct table *table,
    struct rt_error *error)
{
    int32_t partitions;

    if (!rt_log_topic_partitions(environment->log, table->topic, CALL_MS, &partitions, error))
        return rt_error_context(error, "table %s", table->name);
    if (partitions && !rt_log_topic_delete(environment->log, table->topic, CALL_MS, error))
        return rt_error_context(error, "table %s", table->name);
    return (delete_subject(environment, &table->key_side, error) &&
               delete_subject(environment, &table->value_side, error)) ||
        rt_error_context(error, "table %s", table->name);
}

bool environment_settle(struct environment *environment, const char *transactional_id,
    struct rt_error *error)
{
    struct rt_writer *writer;

    if (!environment->is_kafka)
        return true;
    /* Taking over the id waits until its last transaction is complete. */
    writer = rt_writer_open(environment->log, transactional_id, CALL_MS, error);
    rt_writer_close(writer);
    return writer;
}

const char *unique_suffix(struct arena *arena)
{
    uint64_t number = 0;

    if (getrandom(&number, sizeof number, 0) < 0)
        number = (uint64_t)getpid();
    return arena_printf(arena, "%016llx", (unsigned long long)number);
}

int status_of(const struct rt_error *error)
{
    switch (error->code) {
    case RT_OK:
    case RT_CANCELLED:
        return EXIT_FINE;
    case RT_DECODE:
    case RT_ENCODE:
    case RT_EXPRESSION:
    case RT_NOT_NULL:
    case RT_INPUT:
        return EXIT_RUNTIME;
    case RT_CONFIG:
        return EXIT_USAGE;
    case RT_BROKER:
    case RT_FENCED:
    case RT_REGISTRY:
    case RT_STORAGE:
    case RT_STATE:
    case RT_MEMORY:
    case RT_ABORTED:
        return EXIT_ENVIRONMENT;
    }
    return EXIT_ENVIRONMENT;
}
