/* Accumulators of aggregate functions that are more than a number: live in the value of a group
 * (rt/map.h), own heap memory, zeroed is empty. Values in them are bytes (rt/pack.h). */
#ifndef RT_AGGREGATE_H
#define RT_AGGREGATE_H

#include <rt/bitmap.h>
#include <rt/map.h>
#include <rt/pack.h>

/* ---- values as bytes that compare (memcmp, shorter first) as the values do ---- */

static inline void rt_sort_i64(struct rt_buffer *out, int64_t value)
{
    uint64_t big = __builtin_bswap64((uint64_t)value ^ UINT64_C(1) << 63);

    rt_pack_raw(out, &big, sizeof big);
}

static inline int64_t rt_sorted_i64(struct rt_bytes bytes)
{
    uint64_t big = 0;

    memcpy(&big, bytes.data, sizeof big);
    return (int64_t)(__builtin_bswap64(big) ^ UINT64_C(1) << 63);
}

static inline void rt_sort_i128(struct rt_buffer *out, rt_int128 value)
{
    uint64_t low = __builtin_bswap64((uint64_t)value);

    rt_sort_i64(out, (int64_t)(value >> 64));
    rt_pack_raw(out, &low, sizeof low);
}

static inline rt_int128 rt_sorted_i128(struct rt_bytes bytes)
{
    uint64_t low;

    memcpy(&low, bytes.data + 8, sizeof low);
    return (rt_int128)rt_sorted_i64(bytes) * ((rt_int128)1 << 64) + __builtin_bswap64(low);
}

/* As Java compares: -0 before 0, NaN last. */
static inline void rt_sort_f64(struct rt_buffer *out, double value)
{
    int64_t bits;

    if (value != value)
        value = __builtin_nan("");
    memcpy(&bits, &value, sizeof bits);
    rt_sort_i64(out, bits ^ (bits < 0 ? INT64_MAX : 0));
}

static inline double rt_sorted_f64(struct rt_bytes bytes)
{
    int64_t bits = rt_sorted_i64(bytes);
    double value;

    bits ^= bits < 0 ? INT64_MAX : 0;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline void rt_sort_timestamp(struct rt_buffer *out, struct rt_timestamp value)
{
    rt_sort_i64(out, value.ms);
    rt_sort_i64(out, value.nanos);
}

static inline struct rt_timestamp rt_sorted_timestamp(struct rt_bytes bytes)
{
    return (struct rt_timestamp){rt_sorted_i64(bytes),
        (int32_t)rt_sorted_i64((struct rt_bytes){bytes.data + 8, 8})};
}

static inline void rt_sort_text(struct rt_buffer *out, struct rt_text value)
{
    if (value.size)
        rt_pack_raw(out, value.data, value.size);
}

static inline void rt_sort_bytes(struct rt_buffer *out, struct rt_bytes value)
{
    if (value.size)
        rt_pack_raw(out, value.data, value.size);
}

static inline struct rt_text rt_sorted_text(struct rt_arena *arena, struct rt_bytes bytes)
{
    return rt_text_copy(arena, (struct rt_text){(const char *)bytes.data, bytes.size});
}

static inline struct rt_bytes rt_buffer_bytes(const struct rt_buffer *buffer)
{
    return (struct rt_bytes){buffer->data, buffer->size};
}

/* ---- VAR_*, STDDEV_*: Welford's method, step by step as Flink's ---- */

struct rt_welford {
    int64_t count;
    double mean, m2;
};

static inline void rt_welford_add(struct rt_welford *of, double value)
{
    double before;

    if (++of->count <= 0)
        return;
    before = value - of->mean;
    of->mean += before / (double)of->count;
    of->m2 += before * (value - of->mean);
}

static inline void rt_welford_remove(struct rt_welford *of, double value)
{
    double before;

    if (--of->count <= 0) {
        if (!of->count)
            of->mean = of->m2 = 0;
        return;
    }
    before = value - of->mean;
    of->mean -= before / (double)of->count;
    of->m2 -= (value - of->mean) * before;
}

/* ---- values in the order of arrival ---- */

struct rt_values {
    struct rt_buffer bytes; /* Each: its size (rt_pack_size), its bytes. */
    size_t head, last;      /* Where the first and the last begin. */
    size_t count;
};

void rt_values_release(struct rt_values *values);
void rt_values_clear(struct rt_values *values); /* Keeps the memory. */
void rt_values_add(struct rt_values *values, struct rt_bytes value);
/* The first one that is equal; false: there is none. */
bool rt_values_remove(struct rt_values *values, struct rt_bytes value);
/* Views; zero bytes if there is none. */
struct rt_bytes rt_values_first(const struct rt_values *values);
struct rt_bytes rt_values_last(const struct rt_values *values);
/* Goes through them: *at starts at 0. False: no more. */
bool rt_values_next(const struct rt_values *values, size_t *at, struct rt_bytes *value);
/* In place of the first one that begins with the same `prefix` bytes, else behind all. */
void rt_values_put(struct rt_values *values, struct rt_bytes value, size_t prefix);
/* The first one that begins with these bytes; whether it was the last of all. */
enum rt_removed { RT_REMOVED_NONE, RT_REMOVED_OTHER, RT_REMOVED_LAST };
enum rt_removed rt_values_remove_prefix(struct rt_values *values, struct rt_bytes prefix);
/* Makes it the only one. */
static inline void rt_values_set(struct rt_values *values, struct rt_bytes value)
{
    rt_values_clear(values);
    rt_values_add(values, value);
}
/* LISTAGG: all of them, with the separator between. */
struct rt_text rt_values_join(const struct rt_values *values, struct rt_text separator,
    struct rt_arena *arena);
void rt_values_pack(const struct rt_values *values, struct rt_buffer *out);
void rt_values_unpack(struct rt_unpack *in, struct rt_values *values);

/* For struct rt_operator, if the value of the map is a struct rt_values. */
bool rt_values_encode(const void *value, struct rt_buffer *out);
bool rt_values_decode(struct rt_bytes in, void *value, struct rt_error *error);
void rt_values_forget(void *value);
size_t rt_values_owned(const void *value);

/* ---- values with how often they are there, in order of their bytes ----
 *
 * Each value is an entry of a map that all groups share, under the group's key and the value's
 * bytes, so that a commit writes the values that changed and not all of a group. The order is made
 * again when entries are restored. */

struct rt_counted { /* The value of the map. */
    struct rt_counted *left, *right;
    int64_t count;
    uint32_t prefix; /* Bytes of the group's key. */
    uint32_t priority;
};

struct rt_counts {
    struct rt_counted *root;
    struct rt_map *map; /* NULL as long as it is empty. */
    size_t count;       /* Different values. */
};

struct rt_count {
    struct rt_bytes value;
    int64_t count;
};

/* Removes its values from the map. */
void rt_counts_release(struct rt_counts *counts);
/* Adds `change` to how often the value is there; at 0 it is gone. `key`: the group's, of `prefix`
 * bytes, and the value's. */
void rt_counts_add(struct rt_counts *counts, struct rt_map *map, struct rt_bytes key,
    size_t prefix, int64_t change);
/* With the group's key in keys[0], to which the value's bytes in keys[1] are added. */
static inline void rt_counts_add_to(struct rt_counts *counts, struct rt_map *map,
    struct rt_buffer keys[2], int64_t change)
{
    size_t prefix = keys[0].size;

    rt_buffer_add(&keys[0], keys[1].data, keys[1].size);
    rt_counts_add(counts, map, rt_buffer_bytes(&keys[0]), prefix, change);
}

/* Views; not of an empty one. */
struct rt_bytes rt_counts_least(const struct rt_counts *counts);
struct rt_bytes rt_counts_greatest(const struct rt_counts *counts);
/* All of them, ascending; views. */
struct rt_count *rt_counts_list(const struct rt_counts *counts, struct rt_arena *arena);
/* The same, one by one. */
void rt_counts_visit(const struct rt_counts *counts, void (*each)(void *to, struct rt_count item),
    void *to);
/* BITMAP_…_AGG of what may be taken back: each number is a value, by rt_sort_i64. `key` holds the
 * group's key, and its bytes behind that are lost. */
void rt_counts_add_bitmap(struct rt_counts *counts, struct rt_map *map, struct rt_buffer *key,
    struct rt_bytes bitmap, int64_t change);
/* How many of them are there `least` to `most` times; the bitmap of these. */
int64_t rt_counts_between(const struct rt_counts *counts, int64_t least, int64_t most);
struct rt_bytes rt_counts_bitmap(const struct rt_counts *counts, int64_t least, int64_t most,
    struct rt_arena *arena);
/* PERCENTILE of values by rt_sort_f64: what lies at each share of the way from the least to the
 * greatest, between two values in proportion. False: there are none. */
bool rt_counts_percentiles(const struct rt_counts *counts, const double *shares, size_t count,
    double *out);
/* An entry is back: the key of its group, and its place in the group's order. */
struct rt_bytes rt_counts_group(const struct rt_map *map, const void *value);
void rt_counts_restored(struct rt_counts *counts, struct rt_map *map, void *value);
/* For struct rt_operator. Such a map has no TTL of its own: values go with their group. */
bool rt_counts_encode(const void *value, struct rt_buffer *out);
bool rt_counts_decode(struct rt_bytes in, void *value, struct rt_error *error);

/* ---- DISTINCT: a map from group key and value to how often it is there ---- */

struct rt_distinct {
    int64_t count;
};

/* Whether the value is new. */
bool rt_distinct_add(struct rt_map *map, struct rt_bytes key);
/* Whether it was the last of its kind. */
bool rt_distinct_remove(struct rt_map *map, struct rt_bytes key);
bool rt_distinct_encode(const void *value, struct rt_buffer *out);
bool rt_distinct_decode(struct rt_bytes in, void *value, struct rt_error *error);

#endif
