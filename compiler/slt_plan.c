/* Items to steps and one C unit. */
#include "slt.h"

#include "bind/bind.h"

#include <stdlib.h>
#include <string.h>

/* ---- refusals ---- */

/* "D1234: message"; NULL: none. */
static const char *first_report(struct slt_script *script, size_t from,
    enum diag_severity severity)
{
    enum diag_code code;
    const char *message = diag_first(script->session.diag, from, severity, &code);

    return message
        ? arena_printf(script->arena, "%s: %s", diag_code_name(code), message) : NULL;
}

/* Moves what was reported since `from` into the item. */
static void refuse(struct slt_script *script, struct slt_item *item, size_t from)
{
    struct diag *diag = script->session.diag;
    const char *message = first_report(script, from, DIAG_ERROR);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        BUG("out of memory");
    diag_print(diag, from, DIAG_TEXT, false, out);
    fclose(out);
    item->report = arena_strndup(script->arena, text, size);
    item->message = message ? message : "refused without a reason";
    free(text);
    item->steps.count = 0;
}

/* ---- parsing ---- */

/* The source has as many empty lines in front as make its positions those of the file. */
static void parse_item(struct slt_script *script, struct slt_item *item)
{
    struct session *session = &script->session;
    struct text source = {.arena = script->arena};
    size_t from = diag_count(session->diag), errors = diag_error_count(session->diag);
    uint32_t number;

    for (unsigned i = 1; i < item->text_line; i++)
        text_add_char(&source, '\n');
    text_add(&source, item->text);
    number = diag_add_source(session->diag, item->file,
        (struct str){text_chars(&source), source.size});
    item->script = parse_script(script->arena, session->diag, number);
    if (diag_error_count(session->diag) > errors)
        refuse(script, item, from);
    item->warned = first_report(script, from, DIAG_WARNING);
    diag_truncate(session->diag, from);
}

/* ---- what differs between environments ---- */

/* Whether lines hold what no topic can: watermarks, or changes that the table does not take. */
static bool is_local_text(const struct table *table, const char *text)
{
    bool update = strstr(text, "\"-U\""), other = strstr(text, "\"+U\"") || strstr(text, "\"-D\"");

    if (strstr(text, "\"$watermark\""))
        return true;
    switch (table->mode) {
    case CHANGELOG_APPEND:
        return update || other;
    case CHANGELOG_UPSERT:
        return update;
    case CHANGELOG_RETRACT:
        return false;
    }
    return false;
}

static bool has_local_lines(const struct slt_script *script, const struct slt_item *end,
    const struct table *table)
{
    for (const struct slt_item *item = script->items.at; item < end; item++)
        if (item->kind == SLT_INPUT && !strcmp(item->table, table->name) &&
            is_local_text(table, item->text))
            return true;
    return false;
}

static bool is_local_column(const struct column *column)
{
    switch (column->metadata) {
    case META_NONE:
    case META_HEADERS:
    case META_RAW_KEY:
    case META_RAW_VALUE:
    case META_CHANGE_SCHEMA:
    case META_CHANGE_TIME:
    case META_SOURCE_TIME:
    case META_SOURCE_DATABASE:
    case META_SOURCE_SCHEMA:
    case META_SOURCE_TABLE:
    case META_SOURCE_PROPERTIES:
        return false;
    case META_LEADER_EPOCH:
    case META_OFFSET:
    case META_PARTITION:
    case META_TIMESTAMP:
    case META_TIMESTAMP_TYPE:
    case META_TOPIC:
        return true;
    }
    return false;
}

/* Rows come in the order in which they were written if there is one partition, and into it they
 * were written in order. */
static void note_order(struct slt_script *script, struct slt_item *item,
    const struct plan *plan, size_t scans, size_t partitions, bool unordered)
{
    item->ordered = !script->is_kafka || !scans || (scans == 1 && partitions == 1 && !unordered);
    for (size_t i = 0; i < plan->sink_count && !item->ordered; i++)
        if (plan->sinks[i]->table)
            map_put(&script->unordered, plan->sinks[i]->table->name, script);
}

static void note_environment(struct slt_script *script, struct slt_item *item,
    const struct plan *plan)
{
    size_t scans = 0, partitions = 0;
    bool unordered = false;

    for (size_t i = 0; i < plan->node_count; i++) {
        const struct plan_node *node = plan->nodes[i];

        if (node->kind != PLAN_SCAN)
            continue;
        scans++;
        partitions += (size_t)node->table->buckets;
        unordered |= map_get(&script->unordered, node->table->name) != NULL;
        if (has_local_lines(script, item, node->table) ||
                map_get(&script->left_out, node->table->name))
            item->local_only = true;
        for (size_t k = 0; k < node->column_count; k++)
            if (is_local_column(&node->table->columns[node->scan_columns[k]]))
                item->local_only = true;
    }
    note_order(script, item, plan, scans, partitions, unordered);
    for (size_t i = 0; i < plan->sink_count && item->local_only; i++)
        if (plan->sinks[i]->table)
            map_put(&script->left_out, plan->sinks[i]->table->name, script);
}

/* ---- tables that are kept in their topics ---- */

static void note_written(struct slt_script *script, const struct statement *statement)
{
    if (statement->kind == STMT_INSERT)
        map_put(&script->written, path_name(&statement->as.insert.table), script);
    else if (statement->kind == STMT_CREATE_TABLE && statement->as.create_table.as)
        map_put(&script->written, path_name(&statement->as.create_table.name), script);
    else if (statement->kind == STMT_STATEMENT_SET)
        for (size_t i = 0; i < statement->as.set.count; i++)
            note_written(script, statement->as.set.at[i]);
}

static const char *quote(struct arena *arena, const char *name)
{
    struct text out = {.arena = arena};

    text_add_char(&out, '`');
    for (; *name; name++) {
        if (*name == '`')
            text_add_char(&out, '`');
        text_add_char(&out, *name);
    }
    text_add_char(&out, '`');
    return text_chars(&out);
}

/* INSERT INTO t SELECT … FROM t, for copying row lines into the topic. */
static const char *loader_sql(struct arena *arena, const struct table *table)
{
    const char *name = quote(arena, table->name);
    struct text sql = {.arena = arena};

    text_printf(&sql, "INSERT INTO %s SELECT", name);
    for (size_t i = 0, count = 0; i < table->declared_count; i++) {
        const struct column *column = &table->columns[i];

        if (column->kind == TABLE_COMPUTED || column->is_virtual)
            continue;
        text_printf(&sql, "%s %s", count++ ? "," : "", quote(arena, column->name));
    }
    text_printf(&sql, " FROM %s", name);
    return text_chars(&sql);
}

/* Lets the scans of `from` read `to`. */
static void replace_scan(struct rel *rel, const struct table *from, const struct table *to)
{
    if (rel->kind == REL_SCAN && rel->table == from)
        rel->table = to;
    for (size_t i = 0; i < rel->input_count; i++)
        replace_scan(rel->inputs[i], from, to);
}

/* The table that row lines are read as. */
static const struct table *loader_table(struct slt_script *script, const struct table *table)
{
    struct table *copy = arena_copy(script->arena, table, sizeof *table);

    copy->name = arena_printf(script->arena, "%s$input", table->name);
    return copy;
}

static bool plan_loader(struct slt_script *script, struct slt_item *item,
    const struct table *table)
{
    struct session *session = &script->session;
    struct step step = {.kind = STEP_JOB, .sql = loader_sql(script->arena, table)};
    uint32_t source = diag_add_source(session->diag, item->file, str_of(step.sql));
    struct script *parsed = parse_script(script->arena, session->diag, source);

    if (parsed->statements.count != 1 ||
        !bind_statement(session->catalog, parsed->statements.at[0], &step.bound))
        return false;
    for (size_t i = 0; i < step.bound.sink_count; i++)
        replace_scan(step.bound.sinks[i].rel, table, loader_table(script, table));
    step.plan = plan_job(session->catalog, &step.bound);
    if (step.plan)
        vec_push(script->arena, &item->steps, step);
    return step.plan;
}

static void plan_input(struct slt_script *script, struct slt_item *item)
{
    struct diag *diag = script->session.diag;
    size_t from = diag_count(diag);
    struct name part = {.text = item->table};
    struct path path = {.parts = {&part, 1, 1}};
    const struct table *table = catalog_table(script->session.catalog, &path);

    if (!table) {
        item->message = arena_printf(script->arena, "input of unknown table '%s'", item->table);
        item->report = arena_printf(script->arena, "%s\n", item->message);
        return;
    }
    if (!script->is_kafka && !map_get(&script->written, item->table))
        return; /* Queries read the lines themselves. */
    if (script->is_kafka && is_local_text(table, item->text))
        return; /* Queries on it are left out. */
    if (!plan_loader(script, item, table))
        refuse(script, item, from);
    diag_truncate(diag, from);
}

/* ---- planning ---- */

static void plan_item(struct slt_script *script, struct slt_item *item)
{
    struct session *session = &script->session;
    size_t from = diag_count(session->diag);

    for (size_t i = 0; i < item->script->statements.count; i++) {
        struct step step;

        if (!session_apply(session, item->script->statements.at[i], &step)) {
            refuse(script, item, from);
            break;
        }
        if (step.plan)
            note_environment(script, item, step.plan);
        if (step.table && table_logs_errors(step.table))
            map_put(&script->written, table_error_target_name(step.table), script);
        vec_push(script->arena, &item->steps, step);
    }
    if (!item->warned)
        item->warned = first_report(script, from, DIAG_WARNING);
    diag_truncate(session->diag, from);
}

static void plan_any(struct slt_script *script, struct slt_item *item)
{
    struct rt_error error = {0};

    switch (item->kind) {
    case SLT_STATEMENT:
        plan_item(script, item);
        return;
    case SLT_QUERY:
        if (item->script) /* The state of a topic or subject is no SQL. */
            plan_item(script, item);
        return;
    case SLT_INPUT:
        plan_input(script, item);
        return;
    case SLT_TOPIC:
    case SLT_SUBJECT:
        if (slt_put(script, item, &error))
            return;
        item->message = arena_strdup(script->arena, error.message);
        item->report = arena_printf(script->arena, "%s\n", item->message);
        return;
    }
}

/* Drops the plans that cannot become C. */
static void refuse_unemitted(struct slt_script *script)
{
    struct session *session = &script->session;

    for (size_t i = 0; i < script->items.count; i++) {
        struct slt_item *item = &script->items.at[i];
        size_t from = diag_count(session->diag);

        for (size_t k = 0; k < item->steps.count; k++)
            if (item->steps.at[k].plan && !session_emits(session, &item->steps.at[k]))
                refuse(script, item, from);
        diag_truncate(session->diag, from);
    }
}

static size_t collect(const struct slt_script *script, const struct slt_item *only,
    struct step **steps)
{
    size_t count = 0;

    for (size_t i = 0; i < script->items.count; i++) {
        struct slt_item *item = &script->items.at[i];

        for (size_t k = 0; k < item->steps.count && (!only || only == item); k++) {
            if (steps)
                steps[count] = &item->steps.at[k];
            count++;
        }
    }
    return count;
}

static int compile(struct slt_script *script, const struct slt_item *only, const char *home,
    struct text *output)
{
    size_t count = collect(script, only, NULL);
    struct step **steps = arena_array(script->arena, count, sizeof *steps);
    struct writer_list writers = {0};
    struct rt_error error;

    collect(script, only, steps);
    writers_find(script->arena, steps, count, NULL, &writers, &error);
    return steps_compile(&script->session, home, steps, count, &writers,
        path_stem(script->arena, script->path), "-O0", output);
}

/* The C compiler refuses the whole: finds out which items it is, one unit each. */
static void compile_alone(struct slt_script *script, const char *home)
{
    for (size_t i = 0; i < script->items.count; i++) {
        struct slt_item *item = &script->items.at[i];
        struct text output = {.arena = script->arena};

        if (!item->steps.count || compile(script, item, home, &output) == EXIT_FINE)
            continue;
        item->message = "the C compiler failed";
        item->report = arena_printf(script->arena, "%s:\n%s", item->message, text_chars(&output));
        item->steps.count = 0;
    }
}

bool slt_plan(struct slt_script *script, const char **message)
{
    struct text output = {.arena = script->arena};
    const char *home = home_find(script->arena);
    int status;

    if (!home) {
        *message = "no runtime library";
        return false;
    }
    for (size_t i = 0; i < script->items.count; i++) {
        struct slt_item *item = &script->items.at[i];

        if (!slt_counts(item) || item->table)
            continue;
        parse_item(script, item);
        for (size_t k = 0; k < item->script->statements.count; k++)
            note_written(script, item->script->statements.at[k]);
    }
    for (size_t i = 0; i < script->items.count; i++) {
        struct slt_item *item = &script->items.at[i];

        if (!item->skipped && !item->message)
            plan_any(script, item);
    }
    slt_remove(script);
    status = compile(script, NULL, home, &output);
    if (status == EXIT_INPUT) {
        refuse_unemitted(script);
        status = compile(script, NULL, home, &output);
    }
    if (status != EXIT_FINE)
        compile_alone(script, home);
    return true;
}
