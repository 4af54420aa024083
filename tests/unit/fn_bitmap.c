/* BITMAP against a plain list of numbers; bytes that are no bitmap. */
#include <rt/aggregate.h>
#include <rt/bitmap.h>

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { UNIVERSE = 1 << 18, ROUNDS = 200 };

static uint64_t state = 88172645463325252u;

static uint32_t next_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

/* Few numbers, many, or runs of them; one universe crosses the sign. */
static void fill(bool *model, struct rt_bitmap_set *set, int32_t base)
{
    uint32_t kind = next_random() % 3, count = kind ? 1 + next_random() % 9000 : next_random() % 20;

    memset(model, 0, UNIVERSE);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = next_random() % UNIVERSE, more = kind == 2 ? next_random() % 60 : 0;

        for (uint32_t at = first; at <= first + more && at < UNIVERSE; at++) {
            model[at] = true;
            rt_bitmap_set_add(set, (int32_t)((uint32_t)base + at));
        }
    }
}

struct comparison {
    const bool *model;
    uint32_t base, next;
    bool same;
};

static bool compare(void *to, uint32_t number)
{
    struct comparison *comparison = to;
    uint32_t at = number - comparison->base;

    for (; comparison->next < at && comparison->next < UNIVERSE; comparison->next++)
        comparison->same &= !comparison->model[comparison->next];
    comparison->same &= at < UNIVERSE && comparison->next == at && comparison->model[at];
    comparison->next = at + 1;
    return comparison->same;
}

static void expect(struct rt_arena *arena, struct rt_bytes bytes, const bool *model, int32_t base)
{
    struct comparison comparison = {model, (uint32_t)base, 0, true};
    struct rt_error error;
    struct rt_bytes again;
    int64_t count = 0;

    rt_bitmap_visit(bytes, compare, &comparison);
    for (; comparison.next < UNIVERSE; comparison.next++)
        comparison.same &= !model[comparison.next];
    for (size_t i = 0; i < UNIVERSE; i++)
        count += model[i];
    cr_assert(comparison.same);
    cr_assert_eq(rt_bitmap_cardinality(bytes), count);
    cr_assert(rt_bitmap_from_bytes(arena, bytes, &again, &error), "%s", error.message);
    cr_assert_eq(rt_bytes_compare(again, bytes), 0);
}

Test(fn_bitmap, does_what_a_list_does)
{
    struct rt_arena arena;
    bool *a = malloc(UNIVERSE), *b = malloc(UNIVERSE), *c = malloc(UNIVERSE);

    rt_arena_init(&arena);
    for (int round = 0; round < ROUNDS; round++) {
        int32_t base = round % 2 ? 0 : -65536;
        struct rt_bitmap_set x = {0}, y = {0}, loaded = {0};
        struct rt_buffer packed = {0};
        struct rt_unpack from;
        struct rt_bytes left, right;

        fill(a, &x, base);
        fill(b, &y, base);
        left = rt_bitmap_set_bytes(&x, &arena);
        right = rt_bitmap_set_bytes(&y, &arena);
        /* The base may wrap: then the halves with a sign come last. */
        if (base >= 0) {
            expect(&arena, left, a, base);
            for (size_t i = 0; i < UNIVERSE; i++)
                c[i] = a[i] && b[i];
            expect(&arena, rt_bitmap_and(&arena, left, right), c, base);
            for (size_t i = 0; i < UNIVERSE; i++)
                c[i] = a[i] || b[i];
            expect(&arena, rt_bitmap_or(&arena, left, right), c, base);
            for (size_t i = 0; i < UNIVERSE; i++)
                c[i] = a[i] != b[i];
            expect(&arena, rt_bitmap_xor(&arena, left, right), c, base);
            for (size_t i = 0; i < UNIVERSE; i++)
                c[i] = a[i] && !b[i];
            expect(&arena, rt_bitmap_andnot(&arena, left, right), c, base);
        }
        rt_bitmap_set_pack(&x, &packed);
        from = rt_unpack_of(rt_buffer_bytes(&packed));
        rt_bitmap_set_unpack(&from, &loaded);
        cr_assert(rt_unpack_end(&from));
        cr_assert_eq(loaded.cardinality, x.cardinality);
        /* The same numbers again change nothing, in whatever form they are now. */
        for (int i = 0; i < 100; i++) {
            int32_t number = (int32_t)((uint32_t)base + next_random() % UNIVERSE);

            rt_bitmap_set_add(&loaded, number);
            rt_bitmap_set_add(&x, number);
        }
        cr_assert_eq(rt_bytes_compare(rt_bitmap_set_bytes(&loaded, &arena),
                         rt_bitmap_set_bytes(&x, &arena)), 0);
        rt_bitmap_set_release(&x);
        rt_bitmap_set_release(&y);
        rt_bitmap_set_release(&loaded);
        rt_buffer_release(&packed);
        rt_arena_reset(&arena);
    }
    rt_arena_release(&arena);
    free(a);
    free(b);
    free(c);
}

static void use(struct rt_arena *arena, struct rt_bytes bytes)
{
    struct rt_bitmap_set set = {0};
    struct rt_array array;
    struct rt_error error;
    struct rt_bytes out;

    rt_bitmap_from_bytes(arena, bytes, &out, &error);
    rt_bitmap_cardinality(bytes);
    rt_bitmap_to_string(arena, bytes);
    if (!rt_bitmap_to_array(arena, bytes, &array, &error))
        cr_assert(*error.message);
    rt_bitmap_set_or(&set, bytes);
    rt_bitmap_set_xor(&set, bytes);
    rt_bitmap_set_and(&set, bytes);
    rt_bitmap_set_release(&set);
}

Test(fn_bitmap, survives_any_bytes)
{
    struct rt_arena arena;

    rt_arena_init(&arena);
    for (int round = 0; round < 20 * ROUNDS; round++) {
        struct rt_bitmap_set set = {0};
        struct rt_bytes good;
        size_t size;
        uint8_t *bytes;

        for (uint32_t i = next_random() % 600; i; i--)
            rt_bitmap_set_add(&set, (int32_t)(next_random() % (round % 2 ? 3000 : 300000)));
        good = rt_bitmap_set_bytes(&set, &arena);
        size = round % 3 ? good.size : next_random() % (good.size + 1);
        bytes = malloc(size ? size : 1); /* A block of its own: reads behind it are seen. */
        memcpy(bytes, good.data, size);
        for (uint32_t i = next_random() % 4; i && size; i--)
            bytes[next_random() % (next_random() % 2 && size > 24 ? 24 : size)] =
                (uint8_t)next_random();
        use(&arena, (struct rt_bytes){bytes, size});
        free(bytes);
        rt_bitmap_set_release(&set);
        rt_arena_reset(&arena);
    }
    rt_arena_release(&arena);
}

Test(fn_bitmap, of_all_numbers_stays_small)
{
    uint8_t head[4 + 8192 + 65536 * 8], *at = head; /* every container one run */
    struct rt_buffer bytes = {0};
    struct rt_arena arena;
    struct rt_array array;
    struct rt_error error;
    struct rt_bytes out;

    rt_arena_init(&arena);
    memset(head, 0xff, sizeof head);
    memcpy(at, "\x3b\x30\xff\xff", 4);
    for (uint32_t i = 0, offset = sizeof head; i < 65536; i++, offset += 6) {
        uint16_t half[2] = {(uint16_t)i, UINT16_MAX};

        memcpy(at + 4 + 8192 + i * 4, half, 4);
        memcpy(at + 4 + 8192 + 65536 * 4 + i * 4, &offset, 4);
    }
    rt_buffer_add(&bytes, head, sizeof head);
    for (uint32_t i = 0; i < 65536; i++)
        rt_buffer_add(&bytes, "\1\0\0\0\xff\xff", 6);
    cr_assert(rt_bitmap_from_bytes(&arena, rt_buffer_bytes(&bytes), &out, &error), "%s",
        error.message);
    cr_assert_eq(rt_bytes_compare(out, rt_buffer_bytes(&bytes)), 0);
    cr_assert_eq(rt_bitmap_cardinality(out), INT64_C(1) << 32);
    cr_assert_lt(rt_bitmap_to_string(&arena, out).size, 1 << 20);
    cr_assert_not(rt_bitmap_to_array(&arena, out, &array, &error));
    cr_assert_eq(rt_bitmap_cardinality(rt_bitmap_xor(&arena, out, out)), 0);
    rt_buffer_release(&bytes);
    rt_arena_release(&arena);
}
