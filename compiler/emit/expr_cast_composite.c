/* CAST of ARRAY, MAP and ROW to the like: element by element. With TRY_CAST an element that cannot
 * be cast makes the whole NULL. */
#include "expr.h"
#include "expr_tpl.h"

struct composite_cast {
    const struct texpr *expr;
    const struct type *from, *to;
    const char *value, *name, *flag; /* flag: NULL unless TRY_CAST */
    struct text checks;
};

/* Casts one element; its statements go to `out`. */
static struct emit_value cast_element(struct expr_scope *scope, struct composite_cast *cast,
    struct text *out, const struct type *from, const struct type *to, struct emit_value element)
{
    struct arena *arena = scope->e->arena;
    struct expr_scope inner = *scope;
    struct texpr *input = texpr_new(arena, TEXPR_INPUT, from, cast->expr->span);
    struct texpr *node = texpr_cast(arena, input, to);
    struct emit_value result;

    if (node->kind == TEXPR_CAST)
        node->is_try = cast->expr->is_try;
    inner.out = out;
    inner.inputs = &element;
    inner.once = false;
    result = emit_expr(&inner, node);
    if (cast->flag && !c_is(result.null, element.null))
        tpl_cast_check(&cast->checks, &(struct tpl_cast_check){
            .before = c_operand(arena, c_not(arena, element.null)),
            .after = c_operand(arena, result.null), .flag = cast->flag});
    if (to->kind != TYPE_DECIMAL || to->precision > 18)
        result.value = emit_store(scope->e, to, result.value);
    return result;
}

/* Item `i` of an array of the composite. */
static struct emit_value item(struct expr_scope *scope, const struct type *type,
    const char *array, const char *nulls, const char *i)
{
    struct arena *arena = scope->e->arena;

    return (struct emit_value){
        emit_load(scope->e, type, arena_printf(arena, "%s[%s]", array, i)),
        nulls ? arena_printf(arena, "(%s && %s[%s])", nulls, nulls, i) : "false"};
}

static void cast_array(struct expr_scope *scope, struct composite_cast *cast, const char *present)
{
    struct arena *arena = scope->e->arena;
    struct text statements = {.arena = arena};
    const char *i = arena_printf(arena, "%s_at", cast->name);
    struct emit_value element = cast_element(scope, cast, &statements, cast->from->element,
        cast->to->element,
        item(scope, cast->from->element, arena_printf(arena, "%s.at", cast->value),
            arena_printf(arena, "%s.null", cast->value), i));

    tpl_cast_array(scope->out, &(struct tpl_cast_array){
        .type = emit_value_type(scope->e, cast->to), .name = cast->name, .present = present,
        .element = emit_storage_type(scope->e, cast->to->element),
        .count = arena_printf(arena, "%s.count", cast->value),
        .each = text_chars(&statements), .item = element.value, .null = element.null,
        .check = text_chars(&cast->checks)});
}

static void cast_map(struct expr_scope *scope, struct composite_cast *cast, const char *present)
{
    struct arena *arena = scope->e->arena;
    struct text statements = {.arena = arena};
    const char *i = arena_printf(arena, "%s_at", cast->name);
    struct emit_value key = cast_element(scope, cast, &statements, cast->from->key, cast->to->key,
        item(scope, cast->from->key, arena_printf(arena, "%s.keys", cast->value),
            arena_printf(arena, "%s.key_null", cast->value), i));
    struct emit_value value = cast_element(scope, cast, &statements, cast->from->element,
        cast->to->element,
        item(scope, cast->from->element, arena_printf(arena, "%s.values", cast->value),
            arena_printf(arena, "%s.null", cast->value), i));

    tpl_cast_map(scope->out, &(struct tpl_cast_map){
        .type = emit_value_type(scope->e, cast->to), .name = cast->name, .present = present,
        .key = emit_storage_type(scope->e, cast->to->key),
        .value = emit_storage_type(scope->e, cast->to->element),
        .count = arena_printf(arena, "%s.count", cast->value),
        .each = text_chars(&statements), .a_key = key.value, .key_null = key.null,
        .a_value = value.value,
        .null = value.null, .check = text_chars(&cast->checks)});
}

static void cast_row(struct expr_scope *scope, struct composite_cast *cast, const char *present)
{
    struct arena *arena = scope->e->arena;
    struct text fields = {.arena = arena};

    for (size_t i = 0; i < cast->to->field_count && !scope->e->failed; i++) {
        const struct type *from = cast->from->fields[i].type;
        struct emit_value field = {
            emit_load(scope->e, from, arena_printf(arena, "%s.%s", cast->value,
                                          emit_field_member(scope->e, cast->from, i))),
            from->nullable ? arena_printf(arena, "rt_null_get(%s.nulls, %zu)", cast->value, i)
                           : "false"};

        field = cast_element(scope, cast, &fields, from, cast->to->fields[i].type, field);
        tpl_expr_field(&fields, &(struct tpl_expr_field){.row = cast->name,
            .member = emit_field_member(scope->e, cast->to, i),
            .index = arena_printf(arena, "%zu", i), .null = field.null, .value = field.value});
    }
    text_add(&fields, text_chars(&cast->checks));
    tpl_cast_row(scope->out, &(struct tpl_cast_row){
        .type = emit_value_type(scope->e, cast->to), .name = cast->name, .present = present,
        .fields = text_chars(&fields)});
}

struct emit_value expr_cast_composite(struct expr_scope *scope, const struct texpr *expr,
    struct emit_value value)
{
    struct arena *arena = scope->e->arena;
    struct composite_cast cast = {.expr = expr, .from = expr->args[0]->type, .to = expr->type,
        .checks = {.arena = arena}};
    const char *present = c_not(arena, value.null);

    if (cast.from->kind != cast.to->kind || cast.from->kind == TYPE_MULTISET ||
        cast.from->field_count != cast.to->field_count)
        return expr_unsupported(scope, expr, "this CAST");
    cast.value = expr_addressable(scope, cast.from, value).value;
    cast.name = expr_name(scope);
    if (expr->is_try) {
        cast.flag = arena_printf(arena, "%s_null", cast.name);
        tpl_cast_flag(scope->out, &(struct tpl_cast_flag){
            .flag = cast.flag, .null = value.null});
    }
    if (cast.from->kind == TYPE_ARRAY)
        cast_array(scope, &cast, present);
    else if (cast.from->kind == TYPE_MAP)
        cast_map(scope, &cast, present);
    else
        cast_row(scope, &cast, present);
    return (struct emit_value){cast.name, cast.flag ? cast.flag : value.null};
}

const struct type *expr_printed_type(struct arena *arena, const struct type *type)
{
    struct type *copy;

    if (type_is_binary(type))
        return type_string(arena, type->nullable);
    if (type_word(type) || type->kind == TYPE_MULTISET || type->kind == TYPE_VARIANT ||
        type->kind == TYPE_BITMAP)
        return type;
    copy = arena_copy(arena, type, sizeof *type);
    if (type->element)
        copy->element = expr_printed_type(arena, type->element);
    if (type->key)
        copy->key = expr_printed_type(arena, type->key);
    if (type->field_count) {
        struct type_field *fields = arena_copy(arena, type->fields,
            type->field_count * sizeof *fields);

        for (size_t i = 0; i < type->field_count; i++)
            fields[i].type = expr_printed_type(arena, fields[i].type);
        copy->fields = fields;
    }
    return type_equal(copy, type) ? type : copy;
}
