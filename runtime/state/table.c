#include "state/table.h"
#include "core/internal.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 1024 };

void state_table_release(struct state_table *table)
{
    rt_arena_release(&table->arena);
    free(table->entries);
    *table = (struct state_table){0};
}

static struct state_entry *slot_of(const struct state_table *table, struct rt_bytes key,
    uint32_t hash)
{
    for (size_t i = hash;; i++) {
        struct state_entry *entry = &table->entries[i & (table->capacity - 1)];

        if (!entry->used || (entry->hash == hash && entry->key.size == key.size &&
                                !memcmp(entry->key.data, key.data, key.size)))
            return entry;
    }
}

static void grow(struct state_table *table)
{
    struct state_table larger = *table;

    larger.capacity = table->capacity ? table->capacity * 2 : FIRST_CAPACITY;
    larger.entries = rt_allocate(larger.capacity, sizeof *larger.entries);
    for (size_t i = 0; i < table->capacity; i++) {
        const struct state_entry *entry = &table->entries[i];

        if (entry->used)
            *slot_of(&larger, entry->key, entry->hash) = *entry;
    }
    free(table->entries);
    *table = larger;
}

void state_table_set(struct state_table *table, struct rt_bytes key, const struct rt_bytes *value)
{
    uint32_t hash = rt_murmur2(key);
    struct state_entry *entry;

    if (table->count * 2 >= table->capacity)
        grow(table);
    entry = slot_of(table, key, hash);
    if (!entry->used) {
        *entry = (struct state_entry){
            .key = rt_bytes_copy(&table->arena, key), .hash = hash, .used = true};
        table->count++;
    }
    entry->deleted = !value;
    if (!value)
        return;
    /* A counter that changes often is the usual entry: its bytes are written over. */
    if (value->size && value->size == entry->value.size)
        memcpy((uint8_t *)entry->value.data, value->data, value->size);
    else
        entry->value = rt_bytes_copy(&table->arena, *value);
}

void state_table_each(const struct state_table *table,
    bool (*entry)(void *context, struct rt_bytes key, struct rt_bytes value), void *context)
{
    for (size_t i = 0; i < table->capacity; i++) {
        const struct state_entry *at = &table->entries[i];

        if (at->used && !at->deleted && !entry(context, at->key, at->value))
            return;
    }
}
