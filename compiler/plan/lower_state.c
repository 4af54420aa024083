/* Operators with state: aggregates, joins, ranks, and those that make several rows of one. */
#include "lower.h"

#include <string.h>

static struct plan_node *node_like(struct planner *p, enum plan_kind kind, const struct rel *rel)
{
    struct plan_node *node = node_new(p, kind, rel->span, rel->column_count);

    memcpy(node->columns, rel->columns, rel->column_count * sizeof *rel->columns);
    return node;
}

static void add_lowered(struct planner *p, struct plan_node *node, const struct rel *input)
{
    struct chain chain = lower_rel(p, input);

    node_add_input(p, node, chain_node(p, &chain));
}

struct chain lower_aggregate(struct planner *p, const struct rel *rel)
{
    struct plan_node *node = node_like(p, PLAN_AGGREGATE, rel);

    node->ttl[0] = rel->ttl[0];
    node->group = rel->group;
    node->group_count = rel->group_count;
    node->aggregates = rel->aggregates;
    node->aggregate_count = rel->aggregate_count;
    add_lowered(p, node, rel->inputs[0]);
    return chain_of(p, node);
}

struct chain lower_expand(struct planner *p, const struct rel *rel)
{
    struct plan_node *node = node_like(p, PLAN_EXPAND, rel);

    node->rows = rel->rows;
    node->row_count = rel->row_count;
    add_lowered(p, node, rel->inputs[0]);
    return chain_of(p, node);
}

struct chain lower_correlate(struct planner *p, const struct rel *rel)
{
    struct plan_node *node = node_like(p, PLAN_CORRELATE, rel);

    node->unnest = rel->unnest;
    add_lowered(p, node, rel->inputs[0]);
    return chain_of(p, node);
}

/* ---- ranks ---- */

/* ORDER BY of one time attribute, and only the first row of each partition is kept. */
static bool is_deduplication(const struct rel *rel)
{
    const struct rank *rank = &rel->rank;
    const struct rel *input = rel->inputs[0];

    return rank->partition_count && rank->from == 1 && rank->to == 1 && rank->order_count == 1 &&
        input->columns[rank->order[0].column].type->attribute != ATTRIBUTE_NONE;
}

/* Where one number is kept it is known: the operator need not give it. */
static struct texpr *constant_number(struct planner *p, struct plan_node *node)
{
    struct texpr *literal =
        texpr_new(p->arena, TEXPR_LITERAL, type_simple(p->arena, TYPE_BIGINT, false), node->span);

    literal->integer = node->rank.from;
    node->rank.with_number = false;
    node->column_count--;
    return literal;
}

struct chain lower_rank(struct planner *p, const struct rel *rel)
{
    struct chain chain;
    enum plan_kind kind = rel->kind == REL_LIMIT ? PLAN_LIMIT
        : is_deduplication(rel) ? PLAN_DEDUPLICATE : PLAN_RANK;
    struct plan_node *node = node_like(p, kind, rel);

    node->rank = rel->rank;
    if (rel->kind == REL_RANK && rel->rank.to == INT64_MAX) {
        diag_error(p->diag, D_UNSUPPORTED_WINDOW, rel->span,
            "%s with OVER is not supported yet but where a condition keeps the first rows",
            "ROW_NUMBER");
        p->failed = true;
    }
    if (kind == PLAN_DEDUPLICATE)
        node->rank.by_arrival = rel->inputs[0]->columns[rel->rank.order[0].column].type
            ->attribute == ATTRIBUTE_PROCTIME;
    add_lowered(p, node, rel->inputs[0]);
    chain = chain_of(p, node);
    if (node->rank.to < node->rank.from) { /* rn < 1 */
        node->rank.to = node->rank.from;
        chain.condition = texpr_new(p->arena, TEXPR_LITERAL,
            type_simple(p->arena, TYPE_BOOLEAN, false), rel->span);
    }
    if (node->rank.with_number && node->rank.from == node->rank.to)
        chain.exprs[chain.count - 1] = constant_number(p, node);
    return chain;
}

/* ---- joins ---- */

struct join_side {
    struct chain chain;
    size_t first, count; /* its columns in the joined row of the bound tree */
    VEC(struct texpr *) extra; /* keys to be computed, over the side's own columns */
};

/* Whether `expr` reads columns of this side only, and one at least. */
static bool reads_only(struct planner *p, const struct texpr *expr, const struct join_side *side,
    size_t total)
{
    bool *used = arena_array(p->arena, total + 1, sizeof *used);
    bool any = false;

    texpr_mark_inputs(expr, used);
    for (size_t i = 0; i < total; i++) {
        bool own = i >= side->first && i < side->first + side->count;

        if (used[i] && !own)
            return false;
        any = any || used[i];
    }
    return any;
}

/* The side's column that holds `expr`, which may have to be computed. */
static size_t key_column(struct planner *p, struct join_side *side, const struct texpr *expr,
    const struct type *type, size_t total)
{
    struct texpr **with = arena_array(p->arena, total, sizeof *with);
    struct texpr *own;

    for (size_t i = 0; i < side->count; i++) {
        with[side->first + i] = texpr_new(p->arena, TEXPR_INPUT, side->chain.columns[i].type,
            expr->span);
        with[side->first + i]->input = i;
    }
    own = texpr_substitute(p->arena, expr, with);
    if (own->type->kind != type->kind ||
        (type->kind == TYPE_DECIMAL && !type_same(own->type, type)))
        own = texpr_cast(p->arena, own, type_with_null(p->arena, type, own->type->nullable));
    if (own->kind == TEXPR_INPUT)
        return own->input;
    for (size_t i = 0; i < side->extra.count; i++)
        if (texpr_equal(side->extra.at[i], own))
            return side->count + i;
    vec_push(p->arena, &side->extra, own);
    return side->count + side->extra.count - 1;
}

struct split {
    VEC(struct join_key) keys;
    VEC(struct texpr *) rest;
};

static void split_condition(struct planner *p, struct texpr *condition, struct join_side *sides,
    struct split *out)
{
    size_t total = sides[0].count + sides[1].count;
    bool equal = condition->kind == TEXPR_OP &&
        (condition->op == TOP_EQ || condition->op == TOP_IS_NOT_DISTINCT);

    if (condition->kind == TEXPR_OP && condition->op == TOP_AND) {
        for (size_t i = 0; i < condition->arg_count; i++)
            split_condition(p, condition->args[i], sides, out);
        return;
    }
    if (condition->kind == TEXPR_LITERAL && !condition->is_null && condition->integer)
        return;
    for (size_t swap = 0; equal && swap < 2; swap++) {
        const struct texpr *left = condition->args[swap], *right = condition->args[!swap];
        const struct type *type = type_common(p->arena, left->type, right->type);
        struct join_key key = {.null_equal = condition->op == TOP_IS_NOT_DISTINCT};

        if (!type || !reads_only(p, left, &sides[0], total) ||
            !reads_only(p, right, &sides[1], total) || !texpr_is_deterministic(condition))
            continue;
        key.left = key_column(p, &sides[0], left, type, total);
        key.right = key_column(p, &sides[1], right, type, total);
        vec_push(p->arena, &out->keys, key);
        return;
    }
    vec_push(p->arena, &out->rest, condition);
}

/* The side's rows with the computed keys behind them. */
static struct plan_node *side_node(struct planner *p, struct join_side *side)
{
    struct chain chain = side->chain;

    if (!side->extra.count)
        return chain_node(p, &chain);
    chain_prepare(p, &chain, side->extra.at, side->extra.count, NULL);
    chain.exprs = arena_array(p->arena, side->count + side->extra.count, sizeof *chain.exprs);
    chain.columns = arena_array(p->arena, side->count + side->extra.count, sizeof *chain.columns);
    for (size_t i = 0; i < side->count; i++) {
        chain.columns[i] = side->chain.columns[i];
        chain.exprs[i] = chain.base == side->chain.base ? side->chain.exprs[i]
            : chain_of(p, chain.base).exprs[i];
    }
    for (size_t i = 0; i < side->extra.count; i++) {
        size_t at = side->count + i;

        chain.exprs[at] = texpr_substitute(p->arena, side->extra.at[i], chain.exprs);
        chain.columns[at] = (struct rel_column){arena_printf(p->arena, "$f%zu", at),
            chain.exprs[at]->type};
    }
    chain.count = side->count + side->extra.count;
    return chain_node(p, &chain);
}

static struct texpr *all_of(struct planner *p, struct texpr **parts, size_t count)
{
    struct texpr *both;
    bool nullable = false;

    if (count < 2)
        return count ? parts[0] : NULL;
    for (size_t i = 0; i < count; i++)
        nullable = nullable || parts[i]->type->nullable;
    both = texpr_new(p->arena, TEXPR_OP, type_simple(p->arena, TYPE_BOOLEAN, nullable),
        parts[0]->span);
    both->op = TOP_AND;
    both->args = arena_copy(p->arena, parts, count * sizeof *parts);
    both->arg_count = count;
    return both;
}

static bool keeps_left_alone(const struct rel *rel)
{
    return rel->join.kind == REL_JOIN_SEMI || rel->join.kind == REL_JOIN_ANTI;
}

/* Columns of the bound tree's joined row over the node's, which has the computed keys too. */
static struct texpr **over_join(struct planner *p, const struct plan_node *node,
    const struct rel *rel)
{
    size_t count[2] = {rel->inputs[0]->column_count, rel->inputs[1]->column_count};
    struct texpr **with = arena_array(p->arena, count[0] + count[1], sizeof *with);

    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0; i < count[side]; i++) {
            size_t at = side ? count[0] + i : i;

            with[at] = texpr_new(p->arena, TEXPR_INPUT, at < rel->column_count
                ? rel->columns[at].type : rel->inputs[side]->columns[i].type, rel->span);
            with[at]->input = i + (side ? node->inputs[0]->column_count : 0);
        }
    return with;
}

/* id, id0: as Flink names the columns of a join. */
static void name_apart(struct planner *p, struct plan_node *node)
{
    struct map names = {.arena = p->arena};

    for (size_t i = 0; i < node->column_count; i++) {
        const char *name = node->columns[i].name;

        for (unsigned n = 0; map_get(&names, name); n++)
            name = arena_printf(p->arena, "%s%u", node->columns[i].name, n);
        map_put(&names, name, node);
        node->columns[i].name = name;
    }
}

static void fill_columns(struct planner *p, struct plan_node *node, const struct rel *rel)
{
    bool left_alone = keeps_left_alone(rel);
    bool pads[2] = {rel->join.kind == REL_JOIN_RIGHT || rel->join.kind == REL_JOIN_FULL,
        rel->join.kind == REL_JOIN_LEFT || rel->join.kind == REL_JOIN_FULL};
    size_t at = 0;

    for (size_t side = 0; side < (left_alone ? 1 : 2); side++)
        for (size_t i = 0; i < node->inputs[side]->column_count; i++) {
            struct rel_column *column = &node->columns[at++];

            *column = node->inputs[side]->columns[i];
            if (pads[side])
                column->type = type_with_null(p->arena, column->type, true);
        }
    name_apart(p, node);
}

/* Which sides an expression reads event time of: bit 0 left, bit 1 right. */
static unsigned times_of(const struct rel *join, const struct texpr *expr)
{
    size_t left = join->inputs[0]->column_count;
    unsigned sides = 0;

    if (expr->kind == TEXPR_INPUT) {
        size_t side = expr->input >= left;
        const struct rel_column *column =
            &join->inputs[side]->columns[expr->input - (side ? left : 0)];

        return column->type->attribute == ATTRIBUTE_NONE ? 0 : 1u << side;
    }
    for (size_t i = 0; i < expr->arg_count; i++)
        sides |= times_of(join, expr->args[i]);
    return sides;
}

/* Bounds of one side's time by the other's make an interval join; true: reported. */
static bool is_interval_join(struct planner *p, const struct rel *join,
    const struct texpr *condition)
{
    bool bound = condition->kind == TEXPR_OP && condition->op >= TOP_LT && condition->op <= TOP_GE;

    if (condition->kind == TEXPR_OP && condition->op == TOP_AND) {
        for (size_t i = 0; i < condition->arg_count; i++)
            if (is_interval_join(p, join, condition->args[i]))
                return true;
        return false;
    }
    if (!bound || times_of(join, condition) != 3)
        return false;
    diag_error(p->diag, D_UNSUPPORTED_JOIN, condition->span,
        "an interval join (a bound of one table's event time by the other's) is not supported yet");
    p->failed = true;
    return true;
}

struct chain lower_join(struct planner *p, const struct rel *rel)
{
    struct join_side sides[2] = {0};
    struct split split = {0};
    struct plan_node *inputs[2], *node;
    struct texpr **with;
    struct chain chain;

    for (size_t s = 0; s < 2; s++) {
        sides[s].chain = lower_rel(p, rel->inputs[s]);
        sides[s].count = rel->inputs[s]->column_count;
    }
    sides[1].first = sides[0].count;
    if (rel->join.condition && !is_interval_join(p, rel, rel->join.condition))
        split_condition(p, rel->join.condition, sides, &split);
    for (size_t s = 0; s < 2; s++)
        inputs[s] = side_node(p, &sides[s]);
    node = node_new(p, PLAN_JOIN, rel->span, inputs[0]->column_count +
        (keeps_left_alone(rel) ? 0 : inputs[1]->column_count));
    node_add_input(p, node, inputs[0]);
    node_add_input(p, node, inputs[1]);
    fill_columns(p, node, rel);
    memcpy(node->ttl, rel->ttl, sizeof node->ttl);
    node->join = rel->join;
    node->join.keys = split.keys.at;
    node->join.key_count = split.keys.count;
    with = over_join(p, node, rel);
    node->join.condition = all_of(p, split.rest.at, split.rest.count);
    if (node->join.condition)
        node->join.condition = texpr_substitute(p->arena, node->join.condition, with);
    chain = chain_of(p, node);
    chain.exprs = with;
    chain.columns = rel->columns;
    chain.count = rel->column_count;
    return chain;
}
