/* ENCODE, DECODE, and tests of what characters a text has. */
#include "internal.h"

#include <rt/cast.h>
#include <rt/string.h>

#include <strings.h>

#include "class_tables.h"

bool rt_charset_find(struct rt_text name, enum rt_charset *out)
{
    static const struct {
        const char *name;
        enum rt_charset charset;
    } known[] = {{"UTF-8", RT_UTF_8}, {"UTF8", RT_UTF_8}, {"US-ASCII", RT_US_ASCII},
        {"ASCII", RT_US_ASCII}, {"ISO-8859-1", RT_ISO_8859_1}, {"ISO8859_1", RT_ISO_8859_1},
        {"LATIN1", RT_ISO_8859_1}, {"UTF-16", RT_UTF_16}, {"UTF-16BE", RT_UTF_16BE},
        {"UTF-16LE", RT_UTF_16LE}};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (name.size == strlen(known[i].name) &&
            strncasecmp(name.data, known[i].name, name.size) == 0) {
            *out = known[i].charset;
            return true;
        }
    }
    return false;
}

static bool find_charset(struct rt_text name, enum rt_charset *out, struct rt_error *error)
{
    return rt_charset_find(name, out) || rt_fail(error, RT_EXPRESSION, RT_STOP,
        "Unsupported encoding: '%.*s' (US-ASCII, ISO-8859-1, UTF-8, UTF-16BE, UTF-16LE, UTF-16)",
        shown(name), name.data);
}

static uint8_t *put_unit(uint8_t *at, uint32_t unit, bool little)
{
    at[little] = (uint8_t)(unit >> 8);
    at[!little] = (uint8_t)unit;
    return at + 2;
}

static uint8_t *put_character(uint8_t *at, uint32_t c, enum rt_charset charset)
{
    if (charset == RT_US_ASCII || charset == RT_ISO_8859_1) {
        *at = c < (charset == RT_US_ASCII ? 0x80u : 0x100u) ? (uint8_t)c : '?';
        return at + 1;
    }
    if (c < 0x10000)
        return put_unit(at, c, charset == RT_UTF_16LE);
    at = put_unit(at, 0xd800 + ((c - 0x10000) >> 10), charset == RT_UTF_16LE);
    return put_unit(at, 0xdc00 + ((c - 0x10000) & 0x3ff), charset == RT_UTF_16LE);
}

/* Room for put_text: of one byte of UTF-8 two at most, and the mark of UTF-16. */
static size_t room_for(struct rt_text a)
{
    return a.size * 2 + 2;
}

static uint8_t *put_text(uint8_t *at, struct rt_text a, enum rt_charset to)
{
    size_t step;

    if (to == RT_UTF_16 && a.size > 0)
        at = put_unit(at, 0xfeff, false);
    for (size_t i = 0; i < a.size; i += step)
        at = put_character(at, rt_utf8_decode(a.data + i, a.size - i, &step), to);
    return at;
}

bool rt_encode(struct rt_arena *arena, struct rt_text a, struct rt_text charset,
    struct rt_bytes *out, struct rt_error *error)
{
    enum rt_charset to;
    uint8_t *data;

    if (!find_charset(charset, &to, error))
        return false;
    *out = rt_cast_text_bytes(a);
    if (to == RT_UTF_8)
        return true;
    data = rt_arena_alloc(arena, room_for(a));
    *out = (struct rt_bytes){data, (size_t)(put_text(data, a, to) - data)};
    return true;
}

void rt_charset_encode(struct rt_buffer *out, struct rt_text a, enum rt_charset to)
{
    uint8_t *at;

    if (to == RT_UTF_8) {
        rt_buffer_add(out, a.data, a.size);
        return;
    }
    at = rt_buffer_reserve(out, room_for(a));
    out->size += (size_t)(put_text(at, a, to) - at);
}

static uint32_t unit_at(struct rt_bytes a, size_t at, bool little)
{
    return (uint32_t)a.data[at + !little] | (uint32_t)a.data[at + little] << 8;
}

static struct rt_text decode_utf16(struct rt_arena *arena, struct rt_bytes a, bool little)
{
    char *out = rt_arena_alloc(arena, a.size * 2 + 4);
    size_t size = 0, i = 0;

    for (; i + 1 < a.size; i += 2) {
        uint32_t c = unit_at(a, i, little);

        if (c >= 0xd800 && c < 0xdc00 && i + 3 < a.size) {
            uint32_t low = unit_at(a, i + 2, little);

            if (low >= 0xdc00 && low < 0xe000) {
                c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
                i += 2;
            }
        }
        size += rt_utf8_encode(c, out + size); /* a lone surrogate becomes U+FFFD */
    }
    if (i < a.size)
        size += rt_utf8_encode(0xfffd, out + size);
    return (struct rt_text){out, size};
}

struct rt_text rt_charset_decode(struct rt_arena *arena, struct rt_bytes a, enum rt_charset from)
{
    char *data;
    size_t size = 0;
    bool little;

    if (from == RT_UTF_8)
        return rt_utf8_repair(arena, a);
    if (from == RT_UTF_16 || from == RT_UTF_16BE || from == RT_UTF_16LE) {
        little = from == RT_UTF_16LE;
        if (from == RT_UTF_16 && a.size >= 2 &&
            (unit_at(a, 0, false) == 0xfeff || unit_at(a, 0, true) == 0xfeff)) {
            little = a.data[0] == 0xff;
            a.data += 2;
            a.size -= 2;
        }
        return decode_utf16(arena, a, little);
    }
    data = rt_arena_alloc(arena, a.size * 3);
    for (size_t i = 0; i < a.size; i++)
        size += rt_utf8_encode(
            from == RT_US_ASCII && a.data[i] >= 0x80 ? 0xfffdu : a.data[i], data + size);
    return (struct rt_text){data, size};
}

bool rt_decode(struct rt_arena *arena, struct rt_bytes a, struct rt_text charset,
    struct rt_text *out, struct rt_error *error)
{
    enum rt_charset from;

    if (!find_charset(charset, &from, error))
        return false;
    *out = rt_charset_decode(arena, a, from);
    return true;
}

/* ---- IS_ALPHA, IS_DIGIT, IS_DECIMAL: org.apache.commons.lang3.StringUtils ---- */

static bool in_class(const struct class_range *ranges, size_t count, uint32_t c)
{
    size_t low = 0, high = count;

    while (low < high) { /* the first range that ends at or behind c */
        size_t middle = low + (high - low) / 2;

        if (ranges[middle].last < c)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && c >= ranges[low].first;
}

static bool all_in(struct rt_text a, bool letters)
{
    size_t step;

    for (size_t i = 0; i < a.size; i += step) {
        uint32_t c = rt_utf8_decode(a.data + i, a.size - i, &step);
        bool in;

        if (c < 0x80)
            in = letters ? (c | 0x20) >= 'a' && (c | 0x20) <= 'z' : c >= '0' && c <= '9';
        else if (letters)
            in = in_class(letter_ranges, sizeof letter_ranges / sizeof letter_ranges[0], c);
        else
            in = in_class(digit_ranges, sizeof digit_ranges / sizeof digit_ranges[0], c);
        if (!in)
            return false;
    }
    return a.size > 0;
}

bool rt_is_alpha(struct rt_text a)
{
    return all_in(a, true);
}

bool rt_is_digit(struct rt_text a)
{
    return all_in(a, false);
}

bool rt_is_decimal(struct rt_text a)
{
    double ignored;

    return rt_try_cast_text_f64(a, &ignored);
}
