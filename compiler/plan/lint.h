/* Lints: what is allowed, and seldom meant. */
#ifndef DDL2C_LINT_H
#define DDL2C_LINT_H

#include "plan.h"

struct lint {
    enum diag_code code;
    struct span span;
    const char *text;
    const char *note; /* NULL: none */
};

struct lint_list {
    struct lint *at;
    size_t count, capacity;
};

/* Findings about every table of the catalog, in the order of the script. `plans` are those of its
 * statements, and `sql` the scripts' texts (to see which tables LIKE names). */
void lint_catalog(const struct catalog *catalog, struct plan *const *plans, size_t plan_count,
    const char *const *sql, size_t sql_count, struct lint_list *list);

#endif
