/* 256-bit magnitudes for products and scaled numbers of two DECIMALs. */
#ifndef RT_FUNCTIONS_WIDE_H
#define RT_FUNCTIONS_WIDE_H

#include <rt/decimal.h>

__extension__ typedef unsigned __int128 rt_uint128;

struct wide {
    rt_uint128 high, low;
};

struct wide wide_multiply(rt_uint128 a, rt_uint128 b);
/* False: the product needs more than 256 bits. */
bool wide_scale(struct wide *a, rt_uint128 by);
struct wide wide_add(struct wide a, struct wide b);
struct wide wide_subtract(struct wide a, struct wide b); /* a >= b */
int wide_compare(struct wide a, struct wide b);
/* Divides in place; the remainder. 0 < by < 2^127. */
rt_uint128 wide_divide(struct wide *a, rt_uint128 by);

static inline struct wide wide_of(rt_uint128 a)
{
    return (struct wide){0, a};
}

static inline rt_uint128 magnitude(rt_int128 a)
{
    return a < 0 ? 0 - (rt_uint128)a : (rt_uint128)a;
}

#endif
