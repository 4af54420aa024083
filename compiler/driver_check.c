/* check: every error of a script. */
#include "driver.h"

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

int command_check(struct options *options)
{
    struct program program;
    bool fine;

    if (!program_load(&program, options, true))
        return EXIT_ENVIRONMENT;
    fine = !program.failed && try_emit(&program);
    fputs(text_chars(&program.dump), stdout);
    fflush(stdout);
    program_report(&program, options);
    return fine ? EXIT_FINE : EXIT_INPUT;
}
