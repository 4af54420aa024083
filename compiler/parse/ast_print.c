/* Canonical SQL of expressions, as SHOW CREATE TABLE prints them. Queries: ast_print_query.c. */
#include <string.h>

#include "print.h"

/* How tightly an expression holds together; the grammar's levels, lowest first. */
enum level { LEVEL_OR, LEVEL_AND, LEVEL_NOT, LEVEL_TEST, LEVEL_COMPARE, LEVEL_PREDICATE, LEVEL_SUM,
    LEVEL_PRODUCT, LEVEL_SIGN, LEVEL_PRIMARY };

static enum level op_level(enum ast_op op)
{
    switch (op) {
    case OP_OR:
        return LEVEL_OR;
    case OP_AND:
        return LEVEL_AND;
    case OP_NOT:
        return LEVEL_NOT;
    case OP_IS_NULL:
    case OP_IS_NOT_NULL:
    case OP_IS_TRUE:
    case OP_IS_NOT_TRUE:
    case OP_IS_FALSE:
    case OP_IS_NOT_FALSE:
    case OP_IS_UNKNOWN:
    case OP_IS_NOT_UNKNOWN:
    case OP_IS_DISTINCT:
    case OP_IS_NOT_DISTINCT:
    case OP_IS_JSON:
    case OP_IS_NOT_JSON:
    case OP_IS_A_SET:
    case OP_IS_NOT_A_SET:
    case OP_IS_EMPTY:
    case OP_IS_NOT_EMPTY:
        return LEVEL_TEST;
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE:
        return LEVEL_COMPARE;
    case OP_BETWEEN:
    case OP_NOT_BETWEEN:
    case OP_BETWEEN_SYMMETRIC:
    case OP_NOT_BETWEEN_SYMMETRIC:
    case OP_LIKE:
    case OP_NOT_LIKE:
    case OP_SIMILAR:
    case OP_NOT_SIMILAR:
    case OP_OVERLAPS:
    case OP_MEMBER_OF:
    case OP_SUBMULTISET:
        return LEVEL_PREDICATE;
    case OP_PLUS:
    case OP_MINUS:
    case OP_BIT_AND:
    case OP_BIT_OR:
    case OP_BIT_XOR:
        return LEVEL_SUM;
    case OP_STAR:
    case OP_SLASH:
    case OP_PERCENT:
    case OP_CONCAT:
        return LEVEL_PRODUCT;
    case OP_NEGATE:
    case OP_POSITIVE:
        return LEVEL_SIGN;
    case OP_ITEM:
        return LEVEL_PRIMARY;
    }
    return LEVEL_PRIMARY;
}

static enum level level_of(const struct ast_expr *expr)
{
    if (expr->kind == EXPR_OP)
        return expr->as.op.qualifier.from != UNIT_NONE ? LEVEL_PRIMARY : op_level(expr->as.op.op);
    if (expr->kind == EXPR_IN)
        return LEVEL_PREDICATE;
    if (expr->kind == EXPR_QUANTIFIED)
        return LEVEL_COMPARE;
    return LEVEL_PRIMARY;
}

/* In parentheses if it is looser than the place asks for. */
static void print_at(struct text *out, const struct ast_expr *expr, enum level least)
{
    bool parens = level_of(expr) < least;

    if (parens)
        text_add_char(out, '(');
    ast_print_expr(out, expr);
    if (parens)
        text_add_char(out, ')');
}

void print_sum(struct text *out, const struct ast_expr *expr)
{
    print_at(out, expr, LEVEL_SUM);
}

void print_exprs(struct text *out, const struct expr_list *list)
{
    size_t i;

    for (i = 0; i < list->count; i++) {
        if (i)
            text_add(out, ", ");
        ast_print_expr(out, list->at[i]);
    }
}

void print_names(struct text *out, const struct name_list *names)
{
    size_t i;

    for (i = 0; i < names->count; i++) {
        if (i)
            text_add(out, ", ");
        ast_print_name(out, names->at[i].text);
    }
}

void print_order(struct text *out, const struct order_list *list)
{
    size_t i;

    for (i = 0; i < list->count; i++) {
        if (i)
            text_add(out, ", ");
        ast_print_expr(out, list->at[i].expr);
        if (list->at[i].descending)
            text_add(out, " DESC");
        if (list->at[i].nulls != NULLS_DEFAULT)
            text_add(out, list->at[i].nulls == NULLS_FIRST ? " NULLS FIRST" : " NULLS LAST");
    }
}

static void print_subquery(struct text *out, const struct ast_query *query)
{
    text_add_char(out, '(');
    ast_print_query(out, query);
    text_add_char(out, ')');
}

/* ---- operators ---- */

static void print_prefix(struct text *out, const struct ast_expr *expr)
{
    const struct ast_expr *operand = expr->as.op.args.at[0];

    text_add(out, ast_op_text(expr->as.op.op));
    /* Two signs in a row would be a comment. */
    if (expr->as.op.op == OP_NOT || level_of(operand) == LEVEL_SIGN)
        text_add_char(out, ' ');
    print_at(out, operand, expr->as.op.op == OP_NOT ? LEVEL_NOT : LEVEL_SIGN);
}

static void print_binary(struct text *out, const struct ast_expr *expr, enum level level)
{
    print_at(out, expr->as.op.args.at[0], level);
    text_printf(out, " %s ", ast_op_text(expr->as.op.op));
    print_at(out, expr->as.op.args.at[1], level + 1);
}

static void print_postfix_test(struct text *out, const struct ast_expr *expr)
{
    print_at(out, expr->as.op.args.at[0], LEVEL_TEST);
    text_printf(out, " %s", ast_op_text(expr->as.op.op));
    if (expr->as.op.word)
        text_printf(out, " %s", expr->as.op.word);
}

/* x BETWEEN a AND b, x LIKE p ESCAPE e, a OVERLAPS b. */
static void print_predicate(struct text *out, const struct ast_expr *expr)
{
    const struct expr_list *args = &expr->as.op.args;
    bool has_escape = expr->as.op.op >= OP_LIKE && expr->as.op.op <= OP_NOT_SIMILAR;

    print_at(out, args->at[0], LEVEL_PREDICATE);
    text_printf(out, " %s ", ast_op_text(expr->as.op.op));
    print_at(out, args->at[1], LEVEL_SUM);
    if (args->count < 3)
        return;
    text_add(out, has_escape ? " ESCAPE " : " AND ");
    print_at(out, args->at[2], LEVEL_SUM);
}

static void print_plain_op(struct text *out, const struct ast_expr *expr)
{
    switch (op_level(expr->as.op.op)) {
    case LEVEL_OR:
    case LEVEL_AND:
    case LEVEL_COMPARE:
    case LEVEL_SUM:
    case LEVEL_PRODUCT:
        print_binary(out, expr, op_level(expr->as.op.op));
        break;
    case LEVEL_NOT:
    case LEVEL_SIGN:
        print_prefix(out, expr);
        break;
    case LEVEL_TEST:
        if (expr->as.op.args.count == 2)
            print_binary(out, expr, LEVEL_TEST);
        else
            print_postfix_test(out, expr);
        break;
    case LEVEL_PREDICATE:
        print_predicate(out, expr);
        break;
    case LEVEL_PRIMARY: /* a[i] */
        print_at(out, expr->as.op.args.at[0], LEVEL_PRIMARY);
        text_add_char(out, '[');
        ast_print_expr(out, expr->as.op.args.at[1]);
        text_add_char(out, ']');
        break;
    }
}

static void print_op(struct text *out, const struct ast_expr *expr)
{
    bool has_unit = expr->as.op.qualifier.from != UNIT_NONE;

    if (has_unit)
        text_add_char(out, '(');
    print_plain_op(out, expr);
    if (has_unit) {
        text_add(out, ") ");
        ast_qualifier_text(out, &expr->as.op.qualifier);
    }
}

/* ---- literals ---- */

static void print_quoted(struct text *out, const char *prefix, struct str text)
{
    text_add(out, prefix);
    ast_print_string(out, text);
}

static void print_literal(struct text *out, const struct ast_expr *expr)
{
    struct str value = expr->as.literal.text;
    size_t i;

    switch (expr->as.literal.kind) {
    case LITERAL_NULL:
        text_add(out, "NULL");
        break;
    case LITERAL_TRUE:
        text_add(out, "TRUE");
        break;
    case LITERAL_FALSE:
        text_add(out, "FALSE");
        break;
    case LITERAL_UNKNOWN:
        text_add(out, "UNKNOWN");
        break;
    case LITERAL_NUMBER:
        text_add_size(out, value.data, value.size);
        break;
    case LITERAL_STRING:
        print_quoted(out, "", value);
        break;
    case LITERAL_BINARY:
        text_add(out, "X'");
        for (i = 0; i < value.size; i++)
            text_printf(out, "%02X", (unsigned char)value.data[i]);
        text_add_char(out, '\'');
        break;
    case LITERAL_DATE:
        print_quoted(out, "DATE ", value);
        break;
    case LITERAL_TIME:
        print_quoted(out, "TIME ", value);
        break;
    case LITERAL_TIMESTAMP:
        print_quoted(out, "TIMESTAMP ", value);
        break;
    case LITERAL_TIMESTAMP_LTZ:
        print_quoted(out, "TIMESTAMP WITH LOCAL TIME ZONE ", value);
        break;
    case LITERAL_INTERVAL:
        print_quoted(out, expr->as.literal.negative ? "INTERVAL -" : "INTERVAL ", value);
        text_add_char(out, ' ');
        ast_qualifier_text(out, &expr->as.literal.qualifier);
        break;
    }
}

/* ---- constructors and special forms ---- */

static void print_list(struct text *out, const struct ast_expr *expr)
{
    const char *word = expr->kind == EXPR_ARRAY ? "ARRAY"
        : expr->kind == EXPR_MAP                ? "MAP"
        : expr->kind == EXPR_MULTISET           ? "MULTISET"
        : expr->as.list.implicit                ? ""
                                                : "ROW";
    bool round = expr->kind == EXPR_ROW;

    text_add(out, word);
    if (expr->as.list.query) {
        print_subquery(out, expr->as.list.query);
        return;
    }
    text_add_char(out, round ? '(' : '[');
    print_exprs(out, &expr->as.list.items);
    text_add_char(out, round ? ')' : ']');
}

static void print_case(struct text *out, const struct ast_expr *expr)
{
    size_t i;

    text_add(out, "CASE");
    if (expr->as.case_.operand) {
        text_add_char(out, ' ');
        ast_print_expr(out, expr->as.case_.operand);
    }
    for (i = 0; i < expr->as.case_.whens.count; i++) {
        const struct when_clause *when = &expr->as.case_.whens.at[i];

        text_add(out, " WHEN ");
        ast_print_expr(out, when->condition);
        if (when->more.count)
            text_add(out, ", ");
        print_exprs(out, &when->more);
        text_add(out, " THEN ");
        ast_print_expr(out, when->result);
    }
    if (expr->as.case_.otherwise) {
        text_add(out, " ELSE ");
        ast_print_expr(out, expr->as.case_.otherwise);
    }
    text_add(out, " END");
}

static void print_in(struct text *out, const struct ast_expr *expr)
{
    print_at(out, expr->as.in.operand, LEVEL_PREDICATE);
    text_add(out, expr->as.in.negated ? " NOT IN " : " IN ");
    if (expr->as.in.query) {
        print_subquery(out, expr->as.in.query);
        return;
    }
    text_add_char(out, '(');
    print_exprs(out, &expr->as.in.list);
    text_add_char(out, ')');
}

static void print_quantified(struct text *out, const struct ast_expr *expr)
{
    print_at(out, expr->as.quantified.operand, LEVEL_COMPARE);
    text_printf(out, " %s %s ", ast_op_text(expr->as.quantified.op),
        expr->as.quantified.quantifier == QUANTIFIER_ANY ? "ANY" : "ALL");
    if (expr->as.quantified.query) {
        print_subquery(out, expr->as.quantified.query);
        return;
    }
    text_add_char(out, '(');
    print_exprs(out, &expr->as.quantified.list);
    text_add_char(out, ')');
}

static void print_special(struct text *out, const struct ast_expr *expr)
{
    static const char *const words[][4] = {{"", " IN ", " FROM ", ""},
        {"", " PLACING ", " FROM ", " FOR "}, {"", " FROM ", " FOR ", ""}};
    const char *const *between = words[expr->kind == EXPR_POSITION ? 0
            : expr->kind == EXPR_OVERLAY                           ? 1
                                                                   : 2];
    size_t i;

    text_printf(out, "%s(", expr->as.special.function);
    if (expr->kind == EXPR_TIMESTAMP_FN)
        text_printf(out, "%s, ", ast_unit_text(expr->as.special.unit));
    for (i = 0; i < expr->as.special.args.count; i++) {
        if (i)
            text_add(out, expr->kind == EXPR_TIMESTAMP_FN ? ", " : between[i]);
        print_at(out, expr->as.special.args.at[i],
            expr->kind == EXPR_POSITION ? LEVEL_SUM : LEVEL_OR);
    }
    text_add_char(out, ')');
}

static void print_trim(struct text *out, const struct ast_expr *expr)
{
    static const char *const sides[] = {"BOTH", "LEADING", "TRAILING"};

    text_printf(out, "TRIM(%s ", sides[expr->as.trim.side]);
    if (expr->as.trim.chars) {
        ast_print_expr(out, expr->as.trim.chars);
        text_add_char(out, ' ');
    }
    text_add(out, "FROM ");
    ast_print_expr(out, expr->as.trim.operand);
    text_add_char(out, ')');
}

static void print_field(struct text *out, const struct ast_expr *expr)
{
    const struct ast_expr *base = expr->as.field.base;
    /* a.b is one column, and 1.b ends in a wrong number. */
    bool parens = base->kind == EXPR_COLUMN || base->kind == EXPR_LITERAL ||
        level_of(base) < LEVEL_PRIMARY;

    if (parens)
        text_add_char(out, '(');
    ast_print_expr(out, base);
    if (parens)
        text_add_char(out, ')');
    text_add_char(out, '.');
    ast_print_name(out, expr->as.field.name.text);
}

static void print_column(struct text *out, const struct ast_expr *expr)
{
    ast_print_path(out, &expr->as.column);
    if (expr->kind == EXPR_STAR)
        text_add(out, expr->as.column.parts.count ? ".*" : "*");
}

static void print_named(struct text *out, const struct ast_expr *expr)
{
    ast_print_name(out, expr->as.named.name.text);
    text_add(out, " => ");
    ast_print_expr(out, expr->as.named.value);
}

static void print_descriptor(struct text *out, const struct ast_expr *expr)
{
    text_add(out, "DESCRIPTOR(");
    print_names(out, &expr->as.descriptor);
    text_add_char(out, ')');
}

static void print_table_arg(struct text *out, const struct ast_expr *expr)
{
    if (expr->as.table.query) {
        text_add(out, "TABLE ");
        print_subquery(out, expr->as.table.query);
    } else {
        text_add(out, "TABLE ");
        ast_print_path(out, &expr->as.table.table);
    }
    if (expr->as.table.partition_by.count) {
        text_add(out, " PARTITION BY (");
        print_exprs(out, &expr->as.table.partition_by);
        text_add_char(out, ')');
    }
    if (expr->as.table.order_by.count) {
        text_add(out, " ORDER BY (");
        print_order(out, &expr->as.table.order_by);
        text_add_char(out, ')');
    }
}

static void print_unit(struct text *out, const struct ast_expr *expr)
{
    const char *unit = ast_unit_text(expr->as.unit.unit);

    switch (expr->kind) {
    case EXPR_EXTRACT:
        text_printf(out, "EXTRACT(%s FROM ", unit);
        ast_print_expr(out, expr->as.unit.operand);
        text_add_char(out, ')');
        break;
    case EXPR_FLOOR_CEIL:
        text_add(out, expr->as.unit.ceil ? "CEIL(" : "FLOOR(");
        ast_print_expr(out, expr->as.unit.operand);
        text_printf(out, " TO %s)", unit);
        break;
    default:
        text_add(out, unit);
        break;
    }
}

static void print_cast(struct text *out, const struct ast_expr *expr)
{
    text_add(out, expr->as.cast.is_try ? "TRY_CAST(" : "CAST(");
    ast_print_expr(out, expr->as.cast.operand);
    text_add(out, " AS ");
    ast_print_type(out, expr->as.cast.type);
    text_add_char(out, ')');
}

void ast_print_expr(struct text *out, const struct ast_expr *expr)
{
    switch (expr->kind) {
    case EXPR_LITERAL:
        print_literal(out, expr);
        break;
    case EXPR_COLUMN:
    case EXPR_STAR:
        print_column(out, expr);
        break;
    case EXPR_FIELD:
        print_field(out, expr);
        break;
    case EXPR_OP:
        print_op(out, expr);
        break;
    case EXPR_CALL:
        print_call(out, expr);
        break;
    case EXPR_CAST:
        print_cast(out, expr);
        break;
    case EXPR_CASE:
        print_case(out, expr);
        break;
    case EXPR_IN:
        print_in(out, expr);
        break;
    case EXPR_EXISTS:
    case EXPR_SUBQUERY:
        text_add(out, expr->kind == EXPR_EXISTS ? "EXISTS " : "");
        print_subquery(out, expr->as.query);
        break;
    case EXPR_QUANTIFIED:
        print_quantified(out, expr);
        break;
    case EXPR_ARRAY:
    case EXPR_MAP:
    case EXPR_ROW:
    case EXPR_MULTISET:
        print_list(out, expr);
        break;
    case EXPR_EXTRACT:
    case EXPR_FLOOR_CEIL:
    case EXPR_UNIT:
        print_unit(out, expr);
        break;
    case EXPR_TRIM:
        print_trim(out, expr);
        break;
    case EXPR_POSITION:
    case EXPR_OVERLAY:
    case EXPR_SUBSTRING:
    case EXPR_TIMESTAMP_FN:
        print_special(out, expr);
        break;
    case EXPR_JSON:
        print_json(out, expr);
        break;
    case EXPR_NAMED_ARG:
        print_named(out, expr);
        break;
    case EXPR_TABLE_ARG:
        print_table_arg(out, expr);
        break;
    case EXPR_DESCRIPTOR:
        print_descriptor(out, expr);
        break;
    case EXPR_DEFAULT:
        text_add(out, "DEFAULT");
        break;
    }
}
