/* ddl2c: the commands. */
#include "driver.h"

#include <stdio.h>
#include <string.h>

static int command_later(struct options *options);

static const struct command commands[] = {
    {"check", "FILE.sql... [-e SQL]", "find every error of scripts; nothing is built",
        COMMAND_CHECK, command_check},
    {"gen", "FILE.sql... -o DIR", "write the C source, schemas and Makefile of a pipeline",
        COMMAND_GEN, command_gen},
    {"build", "FILE.sql... -o BIN", "make a pipeline: one static binary", COMMAND_BUILD,
        command_build},
    {"run", "FILE.sql... [-e SQL]", "execute statement by statement, as an SQL client",
        COMMAND_RUN, command_run},
    {"test", "FILE.slt...", "run test scripts", COMMAND_TEST, command_test},
    {"schema", "FILE.sql... -o DIR", "write the schema of every key and value", COMMAND_SCHEMA,
        command_schema},
    {"plan", "FILE.sql...", "show the difference to a cluster and registry", COMMAND_PLAN,
        command_later},
    {"apply", "FILE.sql...", "make topics, configurations and subjects", COMMAND_APPLY,
        command_later},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const char intro[] =
    "ddl2c: Flink-SQL scripts to static Kafka pipelines\n"
    "\n"
    "Usage: ddl2c COMMAND [OPTION]... FILE...\n"
    "\n"
    "A FILE is an SQL script, - is standard input. Commands:\n";

static const char outro[] =
    "\n"
    "  ddl2c COMMAND --help      options of a command\n"
    "  ddl2c --version\n"
    "  ddl2c --home              the folder with the runtime library and headers\n"
    "\n"
    "Exit status: 0 fine; 1 the input is wrong; 2 wrong usage; 3 the environment failed (broker,\n"
    "registry, disk, C compiler); 4 a record or expression failed at run time.\n";

static int command_later(struct options *options)
{
    fprintf(stderr, "error[%s]: 'ddl2c %s' is not supported yet\n",
        diag_code_name(D_COMMAND_UNSUPPORTED), options->command->name);
    return EXIT_USAGE;
}

static void print_help(void)
{
    fputs(intro, stdout);
    for (size_t i = 0; i < COMMANDS; i++)
        printf("  %-7s %-22s %s\n", commands[i].name, commands[i].arguments, commands[i].summary);
    fputs(outro, stdout);
}

static int print_home(void)
{
    struct arena *arena = arena_new();
    const char *home = home_find(arena);

    if (home)
        puts(home);
    arena_free(arena);
    return home ? EXIT_FINE : EXIT_ENVIRONMENT;
}

static int unknown_command(const char *word)
{
    const char *names[COMMANDS];
    const char *near;

    for (size_t i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    near = nearest_name(word, names, COMMANDS);
    if (*word == '-')
        complain("unknown option '%s'", word);
    else if (near)
        complain("unknown command '%s'; did you mean '%s'?", word, near);
    else
        complain("unknown command '%s'", word);
    complain("see 'ddl2c --help'");
    return EXIT_USAGE;
}

static int run_command(const struct command *command, int argc, char **argv)
{
    struct options options = {.arena = arena_new(), .command = command};
    int status = EXIT_USAGE;

    if (options_parse(&options, argc, argv)) {
        status = EXIT_FINE;
        if (options.help)
            options_help(command);
        else
            status = command->run(&options);
    }
    rt_environment_release(&options.environment);
    arena_free(options.arena);
    if (fflush(stdout) || ferror(stdout)) {
        complain("standard output: write failed");
        return status ? status : EXIT_ENVIRONMENT;
    }
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        complain("a command is missing");
        complain("see 'ddl2c --help'");
        return EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        print_help();
        return EXIT_FINE;
    }
    if (!strcmp(argv[1], "--version")) {
        puts("ddl2c " DDL2C_VERSION);
        return EXIT_FINE;
    }
    if (!strcmp(argv[1], "--home"))
        return print_home();
    for (size_t i = 0; i < COMMANDS; i++)
        if (!strcmp(argv[1], commands[i].name))
            return run_command(&commands[i], argc, argv);
    return unknown_command(argv[1]);
}
