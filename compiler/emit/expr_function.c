/* Calls of functions.def: arguments in the form that the runtime takes. */
#include "expr.h"
#include "expr_tpl.h"

#include <rt/time.h>

#include <string.h>

static void add_argument(struct text *list, const char *text)
{
    if (list->size)
        text_add(list, ", ");
    text_add(list, text);
}

/* The repeated last parameter: an array and its length; with NULLs their flags in between. */
static void add_items(struct expr_scope *scope, struct text *list, const char *type,
    const struct text *items, const struct text *nulls, size_t count)
{
    const char *name;

    if (!count) {
        add_argument(list, nulls ? "NULL, NULL, 0" : "NULL, 0");
        return;
    }
    name = expr_name(scope);
    tpl_expr_items(scope->out, &(struct tpl_expr_items){
        .type = type, .name = name, .values = items->data});
    add_argument(list, name);
    if (nulls) {
        name = arena_printf(scope->e->arena, "%s_null", name);
        tpl_expr_items(scope->out, &(struct tpl_expr_items){
            .type = "bool", .name = name, .values = nulls->data});
        add_argument(list, name);
    }
    add_argument(list, arena_printf(scope->e->arena, "%zu", count));
}

/* Number of parameters before the repeated one, in the letters of functions.def. */
static size_t fixed_parameters(const struct function *function)
{
    size_t count = 0;

    if (!(function->flags & FUNCTION_VARIADIC))
        return SIZE_MAX;
    for (const char *at = function->arguments; *at; at++)
        count += *at == ',';
    return count;
}

static const char *unit_name(const struct texpr *expr)
{
    static const char *const names[] = {
        [RT_UNIT_MILLENNIUM] = "RT_UNIT_MILLENNIUM", [RT_UNIT_CENTURY] = "RT_UNIT_CENTURY",
        [RT_UNIT_DECADE] = "RT_UNIT_DECADE", [RT_UNIT_YEAR] = "RT_UNIT_YEAR",
        [RT_UNIT_QUARTER] = "RT_UNIT_QUARTER", [RT_UNIT_MONTH] = "RT_UNIT_MONTH",
        [RT_UNIT_WEEK] = "RT_UNIT_WEEK", [RT_UNIT_DAY] = "RT_UNIT_DAY",
        [RT_UNIT_HOUR] = "RT_UNIT_HOUR", [RT_UNIT_MINUTE] = "RT_UNIT_MINUTE",
        [RT_UNIT_SECOND] = "RT_UNIT_SECOND", [RT_UNIT_MILLISECOND] = "RT_UNIT_MILLISECOND",
        [RT_UNIT_MICROSECOND] = "RT_UNIT_MICROSECOND",
        [RT_UNIT_NANOSECOND] = "RT_UNIT_NANOSECOND", [RT_UNIT_DOW] = "RT_UNIT_DOW",
        [RT_UNIT_ISODOW] = "RT_UNIT_ISODOW", [RT_UNIT_DOY] = "RT_UNIT_DOY",
        [RT_UNIT_ISOYEAR] = "RT_UNIT_ISOYEAR", [RT_UNIT_EPOCH] = "RT_UNIT_EPOCH"};

    if (expr->integer < 0 || expr->integer >= (int)(sizeof names / sizeof *names))
        BUG("time unit %d", (int)expr->integer);
    return names[expr->integer];
}

/* The word of functions.def for parameter `index`; the last one repeats. */
static const char *parameter_word(struct arena *arena, const struct function *function,
    size_t index)
{
    const char *at = function->arguments;

    for (; index && strchr(at, ','); index--)
        at = strchr(at, ',') + 2;
    return arena_strndup(arena, at, strcspn(at, ","));
}

/* ---- arguments ---- */

/* An ARRAY or MAP as a view of its parts. */
static struct emit_value view(struct expr_scope *scope, const struct texpr *arg)
{
    struct arena *arena = scope->e->arena;
    struct emit_value value = expr_addressable(scope, arg->type, emit_expr(scope, arg));
    const char *name = value.value;

    value.value = arg->type->kind == TYPE_ARRAY
        ? arena_printf(arena, "(struct rt_array){%s.count, %s.at, %s.null}", name, name, name)
        : arena_printf(arena, "(struct rt_map){%s.count, %s.keys, %s.values, %s.null, %s.key_null}",
            name, name, name, name, name);
    return value;
}

/* The address of a value in the form of an array's elements. */
static struct emit_value address(struct expr_scope *scope, const struct texpr *arg, bool nulls)
{
    struct arena *arena = scope->e->arena;
    struct emit_value value = emit_expr(scope, arg);
    const char *name = expr_name(scope), *text = value.value;

    if (arg->type->kind != TYPE_DECIMAL || arg->type->precision > 18)
        text = emit_store(scope->e, arg->type, text);
    tpl_expr_local(scope->out, &(struct tpl_expr_local){
        .type = emit_storage_type(scope->e, arg->type), .name = name, .value = text});
    value.value = arena_printf(arena, "&%s", name);
    if (!nulls || c_is(value.null, "false"))
        return value;
    value.value = arena_printf(arena, "%s ? NULL : %s", c_operand(arena, value.null), value.value);
    return (struct emit_value){value.value, "false"};
}

/* A text that may be NULL: then without data. */
static struct emit_value nullable_text(struct expr_scope *scope, const struct texpr *arg)
{
    struct arena *arena = scope->e->arena;
    struct emit_value value = emit_expr(scope, arg);

    if (c_is(value.null, "true"))
        value.value = "(struct rt_text){0}";
    else if (!c_is(value.null, "false"))
        value.value = arena_printf(arena, "%s ? (struct rt_text){0} : %s",
            c_operand(arena, value.null), value.value);
    return (struct emit_value){value.value, "false"};
}

/* A value of any type for PRINTF. */
static struct emit_value any(struct expr_scope *scope, const struct texpr *arg)
{
    struct arena *arena = scope->e->arena;
    struct emit_value value = emit_expr(scope, arg);
    const struct type *type = arg->type;
    const char *word = type_is_integer(type) ? "i64" : type_word(type);
    const char *more = "";

    if (type->kind == TYPE_NULL || c_is(value.null, "true"))
        return (struct emit_value){"rt_any_null()", "false"};
    if (!word)
        return expr_unsupported(scope, arg, "formatting a value of this type");
    if (type->kind == TYPE_DECIMAL)
        more = arena_printf(arena, ", %d", type->scale);
    else if (type_is_integer(type))
        more = arena_printf(arena, ", %zu", type->kind == TYPE_TINYINT ? (size_t)1
            : type->kind == TYPE_SMALLINT ? (size_t)2 : type->kind == TYPE_INT ? (size_t)4
                                                                               : (size_t)8);
    value.value = arena_printf(arena, "rt_any_%s(%s%s)", word, value.value, more);
    if (!c_is(value.null, "false"))
        value.value = arena_printf(arena, "%s ? rt_any_null() : %s", c_operand(arena, value.null),
            value.value);
    return (struct emit_value){value.value, "false"};
}

static struct emit_value argument(struct expr_scope *scope, const char *word,
    const struct texpr *arg)
{
    if (c_is(word, "UNIT"))
        return (struct emit_value){unit_name(arg), "false"};
    if (c_is(word, "ARRAY") || c_is(word, "ORDERED") || c_is(word, "TEXTS") ||
        c_is(word, "INTS") || c_is(word, "MAP"))
        return view(scope, arg);
    if (c_is(word, "ELEMENT") || c_is(word, "ELEMENT?"))
        return address(scope, arg, word[strlen(word) - 1] == '?');
    if (c_is(word, "STRING?"))
        return nullable_text(scope, arg);
    if (c_is(word, "JSON"))
        return expr_json(scope, arg);
    if (c_is(word, "ANY"))
        return any(scope, arg);
    return emit_expr(scope, arg);
}

/* C type of a repeated argument. */
static const char *item_type(struct expr_scope *scope, const char *word, const struct type *type)
{
    if (c_is(word, "ARRAY"))
        return "struct rt_array";
    if (c_is(word, "MAP"))
        return "struct rt_map";
    if (c_is(word, "JSON"))
        return "struct rt_text";
    if (c_is(word, "ANY"))
        return "struct rt_any";
    return emit_value_type(scope->e, type);
}

/* ---- the call ---- */

/* What functions.def's flags put behind the arguments. */
static void add_behind(struct expr_scope *scope, struct text *list, const struct texpr *expr)
{
    const struct function *function = expr->function;
    const struct type *first = expr->arg_count ? expr->args[0]->type : NULL;

    if (function->flags & FUNCTION_PRECISION && expr->type->kind == TYPE_DECIMAL)
        add_argument(list, arena_printf(scope->e->arena, "%d, %d", expr->type->precision,
                               expr->type->scale));
    if (function->flags & FUNCTION_ELEMENT && first->kind == TYPE_MAP)
        add_argument(list, expr_element(scope, first->key));
    if (function->flags & FUNCTION_ELEMENT)
        add_argument(list, expr_element(scope, first->element));
}

struct emit_value expr_function(struct expr_scope *scope, const struct texpr *expr, bool once)
{
    const struct function *function = expr->function;
    struct arena *arena = scope->e->arena;
    struct text list = {.arena = arena}, items = {.arena = arena}, nulls = {.arena = arena};
    struct text statements = {.arena = arena}, *out = scope->out;
    size_t fixed = fixed_parameters(function), repeated = 0;
    const char *null = "false", *word = "";

    if (function->flags & FUNCTION_ENTRIES)
        return expr_map_entries(scope, expr);
    scope->out = &statements;
    if (function->flags & FUNCTION_ZONE)
        add_argument(&list, "task->zone");
    if (function->flags & FUNCTION_NOW)
        add_argument(&list, "task->now_ms");
    for (size_t i = 0; i < expr->arg_count && !scope->e->failed; i++) {
        const struct type *type = expr->args[i]->type;
        struct emit_value value;

        word = parameter_word(arena, function, i);
        value = argument(scope, word, expr->args[i]);
        if (i >= fixed) {
            add_argument(&items, value.value);
            repeated++;
        } else {
            add_argument(&list, value.value);
        }
        if (!(function->flags & FUNCTION_NULLS) || (fixed != SIZE_MAX && i < fixed))
            null = c_or(arena, null, value.null);
        else
            add_argument(i >= fixed ? &nulls : &list, value.null);
        if (function->flags & FUNCTION_PRECISION && type->kind == TYPE_DECIMAL)
            add_argument(&list, arena_printf(arena, "%d, %d", type->precision, type->scale));
    }
    scope->out = out;
    if (scope->e->failed)
        return (struct emit_value){type_zero_value(scope->e, expr->type), "true"};
    if (!c_is(null, "true")) /* else nobody reads the arguments */
        text_add(out, text_chars(&statements));
    if (fixed != SIZE_MAX && !c_is(null, "true"))
        add_items(scope, &list,
            repeated ? item_type(scope, word, expr->args[fixed]->type) : "char", &items,
            function->flags & FUNCTION_NULLS ? &nulls : NULL, repeated);
    add_behind(scope, &list, expr);
    return expr_emit_call(scope, &(struct expr_call){
        .symbol = function->symbol, .shape = function->shape, .arguments = text_chars(&list),
        .null = null, .cheap = once, .pointer = function->flags & FUNCTION_POINTER,
        .type = expr->type, .span = expr->span});
}
