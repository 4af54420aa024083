/* run: statements in order, as an SQL client executes them.
 *
 * Everything is parsed, bound and planned first and compiled into one unit. With a syntax error
 * nothing runs; a statement that cannot be bound or planned ends the script: those before it have
 * run by then. */
#include "driver.h"

#include "registry/json_text.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

struct runner {
    struct options *options;
    struct program *program;
    struct environment *environment;
    const char *folder; /* of the temporary local environment; NULL: none */
};

static void on_signal(int number)
{
    (void)number;
    rt_request_stop();
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL); /* A second one ends the process at once. */
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

/* ---- errors at run time ---- */

static void report_text(const struct diag *diag, const struct step *step, const char *message)
{
    unsigned line, column;

    if (!step || !step->span.source) {
        complain("%s", message);
        return;
    }
    diag_position(diag, step->span.source, step->span.begin, &line, &column);
    fprintf(stderr, "%s:%u:%u: error: %s\n", diag_source_name(diag, step->span.source), line,
        column, message);
}

static void report_json(struct arena *arena, const struct diag *diag, const struct step *step,
    const char *message)
{
    struct text out = {.arena = arena};

    text_add(&out, "{");
    if (step && step->span.source) {
        const char *name = diag_source_name(diag, step->span.source);
        unsigned line, column;

        diag_position(diag, step->span.source, step->span.begin, &line, &column);
        text_add(&out, "\"file\":");
        json_add_string(&out, name, strlen(name));
        text_printf(&out, ",\"line\":%u,\"column\":%u,", line, column);
    }
    text_add(&out, "\"severity\":\"error\",\"message\":");
    json_add_string(&out, message, strlen(message));
    fprintf(stderr, "%s}\n", text_chars(&out));
}

static int fail(const struct runner *runner, const struct step *step,
    const struct rt_error *error)
{
    const struct diag *diag = runner->program->session.diag;

    fflush(stdout);
    if (runner->options->diagnostics == DIAG_JSON)
        report_json(runner->options->arena, diag, step, error->message);
    else
        report_text(diag, step, error->message);
    return status_of(error);
}

/* ---- one step ---- */

static bool is_bound(const struct binding_list *list, const struct table *table)
{
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(list->at[i].table, table->name))
            return true;
    return false;
}

static bool run_job(struct runner *runner, const struct step *step, struct rt_error *error)
{
    const struct options *options = runner->options;
    const char *name = options_pipeline_name(options);
    const char *owner = arena_printf(options->arena, "%s-run-%s", name,
        unique_suffix(options->arena));
    bool fine;
    struct rt_run run = {
        .log = runner->environment->log,
        .registry = runner->environment->registry,
        .pipeline = name,
        /* Two clients that run the same script must not fence each other. */
        .transactional_id = owner,
        .inputs = options->bound_inputs.at,
        .input_count = options->bound_inputs.count,
        .outputs = options->bound_outputs.at,
        .output_count = options->bound_outputs.count,
        .result_format = options->format,
        .result = stdout,
        .report = stderr,
        .progress = isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO),
        .end_at_current = options->environment.bounded ||
            (!runner->environment->is_kafka && !options->environment.follow),
        .ephemeral = true,
        .create = true,
        .seed = options->seeded ? options->seed : rt_seed_random(),
        .row_limit = step->bound.sinks[0].table ? 0 : step->plan->sinks[0]->row_limit,
    };

    fine = rt_job_run(step->job, &run, NULL, error);
    if (fine && plan_writes_tables(step->plan))
        fine = environment_settle(runner->environment, owner, error);
    if (fflush(stdout) && fine)
        return rt_fail(error, RT_STORAGE, RT_STOP, "standard output: %s", strerror(errno));
    return fine;
}

/* Nothing to do, or a table without a topic: its rows are lines of a file. */
static bool is_lines(const struct runner *runner, const struct table *table)
{
    return !table || is_bound(&runner->options->bound_inputs, table) ||
        is_bound(&runner->options->bound_outputs, table);
}

static bool create_table(struct runner *runner, const struct step *step, struct rt_error *error)
{
    if (!is_lines(runner, step->errors) &&
        !environment_create(runner->environment, step->errors, error))
        return false;
    return is_lines(runner, step->table) ||
        environment_create(runner->environment, step->table, error);
}

static bool alter_table(struct runner *runner, const struct step *step, struct rt_error *error)
{
    if (!is_lines(runner, step->errors) &&
        !environment_create(runner->environment, step->errors, error))
        return false;
    return is_lines(runner, step->table) ||
        environment_alter(runner->environment, step->before, step->table, error);
}

static bool run_step(struct runner *runner, const struct step *step, struct rt_error *error)
{
    switch (step->kind) {
    case STEP_NOTHING:
        return true;
    case STEP_CREATE:
        return create_table(runner, step, error) &&
            (!step->plan || run_job(runner, step, error));
    case STEP_ALTER:
        return alter_table(runner, step, error);
    case STEP_DROP:
        return !step->table || environment_drop(runner->environment, step->table, error);
    case STEP_PRINT:
        fputs(step->text, stdout);
        if (*step->text && step->text[strlen(step->text) - 1] != '\n')
            putchar('\n');
        fflush(stdout);
        return true;
    case STEP_JOB:
        return run_job(runner, step, error);
    }
    return true;
}

/* ---- the script ---- */

/* Emission refuses a plan: what stands before that statement is left. */
static void cut_steps(struct program *program)
{
    struct session *session = &program->session;

    for (size_t i = 0; i < program->steps.count; i++) {
        struct step *step = &program->steps.at[i];

        if (step->plan && !session_emits(session, step)) {
            program->steps.count = i;
            return;
        }
    }
}

/* With `registry` NULL only the script's own declarations count. */
static int compile_once(struct runner *runner, const char *home, struct rt_registry *registry,
    struct text *output)
{
    struct program *program = runner->program;
    struct arena *arena = runner->options->arena;
    size_t count = program->steps.count;
    struct step **steps = arena_array(arena, count, sizeof *steps);
    struct writer_list writers = {0};
    struct rt_error error;

    for (size_t i = 0; i < count; i++)
        steps[i] = &program->steps.at[i];
    if (!writers_find(arena, steps, count, registry, &writers, &error)) {
        text_printf(output, "%s\n", error.message);
        return EXIT_ENVIRONMENT;
    }
    return steps_compile(&program->session, home, steps, count, &writers,
        options_pipeline_name(runner->options), "-O1", output);
}

static int compile(struct runner *runner)
{
    struct program *program = runner->program;
    struct diag *diag = program->session.diag;
    struct text output = {.arena = runner->options->arena};
    const char *home = home_find(runner->options->arena);
    size_t before = diag_count(diag);
    int status;

    if (!home)
        return EXIT_ENVIRONMENT;
    status = compile_once(runner, home, runner->environment->registry, &output);
    if (status == EXIT_INPUT) {
        /* An old version that does not fit the table is met again if a record has it. */
        diag_truncate(diag, before);
        status = compile_once(runner, home, NULL, &output);
    }
    if (status == EXIT_INPUT) {
        diag_truncate(diag, before);
        cut_steps(program);
        program->failed = true;
        status = compile_once(runner, home, NULL, &output);
    }
    if (status == EXIT_ENVIRONMENT)
        complain("the statements cannot be compiled:\n%s", text_chars(&output));
    return status;
}

static bool open_environment(struct runner *runner, struct rt_error *error)
{
    struct options *options = runner->options;
    struct rt_environment_flags *flags = &options->environment;

    if (!environment_of_tables(options, runner->program))
        return rt_fail(error, RT_CONFIG, RT_STOP, "the environment is not clear");
    if (!rt_environment_given(flags)) {
        runner->folder = folder_temporary(options->arena);
        if (!runner->folder)
            return rt_fail(error, RT_STORAGE, RT_STOP, "temporary folder: %s", strerror(errno));
        flags->local = arena_printf(options->arena, "%s/local.db", runner->folder);
    }
    return environment_open(runner->environment, flags, error);
}

static int run_steps(struct runner *runner)
{
    const struct step_list *steps = &runner->program->steps;
    struct rt_error error = {0};

    for (size_t i = 0; i < steps->count && !rt_stop_requested(); i++)
        if (!run_step(runner, &steps->at[i], &error))
            return fail(runner, &steps->at[i], &error);
    return EXIT_FINE;
}

/* By any of the script's statements. */
static bool is_used(const struct program *program, enum plan_kind kind, const char *name)
{
    for (size_t i = 0; i < program->steps.count; i++) {
        const struct plan *plan = program->steps.at[i].plan;

        for (size_t k = 0; plan && k < plan->node_count; k++) {
            const struct plan_node *node = plan->nodes[k];

            if (node->kind == kind && node->table && !strcmp(node->table->name, name))
                return true;
        }
    }
    return false;
}

static bool check_bindings(const struct program *program, const struct binding_list *list,
    bool is_input)
{
    const struct map *tables = &program->session.catalog->tables;
    const char *option = is_input ? "--input" : "--output";

    for (size_t i = 0; i < list->count; i++) {
        bool found = false;

        for (size_t k = 0; k < program->steps.count && !found; k++) {
            const struct step *step = &program->steps.at[k];

            found = step->table && !strcmp(step->table->name, list->at[i].table);
        }
        for (size_t k = 0; k < tables->count && !found; k++) {
            const struct table *table = tables->at[k].value;

            found = !strcmp(table->name, list->at[i].table);
        }
        if (!found) {
            complain("%s: the script has no table '%s'", option, list->at[i].table);
            return false;
        }
        if (!is_used(program, is_input ? PLAN_SCAN : PLAN_SINK, list->at[i].table)) {
            complain("%s: table '%s' is not %s", option, list->at[i].table,
                is_input ? "read" : "written");
            return false;
        }
    }
    return true;
}

static int prepare(struct runner *runner)
{
    struct rt_error error = {0};

    if (runner->program->syntax_errors)
        return EXIT_INPUT;
    if (!open_environment(runner, &error))
        return fail(runner, NULL, &error);
    return compile(runner);
}

/* Whoever made them: a session leaves no temporary table behind. */
static void drop_temporary(struct runner *runner)
{
    const struct step_list *steps = &runner->program->steps;
    struct rt_error error;

    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->at[i];

        if (step->kind != STEP_CREATE || !step->table || !step->table->temporary ||
            !table_is_topic(step->table) || is_lines(runner, step->table))
            continue;
        if (!environment_drop(runner->environment, step->table, &error))
            complain("%s", error.message);
    }
}

static void close_environment(struct runner *runner)
{
    if (runner->environment->log)
        drop_temporary(runner);
    environment_close(runner->environment);
    if (runner->folder)
        folder_remove(runner->folder);
}

int command_run(struct options *options)
{
    struct program program;
    struct environment own = {0};
    struct runner runner = {.options = options, .program = &program,
        .environment = options->live ? options->live : &own};
    int status;

    if (!program_load(&program, options, false))
        return EXIT_ENVIRONMENT;
    if (!program.failed && (!check_bindings(&program, &options->bound_inputs, true) ||
                               !check_bindings(&program, &options->bound_outputs, false)))
        return EXIT_USAGE;
    catch_signals();
    status = prepare(&runner);
    if (!program.failed)
        program_report(&program, options); /* warnings */
    if (status == EXIT_FINE && program.steps.count)
        status = run_steps(&runner);
    close_environment(&runner);
    if (program.failed) {
        fflush(stdout);
        program_report(&program, options);
        if (!status)
            status = program.session.live_failed ? EXIT_ENVIRONMENT : EXIT_INPUT;
    }
    return status;
}
