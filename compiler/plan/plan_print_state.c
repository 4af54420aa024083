/* Operators with state, and those that make several rows of one, as EXPLAIN prints them. */
#include "planner.h"

const char *const *node_column_names(struct text *out, const struct plan_node *node)
{
    const char **names = arena_array(out->arena, node->column_count + 1, sizeof *names);

    for (size_t i = 0; i < node->column_count; i++)
        names[i] = node->columns[i].name;
    return names;
}

void print_columns(struct text *out, const struct plan_node *node, const char *label)
{
    text_printf(out, "%s=[", label);
    for (size_t i = 0; i < node->column_count; i++)
        text_printf(out, "%s%s", i ? ", " : "", node->columns[i].name);
    text_add_char(out, ']');
}

static void print_list(struct text *out, const char *label, const struct plan_node *input,
    const size_t *columns, size_t count)
{
    text_printf(out, "%s=[", label);
    for (size_t i = 0; i < count; i++)
        text_printf(out, "%s%s", i ? ", " : "", input->columns[columns[i]].name);
    text_add_char(out, ']');
}

/* ---- aggregates ---- */

static const char *aggregate_label(const struct aggregate *aggregate)
{
    switch (aggregate->kind) {
    case AGG_COUNT_STAR: case AGG_COUNT:
        return "COUNT";
    case AGG_SUM:
        return "SUM";
    case AGG_AVG:
        return "AVG";
    case AGG_MIN:
        return "MIN";
    case AGG_MAX:
        return "MAX";
    case AGG_STDDEV_POP:
        return "STDDEV_POP";
    case AGG_STDDEV_SAMP:
        return "STDDEV_SAMP";
    case AGG_VAR_POP:
        return "VAR_POP";
    case AGG_VAR_SAMP:
        return "VAR_SAMP";
    case AGG_FIRST_VALUE:
        return "FIRST_VALUE";
    case AGG_LAST_VALUE:
        return "LAST_VALUE";
    case AGG_LISTAGG:
        return "LISTAGG";
    case AGG_COLLECT:
        return "COLLECT";
    case AGG_ARRAY_AGG:
        return "ARRAY_AGG";
    case AGG_BITMAP_BUILD:
        return aggregate->cardinality ? "BITMAP_BUILD_CARDINALITY_AGG" : "BITMAP_BUILD_AGG";
    case AGG_BITMAP_AND:
        return aggregate->cardinality ? "BITMAP_AND_CARDINALITY_AGG" : "BITMAP_AND_AGG";
    case AGG_BITMAP_OR:
        return aggregate->cardinality ? "BITMAP_OR_CARDINALITY_AGG" : "BITMAP_OR_AGG";
    case AGG_BITMAP_XOR:
        return aggregate->cardinality ? "BITMAP_XOR_CARDINALITY_AGG" : "BITMAP_XOR_AGG";
    case AGG_PERCENTILE:
        return "PERCENTILE";
    case AGG_SINGLE_VALUE:
        return "SINGLE_VALUE";
    }
    return "";
}

static void print_one_aggregate(struct text *out, const struct plan_node *node, size_t index)
{
    const struct aggregate *aggregate = &node->aggregates[index];
    const struct plan_node *input = node->inputs[0];

    text_printf(out, "%s%s(%s", aggregate_label(aggregate),
        input->changes == CHANGE_APPEND ? "" : "_RETRACT", aggregate->distinct ? "DISTINCT " : "");
    if (aggregate->kind == AGG_COUNT_STAR)
        text_add_char(out, '*');
    for (size_t i = 0; i < aggregate->arg_count; i++)
        text_printf(out, "%s%s", i ? ", " : "", input->columns[aggregate->args[i]].name);
    text_add_char(out, ')');
    if (aggregate->filter >= 0)
        text_printf(out, " FILTER %s", input->columns[aggregate->filter].name);
    text_printf(out, " AS %s", node->columns[node->group_count + index].name);
}

static void print_aggregate(struct text *out, const struct plan_node *node)
{
    if (node->group_count) {
        print_list(out, "groupBy", node->inputs[0], node->group, node->group_count);
        text_add(out, ", ");
    }
    text_add(out, "select=[");
    for (size_t i = 0; i < node->group_count; i++)
        text_printf(out, "%s%s", i ? ", " : "", node->columns[i].name);
    for (size_t i = 0; i < node->aggregate_count; i++) {
        text_add(out, i || node->group_count ? ", " : "");
        print_one_aggregate(out, node, i);
    }
    text_add_char(out, ']');
    if (node->ttl[0].text)
        text_printf(out, ", stateTtlHints=[[[STATE_TTL options:[%s]]]]", node->ttl[0].text);
}

static void print_expand(struct text *out, const struct plan_node *node)
{
    const char *const *names = node_column_names(out, node->inputs[0]);

    text_add(out, "projects=[");
    for (size_t r = 0; r < node->row_count; r++) {
        text_add(out, r ? ", {" : "{");
        for (size_t i = 0; i < node->column_count; i++) {
            const struct texpr *expr = node->rows[r][i];

            text_add(out, i ? ", " : "");
            if (expr->kind == TEXPR_LITERAL && expr->is_null)
                text_add(out, "null");
            else
                texpr_print(out, expr, names);
            if (expr->kind == TEXPR_LITERAL)
                text_printf(out, " AS %s", node->columns[i].name);
        }
        text_add_char(out, '}');
    }
    text_add_char(out, ']');
}

/* ---- joins ---- */

static void print_side(struct text *out, const struct plan_node *node, size_t side)
{
    switch (node->side_state[side]) {
    case SIDE_KEYED_BY_JOIN:
        text_add(out, "JoinKeyContainsUniqueKey");
        break;
    case SIDE_KEYED:
        text_add(out, "HasUniqueKey");
        break;
    case SIDE_ROWS:
        text_add(out, "NoUniqueKey");
        break;
    }
}

static void print_side_ttls(struct text *out, const struct plan_node *node)
{
    static const char *const labels[] = {"LEFT", "RIGHT"};
    bool any = false;

    for (size_t s = 0; s < 2; s++)
        if (node->ttl[s].text) {
            text_printf(out, "%s%s=%s", any ? ", " : ", stateTtlHints=[[[STATE_TTL options:{",
                labels[s], node->ttl[s].text);
            any = true;
        }
    text_add(out, any ? "}]]]" : "");
}

static const char *join_label(enum rel_join kind)
{
    switch (kind) {
    case REL_JOIN_INNER:
        return "InnerJoin";
    case REL_JOIN_LEFT:
        return "LeftOuterJoin";
    case REL_JOIN_RIGHT:
        return "RightOuterJoin";
    case REL_JOIN_FULL:
        return "FullOuterJoin";
    case REL_JOIN_SEMI:
        return "LeftSemiJoin";
    case REL_JOIN_ANTI:
        return "LeftAntiJoin";
    }
    return "";
}

static void print_join(struct text *out, const struct plan_node *node)
{
    const struct plan_node *left = node->inputs[0], *right = node->inputs[1];
    size_t total = left->column_count + right->column_count;
    const char **names = arena_array(out->arena, total + 1, sizeof *names);
    size_t parts = node->join.key_count + (node->join.condition != NULL);
    struct map known = {.arena = out->arena};

    for (size_t i = 0; i < total; i++) {
        const char *name = i < node->column_count ? node->columns[i].name
            : right->columns[i - left->column_count].name;

        names[i] = name;
        for (unsigned n = 0; map_get(&known, names[i]); n++)
            names[i] = arena_printf(out->arena, "%s%u", name, n);
        map_put(&known, names[i], out);
    }
    text_printf(out, "joinType=[%s], where=[%s", join_label(node->join.kind),
        parts > 1 ? "(" : parts ? "" : "true");
    for (size_t i = 0; i < node->join.key_count; i++)
        text_printf(out, "%s(%s %s %s)", i ? " AND " : "", names[node->join.keys[i].left],
            node->join.keys[i].null_equal ? "IS NOT DISTINCT FROM" : "=",
            names[left->column_count + node->join.keys[i].right]);
    if (node->join.condition) {
        text_add(out, node->join.key_count ? " AND " : "");
        texpr_print(out, node->join.condition, names);
    }
    text_add(out, parts > 1 ? ")], " : "], ");
    print_columns(out, node, "select");
    text_add(out, ", leftInputSpec=[");
    print_side(out, node, 0);
    text_add(out, "], rightInputSpec=[");
    print_side(out, node, 1);
    text_add_char(out, ']');
    print_side_ttls(out, node);
}

/* ---- ranks ---- */

static void print_order(struct text *out, const struct plan_node *node)
{
    const struct rank *rank = &node->rank;

    text_add(out, "orderBy=[");
    for (size_t i = 0; i < rank->order_count; i++) {
        const struct sort_key *key = &rank->order[i];

        text_printf(out, "%s%s %s", i ? ", " : "", node->columns[key->column].name,
            key->descending ? "DESC" : "ASC");
        if (key->nulls_first == key->descending)
            text_add(out, key->nulls_first ? " NULLS FIRST" : " NULLS LAST");
    }
    text_add_char(out, ']');
}

static const char *rank_strategy(struct text *out, const struct plan_node *node)
{
    struct text keys = {.arena = out->arena};

    if (!node->rank_key)
        return node->inputs[0]->changes == CHANGE_APPEND ? "AppendFastStrategy"
                                                         : "RetractStrategy";
    for (size_t i = 0; i < node->rank_key->count; i++)
        text_printf(&keys, "%s%zu", i ? ", " : "", node->rank_key->columns[i]);
    return arena_printf(out->arena, "UpdateFastStrategy[%s]", text_chars(&keys));
}

static void print_rank(struct text *out, const struct plan_node *node)
{
    const struct rank *rank = &node->rank;
    const char *strategy = rank_strategy(out, node);

    if (!rank->partition_count && !rank->with_number) {
        print_order(out, node);
        text_printf(out, ", offset=[%lld], fetch=[%lld], strategy=[%s]",
            (long long)rank->from - 1, (long long)(rank->to - rank->from + 1), strategy);
        return;
    }
    text_printf(out, "strategy=[%s], rankType=[ROW_NUMBER], rankRange=[rankStart=%lld, "
        "rankEnd=%lld], ", strategy, (long long)rank->from, (long long)rank->to);
    print_list(out, "partitionBy", node, rank->partition, rank->partition_count);
    text_add(out, ", ");
    print_order(out, node);
    text_add(out, ", ");
    print_columns(out, node, "select");
}

static void print_deduplicate(struct text *out, const struct plan_node *node)
{
    text_printf(out, "keep=[%s], ", node->rank.order[0].descending ? "LastRow" : "FirstRow");
    print_list(out, "key", node, node->rank.partition, node->rank.partition_count);
    text_printf(out, ", order=[%s]", node->rank.by_arrival ? "PROCTIME" : "ROWTIME");
}

static void print_limit(struct text *out, const struct plan_node *node)
{
    const struct rank *rank = &node->rank;

    text_printf(out, "offset=[%lld], fetch=[%lld]", (long long)rank->from - 1,
        (long long)(rank->to - rank->from + 1));
}

static void print_correlate(struct text *out, const struct plan_node *node)
{
    const char *function =
        node->unnest.with_ordinality ? "$UNNEST_ROWS_WITH_ORDINALITY$1" : "$UNNEST_ROWS$1";

    text_printf(out, "invocation=[%s(", function);
    texpr_print(out, node->unnest.collection, node_column_names(out, node->inputs[0]));
    text_add(out, ")], ");
    print_columns(out, node, "select");
    text_printf(out, ", joinType=[%s]", node->unnest.outer ? "LEFT" : "INNER");
    if (node->unnest.condition) {
        text_add(out, ", condition=[");
        texpr_print(out, node->unnest.condition, node_column_names(out, node));
        text_add(out, "]");
    }
}

void print_operator(struct text *out, const struct plan_node *node)
{
    switch (node->kind) {
    case PLAN_AGGREGATE:
        print_aggregate(out, node);
        break;
    case PLAN_EXPAND:
        print_expand(out, node);
        break;
    case PLAN_JOIN:
        print_join(out, node);
        break;
    case PLAN_RANK:
        print_rank(out, node);
        break;
    case PLAN_DEDUPLICATE:
        print_deduplicate(out, node);
        break;
    case PLAN_LIMIT:
        print_limit(out, node);
        break;
    case PLAN_CORRELATE:
        print_correlate(out, node);
        break;
    case PLAN_NORMALIZE: case PLAN_MATERIALIZE:
        print_list(out, "key", node, node->state_key, node->state_key_count);
        if (node->condition) {
            text_add(out, ", condition=[");
            texpr_print(out, node->condition, node_column_names(out, node));
            text_add_char(out, ']');
        }
        break;
    case PLAN_SCAN: case PLAN_VALUES: case PLAN_WATERMARK: case PLAN_CALC: case PLAN_UNION:
    case PLAN_SINK: case PLAN_FROM_CHANGELOG: case PLAN_TO_CHANGELOG:
        break;
    }
}
