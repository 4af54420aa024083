/* Values of JSON records: numbers, and what SQL types are written as. */
#ifndef RT_JSON_VALUE_H
#define RT_JSON_VALUE_H

#include <rt/decimal.h>
#include <rt/json_read.h>
#include <rt/time.h>

/* Values of types, behind blanks; `texts`: a string of one is taken too. */
RT_JS_COLD struct rt_js_step rt_js_flag(const uint8_t *at, const uint8_t *end, bool texts);
RT_JS_COLD struct rt_js_step rt_js_integer(const uint8_t *at, const uint8_t *end, bool texts);
RT_JS_COLD struct rt_js_step rt_js_double(const uint8_t *at, const uint8_t *end, bool texts,
    double *out);
RT_JS_COLD struct rt_js_step rt_js_float(const uint8_t *at, const uint8_t *end, bool texts,
    float *out);
RT_JS_COLD struct rt_js_step rt_js_wide_decimal(const uint8_t *at, const uint8_t *end, bool texts,
    struct rt_arena *arena, int precision, int scale, rt_int128 *out);

/* ---- numbers ---- */

/* 10^n, exact. */
static const int64_t rt_js_integer_powers[19] = {1, 10, 100, 1000, 10000, 100000, 1000000,
    10000000, 100000000, 1000000000, 10000000000, 100000000000, 1000000000000, 10000000000000,
    100000000000000, 1000000000000000, 10000000000000000, 100000000000000000,
    1000000000000000000};
extern const double rt_js_powers[23];

/* The number of eight digits, the first in the lowest byte. */
RT_JS_INLINE uint64_t rt_js_take_eight(uint64_t word)
{
    word = word * 10 + (word >> 8);
    return ((word & UINT64_C(0x000000ff000000ff)) * UINT64_C(0x000f424000000064) +
        (word >> 16 & UINT64_C(0x000000ff000000ff)) * UINT64_C(0x0000271000000001)) >> 32;
}

/* Digits onto *value, which wraps if there are more than 19 in all. */
RT_JS_INLINE const uint8_t *rt_js_digits(const uint8_t *at, const uint8_t *end, uint64_t *value)
{
    while (end - at >= 8) {
        uint64_t digits = rt_js_load_digits(at);
        unsigned count = rt_js_count_digits(digits);

        if (RT_JS_LIKELY(count < 8)) {
            *value = *value * (uint64_t)rt_js_integer_powers[count] +
                rt_js_take_eight(digits << 8 * (7 - count) << 8);
            return at + count;
        }
        *value = *value * 100000000 + rt_js_take_eight(digits);
        at += 8;
    }
    for (; at < end && rt_js_is_digit(*at); at++)
        *value = *value * 10 + (uint8_t)(*at - '0');
    return at;
}

/* An integer; `texts`: or a string of one. */
RT_JS_INLINE bool rt_js_whole(struct rt_js *in, bool texts, int64_t *out)
{
    const uint8_t *at, *first, *comma;
    uint64_t value = 0;
    bool negative;
    struct rt_js_step step;

    rt_js_blank(in);
    at = in->at;
    comma = rt_js_comma(at, in->end);
    negative = at < in->end && *at == '-';
    at += negative;
    first = at;
    at = rt_js_digits(at, in->end, &value);
    if (RT_JS_LIKELY((size_t)(at - first) - 1 < 18 && (*first != '0' || at - first == 1) &&
            at < in->end && *at != '.' && (*at | 0x20) != 'e')) {
        *out = negative ? -(int64_t)value : (int64_t)value;
        in->at = rt_js_settle(at, comma);
        return true;
    }
    step = rt_js_integer(in->at, in->end, texts);
    if (RT_JS_UNLIKELY(!step.at))
        return rt_js_problem(in, (enum rt_js_problem)step.value);
    in->at = step.at;
    *out = step.value;
    return true;
}

#define RT_JS_WHOLE(name, ctype, low, high)                                                        \
    RT_JS_INLINE bool rt_js_##name(struct rt_js *in, bool texts, ctype *out)                       \
    {                                                                                              \
        int64_t value;                                                                             \
                                                                                                   \
        if (!rt_js_whole(in, texts, &value))                                                       \
            return false;                                                                          \
        if (RT_JS_UNLIKELY(value < (low) || value > (high)))                                       \
            return rt_js_problem(in, RT_JS_RANGE);                                                 \
        *out = (ctype)value;                                                                       \
        return true;                                                                               \
    }

RT_JS_WHOLE(i8, int8_t, INT8_MIN, INT8_MAX)
RT_JS_WHOLE(i16, int16_t, INT16_MIN, INT16_MAX)
RT_JS_WHOLE(i32, int32_t, INT32_MIN, INT32_MAX)
RT_JS_WHOLE(i64, int64_t, INT64_MIN, INT64_MAX)
#undef RT_JS_WHOLE

/* A number; the strings NaN, Infinity, -Infinity; `texts`: or a string of a number. */
RT_JS_INLINE bool rt_js_f64(struct rt_js *in, bool texts, double *out)
{
    const uint8_t *at, *first, *point, *comma;
    uint64_t value = 0;
    size_t count;
    bool negative;
    struct rt_js_step step;

    rt_js_blank(in);
    at = in->at;
    comma = rt_js_comma(at, in->end);
    negative = at < in->end && *at == '-';
    at += negative;
    first = at;
    at = rt_js_digits(at, in->end, &value);
    count = (size_t)(at - first);
    if (RT_JS_LIKELY(count - 1 < 15 && (count == 1 || *first != '0') && at < in->end)) {
        size_t places = 0;

        if (*at == '.') {
            point = ++at;
            at = rt_js_digits(at, in->end, &value);
            places = (size_t)(at - point);
            count = places ? count + places : 99;
        }
        if (RT_JS_LIKELY(count <= 15 && at < in->end && (*at | 0x20) != 'e' && *at != '.')) {
            double number = (double)value / rt_js_powers[places];

            *out = negative ? -number : number;
            in->at = rt_js_settle(at, comma);
            return true;
        }
    }
    step = rt_js_double(in->at, in->end, texts, out);
    if (RT_JS_UNLIKELY(!step.at))
        return rt_js_problem(in, (enum rt_js_problem)step.value);
    in->at = step.at;
    return true;
}

RT_JS_INLINE bool rt_js_f32(struct rt_js *in, bool texts, float *out)
{
    struct rt_js_step step;

    rt_js_blank(in);
    step = rt_js_float(in->at, in->end, texts, out);
    if (RT_JS_UNLIKELY(!step.at))
        return rt_js_problem(in, (enum rt_js_problem)step.value);
    in->at = step.at;
    return true;
}

/* DECIMAL of 19 to 38 digits: a number; a string of base64 with the unscaled bytes or, `texts`,
 * of a number. Digits beyond the scale must be zeros or, `texts`, are rounded HALF_UP as Flink
 * does. */
RT_JS_INLINE bool rt_js_decimal128(struct rt_js *in, bool texts, struct rt_arena *arena,
    int precision, int scale, rt_int128 *out)
{
    struct rt_js_step step;

    rt_js_blank(in);
    step = rt_js_wide_decimal(in->at, in->end, texts, arena, precision, scale, out);
    if (RT_JS_UNLIKELY(!step.at))
        return rt_js_problem(in, (enum rt_js_problem)step.value);
    in->at = step.at;
    return true;
}

/* The same of at most 18 digits. */
RT_JS_INLINE bool rt_js_decimal(struct rt_js *in, bool texts, struct rt_arena *arena,
    int precision, int scale, int64_t *out)
{
    const uint8_t *at, *first, *point, *comma;
    uint64_t value = 0;
    size_t count, places = 0;
    bool negative;
    rt_int128 wide;

    rt_js_blank(in);
    at = in->at;
    comma = rt_js_comma(at, in->end);
    negative = at < in->end && *at == '-';
    at += negative;
    first = at;
    at = rt_js_digits(at, in->end, &value);
    count = (size_t)(at - first);
    if (RT_JS_LIKELY(count - 1 < 18 && (count == 1 || *first != '0') && at < in->end)) {
        if (*at == '.') {
            point = ++at;
            at = rt_js_digits(at, in->end, &value);
            places = (size_t)(at - point);
            count = places ? count : 99;
        }
        if (RT_JS_LIKELY(places <= (size_t)scale && count + (size_t)scale <= 18 && at < in->end &&
                (*at | 0x20) != 'e' && *at != '.')) {
            value *= (uint64_t)rt_js_integer_powers[(size_t)scale - places];
            if (RT_JS_UNLIKELY(value >= (uint64_t)rt_js_integer_powers[precision]))
                return rt_js_problem(in, RT_JS_RANGE);
            *out = negative ? -(int64_t)value : (int64_t)value;
            in->at = rt_js_settle(at, comma);
            return true;
        }
    }
    if (!rt_js_decimal128(in, texts, arena, precision, scale, &wide))
        return false;
    *out = (int64_t)wide;
    return true;
}

/* ---- other types ---- */

/* JSON without its blanks. */
struct rt_text rt_js_compact(struct rt_arena *arena, struct rt_text json);

/* A string, or the JSON of any other value, compact. */
RT_JS_INLINE bool rt_js_any_text(struct rt_js *in, struct rt_arena *arena, struct rt_text *out)
{
    const uint8_t *start;

    if (RT_JS_LIKELY(in->at < in->end && *in->at == '"')) {
        in->at++;
        return rt_js_string_rest(in, arena, out);
    }
    rt_js_blank(in);
    start = in->at;
    if (start < in->end && *start == '"')
        return rt_js_text(in, arena, out);
    if (!rt_js_skip(in))
        return false;
    *out = rt_js_compact(arena, (struct rt_text){(const char *)start, (size_t)(in->at - start)});
    return true;
}

/* Text of Flink's 'json': "2024-01-31", "12:34:56.789", "2024-01-31 12:34:56.789" (SQL) or
 * "2024-01-31T12:34:56.789" (`iso`); an instant has a Z or, with `iso`, an offset behind. Digits
 * beyond the precision are cut. */
RT_JS_COLD bool rt_js_date_of(struct rt_text text, int32_t *out);
RT_JS_COLD bool rt_js_time_of(struct rt_text text, int precision, int32_t *out);
RT_JS_COLD bool rt_js_timestamp_of(struct rt_text text, bool iso, int precision,
    struct rt_timestamp *out);
RT_JS_COLD bool rt_js_instant_of(struct rt_text text, bool iso, int precision,
    struct rt_timestamp *out);

/* The usual form "2024-01-31 12:34:56.789" behind its opening quote, `instant`: with Z: behind its
 * closing quote. NULL: it has another, or is none. */
RT_JS_COLD const uint8_t *rt_js_usual_timestamp(const uint8_t *at, const uint8_t *end, bool iso,
    bool instant, int precision, struct rt_timestamp *out);

/* Takes that form. */
RT_JS_INLINE bool rt_js_take_usual(struct rt_js *in, bool iso, bool instant, int precision,
    struct rt_timestamp *out)
{
    const uint8_t *behind = NULL;

    if (RT_JS_LIKELY(in->at < in->end && *in->at == '"'))
        behind = rt_js_usual_timestamp(in->at + 1, in->end, iso, instant, precision, out);
    if (RT_JS_UNLIKELY(!behind))
        return false;
    in->at = behind;
    return true;
}

RT_JS_INLINE bool rt_js_date_text(struct rt_js *in, struct rt_arena *arena, int32_t *out)
{
    struct rt_text text;

    return rt_js_text(in, arena, &text) &&
        (RT_JS_LIKELY(rt_js_date_of(text, out)) || rt_js_problem(in, RT_JS_UNFIT));
}

RT_JS_INLINE bool rt_js_time_text(struct rt_js *in, struct rt_arena *arena, int precision,
    int32_t *out)
{
    struct rt_text text;

    return rt_js_text(in, arena, &text) &&
        (RT_JS_LIKELY(rt_js_time_of(text, precision, out)) || rt_js_problem(in, RT_JS_UNFIT));
}

RT_JS_INLINE bool rt_js_timestamp_text(struct rt_js *in, struct rt_arena *arena, bool iso,
    int precision, struct rt_timestamp *out)
{
    struct rt_text text;

    if (RT_JS_LIKELY(rt_js_take_usual(in, iso, false, precision, out)))
        return true;
    return rt_js_text(in, arena, &text) &&
        (rt_js_timestamp_of(text, iso, precision, out) || rt_js_problem(in, RT_JS_UNFIT));
}

RT_JS_INLINE bool rt_js_instant_text(struct rt_js *in, struct rt_arena *arena, bool iso,
    int precision, struct rt_timestamp *out)
{
    struct rt_text text;

    if (RT_JS_LIKELY(rt_js_take_usual(in, iso, true, precision, out)))
        return true;
    return rt_js_text(in, arena, &text) &&
        (rt_js_instant_of(text, iso, precision, out) || rt_js_problem(in, RT_JS_UNFIT));
}

RT_JS_INLINE bool rt_js_boolean(struct rt_js *in, bool texts, bool *out)
{
    struct rt_js_step step;

    rt_js_blank(in);
    step = rt_js_flag(in->at, in->end, texts);
    if (RT_JS_UNLIKELY(!step.at))
        return rt_js_problem(in, (enum rt_js_problem)step.value);
    in->at = step.at;
    *out = step.value;
    return true;
}

/* A count of days. */
RT_JS_INLINE bool rt_js_days(struct rt_js *in, int32_t *out)
{
    return rt_js_i32(in, false, out);
}

/* A time of the day in milliseconds, cut to the precision. */
RT_JS_INLINE bool rt_js_time_ms(struct rt_js *in, int precision, int32_t *out)
{
    if (!rt_js_i32(in, false, out))
        return false;
    if (RT_JS_UNLIKELY((uint32_t)*out >= RT_MS_PER_DAY))
        return rt_js_problem(in, RT_JS_RANGE);
    if (precision < 3)
        *out = rt_time_truncate(*out, precision);
    return true;
}

/* Milliseconds since the epoch, cut to the precision. */
RT_JS_INLINE bool rt_js_instant_ms(struct rt_js *in, int precision, struct rt_timestamp *out)
{
    int64_t value;

    if (!rt_js_whole(in, false, &value))
        return false;
    *out = rt_timestamp_from_ms(value);
    if (precision < 3)
        *out = rt_timestamp_truncate(*out, precision);
    return true;
}

#endif
