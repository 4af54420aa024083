/* The record of orders.h as JSON, its codecs. */
#ifndef BENCH_JSON_ORDERS_H
#define BENCH_JSON_ORDERS_H

#include "orders.h"

#include <rt/rt.h>

/* By hand (json_hand.c), as hand_decode and hand_encode. */
bool json_hand_decode(struct rt_bytes bytes, struct hand_order *order, struct rt_arena *arena);
size_t json_hand_encode(const struct hand_order *order, uint8_t *out);

/* Generated (json_gen.c), as those of orders.h. */
uint64_t json_generated_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena);
/* Two of the ten columns. */
uint64_t json_generated_few(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena);
void json_generated_prepare(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena);
uint64_t json_generated_encode(size_t first, size_t count, struct rt_buffer *out);

/* Peers; false: there is no such library. */
bool json_simdjson_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    uint64_t *sum);

#endif
