/* Protobuf: the generated codec beside one by hand and protobuf-c. */
#include "bench.h"

#ifdef WITH_PROTOBUF_C
#include "orders.pb-c.h"

#include <stdlib.h>
#endif

static struct bench_records records;

static uint64_t decode_hand(size_t first, size_t count)
{
    struct hand_order order;
    uint64_t h = 0;

    for (size_t i = first; i < first + count; i++) {
        if (!proto_hand_decode(bench_record(&records, i), &order, &bench_arena))
            return 0;
        h += bench_sum(&order);
    }
    return h;
}

static uint64_t decode_generated(size_t first, size_t count)
{
    return proto_decode(records.bytes, records.offsets + first, count, &bench_arena);
}

static uint64_t decode_few(size_t first, size_t count)
{
    return proto_few(records.bytes, records.offsets + first, count, &bench_arena);
}

static uint64_t encode_hand(size_t first, size_t count)
{
    static uint8_t out[BENCH_RECORD_MAX];
    uint64_t size = 0;

    for (size_t i = first; i < first + count; i++)
        size += proto_hand_encode(&bench_orders[i], out);
    return size;
}

static uint64_t encode_generated(size_t first, size_t count)
{
    static struct rt_buffer out;

    return proto_encode(first, count, &out);
}

#ifdef WITH_PROTOBUF_C
/* ---- protobuf-c: values taken out and put in as the others do; behind the message index ---- */

static Bench__Orders **messages;

static struct rt_text text_of(const char *text)
{
    return (struct rt_text){text, text ? strlen(text) : 0};
}

static uint64_t sum_of(const Bench__Orders *m)
{
    uint64_t bits, h;

    memcpy(&bits, &m->price, 8);
    h = (uint64_t)m->id + (uint64_t)sum_decimal(m->amount.data, m->amount.len) * 3 +
        (uint64_t)m->quantity * 5 + (bits >> 16) + (uint64_t)m->ts + sum_text(text_of(m->user)) +
        sum_text(text_of(m->product)) + sum_text(text_of(m->address->street)) * 3 +
        sum_text(text_of(m->address->city)) * 5 + sum_text(text_of(m->address->zip)) * 7 +
        (*m->status ? sum_text(text_of(m->status)) * 11 : 1);
    for (size_t i = 0; i < m->n_tags; i++)
        h += sum_text(text_of(m->tags[i])) * (13 + 2 * i);
    return h;
}

static Bench__Orders *unpack(size_t i)
{
    struct rt_bytes in = bench_record(&records, i);

    return bench__orders__unpack(NULL, in.size - 1, in.data + 1);
}

static uint64_t decode_protobuf_c(size_t first, size_t count)
{
    uint64_t h = 0;

    for (size_t i = first; i < first + count; i++) {
        Bench__Orders *m = unpack(i);

        if (!m)
            return 0;
        h += sum_of(m);
        bench__orders__free_unpacked(m, NULL);
    }
    return h;
}

static uint64_t encode_protobuf_c(size_t first, size_t count)
{
    static uint8_t out[BENCH_RECORD_MAX];
    uint64_t size = 0;

    for (size_t i = first; i < first + count; i++)
        size += 1 + bench__orders__pack(messages[i], out);
    return size;
}

static void make_messages(void)
{
    messages = calloc(bench_count, sizeof *messages);
    for (size_t i = 0; messages && i < bench_count; i++)
        messages[i] = unpack(i);
}
#endif

static const struct bench_subject decoders[] = {
    {"by hand", decode_hand, BENCH_BY_HAND, 0},
    {"generated", decode_generated, BENCH_SAME, 0},
    {"generated, 2 of 10 columns", decode_few, BENCH_OTHER, 0},
#ifdef WITH_PROTOBUF_C
    {"protobuf-c", decode_protobuf_c, BENCH_SAME, 4},
#endif
};

static const struct bench_subject encoders[] = {
    {"by hand", encode_hand, BENCH_BY_HAND, 0},
    {"generated", encode_generated, BENCH_SAME, 0},
#ifdef WITH_PROTOBUF_C
    {"protobuf-c", encode_protobuf_c, BENCH_SAME, 4},
#endif
};

const struct bench_table *proto_tables(size_t *count)
{
    static const struct bench_table tables[] = {
        {"Protobuf, decode", &records, decoders, sizeof decoders / sizeof *decoders},
        {"Protobuf, encode", &records, encoders, sizeof encoders / sizeof *encoders},
    };
    static struct rt_arena rows;

    rt_arena_init(&rows);
    bench_encode(&records, proto_hand_encode);
    proto_prepare(records.bytes, records.offsets, bench_count, &rows);
#ifdef WITH_PROTOBUF_C
    make_messages();
#endif
    *count = sizeof tables / sizeof *tables;
    return tables;
}
