/* Nanoseconds a record of the generated codec, one by hand, and avro-c: bench [RECORDS [ROUNDS]] */
#include "orders.h"

#include <avro.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 500, NAMES = 8 };

static uint8_t *bytes; /* All records. */
static uint32_t *offsets;
static size_t count;
static struct rt_arena batch_arena, rows_arena;
static struct hand_order *hand_rows;

static void die(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

static double now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* ---- data ---- */

static uint32_t any(uint32_t below)
{
    static uint64_t state = 88172645463325252u;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state * UINT64_C(0x2545F4914F6CDD1D) >> 32) % below);
}

static uint8_t *add_text(uint8_t *at, const char *text)
{
    return rt_avro_put_text(at, (struct rt_text){text, strlen(text)});
}

static uint8_t *add_record(uint8_t *at, size_t i)
{
    static const char *const products[] = {"Wireless Mouse", "USB-C Cable", "Desk Lamp",
        "Running Shoes", "Coffee Grinder", "Notebook A5", "Phone Case", "Kitchen Knife"};
    static const char *const states[] = {"NEW", "PAID", "SHIPPED", "DELIVERED", "CANCELLED"};
    static const char *const streets[] = {"Elm Street", "Maple Avenue", "Oak Road", "Pine Lane",
        "Cedar Court", "Hill View Road", "Park Drive", "Lake Street"};
    static const char *const cities[] = {"Springfield", "Portland", "Austin", "Denver", "Madison",
        "Salem", "Boulder", "Richmond"};
    static const char *const tags[] = {"sale", "new", "gift", "clearance", "eco", "bundle",
        "limited", "import"};
    char text[64];

    at = rt_avro_put_long(at, 1000000 + (int64_t)i * 7);
    snprintf(text, sizeof text, "user_%07u", (unsigned)any(1000000));
    at = add_text(at, text);
    snprintf(text, sizeof text, "%s %04u",
        any(50) ? products[any(NAMES)] : "Caf\xc3\xa9 Cr\xc3\xa8me", (unsigned)any(10000));
    at = add_text(at, text);
    at = rt_avro_put_decimal(at, 100 + any(9999900));
    at = rt_avro_put_long(at, 1 + any(200));
    at = rt_avro_put_double(at, (100 + any(99900)) / 100.0 * (any(2) ? 1.0825 : 1));
    at = rt_avro_put_long(at, INT64_C(1704067200000) + (int64_t)i * 37 + any(30));
    if (any(10)) {
        *at++ = 2;
        at = add_text(at, states[any(5)]);
    } else {
        *at++ = 0;
    }
    snprintf(text, sizeof text, "%u %s", (unsigned)(1 + any(9999)), streets[any(NAMES)]);
    at = add_text(at, text);
    at = add_text(at, cities[any(NAMES)]);
    snprintf(text, sizeof text, "%05u", (unsigned)any(100000));
    at = add_text(at, text);
    at = rt_avro_put_size(at, 3);
    for (int t = 0; t < 3; t++)
        at = add_text(at, tags[any(NAMES)]);
    *at++ = 0;
    return at;
}

static void make_data(void)
{
    uint8_t *at;

    bytes = malloc(count * 256 + 64);
    offsets = malloc((count + 1) * sizeof *offsets);
    if (!bytes || !offsets)
        die("out of memory");
    at = bytes;
    for (size_t i = 0; i < count; i++) {
        offsets[i] = (uint32_t)(at - bytes);
        at = add_record(at, i);
    }
    offsets[count] = (uint32_t)(at - bytes);
}

static struct rt_bytes record(size_t i)
{
    return (struct rt_bytes){bytes + offsets[i], offsets[i + 1] - offsets[i]};
}

/* ---- decoders: a sum of all values ---- */

static uint64_t decode_generated(size_t records)
{
    uint64_t h = 0;

    for (size_t i = 0; i < records; i += BATCH) {
        h += generated_decode(bytes, offsets + i, records - i < BATCH ? records - i : BATCH,
            &batch_arena);
        rt_arena_reset(&batch_arena);
    }
    return h;
}

static uint64_t hand_sum(const struct hand_order *o)
{
    uint64_t bits, h;

    memcpy(&bits, &o->price, 8);
    h = (uint64_t)o->id + (uint64_t)o->amount * 3 + (uint64_t)o->quantity * 5 + (bits >> 16) +
        (uint64_t)o->ts + sum_text(o->user) + sum_text(o->product) + sum_text(o->street) * 3 +
        sum_text(o->city) * 5 + sum_text(o->zip) * 7 +
        (o->has_status ? sum_text(o->status) * 11 : 1);
    for (size_t i = 0; i < o->tag_count; i++)
        h += sum_text(o->tags[i]) * (13 + 2 * i);
    return h;
}

static uint64_t decode_hand(size_t records)
{
    struct hand_order order;
    uint64_t h = 0;

    for (size_t i = 0; i < records; i++) {
        if (!hand_decode(record(i), &order, &batch_arena))
            die("by hand: not decoded");
        h += hand_sum(&order);
        if (i % BATCH == 0)
            rt_arena_reset(&batch_arena);
    }
    return h;
}

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

static avro_value_t peer_value;

/* Reads into `target`, which is peer_value or resolves into it. */
static uint64_t decode_into(avro_value_t *target, size_t records)
{
    static avro_reader_t reader;
    struct rt_text tags[64];
    struct hand_order order;
    uint64_t h = 0;

    if (!reader)
        reader = avro_reader_memory("", 0);
    for (size_t i = 0; i < records; i++) {
        struct rt_bytes in = record(i);

        avro_reader_memory_set_source(reader, (const char *)in.data, (int64_t)in.size);
        avro_value_reset(&peer_value);
        if (avro_value_read(reader, target))
            die(avro_strerror());
        peer_extract(&peer_value, &order, tags);
        h += hand_sum(&order);
    }
    return h;
}

static uint64_t decode_peer(size_t records)
{
    return decode_into(&peer_value, records);
}

/* ---- encoders: the number of bytes ---- */

static uint64_t encode_generated(size_t records)
{
    static struct rt_buffer out;

    return generated_encode(0, records, &out);
}

static uint64_t encode_hand(size_t records)
{
    static uint8_t out[1 << 16];
    uint64_t size = 0;

    for (size_t i = 0; i < records; i++) {
        if (hand_bound(&hand_rows[i]) > sizeof out)
            die("by hand: record too long");
        size += hand_encode(&hand_rows[i], out);
    }
    return size;
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

static uint64_t encode_peer(size_t records)
{
    static char out[1 << 16];
    static avro_writer_t writer;
    uint64_t size = 0;

    if (!writer)
        writer = avro_writer_memory(out, sizeof out);
    for (size_t i = 0; i < records; i++) {
        avro_value_reset(&peer_value);
        peer_fill(&peer_value, &hand_rows[i]);
        avro_writer_reset(writer);
        if (avro_value_write(writer, &peer_value))
            die(avro_strerror());
        size += (uint64_t)avro_writer_tell(writer);
    }
    return size;
}

/* ---- schemas first seen at run time; several in a topic; few columns ---- */

typedef uint64_t decode_batch(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena);

static uint64_t by_batches(decode_batch *decode, size_t records)
{
    uint64_t h = 0;

    for (size_t i = 0; i < records; i += BATCH) {
        h += decode(bytes, offsets + i, records - i < BATCH ? records - i : BATCH, &batch_arena);
        rt_arena_reset(&batch_arena);
    }
    return h;
}

static uint64_t decode_program(size_t records)
{
    return by_batches(program_decode, records);
}

static uint64_t decode_few(size_t records)
{
    return by_batches(few_decode, records);
}

static avro_value_t resolved_value; /* What the writer's data are read into, for peer_value. */

static uint64_t decode_resolver(size_t records)
{
    return decode_into(&resolved_value, records);
}

static void make_resolver(avro_schema_t schema)
{
    avro_value_iface_t *resolver = avro_resolved_writer_new(schema, schema);

    if (!resolver || avro_resolved_writer_new_value(resolver, &resolved_value))
        die(avro_strerror());
    avro_resolved_writer_set_dest(&resolved_value, &peer_value);
}

static struct { /* The records again: of ten versions, and of one alone. */
    uint8_t *bytes, *versions;
    uint32_t *offsets;
} mixed, single;

static void make_versions(bool all)
{
    uint8_t *at = malloc(count * 272 + 64), *versions = malloc(count);
    uint32_t *places = malloc((count + 1) * sizeof *places);

    if (!at || !versions || !places)
        die("out of memory");
    *(all ? &mixed.bytes : &single.bytes) = at;
    *(all ? &mixed.versions : &single.versions) = versions;
    *(all ? &mixed.offsets : &single.offsets) = places;
    places[0] = 0;
    for (size_t i = 0; i < count; i++) {
        struct rt_bytes in = record(i);

        versions[i] = all ? (uint8_t)any(ORDERS_VERSIONS) : ORDERS_VERSIONS / 2;
        memcpy(at + places[i], in.data, in.size);
        memset(at + places[i] + in.size, 0, versions[i]);
        places[i + 1] = places[i] + (uint32_t)in.size + versions[i];
    }
}

static uint64_t decode_versions(const uint8_t *of, const uint32_t *places,
    const uint8_t *versions, size_t records)
{
    uint64_t h = 0;

    for (size_t i = 0; i < records; i += BATCH) {
        h += versions_decode(of, places + i, versions + i,
            records - i < BATCH ? records - i : BATCH, &batch_arena);
        rt_arena_reset(&batch_arena);
    }
    return h;
}

static uint64_t decode_mixed(size_t records)
{
    return decode_versions(mixed.bytes, mixed.offsets, mixed.versions, records);
}

static uint64_t decode_single(size_t records)
{
    return decode_versions(single.bytes, single.offsets, single.versions, records);
}

/* ---- running ---- */

struct subject {
    const char *name;
    uint64_t (*run)(size_t records);
    size_t share; /* runs on one record in so many */
    double best;  /* ns a record, of the rounds */
};

static void run(struct subject *subject, int rounds)
{
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < 3; i++) {
            size_t records = count / subject[i].share;
            double start = now_ns(), ns;
            uint64_t result = subject[i].run(records);

            ns = (now_ns() - start) / (double)records;
            if (!round || ns < subject[i].best)
                subject[i].best = ns;
            if (!result || (!round && i && result != subject[0].run(records)))
                die("results differ");
        }
}

static void print(const char *what, const struct subject *subject)
{
    for (int i = 0; i < 3; i++)
        printf("%s %-10s %7.1f ns a record\n", what, subject[i].name, subject[i].best);
    printf("%s: %.1f times as fast as avro-c, %.2f times the time by hand\n", what,
        subject[2].best / subject[0].best, subject[0].best / subject[1].best);
}

/* Without comparing results. */
static double time_of(uint64_t (*decode)(size_t records), size_t share, int rounds)
{
    double best = 0;

    for (int round = 0; round < rounds; round++) {
        size_t records = count / share;
        double start = now_ns(), ns;

        if (!decode(records))
            die("not decoded");
        ns = (now_ns() - start) / (double)records;
        best = !round || ns < best ? ns : best;
    }
    return best;
}

static void print_others(double generated, int rounds)
{
    double program = time_of(decode_program, 1, rounds);
    double peer = time_of(decode_resolver, 10, rounds);
    double few = time_of(decode_few, 1, rounds), one = time_of(decode_single, 1, rounds);
    double ten = time_of(decode_mixed, 1, rounds);

    printf("resolution program %7.1f ns, avro-c's resolver %.1f ns: %.1f times as fast\n", program,
        peer, peer / program);
    printf("2 of 10 columns    %7.1f ns: %.2f of all\n", few, few / generated);
    printf("ten versions       %7.1f ns, one %.1f ns: %.2f times one\n", ten, one, ten / one);
}

int main(int argc, char **argv)
{
    struct subject decoders[] = {{"generated", decode_generated, 1, 0},
        {"by hand", decode_hand, 1, 0}, {"avro-c", decode_peer, 10, 0}};
    struct subject encoders[] = {{"generated", encode_generated, 1, 0},
        {"by hand", encode_hand, 1, 0}, {"avro-c", encode_peer, 10, 0}};
    int rounds = argc > 2 ? atoi(argv[2]) : 7;
    avro_schema_t schema;

    count = argc > 1 ? strtoul(argv[1], NULL, 10) : 300000;
    rt_arena_init(&batch_arena);
    rt_arena_init(&rows_arena);
    make_data();
    if (avro_schema_from_json_length(ORDERS_SCHEMA, strlen(ORDERS_SCHEMA), &schema))
        die(avro_strerror());
    avro_generic_value_new(avro_generic_class_from_schema(schema), &peer_value);
    hand_rows = calloc(count, sizeof *hand_rows);
    for (size_t i = 0; i < count; i++)
        if (!hand_decode(record(i), &hand_rows[i], &rows_arena))
            die("by hand: not decoded");
    generated_prepare(bytes, offsets, count, &rows_arena);
    printf("%zu records of %.0f bytes, best of %d rounds\n", count,
        (double)offsets[count] / (double)count, rounds);
    run(decoders, rounds);
    print("decode", decoders);
    run(encoders, rounds);
    print("encode", encoders);
    make_resolver(schema);
    make_versions(true);
    make_versions(false);
    if (decode_program(count) != decode_generated(count) ||
        decode_resolver(count) != decode_generated(count))
        die("results differ");
    print_others(decoders[0].best, rounds);
    return 0;
}
