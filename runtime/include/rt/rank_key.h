/* Sort keys of Top-N as bytes that memcmp puts in order.
 *
 * A key is a sequence of columns. A column that may be NULL starts with rt_rank_key_null or
 * rt_rank_key_present; the value follows unless it is NULL. Descending turns every bit of the
 * value. */
#ifndef RT_RANK_KEY_H
#define RT_RANK_KEY_H

#include <rt/base.h>

#include <string.h>

static inline void rt_rank_key_raw(struct rt_buffer *out, uint64_t value, bool descending)
{
    uint8_t *at = rt_buffer_reserve(out, sizeof value);

    value = descending ? ~value : value;
    for (size_t i = 0; i < sizeof value; i++)
        at[i] = (uint8_t)(value >> (56 - 8 * i));
    out->size += sizeof value;
}

/* NULL, and what a present value has in its place. */
static inline void rt_rank_key_null(struct rt_buffer *out, bool first)
{
    *rt_buffer_reserve(out, 1) = first ? 0 : 2;
    out->size++;
}

static inline void rt_rank_key_present(struct rt_buffer *out)
{
    *rt_buffer_reserve(out, 1) = 1;
    out->size++;
}

/* Also BOOLEAN, the smaller integers, dates, times, intervals. */
static inline void rt_rank_key_i64(struct rt_buffer *out, int64_t value, bool descending)
{
    rt_rank_key_raw(out, (uint64_t)value ^ UINT64_C(1) << 63, descending);
}

static inline void rt_rank_key_i128(struct rt_buffer *out, rt_int128 value, bool descending)
{
    rt_rank_key_i64(out, (int64_t)(value >> 64), descending);
    rt_rank_key_raw(out, (uint64_t)value, descending);
}

/* FLOAT too. -0 is 0; NaN is the greatest. */
static inline void rt_rank_key_f64(struct rt_buffer *out, double value, bool descending)
{
    uint64_t bits;

    value = value != value ? __builtin_nan("") : value + 0.0;
    memcpy(&bits, &value, sizeof bits);
    rt_rank_key_raw(out, bits >> 63 ? ~bits : bits | UINT64_C(1) << 63, descending);
}

static inline void rt_rank_key_timestamp(struct rt_buffer *out, struct rt_timestamp value,
    bool descending)
{
    rt_rank_key_i64(out, value.ms, descending);
    rt_rank_key_i64(out, value.nanos, descending);
}

/* A zero byte becomes 00 FF; 00 00 ends the value. */
static inline void rt_rank_key_bytes(struct rt_buffer *out, struct rt_bytes value, bool descending)
{
    uint8_t *at = rt_buffer_reserve(out, 2 * value.size + 2), turn = descending ? 0xFF : 0;

    for (size_t i = 0; i < value.size; i++) {
        *at++ = value.data[i] ^ turn;
        if (!value.data[i])
            *at++ = 0xFF ^ turn;
    }
    *at++ = turn;
    *at++ = turn;
    out->size = (size_t)(at - out->data);
}

static inline void rt_rank_key_text(struct rt_buffer *out, struct rt_text value, bool descending)
{
    rt_rank_key_bytes(out, (struct rt_bytes){(const uint8_t *)value.data, value.size}, descending);
}

#endif
