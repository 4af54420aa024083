/* Items in order: statements executed, rows compared. */
#include "slt.h"

#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ITEM_SECONDS = 120 };

/* Row lines of a table so far. */
struct lines {
    struct text text;
};

struct runner {
    struct slt_script *script;
    const char *owner;    /* transactional id, unique */
    struct map lines;     /* table name -> struct lines * */
};

/* ---- jobs ---- */

static struct lines *lines_of(struct runner *runner, const char *table)
{
    struct lines *lines = map_get(&runner->lines, table);

    if (!lines) {
        lines = NEW(runner->script->arena, struct lines);
        lines->text.arena = runner->script->arena;
        map_put(&runner->lines, table, lines);
    }
    return lines;
}

static FILE *open_lines(const char *text, size_t size)
{
    FILE *file = size ? fmemopen((void *)(uintptr_t)text, size, "r") : fopen("/dev/null", "re");

    if (!file)
        BUG("row lines: %s", strerror(errno));
    return file;
}

/* Queries read the lines of tables that no INSERT writes as they stand in the script. */
static bool is_topic(const struct runner *runner, const struct table *table)
{
    const struct map *written = &runner->script->written;

    return runner->script->is_kafka || map_get(written, table->name) ||
        map_get(written, table->topic); /* renamed */
}

static bool run_job(struct runner *runner, const struct step *step, struct rt_binding *inputs,
    size_t input_count, FILE *result, FILE *report, struct rt_error *error)
{
    struct rt_run run = {
        .log = runner->script->environment.log,
        .registry = runner->script->environment.registry,
        .pipeline = runner->owner,
        .transactional_id = runner->owner,
        .inputs = inputs,
        .input_count = input_count,
        .result_format = RT_RESULT_CHANGELOG,
        .result = result,
        .report = report,
        .end_at_current = true,
        .ephemeral = true,
        .create = true,
        .seed = runner->script->options->seed,
        .row_limit = step->plan->sink_count && !step->plan->sinks[0]->table
            ? step->plan->sinks[0]->row_limit : 0,
    };
    bool fine = rt_job_run(step->job, &run, NULL, error);

    for (size_t i = 0; i < input_count; i++)
        fclose(inputs[i].file);
    return fine && (!plan_writes_tables(step->plan) ||
                       environment_settle(&runner->script->environment, runner->owner, error));
}

static bool run_plan(struct runner *runner, const struct step *step, FILE *result, FILE *report,
    struct rt_error *error)
{
    const struct plan *plan = step->plan;
    struct rt_binding *inputs = arena_array(runner->script->arena, plan->node_count,
        sizeof *inputs);
    size_t count = 0;

    for (size_t i = 0; i < plan->node_count; i++) {
        const struct plan_node *node = plan->nodes[i];
        const struct text *text;
        bool again = false;

        if (node->kind != PLAN_SCAN || is_topic(runner, node->table))
            continue;
        if (node->table->connector != CONNECTOR_CONFLUENT &&
            !map_get(&runner->lines, node->table->name))
            continue; /* It has rows of its own, or those of a topic. */
        for (size_t k = 0; k < count; k++)
            again |= !strcmp(inputs[k].table, node->table->name);
        if (again)
            continue;
        text = &lines_of(runner, node->table->name)->text;
        inputs[count++] = (struct rt_binding){
            .table = node->table->name, .file = open_lines(text_chars(text), text->size)};
    }
    return run_job(runner, step, inputs, count, result, report, error);
}

static bool run_step(struct runner *runner, const struct step *step, FILE *result, FILE *report,
    struct rt_error *error)
{
    struct environment *environment = &runner->script->environment;

    switch (step->kind) {
    case STEP_NOTHING:
        return true;
    case STEP_ALTER:
        return (!step->errors || environment_create(environment, step->errors, error)) &&
            (!step->table ||
                environment_alter(environment, step->before, step->table, error));
    case STEP_CREATE:
        return (!step->errors || environment_create(environment, step->errors, error)) &&
            (!step->table || environment_create(environment, step->table, error)) &&
            (!step->plan || run_plan(runner, step, result, report, error));
    case STEP_DROP:
        if (!step->table)
            return true;
        lines_of(runner, step->table->name)->text.size = 0;
        return environment_drop(environment, step->table, error);
    case STEP_PRINT:
        fputs(step->text, result);
        return true;
    case STEP_JOB:
        return run_plan(runner, step, result, report, error);
    }
    return true;
}

/* ---- outcomes ---- */

/* "FILE:LINE: what" and the SQL. */
static struct text failure_text(const struct slt_script *script, const struct slt_item *item,
    const char *what)
{
    struct text out = {.arena = script->arena};

    text_printf(&out, "%s:%u: %s\n", item->file, item->line, what);
    text_add_block(&out, slt_counts(item) ? item->text : "", 4);
    return out;
}

/* NULL: `message` fits the pattern; `what` says what it is. */
static const char *check_message(const struct slt_script *script, const struct slt_item *item,
    const char *pattern, const char *message, const char *what)
{
    struct text out;
    regex_t regex;
    int wrong = regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB);

    if (wrong) {
        char reason[256];

        regerror(wrong, &regex, reason, sizeof reason);
        return arena_printf(script->arena,
            "%s:%u: the pattern '%s' is no regular expression: %s\n", item->file, item->line,
            pattern, reason);
    }
    wrong = regexec(&regex, message, 0, NULL, 0);
    regfree(&regex);
    if (!wrong)
        return NULL;
    out = failure_text(script, item, what);
    text_printf(&out, "  - expected to match: %s\n  + got: %s\n", pattern, message);
    return text_chars(&out);
}

static const char *check_failure(const struct slt_script *script, const struct slt_item *item,
    const char *message)
{
    return check_message(script, item, item->pattern, message, "failed with another message");
}

static const char *check_warning(const struct slt_script *script, const struct slt_item *item)
{
    return check_message(script, item, item->warning, item->warned ? item->warned : "",
        "another warning is expected");
}

static const char *check_refusal(const struct slt_script *script, const struct slt_item *item)
{
    struct text out;

    if (item->kind == SLT_STATEMENT && item->pattern)
        return check_failure(script, item, item->message);
    out = failure_text(script, item,
        item->pattern ? "refused, where a failure at run time is expected" : "refused");
    text_add_block(&out, item->report, 2);
    return text_chars(&out);
}

static const char *check_rows(const struct slt_script *script, struct slt_item *item,
    const char *text, size_t size)
{
    struct slt_rows got = rows_split(script->arena, text, size), expected = item->expected;
    bool is_text = item->shape > SLT_TABLE, same;
    struct text out;

    if (item->shape == SLT_ROWSORT)
        rows_sort(&got);
    if (is_text && item->has_rows && text_matches(script->arena, &expected, &got))
        return NULL;
    if (item->shape == SLT_TABLE)
        got = item->ordered ? rows_materialise(script->arena, &got)
                            : rows_net(script->arena, &got);
    item->got = got;
    item->has_got = true;
    /* In another order of the inputs other changes lead to the same rows. */
    if (item->shape < SLT_TABLE && !item->ordered) {
        got = rows_net(script->arena, &got);
        expected = rows_net(script->arena, &expected);
    }
    same = !is_text && item->has_rows && rows_equal(&expected, &got);
    if (same || script->options->update)
        return NULL;
    out = failure_text(script, item, !item->has_rows ? "no rows are expected yet"
            : is_text ? "another text" : "other rows");
    rows_difference(&out, &expected, &got);
    return text_chars(&out);
}

/* ---- items ---- */

/* False: failed at run time; what was printed to `report` then precedes the reason. */
static bool run_steps(struct runner *runner, const struct slt_item *item, FILE *result,
    FILE *report, struct rt_error *error)
{
    for (size_t i = 0; i < item->steps.count; i++)
        if (!run_step(runner, &item->steps.at[i], result, report, error))
            return false;
    return true;
}

static const char *run_item(struct runner *runner, struct slt_item *item)
{
    const struct slt_script *script = runner->script;
    char *rows = NULL, *log = NULL;
    size_t row_size = 0, log_size = 0;
    FILE *result = open_memstream(&rows, &row_size), *report = open_memstream(&log, &log_size);
    struct rt_error error = {0};
    const char *failure = NULL;
    struct text out;
    bool fine;

    if (!result || !report)
        BUG("out of memory");
    fine = item->shape == SLT_TOPIC_STATE || item->shape == SLT_SUBJECT_STATE
        ? slt_show(runner->script, item, result, &error)
        : run_steps(runner, item, result, report, &error);
    fclose(result);
    fclose(report);
    if (!fine && item->pattern) {
        failure = check_failure(script, item, error.message);
    } else if (!fine) {
        out = failure_text(script, item, "failed at run time");
        text_add_block(&out, log, 2);
        text_printf(&out, "  %s\n", error.message);
        failure = text_chars(&out);
    } else if (item->pattern) {
        out = failure_text(script, item, "succeeded, where an error is expected");
        text_add_block(&out, rows, 2);
        failure = text_chars(&out);
    } else if (item->kind == SLT_QUERY) {
        failure = check_rows(script, item, rows, row_size);
    } else if (item->warning) {
        failure = check_warning(script, item);
    }
    free(rows);
    free(log);
    return failure;
}

/* NULL: fine. */
static const char *run_input(struct runner *runner, struct slt_item *item)
{
    struct text *lines = &lines_of(runner, item->table)->text, out;
    struct rt_binding *input = NEW(runner->script->arena, struct rt_binding);
    struct rt_error error = {0};

    text_add(lines, item->text);
    if (!item->steps.count)
        return NULL;
    input->table = arena_printf(runner->script->arena, "%s$input", item->table);
    input->file = open_lines(item->text, strlen(item->text));
    if (run_job(runner, &item->steps.at[0], input, 1, stderr, stderr, &error))
        return NULL;
    out = failure_text(runner->script, item, "the input cannot be loaded");
    text_printf(&out, "  %s\n", error.message);
    return text_chars(&out);
}

/* NULL: fine. */
static const char *run_put(struct runner *runner, const struct slt_item *item)
{
    struct rt_error error = {0};
    struct text out;

    if (slt_put(runner->script, item, &error))
        return NULL;
    out = failure_text(runner->script, item, error.message);
    return text_chars(&out);
}

/* NULL: fine. */
static const char *run_item_of_kind(struct runner *runner, struct slt_item *item)
{
    switch (item->kind) {
    case SLT_STATEMENT:
    case SLT_QUERY:
        return run_item(runner, item);
    case SLT_INPUT:
        return run_input(runner, item);
    case SLT_TOPIC:
    case SLT_SUBJECT:
        return run_put(runner, item);
    }
    return NULL;
}

static void run_any(struct runner *runner, struct slt_item *item,
    const struct slt_listener *listener)
{
    const char *failure;

    if (item->skipped)
        return;
    if (item->local_only && runner->script->is_kafka)
        return;
    listener->begin(listener->context, item);
    alarm(ITEM_SECONDS); /* One that hangs is killed; the parent names it. */
    failure = item->message ? check_refusal(runner->script, item)
                            : run_item_of_kind(runner, item);
    alarm(0);
    if (slt_counts(item) || failure)
        listener->end(listener->context, item, failure);
}

bool slt_open(struct slt_script *script, const char **message)
{
    struct rt_environment_flags flags = script->options->environment;
    struct rt_error error = {0};

    if (!script->is_kafka && !flags.local)
        flags.local = ":memory:";
    if (environment_open(&script->environment, &flags, &error))
        return true;
    *message = arena_strdup(script->arena, error.message);
    return false;
}

/* Nothing stays on a shared cluster. */
static void drop_tables(struct slt_script *script)
{
    const struct map *tables = &script->session.catalog->tables;
    struct rt_error error;

    for (size_t i = 0; script->is_kafka && i < tables->count; i++)
        if (!environment_drop(&script->environment, tables->at[i].value, &error))
            fprintf(stderr, "%s: %s\n", script->path, error.message);
}

void slt_run(struct slt_script *script, const struct slt_listener *listener)
{
    struct runner runner = {
        .script = script,
        .owner = arena_printf(script->arena, "slt-%s", unique_suffix(script->arena)),
        .lines = {.arena = script->arena},
    };

    for (size_t i = 0; i < script->items.count; i++)
        run_any(&runner, &script->items.at[i], listener);
    drop_tables(script);
    if (script->is_kafka)
        slt_remove(script);
    environment_close(&script->environment);
}
