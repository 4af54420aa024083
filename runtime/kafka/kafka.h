/* The Kafka environment: one librdkafka handle for questions, one a reader, one a writer.
 *
 * librdkafka retries by itself and tells of trouble on its own threads. A handle's kafka_client
 * keeps the last reason; calls wait in short slices and give up with RT_RETRY and that reason once
 * no broker can be reached. */
#ifndef RT_KAFKA_KAFKA_H
#define RT_KAFKA_KAFKA_H

#include "core/internal.h"

#include <librdkafka/rdkafka.h>

#include <pthread.h>
#include <stdatomic.h>

enum { KAFKA_SLICE_MS = 1000, KAFKA_MESSAGE_BYTES = 400 };

struct kafka_client {
    rd_kafka_t *rk;
    pthread_mutex_t lock;   /* Of reason. */
    char reason[512];       /* Why a broker cannot be reached; "" if none said. */
    atomic_bool down;       /* No broker is connected. */
    atomic_bool refused;    /* Authentication failed: waiting does not help. */
};

struct kafka_log {
    struct rt_log base;
    struct rt_property *properties; /* Own copies; text in one allocation each. */
    size_t property_count;
    struct kafka_client client;
    struct kafka_client uncommitted; /* For RT_LATEST_UNCOMMITTED; opened when first asked. */
};

extern const struct rt_log_ops kafka_ops;

/* ---- client.c ---- */

/* `own` properties come after the user's and win; `defaults` come before. `opaque` reaches the
 * delivery callback. */
struct kafka_settings {
    rd_kafka_type_t type;
    const struct rt_property *defaults;
    size_t default_count;
    const struct rt_property *own;
    size_t own_count;
    void (*delivered)(rd_kafka_t *rk, const rd_kafka_message_t *message, void *opaque);
};

bool kafka_client_open(const struct kafka_log *log, struct kafka_client *client,
    const struct kafka_settings *settings, struct rt_error *error);
void kafka_client_close(struct kafka_client *client);
/* Whether calls on this client should give up for now. */
bool kafka_client_is_down(const struct kafka_client *client);
/* "CODE_NAME: text: reason"; RT_RETRY if waiting may help. Returns false. */
bool kafka_fail(struct kafka_client *client, rd_kafka_resp_err_t code, struct rt_error *error,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Whether librdkafka takes the value; the property nearest to an unknown one is named. */
bool kafka_check_property(const char *key, const char *value, struct rt_error *error);
bool kafka_is_transient(rd_kafka_resp_err_t code);
/* What queues may hold together. librdkafka counts payload bytes only; a small record costs it some
 * 400 bytes more, so queues are bounded by KAFKA_MESSAGE_BYTES a message as well. */
size_t kafka_memory(const struct kafka_log *log);

/* Metadata of one topic, waiting in slices. *partitions 0: it does not exist. */
bool kafka_partitions(struct kafka_client *client, const char *topic, int timeout_ms,
    int32_t *partitions, struct rt_error *error);

/* A configuration value of some broker, to explain a refusal. False: it could not be asked. */
bool kafka_broker_config(rd_kafka_t *rk, const char *key, char *value, size_t size);

/* ---- the operations, by file ---- */

bool kafka_topic_replication(struct rt_log *log, const char *topic, int timeout_ms,
    int16_t *replication, struct rt_error *error);
bool kafka_topics(struct rt_log *log, int timeout_ms, struct rt_arena *arena,
    const char *const **topics, size_t *count, struct rt_error *error);
bool kafka_topic_create(struct rt_log *log, const struct rt_topic_spec *spec, int timeout_ms,
    struct rt_error *error);
bool kafka_topic_delete(struct rt_log *log, const char *topic, int timeout_ms,
    struct rt_error *error);
bool kafka_topic_configs(struct rt_log *log, const char *topic, int timeout_ms,
    struct rt_arena *arena, const struct rt_property **configs, size_t *count,
    struct rt_error *error);
bool kafka_topic_configure(struct rt_log *log, const char *topic,
    const struct rt_property *configs, size_t count, int timeout_ms, struct rt_error *error);
bool kafka_topic_grow(struct rt_log *log, const char *topic, int32_t partitions, int timeout_ms,
    struct rt_error *error);
bool kafka_offset(struct rt_log *log, const char *topic, int32_t partition,
    enum rt_offset_kind kind, int64_t timestamp_ms, int timeout_ms, int64_t *offset,
    struct rt_error *error);
bool kafka_group_offset(struct rt_log *log, const char *group, const char *topic,
    int32_t partition, int timeout_ms, int64_t *offset, struct rt_error *error);

struct rt_reader *kafka_reader_open(struct rt_log *log, const struct rt_input *inputs,
    size_t count, struct rt_error *error);
void kafka_reader_close(struct rt_reader *reader);
bool kafka_reader_poll(struct rt_reader *reader, size_t limit, int timeout_ms,
    struct rt_record **records, size_t *count, struct rt_error *error);
int64_t kafka_reader_position(const struct rt_reader *reader, size_t index);
bool kafka_reader_finished(const struct rt_reader *reader);
int64_t kafka_reader_end(const struct rt_reader *reader, size_t index);
void kafka_reader_pause(struct rt_reader *reader, size_t index, bool pause);

struct rt_writer *kafka_writer_open(struct rt_log *log, const char *transactional_id,
    int timeout_ms, struct rt_error *error);
void kafka_writer_close(struct rt_writer *writer);
bool kafka_writer_begin(struct rt_writer *writer, struct rt_error *error);
bool kafka_writer_send(struct rt_writer *writer, const struct rt_message *message,
    struct rt_error *error);
bool kafka_writer_positions(struct rt_writer *writer, const char *group,
    const struct rt_input *positions, size_t count, struct rt_error *error);
bool kafka_writer_commit(struct rt_writer *writer, struct rt_error *error);
bool kafka_writer_abort(struct rt_writer *writer, struct rt_error *error);

#endif
