/* Equality of ARRAY, MAP and ROW: a function a type, among the composite types of the unit. */
#include "emit_state.h"
#include "expr.h"
#include "expr_tpl.h"

/* C condition that two values are equal, neither NULL. NULL: not comparable. */
static const char *equal_text(struct emitter *e, const struct type *type, const char *a,
    const char *b);

static bool equal_array(struct emitter *e, const struct type *type, const char *name)
{
    const char *equal = equal_text(e, type->element, "a->at[i]", "b->at[i]");

    if (equal)
        tpl_equal_array(&e->types, &(struct tpl_equal_array){
            .about = emit_sql_type(e->arena, type), .name = name,
            .ctype = emit_storage_type(e, type), .equal = equal});
    return equal;
}

static bool equal_map(struct emitter *e, const struct type *type, const char *name)
{
    const char *key = equal_text(e, type->key, "a->keys[i]", "b->keys[j]");
    const char *value = equal_text(e, type->element, "a->values[i]", "b->values[j]");

    if (key && value)
        tpl_equal_map(&e->types, &(struct tpl_equal_map){
            .about = emit_sql_type(e->arena, type), .name = name,
            .ctype = emit_storage_type(e, type), .key_equal = key, .equal = value});
    return key && value;
}

static bool equal_row(struct emitter *e, const struct type *type, const char *name)
{
    struct text fields = {.arena = e->arena};

    for (size_t i = 0; i < type->field_count; i++) {
        const char *member = emit_field_member(e, type, i);
        const char *equal = equal_text(e, type->fields[i].type,
            arena_printf(e->arena, "a->%s", member), arena_printf(e->arena, "b->%s", member));

        if (!equal)
            return false;
        tpl_equal_field(&fields, &(struct tpl_equal_field){
            .a_null = arena_printf(e->arena, "rt_null_get(a->nulls, %zu)", i),
            .b_null = arena_printf(e->arena, "rt_null_get(b->nulls, %zu)", i), .equal = equal});
    }
    tpl_equal_row(&e->types, &(struct tpl_equal_row){.about = emit_sql_type(e->arena, type),
        .name = name, .ctype = emit_storage_type(e, type), .fields = text_chars(&fields)});
    return true;
}

/* The name of the function, made on first use. NULL: not comparable. */
static const char *equal_function(struct emitter *e, const struct type *type)
{
    const char *key = arena_printf(e->arena, "equal %s", emit_storage_type(e, type));
    const char *name = map_get(&e->functions, key);
    bool done = false;

    if (name)
        return name;
    name = names_make(e->names, "", arena_printf(e->arena, "equal_%s",
                                        emit_storage_type(e, type) + sizeof "struct"));
    if (type->kind == TYPE_ARRAY)
        done = equal_array(e, type, name);
    else if (type->kind == TYPE_MAP)
        done = equal_map(e, type, name);
    else if (type->kind == TYPE_ROW)
        done = equal_row(e, type, name);
    if (!done)
        return NULL;
    map_put(&e->functions, key, (void *)name);
    return name;
}

static const char *equal_text(struct emitter *e, const struct type *type, const char *a,
    const char *b)
{
    const char *function;

    if (type->kind == TYPE_VARIANT || type->kind == TYPE_BITMAP)
        return arena_printf(e->arena, "rt_equal_%s(%s, %s)", state_word(type), a, b);
    if (!type_word(type)) {
        function = equal_function(e, type);
        return function ? arena_printf(e->arena, "%s(&%s, &%s)", function, a, b) : NULL;
    }
    if (type_is_text(type) || type_is_binary(type))
        return arena_printf(e->arena, "rt_equal_%s(%s, %s)", type_word(type), a, b);
    if ((type->kind == TYPE_TIMESTAMP || type->kind == TYPE_TIMESTAMP_LTZ) && type->precision > 6)
        return arena_printf(e->arena, "rt_timestamp_compare(%s, %s) == 0", a, b);
    return arena_printf(e->arena, "%s == %s", a, b);
}

const char *expr_equal_function(struct expr_scope *scope, const struct type *type,
    struct span span)
{
    const char *function = equal_function(scope->e, type);
    const struct texpr what = {.type = type, .span = span};

    if (!function)
        expr_unsupported(scope, &what, "comparison of this type");
    return function;
}

const char *expr_equal_composite(struct expr_scope *scope, enum texpr_op op,
    const struct texpr *a, const char *va, const char *vb)
{
    const char *function = op == TOP_EQ || op == TOP_NE ? equal_function(scope->e, a->type) : NULL;

    if (!function) {
        expr_unsupported(scope, a, "comparison of this type");
        return NULL;
    }
    return arena_printf(scope->e->arena, "%s%s(&%s, &%s)", op == TOP_NE ? "!" : "", function,
        va, vb);
}
