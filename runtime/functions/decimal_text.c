/* DECIMAL as text and as big-endian bytes. */
#include "wide.h"

#include <string.h>

size_t rt_decimal_format(rt_int128 a, int scale, char *out)
{
    char digits[48];
    size_t at = sizeof digits, size;
    rt_uint128 rest = magnitude(a);
    int count = 0;

    do {
        if (count == scale && scale > 0)
            digits[--at] = '.';
        digits[--at] = (char)('0' + (int)(rest % 10));
        rest /= 10;
        count++;
    } while (rest != 0 || count <= scale);
    if (a < 0)
        digits[--at] = '-';
    size = sizeof digits - at;
    memcpy(out, digits + at, size);
    return size;
}

/* A number as its significant digits: 0.d1d2d3… * 10^exponent. Digits beyond those kept only tell
 * whether anything was cut off. */
struct digits {
    bool negative;
    char digit[80];
    int count;
    bool more; /* a digit that is not zero was not kept */
    int64_t exponent;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void add_digit(struct digits *digits, char c)
{
    if (digits->count < (int)sizeof digits->digit)
        digits->digit[digits->count++] = c;
    else if (c != '0')
        digits->more = true;
}

/* e[sign]digits at *at; the value is limited so that it cannot overflow. */
static bool parse_exponent(const char **at, const char *end, int64_t *out)
{
    bool negative = false;
    int64_t value = 0;

    if (*at < end && (**at == '+' || **at == '-'))
        negative = *(*at)++ == '-';
    if (*at == end)
        return false;
    for (; *at < end && is_digit(**at); (*at)++)
        if (value < 1000000000)
            value = value * 10 + (**at - '0');
    *out = negative ? -value : value;
    return *at == end;
}

static bool parse_digits(struct rt_text text, struct digits *out)
{
    const char *at = text.data, *end = at + text.size;
    bool any = false;
    int64_t exponent;

    memset(out, 0, sizeof *out);
    if (text.size == 0)
        return false;
    if (*at == '-' || *at == '+')
        out->negative = *at++ == '-';
    for (; at < end && is_digit(*at); at++, any = true) {
        if (out->count > 0 || *at != '0') {
            add_digit(out, *at);
            out->exponent++;
        }
    }
    if (at < end && *at == '.') {
        for (at++; at < end && is_digit(*at); at++, any = true) {
            if (out->count > 0 || *at != '0')
                add_digit(out, *at);
            else
                out->exponent--;
        }
    }
    if (!any)
        return false;
    if (at == end)
        return true;
    if (*at++ != 'e' && at[-1] != 'E')
        return false;
    if (!parse_exponent(&at, end, &exponent))
        return false;
    out->exponent += exponent;
    return true;
}

static enum rt_decimal_status from_digits(const struct digits *digits, bool exact, int p, int s,
    rt_int128 *out)
{
    int64_t kept = digits->exponent + s; /* digits of the unscaled number */
    rt_uint128 value = 0;
    bool cut = digits->more;

    *out = 0;
    if (digits->count == 0)
        return RT_DECIMAL_OK;
    if (kept > p)
        return RT_DECIMAL_OVERFLOW;
    for (int64_t i = 0; i < kept; i++)
        value = value * 10 + (i < digits->count ? (unsigned)(digits->digit[i] - '0') : 0);
    for (int64_t i = kept < 0 ? 0 : kept; i < digits->count; i++)
        cut |= digits->digit[i] != '0';
    if (exact && cut)
        return RT_DECIMAL_OVERFLOW;
    if (kept >= 0 && kept < digits->count && digits->digit[kept] >= '5')
        value++;
    if (value >= (rt_uint128)rt_decimal_powers[p])
        return RT_DECIMAL_OVERFLOW;
    *out = digits->negative ? -(rt_int128)value : (rt_int128)value;
    return RT_DECIMAL_OK;
}

enum rt_decimal_status rt_decimal_parse(struct rt_text text, int p, int s, rt_int128 *out)
{
    struct digits digits;

    return parse_digits(text, &digits) ? from_digits(&digits, false, p, s, out)
                                       : RT_DECIMAL_MALFORMED;
}

enum rt_decimal_status rt_decimal_parse_exact(struct rt_text text, int p, int s, rt_int128 *out)
{
    struct digits digits;

    return parse_digits(text, &digits) ? from_digits(&digits, true, p, s, out)
                                       : RT_DECIMAL_MALFORMED;
}

size_t rt_decimal_to_bytes(rt_int128 a, uint8_t *out)
{
    size_t size = 1;

    while (size < 16 && (a >> (8 * size - 1)) != 0 && (a >> (8 * size - 1)) != -1)
        size++;
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)(a >> 8 * (size - 1 - i));
    return size;
}

bool rt_decimal_to_fixed(rt_int128 a, uint8_t *out, size_t size)
{
    uint8_t bytes[16];
    size_t used = rt_decimal_to_bytes(a, bytes);

    if (used > size)
        return false;
    memset(out, a < 0 ? 0xff : 0, size - used);
    memcpy(out + size - used, bytes, used);
    return true;
}

bool rt_decimal_from_bytes(struct rt_bytes bytes, rt_int128 *out)
{
    rt_uint128 value;
    uint8_t fill;

    if (bytes.size == 0)
        return false;
    fill = bytes.data[0] & 0x80 ? 0xff : 0;
    while (bytes.size > 16) { /* sign extension only, and the sign bit must survive */
        if (bytes.data[0] != fill || (bytes.data[1] ^ fill) & 0x80)
            return false;
        bytes.data++;
        bytes.size--;
    }
    value = fill ? ~(rt_uint128)0 : 0;
    for (size_t i = 0; i < bytes.size; i++)
        value = value << 8 | bytes.data[i];
    *out = (rt_int128)value;
    return true;
}
