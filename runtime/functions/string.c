/* Pieces of text, and search in it. Nothing is copied. */
#include "internal.h"

#include <rt/string.h>

/* ---- comparison ---- */

static int compare(const void *a, size_t a_size, const void *b, size_t b_size)
{
    size_t size = a_size < b_size ? a_size : b_size;
    int order = size == 0 ? 0 : memcmp(a, b, size);

    if (order != 0)
        return order < 0 ? -1 : 1;
    return (a_size > b_size) - (a_size < b_size);
}

int rt_compare_text(struct rt_text a, struct rt_text b)
{
    return compare(a.data, a.size, b.data, b.size);
}

int rt_compare_bytes(struct rt_bytes a, struct rt_bytes b)
{
    return compare(a.data, a.size, b.data, b.size);
}

/* ---- pieces ---- */

int32_t rt_char_length(struct rt_text a)
{
    size_t length = rt_utf8_length(a);

    return length > INT32_MAX ? INT32_MAX : (int32_t)length;
}

/* Where the character number `count` (0-based) begins; the size if there are fewer. */
size_t char_offset(struct rt_text a, int64_t count)
{
    size_t at = 0;

    if (count <= 0)
        return 0;
    if ((size_t)count >= a.size)
        return count > 0 ? a.size : 0;
    while (count > 0 && at < a.size) {
        at += rt_utf8_step(a.data + at, a.size - at);
        count--;
    }
    return at;
}

static struct rt_text from_offset(struct rt_text a, size_t at)
{
    return (struct rt_text){a.data + at, a.size - at};
}

/* The text from SQL position `start` on. BinaryStringDataUtil.substringSQL. */
struct rt_text rt_substring(struct rt_text a, int32_t start)
{
    int64_t skip = start > 0 ? (int64_t)start - 1 : 0;

    if (a.size == 0)
        return a;
    if (start < 0) {
        skip = (int64_t)rt_utf8_length(a) + start;
        if (skip < 0)
            return (struct rt_text){a.data, 0};
    }
    return from_offset(a, char_offset(a, skip));
}

bool rt_substring_for(struct rt_text a, int32_t start, int32_t length, struct rt_text *out)
{
    if (length < 0)
        return false;
    *out = rt_substring(a, start);
    out->size = out->size == 0 ? 0 : char_offset(*out, length);
    return true;
}

struct rt_text rt_left(struct rt_text a, int32_t length)
{
    return (struct rt_text){a.data, a.size == 0 ? 0 : char_offset(a, length)};
}

struct rt_text rt_right(struct rt_text a, int32_t length)
{
    int64_t skip;

    if (length <= 0 || a.size == 0)
        return (struct rt_text){a.data, 0};
    skip = (int64_t)rt_utf8_length(a) - length;
    return skip <= 0 ? a : from_offset(a, char_offset(a, skip));
}

struct rt_text rt_fit_varchar(struct rt_text a, int32_t length)
{
    if (a.size <= (size_t)(length < 0 ? 0 : length))
        return a;
    return rt_left(a, length);
}

struct rt_bytes rt_fit_varbinary(struct rt_bytes a, int32_t length)
{
    size_t limit = length < 0 ? 0 : (size_t)length;

    return a.size > limit ? (struct rt_bytes){a.data, limit} : a;
}

struct rt_text rt_trim(struct rt_text a)
{
    return rt_ltrim(rt_rtrim(a));
}

struct rt_text rt_ltrim(struct rt_text a)
{
    while (a.size > 0 && a.data[0] == ' ')
        a.data++, a.size--;
    return a;
}

struct rt_text rt_rtrim(struct rt_text a)
{
    while (a.size > 0 && a.data[a.size - 1] == ' ')
        a.size--;
    return a;
}

/* The character of `size` bytes at `at` is one of the set's. */
static bool in_set(const char *at, size_t size, struct rt_text set)
{
    size_t step;

    for (size_t i = 0; i < set.size; i += step) {
        step = rt_utf8_step(set.data + i, set.size - i);
        if (step == size && memcmp(set.data + i, at, size) == 0)
            return true;
    }
    return false;
}

/* Bytes of the last character; size > 0. */
static size_t last_step(struct rt_text a)
{
    size_t step = 1;

    while (step < a.size && step < 4 && ((unsigned char)a.data[a.size - step] & 0xc0) == 0x80)
        step++;
    return rt_utf8_step(a.data + a.size - step, step) == step ? step : 1;
}

struct rt_text rt_ltrim_set(struct rt_text a, struct rt_text set)
{
    while (a.size > 0) {
        size_t step = rt_utf8_step(a.data, a.size);

        if (!in_set(a.data, step, set))
            break;
        a = from_offset(a, step);
    }
    return a;
}

struct rt_text rt_rtrim_set(struct rt_text a, struct rt_text set)
{
    while (a.size > 0) {
        size_t step = last_step(a);

        if (!in_set(a.data + a.size - step, step, set))
            break;
        a.size -= step;
    }
    return a;
}

struct rt_text rt_trim_set(struct rt_text a, struct rt_text set)
{
    return rt_ltrim_set(rt_rtrim_set(a, set), set);
}

/* The first place of `needle` at or behind byte `from`; SIZE_MAX: none. */
static size_t find_from(struct rt_text a, struct rt_text needle, size_t from)
{
    const char *found;

    if (from > a.size)
        return SIZE_MAX;
    if (needle.size == 0)
        return from;
    if (needle.size > a.size - from)
        return SIZE_MAX;
    found = memmem(a.data + from, a.size - from, needle.data, needle.size);
    return found == NULL ? SIZE_MAX : (size_t)(found - a.data);
}

size_t find_text(struct rt_text a, struct rt_text needle, size_t from)
{
    return find_from(a, needle, from);
}

bool rt_split_index(struct rt_text a, struct rt_text separator, int32_t index,
    struct rt_text *out)
{
    size_t start = 0, end;

    if (index < 0 || a.size == 0)
        return false;
    if (separator.size == 0) { /* one field: the whole */
        *out = a;
        return index == 0;
    }
    for (; index > 0; index--) {
        end = find_from(a, separator, start);
        if (end == SIZE_MAX)
            return false;
        start = end + separator.size;
    }
    end = find_from(a, separator, start);
    *out = (struct rt_text){a.data + start, (end == SIZE_MAX ? a.size : end) - start};
    return true;
}

bool rt_split_index_char(struct rt_text a, int32_t separator, int32_t index, struct rt_text *out)
{
    char text[4];

    if (separator > 255 || separator < 1)
        return false;
    return rt_split_index(
        a, (struct rt_text){text, rt_utf8_encode((uint32_t)separator, text)}, index, out);
}

bool rt_elt(int64_t index, const struct rt_text *items, size_t count, struct rt_text *out)
{
    if (index < 1 || (uint64_t)index > count)
        return false;
    *out = items[index - 1];
    return true;
}

/* ---- search ---- */

/* 1-based character number of byte `at`; 0 for SIZE_MAX. */
static int32_t char_number(struct rt_text a, size_t at)
{
    return at == SIZE_MAX ? 0 : rt_char_length((struct rt_text){a.data, at}) + 1;
}

int32_t rt_position(struct rt_text needle, struct rt_text a)
{
    return char_number(a, find_from(a, needle, 0));
}

int32_t rt_locate_from(struct rt_text needle, struct rt_text a, int32_t from)
{
    if (needle.size == 0)
        return 1;
    return char_number(a, find_from(a, needle, from <= 1 ? 0 : char_offset(a, from - 1)));
}

int32_t rt_instr(struct rt_text a, struct rt_text needle)
{
    return rt_position(needle, a);
}

/* The last match that ends within the first `limit` characters, `occurrence` matches back. */
static int32_t search_back(struct rt_text a, struct rt_text needle, int64_t limit,
    int32_t occurrence)
{
    int64_t at_char = limit - (int64_t)rt_utf8_length(needle);
    size_t at;

    if (at_char < 0)
        return 0;
    at = char_offset(a, at_char);
    for (;;) {
        if (needle.size <= a.size - at && memcmp(a.data + at, needle.data, needle.size) == 0 &&
            --occurrence == 0)
            return (int32_t)at_char + 1;
        if (at == 0)
            return 0;
        at -= last_step((struct rt_text){a.data, at});
        at_char--;
    }
}

static int32_t search(struct rt_text a, struct rt_text needle, int32_t from, int32_t occurrence)
{
    size_t at = 0, found = 0;

    if (needle.size == 0)
        return from == 0 ? 0 : 1;
    if (from == 0 || a.size == 0)
        return 0;
    if (from < 0)
        return search_back(a, needle, (int64_t)rt_utf8_length(a) + from + 1, occurrence);
    at = char_offset(a, from - 1);
    for (; occurrence > 0; occurrence--) {
        found = find_from(a, needle, at);
        if (found == SIZE_MAX)
            return 0;
        at = found + rt_utf8_step(a.data + found, a.size - found);
    }
    return char_number(a, found);
}

int32_t rt_instr_from(struct rt_text a, struct rt_text needle, int32_t from)
{
    return search(a, needle, from, 1);
}

bool rt_instr_occurrence(struct rt_text a, struct rt_text needle, int32_t from,
    int32_t occurrence, int32_t *out, struct rt_error *error)
{
    if (occurrence <= 0)
        return rt_fail(error, RT_EXPRESSION, RT_STOP, "INSTR: nthAppearance must be positive!");
    *out = search(a, needle, from, occurrence);
    return true;
}

bool rt_starts_with_bytes(struct rt_bytes a, struct rt_bytes prefix)
{
    return prefix.size <= a.size &&
        (prefix.size == 0 || memcmp(a.data, prefix.data, prefix.size) == 0);
}

bool rt_ends_with_bytes(struct rt_bytes a, struct rt_bytes suffix)
{
    return suffix.size <= a.size &&
        (suffix.size == 0 ||
            memcmp(a.data + a.size - suffix.size, suffix.data, suffix.size) == 0);
}

static struct rt_bytes bytes_of(struct rt_text a)
{
    return (struct rt_bytes){(const uint8_t *)a.data, a.size};
}

bool rt_starts_with(struct rt_text a, struct rt_text prefix)
{
    return rt_starts_with_bytes(bytes_of(a), bytes_of(prefix));
}

bool rt_ends_with(struct rt_text a, struct rt_text suffix)
{
    return rt_ends_with_bytes(bytes_of(a), bytes_of(suffix));
}

/* ---- LIKE ---- */

/* One pattern element at p: its kind, and *next behind it. */
enum like { LIKE_BYTE, LIKE_ONE, LIKE_ANY };

static enum like element(struct rt_text pattern, size_t p, struct rt_text escape, size_t *byte,
    size_t *next)
{
    *byte = p;
    *next = p + 1;
    if (escape.size > 0 && escape.size <= pattern.size - p &&
        memcmp(pattern.data + p, escape.data, escape.size) == 0 &&
        p + escape.size < pattern.size) {
        *byte = p + escape.size;
        *next = *byte + 1;
        return LIKE_BYTE;
    }
    if (pattern.data[p] == '%')
        return LIKE_ANY;
    return pattern.data[p] == '_' ? LIKE_ONE : LIKE_BYTE;
}

/* What `_` does not stand for, as the dot of a pattern of Java. */
static bool is_line_end(const char *data, size_t size)
{
    size_t step;
    uint32_t c = rt_utf8_decode(data, size, &step);

    return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
}

/* Greedy matching: on a mismatch the last % takes one character more. */
static bool like(struct rt_text a, struct rt_text pattern, struct rt_text escape)
{
    size_t i = 0, p = 0, any = SIZE_MAX, retry = 0, byte, next;
    enum like kind;

    for (;;) {
        if (p < pattern.size) {
            kind = element(pattern, p, escape, &byte, &next);
            if (kind == LIKE_ANY) {
                any = p = next;
                retry = i;
                continue;
            }
            if (i < a.size && (kind == LIKE_ONE ? !is_line_end(a.data + i, a.size - i)
                                                : pattern.data[byte] == a.data[i])) {
                i += kind == LIKE_ONE ? rt_utf8_step(a.data + i, a.size - i) : 1;
                p = next;
                continue;
            }
        } else if (i == a.size) {
            return true;
        }
        if (any == SIZE_MAX || retry >= a.size)
            return false;
        if (any == pattern.size)
            return true;
        retry += rt_utf8_step(a.data + retry, a.size - retry);
        i = retry;
        p = any;
    }
}

bool rt_like(struct rt_text a, struct rt_text pattern)
{
    return like(a, pattern, (struct rt_text){"", 0});
}

bool rt_like_escape(struct rt_text a, struct rt_text pattern, struct rt_text escape, bool *out,
    struct rt_error *error)
{
    if (rt_utf8_length(escape) > 1)
        return rt_fail(error, RT_EXPRESSION, RT_STOP, "LIKE: Invalid escape character '%.*s'",
            shown(escape), escape.data);
    for (size_t p = 0; escape.size > 0 && p < pattern.size; p++) {
        size_t next = p + escape.size;

        if (escape.size > pattern.size - p ||
            memcmp(pattern.data + p, escape.data, escape.size) != 0)
            continue;
        if (next >= pattern.size ||
            (pattern.data[next] != '%' && pattern.data[next] != '_' &&
                !rt_starts_with((struct rt_text){pattern.data + next, pattern.size - next},
                    escape)))
            return rt_fail(error, RT_EXPRESSION, RT_STOP,
                "LIKE: Invalid escape sequence '%.*s', %zu", shown(pattern), pattern.data, p);
        p = next + (pattern.data[next] == '%' || pattern.data[next] == '_' ? 1 : escape.size) - 1;
    }
    *out = like(a, pattern, escape);
    return true;
}
