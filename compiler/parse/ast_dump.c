/* The tree as text: statements. Expressions and queries are in ast_dump_expr.c. */
#include <string.h>

#include "dump.h"

/* ---- lines ---- */

static void line(struct dump *d, const char *label, const char *format, va_list args)
{
    unsigned i;

    for (i = 0; i < d->depth; i++)
        text_add(d->out, "  ");
    if (label)
        text_printf(d->out, "%s: ", label);
    text_add(d->out, arena_vprintf(d->out->arena, format, args));
    text_add_char(d->out, '\n');
}

void dump_line(struct dump *d, const char *label, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    line(d, label, format, args);
    va_end(args);
}

void dump_open(struct dump *d, const char *label, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    line(d, label, format, args);
    va_end(args);
    d->depth++;
}

void dump_close(struct dump *d)
{
    d->depth--;
}

static void reopen_line(struct dump *d)
{
    d->out->size--;
    d->out->data[d->out->size] = '\0';
}

void dump_flag(struct dump *d, bool set, const char *word)
{
    if (!set)
        return;
    reopen_line(d);
    text_printf(d->out, " %s\n", word);
}

void dump_quoted(struct dump *d, const char *label, struct str text)
{
    size_t i;

    if (!text.data)
        return;
    reopen_line(d);
    text_printf(d->out, " %s%s'", label, *label ? " " : "");
    for (i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];

        if (c == '\'' || c == '\\')
            text_printf(d->out, "\\%c", c);
        else if (c < 0x20 || c == 0x7F)
            text_printf(d->out, "\\x%02X", c);
        else
            text_add_char(d->out, (char)c);
    }
    text_add(d->out, "'\n");
}

void dump_path(struct dump *d, const struct path *path)
{
    if (!path->parts.count)
        return;
    reopen_line(d);
    text_add_char(d->out, ' ');
    ast_print_path(d->out, path);
    text_add_char(d->out, '\n');
}

static void add_names(struct dump *d, const struct name_list *names)
{
    size_t i;

    reopen_line(d);
    for (i = 0; i < names->count; i++) {
        text_add(d->out, i ? ", " : " ");
        ast_print_name(d->out, names->at[i].text);
    }
    text_add_char(d->out, '\n');
}

void dump_names(struct dump *d, const char *label, const struct name_list *names)
{
    if (!names->count)
        return;
    dump_line(d, NULL, "%s:", label);
    add_names(d, names);
}

static void dump_name(struct dump *d, const char *label, const struct name *name)
{
    struct path path = {.parts = {(struct name *)name, 1, 1}};

    if (!name->text)
        return;
    dump_flag(d, *label, label);
    dump_path(d, &path);
}

void dump_options(struct dump *d, const char *label, const struct option_list *options)
{
    size_t i;

    for (i = 0; i < options->count; i++) {
        dump_line(d, NULL, "%s", label);
        dump_quoted(d, "", options->at[i].key);
        dump_quoted(d, "=", options->at[i].value);
    }
}

/* ---- tables ---- */

static const char *column_kind_text(enum column_kind kind)
{
    switch (kind) {
    case COLUMN_PHYSICAL:
        return "column";
    case COLUMN_METADATA:
        return "metadata column";
    case COLUMN_COMPUTED:
        return "computed column";
    case COLUMN_NAME_ONLY:
        return "column name";
    }
    return "";
}

static void dump_column(struct dump *d, const struct column_def *column)
{
    dump_open(d, NULL, "%s", column_kind_text(column->kind));
    dump_name(d, "", &column->name);
    dump_quoted(d, "from", column->metadata_key);
    dump_flag(d, column->is_virtual, "virtual");
    dump_name(d, "constraint", &column->constraint_name);
    dump_flag(d, column->primary_key, "primary key");
    dump_flag(d, column->unique, "unique");
    dump_flag(d, column->enforced, "enforced");
    dump_flag(d, column->not_enforced, "not enforced");
    dump_quoted(d, "comment", column->comment);
    dump_flag(d, column->position == POSITION_FIRST, "first");
    dump_name(d, "after", &column->after);
    if (column->type)
        dump_type(d, "type", column->type);
    dump_expr(d, "as", column->expr);
    dump_close(d);
}

static void dump_distribution(struct dump *d, const struct distribution_def *distribution)
{
    if (!distribution->present)
        return;
    dump_line(d, NULL, "distributed");
    dump_flag(d, distribution->algorithm, distribution->algorithm ? distribution->algorithm : "");
    if (distribution->columns.count) {
        dump_flag(d, true, "by");
        add_names(d, &distribution->columns);
    }
    if (distribution->has_buckets) {
        reopen_line(d);
        text_printf(d->out, " into %lld buckets\n", (long long)distribution->buckets);
    }
}

static void dump_element(struct dump *d, const struct table_element *element)
{
    const struct constraint_def *constraint = &element->as.constraint;

    switch (element->kind) {
    case ELEMENT_COLUMN:
        dump_column(d, &element->as.column);
        break;
    case ELEMENT_CONSTRAINT:
        dump_line(d, NULL, "%s", constraint->primary_key ? "primary key" : "unique");
        add_names(d, &constraint->columns);
        dump_name(d, "named", &constraint->name);
        dump_flag(d, constraint->enforced, "enforced");
        dump_flag(d, constraint->not_enforced, "not enforced");
        break;
    case ELEMENT_WATERMARK:
        dump_open(d, NULL, "watermark for");
        dump_path(d, &element->as.watermark.column);
        dump_expr(d, NULL, element->as.watermark.expr);
        dump_close(d);
        break;
    case ELEMENT_DISTRIBUTION:
        dump_distribution(d, &element->as.distribution);
        break;
    }
}

static void dump_elements(struct dump *d, const struct element_list *elements)
{
    size_t i;

    for (i = 0; i < elements->count; i++)
        dump_element(d, &elements->at[i]);
}

static void dump_like(struct dump *d, const struct create_table *table)
{
    static const char *const modes[] = {"including", "excluding", "overwriting"};
    static const char *const features[] = {"all", "constraints", "distribution", "generated",
        "metadata", "options", "partitions", "watermarks"};
    size_t i;

    dump_open(d, NULL, "like");
    dump_path(d, &table->like);
    for (i = 0; i < table->like_options.count; i++)
        dump_line(d, NULL, "%s %s", modes[table->like_options.at[i].mode],
            features[table->like_options.at[i].feature]);
    dump_close(d);
}

static void dump_create_table(struct dump *d, const struct create_table *table)
{
    dump_open(d, NULL, "create table");
    dump_path(d, &table->name);
    dump_flag(d, table->or_replace, "or replace");
    dump_flag(d, table->temporary, "temporary");
    dump_flag(d, table->if_not_exists, "if not exists");
    dump_flag(d, table->has_elements && !table->elements.count, "()");
    dump_quoted(d, "comment", table->comment);
    dump_elements(d, &table->elements);
    dump_distribution(d, &table->distribution);
    dump_names(d, "partitioned by", &table->partitioned_by);
    if (table->has_with && !table->options.count)
        dump_line(d, NULL, "no options");
    dump_options(d, "option", &table->options);
    if (table->has_like)
        dump_like(d, table);
    if (table->as)
        dump_query(d, "as", table->as);
    dump_close(d);
}

static void dump_alter_table(struct dump *d, const struct alter_table *alter)
{
    static const char *const words[] = {"add", "modify", "drop", "drop primary key",
        "drop constraint", "drop watermark", "drop distribution", "rename to", "rename", "set",
        "reset"};

    dump_open(d, NULL, "alter table");
    dump_path(d, &alter->name);
    dump_flag(d, alter->if_exists, "if exists");
    dump_open(d, NULL, "%s", words[alter->kind]);
    dump_name(d, "", &alter->old_name);
    dump_flag(d, alter->kind == ALTER_RENAME_COLUMN, "to");
    dump_path(d, &alter->new_name);
    if (alter->columns.count)
        add_names(d, &alter->columns);
    dump_elements(d, &alter->elements);
    dump_options(d, "option", &alter->options);
    dump_close(d);
    dump_close(d);
}

/* ---- other statements ---- */

static void dump_create_view(struct dump *d, const struct create_view *view)
{
    dump_open(d, NULL, "create view");
    dump_path(d, &view->name);
    dump_flag(d, view->or_replace, "or replace");
    dump_flag(d, view->temporary, "temporary");
    dump_flag(d, view->if_not_exists, "if not exists");
    dump_quoted(d, "comment", view->comment);
    dump_names(d, "columns", &view->columns);
    dump_query(d, "as", view->query);
    dump_close(d);
}

static void dump_insert(struct dump *d, const struct insert *insert)
{
    static const char *const actions[] = {"", "deduplicate", "nothing", "error"};

    dump_open(d, NULL, "insert into");
    dump_path(d, &insert->table);
    dump_flag(d, insert->overwrite, "overwrite");
    dump_hints(d, &insert->hints);
    dump_options(d, "partition", &insert->partition);
    dump_names(d, "columns", &insert->columns);
    dump_query(d, NULL, insert->query);
    if (insert->on_conflict != CONFLICT_DEFAULT)
        dump_line(d, NULL, "on conflict do %s", actions[insert->on_conflict]);
    dump_close(d);
}

static void dump_show(struct dump *d, const struct statement *statement)
{
    static const char *const words[] = {"tables", "views", "create table", "create view",
        "columns", "catalogs", "databases", "current catalog", "current database", "functions",
        "jobs", "modules", "partitions", "other"};

    dump_line(d, NULL, "show %s", words[statement->as.show.kind]);
    dump_path(d, &statement->as.show.name);
    dump_flag(d, statement->as.show.negated, "not");
    dump_quoted(d, statement->as.show.ignore_case ? "ilike" : "like", statement->as.show.like);
}

static void dump_drop(struct dump *d, const char *what, const struct statement *statement)
{
    dump_line(d, NULL, "drop %s", what);
    dump_path(d, &statement->as.drop.name);
    dump_flag(d, statement->as.drop.temporary, "temporary");
    dump_flag(d, statement->as.drop.if_exists, "if exists");
}

static void dump_alter_view(struct dump *d, const struct statement *statement)
{
    dump_open(d, NULL, "alter view");
    dump_path(d, &statement->as.alter_view.name);
    dump_flag(d, statement->as.alter_view.new_name.parts.count, "rename to");
    dump_path(d, &statement->as.alter_view.new_name);
    if (statement->as.alter_view.query)
        dump_query(d, "as", statement->as.alter_view.query);
    dump_close(d);
}

static void dump_statement(struct dump *d, const struct statement *statement);

static void dump_explain(struct dump *d, const struct statement *statement)
{
    dump_open(d, NULL, "explain");
    dump_flag(d, statement->as.explain.changelog_mode, "CHANGELOG_MODE");
    dump_flag(d, statement->as.explain.estimated_cost, "ESTIMATED_COST");
    dump_flag(d, statement->as.explain.json_execution_plan, "JSON_EXECUTION_PLAN");
    dump_flag(d, statement->as.explain.plan_advice, "PLAN_ADVICE");
    dump_statement(d, statement->as.explain.statement);
    dump_close(d);
}

static void dump_setting(struct dump *d, const char *word, const struct statement *statement)
{
    dump_line(d, NULL, "%s", word);
    dump_quoted(d, "", statement->as.set_option.key);
    dump_quoted(d, "=", statement->as.set_option.value);
}

static void dump_statement(struct dump *d, const struct statement *statement)
{
    size_t i;

    switch (statement->kind) {
    case STMT_CREATE_TABLE:
        dump_create_table(d, &statement->as.create_table);
        break;
    case STMT_ALTER_TABLE:
        dump_alter_table(d, &statement->as.alter_table);
        break;
    case STMT_DROP_TABLE:
        dump_drop(d, "table", statement);
        break;
    case STMT_CREATE_VIEW:
        dump_create_view(d, &statement->as.create_view);
        break;
    case STMT_ALTER_VIEW:
        dump_alter_view(d, statement);
        break;
    case STMT_DROP_VIEW:
        dump_drop(d, "view", statement);
        break;
    case STMT_INSERT:
        dump_insert(d, &statement->as.insert);
        break;
    case STMT_QUERY:
        dump_query(d, NULL, statement->as.query);
        break;
    case STMT_STATEMENT_SET:
        dump_open(d, NULL, "statement set");
        for (i = 0; i < statement->as.set.count; i++)
            dump_statement(d, statement->as.set.at[i]);
        dump_close(d);
        break;
    case STMT_SHOW:
        dump_show(d, statement);
        break;
    case STMT_DESCRIBE:
        dump_line(d, NULL, "describe");
        dump_path(d, &statement->as.describe.name);
        dump_flag(d, statement->as.describe.extended, "extended");
        break;
    case STMT_EXPLAIN:
        dump_explain(d, statement);
        break;
    case STMT_SET:
        dump_setting(d, "set", statement);
        break;
    case STMT_RESET:
        dump_setting(d, "reset", statement);
        break;
    case STMT_USE:
        dump_line(d, NULL, "use%s", statement->as.use.catalog ? " catalog" : "");
        dump_path(d, &statement->as.use.name);
        break;
    case STMT_UNSUPPORTED:
        dump_line(d, NULL, "unsupported %s", statement->as.word);
        break;
    }
}

void ast_dump(struct text *out, const struct script *script)
{
    struct dump d = {.out = out};
    size_t i;

    for (i = 0; i < script->statements.count; i++)
        dump_statement(&d, script->statements.at[i]);
}
