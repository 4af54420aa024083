/* Memory, text and containers of the compiler.
 *
 * Everything a compilation makes lives in one arena and is freed with it; nothing is freed alone.
 * Allocation never returns NULL: running out of memory prints a line and aborts. One thread. */
#ifndef DDL2C_BASE_H
#define DDL2C_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- arena ---- */

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *arena); /* NULL is allowed. */

/* Zeroed, aligned for any type. `size` may be 0. */
void *arena_alloc(struct arena *arena, size_t size);
/* As arena_alloc of count * size, checked for overflow. */
void *arena_array(struct arena *arena, size_t count, size_t size);
void *arena_copy(struct arena *arena, const void *data, size_t size);
/* NUL-terminated copies. */
char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t size);
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list args);

/* Bytes handed out so far. */
size_t arena_used(const struct arena *arena);

#define NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))

/* ---- text: bytes with a length; always NUL-terminated, may hold NULs inside ---- */

struct str {
    const char *data;
    size_t size;
};

/* A string literal or NUL-terminated text as a str. */
struct str str_of(const char *text);
bool str_equal(struct str a, struct str b);

/* A growing text in an arena. `{.arena = a}` is empty; `data` is NULL until the first byte. */
struct text {
    struct arena *arena;
    char *data;
    size_t size, capacity;
};

void text_add(struct text *text, const char *s);
void text_add_size(struct text *text, const char *s, size_t size);
void text_add_char(struct text *text, char c);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds `block` with each non-empty line indented by `indent` spaces; ends it with a newline. */
void text_add_block(struct text *text, const char *block, size_t indent);
/* The content, "" if empty. Valid until the next addition. */
const char *text_chars(const struct text *text);

/* ---- vectors: `VEC(struct x) name` declares one; zeroed is empty ---- */

#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *at;                                                                                  \
        size_t count, capacity;                                                                    \
    }
#define vec_push(arena, vec, item)                                                                 \
    ((vec)->count == (vec)->capacity                                                               \
            ? (void)((vec)->at =                                                                   \
                      vec_grow((arena), (vec)->at, &(vec)->capacity, sizeof *(vec)->at))           \
            : (void)0,                                                                             \
        (void)((vec)->at[(vec)->count++] = (item)))

/* Used by vec_push alone. */
void *vec_grow(struct arena *arena, void *old, size_t *capacity, size_t size);

/* ---- map from text to pointer; keeps insertion order ---- */

struct map_entry {
    const char *key;
    void *value;
};

struct map {
    struct arena *arena;
    struct map_entry *at; /* In insertion order. */
    size_t count, capacity;
    uint32_t *slots; /* Index + 1 into `at`; 0 is free. */
    size_t slot_count;
};

/* NULL if absent. */
void *map_get(const struct map *map, const char *key);
/* Adds or replaces. The key is copied. */
void map_put(struct map *map, const char *key, void *value);
/* False if it was not there. Keeps the order of the others. */
bool map_remove(struct map *map, const char *key);

/* ---- nearest names, for "did you mean" ---- */

/* The candidate nearest to `name` (edit distance, ASCII case ignored), or NULL if none is near or
 * one is `name` itself. */
const char *nearest_name(const char *name, const char *const *candidates, size_t count);

/* Unrecoverable fault of our own: prints file, line and message, then aborts. */
#define BUG(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
void bug_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4), noreturn));

/* ---- UTF-8 ---- */

/* Decodes one code point at `at` (before `end`). Bytes consumed; 0 and *cp unset: malformed. */
size_t utf8_decode(const char *at, const char *end, uint32_t *cp);
/* Adds one code point. */
void utf8_add(struct text *text, uint32_t cp);

#endif
