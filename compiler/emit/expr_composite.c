/* ARRAY, MAP and ROW: access and constructors. */
#include "expr.h"
#include "expr_tpl.h"

#include <string.h>

struct emit_value expr_addressable(struct expr_scope *scope, const struct type *type,
    struct emit_value value)
{
    const char *name;

    if (!strpbrk(value.value, "( "))
        return value;
    name = expr_name(scope);
    tpl_expr_local(scope->out, &(struct tpl_expr_local){
        .type = emit_value_type(scope->e, type), .name = name, .value = value.value});
    value.value = name;
    return value;
}

static const char *stored(struct expr_scope *scope, const struct type *type, const char *value)
{
    return type->kind == TYPE_DECIMAL && type->precision <= 18 ? value
                                                               : emit_store(scope->e, type, value);
}

/* ---- access ---- */

struct emit_value expr_field(struct expr_scope *scope, const struct texpr *expr)
{
    struct arena *arena = scope->e->arena;
    const struct type *row = expr->args[0]->type;
    struct emit_value base = expr_addressable(scope, row, emit_expr(scope, expr->args[0]));
    const struct type *field;

    if (scope->e->failed)
        return base;
    field = row->fields[expr->input].type;
    return (struct emit_value){
        emit_load(scope->e, field, arena_printf(arena, "%s.%s", base.value,
                                       emit_field_member(scope->e, row, expr->input))),
        field->nullable ? c_or(arena, base.null, arena_printf(arena, "rt_null_get(%s.nulls, %zu)",
                                                     base.value, expr->input))
                        : base.null};
}

static struct emit_value array_item(struct expr_scope *scope, const struct texpr *expr,
    struct emit_value array, struct emit_value index)
{
    struct arena *arena = scope->e->arena;
    const struct type *element = expr->args[0]->type->element;
    const char *name = expr_name(scope), *flag = arena_printf(arena, "%s_null", name);
    const char *at = arena_printf(arena, "[%s - 1]", c_operand(arena, index.value));

    tpl_expr_item(scope->out, &(struct tpl_expr_item){
        .type = expr_type(scope->e, element), .name = name, .zero = type_zero(element),
        .flag = flag,
        .present = c_and(arena, c_not(arena, c_or(arena, array.null, index.null)),
            arena_printf(arena, "%s > 0 && (uint64_t)%s <= %s.count",
                c_operand(arena, index.value), c_operand(arena, index.value), array.value)),
        .item_null = arena_printf(arena, "%s.null && %s.null%s", array.value, array.value, at),
        .item = emit_load(scope->e, element, arena_printf(arena, "%s.at%s", array.value, at))});
    return (struct emit_value){name, flag};
}

static struct emit_value map_value(struct expr_scope *scope, const struct texpr *expr,
    struct emit_value map, struct emit_value key)
{
    struct arena *arena = scope->e->arena;
    const struct type *type = expr->args[0]->type;
    const struct texpr of_key = {.kind = TEXPR_INPUT, .type = type->key, .span = expr->span};
    const char *name = expr_name(scope), *flag = arena_printf(arena, "%s_null", name);
    const char *i = arena_printf(arena, "%s_at", name);
    const char *equal = expr_compare(scope, TOP_EQ, &of_key,
        emit_load(scope->e, type->key, arena_printf(arena, "%s.keys[%s]", map.value, i)),
        expr->args[1], key.value);

    if (!equal)
        return map;
    tpl_expr_lookup(scope->out, &(struct tpl_expr_lookup){
        .type = expr_type(scope->e, type->element), .name = name,
        .zero = type_zero(type->element), .flag = flag,
        .present = c_and(arena, c_not(arena, c_or(arena, map.null, key.null)),
            arena_printf(arena, "%s < %s.count", i, map.value)),
        .i = i,
        .equal = type->key->nullable
            ? arena_printf(arena, "!(%s.key_null && %s.key_null[%s]) && %s", map.value, map.value,
                  i, c_operand(arena, equal))
            : equal,
        .value_null = arena_printf(arena, "%s.null && %s.null[%s]", map.value, map.value, i),
        .value = emit_load(scope->e, type->element,
            arena_printf(arena, "%s.values[%s]", map.value, i))});
    return (struct emit_value){name, flag};
}

struct emit_value expr_item(struct expr_scope *scope, const struct texpr *expr)
{
    const struct type *type = expr->args[0]->type;
    struct emit_value base = expr_addressable(scope, type, emit_expr(scope, expr->args[0]));
    struct emit_value index = expr_settle(scope, expr->args[1]->type,
        emit_expr(scope, expr->args[1]));

    if (scope->e->failed)
        return base;
    if (type->kind == TYPE_ARRAY)
        return array_item(scope, expr, base, index);
    if (type->kind == TYPE_MAP)
        return map_value(scope, expr, base, index);
    return expr_unsupported(scope, expr, "access to an element of this type");
}

/* ---- constructors ---- */

static const char *constructor(enum texpr_kind kind)
{
    if (kind == TEXPR_ROW)
        return "ROW";
    if (kind == TEXPR_ARRAY)
        return "ARRAY";
    return kind == TEXPR_MAP ? "MAP" : NULL;
}

static const struct type *member_type(const struct texpr *expr, size_t index)
{
    if (expr->kind == TEXPR_ROW)
        return expr->type->fields[index].type;
    return expr->kind == TEXPR_MAP && index % 2 == 0 ? expr->type->key : expr->type->element;
}

bool emit_check_members(struct emitter *e, const struct texpr *expr)
{
    const char *name = constructor(expr->kind);

    for (size_t i = 0; i < expr->arg_count; i++) {
        const struct texpr *arg = expr->args[i];

        if (name && member_type(expr, i)->kind == TYPE_NULL) {
            diag_error(e->diag, D_COLUMN_TYPE, arg->span.source ? arg->span : expr->span,
                "NULL in %s has no type; write CAST(NULL AS ...)", name);
            e->failed = true;
        } else {
            emit_check_members(e, arg);
        }
        if (e->failed)
            break;
    }
    return !e->failed;
}

struct emit_value expr_row(struct expr_scope *scope, const struct texpr *expr)
{
    struct arena *arena = scope->e->arena;
    const char *name = expr_name(scope);

    tpl_expr_local(scope->out, &(struct tpl_expr_local){
        .type = emit_value_type(scope->e, expr->type), .name = name, .value = "{0}"});
    for (size_t i = 0; i < expr->arg_count && !scope->e->failed; i++) {
        const struct type *type = expr->type->fields[i].type;
        struct emit_value value = emit_expr(scope, expr->args[i]);
        const char *member = emit_field_member(scope->e, expr->type, i);
        const char *text = stored(scope, type, value.value);

        if (c_is(value.null, "false"))
            tpl_expr_store(scope->out, &(struct tpl_expr_store){
                .column = arena_printf(arena, "%s.%s", name, member), .value = text});
        else
            tpl_expr_field(scope->out, &(struct tpl_expr_field){.row = name, .member = member,
                .index = arena_printf(arena, "%zu", i), .null = value.null, .value = text});
    }
    return (struct emit_value){name, "false"};
}

/* Fills one array in the arena from args[first], args[first + step] …; *nulls gets the name of an
 * array of NULL flags or "NULL". */
static const char *fill(struct expr_scope *scope, const struct texpr *expr, size_t first,
    size_t step, const struct type *type, const char **nulls)
{
    struct arena *arena = scope->e->arena;
    const char *count = arena_printf(arena, "%zu", expr->arg_count / step);
    const char *name = expr_name(scope);

    tpl_expr_room(scope->out, &(struct tpl_expr_room){
        .type = emit_storage_type(scope->e, type), .name = name, .count = count});
    *nulls = "NULL";
    if (type->nullable) {
        *nulls = arena_printf(arena, "%s_null", name);
        tpl_expr_room(scope->out, &(struct tpl_expr_room){
            .type = "bool", .name = *nulls, .count = count});
    }
    for (size_t i = 0; i < expr->arg_count / step && !scope->e->failed; i++) {
        struct emit_value value = emit_expr(scope, expr->args[first + i * step]);

        tpl_expr_store(scope->out, &(struct tpl_expr_store){
            .column = arena_printf(arena, "%s[%zu]", name, i),
            .value = stored(scope, type, value.value)});
        if (type->nullable)
            tpl_expr_store(scope->out, &(struct tpl_expr_store){
                .column = arena_printf(arena, "%s[%zu]", *nulls, i), .value = value.null});
    }
    return name;
}

struct emit_value expr_array(struct expr_scope *scope, const struct texpr *expr)
{
    const char *nulls;
    const char *items = fill(scope, expr, 0, 1, expr->type->element, &nulls);
    const char *name = expr_name(scope);

    tpl_expr_array(scope->out, &(struct tpl_expr_array){
        .type = emit_value_type(scope->e, expr->type), .name = name,
        .count = arena_printf(scope->e->arena, "%zu", expr->arg_count), .items = items,
        .null = nulls});
    return (struct emit_value){name, "false"};
}

struct emit_value expr_map(struct expr_scope *scope, const struct texpr *expr)
{
    const char *nulls, *key_nulls, *name;
    const char *keys = fill(scope, expr, 0, 2, expr->type->key, &key_nulls), *values;

    values = fill(scope, expr, 1, 2, expr->type->element, &nulls);
    name = expr_name(scope);
    tpl_expr_map(scope->out, &(struct tpl_expr_map){
        .type = emit_value_type(scope->e, expr->type), .name = name,
        .count = arena_printf(scope->e->arena, "%zu", expr->arg_count / 2), .keys = keys,
        .values = values, .null = nulls, .key_null = key_nulls});
    return (struct emit_value){name, "false"};
}
