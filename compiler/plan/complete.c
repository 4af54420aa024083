/* What operators ask of the changes of their inputs, and what completes them. */
#include "planner.h"

#include <string.h>

/* Whether a filter looks only at columns of the upsert key: then both sides of an update pass or
 * fail together. */
bool filters_key(struct planner *p, const struct plan_node *calc)
{
    const struct plan_node *input = calc->inputs[0];
    bool *used = arena_array(p->arena, input->column_count + 1, sizeof *used);

    if (!input->upsert_key || !texpr_is_deterministic(calc->condition))
        return false;
    texpr_mark_inputs(calc->condition, used);
    for (size_t i = 0; i < input->upsert_key->count; i++)
        used[input->upsert_key->columns[i]] = false;
    for (size_t i = 0; i < input->column_count; i++)
        if (used[i])
            return false;
    return true;
}

/* Updates of a side whose key holds the join's keys stay where they are: no row before is needed to
 * take out what was joined with it, unless a further condition passes one of the rows only. */
static bool updates_in_place(struct planner *p, const struct plan_node *join, size_t side)
{
    const struct plan_node *input = join->inputs[side];
    const size_t *columns = join_columns(p, join, side);

    for (size_t k = 0; k < input->key_count; k++)
        if (columns_within(columns, join->join.key_count, input->keys[k].columns,
                input->keys[k].count))
            return true;
    return false;
}

static bool is_filter_of_updates(struct planner *p, const struct plan_node *node)
{
    return node->kind == PLAN_CALC && node->condition && !filters_key(p, node) &&
        node->inputs[0]->changes & (CHANGE_UA | CHANGE_D);
}

/* What `node` asks of input number `input` so that it can give what `want` says. */
static struct want want_of(struct planner *p, const struct plan_node *node, struct want want)
{
    struct text who = {.arena = p->arena};

    switch (node->kind) {
    case PLAN_AGGREGATE: case PLAN_JOIN: case PLAN_RANK: case PLAN_DEDUPLICATE: case PLAN_LIMIT:
    case PLAN_CORRELATE: case PLAN_MATERIALIZE:
        print_node(&who, node, false);
        return (struct want){true, true, text_chars(&who)};
    case PLAN_FROM_CHANGELOG:
        return (struct want){true, true, "FROM_CHANGELOG"};
    case PLAN_TO_CHANGELOG:
        return want_of_to_changelog(p, node);
    case PLAN_NORMALIZE:
        return (struct want){false, false, want.who};
    case PLAN_CALC:
        if (is_filter_of_updates(p, node))
            return (struct want){true, true, "the filter"};
        return want;
    case PLAN_SCAN: case PLAN_VALUES: case PLAN_WATERMARK: case PLAN_UNION: case PLAN_EXPAND:
    case PLAN_SINK:
        return want;
    }
    return want;
}

bool can_satisfy(struct planner *p, const struct plan_node *node, struct want want)
{
    struct want below = want_of(p, node, want);

    if (node->kind == PLAN_TO_CHANGELOG) /* No updates come out of it. */
        return true;
    if (!want.before && node->kind == PLAN_CALC && node->condition &&
        node->inputs[0]->changes & CHANGE_UA && !filters_key(p, node))
        return false;
    if (!want.before && node->kind == PLAN_JOIN)
        for (size_t s = 0; s < 2; s++)
            if (node->inputs[s]->changes & CHANGE_UA &&
                (node->join.condition || !updates_in_place(p, node, s)))
                return false;
    for (size_t i = 0; i < node->input_count; i++)
        if (!can_satisfy(p, node->inputs[i], below))
            return false;
    return true;
}

/* ---- NORMALIZE ---- */

static bool is_upsert_scan(const struct plan_node *node)
{
    return (node->kind == PLAN_SCAN || node->kind == PLAN_WATERMARK) && node->key_deletes &&
        node->upsert_key;
}

static bool same_condition(const struct texpr *a, const struct texpr *b)
{
    return a == b || (a && b && texpr_equal(a, b));
}

/* The filter that reads the rows moves in: a row that stops to pass is a delete, not an update that
 * nobody sees the end of. One that looks at the key alone may stay. */
static struct texpr *take_filter(struct planner *p, struct plan_node *reader)
{
    struct texpr *condition = reader->kind == PLAN_CALC ? reader->condition : NULL;

    if (!condition || !texpr_is_deterministic(condition) || filters_key(p, reader))
        return NULL;
    reader->condition = NULL;
    return condition;
}

/* The one over `scan` with that filter, made when first needed. */
static struct plan_node *normalize_of(struct planner *p, struct plan_node *scan,
    struct texpr *condition)
{
    struct plan_node *node;

    for (size_t i = 0; i < p->normalized.count; i++)
        if (p->normalized.at[i]->inputs[0] == scan &&
            same_condition(p->normalized.at[i]->condition, condition))
            return p->normalized.at[i];
    node = node_new(p, PLAN_NORMALIZE, scan->span, scan->column_count);
    memcpy(node->columns, scan->columns, scan->column_count * sizeof *scan->columns);
    node->rowtime = scan->rowtime;
    node->condition = condition;
    node->state_key = scan->upsert_key->columns;
    node->state_key_count = scan->upsert_key->count;
    node_add_input(p, node, scan);
    vec_push(p->arena, &p->normalized, node);
    return node;
}

void put_normalize(struct planner *p, struct plan_node *node, struct want want)
{
    struct want below = want_of(p, node, want);

    for (size_t i = 0; i < node->input_count; i++) {
        struct plan_node *input = node->inputs[i];

        if (is_upsert_scan(input) && (below.before || below.full))
            node->inputs[i] = normalize_of(p, input, take_filter(p, node));
        else if (input->kind != PLAN_NORMALIZE)
            put_normalize(p, input, below);
    }
}

/* ---- marks ---- */

void request(struct planner *p, struct plan_node *node, struct want want)
{
    struct want below = want_of(p, node, want);
    unsigned kinds = want.before ? CHANGE_ALL : CHANGE_I | CHANGE_UA | CHANGE_D;

    if (node->kind == PLAN_FROM_CHANGELOG)
        check_changelog_want(p, node, want);
    node->requested |= kinds & node->changes;
    for (size_t i = 0; i < node->input_count; i++)
        request(p, node->inputs[i], below);
}
