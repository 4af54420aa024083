/* build: gen, cc, link; the depfile. */
#include "driver.h"

#include <errno.h>
#include <string.h>

/* A name as make reads it. */
static void add_name(struct text *out, const char *name)
{
    for (const char *at = name; *at; at++) {
        if (*at == ' ' || *at == '\t') {
            /* Backslashes before a blank count double. */
            for (const char *back = at; back > name && back[-1] == '\\'; back--)
                text_add_char(out, '\\');
            text_add_char(out, '\\');
        } else if (*at == '#') {
            text_add_char(out, '\\');
        } else if (*at == '$') {
            text_add_char(out, '$');
        }
        text_add_char(out, *at);
    }
}

static bool write_depfile(const struct options *options, const struct program *program)
{
    struct text out = {.arena = options->arena};
    struct words files = {0};
    const char *path = options->depfile_path
        ? options->depfile_path
        : arena_printf(options->arena, "%s.d", options->output);

    for (size_t i = 0; i < options->inputs.count; i++)
        if (strcmp(options->inputs.at[i].text, "-"))
            words_add(options->arena, &files, options->inputs.at[i].text);
    registry_files(options->arena, &options->environment, program->session.catalog, &files);
    add_name(&out, options->output);
    text_add_char(&out, ':');
    for (size_t i = 0; i < files.count; i++) {
        text_add(&out, " \\\n  ");
        add_name(&out, files.at[i]);
    }
    text_add_char(&out, '\n');
    /* A rule for each file, so that a removed one does not stop make. */
    for (size_t i = 0; i < files.count; i++) {
        text_add_char(&out, '\n');
        add_name(&out, files.at[i]);
        text_add(&out, ":\n");
    }
    if (file_write(options->arena, path, text_chars(&out), out.size))
        return true;
    complain("%s: %s", path, strerror(errno));
    return false;
}

static int compile(const struct options *options, const char *c_text)
{
    const char *home = home_find(options->arena);
    const char *folder = home ? folder_temporary(options->arena) : NULL;
    const char *source;
    bool fine;

    if (!home)
        return EXIT_ENVIRONMENT;
    if (!folder) {
        complain("temporary folder: %s", strerror(errno));
        return EXIT_ENVIRONMENT;
    }
    source = arena_printf(options->arena, "%s/%s.c", folder, options_pipeline_name(options));
    fine = file_write(options->arena, source, c_text, strlen(c_text));
    if (!fine)
        complain("%s: %s", source, strerror(errno));
    fine = fine && cc_link(options->arena, home, source, options->output);
    folder_remove(folder);
    return fine ? EXIT_FINE : EXIT_ENVIRONMENT;
}

static bool may_write(const char *path)
{
    if (!path || file_replaceable(path))
        return true;
    complain("%s is not a regular file", path);
    return false;
}

int command_build(struct options *options)
{
    struct program program;
    const char *c_text = NULL;
    int status = EXIT_INPUT;

    if (!may_write(options->output) || !may_write(options->depfile_path))
        return EXIT_ENVIRONMENT;
    if (!program_load(&program, options, true))
        return EXIT_ENVIRONMENT;
    if (!program.failed)
        c_text = program_emit(&program, options, &status);
    program_report(&program, options);
    if (!c_text)
        return status;
    status = compile(options, c_text);
    if (status == EXIT_FINE && options->depfile && !write_depfile(options, &program))
        status = EXIT_ENVIRONMENT;
    return status;
}
