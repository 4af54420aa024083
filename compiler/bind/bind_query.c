/* Queries: VALUES, TABLE, WITH, ORDER BY; SELECT and set operations have files of their own. */
#include "binder.h"

#include <string.h>

/* ---- VALUES ---- */

struct rel *bind_values(struct binder *b, const struct ast_query *query)
{
    struct binder inner = *b;
    size_t rows = query->rows.count, columns = query->rows.at[0]->as.list.items.count;
    struct rel *rel = rel_new(b->arena, REL_VALUES, query->span, columns);
    struct texpr **cells = arena_array(b->arena, rows, sizeof *cells);
    bool ok = true;

    inner.scope = NULL;
    inner.place = "VALUES";
    rel->row_count = rows;
    rel->rows = arena_array(b->arena, rows, sizeof *rel->rows);
    for (size_t r = 0; r < rows; r++) {
        const struct expr_list *items = &query->rows.at[r]->as.list.items;

        if (items->count != columns) {
            diag_error(b->diag, D_COLUMN_COUNT, query->rows.at[r]->span,
                "this row of VALUES has %zu column%s, the first one has %zu", items->count,
                items->count == 1 ? "" : "s", columns);
            return NULL;
        }
        rel->rows[r] = arena_array(b->arena, columns, sizeof **rel->rows);
        ok = bind_exprs(&inner, items, rel->rows[r]) && ok;
    }
    for (size_t c = 0; ok && c < columns; c++) {
        const struct type *type;

        for (size_t r = 0; r < rows; r++)
            cells[r] = rel->rows[r][c];
        ok = bind_common(b, cells, rows, arena_printf(b->arena, "column %zu of VALUES", c + 1),
            query->span);
        type = cells[0]->type;
        for (size_t r = 0; ok && r < rows; r++) {
            rel->rows[r][c] = cells[r];
            type = cells[r]->type->nullable ? cells[r]->type : type;
        }
        rel->columns[c] = (struct rel_column){arena_printf(b->arena, "EXPR$%zu", c), type};
    }
    return ok ? rel : NULL;
}

/* ---- the others ---- */

static struct rel *bind_table_query(struct binder *b, const struct ast_query *query)
{
    const struct table *table;
    struct rel *rel = bind_table_path(b, &query->table, NULL, &table);
    struct rel *project;
    size_t count = 0;

    if (!rel || !table)
        return rel;
    project = rel_project(b->arena, rel, table->column_count);
    for (size_t i = 0; i < table->column_count; i++) {
        if (table->columns[i].kind == TABLE_SYSTEM)
            continue;
        project->exprs[count] = rel_input(b->arena, rel, i, query->span);
        project->columns[count++] = rel->columns[i];
    }
    project->column_count = count;
    return project;
}

bool bind_with(struct binder *b, const struct with_list *with)
{
    bool ok = true;

    for (size_t i = 0; i < with->count; i++) {
        const struct with_item *item = &with->at[i];
        struct cte *cte = NEW(b->arena, struct cte);
        struct rel *rel = bind_subquery(b, item->query);

        for (size_t j = 0; j < i; j++)
            if (!strcmp(with->at[j].name.text, item->name.text)) {
                diag_error(b->diag, D_DUPLICATE_ALIAS, item->name.span,
                    "WITH item '%s' is given twice", item->name.text);
                diag_note(b->diag, with->at[j].name.span, "first given here");
                ok = false;
            }
        if (rel && item->columns.count && item->columns.count != rel->column_count) {
            diag_error(b->diag, D_COLUMN_COUNT, item->name.span,
                "'%s' is given %zu column name%s for %zu column%s", item->name.text,
                item->columns.count, item->columns.count == 1 ? "" : "s", rel->column_count,
                rel->column_count == 1 ? "" : "s");
            rel = NULL;
        }
        ok = ok && rel;
        if (rel && item->columns.count) {
            struct rel *copy = arena_copy(b->arena, rel, sizeof *rel);

            copy->columns =
                arena_copy(b->arena, rel->columns, rel->column_count * sizeof *rel->columns);
            for (size_t j = 0; j < rel->column_count; j++)
                copy->columns[j].name = item->columns.at[j].text;
            rel = copy;
        }
        *cte = (struct cte){item->name.text, rel, b->ctes};
        b->ctes = cte;
    }
    return ok;
}

/* ORDER BY, LIMIT and OFFSET of what is no SELECT: by columns of the result. */
static struct rel *limit_rows(struct binder *b, struct rel *rel, const struct ast_query *query)
{
    struct sort_key order[32] = {0};
    size_t count = query->order_by.count;

    if (!rel || !query->limit)
        return rel && query->offset ? bind_limits(b, rel, query, NULL, 0) : rel;
    for (size_t i = 0; i < count && i < 32; i++) {
        const struct order_item *item = &query->order_by.at[i];
        struct scope_table table = {.first = 0, .count = rel->column_count};
        struct scope scope = {&table, 1};
        struct binder inner = *b;
        struct texpr *expr;

        table.columns = arena_array(b->arena, rel->column_count, sizeof *table.columns);
        for (size_t c = 0; c < rel->column_count; c++)
            table.columns[c] = (struct scope_column){.name = rel->columns[c].name,
                .type = rel->columns[c].type};
        inner.scope = &scope;
        inner.place = "ORDER BY";
        expr = bind_expr(&inner, item->expr);
        if (!expr)
            return NULL;
        if (expr->kind == TEXPR_INPUT)
            order[i].column = expr->input;
        else if (expr->kind == TEXPR_LITERAL && type_is_integer(expr->type) &&
            expr->integer >= 1 && (size_t)expr->integer <= rel->column_count)
            order[i].column = (size_t)expr->integer - 1;
        else {
            diag_error(b->diag, D_UNSUPPORTED_ORDER, item->expr->span,
                "ORDER BY other than of columns of the result is not supported here");
            return NULL;
        }
        order[i].descending = item->descending;
        order[i].nulls_first = item->nulls == NULLS_DEFAULT ? !item->descending
                                                            : item->nulls == NULLS_FIRST;
    }
    return bind_limits(b, rel, query, order, count < 32 ? count : 32);
}

struct rel *bind_subquery(struct binder *b, const struct ast_query *query)
{
    struct binder inner = *b;
    struct select_parts parts;

    inner.correlation = NULL;
    inner.aggregation = NULL;
    inner.rankings = NULL;
    inner.pending = NULL;

    if (++inner.depth > BIND_DEPTH_LIMIT) {
        diag_error(b->diag, D_VIEW_CYCLE, binder_place(b, query->span),
            "queries are nested too deeply");
        return NULL;
    }
    if (!bind_with(&inner, &query->with))
        return NULL;
    switch (query->kind) {
    case QUERY_SELECT:
        if (!bind_select_parts(&inner, query, &parts))
            return NULL;
        return finish_select(&inner, query, &parts);
    case QUERY_VALUES:
        return limit_rows(&inner, bind_values(&inner, query), query);
    case QUERY_TABLE:
        return limit_rows(&inner, bind_table_query(&inner, query), query);
    case QUERY_UNION: case QUERY_INTERSECT: case QUERY_EXCEPT:
        return limit_rows(&inner, bind_set_operation(&inner, query), query);
    }
    return NULL;
}

struct rel *bind_query(struct catalog *catalog, const struct ast_query *query)
{
    struct binder b = binder_of(catalog);
    struct rel *rel = bind_subquery(&b, query);
    struct rel *copy;

    if (!rel)
        return NULL;
    copy = arena_copy(b.arena, rel, sizeof *rel);
    copy->columns = arena_copy(b.arena, rel->columns, rel->column_count * sizeof *rel->columns);
    rel_name_apart(b.arena, copy);
    return copy;
}

struct texpr *bind_table_expr(struct catalog *catalog, const struct table *table,
    const struct ast_expr *expr)
{
    struct binder b = binder_of(catalog);
    struct scope_table entry = {.alias = table->name, .table = table, .span = table->span,
        .count = table->column_count};
    struct scope scope = {&entry, 1};

    entry.columns = arena_array(b.arena, table->column_count, sizeof *entry.columns);
    for (size_t i = 0; i < table->column_count; i++)
        entry.columns[i] =
            (struct scope_column){.name = table->columns[i].name,
                .type = table->columns[i].type};
    b.scope = &scope;
    b.place = "the definition of a table";
    return bind_expr(&b, expr);
}
