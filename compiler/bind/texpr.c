#include "fold.h"

#include <string.h>

struct texpr *texpr_new(struct arena *arena, enum texpr_kind kind, const struct type *type,
    struct span span)
{
    struct texpr *expr = NEW(arena, struct texpr);

    expr->kind = kind;
    expr->type = type;
    expr->span = span;
    return expr;
}

static struct texpr *null_of(struct arena *arena, const struct type *type, struct span span)
{
    struct texpr *expr =
        texpr_new(arena, TEXPR_LITERAL, type_with_null(arena, type, true), span);

    expr->is_null = true;
    return expr;
}

struct texpr *texpr_cast(struct arena *arena, struct texpr *expr, const struct type *type)
{
    struct texpr *cast;

    if (type_same(expr->type, type))
        return expr;
    if (expr->type->kind == TYPE_NULL)
        return null_of(arena, type, expr->span);
    if (expr->kind == TEXPR_LITERAL) {
        struct texpr *literal = fold_cast(arena, expr, type);

        if (literal)
            return literal;
    }
    cast = texpr_new(arena, TEXPR_CAST, type_with_null(arena, type, expr->type->nullable),
        expr->span);
    cast->args = arena_array(arena, 1, sizeof *cast->args);
    cast->args[0] = expr;
    cast->arg_count = 1;
    return cast;
}

bool texpr_equal(const struct texpr *a, const struct texpr *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind || a->arg_count != b->arg_count || !type_equal(a->type, b->type) ||
        a->input != b->input || a->function != b->function || a->op != b->op ||
        a->is_try != b->is_try || a->is_null != b->is_null)
        return false;
    if (a->kind == TEXPR_LITERAL && !a->is_null &&
        (a->integer != b->integer || memcmp(&a->real, &b->real, sizeof a->real) ||
            a->nanos != b->nanos || !str_equal(a->text, b->text)))
        return false;
    for (size_t i = 0; i < a->arg_count; i++)
        if (!texpr_equal(a->args[i], b->args[i]))
            return false;
    return true;
}

bool texpr_is_deterministic(const struct texpr *expr)
{
    if (expr->kind == TEXPR_CALL && expr->function->flags & FUNCTION_VOLATILE)
        return false;
    for (size_t i = 0; i < expr->arg_count; i++)
        if (!texpr_is_deterministic(expr->args[i]))
            return false;
    return true;
}

void texpr_mark_inputs(const struct texpr *expr, bool *used)
{
    if (expr->kind == TEXPR_INPUT)
        used[expr->input] = true;
    for (size_t i = 0; i < expr->arg_count; i++)
        texpr_mark_inputs(expr->args[i], used);
}

struct texpr *texpr_substitute(struct arena *arena, const struct texpr *expr,
    struct texpr *const *with)
{
    struct texpr *copy;

    if (expr->kind == TEXPR_INPUT) {
        copy = NEW(arena, struct texpr);
        *copy = *with[expr->input];
        return copy;
    }
    copy = NEW(arena, struct texpr);
    *copy = *expr;
    copy->args = arena_array(arena, expr->arg_count, sizeof *copy->args);
    for (size_t i = 0; i < expr->arg_count; i++)
        copy->args[i] = texpr_substitute(arena, expr->args[i], with);
    return texpr_fold(arena, copy);
}
