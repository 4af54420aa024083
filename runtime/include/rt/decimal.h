/* DECIMAL(p, s): the unscaled number. In expressions always rt_int128, whatever the precision; an
 * int64_t of a row (p <= 18) widens by itself, and a result of precision <= 18 always fits int64_t.
 *
 * Convention of every function here: each decimal argument is followed by its precision and scale,
 * then come precision and scale of the result (as Flink derives them; the compiler computes them).
 * NULLABLE: false is SQL NULL, the answer of Flink when a result does not fit its precision.
 * Rounding is HALF_UP (conformance: arith_decimal.slt, round.slt, cast_column.slt). */
#ifndef RT_DECIMAL_H
#define RT_DECIMAL_H

#include <rt/base.h>

enum { RT_DECIMAL_MAX_PRECISION = 38 };

/* 10^n, 0 <= n <= 38. */
extern const rt_int128 rt_decimal_powers[RT_DECIMAL_MAX_PRECISION + 1];

/* A constant of more than 64 bits: high * 2^64 + low. */
static inline rt_int128 rt_int128_make(int64_t high, uint64_t low)
{
    return (rt_int128)((__extension__ (unsigned __int128)(uint64_t)high) << 64 | low);
}

/* |a| < 10^precision. */
static inline bool rt_decimal_fits(rt_int128 a, int precision)
{
    return a < rt_decimal_powers[precision] && a > -rt_decimal_powers[precision];
}

/* ---- arithmetic ---- */

bool rt_decimal_add(rt_int128 a, int pa, int sa, rt_int128 b, int pb, int sb, int p, int s,
    rt_int128 *out);
bool rt_decimal_subtract(rt_int128 a, int pa, int sa, rt_int128 b, int pb, int sb, int p, int s,
    rt_int128 *out);
bool rt_decimal_multiply(rt_int128 a, int pa, int sa, rt_int128 b, int pb, int sb, int p, int s,
    rt_int128 *out);
/* Division by zero fails the job ("Division by zero"), which a NULL result does not: *is_null. */
bool rt_decimal_divide(rt_int128 a, int pa, int sa, rt_int128 b, int pb, int sb, int p, int s,
    rt_int128 *out, bool *is_null, struct rt_error *error);
bool rt_decimal_modulo(rt_int128 a, int pa, int sa, rt_int128 b, int pb, int sb, int p, int s,
    rt_int128 *out, bool *is_null, struct rt_error *error);

/* ---- the same value in another type ---- */

/* CAST(DECIMAL AS DECIMAL), and the implicit one. */
bool rt_decimal_rescale(rt_int128 a, int pa, int sa, int p, int s, rt_int128 *out);

/* -1, 0, 1 by value, whatever the scales. */
int rt_decimal_compare(rt_int128 a, int pa, int sa, rt_int128 b, int pb, int sb);

static inline int rt_decimal_compare_same(rt_int128 a, rt_int128 b)
{
    return (a > b) - (a < b);
}

/* ---- functions ---- */

static inline rt_int128 rt_decimal_negate(rt_int128 a, int pa, int sa, int p, int s)
{
    (void)pa, (void)sa, (void)p, (void)s;
    return -a;
}

static inline rt_int128 rt_decimal_abs(rt_int128 a, int pa, int sa, int p, int s)
{
    (void)pa, (void)sa, (void)p, (void)s;
    return a < 0 ? -a : a;
}

/* SIGN keeps the type: 1.0 for DECIMAL(2, 1). False: 1 does not fit (DECIMAL(2, 2)). */
bool rt_decimal_sign(rt_int128 a, int pa, int sa, int p, int s, rt_int128 *out);
bool rt_decimal_floor(rt_int128 a, int pa, int sa, int p, int s, rt_int128 *out);
bool rt_decimal_ceil(rt_int128 a, int pa, int sa, int p, int s, rt_int128 *out);
/* `digits` may be negative or beyond the scale. */
bool rt_decimal_round(rt_int128 a, int pa, int sa, int32_t digits, int p, int s, rt_int128 *out);
bool rt_decimal_truncate(rt_int128 a, int pa, int sa, int32_t digits, int p, int s,
    rt_int128 *out);

/* ---- text ---- */

enum { RT_DECIMAL_TEXT_MAX = 44 };

/* BigDecimal.toPlainString into out[RT_DECIMAL_TEXT_MAX]; the length (no NUL). scale 0..38. */
size_t rt_decimal_format(rt_int128 a, int scale, char *out);

enum rt_decimal_status { RT_DECIMAL_OK, RT_DECIMAL_MALFORMED, RT_DECIMAL_OVERFLOW };

/* [sign] digits [. digits] [e [sign] digits], no blanks, rounded HALF_UP to scale s. */
enum rt_decimal_status rt_decimal_parse(struct rt_text text, int p, int s, rt_int128 *out);
/* The same, but digits beyond the scale are an OVERFLOW unless they are zeros. */
enum rt_decimal_status rt_decimal_parse_exact(struct rt_text text, int p, int s, rt_int128 *out);

/* ---- bytes: two's complement, big-endian (Avro, Java BigInteger) ---- */

/* The shortest form, at least one byte, into out[16]; its length. */
size_t rt_decimal_to_bytes(rt_int128 a, uint8_t *out);
/* Exactly `size` bytes, sign-extended. False: does not fit. */
bool rt_decimal_to_fixed(rt_int128 a, uint8_t *out, size_t size);
/* False: empty or does not fit rt_int128. */
bool rt_decimal_from_bytes(struct rt_bytes bytes, rt_int128 *out);

#endif
