/* Canonical SQL of queries. */
#include "print.h"

static void print_ref(struct text *out, const struct table_ref *ref);

static void print_hints(struct text *out, const struct hint_list *hints)
{
    size_t i, j;

    if (!hints->count)
        return;
    text_add(out, " /*+ ");
    for (i = 0; i < hints->count; i++) {
        const struct hint *hint = &hints->at[i];

        if (i)
            text_add(out, ", ");
        ast_print_name(out, hint->name.text);
        if (hint->options.count || hint->names.count)
            text_add_char(out, '(');
        for (j = 0; j < hint->options.count; j++) {
            text_add(out, j ? ", " : "");
            ast_print_string(out, hint->options.at[j].key);
            text_add(out, " = ");
            ast_print_string(out, hint->options.at[j].value);
        }
        for (j = 0; j < hint->names.count; j++) {
            text_add(out, j || hint->options.count ? ", " : "");
            ast_print_string(out, str_of(hint->names.at[j].text));
        }
        if (hint->options.count || hint->names.count)
            text_add_char(out, ')');
    }
    text_add(out, " */");
}

static void print_alias(struct text *out, const struct table_ref *ref)
{
    if (!ref->alias.text)
        return;
    text_add(out, " AS ");
    ast_print_name(out, ref->alias.text);
    if (ref->alias_columns.count) {
        text_add(out, " (");
        print_names(out, &ref->alias_columns);
        text_add_char(out, ')');
    }
}

/* ---- MATCH_RECOGNIZE ---- */

static void print_quantifier(struct text *out, const struct pattern *pattern)
{
    long long least = pattern->least, most = pattern->most;

    if (least == 1 && most == 1)
        return;
    if (most < 0 && least < 2)
        text_add_char(out, least ? '+' : '*');
    else if (least == 0 && most == 1)
        text_add_char(out, '?');
    else if (most < 0)
        text_printf(out, "{%lld,}", least);
    else if (least == most)
        text_printf(out, "{%lld}", least);
    else
        text_printf(out, "{%lld,%lld}", least, most);
    if (pattern->reluctant)
        text_add_char(out, '?');
}

static void print_pattern(struct text *out, const struct pattern *pattern)
{
    static const char *const opens[] = {"", "(", "(", "{- ", "PERMUTE(", "("};
    static const char *const closes[] = {"", ")", ")", " -}", ")", ")"};
    static const char *const between[] = {"", " ", " | ", "", ", ", ""};
    size_t i;

    text_add(out, opens[pattern->kind]);
    if (pattern->variable.text)
        ast_print_name(out, pattern->variable.text);
    for (i = 0; i < pattern->count; i++) {
        text_add(out, i ? between[pattern->kind] : "");
        print_pattern(out, pattern->items[i]);
    }
    text_add(out, closes[pattern->kind]);
    print_quantifier(out, pattern);
}

static void print_skip(struct text *out, const struct match_recognize *match)
{
    switch (match->skip) {
    case SKIP_DEFAULT:
        return;
    case SKIP_PAST_LAST_ROW:
        text_add(out, " AFTER MATCH SKIP PAST LAST ROW");
        return;
    case SKIP_TO_NEXT_ROW:
        text_add(out, " AFTER MATCH SKIP TO NEXT ROW");
        return;
    case SKIP_TO_FIRST:
        text_add(out, " AFTER MATCH SKIP TO FIRST ");
        break;
    case SKIP_TO_LAST:
        text_add(out, " AFTER MATCH SKIP TO LAST ");
        break;
    }
    ast_print_name(out, match->skip_variable.text);
}

static void print_subsets(struct text *out, const struct match_recognize *match)
{
    size_t i;

    for (i = 0; i < match->subset_count; i++) {
        text_add(out, i ? ", " : " SUBSET ");
        ast_print_name(out, match->subsets[i].name.text);
        text_add(out, " = (");
        print_names(out, &match->subsets[i].members);
        text_add_char(out, ')');
    }
}

static void print_match(struct text *out, const struct match_recognize *match)
{
    size_t i;

    text_add(out, " MATCH_RECOGNIZE (");
    if (match->partition_by.count) {
        text_add(out, "PARTITION BY ");
        print_exprs(out, &match->partition_by);
        text_add_char(out, ' ');
    }
    if (match->order_by.count) {
        text_add(out, "ORDER BY ");
        print_order(out, &match->order_by);
        text_add_char(out, ' ');
    }
    for (i = 0; i < match->measures.count; i++) {
        text_add(out, i ? ", " : "MEASURES ");
        ast_print_expr(out, match->measures.at[i].expr);
        text_add(out, " AS ");
        ast_print_name(out, match->measures.at[i].alias.text);
    }
    text_printf(out, "%s%s ROW%s PER MATCH", match->measures.count ? " " : "",
        match->all_rows ? "ALL" : "ONE", match->all_rows ? "S" : "");
    print_skip(out, match);
    text_add(out, " PATTERN (");
    print_pattern(out, match->pattern);
    text_add_char(out, ')');
    if (match->within) {
        text_add(out, " WITHIN ");
        print_sum(out, match->within);
    }
    print_subsets(out, match);
    for (i = 0; i < match->defines.count; i++) {
        text_add(out, i ? ", " : " DEFINE ");
        ast_print_name(out, match->defines.at[i].alias.text);
        text_add(out, " AS ");
        ast_print_expr(out, match->defines.at[i].expr);
    }
    text_add_char(out, ')');
}

/* ---- FROM ---- */

static void print_join(struct text *out, const struct table_ref *ref)
{
    static const char *const words[] = {"INNER JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN",
        "CROSS JOIN", ",", "LEFT SEMI JOIN", "LEFT ANTI JOIN"};

    print_ref(out, ref->left);
    if (ref->join != JOIN_COMMA)
        text_add_char(out, ' ');
    text_printf(out, "%s%s ", ref->natural ? "NATURAL " : "", words[ref->join]);
    print_ref(out, ref->right);
    if (ref->on) {
        text_add(out, " ON ");
        ast_print_expr(out, ref->on);
    }
    if (ref->using_columns.count) {
        text_add(out, " USING (");
        print_names(out, &ref->using_columns);
        text_add_char(out, ')');
    }
}

static void print_relation(struct text *out, const struct table_ref *ref)
{
    text_add(out, ref->lateral ? "LATERAL " : "");
    switch (ref->kind) {
    case REF_TABLE:
        ast_print_path(out, &ref->table);
        print_hints(out, &ref->hints);
        if (ref->system_time) {
            text_add(out, " FOR SYSTEM_TIME AS OF ");
            ast_print_expr(out, ref->system_time);
        }
        break;
    case REF_QUERY:
    case REF_VALUES:
        text_add_char(out, '(');
        ast_print_query(out, ref->query);
        text_add_char(out, ')');
        print_hints(out, &ref->hints);
        break;
    case REF_JOIN:
        print_join(out, ref);
        break;
    case REF_UNNEST:
        text_add(out, "UNNEST(");
        print_exprs(out, &ref->unnest);
        text_add(out, ref->with_ordinality ? ") WITH ORDINALITY" : ")");
        break;
    case REF_FUNCTION:
        text_add(out, "TABLE(");
        ast_print_expr(out, ref->function);
        text_add_char(out, ')');
        print_hints(out, &ref->hints);
        break;
    case REF_MATCH:
        print_ref(out, ref->left);
        print_match(out, ref->match);
        break;
    case REF_PARENS:
        text_add_char(out, '(');
        print_ref(out, ref->left);
        text_add_char(out, ')');
        break;
    }
}

static void print_ref(struct text *out, const struct table_ref *ref)
{
    print_relation(out, ref);
    print_alias(out, ref);
}

/* ---- select ---- */

static void print_grouping(struct text *out, const struct grouping *grouping)
{
    static const char *const words[] = {"", "", "", "GROUPING SETS ", "ROLLUP ", "CUBE "};
    size_t i;

    if (grouping->kind == GROUP_EXPR) {
        ast_print_expr(out, grouping->expr);
        return;
    }
    text_printf(out, "%s(", words[grouping->kind]);
    for (i = 0; i < grouping->count; i++) {
        text_add(out, i ? ", " : "");
        print_grouping(out, grouping->items[i]);
    }
    text_add_char(out, ')');
}

static void print_items(struct text *out, const struct select *select)
{
    size_t i;

    for (i = 0; i < select->items.count; i++) {
        text_add(out, i ? ", " : "");
        ast_print_expr(out, select->items.at[i].expr);
        if (select->items.at[i].alias.text) {
            text_add(out, " AS ");
            ast_print_name(out, select->items.at[i].alias.text);
        }
    }
}

static void print_part(struct text *out, const char *word, const struct ast_expr *expr)
{
    if (!expr)
        return;
    text_printf(out, " %s ", word);
    ast_print_expr(out, expr);
}

static void print_select(struct text *out, const struct select *select)
{
    size_t i;

    text_add(out, "SELECT");
    print_hints(out, &select->hints);
    text_add(out, select->distinct ? " DISTINCT " : " ");
    print_items(out, select);
    if (select->from) {
        text_add(out, " FROM ");
        print_ref(out, select->from);
    }
    print_part(out, "WHERE", select->where);
    if (select->has_group_by)
        text_add(out, select->group_distinct ? " GROUP BY DISTINCT " : " GROUP BY ");
    for (i = 0; i < select->group_by.count; i++) {
        text_add(out, i ? ", " : "");
        print_grouping(out, select->group_by.items[i]);
    }
    print_part(out, "HAVING", select->having);
    for (i = 0; i < select->window_count; i++) {
        text_add(out, i ? ", " : " WINDOW ");
        ast_print_name(out, select->windows[i].name.text);
        text_add(out, " AS ");
        print_window(out, select->windows[i].spec);
    }
    print_part(out, "QUALIFY", select->qualify);
}

/* ---- queries ---- */

static bool has_tail(const struct ast_query *query)
{
    return query->with.count || query->order_by.count || query->limit || query->offset;
}

/* An operand of a set operation: in parentheses where precedence or its own tail asks for it. */
static void print_operand(struct text *out, const struct ast_query *query,
    enum query_kind outer, bool right)
{
    bool is_set = query->kind == QUERY_UNION || query->kind == QUERY_EXCEPT ||
        query->kind == QUERY_INTERSECT;
    bool looser = outer == QUERY_INTERSECT && query->kind != QUERY_INTERSECT;
    bool parens = has_tail(query) ||
        (is_set && (looser || (right && !(outer != QUERY_INTERSECT &&
                                             query->kind == QUERY_INTERSECT))));

    if (parens)
        text_add_char(out, '(');
    ast_print_query(out, query);
    if (parens)
        text_add_char(out, ')');
}

static void print_set_operation(struct text *out, const struct ast_query *query)
{
    const char *word = query->kind == QUERY_UNION ? "UNION"
        : query->kind == QUERY_INTERSECT          ? "INTERSECT"
                                                  : "EXCEPT";

    print_operand(out, query->left, query->kind, false);
    text_printf(out, " %s%s ", word, query->all ? " ALL" : "");
    print_operand(out, query->right, query->kind, true);
}

static void print_with(struct text *out, const struct with_list *items)
{
    size_t i;

    for (i = 0; i < items->count; i++) {
        text_add(out, i ? ", " : "WITH ");
        ast_print_name(out, items->at[i].name.text);
        if (items->at[i].columns.count) {
            text_add(out, " (");
            print_names(out, &items->at[i].columns);
            text_add_char(out, ')');
        }
        text_add(out, " AS (");
        ast_print_query(out, items->at[i].query);
        text_add_char(out, ')');
    }
    text_add(out, items->count ? " " : "");
}

void ast_print_query(struct text *out, const struct ast_query *query)
{
    print_with(out, &query->with);
    switch (query->kind) {
    case QUERY_SELECT:
        print_select(out, query->select);
        break;
    case QUERY_VALUES:
        text_add(out, "VALUES ");
        print_exprs(out, &query->rows);
        break;
    case QUERY_TABLE:
        text_add(out, "TABLE ");
        ast_print_path(out, &query->table);
        break;
    case QUERY_UNION:
    case QUERY_INTERSECT:
    case QUERY_EXCEPT:
        print_set_operation(out, query);
        break;
    }
    if (query->order_by.count) {
        text_add(out, " ORDER BY ");
        print_order(out, &query->order_by);
    }
    if (query->offset) {
        text_add(out, " OFFSET ");
        print_sum(out, query->offset);
        text_add(out, " ROWS");
    }
    if (query->limit) {
        text_add(out, " LIMIT ");
        print_sum(out, query->limit);
    }
}
