/* FROM: tables, joins, MATCH_RECOGNIZE. */
#include "build.h"

static unsigned deeper(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static struct table_ref *new_ref(struct parser *p, enum table_ref_kind kind, struct span span,
    unsigned below)
{
    struct table_ref *ref = NEW(p->arena, struct table_ref);

    ref->kind = kind;
    ref->span = span;
    ref->depth = build_depth(p, below + 1, span);
    return ref;
}

struct table_ref *build_table(struct parser *p, struct path table, struct hint_list hints,
    struct ast_expr *system_time)
{
    struct table_ref *ref =
        new_ref(p, REF_TABLE, table.span, system_time ? system_time->depth : 0);

    ref->table = table;
    ref->hints = hints;
    ref->system_time = system_time;
    if (system_time)
        ref->span = span_join(ref->span, system_time->span);
    return ref;
}

struct table_ref *build_derived(struct parser *p, bool lateral, struct ast_query *query,
    struct hint_list hints, struct span span)
{
    struct table_ref *ref = new_ref(p, REF_QUERY, span, query->depth);

    ref->lateral = lateral;
    ref->query = query;
    ref->hints = hints;
    return ref;
}

struct table_ref *build_unnest(struct parser *p, struct expr_list exprs, bool with_ordinality,
    struct span span)
{
    struct table_ref *ref = new_ref(p, REF_UNNEST, span, build_deepest(&exprs));

    ref->unnest = exprs;
    ref->with_ordinality = with_ordinality;
    return ref;
}

struct table_ref *build_ref_function(struct parser *p, bool lateral, struct ast_expr *call,
    struct hint_list hints, struct span span)
{
    struct table_ref *ref = new_ref(p, REF_FUNCTION, span, call->depth);

    ref->lateral = lateral;
    ref->function = call;
    ref->hints = hints;
    return ref;
}

struct table_ref *build_ref_parens(struct parser *p, struct table_ref *inner, struct span begin,
    struct span end)
{
    struct table_ref *ref = new_ref(p, REF_PARENS, span_join(begin, end), inner->depth);

    ref->left = inner;
    return ref;
}

struct table_ref *build_match_ref(struct parser *p, struct table_ref *input,
    struct match_recognize *match)
{
    unsigned below = deeper(build_deepest(&match->partition_by), match->pattern->depth);
    struct table_ref *ref;
    size_t i;

    for (i = 0; i < match->order_by.count; i++)
        below = deeper(below, match->order_by.at[i].expr->depth);
    for (i = 0; i < match->measures.count; i++)
        below = deeper(below, match->measures.at[i].expr->depth);
    for (i = 0; i < match->defines.count; i++)
        below = deeper(below, match->defines.at[i].expr->depth);
    if (match->within)
        below = deeper(below, match->within->depth);
    ref = new_ref(p, REF_MATCH, span_join(input->span, match->span), deeper(input->depth, below));
    ref->left = input;
    ref->match = match;
    return ref;
}

struct table_ref *build_join(struct parser *p, struct table_ref *left, struct join_word word,
    struct table_ref *right, struct join_condition condition)
{
    unsigned below = deeper(left->depth, right->depth);
    struct table_ref *ref;

    if (condition.on)
        below = deeper(below, condition.on->depth);
    ref = new_ref(p, REF_JOIN, span_join(left->span, right->span), below);
    ref->join = word.kind;
    ref->natural = word.natural;
    ref->left = left;
    ref->right = right;
    ref->on = condition.on;
    ref->using_columns = condition.columns;
    if (condition.on)
        ref->span = span_join(ref->span, condition.on->span);
    if (condition.columns.count)
        ref->span = span_join(ref->span, condition.columns.at[condition.columns.count - 1].span);
    return ref;
}

struct table_ref *build_alias(struct table_ref *ref, struct alias alias)
{
    if (!alias.name.text)
        return ref;
    ref->alias = alias.name;
    ref->alias_columns = alias.columns;
    ref->span = span_join(ref->span, alias.name.span);
    if (alias.columns.count)
        ref->span = span_join(ref->span, alias.columns.at[alias.columns.count - 1].span);
    return ref;
}

/* ---- MATCH_RECOGNIZE ---- */

struct match_recognize *build_match(struct parser *p, struct expr_list partition_by,
    struct order_list order_by, struct named_list measures, bool all_rows, struct match_skip skip,
    struct pattern *pattern, struct ast_expr *within, struct match_recognize *subsets,
    struct named_list defines, struct span span)
{
    struct match_recognize *match = subsets ? subsets : NEW(p->arena, struct match_recognize);

    match->span = span;
    match->partition_by = partition_by;
    match->order_by = order_by;
    match->measures = measures;
    match->all_rows = all_rows;
    match->skip = skip.skip;
    match->skip_variable = skip.variable;
    match->pattern = pattern;
    match->within = within;
    match->defines = defines;
    return match;
}

struct match_recognize *build_subset(struct parser *p, struct match_recognize *list,
    struct name name, struct name_list members)
{
    struct match_recognize *match = list ? list : NEW(p->arena, struct match_recognize);
    size_t count = match->subset_count, i;
    void *grown = arena_array(p->arena, count + 1, sizeof *match->subsets);
    const void *old = match->subsets;

    match->subsets = grown;
    for (i = 0; i < count; i++)
        match->subsets[i] = ((__typeof__(match->subsets))old)[i];
    match->subsets[count].name = name;
    match->subsets[count].members = members;
    match->subset_count++;
    return match;
}

struct pattern *build_pattern(struct parser *p, enum pattern_kind kind, struct pattern *item,
    struct span begin, struct span end)
{
    struct pattern *pattern = NEW(p->arena, struct pattern);

    pattern->kind = kind;
    pattern->span = span_join(begin, end);
    pattern->least = pattern->most = 1;
    pattern->depth = 1;
    return item ? build_pattern_add(p, pattern, item) : pattern;
}

struct pattern *build_pattern_add(struct parser *p, struct pattern *list, struct pattern *item)
{
    if (list->count == list->capacity)
        list->items = vec_grow(p->arena, list->items, &list->capacity, sizeof *list->items);
    list->items[list->count++] = item;
    list->span = span_join(list->span, item->span);
    list->depth = build_depth(p, deeper(list->depth, item->depth + 1), list->span);
    return list;
}

struct pattern *build_pattern_variable(struct parser *p, struct name name)
{
    struct pattern *pattern = build_pattern(p, PATTERN_VARIABLE, NULL, name.span, name.span);

    pattern->variable = name;
    return pattern;
}

static bool is_quantified(const struct pattern *pattern)
{
    return pattern->least != 1 || pattern->most != 1;
}

/* A B C is one sequence of three. A group in parentheses keeps its own node: it is marked by a
 * span that reaches beyond its items. */
struct pattern *build_pattern_pair(struct parser *p, enum pattern_kind kind, struct pattern *left,
    struct pattern *right)
{
    bool open = left->kind == kind && !is_quantified(left) &&
        left->span.begin == left->items[0]->span.begin;

    if (!open)
        left = build_pattern(p, kind, left, left->span, left->span);
    return build_pattern_add(p, left, right);
}

struct pattern *build_pattern_group(struct parser *p, struct pattern *inner, struct span begin,
    struct span end)
{
    /* ((A B)+)?: a second quantifier needs a node of its own. */
    if (is_quantified(inner))
        inner = build_pattern(p, PATTERN_SEQUENCE, inner, begin, end);
    inner->span = span_join(begin, end);
    return inner;
}

struct pattern *build_pattern_quantified(struct pattern *pattern,
    struct quantifier_range range, bool reluctant)
{
    pattern->least = range.least;
    pattern->most = range.most;
    pattern->reluctant = reluctant;
    pattern->span = span_join(pattern->span, range.span);
    return pattern;
}

struct quantifier_range build_range(struct parser *p, const struct token *least,
    const struct token *most, struct span end)
{
    struct quantifier_range range = {0, -1, end};

    if (least)
        range.least = build_integer(p, least, INT32_MAX, "a quantifier");
    if (most)
        range.most = build_integer(p, most, INT32_MAX, "a quantifier");
    if (most && range.most < range.least)
        build_report(p, D_BAD_NUMBER, most->span,
            "the upper bound of a quantifier must not be below the lower one");
    return range;
}
