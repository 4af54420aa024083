/* Patterns taken apart, and formatting by them. */
#include "pattern.h"

#include "internal.h"

#include <rt/print.h>

const char *const pattern_months[12] = {"January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December"};
const char *const pattern_days[7] = {
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* 'text', '' being a quote; `rest` is behind the opening quote. The literal holds doubled quotes
 * as they stand: the readers take the second one away. */
static bool quoted(struct rt_text *rest, struct pattern_item *item)
{
    size_t size = 0;

    while (size < rest->size) {
        if (rest->data[size] != '\'') {
            size++;
        } else if (size + 1 < rest->size && rest->data[size + 1] == '\'') {
            size += 2;
        } else {
            item->literal = (struct rt_text){rest->data, size};
            rest->data += size + 1;
            rest->size -= size + 1;
            return true;
        }
    }
    return false;
}

bool pattern_next(struct rt_text *rest, struct pattern_item *item, bool *bad)
{
    char c;

    *bad = false;
    *item = (struct pattern_item){0};
    if (rest->size == 0)
        return false;
    c = rest->data[0];
    if (is_letter(c)) {
        item->letter = c;
        for (; rest->size > 0 && rest->data[0] == c; rest->data++, rest->size--)
            item->count++;
        return true;
    }
    rest->data++;
    rest->size--;
    if (c == '\'') {
        if (rest->size > 0 && rest->data[0] == '\'') { /* '' outside of quotes */
            item->literal = (struct rt_text){rest->data, 1};
            rest->data++;
            rest->size--;
            return true;
        }
        *bad = !quoted(rest, item);
        return !*bad;
    }
    if (c == '[' || c == ']') {
        item->letter = c;
        item->count = 1;
        return true;
    }
    if (c == '{' || c == '}' || c == '#') {
        *bad = true;
        return false;
    }
    item->literal = (struct rt_text){rest->data - 1, 1};
    return true;
}

bool pattern_valid(struct rt_text format)
{
    struct pattern_item item;
    bool bad;
    int depth = 0;

    while (pattern_next(&format, &item, &bad)) {
        if (item.letter == '[')
            depth++;
        else if (item.letter == ']' && --depth < 0)
            return false;
        else if (item.letter != '\0' && item.letter != ']' &&
            (strchr("GuyYDMLdQqwWEecFaBhKkHmsSAnNVzOXxZp", item.letter) == NULL ||
                item.count > 19))
            return false;
    }
    return !bad;
}

/* ---- formatting ---- */

struct fields {
    struct rt_civil civil;
    int64_t days, ms; /* the day, and ms in it */
    int32_t nanos;
    int weekday; /* Monday is 0 */
};

static struct fields fields_of(struct rt_timestamp a)
{
    struct fields fields;

    fields.days = rt_floor_div(a.ms, RT_MS_PER_DAY);
    fields.ms = rt_floor_mod(a.ms, RT_MS_PER_DAY);
    fields.nanos = a.nanos;
    fields.civil = rt_civil_from_days(fields.days);
    fields.weekday = (int)rt_floor_mod(fields.days + 3, 7);
    return fields;
}

static void put(struct rt_buffer *out, int64_t value, int width)
{
    char text[RT_FORMAT_MAX];
    size_t size = rt_format_int(value < 0 ? -value : value, text);

    if (value < 0)
        rt_buffer_add(out, "-", 1);
    for (; (int)size < width; width--)
        rt_buffer_add(out, "0", 1);
    rt_buffer_add(out, text, size);
}

/* Four letters: the whole name; five: its first letter; else three letters. */
static void put_name(struct rt_buffer *out, const char *name, int count, bool legacy)
{
    rt_buffer_add(out, name,
        count == 5 && !legacy ? 1 : count >= 4 ? strlen(name) : strnlen(name, 3));
}

static void put_year(struct rt_buffer *out, int64_t year, int count, bool legacy)
{
    if (count == 2) {
        put(out, rt_floor_mod(year, 100), 2);
        return;
    }
    if (!legacy && count >= 4 && year > 9999)
        rt_buffer_add(out, "+", 1);
    put(out, year, legacy && count == 1 ? 0 : count);
}

/* Weeks of the US: from Sunday, the first one holds January 1. The week-based year in *year. */
static int64_t us_week(const struct fields *fields, int64_t *year)
{
    int64_t sunday = fields->days - (fields->weekday + 1) % 7, first;

    *year = rt_civil_from_days(sunday + 6).year;
    first = rt_days_from_civil(*year, 1, 1);
    first -= rt_floor_mod(first + 4, 7);
    return (sunday - first) / 7 + 1;
}

static void put_quarter(struct rt_buffer *out, int month, int count)
{
    static const char *const ordinal[] = {"1st", "2nd", "3rd", "4th"};
    int quarter = (month - 1) / 3;

    if (count <= 2)
        put(out, quarter + 1, count);
    else if (count == 3)
        rt_buffer_printf(out, "Q%d", quarter + 1);
    else if (count == 4)
        rt_buffer_printf(out, "%s quarter", ordinal[quarter]);
    else
        put(out, quarter + 1, 1);
}

static void put_fraction(struct rt_buffer *out, const struct fields *fields, int count)
{
    char digits[9];

    put_number(digits, fields->ms % 1000 * 1000000 + fields->nanos, 9);
    rt_buffer_add(out, digits, count < 9 ? (size_t)count : 9);
    for (; count > 9; count--)
        rt_buffer_add(out, "0", 1);
}

static void put_month(struct rt_buffer *out, int month, int count, bool legacy)
{
    if (count <= 2)
        put(out, month, count);
    else
        put_name(out, pattern_months[month - 1], count, legacy);
}

/* Letters that both kinds of patterns know alike. */
static bool put_common(struct rt_buffer *out, const struct fields *fields, char letter, int count)
{
    int hour = (int)(fields->ms / 3600000);
    int64_t year;

    switch (letter) {
    case 'G':
        rt_buffer_add_text(out, count == 4 ? "Anno Domini" : count == 5 ? "A" : "AD");
        return true;
    case 'd':
        put(out, fields->civil.day, count);
        return true;
    case 'D':
        put(out, fields->days - rt_days_from_civil(fields->civil.year, 1, 1) + 1, count);
        return true;
    case 'w':
        put(out, us_week(fields, &year), count);
        return true;
    case 'a':
        rt_buffer_add_text(out, hour < 12 ? "AM" : "PM");
        return true;
    case 'H':
        put(out, hour, count);
        return true;
    case 'k':
        put(out, hour == 0 ? 24 : hour, count);
        return true;
    case 'K':
        put(out, hour % 12, count);
        return true;
    case 'h':
        put(out, hour % 12 == 0 ? 12 : hour % 12, count);
        return true;
    case 'm':
        put(out, fields->ms / 60000 % 60, count);
        return true;
    case 's':
        put(out, fields->ms / 1000 % 60, count);
        return true;
    }
    return false;
}

static int64_t week_of_month(const struct fields *fields)
{
    int64_t first = fields->days - fields->civil.day + 1;

    return (fields->civil.day - 1 + rt_floor_mod(first + 4, 7)) / 7 + 1;
}

static bool put_field(struct rt_buffer *out, const struct fields *fields, char letter, int count)
{
    int64_t year, nanos = fields->ms * 1000000 + fields->nanos;

    switch (letter) {
    case 'y':
    case 'u':
        put_year(out, fields->civil.year, count, false);
        return true;
    case 'Y':
        us_week(fields, &year);
        put_year(out, year, count, false);
        return true;
    case 'M':
    case 'L':
        put_month(out, fields->civil.month, count, false);
        return true;
    case 'Q':
    case 'q':
        put_quarter(out, fields->civil.month, count);
        return true;
    case 'W':
        put(out, week_of_month(fields), count);
        return true;
    case 'F': /* aligned day of week in month */
        put(out, (fields->civil.day - 1) % 7 + 1, count);
        return true;
    case 'E':
        put_name(out, pattern_days[fields->weekday], count, false);
        return true;
    case 'e':
    case 'c':
        if (count <= 2)
            put(out, (fields->weekday + 1) % 7 + 1, count);
        else
            put_name(out, pattern_days[fields->weekday], count, false);
        return true;
    case 'S':
        put_fraction(out, fields, count);
        return true;
    case 'A':
        put(out, fields->ms, count);
        return true;
    case 'n':
        put(out, nanos % 1000000000, count);
        return true;
    case 'N':
        put(out, nanos, count);
        return true;
    }
    return put_common(out, fields, letter, count);
}

static bool put_legacy(struct rt_buffer *out, const struct fields *fields, char letter, int count)
{
    int64_t year;

    switch (letter) {
    case 'y':
        put_year(out, fields->civil.year, count, true);
        return true;
    case 'Y':
        us_week(fields, &year);
        put_year(out, year, count, true);
        return true;
    case 'M':
    case 'L':
        put_month(out, fields->civil.month, count, true);
        return true;
    case 'W':
        put(out, week_of_month(fields), count);
        return true;
    case 'F':
        put(out, (fields->civil.day - 1) / 7 + 1, count);
        return true;
    case 'E':
        put_name(out, pattern_days[fields->weekday], count, true);
        return true;
    case 'u':
        put(out, fields->weekday + 1, count);
        return true;
    case 'S':
        put(out, fields->ms % 1000, count);
        return true;
    }
    return put_common(out, fields, letter, count);
}

static void put_literal(struct rt_buffer *out, struct rt_text literal)
{
    for (size_t i = 0; i < literal.size; i++) {
        rt_buffer_add(out, literal.data + i, 1);
        if (literal.data[i] == '\'') /* doubled inside quotes, or alone */
            i++;
    }
}

static bool format_by(struct rt_arena *arena, struct rt_timestamp local, struct rt_text format,
    bool legacy, struct rt_text *out)
{
    struct rt_buffer text = {0};
    struct fields fields = fields_of(local);
    struct pattern_item item;
    bool bad = false, done = true;

    while (done && pattern_next(&format, &item, &bad)) {
        if (item.letter == '\0')
            put_literal(&text, item.literal);
        else if (item.letter == '[' || item.letter == ']')
            done = !legacy || (rt_buffer_add(&text, &item.letter, 1), true);
        else if (item.count > 100)
            done = false;
        else
            done = legacy ? put_legacy(&text, &fields, item.letter, item.count)
                          : put_field(&text, &fields, item.letter, item.count);
    }
    if (done && !bad)
        *out = text_in(arena, (const char *)text.data, text.size);
    rt_buffer_release(&text);
    return done && !bad;
}

bool pattern_format(struct rt_arena *arena, struct rt_timestamp local, struct rt_text format,
    struct rt_text *out)
{
    return pattern_valid(format) && format_by(arena, local, format, false, out);
}

bool pattern_format_legacy(struct rt_arena *arena, struct rt_timestamp local,
    struct rt_text format, struct rt_text *out)
{
    return format_by(arena, local, format, true, out);
}

bool rt_date_format(struct rt_arena *arena, struct rt_timestamp a, struct rt_text format,
    struct rt_text *out, struct rt_error *error)
{
    return pattern_format(arena, a, format, out) ||
        rt_fail(error, RT_EXPRESSION, RT_STOP, "DATE_FORMAT: Invalid pattern '%.*s'",
            shown(format), format.data);
}

bool rt_date_format_ltz(struct rt_arena *arena, const struct rt_zone *zone,
    struct rt_timestamp a, struct rt_text format, struct rt_text *out, struct rt_error *error)
{
    return rt_date_format(arena, rt_timestamp_to_local(zone, a), format, out, error);
}

/* Flink reads the text with java.text's "yyyy-MM-dd HH:mm:ss". */
bool rt_date_format_text(struct rt_arena *arena, struct rt_text text, struct rt_text format,
    struct rt_text *out)
{
    int64_t local_ms;

    return pattern_parse_legacy(text, RT_TEXT("yyyy-MM-dd HH:mm:ss"), &local_ms) &&
        pattern_format_legacy(arena, rt_timestamp_from_ms(local_ms), format, out);
}
