/* Text in SQL's own forms to DATE, TIME, TIMESTAMP and instants. */
#include "internal.h"
#include "pattern.h"

#include <rt/time.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *find(const char *at, const char *end, char c)
{
    return at < end ? memchr(at, c, (size_t)(end - at)) : NULL;
}

/* Java's Integer.parseInt of a piece between blanks; up to 9 digits matter here. */
static bool parse_number(const char *at, const char *end, int64_t *out)
{
    bool negative = false;
    int64_t value = 0;

    while (at < end && (unsigned char)*at <= ' ')
        at++;
    while (end > at && (unsigned char)end[-1] <= ' ')
        end--;
    if (at < end && (*at == '-' || *at == '+'))
        negative = *at++ == '-';
    if (at == end)
        return false;
    for (; at < end; at++) {
        if (!is_digit(*at))
            return false;
        value = value * 10 + (*at - '0');
        if (value > 999999999)
            return false;
    }
    *out = negative ? -value : value;
    return true;
}

bool rt_parse_date(struct rt_text text, int32_t *out)
{
    const char *at = text.data, *end = at + text.size, *blank = find(at, end, ' ');
    const char *first, *second;
    int64_t year, month = 1, day = 1;

    if (text.size == 0)
        return false;
    if (blank != NULL && blank > at)
        end = blank;
    first = find(at, end, '-');
    second = first == NULL ? NULL : find(first + 1, end, '-');
    if (!parse_number(at, first == NULL ? end : first, &year) ||
        (first != NULL && !parse_number(first + 1, second == NULL ? end : second, &month)) ||
        (second != NULL && !parse_number(second + 1, end, &day)))
        return false;
    if (*at == '+' || year < 0 || year > 9999 || month < 1 || month > 12 || day < 1 ||
        day > rt_days_in_month(year, (int)month))
        return false;
    *out = (int32_t)rt_days_from_civil(year, (int)month, (int)day);
    return true;
}

/* Calcite's parseFraction: ms of the digits behind the point, the third rounded; what is no digit
 * counts as 0. */
static int64_t parse_fraction(const char *at, const char *end)
{
    int64_t ms = 0;

    while (at < end && (unsigned char)*at <= ' ')
        at++;
    for (int unit = 100; at < end; unit /= 10, at++) {
        ms += is_digit(*at) ? unit * (*at - '0') : 0;
        if (unit == 1)
            return ms + (at + 1 < end && at[1] >= '5' && at[1] <= '9');
    }
    return ms;
}

/* "hh" or "hh:mm" behind a sign, in minutes. Flink adds it to the clock, as the sign says. */
static bool parse_shift(const char *at, const char *end, int64_t *out)
{
    const char *colon = find(at, end, ':');
    int64_t hours, minutes = 0;

    if (!parse_number(at, colon == NULL ? end : colon, &hours) ||
        (colon != NULL && !parse_number(colon + 1, end, &minutes)) || hours > 23 || minutes > 59)
        return false;
    *out = hours * 60 + minutes;
    return true;
}

bool rt_parse_time(struct rt_text text, int32_t *out)
{
    const char *at = text.data, *end = at + text.size, *first, *second, *point, *sign;
    int64_t hour, minute = 0, second_value = 0, ms = 0, shift = 0;

    sign = find(at, end, '-');
    if (sign == NULL)
        sign = find(at, end, '+');
    if (sign != NULL) {
        if (!parse_shift(sign + 1, end, &shift))
            return false;
        shift = *sign == '-' ? -shift : shift;
        end = sign;
    }
    first = find(at, end, ':');
    second = first == NULL ? NULL : find(first + 1, end, ':');
    point = second == NULL ? NULL : find(second + 1, end, '.');
    if (!parse_number(at, first == NULL ? end : first, &hour) ||
        (first != NULL && !parse_number(first + 1, second == NULL ? end : second, &minute)) ||
        (second != NULL &&
            !parse_number(second + 1, point == NULL ? end : point, &second_value)))
        return false;
    if (point != NULL)
        ms = parse_fraction(point + 1, end);
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second_value < 0 ||
        second_value > 59)
        return false;
    ms += ((hour * 60 + minute + shift) * 60 + second_value) * 1000;
    *out = (int32_t)rt_floor_mod(ms, RT_MS_PER_DAY);
    return true;
}

/* One or two digits. */
static bool take_two(const char **at, const char *end, int *out)
{
    if (*at == end || !is_digit(**at))
        return false;
    *out = *(*at)++ - '0';
    if (*at < end && is_digit(**at))
        *out = *out * 10 + (*(*at)++ - '0');
    return true;
}

static bool take(const char **at, const char *end, char c)
{
    return *at < end && *(*at)++ == c;
}

/* yyyy-m[m]-d[d]: the day is cut to the month's last (java.time's SMART resolution). */
static bool take_day(const char **at, const char *end, int64_t *days)
{
    int year = 0, month, day, last;

    if (end - *at < 5)
        return false;
    for (int i = 0; i < 4; i++, (*at)++) {
        if (!is_digit(**at))
            return false;
        year = year * 10 + (**at - '0');
    }
    if (!take(at, end, '-') || !take_two(at, end, &month) || !take(at, end, '-') ||
        !take_two(at, end, &day) || year < 1 || month < 1 || month > 12 || day < 1 || day > 31)
        return false;
    last = rt_days_in_month(year, month);
    *days = rt_days_from_civil(year, month, day < last ? day : last);
    return true;
}

/* h[h]:m[m]:s[s][.fraction]; 24:00:00 is a day. */
static bool take_clock(const char **at, const char *end, int64_t *ms, int32_t *nanos)
{
    int hour, minute, second, fraction = 0, digits = 0;

    if (!take_two(at, end, &hour) || !take(at, end, ':') || !take_two(at, end, &minute) ||
        !take(at, end, ':') || !take_two(at, end, &second))
        return false;
    if (*at < end && **at == '.') {
        for ((*at)++; *at < end && is_digit(**at) && digits < 9; (*at)++, digits++)
            fraction = fraction * 10 + (**at - '0');
        for (; digits < 9; digits++)
            fraction *= 10;
    }
    if (minute > 59 || second > 59 || hour > 24 ||
        (hour == 24 && (minute != 0 || second != 0 || fraction != 0)))
        return false;
    *ms = (int64_t)hour * 3600000 + minute * 60000 + second * 1000 + fraction / 1000000;
    *nanos = fraction % 1000000;
    return true;
}

/* `separators`: what may stand between date and time. */
static bool take_timestamp(const char **at, const char *end, const char *separators,
    struct rt_timestamp *out)
{
    int64_t days, ms = 0;
    int32_t nanos = 0;

    if (!take_day(at, end, &days))
        return false;
    if (*at < end && strchr(separators, **at) != NULL && **at != '\0') {
        (*at)++;
        if (!take_clock(at, end, &ms, &nanos))
            return false;
    }
    *out = rt_timestamp_make(days * RT_MS_PER_DAY + ms, nanos);
    return true;
}

bool rt_parse_timestamp(struct rt_text text, struct rt_timestamp *out)
{
    const char *at = text.data, *end = at + text.size;

    return text.size > 0 && take_timestamp(&at, end, " ", out) && at == end;
}

bool rt_parse_iso_timestamp(struct rt_text text, struct rt_timestamp *out)
{
    const char *at = text.data, *end = at + text.size;

    return text.size > 0 && take_timestamp(&at, end, " T", out) && at == end;
}

bool rt_parse_instant(struct rt_text text, struct rt_timestamp *out)
{
    const char *at = text.data, *end = at + text.size;
    bool west;
    int hours, minutes = 0;

    if (text.size == 0 || !take_timestamp(&at, end, " T", out))
        return false;
    if (at == end || (*at == 'Z' && at + 1 == end))
        return true;
    west = *at == '-';
    if (*at != '-' && *at != '+')
        return false;
    at++;
    if (!take_two(&at, end, &hours))
        return false;
    if (at < end && *at == ':')
        at++;
    if (at < end && !take_two(&at, end, &minutes))
        return false;
    if (at != end || hours > 18 || minutes > 59)
        return false;
    out->ms -= (west ? -1 : 1) * (hours * INT64_C(3600000) + minutes * INT64_C(60000));
    return true;
}

/* ---- TO_DATE, TO_TIMESTAMP, TO_TIMESTAMP_LTZ ---- */

bool rt_to_date(struct rt_text text, int32_t *out)
{
    return rt_parse_date(text, out);
}

bool rt_to_timestamp(struct rt_text text, struct rt_timestamp *out)
{
    if (!rt_parse_timestamp(text, out))
        return false;
    *out = rt_timestamp_truncate(*out, 3);
    return true;
}

bool rt_to_date_format(struct rt_text text, struct rt_text format, int32_t *out)
{
    int64_t local_ms;

    if (!pattern_parse_legacy(text, format, &local_ms))
        return false;
    *out = (int32_t)rt_floor_div(local_ms, RT_MS_PER_DAY);
    return true;
}

/* What does not fit the pattern may still be yyyy-m-d[ h:m:s[.f]] (DateTimeUtils). */
static bool parse_format(struct rt_text text, struct rt_text format, int precision,
    struct rt_timestamp *out)
{
    struct rt_text trimmed = trim_blanks(text);

    if (!pattern_parse(text, format, out)) {
        if (!pattern_valid(format))
            return false;
        if (!rt_parse_timestamp(trimmed, out))
            return false;
    }
    *out = rt_timestamp_truncate(*out, precision);
    return true;
}

bool rt_to_timestamp_format(struct rt_text text, struct rt_text format, struct rt_timestamp *out)
{
    return parse_format(text, format, 3, out);
}

/* Years 1 to 9999, as Flink bounds them. */
static bool in_range(int64_t ms)
{
    return ms >= INT64_C(-62167219200000) && ms <= INT64_C(253402300799999);
}

struct rt_timestamp rt_to_timestamp_ltz_i64(int64_t a)
{
    return rt_timestamp_from_ms(a);
}

static bool fail_precision(int32_t precision, struct rt_error *error)
{
    return rt_fail(error, RT_EXPRESSION, RT_STOP,
        "TO_TIMESTAMP_LTZ: the precision must be 0 to 9, not %d", (int)precision);
}

bool rt_to_timestamp_ltz_i64_precision(int64_t a, int32_t precision, struct rt_timestamp *out,
    bool *is_null, struct rt_error *error)
{
    static const int64_t units[] = {1000, 100, 10, 1, 10, 100, 1000, 10000, 100000, 1000000};
    int64_t ms, nanos = 0;

    if (precision < 0 || precision > 9)
        return fail_precision(precision, error);
    *is_null = true;
    if (precision <= 3) {
        if (__builtin_mul_overflow(a, units[precision], &ms))
            return true;
    } else {
        ms = rt_floor_div(a, units[precision]);
        nanos = rt_floor_mod(a, units[precision]) * (1000000 / units[precision]);
    }
    *is_null = !in_range(ms);
    *out = rt_timestamp_make(ms, (int32_t)nanos);
    return true;
}

bool rt_to_timestamp_ltz_f64(double a, struct rt_timestamp *out)
{
    if (!(a > -1e15 && a < 1e15))
        return false;
    *out = rt_timestamp_from_ms((int64_t)__builtin_floor(a));
    return in_range(out->ms);
}

bool rt_to_timestamp_ltz_f64_precision(double a, int32_t precision, struct rt_timestamp *out,
    bool *is_null, struct rt_error *error)
{
    static const double units[] = {1e3, 1e2, 1e1, 1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
    double ms;

    if (precision < 0 || precision > 9)
        return fail_precision(precision, error);
    if (precision > 3 && a > -9e18 && a < 9e18)
        return rt_to_timestamp_ltz_i64_precision(
            (int64_t)__builtin_floor(a), precision, out, is_null, error);
    ms = __builtin_floor(a * units[precision]);
    *is_null = !(ms > -1e15 && ms < 1e15) || !in_range((int64_t)ms);
    if (!*is_null)
        *out = rt_timestamp_from_ms((int64_t)ms);
    return true;
}

static bool fail_text(struct rt_text text, struct rt_error *error)
{
    return rt_fail(error, RT_EXPRESSION, RT_STOP,
        "TO_TIMESTAMP_LTZ: Text '%.*s' could not be parsed", shown(text), text.data);
}

bool rt_to_timestamp_ltz_text(struct rt_text text, struct rt_timestamp *out,
    struct rt_error *error)
{
    return rt_to_timestamp(text, out) || fail_text(text, error);
}

bool rt_to_timestamp_ltz_format(struct rt_text text, struct rt_text format,
    struct rt_timestamp *out, struct rt_error *error)
{
    return parse_format(text, format, 3, out) || fail_text(text, error);
}

bool rt_to_timestamp_ltz_zone(struct rt_text text, struct rt_text format, struct rt_text zone,
    struct rt_timestamp *out, struct rt_error *error)
{
    const struct rt_zone *found = rt_zone_find(zone);

    if (found == NULL)
        return rt_fail(error, RT_EXPRESSION, RT_STOP,
            "TO_TIMESTAMP_LTZ: unknown time zone '%.*s'", shown(zone), zone.data);
    if (!parse_format(text, format, 3, out))
        return fail_text(text, error);
    *out = rt_timestamp_to_instant(found, *out);
    return true;
}

/* ---- UNIX_TIMESTAMP, CONVERT_TZ: java.text's lenient reading ---- */

static const struct rt_text default_format = {"yyyy-MM-dd HH:mm:ss", 19};

int64_t rt_unix_timestamp_format(const struct rt_zone *zone, struct rt_text text,
    struct rt_text format)
{
    int64_t local_ms;

    if (!pattern_parse_legacy(text, format, &local_ms))
        return INT64_MIN;
    return rt_floor_div(zone_to_utc_legacy(zone, local_ms), 1000);
}

int64_t rt_unix_timestamp_text(const struct rt_zone *zone, struct rt_text text)
{
    return rt_unix_timestamp_format(zone, text, default_format);
}

/* java.util.TimeZone.getTimeZone: no bare offsets; what it does not know is UTC. */
static const struct rt_zone *legacy_zone(struct rt_text name)
{
    const struct rt_zone *zone = NULL;
    bool offset = name.size > 0 && (name.data[0] == '+' || name.data[0] == '-');

    if (!offset && !(name.size > 3 && memcmp(name.data, "UTC", 3) == 0))
        zone = rt_zone_find(name);
    return zone == NULL ? rt_zone_utc : zone;
}

bool rt_convert_tz(struct rt_arena *arena, struct rt_text text, struct rt_text from,
    struct rt_text to, struct rt_text *out)
{
    int64_t local_ms, utc_ms;

    if (!pattern_parse_legacy(text, default_format, &local_ms))
        return false;
    utc_ms = zone_to_utc_legacy(legacy_zone(from), local_ms);
    local_ms = zone_to_local_legacy(legacy_zone(to), utc_ms);
    return pattern_format_legacy(arena, rt_timestamp_from_ms(local_ms), default_format, out);
}

bool rt_from_unixtime_format(struct rt_arena *arena, const struct rt_zone *zone, int64_t seconds,
    struct rt_text format, struct rt_text *out)
{
    if (seconds < INT64_C(-62135596800) || seconds > INT64_C(253402300799))
        return false;
    return pattern_format_legacy(
        arena, rt_timestamp_from_ms(zone_to_local_legacy(zone, seconds * 1000)), format, out);
}

bool rt_from_unixtime(struct rt_arena *arena, const struct rt_zone *zone, int64_t seconds,
    struct rt_text *out)
{
    return rt_from_unixtime_format(arena, zone, seconds, default_format, out);
}
