/* CAST of text: rt_try_cast_text_* parses, rt_cast_text_* makes a refusal an error. */
#include "internal.h"

#include <rt/cast.h>

#include <math.h>
#include <stdlib.h>
#include <strings.h>

static bool fail_cast(struct rt_error *error, struct rt_text a, const char *type)
{
    return rt_fail(error, RT_EXPRESSION, RT_STOP,
        "CAST to %s failed: For input string: '%.*s'. Invalid character found.", type, shown(a),
        a.data);
}

struct rt_text trim_blanks(struct rt_text text)
{
    while (text.size > 0 && text.data[0] == ' ')
        text.data++, text.size--;
    while (text.size > 0 && text.data[text.size - 1] == ' ')
        text.size--;
    return text;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* [sign] digits [. digits], the fraction dropped. BinaryStringDataUtil.toLong: "." is 0. */
static bool parse_integer(struct rt_text text, int64_t low, int64_t high, int64_t *out)
{
    const char *at, *end;
    bool negative = false;
    uint64_t value = 0, limit;

    text = trim_blanks(text);
    if (text.size == 0)
        return false;
    at = text.data;
    end = at + text.size;
    if (*at == '-' || *at == '+') {
        negative = *at++ == '-';
        if (at == end)
            return false;
    }
    limit = negative ? 0 - (uint64_t)low : (uint64_t)high;
    for (; at < end && is_digit(*at); at++)
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, (uint64_t)(*at - '0'), &value) || value > limit)
            return false;
    if (at < end && *at++ != '.')
        return false;
    for (; at < end; at++)
        if (!is_digit(*at))
            return false;
    *out = (int64_t)(negative ? 0 - value : value);
    return true;
}

bool rt_try_cast_text_bool(struct rt_text a, bool *out)
{
    static const char *const words[] = {"t", "true", "y", "yes", "1", "f", "false", "n", "no", "0"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (a.size == strlen(words[i]) && strncasecmp(a.data, words[i], a.size) == 0) {
            *out = i < 5;
            return true;
        }
    }
    return false;
}

bool rt_try_cast_text_i8(struct rt_text a, int8_t *out)
{
    int64_t value;

    if (!parse_integer(a, INT8_MIN, INT8_MAX, &value))
        return false;
    *out = (int8_t)value;
    return true;
}

bool rt_try_cast_text_i16(struct rt_text a, int16_t *out)
{
    int64_t value;

    if (!parse_integer(a, INT16_MIN, INT16_MAX, &value))
        return false;
    *out = (int16_t)value;
    return true;
}

bool rt_try_cast_text_i32(struct rt_text a, int32_t *out)
{
    int64_t value;

    if (!parse_integer(a, INT32_MIN, INT32_MAX, &value))
        return false;
    *out = (int32_t)value;
    return true;
}

bool rt_try_cast_text_i64(struct rt_text a, int64_t *out)
{
    int64_t value;

    if (!parse_integer(a, INT64_MIN, INT64_MAX, &value))
        return false;
    *out = (int64_t)value;
    return true;
}

/* Java's grammar of Double.parseDouble, which strtod's contains: no "inf", no "nan(…)". */
static bool is_java_number(const char *at)
{
    bool hex = false, digits = false;
    int points = 0;

    if (*at == '-' || *at == '+')
        at++;
    if (strcmp(at, "NaN") == 0 || strcmp(at, "Infinity") == 0)
        return true;
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
        hex = true;
        at += 2;
    }
    for (; *at != '\0' && strchr(hex ? "0123456789abcdefABCDEF." : "0123456789.", *at); at++) {
        digits |= *at != '.';
        points += *at == '.';
    }
    if (!digits || points > 1 || (hex && *at != 'p' && *at != 'P'))
        return false;
    if ((hex && (*at == 'p' || *at == 'P')) || (!hex && (*at == 'e' || *at == 'E'))) {
        at++;
        if (*at == '-' || *at == '+')
            at++;
        if (!is_digit(*at))
            return false;
        while (is_digit(*at))
            at++;
    }
    return *at == '\0';
}

/* A copy that ends in NUL, without blanks and Java's type suffix; NULL: no number. *heap is to be
 * freed. */
static const char *java_number(struct rt_text text, char *room, size_t room_size, char **heap)
{
    char *copy = room;

    *heap = NULL;
    while (text.size > 0 && (unsigned char)text.data[0] <= ' ')
        text.data++, text.size--;
    while (text.size > 0 && (unsigned char)text.data[text.size - 1] <= ' ')
        text.size--;
    if (text.size == 0 || memchr(text.data, '\0', text.size) != NULL)
        return NULL;
    if (text.size >= room_size) {
        copy = *heap = malloc(text.size + 1);
        if (copy == NULL)
            return NULL;
    }
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    if (text.size > 1 && strchr("fFdD", copy[text.size - 1]) != NULL &&
        (is_digit(copy[text.size - 2]) || copy[text.size - 2] == '.') &&
        is_java_number((copy[text.size - 1] = '\0', copy)))
        return copy;
    return is_java_number(copy) ? copy : NULL;
}

bool rt_try_cast_text_f32(struct rt_text a, float *out)
{
    char room[64], *heap;
    const char *number = java_number(a, room, sizeof room, &heap);

    if (number != NULL)
        *out = strtof(number, NULL);
    free(heap);
    return number != NULL;
}

bool rt_try_cast_text_f64(struct rt_text a, double *out)
{
    char room[64], *heap;
    const char *number = java_number(a, room, sizeof room, &heap);

    if (number != NULL)
        *out = strtod(number, NULL);
    free(heap);
    return number != NULL;
}

bool rt_try_cast_text_decimal(struct rt_text a, int p, int s, rt_int128 *out)
{
    return rt_decimal_parse(trim_blanks(a), p, s, out) == RT_DECIMAL_OK;
}

bool rt_try_cast_text_date(struct rt_text a, int32_t *out)
{
    return rt_parse_date(a, out);
}

bool rt_try_cast_text_time(struct rt_text a, int precision, int32_t *out)
{
    if (!rt_parse_time(a, out))
        return false;
    *out = rt_time_truncate(*out, precision);
    return true;
}

bool rt_try_cast_text_timestamp(struct rt_text a, int precision, struct rt_timestamp *out)
{
    if (!rt_parse_timestamp(a, out))
        return false;
    *out = rt_timestamp_truncate(*out, precision);
    return true;
}

bool rt_try_cast_text_ltz(const struct rt_zone *zone, struct rt_text a, int precision,
    struct rt_timestamp *out)
{
    if (!rt_try_cast_text_timestamp(a, precision, out))
        return false;
    *out = rt_timestamp_to_instant(zone, *out);
    return true;
}

/* ---- the same, failing ---- */

bool rt_cast_text_bool(struct rt_text a, bool *out, struct rt_error *error)
{
    return rt_try_cast_text_bool(a, out) || fail_cast(error, a, "BOOLEAN");
}

bool rt_cast_text_i8(struct rt_text a, int8_t *out, struct rt_error *error)
{
    return rt_try_cast_text_i8(a, out) || fail_cast(error, a, "TINYINT");
}

bool rt_cast_text_i16(struct rt_text a, int16_t *out, struct rt_error *error)
{
    return rt_try_cast_text_i16(a, out) || fail_cast(error, a, "SMALLINT");
}

bool rt_cast_text_i32(struct rt_text a, int32_t *out, struct rt_error *error)
{
    return rt_try_cast_text_i32(a, out) || fail_cast(error, a, "INT");
}

bool rt_cast_text_i64(struct rt_text a, int64_t *out, struct rt_error *error)
{
    return rt_try_cast_text_i64(a, out) || fail_cast(error, a, "BIGINT");
}

bool rt_cast_text_f32(struct rt_text a, float *out, struct rt_error *error)
{
    return rt_try_cast_text_f32(a, out) || fail_cast(error, a, "FLOAT");
}

bool rt_cast_text_f64(struct rt_text a, double *out, struct rt_error *error)
{
    return rt_try_cast_text_f64(a, out) || fail_cast(error, a, "DOUBLE");
}

bool rt_cast_text_date(struct rt_text a, int32_t *out, struct rt_error *error)
{
    return rt_try_cast_text_date(a, out) || fail_cast(error, a, "DATE");
}

bool rt_cast_text_decimal(struct rt_text a, int p, int s, rt_int128 *out, struct rt_error *error)
{
    enum rt_decimal_status status = rt_decimal_parse(trim_blanks(a), p, s, out);

    if (status == RT_DECIMAL_OVERFLOW)
        return rt_fail(error, RT_EXPRESSION, RT_STOP,
            "CAST to DECIMAL(%d, %d) failed: For input string: '%.*s'. Overflow.", p, s, shown(a),
            a.data);
    return status == RT_DECIMAL_OK || fail_cast(error, a, "DECIMAL");
}

bool rt_cast_text_time(struct rt_text a, int precision, int32_t *out, struct rt_error *error)
{
    return rt_try_cast_text_time(a, precision, out) || fail_cast(error, a, "TIME");
}

static bool fail_timestamp(struct rt_error *error, struct rt_text a, const char *type)
{
    return rt_fail(error, RT_EXPRESSION, RT_STOP,
        "CAST to %s failed: Text '%.*s' could not be parsed", type, shown(a), a.data);
}

bool rt_cast_text_timestamp(struct rt_text a, int precision, struct rt_timestamp *out,
    struct rt_error *error)
{
    return rt_try_cast_text_timestamp(a, precision, out) || fail_timestamp(error, a, "TIMESTAMP");
}

bool rt_cast_text_ltz(const struct rt_zone *zone, struct rt_text a, int precision,
    struct rt_timestamp *out, struct rt_error *error)
{
    return rt_try_cast_text_ltz(zone, a, precision, out) ||
        fail_timestamp(error, a, "TIMESTAMP_LTZ");
}
