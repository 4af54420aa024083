/* GROUP BY: what is grouped, grouping sets, and the operators that do it. */
#include "binder.h"

#include <string.h>
#include <strings.h>

enum { GROUP_LIMIT = 63, SET_LIMIT = 256 };

/* ---- grouping sets ---- */

/* One set: which of the group's columns it has. */
struct group_set {
    bool has[64];
};

struct group_sets {
    struct group_set *at;
    size_t count, capacity;
};

static bool report_sets(struct binder *b, struct span span)
{
    diag_error(b->diag, D_UNSUPPORTED_AGGREGATE, span,
        "more than %d grouping sets or %d columns to group by are not supported", SET_LIMIT,
        GROUP_LIMIT);
    return false;
}

/* The number of a group expression; added if it is new. -1: reported. */
static int group_column(struct binder *b, const struct ast_expr *ast)
{
    struct binder inner = *b;
    struct texpr_list *args = &b->aggregation->args;
    struct texpr *expr;

    inner.aggregation = NULL;
    inner.rankings = NULL;
    inner.pending = NULL;
    inner.place = "GROUP BY";
    expr = bind_expr(&inner, ast);
    if (!expr)
        return -1;
    for (size_t i = 0; i < args->count; i++)
        if (texpr_equal(args->at[i], expr))
            return (int)i;
    if (args->count == GROUP_LIMIT) {
        report_sets(b, ast->span);
        return -1;
    }
    vec_push(b->arena, args, expr);
    return (int)args->count - 1;
}

static bool bind_set(struct binder *b, const struct grouping *grouping, struct group_set *set)
{
    bool ok = true;

    if (grouping->kind == GROUP_EXPR) {
        int column = group_column(b, grouping->expr);

        if (column >= 0)
            set->has[column] = true;
        return column >= 0;
    }
    for (size_t i = 0; i < grouping->count; i++)
        ok = bind_set(b, grouping->items[i], set) && ok;
    return ok;
}

static bool bind_sets(struct binder *b, const struct grouping *grouping, struct group_sets *sets);

static bool bind_rollup(struct binder *b, const struct grouping *grouping,
    struct group_sets *sets)
{
    for (size_t length = grouping->count + 1; length-- > 0;) {
        struct group_set set = {0};

        for (size_t i = 0; i < length; i++)
            if (!bind_set(b, grouping->items[i], &set))
                return false;
        vec_push(b->arena, sets, set);
    }
    return true;
}

static bool bind_cube(struct binder *b, const struct grouping *grouping, struct group_sets *sets)
{
    if (grouping->count > 8)
        return report_sets(b, grouping->span);
    for (size_t mask = (size_t)1 << grouping->count; mask-- > 0;) {
        struct group_set set = {0};

        for (size_t i = 0; i < grouping->count; i++)
            if (mask & (size_t)1 << (grouping->count - 1 - i) &&
                !bind_set(b, grouping->items[i], &set))
                return false;
        vec_push(b->arena, sets, set);
    }
    return true;
}

/* The sets of one element. */
static bool bind_sets(struct binder *b, const struct grouping *grouping, struct group_sets *sets)
{
    struct group_set set = {0};

    switch (grouping->kind) {
    case GROUP_EXPR: case GROUP_EMPTY: case GROUP_LIST:
        if (!bind_set(b, grouping, &set))
            return false;
        vec_push(b->arena, sets, set);
        return true;
    case GROUP_SETS:
        for (size_t i = 0; i < grouping->count; i++)
            if (!bind_sets(b, grouping->items[i], sets))
                return false;
        return true;
    case GROUP_ROLLUP:
        return bind_rollup(b, grouping, sets);
    case GROUP_CUBE:
        return bind_cube(b, grouping, sets);
    }
    return false;
}

/* GROUP BY a, ROLLUP (b): every set of one element with every set of the other. */
static bool cross_sets(struct binder *b, struct group_sets *all, const struct group_sets *more,
    struct span span)
{
    struct group_sets crossed = {0};

    if (all->count * more->count > SET_LIMIT)
        return report_sets(b, span);
    for (size_t i = 0; i < all->count; i++)
        for (size_t j = 0; j < more->count; j++) {
            struct group_set set = all->at[i];

            for (size_t c = 0; c < 64; c++)
                set.has[c] = set.has[c] || more->at[j].has[c];
            vec_push(b->arena, &crossed, set);
        }
    *all = crossed;
    return true;
}

/* Equal sets are so many sets. */
static void keep_sets(struct binder *b, struct aggregation *out, const struct group_sets *all)
{
    bool (*sets)[64] = arena_array(b->arena, all->count, sizeof *sets);

    for (size_t i = 0; i < all->count; i++)
        memcpy(sets[i], all->at[i].has, sizeof *sets);
    out->set_count = all->count;
    out->sets = (const bool (*)[64])sets;
}

bool bind_group_by(struct binder *b, const struct select *select)
{
    struct group_sets all = {0};
    struct group_set none = {0};
    bool several = false;

    vec_push(b->arena, &all, none);
    for (size_t i = 0; i < select->group_by.count; i++) {
        const struct grouping *item = select->group_by.items[i];
        struct group_sets sets = {0};

        several = several || item->kind == GROUP_SETS || item->kind == GROUP_ROLLUP ||
            item->kind == GROUP_CUBE;
        if (!bind_sets(b, item, &sets) || !cross_sets(b, &all, &sets, item->span))
            return false;
    }
    b->aggregation->used = true;
    b->aggregation->group_count = b->aggregation->args.count;
    if (several)
        keep_sets(b, b->aggregation, &all);
    return true;
}

/* ---- GROUPING ---- */

bool is_grouping_call(const char *name)
{
    return !strcasecmp(name, "GROUPING") || !strcasecmp(name, "GROUPING_ID") ||
        !strcasecmp(name, "GROUP_ID");
}

/* How many sets before it are the same: GROUP_ID(). */
static int64_t earlier_sets(const struct aggregation *a, size_t set)
{
    int64_t count = 0;

    for (size_t i = 0; i < set; i++)
        count += !memcmp(a->sets[i], a->sets[set], sizeof a->sets[set]);
    return count;
}

/* Bit i of a set's number: its column is absent; the first column is the highest bit. Above them
 * what tells it from equal sets. */
static int64_t number_of_set(const struct aggregation *a, size_t set)
{
    int64_t number = earlier_sets(a, set);

    for (size_t i = 0; i < a->group_count; i++)
        number = number << 1 | !a->sets[set][i];
    return number;
}

static struct texpr *make_bigint(struct binder *b, int64_t value, struct span span)
{
    struct texpr *literal =
        texpr_new(b->arena, TEXPR_LITERAL, type_simple(b->arena, TYPE_BIGINT, false), span);

    literal->integer = value;
    return literal;
}

/* The set's number: the group column behind the others. */
static struct texpr *set_number(struct binder *b, struct span span)
{
    struct texpr *input =
        texpr_new(b->arena, TEXPR_INPUT, type_simple(b->arena, TYPE_BIGINT, false), span);

    input->input = INPUT_AGGREGATE - 1;
    return input;
}

/* The arguments' bits in each set, as a CASE over the set's number. */
struct texpr *bind_grouping_call(struct binder *b, const struct ast_expr *expr,
    const char *name)
{
    struct aggregation *a = b->aggregation;
    size_t count = expr->as.call.args.count, used = 0;
    int columns[GROUP_LIMIT];
    struct texpr **parts, *result;

    if (!a || !a->used) {
        diag_error(b->diag, D_MISPLACED_AGGREGATE, expr->span, "%s needs GROUP BY", name);
        return NULL;
    }
    for (size_t i = 0; i < count && i < GROUP_LIMIT; i++) {
        size_t before = a->args.count;

        columns[i] = group_column(b, expr->as.call.args.at[i]);
        if (columns[i] >= 0 && (size_t)columns[i] >= a->group_count) {
            a->args.count = before;
            diag_error(b->diag, D_MISPLACED_AGGREGATE, expr->as.call.args.at[i]->span,
                "argument of %s must be an expression of GROUP BY", name);
            return NULL;
        }
        if (columns[i] < 0)
            return NULL;
    }
    if (!a->sets)
        return make_bigint(b, 0, expr->span);
    parts = arena_array(b->arena, 2 * a->set_count + 1, sizeof *parts);
    for (size_t s = 0; s < a->set_count; s++) {
        int64_t bits = 0;

        for (size_t i = 0; i < count; i++)
            bits = bits << 1 | !a->sets[s][columns[i]];
        if (!strcasecmp(name, "GROUP_ID"))
            bits = earlier_sets(a, s);
        if (s + 1 < a->set_count)
            parts[used++] = make_compare(b, TOP_EQ, set_number(b, expr->span),
                make_bigint(b, number_of_set(a, s), expr->span), expr->span);
        parts[used++] = make_bigint(b, bits, expr->span);
    }
    if (used == 1)
        return parts[0];
    result = texpr_new(b->arena, TEXPR_CASE, parts[1]->type, expr->span);
    result->args = parts;
    result->arg_count = used;
    return result;
}

/* ---- operators ---- */

/* The rows once for each set, with NULL where a set lacks a column, and the set's number. */
static struct rel *make_expand(struct binder *b, struct rel *input, const struct aggregation *a,
    struct span span)
{
    size_t count = input->column_count;
    struct rel *rel = rel_new(b->arena, REL_EXPAND, span, count + a->group_count + 1);

    memcpy(rel->columns, input->columns, count * sizeof *rel->columns);
    rel->inputs = arena_copy(b->arena, &input, sizeof input);
    rel->input_count = 1;
    rel->row_count = a->set_count;
    rel->rows = arena_array(b->arena, a->set_count, sizeof *rel->rows);
    for (size_t s = 0; s < a->set_count; s++) {
        rel->rows[s] = arena_array(b->arena, rel->column_count, sizeof **rel->rows);
        for (size_t i = 0; i < count; i++)
            rel->rows[s][i] = rel_input(b->arena, input, i, span);
        for (size_t g = 0; g < a->group_count; g++)
            rel->rows[s][count + g] = a->sets[s][g] ? rel_input(b->arena, input, g, span)
                : make_null(b->arena, input->columns[g].type, span);
        rel->rows[s][count + a->group_count] = make_bigint(b, number_of_set(a, s), span);
    }
    for (size_t g = 0; g < a->group_count; g++)
        rel->columns[count + g] = (struct rel_column){input->columns[g].name,
            type_with_null(b->arena, input->columns[g].type, true)};
    rel->columns[count + a->group_count] =
        (struct rel_column){"$e", type_simple(b->arena, TYPE_BIGINT, false)};
    return rel;
}

static const char *argument_name(struct binder *b, const struct rel *rel,
    const struct texpr *expr, size_t index)
{
    return expr->kind == TEXPR_INPUT ? rel->columns[expr->input].name
                                     : arena_printf(b->arena, "$f%zu", index);
}

struct rel *make_aggregate(struct binder *b, struct rel *rel, struct aggregation *a,
    struct span span)
{
    struct rel *project = rel_project(b->arena, rel, a->args.count);
    size_t first = a->sets ? a->args.count : 0, groups = a->group_count + (a->sets != NULL);
    struct rel *out = rel_new(b->arena, REL_AGGREGATE, span, groups + a->calls.count);
    size_t *group = arena_array(b->arena, groups + 1, sizeof *group);
    struct rel *input = project;

    for (size_t i = 0; i < a->args.count; i++) {
        project->exprs[i] = a->args.at[i];
        project->columns[i] = (struct rel_column){
            argument_name(b, rel, a->args.at[i], i), a->args.at[i]->type};
    }
    rel_name_apart(b->arena, project);
    if (a->sets)
        input = make_expand(b, project, a, span);
    for (size_t i = 0; i < groups; i++) {
        group[i] = first + i;
        out->columns[i] = input->columns[first + i];
        out->columns[i].type = without_time(b->arena, out->columns[i].type);
    }
    for (size_t i = 0; i < a->calls.count; i++)
        out->columns[groups + i] = (struct rel_column){a->names.at[i] ? a->names.at[i]
            : arena_printf(b->arena, "EXPR$%zu", i), a->calls.at[i].type};
    rel_name_apart(b->arena, out);
    out->group = group;
    out->group_count = groups;
    out->aggregates = a->calls.at;
    out->aggregate_count = a->calls.count;
    out->inputs = arena_copy(b->arena, &input, sizeof input);
    out->input_count = 1;
    return out;
}

/* ---- expressions over groups ---- */

static struct texpr *report_ungrouped(struct binder *b, const struct texpr *expr)
{
    const struct scope *scope = b->scope;

    for (size_t i = 0; scope && i < scope->count; i++) {
        const struct scope_table *table = &scope->tables[i];

        if (expr->input < table->first || expr->input >= table->first + table->count)
            continue;
        diag_error(b->diag, D_NOT_GROUPED, expr->span,
            "column '%s' is neither in GROUP BY nor inside of an aggregate function",
            table->columns[expr->input - table->first].name);
        return NULL;
    }
    diag_error(b->diag, D_NOT_GROUPED, expr->span,
        "this is neither in GROUP BY nor inside of an aggregate function");
    return NULL;
}

struct texpr *over_groups(struct binder *b, const struct aggregation *a,
    const struct texpr *expr)
{
    struct texpr *copy = arena_copy(b->arena, expr, sizeof *expr);

    for (size_t i = 0; i < a->group_count; i++)
        if (texpr_equal(a->args.at[i], expr)) {
            const struct type *type = without_time(b->arena, expr->type);

            copy = texpr_new(b->arena, TEXPR_INPUT,
                a->sets ? type_with_null(b->arena, type, true) : type, expr->span);
            copy->input = i;
            return copy;
        }
    if (expr->kind == TEXPR_INPUT) {
        if (expr->input < INPUT_AGGREGATE - 1)
            return report_ungrouped(b, expr);
        if (expr->input == INPUT_AGGREGATE - 1)
            copy->input = a->group_count;
        else if (expr->input < INPUT_RANK)
            copy->input += a->group_count + (a->sets != NULL) - INPUT_AGGREGATE;
        return copy;
    }
    copy->args = arena_array(b->arena, expr->arg_count + 1, sizeof *copy->args);
    for (size_t i = 0; i < expr->arg_count; i++) {
        copy->args[i] = over_groups(b, a, expr->args[i]);
        if (!copy->args[i])
            return NULL;
    }
    return texpr_fold(b->arena, copy);
}

struct rel *rel_distinct(struct arena *arena, struct rel *rel)
{
    struct rel *out = rel_new(arena, REL_AGGREGATE, rel->span, rel->column_count);
    size_t *group = arena_array(arena, rel->column_count + 1, sizeof *group);

    memcpy(out->columns, rel->columns, rel->column_count * sizeof *rel->columns);
    for (size_t i = 0; i < rel->column_count; i++) {
        group[i] = i;
        out->columns[i].type = without_time(arena, out->columns[i].type);
    }
    out->group = group;
    out->group_count = rel->column_count;
    out->inputs = arena_copy(arena, &rel, sizeof rel);
    out->input_count = 1;
    return out;
}
