/* One realistic record, its codecs, and a million of it: see README.md. */
#ifndef BENCH_ORDERS_H
#define BENCH_ORDERS_H

#include <rt/avro.h>

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

enum { ORDERS_VERSIONS = 10 };

/* ---- by hand ---- */

struct hand_order {
    int64_t id;
    struct rt_text user, product;
    int64_t amount;
    double price;
    int64_t ts;
    struct rt_text status, street, city, zip;
    const struct rt_text *tags;
    size_t tag_count;
    int32_t quantity;
    bool has_status;
};

bool hand_decode(struct rt_bytes bytes, struct hand_order *order, struct rt_arena *arena);
/* Into a buffer with room for hand_bound(order). */
size_t hand_encode(const struct hand_order *order, uint8_t *out);
size_t hand_bound(const struct hand_order *order);

/* ---- generated: bench_gen.c puts these around the generated functions ---- */

/* What they make of a batch of records at bytes[offsets[i]] … bytes[offsets[i + 1]]: a sum that
 * depends on every value. 0: failed. */
uint64_t generated_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena);
uint64_t program_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena);
/* Reads two columns; the sum is of those. */
uint64_t few_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena);
/* Record i is of schema versions[i]: the orders with so many absent optional fields more. */
uint64_t versions_decode(const uint8_t *bytes, const uint32_t *offsets, const uint8_t *versions,
    size_t count, struct rt_arena *arena);
/* Rows for generated_encode, which answers with the bytes written. */
void generated_prepare(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena);
uint64_t generated_encode(size_t first, size_t count, struct rt_buffer *out);

/* ---- sums ---- */

static inline uint64_t sum_text(struct rt_text text)
{
    if (!text.size)
        return 7;
    return text.size * 31 + (uint8_t)text.data[0] +
           ((uint64_t)(uint8_t)text.data[text.size - 1] << 8);
}

#endif
