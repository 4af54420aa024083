/* Protobuf text to descriptors: drives the grammar; and names across files. */
#include "proto/build.h"
#include "proto/descriptor.h"
#include "proto/lexer.h"

#include <stdlib.h>
#include <string.h>

/* The generated parser. */
void *proto_grammarAlloc(void *(*allocate)(size_t));
void proto_grammarFree(void *machine, void (*release)(void *));
void proto_grammar(void *machine, int kind, struct proto_token token, struct proto_parser *p);

struct rt_proto_file *rt_proto_parse(const struct rt_memory *memory, const char *text,
    const char **error)
{
    struct proto_parser p = {.memory = memory, .file = MEMORY_NEW(memory, struct rt_proto_file)};
    struct proto_lexer lexer;
    void *machine;
    int kind;

    if (descriptor_is(text) && !(text = descriptor_text(memory, text, error)))
        return NULL;
    lexer = (struct proto_lexer){.cursor = text, .end = text + strlen(text), .line = 1};
    machine = proto_grammarAlloc(malloc);
    if (!machine) {
        *error = "out of memory";
        return NULL;
    }
    p.file->package = "";
    do {
        struct proto_token token;

        kind = proto_lex(&lexer);
        token = (struct proto_token){lexer.start, (size_t)(lexer.cursor - lexer.start),
            lexer.line};
        p.line = lexer.line;
        if (kind < 0) {
            token.size = *lexer.start ? 1 : 0;
            proto_unexpected(&p, &token);
        } else {
            proto_grammar(machine, kind, token, &p);
        }
    } while (kind > 0 && !p.error);
    proto_grammarFree(machine, free);
    if (p.error) {
        *error = p.error;
        return NULL;
    }
    return p.file;
}

const char *rt_proto_option_value(const struct rt_proto_options *options, const char *name)
{
    for (size_t i = 0; i < options->count; i++) {
        if (strcmp(options->at[i].name, name) == 0)
            return options->at[i].value;
    }
    return NULL;
}

/* ---- files that know each other ---- */

void rt_proto_set_init(struct rt_proto_set *set, const struct rt_memory *memory)
{
    *set = (struct rt_proto_set){.memory = *memory, .names.memory = *memory};
}

static void add_name(struct rt_proto_set *set, const char *name, struct rt_proto_named named)
{
    struct rt_proto_named *kept = MEMORY_NEW(&set->memory, struct rt_proto_named);

    *kept = named;
    rt_proto_put(&set->names, name, kept);
}

static void add_message(struct rt_proto_set *set, const struct rt_proto_file *file,
    const struct rt_proto_message *message)
{
    add_name(set, message->full_name, (struct rt_proto_named){message, NULL, file});
    for (size_t i = 0; i < message->messages.count; i++)
        add_message(set, file, message->messages.at[i]);
    for (size_t i = 0; i < message->enums.count; i++)
        add_name(set, message->enums.at[i]->full_name,
            (struct rt_proto_named){NULL, message->enums.at[i], file});
}

void rt_proto_set_add(struct rt_proto_set *set, const struct rt_proto_file *file)
{
    for (size_t i = 0; i < file->messages.count; i++)
        add_message(set, file, file->messages.at[i]);
    for (size_t i = 0; i < file->enums.count; i++)
        add_name(set, file->enums.at[i]->full_name,
            (struct rt_proto_named){NULL, file->enums.at[i], file});
}

const struct rt_proto_named *rt_proto_find(const struct rt_proto_set *set, const char *scope,
    const char *name)
{
    char *outer = memory_copy(&set->memory, scope, strlen(scope));

    if (*name == '.')
        return rt_proto_get(&set->names, name + 1);
    while (*outer) {
        const struct rt_proto_named *named =
            rt_proto_get(&set->names, memory_printf(&set->memory, "%s.%s", outer, name));
        char *dot = strrchr(outer, '.');

        if (named)
            return named;
        *(dot ? dot : outer) = '\0';
    }
    return rt_proto_get(&set->names, name);
}
