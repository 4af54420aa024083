/* ddl2c: the commands. */
#include "driver.h"

#include <stdio.h>
#include <string.h>

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
        command_plan},
    {"apply", "FILE.sql...", "make topics, configurations and subjects", COMMAND_APPLY,
        command_apply},
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
    "  ddl2c help options        every WITH option of a table\n"
    "  ddl2c help functions      every function with its arguments\n"
    "  ddl2c --version\n"
    "  ddl2c --home              the folder with the runtime library and headers\n"
    "\n"
    "Exit status: 0 fine; 1 the input is wrong; 2 wrong usage; 3 the environment failed (broker,\n"
    "registry, disk, C compiler); 4 a record or expression failed at run time; 5 changes are\n"
    "planned (plan --detailed-exitcode).\n";

static void print_help(void)
{
    fputs(intro, stdout);
    for (size_t i = 0; i < COMMANDS; i++)
        printf("  %-7s %-22s %s\n", commands[i].name, commands[i].arguments, commands[i].summary);
    fputs(outro, stdout);
}

static void print_version(void)
{
    puts("ddl2c " DDL2C_VERSION);
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

/* Variables name an environment for the commands that work on one; the others look into one only
 * if a flag says so. */
static void choose_environment(struct options *options, struct environment *live)
{
    unsigned bit = options->command->bit;

    if (bit & (COMMAND_RUN | COMMANDS_PLAN))
        rt_environment_defaults(&options->environment);
    if (bit & COMMANDS_INFER && rt_environment_given(&options->environment))
        options->live = live;
}

static int run_command(const struct command *command, int argc, char **argv)
{
    struct options options = {.arena = arena_new(), .command = command};
    struct environment live = {0};
    int status = EXIT_USAGE;

    if (options_parse(&options, argc, argv)) {
        status = EXIT_FINE;
        choose_environment(&options, &live);
        if (options.help)
            options_help(command);
        else if (options.version)
            print_version();
        else
            status = command->run(&options);
    }
    environment_close(&live);
    rt_environment_release(&options.environment);
    arena_free(options.arena);
    return status;
}

static int run_words(int argc, char **argv)
{
    if (argc < 2) {
        complain("a command is missing");
        complain("see 'ddl2c --help'");
        return EXIT_USAGE;
    }
    if (!strcmp(argv[1], "help") && argc > 2)
        return command_help(argc - 2, argv + 2);
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        print_help();
        return EXIT_FINE;
    }
    if (!strcmp(argv[1], "--version")) {
        print_version();
        return EXIT_FINE;
    }
    if (!strcmp(argv[1], "--home"))
        return print_home();
    for (size_t i = 0; i < COMMANDS; i++)
        if (!strcmp(argv[1], commands[i].name))
            return run_command(&commands[i], argc, argv);
    return unknown_command(argv[1]);
}

int main(int argc, char **argv)
{
    int status = run_words(argc, argv);

    /* What was printed must have arrived: a full disk behind `>` shows here alone. */
    if (fflush(stdout) || ferror(stdout)) {
        complain("standard output: write failed");
        return status ? status : EXIT_ENVIRONMENT;
    }
    return status;
}
