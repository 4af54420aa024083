/* One realistic record, its codecs in three formats, and what times them: see README.md. */
#ifndef BENCH_H
#define BENCH_H

#include <rt/rt.h>

#include <string.h>

enum { BENCH_BATCH = 500, BENCH_VERSIONS = 10, BENCH_PADDING = 64, BENCH_RECORD_MAX = 4096 };

/* ---- the record ---- */

struct hand_order {
    int64_t id;
    struct rt_text user, product;
    int64_t amount; /* hundredths */
    double price;
    int64_t ts; /* ms */
    struct rt_text status, street, city, zip;
    const struct rt_text *tags;
    size_t tag_count;
    int32_t quantity;
    bool has_status;
};

/* All of them; a text has a NUL behind it. */
extern struct hand_order *bench_orders;
extern size_t bench_count;
/* What a batch decodes into: reset behind each. */
extern struct rt_arena bench_arena;

static inline uint64_t sum_text(struct rt_text text)
{
    if (!text.size)
        return 7;
    return text.size * 31 + (uint8_t)text.data[0] +
           ((uint64_t)(uint8_t)text.data[text.size - 1] << 8);
}

/* A decimal's bytes. */
static inline int64_t sum_decimal(const uint8_t *at, size_t size)
{
    int64_t value = size ? (int8_t)at[0] : 0;

    for (size_t i = 1; i < size; i++)
        value = (int64_t)((uint64_t)value << 8 | at[i]);
    return value;
}

/* Depends on every value. */
uint64_t bench_sum(const struct hand_order *order);

/* ---- encoded records ---- */

struct bench_records {
    uint8_t *bytes;    /* BENCH_PADDING bytes behind them */
    uint32_t *offsets; /* bench_count + 1 */
};

static inline struct rt_bytes bench_record(const struct bench_records *records, size_t i)
{
    return (struct rt_bytes){records->bytes + records->offsets[i],
        records->offsets[i + 1] - records->offsets[i]};
}

/* Exits if memory is short. */
void bench_encode(struct bench_records *records,
    size_t (*encode)(const struct hand_order *order, uint8_t *out));

/* ---- what is timed ---- */

enum bench_answer {
    BENCH_BY_HAND, /* the mark of its table */
    BENCH_SAME,    /* must answer as that one does */
    BENCH_OTHER,
};

struct bench_subject {
    const char *name;
    /* So many records from `first` on: a sum of their values, or the bytes written. 0: failed. */
    uint64_t (*run)(size_t first, size_t count);
    enum bench_answer answer;
    size_t share; /* runs on one record of so many; 0: on all */
};

struct bench_table {
    const char *title;
    const struct bench_records *records;
    const struct bench_subject *subjects; /* the first is by hand */
    size_t count;
};

/* Each makes its records and answers with its tables. */
const struct bench_table *avro_tables(size_t *count);
const struct bench_table *json_tables(size_t *count);
const struct bench_table *proto_tables(size_t *count);

_Noreturn void bench_die(const char *what);

/* ---- codecs ---- */

/* By hand. `out` has room for BENCH_RECORD_MAX. */
bool avro_hand_decode(struct rt_bytes bytes, struct hand_order *order, struct rt_arena *arena);
size_t avro_hand_encode(const struct hand_order *order, uint8_t *out);
bool json_hand_decode(struct rt_bytes bytes, struct hand_order *order, struct rt_arena *arena);
size_t json_hand_encode(const struct hand_order *order, uint8_t *out);
bool proto_hand_decode(struct rt_bytes bytes, struct hand_order *order, struct rt_arena *arena);
size_t proto_hand_encode(const struct hand_order *order, uint8_t *out);

/* Generated; generated.h defines them. `_few` reads two of the ten columns; `_prepare` makes the
 * rows that `_encode` writes; batches of the records at offsets[0] … offsets[count]. */
#define BENCH_GENERATED(format)                                                                    \
    uint64_t format##_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count,          \
        struct rt_arena *arena);                                                                   \
    uint64_t format##_few(const uint8_t *bytes, const uint32_t *offsets, size_t count,             \
        struct rt_arena *arena);                                                                   \
    void format##_prepare(const uint8_t *bytes, const uint32_t *offsets, size_t count,             \
        struct rt_arena *arena);                                                                   \
    uint64_t format##_encode(size_t first, size_t count, struct rt_buffer *out);

BENCH_GENERATED(avro)
BENCH_GENERATED(json)
BENCH_GENERATED(proto)

/* The same by a resolution program. */
uint64_t avro_program(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena);
/* Record i is of schema versions[i]: the orders with so many absent optional fields more. */
uint64_t avro_versions(const uint8_t *bytes, const uint32_t *offsets, const uint8_t *versions,
    size_t count, struct rt_arena *arena);

#define ORDERS_SCHEMA                                                                              \
    "{\"type\":\"record\",\"name\":\"orders\",\"fields\":["                                        \
    "{\"name\":\"id\",\"type\":\"long\"},{\"name\":\"user\",\"type\":\"string\"},"                 \
    "{\"name\":\"product\",\"type\":\"string\"},"                                                  \
    "{\"name\":\"amount\",\"type\":{\"type\":\"bytes\",\"logicalType\":\"decimal\","               \
    "\"precision\":10,\"scale\":2}},"                                                              \
    "{\"name\":\"quantity\",\"type\":\"int\"},{\"name\":\"price\",\"type\":\"double\"},"           \
    "{\"name\":\"ts\",\"type\":{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}},"         \
    "{\"name\":\"status\",\"type\":[\"null\",\"string\"]},"                                        \
    "{\"name\":\"address\",\"type\":{\"type\":\"record\",\"name\":\"addr\",\"fields\":["           \
    "{\"name\":\"street\",\"type\":\"string\"},{\"name\":\"city\",\"type\":\"string\"},"           \
    "{\"name\":\"zip\",\"type\":\"string\"}]}},"                                                   \
    "{\"name\":\"tags\",\"type\":{\"type\":\"array\",\"items\":\"string\"}}]}"

#endif
