/* What a schema refers to, itself and through others. */
#include "registry/registry.h"

#include <stdlib.h>
#include <string.h>

/* Registries let none be circular, and some let many meet. */
enum { MOST_DEEP = 50, MOST_NAMES = 1000 };

struct gathered {
    struct rt_registry *registry;
    struct rt_schema_name *at;
    size_t count;
};

static bool has(const struct gathered *gathered, const char *name)
{
    for (size_t i = 0; i < gathered->count; i++)
        if (!strcmp(gathered->at[i].name, name))
            return true;
    return false;
}

static bool gather(struct gathered *gathered, const struct rt_registered *schema, int depth,
    struct rt_error *error)
{
    for (size_t i = 0; i < schema->reference_count && depth < MOST_DEEP; i++) {
        const struct rt_schema_reference *reference = &schema->references[i];
        const struct rt_registered *other;

        if (has(gathered, reference->name))
            continue;
        if (!rt_registry_version(gathered->registry, reference->subject, reference->version,
                &other, error))
            return false;
        if (!other) /* Whoever names it will miss it. */
            continue;
        if (!gather(gathered, other, depth + 1, error))
            return false;
        if (gathered->count == MOST_NAMES || has(gathered, reference->name))
            continue;
        gathered->at = rt_reallocate(gathered->at, gathered->count + 1, sizeof *gathered->at);
        gathered->at[gathered->count++] = (struct rt_schema_name){reference->name, other->text};
    }
    return true;
}

bool rt_registry_references(struct rt_registry *registry, const struct rt_registered *schema,
    struct rt_schema_name **references, size_t *count, struct rt_error *error)
{
    struct gathered gathered = {.registry = registry};
    bool done = gather(&gathered, schema, 0, error);

    *references = done ? gathered.at : NULL;
    *count = done ? gathered.count : 0;
    if (!done)
        free(gathered.at);
    return done;
}
