/* JSON values of SQL types, appended to a buffer. */
#include <rt/json.h>

#include <rt/decimal.h>
#include <rt/print.h>
#include <rt/string.h>

#include <math.h>
#include <string.h>

static char *room(struct rt_buffer *buffer)
{
    return (char *)rt_buffer_reserve(buffer, RT_FORMAT_MAX + 4);
}

void rt_json_write_null(struct rt_buffer *buffer)
{
    rt_buffer_add(buffer, "null", 4);
}

void rt_json_write_bool(struct rt_buffer *buffer, bool a)
{
    rt_buffer_add(buffer, a ? "true" : "false", a ? 4 : 5);
}

void rt_json_write_int(struct rt_buffer *buffer, int64_t a)
{
    buffer->size += rt_format_int(a, room(buffer));
}

static void quote(struct rt_buffer *buffer)
{
    rt_buffer_add(buffer, "\"", 1);
}

/* Java's digits read back as the same number, and are JSON. */
void rt_json_write_f32(struct rt_buffer *buffer, float a)
{
    bool finite = isfinite(a);

    if (!finite)
        quote(buffer);
    buffer->size += rt_format_f32(a, room(buffer));
    if (!finite)
        quote(buffer);
}

void rt_json_write_f64(struct rt_buffer *buffer, double a)
{
    bool finite = isfinite(a);

    if (!finite)
        quote(buffer);
    buffer->size += rt_format_f64(a, room(buffer));
    if (!finite)
        quote(buffer);
}

void rt_json_write_decimal(struct rt_buffer *buffer, rt_int128 a, int scale)
{
    buffer->size += rt_decimal_format(a, scale, room(buffer));
}

static bool is_plain(char c)
{
    return (unsigned char)c >= 0x20 && c != '"' && c != '\\';
}

static void write_escape(struct rt_buffer *buffer, char c)
{
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    const char *found = c == '\0' ? NULL : strchr(from, c);

    if (found == NULL) {
        rt_buffer_printf(buffer, "\\u%04x", (unsigned char)c);
    } else {
        rt_buffer_add(buffer, "\\", 1);
        rt_buffer_add(buffer, to + (found - from), 1);
    }
}

/* Malformed UTF-8 becomes U+FFFD, byte by byte. */
static void write_repaired(struct rt_buffer *buffer, struct rt_text a)
{
    char text[4];
    size_t step;

    for (size_t i = 0; i < a.size; i += step) {
        uint32_t c = rt_utf8_decode(a.data + i, a.size - i, &step);

        if (c < 0x80 && !is_plain((char)c))
            write_escape(buffer, (char)c);
        else
            rt_buffer_add(buffer, text, rt_utf8_encode(c, text));
    }
}

void rt_json_write_text(struct rt_buffer *buffer, struct rt_text a)
{
    quote(buffer);
    if (!rt_utf8_valid(a.data, a.size)) {
        write_repaired(buffer, a);
    } else {
        for (size_t i = 0, run; i < a.size; i = run + 1) {
            for (run = i; run < a.size && is_plain(a.data[run]);)
                run++;
            if (run > i)
                rt_buffer_add(buffer, a.data + i, run - i);
            if (run < a.size)
                write_escape(buffer, a.data[run]);
        }
    }
    quote(buffer);
}

void rt_json_write_bytes(struct rt_buffer *buffer, struct rt_bytes a)
{
    quote(buffer);
    buffer->size +=
        rt_base64_put((char *)rt_buffer_reserve(buffer, (a.size + 2) / 3 * 4), a);
    quote(buffer);
}

void rt_json_write_date(struct rt_buffer *buffer, int32_t a)
{
    quote(buffer);
    rt_print_date(buffer, a);
    quote(buffer);
}

/* All digits of the precision, as row lines are written. */
void rt_json_write_time(struct rt_buffer *buffer, int32_t a, int precision)
{
    char text[RT_FORMAT_MAX];
    size_t size = rt_format_timestamp(
        rt_timestamp_from_ms(rt_floor_mod(a, RT_MS_PER_DAY)), precision, text);

    quote(buffer);
    rt_buffer_add(buffer, text + 11, size - 11); /* behind "1970-01-01 " */
    quote(buffer);
}

void rt_json_write_timestamp(struct rt_buffer *buffer, struct rt_timestamp a, int precision)
{
    quote(buffer);
    rt_print_timestamp(buffer, a, precision);
    quote(buffer);
}

void rt_json_write_ltz(struct rt_buffer *buffer, struct rt_timestamp a, int precision)
{
    char text[RT_FORMAT_MAX], *blank;
    size_t size = rt_format_timestamp(a, precision, text);

    blank = memchr(text, ' ', size);
    *blank = 'T';
    quote(buffer);
    rt_buffer_add(buffer, text, size);
    rt_buffer_add(buffer, "Z\"", 2);
}
