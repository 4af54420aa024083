/* Nanoseconds a record of the generated JSON codec, one by hand and simdjson:
 * bench_json [RECORDS [ROUNDS]] */
#include "json_orders.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BATCH = 500, NAMES = 8, PADDING = 64 };

static uint8_t *bytes; /* All records. */
static uint32_t *offsets;
static size_t count;
static struct rt_arena batch_arena, rows_arena;
static struct hand_order *orders;
static struct rt_buffer buffer;

static void die(const char *what)
{
    fprintf(stderr, "bench_json: %s\n", what);
    exit(1);
}

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

static struct rt_text made(const char *format, const char *word, unsigned number)
{
    char text[64];
    int size = snprintf(text, sizeof text, format, number, word);

    return rt_text_copy(&rows_arena, (struct rt_text){text, (size_t)size});
}

static struct rt_text one_of(const char *const *words, uint32_t words_count)
{
    const char *word = words[any(words_count)];

    return (struct rt_text){word, strlen(word)};
}

static void fill(struct hand_order *o, size_t i)
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
    struct rt_text *mine = rt_arena_alloc(&rows_arena, 3 * sizeof *mine);

    for (int t = 0; t < 3; t++)
        mine[t] = one_of(tags, NAMES);
    *o = (struct hand_order){
        .id = 1000000 + (int64_t)i * 7,
        .user = made("user_%07u%s", "", any(1000000)),
        .product = made("%04u %s",
            any(50) ? products[any(NAMES)] : "Caf\xc3\xa9 Cr\xc3\xa8me", any(10000)),
        .amount = 100 + any(9999900),
        .price = (100 + any(99900)) / 100.0 * (any(2) ? 1.0825 : 1),
        .ts = INT64_C(1704067200000) + (int64_t)i * 37 + any(30),
        .street = made("%u %s", streets[any(NAMES)], 1 + any(9999)),
        .city = one_of(cities, NAMES),
        .zip = made("%05u%s", "", any(100000)),
        .tags = mine,
        .tag_count = 3,
        .quantity = 1 + (int32_t)any(200),
        .has_status = any(10),
    };
    o->ts += o->ts % 10 == 0; /* Three digits of milliseconds: the decoder by hand wants them. */
    o->price = (double)(int64_t)(o->price * 1000000 + 0.5) / 1000000;
    if (o->has_status)
        o->status = one_of(states, 5);
}

static void make_data(void)
{
    size_t at = 0;

    bytes = malloc(count * 512 + PADDING);
    offsets = malloc((count + 1) * sizeof *offsets);
    orders = malloc(count * sizeof *orders);
    if (!bytes || !offsets || !orders)
        die("out of memory");
    for (size_t i = 0; i < count; i++) {
        offsets[i] = (uint32_t)at;
        fill(&orders[i], i);
        at += json_hand_encode(&orders[i], bytes + at);
    }
    offsets[count] = (uint32_t)at;
}

/* ---- decoders: a sum of all values ---- */

static uint64_t decode_generated(void)
{
    uint64_t h = 0;

    for (size_t i = 0; i < count; i += BATCH) {
        h += json_generated_decode(bytes, offsets + i, count - i < BATCH ? count - i : BATCH,
            &batch_arena);
        rt_arena_reset(&batch_arena);
    }
    return h;
}

static uint64_t decode_few(void)
{
    uint64_t h = 0;

    for (size_t i = 0; i < count; i += BATCH) {
        h += json_generated_few(bytes, offsets + i, count - i < BATCH ? count - i : BATCH,
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

static uint64_t decode_hand(void)
{
    struct hand_order order;
    uint64_t h = 0;

    for (size_t i = 0; i < count; i++) {
        if (!json_hand_decode((struct rt_bytes){bytes + offsets[i], offsets[i + 1] - offsets[i]},
                &order, &batch_arena))
            die("by hand: not decoded");
        h += hand_sum(&order);
        if (i % BATCH == 0)
            rt_arena_reset(&batch_arena);
    }
    return h;
}

static uint64_t decode_simdjson(void)
{
    uint64_t h;

    return json_simdjson_decode(bytes, offsets, count, &h) ? h : 0;
}

/* ---- encoders: the bytes written ---- */

static uint64_t encode_generated(void)
{
    return json_generated_encode(0, count, &buffer);
}

static uint64_t encode_hand(void)
{
    uint64_t size = 0;
    static uint8_t out[4096];

    for (size_t i = 0; i < count; i++)
        size += json_hand_encode(&orders[i], out);
    return size;
}

/* ---- rounds ---- */

struct candidate {
    const char *name;
    uint64_t (*run)(void);
    bool same; /* its answer is that of the first of its kind */
    double best;
    uint64_t answer;
};

static void measure(struct candidate *candidates, size_t candidate_count, int rounds)
{
    for (int r = 0; r < rounds; r++) {
        for (size_t i = 0; i < candidate_count; i++) {
            double from = now_ns(), ns;

            candidates[i].answer = candidates[i].run();
            ns = (now_ns() - from) / (double)count;
            candidates[i].best = r && candidates[i].best < ns ? candidates[i].best : ns;
        }
    }
    for (size_t i = 0; i < candidate_count; i++) {
        if (!candidates[i].answer)
            continue;
        if (candidates[i].same && candidates[i].answer != candidates[0].answer)
            die("the sums differ");
        printf("%-28s %7.1f ns  %6.0f MB/s  %5.2f of the first\n", candidates[i].name,
            candidates[i].best, (double)offsets[count] / (double)count / candidates[i].best * 1e3,
            candidates[i].best / candidates[0].best);
    }
}

int main(int argc, char **argv)
{
    struct candidate decoders[] = {{"decode generated", decode_generated, true, 0, 0},
        {"decode by hand", decode_hand, true, 0, 0},
        {"decode 2 of 10 columns", decode_few, false, 0, 0},
        {"decode simdjson On Demand", decode_simdjson, true, 0, 0}};
    struct candidate encoders[] = {{"encode generated", encode_generated, true, 0, 0},
        {"encode by hand", encode_hand, true, 0, 0}};
    int rounds = argc > 2 ? atoi(argv[2]) : 7;

    count = argc > 1 ? (size_t)atol(argv[1]) : 300000;
    rt_arena_init(&batch_arena);
    rt_arena_init(&rows_arena);
    make_data();
    json_generated_prepare(bytes, offsets, count, &rows_arena);
    printf("%zu records of %.0f bytes\n", count, (double)offsets[count] / (double)count);
    measure(decoders, 4, rounds);
    measure(encoders, 2, rounds);
    return 0;
}
