/* Joins, and conditions on their way down: into joins, below them, into Top-Ns. */
#include "binder.h"

#include <string.h>

/* ---- conditions ---- */

void split_and(struct arena *arena, struct texpr *expr, struct texpr_list *parts)
{
    if (expr->kind == TEXPR_OP && expr->op == TOP_AND) {
        for (size_t i = 0; i < expr->arg_count; i++)
            split_and(arena, expr->args[i], parts);
        return;
    }
    vec_push(arena, parts, expr);
}

struct texpr *make_and(struct arena *arena, struct texpr *const *parts, size_t count)
{
    bool nullable = false;

    if (count < 2)
        return count ? parts[0] : NULL;
    for (size_t i = 0; i < count; i++)
        nullable = nullable || parts[i]->type->nullable;
    return make_op(arena, TOP_AND, type_simple(arena, TYPE_BOOLEAN, nullable), parts[0]->span,
        parts, count);
}

/* Which sides of a join an expression reads: bit 0 left, bit 1 right. */
static unsigned sides_of(const struct texpr *expr, size_t left)
{
    unsigned sides = 0;

    if (expr->kind == TEXPR_INPUT)
        return expr->input < left ? 1 : 2;
    for (size_t i = 0; i < expr->arg_count; i++)
        sides |= sides_of(expr->args[i], left);
    return sides;
}

/* Whether it is NULL as soon as one column of these sides is. */
static bool is_strict(const struct texpr *expr, size_t left, unsigned sides)
{
    bool any = false;

    if (expr->kind == TEXPR_INPUT)
        return sides & (expr->input < left ? 1u : 2u);
    if (expr->kind == TEXPR_CAST || expr->kind == TEXPR_FIELD)
        return is_strict(expr->args[0], left, sides);
    if (expr->kind != TEXPR_OP || (expr->op > TOP_NEGATE && (expr->op < TOP_EQ ||
            expr->op > TOP_GE)))
        return false;
    for (size_t i = 0; i < expr->arg_count; i++)
        any = any || is_strict(expr->args[i], left, sides);
    return any;
}

/* Whether a condition fails where the columns of these sides are NULL. */
static bool rejects_null(const struct texpr *expr, size_t left, unsigned sides)
{
    if (expr->kind == TEXPR_OP && expr->op == TOP_IS_NOT_NULL)
        return is_strict(expr->args[0], left, sides);
    return is_strict(expr, left, sides);
}

struct shift {
    struct arena *arena;
    size_t by;
};

static struct texpr *shift_down(void *context, const struct texpr *input)
{
    struct shift *shift = context;
    struct texpr *copy = arena_copy(shift->arena, input, sizeof *input);

    copy->input -= shift->by;
    return copy;
}

/* ---- filters ---- */

static bool rank_comparison(const struct texpr *expr, size_t *column, enum texpr_op *op,
    int64_t *number)
{
    static const enum texpr_op swapped[][2] = {{TOP_EQ, TOP_EQ}, {TOP_LT, TOP_GT},
        {TOP_LE, TOP_GE}, {TOP_GT, TOP_LT}, {TOP_GE, TOP_LE}};

    if (expr->kind != TEXPR_OP || expr->arg_count != 2)
        return false;
    for (size_t i = 0; i < sizeof swapped / sizeof *swapped; i++)
        for (size_t side = 0; side < 2; side++) {
            const struct texpr *input = expr->args[side], *literal = expr->args[!side];

            while (input->kind == TEXPR_CAST)
                input = input->args[0];
            if (expr->op != swapped[i][0] || input->kind != TEXPR_INPUT ||
                literal->kind != TEXPR_LITERAL || literal->is_null ||
                !type_is_integer(literal->type))
                continue;
            *column = input->input;
            *op = swapped[i][side];
            *number = (int64_t)literal->integer;
            return true;
        }
    return false;
}

static struct rel *plain_filter(struct arena *arena, struct rel *rel, struct texpr *condition)
{
    struct rel *filter = rel_new(arena, REL_FILTER, condition->span, rel->column_count);

    memcpy(filter->columns, rel->columns, rel->column_count * sizeof *rel->columns);
    filter->condition = condition;
    filter->inputs = arena_copy(arena, &rel, sizeof rel);
    filter->input_count = 1;
    return filter;
}

/* An outer join whose padded rows a filter drops anyway is less outer. */
static void simplify(struct rel *join, const struct texpr *condition, size_t left)
{
    enum rel_join kind = join->join.kind;
    bool no_right = rejects_null(condition, left, 2), no_left = rejects_null(condition, left, 1);

    if (kind == REL_JOIN_FULL && no_left)
        kind = no_right ? REL_JOIN_INNER : REL_JOIN_LEFT;
    else if (kind == REL_JOIN_FULL && no_right)
        kind = REL_JOIN_RIGHT;
    else if ((kind == REL_JOIN_LEFT && no_right) || (kind == REL_JOIN_RIGHT && no_left))
        kind = REL_JOIN_INNER;
    join->join.kind = kind;
}

static void push_input(struct binder *b, struct rel *join, size_t side, struct texpr *condition)
{
    struct shift shift = {b->arena, join->inputs[0]->column_count};

    if (side)
        condition = map_inputs(b->arena, condition, shift_down, &shift);
    join->inputs[side] = rel_filter(b, join->inputs[side], condition);
}

/* A condition over a join's result. False: it has to stay above. `join` is ours. */
static bool filter_join(struct binder *b, struct rel *join, struct texpr *condition)
{
    size_t left = join->inputs[0]->column_count;
    unsigned sides = sides_of(condition, left);
    struct texpr *both[2] = {join->join.condition, condition};

    simplify(join, condition, left);
    if (!texpr_is_deterministic(condition) || !sides)
        return false;
    if (sides == 1 && join->join.kind != REL_JOIN_RIGHT && join->join.kind != REL_JOIN_FULL)
        push_input(b, join, 0, condition);
    else if (sides == 2 &&
        (join->join.kind == REL_JOIN_INNER || join->join.kind == REL_JOIN_RIGHT))
        push_input(b, join, 1, condition);
    else if (join->join.kind == REL_JOIN_INNER)
        join->join.condition = both[0] ? make_and(b->arena, both, 2) : condition;
    else
        return false;
    return true;
}

static struct rel *filter_part(struct binder *b, struct rel *rel, struct texpr *part)
{
    size_t column;
    enum texpr_op op;
    int64_t number;
    struct rel *copy, *limited;

    if (rank_comparison(part, &column, &op, &number)) {
        limited = limit_rank(b, rel, column, op, number);
        if (limited)
            return limited;
    }
    if (rel->kind == REL_FILTER) {
        struct rel *below = filter_part(b, rel->inputs[0], part);

        if (below->kind != REL_FILTER) {
            copy = arena_copy(b->arena, rel, sizeof *rel);
            copy->inputs = arena_copy(b->arena, &below, sizeof below);
            return copy;
        }
    }
    if (rel->kind != REL_JOIN)
        return plain_filter(b->arena, rel, part);
    copy = arena_copy(b->arena, rel, sizeof *rel);
    copy->inputs = arena_copy(b->arena, rel->inputs, 2 * sizeof(struct rel *));
    return filter_join(b, copy, part) ? copy : plain_filter(b->arena, copy, part);
}

struct rel *rel_filter(struct binder *b, struct rel *rel, struct texpr *condition)
{
    struct texpr_list parts = {0};

    split_and(b->arena, condition, &parts);
    for (size_t i = 0; i < parts.count; i++)
        rel = filter_part(b, rel, parts.at[i]);
    return rel;
}

/* ---- joins ---- */

/* Rows of a regular join or of groups come in no order of event time. */
const struct type *without_time(struct arena *arena, const struct type *type)
{
    return type->attribute == ATTRIBUTE_NONE ? type
        : type_with_attribute(arena, type, ATTRIBUTE_NONE);
}

struct rel *rel_join(struct arena *arena, enum rel_join kind, struct rel *left,
    struct rel *right, struct span span)
{
    bool left_alone = kind == REL_JOIN_SEMI || kind == REL_JOIN_ANTI;
    bool pads[2] = {kind == REL_JOIN_RIGHT || kind == REL_JOIN_FULL,
        kind == REL_JOIN_LEFT || kind == REL_JOIN_FULL};
    struct rel *inputs[2] = {left, right};
    struct rel *rel = rel_new(arena, REL_JOIN, span,
        left->column_count + (left_alone ? 0 : right->column_count));
    size_t at = 0;

    for (size_t side = 0; side < (left_alone ? 1 : 2); side++)
        for (size_t i = 0; i < inputs[side]->column_count; i++) {
            rel->columns[at] = inputs[side]->columns[i];
            rel->columns[at].type = without_time(arena, rel->columns[at].type);
            if (pads[side])
                rel->columns[at].type = type_with_null(arena, rel->columns[at].type, true);
            at++;
        }
    if (!left_alone)
        rel_name_apart(arena, rel);
    rel->inputs = arena_copy(arena, inputs, sizeof inputs);
    rel->input_count = 2;
    rel->join.kind = kind;
    return rel;
}

static enum rel_join kind_of(enum join_kind kind)
{
    switch (kind) {
    case JOIN_INNER: case JOIN_CROSS: case JOIN_COMMA:
        return REL_JOIN_INNER;
    case JOIN_LEFT:
        return REL_JOIN_LEFT;
    case JOIN_RIGHT:
        return REL_JOIN_RIGHT;
    case JOIN_FULL:
        return REL_JOIN_FULL;
    case JOIN_SEMI:
        return REL_JOIN_SEMI;
    case JOIN_ANTI:
        return REL_JOIN_ANTI;
    }
    return REL_JOIN_INNER;
}

/* Both scopes side by side, with the types of the joined row. */
static void join_scopes(struct binder *b, const struct scope *left, const struct scope *right,
    const struct rel *row, size_t left_count, struct scope *out)
{
    size_t count = left->count + right->count;
    struct scope_table *tables = arena_array(b->arena, count + 1, sizeof *tables);

    for (size_t i = 0; i < count; i++) {
        struct scope_table *table = &tables[i];

        *table = i < left->count ? left->tables[i] : right->tables[i - left->count];
        if (i >= left->count)
            table->first += left_count;
        table->columns = arena_copy(b->arena, table->columns,
            table->count * sizeof *table->columns);
        for (size_t c = 0; c < table->count; c++)
            if (table->first + c < row->column_count)
                table->columns[c].type = row->columns[table->first + c].type;
    }
    *out = (struct scope){tables, count};
}

static bool check_aliases(struct binder *b, const struct scope *left, const struct scope *right)
{
    for (size_t i = 0; i < left->count; i++)
        for (size_t j = 0; j < right->count; j++)
            if (left->tables[i].alias && right->tables[j].alias &&
                !strcmp(left->tables[i].alias, right->tables[j].alias)) {
                diag_error(b->diag, D_DUPLICATE_ALIAS, right->tables[j].span,
                    "the query reads two tables as '%s': give one an alias",
                    right->tables[j].alias);
                return false;
            }
    return true;
}

/* The column of that name in one side of the joined scope; NULL: none or several. */
static struct scope_column *find_common(const struct scope *scope, size_t from, size_t to,
    const char *name, size_t *input)
{
    struct scope_column *found = NULL;

    for (size_t i = from; i < to; i++)
        for (size_t c = 0; c < scope->tables[i].count; c++) {
            struct scope_column *column = &scope->tables[i].columns[c];

            if (!column->name || strcmp(column->name, name) || column->hidden || column->merged)
                continue;
            if (found)
                return NULL;
            found = column;
            *input = scope->tables[i].first + c;
        }
    return found;
}

/* The column of a FULL JOIN that stands for both: whichever side is there. */
static struct texpr *either(struct binder *b, struct texpr **sides, struct span span)
{
    const struct type *type = type_common(b->arena, sides[0]->type, sides[1]->type);
    struct texpr *args[2];

    type = type_with_null(b->arena, type ? type : sides[0]->type, true);
    for (size_t s = 0; s < 2; s++)
        args[s] = texpr_cast(b->arena, sides[s], type);
    return make_op(b->arena, TOP_COALESCE, type, span, args, 2);
}

/* The joined row with the common columns of a FULL JOIN behind it, a table of their own. */
static struct rel *add_whole(struct binder *b, struct rel *join, const struct texpr_list *whole,
    const struct name_list *names, struct scope *scope)
{
    size_t first = join->column_count;
    struct rel *project = rel_project(b->arena, join, first + whole->count);
    struct scope_table *tables = arena_array(b->arena, scope->count + 1, sizeof *tables);
    struct scope_table *table = &tables[scope->count];

    for (size_t i = 0; i < first; i++) {
        project->exprs[i] = rel_input(b->arena, join, i, join->span);
        project->columns[i] = join->columns[i];
    }
    memcpy(tables, scope->tables, scope->count * sizeof *tables);
    *table = (struct scope_table){.first = first, .count = whole->count, .span = join->span,
        .columns = arena_array(b->arena, whole->count, sizeof *table->columns)};
    for (size_t i = 0; i < whole->count; i++) {
        project->exprs[first + i] = whole->at[i];
        project->columns[first + i] = (struct rel_column){names->at[i].text, whole->at[i]->type};
        table->columns[i] = (struct scope_column){.name = names->at[i].text,
            .type = whole->at[i]->type, .common = true};
    }
    rel_name_apart(b->arena, project);
    *scope = (struct scope){tables, scope->count + 1};
    return project;
}

/* USING and NATURAL: equal columns, which are one for who reads the join. `whole`: what they are
 * of a FULL JOIN. */
static bool join_common(struct binder *b, struct rel *join, struct scope *scope,
    size_t left_tables, const struct name_list *names, struct texpr_list *whole)
{
    struct texpr_list parts = {0};

    for (size_t i = 0; i < names->count; i++) {
        struct scope_column *columns[2];
        struct texpr *sides[2], *equal;
        size_t inputs[2];

        columns[0] = find_common(scope, 0, left_tables, names->at[i].text, &inputs[0]);
        columns[1] = find_common(scope, left_tables, scope->count, names->at[i].text, &inputs[1]);
        if (!columns[0] || !columns[1]) {
            diag_error(b->diag, D_UNKNOWN_COLUMN, names->at[i].span,
                "column '%s' of USING must be in both tables, once in each", names->at[i].text);
            return false;
        }
        for (size_t s = 0; s < 2; s++) {
            sides[s] = texpr_new(b->arena, TEXPR_INPUT, columns[s]->type, names->at[i].span);
            sides[s]->input = inputs[s];
        }
        equal = make_compare(b, TOP_EQ, sides[0], sides[1], names->at[i].span);
        if (!equal)
            return false;
        vec_push(b->arena, &parts, equal);
        columns[join->join.kind == REL_JOIN_RIGHT]->common = join->join.kind != REL_JOIN_FULL;
        columns[join->join.kind != REL_JOIN_RIGHT]->merged = true;
        if (join->join.kind == REL_JOIN_FULL) {
            columns[0]->merged = true;
            vec_push(b->arena, whole, either(b, sides, names->at[i].span));
        }
    }
    join->join.condition = make_and(b->arena, parts.at, parts.count);
    return true;
}

static struct name_list natural_names(struct binder *b, const struct scope *scope,
    size_t left_tables, struct span span)
{
    struct name_list names = {0};

    for (size_t i = 0; i < left_tables; i++)
        for (size_t c = 0; c < scope->tables[i].count; c++) {
            struct name name = {scope->tables[i].columns[c].name, span};
            size_t input;

            if (name.text && !scope->tables[i].columns[c].hidden &&
                !scope->tables[i].columns[c].merged &&
                find_common(scope, left_tables, scope->count, name.text, &input))
                vec_push(b->arena, &names, name);
        }
    return names;
}

void push_on(struct binder *b, struct rel *join)
{
    struct texpr_list parts = {0}, rest = {0};
    size_t left = join->inputs[0]->column_count;
    enum rel_join kind = join->join.kind;

    if (!join->join.condition)
        return;
    split_and(b->arena, join->join.condition, &parts);
    for (size_t i = 0; i < parts.count; i++) {
        unsigned sides = sides_of(parts.at[i], left);
        bool simple = texpr_is_deterministic(parts.at[i]);

        if (sides == 1 && simple && (kind == REL_JOIN_INNER || kind == REL_JOIN_RIGHT ||
                kind == REL_JOIN_SEMI))
            push_input(b, join, 0, parts.at[i]);
        else if (sides == 2 && simple && kind != REL_JOIN_RIGHT && kind != REL_JOIN_FULL)
            push_input(b, join, 1, parts.at[i]);
        else
            vec_push(b->arena, &rest, parts.at[i]);
    }
    join->join.condition = make_and(b->arena, rest.at, rest.count);
}

/* A condition of ON over a left side that has the values of subqueries behind its columns. */
struct widened {
    struct arena *arena;
    struct texpr **values;
    size_t left, by;
};

static struct texpr *widen_input(void *context, const struct texpr *input)
{
    struct widened *widened = context;
    struct texpr *copy;

    if (input->input >= INPUT_SUBQUERY)
        return widened->values[input->input - INPUT_SUBQUERY];
    copy = arena_copy(widened->arena, input, sizeof *input);
    if (copy->input >= widened->left)
        copy->input += widened->by;
    return copy;
}

/* Subqueries of ON become columns of the left side, which the projection above leaves out. */
static struct rel *join_subqueries(struct binder *b, struct rel *join,
    const struct pending_list *pending)
{
    size_t left = join->inputs[0]->column_count;
    struct widened widened = {.arena = b->arena, .left = left};
    struct rel *wide, *both, *project = rel_project(b->arena, join, join->column_count);

    for (size_t i = 0; i < pending->count; i++)
        if (pending->at[i].conditions.count || pending->at[i].generator) {
            diag_error(b->diag, D_UNSUPPORTED_SUBQUERY, join->join.condition->span,
                "in ON, a subquery of IN, or one that reads the query around it, is not "
                "supported: filter a side of the join with it, or the result with WHERE");
            return NULL;
        }
    wide = join_pending(b, join->inputs[0], pending, NULL, &widened.values);
    if (!wide)
        return NULL;
    widened.by = wide->column_count - left;
    both = rel_join(b->arena, join->join.kind, wide, join->inputs[1], join->span);
    both->ttl[0] = join->ttl[0];
    both->ttl[1] = join->ttl[1];
    both->join.condition =
        map_inputs(b->arena, join->join.condition, widen_input, &widened);
    push_on(b, both);
    for (size_t i = 0; i < join->column_count; i++) {
        project->exprs[i] = rel_input(b->arena, both, i < left ? i : i + widened.by, join->span);
        project->columns[i] = join->columns[i];
    }
    project->inputs = arena_copy(b->arena, &both, sizeof both);
    return project;
}

struct texpr *bind_on_condition(struct binder *b, const struct ast_expr *on,
    const struct scope *scope, const char *place, struct pending_list *pending)
{
    struct binder inner = *b;

    inner.scope = scope;
    inner.place = place;
    inner.aggregation = NULL;
    inner.rankings = NULL;
    inner.pending = pending;
    inner.correlation = NULL;
    return bind_condition(&inner, on, "condition of ON");
}

static bool bind_on(struct binder *b, const struct table_ref *ref, struct rel *join,
    struct scope *scope, size_t left_tables, struct name_list *names, struct texpr_list *whole,
    struct pending_list *pending)
{
    *names = ref->natural ? natural_names(b, scope, left_tables, ref->span) : ref->using_columns;
    if (names->count && !join_common(b, join, scope, left_tables, names, whole))
        return false;
    if (!ref->on)
        return true;
    join->join.condition = bind_on_condition(b, ref->on, scope, "ON", pending);
    return join->join.condition;
}

static const struct table_ref *unparenthesised(const struct table_ref *ref)
{
    while (ref->kind == REF_PARENS)
        ref = ref->left;
    return ref;
}

/* JOIN UNNEST(…) ON … */
static struct rel *join_unnest(struct binder *b, const struct table_ref *ref, struct rel *left,
    struct scope *scope)
{
    bool outer = ref->join == JOIN_LEFT;
    struct texpr *condition;
    struct rel *rel;

    if (ref->join != JOIN_INNER && ref->join != JOIN_CROSS && ref->join != JOIN_COMMA && !outer) {
        diag_error(b->diag, D_UNSUPPORTED_UNNEST, ref->span,
            "UNNEST in another join than CROSS, INNER and LEFT JOIN is not supported");
        return NULL;
    }
    rel = bind_unnest(b, unparenthesised(ref->right), outer, left, scope);
    if (!rel || !ref->on)
        return rel;
    condition = bind_on_condition(b, ref->on, scope, "ON of UNNEST", NULL);
    if (!condition || (condition->kind == TEXPR_LITERAL && condition->integer))
        return condition ? rel : NULL;
    if (!outer)
        return rel_filter(b, rel, condition);
    rel->unnest.condition = condition;
    return rel;
}

struct rel *bind_join(struct binder *b, const struct table_ref *ref, struct scope *scope)
{
    struct scope left = {0}, right = {0};
    struct rel *inputs[2], *join, *row;
    enum rel_join kind = kind_of(ref->join);
    struct texpr_list whole = {0};
    struct pending_list pending = {0};
    struct name_list names;

    inputs[0] = bind_from(b, ref->left, &left);
    if (inputs[0] && unparenthesised(ref->right)->kind == REF_UNNEST) {
        *scope = left;
        return join_unnest(b, ref, inputs[0], scope);
    }
    if (inputs[0] && unparenthesised(ref->right)->lateral &&
        unparenthesised(ref->right)->kind == REF_QUERY) {
        *scope = left;
        return bind_lateral(b, ref, inputs[0], scope);
    }
    inputs[1] = bind_from(b, ref->right, &right);
    if (!inputs[0] || !inputs[1] || !check_aliases(b, &left, &right))
        return NULL;
    join = rel_join(b->arena, kind, inputs[0], inputs[1], ref->span);
    join->ttl[0] = take_ttl(b, ref->left);
    join->ttl[1] = take_ttl(b, ref->right);
    row = kind == REL_JOIN_SEMI || kind == REL_JOIN_ANTI
        ? rel_join(b->arena, REL_JOIN_INNER, inputs[0], inputs[1], ref->span) : join;
    join_scopes(b, &left, &right, row, inputs[0]->column_count, scope);
    if (!bind_on(b, ref, join, scope, left.count, &names, &whole, &pending))
        return NULL;
    if (pending.count)
        join = join_subqueries(b, join, &pending);
    else
        push_on(b, join);
    if (!join)
        return NULL;
    if (whole.count)
        return add_whole(b, join, &whole, &names, scope);
    if (kind == REL_JOIN_SEMI || kind == REL_JOIN_ANTI)
        *scope = left;
    return join;
}
