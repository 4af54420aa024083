/* FLOAT and DOUBLE as text, digit by digit as Java 17 prints them.
 *
 * Float.toString and Double.toString before JDK 19 do not always give the shortest digits
 * (2.0E-3 is 0.002, but 2.2250738585072014E-308 has company such as 2.0000000000000002E23), so this
 * is a port of the algorithm: jdk.internal.math.FloatingDecimal.BinaryToASCIIBuffer.dtoa. */
#include "internal.h"

#include <rt/print.h>

#include <math.h>
#include <string.h>

enum { MANTISSA_BITS = 52, POWERS = 27, WORDS = 44 };

static const unsigned char bits_of_5[POWERS] = {0, 3, 5, 7, 10, 12, 14, 17, 19, 21, 24, 26, 28, 31,
    33, 35, 38, 40, 42, 45, 47, 49, 52, 54, 56, 59, 61};

/* How many decimal digits 2^n spoils. */
static const unsigned char spoiled[] = {0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 5,
    6, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 9, 10, 10, 10, 11, 11, 11, 12, 12, 12, 12, 13, 13, 13,
    14, 14, 14, 15, 15, 15, 15, 16, 16, 16, 17, 17, 17, 18, 18, 18, 19};

struct digits {
    char at[32];
    int count;
    int exponent; /* 0.digits * 10^exponent */
};

/* The number: fraction * 2^(exponent - 52), with `significant` bits that mean something. */
struct parts {
    uint64_t fraction; /* bit 52 is set */
    int exponent;
    int significant;
};

static uint64_t power_of_5(int n)
{
    uint64_t power = 1;

    while (n-- > 0)
        power *= 5;
    return power;
}

static void round_up(struct digits *digits)
{
    int i = digits->count - 1;

    while (i > 0 && digits->at[i] == '9')
        digits->at[i--] = '0';
    if (digits->at[i] == '9') {
        digits->exponent++;
        digits->at[0] = '1';
        return;
    }
    digits->at[i]++;
}

/* A whole number; digits that its bits do not determine are rounded away. */
static void whole_digits(struct digits *digits, uint64_t value, int insignificant)
{
    char reversed[24];
    int count = 0;

    digits->exponent = 0;
    if (insignificant > 0) {
        uint64_t unit = power_of_5(insignificant) << insignificant, rest = value % unit;

        value /= unit;
        digits->exponent = insignificant;
        value += rest >= unit >> 1;
    }
    for (; value % 10 == 0; value /= 10)
        digits->exponent++;
    for (; value != 0; value /= 10)
        reversed[count++] = (char)('0' + value % 10);
    digits->exponent += count;
    digits->count = count;
    for (int i = 0; i < count; i++)
        digits->at[i] = reversed[count - 1 - i];
}

static int estimate_exponent(const struct parts *parts)
{
    uint64_t bits = UINT64_C(0x3ff0000000000000) |
        (parts->fraction & ((UINT64_C(1) << MANTISSA_BITS) - 1));
    double mantissa;

    memcpy(&mantissa, &bits, sizeof mantissa);
    return (int)floor((mantissa - 1.5) * 0.289529654 + 0.176091259 +
        (double)parts->exponent * 0.301029995663981);
}

/* Powers of 2 and 5 in the number B, its divisor S and half a unit in the last place M. */
struct scaling {
    int b2, b5, s2, s5, m2, m5;
    int exponent;
};

/* ---- numbers that fit 64 bits (or 32, where Java computes in int and lets it wrap) ---- */

static int64_t wrap(uint64_t value, bool narrow)
{
    return narrow ? (int32_t)(uint32_t)value : (int64_t)value;
}

static void small_digits(const struct scaling *in, uint64_t fraction, bool narrow,
    struct digits *digits)
{
    int64_t b = wrap((fraction * power_of_5(in->b5)) << in->b2, narrow);
    int64_t s = wrap(power_of_5(in->s5) << in->s2, narrow);
    int64_t m = wrap(power_of_5(in->m5) << in->m2, narrow);
    int64_t tens = wrap((uint64_t)s * 10, narrow), difference;
    bool low, high;
    int exponent = in->exponent;
    int digit = (int)(b / s);

    b = wrap((uint64_t)(b % s) * 10, narrow);
    m = wrap((uint64_t)m * 10, narrow);
    low = b < m;
    high = wrap((uint64_t)b + (uint64_t)m, narrow) > tens;
    if (digit == 0 && !high)
        exponent--;
    else
        digits->at[digits->count++] = (char)('0' + digit);
    if (exponent < -3 || exponent >= 8)
        high = low = false;
    while (!low && !high) {
        digit = (int)(b / s);
        b = wrap((uint64_t)(b % s) * 10, narrow);
        m = wrap((uint64_t)m * 10, narrow);
        low = m <= 0 || b < m;
        high = m <= 0 || wrap((uint64_t)b + (uint64_t)m, narrow) > tens;
        digits->at[digits->count++] = (char)('0' + digit);
    }
    digits->exponent = exponent + 1;
    difference = wrap(((uint64_t)b << 1) - (uint64_t)tens, narrow);
    if (high && (!low || difference > 0 ||
                    (difference == 0 && (digits->at[digits->count - 1] & 1))))
        round_up(digits);
}

/* ---- the others ---- */

struct big {
    uint32_t word[WORDS]; /* low first */
    int count;
};

static void big_multiply(struct big *a, uint32_t by)
{
    uint64_t carry = 0;

    for (int i = 0; i < a->count; i++) {
        carry += (uint64_t)a->word[i] * by;
        a->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0)
        a->word[a->count++] = (uint32_t)carry;
}

static void big_shift(struct big *a, int bits)
{
    int words = bits / 32;

    for (bits %= 32; bits > 0; bits -= bits < 16 ? bits : 16)
        big_multiply(a, UINT32_C(1) << (bits < 16 ? bits : 16));
    if (a->count == 0)
        return;
    memmove(a->word + words, a->word, (size_t)a->count * sizeof a->word[0]);
    memset(a->word, 0, (size_t)words * sizeof a->word[0]);
    a->count += words;
}

/* value * 5^fives * 2^twos */
static void big_make(struct big *a, uint64_t value, int fives, int twos)
{
    a->word[0] = (uint32_t)value;
    a->word[1] = (uint32_t)(value >> 32);
    a->count = a->word[1] ? 2 : 1;
    for (; fives >= 13; fives -= 13)
        big_multiply(a, 1220703125); /* 5^13 */
    big_multiply(a, (uint32_t)power_of_5(fives));
    big_shift(a, twos);
}

static int big_compare(const struct big *a, const struct big *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

static void big_subtract(struct big *a, const struct big *b) /* a >= b */
{
    int64_t borrow = 0;

    for (int i = 0; i < a->count; i++) {
        borrow += (int64_t)a->word[i] - (i < b->count ? b->word[i] : 0);
        a->word[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    while (a->count > 0 && a->word[a->count - 1] == 0)
        a->count--;
}

/* Compares sum = a + b with c. */
static int big_compare_sum(const struct big *a, const struct big *b, const struct big *c)
{
    struct big sum = *a;
    uint64_t carry = 0;
    int count = a->count > b->count ? a->count : b->count;

    for (int i = 0; i < count; i++) {
        carry += (uint64_t)(i < a->count ? a->word[i] : 0) + (i < b->count ? b->word[i] : 0);
        sum.word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    sum.count = count;
    if (carry != 0)
        sum.word[sum.count++] = (uint32_t)carry;
    return big_compare(&sum, c);
}

/* The next digit: b / s, leaving 10 * (b % s). */
static int big_next_digit(struct big *b, const struct big *s)
{
    int digit = 0;

    for (; big_compare(b, s) >= 0; digit++)
        big_subtract(b, s);
    big_multiply(b, 10);
    return digit;
}

static void big_digits(const struct scaling *in, uint64_t fraction, struct digits *digits)
{
    struct big b, s, m, tens;
    bool low, high;
    int exponent = in->exponent, digit, difference;

    big_make(&b, fraction, in->b5, in->b2);
    big_make(&s, 1, in->s5, in->s2);
    big_make(&m, 1, in->m5 + 1, in->m2 + 1);
    big_make(&tens, 1, in->s5 + 1, in->s2 + 1);
    digit = big_next_digit(&b, &s);
    low = big_compare(&b, &m) < 0;
    high = big_compare_sum(&b, &m, &tens) >= 0;
    if (digit == 0 && !high)
        exponent--;
    else
        digits->at[digits->count++] = (char)('0' + digit);
    if (exponent < -3 || exponent >= 8)
        high = low = false;
    while (!low && !high) {
        digit = big_next_digit(&b, &s);
        big_multiply(&m, 10);
        low = big_compare(&b, &m) < 0;
        high = big_compare_sum(&b, &m, &tens) >= 0;
        digits->at[digits->count++] = (char)('0' + digit);
    }
    digits->exponent = exponent + 1;
    if (!high)
        return;
    big_multiply(&b, 2);
    difference = big_compare(&b, &tens);
    if (!low || difference > 0 || (difference == 0 && (digits->at[digits->count - 1] & 1)))
        round_up(digits);
}

static int bits_of_power(int n)
{
    return n < POWERS ? bits_of_5[n] : n * 3;
}

static void develop(const struct parts *parts, struct digits *digits)
{
    int zeros = __builtin_ctzll(parts->fraction), bits = MANTISSA_BITS + 1 - zeros;
    int tiny = bits - parts->exponent - 1 > 0 ? bits - parts->exponent - 1 : 0;
    struct scaling in;
    int common, b_bits, s_bits;

    digits->count = 0;
    if (tiny == 0 && parts->exponent <= 62 && parts->exponent >= -21 && bits < 64) {
        int over = parts->exponent - parts->significant - 1;
        bool spoils = parts->exponent > parts->significant && over > 1;

        whole_digits(digits,
            parts->exponent >= MANTISSA_BITS
                ? parts->fraction << (parts->exponent - MANTISSA_BITS)
                : parts->fraction >> (MANTISSA_BITS - parts->exponent),
            spoils ? spoiled[over] : 0);
        return;
    }
    in.exponent = estimate_exponent(parts);
    in.b5 = in.exponent < 0 ? -in.exponent : 0;
    in.b2 = in.b5 + tiny + parts->exponent;
    in.s5 = in.exponent > 0 ? in.exponent : 0;
    in.s2 = in.s5 + tiny;
    in.m5 = in.b5;
    in.m2 = in.b2 - parts->significant;
    in.b2 -= bits - 1;
    common = in.b2 < in.s2 ? in.b2 : in.s2;
    in.b2 -= common;
    in.s2 -= common;
    in.m2 -= common;
    if (bits == 1) /* a power of two: the number below is half as far away */
        in.m2--;
    if (in.m2 < 0) {
        in.b2 -= in.m2;
        in.s2 -= in.m2;
        in.m2 = 0;
    }
    b_bits = bits + in.b2 + bits_of_power(in.b5);
    s_bits = in.s2 + 1 + bits_of_power(in.s5 + 1);
    if (b_bits < 64 && s_bits < 64)
        small_digits(&in, parts->fraction >> zeros, b_bits < 32 && s_bits < 32, digits);
    else
        big_digits(&in, parts->fraction >> zeros, digits);
}

static size_t put(char *out, size_t size, const char *from, int count)
{
    memcpy(out + size, from, (size_t)count);
    return size + (size_t)count;
}

static size_t put_zeros(char *out, size_t size, int count)
{
    memset(out + size, '0', (size_t)count);
    return size + (size_t)count;
}

/* As Java lays digits out: plain from 10^-3 to below 10^7, else with an exponent. */
static size_t lay_out(const struct digits *digits, bool negative, char *out)
{
    size_t size = 0;
    int exponent = digits->exponent, whole;

    if (negative)
        out[size++] = '-';
    if (exponent > 0 && exponent < 8) {
        whole = digits->count < exponent ? digits->count : exponent;
        size = put_zeros(out, put(out, size, digits->at, whole), exponent - whole);
        out[size++] = '.';
        if (whole < digits->count)
            return put(out, size, digits->at + whole, digits->count - whole);
        out[size++] = '0';
        return size;
    }
    if (exponent <= 0 && exponent > -3) {
        size = put_zeros(out, put(out, size, "0.", 2), -exponent);
        return put(out, size, digits->at, digits->count);
    }
    out[size++] = digits->at[0];
    out[size++] = '.';
    if (digits->count > 1)
        size = put(out, size, digits->at + 1, digits->count - 1);
    else
        out[size++] = '0';
    out[size++] = 'E';
    return size + rt_format_int(exponent - 1, out + size);
}

static size_t put_constant(const char *text, bool negative, char *out)
{
    size_t size = strlen(text);

    out[0] = '-';
    memcpy(out + negative, text, size);
    return size + negative;
}

size_t rt_format_f64(double a, char *out)
{
    uint64_t bits, fraction;
    int exponent;
    struct parts parts;
    struct digits digits;

    memcpy(&bits, &a, sizeof bits);
    fraction = bits & ((UINT64_C(1) << 52) - 1);
    exponent = (int)(bits >> 52 & 0x7ff);
    if (exponent == 0x7ff)
        return fraction ? put_constant("NaN", false, out) : put_constant("Infinity", a < 0, out);
    if (exponent == 0 && fraction == 0)
        return put_constant("0.0", bits >> 63, out);
    if (exponent == 0) {
        int shift = __builtin_clzll(fraction) - 11;

        parts = (struct parts){fraction << shift, 1 - shift - 1023, 53 - shift};
    } else {
        parts = (struct parts){fraction | UINT64_C(1) << 52, exponent - 1023, 53};
    }
    develop(&parts, &digits);
    return lay_out(&digits, bits >> 63, out);
}

size_t rt_format_f32(float a, char *out)
{
    uint32_t bits, fraction;
    int exponent, shift = 0;
    struct parts parts;
    struct digits digits;

    memcpy(&bits, &a, sizeof bits);
    fraction = bits & ((UINT32_C(1) << 23) - 1);
    exponent = (int)(bits >> 23 & 0xff);
    if (exponent == 0xff)
        return fraction ? put_constant("NaN", false, out) : put_constant("Infinity", a < 0, out);
    if (exponent == 0 && fraction == 0)
        return put_constant("0.0", bits >> 31, out);
    if (exponent == 0) {
        shift = __builtin_clz(fraction) - 8;
        fraction <<= shift;
        exponent = 1 - shift;
    } else {
        fraction |= UINT32_C(1) << 23;
    }
    parts = (struct parts){(uint64_t)fraction << (52 - 23), exponent - 127, 24 - shift};
    develop(&parts, &digits);
    return lay_out(&digits, bits >> 31, out);
}
