/* How operators with state keep their rows. */
#include "planner.h"

static bool keeps_state(const struct plan_node *node)
{
    switch (node->kind) {
    case PLAN_AGGREGATE: case PLAN_JOIN: case PLAN_RANK: case PLAN_DEDUPLICATE: case PLAN_LIMIT:
    case PLAN_NORMALIZE: case PLAN_MATERIALIZE:
        return true;
    case PLAN_SCAN: case PLAN_VALUES: case PLAN_WATERMARK: case PLAN_CALC: case PLAN_UNION:
    case PLAN_EXPAND: case PLAN_CORRELATE: case PLAN_SINK:
    case PLAN_FROM_CHANGELOG: case PLAN_TO_CHANGELOG:
        return false;
    }
    return false;
}

bool join_side_is_upsert(const struct plan_node *join, size_t side)
{
    const struct plan_node *input = join->inputs[side];

    return input->key_deletes ||
        (input->changes & CHANGE_UA && !(input->requested & CHANGE_UB));
}

static void keep_by_keys(struct plan_node *join, size_t side, const size_t *columns)
{
    const struct plan_node *input = join->inputs[side];

    join->side_state[side] = SIDE_ROWS;
    join->side_key[side] = NULL;
    for (size_t k = 0; k < input->key_count; k++) {
        const struct plan_key *key = &input->keys[k];

        if (columns_within(key->columns, key->count, columns, join->join.key_count)) {
            join->side_state[side] = SIDE_KEYED_BY_JOIN;
            join->side_key[side] = key;
            return;
        }
        if (join->side_state[side] == SIDE_ROWS) {
            join->side_state[side] = SIDE_KEYED;
            join->side_key[side] = key;
        }
    }
}

/* As Flink's JoinInputSideSpec; a side that comes as upserts is known by its upsert key. */
static void keep_side(struct planner *p, struct plan_node *join, size_t side)
{
    const struct plan_node *input = join->inputs[side];
    const size_t *columns = join_columns(p, join, side);

    if (join_side_is_upsert(join, side)) {
        const struct plan_key *key = input->upsert_key;

        join->side_key[side] = key;
        join->side_state[side] = columns_within(key->columns, key->count, columns,
            join->join.key_count) ? SIDE_KEYED_BY_JOIN : SIDE_KEYED;
        return;
    }
    keep_by_keys(join, side, columns);
}

void keep_join_by_keys(struct planner *p, struct plan_node *join)
{
    for (size_t side = 0; side < 2; side++)
        keep_by_keys(join, side, join_columns(p, join, side));
}

static void distribute_by(struct plan_node *node, const size_t *columns, size_t count)
{
    node->distribution = columns;
    node->distribution_count = count;
}

static int64_t state_ttl(struct planner *p)
{
    const char *text = catalog_setting(p->catalog, "table.exec.state.ttl");
    int64_t ttl = 0;

    return option_parse_duration(text, &ttl) ? ttl : 0;
}

/* What a hint says, else the setting. */
static void keep_for(struct plan_node *node, int64_t ttl)
{
    int64_t *sides = node->side_ttl_ms;

    for (size_t s = 0; s < 2; s++)
        sides[s] = node->ttl[s].text ? node->ttl[s].ms : ttl;
    node->state_ttl_ms = sides[0];
    if (node->kind == PLAN_JOIN && sides[0])
        node->state_ttl_ms = sides[1] > sides[0] ? sides[1] : sides[0];
    else if (node->kind == PLAN_JOIN)
        node->state_ttl_ms = sides[1];
}

void infer_state(struct planner *p, struct plan *plan)
{
    int64_t ttl = state_ttl(p);

    for (size_t i = 0; i < plan->node_count; i++) {
        struct plan_node *node = plan->nodes[i];

        if (keeps_state(node))
            keep_for(node, ttl);
        if (node->kind == PLAN_JOIN) {
            keep_side(p, node, 0);
            keep_side(p, node, 1);
            distribute_by(node, join_columns(p, node, 0), node->join.key_count);
        } else if (node->kind == PLAN_AGGREGATE) {
            distribute_by(node, node->group, node->group_count);
        } else if (node->kind == PLAN_RANK || node->kind == PLAN_DEDUPLICATE) {
            distribute_by(node, node->rank.partition, node->rank.partition_count);
        } else if (node->kind == PLAN_NORMALIZE || node->kind == PLAN_MATERIALIZE) {
            distribute_by(node, node->state_key, node->state_key_count);
        } else if (node->kind == PLAN_FROM_CHANGELOG || node->kind == PLAN_TO_CHANGELOG) {
            distribute_by(node, node->changelog.key, node->changelog.key_count);
        }
    }
}
