/* Ranks over updates that only ever move a row up: a row replaces its earlier self, which need not
 * be kept or taken back. As Flink's RelMdModifiedMonotonicity and UpdateFastStrategy. */
#include "planner.h"

/* How a column of one row changes with the updates of the row. */
enum motion { MOTION_ANY, MOTION_NONE, MOTION_UP, MOTION_DOWN };

static enum motion motion_of_aggregate(const struct plan_node *node, size_t column)
{
    if (node->inputs[0]->changes != CHANGE_APPEND)
        return MOTION_ANY;
    if (column < node->group_count)
        return MOTION_NONE;
    switch (node->aggregates[column - node->group_count].kind) {
    case AGG_COUNT_STAR: case AGG_COUNT: case AGG_MAX:
        return MOTION_UP;
    case AGG_MIN:
        return MOTION_DOWN;
    case AGG_SUM: case AGG_AVG: case AGG_STDDEV_POP: case AGG_STDDEV_SAMP: case AGG_VAR_POP:
    case AGG_VAR_SAMP: case AGG_FIRST_VALUE: case AGG_LAST_VALUE: case AGG_LISTAGG:
    case AGG_COLLECT: case AGG_ARRAY_AGG: case AGG_BITMAP_BUILD: case AGG_BITMAP_AND:
    case AGG_BITMAP_OR: case AGG_BITMAP_XOR: case AGG_PERCENTILE: case AGG_SINGLE_VALUE:
        return MOTION_ANY;
    }
    return MOTION_ANY;
}

static enum motion motion_of(const struct plan_node *node, size_t column)
{
    while (node->kind == PLAN_CALC && !node->condition &&
        node->exprs[column]->kind == TEXPR_INPUT) {
        column = node->exprs[column]->input;
        node = node->inputs[0];
    }
    return node->kind == PLAN_AGGREGATE ? motion_of_aggregate(node, column) : MOTION_ANY;
}

static bool only_moves_up(const struct plan_node *node)
{
    for (size_t i = 0; i < node->rank.order_count; i++) {
        const struct sort_key *key = &node->rank.order[i];
        enum motion motion = motion_of(node->inputs[0], key->column);

        if (motion != MOTION_NONE && motion != (key->descending ? MOTION_UP : MOTION_DOWN))
            return false;
    }
    return node->rank.order_count > 0;
}

void infer_rank_keys(struct plan *plan)
{
    for (size_t i = 0; i < plan->node_count; i++) {
        struct plan_node *node = plan->nodes[i];
        const struct plan_node *input = node->input_count ? node->inputs[0] : NULL;

        node->rank_key = NULL;
        if (node->kind == PLAN_RANK && input->changes & CHANGE_UA && input->upsert_key &&
            columns_within(node->rank.partition, node->rank.partition_count,
                input->upsert_key->columns, input->upsert_key->count) && only_moves_up(node))
            node->rank_key = input->upsert_key;
    }
}
