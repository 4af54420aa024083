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

/* Updates of a side whose upsert key holds the join's keys stay where they are: no row before is
 * needed to take out what was joined with it. Not so under a further condition, which may pass one
 * of the two rows only (Flink 2.3 overlooks that, and leaves rows behind). */
static bool joins_in_place(struct planner *p, const struct plan_node *join)
{
    for (size_t s = 0; s < join->input_count; s++)
        if (join->inputs[s]->changes & CHANGE_UA &&
            (join->join.condition || !join_keeps_key(p, join, s)))
            return false;
    return true;
}

/* Whether a delete that carries the key alone is enough to find what was joined. */
static bool joins_deletes_by_key(struct planner *p, const struct plan_node *join)
{
    for (size_t s = 0; s < join->input_count; s++)
        if (join->inputs[s]->changes & CHANGE_D &&
            (join->join.condition || !join_keeps_key(p, join, s)))
            return false;
    return true;
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
    case PLAN_JOIN:
        print_node(&who, node, false);
        if (!want.before && joins_in_place(p, node))
            return (struct want){false, want.full || !joins_deletes_by_key(p, node),
                text_chars(&who)};
        return (struct want){true, true, text_chars(&who)};
    case PLAN_RANK:
        print_node(&who, node, false);
        return (struct want){!node->rank_key, true, text_chars(&who)};
    case PLAN_AGGREGATE: case PLAN_DEDUPLICATE: case PLAN_LIMIT:
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
    if (!want.before && node->kind == PLAN_JOIN && !joins_in_place(p, node))
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
