/* PRINTF: the conversions of java.util.Formatter. */
#include "internal.h"

#include <rt/decimal.h>
#include <rt/format.h>
#include <rt/print.h>
#include <rt/string.h>

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDEST = 10000, DIGITS_MAX = 512, PRECISION_MAX = 100 };

struct spec {
    bool minus, plus, blank, zero, comma, paren, alternate;
    int width, precision; /* -1: none */
    char conversion;
};

/* A text padded to the width; upper-case conversions in upper case. */
static void put_padded(struct rt_arena *arena, struct rt_buffer *out, const struct spec *spec,
    struct rt_text text)
{
    size_t size;

    if (isupper((unsigned char)spec->conversion))
        text = rt_upper(arena, text);
    size = rt_utf8_length(text);
    for (size_t i = size; !spec->minus && (int64_t)i < spec->width; i++)
        rt_buffer_add_text(out, " ");
    rt_buffer_add(out, text.data, text.size);
    for (size_t i = size; spec->minus && (int64_t)i < spec->width; i++)
        rt_buffer_add_text(out, " ");
}

/* ---- %s ---- */

/* LocalDateTime.toString: no seconds if they are 0, the fraction in groups of three digits. */
static struct rt_text java_time(struct rt_arena *arena, struct rt_timestamp a)
{
    char text[RT_FORMAT_MAX];
    size_t size = rt_format_timestamp(a, 9, text);
    char *point = memchr(text, '.', size);

    for (size_t i = 0; i < size; i++)
        text[i] = text[i] == ' ' ? 'T' : text[i];
    while (point && size >= (size_t)(point - text) + 4 && !memcmp(text + size - 3, "000", 3))
        size -= 3;
    if (point && size == (size_t)(point - text) + 1)
        size--;
    if (size >= 3 && !memcmp(text + size - 3, ":00", 3) && memchr(text, ':', size - 3))
        size -= 3;
    return text_in(arena, text, size);
}

static struct rt_text text_of(struct rt_arena *arena, const struct rt_any *item)
{
    char text[RT_DECIMAL_TEXT_MAX + RT_FORMAT_MAX];

    switch (item->kind) {
    case RT_ANY_NULL:
        return RT_TEXT("null");
    case RT_ANY_BOOL:
        return item->integer ? RT_TEXT("true") : RT_TEXT("false");
    case RT_ANY_INTEGER:
        return text_in(arena, text, rt_format_int(item->integer, text));
    case RT_ANY_F32:
        return text_in(arena, text, rt_format_f32((float)item->real, text));
    case RT_ANY_F64:
        return text_in(arena, text, rt_format_f64(item->real, text));
    case RT_ANY_DECIMAL:
        return text_in(arena, text, rt_decimal_format(item->decimal, item->size, text));
    case RT_ANY_TEXT: case RT_ANY_BYTES:
        return item->text;
    case RT_ANY_TIMESTAMP:
        return java_time(arena, item->time);
    }
    return RT_TEXT("");
}

static bool format_text(struct rt_arena *arena, struct rt_buffer *out, const struct spec *spec,
    struct rt_text text)
{
    if (spec->plus || spec->blank || spec->zero || spec->comma || spec->paren || spec->alternate)
        return false;
    if (spec->precision >= 0)
        text.size = char_offset(text, spec->precision);
    put_padded(arena, out, spec, text);
    return true;
}

/* ---- numbers: digits, then sign, grouping and padding ---- */

static bool put_number_text(struct rt_arena *arena, struct rt_buffer *out,
    const struct spec *spec, const char *digits, bool negative)
{
    char text[2 * DIGITS_MAX + 8];
    size_t whole = strspn(digits, "0123456789"), size = 0, used, length = strlen(digits);
    struct spec rest = *spec;

    if ((spec->minus && spec->zero) || (spec->plus && spec->blank) ||
        ((spec->minus || spec->zero) && spec->width < 0))
        return false;
    if (negative)
        text[size++] = spec->paren ? '(' : '-';
    else if (spec->plus || spec->blank)
        text[size++] = spec->plus ? '+' : ' ';
    used = length + (spec->comma && whole ? (whole - 1) / 3 : 0) + size +
        (negative && spec->paren);
    if (spec->width > DIGITS_MAX)
        return false;
    for (; spec->zero && isdigit((unsigned char)*digits) && (int64_t)used < spec->width; used++)
        text[size++] = '0';
    for (size_t i = 0; i < length; i++) {
        text[size++] = digits[i];
        if (spec->comma && i + 1 < whole && (whole - i - 1) % 3 == 0)
            text[size++] = ',';
    }
    if (negative && spec->paren)
        text[size++] = ')';
    if (spec->zero)
        rest.width = -1;
    put_padded(arena, out, &rest, (struct rt_text){text, size});
    return true;
}

static bool format_integer(struct rt_arena *arena, struct rt_buffer *out, const struct spec *spec,
    const struct rt_any *item)
{
    char digits[64];
    uint64_t bits = (uint64_t)item->integer;
    bool negative = item->integer < 0;
    struct spec bare = *spec;

    if (item->kind != RT_ANY_INTEGER || spec->precision >= 0)
        return false;
    if (spec->conversion == 'd') {
        snprintf(digits, sizeof digits, "%llu", (unsigned long long)(negative ? -bits : bits));
        return !spec->alternate && put_number_text(arena, out, spec, digits, negative);
    }
    if (spec->plus || spec->blank || spec->comma || spec->paren)
        return false;
    if (item->size < 8)
        bits &= (UINT64_C(1) << (item->size * 8)) - 1;
    snprintf(digits, sizeof digits, spec->conversion == 'o' ? "%s%llo" : "%s%llx",
        !spec->alternate ? "" : spec->conversion == 'o' ? "0" : "0x", (unsigned long long)bits);
    bare.alternate = false;
    return put_number_text(arena, out, &bare, digits, false);
}

static bool format_real(struct rt_arena *arena, struct rt_buffer *out, const struct spec *spec,
    const struct rt_any *item)
{
    char digits[DIGITS_MAX + 1];
    int precision = spec->precision < 0 ? 6 : spec->precision;
    double value = fabs(item->real);
    char lower = (char)tolower((unsigned char)spec->conversion);

    if ((item->kind != RT_ANY_F64 && item->kind != RT_ANY_F32) || spec->alternate)
        return false;
    if (precision > PRECISION_MAX)
        return false;
    if (isnan(value) || isinf(value)) {
        struct spec plain = *spec;

        plain.zero = plain.comma = false;
        return put_number_text(arena, out, &plain, isnan(value) ? "NaN" : "Infinity",
            !isnan(value) && item->real < 0);
    }
    if (lower == 'g') {
        if (precision == 0)
            precision = 1;
        if (value == 0 || (value >= 1e-4 && value < pow(10, precision))) {
            int whole = value == 0 ? 1 : (int)floor(log10(value)) + 1;

            precision = precision > whole ? precision - whole : 0;
            lower = 'f';
        } else {
            precision--;
            lower = 'e';
        }
    }
    if (lower == 'e' && spec->comma)
        return false;
    snprintf(digits, sizeof digits, lower == 'e' ? "%.*e" : "%.*f", precision, value);
    return put_number_text(arena, out, spec, digits, signbit(item->real) && !isnan(item->real));
}

static bool format_char(struct rt_arena *arena, struct rt_buffer *out, const struct spec *spec,
    const struct rt_any *item)
{
    char text[4];

    if (item->kind != RT_ANY_INTEGER || item->size > 4 || item->integer < 0 ||
        item->integer > 0x10FFFF || spec->precision >= 0)
        return false;
    put_padded(arena, out, spec,
        (struct rt_text){text, rt_utf8_encode((uint32_t)item->integer, text)});
    return true;
}

static bool convert(struct rt_arena *arena, struct rt_buffer *out, const struct spec *spec,
    const struct rt_any *item)
{
    char lower = (char)tolower((unsigned char)spec->conversion);
    struct spec plain = *spec;

    if (lower == 's')
        return format_text(arena, out, spec, text_of(arena, item));
    if (lower == 'b') {
        bool is_true = item->kind != RT_ANY_NULL &&
            (item->kind != RT_ANY_BOOL || item->integer);

        return format_text(arena, out, spec, is_true ? RT_TEXT("true") : RT_TEXT("false"));
    }
    if (item->kind == RT_ANY_NULL && strchr("doxcefg", lower)) {
        plain.zero = plain.plus = plain.blank = plain.comma = plain.paren = false;
        plain.alternate = false;
        plain.precision = -1;
        return format_text(arena, out, &plain, RT_TEXT("null"));
    }
    if (lower == 'c')
        return format_char(arena, out, spec, item);
    if (spec->conversion == 'd' || spec->conversion == 'o' || lower == 'x')
        return format_integer(arena, out, spec, item);
    if (lower == 'e' || spec->conversion == 'f' || lower == 'g')
        return format_real(arena, out, spec, item);
    return false;
}

/* ---- the format ---- */

static int read_number(const char **at, const char *end)
{
    int value = 0;

    if (*at == end || !isdigit((unsigned char)**at))
        return -1;
    for (; *at < end && isdigit((unsigned char)**at); ++*at)
        value = value < WIDEST ? value * 10 + (**at - '0') : value;
    return value;
}

static bool read_flag(struct spec *spec, char c)
{
    bool *flag = c == '-' ? &spec->minus : c == '+' ? &spec->plus : c == ' ' ? &spec->blank
        : c == '0' ? &spec->zero : c == ',' ? &spec->comma : c == '(' ? &spec->paren
        : c == '#' ? &spec->alternate : NULL;

    if (!flag || *flag)
        return false;
    *flag = true;
    return true;
}

/* What stands behind a %; *index is the number written before a $, 0 without. */
static bool read_spec(const char **at, const char *end, struct spec *spec, int *index)
{
    const char *start = *at;
    int number = read_number(at, end);

    *spec = (struct spec){.width = -1, .precision = -1};
    *index = 0;
    if (number > 0 && *at < end && **at == '$') {
        *index = number;
        ++*at;
    } else {
        *at = start;
    }
    while (*at < end && strchr("-+ 0,(#", **at) && **at)
        if (!read_flag(spec, *(*at)++))
            return false;
    spec->width = read_number(at, end);
    if (*at < end && **at == '.') {
        ++*at;
        spec->precision = read_number(at, end);
        if (spec->precision < 0)
            return false;
    }
    if (*at == end || spec->width >= WIDEST)
        return false;
    spec->conversion = *(*at)++;
    return true;
}

static bool format_all(struct rt_arena *arena, struct rt_text format, const struct rt_any *items,
    size_t count, struct rt_buffer *out)
{
    const char *at = format.data, *end = at + format.size;
    size_t next = 0;

    while (at < end) {
        struct spec spec;
        int index;
        size_t number;

        if (*at != '%') {
            rt_buffer_add(out, at++, 1);
            continue;
        }
        at++;
        if (!read_spec(&at, end, &spec, &index))
            return false;
        if (spec.conversion == '%' || spec.conversion == 'n') {
            put_padded(arena, out, &spec, spec.conversion == 'n' ? RT_TEXT("\n") : RT_TEXT("%"));
            continue;
        }
        number = index ? (size_t)index - 1 : next++;
        if (number >= count || !convert(arena, out, &spec, &items[number]))
            return false;
    }
    return true;
}

bool rt_printf(struct rt_arena *arena, struct rt_text format, const struct rt_any *items,
    size_t count, struct rt_text *out)
{
    struct rt_buffer buffer = {0};
    bool ok = format_all(arena, format, items, count, &buffer);

    if (ok)
        *out = text_in(arena, (const char *)buffer.data, buffer.size);
    rt_buffer_release(&buffer);
    return ok;
}
