/* What json_gen.c makes and json_test.c drives. */
#ifndef JSON_CASE_H
#define JSON_CASE_H

#include "codec/program.h"

#include <rt/rt.h>

struct json_case {
    const char *schema;
    const char *evolved; /* another writer's; NULL: none, where plain */
    bool plain; /* the format 'json': the schema only tells the columns */
    /* Decodes into the row struct and encodes that. */
    bool (*through_row)(struct rt_bytes in, struct rt_arena *arena, struct rt_buffer *out,
        struct rt_error *error);
    /* The same of what the other writer wrote, and by a program instead of generated code. */
    bool (*evolved_row)(struct rt_bytes in, struct rt_arena *arena, struct rt_buffer *out,
        struct rt_error *error);
    bool (*by_program)(const struct codec_program *program, struct rt_bytes in,
        struct rt_arena *arena, struct rt_buffer *out, struct rt_error *error);
    const struct rt_shape *shape; /* of the row; NULL where plain */
    /* Decodes a few columns only. */
    bool (*few)(struct rt_bytes in, struct rt_arena *arena, struct rt_error *error);
};

#endif
