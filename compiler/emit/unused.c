/* Locals that no statement reads: `(void)name;` behind their declaration. What an operand's local
 * is for may be folded away after it was written: NULL AND x, x <> x, a flag that is always false.
 */
#include "emit_internal.h"

#include <ctype.h>
#include <string.h>

static size_t word_size(const char *at)
{
    size_t size = 0;

    while (isalnum((unsigned char)at[size]) || at[size] == '_')
        size++;
    return size;
}

/* name_7 or name_7_null, as expr_name makes them. */
static bool is_local(const char *name, size_t size)
{
    size_t digits = 0;

    if (size > 5 && !strncmp(name + size - 5, "_null", 5))
        size -= 5;
    while (digits < size && isdigit((unsigned char)name[size - digits - 1]))
        digits++;
    return digits && digits < size && name[size - digits - 1] == '_';
}

/* Whether the text up to `end` reads the name: not as what is assigned to. */
static bool is_read(const char *text, const char *end, const char *name, size_t size)
{
    for (const char *at = text; at < end; at++) {
        size_t length;

        if (!isalpha((unsigned char)*at) && *at != '_') {
            at += isdigit((unsigned char)*at) ? word_size(at) - 1 : 0;
            continue;
        }
        length = word_size(at);
        if (length == size && !strncmp(at, name, size) && at[-1] != '.' && at[-1] != '>' &&
            strncmp(at + size, " = ", 3))
            return true;
        at += length - 1;
    }
    return false;
}

/* The name that a line declares with a value, NULL: none. `*size` is its length. */
static const char *declared(const char *line, size_t *size)
{
    const char *at = line + strspn(line, " "), *name = NULL;
    size_t words = 0;

    while (isalpha((unsigned char)*at) || *at == '_' || *at == '*') {
        if (*at == '*') {
            at++;
            continue;
        }
        *size = word_size(name = at);
        at += *size;
        words++;
        if (!strncmp(at, " = ", 3) || !strncmp(at, "[] = ", 5))
            return words > 1 && is_local(name, *size) ? name : NULL;
        if (*at++ != ' ')
            return NULL;
    }
    return NULL;
}

/* The name behind it in "bool a = x, b = false;", NULL: none. */
static const char *declared_beside(const char *line, const char *end, size_t *size)
{
    static const char tail[] = " = false;";
    const char *name = end - (sizeof tail - 1);

    if (strncmp(line + strspn(line, " "), "bool ", 5) || name <= line ||
        strncmp(name, tail, sizeof tail - 1))
        return NULL;
    while (name > line && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
        name--;
    *size = word_size(name);
    return name - line > 2 && name[-1] == ' ' && name[-2] == ',' && is_local(name, *size) ? name
                                                                                           : NULL;
}

static void use(struct text *out, const char *line, const char *end, const char *last,
    const char *name, size_t size)
{
    if (name && !is_read(end, last, name, size))
        text_printf(out, "\n%.*s(void)%.*s;", (int)strspn(line, " "), line, (int)size, name);
}

const char *emit_use_locals(struct arena *arena, const char *text)
{
    struct text out = {.arena = arena};
    const char *last = text;

    for (const char *line = text; *line;) {
        const char *end = line + strcspn(line, "\n"), *name;
        size_t size;

        if (line >= last) { /* The end of the function. */
            last = strstr(line, "\n}");
            last = last ? last + 1 : line + strlen(line);
        }
        name = *line == ' ' ? declared(line, &size) : NULL;
        while (name && end[-1] != ';' && *end)
            end += 1 + strcspn(end + 1, "\n");
        text_add_size(&out, line, (size_t)(end - line));
        if (name) {
            use(&out, line, end, last, name, size);
            name = declared_beside(line, end, &size);
            use(&out, line, end, last, name, size);
        }
        line = end;
        if (*line) {
            text_add_char(&out, '\n');
            line++;
        }
    }
    return text_chars(&out);
}
