/* Java's names for messages. */
#include "proto_class.h"

#include <ctype.h>
#include <string.h>

struct search {
    struct arena *arena;
    const struct proto_sources *sources;
    struct rt_memory memory;
    const char *wanted;
    const char *message; /* full name; NULL: not found yet */
};

static bool has_name(const struct rt_proto_file *file, const char *name)
{
    for (size_t i = 0; i < file->messages.count; i++) {
        if (strcmp(file->messages.at[i]->name, name) == 0)
            return true;
    }
    for (size_t i = 0; i < file->enums.count; i++) {
        if (strcmp(file->enums.at[i]->name, name) == 0)
            return true;
    }
    return false;
}

/* order_events.proto -> OrderEvents, OrderEventsOuterClass if a message is called so. */
static const char *outer_class(struct search *search, const struct rt_proto_file *file,
    const char *path)
{
    const char *given = rt_proto_option_value(&file->options, "java_outer_classname");
    const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    struct text out = {.arena = search->arena};
    bool first = true;

    if (given)
        return given;
    for (; *base && *base != '.'; base++) {
        if (isalnum((unsigned char)*base))
            text_add_char(&out, (char)(first ? toupper((unsigned char)*base) : *base));
        first = !isalpha((unsigned char)*base);
    }
    if (has_name(file, text_chars(&out)))
        text_add(&out, "OuterClass");
    return text_chars(&out);
}

static void find_message(struct search *search, const struct rt_proto_message *message,
    const char *class)
{
    if (strcmp(class, search->wanted) == 0)
        search->message = message->full_name;
    for (size_t i = 0; !search->message && i < message->messages.count; i++)
        find_message(search, message->messages.at[i], arena_printf(search->arena, "%s$%s", class,
            message->messages.at[i]->name));
}

static void search_file(struct search *search, const struct rt_proto_file *file, const char *path)
{
    const char *package = rt_proto_option_value(&file->options, "java_package");
    const char *multiple = rt_proto_option_value(&file->options, "java_multiple_files");
    const char *dot, *outer = outer_class(search, file, path);

    if (!package)
        package = file->package;
    dot = *package ? "." : "";
    for (size_t i = 0; !search->message && i < file->messages.count; i++) {
        const struct rt_proto_message *message = file->messages.at[i];

        find_message(search, message, multiple && strcmp(multiple, "true") == 0
            ? arena_printf(search->arena, "%s%s%s", package, dot, message->name)
            : arena_printf(search->arena, "%s%s%s$%s", package, dot, outer, message->name));
    }
}

/* Whether a path is an import, or ends with one behind a '/'. */
static bool is_import(const char *path, const char *import)
{
    size_t size = strlen(path), end = strlen(import);

    return size >= end && strcmp(path + size - end, import) == 0 &&
        (size == end || path[size - end - 1] == '/');
}

/* The sources that the file imports, and those that they do, each behind its own. */
static void add_references(struct search *search, const struct rt_proto_file *file,
    struct schema_reference *references, size_t *count)
{
    for (size_t i = 0; i < file->imports.count; i++) {
        const char *import = file->imports.at[i].path, *ignored;
        bool known = rt_proto_builtin(import);

        for (size_t k = 0; k < *count; k++)
            known |= strcmp(references[k].name, import) == 0;
        for (size_t k = 0; !known && k < search->sources->count; k++) {
            const struct proto_source *source = &search->sources->at[k];
            const struct rt_proto_file *other;

            if (!is_import(source->path, import))
                continue;
            known = true;
            other = rt_proto_parse(&search->memory, source->text, &ignored);
            if (other && *count < search->sources->count) {
                references[(*count)++] = (struct schema_reference){import, source->text};
                add_references(search, other, references, count);
            }
        }
    }
}

bool proto_class_find(struct arena *arena, const struct proto_sources *sources, const char *name,
    struct proto_class *found, const char **error)
{
    struct search search = {.arena = arena, .sources = sources, .memory = proto_memory(arena),
        .wanted = name};
    struct schema_reference *references = arena_array(arena, sources->count + 1,
        sizeof *references);

    for (size_t i = 0; i < sources->count; i++) {
        const struct proto_source *source = &sources->at[i];
        const char *why;
        const struct rt_proto_file *file = rt_proto_parse(&search.memory, source->text, &why);

        if (!file) {
            *error = arena_printf(arena, "%s: %s", source->path, why);
            return false;
        }
        search_file(&search, file, source->path);
        if (!search.message)
            continue;
        found->schema = (struct schema_text){.language = SCHEMA_PROTOBUF, .text = source->text,
            .references = references};
        add_references(&search, file, references, &found->schema.reference_count);
        found->message = search.message;
        return true;
    }
    *error = sources->count ? "no message of the files given with --proto has that class"
                            : "its .proto file is to be given with --proto";
    return false;
}
