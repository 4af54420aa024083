/* What the generators of differential tests share: random cases of a seed, as one C file. */
#ifndef CODEC_CASES_H
#define CODEC_CASES_H

#include "emit/emit_internal.h"

struct cases {
    struct arena *arena;
    struct emitter e;
    uint64_t state;        /* of cases_next */
    struct text out, list; /* the code of the cases, and their initializers */
};

/* The rows of a table: of all columns, and of some of them. */
struct cases_rows {
    struct row *all, *few;
};

/* A random number below `below`. */
uint32_t cases_next(struct cases *cases, uint32_t below);
/* A table whose value has the fields of a ROW as its columns; of any other type one, `datum`. */
struct table *cases_table(struct cases *cases, const char *name, enum format format,
    const struct type *type, const char *schema);
/* Written as `<table>` and `few<number>`. */
struct cases_rows cases_rows(struct cases *cases, const struct table *table, unsigned number);
/* main of <kind>_gen SEED COUNT OUT.c: `emit` adds a case; false: it said or reported why not. The
 * file includes `header` and has them as <kind>_cases_<SEED>, of struct <kind>_case. */
int cases_main(int argc, char **argv, const char *kind, const char *header,
    bool (*emit)(struct cases *cases, unsigned number));

#endif
