/* Queries: SELECT, VALUES, TABLE, UNION ALL, WITH. */
#include "binder.h"

#include <string.h>

static struct rel *unsupported(struct binder *b, struct span span, enum diag_code code,
    const char *what)
{
    diag_error(b->diag, code, span, "%s is not supported yet", what);
    return NULL;
}

/* ---- SELECT list ---- */

struct select_list {
    VEC(struct texpr *) exprs;
    VEC(const char *) names;
};

static void add_item(struct binder *b, struct select_list *list, struct texpr *expr,
    const char *name)
{
    if (!name)
        name = arena_printf(b->arena, "EXPR$%zu", list->exprs.count);
    vec_push(b->arena, &list->exprs, expr);
    vec_push(b->arena, &list->names, name);
}

static void add_table(struct binder *b, struct select_list *list, const struct scope_table *table,
    struct span span)
{
    for (size_t i = 0; i < table->count; i++) {
        struct texpr *expr;

        if (table->columns[i].hidden)
            continue;
        expr = texpr_new(b->arena, TEXPR_INPUT, table->columns[i].type, span);
        expr->input = table->first + i;
        add_item(b, list, expr, table->columns[i].name);
    }
}

/* t.*, or the fields of a ROW column. */
static bool add_qualified_star(struct binder *b, struct select_list *list,
    const struct ast_expr *star)
{
    const struct path *path = &star->as.column;
    const char *alias = path->parts.at[path->parts.count - 1].text;
    struct ast_expr column = {.kind = EXPR_COLUMN, .span = star->span};
    struct texpr *row;

    for (size_t i = 0; i < b->scope->count; i++)
        if (b->scope->tables[i].alias && !strcmp(b->scope->tables[i].alias, alias)) {
            add_table(b, list, &b->scope->tables[i], star->span);
            return true;
        }
    for (size_t i = 0; i < b->scope->count; i++)
        for (size_t j = 0; j < b->scope->tables[i].count; j++) {
            if (strcmp(b->scope->tables[i].columns[j].name, path->parts.at[0].text))
                continue;
            column.as.column = *path;
            row = bind_column(b, &column);
            if (!row)
                return false;
            for (size_t k = 0; row->type->kind == TYPE_ROW && k < row->type->field_count; k++) {
                struct name name = {row->type->fields[k].name, star->span};

                add_item(b, list, bind_field(b, row, name, star->span), name.text);
            }
            if (row->type->kind == TYPE_ROW)
                return true;
        }
    diag_error(b->diag, D_UNKNOWN_ALIAS, path->span, "this query reads no table '%s'", alias);
    return false;
}

static bool add_star(struct binder *b, struct select_list *list, const struct ast_expr *star)
{
    if (star->as.column.parts.count)
        return add_qualified_star(b, list, star);
    if (!b->scope->count) {
        diag_error(b->diag, D_MISPLACED_STAR, star->span, "SELECT * needs a FROM clause");
        return false;
    }
    for (size_t i = 0; i < b->scope->count; i++)
        add_table(b, list, &b->scope->tables[i], star->span);
    return true;
}

/* The name that an expression has without AS: its last part if it is a path. */
static const char *derived_name(const struct ast_expr *expr)
{
    if (expr->kind == EXPR_COLUMN)
        return expr->as.column.parts.at[expr->as.column.parts.count - 1].text;
    if (expr->kind == EXPR_FIELD)
        return expr->as.field.name.text;
    return NULL;
}

static bool bind_items(struct binder *b, const struct named_list *items, struct select_list *list)
{
    bool ok = true;

    for (size_t i = 0; i < items->count; i++) {
        const struct ast_expr *ast = items->at[i].expr;
        struct texpr *expr;

        if (ast->kind == EXPR_STAR) {
            ok = add_star(b, list, ast) && ok;
            continue;
        }
        expr = bind_expr(b, ast);
        ok = ok && expr;
        add_item(b, list, expr,
            items->at[i].alias.text ? items->at[i].alias.text : derived_name(ast));
    }
    return ok;
}

/* ---- SELECT ---- */

/* What SELECT may hold but is not built yet; true: reported. */
static bool refuse_select(struct binder *b, const struct select *select)
{
    size_t before = diag_error_count(b->diag);

    for (size_t i = 0; i < select->hints.count; i++)
        diag_error(b->diag, D_UNSUPPORTED_HINT, select->hints.at[i].span,
            "hint %s is not supported yet", select->hints.at[i].name.text);
    if (select->distinct)
        unsupported(b, select->span, D_UNSUPPORTED_DISTINCT, "SELECT DISTINCT");
    if (select->has_group_by)
        unsupported(b, select->group_by.span, D_UNSUPPORTED_AGGREGATE, "GROUP BY");
    else if (select->having)
        unsupported(b, select->having->span, D_UNSUPPORTED_AGGREGATE, "HAVING");
    if (select->window_count)
        unsupported(b, select->windows[0].name.span, D_UNSUPPORTED_WINDOW, "WINDOW");
    if (select->qualify)
        unsupported(b, select->qualify->span, D_UNSUPPORTED_WINDOW, "QUALIFY");
    return diag_error_count(b->diag) > before;
}

static struct rel *filter_by(struct binder *b, struct rel *input, const struct ast_expr *where)
{
    struct rel *filter = rel_new(b->arena, REL_FILTER, where->span, input->column_count);

    b->place = "WHERE";
    filter->condition = bind_condition(b, where, "condition of WHERE");
    memcpy(filter->columns, input->columns, input->column_count * sizeof *input->columns);
    filter->inputs = arena_copy(b->arena, &input, sizeof input);
    filter->input_count = 1;
    return filter->condition ? filter : NULL;
}

static struct rel *project_to(struct binder *b, struct rel *input, const struct select *select,
    const struct select_list *list)
{
    struct rel *project = rel_project(b->arena, input, list->exprs.count);

    project->span = select->span;
    for (size_t i = 0; i < list->exprs.count; i++) {
        project->exprs[i] = list->exprs.at[i];
        project->columns[i] = (struct rel_column){list->names.at[i], list->exprs.at[i]->type};
    }
    return project;
}

static struct rel *bind_select(struct binder *b, const struct select *select)
{
    struct scope scope = {0};
    struct binder inner = *b;
    struct select_list list = {0};
    struct rel *rel, *filter;

    if (refuse_select(b, select))
        return NULL;
    if (select->from) {
        rel = bind_from(b, select->from, &scope);
        if (!rel)
            return NULL;
    } else {
        rel = rel_new(b->arena, REL_VALUES, select->span, 0);
        rel->row_count = 1;
        rel->rows = arena_array(b->arena, 1, sizeof *rel->rows);
    }
    inner.scope = &scope;
    filter = select->where ? filter_by(&inner, rel, select->where) : rel;
    inner.place = "SELECT";
    if (!bind_items(&inner, &select->items, &list) || !filter)
        return NULL;
    return project_to(b, filter, select, &list);
}

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

/* ---- UNION ALL ---- */

/* `rel` with its columns cast to `types`. */
static struct rel *cast_columns(struct binder *b, struct rel *rel, const struct type *const *types)
{
    struct rel *project;
    bool same = true;

    for (size_t i = 0; i < rel->column_count; i++)
        same = same && type_same(rel->columns[i].type, types[i]);
    if (same)
        return rel;
    project = rel_project(b->arena, rel, rel->column_count);
    for (size_t i = 0; i < rel->column_count; i++) {
        project->exprs[i] =
            texpr_cast(b->arena, rel_input(b->arena, rel, i, rel->span), types[i]);
        project->columns[i] =
            (struct rel_column){rel->columns[i].name, project->exprs[i]->type};
    }
    return project;
}

static struct rel *bind_union(struct binder *b, const struct ast_query *query)
{
    struct rel *sides[2] = {bind_subquery(b, query->left), bind_subquery(b, query->right)};
    const struct type **types;
    struct rel *rel;
    VEC(struct rel *) inputs = {0};

    if (!sides[0] || !sides[1])
        return NULL;
    if (sides[0]->column_count != sides[1]->column_count) {
        diag_error(b->diag, D_COLUMN_COUNT, query->span,
            "the sides of UNION ALL have %zu and %zu columns", sides[0]->column_count,
            sides[1]->column_count);
        return NULL;
    }
    rel = rel_new(b->arena, REL_UNION, query->span, sides[0]->column_count);
    types = arena_array(b->arena, rel->column_count, sizeof *types);
    for (size_t i = 0; i < rel->column_count; i++) {
        const struct type *x = sides[0]->columns[i].type, *y = sides[1]->columns[i].type;

        types[i] = type_common(b->arena, x, y);
        if (!types[i]) {
            diag_error(b->diag, D_NO_COMMON_TYPE, query->span,
                "column %zu of UNION ALL: no common type of %s and %s", i + 1,
                plain_type(b->arena, x), plain_type(b->arena, y));
            return NULL;
        }
        rel->columns[i] = (struct rel_column){sides[0]->columns[i].name, types[i]};
    }
    for (size_t s = 0; s < 2; s++) {
        struct rel *side = cast_columns(b, sides[s], types);

        if (side->kind != REL_UNION)
            vec_push(b->arena, &inputs, side);
        for (size_t i = 0; side->kind == REL_UNION && i < side->input_count; i++)
            vec_push(b->arena, &inputs, side->inputs[i]);
    }
    rel->inputs = inputs.at;
    rel->input_count = inputs.count;
    return rel;
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

/* One WITH item after the other, each seeing those before it. False: reported. */
static bool bind_with(struct binder *b, const struct with_list *with)
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

struct rel *bind_subquery(struct binder *b, const struct ast_query *query)
{
    struct binder inner = *b;

    if (++inner.depth > BIND_DEPTH_LIMIT) {
        diag_error(b->diag, D_VIEW_CYCLE, query->span, "queries are nested too deeply");
        return NULL;
    }
    if (!bind_with(&inner, &query->with))
        return NULL;
    if (query->order_by.count)
        return unsupported(b, query->order_by.at[0].expr->span, D_UNSUPPORTED_ORDER, "ORDER BY");
    if (query->offset)
        return unsupported(b, query->offset->span, D_UNSUPPORTED_ORDER, "OFFSET");
    if (query->limit)
        return unsupported(b, query->limit->span, D_UNSUPPORTED_ORDER,
            "LIMIT other than of a SELECT in the foreground");
    switch (query->kind) {
    case QUERY_SELECT:
        return bind_select(&inner, query->select);
    case QUERY_VALUES:
        return bind_values(&inner, query);
    case QUERY_TABLE:
        return bind_table_query(&inner, query);
    case QUERY_UNION:
        return query->all ? bind_union(&inner, query)
            : unsupported(b, query->span, D_UNSUPPORTED_SET_OPERATION, "UNION without ALL");
    case QUERY_INTERSECT:
        return unsupported(b, query->span, D_UNSUPPORTED_SET_OPERATION,
            query->all ? "INTERSECT ALL" : "INTERSECT");
    case QUERY_EXCEPT:
        return unsupported(b, query->span, D_UNSUPPORTED_SET_OPERATION,
            query->all ? "EXCEPT ALL" : "EXCEPT");
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
            (struct scope_column){table->columns[i].name, table->columns[i].type, false};
    b.scope = &scope;
    b.place = "the definition of a table";
    return bind_expr(&b, expr);
}
