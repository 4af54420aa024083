/* Avro: the generated codec beside one by hand and avro-c, and records of other schemas. */
#include "bench.h"

#include <avro.h>
#include <stdlib.h>

static struct bench_records records;

/* ---- by hand and generated ---- */

static uint64_t decode_hand(size_t first, size_t count)
{
    struct hand_order order;
    uint64_t h = 0;

    for (size_t i = first; i < first + count; i++) {
        if (!avro_hand_decode(bench_record(&records, i), &order, &bench_arena))
            return 0;
        h += bench_sum(&order);
    }
    return h;
}

static uint64_t decode_generated(size_t first, size_t count)
{
    return avro_decode(records.bytes, records.offsets + first, count, &bench_arena);
}

static uint64_t decode_few(size_t first, size_t count)
{
    return avro_few(records.bytes, records.offsets + first, count, &bench_arena);
}

static uint64_t decode_program(size_t first, size_t count)
{
    return avro_program(records.bytes, records.offsets + first, count, &bench_arena);
}

static uint64_t encode_hand(size_t first, size_t count)
{
    static uint8_t out[BENCH_RECORD_MAX];
    uint64_t size = 0;

    for (size_t i = first; i < first + count; i++)
        size += avro_hand_encode(&bench_orders[i], out);
    return size;
}

static uint64_t encode_generated(size_t first, size_t count)
{
    static struct rt_buffer out;

    return avro_encode(first, count, &out);
}

/* ---- avro-c: values taken out and put in ---- */

static avro_value_t peer_value;
static avro_value_t resolved_value; /* What the writer's data are read into, for peer_value. */

static struct rt_text peer_text(const avro_value_t *record_value, size_t index)
{
    avro_value_t field;
    const char *text = "";
    size_t size = 1;

    avro_value_get_by_index(record_value, index, &field, NULL);
    avro_value_get_string(&field, &text, &size);
    return (struct rt_text){text, size - 1};
}

static void peer_extract(const avro_value_t *value, struct hand_order *o, struct rt_text *tags)
{
    avro_value_t field, inner;
    const void *amount;
    size_t size;
    int branch;

    avro_value_get_by_index(value, 0, &field, NULL);
    avro_value_get_long(&field, &o->id);
    o->user = peer_text(value, 1);
    o->product = peer_text(value, 2);
    avro_value_get_by_index(value, 3, &field, NULL);
    avro_value_get_bytes(&field, &amount, &size);
    rt_avro_decimal_slow(amount, size, &o->amount);
    avro_value_get_by_index(value, 4, &field, NULL);
    avro_value_get_int(&field, &o->quantity);
    avro_value_get_by_index(value, 5, &field, NULL);
    avro_value_get_double(&field, &o->price);
    avro_value_get_by_index(value, 6, &field, NULL);
    avro_value_get_long(&field, &o->ts);
    avro_value_get_by_index(value, 7, &field, NULL);
    avro_value_get_discriminant(&field, &branch);
    o->has_status = branch == 1;
    if (o->has_status) {
        avro_value_get_current_branch(&field, &inner);
        avro_value_get_string(&inner, &o->status.data, &o->status.size);
        o->status.size--;
    }
    avro_value_get_by_index(value, 8, &field, NULL);
    o->street = peer_text(&field, 0);
    o->city = peer_text(&field, 1);
    o->zip = peer_text(&field, 2);
    avro_value_get_by_index(value, 9, &field, NULL);
    avro_value_get_size(&field, &o->tag_count);
    for (size_t i = 0; i < o->tag_count; i++)
        tags[i] = peer_text(&field, i);
    o->tags = tags;
}

/* Reads into `target`, which is peer_value or resolves into it. */
static uint64_t decode_into(avro_value_t *target, size_t first, size_t count)
{
    static avro_reader_t reader;
    struct rt_text tags[64];
    struct hand_order order;
    uint64_t h = 0;

    if (!reader)
        reader = avro_reader_memory("", 0);
    for (size_t i = first; i < first + count; i++) {
        struct rt_bytes in = bench_record(&records, i);

        avro_reader_memory_set_source(reader, (const char *)in.data, (int64_t)in.size);
        avro_value_reset(&peer_value);
        if (avro_value_read(reader, target))
            bench_die(avro_strerror());
        peer_extract(&peer_value, &order, tags);
        h += bench_sum(&order);
    }
    return h;
}

static uint64_t decode_peer(size_t first, size_t count)
{
    return decode_into(&peer_value, first, count);
}

static uint64_t decode_resolver(size_t first, size_t count)
{
    return decode_into(&resolved_value, first, count);
}

static void peer_set_text(avro_value_t *record_value, size_t index, struct rt_text text)
{
    avro_value_t field;

    avro_value_get_by_index(record_value, index, &field, NULL);
    avro_value_set_string_len(&field, text.data, text.size + 1);
}

static void peer_fill(avro_value_t *value, const struct hand_order *o)
{
    avro_value_t field, inner;
    uint8_t amount[16];
    size_t size = (size_t)(rt_avro_put_decimal(amount, o->amount) - amount);

    avro_value_get_by_index(value, 0, &field, NULL);
    avro_value_set_long(&field, o->id);
    peer_set_text(value, 1, o->user);
    peer_set_text(value, 2, o->product);
    avro_value_get_by_index(value, 3, &field, NULL);
    avro_value_set_bytes(&field, amount + 1, size - 1);
    avro_value_get_by_index(value, 4, &field, NULL);
    avro_value_set_int(&field, o->quantity);
    avro_value_get_by_index(value, 5, &field, NULL);
    avro_value_set_double(&field, o->price);
    avro_value_get_by_index(value, 6, &field, NULL);
    avro_value_set_long(&field, o->ts);
    avro_value_get_by_index(value, 7, &field, NULL);
    avro_value_set_branch(&field, o->has_status, &inner);
    if (o->has_status)
        avro_value_set_string_len(&inner, o->status.data, o->status.size + 1);
    else
        avro_value_set_null(&inner);
    avro_value_get_by_index(value, 8, &field, NULL);
    peer_set_text(&field, 0, o->street);
    peer_set_text(&field, 1, o->city);
    peer_set_text(&field, 2, o->zip);
    avro_value_get_by_index(value, 9, &field, NULL);
    for (size_t i = 0; i < o->tag_count; i++) {
        avro_value_append(&field, &inner, NULL);
        avro_value_set_string_len(&inner, o->tags[i].data, o->tags[i].size + 1);
    }
}

static uint64_t encode_peer(size_t first, size_t count)
{
    static char out[BENCH_RECORD_MAX];
    static avro_writer_t writer;
    uint64_t size = 0;

    if (!writer)
        writer = avro_writer_memory(out, sizeof out);
    for (size_t i = first; i < first + count; i++) {
        avro_value_reset(&peer_value);
        peer_fill(&peer_value, &bench_orders[i]);
        avro_writer_reset(writer);
        if (avro_value_write(writer, &peer_value))
            bench_die(avro_strerror());
        size += (uint64_t)avro_writer_tell(writer);
    }
    return size;
}

static void make_peer(void)
{
    avro_value_iface_t *resolver;
    avro_schema_t schema;

    if (avro_schema_from_json_length(ORDERS_SCHEMA, strlen(ORDERS_SCHEMA), &schema))
        bench_die(avro_strerror());
    avro_generic_value_new(avro_generic_class_from_schema(schema), &peer_value);
    resolver = avro_resolved_writer_new(schema, schema);
    if (!resolver || avro_resolved_writer_new_value(resolver, &resolved_value))
        bench_die(avro_strerror());
    avro_resolved_writer_set_dest(&resolved_value, &peer_value);
}

/* ---- several versions of the schema in a topic ---- */

static struct versions {
    struct bench_records records;
    uint8_t *versions;
} mixed, single;

static void make_versions(struct versions *to, bool all)
{
    size_t size = records.offsets[bench_count] + bench_count * BENCH_VERSIONS + BENCH_PADDING;
    uint8_t *at = calloc(size, 1);
    uint32_t *places = malloc((bench_count + 1) * sizeof *places);

    to->versions = malloc(bench_count);
    to->records = (struct bench_records){at, places};
    if (!at || !to->versions || !places)
        bench_die("out of memory");
    places[0] = 0;
    for (size_t i = 0; i < bench_count; i++) {
        struct rt_bytes in = bench_record(&records, i);
        /* Neither in turn nor of a short period. */
        uint32_t any = (uint32_t)((i * UINT64_C(0x9e3779b97f4a7c15) ^ i << 7) *
            UINT64_C(0xff51afd7ed558ccd) >> 40) % BENCH_VERSIONS;

        to->versions[i] = all ? (uint8_t)any : BENCH_VERSIONS / 2;
        memcpy(at + places[i], in.data, in.size); /* Zeros behind it: fields that are absent. */
        places[i + 1] = places[i] + (uint32_t)in.size + to->versions[i];
    }
}

static uint64_t decode_versions(const struct versions *of, size_t first, size_t count)
{
    return avro_versions(of->records.bytes, of->records.offsets + first, of->versions + first,
        count, &bench_arena);
}

static uint64_t decode_single(size_t first, size_t count)
{
    return decode_versions(&single, first, count);
}

static uint64_t decode_mixed(size_t first, size_t count)
{
    return decode_versions(&mixed, first, count);
}

static const struct bench_subject decoders[] = {
    {"by hand", decode_hand, BENCH_BY_HAND, 0},
    {"generated", decode_generated, BENCH_SAME, 0},
    {"generated, 2 of 10 columns", decode_few, BENCH_OTHER, 0},
    {"schema first seen at run time", decode_program, BENCH_SAME, 0},
    {"avro-c", decode_peer, BENCH_SAME, 10},
    {"avro-c, resolving", decode_resolver, BENCH_SAME, 10},
};

static const struct bench_subject version_decoders[] = {
    {"one version", decode_single, BENCH_BY_HAND, 0},
    {"ten versions", decode_mixed, BENCH_SAME, 0},
};

static const struct bench_subject encoders[] = {
    {"by hand", encode_hand, BENCH_BY_HAND, 0},
    {"generated", encode_generated, BENCH_SAME, 0},
    {"avro-c", encode_peer, BENCH_SAME, 10},
};

const struct bench_table *avro_tables(size_t *count)
{
    static const struct bench_table tables[] = {
        {"Avro, decode", &records, decoders, sizeof decoders / sizeof *decoders},
        {"Avro, decode versions", &single.records, version_decoders, 2},
        {"Avro, encode", &records, encoders, sizeof encoders / sizeof *encoders},
    };
    static struct rt_arena rows;

    rt_arena_init(&rows);
    bench_encode(&records, avro_hand_encode);
    make_versions(&mixed, true);
    make_versions(&single, false);
    make_peer();
    avro_prepare(records.bytes, records.offsets, bench_count, &rows);
    *count = sizeof tables / sizeof *tables;
    return tables;
}
