/* check: every error of a script, the schemas of its tables, lints. */
#include "driver_check.h"

#include "plan/lint.h"

/* What build would refuse later is refused here: the C text is made and thrown away. */
static bool try_emit(struct program *program)
{
    struct session *session = &program->session;
    struct emit_job *jobs = arena_array(session->arena, program->steps.count, sizeof *jobs);
    struct emit_unit unit = {.jobs = jobs, .script_name = "check"};
    struct text c_text = {.arena = session->arena};

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

/* False: the registry failed. */
static bool check_registry(struct check *check)
{
    struct rt_environment_flags flags = check->options->environment;
    struct rt_error error;
    bool fine;

    rt_environment_defaults(&flags);
    if (!flags.registry.url)
        return true;
    fine = registry_open(&flags, &check->registry, &error) && check_schemas(check, &error);
    if (!fine)
        complain("%s", error.message);
    rt_registry_close(check->registry);
    return fine;
}

int command_check(struct options *options)
{
    struct program program;
    struct check check = {.program = &program, .options = options, .arena = options->arena};
    bool fine, reached;

    if (!check_allow_options(&check))
        return EXIT_USAGE;
    if (!program_load(&program, options, true))
        return EXIT_ENVIRONMENT;
    check.diag = program.session.diag;
    fine = !program.failed && try_emit(&program);
    check_allow_comments(&check);
    if (options->lint)
        check_lints(&check);
    reached = check_registry(&check);
    fine = fine && !diag_error_count(check.diag);
    fputs(text_chars(&program.dump), stdout);
    fflush(stdout);
    program_report(&program, options);
    return !fine ? EXIT_INPUT : reached ? EXIT_FINE : EXIT_ENVIRONMENT;
}
