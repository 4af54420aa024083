/* confluent.field_meta: the options of a field that say which SQL type it was made of. */
#include "proto/memory.h"

#include "proto/build.h"

#include <string.h>

enum { DEPTH_LIMIT = 16 };

/* Text format, which the grammar has read once already: its brackets are in pairs. */
struct cursor {
    const struct rt_memory *memory;
    const char *at;
    int depth;
};

static bool is_space(char c)
{
    return c && strchr(" \t\r\n\f\v,;", c);
}

static char peek(struct cursor *c)
{
    for (;;) {
        if (is_space(*c->at))
            c->at++;
        else if (*c->at == '#' || (c->at[0] == '/' && c->at[1] == '/'))
            c->at += strcspn(c->at, "\n");
        else if (c->at[0] == '/' && c->at[1] == '*')
            c->at = strstr(c->at, "*/") ? strstr(c->at, "*/") + 2 : c->at + strlen(c->at);
        else
            return *c->at;
    }
}

static bool take(struct cursor *c, char wanted)
{
    if (peek(c) != wanted || !wanted)
        return false;
    c->at++;
    return true;
}

static const char *string_end(const char *at)
{
    char quote = *at++;

    while (*at && *at != quote)
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

/* A name, a number or string literals. */
static const char *take_word(struct cursor *c)
{
    const char *start = (peek(c), c->at);

    if (*start == '"' || *start == '\'') {
        const char *end = start;

        while (peek(c) == '"' || *c->at == '\'')
            end = c->at = string_end(c->at);
        return proto_string(c->memory, start, (size_t)(end - start));
    }
    while (*c->at && !is_space(*c->at) && !strchr(":{}[]<>", *c->at))
        c->at++;
    return memory_copy(c->memory, start, (size_t)(c->at - start));
}

static void skip_value(struct cursor *c)
{
    char open = peek(c);

    if (open != '{' && open != '[' && open != '<') {
        take_word(c);
        return;
    }
    c->at++;
    if (++c->depth < DEPTH_LIMIT) {
        while (*c->at && peek(c) && !strchr("}]>", *c->at)) {
            if (!take(c, ':'))
                skip_value(c);
        }
        if (*c->at)
            c->at++;
    } else {
        c->at += strlen(c->at);
    }
    c->depth--;
}

/* { key: "…" value: "…" } */
static void read_param(struct cursor *c, struct rt_proto_meta *meta)
{
    const char *key = NULL, *value = "";

    if (!take(c, '{') && !take(c, '<')) {
        skip_value(c);
        return;
    }
    while (peek(c) && !strchr("}>", *c->at)) {
        const char *start = c->at, *name = take_word(c);

        take(c, ':');
        if (strcmp(name, "key") == 0)
            key = take_word(c);
        else if (strcmp(name, "value") == 0)
            value = take_word(c);
        else
            skip_value(c);
        if (c->at == start)
            return;
    }
    if (*c->at)
        c->at++;
    if (key)
        rt_proto_put(&meta->params, key, (void *)(uintptr_t)value);
}

static void read_params(struct cursor *c, struct rt_proto_meta *meta)
{
    if (!take(c, '[')) {
        read_param(c, meta);
        return;
    }
    while (peek(c) && !strchr("]}>", *c->at))
        read_param(c, meta);
    take(c, ']');
}

static void read_meta(struct cursor *c, struct rt_proto_meta *meta)
{
    take(c, '{');
    while (peek(c) && *c->at != '}') {
        const char *start = c->at, *name = take_word(c);

        take(c, ':');
        if (strcmp(name, "doc") == 0)
            meta->doc = take_word(c);
        else if (strcmp(name, "params") == 0)
            read_params(c, meta);
        else
            skip_value(c);
        if (c->at == start)
            return;
    }
}

struct rt_proto_meta rt_proto_meta_of(const struct rt_memory *memory,
    const struct rt_proto_field *field)
{
    struct rt_proto_meta meta = {.params.memory = *memory};

    for (size_t i = 0; i < field->options.count; i++) {
        const char *name = field->options.at[i].name;
        struct cursor c = {.memory = memory, .at = field->options.at[i].value};
        size_t begin = strncmp(name, "(.", 2) == 0 ? 2 : 1;

        if (*name != '(' || strncmp(name + begin, "confluent.field_meta)", 21) != 0)
            continue;
        name += begin + 21;
        if (!*name)
            read_meta(&c, &meta);
        else if (strcmp(name, ".params") == 0)
            read_params(&c, &meta);
        else if (strcmp(name, ".doc") == 0)
            meta.doc = c.at;
    }
    if (meta.doc && !*meta.doc)
        meta.doc = NULL;
    return meta;
}
