/* SIMILAR TO: the pattern becomes a regular expression, as Calcite makes it. */
#include "regexp.h"

#include <rt/regexp.h>
#include <rt/string.h>

#include <string.h>
#include <strings.h>

static const char specials[] = "[]()|^-+*_%?{}", java_specials[] = "[]()|^-+*?{}$\\.";

static bool is_one_of(char c, const char *set)
{
    return c && strchr(set, c);
}

static bool fail(struct rt_text pattern, struct rt_error *error)
{
    return rt_fail(error, RT_EXPRESSION, RT_STOP, "SIMILAR TO: invalid pattern '%.*s'",
        shown(pattern), pattern.data);
}

/* [:ALPHA:] … at `at`; the bytes taken, 0: none. */
static size_t named_class(struct rt_text rest, struct rt_buffer *out)
{
    static const struct {
        const char *name, *becomes;
    } names[] = {{"[:ALPHA:]", "[:alpha:]"}, {"[:UPPER:]", "[:upper:]"},
        {"[:LOWER:]", "[:lower:]"}, {"[:DIGIT:]", "[:digit:]"}, {"[:SPACE:]", " "},
        {"[:WHITESPACE:]", "[:space:]"}, {"[:ALNUM:]", "[:alnum:]"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size = strlen(names[i].name);

        if (rest.size >= size && !strncasecmp(rest.data, names[i].name, size)) {
            rt_buffer_add_text(out, names[i].becomes);
            return size;
        }
    }
    return 0;
}

/* A class, from its [ on; the bytes taken, 0: malformed. */
static size_t enumeration(struct rt_text rest, char escape, struct rt_buffer *out)
{
    rt_buffer_add_text(out, "[");
    for (size_t i = 1; i < rest.size;) {
        char c = rest.data[i];
        size_t taken = 1;

        if (c == ']') {
            rt_buffer_add_text(out, "]");
            return i + 1;
        }
        if (escape && c == escape) {
            if (i + 1 == rest.size || !is_one_of(rest.data[i + 1], specials))
                return 0;
            rt_buffer_printf(out, "\\%c", rest.data[i + 1]);
            taken = 2;
        } else if (c == '[') {
            taken = named_class((struct rt_text){rest.data + i, rest.size - i}, out);
            if (taken == 0)
                return 0;
        } else {
            if (c == '\\')
                rt_buffer_add_text(out, "\\");
            rt_buffer_add(out, &c, 1);
        }
        i += taken;
    }
    return 0;
}

static bool translate(struct rt_text pattern, char escape, struct rt_buffer *out)
{
    rt_buffer_add_text(out, "\\A(?:");
    for (size_t i = 0; i < pattern.size;) {
        char c = pattern.data[i], next = i + 1 < pattern.size ? pattern.data[i + 1] : '\0';
        size_t taken = 1;

        if (escape && c == escape) {
            if (!is_one_of(next, specials) && next != escape)
                return false;
            if (is_one_of(next, java_specials))
                rt_buffer_add_text(out, "\\");
            rt_buffer_add(out, &next, 1);
            taken = 2;
        } else if (c == '_') {
            rt_buffer_add_text(out, ".");
        } else if (c == '%') {
            rt_buffer_add_text(out, "(?s:.*)");
        } else if (c == '[') {
            taken = enumeration((struct rt_text){pattern.data + i, pattern.size - i}, escape, out);
            if (taken == 0)
                return false;
        } else if (c == ']') {
            return false;
        } else {
            if (c == '\\' || c == '$')
                rt_buffer_add_text(out, "\\");
            rt_buffer_add(out, &c, 1);
        }
        i += taken;
    }
    rt_buffer_add_text(out, ")\\z");
    return true;
}

static bool similar(struct rt_text a, struct rt_text pattern, char escape, bool *out,
    struct rt_error *error)
{
    struct rt_buffer text = {0};
    struct regexp *regexp = NULL;
    int found = -1;

    *out = false;
    if (translate(pattern, escape, &text))
        regexp = regexp_find((struct rt_text){(const char *)text.data, text.size});
    if (regexp && regexp->code)
        found = regexp_match(regexp, a, 0, error);
    else
        fail(pattern, error);
    rt_buffer_release(&text);
    *out = found > 0;
    return found >= 0;
}

bool rt_similar(struct rt_text a, struct rt_text pattern, bool *out, struct rt_error *error)
{
    return similar(a, pattern, '\0', out, error);
}

bool rt_similar_escape(struct rt_text a, struct rt_text pattern, struct rt_text escape, bool *out,
    struct rt_error *error)
{
    if (escape.size > 1)
        return rt_fail(error, RT_EXPRESSION, RT_STOP,
            "SIMILAR TO: the escape must be one character, not '%.*s'", shown(escape),
            escape.data);
    return similar(a, pattern, escape.size ? *escape.data : '\0', out, error);
}
