/* Scripts to sources, statements to steps. */
#include "driver.h"

#include "bind/bind.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void session_init(struct session *session, struct arena *arena)
{
    struct diag *diag = diag_new(arena);

    *session = (struct session){.arena = arena, .diag = diag,
        .catalog = catalog_new(arena, diag), .inferred.arena = arena, .absent.arena = arena};
}

static const char *text_of(struct session *session, struct span span)
{
    struct str text = diag_text(session->diag, span);

    return arena_strndup(session->arena, text.data, text.size);
}

bool session_prefix(struct session *session, struct table *table)
{
    size_t size = session->topic_prefix ? strlen(session->topic_prefix) : 0;
    const char **topics;

    if (!table || !size || !strncmp(table->topic, session->topic_prefix, size))
        return true;
    table->topic = arena_printf(session->arena, "%s%s", session->topic_prefix, table->topic);
    topics = arena_array(session->arena, table->topic_count + 1, sizeof *topics);
    for (size_t i = 0; i < table->topic_count; i++)
        topics[i] = arena_printf(session->arena, "%s%s", session->topic_prefix, table->topics[i]);
    table->topics = table->topic_count ? topics : NULL;
    if (table->topic_pattern)
        table->topic_pattern =
            arena_printf(session->arena, "%s(?:%s)", session->topic_prefix, table->topic_pattern);
    return table_derive(session->catalog, table);
}

static bool plan_bound(struct session *session, struct step *step)
{
    step->plan = plan_job(session->catalog, &step->bound);
    return step->plan;
}

bool session_plan(struct session *session, const struct statement *statement, struct step *step)
{
    step->sql = text_of(session, statement->span);
    return bind_statement(session->catalog, statement, &step->bound) && plan_bound(session, step);
}

/* The table that takes the errors of `table`; without one the statement has done nothing. */
static bool error_table(struct session *session, const struct path *name,
    const struct table *table, struct step *step)
{
    struct map *tables = &session->catalog->tables;
    struct table *made = NULL;

    if (!table)
        return true;
    if (bind_error_table(session->catalog, table, &made) && session_prefix(session, made)) {
        step->errors = made;
        return true;
    }
    if (step->before)
        map_put(tables, catalog_key(session->catalog, name), (void *)step->before);
    else
        map_remove(tables, catalog_key(session->catalog, name));
    return false;
}

static bool create_table(struct session *session, const struct statement *statement,
    struct step *step)
{
    struct table *table = NULL;
    bool fine;

    /* A topic of the name is what the statement describes, not a table that is in its way. */
    session->declaring = catalog_key(session->catalog, &statement->as.create_table.name);
    fine = bind_create_table(session->catalog, statement, &table);
    session->declaring = NULL;
    if (!fine)
        return false;
    step->kind = STEP_CREATE;
    step->table = table;
    if (!session_prefix(session, table) ||
        !error_table(session, &statement->as.create_table.name, table, step))
        return false;
    if (!table || !statement->as.create_table.as)
        return true;
    return bind_ctas_insert(session->catalog, statement, table, &step->bound) &&
        plan_bound(session, step);
}

static bool alter_table(struct session *session, const struct statement *statement,
    struct step *step)
{
    const struct path *name = &statement->as.alter_table.name;
    struct table *table = NULL;

    step->before = catalog_table(session->catalog, name);
    if (!bind_alter_table(session->catalog, statement, &table))
        return false;
    step->kind = STEP_ALTER;
    step->table = table;
    if (table && strcmp(table->name, path_name(name)) != 0) /* The old name is free now. */
        map_put(&session->absent, path_name(name), session);
    return session_prefix(session, table) && error_table(session, name, table, step);
}

static bool drop_table(struct session *session, const struct statement *statement,
    struct step *step)
{
    struct table *table = NULL;

    if (!bind_drop_table(session->catalog, statement, &table))
        return false;
    step->kind = STEP_DROP;
    step->table = table;
    map_put(&session->absent, path_name(&statement->as.drop.name), session);
    return true;
}

static bool create_view(struct session *session, const struct statement *statement)
{
    bool fine;

    session->declaring = catalog_key(session->catalog, &statement->as.create_view.name);
    fine = bind_create_view(session->catalog, statement);
    session->declaring = NULL;
    return fine;
}

static bool run_job(struct session *session, const struct statement *statement,
    struct step *step)
{
    step->kind = STEP_JOB;
    return session_plan(session, statement, step);
}

static bool print_text(struct session *session, const struct statement *statement,
    struct step *step)
{
    step->kind = STEP_PRINT;
    return statement->kind == STMT_EXPLAIN ? session_explain(session, statement, &step->text)
                                           : session_show(session, statement, &step->text);
}

bool session_apply(struct session *session, const struct statement *statement, struct step *step)
{
    struct catalog *catalog = session->catalog;

    *step = (struct step){.span = statement->span, .sql = text_of(session, statement->span)};
    switch (statement->kind) {
    case STMT_CREATE_TABLE:
        return create_table(session, statement, step);
    case STMT_ALTER_TABLE:
        return alter_table(session, statement, step);
    case STMT_DROP_TABLE:
        return drop_table(session, statement, step);
    case STMT_CREATE_VIEW:
        return create_view(session, statement);
    case STMT_ALTER_VIEW:
        return bind_alter_view(catalog, statement);
    case STMT_DROP_VIEW:
        return bind_drop_view(catalog, statement);
    case STMT_INSERT:
    case STMT_QUERY:
    case STMT_STATEMENT_SET:
        return run_job(session, statement, step);
    case STMT_SHOW:
    case STMT_DESCRIBE:
    case STMT_EXPLAIN:
        return print_text(session, statement, step);
    case STMT_SET:
        if (!statement->as.set_option.key.data)
            return print_text(session, statement, step);
        return catalog_set(catalog, &statement->as.set_option);
    case STMT_RESET:
        catalog_reset(catalog, &statement->as.set_option);
        return true;
    case STMT_USE:
        return catalog_use(catalog, statement->as.use.catalog, &statement->as.use.name);
    case STMT_UNSUPPORTED:
        diag_error(session->diag, D_STATEMENT_UNSUPPORTED, statement->span,
            "%s is not supported yet", statement->as.word);
        return false;
    }
    BUG("statement kind %d", statement->kind);
}

/* ---- the scripts of a command line ---- */

static bool read_input(struct program *program, const struct script_input *input,
    uint32_t *source)
{
    struct session *session = &program->session;
    const char *name = input->is_sql ? "-e" : strcmp(input->text, "-") ? input->text : "<stdin>";
    struct str content = input->is_sql ? str_of(input->text)
                                       : file_read(session->arena, input->text);

    if (!content.data) {
        complain("%s: %s", input->text, strerror(errno));
        return false;
    }
    *source = diag_add_source(session->diag, name, content);
    return true;
}

static void dump_plan(struct program *program, const struct step *step)
{
    if (!step->plan)
        return;
    text_printf(&program->dump, "%s-- %s\n", program->dump.size ? "\n" : "", step->sql);
    plan_dump(&program->dump, step->plan);
}

/* False: go no further. */
static bool apply_script(struct program *program, const struct script *script,
    const struct options *options, bool all)
{
    for (size_t i = 0; i < script->statements.count; i++) {
        struct step step;

        if (!session_apply(&program->session, script->statements.at[i], &step)) {
            if (!all)
                return false;
            continue;
        }
        vec_push(program->session.arena, &program->steps, step);
        if (options->dump == DUMP_PLAN)
            dump_plan(program, &step);
    }
    return true;
}

bool program_load(struct program *program, const struct options *options, bool all)
{
    size_t count = options->inputs.count;
    struct script **scripts = arena_array(options->arena, count, sizeof *scripts);
    struct session *session = &program->session;

    *program = (struct program){.dump = {.arena = options->arena}};
    session_init(session, options->arena);
    session->catalog->protos = options->protos;
    if (options->live)
        session_infer(session, options->live, &options->environment);
    for (size_t i = 0; i < count; i++) {
        uint32_t source;

        if (!read_input(program, &options->inputs.at[i], &source))
            return false;
        scripts[i] = parse_script(session->arena, session->diag, source);
        if (options->dump == DUMP_AST)
            ast_dump(&program->dump, scripts[i]);
    }
    program->syntax_errors = diag_error_count(session->diag);
    for (size_t i = 0; i < count && (all || !program->syntax_errors); i++)
        if (!apply_script(program, scripts[i], options, all))
            break;
    program->failed = diag_error_count(session->diag);
    return true;
}

void program_report(const struct program *program, const struct options *options)
{
    const char *no_color = getenv("NO_COLOR");
    bool colour = isatty(STDERR_FILENO) && !(no_color && *no_color);

    diag_print(program->session.diag, 0, options->diagnostics, colour, stderr);
}

/* A pipeline is no session, at whose end they would go. */
static bool check_temporary(struct session *session, const struct plan *plan)
{
    for (size_t i = 0; i < plan->node_count; i++) {
        const struct table *table = plan->nodes[i]->table;

        if (!table || !table->temporary || !table_is_topic(table))
            continue;
        diag_error(session->diag, D_TABLE_UNSUPPORTED, table->span,
            "a built pipeline cannot have temporary table '%s': a temporary table lives as long "
            "as a session of 'ddl2c run'", table->name);
        return false;
    }
    return true;
}

bool program_whole(struct program *program, struct step *whole)
{
    struct session *session = &program->session;
    struct text sql = {.arena = session->arena};
    struct {
        struct bound_sink *at;
        size_t count, capacity;
    } sinks = {0};

    *whole = (struct step){.kind = STEP_JOB};
    for (size_t i = 0; i < program->steps.count; i++) {
        const struct step *step = &program->steps.at[i];

        if (!step->plan)
            continue;
        for (size_t k = 0; k < step->bound.sink_count; k++)
            vec_push(session->arena, &sinks, step->bound.sinks[k]);
        text_printf(&sql, "%s%s;\n", sql.size ? "\n" : "", step->sql);
    }
    if (!sinks.count) {
        complain("no INSERT, CREATE TABLE AS or SELECT: there is nothing to run");
        return false;
    }
    whole->bound = (struct bound_job){sinks.at, sinks.count};
    whole->sql = text_chars(&sql);
    return plan_bound(session, whole) && check_temporary(session, whole->plan);
}

static bool find_writers(struct program *program, const struct options *options,
    const struct step *whole, struct writer_list *writers)
{
    struct arena *arena = program->session.arena;
    struct step copy = *whole;
    VEC(struct step *) steps = {0};
    struct rt_registry *registry;
    struct rt_error error;
    bool fine;

    for (size_t i = 0; i < program->steps.count; i++) {
        struct step *step = arena_copy(arena, &program->steps.at[i], sizeof *step);

        step->plan = NULL;
        vec_push(arena, &steps, step);
    }
    vec_push(arena, &steps, &copy);
    fine = registry_open(&options->environment, &registry, &error) &&
        writers_find(arena, steps.at, steps.count, registry, writers, &error);
    registry_report_strays(program->session.diag, registry);
    rt_registry_close(registry);
    if (!fine)
        complain("%s", error.message);
    return fine;
}

const char *program_emit(struct program *program, const struct options *options, int *status)
{
    struct session *session = &program->session;
    struct text c_text = {.arena = session->arena};
    struct writer_list writers = {0};
    size_t warnings = diag_count(session->diag);
    struct step whole;

    *status = EXIT_INPUT;
    if (!program_whole(program, &whole))
        return NULL;
    diag_truncate(session->diag, warnings); /* Each statement alone has had these. */
    if (!find_writers(program, options, &whole, &writers)) {
        *status = EXIT_ENVIRONMENT;
        return NULL;
    }

    struct emit_job job = {
        .plan = whole.plan,
        .name = options_pipeline_name(options),
        .symbol = "pipeline",
        .sql = whole.sql,
    };
    struct emit_unit unit = {.jobs = &job,
        .job_count = 1,
        .script_name = "-",
        .writers = writers.at,
        .writer_count = writers.count,
        .with_main = true};

    for (size_t i = 0; i < options->inputs.count; i++)
        if (!options->inputs.at[i].is_sql) {
            unit.script_name = path_base(options->inputs.at[i].text);
            break;
        }
    if (!emit_unit(session->arena, session->diag, &c_text, &unit))
        return NULL;
    *status = EXIT_FINE;
    return text_chars(&c_text);
}
