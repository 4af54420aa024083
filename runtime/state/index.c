#include "state/index.h"

#include "core/internal.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { FIRST_SLOTS = 64, MOVE_STEP = 8 };
enum { HUGE_BYTES = 1 << 22 }; /* A table from here on asks for huge pages. */

static struct state_slots make(size_t count)
{
    size_t size = count * sizeof(struct state_slot);
    struct state_slots slots = {.mask = count - 1};
    void *pages;

    if (size < HUGE_BYTES) {
        slots.at = rt_allocate(count, sizeof *slots.at);
        return slots;
    }
    pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        rt_give_up("out of memory");
    madvise(pages, size, MADV_HUGEPAGE);
    slots.at = pages;
    return slots;
}

static void release(struct state_slots *slots)
{
    size_t size = (slots->mask + 1) * sizeof *slots->at;

    if (slots->at && size >= HUGE_BYTES)
        munmap(slots->at, size);
    else
        free(slots->at);
    *slots = (struct state_slots){0};
}

static void put(struct state_slots *slots, struct state_slot slot)
{
    size_t at = slot.hash & slots->mask;

    while (slots->at[at].number)
        at = (at + 1) & slots->mask;
    slots->at[at] = slot;
}

/* A few slots move on; the last frees the old table. */
static void move_some(struct state_index *index)
{
    if (!index->old.at)
        return;
    for (int i = 0; i < MOVE_STEP && index->moved <= index->old.mask; i++, index->moved++) {
        struct state_slot *slot = &index->old.at[index->moved];

        if (!slot->number || slot->number == STATE_MOVED)
            continue;
        put(&index->now, *slot);
        index->used++;
        slot->number = STATE_MOVED;
    }
    if (index->moved > index->old.mask)
        release(&index->old);
}

/* Three quarters full. What is left of the table before has moved long ago: MOVE_STEP slots an
 * insertion are all of them before half of the new table is used. */
static void grow(struct state_index *index)
{
    while (index->old.at)
        move_some(index);
    index->old = index->now;
    index->now = make(index->old.at ? (index->old.mask + 1) * 2 : FIRST_SLOTS);
    index->used = 0;
    index->moved = 0;
}

void state_index_add(struct state_index *index, uint32_t hash, uint32_t number)
{
    if (!index->now.at || (index->used + 1) * 4 > (index->now.mask + 1) * 3)
        grow(index);
    move_some(index);
    put(&index->now, (struct state_slot){hash, number + 1});
    index->used++;
}

/* Those behind the hole move up, so that no mark stays. */
static void close_hole(struct state_slots *slots, size_t hole)
{
    for (size_t at = (hole + 1) & slots->mask; slots->at[at].number;
         at = (at + 1) & slots->mask) {
        size_t home = slots->at[at].hash & slots->mask;

        if (((at - home) & slots->mask) < ((at - hole) & slots->mask))
            continue; /* It would stand before its home. */
        slots->at[hole] = slots->at[at];
        hole = at;
    }
    slots->at[hole] = (struct state_slot){0};
}

static bool find(const struct state_slots *slots, uint32_t hash, uint32_t number, size_t *at)
{
    if (!slots->at)
        return false;
    for (*at = hash & slots->mask; slots->at[*at].number; *at = (*at + 1) & slots->mask)
        if (slots->at[*at].number == number + 1)
            return true;
    return false;
}

void state_index_remove(struct state_index *index, uint32_t hash, uint32_t number)
{
    size_t at;

    if (find(&index->now, hash, number, &at)) {
        close_hole(&index->now, at);
        index->used--;
    } else if (find(&index->old, hash, number, &at)) {
        index->old.at[at].number = STATE_MOVED;
    }
}

void state_index_clear(struct state_index *index)
{
    release(&index->now);
    release(&index->old);
    *index = (struct state_index){0};
}

size_t state_index_memory(const struct state_index *index)
{
    size_t slots = (index->now.at ? index->now.mask + 1 : 0) +
        (index->old.at ? index->old.mask + 1 : 0);

    return slots * sizeof(struct state_slot);
}
