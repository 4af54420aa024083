/* What codec_gen.c makes and codec_test.c drives. */
#ifndef CODEC_CASE_H
#define CODEC_CASE_H

#include "codec/program.h"

#include <rt/avro.h>
#include <rt/rowline.h>
#include <rt/string.h>

struct codec_case {
    const char *schema, *evolved; /* the table's; another writer's */
    /* Decodes into the row struct and encodes that. */
    bool (*through_row)(struct rt_bytes in, struct rt_arena *arena, struct rt_buffer *out,
        struct rt_error *error);
    /* The same of what was written as `evolved`. */
    bool (*evolved_row)(struct rt_bytes in, struct rt_arena *arena, struct rt_buffer *out,
        struct rt_error *error);
    /* The same by a resolution program of `shape`. */
    bool (*by_program)(const struct codec_program *program, struct rt_bytes in,
        struct rt_arena *arena, struct rt_buffer *out, struct rt_error *error);
    /* The same, the row read back from its row line before it is encoded. */
    bool (*through_line)(struct rt_bytes in, struct rt_arena *arena, struct rt_buffer *out,
        struct rt_buffer *line, struct rt_error *error);
    /* Decodes a few columns only. */
    bool (*few)(struct rt_bytes in, struct rt_arena *arena, struct rt_error *error);
    const struct rt_shape *shape, *few_shape;
};

#endif
