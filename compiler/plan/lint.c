#include "lint.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

struct linter {
    struct arena *arena;
    const struct catalog *catalog;
    struct plan *const *plans;
    size_t plan_count;
    const char *const *sql;
    size_t sql_count;
    struct lint_list *list;
};

static void add(struct linter *linter, enum diag_code code, struct span span, const char *text,
    const char *note)
{
    vec_push(linter->arena, linter->list, ((struct lint){code, span, text, note}));
}

/* ---- tables that nothing uses ---- */

static bool same_table(const struct table *a, const struct table *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->database, b->database) == 0 &&
        strcmp(a->catalog, b->catalog) == 0;
}

static bool is_planned(const struct linter *linter, const struct table *table)
{
    for (size_t i = 0; i < linter->plan_count; i++) {
        for (size_t k = 0; k < linter->plans[i]->table_count; k++) {
            if (same_table(linter->plans[i]->tables[k], table))
                return true;
        }
    }
    return false;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Whether `LIKE [catalog.[database.]]name` stands in the script, quoted or not. */
static bool likes(const char *sql, const char *name)
{
    size_t size = strlen(name);

    for (const char *at = sql; *at; at++) {
        const char *end = at + 4;

        if (strncasecmp(at, "LIKE", 4) || (at > sql && is_word(at[-1])) || is_word(*end))
            continue;
        end += strspn(end, " \t\r\n");
        for (const char *part = end; is_word(*end) || *end == '.' || *end == '`'; end++) {
            part = *end == '.' || *end == '`' ? end + 1 : part;
            if (strncmp(part, name, size) == 0 && !is_word(part[size]) && part[size] != '.')
                return true;
        }
    }
    return false;
}

static bool is_liked(const struct linter *linter, const struct table *table)
{
    for (size_t i = 0; i < linter->sql_count; i++) {
        if (likes(linter->sql[i], table->name))
            return true;
    }
    return false;
}

/* In scripts without queries every table would be unused. */
static void check_use(struct linter *linter, const struct table *table)
{
    if (linter->plan_count && !is_planned(linter, table) && !is_liked(linter, table))
        add(linter, D_LINT_UNUSED_TABLE, table->span,
            arena_printf(linter->arena, "table '%s' is neither read nor written", table->name),
            NULL);
}

/* ---- keys ---- */

static const char *names_of(struct linter *linter, const struct table *table,
    const size_t *columns, size_t count)
{
    struct text text = {.arena = linter->arena};

    for (size_t i = 0; i < count; i++)
        text_printf(&text, "%s%s", i ? ", " : "", table->columns[columns[i]].name);
    return text_chars(&text);
}

static bool contains(const size_t *columns, size_t count, size_t column)
{
    for (size_t i = 0; i < count; i++) {
        if (columns[i] == column)
            return true;
    }
    return false;
}

static void check_distribution(struct linter *linter, const struct table *table)
{
    const char *key = names_of(linter, table, table->key.columns, table->key.count);

    if (!table->key.present)
        return;
    for (size_t i = 0; i < table->key.count; i++) {
        if (contains(table->bucket_columns, table->bucket_count, table->key.columns[i]))
            continue;
        add(linter, D_LINT_KEY_NOT_DISTRIBUTED, table->key.span,
            table->bucket_count
                ? arena_printf(linter->arena,
                      "primary key (%s), but the rows are distributed by (%s)", key,
                      names_of(linter, table, table->bucket_columns, table->bucket_count))
                : arena_printf(linter->arena,
                      "primary key (%s), but the rows are not distributed by it", key),
            "compaction, and readers outside Flink, take the message key for the primary key");
        return;
    }
}

static void check_key_columns(struct linter *linter, const struct table *table)
{
    for (size_t i = 0; i < table->declared_count; i++) {
        const struct column *column = &table->columns[i];
        bool bucket = contains(table->bucket_columns, table->bucket_count, i);

        if (!bucket && !contains(table->key.columns, table->key.count, i))
            continue;
        if (column->type->kind == TYPE_FLOAT || column->type->kind == TYPE_DOUBLE)
            add(linter, D_LINT_FLOAT_KEY, column->span,
                arena_printf(linter->arena, "key column '%s' is of type %s", column->name,
                    type_brief(linter->arena, column->type)),
                "numbers that print alike may differ in their bytes, and so in key and partition");
        if (bucket && column->type->nullable)
            add(linter, D_LINT_NULLABLE_KEY, column->span,
                arena_printf(linter->arena, "distribution column '%s' may be NULL",
                    column->name),
                "all rows without it go to one partition; NOT NULL says that there are none");
    }
}

/* ---- columns ---- */

static void check_columns(struct linter *linter, const struct table *table)
{
    for (size_t i = 0; i < table->declared_count; i++) {
        const struct column *column = &table->columns[i];

        if (column->kind == TABLE_COMPUTED && column->expr &&
                !texpr_is_deterministic(column->expr))
            add(linter, D_LINT_VOLATILE_COLUMN, column->span,
                arena_printf(linter->arena,
                    "computed column '%s' has another value each time it is read", column->name),
                "a row that is retracted is then not the row that was added, and a restart "
                "gives other results");
    }
}

static void check_watermark(struct linter *linter, const struct table *table)
{
    const struct watermark *watermark = &table->watermark;
    const struct column *column = &table->columns[watermark->column];

    if (watermark->present && !watermark->is_default && column->kind == TABLE_PHYSICAL &&
            column->type->nullable)
        add(linter, D_LINT_NULLABLE_ROWTIME, watermark->span,
            arena_printf(linter->arena, "watermark over column '%s', which may be NULL",
                column->name),
            "Flink fails on a row without its time; declare the column NOT NULL");
}

void lint_catalog(const struct catalog *catalog, struct plan *const *plans, size_t plan_count,
    const char *const *sql, size_t sql_count, struct lint_list *list)
{
    struct linter linter = {catalog->arena, catalog, plans, plan_count, sql, sql_count, list};

    for (size_t i = 0; i < catalog->tables.count; i++) {
        const struct table *table = catalog->tables.at[i].value;

        if (map_get(&catalog->inferred, table->name))
            continue; /* nobody wrote it */
        check_use(&linter, table);
        check_distribution(&linter, table);
        check_key_columns(&linter, table);
        check_columns(&linter, table);
        check_watermark(&linter, table);
    }
}
