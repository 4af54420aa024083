/* Between the files of `check`. */
#ifndef DDL2C_DRIVER_CHECK_H
#define DDL2C_DRIVER_CHECK_H

#include "driver.h"

#include "registry/compat.h"

struct check_allow {
    const char *rule;      /* "D4150" or "FIELD_REMOVED" */
    struct span statement; /* source 0: everywhere */
};

struct check {
    struct program *program;
    const struct options *options;
    struct arena *arena;
    struct diag *diag;
    struct rt_registry *registry; /* NULL: not given */
    VEC(struct check_allow) allows;
};

/* driver_check_allow.c: --allow and `-- ddl2c: allow RULE, …`, which holds for the statement that
 * it stands before or in. False: --allow names no rule, complained. */
bool check_allow_options(struct check *check);
void check_allow_comments(struct check *check);
/* `rule`: name of a difference, NULL for none. */
bool check_is_allowed(const struct check *check, enum diag_code code, const char *rule,
    struct span span);

/* driver_check_files.c: each folder among the inputs becomes the scripts below it. False:
 * complained. */
bool check_expand_folders(struct options *options);

/* driver_check_schema.c: derived schemas against the registry's. False: the registry failed. */
bool check_schemas(struct check *check, struct rt_error *error);

#endif
