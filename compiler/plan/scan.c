/* Scans: one for all readers of a table, with the columns that the table computes, and event time
 * where a reader needs it. */
#include "planner.h"

#include <string.h>

static bool same_hints(const struct rel *a, const struct rel *b)
{
    if (a->hint_count != b->hint_count)
        return false;
    for (size_t i = 0; i < a->hint_count; i++)
        if (strcmp(a->hints[i].key, b->hints[i].key) || strcmp(a->hints[i].text, b->hints[i].text))
            return false;
    return true;
}

static struct scan_entry *entry_of(struct planner *p, const struct rel *rel)
{
    for (size_t i = 0; i < p->scans.count; i++)
        if (p->scans.at[i].rel->table == rel->table && same_hints(p->scans.at[i].rel, rel))
            return &p->scans.at[i];
    vec_push(p->arena, &p->scans, (struct scan_entry){.rel = rel});
    return &p->scans.at[p->scans.count - 1];
}

/* Columns of the left row, then of the right one. SEMI and ANTI give the left ones alone. */
static void mark_join(struct planner *p, const struct rel *rel, size_t number, const bool *used,
    bool *below)
{
    size_t left = rel->inputs[0]->column_count, right = rel->inputs[1]->column_count;
    size_t from = number ? left : 0, count = number ? right : left;
    bool *read = arena_array(p->arena, left + right, sizeof *read);

    memcpy(read, used, rel->column_count * sizeof *read);
    if (rel->join.condition)
        texpr_mark_inputs(rel->join.condition, read);
    memcpy(below, read + from, count * sizeof *below);
    for (size_t k = 0; k < rel->join.key_count; k++)
        below[number ? rel->join.keys[k].right : rel->join.keys[k].left] = true;
}

static void mark_aggregate(const struct rel *rel, bool *below)
{
    for (size_t g = 0; g < rel->group_count; g++)
        below[rel->group[g]] = true;
    for (size_t a = 0; a < rel->aggregate_count; a++) {
        const struct aggregate *aggregate = &rel->aggregates[a];

        for (size_t i = 0; i < aggregate->arg_count; i++)
            below[aggregate->args[i]] = true;
        if (aggregate->filter >= 0)
            below[aggregate->filter] = true;
    }
}

/* What `rel` itself reads; what is read above it comes first in its row. */
static void mark_rank(const struct rel *rel, const bool *used, size_t count, bool *below)
{
    memcpy(below, used, count * sizeof *below);
    for (size_t i = 0; i < rel->rank.partition_count; i++)
        below[rel->rank.partition[i]] = true;
    for (size_t i = 0; i < rel->rank.order_count; i++)
        below[rel->rank.order[i].column] = true;
}

static void mark_unnest(struct planner *p, const struct rel *rel, const bool *used, size_t count,
    bool *below)
{
    bool *read = arena_array(p->arena, rel->column_count + 1, sizeof *read);

    if (rel->unnest.condition)
        texpr_mark_inputs(rel->unnest.condition, read);
    for (size_t i = 0; i < count; i++)
        below[i] = used[i] || read[i];
    texpr_mark_inputs(rel->unnest.collection, below);
}

/* Which columns of input `number` of `rel` are read by `rel` and, through it, above: `used`. */
static void mark_input(struct planner *p, const struct rel *rel, size_t number, const bool *used,
    bool *below)
{
    size_t count = rel->inputs[number]->column_count;

    switch (rel->kind) {
    case REL_PROJECT:
        for (size_t c = 0; c < rel->column_count; c++)
            if (used[c])
                texpr_mark_inputs(rel->exprs[c], below);
        return;
    case REL_FILTER:
        memcpy(below, used, count * sizeof *below);
        texpr_mark_inputs(rel->condition, below);
        return;
    case REL_UNION:
        memcpy(below, used, count * sizeof *below);
        return;
    case REL_JOIN:
        mark_join(p, rel, number, used, below);
        return;
    case REL_AGGREGATE:
        mark_aggregate(rel, below);
        return;
    case REL_RANK: case REL_LIMIT:
        mark_rank(rel, used, count, below);
        return;
    case REL_CORRELATE:
        mark_unnest(p, rel, used, count, below);
        return;
    case REL_SCAN: case REL_VALUES:
        return;
    case REL_EXPAND: case REL_FROM_CHANGELOG: case REL_TO_CHANGELOG: /* Rows of their own. */
        memset(below, true, count * sizeof *below);
    }
}

/* `used`: which columns of `rel` are read above it. */
static void collect(struct planner *p, const struct rel *rel, const bool *used)
{
    for (size_t i = 0; i < rel->input_count; i++) {
        bool *below = arena_array(p->arena, rel->inputs[i]->column_count + 1, sizeof *below);

        mark_input(p, rel, i, used, below);
        collect(p, rel->inputs[i], below);
    }
    if (rel->kind == REL_SCAN) {
        struct scan_entry *entry = entry_of(p, rel);

        if (rel->table->watermark.present && used[rel->table->watermark.column])
            entry->needs_time = true;
    }
}

void collect_scans(struct planner *p, const struct rel *rel)
{
    bool *used = arena_array(p->arena, rel->column_count + 1, sizeof *used);

    memset(used, true, rel->column_count * sizeof *used);
    collect(p, rel, used);
}

static struct plan_node *scan_of(struct planner *p, const struct rel *rel)
{
    struct plan_node *scan = node_new(p, PLAN_SCAN, rel->span, rel->column_count);

    memcpy(scan->columns, rel->columns, rel->column_count * sizeof *rel->columns);
    scan->table = rel->table;
    scan->hints = rel->hints;
    scan->hint_count = rel->hint_count;
    scan->scan_columns = arena_array(p->arena, rel->column_count, sizeof *scan->scan_columns);
    for (size_t i = 0; i < rel->column_count; i++)
        scan->scan_columns[i] = i;
    return scan;
}

/* The columns of a table over a node that has the stored ones at their places; computed ones from
 * them unless `computed` says that the node has them too. */
static struct texpr **columns_over(struct planner *p, const struct plan_node *node,
    const struct table *table, bool computed)
{
    struct texpr **exprs = arena_array(p->arena, table->column_count, sizeof *exprs);

    for (size_t i = 0; i < table->column_count; i++) {
        exprs[i] = texpr_new(p->arena, TEXPR_INPUT, node->columns[i].type, node->span);
        exprs[i]->input = i;
    }
    for (size_t i = 0; !computed && i < table->column_count; i++)
        if (table->columns[i].kind == TABLE_COMPUTED && table->columns[i].expr) {
            exprs[i] = texpr_substitute(p->arena, table->columns[i].expr, exprs);
            /* The declared type: a rowtime column has its attribute. */
            exprs[i]->type = table->columns[i].type;
        }
    return exprs;
}

static bool reads_computed(struct planner *p, const struct table *table)
{
    bool *used = arena_array(p->arena, table->column_count, sizeof *used);

    used[table->watermark.column] = true;
    if (table->watermark.expr)
        texpr_mark_inputs(table->watermark.expr, used);
    for (size_t i = 0; i < table->column_count; i++)
        if (used[i] && table->columns[i].kind == TABLE_COMPUTED)
            return true;
    return false;
}

/* WATERMARK above the scan, above the computed columns if it reads one. */
static struct plan_node *watermark_of(struct planner *p, struct plan_node *below, bool computed)
{
    const struct table *table = below->table;
    struct plan_node *node;

    if (computed) {
        struct plan_node *calc = node_new(p, PLAN_CALC, below->span, below->column_count);

        calc->columns = arena_copy(p->arena, below->columns,
            below->column_count * sizeof *below->columns);
        calc->exprs = columns_over(p, below, table, false);
        node_add_input(p, calc, below);
        below = calc;
    }
    node = node_new(p, PLAN_WATERMARK, below->span, below->column_count);
    memcpy(node->columns, below->columns, below->column_count * sizeof *below->columns);
    node->table = table;
    node->rowtime = (int)table->watermark.column;
    if (!table->watermark.is_source && table->watermark.expr) {
        node->watermark = arena_copy(p->arena, table->watermark.expr,
            sizeof *table->watermark.expr);
    }
    node_add_input(p, node, below);
    return node;
}

const struct scan_entry *lower_scan_entry(struct planner *p, const struct rel *rel)
{
    struct scan_entry *entry = entry_of(p, rel);
    bool computed = false;

    if (entry->top)
        return entry;
    entry->top = scan_of(p, rel);
    if (entry->needs_time) {
        computed = reads_computed(p, rel->table);
        entry->top = watermark_of(p, entry->top, computed);
    }
    entry->exprs = columns_over(p, entry->top, rel->table, computed);
    return entry;
}
