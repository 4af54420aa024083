/* The parts of rt/json_put.h outside of generated code. */
#include <rt/json_put.h>
#include <rt/print.h>
#include <rt/string.h>

#include <math.h>

const char rt_js_two_digits[201] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899";

/* ---- text ---- */

static uint8_t *put_escape(uint8_t *at, uint8_t c)
{
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt", hex[] = "0123456789abcdef";
    const char *found = c ? memchr(from, c, sizeof from - 1) : NULL;

    *at++ = '\\';
    if (found) {
        *at++ = (uint8_t)to[found - from];
        return at;
    }
    at = rt_js_put(at, RT_TEXT("u00"));
    *at++ = (uint8_t)hex[c >> 4];
    *at++ = (uint8_t)hex[c & 15];
    return at;
}

/* UTF-8. */
static uint8_t *put_runs(uint8_t *at, const uint8_t *from, const uint8_t *end)
{
    while (from < end) {
        const uint8_t *run = from;

        from = rt_js_run(from, end).at;
        memcpy(at, run, (size_t)(from - run));
        at += from - run;
        if (from < end)
            at = put_escape(at, *from++);
    }
    return at;
}

/* Byte by byte, as row lines repair it: three bytes for one, six are there. */
static uint8_t *put_repaired(uint8_t *at, struct rt_text text)
{
    char character[4];
    size_t step, size;

    for (size_t i = 0; i < text.size; i += step) {
        uint32_t c = rt_utf8_decode(text.data + i, text.size - i, &step);

        if (c < 0x20 || c == '"' || c == '\\') {
            at = put_escape(at, (uint8_t)c);
        } else {
            size = rt_utf8_encode(c, character);
            memcpy(at, character, size);
            at += size;
        }
    }
    return at;
}

uint8_t *rt_js_put_escaped(uint8_t *at, struct rt_text text)
{
    const uint8_t *from = (const uint8_t *)text.data;

    *at++ = '"';
    at = rt_utf8_check(from, text.size) ? put_runs(at, from, from + text.size)
                                        : put_repaired(at, text);
    *at++ = '"';
    return at;
}

uint8_t *rt_js_put_bytes(uint8_t *at, struct rt_bytes bytes)
{
    *at++ = '"';
    at += rt_base64_put((char *)at, bytes);
    *at++ = '"';
    return at;
}

/* ---- numbers ---- */

uint8_t *rt_js_put_decimal128(uint8_t *at, rt_int128 value, int scale)
{
    return at + rt_decimal_format(value, scale, (char *)at);
}

uint8_t *rt_js_put_decimal128_short(uint8_t *at, rt_int128 value, int scale)
{
    char digits[RT_DECIMAL_TEXT_MAX];
    size_t count;
    int exponent;

    if (!value)
        return rt_js_put(at, RT_TEXT("0"));
    for (; value % 10 == 0; value /= 10)
        scale--;
    if (value < 0) {
        *at++ = '-';
        value = -value;
    }
    count = rt_decimal_format(value, 0, digits);
    exponent = (int)count - 1 - scale;
    if (scale >= 0 && exponent >= -6)
        return at + rt_decimal_format(value, scale, (char *)at);
    *at++ = (uint8_t)digits[0];
    if (count > 1) {
        *at++ = '.';
        memcpy(at, digits + 1, count - 1);
        at += count - 1;
    }
    *at++ = 'E';
    if (exponent > 0)
        *at++ = '+';
    return rt_js_put_integer(at, exponent);
}

uint8_t *rt_js_put_any_f64(uint8_t *at, double value)
{
    bool finite = isfinite(value);

    *at = '"';
    at += !finite;
    at += rt_format_f64(value, (char *)at);
    *at = '"';
    return at + !finite;
}

uint8_t *rt_js_put_f32(uint8_t *at, float value)
{
    bool finite = isfinite(value);

    *at = '"';
    at += !finite;
    at += rt_format_f32(value, (char *)at);
    *at = '"';
    return at + !finite;
}

/* ---- dates and times ---- */

/* Days of the years 0 to 9999: in 32 bits, in years that begin in March. */
static struct rt_civil civil_of(int64_t days)
{
    uint32_t n = (uint32_t)(days + 719468), century, of_century, year, of_year, month;

    if (days < -719162 || days > 2932896)
        return rt_civil_from_days(days);
    century = (4 * n + 3) / 146097;
    of_century = (4 * n + 3) % 146097 / 4;
    year = (4 * of_century + 3) / 1461;
    of_year = (4 * of_century + 3) % 1461 / 4;
    month = (5 * of_year + 2) / 153;
    return (struct rt_civil){(int64_t)century * 100 + year + (month >= 10),
        (int)(month < 10 ? month + 3 : month - 9), (int)(of_year - (153 * month + 2) / 5 + 1)};
}

static uint8_t *put_date(uint8_t *at, int64_t days)
{
    struct rt_civil civil = civil_of(days);

    if (civil.year >= 0 && civil.year <= 9999) {
        at = rt_js_put_two(at, (unsigned)civil.year / 100);
        at = rt_js_put_two(at, (unsigned)civil.year % 100);
    } else { /* As Java does: a sign, and all digits there are. */
        *at++ = civil.year < 0 ? '-' : '+';
        if (civil.year > -10000 && civil.year < 0) {
            at = rt_js_put_two(at, (unsigned)-civil.year / 100);
            at = rt_js_put_two(at, (unsigned)-civil.year % 100);
        } else {
            at = rt_js_put_unsigned(at,
                (uint64_t)(civil.year < 0 ? -civil.year : civil.year));
        }
    }
    *at++ = '-';
    at = rt_js_put_two(at, (unsigned)civil.month);
    *at++ = '-';
    return rt_js_put_two(at, (unsigned)civil.day);
}

/* The last day written: records of one batch are mostly of the same. */
static _Thread_local struct {
    int64_t days;
    uint32_t size;
    uint8_t text[24];
} last_day = {.size = 10, .text = "1970-01-01"};

/* put_date, and up to RT_JS_SLACK bytes behind. */
static uint8_t *put_day(uint8_t *at, int64_t days)
{
    if (RT_JS_UNLIKELY(last_day.days != days)) {
        last_day.days = days;
        last_day.size = (uint32_t)(put_date(last_day.text, days) - last_day.text);
    }
    memcpy(at, last_day.text, sizeof last_day.text);
    return at + last_day.size;
}

static uint8_t *put_clock(uint8_t *at, uint32_t ms, uint32_t nanos)
{
    uint32_t fraction = ms % 1000 * 1000000 + nanos, seconds = ms / 1000;

    at = rt_js_put_two(at, seconds / 3600);
    *at++ = ':';
    at = rt_js_put_two(at, seconds / 60 % 60);
    *at++ = ':';
    at = rt_js_put_two(at, seconds % 60);
    if (!fraction)
        return at;
    *at++ = '.';
    if (!nanos && ms % 10) { /* Three digits. */
        *at++ = (uint8_t)('0' + ms % 1000 / 100);
        return rt_js_put_two(at, ms % 100);
    }
    for (uint32_t unit = 100000000; fraction; unit /= 10) {
        *at++ = (uint8_t)('0' + fraction / unit);
        fraction %= unit;
    }
    return at;
}

uint8_t *rt_js_put_date(uint8_t *at, int32_t days)
{
    *at++ = '"';
    at = put_date(at, days);
    *at++ = '"';
    return at;
}

uint8_t *rt_js_put_time(uint8_t *at, int32_t ms)
{
    *at++ = '"';
    at = put_clock(at, (uint32_t)rt_floor_mod(ms, RT_MS_PER_DAY), 0);
    *at++ = '"';
    return at;
}

uint8_t *rt_js_put_timestamp(uint8_t *at, struct rt_timestamp value, bool iso, bool instant)
{
    int64_t days = rt_floor_div(value.ms, RT_MS_PER_DAY);

    *at++ = '"';
    at = put_day(at, days);
    *at++ = iso ? 'T' : ' ';
    at = put_clock(at, (uint32_t)(value.ms - days * RT_MS_PER_DAY), (uint32_t)value.nanos);
    if (instant)
        *at++ = 'Z';
    *at++ = '"';
    return at;
}

/* ---- enums ---- */

const struct rt_js_symbol *rt_js_symbol(const struct rt_js_symbol *symbols, size_t count,
    struct rt_text text)
{
    for (size_t i = 0; i < count; i++)
        if (symbols[i].text.size == text.size &&
            !memcmp(symbols[i].text.data, text.data, text.size))
            return &symbols[i];
    return NULL;
}

/* ---- failures ---- */

bool rt_js_null_column(const char *table, const char *column, struct rt_error *error)
{
    return rt_fail(error, RT_NOT_NULL, RT_STOP,
        "table '%s': NULL in column '%s', which is NOT NULL", table, column);
}

bool rt_js_unfit(const char *table, const char *column, const char *schema,
    struct rt_error *error)
{
    return rt_fail(error, RT_ENCODE, RT_STOP,
        "table '%s': the value of column '%s' does not fit the JSON schema: %s", table, column,
        schema);
}
