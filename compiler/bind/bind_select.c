/* SELECT: its list and clauses bound, then put together from FROM upwards. */
#include "binder.h"

#include <string.h>
#include <strings.h>

/* ---- SELECT list ---- */

static void add_item(struct binder *b, struct select_parts *parts, struct texpr *expr,
    const char *name)
{
    if (!name)
        name = arena_printf(b->arena, "EXPR$%zu", parts->exprs.count);
    vec_push(b->arena, &parts->exprs, expr);
    vec_push(b->arena, &parts->names, name);
}

static void add_column(struct binder *b, struct select_parts *parts,
    const struct scope_table *table, size_t column, struct span span)
{
    struct texpr *expr =
        texpr_new(b->arena, TEXPR_INPUT, table->columns[column].type, span);

    expr->input = table->first + column;
    add_item(b, parts, expr, table->columns[column].name);
}

static void add_table(struct binder *b, struct select_parts *parts,
    const struct scope_table *table, struct span span)
{
    for (size_t i = 0; i < table->count; i++)
        if (!table->columns[i].hidden)
            add_column(b, parts, table, i, span);
}

/* t.*, or the fields of a ROW column. */
static bool add_qualified_star(struct binder *b, struct select_parts *parts,
    const struct ast_expr *star)
{
    const struct path *path = &star->as.column;
    const char *alias = path->parts.at[path->parts.count - 1].text;
    struct ast_expr column = {.kind = EXPR_COLUMN, .span = star->span};
    struct texpr *row;

    for (size_t i = 0; i < b->scope->count; i++)
        if (b->scope->tables[i].alias && !strcmp(b->scope->tables[i].alias, alias)) {
            add_table(b, parts, &b->scope->tables[i], star->span);
            return true;
        }
    for (size_t i = 0; i < b->scope->count; i++)
        for (size_t j = 0; j < b->scope->tables[i].count; j++) {
            const char *name = b->scope->tables[i].columns[j].name;

            if (!name || (strcmp(name, path->parts.at[0].text) && (path->parts.count < 2 ||
                    strcmp(name, path->parts.at[1].text))))
                continue;
            column.as.column = *path;
            row = bind_column(b, &column);
            if (!row)
                return false;
            for (size_t k = 0; row->type->kind == TYPE_ROW && k < row->type->field_count; k++) {
                struct name field = {row->type->fields[k].name, star->span};

                add_item(b, parts, bind_field(b, row, field, star->span), field.text);
            }
            if (row->type->kind == TYPE_ROW)
                return true;
        }
    diag_error(b->diag, D_UNKNOWN_ALIAS, path->span, "this query reads no table '%s'", alias);
    return false;
}

/* Columns of USING first. */
static bool add_star(struct binder *b, struct select_parts *parts, const struct ast_expr *star)
{
    if (star->as.column.parts.count)
        return add_qualified_star(b, parts, star);
    if (!b->scope->count) {
        diag_error(b->diag, D_MISPLACED_STAR, star->span, "SELECT * needs a FROM clause");
        return false;
    }
    for (int common = 1; common >= 0; common--)
        for (size_t i = 0; i < b->scope->count; i++)
            for (size_t j = 0; j < b->scope->tables[i].count; j++) {
                const struct scope_column *column = &b->scope->tables[i].columns[j];

                if (!column->hidden && !column->merged && column->common == (bool)common)
                    add_column(b, parts, &b->scope->tables[i], j, star->span);
            }
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

/* An aggregate that is a whole item has its name. */
static void name_aggregate(struct select_parts *parts, const struct texpr *expr, const char *name)
{
    size_t index = expr->input - INPUT_AGGREGATE;

    if (expr->kind == TEXPR_INPUT && expr->input >= INPUT_AGGREGATE &&
        expr->input < INPUT_RANK && !parts->aggregation.names.at[index])
        parts->aggregation.names.at[index] = name;
}

static bool bind_items(struct binder *b, const struct named_list *items,
    struct select_parts *parts)
{
    bool ok = true;

    for (size_t i = 0; i < items->count; i++) {
        const struct ast_expr *ast = items->at[i].expr;
        struct texpr *expr;

        if (ast->kind == EXPR_STAR) {
            ok = add_star(b, parts, ast) && ok;
            continue;
        }
        expr = bind_expr(b, ast);
        add_item(b, parts, expr,
            items->at[i].alias.text ? items->at[i].alias.text : derived_name(ast));
        if (expr)
            name_aggregate(parts, expr, parts->names.at[parts->names.count - 1]);
        ok = ok && expr;
    }
    parts->visible = parts->exprs.count;
    return ok;
}

/* ---- WHERE and HAVING ---- */

static void split_ast(struct arena *arena, const struct ast_expr *expr, struct expr_list *parts)
{
    if (expr->kind == EXPR_OP && expr->as.op.op == OP_AND) {
        for (size_t i = 0; i < expr->as.op.args.count; i++)
            split_ast(arena, expr->as.op.args.at[i], parts);
        return;
    }
    vec_push(arena, parts, (struct ast_expr *)expr);
}

/* What is joined by AND: joins go to `joins`, the rest is returned; *ok false: reported. */
static struct texpr *bind_clause(struct binder *b, const struct ast_expr *clause,
    const char *what, struct pending_list *joins, bool *ok)
{
    struct expr_list asts = {0};
    struct texpr_list parts = {0};

    split_ast(b->arena, clause, &asts);
    for (size_t i = 0; i < asts.count; i++) {
        struct texpr *part;

        if (is_join_condition(asts.at[i])) {
            *ok = bind_join_condition(b, asts.at[i], joins, &part) && *ok;
        } else {
            part = bind_condition(b, asts.at[i], what);
            *ok = *ok && part;
        }
        if (part)
            vec_push(b->arena, &parts, part);
    }
    return *ok && parts.count ? make_and(b->arena, parts.at, parts.count) : NULL;
}

struct values_of {
    struct texpr **values;
    const struct select_parts *parts;
    const size_t *ranks;
    const struct rel *rel;
    struct arena *arena;
};

static struct texpr *put_value(void *context, const struct texpr *input)
{
    struct values_of *of = context;
    struct texpr *copy;

    if (input->input >= INPUT_SUBQUERY && input->input < INPUT_OUTER)
        return of->values[input->input - INPUT_SUBQUERY];
    copy = arena_copy(of->arena, input, sizeof *input);
    if (input->input >= INPUT_RANK && input->input < INPUT_SUBQUERY)
        copy->input = of->ranks[input->input - INPUT_RANK];
    return copy;
}

/* WHERE: filters without subqueries first, then joins, then what reads scalar subqueries. What
 * reads the query around goes to its correlation. */
static bool bind_where(struct binder *b, const struct ast_expr *where, struct select_parts *parts)
{
    struct pending_list joins = {0}, scalars = {0};
    struct binder inner = *b;
    struct texpr_list list = {0};
    struct values_of of = {.arena = b->arena};
    struct texpr *condition;
    bool ok = true;

    inner.place = "WHERE";
    inner.aggregation = NULL;
    inner.rankings = NULL;
    inner.pending = &scalars;
    condition = bind_clause(&inner, where, "condition of WHERE", &joins, &ok);
    if (!ok)
        return false;
    if (condition)
        split_and(b->arena, condition, &list);
    for (size_t i = 0; i < list.count; i++) {
        bool outer = has_inputs_from(list.at[i], INPUT_OUTER);

        if (outer && has_inputs_from(list.at[i], INPUT_SUBQUERY)) {
            diag_error(b->diag, D_UNSUPPORTED_SUBQUERY, list.at[i]->span,
                "a subquery in a condition on the query around is not supported yet");
            return false;
        }
        if (outer)
            vec_push(b->arena, &b->correlation->conditions, list.at[i]);
        else if (!has_inputs_from(list.at[i], INPUT_SUBQUERY))
            parts->rel = rel_filter(b, parts->rel, list.at[i]);
    }
    parts->rel = join_pending(b, parts->rel, &joins, NULL, NULL);
    parts->rel = parts->rel ? join_pending(b, parts->rel, &scalars, NULL, &of.values) : NULL;
    if (!parts->rel)
        return false;
    for (size_t i = 0; i < list.count; i++)
        if (!has_inputs_from(list.at[i], INPUT_OUTER) &&
            has_inputs_from(list.at[i], INPUT_SUBQUERY))
            parts->rel = rel_filter(b, parts->rel,
                map_inputs(b->arena, list.at[i], put_value, &of));
    return true;
}

/* ---- ORDER BY ---- */

/* The column of the list that ORDER BY means by a number or an alias; false: none. */
static bool named_item(const struct select_parts *parts, const struct ast_expr *ast,
    size_t *column)
{
    bool found = false;

    if (ast->kind != EXPR_COLUMN || ast->as.column.parts.count != 1)
        return false;
    for (size_t i = parts->visible; i-- > 0;)
        if (!strcmp(parts->names.at[i], ast->as.column.parts.at[0].text)) {
            *column = i;
            found = true;
        }
    return found;
}

static bool order_column(struct binder *b, struct select_parts *parts,
    const struct ast_expr *ast, size_t *column)
{
    struct texpr *expr;

    if (named_item(parts, ast, column))
        return true;
    expr = bind_expr(b, ast);
    if (!expr)
        return false;
    if (expr->kind == TEXPR_LITERAL && type_is_integer(expr->type)) {
        if (expr->integer < 1 || (size_t)expr->integer > parts->visible) {
            diag_error(b->diag, D_UNKNOWN_COLUMN, ast->span,
                "ORDER BY %lld: the query has %zu column%s", (long long)expr->integer,
                parts->visible, parts->visible == 1 ? "" : "s");
            return false;
        }
        *column = (size_t)expr->integer - 1;
        return true;
    }
    for (*column = 0; *column < parts->exprs.count; ++*column)
        if (texpr_equal(parts->exprs.at[*column], expr))
            return true;
    add_item(b, parts, expr, NULL);
    return true;
}

static bool bind_order(struct binder *b, const struct ast_query *query,
    struct select_parts *parts)
{
    struct binder inner = *b;

    inner.place = "ORDER BY";
    if (query->order_by.count > 32) {
        diag_error(b->diag, D_UNSUPPORTED_ORDER, query->span,
            "ORDER BY of more than 32 columns is not supported");
        return false;
    }
    for (size_t i = 0; i < query->order_by.count; i++) {
        const struct order_item *item = &query->order_by.at[i];
        struct sort_key *key = &parts->order[i];

        if (!order_column(&inner, parts, item->expr, &key->column))
            return false;
        key->descending = item->descending;
        key->nulls_first = item->nulls == NULLS_DEFAULT ? !item->descending
                                                        : item->nulls == NULLS_FIRST;
        parts->order_count++;
    }
    return true;
}

/* ---- parts ---- */

/* What SELECT may hold but is not built yet; true: reported. */
static bool refuse_select(struct binder *b, const struct select *select)
{
    size_t before = diag_error_count(b->diag);

    if (select->window_count)
        diag_error(b->diag, D_UNSUPPORTED_WINDOW, select->windows[0].name.span,
            "WINDOW is not supported yet");
    return diag_error_count(b->diag) > before;
}

static bool bind_source(struct binder *b, const struct select *select, struct select_parts *parts)
{
    struct table_ref from = select->from ? *select->from : (struct table_ref){0};
    struct ttl_hints ttls = {0};

    if (b->given) {
        parts->rel = b->given->rel;
        parts->scope = b->given->scope;
        b->given = NULL;
        return true;
    }
    if (!bind_select_hints(b, select, &from) || !bind_ttls(b, &select->hints, &ttls))
        return false;
    b->ttls = &ttls;
    if (select->from) {
        parts->rel = bind_from(b, &from, &parts->scope);
        parts->ttl = take_ttl(b, select->from);
    }
    if (!check_ttls(b))
        return false;
    b->ttls = NULL;
    if (select->from)
        return parts->rel;
    parts->rel = rel_new(b->arena, REL_VALUES, select->span, 0);
    parts->rel->row_count = 1;
    parts->rel->rows = arena_array(b->arena, 1, sizeof *parts->rel->rows);
    return true;
}

bool bind_select_parts(struct binder *b, const struct ast_query *query,
    struct select_parts *parts)
{
    const struct select *select = query->select;
    struct binder *inner = &parts->binder;
    bool ok;

    *parts = (struct select_parts){.binder = *b};
    inner->correlation = NULL;
    if (refuse_select(b, select) || !bind_source(inner, select, parts))
        return false;
    inner->correlation = b->correlation;
    inner->scope = &parts->scope;
    ok = !select->where || bind_where(inner, select->where, parts);
    inner->aggregation = &parts->aggregation;
    inner->rankings = &parts->rankings;
    inner->pending = &parts->pending;
    if (select->has_group_by && !bind_group_by(inner, select))
        return false;
    inner->place = "SELECT";
    ok = bind_items(inner, &select->items, parts) && ok;
    inner->place = "QUALIFY";
    if (select->qualify) {
        parts->qualify = bind_condition(inner, select->qualify, "condition of QUALIFY");
        ok = ok && parts->qualify;
    }
    inner->rankings = NULL;
    inner->place = "HAVING";
    if (select->having) {
        parts->aggregation.used = true;
        parts->having = bind_clause(inner, select->having, "condition of HAVING",
            &parts->having_joins, &ok);
    }
    return ok && (!query->limit || bind_order(inner, query, parts));
}

/* ---- put together ---- */

/* Every expression over the rows of the aggregate. */
static bool group_parts(struct binder *b, struct select_parts *parts)
{
    const struct aggregation *a = &parts->aggregation;
    bool ok = true;

    for (size_t i = 0; i < parts->exprs.count; i++) {
        parts->exprs.at[i] = over_groups(b, a, parts->exprs.at[i]);
        ok = ok && parts->exprs.at[i];
    }
    if (parts->having)
        ok = (parts->having = over_groups(b, a, parts->having)) && ok;
    if (parts->qualify)
        ok = (parts->qualify = over_groups(b, a, parts->qualify)) && ok;
    for (size_t r = 0; r < parts->rankings.count; r++) {
        struct ranking *ranking = &parts->rankings.at[r];

        for (size_t i = 0; i < ranking->partition.count; i++)
            ok = (ranking->partition.at[i] = over_groups(b, a, ranking->partition.at[i])) && ok;
        for (size_t i = 0; i < ranking->order_count; i++)
            ok = (ranking->order[i].expr = over_groups(b, a, ranking->order[i].expr)) && ok;
    }
    return ok;
}

static bool put_aggregate(struct binder *b, const struct select *select,
    struct select_parts *parts)
{
    struct values_of of = {.arena = b->arena};
    struct aggregation *a = &parts->aggregation;

    if (!group_parts(b, parts))
        return false;
    parts->rel = join_pending(b, parts->rel, &a->below, NULL, &of.values);
    if (!parts->rel)
        return false;
    for (size_t i = 0; i < a->args.count; i++)
        a->args.at[i] = map_inputs(b->arena, a->args.at[i], put_value, &of);
    parts->rel = make_aggregate(b, parts->rel, a, select->span);
    parts->rel->ttl[0] = parts->ttl;
    return true;
}

static struct rel *project_to(struct binder *b, struct select_parts *parts, size_t count,
    struct span span)
{
    struct rel *project = rel_project(b->arena, parts->rel, count);

    project->span = span;
    for (size_t i = 0; i < count; i++) {
        project->exprs[i] = parts->exprs.at[i];
        project->columns[i] =
            (struct rel_column){parts->names.at[i], parts->exprs.at[i]->type};
    }
    return project;
}

/* Values of subqueries and ROW_NUMBERs in their places, and the filters over them. */
static bool put_above(struct binder *b, struct select_parts *parts)
{
    struct values_of of = {.arena = b->arena, .parts = parts};
    size_t *ranks = arena_array(b->arena, parts->rankings.count + 1, sizeof *ranks);
    const struct aggregation *over = parts->aggregation.used ? &parts->aggregation : NULL;

    parts->rel = join_pending(b, parts->rel, &parts->having_joins, over, NULL);
    parts->rel = parts->rel ? join_pending(b, parts->rel, &parts->pending, over, &of.values) : NULL;
    if (!parts->rel)
        return false;
    if (parts->having)
        parts->rel = rel_filter(b, parts->rel,
            map_inputs(b->arena, parts->having, put_value, &of));
    parts->rel = make_ranks(b, parts->rel, &parts->rankings, ranks);
    of.ranks = ranks;
    if (parts->qualify)
        parts->rel = rel_filter(b, parts->rel,
            map_inputs(b->arena, parts->qualify, put_value, &of));
    for (size_t i = 0; i < parts->exprs.count; i++)
        parts->exprs.at[i] = map_inputs(b->arena, parts->exprs.at[i], put_value, &of);
    return true;
}

struct rel *finish_select(struct binder *b, const struct ast_query *query,
    struct select_parts *parts)
{
    const struct select *select = query->select;
    struct rel *rel;

    if (parts->aggregation.used && !put_aggregate(&parts->binder, select, parts))
        return NULL;
    if (!put_above(b, parts))
        return NULL;
    if (select->distinct && parts->exprs.count > parts->visible) {
        diag_error(b->diag, D_UNSUPPORTED_ORDER, query->order_by.at[0].expr->span,
            "with DISTINCT, ORDER BY takes columns of the SELECT list only");
        return NULL;
    }
    rel = project_to(b, parts, parts->exprs.count, select->span);
    if (select->distinct) {
        rel = rel_distinct(b->arena, rel);
        rel->ttl[0] = parts->ttl;
    }
    rel = bind_limits(b, rel, query, parts->order, parts->order_count);
    if (!rel || parts->visible == parts->exprs.count)
        return rel;
    for (size_t i = 0; i < parts->visible; i++)
        parts->exprs.at[i] = rel_input(b->arena, rel, i, select->span);
    parts->rel = rel;
    return project_to(b, parts, parts->visible, select->span);
}
