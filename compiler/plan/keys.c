/* Unique keys and the event time column, from the inputs upwards. */
#include "planner.h"

#include <string.h>

bool columns_within(const size_t *columns, size_t count, const size_t *among, size_t among_count)
{
    for (size_t i = 0; i < count; i++) {
        size_t j = 0;

        while (j < among_count && among[j] != columns[i])
            j++;
        if (j == among_count)
            return false;
    }
    return true;
}

/* The number of the key, which may be known already. */
static size_t add_key(struct planner *p, struct plan_node *node, const size_t *columns,
    size_t count)
{
    struct plan_key *keys;

    for (size_t i = 0; i < node->key_count; i++)
        if (node->keys[i].count == count &&
            columns_within(columns, count, node->keys[i].columns, count))
            return i;
    keys = arena_array(p->arena, node->key_count + 1, sizeof *keys);
    if (node->key_count)
        memcpy(keys, node->keys, node->key_count * sizeof *keys);
    keys[node->key_count] = (struct plan_key){columns, count};
    node->keys = keys;
    return node->key_count++;
}

/* Position of table column `column` in a scan's output; false: pruned. */
static bool find_column(const struct plan_node *scan, size_t column, size_t *position)
{
    for (size_t i = 0; i < scan->column_count; i++)
        if (scan->scan_columns[i] == column) {
            *position = i;
            return true;
        }
    return false;
}

static void keys_of_scan(struct planner *p, struct plan_node *node)
{
    const struct primary_key *key = &node->table->key;
    size_t *columns = arena_array(p->arena, key->count, sizeof *columns);

    if (!key->present)
        return;
    for (size_t i = 0; i < key->count; i++)
        if (!find_column(node, key->columns[i], &columns[i]))
            return;
    add_key(p, node, columns, key->count);
}

static bool is_upsert_key(const struct plan_node *node, const struct plan_key *key)
{
    return node->upsert_key && node->upsert_key->count == key->count &&
        !memcmp(node->upsert_key->columns, key->columns, key->count * sizeof *key->columns);
}

/* A key survives where each of its columns is passed on as it is. */
static void keys_of_calc(struct planner *p, struct plan_node *node)
{
    const struct plan_node *input = node->inputs[0];
    size_t upsert = 0; /* its number + 1 */

    for (size_t k = 0; k < input->key_count; k++) {
        const struct plan_key *key = &input->keys[k];
        size_t *columns = arena_array(p->arena, key->count, sizeof *columns);
        size_t found = 0, number;

        for (size_t i = 0; i < key->count; i++)
            for (size_t c = 0; c < node->column_count; c++)
                if (node->exprs[c]->kind == TEXPR_INPUT &&
                    node->exprs[c]->input == key->columns[i]) {
                    columns[found++] = c;
                    break;
                }
        if (found < key->count)
            continue;
        number = add_key(p, node, columns, found);
        if (is_upsert_key(input, key))
            upsert = number + 1;
    }
    node->upsert_key = upsert ? &node->keys[upsert - 1] : NULL;
}

/* ---- operators with state ---- */

static size_t *count_up(struct planner *p, size_t count)
{
    size_t *columns = arena_array(p->arena, count + 1, sizeof *columns);

    for (size_t i = 0; i < count; i++)
        columns[i] = i;
    return columns;
}

static void pass_keys(struct plan_node *node)
{
    node->keys = node->inputs[0]->keys;
    node->key_count = node->inputs[0]->key_count;
    node->upsert_key = node->inputs[0]->upsert_key;
}

/*
 * One row of a partition: its columns; several: with the number. The input's keys stay, but not
 * beside the number: a row that moves up is there twice for a moment, under both numbers.
 */
static void keys_of_rank(struct planner *p, struct plan_node *node)
{
    const struct rank *rank = &node->rank;
    const struct plan_node *input = node->inputs[0];
    size_t *columns = arena_array(p->arena, rank->partition_count + 1, sizeof *columns);
    bool is_single = rank->to == rank->from;

    memcpy(columns, rank->partition, rank->partition_count * sizeof *columns);
    if (is_single)
        add_key(p, node, columns, rank->partition_count);
    for (size_t k = 0; (is_single || !rank->with_number) && k < input->key_count; k++)
        add_key(p, node, input->keys[k].columns, input->keys[k].count);
    if (!is_single && rank->with_number) {
        columns[rank->partition_count] = node->column_count - 1;
        add_key(p, node, columns, rank->partition_count + 1);
    }
    for (size_t k = 0; k < node->key_count && !node->upsert_key; k++)
        if (columns_within(rank->partition, rank->partition_count, node->keys[k].columns,
                node->keys[k].count))
            node->upsert_key = &node->keys[k];
}

size_t *join_columns(struct planner *p, const struct plan_node *join, size_t side)
{
    size_t *columns = arena_array(p->arena, join->join.key_count + 1, sizeof *columns);

    for (size_t i = 0; i < join->join.key_count; i++)
        columns[i] = side ? join->join.keys[i].right : join->join.keys[i].left;
    return columns;
}

/* Whether at most one row of this side has given values in the join's keys. */
static bool is_unique_side(struct planner *p, const struct plan_node *join, size_t side)
{
    const struct plan_node *input = join->inputs[side];
    const size_t *columns = join_columns(p, join, side);

    for (size_t k = 0; k < input->key_count; k++)
        if (columns_within(input->keys[k].columns, input->keys[k].count, columns,
                join->join.key_count))
            return true;
    return false;
}

/* Adds the key `left` ++ `right` of a join. */
static size_t add_joined_key(struct planner *p, struct plan_node *join, const struct plan_key *left,
    const struct plan_key *right)
{
    size_t shift = join->inputs[0]->column_count, count = 0;
    size_t *columns = arena_array(p->arena, (left ? left->count : 0) + (right ? right->count : 0) +
        1, sizeof *columns);

    for (size_t i = 0; left && i < left->count; i++)
        columns[count++] = left->columns[i];
    for (size_t i = 0; right && i < right->count; i++)
        columns[count++] = right->columns[i] + shift;
    return add_key(p, join, columns, count);
}

/* Updates of a row stay with it where its key has the join's keys in it. */
static const struct plan_key *upsert_side(struct planner *p, const struct plan_node *join,
    size_t side)
{
    const struct plan_node *input = join->inputs[side];

    if (input->upsert_key && columns_within(join_columns(p, join, side), join->join.key_count,
            input->upsert_key->columns, input->upsert_key->count))
        return input->upsert_key;
    return NULL;
}

bool join_keeps_key(struct planner *p, const struct plan_node *join, size_t side)
{
    return upsert_side(p, join, side);
}

static void keys_of_join(struct planner *p, struct plan_node *node)
{
    const struct plan_node *left = node->inputs[0], *right = node->inputs[1];
    enum rel_join kind = node->join.kind;
    const struct plan_key *sides[2] = {upsert_side(p, node, 0), upsert_side(p, node, 1)};
    bool left_alone = is_unique_side(p, node, 1) && kind != REL_JOIN_RIGHT &&
        kind != REL_JOIN_FULL;
    bool right_alone = is_unique_side(p, node, 0) && kind != REL_JOIN_LEFT &&
        kind != REL_JOIN_FULL;
    size_t upsert;

    if (kind == REL_JOIN_SEMI || kind == REL_JOIN_ANTI) {
        node->keys = left->keys;
        node->key_count = left->key_count;
        node->upsert_key = sides[0];
        return;
    }
    for (size_t i = 0; left_alone && i < left->key_count; i++)
        add_joined_key(p, node, &left->keys[i], NULL);
    for (size_t i = 0; right_alone && i < right->key_count; i++)
        add_joined_key(p, node, NULL, &right->keys[i]);
    for (size_t i = 0; i < left->key_count; i++)
        for (size_t j = 0; !left_alone && !right_alone && j < right->key_count; j++)
            add_joined_key(p, node, &left->keys[i], &right->keys[j]);
    if (left_alone && sides[0])
        upsert = add_joined_key(p, node, sides[0], NULL);
    else if (right_alone && sides[1])
        upsert = add_joined_key(p, node, NULL, sides[1]);
    else if (sides[0] && sides[1] && !left_alone && !right_alone)
        upsert = add_joined_key(p, node, sides[0], sides[1]);
    else
        return;
    node->upsert_key = &node->keys[upsert];
}

static void infer_node(struct planner *p, struct plan_node *node)
{
    node->keys = NULL;
    node->key_count = 0;
    node->upsert_key = NULL;
    switch (node->kind) {
    case PLAN_SCAN:
        keys_of_scan(p, node);
        break;
    case PLAN_CALC:
        keys_of_calc(p, node);
        break;
    case PLAN_WATERMARK: case PLAN_SINK: case PLAN_LIMIT: case PLAN_NORMALIZE:
        pass_keys(node);
        break;
    case PLAN_MATERIALIZE:
        add_key(p, node, node->state_key, node->state_key_count);
        break;
    case PLAN_AGGREGATE:
        add_key(p, node, count_up(p, node->group_count), node->group_count);
        break;
    case PLAN_JOIN:
        keys_of_join(p, node);
        break;
    case PLAN_RANK: case PLAN_DEDUPLICATE:
        keys_of_rank(p, node);
        break;
    case PLAN_FROM_CHANGELOG: /* Of upserts: the columns of PARTITION BY, which come first. */
        if (!(node->changelog.kinds & CHANGE_UB) && node->changelog.key_count)
            add_key(p, node, count_up(p, node->changelog.key_count), node->changelog.key_count);
        break;
    case PLAN_UNION: case PLAN_VALUES: case PLAN_EXPAND: case PLAN_CORRELATE:
    case PLAN_TO_CHANGELOG:
        break;
    }
    if (node->kind == PLAN_SCAN || node->kind == PLAN_FROM_CHANGELOG ||
        node->kind == PLAN_AGGREGATE || node->kind == PLAN_MATERIALIZE)
        node->upsert_key = node->key_count ? &node->keys[0] : NULL;
    if (node->kind == PLAN_WATERMARK)
        return;
    node->rowtime = -1;
    for (size_t i = 0; i < node->column_count && node->rowtime < 0; i++)
        if (node->columns[i].type->attribute == ATTRIBUTE_ROWTIME)
            node->rowtime = (int)i;
}

void infer_keys(struct planner *p, struct plan *plan)
{
    for (size_t i = 0; i < plan->node_count; i++)
        infer_node(p, plan->nodes[i]);
}
