/* Text forms of values, as CAST AS STRING has them. */
#include "internal.h"

#include <rt/decimal.h>
#include <rt/print.h>

#include <string.h>

char *put_number(char *at, int64_t value, int width)
{
    for (int i = width - 1; i >= 0; i--) {
        at[i] = (char)('0' + value % 10);
        value /= 10;
    }
    return at + width;
}

size_t rt_format_int(int64_t a, char *out)
{
    char digits[20];
    size_t at = sizeof digits;
    uint64_t rest = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;

    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (a < 0)
        digits[--at] = '-';
    memcpy(out, digits + at, sizeof digits - at);
    return sizeof digits - at;
}

/* yyyy-mm-dd; of later years the last four digits, as Flink prints them. */
static char *put_date(char *at, int64_t days)
{
    struct rt_civil civil = rt_civil_from_days(days);

    if (civil.year < 0)
        at += rt_format_int(civil.year, at);
    else
        at = put_number(at, civil.year % 10000, 4);
    *at++ = '-';
    at = put_number(at, civil.month, 2);
    *at++ = '-';
    return put_number(at, civil.day, 2);
}

/* hh:mm:ss */
static char *put_clock(char *at, int64_t seconds)
{
    at = put_number(at, seconds / 3600, 2);
    *at++ = ':';
    at = put_number(at, seconds / 60 % 60, 2);
    *at++ = ':';
    return put_number(at, seconds % 60, 2);
}

size_t rt_format_date(int32_t a, char *out)
{
    return (size_t)(put_date(out, a) - out);
}

/* SqlDateTimeUtils.unixTimeToString: zeros at the end of the fraction go, but for the first. */
size_t rt_format_time(int32_t a, int precision, char *out)
{
    int64_t ms = rt_floor_mod(a, RT_MS_PER_DAY), fraction = ms % 1000;
    char *at = put_clock(out, ms / 1000);

    if (precision > 0)
        *at++ = '.';
    for (; precision > 0; precision--) {
        *at++ = (char)('0' + fraction / 100);
        fraction = fraction % 100 * 10;
        if (fraction == 0)
            break;
    }
    return (size_t)(at - out);
}

/* `precision` fraction digits, more if they are not zeros. */
size_t rt_format_timestamp(struct rt_timestamp a, int precision, char *out)
{
    int64_t days = rt_floor_div(a.ms, RT_MS_PER_DAY), ms = rt_floor_mod(a.ms, RT_MS_PER_DAY);
    char *at = put_date(out, days), *fraction;

    *at++ = ' ';
    at = put_clock(at, ms / 1000);
    *at++ = '.';
    fraction = at;
    at = put_number(at, ms % 1000 * 1000000 + a.nanos, 9);
    while (at - fraction > precision && at[-1] == '0')
        at--;
    if (at == fraction)
        at--;
    return (size_t)(at - out);
}

size_t rt_format_months(int32_t a, char *out)
{
    int64_t months = a < 0 ? -(int64_t)a : a;
    char *at = out;

    *at++ = a < 0 ? '-' : '+';
    at += rt_format_int(months / 12, at);
    *at++ = '-';
    at = put_number(at, months % 12, 2);
    return (size_t)(at - out);
}

size_t rt_format_millis(int64_t a, char *out)
{
    uint64_t ms = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
    char *at = out;

    *at++ = a < 0 ? '-' : '+';
    at += rt_format_int((int64_t)(ms / 86400000), at);
    *at++ = ' ';
    at = put_clock(at, (int64_t)(ms / 1000 % 86400));
    *at++ = '.';
    at = put_number(at, (int64_t)(ms % 1000), 3);
    return (size_t)(at - out);
}

/* ---- appended to a buffer ---- */

static char *room(struct rt_buffer *buffer)
{
    return (char *)rt_buffer_reserve(buffer, RT_FORMAT_MAX);
}

void rt_print_bool(struct rt_buffer *buffer, bool a)
{
    rt_buffer_add(buffer, a ? "TRUE" : "FALSE", a ? 4 : 5);
}

void rt_print_int(struct rt_buffer *buffer, int64_t a)
{
    buffer->size += rt_format_int(a, room(buffer));
}

void rt_print_f32(struct rt_buffer *buffer, float a)
{
    buffer->size += rt_format_f32(a, room(buffer));
}

void rt_print_f64(struct rt_buffer *buffer, double a)
{
    buffer->size += rt_format_f64(a, room(buffer));
}

void rt_print_decimal(struct rt_buffer *buffer, rt_int128 a, int scale)
{
    buffer->size += rt_decimal_format(a, scale, room(buffer));
}

void rt_print_text(struct rt_buffer *buffer, struct rt_text a)
{
    if (a.size > 0)
        rt_buffer_add(buffer, a.data, a.size);
}

void rt_print_bytes(struct rt_buffer *buffer, struct rt_bytes a)
{
    static const char hex[] = "0123456789abcdef";
    uint8_t *at = rt_buffer_reserve(buffer, a.size * 2 + 3);

    *at++ = 'x';
    *at++ = '\'';
    for (size_t i = 0; i < a.size; i++) {
        *at++ = (uint8_t)hex[a.data[i] >> 4];
        *at++ = (uint8_t)hex[a.data[i] & 15];
    }
    *at = '\'';
    buffer->size += a.size * 2 + 3;
}

void rt_print_date(struct rt_buffer *buffer, int32_t a)
{
    buffer->size += rt_format_date(a, room(buffer));
}

void rt_print_time(struct rt_buffer *buffer, int32_t a, int precision)
{
    buffer->size += rt_format_time(a, precision, room(buffer));
}

void rt_print_timestamp(struct rt_buffer *buffer, struct rt_timestamp a, int precision)
{
    buffer->size += rt_format_timestamp(a, precision, room(buffer));
}

void rt_print_ltz(struct rt_buffer *buffer, const struct rt_zone *zone, struct rt_timestamp a,
    int precision)
{
    rt_print_timestamp(buffer, rt_timestamp_to_local(zone, a), precision);
}

void rt_print_months(struct rt_buffer *buffer, int32_t a)
{
    buffer->size += rt_format_months(a, room(buffer));
}

void rt_print_millis(struct rt_buffer *buffer, int64_t a)
{
    buffer->size += rt_format_millis(a, room(buffer));
}
