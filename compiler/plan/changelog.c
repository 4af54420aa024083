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

static unsigned changes_of_inputs(const struct plan_node *node)
{
    unsigned changes = 0;

    for (size_t i = 0; i < node->input_count; i++)
        changes |= node->inputs[i]->changes;
    return changes;
}

static void take_key_deletes(struct plan_node *node)
{
    for (size_t i = 0; i < node->input_count; i++)
        node->key_deletes = node->key_deletes || node->inputs[i]->key_deletes;
}

static void infer_produced(struct plan_node *node)
{
    node->key_deletes = false;
    switch (node->kind) {
    case PLAN_SCAN:
        node->changes = changes_of_table(node->table);
        node->key_deletes = node->table->mode == CHANGELOG_UPSERT;
        return;
    case PLAN_VALUES:
        node->changes = CHANGE_APPEND;
        return;
    case PLAN_WATERMARK: case PLAN_CALC: case PLAN_UNION: case PLAN_SINK: case PLAN_EXPAND:
        node->changes = changes_of_inputs(node);
        take_key_deletes(node);
        return;
    case PLAN_AGGREGATE:
        node->changes = CHANGE_I | CHANGE_UB | CHANGE_UA;
        if (changes_of_inputs(node) != CHANGE_APPEND)
            node->changes |= CHANGE_D;
        return;
    case PLAN_JOIN:
        node->changes = node->join.kind == REL_JOIN_INNER || node->join.kind == REL_JOIN_SEMI
            ? changes_of_inputs(node) : CHANGE_ALL;
        take_key_deletes(node);
        return;
    case PLAN_RANK:
        node->changes = CHANGE_ALL;
        return;
    case PLAN_DEDUPLICATE:
        node->changes = node->rank.order[0].descending ? CHANGE_ALL : CHANGE_APPEND;
        return;
    case PLAN_CORRELATE: case PLAN_LIMIT:
        node->changes = changes_of_inputs(node);
        return;
    case PLAN_FROM_CHANGELOG:
        node->changes = node->changelog.kinds;
        return;
    case PLAN_TO_CHANGELOG:
        node->changes = CHANGE_APPEND;
        return;
    case PLAN_NORMALIZE: case PLAN_MATERIALIZE:
        node->changes = CHANGE_ALL;
        return;
    }
}

/* ---- down ---- */

static const char *sink_name(struct planner *p, const struct plan_node *sink)
{
    if (!sink->table)
        return "the result of SELECT";
    return arena_printf(p->arena, "table sink '%s'", sink->table->name);
}

/* Operators that give each row the kind that it came with. */
static bool passes_kinds(const struct plan_node *node)
{
    switch (node->kind) {
    case PLAN_SINK: case PLAN_CALC: case PLAN_UNION: case PLAN_WATERMARK: case PLAN_CORRELATE:
    case PLAN_EXPAND:
        return true;
    case PLAN_SCAN: case PLAN_VALUES: case PLAN_AGGREGATE: case PLAN_JOIN: case PLAN_RANK:
    case PLAN_DEDUPLICATE: case PLAN_LIMIT: case PLAN_FROM_CHANGELOG: case PLAN_TO_CHANGELOG:
    case PLAN_NORMALIZE: case PLAN_MATERIALIZE:
        return false;
    }
    return false;
}

/* The operator nearest to the sink that makes one of `kinds`, as Flink names it. */
static struct plan_node *producer_of(struct plan_node *node, unsigned kinds)
{
    for (size_t i = 0; i < node->input_count && passes_kinds(node); i++)
        if (node->inputs[i]->changes & kinds)
            return producer_of(node->inputs[i], kinds);
    return node;
}

static void print_producer(struct planner *p, struct text *out, struct plan_node *producer)
{
    const struct table *table = producer->table;

    if (producer->kind == PLAN_JOIN)
        keep_join_by_keys(p, producer);
    if (producer->kind != PLAN_SCAN || table->mode != CHANGELOG_UPSERT) {
        print_node(out, producer, false);
        return;
    }
    text_add(out, "ChangelogNormalize(key=[");
    for (size_t i = 0; i < table->key.count; i++)
        text_printf(out, "%s%s", i ? ", " : "", table->columns[table->key.columns[i]].name);
    text_add(out, "])");
}

static bool refuse_sink(struct planner *p, struct plan_node *sink)
{
    unsigned extra = sink->changes & ~(unsigned)CHANGE_I;
    struct text text = {.arena = p->arena};
    bool updates = extra & (CHANGE_UA | CHANGE_UB), deletes = extra & CHANGE_D;

    print_producer(p, &text, producer_of(sink, extra));
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

/* Whether the rows' upsert key lies in the sink's primary key; *equal: is that key. */
static bool compare_keys(struct planner *p, const struct plan_node *sink, bool *equal)
{
    const struct plan_node *input = sink->inputs[0];
    const struct primary_key *key = &sink->table->key;
    bool *in_key = arena_array(p->arena, sink->table->column_count, sizeof *in_key);
    bool updates = sink->changes != CHANGE_APPEND, within = false;

    *equal = false;
    for (size_t i = 0; i < key->count; i++)
        in_key[key->columns[i]] = true;
    for (size_t k = 0; k < input->key_count; k++) {
        size_t matched = 0;

        if (updates && &input->keys[k] != input->upsert_key)
            continue;
        for (size_t i = 0; i < input->keys[k].count; i++)
            matched += in_key[sink->sink_columns[input->keys[k].columns[i]]];
        within = within || matched == input->keys[k].count;
        *equal = *equal || (matched == input->keys[k].count && matched == key->count);
    }
    return within;
}

static bool key_matches(struct planner *p, const struct plan_node *sink)
{
    bool equal;

    compare_keys(p, sink, &equal);
    return equal;
}

static bool key_within(struct planner *p, const struct plan_node *sink)
{
    bool equal;

    return compare_keys(p, sink, &equal);
}

/* Keeps the rows of each primary key of the sink, of which the last one is shown. */
static void put_materialize(struct planner *p, struct plan_node *sink)
{
    struct plan_node *input = sink->inputs[0];
    const struct primary_key *key = &sink->table->key;
    struct plan_node *node = node_new(p, PLAN_MATERIALIZE, sink->span, input->column_count);
    size_t *columns = arena_array(p->arena, key->count, sizeof *columns);

    memcpy(node->columns, input->columns, input->column_count * sizeof *input->columns);
    for (size_t i = 0; i < key->count; i++)
        for (size_t c = 0; c < sink->column_count; c++)
            if (sink->sink_columns[c] == key->columns[i])
                columns[i] = c;
    node->state_key = columns;
    node->state_key_count = key->count;
    node->on_conflict = sink->on_conflict;
    node_add_input(p, node, input);
    sink->inputs[0] = node;
}

/* The sink's primary key is not a key of the rows it gets: rows of one key may come from several
 * rows of the query. For inserts alone the last one stays, which needs no state; changes, and what
 * DO NOTHING and DO ERROR have to know, go through MATERIALIZE. */
static void resolve_conflict(struct planner *p, struct plan_node *sink)
{
    const char *table = sink->table->name;
    bool append = sink->changes == CHANGE_APPEND;

    bool keeps_first = sink->on_conflict == CONFLICT_NOTHING || sink->on_conflict == CONFLICT_ERROR;

    if (sink->on_conflict == CONFLICT_DEFAULT && sink->inputs[0]->kind != PLAN_VALUES) {
        diag_warn(p->diag, D_SINK_KEY, sink->span, append
            ? "the primary key of '%s' is no key of the query: of rows with the same key the last "
              "one stays"
            : "the primary key of '%s' is no key of the query: its rows are kept, and of those "
              "with the same key the last one shows", table);
        diag_note(p->diag, (struct span){0}, "ON CONFLICT DO DEDUPLICATE says so explicitly");
    }
    if (!append || keeps_first)
        put_materialize(p, sink);
}

/* What the sink asks for; it can do without rows before updates if the whole query can. */
static struct want want_of_sink(struct planner *p, const struct plan_node *sink)
{
    struct want want = {true, true, sink_name(p, sink)};

    if (sink->explained) {
        struct want without = {false, true, want.who};

        return can_satisfy(p, sink, without) ? without : want;
    }
    if (!sink->table || sink->table->mode != CHANGELOG_UPSERT)
        return want;
    if (sink->inputs[0]->kind == PLAN_MATERIALIZE || !sink->table->key.present ||
        key_matches(p, sink)) {
        struct want without = {false, false, want.who};

        if (can_satisfy(p, sink, without))
            return without;
    }
    return want;
}

static bool check_sink(struct planner *p, struct plan_node *sink)
{
    /* A job ends with its last row only if none of them is taken back. */
    if (sink->changes != CHANGE_APPEND)
        sink->row_limit = 0;
    if (sink->table && sink->table->mode == CHANGELOG_APPEND && sink->changes != CHANGE_APPEND)
        return refuse_sink(p, sink);
    if (sink->table && sink->table->mode == CHANGELOG_UPSERT && sink->table->key.present &&
        !key_within(p, sink))
        resolve_conflict(p, sink);
    return true;
}

static void infer_again(struct planner *p, struct plan *plan)
{
    order_nodes(p, plan);
    infer_keys(p, plan);
    for (size_t i = 0; i < plan->node_count; i++)
        infer_produced(plan->nodes[i]);
    infer_rank_keys(plan);
}

bool infer_changes(struct planner *p, struct plan *plan)
{
    bool ok = true;

    for (size_t i = 0; i < plan->node_count; i++)
        infer_produced(plan->nodes[i]);
    if (!check_changelog_inputs(p, plan))
        return false;
    for (size_t i = 0; i < plan->sink_count; i++)
        ok = check_sink(p, plan->sinks[i]) && ok;
    if (!ok)
        return false;
    infer_again(p, plan);
    for (size_t i = 0; i < plan->sink_count; i++)
        put_normalize(p, plan->sinks[i], want_of_sink(p, plan->sinks[i]));
    drop_idle(plan);
    infer_again(p, plan);
    for (size_t i = 0; i < plan->sink_count; i++)
        request(p, plan->sinks[i], want_of_sink(p, plan->sinks[i]));
    return !p->failed;
}
