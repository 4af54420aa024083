#include "local/local.h"

bool local_store_open(struct local_log *log, const char *pipeline, const char *operator_name,
    int32_t *shards, uint64_t *schema_hash, int64_t *id, struct rt_error *error)
{
    bool own, done = false;
    sqlite3_stmt *statement;
    int step;

    if (!local_enter(log, &own, error))
        return false;
    statement = local_prepare(log, LOCAL_STORE_FIND, error);
    if (!statement)
        goto leave;
    local_bind_text(statement, 1, pipeline);
    local_bind_text(statement, 2, operator_name);
    step = local_step(log, statement, error);
    if (step > 0) {
        *id = sqlite3_column_int64(statement, 0);
        *shards = sqlite3_column_int(statement, 1);
        *schema_hash = (uint64_t)sqlite3_column_int64(statement, 2);
        sqlite3_reset(statement);
        done = true;
    } else if (step == 0 && (statement = local_prepare(log, LOCAL_STORE_ADD, error))) {
        local_bind_text(statement, 1, pipeline);
        local_bind_text(statement, 2, operator_name);
        sqlite3_bind_int(statement, 3, *shards);
        sqlite3_bind_int64(statement, 4, (int64_t)*schema_hash);
        done = local_run(log, statement, error);
        *id = sqlite3_last_insert_rowid(log->db);
    }
leave:
    return local_leave(log, own, done, error);
}

enum { PROGRESS_ENTRIES = 4096 };

bool local_state_restore(struct local_log *log, int64_t store, int32_t shard,
    const struct rt_restore *restore, struct rt_error *error)
{
    sqlite3_stmt *statement = local_prepare(log, LOCAL_STATE_ALL, error);
    size_t count = 0;
    int step;

    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, store);
    sqlite3_bind_int(statement, 2, shard);
    while ((step = local_step(log, statement, error)) > 0) {
        struct rt_bytes key = {sqlite3_column_blob(statement, 0),
            (size_t)sqlite3_column_bytes(statement, 0)};
        struct rt_bytes value = {sqlite3_column_blob(statement, 1),
            (size_t)sqlite3_column_bytes(statement, 1)};

        if (!restore->entry(restore->context, key, &value))
            break;
        if (restore->progress && ++count % PROGRESS_ENTRIES == 0)
            restore->progress(restore->context, -1);
    }
    sqlite3_reset(statement);
    return step >= 0;
}

bool local_state_put(struct local_log *log, struct rt_writer *writer, int64_t store,
    int32_t shard, struct rt_bytes key, const struct rt_bytes *value, struct rt_error *error)
{
    sqlite3_stmt *statement;

    if (!local_writer_lock(writer, error))
        return false;
    statement = local_prepare(log, value ? LOCAL_STATE_SET : LOCAL_STATE_DELETE, error);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, store);
    sqlite3_bind_int(statement, 2, shard);
    local_bind_bytes(statement, 3, key, false);
    if (value)
        local_bind_bytes(statement, 4, *value, false);
    return local_run(log, statement, error);
}
