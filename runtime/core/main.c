/* main() of a built pipeline. */
#include "core/internal.h"

#include <rt/job.h>

#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef DDL2C_VERSION
#define DDL2C_VERSION "0"
#endif

enum { STATUS_USAGE = 2, STATUS_ENVIRONMENT = 3, STATUS_RECORD = 4 };
enum { BINDING_LIMIT = 64, HEAP_ARENAS = 2 };

struct arguments {
    struct rt_environment_flags environment;
    struct rt_run run;
    struct rt_binding inputs[BINDING_LIMIT], outputs[BINDING_LIMIT];
    bool help, version, explain;
};

int rt_exit_status(enum rt_code code)
{
    switch (code) {
    case RT_OK:
        return 0;
    case RT_CONFIG:
        return STATUS_USAGE;
    case RT_DECODE:
    case RT_ENCODE:
    case RT_EXPRESSION:
    case RT_NOT_NULL:
    case RT_INPUT:
        return STATUS_RECORD;
    case RT_BROKER:
    case RT_FENCED:
    case RT_REGISTRY:
    case RT_STORAGE:
    case RT_STATE:
    case RT_MEMORY:
    case RT_CANCELLED:
    case RT_ABORTED:
        return STATUS_ENVIRONMENT;
    }
    return STATUS_ENVIRONMENT;
}

static void print_usage(const struct rt_job *job, FILE *out)
{
    fprintf(out,
        "Usage: %s (--local PATH | --brokers HOST:PORT,…) [OPTION…]\n"
        "Runs the pipeline '%s', built by ddl2c from SQL.\n\n"
        "%s%s\n"
        "Pipeline:\n"
        "  --name NAME             of its state, transactions and consumer group (%s)\n"
        "  --input TABLE=PATH      read the table from row lines instead; - is standard input\n"
        "  --output TABLE=PATH     write the table as row lines instead; - is standard output\n"
        "  --format FORMAT         of a SELECT's result: changelog, table or json\n"
        "  --commit-interval TIME  as 500ms, 2s; 1 s; with --local also when all is read\n"
        "  --metrics HOST:PORT     metrics for Prometheus and a status page; none without\n"
        "  --seed NUMBER           of datagen and faker: the same seed, the same rows\n"
        "  --no-create             topics and subjects must exist\n"
        "  --explain               print the SQL and its plan\n"
        "  --version, --help\n\n"
        "Status: 0 fine; 2 wrong usage; 3 the environment failed; 4 a record or expression "
        "failed.\n",
        job->name, job->name, rt_environment_help, rt_reading_help, job->name);
}

/* ---- flags ---- */

static bool is_read(const struct rt_job *job, const char *table)
{
    for (size_t i = 0; i < job->source_count; i++)
        if (job->sources[i]->table && !strcmp(job->sources[i]->table->name, table))
            return true;
    return false;
}

static bool is_written(const struct rt_job *job, const char *table)
{
    for (size_t i = 0; i < job->sink_count; i++)
        if (job->sinks[i]->table && !strcmp(job->sinks[i]->table->name, table))
            return true;
    return false;
}

static bool parse_binding(const struct rt_job *job, const char *flag, const char *text,
    struct rt_binding *bindings, size_t *count, struct rt_error *error)
{
    const char *equals = strchr(text, '=');
    bool is_input = !strcmp(flag, "--input");

    if (!equals || !equals[1])
        return rt_fail(error, RT_CONFIG, RT_STOP, "%s needs TABLE=PATH", flag);
    if (*count == BINDING_LIMIT)
        return rt_fail(error, RT_CONFIG, RT_STOP, "more than %d times %s", BINDING_LIMIT, flag);
    for (size_t i = 0; i < job->table_count; i++) {
        const char *name = job->tables[i]->name;

        if (strlen(name) != (size_t)(equals - text) || memcmp(name, text, strlen(name)) != 0)
            continue;
        if (!(is_input ? is_read(job, name) : is_written(job, name)))
            return rt_fail(error, RT_CONFIG, RT_STOP, "%s: table '%s' is not %s", flag, name,
                is_input ? "read" : "written");
        for (size_t k = 0; k < *count; k++)
            if (!strcmp(bindings[k].table, name))
                return rt_fail(error, RT_CONFIG, RT_STOP, "%s: table '%s' is bound twice", flag,
                    name);
        bindings[(*count)++] = (struct rt_binding){.table = name, .path = equals + 1};
        return true;
    }
    return rt_fail(error, RT_CONFIG, RT_STOP, "%s: this pipeline has no table '%.*s'", flag,
        (int)(equals - text), text);
}

static bool parse_interval(const char *text, int *interval_ms, struct rt_error *error)
{
    int64_t ms;

    if (!rt_duration_ms(text, &ms) || ms < 1 || ms > 86400000)
        return rt_fail(error, RT_CONFIG, RT_STOP,
            "--commit-interval '%s': a time from 1 ms to 1 day is wanted", text);
    *interval_ms = (int)ms;
    return true;
}

static bool parse_format(const char *text, enum rt_result_format *format, struct rt_error *error)
{
    static const char *const names[] = {"changelog", "table", "json"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!strcmp(text, names[i])) {
            *format = (enum rt_result_format)i;
            return true;
        }
    }
    return rt_fail(error, RT_CONFIG, RT_STOP, "--format '%s': changelog, table or json is wanted",
        text);
}

static bool parse_word(struct arguments *arguments, const char *flag)
{
    if (!strcmp(flag, "--help") || !strcmp(flag, "-h"))
        arguments->help = true;
    else if (!strcmp(flag, "--version"))
        arguments->version = true;
    else if (!strcmp(flag, "--explain"))
        arguments->explain = true;
    else if (!strcmp(flag, "--no-create"))
        arguments->run.create = false;
    else
        return false;
    return true;
}

static bool parse_valued(const struct rt_job *job, struct arguments *arguments, const char *flag,
    size_t flag_size, const char *value, struct rt_error *error)
{
    static const char *const flags[] = {"--name", "--input", "--output", "--format",
        "--commit-interval", "--metrics", "--seed"};
    struct rt_run *run = &arguments->run;
    size_t which = 0;

    while (which < sizeof flags / sizeof *flags &&
        (strlen(flags[which]) != flag_size || memcmp(flags[which], flag, flag_size) != 0))
        which++;
    if (which == sizeof flags / sizeof *flags)
        return rt_fail(error, RT_CONFIG, RT_STOP, "unknown flag '%s'", flag);
    if (!value)
        return rt_fail(error, RT_CONFIG, RT_STOP, "%s needs a value", flag);
    switch (which) {
    case 0:
        run->pipeline = value;
        return *value || rt_fail(error, RT_CONFIG, RT_STOP, "--name is empty");
    case 1:
        return parse_binding(job, flags[which], value, arguments->inputs, &run->input_count,
            error);
    case 2:
        return parse_binding(job, flags[which], value, arguments->outputs, &run->output_count,
            error);
    case 3:
        return parse_format(value, &run->result_format, error);
    }
    if (which == 4)
        return parse_interval(value, &run->commit_interval_ms, error);
    if (which == 5) {
        run->metrics = value;
        return true;
    }
    return rt_seed_parse(value, &run->seed) || rt_fail(error, RT_CONFIG, RT_STOP,
        "--seed '%s': a number from 0 to 18446744073709551615 is wanted", value);
}

static bool parse(const struct rt_job *job, struct arguments *arguments, int argc, char **argv,
    struct rt_error *error)
{
    for (int i = 1; i < argc; i++) {
        int taken = rt_environment_flag(&arguments->environment, argc, argv, &i, error);
        const char *flag = argv[i], *equals, *value;

        if (taken < 0)
            return false;
        if (taken || parse_word(arguments, flag))
            continue;
        equals = strchr(flag, '=');
        value = equals ? equals + 1 : i + 1 < argc ? argv[i + 1] : NULL;
        if (!parse_valued(job, arguments, flag,
                equals ? (size_t)(equals - flag) : strlen(flag), value, error))
            return false;
        i += !equals;
    }
    arguments->run.inputs = arguments->inputs;
    arguments->run.outputs = arguments->outputs;
    return true;
}

/* ---- running ---- */

static void on_signal(int number)
{
    (void)number;
    rt_request_stop();
}

static void catch_signals(void)
{
    /* The second signal ends the process at once: the transaction makes that safe. */
    struct sigaction stop = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};

    sigaction(SIGTERM, &stop, NULL);
    sigaction(SIGINT, &stop, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static int fail(const struct rt_job *job, const struct rt_error *error)
{
    fprintf(stderr, "%s: %s\n", job->name, error->message);
    return rt_exit_status(error->code);
}

static int run(const struct rt_job *job, struct arguments *arguments)
{
    struct rt_registry *registry = NULL;
    struct rt_log *log = NULL;
    struct rt_error error;
    int status = 0;

    catch_signals();
    if (!rt_environment_open(&arguments->environment, &log, &registry, &error))
        return fail(job, &error);
    arguments->run.log = log;
    arguments->run.registry = registry;
    arguments->run.end_at_current = arguments->environment.bounded;
    if (!rt_job_run(job, &arguments->run, NULL, &error))
        status = fail(job, &error);
    rt_registry_close(registry);
    rt_log_close(log);
    return status;
}

int rt_main(const struct rt_job *job, int argc, char **argv)
{
    struct arguments arguments = {.run = {.create = true, .result = stdout, .report = stderr,
        .seed = rt_seed_random()}};
    struct rt_error error;
    int status = 0;

    mallopt(M_ARENA_MAX, HEAP_ARENAS); /* One a thread of librdkafka would multiply the memory. */
    arguments.run.progress = isatty(STDERR_FILENO) == 1;
    if (!parse(job, &arguments, argc, argv, &error)) {
        status = fail(job, &error);
        fprintf(stderr, "Try '%s --help'.\n", argv[0]);
    } else if (arguments.help) {
        print_usage(job, stdout);
    } else if (arguments.version) {
        printf("%s, built by ddl2c %s\n", job->name, DDL2C_VERSION);
    } else if (arguments.explain) {
        printf("%s\n%s", job->sql ? job->sql : "", job->explain ? job->explain : "");
    } else {
        rt_environment_defaults(&arguments.environment);
        arguments.environment.defaults = job->properties;
        arguments.environment.default_count = job->property_count;
        arguments.environment.registry_default = job->registry;
        if (!rt_environment_given(&arguments.environment))
            arguments.environment.brokers = job->brokers;
        if (rt_environment_given(&arguments.environment)) {
            status = run(job, &arguments);
        } else {
            print_usage(job, stderr);
            status = STATUS_USAGE;
        }
    }
    rt_environment_release(&arguments.environment);
    if ((fflush(stdout) || ferror(stdout)) && !status) {
        fprintf(stderr, "%s: standard output: write failed\n", job->name);
        status = STATUS_ENVIRONMENT;
    }
    return status;
}
