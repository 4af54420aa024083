/* Blocks of pointers. No block is empty; one that is full is split in two. */
#include "rank/list.h"
#include "core/internal.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_FIRST = 4, BLOCK_ROWS = 512, NEAR_ROWS = 4 };

struct rt_rank_block {
    struct rt_rank_row **rows;
    size_t count, capacity;
};

/* ---- looking ---- */

/* Whether the row stands before the place looked for. */
static bool is_before(const struct rt_rank_row *row, const uint8_t *order, size_t size, bool after)
{
    size_t common = row->order_size < size ? row->order_size : size;
    int compared = common ? memcmp(row->data, order, common) : 0;

    return compared < 0 || (compared == 0 && after);
}

struct list_place list_bound(const struct rt_rank_list *list, const uint8_t *order, size_t size,
    bool after)
{
    struct list_place place = {0};
    size_t end = list->block_count;

    while (place.block < end) {
        size_t middle = place.block + (end - place.block) / 2;
        const struct rt_rank_block *block = &list->blocks[middle];

        if (is_before(block->rows[block->count - 1], order, size, after))
            place.block = middle + 1;
        else
            end = middle;
    }
    if (place.block == list->block_count)
        return place;
    end = list->blocks[place.block].count;
    while (place.at < end) {
        size_t middle = place.at + (end - place.at) / 2;

        if (is_before(list->blocks[place.block].rows[middle], order, size, after))
            place.at = middle + 1;
        else
            end = middle;
    }
    return place;
}

/* Each step looks at what the one before brought: blocks, the pointers of the first one, rows,
 * their data. Long lists are looked at in other places too; most lists are short. */
void list_near(const struct rt_rank_list *list, int step)
{
    const struct rt_rank_block *block = list->blocks;

    if (!list->block_count)
        return;
    if (step == 0)
        __builtin_prefetch(block);
    if (step == 1)
        __builtin_prefetch(block->rows);
    for (size_t i = 0; step > 1 && i < block->count && i < NEAR_ROWS; i++)
        __builtin_prefetch(step == 2 ? (const void *)block->rows[i] : block->rows[i]->data);
}

struct rt_rank_row *list_row(const struct rt_rank_list *list, struct list_place place)
{
    return place.block < list->block_count ? list->blocks[place.block].rows[place.at] : NULL;
}

struct list_place list_next(const struct rt_rank_list *list, struct list_place place)
{
    if (++place.at < list->blocks[place.block].count)
        return place;
    return (struct list_place){place.block + 1, 0};
}

size_t list_index(const struct rt_rank_list *list, struct list_place place, size_t limit)
{
    size_t index = place.at;

    for (size_t i = 0; i < place.block && index < limit; i++)
        index += list->blocks[i].count;
    return index < limit ? index : limit;
}

struct rt_rank_row *list_at(const struct rt_rank_list *list, size_t index)
{
    for (size_t i = 0; i < list->block_count; i++) {
        if (index < list->blocks[i].count)
            return list->blocks[i].rows[index];
        index -= list->blocks[i].count;
    }
    return NULL;
}

/* ---- changing ---- */

/* A new block at `index`. */
static struct rt_rank_block *add_block(struct rt_rank_list *list, size_t index, size_t capacity)
{
    struct rt_rank_block *block;

    if (list->block_count == list->block_capacity) {
        list->block_capacity = list->block_capacity ? 2 * list->block_capacity : 1;
        list->blocks = rt_reallocate(list->blocks, list->block_capacity, sizeof *list->blocks);
    }
    block = &list->blocks[index];
    memmove(block + 1, block, (list->block_count - index) * sizeof *block);
    list->block_count++;
    *block = (struct rt_rank_block){
        .rows = rt_allocate(capacity, sizeof(struct rt_rank_row *)), .capacity = capacity};
    return block;
}

/* Makes room in the block of the place, which may come to stand in the next block. */
static void make_room(struct rt_rank_list *list, struct list_place *place)
{
    struct rt_rank_block *block = &list->blocks[place->block], *next;
    size_t half = BLOCK_ROWS / 2;

    if (block->count < block->capacity)
        return;
    if (block->capacity < BLOCK_ROWS) {
        block->capacity *= 2;
        block->rows =
            rt_reallocate(block->rows, block->capacity, sizeof(struct rt_rank_row *));
        return;
    }
    next = add_block(list, place->block + 1, BLOCK_ROWS);
    block = next - 1;
    memcpy(next->rows, block->rows + half, half * sizeof *block->rows);
    next->count = block->count = half;
    if (place->at > half) {
        place->block++;
        place->at -= half;
    }
}

void list_insert(struct rt_rank_list *list, struct list_place place, struct rt_rank_row *row)
{
    struct rt_rank_block *block;

    if (!list->block_count)
        add_block(list, 0, BLOCK_FIRST);
    if (place.block == list->block_count) {
        place.block--;
        place.at = list->blocks[place.block].count;
    }
    make_room(list, &place);
    block = &list->blocks[place.block];
    memmove(block->rows + place.at + 1, block->rows + place.at,
        (block->count - place.at) * sizeof *block->rows);
    block->rows[place.at] = row;
    block->count++;
    list->count++;
}

void list_remove(struct rt_rank_list *list, const struct rt_rank_row *row)
{
    struct list_place place = list_bound(list, row->data, row->order_size, false);
    struct rt_rank_block *block;

    if (list_row(list, place) != row)
        return;
    block = &list->blocks[place.block];
    block->count--;
    list->count--;
    memmove(block->rows + place.at, block->rows + place.at + 1,
        (block->count - place.at) * sizeof *block->rows);
    if (block->count)
        return;
    free(block->rows);
    list->block_count--;
    memmove(block, block + 1, (list->block_count - place.block) * sizeof *block);
}

void rt_rank_list_release(void *value)
{
    struct rt_rank_list *list = value;

    for (size_t i = 0; i < list->block_count; i++)
        free(list->blocks[i].rows);
    free(list->blocks);
}

bool rt_rank_list_encode(const void *value, struct rt_buffer *out)
{
    (void)value;
    (void)out;
    return true;
}

bool rt_rank_list_decode(struct rt_bytes in, void *value, struct rt_error *error)
{
    (void)in;
    (void)value;
    return rt_fail(error, RT_STATE, RT_STOP, "lists of a ranking are not stored");
}
