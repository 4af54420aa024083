/* Correlated subqueries as rows of their own. What the subquery reads of the row around is either
 * equal to an expression of its own, by which it is then grouped; or its rows are joined with the
 * distinct values that the rows around have (the generator), and grouped by those. */
#include "bind_subquery.h"

#include <string.h>

/* What a row of the subquery and a row around have in common. */
struct tie {
    struct texpr *outer, *inner;
    bool null_equal;
};

struct tie_list {
    struct tie *at;
    size_t count, capacity;
};

/* ---- ties ---- */

static bool reads_own(const struct texpr *expr)
{
    if (expr->kind == TEXPR_INPUT)
        return expr->input < INPUT_OUTER;
    for (size_t i = 0; i < expr->arg_count; i++)
        if (reads_own(expr->args[i]))
            return true;
    return false;
}

static bool any_reads_around(const struct texpr_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (has_inputs_from(list->at[i], INPUT_OUTER))
            return true;
    return false;
}

/* Whether every condition is own expression = expression of the rows around. */
static bool tie_by_equality(struct binder *b, const struct correlation *correlation,
    struct tie_list *ties)
{
    for (size_t i = 0; i < correlation->conditions.count; i++) {
        const struct texpr *condition = correlation->conditions.at[i];
        struct tie tie;
        size_t inner = 0;

        while (inner < 2 && (condition->kind != TEXPR_OP || condition->op != TOP_EQ ||
                has_inputs_from(condition->args[inner], INPUT_OUTER) ||
                reads_own(condition->args[!inner])))
            inner++;
        if (inner == 2)
            return false;
        tie = (struct tie){condition->args[!inner], condition->args[inner], false};
        vec_push(b->arena, ties, tie);
    }
    return true;
}

/* ---- the generator ---- */

/* Columns of the rows around, each once. */
static void add_outer_inputs(struct arena *arena, const struct texpr *expr,
    struct texpr_list *out)
{
    if (expr->kind == TEXPR_INPUT && expr->input >= INPUT_OUTER) {
        for (size_t i = 0; i < out->count; i++)
            if (out->at[i]->input == expr->input)
                return;
        vec_push(arena, out, (struct texpr *)expr);
    }
    for (size_t i = 0; i < expr->arg_count; i++)
        add_outer_inputs(arena, expr->args[i], out);
}

struct generated {
    struct arena *arena;
    const struct texpr_list *outer;
    size_t first;
    const struct rel *rel;
};

static struct texpr *generated_input(void *context, const struct texpr *input)
{
    struct generated *generated = context;
    struct texpr *copy = arena_copy(generated->arena, input, sizeof *input);

    for (size_t i = 0; i < generated->outer->count; i++)
        if (generated->outer->at[i]->input == input->input) {
            copy->input = generated->first + i;
            copy->type = generated->rel->columns[copy->input].type;
        }
    return copy;
}

static void generate_list(struct generated *generated, struct texpr_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        list->at[i] = map_inputs(generated->arena, list->at[i], generated_input, generated);
}

/* A projection of the rows around, without its input; see feed_generator. */
static struct rel *make_generator(struct binder *b, const struct texpr_list *outer,
    struct span span)
{
    struct rel *project = rel_new(b->arena, REL_PROJECT, span, outer->count);

    project->exprs = arena_copy(b->arena, outer->at, outer->count * sizeof *outer->at);
    project->inputs = arena_array(b->arena, 1, sizeof *project->inputs);
    project->input_count = 1;
    for (size_t i = 0; i < outer->count; i++)
        project->columns[i] = (struct rel_column){arena_printf(b->arena, "$o%zu", i),
            without_time(b->arena, outer->at[i]->type)};
    return project;
}

bool feed_generator(struct binder *b, struct rel *generator, struct rel *rel,
    const struct aggregation *over)
{
    if (generator->inputs[0]) /* Another join of the same subquery was there first. */
        return true;
    generator->inputs[0] = rel;
    for (size_t i = 0; i < generator->column_count; i++) {
        struct texpr *expr = bring_in(b->arena, generator->exprs[i], 0);

        generator->exprs[i] = over ? over_groups(b, over, expr) : expr;
        if (!generator->exprs[i])
            return false;
    }
    return true;
}

static bool tie_by_generator(struct binder *b, const struct correlation *correlation,
    struct select_parts *parts, struct tie_list *ties, struct correlated *out)
{
    struct aggregation *a = &parts->aggregation;
    struct texpr_list outer = {0};
    struct generated generated = {.arena = b->arena, .outer = &outer,
        .first = parts->rel->column_count};
    const struct texpr_list *lists[] = {&correlation->conditions, &a->args, &parts->exprs};
    struct rel *join;

    for (size_t l = 0; l < 3; l++)
        for (size_t i = 0; i < lists[l]->count; i++)
            add_outer_inputs(b->arena, lists[l]->at[i], &outer);
    out->generator = make_generator(b, &outer, parts->rel->span);
    join = rel_join(b->arena, REL_JOIN_INNER, parts->rel, rel_distinct(b->arena, out->generator),
        parts->rel->span);
    generated.rel = join;
    parts->rel = join;
    for (size_t i = 0; i < correlation->conditions.count; i++)
        parts->rel = rel_filter(b, parts->rel, map_inputs(b->arena,
            correlation->conditions.at[i], generated_input, &generated));
    generate_list(&generated, &a->args);
    generate_list(&generated, &parts->exprs);
    for (size_t i = 0; i < outer.count; i++) {
        struct tie tie = {outer.at[i], rel_input(b->arena, join, generated.first + i,
            outer.at[i]->span), true};

        vec_push(b->arena, ties, tie);
    }
    return true;
}

/* ---- rows ---- */

static bool add_condition(struct binder *b, const struct tie *tie, const struct rel *rel,
    struct correlated *out)
{
    struct texpr *column = rel_input(b->arena, rel, out->ties.count, tie->inner->span);
    bool null_equal = tie->null_equal && tie->outer->type->nullable;
    struct texpr *condition = make_compare(b, null_equal ? TOP_IS_NOT_DISTINCT : TOP_EQ,
        tie->outer, column, tie->inner->span);

    if (condition)
        vec_push(b->arena, &out->ties, condition);
    return condition;
}

/* The ties, then the list: of the rows of FROM and WHERE, or of groups. */
static struct rel *list_rows(struct binder *b, const struct select_parts *parts, struct rel *rel,
    struct texpr *const *ties, size_t tie_count)
{
    struct rel *project = rel_project(b->arena, rel, tie_count + parts->visible);

    for (size_t i = 0; i < tie_count; i++) {
        project->exprs[i] = ties[i];
        project->columns[i] = (struct rel_column){ties[i]->kind == TEXPR_INPUT
            ? rel->columns[ties[i]->input].name : arena_printf(b->arena, "$t%zu", i),
            ties[i]->type};
    }
    for (size_t i = 0; i < parts->visible; i++) {
        project->exprs[tie_count + i] = parts->exprs.at[i];
        project->columns[tie_count + i] =
            (struct rel_column){parts->names.at[i], parts->exprs.at[i]->type};
    }
    rel_name_apart(b->arena, project);
    return project;
}

static void shift_calls(struct aggregation *a, size_t by)
{
    for (size_t i = 0; i < a->calls.count; i++) {
        struct aggregate *call = &a->calls.at[i];

        for (size_t k = 0; k < call->arg_count; k++)
            call->args[k] += by;
        if (call->filter >= 0)
            call->filter += (int)by;
    }
}

/* Groups by the ties and what it groups by itself. */
static bool group_rows(struct binder *b, struct select_parts *parts,
    const struct tie_list *ties, struct span span)
{
    struct aggregation *a = &parts->aggregation;
    struct texpr_list args = {0};
    bool ok = true;

    for (size_t i = 0; i < ties->count; i++)
        vec_push(b->arena, &args, ties->at[i].inner);
    for (size_t i = 0; i < a->args.count; i++)
        vec_push(b->arena, &args, a->args.at[i]);
    shift_calls(a, ties->count);
    a->args = args;
    a->group_count += ties->count;
    parts->rel = make_aggregate(b, parts->rel, a, span);
    parts->rel->ttl[0] = parts->ttl;
    for (size_t i = 0; i < parts->visible; i++) {
        parts->exprs.at[i] = over_groups(&parts->binder, a, parts->exprs.at[i]);
        ok = ok && parts->exprs.at[i];
    }
    if (parts->having)
        ok = (parts->having = over_groups(&parts->binder, a, parts->having)) && ok;
    return ok;
}

static bool check_parts(struct binder *b, const struct ast_query *query,
    const struct select_parts *parts)
{
    const struct aggregation *a = &parts->aggregation;

    if (query->limit || query->offset)
        return subquery_unsupported(b, query->span,
            "LIMIT in a subquery that reads the query around it");
    if (parts->rankings.count || parts->qualify)
        return subquery_unsupported(b, query->span,
            "ROW_NUMBER in a subquery that reads the query around it");
    if (parts->pending.count || parts->having_joins.count || a->below.count)
        return subquery_unsupported(b, query->span, "a subquery in the list, in HAVING or in an "
            "aggregate of one that reads the query around it");
    if (a->sets)
        return subquery_unsupported(b, query->span,
            "GROUPING SETS in a subquery that reads the query around it");
    if (a->used && any_reads_around(&parts->exprs)) {
        diag_error(b->diag, D_NOT_GROUPED, query->select->span,
            "beside an aggregate, the list of a subquery takes no column of the query around it: "
            "only arguments of aggregates and WHERE do");
        return false;
    }
    return true;
}

bool correlated_rows(struct binder *b, const struct ast_query *query,
    const struct correlation *correlation, struct select_parts *parts, struct correlated *out)
{
    struct aggregation *a = &parts->aggregation;
    struct texpr_list columns = {0};
    struct tie_list ties = {0};

    *out = (struct correlated){.one_row = a->used && !a->group_count};
    if (!check_parts(b, query, parts))
        return false;
    if (any_reads_around(&a->args) || any_reads_around(&parts->exprs) ||
        !tie_by_equality(b, correlation, &ties)) {
        ties.count = 0;
        if (!tie_by_generator(b, correlation, parts, &ties, out))
            return false;
    }
    if (a->used && !group_rows(b, parts, &ties, query->select->span))
        return false;
    for (size_t i = 0; i < ties.count; i++)
        vec_push(b->arena, &columns, a->used
            ? rel_input(b->arena, parts->rel, i, ties.at[i].inner->span) : ties.at[i].inner);
    out->rel = parts->rel;
    out->tie_count = ties.count;
    if (out->one_row) {
        out->having = parts->having;
        out->values = parts->exprs;
    } else {
        if (parts->having)
            out->rel = rel_filter(b, out->rel, parts->having);
        out->rel = list_rows(b, parts, out->rel, columns.at, ties.count);
        if (query->select->distinct)
            out->rel = rel_distinct(b->arena, out->rel);
        for (size_t i = 0; i < parts->visible; i++)
            vec_push(b->arena, &out->values,
                rel_input(b->arena, out->rel, ties.count + i, query->span));
    }
    for (size_t i = 0; i < ties.count; i++)
        if (!add_condition(b, &ties.at[i], out->rel, out))
            return false;
    return true;
}

/* ---- values of no rows ---- */

struct counts {
    struct arena *arena;
    const struct rel *rel;
};

/* COUNT of no rows is 0, where the join finds none. */
static struct texpr *count_or_zero(void *context, const struct texpr *input)
{
    struct counts *counts = context;
    const struct rel *rel = counts->rel;
    struct texpr *parts[2] = {arena_copy(counts->arena, input, sizeof *input), NULL};

    parts[0]->type = type_with_null(counts->arena, input->type, true);
    if (input->input < rel->group_count)
        return parts[0];
    if (rel->aggregates[input->input - rel->group_count].kind > AGG_COUNT)
        return parts[0];
    parts[1] = texpr_new(counts->arena, TEXPR_LITERAL, type_simple(counts->arena, TYPE_BIGINT,
        false), input->span);
    return make_op(counts->arena, TOP_COALESCE, parts[1]->type, input->span, parts, 2);
}

struct texpr *having_or_none(struct binder *b, const struct correlated *rows)
{
    struct counts counts = {b->arena, rows->rel};

    return map_inputs(b->arena, rows->having, count_or_zero, &counts);
}

struct texpr *value_or_none(struct binder *b, const struct correlated *rows, size_t i)
{
    struct counts counts = {b->arena, rows->rel};
    struct texpr *value = map_inputs(b->arena, rows->values.at[i], count_or_zero, &counts);
    struct texpr *result;

    if (!rows->having)
        return value;
    result = texpr_new(b->arena, TEXPR_CASE, type_with_null(b->arena, value->type, true),
        value->span);
    result->args = arena_array(b->arena, 3, sizeof *result->args);
    result->args[0] = having_or_none(b, rows);
    result->args[1] = value;
    result->args[2] = make_null(b->arena, result->type, value->span);
    result->arg_count = 3;
    return result;
}

/* ---- aggregates of rows ---- */

struct rel *aggregate_by(struct binder *b, struct rel *rel, size_t groups,
    const struct aggregate *calls, size_t count)
{
    struct rel *out = rel_new(b->arena, REL_AGGREGATE, rel->span, groups + count);
    size_t *group = arena_array(b->arena, groups + 1, sizeof *group);

    for (size_t i = 0; i < groups; i++) {
        group[i] = i;
        out->columns[i] = rel->columns[i];
        out->columns[i].type = without_time(b->arena, rel->columns[i].type);
    }
    for (size_t i = 0; i < count; i++)
        out->columns[groups + i] =
            (struct rel_column){arena_printf(b->arena, "$f%zu", i), calls[i].type};
    rel_name_apart(b->arena, out);
    out->group = group;
    out->group_count = groups;
    out->aggregates = arena_copy(b->arena, calls, count * sizeof *calls);
    out->aggregate_count = count;
    out->inputs = arena_copy(b->arena, &rel, sizeof rel);
    out->input_count = 1;
    return out;
}

struct rel *single_value(struct binder *b, struct rel *rel, size_t tie_count)
{
    struct aggregate call = {.kind = AGG_SINGLE_VALUE, .arg_count = 1, .filter = -1,
        .args = {tie_count}, .span = rel->span,
        .type = type_with_null(b->arena, rel->columns[tie_count].type, true)};

    return aggregate_by(b, rel, tie_count, &call, 1);
}
