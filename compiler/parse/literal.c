/* Values of quoted tokens. */
#include "token.h"

#include <string.h>

static struct str text_of(const struct text *text)
{
    return (struct str){text_chars(text), text->size};
}

/* Adds what stands between the quotes, doubled quotes halved. */
static void add_unquoted(struct text *out, const char *at, const char *end, char quote)
{
    while (at < end) {
        text_add_char(out, *at);
        at += *at == quote && at + 1 < end ? 2 : 1;
    }
}

bool literal_quoted_name(struct arena *arena, struct diag *diag, struct token *token)
{
    struct text text = {.arena = arena};

    add_unquoted(&text, token->text.data + 1, token->text.data + token->text.size - 1, '`');
    token->text = text_of(&text);
    token->quoted = true;
    if (!text.size) {
        diag_error(diag, D_BAD_TOKEN, token->span, "a name cannot be empty");
        return false;
    }
    return true;
}

bool literal_string(struct arena *arena, struct token *token)
{
    struct text text = {.arena = arena};

    add_unquoted(&text, token->text.data + 1, token->text.data + token->text.size - 1, '\'');
    token->text = text_of(&text);
    return true;
}

/* N'…' and _charset'…': the source is UTF-8 in any case, so the prefix says nothing. */
bool literal_charset_string(struct arena *arena, struct token *token)
{
    const char *quote = memchr(token->text.data, '\'', token->text.size);

    token->text.size -= (size_t)(quote - token->text.data);
    token->text.data = quote;
    return literal_string(arena, token);
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* `count` hexadecimal digits; false if there are fewer. */
static bool read_hex(const char *at, const char *end, int count, uint32_t *value)
{
    *value = 0;
    if (end - at < count)
        return false;
    while (count--) {
        int digit = hex_digit(*at++);

        if (digit < 0)
            return false;
        *value = *value * 16 + (uint32_t)digit;
    }
    return true;
}

/* The code point of an escape at `at` (behind the escape character); 0 bytes if it is wrong. A
 * surrogate pair in two escapes is one code point. */
static size_t read_escape(const char *at, const char *end, char escape, uint32_t *cp)
{
    uint32_t low;

    if (at < end && *at == '+')
        return read_hex(at + 1, end, 6, cp) && *cp <= 0x10FFFF && (*cp & ~0x7FFu) != 0xD800 ? 7 : 0;
    if (!read_hex(at, end, 4, cp))
        return 0;
    if ((*cp & ~0x3FFu) == 0xD800) {
        if (end - at < 9 || at[4] != escape || !read_hex(at + 5, end, 4, &low) ||
            (low & ~0x3FFu) != 0xDC00)
            return 0;
        *cp = 0x10000 + ((*cp - 0xD800) << 10) + (low - 0xDC00);
        return 9;
    }
    return (*cp & ~0x3FFu) == 0xDC00 ? 0 : 4;
}

bool literal_unicode_string(struct arena *arena, struct diag *diag, struct token *token,
    char escape)
{
    struct text text = {.arena = arena};
    const char *start = token->text.data, *at = start + 3, *end = start + token->text.size - 1;

    while (at < end) {
        struct span span = token->span;
        uint32_t cp;
        size_t size;

        if (*at != escape) {
            text_add_char(&text, *at);
            at += *at == '\'' ? 2 : 1;
            continue;
        }
        if (at + 1 < end && at[1] == escape) {
            text_add_char(&text, escape);
            at += 2;
            continue;
        }
        size = read_escape(at + 1, end, escape, &cp);
        if (!size) {
            span.begin += (uint32_t)(at - start);
            span.end = span.begin + 1;
            diag_error(diag, D_BAD_ESCAPE, span,
                "'%c' starts no escape: write %c0041, %c+01F600, or %c%c for the character itself",
                escape, escape, escape, escape, escape);
            return false;
        }
        utf8_add(&text, cp);
        at += 1 + size;
    }
    token->text = text_of(&text);
    return true;
}

bool literal_binary_string(struct arena *arena, struct diag *diag, struct token *token)
{
    struct text text = {.arena = arena};
    const char *at = token->text.data + 2, *end = token->text.data + token->text.size - 1;

    if ((end - at) % 2) {
        diag_error(diag, D_BAD_TOKEN, token->span,
            "a binary literal needs an even number of hexadecimal digits");
        return false;
    }
    for (; at < end; at += 2) {
        uint32_t byte;

        if (!read_hex(at, end, 2, &byte)) {
            struct span span = token->span;

            span.begin += (uint32_t)(at - token->text.data);
            span.end = span.begin + 2;
            diag_error(diag, D_BAD_TOKEN, span, "a binary literal holds hexadecimal digits only");
            return false;
        }
        text_add_char(&text, (char)byte);
    }
    token->text = text_of(&text);
    return true;
}
