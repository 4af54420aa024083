/* gen and schema: generated files for reading, and for a build of the user's own. */
#include "driver.h"

#include <errno.h>
#include <string.h>

static const char makefile[] =
    "# Made by ddl2c: `make DDL2C=path/to/ddl2c` builds the pipeline.\n"
    "DDL2C ?= ddl2c\n"
    "DDL2C_HOME ?= $(shell '$(DDL2C)' --home)\n"
    "CFLAGS ?= -O2\n"
    "LDFLAGS ?= -static -s\n"
    "\n"
    "PIPELINE_CFLAGS = -std=gnu17 -Wall -Wextra -Werror -I'$(DDL2C_HOME)/include'\n"
    "PIPELINE_LIBS = -L'$(DDL2C_HOME)' $(shell cat '$(DDL2C_HOME)/link.flags')\n"
    "\n"
    "%1$s: %1$s.c\n"
    "\t$(CC) $(CFLAGS) $(PIPELINE_CFLAGS) $(LDFLAGS) -o $@ %1$s.c $(PIPELINE_LIBS)\n"
    "\n"
    "clean:\n"
    "\trm -f %1$s\n"
    ".PHONY: clean\n";

/* ---- schemas ---- */

static void new_line(struct text *out, size_t depth)
{
    text_add_char(out, '\n');
    for (size_t i = 0; i < depth; i++)
        text_add(out, "  ");
}

/* One token of JSON text that is known to be valid; returns what follows it. */
static const char *indent_token(struct text *out, const char *at, size_t *depth)
{
    char c = *at++;

    switch (c) {
    case '{':
    case '[':
        text_add_char(out, c);
        at += strspn(at, " \t\r\n");
        if (*at == '}' || *at == ']') {
            text_add_char(out, *at++);
        } else {
            new_line(out, ++*depth);
        }
        return at;
    case '}':
    case ']':
        *depth -= *depth > 0;
        new_line(out, *depth);
        text_add_char(out, c);
        return at;
    case ',':
        text_add_char(out, c);
        new_line(out, *depth);
        return at;
    case ':':
        text_add(out, ": ");
        return at;
    case '"':
        text_add_char(out, c);
        for (; *at && *at != '"'; at++) {
            text_add_char(out, *at);
            if (*at == '\\' && at[1])
                text_add_char(out, *++at);
        }
        text_add_char(out, '"');
        return *at ? at + 1 : at;
    default:
        text_add_char(out, c);
        return at;
    }
}

static const char *indent_json(struct arena *arena, const char *json)
{
    struct text out = {.arena = arena};
    size_t depth = 0;

    for (json += strspn(json, " \t\r\n"); *json; json += strspn(json, " \t\r\n"))
        json = indent_token(&out, json, &depth);
    text_add_char(&out, '\n');
    return text_chars(&out);
}

static bool write_text(const struct options *options, const char *name, const char *text)
{
    const char *path = arena_printf(options->arena, "%s/%s", options->output, name);

    if (file_write(options->arena, path, text, strlen(text)))
        return true;
    complain("%s: %s", path, strerror(errno));
    return false;
}

static bool write_side(const struct options *options, const struct table_side *side)
{
    const char *suffix = schema_language_extension(format_info(side->format)->language);
    char *name;

    if (!side->subject || !side->schema || !suffix)
        return true;
    name = arena_printf(options->arena, "%s.%s", side->subject, suffix);
    for (char *at = name; *at; at++)
        if (*at == '/')
            *at = '_';
    return write_text(options, name,
        strcmp(suffix, "proto") ? indent_json(options->arena, side->schema) : side->schema);
}

static bool write_schemas(const struct options *options, const struct program *program)
{
    const struct map *tables = &program->session.catalog->tables;

    for (size_t i = 0; i < tables->count; i++) {
        const struct table *table = tables->at[i].value;

        if (!write_side(options, &table->key_side) || !write_side(options, &table->value_side))
            return false;
    }
    return true;
}

static bool make_output_folder(const struct options *options)
{
    if (folder_make(options->arena, options->output))
        return true;
    complain("%s: %s", options->output, strerror(errno));
    return false;
}

int command_schema(struct options *options)
{
    struct program program;

    if (!program_load(&program, options, true))
        return EXIT_ENVIRONMENT;
    program_report(&program, options);
    if (program.failed)
        return EXIT_INPUT;
    return make_output_folder(options) && write_schemas(options, &program) ? EXIT_FINE
                                                                           : EXIT_ENVIRONMENT;
}

int command_gen(struct options *options)
{
    const char *name = options_pipeline_name(options);
    const char *c_text = NULL;
    int status = EXIT_INPUT;
    struct program program;

    if (!program_load(&program, options, true))
        return EXIT_ENVIRONMENT;
    if (!program.failed)
        c_text = program_emit(&program, options, &status);
    program_report(&program, options);
    if (!c_text)
        return status;
    if (!make_output_folder(options) || !write_schemas(options, &program) ||
        !write_text(options, arena_printf(options->arena, "%s.c", name), c_text) ||
        !write_text(options, "Makefile", arena_printf(options->arena, makefile, name)))
        return EXIT_ENVIRONMENT;
    return EXIT_FINE;
}
