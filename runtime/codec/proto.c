/* Slow paths and messages of rt/proto.h: reading. */
#include <rt/proto.h>

#include <stdio.h>

struct rt_proto_number rt_proto_varint_slow(const uint8_t *at, const uint8_t *end)
{
    uint64_t value = 0;

    for (unsigned shift = 0; at < end; shift += 7) {
        uint8_t byte = *at++;

        if (shift == 63 && byte > 1)
            return (struct rt_proto_number){NULL, RT_PROTO_VARINT};
        value |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            return (struct rt_proto_number){at, value};
    }
    return (struct rt_proto_number){NULL, RT_PROTO_SHORT};
}

/* ---- passing over fields ---- */

enum wire { WIRE_VARINT, WIRE_FIXED64, WIRE_BYTES, WIRE_GROUP, WIRE_GROUP_END, WIRE_FIXED32 };

static bool varint_at(const uint8_t **at, const uint8_t *end, uint64_t *value,
    enum rt_proto_problem *problem)
{
    struct rt_proto_number number = rt_proto_varint_slow(*at, end);

    if (!number.at) {
        *problem = (enum rt_proto_problem)number.value;
        return false;
    }
    *at = number.at;
    *value = number.value;
    return true;
}

static const uint8_t *skip_bytes(const uint8_t *at, const uint8_t *end, uint64_t size,
    enum rt_proto_problem *problem, enum rt_proto_problem why)
{
    if (size > (uint64_t)(end - at)) {
        *problem = why;
        return NULL;
    }
    return at + size;
}

/* A field that is no group. */
static const uint8_t *skip_plain(const uint8_t *at, const uint8_t *end, uint64_t tag,
    enum rt_proto_problem *problem)
{
    uint64_t value;

    switch (tag & 7) {
    case WIRE_VARINT:
        return varint_at(&at, end, &value, problem) ? at : NULL;
    case WIRE_FIXED64:
        return skip_bytes(at, end, 8, problem, RT_PROTO_SHORT);
    case WIRE_BYTES:
        return varint_at(&at, end, &value, problem)
            ? skip_bytes(at, end, value, problem, RT_PROTO_LENGTH)
            : NULL;
    case WIRE_FIXED32:
        return skip_bytes(at, end, 4, problem, RT_PROTO_SHORT);
    case WIRE_GROUP_END:
        *problem = RT_PROTO_GROUP;
        return NULL;
    default:
        *problem = RT_PROTO_TAG;
        return NULL;
    }
}

/* Groups inside are a stack of their tags. */
const uint8_t *rt_proto_group_end(const uint8_t *at, const uint8_t *end, uint32_t tag,
    enum rt_proto_problem *problem)
{
    uint32_t open[RT_PROTO_DEPTH_LIMIT] = {tag};
    size_t depth = 1;

    while (at < end) {
        const uint8_t *begin = at;
        uint64_t next;

        if (!varint_at(&at, end, &next, problem))
            return NULL;
        if (next > UINT32_MAX || next < 8) {
            *problem = RT_PROTO_TAG;
            return NULL;
        }
        if ((next & 7) == WIRE_GROUP_END && next == open[depth - 1] + 1) {
            if (!--depth)
                return begin;
        } else if ((next & 7) == WIRE_GROUP) {
            if (depth == RT_PROTO_DEPTH_LIMIT) {
                *problem = RT_PROTO_DEPTH;
                return NULL;
            }
            open[depth++] = (uint32_t)next;
        } else if (!(at = skip_plain(at, end, next, problem))) {
            return NULL;
        }
    }
    *problem = RT_PROTO_GROUP;
    return NULL;
}

const uint8_t *rt_proto_skip_at(const uint8_t *at, const uint8_t *end, uint32_t tag,
    enum rt_proto_problem *problem)
{
    uint64_t close;

    if ((tag & 7) != WIRE_GROUP)
        return skip_plain(at, end, tag, problem);
    at = rt_proto_group_end(at, end, tag, problem);
    if (at)
        varint_at(&at, end, &close, problem);
    return at;
}

/* ---- the message index ---- */

enum { INDEX_DEPTH = 64 }; /* as deep as messages are read */

/* A count, then as many numbers; a count of 0 stands for [0]. Zigzag, as Java writes them. */
static bool read_index(struct rt_proto *in, int32_t *path, size_t *size)
{
    uint64_t count, value;

    if (!rt_proto_varint(in, &count))
        return false;
    *size = 1;
    path[0] = 0;
    if (!count)
        return true;
    *size = count >> 1;
    if (count & 1 || *size > INDEX_DEPTH)
        return rt_proto_problem(in, RT_PROTO_INDEX);
    for (size_t i = 0; i < *size; i++) {
        if (!rt_proto_varint(in, &value))
            return false;
        if (value & 1 || value >> 1 > INT32_MAX)
            return rt_proto_problem(in, RT_PROTO_INDEX);
        path[i] = (int32_t)(value >> 1);
    }
    return true;
}

struct rt_proto rt_proto_first_slow(struct rt_proto in)
{
    int32_t path[INDEX_DEPTH];
    size_t size;

    if (read_index(&in, path, &size) && (size != 1 || path[0] != 0))
        in.problem = RT_PROTO_INDEX;
    return in;
}

struct rt_proto rt_proto_message_at(struct rt_proto in, const int32_t *paths, size_t count,
    size_t *message)
{
    int32_t path[INDEX_DEPTH];
    size_t size;

    if (!read_index(&in, path, &size))
        return in;
    for (size_t i = 0; i < count; i++) {
        if ((size_t)paths[0] == size && !memcmp(paths + 1, path, size * sizeof *path)) {
            *message = i;
            return in;
        }
        paths += 1 + paths[0];
    }
    in.problem = RT_PROTO_INDEX;
    return in;
}

/* ---- enums ---- */

struct rt_text rt_proto_symbol_slow(const struct rt_proto_symbol *symbols, size_t count,
    int32_t number, struct rt_arena *arena)
{
    size_t low = 0, high = count;
    char *digits;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (symbols[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < count && symbols[low].number == number)
        return symbols[low].name;
    digits = rt_arena_alloc(arena, 12);
    return (struct rt_text){digits, (size_t)snprintf(digits, 12, "%d", (int)number)};
}

/* ---- messages that stand for one value ---- */

static bool read_number(struct rt_proto *in, uint32_t tag, struct rt_proto_parts *parts)
{
    if (tag >= 40 || tag & 7)
        return rt_proto_skip(in, tag);
    return rt_proto_int64(in, &parts->number[tag / 8 - 1]);
}

static bool read_decimal(struct rt_proto *in, uint32_t tag, struct rt_proto_parts *parts)
{
    switch (tag) {
    case 0x0A:
        return rt_proto_bytes(in, &parts->bytes);
    case 0x10:
        return rt_proto_uint32(in, &parts->number[1]);
    case 0x18:
        return rt_proto_int32(in, &parts->number[2]);
    default:
        return rt_proto_skip(in, tag);
    }
}

struct rt_proto rt_proto_numbers_at(struct rt_proto in, struct rt_proto_parts *parts)
{
    const uint8_t *outer;
    uint32_t tag;

    if (!rt_proto_enter(&in, &outer))
        return in;
    while (rt_proto_more(&in))
        if (!rt_proto_tag(&in, &tag) || !read_number(&in, tag, parts))
            return in;
    rt_proto_leave(&in, outer);
    return in;
}

struct rt_proto rt_proto_decimal_at(struct rt_proto in, struct rt_proto_parts *parts)
{
    const uint8_t *outer;
    uint32_t tag;

    if (!rt_proto_enter(&in, &outer))
        return in;
    while (rt_proto_more(&in))
        if (!rt_proto_tag(&in, &tag) || !read_decimal(&in, tag, parts))
            return in;
    rt_proto_leave(&in, outer);
    return in;
}

enum { NANOS = 1000000000, NANOS_PER_MS = 1000000 };

/* Nanoseconds of a Timestamp; -1: no such time. */
static int32_t nanos_of(const struct rt_proto_parts *parts)
{
    int32_t nanos = (int32_t)parts->number[1];

    return nanos >= 0 && nanos < NANOS ? nanos : -1;
}

enum rt_proto_problem rt_proto_make_timestamp(const struct rt_proto_parts *parts,
    struct rt_timestamp *out)
{
    int32_t nanos = nanos_of(parts);

    if (nanos < 0)
        return RT_PROTO_CALENDAR;
    if (__builtin_mul_overflow(parts->number[0], INT64_C(1000), &out->ms) ||
        __builtin_add_overflow(out->ms, nanos / NANOS_PER_MS, &out->ms))
        return RT_PROTO_RANGE;
    out->nanos = nanos % NANOS_PER_MS;
    return RT_PROTO_FINE;
}

enum rt_proto_problem rt_proto_make_ms(const struct rt_proto_parts *parts, int64_t *out)
{
    struct rt_timestamp value;
    enum rt_proto_problem problem = rt_proto_make_timestamp(parts, &value);

    *out = problem == RT_PROTO_FINE ? value.ms : 0;
    return problem;
}

enum rt_proto_problem rt_proto_make_us(const struct rt_proto_parts *parts, int64_t *out)
{
    int32_t nanos = nanos_of(parts);

    if (nanos < 0)
        return RT_PROTO_CALENDAR;
    if (__builtin_mul_overflow(parts->number[0], INT64_C(1000000), out) ||
        __builtin_add_overflow(*out, nanos / 1000, out))
        return RT_PROTO_RANGE;
    return RT_PROTO_FINE;
}

enum rt_proto_problem rt_proto_make_date(const struct rt_proto_parts *parts, int32_t *out)
{
    int32_t year = (int32_t)parts->number[0], month = (int32_t)parts->number[1];
    int32_t day = (int32_t)parts->number[2];

    if (year < 0 || year > 9999 || month < 1 || month > 12 || day < 1 ||
        day > rt_days_in_month(year, month))
        return RT_PROTO_CALENDAR;
    *out = (int32_t)rt_days_from_civil(year, month, day);
    return RT_PROTO_FINE;
}

enum rt_proto_problem rt_proto_make_time(const struct rt_proto_parts *parts, int32_t *out)
{
    int32_t hours = (int32_t)parts->number[0], minutes = (int32_t)parts->number[1];
    int32_t seconds = (int32_t)parts->number[2], nanos = (int32_t)parts->number[3];

    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59 ||
        nanos < 0 || nanos >= NANOS)
        return RT_PROTO_CALENDAR;
    *out = ((hours * 60 + minutes) * 60 + seconds) * 1000 + nanos / NANOS_PER_MS;
    return RT_PROTO_FINE;
}

enum rt_proto_problem rt_proto_make_decimal128(const struct rt_proto_parts *parts, int precision,
    int scale, rt_int128 *out)
{
    int32_t own = (int32_t)parts->number[2];
    rt_int128 value = 0;

    if (parts->bytes.size && !rt_decimal_from_bytes(parts->bytes, &value))
        return RT_PROTO_RANGE;
    *out = 0;
    if (!value || (int64_t)own - scale > RT_DECIMAL_MAX_PRECISION)
        return RT_PROTO_FINE;
    if (own < scale - RT_DECIMAL_MAX_PRECISION ||
        !rt_decimal_rescale(value, RT_DECIMAL_MAX_PRECISION, own, precision, scale, out))
        return RT_PROTO_RANGE;
    return RT_PROTO_FINE;
}

enum rt_proto_problem rt_proto_make_decimal(const struct rt_proto_parts *parts, int precision,
    int scale, int64_t *out)
{
    rt_int128 value;
    enum rt_proto_problem problem = rt_proto_make_decimal128(parts, precision, scale, &value);

    *out = (int64_t)value;
    return problem;
}

/* ---- failures ---- */

static const char *problem_text(enum rt_proto_problem problem)
{
    switch (problem) {
    case RT_PROTO_FINE:
        return "does not fit its schema";
    case RT_PROTO_SHORT:
        return "the record ends within it";
    case RT_PROTO_VARINT:
        return "a number of more than 64 bits";
    case RT_PROTO_TAG:
        return "a tag that no field can have";
    case RT_PROTO_LENGTH:
        return "a length beyond the end of its message";
    case RT_PROTO_GROUP:
        return "a group without its begin or end";
    case RT_PROTO_DEPTH:
        return "groups more than 100 deep";
    case RT_PROTO_UTF8:
        return "text that is not UTF-8";
    case RT_PROTO_RANGE:
        return "a value beyond the column's type";
    case RT_PROTO_NULL:
        return "absent, and the column is NOT NULL";
    case RT_PROTO_INDEX:
        return "a message index of no message that the table holds";
    case RT_PROTO_CALENDAR:
        return "no day of the calendar, or no time of a day";
    case RT_PROTO_MEMORY:
        return RT_MEMORY_PROBLEM;
    }
    return "";
}

bool rt_proto_fail_at(const uint8_t *at, const uint8_t *limit, const uint8_t *start,
    enum rt_proto_problem problem, const char *field, struct rt_error *error)
{
    if (!field)
        return rt_fail(error, RT_DECODE, RT_SKIP, "Protobuf message at byte %td of %td: %s",
            at - start, limit - start, problem_text(problem));
    return rt_fail(error, RT_DECODE, RT_SKIP, "Protobuf field '%s' at byte %td of %td: %s", field,
        at - start, limit - start, problem_text(problem));
}
