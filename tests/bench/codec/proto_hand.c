/* The record's Protobuf codec by hand: the tag after a field is expected to be the next field's. */
#include "bench.h"

enum { TAGS = 16 };

#define FAIL_UNLESS(condition)                                                                     \
    do {                                                                                           \
        if (RT_UNLIKELY(!(condition)))                                                             \
            return false;                                                                          \
    } while (0)
#define NEXT(tag, label)                                                                           \
    if (RT_LIKELY(in.at < in.end) && RT_LIKELY(*in.at == (tag))) {                                 \
        in.at++;                                                                                   \
        goto label;                                                                                \
    }                                                                                              \
    goto dispatch

static inline bool read_address(struct rt_proto in, struct hand_order *o)
{
    uint32_t tag;

    if (RT_LIKELY(rt_proto_follows(&in, 0x0A))) {
        FAIL_UNLESS(rt_proto_text(&in, &o->street));
        if (RT_LIKELY(rt_proto_follows(&in, 0x12))) {
            FAIL_UNLESS(rt_proto_text(&in, &o->city));
            if (RT_LIKELY(rt_proto_follows(&in, 0x1A)))
                FAIL_UNLESS(rt_proto_text(&in, &o->zip));
        }
    }
    while (rt_proto_more(&in)) {
        FAIL_UNLESS(rt_proto_tag(&in, &tag));
        switch (tag) {
        case 0x0A: FAIL_UNLESS(rt_proto_text(&in, &o->street)); break;
        case 0x12: FAIL_UNLESS(rt_proto_text(&in, &o->city)); break;
        case 0x1A: FAIL_UNLESS(rt_proto_text(&in, &o->zip)); break;
        default: FAIL_UNLESS(rt_proto_skip(&in, tag));
        }
    }
    return true;
}

bool proto_hand_decode(struct rt_bytes bytes, struct hand_order *o, struct rt_arena *arena)
{
    struct rt_proto in = rt_proto_open(bytes);
    struct rt_text *tags = rt_arena_alloc(arena, TAGS * sizeof *tags);
    const uint8_t *outer;
    struct rt_bytes amount;
    int64_t quantity;
    uint32_t tag;

    *o = (struct hand_order){.tags = tags};
    FAIL_UNLESS(rt_proto_first(&in));
    NEXT(0x08, id);
id:
    FAIL_UNLESS(rt_proto_int64(&in, &o->id));
    NEXT(0x12, user);
user:
    FAIL_UNLESS(rt_proto_text(&in, &o->user));
    NEXT(0x1A, product);
product:
    FAIL_UNLESS(rt_proto_text(&in, &o->product));
    NEXT(0x22, amount);
amount:
    FAIL_UNLESS(rt_proto_bytes(&in, &amount));
    o->amount = sum_decimal(amount.data, amount.size);
    NEXT(0x28, quantity);
quantity:
    FAIL_UNLESS(rt_proto_int32(&in, &quantity));
    o->quantity = (int32_t)quantity;
    NEXT(0x31, price);
price:
    FAIL_UNLESS(rt_proto_double(&in, &o->price));
    NEXT(0x38, ts);
ts:
    FAIL_UNLESS(rt_proto_int64(&in, &o->ts));
    if (RT_LIKELY(in.at < in.end) && *in.at == 0x42) {
        in.at++;
        goto status;
    }
    NEXT(0x4A, address);
status:
    o->has_status = true;
    FAIL_UNLESS(rt_proto_text(&in, &o->status));
    NEXT(0x4A, address);
address:
    FAIL_UNLESS(rt_proto_enter(&in, &outer));
    FAIL_UNLESS(read_address(in, o));
    in.at = in.end;
    rt_proto_leave(&in, outer);
    NEXT(0x52, tags);
tags:
    do {
        FAIL_UNLESS(o->tag_count < TAGS && rt_proto_text(&in, &tags[o->tag_count]));
        o->tag_count++;
    } while (rt_proto_follows(&in, 0x52));
dispatch:
    if (!rt_proto_more(&in))
        return true;
    FAIL_UNLESS(rt_proto_tag(&in, &tag));
    switch (tag) {
    case 0x08: goto id;
    case 0x12: goto user;
    case 0x1A: goto product;
    case 0x22: goto amount;
    case 0x28: goto quantity;
    case 0x31: goto price;
    case 0x38: goto ts;
    case 0x42: goto status;
    case 0x4A: goto address;
    case 0x52: goto tags;
    default: FAIL_UNLESS(rt_proto_skip(&in, tag));
    }
    goto dispatch;
}

static uint8_t *put_text(uint8_t *at, uint8_t tag, struct rt_text value)
{
    if (!value.size)
        return at;
    *at++ = tag;
    return rt_proto_put_text(at, value);
}

size_t proto_hand_encode(const struct hand_order *o, uint8_t *out)
{
    uint8_t *at = out, *address;

    *at++ = 0;
    if (o->id) {
        *at++ = 0x08;
        at = rt_proto_put_varint(at, (uint64_t)o->id);
    }
    at = put_text(at, 0x12, o->user);
    at = put_text(at, 0x1A, o->product);
    *at++ = 0x22;
    *at = (uint8_t)rt_decimal_to_bytes(o->amount, at + 1);
    at += 1 + *at;
    if (o->quantity) {
        *at++ = 0x28;
        at = rt_proto_put_varint(at, (uint64_t)(int64_t)o->quantity);
    }
    if (!rt_proto_double_is_zero(o->price)) {
        *at++ = 0x31;
        at = rt_proto_put_double(at, o->price);
    }
    if (o->ts) {
        *at++ = 0x38;
        at = rt_proto_put_varint(at, (uint64_t)o->ts);
    }
    if (o->has_status) {
        *at++ = 0x42;
        at = rt_proto_put_text(at, o->status);
    }
    *at++ = 0x4A;
    address = ++at;
    at = put_text(at, 0x0A, o->street);
    at = put_text(at, 0x12, o->city);
    at = put_text(at, 0x1A, o->zip);
    at = rt_proto_end(address, at);
    for (size_t i = 0; i < o->tag_count; i++) {
        *at++ = 0x52;
        at = rt_proto_put_text(at, o->tags[i]);
    }
    return (size_t)(at - out);
}
