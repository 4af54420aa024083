/* Reading by date and time patterns. */
#include "pattern.h"

#include "internal.h"

#include <strings.h>

enum { UNSET = -1 };

/* What has been read; UNSET where nothing was. */
struct parsed {
    bool legacy;
    int64_t year;
    int month, day, day_of_year, hour, hour12, half, minute, second; /* half: 0 AM, 1 PM */
    int64_t nanos;   /* of the second */
    int64_t ms_of_day;
    const char *at, *end;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* `low` to `high` digits; false: fewer. */
static bool take_digits(struct parsed *in, int low, int high, int64_t *out, int *count)
{
    int64_t value = 0;
    int digits = 0;

    for (; digits < high && digits < 18 && in->at < in->end && is_digit(*in->at); digits++)
        value = value * 10 + (*in->at++ - '0');
    *out = value;
    *count = digits;
    return digits >= low && digits > 0;
}

static bool take_name(struct parsed *in, const char *const *names, int count, int *out)
{
    size_t left = (size_t)(in->end - in->at), size;

    for (int i = 0; i < count; i++) { /* the whole name first, then three letters */
        for (int part = 0; part < 2; part++) {
            size = part == 0 ? strlen(names[i]) : 3;
            if (size > left || strncasecmp(in->at, names[i], size) != 0)
                continue;
            if (!in->legacy && strncmp(in->at, names[i], size) != 0)
                continue;
            in->at += size;
            *out = i;
            return true;
        }
    }
    return false;
}

static bool take_year(struct parsed *in, int count, int high)
{
    int digits, low = in->legacy || count == 1 ? 1 : count;

    if (!take_digits(in, low, count == 2 && !in->legacy ? 2 : high, &in->year, &digits))
        return false;
    if (count == 2 && digits == 2) {
        if (in->legacy) /* within 80 years before and 20 after today: the century's pivot */
            in->year += in->year > 45 ? 1900 : 2000;
        else
            in->year += 2000;
    }
    return true;
}

static bool take_half(struct parsed *in)
{
    if (in->end - in->at < 2 || (in->at[1] != 'M' && in->at[1] != 'm'))
        return false;
    in->half = in->at[0] == 'P' || in->at[0] == 'p';
    if (!in->half && in->at[0] != 'A' && in->at[0] != 'a')
        return false;
    in->at += 2;
    return true;
}

static bool take_zone(struct parsed *in)
{
    int64_t value;
    int digits;

    if (in->at < in->end && *in->at == 'Z') {
        in->at++;
        return true;
    }
    if (in->at == in->end || (*in->at != '+' && *in->at != '-'))
        return false;
    in->at++;
    if (!take_digits(in, 2, 4, &value, &digits))
        return false;
    if (in->at < in->end && *in->at == ':' && digits == 2) {
        in->at++;
        return take_digits(in, 2, 2, &value, &digits);
    }
    return true;
}

/* A whole number of exactly `count` digits if it is two or more (DateTimeFormatter), of any
 * number of digits if another number does not follow (SimpleDateFormat). */
static bool take_field(struct parsed *in, int count, int high, int *out)
{
    int64_t value;
    int digits;
    bool fixed = !in->legacy && count > 1;

    if (in->legacy)
        while (in->at < in->end && *in->at == ' ')
            in->at++;
    if (!take_digits(in, fixed ? count : 1, fixed ? count : high, &value, &digits) ||
        value > 999999999)
        return false;
    *out = (int)value;
    return true;
}

static bool take_fraction(struct parsed *in, int count, int high)
{
    int64_t value;
    int digits;

    if (in->legacy) { /* milliseconds, as a number */
        if (!take_digits(in, 1, high, &value, &digits) || value > 999999999)
            return false;
        in->nanos = value * 1000000;
        return true;
    }
    if (count > 9 || !take_digits(in, count, count, &value, &digits))
        return false;
    for (; digits < 9; digits++)
        value *= 10;
    in->nanos = value;
    return true;
}

static bool take_item(struct parsed *in, const struct pattern_item *item, int high)
{
    int ignored;

    switch (item->letter) {
    case 'y':
        return take_year(in, item->count, high);
    case 'u':
        return in->legacy ? take_field(in, item->count, high, &ignored)
                          : take_year(in, item->count, high);
    case 'M':
    case 'L':
        if (item->count <= 2)
            return take_field(in, item->count, high, &in->month);
        if (!take_name(in, pattern_months, 12, &in->month))
            return false;
        in->month++;
        return true;
    case 'd':
        return take_field(in, item->count, high, &in->day);
    case 'D':
        return take_field(in, item->count, high, &in->day_of_year);
    case 'E':
        return take_name(in, pattern_days, 7, &ignored);
    case 'a':
        return take_half(in);
    case 'H':
        return take_field(in, item->count, high, &in->hour);
    case 'k':
        if (!take_field(in, item->count, high, &in->hour))
            return false;
        in->hour %= 24;
        return true;
    case 'h':
    case 'K':
        if (!take_field(in, item->count, high, &in->hour12))
            return false;
        in->hour12 = in->hour12 == 12 ? 0 : in->hour12;
        return true;
    case 'm':
        return take_field(in, item->count, high, &in->minute);
    case 's':
        return take_field(in, item->count, high, &in->second);
    case 'S':
        return take_fraction(in, item->count, high);
    case 'Z':
    case 'X':
    case 'x':
        return take_zone(in);
    }
    return false;
}

static bool take_literal(struct parsed *in, struct rt_text literal)
{
    for (size_t i = 0; i < literal.size; i++) {
        if (in->at == in->end || *in->at != literal.data[i])
            return false;
        in->at++;
        if (literal.data[i] == '\'')
            i++;
    }
    return true;
}

/* Digits that a run may take: its own count if a number follows at once, else any. */
static int widest(struct rt_text rest, int count)
{
    struct pattern_item next;
    bool bad;

    if (pattern_next(&rest, &next, &bad) && strchr("yuMdDHkhKmsS", next.letter) != NULL &&
        next.letter != '\0')
        return count;
    return 18;
}

/* What follows the ']' that closes the section of which `format` is the inside. */
static struct rt_text behind_section(struct rt_text format)
{
    struct pattern_item item;
    bool bad;
    int depth = 1;

    while (depth > 0 && pattern_next(&format, &item, &bad))
        depth += item.letter == '[' ? 1 : item.letter == ']' ? -1 : 0;
    return format;
}

/* Reads the items up to the end or the ']' of this section; *rest is what follows. */
static bool take_items(struct parsed *in, struct rt_text *rest, int depth)
{
    struct pattern_item item;
    struct parsed before;
    struct rt_text behind;
    bool bad;

    while (pattern_next(rest, &item, &bad)) {
        if (item.letter == '\0') {
            if (!take_literal(in, item.literal))
                return false;
        } else if (item.letter == ']') {
            return true;
        } else if (item.letter == '[') {
            if (depth > 8)
                return false;
            before = *in;
            behind = behind_section(*rest);
            if (!take_items(in, rest, depth + 1))
                *in = before;
            *rest = behind;
        } else if (!take_item(in, &item, widest(*rest, item.count))) {
            return false;
        }
    }
    return !bad;
}

static struct parsed begin(struct rt_text text, bool legacy)
{
    return (struct parsed){.legacy = legacy, .year = UNSET, .month = UNSET, .day = UNSET,
        .day_of_year = UNSET, .hour = UNSET, .hour12 = UNSET, .half = UNSET, .minute = UNSET,
        .second = UNSET, .nanos = 0, .at = text.data, .end = text.data + text.size};
}

static int or_default(int value, int otherwise)
{
    return value == UNSET ? otherwise : value;
}

static int hour_of(const struct parsed *in)
{
    if (in->hour != UNSET)
        return in->hour;
    return in->hour12 == UNSET ? 0 : in->hour12 + (in->half == 1 ? 12 : 0);
}

bool pattern_parse(struct rt_text text, struct rt_text format, struct rt_timestamp *out)
{
    struct parsed in = begin(text, false);
    int64_t year, days;
    int month, day, hour, minute, second;

    if (text.size == 0 || !pattern_valid(format) || !take_items(&in, &format, 0) ||
        in.at != in.end)
        return false;
    year = in.year == UNSET ? 1970 : in.year;
    month = or_default(in.month, 1);
    day = or_default(in.day, 1);
    hour = hour_of(&in);
    minute = or_default(in.minute, 0);
    second = or_default(in.second, 0);
    if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 ||
        minute > 59 || second > 59 || in.hour12 > 12 ||
        (hour == 24 && (minute != 0 || second != 0 || in.nanos != 0)))
        return false;
    if (day > rt_days_in_month(year, month))
        day = rt_days_in_month(year, month);
    days = rt_days_from_civil(year, month, day);
    if (in.day_of_year != UNSET) {
        if (in.day_of_year < 1 || in.day_of_year > 365 + (rt_days_in_month(year, 2) == 29))
            return false;
        days = rt_days_from_civil(year, 1, 1) + in.day_of_year - 1;
    }
    *out = rt_timestamp_make(days * RT_MS_PER_DAY + hour * INT64_C(3600000) +
            minute * INT64_C(60000) + second * INT64_C(1000) + in.nanos / 1000000,
        (int32_t)(in.nanos % 1000000));
    return true;
}

bool pattern_parse_legacy(struct rt_text text, struct rt_text format, int64_t *local_ms)
{
    struct parsed in = begin(text, true);
    int64_t months, year;

    if (text.size == 0 || !take_items(&in, &format, 0))
        return false;
    if (in.year > 999999)
        return false;
    months = (in.year == UNSET ? 1970 : in.year) * 12 + or_default(in.month, 1) - 1;
    year = rt_floor_div(months, 12);
    *local_ms = rt_days_from_civil(year, (int)rt_floor_mod(months, 12) + 1, 1);
    *local_ms += or_default(in.day, 1) - 1;
    if (in.day_of_year != UNSET)
        *local_ms = rt_days_from_civil(year, 1, 1) + in.day_of_year - 1;
    *local_ms = *local_ms * RT_MS_PER_DAY + hour_of(&in) * INT64_C(3600000) +
        or_default(in.minute, 0) * INT64_C(60000) + or_default(in.second, 0) * INT64_C(1000) +
        in.nanos / 1000000;
    return true;
}
