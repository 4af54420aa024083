/*
 * Checks the source tree: tidy ROOT
 *   - compiler folders include in one direction; the runtime never includes the compiler, the
 *     compiler only rt/ of the runtime; templates are emit's alone
 *   - functions of at most 70 lines, files of at most 800, lines of at most 100 columns
 *   - no strcpy, strcat, sprintf, strtok
 * Prints file:line: what, and exits 1 if there is any.
 */
#include <ctype.h>
#include <errno.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FUNCTION_LINES = 70,
    FILE_LINES = 800,
    COLUMNS = 100,
    OPEN_DIRS = 16,
};

struct folder {
    const char *name;
    int rank; /* A folder includes itself and lower ranks. */
};

struct source {
    const char *path; /* Relative to the root. */
    const char *suffix;
    int line;
    int function_line; /* Of the open function's brace; 0 outside. */
    bool in_comment;
};

static const struct folder folders[] = {
    {"base", 0},
    {"diag", 1},
    {"parse", 2},
    {"types", 2},
    {"registry", 3},
    {"catalog", 3},
    {"bind", 4},
    {"plan", 5},
    {"emit", 6},
};
static const char *const banned[] = {"strcpy", "strcat", "sprintf", "strtok"};
static const char *const suffixes[] = {".c", ".h", ".in", ".y", ".re", ".def"};

static size_t root_length;
static int findings;

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void report(const struct source *source, const char *what, const char *detail)
{
    printf("%s:%d: %s%s%s\n", source->path, source->line, what, *detail ? " " : "", detail);
    findings++;
}

static bool starts_with(const char *text, const char *prefix)
{
    return !strncmp(text, prefix, strlen(prefix));
}

/* The compiler folder named by the first part of a path; NULL if it names none. */
static const struct folder *folder_of(const char *path)
{
    size_t length = strcspn(path, "/");
    for (size_t i = 0; path[length] && i < COUNT(folders); i++)
        if (strlen(folders[i].name) == length && starts_with(path, folders[i].name))
            return &folders[i];
    return NULL;
}

static void check_include(const struct source *source, const char *line)
{
    char target[256];
    if (sscanf(line, " # include \"%255[^\"]\"", target) != 1)
        return;
    const struct folder *to = folder_of(target);
    if (starts_with(source->path, "compiler/")) {
        const struct folder *from = folder_of(source->path + strlen("compiler/"));
        if (from && to && from != to && from->rank <= to->rank)
            report(source, "include against the order of folders:", target);
        if (strstr(target, "_tpl.h") && (!from || strcmp(from->name, "emit")))
            report(source, "only emit/ uses templates:", target);
        if (strstr(target, "runtime/"))
            report(source, "only rt/ of the runtime is public:", target);
    }
    /* The runtime has a registry/ of its own. */
    if (starts_with(source->path, "runtime/") &&
        (strstr(target, "compiler/") || (to && strcmp(to->name, "registry"))))
        report(source, "the runtime includes the compiler:", target);
}

/* Blanks comments and literals in place. A literal that goes on to the next line is not C. */
static void blank_text(struct source *source, char *line)
{
    char quote = 0;
    for (char *p = line; *p && *p != '\n'; p++) {
        if (source->in_comment) {
            source->in_comment = !(p[0] == '*' && p[1] == '/');
            if (!source->in_comment)
                *p++ = ' ';
        } else if (quote) {
            quote = *p == quote ? 0 : quote;
            if (*p == '\\' && p[1] && p[1] != '\n')
                *p++ = ' ';
        } else if (*p == '"' || *p == '\'') {
            quote = *p;
        } else if (p[0] == '/' && p[1] == '/') {
            memset(p, ' ', strcspn(p, "\n"));
        } else if (p[0] == '/' && p[1] == '*') {
            source->in_comment = true;
            *p++ = ' ';
        } else {
            continue;
        }
        *p = ' ';
    }
}

static void check_calls(const struct source *source, const char *line)
{
    for (size_t i = 0; i < COUNT(banned); i++) {
        const char *at = strstr(line, banned[i]);
        if (!at || (at > line && (isalnum((unsigned char)at[-1]) || at[-1] == '_')))
            continue;
        at += strlen(banned[i]);
        if (at[strspn(at, " ")] == '(')
            report(source, "banned call:", banned[i]);
    }
}

/* A function's brace opens and closes in the first column; no other does. */
static void check_function(struct source *source, const char *line)
{
    char length[32];
    if (!strcmp(line, "{\n") && !source->function_line) {
        source->function_line = source->line;
    } else if (line[0] == '}' && source->function_line) {
        int lines = source->line - source->function_line - 1;
        if (lines > FUNCTION_LINES) {
            snprintf(length, sizeof length, "%d lines", lines);
            report(source, "function too long:", length);
        }
        source->function_line = 0;
    }
}

static void check_columns(const struct source *source, const char *line)
{
    int columns = 0;
    for (const char *p = line; *p && *p != '\n'; p++)
        columns += ((unsigned char)*p & 0xC0) != 0x80;
    if (columns > COLUMNS)
        report(source, "line too long", "");
}

static void check_file(const char *path, struct source source)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0;
    bool is_c = strcmp(source.suffix, ".y") && strcmp(source.suffix, ".re");

    if (!file) {
        report(&source, "cannot be read:", strerror(errno));
        return;
    }
    while (getline(&line, &capacity, file) > 0) {
        source.line++;
        check_columns(&source, line);
        check_include(&source, line);
        if (!is_c)
            continue;
        blank_text(&source, line);
        check_calls(&source, line);
        check_function(&source, line);
    }
    /* A lemon grammar cannot be split over files. */
    if (source.line > FILE_LINES && strcmp(source.suffix, ".y"))
        report(&source, "file too long", "");
    free(line);
    fclose(file);
}

static int visit(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info, (void)walk;
    const char *suffix = strrchr(path, '.');
    for (size_t i = 0; kind == FTW_F && suffix && i < COUNT(suffixes); i++)
        if (!strcmp(suffix, suffixes[i]))
            check_file(path, (struct source){.path = path + root_length, .suffix = suffix});
    return 0;
}

int main(int argc, char **argv)
{
    static const char *const trees[] = {"compiler", "runtime", "templates", "grammar", "tests"};
    char path[4096];

    if (argc != 2) {
        fputs("usage: tidy ROOT\n", stderr);
        return 2;
    }
    root_length = strlen(argv[1]) + 1;
    for (size_t i = 0; i < COUNT(trees); i++) {
        snprintf(path, sizeof path, "%s/%s", argv[1], trees[i]);
        if (nftw(path, visit, OPEN_DIRS, FTW_PHYS) && errno != ENOENT)
            perror(path);
    }
    printf("tidy: %d findings\n", findings);
    return findings ? 1 : 0;
}
