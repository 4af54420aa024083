/* What SHOW, DESCRIBE, EXPLAIN and a bare SET print. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct rows {
    const char **at;
    size_t count, capacity;
};

/* Length of the first character: SQL's `_` stands for a code point. */
static size_t character(const char *at)
{
    uint32_t cp;
    size_t size = utf8_decode(at, at + strlen(at), &cp);

    return size ? size : 1;
}

static bool same_byte(char a, char b, bool ignore_case)
{
    return ignore_case ? !strncasecmp(&a, &b, 1) : a == b;
}

/* LIKE without ESCAPE; iterative, so that no pattern is slow or deep. */
static bool like(const char *text, const char *pattern, bool ignore_case)
{
    const char *again_text = NULL, *again_pattern = NULL;

    while (*text) {
        if (*pattern == '%') {
            again_pattern = ++pattern;
            again_text = text;
        } else if (*pattern == '_') {
            text += character(text);
            pattern++;
        } else if (*pattern && same_byte(*text, *pattern, ignore_case)) {
            text++;
            pattern++;
        } else if (again_pattern) {
            again_text += character(again_text);
            text = again_text;
            pattern = again_pattern;
        } else {
            return false;
        }
    }
    return pattern[strspn(pattern, "%")] == 0;
}

static bool wanted(const struct statement *statement, const char *name)
{
    if (!statement->as.show.like.data)
        return true;
    return like(name, statement->as.show.like.data, statement->as.show.ignore_case) !=
        statement->as.show.negated;
}

static void add_row(struct session *session, const struct statement *statement,
    struct rows *rows, const char *name)
{
    if (wanted(statement, name))
        vec_push(session->arena, rows, name);
}

static int compare_rows(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void print_rows(struct text *out, const char *title, struct rows *rows)
{
    if (rows->count > 1)
        qsort(rows->at, rows->count, sizeof *rows->at, compare_rows);
    show_list(out, title, rows->at, rows->count);
}

/* The database that SHOW TABLES [FROM a.b] names, else the current one. */
static void chosen_database(const struct catalog *catalog, const struct path *path,
    const char **catalog_name, const char **database)
{
    size_t count = path->parts.count;

    *catalog_name = count > 1 ? path->parts.at[count - 2].text : catalog->current_catalog;
    *database = count ? path->parts.at[count - 1].text : catalog->current_database;
}

/* Whether a declared table has the topic, or a statement dropped or renamed what had it. */
static bool is_taken(struct session *session, const char *topic)
{
    const struct map *tables = &session->catalog->tables;

    for (size_t i = 0; i < tables->count; i++)
        if (table_names_topic(tables->at[i].value, topic))
            return true;
    return false;
}

/* Topics of the environment that no statement names are tables too. False: reported. */
static bool add_topics(struct session *session, const struct statement *statement,
    struct rows *rows)
{
    const char *prefix = session->topic_prefix ? session->topic_prefix : "";
    struct rt_arena memory;
    struct rt_error error = {0};
    const char *const *topics = NULL;
    size_t count = 0, size = strlen(prefix);
    bool fine;

    if (!session->live || (session->live->registry && !session->live->log))
        return true;
    rt_arena_init(&memory);
    fine = environment_open(session->live, session->flags, &error) &&
        rt_log_topics(session->live->log, CALL_MS, &memory, &topics, &count, &error);
    for (size_t i = 0; fine && i < count; i++)
        if (!strncmp(topics[i], prefix, size) && !is_taken(session, topics[i]) &&
            !map_get(&session->absent, topics[i] + size))
            add_row(session, statement, rows, arena_strdup(session->arena, topics[i] + size));
    rt_arena_release(&memory);
    if (fine)
        return true;
    session->live_failed = true;
    diag_error(session->diag, D_INFER_ENVIRONMENT, statement->span,
        "cannot list the topics: %s", arena_strdup(session->arena, error.message));
    return false;
}

static bool show_tables(struct session *session, const struct statement *statement,
    struct text *out)
{
    struct catalog *catalog = session->catalog;
    bool views = statement->as.show.kind == SHOW_VIEWS;
    const char *catalog_name, *database;
    struct rows rows = {0};

    chosen_database(catalog, &statement->as.show.name, &catalog_name, &database);
    for (size_t i = 0; !views && i < catalog->tables.count; i++) {
        const struct table *table = catalog->tables.at[i].value;

        if (!strcmp(table->catalog, catalog_name) && !strcmp(table->database, database))
            add_row(session, statement, &rows, table->name);
    }
    for (size_t i = 0; i < catalog->views.count; i++) {
        const struct view *view = catalog->views.at[i].value;

        if (!strcmp(view->catalog, catalog_name) && !strcmp(view->database, database))
            add_row(session, statement, &rows, view->name);
    }
    if (!views && !strcmp(catalog_name, catalog->current_catalog) &&
        !strcmp(database, catalog->current_database) && !add_topics(session, statement, &rows))
        return false;
    print_rows(out, views ? "view name" : "table name", &rows);
    return true;
}

static bool has_row(const struct rows *rows, const char *name)
{
    for (size_t i = 0; i < rows->count; i++)
        if (!strcmp(rows->at[i], name))
            return true;
    return false;
}

static void show_databases(struct session *session, const struct statement *statement,
    struct text *out)
{
    struct catalog *catalog = session->catalog;
    bool catalogs = statement->as.show.kind == SHOW_CATALOGS;
    const char *current = catalogs ? catalog->current_catalog : catalog->current_database;
    struct rows rows = {0};

    add_row(session, statement, &rows, current);
    for (size_t i = 0; i < catalog->tables.count; i++) {
        const struct table *table = catalog->tables.at[i].value;
        const char *name = catalogs ? table->catalog : table->database;

        if (!catalogs && strcmp(table->catalog, catalog->current_catalog))
            continue;
        if (!has_row(&rows, name))
            add_row(session, statement, &rows, name);
    }
    print_rows(out, catalogs ? "catalog name" : "database name", &rows);
}

static bool show_table(struct session *session, const struct path *path, struct text *out)
{
    const struct table *table = catalog_table(session->catalog, path);

    if (table)
        show_create_table(out, table);
    else if (catalog_view(session->catalog, path))
        diag_error(session->diag, D_UNKNOWN_TABLE, path->span,
            "'%s' is a view: SHOW CREATE VIEW shows it", path_name(path));
    else
        catalog_report_unknown(session->catalog, path);
    return table;
}

static bool describe(struct session *session, const struct path *path, bool extended,
    struct text *out)
{
    const struct table *table = catalog_table(session->catalog, path);
    const struct view *view = table ? NULL : catalog_view(session->catalog, path);

    if (table)
        show_describe(out, table, extended);
    else if (view)
        show_describe_view(out, view, extended);
    else
        catalog_report_unknown(session->catalog, path);
    return table || view;
}

static bool show_view(struct session *session, const struct path *path, struct text *out)
{
    const struct view *view = catalog_view(session->catalog, path);

    if (view)
        show_create_view(out, view);
    else if (catalog_table(session->catalog, path))
        diag_error(session->diag, D_UNKNOWN_TABLE, path->span,
            "'%s' is a table: SHOW CREATE TABLE shows it", path_name(path));
    else
        catalog_report_unknown(session->catalog, path);
    return view;
}

static void show_current(const char *title, const char *name, struct text *out)
{
    show_list(out, title, &name, 1);
}

static void show_settings(struct session *session, struct text *out)
{
    const struct map *settings = &session->catalog->settings;
    struct rows rows = {0};

    for (size_t i = 0; i < settings->count; i++) {
        const char *row = arena_printf(session->arena, "'%s' = '%s'", settings->at[i].key,
            (const char *)settings->at[i].value);

        vec_push(session->arena, &rows, row);
    }
    print_rows(out, "setting", &rows);
}

static bool show(struct session *session, const struct statement *statement, struct text *out)
{
    const struct path *name = &statement->as.show.name;

    switch (statement->as.show.kind) {
    case SHOW_TABLES:
    case SHOW_VIEWS:
        return show_tables(session, statement, out);
    case SHOW_CREATE_TABLE:
        return show_table(session, name, out);
    case SHOW_CREATE_VIEW:
        return show_view(session, name, out);
    case SHOW_COLUMNS:
        return describe(session, name, false, out);
    case SHOW_CATALOGS:
    case SHOW_DATABASES:
        show_databases(session, statement, out);
        return true;
    case SHOW_CURRENT_CATALOG:
        show_current("current catalog name", session->catalog->current_catalog, out);
        return true;
    case SHOW_CURRENT_DATABASE:
        show_current("current database name", session->catalog->current_database, out);
        return true;
    case SHOW_FUNCTIONS:
    case SHOW_JOBS:
    case SHOW_MODULES:
    case SHOW_PARTITIONS:
    case SHOW_OTHER:
        break;
    }
    diag_error(session->diag, D_STATEMENT_UNSUPPORTED, statement->span,
        "this form of SHOW is not supported yet");
    return false;
}

bool session_show(struct session *session, const struct statement *statement, const char **text)
{
    struct text out = {.arena = session->arena};
    bool fine = true;

    if (statement->kind == STMT_SET)
        show_settings(session, &out);
    else if (statement->kind == STMT_DESCRIBE)
        fine = describe(session, &statement->as.describe.name,
            statement->as.describe.extended, &out);
    else
        fine = show(session, statement, &out);
    *text = text_chars(&out);
    return fine;
}

bool session_explain(struct session *session, const struct statement *statement,
    const char **text)
{
    const struct statement *inner = statement->as.explain.statement;
    struct text out = {.arena = session->arena};
    struct step step = {0};

    if (statement->as.explain.json_execution_plan || statement->as.explain.plan_advice) {
        diag_error(session->diag, D_STATEMENT_UNSUPPORTED, statement->span,
            "EXPLAIN with JSON_EXECUTION_PLAN or PLAN_ADVICE is not supported yet");
        return false;
    }
    if (inner->kind != STMT_INSERT && inner->kind != STMT_QUERY &&
        inner->kind != STMT_STATEMENT_SET) {
        diag_error(session->diag, D_STATEMENT_UNSUPPORTED, inner->span,
            "EXPLAIN takes a query, an INSERT or a statement set");
        return false;
    }
    if (!session_plan(session, statement, &step))
        return false;
    plan_print(&out, step.plan, statement->as.explain.changelog_mode);
    *text = text_chars(&out);
    return true;
}
