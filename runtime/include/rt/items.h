/* Items collected one after the other into arrays of the batch arena: of ARRAY and MAP. */
#ifndef RT_ITEMS_H
#define RT_ITEMS_H

#include <rt/base.h>

#include <string.h>

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
