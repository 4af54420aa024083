/* The log: topics of keyed records with transactions, in two environments.
 *
 * local/ keeps everything in one SQLite file; kafka/ is librdkafka. Both give the same records: key
 * and value bytes, headers, partition, offset, timestamp. Readers see committed records only.
 * One thread uses a log and what was opened from it. Every function that returns bool fills `error`
 * when it returns false. A call may block up to the stated time and no longer; RT_RETRY in
 * error->action means "away for now": the caller prints it and calls again later. */
#ifndef RT_LOG_H
#define RT_LOG_H

#include <rt/base.h>

struct rt_log;
struct rt_reader;
struct rt_writer;

enum rt_log_kind { RT_LOG_LOCAL, RT_LOG_KAFKA };

struct rt_property {
    const char *key, *value;
};

struct rt_header {
    struct rt_text key;
    struct rt_bytes value;
    bool value_null;
};

enum rt_timestamp_type { RT_NO_TIMESTAMP, RT_CREATE_TIME, RT_LOG_APPEND_TIME };

/* One record as read. All memory belongs to the reader until the next rt_reader_poll. */
struct rt_record {
    int32_t input;          /* index into the reader's assignment */
    int32_t partition;
    struct rt_text topic;   /* set by whoever polls */
    int32_t leader_epoch;   /* -1: unknown */
    int64_t offset;
    int64_t timestamp_ms;
    enum rt_timestamp_type timestamp_type;
    bool key_null, value_null;
    struct rt_bytes key, value;
    const struct rt_header *headers; /* see rt_record_headers */
    size_t header_count;
    void *native;           /* of the environment */
};

/* Loads the headers of a record on first use (they are rarely read). False: malformed. */
bool rt_record_headers(struct rt_record *record, struct rt_arena *arena, struct rt_error *error);

/* ---- opening ---- */

/* `path`: the SQLite file, created if missing; ":memory:" is private to this log. */
struct rt_log *rt_log_open_local(const char *path, struct rt_error *error);
/* `properties`: librdkafka's, `bootstrap.servers` among them; copied. No connection is waited
 * for. */
struct rt_log *rt_log_open_kafka(const struct rt_property *properties, size_t count,
    struct rt_error *error);
void rt_log_close(struct rt_log *log); /* NULL allowed. Readers and writers are closed before. */
enum rt_log_kind rt_log_kind(const struct rt_log *log);
/* Bytes that the queues of readers and writers opened from now on may hold together; 0: the
 * environment's default. Properties given to rt_log_open_kafka win. */
void rt_log_limit_memory(struct rt_log *log, size_t bytes);
/* How long transactions of writers opened from now on may take; 0: the client's default. Properties
 * given to rt_log_open_kafka win; local transactions have no limit. */
void rt_log_limit_transaction(struct rt_log *log, int64_t timeout_ms);

/* Checks a property of Kafka's client by its name in Java or in librdkafka, with its value;
 * *translated: the name in librdkafka (static, or `name`). False: error says what is wrong. */
bool rt_kafka_property(const char *name, const char *value, const char **translated,
    struct rt_error *error);

/* ---- topics ---- */

struct rt_topic_spec {
    const char *name;
    int32_t partitions;
    int16_t replication;                /* -1: the broker's default */
    const struct rt_property *configs;  /* Kafka topic configs */
    size_t config_count;
};

/* *partitions 0: the topic does not exist. Waits at most timeout_ms. */
bool rt_log_topic_partitions(struct rt_log *log, const char *topic, int timeout_ms,
    int32_t *partitions, struct rt_error *error);
/* Copies of a topic that exists: of the partition with the fewest; 0 where that has no meaning, as
 * in the local environment. */
bool rt_log_topic_replication(struct rt_log *log, const char *topic, int timeout_ms,
    int16_t *replication, struct rt_error *error);
/* Names of all topics, without Kafka's internal ones. Memory is the arena's. */
bool rt_log_topics(struct rt_log *log, int timeout_ms, struct rt_arena *arena,
    const char *const **topics, size_t *count, struct rt_error *error);
/* True also if the topic exists already (whoever made it first). */
bool rt_log_topic_create(struct rt_log *log, const struct rt_topic_spec *spec, int timeout_ms,
    struct rt_error *error);
bool rt_log_topic_delete(struct rt_log *log, const char *topic, int timeout_ms,
    struct rt_error *error);
/* What the log keeps of a topic's configs: on Kafka every one with the value in effect, locally
 * those that were given. Memory is the arena's. The topic exists. */
bool rt_log_topic_configs(struct rt_log *log, const char *topic, int timeout_ms,
    struct rt_arena *arena, const struct rt_property **configs, size_t *count,
    struct rt_error *error);
/* Sets these configs; the others stay. */
bool rt_log_topic_configure(struct rt_log *log, const char *topic,
    const struct rt_property *configs, size_t count, int timeout_ms, struct rt_error *error);
/* Raises the number of partitions to `partitions`; a topic cannot lose any. */
bool rt_log_topic_grow(struct rt_log *log, const char *topic, int32_t partitions, int timeout_ms,
    struct rt_error *error);

enum rt_offset_kind { RT_EARLIEST, RT_LATEST, RT_LATEST_UNCOMMITTED, RT_AT_TIMESTAMP };

/* RT_LATEST is the last stable offset, RT_LATEST_UNCOMMITTED that behind every record.
 * RT_AT_TIMESTAMP: the first record at or after timestamp_ms, or RT_LATEST. */
bool rt_log_offset(struct rt_log *log, const char *topic, int32_t partition,
    enum rt_offset_kind kind, int64_t timestamp_ms, int timeout_ms, int64_t *offset,
    struct rt_error *error);
/* Committed offset of a consumer group; -1: none. */
bool rt_log_group_offset(struct rt_log *log, const char *group, const char *topic,
    int32_t partition, int timeout_ms, int64_t *offset, struct rt_error *error);

/* ---- reading ---- */

struct rt_input {
    const char *topic;
    int32_t partition;
    int64_t offset;  /* where to start */
    int64_t end;     /* stop before this offset; INT64_MAX: never */
    bool uncommitted; /* records of open and aborted transactions too; locally there are none */
};

/* Inputs are copied; several may read the same partition. Those at their end already deliver
 * nothing. */
struct rt_reader *rt_reader_open(struct rt_log *log, const struct rt_input *inputs, size_t count,
    struct rt_error *error);
void rt_reader_close(struct rt_reader *reader); /* NULL allowed. */

/* Fetches up to `limit` records (waiting at most timeout_ms for the first) into *records, which is
 * the reader's. *count 0 is no error: nothing came. Within a partition the order is the log's. */
bool rt_reader_poll(struct rt_reader *reader, size_t limit, int timeout_ms,
    struct rt_record **records, size_t *count, struct rt_error *error);
/* Next offset to read of input `index`: behind every delivered record and every control record. */
int64_t rt_reader_position(const struct rt_reader *reader, size_t index);
/* The end of the partition of input `index`, as far as the reader has heard; -1: not yet. */
int64_t rt_reader_end(const struct rt_reader *reader, size_t index);
/* Whether every input with an end has reached it. */
bool rt_reader_finished(const struct rt_reader *reader);
void rt_reader_pause(struct rt_reader *reader, size_t index, bool pause);

/* ---- writing: one open transaction at most ---- */

/* Takes over `transactional_id`, fencing an older owner and ending its transaction. Waits at most
 * timeout_ms. */
struct rt_writer *rt_writer_open(struct rt_log *log, const char *transactional_id, int timeout_ms,
    struct rt_error *error);
void rt_writer_close(struct rt_writer *writer); /* NULL allowed. Aborts an open transaction. */

struct rt_message {
    const char *topic;      /* same pointer for the same topic: it is a cache key */
    int32_t partition;      /* -1: by murmur2 of the key, as Java producers do; else in turn */
    int64_t timestamp_ms;   /* -1: now */
    bool key_null, value_null;
    struct rt_bytes key, value;
    const struct rt_header *headers;
    size_t header_count;
    bool by_value;          /* partition -1 and no key: by murmur2 of the value, not round robin */
    struct rt_bytes image;  /* the part of the value that by_value means; size 0: all of it */
    const char *compression; /* codec of the topic's batches (gzip, lz4 …); NULL: the client's. The
                              * first message to a topic decides; locally without effect */
};

bool rt_writer_begin(struct rt_writer *writer, struct rt_error *error);
/* Copies the message. Blocks while the queue is full. Only inside a transaction. */
bool rt_writer_send(struct rt_writer *writer, const struct rt_message *message,
    struct rt_error *error);
/* Mirrors consumer positions into `group` in this transaction (for lag monitors). */
bool rt_writer_positions(struct rt_writer *writer, const char *group,
    const struct rt_input *positions, size_t count, struct rt_error *error);
/* All or nothing becomes visible. RT_FENCED: another instance took over; stop. RT_RETRY: the
 * outcome is unknown, call commit again. RT_ABORTED (also from begin, send and positions): the
 * transaction is lost; close the writer, open it anew and go back to the last committed positions.
 * Any other failure would come again: stop. */
bool rt_writer_commit(struct rt_writer *writer, struct rt_error *error);
/* RT_FENCED: another instance has taken over, and opening the writer anew would take it back. */
bool rt_writer_abort(struct rt_writer *writer, struct rt_error *error);

/* Java's DefaultPartitioner: toPositive(murmur2(key)) % partitions. */
uint32_t rt_murmur2(struct rt_bytes key);

#endif
