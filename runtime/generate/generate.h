/* Inside of the generators. */
#ifndef RT_GENERATE_GENERATE_H
#define RT_GENERATE_GENERATE_H

#include <rt/generate.h>

/* splitmix64: any seed is good, and state is one number. */
struct random {
    uint64_t state;
};

static inline uint64_t random_next(struct random *random)
{
    uint64_t x = random->state += UINT64_C(0x9E3779B97F4A7C15);

    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* 0 to count - 1; count > 0. */
static inline uint64_t random_below(struct random *random, uint64_t count)
{
    __extension__ typedef unsigned __int128 wide;

    return (uint64_t)((wide)random_next(random) * count >> 64);
}

/* Both ends included; least <= greatest. */
static inline int64_t random_between(struct random *random, int64_t least, int64_t greatest)
{
    uint64_t span = (uint64_t)greatest - (uint64_t)least;

    if (span == UINT64_MAX)
        return (int64_t)random_next(random);
    return (int64_t)((uint64_t)least + random_below(random, span + 1));
}

/* 0 to 1, without 1. */
static inline double random_fraction(struct random *random)
{
    return (double)(random_next(random) >> 11) * 0x1p-53;
}

/* ---- faker ---- */

enum { FAKER_ARGUMENTS = 64, FAKER_DEPTH = 16, FAKER_TEXT = 1 << 20 };

/* One expansion of an expression. */
struct faker {
    struct random random;
    int64_t now_ms;
    struct rt_buffer *out;
    struct rt_error *error;
    unsigned depth;
    /* Where a failure is, in the outermost expression, and whether a name is unknown. */
    size_t at, size;
    bool unknown;
};

struct faker_call {
    const char *name;                        /* as written, for messages */
    struct rt_text arguments[FAKER_ARGUMENTS];
    size_t count;
};

/* Makes text from arguments. */
typedef bool faker_function(struct faker *faker, const struct faker_call *call);

struct faker_entry {
    const char *name;         /* as rt_faker_name gives it; case and '_' do not matter */
    const char *words;        /* alternatives, '|' between them: one is expanded; or NULL */
    faker_function *function;
    size_t least, most;       /* arguments */
};

/* words.c and function.c: ends with a NULL name. */
extern const struct faker_entry faker_word_entries[], faker_function_entries[];

/* faker.c */
bool faker_expand(struct faker *faker, struct rt_text expression);
bool faker_fail(struct faker *faker, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void faker_add(struct faker *faker, struct rt_text text);

/* regexify.c: a text that the pattern describes. */
bool faker_regexify(struct faker *faker, struct rt_text pattern);

/* ---- datagen ---- */

/* datagen.c: appends the JSON of a random value, or of the row's value in a sequence. */
void datagen_random(const struct rt_field *field, struct random *random, int64_t now_ms,
    struct rt_buffer *out);
void datagen_sequence(const struct rt_field *field, int64_t number, struct rt_buffer *out);

#endif
