/* Accumulators against plain arrays as models. */
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

Test(rt_counts, follow_the_model)
{
    struct rt_counts counts = {0};
    int64_t model[1000] = {0};
    uint32_t random = 5;
    struct rt_arena arena;
    struct rt_count *list;
    struct rt_buffer key = {0}, out = {0};
    struct rt_unpack in;
    struct rt_counts copy = {0};
    size_t index = 0;

    rt_arena_init(&arena);
    for (int i = 0; i < STEPS; i++) {
        int64_t number = next_random(&random) % 1000;
        int64_t change = next_random(&random) % 2 || !model[number] ? 1 : -1;

        key.size = 0;
        rt_sort_i64(&key, number - 500);
        rt_counts_add(&counts, rt_buffer_bytes(&key), change);
        model[number] += change;
    }
    list = rt_counts_list(&counts, &arena);
    for (int64_t i = 0; i < 1000; i++) {
        if (!model[i])
            continue;
        cr_assert(rt_sorted_i64(list[index].value) == i - 500 && list[index].count == model[i]);
        index++;
    }
    cr_assert(index == counts.count);
    cr_assert(rt_sorted_i64(rt_counts_least(&counts)) == rt_sorted_i64(list[0].value));
    cr_assert(
        rt_sorted_i64(rt_counts_greatest(&counts)) == rt_sorted_i64(list[index - 1].value));
    rt_counts_pack(&counts, &out);
    in = rt_unpack_of(rt_buffer_bytes(&out));
    rt_counts_unpack(&in, &copy);
    cr_assert(rt_unpack_end(&in) && copy.count == counts.count);
    rt_counts_release(&copy);
    rt_counts_release(&counts);
    rt_buffer_release(&key);
    rt_buffer_release(&out);
    rt_arena_release(&arena);
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
