#include "base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 64 * 1024, ALIGN = 16 };

struct chunk {
    struct chunk *next;
    size_t capacity, used;
    _Alignas(ALIGN) unsigned char data[];
};

struct arena {
    struct chunk *chunks;
    size_t used;
};

void bug_at(const char *file, int line, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s:%d: internal error: ", file, line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    abort();
}

static void *checked(void *memory)
{
    if (!memory) {
        fputs("ddl2c: out of memory\n", stderr);
        abort();
    }
    return memory;
}

struct arena *arena_new(void)
{
    return checked(calloc(1, sizeof(struct arena)));
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    for (struct chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(arena);
}

void *arena_alloc(struct arena *arena, size_t size)
{
    struct chunk *chunk = arena->chunks;

    if (size > SIZE_MAX / 2)
        BUG("allocation of %zu bytes", size);
    size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (!chunk || chunk->capacity - chunk->used < size) {
        size_t capacity = size > CHUNK_SIZE ? size : CHUNK_SIZE;

        chunk = checked(calloc(1, sizeof *chunk + capacity));
        chunk->capacity = capacity;
        if (arena->chunks && size > CHUNK_SIZE) { /* Keep filling the current small chunk. */
            chunk->next = arena->chunks->next;
            arena->chunks->next = chunk;
        } else {
            chunk->next = arena->chunks;
            arena->chunks = chunk;
        }
    }
    chunk->used += size;
    arena->used += size;
    return chunk->data + chunk->used - size;
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 2 / size)
        BUG("allocation of %zu x %zu bytes", count, size);
    return arena_alloc(arena, count * size);
}

void *arena_copy(struct arena *arena, const void *data, size_t size)
{
    void *copy = arena_alloc(arena, size);

    if (size)
        memcpy(copy, data, size);
    return copy;
}

char *arena_strndup(struct arena *arena, const char *text, size_t size)
{
    char *copy = arena_alloc(arena, size + 1);

    if (size)
        memcpy(copy, text, size);
    return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
}

char *arena_vprintf(struct arena *arena, const char *format, va_list args)
{
    va_list again;
    int size;
    char *out;

    va_copy(again, args);
    size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (size < 0)
        BUG("bad format '%s'", format);
    out = arena_alloc(arena, (size_t)size + 1);
    vsnprintf(out, (size_t)size + 1, format, args);
    return out;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    char *out;

    va_start(args, format);
    out = arena_vprintf(arena, format, args);
    va_end(args);
    return out;
}

size_t arena_used(const struct arena *arena)
{
    return arena->used;
}

void *vec_grow(struct arena *arena, void *old, size_t *capacity, size_t size)
{
    size_t count = *capacity ? *capacity * 2 : 8;
    void *at = arena_array(arena, count, size);

    if (*capacity)
        memcpy(at, old, *capacity * size);
    *capacity = count;
    return at;
}
