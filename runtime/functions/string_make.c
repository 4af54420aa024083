/* Text made from text. */
#include "internal.h"

#include <rt/print.h>
#include <rt/string.h>

#include <sys/random.h>

static struct rt_text to_text(struct rt_arena *arena, char *data, size_t size)
{
    (void)arena;
    return (struct rt_text){data, size};
}

static char *append(char *at, struct rt_text a)
{
    if (a.size > 0)
        memcpy(at, a.data, a.size);
    return at + a.size;
}

/* The sum of sizes; beyond SIZE_MAX / 8 the arena refuses (and aborts), as it must. */
static size_t total_size(const struct rt_text *parts, size_t count)
{
    size_t size = 0;

    for (size_t i = 0; i < count; i++)
        if (__builtin_add_overflow(size, parts[i].size, &size) || size > SIZE_MAX / 8)
            return SIZE_MAX / 8;
    return size;
}

struct rt_text rt_concat(struct rt_arena *arena, const struct rt_text *parts, size_t count)
{
    size_t size = total_size(parts, count);
    char *data = rt_arena_alloc(arena, size), *at = data;

    for (size_t i = 0; i < count; i++)
        at = append(at, parts[i]);
    return to_text(arena, data, size);
}

struct rt_text rt_concat2(struct rt_arena *arena, struct rt_text a, struct rt_text b)
{
    return rt_concat(arena, (const struct rt_text[]){a, b}, 2);
}

struct rt_bytes rt_concat2_bytes(struct rt_arena *arena, struct rt_bytes a, struct rt_bytes b)
{
    struct rt_text text = rt_concat2(arena, (struct rt_text){(const char *)a.data, a.size},
        (struct rt_text){(const char *)b.data, b.size});

    return (struct rt_bytes){(const uint8_t *)text.data, text.size};
}

struct rt_text rt_concat_ws(struct rt_arena *arena, struct rt_text separator,
    const struct rt_text *parts, const bool *nulls, size_t count)
{
    size_t size = 0, used = 0;
    char *data, *at;

    for (size_t i = 0; i < count; i++)
        if (nulls == NULL || !nulls[i])
            size += parts[i].size + (used++ > 0 ? separator.size : 0);
    data = at = rt_arena_alloc(arena, size);
    used = 0;
    for (size_t i = 0; i < count; i++) {
        if (nulls != NULL && nulls[i])
            continue;
        if (used++ > 0)
            at = append(at, separator);
        at = append(at, parts[i]);
    }
    return to_text(arena, data, size);
}

/* Calcite's: ASCII letters only; whatever is no ASCII letter or digit separates words. */
struct rt_text rt_initcap(struct rt_arena *arena, struct rt_text a)
{
    char *out = rt_arena_alloc(arena, a.size);
    bool inside = false;

    for (size_t i = 0; i < a.size; i++) {
        char c = a.data[i];
        bool lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z';

        out[i] = (char)((inside && upper) || (!inside && lower) ? c ^ 0x20 : c);
        inside = lower || upper || (c >= '0' && c <= '9');
    }
    return to_text(arena, out, a.size);
}

struct rt_text rt_reverse(struct rt_arena *arena, struct rt_text a)
{
    char *out = rt_arena_alloc(arena, a.size);
    size_t step;

    for (size_t i = 0; i < a.size; i += step) {
        step = rt_utf8_step(a.data + i, a.size - i);
        memcpy(out + a.size - i - step, a.data + i, step);
    }
    return to_text(arena, out, a.size);
}

/* `with` before every character and at the end. */
static struct rt_text interleave(struct rt_arena *arena, struct rt_text a, struct rt_text with)
{
    size_t count = rt_utf8_length(a) + 1, size, step;
    char *data, *at;

    if (__builtin_mul_overflow(count, with.size, &size) || size > SIZE_MAX / 8)
        size = SIZE_MAX / 8;
    size += a.size;
    data = at = rt_arena_alloc(arena, size);
    for (size_t i = 0; i < a.size; i += step) {
        step = rt_utf8_step(a.data + i, a.size - i);
        at = append(append(at, with), (struct rt_text){a.data + i, step});
    }
    append(at, with);
    return to_text(arena, data, size);
}

struct rt_text rt_replace(struct rt_arena *arena, struct rt_text a, struct rt_text what,
    struct rt_text with)
{
    size_t count = 0, from = 0, found, size;
    char *data, *at;

    if (what.size == 0)
        return interleave(arena, a, with);
    while ((found = find_text(a, what, from)) != SIZE_MAX) {
        count++;
        from = found + what.size;
    }
    if (count == 0)
        return a;
    if (__builtin_mul_overflow(count, with.size, &size) || size > SIZE_MAX / 8)
        size = SIZE_MAX / 8;
    size += a.size - count * what.size;
    data = at = rt_arena_alloc(arena, size);
    for (from = 0; (found = find_text(a, what, from)) != SIZE_MAX; from = found + what.size)
        at = append(append(at, (struct rt_text){a.data + from, found - from}), with);
    append(at, (struct rt_text){a.data + from, a.size - from});
    return to_text(arena, data, size);
}

/* Place of the character in the set, counted in characters; SIZE_MAX: not there. */
static size_t place_in(const char *at, size_t size, struct rt_text set)
{
    size_t place = 0, step;

    for (size_t i = 0; i < set.size; i += step, place++) {
        step = rt_utf8_step(set.data + i, set.size - i);
        if (step == size && memcmp(set.data + i, at, size) == 0)
            return place;
    }
    return SIZE_MAX;
}

struct rt_text rt_translate(struct rt_arena *arena, struct rt_text a, struct rt_text from,
    struct rt_text to)
{
    char *data = rt_arena_alloc(arena, a.size * 4), *at = data;
    size_t step, place, offset;

    for (size_t i = 0; i < a.size; i += step) {
        step = rt_utf8_step(a.data + i, a.size - i);
        place = place_in(a.data + i, step, from);
        if (place == SIZE_MAX) {
            at = append(at, (struct rt_text){a.data + i, step});
            continue;
        }
        offset = to.size == 0 ? 0 : char_offset(to, (int64_t)place);
        if (offset < to.size)
            at = append(at, (struct rt_text){to.data + offset,
                rt_utf8_step(to.data + offset, to.size - offset)});
    }
    return to_text(arena, data, (size_t)(at - data));
}

/* `count` characters of the pad, over and over. */
static struct rt_text padding(struct rt_arena *arena, struct rt_text pad, size_t count)
{
    size_t chars = rt_utf8_length(pad), rounds = count / chars, size;
    size_t rest = char_offset(pad, (int64_t)(count % chars));
    char *data, *at;

    if (__builtin_mul_overflow(rounds, pad.size, &size) || size > SIZE_MAX / 8)
        size = SIZE_MAX / 8;
    size += rest;
    data = at = rt_arena_alloc(arena, size);
    while (rounds-- > 0)
        at = append(at, pad);
    append(at, (struct rt_text){pad.data, rest});
    return to_text(arena, data, size);
}

/* What is missing to `length`, in *fill; or the text cut to it. */
static bool pad_to(struct rt_arena *arena, struct rt_text a, int32_t length, struct rt_text pad,
    struct rt_text *cut, struct rt_text *fill)
{
    size_t have = rt_utf8_length(a);

    if (length < 0 || pad.size == 0)
        return false;
    *fill = (struct rt_text){a.data, 0};
    *cut = a;
    if (have >= (size_t)length)
        *cut = rt_left(a, length);
    else
        *fill = padding(arena, pad, (size_t)length - have);
    return true;
}

bool rt_lpad(struct rt_arena *arena, struct rt_text a, int32_t length, struct rt_text pad,
    struct rt_text *out)
{
    struct rt_text fill;

    if (!pad_to(arena, a, length, pad, out, &fill))
        return false;
    if (fill.size > 0)
        *out = rt_concat2(arena, fill, *out);
    return true;
}

bool rt_rpad(struct rt_arena *arena, struct rt_text a, int32_t length, struct rt_text pad,
    struct rt_text *out)
{
    struct rt_text fill;

    if (!pad_to(arena, a, length, pad, out, &fill))
        return false;
    if (fill.size > 0)
        *out = rt_concat2(arena, *out, fill);
    return true;
}

bool rt_repeat(struct rt_arena *arena, struct rt_text a, int32_t times, struct rt_text *out,
    struct rt_error *error)
{
    size_t size;
    char *data, *at;

    if (times <= 0 || a.size == 0) {
        *out = (struct rt_text){a.data, 0};
        return true;
    }
    if (__builtin_mul_overflow(a.size, (size_t)times, &size) || size > INT32_MAX)
        return rt_fail(error, RT_EXPRESSION, RT_STOP, "REPEAT: the result exceeds %d bytes",
            INT32_MAX);
    data = at = rt_arena_alloc(arena, size);
    for (int32_t i = 0; i < times; i++)
        at = append(at, a);
    *out = to_text(arena, data, size);
    return true;
}

struct rt_text rt_overlay(struct rt_arena *arena, struct rt_text a, struct rt_text b,
    int32_t start)
{
    return rt_overlay_for(arena, a, b, start, rt_char_length(b));
}

struct rt_text rt_overlay_for(struct rt_arena *arena, struct rt_text a, struct rt_text b,
    int32_t start, int32_t length)
{
    int64_t have = (int64_t)rt_utf8_length(a);
    struct rt_text parts[3] = {a, b, {a.data, 0}};

    if (start <= 0 || start > have)
        return a;
    parts[0].size = char_offset(a, start - 1);
    if (length > 0 && (int64_t)start + length <= have) {
        size_t at = char_offset(a, (int64_t)start - 1 + length);

        parts[2] = (struct rt_text){a.data + at, a.size - at};
    }
    return rt_concat(arena, parts, 3);
}

int32_t rt_ascii(struct rt_text a)
{
    return a.size == 0 ? 0 : (signed char)a.data[0];
}

struct rt_text rt_chr(struct rt_arena *arena, int64_t code)
{
    char text[4];

    if (code < 0)
        return (struct rt_text){"", 0};
    return text_in(arena, text, rt_utf8_encode((uint32_t)(code & 0xff), text));
}

struct rt_text rt_uuid(struct rt_arena *arena)
{
    static const char hex[] = "0123456789abcdef";
    uint8_t random[16] = {0};
    char *out = rt_arena_alloc(arena, 36), *at = out;

    while (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
        continue; /* interrupted */
    random[6] = (uint8_t)((random[6] & 0x0f) | 0x40);
    random[8] = (uint8_t)((random[8] & 0x3f) | 0x80);
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *at++ = '-';
        *at++ = hex[random[i] >> 4];
        *at++ = hex[random[i] & 15];
    }
    return to_text(arena, out, 36);
}

struct rt_text rt_fit_char(struct rt_arena *arena, struct rt_text a, int32_t length)
{
    size_t have = rt_utf8_length(a), want = length < 0 ? 0 : (size_t)length;
    char *data;

    if (have >= want)
        return have == want ? a : rt_left(a, length);
    data = rt_arena_alloc(arena, a.size + (want - have));
    memset(append(data, a), ' ', want - have);
    return to_text(arena, data, a.size + (want - have));
}

struct rt_bytes rt_fit_binary(struct rt_arena *arena, struct rt_bytes a, int32_t length)
{
    size_t want = length < 0 ? 0 : (size_t)length;
    uint8_t *data;

    if (a.size >= want)
        return (struct rt_bytes){a.data, want};
    data = rt_arena_alloc(arena, want);
    if (a.size > 0)
        memcpy(data, a.data, a.size);
    memset(data + a.size, 0, want - a.size);
    return (struct rt_bytes){data, want};
}
