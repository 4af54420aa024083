/* Plan to C. The decisions are here, the text is in templates/. */
#ifndef DDL2C_EMIT_H
#define DDL2C_EMIT_H

#include "../plan/plan.h"

struct emit_job { /* one struct rt_job */
    const struct plan *plan;
    const char *name;      /* default pipeline name */
    const char *symbol;    /* C identifier of the struct rt_job, unique in the unit */
    const char *sql;       /* for --explain and comments */
};

/* A schema, besides the table's own, that records of a side are known to be written with. */
struct emit_writer {
    const struct table *table;
    bool key;
    struct schema_text schema;
};

struct emit_unit { /* one C file */
    const struct emit_job *jobs;
    size_t job_count;
    const char *script_name; /* for the head comment; no directory */
    const struct emit_writer *writers; /* a decoder each */
    size_t writer_count;
    bool with_main;          /* a pipeline: int main → rt_main(&jobs[0]) */
    /* else a shared object: `const struct rt_job *const ddl2c_jobs[]` in order and
       `const size_t ddl2c_job_count` */
};

/* Appends the whole C text. False: reported (a type or format not supported yet). Same input, same
 * bytes. */
bool emit_unit(struct arena *arena, struct diag *diag, struct text *out,
    const struct emit_unit *unit);

/* Kafka topic configs that the options of a table ask for. */
struct emit_property {
    const char *key, *value;
};

struct emit_property *emit_topic_configs(struct arena *arena, const struct table *table,
    size_t *count);

#endif
