#include <rt/base.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 256 };

void rt_buffer_release(struct rt_buffer *buffer)
{
    free(buffer->data);
    *buffer = (struct rt_buffer){0};
}

void rt_buffer_grow(struct rt_buffer *buffer, size_t more)
{
    size_t capacity = buffer->capacity ? buffer->capacity : FIRST_CAPACITY;
    uint8_t *data;

    if (more > SIZE_MAX / 4 || buffer->size > SIZE_MAX / 4)
        goto failed;
    while (capacity < buffer->size + more)
        capacity *= 2;
    data = realloc(buffer->data, capacity);
    if (!data)
        goto failed;
    buffer->data = data;
    buffer->capacity = capacity;
    return;

failed:
    fprintf(stderr, "out of memory (%zu bytes wanted)\n", more);
    abort();
}

void rt_buffer_add(struct rt_buffer *buffer, const void *data, size_t size)
{
    if (!size)
        return;
    memcpy(rt_buffer_reserve(buffer, size), data, size);
    buffer->size += size;
}

void rt_buffer_add_text(struct rt_buffer *buffer, const char *text)
{
    rt_buffer_add(buffer, text, strlen(text));
}

void rt_buffer_printf(struct rt_buffer *buffer, const char *format, ...)
{
    va_list args, again;
    int size;

    va_start(args, format);
    va_copy(again, args);
    size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (size > 0) {
        vsnprintf((char *)rt_buffer_reserve(buffer, (size_t)size + 1), (size_t)size + 1, format,
            again);
        buffer->size += (size_t)size;
    }
    va_end(again);
}
