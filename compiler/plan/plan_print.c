/* Plans as text: EXPLAIN's tree, and the dump with all traits. */
#include "planner.h"

static const char *kind_label(enum plan_kind kind)
{
    switch (kind) {
#define N(name, label)                                                                             \
    case PLAN_##name:                                                                              \
        return label;
#include "nodes.def"
#undef N
    }
    return "";
}

static void print_changes(struct text *out, unsigned changes, bool key_deletes)
{
    static const char *const names[] = {"I", "UB", "UA", "D"};
    bool any = false;

    for (size_t i = 0; i < 4; i++)
        if (changes & 1u << i) {
            text_printf(out, "%s%s%s", any ? "," : "",
                key_deletes && 1u << i == CHANGE_D ? "P" : "", names[i]);
            any = true;
        }
    if (!any)
        text_add(out, "NONE");
}

static void print_calc(struct text *out, const struct plan_node *node)
{
    const char *const *names = node_column_names(out, node->inputs[0]);

    text_add(out, "select=[");
    for (size_t i = 0; i < node->column_count; i++) {
        struct text expr = {.arena = out->arena};

        texpr_print(&expr, node->exprs[i], names);
        text_printf(out, "%s%s", i ? ", " : "", text_chars(&expr));
        if (!str_equal(str_of(text_chars(&expr)), str_of(node->columns[i].name)))
            text_printf(out, " AS %s", node->columns[i].name);
    }
    text_add_char(out, ']');
    if (!node->condition)
        return;
    text_add(out, ", where=[");
    texpr_print(out, node->condition, names);
    text_add_char(out, ']');
}

static void print_values(struct text *out, const struct plan_node *node)
{
    text_add(out, "tuples=[[");
    for (size_t r = 0; r < node->row_count; r++) {
        text_add(out, r ? ", { " : "{ ");
        for (size_t i = 0; i < node->column_count; i++) {
            text_add(out, i ? ", " : "");
            texpr_print(out, node->rows[r][i], NULL);
        }
        text_add(out, " }");
    }
    text_add(out, "]]");
    if (!node->row_count) {
        text_add(out, ", ");
        print_columns(out, node, "values");
    }
}

static void print_scan(struct text *out, const struct plan_node *node)
{
    text_printf(out, "table=[[%s, %s, %s]], ", node->table->catalog, node->table->database,
        node->table->name);
    print_columns(out, node, "fields");
    if (!node->hint_count)
        return;
    text_add(out, ", hints=[[[OPTIONS options:{");
    for (size_t i = 0; i < node->hint_count; i++)
        text_printf(out, "%s%s=%s", i ? ", " : "", node->hints[i].key, node->hints[i].text);
    text_add(out, "}]]]");
}

static void print_watermark(struct text *out, const struct plan_node *node)
{
    text_printf(out, "rowtime=[%s], watermark=[", node->columns[node->rowtime].name);
    if (node->watermark)
        texpr_print(out, node->watermark, node_column_names(out, node));
    else
        text_add(out, "SOURCE_WATERMARK()");
    text_add_char(out, ']');
}

static void print_conflict(struct text *out, const struct plan_node *sink)
{
    const char *strategy = sink->on_conflict == CONFLICT_NOTHING ? "NOTHING"
        : sink->on_conflict == CONFLICT_ERROR ? "ERROR" : "DEDUPLICATE";

    if (sink->inputs[0]->kind == PLAN_MATERIALIZE)
        text_add(out, ", upsertMaterialize=[true]");
    if (sink->inputs[0]->kind == PLAN_MATERIALIZE || sink->on_conflict != CONFLICT_DEFAULT)
        text_printf(out, ", conflictStrategy=[%s]", strategy);
}

/* Whether a source has rows before updates that nobody asked for: they go no further than to its
 * readers. */
static bool drops_before(const struct plan_node *node)
{
    return (node->kind == PLAN_SCAN || node->kind == PLAN_FROM_CHANGELOG) &&
        node->changes & CHANGE_UB && !(node->requested & CHANGE_UB);
}

void print_node(struct text *out, const struct plan_node *node, bool changelog_mode)
{
    text_printf(out, "%s(", node->kind == PLAN_RANK && !node->rank.partition_count &&
        !node->rank.with_number ? "SortLimit" : kind_label(node->kind));
    switch (node->kind) {
    case PLAN_SCAN:
        print_scan(out, node);
        break;
    case PLAN_VALUES:
        print_values(out, node);
        break;
    case PLAN_WATERMARK:
        print_watermark(out, node);
        break;
    case PLAN_CALC:
        print_calc(out, node);
        break;
    case PLAN_UNION:
        text_add(out, "all=[true], ");
        print_columns(out, node, "union");
        break;
    case PLAN_AGGREGATE: case PLAN_EXPAND: case PLAN_JOIN: case PLAN_RANK: case PLAN_DEDUPLICATE:
    case PLAN_CORRELATE: case PLAN_LIMIT: case PLAN_NORMALIZE: case PLAN_MATERIALIZE:
        print_operator(out, node);
        break;
    case PLAN_FROM_CHANGELOG: case PLAN_TO_CHANGELOG:
        print_changelog(out, node);
        break;
    case PLAN_SINK:
        text_printf(out, "table=[%s.%s.%s], ", node->table->catalog, node->table->database,
            node->table->name);
        print_columns(out, node, "fields");
        print_conflict(out, node);
        break;
    }
    if (changelog_mode) {
        text_add(out, ", changelogMode=[");
        print_changes(out, node->kind == PLAN_SINK ? 0 : drops_before(node) ? node->changes
            : node->requested, node->key_deletes);
        text_add_char(out, ']');
    }
    text_add_char(out, ')');
}

/* ---- EXPLAIN ---- */

struct printer {
    struct text *out;
    bool changelog_mode;
    unsigned *reuse;  /* by node id - 1: its reuse_id, 0: none or not printed yet */
    unsigned reused;  /* the last one given */
};

/* Node under a line that starts with `prefix`; `last`: it has no sister below it. */
static void print_tree(struct printer *printer, const struct plan_node *node, const char *prefix,
    bool root, bool last)
{
    struct text *out = printer->out;
    const char *below = root ? "" : arena_printf(out->arena, "%s%s", prefix, last ? "   " : ":  ");

    if (node->kind == PLAN_MATERIALIZE) /* Flink's sink has it inside. */
        node = node->inputs[0];
    if (!root)
        text_printf(out, "%s%s", prefix, last ? "+- " : ":- ");
    if (drops_before(node)) {
        text_add(out, "DropUpdateBefore(");
        if (printer->changelog_mode) {
            text_add(out, "changelogMode=[");
            print_changes(out, node->requested, node->key_deletes);
            text_add_char(out, ']');
        }
        text_printf(out, ")\n%s+- ", below);
        below = arena_printf(out->arena, "%s   ", below);
    }
    if (printer->reuse[node->id - 1]) {
        text_printf(out, "Reused(reference_id=[%u])\n", printer->reuse[node->id - 1]);
        return;
    }
    print_node(out, node, printer->changelog_mode);
    if (node->output_count > 1) {
        printer->reuse[node->id - 1] = ++printer->reused;
        text_printf(out, "(reuse_id=[%u])", printer->reused);
    }
    text_add_char(out, '\n');
    for (size_t i = 0; i < node->input_count; i++)
        print_tree(printer, node->inputs[i], below, false, i + 1 == node->input_count);
}

void plan_print(struct text *out, const struct plan *plan, bool changelog_mode)
{
    struct printer printer = {.out = out, .changelog_mode = changelog_mode};

    printer.reuse = arena_array(out->arena, plan->node_count, sizeof *printer.reuse);
    for (size_t i = 0; i < plan->sink_count; i++) {
        const struct plan_node *sink = plan->sinks[i];

        if (i)
            text_add_char(out, '\n');
        if (sink->table)
            print_tree(&printer, sink, "", true, true);
        else
            print_tree(&printer, sink->inputs[0], "", true, true);
    }
}

/* ---- --dump=plan ---- */

static void dump_keys(struct text *out, const struct plan_node *node)
{
    for (size_t k = 0; k < node->key_count; k++) {
        text_printf(out, "%s(", k ? ", " : " key=");
        for (size_t i = 0; i < node->keys[k].count; i++)
            text_printf(out, "%s%s", i ? ", " : "", node->columns[node->keys[k].columns[i]].name);
        text_add_char(out, ')');
    }
}

static void dump_node(struct text *out, const struct plan_node *node)
{
    text_printf(out, "#%u %s", node->id, node->name);
    for (size_t i = 0; i < node->input_count; i++)
        text_printf(out, "%s#%u", i ? ", " : " <- ", node->inputs[i]->id);
    text_add(out, "\n   ");
    if (node->kind == PLAN_SINK && !node->table)
        print_columns(out, node, "Result");
    else
        print_node(out, node, false);
    text_add(out, "\n   row=(");
    for (size_t i = 0; i < node->column_count; i++) {
        text_printf(out, "%s%s ", i ? ", " : "", node->columns[i].name);
        type_print(out, node->columns[i].type);
    }
    text_add(out, ")\n   changes=[");
    print_changes(out, node->changes, node->key_deletes);
    text_add(out, "] requested=[");
    print_changes(out, node->requested, node->key_deletes);
    text_add_char(out, ']');
    dump_keys(out, node);
    if (node->rowtime >= 0)
        text_printf(out, " rowtime=%s", node->columns[node->rowtime].name);
    if (node->row_limit)
        text_printf(out, " limit=%zu", node->row_limit);
    text_add_char(out, '\n');
}

void plan_dump(struct text *out, const struct plan *plan)
{
    for (size_t i = 0; i < plan->node_count; i++)
        dump_node(out, plan->nodes[i]);
}
