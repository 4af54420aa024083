/* JSON values of SQL types. */
#include "json_internal.h"

#include <rt/cast.h>

#include <math.h>
#include <string.h>

/* "expected INT, got 12.5" */
static bool unfit(struct rt_json *json, const char *type, struct rt_text got)
{
    return rt_json_fail(json, "expected %s, got '%.*s'", json->expected ? json->expected : type,
        got.size > 60 ? 60 : (int)got.size, got.data);
}

bool rt_json_null(struct rt_json *json)
{
    return rt_json_peek(json) == RT_JSON_NULL && json_take_word(json, "null");
}

bool rt_json_bool(struct rt_json *json, bool *out)
{
    switch ((int)rt_json_peek(json)) {
    case RT_JSON_TRUE:
        *out = true;
        return json_take_word(json, "true");
    case RT_JSON_FALSE:
        *out = false;
        return json_take_word(json, "false");
    }
    return json_expected(json, "BOOLEAN");
}

/* The text of a number, or of a string that may hold one. */
static bool take_numeric(struct rt_json *json, const char *type, struct rt_text *out,
    bool *is_string)
{
    enum rt_json_kind kind = rt_json_peek(json);

    *is_string = kind == RT_JSON_STRING;
    if (kind == RT_JSON_NUMBER)
        return json_take_number(json, out);
    if (kind == RT_JSON_STRING)
        return json_take_string(json, out);
    return json_expected(json, type);
}

static bool take_integer(struct rt_json *json, const char *type, int64_t low, int64_t high,
    int64_t *out)
{
    struct rt_text text;
    bool is_string;
    rt_int128 value;

    if (!take_numeric(json, type, &text, &is_string))
        return false;
    if (rt_decimal_parse_exact(text, RT_DECIMAL_MAX_PRECISION, 0, &value) != RT_DECIMAL_OK ||
        value < low || value > high)
        return unfit(json, type, text);
    *out = (int64_t)value;
    return true;
}

bool rt_json_i8(struct rt_json *json, int8_t *out)
{
    int64_t value = 0;

    if (!take_integer(json, "TINYINT", INT8_MIN, INT8_MAX, &value))
        return false;
    *out = (int8_t)value;
    return true;
}

bool rt_json_i16(struct rt_json *json, int16_t *out)
{
    int64_t value = 0;

    if (!take_integer(json, "SMALLINT", INT16_MIN, INT16_MAX, &value))
        return false;
    *out = (int16_t)value;
    return true;
}

bool rt_json_i32(struct rt_json *json, int32_t *out)
{
    int64_t value = 0;

    if (!take_integer(json, "INT", INT32_MIN, INT32_MAX, &value))
        return false;
    *out = (int32_t)value;
    return true;
}

bool rt_json_i64(struct rt_json *json, int64_t *out)
{
    return take_integer(json, "BIGINT", INT64_MIN, INT64_MAX, out);
}

/* Overflow to infinity is refused; the word Infinity is not. */
static bool is_overflow(double value, struct rt_text text)
{
    return isinf(value) && memchr(text.data, 'I', text.size) == NULL;
}

bool rt_json_f32(struct rt_json *json, float *out)
{
    struct rt_text text;
    bool is_string;

    if (!take_numeric(json, "FLOAT", &text, &is_string))
        return false;
    if (!rt_try_cast_text_f32(text, out) || is_overflow(*out, text))
        return unfit(json, "FLOAT", text);
    return true;
}

bool rt_json_f64(struct rt_json *json, double *out)
{
    struct rt_text text;
    bool is_string;

    if (!take_numeric(json, "DOUBLE", &text, &is_string))
        return false;
    if (!rt_try_cast_text_f64(text, out) || is_overflow(*out, text))
        return unfit(json, "DOUBLE", text);
    return true;
}

bool rt_json_decimal(struct rt_json *json, int p, int s, rt_int128 *out)
{
    struct rt_text text;
    bool is_string;

    if (!take_numeric(json, "DECIMAL", &text, &is_string))
        return false;
    if (rt_decimal_parse_exact(text, p, s, out) == RT_DECIMAL_OK)
        return true;
    return rt_json_fail(json, "expected DECIMAL(%d, %d), got '%.*s'", p, s,
        text.size > 60 ? 60 : (int)text.size, text.data);
}

bool rt_json_number(struct rt_json *json, struct rt_text *out)
{
    if (rt_json_peek(json) != RT_JSON_NUMBER)
        return json_expected(json, "a number");
    return json_take_number(json, out);
}

static bool take_text(struct rt_json *json, const char *type, struct rt_text *out)
{
    if (rt_json_peek(json) != RT_JSON_STRING)
        return json_expected(json, type);
    return json_take_string(json, out);
}

bool rt_json_text(struct rt_json *json, struct rt_text *out)
{
    return take_text(json, "STRING", out);
}

bool rt_json_bytes(struct rt_json *json, struct rt_bytes *out)
{
    struct rt_text text;

    if (!take_text(json, "BYTES", &text))
        return false;
    if (!rt_base64_decode(json->arena, text, out))
        return unfit(json, "BYTES in base64", text);
    return true;
}

bool rt_json_date(struct rt_json *json, int32_t *out)
{
    struct rt_text text;

    if (!take_text(json, "DATE", &text))
        return false;
    return rt_parse_date(text, out) || unfit(json, "DATE", text);
}

bool rt_json_time(struct rt_json *json, int precision, int32_t *out)
{
    struct rt_text text;

    if (!take_text(json, "TIME", &text))
        return false;
    if (!rt_parse_time(text, out))
        return unfit(json, "TIME", text);
    *out = rt_time_truncate(*out, precision);
    return true;
}

bool rt_json_timestamp(struct rt_json *json, int precision, struct rt_timestamp *out)
{
    struct rt_text text;

    if (!take_text(json, "TIMESTAMP", &text))
        return false;
    if (!rt_parse_iso_timestamp(text, out))
        return unfit(json, "TIMESTAMP", text);
    *out = rt_timestamp_truncate(*out, precision);
    return true;
}

bool rt_json_ltz(struct rt_json *json, int precision, struct rt_timestamp *out)
{
    struct rt_text text;

    if (!take_text(json, "TIMESTAMP_LTZ", &text))
        return false;
    if (!rt_parse_instant(text, out))
        return unfit(json, "TIMESTAMP_LTZ", text);
    *out = rt_timestamp_truncate(*out, precision);
    return true;
}
