/* Operators with code of their own: comparison, IS …, NOT. */
#include "expr.h"
#include "expr_tpl.h"

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

static const char *symbol_of(enum texpr_op op)
{
    switch (op) {
    case TOP_EQ: case TOP_IS_NOT_DISTINCT:
        return "==";
    case TOP_NE: case TOP_IS_DISTINCT:
        return "!=";
    case TOP_LT:
        return "<";
    case TOP_LE:
        return "<=";
    case TOP_GT:
        return ">";
    case TOP_GE:
        return ">=";
    case TOP_ADD: case TOP_SUBTRACT: case TOP_MULTIPLY: case TOP_DIVIDE: case TOP_MODULO:
    case TOP_NEGATE: case TOP_AND: case TOP_OR: case TOP_NOT: case TOP_IS_NULL:
    case TOP_IS_NOT_NULL: case TOP_IS_TRUE: case TOP_IS_NOT_TRUE: case TOP_IS_FALSE:
    case TOP_IS_NOT_FALSE: case TOP_COALESCE: case TOP_IN:
        break;
    }
    BUG("operator %d compares nothing", (int)op);
}

/* ---- comparison ---- */

/* A DECIMAL at a greater scale; literals are scaled here and now. */
static const char *at_scale(struct arena *arena, const struct texpr *expr, const char *value,
    int scale, bool wide)
{
    int digits = scale - expr->type->scale;
    __int128 integer = expr->integer;

    if (expr->kind != TEXPR_LITERAL || expr->is_null)
        return c_scaled(arena, value, digits, wide);
    while (digits-- > 0)
        integer *= 10;
    return c_integer(arena, integer, true);
}

static const char *compare_decimals(struct arena *arena, const char *symbol,
    const struct texpr *ea, const char *va, const struct texpr *eb, const char *vb)
{
    const struct type *a = ea->type, *b = eb->type;
    int scale = max_int(a->scale, b->scale);
    int digits = max_int(a->precision + scale - a->scale, b->precision + scale - b->scale);

    if (digits > TYPE_MAX_PRECISION)
        return arena_printf(arena, "rt_decimal_compare(%s, %d, %d, %s, %d, %d) %s 0", va,
            a->precision, a->scale, vb, b->precision, b->scale, symbol);
    return arena_printf(arena, "%s %s %s",
        at_scale(arena, ea, va, scale, digits > 18 && a->precision <= 18), symbol,
        at_scale(arena, eb, vb, scale, digits > 18 && b->precision <= 18));
}

static const char *compare_strings(struct arena *arena, enum texpr_op op, const char *word,
    const char *va, const char *vb)
{
    if (op == TOP_EQ)
        return arena_printf(arena, "rt_equal_%s(%s, %s)", word, va, vb);
    if (op == TOP_NE)
        return arena_printf(arena, "!rt_equal_%s(%s, %s)", word, va, vb);
    return arena_printf(arena, "rt_compare_%s(%s, %s) %s 0", word, va, vb, symbol_of(op));
}

static bool holds(enum texpr_op op, int a, int b)
{
    switch (op) {
    case TOP_EQ: case TOP_IS_NOT_DISTINCT:
        return a == b;
    case TOP_NE: case TOP_IS_DISTINCT:
        return a != b;
    case TOP_LT:
        return a < b;
    case TOP_LE:
        return a <= b;
    case TOP_GT:
        return a > b;
    case TOP_GE:
        return a >= b;
    case TOP_ADD: case TOP_SUBTRACT: case TOP_MULTIPLY: case TOP_DIVIDE: case TOP_MODULO:
    case TOP_NEGATE: case TOP_AND: case TOP_OR: case TOP_NOT: case TOP_IS_NULL:
    case TOP_IS_NOT_NULL: case TOP_IS_TRUE: case TOP_IS_NOT_TRUE: case TOP_IS_FALSE:
    case TOP_IS_NOT_FALSE: case TOP_COALESCE: case TOP_IN:
        break;
    }
    BUG("operator %d compares nothing", (int)op);
}

/* Of two BOOLEANs: with a constant it is the other one, its negation or a constant; so C compilers
 * find no comparison that is always true. */
static const char *compare_booleans(struct arena *arena, enum texpr_op op, const char *va,
    const char *vb)
{
    bool constant_a = c_is(va, "true") || c_is(va, "false");
    bool constant_b = c_is(vb, "true") || c_is(vb, "false");
    bool a = c_is(va, "true"), b = c_is(vb, "true"), if_false, if_true;
    const char *other = constant_a ? vb : va;

    if (!constant_a && !constant_b)
        return arena_printf(arena, "%s %s %s", c_operand(arena, va), symbol_of(op),
            c_operand(arena, vb));
    if_false = holds(op, constant_a ? a : 0, constant_b ? b : 0);
    if_true = holds(op, constant_a ? a : 1, constant_b ? b : 1);
    if (if_false == if_true)
        return if_true ? "true" : "false";
    return if_true ? other : c_not(arena, other);
}

const char *expr_compare(struct expr_scope *scope, enum texpr_op op, const struct texpr *a,
    const char *va, const struct texpr *b, const char *vb)
{
    struct arena *arena = scope->e->arena;

    switch (a->type->kind) {
    case TYPE_BOOLEAN:
        return compare_booleans(arena, op, va, vb);
    case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT: case TYPE_BIGINT:
    case TYPE_FLOAT: case TYPE_DOUBLE: case TYPE_DATE: case TYPE_TIME:
    case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY:
        return arena_printf(arena, "%s %s %s", c_operand(arena, va), symbol_of(op),
            c_operand(arena, vb));
    case TYPE_DECIMAL:
        return compare_decimals(arena, symbol_of(op), a, va, b, vb);
    case TYPE_CHAR: case TYPE_VARCHAR: case TYPE_BINARY: case TYPE_VARBINARY:
        return compare_strings(arena, op, type_word(a->type), va, vb);
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ:
        return arena_printf(arena, "rt_timestamp_compare(%s, %s) %s 0", va, vb, symbol_of(op));
    case TYPE_NULL:
        return "false";
    case TYPE_VARIANT:
        return compare_strings(arena, op, "text", va, vb);
    case TYPE_BITMAP:
        return compare_strings(arena, op, "bytes", va, vb);
    case TYPE_TIMESTAMP_TZ: case TYPE_ARRAY: case TYPE_MULTISET: case TYPE_MAP: case TYPE_ROW:
    case TYPE_RAW: case TYPE_DESCRIPTOR:
        return expr_equal_composite(scope, op, a, va, vb);
    }
    BUG("type kind %d", (int)a->type->kind);
}

struct emit_value expr_operand(struct expr_scope *scope, const struct texpr *expr)
{
    struct emit_value value = emit_expr(scope, expr);

    return type_word(expr->type) || expr->type->kind == TYPE_NULL
        ? value
        : expr_addressable(scope, expr->type, value);
}

/* x = x is TRUE whatever x is, NaN too, but NULL. */
static struct emit_value same_operands(struct expr_scope *scope, const struct texpr *expr)
{
    bool holds = expr->op == TOP_EQ || expr->op == TOP_LE || expr->op == TOP_GE;
    struct emit_value value = emit_expr(scope, expr->args[0]);

    if (c_is_name(value.value) && expr->args[0]->kind != TEXPR_LITERAL)
        tpl_expr_unused(scope->out, &(struct tpl_expr_unused){.name = value.value});
    return (struct emit_value){holds ? "true" : "false", value.null};
}

/* Whether the integer type cannot hold `number`. */
static bool is_beyond(const struct type *type, __int128 number)
{
    int bits = type->kind == TYPE_TINYINT ? 7 : type->kind == TYPE_SMALLINT ? 15
        : type->kind == TYPE_INT ? 31 : 63;
    __int128 limit = (__int128)1 << bits;

    return number < -limit || number >= limit;
}

struct emit_value expr_against(struct expr_scope *scope, const struct texpr *expr,
    const struct texpr *other)
{
    struct emit_value value = expr_operand(scope, expr);
    const struct texpr *from = expr;
    const char *name;

    while (from->kind == TEXPR_CAST && type_is_integer(from->args[0]->type))
        from = from->args[0];
    if (from == expr || !type_is_integer(expr->type) || other->kind != TEXPR_LITERAL ||
        other->is_null || !is_beyond(from->type, other->integer) || c_is_name(value.value))
        return value;
    name = expr_name(scope);
    tpl_expr_local(scope->out, &(struct tpl_expr_local){
        .type = expr_type(scope->e, expr->type), .name = name, .value = value.value});
    value.value = name;
    return value;
}

static struct emit_value comparison(struct expr_scope *scope, const struct texpr *expr)
{
    struct emit_value a, b;
    const char *text;

    if (expr->args[0]->kind != TEXPR_LITERAL && texpr_equal(expr->args[0], expr->args[1]) &&
        texpr_is_deterministic(expr->args[0]))
        return same_operands(scope, expr);
    a = expr_against(scope, expr->args[0], expr->args[1]);
    b = expr_against(scope, expr->args[1], expr->args[0]);
    text = expr_compare(scope, expr->op, expr->args[0], a.value, expr->args[1],
        b.value);

    return (struct emit_value){text ? text : "false", c_or(scope->e->arena, a.null, b.null)};
}

/* Like comparison, but NULL equals NULL. */
static struct emit_value distinct(struct expr_scope *scope, const struct texpr *expr)
{
    struct arena *arena = scope->e->arena;
    bool negated = expr->op == TOP_IS_NOT_DISTINCT;
    const struct texpr *left = expr->args[0], *right = expr->args[1];
    struct emit_value a = expr_settle(scope, left->type, expr_against(scope, left, right));
    struct emit_value b = expr_settle(scope, right->type, expr_against(scope, right, left));
    const char *differ = expr_compare(scope, TOP_NE, left, a.value, right, b.value);

    if (!differ)
        return a;
    if (c_is(a.null, "false") || c_is(b.null, "false"))
        differ = c_or(arena, c_or(arena, a.null, b.null), differ);
    else
        differ = arena_printf(arena, "%s != %s || (%s && %s)", c_operand(arena, a.null),
            c_operand(arena, b.null), c_not(arena, a.null), c_operand(arena, differ));
    return (struct emit_value){negated ? c_not(arena, differ) : differ, "false"};
}

/* ---- IS …, NOT ---- */

static struct emit_value is_null(struct expr_scope *scope, const struct texpr *expr)
{
    struct emit_value value = emit_expr(scope, expr->args[0]);

    if (c_is_name(value.value) && expr->args[0]->kind != TEXPR_LITERAL)
        tpl_expr_unused(scope->out, &(struct tpl_expr_unused){.name = value.value});
    return (struct emit_value){
        expr->op == TOP_IS_NULL ? value.null : c_not(scope->e->arena, value.null), "false"};
}

static struct emit_value is_truth(struct expr_scope *scope, const struct texpr *expr)
{
    struct arena *arena = scope->e->arena;
    struct emit_value v = emit_expr(scope, expr->args[0]);
    const char *is = c_not(arena, v.null);

    switch (expr->op) {
    case TOP_IS_TRUE:
        is = c_and(arena, is, v.value);
        break;
    case TOP_IS_NOT_TRUE:
        is = c_or(arena, v.null, c_not(arena, v.value));
        break;
    case TOP_IS_FALSE:
        is = c_and(arena, is, c_not(arena, v.value));
        break;
    case TOP_IS_NOT_FALSE:
        is = c_or(arena, v.null, v.value);
        break;
    case TOP_ADD: case TOP_SUBTRACT: case TOP_MULTIPLY: case TOP_DIVIDE: case TOP_MODULO:
    case TOP_NEGATE: case TOP_EQ: case TOP_NE: case TOP_LT: case TOP_LE: case TOP_GT: case TOP_GE:
    case TOP_IS_DISTINCT: case TOP_IS_NOT_DISTINCT: case TOP_AND: case TOP_OR: case TOP_NOT:
    case TOP_IS_NULL: case TOP_IS_NOT_NULL: case TOP_COALESCE: case TOP_IN:
        BUG("operator %d is no truth test", (int)expr->op);
    }
    return (struct emit_value){is, "false"};
}

struct emit_value expr_op(struct expr_scope *scope, const struct texpr *expr)
{
    struct emit_value value;

    switch (expr->op) {
    case TOP_ADD: case TOP_SUBTRACT: case TOP_MULTIPLY: case TOP_DIVIDE: case TOP_MODULO:
    case TOP_NEGATE:
        return expr_arithmetic(scope, expr);
    case TOP_EQ: case TOP_NE: case TOP_LT: case TOP_LE: case TOP_GT: case TOP_GE:
        return comparison(scope, expr);
    case TOP_IS_DISTINCT: case TOP_IS_NOT_DISTINCT:
        return distinct(scope, expr);
    case TOP_AND: case TOP_OR:
        return expr_and_or(scope, expr);
    case TOP_NOT:
        value = emit_expr(scope, expr->args[0]);
        value.value = c_not(scope->e->arena, value.value);
        return value;
    case TOP_IS_NULL: case TOP_IS_NOT_NULL:
        return is_null(scope, expr);
    case TOP_IS_TRUE: case TOP_IS_NOT_TRUE: case TOP_IS_FALSE: case TOP_IS_NOT_FALSE:
        return is_truth(scope, expr);
    case TOP_COALESCE:
        return expr_coalesce(scope, expr);
    case TOP_IN:
        return expr_in(scope, expr);
    }
    BUG("operator %d", (int)expr->op);
}
