/* Keyed state of one operator: a hash table from encoded key to a typed value, with durable
 * changes.
 *
 * The key is bytes that the generated code encodes (equal keys, equal bytes). The value is a struct
 * of the operator's own, of fixed size, zeroed when it is made; what it points to is on the heap
 * and released by the operator. A value that changed is touched; at the commit the task asks the
 * operator to encode every touched value once and writes it into the operator's store, in the
 * transaction with outputs and positions. Restored at start. One thread.
 *
 * Pointers to values stay valid until that entry is removed. */
#ifndef RT_MAP_H
#define RT_MAP_H

#include <rt/base.h>

struct rt_map;

/* What the generated code says of an operator with state; `static const`. */
struct rt_operator {
    const char *name;         /* stable: "aggregate-1a2b"; the store's name */
    uint64_t schema_hash;     /* of key and value layout */
    size_t index;             /* own place in rt_job.operators and rt_task.maps */
    size_t value_size, value_align; /* of the value's struct; align 0: of a pointer */
    int64_t ttl_ms;           /* an entry not touched for so long is forgotten; 0: never */
    int64_t (*ttl_of)(struct rt_bytes key); /* of one entry, 0: never, where they differ; ttl_ms is
                                               the longest. NULL: ttl_ms */
    /* Appends the durable form (no version byte: the runtime adds it). */
    bool (*encode)(const void *value, struct rt_buffer *out);
    /* Fills a zeroed value. False: RT_STATE. */
    bool (*decode)(struct rt_bytes in, void *value, struct rt_error *error);
    void (*release)(void *value); /* NULL: it owns nothing */
    size_t (*owned)(const void *value); /* bytes on the heap that it owns now, asked for when it is
                                           touched; NULL: none that are counted */
    bool derived;             /* made again from the entries of other maps: never stored */
    /* Called with task->maps for each entry when all of the map are restored; NULL: not needed. It
       may use derived maps. Until then a value is decoded and released by itself. */
    void (*restored)(struct rt_map *const *maps, void *value);
};

/* NULL if absent. */
void *rt_map_find(struct rt_map *map, struct rt_bytes key);
/* The value, made if absent (*found false). Out of memory aborts with a line. */
void *rt_map_insert(struct rt_map *map, struct rt_bytes key, bool *found);
/* The key that the value stands under; valid as long as the entry, in `release` too. */
struct rt_bytes rt_map_key(const struct rt_map *map, const void *value);
/* Marks the value as changed since the last commit. */
void rt_map_touch(struct rt_map *map, void *value);
/* Releases and removes the value; the removal is durable too. */
void rt_map_remove(struct rt_map *map, void *value);
size_t rt_map_count(const struct rt_map *map);
/* Bytes held by the table and what its values own. */
size_t rt_map_memory(const struct rt_map *map);

/* ---- entries that come near the processor, for calls that follow soon ---- */

enum { RT_NEAR_MOST = 64 }; /* Keys at a time; further ones stay where they are. */

/* Only a hint: begin, a key after the other, then the end, which looks at all of them. */
struct rt_near {
    const struct rt_map *map;
    size_t count;
    uint32_t hashes[RT_NEAR_MOST];
};

void rt_near_begin(struct rt_near *near, const struct rt_map *map);
void rt_near_add(struct rt_near *near, struct rt_bytes key);
void rt_near_end(const struct rt_near *near);
/* Behind the end: the value of a key, or of another one with its hash; zeroed if it was removed.
 * NULL: none. */
const void *rt_near_value(const struct rt_near *near, size_t index);

#endif
