/* Functions of ARRAY and MAP.
 *
 * Generated code has a struct for every type of array or map; here they are views of any of them.
 * Elements are as they are stored in a row; what a function must know about them is in a struct
 * rt_element. A pointer to an element is NULL for SQL NULL. Results are in the arena, or views of
 * an argument. (conformance: collection.slt) */
#ifndef RT_COLLECTION_H
#define RT_COLLECTION_H

#include <rt/base.h>

struct rt_array {
    size_t count;
    const void *at;
    const bool *null; /* NULL: no element is NULL */
};

struct rt_map {
    size_t count;
    const void *keys, *values;
    const bool *null;     /* of values */
    const bool *key_null; /* NULL: no key is NULL */
};

struct rt_element {
    size_t size;
    bool (*equal)(const void *a, const void *b);
    int (*compare)(const void *a, const void *b); /* NULL: has no order */
};

extern const struct rt_element rt_element_bool, rt_element_i8, rt_element_i16, rt_element_i32,
    rt_element_i64, rt_element_i128, rt_element_f32, rt_element_f64, rt_element_text,
    rt_element_bytes, rt_element_timestamp;

/* ---- ARRAY ---- */

int32_t rt_cardinality(struct rt_array a);
int32_t rt_map_cardinality(struct rt_map a);
/* ELEMENT(a): NULL of an empty array; several elements fail the job. NULL: SQL NULL. */
bool rt_array_element(struct rt_array a, const struct rt_element *of, const void **out,
    struct rt_error *error);
bool rt_array_contains(struct rt_array a, const void *item, const struct rt_element *of);
/* 1-based; 0: not there. */
int32_t rt_array_position(struct rt_array a, const void *item, const struct rt_element *of);
struct rt_array rt_array_append(struct rt_arena *arena, struct rt_array a, const void *item,
    const struct rt_element *of);
struct rt_array rt_array_prepend(struct rt_arena *arena, struct rt_array a, const void *item,
    const struct rt_element *of);
struct rt_array rt_array_remove(struct rt_arena *arena, struct rt_array a, const void *item,
    const struct rt_element *of);
struct rt_array rt_array_reverse(struct rt_arena *arena, struct rt_array a,
    const struct rt_element *of);
struct rt_array rt_array_concat(struct rt_arena *arena, const struct rt_array *arrays,
    size_t count, const struct rt_element *of);
/* The first of equal elements stays, in all four. */
struct rt_array rt_array_distinct(struct rt_arena *arena, struct rt_array a,
    const struct rt_element *of);
struct rt_array rt_array_union(struct rt_arena *arena, struct rt_array a, struct rt_array b,
    const struct rt_element *of);
struct rt_array rt_array_intersect(struct rt_arena *arena, struct rt_array a, struct rt_array b,
    const struct rt_element *of);
struct rt_array rt_array_except(struct rt_arena *arena, struct rt_array a, struct rt_array b,
    const struct rt_element *of);
/* Positions from 1, negative ones from the end, `last` included; a `last` of 0 is as 1. */
struct rt_array rt_array_slice(struct rt_array a, int32_t first, const struct rt_element *of);
struct rt_array rt_array_slice_to(struct rt_array a, int32_t first, int32_t last,
    const struct rt_element *of);
/* NULLs come first when ascending, last when descending, unless the third argument says. */
struct rt_array rt_array_sort(struct rt_arena *arena, struct rt_array a,
    const struct rt_element *of);
struct rt_array rt_array_sort_by(struct rt_arena *arena, struct rt_array a, bool ascending,
    const struct rt_element *of);
struct rt_array rt_array_sort_nulls(struct rt_arena *arena, struct rt_array a, bool ascending,
    bool nulls_first, const struct rt_element *of);
/* NULLs are not looked at; false: there is nothing else. */
bool rt_array_max(struct rt_array a, const struct rt_element *of, const void **out);
bool rt_array_min(struct rt_array a, const struct rt_element *of, const void **out);
/* Of texts. NULLs are left out, or replaced. */
struct rt_text rt_array_join(struct rt_arena *arena, struct rt_array a, struct rt_text separator);
struct rt_text rt_array_join_nulls(struct rt_arena *arena, struct rt_array a,
    struct rt_text separator, struct rt_text null);

/* ---- MAP ---- */

struct rt_array rt_map_keys(struct rt_map a);
struct rt_array rt_map_values(struct rt_map a);
/* Keys that occur twice stay both, as in Flink. Another number of values fails the job. */
bool rt_map_from_arrays(struct rt_array keys, struct rt_array values, struct rt_map *out,
    struct rt_error *error);
/* The last map's entries come first and win. */
struct rt_map rt_map_union(struct rt_arena *arena, const struct rt_map *maps, size_t count,
    const struct rt_element *key, const struct rt_element *value);

/* ---- text to ARRAY and MAP ---- */

/* An empty text has no parts; an empty separator parts the characters. */
struct rt_array rt_split(struct rt_arena *arena, struct rt_text a, struct rt_text separator);

#endif
