#include "wide.h"

struct wide wide_multiply(rt_uint128 a, rt_uint128 b)
{
    uint64_t a0 = (uint64_t)a, a1 = (uint64_t)(a >> 64);
    uint64_t b0 = (uint64_t)b, b1 = (uint64_t)(b >> 64);
    rt_uint128 low = (rt_uint128)a0 * b0;
    rt_uint128 middle = (rt_uint128)a1 * b0 + (uint64_t)(low >> 64);
    rt_uint128 other = (rt_uint128)a0 * b1 + (uint64_t)middle;

    return (struct wide){
        .high = (rt_uint128)a1 * b1 + (uint64_t)(middle >> 64) + (uint64_t)(other >> 64),
        .low = other << 64 | (uint64_t)low,
    };
}

bool wide_scale(struct wide *a, rt_uint128 by)
{
    struct wide low = wide_multiply(a->low, by), high = wide_multiply(a->high, by);

    if (high.high != 0 || __builtin_add_overflow(high.low, low.high, &low.high))
        return false;
    *a = low;
    return true;
}

struct wide wide_add(struct wide a, struct wide b)
{
    struct wide sum = {a.high + b.high, a.low + b.low};

    sum.high += sum.low < a.low;
    return sum;
}

struct wide wide_subtract(struct wide a, struct wide b)
{
    return (struct wide){a.high - b.high - (a.low < b.low), a.low - b.low};
}

int wide_compare(struct wide a, struct wide b)
{
    if (a.high != b.high)
        return a.high < b.high ? -1 : 1;
    return (a.low > b.low) - (a.low < b.low);
}

rt_uint128 wide_divide(struct wide *a, rt_uint128 by)
{
    rt_uint128 rest = a->high % by, quotient = 0;

    a->high /= by;
    if (rest == 0) {
        rest = a->low % by;
        a->low /= by;
        return rest;
    }
    for (int bit = 127; bit >= 0; bit--) {
        rest = rest << 1 | (a->low >> bit & 1); /* by < 2^127: no bit is lost */
        quotient <<= 1;
        if (rest >= by) {
            rest -= by;
            quotient |= 1;
        }
    }
    a->low = quotient;
    return rest;
}
