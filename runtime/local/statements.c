/* Every SQL text of the local environment, prepared once. */
#include "local/local.h"

static const char *const texts[LOCAL_QUERIES] = {
    [LOCAL_BEGIN_READ] = "BEGIN",
    [LOCAL_BEGIN_WRITE] = "BEGIN IMMEDIATE",
    [LOCAL_COMMIT] = "COMMIT",
    [LOCAL_ROLLBACK] = "ROLLBACK",
    [LOCAL_TOPIC_FIND] = "SELECT id FROM topic WHERE name = ?1",
    [LOCAL_TOPIC_ALL] = "SELECT name FROM topic ORDER BY name",
    [LOCAL_TOPIC_ADD] = "INSERT INTO topic (name) VALUES (?1)",
    [LOCAL_TOPIC_DELETE_RECORDS] =
        "DELETE FROM record WHERE partition IN (SELECT id FROM partition WHERE topic = ?1)",
    [LOCAL_TOPIC_DELETE_OFFSETS] =
        "DELETE FROM group_offset WHERE topic = (SELECT name FROM topic WHERE id = ?1)",
    [LOCAL_TOPIC_DELETE_PARTITIONS] = "DELETE FROM partition WHERE topic = ?1",
    [LOCAL_TOPIC_DELETE_CONFIGS] = "DELETE FROM topic_config WHERE topic = ?1",
    [LOCAL_TOPIC_DELETE] = "DELETE FROM topic WHERE id = ?1",
    [LOCAL_CONFIG_ADD] = "INSERT OR REPLACE INTO topic_config (topic, key, value) "
                         "VALUES (?1, ?2, ?3)",
    [LOCAL_CONFIG_ALL] = "SELECT key, value FROM topic_config WHERE topic = ?1 ORDER BY key",
    [LOCAL_PARTITION_ADD] = "INSERT INTO partition (topic, number) VALUES (?1, ?2)",
    [LOCAL_PARTITION_COUNT] = "SELECT COUNT(*) FROM partition WHERE topic = ?1",
    [LOCAL_PARTITION_FIND] =
        "SELECT p.id, p.next_offset FROM partition p JOIN topic t ON t.id = p.topic "
        "WHERE t.name = ?1 AND p.number = ?2",
    [LOCAL_PARTITION_END] = "SELECT next_offset FROM partition WHERE id = ?1",
    [LOCAL_PARTITION_SET_END] = "UPDATE partition SET next_offset = ?2 WHERE id = ?1",
    [LOCAL_RECORD_ADD] =
        "INSERT INTO record (partition, position, timestamp, key, value, headers) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [LOCAL_RECORD_FIRST] = "SELECT MIN(position) FROM record WHERE partition = ?1",
    [LOCAL_RECORD_AT_TIME] = "SELECT position FROM record WHERE partition = ?1 AND "
                             "position < ?2 AND timestamp >= ?3 ORDER BY position LIMIT 1",
    [LOCAL_GROUP_GET] = "SELECT next_offset FROM group_offset WHERE consumer_group = ?1 AND "
                        "topic = ?2 AND partition = ?3",
    [LOCAL_GROUP_SET] = "INSERT OR REPLACE INTO group_offset "
                        "(consumer_group, topic, partition, next_offset) VALUES (?1, ?2, ?3, ?4)",
    [LOCAL_EPOCH_GET] = "SELECT epoch FROM writer WHERE transactional_id = ?1",
    [LOCAL_EPOCH_RAISE] = "INSERT INTO writer (transactional_id, epoch) VALUES (?1, 1) "
                          "ON CONFLICT (transactional_id) DO UPDATE SET epoch = epoch + 1",
    [LOCAL_STORE_FIND] =
        "SELECT id, shards, schema_hash FROM store WHERE pipeline = ?1 AND operator = ?2",
    [LOCAL_STORE_ADD] = "INSERT INTO store (pipeline, operator, shards, schema_hash) "
                        "VALUES (?1, ?2, ?3, ?4)",
    [LOCAL_STATE_ALL] = "SELECT key, value FROM state WHERE store = ?1 AND shard = ?2",
    [LOCAL_STATE_SET] =
        "INSERT OR REPLACE INTO state (store, shard, key, value) VALUES (?1, ?2, ?3, ?4)",
    [LOCAL_STATE_DELETE] = "DELETE FROM state WHERE store = ?1 AND shard = ?2 AND key = ?3",
    [LOCAL_SCHEMA_FIND] = "SELECT id FROM schema WHERE kind = ?1 AND normal = ?2",
    [LOCAL_SCHEMA_ADD] = "INSERT INTO schema (kind, text, normal, refers) "
                         "VALUES (?1, ?2, ?3, ?4)",
    [LOCAL_SCHEMA_BY_ID] = "SELECT kind, text, refers FROM schema WHERE id = ?1",
    [LOCAL_VERSION_OF_SCHEMA] =
        "SELECT version FROM subject_version WHERE subject = ?1 AND schema = ?2",
    [LOCAL_VERSION_LAST] = "SELECT COALESCE(MAX(version), 0) FROM subject_version "
                           "WHERE subject = ?1",
    [LOCAL_VERSION_ADD] =
        "INSERT INTO subject_version (subject, version, schema) VALUES (?1, ?2, ?3)",
    [LOCAL_VERSION_GET] = "SELECT v.version, s.id, s.kind, s.text, s.refers FROM subject_version v "
                          "JOIN schema s ON s.id = v.schema WHERE v.subject = ?1 AND "
                          "(?2 = 0 OR v.version = ?2) ORDER BY v.version DESC LIMIT 1",
    [LOCAL_VERSION_ALL] = "SELECT version FROM subject_version WHERE subject = ?1 "
                          "ORDER BY version",
    [LOCAL_SUBJECT_ALL] = "SELECT DISTINCT subject FROM subject_version ORDER BY subject",
    [LOCAL_SUBJECT_DELETE] = "DELETE FROM subject_version WHERE subject = ?1",
    [LOCAL_LEVEL_GET] = "SELECT level FROM subject_level WHERE subject = ?1",
    [LOCAL_LEVEL_SET] = "INSERT OR REPLACE INTO subject_level (subject, level) VALUES (?1, ?2)",
    [LOCAL_LEVEL_DELETE] = "DELETE FROM subject_level WHERE subject = ?1",
};

sqlite3_stmt *local_prepare(struct local_log *log, enum local_query query, struct rt_error *error)
{
    sqlite3_stmt **statement = &log->statements[query];

    if (*statement) {
        sqlite3_reset(*statement);
        sqlite3_clear_bindings(*statement);
        return *statement;
    }
    if (sqlite3_prepare_v3(log->db, texts[query], -1, SQLITE_PREPARE_PERSISTENT, statement,
            NULL) != SQLITE_OK) {
        local_fail(log, error);
        return NULL;
    }
    return *statement;
}

void local_bind_text(sqlite3_stmt *statement, int place, const char *text)
{
    sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
}

void local_bind_bytes(sqlite3_stmt *statement, int place, struct rt_bytes bytes, bool is_null)
{
    /* A NULL pointer would bind NULL; an empty key is not a missing one. */
    if (!is_null)
        sqlite3_bind_blob64(statement, place, bytes.data ? (const void *)bytes.data : "",
            bytes.size, SQLITE_STATIC);
}

int local_step(struct local_log *log, sqlite3_stmt *statement, struct rt_error *error)
{
    switch (sqlite3_step(statement)) {
    case SQLITE_ROW:
        return 1;
    case SQLITE_DONE:
        sqlite3_reset(statement);
        return 0;
    }
    local_fail(log, error);
    sqlite3_reset(statement);
    return -1;
}

bool local_run(struct local_log *log, sqlite3_stmt *statement, struct rt_error *error)
{
    return local_step(log, statement, error) == 0;
}

bool local_do(struct local_log *log, enum local_query query, struct rt_error *error)
{
    sqlite3_stmt *statement = local_prepare(log, query, error);

    return statement && local_run(log, statement, error);
}

bool local_enter(struct local_log *log, bool *own, struct rt_error *error)
{
    *own = sqlite3_get_autocommit(log->db) != 0;
    return !*own || local_do(log, LOCAL_BEGIN_WRITE, error);
}

bool local_leave(struct local_log *log, bool own, bool keep, struct rt_error *error)
{
    if (!own)
        return keep;
    if (keep && local_do(log, LOCAL_COMMIT, error))
        return true;
    local_rollback(log);
    return false;
}
