/* A treap over entries of a map: a search tree by the bytes of their keys, a heap by random
 * priority. */
#include "core/internal.h"

#include <rt/aggregate.h>

static struct rt_bytes bytes_of(const struct rt_map *map, const struct rt_counted *node)
{
    struct rt_bytes key = rt_map_key(map, node);

    return (struct rt_bytes){key.data + node->prefix, key.size - node->prefix};
}

static int compare(const struct rt_map *map, struct rt_bytes value, const struct rt_counted *node)
{
    return rt_bytes_compare(value, bytes_of(map, node));
}

static uint32_t next_priority(void)
{
    static uint32_t state = 2463534242; /* xorshift; only the shape of the tree depends on it. */

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static void release(struct rt_map *map, struct rt_counted *node)
{
    while (node) {
        struct rt_counted *right = node->right;

        release(map, node->left);
        rt_map_remove(map, node);
        node = right;
    }
}

void rt_counts_release(struct rt_counts *counts)
{
    release(counts->map, counts->root);
    *counts = (struct rt_counts){0};
}

/* Everything below `value` to *low, everything above to *high; it is not in the tree. */
static void split(const struct rt_map *map, struct rt_counted *node, struct rt_bytes value,
    struct rt_counted **low, struct rt_counted **high)
{
    while (node) {
        if (compare(map, value, node) > 0) {
            *low = node;
            low = &node->right;
            node = node->right;
        } else {
            *high = node;
            high = &node->left;
            node = node->left;
        }
    }
    *low = *high = NULL;
}

static void insert(struct rt_counts *counts, struct rt_counted *node)
{
    struct rt_bytes value = bytes_of(counts->map, node);
    struct rt_counted **at = &counts->root;

    node->priority = next_priority();
    while (*at && (*at)->priority >= node->priority)
        at = compare(counts->map, value, *at) < 0 ? &(*at)->left : &(*at)->right;
    split(counts->map, *at, value, &node->left, &node->right);
    *at = node;
    counts->count++;
}

static void take_out(struct rt_counts *counts, struct rt_counted *node)
{
    struct rt_bytes value = bytes_of(counts->map, node);
    struct rt_counted **at = &counts->root, *low = node->left, *high = node->right;

    while (*at != node)
        at = compare(counts->map, value, *at) < 0 ? &(*at)->left : &(*at)->right;
    while (low && high) {
        if (low->priority > high->priority) {
            *at = low;
            at = &low->right;
            low = low->right;
        } else {
            *at = high;
            at = &high->left;
            high = high->left;
        }
    }
    *at = low ? low : high;
    counts->count--;
}

void rt_counts_add(struct rt_counts *counts, struct rt_map *map, struct rt_bytes key,
    size_t prefix, int64_t change)
{
    bool found;
    struct rt_counted *node = rt_map_insert(map, key, &found);

    counts->map = map;
    node->count += change;
    if (!found) {
        node->prefix = (uint32_t)prefix;
        insert(counts, node);
    } else if (node->count) {
        rt_map_touch(map, node);
    } else {
        take_out(counts, node);
        rt_map_remove(map, node);
    }
}

struct rt_bytes rt_counts_least(const struct rt_counts *counts)
{
    const struct rt_counted *node = counts->root;

    while (node->left)
        node = node->left;
    return bytes_of(counts->map, node);
}

struct rt_bytes rt_counts_greatest(const struct rt_counts *counts)
{
    const struct rt_counted *node = counts->root;

    while (node->right)
        node = node->right;
    return bytes_of(counts->map, node);
}

static void visit(const struct rt_map *map, const struct rt_counted *node,
    void (*each)(void *to, struct rt_count item), void *to)
{
    for (; node; node = node->right) {
        visit(map, node->left, each, to);
        each(to, (struct rt_count){bytes_of(map, node), node->count});
    }
}

void rt_counts_visit(const struct rt_counts *counts, void (*each)(void *to, struct rt_count item),
    void *to)
{
    visit(counts->map, counts->root, each, to);
}

static void append(void *to, struct rt_count item)
{
    struct rt_count **at = to;

    *(*at)++ = item;
}

struct rt_count *rt_counts_list(const struct rt_counts *counts, struct rt_arena *arena)
{
    struct rt_count *items = rt_arena_alloc(arena, counts->count * sizeof *items), *end = items;

    rt_counts_visit(counts, append, &end);
    return items;
}

struct rt_bytes rt_counts_group(const struct rt_map *map, const void *value)
{
    return (struct rt_bytes){
        rt_map_key(map, value).data, ((const struct rt_counted *)value)->prefix};
}

void rt_counts_restored(struct rt_counts *counts, struct rt_map *map, void *value)
{
    counts->map = map;
    insert(counts, value);
}

bool rt_counts_encode(const void *value, struct rt_buffer *out)
{
    const struct rt_counted *node = value;

    rt_pack_i64(out, node->count);
    rt_pack_size(out, node->prefix);
    return true;
}

bool rt_counts_decode(struct rt_bytes in, void *value, struct rt_error *error)
{
    struct rt_unpack from = rt_unpack_of(in);
    struct rt_counted *node = value;

    node->count = rt_unpack_i64(&from);
    node->prefix = (uint32_t)rt_unpack_size(&from);
    return rt_unpack_end(&from) ||
        rt_fail(error, RT_STATE, RT_STOP, "a counted value has an unknown form");
}
