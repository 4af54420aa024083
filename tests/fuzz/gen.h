/* What the generators of fuzzed codecs share: *_fuzz_gen.c writes the header that *_fuzz.c
 * includes, and seeds. */
#ifndef FUZZ_GEN_H
#define FUZZ_GEN_H

#include "emit/emit_internal.h"
#include "registry/schema.h"

struct gen {
    struct arena *arena;
    struct emitter e;
    struct text out;
    bool ok; /* all that was asked for so far is there */
};

/* A table whose value has these columns. Made are the rows `<tag>` and `<tag>_few` (every fifth
 * column), a decoder of each, and an encoder. */
struct gen_table {
    const char *tag;
    enum format format;
    const struct type *type;           /* a ROW: its fields are the columns */
    const struct schema_text *schema;  /* NULL: a format without one */
    const struct option_value *options;
    size_t option_count;
    const char *sink; /* the encoder's row, laid out as the other; NULL: it is the same */
    bool read_only;   /* no encoder */
    bool shape;       /* and `<tag>_value_shape`, for programs, with the text `<tag>_schema` */
    bool lines;       /* and reader and writer of row lines */
};

struct gen gen_new(void);
/* NULL: none, and gen->ok is false. */
const struct type *gen_type(struct gen *gen, const struct schema_text *schema);
/* The ROW without the fields that `wanted` refuses. */
const struct type *gen_only(struct gen *gen, const struct type *type,
    bool (*wanted)(const struct type_field *field));
void gen_table(struct gen *gen, const struct gen_table *table);
/* Text of a schema as `static const char <name>[]`. */
void gen_text(struct gen *gen, const char *name, const char *text);
void gen_seed(struct gen *gen, const char *folder, const char *name, const void *data, size_t size);
/* A schema as schema_fuzz.c takes it, behind the digit that tells its language. */
void gen_schema_seed(struct gen *gen, const char *folder, char language, const char *text);
/* Writes the header. The program's exit status. */
int gen_finish(struct gen *gen, const char *path);

#endif
