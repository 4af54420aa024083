/* JSON, pulled: structure, strings and the checks of the grammar. */
#include "json_internal.h"

#include <rt/string.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void skip_blanks(struct rt_json *json)
{
    while (json->at < json->end &&
        (*json->at == ' ' || *json->at == '\t' || *json->at == '\n' || *json->at == '\r'))
        json->at++;
}

bool rt_json_fail(struct rt_json *json, const char *format, ...)
{
    int size = 0;
    va_list list;

    if (json->failed)
        return false;
    json->failed = true;
    if (json->column != NULL)
        size = snprintf(json->message, sizeof json->message, "column '%.80s': ", json->column);
    va_start(list, format);
    vsnprintf(json->message + size, sizeof json->message - (size_t)size, format, list);
    va_end(list);
    return false;
}

/* "malformed JSON at byte 7: …" */
static bool malformed(struct rt_json *json, const char *what)
{
    return rt_json_fail(json, "malformed JSON at byte %zu: %s",
        (size_t)(json->at - json->start) + 1, what);
}

void rt_json_open(struct rt_json *json, struct rt_arena *arena, struct rt_text text)
{
    const char *start = text.size == 0 ? "" : text.data;

    *json = (struct rt_json){
        .start = start, .at = start, .end = start + text.size, .arena = arena};
    if (!rt_utf8_valid(start, text.size))
        rt_json_fail(json, "the text is not UTF-8");
}

bool rt_json_end(struct rt_json *json, struct rt_error *error)
{
    json->column = NULL;
    if (!json->failed) {
        skip_blanks(json);
        if (json->depth > 0)
            malformed(json, "an object or array is not closed");
        else if (json->at < json->end)
            malformed(json, "nothing may follow the value");
    }
    return !json->failed || rt_fail(error, RT_INPUT, RT_STOP, "%s", json->message);
}

enum rt_json_kind rt_json_peek(struct rt_json *json)
{
    if (json->failed)
        return RT_JSON_END;
    skip_blanks(json);
    if (json->at == json->end)
        return RT_JSON_END;
    switch (*json->at) {
    case '{':
        return RT_JSON_OBJECT;
    case '[':
        return RT_JSON_ARRAY;
    case '"':
        return RT_JSON_STRING;
    case 'n':
        return RT_JSON_NULL;
    case 't':
        return RT_JSON_TRUE;
    case 'f':
        return RT_JSON_FALSE;
    }
    if (*json->at == '-' || (*json->at >= '0' && *json->at <= '9'))
        return RT_JSON_NUMBER;
    malformed(json, "expected a value");
    return RT_JSON_END;
}

/* "expected INT, got a string" */
bool json_expected(struct rt_json *json, const char *what)
{
    static const char *const names[] = {"the end", "null", "false", "true", "a number", "a string",
        "an array", "an object"};
    enum rt_json_kind kind = rt_json_peek(json);

    if (json->failed)
        return false;
    return rt_json_fail(json, "expected %s, got %s", json->expected ? json->expected : what,
        names[kind]);
}

static bool enter(struct rt_json *json, bool array)
{
    if (rt_json_peek(json) != (array ? RT_JSON_ARRAY : RT_JSON_OBJECT))
        return json_expected(json, array ? "an array" : "an object");
    if (json->depth == RT_JSON_DEPTH)
        return malformed(json, "nested too deeply");
    json->at++;
    if (array)
        json->is_array[json->depth / 64] |= UINT64_C(1) << json->depth % 64;
    else
        json->is_array[json->depth / 64] &= ~(UINT64_C(1) << json->depth % 64);
    json->depth++;
    json->first = true;
    return true;
}

bool rt_json_object(struct rt_json *json)
{
    return enter(json, false);
}

bool rt_json_array(struct rt_json *json)
{
    return enter(json, true);
}

/* Whether another item follows in the innermost object or array; else closes it. */
static bool more(struct rt_json *json, char close, const char *what)
{
    if (json->failed)
        return false;
    skip_blanks(json);
    if (json->at < json->end && *json->at == close) {
        json->at++;
        json->depth--;
        json->first = false;
        return false;
    }
    if (!json->first) {
        if (json->at == json->end || *json->at != ',')
            return malformed(json, what);
        json->at++;
        skip_blanks(json);
    }
    json->first = false;
    return true;
}

/* ---- strings ---- */

static int hex4(const char *at, const char *end)
{
    int value = 0;

    if (end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        int digit = c >= '0' && c <= '9' ? c - '0'
            : c >= 'a' && c <= 'f'       ? c - 'a' + 10
            : c >= 'A' && c <= 'F'       ? c - 'A' + 10
                                         : -1;

        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* \uXXXX, a pair for characters beyond U+FFFF; json->at is behind the u. */
static bool take_unicode(struct rt_json *json, char **out)
{
    int high = hex4(json->at, json->end), low;
    uint32_t c;

    if (high < 0)
        return malformed(json, "four hexadecimal digits must follow \\u");
    c = (uint32_t)high;
    json->at += 4;
    if (c >= 0xd800 && c < 0xe000) {
        if (c >= 0xdc00 || json->end - json->at < 6 || json->at[0] != '\\' || json->at[1] != 'u' ||
            (low = hex4(json->at + 2, json->end)) < 0xdc00 || low > 0xdfff)
            return malformed(json, "half of a surrogate pair");
        c = 0x10000 + ((c - 0xd800) << 10) + ((uint32_t)low - 0xdc00);
        json->at += 6;
    }
    *out += rt_utf8_encode(c, *out);
    return true;
}

/* json->at is behind a backslash. */
static bool take_escape(struct rt_json *json, char **out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *found;
    char c;

    if (json->at == json->end)
        return malformed(json, "the string is not closed");
    c = *json->at++;
    if (c == 'u')
        return take_unicode(json, out);
    found = c == '\0' ? NULL : strchr(from, c);
    if (found == NULL)
        return malformed(json, "unknown escape");
    *(*out)++ = to[found - from];
    return true;
}

/* The rest of a string with escapes, from its opening quote `start` on. */
static bool unescape(struct rt_json *json, const char *start, struct rt_text *out)
{
    const char *close = json->at;
    char *data, *to;

    while (close < json->end && *close != '"')
        close += *close == '\\' && json->end - close > 1 ? 2 : 1;
    data = to = rt_arena_alloc(json->arena, (size_t)(close - start) + 4);
    memcpy(to, start, (size_t)(json->at - start));
    to += json->at - start;
    for (;;) {
        if (json->at == json->end)
            return malformed(json, "the string is not closed");
        if (*json->at == '"')
            break;
        if ((unsigned char)*json->at < 0x20)
            return malformed(json, "a control character must be escaped");
        if (*json->at != '\\') {
            *to++ = *json->at++;
            continue;
        }
        json->at++;
        if (!take_escape(json, &to))
            return false;
    }
    json->at++;
    *out = (struct rt_text){data, (size_t)(to - data)};
    return true;
}

/* json->at is at the opening quote. */
bool json_take_string(struct rt_json *json, struct rt_text *out)
{
    const char *start = ++json->at;

    while (json->at < json->end && *json->at != '"' && *json->at != '\\' &&
        (unsigned char)*json->at >= 0x20)
        json->at++;
    if (json->at < json->end && *json->at == '"') {
        *out = (struct rt_text){start, (size_t)(json->at++ - start)};
        return true;
    }
    return unescape(json, start, out);
}

/* -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)? */
static bool take_digits(struct rt_json *json)
{
    const char *start = json->at;

    while (json->at < json->end && *json->at >= '0' && *json->at <= '9')
        json->at++;
    return json->at > start || malformed(json, "expected a digit");
}

bool json_take_number(struct rt_json *json, struct rt_text *out)
{
    const char *start = json->at;

    if (*json->at == '-')
        json->at++;
    if (json->at < json->end && *json->at == '0')
        json->at++;
    else if (!take_digits(json))
        return false;
    if (json->at < json->end && *json->at == '.') {
        json->at++;
        if (!take_digits(json))
            return false;
    }
    if (json->at < json->end && (*json->at == 'e' || *json->at == 'E')) {
        json->at++;
        if (json->at < json->end && (*json->at == '+' || *json->at == '-'))
            json->at++;
        if (!take_digits(json))
            return false;
    }
    *out = (struct rt_text){start, (size_t)(json->at - start)};
    return true;
}

bool json_take_word(struct rt_json *json, const char *word)
{
    size_t size = strlen(word);

    if ((size_t)(json->end - json->at) < size || memcmp(json->at, word, size) != 0)
        return malformed(json, "expected a value");
    json->at += size;
    return true;
}

/* ---- members, elements, skipping ---- */

bool rt_json_member(struct rt_json *json, struct rt_text *name)
{
    if (!more(json, '}', "expected ',' or '}'"))
        return false;
    if (json->at == json->end || *json->at != '"')
        return malformed(json, "expected a name in quotes");
    if (!json_take_string(json, name))
        return false;
    skip_blanks(json);
    if (json->at == json->end || *json->at != ':')
        return malformed(json, "expected ':'");
    json->at++;
    return true;
}

bool rt_json_element(struct rt_json *json)
{
    return more(json, ']', "expected ',' or ']'");
}

static bool in_array(const struct rt_json *json)
{
    return json->is_array[(json->depth - 1) / 64] >> (json->depth - 1) % 64 & 1;
}

/* A value that is no object or array, or the beginning of one. */
static bool skip_one(struct rt_json *json)
{
    struct rt_text ignored;

    switch (rt_json_peek(json)) {
    case RT_JSON_END:
        return !json->failed && malformed(json, "expected a value");
    case RT_JSON_NULL:
        return json_take_word(json, "null");
    case RT_JSON_FALSE:
        return json_take_word(json, "false");
    case RT_JSON_TRUE:
        return json_take_word(json, "true");
    case RT_JSON_NUMBER:
        return json_take_number(json, &ignored);
    case RT_JSON_STRING:
        return json_take_string(json, &ignored);
    case RT_JSON_ARRAY:
        return rt_json_array(json);
    case RT_JSON_OBJECT:
        return rt_json_object(json);
    }
    return false;
}

bool rt_json_skip(struct rt_json *json)
{
    int depth = json->depth;
    struct rt_text ignored;

    if (!skip_one(json))
        return false;
    while (json->depth > depth && !json->failed)
        if (in_array(json) ? rt_json_element(json) : rt_json_member(json, &ignored))
            skip_one(json);
    return !json->failed;
}

bool rt_json_raw(struct rt_json *json, struct rt_text *out)
{
    const char *start;

    if (rt_json_peek(json) == RT_JSON_END)
        return json_expected(json, "a value");
    start = json->at;
    if (!rt_json_skip(json))
        return false;
    *out = (struct rt_text){start, (size_t)(json->at - start)};
    return true;
}
