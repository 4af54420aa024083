/* The record as Protobuf, and its codecs. */
#ifndef BENCH_PROTO_ORDERS_H
#define BENCH_PROTO_ORDERS_H

#include "orders.h"

#include <rt/proto.h>

/* ---- by hand: proto_hand.c ---- */

bool proto_hand_decode(struct rt_bytes bytes, struct hand_order *order, struct rt_arena *arena);
/* Into a buffer with room for hand_bound(order). */
size_t proto_hand_encode(const struct hand_order *order, uint8_t *out);

/* ---- generated: proto_bench_gen.c ---- */

uint64_t proto_generated_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena);
/* Two of the ten columns. */
uint64_t proto_generated_few(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena);
void proto_generated_prepare(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena);
uint64_t proto_generated_encode(size_t first, size_t count, struct rt_buffer *out);

/* ---- protobuf-c: proto_peer.c; 0: it is not installed ---- */

uint64_t proto_peer_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count);
void proto_peer_prepare(const uint8_t *bytes, const uint32_t *offsets, size_t count);
uint64_t proto_peer_encode(size_t first, size_t count, uint8_t *out);

/* A decimal's bytes. */
static inline int64_t sum_decimal(const uint8_t *at, size_t size)
{
    int64_t value = size ? (int8_t)at[0] : 0;

    for (size_t i = 1; i < size; i++)
        value = (int64_t)((uint64_t)value << 8 | at[i]);
    return value;
}

#endif
