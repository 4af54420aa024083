#include <rt/aggregate.h>

/* A value taken back before it came is kept with a count below 0, as Flink does. */
static int64_t change(struct rt_map *map, struct rt_bytes key, int64_t by)
{
    bool found;
    struct rt_distinct *value = rt_map_insert(map, key, &found);
    int64_t count = value->count += by;

    rt_map_touch(map, value);
    if (!count)
        rt_map_remove(map, value);
    return count;
}

bool rt_distinct_add(struct rt_map *map, struct rt_bytes key)
{
    return change(map, key, 1) == 1;
}

bool rt_distinct_remove(struct rt_map *map, struct rt_bytes key)
{
    return change(map, key, -1) == 0;
}

bool rt_distinct_encode(const void *value, struct rt_buffer *out)
{
    rt_pack_i64(out, ((const struct rt_distinct *)value)->count);
    return true;
}

bool rt_distinct_decode(struct rt_bytes in, void *value, struct rt_error *error)
{
    struct rt_unpack from = rt_unpack_of(in);

    ((struct rt_distinct *)value)->count = rt_unpack_i64(&from);
    return rt_unpack_end(&from) ||
        rt_fail(error, RT_STATE, RT_STOP, "a count has an unknown form");
}
