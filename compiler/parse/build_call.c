/* Calls, their arguments, windows and order. */
#include "build.h"

static unsigned deeper(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static unsigned order_depth(const struct order_list *list)
{
    unsigned depth = 0;
    size_t i;

    for (i = 0; i < list->count; i++)
        depth = deeper(depth, list->at[i].expr->depth);
    return depth;
}

struct ast_expr *build_call(struct parser *p, struct path name, struct call_args args,
    struct span end)
{
    struct ast_expr *expr = build_plain(p, EXPR_CALL, span_join(name.span, end));

    expr->as.call.name = name;
    expr->as.call.args = args.args;
    expr->as.call.order_by = args.order_by;
    expr->as.call.star = args.star;
    expr->as.call.distinct = args.distinct;
    expr->depth = build_depth(p,
        deeper(build_deepest(&args.args), order_depth(&args.order_by)) + 1, expr->span);
    return expr;
}

struct ast_expr *build_call_word(struct parser *p, const struct token *word, struct call_args args,
    struct span end)
{
    return build_call(p, build_path(p, build_name(word)), args, end);
}

struct ast_expr *build_call_query(struct parser *p, struct path name, struct ast_query *query,
    struct span end)
{
    struct call_args args = {0};
    struct ast_expr *arg = build_query_arg(p, query, query->span);

    args.args = build_exprs(p, args.args, arg);
    return build_call(p, name, args, end);
}

struct ast_expr *build_call_bare(struct parser *p, const struct token *word)
{
    struct ast_expr *expr = build_call_word(p, word, (struct call_args){0}, word->span);

    expr->as.call.no_parens = true;
    return expr;
}

struct ast_expr *build_call_filter(struct parser *p, struct ast_expr *call,
    struct ast_expr *condition, struct span end)
{
    call->as.call.filter = condition;
    build_extend(call, end);
    call->depth = build_depth(p, deeper(call->depth, condition->depth + 1), call->span);
    return call;
}

struct ast_expr *build_call_over(struct parser *p, struct ast_expr *call,
    struct window_spec *window)
{
    unsigned below = deeper(build_deepest(&window->partition_by), order_depth(&window->order_by));

    if (call->as.call.over)
        build_report(p, D_DUPLICATE_CLAUSE, window->span, "OVER is given twice");
    if (window->from.offset)
        below = deeper(below, window->from.offset->depth);
    if (window->to.offset)
        below = deeper(below, window->to.offset->depth);
    call->as.call.over = window;
    build_extend(call, window->span);
    call->depth = build_depth(p, deeper(call->depth, below + 1), call->span);
    return call;
}

struct ast_expr *build_measure_mode(struct ast_expr *call, const struct token *mode)
{
    call->as.call.measure_mode = mode->text.data[0] == 'R' || mode->text.data[0] == 'r'
        ? "RUNNING"
        : "FINAL";
    call->span = span_join(mode->span, call->span);
    return call;
}

/* ---- arguments ---- */

struct ast_expr *build_named(struct parser *p, struct name name, struct ast_expr *value)
{
    struct ast_expr *expr = build_plain(p, EXPR_NAMED_ARG, span_join(name.span, value->span));

    expr->as.named.name = name;
    expr->as.named.value = value;
    expr->depth = build_depth(p, value->depth + 1, expr->span);
    return expr;
}

struct ast_expr *build_descriptor(struct parser *p, struct name_list names, struct span span)
{
    struct ast_expr *expr = build_plain(p, EXPR_DESCRIPTOR, span);

    expr->as.descriptor = names;
    return expr;
}

struct ast_expr *build_path_arg(struct parser *p, struct path table, struct span begin)
{
    struct ast_expr *expr = build_plain(p, EXPR_TABLE_ARG, span_join(begin, table.span));

    expr->as.table.table = table;
    return expr;
}

struct ast_expr *build_query_arg(struct parser *p, struct ast_query *query, struct span span)
{
    struct ast_expr *expr = build_plain(p, EXPR_TABLE_ARG, span);

    expr->as.table.query = query;
    expr->depth = build_depth(p, query->depth + 1, span);
    return expr;
}

struct ast_expr *build_table_arg(struct parser *p, struct ast_expr *table,
    struct expr_list partition_by, struct order_list order_by)
{
    unsigned below = deeper(build_deepest(&partition_by), order_depth(&order_by));

    table->as.table.partition_by = partition_by;
    table->as.table.order_by = order_by;
    table->depth = build_depth(p, deeper(table->depth, below + 1), table->span);
    if (partition_by.count)
        build_extend(table, partition_by.at[partition_by.count - 1]->span);
    if (order_by.count)
        build_extend(table, order_by.at[order_by.count - 1].expr->span);
    return table;
}

struct expr_list build_unrow(struct parser *p, struct ast_expr *expr)
{
    if (expr->kind == EXPR_ROW && expr->as.list.implicit)
        return expr->as.list.items;
    return build_exprs(p, (struct expr_list){0}, expr);
}

/* ---- order and windows ---- */

struct order_list build_order(struct parser *p, struct order_list list, struct ast_expr *expr,
    bool descending, int nulls)
{
    struct order_item item = {.expr = expr, .descending = descending};

    item.nulls = nulls;
    vec_push(p->arena, &list, item);
    return list;
}

struct window_spec *build_window(struct parser *p, struct name base, struct expr_list partition_by,
    struct order_list order_by, struct window_spec *frame)
{
    struct window_spec *window = frame ? frame : NEW(p->arena, struct window_spec);

    window->base = base;
    window->partition_by = partition_by;
    window->order_by = order_by;
    return window;
}

struct window_spec *build_window_name(struct parser *p, struct name name)
{
    struct window_spec *window =
        build_window(p, name, (struct expr_list){0}, (struct order_list){0}, NULL);

    window->span = name.span;
    return window;
}

struct window_spec *build_frame(struct parser *p, bool is_range, struct window_bound from,
    struct window_bound to)
{
    struct window_spec *window = NEW(p->arena, struct window_spec);

    window->has_frame = true;
    window->is_range = is_range;
    window->from = from;
    window->to = to;
    return window;
}
