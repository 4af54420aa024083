#include "base.h"

#include <stdio.h>
#include <string.h>

struct str str_of(const char *text)
{
    return (struct str){text, strlen(text)};
}

bool str_equal(struct str a, struct str b)
{
    return a.size == b.size && (!a.size || !memcmp(a.data, b.data, a.size));
}

static void text_reserve(struct text *text, size_t more)
{
    size_t capacity = text->capacity ? text->capacity : 128;
    char *data;

    if (text->capacity - text->size > more)
        return;
    while (capacity - text->size <= more)
        capacity *= 2;
    data = arena_alloc(text->arena, capacity);
    if (text->size)
        memcpy(data, text->data, text->size);
    text->data = data;
    text->capacity = capacity;
}

void text_add_size(struct text *text, const char *s, size_t size)
{
    text_reserve(text, size);
    if (size)
        memcpy(text->data + text->size, s, size);
    text->size += size;
    text->data[text->size] = '\0';
}

void text_add(struct text *text, const char *s)
{
    text_add_size(text, s, strlen(s));
}

void text_add_char(struct text *text, char c)
{
    text_add_size(text, &c, 1);
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list args, again;
    int size;

    va_start(args, format);
    va_copy(again, args);
    size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (size < 0)
        BUG("bad format '%s'", format);
    text_reserve(text, (size_t)size);
    vsnprintf(text->data + text->size, (size_t)size + 1, format, args);
    text->size += (size_t)size;
    va_end(args);
}

void text_add_block(struct text *text, const char *block, size_t indent)
{
    while (*block) {
        size_t size = strcspn(block, "\n");

        if (size && block[0] != '#') /* A preprocessor line keeps column 0. */
            text_printf(text, "%*s", (int)indent, "");
        text_add_size(text, block, size);
        text_add_char(text, '\n');
        block += size;
        if (*block)
            block++;
    }
}

const char *text_chars(const struct text *text)
{
    return text->data ? text->data : "";
}

/* The least second byte that is not an overlong form or a surrogate, for the lead byte given. */
static bool second_byte_fits(unsigned char lead, unsigned char second)
{
    switch (lead) {
    case 0xE0:
        return second >= 0xA0;
    case 0xED:
        return second <= 0x9F;
    case 0xF0:
        return second >= 0x90;
    case 0xF4:
        return second <= 0x8F;
    }
    return true;
}

size_t utf8_decode(const char *at, const char *end, uint32_t *cp)
{
    const unsigned char *p = (const unsigned char *)at;
    size_t left = (size_t)(end - at), size;

    if (!left)
        return 0;
    if (p[0] < 0x80) {
        *cp = p[0];
        return 1;
    }
    size = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2;
    if (p[0] < 0xC2 || p[0] > 0xF4 || left < size || !second_byte_fits(p[0], p[1]))
        return 0;
    *cp = p[0] & (0xFFu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 0;
        *cp = *cp << 6 | (p[i] & 0x3F);
    }
    return size;
}

void utf8_add(struct text *text, uint32_t cp)
{
    char out[4];
    size_t size;

    if (cp < 0x80) {
        out[0] = (char)cp;
        size = 1;
    } else if (cp < 0x800) {
        out[0] = (char)(0xC0 | cp >> 6);
        size = 2;
    } else if (cp < 0x10000) {
        out[0] = (char)(0xE0 | cp >> 12);
        size = 3;
    } else {
        out[0] = (char)(0xF0 | cp >> 18);
        size = 4;
    }
    for (size_t i = 1; i < size; i++)
        out[i] = (char)(0x80 | (cp >> 6 * (size - 1 - i) & 0x3F));
    text_add_size(text, out, size);
}
