/* Names and expressions. */
#include "build.h"

#include <string.h>

#include "sql.h"

/* ---- shared ---- */

void build_report(struct parser *p, enum diag_code code, struct span span, const char *format, ...)
{
    va_list args;

    p->reported = true;
    if (p->quiet)
        return;
    va_start(args, format);
    diag_error(p->diag, code, span, "%s", arena_vprintf(p->arena, format, args));
    va_end(args);
}

unsigned build_depth(struct parser *p, unsigned depth, struct span span)
{
    if (depth > AST_DEPTH_LIMIT && !p->too_deep) {
        p->too_deep = true;
        build_report(p, D_TOO_DEEP, span, "nested more than %d levels deep", AST_DEPTH_LIMIT);
    }
    return depth;
}

unsigned build_deepest(const struct expr_list *list)
{
    unsigned depth = 0;
    size_t i;

    for (i = 0; i < list->count; i++)
        if (list->at[i]->depth > depth)
            depth = list->at[i]->depth;
    return depth;
}

int64_t build_integer(struct parser *p, const struct token *token, int64_t most, const char *what)
{
    int64_t value = 0;
    size_t i;

    for (i = 0; i < token->text.size; i++) {
        char c = token->text.data[i];

        if (c >= '0' && c <= '9' && value <= most)
            value = value * 10 + (c - '0');
        else
            break;
    }
    if (i == token->text.size && value <= most)
        return value;
    build_report(p, D_BAD_NUMBER, token->span, "%s must be a whole number of at most %lld", what,
        (long long)most);
    return 0;
}

char *build_upper(struct parser *p, struct str text)
{
    char *upper = arena_strndup(p->arena, text.data, text.size);
    size_t i;

    for (i = 0; i < text.size; i++)
        if (upper[i] >= 'a' && upper[i] <= 'z')
            upper[i] = (char)(upper[i] - 'a' + 'A');
    return upper;
}

/* ---- names ---- */

struct name build_name(const struct token *token)
{
    return (struct name){token->text.data, token->span};
}

struct name_list build_names(struct parser *p, struct name_list list, struct name name)
{
    vec_push(p->arena, &list, name);
    return list;
}

struct path build_path(struct parser *p, struct name name)
{
    struct path path = {.span = name.span};

    vec_push(p->arena, &path.parts, name);
    return path;
}

struct path build_path_add(struct parser *p, struct path path, struct name name)
{
    vec_push(p->arena, &path.parts, name);
    path.span = span_join(path.span, name.span);
    return path;
}

/* ---- nodes ---- */

static struct ast_expr *new_expr(struct parser *p, enum ast_expr_kind kind, struct span span,
    unsigned below)
{
    struct ast_expr *expr = NEW(p->arena, struct ast_expr);

    expr->kind = kind;
    expr->span = span;
    expr->depth = build_depth(p, below + 1, span);
    return expr;
}

static unsigned deeper(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static unsigned depth_of(const struct ast_expr *expr)
{
    return expr ? expr->depth : 0;
}

struct ast_expr *build_plain(struct parser *p, enum ast_expr_kind kind, struct span span)
{
    return new_expr(p, kind, span, 0);
}

void build_extend(struct ast_expr *expr, struct span end)
{
    expr->span = span_join(expr->span, end);
}

struct expr_list build_exprs(struct parser *p, struct expr_list list, struct ast_expr *expr)
{
    vec_push(p->arena, &list, expr);
    return list;
}

struct ast_expr *build_parens(struct parser *p, struct ast_expr *expr, struct span begin,
    struct span end)
{
    /* A row in parentheses is a value of one column, no longer a list of several. */
    if (expr->kind == EXPR_ROW)
        expr->as.list.implicit = false;
    expr->span = span_join(begin, end);
    expr->depth = build_depth(p, expr->depth, expr->span);
    return expr;
}

struct ast_expr *build_minus_unit(struct parser *p, struct ast_expr *expr,
    struct interval_qualifier qualifier, struct span begin)
{
    if (expr->kind != EXPR_OP || expr->as.op.op != OP_MINUS ||
        expr->as.op.qualifier.from != UNIT_NONE)
        build_report(p, D_SYNTAX, qualifier.span,
            "a unit of time follows only a difference: (a - b) DAY");
    else
        expr->as.op.qualifier = qualifier;
    return build_parens(p, expr, begin, qualifier.span);
}

/* ---- operators ---- */

static struct ast_expr *new_op(struct parser *p, enum ast_op op, struct span span,
    struct ast_expr *a, struct ast_expr *b, struct ast_expr *c)
{
    struct ast_expr *expr =
        new_expr(p, EXPR_OP, span, deeper(deeper(depth_of(a), depth_of(b)), depth_of(c)));

    expr->as.op.op = op;
    vec_push(p->arena, &expr->as.op.args, a);
    if (b)
        vec_push(p->arena, &expr->as.op.args, b);
    if (c)
        vec_push(p->arena, &expr->as.op.args, c);
    return expr;
}

struct ast_expr *build_unary(struct parser *p, enum ast_op op, struct ast_expr *operand,
    struct span span)
{
    return new_op(p, op, span, operand, NULL, NULL);
}

struct ast_expr *build_prefix(struct parser *p, enum ast_op op, const struct token *sign,
    struct ast_expr *operand)
{
    return build_unary(p, op, operand, span_join(sign->span, operand->span));
}

struct ast_expr *build_binary(struct parser *p, enum ast_op op, struct ast_expr *left,
    struct ast_expr *right)
{
    return new_op(p, op, span_join(left->span, right->span), left, right, NULL);
}

struct ast_expr *build_test(struct parser *p, enum ast_op op, bool negated,
    struct ast_expr *operand, const struct token *end)
{
    return build_unary(p, negated ? op + 1 : op, operand, span_join(operand->span, end->span));
}

struct ast_expr *build_test_set(struct parser *p, bool negated, struct ast_expr *operand,
    const struct token *article, const struct token *end)
{
    if (strcasecmp(article->text.data, "A"))
        build_report(p, D_SYNTAX, article->span,
            "expected 'A SET' behind IS, found '%s'", article->text.data);
    return build_test(p, OP_IS_A_SET, negated, operand, end);
}

struct ast_expr *build_test_json(struct parser *p, bool negated, struct ast_expr *operand,
    const struct token *json, const struct token *word)
{
    struct ast_expr *expr = build_test(p, OP_IS_JSON, negated, operand, word ? word : json);

    expr->as.op.word = word ? build_upper(p, word->text) : NULL;
    return expr;
}

enum ast_op build_compare_op(const struct token *token)
{
    switch (token->kind) {
    case TK_NE:
        return OP_NE;
    case TK_LT:
        return OP_LT;
    case TK_LE:
        return OP_LE;
    case TK_GT:
        return OP_GT;
    case TK_GE:
        return OP_GE;
    default:
        return OP_EQ;
    }
}

struct ast_expr *build_quantified(struct parser *p, struct ast_expr *operand,
    const struct token *op, enum quantifier quantifier, struct expr_list list,
    struct ast_query *query, struct span end)
{
    unsigned below = deeper(operand->depth, query ? query->depth : build_deepest(&list));
    struct ast_expr *expr =
        new_expr(p, EXPR_QUANTIFIED, span_join(operand->span, end), below);

    expr->as.quantified.operand = operand;
    expr->as.quantified.op = build_compare_op(op);
    expr->as.quantified.quantifier = quantifier;
    expr->as.quantified.list = list;
    expr->as.quantified.query = query;
    return expr;
}

struct ast_expr *build_between(struct parser *p, bool negated, bool symmetric,
    struct ast_expr *operand, struct ast_expr *low, struct ast_expr *high)
{
    enum ast_op op = symmetric ? OP_BETWEEN_SYMMETRIC : OP_BETWEEN;

    return new_op(p, negated ? op + 1 : op, span_join(operand->span, high->span), operand, low,
        high);
}

struct ast_expr *build_in(struct parser *p, bool negated, struct ast_expr *operand,
    struct expr_list list, struct ast_query *query, struct span end)
{
    unsigned below = deeper(operand->depth, query ? query->depth : build_deepest(&list));
    struct ast_expr *expr = new_expr(p, EXPR_IN, span_join(operand->span, end), below);

    expr->as.in.operand = operand;
    expr->as.in.negated = negated;
    expr->as.in.list = list;
    expr->as.in.query = query;
    return expr;
}

struct ast_expr *build_like(struct parser *p, enum ast_op op, struct ast_expr *operand,
    struct ast_expr *pattern, struct ast_expr *escape)
{
    struct ast_expr *last = escape ? escape : pattern;

    return new_op(p, op, span_join(operand->span, last->span), operand, pattern, escape);
}

struct ast_expr *build_item(struct parser *p, struct ast_expr *base, struct ast_expr *index,
    struct span end)
{
    return new_op(p, OP_ITEM, span_join(base->span, end), base, index, NULL);
}

/* ---- columns ---- */

struct ast_expr *build_column(struct parser *p, struct path path)
{
    struct ast_expr *expr = new_expr(p, EXPR_COLUMN, path.span, 0);

    expr->as.column = path;
    return expr;
}

struct ast_expr *build_star(struct parser *p, struct path path, struct span span)
{
    struct ast_expr *expr = new_expr(p, EXPR_STAR, span, 0);

    expr->as.column = path;
    return expr;
}

struct ast_expr *build_field(struct parser *p, struct ast_expr *base, struct name name)
{
    struct ast_expr *expr =
        new_expr(p, EXPR_FIELD, span_join(base->span, name.span), base->depth);

    expr->as.field.base = base;
    expr->as.field.name = name;
    return expr;
}

/* ---- literals and constructors ---- */

struct ast_expr *build_literal(struct parser *p, enum literal_kind kind,
    const struct token *token, struct span span)
{
    struct ast_expr *expr = new_expr(p, EXPR_LITERAL, span, 0);

    expr->as.literal.kind = kind;
    if (token)
        expr->as.literal.text = token->text;
    return expr;
}

struct ast_expr *build_interval(struct parser *p, bool negative, const struct token *text,
    struct interval_qualifier qualifier, struct span begin)
{
    struct ast_expr *expr =
        build_literal(p, LITERAL_INTERVAL, text, span_join(begin, qualifier.span));

    expr->as.literal.negative = negative;
    expr->as.literal.qualifier = qualifier;
    return expr;
}

/* FETCH FIRST ROW ONLY says 1 without writing it. */
struct ast_expr *build_one(struct parser *p, struct span span)
{
    struct ast_expr *one = build_literal(p, LITERAL_NUMBER, NULL, span);

    one->as.literal.text = str_of("1");
    return one;
}

struct ast_expr *build_list(struct parser *p, enum ast_expr_kind kind, struct expr_list items,
    struct ast_query *query, struct span span)
{
    struct ast_expr *expr = new_expr(p, kind, span, query ? query->depth : build_deepest(&items));

    expr->as.list.items = items;
    expr->as.list.query = query;
    return expr;
}

struct ast_expr *build_row(struct parser *p, struct expr_list items, bool implicit,
    struct span span)
{
    struct ast_expr *expr = build_list(p, EXPR_ROW, items, NULL, span);

    expr->as.list.implicit = implicit;
    return expr;
}

struct ast_expr *build_map(struct parser *p, struct expr_list items, struct span span)
{
    if (items.count % 2)
        build_report(p, D_SYNTAX, items.at[items.count - 1]->span,
            "MAP[…] takes keys and values in turn: the last key has no value");
    return build_list(p, EXPR_MAP, items, NULL, span);
}

struct ast_expr *build_query_expr(struct parser *p, enum ast_expr_kind kind,
    struct ast_query *query, struct span span)
{
    struct ast_expr *expr = new_expr(p, kind, span, query->depth);

    expr->as.query = query;
    return expr;
}

/* ---- special forms ---- */

struct when_list build_whens(struct parser *p, struct when_list list, struct expr_list conditions,
    struct ast_expr *result)
{
    struct when_clause when = {.condition = conditions.at[0], .result = result};
    size_t i;

    for (i = 1; i < conditions.count; i++)
        vec_push(p->arena, &when.more, conditions.at[i]);
    vec_push(p->arena, &list, when);
    return list;
}

struct ast_expr *build_case(struct parser *p, struct ast_expr *operand, struct when_list whens,
    struct ast_expr *otherwise, struct span span)
{
    unsigned below = deeper(depth_of(operand), depth_of(otherwise));
    struct ast_expr *expr;
    size_t i;

    for (i = 0; i < whens.count; i++) {
        const struct when_clause *when = &whens.at[i];

        below = deeper(below, deeper(when->condition->depth, when->result->depth));
        below = deeper(below, build_deepest(&when->more));
        if (when->more.count && !operand)
            build_report(p, D_SYNTAX, when->more.at[0]->span,
                "several values behind WHEN need an operand: CASE x WHEN 1, 2 THEN …");
    }
    expr = new_expr(p, EXPR_CASE, span, below);
    expr->as.case_.operand = operand;
    expr->as.case_.whens = whens;
    expr->as.case_.otherwise = otherwise;
    return expr;
}

struct ast_expr *build_cast(struct parser *p, bool is_try, struct ast_expr *operand,
    struct ast_type *type, struct span span)
{
    struct ast_expr *expr = new_expr(p, EXPR_CAST, span, deeper(operand->depth, type->depth));

    expr->as.cast.operand = operand;
    expr->as.cast.type = type;
    expr->as.cast.is_try = is_try;
    return expr;
}

struct ast_expr *build_unit_expr(struct parser *p, enum ast_expr_kind kind,
    const struct token *unit, struct ast_expr *operand, bool ceil, struct span span)
{
    struct ast_expr *expr = new_expr(p, kind, span, depth_of(operand));

    expr->as.unit.unit = build_unit(p, unit);
    expr->as.unit.operand = operand;
    expr->as.unit.ceil = ceil;
    return expr;
}

struct ast_expr *build_floor_ceil(struct parser *p, const struct token *function,
    struct ast_expr *operand, const struct token *unit, struct span end)
{
    bool ceil = function->text.data[0] == 'C' || function->text.data[0] == 'c';

    return build_unit_expr(p, EXPR_FLOOR_CEIL, unit, operand, ceil,
        span_join(function->span, end));
}

struct ast_expr *build_special(struct parser *p, enum ast_expr_kind kind,
    const struct token *function, const struct token *unit, struct ast_expr *first,
    struct ast_expr *second, struct ast_expr *third, struct span end)
{
    unsigned below = deeper(deeper(first->depth, second->depth), depth_of(third));
    struct ast_expr *expr = new_expr(p, kind, span_join(function->span, end), below);

    expr->as.special.function = build_upper(p, function->text);
    expr->as.special.unit = unit ? build_unit(p, unit) : UNIT_NONE;
    vec_push(p->arena, &expr->as.special.args, first);
    vec_push(p->arena, &expr->as.special.args, second);
    if (third)
        vec_push(p->arena, &expr->as.special.args, third);
    return expr;
}

struct ast_expr *build_special_add(struct parser *p, struct ast_expr *special,
    struct ast_expr *arg)
{
    vec_push(p->arena, &special->as.special.args, arg);
    special->depth = build_depth(p, deeper(special->depth, arg->depth + 1), special->span);
    return special;
}

struct ast_expr *build_trim(struct parser *p, enum trim_side side, struct ast_expr *chars,
    struct ast_expr *operand, struct span span)
{
    struct ast_expr *expr =
        new_expr(p, EXPR_TRIM, span, deeper(depth_of(chars), operand->depth));

    expr->as.trim.side = side;
    expr->as.trim.chars = chars;
    expr->as.trim.operand = operand;
    return expr;
}

/* ---- JSON ---- */

struct ast_expr *build_json(struct parser *p, const struct token *function, struct expr_list args,
    struct json_clauses clauses, struct span end)
{
    unsigned below = deeper(build_deepest(&args),
        deeper(depth_of(clauses.empty_value), depth_of(clauses.error_value)));
    struct ast_expr *expr;

    if (clauses.returning)
        below = deeper(below, clauses.returning->depth);
    expr = new_expr(p, EXPR_JSON, span_join(function->span, end), below);
    expr->as.json.function = build_upper(p, function->text);
    expr->as.json.args = args;
    expr->as.json.clauses = clauses;
    return expr;
}

struct ast_expr *build_json_path(struct parser *p, const struct token *function,
    struct ast_expr *input, struct ast_expr *path, struct json_clauses clauses, struct span end)
{
    struct expr_list args = build_exprs(p, (struct expr_list){0}, input);

    return build_json(p, function, build_exprs(p, args, path), clauses, end);
}

struct expr_list build_pair(struct parser *p, struct expr_list list, struct ast_expr *key,
    struct ast_expr *value)
{
    return build_exprs(p, build_exprs(p, list, key), value);
}
