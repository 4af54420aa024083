/* What rows of a source meet first: its keys are columns of the rows, seen through projections, so
 * that the state can be brought near before the rows are passed on. Filters are not asked: what a
 * row that they drop would meet is brought near for nothing. */
#include "emit_state.h"
#include "op_source_tpl.h"

#include <string.h>

struct nearing {
    struct flow *flow;
    const struct flow_node *scan;
    struct text body;
    VEC(const char *) met; /* what was brought near: map and key */
};

/* By output column of a node: the column of the scan's row that it is; NONE: it is computed. */
enum { NONE = -1 };

static const struct type *type_of(const struct plan_node *node, size_t column)
{
    return node->columns[column].type;
}

/* Columns of CALC, by those of its input. */
static int *project(struct nearing *n, const struct plan_node *calc, const int *from)
{
    int *columns = arena_array(n->flow->e->arena, calc->column_count + 1, sizeof *columns);

    for (size_t i = 0; i < calc->column_count; i++) {
        const struct texpr *expr = calc->exprs[i];
        bool same = expr->kind == TEXPR_INPUT &&
            type_equal(type_of(calc->inputs[0], expr->input), type_of(calc, i));

        columns[i] = same ? from[expr->input] : NONE;
    }
    return columns;
}

/* The columns of the scan's row that are the key; NULL: it is not found by them alone. */
static const struct key_part *parts_of(struct nearing *n, const struct flow_input *input,
    const int *columns)
{
    struct key_part *parts =
        arena_array(n->flow->e->arena, input->near.count + 1, sizeof *parts);

    for (size_t i = 0; i < input->near.count; i++) {
        const struct key_part *part = &input->near.parts[i];
        int column = columns[part->column];

        if (column == NONE || !n->scan->row->columns[column].member ||
            !type_equal(n->scan->row->columns[column].type, input->row->columns[part->column].type))
            return NULL;
        parts[i] = (struct key_part){(size_t)column, part->form};
    }
    return parts;
}

/* Self joins and several queries may ask for the same. */
static bool is_met(struct nearing *n, const struct flow_near *near, const struct key_part *parts)
{
    struct text text = {.arena = n->flow->e->arena};

    text_printf(&text, "%s %s", near->map, near->end);
    for (size_t i = 0; i < near->count; i++)
        text_printf(&text, " %zu", parts[i].column);
    for (size_t i = 0; i < n->met.count; i++)
        if (!strcmp(n->met.at[i], text_chars(&text)))
            return true;
    vec_push(n->flow->e->arena, &n->met, text_chars(&text));
    return false;
}

static void meet(struct nearing *n, const struct flow_input *input, const int *columns)
{
    struct flow *flow = n->flow;
    const struct flow_near *near = &input->near;
    const struct key_part *parts;
    const char *key;

    if (!near->map || !near->count) /* Without a key it is one entry, which is near. */
        return;
    parts = parts_of(n, input, columns);
    if (!parts || is_met(n, near, parts))
        return;
    key = names_make(flow->e->names, "", arena_printf(flow->e->arena, "%s_key_of_%s",
        input->row->tag, n->scan->row->tag));
    state_emit_parts(flow, key, "What a row meets by.", n->scan->row, parts, near->count);
    tpl_op_near_map(&n->body, &(struct tpl_op_near_map){
        .map = near->map, .key = key, .end = near->end});
}

static void follow(struct nearing *n, const struct plan_node *from, const int *columns)
{
    const struct plan_node **consumers;
    size_t count = flow_consumers(from, &consumers, n->flow->e->arena);

    for (size_t i = 0; i < count; i++) {
        const struct plan_node *node = consumers[i];
        const struct flow_node *of = flow_of(n->flow, node);

        if (node->kind == PLAN_CALC)
            follow(n, node, project(n, node, columns));
        else if (node->kind == PLAN_UNION)
            follow(n, node, columns);
        for (size_t k = 0; of->ins && k < node->input_count; k++) {
            const struct plan_node *input = node->inputs[k];

            while (input->kind == PLAN_WATERMARK)
                input = input->inputs[0];
            if (input == from)
                meet(n, &of->ins[k], columns);
        }
    }
}

const char *operator_emit_near(struct flow *flow, const struct flow_node *scan)
{
    struct emitter *e = flow->e;
    struct nearing n = {.flow = flow, .scan = scan, .body = {.arena = e->arena}};
    int *columns = arena_array(e->arena, scan->node->column_count + 1, sizeof *columns);
    const char *name;

    for (size_t i = 0; i < scan->node->column_count; i++)
        columns[i] = (int)flow_column(scan->node, i);
    follow(&n, scan->node, columns);
    if (!n.body.size)
        return NULL;
    name = names_make(e->names, "", arena_printf(e->arena, "%s_near", scan->row->tag));
    tpl_op_near(flow->out, &(struct tpl_op_near){
        .comment = "The state that rows are about to meet comes near.", .name = name,
        .tag = scan->row->tag, .body = text_chars(&n.body)});
    return name;
}
