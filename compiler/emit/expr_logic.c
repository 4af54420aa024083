/* Expressions that do not evaluate all of their operands: AND, OR, CASE, COALESCE; and IN. */
#include "expr.h"
#include "expr_tpl.h"

#include <string.h>

/* Emits `expr` into a text of its own. */
static struct emit_value emit_apart(struct expr_scope *scope, const struct texpr *expr,
    struct text *statements)
{
    struct expr_scope inner = *scope;

    *statements = (struct text){.arena = scope->e->arena};
    inner.out = statements;
    return emit_expr(&inner, expr);
}

/* Whether all operands are NOT NULL and plain C, so that && and || do. */
static bool try_plain(struct expr_scope *scope, const struct texpr *expr, const char **value)
{
    const char **parts = arena_array(scope->e->arena, expr->arg_count, sizeof *parts);

    for (size_t i = 0; i < expr->arg_count; i++) {
        struct text statements;
        unsigned locals = *scope->next_local;
        struct emit_value part = emit_apart(scope, expr->args[i], &statements);

        if (!c_is(part.null, "false") || statements.size) {
            *scope->next_local = locals;
            return false;
        }
        parts[i] = part.value;
    }
    *value = expr->op == TOP_AND ? c_all(scope->e->arena, parts, expr->arg_count)
                                 : c_any(scope->e->arena, parts, expr->arg_count);
    return true;
}

/* Statements that evaluate one operand and note what it decides. */
static void add_operand(struct expr_scope *scope, struct text *out, const struct texpr *expr,
    const char *name, const char *flag, bool is_and)
{
    struct text test = {.arena = scope->e->arena};
    struct emit_value part = emit_apart(scope, expr, out);

    tpl_expr_logic_test(&test, &(struct tpl_expr_logic_test){.name = name,
        .decides = is_and ? c_not(scope->e->arena, part.value) : part.value,
        .decided = is_and ? "false" : "true"});
    if (c_is(part.null, "false"))
        text_add(out, text_chars(&test));
    else
        tpl_expr_logic_null(out, &(struct tpl_expr_logic_null){.flag = flag, .null = part.null,
            .test = arena_strndup(scope->e->arena, test.data, test.size - 1)});
}

/* One operand at a time: AND goes on until one is FALSE, OR until one is TRUE; a NULL on the way is
 * remembered. */
struct emit_value expr_and_or(struct expr_scope *scope, const struct texpr *expr)
{
    bool is_and = expr->op == TOP_AND;
    struct arena *arena = scope->e->arena;
    const char *name, *flag, *open, *value;

    if (try_plain(scope, expr, &value))
        return (struct emit_value){value, "false"};
    name = expr_name(scope);
    flag = arena_printf(arena, "%s_null", name);
    open = is_and ? name : arena_printf(arena, "!%s", name);
    tpl_expr_logic(scope->out, &(struct tpl_expr_logic){
        .name = name, .flag = flag, .start = is_and ? "true" : "false"});
    for (size_t i = 0; i < expr->arg_count; i++) {
        struct text part = {.arena = arena};

        add_operand(scope, &part, expr->args[i], name, flag, is_and);
        if (i)
            tpl_expr_logic_next(scope->out, &(struct tpl_expr_logic_next){
                .open = open, .statements = text_chars(&part)});
        else
            text_add(scope->out, text_chars(&part));
    }
    return (struct emit_value){name, c_and(arena, open, flag)};
}

/* The operands' truths joined by && or ||. NULL: one needs statements that the one before it may
 * make needless. */
static const char *joined_truth(struct expr_scope *scope, const struct texpr *expr)
{
    const char **parts = arena_array(scope->e->arena, expr->arg_count, sizeof *parts);

    for (size_t i = 0; i < expr->arg_count; i++) {
        struct expr_scope inner = *scope;
        struct text statements = {.arena = scope->e->arena};

        inner.out = &statements;
        parts[i] = expr_truth(&inner, expr->args[i]);
        if (statements.size && i)
            return NULL;
        text_add(scope->out, text_chars(&statements));
    }
    return expr->op == TOP_AND ? c_all(scope->e->arena, parts, expr->arg_count)
                               : c_any(scope->e->arena, parts, expr->arg_count);
}

/* One operand at a time; what is not TRUE need not be told apart. */
static const char *stepwise_truth(struct expr_scope *scope, const struct texpr *expr)
{
    bool is_and = expr->op == TOP_AND;
    struct arena *arena = scope->e->arena;
    const char *name = expr_name(scope);

    tpl_expr_local(scope->out, &(struct tpl_expr_local){
        .type = "bool", .name = name, .value = is_and ? "true" : "false"});
    for (size_t i = 0; i < expr->arg_count; i++) {
        struct expr_scope inner = *scope;
        struct text part = {.arena = arena};
        const char *truth;

        inner.out = &part;
        truth = expr_truth(&inner, expr->args[i]);
        tpl_expr_logic_test(&part, &(struct tpl_expr_logic_test){.name = name,
            .decides = is_and ? c_not(arena, truth) : truth,
            .decided = is_and ? "false" : "true"});
        if (i)
            tpl_expr_logic_next(scope->out, &(struct tpl_expr_logic_next){
                .open = is_and ? name : arena_printf(arena, "!%s", name),
                .statements = text_chars(&part)});
        else
            text_add(scope->out, text_chars(&part));
    }
    return name;
}

const char *expr_truth(struct expr_scope *scope, const struct texpr *expr)
{
    struct arena *arena = scope->e->arena;
    struct emit_value value;

    if (expr->kind == TEXPR_OP && (expr->op == TOP_AND || expr->op == TOP_OR)) {
        struct expr_scope inner = *scope;
        struct text statements = {.arena = arena};
        unsigned locals = *scope->next_local;
        const char *joined;

        inner.out = &statements;
        joined = joined_truth(&inner, expr);
        if (joined) {
            text_add(scope->out, text_chars(&statements));
            return joined;
        }
        *scope->next_local = locals;
        return stepwise_truth(scope, expr);
    }
    value = emit_expr(scope, expr);
    return c_and(arena, c_not(arena, value.null), value.value);
}

/* ---- CASE, COALESCE: a local that one branch sets ---- */

struct choice {
    const struct type *type;
    const char *name, *flag; /* flag NULL: never NULL */
};

static struct choice open_choice(struct expr_scope *scope, const struct type *type)
{
    struct choice choice = {.type = type, .name = expr_name(scope)};

    if (type->nullable) {
        choice.flag = arena_printf(scope->e->arena, "%s_null", choice.name);
        tpl_expr_choice_null(scope->out, &(struct tpl_expr_choice_null){
            .type = expr_type(scope->e, type), .name = choice.name,
            .zero = type_zero(type), .flag = choice.flag});
    } else {
        tpl_expr_choice(scope->out, &(struct tpl_expr_choice){
            .type = expr_type(scope->e, type), .name = choice.name,
            .zero = type_zero(type)});
    }
    return choice;
}

/* Statements of one branch. */
static const char *branch(struct expr_scope *scope, const struct choice *choice,
    const struct texpr *expr)
{
    struct text out;
    struct emit_value value = emit_apart(scope, expr, &out);

    if (!c_is(value.null, "true"))
        tpl_expr_set(&out, &(struct tpl_expr_set){.name = choice->name, .value = value.value});
    if (choice->flag && !c_is(value.null, "false"))
        tpl_expr_set_null(&out, &(struct tpl_expr_set_null){
            .flag = choice->flag, .null = value.null});
    return text_chars(&out);
}

/* `if (condition) then else otherwise`, as `else if` where that reads better. */
static const char *alternative(struct expr_scope *scope, struct text *statements,
    const char *condition, const char *then, const char *otherwise)
{
    if (!*otherwise)
        tpl_expr_if_only(statements, &(struct tpl_expr_if_only){
            .condition = condition, .then = then});
    else if (!strncmp(otherwise, "if (", 4))
        tpl_expr_else_if(statements, &(struct tpl_expr_else_if){
            .condition = condition, .then = then,
            .otherwise = arena_strndup(scope->e->arena, otherwise, strlen(otherwise) - 1)});
    else
        tpl_expr_if(statements, &(struct tpl_expr_if){
            .condition = condition, .then = then, .otherwise = otherwise});
    return text_chars(statements);
}

/* Built from the last branch to the first: each is the `else` of the one before. */
struct emit_value expr_case(struct expr_scope *scope, const struct texpr *expr)
{
    struct arena *arena = scope->e->arena;
    struct choice choice = open_choice(scope, expr->type);
    const char *tail = branch(scope, &choice, expr->args[expr->arg_count - 1]);

    for (size_t i = (expr->arg_count - 1) / 2; i-- > 0;) {
        struct expr_scope inner = *scope;
        struct text out = {.arena = arena};
        const char *then = branch(scope, &choice, expr->args[2 * i + 1]);
        const char *condition;

        inner.out = &out;
        condition = expr_truth(&inner, expr->args[2 * i]);
        if (c_is(condition, "false"))
            continue;
        tail = c_is(condition, "true") ? then : alternative(scope, &out, condition, then, tail);
    }
    text_add(scope->out, tail);
    return (struct emit_value){choice.name, choice.flag ? choice.flag : "false"};
}

struct emit_value expr_coalesce(struct expr_scope *scope, const struct texpr *expr)
{
    struct arena *arena = scope->e->arena;
    struct choice choice = open_choice(scope, expr->type);
    const char *tail = branch(scope, &choice, expr->args[expr->arg_count - 1]);

    for (size_t i = expr->arg_count - 1; i-- > 0;) {
        struct text out, then = {.arena = arena};
        struct emit_value value = emit_apart(scope, expr->args[i], &out);
        const char *condition = c_not(arena, value.null);

        if (c_is(condition, "false"))
            continue;
        if (c_is(condition, "true"))
            text_add(&then, text_chars(&out));
        tpl_expr_set(&then, &(struct tpl_expr_set){.name = choice.name, .value = value.value});
        tail = c_is(condition, "true")
            ? text_chars(&then)
            : alternative(scope, &out, condition, text_chars(&then), tail);
    }
    text_add(scope->out, tail);
    return (struct emit_value){choice.name, choice.flag ? choice.flag : "false"};
}

static struct emit_value in_operand(struct expr_scope *scope, const struct texpr *expr)
{
    __int128 far = 0;
    const struct texpr *farthest = expr->args[1];

    for (size_t i = 1; i < expr->arg_count; i++) {
        const struct texpr *item = expr->args[i];
        __int128 size = item->integer < 0 ? -item->integer : item->integer;

        if (item->kind == TEXPR_LITERAL && !item->is_null && size > far) {
            far = size;
            farthest = item;
        }
    }
    return expr_against(scope, expr->args[0], farthest);
}

/* x IN (a, b): TRUE if one is equal, else NULL if one is NULL. */
struct emit_value expr_in(struct expr_scope *scope, const struct texpr *expr)
{
    struct arena *arena = scope->e->arena;
    const struct texpr *first = expr->args[0];
    struct emit_value left = expr_settle(scope, first->type, in_operand(scope, expr));
    size_t count = expr->arg_count - 1;
    const char **equals = arena_array(arena, count, sizeof *equals);
    const char **nulls = arena_array(arena, count, sizeof *nulls);
    const char *any = expr_in_list(scope, expr, left.value), *unknown;

    if (any)
        return (struct emit_value){any, left.null};
    for (size_t i = 1; i <= count; i++) {
        struct emit_value item = expr_operand(scope, expr->args[i]);
        const char *equal = expr_compare(scope, TOP_EQ, first, left.value, expr->args[i],
            item.value);

        if (!equal)
            return left;
        equals[i - 1] = c_and(arena, c_not(arena, item.null), equal);
        nulls[i - 1] = item.null;
    }
    any = c_any(arena, equals, count);
    unknown = c_any(arena, nulls, count);
    if (!c_is(unknown, "false")) {
        const char *name = expr_name(scope);

        tpl_expr_local(scope->out, &(struct tpl_expr_local){
            .type = "bool", .name = name, .value = any});
        any = name;
        unknown = c_and(arena, c_not(arena, name), unknown);
    }
    return (struct emit_value){any, c_or(arena, left.null, unknown)};
}
