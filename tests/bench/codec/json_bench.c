/* JSON: the generated codec beside one by hand, simdjson On Demand and jansson. */
#include "bench.h"

#include <rt/json_put.h>

#include <jansson.h>
#include <math.h>

static struct bench_records records;

static uint64_t decode_hand(size_t first, size_t count)
{
    struct hand_order order;
    uint64_t h = 0;

    for (size_t i = first; i < first + count; i++) {
        if (!json_hand_decode(bench_record(&records, i), &order, &bench_arena))
            return 0;
        h += bench_sum(&order);
    }
    return h;
}

static uint64_t decode_generated(size_t first, size_t count)
{
    return json_decode(records.bytes, records.offsets + first, count, &bench_arena);
}

static uint64_t decode_few(size_t first, size_t count)
{
    return json_few(records.bytes, records.offsets + first, count, &bench_arena);
}

static uint64_t encode_hand(size_t first, size_t count)
{
    static uint8_t out[BENCH_RECORD_MAX];
    uint64_t size = 0;

    for (size_t i = first; i < first + count; i++)
        size += json_hand_encode(&bench_orders[i], out);
    return size;
}

static uint64_t encode_generated(size_t first, size_t count)
{
    static struct rt_buffer out;

    return json_encode(first, count, &out);
}

/* ---- jansson: values taken out and put in ---- */

static struct rt_text text_of(const json_t *value)
{
    return (struct rt_text){json_string_value(value), json_string_length(value)};
}

static int64_t ms_of(const json_t *value)
{
    struct rt_timestamp ts = {0};

    if (!rt_js_timestamp_of(text_of(value), false, 3, &ts))
        return 0;
    return ts.ms;
}

static void take_out(const json_t *order, struct hand_order *o, struct rt_text *tags)
{
    const json_t *status = json_object_get(order, "status"), *list = json_object_get(order, "tags");
    const json_t *address = json_object_get(order, "address");

    *o = (struct hand_order){
        .id = json_integer_value(json_object_get(order, "id")),
        .user = text_of(json_object_get(order, "user")),
        .product = text_of(json_object_get(order, "product")),
        .amount = llround(json_number_value(json_object_get(order, "amount")) * 100),
        .quantity = (int32_t)json_integer_value(json_object_get(order, "quantity")),
        .price = json_number_value(json_object_get(order, "price")),
        .ts = ms_of(json_object_get(order, "ts")),
        .has_status = json_is_string(status),
        .street = text_of(json_object_get(address, "street")),
        .city = text_of(json_object_get(address, "city")),
        .zip = text_of(json_object_get(address, "zip")),
        .tags = tags,
        .tag_count = json_array_size(list),
    };
    if (o->has_status)
        o->status = text_of(status);
    for (size_t i = 0; i < o->tag_count; i++)
        tags[i] = text_of(json_array_get(list, i));
}

static uint64_t decode_jansson(size_t first, size_t count)
{
    struct rt_text tags[64];
    struct hand_order order;
    uint64_t h = 0;

    for (size_t i = first; i < first + count; i++) {
        struct rt_bytes in = bench_record(&records, i);
        json_t *value = json_loadb((const char *)in.data, in.size, 0, NULL);

        if (!value)
            return 0;
        take_out(value, &order, tags);
        h += bench_sum(&order);
        json_decref(value);
    }
    return h;
}

static json_t *string_of(struct rt_text text)
{
    return json_stringn(text.data, text.size);
}

static json_t *put_in(const struct hand_order *o)
{
    uint8_t ts[RT_JS_TIMESTAMP_MAX + RT_JS_SLACK];
    size_t ts_size = (size_t)(rt_js_put_timestamp(ts, rt_timestamp_from_ms(o->ts), false, false) -
        ts);
    json_t *order = json_object(), *address = json_object(), *tags = json_array();

    for (size_t i = 0; i < o->tag_count; i++)
        json_array_append_new(tags, string_of(o->tags[i]));
    json_object_set_new(address, "street", string_of(o->street));
    json_object_set_new(address, "city", string_of(o->city));
    json_object_set_new(address, "zip", string_of(o->zip));
    json_object_set_new(order, "id", json_integer(o->id));
    json_object_set_new(order, "user", string_of(o->user));
    json_object_set_new(order, "product", string_of(o->product));
    json_object_set_new(order, "amount", json_real((double)o->amount / 100));
    json_object_set_new(order, "quantity", json_integer(o->quantity));
    json_object_set_new(order, "price", json_real(o->price));
    json_object_set_new(order, "ts", json_stringn((const char *)ts + 1, ts_size - 2));
    json_object_set_new(order, "status", o->has_status ? string_of(o->status) : json_null());
    json_object_set_new(order, "address", address);
    json_object_set_new(order, "tags", tags);
    return order;
}

static uint64_t encode_jansson(size_t first, size_t count)
{
    static char out[BENCH_RECORD_MAX];
    uint64_t size = 0;

    for (size_t i = first; i < first + count; i++) {
        json_t *order = put_in(&bench_orders[i]);

        size += json_dumpb(order, out, sizeof out, JSON_COMPACT | JSON_REAL_PRECISION(15));
        json_decref(order);
    }
    return size;
}

#ifdef WITH_SIMDJSON
/* json_simdjson.cc. 0: failed. */
uint64_t json_simdjson_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count);

static uint64_t decode_simdjson(size_t first, size_t count)
{
    return json_simdjson_decode(records.bytes, records.offsets + first, count);
}
#endif

static const struct bench_subject decoders[] = {
    {"by hand", decode_hand, BENCH_BY_HAND, 0},
    {"generated", decode_generated, BENCH_SAME, 0},
    {"generated, 2 of 10 columns", decode_few, BENCH_OTHER, 0},
#ifdef WITH_SIMDJSON
    {"simdjson On Demand", decode_simdjson, BENCH_SAME, 0},
#endif
    {"jansson", decode_jansson, BENCH_SAME, 10},
};

static const struct bench_subject encoders[] = {
    {"by hand", encode_hand, BENCH_BY_HAND, 0},
    {"generated", encode_generated, BENCH_SAME, 0},
    {"jansson", encode_jansson, BENCH_OTHER, 10}, /* cuts the zeros of decimals */
};

const struct bench_table *json_tables(size_t *count)
{
    static const struct bench_table tables[] = {
        {"JSON, decode", &records, decoders, sizeof decoders / sizeof *decoders},
        {"JSON, encode", &records, encoders, sizeof encoders / sizeof *encoders},
    };
    static struct rt_arena rows;

    rt_arena_init(&rows);
    bench_encode(&records, json_hand_encode);
    json_prepare(records.bytes, records.offsets, bench_count, &rows);
    *count = sizeof tables / sizeof *tables;
    return tables;
}
