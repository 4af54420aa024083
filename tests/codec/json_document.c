/* Random JSON documents of a shape, each written twice. */
#include "json_document.h"

#include <rt/decimal.h>
#include <rt/string.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void value(struct document *d, const struct json_shape *shape);

uint32_t document_random(struct document *d, uint32_t below)
{
    d->state ^= d->state << 13;
    d->state ^= d->state >> 7;
    d->state ^= d->state << 17;
    return (uint32_t)((d->state * UINT64_C(0x2545F4914F6CDD1D) >> 32) % below);
}

static void both(struct document *d, const char *text)
{
    rt_buffer_add_text(&d->odd, text);
    rt_buffer_add_text(&d->exact, text);
}

static void blank(struct document *d)
{
    static const char *const blanks[] = {" ", "\n", "\t", "\r\n  "};

    if (document_random(d, 6) == 0)
        rt_buffer_add_text(&d->odd, blanks[document_random(d, 4)]);
}

/* ---- strings ---- */

/* Any of the ways to write a character. */
static void odd_character(struct document *d, uint32_t c)
{
    char text[4];

    if (c >= 0x20 && c != '"' && c != '\\' && document_random(d, 8))
        rt_buffer_add(&d->odd, text, rt_utf8_encode(c, text));
    else if (c == '/' || c == '"' || c == '\\')
        rt_buffer_printf(&d->odd, "\\%c", (char)c);
    else if (c >= 0x10000)
        rt_buffer_printf(&d->odd, document_random(d, 2) ? "\\u%04x\\u%04X" : "\\u%04X\\u%04x",
            0xd800 + ((c - 0x10000) >> 10), 0xdc00 + ((c - 0x10000) & 0x3ff));
    else if (c == '\n' && document_random(d, 2))
        rt_buffer_add_text(&d->odd, "\\n");
    else
        rt_buffer_printf(&d->odd, document_random(d, 2) ? "\\u%04x" : "\\u%04X", c);
}

static void exact_character(struct document *d, uint32_t c)
{
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    const char *found = c && c < 0x80 ? strchr(from, (int)c) : NULL;
    char text[4];

    if (found)
        rt_buffer_printf(&d->exact, "\\%c", to[found - from]);
    else if (c < 0x20)
        rt_buffer_printf(&d->exact, "\\u%04x", c);
    else
        rt_buffer_add(&d->exact, text, rt_utf8_encode(c, text));
}

static void character(struct document *d, uint32_t c)
{
    odd_character(d, c);
    exact_character(d, c);
}

static void text(struct document *d)
{
    static const uint32_t unusual[] = {0, 1, 0x1f, '"', '\\', '/', '\n', 0x7f, 0xe9, 0x20ac, 0xffff,
        0x10000, 0x1f600, 0x10ffff};
    uint32_t size = document_random(d, 4) ? document_random(d, 12) : document_random(d, 49);
    bool odd = document_random(d, 3) == 0;

    both(d, "\"");
    for (uint32_t i = 0; i < size; i++)
        character(d, odd && document_random(d, 3) == 0 ? unusual[document_random(d, 14)]
                                                       : 'a' + document_random(d, 26));
    both(d, "\"");
}

static void name(struct document *d, const char *text)
{
    const char *end = text + strlen(text);

    both(d, "\"");
    while (text < end) {
        size_t step;
        uint32_t c = rt_utf8_decode(text, (size_t)(end - text), &step);

        character(d, c);
        text += step;
    }
    both(d, "\"");
}

static void bytes(struct document *d)
{
    uint8_t data[20];
    char base64[64];
    size_t size = document_random(d, sizeof data);

    for (size_t i = 0; i < size; i++)
        data[i] = (uint8_t)document_random(d, 256);
    size = rt_base64_put(base64, (struct rt_bytes){data, size});
    both(d, "\"");
    for (size_t i = 0; i < size; i++)
        character(d, (unsigned char)base64[i]);
    both(d, "\"");
}

/* ---- numbers ---- */

static void whole(struct document *d, int bits)
{
    uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    uint64_t any = (uint64_t)document_random(d, UINT32_MAX) << 32 | document_random(d, UINT32_MAX);
    int64_t number;

    any >>= document_random(d, 64);
    number = (int64_t)((any & mask) << (64 - bits)) >> (64 - bits);
    if (document_random(d, 20) == 0)
        number = document_random(d, 2) ? INT64_MIN >> (64 - bits) : INT64_MAX >> (64 - bits);
    rt_buffer_printf(&d->exact, "%" PRId64, number);
    d->wide |= number > INT64_C(999999999999999) || number < -INT64_C(999999999999999);
    switch (number ? document_random(d, 12) : 3) {
    case 0:
        rt_buffer_printf(&d->odd, "%" PRId64 ".0", number);
        d->wide = true; /* A real number to a library. */
        break;
    case 1:
        rt_buffer_printf(&d->odd, "%" PRId64 "00E-2", number);
        d->wide = true;
        break;
    case 2:
        rt_buffer_printf(&d->odd, d->plain ? "\"%" PRId64 "\"" : "%" PRId64, number);
        break;
    default:
        rt_buffer_printf(&d->odd, "%" PRId64, number);
        break;
    }
}

/* At most six digits behind the point and no zeros at the end, as Java prints it. */
static void real(struct document *d, bool narrow)
{
    char digits[40];
    size_t size = (size_t)snprintf(digits, sizeof digits, "%s%u.%0*u",
        document_random(d, 2) ? "-" : "", 1 + document_random(d, narrow ? 999 : 9999999 - 1),
        narrow ? 3 : 6, narrow ? document_random(d, 8) * 125 : document_random(d, 1000000));

    while (digits[size - 1] == '0' && digits[size - 2] != '.')
        digits[--size] = '\0';
    rt_buffer_add_text(&d->exact, digits);
    rt_buffer_printf(&d->odd, "%s%s", digits, document_random(d, 4) ? "" : "00e0");
}

static void decimal(struct document *d, int precision, int scale)
{
    rt_int128 number = 0;
    char exact[RT_DECIMAL_TEXT_MAX + 1], base64[40];
    uint8_t data[16];
    size_t size;
    int digits = (int)document_random(d, (uint32_t)precision + 1);

    for (int i = 0; i < digits; i++)
        number = number * 10 + document_random(d, 10);
    if (document_random(d, 2))
        number = -number;
    d->wide |= digits > 15;
    exact[rt_decimal_format(number, scale, exact)] = '\0';
    rt_buffer_add_text(&d->exact, exact);
    size = rt_decimal_to_bytes(number, data);
    size = rt_base64_put(base64, (struct rt_bytes){data, size});
    if (!d->plain && document_random(d, 5) == 0)
        rt_buffer_printf(&d->odd, "\"%.*s\"", (int)size, base64);
    else if (document_random(d, 5) == 0)
        rt_buffer_printf(&d->odd, "%se+0", exact);
    else
        rt_buffer_add_text(&d->odd, exact);
}

/* ---- dates and times ---- */

static void number_of(struct document *d, int64_t number)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%" PRId64, number);
    both(d, digits);
}

static void time_text(struct document *d)
{
    char text[24];
    uint32_t ms = document_random(d, 1000);

    snprintf(text, sizeof text, "%02u:%02u:%02u", document_random(d, 24), document_random(d, 60),
        document_random(d, 60));
    both(d, text);
    if (ms) {
        snprintf(text, sizeof text, ".%03u", ms);
        rt_buffer_add_text(&d->odd, text);
        for (size_t i = 3; text[i] == '0';)
            text[i--] = '\0';
        rt_buffer_add_text(&d->exact, text);
    }
}

static void date_text(struct document *d)
{
    char text[24];

    snprintf(text, sizeof text, "%04u-%02u-%02u", 1 + document_random(d, 9999),
        1 + document_random(d, 12), 1 + document_random(d, 28));
    both(d, text);
}

static void moment(struct document *d, const struct type *type)
{
    if (!d->plain) {
        number_of(d, type->kind == TYPE_DATE ? (int64_t)document_random(d, 3000000) - 700000
            : type->kind == TYPE_TIME ? document_random(d, 86400000)
                                      : (int64_t)document_random(d, UINT32_MAX) * 1000 - 987654321);
        return;
    }
    both(d, "\"");
    if (type->kind != TYPE_TIME)
        date_text(d);
    if (type->kind != TYPE_TIME && type->kind != TYPE_DATE)
        both(d, " ");
    if (type->kind != TYPE_DATE)
        time_text(d);
    both(d, type->kind == TYPE_TIMESTAMP_LTZ ? "Z\"" : "\"");
}

static void scalar(struct document *d, const struct type *type)
{
    switch ((int)type->kind) {
    case TYPE_BOOLEAN: both(d, document_random(d, 2) ? "true" : "false"); break;
    case TYPE_TINYINT: whole(d, 8); break;
    case TYPE_SMALLINT: whole(d, 16); break;
    case TYPE_INT: whole(d, 32); break;
    case TYPE_BIGINT: whole(d, 64); break;
    case TYPE_FLOAT: real(d, true); break;
    case TYPE_DOUBLE: real(d, false); break;
    case TYPE_DECIMAL: decimal(d, type->precision, type->scale); break;
    case TYPE_VARBINARY: bytes(d); break;
    case TYPE_VARCHAR: text(d); break;
    default: moment(d, type); break;
    }
}

/* ---- arrays, maps, objects ---- */

static void array(struct document *d, const struct json_shape *shape)
{
    uint32_t count = document_random(d, 6);

    both(d, "[");
    for (uint32_t i = 0; i < count; i++) {
        both(d, i ? "," : "");
        blank(d);
        if (shape->form == JSON_FORM_ENTRIES) {
            both(d, "{\"key\":");
            value(d, shape->key);
            both(d, ",\"value\":");
        }
        value(d, shape->item);
        both(d, shape->form == JSON_FORM_ENTRIES ? "}" : "");
        blank(d);
    }
    both(d, "]");
}

static void map(struct document *d, const struct json_shape *shape)
{
    uint32_t count = document_random(d, 6);

    both(d, "{");
    for (uint32_t i = 0; i < count; i++) {
        char key[16];

        both(d, i ? "," : "");
        blank(d);
        snprintf(key, sizeof key, "k%u", i);
        name(d, key);
        blank(d);
        both(d, ":");
        blank(d);
        value(d, shape->item);
    }
    blank(d);
    both(d, "}");
}

static void unknown(struct document *d)
{
    static const char *const members[] = {
        "\"unknown\":null,", "\"\\u0001x\":[1,{\"a\":[]},\"\\n\"],",
        "\"\":{} ,", "\"un\\\"known\" : -1.5e-7,", "\"\xe2\x82\xac\":\"\\ud83d\\ude00\\/\","};

    if (document_random(d, 8) == 0)
        rt_buffer_add_text(&d->odd, members[document_random(d, 5)]);
}

/* A member, without the comma behind it; in `odd` alone if it is to be overwritten later. */
static void member(struct document *d, const struct json_field *field)
{
    name(d, field->name);
    blank(d);
    both(d, ":");
    blank(d);
    value(d, field->shape);
}

/* Appends what `from` got behind `at`, and takes it back there. */
struct piece {
    size_t at, size;
};

static void object(struct document *d, const struct json_shape *shape)
{
    struct document one = {.state = d->state, .plain = d->plain};
    struct piece pieces[64];
    size_t count = shape->field_count;
    size_t order[64];

    both(d, "{");
    for (size_t i = 0; i < count; i++) {
        bool absent = shape->fields[i].shape->takes_null && document_random(&one, 8) == 0;
        size_t exact = one.exact.size;

        pieces[i].at = one.odd.size;
        order[i] = i;
        rt_buffer_add_text(&d->exact, i ? "," : "");
        if (absent) {
            name(&one, shape->fields[i].name);
            rt_buffer_add_text(&one.exact, ":null");
            one.odd.size = pieces[i].at;
        } else {
            member(&one, &shape->fields[i]);
        }
        pieces[i].size = one.odd.size - pieces[i].at;
        rt_buffer_add(&d->exact, one.exact.data + exact, one.exact.size - exact);
    }
    d->wide |= one.wide;
    d->state = one.state;
    for (size_t i = count; document_random(d, 2) && i > 1; i--) { /* any order */
        size_t j = document_random(d, (uint32_t)i), swap = order[i - 1];

        order[i - 1] = order[j];
        order[j] = swap;
    }
    for (size_t i = 0, written = 0; i < count; i++) {
        const struct piece *piece = &pieces[order[i]];

        if (!piece->size)
            continue;
        rt_buffer_add_text(&d->odd, written++ ? "," : "");
        blank(d);
        unknown(d);
        if (document_random(d, 16) == 0) { /* twice */
            rt_buffer_add(&d->odd, one.odd.data + piece->at, piece->size);
            rt_buffer_add_text(&d->odd, ",");
        }
        rt_buffer_add(&d->odd, one.odd.data + piece->at, piece->size);
        blank(d);
    }
    both(d, "}");
    rt_buffer_release(&one.odd);
    rt_buffer_release(&one.exact);
}

static void value(struct document *d, const struct json_shape *shape)
{
    if (shape->takes_null && document_random(d, 5) == 0) {
        both(d, "null");
        return;
    }
    switch (shape->form) {
    case JSON_FORM_SCALAR: scalar(d, shape->type); break;
    case JSON_FORM_ARRAY: case JSON_FORM_ENTRIES: array(d, shape); break;
    case JSON_FORM_MEMBERS: map(d, shape); break;
    case JSON_FORM_ROW: object(d, shape); break;
    case JSON_FORM_UNION: break; /* None is derived. */
    }
}

void document_make(struct document *d, const struct json_shape *shape)
{
    d->odd.size = d->exact.size = 0;
    d->wide = false;
    value(d, shape);
    blank(d);
}
