/* A folder of schemas, as a build reads a committed snapshot: <subject>/<version>.avsc, .json or
 * .proto. A slash in a subject is written %2F. An id is the text of <subject>/<version>.id, else
 * the place in the order of subjects and versions. */
#include "registry/registry.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    const char *subject;
    int version;
    const struct rt_registered *schema;
};

struct dir_registry {
    struct rt_registry base;
    char *path;
    struct entry *entries; /* By subject, then version. */
    size_t count;
};

static struct dir_registry *of(struct rt_registry *registry)
{
    return (struct dir_registry *)registry;
}

static void dir_close(struct rt_registry *registry)
{
    free(of(registry)->entries);
    free(of(registry)->path);
    free(registry);
}

/* ---- reading the folder ---- */

/* The file's bytes with a NUL behind them; *found false: no such file. */
static bool read_file(const char *path, struct rt_buffer *out, bool *found,
    struct rt_error *error)
{
    FILE *file = fopen(path, "rb");
    size_t size;

    *found = file != NULL;
    if (!file)
        return errno == ENOENT || rt_fail(error, RT_REGISTRY, RT_STOP, "%s: %s", path,
            strerror(errno));
    do {
        size = fread(rt_buffer_reserve(out, 8192), 1, 8192, file);
        out->size += size;
    } while (size);
    rt_buffer_add(out, "", 1);
    fclose(file);
    return true;
}

static const char *path_of(struct rt_buffer *buffer, const char *folder, const char *directory,
    const char *file)
{
    buffer->size = 0;
    rt_buffer_printf(buffer, "%s/%s%s%s", folder, directory, *file ? "/" : "", file);
    rt_buffer_add(buffer, "", 1);
    return (const char *)buffer->data;
}

static const char *decoded_subject(struct rt_registry *registry, const char *name)
{
    char *subject = (char *)registry_text(registry, name), *to = subject;

    for (const char *from = subject; *from; to++) {
        if (!strncasecmp(from, "%2f", 3)) {
            *to = '/';
            from += 3;
        } else {
            *to = *from++;
        }
    }
    *to = '\0';
    return subject;
}

/* "12.avsc"; false: not a schema's file. */
static bool parse_name(const char *name, int *version, enum rt_schema_kind *kind)
{
    static const char *const suffixes[] = {".avsc", ".json", ".proto"};
    char *suffix;
    long number = strtol(name, &suffix, 10);

    if (suffix == name || number < 1 || number > INT32_MAX)
        return false;
    *version = (int)number;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        if (!strcmp(suffix, suffixes[i])) {
            *kind = (enum rt_schema_kind)i;
            return true;
        }
    }
    return false;
}

static bool has_suffix(const char *name, const char *suffix)
{
    size_t size = strlen(name), own = strlen(suffix);

    return size >= own && !strcmp(name + size - own, suffix);
}

static bool is_schema_suffix(const char *name)
{
    return has_suffix(name, ".avsc") || has_suffix(name, ".json") || has_suffix(name, ".proto");
}

/* What says something of a subject and is no schema: "12.id", "compatibility". */
static bool is_known_name(const char *name)
{
    size_t digits = strspn(name, "0123456789");

    return name[0] == '.' || !strcmp(name, "compatibility") ||
        (digits && !strcmp(name + digits, ".id"));
}

static void add_stray(struct dir_registry *registry, const char *directory, const char *name)
{
    struct rt_registry *base = &registry->base;
    struct rt_buffer path = {0};

    base->strays = rt_reallocate(base->strays, base->stray_count + 1, sizeof *base->strays);
    base->strays[base->stray_count++] =
        registry_text(base, path_of(&path, registry->path, directory, name));
    rt_buffer_release(&path);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool read_id(struct dir_registry *registry, const char *directory, int version,
    int32_t *id, struct rt_error *error)
{
    struct rt_buffer path = {0}, text = {0};
    char name[24];
    bool found, done;

    snprintf(name, sizeof name, "%d.id", version);
    done = read_file(path_of(&path, registry->path, directory, name), &text, &found, error);
    *id = done && found ? (int32_t)strtol((const char *)text.data, NULL, 10) : 0;
    rt_buffer_release(&path);
    rt_buffer_release(&text);
    return done;
}

static bool add_file(struct dir_registry *registry, const char *directory, const char *name,
    struct rt_error *error)
{
    struct rt_buffer path = {0}, text = {0};
    enum rt_schema_kind kind;
    int version;
    int32_t id;
    bool found, done;

    if (!parse_name(name, &version, &kind)) {
        if (!is_known_name(name))
            add_stray(registry, directory, name);
        return true;
    }
    done = read_file(path_of(&path, registry->path, directory, name), &text, &found, error) &&
        read_id(registry, directory, version, &id, error);
    if (done && found) {
        registry->entries =
            rt_reallocate(registry->entries, registry->count + 1, sizeof *registry->entries);
        registry->entries[registry->count++] =
            (struct entry){decoded_subject(&registry->base, directory), version,
                registry_keep(&registry->base, id, version, kind, (const char *)text.data)};
    }
    rt_buffer_release(&path);
    rt_buffer_release(&text);
    return done;
}

static bool add_subject(struct dir_registry *registry, const char *name, struct rt_error *error)
{
    struct rt_buffer path = {0};
    DIR *folder = opendir(path_of(&path, registry->path, name, ""));
    struct dirent *file;
    bool done = true;

    rt_buffer_release(&path);
    if (!folder && errno == ENOTDIR) {
        if (is_schema_suffix(name))
            add_stray(registry, name, "");
        return true;
    }
    if (!folder)
        return rt_fail(error, RT_REGISTRY, RT_STOP, "%s/%s: %s", registry->path, name,
            strerror(errno));
    while (done && (file = readdir(folder)))
        done = add_file(registry, name, file->d_name, error);
    closedir(folder);
    return done;
}

static int by_subject(const void *a, const void *b)
{
    const struct entry *left = a, *right = b;
    int order = strcmp(left->subject, right->subject);

    return order ? order : (left->version > right->version) - (left->version < right->version);
}

static bool read_folder(struct dir_registry *registry, struct rt_error *error)
{
    DIR *folder = opendir(registry->path);
    struct dirent *subject;
    bool done = true;

    if (!folder)
        return rt_fail(error, RT_REGISTRY, RT_STOP, "%s: %s", registry->path, strerror(errno));
    while (done && (subject = readdir(folder)))
        if (subject->d_name[0] != '.')
            done = add_subject(registry, subject->d_name, error);
    closedir(folder);
    if (registry->count)
        qsort(registry->entries, registry->count, sizeof *registry->entries, by_subject);
    for (size_t i = 0; done && i < registry->count; i++) {
        struct rt_registered *schema = (struct rt_registered *)registry->entries[i].schema;

        if (!schema->id)
            schema->id = (int32_t)i + 1;
        registry_make_guid(schema);
    }
    if (registry->base.stray_count)
        qsort(registry->base.strays, registry->base.stray_count, sizeof *registry->base.strays,
            by_text);
    return done;
}

/* ---- answers ---- */

/* The entries of a subject: [*first, end). */
static size_t entries_of(const struct dir_registry *dir, const char *subject, size_t *first)
{
    size_t low = 0, high = dir->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (strcmp(dir->entries[middle].subject, subject) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *first = low;
    while (high < dir->count && !strcmp(dir->entries[high].subject, subject))
        high++;
    return high;
}

static bool by_id(struct rt_registry *registry, int32_t id, const char *subject,
    const struct rt_registered **schema, struct rt_error *error)
{
    struct dir_registry *dir = of(registry);

    (void)subject;
    for (size_t i = 0; i < dir->count; i++) {
        if (dir->entries[i].schema->id == id) {
            *schema = dir->entries[i].schema;
            return true;
        }
    }
    return rt_fail(error, RT_DECODE, RT_SKIP, "schema id %d is unknown", (int)id);
}

static bool by_guid(struct rt_registry *registry, const uint8_t guid[16],
    const struct rt_registered **schema, struct rt_error *error)
{
    struct dir_registry *dir = of(registry);
    char text[RT_GUID_TEXT];

    for (size_t i = 0; i < dir->count; i++) {
        *schema = dir->entries[i].schema;
        if (!memcmp((*schema)->guid, guid, sizeof (*schema)->guid))
            return true;
    }
    return rt_fail(error, RT_DECODE, RT_SKIP, "schema GUID %s is unknown",
        rt_guid_print(guid, text));
}

static bool version(struct rt_registry *registry, const char *subject, int number,
    const struct rt_registered **schema, struct rt_error *error)
{
    struct dir_registry *dir = of(registry);
    size_t i, end = entries_of(dir, subject, &i);

    (void)error;
    for (; i < end; i++)
        if (!number || dir->entries[i].version == number)
            *schema = dir->entries[i].schema; /* The last one is the latest. */
    return true;
}

static bool versions(struct rt_registry *registry, const char *subject, size_t *count,
    struct rt_error *error)
{
    struct dir_registry *dir = of(registry);
    size_t i, end = entries_of(dir, subject, &i);

    (void)error;
    for (; i < end; i++) {
        registry_numbers(registry, *count + 1);
        registry->numbers[(*count)++] = dir->entries[i].version;
    }
    return true;
}

static bool lookup(struct rt_registry *registry, const char *subject, enum rt_schema_kind kind,
    const char *text, int32_t *id, struct rt_error *error)
{
    struct dir_registry *dir = of(registry);
    char *wanted = registry_normal(kind, text, error);
    size_t i, end = entries_of(dir, subject, &i);
    bool done = wanted != NULL;

    for (; done && !*id && i < end; i++) {
        const struct rt_registered *schema = dir->entries[i].schema;
        char *normal;

        if (schema->kind != kind)
            continue;
        normal = registry_normal(kind, schema->text, error);
        if (!normal)
            done = false;
        else if (!strcmp(normal, wanted))
            *id = schema->id;
        free(normal);
    }
    free(wanted);
    return done;
}

static bool read_only(const struct dir_registry *dir, struct rt_error *error)
{
    return rt_fail(error, RT_REGISTRY, RT_STOP, "the registry in folder %s is read-only",
        dir->path);
}

static bool add(struct rt_registry *registry, const char *subject, enum rt_schema_kind kind,
    const char *text, const struct rt_schema_reference *references, size_t count, int32_t *id,
    struct rt_error *error)
{
    (void)references;
    *id = 0;
    if (count)
        return read_only(of(registry), error);
    return lookup(registry, subject, kind, text, id, error) &&
        (*id || read_only(of(registry), error));
}

static bool delete_subject(struct rt_registry *registry, const char *subject,
    struct rt_error *error)
{
    (void)subject;
    return read_only(of(registry), error);
}

/* The folder of a subject. */
static void add_directory(struct rt_buffer *out, const char *subject)
{
    for (; *subject; subject++)
        rt_buffer_add(out, *subject == '/' ? "%2F" : subject, *subject == '/' ? 3 : 1);
    rt_buffer_add(out, "", 1);
}

/* The first word of the file "compatibility" in a folder; *level NULL: no such file. */
static bool read_level(struct dir_registry *dir, const char *directory, const char **level,
    struct rt_error *error)
{
    struct rt_buffer path = {0}, text = {0};
    bool found, done;

    done = read_file(path_of(&path, dir->path, directory, "compatibility"), &text, &found, error);
    *level = NULL;
    if (done && found) {
        char *word = (char *)text.data + strspn((char *)text.data, " \t\r\n");

        word[strcspn(word, " \t\r\n")] = '\0';
        *level = registry_text(&dir->base, word);
    }
    rt_buffer_release(&path);
    rt_buffer_release(&text);
    return done;
}

static bool compatibility(struct rt_registry *registry, const char *subject, const char **level,
    struct rt_error *error)
{
    struct rt_buffer directory = {0};
    bool done;

    add_directory(&directory, subject);
    done = read_level(of(registry), (const char *)directory.data, level, error) &&
        (*level || read_level(of(registry), ".", level, error));
    rt_buffer_release(&directory);
    if (done && !*level)
        *level = "BACKWARD";
    return done;
}

static bool set_compatibility(struct rt_registry *registry, const char *subject,
    const char *level, struct rt_error *error)
{
    (void)subject, (void)level;
    return read_only(of(registry), error);
}

static bool subjects(struct rt_registry *registry, size_t *count, struct rt_error *error)
{
    struct dir_registry *dir = of(registry);

    (void)count, (void)error;
    for (size_t i = 0; i < dir->count; i++)
        if (!i || strcmp(dir->entries[i].subject, dir->entries[i - 1].subject) != 0)
            registry_name(registry, dir->entries[i].subject);
    return true;
}

struct rt_registry *rt_registry_open_dir(const char *path, struct rt_error *error)
{
    static const struct registry_ops ops = {
        .close = dir_close,
        .by_id = by_id,
        .by_guid = by_guid,
        .version = version,
        .versions = versions,
        .add = add,
        .lookup = lookup,
        .delete_subject = delete_subject,
        .compatibility = compatibility,
        .set_compatibility = set_compatibility,
        .subjects = subjects,
    };
    struct dir_registry *registry = rt_allocate(1, sizeof *registry);

    registry->base.ops = &ops;
    registry->path = rt_duplicate(path);
    if (read_folder(registry, error))
        return &registry->base;
    rt_registry_close(&registry->base);
    return NULL;
}
