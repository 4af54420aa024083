/* AGGREGATE: rows into groups, a change of the result for each row. */
#include "aggregate.h"
#include "op_aggregate_tpl.h"

#include <string.h>

/* ---- shared ---- */

const char *aggregate_argument(struct agg *agg, size_t column)
{
    return arena_printf(agg->e->arena, "in->%s", agg->in->columns[column].member);
}

const char *aggregate_argument_null(struct agg *agg, size_t column)
{
    const struct row_column *at = &agg->in->columns[column];

    return at->type->nullable
        ? arena_printf(agg->e->arena, "rt_null_get(in->nulls, %s)", at->number)
        : "false";
}

const char *aggregate_member(struct agg *agg, int column)
{
    return arena_printf(agg->e->arena, "group->%s", agg->group->columns[column].member);
}

const char *aggregate_member_null(struct agg *agg, int column)
{
    return arena_printf(agg->e->arena, "rt_null_get(group->nulls, %s)",
        agg->group->columns[column].number);
}

struct texpr *aggregate_input(struct agg *agg, size_t index, const struct type *type)
{
    struct texpr *expr = texpr_new(agg->e->arena, TEXPR_INPUT, type, agg->plan->span);

    expr->input = index;
    return expr;
}

struct texpr *aggregate_group_input(struct agg *agg, int column)
{
    return aggregate_input(agg, agg->in->column_count + (size_t)column,
        agg->group->columns[column].type);
}

struct texpr *aggregate_op(struct agg *agg, enum texpr_op op, const struct type *type,
    struct texpr *a, struct texpr *b)
{
    struct texpr *expr = texpr_new(agg->e->arena, TEXPR_OP, type, agg->plan->span);

    expr->op = op;
    expr->args = arena_array(agg->e->arena, 2, sizeof *expr->args);
    expr->args[0] = a;
    expr->args[1] = b;
    expr->arg_count = 2;
    return expr;
}

struct expr_scope aggregate_scope(struct agg *agg, struct text *out, unsigned *locals)
{
    return (struct expr_scope){
        .e = agg->e, .out = out, .next_local = locals, .inputs = agg->inputs};
}

const char *aggregate_sort_word(const struct type *type)
{
    const char *word = state_word(type);

    if (!word)
        BUG("MIN and MAX of a composite");
    if (!strcmp(word, "f32"))
        return "f64";
    return !strcmp(word, "bool") || !strcmp(word, "i8") || !strcmp(word, "i16") ||
            !strcmp(word, "i32")
        ? "i64"
        : word;
}

/* ---- are two results the same ---- */

static const char *differ_text(struct agg *agg, const struct row_column *column)
{
    struct arena *arena = agg->e->arena;
    const char *word = state_word(column->type), *m = column->member;

    if (!strcmp(word, "text") || !strcmp(word, "bytes"))
        return arena_printf(arena, "!rt_equal_%s(a->%s, b->%s)", word, m, m);
    if (!strcmp(word, "timestamp"))
        return arena_printf(arena, "rt_timestamp_compare(a->%s, b->%s) != 0", m, m);
    return arena_printf(arena, "a->%s != b->%s", m, m);
}

static const char *compare_columns(struct agg *agg)
{
    struct text body = {.arena = agg->e->arena};

    for (size_t i = agg->plan->group_count; i < agg->out->column_count; i++) {
        const struct row_column *column = &agg->out->columns[i];
        const char *differ = differ_text(agg, column);

        if (column->type->nullable)
            tpl_agg_differ_nullable(&body, &(struct tpl_agg_differ_nullable){
                .number = column->number, .differ = differ});
        else
            tpl_agg_differ(&body, &(struct tpl_agg_differ){.differ = differ});
    }
    return text_chars(&body);
}

static const char *emit_same(struct agg *agg)
{
    struct arena *arena = agg->e->arena;
    const char *name = arena_printf(arena, "%s_same", agg->name);
    size_t first = agg->plan->group_count, count = agg->out->column_count - first;
    size_t *columns = arena_array(arena, count + 1, sizeof *columns);
    bool composite = false;

    for (size_t i = 0; i < count; i++) {
        columns[i] = first + i;
        composite |= !state_word(agg->out->columns[columns[i]].type);
    }
    if (!composite) {
        tpl_agg_same(agg->flow->out, &(struct tpl_agg_same){
            .name = name, .out = agg->out->tag, .body = compare_columns(agg)});
        return name;
    }
    state_emit_key(agg->flow, arena_printf(arena, "%s_pack", name), "The results as bytes.",
        agg->out, columns, count);
    tpl_agg_same_packed(agg->flow->out, &(struct tpl_agg_same_packed){.name = name,
        .out = agg->out->tag, .pack_a = arena_printf(arena, "%s_pack(a, &one);", name),
        .pack_b = arena_printf(arena, "%s_pack(b, &other);", name)});
    return name;
}

/* ---- the operator ---- */

/* Values that start as NULL. */
static const char *emit_init(struct agg *agg)
{
    struct arena *arena = agg->e->arena;
    struct text body = {.arena = arena}, out = {.arena = arena};

    for (size_t i = 0; i < agg->plan->aggregate_count; i++) {
        const struct function_state *function = &agg->functions[i];

        if (function->kept == KEPT_NUMBERS && function->number >= 0 && function->count < 0)
            tpl_agg_set_null(&body, &(struct tpl_agg_set_null){.nulls = "group->nulls",
                .number = agg->group->columns[function->number].number, .null = "true"});
    }
    if (body.size)
        tpl_agg_init(&out, &(struct tpl_agg_init){.body = text_chars(&body)});
    return text_chars(&out);
}

static void emit_push(struct agg *agg, const char *map)
{
    struct arena *arena = agg->e->arena;
    struct text unless = {.arena = arena}, before = {.arena = arena};
    struct flow_input *input = &agg->node->ins[0];
    const char *key = arena_printf(arena, "%s_key", agg->name), *init = emit_init(agg);
    const char *sql = emit_comment(arena, flow_statement(agg->flow, agg->plan));

    if (!agg->plan->state_ttl_ms && agg->plan->aggregate_count)
        tpl_agg_unless_same(&unless, &(struct tpl_agg_unless_same){.same = emit_same(agg)});
    else if (!agg->plan->state_ttl_ms)
        tpl_agg_never_updates(&unless, &(struct tpl_agg_never_updates){0});
    if (agg->plan->requested & CHANGE_UB && (agg->plan->aggregate_count || agg->plan->state_ttl_ms))
        tpl_agg_update_before(&before, &(struct tpl_agg_update_before){.push = agg->node->push});
    input->push = arena_printf(arena, "%s_push", agg->name);
    if (agg->retracts)
        tpl_agg_add_or_take(agg->flow->out, &(struct tpl_agg_add_or_take){.sql = sql,
            .push = input->push, .in = agg->in->tag, .out = agg->out->tag,
            .group = agg->group->tag, .map = map, .key = key, .init = init,
            .rows = aggregate_member(agg, agg->rows), .name = agg->name,
            .unless = text_chars(&unless), .before = before.size ? before.data : "",
            .next = agg->node->push});
    else
        tpl_agg_add_only(agg->flow->out, &(struct tpl_agg_add_only){.sql = sql,
            .push = input->push, .in = agg->in->tag, .out = agg->out->tag,
            .group = agg->group->tag, .map = map, .key = key, .init = init, .name = agg->name,
            .unless = text_chars(&unless), .before = before.size ? before.data : "",
            .next = agg->node->push});
}

/* Without functions and taking back, a group only has to be known. */
static void emit_distinct(struct agg *agg, const char *map)
{
    struct flow_input *input = &agg->node->ins[0];

    input->push = arena_printf(agg->e->arena, "%s_push", agg->name);
    tpl_agg_distinct_rows(agg->flow->out, &(struct tpl_agg_distinct_rows){
        .sql = emit_comment(agg->e->arena, flow_statement(agg->flow, agg->plan)),
        .push = input->push, .in = agg->in->tag, .out = agg->out->tag, .map = map,
        .key = arena_printf(agg->e->arena, "%s_key", agg->name), .name = agg->name,
        .next = agg->node->push});
}

static void name_functions(struct agg *agg)
{
    struct text none = {.arena = agg->e->arena};
    unsigned locals = 0;

    agg->functions =
        arena_array(agg->e->arena, agg->plan->aggregate_count + 1, sizeof *agg->functions);
    for (size_t i = 0; i < agg->plan->aggregate_count; i++) {
        struct expr_scope scope = {.e = agg->e, .out = &none, .next_local = &locals};

        agg->functions[i] = (struct function_state){.of = &agg->plan->aggregates[i],
            .kept = KEPT_NUMBERS, .number = -1, .count = -1,
            .sql = agg->plan->aggregates[i].span.source
                ? expr_sql(&scope, agg->plan->aggregates[i].span)
                : agg->out->columns[agg->plan->group_count + i].name};
    }
}

void operator_emit_aggregate(struct flow *flow, struct flow_node *of)
{
    const struct plan_node *plan = of->node;
    struct agg agg = {.flow = flow, .e = flow->e, .node = of, .plan = plan,
        .in = of->ins[0].row, .out = of->row, .name = of->row->tag,
        .retracts = plan->inputs[0]->changes & (CHANGE_UB | CHANGE_D),
        .layout = {.arena = flow->e->arena}};
    bool only_known = !plan->aggregate_count && !agg.retracts && !plan->state_ttl_ms;
    const char *map = flow_new_map(flow, agg.name);

    name_functions(&agg);
    aggregate_make_group(&agg);
    state_emit_key(flow, arena_printf(flow->e->arena, "%s_key", agg.name),
        "The group of a row as bytes.", agg.in, plan->group, plan->group_count);
    if (!only_known)
        aggregate_emit_change(&agg, false);
    if (agg.retracts)
        aggregate_emit_change(&agg, true);
    if (flow->e->failed)
        return;
    aggregate_emit_result(&agg);
    aggregate_emit_map(&agg, map);
    of->ins[0].near = (struct flow_near){.map = map,
        .parts = state_parts(flow->e->arena, plan->group, plan->group_count),
        .count = plan->group_count, .end = "rt_near_end(&near);"};
    if (only_known)
        emit_distinct(&agg, map);
    else
        emit_push(&agg, map);
}
