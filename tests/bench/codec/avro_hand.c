/* The codec that a programmer would write for this one schema, with care for speed. */
#include "bench.h"

#include <emmintrin.h>

#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define INLINE static inline __attribute__((always_inline))

/* ---- decoding ---- */

static __attribute__((noinline)) const uint8_t *varint_slow(const uint8_t *at, const uint8_t *end,
    uint64_t *out)
{
    uint64_t value = 0;

    for (int shift = 0; shift < 70; shift += 7) {
        uint8_t byte;

        if (at >= end)
            return NULL;
        byte = *at++;
        if (shift == 63 && byte > 1)
            return NULL;
        value |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80) {
            *out = value;
            return at;
        }
    }
    return NULL;
}

INLINE uint64_t squeeze(uint64_t word)
{
    word &= UINT64_C(0x7f7f7f7f7f7f7f7f);
    word = (word & UINT64_C(0x007f007f007f007f)) | (word & UINT64_C(0x7f007f007f007f00)) >> 1;
    word = (word & UINT64_C(0x00003fff00003fff)) | (word & UINT64_C(0x3fff00003fff0000)) >> 2;
    return (word & UINT64_C(0x0fffffff)) | (word & UINT64_C(0x0fffffff00000000)) >> 4;
}

INLINE const uint8_t *varint_long(const uint8_t *at, const uint8_t *end, uint64_t *out)
{
    if (LIKELY(end - at >= 8)) {
        uint64_t word, last;

        memcpy(&word, at, 8);
        last = ~word & UINT64_C(0x8080808080808080);
        if (LIKELY(last != 0)) {
            *out = squeeze(word & (last ^ (last - 1)));
            return at + (__builtin_ctzll(last) >> 3) + 1;
        }
    }
    return varint_slow(at, end, out);
}

INLINE const uint8_t *varint(const uint8_t *at, const uint8_t *end, uint64_t *out)
{
    if (LIKELY(at < end && *at < 0x80)) {
        *out = *at;
        return at + 1;
    }
    return varint_long(at, end, out);
}

INLINE int64_t unzigzag(uint64_t value)
{
    return (int64_t)(value >> 1) ^ -(int64_t)(value & 1);
}

/* The high bits of a text; loads up to 32 bytes that stay in its page. */
INLINE uint32_t high_bits(const uint8_t *at, size_t size)
{
    uint32_t bits = 0;

    if (LIKELY(size - 1 < 32 && ((uintptr_t)at & 4095) <= 4096 - 32)) {
        uint32_t a =
            (uint32_t)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)(const void *)at));
        uint32_t b = (uint32_t)_mm_movemask_epi8(
            _mm_loadu_si128((const __m128i *)(const void *)(at + 16)));

        return (a | b << 16) & (uint32_t)((UINT64_C(1) << size) - 1);
    }
    for (size_t i = 0; i < size; i++)
        bits |= at[i] & 0x80;
    return bits;
}

INLINE const uint8_t *text(const uint8_t *at, const uint8_t *end, struct rt_text *out,
    uint32_t *high)
{
    uint64_t size;

    at = varint(at, end, &size);
    if (UNLIKELY(!at || size & 1 || size >> 1 > (uint64_t)(end - at)))
        return NULL;
    size >>= 1;
    *out = (struct rt_text){(const char *)at, size};
    *high |= high_bits(at, size);
    return at + size;
}

static __attribute__((noinline)) bool texts_valid(const struct hand_order *order)
{
    const struct rt_text *texts[] = {&order->user, &order->product, &order->status, &order->street,
        &order->city, &order->zip};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if ((i != 2 || order->has_status) &&
            !rt_utf8_check((const uint8_t *)texts[i]->data, texts[i]->size))
            return false;
    for (size_t i = 0; i < order->tag_count; i++)
        if (!rt_utf8_check((const uint8_t *)order->tags[i].data, order->tags[i].size))
            return false;
    return true;
}

INLINE const uint8_t *decimal(const uint8_t *at, const uint8_t *end, int64_t *out)
{
    uint64_t size;

    at = varint(at, end, &size);
    if (!at || size & 1 || size >> 1 > (uint64_t)(end - at))
        return NULL;
    size >>= 1;
    if (UNLIKELY(size - 1 >= 8))
        return NULL;
    *out = (int8_t)at[0];
    for (uint64_t i = 1; i < size; i++)
        *out = (int64_t)((uint64_t)*out << 8 | at[i]);
    return at + size;
}

INLINE const uint8_t *tags(const uint8_t *at, const uint8_t *end, struct hand_order *order,
    struct rt_arena *arena, uint32_t *high)
{
    struct rt_text *tags = NULL;
    uint64_t value;
    size_t count = 0;

    for (;;) {
        int64_t left;

        at = varint(at, end, &value);
        if (!at)
            return NULL;
        left = unzigzag(value);
        if (!left)
            break;
        if (UNLIKELY(left < 0 || left > end - at || count)) /* One plain block is all it takes. */
            return NULL;
        tags = rt_arena_alloc(arena, (size_t)left * sizeof *tags);
        for (; left; left--) {
            at = text(at, end, &tags[count++], high);
            if (!at)
                return NULL;
        }
    }
    order->tags = tags;
    order->tag_count = count;
    return at;
}

bool avro_hand_decode(struct rt_bytes bytes, struct hand_order *order, struct rt_arena *arena)
{
    const uint8_t *at = bytes.data, *end = at + bytes.size;
    uint64_t value;
    uint32_t high = 0;

    if (!(at = varint_long(at, end, &value)))
        return false;
    order->id = unzigzag(value);
    if (!(at = text(at, end, &order->user, &high)) ||
        !(at = text(at, end, &order->product, &high)) ||
        !(at = decimal(at, end, &order->amount)) || !(at = varint_long(at, end, &value)))
        return false;
    if (UNLIKELY(unzigzag(value) != (int32_t)unzigzag(value)))
        return false;
    order->quantity = (int32_t)unzigzag(value);
    if (UNLIKELY(end - at < 8))
        return false;
    memcpy(&order->price, at, 8);
    at += 8;
    if (!(at = varint_long(at, end, &value)))
        return false;
    order->ts = unzigzag(value);
    if (!(at = varint(at, end, &value)) || value & ~UINT64_C(2))
        return false;
    order->has_status = value == 2;
    if (order->has_status && !(at = text(at, end, &order->status, &high)))
        return false;
    if (!(at = text(at, end, &order->street, &high)) ||
        !(at = text(at, end, &order->city, &high)) || !(at = text(at, end, &order->zip, &high)) ||
        !(at = tags(at, end, order, arena, &high)))
        return false;
    return at == end && (LIKELY(!high) || texts_valid(order));
}

/* ---- encoding ---- */

INLINE uint8_t *put_varint(uint8_t *at, uint64_t value)
{
    if (LIKELY(value < 0x80)) {
        *at = (uint8_t)value;
        return at + 1;
    }
    while (value >= 0x80) {
        *at++ = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    *at++ = (uint8_t)value;
    return at;
}

INLINE uint64_t zigzag(int64_t value)
{
    return (uint64_t)value << 1 ^ (uint64_t)(value >> 63);
}

INLINE uint8_t *put_text(uint8_t *at, struct rt_text text)
{
    const char *from = text.data;
    size_t size = text.size;

    at = put_varint(at, (uint64_t)size << 1);
    if (size >= 8) {
        if (LIKELY(size <= 16)) {
            memcpy(at, from, 8);
            memcpy(at + size - 8, from + size - 8, 8);
        } else if (size <= 32) {
            memcpy(at, from, 16);
            memcpy(at + size - 16, from + size - 16, 16);
        } else {
            memcpy(at, from, size);
        }
    } else if (size >= 4) {
        memcpy(at, from, 4);
        memcpy(at + size - 4, from + size - 4, 4);
    } else if (size) {
        at[0] = (uint8_t)from[0];
        at[size >> 1] = (uint8_t)from[size >> 1];
        at[size - 1] = (uint8_t)from[size - 1];
    }
    return at + size;
}

size_t avro_hand_bound(const struct hand_order *order)
{
    size_t size = 128 + order->user.size + order->product.size + order->street.size +
        order->city.size + order->zip.size + (order->has_status ? order->status.size : 0);

    for (size_t i = 0; i < order->tag_count; i++)
        size += order->tags[i].size + 10;
    return size;
}

size_t avro_hand_encode(const struct hand_order *order, uint8_t *out)
{
    uint64_t magnitude = (uint64_t)(order->amount ^ order->amount >> 63);
    size_t size = (magnitude ? (size_t)(64 - __builtin_clzll(magnitude)) : 0) / 8 + 1;
    uint64_t word = __builtin_bswap64((uint64_t)order->amount << (64 - 8 * size));
    uint8_t *at = put_varint(out, zigzag(order->id));

    at = put_text(at, order->user);
    at = put_text(at, order->product);
    *at++ = (uint8_t)(size << 1);
    memcpy(at, &word, 8);
    at = put_varint(at + size, zigzag(order->quantity));
    memcpy(at, &order->price, 8);
    at = put_varint(at + 8, zigzag(order->ts));
    *at++ = order->has_status ? 2 : 0;
    if (order->has_status)
        at = put_text(at, order->status);
    at = put_text(at, order->street);
    at = put_text(at, order->city);
    at = put_text(at, order->zip);
    if (order->tag_count) {
        at = put_varint(at, zigzag((int64_t)order->tag_count));
        for (size_t i = 0; i < order->tag_count; i++)
            at = put_text(at, order->tags[i]);
    }
    *at++ = 0;
    return (size_t)(at - out);
}
