/* A treap: a search tree by bytes, a heap by random priority. */
#include "core/internal.h"

#include <rt/aggregate.h>

#include <stdlib.h>

struct rt_count_node {
    struct rt_count_node *left, *right;
    int64_t count;
    size_t size;
    uint32_t priority;
    uint8_t bytes[];
};

static struct rt_bytes bytes_of(const struct rt_count_node *node)
{
    return (struct rt_bytes){node->bytes, node->size};
}

static uint32_t next_priority(void)
{
    static uint32_t state = 2463534242; /* xorshift; only the shape of the tree depends on it. */

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static void release(struct rt_count_node *node)
{
    while (node) {
        struct rt_count_node *right = node->right;

        release(node->left);
        free(node);
        node = right;
    }
}

void rt_counts_release(struct rt_counts *counts)
{
    release(counts->root);
    *counts = (struct rt_counts){0};
}

/* Everything below `value` to *low, everything above to *high; it is not in the tree. */
static void split(struct rt_count_node *node, struct rt_bytes value, struct rt_count_node **low,
    struct rt_count_node **high)
{
    while (node) {
        if (rt_bytes_compare(bytes_of(node), value) < 0) {
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

static void insert(struct rt_counts *counts, struct rt_bytes value, int64_t count)
{
    struct rt_count_node *node = rt_allocate(1, sizeof *node + value.size), **at = &counts->root;

    node->count = count;
    node->size = value.size;
    node->priority = next_priority();
    if (value.size)
        memcpy(node->bytes, value.data, value.size);
    while (*at && (*at)->priority >= node->priority)
        at = rt_bytes_compare(value, bytes_of(*at)) < 0 ? &(*at)->left : &(*at)->right;
    split(*at, value, &node->left, &node->right);
    *at = node;
    counts->count++;
}

static void remove_node(struct rt_counts *counts, struct rt_count_node **at)
{
    struct rt_count_node *node = *at, *low = node->left, *high = node->right;

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
    free(node);
    counts->count--;
}

void rt_counts_add(struct rt_counts *counts, struct rt_bytes value, int64_t change)
{
    struct rt_count_node **at = &counts->root;

    while (*at) {
        int order = rt_bytes_compare(value, bytes_of(*at));

        if (!order) {
            (*at)->count += change;
            if (!(*at)->count)
                remove_node(counts, at);
            return;
        }
        at = order < 0 ? &(*at)->left : &(*at)->right;
    }
    insert(counts, value, change);
}

struct rt_bytes rt_counts_least(const struct rt_counts *counts)
{
    const struct rt_count_node *node = counts->root;

    while (node->left)
        node = node->left;
    return bytes_of(node);
}

struct rt_bytes rt_counts_greatest(const struct rt_counts *counts)
{
    const struct rt_count_node *node = counts->root;

    while (node->right)
        node = node->right;
    return bytes_of(node);
}

static struct rt_count *list(const struct rt_count_node *node, struct rt_count *at)
{
    for (; node; node = node->right) {
        at = list(node->left, at);
        *at++ = (struct rt_count){bytes_of(node), node->count};
    }
    return at;
}

struct rt_count *rt_counts_list(const struct rt_counts *counts, struct rt_arena *arena)
{
    struct rt_count *items = rt_arena_alloc(arena, counts->count * sizeof *items);

    list(counts->root, items);
    return items;
}

static void pack(const struct rt_count_node *node, struct rt_buffer *out)
{
    for (; node; node = node->right) {
        pack(node->left, out);
        rt_pack_bytes(out, bytes_of(node));
        rt_pack_i64(out, node->count);
    }
}

void rt_counts_pack(const struct rt_counts *counts, struct rt_buffer *out)
{
    rt_pack_size(out, counts->count);
    pack(counts->root, out);
}

void rt_counts_unpack(struct rt_unpack *in, struct rt_counts *counts)
{
    size_t count = rt_unpack_count(in);

    for (size_t i = 0; i < count && !in->broken; i++) {
        struct rt_bytes value = rt_unpack_bytes(in);

        rt_counts_add(counts, value, rt_unpack_i64(in));
    }
}
