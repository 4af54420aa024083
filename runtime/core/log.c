/* rt/log.h by environment. */
#include "core/internal.h"

void rt_log_close(struct rt_log *log)
{
    if (log)
        log->ops->close(log);
}

enum rt_log_kind rt_log_kind(const struct rt_log *log)
{
    return log->ops->kind;
}

void rt_log_limit_memory(struct rt_log *log, size_t bytes)
{
    log->memory_limit = bytes;
}

void rt_log_limit_transaction(struct rt_log *log, int64_t timeout_ms)
{
    log->transaction_timeout_ms = timeout_ms;
}

bool rt_log_topic_partitions(struct rt_log *log, const char *topic, int timeout_ms,
    int32_t *partitions, struct rt_error *error)
{
    return log->ops->topic_partitions(log, topic, timeout_ms, partitions, error);
}

bool rt_log_topic_replication(struct rt_log *log, const char *topic, int timeout_ms,
    int16_t *replication, struct rt_error *error)
{
    *replication = 0;
    return !log->ops->topic_replication ||
        log->ops->topic_replication(log, topic, timeout_ms, replication, error);
}

bool rt_log_topics(struct rt_log *log, int timeout_ms, struct rt_arena *arena,
    const char *const **topics, size_t *count, struct rt_error *error)
{
    return log->ops->topics(log, timeout_ms, arena, topics, count, error);
}

bool rt_log_topic_create(struct rt_log *log, const struct rt_topic_spec *spec, int timeout_ms,
    struct rt_error *error)
{
    return log->ops->topic_create(log, spec, timeout_ms, error);
}

bool rt_log_topic_delete(struct rt_log *log, const char *topic, int timeout_ms,
    struct rt_error *error)
{
    return log->ops->topic_delete(log, topic, timeout_ms, error);
}

bool rt_log_topic_configs(struct rt_log *log, const char *topic, int timeout_ms,
    struct rt_arena *arena, const struct rt_property **configs, size_t *count,
    struct rt_error *error)
{
    return log->ops->topic_configs(log, topic, timeout_ms, arena, configs, count, error);
}

bool rt_log_topic_configure(struct rt_log *log, const char *topic,
    const struct rt_property *configs, size_t count, int timeout_ms, struct rt_error *error)
{
    return log->ops->topic_configure(log, topic, configs, count, timeout_ms, error);
}

bool rt_log_topic_grow(struct rt_log *log, const char *topic, int32_t partitions, int timeout_ms,
    struct rt_error *error)
{
    return log->ops->topic_grow(log, topic, partitions, timeout_ms, error);
}

bool rt_log_offset(struct rt_log *log, const char *topic, int32_t partition,
    enum rt_offset_kind kind, int64_t timestamp_ms, int timeout_ms, int64_t *offset,
    struct rt_error *error)
{
    return log->ops->offset(log, topic, partition, kind, timestamp_ms, timeout_ms, offset, error);
}

bool rt_log_group_offset(struct rt_log *log, const char *group, const char *topic,
    int32_t partition, int timeout_ms, int64_t *offset, struct rt_error *error)
{
    return log->ops->group_offset(log, group, topic, partition, timeout_ms, offset, error);
}

struct rt_reader *rt_reader_open(struct rt_log *log, const struct rt_input *inputs, size_t count,
    struct rt_error *error)
{
    return log->ops->reader_open(log, inputs, count, error);
}

void rt_reader_close(struct rt_reader *reader)
{
    if (reader)
        reader->ops->reader_close(reader);
}

bool rt_reader_poll(struct rt_reader *reader, size_t limit, int timeout_ms,
    struct rt_record **records, size_t *count, struct rt_error *error)
{
    return reader->ops->reader_poll(reader, limit, timeout_ms, records, count, error);
}

int64_t rt_reader_position(const struct rt_reader *reader, size_t index)
{
    return reader->ops->reader_position(reader, index);
}

bool rt_reader_finished(const struct rt_reader *reader)
{
    return reader->ops->reader_finished(reader);
}

int64_t rt_reader_end(const struct rt_reader *reader, size_t index)
{
    return reader->ops->reader_end(reader, index);
}

void rt_reader_pause(struct rt_reader *reader, size_t index, bool pause)
{
    reader->ops->reader_pause(reader, index, pause);
}

struct rt_writer *rt_writer_open(struct rt_log *log, const char *transactional_id, int timeout_ms,
    struct rt_error *error)
{
    return log->ops->writer_open(log, transactional_id, timeout_ms, error);
}

void rt_writer_close(struct rt_writer *writer)
{
    if (writer)
        writer->ops->writer_close(writer);
}

bool rt_writer_begin(struct rt_writer *writer, struct rt_error *error)
{
    return writer->ops->writer_begin(writer, error);
}

bool rt_writer_send(struct rt_writer *writer, const struct rt_message *message,
    struct rt_error *error)
{
    return writer->ops->writer_send(writer, message, error);
}

bool rt_writer_positions(struct rt_writer *writer, const char *group,
    const struct rt_input *positions, size_t count, struct rt_error *error)
{
    return writer->ops->writer_positions(writer, group, positions, count, error);
}

bool rt_writer_commit(struct rt_writer *writer, struct rt_error *error)
{
    return writer->ops->writer_commit(writer, error);
}

bool rt_writer_abort(struct rt_writer *writer, struct rt_error *error)
{
    return writer->ops->writer_abort(writer, error);
}
