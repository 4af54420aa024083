/* The registry of the local environment: as Confluent's, one schema has one id in all subjects. */
#include "local/local.h"
#include "registry/registry.h"

#include <stdlib.h>
#include <string.h>

struct local_registry {
    struct rt_registry base;
    struct local_log *log;
};

static struct local_log *log_of(struct rt_registry *registry)
{
    return ((struct local_registry *)registry)->log;
}

static void local_close(struct rt_registry *registry)
{
    free(registry);
}

/* `text` is a JSON list, NULL: none. */
static void keep_references(struct rt_registry *registry, struct rt_registered *schema,
    const unsigned char *text)
{
    json_t *list = text ? json_loads((const char *)text, 0, NULL) : NULL;

    registry_keep_references(registry, schema, list);
    json_decref(list);
}

static bool by_id(struct rt_registry *registry, int32_t id, const char *subject,
    const struct rt_registered **schema, struct rt_error *error)
{
    struct local_log *log = log_of(registry);
    sqlite3_stmt *statement = local_prepare(log, LOCAL_SCHEMA_BY_ID, error);
    struct rt_registered *kept;
    int step;

    (void)subject;
    if (!statement)
        return false;
    sqlite3_bind_int(statement, 1, id);
    step = local_step(log, statement, error);
    if (step > 0) {
        kept = registry_keep(registry, id, 0,
            (enum rt_schema_kind)sqlite3_column_int(statement, 0),
            (const char *)sqlite3_column_text(statement, 1));
        keep_references(registry, kept, sqlite3_column_text(statement, 2));
        registry_make_guid(kept);
        *schema = kept;
    } else if (step == 0)
        rt_fail(error, RT_DECODE, RT_SKIP, "schema id %d is unknown", (int)id);
    sqlite3_reset(statement);
    return step > 0;
}

/* Ids count from 1 without a gap. */
static bool by_guid(struct rt_registry *registry, const uint8_t guid[16],
    const struct rt_registered **schema, struct rt_error *error)
{
    char text[RT_GUID_TEXT];

    for (int32_t id = 1; rt_registry_by_id(registry, id, NULL, schema, error); id++)
        if (!memcmp((*schema)->guid, guid, sizeof (*schema)->guid))
            return true;
    return error->code == RT_DECODE
        ? rt_fail(error, RT_DECODE, RT_SKIP, "schema GUID %s is unknown",
              rt_guid_print(guid, text))
        : false;
}

static bool version(struct rt_registry *registry, const char *subject, int number,
    const struct rt_registered **schema, struct rt_error *error)
{
    struct local_log *log = log_of(registry);
    sqlite3_stmt *statement = local_prepare(log, LOCAL_VERSION_GET, error);
    struct rt_registered *kept;
    int step;

    if (!statement)
        return false;
    local_bind_text(statement, 1, subject);
    sqlite3_bind_int(statement, 2, number);
    step = local_step(log, statement, error);
    if (step > 0) {
        kept = registry_keep(registry, sqlite3_column_int(statement, 1),
            sqlite3_column_int(statement, 0),
            (enum rt_schema_kind)sqlite3_column_int(statement, 2),
            (const char *)sqlite3_column_text(statement, 3));
        keep_references(registry, kept, sqlite3_column_text(statement, 4));
        *schema = kept;
    }
    sqlite3_reset(statement);
    return step >= 0;
}

static bool versions(struct rt_registry *registry, const char *subject, size_t *count,
    struct rt_error *error)
{
    struct local_log *log = log_of(registry);
    sqlite3_stmt *statement = local_prepare(log, LOCAL_VERSION_ALL, error);
    int step;

    if (!statement)
        return false;
    local_bind_text(statement, 1, subject);
    while ((step = local_step(log, statement, error)) > 0) {
        registry_numbers(registry, *count + 1);
        registry->numbers[(*count)++] = sqlite3_column_int(statement, 0);
    }
    return step >= 0;
}

/* The number in the first column of the first row; 0: no row. */
static bool number_of(struct local_log *log, sqlite3_stmt *statement, int64_t *number,
    struct rt_error *error)
{
    int step = local_step(log, statement, error);

    *number = step > 0 ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    return step >= 0;
}

static bool find_schema(struct local_log *log, enum rt_schema_kind kind, const char *normal,
    int64_t *id, struct rt_error *error)
{
    sqlite3_stmt *statement = local_prepare(log, LOCAL_SCHEMA_FIND, error);

    if (!statement)
        return false;
    sqlite3_bind_int(statement, 1, (int)kind);
    local_bind_text(statement, 2, normal);
    return number_of(log, statement, id, error);
}

static bool find_version(struct local_log *log, const char *subject, int64_t schema,
    int64_t *number, struct rt_error *error)
{
    sqlite3_stmt *statement = local_prepare(log, LOCAL_VERSION_OF_SCHEMA, error);

    if (!statement)
        return false;
    local_bind_text(statement, 1, subject);
    sqlite3_bind_int64(statement, 2, schema);
    return number_of(log, statement, number, error);
}

static bool add_schema(struct local_log *log, enum rt_schema_kind kind, const char *text,
    const char *normal, const char *references, int64_t *id, struct rt_error *error)
{
    sqlite3_stmt *statement = local_prepare(log, LOCAL_SCHEMA_ADD, error);

    if (!statement)
        return false;
    sqlite3_bind_int(statement, 1, (int)kind);
    local_bind_text(statement, 2, text);
    local_bind_text(statement, 3, normal);
    local_bind_text(statement, 4, references);
    if (!local_run(log, statement, error))
        return false;
    *id = sqlite3_last_insert_rowid(log->db);
    return true;
}

static bool add_version(struct local_log *log, const char *subject, int64_t schema,
    struct rt_error *error)
{
    sqlite3_stmt *statement = local_prepare(log, LOCAL_VERSION_LAST, error);
    int64_t last;

    if (!statement)
        return false;
    local_bind_text(statement, 1, subject);
    if (!number_of(log, statement, &last, error))
        return false;
    statement = local_prepare(log, LOCAL_VERSION_ADD, error);
    if (!statement)
        return false;
    local_bind_text(statement, 1, subject);
    sqlite3_bind_int64(statement, 2, last + 1);
    sqlite3_bind_int64(statement, 3, schema);
    return local_run(log, statement, error);
}

/* The same text is another schema if what it refers to is another. */
static char *identity(enum rt_schema_kind kind, const char *text, const char *references,
    struct rt_error *error)
{
    char *normal = registry_normal(kind, text, error);
    struct rt_buffer whole = {0};

    if (!normal || !references)
        return normal;
    rt_buffer_printf(&whole, "%s\n%s", normal, references);
    free(normal);
    normal = rt_duplicate((const char *)whole.data);
    rt_buffer_release(&whole);
    return normal;
}

static bool add(struct rt_registry *registry, const char *subject, enum rt_schema_kind kind,
    const char *text, const struct rt_schema_reference *references, size_t count, int32_t *id,
    struct rt_error *error)
{
    struct local_log *log = log_of(registry);
    json_t *list = count ? registry_references_json(references, count) : NULL;
    char *json = list ? json_dumps(list, JSON_COMPACT) : NULL;
    char *normal = identity(kind, text, json, error);
    int64_t schema = 0, known = 0;
    bool own, done = false;

    if (!normal || !local_enter(log, &own, error))
        goto release;
    done = find_schema(log, kind, normal, &schema, error) &&
        (schema || add_schema(log, kind, text, normal, json, &schema, error)) &&
        find_version(log, subject, schema, &known, error) &&
        (known || add_version(log, subject, schema, error));
    done = local_leave(log, own, done, error);
    *id = (int32_t)schema;
release:
    free(normal);
    free(json);
    json_decref(list);
    return done;
}

static bool lookup(struct rt_registry *registry, const char *subject, enum rt_schema_kind kind,
    const char *text, int32_t *id, struct rt_error *error)
{
    struct local_log *log = log_of(registry);
    char *normal = registry_normal(kind, text, error);
    int64_t schema = 0, known = 0;
    bool done;

    if (!normal)
        return false;
    done = find_schema(log, kind, normal, &schema, error) &&
        (!schema || find_version(log, subject, schema, &known, error));
    *id = known ? (int32_t)schema : 0;
    free(normal);
    return done;
}

static bool compatibility(struct rt_registry *registry, const char *subject, const char **level,
    struct rt_error *error)
{
    struct local_log *log = log_of(registry);
    sqlite3_stmt *statement = local_prepare(log, LOCAL_LEVEL_GET, error);
    int step;

    *level = "BACKWARD";
    if (!statement)
        return false;
    local_bind_text(statement, 1, subject);
    step = local_step(log, statement, error);
    if (step > 0)
        *level = registry_text(registry, (const char *)sqlite3_column_text(statement, 0));
    sqlite3_reset(statement);
    return step >= 0;
}

static bool set_compatibility(struct rt_registry *registry, const char *subject,
    const char *level, struct rt_error *error)
{
    struct local_log *log = log_of(registry);
    sqlite3_stmt *statement = local_prepare(log, LOCAL_LEVEL_SET, error);

    if (!statement)
        return false;
    local_bind_text(statement, 1, subject);
    local_bind_text(statement, 2, level);
    return local_run(log, statement, error);
}

static bool delete_subject(struct rt_registry *registry, const char *subject,
    struct rt_error *error)
{
    static const enum local_query steps[] = {LOCAL_SUBJECT_DELETE, LOCAL_LEVEL_DELETE};
    struct local_log *log = log_of(registry);

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        sqlite3_stmt *statement = local_prepare(log, steps[i], error);

        if (!statement)
            return false;
        local_bind_text(statement, 1, subject);
        if (!local_run(log, statement, error))
            return false;
    }
    return true;
}

static bool subjects(struct rt_registry *registry, size_t *count, struct rt_error *error)
{
    struct local_log *log = log_of(registry);
    sqlite3_stmt *statement = local_prepare(log, LOCAL_SUBJECT_ALL, error);
    int step;

    (void)count;
    if (!statement)
        return false;
    while ((step = local_step(log, statement, error)) > 0)
        registry_name(registry, (const char *)sqlite3_column_text(statement, 0));
    return step >= 0;
}

struct rt_registry *rt_registry_open_local(struct rt_log *log, struct rt_error *error)
{
    static const struct registry_ops ops = {
        .close = local_close,
        .by_id = by_id,
        .by_guid = by_guid,
        .version = version,
        .versions = versions,
        .add = add,
        .lookup = lookup,
        .delete_subject = delete_subject,
        .compatibility = compatibility,
        .set_compatibility = set_compatibility,
        .subjects = subjects,
    };
    struct local_registry *registry;

    if (rt_log_kind(log) != RT_LOG_LOCAL) {
        rt_fail(error, RT_CONFIG, RT_STOP, "a local registry needs the local environment");
        return NULL;
    }
    registry = rt_allocate(1, sizeof *registry);
    registry->base.ops = &ops;
    registry->log = (struct local_log *)log;
    return &registry->base;
}
