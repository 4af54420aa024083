/* The local environment: topics, schemas, offsets and state in one SQLite file. README.md has the
 * tables. Everything of one struct local_log shares one connection, so a transaction of its writer
 * holds records, state and positions together; readers stop at partition.next_offset, which moves
 * only when a transaction commits. */
#ifndef RT_LOCAL_H
#define RT_LOCAL_H

#include "core/internal.h"

#include <rt/state.h>

#include <sqlite3.h>

enum local_query {
    LOCAL_BEGIN_READ,
    LOCAL_BEGIN_WRITE,
    LOCAL_COMMIT,
    LOCAL_ROLLBACK,
    LOCAL_TOPIC_FIND,
    LOCAL_TOPIC_ALL,
    LOCAL_TOPIC_ADD,
    LOCAL_TOPIC_DELETE_RECORDS,
    LOCAL_TOPIC_DELETE_OFFSETS,
    LOCAL_TOPIC_DELETE_PARTITIONS,
    LOCAL_TOPIC_DELETE_CONFIGS,
    LOCAL_TOPIC_DELETE,
    LOCAL_CONFIG_ADD,
    LOCAL_CONFIG_ALL,
    LOCAL_PARTITION_ADD,
    LOCAL_PARTITION_COUNT,
    LOCAL_PARTITION_FIND,
    LOCAL_PARTITION_END,
    LOCAL_PARTITION_SET_END,
    LOCAL_RECORD_ADD,
    LOCAL_RECORD_FIRST,
    LOCAL_RECORD_AT_TIME,
    LOCAL_GROUP_GET,
    LOCAL_GROUP_SET,
    LOCAL_EPOCH_GET,
    LOCAL_EPOCH_RAISE,
    LOCAL_STORE_FIND,
    LOCAL_STORE_ADD,
    LOCAL_STATE_ALL,
    LOCAL_STATE_SET,
    LOCAL_STATE_DELETE,
    LOCAL_SCHEMA_FIND,
    LOCAL_SCHEMA_ADD,
    LOCAL_SCHEMA_BY_ID,
    LOCAL_VERSION_OF_SCHEMA,
    LOCAL_VERSION_LAST,
    LOCAL_VERSION_ADD,
    LOCAL_VERSION_GET,
    LOCAL_VERSION_ALL,
    LOCAL_SUBJECT_ALL,
    LOCAL_SUBJECT_DELETE,
    LOCAL_LEVEL_GET,
    LOCAL_LEVEL_SET,
    LOCAL_LEVEL_DELETE,
    LOCAL_QUERIES
};

struct local_writer;

struct local_log {
    struct rt_log base;
    sqlite3 *db;
    char *path;
    sqlite3_stmt *statements[LOCAL_QUERIES]; /* Prepared on first use. */
    struct local_writer *active;             /* Whose transaction the connection is in; or NULL. */
};

extern const struct rt_log_ops local_ops;

void local_log_close(struct rt_log *log);

/* The statement, reset and without bindings; NULL: error filled. */
sqlite3_stmt *local_prepare(struct local_log *log, enum local_query query, struct rt_error *error);
void local_bind_text(sqlite3_stmt *statement, int place, const char *text);
/* Data must stay until the statement is reset. */
void local_bind_bytes(sqlite3_stmt *statement, int place, struct rt_bytes bytes, bool is_null);
/* 1: a row; 0: done and reset; -1: error filled, statement reset. */
int local_step(struct local_log *log, sqlite3_stmt *statement, struct rt_error *error);
/* Prepares nothing: runs a bound statement that gives no rows. */
bool local_run(struct local_log *log, sqlite3_stmt *statement, struct rt_error *error);
/* A statement without bindings and rows. */
bool local_do(struct local_log *log, enum local_query query, struct rt_error *error);
/* Fills error from what SQLite said last. Returns false. */
bool local_fail(struct local_log *log, struct rt_error *error);
/* Rolls back unless SQLite has done so; never fails. */
void local_rollback(struct local_log *log);
/* Opens a write transaction unless the writer has one; *own: whether to end it. */
bool local_enter(struct local_log *log, bool *own, struct rt_error *error);
/* Ends what local_enter opened: commit if `keep`. Returns keep unless committing failed. */
bool local_leave(struct local_log *log, bool own, bool keep, struct rt_error *error);

/* *id 0: no such topic. */
bool local_topic_find(struct local_log *log, const char *topic, int64_t *id,
    struct rt_error *error);
/* *id 0: no such topic or partition. *end may be NULL. */
bool local_partition_find(struct local_log *log, const char *topic, int32_t partition,
    int64_t *id, int64_t *end, struct rt_error *error);

bool local_topic_partitions(struct rt_log *log, const char *topic, int timeout_ms,
    int32_t *partitions, struct rt_error *error);
bool local_topic_configs(struct rt_log *log, const char *topic, int timeout_ms,
    struct rt_arena *arena, const struct rt_property **configs, size_t *count,
    struct rt_error *error);
bool local_topic_configure(struct rt_log *log, const char *topic,
    const struct rt_property *configs, size_t count, int timeout_ms, struct rt_error *error);
bool local_topic_grow(struct rt_log *log, const char *topic, int32_t partitions, int timeout_ms,
    struct rt_error *error);

struct rt_reader *local_reader_open(struct rt_log *log, const struct rt_input *inputs,
    size_t count, struct rt_error *error);
void local_reader_close(struct rt_reader *reader);
bool local_reader_poll(struct rt_reader *reader, size_t limit, int timeout_ms,
    struct rt_record **records, size_t *count, struct rt_error *error);
int64_t local_reader_position(const struct rt_reader *reader, size_t index);
bool local_reader_finished(const struct rt_reader *reader);
int64_t local_reader_end(const struct rt_reader *reader, size_t index);
void local_reader_pause(struct rt_reader *reader, size_t index, bool pause);

struct rt_writer *local_writer_open(struct rt_log *log, const char *transactional_id,
    int timeout_ms, struct rt_error *error);
void local_writer_close(struct rt_writer *writer);
bool local_writer_begin(struct rt_writer *writer, struct rt_error *error);
bool local_writer_send(struct rt_writer *writer, const struct rt_message *message,
    struct rt_error *error);
bool local_writer_positions(struct rt_writer *writer, const char *group,
    const struct rt_input *positions, size_t count, struct rt_error *error);
bool local_writer_commit(struct rt_writer *writer, struct rt_error *error);
bool local_writer_abort(struct rt_writer *writer, struct rt_error *error);
/* Takes the file's write lock for the open transaction and checks that nobody took over. */
bool local_writer_lock(struct rt_writer *writer, struct rt_error *error);

/* State rows, for state/. A store not known yet is made with *shards and *schema_hash; else these
 * become the stored ones. */
bool local_store_open(struct local_log *log, const char *pipeline, const char *operator_name,
    int32_t *shards, uint64_t *schema_hash, int64_t *id, struct rt_error *error);
bool local_state_restore(struct local_log *log, int64_t store, int32_t shard,
    const struct rt_restore *restore, struct rt_error *error);
bool local_state_put(struct local_log *log, struct rt_writer *writer, int64_t store,
    int32_t shard, struct rt_bytes key, const struct rt_bytes *value, struct rt_error *error);

/* Header blobs: for each header u32 key size, key, u32 value size or UINT32_MAX for NULL, value;
 * all in little endian. */
void local_headers_encode(struct rt_buffer *out, const struct rt_header *headers, size_t count);
bool local_headers_decode(struct rt_arena *arena, struct rt_bytes blob,
    const struct rt_header **headers, size_t *count);

#endif
