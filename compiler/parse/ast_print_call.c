/* Canonical SQL of calls, windows and JSON functions. */
#include "print.h"

static void print_bound(struct text *out, const struct window_bound *bound)
{
    switch (bound->kind) {
    case BOUND_NONE:
        break;
    case BOUND_UNBOUNDED_PRECEDING:
        text_add(out, "UNBOUNDED PRECEDING");
        break;
    case BOUND_PRECEDING:
        print_sum(out, bound->offset);
        text_add(out, " PRECEDING");
        break;
    case BOUND_CURRENT_ROW:
        text_add(out, "CURRENT ROW");
        break;
    case BOUND_FOLLOWING:
        print_sum(out, bound->offset);
        text_add(out, " FOLLOWING");
        break;
    case BOUND_UNBOUNDED_FOLLOWING:
        text_add(out, "UNBOUNDED FOLLOWING");
        break;
    }
}

static void print_frame(struct text *out, const struct window_spec *window)
{
    text_add(out, window->is_range ? "RANGE " : "ROWS ");
    if (window->to.kind == BOUND_NONE) {
        print_bound(out, &window->from);
        return;
    }
    text_add(out, "BETWEEN ");
    print_bound(out, &window->from);
    text_add(out, " AND ");
    print_bound(out, &window->to);
}

void print_window(struct text *out, const struct window_spec *window)
{
    const char *space = "";

    text_add_char(out, '(');
    if (window->base.text) {
        ast_print_name(out, window->base.text);
        space = " ";
    }
    if (window->partition_by.count) {
        text_printf(out, "%sPARTITION BY ", space);
        print_exprs(out, &window->partition_by);
        space = " ";
    }
    if (window->order_by.count) {
        text_printf(out, "%sORDER BY ", space);
        print_order(out, &window->order_by);
        space = " ";
    }
    if (window->has_frame) {
        text_add(out, space);
        print_frame(out, window);
    }
    text_add_char(out, ')');
}

static bool is_name_only(const struct window_spec *window)
{
    return window->base.text && !window->partition_by.count && !window->order_by.count &&
        !window->has_frame;
}

/* Built-in functions are keywords or bare words: upper case. A quoted or dotted name stays. */
static void print_call_name(struct text *out, const struct path *name)
{
    const char *at;

    if (name->parts.count != 1) {
        ast_print_path(out, name);
        return;
    }
    for (at = name->parts.at[0].text; *at; at++) {
        bool plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || *at == '_' ||
            (at > name->parts.at[0].text && *at >= '0' && *at <= '9');

        if (!plain) {
            ast_print_name(out, name->parts.at[0].text);
            return;
        }
    }
    for (at = name->parts.at[0].text; *at; at++)
        text_add_char(out, *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A') : *at);
}

void print_call(struct text *out, const struct ast_expr *expr)
{
    if (expr->as.call.measure_mode)
        text_printf(out, "%s ", expr->as.call.measure_mode);
    print_call_name(out, &expr->as.call.name);
    if (!expr->as.call.no_parens) {
        text_add(out, expr->as.call.distinct ? "(DISTINCT " : "(");
        if (expr->as.call.star)
            text_add_char(out, '*');
        print_exprs(out, &expr->as.call.args);
        if (expr->as.call.order_by.count) {
            text_add(out, " ORDER BY ");
            print_order(out, &expr->as.call.order_by);
        }
        text_add_char(out, ')');
    }
    if (expr->as.call.within_group.count) {
        text_add(out, " WITHIN GROUP (ORDER BY ");
        print_order(out, &expr->as.call.within_group);
        text_add_char(out, ')');
    }
    if (expr->as.call.filter) {
        text_add(out, " FILTER (WHERE ");
        ast_print_expr(out, expr->as.call.filter);
        text_add_char(out, ')');
    }
    if (expr->as.call.nulls != NULL_TREATMENT_DEFAULT)
        text_add(out, expr->as.call.nulls == RESPECT_NULLS ? " RESPECT NULLS" : " IGNORE NULLS");
    if (expr->as.call.over) {
        text_add(out, " OVER ");
        if (is_name_only(expr->as.call.over))
            ast_print_name(out, expr->as.call.over->base.text);
        else
            print_window(out, expr->as.call.over);
    }
}

/* ---- JSON ---- */

static void print_behavior(struct text *out, enum json_behavior behavior,
    const struct ast_expr *value, const char *when)
{
    static const char *const words[] = {"", "NULL", "ERROR", "EMPTY ARRAY", "EMPTY OBJECT",
        "DEFAULT ", "TRUE", "FALSE", "UNKNOWN"};

    if (behavior == JSON_DEFAULT)
        return;
    text_printf(out, " %s", words[behavior]);
    if (value)
        ast_print_expr(out, value);
    text_printf(out, " ON %s", when);
}

/* JSON_OBJECT and JSON_OBJECTAGG: KEY k VALUE v, … */
static bool has_pairs(const struct ast_expr *expr)
{
    const char *name = expr->as.json.function;

    return name[5] == 'O';
}

static void print_pairs(struct text *out, const struct expr_list *args)
{
    size_t i;

    for (i = 0; i + 1 < args->count; i += 2) {
        const struct ast_expr *key = args->at[i];

        /* KEY is a keyword before a string alone: a column may have that name. */
        text_add(out, i ? ", " : "");
        if (key->kind == EXPR_LITERAL && key->as.literal.kind == LITERAL_STRING)
            text_add(out, "KEY ");
        print_sum(out, key);
        text_add(out, " VALUE ");
        ast_print_expr(out, args->at[i + 1]);
    }
}

void print_json(struct text *out, const struct ast_expr *expr)
{
    static const char *const wrappers[] = {"", " WITHOUT ARRAY WRAPPER", " WITH ARRAY WRAPPER",
        " WITH CONDITIONAL ARRAY WRAPPER"};
    const struct json_clauses *clauses = &expr->as.json.clauses;

    text_printf(out, "%s(", expr->as.json.function);
    if (has_pairs(expr))
        print_pairs(out, &expr->as.json.args);
    else
        print_exprs(out, &expr->as.json.args);
    if (clauses->returning) {
        text_add(out, " RETURNING ");
        ast_print_type(out, clauses->returning);
    }
    text_add(out, wrappers[clauses->wrapper]);
    print_behavior(out, clauses->on_empty, clauses->empty_value, "EMPTY");
    print_behavior(out, clauses->on_error, clauses->error_value, "ERROR");
    if (clauses->null_clause != JSON_NULL_UNSET)
        text_add(out,
            clauses->null_clause == JSON_NULL_ON_NULL ? " NULL ON NULL" : " ABSENT ON NULL");
    text_add_char(out, ')');
}
