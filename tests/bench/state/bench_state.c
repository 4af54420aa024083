/* An update of keyed state: rt/map.h beside a table made for these very keys and values.
 *
 * 16-byte keys and 40-byte accumulators; each key is inserted once, then random keys are updated,
 * one by one and in groups of 32 whose places are prefetched. Prints ns an update, bytes an entry
 * and ratios: bench_state [KEYS [UPDATES]]. */
#include "state/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { GROUP = 32 };

struct key {
    uint64_t a, b;
};

struct total {
    int64_t count, sum;
    double least, most;
    int64_t last;
};

static size_t keys = 1000000, updates = 10000000;

static uint64_t mix(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static struct key key_of(uint64_t id)
{
    return (struct key){mix(id), mix(id ^ 0xabcdef)};
}

static uint64_t next_id(uint64_t *state)
{
    *state = mix(*state);
    return (uint64_t)((unsigned __int128)*state * keys >> 64);
}

static void add(struct total *total, int64_t value)
{
    total->count++;
    total->sum += value;
    total->least = total->least < (double)value ? total->least : (double)value;
    total->most = total->most > (double)value ? total->most : (double)value;
    total->last = value;
}

static double cpu_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* ---- by hand: keys and values in the slots themselves, on huge pages ---- */

struct slot {
    struct key key;
    struct total total;
};

static struct slot *slots;
static size_t mask, used;

static size_t hash_of(struct key key)
{
    unsigned __int128 product = (unsigned __int128)(key.a ^ UINT64_C(0x2d358dccaa6c78a5)) *
        (key.b ^ UINT64_C(0x8bb84b93962eacc9));

    return (size_t)((uint64_t)product ^ (uint64_t)(product >> 64));
}

static struct slot *place(struct slot *table, size_t table_mask, struct key key)
{
    size_t at = hash_of(key) & table_mask;

    while (table[at].total.count && memcmp(&table[at].key, &key, sizeof key) != 0)
        at = (at + 1) & table_mask;
    return &table[at];
}

static void grow(void)
{
    size_t count = mask ? (mask + 1) * 2 : 1024, size = count * sizeof *slots;
    struct slot *table = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
        0);

    if (table == MAP_FAILED)
        exit(3);
    madvise(table, size, MADV_HUGEPAGE);
    for (size_t i = 0; slots && i <= mask; i++)
        if (slots[i].total.count)
            *place(table, count - 1, slots[i].key) = slots[i];
    if (slots)
        munmap(slots, (mask + 1) * sizeof *slots);
    slots = table;
    mask = count - 1;
}

static void by_hand(const uint64_t *ids, size_t count, int64_t value)
{
    for (size_t i = 0; i < count && slots; i++) {
        struct slot *slot = &slots[hash_of(key_of(ids[i])) & mask];

        __builtin_prefetch(slot, 1);
        __builtin_prefetch((char *)slot + sizeof *slot - 1, 1);
    }
    for (size_t i = 0; i < count; i++) {
        struct key key = key_of(ids[i]);
        struct slot *slot;

        if (used * 10 >= mask * 7)
            grow();
        slot = place(slots, mask, key);
        used += !slot->total.count;
        slot->key = key;
        add(&slot->total, value);
    }
}

/* ---- rt/map.h ---- */

static const struct rt_operator operator = {.name = "bench", .value_size = sizeof(struct total),
    .value_align = _Alignof(struct total)};
static struct rt_map *map;

static void update(const struct key *key, int64_t value)
{
    bool found;

    add(rt_map_insert(map, (struct rt_bytes){(const uint8_t *)key, sizeof *key}, &found), value);
}

static void one_by_one(const uint64_t *ids, size_t count, int64_t value)
{
    for (size_t i = 0; i < count; i++) {
        struct key key = key_of(ids[i]);

        update(&key, value);
    }
}

static void grouped(const uint64_t *ids, size_t count, int64_t value)
{
    struct key group[GROUP] = {0};
    struct rt_near near;

    rt_near_begin(&near, map);
    for (size_t i = 0; i < count; i++) {
        group[i] = key_of(ids[i]);
        rt_near_add(&near, (struct rt_bytes){(const uint8_t *)&group[i], sizeof *group});
    }
    rt_near_end(&near);
    for (size_t i = 0; i < count; i++)
        update(&group[i], value);
}

/* ---- runs ---- */

static double insert_ns, update_ns;

static void run(void (*apply)(const uint64_t *ids, size_t count, int64_t value))
{
    uint64_t ids[GROUP], state = 42;
    double start = cpu_ns(), middle;

    for (size_t i = 0; i < keys; i += GROUP) {
        size_t count = keys - i < GROUP ? keys - i : GROUP;

        for (size_t k = 0; k < count; k++)
            ids[k] = i + k;
        apply(ids, count, (int64_t)i & 1023);
    }
    middle = cpu_ns();
    for (size_t i = 0; i < updates; i += GROUP) {
        for (size_t k = 0; k < GROUP; k++)
            ids[k] = next_id(&state);
        apply(ids, GROUP, (int64_t)i & 1023);
    }
    insert_ns = (middle - start) / (double)keys;
    update_ns = (cpu_ns() - middle) / (double)updates;
}

static void print(const char *name, double mark, size_t memory)
{
    double data = (double)keys * (sizeof(struct key) + sizeof(struct total));

    printf("%-24s %10.1f %10.1f %8.2f %10.2f\n", name, insert_ns, update_ns, update_ns / mark,
        (double)memory / data);
}

int main(int argc, char **argv)
{
    double mark;

    if (argc > 1)
        keys = strtoull(argv[1], NULL, 10);
    if (argc > 2)
        updates = strtoull(argv[2], NULL, 10);
    printf("%-24s %10s %10s %8s %10s\n", "", "insert ns", "update ns", "ratio", "bytes/data");
    run(by_hand);
    mark = update_ns;
    print("by hand, prefetched", mark, (mask + 1) * sizeof *slots);
    munmap(slots, (mask + 1) * sizeof *slots);
    map = map_new(&operator, 1, false);
    run(one_by_one);
    print("map, one by one", mark, rt_map_memory(map));
    map_free(map);
    map = map_new(&operator, 1, false);
    run(grouped);
    print("map, prefetched", mark, rt_map_memory(map));
    map_free(map);
    return 0;
}
