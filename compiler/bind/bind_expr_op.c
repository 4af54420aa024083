/* Operators: operands brought to types that the runtime computes with, results typed as Flink's. */
#include "bind_expr_json.h"

#include "../parse/parse.h"

#include <string.h>

static const struct type *boolean(struct binder *b, bool nullable)
{
    return type_simple(b->arena, TYPE_BOOLEAN, nullable);
}

const char *operator_text(enum ast_op op)
{
    return op == OP_ITEM ? "ITEM" : ast_op_text(op);
}

/* The operator as written, for messages. */
static const char *op_sign(enum texpr_op op)
{
    static const char *const signs[] = {
        [TOP_ADD] = "+", [TOP_SUBTRACT] = "-", [TOP_MULTIPLY] = "*", [TOP_DIVIDE] = "/",
        [TOP_MODULO] = "%", [TOP_EQ] = "=", [TOP_NE] = "<>", [TOP_LT] = "<", [TOP_LE] = "<=",
        [TOP_GT] = ">", [TOP_GE] = ">=", [TOP_IS_DISTINCT] = "IS DISTINCT FROM",
        [TOP_IS_NOT_DISTINCT] = "IS NOT DISTINCT FROM",
    };

    return signs[op];
}

/* ---- comparison ---- */

static bool is_order(enum texpr_op op)
{
    return op == TOP_LT || op == TOP_LE || op == TOP_GT || op == TOP_GE;
}

static bool is_composite(const struct type *type)
{
    return type->kind >= TYPE_ARRAY && type->kind <= TYPE_ROW;
}

/* The type in which two values compare (decimals and integers: see make_compare), or NULL. Text
 * becomes the other's type: for = and <> only dates and times do, as in Flink. */
static const struct type *compare_type(struct binder *b, enum texpr_op op, const struct type *x,
    const struct type *y)
{
    bool text_x = type_is_text(x), text_y = type_is_text(y);

    if (text_x != text_y) {
        const struct type *other = text_x ? y : x;

        if (type_is_datetime(other))
            return other;
        return is_order(op) && type_is_numeric(other) ? other : NULL;
    }
    if (type_is_datetime(x) && type_is_datetime(y) && x->kind != y->kind) {
        bool date = x->kind == TYPE_DATE || y->kind == TYPE_DATE;
        bool stamp = x->kind == TYPE_TIMESTAMP || y->kind == TYPE_TIMESTAMP;

        if (!is_order(op) || !date || !stamp)
            return NULL;
    }
    if (is_order(op) && (is_composite(x) || x->kind == TYPE_BITMAP))
        return NULL;
    return type_common(b->arena, x, y);
}

static struct texpr *compare_rows(struct binder *b, enum texpr_op op, struct texpr *left,
    struct texpr *right, struct span span)
{
    size_t count = left->arg_count;
    struct texpr **args = arena_array(b->arena, count, sizeof *args);
    bool nullable = false;
    struct texpr *all;

    for (size_t i = 0; i < count; i++) {
        args[i] = make_compare(b, TOP_EQ, left->args[i], right->args[i], span);
        if (!args[i])
            return NULL;
        nullable = nullable || args[i]->type->nullable;
    }
    all = count == 1 ? args[0]
        : make_op(b->arena, TOP_AND, boolean(b, nullable), span, args, count);
    return op == TOP_NE ? make_not(b->arena, all, span) : all;
}

/* The exact number that a constant stands for, also behind a cast to DOUBLE; NULL: none. */
static struct texpr *exact_constant(struct texpr *expr)
{
    if (expr->kind == TEXPR_CAST && expr->type->kind == TYPE_DOUBLE)
        expr = expr->args[0];
    return expr->kind == TEXPR_LITERAL && !expr->is_null && type_is_exact(expr->type) ? expr
                                                                                      : NULL;
}

struct texpr *make_compare(struct binder *b, enum texpr_op op, struct texpr *left,
    struct texpr *right, struct span span)
{
    const struct type *x = left->type, *y = right->type;
    const struct type *type;
    struct texpr *args[2];
    bool nullable = x->nullable || y->nullable;

    if ((type_is_approximate(x) || type_is_approximate(y)) && exact_constant(left) &&
        exact_constant(right))
        return make_compare(b, op, exact_constant(left), exact_constant(right), span);
    if ((op == TOP_EQ || op == TOP_NE) && left->kind == TEXPR_ROW && right->kind == TEXPR_ROW &&
        left->arg_count == right->arg_count && !x->class_name && !y->class_name)
        return compare_rows(b, op, left, right, span);
    type = compare_type(b, op, x, y);
    if (x->kind == TYPE_NULL && y->kind == TYPE_NULL)
        type = boolean(b, true);
    else if (x->kind == TYPE_NULL || y->kind == TYPE_NULL)
        type = x->kind == TYPE_NULL ? y : x;
    if (!type) {
        diag_error(b->diag, D_OPERAND_TYPE, span, "operator '%s' cannot compare %s with %s",
            op_sign(op), plain_type(b->arena, x), plain_type(b->arena, y));
        if (type_is_text(x) != type_is_text(y))
            diag_note(b->diag, (struct span){0}, "CAST one of them to the other's type");
        return NULL;
    }
    if (type->kind == TYPE_DECIMAL && type_is_exact(x) && type_is_exact(y)) {
        args[0] = texpr_cast(b->arena, left, type_as_decimal(b->arena, x));
        args[1] = texpr_cast(b->arena, right, type_as_decimal(b->arena, y));
    } else if (type_is_text(x) && type_is_text(y)) {
        args[0] = left;
        args[1] = right;
    } else {
        args[0] = texpr_cast(b->arena, left, type);
        args[1] = texpr_cast(b->arena, right, type);
    }
    if (op == TOP_IS_DISTINCT || op == TOP_IS_NOT_DISTINCT)
        nullable = false;
    return make_op(b->arena, op, boolean(b, nullable), span, args, 2);
}

/* ---- arithmetic ---- */

static struct texpr *bad_operands(struct binder *b, enum texpr_op op, const struct type *x,
    const struct type *y, struct span span)
{
    diag_error(b->diag, D_OPERAND_TYPE, span,
        "operator '%s' cannot be applied to %s and %s", op_sign(op), plain_type(b->arena, x),
        plain_type(b->arena, y));
    return NULL;
}

static struct texpr *number_arithmetic(struct binder *b, enum texpr_op op, struct texpr *left,
    struct texpr *right, struct span span)
{
    static const char signs[] = {[TOP_ADD] = '+', [TOP_SUBTRACT] = '-', [TOP_MULTIPLY] = '*',
        [TOP_DIVIDE] = '/', [TOP_MODULO] = '%'};
    const struct type *x = left->type, *y = right->type;
    const struct type *type = type_of_arithmetic(b->arena, signs[op], x, y);
    struct texpr *args[2];
    const struct type *common;

    if (op == TOP_MODULO && (type_is_approximate(x) || type_is_approximate(y)))
        return bad_operands(b, op, x, y, span);
    if (!type_is_approximate(type) && (x->kind == TYPE_DECIMAL || y->kind == TYPE_DECIMAL)) {
        args[0] = texpr_cast(b->arena, left, type_as_decimal(b->arena, x));
        args[1] = texpr_cast(b->arena, right, type_as_decimal(b->arena, y));
        if (type->kind == TYPE_DECIMAL)
            return make_op(b->arena, op, type, span, args, 2);
        /* A whole remainder of the divisor's integer type: computed in BIGINT, into which the
         * DECIMAL is cast, losing its high digits. */
        common = type_simple(b->arena, TYPE_BIGINT, type->nullable);
        args[0] = texpr_cast(b->arena, left, common);
        args[1] = texpr_cast(b->arena, right, common);
        return texpr_cast(b->arena, make_op(b->arena, op, common, span, args, 2), type);
    }
    /* As Flink: the left operand decides between FLOAT and DOUBLE. */
    if (x->kind == TYPE_FLOAT && y->kind == TYPE_DOUBLE)
        type = type_simple(b->arena, TYPE_FLOAT, type->nullable);
    common = x->kind == TYPE_FLOAT && y->kind == TYPE_DOUBLE ? type
        : type_with_null(b->arena, type_common(b->arena, x, y), type->nullable);
    args[0] = texpr_cast(b->arena, left, common);
    args[1] = texpr_cast(b->arena, right, common);
    return texpr_cast(b->arena, make_op(b->arena, op, common, span, args, 2), type);
}

static struct texpr *interval_arithmetic(struct binder *b, enum texpr_op op, struct texpr *left,
    struct texpr *right, struct span span)
{
    const struct type *x = left->type, *y = right->type;
    bool nullable = x->nullable || y->nullable;
    struct texpr *args[2] = {left, right};
    const struct type *type = NULL;

    if (op == TOP_ADD && type_is_interval(x) && type_is_datetime(y)) {
        args[0] = right;
        args[1] = left;
        type = y;
    } else if ((op == TOP_ADD || op == TOP_SUBTRACT) && type_is_datetime(x) &&
        type_is_interval(y)) {
        type = x;
    } else if ((op == TOP_ADD || op == TOP_SUBTRACT) && type_is_interval(x) &&
        type_is_interval(y)) {
        type = type_common(b->arena, x, y);
    } else if (op == TOP_MULTIPLY && type_is_integer(x) && type_is_interval(y)) {
        args[0] = right;
        args[1] = texpr_cast(b->arena, left, type_simple(b->arena, TYPE_BIGINT, true));
        type = y;
    } else if (op == TOP_MULTIPLY && type_is_interval(x) && type_is_integer(y)) {
        args[1] = texpr_cast(b->arena, right, type_simple(b->arena, TYPE_BIGINT, true));
        type = x;
    } else if ((op == TOP_MULTIPLY || op == TOP_DIVIDE) && type_is_interval(x) &&
        type_is_numeric(y)) {
        diag_error(b->diag, D_UNSUPPORTED_EXPRESSION, span,
            "%s of an interval and %s is not supported yet", op_sign(op), plain_type(b->arena, y));
        return NULL;
    }
    if (!type)
        return bad_operands(b, op, x, y, span);
    type = type_with_null(b->arena, type_with_attribute(b->arena, type, ATTRIBUTE_NONE), nullable);
    /* Only a constant loses the digits that its type has no room for. */
    if (left->kind == TEXPR_LITERAL && right->kind == TEXPR_LITERAL && type->precision < 3 &&
        (type->kind == TYPE_TIMESTAMP || type->kind == TYPE_TIMESTAMP_LTZ))
        return texpr_cast(b->arena, make_op(b->arena, op,
            type_temporal(b->arena, type->kind, 3, nullable), span, args, 2), type);
    return make_op(b->arena, op, type, span, args, 2);
}

struct texpr *make_arithmetic(struct binder *b, enum texpr_op op, struct texpr *left,
    struct texpr *right, struct span span)
{
    const struct type *x = left->type, *y = right->type;

    if (x->kind == TYPE_NULL && y->kind == TYPE_NULL)
        return make_null(b->arena, type_simple(b->arena, TYPE_INT, true), span);
    if (x->kind == TYPE_NULL && type_is_numeric(y))
        return make_arithmetic(b, op, texpr_cast(b->arena, left, y), right, span);
    if (y->kind == TYPE_NULL && type_is_numeric(x))
        return make_arithmetic(b, op, left, texpr_cast(b->arena, right, x), span);
    if (type_is_numeric(x) && type_is_numeric(y))
        return number_arithmetic(b, op, left, right, span);
    if (type_is_interval(x) || type_is_interval(y))
        return interval_arithmetic(b, op, left, right, span);
    return bad_operands(b, op, x, y, span);
}

/* A date or time as a TIMESTAMP, an instant as it is. */
static struct texpr *as_timestamp(struct binder *b, struct texpr *expr)
{
    if (expr->type->kind != TYPE_DATE && expr->type->kind != TYPE_TIME)
        return expr;
    return texpr_cast(b->arena, expr, type_temporal(b->arena, TYPE_TIMESTAMP, 3, true));
}

/* (a - b) DAY */
static struct texpr *bind_difference(struct binder *b, const struct ast_expr *expr)
{
    enum time_unit unit = expr->as.op.qualifier.from;
    bool months = unit == UNIT_YEAR || unit == UNIT_QUARTER || unit == UNIT_MONTH;
    struct texpr *args[2];

    if (!bind_exprs(b, &expr->as.op.args, args))
        return NULL;
    for (size_t i = 0; i < 2; i++)
        if (!type_is_datetime(args[i]->type))
            return bad_operands(b, TOP_SUBTRACT, args[0]->type, args[1]->type, expr->span);
    args[0] = as_timestamp(b, args[0]);
    args[1] = as_timestamp(b, args[1]);
    return bind_named_call(b, months ? "-MONTHS" : "-", expr->span, args, 2, expr->span);
}

/* (a, b) OVERLAPS (c, d): ends, or a begin and a length. */
static struct texpr *bind_overlaps(struct binder *b, const struct ast_expr *expr)
{
    struct texpr *sides[2], *args[4];

    if (!bind_exprs(b, &expr->as.op.args, sides))
        return NULL;
    for (size_t i = 0; i < 4; i++) {
        const struct texpr *side = sides[i / 2];

        if (side->kind != TEXPR_ROW || side->arg_count != 2 ||
            !type_is_datetime(side->args[0]->type)) {
            diag_error(b->diag, D_OPERAND_TYPE, side->span,
                "OVERLAPS takes two periods: (begin, end) or (begin, interval)");
            return NULL;
        }
        args[i] = side->args[i % 2];
        if (i % 2 && type_is_interval(args[i]->type))
            args[i] = make_arithmetic(b, TOP_ADD, args[i - 1], args[i], args[i]->span);
        else
            args[i] = as_timestamp(b, args[i]);
        if (!args[i])
            return NULL;
    }
    return bind_named_call(b, "OVERLAPS", expr->span, args, 4, expr->span);
}

/* Minus and a literal are typed together: 2147483648 is no INT, -2147483648 is one. */
static const struct type *negative_type(struct binder *b, const struct ast_expr *expr,
    const struct texpr *literal)
{
    if (expr->kind != EXPR_LITERAL || literal->type->scale)
        return literal->type;
    if (literal->type->kind == TYPE_BIGINT && -literal->integer == INT32_MIN)
        return type_simple(b->arena, TYPE_INT, false);
    if (literal->type->kind == TYPE_DECIMAL && -literal->integer == INT64_MIN)
        return type_simple(b->arena, TYPE_BIGINT, false);
    return literal->type;
}

/* The minimum has no positive counterpart: its negation wraps when it runs. */
static bool is_minimum(const struct texpr *literal)
{
    return (literal->type->kind == TYPE_INT && literal->integer == INT32_MIN) ||
        (literal->type->kind == TYPE_BIGINT && literal->integer == INT64_MIN);
}

static struct texpr *bind_negate(struct binder *b, const struct ast_expr *expr)
{
    struct texpr *arg = bind_expr(b, expr->as.op.args.at[0]);
    struct texpr *literal;

    if (!arg)
        return NULL;
    if (arg->type->kind == TYPE_NULL)
        return make_null(b->arena, type_simple(b->arena, TYPE_INT, true), expr->span);
    if (!type_is_numeric(arg->type) && !type_is_interval(arg->type)) {
        diag_error(b->diag, D_OPERAND_TYPE, expr->span, "operator '-' cannot be applied to %s",
            plain_type(b->arena, arg->type));
        return NULL;
    }
    if (arg->kind != TEXPR_LITERAL || arg->is_null || is_minimum(arg))
        return make_op(b->arena, TOP_NEGATE, arg->type, expr->span, &arg, 1);
    literal = NEW(b->arena, struct texpr);
    *literal = *arg;
    literal->span = expr->span;
    literal->integer = -arg->integer;
    literal->real = arg->real == 0 ? 0 : -arg->real; /* -0E0 is 0.0 */
    literal->type = negative_type(b, expr->as.op.args.at[0], arg);
    return literal;
}

/* ---- logic ---- */

/* Appends the operands of a chain of the same operator, so that it becomes one n-ary node. */
static bool flatten(struct binder *b, const struct ast_expr *expr, enum ast_op op,
    struct texpr ***args, size_t *count, size_t *capacity)
{
    struct texpr *arg;
    const char *what = op == OP_AND ? "operand of AND" : "operand of OR";
    bool ok = true;

    if (expr->kind == EXPR_OP && expr->as.op.op == op) {
        for (size_t i = 0; i < expr->as.op.args.count; i++)
            ok = flatten(b, expr->as.op.args.at[i], op, args, count, capacity) && ok;
        return ok;
    }
    arg = bind_condition(b, expr, what);
    if (!arg)
        return false;
    if (*count == *capacity)
        *args = vec_grow(b->arena, *args, capacity, sizeof **args);
    (*args)[(*count)++] = arg;
    return true;
}

static struct texpr *bind_logic(struct binder *b, const struct ast_expr *expr)
{
    struct texpr **args = NULL;
    size_t count = 0, capacity = 0;
    bool nullable = false;

    if (!flatten(b, expr, expr->as.op.op, &args, &count, &capacity))
        return NULL;
    for (size_t i = 0; i < count; i++)
        nullable = nullable || args[i]->type->nullable;
    return make_op(b->arena, expr->as.op.op == OP_AND ? TOP_AND : TOP_OR, boolean(b, nullable),
        expr->span, args, count);
}

static struct texpr *bind_test(struct binder *b, const struct ast_expr *expr, enum texpr_op op)
{
    const struct ast_expr *operand = expr->as.op.args.at[0];
    bool is_null = op == TOP_IS_NULL || op == TOP_IS_NOT_NULL;
    struct texpr *arg = is_null ? bind_expr(b, operand)
        : bind_condition(b, operand,
            arena_printf(b->arena, "operand of %s", operator_text(expr->as.op.op)));

    if (!arg)
        return NULL;
    return make_op(b->arena, op, boolean(b, false), expr->span, &arg, 1);
}

/* ---- BETWEEN ---- */

static struct texpr *make_pair(struct binder *b, enum texpr_op op, struct texpr *left,
    struct texpr *right, struct span span)
{
    struct texpr *args[2] = {left, right};

    if (!left || !right)
        return NULL;
    return make_op(b->arena, op, boolean(b, left->type->nullable || right->type->nullable), span,
        args, 2);
}

static struct texpr *bind_between(struct binder *b, const struct ast_expr *expr)
{
    enum ast_op op = expr->as.op.op;
    bool symmetric = op == OP_BETWEEN_SYMMETRIC || op == OP_NOT_BETWEEN_SYMMETRIC;
    bool negated = op == OP_NOT_BETWEEN || op == OP_NOT_BETWEEN_SYMMETRIC;
    struct texpr *args[3];
    struct texpr *low, *high, *result;

    if (!bind_exprs(b, &expr->as.op.args, args))
        return NULL;
    low = make_compare(b, TOP_GE, args[0], args[1], expr->span);
    high = low ? make_compare(b, TOP_LE, args[0], args[2], expr->span) : NULL;
    result = make_pair(b, TOP_AND, low, high, expr->span);
    if (symmetric && result) {
        low = make_compare(b, TOP_GE, args[0], args[2], expr->span);
        high = make_compare(b, TOP_LE, args[0], args[1], expr->span);
        result = make_pair(b, TOP_OR, result, make_pair(b, TOP_AND, low, high, expr->span),
            expr->span);
    }
    return result && negated ? make_not(b->arena, result, expr->span) : result;
}

/* ---- the others ---- */

static struct texpr *bind_binary(struct binder *b, const struct ast_expr *expr, enum texpr_op op)
{
    struct texpr *args[2];

    if (!bind_exprs(b, &expr->as.op.args, args))
        return NULL;
    return op <= TOP_MODULO ? make_arithmetic(b, op, args[0], args[1], expr->span)
                            : make_compare(b, op, args[0], args[1], expr->span);
}

static struct texpr *bind_not(struct binder *b, const struct ast_expr *expr)
{
    struct texpr *arg = bind_condition(b, expr->as.op.args.at[0], "operand of NOT");

    return arg ? make_not(b->arena, arg, expr->span) : NULL;
}

static struct texpr *bind_positive(struct binder *b, const struct ast_expr *expr)
{
    struct texpr *arg = bind_expr(b, expr->as.op.args.at[0]);

    if (arg && !type_is_numeric(arg->type) && !type_is_interval(arg->type)) {
        diag_error(b->diag, D_OPERAND_TYPE, expr->span, "operator '+' cannot be applied to %s",
            plain_type(b->arena, arg->type));
        return NULL;
    }
    return arg;
}

/* An operator that is a function of functions.def. */
static struct texpr *bind_function_op(struct binder *b, const struct ast_expr *expr,
    const char *name, bool negated)
{
    size_t count = expr->as.op.args.count;
    struct texpr **args = arena_array(b->arena, count, sizeof *args);
    struct texpr *call;

    if (!bind_exprs(b, &expr->as.op.args, args))
        return NULL;
    call = bind_named_call(b, name, expr->span, args, count, expr->span);
    return call && negated ? make_not(b->arena, call, expr->span) : call;
}

static struct texpr *bind_item(struct binder *b, const struct ast_expr *expr)
{
    struct texpr *args[2];
    const struct type *type, *key;
    struct texpr *item;

    if (!bind_exprs(b, &expr->as.op.args, args))
        return NULL;
    type = args[0]->type;
    if (type->kind == TYPE_ROW && args[1]->kind == TEXPR_LITERAL && type_is_text(args[1]->type))
        return bind_field(b, args[0], (struct name){
            arena_strndup(b->arena, args[1]->text.data, args[1]->text.size), args[1]->span},
            expr->span);
    if (type->kind == TYPE_VARIANT)
        return bind_named_call(b, "[ ]", expr->span, args, 2, expr->span);
    if (type->kind != TYPE_ARRAY && type->kind != TYPE_MAP) {
        diag_error(b->diag, D_OPERAND_TYPE, expr->span,
            "ITEM [ ] cannot be applied to %s: only ARRAY, MAP and VARIANT have items",
            plain_type(b->arena, type));
        return NULL;
    }
    key = type->kind == TYPE_MAP ? type->key : type_simple(b->arena, TYPE_INT, false);
    if (type->kind == TYPE_ARRAY ? !type_is_integer(args[1]->type) &&
            args[1]->type->kind != TYPE_NULL
                                 : !type_casts_implicitly(args[1]->type, key)) {
        diag_error(b->diag, D_OPERAND_TYPE, args[1]->span, "%s of %s must be %s, not %s",
            type->kind == TYPE_MAP ? "key" : "index", plain_type(b->arena, type),
            plain_type(b->arena, key), plain_type(b->arena, args[1]->type));
        return NULL;
    }
    if (!type_is_text(key))
        args[1] = texpr_cast(b->arena, args[1], key);
    item = texpr_new(b->arena, TEXPR_ITEM, type_with_null(b->arena, type->element, true),
        expr->span);
    item->args = arena_copy(b->arena, args, sizeof args);
    item->arg_count = 2;
    return item;
}

/* Operators that, as in Flink, do not take a bare NULL: nothing says what type it is of. */
static bool takes_null(enum ast_op op)
{
    return op != OP_PLUS && op != OP_MINUS && op != OP_STAR && op != OP_SLASH &&
        op != OP_PERCENT && op != OP_NEGATE && op != OP_AND && op != OP_OR && op != OP_NOT &&
        op != OP_CONCAT && op != OP_LIKE && op != OP_NOT_LIKE;
}

struct texpr *bind_operator(struct binder *b, const struct ast_expr *expr)
{
    if (!takes_null(expr->as.op.op) && refuse_null(b, &expr->as.op.args))
        return NULL;
    switch (expr->as.op.op) {
    case OP_PLUS: return bind_binary(b, expr, TOP_ADD);
    case OP_MINUS:
        return expr->as.op.qualifier.from != UNIT_NONE ? bind_difference(b, expr)
                                                       : bind_binary(b, expr, TOP_SUBTRACT);
    case OP_STAR: return bind_binary(b, expr, TOP_MULTIPLY);
    case OP_SLASH: return bind_binary(b, expr, TOP_DIVIDE);
    case OP_PERCENT: return bind_binary(b, expr, TOP_MODULO);
    case OP_NEGATE: return bind_negate(b, expr);
    case OP_POSITIVE: return bind_positive(b, expr);
    case OP_EQ: return bind_binary(b, expr, TOP_EQ);
    case OP_NE: return bind_binary(b, expr, TOP_NE);
    case OP_LT: return bind_binary(b, expr, TOP_LT);
    case OP_LE: return bind_binary(b, expr, TOP_LE);
    case OP_GT: return bind_binary(b, expr, TOP_GT);
    case OP_GE: return bind_binary(b, expr, TOP_GE);
    case OP_IS_DISTINCT: return bind_binary(b, expr, TOP_IS_DISTINCT);
    case OP_IS_NOT_DISTINCT: return bind_binary(b, expr, TOP_IS_NOT_DISTINCT);
    case OP_AND: case OP_OR: return bind_logic(b, expr);
    case OP_NOT: return bind_not(b, expr);
    case OP_IS_NULL: return bind_test(b, expr, TOP_IS_NULL);
    case OP_IS_NOT_NULL: return bind_test(b, expr, TOP_IS_NOT_NULL);
    case OP_IS_TRUE: return bind_test(b, expr, TOP_IS_TRUE);
    case OP_IS_NOT_TRUE: return bind_test(b, expr, TOP_IS_NOT_TRUE);
    case OP_IS_FALSE: return bind_test(b, expr, TOP_IS_FALSE);
    case OP_IS_NOT_FALSE: return bind_test(b, expr, TOP_IS_NOT_FALSE);
    case OP_IS_UNKNOWN: return bind_test(b, expr, TOP_IS_NULL);
    case OP_IS_NOT_UNKNOWN: return bind_test(b, expr, TOP_IS_NOT_NULL);
    case OP_BETWEEN: case OP_NOT_BETWEEN: case OP_BETWEEN_SYMMETRIC: case OP_NOT_BETWEEN_SYMMETRIC:
        return bind_between(b, expr);
    case OP_CONCAT: return bind_function_op(b, expr, "||", false);
    case OP_LIKE: return bind_function_op(b, expr, "LIKE", false);
    case OP_NOT_LIKE: return bind_function_op(b, expr, "LIKE", true);
    case OP_ITEM: return bind_item(b, expr);
    case OP_OVERLAPS: return bind_overlaps(b, expr);
    case OP_SIMILAR: return bind_function_op(b, expr, "SIMILAR", false);
    case OP_NOT_SIMILAR: return bind_function_op(b, expr, "SIMILAR", true);
    case OP_IS_JSON: return bind_is_json(b, expr, false);
    case OP_IS_NOT_JSON: return bind_is_json(b, expr, true);
    case OP_MEMBER_OF: case OP_SUBMULTISET: case OP_IS_A_SET: case OP_IS_NOT_A_SET:
    case OP_IS_EMPTY: case OP_IS_NOT_EMPTY: case OP_BIT_AND: case OP_BIT_OR: case OP_BIT_XOR:
        diag_error(b->diag, D_UNSUPPORTED_EXPRESSION, expr->span,
            "operator '%s' is not supported yet", operator_text(expr->as.op.op));
        return NULL;
    }
    return NULL;
}
