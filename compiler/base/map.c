#include "base.h"

#include <ctype.h>
#include <string.h>

static uint64_t hash_text(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */

    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

/* The slot that holds `key`, or the free one where it would go. The map has slots. */
static uint32_t *slot_of(const struct map *map, const char *key)
{
    size_t mask = map->slot_count - 1;

    for (size_t i = hash_text(key) & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &map->slots[i];

        if (!*slot || !strcmp(map->at[*slot - 1].key, key))
            return slot;
    }
}

static void rebuild(struct map *map, size_t slot_count)
{
    map->slots = arena_array(map->arena, slot_count, sizeof *map->slots);
    map->slot_count = slot_count;
    for (size_t i = 0; i < map->count; i++)
        *slot_of(map, map->at[i].key) = (uint32_t)i + 1;
}

void *map_get(const struct map *map, const char *key)
{
    uint32_t *slot;

    if (!map->count)
        return NULL;
    slot = slot_of(map, key);
    return *slot ? map->at[*slot - 1].value : NULL;
}

void map_put(struct map *map, const char *key, void *value)
{
    uint32_t *slot;

    if (map->slot_count < 2 * (map->count + 1))
        rebuild(map, map->slot_count ? map->slot_count * 2 : 16);
    slot = slot_of(map, key);
    if (*slot) {
        map->at[*slot - 1].value = value;
        return;
    }
    vec_push(map->arena, map,
        ((struct map_entry){.key = arena_strdup(map->arena, key), .value = value}));
    *slot = (uint32_t)map->count;
}

bool map_remove(struct map *map, const char *key)
{
    uint32_t *slot = map->count ? slot_of(map, key) : NULL;
    size_t index;

    if (!slot || !*slot)
        return false;
    index = *slot - 1;
    memmove(&map->at[index], &map->at[index + 1], (map->count - index - 1) * sizeof *map->at);
    map->count--;
    rebuild(map, map->slot_count);
    return true;
}

static size_t edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 64 };
    size_t row[LONGEST + 1], size_a = strlen(a), size_b = strlen(b);

    if (size_a > LONGEST || size_b > LONGEST)
        return SIZE_MAX;
    for (size_t j = 0; j <= size_b; j++)
        row[j] = j;
    for (size_t i = 1; i <= size_a; i++) {
        size_t diagonal = row[0];

        row[0] = i;
        for (size_t j = 1; j <= size_b; j++) {
            bool same = tolower((unsigned char)a[i - 1]) == tolower((unsigned char)b[j - 1]);
            size_t best = diagonal + !same;

            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[size_b];
}

const char *nearest_name(const char *name, const char *const *candidates, size_t count)
{
    size_t limit = strlen(name) / 3 + 1, best = SIZE_MAX;
    const char *nearest = NULL;

    for (size_t i = 0; i < count; i++) {
        size_t distance = edit_distance(name, candidates[i]);

        if (!distance && !strcmp(name, candidates[i]))
            return NULL; /* What was written, but out of reach: no advice. */
        if (distance < best && distance <= limit) {
            best = distance;
            nearest = candidates[i];
        }
    }
    return nearest;
}
