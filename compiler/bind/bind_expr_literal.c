/* Literals: Flink's literal types, texts of dates, times and intervals checked. */
#include "binder.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LITERAL_DIGITS = 19, MS_SECOND = 1000, MS_MINUTE = 60000, MS_HOUR = 3600000,
    MS_DAY = 86400000 };

static struct texpr *literal_new(struct binder *b, const struct type *type, struct span span)
{
    return texpr_new(b->arena, TEXPR_LITERAL, type, span);
}

static struct texpr *bad_literal(struct binder *b, const struct ast_expr *expr, const char *what,
    const char *form)
{
    diag_error(b->diag, D_BAD_LITERAL, expr->span, "'%s' is not a valid %s; expected %s",
        expr->as.literal.text.data, what, form);
    return NULL;
}

/* ---- numbers ---- */

static struct texpr *bind_double(struct binder *b, const struct ast_expr *expr)
{
    struct texpr *literal =
        literal_new(b, type_simple(b->arena, TYPE_DOUBLE, false), expr->span);

    literal->real = strtod(expr->as.literal.text.data, NULL);
    if (!isfinite(literal->real)) {
        diag_error(b->diag, D_BAD_LITERAL, expr->span, "number '%s' is out of range of DOUBLE",
            expr->as.literal.text.data);
        return NULL;
    }
    return literal;
}

/* As Calcite: every digit counts for the precision, 0.05 is DECIMAL(3, 2). */
static struct texpr *bind_number(struct binder *b, const struct ast_expr *expr)
{
    const char *text = expr->as.literal.text.data;
    __int128 value = 0;
    int digits = 0, significant = 0, scale = -1;
    const struct type *type;
    struct texpr *literal;

    if (strpbrk(text, "eE"))
        return bind_double(b, expr);
    for (const char *p = text; *p; p++) {
        if (*p == '.') {
            scale = 0;
        } else if (isdigit((unsigned char)*p)) {
            digits++;
            significant += significant || *p != '0';
            scale += scale >= 0;
            if (significant <= LITERAL_DIGITS)
                value = value * 10 + (*p - '0');
        }
    }
    if (significant > LITERAL_DIGITS) {
        diag_error(b->diag, D_BAD_LITERAL, expr->span,
            "number '%s' is out of range: a literal has at most %d digits; cast a string instead: "
            "CAST('%s' AS DECIMAL(38, %d))", text, LITERAL_DIGITS, text, scale > 0 ? scale : 0);
        return NULL;
    }
    if (scale > 0)
        type = type_decimal(b->arena, digits > scale ? digits : scale, scale, false);
    else if (value <= INT32_MAX)
        type = type_simple(b->arena, TYPE_INT, false);
    else if (value <= INT64_MAX)
        type = type_simple(b->arena, TYPE_BIGINT, false);
    else
        type = type_decimal(b->arena, LITERAL_DIGITS, 0, false);
    literal = literal_new(b, type, expr->span);
    literal->integer = value;
    return literal;
}

/* ---- strings ---- */

static int count_characters(struct str text)
{
    int count = 0;

    for (size_t i = 0; i < text.size; i++)
        count += ((unsigned char)text.data[i] & 0xC0) != 0x80;
    return count;
}

static struct texpr *bind_text(struct binder *b, const struct ast_expr *expr, bool binary)
{
    struct str text = expr->as.literal.text;
    struct texpr *literal = literal_new(b, binary
        ? type_sized(b->arena, TYPE_BINARY, (int)text.size, false)
        : type_sized(b->arena, TYPE_CHAR, count_characters(text), false), expr->span);

    literal->text = text;
    return literal;
}

/* ---- dates and times ---- */

/* Up to `most` digits at *at; false if there is none. */
static bool read_digits(const char **at, int most, int64_t *value)
{
    const char *p = *at;

    *value = 0;
    while (isdigit((unsigned char)*p) && p - *at < most)
        *value = *value * 10 + (*p++ - '0');
    if (p == *at)
        return false;
    *at = p;
    return true;
}

static bool read_mark(const char **at, char mark)
{
    if (**at != mark)
        return false;
    ++*at;
    return true;
}

static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    int64_t y = year - (month <= 2);
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t yoe = y - era * 400;
    int64_t doy = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;

    return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

static bool read_date(const char **at, int64_t *days)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t year, month, day;
    bool leap;

    if (!read_digits(at, 4, &year) || !read_mark(at, '-') || !read_digits(at, 2, &month) ||
        !read_mark(at, '-') || !read_digits(at, 2, &day))
        return false;
    leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if (year < 1 || month < 1 || month > 12 || day < 1 ||
        day > lengths[month - 1] + (month == 2 && leap))
        return false;
    *days = days_of(year, month, day);
    return true;
}

struct clock {
    int64_t ms;
    int32_t nanos; /* within the millisecond */
    int precision;
};

static bool read_time(const char **at, struct clock *clock)
{
    int64_t hour, minute, second, fraction = 0;
    const char *digits;

    if (!read_digits(at, 2, &hour) || !read_mark(at, ':') || !read_digits(at, 2, &minute) ||
        !read_mark(at, ':') || !read_digits(at, 2, &second))
        return false;
    if (hour > 23 || minute > 59 || second > 59)
        return false;
    *clock = (struct clock){.ms = hour * MS_HOUR + minute * MS_MINUTE + second * MS_SECOND};
    if (!read_mark(at, '.'))
        return true;
    digits = *at;
    if (!read_digits(at, 9, &fraction))
        return false;
    clock->precision = (int)(*at - digits);
    for (int i = clock->precision; i < 9; i++)
        fraction *= 10;
    clock->ms += fraction / 1000000;
    clock->nanos = (int32_t)(fraction % 1000000);
    return true;
}

static struct texpr *bind_date(struct binder *b, const struct ast_expr *expr)
{
    const char *at = expr->as.literal.text.data;
    int64_t days;
    struct texpr *literal;

    if (!read_date(&at, &days) || *at)
        return bad_literal(b, expr, "DATE", "'yyyy-mm-dd'");
    literal = literal_new(b, type_simple(b->arena, TYPE_DATE, false), expr->span);
    literal->integer = days;
    return literal;
}

static struct texpr *bind_time(struct binder *b, const struct ast_expr *expr)
{
    const char *at = expr->as.literal.text.data;
    struct clock clock;
    struct texpr *literal;

    if (!read_time(&at, &clock) || *at)
        return bad_literal(b, expr, "TIME", "'hh:mm:ss[.fraction]'");
    literal = literal_new(b, type_temporal(b->arena, TYPE_TIME, clock.precision, false),
        expr->span);
    literal->integer = clock.ms;
    return literal;
}

static struct texpr *bind_timestamp(struct binder *b, const struct ast_expr *expr,
    enum type_kind kind)
{
    const char *at = expr->as.literal.text.data;
    struct clock clock;
    int64_t days;
    struct texpr *literal;

    if (!read_date(&at, &days) || !read_mark(&at, ' ') || !read_time(&at, &clock) || *at)
        return bad_literal(b, expr, "TIMESTAMP", "'yyyy-mm-dd hh:mm:ss[.fraction]'");
    literal = literal_new(b, type_temporal(b->arena, kind, clock.precision, false), expr->span);
    literal->integer = (__int128)days * MS_DAY + clock.ms;
    literal->nanos = clock.nanos;
    return literal;
}

/* ---- intervals ---- */

/* The units of an interval text, largest first, with the most that a unit below another may be. */
static const struct {
    enum time_unit unit;
    int64_t size; /* months, or ms */
    int64_t most;
    char mark;    /* that stands before it when it is not the first */
} interval_units[] = {
    {UNIT_YEAR, 12, INT64_MAX, 0}, {UNIT_MONTH, 1, 11, '-'},
    {UNIT_DAY, MS_DAY, INT64_MAX, 0}, {UNIT_HOUR, MS_HOUR, 23, ' '},
    {UNIT_MINUTE, MS_MINUTE, 59, ':'}, {UNIT_SECOND, MS_SECOND, 59, ':'},
    {UNIT_WEEK, 7ll * MS_DAY, INT64_MAX, 0}, {UNIT_QUARTER, 3, INT64_MAX, 0},
};

enum { INTERVAL_UNITS = sizeof interval_units / sizeof *interval_units };

static bool read_fraction(const char **at, int64_t *ms)
{
    const char *digits = *at;
    int64_t fraction;

    if (!read_digits(at, 9, &fraction))
        return false;
    for (int i = (int)(*at - digits); i < 9; i++)
        fraction *= 10;
    *ms = fraction / 1000000;
    return true;
}

static bool read_interval(const char *at, const struct interval_qualifier *q, int64_t *value)
{
    enum time_unit to = q->to == UNIT_NONE ? q->from : q->to;
    int64_t number, fraction = 0;
    bool negative = *at == '-';
    int i = 0;

    at += *at == '-' || *at == '+';
    *value = 0;
    while (i < INTERVAL_UNITS && interval_units[i].unit != q->from)
        i++;
    for (int first = i; i < INTERVAL_UNITS; i++) {
        if (i > first && !read_mark(&at, interval_units[i].mark))
            return false;
        if (!read_digits(&at, 10, &number) || (i > first && number > interval_units[i].most))
            return false;
        *value += number * interval_units[i].size;
        if (interval_units[i].unit == to)
            break;
    }
    if (i == INTERVAL_UNITS)
        return false;
    if (interval_units[i].unit == UNIT_SECOND && read_mark(&at, '.') &&
        !read_fraction(&at, &fraction))
        return false;
    *value += fraction;
    *value = negative ? -*value : *value;
    return !*at;
}

static struct texpr *bind_interval(struct binder *b, const struct ast_expr *expr)
{
    const struct interval_qualifier *q = &expr->as.literal.qualifier;
    bool months = q->from == UNIT_YEAR || q->from == UNIT_QUARTER || q->from == UNIT_MONTH;
    struct texpr *literal;
    int64_t value;

    if (!read_interval(expr->as.literal.text.data, q, &value))
        return bad_literal(b, expr, "INTERVAL", "the units of its qualifier, as in "
            "INTERVAL '1' DAY, INTERVAL '1-6' YEAR TO MONTH or INTERVAL '1 02:03:04.5' DAY TO "
            "SECOND");
    /* As Flink: whatever the qualifier, INTERVAL MONTH or INTERVAL SECOND(3). */
    literal = literal_new(b, months ? type_interval(b->arena, INTERVAL_MONTH, 2, 0, false)
                                    : type_interval(b->arena, INTERVAL_SECOND, 2, 3, false),
        expr->span);
    literal->integer = expr->as.literal.negative ? -value : value;
    return literal;
}

struct texpr *bind_literal(struct binder *b, const struct ast_expr *expr)
{
    struct texpr *literal;

    switch (expr->as.literal.kind) {
    case LITERAL_NULL:
        return make_null(b->arena, type_simple(b->arena, TYPE_NULL, true), expr->span);
    case LITERAL_UNKNOWN:
        return make_null(b->arena, type_simple(b->arena, TYPE_BOOLEAN, true), expr->span);
    case LITERAL_TRUE:
    case LITERAL_FALSE:
        literal = literal_new(b, type_simple(b->arena, TYPE_BOOLEAN, false), expr->span);
        literal->integer = expr->as.literal.kind == LITERAL_TRUE;
        return literal;
    case LITERAL_NUMBER:
        return bind_number(b, expr);
    case LITERAL_STRING:
        return bind_text(b, expr, false);
    case LITERAL_BINARY:
        return bind_text(b, expr, true);
    case LITERAL_DATE:
        return bind_date(b, expr);
    case LITERAL_TIME:
        return bind_time(b, expr);
    case LITERAL_TIMESTAMP:
        return bind_timestamp(b, expr, TYPE_TIMESTAMP);
    case LITERAL_TIMESTAMP_LTZ:
        return bind_timestamp(b, expr, TYPE_TIMESTAMP_LTZ);
    case LITERAL_INTERVAL:
        return bind_interval(b, expr);
    }
    return NULL;
}
