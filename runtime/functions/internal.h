/* What the files of this folder share and generated code does not see. */
#ifndef RT_FUNCTIONS_INTERNAL_H
#define RT_FUNCTIONS_INTERNAL_H

#include <rt/base.h>
#include <rt/time.h>

#include <string.h>

/* `size` bytes as text in the arena. */
static inline struct rt_text text_in(struct rt_arena *arena, const char *data, size_t size)
{
    char *copy = rt_arena_alloc(arena, size);

    if (size > 0)
        __builtin_memcpy(copy, data, size);
    return (struct rt_text){copy, size};
}

/* Java's arithmetic: sums and products wrap. */
static inline int64_t wrap_add(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static inline int64_t wrap_subtract(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

static inline int64_t days_to_ms(int64_t days)
{
    return (int64_t)((uint64_t)days * (uint64_t)RT_MS_PER_DAY);
}

/* Two, three … digits, zeros in front; `width` up to 19. */
char *put_number(char *at, int64_t value, int width);

/* Where the character number `count` (0-based) begins; the size if there are fewer. */
size_t char_offset(struct rt_text a, int64_t count);
/* The first `needle` at or behind byte `from`; SIZE_MAX: none. */
size_t find_text(struct rt_text a, struct rt_text needle, size_t from);
bool is_ascii(struct rt_text text);

/* Blanks (U+0020) off both ends. */
struct rt_text trim_blanks(struct rt_text text);

/* For messages: at most 100 bytes of the text, "…" behind a cut. For printf's %.*s. */
static inline int shown(struct rt_text text)
{
    return text.size > 100 ? 100 : (int)text.size;
}

static inline bool is_named(struct rt_text text, const char *name)
{
    return text.size == strlen(name) && memcmp(text.data, name, text.size) == 0;
}

/* As java.util.Calendar has it: the later instant where clocks are set back, and before 1900 the
 * standard offset of today. */
int64_t zone_to_utc_legacy(const struct rt_zone *zone, int64_t local_ms);
int64_t zone_to_local_legacy(const struct rt_zone *zone, int64_t utc_ms);

#endif
