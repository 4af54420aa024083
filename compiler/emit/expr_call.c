/* Calls of the runtime: the statements around them, by the function's shape. */
#include "expr.h"
#include "expr_tpl.h"

/* Text of the call with arena before and out, error behind, as the shape asks. */
static const char *call_text(struct expr_scope *scope, const struct expr_call *call,
    const char *out)
{
    struct text text = {.arena = scope->e->arena};
    bool checked = call->shape == SHAPE_CHECKED || call->shape == SHAPE_ARENA_CHECKED;
    bool arena = call->shape == SHAPE_ARENA || call->shape == SHAPE_ARENA_FALLIBLE
        || call->shape == SHAPE_ARENA_NULLABLE || call->shape == SHAPE_ARENA_CHECKED;
    bool fallible = call->shape == SHAPE_FALLIBLE || call->shape == SHAPE_ARENA_FALLIBLE
        || checked;
    const char *comma = "";

    text_printf(&text, "%s(", call->symbol);
    if (arena) {
        text_add(&text, "&task->arena");
        comma = ", ";
    }
    if (*call->arguments) {
        text_printf(&text, "%s%s", comma, call->arguments);
        comma = ", ";
    }
    if (out)
        text_printf(&text, "%s&%s", comma, out);
    if (checked)
        text_printf(&text, ", &%s_null", out);
    if (fallible)
        text_add(&text, ", error");
    text_add(&text, ")");
    return text_chars(&text);
}

/* What the runtime gives: every DECIMAL as rt_int128 (values of precision <= 18 are int64_t),
 * arrays and maps of any type, elements of an array by their address. */
static const char *out_type(struct expr_scope *scope, const struct expr_call *call)
{
    if (call->pointer)
        return "const void *";
    switch (call->type->kind) {
    case TYPE_DECIMAL:
        return "rt_int128";
    case TYPE_ARRAY:
        return "struct rt_array";
    case TYPE_MAP:
        return "struct rt_map";
    case TYPE_NULL: case TYPE_BOOLEAN: case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT:
    case TYPE_BIGINT: case TYPE_FLOAT: case TYPE_DOUBLE: case TYPE_CHAR: case TYPE_VARCHAR:
    case TYPE_BINARY: case TYPE_VARBINARY: case TYPE_DATE: case TYPE_TIME: case TYPE_TIMESTAMP:
    case TYPE_TIMESTAMP_LTZ: case TYPE_TIMESTAMP_TZ: case TYPE_INTERVAL_MONTH:
    case TYPE_INTERVAL_DAY: case TYPE_MULTISET: case TYPE_ROW:
    case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW:
    case TYPE_DESCRIPTOR:
        break;
    }
    return expr_type(scope->e, call->type);
}

static const char *out_zero(const struct expr_call *call)
{
    return call->pointer ? "NULL" : type_zero(call->type);
}

static const char *narrowed(struct expr_scope *scope, const struct type *type, const char *value)
{
    if (type->kind != TYPE_DECIMAL || type->precision > 18)
        return value;
    return arena_printf(scope->e->arena, "(int64_t)%s", c_operand(scope->e->arena, value));
}

/* Whether the result becomes a value of its type only behind the call. */
static bool is_view(const struct expr_call *call)
{
    return call->pointer || call->type->kind == TYPE_ARRAY || call->type->kind == TYPE_MAP;
}

static struct emit_value call_value(struct expr_scope *scope, const struct expr_call *call)
{
    const char *text = call_text(scope, call, NULL);
    const char *name;

    if (call->cheap && !is_view(call))
        return (struct emit_value){narrowed(scope, call->type, text), call->null};
    name = expr_name(scope);
    text = narrowed(scope, call->type, text);
    if (c_is(call->null, "false"))
        tpl_expr_local(scope->out, &(struct tpl_expr_local){
            .type = is_view(call) ? out_type(scope, call) : expr_type(scope->e, call->type),
            .name = name, .value = text});
    else
        tpl_expr_guarded(scope->out, &(struct tpl_expr_guarded){
            .type = is_view(call) ? out_type(scope, call) : expr_type(scope->e, call->type),
            .name = name, .zero = out_zero(call), .present = c_not(scope->e->arena, call->null),
            .value = text});
    return (struct emit_value){name, call->null};
}

static struct emit_value call_fallible(struct expr_scope *scope, const struct expr_call *call)
{
    const char *name = expr_name(scope);
    const char *text = call_text(scope, call, name);

    if (c_is(call->null, "false"))
        tpl_expr_fallible(scope->out, &(struct tpl_expr_fallible){
            .type = out_type(scope, call), .name = name, .zero = out_zero(call),
            .call = text, .context = expr_context(scope, call->span)});
    else
        tpl_expr_fallible_guarded(scope->out, &(struct tpl_expr_fallible_guarded){
            .type = out_type(scope, call), .name = name, .zero = out_zero(call),
            .call = text, .present = c_not(scope->e->arena, call->null),
            .context = expr_context(scope, call->span)});
    return (struct emit_value){narrowed(scope, call->type, name), call->null};
}

static struct emit_value call_nullable(struct expr_scope *scope, const struct expr_call *call)
{
    const char *name = expr_name(scope);
    const char *flag = arena_printf(scope->e->arena, "%s_null", name);
    const char *text = call_text(scope, call, name);

    if (c_is(call->null, "false"))
        tpl_expr_nullable(scope->out, &(struct tpl_expr_nullable){
            .type = out_type(scope, call), .name = name, .zero = out_zero(call),
            .flag = flag, .call = text});
    else
        tpl_expr_nullable_guarded(scope->out, &(struct tpl_expr_nullable_guarded){
            .type = out_type(scope, call), .name = name, .zero = out_zero(call),
            .flag = flag, .call = text, .null = call->null});
    return (struct emit_value){narrowed(scope, call->type, name), flag};
}

/* May fail, may be NULL. */
static struct emit_value call_checked(struct expr_scope *scope, const struct expr_call *call)
{
    const char *name = expr_name(scope);
    const char *flag = arena_printf(scope->e->arena, "%s_null", name);

    tpl_expr_divide(scope->out, &(struct tpl_expr_divide){
        .type = out_type(scope, call), .name = name, .zero = out_zero(call), .flag = flag,
        .null = call->null, .call = call_text(scope, call, name),
        .context = expr_context(scope, call->span)});
    return (struct emit_value){narrowed(scope, call->type, name), flag};
}

/* The array, map or element that a view shows. */
static struct emit_value unwrap(struct expr_scope *scope, const struct expr_call *call,
    struct emit_value view)
{
    struct arena *arena = scope->e->arena;
    const char *name = expr_name(scope), *type = expr_type(scope->e, call->type);
    const char *stored;

    if (call->pointer) {
        stored = arena_printf(arena, "*(const %s *)%s", emit_storage_type(scope->e, call->type),
            view.value);
        view.null = c_or(arena, view.null, arena_printf(arena, "!%s", view.value));
        tpl_expr_guarded(scope->out, &(struct tpl_expr_guarded){.type = type, .name = name,
            .zero = type_zero(call->type), .present = view.value,
            .value = emit_load(scope->e, call->type, stored)});
    } else if (call->type->kind == TYPE_ARRAY) {
        tpl_expr_array(scope->out, &(struct tpl_expr_array){.type = type, .name = name,
            .count = arena_printf(arena, "%s.count", view.value),
            .items = arena_printf(arena, "%s.at", view.value),
            .null = arena_printf(arena, "%s.null", view.value)});
    } else {
        tpl_expr_map(scope->out, &(struct tpl_expr_map){.type = type, .name = name,
            .count = arena_printf(arena, "%s.count", view.value),
            .keys = arena_printf(arena, "%s.keys", view.value),
            .values = arena_printf(arena, "%s.values", view.value),
            .null = arena_printf(arena, "%s.null", view.value),
            .key_null = arena_printf(arena, "%s.key_null", view.value)});
    }
    return (struct emit_value){name, view.null};
}

static struct emit_value call_of_shape(struct expr_scope *scope, const struct expr_call *call)
{
    switch (call->shape) {
    case SHAPE_PLAIN:
    case SHAPE_ARENA:
        return call_value(scope, call);
    case SHAPE_FALLIBLE:
    case SHAPE_ARENA_FALLIBLE:
        return call_fallible(scope, call);
    case SHAPE_NULLABLE:
    case SHAPE_ARENA_NULLABLE:
        return call_nullable(scope, call);
    case SHAPE_CHECKED:
    case SHAPE_ARENA_CHECKED:
        return call_checked(scope, call);
    }
    BUG("shape %d", (int)call->shape);
}

struct emit_value expr_emit_call(struct expr_scope *scope, const struct expr_call *call)
{
    struct emit_value value;

    if (c_is(call->null, "true"))
        return (struct emit_value){type_zero_value(scope->e, call->type), "true"};
    value = call_of_shape(scope, call);
    return is_view(call) ? unwrap(scope, call, value) : value;
}
