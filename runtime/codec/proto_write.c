/* Slow paths and messages of rt/proto.h: writing, and what is done once behind a repeated field. */
#include <rt/proto.h>

/* ---- keys of maps ---- */

enum { FEW = 12 };

struct keys {
    const char *at;
    size_t size;
    bool text;
};

static bool same_key(const struct keys *keys, size_t a, size_t b)
{
    if (keys->text) {
        const struct rt_text *texts = (const struct rt_text *)(const void *)keys->at;

        return texts[a].size == texts[b].size &&
            (!texts[a].size || !memcmp(texts[a].data, texts[b].data, texts[a].size));
    }
    return !memcmp(keys->at + a * keys->size, keys->at + b * keys->size, keys->size);
}

static uint64_t hash_key(const struct keys *keys, size_t i)
{
    const char *data = keys->at + i * keys->size;
    size_t size = keys->size;
    uint64_t hash = UINT64_C(0xCBF29CE484222325);

    if (keys->text) {
        const struct rt_text *text = (const struct rt_text *)(const void *)data;

        data = text->data;
        size = text->size;
    }
    for (size_t k = 0; k < size; k++)
        hash = (hash ^ (uint8_t)data[k]) * UINT64_C(0x100000001B3);
    return hash ^ hash >> 32;
}

/* The first entry with the key of entry `i`, among those before it; `i` if it is the first. */
struct seen {
    uint32_t *slots; /* NULL: few entries; number + 1, 0 is free */
    size_t mask;
};

static size_t first_of(const struct keys *keys, struct seen *seen, size_t i, size_t kept)
{
    if (!seen->slots) {
        for (size_t k = 0; k < kept; k++)
            if (same_key(keys, k, i))
                return k;
        return i;
    }
    for (size_t slot = hash_key(keys, i) & seen->mask;; slot = (slot + 1) & seen->mask) {
        if (!seen->slots[slot]) {
            seen->slots[slot] = (uint32_t)kept + 1;
            return i;
        }
        if (same_key(keys, seen->slots[slot] - 1, i))
            return seen->slots[slot] - 1;
    }
}

size_t rt_proto_unique(struct rt_arena *arena, void *keys, size_t key_size, bool text,
    void *values, size_t value_size, bool *null, size_t count)
{
    struct keys all = {keys, key_size, text};
    struct seen seen = {0};
    size_t kept = 0;

    if (count > UINT32_MAX / 4)
        return count; /* No record is that large. */
    if (count > FEW) {
        size_t slots = 64;

        while (slots < 2 * count)
            slots *= 2;
        seen.mask = slots - 1;
        seen.slots = rt_arena_alloc(arena, slots * sizeof *seen.slots);
        memset(seen.slots, 0, slots * sizeof *seen.slots);
    }
    for (size_t i = 0; i < count; i++) {
        size_t first = first_of(&all, &seen, i, kept), to = first < kept ? first : kept;

        if (to == kept)
            kept++;
        if (to == i)
            continue;
        memmove((char *)keys + to * key_size, (char *)keys + i * key_size, key_size);
        memmove((char *)values + to * value_size, (char *)values + i * value_size, value_size);
        if (null)
            null[to] = null[i];
    }
    return kept;
}

/* ---- messages ---- */

uint8_t *rt_proto_end_long(uint8_t *begin, uint8_t *at)
{
    size_t size = (size_t)(at - begin), more = 0;

    for (size_t rest = size; rest >= 0x80; rest >>= 7)
        more++;
    memmove(begin + more, begin, size);
    rt_proto_put_varint(begin - 1, size);
    return at + more;
}

/* A field of a message inside, unless it is 0. */
static uint8_t *put_number(uint8_t *at, uint8_t tag, int64_t value)
{
    if (!value)
        return at;
    *at++ = tag;
    return rt_proto_put_varint(at, (uint64_t)value);
}

uint8_t *rt_proto_put_timestamp(uint8_t *at, struct rt_timestamp value)
{
    uint8_t *begin = ++at;
    int64_t seconds = rt_floor_div(value.ms, 1000);
    int32_t ms = (int32_t)rt_floor_mod(value.ms, 1000);

    at = put_number(at, 0x08, seconds);
    at = put_number(at, 0x10, ms * 1000000 + value.nanos);
    return rt_proto_end(begin, at);
}

uint8_t *rt_proto_put_date(uint8_t *at, int32_t value)
{
    uint8_t *begin = ++at;
    struct rt_civil civil = rt_civil_from_days(value);

    at = put_number(at, 0x08, civil.year);
    at = put_number(at, 0x10, civil.month);
    at = put_number(at, 0x18, civil.day);
    return rt_proto_end(begin, at);
}

uint8_t *rt_proto_put_time(uint8_t *at, int32_t value)
{
    uint8_t *begin = ++at;

    at = put_number(at, 0x08, value / 3600000);
    at = put_number(at, 0x10, value / 60000 % 60);
    at = put_number(at, 0x18, value / 1000 % 60);
    at = put_number(at, 0x20, value % 1000 * INT64_C(1000000));
    return rt_proto_end(begin, at);
}

uint8_t *rt_proto_put_decimal(uint8_t *at, rt_int128 value, int precision, int scale)
{
    uint8_t *begin = ++at;
    size_t size = rt_decimal_to_bytes(value, at + 2);

    *at++ = 0x0A;
    *at++ = (uint8_t)size;
    at += size;
    at = put_number(at, 0x10, precision);
    at = put_number(at, 0x18, scale);
    return rt_proto_end(begin, at);
}

/* ---- enums ---- */

bool rt_proto_symbol_number(const struct rt_proto_symbol *symbols, size_t count,
    struct rt_text name, int32_t *number)
{
    int64_t value = 0;
    bool negative = name.size && name.data[0] == '-';

    for (size_t i = 0; i < count; i++) {
        if (symbols[i].name.size == name.size &&
            !memcmp(symbols[i].name.data, name.data, name.size)) {
            *number = symbols[i].number;
            return true;
        }
    }
    if (name.size == negative || name.size > 11)
        return false;
    for (size_t i = negative; i < name.size; i++) {
        if (name.data[i] < '0' || name.data[i] > '9')
            return false;
        value = value * 10 + (name.data[i] - '0');
    }
    value = negative ? -value : value;
    *number = (int32_t)value;
    return value >= INT32_MIN && value <= INT32_MAX;
}

/* ---- failures ---- */

bool rt_proto_null(const char *table, const char *column, struct rt_error *error)
{
    return rt_fail(error, RT_NOT_NULL, RT_STOP,
        "table '%s': NULL in column '%s', which is NOT NULL", table, column);
}

bool rt_proto_unfit(const char *table, const char *column, const char *type,
    struct rt_error *error)
{
    return rt_fail(error, RT_ENCODE, RT_STOP,
        "table '%s': the value of column '%s' does not fit the Protobuf type %s", table, column,
        type);
}
