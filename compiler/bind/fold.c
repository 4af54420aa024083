/* Constant folding: what has the same result on every row, and cannot fail, is computed once. The
 * rest is left to the run time, whose arithmetic and messages are the measure. */
#include "fold.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_literal(const struct texpr *expr)
{
    return expr->kind == TEXPR_LITERAL;
}

static bool is_value(const struct texpr *expr)
{
    return is_literal(expr) && !expr->is_null;
}

static bool is_boolean(const struct texpr *expr, bool value)
{
    return is_value(expr) && expr->type->kind == TYPE_BOOLEAN && (expr->integer != 0) == value;
}

static struct texpr *literal_like(struct arena *arena, const struct texpr *expr, __int128 value)
{
    struct texpr *literal = texpr_new(arena, TEXPR_LITERAL,
        type_with_null(arena, expr->type, false), expr->span);

    literal->integer = value;
    return literal;
}

static struct texpr *null_like(struct arena *arena, const struct texpr *expr)
{
    struct texpr *literal = texpr_new(arena, TEXPR_LITERAL,
        type_with_null(arena, expr->type, true), expr->span);

    literal->is_null = true;
    return literal;
}

/* ---- casts ---- */

static __int128 power_of_ten(int exponent)
{
    __int128 power = 1;

    while (exponent-- > 0)
        power *= 10;
    return power;
}

static int bits_of(const struct type *type)
{
    return type->kind == TYPE_TINYINT ? 8 : type->kind == TYPE_SMALLINT ? 16
        : type->kind == TYPE_INT ? 32 : 64;
}

static bool fits_integer(__int128 value, const struct type *type)
{
    __int128 limit = (__int128)1 << (bits_of(type) - 1);

    return value >= -limit && value < limit;
}

static bool cast_to_decimal(struct texpr *result, const struct texpr *literal)
{
    const struct type *from = literal->type, *to = result->type;
    int shift = to->scale - (from->kind == TYPE_DECIMAL ? from->scale : 0);
    __int128 limit;

    if (shift < 0 || shift > to->precision)
        return false;
    limit = power_of_ten(to->precision - shift);
    if (literal->integer >= limit || literal->integer <= -limit)
        return false;
    result->integer = literal->integer * power_of_ten(shift);
    return true;
}

/* A number as Flink's constants keep it: CAST(CAST(0.1 AS FLOAT) AS DOUBLE) is 0.1. False: left to
 * the run time. */
static bool cast_to_approximate(struct texpr *result, const struct texpr *literal)
{
    const struct type *from = literal->type;
    __int128 limit = (__int128)1 << 53;

    if (type_is_approximate(from)) {
        result->real = literal->real;
    } else if (literal->integer > -limit && literal->integer < limit && from->scale <= 22) {
        double power = 1; /* exact up to 10^22, so that the quotient is the nearest number */

        for (int i = 0; i < from->scale; i++)
            power *= 10;
        result->real = (double)(int64_t)literal->integer / power;
    } else {
        return false;
    }
    return result->type->kind == TYPE_DOUBLE ||
        (result->real >= -FLT_MAX && result->real <= FLT_MAX);
}

/* -0, -0.00 */
static bool is_negative_zero(struct str text)
{
    size_t i = 1;

    if (text.size < 2 || *text.data != '-' || text.data[1] != '0')
        return false;
    while (i < text.size && (text.data[i] == '0' || text.data[i] == '.'))
        i++;
    return i == text.size;
}

/* By the digits that a FLOAT constant was written with. */
static bool float_to_decimal(struct texpr *result, const struct texpr *literal)
{
    struct texpr digits = *literal;
    struct type type = *result->type;
    double scaled = literal->real;

    type.scale = 0;
    while (type.scale < 15 && scaled != nearbyint(scaled))
        scaled = literal->real * (double)(int64_t)power_of_ten(++type.scale);
    if (fabs(scaled) >= 1e15 || (double)(int64_t)scaled != scaled)
        return false;
    type.kind = TYPE_DECIMAL;
    type.precision = 38;
    digits.type = &type;
    digits.integer = (int64_t)scaled;
    return cast_to_decimal(result, &digits);
}

struct texpr *fold_cast(struct arena *arena, const struct texpr *literal, const struct type *type)
{
    const struct type *from = literal->type;
    struct texpr *result = texpr_new(arena, TEXPR_LITERAL,
        type_with_null(arena, type, literal->is_null), literal->span);

    result->is_null = literal->is_null;
    if (literal->is_null)
        return result;
    if (type_is_integer(from) && type_is_integer(type) && fits_integer(literal->integer, type)) {
        result->integer = literal->integer;
        return result;
    }
    if (type_is_numeric(from) && type_is_approximate(type))
        return cast_to_approximate(result, literal) ? result : NULL;
    if (type_is_text(from) && type_is_approximate(type) && is_negative_zero(literal->text))
        return result; /* a constant -0 is 0.0 */
    if (from->kind == TYPE_FLOAT && type->kind == TYPE_DECIMAL)
        return float_to_decimal(result, literal) ? result : NULL;
    if (type_is_exact(from) && type->kind == TYPE_DECIMAL)
        return cast_to_decimal(result, literal) ? result : NULL;
    if ((type_is_text(from) && type->kind == TYPE_VARCHAR && type->length >= from->length) ||
        (type_is_binary(from) && type->kind == TYPE_VARBINARY && type->length >= from->length)) {
        result->text = literal->text;
        return result;
    }
    return NULL;
}

/* ---- arithmetic and comparison ---- */

/* Wraps as the type does. */
static __int128 wrap(__int128 value, const struct type *type)
{
    unsigned shift = 128 - (unsigned)bits_of(type);

    return (__int128)((unsigned __int128)value << shift) >> shift;
}

/* Constants of FLOAT keep seven digits. */
static struct texpr *fold_float(struct arena *arena, struct texpr *expr)
{
    struct texpr *literal;
    char digits[32];
    float a, b;

    if (!is_value(expr->args[0]) || !is_value(expr->args[1]) ||
        expr->args[0]->type->kind != TYPE_FLOAT || expr->args[1]->type->kind != TYPE_FLOAT)
        return expr;
    a = (float)expr->args[0]->real;
    b = (float)expr->args[1]->real;
    a = expr->op == TOP_ADD ? a + b : expr->op == TOP_SUBTRACT ? a - b
        : expr->op == TOP_MULTIPLY ? a * b : a / b;
    if (!isfinite(a) || a == 0)
        return expr;
    snprintf(digits, sizeof digits, "%.7g", (double)a);
    literal = literal_like(arena, expr, 0);
    literal->real = strtod(digits, NULL);
    return literal;
}

static struct texpr *fold_arithmetic(struct arena *arena, struct texpr *expr)
{
    __int128 a, b;

    if (expr->type->kind == TYPE_FLOAT)
        return fold_float(arena, expr);
    if (!type_is_integer(expr->type) || expr->arg_count != 2 || !is_value(expr->args[0]) ||
        !is_value(expr->args[1]) || !type_is_integer(expr->args[0]->type) ||
        !type_is_integer(expr->args[1]->type))
        return expr;
    a = expr->args[0]->integer;
    b = expr->args[1]->integer;
    if (expr->op == TOP_ADD)
        return literal_like(arena, expr, wrap(a + b, expr->type));
    if (expr->op == TOP_SUBTRACT)
        return literal_like(arena, expr, wrap(a - b, expr->type));
    return literal_like(arena, expr, wrap(a * b, expr->type));
}

/* -1, 0, 1 of two values of a kind whose literals are `integer` or `text`; false: another kind. */
static bool compare_literals(const struct texpr *a, const struct texpr *b, int *order)
{
    enum type_kind x = a->type->kind, y = b->type->kind;

    if ((type_is_text(a->type) && type_is_text(b->type)) ||
        (type_is_binary(a->type) && type_is_binary(b->type))) {
        size_t least = a->text.size < b->text.size ? a->text.size : b->text.size;

        *order = least ? memcmp(a->text.data, b->text.data, least) : 0;
        if (!*order)
            *order = (a->text.size > b->text.size) - (a->text.size < b->text.size);
        return true;
    }
    if (x != y || !(type_is_integer(a->type) || x == TYPE_BOOLEAN || x == TYPE_DATE))
        return false;
    *order = (a->integer > b->integer) - (a->integer < b->integer);
    return true;
}

static struct texpr *fold_compare(struct arena *arena, struct texpr *expr)
{
    const struct texpr *a = expr->args[0], *b = expr->args[1];
    int order;

    if ((is_literal(a) && a->is_null) || (is_literal(b) && b->is_null))
        return null_like(arena, expr);
    if (!is_value(a) || !is_value(b) || !compare_literals(a, b, &order))
        return expr;
    switch (expr->op) {
    case TOP_EQ: return literal_like(arena, expr, order == 0);
    case TOP_NE: return literal_like(arena, expr, order != 0);
    case TOP_LT: return literal_like(arena, expr, order < 0);
    case TOP_LE: return literal_like(arena, expr, order <= 0);
    case TOP_GT: return literal_like(arena, expr, order > 0);
    case TOP_GE: return literal_like(arena, expr, order >= 0);
    case TOP_ADD: case TOP_SUBTRACT: case TOP_MULTIPLY: case TOP_DIVIDE: case TOP_MODULO:
    case TOP_NEGATE: case TOP_IS_DISTINCT: case TOP_IS_NOT_DISTINCT: case TOP_AND: case TOP_OR:
    case TOP_NOT: case TOP_IS_NULL: case TOP_IS_NOT_NULL: case TOP_IS_TRUE: case TOP_IS_NOT_TRUE:
    case TOP_IS_FALSE: case TOP_IS_NOT_FALSE: case TOP_COALESCE: case TOP_IN:
        break;
    }
    return expr;
}

/* ---- logic ---- */

/* AND without TRUE, OR without FALSE; a FALSE, or TRUE, decides what stands behind it. */
static struct texpr *fold_junction(struct arena *arena, struct texpr *expr)
{
    bool decides = expr->op == TOP_OR;
    struct texpr **args = arena_array(arena, expr->arg_count, sizeof *args);
    size_t count = 0;
    bool nullable = false;
    struct texpr *copy;

    for (size_t i = 0; i < expr->arg_count; i++) {
        if (is_boolean(expr->args[i], !decides))
            continue;
        args[count++] = expr->args[i];
        nullable = nullable || expr->args[i]->type->nullable;
        if (is_boolean(expr->args[i], decides))
            break;
    }
    if (!count)
        return literal_like(arena, expr, !decides);
    if (count == 1)
        return args[0];
    /* What stands before may be dropped too if it cannot fail: literals. */
    if (is_boolean(args[count - 1], decides)) {
        size_t literals = 0;

        while (literals < count && is_literal(args[literals]))
            literals++;
        if (literals == count)
            return args[count - 1];
    }
    if (count == expr->arg_count)
        return expr;
    copy = arena_copy(arena, expr, sizeof *expr);
    copy->args = args;
    copy->arg_count = count;
    copy->type = type_with_null(arena, expr->type, nullable);
    return copy;
}

static struct texpr *fold_test(struct arena *arena, struct texpr *expr)
{
    const struct texpr *arg = expr->args[0];
    bool is_null = arg->is_null, is_true = is_boolean(arg, true), is_false = is_boolean(arg, false);

    if (!is_literal(arg))
        return expr;
    switch (expr->op) {
    case TOP_NOT:
        return is_null ? null_like(arena, expr) : literal_like(arena, expr, is_false);
    case TOP_IS_NULL: return literal_like(arena, expr, is_null);
    case TOP_IS_NOT_NULL: return literal_like(arena, expr, !is_null);
    case TOP_IS_TRUE: return literal_like(arena, expr, is_true);
    case TOP_IS_NOT_TRUE: return literal_like(arena, expr, !is_true);
    case TOP_IS_FALSE: return literal_like(arena, expr, is_false);
    case TOP_IS_NOT_FALSE: return literal_like(arena, expr, !is_false);
    case TOP_ADD: case TOP_SUBTRACT: case TOP_MULTIPLY: case TOP_DIVIDE: case TOP_MODULO:
    case TOP_NEGATE: case TOP_EQ: case TOP_NE: case TOP_LT: case TOP_LE: case TOP_GT: case TOP_GE:
    case TOP_IS_DISTINCT: case TOP_IS_NOT_DISTINCT: case TOP_AND: case TOP_OR: case TOP_COALESCE:
    case TOP_IN:
        break;
    }
    return expr;
}

/* A literal against literals. */
static struct texpr *fold_in(struct arena *arena, struct texpr *expr)
{
    bool all = true;
    int order;

    if (!is_value(expr->args[0]))
        return expr;
    for (size_t i = 1; i < expr->arg_count; i++) {
        if (!is_value(expr->args[i]) || !compare_literals(expr->args[0], expr->args[i], &order))
            all = false;
        else if (!order)
            return literal_like(arena, expr, true);
    }
    return all ? literal_like(arena, expr, false) : expr;
}

static struct texpr *fold_op(struct arena *arena, struct texpr *expr)
{
    switch (expr->op) {
    case TOP_ADD: case TOP_SUBTRACT: case TOP_MULTIPLY:
        return fold_arithmetic(arena, expr);
    case TOP_DIVIDE:
        return expr->type->kind == TYPE_FLOAT ? fold_float(arena, expr) : expr;
    case TOP_EQ: case TOP_NE: case TOP_LT: case TOP_LE: case TOP_GT: case TOP_GE:
        return fold_compare(arena, expr);
    case TOP_AND: case TOP_OR:
        return fold_junction(arena, expr);
    case TOP_NOT: case TOP_IS_NULL: case TOP_IS_NOT_NULL: case TOP_IS_TRUE: case TOP_IS_NOT_TRUE:
    case TOP_IS_FALSE: case TOP_IS_NOT_FALSE:
        return fold_test(arena, expr);
    case TOP_IN:
        return fold_in(arena, expr);
    case TOP_MODULO: case TOP_NEGATE: case TOP_IS_DISTINCT: case TOP_IS_NOT_DISTINCT:
    case TOP_COALESCE:
        return expr;
    }
    return expr;
}

/* ---- CASE ---- */

/* Branches that cannot be taken are dropped; a first branch that always is taken is the result. */
static struct texpr *fold_case(struct arena *arena, struct texpr *expr)
{
    struct texpr **args = arena_array(arena, expr->arg_count, sizeof *args);
    size_t count = 0;
    bool nullable = false;
    struct texpr *copy;

    for (size_t i = 0; i + 1 < expr->arg_count; i += 2) {
        const struct texpr *condition = expr->args[i];

        if (is_literal(condition) && !is_boolean(condition, true))
            continue;
        if (is_boolean(condition, true)) {
            args[count++] = expr->args[i + 1];
            break;
        }
        args[count++] = expr->args[i];
        args[count++] = expr->args[i + 1];
    }
    if (count % 2 == 0)
        args[count++] = expr->args[expr->arg_count - 1];
    if (count == 1)
        return args[0];
    if (count == expr->arg_count)
        return expr;
    for (size_t i = 1; i < count; i += 2)
        nullable = nullable || args[i]->type->nullable;
    copy = arena_copy(arena, expr, sizeof *expr);
    copy->args = args;
    copy->arg_count = count;
    copy->type = type_with_null(arena, expr->type, nullable || args[count - 1]->type->nullable);
    return copy;
}

struct texpr *texpr_fold(struct arena *arena, struct texpr *expr)
{
    struct texpr *literal;

    switch (expr->kind) {
    case TEXPR_OP:
        return fold_op(arena, expr);
    case TEXPR_CASE:
        return fold_case(arena, expr);
    case TEXPR_CAST:
        literal = is_literal(expr->args[0]) ? fold_cast(arena, expr->args[0], expr->type) : NULL;
        return literal ? literal : expr;
    case TEXPR_INPUT: case TEXPR_LITERAL: case TEXPR_CALL: case TEXPR_FIELD: case TEXPR_ITEM:
    case TEXPR_ROW: case TEXPR_ARRAY: case TEXPR_MAP:
        return expr;
    }
    return expr;
}
