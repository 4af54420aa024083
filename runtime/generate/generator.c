/* Rows of datagen and faker, as row lines. */
#include "generate/generate.h"

#include <rt/cast.h>
#include <rt/json.h>
#include <rt/print.h>

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* One row in the making. */
struct maker {
    struct random random;
    int64_t number, now_ms;
    const struct rt_field *column; /* for messages */
    struct rt_buffer *out;
    struct rt_buffer text;         /* of an expression */
    struct rt_error *error;
};

static bool make_field(struct maker *maker, const struct rt_field *field);

/* ---- text to a value, as Java's parse methods do ---- */

static bool refuse(struct maker *maker, struct rt_text text, const char *what)
{
    return rt_fail(maker->error, RT_INPUT, RT_STOP,
        "column '%s': the expression gives '%.*s', which is no %s", maker->column->name,
        text.size > 60 ? 60 : (int)text.size, text.data, what);
}

/* Thu Jan 30 12:00:00 UTC 2025, as older fakers write times. */
static bool parse_java_date(struct rt_text text, struct rt_timestamp *out)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    char copy[40], month[4], zone[8];
    int day, hour, minute, second, year, used = 0;
    const char *found;

    if (text.size >= sizeof copy)
        return false;
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    if (sscanf(copy, "%*3[A-Za-z] %3[A-Za-z] %2d %2d:%2d:%2d %7[A-Za-z] %4d%n", month, &day, &hour,
            &minute, &second, zone, &year, &used) != 7 || copy[used])
        return false;
    found = strstr(months, month);
    if (!found || strlen(month) != 3 || (found - months) % 3)
        return false;
    out->ms = (rt_days_from_civil(year, (int)(found - months) / 3 + 1, day) * 86400 +
        hour * 3600 + minute * 60 + second) * 1000;
    out->nanos = 0;
    return true;
}

static bool parse_time(struct rt_text text, struct rt_timestamp *out)
{
    return rt_parse_timestamp(text, out) || rt_parse_iso_timestamp(text, out) ||
        rt_parse_instant(text, out) || parse_java_date(text, out);
}

static bool add_integer(struct maker *maker, const struct rt_field *field, struct rt_text text)
{
    int64_t value, limit = field->precision < 64 ? INT64_C(1) << (field->precision - 1) : 0;
    bool plain = text.size > 0;

    for (size_t i = text.size && (text.data[0] == '-' || text.data[0] == '+'); i < text.size; i++)
        plain = plain && text.data[i] >= '0' && text.data[i] <= '9';
    if (!plain || !rt_try_cast_text_i64(text, &value) ||
        (limit && (value < -limit || value >= limit)))
        return refuse(maker, text, field->precision == 8 ? "TINYINT"
            : field->precision == 16 ? "SMALLINT" : field->precision == 32 ? "INT" : "BIGINT");
    rt_json_write_int(maker->out, value);
    return true;
}

static bool add_time_value(struct maker *maker, const struct rt_field *field, struct rt_text text)
{
    struct rt_timestamp time;
    int32_t value;

    if (field->type == RT_FIELD_TIME && rt_parse_time(text, &value)) {
        rt_json_write_time(maker->out, value, field->precision);
        return true;
    }
    if (field->type == RT_FIELD_DATE && rt_parse_date(text, &value)) {
        rt_json_write_date(maker->out, value);
        return true;
    }
    if (!parse_time(text, &time))
        return refuse(maker, text, field->type == RT_FIELD_DATE ? "DATE"
            : field->type == RT_FIELD_TIME ? "TIME" : "timestamp");
    if (field->type == RT_FIELD_DATE)
        rt_json_write_date(maker->out, (int32_t)rt_floor_div(time.ms, RT_MS_PER_DAY));
    else if (field->type == RT_FIELD_TIME)
        rt_json_write_time(maker->out, (int32_t)rt_floor_mod(time.ms, RT_MS_PER_DAY),
            field->precision);
    else if (field->type == RT_FIELD_TIMESTAMP)
        rt_json_write_timestamp(maker->out, time, field->precision);
    else
        rt_json_write_ltz(maker->out, time, field->precision);
    return true;
}

/* At most `limit` characters. */
static struct rt_text cut(struct rt_text text, size_t limit)
{
    size_t at = 0;

    for (; limit && at < text.size; limit--)
        for (at++; at < text.size && ((unsigned char)text.data[at] & 0xC0) == 0x80;)
            at++;
    return (struct rt_text){text.data, at};
}

static bool add_text_value(struct maker *maker, const struct rt_field *field, struct rt_text text)
{
    rt_int128 decimal;
    double number;
    float small;

    switch (field->type) {
    case RT_FIELD_BOOLEAN:
        rt_json_write_bool(maker->out, text.size == 4 && !strncasecmp(text.data, "true", 4));
        return true;
    case RT_FIELD_INTEGER:
        return add_integer(maker, field, text);
    case RT_FIELD_DECIMAL:
        if (!rt_try_cast_text_decimal(text, field->precision, field->scale, &decimal))
            return refuse(maker, text, "DECIMAL of the column's precision");
        rt_json_write_decimal(maker->out, decimal, field->scale);
        return true;
    case RT_FIELD_FLOAT:
        if (!rt_try_cast_text_f32(text, &small))
            return refuse(maker, text, "FLOAT");
        rt_json_write_f32(maker->out, small);
        return true;
    case RT_FIELD_DOUBLE:
        if (!rt_try_cast_text_f64(text, &number))
            return refuse(maker, text, "DOUBLE");
        rt_json_write_f64(maker->out, number);
        return true;
    case RT_FIELD_TEXT:
        rt_json_write_text(maker->out, field->limit ? cut(text, field->limit) : text);
        return true;
    case RT_FIELD_BYTES:
        if (field->limit && text.size > field->limit)
            text.size = field->limit;
        rt_json_write_bytes(maker->out,
            (struct rt_bytes){(const uint8_t *)text.data, text.size});
        return true;
    case RT_FIELD_DATE: case RT_FIELD_TIME: case RT_FIELD_TIMESTAMP: case RT_FIELD_LTZ:
        return add_time_value(maker, field, text);
    case RT_FIELD_ARRAY: case RT_FIELD_MAP: case RT_FIELD_MULTISET: case RT_FIELD_ROW:
        break;
    }
    return true;
}

/* ---- values ---- */

static bool make_leaf(struct maker *maker, const struct rt_field *field)
{
    switch (field->source) {
    case RT_FIELD_RANDOM:
        datagen_random(field, &maker->random, maker->now_ms, maker->out);
        return true;
    case RT_FIELD_SEQUENCE:
        datagen_sequence(field, maker->number, maker->out);
        return true;
    case RT_FIELD_FAKER:
        maker->text.size = 0;
        if (!rt_faker_text(field->expression, random_next(&maker->random), maker->now_ms,
                &maker->text, maker->error))
            return rt_error_context(maker->error, "column '%s'", maker->column->name);
        return add_text_value(maker, field,
            (struct rt_text){(const char *)maker->text.data, maker->text.size});
    }
    return true;
}

static bool make_array(struct maker *maker, const struct rt_field *field)
{
    rt_buffer_add_text(maker->out, "[");
    for (size_t i = 0; i < field->length; i++) {
        if (i)
            rt_buffer_add_text(maker->out, ",");
        if (!make_field(maker, field->parts))
            return false;
    }
    rt_buffer_add_text(maker->out, "]");
    return true;
}

/* Whether the last entry, which begins at `start`, has the key of one before; keys are compared as
 * they are written. `first` is where the first entry begins. */
static bool is_repeated(const struct rt_buffer *out, const size_t *starts, const size_t *sizes,
    size_t count, size_t start, size_t size)
{
    for (size_t i = 0; i < count; i++)
        if (sizes[i] == size && !memcmp(out->data + starts[i], out->data + start, size))
            return true;
    return false;
}

enum { ENTRIES = 1024 };

/* Keys of a map and elements of a multiset are there once: what comes again is left out. */
static bool make_entries(struct maker *maker, const struct rt_field *field)
{
    bool is_object = field->parts[0].type == RT_FIELD_TEXT;
    size_t starts[ENTRIES], sizes[ENTRIES], count = 0;

    rt_buffer_add_text(maker->out, is_object ? "{" : "[");
    for (size_t i = 0; i < field->length && count < ENTRIES; i++) {
        size_t before = maker->out->size, start;

        rt_buffer_add_text(maker->out, count ? (is_object ? "," : ",[") : is_object ? "" : "[");
        start = maker->out->size;
        if (!make_field(maker, &field->parts[0]))
            return false;
        if (is_repeated(maker->out, starts, sizes, count, start, maker->out->size - start)) {
            maker->out->size = before;
            continue;
        }
        starts[count] = start;
        sizes[count++] = maker->out->size - start;
        rt_buffer_add_text(maker->out, is_object ? ":" : ",");
        if (field->type == RT_FIELD_MULTISET)
            rt_buffer_add_text(maker->out, "1");
        else if (!make_field(maker, &field->parts[1]))
            return false;
        if (!is_object)
            rt_buffer_add_text(maker->out, "]");
    }
    rt_buffer_add_text(maker->out, is_object ? "}" : "]");
    return true;
}

static bool make_members(struct maker *maker, const struct rt_field *fields, size_t count,
    bool columns)
{
    rt_buffer_add_text(maker->out, "{");
    for (size_t i = 0; i < count; i++) {
        if (i)
            rt_buffer_add_text(maker->out, ",");
        if (columns)
            maker->column = &fields[i];
        rt_json_write_text(maker->out,
            (struct rt_text){fields[i].name, strlen(fields[i].name)});
        rt_buffer_add_text(maker->out, ":");
        if (!make_field(maker, &fields[i]))
            return false;
    }
    rt_buffer_add_text(maker->out, "}");
    return true;
}

static bool make_field(struct maker *maker, const struct rt_field *field)
{
    if (field->null_rate > 0 && random_fraction(&maker->random) < field->null_rate) {
        rt_json_write_null(maker->out);
        return true;
    }
    switch (field->type) {
    case RT_FIELD_ARRAY:
        return make_array(maker, field);
    case RT_FIELD_MAP: case RT_FIELD_MULTISET:
        return make_entries(maker, field);
    case RT_FIELD_ROW:
        return make_members(maker, field->parts, field->part_count, false);
    case RT_FIELD_BOOLEAN: case RT_FIELD_INTEGER: case RT_FIELD_DECIMAL: case RT_FIELD_FLOAT:
    case RT_FIELD_DOUBLE: case RT_FIELD_TEXT: case RT_FIELD_BYTES: case RT_FIELD_DATE:
    case RT_FIELD_TIME: case RT_FIELD_TIMESTAMP: case RT_FIELD_LTZ:
        break;
    }
    return make_leaf(maker, field);
}

bool rt_generator_row(const struct rt_generator *generator, uint64_t seed, int64_t number,
    int64_t now_ms, struct rt_buffer *line, struct rt_error *error)
{
    struct random mix = {seed ^ (uint64_t)number * UINT64_C(0xD6E8FEB86659FD93)};
    struct maker maker = {.random = {random_next(&mix)}, .number = number, .now_ms = now_ms,
        .out = line, .error = error};
    bool done = make_members(&maker, generator->fields, generator->field_count, true);

    rt_buffer_release(&maker.text);
    return done;
}

static int64_t fewer(int64_t a, int64_t b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

static int64_t sequence_rows(const struct rt_field *fields, size_t count)
{
    int64_t rows = -1;

    for (size_t i = 0; i < count; i++) {
        if (fields[i].source == RT_FIELD_SEQUENCE)
            rows = fewer(rows, fields[i].greatest - fields[i].least + 1);
        rows = fewer(rows, sequence_rows(fields[i].parts, fields[i].part_count));
    }
    return rows;
}

int64_t rt_generator_rows(const struct rt_generator *generator)
{
    return fewer(generator->rows, sequence_rows(generator->fields, generator->field_count));
}
