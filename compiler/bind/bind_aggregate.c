/* Calls of aggregate functions: which there are, their arguments and the types of their results. */
#include "binder.h"

#include <string.h>
#include <strings.h>

static const struct aggregate_name {
    const char *name;
    enum aggregate_kind kind;
    bool cardinality;
} names[] = {
    {"COUNT", AGG_COUNT, false}, {"SUM", AGG_SUM, false}, {"AVG", AGG_AVG, false},
    {"MIN", AGG_MIN, false}, {"MAX", AGG_MAX, false}, {"STDDEV_POP", AGG_STDDEV_POP, false},
    {"STDDEV_SAMP", AGG_STDDEV_SAMP, false}, {"STDDEV", AGG_STDDEV_SAMP, false},
    {"VAR_POP", AGG_VAR_POP, false}, {"VAR_SAMP", AGG_VAR_SAMP, false},
    {"VARIANCE", AGG_VAR_SAMP, false}, {"FIRST_VALUE", AGG_FIRST_VALUE, false},
    {"LAST_VALUE", AGG_LAST_VALUE, false}, {"LISTAGG", AGG_LISTAGG, false},
    {"COLLECT", AGG_COLLECT, false}, {"ARRAY_AGG", AGG_ARRAY_AGG, false},
    {"SINGLE_VALUE", AGG_SINGLE_VALUE, false}, {"BITMAP_BUILD_AGG", AGG_BITMAP_BUILD, false},
    {"BITMAP_AND_AGG", AGG_BITMAP_AND, false}, {"BITMAP_OR_AGG", AGG_BITMAP_OR, false},
    {"BITMAP_XOR_AGG", AGG_BITMAP_XOR, false},
    {"BITMAP_BUILD_CARDINALITY_AGG", AGG_BITMAP_BUILD, true},
    {"BITMAP_AND_CARDINALITY_AGG", AGG_BITMAP_AND, true},
    {"BITMAP_OR_CARDINALITY_AGG", AGG_BITMAP_OR, true},
    {"BITMAP_XOR_CARDINALITY_AGG", AGG_BITMAP_XOR, true}, {"PERCENTILE", AGG_PERCENTILE, false},
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
    case AGG_VAR_SAMP: case AGG_PERCENTILE:
        return type_is_numeric(type);
    case AGG_BITMAP_BUILD:
        return type_is_integer(type) && type->kind <= TYPE_INT;
    case AGG_BITMAP_AND: case AGG_BITMAP_OR: case AGG_BITMAP_XOR:
        return type->kind == TYPE_BITMAP;
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
static const struct type *result_type(struct arena *arena, const struct aggregate *aggregate,
    const struct type *type, bool nullable)
{
    switch (aggregate->kind) {
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
    case AGG_BITMAP_BUILD: case AGG_BITMAP_AND: case AGG_BITMAP_OR: case AGG_BITMAP_XOR:
        return type_simple(arena, aggregate->cardinality ? TYPE_BIGINT : TYPE_BITMAP, true);
    case AGG_PERCENTILE:
        type = type_simple(arena, TYPE_DOUBLE, true);
        return aggregate->is_list ? type_array(arena, type, true) : type;
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
        a->cardinality == b->cardinality && a->is_list == b->is_list &&
        a->share_count == b->share_count &&
        (!a->share_count || !memcmp(a->shares, b->shares, a->share_count * sizeof *a->shares)) &&
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

/* A share of PERCENTILE: a constant from 0 to 1. */
static bool share_of(struct binder *b, const struct texpr *expr, double *share)
{
    struct texpr *number = texpr_cast(b->arena, (struct texpr *)(uintptr_t)expr,
        type_simple(b->arena, TYPE_DOUBLE, false));

    if (type_is_numeric(expr->type) && number->kind == TEXPR_LITERAL && !number->is_null &&
        number->real >= 0 && number->real <= 1) {
        *share = number->real;
        return true;
    }
    diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span,
        "PERCENTILE takes a constant from 0 to 1 as its second argument, or an array of them");
    return false;
}

static bool bind_shares(struct binder *b, struct binder *inner, const struct ast_expr *ast,
    struct aggregate *aggregate)
{
    struct texpr *expr = bind_expr(inner, ast);
    double *shares;

    if (!expr)
        return false;
    aggregate->is_list = expr->kind == TEXPR_ARRAY;
    aggregate->share_count = aggregate->is_list ? expr->arg_count : 1;
    shares = arena_array(b->arena, aggregate->share_count, sizeof *shares);
    for (size_t i = 0; i < aggregate->share_count; i++)
        if (!share_of(b, aggregate->is_list ? expr->args[i] : expr, &shares[i]))
            return false;
    aggregate->shares = shares;
    return true;
}

/* How often a value of PERCENTILE counts. */
static bool bind_frequency(struct binder *b, struct binder *inner, const struct ast_expr *ast,
    struct aggregate *aggregate)
{
    struct texpr *frequency = bind_expr(inner, ast);

    if (!frequency)
        return false;
    if (!type_is_integer(frequency->type)) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, frequency->span,
            "the third argument of PERCENTILE must be a whole number, not %s",
            plain_type(b->arena, frequency->type));
        return false;
    }
    aggregate->args[aggregate->arg_count++] = argument_column(b, frequency);
    return true;
}

/* The arguments behind the first one. */
static bool bind_further(struct binder *b, struct binder *inner, const struct ast_expr *expr,
    struct aggregate *aggregate)
{
    size_t count = expr->as.call.args.count;

    if (aggregate->kind == AGG_LISTAGG)
        return count < 2 || bind_separator(b, expr, aggregate);
    return aggregate->kind != AGG_PERCENTILE || count < 3 ||
        bind_frequency(b, inner, expr->as.call.args.at[2], aggregate);
}

/* False: reported. */
static bool check_arguments(struct binder *b, const struct ast_expr *expr, const char *name,
    enum aggregate_kind kind)
{
    size_t count = expr->as.call.args.count;
    size_t fewest = kind == AGG_PERCENTILE ? 2 : 1;
    size_t most = kind == AGG_PERCENTILE ? 3 : kind == AGG_LISTAGG ? 2 : 1;

    if (expr->as.call.star && kind != AGG_COUNT)
        return refuse(b, expr->span, name, "does not take *");
    if (expr->as.call.star && !expr->as.call.distinct)
        return true;
    if (count < fewest || count > most)
        return refuse(b, expr->span, name, kind == AGG_COUNT ? "takes one argument, or *"
            : most == 1 ? "takes one argument" : most == 2 ? "takes one or two arguments"
                                                           : "takes two or three arguments");
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
    aggregate->type = result_type(b->arena, aggregate, without_time(b->arena, arg->type),
        nullable);
    aggregate->args[0] = argument_column(b, arg);
    aggregate->arg_count = 1;
    return true;
}

static const struct aggregate_name *find_aggregate(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcasecmp(names[i].name, name))
            return &names[i];
    return NULL;
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
    const struct aggregate_name *known = find_aggregate(name);
    struct binder inner = inside_of(b);

    if (function_needs_over(name)) {
        diag_error(b->diag, D_MISPLACED_AGGREGATE, expr->span, "%s needs an OVER clause", name);
        return NULL;
    }
    if (!known) {
        diag_error(b->diag, D_UNSUPPORTED_AGGREGATE, expr->span,
            "aggregate function %s is not supported yet", name);
        return NULL;
    }
    aggregate.kind = known->kind;
    aggregate.cardinality = known->cardinality;
    if (!check_arguments(b, expr, name, aggregate.kind) ||
        !bind_filter(b, &inner, expr->as.call.filter, &aggregate))
        return NULL;
    if (expr->as.call.star) {
        aggregate.kind = AGG_COUNT_STAR;
        aggregate.type = result_type(b->arena, &aggregate, NULL, false);
        return add_call(b, &aggregate);
    }
    if (aggregate.kind == AGG_LISTAGG)
        aggregate.separator = str_of(",");
    if ((aggregate.kind == AGG_PERCENTILE &&
            !bind_shares(b, &inner, expr->as.call.args.at[1], &aggregate)) ||
        !bind_argument(b, &inner, expr, name, &aggregate) ||
        !bind_further(b, &inner, expr, &aggregate))
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
    if (parts[0] && parts[0]->type->nullable)
        parts[0] = or_text(b, parts[0], "null"); /* No name: the object is refused. */
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
