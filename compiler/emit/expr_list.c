/* IN with many constants: a sorted table of the unit, searched by halves. */
#include "expr.h"
#include "expr_tpl.h"

#include <stdlib.h>
#include <string.h>

/* Fewer are compared one after the other. */
enum { LIST_LEAST = 24 };

static int compare_integers(const void *a, const void *b)
{
    const struct texpr *x = *(struct texpr *const *)a, *y = *(struct texpr *const *)b;

    return (x->integer > y->integer) - (x->integer < y->integer);
}

static int compare_texts(const void *a, const void *b)
{
    const struct texpr *x = *(struct texpr *const *)a, *y = *(struct texpr *const *)b;
    size_t least = x->text.size < y->text.size ? x->text.size : y->text.size;
    int order = least ? memcmp(x->text.data, y->text.data, least) : 0;

    return order ? order : (x->text.size > y->text.size) - (x->text.size < y->text.size);
}

/* Whole numbers against whole numbers, texts against texts, without NULL. */
static bool is_list(const struct texpr *expr)
{
    const struct type *type = expr->args[0]->type;
    bool text = type_is_text(type);

    if (expr->arg_count <= LIST_LEAST || (!text && !type_is_integer(type)))
        return false;
    for (size_t i = 1; i < expr->arg_count; i++)
        if (expr->args[i]->kind != TEXPR_LITERAL || expr->args[i]->is_null ||
            !(text ? type_is_text(expr->args[i]->type) : type_is_integer(expr->args[i]->type)))
            return false;
    return true;
}

const char *expr_in_list(struct expr_scope *scope, const struct texpr *expr, const char *value)
{
    struct arena *arena = scope->e->arena;
    bool text = type_is_text(expr->args[0]->type);
    struct texpr **items =
        arena_copy(arena, expr->args + 1, (expr->arg_count - 1) * sizeof *items);
    struct text rows = {.arena = arena};
    const char *name = "in_list_0";
    size_t count = 0;

    if (!is_list(expr))
        return NULL;
    for (unsigned n = 1; map_get(&scope->e->functions, name); n++)
        name = arena_printf(arena, "in_list_%u", n);
    map_put(&scope->e->functions, name, items);
    qsort(items, expr->arg_count - 1, sizeof *items, text ? compare_texts : compare_integers);
    for (size_t i = 0; i < expr->arg_count - 1; i++) {
        if (i && !(text ? compare_texts : compare_integers)(&items[i - 1], &items[i]))
            continue;
        count++;
        if (text)
            tpl_in_text(&rows, &(struct tpl_in_text){.text = emit_c_string(arena, items[i]->text),
                .size = arena_printf(arena, "%zu", items[i]->text.size)});
        else
            tpl_in_integer(&rows, &(struct tpl_in_integer){
                .value = c_integer(arena, items[i]->integer, true)});
    }
    tpl_in_list(&scope->e->types, &(struct tpl_in_list){.sql = expr_sql(scope, expr->span),
        .type = text ? "struct rt_text" : "int64_t", .name = name, .items = text_chars(&rows)});
    return arena_printf(arena, "%s(%s, %zu, %s)", text ? "rt_in_texts" : "rt_in_integers", name,
        count, value);
}
