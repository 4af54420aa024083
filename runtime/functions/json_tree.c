/* JSON trees: read, written in one form. */
#include "json_tree.h"

#include <rt/decimal.h>
#include <rt/print.h>
#include <rt/string.h>

#include <stdlib.h>
#include <string.h>

struct json_node *json_tree_new(struct rt_arena *arena, enum rt_json_kind kind)
{
    struct json_node *node = rt_arena_alloc(arena, sizeof *node);

    *node = (struct json_node){.kind = kind};
    return node;
}

void json_tree_add(struct json_node *parent, struct json_node **last, struct json_node *child)
{
    if (*last)
        (*last)->next = child;
    else
        parent->first = child;
    *last = child;
    parent->count++;
}

/* ---- reading; the reader bounds the depth ---- */

static struct json_node *read_value(struct rt_json *json);

/* A member that is there already gets the new value. */
static void set_member(struct json_node *object, struct json_node **last, struct rt_text name,
    struct json_node *value)
{
    for (struct json_node *member = object->first; member; member = member->next)
        if (rt_equal_text(member->name, name)) {
            value->name = name;
            value->next = member->next;
            *member = *value;
            object->replaced = true;
            return;
        }
    value->name = name;
    json_tree_add(object, last, value);
}

static void read_object(struct rt_json *json, struct json_node *object)
{
    struct json_node *last = NULL;
    struct rt_text name;

    rt_json_object(json);
    while (rt_json_member(json, &name)) {
        struct json_node *value;

        name = rt_text_copy(json->arena, name);
        value = read_value(json);
        if (json->failed)
            return;
        set_member(object, &last, name, value);
    }
}

static void read_array(struct rt_json *json, struct json_node *array)
{
    struct json_node *last = NULL;

    rt_json_array(json);
    while (rt_json_element(json)) {
        struct json_node *value = read_value(json);

        if (json->failed)
            return;
        json_tree_add(array, &last, value);
    }
}

static struct json_node *read_value(struct rt_json *json)
{
    struct json_node *node = json_tree_new(json->arena, rt_json_peek(json));
    bool flag;

    switch (node->kind) {
    case RT_JSON_END:
        rt_json_skip(json); /* fails */
        json->failed = true;
        break;
    case RT_JSON_NULL:
        rt_json_null(json);
        break;
    case RT_JSON_FALSE: case RT_JSON_TRUE:
        rt_json_bool(json, &flag);
        break;
    case RT_JSON_NUMBER:
        rt_json_number(json, &node->text);
        break;
    case RT_JSON_STRING:
        rt_json_text(json, &node->text);
        break;
    case RT_JSON_ARRAY:
        read_array(json, node);
        break;
    case RT_JSON_OBJECT:
        read_object(json, node);
        break;
    }
    return node;
}

struct json_node *json_tree_parse(struct rt_arena *arena, struct rt_text text,
    struct rt_error *error)
{
    struct rt_json json;
    struct json_node *node;

    rt_json_open(&json, arena, text);
    node = read_value(&json);
    /* Behind a number or word at the root must be a blank, or nothing. */
    if (!json.failed && json.at < json.end && node->kind < RT_JSON_STRING &&
        !memchr(" \t\r\n", *json.at, 4))
        json.failed = true;
    if (!json.failed)
        return node;
    rt_fail(error, RT_EXPRESSION, RT_STOP, "invalid JSON, it cannot be parsed: '%.*s'",
        shown(text), text.data);
    return NULL;
}

/* ---- numbers ---- */

/* The digits without point and exponent, and the scale: value = digits * 10^-scale. */
struct digits {
    char *at;
    size_t count;
    int64_t scale;
    bool negative;
};

static struct digits take_apart(struct rt_text text, char *room)
{
    struct digits d = {.at = room};
    int64_t exponent = 0;
    bool point = false;
    size_t i = 0;

    if (i < text.size && (text.data[i] == '-' || text.data[i] == '+'))
        d.negative = text.data[i++] == '-';
    for (; i < text.size && text.data[i] != 'e' && text.data[i] != 'E'; i++) {
        if (text.data[i] == '.') {
            point = true;
            continue;
        }
        if (d.count == 1 && room[0] == '0')
            d.count = 0;
        room[d.count++] = text.data[i];
        d.scale += point;
    }
    if (i < text.size) {
        bool minus = i + 1 < text.size && text.data[i + 1] == '-';

        for (i += 1 + (i + 1 < text.size && (minus || text.data[i + 1] == '+')); i < text.size; i++)
            if (exponent < 1000000000)
                exponent = exponent * 10 + (text.data[i] - '0');
        d.scale -= minus ? -exponent : exponent;
    }
    return d;
}

/* BigDecimal.toString */
static void write_digits(struct rt_buffer *out, const struct digits *d)
{
    int64_t adjusted = (int64_t)d->count - 1 - d->scale;
    int64_t whole = (int64_t)d->count - d->scale;

    if (d->negative)
        rt_buffer_add_text(out, "-");
    if (d->scale >= 0 && adjusted >= -6) {
        if (whole <= 0) {
            rt_buffer_add_text(out, "0.");
            for (; whole < 0; whole++)
                rt_buffer_add_text(out, "0");
            rt_buffer_add(out, d->at, d->count);
        } else {
            rt_buffer_add(out, d->at, (size_t)whole);
            if (d->scale > 0) {
                rt_buffer_add_text(out, ".");
                rt_buffer_add(out, d->at + whole, (size_t)d->scale);
            }
        }
        return;
    }
    rt_buffer_add(out, d->at, 1);
    if (d->count > 1) {
        rt_buffer_add_text(out, ".");
        rt_buffer_add(out, d->at + 1, d->count - 1);
    }
    if (adjusted != 0)
        rt_buffer_printf(out, "E%s%lld", adjusted > 0 ? "+" : "", (long long)adjusted);
}

void json_tree_write_number(struct rt_buffer *out, struct rt_text text)
{
    char small[64];
    char *room = text.size <= sizeof small ? small : malloc(text.size);
    struct digits d;

    if (!room)
        abort();
    d = take_apart(text, room);
    if (d.count == 1 && d.at[0] == '0' && d.scale == 0)
        d.negative = false;
    if (d.count > 0)
        write_digits(out, &d);
    if (room != small)
        free(room);
}

/* ---- writing ---- */

/* Code points; Java compares UTF-16 units. */
static int compare_names(const void *a, const void *b)
{
    struct rt_text x = (*(const struct json_node *const *)a)->name;
    struct rt_text y = (*(const struct json_node *const *)b)->name;

    return rt_compare_text(x, y);
}

static void write_object(struct rt_buffer *out, const struct json_node *node)
{
    const struct json_node **members = calloc(node->count + 1, sizeof *members);
    size_t count = 0;

    if (!members)
        abort();
    for (const struct json_node *child = node->first; child; child = child->next)
        members[count++] = child;
    qsort(members, count, sizeof *members, compare_names);
    rt_buffer_add_text(out, "{");
    for (size_t i = 0; i < count; i++) {
        if (i)
            rt_buffer_add_text(out, ",");
        rt_json_write_text(out, members[i]->name);
        rt_buffer_add_text(out, ":");
        json_tree_write(out, members[i]);
    }
    rt_buffer_add_text(out, "}");
    free(members);
}

void json_tree_write(struct rt_buffer *out, const struct json_node *node)
{
    switch (node->kind) {
    case RT_JSON_END: case RT_JSON_NULL:
        rt_buffer_add_text(out, "null");
        return;
    case RT_JSON_FALSE:
        rt_buffer_add_text(out, "false");
        return;
    case RT_JSON_TRUE:
        rt_buffer_add_text(out, "true");
        return;
    case RT_JSON_NUMBER:
        json_tree_write_number(out, node->text);
        return;
    case RT_JSON_STRING:
        rt_json_write_text(out, node->text);
        return;
    case RT_JSON_ARRAY:
        rt_buffer_add_text(out, "[");
        for (const struct json_node *child = node->first; child; child = child->next) {
            if (child != node->first)
                rt_buffer_add_text(out, ",");
            json_tree_write(out, child);
        }
        rt_buffer_add_text(out, "]");
        return;
    case RT_JSON_OBJECT:
        write_object(out, node);
        return;
    }
}

/* ---- values of SQL ---- */

void rt_json_put_bool(struct rt_buffer *out, bool a)
{
    rt_buffer_add_text(out, a ? "true" : "false");
}

void rt_json_put_int(struct rt_buffer *out, int64_t a)
{
    rt_buffer_printf(out, "%lld", (long long)a);
}

static void put_digits(struct rt_buffer *out, const char *text, size_t size)
{
    if (size && (text[size - 1] == 'N' || text[size - 1] == 'y')) /* NaN, Infinity */
        rt_buffer_printf(out, "\"%.*s\"", (int)size, text);
    else
        json_tree_write_number(out, (struct rt_text){text, size});
}

void rt_json_put_f64(struct rt_buffer *out, double a)
{
    char text[RT_FORMAT_MAX];

    put_digits(out, text, rt_format_f64(a, text));
}

void rt_json_put_f32(struct rt_buffer *out, float a)
{
    rt_json_put_f64(out, (double)a); /* with all digits, as Flink */
}

void rt_json_put_decimal(struct rt_buffer *out, rt_int128 a, int scale)
{
    char text[RT_DECIMAL_TEXT_MAX];

    put_digits(out, text, rt_decimal_format(a, scale, text));
}

void rt_json_put_text(struct rt_buffer *out, struct rt_text a)
{
    rt_json_write_text(out, a);
}

void rt_json_put_bytes(struct rt_buffer *out, struct rt_bytes a)
{
    rt_json_write_bytes(out, a);
}

/* ISO_LOCAL_DATE_TIME: a fraction of as many digits as it has. */
static void put_timestamp(struct rt_buffer *out, struct rt_timestamp a, const char *end)
{
    char text[RT_FORMAT_MAX];
    size_t size = rt_format_timestamp(a, 9, text);

    for (size_t i = 0; i < size; i++)
        if (text[i] == ' ')
            text[i] = 'T';
    while (size && text[size - 1] == '0' && memchr(text, '.', size))
        size--;
    if (size && text[size - 1] == '.')
        size--;
    rt_buffer_printf(out, "\"%.*s%s\"", (int)size, text, end);
}

void rt_json_put_timestamp(struct rt_buffer *out, struct rt_timestamp a)
{
    put_timestamp(out, a, "");
}

void rt_json_put_ltz(struct rt_buffer *out, struct rt_timestamp a)
{
    put_timestamp(out, a, "Z");
}

size_t rt_json_key_at(const struct rt_text *keys, size_t count, size_t at)
{
    for (size_t i = 0; i < count; i++) {
        size_t before = 0;

        for (size_t j = 0; j < count; j++) {
            int order = rt_compare_text(keys[j], keys[i]);

            before += order < 0 || (order == 0 && j < i);
        }
        if (before == at)
            return i;
    }
    return 0;
}
