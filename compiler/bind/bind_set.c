/* UNION, INTERSECT, EXCEPT. */
#include "binder.h"

#include <string.h>

static const char *operation_name(const struct ast_query *query)
{
    if (query->kind == QUERY_UNION)
        return query->all ? "UNION ALL" : "UNION";
    if (query->kind == QUERY_INTERSECT)
        return query->all ? "INTERSECT ALL" : "INTERSECT";
    return query->all ? "EXCEPT ALL" : "EXCEPT";
}

/* `rel` with its columns cast to `types`. */
static struct rel *cast_columns(struct binder *b, struct rel *rel, const struct type *const *types)
{
    struct rel *project;
    bool same = true;

    for (size_t i = 0; i < rel->column_count; i++)
        same = same && type_same(rel->columns[i].type, types[i]);
    if (same)
        return rel;
    project = rel_project(b->arena, rel, rel->column_count);
    for (size_t i = 0; i < rel->column_count; i++) {
        project->exprs[i] =
            texpr_cast(b->arena, rel_input(b->arena, rel, i, rel->span), types[i]);
        project->columns[i] =
            (struct rel_column){rel->columns[i].name, project->exprs[i]->type};
    }
    return project;
}

/* The types of the result; NULL: reported. */
static const struct type **common_types(struct binder *b, const struct ast_query *query,
    struct rel *const *sides)
{
    size_t count = sides[0]->column_count;
    const struct type **types = arena_array(b->arena, count + 1, sizeof *types);

    if (count != sides[1]->column_count) {
        diag_error(b->diag, D_COLUMN_COUNT, query->span,
            "the sides of %s have %zu and %zu columns", operation_name(query), count,
            sides[1]->column_count);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        const struct type *x = sides[0]->columns[i].type, *y = sides[1]->columns[i].type;

        types[i] = type_common(b->arena, x, y);
        if (!types[i]) {
            diag_error(b->diag, D_NO_COMMON_TYPE, query->span,
                "column %zu of %s: no common type of %s and %s", i + 1, operation_name(query),
                plain_type(b->arena, x), plain_type(b->arena, y));
            return NULL;
        }
    }
    return types;
}

static struct rel *union_all(struct binder *b, struct rel *const *sides,
    const struct type *const *types, struct span span)
{
    struct rel *rel = rel_new(b->arena, REL_UNION, span, sides[0]->column_count);
    VEC(struct rel *) inputs = {0};

    for (size_t i = 0; i < rel->column_count; i++)
        rel->columns[i] = (struct rel_column){sides[0]->columns[i].name, types[i]};
    for (size_t s = 0; s < 2; s++) {
        if (sides[s]->kind != REL_UNION)
            vec_push(b->arena, &inputs, sides[s]);
        for (size_t i = 0; sides[s]->kind == REL_UNION && i < sides[s]->input_count; i++)
            vec_push(b->arena, &inputs, sides[s]->inputs[i]);
    }
    rel->inputs = inputs.at;
    rel->input_count = inputs.count;
    return rel;
}

/* Rows of the left side that are, or are not, on the right; NULL equals NULL. */
static struct rel *join_sides(struct binder *b, enum rel_join kind, struct rel *const *sides,
    struct span span)
{
    struct rel *join = rel_join(b->arena, kind, sides[0], sides[1], span);
    const struct type *boolean = type_simple(b->arena, TYPE_BOOLEAN, false);
    struct texpr_list parts = {0};

    for (size_t i = 0; i < sides[0]->column_count; i++) {
        struct texpr *args[2] = {rel_input(b->arena, sides[0], i, span),
            rel_input(b->arena, sides[1], i, span)};

        args[1]->input += sides[0]->column_count;
        vec_push(b->arena, &parts,
            make_op(b->arena, TOP_IS_NOT_DISTINCT, boolean, span, args, 2));
    }
    join->join.condition = make_and(b->arena, parts.at, parts.count);
    return join;
}

/* The rows with a number among those that equal them: the ALL forms compare rows one by one. */
static struct rel *number_rows(struct binder *b, struct rel *rel, struct span span)
{
    size_t count = rel->column_count;
    struct rel *rank = rel_new(b->arena, REL_RANK, span, count + 1);
    size_t *partition = arena_array(b->arena, count, sizeof *partition);
    struct sort_key *order = arena_array(b->arena, 1, sizeof *order);

    memcpy(rank->columns, rel->columns, count * sizeof *rel->columns);
    rank->columns[count] =
        (struct rel_column){"w0$o0", type_simple(b->arena, TYPE_BIGINT, false)};
    for (size_t i = 0; i < count; i++)
        partition[i] = i;
    order->nulls_first = true;
    rank->rank = (struct rank){.partition = partition, .partition_count = count, .order = order,
        .order_count = 1, .from = 1, .to = INT64_MAX - 1, .with_number = true};
    rank->inputs = arena_copy(b->arena, &rel, sizeof rel);
    rank->input_count = 1;
    return rank;
}

static struct rel *without_number(struct binder *b, struct rel *rel)
{
    struct rel *project = rel_project(b->arena, rel, rel->column_count - 1);

    for (size_t i = 0; i < project->column_count; i++) {
        project->exprs[i] = rel_input(b->arena, rel, i, rel->span);
        project->columns[i] = rel->columns[i];
    }
    return project;
}

struct rel *bind_set_operation(struct binder *b, const struct ast_query *query)
{
    struct rel *sides[2] = {bind_subquery(b, query->left), bind_subquery(b, query->right)};
    const struct type **types;
    struct rel *rel;

    if (!sides[0] || !sides[1])
        return NULL;
    types = common_types(b, query, sides);
    if (!types)
        return NULL;
    for (size_t s = 0; s < 2; s++)
        sides[s] = cast_columns(b, sides[s], types);
    if (query->kind == QUERY_UNION) {
        rel = union_all(b, sides, types, query->span);
        return query->all ? rel : rel_distinct(b->arena, rel);
    }
    for (size_t i = 0; query->all && i < 2; i++)
        sides[i] = number_rows(b, sides[i], query->span);
    rel = join_sides(b, query->kind == QUERY_INTERSECT ? REL_JOIN_SEMI : REL_JOIN_ANTI, sides,
        query->span);
    return query->all ? without_number(b, rel) : rel_distinct(b->arena, rel);
}
