/* What the task does with a map (rt/map.h): durable changes, restoring, time. */
#ifndef RT_STATE_MAP_H
#define RT_STATE_MAP_H

#include <rt/map.h>

/* `durable`: changes are gathered for map_changes. Never NULL. */
struct rt_map *map_new(const struct rt_operator *operator, int32_t shards, bool durable);
void map_free(struct rt_map *map); /* NULL allowed. */
/* Forgets everything, changes too. */
void map_clear(struct rt_map *map);

/* The clock of the TTL; also forgets a few entries whose time is up. */
void map_set_time(struct rt_map *map, int64_t now_ms);

/* Every change since the last call of map_committed: `value` NULL is a removal. Stops when `put`
 * returns false. `in_order`: by their keys as bytes, for a store that keeps them so. */
bool map_changes(struct rt_map *map, bool in_order,
    bool (*put)(void *context, int32_t shard, struct rt_bytes key, const struct rt_bytes *value,
        struct rt_error *error),
    void *context, struct rt_error *error);
void map_committed(struct rt_map *map);

/* An entry as map_changes gave it, in place of an earlier one of the key; `value` NULL: it is gone.
 * False: RT_STATE. */
bool map_restore(struct rt_map *map, struct rt_bytes key, const struct rt_bytes *value,
    struct rt_error *error);
/* All entries are there: forgets those whose time is up, and calls `restored` of the operator, if
 * it has one, for the others. */
void map_restored(struct rt_map *map, struct rt_map *const *maps);

#endif
