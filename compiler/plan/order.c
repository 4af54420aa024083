/* The plan as a whole: nodes with inputs first, who reads whom, the tables, stable names. */
#include "planner.h"

#include <stdlib.h>
#include <string.h>

struct node_list {
    struct plan_node **at;
    size_t count, capacity;
};

static void visit(struct planner *p, struct plan_node *node, struct node_list *list)
{
    if (node->id)
        return;
    node->id = UINT32_MAX; /* in work */
    for (size_t i = 0; i < node->input_count; i++)
        visit(p, node->inputs[i], list);
    vec_push(p->arena, list, node);
    node->id = (unsigned)list->count;
}

static void add_output(struct planner *p, struct plan_node *node, struct plan_node *output)
{
    struct plan_node **outputs =
        arena_array(p->arena, node->output_count + 1, sizeof(struct plan_node *));

    if (node->output_count)
        memcpy(outputs, node->outputs, node->output_count * sizeof *outputs);
    outputs[node->output_count++] = output;
    node->outputs = outputs;
}

/* Consumers of a shared row in Flink's order: the left side of a join before the right one. */
static void connect(struct planner *p, struct plan_node *node, bool *seen)
{
    if (seen[node->id])
        return;
    seen[node->id] = true;
    for (size_t i = 0; i < node->input_count; i++) {
        add_output(p, node->inputs[i], node);
        connect(p, node->inputs[i], seen);
    }
}

/* ---- names ---- */

/* The sink that a node feeds first: what its name is made of. */
static const char *fed_sink(const struct plan_node *node)
{
    while (node->kind != PLAN_SINK && node->output_count)
        node = node->outputs[0];
    return node->table ? node->table->name : "result";
}

static const struct plan_node *source_of(const struct plan_node *node)
{
    while (node->kind != PLAN_SCAN)
        node = node->inputs[0];
    return node;
}

/* Operators with state are named after their own SQL: whatever else changes in a script, they find
 * their state again. White space does not count. */
static const char *state_name(struct planner *p, const struct plan_node *node, const char *label)
{
    struct str sql = diag_text(p->diag, node->span);
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sql.size; i++)
        if (!strchr(" \t\r\n", sql.data[i]))
            hash = (hash ^ (unsigned char)sql.data[i]) * 1099511628211u;
    return arena_printf(p->arena, "%s-%08x", label, (unsigned)(hash ^ hash >> 32));
}

static const char *base_name(struct planner *p, const struct plan_node *node)
{
    switch (node->kind) {
    case PLAN_SCAN:
        return arena_printf(p->arena, "source-%s", node->table->name);
    case PLAN_VALUES:
        return "values-1";
    case PLAN_WATERMARK:
        return arena_printf(p->arena, "watermark-%s", node->table->name);
    case PLAN_CALC:
        return arena_printf(p->arena, "calc-%s", fed_sink(node));
    case PLAN_UNION:
        return arena_printf(p->arena, "union-%s", fed_sink(node));
    case PLAN_EXPAND:
        return arena_printf(p->arena, "expand-%s", fed_sink(node));
    case PLAN_CORRELATE:
        return arena_printf(p->arena, "correlate-%s", fed_sink(node));
    case PLAN_FROM_CHANGELOG:
        return arena_printf(p->arena, "from-changelog-%s", fed_sink(node));
    case PLAN_TO_CHANGELOG:
        return arena_printf(p->arena, "to-changelog-%s", fed_sink(node));
    case PLAN_AGGREGATE:
        return state_name(p, node, "aggregate");
    case PLAN_JOIN:
        return state_name(p, node, "join");
    case PLAN_RANK:
        return state_name(p, node, "rank");
    case PLAN_DEDUPLICATE:
        return state_name(p, node, "deduplicate");
    case PLAN_LIMIT:
        return state_name(p, node, "limit");
    case PLAN_NORMALIZE:
        return arena_printf(p->arena, "normalize-%s", source_of(node)->table->name);
    case PLAN_MATERIALIZE:
        return arena_printf(p->arena, "materialize-%s", fed_sink(node));
    case PLAN_SINK:
        return node->table ? arena_printf(p->arena, "sink-%s", node->table->name) : "result";
    }
    return "";
}

/* source-t, source-t-2, …; values-1, values-2, … */
static void name_node(struct planner *p, struct plan_node *node, struct map *names)
{
    const char *base = base_name(p, node), *name = base;

    for (unsigned n = 2; map_get(names, name); n++)
        name = node->kind == PLAN_VALUES ? arena_printf(p->arena, "values-%u", n)
                                         : arena_printf(p->arena, "%s-%u", base, n);
    map_put(names, name, node);
    node->name = name;
}

/* ---- tables ---- */

static int compare_tables(const void *a, const void *b)
{
    const struct table *x = *(const struct table *const *)a;
    const struct table *y = *(const struct table *const *)b;
    int order = strcmp(x->name, y->name);

    if (!order)
        order = strcmp(x->database, y->database);
    return order ? order : strcmp(x->catalog, y->catalog);
}

static void collect_tables(struct planner *p, struct plan *plan)
{
    VEC(const struct table *) tables = {0};

    for (size_t i = 0; i < plan->node_count; i++) {
        const struct table *table = plan->nodes[i]->table;
        bool known = !table;

        for (size_t j = 0; j < tables.count && !known; j++)
            known = tables.at[j] == table;
        if (!known)
            vec_push(p->arena, &tables, table);
    }
    if (tables.count)
        qsort(tables.at, tables.count, sizeof *tables.at, compare_tables);
    plan->tables = tables.at;
    plan->table_count = tables.count;
}

void order_nodes(struct planner *p, struct plan *plan)
{
    struct node_list list = {0};
    struct map names = {.arena = p->arena};
    bool *seen;

    for (size_t i = 0; i < plan->node_count; i++) {
        plan->nodes[i]->id = 0;
        plan->nodes[i]->outputs = NULL;
        plan->nodes[i]->output_count = 0;
    }
    for (size_t i = 0; i < plan->sink_count; i++)
        visit(p, plan->sinks[i], &list);
    plan->nodes = list.at;
    plan->node_count = list.count;
    seen = arena_array(p->arena, list.count + 1, sizeof *seen);
    for (size_t i = 0; i < plan->sink_count; i++)
        connect(p, plan->sinks[i], seen);
    for (size_t i = 0; i < list.count; i++)
        name_node(p, list.at[i], &names);
    collect_tables(p, plan);
}
