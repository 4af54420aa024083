/* FROM_CHANGELOG and TO_CHANGELOG: what they ask of their input, what they cannot give, and how
 * EXPLAIN prints them. */
#include "lower.h"

#include <string.h>

struct chain lower_changelog(struct planner *p, const struct rel *rel)
{
    enum plan_kind kind =
        rel->kind == REL_FROM_CHANGELOG ? PLAN_FROM_CHANGELOG : PLAN_TO_CHANGELOG;
    struct plan_node *node = node_new(p, kind, rel->span, rel->column_count);
    struct chain chain = lower_rel(p, rel->inputs[0]);

    memcpy(node->columns, rel->columns, rel->column_count * sizeof *rel->columns);
    node->exprs = rel->exprs;
    node->changelog = rel->changelog;
    node_add_input(p, node, chain_node(p, &chain));
    return chain_of(p, node);
}

/* ---- columns ---- */

void mark_changelog_own(const struct plan_node *node, bool *used)
{
    for (size_t i = 0; i < node->column_count; i++)
        if (!node->exprs[i] ||
            (node->kind == PLAN_FROM_CHANGELOG && i < node->changelog.key_count))
            used[i] = true;
}

void mark_changelog_inputs(const struct plan_node *node, const bool *used, bool *input_used)
{
    for (size_t i = 0; i < node->column_count; i++)
        if (used[i] && node->exprs[i])
            texpr_mark_inputs(node->exprs[i], input_used);
    for (size_t i = 0; i < node->changelog.key_count; i++)
        input_used[node->changelog.key[i]] = true;
    if (node->changelog.op)
        texpr_mark_inputs(node->changelog.op, input_used);
}

void renumber_changelog(struct planner *p, struct plan_node *node, struct texpr *const *with)
{
    struct changelog *changelog = &node->changelog;
    size_t *key = arena_array(p->arena, changelog->key_count + 1, sizeof *key);

    for (size_t i = 0; i < node->column_count; i++)
        if (node->exprs[i])
            node->exprs[i] = texpr_substitute(p->arena, node->exprs[i], with);
    for (size_t i = 0; i < changelog->key_count; i++)
        key[i] = with[changelog->key[i]]->input;
    changelog->key = key;
    if (changelog->op)
        changelog->op = texpr_substitute(p->arena, changelog->op, with);
}

/* ---- kinds of change ---- */

/* Rows that come as an upsert stream of themselves: those of an upsert table or of groups. */
static bool is_upsert_stream(struct planner *p, const struct plan_node *node)
{
    switch (node->kind) {
    case PLAN_SCAN:
        return node->table->mode == CHANGELOG_UPSERT;
    case PLAN_AGGREGATE:
        return node->group_count > 0;
    case PLAN_FROM_CHANGELOG:
        return !(node->changes & CHANGE_UB);
    case PLAN_CALC:
        return node->upsert_key && (!node->condition || filters_key(p, node)) &&
            is_upsert_stream(p, node->inputs[0]);
    case PLAN_WATERMARK: case PLAN_NORMALIZE:
        return is_upsert_stream(p, node->inputs[0]);
    case PLAN_VALUES: case PLAN_UNION: case PLAN_EXPAND: case PLAN_JOIN: case PLAN_RANK:
    case PLAN_DEDUPLICATE: case PLAN_CORRELATE: case PLAN_LIMIT: case PLAN_MATERIALIZE:
    case PLAN_TO_CHANGELOG: case PLAN_SINK:
        return false;
    }
    return false;
}

/* Whether the kept columns of a delete are there in one that carries the key alone. */
static bool keeps_key(const struct plan_node *node)
{
    const struct plan_key *key = node->inputs[0]->upsert_key;

    return node->changelog.partial_deletes && key &&
        columns_within(node->changelog.key, node->changelog.key_count, key->columns, key->count);
}

/* What the mapping names is asked for; without a mapping, what the input is by nature. */
struct want want_of_to_changelog(struct planner *p, const struct plan_node *node)
{
    unsigned kinds = node->changelog.kinds;
    struct want want = {kinds & CHANGE_UB, kinds & CHANGE_D && !keeps_key(node), "TO_CHANGELOG"};

    if (node->changelog.defaulted && is_upsert_stream(p, node->inputs[0]))
        want.before = false;
    return want;
}

void check_changelog_want(struct planner *p, const struct plan_node *node, struct want want)
{
    if (!want.before || !(node->changes & CHANGE_UA) || node->changes & CHANGE_UB)
        return;
    diag_error(p->diag, D_CHANGELOG_MISMATCH, node->span,
        "The query cannot be planned because of a changelog mode mismatch: an operator cannot "
        "produce the changelog its consumer requires");
    diag_note(p->diag, (struct span){0},
        "this FROM_CHANGELOG has no UPDATE_BEFORE in its op_mapping, and %s asks for it", want.who);
    diag_note(p->diag, (struct span){0},
        "INSERT INTO a table whose PRIMARY KEY is the PARTITION BY key, with 'changelog.mode' = "
        "'upsert', and query that one");
    p->failed = true;
}

bool check_changelog_inputs(struct planner *p, const struct plan *plan)
{
    bool ok = true;

    for (size_t i = 0; i < plan->node_count; i++) {
        const struct plan_node *node = plan->nodes[i];

        if (node->kind != PLAN_FROM_CHANGELOG || node->inputs[0]->changes == CHANGE_APPEND)
            continue;
        diag_error(p->diag, D_OPERATOR_CHANGES, node->span,
            "the input of FROM_CHANGELOG has updates or deletes: it reads append-only tables");
        diag_note(p->diag, (struct span){0},
            "TO_CHANGELOG makes an append-only table of one with changes");
        ok = false;
    }
    return ok;
}

/* ---- EXPLAIN ---- */

static void print_mapping(struct text *out, const struct changelog *changelog, bool from)
{
    static const char *const kinds[] = {"INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE"};

    text_add(out, ", mapping=[");
    for (size_t i = 0; i < changelog->code_count; i++) {
        const struct change_code *code = &changelog->codes[i];

        text_add(out, i ? ", " : "");
        if (!from)
            text_printf(out, "%s=", kinds[code->kind]);
        text_add_size(out, code->code.data, code->code.size);
        if (from)
            text_printf(out, "=%s", kinds[code->kind]);
    }
    text_add_char(out, ']');
}

void print_changelog(struct text *out, const struct plan_node *node)
{
    const struct changelog *changelog = &node->changelog;
    bool from = node->kind == PLAN_FROM_CHANGELOG;

    text_printf(out, "invocation=[%s], ", from ? "FROM_CHANGELOG" : "TO_CHANGELOG");
    print_columns(out, node, "select");
    if (changelog->key_count) {
        text_add(out, ", key=[");
        for (size_t i = 0; i < changelog->key_count; i++)
            text_printf(out, "%s%s", i ? ", " : "",
                node->inputs[0]->columns[changelog->key[i]].name);
        text_add_char(out, ']');
    }
    print_mapping(out, changelog, from);
    if (changelog->skips)
        text_add(out, ", errorHandling=[SKIP]");
    if (changelog->partial_deletes)
        text_add(out, ", partialDeletes=[true]");
}
