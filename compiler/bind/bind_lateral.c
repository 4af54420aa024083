/* LATERAL (query): a join with a query that reads the row beside it. */
#include "bind_subquery.h"

#include <string.h>

/* Of one LATERAL. */
struct lateral {
    const struct table_ref *ref;      /* the join */
    const struct table_ref *right;    /* LATERAL (query) */
    struct rel *left;
    const struct scope *left_scope;
    struct correlation correlation;
    struct select_parts parts;
    bool outer;                       /* LEFT JOIN */
};

static struct rel *unsupported(struct binder *b, struct span span, const char *what,
    const char *instead)
{
    diag_error(b->diag, D_UNSUPPORTED_LATERAL, span, "%s is not supported%s%s", what,
        instead ? ": " : "", instead ? instead : "");
    return NULL;
}

static const struct table_ref *unparenthesised(const struct table_ref *ref)
{
    while (ref->kind == REF_PARENS)
        ref = ref->left;
    return ref;
}

/* ---- names ---- */

/* The left side's scope and the query's columns, which begin at `first` of `rel`. */
static bool add_scope(struct binder *b, const struct lateral *lateral, const struct rel *rel,
    size_t first, size_t count, const char *const *names, struct scope *scope)
{
    const struct table_ref *ref = lateral->right;
    const struct scope *left = lateral->left_scope;
    struct scope_table *tables = arena_array(b->arena, left->count + 1, sizeof *tables);
    struct scope_table *table = &tables[left->count];

    for (size_t i = 0; i < left->count; i++) {
        tables[i] = left->tables[i];
        if (ref->alias.text && tables[i].alias && !strcmp(tables[i].alias, ref->alias.text)) {
            diag_error(b->diag, D_DUPLICATE_ALIAS, ref->span,
                "the query reads two tables as '%s': give one an alias", ref->alias.text);
            return false;
        }
    }
    if (ref->alias_columns.count && ref->alias_columns.count != count) {
        diag_error(b->diag, D_COLUMN_COUNT, ref->alias.span,
            "'%s' is given %zu column name%s for %zu column%s", ref->alias.text,
            ref->alias_columns.count, ref->alias_columns.count == 1 ? "" : "s", count,
            count == 1 ? "" : "s");
        return false;
    }
    *table = (struct scope_table){.alias = ref->alias.text, .first = first, .count = count,
        .span = ref->span, .columns = arena_array(b->arena, count + 1, sizeof *table->columns)};
    for (size_t i = 0; i < count; i++)
        table->columns[i] = (struct scope_column){.type = rel->columns[first + i].type,
            .name = ref->alias_columns.count ? ref->alias_columns.at[i].text : names[i]};
    *scope = (struct scope){tables, left->count + 1};
    return true;
}

static const char *const *names_of(struct binder *b, const struct rel *rel, size_t first)
{
    const char **names = arena_array(b->arena, rel->column_count + 1, sizeof *names);

    for (size_t i = first; i < rel->column_count; i++)
        names[i - first] = rel->columns[i].name;
    return names;
}

/* ---- joins ---- */

static bool is_true_literal(const struct ast_expr *on)
{
    return !on || (on->kind == EXPR_LITERAL && on->as.literal.kind == LITERAL_TRUE);
}

/* The condition of ON over the joined row; *condition NULL: none. */
static bool bind_on(struct binder *b, const struct lateral *lateral, const struct scope *scope,
    struct texpr **condition)
{
    *condition = NULL;
    if (is_true_literal(lateral->ref->on))
        return true;
    *condition = bind_on_condition(b, lateral->ref->on, scope, "ON", NULL);
    return *condition;
}

/* Ties are over INPUT_OUTER + i, the left row, and the right row: now over both. */
static struct texpr *joined(struct binder *b, const struct texpr_list *ties, size_t left)
{
    struct texpr_list out = {0};
    struct correlation moved = {.conditions = *ties};

    take_conditions(b, &moved, left, &out);
    for (size_t i = 0; i < out.count; i++)
        out.at[i] = bring_in(b->arena, out.at[i], 0);
    return out.count ? make_and(b->arena, out.at, out.count) : NULL;
}

/* Joins `right`, whose columns from `skip` on are those of the query. */
static struct rel *join_rows(struct binder *b, const struct lateral *lateral, struct rel *right,
    const struct texpr_list *ties, size_t skip, size_t count, struct scope *scope)
{
    size_t left = lateral->left->column_count;
    struct rel *join = rel_join(b->arena, lateral->outer ? REL_JOIN_LEFT : REL_JOIN_INNER,
        lateral->left, right, lateral->ref->span);
    struct texpr *both[2], *on;
    size_t parts = 0;

    if (!add_scope(b, lateral, join, left + skip, count, names_of(b, right, skip), scope) ||
        !bind_on(b, lateral, scope, &on))
        return NULL;
    both[parts] = joined(b, ties, left);
    parts += both[parts] != NULL;
    both[parts] = on;
    parts += on != NULL;
    join->join.condition = parts ? make_and(b->arena, both, parts) : NULL;
    push_on(b, join);
    return join;
}

/* CASE WHEN condition THEN value ELSE NULL END */
static struct texpr *value_where(struct binder *b, struct texpr *condition, struct texpr *value)
{
    struct texpr *result = texpr_new(b->arena, TEXPR_CASE,
        type_with_null(b->arena, value->type, true), value->span);

    result->args = arena_array(b->arena, 3, sizeof *result->args);
    result->args[0] = condition;
    result->args[1] = value;
    result->args[2] = make_null(b->arena, result->type, value->span);
    result->arg_count = 3;
    return result;
}

static struct texpr *is_not_null(struct binder *b, struct texpr *arg)
{
    return make_op(b->arena, TOP_IS_NOT_NULL, type_simple(b->arena, TYPE_BOOLEAN, false),
        arg->span, &arg, 1);
}

/* ---- SELECT without aggregates ---- */

/* The left row and the query's list, where that reads both. */
static struct rel *computed_rows(struct binder *b, struct lateral *lateral, struct rel *rows,
    struct texpr *condition, struct scope *scope)
{
    const struct select_parts *parts = &lateral->parts;
    size_t left = lateral->left->column_count;
    struct rel *project;

    if (condition)
        rows = rel_filter(b, rows, condition);
    project = rel_project(b->arena, rows, left + parts->visible);
    for (size_t i = 0; i < left; i++) {
        project->exprs[i] = rel_input(b->arena, rows, i, rows->span);
        project->columns[i] = rows->columns[i];
    }
    for (size_t i = 0; i < parts->visible; i++) {
        project->exprs[left + i] = bring_in(b->arena, parts->exprs.at[i], 0);
        project->columns[left + i] =
            (struct rel_column){parts->names.at[i], parts->exprs.at[i]->type};
    }
    rel_name_apart(b->arena, project);
    if (!add_scope(b, lateral, project, left, parts->visible, parts->names.at, scope))
        return NULL;
    return project;
}

static bool list_reads_left(const struct select_parts *parts)
{
    for (size_t i = 0; i < parts->visible; i++)
        if (has_inputs_from(parts->exprs.at[i], INPUT_OUTER))
            return true;
    return false;
}

/* The query's rows with TRUE behind them, which a LEFT JOIN pads where there is none. */
static struct rel *marked_rows(struct binder *b, struct rel *rel)
{
    size_t count = rel->column_count;
    struct rel *project = rel_project(b->arena, rel, count + 1);

    for (size_t i = 0; i < count; i++) {
        project->exprs[i] = rel_input(b->arena, rel, i, rel->span);
        project->columns[i] = rel->columns[i];
    }
    project->exprs[count] = make_boolean(b->arena, true, rel->span);
    project->columns[count] = (struct rel_column){"i", project->exprs[count]->type};
    rel_name_apart(b->arena, project);
    return project;
}

/* Its list is over its own row, and stands behind the left one. */
static struct rel *computed_join(struct binder *b, struct lateral *lateral, struct scope *scope)
{
    struct select_parts *parts = &lateral->parts;
    size_t left = lateral->left->column_count;
    struct texpr_list list = {0};
    struct correlation moved = {.conditions = parts->exprs};
    struct texpr *condition = joined(b, &lateral->correlation.conditions, left);
    struct rel *join;

    if (!is_true_literal(lateral->ref->on))
        return unsupported(b, lateral->right->span,
            "JOIN LATERAL on another condition than TRUE, of a list that reads the row beside it,",
            "filter the result with WHERE");
    if (parts->rel->kind == REL_VALUES)
        return unsupported(b, lateral->right->span,
            "LATERAL (SELECT …) without FROM", "write its expressions into the list around it");
    join = rel_join(b->arena, lateral->outer ? REL_JOIN_LEFT : REL_JOIN_INNER, lateral->left,
        lateral->outer ? marked_rows(b, parts->rel) : parts->rel, lateral->ref->span);
    take_conditions(b, &moved, left, &list);
    if (lateral->outer) {
        join->join.condition = condition;
        for (size_t i = 0; i < list.count; i++)
            list.at[i] = value_where(b, is_not_null(b, rel_input(b->arena, join,
                join->column_count - 1, join->span)), list.at[i]);
    }
    parts->exprs = list;
    return computed_rows(b, lateral, join, lateral->outer ? NULL : condition, scope);
}

/* SELECT … FROM UNNEST(…): of the left row. */
static struct rel *unnest_rows(struct binder *b, struct lateral *lateral, struct scope *scope)
{
    const struct ast_query *query = lateral->right->query;
    struct scope both = *lateral->left_scope;
    struct given_rows given;
    struct binder inner = *b;
    struct rel *rel;
    struct texpr_list conditions = {0};

    rel = bind_unnest(b, query->select->from, lateral->outer, lateral->left, &both);
    if (!rel)
        return NULL;
    given = (struct given_rows){rel, {&both.tables[both.count - 1], 1}};
    inner.given = &given;
    inner.scope = lateral->left_scope;
    if (!bind_inner(&inner, query, &lateral->correlation, &lateral->parts, &rel))
        return NULL;
    if (!is_plain(query, &lateral->parts) || query->select->distinct ||
        !is_true_literal(lateral->ref->on) || (lateral->outer && (query->select->where ||
            list_reads_left(&lateral->parts))))
        return unsupported(b, lateral->right->span, "LATERAL (SELECT … FROM UNNEST(…)) with more "
            "than a list and WHERE, or in a LEFT JOIN with more than a list of the elements,",
            "join UNNEST itself, and compute above it");
    for (size_t i = 0; i < lateral->correlation.conditions.count; i++)
        vec_push(b->arena, &conditions,
            bring_in(b->arena, lateral->correlation.conditions.at[i], 0));
    return computed_rows(b, lateral, lateral->parts.rel, conditions.count
        ? make_and(b->arena, conditions.at, conditions.count) : NULL, scope);
}

/* ---- aggregates ---- */

/* `rows` with the query's columns NULL where ON is not TRUE. */
static struct rel *padded_rows(struct binder *b, const struct lateral *lateral, struct rel *rows,
    struct texpr *on, struct scope *scope)
{
    size_t left = lateral->left->column_count;
    struct rel *project = rel_project(b->arena, rows, rows->column_count);

    for (size_t i = 0; i < rows->column_count; i++) {
        struct texpr *column = rel_input(b->arena, rows, i, rows->span);

        project->exprs[i] = i < left ? column : value_where(b, on, column);
        project->columns[i] = (struct rel_column){rows->columns[i].name, project->exprs[i]->type};
    }
    return add_scope(b, lateral, project, left, rows->column_count - left,
        lateral->parts.names.at, scope) ? project : NULL;
}

/* An aggregate without GROUP BY: one row beside each, also of nothing. */
static struct rel *one_row_join(struct binder *b, const struct lateral *lateral,
    const struct correlated *rows, struct scope *scope)
{
    size_t left = lateral->left->column_count, count = rows->values.count;
    struct rel *join = rel_join(b->arena, REL_JOIN_LEFT, lateral->left, rows->rel,
        lateral->ref->span);
    struct rel *project, *filtered = join;
    struct texpr_list values = {0}, list = {0};
    struct correlation moved = {.conditions = {0}};
    struct texpr *on;

    join->join.condition = joined(b, &rows->ties, left);
    for (size_t i = 0; i < count; i++)
        vec_push(b->arena, &values, value_or_none(b, rows, i));
    if (rows->having)
        vec_push(b->arena, &values, having_or_none(b, rows));
    moved.conditions = values;
    take_conditions(b, &moved, left, &list);
    if (rows->having && !lateral->outer)
        filtered = rel_filter(b, join, list.at[count]);
    project = rel_project(b->arena, filtered, left + count);
    for (size_t i = 0; i < left + count; i++) {
        project->exprs[i] =
            i < left ? rel_input(b->arena, join, i, join->span) : list.at[i - left];
        project->columns[i] = i < left ? join->columns[i] : (struct rel_column){
            lateral->parts.names.at[i - left], list.at[i - left]->type};
    }
    rel_name_apart(b->arena, project);
    if (!add_scope(b, lateral, project, left, count, lateral->parts.names.at, scope) ||
        !bind_on(b, lateral, scope, &on))
        return NULL;
    if (!on || !lateral->outer)
        return on ? rel_filter(b, project, on) : project;
    return padded_rows(b, lateral, project, on, scope);
}

/* ---- Top-N ---- */

/* The table below, if nothing but projections is above it. */
static const struct table *table_below(const struct rel *rel)
{
    while (rel->kind == REL_PROJECT)
        rel = rel->inputs[0];
    return rel->kind == REL_SCAN ? rel->table : NULL;
}

/* The column of the table below that a column of `rel` is. */
static bool column_below(const struct rel *rel, size_t column, size_t *out)
{
    while (rel->kind == REL_PROJECT) {
        if (rel->exprs[column]->kind != TEXPR_INPUT)
            return false;
        column = rel->exprs[column]->input;
        rel = rel->inputs[0];
    }
    *out = column;
    return true;
}

/* Whether left column i is the distinct column of the table that the query ties to it: *inner. */
static bool distinct_column(const struct lateral *lateral, const struct rel *distinct, size_t i,
    size_t *inner)
{
    const struct texpr_list *conditions = &lateral->correlation.conditions;
    size_t below;

    for (size_t c = 0; c < conditions->count; c++) {
        const struct texpr *condition = conditions->at[c];

        for (size_t s = 0; condition->kind == TEXPR_OP && condition->op == TOP_EQ && s < 2; s++) {
            const struct texpr *outer = condition->args[s], *own = condition->args[!s];

            if (outer->kind != TEXPR_INPUT || own->kind != TEXPR_INPUT ||
                outer->input != INPUT_OUTER + i || own->input >= INPUT_OUTER)
                continue;
            *inner = own->input;
            return column_below(distinct->inputs[0], distinct->group[i], &below) &&
                below == own->input;
        }
    }
    return false;
}

static bool is_distinct_of(const struct lateral *lateral, size_t *columns)
{
    const struct rel *distinct = lateral->left;
    const struct table *table = table_below(lateral->parts.rel);

    while (distinct->kind == REL_PROJECT && distinct->column_count ==
            distinct->inputs[0]->column_count && distinct->inputs[0]->kind == REL_AGGREGATE) {
        for (size_t i = 0; i < distinct->column_count; i++)
            if (distinct->exprs[i]->kind != TEXPR_INPUT || distinct->exprs[i]->input != i)
                return false;
        distinct = distinct->inputs[0];
    }
    if (distinct->kind != REL_AGGREGATE || distinct->aggregate_count || !table ||
        lateral->parts.rel->kind != REL_SCAN || table_below(distinct->inputs[0]) != table ||
        lateral->correlation.conditions.count != distinct->column_count)
        return false;
    for (size_t i = 0; i < distinct->column_count; i++)
        if (!distinct_column(lateral, distinct, i, &columns[i]))
            return false;
    return true;
}

/* SELECT … FROM (SELECT DISTINCT k FROM t) d, LATERAL (SELECT … FROM t WHERE k = d.k ORDER BY …
 * LIMIT n): the first rows of each key of t. */
static struct rel *top_rows(struct binder *b, struct lateral *lateral, struct scope *scope)
{
    struct select_parts *parts = &lateral->parts;
    const struct ast_query *query = lateral->right->query;
    size_t left = lateral->left->column_count, count = left + parts->exprs.count;
    size_t *partition = arena_array(b->arena, left + 1, sizeof *partition);
    struct sort_key *order = arena_array(b->arena, parts->order_count + 1, sizeof *order);
    struct rel *rel = parts->rel, *project, *rank;
    int64_t limit;

    if (!is_distinct_of(lateral, partition) || query->offset || !parts->order_count ||
        parts->aggregation.used || query->select->distinct || lateral->outer ||
        list_reads_left(parts) || !is_true_literal(lateral->ref->on))
        return unsupported(b, lateral->right->span, "this LATERAL with LIMIT",
            "write FROM (SELECT DISTINCT k FROM t) AS d, LATERAL (SELECT … FROM t WHERE k = d.k "
            "ORDER BY … LIMIT n), or ROW_NUMBER()");
    if (!bind_limit_count(b, query->limit, &limit))
        return NULL;
    for (size_t i = 0; i < left; i++)
        rel = rel_filter(b, rel, is_not_null(b, rel_input(b->arena, rel, partition[i],
            query->span)));
    project = rel_project(b->arena, rel, count);
    for (size_t i = 0; i < count; i++) {
        project->exprs[i] = i < left ? rel_input(b->arena, rel, partition[i], query->span)
                                     : parts->exprs.at[i - left];
        project->columns[i] = i < left ? lateral->left->columns[i] : (struct rel_column){
            parts->names.at[i - left], project->exprs[i]->type};
        if (i < left)
            partition[i] = i;
    }
    rel_name_apart(b->arena, project);
    for (size_t i = 0; i < parts->order_count; i++) {
        order[i] = parts->order[i];
        order[i].column += left;
    }
    rank = rel_new(b->arena, REL_RANK, query->span, count);
    memcpy(rank->columns, project->columns, count * sizeof *rank->columns);
    rank->inputs = arena_copy(b->arena, &project, sizeof project);
    rank->input_count = 1;
    rank->rank = (struct rank){.partition = partition, .partition_count = left, .order = order,
        .order_count = parts->order_count, .from = 1, .to = limit};
    if (!add_scope(b, lateral, rank, left, parts->visible, parts->names.at, scope))
        return NULL;
    return limit ? rank : rel_filter(b, rank, make_boolean(b->arena, false, query->span));
}

/* ---- all ---- */

static struct rel *correlated_join(struct binder *b, struct lateral *lateral,
    struct scope *scope)
{
    const struct ast_query *query = lateral->right->query;
    struct select_parts *parts = &lateral->parts;
    struct texpr_list ties = {0};
    struct correlated rows;

    if (query->limit)
        return top_rows(b, lateral, scope);
    if (is_plain(query, parts) && !query->select->distinct) {
        if (list_reads_left(parts))
            return computed_join(b, lateral, scope);
        take_conditions(b, &lateral->correlation, parts->visible, &ties);
        return join_rows(b, lateral, plain_rows(b, parts, parts->visible), &ties, 0,
            parts->visible, scope);
    }
    if (!correlated_rows(b, query, &lateral->correlation, parts, &rows) ||
        (rows.generator && !feed_generator(b, rows.generator, lateral->left, NULL)))
        return NULL;
    if (rows.one_row)
        return one_row_join(b, lateral, &rows, scope);
    return join_rows(b, lateral, rows.rel, &rows.ties, rows.tie_count, parts->visible, scope);
}

struct rel *bind_lateral(struct binder *b, const struct table_ref *ref, struct rel *left,
    struct scope *scope)
{
    struct scope around = *scope;
    struct lateral lateral = {.ref = ref, .right = unparenthesised(ref->right), .left = left,
        .left_scope = &around, .outer = ref->join == JOIN_LEFT};
    const struct ast_query *query = lateral.right->query;
    struct texpr_list none = {0};
    struct binder inner = *b;
    struct rel *right;

    if (ref->join != JOIN_INNER && ref->join != JOIN_CROSS && ref->join != JOIN_COMMA &&
        ref->join != JOIN_LEFT)
        return unsupported(b, ref->span,
            "LATERAL in another join than CROSS, INNER or LEFT JOIN", NULL);
    if (ref->natural || ref->using_columns.count)
        return unsupported(b, ref->span, "LATERAL with USING or NATURAL",
            "name the columns in its WHERE");
    if (query->kind == QUERY_SELECT && query->select->from &&
        query->select->from->kind == REF_UNNEST && !query->with.count)
        return unnest_rows(b, &lateral, scope);
    inner.scope = &around;
    if (!bind_inner(&inner, query, &lateral.correlation, &lateral.parts, &right))
        return NULL;
    if (right)
        return join_rows(b, &lateral, right, &none, 0, right->column_count, scope);
    return correlated_join(b, &lateral, scope);
}
