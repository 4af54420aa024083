/* Subqueries in expressions: each becomes a join of the rows that the expression is over. */
#include "bind_subquery.h"

/* ---- inputs ---- */

struct texpr *map_inputs(struct arena *arena, const struct texpr *expr, input_map *map,
    void *context)
{
    struct texpr *copy;

    if (expr->kind == TEXPR_INPUT)
        return map(context, expr);
    copy = arena_copy(arena, expr, sizeof *expr);
    copy->args = arena_array(arena, expr->arg_count + 1, sizeof *copy->args);
    for (size_t i = 0; i < expr->arg_count; i++)
        copy->args[i] = map_inputs(arena, expr->args[i], map, context);
    return texpr_fold(arena, copy);
}

bool has_inputs_from(const struct texpr *expr, size_t first)
{
    if (expr->kind == TEXPR_INPUT)
        return expr->input >= first && expr->input < 2 * first;
    for (size_t i = 0; i < expr->arg_count; i++)
        if (has_inputs_from(expr->args[i], first))
            return true;
    return false;
}

static bool has_own_inputs(const struct texpr *expr)
{
    if (expr->kind == TEXPR_INPUT)
        return expr->input < INPUT_OUTER;
    for (size_t i = 0; i < expr->arg_count; i++)
        if (has_own_inputs(expr->args[i]))
            return true;
    return false;
}

/* Moves inputs up or down. */
struct move {
    struct arena *arena;
    ptrdiff_t by;
    bool nullable;
};

static struct texpr *move_input(void *context, const struct texpr *input)
{
    struct move *move = context;
    struct texpr *copy = arena_copy(move->arena, input, sizeof *input);

    if (move->by >= 0 || input->input >= INPUT_OUTER)
        copy->input = (size_t)((ptrdiff_t)copy->input + move->by);
    if (move->nullable)
        copy->type = type_with_null(move->arena, copy->type, true);
    return copy;
}

static struct texpr *moved(struct arena *arena, const struct texpr *expr, ptrdiff_t by,
    bool nullable)
{
    struct move move = {arena, by, nullable};

    return map_inputs(arena, expr, move_input, &move);
}

struct bring {
    struct arena *arena;
    size_t first;
};

static struct texpr *bring_input(void *context, const struct texpr *input)
{
    struct bring *bring = context;
    struct texpr *copy = arena_copy(bring->arena, input, sizeof *input);

    if (copy->input >= INPUT_OUTER)
        copy->input += bring->first - INPUT_OUTER;
    return copy;
}

struct texpr *bring_in(struct arena *arena, const struct texpr *expr, size_t first)
{
    struct bring bring = {arena, first};

    return map_inputs(arena, expr, bring_input, &bring);
}

/* ---- joins ---- */

/* A condition over the joined row; what reads the left row alone is mapped as a whole. */
static struct texpr *join_condition(struct binder *b, const struct texpr *expr, size_t left,
    const struct aggregation *over)
{
    struct texpr *copy;

    if (has_inputs_from(expr, INPUT_OUTER) && !has_own_inputs(expr)) {
        copy = moved(b->arena, expr, -INPUT_OUTER, false);
        return over ? over_groups(b, over, copy) : copy;
    }
    if (expr->kind == TEXPR_INPUT)
        return moved(b->arena, expr, (ptrdiff_t)left, false);
    copy = arena_copy(b->arena, expr, sizeof *expr);
    copy->args = arena_array(b->arena, expr->arg_count + 1, sizeof *copy->args);
    for (size_t i = 0; i < expr->arg_count; i++) {
        copy->args[i] = join_condition(b, expr->args[i], left, over);
        if (!copy->args[i])
            return NULL;
    }
    return texpr_fold(b->arena, copy);
}

struct rel *join_pending(struct binder *b, struct rel *rel, const struct pending_list *pending,
    const struct aggregation *over, struct texpr ***values)
{
    struct texpr **list = arena_array(b->arena, pending->count + 1, sizeof *list);
    size_t left = 0;

    for (size_t i = 0; i < pending->count; i++) {
        const struct pending *one = &pending->at[i];
        struct texpr_list parts = {0};

        if (one->generator && !feed_generator(b, one->generator, rel, over))
            return NULL;
        if (one->right) {
            left = rel->column_count;
            rel = rel_join(b->arena, one->kind, rel, one->right, one->right->span);
        }
        for (size_t c = 0; c < one->conditions.count; c++) {
            struct texpr *part = join_condition(b, one->conditions.at[c], left, over);

            if (!part)
                return NULL;
            vec_push(b->arena, &parts, part);
        }
        if (parts.count)
            rel->join.condition = make_and(b->arena, parts.at, parts.count);
        if (one->value)
            list[i] = moved(b->arena, one->value, (ptrdiff_t)left, one->kind == REL_JOIN_LEFT);
    }
    if (values)
        *values = list;
    return rel;
}

/* ---- the inner query ---- */

bool subquery_unsupported(struct binder *b, struct span span, const char *what)
{
    diag_error(b->diag, D_UNSUPPORTED_SUBQUERY, span, "%s is not supported", what);
    return false;
}

/* Whether anything of it reads the query around. */
static bool reads_around(const struct correlation *correlation, const struct select_parts *parts)
{
    const struct texpr_list *lists[] = {&parts->exprs, &parts->aggregation.args};

    for (size_t l = 0; l < 2; l++)
        for (size_t i = 0; i < lists[l]->count; i++)
            if (has_inputs_from(lists[l]->at[i], INPUT_OUTER))
                return true;
    return correlation->conditions.count;
}

bool bind_inner(struct binder *b, const struct ast_query *query,
    struct correlation *correlation, struct select_parts *parts, struct rel **rel)
{
    struct binder inner = *b;
    struct around *around = NEW(b->arena, struct around);

    *around = (struct around){b->scope, b->around};
    *correlation = (struct correlation){.scope = b->scope};
    *rel = NULL;
    inner.correlation = correlation;
    inner.around = around;
    inner.aggregation = NULL;
    inner.rankings = NULL;
    inner.pending = NULL;
    if (++inner.depth > BIND_DEPTH_LIMIT) {
        diag_error(b->diag, D_VIEW_CYCLE, binder_place(b, query->span),
            "queries are nested too deeply");
        return false;
    }
    if (query->kind != QUERY_SELECT) {
        inner.correlation = NULL;
        *rel = bind_subquery(&inner, query);
        return *rel;
    }
    if (!bind_with(&inner, &query->with) || !bind_select_parts(&inner, query, parts))
        return false;
    if (reads_around(correlation, parts))
        return true;
    *rel = finish_select(&inner, query, parts);
    return *rel;
}

bool is_plain(const struct ast_query *query, const struct select_parts *parts)
{
    return !parts->aggregation.used && !parts->rankings.count && !parts->pending.count &&
        !parts->qualify && !query->limit && !query->offset;
}

/* EXISTS asks for a row: how many more there may be is nothing to it. */
static bool is_plain_exists(struct binder *b, const struct ast_query *query,
    const struct select_parts *parts)
{
    struct ast_query unlimited = *query;
    int64_t limit;

    unlimited.limit = NULL;
    return is_plain(&unlimited, parts) &&
        (!query->limit || (bind_limit_count(b, query->limit, &limit) && limit));
}

static bool list_reads_around(const struct select_parts *parts)
{
    for (size_t i = 0; i < parts->visible; i++)
        if (has_inputs_from(parts->exprs.at[i], INPUT_OUTER))
            return true;
    return false;
}

struct rel *plain_rows(struct binder *b, struct select_parts *parts, size_t values)
{
    size_t count = parts->rel->column_count;
    struct rel *project = rel_project(b->arena, parts->rel, values + count);

    for (size_t i = 0; i < values; i++) {
        project->exprs[i] = parts->exprs.at[i];
        project->columns[i] = (struct rel_column){parts->names.at[i], parts->exprs.at[i]->type};
    }
    for (size_t i = 0; i < count; i++) {
        project->exprs[values + i] = rel_input(b->arena, parts->rel, i, parts->rel->span);
        project->columns[values + i] = parts->rel->columns[i];
    }
    rel_name_apart(b->arena, project);
    return project;
}

struct shift_own {
    struct arena *arena;
    size_t by;
};

static struct texpr *shift_own(void *context, const struct texpr *input)
{
    struct shift_own *shift = context;
    struct texpr *copy = arena_copy(shift->arena, input, sizeof *input);

    if (copy->input < INPUT_OUTER)
        copy->input += shift->by;
    return copy;
}

void take_conditions(struct binder *b, const struct correlation *correlation, size_t by,
    struct texpr_list *out)
{
    struct shift_own shift = {b->arena, by};

    for (size_t i = 0; i < correlation->conditions.count; i++)
        vec_push(b->arena, out,
            map_inputs(b->arena, correlation->conditions.at[i], shift_own, &shift));
}

/* ---- IN and EXISTS as joins ---- */

static const struct ast_expr *strip_not(const struct ast_expr *expr, bool *negated)
{
    while (expr->kind == EXPR_OP && expr->as.op.op == OP_NOT) {
        *negated = !*negated;
        expr = expr->as.op.args.at[0];
    }
    return expr;
}

bool is_join_condition(const struct ast_expr *expr)
{
    bool negated = false;

    expr = strip_not(expr, &negated);
    return (expr->kind == EXPR_IN && expr->as.in.query) || expr->kind == EXPR_EXISTS ||
        is_equal_any(expr) || is_unequal_all(expr);
}

/* What stands left of IN: one expression, or those of a row. */
static bool bind_operands(struct binder *b, const struct ast_expr *operand,
    struct texpr_list *out)
{
    size_t count = operand->kind == EXPR_ROW ? operand->as.list.items.count : 1;
    struct binder inner = *b;

    inner.pending = NULL;
    for (size_t i = 0; i < count; i++) {
        struct texpr *expr = bind_expr(&inner,
            operand->kind == EXPR_ROW ? operand->as.list.items.at[i] : operand);

        if (!expr)
            return false;
        if (has_inputs_from(expr, INPUT_OUTER))
            return subquery_unsupported(b, expr->span, "IN of a value from the query around");
        vec_push(b->arena, out, expr);
    }
    return true;
}

/* left = right; for NOT IN also where either is NULL. */
struct texpr *in_condition(struct binder *b, struct texpr *operand, struct texpr *value,
    bool negated, struct span span)
{
    struct texpr *left = moved(b->arena, operand, INPUT_OUTER, false);
    struct texpr *tests[3] = {make_compare(b, TOP_EQ, left, value, span)};
    struct texpr *sides[2] = {left, value};
    const struct type *boolean = type_simple(b->arena, TYPE_BOOLEAN, false);
    size_t count = 1;

    if (!tests[0] || !negated)
        return tests[0];
    for (size_t s = 0; s < 2; s++)
        if (sides[s]->type->nullable)
            tests[count++] = make_op(b->arena, TOP_IS_NULL, boolean, span, &sides[s], 1);
    return count == 1 ? tests[0]
        : make_op(b->arena, TOP_OR, type_with_null(b->arena, boolean, tests[0]->type->nullable),
            span, tests, count);
}

/* The rows of the subquery and what compares them with the rows around. *value: it is a value
 * instead, without a join. */
static bool take_rows(struct binder *b, const struct ast_expr *expr, size_t operands,
    struct pending *pending, struct texpr_list *values, struct texpr **value)
{
    const struct ast_query *query = query_of(expr);
    struct correlation correlation;
    struct select_parts parts = {0};
    struct correlated rows;
    size_t columns;

    if (!bind_inner(b, query, &correlation, &parts, &pending->right))
        return false;
    columns = pending->right ? pending->right->column_count : parts.visible;
    if (expr->kind != EXPR_EXISTS && columns != operands) {
        diag_error(b->diag, D_COLUMN_COUNT, expr->span,
            "IN compares %zu value%s with %zu column%s", operands, operands == 1 ? "" : "s",
            columns, columns == 1 ? "" : "s");
        return false;
    }
    if (!pending->right && (expr->kind == EXPR_EXISTS ? is_plain_exists(b, query, &parts)
            : is_plain(query, &parts) && !list_reads_around(&parts))) {
        pending->right = plain_rows(b, &parts, operands);
        take_conditions(b, &correlation, operands, &pending->conditions);
    } else if (!pending->right) {
        if (!correlated_rows(b, query, &correlation, &parts, &rows))
            return false;
        pending->right = rows.rel;
        pending->conditions = rows.ties;
        pending->generator = rows.generator;
        *values = rows.values;
        if (rows.one_row && operands > 1)
            return subquery_unsupported(b, expr->span,
                "IN of several columns of an aggregate that reads the query around");
        if (rows.one_row)
            return (*value = one_row_value(b, expr, &rows)) != NULL;
    }
    for (size_t i = values->count; i < operands; i++)
        vec_push(b->arena, values, rel_input(b->arena, pending->right, i, expr->span));
    return true;
}

static bool add_join(struct binder *b, const struct ast_expr *expr, bool negated,
    const struct texpr_list *operands, struct pending_list *joins, struct texpr **value)
{
    struct pending pending = {.kind = negated ? REL_JOIN_ANTI : REL_JOIN_SEMI};
    struct texpr_list values = {0};

    if (!take_rows(b, expr, operands->count, &pending, &values, value))
        return false;
    if (*value) {
        *value = negated ? make_not(b->arena, *value, expr->span) : *value;
        return true;
    }
    for (size_t i = 0; i < operands->count; i++) {
        struct texpr *condition =
            in_condition(b, operands->at[i], values.at[i], negated, expr->span);

        if (!condition)
            return false;
        vec_push(b->arena, &pending.conditions, condition);
    }
    vec_push(b->arena, joins, pending);
    return true;
}

bool bind_join_condition(struct binder *b, const struct ast_expr *expr,
    struct pending_list *joins, struct texpr **value)
{
    bool negated = false;
    struct texpr_list operands = {0};

    *value = NULL;
    expr = strip_not(expr, &negated);
    if (expr->kind == EXPR_QUANTIFIED)
        negated = negated != is_unequal_all(expr);
    if (expr->kind == EXPR_IN)
        negated = negated != expr->as.in.negated;
    if (expr->kind != EXPR_EXISTS && !bind_operands(b, expr->kind == EXPR_QUANTIFIED
            ? expr->as.quantified.operand : expr->as.in.operand, &operands))
        return false;
    return add_join(b, expr, negated, &operands, joins, value);
}

/* ---- values ---- */

struct texpr *add_value(struct binder *b, const struct pending *pending, struct span span)
{
    struct texpr *input = texpr_new(b->arena, TEXPR_INPUT,
        type_with_null(b->arena, pending->value->type,
            pending->value->type->nullable || pending->kind == REL_JOIN_LEFT), span);

    vec_push(b->arena, b->pending, *pending);
    input->input = INPUT_SUBQUERY + b->pending->count - 1;
    return input;
}

static bool has_one_row(const struct ast_query *query, const struct select_parts *parts)
{
    return query->kind == QUERY_SELECT && parts->aggregation.used && !query->select->having &&
        !parts->aggregation.group_count && !parts->aggregation.sets && !parts->rankings.count &&
        !query->limit;
}

static struct texpr *bind_scalar(struct binder *b, const struct ast_expr *expr)
{
    const struct ast_query *query = expr->as.query;
    struct pending pending = {.kind = REL_JOIN_LEFT};
    struct correlation correlation;
    struct select_parts parts = {0};
    struct correlated rows = {0};
    size_t columns;

    if (!bind_inner(b, query, &correlation, &parts, &pending.right))
        return NULL;
    columns = pending.right ? pending.right->column_count : parts.visible;
    if (columns != 1) {
        diag_error(b->diag, D_COLUMN_COUNT, expr->span,
            "a scalar subquery has one column, not %zu", columns);
        return NULL;
    }
    if (!pending.right) {
        if (!correlated_rows(b, query, &correlation, &parts, &rows))
            return NULL;
        pending.right = rows.rel;
        pending.conditions = rows.ties;
        pending.generator = rows.generator;
    }
    if (rows.rel ? !rows.one_row : !has_one_row(query, &parts))
        pending.right = single_value(b, pending.right, rows.tie_count);
    pending.value = rows.one_row ? value_or_none(b, &rows, 0)
        : rel_input(b->arena, pending.right, rows.tie_count, expr->span);
    return add_value(b, &pending, expr->span);
}

struct texpr *bind_query_expr(struct binder *b, const struct ast_expr *expr)
{
    if (!b->pending) {
        diag_error(b->diag, D_UNSUPPORTED_SUBQUERY, expr->span,
            "a subquery in %s is not supported yet", b->place);
        return NULL;
    }
    return expr->kind == EXPR_SUBQUERY ? bind_scalar(b, expr) : bind_as_value(b, expr);
}
