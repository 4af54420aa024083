/* Calls: functions of functions.def, and those that are not plain functions. */
#include "binder.h"

#include <string.h>
#include <strings.h>

struct texpr *bind_named_call(struct binder *b, const char *name, struct span name_span,
    struct texpr **args, size_t count, struct span span)
{
    const struct type *type;
    const struct function *function = function_resolve(b->catalog,
        (struct name){name, name_span}, args, count, span, &type);
    struct texpr *call;

    if (!function)
        return NULL;
    call = texpr_new(b->arena, TEXPR_CALL, type, span);
    call->function = function;
    call->args = arena_copy(b->arena, args, count * sizeof *args);
    call->arg_count = count;
    return call;
}

/* ---- special forms; args are bound ---- */

struct texpr *make_case_of(struct binder *b, const struct ast_expr *expr, struct texpr **args,
    size_t count)
{
    struct texpr *result = texpr_new(b->arena, TEXPR_CASE, args[count - 1]->type, expr->span);
    bool nullable = args[count - 1]->type->nullable;

    for (size_t i = 1; i < count; i += 2)
        nullable = nullable || args[i]->type->nullable;
    result->type = type_with_null(b->arena, args[count - 1]->type, nullable);
    result->args = arena_copy(b->arena, args, count * sizeof *args);
    result->arg_count = count;
    return texpr_fold(b->arena, result);
}

static struct texpr *form_coalesce(struct binder *b, const struct ast_expr *expr,
    struct texpr **args, size_t count)
{
    bool nullable = true;

    if (!bind_common(b, args, count, expr->as.call.name.parts.at[0].text, expr->span))
        return NULL;
    for (size_t i = 0; i < count; i++)
        nullable = nullable && args[i]->type->nullable;
    return make_op(b->arena, TOP_COALESCE, type_with_null(b->arena, args[0]->type, nullable),
        expr->span, args, count);
}

static struct texpr *form_if(struct binder *b, const struct ast_expr *expr, struct texpr **args,
    size_t count)
{
    if (args[0]->type->kind == TYPE_NULL)
        args[0] = make_null(b->arena, type_simple(b->arena, TYPE_BOOLEAN, true), args[0]->span);
    if (args[0]->type->kind != TYPE_BOOLEAN) {
        diag_error(b->diag, D_NOT_BOOLEAN, args[0]->span,
            "condition of IF must be BOOLEAN, not %s",
            plain_type(b->arena, args[0]->type));
        return NULL;
    }
    if (!bind_common(b, args + 1, 2, "IF", expr->span))
        return NULL;
    return make_case_of(b, expr, args, count);
}

static struct texpr *form_nullif(struct binder *b, const struct ast_expr *expr,
    struct texpr **args, size_t count)
{
    struct texpr *parts[3];

    (void)count;
    parts[0] = make_compare(b, TOP_EQ, args[0], args[1], expr->span);
    if (!parts[0])
        return NULL;
    parts[1] = make_null(b->arena, args[0]->type, expr->span);
    parts[2] = args[0];
    return make_case_of(b, expr, parts, 3);
}

/* NOT (a >= 0 OR a < 0) */
static struct texpr *make_is_nan(struct binder *b, struct texpr *arg, struct span span)
{
    struct texpr *zero = texpr_new(b->arena, TEXPR_LITERAL, type_with_null(b->arena, arg->type,
        false), span);
    struct texpr *args[2] = {make_compare(b, TOP_GE, arg, zero, span),
        make_compare(b, TOP_LT, arg, zero, span)};

    return make_not(b->arena, make_op(b->arena, TOP_OR, args[0]->type, span, args, 2), span);
}

/* Whether `x` is at least (TOP_GE) or at most (TOP_LE) `y`, NaN being above all. */
static struct texpr *make_beats(struct binder *b, enum texpr_op op, struct texpr *x,
    struct texpr *y, struct span span)
{
    struct texpr *args[2] = {make_compare(b, op, x, y, span), NULL};

    if (!args[0] || !type_is_approximate(x->type))
        return args[0];
    args[1] = make_is_nan(b, op == TOP_GE ? x : y, span);
    return make_op(b->arena, TOP_OR, args[0]->type, span, args, 2);
}

/* CASE WHEN a IS NULL OR b IS NULL THEN NULL WHEN a >= b AND a >= c THEN a WHEN b >= c … */
static struct texpr *form_extreme(struct binder *b, const struct ast_expr *expr,
    struct texpr **args, size_t count)
{
    const char *name = expr->as.call.name.parts.at[0].text;
    enum texpr_op op = strcasecmp(name, "GREATEST") ? TOP_LE : TOP_GE;
    struct texpr **parts = arena_array(b->arena, 2 * count + 2, sizeof *parts);
    struct texpr **tests = arena_array(b->arena, count + 1, sizeof *tests);
    const struct type *boolean = type_simple(b->arena, TYPE_BOOLEAN, false);
    size_t used = 0, test_count = 0;

    if (!bind_common(b, args, count, name, expr->span))
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (args[i]->type->nullable)
            tests[test_count++] = make_op(b->arena, TOP_IS_NULL, boolean, expr->span, &args[i], 1);
    if (test_count) {
        parts[used++] = test_count == 1 ? tests[0]
            : make_op(b->arena, TOP_OR, boolean, expr->span, tests, test_count);
        parts[used++] = make_null(b->arena, args[0]->type, expr->span);
    }
    for (size_t i = 0; i + 1 < count; i++) {
        bool nullable = false;

        test_count = 0;
        for (size_t j = i + 1; j < count; j++) {
            tests[test_count] = make_beats(b, op, args[i], args[j], expr->span);
            if (!tests[test_count])
                return NULL;
            nullable = nullable || tests[test_count++]->type->nullable;
        }
        parts[used++] = test_count == 1 ? tests[0]
            : make_op(b->arena, TOP_AND, type_with_null(b->arena, boolean, nullable), expr->span,
                tests, test_count);
        parts[used++] = args[i];
    }
    parts[used++] = args[count - 1];
    return used == 1 ? args[0] : make_case_of(b, expr, parts, used);
}

static struct texpr *form_mod(struct binder *b, const struct ast_expr *expr, struct texpr **args,
    size_t count)
{
    (void)count;
    for (size_t i = 0; i < 2; i++)
        if (args[i]->type->kind != TYPE_NULL && !type_is_exact(args[i]->type)) {
            diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span,
                "MOD cannot be applied to %s: it takes whole numbers and DECIMAL",
                plain_type(b->arena, args[i]->type));
            return NULL;
        }
    return make_arithmetic(b, TOP_MODULO, args[0], args[1], expr->span);
}

static bool is_constant(const struct texpr *expr)
{
    if (expr->kind == TEXPR_INPUT || (expr->kind == TEXPR_LITERAL && expr->is_null))
        return false;
    for (size_t i = 0; i < expr->arg_count; i++)
        if (!is_constant(expr->args[i]))
            return false;
    return true;
}

/* Whether a comparison of something volatile with a constant cannot be NULL: Flink has computed the
 * constant by then. */
static bool is_settled(const struct texpr *expr)
{
    bool settled = false;

    if (expr->kind != TEXPR_OP || expr->op < TOP_EQ || expr->op > TOP_GE)
        return false;
    for (size_t i = 0; i < 2; i++) {
        const struct texpr *a = expr->args[i], *b = expr->args[1 - i];

        settled = settled || (!texpr_is_deterministic(a) && !a->type->nullable &&
            b->kind == TEXPR_CALL && texpr_is_deterministic(b) && is_constant(b));
    }
    return settled;
}

static struct texpr *form_typeof(struct binder *b, const struct ast_expr *expr,
    struct texpr **args, size_t count)
{
    struct text text = {.arena = b->arena};
    struct texpr *literal =
        texpr_new(b->arena, TEXPR_LITERAL, type_string(b->arena, true), expr->span);

    (void)count;
    type_print_summary(&text, args[0]->type);
    if (!args[0]->type->nullable || is_settled(args[0]))
        text_add(&text, " NOT NULL");
    literal->text = (struct str){text_chars(&text), text.size};
    return literal;
}

static struct texpr *form_database(struct binder *b, const struct ast_expr *expr,
    struct texpr **args, size_t count)
{
    struct texpr *literal =
        texpr_new(b->arena, TEXPR_LITERAL, type_string(b->arena, false), expr->span);

    (void)args;
    (void)count;
    literal->text = str_of(b->catalog->current_database);
    return literal;
}

static const struct {
    const char *name;
    size_t least, most;
    special_form *bind;
} forms[] = {
    {"COALESCE", 1, SIZE_MAX, form_coalesce}, {"IFNULL", 2, 2, form_coalesce},
    {"IF", 3, 3, form_if}, {"NULLIF", 2, 2, form_nullif},
    {"GREATEST", 1, 64, form_extreme}, {"LEAST", 1, 64, form_extreme},
    {"MOD", 2, 2, form_mod}, {"TYPEOF", 1, 1, form_typeof},
    {"OBJECT_OF", 1, SIZE_MAX, form_object_of}, {"OBJECT_UPDATE", 1, SIZE_MAX, form_object_update},
    {"CURRENT_DATABASE", 0, 0, form_database},
};

static struct texpr *bind_form(struct binder *b, const struct ast_expr *expr, size_t form,
    struct texpr **args, size_t count)
{
    if (count >= forms[form].least && count <= forms[form].most)
        return forms[form].bind(b, expr, args, count);
    if (forms[form].least == forms[form].most)
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span, "%s takes %zu argument%s, not %zu",
            forms[form].name, forms[form].least, forms[form].least == 1 ? "" : "s", count);
    else
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span,
            "%s takes at least %zu argument%s, not %zu", forms[form].name, forms[form].least,
            forms[form].least == 1 ? "" : "s", count);
    return NULL;
}

/* YEAR(x) is EXTRACT(YEAR FROM x). */
static const struct {
    const char *name;
    enum time_unit unit;
} extracts[] = {
    {"YEAR", UNIT_YEAR}, {"QUARTER", UNIT_QUARTER}, {"MONTH", UNIT_MONTH}, {"WEEK", UNIT_WEEK},
    {"DAYOFYEAR", UNIT_DOY}, {"DAYOFMONTH", UNIT_DAY}, {"DAYOFWEEK", UNIT_DOW},
    {"HOUR", UNIT_HOUR}, {"MINUTE", UNIT_MINUTE}, {"SECOND", UNIT_SECOND},
};

static struct texpr *bind_extract(struct binder *b, const struct ast_expr *expr, size_t number,
    struct texpr *const *args, size_t count)
{
    struct ast_expr *inner;

    if (count != 1) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span, "%s takes 1 argument, not %zu",
            extracts[number].name, count);
        return NULL;
    }
    if (!type_is_datetime(args[0]->type) && !type_is_interval(args[0]->type) &&
        args[0]->type->kind != TYPE_NULL) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span,
            "%s cannot be applied to arguments (%s)", extracts[number].name,
            plain_type(b->arena, args[0]->type));
        return NULL;
    }
    inner = NEW(b->arena, struct ast_expr);
    *inner = (struct ast_expr){.kind = EXPR_EXTRACT, .span = expr->span};
    inner->as.unit.unit = extracts[number].unit;
    inner->as.unit.operand = expr->as.call.args.at[0];
    return bind_expr(b, inner);
}

/* FLOOR and CEIL of a whole number are itself; ROUND(x) and TRUNCATE(x) are to 0 digits. */
static struct texpr *bind_ordinary(struct binder *b, const struct ast_expr *expr, const char *name,
    struct texpr **args, size_t count)
{
    struct texpr *call;
    bool whole = !strcasecmp(name, "FLOOR") || !strcasecmp(name, "CEIL") ||
        !strcasecmp(name, "CEILING");

    if (whole && count == 1 && type_is_integer(args[0]->type))
        return args[0];
    if (!strcasecmp(name, "CEILING"))
        name = "CEIL";
    /* IS_DIGIT(5): of the number's text. */
    if (!strncasecmp(name, "IS_", 3) && count == 1 && type_is_numeric(args[0]->type))
        args[0] = texpr_cast(b->arena, args[0], type_string(b->arena, true));
    if (count == 1 && (!strcasecmp(name, "ROUND") || !strcasecmp(name, "TRUNCATE"))) {
        args[1] = texpr_new(b->arena, TEXPR_LITERAL, type_simple(b->arena, TYPE_INT, false),
            expr->span);
        count = 2;
    }
    call = bind_named_call(b, name, expr->as.call.name.span, args, count, expr->span);
    if (call && !strcasecmp(name, "PROCTIME"))
        call->type = type_with_attribute(b->arena, call->type, ATTRIBUTE_PROCTIME);
    /* IS_DIGIT(NULL) is FALSE. */
    if (call && !strncasecmp(name, "IS_", 3) && call->type->nullable) {
        struct texpr *parts[] = {call, make_boolean(b->arena, false, expr->span)};

        call = make_op(b->arena, TOP_COALESCE, parts[1]->type, expr->span, parts, 2);
    }
    return call;
}

/* What is no scalar function; true: reported. */
static bool refuse_call(struct binder *b, const struct ast_expr *expr, const char *name)
{
    struct span span = expr->span;

    if (function_is_aggregate(name)) {
        if (function_needs_over(name))
            diag_error(b->diag, D_MISPLACED_AGGREGATE, span, "%s needs an OVER clause", name);
        else
            diag_error(b->diag, D_MISPLACED_AGGREGATE, span,
                "aggregate function %s is not allowed in %s", name, b->place);
        return true;
    }
    if (!strcasecmp(name, "SOURCE_WATERMARK")) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, span,
            "SOURCE_WATERMARK() may only be the whole expression of WATERMARK FOR");
        return true;
    }
    if (expr->as.call.star || expr->as.call.distinct || expr->as.call.filter ||
        expr->as.call.order_by.count || expr->as.call.within_group.count) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, span,
            "%s is no aggregate function: it takes neither *, DISTINCT, ORDER BY nor FILTER",
            name);
        return true;
    }
    return false;
}

/* Functions that know what type a bare NULL among their arguments is of. */
static bool takes_null(const char *name, size_t count)
{
    if (count == 1)
        return !strcasecmp(name, "TYPEOF") || !strcasecmp(name, "COALESCE");
    return strcasecmp(name, "IF") && strcasecmp(name, "NULLIF");
}

struct texpr *bind_call(struct binder *b, const struct ast_expr *expr)
{
    const struct path *path = &expr->as.call.name;
    const char *name = path->parts.at[path->parts.count - 1].text;
    size_t count = expr->as.call.args.count;
    struct texpr **args = arena_array(b->arena, count + 1, sizeof *args);

    if (path->parts.count > 1) {
        diag_error(b->diag, D_UNKNOWN_FUNCTION, path->span,
            "function '%.*s' does not exist: only built-in functions are known, by one name",
            (int)diag_text(b->diag, path->span).size, diag_text(b->diag, path->span).data);
        return NULL;
    }
    if (expr->as.call.over)
        return bind_over_call(b, expr, name);
    if (is_grouping_call(name))
        return bind_grouping_call(b, expr, name);
    if (function_is_aggregate(name) && b->aggregation)
        return bind_aggregate_call(b, expr, name);
    if (refuse_call(b, expr, name))
        return NULL;
    if (!takes_null(name, count) && refuse_null(b, &expr->as.call.args))
        return NULL;
    if (!bind_exprs(b, &expr->as.call.args, args))
        return NULL;
    if (!strcasecmp(name, "JSON")) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span,
            "JSON(...) may only be a value of JSON_OBJECT and JSON_ARRAY");
        return NULL;
    }
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (!strcasecmp(name, forms[i].name))
            return bind_form(b, expr, i, args, count);
    for (size_t i = 0; i < sizeof extracts / sizeof *extracts; i++)
        if (!strcasecmp(name, extracts[i].name))
            return bind_extract(b, expr, i, args, count);
    return bind_ordinary(b, expr, name, args, count);
}
