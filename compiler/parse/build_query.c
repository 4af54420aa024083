/* Queries: set operations, select, FROM. */
#include "build.h"

static unsigned deeper(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static unsigned depth_of(const struct ast_expr *expr)
{
    return expr ? expr->depth : 0;
}

static unsigned order_depth(const struct order_list *list)
{
    unsigned depth = 0;
    size_t i;

    for (i = 0; i < list->count; i++)
        depth = deeper(depth, list->at[i].expr->depth);
    return depth;
}

static unsigned named_depth(const struct named_list *list)
{
    unsigned depth = 0;
    size_t i;

    for (i = 0; i < list->count; i++)
        depth = deeper(depth, list->at[i].expr->depth);
    return depth;
}

/* ---- whole queries ---- */

static struct ast_query *new_query(struct parser *p, enum query_kind kind, struct span span,
    unsigned below)
{
    struct ast_query *query = NEW(p->arena, struct ast_query);

    query->kind = kind;
    query->span = span;
    query->depth = build_depth(p, below + 1, span);
    return query;
}

/* `(SELECT … LIMIT 5) ORDER BY x`: the tree has one ORDER BY and LIMIT a query, so what has its own
 * becomes SELECT * FROM (it), which is the same. */
static struct ast_query *wrap(struct parser *p, struct ast_query *inner)
{
    struct select *select = NEW(p->arena, struct select);
    struct named_expr star = {0};

    star.expr = build_star(p, (struct path){0}, inner->span);
    select->span = inner->span;
    select->from = build_derived(p, false, inner, (struct hint_list){0}, inner->span);
    select->depth = select->from->depth;
    vec_push(p->arena, &select->items, star);
    return build_query_select(p, select);
}

static bool has_tail(const struct ast_query *query)
{
    return query->order_by.count || query->limit || query->offset || query->with.count;
}

struct ast_query *build_query(struct parser *p, struct ast_query *body, struct order_list order_by,
    struct slice slice)
{
    unsigned below = order_depth(&order_by);

    if (!order_by.count && !slice.has_limit && !slice.has_offset)
        return body;
    if (has_tail(body))
        body = wrap(p, body);
    body->order_by = order_by;
    body->limit = slice.limit;
    body->offset = slice.offset;
    if (order_by.count)
        body->span = span_join(body->span, order_by.at[order_by.count - 1].expr->span);
    body->span = span_join(body->span, slice.span);
    below = deeper(below, deeper(depth_of(slice.limit), depth_of(slice.offset)));
    body->depth = build_depth(p, deeper(body->depth, below + 1), body->span);
    return body;
}

struct ast_query *build_query_with(struct parser *p, struct ast_query *query,
    struct with_list items, struct span begin)
{
    unsigned below = 0;
    size_t i;

    if (query->with.count)
        query = wrap(p, query);
    query->with = items;
    query->span = span_join(begin, query->span);
    for (i = 0; i < items.count; i++)
        below = deeper(below, items.at[i].query->depth);
    query->depth = build_depth(p, deeper(query->depth, below + 1), query->span);
    return query;
}

struct with_list build_with(struct parser *p, struct with_list list, struct with_item item)
{
    vec_push(p->arena, &list, item);
    return list;
}

struct ast_query *build_set_operation(struct parser *p, enum query_kind kind, bool all,
    struct ast_query *left, struct ast_query *right)
{
    struct ast_query *query = new_query(p, kind, span_join(left->span, right->span),
        deeper(left->depth, right->depth));

    query->left = left;
    query->right = right;
    query->all = all;
    return query;
}

struct ast_query *build_query_select(struct parser *p, struct select *select)
{
    struct ast_query *query = new_query(p, QUERY_SELECT, select->span, select->depth);

    query->select = select;
    return query;
}

struct ast_query *build_query_values(struct parser *p, struct expr_list rows, struct span begin)
{
    struct span span = span_join(begin, rows.at[rows.count - 1]->span);
    struct ast_query *query = new_query(p, QUERY_VALUES, span, build_deepest(&rows));

    query->rows = rows;
    return query;
}

struct ast_query *build_query_table(struct parser *p, struct path table, struct span begin)
{
    struct ast_query *query = new_query(p, QUERY_TABLE, span_join(begin, table.span), 0);

    query->table = table;
    return query;
}

struct ast_query *build_query_parens(struct parser *p, struct ast_query *query, struct span span)
{
    query->span = span;
    query->depth = build_depth(p, query->depth, span);
    return query;
}

/* A row of VALUES without parentheses has one column. */
struct ast_expr *build_values_row(struct parser *p, struct ast_expr *expr)
{
    if (expr->kind == EXPR_ROW)
        return expr;
    return build_row(p, build_exprs(p, (struct expr_list){0}, expr), true, expr->span);
}

struct slice build_limit(struct parser *p, struct slice slice, struct ast_expr *limit,
    const struct token *word)
{
    if (slice.has_limit)
        build_report(p, D_DUPLICATE_CLAUSE, word->span,
            "the number of rows is limited twice: LIMIT and FETCH are the same clause");
    slice.has_limit = true;
    slice.limit = limit;
    slice.span = span_join(slice.span, span_join(word->span, limit ? limit->span : word->span));
    return slice;
}

struct slice build_offset(struct parser *p, struct slice slice, struct ast_expr *offset,
    const struct token *word)
{
    if (slice.has_offset)
        build_report(p, D_DUPLICATE_CLAUSE, word->span, "OFFSET is given twice");
    slice.has_offset = true;
    slice.offset = offset;
    slice.span = span_join(slice.span, span_join(word->span, offset->span));
    return slice;
}

/* ---- select ---- */

struct select *build_select_head(struct parser *p, struct hint_list hints, bool distinct,
    struct span begin)
{
    struct select *select = NEW(p->arena, struct select);

    select->span = begin;
    select->hints = hints;
    select->distinct = distinct;
    return select;
}

static void add_part(struct select *select, const struct ast_expr *expr)
{
    if (!expr)
        return;
    select->depth = deeper(select->depth, expr->depth);
    select->span = span_join(select->span, expr->span);
}

static unsigned windows_depth(const struct select *windows)
{
    unsigned depth = 0;
    size_t i;

    for (i = 0; i < windows->window_count; i++) {
        const struct window_spec *spec = windows->windows[i].spec;

        depth = deeper(depth, build_deepest(&spec->partition_by));
        depth = deeper(depth, order_depth(&spec->order_by));
        depth = deeper(depth, deeper(depth_of(spec->from.offset), depth_of(spec->to.offset)));
    }
    return depth;
}

struct select *build_select(struct parser *p, struct select *head, struct named_list items,
    struct table_ref *from, struct ast_expr *where, struct group_clause *group_by,
    struct ast_expr *having, struct select *windows, struct ast_expr *qualify)
{
    const struct named_expr *last = &items.at[items.count - 1];

    head->items = items;
    head->depth = named_depth(&items);
    head->span = span_join(head->span, last->expr->span);
    head->span = span_join(head->span, last->alias.span);
    head->from = from;
    if (from) {
        head->depth = deeper(head->depth, from->depth);
        head->span = span_join(head->span, from->span);
    }
    head->where = where;
    add_part(head, where);
    head->has_group_by = group_by->present;
    head->group_distinct = group_by->distinct;
    head->group_by = group_by->list;
    if (group_by->present) {
        head->depth = deeper(head->depth, group_by->list.depth);
        head->span = span_join(head->span, group_by->list.span);
    }
    head->having = having;
    add_part(head, having);
    if (windows) {
        head->windows = windows->windows;
        head->window_count = windows->window_count;
        head->depth = deeper(head->depth, windows_depth(windows));
        head->span = span_join(head->span, windows->span);
    }
    head->qualify = qualify;
    add_part(head, qualify);
    build_depth(p, head->depth, head->span);
    return head;
}

struct named_list build_named_list(struct parser *p, struct named_list list,
    struct named_expr item)
{
    vec_push(p->arena, &list, item);
    return list;
}

struct select *build_named_window(struct parser *p, struct select *list, struct name name,
    struct window_spec *spec)
{
    struct select *windows = list ? list : NEW(p->arena, struct select);
    struct named_window *all =
        arena_array(p->arena, windows->window_count + 1, sizeof *windows->windows);
    size_t i;

    for (i = 0; i < windows->window_count; i++)
        all[i] = windows->windows[i];
    all[i] = (struct named_window){name, spec};
    windows->windows = all;
    windows->window_count++;
    windows->span = span_join(windows->span, spec->span);
    return windows;
}

/* ---- grouping ---- */

struct grouping build_groupings(struct parser *p, const struct grouping *list,
    struct grouping *item)
{
    struct grouping groupings = {.kind = GROUP_LIST};

    if (list)
        groupings = *list;
    if (groupings.count == groupings.capacity)
        groupings.items =
            vec_grow(p->arena, groupings.items, &groupings.capacity, sizeof *groupings.items);
    groupings.items[groupings.count++] = item;
    groupings.span = span_join(groupings.span, item->span);
    groupings.depth = build_depth(p, deeper(groupings.depth, item->depth + 1), groupings.span);
    return groupings;
}

struct grouping *build_grouping_expr(struct parser *p, struct ast_expr *expr)
{
    struct grouping *grouping = NEW(p->arena, struct grouping);
    size_t i;

    /* (a, b) is a list of columns here, not a row. */
    if (expr->kind == EXPR_ROW && expr->as.list.implicit) {
        for (i = 0; i < expr->as.list.items.count; i++)
            *grouping = build_groupings(p, grouping->count ? grouping : NULL,
                build_grouping_expr(p, expr->as.list.items.at[i]));
        grouping->span = expr->span;
        return grouping;
    }
    grouping->kind = GROUP_EXPR;
    grouping->span = expr->span;
    grouping->expr = expr;
    grouping->depth = build_depth(p, expr->depth + 1, expr->span);
    return grouping;
}

struct grouping *build_grouping(struct parser *p, enum grouping_kind kind,
    const struct grouping *items, struct span begin, struct span end)
{
    struct grouping *grouping = NEW(p->arena, struct grouping);

    if (items)
        *grouping = *items;
    grouping->kind = kind;
    grouping->span = span_join(begin, end);
    return grouping;
}

/* ---- hints ---- */

struct hint_list build_hints(struct parser *p, struct hint_list list, struct hint hint)
{
    vec_push(p->arena, &list, hint);
    return list;
}

struct hint build_hint_option(struct parser *p, const struct hint *hint, const struct token *key,
    const struct token *value)
{
    struct hint result = {0};

    if (hint)
        result = *hint;
    result.options = build_options(p, result.options, key, value);
    return result;
}

struct hint build_hint_name(struct parser *p, const struct hint *hint, const struct token *name)
{
    struct hint result = {0};

    if (hint)
        result = *hint;
    result.names = build_names(p, result.names, build_name(name));
    return result;
}
