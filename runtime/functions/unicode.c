/* UTF-8, and upper and lower case. */
#include "internal.h"

#include <rt/avro.h>
#include <rt/string.h>

#include "case_tables.h"

/* ---- UTF-8 ---- */

bool rt_utf8_valid(const char *data, size_t size)
{
    return size == 0 || rt_utf8_check((const uint8_t *)data, size);
}

static bool is_tail(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Bytes of a well-formed character at data[0], 0 if there is none. */
static size_t well_formed(const char *data, size_t size)
{
    const unsigned char *at = (const unsigned char *)data;

    if (at[0] < 0x80)
        return 1;
    if (at[0] < 0xc2 || size < 2 || !is_tail(data[1]))
        return 0;
    if (at[0] < 0xe0)
        return 2;
    if (size < 3 || !is_tail(data[2]) || (at[0] == 0xe0 && at[1] < 0xa0) ||
        (at[0] == 0xed && at[1] >= 0xa0))
        return 0;
    if (at[0] < 0xf0)
        return 3;
    if (at[0] > 0xf4 || size < 4 || !is_tail(data[3]) || (at[0] == 0xf0 && at[1] < 0x90) ||
        (at[0] == 0xf4 && at[1] >= 0x90))
        return 0;
    return 4;
}

size_t rt_utf8_step(const char *data, size_t size)
{
    size_t step = (unsigned char)data[0] < 0x80 ? 1 : well_formed(data, size);

    return step == 0 ? 1 : step;
}

uint32_t rt_utf8_decode(const char *data, size_t size, size_t *step)
{
    const unsigned char *at = (const unsigned char *)data;

    *step = well_formed(data, size);
    switch (*step) {
    case 1:
        return at[0];
    case 2:
        return (at[0] & 0x1fu) << 6 | (at[1] & 0x3fu);
    case 3:
        return (at[0] & 0x0fu) << 12 | (at[1] & 0x3fu) << 6 | (at[2] & 0x3fu);
    case 4:
        return (at[0] & 0x07u) << 18 | (at[1] & 0x3fu) << 12 | (at[2] & 0x3fu) << 6 |
            (at[3] & 0x3fu);
    }
    *step = 1;
    return 0xfffd;
}

size_t rt_utf8_encode(uint32_t code_point, char *out)
{
    if (code_point > 0x10ffff || (code_point >= 0xd800 && code_point < 0xe000))
        code_point = 0xfffd;
    if (code_point < 0x80) {
        out[0] = (char)code_point;
        return 1;
    }
    if (code_point < 0x800) {
        out[0] = (char)(0xc0 | code_point >> 6);
        out[1] = (char)(0x80 | (code_point & 0x3f));
        return 2;
    }
    if (code_point < 0x10000) {
        out[0] = (char)(0xe0 | code_point >> 12);
        out[1] = (char)(0x80 | (code_point >> 6 & 0x3f));
        out[2] = (char)(0x80 | (code_point & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | code_point >> 18);
    out[1] = (char)(0x80 | (code_point >> 12 & 0x3f));
    out[2] = (char)(0x80 | (code_point >> 6 & 0x3f));
    out[3] = (char)(0x80 | (code_point & 0x3f));
    return 4;
}

bool is_ascii(struct rt_text text)
{
    uint64_t word, seen = 0;
    size_t i = 0;

    for (; i + 8 <= text.size; i += 8) {
        memcpy(&word, text.data + i, 8);
        seen |= word;
    }
    for (; i < text.size; i++)
        seen |= (unsigned char)text.data[i] & 0x80u;
    return (seen & UINT64_C(0x8080808080808080)) == 0;
}

size_t rt_utf8_length(struct rt_text text)
{
    size_t length = 0;

    if (is_ascii(text))
        return text.size;
    for (size_t i = 0; i < text.size; i += rt_utf8_step(text.data + i, text.size - i))
        length++;
    return length;
}

/* Bytes that Java's decoder takes for one U+FFFD: the longest start of a character that could
 * still have become well-formed. */
static size_t malformed_step(const char *data, size_t size)
{
    const unsigned char *at = (const unsigned char *)data;
    size_t want = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2, step = 1;

    if (at[0] < 0xc2 || at[0] > 0xf4 || size < 2 || !is_tail(data[1]))
        return 1;
    if (at[0] == 0xed && at[1] >= 0xa0) /* a surrogate counts as one in Java */
        return size >= 3 && is_tail(data[2]) ? 3 : 2;
    if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90) ||
        (at[0] == 0xf4 && at[1] >= 0x90))
        return 1;
    while (step < want && step < size && is_tail(data[step]))
        step++;
    return step;
}

struct rt_text rt_utf8_repair(struct rt_arena *arena, struct rt_bytes bytes)
{
    struct rt_text in = {(const char *)bytes.data, bytes.size};
    char *out;
    size_t size = 0, step;

    if (rt_utf8_valid(in.data, in.size))
        return in;
    out = rt_arena_alloc(arena, in.size * 3);
    for (size_t i = 0; i < in.size; i += step) {
        step = well_formed(in.data + i, in.size - i);
        if (step > 0) {
            memcpy(out + size, in.data + i, step);
            size += step;
        } else {
            step = malformed_step(in.data + i, in.size - i);
            size += rt_utf8_encode(0xfffd, out + size);
        }
    }
    return (struct rt_text){out, size};
}

/* ---- case ---- */

static uint32_t map(const struct case_range *ranges, size_t count, uint32_t c)
{
    size_t low = 0, high = count;

    while (low < high) { /* the first range that ends at or behind c */
        size_t middle = low + (high - low) / 2;

        if (ranges[middle].last < c)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == count || c < ranges[low].first || (c - ranges[low].first) % ranges[low].step != 0)
        return c;
    return (uint32_t)((int32_t)c + ranges[low].delta);
}

#define MAP(ranges, c) map(ranges, sizeof(ranges) / sizeof(ranges)[0], c)

static bool is_cased(uint32_t c)
{
    return MAP(upper_ranges, c) != c || MAP(lower_ranges, c) != c || c == 0xdf;
}

/* What may stand between a sigma and the letter that decides its form. */
static bool is_ignorable(uint32_t c)
{
    return c == '\'' || c == '.' || c == ':' || c == '^' || c == '`' || c == 0xa8 || c == 0xad ||
        c == 0xaf || c == 0xb4 || c == 0xb7 || c == 0xb8 || (c >= 0x2b0 && c <= 0x36f) ||
        (c >= 0x200b && c <= 0x200f) || c == 0x2018 || c == 0x2019 || c == 0x2024 || c == 0x2027;
}

/* The sigma at data[at]: behind a cased letter and not before one. */
static bool is_final_sigma(struct rt_text text, size_t at, size_t step)
{
    uint32_t c = 0;
    size_t i = at, size;
    bool behind = false;

    while (i > 0 && !behind) {
        for (i--; i > 0 && is_tail(text.data[i]);)
            i--;
        c = rt_utf8_decode(text.data + i, text.size - i, &size);
        behind = is_cased(c);
        if (!behind && !is_ignorable(c))
            return false;
    }
    if (!behind)
        return false;
    for (i = at + step; i < text.size; i += size) {
        c = rt_utf8_decode(text.data + i, text.size - i, &size);
        if (is_cased(c))
            return false;
        if (!is_ignorable(c))
            return true;
    }
    return true;
}

static size_t put_upper(uint32_t c, char *out)
{
    size_t low = 0, high = sizeof upper_special / sizeof upper_special[0], size = 0;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (upper_special[middle].from < c)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == sizeof upper_special / sizeof upper_special[0] || upper_special[low].from != c)
        return rt_utf8_encode(MAP(upper_ranges, c), out);
    for (int i = 0; i < 3 && upper_special[low].to[i] != 0; i++)
        size += rt_utf8_encode(upper_special[low].to[i], out + size);
    return size;
}

static size_t put_lower(struct rt_text text, size_t at, size_t step, uint32_t c, char *out)
{
    size_t size;

    if (c == 0x3a3)
        return rt_utf8_encode(is_final_sigma(text, at, step) ? 0x3c2 : 0x3c3, out);
    size = rt_utf8_encode(MAP(lower_ranges, c), out);
    if (c == 0x130) /* I with dot: i and a combining dot */
        size += rt_utf8_encode(0x307, out + size);
    return size;
}

static struct rt_text ascii_case(struct rt_arena *arena, struct rt_text a, char low, char high)
{
    char *out = rt_arena_alloc(arena, a.size);

    for (size_t i = 0; i < a.size; i++)
        out[i] = (char)(a.data[i] ^ (a.data[i] >= low && a.data[i] <= high ? 0x20 : 0));
    return (struct rt_text){out, a.size};
}

static struct rt_text change_case(struct rt_arena *arena, struct rt_text a, bool upper)
{
    /* No mapping makes a character more than three times as long; malformed bytes stay. */
    char *out = rt_arena_alloc(arena, a.size * 3 + 8);
    size_t size = 0, step;
    uint32_t c;

    for (size_t i = 0; i < a.size; i += step) {
        c = rt_utf8_decode(a.data + i, a.size - i, &step);
        if (c == 0xfffd && step == 1)
            out[size++] = a.data[i];
        else
            size += upper ? put_upper(c, out + size) : put_lower(a, i, step, c, out + size);
    }
    return (struct rt_text){out, size};
}

struct rt_text rt_upper(struct rt_arena *arena, struct rt_text a)
{
    return is_ascii(a) ? ascii_case(arena, a, 'a', 'z') : change_case(arena, a, true);
}

struct rt_text rt_lower(struct rt_arena *arena, struct rt_text a)
{
    return is_ascii(a) ? ascii_case(arena, a, 'A', 'Z') : change_case(arena, a, false);
}
