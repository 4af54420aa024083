/* Accumulators against plain arrays as models. */
#include "state/map.h"

#include <rt/aggregate.h>

#include <criterion/criterion.h>
#include <stdlib.h>

enum { STEPS = 20000, LIMIT = 64 };

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

static struct rt_bytes bytes_of(const uint32_t *number)
{
    /* One to four bytes: sizes differ. */
    return (struct rt_bytes){(const uint8_t *)number, 1 + *number % 4};
}

Test(rt_values, follow_the_model)
{
    struct rt_values values = {0}, copy = {0};
    uint32_t model[LIMIT], random = 3;
    size_t count = 0;

    for (int i = 0; i < STEPS; i++) {
        uint32_t number = next_random(&random) % 50;
        struct rt_buffer out = {0};
        struct rt_bytes value;
        struct rt_unpack in;
        size_t at = 0, seen = 0, found = 0;

        if (count < LIMIT && next_random(&random) % 2) {
            rt_values_add(&values, bytes_of(&number));
            model[count++] = number;
        } else {
            while (found < count && model[found] != number)
                found++;
            cr_assert(rt_values_remove(&values, bytes_of(&number)) == (found < count));
            for (; found + 1 < count; found++)
                model[found] = model[found + 1];
            count -= found < count;
        }
        cr_assert(values.count == count);
        while (rt_values_next(&values, &at, &value))
            cr_assert(!rt_bytes_compare(value, bytes_of(&model[seen])) && seen++ < count);
        cr_assert(seen == count);
        if (count) {
            cr_assert(!rt_bytes_compare(rt_values_first(&values), bytes_of(&model[0])));
            cr_assert(!rt_bytes_compare(rt_values_last(&values), bytes_of(&model[count - 1])));
        }
        rt_values_pack(&values, &out);
        rt_values_clear(&copy);
        in = rt_unpack_of(rt_buffer_bytes(&out));
        rt_values_unpack(&in, &copy);
        cr_assert(rt_unpack_end(&in) && copy.count == count);
        cr_assert(!rt_bytes_compare(rt_values_last(&copy), rt_values_last(&values)));
        rt_buffer_release(&out);
    }
    rt_values_release(&values);
    rt_values_release(&copy);
}

static const struct rt_operator counted = {.name = "test-1",
    .value_size = sizeof(struct rt_counted), .encode = rt_counts_encode,
    .decode = rt_counts_decode};

static void check_counts(const struct rt_counts *counts, const int64_t *model)
{
    struct rt_arena arena;
    struct rt_count *list;
    size_t index = 0;

    rt_arena_init(&arena);
    list = rt_counts_list(counts, &arena);
    for (int64_t i = 0; i < 1000; i++) {
        if (!model[i])
            continue;
        cr_assert(rt_sorted_i64(list[index].value) == i - 500 && list[index].count == model[i]);
        index++;
    }
    cr_assert(index == counts->count);
    cr_assert(rt_sorted_i64(rt_counts_least(counts)) == rt_sorted_i64(list[0].value));
    cr_assert(
        rt_sorted_i64(rt_counts_greatest(counts)) == rt_sorted_i64(list[index - 1].value));
    rt_arena_release(&arena);
}

struct copy {
    struct rt_map *map;
    struct rt_counts counts[2]; /* Of the groups "a" and "b". */
};

static bool put_copy(void *context, int32_t shard, struct rt_bytes key,
    const struct rt_bytes *value, struct rt_error *error)
{
    struct copy *copy = context;
    struct rt_counted *entry;

    (void)shard;
    cr_assert(value);
    cr_assert(map_restore(copy->map, key, value, error));
    entry = rt_map_find(copy->map, key);
    cr_assert(rt_counts_group(copy->map, entry).size == 1);
    rt_counts_restored(&copy->counts[key.data[0] - 'a'], copy->map, entry);
    return true;
}

Test(rt_counts, follow_the_model)
{
    struct rt_map *map = map_new(&counted, 1, true);
    struct rt_counts counts[2] = {0};
    int64_t model[2][1000] = {0};
    uint32_t random = 5;
    struct rt_buffer keys[2] = {0};
    struct copy copy = {.map = map_new(&counted, 1, true)};
    struct rt_error error;

    for (int i = 0; i < STEPS; i++) {
        int64_t number = next_random(&random) % 1000;
        size_t group = next_random(&random) % 2;
        int64_t change = next_random(&random) % 2 || !model[group][number] ? 1 : -1;

        keys[0].size = keys[1].size = 0;
        rt_buffer_add(&keys[0], group ? "b" : "a", 1);
        rt_sort_i64(&keys[1], number - 500);
        rt_counts_add_to(&counts[group], map, keys, change);
        model[group][number] += change;
    }
    cr_assert(map_changes(map, true, put_copy, &copy, &error));
    for (int i = 0; i < 2; i++) {
        check_counts(&counts[i], model[i]);
        check_counts(&copy.counts[i], model[i]);
        rt_counts_release(&counts[i]);
        rt_counts_release(&copy.counts[i]);
    }
    cr_assert(!rt_map_count(map) && !rt_map_count(copy.map));
    map_free(map);
    map_free(copy.map);
    rt_buffer_release(&keys[0]);
    rt_buffer_release(&keys[1]);
}

Test(rt_order, bytes_compare_as_values)
{
    const double numbers[] = {-__builtin_inf(), -2.5, -1, -0.0, 0.0, 1e-300, 3, 1e300,
        __builtin_inf(), __builtin_nan("")};
    const rt_int128 wide[] = {-((rt_int128)1 << 100), -1, 0, 1, (rt_int128)1 << 64,
        (rt_int128)1 << 100};
    struct rt_buffer a = {0}, b = {0};

    for (size_t i = 1; i < sizeof numbers / sizeof *numbers; i++) {
        a.size = b.size = 0;
        rt_sort_f64(&a, numbers[i - 1]);
        rt_sort_f64(&b, numbers[i]);
        cr_assert(rt_bytes_compare(rt_buffer_bytes(&a), rt_buffer_bytes(&b)) < 0, "%zu", i);
        cr_assert(rt_sorted_f64(rt_buffer_bytes(&a)) == numbers[i - 1]);
    }
    for (size_t i = 1; i < sizeof wide / sizeof *wide; i++) {
        a.size = b.size = 0;
        rt_sort_i128(&a, wide[i - 1]);
        rt_sort_i128(&b, wide[i]);
        cr_assert(rt_bytes_compare(rt_buffer_bytes(&a), rt_buffer_bytes(&b)) < 0, "%zu", i);
        cr_assert(rt_sorted_i128(rt_buffer_bytes(&b)) == wide[i]);
    }
    rt_buffer_release(&a);
    rt_buffer_release(&b);
}
