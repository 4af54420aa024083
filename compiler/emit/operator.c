/* Operators: each consumer of a row is one function, with the operators up to the next stored row
 * inlined. */
#include "job.h"
#include "op_push_tpl.h"

#include <string.h>

struct flow_node *flow_of(struct flow *flow, const struct plan_node *node)
{
    return &flow->nodes[node->id - 1];
}

const char *flow_name(struct flow *flow, const char *format, ...)
{
    va_list args;
    const char *text;

    va_start(args, format);
    text = arena_vprintf(flow->e->arena, format, args);
    va_end(args);
    return names_make(flow->e->names, "", arena_printf(flow->e->arena, "%s%s", flow->prefix, text));
}

struct row *flow_row(struct flow *flow, struct text *out, const char *name,
    const struct rel_column *columns, size_t count, const bool *used)
{
    return flow_row_with(flow, out, name, columns, count, used, "");
}

struct row *flow_row_with(struct flow *flow, struct text *out, const char *name,
    const struct rel_column *columns, size_t count, const bool *used, const char *more)
{
    const char *tag = arena_printf(flow->e->arena, "%s%s", flow->prefix, name);
    const char *unique = tag;

    for (int i = 2; map_get(&flow->tags, unique); i++)
        unique = arena_printf(flow->e->arena, "%s_%d", tag, i);
    map_put(&flow->tags, unique, flow);
    return emit_row_with(flow->e, out, unique, columns, count, used, more);
}

size_t flow_column(const struct plan_node *node, size_t index)
{
    return node->kind == PLAN_SCAN ? node->scan_columns[index] : index;
}

struct emit_value flow_value(struct emitter *e, const struct row_column *column,
    const char *row_text)
{
    return (struct emit_value){
        emit_load(e, column->type, arena_printf(e->arena, "%s->%s", row_text, column->member)),
        column->type->nullable
            ? arena_printf(e->arena, "rt_null_get(%s->nulls, %s)", row_text, column->number)
            : "false"};
}

struct emit_value *flow_inputs(struct flow *flow, const struct plan_node *node,
    const struct row *row, const char *row_text)
{
    struct arena *arena = flow->e->arena;
    struct emit_value *values = arena_array(arena, node->column_count + 1, sizeof *values);

    for (size_t i = 0; i < node->column_count; i++) {
        const struct row_column *column = &row->columns[flow_column(node, i)];

        if (column->member)
            values[i] = flow_value(flow->e, column, row_text);
    }
    return values;
}

size_t flow_consumers(const struct plan_node *node, const struct plan_node ***consumers,
    struct arena *arena)
{
    VEC(const struct plan_node *) list = {0};

    for (size_t i = 0; i < node->output_count; i++) {
        const struct plan_node *output = node->outputs[i];
        const struct plan_node **below;
        size_t count;

        if (output->kind != PLAN_WATERMARK) {
            vec_push(arena, &list, output);
            continue;
        }
        count = flow_consumers(output, &below, arena);
        for (size_t j = 0; j < count; j++)
            vec_push(arena, &list, below[j]);
    }
    *consumers = list.at;
    return list.count;
}

/* ---- one edge: from a stored row to the next ---- */

struct edge {
    struct flow *flow;
    const struct flow_node *start;
    const char *normalize; /* The push of a reader that asks for nothing but the key of deletes. */
    size_t occurrence; /* Which of the reader's inputs that are `start`. */
    struct expr_scope scope;
    struct text body, next;
    unsigned locals;
};

/* What `reader` takes from `via`, the operator before it. */
static struct flow_input input_of(struct edge *edge, const struct plan_node *reader,
    const struct plan_node *via)
{
    const struct flow_node *of = flow_of(edge->flow, reader);
    size_t earlier = via == edge->start->node ? edge->occurrence : 0;

    if (!of->ins)
        return (struct flow_input){.row = of->row, .push = of->push};
    for (size_t i = 0; i < reader->input_count; i++) {
        const struct plan_node *input = reader->inputs[i];

        while (input->kind == PLAN_WATERMARK)
            input = input->inputs[0];
        if (input == via && earlier-- == 0)
            return of->ins[i];
    }
    BUG("operator %u does not read %u", reader->id, via->id);
}

static void assign_column(struct edge *edge, const struct flow_input *target,
    struct texpr *const *exprs, const struct plan_node *from, size_t index)
{
    const struct texpr *expr = exprs
        ? exprs[index]
        : &(struct texpr){
              .kind = TEXPR_INPUT, .type = from->columns[index].type, .input = index};

    if (!edge->flow->e->failed)
        emit_assign(&edge->scope, target->row, "out", index, expr);
}

static bool is_in_key(const struct plan_node *node, size_t column)
{
    for (size_t i = 0; i < node->upsert_key->count; i++)
        if (node->upsert_key->columns[i] == column)
            return true;
    return false;
}

/* Deletes that carry the key alone: nothing else is computed of them. */
static void assign_beside_key(struct edge *edge, const struct flow_input *target,
    struct texpr *const *exprs, const struct plan_node *from)
{
    struct arena *arena = edge->flow->e->arena;
    struct text *out = edge->scope.out, nulls = {.arena = arena}, values = {.arena = arena};

    edge->scope.out = &values;
    for (size_t i = 0; i < from->column_count; i++) {
        const struct row_column *column = &target->row->columns[i];

        if (is_in_key(from, i))
            continue;
        assign_column(edge, target, exprs, from, i);
        if (column->member && column->type->nullable)
            tpl_op_set_null(&nulls, &(struct tpl_op_set_null){.number = column->number});
    }
    edge->scope.out = out;
    if (nulls.size)
        tpl_op_key_delete(out, &(struct tpl_op_key_delete){
            .nulls = text_chars(&nulls), .values = text_chars(&values)});
    else if (values.size)
        tpl_op_no_delete(out, &(struct tpl_op_no_delete){.values = text_chars(&values)});
}

static void assign_columns(struct edge *edge, const struct flow_input *target,
    struct texpr *const *exprs, const struct plan_node *from)
{
    bool key_deletes = from->key_deletes && from->upsert_key && target->push != edge->normalize;

    tpl_op_out(&edge->body, &(struct tpl_op_out){.tag = target->row->tag, .name = "out"});
    for (size_t i = 0; i < from->column_count; i++)
        if (!key_deletes || is_in_key(from, i))
            assign_column(edge, target, exprs, from, i);
    if (key_deletes)
        assign_beside_key(edge, target, exprs, from);
    tpl_op_return_push(&edge->next, &(struct tpl_op_return_push){
        .push = target->push, .name = "out"});
}

/* Values of a projection that is read by the next one: only those that it reads. */
static struct emit_value *project(struct edge *edge, const struct plan_node *calc,
    const struct plan_node *reader)
{
    struct emitter *e = edge->flow->e;
    struct emit_value *values = arena_array(e->arena, calc->column_count + 1, sizeof *values);
    bool *used = arena_array(e->arena, calc->column_count + 1, sizeof *used);

    if (reader->condition)
        texpr_mark_inputs(reader->condition, used);
    for (size_t i = 0; i < reader->column_count; i++)
        texpr_mark_inputs(reader->exprs[i], used);
    for (size_t i = 0; i < calc->column_count; i++) {
        if (!used[i])
            continue;
        edge->scope.alias = calc->columns[i].name;
        values[i] = expr_settle(&edge->scope, calc->columns[i].type,
            emit_expr(&edge->scope, calc->exprs[i]));
    }
    return values;
}

static void emit_filter(struct edge *edge, const struct plan_node *calc)
{
    if (!calc->condition)
        return;
    edge->scope.alias = "filter";
    tpl_op_where(&edge->body, &(struct tpl_op_where){
        .sql = expr_sql(&edge->scope, calc->condition->span)});
    emit_condition(&edge->scope, calc->condition);
    text_add_char(&edge->body, '\n');
}

/* Follows `node` down to the next stored row. */
static void emit_chain(struct edge *edge, const struct plan_node *from,
    const struct plan_node *node)
{
    struct flow *flow = edge->flow;

    while (node->kind == PLAN_CALC && !flow->e->failed) {
        const struct plan_node **consumers;
        size_t count = flow_consumers(node, &consumers, flow->e->arena);

        emit_filter(edge, node);
        if (count != 1 || consumers[0]->kind != PLAN_CALC) {
            const struct flow_input target = count == 1
                ? input_of(edge, consumers[0], node)
                : (struct flow_input){.row = flow_of(flow, node)->row,
                      .push = flow_of(flow, node)->push};

            assign_columns(edge, &target, node->exprs, node);
            return;
        }
        edge->scope.inputs = project(edge, node, consumers[0]);
        from = node;
        node = consumers[0];
    }
    if (!flow->e->failed) {
        const struct flow_input target = input_of(edge, node, from);

        if (node->kind == PLAN_NORMALIZE)
            edge->normalize = target.push;
        assign_columns(edge, &target, NULL, from);
    }
}

/* The statement that the edge serves. */
const char *flow_statement(struct flow *flow, const struct plan_node *node)
{
    while (node->kind != PLAN_SINK) {
        const struct plan_node **consumers;

        if (flow_consumers(node, &consumers, flow->e->arena) != 1)
            return flow->job->sql ? flow->job->sql : node->name;
        node = consumers[0];
    }
    return node->sql ? node->sql : flow->job->sql;
}

/* Name of what comes at the end: big_orders, result, union_3. */
static const char *end_name(struct flow *flow, const struct plan_node *node)
{
    while (!flow_of(flow, node)->row) {
        const struct plan_node **consumers;

        flow_consumers(node, &consumers, flow->e->arena);
        node = consumers[0];
    }
    return flow_of(flow, node)->row->tag;
}

static const char *emit_edge(struct flow *flow, struct flow_node *from,
    const struct plan_node *consumer, size_t number, size_t occurrence)
{
    struct emitter *e = flow->e;
    struct edge edge = {.flow = flow, .start = from, .occurrence = occurrence,
        .body = {.arena = e->arena}, .next = {.arena = e->arena}};
    const char *name = arena_printf(e->arena, "%s_from_%s", end_name(flow, consumer),
        from->row->tag);
    const char *sql = flow_statement(flow, consumer);

    if (number)
        name = arena_printf(e->arena, "%s_%zu", name, number + 1);
    name = names_make(e->names, "", name);
    edge.scope = (struct expr_scope){.e = e, .out = &edge.body, .next_local = &edge.locals,
        .inputs = flow_inputs(flow, from->node, from->row, "in")};
    emit_chain(&edge, from->node, consumer);
    if (!edge.body.size || !strstr(text_chars(&edge.body), "in->"))
        tpl_op_used(&edge.body, &(struct tpl_op_used){0});
    tpl_op_edge(flow->out, &(struct tpl_op_edge){
        .sql = emit_comment(e->arena, sql), .name = name, .tag = from->row->tag,
        .body = text_chars(&edge.body), .next = text_chars(&edge.next)});
    return name;
}

void operator_emit(struct flow *flow, struct flow_node *from)
{
    struct emitter *e = flow->e;
    const struct plan_node **consumers;
    size_t count = flow_consumers(from->node, &consumers, e->arena);
    struct text calls = {.arena = e->arena};

    for (size_t i = 0; i < count && !e->failed; i++) {
        size_t occurrence = 0;

        for (size_t j = 0; j < i; j++)
            occurrence += consumers[j] == consumers[i];
        from->push = emit_edge(flow, from, consumers[i], i, occurrence);
        text_printf(&calls, "%s%s(task, in, op, error)", i ? " && " : "", from->push);
    }
    if (count == 1 || e->failed)
        return;
    from->push = flow_name(flow, "%s_all", from->row->tag + strlen(flow->prefix));
    tpl_op_fan(flow->out, &(struct tpl_op_fan){
        .comment = arena_printf(e->arena, "A row of %s goes to each of its readers.",
            from->node->table ? emit_comment(e->arena, from->node->table->name) : "the operator"),
        .name = from->push, .tag = from->row->tag, .calls = text_chars(&calls)});
}
