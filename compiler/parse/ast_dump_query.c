/* The tree as text: queries. */
#include "dump.h"

static void dump_single_name(struct dump *d, const char *label, const struct name *name)
{
    struct path path = {.parts = {(struct name *)name, 1, 1}};

    if (!name->text)
        return;
    dump_flag(d, *label, label);
    dump_path(d, &path);
}

void dump_hints(struct dump *d, const struct hint_list *hints)
{
    size_t i;

    for (i = 0; i < hints->count; i++) {
        dump_open(d, NULL, "hint");
        dump_single_name(d, "", &hints->at[i].name);
        dump_options(d, "option", &hints->at[i].options);
        dump_names(d, "names", &hints->at[i].names);
        dump_close(d);
    }
}

/* ---- FROM ---- */

static void dump_ref(struct dump *d, const char *label, const struct table_ref *ref);

static void dump_pattern(struct dump *d, const struct pattern *pattern)
{
    static const char *const words[] = {"variable", "sequence", "alternation", "exclude",
        "permute", "empty"};
    size_t i;

    dump_open(d, NULL, "%s", words[pattern->kind]);
    dump_single_name(d, "", &pattern->variable);
    if (pattern->least != 1 || pattern->most != 1) {
        char *range = arena_printf(d->out->arena, "{%lld,%lld}", (long long)pattern->least,
            (long long)pattern->most);

        dump_flag(d, true, range);
    }
    dump_flag(d, pattern->reluctant, "reluctant");
    for (i = 0; i < pattern->count; i++)
        dump_pattern(d, pattern->items[i]);
    dump_close(d);
}

static void dump_named_exprs(struct dump *d, const char *label, const struct named_list *list)
{
    size_t i;

    for (i = 0; i < list->count; i++) {
        dump_open(d, NULL, "%s", label);
        dump_single_name(d, "", &list->at[i].alias);
        dump_expr(d, NULL, list->at[i].expr);
        dump_close(d);
    }
}

static void dump_match(struct dump *d, const struct match_recognize *match)
{
    static const char *const skips[] = {"", "past last row", "to next row", "to first",
        "to last"};
    size_t i;

    dump_open(d, NULL, "match %s per match", match->all_rows ? "all rows" : "one row");
    if (match->skip != SKIP_DEFAULT) {
        dump_flag(d, true, "skip");
        dump_flag(d, true, skips[match->skip]);
        dump_single_name(d, "", &match->skip_variable);
    }
    dump_exprs(d, "partition by", &match->partition_by);
    dump_order(d, "order by", &match->order_by);
    dump_named_exprs(d, "measure", &match->measures);
    dump_pattern(d, match->pattern);
    dump_expr(d, "within", match->within);
    for (i = 0; i < match->subset_count; i++) {
        dump_open(d, NULL, "subset");
        dump_single_name(d, "", &match->subsets[i].name);
        dump_names(d, "of", &match->subsets[i].members);
        dump_close(d);
    }
    dump_named_exprs(d, "define", &match->defines);
    dump_close(d);
}

static const char *join_text(enum join_kind kind)
{
    static const char *const words[] = {"inner", "left", "right", "full", "cross", "comma",
        "semi", "anti"};

    return words[kind];
}

static const char *ref_text(const struct table_ref *ref)
{
    switch (ref->kind) {
    case REF_TABLE:
        return "table";
    case REF_QUERY:
    case REF_VALUES:
        return "derived table";
    case REF_JOIN:
        return join_text(ref->join);
    case REF_UNNEST:
        return "unnest";
    case REF_FUNCTION:
        return "table function";
    case REF_MATCH:
        return "matched";
    case REF_PARENS:
        return "parentheses";
    }
    return "";
}

static void dump_ref(struct dump *d, const char *label, const struct table_ref *ref)
{
    dump_open(d, label, "%s%s", ref_text(ref), ref->kind == REF_JOIN ? " join" : "");
    dump_path(d, &ref->table);
    dump_flag(d, ref->natural, "natural");
    dump_flag(d, ref->lateral, "lateral");
    dump_flag(d, ref->with_ordinality, "with ordinality");
    dump_single_name(d, "as", &ref->alias);
    dump_names(d, "alias columns", &ref->alias_columns);
    dump_hints(d, &ref->hints);
    dump_expr(d, "system time", ref->system_time);
    if (ref->query)
        dump_query(d, NULL, ref->query);
    dump_exprs(d, NULL, &ref->unnest);
    dump_expr(d, NULL, ref->function);
    if (ref->left)
        dump_ref(d, NULL, ref->left);
    if (ref->right)
        dump_ref(d, NULL, ref->right);
    dump_expr(d, "on", ref->on);
    dump_names(d, "using", &ref->using_columns);
    if (ref->match)
        dump_match(d, ref->match);
    dump_close(d);
}

/* ---- select ---- */

static void dump_grouping(struct dump *d, const char *label, const struct grouping *grouping)
{
    static const char *const words[] = {"", "()", "list", "grouping sets", "rollup", "cube"};
    size_t i;

    if (grouping->kind == GROUP_EXPR) {
        dump_expr(d, label, grouping->expr);
        return;
    }
    dump_open(d, label, "%s", words[grouping->kind]);
    for (i = 0; i < grouping->count; i++)
        dump_grouping(d, NULL, grouping->items[i]);
    dump_close(d);
}

static void dump_select(struct dump *d, const char *label, const struct select *select)
{
    size_t i;

    dump_open(d, label, "select");
    dump_flag(d, select->distinct, "distinct");
    dump_hints(d, &select->hints);
    for (i = 0; i < select->items.count; i++) {
        dump_open(d, NULL, "item");
        dump_single_name(d, "as", &select->items.at[i].alias);
        dump_expr(d, NULL, select->items.at[i].expr);
        dump_close(d);
    }
    if (select->from)
        dump_ref(d, "from", select->from);
    dump_expr(d, "where", select->where);
    if (select->has_group_by) {
        dump_open(d, NULL, "group by%s", select->group_distinct ? " distinct" : "");
        for (i = 0; i < select->group_by.count; i++)
            dump_grouping(d, NULL, select->group_by.items[i]);
        dump_close(d);
    }
    dump_expr(d, "having", select->having);
    for (i = 0; i < select->window_count; i++) {
        dump_open(d, NULL, "window");
        dump_single_name(d, "", &select->windows[i].name);
        dump_window(d, "as", select->windows[i].spec);
        dump_close(d);
    }
    dump_expr(d, "qualify", select->qualify);
    dump_close(d);
}

static const char *set_text(enum query_kind kind)
{
    return kind == QUERY_UNION ? "union" : kind == QUERY_INTERSECT ? "intersect" : "except";
}

static void dump_body(struct dump *d, const char *label, const struct ast_query *query)
{
    switch (query->kind) {
    case QUERY_SELECT:
        dump_select(d, label, query->select);
        break;
    case QUERY_VALUES:
        dump_open(d, label, "values");
        dump_exprs(d, NULL, &query->rows);
        dump_close(d);
        break;
    case QUERY_TABLE:
        dump_line(d, label, "table");
        dump_path(d, &query->table);
        break;
    case QUERY_UNION:
    case QUERY_INTERSECT:
    case QUERY_EXCEPT:
        dump_open(d, label, "%s%s", set_text(query->kind), query->all ? " all" : "");
        dump_query(d, NULL, query->left);
        dump_query(d, NULL, query->right);
        dump_close(d);
        break;
    }
}

void dump_query(struct dump *d, const char *label, const struct ast_query *query)
{
    bool plain = !query->with.count && !query->order_by.count && !query->limit && !query->offset;
    size_t i;

    if (plain) {
        dump_body(d, label, query);
        return;
    }
    dump_open(d, label, "query");
    for (i = 0; i < query->with.count; i++) {
        dump_open(d, NULL, "with");
        dump_single_name(d, "", &query->with.at[i].name);
        dump_names(d, "columns", &query->with.at[i].columns);
        dump_query(d, NULL, query->with.at[i].query);
        dump_close(d);
    }
    dump_body(d, NULL, query);
    dump_order(d, "order by", &query->order_by);
    dump_expr(d, "offset", query->offset);
    dump_expr(d, "limit", query->limit);
    dump_close(d);
}
