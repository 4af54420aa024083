/* What the registry clients share. registry.c keeps the cache; rest.c, local.c and dir.c answer
 * what is not in it. */
#ifndef RT_REGISTRY_CLIENT_H
#define RT_REGISTRY_CLIENT_H

#include "core/internal.h"

#include <jansson.h>
#include <stdatomic.h>

struct registry_ops {
    void (*close)(struct rt_registry *registry);
    /* NULL: it answers at once. */
    struct rt_registry *(*another)(const struct rt_registry *registry, struct rt_error *error);
    void (*cancel)(struct rt_registry *registry); /* NULL if `another` is. */
    /* Each as the rt_registry_ function of that name, without a cache. Schemas come from
     * registry_keep. */
    bool (*by_id)(struct rt_registry *registry, int32_t id, const char *subject,
        const struct rt_registered **schema, struct rt_error *error);
    bool (*by_guid)(struct rt_registry *registry, const uint8_t guid[16],
        const struct rt_registered **schema, struct rt_error *error);
    bool (*version)(struct rt_registry *registry, const char *subject, int version,
        const struct rt_registered **schema, struct rt_error *error);
    /* Into registry->numbers. */
    bool (*versions)(struct rt_registry *registry, const char *subject, size_t *count,
        struct rt_error *error);
    bool (*add)(struct rt_registry *registry, const char *subject, enum rt_schema_kind kind,
        const char *text, const struct rt_schema_reference *references, size_t count,
        int32_t *id, struct rt_error *error);
    bool (*lookup)(struct rt_registry *registry, const char *subject, enum rt_schema_kind kind,
        const char *text, int32_t *id, struct rt_error *error);
    bool (*delete_subject)(struct rt_registry *registry, const char *subject,
        struct rt_error *error);
    /* Into the registry's memory. */
    bool (*compatibility)(struct rt_registry *registry, const char *subject, const char **level,
        struct rt_error *error);
    bool (*set_compatibility)(struct rt_registry *registry, const char *subject,
        const char *level, struct rt_error *error);
    bool (*test)(struct rt_registry *registry, const char *subject, enum rt_schema_kind kind,
        const char *text, const char **reason, struct rt_error *error); /* NULL: takes all */
    /* Into registry->names, by registry_name. */
    bool (*subjects)(struct rt_registry *registry, size_t *count, struct rt_error *error);
};

enum registry_question { REGISTRY_BY_ID, REGISTRY_BY_GUID, REGISTRY_VERSION, REGISTRY_ADDED };

struct registry_answer {
    enum registry_question question;
    const char *subject;
    int32_t number; /* Asked: id or version. */
    const struct rt_registered *schema;
};

struct rt_registry {
    const struct registry_ops *ops;
    struct rt_arena memory; /* Of schemas and names; never reset. */
    struct registry_answer *answers;
    size_t answer_count;
    atomic_uint_least64_t fetches;
    int *numbers; /* Of the last versions answer. */
    const char **names;
    size_t name_count;
    const char **strays; /* dir.c: files that are no schema by their names. */
    size_t stray_count;
};

/* Copies a schema into the registry's memory. */
struct rt_registered *registry_keep(struct rt_registry *registry, int32_t id, int version,
    enum rt_schema_kind kind, const char *text);
/* References as Confluent's REST API writes them: [{"name", "subject", "version"}]. */
void registry_keep_references(struct rt_registry *registry, struct rt_registered *schema,
    const json_t *list);
json_t *registry_references_json(const struct rt_schema_reference *references, size_t count);
/* Gives a schema the GUID that follows from its kind, text and references: where the registry has
 * none of its own. */
void registry_make_guid(struct rt_registered *schema);
const char *registry_text(struct rt_registry *registry, const char *text);
void registry_numbers(struct rt_registry *registry, size_t count);
void registry_name(struct rt_registry *registry, const char *name);

/* The identity of a schema in a registry: JSON without its white space; Protobuf text as it is. On
 * the heap; NULL: not JSON, error filled. */
char *registry_normal(enum rt_schema_kind kind, const char *text, struct rt_error *error);
const char *registry_kind_name(enum rt_schema_kind kind);

#endif
