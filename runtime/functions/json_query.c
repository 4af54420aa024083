/* JSON_VALUE, JSON_QUERY, JSON_EXISTS, IS JSON; JSON_OBJECT, JSON_ARRAY, JSON_QUOTE. */
#include "json_tree.h"

#include <rt/string.h>

#include <stdlib.h>
#include <string.h>

static bool is_scalar(const struct json_node *node)
{
    return node->kind != RT_JSON_ARRAY && node->kind != RT_JSON_OBJECT;
}

static struct rt_text written(struct rt_arena *arena, const struct json_node *node)
{
    struct rt_buffer buffer = {0};
    struct rt_text text;

    json_tree_write(&buffer, node);
    text = text_in(arena, (const char *)buffer.data, buffer.size);
    rt_buffer_release(&buffer);
    return text;
}

bool rt_is_json(struct rt_arena *arena, struct rt_text a, int32_t type)
{
    struct rt_error error;
    struct json_node *node = json_tree_parse(arena, a, &error);

    if (!node)
        return false;
    switch ((enum rt_json_type)type) {
    case RT_JSON_IS_VALUE:
        return true;
    case RT_JSON_IS_SCALAR:
        return is_scalar(node);
    case RT_JSON_IS_ARRAY:
        return node->kind == RT_JSON_ARRAY;
    case RT_JSON_IS_OBJECT:
        return node->kind == RT_JSON_OBJECT;
    }
    return false;
}

/* The node that the path leads to, false: an error, described in *error. A malformed text is one
 * for strict paths only. */
static bool look(struct rt_arena *arena, struct rt_text a, struct rt_text path,
    struct json_node **out, struct rt_error *error)
{
    struct json_node *root = json_tree_parse(arena, a, error);

    if (!root && json_path_is_lax(path)) {
        *out = json_tree_new(arena, RT_JSON_NULL);
        return true;
    }
    return root && json_path_read(arena, root, path, out, error) == JSON_FOUND;
}

bool rt_json_exists(struct rt_arena *arena, struct rt_text a, struct rt_text path,
    int32_t on_error, bool *out, bool *is_null, struct rt_error *error)
{
    struct json_node *node;

    *is_null = false;
    if (look(arena, a, path, &node, error)) {
        *out = node->kind != RT_JSON_NULL;
        return true;
    }
    *out = on_error == RT_JSON_ON_TRUE;
    *is_null = on_error == RT_JSON_ON_NULL;
    return on_error != RT_JSON_ON_ERROR;
}

/* What ON EMPTY or ON ERROR gives. */
static bool give(int32_t on, struct rt_text other, struct rt_text *out, bool *is_null)
{
    *is_null = on == RT_JSON_ON_NULL || (on == RT_JSON_ON_DEFAULT && !other.data);
    *out = on == RT_JSON_ON_EMPTY_ARRAY ? RT_TEXT("[]")
        : on == RT_JSON_ON_EMPTY_OBJECT ? RT_TEXT("{}")
                                        : other;
    return on != RT_JSON_ON_ERROR;
}

static bool fail_empty(struct rt_text path, struct rt_error *error)
{
    return rt_fail(error, RT_EXPRESSION, RT_STOP, "JSON has nothing at path '%.*s'", shown(path),
        path.data);
}

bool rt_json_value(struct rt_arena *arena, struct rt_text a, struct rt_text path,
    int32_t on_empty, struct rt_text empty, int32_t on_error, struct rt_text failed,
    struct rt_text *out, bool *is_null, struct rt_error *error)
{
    struct json_node *node;
    bool lax = json_path_is_lax(path);

    *is_null = false;
    if (!look(arena, a, path, &node, error))
        return give(on_error, failed, out, is_null);
    if (lax && (node->kind == RT_JSON_NULL || !is_scalar(node)))
        return give(on_empty, empty, out, is_null) || fail_empty(path, error);
    if (!is_scalar(node) || node->kind == RT_JSON_NULL) {
        rt_fail(error, RT_EXPRESSION, RT_STOP,
            "JSON has no scalar value at path '%.*s', which a strict path needs", shown(path),
            path.data);
        return give(on_error, failed, out, is_null);
    }
    *out = node->kind == RT_JSON_STRING ? node->text : written(arena, node);
    return true;
}

/* The array or object that JSON_QUERY gives; NULL: *on is what is to be done instead. */
static struct json_node *query(struct rt_arena *arena, struct rt_text a, struct rt_text path,
    int32_t wrapper, int32_t on_empty, int32_t on_error, int32_t *on, struct rt_error *error)
{
    struct json_node *node, *list;

    *on = on_error;
    if (!look(arena, a, path, &node, error))
        return NULL;
    if (node->kind != RT_JSON_NULL && (wrapper == RT_JSON_WRAPPER ||
            (wrapper == RT_JSON_CONDITIONAL_WRAPPER && node->kind != RT_JSON_ARRAY))) {
        struct json_node *last = NULL;

        list = json_tree_new(arena, RT_JSON_ARRAY);
        node->next = NULL;
        json_tree_add(list, &last, node);
        return list;
    }
    if (!is_scalar(node))
        return node;
    if (json_path_is_lax(path)) {
        *on = on_empty;
        fail_empty(path, error);
    } else {
        rt_fail(error, RT_EXPRESSION, RT_STOP,
            "JSON has a scalar value at path '%.*s', where an array or object must be",
            shown(path), path.data);
    }
    return NULL;
}

bool rt_json_query(struct rt_arena *arena, struct rt_text a, struct rt_text path,
    int32_t wrapper, int32_t on_empty, int32_t on_error, struct rt_text *out, bool *is_null,
    struct rt_error *error)
{
    int32_t on;
    struct json_node *node =
        query(arena, a, path, wrapper, on_empty, on_error, &on, error);

    *is_null = false;
    if (!node)
        return give(on, (struct rt_text){0}, out, is_null);
    *out = written(arena, node);
    return true;
}

bool rt_json_query_array(struct rt_arena *arena, struct rt_text a, struct rt_text path,
    int32_t wrapper, int32_t on_empty, int32_t on_error, struct rt_array *out, bool *is_null,
    struct rt_error *error)
{
    int32_t on;
    struct json_node *node =
        query(arena, a, path, wrapper, on_empty, on_error, &on, error);
    struct rt_text *texts, ignored;
    bool *nulls;
    size_t count = 0;

    *out = (struct rt_array){0};
    *is_null = false;
    if (!node)
        return give(on, (struct rt_text){0}, &ignored, is_null);
    *is_null = node->kind != RT_JSON_ARRAY;
    texts = rt_arena_alloc(arena, node->count * sizeof *texts);
    nulls = rt_arena_alloc(arena, node->count);
    for (const struct json_node *child = node->first; child; child = child->next) {
        nulls[count] = child->kind == RT_JSON_NULL;
        texts[count++] = child->kind == RT_JSON_STRING ? child->text : written(arena, child);
    }
    *out = (struct rt_array){count, texts, nulls};
    return true;
}

/* ---- making JSON ---- */

bool rt_json_parse(struct rt_arena *arena, struct rt_text a, struct rt_text *out,
    struct rt_error *error)
{
    struct json_node *node = json_tree_parse(arena, a, error);

    if (!node)
        return false;
    *out = written(arena, node);
    return true;
}

struct rt_text rt_json_string(struct rt_text json)
{
    return json;
}

struct rt_text rt_json_object_of(struct rt_arena *arena, bool absent, const struct rt_text *parts,
    const bool *nulls, size_t count)
{
    struct rt_buffer buffer = {0};
    struct rt_text text;

    rt_buffer_add_text(&buffer, "{");
    for (size_t i = 0; i + 1 < count; i += 2) {
        if (nulls[i + 1] && absent)
            continue;
        if (buffer.size > 1)
            rt_buffer_add_text(&buffer, ",");
        rt_buffer_add(&buffer, parts[i].data, parts[i].size);
        rt_buffer_add_text(&buffer, ":");
        if (nulls[i + 1])
            rt_buffer_add_text(&buffer, "null");
        else
            rt_buffer_add(&buffer, parts[i + 1].data, parts[i + 1].size);
    }
    rt_buffer_add_text(&buffer, "}");
    text = text_in(arena, (const char *)buffer.data, buffer.size);
    rt_buffer_release(&buffer);
    return text;
}

struct rt_text rt_json_array_of(struct rt_arena *arena, bool absent, const struct rt_text *parts,
    const bool *nulls, size_t count)
{
    struct rt_buffer buffer = {0};
    struct rt_text text;

    rt_buffer_add_text(&buffer, "[");
    for (size_t i = 0; i < count; i++) {
        if (nulls[i] && absent)
            continue;
        if (buffer.size > 1)
            rt_buffer_add_text(&buffer, ",");
        if (nulls[i])
            rt_buffer_add_text(&buffer, "null");
        else
            rt_buffer_add(&buffer, parts[i].data, parts[i].size);
    }
    rt_buffer_add_text(&buffer, "]");
    text = text_in(arena, (const char *)buffer.data, buffer.size);
    rt_buffer_release(&buffer);
    return text;
}

/* ---- JSON_QUOTE, JSON_UNQUOTE ---- */

/* Beyond ASCII as \u and the code point in hex, at least four digits; behind a code point of two
 * UTF-16 units its second unit once more, as Flink has it. */
static void quote_wide(struct rt_buffer *out, uint32_t c)
{
    rt_buffer_printf(out, "\\u%04x", (unsigned)c);
    if (c >= 0x10000)
        rt_buffer_printf(out, "\\u%04x", (unsigned)(0xDC00 + (c & 0x3FF)));
}

struct rt_text rt_json_quote(struct rt_arena *arena, struct rt_text a)
{
    static const char from[] = "\"\\/\b\f\n\r\t", to[] = "\"\\/bfnrt";
    struct rt_buffer buffer = {0};
    struct rt_text text;

    rt_buffer_add_text(&buffer, "\"");
    for (size_t i = 0, step; i < a.size; i += step) {
        uint32_t c = rt_utf8_decode(a.data + i, a.size - i, &step);
        const char *found = c && c < 0x80 ? strchr(from, (int)c) : NULL;

        if (found)
            rt_buffer_printf(&buffer, "\\%c", to[found - from]);
        else if (c < 0x80)
            rt_buffer_add(&buffer, a.data + i, 1);
        else
            quote_wide(&buffer, c);
    }
    rt_buffer_add_text(&buffer, "\"");
    text = text_in(arena, (const char *)buffer.data, buffer.size);
    rt_buffer_release(&buffer);
    return text;
}

static bool read_hex(const char *at, uint32_t *out)
{
    *out = 0;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        uint32_t digit = c >= '0' && c <= '9' ? (uint32_t)(c - '0')
            : c >= 'a' && c <= 'f'            ? (uint32_t)(c - 'a' + 10)
            : c >= 'A' && c <= 'F'            ? (uint32_t)(c - 'A' + 10)
                                              : 16;

        if (digit == 16)
            return false;
        *out = *out * 16 + digit;
    }
    return true;
}

/* An escape behind its backslash, into out; the bytes taken, 0: malformed. */
static size_t unescape(struct rt_text rest, char *out, size_t *size)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *found = rest.size && *rest.data ? strchr(from, *rest.data) : NULL;
    uint32_t c, low;

    if (found) {
        out[0] = to[found - from];
        *size = 1;
        return 1;
    }
    if (rest.size < 5 || *rest.data != 'u' || !read_hex(rest.data + 1, &c))
        return 0;
    if (c >= 0xD800 && c < 0xDC00 && rest.size >= 11 && rest.data[5] == '\\' &&
        rest.data[6] == 'u' && read_hex(rest.data + 7, &low) && low >= 0xDC00 && low < 0xE000) {
        *size = rt_utf8_encode(0x10000 + ((c & 0x3FF) << 10) + (low & 0x3FF), out);
        return 11;
    }
    if (c >= 0xD800 && c < 0xE000)
        c = '?';
    *size = rt_utf8_encode(c, out);
    return 5;
}

struct rt_text rt_json_unquote(struct rt_arena *arena, struct rt_text a)
{
    char *out;
    size_t size = 0;

    if (a.size < 2 || a.data[0] != '"' || a.data[a.size - 1] != '"')
        return a;
    out = rt_arena_alloc(arena, a.size);
    for (size_t i = 1; i < a.size - 1;) {
        size_t taken, more;

        if (a.data[i] != '\\') {
            out[size++] = a.data[i++];
            continue;
        }
        taken = unescape((struct rt_text){a.data + i + 1, a.size - 2 - i}, out + size, &more);
        if (taken == 0)
            return a;
        size += more;
        i += taken + 1;
    }
    return (struct rt_text){out, size};
}

/* ---- JSON_OBJECTAGG ---- */

static int compare_names(const void *a, const void *b)
{
    const struct rt_text *x = a, *y = b;
    size_t least = x->size < y->size ? x->size : y->size;
    int order = least ? memcmp(x->data, y->data, least) : 0;

    return order ? order : (x->size > y->size) - (x->size < y->size);
}

bool rt_json_object_checked(struct rt_arena *arena, struct rt_text object, struct rt_text *out,
    struct rt_error *error)
{
    /* A member has five bytes at least: `"":0,`. */
    struct rt_text *names = rt_arena_alloc(arena, (object.size / 4 + 1) * sizeof *names);
    struct rt_json json;
    size_t count = 0;

    rt_json_open(&json, arena, object);
    if (rt_json_object(&json))
        while (rt_json_member(&json, &names[count])) {
            if (!rt_json_skip(&json))
                break;
            count++;
        }
    if (!rt_json_end(&json, error)) /* The members are well-formed, but for such names. */
        return rt_fail(error, RT_EXPRESSION, RT_STOP, "a key of JSON_OBJECTAGG is NULL");
    qsort(names, count, sizeof *names, compare_names);
    for (size_t i = 1; i < count; i++)
        if (!compare_names(&names[i - 1], &names[i]))
            return rt_fail(error, RT_EXPRESSION, RT_STOP, "Key '%.*s' is already present. "
                "Duplicate keys are not allowed in JSON_OBJECTAGG", (int)names[i].size,
                names[i].data);
    *out = object;
    return true;
}
