/* Between the files on regular expressions. */
#ifndef RT_FUNCTIONS_REGEXP_H
#define RT_FUNCTIONS_REGEXP_H

#include "internal.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

struct regexp {
    struct rt_text pattern; /* its own copy, Java's syntax */
    uint64_t hash;
    pcre2_code *code;       /* NULL: malformed */
    pcre2_match_data *match;
    uint32_t groups;
};

/* From this thread's cache; valid until the next call. */
struct regexp *regexp_find(struct rt_text pattern);
/* The first match at or behind byte `from`; its ends are in regexp_offsets. 0: none, -1: failed. */
int regexp_match(struct regexp *regexp, struct rt_text a, size_t from, struct rt_error *error);
/* Begin and end of group number `group` at [2 * group]; PCRE2_UNSET: not part of the match. */
const size_t *regexp_offsets(const struct regexp *regexp);
/* Where the next match may begin. SIZE_MAX: behind the end. */
size_t regexp_next(const struct regexp *regexp, struct rt_text a);

/* PCRE2's form of a pattern of Java, in `out`; false: what has none. */
bool regexp_translate(struct rt_text pattern, struct rt_buffer *out);

#endif
