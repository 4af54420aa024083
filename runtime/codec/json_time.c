/* Dates and times as the text of Flink's 'json' format. */
#include <rt/json_read.h>

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

bool rt_js_timestamp_of(struct rt_text text, bool iso, int precision, struct rt_timestamp *out)
{
    const char *at = text.data, *end = at + text.size;

    if (!take_timestamp(&at, end, iso, out) || at != end)
        return false;
    *out = rt_timestamp_truncate(*out, precision);
    return true;
}

bool rt_js_instant_of(struct rt_text text, bool iso, int precision, struct rt_timestamp *out)
{
    const char *at = text.data, *end = at + text.size;
    int64_t offset;

    if (!take_timestamp(&at, end, iso, out) || !take_offset(&at, end, iso, &offset) || at != end)
        return false;
    out->ms -= offset;
    *out = rt_timestamp_truncate(*out, precision);
    return true;
}
