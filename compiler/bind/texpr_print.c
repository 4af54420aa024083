/* Typed expressions as Flink's EXPLAIN prints them: operators infix in parentheses, the rest as
 * calls. */
#include "texpr.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_unsigned(struct text *out, unsigned __int128 value)
{
    if (value >= 10)
        print_unsigned(out, value / 10);
    text_add_char(out, (char)('0' + (int)(value % 10)));
}

static void print_integer(struct text *out, __int128 value)
{
    if (value < 0)
        text_add_char(out, '-');
    print_unsigned(out, value < 0 ? -(unsigned __int128)value : (unsigned __int128)value);
}

static void print_decimal(struct text *out, __int128 value, int scale)
{
    unsigned __int128 magnitude = value < 0 ? -(unsigned __int128)value : (unsigned __int128)value;
    unsigned __int128 power = 1;

    for (int i = 0; i < scale; i++)
        power *= 10;
    if (value < 0)
        text_add_char(out, '-');
    print_unsigned(out, magnitude / power);
    if (!scale)
        return;
    text_add_char(out, '.');
    for (magnitude %= power, power /= 10; power; magnitude %= power, power /= 10)
        text_add_char(out, (char)('0' + (int)(magnitude / power)));
}

/* Days since 1970-01-01 to a civil date (proleptic Gregorian). */
static void print_date(struct text *out, int64_t days)
{
    int64_t z = days + 719468;
    int64_t era = (z >= 0 ? z : z - 146096) / 146097;
    int64_t doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    int64_t mp = (5 * doy + 2) / 153;
    int64_t month = mp < 10 ? mp + 3 : mp - 9;

    text_printf(out, "%04d-%02d-%02d", (int)(yoe + era * 400 + (month <= 2)), (int)month,
        (int)(doy - (153 * mp + 2) / 5 + 1));
}

static void print_time(struct text *out, int64_t ms, int32_t nanos, int precision)
{
    char digits[16];

    text_printf(out, "%02d:%02d:%02d", (int)(ms / 3600000), (int)(ms / 60000 % 60),
        (int)(ms / 1000 % 60));
    if (precision <= 0)
        return;
    snprintf(digits, sizeof digits, "%03d%06d", (int)(ms % 1000), (int)nanos);
    text_printf(out, ".%.*s", precision, digits);
}

static void print_timestamp(struct text *out, const struct texpr *literal)
{
    int64_t ms = (int64_t)literal->integer;
    int64_t day = ms / 86400000 - (ms % 86400000 < 0);

    print_date(out, day);
    text_add_char(out, ' ');
    print_time(out, ms - day * 86400000, literal->nanos, literal->type->precision);
}

static void print_real(struct text *out, double value)
{
    char digits[40];

    for (int precision = 1; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*e", precision - 1, value);
        if (isnan(value) || strtod(digits, NULL) == value)
            break;
    }
    for (char *p = digits; *p; p++)
        if (*p == 'e')
            *p = 'E';
    text_add(out, digits);
}

/* A NUL would end the plan's text: such a literal is printed in the form that can write one. */
static void print_quoted(struct text *out, struct str text)
{
    bool escaped = memchr(text.data, '\0', text.size);

    text_add(out, escaped ? "U&'" : "'");
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '\'' || (escaped && text.data[i] == '\\'))
            text_add_char(out, text.data[i]);
        if (text.data[i])
            text_add_char(out, text.data[i]);
        else
            text_add(out, "\\0000");
    }
    text_add_char(out, '\'');
}

static void print_literal(struct text *out, const struct texpr *literal)
{
    const struct type *type = literal->type;

    if (literal->is_null) {
        text_add(out, "null");
        if (type->kind != TYPE_NULL)
            text_printf(out, ":%s", type_name(out->arena, type));
        return;
    }
    switch (type->kind) {
    case TYPE_BOOLEAN:
        text_add(out, literal->integer ? "true" : "false");
        return;
    case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT: case TYPE_BIGINT:
    case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY:
        print_integer(out, literal->integer);
        if (type_is_interval(type))
            text_printf(out, ":%s", type_name(out->arena, type_with_null(out->arena, type, true)));
        return;
    case TYPE_DECIMAL:
        print_decimal(out, literal->integer, type->scale);
        return;
    case TYPE_FLOAT: case TYPE_DOUBLE:
        print_real(out, literal->real);
        return;
    case TYPE_CHAR: case TYPE_VARCHAR:
        print_quoted(out, literal->text);
        return;
    case TYPE_BINARY: case TYPE_VARBINARY:
        text_add(out, "X'");
        for (size_t i = 0; i < literal->text.size; i++)
            text_printf(out, "%02x", (unsigned char)literal->text.data[i]);
        text_add_char(out, '\'');
        return;
    case TYPE_DATE:
        print_date(out, (int64_t)literal->integer);
        return;
    case TYPE_TIME:
        print_time(out, (int64_t)literal->integer, 0, type->precision);
        return;
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ: case TYPE_TIMESTAMP_TZ:
        print_timestamp(out, literal);
        return;
    case TYPE_NULL: case TYPE_ARRAY: case TYPE_MULTISET: case TYPE_MAP: case TYPE_ROW:
    case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR:
        BUG("literal of type %d", (int)type->kind);
    }
}

static void print_list(struct text *out, const struct texpr *expr, const char *const *names,
    const char *before, const char *between, const char *after)
{
    text_add(out, before);
    for (size_t i = 0; i < expr->arg_count; i++) {
        if (i)
            text_add(out, between);
        texpr_print(out, expr->args[i], names);
    }
    text_add(out, after);
}

static void print_op(struct text *out, const struct texpr *expr, const char *const *names)
{
    static const struct {
        enum { INFIX, PREFIX, POSTFIX } place;
        const char *text;
    } forms[] = {
        [TOP_ADD] = {INFIX, " + "}, [TOP_SUBTRACT] = {INFIX, " - "},
        [TOP_MULTIPLY] = {INFIX, " * "}, [TOP_DIVIDE] = {INFIX, " / "},
        [TOP_MODULO] = {INFIX, " % "}, [TOP_NEGATE] = {PREFIX, "-("},
        [TOP_EQ] = {INFIX, " = "}, [TOP_NE] = {INFIX, " <> "}, [TOP_LT] = {INFIX, " < "},
        [TOP_LE] = {INFIX, " <= "}, [TOP_GT] = {INFIX, " > "}, [TOP_GE] = {INFIX, " >= "},
        [TOP_IS_DISTINCT] = {INFIX, " IS DISTINCT FROM "},
        [TOP_IS_NOT_DISTINCT] = {INFIX, " IS NOT DISTINCT FROM "},
        [TOP_AND] = {INFIX, " AND "}, [TOP_OR] = {INFIX, " OR "}, [TOP_NOT] = {PREFIX, "NOT("},
        [TOP_IS_NULL] = {POSTFIX, " IS NULL"}, [TOP_IS_NOT_NULL] = {POSTFIX, " IS NOT NULL"},
        [TOP_IS_TRUE] = {POSTFIX, " IS TRUE"}, [TOP_IS_NOT_TRUE] = {POSTFIX, " IS NOT TRUE"},
        [TOP_IS_FALSE] = {POSTFIX, " IS FALSE"},
        [TOP_IS_NOT_FALSE] = {POSTFIX, " IS NOT FALSE"},
        [TOP_COALESCE] = {PREFIX, "COALESCE("}, [TOP_IN] = {PREFIX, "IN("},
    };

    if (forms[expr->op].place == INFIX)
        print_list(out, expr, names, "(", forms[expr->op].text, ")");
    else if (forms[expr->op].place == PREFIX)
        print_list(out, expr, names, forms[expr->op].text, ", ", ")");
    else
        print_list(out, expr, names, "", "", forms[expr->op].text);
}

/* The argument that is a time unit, by the name of its number in enum rt_time_unit. */
static void print_unit_call(struct text *out, const struct texpr *expr, const char *const *names)
{
    static const char *const units[] = {"MILLENNIUM", "CENTURY", "DECADE", "YEAR", "QUARTER",
        "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND", "MILLISECOND", "MICROSECOND",
        "NANOSECOND", "DOW", "ISODOW", "DOY", "ISOYEAR", "EPOCH"};
    bool first = !strncmp(expr->function->arguments, "UNIT", 4);

    text_printf(out, "%s(", expr->function->name);
    for (size_t i = 0; i < expr->arg_count; i++) {
        text_add(out, i ? ", " : "");
        if (i == (first ? 0 : expr->arg_count - 1))
            text_add(out, units[expr->args[i]->integer]);
        else
            texpr_print(out, expr->args[i], names);
    }
    text_add_char(out, ')');
}

static void print_cast(struct text *out, const struct texpr *expr, const char *const *names)
{
    text_add(out, expr->is_try ? "TRY_CAST(" : "CAST(");
    texpr_print(out, expr->args[0], names);
    text_add(out, " AS ");
    type_print(out, type_with_null(out->arena, expr->type, true));
    text_add_char(out, ')');
}

void texpr_print(struct text *out, const struct texpr *expr, const char *const *names)
{
    switch (expr->kind) {
    case TEXPR_INPUT:
        if (names)
            text_add(out, names[expr->input]);
        else
            text_printf(out, "$%zu", expr->input);
        return;
    case TEXPR_LITERAL:
        print_literal(out, expr);
        return;
    case TEXPR_CALL:
        if (expr->function->flags & FUNCTION_UNIT) {
            print_unit_call(out, expr, names);
            return;
        }
        text_add(out, expr->function->name);
        print_list(out, expr, names, "(", ", ", ")");
        return;
    case TEXPR_OP:
        print_op(out, expr, names);
        return;
    case TEXPR_CAST:
        print_cast(out, expr, names);
        return;
    case TEXPR_CASE:
        print_list(out, expr, names, "CASE(", ", ", ")");
        return;
    case TEXPR_FIELD:
        texpr_print(out, expr->args[0], names);
        text_printf(out, ".%s", expr->args[0]->type->fields[expr->input].name);
        return;
    case TEXPR_ITEM:
        print_list(out, expr, names, "ITEM(", ", ", ")");
        return;
    case TEXPR_ROW:
        print_list(out, expr, names, "ROW(", ", ", ")");
        return;
    case TEXPR_ARRAY:
        print_list(out, expr, names, "ARRAY(", ", ", ")");
        return;
    case TEXPR_MAP:
        print_list(out, expr, names, "MAP(", ", ", ")");
        return;
    }
}
