/* How a row changes a group: one function that adds it, one that takes it back. */
#include "aggregate.h"
#include "op_aggregate_tpl.h"

#include <string.h>

struct change {
    struct agg *agg;
    bool take;
    struct text body;
    unsigned locals;
};

static const struct type *argument_type(const struct change *change,
    const struct function_state *function)
{
    return change->agg->in->columns[function->of->args[0]].type;
}

/* ---- what happens with a row that counts ---- */

static void count(struct change *change, const struct function_state *function, struct text *out)
{
    emit_statement(out, arena_printf(out->arena, "%s%s",
        aggregate_member(change->agg, function->count), change->take ? "--" : "++"));
}

/* A DECIMAL too large is NULL from then on, until the next value starts anew. */
static void sum(struct change *change, const struct function_state *function, struct text *out)
{
    struct agg *agg = change->agg;
    struct expr_scope scope = aggregate_scope(agg, out, &change->locals);
    const struct type *type = agg->group->columns[function->number].type;
    const struct type *argument = argument_type(change, function);
    struct texpr *value = aggregate_input(agg, function->of->args[0], argument);
    struct emit_value result;
    const char *stored;

    if (type->kind != TYPE_DECIMAL)
        value = texpr_cast(agg->e->arena, value, type_with_null(agg->e->arena, type, true));
    scope.alias = "sum";
    result = emit_expr(&scope, aggregate_op(agg, change->take ? TOP_SUBTRACT : TOP_ADD, type,
        aggregate_group_input(agg, function->number), value));
    if (agg->e->failed)
        return;
    stored = emit_store(agg->e, type, result.value);
    if (!c_is(result.null, "false")) {
        stored = arena_printf(out->arena, "%s ? 0 : %s", c_operand(out->arena, result.null),
            c_operand(out->arena, stored));
        tpl_agg_set_null(out, &(struct tpl_agg_set_null){.nulls = "group->nulls",
            .number = agg->group->columns[function->number].number, .null = result.null});
    }
    emit_statement(out, arena_printf(out->arena, "%s = %s",
        aggregate_member(agg, function->number), stored));
    count(change, function, out);
}

/* A value of fixed size, of input that takes nothing back. */
static void keep_number(struct change *change, const struct function_state *function,
    struct text *out)
{
    struct agg *agg = change->agg;
    struct expr_scope scope = aggregate_scope(agg, out, &change->locals);
    const struct type *type = argument_type(change, function);
    const char *member = aggregate_member(agg, function->number), *condition = "true";
    const char *null = aggregate_member_null(agg, function->number);
    enum aggregate_kind kind = function->of->kind;
    struct text body = {.arena = out->arena};
    struct texpr *value = aggregate_input(agg, function->of->args[0], type);
    struct texpr *old = aggregate_group_input(agg, function->number);

    emit_statement(&body, arena_printf(out->arena, "%s = %s", member,
        aggregate_argument(agg, function->of->args[0])));
    tpl_agg_set_null(&body, &(struct tpl_agg_set_null){.nulls = "group->nulls",
        .number = agg->group->columns[function->number].number, .null = "false"});
    if (kind == AGG_FIRST_VALUE)
        condition = null;
    else if (kind != AGG_LAST_VALUE)
        condition = c_or(out->arena, null, expr_compare(&scope,
            kind == AGG_MIN ? TOP_LT : TOP_GT, value, agg->inputs[value->input].value, old,
            agg->inputs[old->input].value));
    if (c_is(condition, "true"))
        text_add(out, text_chars(&body));
    else
        tpl_agg_if(out, &(struct tpl_agg_if){
            .condition = condition, .body = text_chars(&body)});
}

/* Statements that append the argument to a buffer; `nullable`: with a mark whether it is NULL. */
static const char *pack_argument(struct change *change, const struct function_state *function,
    const char *buffer, bool nullable)
{
    struct agg *agg = change->agg;
    struct text out = {.arena = agg->e->arena};
    const char *call = state_pack_call(agg->e, argument_type(change, function),
        aggregate_argument(agg, function->of->args[0]), buffer);

    if (nullable)
        tpl_agg_present(&out, &(struct tpl_agg_present){.buffer = buffer,
            .present = c_not(out.arena, aggregate_argument_null(agg, function->of->args[0])),
            .value = arena_printf(out.arena, "%s;", call)});
    else
        emit_statement(&out, call);
    return text_chars(&out);
}

/* The argument as bytes in scratch[1]; `sorted`: bytes that compare as the values do. */
static void to_bytes(struct change *change, const struct function_state *function,
    struct text *out, bool sorted, bool nullable)
{
    struct text sort = {.arena = out->arena};

    if (sorted)
        emit_statement(&sort, arena_printf(out->arena, "rt_sort_%s(&task->scratch[1], %s)",
            aggregate_sort_word(argument_type(change, function)),
            aggregate_argument(change->agg, function->of->args[0])));
    tpl_agg_scratch(out, &(struct tpl_agg_scratch){.value = sorted
        ? text_chars(&sort)
        : pack_argument(change, function, "&task->scratch[1]", nullable)});
}

static void change_values(struct change *change, const struct function_state *function,
    struct text *out, const char *verb)
{
    emit_statement(out, arena_printf(out->arena, "rt_values_%s(&%s, %s)",
        change->take ? "remove" : verb, function->member,
        "rt_buffer_bytes(&task->scratch[1])"));
}

static void change_counts(struct change *change, const struct function_state *function,
    struct text *out, const char *times)
{
    tpl_agg_counts_add(out, &(struct tpl_agg_counts_add){
        .key = arena_printf(out->arena, "%s_key", change->agg->name), .counts = function->member,
        .map = function->counts, .change = times});
}

/* The least or greatest text so far, of input that takes nothing back. */
static void keep_extreme(struct change *change, const struct function_state *function,
    struct text *out)
{
    struct text body = {.arena = out->arena};

    to_bytes(change, function, out, true, false);
    change_values(change, function, &body, "set");
    tpl_agg_if(out, &(struct tpl_agg_if){
        .condition = arena_printf(out->arena, "!%s.count || rt_bytes_compare(%s, "
            "rt_values_first(&%s)) %c 0", function->member, "rt_buffer_bytes(&task->scratch[1])",
            function->member, function->of->kind == AGG_MIN ? '<' : '>'),
        .body = text_chars(&body)});
}

static void extreme(struct change *change, const struct function_state *function,
    struct text *out)
{
    if (function->kept == KEPT_NUMBERS) {
        keep_number(change, function, out);
    } else if (function->kept == KEPT_VALUES) {
        keep_extreme(change, function, out);
    } else {
        to_bytes(change, function, out, true, false);
        change_counts(change, function, out, change->take ? "-1" : "1");
    }
}

static void first_or_last(struct change *change, const struct function_state *function,
    struct text *out)
{
    struct text body = {.arena = out->arena};

    if (function->kept == KEPT_NUMBERS) {
        keep_number(change, function, out);
        return;
    }
    to_bytes(change, function, &body, false, false);
    change_values(change, function, &body,
        change->agg->retracts || function->of->kind == AGG_FIRST_VALUE ? "add" : "set");
    if (!change->agg->retracts && function->of->kind == AGG_FIRST_VALUE)
        tpl_agg_if(out, &(struct tpl_agg_if){
            .condition = arena_printf(out->arena, "!%s.count", function->member),
            .body = text_chars(&body)});
    else
        text_add(out, text_chars(&body));
}

static void welford(struct change *change, const struct function_state *function,
    struct text *out)
{
    struct agg *agg = change->agg;
    struct expr_scope scope = aggregate_scope(agg, out, &change->locals);
    struct emit_value value = emit_expr(&scope, texpr_cast(agg->e->arena,
        aggregate_input(agg, function->of->args[0], argument_type(change, function)),
        type_simple(agg->e->arena, TYPE_DOUBLE, true)));

    emit_statement(out, arena_printf(out->arena, "rt_welford_%s(&%s, %s)",
        change->take ? "remove" : "add", function->member, value.value));
}

static void single_value(struct change *change, const struct function_state *function,
    struct text *out)
{
    if (!change->take)
        tpl_agg_fail_second(out, &(struct tpl_agg_fail_second){
            .number = arena_printf(out->arena, "%s.count", function->member)});
    to_bytes(change, function, out, false, true);
    change_values(change, function, out, "add");
}

/* The number as bytes in scratch[1], or the numbers of a bitmap one by one, counted. */
static void count_numbers(struct change *change, const struct function_state *function,
    struct text *out)
{
    struct agg *agg = change->agg;

    if (function->of->kind == AGG_BITMAP_BUILD) {
        to_bytes(change, function, out, true, false);
        change_counts(change, function, out, change->take ? "-1" : "1");
        return;
    }
    tpl_agg_counts_add_bitmap(out, &(struct tpl_agg_counts_add_bitmap){
        .key = arena_printf(out->arena, "%s_key", agg->name), .counts = function->member,
        .map = function->counts, .bitmap = aggregate_argument(agg, function->of->args[0]),
        .change = change->take ? "-1" : "1"});
}

static void bitmap(struct change *change, const struct function_state *function, struct text *out)
{
    struct agg *agg = change->agg;
    const char *verb = function->of->kind == AGG_BITMAP_BUILD ? "rt_bitmap_set_add"
        : function->of->kind == AGG_BITMAP_OR                 ? "rt_bitmap_set_or"
        : function->of->kind == AGG_BITMAP_XOR                ? "rt_bitmap_set_xor"
                                                              : NULL;

    if (!verb) /* The first one is there whole. */
        verb = arena_printf(out->arena, "(%s ? rt_bitmap_set_and : rt_bitmap_set_or)",
            aggregate_member(agg, function->count));
    if (function->kept == KEPT_COUNTS)
        count_numbers(change, function, out);
    else
        emit_statement(out, arena_printf(out->arena, "%s(&%s, %s)", verb, function->member,
            aggregate_argument(agg, function->of->args[0])));
    if (function->count >= 0)
        count(change, function, out);
}

static void percentile(struct change *change, const struct function_state *function,
    struct text *out)
{
    struct agg *agg = change->agg;
    struct expr_scope scope = aggregate_scope(agg, out, &change->locals);
    const struct aggregate *of = function->of;
    struct text body = {.arena = out->arena}, value = {.arena = out->arena};
    const char *times = "1", *condition = "true", *null;

    if (of->arg_count == 2) {
        times = aggregate_argument(agg, of->args[1]);
        null = aggregate_argument_null(agg, of->args[1]);
        condition = c_and(out->arena, c_not(out->arena, null),
            arena_printf(out->arena, "%s > 0", times));
    }
    scope.out = &body;
    emit_statement(&value, arena_printf(out->arena, "rt_sort_f64(&task->scratch[1], %s)",
        emit_expr(&scope, texpr_cast(out->arena,
            aggregate_input(agg, of->args[0], argument_type(change, function)),
            type_simple(out->arena, TYPE_DOUBLE, true))).value));
    tpl_agg_scratch(&body, &(struct tpl_agg_scratch){.value = text_chars(&value)});
    change_counts(change, function, &body,
        arena_printf(out->arena, "%s%s", change->take ? "-" : "", times));
    if (c_is(condition, "true"))
        text_add(out, text_chars(&body));
    else
        tpl_agg_if(out, &(struct tpl_agg_if){.condition = condition, .body = text_chars(&body)});
}

static void change_function(struct change *change, const struct function_state *function,
    struct text *out)
{
    switch (function->of->kind) {
    case AGG_COUNT_STAR:
        if (function->count != change->agg->rows) /* The rows are counted anyway. */
            count(change, function, out);
        return;
    case AGG_COUNT:
        count(change, function, out);
        return;
    case AGG_SUM: case AGG_AVG:
        sum(change, function, out);
        return;
    case AGG_MIN: case AGG_MAX:
        extreme(change, function, out);
        return;
    case AGG_FIRST_VALUE: case AGG_LAST_VALUE:
        first_or_last(change, function, out);
        return;
    case AGG_STDDEV_POP: case AGG_STDDEV_SAMP: case AGG_VAR_POP: case AGG_VAR_SAMP:
        welford(change, function, out);
        return;
    case AGG_COLLECT:
        to_bytes(change, function, out, false, false);
        change_counts(change, function, out, change->take ? "-1" : "1");
        return;
    case AGG_LISTAGG:
        to_bytes(change, function, out, true, false);
        change_values(change, function, out, "add");
        return;
    case AGG_ARRAY_AGG:
        to_bytes(change, function, out, false, !function->of->nulls_absent);
        change_values(change, function, out, "add");
        return;
    case AGG_BITMAP_BUILD: case AGG_BITMAP_AND: case AGG_BITMAP_OR: case AGG_BITMAP_XOR:
        bitmap(change, function, out);
        return;
    case AGG_PERCENTILE:
        percentile(change, function, out);
        return;
    case AGG_SINGLE_VALUE:
        single_value(change, function, out);
        return;
    }
    BUG("aggregate %d", (int)function->of->kind);
}

/* ---- which rows count ---- */

static bool takes_nulls(const struct aggregate *of)
{
    switch (of->kind) {
    case AGG_COUNT_STAR: case AGG_SINGLE_VALUE:
        return true;
    case AGG_ARRAY_AGG:
        return !of->nulls_absent;
    case AGG_COUNT: case AGG_SUM: case AGG_AVG: case AGG_MIN: case AGG_MAX: case AGG_STDDEV_POP:
    case AGG_STDDEV_SAMP: case AGG_VAR_POP: case AGG_VAR_SAMP: case AGG_FIRST_VALUE:
    case AGG_LAST_VALUE: case AGG_LISTAGG: case AGG_COLLECT: case AGG_BITMAP_BUILD:
    case AGG_BITMAP_AND: case AGG_BITMAP_OR: case AGG_BITMAP_XOR: case AGG_PERCENTILE:
        break;
    }
    return false;
}

static const char *condition_of(struct change *change, const struct function_state *function)
{
    struct agg *agg = change->agg;
    const struct aggregate *of = function->of;
    const char *condition = "true";

    if (of->filter >= 0) {
        struct emit_value filter = agg->inputs[of->filter];

        condition = c_and(agg->e->arena, c_not(agg->e->arena, filter.null), filter.value);
    }
    if (!takes_nulls(of) && of->arg_count)
        condition = c_and(agg->e->arena, condition,
            c_not(agg->e->arena, aggregate_argument_null(agg, of->args[0])));
    return condition;
}

/* Only the first of equal values, and the last of them that goes. */
static void distinct(struct change *change, const struct function_state *function,
    struct text *out, const struct text *body)
{
    struct agg *agg = change->agg;

    tpl_agg_distinct_key(out, &(struct tpl_agg_distinct_key){
        .key = arena_printf(out->arena, "%s_key", agg->name),
        .value = pack_argument(change, function, "&task->scratch[0]",
            takes_nulls(function->of))});
    tpl_agg_if(out, &(struct tpl_agg_if){
        .condition = arena_printf(out->arena, "rt_distinct_%s(task->maps[%s], %s)",
            change->take ? "remove" : "add", function->distinct,
            "rt_buffer_bytes(&task->scratch[0])"),
        .body = body->data});
}

static void emit_function(struct change *change, const struct function_state *function)
{
    struct arena *arena = change->agg->e->arena;
    struct text body = {.arena = arena}, guarded = {.arena = arena};
    const char *condition = condition_of(change, function);
    bool not_null = !takes_nulls(function->of) && function->of->arg_count;
    struct emit_value *argument = &change->agg->inputs[function->of->args[0]], kept = *argument;

    if (not_null)
        argument->null = "false"; /* Behind the condition. */
    change_function(change, function, &body);
    *argument = kept;
    if (!body.size || change->agg->e->failed)
        return;
    text_chars(&body);
    if (function->distinct)
        distinct(change, function, &guarded, &body);
    else
        text_add(&guarded, body.data);
    if (change->body.size)
        text_add_char(&change->body, '\n');
    tpl_agg_comment(&change->body, &(struct tpl_agg_comment){.sql = function->sql});
    if (c_is(condition, "true"))
        text_add(&change->body, text_chars(&guarded));
    else
        tpl_agg_if(&change->body, &(struct tpl_agg_if){
            .condition = condition, .body = text_chars(&guarded)});
}

void aggregate_emit_change(struct agg *agg, bool take)
{
    static const char *const parameters[] = {"task", "group", "in", "error"};
    struct change change = {.agg = agg, .take = take, .body = {.arena = agg->e->arena}};
    struct text unused = {.arena = agg->e->arena};

    for (size_t i = 0; i < agg->plan->aggregate_count && !agg->e->failed; i++)
        emit_function(&change, &agg->functions[i]);
    emit_unused(&unused, text_chars(&change.body), parameters, 4);
    tpl_agg_change(agg->flow->out, &(struct tpl_agg_change){
        .about = take ? "Takes a row back from its group." : "Adds a row to its group.",
        .name = arena_printf(agg->e->arena, "%s_%s", agg->name, take ? "take" : "add"),
        .group = agg->group->tag, .in = agg->in->tag, .unused = text_chars(&unused),
        .body = text_chars(&change.body)});
}
