/* Avro binary encoding (Avro 1.11 specification, "Binary Encoding"): the primitives that generated
 * codecs are made of.
 *
 * A decoder never reads outside its bytes and accepts any of them. It is a local of the generated
 * function and is only handed on by value, so that it stays in registers:
 *
 *     struct rt_avro in = rt_avro_open(bytes);
 *
 *     if (!rt_avro_long(&in, &row->order_id))
 *         return rt_avro_fail(in, "order_id", error);
 *     return rt_avro_end(&in, error);
 *
 * Text and bytes are views into the input. */
#ifndef RT_AVRO_H
#define RT_AVRO_H

#include <rt/base.h>
#include <rt/decimal.h>
#include <rt/items.h>
#include <rt/time.h>

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "Avro's floats are little-endian");

/* Moves that read beyond a value, within its page, are no error, but look like one. */
#if defined __SANITIZE_ADDRESS__
#define RT_AVRO_EXACT 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define RT_AVRO_EXACT 1
#endif
#endif

#define RT_AVRO_INLINE static inline __attribute__((always_inline))
#define RT_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define RT_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

enum rt_avro_problem {
    RT_AVRO_FINE,
    RT_AVRO_SHORT,     /* the bytes end within the value */
    RT_AVRO_VARINT,    /* more than 64 bits */
    RT_AVRO_INT,       /* a varint beyond the column's integer type */
    RT_AVRO_LENGTH,    /* a negative length, or one beyond the bytes left */
    RT_AVRO_UTF8,
    RT_AVRO_BOOLEAN,   /* neither 0 nor 1 */
    RT_AVRO_BRANCH,    /* no branch or symbol of this number */
    RT_AVRO_COUNT,     /* more items than bytes left */
    RT_AVRO_RANGE,     /* beyond the column's precision */
    RT_AVRO_NULL,      /* null for a NOT NULL column */
    RT_AVRO_UNFIT,     /* a union branch that the column cannot hold */
    RT_AVRO_MEMORY,    /* beyond what a record may become */
};

struct rt_avro {
    const uint8_t *at, *end, *start;
    enum rt_avro_problem problem;
};

/* The parts of a decoder one by one: in registers. */
__attribute__((cold, noinline)) bool rt_avro_fail_at(const uint8_t *at, const uint8_t *end,
    const uint8_t *start, enum rt_avro_problem problem, const char *field, struct rt_error *error);

/* Fills error (RT_DECODE, RT_SKIP) with field, byte offset and what is wrong there. False. */
RT_AVRO_INLINE bool rt_avro_fail(struct rt_avro in, const char *field, struct rt_error *error)
{
    return rt_avro_fail_at(in.at, in.end, in.start, in.problem, field, error);
}

/* `problem` found by generated code. False. */
RT_AVRO_INLINE bool rt_avro_refuse(struct rt_avro in, enum rt_avro_problem problem,
    const char *field, struct rt_error *error)
{
    return rt_avro_fail_at(in.at, in.end, in.start, problem, field, error);
}

/* RT_NOT_NULL, RT_STOP: a sink's column is NULL and must not be. False. */
__attribute__((cold, noinline)) bool rt_avro_null(const char *table, const char *column,
    struct rt_error *error);
/* RT_ENCODE, RT_STOP: a value that the schema cannot hold. False. */
__attribute__((cold, noinline)) bool rt_avro_unfit(const char *table, const char *column,
    const char *schema, struct rt_error *error);

/* The same for text that is none of an enum's symbols. */
__attribute__((cold, noinline)) bool rt_avro_no_symbol(const char *table, const char *column,
    struct rt_text value, const struct rt_text *symbols, size_t count, struct rt_error *error);

/* Whether the bytes are UTF-8 (RFC 3629: no overlong forms, no surrogates). */
bool rt_utf8_check(const uint8_t *data, size_t size);
/* Any size; false: none, or it does not fit. */
bool rt_avro_decimal_slow(const uint8_t *at, size_t size, int64_t *out);

/* ---- decoding ---- */

RT_AVRO_INLINE struct rt_avro rt_avro_open(struct rt_bytes bytes)
{
    return (struct rt_avro){.at = bytes.data, .end = bytes.data + bytes.size,
        .start = bytes.data};
}

/* The datum ends with the bytes. */
RT_AVRO_INLINE bool rt_avro_end(const struct rt_avro *in, struct rt_error *error)
{
    return RT_LIKELY(in->at == in->end) || rt_avro_fail(*in, NULL, error);
}

RT_AVRO_INLINE size_t rt_avro_left(const struct rt_avro *in)
{
    return (size_t)(in->end - in->at);
}

RT_AVRO_INLINE bool rt_avro_problem(struct rt_avro *in, enum rt_avro_problem problem)
{
    in->problem = problem;
    return false;
}

struct rt_avro_number {
    const uint8_t *at; /* NULL: `value` is the problem */
    uint64_t value;
};

struct rt_avro_number rt_avro_varint_slow(const uint8_t *at, const uint8_t *end);

/* Seven bits of each of the eight bytes, put together. */
RT_AVRO_INLINE uint64_t rt_avro_squeeze(uint64_t word)
{
    word &= UINT64_C(0x7f7f7f7f7f7f7f7f);
    word = (word & UINT64_C(0x007f007f007f007f)) | (word & UINT64_C(0x7f007f007f007f00)) >> 1;
    word = (word & UINT64_C(0x00003fff00003fff)) | (word & UINT64_C(0x3fff00003fff0000)) >> 2;
    return (word & UINT64_C(0x0fffffff)) | (word & UINT64_C(0x0fffffff00000000)) >> 4;
}

/* A varint that is likely to be long. */
RT_AVRO_INLINE bool rt_avro_varint(struct rt_avro *in, uint64_t *out)
{
    struct rt_avro_number number;

    if (RT_LIKELY(rt_avro_left(in) >= 8)) {
        uint64_t word, last;

        memcpy(&word, in->at, 8);
        last = ~word & UINT64_C(0x8080808080808080);
        if (RT_LIKELY(last != 0)) {
            in->at += (__builtin_ctzll(last) >> 3) + 1;
            *out = rt_avro_squeeze(word & (last ^ (last - 1)));
            return true;
        }
    }
    number = rt_avro_varint_slow(in->at, in->end);
    if (RT_UNLIKELY(!number.at))
        return rt_avro_problem(in, (enum rt_avro_problem)number.value);
    in->at = number.at;
    *out = number.value;
    return true;
}

/* A varint that is likely to be one byte: a length, a branch, a count. */
RT_AVRO_INLINE bool rt_avro_varint_short(struct rt_avro *in, uint64_t *out)
{
    struct rt_avro_number number;

    if (RT_LIKELY(in->at < in->end && *in->at < 0x80)) {
        *out = *in->at++;
        return true;
    }
    number = rt_avro_varint_slow(in->at, in->end);
    if (RT_UNLIKELY(!number.at))
        return rt_avro_problem(in, (enum rt_avro_problem)number.value);
    in->at = number.at;
    *out = number.value;
    return true;
}

RT_AVRO_INLINE int64_t rt_avro_unzigzag(uint64_t value)
{
    return (int64_t)(value >> 1) ^ -(int64_t)(value & 1);
}

RT_AVRO_INLINE bool rt_avro_long(struct rt_avro *in, int64_t *out)
{
    uint64_t value;

    if (!rt_avro_varint(in, &value))
        return false;
    *out = rt_avro_unzigzag(value);
    return true;
}

RT_AVRO_INLINE bool rt_avro_int(struct rt_avro *in, int32_t *out)
{
    uint64_t value;

    if (!rt_avro_varint(in, &value))
        return false;
    if (RT_UNLIKELY(value > UINT32_MAX))
        return rt_avro_problem(in, RT_AVRO_INT);
    *out = (int32_t)rt_avro_unzigzag(value);
    return true;
}

RT_AVRO_INLINE bool rt_avro_tinyint(struct rt_avro *in, int8_t *out)
{
    uint64_t value;

    if (!rt_avro_varint_short(in, &value))
        return false;
    if (RT_UNLIKELY(value > UINT8_MAX))
        return rt_avro_problem(in, RT_AVRO_INT);
    *out = (int8_t)rt_avro_unzigzag(value);
    return true;
}

RT_AVRO_INLINE bool rt_avro_smallint(struct rt_avro *in, int16_t *out)
{
    uint64_t value;

    if (!rt_avro_varint(in, &value))
        return false;
    if (RT_UNLIKELY(value > UINT16_MAX))
        return rt_avro_problem(in, RT_AVRO_INT);
    *out = (int16_t)rt_avro_unzigzag(value);
    return true;
}

RT_AVRO_INLINE bool rt_avro_boolean(struct rt_avro *in, bool *out)
{
    if (RT_UNLIKELY(in->at == in->end))
        return rt_avro_problem(in, RT_AVRO_SHORT);
    if (RT_UNLIKELY(*in->at > 1))
        return rt_avro_problem(in, RT_AVRO_BOOLEAN);
    *out = *in->at++;
    return true;
}

RT_AVRO_INLINE bool rt_avro_float(struct rt_avro *in, float *out)
{
    if (RT_UNLIKELY(rt_avro_left(in) < 4))
        return rt_avro_problem(in, RT_AVRO_SHORT);
    memcpy(out, in->at, 4);
    in->at += 4;
    return true;
}

RT_AVRO_INLINE bool rt_avro_double(struct rt_avro *in, double *out)
{
    if (RT_UNLIKELY(rt_avro_left(in) < 8))
        return rt_avro_problem(in, RT_AVRO_SHORT);
    memcpy(out, in->at, 8);
    in->at += 8;
    return true;
}

/* Promotions (specification, "Schema Resolution"). */
RT_AVRO_INLINE bool rt_avro_int_to_long(struct rt_avro *in, int64_t *out)
{
    int32_t value;

    return rt_avro_int(in, &value) && (*out = value, true);
}

RT_AVRO_INLINE bool rt_avro_int_to_float(struct rt_avro *in, float *out)
{
    int32_t value;

    return rt_avro_int(in, &value) && (*out = (float)value, true);
}

RT_AVRO_INLINE bool rt_avro_int_to_double(struct rt_avro *in, double *out)
{
    int32_t value;

    return rt_avro_int(in, &value) && (*out = value, true);
}

RT_AVRO_INLINE bool rt_avro_long_to_float(struct rt_avro *in, float *out)
{
    int64_t value;

    return rt_avro_long(in, &value) && (*out = (float)value, true);
}

RT_AVRO_INLINE bool rt_avro_long_to_double(struct rt_avro *in, double *out)
{
    int64_t value;

    return rt_avro_long(in, &value) && (*out = (double)value, true);
}

RT_AVRO_INLINE bool rt_avro_float_to_double(struct rt_avro *in, double *out)
{
    float value;

    return rt_avro_float(in, &value) && (*out = value, true);
}

/* The length in front of bytes and strings; what it measures is there. */
RT_AVRO_INLINE bool rt_avro_length(struct rt_avro *in, size_t *size)
{
    uint64_t value;

    if (!rt_avro_varint_short(in, &value))
        return false;
    if (RT_UNLIKELY(value & 1 || value >> 1 > rt_avro_left(in)))
        return rt_avro_problem(in, RT_AVRO_LENGTH);
    *size = value >> 1;
    return true;
}

RT_AVRO_INLINE bool rt_avro_fixed(struct rt_avro *in, size_t size, struct rt_bytes *out)
{
    if (RT_UNLIKELY(rt_avro_left(in) < size))
        return rt_avro_problem(in, RT_AVRO_SHORT);
    *out = (struct rt_bytes){in->at, size};
    in->at += size;
    return true;
}

RT_AVRO_INLINE bool rt_avro_bytes(struct rt_avro *in, struct rt_bytes *out)
{
    size_t size;

    if (!rt_avro_length(in, &size))
        return false;
    *out = (struct rt_bytes){in->at, size};
    in->at += size;
    return true;
}

#ifdef __SSE2__
RT_AVRO_INLINE uint32_t rt_avro_high_bits(const uint8_t *at)
{
    __m128i low = _mm_loadu_si128((const __m128i *)(const void *)at);
    __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(at + 16));

    return (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high) << 16;
}
#endif

/* The text of `size` bytes ahead. Most are ASCII and short: one look at 32 bytes of the record,
 * from the text's begin or up to its end, without a branch on the size. */
RT_AVRO_INLINE bool rt_avro_utf8(const struct rt_avro *in, size_t size)
{
#ifdef __SSE2__
    if (RT_LIKELY(size <= 32)) {
        uint64_t bits = 1;

        if (RT_LIKELY(rt_avro_left(in) >= 32))
            bits = rt_avro_high_bits(in->at) & ((UINT64_C(1) << size) - 1);
        else if (RT_LIKELY((size_t)(in->at - in->start) + size >= 32))
            bits = (uint64_t)rt_avro_high_bits(in->at + size - 32) >> (32 - size);
        if (RT_LIKELY(!bits))
            return true;
    }
#endif
    return rt_utf8_check(in->at, size);
}

RT_AVRO_INLINE bool rt_avro_text(struct rt_avro *in, struct rt_text *out)
{
    size_t size;

    if (!rt_avro_length(in, &size))
        return false;
    *out = (struct rt_text){(const char *)in->at, size};
    if (RT_UNLIKELY(!rt_avro_utf8(in, size)))
        return rt_avro_problem(in, RT_AVRO_UTF8);
    in->at += size;
    return true;
}

/* DECIMAL of at most 18 digits in `size` bytes ahead, two's complement; at most `limit` away from
 * zero. */
RT_AVRO_INLINE bool rt_avro_decimal_of(struct rt_avro *in, size_t size, int64_t limit, int64_t *out)
{
    int64_t value;

    if (RT_LIKELY(size - 1 < 8 && rt_avro_left(in) >= 8)) {
        uint64_t word;

        memcpy(&word, in->at, 8);
        value = (int64_t)__builtin_bswap64(word) >> (64 - 8 * size);
    } else if (!rt_avro_decimal_slow(in->at, size, &value)) {
        return rt_avro_problem(in, RT_AVRO_RANGE);
    }
    if (RT_UNLIKELY(value > limit || value < -limit))
        return rt_avro_problem(in, RT_AVRO_RANGE);
    *out = value;
    in->at += size;
    return true;
}

RT_AVRO_INLINE bool rt_avro_decimal(struct rt_avro *in, int64_t limit, int64_t *out)
{
    size_t size;

    return rt_avro_length(in, &size) && rt_avro_decimal_of(in, size, limit, out);
}

RT_AVRO_INLINE bool rt_avro_decimal_fixed(struct rt_avro *in, size_t size, int64_t limit,
    int64_t *out)
{
    if (RT_UNLIKELY(rt_avro_left(in) < size))
        return rt_avro_problem(in, RT_AVRO_SHORT);
    return rt_avro_decimal_of(in, size, limit, out);
}

/* DECIMAL of 19 to 38 digits. */
RT_AVRO_INLINE bool rt_avro_decimal128_of(struct rt_avro *in, struct rt_bytes bytes, int precision,
    rt_int128 *out)
{
    if (RT_UNLIKELY(!rt_decimal_from_bytes(bytes, out) || !rt_decimal_fits(*out, precision)))
        return rt_avro_problem(in, RT_AVRO_RANGE);
    return true;
}

RT_AVRO_INLINE bool rt_avro_decimal128(struct rt_avro *in, int precision, rt_int128 *out)
{
    struct rt_bytes bytes;

    return rt_avro_bytes(in, &bytes) && rt_avro_decimal128_of(in, bytes, precision, out);
}

RT_AVRO_INLINE bool rt_avro_decimal128_fixed(struct rt_avro *in, size_t size, int precision,
    rt_int128 *out)
{
    struct rt_bytes bytes;

    return rt_avro_fixed(in, size, &bytes) && rt_avro_decimal128_of(in, bytes, precision, out);
}

/* Time of the day: int of ms, long of us (the rest is cut). */
RT_AVRO_INLINE bool rt_avro_time_ms(struct rt_avro *in, int32_t *out)
{
    if (!rt_avro_int(in, out))
        return false;
    if (RT_UNLIKELY((uint32_t)*out >= RT_MS_PER_DAY))
        return rt_avro_problem(in, RT_AVRO_RANGE);
    return true;
}

RT_AVRO_INLINE bool rt_avro_time_us(struct rt_avro *in, int32_t *out)
{
    int64_t value;

    if (!rt_avro_long(in, &value))
        return false;
    if (RT_UNLIKELY((uint64_t)value >= RT_MS_PER_DAY * 1000))
        return rt_avro_problem(in, RT_AVRO_RANGE);
    *out = (int32_t)(value / 1000);
    return true;
}

/* A long that counts units of which `divisor` make one of the column's; floored. */
RT_AVRO_INLINE bool rt_avro_long_divided(struct rt_avro *in, int64_t divisor, int64_t *out)
{
    int64_t value;

    return rt_avro_long(in, &value) && (*out = rt_floor_div(value, divisor), true);
}

/* A long of milliseconds as microseconds. */
RT_AVRO_INLINE bool rt_avro_ms_to_us(struct rt_avro *in, int64_t *out)
{
    int64_t value;

    if (!rt_avro_long(in, &value))
        return false;
    if (RT_UNLIKELY(__builtin_mul_overflow(value, INT64_C(1000), out)))
        return rt_avro_problem(in, RT_AVRO_RANGE);
    return true;
}

/* TIMESTAMP(7..9) from a long; `per_ms`: its units in a millisecond (1, 1000, 1000000). */
RT_AVRO_INLINE bool rt_avro_timestamp(struct rt_avro *in, int32_t per_ms, struct rt_timestamp *out)
{
    int64_t value;

    if (!rt_avro_long(in, &value))
        return false;
    out->ms = rt_floor_div(value, per_ms);
    out->nanos = (int32_t)rt_floor_mod(value, per_ms) * (1000000 / per_ms);
    return true;
}

RT_AVRO_INLINE bool rt_avro_branch(struct rt_avro *in, uint32_t count, uint32_t *out)
{
    uint64_t value;

    if (!rt_avro_varint_short(in, &value))
        return false;
    if (RT_UNLIKELY(value & 1 || value >> 1 >= count))
        return rt_avro_problem(in, RT_AVRO_BRANCH);
    *out = (uint32_t)(value >> 1);
    return true;
}

/* A union of null and one other; `null_branch`: which of the two is null. */
RT_AVRO_INLINE bool rt_avro_nullable(struct rt_avro *in, uint32_t null_branch, bool *is_null)
{
    uint32_t branch;

    return rt_avro_branch(in, 2, &branch) && (*is_null = branch == null_branch, true);
}

RT_AVRO_INLINE bool rt_avro_enum(struct rt_avro *in, const struct rt_text *symbols, uint32_t count,
    struct rt_text *out)
{
    uint32_t symbol;

    return rt_avro_branch(in, count, &symbol) && (*out = symbols[symbol], true);
}

/* ---- items of arrays and maps ---- */

/* The next block: items->left of them, 0 at the end of the array. No item is shorter than `least`
 * bytes, which bounds what a block may claim. */
RT_AVRO_INLINE bool rt_avro_block(struct rt_avro *in, struct rt_items *items, size_t least)
{
    uint64_t value, bytes;

    items->left = 0;
    if (RT_UNLIKELY(!rt_avro_varint_short(in, &value)))
        return false;
    if (!value)
        return true;
    if (RT_UNLIKELY(value & 1)) {
        value++; /* A negative count: its absolute value, then the bytes of the block. */
        if (!rt_avro_varint_short(in, &bytes))
            return false;
        if (bytes & 1 || bytes >> 1 > rt_avro_left(in))
            return rt_avro_problem(in, RT_AVRO_LENGTH);
    }
    if (RT_UNLIKELY(value >> 1 > rt_avro_left(in) / least || !value))
        return rt_avro_problem(in, RT_AVRO_COUNT);
    rt_items_claim(items, value >> 1);
    return true;
}

/* Of entries with the same key the last one counts: it takes the place of the first. `null` may be
 * NULL. */
void rt_avro_last_wins(struct rt_arena *arena, struct rt_items *items, struct rt_text *keys,
    void *values, size_t value_size, bool *null);

/* ---- passing over what no column wants ---- */

RT_AVRO_INLINE bool rt_avro_skip_varint(struct rt_avro *in)
{
    uint64_t value;

    return rt_avro_varint(in, &value);
}

RT_AVRO_INLINE bool rt_avro_skip_bytes(struct rt_avro *in)
{
    size_t size;

    if (!rt_avro_length(in, &size))
        return false;
    in->at += size;
    return true;
}

RT_AVRO_INLINE bool rt_avro_skip_fixed(struct rt_avro *in, size_t size)
{
    if (RT_UNLIKELY(rt_avro_left(in) < size))
        return rt_avro_problem(in, RT_AVRO_SHORT);
    in->at += size;
    return true;
}

/* The next block of *left items to pass over, 0 at the end; blocks that tell their bytes are passed
 * over here. `least` 0: items without bytes, nothing is left to do for them. */
RT_AVRO_INLINE bool rt_avro_skip_block(struct rt_avro *in, uint64_t *left, size_t least)
{
    uint64_t value;

    for (;;) {
        if (!rt_avro_varint_short(in, &value))
            return false;
        *left = value >> 1;
        if (!value)
            return true;
        if (RT_UNLIKELY(value & 1)) {
            if (!rt_avro_skip_bytes(in))
                return false;
            continue;
        }
        if (!least)
            continue;
        if (RT_UNLIKELY(*left > rt_avro_left(in) / least))
            return rt_avro_problem(in, RT_AVRO_COUNT);
        return true;
    }
}

/* ---- encoding: writes without checks behind one rt_buffer_reserve ---- */

enum {
    RT_AVRO_VARINT_MAX = 10,   /* most bytes of a varint */
    RT_AVRO_DECIMAL_MAX = 17,  /* of a decimal with its length */
    RT_AVRO_SLACK = 32,        /* what a put may overwrite behind its end */
};

/* Ends what rt_buffer_reserve began. True. */
RT_AVRO_INLINE bool rt_avro_close(struct rt_buffer *out, const uint8_t *at)
{
    out->size = (size_t)(at - out->data);
    return true;
}

RT_AVRO_INLINE uint8_t *rt_avro_put_varint(uint8_t *at, uint64_t value)
{
    while (RT_UNLIKELY(value >= 0x80)) {
        *at++ = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    *at++ = (uint8_t)value;
    return at;
}

RT_AVRO_INLINE uint8_t *rt_avro_put_long(uint8_t *at, int64_t value)
{
    return rt_avro_put_varint(at, (uint64_t)value << 1 ^ (uint64_t)(value >> 63));
}

/* A number in units of which `units` make one of the value's: it wraps beyond 64 bits. */
RT_AVRO_INLINE uint8_t *rt_avro_put_scaled(uint8_t *at, int64_t value, int64_t units)
{
    return rt_avro_put_long(at, (int64_t)((uint64_t)value * (uint64_t)units));
}

/* In units that are `units` of the value's, floored. */
RT_AVRO_INLINE uint8_t *rt_avro_put_floored(uint8_t *at, int64_t value, int64_t units)
{
    return rt_avro_put_long(at, rt_floor_div(value, units));
}

/* A count, a length, the number of a branch or symbol. */
RT_AVRO_INLINE uint8_t *rt_avro_put_size(uint8_t *at, size_t value)
{
    return rt_avro_put_varint(at, (uint64_t)value << 1);
}

RT_AVRO_INLINE uint8_t *rt_avro_put_boolean(uint8_t *at, bool value)
{
    *at = value;
    return at + 1;
}

RT_AVRO_INLINE uint8_t *rt_avro_put_float(uint8_t *at, float value)
{
    memcpy(at, &value, 4);
    return at + 4;
}

RT_AVRO_INLINE uint8_t *rt_avro_put_double(uint8_t *at, double value)
{
    memcpy(at, &value, 8);
    return at + 8;
}

/* Short data in one move of 32 bytes, whatever its size: what it writes too much is within the
 * slack, what it reads too much within the page. */
RT_AVRO_INLINE uint8_t *rt_avro_put_raw(uint8_t *at, const void *data, size_t size)
{
#if defined __SSE2__ && !defined RT_AVRO_EXACT
    if (RT_LIKELY(size - 1 < 32 && ((uintptr_t)data & 4095) <= 4096 - 32)) {
        const __m128i *from = data;
        __m128i low, high;

        __asm__("" : "+r"(from)); /* gcc warns of reading behind a literal that it can see. */
        low = _mm_loadu_si128(from);
        high = _mm_loadu_si128(from + 1);

        _mm_storeu_si128((__m128i *)(void *)at, low);
        _mm_storeu_si128((__m128i *)(void *)(at + 16), high);
        return at + size;
    }
#endif
    if (RT_LIKELY(size))
        memcpy(at, data, size);
    return at + size;
}

RT_AVRO_INLINE uint8_t *rt_avro_put_text(uint8_t *at, struct rt_text value)
{
    return rt_avro_put_raw(rt_avro_put_size(at, value.size), value.data, value.size);
}

RT_AVRO_INLINE uint8_t *rt_avro_put_bytes(uint8_t *at, struct rt_bytes value)
{
    return rt_avro_put_raw(rt_avro_put_size(at, value.size), value.data, value.size);
}

/* The shortest two's complement form, with its length. */
RT_AVRO_INLINE uint8_t *rt_avro_put_decimal(uint8_t *at, int64_t value)
{
    uint64_t magnitude = (uint64_t)(value ^ value >> 63);
    size_t size = (size_t)(64 - __builtin_clzll(magnitude << 1 | 1) + 7) / 8;
    uint64_t word = __builtin_bswap64((uint64_t)value << (64 - 8 * size));

    *at = (uint8_t)(size << 1);
    memcpy(at + 1, &word, 8);
    return at + 1 + size;
}

RT_AVRO_INLINE uint8_t *rt_avro_put_decimal128(uint8_t *at, rt_int128 value)
{
    size_t size = rt_decimal_to_bytes(value, at + 1);

    *at = (uint8_t)(size << 1);
    return at + 1 + size;
}

/* Text of a column in units of a schema: us of ms and so on wrap only beyond the year 292000. */
RT_AVRO_INLINE int64_t rt_avro_timestamp_units(struct rt_timestamp value, int32_t per_ms)
{
    return (int64_t)((uint64_t)value.ms * (uint64_t)per_ms +
        (uint64_t)(value.nanos / (1000000 / per_ms)));
}

RT_AVRO_INLINE uint8_t *rt_avro_put_timestamp(uint8_t *at, struct rt_timestamp value,
    int32_t per_ms)
{
    return rt_avro_put_long(at, rt_avro_timestamp_units(value, per_ms));
}

/* Whether a 64-bit count of nanoseconds reaches it: the years 1677 to 2262, by whole
 * milliseconds. */
RT_AVRO_INLINE bool rt_avro_nanos_fit(struct rt_timestamp value)
{
    return value.ms >= INT64_MIN / 1000000 && value.ms < INT64_MAX / 1000000;
}

/* The number of a symbol; `count` if there is none. */
size_t rt_avro_symbol(const struct rt_text *symbols, size_t count, struct rt_text symbol);

#endif
