#include "base/base.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

Test(arena, keeps_every_allocation_apart)
{
    struct arena *arena = arena_new();
    char *small = arena_strdup(arena, "small"), *large = arena_alloc(arena, 1000000), *next;

    memset(large, 'x', 1000000);
    next = arena_printf(arena, "%s-%d", "next", 7);
    cr_assert_str_eq(small, "small");
    cr_assert_str_eq(next, "next-7");
    cr_assert_eq((uintptr_t)arena_alloc(arena, 1) % 16, 0);
    cr_assert_geq(arena_used(arena), 1000000u);
    arena_free(arena);
    arena_free(NULL);
}

Test(arena, is_zeroed)
{
    struct arena *arena = arena_new();

    for (size_t size = 0; size < 200; size++) {
        unsigned char *at = arena_alloc(arena, size);

        for (size_t i = 0; i < size; i++) {
            cr_assert_eq(at[i], 0);
            at[i] = 0xFF;
        }
    }
    arena_free(arena);
}

Test(text, grows_and_indents)
{
    struct arena *arena = arena_new();
    struct text text = {.arena = arena};

    cr_assert_str_eq(text_chars(&text), "");
    text_add_block(&text, "if (x)\n\n    y();\n#define Z", 4);
    cr_assert_str_eq(text_chars(&text), "    if (x)\n\n        y();\n#define Z\n");
    for (int i = 0; i < 10000; i++)
        text_printf(&text, "%d,", i);
    cr_assert_eq(text.size, strlen(text.data));
    arena_free(arena);
}

Test(vec, holds_what_was_pushed)
{
    struct arena *arena = arena_new();
    VEC(int) vec = {0};

    for (int i = 0; i < 1000; i++)
        vec_push(arena, &vec, i);
    cr_assert_eq(vec.count, 1000);
    for (int i = 0; i < 1000; i++)
        cr_assert_eq(vec.at[i], i);
    arena_free(arena);
}

Test(map, keeps_order_and_finds)
{
    struct arena *arena = arena_new();
    struct map map = {.arena = arena};
    static int values[500];
    char key[16];

    cr_assert_null(map_get(&map, "k0"));
    for (int i = 0; i < 500; i++) {
        snprintf(key, sizeof key, "k%d", i);
        map_put(&map, key, &values[i]);
    }
    for (int i = 0; i < 500; i += 2) {
        snprintf(key, sizeof key, "k%d", i);
        cr_assert(map_remove(&map, key));
        cr_assert_not(map_remove(&map, key));
    }
    cr_assert_eq(map.count, 250);
    for (int i = 0; i < 500; i++) {
        snprintf(key, sizeof key, "k%d", i);
        cr_assert_eq(map_get(&map, key), i % 2 ? &values[i] : NULL);
    }
    cr_assert_str_eq(map.at[0].key, "k1");
    cr_assert_str_eq(map.at[249].key, "k499");
    arena_free(arena);
}

Test(nearest, finds_slips_and_no_strangers)
{
    static const char *const names[] = {"order_id", "customer", "price"};

    cr_assert_str_eq(nearest_name("ordr_id", names, 3), "order_id");
    cr_assert_str_eq(nearest_name("PRICE", names, 3), "price");
    cr_assert_null(nearest_name("warehouse", names, 3));
    cr_assert_null(nearest_name(names[0], names, 3));
}

Test(utf8, round_trips_and_refuses)
{
    static const uint32_t points[] = {0x00, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF,
        0x10000, 0x10FFFF};
    static const char *const wrong[] = {"\x80", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80",
        "\xF4\x90\x80\x80", "\xC3", "\xE2\x82", "\xFF"};
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        struct text text = {.arena = arena};
        uint32_t point;

        utf8_add(&text, points[i]);
        cr_assert_eq(utf8_decode(text.data, text.data + text.size, &point), text.size);
        cr_assert_eq(point, points[i]);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint32_t point;

        cr_assert_eq(utf8_decode(wrong[i], wrong[i] + strlen(wrong[i]), &point), 0);
    }
    arena_free(arena);
}
