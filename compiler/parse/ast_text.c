/* Words of the tree's enums, and the small pieces of SQL text: names, strings, types. */
#include <string.h>

#include "dump.h"

const char *ast_op_text(enum ast_op op)
{
    static const char *const texts[] = {
        [OP_PLUS] = "+", [OP_MINUS] = "-", [OP_STAR] = "*", [OP_SLASH] = "/",
        [OP_PERCENT] = "%", [OP_CONCAT] = "||", [OP_NEGATE] = "-", [OP_POSITIVE] = "+",
        [OP_EQ] = "=", [OP_NE] = "<>", [OP_LT] = "<", [OP_LE] = "<=", [OP_GT] = ">",
        [OP_GE] = ">=", [OP_AND] = "AND", [OP_OR] = "OR", [OP_NOT] = "NOT",
        [OP_IS_NULL] = "IS NULL", [OP_IS_NOT_NULL] = "IS NOT NULL", [OP_IS_TRUE] = "IS TRUE",
        [OP_IS_NOT_TRUE] = "IS NOT TRUE", [OP_IS_FALSE] = "IS FALSE",
        [OP_IS_NOT_FALSE] = "IS NOT FALSE", [OP_IS_UNKNOWN] = "IS UNKNOWN",
        [OP_IS_NOT_UNKNOWN] = "IS NOT UNKNOWN", [OP_IS_DISTINCT] = "IS DISTINCT FROM",
        [OP_IS_NOT_DISTINCT] = "IS NOT DISTINCT FROM", [OP_BETWEEN] = "BETWEEN",
        [OP_NOT_BETWEEN] = "NOT BETWEEN", [OP_BETWEEN_SYMMETRIC] = "BETWEEN SYMMETRIC",
        [OP_NOT_BETWEEN_SYMMETRIC] = "NOT BETWEEN SYMMETRIC", [OP_LIKE] = "LIKE",
        [OP_NOT_LIKE] = "NOT LIKE", [OP_SIMILAR] = "SIMILAR TO",
        [OP_NOT_SIMILAR] = "NOT SIMILAR TO", [OP_OVERLAPS] = "OVERLAPS",
        [OP_IS_JSON] = "IS JSON", [OP_IS_NOT_JSON] = "IS NOT JSON", [OP_ITEM] = "[]",
        [OP_MEMBER_OF] = "MEMBER OF", [OP_SUBMULTISET] = "SUBMULTISET OF",
        [OP_IS_A_SET] = "IS A SET", [OP_IS_NOT_A_SET] = "IS NOT A SET",
        [OP_IS_EMPTY] = "IS EMPTY", [OP_IS_NOT_EMPTY] = "IS NOT EMPTY", [OP_BIT_AND] = "&",
        [OP_BIT_OR] = "|", [OP_BIT_XOR] = "^"};

    return texts[op];
}

const char *ast_unit_text(enum time_unit unit)
{
    static const char *const texts[] = {
        [UNIT_NONE] = "", [UNIT_MILLENNIUM] = "MILLENNIUM", [UNIT_CENTURY] = "CENTURY",
        [UNIT_DECADE] = "DECADE", [UNIT_YEAR] = "YEAR", [UNIT_QUARTER] = "QUARTER",
        [UNIT_MONTH] = "MONTH", [UNIT_WEEK] = "WEEK", [UNIT_DAY] = "DAY", [UNIT_HOUR] = "HOUR",
        [UNIT_MINUTE] = "MINUTE", [UNIT_SECOND] = "SECOND",
        [UNIT_MILLISECOND] = "MILLISECOND", [UNIT_MICROSECOND] = "MICROSECOND",
        [UNIT_NANOSECOND] = "NANOSECOND", [UNIT_DOW] = "DOW", [UNIT_DOY] = "DOY",
        [UNIT_ISODOW] = "ISODOW", [UNIT_ISOYEAR] = "ISOYEAR", [UNIT_EPOCH] = "EPOCH"};

    return texts[unit];
}

void ast_qualifier_text(struct text *out, const struct interval_qualifier *qualifier)
{
    text_add(out, ast_unit_text(qualifier->from));
    if (qualifier->from_precision >= 0 && qualifier->to == UNIT_NONE &&
        qualifier->to_precision >= 0)
        text_printf(out, "(%d, %d)", qualifier->from_precision, qualifier->to_precision);
    else if (qualifier->from_precision >= 0)
        text_printf(out, "(%d)", qualifier->from_precision);
    if (qualifier->to == UNIT_NONE)
        return;
    text_printf(out, " TO %s", ast_unit_text(qualifier->to));
    if (qualifier->to_precision >= 0)
        text_printf(out, "(%d)", qualifier->to_precision);
}

static void add_quoted(struct text *out, const char *data, size_t size, char quote)
{
    size_t i;

    text_add_char(out, quote);
    for (i = 0; i < size; i++) {
        if (data[i] == quote)
            text_add_char(out, quote);
        text_add_char(out, data[i]);
    }
    text_add_char(out, quote);
}

void ast_print_name(struct text *out, const char *name)
{
    add_quoted(out, name, strlen(name), '`');
}

void ast_print_string(struct text *out, struct str text)
{
    add_quoted(out, text.data, text.size, '\'');
}

void ast_print_path(struct text *out, const struct path *path)
{
    size_t i;

    for (i = 0; i < path->parts.count; i++) {
        if (i)
            text_add_char(out, '.');
        ast_print_name(out, path->parts.at[i].text);
    }
}

/* TIMESTAMP(3) WITH LOCAL TIME ZONE: the arguments stand behind the first word. */
static void print_named_type(struct text *out, const struct ast_type *type)
{
    const char *rest = strstr(type->word, " WITH");
    size_t first = rest ? (size_t)(rest - type->word) : strlen(type->word);
    int i;

    text_add_size(out, type->word, first);
    for (i = 0; i < type->argument_count; i++)
        text_printf(out, "%s%lld", i ? ", " : "(", (long long)type->arguments[i]);
    if (type->argument_count)
        text_add_char(out, ')');
    if (rest)
        text_add(out, rest);
}

static void print_row_type(struct text *out, const struct ast_type *type)
{
    size_t i;

    text_add(out, type->class_name.data ? "STRUCTURED<" : "ROW<");
    if (type->class_name.data)
        ast_print_string(out, type->class_name);
    for (i = 0; i < type->fields.count; i++) {
        const struct ast_field *field = &type->fields.at[i];

        if (i || type->class_name.data)
            text_add(out, ", ");
        ast_print_name(out, field->name.text);
        text_add_char(out, ' ');
        ast_print_type(out, field->type);
        if (field->comment.data) {
            text_add_char(out, ' ');
            ast_print_string(out, field->comment);
        }
    }
    text_add_char(out, '>');
}

void ast_print_type(struct text *out, const struct ast_type *type)
{
    switch (type->kind) {
    case AST_TYPE_NAMED:
        print_named_type(out, type);
        break;
    case AST_TYPE_ARRAY:
    case AST_TYPE_MULTISET:
        text_add(out, type->kind == AST_TYPE_ARRAY ? "ARRAY<" : "MULTISET<");
        ast_print_type(out, type->element);
        text_add_char(out, '>');
        break;
    case AST_TYPE_MAP:
        text_add(out, "MAP<");
        ast_print_type(out, type->key);
        text_add(out, ", ");
        ast_print_type(out, type->element);
        text_add_char(out, '>');
        break;
    case AST_TYPE_ROW:
        print_row_type(out, type);
        break;
    case AST_TYPE_INTERVAL:
        text_add(out, "INTERVAL ");
        ast_qualifier_text(out, &type->interval);
        break;
    }
    if (type->nullability == NULLABILITY_NOT_NULL)
        text_add(out, " NOT NULL");
    else if (type->nullability == NULLABILITY_NULL)
        text_add(out, " NULL");
}
