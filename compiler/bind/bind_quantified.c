/* EXISTS, IN, ANY and ALL of a query as values: what the rows around are LEFT JOINed with tells. */
#include "bind_subquery.h"

bool is_equal_any(const struct ast_expr *expr)
{
    return expr->kind == EXPR_QUANTIFIED && expr->as.quantified.query &&
        expr->as.quantified.op == OP_EQ && expr->as.quantified.quantifier == QUANTIFIER_ANY;
}

bool is_unequal_all(const struct ast_expr *expr)
{
    return expr->kind == EXPR_QUANTIFIED && expr->as.quantified.query &&
        expr->as.quantified.op == OP_NE && expr->as.quantified.quantifier == QUANTIFIER_ALL;
}

const struct ast_query *query_of(const struct ast_expr *expr)
{
    return expr->kind == EXPR_QUANTIFIED ? expr->as.quantified.query
        : expr->kind == EXPR_EXISTS ? expr->as.query : expr->as.in.query;
}

static struct texpr *is_true(struct binder *b, enum texpr_op op, struct texpr *arg)
{
    return make_op(b->arena, op, type_simple(b->arena, TYPE_BOOLEAN, false), arg->span, &arg, 1);
}

static struct texpr *make_zero(struct binder *b, struct span span)
{
    return texpr_new(b->arena, TEXPR_LITERAL, type_simple(b->arena, TYPE_BIGINT, false), span);
}

/* ---- joins of the rows around with aggregates of the query ---- */

static struct pending join_of(enum rel_join kind, struct rel *right, const struct correlated *rows)
{
    return (struct pending){.kind = kind, .right = right, .conditions = rows->ties,
        .generator = rows->generator};
}

/* The count is 0 where the join finds none. */
static struct texpr *add_count(struct binder *b, const struct pending *pending, struct span span)
{
    struct texpr *parts[2] = {add_value(b, pending, span), make_zero(b, span)};

    return parts[0]->type->nullable
        ? make_op(b->arena, TOP_COALESCE, parts[1]->type, span, parts, 2) : parts[0];
}

/* COUNT(*), COUNT and the like of the query's column, for the ties' values, joined to every row. */
static void add_aggregates(struct binder *b, const struct correlated *rows,
    const enum aggregate_kind *kinds, size_t count, struct texpr **values, struct span span)
{
    const struct type *bigint = type_simple(b->arena, TYPE_BIGINT, false);
    const struct type *type = rows->rel->columns[rows->tie_count].type;
    struct aggregate calls[4];
    struct pending pending;
    struct rel *right;

    for (size_t i = 0; i < count; i++)
        calls[i] = (struct aggregate){.kind = kinds[i], .filter = -1,
            .arg_count = kinds[i] != AGG_COUNT_STAR, .args = {rows->tie_count}, .span = span,
            .type = kinds[i] <= AGG_COUNT ? bigint
                : type_with_null(b->arena, without_time(b->arena, type), true)};
    right = aggregate_by(b, rows->rel, rows->tie_count, calls, count);
    pending = join_of(rows->tie_count ? REL_JOIN_LEFT : REL_JOIN_INNER, right, rows);
    for (size_t i = 0; i < count; i++) {
        pending.value = rel_input(b->arena, right, rows->tie_count + i, span);
        values[i] = kinds[i] <= AGG_COUNT ? add_count(b, &pending, span)
                                          : add_value(b, &pending, span);
        pending.right = NULL;
        pending.conditions = (struct texpr_list){0};
    }
}

/* ---- IN ---- */

/* TRUE where the operand is among the query's values, joined once for each of them. */
static struct texpr *add_marker(struct binder *b, const struct correlated *rows,
    struct texpr *operand, struct span span)
{
    struct rel *distinct = rel_distinct(b->arena, rows->rel);
    size_t count = rows->tie_count + 1;
    struct rel *project = rel_project(b->arena, distinct, count + 1);
    struct pending pending = join_of(REL_JOIN_LEFT, project, rows);
    struct texpr_list conditions = {0};
    struct texpr *condition;

    for (size_t i = 0; i < count; i++) {
        project->exprs[i] = rel_input(b->arena, distinct, i, span);
        project->columns[i] = distinct->columns[i];
    }
    project->exprs[count] = make_boolean(b->arena, true, span);
    project->columns[count] = (struct rel_column){"i", project->exprs[count]->type};
    rel_name_apart(b->arena, project);
    condition = in_condition(b, operand, rel_input(b->arena, project, count - 1, span), false,
        span);
    if (!condition)
        return NULL;
    for (size_t i = 0; i < pending.conditions.count; i++)
        vec_push(b->arena, &conditions, pending.conditions.at[i]);
    vec_push(b->arena, &conditions, condition);
    pending.conditions = conditions;
    pending.value = rel_input(b->arena, project, count, span);
    return add_value(b, &pending, span);
}

/* CASE WHEN c = 0 THEN FALSE WHEN x IS NULL THEN NULL WHEN i IS NOT NULL THEN TRUE
 * WHEN ck < c THEN NULL ELSE FALSE END */
static struct texpr *in_value(struct binder *b, struct texpr *operand,
    const struct correlated *rows, struct span span)
{
    static const enum aggregate_kind kinds[] = {AGG_COUNT_STAR, AGG_COUNT};
    const struct type *boolean = type_simple(b->arena, TYPE_BOOLEAN, true);
    struct texpr *counts[2], *marker, *result;
    struct texpr **parts = arena_array(b->arena, 9, sizeof *parts);

    add_aggregates(b, rows, kinds, 2, counts, span);
    marker = add_marker(b, rows, operand, span);
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

/* ---- EXISTS ---- */

/* TRUE for the ties' values of which the query has any, joined to every row. */
static struct texpr *exists_value(struct binder *b, const struct correlated *rows,
    struct span span)
{
    size_t count = rows->tie_count;
    struct aggregate call = {.kind = AGG_MIN, .arg_count = 1, .filter = -1, .args = {count},
        .type = type_simple(b->arena, TYPE_BOOLEAN, true), .span = span};
    struct rel *project = rel_project(b->arena, rows->rel, count + 1);
    struct pending pending;

    for (size_t i = 0; i < count; i++) {
        project->exprs[i] = rel_input(b->arena, rows->rel, i, span);
        project->columns[i] = rows->rel->columns[i];
    }
    project->exprs[count] = make_boolean(b->arena, true, span);
    project->columns[count] = (struct rel_column){"i", project->exprs[count]->type};
    rel_name_apart(b->arena, project);
    pending = join_of(REL_JOIN_LEFT, count ? aggregate_by(b, project, count, &call, 1)
        : rel_distinct(b->arena, project), rows);
    pending.value = rel_input(b->arena, pending.right, count, span);
    return is_true(b, TOP_IS_NOT_NULL, add_value(b, &pending, span));
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
    const struct correlated *rows, struct span span)
{
    static const enum aggregate_kind kinds[] = {AGG_COUNT_STAR, AGG_COUNT, AGG_MIN, AGG_MAX};
    const struct type *boolean = type_simple(b->arena, TYPE_BOOLEAN, true);
    struct texpr *values[4], *test, *result;
    struct texpr **parts = arena_array(b->arena, 7, sizeof *parts);

    add_aggregates(b, rows, kinds, 4, values, span);
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

/* ---- all of them ---- */

static bool is_all(const struct ast_expr *expr)
{
    return expr->kind == EXPR_QUANTIFIED && expr->as.quantified.quantifier == QUANTIFIER_ALL;
}

/* What stands left of IN or ANY; NULL: reported. */
static struct texpr *bind_left(struct binder *b, const struct ast_expr *expr)
{
    const struct ast_expr *ast = expr->kind == EXPR_QUANTIFIED ? expr->as.quantified.operand
                                                               : expr->as.in.operand;
    struct texpr *operand = bind_expr(b, ast);

    if (operand && (has_inputs_from(operand, INPUT_OUTER) ||
            has_inputs_from(operand, INPUT_SUBQUERY))) {
        subquery_unsupported(b, ast->span,
            "IN, ANY or ALL of a value from the query around, or from another subquery,");
        return NULL;
    }
    return operand;
}

static enum texpr_op op_of(const struct ast_expr *expr)
{
    return expr->kind == EXPR_QUANTIFIED ? any_op(expr->as.quantified.op, is_all(expr)) : TOP_EQ;
}

/* Of ANY what was asked: ALL is its opposite of the opposite operator, and NOT IN. */
static struct texpr *answer(struct binder *b, const struct ast_expr *expr, struct texpr *any)
{
    return is_all(expr) || (expr->kind == EXPR_IN && expr->as.in.negated)
        ? make_not(b->arena, any, expr->span) : any;
}

/* EXISTS: HAVING IS TRUE; of others: HAVING IS TRUE AND operand op value, without NOT and ALL. */
struct texpr *one_row_value(struct binder *b, const struct ast_expr *expr,
    const struct correlated *rows)
{
    struct pending pending = join_of(REL_JOIN_LEFT, rows->rel, rows);
    struct texpr *parts[2], *operand;
    size_t count = 0;

    if (rows->having) {
        pending.value = having_or_none(b, rows);
        parts[count++] = is_true(b, TOP_IS_TRUE, add_value(b, &pending, expr->span));
        pending.right = NULL;
        pending.conditions = (struct texpr_list){0};
    }
    if (expr->kind != EXPR_EXISTS) {
        operand = bind_left(b, expr);
        if (!operand)
            return NULL;
        pending.value = value_or_none(b, rows, 0);
        parts[count] = make_compare(b, op_of(expr), operand, add_value(b, &pending, expr->span),
            expr->span);
        if (!parts[count++])
            return NULL;
    }
    return count ? make_and(b->arena, parts, count) : make_boolean(b->arena, true, expr->span);
}

/* The list of a correlated subquery without an aggregate, or its groups, as values. */
static struct texpr *value_of_rows(struct binder *b, const struct ast_expr *expr,
    const struct correlated *rows)
{
    enum texpr_op op = op_of(expr);
    struct texpr *operand;

    if (expr->kind == EXPR_EXISTS)
        return exists_value(b, rows, expr->span);
    if (rows->rel->column_count != rows->tie_count + 1) {
        subquery_unsupported(b, expr->span,
            "IN, ANY or ALL of several columns other than as a condition of its own");
        return NULL;
    }
    operand = bind_left(b, expr);
    if (!operand)
        return NULL;
    return op == TOP_EQ ? in_value(b, operand, rows, expr->span)
                        : any_value(b, op, operand, rows, expr->span);
}

struct texpr *bind_as_value(struct binder *b, const struct ast_expr *expr)
{
    const struct ast_query *query = query_of(expr);
    struct correlation correlation;
    struct select_parts parts = {0};
    struct correlated rows = {0};
    struct texpr *value;

    if (!bind_inner(b, query, &correlation, &parts, &rows.rel))
        return NULL;
    if (!rows.rel && !correlated_rows(b, query, &correlation, &parts, &rows))
        return NULL;
    if (rows.one_row && expr->kind != EXPR_EXISTS && parts.visible != 1) {
        subquery_unsupported(b, expr->span,
            "IN, ANY or ALL of several columns other than as a condition of its own");
        return NULL;
    }
    value = rows.one_row ? one_row_value(b, expr, &rows) : value_of_rows(b, expr, &rows);
    return value ? answer(b, expr, value) : NULL;
}
