/* What json_gen.c makes and json_test.c drives. */
#ifndef JSON_CASE_H
#define JSON_CASE_H

#include <rt/rt.h>

struct json_case {
    const char *schema;
    bool plain; /* the format 'json': the schema only tells the columns */
    /* Decodes into the row struct and encodes that. */
    bool (*through_row)(struct rt_bytes in, struct rt_arena *arena, struct rt_buffer *out,
        struct rt_error *error);
    /* Decodes a few columns only. */
    bool (*few)(struct rt_bytes in, struct rt_arena *arena, struct rt_error *error);
};

#endif
