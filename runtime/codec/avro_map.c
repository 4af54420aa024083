/* Entries of a map that come twice. */
#include <rt/avro.h>

enum { FEW = 8 };

static bool same(struct rt_text a, struct rt_text b)
{
    return a.size == b.size && (!a.size || !memcmp(a.data, b.data, a.size));
}

static uint64_t hash(struct rt_text text)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < text.size; i++)
        h = (h ^ (uint8_t)text.data[i]) * UINT64_C(0x100000001b3);
    return h ^ h >> 29;
}

/* Numbers of entries, plus one, by the hash of their keys; NULL: few enough to look at each. */
struct index {
    uint32_t *slots;
    size_t mask;
};

static struct index make_index(struct rt_arena *arena, size_t count)
{
    struct index index = {0};

    if (count <= FEW)
        return index;
    index.mask = 16;
    while (index.mask < 2 * count)
        index.mask *= 2;
    index.slots = rt_arena_alloc(arena, index.mask * sizeof *index.slots);
    memset(index.slots, 0, index.mask * sizeof *index.slots);
    index.mask--;
    return index;
}

/* The entry before `kept` that has the key, `kept` if there is none: it is known from now on. */
static size_t find(struct index *index, const struct rt_text *keys, size_t kept,
    struct rt_text key)
{
    size_t at = 0;

    if (!index->slots) {
        while (at < kept && !same(keys[at], key))
            at++;
        return at;
    }
    for (at = hash(key) & index->mask; index->slots[at]; at = (at + 1) & index->mask)
        if (same(keys[index->slots[at] - 1], key))
            return index->slots[at] - 1;
    index->slots[at] = (uint32_t)kept + 1;
    return kept;
}

void rt_avro_last_wins(struct rt_arena *arena, struct rt_items *items, struct rt_text *keys,
    void *values, size_t value_size, bool *null)
{
    struct index index;
    size_t kept = 0;

    if (items->count < 2 || items->count > UINT32_MAX / 4)
        return;
    index = make_index(arena, items->count);
    for (size_t i = 0; i < items->count; i++) {
        size_t to = find(&index, keys, kept, keys[i]);

        if (to != i) {
            keys[to] = keys[i];
            memcpy((char *)values + to * value_size, (char *)values + i * value_size, value_size);
            if (null)
                null[to] = null[i];
        }
        kept += to == kept;
    }
    items->count = kept;
}
