/* rt/join.h: a key is side, size of the join key (4 bytes), join key, rest. */
#include "core/internal.h"

#include <rt/join.h>
#include <rt/pack.h>

#include <stdlib.h>
#include <string.h>

enum { SIDE_SIZE = 1, HEAD_SIZE = SIDE_SIZE + 4 };
enum { NEAR_ROWS = 4 }; /* Of the other side, that come near. */

static struct rt_bytes join_key_of(const uint8_t *key)
{
    uint32_t size;

    memcpy(&size, key + SIDE_SIZE, sizeof size);
    return (struct rt_bytes){key + HEAD_SIZE, size};
}

/* ---- groups ---- */

static void link_row(struct rt_join_group *group, struct rt_join_row *row, enum rt_join_side side)
{
    row->group = group;
    row->previous = group->last[side];
    row->next = NULL;
    if (row->previous)
        row->previous->next = row;
    else
        group->first[side] = row;
    group->last[side] = row;
}

static void unlink_row(struct rt_join_row *row)
{
    struct rt_join_group *group = row->group;

    for (int side = RT_LEFT; side <= RT_RIGHT; side++) {
        if (group->first[side] == row)
            group->first[side] = row->next;
        if (group->last[side] == row)
            group->last[side] = row->previous;
    }
    if (row->previous)
        row->previous->next = row->next;
    if (row->next)
        row->next->previous = row->previous;
}

/* ---- a row ---- */

void rt_join_begin(struct rt_join *join)
{
    const uint8_t head[HEAD_SIZE] = {(uint8_t)join->side};

    join->key->size = 0;
    rt_buffer_add(join->key, head, sizeof head);
}

void rt_join_find(struct rt_join *join)
{
    uint32_t size = (uint32_t)(join->key->size - HEAD_SIZE);

    memcpy(join->key->data + SIDE_SIZE, &size, sizeof size);
    join->group = rt_map_find(join->groups, join_key_of(join->key->data));
}

static void keep_row(struct rt_join_row *row, const struct rt_buffer *from)
{
    uint8_t *copy = rt_allocate(from->size ? from->size : 1, 1);

    if (from->size)
        memcpy(copy, from->data, from->size);
    if (row->owned)
        free((void *)(uintptr_t)row->row.data);
    row->owned = true;
    row->row = (struct rt_bytes){copy, from->size};
}

void rt_join_add(struct rt_join *join, const struct rt_buffer *row, size_t row_at)
{
    struct rt_bytes key = {join->key->data, join->key->size};
    struct rt_join_row *mine;
    bool found;

    if (!join->group)
        join->group = rt_map_insert(join->groups, join_key_of(key.data), &found);
    mine = rt_map_insert(join->rows, key, &found);
    if (!found)
        link_row(join->group, mine, join->side);
    if (row) {
        keep_row(mine, row);
        mine->count = 1;
    } else {
        key = rt_map_key(join->rows, mine);
        mine->row = (struct rt_bytes){key.data + row_at, key.size - row_at};
        mine->count++;
    }
    join->replaced = found && row;
    join->mine = mine;
    rt_map_touch(join->rows, mine);
}

bool rt_join_retract(struct rt_join *join)
{
    struct rt_bytes key = {join->key->data, join->key->size};
    struct rt_join_row *mine = join->group ? rt_map_find(join->rows, key) : NULL;

    if (!mine)
        return false;
    if (--mine->count > 0) {
        rt_map_touch(join->rows, mine);
        return true;
    }
    rt_map_remove(join->rows, mine);
    if (!join->group->first[RT_LEFT] && !join->group->first[RT_RIGHT]) {
        rt_map_remove(join->groups, join->group);
        join->group = NULL;
    }
    return true;
}

void rt_join_count(struct rt_join *join, struct rt_join_row *other, bool adds)
{
    if (adds ? join->replaced && other->matches : !other->matches)
        return;
    other->matches += adds ? 1 : -1;
    rt_map_touch(join->rows, other);
}

/* A row of each list at a step: the next one is known when that before it is near. */
static void rows_near(const struct rt_near *groups, enum rt_join_side other, int step)
{
    for (size_t i = 0; i < groups->count; i++) {
        const struct rt_join_group *group = rt_near_value(groups, i);
        const struct rt_join_row *row = group ? group->first[other] : NULL;

        for (int k = 0; k < step - 1 && row; k++)
            row = row->next;
        if (row && step)
            __builtin_prefetch(row->row.data);
        if (row && step)
            row = row->next;
        __builtin_prefetch(row);
    }
}

void rt_join_near(const struct rt_near *groups, enum rt_join_side side)
{
    rt_near_end(groups);
    for (size_t i = 0; i < groups->count; i++) {
        const struct rt_join_group *group = rt_near_value(groups, i);

        if (group) /* A new row follows it. */
            __builtin_prefetch(group->last[side], 1);
    }
    for (int step = 0; step <= NEAR_ROWS; step++)
        rows_near(groups, !side, step);
}

/* ---- durable form: whether the row is here or in the key, counts, the row or its size ---- */

bool rt_join_encode(const void *value, struct rt_buffer *out)
{
    const struct rt_join_row *row = value;

    rt_pack_bool(out, row->owned);
    rt_pack_i64(out, row->count);
    rt_pack_i64(out, row->matches);
    if (row->owned)
        rt_pack_bytes(out, row->row);
    else
        rt_pack_size(out, row->row.size);
    return true;
}

bool rt_join_decode(struct rt_bytes in, void *value, struct rt_error *error)
{
    struct rt_join_row *row = value;
    struct rt_unpack from = rt_unpack_of(in);
    bool owned = rt_unpack_bool(&from);
    struct rt_bytes bytes = {0};

    row->count = rt_unpack_i64(&from);
    row->matches = rt_unpack_i64(&from);
    if (owned)
        bytes = rt_unpack_bytes(&from);
    else
        row->row.size = rt_unpack_size(&from);
    if (!rt_unpack_end(&from))
        return rt_fail(error, RT_STATE, RT_STOP, "a row of a join has an unknown form");
    if (owned) {
        uint8_t *copy = rt_allocate(bytes.size ? bytes.size : 1, 1);

        if (bytes.size)
            memcpy(copy, bytes.data, bytes.size);
        row->row = (struct rt_bytes){copy, bytes.size};
        row->owned = true;
    }
    return true;
}

void rt_join_release(void *value)
{
    struct rt_join_row *row = value;

    if (row->group)
        unlink_row(row);
    if (row->owned)
        free((void *)(uintptr_t)row->row.data);
}

size_t rt_join_owned(const void *value)
{
    const struct rt_join_row *row = value;

    return row->owned ? row->row.size : 0;
}

void rt_join_restored(struct rt_map *rows, struct rt_map *groups, struct rt_join_row *row)
{
    struct rt_bytes key = rt_map_key(rows, row);
    bool found;

    if (!row->owned)
        row->row.data = key.data + key.size - row->row.size;
    link_row(rt_map_insert(groups, join_key_of(key.data), &found), row, key.data[0]);
}

bool rt_join_group_encode(const void *value, struct rt_buffer *out)
{
    (void)value;
    (void)out;
    return true;
}

bool rt_join_group_decode(struct rt_bytes in, void *value, struct rt_error *error)
{
    (void)in;
    (void)value;
    return rt_fail(error, RT_STATE, RT_STOP, "groups of a join are not stored");
}
