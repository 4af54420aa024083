/* Items collected one after the other into arrays of the batch arena: of ARRAY and MAP. */
#ifndef RT_ITEMS_H
#define RT_ITEMS_H

#include <rt/base.h>

#include <string.h>

/* Zeroes a row struct, as `= {0}` does, but in short moves: for a few hundred bytes compilers take
 * `rep stos`, which costs more than decoding some columns. */
static inline void rt_row_clear(void *row, size_t size)
{
    char *at = row;

    for (; size >= 32; size -= 32, at += 32) {
        memset(at, 0, 32);
        __asm__ volatile("" : "+r"(at)); /* Else the loop becomes one memset again. */
    }
    memset(at, 0, size);
}

struct rt_items {
    size_t count;    /* there so far */
    size_t left;     /* claimed, and still to come */
    size_t capacity; /* of the arrays, with what is claimed */
    bool grow;       /* they had a smaller one before */
};

/* `more` items will come; then rt_items_room once for each array. */
static inline void rt_items_claim(struct rt_items *items, size_t more)
{
    size_t need = items->count + more;

    items->left = more;
    items->grow = need > items->capacity;
    if (items->grow)
        items->capacity = need > 2 * items->capacity ? need : 2 * items->capacity;
}

/* What there is to say if rt_items_fit says no. */
#define RT_MEMORY_PROBLEM                                                                          \
    "arrays and maps of too many items: they take more than 64 MiB and twice the record's size"

/* Whether arrays of `size` bytes an item, all together, may have what is claimed. If not, the
 * record is refused. */
static inline bool rt_items_fit(const struct rt_arena *arena, const struct rt_items *items,
    size_t size)
{
    return !items->grow || !arena->limit || (arena->used <= arena->limit &&
        items->capacity <= (arena->limit - arena->used) / size);
}

/* The array with room for the claimed items. */
static inline void *rt_items_room(struct rt_arena *arena, const void *old,
    const struct rt_items *items, size_t size)
{
    void *room;

    if (!items->grow)
        return (void *)(uintptr_t)old;
    room = rt_arena_alloc(arena, items->capacity * size);
    if (items->count)
        memcpy(room, old, items->count * size);
    return room;
}

#endif
