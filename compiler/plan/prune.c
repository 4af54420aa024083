/* Columns that nobody reads are neither decoded nor computed. Consumers come first: what is read of
 * a node is known when all of its consumers have been seen. */
#include "planner.h"

#include <string.h>

/* What is left of one node's columns. */
struct survivors {
    bool *used;          /* by old number */
    size_t old_count;
    struct texpr **with; /* old number -> INPUT of the new one */
};

/* A row needs a column; the first stored one costs least. */
static void keep_one(const struct plan_node *node, bool *used)
{
    for (size_t i = 0; i < node->column_count; i++)
        if (used[i])
            return;
    for (size_t i = 0; i < node->column_count; i++)
        if (node->kind != PLAN_SCAN || node->table->columns[i].kind == TABLE_PHYSICAL) {
            used[i] = true;
            return;
        }
}

/* The rows of an upsert table are told apart by its key. */
static void mark_primary_key(const struct plan_node *node, bool *used)
{
    for (size_t i = 0; node->table->mode == CHANGELOG_UPSERT && i < node->table->key.count; i++)
        used[node->table->key.columns[i]] = true;
}

/* Columns of its own output that an operator needs whoever reads them. */
static void mark_own(const struct plan_node *node, bool *used)
{
    switch (node->kind) {
    case PLAN_WATERMARK:
        used[node->rowtime] = true;
        if (node->watermark)
            texpr_mark_inputs(node->watermark, used);
        mark_primary_key(node, used);
        break;
    case PLAN_SCAN:
        mark_primary_key(node, used);
        break;
    case PLAN_AGGREGATE:
        memset(used, true, node->group_count * sizeof *used);
        break;
    case PLAN_RANK: case PLAN_DEDUPLICATE:
        for (size_t i = 0; i < node->rank.partition_count; i++)
            used[node->rank.partition[i]] = true;
        for (size_t i = 0; i < node->rank.order_count; i++)
            used[node->rank.order[i].column] = true;
        break;
    case PLAN_FROM_CHANGELOG: case PLAN_TO_CHANGELOG:
        mark_changelog_own(node, used);
        break;
    case PLAN_CORRELATE:
        for (size_t i = node->inputs[0]->column_count; i < node->column_count; i++)
            used[i] = true;
        texpr_mark_inputs(node->unnest.collection, used);
        if (node->unnest.condition)
            texpr_mark_inputs(node->unnest.condition, used);
        keep_one(node->inputs[0], used);
        break;
    case PLAN_VALUES: case PLAN_CALC: case PLAN_JOIN: case PLAN_UNION: case PLAN_SINK:
    case PLAN_EXPAND:
    case PLAN_LIMIT: case PLAN_NORMALIZE: case PLAN_MATERIALIZE:
        break;
    }
}

static void mark_aggregate(const struct plan_node *node, const bool *used, bool *input_used)
{
    for (size_t i = 0; i < node->group_count; i++)
        input_used[node->group[i]] = true;
    for (size_t i = 0; i < node->aggregate_count; i++) {
        const struct aggregate *aggregate = &node->aggregates[i];

        if (!used[node->group_count + i])
            continue;
        for (size_t a = 0; a < aggregate->arg_count; a++)
            input_used[aggregate->args[a]] = true;
        if (aggregate->filter >= 0)
            input_used[aggregate->filter] = true;
    }
}

/* Columns of both inputs that a join's condition reads are marked in its own row where that has
 * them. */
static void mark_join(struct planner *p, const struct plan_node *node, bool *used,
    struct survivors *all)
{
    size_t left = node->inputs[0]->column_count, right = node->inputs[1]->column_count;
    bool *read = arena_array(p->arena, left + right + 1, sizeof *read);

    if (node->join.condition)
        texpr_mark_inputs(node->join.condition, read);
    for (size_t i = 0; i < node->join.key_count; i++) {
        read[node->join.keys[i].left] = true;
        read[left + node->join.keys[i].right] = true;
    }
    for (size_t i = 0; i < node->column_count; i++)
        read[i] = read[i] || used[i];
    keep_one(node->inputs[0], read);
    keep_one(node->inputs[1], read + left);
    for (size_t i = 0; i < left + right; i++) {
        size_t side = i >= left;
        bool *input_used = all[node->inputs[side]->id - 1].used;

        if (i < node->column_count)
            used[i] = read[i];
        input_used[i - side * left] = input_used[i - side * left] || read[i];
    }
}

static void mark_calc(const struct plan_node *node, const bool *used, bool *input_used)
{
    for (size_t i = 0; i < node->column_count; i++)
        if (used[i])
            texpr_mark_inputs(node->exprs[i], input_used);
    if (node->condition)
        texpr_mark_inputs(node->condition, input_used);
}

/* Which input columns a node needs to give those of its own that are used. */
static void mark_inputs(struct planner *p, const struct plan_node *node, struct survivors *all)
{
    bool *used = all[node->id - 1].used;

    if (node->kind == PLAN_JOIN) {
        mark_join(p, node, used, all);
        return;
    }
    for (size_t i = 0; i < node->input_count; i++) {
        const struct plan_node *input = node->inputs[i];
        bool *input_used = all[input->id - 1].used;

        switch (node->kind) {
        case PLAN_CALC:
            mark_calc(node, used, input_used);
            break;
        case PLAN_FROM_CHANGELOG: case PLAN_TO_CHANGELOG:
            mark_changelog_inputs(node, used, input_used);
            break;
        case PLAN_AGGREGATE:
            mark_aggregate(node, used, input_used);
            break;
        case PLAN_EXPAND:
            for (size_t r = 0; r < node->row_count; r++)
                for (size_t c = 0; c < node->column_count; c++)
                    if (used[c])
                        texpr_mark_inputs(node->rows[r][c], input_used);
            break;
        case PLAN_WATERMARK: case PLAN_CORRELATE: case PLAN_UNION: case PLAN_SINK: case PLAN_RANK:
        case PLAN_DEDUPLICATE: case PLAN_LIMIT: case PLAN_NORMALIZE: case PLAN_MATERIALIZE:
            for (size_t c = 0; c < node->column_count && c < input->column_count; c++)
                input_used[c] = input_used[c] || used[c];
            break;
        case PLAN_SCAN: case PLAN_VALUES: case PLAN_JOIN:
            break;
        }
    }
}

/* Moves what is used together, in every array of the node, and numbers it anew. */
static void shrink(struct planner *p, struct plan_node *node, struct survivors *left)
{
    struct rel_column *columns = arena_array(p->arena, node->column_count, sizeof *columns);
    size_t count = 0;

    left->with = arena_array(p->arena, node->column_count + 1, sizeof *left->with);
    for (size_t i = 0; i < left->old_count; i++) {
        if (!left->used[i])
            continue;
        columns[count] = node->columns[i];
        if (node->scan_columns)
            node->scan_columns[count] = node->scan_columns[i];
        if (node->exprs)
            node->exprs[count] = node->exprs[i];
        for (size_t r = 0; r < node->row_count; r++)
            node->rows[r][count] = node->rows[r][i];
        left->with[i] = texpr_new(p->arena, TEXPR_INPUT, node->columns[i].type, node->span);
        left->with[i]->input = count++;
    }
    node->columns = columns;
    node->column_count = count;
}

static size_t new_number(const struct survivors *left, size_t column)
{
    return left->with[column]->input;
}

static size_t *new_numbers(struct planner *p, const struct survivors *left, const size_t *columns,
    size_t count)
{
    size_t *copy = arena_array(p->arena, count + 1, sizeof *copy);

    for (size_t i = 0; i < count; i++)
        copy[i] = new_number(left, columns[i]);
    return copy;
}

/* Aggregates that nobody reads are left out. */
static void renumber_aggregates(struct planner *p, struct plan_node *node,
    const struct survivors *own, const struct survivors *input)
{
    struct aggregate *kept = arena_array(p->arena, node->aggregate_count + 1, sizeof *kept);
    size_t count = 0;

    for (size_t i = 0; i < node->aggregate_count; i++) {
        struct aggregate *aggregate = &kept[count];

        if (!own->used[node->group_count + i])
            continue;
        *aggregate = node->aggregates[i];
        for (size_t a = 0; a < aggregate->arg_count; a++)
            aggregate->args[a] = new_number(input, aggregate->args[a]);
        if (aggregate->filter >= 0)
            aggregate->filter = (int)new_number(input, (size_t)aggregate->filter);
        count++;
    }
    node->aggregates = kept;
    node->aggregate_count = count;
    node->group = new_numbers(p, input, node->group, node->group_count);
}

static void renumber_rank(struct planner *p, struct plan_node *node, const struct survivors *own,
    const struct survivors *input)
{
    struct rank *rank = &node->rank;
    struct sort_key *order = arena_array(p->arena, rank->order_count + 1, sizeof *order);

    rank->partition = new_numbers(p, input, rank->partition, rank->partition_count);
    for (size_t i = 0; i < rank->order_count; i++) {
        order[i] = rank->order[i];
        order[i].column = new_number(input, order[i].column);
    }
    rank->order = order;
    if (rank->with_number && !own->used[own->old_count - 1])
        rank->with_number = false;
}

static void renumber_join(struct planner *p, struct plan_node *node, const struct survivors *all)
{
    const struct survivors *sides[2] = {&all[node->inputs[0]->id - 1],
        &all[node->inputs[1]->id - 1]};
    size_t left = sides[0]->old_count, total = left + sides[1]->old_count;
    struct join_key *keys = arena_array(p->arena, node->join.key_count + 1, sizeof *keys);
    struct texpr **with = arena_array(p->arena, total + 1, sizeof *with);

    for (size_t i = 0; i < node->join.key_count; i++) {
        keys[i] = node->join.keys[i];
        keys[i].left = new_number(sides[0], keys[i].left);
        keys[i].right = new_number(sides[1], keys[i].right);
    }
    node->join.keys = keys;
    for (size_t i = 0; i < total; i++) {
        const struct texpr *column = i < left ? sides[0]->with[i] : sides[1]->with[i - left];

        if (!column)
            continue;
        with[i] = arena_copy(p->arena, column, sizeof *column);
        if (i >= left)
            with[i]->input += node->inputs[0]->column_count;
    }
    if (node->join.condition)
        node->join.condition = texpr_substitute(p->arena, node->join.condition, with);
}

/* Expressions over an input that was shrunk before. */
static void renumber(struct planner *p, struct plan_node *node, const struct survivors *all)
{
    const struct survivors *own = &all[node->id - 1];
    const struct survivors *input = node->input_count ? &all[node->inputs[0]->id - 1] : NULL;

    switch (node->kind) {
    case PLAN_WATERMARK:
        node->rowtime = (int)new_number(own, (size_t)node->rowtime);
        if (node->watermark)
            node->watermark = texpr_substitute(p->arena, node->watermark, own->with);
        break;
    case PLAN_CALC:
        for (size_t i = 0; i < node->column_count; i++)
            node->exprs[i] = texpr_substitute(p->arena, node->exprs[i], input->with);
        if (node->condition)
            node->condition = texpr_substitute(p->arena, node->condition, input->with);
        break;
    case PLAN_FROM_CHANGELOG: case PLAN_TO_CHANGELOG:
        renumber_changelog(p, node, input->with);
        break;
    case PLAN_AGGREGATE:
        renumber_aggregates(p, node, own, input);
        break;
    case PLAN_EXPAND:
        for (size_t r = 0; r < node->row_count; r++)
            for (size_t i = 0; i < node->column_count; i++)
                node->rows[r][i] = texpr_substitute(p->arena, node->rows[r][i], input->with);
        break;
    case PLAN_JOIN:
        renumber_join(p, node, all);
        break;
    case PLAN_RANK: case PLAN_DEDUPLICATE: case PLAN_LIMIT:
        renumber_rank(p, node, own, input);
        break;
    case PLAN_CORRELATE:
        node->unnest.collection =
            texpr_substitute(p->arena, node->unnest.collection, input->with);
        if (node->unnest.condition)
            node->unnest.condition =
                texpr_substitute(p->arena, node->unnest.condition, own->with);
        break;
    case PLAN_SCAN: case PLAN_VALUES: case PLAN_UNION: case PLAN_SINK: case PLAN_NORMALIZE:
    case PLAN_MATERIALIZE:
        break;
    }
}

/* A Calc that gives its input's rows under the same names. */
static bool does_nothing(const struct plan_node *node)
{
    if (node->kind != PLAN_CALC || node->condition ||
        node->column_count != node->inputs[0]->column_count)
        return false;
    for (size_t i = 0; i < node->column_count; i++)
        if (node->exprs[i]->kind != TEXPR_INPUT || node->exprs[i]->input != i ||
            strcmp(node->columns[i].name, node->inputs[0]->columns[i].name))
            return false;
    return true;
}

/* Arrays that pruning moves columns in are the node's own from now on. */
static void own_arrays(struct planner *p, struct plan_node *node)
{
    if (node->exprs)
        node->exprs = arena_copy(p->arena, node->exprs, node->column_count * sizeof *node->exprs);
    if (node->rows)
        node->rows = arena_copy(p->arena, node->rows, node->row_count * sizeof *node->rows);
    for (size_t r = 0; r < node->row_count; r++)
        node->rows[r] =
            arena_copy(p->arena, node->rows[r], node->column_count * sizeof **node->rows);
}

void drop_idle(struct plan *plan)
{
    for (size_t i = 0; i < plan->node_count; i++)
        for (size_t j = 0; j < plan->nodes[i]->input_count; j++)
            while (does_nothing(plan->nodes[i]->inputs[j]))
                plan->nodes[i]->inputs[j] = plan->nodes[i]->inputs[j]->inputs[0];
}

void prune_columns(struct planner *p, struct plan *plan)
{
    struct survivors *all = arena_array(p->arena, plan->node_count, sizeof *all);

    for (size_t i = 0; i < plan->node_count; i++) {
        all[i].old_count = plan->nodes[i]->column_count;
        all[i].used = arena_array(p->arena, all[i].old_count + 1, sizeof *all[i].used);
        if (plan->nodes[i]->kind == PLAN_SINK)
            memset(all[i].used, true, all[i].old_count * sizeof *all[i].used);
        own_arrays(p, plan->nodes[i]);
    }
    for (size_t i = plan->node_count; i-- > 0;) {
        mark_own(plan->nodes[i], all[i].used);
        if (plan->nodes[i]->kind != PLAN_VALUES)
            keep_one(plan->nodes[i], all[i].used);
        mark_inputs(p, plan->nodes[i], all);
    }
    for (size_t i = 0; i < plan->node_count; i++) {
        shrink(p, plan->nodes[i], &all[i]);
        renumber(p, plan->nodes[i], all);
    }
    drop_idle(plan);
}
