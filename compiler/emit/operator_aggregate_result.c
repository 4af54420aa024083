/* What a group gives: its key and the result of each function. */
#include "aggregate.h"
#include "expr_tpl.h"
#include "op_aggregate_tpl.h"

#include <string.h>

struct result {
    struct agg *agg;
    struct text body;
    unsigned locals;
};

static const struct row_column *column_of(const struct result *result, size_t index)
{
    return &result->agg->out->columns[index];
}

static const char *member_of(const struct result *result, size_t index)
{
    return arena_printf(result->body.arena, "out->%s", column_of(result, index)->member);
}

/* A stored value into the output column. */
static void put_stored(struct result *result, size_t index, const char *value, const char *null)
{
    const char *member = member_of(result, index);

    if (c_is(null, "false"))
        tpl_expr_store(&result->body, &(struct tpl_expr_store){.column = member, .value = value});
    else
        tpl_expr_store_nullable(&result->body, &(struct tpl_expr_store_nullable){
            .null = null, .nulls = "out->nulls", .number = column_of(result, index)->number,
            .column = member, .value = value});
}

static void put_value(struct result *result, size_t index, struct emit_value value)
{
    put_stored(result, index,
        emit_store(result->agg->e, column_of(result, index)->type, value.value), value.null);
}

static const char *is_zero(struct agg *agg, int column)
{
    return arena_printf(agg->e->arena, "!%s", aggregate_member(agg, column));
}

/* ---- AVG, VAR, STDDEV: expressions over what the group keeps ---- */

static struct texpr *quotient(struct agg *agg, const struct function_state *function)
{
    struct arena *arena = agg->e->arena;
    const struct type *sum = agg->group->columns[function->number].type, *type = sum;
    struct texpr *count = aggregate_group_input(agg, function->count);

    if (sum->kind == TYPE_DECIMAL) {
        count = texpr_cast(arena, count, type_as_decimal(arena, count->type));
        type = type_of_arithmetic(arena, '/', sum, count->type);
    } else {
        count = texpr_cast(arena, count, sum);
    }
    return texpr_cast(arena, aggregate_op(agg, TOP_DIVIDE, type_with_null(arena, type, true),
        aggregate_group_input(agg, function->number), count), function->of->type);
}

static void average(struct result *result, const struct function_state *function, size_t index)
{
    struct agg *agg = result->agg;
    struct expr_scope scope = aggregate_scope(agg, &result->body, &result->locals);
    struct emit_value *number = &agg->inputs[agg->in->column_count + (size_t)function->number];
    const struct type *type = agg->group->columns[function->number].type;
    const char *null = is_zero(agg, function->count);

    if (type->kind == TYPE_DECIMAL)
        null = c_or(agg->e->arena, null, aggregate_member_null(agg, function->number));
    scope.alias = column_of(result, index)->name;
    number->null = null;
    put_value(result, index, emit_expr(&scope, quotient(agg, function)));
    number->null = "false";
}

/* m2 / n or m2 / (n - 1), and its root. */
static void variance(struct result *result, const struct function_state *function, size_t index)
{
    struct agg *agg = result->agg;
    struct arena *arena = agg->e->arena;
    struct expr_scope scope = aggregate_scope(agg, &result->body, &result->locals);
    enum aggregate_kind kind = function->of->kind;
    bool sample = kind == AGG_STDDEV_SAMP || kind == AGG_VAR_SAMP;
    const char *text = arena_printf(arena, sample ? "%s.m2 / (double)(%s.count - 1)"
                                                  : "%s.m2 / (double)%s.count",
        function->member, function->member);
    struct emit_value value = {text,
        arena_printf(arena, "%s.count <= %d", function->member, sample)};
    struct texpr *input =
        texpr_new(arena, TEXPR_INPUT, type_simple(arena, TYPE_DOUBLE, true), function->of->span);

    if (kind == AGG_STDDEV_POP || kind == AGG_STDDEV_SAMP)
        value.value = arena_printf(arena, "rt_power(%s, 0.5)", text);
    scope.inputs = &value;
    scope.alias = column_of(result, index)->name;
    put_value(result, index, emit_expr(&scope, texpr_cast(arena, input, function->of->type)));
}

/* ---- values that were kept as bytes ---- */

/* A stored value from bytes of rt_sort_. */
static const char *from_sorted(struct agg *agg, const struct type *type, const char *bytes)
{
    struct arena *arena = agg->e->arena;
    const char *word = aggregate_sort_word(type);

    if (type_is_text(type))
        return arena_printf(arena, "rt_sorted_text(&task->arena, %s)", bytes);
    if (type_is_binary(type))
        return arena_printf(arena, "rt_bytes_copy(&task->arena, %s)", bytes);
    if (type->kind == TYPE_BOOLEAN)
        return arena_printf(arena, "rt_sorted_i64(%s) != 0", bytes);
    if (!strcmp(state_word(type), word))
        return arena_printf(arena, "rt_sorted_%s(%s)", word, bytes);
    return arena_printf(arena, "(%s)rt_sorted_%s(%s)", emit_storage_type(agg->e, type), word,
        bytes);
}

static const char *out_null(struct result *result, const struct function_state *function)
{
    return arena_printf(result->body.arena, "!%s.count", function->member);
}

static void extreme(struct result *result, const struct function_state *function, size_t index)
{
    struct agg *agg = result->agg;
    const struct type *type = agg->in->columns[function->of->args[0]].type;
    const char *bytes;

    if (function->kept == KEPT_NUMBERS) {
        put_stored(result, index, aggregate_member(agg, function->number),
            aggregate_member_null(agg, function->number));
        return;
    }
    bytes = function->kept == KEPT_VALUES ? "rt_values_first"
        : function->of->kind == AGG_MIN   ? "rt_counts_least"
                                          : "rt_counts_greatest";
    put_stored(result, index,
        from_sorted(agg, type,
            arena_printf(result->body.arena, "%s(&%s)", bytes, function->member)),
        out_null(result, function));
}

/* The rest of a result that is NULL without values. */
static void put_if_any(struct result *result, const struct function_state *function, size_t index,
    const struct text *body)
{
    tpl_agg_if_any(&result->body, &(struct tpl_agg_if_any){
        .count = arena_printf(result->body.arena, "%s.count", function->member),
        .nulls = "out->nulls", .number = column_of(result, index)->number, .body = body->data});
}

static void first_or_last(struct result *result, const struct function_state *function,
    size_t index)
{
    struct agg *agg = result->agg;
    struct text body = {.arena = result->body.arena};
    const char *side = function->of->kind == AGG_LAST_VALUE ? "last" : "first";
    const char *bytes =
        arena_printf(body.arena, "rt_values_%s(&%s)", side, function->member);
    const char *unpack = arena_printf(body.arena, "%s;",
        state_unpack_call(agg->e, column_of(result, index)->type, member_of(result, index),
            "&from", "&task->arena"));

    if (function->kept == KEPT_NUMBERS) {
        extreme(result, function, index);
        return;
    }
    if (function->of->kind == AGG_SINGLE_VALUE)
        tpl_agg_unpack_null(&body, &(struct tpl_agg_unpack_null){.bytes = bytes,
            .nulls = "out->nulls", .number = column_of(result, index)->number, .body = unpack});
    else
        tpl_agg_unpack(&body, &(struct tpl_agg_unpack){
            .bytes = bytes, .body = unpack});
    text_chars(&body);
    put_if_any(result, function, index, &body);
}

static void array(struct result *result, const struct function_state *function, size_t index)
{
    struct agg *agg = result->agg;
    const struct type *element = column_of(result, index)->type->element;
    struct text body = {.arena = result->body.arena};

    tpl_agg_array(&body, &(struct tpl_agg_array){
        .element = emit_storage_type(agg->e, element),
        .count = arena_printf(body.arena, "%s.count", function->member),
        .values = function->member, .array = member_of(result, index),
        .body = arena_printf(body.arena, "%s;",
            state_unpack_call(agg->e, element, "at[count]", "&from", "&task->arena")),
        .null = function->of->nulls_absent ? "false" : "!rt_unpack_bool(&from)"});
    text_chars(&body);
    put_if_any(result, function, index, &body);
}

static void multiset(struct result *result, const struct function_state *function, size_t index)
{
    struct agg *agg = result->agg;
    const struct type *element = column_of(result, index)->type->element;
    struct text body = {.arena = result->body.arena};

    tpl_agg_multiset(&body, &(struct tpl_agg_multiset){
        .key = emit_storage_type(agg->e, element), .counts = function->member,
        .map = member_of(result, index),
        .body = arena_printf(body.arena, "%s;",
            state_unpack_call(agg->e, element, "keys[i]", "&from", "&task->arena"))});
    text_chars(&body);
    if (column_of(result, index)->type->nullable)
        put_if_any(result, function, index, &body);
    else
        text_add(&result->body, body.data);
}

static void listagg(struct result *result, const struct function_state *function, size_t index)
{
    struct arena *arena = result->body.arena;
    struct str separator = function->of->separator;

    put_stored(result, index,
        arena_printf(arena, "rt_values_join(&%s, RT_TEXT(%s), &task->arena)", function->member,
            emit_c_string(arena, separator)),
        out_null(result, function));
}

static void bitmap(struct result *result, const struct function_state *function, size_t index)
{
    struct arena *arena = result->body.arena;
    const struct aggregate *of = function->of;
    const char *count = function->count < 0 ? NULL : aggregate_member(result->agg, function->count);
    const char *range = of->kind == AGG_BITMAP_AND
        ? arena_printf(arena, "%s, %s", count, count)
        : "1, INT64_MAX";
    const char *cardinality = function->kept == KEPT_BITMAP
        ? arena_printf(arena, "%s.cardinality", function->member)
        : arena_printf(arena, "rt_counts_between(&%s, %s)", function->member, range);
    const char *value = cardinality;

    if (!of->cardinality)
        value = function->kept == KEPT_BITMAP
            ? arena_printf(arena, "rt_bitmap_set_bytes(&%s, &task->arena)", function->member)
            : arena_printf(arena, "rt_counts_bitmap(&%s, %s, &task->arena)", function->member,
                  range);
    put_stored(result, index, value,
        count ? arena_printf(arena, "%s <= 0", count) : arena_printf(arena, "!%s", cardinality));
}

static void percentile(struct result *result, const struct function_state *function, size_t index)
{
    const struct aggregate *of = function->of;
    struct text shares = {.arena = result->body.arena};

    for (size_t i = 0; i < of->share_count; i++)
        text_printf(&shares, "%s%.17g", i ? ", " : "", of->shares[i]);
    if (of->is_list)
        tpl_agg_percentiles(&result->body, &(struct tpl_agg_percentiles){
            .shares = text_chars(&shares), .counts = function->member,
            .nulls = "out->nulls", .number = column_of(result, index)->number,
            .array = member_of(result, index)});
    else
        tpl_agg_percentile(&result->body, &(struct tpl_agg_percentile){
            .share = text_chars(&shares), .counts = function->member, .nulls = "out->nulls",
            .number = column_of(result, index)->number, .column = member_of(result, index)});
}

static void put_function(struct result *result, const struct function_state *function,
    size_t index)
{
    struct agg *agg = result->agg;
    const char *null;

    switch (function->of->kind) {
    case AGG_COUNT_STAR: case AGG_COUNT:
        put_stored(result, index, aggregate_member(agg, function->count), "false");
        return;
    case AGG_SUM:
        null = is_zero(agg, function->count);
        if (agg->group->columns[function->number].type->nullable)
            null = c_or(agg->e->arena, null, aggregate_member_null(agg, function->number));
        put_stored(result, index, aggregate_member(agg, function->number), null);
        return;
    case AGG_AVG:
        average(result, function, index);
        return;
    case AGG_MIN: case AGG_MAX:
        extreme(result, function, index);
        return;
    case AGG_STDDEV_POP: case AGG_STDDEV_SAMP: case AGG_VAR_POP: case AGG_VAR_SAMP:
        variance(result, function, index);
        return;
    case AGG_FIRST_VALUE: case AGG_LAST_VALUE: case AGG_SINGLE_VALUE:
        first_or_last(result, function, index);
        return;
    case AGG_LISTAGG:
        listagg(result, function, index);
        return;
    case AGG_ARRAY_AGG:
        array(result, function, index);
        return;
    case AGG_COLLECT:
        multiset(result, function, index);
        return;
    case AGG_BITMAP_BUILD: case AGG_BITMAP_AND: case AGG_BITMAP_OR: case AGG_BITMAP_XOR:
        bitmap(result, function, index);
        return;
    case AGG_PERCENTILE:
        percentile(result, function, index);
        return;
    }
    BUG("aggregate %d", (int)function->of->kind);
}

void aggregate_emit_result(struct agg *agg)
{
    static const char *const parameters[] = {"task", "group", "in", "out", "error"};
    struct result result = {.agg = agg, .body = {.arena = agg->e->arena}};
    struct text unused = {.arena = agg->e->arena};

    for (size_t i = 0; i < agg->plan->group_count; i++)
        put_stored(&result, i, aggregate_argument(agg, agg->plan->group[i]),
            aggregate_argument_null(agg, agg->plan->group[i]));
    for (size_t i = 0; i < agg->plan->aggregate_count && !agg->e->failed; i++) {
        if (result.body.size)
            text_add_char(&result.body, '\n');
        tpl_agg_comment(&result.body, &(struct tpl_agg_comment){.sql = agg->functions[i].sql});
        put_function(&result, &agg->functions[i], agg->plan->group_count + i);
    }
    emit_unused(&unused, text_chars(&result.body), parameters, 5);
    tpl_agg_result(agg->flow->out, &(struct tpl_agg_result){
        .name = arena_printf(agg->e->arena, "%s_result", agg->name), .group = agg->group->tag,
        .in = agg->in->tag, .out = agg->out->tag, .unused = text_chars(&unused),
        .body = text_chars(&result.body)});
}
