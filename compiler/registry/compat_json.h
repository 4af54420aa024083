/* Between the files that compare JSON Schemas. */
#ifndef DDL2C_COMPAT_JSON_H
#define DDL2C_COMPAT_JSON_H

#include "compat_internal.h"
#include "json_schema.h"

/* A pair of schemas that has been compared, or is being; paths in `list` begin at the pair. */
struct json_pair {
    const struct json_schema *before, *after;
    bool done;
    struct compat_list list;
};

struct json_pairs {
    struct json_pair **at;
    size_t count, capacity;
};

struct json_differ {
    struct arena *arena;
    struct json_pairs pairs;   /* of this pass */
    struct json_pairs refused; /* of the pass before */
    int depth;
    bool assumed;              /* a pair within itself was taken to fit */
};

/* Where differences go, and the place in the pair that is being compared ("" or "a/b"). */
struct json_place {
    struct json_differ *differ;
    struct compat_list *list;
    const char *path;
};

/* `name` joined to the path. */
struct json_place json_below(const struct json_place *place, const char *name);
void json_add(const struct json_place *place, enum compat_rule rule, const char *before,
    const char *after);
/* "string", "oneOf": what it is, in a word. */
const char *json_kind_name(const struct json_schema *schema);

/* Either may be NULL: any value. */
void json_compare(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after);
/* Whether everything of `before` fits `after`; the differences are added to `kept` if so. */
bool json_fits(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after, struct compat_list *kept);
/* A reference's schema. */
const struct json_schema *json_target(const struct json_schema *schema);

struct json_limit_rules {
    const char *keyword;
    enum compat_rule added, removed, increased, decreased;
};

void json_compare_limit(const struct json_place *place, const struct json_limit_rules *rules,
    const struct json_limit *before, const struct json_limit *after);

void json_compare_object(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after);
void json_compare_array(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after);
void json_compare_combined(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after);

#endif
