/* SQL/JSON: JSON_VALUE, JSON_QUERY, JSON_EXISTS, JSON_OBJECT, JSON_ARRAY with their clauses; IS
 * JSON. They become calls of functions.def whose clauses are whole numbers. */
#include "bind_expr_json.h"

#include <rt/json_path.h>

#include <string.h>
#include <strings.h>

static struct texpr *number(struct binder *b, int value, struct span span)
{
    struct texpr *literal =
        texpr_new(b->arena, TEXPR_LITERAL, type_simple(b->arena, TYPE_INT, false), span);

    literal->integer = value;
    return literal;
}

static int number_of(enum json_behavior behavior, int otherwise)
{
    switch (behavior) {
    case JSON_DEFAULT: return otherwise;
    case JSON_NULL: case JSON_UNKNOWN: return RT_JSON_ON_NULL;
    case JSON_ERROR: return RT_JSON_ON_ERROR;
    case JSON_EMPTY_ARRAY: return RT_JSON_ON_EMPTY_ARRAY;
    case JSON_EMPTY_OBJECT: return RT_JSON_ON_EMPTY_OBJECT;
    case JSON_DEFAULT_VALUE: return RT_JSON_ON_DEFAULT;
    case JSON_TRUE: return RT_JSON_ON_TRUE;
    case JSON_FALSE: return RT_JSON_ON_FALSE;
    }
    return otherwise;
}

static struct texpr *call(struct binder *b, const char *name, const struct ast_expr *expr,
    struct texpr **args, size_t count)
{
    return bind_named_call(b, name, expr->span, args, count, expr->span);
}

/* DEFAULT x, as text. */
static struct texpr *bind_default(struct binder *b, const struct ast_expr *value,
    const struct type *type, struct span span)
{
    struct texpr *expr;

    if (!value)
        return make_null(b->arena, type_string(b->arena, true), span);
    expr = bind_expr(b, value);
    if (!expr)
        return NULL;
    if (!type_casts_explicitly(expr->type, type)) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, value->span,
            "DEFAULT of JSON_VALUE must be %s, not %s", plain_type(b->arena, type),
            plain_type(b->arena, expr->type));
        return NULL;
    }
    return texpr_cast(b->arena, texpr_cast(b->arena, expr, type), type_string(b->arena, true));
}

static struct texpr *text_literal(struct binder *b, const char *text, struct span span)
{
    struct texpr *literal =
        texpr_new(b->arena, TEXPR_LITERAL, type_string(b->arena, false), span);

    literal->text = (struct str){text, strlen(text)};
    return literal;
}

static struct texpr *make_case(struct binder *b, struct texpr *condition, struct texpr *then,
    struct texpr *otherwise)
{
    struct texpr *result = texpr_new(b->arena, TEXPR_CASE, otherwise->type, otherwise->span);

    result->args = arena_array(b->arena, 3, sizeof *result->args);
    result->args[0] = condition;
    result->args[1] = then;
    result->args[2] = otherwise;
    result->arg_count = 3;
    return result;
}

/* The scalar as `type`, NULL where it is none; of BOOLEAN, numbers are none. */
static struct texpr *try_scalar(struct binder *b, struct texpr *scalar, const struct type *type)
{
    struct texpr *cast = texpr_cast(b->arena, scalar, type), *in[3];
    const struct type *boolean = type_simple(b->arena, TYPE_BOOLEAN, true);

    if (cast == scalar)
        return cast;
    cast = arena_copy(b->arena, cast, sizeof *cast);
    cast->is_try = cast->kind == TEXPR_CAST;
    if (type->kind != TYPE_BOOLEAN)
        return cast;
    in[0] = scalar;
    in[1] = text_literal(b, "true", scalar->span);
    in[2] = text_literal(b, "false", scalar->span);
    return make_case(b, make_op(b->arena, TOP_IN, boolean, scalar->span, in, 3), cast,
        make_null(b->arena, type, scalar->span));
}

/* RETURNING type: what cannot be one is an error as ON ERROR says. */
static struct texpr *returning(struct binder *b, struct texpr *scalar, const struct type *type,
    int on_error, struct texpr *failed)
{
    struct texpr *value, *tests[2];
    const struct type *boolean = type_simple(b->arena, TYPE_BOOLEAN, false);

    if (on_error == RT_JSON_ON_ERROR)
        return texpr_cast(b->arena, scalar, type);
    value = try_scalar(b, scalar, type);
    if (on_error != RT_JSON_ON_DEFAULT || value == scalar)
        return value;
    tests[0] = make_op(b->arena, TOP_IS_NULL, boolean, scalar->span, &value, 1);
    tests[1] = make_op(b->arena, TOP_IS_NOT_NULL, boolean, scalar->span, &scalar, 1);
    return make_case(b, make_and(b->arena, tests, 2), texpr_cast(b->arena, failed, type), value);
}

static struct texpr *bind_json_scalar(struct binder *b, const struct ast_expr *expr,
    struct texpr **args)
{
    const struct json_clauses *clauses = &expr->as.json.clauses;
    const struct type *type = clauses->returning ? bind_type(b->catalog, clauses->returning)
                                                 : type_string(b->arena, true);
    struct texpr *result;

    if (!type)
        return NULL;
    if (!type_is_text(type) && type->kind != TYPE_BOOLEAN && type->kind != TYPE_INT &&
        type->kind != TYPE_BIGINT && type->kind != TYPE_DOUBLE) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span,
            "JSON_VALUE returns STRING, BOOLEAN, INT or DOUBLE, not %s",
            plain_type(b->arena, type));
        return NULL;
    }
    args[2] = number(b, number_of(clauses->on_empty, RT_JSON_ON_NULL), expr->span);
    args[3] = bind_default(b, clauses->empty_value, type, expr->span);
    args[4] = number(b, number_of(clauses->on_error, RT_JSON_ON_NULL), expr->span);
    args[5] = bind_default(b, clauses->error_value, type, expr->span);
    if (!args[3] || !args[5])
        return NULL;
    result = call(b, "JSON_VALUE", expr, args, 6);
    return result ? returning(b, result, type_with_null(b->arena, type, true),
        number_of(clauses->on_error, RT_JSON_ON_NULL), args[5]) : NULL;
}

static struct texpr *bind_json_query(struct binder *b, const struct ast_expr *expr,
    struct texpr **args)
{
    const struct json_clauses *clauses = &expr->as.json.clauses;
    const struct type *type = clauses->returning ? bind_type(b->catalog, clauses->returning)
                                                 : type_string(b->arena, true);
    bool array = type && type->kind == TYPE_ARRAY && type_is_text(type->element);
    int wrapper = clauses->wrapper == JSON_WITH_WRAPPER ? RT_JSON_WRAPPER
        : clauses->wrapper == JSON_WITH_CONDITIONAL_WRAPPER ? RT_JSON_CONDITIONAL_WRAPPER
                                                            : RT_JSON_NO_WRAPPER;
    struct texpr *result;

    if (!type)
        return NULL;
    if (!array && !type_is_text(type)) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span,
            "JSON_QUERY returns STRING or ARRAY<STRING>, not %s", plain_type(b->arena, type));
        return NULL;
    }
    args[2] = number(b, wrapper, expr->span);
    args[3] = number(b, number_of(clauses->on_empty, RT_JSON_ON_NULL), expr->span);
    args[4] = number(b, number_of(clauses->on_error, RT_JSON_ON_NULL), expr->span);
    result = call(b, array ? "JSON_QUERY_ARRAY" : "JSON_QUERY", expr, args, 5);
    return result ? texpr_cast(b->arena, result, type_with_null(b->arena, type, true)) : NULL;
}

/* ---- JSON_OBJECT, JSON_ARRAY ---- */

/* A value of them: only here JSON('…') may stand. */
static struct texpr *bind_json_value(struct binder *b, const struct ast_expr *expr)
{
    struct texpr *text, *call;
    bool json = expr->kind == EXPR_CALL && expr->as.call.name.parts.count == 1 &&
        !strcasecmp(expr->as.call.name.parts.at[0].text, "JSON") && expr->as.call.args.count == 1;

    if (!json) {
        text = bind_expr(b, expr);
        if (text && text->type->kind == TYPE_NULL)
            text = make_null(b->arena, type_string(b->arena, true), expr->span);
        return text;
    }
    text = bind_expr(b, expr->as.call.args.at[0]);
    if (!text)
        return NULL;
    call = bind_named_call(b, "JSON", expr->span, &text, 1, expr->span);
    return call;
}

static struct texpr *absent_flag(struct binder *b, const struct ast_expr *expr, bool otherwise)
{
    return make_boolean(b->arena, expr->as.json.clauses.null_clause == JSON_ABSENT_ON_NULL ||
        (expr->as.json.clauses.null_clause == JSON_NULL_UNSET && otherwise), expr->span);
}

static struct texpr *bind_json_array(struct binder *b, const struct ast_expr *expr)
{
    size_t count = expr->as.json.args.count;
    struct texpr **args = arena_array(b->arena, count + 1, sizeof *args);
    bool ok = true;

    args[0] = absent_flag(b, expr, true);
    for (size_t i = 0; i < count; i++) {
        args[i + 1] = bind_json_value(b, expr->as.json.args.at[i]);
        ok = ok && args[i + 1];
    }
    return ok ? call(b, "JSON_ARRAY", expr, args, count + 1) : NULL;
}

/* Puts key and value where they belong among `count` sorted pairs, the last of equal keys wins;
 * the new count. */
static size_t insert_pair(struct texpr **pairs, size_t count, struct texpr *key,
    struct texpr *value)
{
    size_t at = count;
    int order = 1;

    for (; at > 0; at--) {
        const struct str a = pairs[2 * at - 2]->text, k = key->text;

        order = memcmp(k.data, a.data, k.size < a.size ? k.size : a.size);
        order = order ? order : (k.size > a.size) - (k.size < a.size);
        if (order >= 0)
            break;
    }
    if (at > 0 && !order) {
        pairs[2 * at - 1] = value;
        return count;
    }
    memmove(pairs + 2 * at + 2, pairs + 2 * at, (count - at) * 2 * sizeof *pairs);
    pairs[2 * at] = key;
    pairs[2 * at + 1] = value;
    return count + 1;
}

static struct texpr *bind_json_object(struct binder *b, const struct ast_expr *expr)
{
    size_t count = expr->as.json.args.count, used = 0;
    struct texpr **args = arena_array(b->arena, count + 1, sizeof *args);
    bool ok = true;

    args[0] = absent_flag(b, expr, false);
    for (size_t i = 0; i + 1 < count; i += 2) {
        struct texpr *key = bind_expr(b, expr->as.json.args.at[i]);
        struct texpr *value = bind_json_value(b, expr->as.json.args.at[i + 1]);

        ok = ok && key && value;
        if (key && (key->kind != TEXPR_LITERAL || key->is_null || !type_is_text(key->type))) {
            diag_error(b->diag, D_FUNCTION_ARGUMENTS, key->span,
                "a key of JSON_OBJECT must be a text literal");
            ok = false;
        }
        if (ok)
            used = insert_pair(args + 1, used, key, value);
    }
    return ok ? call(b, "JSON_OBJECT", expr, args, 2 * used + 1) : NULL;
}

struct texpr *bind_json(struct binder *b, const struct ast_expr *expr)
{
    const char *name = expr->as.json.function;
    struct texpr *args[6];

    if (!strcasecmp(name, "JSON_OBJECT"))
        return bind_json_object(b, expr);
    if (!strcasecmp(name, "JSON_ARRAY"))
        return bind_json_array(b, expr);
    if (strcasecmp(name, "JSON_VALUE") && strcasecmp(name, "JSON_QUERY") &&
        strcasecmp(name, "JSON_EXISTS")) {
        diag_error(b->diag, D_MISPLACED_AGGREGATE, expr->span,
            "aggregate function %s is not allowed here", name);
        return NULL;
    }
    if (expr->as.json.args.count != 2) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, expr->span,
            "%s takes a JSON text and a path", name);
        return NULL;
    }
    if (!bind_exprs(b, &expr->as.json.args, args))
        return NULL;
    if (!strcasecmp(name, "JSON_VALUE"))
        return bind_json_scalar(b, expr, args);
    if (!strcasecmp(name, "JSON_QUERY"))
        return bind_json_query(b, expr, args);
    args[2] = number(b, number_of(expr->as.json.clauses.on_error, RT_JSON_ON_FALSE), expr->span);
    return call(b, "JSON_EXISTS", expr, args, 3);
}

/* NULL IS JSON is FALSE, NULL IS NOT JSON is TRUE. */
struct texpr *bind_is_json(struct binder *b, const struct ast_expr *expr, bool negated)
{
    const char *word = expr->as.op.word;
    int type = !word || !strcasecmp(word, "VALUE") ? RT_JSON_IS_VALUE
        : !strcasecmp(word, "SCALAR")              ? RT_JSON_IS_SCALAR
        : !strcasecmp(word, "ARRAY")               ? RT_JSON_IS_ARRAY
                                                   : RT_JSON_IS_OBJECT;
    struct texpr *args[2] = {bind_expr(b, expr->as.op.args.at[0]), number(b, type, expr->span)};
    struct texpr *result, *parts[2];

    if (!args[0])
        return NULL;
    result = call(b, "IS JSON", expr, args, 2);
    if (!result)
        return NULL;
    if (result->type->nullable) {
        parts[0] = result;
        parts[1] = make_boolean(b->arena, false, expr->span);
        result = make_op(b->arena, TOP_COALESCE, parts[1]->type, expr->span, parts, 2);
    }
    return negated ? make_not(b->arena, result, expr->span) : result;
}
