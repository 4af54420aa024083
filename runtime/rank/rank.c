/* rt/rank.h: a row's key in the map is the size of the partition's key (4 bytes), that key, then
 * the row's own key or its number of arrival. */
#include "core/internal.h"
#include "rank/list.h"

#include <rt/pack.h>

#include <stdlib.h>
#include <string.h>

enum { HEAD_SIZE = 4, ARRIVAL_SIZE = 8 };

static struct rt_bytes partition_of(const uint8_t *key)
{
    uint32_t size;

    memcpy(&size, key, sizeof size);
    return (struct rt_bytes){key + HEAD_SIZE, size};
}

static void put_arrival(uint8_t *at, uint64_t arrival)
{
    for (size_t i = 0; i < ARRIVAL_SIZE; i++)
        at[i] = (uint8_t)(arrival >> (56 - 8 * i));
}

static uint64_t get_arrival(const uint8_t *at)
{
    uint64_t arrival = 0;

    for (size_t i = 0; i < ARRIVAL_SIZE; i++)
        arrival = arrival << 8 | at[i];
    return arrival;
}

static size_t data_size(const struct rt_rank_row *row)
{
    return row->order_size + row->row_size;
}

void rt_rank_begin(struct rt_task *task)
{
    static const uint8_t head[HEAD_SIZE];

    task->scratch[0].size = task->scratch[1].size = 0;
    rt_buffer_add(&task->scratch[0], head, sizeof head);
}

/* ---- rows ---- */

/* Sort key, number of arrival, row. */
static void set_data(struct rt_task *task, const struct rt_rank_input *input,
    struct rt_rank_row *row, uint64_t arrival)
{
    const struct rt_buffer *from = &task->scratch[1];
    size_t key_size = input->order_size;

    row->order_size = key_size + ARRIVAL_SIZE;
    row->row_size = from->size - key_size;
    row->data = rt_allocate(data_size(row), 1);
    if (key_size)
        memcpy(row->data, from->data, key_size);
    put_arrival(row->data + key_size, arrival);
    if (row->row_size)
        memcpy(row->data + row->order_size, from->data + key_size, row->row_size);
}

static uint64_t next_arrival(const struct rt_rank *rank, struct rt_rank_list *list)
{
    uint64_t arrival = list->arrivals++;

    return rank->newest_first ? ~arrival : arrival;
}

/* Where the incoming row stands. */
static struct list_place place_of(struct rt_task *task, const struct rt_rank *rank,
    const struct rt_rank_input *input, const struct rt_rank_list *list)
{
    return list_bound(list, task->scratch[1].data, input->order_size, !rank->newest_first);
}

static void insert_row(struct rt_task *task, const struct rt_rank *rank,
    const struct rt_rank_input *input, struct rt_rank_list *list, struct list_place place)
{
    struct rt_buffer *key = &task->scratch[0];
    uint64_t arrival = next_arrival(rank, list);
    struct rt_rank_row *row;
    bool found;

    if (!rank->keyed) {
        put_arrival(rt_buffer_reserve(key, ARRIVAL_SIZE), arrival);
        key->size += ARRIVAL_SIZE;
    }
    row = rt_map_insert(task->maps[rank->rows], (struct rt_bytes){key->data, key->size}, &found);
    set_data(task, input, row, arrival);
    rt_map_touch(task->maps[rank->rows], row);
    row->list = list;
    list_insert(list, place, row);
}

static void remove_row(struct rt_task *task, const struct rt_rank *rank, struct rt_rank_row *row)
{
    struct rt_rank_list *list = row->list;

    rt_map_remove(task->maps[rank->rows], row);
    if (!list->count)
        rt_map_remove(task->maps[rank->lists], list);
}

/* ---- what comes out ---- */

static bool emit_bytes(struct rt_task *task, const struct rt_rank *rank, const uint8_t *data,
    size_t order_size, size_t row_size, size_t index, enum rt_op op, struct rt_error *error)
{
    int64_t number = (int64_t)index + 1;

    if (number < rank->from || number > rank->to || (op == RT_UPDATE_BEFORE && !rank->before))
        return true;
    return rank->emit(task, (struct rt_bytes){data + order_size, row_size}, number, op, error);
}

static bool emit_row(struct rt_task *task, const struct rt_rank *rank,
    const struct rt_rank_row *row, size_t index, enum rt_op op, struct rt_error *error)
{
    return emit_bytes(task, rank, row->data, row->order_size, row->row_size, index, op, error);
}

/* The row that had the number gives it to another. */
static bool emit_shift(struct rt_task *task, const struct rt_rank *rank,
    const struct rt_rank_row *before, const struct rt_rank_row *after, size_t index,
    struct rt_error *error)
{
    return emit_row(task, rank, before, index, RT_UPDATE_BEFORE, error) &&
        emit_row(task, rank, after, index, RT_UPDATE_AFTER, error);
}

/* A row is new at `index`; those behind it moved. */
static bool emit_added(struct rt_task *task, const struct rt_rank *rank,
    const struct rt_rank_list *list, size_t index, struct rt_error *error)
{
    const struct rt_rank_row *row = list_at(list, index), *out;
    size_t end = (size_t)rank->to;

    if (rank->single && list->count > 1)
        return emit_shift(task, rank, list_at(list, 1), row, index, error);
    if (!rank->shifts) {
        out = list_at(list, end);
        return (!out || emit_row(task, rank, out, index, RT_DELETE, error)) &&
            emit_row(task, rank, row, index, RT_INSERT, error);
    }
    for (size_t i = index; i < end && row; i++) {
        const struct rt_rank_row *next = list_at(list, i + 1);

        if (next ? !emit_shift(task, rank, next, row, i, error)
                 : !emit_row(task, rank, row, i, RT_INSERT, error))
            return false;
        row = next;
    }
    return true;
}

/* The row at `index` is about to go. */
static bool emit_removed(struct rt_task *task, const struct rt_rank *rank,
    const struct rt_rank_list *list, size_t index, struct rt_error *error)
{
    const struct rt_rank_row *row = list_at(list, index), *in;
    size_t end = (size_t)rank->to;

    if (!rank->shifts) {
        in = list_at(list, end);
        return emit_row(task, rank, row, index, RT_DELETE, error) &&
            (!in || emit_row(task, rank, in, index, RT_INSERT, error));
    }
    for (size_t i = index; i < end && row; i++) {
        const struct rt_rank_row *next = list_at(list, i + 1);

        if (next ? !emit_shift(task, rank, row, next, i, error)
                 : !emit_row(task, rank, row, i, RT_DELETE, error))
            return false;
        row = next;
    }
    return true;
}

/* A row went from place `from` to place `to`; `old` is what it was. */
static bool emit_moved(struct rt_task *task, const struct rt_rank *rank,
    const struct rt_rank_row *old, const struct rt_rank_list *list, size_t from, size_t to,
    struct rt_error *error)
{
    size_t last = from > to ? from : to;

    if (!rank->shifts)
        return emit_shift(task, rank, old, list_at(list, to), to, error);
    for (size_t i = from < to ? from : to; i <= last; i++) {
        const struct rt_rank_row *before =
            i == from ? old : list_at(list, i < from ? i + 1 : i - 1);

        if (!emit_shift(task, rank, before, list_at(list, i), i, error))
            return false;
    }
    return true;
}

/* ---- what comes in ---- */

static struct rt_rank_list *find_list(struct rt_task *task, const struct rt_rank *rank,
    const struct rt_rank_input *input, bool make)
{
    uint32_t size = (uint32_t)(input->partition_size - HEAD_SIZE);
    uint8_t *key = task->scratch[0].data;
    bool found;

    memcpy(key, &size, sizeof size);
    return make ? rt_map_insert(task->maps[rank->lists], partition_of(key), &found)
                : rt_map_find(task->maps[rank->lists], partition_of(key));
}

static struct rt_rank_row *find_keyed(struct rt_task *task, const struct rt_rank *rank)
{
    const struct rt_buffer *key = &task->scratch[0];

    return rank->keyed
        ? rt_map_find(task->maps[rank->rows], (struct rt_bytes){key->data, key->size})
        : NULL;
}

static size_t index_of(const struct rt_rank_row *row, size_t limit)
{
    return list_index(row->list, list_bound(row->list, row->data, row->order_size, false), limit);
}

/* The row replaces `row`, which has the same key. */
static bool replace(struct rt_task *task, const struct rt_rank *rank,
    const struct rt_rank_input *input, struct rt_rank_row *row, struct rt_error *error)
{
    const struct rt_rank_row old = *row;
    struct rt_rank_list *list = row->list;
    size_t from = index_of(row, SIZE_MAX), key_size = old.order_size - ARRIVAL_SIZE;
    bool same = key_size == input->order_size &&
        (!key_size || !memcmp(old.data, task->scratch[1].data, key_size)), done;

    if (same) {
        set_data(task, input, row, get_arrival(old.data + key_size));
    } else {
        list_remove(list, row);
        set_data(task, input, row, next_arrival(rank, list));
        list_insert(list, list_bound(list, row->data, row->order_size, false), row);
    }
    rt_map_touch(task->maps[rank->rows], row);
    done = emit_moved(task, rank, &old, list, from, index_of(row, SIZE_MAX), error);
    free(old.data);
    return done;
}

bool rt_rank_add(struct rt_task *task, const struct rt_rank *rank,
    const struct rt_rank_input *input, struct rt_error *error)
{
    struct rt_rank_list *list = find_list(task, rank, input, true);
    struct rt_rank_row *row = find_keyed(task, rank);
    struct list_place place;
    size_t index;

    if (row)
        return replace(task, rank, input, row, error);
    place = place_of(task, rank, input, list);
    index = list_index(list, place, (size_t)rank->to);
    if (index == (size_t)rank->to) {
        if (rank->retracts)
            insert_row(task, rank, input, list, place);
        return true;
    }
    insert_row(task, rank, input, list, place);
    if (!emit_added(task, rank, list, index, error))
        return false;
    if (!rank->retracts && list->count > (size_t)rank->to)
        remove_row(task, rank, list_at(list, (size_t)rank->to));
    return true;
}

/* The first row that is equal to the incoming one. */
static struct rt_rank_row *find_equal(struct rt_task *task, const struct rt_rank_input *input,
    const struct rt_rank_list *list)
{
    const struct rt_buffer *in = &task->scratch[1];
    size_t key_size = input->order_size, row_size = in->size - key_size;
    struct list_place place = list_bound(list, in->data, key_size, false);
    struct rt_rank_row *row;

    for (; (row = list_row(list, place)); place = list_next(list, place)) {
        if (row->order_size != key_size + ARRIVAL_SIZE ||
            (key_size && memcmp(row->data, in->data, key_size)))
            return NULL;
        if (row->row_size == row_size &&
            !memcmp(row->data + row->order_size, in->data + key_size, row_size))
            return row;
    }
    return NULL;
}

bool rt_rank_retract(struct rt_task *task, const struct rt_rank *rank,
    const struct rt_rank_input *input, struct rt_error *error)
{
    struct rt_rank_list *list = find_list(task, rank, input, false);
    struct rt_rank_row *row;
    size_t index;

    if (!list)
        return true;
    row = rank->keyed ? find_keyed(task, rank) : find_equal(task, input, list);
    if (!row)
        return true;
    index = index_of(row, (size_t)rank->to);
    if (index < (size_t)rank->to && !emit_removed(task, rank, list, index, error))
        return false;
    remove_row(task, rank, row);
    return true;
}

void rt_rank_near(const struct rt_near *lists)
{
    rt_near_end(lists);
    for (int step = 0; step < LIST_STEPS; step++)
        for (size_t i = 0; i < lists->count; i++) {
            const struct rt_rank_list *list = rt_near_value(lists, i);

            if (list)
                list_near(list, step);
        }
}

/* ---- durable form: size of the order bytes, these, the row ---- */

bool rt_rank_encode(const void *value, struct rt_buffer *out)
{
    const struct rt_rank_row *row = value;

    rt_pack_size(out, row->order_size);
    rt_pack_raw(out, row->data, data_size(row));
    return true;
}

bool rt_rank_decode(struct rt_bytes in, void *value, struct rt_error *error)
{
    struct rt_rank_row *row = value;
    struct rt_unpack from = rt_unpack_of(in);
    size_t order_size = rt_unpack_count(&from), size = (size_t)(from.end - from.at);

    if (from.broken || order_size < ARRIVAL_SIZE)
        return rt_fail(error, RT_STATE, RT_STOP, "a ranked row has an unknown form");
    row->order_size = order_size;
    row->row_size = size - order_size;
    row->data = rt_allocate(size, 1);
    memcpy(row->data, from.at, size);
    return true;
}

void rt_rank_release(void *value)
{
    struct rt_rank_row *row = value;

    if (row->list)
        list_remove(row->list, row);
    free(row->data);
}

/* With its place in the list. */
size_t rt_rank_owned(const void *value)
{
    const struct rt_rank_row *row = value;

    return row->data ? data_size(row) + sizeof row : 0;
}

void rt_rank_restored(struct rt_map *const *maps, const struct rt_rank *rank,
    struct rt_rank_row *row)
{
    struct rt_bytes key = rt_map_key(maps[rank->rows], row);
    uint64_t arrival = get_arrival(row->data + row->order_size - ARRIVAL_SIZE);
    bool found;

    row->list = rt_map_insert(maps[rank->lists], partition_of(key.data), &found);
    list_insert(row->list, list_bound(row->list, row->data, row->order_size, false), row);
    arrival = rank->newest_first ? ~arrival : arrival;
    if (arrival >= row->list->arrivals)
        row->list->arrivals = arrival + 1;
}

bool rt_rank_count_encode(const void *value, struct rt_buffer *out)
{
    rt_pack_i64(out, ((const struct rt_rank_count *)value)->rows);
    return true;
}

bool rt_rank_count_decode(struct rt_bytes in, void *value, struct rt_error *error)
{
    struct rt_unpack from = rt_unpack_of(in);

    ((struct rt_rank_count *)value)->rows = rt_unpack_i64(&from);
    return rt_unpack_end(&from) ||
        rt_fail(error, RT_STATE, RT_STOP, "a count has an unknown form");
}
