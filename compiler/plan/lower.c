/* The bound tree as operators. Projections and filters above one operator become one Calc:
 * each step is kept as expressions over that operator (a chain) until something needs its rows. */
#include "lower.h"

#include <string.h>

/* Above this a merged expression would be larger than computing the steps one after the other. */
enum { MERGE_LIMIT = 2000 };

struct plan_node *node_new(struct planner *p, enum plan_kind kind, struct span span,
    size_t column_count)
{
    struct plan_node *node = NEW(p->arena, struct plan_node);

    node->kind = kind;
    node->span = span;
    node->columns = arena_array(p->arena, column_count, sizeof *node->columns);
    node->column_count = column_count;
    node->rowtime = -1;
    return node;
}

void node_add_input(struct planner *p, struct plan_node *node, struct plan_node *input)
{
    struct plan_node **inputs =
        arena_array(p->arena, node->input_count + 1, sizeof(struct plan_node *));

    if (node->input_count)
        memcpy(inputs, node->inputs, node->input_count * sizeof *inputs);
    inputs[node->input_count++] = input;
    node->inputs = inputs;
}

/* ---- chains ---- */

static struct texpr *input_of(struct planner *p, const struct type *type, size_t index,
    struct span span)
{
    struct texpr *expr = texpr_new(p->arena, TEXPR_INPUT, type, span);

    expr->input = index;
    return expr;
}

struct chain chain_of(struct planner *p, struct plan_node *node)
{
    struct chain chain = {.base = node, .columns = node->columns, .count = node->column_count,
        .span = node->span};

    chain.exprs = arena_array(p->arena, chain.count, sizeof *chain.exprs);
    for (size_t i = 0; i < chain.count; i++)
        chain.exprs[i] = input_of(p, node->columns[i].type, i, node->span);
    return chain;
}

static bool is_identity(const struct chain *chain)
{
    if (chain->condition || chain->count != chain->base->column_count)
        return false;
    for (size_t i = 0; i < chain->count; i++)
        if (chain->exprs[i]->kind != TEXPR_INPUT || chain->exprs[i]->input != i)
            return false;
    return true;
}

/* VALUES compute their projection row by row at once. */
static struct plan_node *values_of(struct planner *p, const struct chain *chain)
{
    struct plan_node *values = node_new(p, PLAN_VALUES, chain->base->span, chain->count);

    values->columns = chain->columns;
    values->row_count = chain->base->row_count;
    values->rows = arena_array(p->arena, values->row_count, sizeof *values->rows);
    for (size_t r = 0; r < values->row_count; r++) {
        values->rows[r] = arena_array(p->arena, chain->count, sizeof **values->rows);
        for (size_t i = 0; i < chain->count; i++)
            values->rows[r][i] =
                texpr_substitute(p->arena, chain->exprs[i], chain->base->rows[r]);
    }
    return values;
}

/* Scans may be shared; these operators need columns that their readers do not: see prune.c. */
static bool has_columns_of_its_own(const struct plan_node *node)
{
    switch (node->kind) {
    case PLAN_SCAN: case PLAN_WATERMARK: case PLAN_AGGREGATE: case PLAN_JOIN: case PLAN_RANK:
    case PLAN_DEDUPLICATE: case PLAN_CORRELATE: case PLAN_FROM_CHANGELOG: case PLAN_TO_CHANGELOG:
        return true;
    case PLAN_VALUES: case PLAN_CALC: case PLAN_UNION: case PLAN_EXPAND: case PLAN_LIMIT:
    case PLAN_NORMALIZE: case PLAN_MATERIALIZE: case PLAN_SINK:
        return false;
    }
    return true;
}

struct plan_node *chain_node(struct planner *p, const struct chain *chain)
{
    struct plan_node *calc;

    if (is_identity(chain) && !has_columns_of_its_own(chain->base)) {
        chain->base->columns = chain->columns;
        return chain->base;
    }
    /* Named as its reader names it: without columns to leave out, this Calc goes again. */
    if (is_identity(chain) && chain->base->kind != PLAN_SCAN &&
        chain->base->kind != PLAN_WATERMARK)
        chain->base->columns = chain->columns;
    if (chain->base->kind == PLAN_VALUES && !chain->condition)
        return values_of(p, chain);
    calc = node_new(p, PLAN_CALC, chain->span, chain->count);
    calc->columns = chain->columns;
    calc->exprs = chain->exprs;
    calc->condition = chain->condition;
    node_add_input(p, calc, chain->base);
    return calc;
}

static size_t size_of(const struct texpr *expr, size_t limit)
{
    size_t size = 1;

    for (size_t i = 0; i < expr->arg_count && size < limit; i++)
        size += size_of(expr->args[i], limit - size);
    return size;
}

static void count_uses(const struct texpr *expr, size_t *uses)
{
    if (expr->kind == TEXPR_INPUT)
        uses[expr->input]++;
    for (size_t i = 0; i < expr->arg_count; i++)
        count_uses(expr->args[i], uses);
}

void chain_prepare(struct planner *p, struct chain *chain, struct texpr *const *exprs,
    size_t count, const struct texpr *condition)
{
    size_t *uses = arena_array(p->arena, chain->count, sizeof *uses);
    size_t size = 0;
    bool keep = false;

    for (size_t i = 0; i < count; i++)
        count_uses(exprs[i], uses);
    if (condition)
        count_uses(condition, uses);
    for (size_t i = 0; i < chain->count && !keep; i++) {
        size += uses[i] * size_of(chain->exprs[i], MERGE_LIMIT);
        keep = !texpr_is_deterministic(chain->exprs[i]) && (uses[i] > 1 || condition);
    }
    if (keep || size > MERGE_LIMIT)
        *chain = chain_of(p, chain_node(p, chain));
}

/* ---- the tree ---- */

static struct chain lower_scan(struct planner *p, const struct rel *rel)
{
    const struct scan_entry *entry = lower_scan_entry(p, rel);

    return (struct chain){.base = entry->top, .exprs = entry->exprs, .columns = rel->columns,
        .count = rel->column_count, .span = rel->span};
}

static struct chain lower_project(struct planner *p, const struct rel *rel)
{
    struct chain chain = lower_rel(p, rel->inputs[0]);
    struct texpr **exprs = arena_array(p->arena, rel->column_count, sizeof *exprs);

    chain_prepare(p, &chain, rel->exprs, rel->column_count, NULL);
    for (size_t i = 0; i < rel->column_count; i++)
        exprs[i] = texpr_substitute(p->arena, rel->exprs[i], chain.exprs);
    chain.exprs = exprs;
    chain.columns = rel->columns;
    chain.count = rel->column_count;
    chain.span = rel->span;
    return chain;
}

static struct chain lower_filter(struct planner *p, const struct rel *rel)
{
    struct chain chain = lower_rel(p, rel->inputs[0]);
    struct texpr *condition;

    chain_prepare(p, &chain, NULL, 0, rel->condition);
    condition = texpr_substitute(p->arena, rel->condition, chain.exprs);
    if (condition->kind == TEXPR_LITERAL && !condition->is_null && condition->integer)
        return chain;
    if (chain.condition) {
        struct texpr *both = texpr_new(p->arena, TEXPR_OP,
            type_simple(p->arena, TYPE_BOOLEAN,
                condition->type->nullable || chain.condition->type->nullable),
            condition->span);

        both->op = TOP_AND;
        both->args = arena_array(p->arena, 2, sizeof *both->args);
        both->args[0] = chain.condition;
        both->args[1] = condition;
        both->arg_count = 2;
        condition = both;
    }
    chain.condition = condition;
    return chain;
}

static struct chain lower_union(struct planner *p, const struct rel *rel)
{
    struct plan_node *node = node_new(p, PLAN_UNION, rel->span, rel->column_count);

    memcpy(node->columns, rel->columns, rel->column_count * sizeof *rel->columns);
    for (size_t i = 0; i < rel->input_count; i++) {
        struct chain chain = lower_rel(p, rel->inputs[i]);

        node_add_input(p, node, chain_node(p, &chain));
    }
    return chain_of(p, node);
}

static struct chain lower_values(struct planner *p, const struct rel *rel)
{
    struct plan_node *node = node_new(p, PLAN_VALUES, rel->span, rel->column_count);

    memcpy(node->columns, rel->columns, rel->column_count * sizeof *rel->columns);
    node->rows = rel->rows;
    node->row_count = rel->row_count;
    return chain_of(p, node);
}

struct chain lower_rel(struct planner *p, const struct rel *rel)
{
    switch (rel->kind) {
    case REL_SCAN:
        return lower_scan(p, rel);
    case REL_VALUES:
        return lower_values(p, rel);
    case REL_PROJECT:
        return lower_project(p, rel);
    case REL_FILTER:
        return lower_filter(p, rel);
    case REL_UNION:
        return lower_union(p, rel);
    case REL_AGGREGATE:
        return lower_aggregate(p, rel);
    case REL_EXPAND:
        return lower_expand(p, rel);
    case REL_JOIN:
        return lower_join(p, rel);
    case REL_RANK: case REL_LIMIT:
        return lower_rank(p, rel);
    case REL_CORRELATE:
        return lower_correlate(p, rel);
    case REL_FROM_CHANGELOG: case REL_TO_CHANGELOG:
        return lower_changelog(p, rel);
    }
    return (struct chain){0};
}

struct plan_node *lower_sink(struct planner *p, const struct bound_sink *sink)
{
    struct plan_node *node = node_new(p, PLAN_SINK, sink->span, sink->rel->column_count);
    struct chain chain = lower_rel(p, sink->rel);

    memcpy(node->columns, sink->rel->columns, node->column_count * sizeof *node->columns);
    node->table = sink->table;
    node->sink_columns = sink->columns;
    node->sql = sink->sql;
    node->explained = sink->explained;
    node->row_limit = sink->row_limit;
    node->on_conflict = sink->on_conflict;
    node_add_input(p, node, chain_node(p, &chain));
    return node;
}
