/* CAST and TRY_CAST: C's own conversion, or the runtime's rt_cast_FROM_TO (rt/cast.h). */
#include "expr.h"
#include "expr_tpl.h"

/* One cast in the making. */
struct cast {
    const struct texpr *expr;
    const struct type *from, *to;
    struct emit_value value;
    bool once;
};

static bool is_number(const struct type *type)
{
    return type_is_integer(type) || type_is_approximate(type);
}

static struct emit_value as(struct cast *cast, const char *text)
{
    return (struct emit_value){text, cast->value.null};
}

static struct emit_value call(struct expr_scope *scope, struct cast *cast,
    enum function_shape shape, const char *symbol, const char *arguments)
{
    return expr_emit_call(scope, &(struct expr_call){
        .symbol = symbol, .shape = shape, .arguments = arguments, .null = cast->value.null,
        .cheap = shape == SHAPE_PLAIN || cast->once, .type = cast->to, .span = cast->expr->span});
}

/* The value with what a runtime function wants around it: zone, value, precision of either type. */
static const char *arguments(struct expr_scope *scope, struct cast *cast, bool zone)
{
    struct text list = {.arena = scope->e->arena};

    if (zone)
        text_add(&list, "task->zone, ");
    text_add(&list, cast->value.value);
    if (cast->from->kind == TYPE_DECIMAL)
        text_printf(&list, ", %d, %d", cast->from->precision, cast->from->scale);
    if (cast->to->kind == TYPE_DECIMAL)
        text_printf(&list, ", %d, %d", cast->to->precision, cast->to->scale);
    return text_chars(&list);
}

static const char *symbol(struct expr_scope *scope, const char *prefix, const struct type *from,
    const struct type *to)
{
    return arena_printf(scope->e->arena, "%s_%s_%s", prefix, type_word(from), type_word(to));
}

/* ---- to text ---- */

static struct emit_value fit_text(struct expr_scope *scope, struct cast *cast)
{
    struct arena *arena = scope->e->arena;
    const struct type *from = cast->from, *to = cast->to;
    const char *text = cast->value.value;

    if (to->kind == TYPE_CHAR && !(from->kind == TYPE_CHAR && from->length == to->length))
        return call(scope, cast, SHAPE_ARENA, "rt_fit_char",
            arena_printf(arena, "%s, %d", text, to->length));
    if (to->kind == TYPE_VARCHAR && to->length != TYPE_MAX_LENGTH
        && !(type_is_text(from) && from->length <= to->length))
        return call(scope, cast, SHAPE_PLAIN, "rt_fit_varchar",
            arena_printf(arena, "%s, %d", text, to->length));
    return cast->value;
}

static struct emit_value to_text(struct expr_scope *scope, struct cast *cast)
{
    struct arena *arena = scope->e->arena;
    const struct type *from = cast->from;
    const char *text;
    bool zone = from->kind == TYPE_TIMESTAMP_LTZ;
    bool precise = from->kind == TYPE_TIME || from->kind == TYPE_TIMESTAMP || zone;

    if (!type_is_text(from)) {
        text = arguments(scope, cast, zone);
        if (precise)
            text = arena_printf(arena, "%s, %d", text, from->precision);
        cast->value = call(scope, cast, SHAPE_ARENA,
            type_is_integer(from) ? "rt_cast_i64_text"
                                  : symbol(scope, "rt_cast", from, type_string(arena, true)),
            text);
    }
    return fit_text(scope, cast);
}

static struct emit_value to_binary(struct expr_scope *scope, struct cast *cast)
{
    struct arena *arena = scope->e->arena;
    const struct type *from = cast->from, *to = cast->to;

    if (type_is_text(from))
        cast->value = as(cast,
            arena_printf(arena, "rt_cast_text_bytes(%s)", cast->value.value));
    else if (!type_is_binary(from))
        return expr_unsupported(scope, cast->expr, "this CAST");
    if (to->kind == TYPE_BINARY && !(from->kind == TYPE_BINARY && from->length == to->length))
        return call(scope, cast, SHAPE_ARENA, "rt_fit_binary",
            arena_printf(arena, "%s, %d", cast->value.value, to->length));
    if (to->kind == TYPE_VARBINARY && to->length != TYPE_MAX_LENGTH
        && !(type_is_binary(from) && from->length <= to->length))
        return call(scope, cast, SHAPE_PLAIN, "rt_fit_varbinary",
            arena_printf(arena, "%s, %d", cast->value.value, to->length));
    return cast->value;
}

/* ---- from text ---- */

static struct emit_value from_text(struct expr_scope *scope, struct cast *cast)
{
    const struct type *to = cast->to;
    bool zone = to->kind == TYPE_TIMESTAMP_LTZ;
    const char *text = arguments(scope, cast, zone);

    if (type_is_datetime(to) && to->kind != TYPE_DATE)
        text = arena_printf(scope->e->arena, "%s, %d", text, to->precision);
    return call(scope, cast, cast->expr->is_try ? SHAPE_NULLABLE : SHAPE_FALLIBLE,
        symbol(scope, cast->expr->is_try ? "rt_try_cast" : "rt_cast", cast->from, to), text);
}

/* ---- numbers ---- */

static struct emit_value to_decimal(struct expr_scope *scope, struct cast *cast)
{
    static const int digits[] = {
        [TYPE_TINYINT] = 3, [TYPE_SMALLINT] = 5, [TYPE_INT] = 10, [TYPE_BIGINT] = 19,
        [TYPE_BOOLEAN] = 1};
    struct arena *arena = scope->e->arena;
    const struct type *from = cast->from, *to = cast->to;
    const char *value = c_operand(arena, cast->value.value);
    const char *wide = to->precision > 18 ? "rt_int128" : "int64_t";

    if (from->kind == TYPE_DECIMAL) {
        if (from->scale == to->scale && from->precision <= to->precision)
            return from->precision <= 18 && to->precision > 18
                ? as(cast, arena_printf(arena, "(rt_int128)%s", value))
                : cast->value;
        return call(scope, cast, SHAPE_NULLABLE, "rt_decimal_rescale",
            arguments(scope, cast, false));
    }
    if (type_is_approximate(from))
        return call(scope, cast, SHAPE_NULLABLE, "rt_cast_f64_decimal",
            arguments(scope, cast, false));
    if (!to->scale && digits[from->kind] <= to->precision)
        return as(cast, arena_printf(arena, "(%s)%s", wide, value));
    return call(scope, cast, SHAPE_NULLABLE, "rt_cast_i64_decimal",
        arguments(scope, cast, false));
}

static struct emit_value number_to_number(struct expr_scope *scope, struct cast *cast)
{
    struct arena *arena = scope->e->arena;
    const struct type *from = cast->from, *to = cast->to;

    if (to->kind == TYPE_DECIMAL)
        return to_decimal(scope, cast);
    if (from->kind == TYPE_DECIMAL || (type_is_approximate(from) && type_is_integer(to)))
        return call(scope, cast, SHAPE_PLAIN, symbol(scope, "rt_cast", from, to),
            arguments(scope, cast, false));
    return as(cast, arena_printf(arena, "(%s)%s", expr_type(scope->e, to),
                        c_operand(arena, cast->value.value)));
}

static struct emit_value to_bool(struct expr_scope *scope, struct cast *cast)
{
    return as(cast, arena_printf(scope->e->arena, "%s != 0",
                        c_operand(scope->e->arena, cast->value.value)));
}

static struct emit_value from_bool(struct expr_scope *scope, struct cast *cast)
{
    struct arena *arena = scope->e->arena;

    if (cast->to->kind == TYPE_DECIMAL)
        return to_decimal(scope, cast);
    return as(cast, arena_printf(arena, "(%s)%s", expr_type(scope->e, cast->to),
                        c_operand(arena, cast->value.value)));
}

/* ---- dates and times ---- */

static struct emit_value time_to_time(struct expr_scope *scope, struct cast *cast)
{
    struct arena *arena = scope->e->arena;
    const struct type *from = cast->from, *to = cast->to;
    bool zone = (from->kind == TYPE_TIMESTAMP_LTZ) != (to->kind == TYPE_TIMESTAMP_LTZ);
    bool precise = to->kind != TYPE_DATE && from->kind != TYPE_DATE && from->kind != TYPE_TIME;
    const char *text;

    if (from->kind == to->kind) {
        if (from->kind == TYPE_DATE || from->precision <= to->precision)
            return cast->value;
        return call(scope, cast, SHAPE_PLAIN,
            from->kind == TYPE_TIME ? "rt_time_truncate" : "rt_timestamp_truncate",
            arena_printf(arena, "%s, %d", cast->value.value, to->precision));
    }
    if ((from->kind == TYPE_DATE && to->kind == TYPE_TIME)
        || (from->kind == TYPE_TIME && to->kind == TYPE_DATE))
        return expr_unsupported(scope, cast->expr, "this CAST");
    text = arguments(scope, cast, zone);
    if (precise)
        text = arena_printf(arena, "%s, %d", text, to->precision);
    return call(scope, cast, SHAPE_PLAIN, symbol(scope, "rt_cast", from, to), text);
}

static struct emit_value convert(struct expr_scope *scope, struct cast *cast)
{
    const struct type *from = cast->from, *to = cast->to;

    if (type_is_text(to))
        return to_text(scope, cast);
    if (type_is_binary(to))
        return to_binary(scope, cast);
    if (type_is_text(from))
        return from_text(scope, cast);
    if (from->kind == to->kind && from->kind != TYPE_DECIMAL && !type_is_datetime(from))
        return cast->value;
    if (from->kind == TYPE_BOOLEAN && type_is_numeric(to))
        return from_bool(scope, cast);
    if (to->kind == TYPE_BOOLEAN && type_is_numeric(from))
        return to_bool(scope, cast);
    if (type_is_numeric(from) && type_is_numeric(to))
        return number_to_number(scope, cast);
    if (type_is_datetime(from) && type_is_datetime(to))
        return time_to_time(scope, cast);
    if ((type_is_interval(from) && is_number(to)) || (is_number(from) && type_is_interval(to)))
        return number_to_number(scope, cast);
    return expr_unsupported(scope, cast->expr, "this CAST");
}

/* Text of an ARRAY, MAP or ROW. */
static struct emit_value print_composite(struct expr_scope *scope, struct cast *cast)
{
    const struct type *type = expr_printed_type(scope->e->arena, cast->from);
    const char *printer = emit_composite_printer(scope->e, type);
    const char *name, *value;

    if (type != cast->from) {
        struct texpr text = *cast->expr;

        text.type = type;
        text.is_try = false;
        cast->value = expr_cast_composite(scope, &text, cast->value);
        cast->from = type;
    }
    if (scope->e->failed)
        return cast->value;
    name = expr_name(scope);
    value = expr_addressable(scope, cast->from, cast->value).value;
    tpl_expr_print(scope->out, &(struct tpl_expr_print){.name = name,
        .present = c_not(scope->e->arena, cast->value.null), .printer = printer, .value = value});
    cast->value.value = name;
    cast->from = type_string(scope->e->arena, true);
    return fit_text(scope, cast);
}

static struct emit_value print_bitmap(struct expr_scope *scope, struct cast *cast)
{
    cast->from = type_string(scope->e->arena, true);
    cast->value = expr_emit_call(scope, &(struct expr_call){
        .symbol = "rt_bitmap_to_string", .shape = SHAPE_ARENA, .arguments = cast->value.value,
        .null = cast->value.null, .type = cast->from, .span = cast->expr->span});
    return fit_text(scope, cast);
}

struct emit_value expr_cast(struct expr_scope *scope, const struct texpr *expr, bool once)
{
    struct cast cast = {.expr = expr, .once = once, .from = expr->args[0]->type, .to = expr->type};

    cast.value = emit_expr(scope, expr->args[0]);
    if (scope->e->failed)
        return cast.value;
    if (c_is(cast.value.null, "true") || cast.from->kind == TYPE_NULL)
        return (struct emit_value){type_zero_value(scope->e, expr->type), "true"};
    if (!type_word(cast.from) || !type_word(cast.to)) {
        if (type_same(cast.from, cast.to))
            return cast.value;
        if (cast.from->kind == TYPE_BITMAP && type_is_text(cast.to))
            return print_bitmap(scope, &cast);
        if (!type_word(cast.from) && type_is_text(cast.to))
            return print_composite(scope, &cast);
        if (type_word(cast.from) || type_word(cast.to))
            return expr_unsupported(scope, expr, "this CAST");
        return expr_cast_composite(scope, expr, cast.value);
    }
    return convert(scope, &cast);
}
