/* DECIMAL arithmetic. Everything has a 128-bit path and, where a product or a scaled number may
 * need more, a 256-bit one. */
#include "wide.h"

#include <string.h>

#define E18 ((rt_int128)1000000000000000000)

const rt_int128 rt_decimal_powers[RT_DECIMAL_MAX_PRECISION + 1] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000,
    100000000000, 1000000000000, 10000000000000, 100000000000000, 1000000000000000,
    10000000000000000, 100000000000000000, E18, E18 * 10, E18 * 100, E18 * 1000, E18 * 10000,
    E18 * 100000, E18 * 1000000, E18 * 10000000, E18 * 100000000, E18 * 1000000000,
    E18 * 10000000000, E18 * 100000000000, E18 * 1000000000000, E18 * 10000000000000,
    E18 * 100000000000000, E18 * 1000000000000000, E18 * 10000000000000000,
    E18 * 100000000000000000, E18 * E18, E18 * E18 * 10, E18 * E18 * 100,
};

/* a * 10^n, n up to 76. */
static bool scale_up(struct wide *a, int n)
{
    for (; n > RT_DECIMAL_MAX_PRECISION; n -= RT_DECIMAL_MAX_PRECISION)
        if (!wide_scale(a, (rt_uint128)rt_decimal_powers[RT_DECIMAL_MAX_PRECISION]))
            return false;
    return wide_scale(a, (rt_uint128)rt_decimal_powers[n]);
}

/* a / 10^n towards zero. */
static void scale_down(struct wide *a, int n)
{
    for (; n > RT_DECIMAL_MAX_PRECISION; n -= RT_DECIMAL_MAX_PRECISION)
        wide_divide(a, (rt_uint128)rt_decimal_powers[RT_DECIMAL_MAX_PRECISION]);
    if (n > 0)
        wide_divide(a, (rt_uint128)rt_decimal_powers[n]);
}

/* a / 10^n, HALF_UP. The last digit cut off decides, so cutting in steps is exact. */
static void scale_down_rounded(struct wide *a, int n)
{
    if (n <= 0)
        return;
    scale_down(a, n - 1);
    if (wide_divide(a, 10) >= 5)
        *a = wide_add(*a, wide_of(1));
}

static bool finish(struct wide a, bool negative, int p, rt_int128 *out)
{
    if (a.high != 0 || a.low >= (rt_uint128)rt_decimal_powers[p])
        return false;
    *out = negative ? -(rt_int128)a.low : (rt_int128)a.low;
    return true;
}

static bool rescale_wide(struct wide a, bool negative, int from, int p, int s, rt_int128 *out)
{
    if (s >= from) {
        if (!scale_up(&a, s - from))
            return false;
    } else {
        scale_down_rounded(&a, from - s);
    }
    return finish(a, negative, p, out);
}

static rt_int128 divide_half_up(rt_int128 a, rt_int128 by)
{
    rt_int128 quotient = a / by, rest = a % by;

    if (rest < 0)
        rest = -rest;
    if (rest >= by - rest)
        quotient += a < 0 ? -1 : 1;
    return quotient;
}

bool rt_decimal_rescale(rt_int128 a, int pa, int sa, int p, int s, rt_int128 *out)
{
    rt_int128 result;

    (void)pa;
    if (s >= sa) {
        if (__builtin_mul_overflow(a, rt_decimal_powers[s - sa], &result))
            return false;
    } else {
        result = divide_half_up(a, rt_decimal_powers[sa - s]);
    }
    if (!rt_decimal_fits(result, p))
        return false;
    *out = result;
    return true;
}

static bool add_wide(rt_int128 a, int sa, rt_int128 b, int sb, int p, int s, rt_int128 *out)
{
    int scale = sa > sb ? sa : sb;
    struct wide left = wide_of(magnitude(a)), right = wide_of(magnitude(b));
    bool negative = a < 0;

    if (!scale_up(&left, scale - sa) || !scale_up(&right, scale - sb))
        return false;
    if ((a < 0) == (b < 0)) {
        left = wide_add(left, right);
    } else if (wide_compare(left, right) >= 0) {
        left = wide_subtract(left, right);
    } else {
        left = wide_subtract(right, left);
        negative = b < 0;
    }
    return rescale_wide(left, negative, scale, p, s, out);
}

bool rt_decimal_add(rt_int128 a, int pa, int sa, rt_int128 b, int pb, int sb, int p, int s,
    rt_int128 *out)
{
    int scale = sa > sb ? sa : sb;
    rt_int128 left, right, sum;

    (void)pb;
    if (__builtin_mul_overflow(a, rt_decimal_powers[scale - sa], &left) ||
        __builtin_mul_overflow(b, rt_decimal_powers[scale - sb], &right) ||
        __builtin_add_overflow(left, right, &sum))
        return add_wide(a, sa, b, sb, p, s, out);
    return rt_decimal_rescale(sum, pa, scale, p, s, out);
}

bool rt_decimal_subtract(rt_int128 a, int pa, int sa, rt_int128 b, int pb, int sb, int p, int s,
    rt_int128 *out)
{
    return rt_decimal_add(a, pa, sa, -b, pb, sb, p, s, out);
}

bool rt_decimal_multiply(rt_int128 a, int pa, int sa, rt_int128 b, int pb, int sb, int p, int s,
    rt_int128 *out)
{
    rt_int128 product;

    (void)pb;
    if (!__builtin_mul_overflow(a, b, &product) && sa + sb - s <= RT_DECIMAL_MAX_PRECISION &&
        s - sa - sb <= RT_DECIMAL_MAX_PRECISION)
        return rt_decimal_rescale(product, pa, sa + sb, p, s, out);
    return rescale_wide(
        wide_multiply(magnitude(a), magnitude(b)), (a < 0) != (b < 0), sa + sb, p, s, out);
}

static bool fail_zero(struct rt_error *error)
{
    return rt_fail(error, RT_EXPRESSION, RT_STOP, "Division by zero");
}

/* a / b * 10^shift for shift <= 0: the digits cut off decide the rounding. */
static bool divide_down(rt_uint128 a, rt_uint128 b, int shift, struct wide *out)
{
    *out = wide_of(a);
    if (shift < 0) {
        wide_divide(out, b);
        scale_down_rounded(out, -shift);
        return true;
    }
    if (wide_divide(out, b) * 2 >= b)
        *out = wide_add(*out, wide_of(1));
    return true;
}

/* a / b * 10^shift for shift > 0. False: beyond 38 digits. */
static bool divide_up(rt_uint128 a, rt_uint128 b, int shift, struct wide *out)
{
    int step = shift < RT_DECIMAL_MAX_PRECISION ? shift : RT_DECIMAL_MAX_PRECISION;
    struct wide number = wide_multiply(a, (rt_uint128)rt_decimal_powers[step]), digit;
    rt_uint128 rest = wide_divide(&number, b);

    for (shift -= step; shift > 0; shift--) {
        digit = wide_multiply(rest, 10);
        rest = wide_divide(&digit, b);
        if (!wide_scale(&number, 10))
            return false;
        number = wide_add(number, digit);
    }
    if (rest * 2 >= b)
        number = wide_add(number, wide_of(1));
    *out = number;
    return true;
}

bool rt_decimal_divide(rt_int128 a, int pa, int sa, rt_int128 b, int pb, int sb, int p, int s,
    rt_int128 *out, bool *is_null, struct rt_error *error)
{
    int shift = s - sa + sb;
    struct wide quotient;
    rt_int128 scaled;

    (void)pa, (void)pb;
    if (b == 0)
        return fail_zero(error);
    if (shift >= 0 && shift <= RT_DECIMAL_MAX_PRECISION &&
        !__builtin_mul_overflow(a, rt_decimal_powers[shift], &scaled)) {
        rt_uint128 left = magnitude(scaled), right = magnitude(b);
        rt_uint128 rest = left % right;

        quotient = wide_of(left / right + (rest >= right - rest));
        *is_null = !finish(quotient, (a < 0) != (b < 0), p, out);
        return true;
    }
    *is_null = !(shift > 0 ? divide_up(magnitude(a), magnitude(b), shift, &quotient)
                           : divide_down(magnitude(a), magnitude(b), shift, &quotient)) ||
        !finish(quotient, (a < 0) != (b < 0), p, out);
    return true;
}

bool rt_decimal_modulo(rt_int128 a, int pa, int sa, rt_int128 b, int pb, int sb, int p, int s,
    rt_int128 *out, bool *is_null, struct rt_error *error)
{
    struct wide number = wide_of(magnitude(a));
    rt_int128 divisor = b;
    rt_uint128 rest;

    (void)pa, (void)pb;
    if (b == 0)
        return fail_zero(error);
    if (sa < sb) {
        scale_up(&number, sb - sa);
        rest = wide_divide(&number, magnitude(b));
    } else if (__builtin_mul_overflow(b, rt_decimal_powers[sa - sb], &divisor)) {
        rest = magnitude(a); /* the divisor is beyond any 38 digits */
    } else {
        rest = magnitude(a) % magnitude(divisor);
    }
    *is_null = !rescale_wide(wide_of(rest), a < 0, sa > sb ? sa : sb, p, s, out);
    return true;
}

int rt_decimal_compare(rt_int128 a, int pa, int sa, rt_int128 b, int pb, int sb)
{
    rt_int128 scaled;

    (void)pa, (void)pb;
    if (sa < sb) {
        if (__builtin_mul_overflow(a, rt_decimal_powers[sb - sa], &scaled))
            return a < 0 ? -1 : 1;
        return rt_decimal_compare_same(scaled, b);
    }
    if (__builtin_mul_overflow(b, rt_decimal_powers[sa - sb], &scaled))
        return b < 0 ? 1 : -1;
    return rt_decimal_compare_same(a, scaled);
}

bool rt_decimal_sign(rt_int128 a, int pa, int sa, int p, int s, rt_int128 *out)
{
    (void)pa, (void)sa;
    *out = a == 0 ? 0 : a < 0 ? -rt_decimal_powers[s] : rt_decimal_powers[s];
    return rt_decimal_fits(*out, p);
}

/* Towards minus infinity (up: plus infinity) to an integer, then to scale s. */
static bool to_integer(rt_int128 a, int sa, bool up, int p, int s, rt_int128 *out)
{
    rt_int128 unit = rt_decimal_powers[sa], quotient = a / unit, rest = a % unit;

    if (up && rest > 0)
        quotient++;
    if (!up && rest < 0)
        quotient--;
    return rt_decimal_rescale(quotient, RT_DECIMAL_MAX_PRECISION, 0, p, s, out);
}

bool rt_decimal_floor(rt_int128 a, int pa, int sa, int p, int s, rt_int128 *out)
{
    (void)pa;
    return to_integer(a, sa, false, p, s, out);
}

bool rt_decimal_ceil(rt_int128 a, int pa, int sa, int p, int s, rt_int128 *out)
{
    (void)pa;
    return to_integer(a, sa, true, p, s, out);
}

/* Rounds (or cuts) behind `digits` fraction digits at scale sa. */
static bool round_at(rt_int128 a, int sa, int64_t digits, bool cut, rt_int128 *out)
{
    int64_t drop = (int64_t)sa - digits;
    rt_int128 unit;

    *out = a;
    if (drop <= 0)
        return true;
    *out = 0;
    if (drop > RT_DECIMAL_MAX_PRECISION)
        return true;
    unit = rt_decimal_powers[drop];
    return !__builtin_mul_overflow(cut ? a / unit : divide_half_up(a, unit), unit, out);
}

bool rt_decimal_round(rt_int128 a, int pa, int sa, int32_t digits, int p, int s, rt_int128 *out)
{
    rt_int128 rounded;

    return round_at(a, sa, digits, false, &rounded) &&
        rt_decimal_rescale(rounded, pa, sa, p, s, out);
}

bool rt_decimal_truncate(rt_int128 a, int pa, int sa, int32_t digits, int p, int s,
    rt_int128 *out)
{
    rt_int128 rounded;

    return round_at(a, sa, digits, true, &rounded) &&
        rt_decimal_rescale(rounded, pa, sa, p, s, out);
}
