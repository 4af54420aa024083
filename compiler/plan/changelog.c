/* Which kinds of change flow: upwards what each operator produces, downwards from the sinks what is
 * asked for. As Flink's FlinkChangelogModeInferenceProgram. */
#include "planner.h"

#include <string.h>

enum { CHANGE_UPSERT = CHANGE_I | CHANGE_UA | CHANGE_D };

/* ---- up ---- */

static unsigned changes_of_table(const struct table *table)
{
    switch (table->mode) {
    case CHANGELOG_APPEND:
        return CHANGE_APPEND;
    case CHANGELOG_UPSERT:
        return CHANGE_UPSERT;
    case CHANGELOG_RETRACT:
        return CHANGE_ALL;
    }
    return CHANGE_ALL;
}

static void infer_produced(struct plan_node *node)
{
    switch (node->kind) {
    case PLAN_SCAN:
        node->changes = changes_of_table(node->table);
        node->key_deletes = node->table->mode == CHANGELOG_UPSERT;
        return;
    case PLAN_VALUES:
        node->changes = CHANGE_APPEND;
        return;
    case PLAN_WATERMARK: case PLAN_CALC: case PLAN_UNION: case PLAN_SINK:
        node->changes = 0;
        for (size_t i = 0; i < node->input_count; i++) {
            node->changes |= node->inputs[i]->changes;
            node->key_deletes = node->key_deletes || node->inputs[i]->key_deletes;
        }
        return;
    }
}

/* ---- down ---- */

/* Whether a filter looks only at columns of the upsert key: then both sides of an update pass or
 * fail together. */
static bool filters_key(struct planner *p, const struct plan_node *calc)
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

/* An operator under `node` that cannot work on updates without the row before: a filter may pass
 * one of the two rows only. NULL: none. */
static const struct plan_node *needs_before(struct planner *p, const struct plan_node *node)
{
    if (node->kind == PLAN_CALC && node->condition && node->inputs[0]->changes & CHANGE_UA &&
        !filters_key(p, node))
        return node;
    for (size_t i = 0; i < node->input_count; i++) {
        const struct plan_node *found = needs_before(p, node->inputs[i]);

        if (found)
            return found;
    }
    return NULL;
}

static const char *sink_name(struct planner *p, const struct plan_node *sink)
{
    if (!sink->table)
        return "the result of SELECT";
    return arena_printf(p->arena, "table sink '%s'", sink->table->name);
}

/* False: reported. `who` needs the row before an update. */
static bool request(struct planner *p, struct plan_node *node, unsigned kinds, const char *who)
{
    bool ok = true;

    node->requested |= kinds & node->changes;
    if (node->kind == PLAN_SCAN && node->table->mode == CHANGELOG_UPSERT && kinds & CHANGE_UB) {
        diag_error(p->diag, D_UNSUPPORTED_NORMALIZE, node->span,
            "%s needs the row before each update, which table '%s' in upsert mode does not give; "
            "keeping it (ChangelogNormalize) is not supported yet", who, node->table->name);
        return false;
    }
    if (node->kind == PLAN_CALC && node->condition && node->inputs[0]->changes & CHANGE_UA &&
        !filters_key(p, node)) {
        kinds |= CHANGE_ALL;
        who = "the filter";
    }
    for (size_t i = 0; i < node->input_count; i++)
        ok = request(p, node->inputs[i], kinds, who) && ok;
    return ok;
}

/* The lowest operator that still produces one of `kinds`. */
static const struct plan_node *producer_of(const struct plan_node *node, unsigned kinds)
{
    for (size_t i = 0; i < node->input_count; i++)
        if (node->inputs[i]->changes & kinds)
            return producer_of(node->inputs[i], kinds);
    return node;
}

static bool refuse_sink(struct planner *p, const struct plan_node *sink)
{
    unsigned extra = sink->changes & ~(unsigned)CHANGE_I;
    const struct plan_node *producer = producer_of(sink, extra);
    struct text text = {.arena = p->arena};
    bool updates = extra & (CHANGE_UA | CHANGE_UB), deletes = extra & CHANGE_D;

    print_node(&text, producer, false);
    diag_error(p->diag, D_SINK_CHANGES, sink->span,
        "Table sink '%s.%s.%s' doesn't support consuming %s changes which is produced by node %s",
        sink->table->catalog, sink->table->database, sink->table->name,
        updates && deletes ? "update and delete" : updates ? "update" : "delete",
        text_chars(&text));
    diag_note(p->diag, sink->table->span,
        "declare '%s' with a PRIMARY KEY, or with 'changelog.mode' = 'retract', to take them",
        sink->table->name);
    return false;
}

/* Whether one of the input's keys is the sink's primary key. */
static bool key_matches(struct planner *p, const struct plan_node *sink)
{
    const struct plan_node *input = sink->inputs[0];
    const struct primary_key *key = &sink->table->key;
    bool *in_key = arena_array(p->arena, sink->table->column_count, sizeof *in_key);

    for (size_t i = 0; i < key->count; i++)
        in_key[key->columns[i]] = true;
    for (size_t k = 0; k < input->key_count; k++) {
        size_t matched = 0;

        for (size_t i = 0; i < input->keys[k].count; i++)
            matched += in_key[sink->sink_columns[input->keys[k].columns[i]]];
        if (matched == input->keys[k].count && matched == key->count)
            return true;
    }
    return false;
}

/* The sink's primary key is not a key of the rows it gets: rows of one key may come from several
 * rows of the query. For inserts alone the last one stays, which needs no state. */
static bool check_conflict(struct planner *p, const struct plan_node *sink)
{
    const char *table = sink->table->name;

    if (sink->on_conflict == CONFLICT_NOTHING || sink->on_conflict == CONFLICT_ERROR) {
        diag_error(p->diag, D_UNSUPPORTED_CONFLICT, sink->span,
            "ON CONFLICT DO %s is not supported yet",
            sink->on_conflict == CONFLICT_NOTHING ? "NOTHING" : "ERROR");
        return false;
    }
    if (sink->changes != CHANGE_APPEND) {
        diag_error(p->diag, D_UNSUPPORTED_CONFLICT, sink->span,
            "the primary key of '%s' is no key of the query, whose updates and deletes then need "
            "materialisation: not supported yet", table);
        return false;
    }
    if (sink->on_conflict == CONFLICT_DEFAULT && sink->inputs[0]->kind != PLAN_VALUES) {
        diag_warn(p->diag, D_SINK_KEY, sink->span,
            "the primary key of '%s' is no key of the query: of rows with the same key the last "
            "one stays", table);
        diag_note(p->diag, (struct span){0}, "ON CONFLICT DO DEDUPLICATE says so explicitly");
    }
    return true;
}

/* A filter may let the old row of an update pass and not the new one. The sink must then delete the
 * row: upsert sinks still drop UPDATE_BEFORE whatever is in `requested`. */
static bool refuse_lone_before(struct planner *p, const struct plan_node *sink,
    const struct plan_node *filter)
{
    diag_error(p->diag, D_UNSUPPORTED_NORMALIZE, filter->condition->span,
        "a filter of updates on other columns than the key, before '%s' in upsert mode, is not "
        "supported yet", sink->table->name);
    return false;
}

static bool infer_sink(struct planner *p, struct plan_node *sink)
{
    struct plan_node *input = sink->inputs[0];
    const struct plan_node *before;
    unsigned kinds = CHANGE_ALL;
    bool ok = true;

    if (sink->row_limit) {
        /* rt_run.row_limit is what will serve it, for rows that are only inserted. */
        diag_error(p->diag, D_UNSUPPORTED_ORDER, sink->span, "LIMIT is not supported yet");
        return false;
    }
    if (sink->table && sink->table->mode == CHANGELOG_APPEND && sink->changes != CHANGE_APPEND)
        return refuse_sink(p, sink);
    if (sink->table && sink->table->mode == CHANGELOG_UPSERT) {
        if (sink->table->key.present && !key_matches(p, sink))
            ok = check_conflict(p, sink);
        before = needs_before(p, sink);
        if (!before)
            kinds = CHANGE_UPSERT;
        else if (sink->changes & CHANGE_UB)
            ok = refuse_lone_before(p, sink, before) && ok;
    }
    sink->requested = kinds & sink->changes;
    return ok && request(p, input, kinds, sink_name(p, sink));
}

bool infer_changes(struct planner *p, struct plan *plan)
{
    bool ok = true;

    for (size_t i = 0; i < plan->node_count; i++)
        infer_produced(plan->nodes[i]);
    for (size_t i = 0; i < plan->sink_count; i++)
        ok = infer_sink(p, plan->sinks[i]) && ok;
    return ok;
}
