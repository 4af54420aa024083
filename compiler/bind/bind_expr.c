/* Expressions: what each kind of node becomes. Operators, calls, literals and names have files of
 * their own. */
#include "bind_expr_json.h"

#include "../parse/parse.h"

#include <rt/time.h>

#include <string.h>

struct binder binder_of(struct catalog *catalog)
{
    return (struct binder){.catalog = catalog, .arena = catalog->arena, .diag = catalog->diag,
        .place = "an expression"};
}

/* ---- makers ---- */

struct texpr *make_op(struct arena *arena, enum texpr_op op, const struct type *type,
    struct span span, struct texpr *const *args, size_t count)
{
    struct texpr *expr = texpr_new(arena, TEXPR_OP, type, span);

    expr->op = op;
    expr->args = arena_copy(arena, args, count * sizeof *args);
    expr->arg_count = count;
    return texpr_fold(arena, expr);
}

struct texpr *make_null(struct arena *arena, const struct type *type, struct span span)
{
    struct texpr *expr = texpr_new(arena, TEXPR_LITERAL, type_with_null(arena, type, true), span);

    expr->is_null = true;
    return expr;
}

struct texpr *make_boolean(struct arena *arena, bool value, struct span span)
{
    struct texpr *expr =
        texpr_new(arena, TEXPR_LITERAL, type_simple(arena, TYPE_BOOLEAN, false), span);

    expr->integer = value;
    return expr;
}

struct texpr *make_not(struct arena *arena, struct texpr *arg, struct span span)
{
    return make_op(arena, TOP_NOT, type_simple(arena, TYPE_BOOLEAN, arg->type->nullable), span,
        &arg, 1);
}

struct texpr *make_list(struct arena *arena, enum texpr_kind kind, const struct type *type,
    struct span span, struct texpr **args, size_t count)
{
    struct texpr *expr = texpr_new(arena, kind, type, span);

    expr->args = args;
    expr->arg_count = count;
    return expr;
}

/* ---- helpers ---- */

const char *plain_type(struct arena *arena, const struct type *type)
{
    struct text text = {.arena = arena};

    type_print_summary(&text, type);
    return text_chars(&text);
}

bool bind_exprs(struct binder *b, const struct expr_list *list, struct texpr **out)
{
    bool ok = true;

    for (size_t i = 0; i < list->count; i++) {
        out[i] = bind_expr(b, list->at[i]);
        ok = ok && out[i];
    }
    return ok;
}

bool bind_common(struct binder *b, struct texpr **args, size_t count, const char *what,
    struct span span)
{
    const struct type *type = args[0]->type;

    for (size_t i = 1; i < count; i++) {
        const struct type *common = type_common(b->arena, type, args[i]->type);

        if (!common) {
            diag_error(b->diag, D_NO_COMMON_TYPE, span, "%s: no common type of %s and %s", what,
                plain_type(b->arena, type),
                plain_type(b->arena, args[i]->type));
            return false;
        }
        type = common;
    }
    for (size_t i = 0; i < count; i++)
        args[i] = texpr_cast(b->arena, args[i], type);
    return true;
}

bool refuse_null(struct binder *b, const struct expr_list *args)
{
    for (size_t i = 0; i < args->count; i++)
        if (args->at[i]->kind == EXPR_LITERAL && args->at[i]->as.literal.kind == LITERAL_NULL) {
            diag_error(b->diag, D_OPERAND_TYPE, args->at[i]->span,
                "Illegal use of NULL: it has no type here; write CAST(NULL AS …)");
            return true;
        }
    return false;
}

struct texpr *bind_condition(struct binder *b, const struct ast_expr *ast, const char *what)
{
    struct texpr *expr = bind_expr(b, ast);

    if (!expr)
        return NULL;
    if (expr->type->kind == TYPE_NULL)
        return make_null(b->arena, type_simple(b->arena, TYPE_BOOLEAN, true), ast->span);
    if (expr->type->kind != TYPE_BOOLEAN) {
        diag_error(b->diag, D_NOT_BOOLEAN, ast->span, "%s must be BOOLEAN, not %s", what,
            plain_type(b->arena, expr->type));
        return NULL;
    }
    return expr;
}

static struct texpr *unsupported(struct binder *b, struct span span, enum diag_code code,
    const char *what)
{
    diag_error(b->diag, code, span, "%s is not supported yet", what);
    return NULL;
}

/* ---- CASE, CAST, IN ---- */

/* The condition of one WHEN; of `CASE x WHEN 1, 2` any of several. */
static struct texpr *bind_when(struct binder *b, const struct when_clause *when,
    struct texpr *operand)
{
    size_t count = when->more.count + 1;
    struct texpr **tests = arena_array(b->arena, count, sizeof *tests);
    bool nullable = false;

    if (!operand)
        return bind_condition(b, when->condition, "condition of WHEN");
    for (size_t i = 0; i < count; i++) {
        const struct ast_expr *ast = i ? when->more.at[i - 1] : when->condition;

        tests[i] = bind_expr(b, ast);
        if (tests[i])
            tests[i] = make_compare(b, TOP_EQ, operand, tests[i], ast->span);
        if (!tests[i])
            return NULL;
        nullable = nullable || tests[i]->type->nullable;
    }
    return count == 1 ? tests[0]
        : make_op(b->arena, TOP_OR, type_simple(b->arena, TYPE_BOOLEAN, nullable),
            when->condition->span, tests, count);
}

struct texpr *bind_case(struct binder *b, const struct ast_expr *expr)
{
    const struct when_list *whens = &expr->as.case_.whens;
    size_t count = whens->count, used = 0;
    struct texpr **conditions = arena_array(b->arena, count, sizeof *conditions);
    struct texpr **results = arena_array(b->arena, count + 1, sizeof *results);
    struct texpr **args = arena_array(b->arena, 2 * count + 1, sizeof *args);
    struct texpr *operand = expr->as.case_.operand ? bind_expr(b, expr->as.case_.operand) : NULL;
    bool ok = operand || !expr->as.case_.operand;
    bool nullable = false;

    for (size_t i = 0; ok && i < count; i++) {
        conditions[i] = bind_when(b, &whens->at[i], operand);
        results[i] = bind_expr(b, whens->at[i].result);
        ok = conditions[i] && results[i];
    }
    results[count] = expr->as.case_.otherwise
        ? bind_expr(b, expr->as.case_.otherwise)
        : make_null(b->arena, type_simple(b->arena, TYPE_NULL, true), expr->span);
    if (!ok || !results[count] || !bind_common(b, results, count + 1, "CASE", expr->span))
        return NULL;
    if (results[0]->type->kind == TYPE_NULL) {
        diag_error(b->diag, D_NO_COMMON_TYPE, expr->span,
            "CASE needs a result that is not NULL to know its type");
        return NULL;
    }
    for (size_t i = 0; i <= count; i++) {
        if (i < count)
            args[used++] = conditions[i];
        args[used++] = results[i];
        nullable = nullable || results[i]->type->nullable;
    }
    return texpr_fold(b->arena, make_list(b->arena, TEXPR_CASE,
        type_with_null(b->arena, results[0]->type, nullable), expr->span, args, used));
}

static struct texpr *bind_cast(struct binder *b, const struct ast_expr *expr)
{
    struct texpr *operand = bind_expr(b, expr->as.cast.operand);
    const struct type *type = bind_type(b->catalog, expr->as.cast.type);
    struct texpr *cast;

    if (!operand || !type)
        return NULL;
    if (!type_casts_explicitly(operand->type, type)) {
        diag_error(b->diag, D_BAD_CAST, expr->span, "cannot cast %s to %s",
            plain_type(b->arena, operand->type),
            plain_type(b->arena, type));
        return NULL;
    }
    cast = texpr_cast(b->arena, operand, type);
    if (cast->kind == TEXPR_CAST && cast != operand) {
        cast->span = expr->span;
        cast->is_try = expr->as.cast.is_try;
        if (cast->is_try)
            cast->type = type_with_null(b->arena, cast->type, true);
    }
    return cast;
}

struct texpr *bind_in(struct binder *b, const struct ast_expr *expr)
{
    size_t count = expr->as.in.list.count;
    struct texpr **args = arena_array(b->arena, count + 1, sizeof *args);
    const struct type *type;
    struct texpr *result;
    bool nullable = false;

    if (expr->as.in.query)
        return bind_query_expr(b, expr);
    args[0] = bind_expr(b, expr->as.in.operand);
    if (!bind_exprs(b, &expr->as.in.list, args + 1) || !args[0])
        return NULL;
    type = args[0]->type;
    for (size_t i = 1; i <= count && type; i++)
        type = type_common(b->arena, type, args[i]->type);
    /* Flink looks bytes up in a hash set by identity: none is ever there. */
    if (type && type_is_binary(type) && count > 1 && args[0]->kind != TEXPR_LITERAL) {
        struct texpr *self[2] = {args[0], args[0]};

        result = make_op(b->arena, TOP_NE, type_simple(b->arena, TYPE_BOOLEAN,
            args[0]->type->nullable), expr->span, self, 2);
        return expr->as.in.negated ? make_not(b->arena, result, expr->span) : result;
    }
    if (type && type->kind != TYPE_ROW && type->kind != TYPE_NULL) {
        for (size_t i = 0; i <= count; i++) {
            args[i] = texpr_cast(b->arena, args[i], type);
            nullable = nullable || args[i]->type->nullable;
        }
        result = make_op(b->arena, TOP_IN, type_simple(b->arena, TYPE_BOOLEAN, nullable),
            expr->span, args, count + 1);
        return expr->as.in.negated ? make_not(b->arena, result, expr->span) : result;
    }
    for (size_t i = 1; i <= count; i++) {
        args[i] = make_compare(b, TOP_EQ, args[0], args[i], expr->as.in.list.at[i - 1]->span);
        if (!args[i])
            return NULL;
        nullable = nullable || args[i]->type->nullable;
    }
    result = count == 1 ? args[1]
        : make_op(b->arena, TOP_OR, type_simple(b->arena, TYPE_BOOLEAN, nullable), expr->span,
            args + 1, count);
    return expr->as.in.negated ? make_not(b->arena, result, expr->span) : result;
}

/* ---- constructors ---- */

static struct texpr *bind_row(struct binder *b, const struct ast_expr *expr)
{
    size_t count = expr->as.list.items.count;
    struct texpr **args = arena_array(b->arena, count, sizeof *args);
    struct type_field *fields = arena_array(b->arena, count, sizeof *fields);

    if (!count) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span, "ROW() without fields");
        return NULL;
    }
    if (!bind_exprs(b, &expr->as.list.items, args))
        return NULL;
    for (size_t i = 0; i < count; i++)
        fields[i] = (struct type_field){.name = arena_printf(b->arena, "EXPR$%zu", i),
            .type = args[i]->type};
    return make_list(b->arena, TEXPR_ROW, type_row(b->arena, fields, count, false), expr->span,
        args, count);
}

static const struct type *type_of_all(struct arena *arena, struct texpr *const *args, size_t from,
    size_t count, size_t step)
{
    const struct type *type = args[from]->type;

    for (size_t i = from; i < count; i += step)
        type = type_common(arena, type, args[i]->type);
    return type;
}

static struct texpr *bind_array(struct binder *b, const struct ast_expr *expr)
{
    size_t count = expr->as.list.items.count;
    struct texpr **args = arena_array(b->arena, count, sizeof *args);

    if (expr->as.list.query)
        return unsupported(b, expr->span, D_UNSUPPORTED_SUBQUERY, "ARRAY of a subquery");
    if (!count) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span, "ARRAY needs at least one element");
        return NULL;
    }
    if (!bind_exprs(b, &expr->as.list.items, args) ||
        !bind_common(b, args, count, "ARRAY", expr->span))
        return NULL;
    return make_list(b->arena, TEXPR_ARRAY,
        type_array(b->arena, type_of_all(b->arena, args, 0, count, 1), false), expr->span, args,
        count);
}

/* Of constant keys that are equal the last one's value stays; the new count. */
static size_t drop_equal_keys(struct texpr **args, size_t count)
{
    size_t used = 0;

    for (size_t i = 0; i < count; i += 2) {
        size_t j = 0;

        while (j < used && !(args[i]->kind == TEXPR_LITERAL && texpr_equal(args[i], args[j])))
            j += 2;
        args[j] = args[i];
        args[j + 1] = args[i + 1];
        used = j == used ? used + 2 : used;
    }
    return used;
}

static struct texpr *bind_map(struct binder *b, const struct ast_expr *expr)
{
    size_t count = expr->as.list.items.count;
    struct texpr **args = arena_array(b->arena, count, sizeof *args);
    struct texpr **half = arena_array(b->arena, count, sizeof *half);
    const struct type *types[2];

    if (!count || count % 2) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span,
            "MAP needs an even number of arguments: keys and values in turn");
        return NULL;
    }
    if (!bind_exprs(b, &expr->as.list.items, args))
        return NULL;
    for (size_t side = 0; side < 2; side++) {
        for (size_t i = 0; i < count / 2; i++)
            half[i] = args[2 * i + side];
        if (!bind_common(b, half, count / 2, side ? "values of MAP" : "keys of MAP", expr->span))
            return NULL;
        types[side] = type_of_all(b->arena, half, 0, count / 2, 1);
        for (size_t i = 0; i < count / 2; i++)
            args[2 * i + side] = half[i];
    }
    return make_list(b->arena, TEXPR_MAP, type_map(b->arena, types[0], types[1], false),
        expr->span, args, drop_equal_keys(args, count));
}

/* ---- special syntax of functions ---- */

static struct texpr *bind_unit(struct binder *b, enum time_unit unit, struct span span)
{
    static const int numbers[] = {
        [UNIT_MILLENNIUM] = RT_UNIT_MILLENNIUM, [UNIT_CENTURY] = RT_UNIT_CENTURY,
        [UNIT_DECADE] = RT_UNIT_DECADE, [UNIT_YEAR] = RT_UNIT_YEAR,
        [UNIT_QUARTER] = RT_UNIT_QUARTER, [UNIT_MONTH] = RT_UNIT_MONTH,
        [UNIT_WEEK] = RT_UNIT_WEEK, [UNIT_DAY] = RT_UNIT_DAY, [UNIT_HOUR] = RT_UNIT_HOUR,
        [UNIT_MINUTE] = RT_UNIT_MINUTE, [UNIT_SECOND] = RT_UNIT_SECOND,
        [UNIT_MILLISECOND] = RT_UNIT_MILLISECOND, [UNIT_MICROSECOND] = RT_UNIT_MICROSECOND,
        [UNIT_NANOSECOND] = RT_UNIT_NANOSECOND, [UNIT_DOW] = RT_UNIT_DOW,
        [UNIT_DOY] = RT_UNIT_DOY, [UNIT_ISODOW] = RT_UNIT_ISODOW,
        [UNIT_ISOYEAR] = RT_UNIT_ISOYEAR, [UNIT_EPOCH] = RT_UNIT_EPOCH,
    };
    struct texpr *literal =
        texpr_new(b->arena, TEXPR_LITERAL, type_simple(b->arena, TYPE_INT, false), span);

    literal->integer = numbers[unit];
    return literal;
}

static struct texpr *bind_unit_call(struct binder *b, const struct ast_expr *expr)
{
    bool extract = expr->kind == EXPR_EXTRACT;
    struct texpr *unit = bind_unit(b, expr->as.unit.unit, expr->span);
    struct texpr *operand = bind_expr(b, expr->as.unit.operand);
    struct texpr *args[2] = {extract ? unit : operand, extract ? operand : unit};

    if (!operand)
        return NULL;
    if (extract && operand->type->kind == TYPE_TIME && expr->as.unit.unit != UNIT_HOUR &&
        expr->as.unit.unit != UNIT_MINUTE && expr->as.unit.unit != UNIT_SECOND &&
        expr->as.unit.unit != UNIT_MILLISECOND && expr->as.unit.unit != UNIT_MICROSECOND &&
        expr->as.unit.unit != UNIT_NANOSECOND && expr->as.unit.unit != UNIT_EPOCH) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span,
            "EXTRACT cannot take %s from TIME, which has no date",
            ast_unit_text(expr->as.unit.unit));
        return NULL;
    }
    return bind_named_call(b, extract ? "EXTRACT" : expr->as.unit.ceil ? "CEIL" : "FLOOR",
        expr->span, args, 2, expr->span);
}

static struct texpr *bind_trim(struct binder *b, const struct ast_expr *expr)
{
    static const char *const names[] = {
        [TRIM_BOTH] = "TRIM", [TRIM_LEADING] = "LTRIM", [TRIM_TRAILING] = "RTRIM"};
    struct texpr *args[2] = {bind_expr(b, expr->as.trim.operand), NULL};
    size_t count = 1;
    struct texpr *call;

    if (expr->as.trim.chars)
        args[count++] = bind_expr(b, expr->as.trim.chars);
    if (!args[0] || !args[count - 1])
        return NULL;
    call = bind_named_call(b, names[expr->as.trim.side], expr->span, args, count, expr->span);
    /* TRIM is nullable by its arguments, LTRIM always. */
    if (call)
        call->type = type_with_null(b->arena, call->type,
            args[0]->type->nullable || args[count - 1]->type->nullable);
    return call;
}

static struct texpr *bind_special(struct binder *b, const struct ast_expr *expr)
{
    size_t count = expr->as.special.args.count, first = expr->kind == EXPR_TIMESTAMP_FN;
    struct texpr **args = arena_array(b->arena, count + 1, sizeof *args);

    if (!bind_exprs(b, &expr->as.special.args, args + first))
        return NULL;
    if (first)
        args[0] = bind_unit(b, expr->as.special.unit, expr->span);
    /* A DATE has no clock: hours are added to, and counted from, its midnight. */
    for (size_t i = first; first && i < count + first; i++)
        if (args[i]->type->kind == TYPE_DATE && expr->as.special.unit >= UNIT_HOUR)
            args[i] = texpr_cast(b->arena, args[i],
                type_temporal(b->arena, TYPE_TIMESTAMP, 6, true));
    for (size_t i = 1; first && i < count && count == 2; i++)
        if (args[i]->type->kind != args[i + 1]->type->kind && type_is_datetime(args[i]->type) &&
            type_is_datetime(args[i + 1]->type))
            bind_common(b, args + 1, 2, expr->as.special.function, expr->span);
    return bind_named_call(b, expr->as.special.function, expr->span, args, count + first,
        expr->span);
}

static struct texpr *bind_field_of(struct binder *b, const struct ast_expr *expr)
{
    struct texpr *base = bind_expr(b, expr->as.field.base);

    return base ? bind_field(b, base, expr->as.field.name, expr->span) : NULL;
}

struct texpr *bind_expr(struct binder *b, const struct ast_expr *expr)
{
    switch (expr->kind) {
    case EXPR_LITERAL:
        return bind_literal(b, expr);
    case EXPR_COLUMN:
        return bind_column(b, expr);
    case EXPR_STAR:
        diag_error(b->diag, D_MISPLACED_STAR, expr->span,
            "* stands for columns only in the SELECT list and in COUNT(*)");
        return NULL;
    case EXPR_FIELD:
        return bind_field_of(b, expr);
    case EXPR_OP:
        return bind_operator(b, expr);
    case EXPR_CALL:
        return bind_call(b, expr);
    case EXPR_CAST:
        return bind_cast(b, expr);
    case EXPR_CASE:
        return bind_case(b, expr);
    case EXPR_IN:
        return bind_in(b, expr);
    case EXPR_EXISTS: case EXPR_SUBQUERY:
        return bind_query_expr(b, expr);
    case EXPR_QUANTIFIED:
        return expr->as.quantified.query ? bind_query_expr(b, expr)
            : unsupported(b, expr->span, D_UNSUPPORTED_SUBQUERY,
                "comparison with ANY, SOME or ALL of a list");
    case EXPR_ARRAY:
        return bind_array(b, expr);
    case EXPR_MAP:
        return bind_map(b, expr);
    case EXPR_ROW:
        return bind_row(b, expr);
    case EXPR_MULTISET:
        return unsupported(b, expr->span, D_UNSUPPORTED_EXPRESSION, "MULTISET");
    case EXPR_EXTRACT: case EXPR_FLOOR_CEIL:
        return bind_unit_call(b, expr);
    case EXPR_TRIM:
        return bind_trim(b, expr);
    case EXPR_POSITION: case EXPR_OVERLAY: case EXPR_SUBSTRING: case EXPR_TIMESTAMP_FN:
        return bind_special(b, expr);
    case EXPR_JSON:
        if (!strcmp(expr->as.json.function, "JSON_OBJECTAGG") ||
            !strcmp(expr->as.json.function, "JSON_ARRAYAGG"))
            return bind_json_aggregate(b, expr);
        return bind_json(b, expr);
    case EXPR_NAMED_ARG:
        return unsupported(b, expr->span, D_UNSUPPORTED_EXPRESSION, "a named argument");
    case EXPR_TABLE_ARG: case EXPR_DESCRIPTOR:
        return unsupported(b, expr->span, D_UNSUPPORTED_TABLE_FUNCTION, "a table argument");
    case EXPR_DEFAULT:
        return unsupported(b, expr->span, D_UNSUPPORTED_EXPRESSION, "DEFAULT");
    case EXPR_UNIT:
        return unsupported(b, expr->span, D_UNSUPPORTED_EXPRESSION, "a time unit as an argument");
    }
    return NULL;
}
