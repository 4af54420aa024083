/* rt/map.h: entries of one size in chunks that never move, found by an index of their numbers. A
 * removed entry whose removal must be durable stays in the index, dead, until the commit: a key
 * that comes back takes it up again. */
#include "state/map.h"
#include "core/internal.h"
#include "state/index.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdlib.h>
#include <string.h>

enum { INLINE_KEY = 16, CHUNK_BYTES = 1 << 16, VALUE_VERSION = 1 };
enum { EXPIRE_STEP = 1024 }; /* Entries looked at for their time at each call. */
enum { NONE = UINT32_MAX };
enum { KEY_LIMIT = (1 << 28) - 1 }; /* Bytes of a key. */

struct entry {
    union {
        uint8_t bytes[INLINE_KEY];
        uint8_t *heap;
        uint32_t next_free;
    } key;
    uint32_t number;
    unsigned key_size : 28;
    unsigned used : 1;     /* Not in the free list. */
    unsigned dead : 1;     /* Removed; the removal is not durable yet. */
    unsigned touched : 1;  /* In the list of changes. */
    unsigned stored : 1;   /* The store has a value of it. */
};

struct rt_map {
    const struct rt_operator *operator;
    int32_t shards;
    bool durable;
    struct state_index index;
    uint8_t **chunks;
    size_t chunk_count, chunk_shift;
    size_t time_offset, owned_offset; /* Behind the entry: time of the last change, with a TTL;
                                         bytes that the value owns. 0: not there. */
    size_t value_offset, entry_size;
    uint32_t next, free_first;     /* First number never used; head of the free list. */
    size_t count;                  /* Living entries. */
    uint32_t *changes;
    size_t change_count, change_capacity;
    size_t key_bytes;              /* Of keys on the heap. */
    size_t owned;                  /* By values. */
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

static struct entry *new_entry(struct rt_map *map, struct rt_bytes key)
{
    struct entry *entry;
    uint32_t number = map->free_first;

    if (key.size > KEY_LIMIT || map->next == NONE - 2)
        rt_give_up(key.size > KEY_LIMIT ? "a key of state has more than 256 MB"
                                        : "state has four billion entries");
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
    entry->used = true;
    entry->key_size = (unsigned)key.size & KEY_LIMIT;
    if (key.size > INLINE_KEY) {
        entry->key.heap = rt_allocate(key.size, 1);
        map->key_bytes += key.size;
    }
    if (key.size)
        memcpy((uint8_t *)key_of(entry).data, key.data, key.size);
    return entry;
}

/* Follows what the value owns. */
static void account(struct rt_map *map, struct entry *entry, size_t owned)
{
    size_t *known = (size_t *)(void *)((uint8_t *)entry + map->owned_offset);

    map->owned += owned - *known;
    *known = owned;
}

static void account_value(struct rt_map *map, struct entry *entry)
{
    if (map->owned_offset)
        account(map, entry, map->operator->owned(value_of(map, entry)));
}

static void release_value(struct rt_map *map, struct entry *entry)
{
    if (map->owned_offset)
        account(map, entry, 0);
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
    entry->used = entry->dead = entry->touched = entry->stored = false;
    entry->key_size = 0;
    entry->key.next_free = map->free_first;
    map->free_first = entry->number;
}

/* ---- keys ---- */

static uint32_t hash_of(struct rt_bytes key)
{
    return (uint32_t)XXH3_64bits(key.data, key.size);
}

static int32_t shard_of(const struct rt_map *map, struct rt_bytes key)
{
    return map->shards > 1
        ? (int32_t)(XXH3_64bits(key.data, key.size) % (uint64_t)map->shards) : 0;
}

/* The entry of the key, dead or living; NULL: none. */
static struct entry *search(const struct rt_map *map, struct rt_bytes key, uint32_t hash)
{
    struct state_probe probe = state_index_probe(&map->index, hash);
    uint32_t number;

    while (state_probe_next(&probe, &number)) {
        struct entry *entry = entry_of(map, number);

        if (entry->key_size == key.size &&
            (!key.size || !memcmp(key_of(entry).data, key.data, key.size)))
            return entry;
    }
    return NULL;
}

static void unlink_entry(struct rt_map *map, struct entry *entry)
{
    state_index_remove(&map->index, hash_of(key_of(entry)), entry->number);
}

/* ---- changes ---- */

static void note_change(struct rt_map *map, struct entry *entry)
{
    if (!map->durable || entry->touched)
        return;
    if (map->change_count == map->change_capacity) {
        map->change_capacity = map->change_capacity ? map->change_capacity * 2 : 64;
        map->changes =
            rt_reallocate(map->changes, map->change_capacity, sizeof *map->changes);
    }
    map->changes[map->change_count++] = entry->number;
    entry->touched = true;
}

static int64_t *touched_ms(const struct rt_map *map, struct entry *entry)
{
    return map->time_offset ? (int64_t *)(void *)((uint8_t *)entry + map->time_offset) : NULL;
}

static void touch(struct rt_map *map, struct entry *entry)
{
    int64_t *time = touched_ms(map, entry);

    if (time)
        *time = map->now_ms;
    account_value(map, entry);
    note_change(map, entry);
}

static void remove_entry(struct rt_map *map, struct entry *entry)
{
    release_value(map, entry);
    map->count--;
    if (map->durable) {
        entry->dead = true;
        note_change(map, entry);
        return;
    }
    unlink_entry(map, entry);
    free_entry(map, entry);
}

static bool expired(const struct rt_map *map, struct entry *entry)
{
    const int64_t *time = touched_ms(map, entry);
    int64_t ttl_ms = map->operator->ttl_ms;

    if (time && map->operator->ttl_of)
        ttl_ms = map->operator->ttl_of(rt_map_key(map, value_of(map, entry)));
    return time && ttl_ms > 0 && map->now_ms - *time > ttl_ms;
}

/* ---- rt/map.h ---- */

static struct entry *find(struct rt_map *map, struct rt_bytes key, uint32_t hash)
{
    struct entry *entry = search(map, key, hash);

    if (!entry || entry->dead || !expired(map, entry))
        return entry;
    remove_entry(map, entry);
    return map->durable ? entry : NULL;
}

void *rt_map_find(struct rt_map *map, struct rt_bytes key)
{
    struct entry *entry = find(map, key, hash_of(key));

    return entry && !entry->dead ? value_of(map, entry) : NULL;
}

void *rt_map_insert(struct rt_map *map, struct rt_bytes key, bool *found)
{
    uint32_t hash = hash_of(key);
    struct entry *entry = find(map, key, hash);

    *found = entry && !entry->dead;
    if (*found)
        return value_of(map, entry);
    map->count++;
    if (entry) {
        entry->dead = false;
    } else {
        entry = new_entry(map, key);
        state_index_add(&map->index, hash, entry->number);
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
    return state_index_memory(&map->index) +
        map->chunk_count * (map->entry_size << map->chunk_shift) +
        map->change_capacity * sizeof *map->changes + map->key_bytes + map->owned;
}

/* ---- near ---- */

void rt_near_begin(struct rt_near *near, const struct rt_map *map)
{
    near->map = map;
    near->count = 0;
}

void rt_near_add(struct rt_near *near, struct rt_bytes key)
{
    uint32_t hash;

    if (near->count == RT_NEAR_MOST)
        return;
    hash = hash_of(key);
    near->hashes[near->count++] = hash;
    state_index_prefetch(&near->map->index, hash);
}

static struct entry *near_entry(const struct rt_near *near, size_t index)
{
    struct state_probe probe = state_index_probe(&near->map->index, near->hashes[index]);
    uint32_t number;

    return state_probe_next(&probe, &number) ? entry_of(near->map, number) : NULL;
}

void rt_near_end(const struct rt_near *near)
{
    for (size_t i = 0; i < near->count; i++) {
        const uint8_t *entry = (const uint8_t *)near_entry(near, i);

        if (!entry)
            continue;
        __builtin_prefetch(entry, 1);
        __builtin_prefetch(entry + near->map->entry_size - 1, 1);
    }
}

const void *rt_near_value(const struct rt_near *near, size_t index)
{
    struct entry *entry = near_entry(near, index);

    return entry ? value_of(near->map, entry) : NULL;
}

/* ---- the task's side ---- */

struct rt_map *map_new(const struct rt_operator *operator, int32_t shards, bool durable)
{
    struct rt_map *map = rt_allocate(1, sizeof *map);
    size_t header = sizeof(struct entry);
    size_t align = operator->value_align > sizeof(void *) ? operator->value_align : sizeof(void *);

    map->operator = operator;
    map->shards = shards;
    map->durable = durable;
    if (operator->ttl_ms > 0) {
        map->time_offset = header;
        header += sizeof(int64_t);
    }
    if (operator->owned) {
        map->owned_offset = header;
        header += sizeof(size_t);
    }
    map->value_offset = round_up(header, align);
    map->entry_size = round_up(map->value_offset + operator->value_size, align);
    while (map->entry_size << (map->chunk_shift + 1) <= CHUNK_BYTES)
        map->chunk_shift++;
    map->free_first = NONE;
    return map;
}

void map_clear(struct rt_map *map)
{
    for (uint32_t i = 0; i < map->next; i++) {
        struct entry *entry = entry_of(map, i);

        if (!entry->used)
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
    map->count = map->change_count = map->key_bytes = map->owned = 0;
    state_index_clear(&map->index);
}

void map_free(struct rt_map *map)
{
    if (!map)
        return;
    map_clear(map);
    rt_buffer_release(&map->buffer);
    free(map->changes);
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
        if (entry->used && !entry->dead && expired(map, entry))
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

/* ---- changes in the order of their keys ---- */

struct ordered_change {
    uint64_t heads[2]; /* The bytes behind what all keys have in common, as numbers. */
    uint32_t number;
};

static size_t common_bytes(const struct rt_map *map)
{
    struct rt_bytes first = key_of(entry_of(map, map->changes[0]));
    size_t common = first.size;

    for (size_t i = 1; i < map->change_count && common; i++) {
        struct rt_bytes key = key_of(entry_of(map, map->changes[i]));
        size_t at = 0;

        common = key.size < common ? key.size : common;
        while (at < common && key.data[at] == first.data[at])
            at++;
        common = at;
    }
    return common;
}

static uint64_t head_of(struct rt_bytes key, size_t at)
{
    uint64_t head = 0;

    for (size_t i = at; i < at + sizeof head; i++)
        head = head << 8 | (i < key.size ? key.data[i] : 0);
    return head;
}

static int compare_changes(const void *a, const void *b, void *map)
{
    const struct ordered_change *one = a, *other = b;

    if (one->heads[0] != other->heads[0])
        return one->heads[0] < other->heads[0] ? -1 : 1;
    if (one->heads[1] != other->heads[1])
        return one->heads[1] < other->heads[1] ? -1 : 1;
    return rt_bytes_compare(key_of(entry_of(map, one->number)),
        key_of(entry_of(map, other->number)));
}

static void order_changes(struct rt_map *map)
{
    size_t count = map->change_count, common;
    struct ordered_change *changes;

    if (count < 2)
        return;
    common = common_bytes(map);
    changes = rt_allocate(count, sizeof *changes);
    for (size_t i = 0; i < count; i++) {
        struct rt_bytes key = key_of(entry_of(map, map->changes[i]));

        changes[i] = (struct ordered_change){
            {head_of(key, common), head_of(key, common + sizeof(uint64_t))}, map->changes[i]};
    }
    qsort_r(changes, count, sizeof *changes, compare_changes, map);
    for (size_t i = 0; i < count; i++)
        map->changes[i] = changes[i].number;
    free(changes);
}

bool map_changes(struct rt_map *map, bool in_order,
    bool (*put)(void *context, int32_t shard, struct rt_bytes key, const struct rt_bytes *value,
        struct rt_error *error),
    void *context, struct rt_error *error)
{
    if (in_order)
        order_changes(map);
    for (size_t i = 0; i < map->change_count; i++) {
        struct entry *entry = entry_of(map, map->changes[i]);
        struct rt_bytes key = key_of(entry), value;
        int32_t shard = shard_of(map, key);

        if (entry->dead) {
            if (entry->stored && !put(context, shard, key, NULL, error))
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

        entry->stored = true;
        entry->touched = false;
        if (!entry->dead)
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

/* What comes from the store is no change. The entry may be there: its value is made anew. */
static struct entry *restore_entry(struct rt_map *map, struct rt_bytes key, bool make)
{
    uint32_t hash = hash_of(key);
    struct entry *entry = search(map, key, hash);

    if (entry) {
        release_value(map, entry);
    } else if (make) {
        entry = new_entry(map, key);
        state_index_add(&map->index, hash, entry->number);
        entry->stored = true;
        map->count++;
    }
    return entry;
}

static void forget_entry(struct rt_map *map, struct entry *entry)
{
    if (!entry)
        return;
    map->count--;
    unlink_entry(map, entry);
    free_entry(map, entry);
}

bool map_restore(struct rt_map *map, struct rt_bytes key, const struct rt_bytes *value,
    struct rt_error *error)
{
    bool timed = map->operator->ttl_ms > 0;
    size_t head = 1 + (timed ? sizeof(uint64_t) : 0);
    struct rt_bytes bytes;
    struct entry *entry;
    uint64_t time = 0;

    if (!value) {
        forget_entry(map, restore_entry(map, key, false));
        return true;
    }
    if (value->size < head || value->data[0] != VALUE_VERSION)
        return broken(map, error);
    entry = restore_entry(map, key, true);
    if (timed) {
        for (size_t i = 0; i < sizeof time; i++)
            time |= (uint64_t)value->data[1 + i] << 8 * i;
        *touched_ms(map, entry) = (int64_t)time;
    }
    bytes = (struct rt_bytes){value->data + head, value->size - head};
    if (!map->operator->decode(bytes, value_of(map, entry), error))
        return rt_error_context(error, "state '%s'", map->operator->name);
    account_value(map, entry);
    return true;
}

void map_restored(struct rt_map *map, struct rt_map *const *maps)
{
    for (uint32_t i = 0; i < map->next; i++) {
        struct entry *entry = entry_of(map, i);

        if (!entry->used || entry->dead)
            continue;
        if (expired(map, entry))
            remove_entry(map, entry);
        else if (map->operator->restored)
            map->operator->restored(maps, value_of(map, entry));
    }
}
