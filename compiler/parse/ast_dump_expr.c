/* The tree as text: expressions. */
#include "dump.h"

static const char *literal_text(enum literal_kind kind)
{
    switch (kind) {
    case LITERAL_NULL:
        return "NULL";
    case LITERAL_TRUE:
        return "TRUE";
    case LITERAL_FALSE:
        return "FALSE";
    case LITERAL_UNKNOWN:
        return "UNKNOWN";
    case LITERAL_NUMBER:
        return "number";
    case LITERAL_STRING:
        return "string";
    case LITERAL_BINARY:
        return "binary";
    case LITERAL_DATE:
        return "DATE";
    case LITERAL_TIME:
        return "TIME";
    case LITERAL_TIMESTAMP:
        return "TIMESTAMP";
    case LITERAL_TIMESTAMP_LTZ:
        return "TIMESTAMP_LTZ";
    case LITERAL_INTERVAL:
        return "INTERVAL";
    }
    return "";
}

static void dump_literal(struct dump *d, const char *label, const struct ast_expr *expr)
{
    struct text qualifier = {.arena = d->out->arena};
    struct text hex = {.arena = d->out->arena};
    size_t i;

    dump_line(d, label, "%s", literal_text(expr->as.literal.kind));
    dump_flag(d, expr->as.literal.negative, "-");
    switch (expr->as.literal.kind) {
    case LITERAL_NUMBER:
        dump_flag(d, true, expr->as.literal.text.data);
        break;
    case LITERAL_BINARY:
        for (i = 0; i < expr->as.literal.text.size; i++)
            text_printf(&hex, "%02x", (unsigned char)expr->as.literal.text.data[i]);
        dump_flag(d, true, text_chars(&hex));
        break;
    case LITERAL_NULL:
    case LITERAL_TRUE:
    case LITERAL_FALSE:
    case LITERAL_UNKNOWN:
        break;
    case LITERAL_STRING:
    case LITERAL_DATE:
    case LITERAL_TIME:
    case LITERAL_TIMESTAMP:
    case LITERAL_TIMESTAMP_LTZ:
        dump_quoted(d, "", expr->as.literal.text);
        break;
    case LITERAL_INTERVAL:
        dump_quoted(d, "", expr->as.literal.text);
        ast_qualifier_text(&qualifier, &expr->as.literal.qualifier);
        dump_flag(d, true, text_chars(&qualifier));
        break;
    }
}

void dump_exprs(struct dump *d, const char *label, const struct expr_list *list)
{
    size_t i;

    for (i = 0; i < list->count; i++)
        dump_expr(d, label, list->at[i]);
}

void dump_order(struct dump *d, const char *label, const struct order_list *list)
{
    size_t i;

    for (i = 0; i < list->count; i++) {
        const struct order_item *item = &list->at[i];

        dump_open(d, NULL, "%s %s", label, item->descending ? "descending" : "ascending");
        dump_flag(d, item->nulls == NULLS_FIRST, "nulls first");
        dump_flag(d, item->nulls == NULLS_LAST, "nulls last");
        dump_expr(d, NULL, item->expr);
        dump_close(d);
    }
}

static void dump_bound(struct dump *d, const char *label, const struct window_bound *bound)
{
    static const char *const words[] = {"", "unbounded preceding", "preceding", "current row",
        "following", "unbounded following"};

    if (bound->kind == BOUND_NONE)
        return;
    dump_open(d, label, "%s", words[bound->kind]);
    dump_expr(d, NULL, bound->offset);
    dump_close(d);
}

void dump_window(struct dump *d, const char *label, const struct window_spec *window)
{
    struct path base = {.parts = {(struct name *)&window->base, window->base.text != NULL, 1}};

    dump_open(d, NULL, "%s", label);
    dump_path(d, &base);
    dump_exprs(d, "partition by", &window->partition_by);
    dump_order(d, "order by", &window->order_by);
    if (window->has_frame) {
        dump_open(d, NULL, "%s", window->is_range ? "range" : "rows");
        dump_bound(d, "from", &window->from);
        dump_bound(d, "to", &window->to);
        dump_close(d);
    }
    dump_close(d);
}

void dump_type(struct dump *d, const char *label, const struct ast_type *type)
{
    struct text text = {.arena = d->out->arena};

    ast_print_type(&text, type);
    dump_line(d, label, "%s", text_chars(&text));
}

/* ---- expressions with many parts ---- */

static void dump_call(struct dump *d, const char *label, const struct ast_expr *expr)
{
    dump_open(d, label, "call");
    dump_path(d, &expr->as.call.name);
    dump_flag(d, expr->as.call.star, "*");
    dump_flag(d, expr->as.call.distinct, "distinct");
    dump_flag(d, expr->as.call.no_parens, "without parentheses");
    dump_flag(d, expr->as.call.nulls == RESPECT_NULLS, "respect nulls");
    dump_flag(d, expr->as.call.nulls == IGNORE_NULLS, "ignore nulls");
    dump_flag(d, expr->as.call.measure_mode != NULL,
        expr->as.call.measure_mode ? expr->as.call.measure_mode : "");
    dump_exprs(d, NULL, &expr->as.call.args);
    dump_order(d, "order by", &expr->as.call.order_by);
    dump_order(d, "within group", &expr->as.call.within_group);
    dump_expr(d, "filter", expr->as.call.filter);
    if (expr->as.call.over)
        dump_window(d, "over", expr->as.call.over);
    dump_close(d);
}

static void dump_case(struct dump *d, const char *label, const struct ast_expr *expr)
{
    size_t i;

    dump_open(d, label, "case");
    dump_expr(d, "operand", expr->as.case_.operand);
    for (i = 0; i < expr->as.case_.whens.count; i++) {
        dump_expr(d, "when", expr->as.case_.whens.at[i].condition);
        dump_exprs(d, "or", &expr->as.case_.whens.at[i].more);
        dump_expr(d, "then", expr->as.case_.whens.at[i].result);
    }
    dump_expr(d, "else", expr->as.case_.otherwise);
    dump_close(d);
}

static void dump_behavior(struct dump *d, const char *label, enum json_behavior behavior,
    const struct ast_expr *value)
{
    static const char *const words[] = {"", "NULL", "ERROR", "EMPTY ARRAY", "EMPTY OBJECT",
        "DEFAULT", "TRUE", "FALSE", "UNKNOWN"};

    if (behavior == JSON_DEFAULT)
        return;
    dump_open(d, label, "%s", words[behavior]);
    dump_expr(d, NULL, value);
    dump_close(d);
}

static void dump_json(struct dump *d, const char *label, const struct ast_expr *expr)
{
    static const char *const wrappers[] = {"", "without wrapper", "with wrapper",
        "with conditional wrapper"};
    const struct json_clauses *clauses = &expr->as.json.clauses;

    dump_open(d, label, "%s", expr->as.json.function);
    dump_flag(d, clauses->wrapper != JSON_WRAPPER_NONE, wrappers[clauses->wrapper]);
    dump_flag(d, clauses->null_clause == JSON_NULL_ON_NULL, "null on null");
    dump_flag(d, clauses->null_clause == JSON_ABSENT_ON_NULL, "absent on null");
    dump_exprs(d, NULL, &expr->as.json.args);
    if (clauses->returning)
        dump_type(d, "returning", clauses->returning);
    dump_behavior(d, "on empty", clauses->on_empty, clauses->empty_value);
    dump_behavior(d, "on error", clauses->on_error, clauses->error_value);
    dump_close(d);
}

static void dump_list(struct dump *d, const char *label, const struct ast_expr *expr)
{
    const char *word = expr->kind == EXPR_ARRAY ? "ARRAY"
        : expr->kind == EXPR_MAP                ? "MAP"
        : expr->kind == EXPR_ROW                ? "ROW"
                                                : "MULTISET";

    dump_open(d, label, "%s", word);
    dump_flag(d, expr->kind == EXPR_ROW && expr->as.list.implicit, "implicit");
    dump_exprs(d, NULL, &expr->as.list.items);
    if (expr->as.list.query)
        dump_query(d, NULL, expr->as.list.query);
    dump_close(d);
}

static void dump_in(struct dump *d, const char *label, const struct ast_expr *expr)
{
    dump_open(d, label, "%s", expr->as.in.negated ? "NOT IN" : "IN");
    dump_expr(d, NULL, expr->as.in.operand);
    dump_exprs(d, "item", &expr->as.in.list);
    if (expr->as.in.query)
        dump_query(d, NULL, expr->as.in.query);
    dump_close(d);
}

static void dump_quantified(struct dump *d, const char *label, const struct ast_expr *expr)
{
    dump_open(d, label, "%s %s", ast_op_text(expr->as.quantified.op),
        expr->as.quantified.quantifier == QUANTIFIER_ANY ? "ANY" : "ALL");
    dump_expr(d, NULL, expr->as.quantified.operand);
    dump_exprs(d, "item", &expr->as.quantified.list);
    if (expr->as.quantified.query)
        dump_query(d, NULL, expr->as.quantified.query);
    dump_close(d);
}

static void dump_table_arg(struct dump *d, const char *label, const struct ast_expr *expr)
{
    dump_open(d, label, "table");
    dump_path(d, &expr->as.table.table);
    if (expr->as.table.query)
        dump_query(d, NULL, expr->as.table.query);
    dump_exprs(d, "partition by", &expr->as.table.partition_by);
    dump_order(d, "order by", &expr->as.table.order_by);
    dump_close(d);
}

static void dump_special(struct dump *d, const char *label, const struct ast_expr *expr)
{
    dump_open(d, label, "%s", expr->as.special.function);
    dump_flag(d, expr->as.special.unit != UNIT_NONE, ast_unit_text(expr->as.special.unit));
    dump_exprs(d, NULL, &expr->as.special.args);
    dump_close(d);
}

static void dump_unit(struct dump *d, const char *label, const struct ast_expr *expr)
{
    const char *word = expr->kind == EXPR_EXTRACT ? "EXTRACT"
        : expr->kind == EXPR_UNIT                 ? "unit"
        : expr->as.unit.ceil                      ? "CEIL"
                                                  : "FLOOR";

    dump_open(d, label, "%s %s", word, ast_unit_text(expr->as.unit.unit));
    dump_expr(d, NULL, expr->as.unit.operand);
    dump_close(d);
}

static void dump_trim(struct dump *d, const char *label, const struct ast_expr *expr)
{
    static const char *const sides[] = {"BOTH", "LEADING", "TRAILING"};

    dump_open(d, label, "TRIM %s", sides[expr->as.trim.side]);
    dump_expr(d, "characters", expr->as.trim.chars);
    dump_expr(d, NULL, expr->as.trim.operand);
    dump_close(d);
}

static void dump_op(struct dump *d, const char *label, const struct ast_expr *expr)
{
    struct text qualifier = {.arena = d->out->arena};

    dump_open(d, label, "%s", ast_op_text(expr->as.op.op));
    dump_flag(d, expr->as.op.word != NULL, expr->as.op.word ? expr->as.op.word : "");
    if (expr->as.op.qualifier.from != UNIT_NONE) {
        ast_qualifier_text(&qualifier, &expr->as.op.qualifier);
        dump_flag(d, true, text_chars(&qualifier));
    }
    dump_exprs(d, NULL, &expr->as.op.args);
    dump_close(d);
}

static void dump_subquery(struct dump *d, const char *label, const struct ast_expr *expr)
{
    dump_open(d, label, "%s", expr->kind == EXPR_EXISTS ? "EXISTS" : "subquery");
    dump_query(d, NULL, expr->as.query);
    dump_close(d);
}

static void dump_named(struct dump *d, const char *label, const struct ast_expr *expr)
{
    bool field = expr->kind == EXPR_FIELD;
    const struct name *name = field ? &expr->as.field.name : &expr->as.named.name;
    struct path path = {.parts = {(struct name *)name, 1, 1}};

    dump_open(d, label, "%s", field ? "field" : "argument");
    dump_path(d, &path);
    dump_expr(d, NULL, field ? expr->as.field.base : expr->as.named.value);
    dump_close(d);
}

static void dump_cast(struct dump *d, const char *label, const struct ast_expr *expr)
{
    dump_open(d, label, "%s", expr->as.cast.is_try ? "TRY_CAST" : "CAST");
    dump_expr(d, NULL, expr->as.cast.operand);
    dump_type(d, "as", expr->as.cast.type);
    dump_close(d);
}

void dump_expr(struct dump *d, const char *label, const struct ast_expr *expr)
{
    if (!expr)
        return;
    switch (expr->kind) {
    case EXPR_LITERAL:
        dump_literal(d, label, expr);
        break;
    case EXPR_COLUMN:
    case EXPR_STAR:
        dump_line(d, label, "%s", expr->kind == EXPR_STAR ? "star" : "column");
        dump_path(d, &expr->as.column);
        break;
    case EXPR_FIELD:
    case EXPR_NAMED_ARG:
        dump_named(d, label, expr);
        break;
    case EXPR_OP:
        dump_op(d, label, expr);
        break;
    case EXPR_CALL:
        dump_call(d, label, expr);
        break;
    case EXPR_CAST:
        dump_cast(d, label, expr);
        break;
    case EXPR_CASE:
        dump_case(d, label, expr);
        break;
    case EXPR_IN:
        dump_in(d, label, expr);
        break;
    case EXPR_EXISTS:
    case EXPR_SUBQUERY:
        dump_subquery(d, label, expr);
        break;
    case EXPR_QUANTIFIED:
        dump_quantified(d, label, expr);
        break;
    case EXPR_ARRAY:
    case EXPR_MAP:
    case EXPR_ROW:
    case EXPR_MULTISET:
        dump_list(d, label, expr);
        break;
    case EXPR_EXTRACT:
    case EXPR_FLOOR_CEIL:
    case EXPR_UNIT:
        dump_unit(d, label, expr);
        break;
    case EXPR_TRIM:
        dump_trim(d, label, expr);
        break;
    case EXPR_POSITION:
    case EXPR_OVERLAY:
    case EXPR_SUBSTRING:
    case EXPR_TIMESTAMP_FN:
        dump_special(d, label, expr);
        break;
    case EXPR_JSON:
        dump_json(d, label, expr);
        break;
    case EXPR_TABLE_ARG:
        dump_table_arg(d, label, expr);
        break;
    case EXPR_DESCRIPTOR:
        dump_names(d, label ? label : "DESCRIPTOR", &expr->as.descriptor);
        break;
    case EXPR_DEFAULT:
        dump_line(d, label, "DEFAULT");
        break;
    }
}
