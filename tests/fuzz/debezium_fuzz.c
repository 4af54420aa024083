/* Any bytes as a Debezium envelope of each language, the first byte says which, and what becomes of
 * the change in a table of each changelog mode. The codecs are those of debezium_fuzz_codec.h,
 * which debezium_fuzz_gen.c makes. */
#include "fuzz.h"

#include <rt/debezium.h>
#include <rt/rt.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debezium_fuzz_codec.h"

static void check(bool fine, const char *what)
{
    if (fine)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

/* What a mode promises of a change that it takes. */
static void check_kind(const struct rt_change *change, enum rt_change_rows rows)
{
    struct rt_error error = {0};
    enum rt_op op;
    bool skip;

    if (!rt_change_kind(change, rows, &op, &skip, &error)) {
        check(error.code == RT_DECODE && error.action == RT_SKIP && error.message[0],
            "refused without a reason");
        return;
    }
    if (skip)
        return;
    check(!change->no_op, "a row of a change without op");
    check(op == RT_DELETE || !change->no_after, "a row that is not there");
    check(rows != RT_CHANGE_UPDATES || (op != RT_DELETE && op != RT_UPDATE_AFTER) ||
            !change->no_before, "a row before that is not there");
    check(rows != RT_CHANGE_FACTS || op == RT_INSERT, "a fact that is withdrawn");
}

static void check_kinds(const struct rt_change *change)
{
    check_kind(change, RT_CHANGE_UPDATES);
    check_kind(change, RT_CHANGE_LATEST);
    check_kind(change, RT_CHANGE_FACTS);
}

/* A decoder of envelopes, and the change that it finds. */
#define ENVELOPE(tag, BIT)                                                                         \
    static void read_##tag(struct rt_bytes in, struct rt_arena *arena)                             \
    {                                                                                              \
        struct rt_error error = {0};                                                               \
        struct tag row = {0};                                                                      \
                                                                                                   \
        if (tag##_decode_value_0(in, &row, arena, &error))                                         \
            check_kinds(&(struct rt_change){.op = row.op,                                          \
                .no_op = rt_null_get(row.nulls, BIT##_OP),                                         \
                .no_before = rt_null_get(row.nulls, BIT##_BEFORE),                                 \
                .no_after = rt_null_get(row.nulls, BIT##_AFTER)});                                 \
    }

ENVELOPE(avro, AVRO)
ENVELOPE(json, JSON)
ENVELOPE(proto, PROTO)

/* With its schema around it: the envelope is the member payload. */
static void read_included(struct rt_bytes in, struct rt_arena *arena)
{
    struct rt_error error = {0};
    struct included row = {0};

    if (included_decode_value_0(in, &row, arena, &error) &&
        !rt_null_get(row.nulls, INCLUDED_PAYLOAD))
        check_kinds(&(struct rt_change){.op = row.payload.op,
            .no_before = rt_null_get(row.payload.nulls, 0),
            .no_after = rt_null_get(row.payload.nulls, 1),
            .no_op = rt_null_get(row.payload.nulls, 2)});
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const read[])(struct rt_bytes in, struct rt_arena *arena) = {
        read_avro, read_json, read_proto, read_included};
    struct fuzz_input in = {data, data + size};
    uint8_t which = fuzz_next(&in) % 4;
    struct rt_arena arena;

    fuzz_arena_open(&arena, size);
    read[which](fuzz_rest(&in), &arena);
    fuzz_arena_close(&arena, size);
    return 0;
}
