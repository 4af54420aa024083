/* Protobuf text to descriptors: drives the grammar; and names across files. */
#include "proto_build.h"
#include "proto_lexer.h"

#include <stdlib.h>
#include <string.h>

/* The generated parser. */
void *proto_grammarAlloc(void *(*allocate)(size_t));
void proto_grammarFree(void *machine, void (*release)(void *));
void proto_grammar(void *machine, int kind, struct proto_token token, struct proto_parser *p);

struct proto_file *proto_parse(struct arena *arena, const char *text, const char **error)
{
    struct proto_parser p = {.arena = arena, .file = NEW(arena, struct proto_file)};
    struct proto_lexer lexer = {.cursor = text, .end = text + strlen(text), .line = 1};
    void *machine = proto_grammarAlloc(malloc);
    int kind;

    if (!machine)
        BUG("out of memory");
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

const char *proto_option_value(const struct proto_options *options, const char *name)
{
    for (size_t i = 0; i < options->count; i++) {
        if (strcmp(options->at[i].name, name) == 0)
            return options->at[i].value;
    }
    return NULL;
}

/* ---- files that know each other ---- */

void proto_set_init(struct proto_set *set, struct arena *arena)
{
    *set = (struct proto_set){.arena = arena, .names.arena = arena};
}

static void add_name(struct proto_set *set, const char *name, struct proto_named named)
{
    struct proto_named *kept = NEW(set->arena, struct proto_named);

    *kept = named;
    map_put(&set->names, name, kept);
}

static void add_message(struct proto_set *set, const struct proto_file *file,
    const struct proto_message *message)
{
    add_name(set, message->full_name, (struct proto_named){message, NULL, file});
    for (size_t i = 0; i < message->messages.count; i++)
        add_message(set, file, message->messages.at[i]);
    for (size_t i = 0; i < message->enums.count; i++)
        add_name(set, message->enums.at[i]->full_name,
            (struct proto_named){NULL, message->enums.at[i], file});
}

void proto_set_add(struct proto_set *set, const struct proto_file *file)
{
    for (size_t i = 0; i < file->messages.count; i++)
        add_message(set, file, file->messages.at[i]);
    for (size_t i = 0; i < file->enums.count; i++)
        add_name(set, file->enums.at[i]->full_name,
            (struct proto_named){NULL, file->enums.at[i], file});
}

const struct proto_named *proto_find(const struct proto_set *set, const char *scope,
    const char *name)
{
    char *outer = arena_strdup(set->arena, scope);

    if (*name == '.')
        return map_get(&set->names, name + 1);
    while (*outer) {
        const struct proto_named *named =
            map_get(&set->names, arena_printf(set->arena, "%s.%s", outer, name));
        char *dot = strrchr(outer, '.');

        if (named)
            return named;
        *(dot ? dot : outer) = '\0';
    }
    return map_get(&set->names, name);
}
