/* protobuf-c, values taken out and put in as the others do. */
#include "proto_orders.h"

#ifdef WITH_PROTOBUF_C
#include "orders.pb-c.h"

#include <stdlib.h>

static Bench__Orders **rows;

static struct rt_text text_of(const char *text)
{
    return (struct rt_text){text, text ? strlen(text) : 0};
}

static uint64_t sum(const Bench__Orders *m)
{
    uint64_t bits, h;

    memcpy(&bits, &m->price, 8);
    h = (uint64_t)m->id + (uint64_t)sum_decimal(m->amount.data, m->amount.len) * 3 +
        (uint64_t)m->quantity * 5 + (bits >> 16) + (uint64_t)m->ts + sum_text(text_of(m->user)) +
        sum_text(text_of(m->product)) + sum_text(text_of(m->address->street)) * 3 +
        sum_text(text_of(m->address->city)) * 5 + sum_text(text_of(m->address->zip)) * 7 +
        (*m->status ? sum_text(text_of(m->status)) * 11 : 1);
    for (size_t i = 0; i < m->n_tags; i++)
        h += sum_text(text_of(m->tags[i])) * (13 + 2 * i);
    return h;
}

uint64_t proto_peer_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count)
{
    uint64_t h = 0;

    for (size_t i = 0; i < count; i++) {
        Bench__Orders *m = bench__orders__unpack(NULL, offsets[i + 1] - offsets[i] - 1,
            bytes + offsets[i] + 1);

        if (!m)
            return 0;
        h += sum(m);
        bench__orders__free_unpacked(m, NULL);
    }
    return h;
}

void proto_peer_prepare(const uint8_t *bytes, const uint32_t *offsets, size_t count)
{
    rows = calloc(count, sizeof *rows);
    for (size_t i = 0; i < count; i++)
        rows[i] = bench__orders__unpack(NULL, offsets[i + 1] - offsets[i] - 1,
            bytes + offsets[i] + 1);
}

uint64_t proto_peer_encode(size_t first, size_t count, uint8_t *out)
{
    uint64_t size = 0;

    for (size_t i = first; i < first + count; i++)
        size += 1 + bench__orders__pack(rows[i], out);
    return size;
}
#else
uint64_t proto_peer_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count)
{
    (void)bytes, (void)offsets, (void)count;
    return 0;
}

void proto_peer_prepare(const uint8_t *bytes, const uint32_t *offsets, size_t count)
{
    (void)bytes, (void)offsets, (void)count;
}

uint64_t proto_peer_encode(size_t first, size_t count, uint8_t *out)
{
    (void)first, (void)count, (void)out;
    return 0;
}
#endif
