/* Identifiers, literals and comments: the only way for SQL text into generated C. */
#include "emit_internal.h"

#include <ctype.h>
#include <string.h>

/* The limit is above a topic's 249 characters and what is put behind them: `<tag>_push_line` must
 * not be cut, for it is written in several places. */
enum { IDENTIFIER_LIMIT = 400, COMMENT_COLUMNS = 96, STRING_COLUMNS = 88 };

struct names {
    struct arena *arena;
    struct map given; /* scope and text -> identifier */
    struct map taken; /* scope and identifier -> the text it was given for */
};

/* Keywords and macros: nothing may be called so. */
static const char *const keywords[] = {
    /* C17, C23 and GNU keywords. */
    "alignas", "alignof", "asm", "auto", "bool", "break", "case", "char", "const", "constexpr",
    "continue", "default", "do", "double", "else", "enum", "extern", "false", "float", "for",
    "goto", "if", "inline", "int", "long", "nullptr", "register", "restrict", "return", "short",
    "signed", "sizeof", "static", "static_assert", "struct", "switch", "thread_local", "true",
    "typedef", "typeof", "typeof_unqual", "union", "unsigned", "void", "volatile", "while",
    /* Predefined, or macros of the headers. */
    "unix", "linux", "i386", "errno", "stdin", "stdout", "stderr", "offsetof", "NULL", "EOF",
    "BUFSIZ", "SEEK_SET", "SEEK_CUR", "SEEK_END", "FILENAME_MAX", "FOPEN_MAX", "L_tmpnam",
    "L_TMPNAM", "TMP_MAX", "P_TMPDIR", "SIZE_MAX", "SIG_ATOMIC_MIN", "SIG_ATOMIC_MAX", "WCHAR_MIN",
    "WCHAR_MAX", "WINT_MIN", "WINT_MAX", "PTRDIFF_MIN", "PTRDIFF_MAX", "CHAR_BIT", "CHAR_MIN",
    "CHAR_MAX", "SCHAR_MIN", "SCHAR_MAX", "UCHAR_MAX", "SHRT_MIN", "SHRT_MAX", "USHRT_MAX",
    "INT_MIN", "INT_MAX", "UINT_MAX", "LONG_MIN", "LONG_MAX", "ULONG_MAX", "LLONG_MIN",
    "LLONG_MAX", "ULLONG_MAX", "SSIZE_MAX", "PATH_MAX", "NAME_MAX", "IOV_MAX", "MB_LEN_MAX",
    "MB_CUR_MAX", "RAND_MAX", "EXIT_SUCCESS", "EXIT_FAILURE", "HUGE_VAL", "INFINITY", "NAN",
    "BYTE_ORDER", "LITTLE_ENDIAN", "BIG_ENDIAN", "PDP_ENDIAN", "FLT_MAX", "FLT_MIN", "DBL_MAX",
    "DBL_MIN",
    /* The NULL bits of every row struct. */
    "nulls",
};

/* Types and functions of the headers, and what templates call their locals: a member may be called
 * so, a variable or function may not. */
static const char *const taken_names[] = {
    "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
    "size_t", "ssize_t", "ptrdiff_t", "intptr_t", "uintptr_t", "intmax_t", "uintmax_t", "wchar_t",
    "va_list", "time_t", "off_t", "main", "abs", "exit", "abort", "free", "malloc", "calloc",
    "realloc", "memcpy", "memset", "memcmp", "memmove", "memchr", "strlen", "strcmp", "strncmp",
    "printf", "fprintf", "snprintf", "puts", "putc", "getc", "remove", "rename", "index", "rindex",
    "read", "write", "open", "close", "time", "signal", "div", "floor", "ceil", "round", "trunc",
    "exp", "log", "pow", "sqrt", "sin", "cos", "tan", "y0", "y1", "yn", "j0", "j1", "jn", "gamma",
    "in", "out", "row", "rows", "task", "error", "arena", "record", "op", "zone", "line",
    "output", "at", "size", "count", "i", "keys", "values", "null", "branch", "ddl2c_jobs",
    "ddl2c_job_count",
};

struct names *names_new(struct arena *arena)
{
    struct names *names = NEW(arena, struct names);

    names->arena = arena;
    names->given.arena = arena;
    names->taken.arena = arena;
    return names;
}

/* INT32_MAX, UINT_LEAST8_MAX, INT64_C … of <stdint.h>. */
static bool is_stdint_macro(const char *name)
{
    const char *at = name + (*name == 'U');

    if (strncmp(at, "INT", 3))
        return false;
    at += 3;
    if (!strncmp(at, "_LEAST", 6))
        at += 6;
    else if (!strncmp(at, "_FAST", 5))
        at += 5;
    else if (!strncmp(at, "MAX", 3) || !strncmp(at, "PTR", 3))
        at += 3;
    at += strspn(at, "0123456789");
    return !strcmp(at, "_MAX") || !strcmp(at, "_MIN") || !strcmp(at, "_C") || !strcmp(at, "_WIDTH");
}

static bool is_among(const char *name, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(name, list[i]))
            return true;
    return false;
}

static bool is_reserved(const char *scope, const char *name)
{
    if (is_among(name, keywords, sizeof keywords / sizeof *keywords))
        return true;
    if (strncmp(scope, "struct ", 7) &&
        is_among(name, taken_names, sizeof taken_names / sizeof *taken_names))
        return true;
    return !strncmp(name, "rt_", 3) || !strncmp(name, "RT_", 3) || is_stdint_macro(name);
}

/* Lower case ASCII letters, digits and `_`; what is not ASCII becomes u<code point>. */
static char *fold(struct arena *arena, const char *text, bool upper)
{
    struct text out = {.arena = arena};
    const char *end = text + strlen(text);
    bool after_escape = false;

    for (const char *at = text; at < end && out.size < IDENTIFIER_LIMIT;) {
        unsigned char c = (unsigned char)*at;
        uint32_t cp;
        size_t size = utf8_decode(at, end, &cp);

        if (c >= 0x80) {
            if (out.size && out.data[out.size - 1] != '_')
                text_add_char(&out, '_');
            text_printf(&out, "u%04x", size ? (unsigned)cp : c);
        } else {
            if (after_escape && isalnum(c))
                text_add_char(&out, '_');
            text_add_char(&out, isalnum(c) ? (char)tolower(c) : '_');
        }
        after_escape = c >= 0x80;
        at += size ? size : 1;
    }
    if (!out.size)
        text_add(&out, "x");
    if (isdigit((unsigned char)out.data[0]) || out.data[0] == '_' || !strncmp(out.data, "rt_", 3))
        out.data = arena_printf(arena, "x_%s", out.data + (out.data[0] == '_'));
    for (char *at = out.data; upper && *at; at++)
        *at = (char)toupper((unsigned char)*at);
    return out.data;
}

static const char *key_of(const struct names *names, const char *scope, const char *text)
{
    return arena_printf(names->arena, "%zu:%s:%s", strlen(scope), scope, text);
}

static bool is_free(const struct names *names, const char *scope, const char *name,
    const char *text)
{
    const char *other;

    if (is_reserved(scope, name) || map_get(&names->taken, key_of(names, scope, name)))
        return false;
    other = map_get(&names->taken, key_of(names, "", name));
    return !other || !strcmp(other, text);
}

static const char *make(struct names *names, const char *scope, const char *text, bool upper)
{
    const char *key = arena_printf(names->arena, "%d:%s", upper, key_of(names, scope, text));
    const char *name = map_get(&names->given, key), *base;

    if (name)
        return name;
    base = name = fold(names->arena, text, upper);
    if (is_reserved(scope, name))
        name = arena_printf(names->arena, "%s_", base);
    for (unsigned n = 2; !is_free(names, scope, name, text); n++)
        name = arena_printf(names->arena, "%s_%u", base, n);
    map_put(&names->given, key, (char *)(uintptr_t)name);
    map_put(&names->taken, key_of(names, scope, name), arena_strdup(names->arena, text));
    return name;
}

const char *names_make(struct names *names, const char *scope, const char *text)
{
    return make(names, scope, text, false);
}

const char *names_make_upper(struct names *names, const char *scope, const char *text)
{
    return make(names, scope, text, true);
}

void names_reserve(struct names *names, const char *scope, const char *identifier)
{
    const char *key = key_of(names, scope, identifier);

    if (!map_get(&names->taken, key))
        map_put(&names->taken, key, "\001");
}

static void add_literal_char(struct text *out, unsigned char c)
{
    if (c == '\n')
        text_add(out, "\\n");
    else if (c == '"' || c == '\\' || c == '?')
        text_printf(out, "\\%c", c);
    else if (c < ' ' || c > '~')
        text_printf(out, "\\%03o", c);
    else
        text_add_char(out, (char)c);
}

const char *emit_c_character(struct arena *arena, char c)
{
    if (c == '\t')
        return "'\\t'";
    return arena_printf(arena, c == '\'' || c == '\\' ? "'\\%c'" : "'%c'", c);
}

const char *emit_c_literal(struct arena *arena, const char *text)
{
    struct text out = {.arena = arena};

    text_add_char(&out, '"');
    for (; *text; text++)
        add_literal_char(&out, (unsigned char)*text);
    text_add_char(&out, '"');
    return text_chars(&out);
}

const char *emit_c_string(struct arena *arena, struct str text)
{
    struct text out = {.arena = arena};
    size_t column = 0, before;

    text_add_char(&out, '"');
    for (size_t i = 0; i < text.size; i++) {
        /* A literal of several lines: break behind line ends and, if too long, at spaces. */
        if (i && (text.data[i - 1] == '\n' ||
                     (column > STRING_COLUMNS - 16 && text.data[i - 1] == ' ') ||
                     column > STRING_COLUMNS)) {
            text_add(&out, "\"\n    \"");
            column = 0;
        }
        before = out.size;
        add_literal_char(&out, (unsigned char)text.data[i]);
        column += out.size - before;
    }
    text_add_char(&out, '"');
    return text_chars(&out);
}

/* Characters that change how text is shown: bidirectional controls, invisible ones, line ends. */
static bool is_deceptive(uint32_t cp)
{
    return cp < 0x20 || (cp >= 0x7F && cp < 0xA0) || cp == 0xAD || cp == 0x61C ||
           (cp >= 0x200B && cp <= 0x200F) || (cp >= 0x2028 && cp <= 0x202E) ||
           (cp >= 0x2060 && cp <= 0x206F) || cp == 0xFEFF || cp >= 0xE0000;
}

/* `line` without what could end the comment, look like the start of another, or join lines. */
static char *comment_line(struct arena *arena, const char *line, size_t size)
{
    struct text out = {.arena = arena};
    const char *end = line + size;
    char last = 0;

    for (const char *at = line; at < end;) {
        uint32_t cp;
        size_t used = utf8_decode(at, end, &cp);

        if ((last == '*' && *at == '/') || (last == '/' && *at == '*') ||
            (last == '?' && *at == '?'))
            text_add_char(&out, ' ');
        last = *at;
        if (!used)
            text_printf(&out, "\\x%02x", (unsigned char)*at);
        else if (cp == '\t')
            text_add_char(&out, ' ');
        else if (is_deceptive(cp))
            text_printf(&out, "\\u%04x", (unsigned)cp);
        else
            text_add_size(&out, at, used);
        at += used ? used : 1;
    }
    while (out.size && out.data[out.size - 1] == ' ')
        out.data[--out.size] = '\0';
    return (char *)(uintptr_t)text_chars(&out);
}

/* How many bytes of `line` fit on a comment line; breaks at a space if there is one. */
static size_t fold_size(const char *line)
{
    size_t columns = 0, space = 0, size = 0;

    for (; line[size]; size++) {
        if (((unsigned char)line[size] & 0xC0) != 0x80 && ++columns > COMMENT_COLUMNS)
            return space ? space : size;
        if (line[size] == ' ' && columns > 1)
            space = size + 1;
    }
    return size;
}

/* A folded part; a backslash at its end would join lines. */
static void add_comment_part(struct text *out, const char *part, size_t size)
{
    while (size && part[size - 1] == ' ')
        size--;
    text_add_size(out, part, size);
    if (size && part[size - 1] == '\\')
        text_add(out, "x5c");
}

const char *emit_comment(struct arena *arena, const char *text)
{
    struct text out = {.arena = arena};
    bool first = true;

    while (*text) {
        size_t size = strcspn(text, "\r\n");
        const char *line = comment_line(arena, text, size);

        do {
            size_t part = fold_size(line);

            text_add(&out, first ? "" : part ? "\n * " : "\n *");
            add_comment_part(&out, line, part);
            line += part;
            first = false;
        } while (*line);
        text += size;
        text += *text == '\r' && text[1] == '\n' ? 2 : *text != '\0';
    }
    return text_chars(&out);
}
