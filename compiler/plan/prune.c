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

static void mark_calc(const struct plan_node *node, const bool *used, bool *input_used)
{
    for (size_t i = 0; i < node->column_count; i++)
        if (used[i])
            texpr_mark_inputs(node->exprs[i], input_used);
    if (node->condition)
        texpr_mark_inputs(node->condition, input_used);
}

/* Which input columns a node needs to give those of its own that are used. */
static void mark_inputs(const struct plan_node *node, struct survivors *all)
{
    bool *used = all[node->id - 1].used;

    if (node->kind == PLAN_WATERMARK) {
        used[node->rowtime] = true;
        if (node->watermark)
            texpr_mark_inputs(node->watermark, used);
    }
    for (size_t i = 0; i < node->input_count; i++) {
        bool *input_used = all[node->inputs[i]->id - 1].used;

        switch (node->kind) {
        case PLAN_CALC:
            mark_calc(node, used, input_used);
            break;
        case PLAN_WATERMARK: case PLAN_UNION: case PLAN_SINK:
            for (size_t c = 0; c < node->column_count; c++)
                input_used[c] = input_used[c] || used[c];
            break;
        case PLAN_SCAN: case PLAN_VALUES:
            break;
        }
    }
}

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

/* Expressions over an input that was shrunk before. */
static void renumber(struct planner *p, struct plan_node *node, const struct survivors *all)
{
    struct texpr *const *with;

    if (node->kind == PLAN_WATERMARK) {
        const struct survivors *own = &all[node->id - 1];

        node->rowtime = (int)own->with[node->rowtime]->input;
        if (node->watermark)
            node->watermark = texpr_substitute(p->arena, node->watermark, own->with);
    }
    if (node->kind != PLAN_CALC)
        return;
    with = all[node->inputs[0]->id - 1].with;
    for (size_t i = 0; i < node->column_count; i++)
        node->exprs[i] = texpr_substitute(p->arena, node->exprs[i], with);
    if (node->condition)
        node->condition = texpr_substitute(p->arena, node->condition, with);
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
        if (plan->nodes[i]->kind != PLAN_VALUES)
            keep_one(plan->nodes[i], all[i].used);
        mark_inputs(plan->nodes[i], all);
    }
    for (size_t i = 0; i < plan->node_count; i++) {
        shrink(p, plan->nodes[i], &all[i]);
        renumber(p, plan->nodes[i], all);
    }
    for (size_t i = 0; i < plan->node_count; i++)
        for (size_t j = 0; j < plan->nodes[i]->input_count; j++)
            if (does_nothing(plan->nodes[i]->inputs[j]))
                plan->nodes[i]->inputs[j] = plan->nodes[i]->inputs[j]->inputs[0];
}
