/* From hashes to numbers: open addressing with linear probing. A slot holds the 32 bits of the
 * hash, so that growing and removing look at nothing else. Growing is spread over the insertions
 * that follow: until it is done, numbers are in two tables. Zeroed: empty. */
#ifndef RT_STATE_INDEX_H
#define RT_STATE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct state_slot {
    uint32_t hash, number; /* number + 1; 0: empty; or STATE_MOVED */
};

enum { STATE_MOVED = UINT32_MAX }; /* It was there: probing goes on. In the old table only. */

struct state_slots {
    struct state_slot *at; /* NULL: none */
    size_t mask;           /* Slots, a power of two, less one. */
};

struct state_index {
    struct state_slots now, old; /* old: what has not moved yet. */
    size_t used;                 /* Slots of `now`. */
    size_t moved;                /* Slots of `old` that have been looked at. */
};

/* Frees everything; empty again. */
void state_index_clear(struct state_index *index);
/* Out of memory aborts with a line. Numbers may not be above UINT32_MAX - 2. */
void state_index_add(struct state_index *index, uint32_t hash, uint32_t number);
/* It must be there. */
void state_index_remove(struct state_index *index, uint32_t hash, uint32_t number);
size_t state_index_memory(const struct state_index *index);

static inline void state_index_prefetch(const struct state_index *index, uint32_t hash)
{
    if (index->now.at)
        __builtin_prefetch(&index->now.at[hash & index->now.mask]);
}

/* Numbers under a hash, one after the other. */
struct state_probe {
    const struct state_index *index;
    const struct state_slots *slots;
    size_t at;
    uint32_t hash;
};

static inline struct state_probe state_index_probe(const struct state_index *index, uint32_t hash)
{
    return (struct state_probe){index, &index->now, hash & index->now.mask, hash};
}

/* False: there is no other. The index may not change between the calls. */
static inline bool state_probe_next(struct state_probe *probe, uint32_t *number)
{
    for (;;) {
        const struct state_slots *slots = probe->slots;
        struct state_slot slot = slots->at ? slots->at[probe->at] : (struct state_slot){0};

        if (!slot.number) {
            if (slots == &probe->index->old || !probe->index->old.at)
                return false;
            probe->slots = &probe->index->old;
            probe->at = probe->hash & probe->slots->mask;
            continue;
        }
        probe->at = (probe->at + 1) & slots->mask;
        if (slot.hash == probe->hash && slot.number != STATE_MOVED) {
            *number = slot.number - 1;
            return true;
        }
    }
}

#endif
