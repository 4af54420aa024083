/* Top-N: what it emits, applied, is the first rows of a sorted array; also after a restart. */
#include "state/map.h"

#include <criterion/criterion.h>
#include <rt/pack.h>
#include <rt/rank.h>
#include <rt/rank_key.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 2000, STEPS = 30000, VALUES = 400 };

static const struct rt_operator rows_operator = {.name = "rank-1",
    .value_size = sizeof(struct rt_rank_row), .encode = rt_rank_encode,
    .decode = rt_rank_decode, .release = rt_rank_release};
static const struct rt_operator lists_operator = {.name = "rank-1-lists", .index = 1,
    .value_size = sizeof(struct rt_rank_list), .encode = rt_rank_list_encode,
    .decode = rt_rank_list_decode, .release = rt_rank_list_release, .derived = true};

/* A row is a number; the sort key is number / 10, so that there are ties. */
static int result[ROWS + VALUES]; /* by place if the place comes out, else a count by number */
static int result_rows;

static bool emit(struct rt_task *task, struct rt_bytes row, int64_t number, enum rt_op op,
    struct rt_error *error)
{
    const struct rt_rank *rank = task->state;
    int32_t value;

    (void)error;
    memcpy(&value, row.data, sizeof value);
    if (!rank->shifts) {
        result[value] += op == RT_INSERT || op == RT_UPDATE_AFTER ? 1 : -1;
        cr_assert(result[value] >= 0);
    } else if (op == RT_INSERT || op == RT_UPDATE_AFTER) {
        cr_assert_eq(result[number], -1);
        result[number] = value;
    } else {
        cr_assert_eq(result[number], value);
        result[number] = -1;
    }
    result_rows += op == RT_INSERT ? 1 : op == RT_DELETE ? -1 : 0;
    return true;
}

static void push(struct rt_task *task, const struct rt_rank *rank, int32_t value, bool adds)
{
    struct rt_rank_input input;
    struct rt_error error;

    rt_rank_begin(task);
    input.partition_size = task->scratch[0].size;
    rt_rank_key_i64(&task->scratch[1], value / 10, false);
    input.order_size = task->scratch[1].size;
    rt_pack_i32(&task->scratch[1], value);
    cr_assert(adds ? rt_rank_add(task, rank, &input, &error)
                   : rt_rank_retract(task, rank, &input, &error));
}

/* ---- the model: rows in order ---- */

static int32_t model[ROWS];
static size_t model_count;

static size_t model_add(int32_t value)
{
    size_t at = model_count++;

    for (; at && model[at - 1] / 10 > value / 10; at--)
        model[at] = model[at - 1];
    model[at] = value;
    return at;
}

static void model_remove(int32_t value)
{
    size_t at = 0;

    while (model[at] != value)
        at++;
    memmove(model + at, model + at + 1, (--model_count - at) * sizeof *model);
}

static void check(const struct rt_rank *rank)
{
    size_t to = model_count < (size_t)rank->to ? model_count : (size_t)rank->to;
    size_t from = (size_t)rank->from - 1;
    int counts[VALUES] = {0};

    cr_assert_eq(result_rows, to > from ? (int)(to - from) : 0);
    for (size_t i = from; i < to; i++)
        if (rank->shifts)
            cr_assert_eq(result[i + 1], model[i]);
        else
            counts[model[i]]++;
    for (int i = 0; i < VALUES && !rank->shifts; i++)
        cr_assert_eq(result[i], counts[i]);
}

/* ---- a restart ---- */

static bool put(void *context, int32_t shard, struct rt_bytes key, const struct rt_bytes *value,
    struct rt_error *error)
{
    (void)shard;
    return map_restore(context, key, value, error);
}

static void restart(struct rt_task *task, const struct rt_rank *rank)
{
    struct rt_map *maps[2] = {map_new(&rows_operator, 1, true), map_new(&lists_operator, 1, false)};
    struct rt_error error;

    cr_assert(map_changes(task->maps[0], false, put, maps[0], &error));
    map_free(task->maps[0]);
    map_free(task->maps[1]);
    task->maps[0] = maps[0];
    task->maps[1] = maps[1];
    for (uint64_t i = 0; i < STEPS; i++) { /* Every number of arrival that there may be. */
        uint8_t key[12] = {0};
        struct rt_rank_row *row;

        for (int b = 0; b < 8; b++)
            key[4 + b] = (uint8_t)(i >> (56 - 8 * b));
        row = rt_map_find(maps[0], (struct rt_bytes){key, sizeof key});
        if (!row)
            continue;
        rt_rank_restored(maps, rank, row);
        rt_map_touch(maps[0], row);
    }
}

static void run(const struct rt_rank *rank, uint32_t seed)
{
    struct rt_map *maps[2] = {map_new(&rows_operator, 1, true), map_new(&lists_operator, 1, false)};
    struct rt_task task = {.maps = maps, .state = (void *)(uintptr_t)rank};

    model_count = 0;
    result_rows = 0;
    for (size_t i = 0; i < sizeof result / sizeof *result; i++)
        result[i] = rank->shifts ? -1 : 0;
    for (int step = 0; step < STEPS && model_count < ROWS; step++) {
        bool adds;

        seed = seed * 1664525 + 1013904223;
        adds = !rank->retracts || !model_count || (seed >> 20) % 100 < 52;
        if (adds) {
            int32_t value = (int32_t)((seed >> 8) % VALUES);

            model_add(value);
            push(&task, rank, value, true);
        } else {
            int32_t value = model[(seed >> 8) % model_count];

            model_remove(value);
            push(&task, rank, value, false);
        }
        if (step % 50 == 0)
            check(rank);
        if (step % 5000 == 4999)
            restart(&task, rank);
    }
    check(rank);
    map_free(task.maps[0]);
    map_free(task.maps[1]);
    rt_buffer_release(&task.scratch[0]);
    rt_buffer_release(&task.scratch[1]);
}

Test(rt_rank, inserts)
{
    run(&(struct rt_rank){.lists = 1, .from = 1, .to = 7, .before = true, .emit = emit}, 1);
    run(&(struct rt_rank){
        .lists = 1, .from = 1, .to = 7, .shifts = true, .before = true, .emit = emit}, 2);
    run(&(struct rt_rank){
        .lists = 1, .from = 1, .to = 1, .single = true, .before = true, .emit = emit}, 3);
}

Test(rt_rank, retracts)
{
    run(&(struct rt_rank){
        .lists = 1, .from = 1, .to = 5, .retracts = true, .before = true, .emit = emit}, 4);
    run(&(struct rt_rank){.lists = 1, .from = 3, .to = 9, .shifts = true, .retracts = true,
        .before = true, .emit = emit}, 5);
    run(&(struct rt_rank){.lists = 1, .from = 1, .to = 1500, .shifts = true, .retracts = true,
        .before = true, .emit = emit}, 6);
}

/* ---- sort keys ---- */

static int compare(void (*add)(struct rt_buffer *out, int index, bool descending), int a, int b,
    bool descending)
{
    struct rt_buffer x = {0}, y = {0};
    size_t common;
    int order;

    add(&x, a, descending);
    add(&y, b, descending);
    common = x.size < y.size ? x.size : y.size;
    order = memcmp(x.data, y.data, common);
    if (!order)
        cr_assert_eq(x.size, y.size);
    rt_buffer_release(&x);
    rt_buffer_release(&y);
    return (order > 0) - (order < 0);
}

static void add_number(struct rt_buffer *out, int index, bool descending)
{
    static const int64_t values[] = {INT64_MIN, -70000, -1, 0, 1, 255, 256, INT64_MAX};

    rt_rank_key_i64(out, values[index], descending);
}

static void add_wide(struct rt_buffer *out, int index, bool descending)
{
    const rt_int128 big = (rt_int128)1 << 70;
    const rt_int128 values[] = {-big, -big + 1, -1, 0, 1, INT64_MAX, big - 1, big};

    rt_rank_key_i128(out, values[index], descending);
}

static void add_real(struct rt_buffer *out, int index, bool descending)
{
    static const double values[] = {-__builtin_inf(), -2.5, -1e-300, 0, 1e-300, 2.5,
        __builtin_inf(), __builtin_nan("")};

    rt_rank_key_f64(out, values[index], descending);
}

static void add_bytes(struct rt_buffer *out, int index, bool descending)
{
    static const struct rt_text values[] = {{"", 0}, {"\0", 1}, {"\0\0", 2}, {"\0\1", 2}, {"a", 1},
        {"a\0", 2}, {"ab", 2}, {"\xFF", 1}};

    rt_rank_key_text(out, values[index], descending);
}

Test(rt_rank, keys)
{
    void (*const adds[])(struct rt_buffer *, int, bool) = {add_number, add_wide, add_real,
        add_bytes};

    for (size_t t = 0; t < sizeof adds / sizeof *adds; t++)
        for (int a = 0; a < 8; a++)
            for (int b = 0; b < 8; b++) {
                cr_expect_eq(compare(adds[t], a, b, false), (a > b) - (a < b));
                cr_expect_eq(compare(adds[t], a, b, true), (a < b) - (a > b));
            }
}
