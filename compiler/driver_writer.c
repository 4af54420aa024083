/* Schemas that records are known to be written with: earlier declarations of the script, versions
 * in a registry. Each becomes a decoder; others are resolved when they are met. */
#include "driver.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { VERSIONS = 32 }; /* The latest ones of a subject. */

struct search {
    struct arena *arena;
    struct writer_list *writers;
    const struct table *table;
    bool key;
};

static const struct table_side *side_of(const struct table *table, bool key)
{
    return key ? &table->key_side : &table->value_side;
}

static void add_writer(struct search *search, const char *schema)
{
    const char *own = side_of(search->table, search->key)->schema;
    struct emit_writer writer = {search->table, search->key, schema};

    if (!own || !strcmp(own, schema))
        return;
    for (size_t i = 0; i < search->writers->count; i++) {
        const struct emit_writer *other = &search->writers->at[i];

        if (other->table == writer.table && other->key == writer.key &&
            !strcmp(other->schema, schema))
            return;
    }
    vec_push(search->arena, search->writers, writer);
}

/* What other declarations of the subject in the script wrote. */
static void add_declared(struct search *search, struct step *const *steps, size_t count)
{
    const char *subject = side_of(search->table, search->key)->subject;

    for (size_t i = 0; i < count; i++) {
        const struct table_side *side =
            steps[i]->table ? side_of(steps[i]->table, search->key) : NULL;

        if (side && side->subject && side->schema && !strcmp(side->subject, subject))
            add_writer(search, side->schema);
    }
}

static bool add_registered(struct search *search, struct rt_registry *registry,
    struct rt_error *error)
{
    const char *subject = side_of(search->table, search->key)->subject;
    const int *versions;
    size_t count;

    if (!rt_registry_versions(registry, subject, &versions, &count, error))
        return false;
    for (size_t i = count > VERSIONS ? count - VERSIONS : 0; i < count; i++) {
        const struct rt_registered *schema;

        if (!rt_registry_version(registry, subject, versions[i], &schema, error))
            return false;
        if (schema && schema->kind == RT_SCHEMA_AVRO && !schema->reference_count)
            add_writer(search, arena_strdup(search->arena, schema->text));
    }
    return true;
}

static bool add_table(struct search *search, struct step *const *steps, size_t count,
    struct rt_registry *registry, struct rt_error *error)
{
    for (int key = 0; key < 2; key++) {
        const struct table_side *side = side_of(search->table, key);

        if (side->format != FORMAT_AVRO_REGISTRY || !side->subject)
            continue;
        search->key = key;
        add_declared(search, steps, count);
        if (registry && !add_registered(search, registry, error))
            return false;
    }
    return true;
}

bool writers_find(struct arena *arena, struct step *const *steps, size_t count,
    struct rt_registry *registry, struct writer_list *writers, struct rt_error *error)
{
    struct search search = {.arena = arena, .writers = writers};

    for (size_t i = 0; i < count; i++) {
        const struct plan *plan = steps[i]->plan;

        for (size_t k = 0; plan && k < plan->node_count; k++) {
            if (plan->nodes[k]->kind != PLAN_SCAN)
                continue;
            search.table = plan->nodes[k]->table;
            if (!add_table(&search, steps, count, registry, error))
                return false;
        }
    }
    return true;
}

/* ---- registries that are named for compiling ---- */

static const char folder_prefix[] = "dir:";

static const char *registry_folder(const struct rt_environment_flags *flags)
{
    size_t size = sizeof folder_prefix - 1;
    const char *url = flags->registry.url;

    return url && !strncmp(url, folder_prefix, size) ? url + size : NULL;
}

bool registry_open(const struct rt_environment_flags *flags, struct rt_registry **registry,
    struct rt_error *error)
{
    const char *folder = registry_folder(flags);

    *registry = NULL;
    if (folder)
        *registry = rt_registry_open_dir(folder, error);
    else if (flags->registry.url)
        *registry = rt_registry_open_http(&flags->registry, error);
    return *registry || !flags->registry.url;
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_folder(struct arena *arena, const char *path, struct words *words)
{
    DIR *folder = opendir(path);

    if (!folder)
        return;
    words_add(arena, words, path); /* Its time changes when a version is added. */
    for (struct dirent *entry; (entry = readdir(folder));)
        if (*entry->d_name != '.')
            words_add(arena, words, arena_printf(arena, "%s/%s", path, entry->d_name));
    closedir(folder);
}

void registry_files(struct arena *arena, const struct rt_environment_flags *flags,
    const struct catalog *catalog, struct words *words)
{
    const char *folder = registry_folder(flags);
    size_t before = words->count;

    for (size_t i = 0; folder && i < catalog->tables.count; i++) {
        const struct table *table = catalog->tables.at[i].value;

        for (int key = 0; key < 2; key++)
            if (side_of(table, key)->subject)
                add_folder(arena,
                    arena_printf(arena, "%s/%s", folder, side_of(table, key)->subject), words);
    }
    if (words->count > before + 1)
        qsort(words->at + before, words->count - before, sizeof *words->at, compare_words);
}
