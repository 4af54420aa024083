/* ROW_NUMBER() OVER (…), and the conditions that make it a Top-N; ORDER BY with LIMIT. */
#include "binder.h"

#include <string.h>
#include <strings.h>

/* NULL is less than everything: first ascending, last descending. */
static bool nulls_first(const struct order_item *item)
{
    return item->nulls == NULLS_DEFAULT ? !item->descending : item->nulls == NULLS_FIRST;
}

static bool refuse_over(struct binder *b, const struct ast_expr *expr, const char *name)
{
    if (!strcasecmp(name, "RANK") || !strcasecmp(name, "DENSE_RANK")) {
        diag_error(b->diag, D_UNSUPPORTED_WINDOW, expr->span,
            "%s() on streaming table is not supported currently", name);
        return true;
    }
    if (strcasecmp(name, "ROW_NUMBER") || expr->as.call.args.count || expr->as.call.star) {
        diag_error(b->diag, D_UNSUPPORTED_WINDOW, expr->span, "%s with OVER is not supported yet",
            name);
        return true;
    }
    if (!b->rankings) {
        diag_error(b->diag, D_MISPLACED_AGGREGATE, expr->span, "%s with OVER is not allowed in %s",
            name, b->place);
        return true;
    }
    return false;
}

static bool bind_partition(struct binder *b, const struct window_spec *spec,
    struct ranking *ranking)
{
    for (size_t i = 0; i < spec->partition_by.count; i++) {
        struct texpr *expr = bind_expr(b, spec->partition_by.at[i]);

        if (!expr)
            return false;
        vec_push(b->arena, &ranking->partition, expr);
    }
    for (size_t i = 0; i < spec->order_by.count; i++) {
        const struct order_item *item = &spec->order_by.at[i];
        struct texpr *expr = bind_expr(b, item->expr);

        if (!expr)
            return false;
        ranking->order[i].expr = expr;
        ranking->order[i].descending = item->descending;
        ranking->order[i].nulls_first = nulls_first(item);
        ranking->order_count++;
    }
    return true;
}

static bool same_ranking(const struct ranking *a, const struct ranking *b)
{
    if (a->partition.count != b->partition.count || a->order_count != b->order_count)
        return false;
    for (size_t i = 0; i < a->partition.count; i++)
        if (!texpr_equal(a->partition.at[i], b->partition.at[i]))
            return false;
    for (size_t i = 0; i < a->order_count; i++)
        if (!texpr_equal(a->order[i].expr, b->order[i].expr) ||
            a->order[i].descending != b->order[i].descending ||
            a->order[i].nulls_first != b->order[i].nulls_first)
            return false;
    return true;
}

struct texpr *bind_over_call(struct binder *b, const struct ast_expr *expr, const char *name)
{
    const struct window_spec *spec = expr->as.call.over;
    struct ranking ranking = {.span = expr->span};
    struct binder inner = *b;
    struct texpr *input;
    size_t index = 0;

    if (refuse_over(b, expr, name))
        return NULL;
    inner.rankings = NULL;
    inner.place = "OVER";
    if (spec->base.text) {
        diag_error(b->diag, D_UNSUPPORTED_WINDOW, spec->base.span,
            "a named window is not supported yet");
        return NULL;
    }
    if (!spec->order_by.count || spec->order_by.count > 32) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span,
            "ROW_NUMBER() needs ORDER BY in its OVER clause, of at most 32 columns");
        return NULL;
    }
    if (!bind_partition(&inner, spec, &ranking))
        return NULL;
    while (index < b->rankings->count && !same_ranking(&b->rankings->at[index], &ranking))
        index++;
    if (index == b->rankings->count)
        vec_push(b->arena, b->rankings, ranking);
    input = texpr_new(b->arena, TEXPR_INPUT, type_simple(b->arena, TYPE_BIGINT, false),
        expr->span);
    input->input = INPUT_RANK + index;
    return input;
}

/* ---- RANK ---- */

/* The column of `project` that holds `expr`, added if there is none. */
static size_t column_of(struct binder *b, struct rel *input, struct texpr_list *exprs,
    struct texpr *expr)
{
    (void)input;
    for (size_t i = 0; i < exprs->count; i++)
        if (texpr_equal(exprs->at[i], expr))
            return i;
    vec_push(b->arena, exprs, expr);
    return exprs->count - 1;
}

/* `rel` with computed columns behind its own. */
static struct rel *extend(struct binder *b, struct rel *rel, const struct texpr_list *exprs)
{
    struct rel *project;

    if (exprs->count == rel->column_count)
        return rel;
    project = rel_project(b->arena, rel, exprs->count);
    for (size_t i = 0; i < exprs->count; i++) {
        project->exprs[i] = exprs->at[i];
        project->columns[i] = (struct rel_column){i < rel->column_count ? rel->columns[i].name
            : arena_printf(b->arena, "$%zu", i), exprs->at[i]->type};
    }
    return project;
}

static struct rel *make_rank(struct binder *b, struct rel *rel, const struct ranking *ranking)
{
    size_t *partition = arena_array(b->arena, ranking->partition.count + 1, sizeof *partition);
    struct sort_key *order = arena_array(b->arena, ranking->order_count, sizeof *order);
    struct texpr_list exprs = {0};
    struct rel *rank;

    for (size_t i = 0; i < rel->column_count; i++)
        vec_push(b->arena, &exprs, rel_input(b->arena, rel, i, ranking->span));
    for (size_t i = 0; i < ranking->partition.count; i++)
        partition[i] = column_of(b, rel, &exprs, ranking->partition.at[i]);
    for (size_t i = 0; i < ranking->order_count; i++)
        order[i] = (struct sort_key){column_of(b, rel, &exprs, ranking->order[i].expr),
            ranking->order[i].descending, ranking->order[i].nulls_first};
    rel = extend(b, rel, &exprs);
    rank = rel_new(b->arena, REL_RANK, ranking->span, rel->column_count + 1);
    memcpy(rank->columns, rel->columns, rel->column_count * sizeof *rel->columns);
    rank->columns[rel->column_count] =
        (struct rel_column){"w0$o0", type_simple(b->arena, TYPE_BIGINT, false)};
    rank->inputs = arena_copy(b->arena, &rel, sizeof rel);
    rank->input_count = 1;
    rank->rank = (struct rank){.partition = partition,
        .partition_count = ranking->partition.count, .order = order,
        .order_count = ranking->order_count, .from = 1, .to = INT64_MAX, .with_number = true};
    return rank;
}

struct rel *make_ranks(struct binder *b, struct rel *rel, const struct ranking_list *rankings,
    size_t *columns)
{
    for (size_t i = 0; i < rankings->count; i++) {
        rel = make_rank(b, rel, &rankings->at[i]);
        columns[i] = rel->column_count - 1;
    }
    return rel;
}

static void narrow(struct rank *rank, enum texpr_op op, int64_t number)
{
    int64_t from = 1, to = INT64_MAX - 1;

    if (op == TOP_EQ || op == TOP_LE)
        to = number;
    if (op == TOP_EQ || op == TOP_GE)
        from = number;
    if (op == TOP_LT)
        to = number - 1;
    if (op == TOP_GT)
        from = number + 1;
    rank->from = from > rank->from ? from : rank->from;
    rank->to = to < rank->to && to != INT64_MAX - 1 ? to : rank->to;
}

struct rel *limit_rank(struct binder *b, struct rel *rel, size_t column, enum texpr_op op,
    int64_t number)
{
    struct rel *copy, *input;

    if (rel->kind == REL_RANK && rel->rank.with_number && column + 1 == rel->column_count) {
        copy = arena_copy(b->arena, rel, sizeof *rel);
        narrow(&copy->rank, op, number);
        return copy;
    }
    if (rel->kind == REL_PROJECT && rel->exprs[column]->kind == TEXPR_INPUT)
        input = limit_rank(b, rel->inputs[0], rel->exprs[column]->input, op, number);
    else if (rel->kind == REL_FILTER)
        input = limit_rank(b, rel->inputs[0], column, op, number);
    else
        return NULL;
    if (!input)
        return NULL;
    copy = arena_copy(b->arena, rel, sizeof *rel);
    copy->inputs = arena_copy(b->arena, &input, sizeof input);
    return copy;
}

/* ---- ORDER BY, LIMIT, OFFSET ---- */

static bool bind_count(struct binder *b, const struct ast_expr *ast, const char *what,
    int64_t *number)
{
    struct binder inner = *b;
    struct texpr *expr;

    inner.scope = NULL;
    expr = bind_expr(&inner, ast);
    if (!expr)
        return false;
    if (expr->kind != TEXPR_LITERAL || !type_is_integer(expr->type) || expr->is_null ||
        expr->integer < 0) {
        diag_error(b->diag, D_BAD_LIMIT, ast->span, "%s takes a whole number", what);
        return false;
    }
    *number = (int64_t)expr->integer;
    return true;
}

bool bind_limit_count(struct binder *b, const struct ast_expr *limit, int64_t *number)
{
    return bind_count(b, limit, "LIMIT", number);
}

struct rel *bind_limits(struct binder *b, struct rel *rel, const struct ast_query *query,
    const struct sort_key *order, size_t order_count)
{
    int64_t offset = 0, limit = 0;
    struct rel *out;

    if (!query->limit && !query->offset)
        return rel;
    if (!query->limit) {
        diag_error(b->diag, D_BAD_LIMIT, query->offset->span,
            "OFFSET without LIMIT: FETCH is missed, which on streaming table is not supported "
            "currently");
        return NULL;
    }
    if ((query->offset && !bind_count(b, query->offset, "OFFSET", &offset)) ||
        !bind_limit_count(b, query->limit, &limit))
        return NULL;
    if (!limit)
        return rel_filter(b, rel, make_boolean(b->arena, false, query->limit->span));
    out = rel_new(b->arena, order_count ? REL_RANK : REL_LIMIT, query->span, rel->column_count);
    memcpy(out->columns, rel->columns, rel->column_count * sizeof *rel->columns);
    out->inputs = arena_copy(b->arena, &rel, sizeof rel);
    out->input_count = 1;
    out->rank = (struct rank){.order = arena_copy(b->arena, order, order_count * sizeof *order),
        .order_count = order_count, .from = offset + 1, .to = offset + limit};
    return out;
}
