/* ARRAY and MAP over elements of any type. */
#include "internal.h"

#include <rt/collection.h>
#include <rt/string.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- elements ---- */

#define NUMBER(word, type)                                                                         \
    static int compare_##word(const void *a, const void *b)                                        \
    {                                                                                              \
        type x, y;                                                                                 \
                                                                                                   \
        memcpy(&x, a, sizeof x);                                                                   \
        memcpy(&y, b, sizeof y);                                                                   \
        return (x > y) - (x < y);                                                                  \
    }                                                                                              \
    static bool equal_##word(const void *a, const void *b)                                         \
    {                                                                                              \
        return compare_##word(a, b) == 0;                                                          \
    }                                                                                              \
    const struct rt_element rt_element_##word = {sizeof(type), equal_##word, compare_##word};

NUMBER(bool, bool)
NUMBER(i8, int8_t)
NUMBER(i16, int16_t)
NUMBER(i32, int32_t)
NUMBER(i64, int64_t)
NUMBER(i128, rt_int128)
#undef NUMBER

/* NaN is equal to itself and above all. */
static int compare_doubles(double x, double y)
{
    if (isnan(x) || isnan(y))
        return isnan(x) - isnan(y);
    return (x > y) - (x < y);
}

static int compare_f32(const void *a, const void *b)
{
    return compare_doubles((double)*(const float *)a, (double)*(const float *)b);
}

static bool equal_f32(const void *a, const void *b)
{
    return compare_f32(a, b) == 0;
}

static int compare_f64(const void *a, const void *b)
{
    return compare_doubles(*(const double *)a, *(const double *)b);
}

static bool equal_f64(const void *a, const void *b)
{
    return compare_f64(a, b) == 0;
}

static int compare_text(const void *a, const void *b)
{
    return rt_compare_text(*(const struct rt_text *)a, *(const struct rt_text *)b);
}

static bool equal_text(const void *a, const void *b)
{
    return rt_equal_text(*(const struct rt_text *)a, *(const struct rt_text *)b);
}

static int compare_bytes(const void *a, const void *b)
{
    return rt_compare_bytes(*(const struct rt_bytes *)a, *(const struct rt_bytes *)b);
}

static bool equal_bytes(const void *a, const void *b)
{
    return rt_equal_bytes(*(const struct rt_bytes *)a, *(const struct rt_bytes *)b);
}

static int compare_timestamp(const void *a, const void *b)
{
    return rt_timestamp_compare(
        *(const struct rt_timestamp *)a, *(const struct rt_timestamp *)b);
}

static bool equal_timestamp(const void *a, const void *b)
{
    return compare_timestamp(a, b) == 0;
}

const struct rt_element rt_element_f32 = {sizeof(float), equal_f32, compare_f32};
const struct rt_element rt_element_f64 = {sizeof(double), equal_f64, compare_f64};
const struct rt_element rt_element_text = {sizeof(struct rt_text), equal_text, compare_text};
const struct rt_element rt_element_bytes = {sizeof(struct rt_bytes), equal_bytes, compare_bytes};
const struct rt_element rt_element_timestamp = {
    sizeof(struct rt_timestamp), equal_timestamp, compare_timestamp};

static const void *item(struct rt_array a, size_t i, const struct rt_element *of)
{
    if (a.null && a.null[i])
        return NULL;
    return (const char *)a.at + i * of->size;
}

static bool same(const void *a, const void *b, const struct rt_element *of)
{
    return a && b ? of->equal(a, b) : !a && !b;
}

/* An array being filled, of at most `room` elements. */
struct filling {
    const struct rt_element *of;
    char *at;
    bool *null;
    size_t count;
    bool any_null;
};

static struct filling fill(struct rt_arena *arena, size_t room, const struct rt_element *of)
{
    return (struct filling){.of = of, .at = rt_arena_alloc(arena, room * of->size),
        .null = rt_arena_alloc(arena, room)};
}

static void put(struct filling *filling, const void *value)
{
    char *at = filling->at + filling->count * filling->of->size;

    if (value)
        memcpy(at, value, filling->of->size);
    else
        memset(at, 0, filling->of->size);
    filling->null[filling->count++] = !value;
    filling->any_null = filling->any_null || !value;
}

static struct rt_array filled(const struct filling *filling)
{
    return (struct rt_array){
        filling->count, filling->at, filling->any_null ? filling->null : NULL};
}

static bool has(struct rt_array a, const void *value, const struct rt_element *of)
{
    for (size_t i = 0; i < a.count; i++)
        if (same(item(a, i, of), value, of))
            return true;
    return false;
}

/* ---- ARRAY ---- */

int32_t rt_cardinality(struct rt_array a)
{
    return (int32_t)a.count;
}

int32_t rt_map_cardinality(struct rt_map a)
{
    return (int32_t)a.count;
}

bool rt_array_element(struct rt_array a, const struct rt_element *of, const void **out,
    struct rt_error *error)
{
    if (a.count > 1)
        return rt_fail(error, RT_EXPRESSION, RT_STOP,
            "ELEMENT: the array has more than one element (%zu)", a.count);
    *out = a.count ? item(a, 0, of) : NULL;
    return true;
}

bool rt_array_contains(struct rt_array a, const void *value, const struct rt_element *of)
{
    return has(a, value, of);
}

int32_t rt_array_position(struct rt_array a, const void *value, const struct rt_element *of)
{
    for (size_t i = 0; i < a.count; i++)
        if (same(item(a, i, of), value, of))
            return (int32_t)i + 1;
    return 0;
}

struct rt_array rt_array_append(struct rt_arena *arena, struct rt_array a, const void *value,
    const struct rt_element *of)
{
    struct filling result = fill(arena, a.count + 1, of);

    for (size_t i = 0; i < a.count; i++)
        put(&result, item(a, i, of));
    put(&result, value);
    return filled(&result);
}

struct rt_array rt_array_prepend(struct rt_arena *arena, struct rt_array a, const void *value,
    const struct rt_element *of)
{
    struct filling result = fill(arena, a.count + 1, of);

    put(&result, value);
    for (size_t i = 0; i < a.count; i++)
        put(&result, item(a, i, of));
    return filled(&result);
}

struct rt_array rt_array_remove(struct rt_arena *arena, struct rt_array a, const void *value,
    const struct rt_element *of)
{
    struct filling result = fill(arena, a.count, of);

    for (size_t i = 0; i < a.count; i++)
        if (!same(item(a, i, of), value, of))
            put(&result, item(a, i, of));
    return filled(&result);
}

struct rt_array rt_array_reverse(struct rt_arena *arena, struct rt_array a,
    const struct rt_element *of)
{
    struct filling result = fill(arena, a.count, of);

    for (size_t i = a.count; i-- > 0;)
        put(&result, item(a, i, of));
    return filled(&result);
}

struct rt_array rt_array_concat(struct rt_arena *arena, const struct rt_array *arrays,
    size_t count, const struct rt_element *of)
{
    struct filling result;
    size_t total = 0;

    for (size_t i = 0; i < count; i++)
        total += arrays[i].count;
    result = fill(arena, total, of);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < arrays[i].count; j++)
            put(&result, item(arrays[i], j, of));
    return filled(&result);
}

/* Adds the elements of `a` that are not there yet, and are (not) in `other`. */
static void put_distinct(struct filling *result, struct rt_array a, const struct rt_array *other,
    bool in_other)
{
    for (size_t i = 0; i < a.count; i++) {
        const void *value = item(a, i, result->of);

        if (!has(filled(result), value, result->of) &&
            (!other || has(*other, value, result->of) == in_other))
            put(result, value);
    }
}

struct rt_array rt_array_distinct(struct rt_arena *arena, struct rt_array a,
    const struct rt_element *of)
{
    struct filling result = fill(arena, a.count, of);

    put_distinct(&result, a, NULL, false);
    return filled(&result);
}

struct rt_array rt_array_union(struct rt_arena *arena, struct rt_array a, struct rt_array b,
    const struct rt_element *of)
{
    struct filling result = fill(arena, a.count + b.count, of);

    put_distinct(&result, a, NULL, false);
    put_distinct(&result, b, NULL, false);
    return filled(&result);
}

struct rt_array rt_array_intersect(struct rt_arena *arena, struct rt_array a, struct rt_array b,
    const struct rt_element *of)
{
    struct filling result = fill(arena, a.count, of);

    put_distinct(&result, a, &b, true);
    return filled(&result);
}

struct rt_array rt_array_except(struct rt_arena *arena, struct rt_array a, struct rt_array b,
    const struct rt_element *of)
{
    struct filling result = fill(arena, a.count, of);

    put_distinct(&result, a, &b, false);
    return filled(&result);
}

struct rt_array rt_array_slice(struct rt_array a, int32_t first, const struct rt_element *of)
{
    return rt_array_slice_to(a, first, a.count ? (int32_t)a.count : 1, of);
}

struct rt_array rt_array_slice_to(struct rt_array a, int32_t first, int32_t last,
    const struct rt_element *of)
{
    int64_t count = (int64_t)a.count, from = first, to = last;

    from += from < 0 ? count + 1 : 0;
    to += to < 0 ? count + 1 : 0;
    from = from < 1 ? 1 : from;
    to = to == 0 ? 1 : to > count ? count : to;
    if (to < from || from > count)
        return (struct rt_array){0};
    return (struct rt_array){(size_t)(to - from + 1),
        (const char *)a.at + (size_t)(from - 1) * of->size, a.null ? a.null + from - 1 : NULL};
}

/* Merges two sorted runs of `in` into `out`. */
static void merge(const void **in, const void **out, size_t left, size_t middle, size_t right,
    const struct rt_element *of, int sign)
{
    size_t i = left, j = middle;

    for (size_t k = left; k < right; k++) {
        bool take_left = j >= right ||
            (i < middle && sign * of->compare(in[i], in[j]) <= 0);

        out[k] = take_left ? in[i++] : in[j++];
    }
}

struct rt_array rt_array_sort_nulls(struct rt_arena *arena, struct rt_array a, bool ascending,
    bool nulls_first, const struct rt_element *of)
{
    struct filling result = fill(arena, a.count, of);
    const void **items = rt_arena_alloc(arena, a.count * sizeof *items);
    const void **spare = rt_arena_alloc(arena, a.count * sizeof *spare);
    size_t count = 0;

    for (size_t i = 0; i < a.count; i++)
        if (item(a, i, of))
            items[count++] = item(a, i, of);
    for (size_t width = 1; width < count; width *= 2) {
        const void **swap = items;

        for (size_t at = 0; at < count; at += 2 * width) {
            size_t middle = at + width < count ? at + width : count;
            size_t end = at + 2 * width < count ? at + 2 * width : count;

            merge(items, spare, at, middle, end, of, ascending ? 1 : -1);
        }
        items = spare;
        spare = swap;
    }
    for (size_t i = count; nulls_first && i < a.count; i++)
        put(&result, NULL);
    for (size_t i = 0; i < count; i++)
        put(&result, items[i]);
    while (result.count < a.count)
        put(&result, NULL);
    return filled(&result);
}

struct rt_array rt_array_sort(struct rt_arena *arena, struct rt_array a,
    const struct rt_element *of)
{
    return rt_array_sort_nulls(arena, a, true, true, of);
}

struct rt_array rt_array_sort_by(struct rt_arena *arena, struct rt_array a, bool ascending,
    const struct rt_element *of)
{
    return rt_array_sort_nulls(arena, a, ascending, ascending, of);
}

static bool extreme(struct rt_array a, const struct rt_element *of, int sign, const void **out)
{
    const void *best = NULL;

    for (size_t i = 0; i < a.count; i++) {
        const void *value = item(a, i, of);

        if (value && (!best || sign * of->compare(value, best) > 0))
            best = value;
    }
    *out = best;
    return best;
}

bool rt_array_max(struct rt_array a, const struct rt_element *of, const void **out)
{
    return extreme(a, of, 1, out);
}

bool rt_array_min(struct rt_array a, const struct rt_element *of, const void **out)
{
    return extreme(a, of, -1, out);
}

static struct rt_text join(struct rt_arena *arena, struct rt_array a, struct rt_text separator,
    const struct rt_text *null)
{
    const struct rt_text **parts = rt_arena_alloc(arena, a.count * sizeof *parts);
    size_t count = 0, size = 0;
    char *data, *at;

    for (size_t i = 0; i < a.count; i++) {
        const struct rt_text *part = item(a, i, &rt_element_text);

        part = part ? part : null;
        if (!part)
            continue;
        size += part->size + (count ? separator.size : 0);
        parts[count++] = part;
    }
    at = data = rt_arena_alloc(arena, size);
    for (size_t i = 0; i < count; i++) {
        if (i && separator.size)
            at = (char *)memcpy(at, separator.data, separator.size) + separator.size;
        if (parts[i]->size)
            at = (char *)memcpy(at, parts[i]->data, parts[i]->size) + parts[i]->size;
    }
    return (struct rt_text){data, size};
}

struct rt_text rt_array_join(struct rt_arena *arena, struct rt_array a, struct rt_text separator)
{
    return join(arena, a, separator, NULL);
}

struct rt_text rt_array_join_nulls(struct rt_arena *arena, struct rt_array a,
    struct rt_text separator, struct rt_text null)
{
    return join(arena, a, separator, &null);
}

/* ---- MAP ---- */

struct rt_array rt_map_keys(struct rt_map a)
{
    return (struct rt_array){a.count, a.keys, a.key_null};
}

struct rt_array rt_map_values(struct rt_map a)
{
    return (struct rt_array){a.count, a.values, a.null};
}

bool rt_map_from_arrays(struct rt_array keys, struct rt_array values, struct rt_map *out,
    struct rt_error *error)
{
    if (keys.count != values.count)
        return rt_fail(error, RT_EXPRESSION, RT_STOP,
            "MAP_FROM_ARRAYS: %zu keys, but %zu values", keys.count, values.count);
    *out = (struct rt_map){keys.count, keys.at, values.at, values.null, keys.null};
    return true;
}

struct rt_map rt_map_union(struct rt_arena *arena, const struct rt_map *maps, size_t count,
    const struct rt_element *key, const struct rt_element *value)
{
    struct filling keys, values;
    struct rt_array all, names;
    size_t total = 0;

    for (size_t i = 0; i < count; i++)
        total += maps[i].count;
    keys = fill(arena, total, key);
    values = fill(arena, total, value);
    for (size_t i = count; i-- > 0;) {
        size_t before = keys.count;

        for (size_t j = 0; j < maps[i].count; j++) {
            const void *at = item(rt_map_keys(maps[i]), j, key);

            if (has((struct rt_array){before, keys.at, keys.null}, at, key))
                continue;
            put(&keys, at);
            put(&values, item(rt_map_values(maps[i]), j, value));
        }
    }
    all = filled(&values);
    names = filled(&keys);
    return (struct rt_map){names.count, names.at, all.at, all.null, names.null};
}

/* ---- text to ARRAY ---- */

struct rt_array rt_split(struct rt_arena *arena, struct rt_text a, struct rt_text separator)
{
    struct rt_text *parts;
    size_t count = 0, from = 0;

    if (a.size == 0)
        return (struct rt_array){0};
    parts = rt_arena_alloc(arena, (a.size + 1) * sizeof *parts);
    if (separator.size == 0) {
        while (from < a.size) {
            size_t step = rt_utf8_step(a.data + from, a.size - from);

            parts[count++] = (struct rt_text){a.data + from, step};
            from += step;
        }
        return (struct rt_array){count, parts, NULL};
    }
    for (;;) {
        size_t at = find_text(a, separator, from);

        if (at == SIZE_MAX)
            break;
        parts[count++] = (struct rt_text){a.data + from, at - from};
        from = at + separator.size;
    }
    parts[count++] = (struct rt_text){a.data + from, a.size - from};
    return (struct rt_array){count, parts, NULL};
}
