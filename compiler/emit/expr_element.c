/* Elements of collections, for functions that work on elements of any type. */
#include "expr.h"
#include "expr_collection_tpl.h"
#include "expr_tpl.h"

#include <string.h>

/* The runtime's descriptor for a type of its own; NULL: none. */
static const char *known_element(const struct type *type)
{
    switch (type->kind) {
    case TYPE_BOOLEAN:
        return "&rt_element_bool";
    case TYPE_TINYINT:
        return "&rt_element_i8";
    case TYPE_SMALLINT:
        return "&rt_element_i16";
    case TYPE_INT: case TYPE_DATE: case TYPE_TIME: case TYPE_INTERVAL_MONTH:
        return "&rt_element_i32";
    case TYPE_BIGINT: case TYPE_INTERVAL_DAY:
        return "&rt_element_i64";
    case TYPE_FLOAT:
        return "&rt_element_f32";
    case TYPE_DOUBLE:
        return "&rt_element_f64";
    case TYPE_DECIMAL:
        return type->precision <= 18 ? "&rt_element_i64" : "&rt_element_i128";
    case TYPE_CHAR: case TYPE_VARCHAR: case TYPE_VARIANT:
        return "&rt_element_text";
    case TYPE_BINARY: case TYPE_VARBINARY: case TYPE_BITMAP:
        return "&rt_element_bytes";
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ:
        return type->precision <= 6 ? "&rt_element_i64" : "&rt_element_timestamp";
    case TYPE_NULL: case TYPE_TIMESTAMP_TZ: case TYPE_ARRAY: case TYPE_MULTISET: case TYPE_MAP:
    case TYPE_ROW: case TYPE_RAW: case TYPE_DESCRIPTOR:
        break;
    }
    return NULL;
}

const char *expr_element(struct expr_scope *scope, const struct type *type)
{
    struct emitter *e = scope->e;
    const char *known = known_element(type), *ctype, *key, *name, *equal;

    if (known)
        return known;
    ctype = emit_storage_type(e, type);
    key = arena_printf(e->arena, "element %s", ctype);
    name = map_get(&e->functions, key);
    if (!name) {
        equal = expr_equal_function(scope, type, (struct span){0});
        if (!equal)
            return "NULL";
        name = names_make(e->names, "",
            arena_printf(e->arena, "element_%s", ctype + sizeof "struct"));
        tpl_element(&e->types, &(struct tpl_element){.about = emit_sql_type(e->arena, type),
            .name = name, .ctype = ctype, .equal = equal});
        map_put(&e->functions, key, (void *)(uintptr_t)name);
    }
    return arena_printf(e->arena, "&%s", name);
}

struct emit_value expr_map_entries(struct expr_scope *scope, const struct texpr *expr)
{
    struct emitter *e = scope->e;
    const struct type *map = expr->args[0]->type, *row = expr->type->element;
    struct emit_value value =
        expr_addressable(scope, map, emit_expr(scope, expr->args[0]));
    const char *name = expr_name(scope);

    if (e->failed)
        return value;
    tpl_map_entries(scope->out, &(struct tpl_map_entries){.type = emit_storage_type(e, expr->type),
        .name = name, .row = emit_storage_type(e, row), .map = value.value,
        .present = c_not(e->arena, value.null), .key = emit_field_member(e, row, 0),
        .value = emit_field_member(e, row, 1)});
    return (struct emit_value){name, value.null};
}
