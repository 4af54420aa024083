/* check: every error of a script, the schemas of its tables, lints. */
#include "driver_check.h"

#include "plan/lint.h"

/* What build would refuse later is refused here: the C text is made and thrown away. */
/* Schemas that records are written with: what a decoder cannot be made for, build would refuse. */
static bool find_writers(struct check *check, struct writer_list *writers)
{
    struct program *program = check->program;
    struct arena *arena = program->session.arena;
    VEC(struct step *) steps = {0};
    struct rt_error error;

    for (size_t i = 0; i < program->steps.count; i++)
        vec_push(arena, &steps, &program->steps.at[i]);
    if (!check->registry ||
        writers_find(arena, steps.at, steps.count, check->registry, writers, &error))
        return true;
    complain("%s", error.message);
    return false;
}

static bool try_emit(struct check *check, bool *reached)
{
    struct program *program = check->program;
    struct session *session = &program->session;
    struct emit_job *jobs = arena_array(session->arena, program->steps.count, sizeof *jobs);
    struct emit_unit unit = {.jobs = jobs, .script_name = "check"};
    struct text c_text = {.arena = session->arena};
    struct writer_list writers = {0};

    *reached = find_writers(check, &writers);
    if (!*reached)
        return false;
    unit.writers = writers.at;
    unit.writer_count = writers.count;
    for (size_t i = 0; i < program->steps.count; i++) {
        const struct step *step = &program->steps.at[i];

        if (step->plan)
            jobs[unit.job_count++] = (struct emit_job){step->plan, "check",
                arena_printf(session->arena, "job_%zu", i), step->sql};
    }
    return !unit.job_count || emit_unit(session->arena, session->diag, &c_text, &unit);
}

static void check_lints(struct check *check)
{
    const struct step_list *steps = &check->program->steps;
    struct plan **plans = arena_array(check->arena, steps->count, sizeof *plans);
    uint32_t source_count = diag_source_count(check->diag);
    const char **sources = arena_array(check->arena, source_count, sizeof *sources);
    struct lint_list list = {0};
    size_t plan_count = 0;

    /* A statement that was refused may have used any table. */
    for (size_t i = 0; i < steps->count && !check->program->failed; i++) {
        if (steps->at[i].plan)
            plans[plan_count++] = steps->at[i].plan;
    }
    for (uint32_t i = 0; i < source_count; i++)
        sources[i] = diag_source(check->diag, i + 1).data;
    lint_catalog(check->program->session.catalog, plans, plan_count, sources, source_count,
        &list);
    for (size_t i = 0; i < list.count; i++) {
        const struct lint *lint = &list.at[i];

        if (check_is_allowed(check, lint->code, NULL, lint->span))
            continue;
        diag_warn(check->diag, lint->code, lint->span, "%s", lint->text);
        if (lint->note)
            diag_note(check->diag, (struct span){0}, "%s", lint->note);
    }
}

/* Tables that no script declares are then what the registry says. False: it failed, complained. */
static bool open_registry(struct check *check, struct options *options)
{
    struct environment *environment = NEW(check->arena, struct environment);
    struct rt_error error;

    rt_environment_defaults(&options->environment);
    if (!registry_open(&options->environment, &environment->registry, &error)) {
        complain("%s", error.message);
        return false;
    }
    if (!environment->registry)
        return true;
    check->registry = environment->registry;
    options->live = environment;
    return true;
}

static bool check_registry(struct check *check)
{
    struct rt_error error;

    if (!check->registry || check_schemas(check, &error))
        return true;
    complain("%s", error.message);
    return false;
}

static int run_check(struct check *check, struct options *options)
{
    struct program *program = check->program;
    bool fine, reached = true;

    if (!program_load(program, options, true))
        return EXIT_ENVIRONMENT;
    check->diag = program->session.diag;
    fine = !program->failed && try_emit(check, &reached);
    check_allow_comments(check);
    if (options->lint)
        check_lints(check);
    registry_report_strays(check->diag, check->registry);
    reached = reached && !program->session.live_failed && check_registry(check);
    fine = fine && !diag_error_count(check->diag);
    fputs(text_chars(&program->dump), stdout);
    fflush(stdout);
    program_report(program, options);
    if (program->session.live_failed)
        return EXIT_ENVIRONMENT;
    if (!reached && !diag_error_count(check->diag))
        return EXIT_ENVIRONMENT;
    return fine ? EXIT_FINE : EXIT_INPUT;
}

int command_check(struct options *options)
{
    struct program program;
    struct check check = {.program = &program, .options = options, .arena = options->arena};
    int status;

    if (!check_allow_options(&check))
        return EXIT_USAGE;
    if (!check_expand_folders(options) || !open_registry(&check, options))
        return EXIT_ENVIRONMENT;
    status = run_check(&check, options);
    rt_registry_close(check.registry);
    return status;
}
