/* Values of datagen: random ones, and sequences. */
#include "generate/generate.h"

#include <rt/decimal.h>
#include <rt/json.h>

static void add_text(const struct rt_field *field, struct random *random, struct rt_buffer *out)
{
    size_t count = field->length;
    uint8_t *at;

    if (field->any_length && count)
        count = 1 + (size_t)random_below(random, count);
    at = rt_buffer_reserve(out, count + 2);
    *at++ = '"';
    for (size_t i = 0; i < count; i++)
        at[i] = (uint8_t)"0123456789abcdef"[random_below(random, 16)];
    at[count] = '"';
    out->size += count + 2;
}

static void add_bytes(const struct rt_field *field, struct random *random, struct rt_buffer *out)
{
    struct rt_buffer bytes = {0};
    size_t count = field->length;
    uint8_t *at;

    if (field->any_length && count)
        count = 1 + (size_t)random_below(random, count);
    at = rt_buffer_reserve(&bytes, count);
    for (size_t i = 0; i < count; i++)
        at[i] = (uint8_t)random_next(random);
    rt_json_write_bytes(out, (struct rt_bytes){at, count});
    rt_buffer_release(&bytes);
}

/* Halves first: the distance of two doubles can be more than a double holds. */
static double random_double(const struct rt_field *field, struct random *random)
{
    double half = field->high / 2 - field->low / 2;
    double value = field->low + 2 * (half * random_fraction(random));

    return value > field->high ? field->high : value;
}

static struct rt_timestamp random_time(const struct rt_field *field, struct random *random,
    int64_t now_ms)
{
    int64_t past = field->max_past_ms ? random_between(random, 0, field->max_past_ms) : 0;

    return (struct rt_timestamp){now_ms - past, 0};
}

void datagen_random(const struct rt_field *field, struct random *random, int64_t now_ms,
    struct rt_buffer *out)
{
    struct rt_timestamp now = {now_ms, 0};

    switch (field->type) {
    case RT_FIELD_BOOLEAN:
        rt_json_write_bool(out, random_below(random, 2));
        return;
    case RT_FIELD_INTEGER:
        rt_json_write_int(out, random_between(random, field->least, field->greatest));
        return;
    case RT_FIELD_DECIMAL:
        rt_json_write_decimal(out, random_between(random, field->least, field->greatest),
            field->scale);
        return;
    case RT_FIELD_FLOAT:
        rt_json_write_f32(out, (float)random_double(field, random));
        return;
    case RT_FIELD_DOUBLE:
        rt_json_write_f64(out, random_double(field, random));
        return;
    case RT_FIELD_TEXT:
        add_text(field, random, out);
        return;
    case RT_FIELD_BYTES:
        add_bytes(field, random, out);
        return;
    case RT_FIELD_DATE:
        rt_json_write_date(out, (int32_t)rt_floor_div(now.ms, RT_MS_PER_DAY));
        return;
    case RT_FIELD_TIME:
        rt_json_write_time(out, (int32_t)rt_floor_mod(now.ms, RT_MS_PER_DAY), field->precision);
        return;
    case RT_FIELD_TIMESTAMP:
        rt_json_write_timestamp(out, random_time(field, random, now_ms), field->precision);
        return;
    case RT_FIELD_LTZ:
        rt_json_write_ltz(out, random_time(field, random, now_ms), field->precision);
        return;
    case RT_FIELD_ARRAY: case RT_FIELD_MAP: case RT_FIELD_MULTISET: case RT_FIELD_ROW:
        break; /* generator.c takes them apart. */
    }
}

void datagen_sequence(const struct rt_field *field, int64_t number, struct rt_buffer *out)
{
    int64_t value = field->least + number;

    switch (field->type) {
    case RT_FIELD_DECIMAL:
        rt_json_write_decimal(out, value * rt_decimal_powers[field->scale], field->scale);
        return;
    case RT_FIELD_TEXT:
        rt_buffer_printf(out, "\"%lld\"", (long long)value);
        return;
    case RT_FIELD_INTEGER: case RT_FIELD_FLOAT: case RT_FIELD_DOUBLE: case RT_FIELD_BOOLEAN:
    case RT_FIELD_BYTES: case RT_FIELD_DATE: case RT_FIELD_TIME: case RT_FIELD_TIMESTAMP:
    case RT_FIELD_LTZ: case RT_FIELD_ARRAY: case RT_FIELD_MAP: case RT_FIELD_MULTISET:
    case RT_FIELD_ROW:
        rt_json_write_int(out, value);
        return;
    }
}
