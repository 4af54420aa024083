/* help: the commands, and the tables that options.def and functions.def are. */
#include "driver.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 96, INDENT = 4 };

static const char *type_label(enum option_type type)
{
    switch (type) {
    case OPTION_TEXT: return "text";
    case OPTION_ENUM: return "one of";
    case OPTION_BOOL: return "true or false";
    case OPTION_INT: return "integer";
    case OPTION_DURATION: return "duration, as '7 d' or '500 ms'";
    case OPTION_MEMORY: return "size, as '64 mb' or '2097164 bytes'";
    case OPTION_OFFSETS: return "offsets, as 'partition:0,offset:42;partition:1,offset:300'";
    case OPTION_FORMAT: return "format";
    }
    return "";
}

/* Text in lines, each indented. */
static void print_wrapped(const char *text)
{
    while (*text) {
        size_t room = WIDTH - INDENT, size = strlen(text);

        if (size > room) {
            for (size = room; size && text[size] != ' ';)
                size--;
            size = size ? size : room;
        }
        printf("%*s%.*s\n", INDENT, "", (int)size, text);
        text += size;
        text += strspn(text, " ");
    }
}

/* "a|b" as ", " lists; a range as it stands. */
static void print_allowed(const char *allowed)
{
    for (const char *separator = " "; *allowed; separator = ", ") {
        size_t size = strcspn(allowed, "|");

        printf("%s%.*s", separator, (int)size, allowed);
        allowed += size + (allowed[size] == '|');
    }
}

static void print_option(const struct option_def *def)
{
    printf("%s\n%*s%s", def->key, INDENT, "", type_label(def->type));
    if (def->type == OPTION_ENUM || def->type == OPTION_INT ||
        (def->type == OPTION_MEMORY && *def->allowed))
        print_allowed(def->allowed);
    if (*def->default_text)
        printf("; default: %s", def->default_text);
    if (def->flags & OPTION_FIXED)
        fputs("; ALTER TABLE cannot change it", stdout);
    if (def->flags & OPTION_TOPIC)
        fputs("; of the topic", stdout);
    if (def->flags & OPTION_HINT)
        fputs("; in a table hint only", stdout);
    if (def->flags & OPTION_SCAN)
        fputs("; also in a table hint", stdout);
    if (def->flags & OPTION_SECRET)
        fputs("; never shown", stdout);
    putchar('\n');
    print_wrapped(def->text);
}

static int help_options(void)
{
    puts("Options of tables: WITH ('key' = 'value', …). key.<format>.x is key.format.x, and so for "
         "value.\n");
    for (enum option_id id = 0; id < OPTION_COUNT; id++)
        print_option(&option_defs[id]);
    return EXIT_FINE;
}

/* Special forms (CAST, COALESCE …) and aggregate functions are counted too. */
static void print_coverage(void)
{
    static const struct {
        const char *name, *why;
    } all[] = {
#define FLINK(name, why) {#name, why},
#include "catalog/functions_flink.def"
#undef FLINK
    };
    size_t count = sizeof all / sizeof *all, built = 0;

    for (size_t i = 0; i < count; i++)
        built += !*all[i].why;
    printf("\n%zu of the %zu functions that SQL calls by name in Flink 2.3. The others:\n", built,
        count);
    for (size_t i = 0; i < count; i++)
        if (*all[i].why)
            printf("%s: %s\n", all[i].name, all[i].why);
}

static int help_functions(void)
{
    static const struct {
        const char *name, *arguments, *result;
    } functions[] = {
#define F(name, arguments, result, symbol, shape, flags) {#name, arguments, result},
#include "catalog/functions.def"
#undef F
    };

    puts("Functions, an overload a line. INTEGER is any whole number, NUMERIC any number; =1 is\n"
         "the type of argument 1. A result is nullable if an argument is; ?: always, !: never.\n");
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        printf("%s(%s) -> %s\n", functions[i].name, functions[i].arguments,
            functions[i].result);
    print_coverage();
    return EXIT_FINE;
}

int command_help(int argc, char **argv)
{
    if (argc == 1 && !strcmp(argv[0], "options"))
        return help_options();
    if (argc == 1 && !strcmp(argv[0], "functions"))
        return help_functions();
    complain("help: 'options', 'functions' or nothing");
    return EXIT_USAGE;
}
