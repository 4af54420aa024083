/* Values as bytes: keys of state (equal values, equal bytes) and rows in state.
 *
 * Numbers have their own width, little-endian; text and bytes have their size in front. Nothing is
 * converted on the way: what is read are views into the bytes. */
#ifndef RT_PACK_H
#define RT_PACK_H

#include <rt/base.h>

#include <string.h>

/* ---- writing ---- */

static inline void rt_pack_raw(struct rt_buffer *out, const void *value, size_t size)
{
    uint8_t *at = rt_buffer_reserve(out, size);

    memcpy(at, value, size);
    out->size += size;
}

static inline void rt_pack_bool(struct rt_buffer *out, bool value)
{
    rt_pack_raw(out, &value, sizeof value);
}

static inline void rt_pack_i8(struct rt_buffer *out, int8_t value)
{
    rt_pack_raw(out, &value, sizeof value);
}

static inline void rt_pack_i16(struct rt_buffer *out, int16_t value)
{
    rt_pack_raw(out, &value, sizeof value);
}

static inline void rt_pack_i32(struct rt_buffer *out, int32_t value)
{
    rt_pack_raw(out, &value, sizeof value);
}

static inline void rt_pack_i64(struct rt_buffer *out, int64_t value)
{
    rt_pack_raw(out, &value, sizeof value);
}

static inline void rt_pack_i128(struct rt_buffer *out, rt_int128 value)
{
    rt_pack_raw(out, &value, sizeof value);
}

/* One NaN for all of them; -0 stays apart from 0, as in Flink's keys. */
static inline void rt_pack_f32(struct rt_buffer *out, float value)
{
    if (value != value)
        value = __builtin_nanf("");
    rt_pack_raw(out, &value, sizeof value);
}

static inline void rt_pack_f64(struct rt_buffer *out, double value)
{
    if (value != value)
        value = __builtin_nan("");
    rt_pack_raw(out, &value, sizeof value);
}

static inline void rt_pack_timestamp(struct rt_buffer *out, struct rt_timestamp value)
{
    rt_pack_i64(out, value.ms);
    rt_pack_i32(out, value.nanos);
}

/* Seven bits a byte, the low ones first. */
static inline void rt_pack_size(struct rt_buffer *out, size_t size)
{
    uint8_t *at = rt_buffer_reserve(out, 10);
    size_t count = 0;

    for (; size > 127; size >>= 7)
        at[count++] = (uint8_t)(size | 128);
    at[count++] = (uint8_t)size;
    out->size += count;
}

static inline void rt_pack_bytes(struct rt_buffer *out, struct rt_bytes value)
{
    rt_pack_size(out, value.size);
    if (value.size)
        rt_pack_raw(out, value.data, value.size);
}

static inline void rt_pack_text(struct rt_buffer *out, struct rt_text value)
{
    rt_pack_bytes(out, (struct rt_bytes){(const uint8_t *)value.data, value.size});
}

/* A byte that says whether a value follows; gives it back. */
static inline bool rt_pack_present(struct rt_buffer *out, bool present)
{
    rt_pack_bool(out, present);
    return present;
}

/* The first `columns` NULL bits of a row. */
static inline void rt_pack_nulls(struct rt_buffer *out, const uint64_t *nulls, size_t columns)
{
    rt_pack_raw(out, nulls, (columns + 7) / 8);
}

/* ---- reading: after the first value that is not there, all are 0 and `broken` is true ---- */

struct rt_unpack {
    const uint8_t *at, *end;
    bool broken;
};

static inline struct rt_unpack rt_unpack_of(struct rt_bytes bytes)
{
    return (struct rt_unpack){bytes.data, bytes.data + bytes.size, false};
}

/* Whether it was read whole and without a miss. */
static inline bool rt_unpack_end(const struct rt_unpack *in)
{
    return !in->broken && in->at == in->end;
}

static inline void rt_unpack_raw(struct rt_unpack *in, void *value, size_t size)
{
    if ((size_t)(in->end - in->at) < size) {
        in->broken = true;
        in->at = in->end;
        memset(value, 0, size);
        return;
    }
    memcpy(value, in->at, size);
    in->at += size;
}

static inline bool rt_unpack_bool(struct rt_unpack *in)
{
    uint8_t value;

    rt_unpack_raw(in, &value, sizeof value);
    return value != 0;
}

static inline int8_t rt_unpack_i8(struct rt_unpack *in)
{
    int8_t value;

    rt_unpack_raw(in, &value, sizeof value);
    return value;
}

static inline int16_t rt_unpack_i16(struct rt_unpack *in)
{
    int16_t value;

    rt_unpack_raw(in, &value, sizeof value);
    return value;
}

static inline int32_t rt_unpack_i32(struct rt_unpack *in)
{
    int32_t value;

    rt_unpack_raw(in, &value, sizeof value);
    return value;
}

static inline int64_t rt_unpack_i64(struct rt_unpack *in)
{
    int64_t value;

    rt_unpack_raw(in, &value, sizeof value);
    return value;
}

static inline rt_int128 rt_unpack_i128(struct rt_unpack *in)
{
    rt_int128 value;

    rt_unpack_raw(in, &value, sizeof value);
    return value;
}

static inline float rt_unpack_f32(struct rt_unpack *in)
{
    float value;

    rt_unpack_raw(in, &value, sizeof value);
    return value;
}

static inline double rt_unpack_f64(struct rt_unpack *in)
{
    double value;

    rt_unpack_raw(in, &value, sizeof value);
    return value;
}

static inline struct rt_timestamp rt_unpack_timestamp(struct rt_unpack *in)
{
    struct rt_timestamp value = {.ms = rt_unpack_i64(in)};

    value.nanos = rt_unpack_i32(in);
    return value;
}

static inline size_t rt_unpack_size(struct rt_unpack *in)
{
    size_t size = 0;

    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte;

        rt_unpack_raw(in, &byte, sizeof byte);
        size |= (size_t)(byte & 127) << shift;
        if (byte < 128)
            return size;
    }
    in->broken = true;
    return 0;
}

/* Of a collection: more elements than bytes cannot be. */
static inline size_t rt_unpack_count(struct rt_unpack *in)
{
    size_t count = rt_unpack_size(in);

    if (count <= (size_t)(in->end - in->at))
        return count;
    in->broken = true;
    return 0;
}

static inline struct rt_bytes rt_unpack_bytes(struct rt_unpack *in)
{
    size_t size = rt_unpack_count(in);
    struct rt_bytes value = {in->at, size};

    in->at += size;
    return value;
}

static inline struct rt_text rt_unpack_text(struct rt_unpack *in)
{
    struct rt_bytes bytes = rt_unpack_bytes(in);

    return (struct rt_text){(const char *)bytes.data, bytes.size};
}

static inline void rt_unpack_nulls(struct rt_unpack *in, uint64_t *nulls, size_t columns)
{
    memset(nulls, 0, (columns + 63) / 64 * sizeof *nulls);
    rt_unpack_raw(in, nulls, (columns + 7) / 8);
}

#endif
