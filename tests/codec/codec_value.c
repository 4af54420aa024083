#include "codec_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A failure of the peer is none of ours: stop. */
static void must(int result)
{
    if (!result)
        return;
    fprintf(stderr, "avro-c: %s\n", avro_strerror());
    exit(2);
}

uint64_t random_next(struct random *random)
{
    random->state ^= random->state << 13;
    random->state ^= random->state >> 7;
    random->state ^= random->state << 17;
    return random->state * UINT64_C(0x2545F4914F6CDD1D);
}

uint32_t random_below(struct random *random, uint32_t below)
{
    return (uint32_t)((random_next(random) >> 32) * below >> 32);
}

/* Of any magnitude. */
static int64_t random_integer(struct random *random)
{
    return (int64_t)random_next(random) >> random_below(random, 64);
}

static int64_t random_between(struct random *random, int64_t low, int64_t high)
{
    return low + (int64_t)(random_next(random) % (uint64_t)(high - low + 1));
}

/* ---- filling ---- */

static void fill_int(struct random *random, avro_value_t *value, enum avro_logical logical)
{
    int64_t n = (int32_t)(random_integer(random) >> 32);

    if (logical == AVRO_DATE)
        n = random_between(random, -719162, 2932896);
    else if (logical == AVRO_TIME_MILLIS)
        n = random_between(random, 0, 86399999);
    must(avro_value_set_int(value, (int32_t)n));
}

static void fill_long(struct random *random, avro_value_t *value, const struct avro_schema *schema)
{
    int64_t n = random_integer(random);

    if (schema->logical == AVRO_TIME_MICROS)
        n = random_between(random, 0, 86399999) * 1000;
    else if (schema->logical == AVRO_TIMESTAMP_MICROS || schema->logical == AVRO_LOCAL_MICROS)
        n = random_between(random, -62135596800000000, 253402300799999999);
    else if (schema->logical != AVRO_PLAIN)
        n = random_between(random, -62135596800000, 253402300799999);
    must(avro_value_set_long(value, n));
}

static double random_double(struct random *random)
{
    static const double special[] = {0.0, -0.0, 1.0, 1e300, -1e-300, 5e-324, 0.1, 123456.789};

    if (random_below(random, 2))
        return special[random_below(random, sizeof special / sizeof *special)];
    return (double)random_integer(random) / (1 + random_below(random, 1000));
}

static void fill_string(struct random *random, avro_value_t *value)
{
    static const char *const parts[] = {"a", "Z", "0", " ", "\"", "\\", "\n", "\x01",
        "hello world ", "caf\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xed\x9f\xbf",
        "\xef\xbf\xbf"};
    char text[1024];
    size_t size = 0;
    uint32_t count = random_below(random, random_below(random, 8) ? 14 : 70);
    uint32_t kinds = random_below(random, 3) ? 9 : sizeof parts / sizeof *parts;

    for (uint32_t i = 0; i < count; i++) {
        const char *part = parts[random_below(random, kinds)];

        memcpy(text + size, part, strlen(part));
        size += strlen(part);
    }
    text[size] = '\0';
    must(avro_value_set_string_len(value, text, size + 1));
}

/* A number of at most `precision` digits as big-endian two's complement; its least size. */
static size_t random_decimal(struct random *random, int precision, uint8_t out[16])
{
    rt_int128 limit = 1, n = rt_int128_make((int64_t)random_next(random), random_next(random));
    size_t first = 0;

    for (int i = (int)random_below(random, (uint32_t)precision + 1); i > 0; i--)
        limit *= 10;
    n %= limit;
    for (int i = 15; i >= 0; i--, n >>= 8)
        out[i] = (uint8_t)n;
    while (first < 15 && ((out[first] == 0 && out[first + 1] < 0x80) ||
                             (out[first] == 0xFF && out[first + 1] >= 0x80)))
        first++;
    memmove(out, out + first, 16 - first);
    return 16 - first;
}

static void fill_bytes(struct random *random, avro_value_t *value, const struct avro_schema *schema)
{
    uint8_t bytes[64], decimal[16];
    size_t size = random_below(random, sizeof bytes);

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(random_next(random) >> 40);
    if (schema->logical == AVRO_DECIMAL)
        size = random_decimal(random, schema->precision, decimal);
    if (schema->kind == AVRO_BYTES) {
        must(avro_value_set_bytes(value, schema->logical == AVRO_DECIMAL ? decimal : bytes, size));
    } else if (schema->logical == AVRO_DECIMAL) {
        size_t fixed = (size_t)schema->size;

        memset(bytes, decimal[0] & 0x80 ? 0xFF : 0, fixed);
        memcpy(bytes + fixed - size, decimal, size);
        must(avro_value_set_fixed(value, bytes, fixed));
    } else {
        must(avro_value_set_fixed(value, bytes, (size_t)schema->size));
    }
}

static void fill_items(struct random *random, avro_value_t *value, const struct avro_schema *schema)
{
    uint32_t count = random_below(random, random_below(random, 6) ? 4 : 30);
    avro_value_t item;
    char key[32];

    for (uint32_t i = 0; i < count; i++) {
        if (schema->kind == AVRO_ARRAY) {
            must(avro_value_append(value, &item, NULL));
        } else {
            snprintf(key, sizeof key, "key \xc3\xa9%u", (unsigned)i * 7919 % 1000);
            must(avro_value_add(value, key, &item, NULL, NULL));
        }
        value_fill(random, &item, schema->items);
    }
}

void value_fill(struct random *random, avro_value_t *value, const struct avro_schema *schema)
{
    avro_value_t inner;
    uint32_t branch;

    switch (schema->kind) {
    case AVRO_NULL:
        must(avro_value_set_null(value));
        return;
    case AVRO_BOOLEAN:
        must(avro_value_set_boolean(value, (int)random_below(random, 2)));
        return;
    case AVRO_INT:
        fill_int(random, value, schema->logical);
        return;
    case AVRO_LONG:
        fill_long(random, value, schema);
        return;
    case AVRO_FLOAT:
        must(avro_value_set_float(value, (float)random_integer(random) / 64));
        return;
    case AVRO_DOUBLE:
        must(avro_value_set_double(value, random_double(random)));
        return;
    case AVRO_BYTES:
    case AVRO_FIXED:
        fill_bytes(random, value, schema);
        return;
    case AVRO_STRING:
        fill_string(random, value);
        return;
    case AVRO_ENUM:
        must(avro_value_set_enum(value, (int)random_below(random, (uint32_t)schema->symbol_count)));
        return;
    case AVRO_RECORD:
        for (size_t i = 0; i < schema->field_count; i++) {
            must(avro_value_get_by_index(value, i, &inner, NULL));
            value_fill(random, &inner, schema->fields[i].schema);
        }
        return;
    case AVRO_ARRAY:
    case AVRO_MAP:
        fill_items(random, value, schema);
        return;
    case AVRO_UNION:
        branch = random_below(random, (uint32_t)schema->branch_count);
        must(avro_value_set_branch(value, (int)branch, &inner));
        value_fill(random, &inner, schema->branches[branch]);
        return;
    }
}

/* ---- writing in unusual ways ---- */

static void put_varint(struct random *random, struct rt_buffer *out, int64_t value)
{
    uint64_t rest = (uint64_t)value << 1 ^ (uint64_t)(value >> 63);
    int size = 0;
    uint8_t byte;

    for (; rest >= 0x80; rest >>= 7, size++) {
        byte = (uint8_t)(rest | 0x80);
        rt_buffer_add(out, &byte, 1);
    }
    byte = (uint8_t)rest;
    while (size++ < 8 && !random_below(random, 8)) { /* Needless, and allowed. */
        byte |= 0x80;
        rt_buffer_add(out, &byte, 1);
        byte = 0;
    }
    rt_buffer_add(out, &byte, 1);
}

static void put_items(struct random *random, struct rt_buffer *out, avro_value_t *value,
    const struct avro_schema *schema)
{
    size_t count, at = 0;
    avro_value_t item;
    const char *key = NULL;

    must(avro_value_get_size(value, &count));
    while (at < count) {
        size_t block = 1 + random_below(random, (uint32_t)(count - at));
        struct rt_buffer bytes = {0};

        for (size_t end = at + block; at < end; at++) {
            must(avro_value_get_by_index(value, at, &item, &key));
            if (schema->kind == AVRO_MAP) {
                put_varint(random, &bytes, (int64_t)strlen(key));
                rt_buffer_add(&bytes, key, strlen(key));
            }
            value_write_oddly(random, &bytes, &item, schema->items);
        }
        if (random_below(random, 2)) {
            put_varint(random, out, (int64_t)block);
        } else {
            put_varint(random, out, -(int64_t)block);
            put_varint(random, out, (int64_t)bytes.size);
        }
        rt_buffer_add(out, bytes.data, bytes.size);
        rt_buffer_release(&bytes);
    }
    put_varint(random, out, 0);
}

static void put_sized(struct random *random, struct rt_buffer *out, avro_value_t *value,
    enum avro_kind kind)
{
    const void *bytes;
    const char *text;
    size_t size;

    if (kind == AVRO_STRING) {
        must(avro_value_get_string(value, &text, &size));
        bytes = text;
        size--;
    } else if (kind == AVRO_BYTES) {
        must(avro_value_get_bytes(value, &bytes, &size));
    } else {
        must(avro_value_get_fixed(value, &bytes, &size));
    }
    if (kind != AVRO_FIXED)
        put_varint(random, out, (int64_t)size);
    rt_buffer_add(out, bytes, size);
}

static void put_number(struct random *random, struct rt_buffer *out, avro_value_t *value,
    enum avro_kind kind)
{
    int32_t narrow;
    int64_t wide;
    float single;
    double both;
    int flag;
    uint8_t byte;

    if (kind == AVRO_BOOLEAN) {
        must(avro_value_get_boolean(value, &flag));
        byte = flag != 0;
        rt_buffer_add(out, &byte, 1);
    } else if (kind == AVRO_INT) {
        must(avro_value_get_int(value, &narrow));
        put_varint(random, out, narrow);
    } else if (kind == AVRO_LONG) {
        must(avro_value_get_long(value, &wide));
        put_varint(random, out, wide);
    } else if (kind == AVRO_FLOAT) {
        must(avro_value_get_float(value, &single));
        rt_buffer_add(out, &single, sizeof single);
    } else {
        must(avro_value_get_double(value, &both));
        rt_buffer_add(out, &both, sizeof both);
    }
}

void value_write_oddly(struct random *random, struct rt_buffer *out, avro_value_t *value,
    const struct avro_schema *schema)
{
    avro_value_t inner;
    int which;

    switch (schema->kind) {
    case AVRO_NULL:
        return;
    case AVRO_BOOLEAN:
    case AVRO_INT:
    case AVRO_LONG:
    case AVRO_FLOAT:
    case AVRO_DOUBLE:
        put_number(random, out, value, schema->kind);
        return;
    case AVRO_BYTES:
    case AVRO_STRING:
    case AVRO_FIXED:
        put_sized(random, out, value, schema->kind);
        return;
    case AVRO_ENUM:
        must(avro_value_get_enum(value, &which));
        put_varint(random, out, which);
        return;
    case AVRO_RECORD:
        for (size_t i = 0; i < schema->field_count; i++) {
            must(avro_value_get_by_index(value, i, &inner, NULL));
            value_write_oddly(random, out, &inner, schema->fields[i].schema);
        }
        return;
    case AVRO_ARRAY:
    case AVRO_MAP:
        put_items(random, out, value, schema);
        return;
    case AVRO_UNION:
        must(avro_value_get_discriminant(value, &which));
        put_varint(random, out, which);
        must(avro_value_get_current_branch(value, &inner));
        value_write_oddly(random, out, &inner, schema->branches[which]);
        return;
    }
}
