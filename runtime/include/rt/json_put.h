/* JSON records, written: puts without checks behind one rt_buffer_reserve. Each answers with the
 * byte behind what it wrote, and may overwrite up to RT_JS_SLACK bytes behind that. */
#ifndef RT_JSON_PUT_H
#define RT_JSON_PUT_H

#include <rt/json_value.h>

enum {
    RT_JS_SLACK = 32,
    RT_JS_INTEGER_MAX = 20,
    RT_JS_FLOAT_MAX = 32,     /* with quotes around NaN */
    RT_JS_DECIMAL_MAX = 48,
    RT_JS_DATE_MAX = 16,      /* text forms, with quotes */
    RT_JS_TIME_MAX = 24,
    RT_JS_TIMESTAMP_MAX = 48,
};

/* Most bytes of a text, with quotes; of base64. */
#define RT_JS_TEXT_SIZE(text) (6 * (text).size + 2)
#define RT_JS_BYTES_SIZE(bytes) ((bytes).size / 3 * 4 + 6)

/* RT_NOT_NULL, RT_STOP: a sink's column is NULL and must not be. False. */
__attribute__((cold, noinline)) bool rt_js_null_column(const char *table, const char *column,
    struct rt_error *error);
/* RT_ENCODE, RT_STOP: a value that the schema cannot hold. False. */
__attribute__((cold, noinline)) bool rt_js_unfit(const char *table, const char *column,
    const char *schema, struct rt_error *error);

/* Ends what rt_buffer_reserve began. True. */
RT_JS_INLINE bool rt_js_close(struct rt_buffer *out, const uint8_t *at)
{
    out->size = (size_t)(at - out->data);
    return true;
}

/* Punctuation and names; the size is a constant. */
RT_JS_INLINE uint8_t *rt_js_put(uint8_t *at, struct rt_text literal)
{
    memcpy(at, literal.data, literal.size);
    return at + literal.size;
}

/* Ends an object whose members were all written with a comma in front. */
RT_JS_INLINE uint8_t *rt_js_close_members(uint8_t *start, uint8_t *at)
{
    at += at == start;
    *start = '{';
    *at++ = '}';
    return at;
}

/* A value of an enum: as a column has it, and as JSON. */
struct rt_js_symbol {
    struct rt_text text, json;
};

/* NULL: it is none of them. */
const struct rt_js_symbol *rt_js_symbol(const struct rt_js_symbol *symbols, size_t count,
    struct rt_text text);

/* JSON as it is. */
static inline uint8_t *rt_js_put_json(uint8_t *at, struct rt_text json)
{
    memcpy(at, json.data, json.size);
    return at + json.size;
}

static inline bool rt_js_is_finite(double value)
{
    return value - value == 0;
}

extern const char rt_js_two_digits[201];

RT_JS_INLINE uint8_t *rt_js_put_two(uint8_t *at, unsigned value) /* < 100 */
{
    memcpy(at, rt_js_two_digits + 2 * value, 2);
    return at + 2;
}

RT_JS_INLINE int rt_js_digit_count(uint32_t value) /* < 10^8 */
{
    int bits = 64 - __builtin_clzll(value | 1), count = bits * 1233 >> 12;

    return count + (value >= (uint64_t)rt_js_integer_powers[count]) + !value;
}

/* The eight digits of a number below 10^8 as bytes 0 to 9, the first the lowest. */
RT_JS_INLINE uint64_t rt_js_eight_digits(uint32_t value)
{
    uint64_t fours, hundreds, twos, tens;

    fours = value / 10000 | (uint64_t)(value % 10000) << 32;
    hundreds = fours * 10486 >> 20 & UINT64_C(0x0000007f0000007f);
    twos = hundreds | (fours - hundreds * 100) << 16;
    tens = twos * 103 >> 10 & UINT64_C(0x000f000f000f000f);
    return tens | (twos - tens * 10) << 8;
}

/* All eight. */
RT_JS_INLINE uint8_t *rt_js_put_eight(uint8_t *at, uint32_t value)
{
    uint64_t text = rt_js_eight_digits(value) | UINT64_C(0x3030303030303030);

    memcpy(at, &text, sizeof text);
    return at + sizeof text;
}

/* Below 10^8, without a loop: the end of one costs more than all of these steps. */
RT_JS_INLINE uint8_t *rt_js_put_short(uint8_t *at, uint32_t value)
{
    int count = rt_js_digit_count(value);
    uint64_t text = rt_js_eight_digits(value) | UINT64_C(0x3030303030303030);

    text >>= 64 - 8 * count;
    memcpy(at, &text, sizeof text);
    return at + count;
}

RT_JS_INLINE uint8_t *rt_js_put_unsigned(uint8_t *at, uint64_t value)
{
    if (RT_JS_LIKELY(value < 100000000))
        return rt_js_put_short(at, (uint32_t)value);
    if (value < UINT64_C(10000000000000000)) {
        at = rt_js_put_short(at, (uint32_t)(value / 100000000));
    } else {
        at = rt_js_put_short(at, (uint32_t)(value / UINT64_C(10000000000000000)));
        at = rt_js_put_eight(at, (uint32_t)(value / 100000000 % 100000000));
    }
    return rt_js_put_eight(at, (uint32_t)(value % 100000000));
}

RT_JS_INLINE uint8_t *rt_js_put_integer(uint8_t *at, int64_t value)
{
    *at = '-';
    at += value < 0;
    return rt_js_put_unsigned(at, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

RT_JS_INLINE uint8_t *rt_js_put_boolean(uint8_t *at, bool value)
{
    memcpy(at, value ? "true" : "false", 5);
    return at + 5 - value;
}

/* Any form that is not plain. */
RT_JS_COLD uint8_t *rt_js_put_escaped(uint8_t *at, struct rt_text text);

/* With quotes; bytes that are not UTF-8 become U+FFFD. */
RT_JS_INLINE uint8_t *rt_js_put_text(uint8_t *at, struct rt_text text)
{
    const uint8_t *from = (const uint8_t *)text.data, *end = from + text.size;
    uint8_t *start = at;
    uint32_t high = 0;

    *at++ = '"';
#ifdef __SSE2__
#ifdef RT_JS_EXACT
    while (end - from >= 16) {
#else
    while (from < end && (end - from >= 16 || ((uintptr_t)from & 4095) <= 4096 - 16)) {
#endif
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)from);
        size_t left = (size_t)(end - from);
        uint32_t others = (uint32_t)_mm_movemask_epi8(rt_js_unplain(bytes));

        _mm_storeu_si128((__m128i *)(void *)at, bytes);
        if (left < 16) {
            if (RT_JS_UNLIKELY(others & ((1u << left) - 1)))
                return rt_js_put_escaped(start, text);
            at += left;
            from = end;
            break;
        }
        if (RT_JS_UNLIKELY(others))
            return rt_js_put_escaped(start, text);
        at += 16;
        from += 16;
    }
#endif
    for (; from < end; *at++ = *from++) {
        if (RT_JS_UNLIKELY(*from < 0x20 || *from == '"' || *from == '\\'))
            return rt_js_put_escaped(start, text);
        high |= *from;
    }
    if (RT_JS_UNLIKELY(high & 0x80))
        return rt_js_put_escaped(start, text);
    *at++ = '"';
    return at;
}

/* Base64, with quotes. */
uint8_t *rt_js_put_bytes(uint8_t *at, struct rt_bytes bytes);

/* All digits of the scale. */
RT_JS_INLINE uint8_t *rt_js_put_decimal(uint8_t *at, int64_t value, int scale)
{
    uint64_t whole = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    uint64_t unit = (uint64_t)rt_js_integer_powers[scale], rest = whole % unit;
    uint8_t *end;

    *at = '-';
    at += value < 0;
    at = end = rt_js_put_unsigned(at, whole / unit);
    if (scale) {
        end += scale + 1;
        *at = '.';
        for (at = end; scale >= 2; scale -= 2, rest /= 100)
            rt_js_put_two(at -= 2, (unsigned)(rest % 100));
        if (scale)
            at[-1] = (uint8_t)('0' + rest);
    }
    return end;
}

uint8_t *rt_js_put_decimal128(uint8_t *at, rt_int128 value, int scale);
/* As Java's BigDecimal.toString, trailing zeros cut: "1.5", "1E+3", "2.7E-8". */
uint8_t *rt_js_put_decimal128_short(uint8_t *at, rt_int128 value, int scale);

RT_JS_INLINE uint8_t *rt_js_put_decimal_short(uint8_t *at, int64_t value, int scale)
{
    /* Its last digit is not cut, and no exponent is needed. */
    if (RT_JS_LIKELY(value % 10 && scale <= 6))
        return rt_js_put_decimal(at, value, scale);
    return rt_js_put_decimal128_short(at, value, scale);
}

/* As Java's Double.toString and Float.toString; NaN and the infinities in quotes. */
uint8_t *rt_js_put_any_f64(uint8_t *at, double value);
uint8_t *rt_js_put_f32(uint8_t *at, float value);

/* Most are of a few digits; those print without bignums: what Java prints is the shortest that
 * reads back, as a whole number of millionths is. */
RT_JS_INLINE uint8_t *rt_js_put_f64(uint8_t *at, double value)
{
    double size = value < 0 ? -value : value;
    uint64_t scaled, digits, text;

    if (RT_JS_UNLIKELY(!(size >= 1e-3 && size < 1e7)))
        return rt_js_put_any_f64(at, value);
    scaled = (uint64_t)(size * 1000000 + 0.5);
    if (RT_JS_UNLIKELY((double)scaled / 1000000 != size))
        return rt_js_put_any_f64(at, value);
    *at = '-';
    at = rt_js_put_short(at + (value < 0), (uint32_t)(scaled / 1000000));
    digits = rt_js_eight_digits((uint32_t)(scaled % 1000000) * 100);
    *at++ = '.';
    text = digits | UINT64_C(0x3030303030303030);
    memcpy(at, &text, sizeof text);
    return at + 8 - __builtin_clzll(digits | 1) / 8; /* To the last that is no 0, the first too. */
}

/* Text forms, with quotes; a fraction without its trailing zeros, as Flink's 'json' has it. */
uint8_t *rt_js_put_date(uint8_t *at, int32_t days);
uint8_t *rt_js_put_time(uint8_t *at, int32_t ms);
uint8_t *rt_js_put_timestamp(uint8_t *at, struct rt_timestamp value, bool iso, bool instant);

#endif
