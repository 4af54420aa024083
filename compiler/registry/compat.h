/* Whether two versions of a schema understand each other, by Confluent's rules, and every
 * difference by name (compat_rules.def). */
#ifndef DDL2C_COMPAT_H
#define DDL2C_COMPAT_H

#include "schema.h"

enum compat_format { COMPAT_AVRO, COMPAT_JSON, COMPAT_PROTOBUF, COMPAT_ANY };

enum compat_level { COMPAT_NONE, COMPAT_BACKWARD, COMPAT_BACKWARD_TRANSITIVE, COMPAT_FORWARD,
    COMPAT_FORWARD_TRANSITIVE, COMPAT_FULL, COMPAT_FULL_TRANSITIVE, COMPAT_LEVELS };

enum compat_verdict {
    COMPAT_ACCEPTED, /* a registry lets it pass */
    COMPAT_MISREAD,  /* it does, but the reader gets other values than were written */
    COMPAT_REFUSED,
};

enum compat_rule {
#define RULE(format, name, verdict, text) COMPAT_##name,
#include "compat_rules.def"
#undef RULE
    COMPAT_RULES
};

struct compat_difference {
    enum compat_rule rule;
    const char *path;   /* in the schema, as the registry prints it: "/fields/0/type", "#/a/2" */
    const char *column; /* field of the outermost record that it is in; NULL: none */
    const char *before, *after; /* what it was and is, in the older and the newer schema; NULL */
    bool forward;       /* the older schema reads what the newer one wrote */
    int version;        /* number of the older version */
};

struct compat_list {
    struct arena *arena;
    struct compat_difference *at;
    size_t count, capacity;
};

struct compat_schema {
    enum compat_format format;
    const char *text;
    const struct schema_reference *references; /* each after what it refers to */
    size_t reference_count;
    int version; /* 0: the new one */
};

/* "BACKWARD"; and back. */
const char *compat_level_name(enum compat_level level);
bool compat_level_find(const char *name, enum compat_level *level);
const char *compat_rule_name(enum compat_rule rule);
const char *compat_rule_text(enum compat_rule rule);
enum compat_verdict compat_rule_verdict(enum compat_rule rule);
enum compat_format compat_rule_format(enum compat_rule rule);
bool compat_rule_find(const char *name, enum compat_rule *rule);

/* Adds each difference that matters to `reader` reading what `writer` wrote; before is the
 * writer's. False: a schema is not valid; *error says which and why. */
bool compat_read(const struct compat_schema *reader, const struct compat_schema *writer,
    struct compat_list *list, const char **error);

/* A new schema against the versions of its subject (oldest first), under a level. */
bool compat_check(enum compat_level level, const struct compat_schema *schema,
    const struct compat_schema *versions, size_t count, struct compat_list *list,
    const char **error);

/* Whether they are one schema, but for white space and the order of members. */
bool compat_same(const struct compat_schema *a, const struct compat_schema *b);

/* Whether a registry would refuse because of the differences from number `from` on. */
bool compat_refused(const struct compat_list *list, size_t from);

#endif
