/* Maps of operators: against a plain array as the model, with changes written and read again. */
#include "state/map.h"

#include <rt/row.h>

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS = 3000, STEPS = 200000 };

struct value {
    int64_t number;
    char *text; /* On the heap: a leak shows in the sanitizer's build. */
};

static bool encode(const void *value, struct rt_buffer *out)
{
    const struct value *v = value;

    rt_buffer_add(out, &v->number, sizeof v->number);
    rt_buffer_add(out, v->text, strlen(v->text));
    return true;
}

static bool decode(struct rt_bytes in, void *value, struct rt_error *error)
{
    struct value *v = value;

    if (in.size < sizeof v->number)
        return rt_fail(error, RT_STATE, RT_STOP, "short");
    memcpy(&v->number, in.data, sizeof v->number);
    v->text = strndup((const char *)in.data + sizeof v->number, in.size - sizeof v->number);
    return true;
}

static void release(void *value)
{
    struct value *v = value;

    free(v->text);
}

static const struct rt_operator plain = {.name = "test-1", .value_size = sizeof(struct value),
    .encode = encode, .decode = decode, .release = release};
static const struct rt_operator timed = {.name = "test-2", .value_size = sizeof(struct value),
    .ttl_ms = 100, .encode = encode, .decode = decode, .release = release};

/* Keys of an even length are kept for ever. */
static int64_t ttl_of(struct rt_bytes key)
{
    return key.size % 2 ? 50 : 0;
}

static const struct rt_operator mixed = {.name = "test-3", .value_size = sizeof(struct value),
    .ttl_ms = 50, .ttl_of = ttl_of, .encode = encode, .decode = decode, .release = release};

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/* Short and long keys, and the empty one. */
static struct rt_bytes key_of(uint32_t number, char *space)
{
    int size = !number ? 0
        : number % 3   ? snprintf(space, 64, "k%u", number)
                       : snprintf(space, 64, "a key that is longer than sixteen: %u", number);

    return (struct rt_bytes){(const uint8_t *)space, (size_t)size};
}

static void set(struct rt_map *map, uint32_t key, int64_t number)
{
    char space[64], text[32];
    bool found;
    struct value *value = rt_map_insert(map, key_of(key, space), &found);

    snprintf(text, sizeof text, "n%lld", (long long)number);
    cr_assert(found || !value->text, "zeroed");
    free(value->text);
    value->number = number;
    value->text = strdup(text);
    rt_map_touch(map, value);
}

static void check(struct rt_map *map, const int64_t *model)
{
    size_t count = 0;

    for (uint32_t i = 0; i < KEYS; i++) {
        char space[64];
        const struct value *value = rt_map_find(map, key_of(i, space));

        count += model[i] != 0;
        cr_assert(!value == !model[i], "key %u", i);
        cr_assert(!value || value->number == model[i], "key %u", i);
    }
    cr_assert(rt_map_count(map) == count);
}

/* A store: the last value of each key, as the topic would have it. */
struct entry {
    struct rt_bytes key, value;
};

struct store {
    struct entry entries[KEYS];
    size_t count;
};

static bool put(void *context, int32_t shard, struct rt_bytes key, const struct rt_bytes *value,
    struct rt_error *error)
{
    struct store *store = context;
    size_t i = 0;

    (void)error;
    cr_assert(shard >= 0 && shard < 4);
    while (i < store->count && (store->entries[i].key.size != key.size ||
                                   memcmp(store->entries[i].key.data, key.data, key.size) != 0))
        i++;
    if (i == store->count) {
        cr_assert(value, "a removal of what was never stored");
        store->entries[store->count++].key =
            (struct rt_bytes){memcpy(malloc(key.size + 1), key.data, key.size), key.size};
    }
    free((void *)store->entries[i].value.data);
    store->entries[i].value = (struct rt_bytes){0};
    if (value)
        store->entries[i].value = (struct rt_bytes){
            memcpy(malloc(value->size), value->data, value->size), value->size};
    return true;
}

static void restore(struct rt_map *map, const struct store *store)
{
    struct rt_error error;

    map_clear(map);
    for (size_t i = 0; i < store->count; i++)
        if (store->entries[i].value.data)
            cr_assert(map_restore(map, store->entries[i].key, &store->entries[i].value, &error),
                "%s", error.message);
}

static bool put_into_map(void *context, int32_t shard, struct rt_bytes key,
    const struct rt_bytes *value, struct rt_error *error)
{
    (void)shard;
    return map_restore(context, key, value, error);
}

static bool put_nothing(void *context, int32_t shard, struct rt_bytes key,
    const struct rt_bytes *value, struct rt_error *error)
{
    (void)context, (void)shard, (void)key, (void)value;
    return rt_fail(error, RT_STATE, RT_STOP, "nothing changed");
}

static void store_free(struct store *store)
{
    for (size_t i = 0; i < store->count; i++) {
        free((void *)store->entries[i].key.data);
        free((void *)store->entries[i].value.data);
    }
    free(store);
}

static void step(struct rt_map *map, int64_t *model, uint32_t *random)
{
    uint32_t key = next_random(random) % KEYS;
    int64_t number = 1 + next_random(random) % 100000;
    char space[64];

    if (next_random(random) % 3) {
        set(map, key, number);
        model[key] = number;
    } else if (model[key]) {
        rt_map_remove(map, rt_map_find(map, key_of(key, space)));
        model[key] = 0;
    }
}

Test(rt_map, follows_the_model)
{
    struct rt_map *map = map_new(&plain, 1, false);
    int64_t *model = calloc(KEYS, sizeof *model);
    uint32_t random = 7;

    for (int i = 0; i < STEPS; i++)
        step(map, model, &random);
    check(map, model);
    cr_assert(rt_map_memory(map) > rt_map_count(map) * sizeof(struct value));
    map_free(map);
    free(model);
}

Test(rt_map, is_rebuilt_from_its_changes)
{
    struct rt_map *map = map_new(&plain, 4, true);
    struct store *store = calloc(1, sizeof *store);
    int64_t *model = calloc(KEYS, sizeof *model), *committed = calloc(KEYS, sizeof *committed);
    uint32_t random = 11;
    struct rt_error error;

    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 500; i++)
            step(map, model, &random);
        check(map, model);
        if (round % 3 == 2) { /* The transaction is lost. */
            restore(map, store);
            memcpy(model, committed, KEYS * sizeof *model);
        } else {
            cr_assert(map_changes(map, true, put, store, &error));
            map_committed(map);
            memcpy(committed, model, KEYS * sizeof *model);
        }
        check(map, model);
    }
    restore(map, store);
    check(map, committed);
    map_free(map);
    store_free(store);
    free(model);
    free(committed);
}

Test(rt_map, forgets_what_was_not_touched)
{
    struct rt_map *map = map_new(&timed, 1, true);
    struct store *store = calloc(1, sizeof *store);
    struct rt_error error;
    char space[64];

    map_set_time(map, 1000);
    set(map, 1, 10);
    set(map, 2, 20);
    cr_assert(map_changes(map, true, put, store, &error));
    map_committed(map);
    map_set_time(map, 1080);
    set(map, 2, 21);
    map_set_time(map, 1101);
    cr_assert(!rt_map_find(map, key_of(1, space)));
    cr_assert(rt_map_find(map, key_of(2, space)));
    cr_assert(rt_map_count(map) == 1);
    restore(map, store); /* Before the removal: the time of key 1 came with it. */
    cr_assert(!rt_map_find(map, key_of(1, space)));
    map_free(map);
    store_free(store);
}

/* As a topic has them that is not compacted yet: what was replaced, what was removed. */
Test(rt_map, is_rebuilt_from_all_that_was_ever_put)
{
    struct rt_map *map = map_new(&plain, 1, true), *copy = map_new(&plain, 1, true);
    int64_t *model = calloc(KEYS, sizeof *model);
    uint32_t random = 3;
    struct rt_error error;

    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 500; i++)
            step(map, model, &random);
        cr_assert(map_changes(map, round % 2, put_into_map, copy, &error));
        map_committed(map);
    }
    map_restored(copy, NULL);
    check(copy, model);
    cr_assert(map_changes(copy, true, put_nothing, NULL, &error)); /* It is no change. */
    map_free(map);
    map_free(copy);
    free(model);
}

static struct rt_map *timed_copy(struct rt_map *map, int64_t now_ms)
{
    struct rt_map *copy = map_new(&timed, 1, true);
    struct rt_error error;

    cr_assert(map_changes(map, true, put_into_map, copy, &error));
    map_set_time(copy, now_ms);
    map_restored(copy, NULL);
    return copy;
}

Test(rt_map, a_time_to_live_goes_on_over_a_restart)
{
    struct rt_map *map = map_new(&timed, 1, true), *copy;
    char space[64];

    map_set_time(map, 1000);
    set(map, 1, 10);
    map_set_time(map, 1050);
    set(map, 2, 20);
    copy = timed_copy(map, 1100); /* As old as may be. */
    cr_assert_eq(rt_map_count(copy), 2);
    map_set_time(copy, 1101);
    cr_assert(!rt_map_find(copy, key_of(1, space)));
    cr_assert(rt_map_find(copy, key_of(2, space)));
    map_free(copy);
    copy = timed_copy(map, 1101); /* Its time was up while nothing ran. */
    cr_assert_eq(rt_map_count(copy), 1);
    map_free(copy);
    map_free(map);
}

static const struct rt_operator rows = {.name = "test-4", .value_size = sizeof(struct rt_row),
    .ttl_ms = 100, .encode = rt_row_encode, .decode = rt_row_decode, .release = rt_row_release,
    .owned = rt_row_owned};

static void set_row(struct rt_map *map, int key, size_t size)
{
    static const uint8_t bytes[1000];
    char space[64];
    bool found;
    struct rt_row *row = rt_map_insert(map, key_of(key, space), &found);

    rt_row_set(row, (struct rt_bytes){bytes, size});
    rt_map_touch(map, row);
}

Test(rt_map, what_values_own_is_counted)
{
    struct rt_map *map = map_new(&rows, 1, true), *copy = map_new(&rows, 1, true);
    struct rt_error error;
    char space[64];
    size_t empty;

    map_set_time(map, 1000);
    set_row(map, 1, 0);
    set_row(map, 2, 0);
    empty = rt_map_memory(map);
    set_row(map, 1, 1000);
    set_row(map, 2, 300);
    set_row(map, 2, 500);
    cr_expect_eq(rt_map_memory(map) - empty, 1500);
    cr_assert(map_changes(map, true, put_into_map, copy, &error));
    cr_assert(map_changes(map, true, put_into_map, copy, &error)); /* Again, in their place. */
    map_set_time(copy, 1000);
    map_restored(copy, NULL);
    rt_map_remove(copy, rt_map_find(copy, key_of(1, space)));
    rt_map_remove(map, rt_map_find(map, key_of(1, space)));
    cr_expect_eq(rt_map_memory(map) - empty, 500);
    map_committed(copy);
    cr_expect(rt_map_memory(copy) >= 500);
    empty = rt_map_memory(copy) - 500;
    map_set_time(copy, 1101);
    cr_expect_eq(rt_map_count(copy), 0);
    cr_expect_leq(rt_map_memory(copy), empty + 64 * sizeof(uint32_t)); /* The list of changes. */
    map_free(map);
    map_free(copy);
}

Test(rt_map, entries_have_a_time_to_live_of_their_own)
{
    struct rt_map *map = map_new(&mixed, 1, true);
    char space[64];

    map_set_time(map, 1000);
    set(map, 1, 10);   /* k1 */
    set(map, 10, 100); /* k10 */
    map_set_time(map, 1050);
    cr_assert(rt_map_find(map, key_of(10, space)));
    map_set_time(map, 1051);
    cr_assert(!rt_map_find(map, key_of(10, space)));
    map_set_time(map, 1000000);
    cr_assert(rt_map_find(map, key_of(1, space)));
    cr_assert(rt_map_count(map) == 1);
    map_free(map);
}

Test(rt_map, values_stay_where_they_are)
{
    struct rt_map *map = map_new(&plain, 1, false);
    char space[64];
    const void *first;

    set(map, 0, 1);
    first = rt_map_find(map, key_of(0, space));
    for (uint32_t i = 1; i < KEYS; i++)
        set(map, i, i);
    cr_assert(rt_map_find(map, key_of(0, space)) == first);
    map_free(map);
}
