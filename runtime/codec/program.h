/* Decoders made at run time: for a schema that no generated decoder reads, the writer's schema is
 * compiled against the shape of the row into a program, which gives the rows that a generated
 * decoder of that schema would give. */
#ifndef RT_CODEC_PROGRAM_H
#define RT_CODEC_PROGRAM_H

#include <rt/job.h>

/* The head of a format's own struct. */
struct codec_program {
    /* Decodes the whole payload into the zeroed row. Any bytes: false with RT_DECODE, RT_SKIP. What
     * it allocates is the arena's. */
    bool (*run)(const struct codec_program *program, struct rt_bytes payload, void *row,
        struct rt_arena *arena, struct rt_error *error);
    void (*free)(struct codec_program *program);
};

/* `reader` is the table's own schema (text and references; text NULL: none): its defaults and
 * aliases count. Nothing of the texts is kept. NULL: the schema does not fit the row, or cannot be
 * read; error (RT_DECODE, RT_SKIP) says which field and why. */
struct codec_program *codec_program_new(enum rt_schema_kind kind, const struct rt_schema *writer,
    const struct rt_schema *reader, const struct rt_shape *shape, struct rt_error *error);

/* NULL allowed. */
static inline void codec_program_free(struct codec_program *program)
{
    if (program)
        program->free(program);
}

#endif
