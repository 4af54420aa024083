#include "proto/memory.h"

#include <rt/log.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *memory_alloc(const struct rt_memory *memory, size_t size)
{
    return memory->allocate(memory->owner, size);
}

static void *from_arena(void *owner, size_t size)
{
    return memset(rt_arena_alloc(owner, size), 0, size);
}

struct rt_memory rt_memory_of(struct rt_arena *arena)
{
    return (struct rt_memory){from_arena, arena};
}

char *memory_copy(const struct rt_memory *memory, const char *text, size_t size)
{
    char *copy = memory_alloc(memory, size + 1);

    if (size)
        memcpy(copy, text, size);
    return copy;
}

char *memory_vprintf(const struct rt_memory *memory, const char *format, va_list args)
{
    va_list again;
    char *text;
    int size;

    va_copy(again, args);
    size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    text = memory_alloc(memory, (size_t)(size < 0 ? 0 : size) + 1);
    if (size > 0)
        vsnprintf(text, (size_t)size + 1, format, args);
    return text;
}

char *memory_printf(const struct rt_memory *memory, const char *format, ...)
{
    va_list args;
    char *text;

    va_start(args, format);
    text = memory_vprintf(memory, format, args);
    va_end(args);
    return text;
}

void *memory_grow(const struct rt_memory *memory, void *old, size_t *capacity, size_t size)
{
    size_t more = *capacity ? 2 * *capacity : 4;
    void *grown = memory_alloc(memory, more * size);

    if (*capacity)
        memcpy(grown, old, *capacity * size);
    *capacity = more;
    return grown;
}

void memory_text_add(struct memory_text *text, char c)
{
    if (text->size + 1 >= text->capacity)
        text->data = memory_grow(text->memory, text->data, &text->capacity, 1);
    text->data[text->size++] = c;
}

const char *memory_text_chars(const struct memory_text *text)
{
    return text->data ? text->data : "";
}

/* ---- maps ---- */

static size_t hash_of(const char *key)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);

    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * UINT64_C(0x100000001B3);
    return (size_t)(hash ^ hash >> 32);
}

/* The place of a key, or the free one where it belongs. */
static struct rt_proto_pair *slot_of(const struct rt_proto_map *map, const char *key)
{
    for (size_t i = hash_of(key);; i++) {
        struct rt_proto_pair *slot = &map->slots[i & (map->size - 1)];

        if (!slot->key || strcmp(slot->key, key) == 0)
            return slot;
    }
}

void *rt_proto_get(const struct rt_proto_map *map, const char *key)
{
    return map->size ? slot_of(map, key)->value : NULL;
}

void rt_proto_put(struct rt_proto_map *map, const char *key, void *value)
{
    struct rt_proto_pair *slot;

    if (2 * (map->count + 1) > map->size) {
        struct rt_proto_map larger = {.memory = map->memory,
            .size = map->size ? 2 * map->size : 16};

        larger.slots = memory_alloc(&larger.memory, larger.size * sizeof *larger.slots);
        for (size_t i = 0; i < map->size; i++)
            if (map->slots[i].key)
                *slot_of(&larger, map->slots[i].key) = map->slots[i];
        larger.count = map->count;
        *map = larger;
    }
    slot = slot_of(map, key);
    if (!slot->key) {
        slot->key = memory_copy(&map->memory, key, strlen(key));
        map->count++;
    }
    slot->value = value;
}
