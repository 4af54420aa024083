/* + - * / % and unary minus of numbers, dates, times and intervals. */
#include "expr.h"
#include "expr_tpl.h"

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

static const char *verb_of(enum texpr_op op)
{
    static const char *const verbs[] = {
        [TOP_ADD] = "add", [TOP_SUBTRACT] = "subtract", [TOP_MULTIPLY] = "multiply",
        [TOP_DIVIDE] = "divide", [TOP_MODULO] = "modulo", [TOP_NEGATE] = "negate"};

    return verbs[op];
}

static char sign_of(enum texpr_op op)
{
    static const char signs[] = {[TOP_ADD] = '+', [TOP_SUBTRACT] = '-', [TOP_MULTIPLY] = '*',
        [TOP_DIVIDE] = '/', [TOP_MODULO] = '%', [TOP_NEGATE] = '-'};

    return signs[op];
}

struct operands {
    const struct texpr *expr;
    const struct type *a, *b;
    struct emit_value va, vb;
    const char *null; /* of both */
};

static struct emit_value cheap_call(struct expr_scope *scope, const struct operands *of,
    const char *symbol, const char *arguments)
{
    return expr_emit_call(scope, &(struct expr_call){.symbol = symbol, .shape = SHAPE_PLAIN,
        .arguments = arguments, .null = of->null, .cheap = true, .type = of->expr->type,
        .span = of->expr->span});
}

/* ---- integers, FLOAT, DOUBLE ---- */

static struct emit_value integers(struct expr_scope *scope, const struct operands *of)
{
    struct arena *arena = scope->e->arena;
    enum texpr_op op = of->expr->op;
    bool fallible = op == TOP_DIVIDE || op == TOP_MODULO;

    return expr_emit_call(scope, &(struct expr_call){
        .symbol = arena_printf(arena, "rt_%s_%s", verb_of(op), type_word(of->expr->type)),
        .shape = fallible ? SHAPE_FALLIBLE : SHAPE_PLAIN,
        .arguments = arena_printf(arena, "%s, %s", of->va.value, of->vb.value),
        .null = of->null, .cheap = true, .type = of->expr->type, .span = of->expr->span});
}

static struct emit_value floats(struct expr_scope *scope, const struct operands *of)
{
    struct arena *arena = scope->e->arena;

    if (of->expr->op == TOP_MODULO)
        return cheap_call(scope, of,
            arena_printf(arena, "rt_modulo_%s", type_word(of->expr->type)),
            arena_printf(arena, "%s, %s", of->va.value, of->vb.value));
    return (struct emit_value){
        arena_printf(arena, "%s %c %s", c_operand(arena, of->va.value), sign_of(of->expr->op),
            c_operand(arena, of->vb.value)),
        of->null};
}

/* ---- DECIMAL ---- */

/* Where the result type has room for every result, C's operators do. NULL: it has not. */
static const char *exact_decimals(struct arena *arena, const struct operands *of)
{
    const struct type *type = of->expr->type, *a = of->a, *b = of->b;
    int scale = max_int(a->scale, b->scale);
    int digits = max_int(a->precision - a->scale, b->precision - b->scale) + scale + 1;
    bool wide = type->precision > 18;

    switch (of->expr->op) {
    case TOP_ADD: case TOP_SUBTRACT:
        if (type->scale != scale || type->precision < digits || scale - a->scale > 18
            || scale - b->scale > 18)
            return NULL;
        return arena_printf(arena, "%s %c %s",
            c_scaled(arena, of->va.value, scale - a->scale, wide), sign_of(of->expr->op),
            c_scaled(arena, of->vb.value, scale - b->scale, wide));
    case TOP_MULTIPLY:
        if (type->scale != a->scale + b->scale || type->precision < a->precision + b->precision)
            return NULL;
        return arena_printf(arena, "%s * %s", c_scaled(arena, of->va.value, 0, wide),
            c_operand(arena, of->vb.value));
    case TOP_DIVIDE: case TOP_MODULO: case TOP_NEGATE: case TOP_EQ: case TOP_NE: case TOP_LT:
    case TOP_LE: case TOP_GT: case TOP_GE: case TOP_IS_DISTINCT: case TOP_IS_NOT_DISTINCT:
    case TOP_AND: case TOP_OR: case TOP_NOT: case TOP_IS_NULL: case TOP_IS_NOT_NULL:
    case TOP_IS_TRUE: case TOP_IS_NOT_TRUE: case TOP_IS_FALSE: case TOP_IS_NOT_FALSE:
    case TOP_COALESCE: case TOP_IN:
        return NULL;
    }
    BUG("operator %d", (int)of->expr->op);
}

/* / and %: may fail, may be NULL. */
static struct emit_value divide_decimals(struct expr_scope *scope, const struct operands *of,
    const char *symbol, const char *arguments)
{
    struct arena *arena = scope->e->arena;
    const struct type *type = of->expr->type;
    const char *name = expr_name(scope);
    const char *flag = arena_printf(arena, "%s_null", name);

    tpl_expr_divide(scope->out, &(struct tpl_expr_divide){
        .type = "rt_int128", .name = name, .zero = "0", .flag = flag, .null = of->null,
        .call = arena_printf(arena, "%s(%s, &%s, &%s, error)", symbol, arguments, name, flag),
        .context = expr_context(scope, of->expr->span)});
    return (struct emit_value){
        type->precision <= 18 ? arena_printf(arena, "(int64_t)%s", name) : name, flag};
}

static struct emit_value decimals(struct expr_scope *scope, const struct operands *of)
{
    struct arena *arena = scope->e->arena;
    const struct type *type = of->expr->type;
    const char *exact = exact_decimals(arena, of);
    const char *symbol, *arguments;

    if (exact)
        return (struct emit_value){exact, of->null};
    symbol = arena_printf(arena, "rt_decimal_%s", verb_of(of->expr->op));
    arguments = arena_printf(arena, "%s, %d, %d, %s, %d, %d, %d, %d", of->va.value,
        of->a->precision, of->a->scale, of->vb.value, of->b->precision, of->b->scale,
        type->precision, type->scale);
    if (of->expr->op == TOP_DIVIDE || of->expr->op == TOP_MODULO)
        return divide_decimals(scope, of, symbol, arguments);
    return expr_emit_call(scope, &(struct expr_call){.symbol = symbol, .shape = SHAPE_NULLABLE,
        .arguments = arguments, .null = of->null, .type = type, .span = of->expr->span});
}

/* ---- dates, times, intervals ---- */

/* a - b of two points in time: an interval. */
static struct emit_value difference(struct expr_scope *scope, const struct operands *of)
{
    struct arena *arena = scope->e->arena;
    bool months = of->expr->type->kind == TYPE_INTERVAL_MONTH;
    const char *a = of->va.value, *b = of->vb.value;

    if (of->a->kind == TYPE_TIME)
        return (struct emit_value){
            arena_printf(arena, "(int64_t)%s - %s", c_operand(arena, a), c_operand(arena, b)),
            of->null};
    if (of->a->kind == TYPE_DATE) {
        a = arena_printf(arena, "rt_date_to_timestamp(%s)", a);
        b = arena_printf(arena, "rt_date_to_timestamp(%s)", b);
    }
    return cheap_call(scope, of,
        months ? "rt_timestamp_subtract_months" : "rt_timestamp_subtract",
        arena_printf(arena, "%s, %s", a, b));
}

/* A point in time plus or minus an interval. */
static struct emit_value moved(struct expr_scope *scope, struct operands *of)
{
    struct arena *arena = scope->e->arena;
    const char *point = of->a->kind == TYPE_DATE ? "date"
        : of->a->kind == TYPE_TIME               ? "time"
                                                 : "timestamp";
    const char *unit = type_word(of->b);
    const char *by = of->vb.value;

    if (of->expr->op == TOP_SUBTRACT)
        by = arena_printf(arena, "rt_%s_negate(%s)", unit, by);
    return cheap_call(scope, of, arena_printf(arena, "rt_%s_add_%s", point, unit),
        arena_printf(arena, "%s, %s", of->va.value, by));
}

static struct emit_value intervals(struct expr_scope *scope, struct operands *of)
{
    struct arena *arena = scope->e->arena;

    return cheap_call(scope, of,
        arena_printf(arena, "rt_%s_%s", type_word(of->expr->type), verb_of(of->expr->op)),
        arena_printf(arena, "%s, %s", of->va.value, of->vb.value));
}

static struct emit_value times(struct expr_scope *scope, struct operands *of)
{
    enum texpr_op op = of->expr->op;

    if (type_is_interval(of->b) && type_is_datetime(of->a))
        return moved(scope, of);
    if (type_is_interval(of->a) && !type_is_interval(of->b)) {
        struct operands swapped = *of;

        swapped.a = of->b, swapped.b = of->a;
        swapped.va = of->vb, swapped.vb = of->va;
        if (type_is_datetime(of->b))
            return moved(scope, &swapped);
        if (op == TOP_MULTIPLY && type_is_integer(of->b))
            return intervals(scope, of);
    }
    if (op == TOP_MULTIPLY && type_is_integer(of->a) && type_is_interval(of->b)) {
        struct operands swapped = *of;

        swapped.a = of->b, swapped.b = of->a;
        swapped.va = of->vb, swapped.vb = of->va;
        return intervals(scope, &swapped);
    }
    if (type_is_interval(of->a) && of->a->kind == of->b->kind
        && (op == TOP_ADD || op == TOP_SUBTRACT))
        return intervals(scope, of);
    if (op == TOP_SUBTRACT && type_is_datetime(of->a) && of->a->kind == of->b->kind)
        return difference(scope, of);
    return expr_unsupported(scope, of->expr, "arithmetic of these types");
}

static struct emit_value negate(struct expr_scope *scope, const struct texpr *expr)
{
    struct arena *arena = scope->e->arena;
    struct emit_value value = emit_expr(scope, expr->args[0]);
    const struct type *type = expr->type;

    if (type_is_interval(type))
        value.value = arena_printf(arena, "rt_%s_negate(%s)", type_word(type), value.value);
    else if (type_is_integer(type))
        value.value = arena_printf(arena, "rt_negate_%s(%s)", type_word(type), value.value);
    else
        value.value = arena_printf(arena, *value.value == '-' ? "-(%s)" : "-%s",
            c_operand(arena, value.value));
    return value;
}

struct emit_value expr_arithmetic(struct expr_scope *scope, const struct texpr *expr)
{
    struct operands of = {.expr = expr};
    struct text statements = {.arena = scope->e->arena}, *out = scope->out;

    if (expr->op == TOP_NEGATE)
        return negate(scope, expr);
    of.a = expr->args[0]->type;
    of.b = expr->args[1]->type;
    scope->out = &statements;
    of.va = expr_settle(scope, of.a, emit_expr(scope, expr->args[0]));
    of.vb = expr_settle(scope, of.b, emit_expr(scope, expr->args[1]));
    of.null = c_or(scope->e->arena, of.va.null, of.vb.null);
    scope->out = out;
    if (c_is(of.null, "true"))
        return (struct emit_value){type_zero_value(scope->e, expr->type), "true"};
    text_add(out, text_chars(&statements));
    if (type_is_integer(of.a) && type_is_integer(of.b))
        return integers(scope, &of);
    if (type_is_approximate(of.a) && type_is_approximate(of.b))
        return floats(scope, &of);
    if (of.a->kind == TYPE_DECIMAL && of.b->kind == TYPE_DECIMAL)
        return decimals(scope, &of);
    return times(scope, &of);
}
