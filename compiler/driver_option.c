/* Command-line options. */
#include "driver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct option {
    const char *name;     /* "--output" or "-o" */
    const char *argument; /* NULL: takes none */
    const char *help;
    unsigned commands;
    bool (*take)(struct options *options, const char *value);
};

void complain(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fputs("ddl2c: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

static bool take_sql(struct options *options, const char *value)
{
    vec_push(options->arena, &options->inputs, ((struct script_input){value, true}));
    return true;
}

static bool take_output(struct options *options, const char *value)
{
    options->output = value;
    return true;
}

static bool take_depfile(struct options *options, const char *value)
{
    (void)value;
    options->depfile = true;
    return true;
}

static bool take_depfile_path(struct options *options, const char *value)
{
    options->depfile = true;
    options->depfile_path = value;
    return true;
}

static const char name_characters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

static bool take_name(struct options *options, const char *value)
{
    options->name = value;
    if (*value && strspn(value, name_characters) == strlen(value))
        return true;
    complain("--name: '%s' is no pipeline name; use letters, digits, '.', '_' and '-'", value);
    return false;
}

/* The number of `value` in a list that ends with NULL; -1: complained. */
static int choose(const char *option, const char *value, const char *const *choices)
{
    struct arena *arena = arena_new();
    struct text list = {.arena = arena};

    for (int i = 0; choices[i]; i++) {
        if (!strcmp(choices[i], value)) {
            arena_free(arena);
            return i;
        }
        text_printf(&list, "%s%s", i ? ", " : "", choices[i]);
    }
    complain("%s: '%s' is none of %s", option, value, text_chars(&list));
    arena_free(arena);
    return -1;
}

static bool take_diagnostics(struct options *options, const char *value)
{
    static const char *const choices[] = {"text", "json", "sarif", "github", "junit", NULL};
    int number = choose("--diagnostics", value, choices);

    options->diagnostics = (enum diag_format)(number < 0 ? 0 : number);
    return number >= 0;
}

static bool take_dump(struct options *options, const char *value)
{
    static const char *const choices[] = {"ast", "plan", NULL};
    int number = choose("--dump", value, choices);

    options->dump = number == 1 ? DUMP_PLAN : DUMP_AST;
    return number >= 0;
}

static bool take_format(struct options *options, const char *value)
{
    static const char *const choices[] = {"changelog", "table", "json", NULL};
    int number = choose("--format", value, choices);

    options->format = number == 1 ? RT_RESULT_TABLE
        : number == 2             ? RT_RESULT_JSON
                                  : RT_RESULT_CHANGELOG;
    return number >= 0;
}

static bool add_binding(struct options *options, struct binding_list *list, const char *option,
    const char *value)
{
    const char *equals = strchr(value, '=');
    struct rt_binding binding = {0};

    if (!equals || equals == value || !equals[1]) {
        complain("%s: '%s' is not TABLE=PATH", option, value);
        return false;
    }
    binding.table = arena_strndup(options->arena, value, (size_t)(equals - value));
    binding.path = equals + 1;
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(list->at[i].table, binding.table)) {
            complain("%s: table '%s' is bound twice", option, binding.table);
            return false;
        }
    vec_push(options->arena, list, binding);
    return true;
}

static bool take_bound_input(struct options *options, const char *value)
{
    return add_binding(options, &options->bound_inputs, "--input", value);
}

static bool take_bound_output(struct options *options, const char *value)
{
    return add_binding(options, &options->bound_outputs, "--output", value);
}

static bool take_update(struct options *options, const char *value)
{
    (void)value;
    options->update = true;
    return true;
}

static bool take_filter(struct options *options, const char *value)
{
    options->filter = value;
    return true;
}

static bool take_seed(struct options *options, const char *value)
{
    options->seeded = rt_seed_parse(value, &options->seed);
    if (!options->seeded)
        complain("--seed '%s': a number from 0 to 18446744073709551615 is wanted", value);
    return options->seeded;
}

/* A number from 1 to 1024; 0: complained. */
static unsigned small_number(const char *option, const char *value)
{
    char *end;
    long number = strtol(value, &end, 10);

    if (!*end && number >= 1 && number <= 1024)
        return (unsigned)number;
    complain("%s: '%s' is no number from 1 to 1024", option, value);
    return 0;
}

static bool take_jobs(struct options *options, const char *value)
{
    options->jobs = small_number("--jobs", value);
    return options->jobs;
}

static bool take_buckets(struct options *options, const char *value)
{
    options->buckets = (int32_t)small_number("--buckets", value);
    return options->buckets;
}

static bool take_lint(struct options *options, const char *value)
{
    (void)value;
    options->lint = true;
    return true;
}

static bool take_allow(struct options *options, const char *value)
{
    const char **rules = arena_array(options->arena, options->allow_count + 1, sizeof *rules);

    for (size_t i = 0; i < options->allow_count; i++)
        rules[i] = options->allow[i];
    rules[options->allow_count++] = value;
    options->allow = rules;
    return true;
}

static bool take_json(struct options *options, const char *value)
{
    (void)value;
    options->json = true;
    return true;
}

static bool take_detailed_exitcode(struct options *options, const char *value)
{
    (void)value;
    options->detailed_exitcode = true;
    return true;
}

static bool take_allow_drop(struct options *options, const char *value)
{
    (void)value;
    options->allow_drop = true;
    return true;
}

static bool take_compatibility(struct options *options, const char *value)
{
    static const char *const choices[] = {"NONE", "BACKWARD", "BACKWARD_TRANSITIVE", "FORWARD",
        "FORWARD_TRANSITIVE", "FULL", "FULL_TRANSITIVE", NULL};
    int number = choose("--compatibility", value, choices);

    options->compatibility = number < 0 ? NULL : choices[number];
    return number >= 0;
}

static bool take_proto(struct options *options, const char *value)
{
    struct str text = file_read(options->arena, value);
    struct proto_source source = {value, text.data};

    if (!text.data) {
        complain("--proto: %s: %s", value, errno ? strerror(errno) : "empty");
        return false;
    }
    vec_push(options->arena, &options->protos, source);
    return true;
}

static bool take_help(struct options *options, const char *value)
{
    (void)value;
    options->help = true;
    return true;
}

static bool take_version(struct options *options, const char *value)
{
    (void)value;
    options->version = true;
    return true;
}

static const struct option defs[] = {
    {"-e", "SQL", "execute this text; may be repeated and mixed with files", COMMANDS_SQL,
        take_sql},
    {"-o", "PATH", "the file or folder to write", COMMANDS_ONE_FILE, take_output},
    {"-MD", NULL, "also write PATH.d, a depfile for make and ninja", COMMAND_BUILD,
        take_depfile},
    {"-MF", "FILE", "write the depfile there", COMMAND_BUILD, take_depfile_path},
    {"--proto", "PATH", "a .proto file with the messages of 'message-class'; may be repeated",
        COMMANDS_SQL | COMMANDS_ONE_FILE | COMMAND_TEST, take_proto},
    {"--name", "NAME", "name of the pipeline; default: the first file's name",
        COMMAND_GEN | COMMAND_BUILD | COMMAND_RUN, take_name},
    {"--dump", "WHAT", "print 'ast' or 'plan'", COMMAND_CHECK, take_dump},
    {"--format", "FORM", "of results: 'changelog' (default), 'table' or 'json'", COMMAND_RUN,
        take_format},
    {"--input", "TABLE=PATH", "read row lines from a file, - is standard input", COMMAND_RUN,
        take_bound_input},
    {"--output", "TABLE=PATH", "write row lines to a file, - is standard output", COMMAND_RUN,
        take_bound_output},
    {"--seed", "NUMBER", "of datagen and faker: the same seed, the same rows; test: 0 by default",
        COMMAND_RUN | COMMAND_TEST, take_seed},
    {"--update", NULL, "put the rows that came into the scripts", COMMAND_TEST, take_update},
    {"-k", "TEXT", "only scripts, and queries, that contain it", COMMAND_TEST, take_filter},
    {"--jobs", "N", "scripts at a time; default: one a core", COMMAND_TEST, take_jobs},
    {"--buckets", "N", "of tables that do not say how many; default: 6", COMMAND_TEST,
        take_buckets},
    {"--lint", NULL, "also report what is allowed and seldom meant", COMMAND_CHECK, take_lint},
    {"--allow", "RULE", "not this lint (D4150) or difference of schemas (FIELD_REMOVED)",
        COMMAND_CHECK, take_allow},
    {"--json", NULL, "print the changes as one JSON object", COMMANDS_PLAN, take_json},
    {"--detailed-exitcode", NULL, "exit status 5 if there are changes", COMMAND_PLAN,
        take_detailed_exitcode},
    {"--allow-drop", NULL, "DROP TABLE deletes the topic and both subjects", COMMAND_APPLY,
        take_allow_drop},
    {"--compatibility", "LEVEL", "give the tables' subjects this level, as FULL_TRANSITIVE",
        COMMANDS_PLAN, take_compatibility},
    {"--diagnostics", "FORM", "'text' (default), 'json', 'sarif', 'github' or 'junit'",
        COMMANDS_ALL, take_diagnostics},
    {"--help", NULL, "this text", COMMANDS_ALL, take_help},
    {"-h", NULL, NULL, COMMANDS_ALL, take_help},
    {"--version", NULL, NULL, COMMANDS_ALL, take_version},
};
enum { OPTIONS = sizeof defs / sizeof *defs };

void options_help(const struct command *command)
{
    printf("Usage: ddl2c %s [OPTION]... %s\n\nddl2c %s: %s.\n\nOptions:\n", command->name,
        command->arguments, command->name, command->summary);
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct option *def = &defs[i];
        char left[64];

        if (!def->help || !(def->commands & command->bit))
            continue;
        snprintf(left, sizeof left, "%s%s%s", def->name,
            !def->argument           ? ""
                : def->name[1] == '-' ? "="
                                      : " ",
            def->argument ? def->argument : "");
        printf("  %-21s %s\n", left, def->help);
    }
    if (command->bit & COMMANDS_ENVIRONMENT)
        printf("\n%s", rt_environment_help);
    if (command->bit & COMMAND_RUN)
        printf("%s", rt_reading_help);
    if (command->bit & COMMANDS_REGISTRY)
        puts("  --local, --brokers …  infer tables that no script declares from there; with the\n"
             "                        other flags that `ddl2c run --help` lists");
    if (command->bit & COMMAND_CHECK)
        puts("  --registry=URL        compare schemas with its versions of the subjects;\n"
             "                        dir:PATH is a folder <subject>/<version>.avsc, the level in\n"
             "                        <subject>/compatibility or compatibility; with\n"
             "                        --registry-user, -token, -ca, -cert, -key");
    else if (command->bit & COMMANDS_REGISTRY)
        puts("  --registry=URL        also decode what its versions of the subjects wrote;\n"
             "                        dir:PATH is a folder <subject>/<version>.avsc; with\n"
             "                        --registry-user, -token, -ca, -cert, -key");
}

static void unknown_option(const struct options *options, const char *word)
{
    const char *names[OPTIONS];
    size_t count = 0;
    const char *near;

    for (size_t i = 0; i < OPTIONS; i++)
        if (defs[i].help && defs[i].commands & options->command->bit)
            names[count++] = defs[i].name;
    near = nearest_name(arena_strndup(options->arena, word, strcspn(word, "=")), names, count);
    if (near)
        complain("%s: unknown option '%s'; did you mean '%s'?", options->command->name, word,
            near);
    else
        complain("%s: unknown option '%s'", options->command->name, word);
}

/* The option that a word is or starts with ("--name=x"), *value what follows the "=". */
static const struct option *find(const struct options *options, const char *word,
    const char **value)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        size_t size = strlen(defs[i].name);

        if (!(defs[i].commands & options->command->bit) || strncmp(word, defs[i].name, size))
            continue;
        *value = word[size] == '=' ? word + size + 1 : NULL;
        if (!word[size] || (*value && word[1] == '-'))
            return &defs[i];
    }
    return NULL;
}

static bool take_option(struct options *options, int argc, char **argv, int *index)
{
    const char *word = argv[*index], *value = NULL;
    const struct option *option = find(options, word, &value);
    struct rt_error error;
    int taken;

    if (option) {
        if (!option->argument && value) {
            complain("%s takes no value", option->name);
            return false;
        }
        if (option->argument && !value && *index + 1 < argc)
            value = argv[++*index];
        if (option->argument && !value) {
            complain("%s: its %s is missing", option->name, option->argument);
            return false;
        }
        return option->take(options, value);
    }
    taken = options->command->bit & (COMMANDS_ENVIRONMENT | COMMANDS_REGISTRY)
        ? rt_environment_flag(&options->environment, argc, argv, index, &error)
        : 0;
    if (taken < 0)
        complain("%s", error.message);
    else if (!taken)
        unknown_option(options, word);
    return taken > 0;
}

static bool check_options(const struct options *options)
{
    unsigned bit = options->command->bit;

    if (options->help || options->version)
        return true;
    if (!(bit & COMMAND_RUN) && (options->environment.follow || options->environment.bounded)) {
        complain("%s: --follow and --bounded say where `run` and pipelines stop reading",
            options->command->name);
        return false;
    }
    if (!options->inputs.count) {
        complain("%s: a file is missing", options->command->name);
        return false;
    }
    if (bit & COMMANDS_ONE_FILE && !options->output) {
        complain("%s: -o is missing", options->command->name);
        return false;
    }
    return true;
}

bool options_parse(struct options *options, int argc, char **argv)
{
    bool only_files = false, fine = true;

    for (int i = 2; i < argc && fine; i++) {
        /* After `--` run takes further options of its own, as a built pipeline would. */
        if (!strcmp(argv[i], "--") && !only_files)
            only_files = options->command->bit != COMMAND_RUN;
        else if (argv[i][0] == '-' && argv[i][1] && !only_files)
            fine = take_option(options, argc, argv, &i);
        else
            vec_push(options->arena, &options->inputs, ((struct script_input){argv[i], false}));
    }
    if (fine && check_options(options))
        return true;
    complain("see 'ddl2c %s --help'", options->command->name);
    return false;
}

const char *options_pipeline_name(const struct options *options)
{
    if (options->name)
        return options->name;
    for (size_t i = 0; i < options->inputs.count; i++) {
        const struct script_input *input = &options->inputs.at[i];
        char *stem;

        if (input->is_sql || !strcmp(input->text, "-"))
            continue;
        /* Topics, files and rules of make carry the name. */
        stem = path_stem(options->arena, input->text);
        for (char *at = stem; *at; at++)
            if (!strchr(name_characters, *at))
                *at = '_';
        return stem;
    }
    return "ddl2c";
}
