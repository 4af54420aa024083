/* The csv format. */
#include <rt/cast.h>
#include <rt/csv.h>
#include <rt/items.h>
#include <rt/print.h>
#include <rt/string.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { QUOTE_CHECK_LIMIT = 24, MS_PER_SECOND = 1000, NANOS_PER_MS = 1000000 };

/* ---- records ---- */

static bool fail(struct rt_csv *csv, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(struct rt_csv *csv, const char *format, ...)
{
    va_list args;

    if (csv->failed)
        return false;
    csv->failed = true;
    va_start(args, format);
    vsnprintf(csv->message, sizeof csv->message, format, args);
    va_end(args);
    return false;
}

void rt_csv_open(struct rt_csv *csv, const struct rt_csv_format *format, struct rt_arena *arena,
    struct rt_bytes record)
{
    *csv = (struct rt_csv){.format = format, .arena = arena, .more = true,
        .at = record.size ? (const char *)record.data : "", .column = ""};
    csv->end = csv->at + record.size;
    if (record.size && csv->end[-1] == '\r')
        csv->end--;
}

/* Behind a closing quote only blanks may stand before the delimiter. */
static bool end_quoted(struct rt_csv *csv, const char *at)
{
    while (at < csv->end && *at == ' ' && csv->format->delimiter != ' ')
        at++;
    if (at < csv->end && *at != csv->format->delimiter)
        return fail(csv, "column '%s': text behind the closing quote", csv->column);
    csv->more = at < csv->end;
    csv->at = csv->more ? at + 1 : at;
    return true;
}

/* The quote that ends the field which begins at `at`; NULL: none does. *plain: what is between
 * stands for itself. */
static const char *closing_quote(const struct rt_csv *csv, const char *at, bool *plain)
{
    const struct rt_csv_format *format = csv->format;

    *plain = true;
    for (; at < csv->end; at++) {
        if (format->escape && *at == format->escape && at + 1 < csv->end) {
            at++;
        } else if (*at == format->quote) {
            if (at + 1 == csv->end || at[1] != format->quote)
                return at;
            at++;
        } else {
            continue;
        }
        *plain = false;
    }
    return NULL;
}

static bool take_quoted(struct rt_csv *csv)
{
    const struct rt_csv_format *format = csv->format;
    const char *at = csv->at + 1, *close;
    size_t size = 0;
    bool plain;
    char *out;

    close = closing_quote(csv, at, &plain);
    if (!close)
        return fail(csv, "column '%s': the quote is not closed", csv->column);
    csv->field = (struct rt_text){at, (size_t)(close - at)};
    if (!plain) {
        out = rt_arena_alloc(csv->arena, csv->field.size);
        for (; at < close; at++) {
            at += (format->escape && *at == format->escape) || *at == format->quote;
            out[size++] = *at;
        }
        csv->field = (struct rt_text){out, size};
    }
    return end_quoted(csv, close + 1);
}

static void take_plain(struct rt_csv *csv)
{
    const struct rt_csv_format *format = csv->format;
    const char *at = csv->at;
    bool escaped = false;
    char *out;
    size_t size = 0;

    for (; at < csv->end && *at != format->delimiter; at++) {
        if (format->escape && *at == format->escape && at + 1 < csv->end) {
            escaped = true;
            at++;
        }
    }
    csv->field = (struct rt_text){csv->at, (size_t)(at - csv->at)};
    csv->more = at < csv->end;
    csv->at = csv->more ? at + 1 : at;
    if (!escaped)
        return;
    out = rt_arena_alloc(csv->arena, csv->field.size);
    for (size_t i = 0; i < csv->field.size; i++) {
        if (csv->field.data[i] == format->escape && i + 1 < csv->field.size)
            i++;
        out[size++] = csv->field.data[i];
    }
    csv->field = (struct rt_text){out, size};
}

static bool is_null(const struct rt_csv *csv)
{
    const char *literal = csv->format->null_literal;

    return literal && strlen(literal) == csv->field.size &&
        !memcmp(literal, csv->field.data, csv->field.size);
}

bool rt_csv_next(struct rt_csv *csv, const char *column)
{
    csv->column = column;
    csv->field = (struct rt_text){"", 0};
    if (csv->failed)
        return false;
    if (!csv->more)
        return csv->format->ignore_errors ? false
            : fail(csv, "column '%s': the record has %zu fields only", column, csv->number);
    csv->number++;
    if (csv->format->quote && csv->at < csv->end && *csv->at == csv->format->quote) {
        if (!take_quoted(csv))
            return false;
    } else {
        take_plain(csv);
    }
    return !is_null(csv);
}

bool rt_csv_end(struct rt_csv *csv, struct rt_error *error)
{
    if (!csv->failed && csv->more)
        fail(csv, "the record has more than %zu fields", csv->number);
    return !csv->failed || rt_fail(error, RT_DECODE, RT_SKIP, "csv: %s", csv->message);
}

/* ---- elements ---- */

void rt_csv_elements(struct rt_csv *csv, struct rt_csv *elements)
{
    *elements = (struct rt_csv){.format = csv->format, .arena = csv->arena, .at = csv->field.data,
        .end = csv->field.data + csv->field.size, .more = csv->field.size > 0,
        .column = csv->column};
}

static const char *find(const struct rt_csv *elements)
{
    const char *separator = elements->format->elements;
    size_t size = strlen(separator);

    return size ? memmem(elements->at, (size_t)(elements->end - elements->at), separator, size)
                : NULL;
}

size_t rt_csv_count(const struct rt_csv *elements)
{
    struct rt_csv rest = *elements;
    size_t count = rest.more;

    for (const char *next; rest.more && (next = find(&rest)); count++)
        rest.at = next + strlen(rest.format->elements);
    return count;
}

bool rt_csv_element(struct rt_csv *elements)
{
    const char *next;

    elements->field = (struct rt_text){"", 0};
    if (!elements->more)
        return elements->format->ignore_errors ? false
            : fail(elements, "column '%s': there are %zu elements only", elements->column,
                elements->number);
    elements->number++;
    next = find(elements);
    elements->more = next;
    elements->field = (struct rt_text){elements->at,
        (size_t)((next ? next : elements->end) - elements->at)};
    if (next)
        elements->at = next + strlen(elements->format->elements);
    return true;
}

bool rt_csv_too_much(struct rt_csv *csv)
{
    return fail(csv, "column '%s': %s", csv->column, RT_MEMORY_PROBLEM);
}

bool rt_csv_elements_end(struct rt_csv *csv, const struct rt_csv *elements)
{
    if (elements->failed)
        return fail(csv, "%s", elements->message);
    if (elements->more)
        return csv->format->ignore_errors ? false
            : fail(csv, "column '%s': there are more than %zu elements", csv->column,
                elements->number);
    return true;
}

/* ---- values ---- */

static bool refuse(struct rt_csv *csv, const char *what)
{
    if (csv->format->ignore_errors)
        return false;
    return fail(csv, "column '%s': '%.*s' is no %s", csv->column,
        csv->field.size > 60 ? 60 : (int)csv->field.size, csv->field.data, what);
}

static struct rt_text trimmed(const struct rt_csv *csv)
{
    struct rt_text text = csv->field;

    while (text.size && (unsigned char)text.data[text.size - 1] <= ' ')
        text.size--;
    while (text.size && (unsigned char)text.data[0] <= ' ')
        text.data++, text.size--;
    return text;
}

bool rt_csv_bool(struct rt_csv *csv, bool *out)
{
    struct rt_text text = trimmed(csv);

    *out = text.size == 4 && !strncasecmp(text.data, "true", 4);
    return true;
}

/* Digits with a sign, as Java's parseLong takes them. */
static bool read_integer(const struct rt_csv *csv, int64_t *out)
{
    struct rt_text text = trimmed(csv);

    for (size_t i = text.size > 1 && (text.data[0] == '-' || text.data[0] == '+'); i < text.size;
         i++)
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
    return text.size && rt_try_cast_text_i64(text, out);
}

bool rt_csv_i8(struct rt_csv *csv, int8_t *out)
{
    int64_t value;

    if (!read_integer(csv, &value) || value < INT8_MIN || value > INT8_MAX)
        return refuse(csv, "TINYINT");
    *out = (int8_t)value;
    return true;
}

bool rt_csv_i16(struct rt_csv *csv, int16_t *out)
{
    int64_t value;

    if (!read_integer(csv, &value) || value < INT16_MIN || value > INT16_MAX)
        return refuse(csv, "SMALLINT");
    *out = (int16_t)value;
    return true;
}

bool rt_csv_i32(struct rt_csv *csv, int32_t *out)
{
    int64_t value;

    if (!read_integer(csv, &value) || value < INT32_MIN || value > INT32_MAX)
        return refuse(csv, "INT");
    *out = (int32_t)value;
    return true;
}

bool rt_csv_i64(struct rt_csv *csv, int64_t *out)
{
    return read_integer(csv, out) || refuse(csv, "BIGINT");
}

bool rt_csv_f32(struct rt_csv *csv, float *out)
{
    return rt_try_cast_text_f32(trimmed(csv), out) || refuse(csv, "FLOAT");
}

bool rt_csv_f64(struct rt_csv *csv, double *out)
{
    return rt_try_cast_text_f64(trimmed(csv), out) || refuse(csv, "DOUBLE");
}

bool rt_csv_decimal(struct rt_csv *csv, int precision, int scale, rt_int128 *out)
{
    switch (rt_decimal_parse(trimmed(csv), precision, scale, out)) {
    case RT_DECIMAL_OK:
        return true;
    case RT_DECIMAL_OVERFLOW:
        return false;
    case RT_DECIMAL_MALFORMED:
        break;
    }
    return refuse(csv, "DECIMAL");
}

bool rt_csv_text(struct rt_csv *csv, struct rt_text *out)
{
    *out = rt_utf8_repair(csv->arena,
        (struct rt_bytes){(const uint8_t *)csv->field.data, csv->field.size});
    return true;
}

bool rt_csv_bytes(struct rt_csv *csv, struct rt_bytes *out)
{
    return rt_base64_decode(csv->arena, csv->field, out) || refuse(csv, "base64");
}

bool rt_csv_date(struct rt_csv *csv, int32_t *out)
{
    return rt_parse_date(csv->field, out) || refuse(csv, "DATE");
}

bool rt_csv_time(struct rt_csv *csv, int precision, int32_t *out)
{
    if (!rt_parse_time(csv->field, out))
        return refuse(csv, "TIME");
    *out = rt_time_truncate(*out, precision);
    return true;
}

bool rt_csv_timestamp(struct rt_csv *csv, int precision, struct rt_timestamp *out)
{
    if (!rt_parse_timestamp(csv->field, out))
        return refuse(csv, "TIMESTAMP");
    *out = rt_timestamp_truncate(*out, precision);
    return true;
}

bool rt_csv_ltz(struct rt_csv *csv, int precision, struct rt_timestamp *out)
{
    struct rt_text text = csv->field;

    if (!text.size || text.data[--text.size] != 'Z' || !rt_parse_timestamp(text, out))
        return refuse(csv, "TIMESTAMP_LTZ, as '2024-01-31 12:00:00Z'");
    *out = rt_timestamp_truncate(*out, precision);
    return true;
}

/* ---- writing ---- */

/* Jackson's rule: what is long is quoted unseen; else characters up to the greatest special one. */
static bool needs_quotes(const struct rt_csv_format *format, const uint8_t *text, size_t size)
{
    unsigned char greatest = (unsigned char)format->delimiter;
    unsigned char escape = (unsigned char)(format->escape ? format->escape : '\\');

    if (!format->quote)
        return false;
    if (size > QUOTE_CHECK_LIMIT)
        return true;
    if ((unsigned char)format->quote > greatest)
        greatest = (unsigned char)format->quote;
    for (size_t i = 0; i < size; i++)
        if (text[i] <= greatest || text[i] <= '\n' || text[i] == escape)
            return true;
    return false;
}

void rt_csv_quote(struct rt_buffer *out, const struct rt_csv_format *format, size_t start)
{
    size_t size = out->size - start, more = 2, at;

    if (!needs_quotes(format, out->data + start, size))
        return;
    for (size_t i = start; i < out->size; i++)
        more += out->data[i] == (uint8_t)format->quote ||
            (format->escape && out->data[i] == (uint8_t)format->escape);
    rt_buffer_reserve(out, more);
    out->size += more;
    at = out->size;
    out->data[--at] = (uint8_t)format->quote;
    for (size_t i = start + size; i-- > start;) {
        uint8_t c = out->data[i];

        out->data[--at] = c;
        if (c == (uint8_t)format->quote || (format->escape && c == (uint8_t)format->escape))
            out->data[--at] = c;
    }
    out->data[start] = (uint8_t)format->quote;
}

void rt_csv_write_null(struct rt_buffer *out, const struct rt_csv_format *format)
{
    if (format->null_literal)
        rt_buffer_add_text(out, format->null_literal);
}

/* Java's BigDecimal without trailing zeros: 100.00 is 1E+2. */
void rt_csv_write_decimal(struct rt_buffer *out, rt_int128 a, int scale)
{
    int digits = 1;
    rt_int128 rest;

    if (!a) {
        rt_buffer_add_text(out, "0");
        return;
    }
    for (; a % 10 == 0; scale--)
        a /= 10;
    for (rest = a / 10; rest; rest /= 10)
        digits++;
    if (scale >= 0 && digits - scale >= -5) {
        rt_print_decimal(out, a, scale);
        return;
    }
    rt_print_decimal(out, a, digits - 1);
    rt_buffer_printf(out, "E%+d", digits - 1 - scale);
}

void rt_csv_write_bytes(struct rt_buffer *out, struct rt_bytes a)
{
    uint8_t *at = rt_buffer_reserve(out, a.size / 3 * 4 + 4);

    out->size += rt_base64_put((char *)at, a);
}

static void add_clock(struct rt_buffer *out, int32_t ms_of_day, int32_t nanos)
{
    int32_t seconds = ms_of_day / MS_PER_SECOND;
    int32_t fraction = ms_of_day % MS_PER_SECOND * NANOS_PER_MS + nanos;

    rt_buffer_printf(out, "%02d:%02d:%02d", (int)(seconds / 3600), (int)(seconds / 60 % 60),
        (int)(seconds % 60));
    if (!fraction)
        return;
    rt_buffer_printf(out, ".%09d", (int)fraction);
    while (out->data[out->size - 1] == '0')
        out->size--;
}

void rt_csv_write_time(struct rt_buffer *out, int32_t a)
{
    add_clock(out, a, 0);
}

void rt_csv_write_timestamp(struct rt_buffer *out, struct rt_timestamp a)
{
    rt_print_date(out, (int32_t)rt_floor_div(a.ms, RT_MS_PER_DAY));
    rt_buffer_add_text(out, " ");
    add_clock(out, (int32_t)rt_floor_mod(a.ms, RT_MS_PER_DAY), a.nanos);
}

void rt_csv_write_ltz(struct rt_buffer *out, struct rt_timestamp a)
{
    rt_csv_write_timestamp(out, a);
    rt_buffer_add_text(out, "Z");
}
