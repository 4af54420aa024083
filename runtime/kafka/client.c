#include "kafka/kafka.h"

#include <rt/embedded.h>
#include <rt/resolve.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <syslog.h>

enum { TEXT = 512, MEMORY = 12 * 1024 * 1024 };

/* ---- what librdkafka tells on its threads ---- */

static void keep_reason(struct kafka_client *client, const char *reason)
{
    pthread_mutex_lock(&client->lock);
    snprintf(client->reason, sizeof client->reason, "%s", reason);
    pthread_mutex_unlock(&client->lock);
}

static void on_error(rd_kafka_t *rk, int code, const char *reason, void *opaque)
{
    struct kafka_client *client = opaque;

    (void)rk;
    switch ((rd_kafka_resp_err_t)code) {
    case RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN:
        atomic_store(&client->down, true);
        return;
    case RD_KAFKA_RESP_ERR__AUTHENTICATION:
        atomic_store(&client->refused, true);
        break;
    default:
        break;
    }
    keep_reason(client, reason);
}

/* Connection trouble reaches the log before error callbacks are served; nothing is printed here. */
static void on_log(const rd_kafka_t *rk, int level, const char *facility, const char *text)
{
    struct kafka_client *client = rd_kafka_opaque(rk);

    if (level <= LOG_ERR && client && (!strcmp(facility, "FAIL") || !strcmp(facility, "ERROR")))
        keep_reason(client, text);
}

bool kafka_client_is_down(const struct kafka_client *client)
{
    return atomic_load(&client->down) || atomic_load(&client->refused);
}

bool kafka_is_transient(rd_kafka_resp_err_t code)
{
    static const rd_kafka_resp_err_t codes[] = {
        RD_KAFKA_RESP_ERR__TRANSPORT, RD_KAFKA_RESP_ERR__RESOLVE,
        RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN, RD_KAFKA_RESP_ERR__TIMED_OUT,
        RD_KAFKA_RESP_ERR__MSG_TIMED_OUT, RD_KAFKA_RESP_ERR__TIMED_OUT_QUEUE,
        RD_KAFKA_RESP_ERR__WAIT_COORD, RD_KAFKA_RESP_ERR__IN_PROGRESS, RD_KAFKA_RESP_ERR__SSL,
        RD_KAFKA_RESP_ERR__PURGE_QUEUE, RD_KAFKA_RESP_ERR__PURGE_INFLIGHT,
        RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE, RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION,
        RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT, RD_KAFKA_RESP_ERR_BROKER_NOT_AVAILABLE,
        RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE, RD_KAFKA_RESP_ERR_NETWORK_EXCEPTION,
        RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS,
        RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE, RD_KAFKA_RESP_ERR_NOT_COORDINATOR,
        RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS,
        RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND, RD_KAFKA_RESP_ERR_NOT_CONTROLLER,
        RD_KAFKA_RESP_ERR_CONCURRENT_TRANSACTIONS, RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR,
        RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH, RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH,
        RD_KAFKA_RESP_ERR_OFFSET_NOT_AVAILABLE, RD_KAFKA_RESP_ERR_UNSTABLE_OFFSET_COMMIT,
    };

    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i] == code)
            return true;
    return false;
}

bool kafka_fail(struct kafka_client *client, rd_kafka_resp_err_t code, struct rt_error *error,
    const char *format, ...)
{
    char what[TEXT], reason[sizeof client->reason];
    bool transient = kafka_is_transient(code) && !atomic_load(&client->refused);
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    pthread_mutex_lock(&client->lock);
    snprintf(reason, sizeof reason, "%s", client->reason);
    pthread_mutex_unlock(&client->lock);
    if (!kafka_is_transient(code))
        reason[0] = '\0'; /* Says nothing about this failure. */
    return rt_fail(error, RT_BROKER, transient ? RT_RETRY : RT_STOP, "%s: %s: %s%s%s%s", what,
        rd_kafka_err2name(code), rd_kafka_err2str(code), *reason ? " (" : "", reason,
        *reason ? ")" : "");
}

/* ---- configuration ---- */

static size_t distance(const char *a, const char *b)
{
    size_t row[128], size = strlen(b);

    if (size >= sizeof row / sizeof *row)
        return SIZE_MAX;
    for (size_t j = 0; j <= size; j++)
        row[j] = j;
    for (size_t i = 0; a[i]; i++) {
        size_t diagonal = row[0];

        row[0] = i + 1;
        for (size_t j = 0; j < size; j++) {
            size_t change = diagonal + (a[i] != b[j]);

            diagonal = row[j + 1];
            if (change > row[j] + 1)
                change = row[j] + 1;
            row[j + 1] = change < diagonal + 1 ? change : diagonal + 1;
        }
    }
    return row[size];
}

/* Names come from librdkafka's own table, in Markdown: "name  | C/P | range | …". */
static bool unknown_property(const char *key, struct rt_error *error)
{
    char nearest[128] = "", *table = NULL;
    size_t size, best = strlen(key) / 3 + 1;
    FILE *out = open_memstream(&table, &size);

    if (out) {
        rd_kafka_conf_properties_show(out);
        fclose(out);
    }
    for (char *line = table; line && *line; line += *line == '\n') {
        size_t name_size = strcspn(line, " |\n");
        char name[sizeof nearest];

        snprintf(name, sizeof name, "%.*s", (int)name_size, line);
        if (name_size && distance(key, name) < best) {
            best = distance(key, name);
            snprintf(nearest, sizeof nearest, "%s", name);
        }
        line += strcspn(line, "\n");
    }
    free(table);
    return rt_fail(error, RT_CONFIG, RT_STOP, "librdkafka has no property '%s'%s%s%s", key,
        *nearest ? ": did you mean '" : "", nearest, *nearest ? "'?" : "");
}

static bool set_all(rd_kafka_conf_t *conf, const struct rt_property *properties, size_t count,
    struct rt_error *error)
{
    char why[TEXT];

    for (size_t i = 0; i < count; i++) {
        const char *key = properties[i].key;

        switch (rd_kafka_conf_set(conf, key, properties[i].value, why, sizeof why)) {
        case RD_KAFKA_CONF_OK:
            break;
        case RD_KAFKA_CONF_UNKNOWN:
            if (strstr(why, "No such"))
                return unknown_property(key, error);
            return rt_fail(error, RT_CONFIG, RT_STOP, "property '%s': %s", key, why);
        case RD_KAFKA_CONF_INVALID:
            return rt_fail(error, RT_CONFIG, RT_STOP, "property '%s': %s", key, why);
        }
    }
    return true;
}

bool kafka_check_property(const char *key, const char *value, struct rt_error *error)
{
    const struct rt_property property = {key, value};
    rd_kafka_conf_t *conf = rd_kafka_conf_new();
    bool fine = set_all(conf, &property, 1, error);

    rd_kafka_conf_destroy(conf);
    return fine;
}

static bool is_set(const struct kafka_log *log, const char *key)
{
    for (size_t i = 0; i < log->property_count; i++)
        if (!strcmp(log->properties[i].key, key))
            return true;
    return false;
}

/* TLS without a named CA file: the system's roots, else those compiled in. */
static bool set_roots(const struct kafka_log *log, rd_kafka_conf_t *conf, struct rt_error *error)
{
    char protocol[32] = "";
    size_t size = sizeof protocol;
    const char *file = rt_system_roots();
    const struct rt_property property = {file ? "ssl.ca.location" : "ssl.ca.pem",
        file ? file : rt_ca_roots_pem};

    rd_kafka_conf_get(conf, "security.protocol", protocol, &size);
    if (!strstr(protocol, "ssl") || is_set(log, "ssl.ca.location") || is_set(log, "ssl.ca.pem"))
        return true;
    return set_all(conf, &property, 1, error);
}

static rd_kafka_conf_t *make_conf(const struct kafka_log *log,
    const struct kafka_settings *settings, struct rt_error *error)
{
    static const struct rt_property common[] = {
        {"client.id", "ddl2c"},
        {"reconnect.backoff.max.ms", "2000"},
        {"log_level", "4"},
        {"log.connection.close", "false"},
    };
    rd_kafka_conf_t *conf = rd_kafka_conf_new();

    if (set_all(conf, common, sizeof common / sizeof *common, error) &&
        set_all(conf, settings->defaults, settings->default_count, error) &&
        set_all(conf, log->properties, log->property_count, error) &&
        set_all(conf, settings->own, settings->own_count, error) && set_roots(log, conf, error))
        return conf;
    rd_kafka_conf_destroy(conf);
    return NULL;
}

bool kafka_client_open(const struct kafka_log *log, struct kafka_client *client,
    const struct kafka_settings *settings, struct rt_error *error)
{
    rd_kafka_conf_t *conf = make_conf(log, settings, error);
    char why[TEXT];

    if (!conf)
        return false;
    pthread_mutex_init(&client->lock, NULL);
    client->reason[0] = '\0';
    atomic_init(&client->down, false);
    atomic_init(&client->refused, false);
    rd_kafka_conf_set_opaque(conf, client);
    rd_kafka_conf_set_error_cb(conf, on_error);
    rd_kafka_conf_set_log_cb(conf, on_log);
    rd_kafka_conf_set_resolve_cb(conf, rt_resolve_cb);
    if (settings->delivered)
        rd_kafka_conf_set_dr_msg_cb(conf, settings->delivered);
    client->rk = rd_kafka_new(settings->type, conf, why, sizeof why);
    if (client->rk)
        return true;
    rd_kafka_conf_destroy(conf);
    pthread_mutex_destroy(&client->lock);
    return rt_fail(error, RT_CONFIG, RT_STOP, "Kafka client: %s", why);
}

void kafka_client_close(struct kafka_client *client)
{
    if (!client->rk)
        return;
    rd_kafka_destroy_flags(client->rk, RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE);
    client->rk = NULL;
    pthread_mutex_destroy(&client->lock);
}

size_t kafka_memory(const struct kafka_log *log)
{
    return log->base.memory_limit ? log->base.memory_limit : MEMORY;
}

/* ---- the log ---- */

static void kafka_close(struct rt_log *base)
{
    struct kafka_log *log = (struct kafka_log *)base;

    kafka_client_close(&log->client);
    kafka_client_close(&log->uncommitted);
    for (size_t i = 0; i < log->property_count; i++) {
        free((char *)log->properties[i].key);
        free((char *)log->properties[i].value);
    }
    free(log->properties);
    free(log);
}

struct rt_log *rt_log_open_kafka(const struct rt_property *properties, size_t count,
    struct rt_error *error)
{
    /* A consumer, because its questions for the end of a partition respect isolation.level. */
    static const struct rt_property own[] = {
        {"isolation.level", "read_committed"}, {"enable.auto.commit", "false"}};
    const struct kafka_settings settings = {
        .type = RD_KAFKA_CONSUMER, .own = own, .own_count = sizeof own / sizeof *own};
    struct kafka_log *log = rt_allocate(1, sizeof *log);

    log->base.ops = &kafka_ops;
    log->properties = rt_allocate(count, sizeof *log->properties);
    for (size_t i = 0; i < count; i++)
        log->properties[log->property_count++] = (struct rt_property){
            rt_duplicate(properties[i].key), rt_duplicate(properties[i].value)};
    if (!is_set(log, "bootstrap.servers") && !is_set(log, "metadata.broker.list")) {
        rt_fail(error, RT_CONFIG, RT_STOP, "no brokers are given");
        kafka_close(&log->base);
        return NULL;
    }
    if (!kafka_client_open(log, &log->client, &settings, error)) {
        kafka_close(&log->base);
        return NULL;
    }
    return &log->base;
}

static bool topic_partitions(struct rt_log *log, const char *topic, int timeout_ms,
    int32_t *partitions, struct rt_error *error)
{
    return kafka_partitions(&((struct kafka_log *)log)->client, topic, timeout_ms, partitions,
        error);
}

const struct rt_log_ops kafka_ops = {
    .kind = RT_LOG_KAFKA,
    .close = kafka_close,
    .topic_partitions = topic_partitions,
    .topic_replication = kafka_topic_replication,
    .topics = kafka_topics,
    .topic_create = kafka_topic_create,
    .topic_delete = kafka_topic_delete,
    .topic_configs = kafka_topic_configs,
    .topic_configure = kafka_topic_configure,
    .topic_grow = kafka_topic_grow,
    .offset = kafka_offset,
    .group_offset = kafka_group_offset,
    .reader_open = kafka_reader_open,
    .reader_close = kafka_reader_close,
    .reader_poll = kafka_reader_poll,
    .reader_position = kafka_reader_position,
    .reader_finished = kafka_reader_finished,
    .reader_end = kafka_reader_end,
    .reader_pause = kafka_reader_pause,
    .writer_open = kafka_writer_open,
    .writer_close = kafka_writer_close,
    .writer_begin = kafka_writer_begin,
    .writer_send = kafka_writer_send,
    .writer_positions = kafka_writer_positions,
    .writer_commit = kafka_writer_commit,
    .writer_abort = kafka_writer_abort,
};
