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
    if (query->all) {
        diag_error(b->diag, D_UNSUPPORTED_SET_OPERATION, query->span, "%s is not supported yet",
            operation_name(query));
        return NULL;
    }
    rel = join_sides(b, query->kind == QUERY_INTERSECT ? REL_JOIN_SEMI : REL_JOIN_ANTI, sides,
        query->span);
    return rel_distinct(b->arena, rel);
}
