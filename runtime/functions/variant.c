/* VARIANT: JSON text in one form. Members are sorted; a number is a BIGINT, a DECIMAL of at most 38
 * digits without zeros at its end, or a DOUBLE as Java prints it. Equal values are equal texts.
 * (conformance: variant_bitmap.slt) */
#include "json_tree.h"

#include <rt/cast.h>
#include <rt/print.h>
#include <rt/string.h>
#include <rt/variant.h>

#include <stdlib.h>
#include <string.h>

enum { DECIMAL_DIGITS = 38 };

/* ---- one form ---- */

/* The digits of a number without exponent, if DECIMAL holds them. */
static bool fits_decimal(struct rt_text digits)
{
    size_t count = 0, behind = 0;
    bool point = false;

    for (size_t i = 0; i < digits.size; i++) {
        char c = digits.data[i];

        if (c == 'e' || c == 'E')
            return false;
        point |= c == '.';
        if (c < '0' || c > '9' || (!count && c == '0' && !point))
            continue;
        count++;
        behind += point;
    }
    return count <= DECIMAL_DIGITS && behind <= DECIMAL_DIGITS;
}

static void write_number(struct rt_arena *arena, struct rt_buffer *out, struct rt_text digits)
{
    char *text, *point;
    size_t size = digits.size;

    if (fits_decimal(digits)) {
        point = memchr(digits.data, '.', size);
        while (point && digits.data[size - 1] == '0')
            size--;
        size -= point && digits.data[size - 1] == '.';
        if (size == 2 && !memcmp(digits.data, "-0", 2))
            digits = RT_TEXT("0"), size = 1;
        rt_buffer_add(out, digits.data, size);
        return;
    }
    text = rt_arena_alloc(arena, size + 1);
    memcpy(text, digits.data, size);
    text[size] = '\0';
    rt_print_f64(out, strtod(text, NULL));
}

static int compare_names(const void *a, const void *b)
{
    const struct json_node *const *x = a, *const *y = b;

    return rt_compare_text((*x)->name, (*y)->name);
}

static void write(struct rt_arena *arena, struct rt_buffer *out, const struct json_node *node);

static void write_object(struct rt_arena *arena, struct rt_buffer *out,
    const struct json_node *node)
{
    const struct json_node **members = rt_arena_alloc(arena, node->count * sizeof *members);
    size_t count = 0;

    for (const struct json_node *member = node->first; member; member = member->next)
        members[count++] = member;
    if (count)
        qsort(members, count, sizeof *members, compare_names);
    rt_buffer_add_text(out, "{");
    for (size_t i = 0; i < count; i++) {
        if (i)
            rt_buffer_add_text(out, ",");
        rt_json_put_text(out, members[i]->name);
        rt_buffer_add_text(out, ":");
        write(arena, out, members[i]);
    }
    rt_buffer_add_text(out, "}");
}

static void write(struct rt_arena *arena, struct rt_buffer *out, const struct json_node *node)
{
    switch (node->kind) {
    case RT_JSON_NULL:
        rt_buffer_add_text(out, "null");
        return;
    case RT_JSON_FALSE: case RT_JSON_TRUE:
        rt_json_put_bool(out, node->kind == RT_JSON_TRUE);
        return;
    case RT_JSON_NUMBER:
        write_number(arena, out, node->text);
        return;
    case RT_JSON_STRING:
        rt_json_put_text(out, node->text);
        return;
    case RT_JSON_ARRAY:
        rt_buffer_add_text(out, "[");
        for (const struct json_node *item = node->first; item; item = item->next) {
            if (item != node->first)
                rt_buffer_add_text(out, ",");
            write(arena, out, item);
        }
        rt_buffer_add_text(out, "]");
        return;
    case RT_JSON_OBJECT:
        write_object(arena, out, node);
        return;
    case RT_JSON_END:
        break;
    }
}

static struct rt_text text_of(struct rt_arena *arena, const struct json_node *node)
{
    struct rt_buffer out = {0};
    struct rt_text text;

    write(arena, &out, node);
    text = rt_text_copy(arena, (struct rt_text){(const char *)out.data, out.size});
    rt_buffer_release(&out);
    return text;
}

/* ---- PARSE_JSON, TRY_PARSE_JSON ---- */

static bool has_twin(const struct json_node *node)
{
    if (node->replaced)
        return true;
    for (const struct json_node *child = node->first; child; child = child->next)
        if (has_twin(child))
            return true;
    return false;
}

bool rt_variant_parse_twins(struct rt_arena *arena, struct rt_text a, bool twins,
    struct rt_text *out, struct rt_error *error)
{
    struct json_node *node = json_tree_parse(arena, a, error);

    if (!node)
        return false;
    if (!twins && has_twin(node))
        return rt_fail(error, RT_EXPRESSION, RT_STOP,
            "invalid JSON, a key is there twice: '%.*s'", (int)(a.size > 80 ? 80 : a.size),
            a.data);
    *out = text_of(arena, node);
    return true;
}

bool rt_variant_parse(struct rt_arena *arena, struct rt_text a, struct rt_text *out,
    struct rt_error *error)
{
    return rt_variant_parse_twins(arena, a, false, out, error);
}

bool rt_variant_try_parse_twins(struct rt_arena *arena, struct rt_text a, bool twins,
    struct rt_text *out)
{
    struct rt_error ignored;

    return rt_variant_parse_twins(arena, a, twins, out, &ignored);
}

bool rt_variant_try_parse(struct rt_arena *arena, struct rt_text a, struct rt_text *out)
{
    return rt_variant_try_parse_twins(arena, a, false, out);
}

bool rt_json_variant(struct rt_json *json, struct rt_text *out)
{
    struct rt_error error;
    struct rt_text raw;

    return rt_json_raw(json, &raw) &&
        (rt_variant_parse(json->arena, raw, out, &error) ||
            rt_json_fail(json, "%s", error.message));
}

/* ---- items ---- */

bool rt_variant_member(struct rt_arena *arena, struct rt_text a, struct rt_text name,
    struct rt_text *out, bool *is_null, struct rt_error *error)
{
    const struct json_node *node = json_tree_parse(arena, a, error);

    if (!node)
        return false;
    if (node->kind != RT_JSON_OBJECT)
        return rt_fail(error, RT_EXPRESSION, RT_STOP,
            "a VARIANT that is no object has no member '%.*s'",
            (int)(name.size > 80 ? 80 : name.size), name.data);
    for (node = node->first; node && !rt_equal_text(node->name, name);)
        node = node->next;
    *is_null = !node;
    if (node)
        *out = text_of(arena, node);
    return true;
}

bool rt_variant_element(struct rt_arena *arena, struct rt_text a, int32_t index,
    struct rt_text *out, bool *is_null, struct rt_error *error)
{
    const struct json_node *node = json_tree_parse(arena, a, error);

    if (!node)
        return false;
    if (node->kind != RT_JSON_ARRAY)
        return rt_fail(error, RT_EXPRESSION, RT_STOP,
            "a VARIANT that is no array has no element %d", (int)index);
    for (node = index > 0 ? node->first : NULL; node && index > 1; index--)
        node = node->next;
    *is_null = !node;
    if (node)
        *out = text_of(arena, node);
    return true;
}
