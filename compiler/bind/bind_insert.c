/* Statements that move rows: INSERT, statement sets, the INSERT of CTAS, foreground SELECT. */
#include "binder.h"
#include "table_rules.h"

#include <string.h>

/* A column that INSERT writes, and where its value comes from. */
struct target {
    size_t column;          /* of the table */
    struct span span;       /* of its name in the column list */
    size_t source;          /* column of the query */
    bool given;
};

struct insert_targets {
    struct target *at;
    size_t count;
};

static bool is_writable(const struct column *column)
{
    return column->kind == TABLE_PHYSICAL ||
        (column->kind == TABLE_METADATA && !column->is_virtual);
}

/* All writable columns: physical ones, then metadata. */
static struct insert_targets targets_of(struct binder *b, const struct table *table)
{
    static const enum table_column_kind kinds[] = {TABLE_PHYSICAL, TABLE_METADATA};
    struct insert_targets targets = {
        arena_array(b->arena, table->column_count, sizeof *targets.at), 0};

    for (size_t pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < table->column_count; i++)
            if (table->columns[i].kind == kinds[pass] && is_writable(&table->columns[i]))
                targets.at[targets.count++] = (struct target){.column = i};
    return targets;
}

static const char *why_not(const struct column *column)
{
    switch (column->kind) {
    case TABLE_METADATA:
        return "it is a VIRTUAL metadata column";
    case TABLE_COMPUTED:
        return "it is computed";
    case TABLE_SYSTEM:
        return "it is a system column";
    case TABLE_PHYSICAL:
        break;
    }
    return "";
}

static struct target *find_target(struct binder *b, const struct table *table,
    struct insert_targets *targets, struct name name)
{
    const char **names = arena_array(b->arena, targets->count, sizeof *names);
    const char *near;

    for (size_t i = 0; i < targets->count; i++) {
        names[i] = table->columns[targets->at[i].column].name;
        if (!strcmp(names[i], name.text))
            return &targets->at[i];
    }
    for (size_t i = 0; i < table->column_count; i++)
        if (!strcmp(table->columns[i].name, name.text)) {
            diag_error(b->diag, D_INSERT_COLUMN, name.span, "column '%s' cannot be written: %s",
                name.text, why_not(&table->columns[i]));
            return NULL;
        }
    diag_error(b->diag, D_UNKNOWN_COLUMN, name.span, "table '%s' has no column '%s'", table->name,
        name.text);
    near = nearest_name(name.text, names, targets->count);
    if (near)
        diag_note(b->diag, (struct span){0}, "did you mean '%s'?", near);
    return NULL;
}

static bool take_column_list(struct binder *b, const struct table *table,
    const struct name_list *list, struct insert_targets *targets)
{
    bool ok = true;

    for (size_t i = 0; i < list->count; i++) {
        struct target *target = find_target(b, table, targets, list->at[i]);

        if (!target) {
            ok = false;
            continue;
        }
        if (target->given) {
            diag_error(b->diag, D_INSERT_COLUMN, list->at[i].span, "column '%s' is given twice",
                list->at[i].text);
            diag_note(b->diag, target->span, "first given here");
            ok = false;
        }
        *target = (struct target){target->column, list->at[i].span, i, true};
    }
    return ok;
}

/* Without a list the values are for the writable columns as declared. */
static void take_all_columns(const struct table *table, struct insert_targets *targets)
{
    size_t source = 0;

    for (size_t i = 0; i < table->column_count; i++)
        for (size_t t = 0; t < targets->count; t++)
            if (targets->at[t].column == i) {
                targets->at[t].source = source++;
                targets->at[t].given = true;
            }
}

static bool check_missing(struct binder *b, const struct table *table,
    const struct insert_targets *targets, struct span span)
{
    struct text missing = {.arena = b->arena};
    size_t count = 0;

    for (size_t i = 0; i < targets->count; i++) {
        const struct column *column = &table->columns[targets->at[i].column];

        if (!targets->at[i].given && !column->type->nullable)
            text_printf(&missing, "%s'%s'", count++ ? ", " : "", column->name);
    }
    if (count)
        diag_error(b->diag, D_INSERT_NOT_NULL, span,
            "table '%s' needs values for %s: NOT NULL without a default", table->name,
            text_chars(&missing));
    return !count;
}

/* ---- values ---- */

static bool literal_fits(const struct texpr *expr, const struct type *type)
{
    int bits = type->kind == TYPE_TINYINT ? 7 : type->kind == TYPE_SMALLINT ? 15
        : type->kind == TYPE_INT ? 31 : 63;

    return expr->kind == TEXPR_LITERAL && !expr->is_null && type_is_integer(expr->type) &&
        type_is_integer(type) && expr->integer >> bits >= -1 && expr->integer >> bits <= 0;
}

/* `expr` as a value of `column`, or NULL: reported. */
static struct texpr *assign(struct binder *b, const struct table *table,
    const struct column *column, struct texpr *expr)
{
    if (!type_casts_implicitly(expr->type, column->type) && !literal_fits(expr, column->type)) {
        diag_error(b->diag, D_INSERT_TYPE, expr->span, "column '%s' of '%s' is %s, the value is %s",
            column->name, table->name,
            plain_type(b->arena, column->type),
            plain_type(b->arena, expr->type));
        if (type_casts_explicitly(expr->type, column->type))
            diag_note(b->diag, (struct span){0}, "CAST it to the column's type");
        return NULL;
    }
    if (expr->kind == TEXPR_LITERAL && expr->is_null && !column->type->nullable) {
        diag_error(b->diag, D_INSERT_NOT_NULL, expr->span, "column '%s' of '%s' is NOT NULL",
            column->name, table->name);
        return NULL;
    }
    return texpr_cast(b->arena, expr, type_with_attribute(b->arena, column->type, ATTRIBUTE_NONE));
}

/* VALUES: each cell in its column's type. */
static struct rel *assign_rows(struct binder *b, const struct table *table, struct rel *rel,
    const struct insert_targets *targets)
{
    struct rel *values = rel_new(b->arena, REL_VALUES, rel->span, targets->count);
    bool ok = true;

    values->row_count = rel->row_count;
    values->rows = arena_array(b->arena, rel->row_count, sizeof *values->rows);
    for (size_t r = 0; r < rel->row_count; r++) {
        values->rows[r] = arena_array(b->arena, targets->count, sizeof **values->rows);
        for (size_t i = 0; i < targets->count; i++) {
            const struct column *column = &table->columns[targets->at[i].column];
            struct texpr *cell = targets->at[i].given ? rel->rows[r][targets->at[i].source]
                : make_null(b->arena, column->type, rel->span);

            values->rows[r][i] = assign(b, table, column, cell);
            ok = ok && values->rows[r][i];
        }
    }
    for (size_t i = 0; ok && i < targets->count; i++) {
        const struct column *column = &table->columns[targets->at[i].column];
        bool nullable = false;

        for (size_t r = 0; r < rel->row_count; r++)
            nullable = nullable || values->rows[r][i]->type->nullable;
        values->columns[i] = (struct rel_column){column->name, type_with_null(b->arena,
            type_with_attribute(b->arena, column->type, ATTRIBUTE_NONE), nullable)};
    }
    return ok ? values : NULL;
}

static struct rel *assign_columns(struct binder *b, const struct table *table, struct rel *rel,
    const struct insert_targets *targets)
{
    bool merge = rel->kind == REL_PROJECT;
    struct rel *project;
    bool ok = true;

    if (rel->kind == REL_VALUES)
        return assign_rows(b, table, rel, targets);
    project = rel_project(b->arena, merge ? rel->inputs[0] : rel, targets->count);
    project->span = rel->span;
    for (size_t i = 0; i < targets->count; i++) {
        const struct target *target = &targets->at[i];
        const struct column *column = &table->columns[target->column];
        struct texpr *source = !target->given ? make_null(b->arena, column->type, rel->span)
            : merge ? rel->exprs[target->source]
                    : rel_input(b->arena, rel, target->source, rel->span);

        project->exprs[i] = assign(b, table, column, source);
        if (project->exprs[i])
            project->columns[i] =
                (struct rel_column){column->name, project->exprs[i]->type};
        ok = ok && project->exprs[i];
    }
    return ok ? project : NULL;
}

static void fill_sink(struct binder *b, struct bound_sink *sink, const struct table *table,
    const struct insert_targets *targets, const struct statement *statement)
{
    size_t *columns = arena_array(b->arena, targets->count, sizeof *columns);
    struct str sql = diag_text(b->diag, statement->span);

    for (size_t i = 0; i < targets->count; i++)
        columns[i] = targets->at[i].column;
    sink->table = table;
    sink->columns = columns;
    sink->span = statement->span;
    sink->sql = arena_strndup(b->arena, sql.data, sql.size);
}

/* ---- INSERT ---- */

static bool refuse_insert(struct binder *b, const struct insert *insert)
{
    size_t before = diag_error_count(b->diag);

    if (insert->overwrite)
        diag_error(b->diag, D_UNSUPPORTED_INSERT, insert->table.span,
            "INSERT OVERWRITE is not supported: a topic cannot be overwritten");
    if (insert->partition.count)
        diag_error(b->diag, D_UNSUPPORTED_INSERT, insert->partition.at[0].key_span,
            "PARTITION is not supported: select the value as a column instead");
    for (size_t i = 0; i < insert->hints.count; i++)
        diag_error(b->diag, D_UNSUPPORTED_HINT, insert->hints.at[i].span,
            "hint %s of a sink is not supported yet", insert->hints.at[i].name.text);
    return diag_error_count(b->diag) > before;
}

/* Rows in an order need the end of the input, or event time. False: reported. */
static bool check_order(struct catalog *catalog, const struct ast_query *query)
{
    if (!query->order_by.count || query->limit || query->offset)
        return true;
    diag_error(catalog->diag, D_UNSUPPORTED_ORDER, query->order_by.at[0].expr->span,
        "Sort on a non-time-attribute field is not supported, nor is one on a time attribute yet: "
        "ORDER BY needs a LIMIT");
    return false;
}

static struct rel *bind_source(struct binder *b, const struct table *table,
    const struct insert *insert, struct insert_targets *targets)
{
    size_t expected = insert->columns.count ? insert->columns.count : targets->count;
    bool ok = true;
    struct rel *rel;

    if (insert->columns.count)
        ok = take_column_list(b, table, &insert->columns, targets) &&
            check_missing(b, table, targets, insert->table.span);
    else
        take_all_columns(table, targets);
    rel = check_order(b->catalog, insert->query) ? bind_subquery(b, insert->query) : NULL;
    if (!ok || !rel)
        return NULL;
    if (rel->column_count != expected) {
        diag_error(b->diag, D_COLUMN_COUNT, insert->query->span,
            "INSERT INTO '%s' takes %zu column%s, the query gives %zu", table->name, expected,
            expected == 1 ? "" : "s", rel->column_count);
        return NULL;
    }
    return assign_columns(b, table, rel, targets);
}

static bool bind_insert(struct catalog *catalog, const struct statement *statement,
    struct bound_sink *sink)
{
    struct binder b = binder_of(catalog);
    const struct insert *insert = &statement->as.insert;
    const struct table *table = catalog_table(catalog, &insert->table);
    struct insert_targets targets;

    if (!table && catalog_view(catalog, &insert->table)) {
        diag_error(b.diag, D_WRONG_OBJECT, insert->table.span,
            "INSERT INTO a view: only a table can be written");
        return false;
    }
    if (!table)
        catalog_report_unknown(catalog, &insert->table);
    if (!table || refuse_insert(&b, insert) ||
        !table_check_sink(catalog, table, insert->table.span))
        return false;
    targets = targets_of(&b, table);
    sink->rel = bind_source(&b, table, insert, &targets);
    sink->on_conflict = insert->on_conflict;
    fill_sink(&b, sink, table, &targets, statement);
    return sink->rel != NULL;
}

bool bind_ctas_insert(struct catalog *catalog, const struct statement *statement,
    const struct table *table, struct bound_job *job)
{
    struct binder b = binder_of(catalog);
    const struct create_table *create = &statement->as.create_table;
    struct rel *rel =
        check_order(catalog, create->as) ? bind_query(catalog, create->as) : NULL;
    struct insert_targets targets = targets_of(&b, table);

    if (!rel || !table_check_sink(catalog, table, create->name.span))
        return false;
    for (size_t i = 0; i < targets.count; i++)
        for (size_t c = 0; c < rel->column_count; c++)
            if (!strcmp(table->columns[targets.at[i].column].name, rel->columns[c].name)) {
                targets.at[i].source = c;
                targets.at[i].given = true;
            }
    if (!check_missing(&b, table, &targets, create->name.span))
        return false;
    job->sinks = NEW(b.arena, struct bound_sink);
    job->sink_count = 1;
    job->sinks->rel = assign_columns(&b, table, rel, &targets);
    fill_sink(&b, job->sinks, table, &targets, statement);
    return job->sinks->rel != NULL;
}

/* ---- foreground SELECT ---- */

/* An untyped NULL is shown as a STRING. ORDER BY without LIMIT would need the end of the input. */
static bool bind_foreground(struct catalog *catalog, const struct statement *statement,
    struct bound_sink *sink)
{
    struct binder b = binder_of(catalog);
    const struct ast_query *query = statement->as.query;
    struct str sql = diag_text(b.diag, statement->span);
    struct rel *rel, *project;

    rel = check_order(catalog, query) ? bind_query(catalog, query) : NULL;
    if (!rel)
        return false;
    project = rel_project(b.arena, rel, rel->column_count);
    for (size_t i = 0; i < rel->column_count; i++) {
        struct texpr *expr = rel_input(b.arena, rel, i, rel->span);

        if (expr->type->kind == TYPE_NULL)
            expr = make_null(b.arena, type_string(b.arena, true), rel->span);
        project->exprs[i] = expr;
        project->columns[i] = (struct rel_column){rel->columns[i].name, expr->type};
    }
    sink->rel = project;
    if (rel->kind == REL_LIMIT && rel->rank.from == 1)
        sink->row_limit = (size_t)rel->rank.to;
    sink->span = statement->span;
    sink->sql = arena_strndup(b.arena, sql.data, sql.size);
    return true;
}

bool bind_statement(struct catalog *catalog, const struct statement *statement,
    struct bound_job *job)
{
    const struct statement_list *set = &statement->as.set;
    bool ok = true;

    if (statement->kind == STMT_EXPLAIN) {
        const struct statement *inner = statement->as.explain.statement;

        if (!bind_statement(catalog, inner, job))
            return false;
        job->sinks->explained = inner->kind == STMT_QUERY;
        return true;
    }
    if (statement->kind != STMT_QUERY && statement->kind != STMT_INSERT &&
        statement->kind != STMT_STATEMENT_SET) {
        diag_error(catalog->diag, D_UNSUPPORTED_EXPRESSION, statement->span,
            "EXPLAIN of this statement is not supported yet");
        return false;
    }
    job->sink_count = statement->kind == STMT_STATEMENT_SET ? set->count : 1;
    job->sinks = arena_array(catalog->arena, job->sink_count, sizeof *job->sinks);
    if (statement->kind == STMT_QUERY)
        return bind_foreground(catalog, statement, job->sinks);
    if (statement->kind == STMT_INSERT)
        return bind_insert(catalog, statement, job->sinks);
    for (size_t i = 0; i < set->count; i++)
        ok = bind_insert(catalog, set->at[i], &job->sinks[i]) && ok;
    return ok;
}
