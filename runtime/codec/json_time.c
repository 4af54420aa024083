/* Dates and times as the text of Flink's 'json' format. */
#include <rt/json_value.h>

static bool take_digits(const char **at, const char *end, int count, int *out)
{
    int value = 0;

    if (end - *at < count)
        return false;
    for (int i = 0; i < count; i++) {
        if (!rt_js_is_digit((uint8_t)(*at)[i]))
            return false;
        value = value * 10 + ((*at)[i] - '0');
    }
    *at += count;
    *out = value;
    return true;
}

static bool take(const char **at, const char *end, char c)
{
    if (*at == end || **at != c)
        return false;
    ++*at;
    return true;
}

static bool take_date(const char **at, const char *end, int32_t *days)
{
    int year, month, day;

    if (!take_digits(at, end, 4, &year) || !take(at, end, '-') ||
        !take_digits(at, end, 2, &month) || !take(at, end, '-') ||
        !take_digits(at, end, 2, &day) || month < 1 || month > 12 || day < 1 ||
        day > rt_days_in_month(year, month))
        return false;
    *days = (int32_t)rt_days_from_civil(year, month, day);
    return true;
}

/* hh:mm:ss, a fraction of up to nine digits; `short_form`: seconds may be left out. */
static bool take_time(const char **at, const char *end, bool short_form, int32_t *ms,
    int32_t *nanos)
{
    int hour, minute, second = 0, unit = 100000000, fraction = 0;

    if (!take_digits(at, end, 2, &hour) || !take(at, end, ':') ||
        !take_digits(at, end, 2, &minute) || hour > 23 || minute > 59)
        return false;
    if (take(at, end, ':')) {
        if (!take_digits(at, end, 2, &second) || second > 59)
            return false;
        if (take(at, end, '.')) {
            for (; *at < end && rt_js_is_digit((uint8_t)**at) && unit; unit /= 10)
                fraction += (*(*at)++ - '0') * unit;
        }
    } else if (!short_form) {
        return false;
    }
    *ms = ((hour * 60 + minute) * 60 + second) * 1000 + fraction / 1000000;
    *nanos = fraction % 1000000;
    return true;
}

/* Z, or with `iso` +hh:mm and the like. */
static bool take_offset(const char **at, const char *end, bool iso, int64_t *ms)
{
    int hours, minutes = 0;
    bool negative;

    *ms = 0;
    if (take(at, end, 'Z'))
        return true;
    if (!iso || *at == end || (**at != '+' && **at != '-'))
        return false;
    negative = *(*at)++ == '-';
    if (!take_digits(at, end, 2, &hours) || hours > 18)
        return false;
    if (*at < end && ((take(at, end, ':'), !take_digits(at, end, 2, &minutes)) || minutes > 59))
        return false;
    *ms = (negative ? -1 : 1) * (hours * 60 + minutes) * INT64_C(60000);
    return true;
}

bool rt_js_date_of(struct rt_text text, int32_t *out)
{
    const char *at = text.data, *end = at + text.size;

    return take_date(&at, end, out) && at == end;
}

bool rt_js_time_of(struct rt_text text, int precision, int32_t *out)
{
    const char *at = text.data, *end = at + text.size;
    int32_t nanos;

    if (!take_time(&at, end, false, out, &nanos) || at != end)
        return false;
    *out = rt_time_truncate(*out, precision);
    return true;
}

static bool take_timestamp(const char **at, const char *end, bool iso, struct rt_timestamp *out)
{
    int32_t days, ms;

    if (!take_date(at, end, &days) || !take(at, end, iso ? 'T' : ' ') ||
        !take_time(at, end, iso, &ms, &out->nanos))
        return false;
    out->ms = days * RT_MS_PER_DAY + ms;
    return true;
}

/* ---- the usual form: "2024-01-31 12:34:56", a fraction ---- */

static int two(const char *at)
{
    return (at[0] - '0') * 10 + (at[1] - '0');
}

/* Eight characters of which those in `digits` (0xff) are digits, the others as in `marks`. */
static bool looks_like(const char *at, uint64_t digits, uint64_t marks)
{
    uint64_t word, numbers;

    memcpy(&word, at, 8);
    numbers = word ^ (UINT64_C(0x3030303030303030) & digits);
    return (word & ~digits) == marks && !((numbers | (numbers + UINT64_C(0x0606060606060606))) &
        UINT64_C(0xf0f0f0f0f0f0f0f0) & digits);
}

static bool is_three_digits(const char *at)
{
    return rt_js_is_digit((uint8_t)at[0]) & rt_js_is_digit((uint8_t)at[1]) &
        rt_js_is_digit((uint8_t)at[2]);
}

/* Since 1970-01-01, of the years 1 to 9999. */
static int32_t days_of(int year, int month, int day)
{
    int shifted = year - (month <= 2), of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5;

    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + of_year + day - 719469;
}

/* False: it has another form, or is none. *at: behind it. */
static bool take_usual(const char **at, const char *end, bool iso, struct rt_timestamp *out)
{
    const char *t = *at;
    uint64_t gap = iso ? UINT64_C(0x0054000000000000) : UINT64_C(0x0020000000000000);
    int year, month, day, hour, minute, second;

    /* "2024-01-", "-31 12:3" from the ninth on, ":56" */
    if (end - t < 19 ||
            !looks_like(t, UINT64_C(0x00ffff00ffffffff), UINT64_C(0x2d00002d00000000)) ||
            !looks_like(t + 4, UINT64_C(0xff00ffff00ffff00), UINT64_C(0x000000002d00002d) | gap) ||
            !looks_like(t + 11, UINT64_C(0xffff00ffff00ffff), UINT64_C(0x00003a00003a0000)))
        return false;
    year = two(t) * 100 + two(t + 2);
    month = two(t + 5);
    day = two(t + 8);
    hour = two(t + 11);
    minute = two(t + 14);
    second = two(t + 17);
    if (!year || month - 1u > 11 || day - 1u > 30 || hour > 23 || minute > 59 || second > 59 ||
            (day > 28 && day > rt_days_in_month(year, month)))
        return false;
    out->ms = days_of(year, month, day) * RT_MS_PER_DAY +
        ((hour * 60 + minute) * 60 + second) * 1000;
    out->nanos = 0;
    t += 19;
    if (end - t > 4 && *t == '.' && is_three_digits(t + 1) && !rt_js_is_digit((uint8_t)t[4])) {
        out->ms += (t[1] - '0') * 100 + two(t + 2);
        t += 4;
    } else if (t < end && *t == '.') {
        int32_t unit = 100000000, fraction = 0;

        for (t++; t < end && rt_js_is_digit((uint8_t)*t) && unit; unit /= 10)
            fraction += (*t++ - '0') * unit;
        out->ms += fraction / 1000000;
        out->nanos = fraction % 1000000;
    }
    *at = t;
    return true;
}

static void cut(struct rt_timestamp *value, int precision)
{
    if (precision != 3 || value->nanos)
        *value = rt_timestamp_truncate(*value, precision);
}

const uint8_t *rt_js_usual_timestamp(const uint8_t *start, const uint8_t *end, bool iso,
    bool instant, int precision, struct rt_timestamp *out)
{
    const char *at = (const char *)start, *limit = (const char *)end;

    if (!take_usual(&at, limit, iso, out) || limit - at < 2)
        return NULL;
    if (instant && *at++ != 'Z')
        return NULL;
    cut(out, precision);
    return *at == '"' ? (const uint8_t *)at + 1 : NULL;
}

bool rt_js_timestamp_of(struct rt_text text, bool iso, int precision, struct rt_timestamp *out)
{
    const char *at = text.data, *end = at + text.size;

    if ((!take_usual(&at, end, iso, out) && !take_timestamp(&at, end, iso, out)) || at != end)
        return false;
    cut(out, precision);
    return true;
}

bool rt_js_instant_of(struct rt_text text, bool iso, int precision, struct rt_timestamp *out)
{
    const char *at = text.data, *end = at + text.size;
    int64_t offset;

    if ((!take_usual(&at, end, iso, out) && !take_timestamp(&at, end, iso, out)) ||
            !take_offset(&at, end, iso, &offset) || at != end)
        return false;
    out->ms -= offset;
    cut(out, precision);
    return true;
}
