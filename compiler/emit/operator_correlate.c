/* CORRELATE (UNNEST) and EXPAND (GROUPING SETS): a row becomes several. */
#include "emit_state.h"
#include "op_correlate_tpl.h"

#include <string.h>

/* ---- UNNEST ---- */

/* Assigns the columns of the input to `target`. */
static void copy_columns(struct flow *flow, struct expr_scope *scope, const struct flow_node *of,
    const char *target)
{
    const struct plan_node *input = of->node->inputs[0];

    for (size_t i = 0; i < input->column_count && !flow->e->failed; i++)
        emit_assign(scope, of->row, target, i,
            &(struct texpr){.kind = TEXPR_INPUT, .type = input->columns[i].type, .input = i});
}

/* Value `name`[i] of a collection, and whether it is NULL. */
static struct emit_value item_of(struct emitter *e, const struct type *type, const char *collection,
    const char *name, const char *null)
{
    const char *text = arena_printf(e->arena, "%s.%s[i]", collection, name);

    return (struct emit_value){emit_load(e, type, text),
        null ? arena_printf(e->arena, "%s.%s && %s.%s[i]", collection, null, collection, null)
             : "false"};
}

static void assign(struct expr_scope *scope, const struct flow_node *of, size_t column,
    const struct type *type, const struct emit_value *value)
{
    scope->inputs = value;
    emit_assign(scope, of->row, "out", column, &(struct texpr){.kind = TEXPR_INPUT, .type = type});
}

/* An element in its columns from `column` on: a ROW has one for each field. The next column. */
static size_t assign_element(struct expr_scope *scope, const struct flow_node *of, size_t column,
    const struct type *type, struct emit_value element)
{
    struct emitter *e = scope->e;

    if (type->kind != TYPE_ROW) {
        assign(scope, of, column, type, &element);
        return column + 1;
    }
    for (size_t i = 0; i < type->field_count && !e->failed; i++) {
        const struct type *field = type->fields[i].type;
        const char *stored = arena_printf(e->arena, "%s.%s", element.value,
            emit_field_member(e, type, i));
        const char *null = arena_printf(e->arena, "rt_null_get(%s.nulls, %zu)", element.value, i);
        struct emit_value value = {emit_load(e, field, stored),
            field->nullable ? c_or(e->arena, element.null, null) : element.null};

        assign(scope, of, column + i, field, &value);
    }
    return column + type->field_count;
}

/* The columns of element number i. `times`: how often it is there; NULL: once. */
static void assign_item(struct expr_scope *scope, const struct flow_node *of,
    const char *collection, const char **times)
{
    struct emitter *e = scope->e;
    const struct type *type = of->node->unnest.collection->type;
    size_t column = of->node->inputs[0]->column_count;
    static const struct type ordinal = {.kind = TYPE_INT};
    const struct emit_value number = {"(int32_t)i + 1", "false"};

    *times = NULL;
    if (type->kind == TYPE_ARRAY) {
        column = assign_element(scope, of, column, type->element,
            item_of(e, type->element, collection, "at",
                type->element->nullable ? "null" : NULL));
    } else if (type->kind == TYPE_MULTISET) {
        column = assign_element(scope, of, column, type->element,
            item_of(e, type->element, collection, "keys", NULL));
        *times = arena_printf(e->arena, "%s.values[i]", collection);
    } else {
        struct emit_value key = item_of(e, type->key, collection, "keys",
            type->key->nullable ? "key_null" : NULL);
        struct emit_value value = item_of(e, type->element, collection, "values",
            type->element->nullable ? "null" : NULL);

        assign(scope, of, column++, type->key, &key);
        assign(scope, of, column++, type->element, &value);
    }
    if (of->node->unnest.with_ordinality)
        assign(scope, of, column, &ordinal, &number);
}

/* What happens to a row without an element. */
static const char *rest_of(struct flow *flow, const struct flow_node *of)
{
    struct text rest = {.arena = flow->e->arena}, nulls = {.arena = flow->e->arena};

    if (!of->node->unnest.outer) {
        tpl_op_correlate_done(&rest, &(struct tpl_op_correlate_done){0});
        return text_chars(&rest);
    }
    for (size_t i = of->node->inputs[0]->column_count; i < of->row->column_count; i++)
        tpl_op_correlate_null(&nulls, &(struct tpl_op_correlate_null){
            .row = "left", .number = of->row->columns[i].number});
    tpl_op_correlate_outer(&rest, &(struct tpl_op_correlate_outer){
        .any = of->node->unnest.condition ? "found" : "count", .nulls = text_chars(&nulls),
        .push = of->push});
    return text_chars(&rest);
}

/* LEFT JOIN ON: the element that was just assigned to `out` counts only if it is TRUE. */
static void emit_test(struct flow *flow, struct flow_node *of, struct text *element)
{
    static const char *const names[] = {"row"};
    struct text statements = {.arena = flow->e->arena}, unused = {.arena = flow->e->arena};
    unsigned locals = 0;
    struct expr_scope scope = {.e = flow->e, .out = &statements, .next_local = &locals,
        .row = of->row, .row_text = "row"};
    const char *truth;

    if (!of->node->unnest.condition || flow->e->failed)
        return;
    truth = expr_truth(&scope, of->node->unnest.condition);
    emit_unused(&unused, arena_printf(flow->e->arena, "%s%s", text_chars(&statements), truth),
        names, 1);
    tpl_op_correlate_test(element, &(struct tpl_op_correlate_test){
        .tag = of->row->tag, .unused = text_chars(&unused), .statements = text_chars(&statements),
        .condition = c_operand(flow->e->arena, truth)});
}

void operator_emit_correlate(struct flow *flow, struct flow_node *of)
{
    struct emitter *e = flow->e;
    const struct texpr *collection = of->node->unnest.collection;
    struct text left = {.arena = e->arena}, statements = {.arena = e->arena};
    struct text element = {.arena = e->arena}, push = {.arena = e->arena};
    struct text count = {.arena = e->arena};
    unsigned locals = 0;
    struct expr_scope scope = {.e = e, .out = &left, .next_local = &locals,
        .row = of->ins[0].row, .row_text = "in"};
    struct emit_value value;
    const char *times, *size;

    of->ins[0].push =
        names_make(e->names, "", arena_printf(e->arena, "%s_from_in", of->row->tag));
    if (of->node->unnest.condition)
        tpl_op_correlate_found(&left, &(struct tpl_op_correlate_found){0});
    copy_columns(flow, &scope, of, "left");
    scope.out = &statements;
    value = expr_addressable(&scope, collection->type, emit_expr(&scope, collection));
    if (e->failed)
        return;
    size = arena_printf(e->arena, "%s.count", value.value);
    if (c_is(value.null, "false"))
        tpl_op_correlate_count(&count, &(struct tpl_op_correlate_count){.value = size});
    else
        tpl_op_correlate_count_if(&count, &(struct tpl_op_correlate_count_if){
            .null = c_operand(e->arena, value.null), .value = size});
    scope.out = &element;
    assign_item(&scope, of, value.value, &times);
    emit_test(flow, of, &element);
    if (times)
        tpl_op_correlate_times(&push, &(struct tpl_op_correlate_times){
            .times = times, .push = of->push});
    else
        tpl_op_correlate_push(&push, &(struct tpl_op_correlate_push){.push = of->push});
    tpl_op_correlate(flow->out, &(struct tpl_op_correlate){
        .sql = expr_sql(&scope, of->node->span), .name = of->ins[0].push, .tag = of->row->tag,
        .from = of->ins[0].row->tag, .collection = text_chars(&statements),
        .left = text_chars(&left), .count = text_chars(&count), .element = text_chars(&element),
        .push = text_chars(&push), .rest = rest_of(flow, of)});
}

/* ---- GROUPING SETS ---- */

void operator_emit_expand(struct flow *flow, struct flow_node *of)
{
    struct emitter *e = flow->e;
    static const char *const parameters[] = {"in"};
    struct text rows = {.arena = e->arena}, unused = {.arena = e->arena};
    unsigned locals = 0;
    struct expr_scope scope = {.e = e, .next_local = &locals,
        .row = of->ins[0].row, .row_text = "in"};

    of->ins[0].push =
        names_make(e->names, "", arena_printf(e->arena, "%s_from_in", of->row->tag));
    for (size_t r = 0; r < of->node->row_count && !e->failed; r++) {
        struct text columns = {.arena = e->arena};

        scope.out = &columns;
        for (size_t i = 0; i < of->row->column_count && !e->failed; i++)
            emit_assign(&scope, of->row, "out", i, of->node->rows[r][i]);
        tpl_op_expand_row(&rows, &(struct tpl_op_expand_row){
            .tag = of->row->tag, .columns = text_chars(&columns), .push = of->push});
    }
    emit_unused(&unused, text_chars(&rows), parameters, 1);
    if (!e->failed)
        tpl_op_expand(flow->out, &(struct tpl_op_expand){
            .sql = expr_sql(&scope, of->node->span), .name = of->ins[0].push,
            .from = of->ins[0].row->tag, .unused = text_chars(&unused),
            .rows = text_chars(&rows)});
}
