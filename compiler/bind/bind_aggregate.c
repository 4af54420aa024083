/* Calls of aggregate functions: which there are, their arguments and the types of their results. */
#include "binder.h"

#include <string.h>
#include <strings.h>

static const struct {
    const char *name;
    enum aggregate_kind kind;
} names[] = {
    {"COUNT", AGG_COUNT}, {"SUM", AGG_SUM}, {"AVG", AGG_AVG}, {"MIN", AGG_MIN}, {"MAX", AGG_MAX},
    {"STDDEV_POP", AGG_STDDEV_POP}, {"STDDEV_SAMP", AGG_STDDEV_SAMP}, {"STDDEV", AGG_STDDEV_SAMP},
    {"VAR_POP", AGG_VAR_POP}, {"VAR_SAMP", AGG_VAR_SAMP}, {"VARIANCE", AGG_VAR_SAMP},
    {"FIRST_VALUE", AGG_FIRST_VALUE}, {"LAST_VALUE", AGG_LAST_VALUE}, {"LISTAGG", AGG_LISTAGG},
    {"COLLECT", AGG_COLLECT}, {"ARRAY_AGG", AGG_ARRAY_AGG}, {"SINGLE_VALUE", AGG_SINGLE_VALUE},
};

static struct texpr *refuse(struct binder *b, struct span span, const char *name, const char *why)
{
    diag_error(b->diag, D_FUNCTION_ARGUMENTS, span, "%s %s", name, why);
    return NULL;
}

/* ---- types ---- */

static bool is_comparable(const struct type *type)
{
    return type_is_numeric(type) || type_is_text(type) || type_is_datetime(type) ||
        type_is_interval(type) || type->kind == TYPE_BOOLEAN;
}

/* Whether the function takes an argument of this type. */
static bool takes(enum aggregate_kind kind, const struct type *type)
{
    switch (kind) {
    case AGG_SUM: case AGG_AVG: case AGG_STDDEV_POP: case AGG_STDDEV_SAMP: case AGG_VAR_POP:
    case AGG_VAR_SAMP:
        return type_is_numeric(type);
    case AGG_MIN: case AGG_MAX:
        return is_comparable(type);
    case AGG_LISTAGG:
        return type_is_text(type);
    case AGG_COUNT_STAR: case AGG_COUNT: case AGG_FIRST_VALUE: case AGG_LAST_VALUE:
    case AGG_COLLECT: case AGG_ARRAY_AGG:
    case AGG_SINGLE_VALUE:
        return type->kind != TYPE_NULL;
    }
    return false;
}

/* As Flink's type system; `nullable`: the result may be NULL of no rows, or of NULLs alone. */
static const struct type *result_type(struct arena *arena, enum aggregate_kind kind,
    const struct type *type, bool nullable)
{
    switch (kind) {
    case AGG_COUNT_STAR: case AGG_COUNT:
        return type_simple(arena, TYPE_BIGINT, false);
    case AGG_SUM:
        return type->kind == TYPE_DECIMAL ? type_decimal(arena, 38, type->scale, nullable)
                                          : type_with_null(arena, type, nullable);
    case AGG_AVG: case AGG_STDDEV_POP: case AGG_STDDEV_SAMP: case AGG_VAR_POP: case AGG_VAR_SAMP:
        return type->kind == TYPE_DECIMAL
            ? type_decimal(arena, 38, type->scale > 6 ? type->scale : 6, nullable)
            : type_with_null(arena, type, nullable);
    case AGG_MIN: case AGG_MAX: case AGG_FIRST_VALUE: case AGG_LAST_VALUE: case AGG_LISTAGG:
    case AGG_SINGLE_VALUE:
        return type_with_null(arena, type, nullable);
    case AGG_COLLECT:
        return type_multiset(arena, type, false);
    case AGG_ARRAY_AGG:
        return type_array(arena, type, false);
    }
    return type;
}

/* ---- calls ---- */

/* The column below that holds `expr`. */
static size_t argument_column(struct binder *b, struct texpr *expr)
{
    struct texpr_list *args = &b->aggregation->args;

    for (size_t i = 0; i < args->count; i++)
        if (texpr_equal(args->at[i], expr) && texpr_is_deterministic(expr))
            return i;
    vec_push(b->arena, args, expr);
    return args->count - 1;
}

static bool same_aggregate(const struct aggregate *a, const struct aggregate *b)
{
    return a->kind == b->kind && a->arg_count == b->arg_count && a->filter == b->filter &&
        a->distinct == b->distinct && a->nulls_absent == b->nulls_absent &&
        !memcmp(a->args, b->args, a->arg_count * sizeof *a->args) &&
        str_equal(a->separator, b->separator);
}

static struct texpr *add_call(struct binder *b, const struct aggregate *aggregate)
{
    struct aggregation *all = b->aggregation;
    size_t index = 0;
    struct texpr *input;

    all->used = true;
    while (index < all->calls.count && !same_aggregate(&all->calls.at[index], aggregate))
        index++;
    if (index == all->calls.count) {
        vec_push(b->arena, &all->calls, *aggregate);
        vec_push(b->arena, &all->names, NULL);
    }
    input = texpr_new(b->arena, TEXPR_INPUT, aggregate->type, aggregate->span);
    input->input = INPUT_AGGREGATE + index;
    return input;
}

/* Inside of an aggregate's arguments: rows of FROM, and no further aggregates. */
static struct binder inside_of(struct binder *b)
{
    struct binder inner = *b;

    inner.aggregation = NULL;
    inner.rankings = NULL;
    inner.pending = &b->aggregation->below;
    inner.place = "an aggregate function";
    return inner;
}

static bool bind_filter(struct binder *b, struct binder *inner, const struct ast_expr *ast,
    struct aggregate *aggregate)
{
    struct texpr *filter;

    aggregate->filter = -1;
    if (!ast)
        return true;
    filter = bind_condition(inner, ast, "condition of FILTER");
    if (!filter)
        return false;
    if (filter->type->nullable)
        filter = make_op(b->arena, TOP_IS_TRUE, type_simple(b->arena, TYPE_BOOLEAN, false),
            ast->span, &filter, 1);
    aggregate->filter = (int)argument_column(b, filter);
    return true;
}

/* The separator of LISTAGG: a literal. */
static bool bind_separator(struct binder *b, const struct ast_expr *expr,
    struct aggregate *aggregate)
{
    const struct ast_expr *ast = expr->as.call.args.at[1];

    if (ast->kind != EXPR_LITERAL || ast->as.literal.kind != LITERAL_STRING) {
        refuse(b, ast->span, "LISTAGG", "takes a literal of text as separator");
        return false;
    }
    aggregate->separator = ast->as.literal.text;
    return true;
}

/* False: reported. */
static bool check_arguments(struct binder *b, const struct ast_expr *expr, const char *name,
    enum aggregate_kind kind)
{
    size_t count = expr->as.call.args.count;
    size_t most = kind == AGG_LISTAGG ? 2 : 1;

    if (expr->as.call.star && kind != AGG_COUNT)
        return refuse(b, expr->span, name, "does not take *");
    if (expr->as.call.star && !expr->as.call.distinct)
        return true;
    if (count < 1 || count > most)
        return refuse(b, expr->span, name, kind == AGG_COUNT ? "takes one argument, or *"
            : most == 1 ? "takes one argument" : "takes one or two arguments");
    if (expr->as.call.within_group.count || expr->as.call.order_by.count) {
        diag_error(b->diag, D_UNSUPPORTED_AGGREGATE, expr->span,
            "%s with an order of its rows is not supported yet", name);
        return false;
    }
    return true;
}

static bool bind_argument(struct binder *b, struct binder *inner, const struct ast_expr *expr,
    const char *name, struct aggregate *aggregate)
{
    struct texpr *arg = bind_expr(inner, expr->as.call.args.at[0]);
    bool nullable;

    if (!arg)
        return false;
    if (!takes(aggregate->kind, arg->type)) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span,
            "%s cannot be applied to arguments (%s)", name, plain_type(b->arena, arg->type));
        return false;
    }
    nullable = arg->type->nullable || !b->aggregation->group_count || aggregate->filter >= 0;
    aggregate->type = result_type(b->arena, aggregate->kind,
        without_time(b->arena, arg->type), nullable);
    aggregate->args[0] = argument_column(b, arg);
    aggregate->arg_count = 1;
    return true;
}

static bool is_aggregate_known(const char *name, enum aggregate_kind *kind)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcasecmp(names[i].name, name)) {
            *kind = names[i].kind;
            return true;
        }
    return false;
}

bool function_needs_over(const char *name)
{
    static const char *const over[] = {"ROW_NUMBER", "RANK", "DENSE_RANK", "NTILE", "LAG", "LEAD",
        "PERCENT_RANK", "CUME_DIST"};

    for (size_t i = 0; i < sizeof over / sizeof *over; i++)
        if (!strcasecmp(over[i], name))
            return true;
    return false;
}

struct texpr *bind_aggregate_call(struct binder *b, const struct ast_expr *expr,
    const char *name)
{
    struct aggregate aggregate = {.span = expr->span, .distinct = expr->as.call.distinct};
    struct binder inner = inside_of(b);

    if (function_needs_over(name)) {
        diag_error(b->diag, D_MISPLACED_AGGREGATE, expr->span, "%s needs an OVER clause", name);
        return NULL;
    }
    if (!is_aggregate_known(name, &aggregate.kind)) {
        diag_error(b->diag, D_UNSUPPORTED_AGGREGATE, expr->span,
            "aggregate function %s is not supported yet", name);
        return NULL;
    }
    if (!check_arguments(b, expr, name, aggregate.kind) ||
        !bind_filter(b, &inner, expr->as.call.filter, &aggregate))
        return NULL;
    if (expr->as.call.star) {
        aggregate.kind = AGG_COUNT_STAR;
        aggregate.type = result_type(b->arena, AGG_COUNT, NULL, false);
        return add_call(b, &aggregate);
    }
    if (!bind_argument(b, &inner, expr, name, &aggregate))
        return NULL;
    if (aggregate.kind == AGG_LISTAGG)
        aggregate.separator = str_of(",");
    if (expr->as.call.args.count == 2 && !bind_separator(b, expr, &aggregate))
        return NULL;
    aggregate.nulls_absent =
        aggregate.kind == AGG_ARRAY_AGG && expr->as.call.nulls == IGNORE_NULLS;
    if (aggregate.kind == AGG_MIN || aggregate.kind == AGG_MAX)
        aggregate.distinct = false;
    return add_call(b, &aggregate);
}

/* ---- JSON_OBJECTAGG, JSON_ARRAYAGG: the texts of their values, listed ---- */

static struct texpr *text_literal(struct binder *b, const char *text, struct span span)
{
    struct texpr *literal = texpr_new(b->arena, TEXPR_LITERAL, type_string(b->arena, false), span);

    literal->text = str_of(text);
    return literal;
}

static struct texpr *concat(struct binder *b, struct texpr **parts, size_t count, struct span span)
{
    return bind_named_call(b, "CONCAT", span, parts, count, span);
}

static struct texpr *or_text(struct binder *b, struct texpr *expr, const char *otherwise)
{
    struct texpr *parts[2] = {texpr_cast(b->arena, expr, type_string(b->arena, true)),
        text_literal(b, otherwise, expr->span)};

    return make_op(b->arena, TOP_COALESCE, type_string(b->arena, false), expr->span, parts, 2);
}

/* A value as JSON; what JSON functions made stays as it is. NULL: reported. */
static struct texpr *json_text(struct binder *b, const struct ast_expr *ast)
{
    struct texpr *value = bind_expr(b, ast);

    if (!value || (ast->kind == EXPR_JSON && (!strcmp(ast->as.json.function, "JSON_OBJECT") ||
            !strcmp(ast->as.json.function, "JSON_ARRAY"))))
        return value;
    return bind_named_call(b, "JSON_STRING", ast->span, &value, 1, ast->span);
}

/* "key":value; NULL: reported. */
static struct texpr *json_member(struct binder *b, const struct ast_expr *key, struct texpr *value)
{
    struct texpr *name = bind_expr(b, key), *parts[3];

    if (!name)
        return NULL;
    if (!type_is_text(name->type)) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, name->span,
            "JSON_OBJECTAGG takes text as the name of a member, not %s",
            plain_type(b->arena, name->type));
        return NULL;
    }
    parts[0] = json_text(b, key);
    parts[1] = text_literal(b, ":", key->span);
    parts[2] = value;
    return parts[0] ? concat(b, parts, 3, key->span) : NULL;
}

struct texpr *bind_json_aggregate(struct binder *b, const struct ast_expr *expr)
{
    bool object = !strcmp(expr->as.json.function, "JSON_OBJECTAGG");
    struct aggregate aggregate = {.span = expr->span, .filter = -1, .kind = AGG_LISTAGG,
        .type = type_string(b->arena, true), .arg_count = 1, .separator = str_of(",")};
    bool absent = object ? expr->as.json.clauses.null_clause == JSON_ABSENT_ON_NULL
                         : expr->as.json.clauses.null_clause != JSON_NULL_ON_NULL;
    struct texpr *value, *parts[3];
    struct binder inner;

    if (!b->aggregation) {
        diag_error(b->diag, D_MISPLACED_AGGREGATE, expr->span,
            "aggregate function %s is not allowed in %s", expr->as.json.function, b->place);
        return NULL;
    }
    inner = inside_of(b);
    value = json_text(&inner, expr->as.json.args.at[object]);
    if (value && !absent)
        value = or_text(b, value, "null");
    if (value && object)
        value = json_member(&inner, expr->as.json.args.at[0], value);
    if (!value)
        return NULL;
    aggregate.args[0] = argument_column(b, value);
    parts[0] = text_literal(b, object ? "{" : "[", expr->span);
    parts[1] = or_text(b, add_call(b, &aggregate), "");
    parts[2] = text_literal(b, object ? "}" : "]", expr->span);
    value = concat(b, parts, 3, expr->span);
    if (value && object)
        value = bind_named_call(b, "{ }", expr->span, &value, 1, expr->span);
    if (!value)
        return NULL;
    /* The length that Flink declares; nothing is cut. */
    value = arena_copy(b->arena, value, sizeof *value);
    value->type = type_sized(b->arena, TYPE_VARCHAR, 2000, false);
    return value;
}
