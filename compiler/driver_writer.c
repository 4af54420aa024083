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
    struct step *const *steps;
    size_t count, scan;      /* steps[scan] reads the table */
};

static const struct table_side *side_of(const struct table *table, bool key)
{
    return key ? &table->key_side : &table->value_side;
}

static void add_writer(struct search *search, struct schema_text schema)
{
    struct schema_text own = table_side_writer(side_of(search->table, search->key));
    struct emit_writer writer = {search->table, search->key, schema};

    if (!own.text || schema_text_equal(&own, &schema))
        return;
    for (size_t i = 0; i < search->writers->count; i++) {
        const struct emit_writer *other = &search->writers->at[i];

        if (other->table == writer.table && other->key == writer.key &&
            schema_text_equal(&other->schema, &schema))
            return;
    }
    vec_push(search->arena, search->writers, writer);
}

bool registered_text(struct arena *arena, struct rt_registry *registry,
    const struct rt_registered *schema, struct schema_text *text, struct rt_error *error)
{
    struct rt_schema_name *found;
    struct schema_reference *references;
    size_t count;

    if (!rt_registry_references(registry, schema, &found, &count, error))
        return false;
    references = arena_array(arena, count + 1, sizeof *references);
    for (size_t i = 0; i < count; i++)
        references[i] = (struct schema_reference){arena_strdup(arena, found[i].name),
            arena_strdup(arena, found[i].text)};
    free(found);
    *text = (struct schema_text){(enum schema_language)schema->kind,
        arena_strdup(arena, schema->text), references, count};
    return true;
}

/* No record outlives DROP TABLE. */
static bool is_dropped_between(const struct search *search, size_t one, size_t other)
{
    const char *topic = search->table->topic;
    size_t begin = one < other ? one : other, end = one < other ? other : one;

    for (size_t i = begin; i <= end; i++) {
        const struct step *step = search->steps[i];

        if (step->kind == STEP_DROP && step->table && !strcmp(step->table->topic, topic))
            return true;
    }
    return false;
}

/* What other declarations of the subject in the script wrote. */
static void add_declared(struct search *search)
{
    const struct table_side *own = side_of(search->table, search->key);

    for (size_t i = 0; i < search->count; i++) {
        const struct table *table = search->steps[i]->table;
        const struct table_side *side = table ? side_of(table, search->key) : NULL;

        if (side && !is_dropped_between(search, i, search->scan) && side->subject &&
            side->schema && !strcmp(side->subject, own->subject) &&
            format_info(side->format)->language == format_info(own->format)->language)
            add_writer(search, table_side_schema(side));
    }
}

static bool add_registered(struct search *search, struct rt_registry *registry,
    const char *subject, struct rt_error *error)
{
    const struct table_side *side = side_of(search->table, search->key);
    const int *found, *versions;
    size_t count;

    if (!rt_registry_versions(registry, subject, &found, &count, error))
        return false;
    versions = arena_copy(search->arena, found, count * sizeof *versions);
    for (size_t i = count > VERSIONS ? count - VERSIONS : 0; i < count; i++) {
        const struct rt_registered *schema;
        struct schema_text text;

        if (!rt_registry_version(registry, subject, versions[i], &schema, error) ||
            (schema && !registered_text(search->arena, registry, schema, &text, error)))
            return false;
        if (schema && text.language == format_info(side->format)->language)
            add_writer(search, text);
    }
    return true;
}

static bool add_table(struct search *search, struct rt_registry *registry,
    struct rt_error *error)
{
    for (int key = 0; key < 2; key++) {
        const struct table_side *side = side_of(search->table, key);

        if (!format_info(side->format)->registered || !side->subject)
            continue;
        search->key = key;
        add_declared(search);
        for (size_t i = 0; registry && i < side->subject_count; i++)
            if (!add_registered(search, registry, side->subjects[i], error))
                return false;
    }
    return true;
}

bool writers_find(struct arena *arena, struct step *const *steps, size_t count,
    struct rt_registry *registry, struct writer_list *writers, struct rt_error *error)
{
    struct search search = {
        .arena = arena, .writers = writers, .steps = steps, .count = count};

    for (size_t i = 0; i < count; i++) {
        const struct plan *plan = steps[i]->plan;

        for (size_t k = 0; plan && k < plan->node_count; k++) {
            if (plan->nodes[k]->kind != PLAN_SCAN)
                continue;
            search.table = plan->nodes[k]->table;
            search.scan = i;
            if (!add_table(&search, registry, error))
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
    return rt_environment_registry(flags, registry, error);
}

void registry_report_strays(struct diag *diag, const struct rt_registry *registry)
{
    size_t count = 0;
    const char *const *strays = registry ? rt_registry_strays(registry, &count) : NULL;

    for (size_t i = 0; i < count; i++)
        diag_warn(diag, D_STRAY_SCHEMA, (struct span){0}, "'%s' is not read: a schema is "
            "<subject>/<version>.avsc, .json or .proto, with the version as a number", strays[i]);
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
