#include "local/local.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_VERSION = 3, BUSY_MS = 10000 };

/* PRAGMA application_id: "ddl2". Files made before it was written have 0. */
#define APPLICATION_ID "1684303922"

static const char schema[] =
    "CREATE TABLE topic (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE topic_config (topic INTEGER NOT NULL, key TEXT NOT NULL, value TEXT,"
    " PRIMARY KEY (topic, key)) WITHOUT ROWID;"
    "CREATE TABLE partition (id INTEGER PRIMARY KEY, topic INTEGER NOT NULL,"
    " number INTEGER NOT NULL, next_offset INTEGER NOT NULL DEFAULT 0, UNIQUE (topic, number));"
    "CREATE TABLE record (sequence INTEGER PRIMARY KEY, partition INTEGER NOT NULL,"
    " position INTEGER NOT NULL, timestamp INTEGER NOT NULL, key BLOB, value BLOB, headers BLOB);"
    "CREATE UNIQUE INDEX record_position ON record (partition, position);"
    "CREATE TABLE group_offset (consumer_group TEXT NOT NULL, topic TEXT NOT NULL,"
    " partition INTEGER NOT NULL, next_offset INTEGER NOT NULL,"
    " PRIMARY KEY (consumer_group, topic, partition)) WITHOUT ROWID;"
    "CREATE TABLE writer (transactional_id TEXT PRIMARY KEY, epoch INTEGER NOT NULL)"
    " WITHOUT ROWID;"
    "CREATE TABLE store (id INTEGER PRIMARY KEY, pipeline TEXT NOT NULL, operator TEXT NOT NULL,"
    " shards INTEGER NOT NULL, schema_hash INTEGER NOT NULL, UNIQUE (pipeline, operator));"
    "CREATE TABLE state (store INTEGER NOT NULL, shard INTEGER NOT NULL, key BLOB NOT NULL,"
    " value BLOB NOT NULL, PRIMARY KEY (store, shard, key)) WITHOUT ROWID;"
    "CREATE TABLE schema (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, text TEXT NOT NULL,"
    " normal TEXT NOT NULL, UNIQUE (kind, normal));"
    "CREATE TABLE subject_version (subject TEXT NOT NULL, version INTEGER NOT NULL,"
    " schema INTEGER NOT NULL, PRIMARY KEY (subject, version)) WITHOUT ROWID;";

/* What each later layout added: upgrades[0] makes version 2 of 1. A new file gets all of them. */
static const char *const upgrades[FILE_VERSION - 1] = {
    "CREATE TABLE subject_level (subject TEXT PRIMARY KEY, level TEXT NOT NULL) WITHOUT ROWID;",
    "ALTER TABLE schema ADD COLUMN refers TEXT;",
};

bool local_fail(struct local_log *log, struct rt_error *error)
{
    int code = sqlite3_errcode(log->db) & 0xff;
    const char *reason = sqlite3_errmsg(log->db);

    switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return rt_fail(error, RT_STORAGE, RT_RETRY, "%s: another process holds the file",
            log->path);
    case SQLITE_FULL:
        return rt_fail(error, RT_STORAGE, RT_STOP,
            "%s: no space left; what was committed before is intact", log->path);
    case SQLITE_IOERR:
        return rt_fail(error, RT_STORAGE, RT_STOP,
            "%s: cannot read or write (%s); what was committed before is intact", log->path,
            sqlite3_system_errno(log->db) ? strerror(sqlite3_system_errno(log->db)) : reason);
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return rt_fail(error, RT_STORAGE, RT_STOP, "%s: not a usable SQLite file: %s", log->path,
            reason);
    case SQLITE_TOOBIG:
        return rt_fail(error, RT_ENCODE, RT_STOP, "%s: record too large", log->path);
    }
    return rt_fail(error, RT_STORAGE, RT_STOP, "%s: %s", log->path, reason);
}

static bool execute(struct local_log *log, const char *sql, struct rt_error *error)
{
    return sqlite3_exec(log->db, sql, NULL, NULL, NULL) == SQLITE_OK || local_fail(log, error);
}

static bool ask_number(struct local_log *log, const char *sql, int *number,
    struct rt_error *error)
{
    sqlite3_stmt *statement;

    if (sqlite3_prepare_v2(log->db, sql, -1, &statement, NULL) != SQLITE_OK)
        return local_fail(log, error);
    if (sqlite3_step(statement) != SQLITE_ROW) {
        sqlite3_finalize(statement);
        return local_fail(log, error);
    }
    *number = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return true;
}

static bool file_version(struct local_log *log, int *version, struct rt_error *error)
{
    return ask_number(log, "PRAGMA user_version", version, error);
}

/* Before anything is written: the file of another program stays as it is. A new file is empty; one
 * of ours without an application id has a version and our tables. */
static bool check_owner(struct local_log *log, struct rt_error *error)
{
    /* In one statement, so of one state of the file: another process may be making it. */
    static const char owner[] =
        "SELECT application_id = " APPLICATION_ID " OR (application_id = 0 AND"
        " CASE user_version WHEN 0 THEN NOT EXISTS (SELECT 1 FROM sqlite_schema)"
        " ELSE 4 = (SELECT count(*) FROM sqlite_schema"
        " WHERE name IN ('topic', 'partition', 'record', 'group_offset')) END)"
        " FROM pragma_application_id, pragma_user_version";
    int is_ours;

    return ask_number(log, owner, &is_ours, error) &&
        (is_ours || rt_fail(error, RT_STORAGE, RT_STOP,
            "%s: an SQLite file of another program; --local takes one that ddl2c makes",
            log->path));
}

/* From the layout that the file has to this one; inside a transaction. */
static bool upgrade(struct local_log *log, int version, struct rt_error *error)
{
    char set_version[96];

    snprintf(set_version, sizeof set_version, "PRAGMA application_id = " APPLICATION_ID ";"
        "PRAGMA user_version = %d", FILE_VERSION);
    if (version == 0 && !execute(log, schema, error))
        return false;
    for (int i = version ? version : 1; i < FILE_VERSION; i++)
        if (!execute(log, upgrades[i - 1], error))
            return false;
    return execute(log, set_version, error);
}

/* A new file gets its tables in one transaction: two processes may open it at the same time. */
static bool make_tables(struct local_log *log, struct rt_error *error)
{
    int version;

    if (!file_version(log, &version, error))
        return false;
    if (version < FILE_VERSION) {
        if (!execute(log, "BEGIN IMMEDIATE", error))
            return false;
        if (!file_version(log, &version, error) ||
            (version < FILE_VERSION && !upgrade(log, version, error)) ||
            !execute(log, "COMMIT", error) || !file_version(log, &version, error)) {
            local_rollback(log);
            return false;
        }
    }
    if (version != FILE_VERSION)
        return rt_fail(error, RT_STORAGE, RT_STOP,
            "%s: made by another version of ddl2c (layout %d, this one reads %d)", log->path,
            version, FILE_VERSION);
    return true;
}

/* SQLite tries again with fewer rights, and so reports ENOENT for a folder that it may not
 * write. */
static int open_errno(struct local_log *log)
{
    char *folder = rt_duplicate(log->path), *slash = strrchr(folder, '/');
    int reason = sqlite3_system_errno(log->db);
    const char *where = folder;

    if (!slash)
        where = ".";
    else if (slash == folder)
        where = "/";
    else
        *slash = '\0';
    if (reason == ENOENT && access(where, W_OK | X_OK))
        reason = errno;
    free(folder);
    return reason;
}

struct rt_log *rt_log_open_local(const char *path, struct rt_error *error)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    struct local_log *log = rt_allocate(1, sizeof *log);

    log->base.ops = &local_ops;
    log->path = rt_duplicate(path);
    if (sqlite3_open_v2(path, &log->db, flags, NULL) != SQLITE_OK) {
        int reason = open_errno(log);

        rt_fail(error, RT_STORAGE, RT_STOP, "%s: cannot open: %s", path,
            reason ? strerror(reason) : sqlite3_errmsg(log->db));
        goto failed;
    }
    sqlite3_busy_timeout(log->db, BUSY_MS);
    /* NORMAL: a killed process loses nothing; only a power cut may take the last commits, whole. */
    if (!check_owner(log, error) ||
        !execute(log, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
            "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768;"
            "PRAGMA wal_autocheckpoint = 8192;", error) ||
        !make_tables(log, error))
        goto failed;
    return &log->base;

failed:
    rt_log_close(&log->base);
    return NULL;
}

void local_log_close(struct rt_log *base)
{
    struct local_log *log = (struct local_log *)base;

    for (size_t i = 0; i < LOCAL_QUERIES; i++)
        sqlite3_finalize(log->statements[i]);
    sqlite3_close(log->db);
    free(log->path);
    free(log);
}

void local_rollback(struct local_log *log)
{
    if (!sqlite3_get_autocommit(log->db))
        sqlite3_exec(log->db, "ROLLBACK", NULL, NULL, NULL);
}
