/* Sinks of error tables: what scans with error-handling.mode = log write beside the query. They
 * have no input in the plan; the sources fill them. */
#include "planner.h"

#include "../bind/bind.h"

#include <string.h>

static struct plan_node *find_sink(const struct plan *plan, const struct table *target)
{
    for (size_t i = 0; i < plan->node_count; i++)
        if (plan->nodes[i]->takes_errors && plan->nodes[i]->table == target)
            return plan->nodes[i];
    return NULL;
}

static struct plan_node *add_sink(struct planner *p, struct plan *plan, const struct table *target)
{
    struct plan_node *node = node_new(p, PLAN_SINK, target->span, target->declared_count);
    struct plan_node **nodes =
        arena_array(p->arena, plan->node_count + 1, sizeof(struct plan_node *));
    size_t *columns = arena_array(p->arena, target->declared_count, sizeof *columns);

    node->column_count = 0;
    for (size_t i = 0; i < target->declared_count; i++) {
        const struct column *column = &target->columns[i];

        if (column->kind == TABLE_COMPUTED || column->is_virtual)
            continue;
        columns[node->column_count] = i;
        node->columns[node->column_count++] = (struct rel_column){column->name, column->type};
    }
    node->table = target;
    node->takes_errors = true;
    node->sink_columns = columns;
    node->changes = node->requested = CHANGE_APPEND;
    node->rowtime = -1;
    node->id = (unsigned)plan->node_count + 1;
    node->name = arena_printf(p->arena, "errors-%s", target->name);
    memcpy(nodes, plan->nodes, plan->node_count * sizeof *nodes);
    nodes[plan->node_count++] = node;
    plan->nodes = nodes;
    return node;
}

bool plan_writes_tables(const struct plan *plan)
{
    for (size_t i = 0; i < plan->node_count; i++)
        if (plan->nodes[i]->kind == PLAN_SINK && plan->nodes[i]->table)
            return true;
    return false;
}

void add_error_sinks(struct planner *p, struct plan *plan)
{
    for (size_t i = 0; i < plan->node_count; i++) {
        struct plan_node *node = plan->nodes[i];
        const struct table *target;

        if (node->kind != PLAN_SCAN || !table_logs_errors(node->table))
            continue;
        target = table_error_target(p->catalog, node->table);
        if (!target) {
            diag_error(p->diag, D_ERROR_TABLE, node->span,
                "table '%s' logs its errors into table '%s', which is not there any more",
                node->table->name, table_error_target_name(node->table));
            p->failed = true;
            return;
        }
        node->errors = find_sink(plan, target);
        if (!node->errors)
            node->errors = add_sink(p, plan, target);
    }
}
