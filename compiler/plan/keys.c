/* Unique keys and the event time column, from the inputs upwards. */
#include "planner.h"

#include <string.h>

static void add_key(struct planner *p, struct plan_node *node, const size_t *columns, size_t count)
{
    struct plan_key *keys = arena_array(p->arena, node->key_count + 1, sizeof *keys);

    if (node->key_count)
        memcpy(keys, node->keys, node->key_count * sizeof *keys);
    keys[node->key_count++] = (struct plan_key){columns, count};
    node->keys = keys;
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

/* A key survives where each of its columns is passed on as it is. */
static void keys_of_calc(struct planner *p, struct plan_node *node)
{
    const struct plan_node *input = node->inputs[0];

    for (size_t k = 0; k < input->key_count; k++) {
        const struct plan_key *key = &input->keys[k];
        size_t *columns = arena_array(p->arena, key->count, sizeof *columns);
        size_t found = 0;

        for (size_t i = 0; i < key->count; i++)
            for (size_t c = 0; c < node->column_count; c++)
                if (node->exprs[c]->kind == TEXPR_INPUT &&
                    node->exprs[c]->input == key->columns[i]) {
                    columns[found++] = c;
                    break;
                }
        if (found == key->count)
            add_key(p, node, columns, found);
    }
}

static void infer_node(struct planner *p, struct plan_node *node)
{
    switch (node->kind) {
    case PLAN_SCAN:
        keys_of_scan(p, node);
        break;
    case PLAN_CALC:
        keys_of_calc(p, node);
        break;
    case PLAN_WATERMARK: case PLAN_SINK:
        node->keys = node->inputs[0]->keys;
        node->key_count = node->inputs[0]->key_count;
        break;
    case PLAN_UNION: case PLAN_VALUES:
        break;
    }
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
