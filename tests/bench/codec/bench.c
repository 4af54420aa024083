/* Times the codecs of one record, by hand, generated and of other libraries, and prints one table:
 * bench_codec [RECORDS [ROUNDS [TITLE]]]: only the parts whose title has that in it. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { NAMES = 8, SUBJECTS = 8 };

struct hand_order *bench_orders;
size_t bench_count;
struct rt_arena bench_arena;

static struct rt_arena texts;

void bench_die(const char *what)
{
    fprintf(stderr, "bench_codec: %s\n", what);
    exit(1);
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

static struct rt_text made(const char *format, const char *word, unsigned number)
{
    char text[64];
    int size = snprintf(text, sizeof text, format, number, word);
    struct rt_text copy = rt_text_copy(&texts, (struct rt_text){text, (size_t)size + 1});

    copy.size--;
    return copy;
}

static struct rt_text one_of(const char *const *words, uint32_t count)
{
    const char *word = words[any(count)];

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
    struct rt_text *mine = rt_arena_alloc(&texts, 3 * sizeof *mine);

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
    o->ts += o->ts % 10 == 0; /* The JSON decoder by hand wants three digits of milliseconds. */
    o->price = (double)(int64_t)(o->price * 1000000 + 0.5) / 1000000;
    if (o->has_status)
        o->status = one_of(states, 5);
}

uint64_t bench_sum(const struct hand_order *o)
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

void bench_encode(struct bench_records *records,
    size_t (*encode)(const struct hand_order *order, uint8_t *out))
{
    uint8_t record[BENCH_RECORD_MAX];
    size_t at = 0;

    records->bytes = calloc(bench_count + 1, 384);
    records->offsets = malloc((bench_count + 1) * sizeof *records->offsets);
    if (!records->bytes || !records->offsets)
        bench_die("out of memory");
    for (size_t i = 0; i < bench_count; i++) {
        size_t size = encode(&bench_orders[i], record);

        records->offsets[i] = (uint32_t)at;
        memcpy(records->bytes + at, record, size);
        at += size;
        if (at > 384 * bench_count)
            bench_die("records too long");
    }
    records->offsets[bench_count] = (uint32_t)at;
}

/* ---- running ---- */

static double now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* ns a record. */
static double time_of(const struct bench_subject *subject, uint64_t *answer)
{
    size_t count = bench_count / (subject->share ? subject->share : 1);
    double start = now_ns();

    *answer = 0;
    for (size_t i = 0; i < count; i += BENCH_BATCH) {
        uint64_t sum = subject->run(i, count - i < BENCH_BATCH ? count - i : BENCH_BATCH);

        if (!sum)
            bench_die(subject->name);
        *answer += sum;
        rt_arena_reset(&bench_arena);
    }
    return (now_ns() - start) / (double)count;
}

/* The first round is not counted, and compares what they answer. */
static void check(const struct bench_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        struct bench_subject like = table->subjects[0];
        uint64_t answer, expected;

        time_of(&table->subjects[i], &answer);
        if (table->subjects[i].answer != BENCH_SAME)
            continue;
        like.share = table->subjects[i].share;
        time_of(&like, &expected);
        if (answer != expected) {
            fprintf(stderr, "%s, %s: ", table->title, table->subjects[i].name);
            bench_die("another answer than by hand");
        }
    }
}

static void print(const struct bench_table *table, const double *best)
{
    double bytes = (double)table->records->offsets[bench_count] / (double)bench_count;

    printf("%s, %.0f bytes a record\n", table->title, bytes);
    for (size_t i = 0; i < table->count; i++)
        printf("  %-32s %8.1f %8.0f %8.2f\n", table->subjects[i].name, best[i],
            bytes / best[i] * 1e3, best[i] / best[0]);
}

/* The subjects of a table take turns, so that what else the machine does meets all of them. */
static void run(const struct bench_table *table, int rounds)
{
    double best[SUBJECTS] = {0};

    if (table->count > SUBJECTS)
        bench_die("too many subjects");
    check(table);
    for (int round = 0; round < rounds; round++) {
        for (size_t i = 0; i < table->count; i++) {
            uint64_t answer;
            double ns = time_of(&table->subjects[i], &answer);

            best[i] = !round || ns < best[i] ? ns : best[i];
        }
    }
    print(table, best);
}

int main(int argc, char **argv)
{
    const struct bench_table *(*const formats[])(size_t *) =
        {avro_tables, proto_tables, json_tables};
    int rounds = argc > 2 ? atoi(argv[2]) : 9;
    const char *only = argc > 3 ? argv[3] : "";

    bench_count = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
    rt_arena_init(&bench_arena);
    rt_arena_init(&texts);
    bench_orders = rt_arena_alloc(&texts, bench_count * sizeof *bench_orders);
    for (size_t i = 0; i < bench_count; i++)
        fill(&bench_orders[i], i);
    printf("%zu records, best of %d rounds\n%-34s %8s %8s %8s\n", bench_count, rounds, "",
        "ns", "MB/s", "x first");
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
        size_t count;
        const struct bench_table *tables = formats[f](&count);

        for (size_t t = 0; t < count; t++)
            if (strstr(tables[t].title, only))
                run(&tables[t], rounds);
    }
    return 0;
}
