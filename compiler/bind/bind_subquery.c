/* Subqueries in expressions: each becomes a join of the rows that the expression is over. */
#include "binder.h"

#include <string.h>

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

static bool unsupported(struct binder *b, struct span span, const char *what)
{
    diag_error(b->diag, D_UNSUPPORTED_SUBQUERY, span, "%s is not supported yet", what);
    return false;
}

/* Its parts, where it is a SELECT (*parts), else its rows (*rel). */
static bool bind_inner(struct binder *b, const struct ast_query *query,
    struct correlation *correlation, struct select_parts *parts, struct rel **rel)
{
    struct binder inner = *b;

    *correlation = (struct correlation){.scope = b->scope};
    *rel = NULL;
    inner.correlation = correlation;
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
    if (correlation->conditions.count)
        return true;
    *rel = finish_select(&inner, query, parts);
    return *rel;
}

/* Whether a correlated subquery's parts above WHERE are none but its list. */
static bool is_plain(const struct select_parts *parts)
{
    return !parts->aggregation.used && !parts->rankings.count && !parts->pending.count &&
        !parts->qualify;
}

/* The rows of a correlated EXISTS or IN: its list, then all it reads. */
static struct rel *plain_rows(struct binder *b, struct select_parts *parts, size_t values)
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

/* Conditions of the correlation, over rows that have `by` columns more in front. */
static void take_conditions(struct binder *b, const struct correlation *correlation, size_t by,
    struct pending *out)
{
    struct shift_own shift = {b->arena, by};

    for (size_t i = 0; i < correlation->conditions.count; i++)
        vec_push(b->arena, &out->conditions,
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

static bool is_equal_any(const struct ast_expr *expr)
{
    return expr->kind == EXPR_QUANTIFIED && expr->as.quantified.query &&
        expr->as.quantified.op == OP_EQ && expr->as.quantified.quantifier == QUANTIFIER_ANY;
}

/* <> ALL is NOT IN. */
static bool is_unequal_all(const struct ast_expr *expr)
{
    return expr->kind == EXPR_QUANTIFIED && expr->as.quantified.query &&
        expr->as.quantified.op == OP_NE && expr->as.quantified.quantifier == QUANTIFIER_ALL;
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

    for (size_t i = 0; i < count; i++) {
        struct texpr *expr =
            bind_expr(b, operand->kind == EXPR_ROW ? operand->as.list.items.at[i] : operand);

        if (!expr)
            return false;
        if (has_inputs_from(expr, INPUT_OUTER) || has_inputs_from(expr, INPUT_SUBQUERY))
            return unsupported(b, expr->span,
                "IN of a value from the query around, or from another subquery,");
        vec_push(b->arena, out, expr);
    }
    return true;
}

/* left = right; for NOT IN also where either is NULL. */
static struct texpr *in_condition(struct binder *b, struct texpr *operand, struct texpr *value,
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

static bool add_in(struct binder *b, const struct ast_expr *operand,
    const struct ast_query *query, bool negated, struct span span)
{
    struct pending pending = {.kind = negated ? REL_JOIN_ANTI : REL_JOIN_SEMI};
    struct texpr_list operands = {0};
    struct correlation correlation;
    struct select_parts parts = {0};
    size_t columns;

    if (!bind_operands(b, operand, &operands) ||
        !bind_inner(b, query, &correlation, &parts, &pending.right))
        return false;
    columns = pending.right ? pending.right->column_count : parts.visible;
    if (columns != operands.count) {
        diag_error(b->diag, D_COLUMN_COUNT, span, "IN compares %zu value%s with %zu column%s",
            operands.count, operands.count == 1 ? "" : "s", columns, columns == 1 ? "" : "s");
        return false;
    }
    if (!pending.right) {
        if (!is_plain(&parts))
            return unsupported(b, query->span, "this correlated subquery of IN");
        pending.right = plain_rows(b, &parts, columns);
        take_conditions(b, &correlation, columns, &pending);
    }
    for (size_t i = 0; i < columns; i++) {
        struct texpr *condition = in_condition(b, operands.at[i],
            rel_input(b->arena, pending.right, i, span), negated, span);

        if (!condition)
            return false;
        vec_push(b->arena, &pending.conditions, condition);
    }
    vec_push(b->arena, b->pending, pending);
    return true;
}

static bool add_exists(struct binder *b, const struct ast_query *query, bool negated)
{
    struct pending pending = {.kind = negated ? REL_JOIN_ANTI : REL_JOIN_SEMI};
    struct correlation correlation;
    struct select_parts parts = {0};

    if (!bind_inner(b, query, &correlation, &parts, &pending.right))
        return false;
    if (!pending.right) {
        if (!is_plain(&parts))
            return unsupported(b, query->span, "this correlated subquery of EXISTS");
        pending.right = plain_rows(b, &parts, 0);
        take_conditions(b, &correlation, 0, &pending);
    }
    vec_push(b->arena, b->pending, pending);
    return true;
}

bool bind_join_condition(struct binder *b, const struct ast_expr *expr)
{
    bool negated = false;

    expr = strip_not(expr, &negated);
    if (expr->kind == EXPR_EXISTS)
        return add_exists(b, expr->as.query, negated);
    if (expr->kind == EXPR_QUANTIFIED)
        return add_in(b, expr->as.quantified.operand, expr->as.quantified.query,
            negated != is_unequal_all(expr), expr->span);
    return add_in(b, expr->as.in.operand, expr->as.in.query, negated != expr->as.in.negated,
        expr->span);
}

/* ---- values ---- */

/* Adds a join with a value; the expression that stands for it. */
static struct texpr *add_value(struct binder *b, const struct pending *pending,
    struct span span)
{
    struct texpr *input = texpr_new(b->arena, TEXPR_INPUT,
        type_with_null(b->arena, pending->value->type,
            pending->value->type->nullable || pending->kind == REL_JOIN_LEFT), span);

    vec_push(b->arena, b->pending, *pending);
    input->input = INPUT_SUBQUERY + b->pending->count - 1;
    return input;
}

static struct rel *aggregate_all(struct binder *b, struct rel *rel,
    const struct aggregate *calls, size_t count)
{
    struct rel *out = rel_new(b->arena, REL_AGGREGATE, rel->span, count);

    for (size_t i = 0; i < count; i++)
        out->columns[i] = (struct rel_column){arena_printf(b->arena, "$f%zu", i), calls[i].type};
    out->aggregates = arena_copy(b->arena, calls, count * sizeof *calls);
    out->aggregate_count = count;
    out->inputs = arena_copy(b->arena, &rel, sizeof rel);
    out->input_count = 1;
    return out;
}

/* One row of a query that may have more, which then fails. */
static struct rel *single_value(struct binder *b, struct rel *rel)
{
    struct aggregate call = {.kind = AGG_SINGLE_VALUE, .arg_count = 1, .filter = -1,
        .type = type_with_null(b->arena, rel->columns[0].type, true), .span = rel->span};

    return aggregate_all(b, rel, &call, 1);
}

static bool has_one_row(const struct ast_query *query, const struct select_parts *parts)
{
    return query->kind == QUERY_SELECT && parts->aggregation.used && !query->select->having &&
        !parts->aggregation.group_count && !parts->aggregation.sets && !parts->rankings.count &&
        !query->limit;
}

/* Equalities of inner and outer expressions: the inner ones are grouped by. False: reported. */
static bool group_by_correlation(struct binder *b, const struct correlation *correlation,
    struct aggregation *a, struct pending *pending, struct span span)
{
    size_t count = correlation->conditions.count;
    struct texpr_list args = {0};

    for (size_t i = 0; i < count; i++) {
        const struct texpr *condition = correlation->conditions.at[i];
        struct texpr *column, *equal;
        size_t inner = 0;

        while (inner < 2 && (condition->kind != TEXPR_OP || condition->op != TOP_EQ ||
                has_inputs_from(condition->args[inner], INPUT_OUTER) ||
                has_own_inputs(condition->args[!inner])))
            inner++;
        if (inner == 2)
            return unsupported(b, span, "a scalar subquery that reads the query around it in "
                "another condition than inner column = outer column");
        vec_push(b->arena, &args, condition->args[inner]);
        column = texpr_new(b->arena, TEXPR_INPUT, condition->args[inner]->type, condition->span);
        column->input = i;
        equal = make_compare(b, TOP_EQ, condition->args[!inner], column, condition->span);
        vec_push(b->arena, &pending->conditions, equal);
    }
    for (size_t i = 0; i < a->args.count; i++)
        vec_push(b->arena, &args, a->args.at[i]);
    for (size_t i = 0; i < a->calls.count; i++) {
        struct aggregate *call = &a->calls.at[i];

        for (size_t k = 0; k < call->arg_count; k++)
            call->args[k] += count;
        if (call->filter >= 0)
            call->filter += (int)count;
    }
    a->args = args;
    a->group_count = count;
    return true;
}

/* COUNT of no rows is 0, where the join finds none. */
struct counts {
    struct arena *arena;
    const struct rel *rel;
};

static struct texpr *count_or_zero(void *context, const struct texpr *input)
{
    struct counts *counts = context;
    const struct rel *rel = counts->rel;
    struct texpr *parts[2] = {arena_copy(counts->arena, input, sizeof *input), NULL};

    parts[0]->type = type_with_null(counts->arena, input->type, true);
    if (input->input < rel->group_count)
        return parts[0];
    if (rel->aggregates[input->input - rel->group_count].kind > AGG_COUNT)
        return parts[0];
    parts[1] = texpr_new(counts->arena, TEXPR_LITERAL, type_simple(counts->arena, TYPE_BIGINT,
        false), input->span);
    return make_op(counts->arena, TOP_COALESCE, parts[1]->type, input->span, parts, 2);
}

static bool bind_correlated_value(struct binder *b, const struct ast_query *query,
    struct correlation *correlation, struct select_parts *parts, struct pending *pending)
{
    struct aggregation *a = &parts->aggregation;
    struct counts counts = {.arena = b->arena};
    struct texpr *value;

    if (parts->rankings.count || parts->pending.count || a->below.count || parts->qualify ||
        query->limit || a->group_count || a->sets || parts->having)
        return unsupported(b, query->span, "this correlated scalar subquery");
    if (!a->used) {
        struct aggregate call = {.kind = AGG_SINGLE_VALUE, .arg_count = 1, .filter = -1,
            .type = type_with_null(b->arena, parts->exprs.at[0]->type, true),
            .span = query->span};

        vec_push(b->arena, &a->args, parts->exprs.at[0]);
        vec_push(b->arena, &a->calls, call);
        vec_push(b->arena, &a->names, NULL);
        value = texpr_new(b->arena, TEXPR_INPUT, call.type, query->span);
        value->input = INPUT_AGGREGATE;
        parts->exprs.at[0] = value;
    }
    if (!group_by_correlation(b, correlation, a, pending, query->span))
        return false;
    pending->right = make_aggregate(b, parts->rel, a, query->select->span);
    value = over_groups(&parts->binder, a, parts->exprs.at[0]);
    if (!value)
        return false;
    counts.rel = pending->right;
    pending->value = map_inputs(b->arena, value, count_or_zero, &counts);
    return true;
}

static struct texpr *bind_scalar(struct binder *b, const struct ast_expr *expr)
{
    const struct ast_query *query = expr->as.query;
    struct pending pending = {.kind = REL_JOIN_LEFT};
    struct correlation correlation;
    struct select_parts parts = {0};
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
        if (!bind_correlated_value(b, query, &correlation, &parts, &pending))
            return NULL;
        return add_value(b, &pending, expr->span);
    }
    if (!has_one_row(query, &parts))
        pending.right = single_value(b, pending.right);
    pending.value = rel_input(b->arena, pending.right, 0, expr->span);
    return add_value(b, &pending, expr->span);
}

/* ---- IN and EXISTS as values ---- */

static struct texpr *is_true(struct binder *b, enum texpr_op op, struct texpr *arg)
{
    return make_op(b->arena, op, type_simple(b->arena, TYPE_BOOLEAN, false), arg->span, &arg, 1);
}

static struct texpr *make_zero(struct binder *b, struct span span)
{
    return texpr_new(b->arena, TEXPR_LITERAL, type_simple(b->arena, TYPE_BIGINT, false), span);
}

/* COUNT(*) and COUNT(first column) of the query, joined to every row. */
static void add_counts(struct binder *b, struct rel *rel, struct texpr **counts,
    struct span span)
{
    const struct type *bigint = type_simple(b->arena, TYPE_BIGINT, false);
    struct aggregate calls[2] = {
        {.kind = AGG_COUNT_STAR, .type = bigint, .filter = -1, .span = span},
        {.kind = AGG_COUNT, .type = bigint, .filter = -1, .arg_count = 1, .span = span}};
    struct pending pending = {.kind = REL_JOIN_INNER};
    struct rel *right = aggregate_all(b, rel, calls, 2);

    pending.right = right;
    pending.value = rel_input(b->arena, right, 0, span);
    counts[0] = add_value(b, &pending, span);
    pending.right = NULL;
    pending.value = rel_input(b->arena, right, 1, span);
    counts[1] = add_value(b, &pending, span);
}

/* TRUE where the operand is among the query's values, joined once for each of them. */
static struct texpr *add_marker(struct binder *b, struct rel *rel, struct texpr *operand,
    struct span span)
{
    struct rel *distinct = rel_distinct(b->arena, rel);
    struct rel *project = rel_project(b->arena, distinct, 2);
    struct pending pending = {.kind = REL_JOIN_LEFT, .right = project};
    struct texpr *condition;

    project->exprs[0] = rel_input(b->arena, distinct, 0, span);
    project->exprs[1] = make_boolean(b->arena, true, span);
    project->columns[0] = distinct->columns[0];
    project->columns[1] = (struct rel_column){"i", project->exprs[1]->type};
    condition = in_condition(b, operand, rel_input(b->arena, project, 0, span), false, span);
    if (!condition)
        return NULL;
    vec_push(b->arena, &pending.conditions, condition);
    pending.value = rel_input(b->arena, project, 1, span);
    return add_value(b, &pending, span);
}

/* CASE WHEN c = 0 THEN FALSE WHEN x IS NULL THEN NULL WHEN i IS NOT NULL THEN TRUE
 * WHEN ck < c THEN NULL ELSE FALSE END */
static struct texpr *in_value(struct binder *b, struct texpr *operand, struct rel *rel,
    struct span span)
{
    const struct type *boolean = type_simple(b->arena, TYPE_BOOLEAN, true);
    struct texpr *counts[2], *marker, *result;
    struct texpr **parts = arena_array(b->arena, 9, sizeof *parts);

    add_counts(b, rel, counts, span);
    marker = add_marker(b, rel, operand, span);
    if (!marker)
        return NULL;
    parts[0] = make_compare(b, TOP_EQ, counts[0], make_zero(b, span), span);
    parts[1] = make_boolean(b->arena, false, span);
    parts[2] = is_true(b, TOP_IS_NULL, operand);
    parts[3] = make_null(b->arena, boolean, span);
    parts[4] = is_true(b, TOP_IS_NOT_NULL, marker);
    parts[5] = make_boolean(b->arena, true, span);
    parts[6] = make_compare(b, TOP_LT, counts[1], counts[0], span);
    parts[7] = make_null(b->arena, boolean, span);
    parts[8] = make_boolean(b->arena, false, span);
    result = texpr_new(b->arena, TEXPR_CASE, boolean, span);
    result->args = parts;
    result->arg_count = 9;
    return result;
}

/* One row TRUE if the query has any, joined to every row. */
static struct texpr *exists_value(struct binder *b, struct rel *rel, struct span span)
{
    struct rel *project = rel_project(b->arena, rel, 1);
    struct pending pending = {.kind = REL_JOIN_LEFT};

    project->exprs[0] = make_boolean(b->arena, true, span);
    project->columns[0] = (struct rel_column){"i", project->exprs[0]->type};
    pending.right = rel_distinct(b->arena, project);
    pending.value = rel_input(b->arena, pending.right, 0, span);
    return is_true(b, TOP_IS_NOT_NULL, add_value(b, &pending, span));
}

/* The same for each value of the columns that equal those of the query around. */
static struct texpr *correlated_exists(struct binder *b, struct correlation *correlation,
    struct select_parts *parts, struct span span)
{
    struct aggregate call = {.kind = AGG_MIN, .arg_count = 1, .filter = -1,
        .type = type_simple(b->arena, TYPE_BOOLEAN, true), .span = span};
    struct aggregation *a = &parts->aggregation;
    struct pending pending = {.kind = REL_JOIN_LEFT};
    struct texpr *value;

    if (!is_plain(parts)) {
        unsupported(b, span, "this correlated subquery of EXISTS");
        return NULL;
    }
    vec_push(b->arena, &a->args, make_boolean(b->arena, true, span));
    vec_push(b->arena, &a->calls, call);
    vec_push(b->arena, &a->names, NULL);
    value = texpr_new(b->arena, TEXPR_INPUT, call.type, span);
    value->input = INPUT_AGGREGATE;
    if (!group_by_correlation(b, correlation, a, &pending, span))
        return NULL;
    pending.right = make_aggregate(b, parts->rel, a, span);
    pending.value = over_groups(&parts->binder, a, value);
    return pending.value ? is_true(b, TOP_IS_NOT_NULL, add_value(b, &pending, span)) : NULL;
}

/* ---- ANY, ALL ---- */

/* The test of ANY; x op ALL is NOT x `opposite of op` ANY. */
static enum texpr_op any_op(enum ast_op op, bool all)
{
    static const enum texpr_op tests[][2] = {[OP_EQ] = {TOP_EQ, TOP_NE}, [OP_NE] = {TOP_NE, TOP_EQ},
        [OP_LT] = {TOP_LT, TOP_GE}, [OP_LE] = {TOP_LE, TOP_GT}, [OP_GT] = {TOP_GT, TOP_LE},
        [OP_GE] = {TOP_GE, TOP_LT}};

    return tests[op][all];
}

/* COUNT(*), COUNT, MIN and MAX of the query's column, joined to every row. */
static void add_extremes(struct binder *b, struct rel *rel, struct texpr **values,
    struct span span)
{
    static const enum aggregate_kind kinds[] = {AGG_COUNT_STAR, AGG_COUNT, AGG_MIN, AGG_MAX};
    const struct type *bigint = type_simple(b->arena, TYPE_BIGINT, false);
    struct aggregate calls[4];
    struct pending pending = {.kind = REL_JOIN_INNER};
    struct rel *right;

    for (size_t i = 0; i < 4; i++)
        calls[i] = (struct aggregate){.kind = kinds[i], .filter = -1, .arg_count = i > 0,
            .span = span, .type = i < 2 ? bigint
                : type_with_null(b->arena, without_time(b->arena, rel->columns[0].type), true)};
    right = aggregate_all(b, rel, calls, 4);
    for (size_t i = 0; i < 4; i++) {
        pending.right = i ? NULL : right;
        pending.value = rel_input(b->arena, right, i, span);
        values[i] = add_value(b, &pending, span);
    }
}

/* x op any of them, if none is NULL: what the least or the greatest says. */
static struct texpr *test_extremes(struct binder *b, enum texpr_op op, struct texpr *operand,
    struct texpr *const *values, struct span span)
{
    struct texpr *tests[2];

    if (op != TOP_NE)
        return make_compare(b, op, operand,
            op == TOP_LT || op == TOP_LE ? values[3] : values[2], span);
    for (size_t i = 0; i < 2; i++)
        tests[i] = make_compare(b, TOP_NE, operand, values[2 + i], span);
    return tests[0] && tests[1] ? make_op(b->arena, TOP_OR,
        type_simple(b->arena, TYPE_BOOLEAN, true), span, tests, 2) : NULL;
}

/* CASE WHEN c = 0 THEN FALSE WHEN test IS TRUE THEN TRUE WHEN ck < c THEN NULL ELSE test END */
static struct texpr *any_value(struct binder *b, enum texpr_op op, struct texpr *operand,
    struct rel *rel, struct span span)
{
    const struct type *boolean = type_simple(b->arena, TYPE_BOOLEAN, true);
    struct texpr *values[4], *test, *result;
    struct texpr **parts = arena_array(b->arena, 7, sizeof *parts);

    add_extremes(b, rel, values, span);
    test = test_extremes(b, op, operand, values, span);
    if (!test)
        return NULL;
    parts[0] = make_compare(b, TOP_EQ, values[0], make_zero(b, span), span);
    parts[1] = make_boolean(b->arena, false, span);
    parts[2] = is_true(b, TOP_IS_TRUE, test);
    parts[3] = make_boolean(b->arena, true, span);
    parts[4] = make_compare(b, TOP_LT, values[1], values[0], span);
    parts[5] = make_null(b->arena, boolean, span);
    parts[6] = test;
    result = texpr_new(b->arena, TEXPR_CASE, boolean, span);
    result->args = parts;
    result->arg_count = 7;
    return result;
}

/* What stands left of IN or ANY; NULL: reported. */
static struct texpr *bind_left(struct binder *b, const struct ast_expr *ast)
{
    struct texpr *operand = bind_expr(b, ast);

    if (operand && (has_inputs_from(operand, INPUT_OUTER) ||
            has_inputs_from(operand, INPUT_SUBQUERY))) {
        unsupported(b, ast->span,
            "IN, ANY or ALL of a value from the query around, or from another subquery,");
        return NULL;
    }
    return operand;
}

static struct texpr *bind_as_value(struct binder *b, const struct ast_expr *expr)
{
    bool quantified = expr->kind == EXPR_QUANTIFIED;
    bool all = quantified && expr->as.quantified.quantifier == QUANTIFIER_ALL;
    const struct ast_query *query = quantified ? expr->as.quantified.query
        : expr->kind == EXPR_EXISTS ? expr->as.query : expr->as.in.query;
    enum texpr_op op = quantified ? any_op(expr->as.quantified.op, all) : TOP_EQ;
    struct correlation correlation;
    struct select_parts parts = {0};
    struct texpr *operand, *value;
    struct rel *rel;

    if (!bind_inner(b, query, &correlation, &parts, &rel))
        return NULL;
    if (expr->kind == EXPR_EXISTS)
        return rel ? exists_value(b, rel, expr->span)
                   : correlated_exists(b, &correlation, &parts, expr->span);
    if (!rel || rel->column_count != 1) {
        unsupported(b, expr->span, !rel
            ? "a correlated subquery of IN, ANY or ALL other than as a condition of its own"
            : "IN, ANY or ALL of several columns other than as a condition of its own");
        return NULL;
    }
    operand = bind_left(b, quantified ? expr->as.quantified.operand : expr->as.in.operand);
    if (!operand)
        return NULL;
    value = op == TOP_EQ ? in_value(b, operand, rel, expr->span)
                         : any_value(b, op, operand, rel, expr->span);
    return value && (all || (!quantified && expr->as.in.negated))
        ? make_not(b->arena, value, expr->span) : value;
}

struct texpr *bind_query_expr(struct binder *b, const struct ast_expr *expr)
{
    if (!b->pending) {
        diag_error(b->diag, D_UNSUPPORTED_SUBQUERY, expr->span,
            "a subquery in %s is not supported yet", b->place);
        return NULL;
    }
    if (expr->kind == EXPR_SUBQUERY)
        return bind_scalar(b, expr);
    return bind_as_value(b, expr);
}
