/* Text, vectors and maps in the memory of whoever reads a .proto file. */
#ifndef RT_PROTO_MEMORY_H
#define RT_PROTO_MEMORY_H

#include <rt/proto_file.h>

#include <stdarg.h>

/* Zeroed. */
void *memory_alloc(const struct rt_memory *memory, size_t size);
char *memory_copy(const struct rt_memory *memory, const char *text, size_t size);
char *memory_printf(const struct rt_memory *memory, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *memory_vprintf(const struct rt_memory *memory, const char *format, va_list args);

#define MEMORY_NEW(memory, type) ((type *)memory_alloc((memory), sizeof(type)))

struct memory_text {
    const struct rt_memory *memory;
    char *data;
    size_t size, capacity;
};

void memory_text_add(struct memory_text *text, char c);
/* NUL-terminated; "" if empty. */
const char *memory_text_chars(const struct memory_text *text);

#define memory_push(memory, vec, item)                                                             \
    ((vec)->count == (vec)->capacity                                                               \
            ? (void)((vec)->at =                                                                   \
                      memory_grow((memory), (vec)->at, &(vec)->capacity, sizeof *(vec)->at))       \
            : (void)0,                                                                             \
        (void)((vec)->at[(vec)->count++] = (item)))

/* Used by memory_push alone. */
void *memory_grow(const struct rt_memory *memory, void *old, size_t *capacity, size_t size);

#endif
