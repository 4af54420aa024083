/* A set of numbers that changes: a container for each upper half, its lower halves sorted as long
 * as they are few, else as bits, or as runs where that is shortest. */
#include <rt/bitmap.h>

#include "core/internal.h"

#include <stdlib.h>
#include <string.h>

enum { COOKIE = 12346, COOKIE_RUNS = 12347, OFFSETS_FROM = 4, SPARSE_MOST = 4096,
    SPARSE_FIRST = 8, BITS_SIZE = RT_BITMAP_WORDS * 8 };

struct rt_bitmap_container {
    uint16_t key;
    enum rt_bitmap_form form;
    uint32_t count;    /* numbers */
    uint32_t items;    /* in `halves`: numbers, or runs, which are two halves each */
    uint32_t capacity; /* of `halves` as sorted numbers */
    uint16_t *halves;  /* sorted numbers; runs: the first number, how many more */
    uint64_t *words;   /* bits */
};

/* A run of numbers while they are gone through. */
struct run {
    uint32_t first, last;
};

static void *resize(void *old, size_t size)
{
    void *data = realloc(old, size);

    if (!data)
        rt_give_up("out of memory");
    return data;
}

static void release(struct rt_bitmap_container *container)
{
    free(container->words);
    free(container->halves);
    container->words = NULL;
    container->halves = NULL;
}

void rt_bitmap_set_release(struct rt_bitmap_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        release(&set->at[i]);
    free(set->at);
    *set = (struct rt_bitmap_set){0};
}

/* ---- containers ---- */

/* Where the container of the key is, or would be. */
static size_t place_of(const struct rt_bitmap_set *set, uint16_t key)
{
    size_t low = 0, high = set->count;

    if (high && set->at[high - 1].key < key)
        return high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (set->at[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct rt_bitmap_container *container_of(struct rt_bitmap_set *set, uint16_t key)
{
    size_t place = place_of(set, key);

    if (place < set->count && set->at[place].key == key)
        return &set->at[place];
    if (set->count == set->capacity) {
        set->capacity = set->capacity ? set->capacity * 2 : 4;
        set->at = resize(set->at, set->capacity * sizeof *set->at);
    }
    memmove(set->at + place + 1, set->at + place, (set->count - place) * sizeof *set->at);
    set->count++;
    set->at[place] = (struct rt_bitmap_container){.key = key};
    return &set->at[place];
}

static void expand(const struct rt_bitmap_container *container, uint64_t words[RT_BITMAP_WORDS])
{
    switch (container->form) {
    case RT_BITMAP_BITS:
        memcpy(words, container->words, BITS_SIZE);
        return;
    case RT_BITMAP_SORTED:
        memset(words, 0, BITS_SIZE);
        for (uint32_t i = 0; i < container->items; i++)
            rt_bitmap_set_range(words, container->halves[i], container->halves[i]);
        return;
    case RT_BITMAP_RUNS:
        memset(words, 0, BITS_SIZE);
        for (uint32_t i = 0; i < container->items; i++)
            rt_bitmap_set_range(words, container->halves[2 * i],
                (uint32_t)container->halves[2 * i] + container->halves[2 * i + 1]);
        return;
    }
}

static uint32_t count_bits(const uint64_t words[RT_BITMAP_WORDS])
{
    uint32_t count = 0;

    for (size_t i = 0; i < RT_BITMAP_WORDS; i++)
        count += (uint32_t)__builtin_popcountll(words[i]);
    return count;
}

static uint32_t count_runs(const uint64_t words[RT_BITMAP_WORDS])
{
    uint32_t runs = 0;
    uint64_t before = 0; /* the last bit of the word before */

    for (size_t i = 0; i < RT_BITMAP_WORDS; i++) {
        runs += (uint32_t)__builtin_popcountll(words[i] & ~(words[i] << 1 | before));
        before = words[i] >> 63;
    }
    return runs;
}

/* The first run that begins at `from` or later; false: there is none. */
static bool next_run(const uint64_t words[RT_BITMAP_WORDS], uint32_t from, struct run *run)
{
    uint32_t at = from;

    while (at < RT_BITMAP_WORDS * 64 && !(words[at / 64] >> at % 64))
        at = (at / 64 + 1) * 64;
    if (at >= RT_BITMAP_WORDS * 64)
        return false;
    at += (uint32_t)__builtin_ctzll(words[at / 64] >> at % 64);
    run->first = at;
    while (at < RT_BITMAP_WORDS * 64 && !(~words[at / 64] >> at % 64))
        at = (at / 64 + 1) * 64;
    if (at < RT_BITMAP_WORDS * 64)
        at += (uint32_t)__builtin_ctzll(~words[at / 64] >> at % 64);
    run->last = at - 1;
    return true;
}

static size_t plain_size(uint32_t count)
{
    return count > SPARSE_MOST ? BITS_SIZE : (size_t)count * 2;
}

static enum rt_bitmap_form shortest(uint32_t count, uint32_t runs)
{
    if (2 + (size_t)runs * 4 < plain_size(count))
        return RT_BITMAP_RUNS;
    return count > SPARSE_MOST ? RT_BITMAP_BITS : RT_BITMAP_SORTED;
}

/* The halves of the numbers, or of their runs. */
static void list(const uint64_t words[RT_BITMAP_WORDS], bool runs, uint16_t *halves)
{
    struct run run;

    for (uint32_t at = 0; next_run(words, at, &run); at = run.last + 1) {
        for (uint32_t number = run.first; !runs && number <= run.last; number++)
            *halves++ = (uint16_t)number;
        if (runs) {
            *halves++ = (uint16_t)run.first;
            *halves++ = (uint16_t)(run.last - run.first);
        }
    }
}

/* The container holds these from now on, in a form that takes single numbers or in the shortest. */
static void replace(struct rt_bitmap_container *container, const uint64_t words[RT_BITMAP_WORDS],
    bool open)
{
    uint32_t runs = count_runs(words);

    release(container);
    container->count = count_bits(words);
    container->form = shortest(container->count, open ? container->count : runs);
    if (container->form == RT_BITMAP_BITS) {
        container->words = resize(NULL, BITS_SIZE);
        memcpy(container->words, words, BITS_SIZE);
        return;
    }
    container->items = container->form == RT_BITMAP_RUNS ? runs : container->count;
    container->capacity = container->items << (container->form == RT_BITMAP_RUNS);
    if (container->capacity < SPARSE_FIRST)
        container->capacity = SPARSE_FIRST;
    container->halves = resize(NULL, container->capacity * sizeof *container->halves);
    list(words, container->form == RT_BITMAP_RUNS, container->halves);
}

/* The container in a form that takes one more number. */
static void open_container(struct rt_bitmap_container *container)
{
    uint64_t words[RT_BITMAP_WORDS];

    expand(container, words);
    if (container->form == RT_BITMAP_RUNS && container->count != SPARSE_MOST) {
        replace(container, words, true);
        return;
    }
    release(container);
    container->form = RT_BITMAP_BITS;
    container->words = resize(NULL, BITS_SIZE);
    memcpy(container->words, words, BITS_SIZE);
}

/* Where the number is among the sorted ones, or would be. */
static uint32_t index_of(const struct rt_bitmap_container *container, uint16_t low)
{
    uint32_t from = 0, to = container->items;

    if (to && container->halves[to - 1] < low)
        return to;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;

        if (container->halves[middle] < low)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Whether it was not there. */
static bool add_sorted(struct rt_bitmap_container *container, uint16_t low)
{
    uint32_t place = index_of(container, low);
    uint16_t *at;

    if (place < container->items && container->halves[place] == low)
        return false;
    if (container->items == container->capacity) {
        container->capacity = container->capacity ? container->capacity * 2 : SPARSE_FIRST;
        container->halves =
            resize(container->halves, container->capacity * sizeof *container->halves);
    }
    at = container->halves + place;
    memmove(at + 1, at, (container->items - place) * sizeof *at);
    *at = low;
    container->count = ++container->items;
    return true;
}

/* Whether it was not there. */
static bool add_bit(struct rt_bitmap_container *container, uint16_t low)
{
    uint64_t bit = UINT64_C(1) << low % 64;

    if (container->words[low / 64] & bit)
        return false;
    container->words[low / 64] |= bit;
    container->count++;
    return true;
}

void rt_bitmap_set_add(struct rt_bitmap_set *set, int32_t number)
{
    struct rt_bitmap_container *container = container_of(set, (uint16_t)((uint32_t)number >> 16));

    if (container->form == RT_BITMAP_RUNS ||
        (container->form == RT_BITMAP_SORTED && container->count == SPARSE_MOST))
        open_container(container);
    set->cardinality += container->form == RT_BITMAP_SORTED
        ? add_sorted(container, (uint16_t)number)
        : add_bit(container, (uint16_t)number);
}
/* ---- with another bitmap ---- */

/* Containers without numbers go; the others are counted. */
static void sweep(struct rt_bitmap_set *set)
{
    size_t kept = 0;

    set->cardinality = 0;
    for (size_t i = 0; i < set->count; i++) {
        set->cardinality += set->at[i].count;
        if (set->at[i].count)
            set->at[kept++] = set->at[i];
        else
            release(&set->at[i]);
    }
    set->count = kept;
}

/* Puts the bits of each of its containers together with those of the set. */
static void change(struct rt_bitmap_set *set, struct rt_bytes bitmap,
    void (*op)(uint64_t *words, const uint64_t *other))
{
    struct rt_bitmap_reader reader = rt_bitmap_read(bitmap);
    struct rt_bitmap_part part;
    uint64_t words[RT_BITMAP_WORDS], other[RT_BITMAP_WORDS];

    while (rt_bitmap_next(&reader, &part)) {
        struct rt_bitmap_container *container = container_of(set, part.key);

        expand(container, words);
        memset(other, 0, sizeof other);
        rt_bitmap_expand(&part, other);
        op(words, other);
        replace(container, words, false);
    }
    sweep(set);
}

static void add(uint64_t *words, const uint64_t *other)
{
    for (size_t i = 0; i < RT_BITMAP_WORDS; i++)
        words[i] |= other[i];
}

static void flip(uint64_t *words, const uint64_t *other)
{
    for (size_t i = 0; i < RT_BITMAP_WORDS; i++)
        words[i] ^= other[i];
}

static void clear(uint64_t *words, const uint64_t *other)
{
    for (size_t i = 0; i < RT_BITMAP_WORDS; i++)
        words[i] &= ~other[i];
}

void rt_bitmap_set_or(struct rt_bitmap_set *set, struct rt_bytes bitmap)
{
    change(set, bitmap, add);
}

void rt_bitmap_set_xor(struct rt_bitmap_set *set, struct rt_bytes bitmap)
{
    change(set, bitmap, flip);
}

void rt_bitmap_set_andnot(struct rt_bitmap_set *set, struct rt_bytes bitmap)
{
    change(set, bitmap, clear);
}

void rt_bitmap_set_and(struct rt_bitmap_set *set, struct rt_bytes bitmap)
{
    struct rt_bitmap_set without = {0};

    /* What is in the set alone is taken out. */
    for (size_t i = 0; i < set->count; i++) {
        uint64_t words[RT_BITMAP_WORDS];

        expand(&set->at[i], words);
        replace(container_of(&without, set->at[i].key), words, false);
    }
    rt_bitmap_set_andnot(&without, bitmap);
    for (size_t i = 0; i < without.count; i++) {
        struct rt_bitmap_container *container = container_of(set, without.at[i].key);
        uint64_t words[RT_BITMAP_WORDS], other[RT_BITMAP_WORDS];

        expand(container, words);
        expand(&without.at[i], other);
        clear(words, other);
        replace(container, words, false);
    }
    rt_bitmap_set_release(&without);
    sweep(set);
}

/* ---- its bytes ---- */

static uint32_t runs_of(const struct rt_bitmap_container *container)
{
    uint32_t runs = 0;

    switch (container->form) {
    case RT_BITMAP_RUNS:
        return container->items;
    case RT_BITMAP_BITS:
        return count_runs(container->words);
    case RT_BITMAP_SORTED:
        for (uint32_t i = 0; i < container->items; i++)
            runs += !i || container->halves[i] != container->halves[i - 1] + 1;
        break;
    }
    return runs;
}

static void write_u16(struct rt_buffer *out, uint32_t value)
{
    uint8_t bytes[2] = {(uint8_t)value, (uint8_t)(value >> 8)};

    rt_buffer_add(out, bytes, sizeof bytes);
}

static void write_u32(struct rt_buffer *out, uint32_t value)
{
    write_u16(out, value);
    write_u16(out, value >> 16);
}

/* As runs if `runs` is not 0. */
static void write_container(struct rt_buffer *out, const struct rt_bitmap_container *container,
    uint32_t runs)
{
    struct rt_bitmap_container copy = {.key = container->key};
    const struct rt_bitmap_container *from = container;
    uint64_t words[RT_BITMAP_WORDS];

    if (from->form != shortest(from->count, runs_of(from))) {
        expand(container, words);
        replace(&copy, words, false);
        from = &copy;
    }
    if (runs)
        write_u16(out, runs);
    for (size_t i = 0; from->form == RT_BITMAP_BITS && i < RT_BITMAP_WORDS; i++) {
        write_u32(out, (uint32_t)from->words[i]);
        write_u32(out, (uint32_t)(from->words[i] >> 32));
    }
    for (size_t i = 0; from->form != RT_BITMAP_BITS && i < (size_t)from->items << (runs != 0); i++)
        write_u16(out, from->halves[i]);
    release(&copy);
}

static void write_head(struct rt_buffer *out, const struct rt_bitmap_set *set,
    const uint32_t *runs, bool any_runs)
{
    size_t start = out->size, offset;

    if (any_runs) {
        write_u32(out, COOKIE_RUNS | (uint32_t)(set->count - 1) << 16);
        for (size_t i = 0; i < set->count; i += 8) {
            uint8_t flags = 0;

            for (size_t at = i; at < set->count && at < i + 8; at++)
                flags |= (uint8_t)((runs[at] != 0) << at % 8);
            rt_buffer_add(out, &flags, 1);
        }
    } else {
        write_u32(out, COOKIE);
        write_u32(out, (uint32_t)set->count);
    }
    for (size_t i = 0; i < set->count; i++) {
        write_u16(out, set->at[i].key);
        write_u16(out, set->at[i].count - 1);
    }
    if (any_runs && set->count < OFFSETS_FROM)
        return;
    offset = out->size - start + set->count * 4;
    for (size_t i = 0; i < set->count; i++) {
        write_u32(out, (uint32_t)offset);
        offset += runs[i] ? 2 + (size_t)runs[i] * 4 : plain_size(set->at[i].count);
    }
}

static void write_set(const struct rt_bitmap_set *set, struct rt_buffer *out)
{
    uint32_t *runs = resize(NULL, (set->count + 1) * sizeof *runs);
    bool any = false;

    for (size_t i = 0; i < set->count; i++) {
        runs[i] = runs_of(&set->at[i]);
        if (shortest(set->at[i].count, runs[i]) != RT_BITMAP_RUNS)
            runs[i] = 0;
        any |= runs[i] != 0;
    }
    write_head(out, set, runs, any);
    for (size_t i = 0; i < set->count; i++)
        write_container(out, &set->at[i], runs[i]);
    free(runs);
}

struct rt_bytes rt_bitmap_set_bytes(const struct rt_bitmap_set *set, struct rt_arena *arena)
{
    struct rt_buffer out = {0};
    struct rt_bytes bytes;

    write_set(set, &out);
    bytes = rt_bytes_copy(arena, (struct rt_bytes){out.data, out.size});
    rt_buffer_release(&out);
    return bytes;
}

void rt_bitmap_set_pack(const struct rt_bitmap_set *set, struct rt_buffer *out)
{
    struct rt_buffer bytes = {0};

    write_set(set, &bytes);
    rt_pack_bytes(out, (struct rt_bytes){bytes.data, bytes.size});
    rt_buffer_release(&bytes);
}

void rt_bitmap_set_unpack(struct rt_unpack *in, struct rt_bitmap_set *set)
{
    rt_bitmap_set_release(set);
    rt_bitmap_set_or(set, rt_unpack_bytes(in));
}
