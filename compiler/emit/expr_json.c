/* Values as JSON text, for JSON_STRING, JSON_OBJECT and JSON_ARRAY. ARRAY, MAP and ROW have a
 * function a type, among the composite types of the unit. */
#include "expr.h"
#include "expr_collection_tpl.h"
#include "expr_tpl.h"

#include <stdlib.h>
#include <string.h>

static const char *json_function(struct emitter *e, const struct type *type);

/* Call that appends a stored value to `out`; NULL: JSON has no form for it. */
static const char *put_call(struct emitter *e, const struct type *type, const char *out,
    const char *value)
{
    const char *function;

    switch (type->kind) {
    case TYPE_BOOLEAN:
        return arena_printf(e->arena, "rt_json_put_bool(%s, %s)", out, value);
    case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT: case TYPE_BIGINT:
        return arena_printf(e->arena, "rt_json_put_int(%s, %s)", out, value);
    case TYPE_FLOAT: case TYPE_DOUBLE: case TYPE_CHAR: case TYPE_VARCHAR: case TYPE_BINARY:
    case TYPE_VARBINARY:
        return arena_printf(e->arena, "rt_json_put_%s(%s, %s)", type_word(type), out, value);
    case TYPE_DECIMAL:
        return arena_printf(e->arena, "rt_json_put_decimal(%s, %s, %d)", out, value, type->scale);
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ:
        return arena_printf(e->arena, "rt_json_put_%s(%s, %s)", type_word(type), out,
            emit_load(e, type, value));
    case TYPE_VARIANT:
        return arena_printf(e->arena, "rt_variant_write(%s, %s)", out, value);
    case TYPE_ARRAY: case TYPE_MAP: case TYPE_ROW:
        function = json_function(e, type);
        return function ? arena_printf(e->arena, "%s(%s, &%s)", function, out, value) : NULL;
    case TYPE_NULL: case TYPE_DATE: case TYPE_TIME: case TYPE_TIMESTAMP_TZ:
    case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY: case TYPE_MULTISET:
    case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR:
        break;
    }
    return NULL;
}

/* The same as a statement. */
static const char *put_statement(struct emitter *e, const struct type *type, const char *out,
    const char *value)
{
    struct text statement = {.arena = e->arena};
    const char *call = put_call(e, type, out, value);

    if (!call)
        return NULL;
    if (type->element || type->field_count)
        tpl_json_put_or_fail(&statement, &(struct tpl_json_put_or_fail){.put = call});
    else
        emit_statement(&statement, call);
    return text_chars(&statement);
}

static bool json_array(struct emitter *e, const struct type *type, const char *name)
{
    const char *put = put_statement(e, type->element, "out", "value->at[i]");

    if (put)
        tpl_json_array(&e->types, &(struct tpl_json_array){
            .about = emit_sql_type(e->arena, type), .name = name,
            .ctype = emit_storage_type(e, type), .put = put});
    return put;
}

static bool json_map(struct emitter *e, const struct type *type, const char *name)
{
    const char *put = put_statement(e, type->element, "out", "value->values[at]");

    if (!put || !type_is_text(type->key))
        return false;
    tpl_json_map(&e->types, &(struct tpl_json_map){
        .about = emit_sql_type(e->arena, type), .name = name,
        .ctype = emit_storage_type(e, type), .put = put});
    return true;
}

static int compare_fields(const void *a, const void *b)
{
    const struct type_field *const *x = a, *const *y = b;

    return strcmp((*x)->name, (*y)->name);
}

/* Members in the order of their names. */
static bool json_row(struct emitter *e, const struct type *type, const char *name)
{
    const struct type_field **sorted = arena_array(e->arena, type->field_count, sizeof *sorted);
    struct text members = {.arena = e->arena};

    for (size_t i = 0; i < type->field_count; i++)
        sorted[i] = &type->fields[i];
    qsort(sorted, type->field_count, sizeof *sorted, compare_fields);
    for (size_t i = 0; i < type->field_count; i++) {
        size_t index = (size_t)(sorted[i] - type->fields);
        const char *put = put_statement(e, sorted[i]->type, "out",
            arena_printf(e->arena, "value->%s", emit_field_member(e, type, index)));

        if (!put)
            return false;
        tpl_json_member(&members, &(struct tpl_json_member){.comma = i ? "\",\"" : "\"\"",
            .key = emit_c_literal(e->arena, sorted[i]->name),
            .is_null = arena_printf(e->arena, "rt_null_get(value->nulls, %zu)", index),
            .put = put});
    }
    tpl_json_row(&e->types, &(struct tpl_json_row){.about = emit_sql_type(e->arena, type),
        .name = name, .ctype = emit_storage_type(e, type), .members = text_chars(&members)});
    return true;
}

/* The name of the function, made on first use. NULL: JSON has no form for the type. */
static const char *json_function(struct emitter *e, const struct type *type)
{
    const char *about = emit_sql_type(e->arena, type), *key, *name;
    bool done = false;

    key = arena_printf(e->arena, "json %s %s", emit_storage_type(e, type), about);
    name = map_get(&e->functions, key);
    if (name)
        return name;
    name = names_make(e->names, "",
        arena_printf(e->arena, "json %s", about));
    if (type->kind == TYPE_ARRAY)
        done = json_array(e, type, name);
    else if (type->kind == TYPE_MAP)
        done = json_map(e, type, name);
    else if (type->kind == TYPE_ROW)
        done = json_row(e, type, name);
    if (!done)
        return NULL;
    map_put(&e->functions, key, (void *)(uintptr_t)name);
    return name;
}

/* JSON(…), JSON_OBJECT(…), JSON_ARRAY(…) are JSON already. */
static bool is_json(const struct texpr *expr)
{
    return expr->kind == TEXPR_CALL && (!strcmp(expr->function->name, "JSON") ||
        !strcmp(expr->function->name, "JSON_OBJECT") ||
        !strcmp(expr->function->name, "JSON_ARRAY"));
}

struct emit_value expr_json(struct expr_scope *scope, const struct texpr *expr)
{
    struct emitter *e = scope->e;
    struct emit_value value = emit_expr(scope, expr);
    bool plain = type_word(expr->type) || expr->type->kind == TYPE_VARIANT;
    const char *name, *put, *text;

    if (e->failed || is_json(expr))
        return value;
    if (c_is(value.null, "true"))
        return (struct emit_value){"(struct rt_text){0}", "true"};
    if (!type_word(expr->type))
        value = expr_addressable(scope, expr->type, value);
    text = expr->type->kind == TYPE_DECIMAL && expr->type->precision <= 18
        ? value.value : emit_store(e, expr->type, value.value);
    put = plain ? put_statement(e, expr->type, "&buffer", text)
                : put_call(e, expr->type, "&buffer", text);
    if (!put)
        return expr_unsupported(scope, expr, "JSON of this type");
    name = expr_name(scope);
    if (plain)
        tpl_json_text(scope->out, &(struct tpl_json_text){.name = name,
            .present = c_not(e->arena, value.null), .put = put});
    else
        tpl_json_text_checked(scope->out, &(struct tpl_json_text_checked){.name = name,
            .present = c_not(e->arena, value.null), .put = put,
            .context = expr_context(scope, expr->span)});
    return (struct emit_value){name, value.null};
}
