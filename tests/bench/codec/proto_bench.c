/* Nanoseconds a record of the generated Protobuf codec, one by hand, and protobuf-c:
 * bench_proto [RECORDS [ROUNDS]] */
#include "proto_orders.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BATCH = 500, NAMES = 8 };

static uint8_t *bytes;
static uint32_t *offsets;
static size_t count;
static struct rt_arena batch_arena, rows_arena;
static struct hand_order *hand_rows;
static struct rt_buffer buffer;
static uint8_t room[4096];

static double now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static uint32_t any(uint32_t below)
{
    static uint64_t state = 88172645463325252u;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state * UINT64_C(0x2545F4914F6CDD1D) >> 32) % below);
}

static struct rt_text text_of(const char *text)
{
    return (struct rt_text){text, strlen(text)};
}

static size_t add_record(uint8_t *at, size_t i)
{
    static const char *const products[NAMES] = {"Wireless Mouse", "USB-C Cable", "Desk Lamp",
        "Running Shoes", "Coffee Grinder", "Notebook A5", "Phone Case", "Kitchen Knife"};
    static const char *const states[] = {"NEW", "PAID", "SHIPPED", "DELIVERED", "CANCELLED"};
    static const char *const streets[NAMES] = {"Elm Street", "Maple Avenue", "Oak Road",
        "Pine Lane", "Cedar Court", "Hill View Road", "Park Drive", "Lake Street"};
    static const char *const cities[NAMES] = {"Springfield", "Portland", "Austin", "Denver",
        "Madison", "Salem", "Boulder", "Richmond"};
    static const char *const tags[NAMES] = {"sale", "new", "gift", "clearance", "eco", "bundle",
        "limited", "import"};
    char user[32], product[64], street[64], zip[16];
    struct rt_text tag[3];
    struct hand_order o = {.id = 1000000 + (int64_t)i * 7, .amount = 100 + any(9999900),
        .quantity = (int32_t)(1 + any(200)), .has_status = any(10), .tags = tag, .tag_count = 3};

    snprintf(user, sizeof user, "user_%07u", (unsigned)any(1000000));
    snprintf(product, sizeof product, "%s %04u",
        any(50) ? products[any(NAMES)] : "Caf\xc3\xa9 Cr\xc3\xa8me", (unsigned)any(10000));
    snprintf(street, sizeof street, "%u %s", (unsigned)(1 + any(9999)), streets[any(NAMES)]);
    snprintf(zip, sizeof zip, "%05u", (unsigned)any(100000));
    o.user = text_of(user);
    o.product = text_of(product);
    o.price = (100 + any(99900)) / 100.0 * (any(2) ? 1.0825 : 1);
    o.ts = INT64_C(1704067200000) + (int64_t)i * 37 + any(30);
    o.status = text_of(states[any(5)]);
    o.street = text_of(street);
    o.city = text_of(cities[any(NAMES)]);
    o.zip = text_of(zip);
    for (int t = 0; t < 3; t++)
        tag[t] = text_of(tags[any(NAMES)]);
    return proto_hand_encode(&o, at);
}

static void make_data(void)
{
    size_t at = 0;

    bytes = malloc(count * 256 + 64);
    offsets = malloc((count + 1) * sizeof *offsets);
    if (!bytes || !offsets)
        exit(2);
    for (size_t i = 0; i < count; i++) {
        offsets[i] = (uint32_t)at;
        at += add_record(bytes + at, i);
    }
    offsets[count] = (uint32_t)at;
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

/* ---- what is timed: a batch of records ---- */

static uint64_t decode_generated(size_t first, size_t n)
{
    return proto_generated_decode(bytes, offsets + first, n, &batch_arena);
}

static uint64_t decode_few(size_t first, size_t n)
{
    return proto_generated_few(bytes, offsets + first, n, &batch_arena);
}

static uint64_t decode_hand(size_t first, size_t n)
{
    uint64_t h = 0;

    for (size_t i = first; i < first + n; i++) {
        struct hand_order o;

        if (!proto_hand_decode((struct rt_bytes){bytes + offsets[i], offsets[i + 1] - offsets[i]},
                &o, &batch_arena))
            return 0;
        h += hand_sum(&o);
    }
    return h;
}

static uint64_t decode_peer(size_t first, size_t n)
{
    return proto_peer_decode(bytes, offsets + first, n);
}

static uint64_t encode_generated(size_t first, size_t n)
{
    return proto_generated_encode(first, n, &buffer);
}

static uint64_t encode_hand(size_t first, size_t n)
{
    uint64_t size = 0;

    for (size_t i = first; i < first + n; i++)
        size += proto_hand_encode(&hand_rows[i], room);
    return size;
}

static uint64_t encode_peer(size_t first, size_t n)
{
    return proto_peer_encode(first, n, room);
}

static const struct {
    const char *name;
    uint64_t (*run)(size_t first, size_t count);
    int same_as; /* the codec whose sum it must have; -1: none */
} codecs[] = {
    {"decode by hand", decode_hand, -1},
    {"decode generated", decode_generated, 0},
    {"decode 2 of 10 columns", decode_few, -1},
    {"decode protobuf-c", decode_peer, 0},
    {"encode by hand", encode_hand, -1},
    {"encode generated", encode_generated, 4},
    {"encode protobuf-c", encode_peer, 4},
};

enum { COUNT = sizeof codecs / sizeof *codecs };

static double time_of(size_t codec, uint64_t *sum)
{
    double begin = now_ns();

    *sum = 0;
    for (size_t i = 0; i < count; i += BATCH) {
        *sum += codecs[codec].run(i, count - i < BATCH ? count - i : BATCH);
        rt_arena_reset(&batch_arena);
    }
    return (now_ns() - begin) / (double)count;
}

int main(int argc, char **argv)
{
    size_t rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : 7;
    double best[COUNT];
    uint64_t sums[COUNT];

    count = argc > 1 ? strtoul(argv[1], NULL, 10) : 200000;
    rt_arena_init(&batch_arena);
    rt_arena_init(&rows_arena);
    make_data();
    hand_rows = rt_arena_alloc(&rows_arena, count * sizeof *hand_rows);
    for (size_t i = 0; i < count; i++)
        proto_hand_decode((struct rt_bytes){bytes + offsets[i], offsets[i + 1] - offsets[i]},
            &hand_rows[i], &rows_arena);
    proto_generated_prepare(bytes, offsets, count, &rows_arena);
    proto_peer_prepare(bytes, offsets, count);
    for (size_t round = 0; round < rounds; round++) {
        for (size_t c = 0; c < COUNT; c++) {
            double ns = time_of(c, &sums[c]);

            best[c] = round && best[c] < ns ? best[c] : ns;
        }
    }
    printf("%zu records of %.1f bytes\n", count, (double)offsets[count] / (double)count);
    for (size_t c = 0; c < COUNT; c++) {
        int like = codecs[c].same_as;

        if (!sums[c])
            continue;
        if (like >= 0 && sums[c] != sums[like])
            return fprintf(stderr, "bench_proto: %s is wrong\n", codecs[c].name), 1;
        printf("%-24s %7.1f ns %8.0f MB/s %6.2f x by hand\n", codecs[c].name, best[c],
            (double)offsets[count] / (double)count / best[c] * 1e3, best[c] / best[c < 4 ? 0 : 4]);
    }
    return 0;
}
