/* JSON records (RFC 8259): the primitives that generated decoders are made of.
 *
 * A decoder never reads outside its bytes' pages and accepts any of them. It is a local of the
 * generated function and is only handed on by value, so that it stays in registers:
 *
 *     struct rt_js in = rt_js_open(bytes);
 *     int32_t member = rt_js_first(&in, arena, &names, RT_TEXT("{\"id\":"));
 *
 *     for (; member != RT_JS_END; member = rt_js_next(&in, arena, &names, member)) {
 *         switch (member) {
 *         case 0:
 *             if (!rt_js_i64(&in, &row->id))
 *                 return rt_js_fail(in, "id", error);
 *             if (!rt_js_expect(&in, RT_TEXT(",\"user\":")))
 *                 break;
 *             … fall through
 *
 * Members in the order of the names are compared with the bytes as they most likely are; any other
 * order, blanks, escapes, unknown members take rt_js_next. Text without escapes is a view into the
 * input. That it is UTF-8 is checked once, in rt_js_end, if it is not ASCII. */
#ifndef RT_JSON_READ_H
#define RT_JSON_READ_H

#include <rt/base.h>
#include <rt/items.h>

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "digits are taken eight at a time");

/* Moves that read beyond a value, within its page, are no error, but look like one. */
#if defined __SANITIZE_ADDRESS__
#define RT_JS_EXACT 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define RT_JS_EXACT 1
#endif
#endif

#define RT_JS_INLINE static inline __attribute__((always_inline))
#define RT_JS_COLD __attribute__((noinline))
#define RT_JS_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define RT_JS_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

enum rt_js_problem {
    RT_JS_FINE,
    RT_JS_SYNTAX,   /* no JSON here */
    RT_JS_SHORT,    /* the bytes end within the value */
    RT_JS_KIND,     /* a value of another kind than the column's */
    RT_JS_RANGE,    /* beyond the column's type */
    RT_JS_ESCAPE,   /* an escape that is none, half of a surrogate pair */
    RT_JS_CONTROL,  /* a control character within a string */
    RT_JS_UTF8,
    RT_JS_DEEP,     /* nested beyond RT_JS_DEPTH */
    RT_JS_NULL,     /* null for a NOT NULL column */
    RT_JS_MISSING,  /* no member of a NOT NULL column */
    RT_JS_UNFIT,    /* text that is no value of the column's type */
    RT_JS_BRANCH,   /* fits no branch of a union */
    RT_JS_MORE,     /* bytes behind the value */
    RT_JS_MEMORY,   /* beyond what a record may become */
};

enum { RT_JS_DEPTH = 256 };

/* Instead of a member's number. */
enum { RT_JS_UNKNOWN = -1, RT_JS_END = -2 };

struct rt_js {
    const uint8_t *at, *end, *start;
    enum rt_js_problem problem;
    uint32_t high; /* not 0: there was text that is not ASCII */
};

/* The names of an object's members, found by rt_js_hash: slot -> number + 1, 0 is free, collisions
 * in the slots behind. */
struct rt_js_names {
    const struct rt_text *at;
    const uint16_t *slots;
    int32_t count;
    uint32_t mask; /* slots - 1, a power of two less one */
    bool plain;    /* no name has an escape in JSON */
};

/* Slots for `count` names, at most 65535: a power of two. */
size_t rt_js_slot_count(size_t count);
/* Fills the slots, rt_js_slot_count zeros, by at and count; sets the rest. */
void rt_js_index(struct rt_js_names *names, uint16_t *slots);
/* The number of a name, or RT_JS_UNKNOWN. */
int32_t rt_js_find(const struct rt_js_names *names, struct rt_text name);

/* What the parts outside of the generated function answer with; `at` NULL: `value` is the
 * problem. */
struct rt_js_step {
    const uint8_t *at;
    int64_t value;
};

struct rt_js_string {
    const uint8_t *at;
    struct rt_text text; /* size: the problem */
    uint32_t high;
};

__attribute__((cold, noinline)) bool rt_js_fail_at(const uint8_t *at, const uint8_t *end,
    const uint8_t *start, enum rt_js_problem problem, const char *field, struct rt_error *error);

/* Fills error (RT_DECODE, RT_SKIP) with field (NULL: the record), byte offset and what is wrong
 * there. False. */
RT_JS_INLINE bool rt_js_fail(struct rt_js in, const char *field, struct rt_error *error)
{
    return rt_js_fail_at(in.at, in.end, in.start, in.problem, field, error);
}

/* `problem` found by generated code. False. */
RT_JS_INLINE bool rt_js_refuse(struct rt_js in, enum rt_js_problem problem, const char *field,
    struct rt_error *error)
{
    return rt_js_fail_at(in.at, in.end, in.start, problem, field, error);
}

RT_JS_INLINE bool rt_js_problem(struct rt_js *in, enum rt_js_problem problem)
{
    in->problem = problem;
    return false;
}

/* The parts that do not run for usual records. */
RT_JS_COLD const uint8_t *rt_js_blanks(const uint8_t *at, const uint8_t *end);
/* To the next of " \ or a control character, or to the end; the value is `high`. */
RT_JS_COLD struct rt_js_step rt_js_run(const uint8_t *at, const uint8_t *end);
/* `at` is behind the opening quote; the string goes on at `from`. */
RT_JS_COLD struct rt_js_string rt_js_unescape(const uint8_t *at, const uint8_t *from,
    const uint8_t *end, struct rt_arena *arena);
/* The number of the member behind member `last` (RT_JS_END: of the first), or RT_JS_END; `high` in
 * the upper half of the value. */
RT_JS_COLD struct rt_js_step rt_js_member(const uint8_t *at, const uint8_t *end,
    struct rt_arena *arena, const struct rt_js_names *names, int32_t last);
/* Behind a value of any kind; `high` in the upper half of the value. */
RT_JS_COLD struct rt_js_step rt_js_pass(const uint8_t *at, const uint8_t *end);
/* Whether the bytes are UTF-8 (RFC 3629: no overlong forms, no surrogates). */
bool rt_utf8_check(const uint8_t *data, size_t size);

static inline uint32_t rt_js_hash(const char *data, size_t size)
{
    uint64_t first = 0, last = 0;

    memcpy(&first, data, size < 8 ? size : 8);
    memcpy(&last, size < 8 ? data : data + size - 8, size < 8 ? size : 8);
    first ^= last * UINT64_C(0x9e3779b97f4a7c15) + size;
    return (uint32_t)(first * UINT64_C(0xff51afd7ed558ccd) >> 32);
}

/* ---- structure ---- */

RT_JS_INLINE struct rt_js rt_js_open(struct rt_bytes bytes)
{
    return (struct rt_js){.at = bytes.data, .end = bytes.data + bytes.size, .start = bytes.data};
}

RT_JS_INLINE size_t rt_js_left(const struct rt_js *in)
{
    return (size_t)(in->end - in->at);
}

RT_JS_INLINE void rt_js_blank(struct rt_js *in)
{
    if (RT_JS_UNLIKELY(in->at < in->end && *in->at <= ' '))
        in->at = rt_js_blanks(in->at, in->end);
}

/* Nothing but blanks may follow; all text was UTF-8. */
RT_JS_INLINE bool rt_js_end(struct rt_js *in, struct rt_error *error)
{
    rt_js_blank(in);
    if (RT_JS_UNLIKELY(in->at != in->end))
        return rt_js_refuse(*in, RT_JS_MORE, NULL, error);
    if (RT_JS_UNLIKELY(in->high) &&
        !rt_utf8_check(in->start, (size_t)(in->end - in->start)))
        return rt_js_refuse(*in, RT_JS_UTF8, NULL, error);
    return true;
}

/* Takes these bytes if they are next; the size is a constant. */
RT_JS_INLINE bool rt_js_expect(struct rt_js *in, struct rt_text literal)
{
    if (RT_JS_UNLIKELY(rt_js_left(in) < literal.size ||
            memcmp(in->at, literal.data, literal.size) != 0))
        return false;
    in->at += literal.size;
    return true;
}

/* The number of the member behind member `last`, its value is next; RT_JS_UNKNOWN: one without a
 * number; RT_JS_END: the object is closed, or in->problem says what is wrong. */
RT_JS_INLINE int32_t rt_js_next(struct rt_js *in, struct rt_arena *arena,
    const struct rt_js_names *names, int32_t last)
{
    struct rt_js_step step;

    if (RT_JS_LIKELY(in->at < in->end && *in->at == '}')) {
        in->at++;
        return RT_JS_END;
    }
    step = rt_js_member(in->at, in->end, arena, names, last);
    if (RT_JS_UNLIKELY(!step.at)) {
        in->problem = (enum rt_js_problem)step.value;
        return RT_JS_END;
    }
    in->at = step.at;
    in->high |= (uint32_t)(step.value >> 32);
    return (int32_t)step.value;
}

/* The first member of an object, which most likely begins with `literal`. */
RT_JS_INLINE int32_t rt_js_first(struct rt_js *in, struct rt_arena *arena,
    const struct rt_js_names *names, struct rt_text literal)
{
    struct rt_js_step step;

    if (RT_JS_LIKELY(rt_js_expect(in, literal)))
        return 0;
    step = rt_js_member(in->at, in->end, arena, names, RT_JS_END);
    if (RT_JS_UNLIKELY(!step.at)) {
        in->problem = (enum rt_js_problem)step.value;
        return RT_JS_END;
    }
    in->at = step.at;
    in->high |= (uint32_t)(step.value >> 32);
    return (int32_t)step.value;
}

/* Takes a null; false: something else is there. */
RT_JS_INLINE bool rt_js_null(struct rt_js *in)
{
    if (RT_JS_LIKELY(in->at < in->end && *in->at > ' ' && *in->at != 'n'))
        return false;
    rt_js_blank(in);
    return rt_js_expect(in, RT_TEXT("null"));
}

/* Behind this, rt_js_element with 0. */
RT_JS_INLINE bool rt_js_array(struct rt_js *in)
{
    rt_js_blank(in);
    if (RT_JS_UNLIKELY(in->at == in->end || *in->at != '['))
        return rt_js_problem(in, in->at == in->end ? RT_JS_SHORT : RT_JS_KIND);
    in->at++;
    return true;
}

/* Whether another element follows the `count` before; false with in->problem: neither it nor the
 * end. */
RT_JS_INLINE bool rt_js_element(struct rt_js *in, size_t count)
{
    if (RT_JS_LIKELY(count && in->at < in->end && *in->at == ',')) {
        in->at++;
        return true;
    }
    rt_js_blank(in);
    if (RT_JS_UNLIKELY(in->at == in->end))
        return rt_js_problem(in, RT_JS_SHORT);
    if (*in->at == ']') {
        in->at++;
        return false;
    }
    if (count) {
        if (RT_JS_UNLIKELY(*in->at != ','))
            return rt_js_problem(in, RT_JS_SYNTAX);
        in->at++;
    }
    return true;
}

RT_JS_INLINE bool rt_js_object(struct rt_js *in)
{
    rt_js_blank(in);
    if (RT_JS_UNLIKELY(in->at == in->end || *in->at != '{'))
        return rt_js_problem(in, in->at == in->end ? RT_JS_SHORT : RT_JS_KIND);
    in->at++;
    return true;
}

RT_JS_INLINE bool rt_js_text(struct rt_js *in, struct rt_arena *arena, struct rt_text *out);

/* As rt_js_element, of an object's members: their names, whatever they are. */
RT_JS_INLINE bool rt_js_entry(struct rt_js *in, struct rt_arena *arena, size_t count,
    struct rt_text *name)
{
    rt_js_blank(in);
    if (RT_JS_UNLIKELY(in->at == in->end))
        return rt_js_problem(in, RT_JS_SHORT);
    if (*in->at == '}') {
        in->at++;
        return false;
    }
    if (count) {
        if (RT_JS_UNLIKELY(*in->at != ','))
            return rt_js_problem(in, RT_JS_SYNTAX);
        in->at++;
    }
    if (RT_JS_UNLIKELY(!rt_js_text(in, arena, name)))
        return rt_js_problem(in, in->problem == RT_JS_KIND ? RT_JS_SYNTAX : in->problem);
    rt_js_blank(in);
    if (RT_JS_UNLIKELY(in->at == in->end || *in->at != ':'))
        return rt_js_problem(in, in->at == in->end ? RT_JS_SHORT : RT_JS_SYNTAX);
    in->at++;
    return true;
}

/* Of entries with the same key only the last stays; how many stay. */
size_t rt_js_last_of_each(struct rt_arena *arena, struct rt_text *keys, void *values,
    size_t value_size, bool *null, size_t count);

/* Kinds of values. */
enum { RT_JS_TEXT_KIND = 1, RT_JS_WHOLE_KIND = 2, RT_JS_NUMBER_KIND = 4, RT_JS_FLAG_KIND = 8,
    RT_JS_ARRAY_KIND = 16, RT_JS_OBJECT_KIND = 32 };

/* A branch of a union: the kind of value that it holds and, if objects, their members. */
struct rt_js_branch {
    unsigned kind;
    bool closed;                     /* no others */
    const struct rt_js_names *names; /* NULL: any object */
    const uint16_t *required;        /* numbers of names */
    size_t required_count;
};

/* Of the value that is next: the first branch of its kind; among objects that have what they must,
 * the one that knows most members, and of these the one that knows all. -1: none, or
 * in->problem. */
RT_JS_COLD struct rt_js_step rt_js_choose(const uint8_t *at, const uint8_t *end,
    struct rt_arena *arena, const struct rt_js_branch *branches, size_t count);

RT_JS_INLINE int rt_js_pick(struct rt_js *in, struct rt_arena *arena,
    const struct rt_js_branch *branches, size_t count)
{
    struct rt_js_step step = rt_js_choose(in->at, in->end, arena, branches, count);

    if (RT_JS_UNLIKELY(!step.at)) {
        in->problem = (enum rt_js_problem)step.value;
        return -1;
    }
    in->at = step.at;
    return (int)step.value;
}

/* Room for one more item, into which the arrays of rt_items_room are moved if items->grow. */
RT_JS_INLINE void rt_js_item(struct rt_items *items)
{
    items->grow = items->count == items->capacity;
    if (RT_JS_UNLIKELY(items->grow))
        rt_items_claim(items, items->count + 4);
}

/* ---- runs of text ---- */

#ifdef __SSE2__
RT_JS_INLINE uint32_t rt_js_quotes(__m128i bytes)
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')));
}

/* Bits of the bytes that are no plain text: those, and what is not ASCII. */
RT_JS_INLINE __m128i rt_js_unplain(__m128i bytes)
{
    __m128i least = _mm_set1_epi8(0x20);
    /* " becomes the least of those that are no control characters. */
    __m128i other = _mm_xor_si128(bytes, _mm_set1_epi8('"' ^ 0x20));

    return _mm_or_si128(bytes, _mm_or_si128(_mm_cmpeq_epi8(_mm_min_epu8(other, least), other),
        _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))));
}

/* Bits of the bytes besides " that end a run of plain text: \ and control characters. */
RT_JS_INLINE uint32_t rt_js_specials(__m128i bytes)
{
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(
        _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes),
        _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))));
}
#endif

/* Moves *at to the next of " \ or a control character, or to the end or behind it. */
RT_JS_INLINE void rt_js_scan(const uint8_t **at, const uint8_t *end, uint32_t *high)
{
    const uint8_t *p = *at;
    struct rt_js_step rest;

#if defined __SSE2__ && !defined RT_JS_EXACT
    while (RT_JS_LIKELY(p < end && ((uintptr_t)p & 4095) <= 4096 - 16)) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
        uint32_t quotes = rt_js_quotes(bytes), specials = rt_js_specials(bytes);
        uint32_t before = quotes ^ (quotes - 1); /* Up to the first quote, all if there is none. */

        /* Where the next value is hangs on as few steps as can be. */
        *high |= (uint32_t)_mm_movemask_epi8(bytes) & before;
        if (RT_JS_UNLIKELY(specials & before)) {
            *at = p + __builtin_ctz(specials);
            return;
        }
        if (RT_JS_LIKELY(quotes)) {
            *at = p + __builtin_ctz(quotes);
            return;
        }
        p += 16;
    }
#endif
    rest = rt_js_run(p, end);
    *high |= (uint32_t)rest.value;
    *at = rest.at;
}

/* ---- passing over values ---- */

RT_JS_INLINE bool rt_js_is_digit(uint8_t c)
{
    return (uint8_t)(c - '0') < 10;
}

/* How many digits eight bytes begin with. `digits`: the bytes ^ '0's. */
RT_JS_INLINE unsigned rt_js_count_digits(uint64_t digits)
{
    uint64_t others = (digits | ((digits & UINT64_C(0x7f7f7f7f7f7f7f7f)) +
        UINT64_C(0x7676767676767676))) & UINT64_C(0x8080808080808080);

    return others ? (unsigned)__builtin_ctzll(others) / 8 : 8;
}

RT_JS_INLINE uint64_t rt_js_load_digits(const uint8_t *at)
{
    uint64_t word;

    memcpy(&word, at, sizeof word);
    return word ^ UINT64_C(0x3030303030303030);
}

/* The comma that is likely to be behind a number: found in fewer steps than its digits take, so
 * that what follows need not wait for them. NULL: there is none near. */
RT_JS_INLINE const uint8_t *rt_js_comma(const uint8_t *at, const uint8_t *end)
{
#if defined __SSE2__
    if (RT_JS_LIKELY(end - at >= 16)) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)at);
        uint32_t commas = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(',')));

        if (RT_JS_LIKELY(commas))
            return at + __builtin_ctz(commas);
    }
#else
    (void)at, (void)end;
#endif
    return NULL;
}

/* `at`, where a number ends; `comma` is most likely the same. The asm keep the compiler from seeing
 * that, and from a conditional move, which would wait for both. */
RT_JS_INLINE const uint8_t *rt_js_settle(const uint8_t *at, const uint8_t *comma)
{
    const uint8_t *guess = comma;

    __asm__("" : "+r"(guess));
    if (RT_JS_UNLIKELY(at != comma)) {
        __asm__ volatile("" : "+r"(at));
        return at;
    }
    return guess;
}

/* Without a loop for up to seven: the end of one costs more than all of these. */
RT_JS_INLINE const uint8_t *rt_js_pass_digits(const uint8_t *at, const uint8_t *end)
{
    while (end - at >= 8) {
        unsigned count = rt_js_count_digits(rt_js_load_digits(at));

        at += count;
        if (RT_JS_LIKELY(count < 8))
            return at;
    }
    while (at < end && rt_js_is_digit(*at))
        at++;
    return at;
}

/* Strings without escapes and plain positive numbers here, the rest apart. */
RT_JS_INLINE bool rt_js_skip(struct rt_js *in)
{
    const uint8_t *at = in->at;
    struct rt_js_step step;

    if (RT_JS_LIKELY(at < in->end && *at == '"')) {
        at++;
        rt_js_scan(&at, in->end, &in->high);
        if (RT_JS_LIKELY(at < in->end && *at == '"')) {
            in->at = at + 1;
            return true;
        }
    } else if (at < in->end && (uint8_t)(*at - '1') < 9) {
        const uint8_t *comma = rt_js_comma(at, in->end);

        at = rt_js_pass_digits(at, in->end);
        if (at < in->end && *at == '.')
            at = rt_js_pass_digits(at + 1, in->end);
        if (RT_JS_LIKELY(at < in->end && at[-1] != '.' && *at != '.' && (*at | 0x20) != 'e')) {
            in->at = rt_js_settle(at, comma);
            return true;
        }
    }
    step = rt_js_pass(in->at, in->end);

    if (RT_JS_UNLIKELY(!step.at))
        return rt_js_problem(in, (enum rt_js_problem)step.value);
    in->at = step.at;
    in->high |= (uint32_t)(step.value >> 32);
    return true;
}

/* Whether an array or object begins here. */
RT_JS_INLINE bool rt_js_opens(struct rt_js *in, char bracket)
{
    rt_js_blank(in);
    return in->at < in->end && *in->at == (uint8_t)bracket;
}

/* The same of what likely is a string of `size` bytes, 16 to 32, of plain text: what follows need
 * not wait until its end is found. */
RT_JS_INLINE bool rt_js_skip_sized(struct rt_js *in, size_t size)
{
#ifdef __SSE2__
    const uint8_t *at = in->at;

    if (RT_JS_LIKELY(rt_js_left(in) >= size + 2 && *at == '"' && at[size + 1] == '"')) {
        __m128i first = _mm_loadu_si128((const __m128i *)(const void *)(at + 1));
        __m128i last = _mm_loadu_si128((const __m128i *)(const void *)(at + size - 15));

        if (RT_JS_LIKELY(!_mm_movemask_epi8(
                _mm_or_si128(rt_js_unplain(first), rt_js_unplain(last))))) {
            in->at = at + size + 2;
            return true;
        }
    }
#else
    (void)size;
#endif
    return rt_js_skip(in);
}

/* A value at `start` did not fit its column: passes over it. False: it is no JSON. */
RT_JS_INLINE bool rt_js_pass_wrong(struct rt_js *in, const uint8_t *start)
{
    in->at = start;
    in->problem = RT_JS_FINE;
    return rt_js_skip(in);
}

/* ---- text ---- */

/* The rest of a string, behind its opening quote. */
RT_JS_INLINE bool rt_js_string_rest(struct rt_js *in, struct rt_arena *arena, struct rt_text *out)
{
    const uint8_t *start = in->at;
    struct rt_js_string slow;

    rt_js_scan(&in->at, in->end, &in->high);
    if (RT_JS_LIKELY(in->at < in->end && *in->at == '"')) {
        *out = (struct rt_text){(const char *)start, (size_t)(in->at++ - start)};
        return true;
    }
    if (RT_JS_UNLIKELY(in->at > in->end))
        in->at = in->end;
    slow = rt_js_unescape(start, in->at, in->end, arena);
    if (RT_JS_UNLIKELY(!slow.at))
        return rt_js_problem(in, (enum rt_js_problem)slow.text.size);
    in->at = slow.at;
    in->high |= slow.high;
    *out = slow.text;
    return true;
}

RT_JS_INLINE bool rt_js_quote(struct rt_js *in)
{
    if (RT_JS_UNLIKELY(in->at == in->end || *in->at != '"')) {
        rt_js_blank(in);
        if (in->at == in->end || *in->at != '"')
            return rt_js_problem(in, in->at == in->end ? RT_JS_SHORT : RT_JS_KIND);
    }
    in->at++;
    return true;
}

RT_JS_INLINE bool rt_js_text(struct rt_js *in, struct rt_arena *arena, struct rt_text *out)
{
    return rt_js_quote(in) && rt_js_string_rest(in, arena, out);
}

/* Base64. */
bool rt_js_bytes_of(struct rt_text text, struct rt_arena *arena, struct rt_bytes *out);

RT_JS_INLINE bool rt_js_bytes(struct rt_js *in, struct rt_arena *arena, struct rt_bytes *out)
{
    struct rt_text text;

    if (!rt_js_text(in, arena, &text))
        return false;
    return RT_JS_LIKELY(rt_js_bytes_of(text, arena, out)) || rt_js_problem(in, RT_JS_UNFIT);
}

#endif
