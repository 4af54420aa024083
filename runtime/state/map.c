/* rt/map.h: entries of one size in chunks that never move, found by an index of their numbers.
 *
 * The index is open addressing with linear probing. A slot holds 32 bits of the hash, so that
 * growing and removing read no entry. A removed entry whose removal must be durable stays in the
 * index, dead, until the commit: a key that comes back takes it up again. */
#include "state/map.h"
#include "core/internal.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdlib.h>
#include <string.h>

enum { INLINE_KEY = 16, CHUNK_BYTES = 1 << 16, FIRST_SLOTS = 64, VALUE_VERSION = 1 };
enum { EXPIRE_STEP = 1024 }; /* Entries looked at for their time at each call. */
enum { NONE = UINT32_MAX };

enum flag {
    USED = 1,     /* Not in the free list. */
    DEAD = 2,     /* Removed; the removal is not durable yet. */
    TOUCHED = 4,  /* In the list of changes. */
    STORED = 8,   /* The store has a value of it. */
};

struct entry {
    union {
        uint8_t bytes[INLINE_KEY];
        uint8_t *heap;
        uint32_t next_free;
    } key;
    uint32_t key_size, hash, number, flags;
};

struct timed_entry { /* Of maps with a TTL. */
    struct entry entry;
    int64_t touched_ms;
};

struct slot {
    uint32_t hash, number; /* number + 1; 0: empty */
};

struct rt_map {
    const struct rt_operator *operator;
    int32_t shards;
    bool durable;
    struct slot *slots;
    size_t slot_count, used_slots; /* slot_count: a power of two. */
    uint8_t **chunks;
    size_t chunk_count, chunk_shift;
    size_t value_offset, entry_size;
    uint32_t next, free_first;     /* First number never used; head of the free list. */
    size_t count;                  /* Living entries. */
    uint32_t *changes;
    size_t change_count, change_capacity;
    size_t key_bytes;              /* Of keys on the heap. */
    size_t owned;                  /* rt_map_account */
    struct rt_buffer buffer;
    int64_t now_ms;
    uint32_t expire_at;
};

static size_t round_up(size_t size, size_t to)
{
    return (size + to - 1) / to * to;
}

/* ---- entries ---- */

static struct entry *entry_of(const struct rt_map *map, uint32_t number)
{
    size_t in_chunk = number & (((size_t)1 << map->chunk_shift) - 1);

    return (struct entry *)(void *)(map->chunks[number >> map->chunk_shift] +
        in_chunk * map->entry_size);
}

static void *value_of(const struct rt_map *map, struct entry *entry)
{
    return (uint8_t *)entry + map->value_offset;
}

static struct entry *entry_of_value(const struct rt_map *map, void *value)
{
    return (struct entry *)(void *)((uint8_t *)value - map->value_offset);
}

static struct rt_bytes key_of(const struct entry *entry)
{
    return (struct rt_bytes){
        entry->key_size <= INLINE_KEY ? entry->key.bytes : entry->key.heap, entry->key_size};
}

static struct entry *new_entry(struct rt_map *map, struct rt_bytes key, uint32_t hash)
{
    struct entry *entry;
    uint32_t number = map->free_first;

    if (number != NONE) {
        entry = entry_of(map, number);
        map->free_first = entry->key.next_free;
    } else {
        number = map->next++;
        if (number >> map->chunk_shift == map->chunk_count) {
            map->chunks =
                rt_reallocate(map->chunks, map->chunk_count + 1, sizeof *map->chunks);
            map->chunks[map->chunk_count++] =
                rt_allocate((size_t)1 << map->chunk_shift, map->entry_size);
        }
        entry = entry_of(map, number);
    }
    memset(entry, 0, map->entry_size);
    entry->number = number;
    entry->hash = hash;
    entry->flags = USED;
    entry->key_size = (uint32_t)key.size;
    if (key.size > INLINE_KEY) {
        entry->key.heap = rt_allocate(key.size, 1);
        map->key_bytes += key.size;
    }
    if (key.size)
        memcpy((uint8_t *)key_of(entry).data, key.data, key.size);
    return entry;
}

static void release_value(struct rt_map *map, struct entry *entry)
{
    if (map->operator->release)
        map->operator->release(value_of(map, entry));
    memset(value_of(map, entry), 0, map->operator->value_size);
}

static void free_entry(struct rt_map *map, struct entry *entry)
{
    if (entry->key_size > INLINE_KEY) {
        map->key_bytes -= entry->key_size;
        free(entry->key.heap);
    }
    entry->flags = 0;
    entry->key_size = 0;
    entry->key.next_free = map->free_first;
    map->free_first = entry->number;
}

/* ---- the index ---- */

static uint64_t hash_of(struct rt_bytes key)
{
    return XXH3_64bits(key.data, key.size);
}

static bool same_key(const struct entry *entry, struct rt_bytes key)
{
    return entry->key_size == key.size &&
        (!key.size || !memcmp(key_of(entry).data, key.data, key.size));
}

/* The slot of the key, or the empty one where it belongs. */
static size_t find_slot(const struct rt_map *map, struct rt_bytes key, uint32_t hash)
{
    size_t mask = map->slot_count - 1, at = hash & mask;

    for (; map->slots[at].number; at = (at + 1) & mask)
        if (map->slots[at].hash == hash &&
            same_key(entry_of(map, map->slots[at].number - 1), key))
            break;
    return at;
}

static void grow(struct rt_map *map)
{
    size_t count = map->slot_count * 2, mask = count - 1;
    struct slot *slots = rt_allocate(count, sizeof *slots);

    for (size_t i = 0; i < map->slot_count; i++) {
        size_t at = map->slots[i].hash & mask;

        if (!map->slots[i].number)
            continue;
        while (slots[at].number)
            at = (at + 1) & mask;
        slots[at] = map->slots[i];
    }
    free(map->slots);
    map->slots = slots;
    map->slot_count = count;
}

/* Takes the entry out of the index; those behind it move up, so that no mark stays. */
static void unlink_entry(struct rt_map *map, const struct entry *entry)
{
    size_t mask = map->slot_count - 1, hole = entry->hash & mask;

    while (map->slots[hole].number != entry->number + 1)
        hole = (hole + 1) & mask;
    for (size_t at = (hole + 1) & mask; map->slots[at].number; at = (at + 1) & mask) {
        size_t home = map->slots[at].hash & mask;

        if (((at - home) & mask) < ((at - hole) & mask))
            continue; /* It would stand before its home. */
        map->slots[hole] = map->slots[at];
        hole = at;
    }
    map->slots[hole] = (struct slot){0};
    map->used_slots--;
}

/* ---- changes ---- */

static void note_change(struct rt_map *map, struct entry *entry)
{
    if (!map->durable || entry->flags & TOUCHED)
        return;
    if (map->change_count == map->change_capacity) {
        map->change_capacity = map->change_capacity ? map->change_capacity * 2 : 64;
        map->changes =
            rt_reallocate(map->changes, map->change_capacity, sizeof *map->changes);
    }
    map->changes[map->change_count++] = entry->number;
    entry->flags |= TOUCHED;
}

static int64_t *touched_ms(const struct rt_map *map, struct entry *entry)
{
    return map->operator->ttl_ms > 0 ? &((struct timed_entry *)(void *)entry)->touched_ms : NULL;
}

static void touch(struct rt_map *map, struct entry *entry)
{
    int64_t *time = touched_ms(map, entry);

    if (time)
        *time = map->now_ms;
    note_change(map, entry);
}

static void remove_entry(struct rt_map *map, struct entry *entry)
{
    release_value(map, entry);
    map->count--;
    if (map->durable) {
        entry->flags |= DEAD;
        note_change(map, entry);
        return;
    }
    unlink_entry(map, entry);
    free_entry(map, entry);
}

static bool expired(const struct rt_map *map, struct entry *entry)
{
    const int64_t *time = touched_ms(map, entry);

    return time && map->now_ms - *time > map->operator->ttl_ms;
}

/* ---- rt/map.h ---- */

static struct entry *find(struct rt_map *map, struct rt_bytes key, uint32_t hash, size_t *slot)
{
    struct entry *entry;

    *slot = find_slot(map, key, hash);
    if (!map->slots[*slot].number)
        return NULL;
    entry = entry_of(map, map->slots[*slot].number - 1);
    if (!(entry->flags & DEAD) && expired(map, entry)) {
        remove_entry(map, entry);
        *slot = find_slot(map, key, hash);
        return map->slots[*slot].number ? entry : NULL;
    }
    return entry;
}

void *rt_map_find(struct rt_map *map, struct rt_bytes key)
{
    size_t slot;
    struct entry *entry = find(map, key, (uint32_t)hash_of(key), &slot);

    return entry && !(entry->flags & DEAD) ? value_of(map, entry) : NULL;
}

void *rt_map_insert(struct rt_map *map, struct rt_bytes key, bool *found)
{
    uint32_t hash = (uint32_t)hash_of(key);
    size_t slot;
    struct entry *entry = find(map, key, hash, &slot);

    *found = entry && !(entry->flags & DEAD);
    if (*found)
        return value_of(map, entry);
    map->count++;
    if (entry) {
        entry->flags &= ~(uint32_t)DEAD;
    } else {
        if ((map->used_slots + 1) * 4 > map->slot_count * 3) {
            grow(map);
            slot = find_slot(map, key, hash);
        }
        entry = new_entry(map, key, hash);
        map->slots[slot] = (struct slot){hash, entry->number + 1};
        map->used_slots++;
    }
    touch(map, entry);
    return value_of(map, entry);
}

struct rt_bytes rt_map_key(const struct rt_map *map, const void *value)
{
    return key_of((const struct entry *)(const void *)((const uint8_t *)value -
        map->value_offset));
}

void rt_map_touch(struct rt_map *map, void *value)
{
    touch(map, entry_of_value(map, value));
}

void rt_map_remove(struct rt_map *map, void *value)
{
    remove_entry(map, entry_of_value(map, value));
}

size_t rt_map_count(const struct rt_map *map)
{
    return map->count;
}

size_t rt_map_memory(const struct rt_map *map)
{
    return map->slot_count * sizeof *map->slots +
        map->chunk_count * (map->entry_size << map->chunk_shift) +
        map->change_capacity * sizeof *map->changes + map->key_bytes + map->owned;
}

void rt_map_account(struct rt_map *map, ptrdiff_t bytes)
{
    map->owned += (size_t)bytes;
}

/* ---- the task's side ---- */

struct rt_map *map_new(const struct rt_operator *operator, int32_t shards, bool durable)
{
    struct rt_map *map = rt_allocate(1, sizeof *map);
    size_t header =
        operator->ttl_ms > 0 ? sizeof(struct timed_entry) : sizeof(struct entry);

    map->operator = operator;
    map->shards = shards;
    map->durable = durable;
    map->value_offset = round_up(header, 16);
    map->entry_size = round_up(map->value_offset + operator->value_size, 16);
    while (map->entry_size << (map->chunk_shift + 1) <= CHUNK_BYTES)
        map->chunk_shift++;
    map->slot_count = FIRST_SLOTS;
    map->slots = rt_allocate(map->slot_count, sizeof *map->slots);
    map->free_first = NONE;
    return map;
}

void map_clear(struct rt_map *map)
{
    for (uint32_t i = 0; i < map->next; i++) {
        struct entry *entry = entry_of(map, i);

        if (!(entry->flags & USED))
            continue;
        release_value(map, entry);
        free_entry(map, entry);
    }
    for (size_t i = 0; i < map->chunk_count; i++)
        free(map->chunks[i]);
    free(map->chunks);
    map->chunks = NULL;
    map->chunk_count = 0;
    map->next = 0;
    map->expire_at = 0;
    map->free_first = NONE;
    map->count = map->used_slots = map->change_count = map->key_bytes = map->owned = 0;
    memset(map->slots, 0, map->slot_count * sizeof *map->slots);
}

void map_free(struct rt_map *map)
{
    if (!map)
        return;
    map_clear(map);
    rt_buffer_release(&map->buffer);
    free(map->changes);
    free(map->slots);
    free(map);
}

void map_set_time(struct rt_map *map, int64_t now_ms)
{
    map->now_ms = now_ms;
    if (map->operator->ttl_ms <= 0)
        return;
    for (int i = 0; i < EXPIRE_STEP && map->next; i++) {
        struct entry *entry = entry_of(map, map->expire_at);

        map->expire_at = map->expire_at + 1 < map->next ? map->expire_at + 1 : 0;
        if ((entry->flags & (USED | DEAD)) == USED && expired(map, entry))
            remove_entry(map, entry);
        if (!map->expire_at)
            break;
    }
}

static void put_number(struct rt_buffer *out, uint64_t number)
{
    uint8_t *at = rt_buffer_reserve(out, sizeof number);

    for (size_t i = 0; i < sizeof number; i++)
        at[i] = (uint8_t)(number >> 8 * i);
    out->size += sizeof number;
}

/* The version, the time of the last change if there is a TTL, the operator's bytes. */
static bool encode(struct rt_map *map, struct entry *entry)
{
    const uint8_t version = VALUE_VERSION;
    const int64_t *time = touched_ms(map, entry);

    map->buffer.size = 0;
    rt_buffer_add(&map->buffer, &version, 1);
    if (time)
        put_number(&map->buffer, (uint64_t)*time);
    return map->operator->encode(value_of(map, entry), &map->buffer);
}

bool map_changes(struct rt_map *map,
    bool (*put)(void *context, int32_t shard, struct rt_bytes key, const struct rt_bytes *value,
        struct rt_error *error),
    void *context, struct rt_error *error)
{
    for (size_t i = 0; i < map->change_count; i++) {
        struct entry *entry = entry_of(map, map->changes[i]);
        struct rt_bytes key = key_of(entry), value;
        int32_t shard = map->shards > 1 ? (int32_t)(hash_of(key) % (uint64_t)map->shards) : 0;

        if (entry->flags & DEAD) {
            if (entry->flags & STORED && !put(context, shard, key, NULL, error))
                return false;
            continue;
        }
        if (!encode(map, entry))
            return rt_fail(error, RT_STATE, RT_STOP, "state '%s': a value cannot be written",
                map->operator->name);
        value = (struct rt_bytes){map->buffer.data, map->buffer.size};
        if (!put(context, shard, key, &value, error))
            return false;
    }
    return true;
}

void map_committed(struct rt_map *map)
{
    for (size_t i = 0; i < map->change_count; i++) {
        struct entry *entry = entry_of(map, map->changes[i]);

        entry->flags = (entry->flags | STORED) & ~(uint32_t)TOUCHED;
        if (!(entry->flags & DEAD))
            continue;
        unlink_entry(map, entry);
        free_entry(map, entry);
    }
    map->change_count = 0;
}

static bool broken(const struct rt_map *map, struct rt_error *error)
{
    return rt_fail(error, RT_STATE, RT_STOP, "state '%s': an entry has an unknown form",
        map->operator->name);
}

bool map_restore(struct rt_map *map, struct rt_bytes key, struct rt_bytes value,
    struct rt_error *error)
{
    bool durable = map->durable, timed = map->operator->ttl_ms > 0, found, done;
    size_t head = 1 + (timed ? sizeof(uint64_t) : 0);
    uint64_t time = 0;
    struct entry *entry;

    if (value.size < head || value.data[0] != VALUE_VERSION)
        return broken(map, error);
    map->durable = false; /* What comes from the store is no change. */
    entry = entry_of_value(map, rt_map_insert(map, key, &found));
    map->durable = durable;
    if (found)
        return broken(map, error);
    entry->flags |= STORED;
    if (timed) {
        for (size_t i = 0; i < sizeof time; i++)
            time |= (uint64_t)value.data[1 + i] << 8 * i;
        *touched_ms(map, entry) = (int64_t)time;
    }
    value = (struct rt_bytes){value.data + head, value.size - head};
    done = map->operator->decode(value, value_of(map, entry), error);
    return done || rt_error_context(error, "state '%s'", map->operator->name);
}
