/* Protobuf wire format (protobuf.dev, "Encoding") and the message index in front of it (Confluent,
 * "Wire format"): the primitives that generated codecs are made of.
 *
 * A decoder never reads outside its bytes and accepts any of them. It is a local of the generated
 * function and is only handed on by value, so that it stays in registers. A message is a loop over
 * its fields, written so that the next field is expected first:
 *
 *     while (rt_proto_more(&in)) {
 *         if (!rt_proto_tag(&in, &tag))
 *             return rt_proto_fail(in, NULL, error);
 *         switch (tag) {
 *         case 0x08:
 *             if (!rt_proto_int64(&in, &row->order_id))
 *                 return rt_proto_fail(in, "order_id", error);
 *             if (!rt_proto_follows(&in, 0x12))
 *                 break;
 *             RT_FALL_THROUGH;
 *         case 0x12:
 *             …
 *
 * Text and bytes are views into the input. What the tag says decides: a field of another wire type
 * than its own is an unknown field. */
#ifndef RT_PROTO_H
#define RT_PROTO_H

#include <rt/avro.h>

#define RT_FALL_THROUGH __attribute__((fallthrough))

enum rt_proto_problem {
    RT_PROTO_FINE,
    RT_PROTO_SHORT,    /* the bytes end within the value */
    RT_PROTO_VARINT,   /* more than 64 bits */
    RT_PROTO_TAG,      /* field number 0, more than 32 bits, a wire type that does not exist */
    RT_PROTO_LENGTH,   /* beyond the message that it is in */
    RT_PROTO_GROUP,    /* the end of a group that did not begin, or none of one that did */
    RT_PROTO_DEPTH,    /* groups nested too deeply */
    RT_PROTO_UTF8,
    RT_PROTO_RANGE,    /* beyond the column's type */
    RT_PROTO_NULL,     /* absent, for a NOT NULL column */
    RT_PROTO_INDEX,    /* of no message that the table holds */
    RT_PROTO_CALENDAR, /* no day of the calendar, no time of a day */
    RT_PROTO_MEMORY,   /* beyond what a record may become */
};

enum { RT_PROTO_DEPTH_LIMIT = 100 };

struct rt_proto {
    const uint8_t *at, *end; /* of the message being read */
    const uint8_t *limit;    /* end of the record */
    const uint8_t *start;
    enum rt_proto_problem problem;
};

/* The parts of a decoder one by one: in registers. */
__attribute__((cold, noinline)) bool rt_proto_fail_at(const uint8_t *at, const uint8_t *limit,
    const uint8_t *start, enum rt_proto_problem problem, const char *field,
    struct rt_error *error);

/* Fills error (RT_DECODE, RT_SKIP) with field (NULL: of the message as a whole), byte offset and
 * what is wrong there. False. */
RT_AVRO_INLINE bool rt_proto_fail(struct rt_proto in, const char *field, struct rt_error *error)
{
    return rt_proto_fail_at(in.at, in.limit, in.start, in.problem, field, error);
}

/* `problem` found by generated code. False. */
RT_AVRO_INLINE bool rt_proto_refuse(struct rt_proto in, enum rt_proto_problem problem,
    const char *field, struct rt_error *error)
{
    return rt_proto_fail_at(in.at, in.limit, in.start, problem, field, error);
}

RT_AVRO_INLINE bool rt_proto_problem(struct rt_proto *in, enum rt_proto_problem problem)
{
    in->problem = problem;
    return false;
}

/* ---- messages and tags ---- */

RT_AVRO_INLINE struct rt_proto rt_proto_open(struct rt_bytes bytes)
{
    return (struct rt_proto){.at = bytes.data, .end = bytes.data + bytes.size,
        .limit = bytes.data + bytes.size, .start = bytes.data};
}

RT_AVRO_INLINE bool rt_proto_more(const struct rt_proto *in)
{
    return in->at < in->end;
}

RT_AVRO_INLINE size_t rt_proto_left(const struct rt_proto *in)
{
    return (size_t)(in->end - in->at);
}

struct rt_proto_number {
    const uint8_t *at; /* NULL: `value` is the problem */
    uint64_t value;
};

struct rt_proto_number rt_proto_varint_slow(const uint8_t *at, const uint8_t *end);

/* A varint that is likely to be long. */
RT_AVRO_INLINE bool rt_proto_varint(struct rt_proto *in, uint64_t *out)
{
    struct rt_proto_number number;

    if (RT_LIKELY(in->end - in->at >= 8)) {
        uint64_t word, last;

        memcpy(&word, in->at, 8);
        last = ~word & UINT64_C(0x8080808080808080);
        if (RT_LIKELY(last != 0)) {
            in->at += (__builtin_ctzll(last) >> 3) + 1;
            *out = rt_avro_squeeze(word & (last ^ (last - 1)));
            return true;
        }
    }
    number = rt_proto_varint_slow(in->at, in->end);
    if (RT_UNLIKELY(!number.at))
        return rt_proto_problem(in, (enum rt_proto_problem)number.value);
    in->at = number.at;
    *out = number.value;
    return true;
}

/* A varint that is likely to be one byte: a tag, a length, a flag. */
RT_AVRO_INLINE bool rt_proto_short(struct rt_proto *in, uint64_t *out)
{
    struct rt_proto_number number;

    if (RT_LIKELY(in->at < in->end && *in->at < 0x80)) {
        *out = *in->at++;
        return true;
    }
    number = rt_proto_varint_slow(in->at, in->end);
    if (RT_UNLIKELY(!number.at))
        return rt_proto_problem(in, (enum rt_proto_problem)number.value);
    in->at = number.at;
    *out = number.value;
    return true;
}

/* The tag of the next field: number * 8 + wire type. */
RT_AVRO_INLINE bool rt_proto_tag(struct rt_proto *in, uint32_t *out)
{
    uint64_t value;

    if (RT_UNLIKELY(!rt_proto_short(in, &value)))
        return false;
    if (RT_UNLIKELY(value > UINT32_MAX || value < 8))
        return rt_proto_problem(in, RT_PROTO_TAG);
    *out = (uint32_t)value;
    return true;
}

/* Whether the next field has this tag, a constant below 2^14; passes over it then. */
RT_AVRO_INLINE bool rt_proto_follows(struct rt_proto *in, uint32_t tag)
{
    if (tag < 0x80) {
        if (!(RT_LIKELY(in->at < in->end) && RT_LIKELY(*in->at == tag)))
            return false;
        in->at++;
        return true;
    }
    if (!(RT_LIKELY(in->end - in->at >= 2) && RT_LIKELY(in->at[0] == (tag & 0x7F) + 0x80) &&
            RT_LIKELY(in->at[1] == tag >> 7)))
        return false;
    in->at += 2;
    return true;
}

/* The length in front of text, bytes, messages and packed values; what it measures is there. */
RT_AVRO_INLINE bool rt_proto_length(struct rt_proto *in, size_t *size)
{
    uint64_t value;

    if (RT_UNLIKELY(!rt_proto_short(in, &value)))
        return false;
    if (RT_UNLIKELY(value > rt_proto_left(in)))
        return rt_proto_problem(in, RT_PROTO_LENGTH);
    *size = value;
    return true;
}

/* Begins a message inside; *outer is what rt_proto_leave wants behind it. */
RT_AVRO_INLINE bool rt_proto_enter(struct rt_proto *in, const uint8_t **outer)
{
    size_t size;

    if (RT_UNLIKELY(!rt_proto_length(in, &size)))
        return false;
    *outer = in->end;
    in->end = in->at + size;
    return true;
}

RT_AVRO_INLINE void rt_proto_leave(struct rt_proto *in, const uint8_t *outer)
{
    in->end = outer;
}

/* Position behind the field whose tag has been read; NULL: *problem. */
__attribute__((noinline)) const uint8_t *rt_proto_skip_at(const uint8_t *at, const uint8_t *end,
    uint32_t tag, enum rt_proto_problem *problem);

/* Passes over a field. */
RT_AVRO_INLINE bool rt_proto_skip(struct rt_proto *in, uint32_t tag)
{
    enum rt_proto_problem problem;
    const uint8_t *at = rt_proto_skip_at(in->at, in->end, tag, &problem);

    if (RT_UNLIKELY(!at))
        return rt_proto_problem(in, problem);
    in->at = at;
    return true;
}

/* The end tag of the group whose tag has been read; NULL: *problem. */
__attribute__((noinline)) const uint8_t *rt_proto_group_end(const uint8_t *at, const uint8_t *end,
    uint32_t tag, enum rt_proto_problem *problem);

/* A group is a message up to its end tag. */
RT_AVRO_INLINE bool rt_proto_enter_group(struct rt_proto *in, uint32_t tag, const uint8_t **outer)
{
    enum rt_proto_problem problem;
    const uint8_t *end = rt_proto_group_end(in->at, in->end, tag, &problem);

    if (RT_UNLIKELY(!end))
        return rt_proto_problem(in, problem);
    *outer = in->end;
    in->end = end;
    return true;
}

RT_AVRO_INLINE bool rt_proto_leave_group(struct rt_proto *in, const uint8_t *outer)
{
    uint64_t tag;

    in->end = outer;
    return rt_proto_varint(in, &tag);
}

/* ---- the message index ---- */

/* A decoder that is handed to a function and back keeps the generated one's in registers. */

/* Behind the index in front of a record, which must be that of the file's first message; problem is
 * set if it is not. */
struct rt_proto rt_proto_first_slow(struct rt_proto in);

/* One byte 0, or any other form of [0]. */
RT_AVRO_INLINE bool rt_proto_first(struct rt_proto *in)
{
    if (RT_LIKELY(in->at < in->end) && RT_LIKELY(*in->at == 0)) {
        in->at++;
        return true;
    }
    *in = rt_proto_first_slow(*in);
    return in->problem == RT_PROTO_FINE;
}

/* The same for a record of one of several messages. `paths`: for each of them, the size of its
 * path, then the path, all in one row. *message is the number of the path that the record has. */
struct rt_proto rt_proto_message_at(struct rt_proto in, const int32_t *paths, size_t count,
    size_t *message);

RT_AVRO_INLINE bool rt_proto_message(struct rt_proto *in, const int32_t *paths, size_t count,
    size_t *message)
{
    *in = rt_proto_message_at(*in, paths, count, message);
    return in->problem == RT_PROTO_FINE;
}

/* ---- scalars: every integer as 64 bits ---- */

RT_AVRO_INLINE bool rt_proto_int64(struct rt_proto *in, int64_t *out)
{
    uint64_t value;

    return rt_proto_varint(in, &value) && (*out = (int64_t)value, true);
}

/* Bits beyond 32 are cut, as every reader does. */
RT_AVRO_INLINE bool rt_proto_int32(struct rt_proto *in, int64_t *out)
{
    uint64_t value;

    return rt_proto_varint(in, &value) && (*out = (int32_t)value, true);
}

RT_AVRO_INLINE bool rt_proto_uint32(struct rt_proto *in, int64_t *out)
{
    uint64_t value;

    return rt_proto_varint(in, &value) && (*out = (uint32_t)value, true);
}

/* BIGINT ends at 2^63 - 1. */
RT_AVRO_INLINE bool rt_proto_uint64(struct rt_proto *in, int64_t *out)
{
    uint64_t value;

    if (!rt_proto_varint(in, &value))
        return false;
    if (RT_UNLIKELY(value > INT64_MAX))
        return rt_proto_problem(in, RT_PROTO_RANGE);
    *out = (int64_t)value;
    return true;
}

RT_AVRO_INLINE bool rt_proto_sint64(struct rt_proto *in, int64_t *out)
{
    uint64_t value;

    return rt_proto_varint(in, &value) && (*out = rt_avro_unzigzag(value), true);
}

RT_AVRO_INLINE bool rt_proto_sint32(struct rt_proto *in, int64_t *out)
{
    uint64_t value;

    return rt_proto_varint(in, &value) && (*out = rt_avro_unzigzag((uint32_t)value), true);
}

RT_AVRO_INLINE bool rt_proto_raw(struct rt_proto *in, void *out, size_t size)
{
    if (RT_UNLIKELY(rt_proto_left(in) < size))
        return rt_proto_problem(in, RT_PROTO_SHORT);
    memcpy(out, in->at, size);
    in->at += size;
    return true;
}

RT_AVRO_INLINE bool rt_proto_fixed32(struct rt_proto *in, int64_t *out)
{
    uint32_t value;

    return rt_proto_raw(in, &value, 4) && (*out = value, true);
}

RT_AVRO_INLINE bool rt_proto_sfixed32(struct rt_proto *in, int64_t *out)
{
    int32_t value;

    return rt_proto_raw(in, &value, 4) && (*out = value, true);
}

RT_AVRO_INLINE bool rt_proto_fixed64(struct rt_proto *in, int64_t *out)
{
    uint64_t value;

    if (!rt_proto_raw(in, &value, 8))
        return false;
    if (RT_UNLIKELY(value > INT64_MAX))
        return rt_proto_problem(in, RT_PROTO_RANGE);
    *out = (int64_t)value;
    return true;
}

RT_AVRO_INLINE bool rt_proto_sfixed64(struct rt_proto *in, int64_t *out)
{
    return rt_proto_raw(in, out, 8);
}

RT_AVRO_INLINE bool rt_proto_bool(struct rt_proto *in, bool *out)
{
    uint64_t value;

    return rt_proto_short(in, &value) && (*out = value != 0, true);
}

RT_AVRO_INLINE bool rt_proto_float(struct rt_proto *in, float *out)
{
    return rt_proto_raw(in, out, 4);
}

RT_AVRO_INLINE bool rt_proto_double(struct rt_proto *in, double *out)
{
    return rt_proto_raw(in, out, 8);
}

RT_AVRO_INLINE bool rt_proto_float_as_double(struct rt_proto *in, double *out)
{
    float value;

    return rt_proto_raw(in, &value, 4) && (*out = value, true);
}

/* An integer that has been read, in the column's type. */
RT_AVRO_INLINE bool rt_proto_as_int(struct rt_proto *in, int64_t value, int32_t *out)
{
    if (RT_UNLIKELY(value < INT32_MIN || value > INT32_MAX))
        return rt_proto_problem(in, RT_PROTO_RANGE);
    *out = (int32_t)value;
    return true;
}

RT_AVRO_INLINE bool rt_proto_as_smallint(struct rt_proto *in, int64_t value, int16_t *out)
{
    if (RT_UNLIKELY(value < INT16_MIN || value > INT16_MAX))
        return rt_proto_problem(in, RT_PROTO_RANGE);
    *out = (int16_t)value;
    return true;
}

RT_AVRO_INLINE bool rt_proto_as_tinyint(struct rt_proto *in, int64_t value, int8_t *out)
{
    if (RT_UNLIKELY(value < INT8_MIN || value > INT8_MAX))
        return rt_proto_problem(in, RT_PROTO_RANGE);
    *out = (int8_t)value;
    return true;
}

/* ---- text and bytes ---- */

RT_AVRO_INLINE bool rt_proto_bytes(struct rt_proto *in, struct rt_bytes *out)
{
    size_t size;

    if (RT_UNLIKELY(!rt_proto_length(in, &size)))
        return false;
    *out = (struct rt_bytes){in->at, size};
    in->at += size;
    return true;
}

/* Whether the text of `size` bytes ahead is UTF-8. Most are ASCII and short: one look at 32 bytes
 * of the record, from the text's begin or up to its end, without a branch on the size. */
RT_AVRO_INLINE bool rt_proto_utf8(const struct rt_proto *in, size_t size)
{
#ifdef __SSE2__
    if (RT_LIKELY(size <= 32)) {
        uint64_t bits = 1;

        if (RT_LIKELY(in->limit - in->at >= 32))
            bits = rt_avro_high_bits(in->at) & ((UINT64_C(1) << size) - 1);
        else if (RT_LIKELY((size_t)(in->at - in->start) + size >= 32))
            bits = (uint64_t)rt_avro_high_bits(in->at + size - 32) >> (32 - size);
        if (RT_LIKELY(!bits))
            return true;
    }
#endif
    return rt_utf8_check(in->at, size);
}

RT_AVRO_INLINE bool rt_proto_text(struct rt_proto *in, struct rt_text *out)
{
    size_t size;

    if (RT_UNLIKELY(!rt_proto_length(in, &size)))
        return false;
    if (RT_UNLIKELY(!rt_proto_utf8(in, size)))
        return rt_proto_problem(in, RT_PROTO_UTF8);
    *out = (struct rt_text){(const char *)in->at, size};
    in->at += size;
    return true;
}

/* ---- enums ---- */

struct rt_proto_symbol {
    int32_t number;
    struct rt_text name;
};

/* The name of a number; `symbols` ascend. A number without a name is its digits, made in `arena`:
 * what a newer writer means is not what an older name says. */
struct rt_text rt_proto_symbol_slow(const struct rt_proto_symbol *symbols, size_t count,
    int32_t number, struct rt_arena *arena);

RT_AVRO_INLINE bool rt_proto_enum(struct rt_proto *in, const struct rt_proto_symbol *symbols,
    size_t count, struct rt_arena *arena, struct rt_text *out)
{
    uint64_t value;
    int32_t number;

    if (!rt_proto_short(in, &value))
        return false;
    number = (int32_t)value;
    if (RT_LIKELY((uint32_t)number < count && symbols[number].number == number))
        *out = symbols[number].name;
    else
        *out = rt_proto_symbol_slow(symbols, count, number, arena);
    return true;
}

/* ---- messages that stand for one value ----
 *
 * Their fields are collected, because a message may come in parts; then taken together. */

struct rt_proto_parts { /* in the order of their numbers */
    int64_t number[4];
    struct rt_bytes bytes; /* Decimal: its value */
};

/* Timestamp, Date, TimeOfDay: up to four integers. */
struct rt_proto rt_proto_numbers_at(struct rt_proto in, struct rt_proto_parts *parts);
/* confluent.type.Decimal. */
struct rt_proto rt_proto_decimal_at(struct rt_proto in, struct rt_proto_parts *parts);

RT_AVRO_INLINE bool rt_proto_numbers(struct rt_proto *in, struct rt_proto_parts *parts)
{
    *in = rt_proto_numbers_at(*in, parts);
    return in->problem == RT_PROTO_FINE;
}

RT_AVRO_INLINE bool rt_proto_decimal_parts(struct rt_proto *in, struct rt_proto_parts *parts)
{
    *in = rt_proto_decimal_at(*in, parts);
    return in->problem == RT_PROTO_FINE;
}

/* FINE, or there is no such time, or it is beyond the column's type. */
enum rt_proto_problem rt_proto_make_timestamp(const struct rt_proto_parts *parts,
    struct rt_timestamp *out);
enum rt_proto_problem rt_proto_make_ms(const struct rt_proto_parts *parts, int64_t *out);
enum rt_proto_problem rt_proto_make_us(const struct rt_proto_parts *parts, int64_t *out);
enum rt_proto_problem rt_proto_make_date(const struct rt_proto_parts *parts, int32_t *out);
enum rt_proto_problem rt_proto_make_time(const struct rt_proto_parts *parts, int32_t *out);
/* Rounded HALF_UP to the column's scale. */
enum rt_proto_problem rt_proto_make_decimal(const struct rt_proto_parts *parts, int precision,
    int scale, int64_t *out);
enum rt_proto_problem rt_proto_make_decimal128(const struct rt_proto_parts *parts, int precision,
    int scale, rt_int128 *out);

/* What one of these answered. */
RT_AVRO_INLINE bool rt_proto_made(struct rt_proto *in, enum rt_proto_problem problem)
{
    in->problem = problem;
    return problem == RT_PROTO_FINE;
}

/* ---- passing over what no column wants ---- */

RT_AVRO_INLINE bool rt_proto_pass_varint(struct rt_proto *in)
{
    uint64_t value;

    return rt_proto_varint(in, &value);
}

RT_AVRO_INLINE bool rt_proto_pass_bytes(struct rt_proto *in)
{
    size_t size;

    if (RT_UNLIKELY(!rt_proto_length(in, &size)))
        return false;
    in->at += size;
    return true;
}

RT_AVRO_INLINE bool rt_proto_pass_fixed(struct rt_proto *in, size_t size)
{
    if (RT_UNLIKELY(rt_proto_left(in) < size))
        return rt_proto_problem(in, RT_PROTO_SHORT);
    in->at += size;
    return true;
}

/* ---- repeated fields ---- */

/* `more` items come next: then rt_items_room once for each array. */
RT_AVRO_INLINE void rt_proto_claim(struct rt_items *items, size_t more)
{
    size_t need = items->count + more;

    items->grow = need > items->capacity;
    if (RT_UNLIKELY(items->grow)) {
        size_t twice = items->capacity ? 2 * items->capacity : 4;

        items->capacity = need > twice ? need : twice;
    }
}

/* Of entries with the same key the last one's value stays, in the first one's place. Keys are
 * struct rt_text (`text`) or whole numbers of `key_size` bytes. The number of entries left. */
size_t rt_proto_unique(struct rt_arena *arena, void *keys, size_t key_size, bool text,
    void *values, size_t value_size, bool *null, size_t count);

/* ---- encoding: writes without checks behind one rt_buffer_reserve ---- */

enum {
    RT_PROTO_VARINT_MAX = 10,
    RT_PROTO_LENGTH_MAX = 10, /* of a length, and what moving a message may need */
};

RT_AVRO_INLINE bool rt_proto_close(struct rt_buffer *out, const uint8_t *at)
{
    out->size = (size_t)(at - out->data);
    return true;
}

RT_AVRO_INLINE uint8_t *rt_proto_put_varint(uint8_t *at, uint64_t value)
{
    return rt_avro_put_varint(at, value);
}

/* A constant below 2^28. */
RT_AVRO_INLINE uint8_t *rt_proto_put_tag(uint8_t *at, uint32_t tag)
{
    while (tag >= 0x80) {
        *at++ = (uint8_t)(tag | 0x80);
        tag >>= 7;
    }
    *at++ = (uint8_t)tag;
    return at;
}

RT_AVRO_INLINE uint8_t *rt_proto_put_zigzag(uint8_t *at, int64_t value)
{
    return rt_avro_put_varint(at, (uint64_t)value << 1 ^ (uint64_t)(value >> 63));
}

RT_AVRO_INLINE uint8_t *rt_proto_put_fixed32(uint8_t *at, uint32_t value)
{
    memcpy(at, &value, 4);
    return at + 4;
}

RT_AVRO_INLINE uint8_t *rt_proto_put_fixed64(uint8_t *at, uint64_t value)
{
    memcpy(at, &value, 8);
    return at + 8;
}

RT_AVRO_INLINE uint8_t *rt_proto_put_bool(uint8_t *at, bool value)
{
    *at = value;
    return at + 1;
}

RT_AVRO_INLINE uint8_t *rt_proto_put_float(uint8_t *at, float value)
{
    memcpy(at, &value, 4);
    return at + 4;
}

RT_AVRO_INLINE uint8_t *rt_proto_put_double(uint8_t *at, double value)
{
    memcpy(at, &value, 8);
    return at + 8;
}

RT_AVRO_INLINE uint8_t *rt_proto_put_text(uint8_t *at, struct rt_text value)
{
    return rt_avro_put_raw(rt_avro_put_varint(at, value.size), value.data, value.size);
}

RT_AVRO_INLINE uint8_t *rt_proto_put_bytes(uint8_t *at, struct rt_bytes value)
{
    return rt_avro_put_raw(rt_avro_put_varint(at, value.size), value.data, value.size);
}

/* What is not the default of a field without presence: its bits, so that -0.0 is written. */
RT_AVRO_INLINE bool rt_proto_float_is_zero(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, 4);
    return !bits;
}

RT_AVRO_INLINE bool rt_proto_double_is_zero(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, 8);
    return !bits;
}

/* Whether more than one of the first `count` bits is unset: fields of a oneof's ROW. */
RT_AVRO_INLINE bool rt_proto_several(const uint64_t *nulls, size_t count)
{
    int set = 0;

    for (size_t i = 0; i < count; i++)
        set += !rt_null_get(nulls, i);
    return set > 1;
}

/* The length of a message goes in front of it when its end is known: one byte is left for it, and
 * a longer message is moved. */
__attribute__((noinline)) uint8_t *rt_proto_end_long(uint8_t *begin, uint8_t *at);

/* `begin` is behind that byte. */
RT_AVRO_INLINE uint8_t *rt_proto_end(uint8_t *begin, uint8_t *at)
{
    if (RT_UNLIKELY(at - begin >= 0x80))
        return rt_proto_end_long(begin, at);
    begin[-1] = (uint8_t)(at - begin);
    return at;
}

/* Messages that stand for one value, each with its length, at most RT_PROTO_VALUE_MAX bytes. */
enum { RT_PROTO_VALUE_MAX = 48 };

uint8_t *rt_proto_put_timestamp(uint8_t *at, struct rt_timestamp value);
uint8_t *rt_proto_put_date(uint8_t *at, int32_t value);
uint8_t *rt_proto_put_time(uint8_t *at, int32_t value);
uint8_t *rt_proto_put_decimal(uint8_t *at, rt_int128 value, int precision, int scale);

/* The number of a name, or of digits; false: neither. */
bool rt_proto_symbol_number(const struct rt_proto_symbol *symbols, size_t count,
    struct rt_text name, int32_t *number);

/* RT_NOT_NULL, RT_STOP: a sink's column is NULL and must not be. False. */
__attribute__((cold, noinline)) bool rt_proto_null(const char *table, const char *column,
    struct rt_error *error);
/* RT_ENCODE, RT_STOP: a value that the field cannot hold. False. */
__attribute__((cold, noinline)) bool rt_proto_unfit(const char *table, const char *column,
    const char *type, struct rt_error *error);

#endif
