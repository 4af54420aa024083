/* CAST among scalar types, but for text to numbers (cast_text.c). */
#include "internal.h"

#include <rt/cast.h>
#include <rt/print.h>

#include <math.h>
#include <stdlib.h>

/* ---- numbers ---- */

int32_t rt_cast_f64_i32(double a)
{
    if (isnan(a))
        return 0;
    if (a >= 2147483647.0)
        return INT32_MAX;
    return a <= -2147483648.0 ? INT32_MIN : (int32_t)a;
}

int64_t rt_cast_f64_i64(double a)
{
    if (isnan(a))
        return 0;
    if (a >= 0x1p63)
        return INT64_MAX;
    return a <= -0x1p63 ? INT64_MIN : (int64_t)a;
}

int64_t rt_cast_decimal_i64(rt_int128 a, int pa, int sa)
{
    (void)pa;
    return (int64_t)(a / rt_decimal_powers[sa]);
}

/* The nearest number: digits and exponent through strtod. */
double rt_cast_decimal_f64(rt_int128 a, int pa, int sa)
{
    static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    char text[RT_DECIMAL_TEXT_MAX + 1];

    (void)pa;
    if (a < (INT64_C(1) << 52) && a > -(INT64_C(1) << 52) && sa <= 22) /* both exact */
        return (double)(int64_t)a / powers[sa];
    text[rt_decimal_format(a, sa, text)] = '\0';
    return strtod(text, NULL);
}

float rt_cast_decimal_f32(rt_int128 a, int pa, int sa)
{
    char text[RT_DECIMAL_TEXT_MAX + 1];

    (void)pa;
    text[rt_decimal_format(a, sa, text)] = '\0';
    return strtof(text, NULL);
}

bool rt_cast_i64_decimal(int64_t a, int p, int s, rt_int128 *out)
{
    return rt_decimal_rescale(a, 19, 0, p, s, out);
}

/* BigDecimal.valueOf: by the digits that the number prints. */
bool rt_cast_f64_decimal(double a, int p, int s, rt_int128 *out)
{
    char text[RT_FORMAT_MAX];

    if (!isfinite(a))
        return false;
    return rt_decimal_parse((struct rt_text){text, rt_format_f64(a, text)}, p, s, out) ==
        RT_DECIMAL_OK;
}

/* ---- values to text ---- */

struct rt_text rt_cast_bool_text(struct rt_arena *arena, bool a)
{
    (void)arena;
    return a ? RT_TEXT("TRUE") : RT_TEXT("FALSE");
}

struct rt_text rt_cast_i64_text(struct rt_arena *arena, int64_t a)
{
    char text[RT_FORMAT_MAX];

    return text_in(arena, text, rt_format_int(a, text));
}

struct rt_text rt_cast_f32_text(struct rt_arena *arena, float a)
{
    char text[RT_FORMAT_MAX];

    return text_in(arena, text, rt_format_f32(a, text));
}

struct rt_text rt_cast_f64_text(struct rt_arena *arena, double a)
{
    char text[RT_FORMAT_MAX];

    return text_in(arena, text, rt_format_f64(a, text));
}

struct rt_text rt_cast_decimal_text(struct rt_arena *arena, rt_int128 a, int pa, int sa)
{
    char text[RT_DECIMAL_TEXT_MAX];

    (void)pa;
    return text_in(arena, text, rt_decimal_format(a, sa, text));
}

struct rt_text rt_cast_bytes_text(struct rt_arena *arena, struct rt_bytes a)
{
    return rt_utf8_repair(arena, a);
}

struct rt_text rt_cast_date_text(struct rt_arena *arena, int32_t a)
{
    char text[RT_FORMAT_MAX];

    return text_in(arena, text, rt_format_date(a, text));
}

struct rt_text rt_cast_time_text(struct rt_arena *arena, int32_t a, int precision)
{
    char text[RT_FORMAT_MAX];

    return text_in(arena, text, rt_format_time(a, precision, text));
}

struct rt_text rt_cast_timestamp_text(struct rt_arena *arena, struct rt_timestamp a,
    int precision)
{
    char text[RT_FORMAT_MAX];

    return text_in(arena, text, rt_format_timestamp(a, precision, text));
}

struct rt_text rt_cast_ltz_text(struct rt_arena *arena, const struct rt_zone *zone,
    struct rt_timestamp a, int precision)
{
    return rt_cast_timestamp_text(arena, rt_timestamp_to_local(zone, a), precision);
}

struct rt_text rt_cast_months_text(struct rt_arena *arena, int32_t a)
{
    char text[RT_FORMAT_MAX];

    return text_in(arena, text, rt_format_months(a, text));
}

struct rt_text rt_cast_millis_text(struct rt_arena *arena, int64_t a)
{
    char text[RT_FORMAT_MAX];

    return text_in(arena, text, rt_format_millis(a, text));
}

/* ---- among dates and times ---- */

struct rt_timestamp rt_cast_date_timestamp(int32_t a)
{
    return rt_date_to_timestamp(a);
}

struct rt_timestamp rt_cast_date_ltz(const struct rt_zone *zone, int32_t a)
{
    return rt_timestamp_to_instant(zone, rt_date_to_timestamp(a));
}

struct rt_timestamp rt_cast_time_timestamp(int32_t a)
{
    return rt_timestamp_from_ms(a);
}

struct rt_timestamp rt_cast_time_ltz(const struct rt_zone *zone, int32_t a)
{
    return rt_timestamp_to_instant(zone, rt_timestamp_from_ms(a));
}

int32_t rt_cast_timestamp_date(struct rt_timestamp a)
{
    return (int32_t)rt_floor_div(a.ms, RT_MS_PER_DAY);
}

int32_t rt_cast_timestamp_time(struct rt_timestamp a, int precision)
{
    return rt_time_truncate((int32_t)rt_floor_mod(a.ms, RT_MS_PER_DAY), precision);
}

struct rt_timestamp rt_cast_timestamp_ltz(const struct rt_zone *zone, struct rt_timestamp a,
    int precision)
{
    return rt_timestamp_truncate(rt_timestamp_to_instant(zone, a), precision);
}

int32_t rt_cast_ltz_date(const struct rt_zone *zone, struct rt_timestamp a)
{
    return rt_cast_timestamp_date(rt_timestamp_to_local(zone, a));
}

int32_t rt_cast_ltz_time(const struct rt_zone *zone, struct rt_timestamp a, int precision)
{
    return rt_cast_timestamp_time(rt_timestamp_to_local(zone, a), precision);
}

struct rt_timestamp rt_cast_ltz_timestamp(const struct rt_zone *zone, struct rt_timestamp a,
    int precision)
{
    return rt_timestamp_truncate(rt_timestamp_to_local(zone, a), precision);
}
