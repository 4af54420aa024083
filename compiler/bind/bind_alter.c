/* ALTER TABLE: a draft of the declaration is changed and finished anew. */
#include "bind_table.h"
#include "table_rules.h"

#include <string.h>

static bool fail(struct draft *draft)
{
    draft->failed = true;
    return false;
}

static bool refuse_missing(struct draft *draft, struct span span, const char *what)
{
    diag_error(draft->catalog->diag, D_NOTHING_TO_DROP, span, "table '%s' has no %s", draft->name,
        what);
    return fail(draft);
}

/* ---- ADD ---- */

static bool add_key(struct draft *draft, const struct constraint_def *def)
{
    if (!draft_constraint(draft, def))
        return false;
    draft->key.strict = true;
    return true;
}

/* The number of buckets stays unless it is given. */
static bool modify_distribution(struct draft *draft, const struct distribution_def *def)
{
    struct draft_distribution old = draft->distribution;

    if (!old.present)
        return refuse_missing(draft, def->span, "distribution to modify");
    draft->distribution.present = false;
    if (!draft_distribution(draft, def))
        return false;
    if (!def->has_buckets) {
        draft->distribution.has_buckets = old.has_buckets;
        draft->distribution.buckets = old.buckets;
    }
    return true;
}

static bool add_element(struct draft *draft, const struct table_element *element)
{
    switch (element->kind) {
    case ELEMENT_COLUMN: return draft_add_column(draft, &element->as.column);
    case ELEMENT_CONSTRAINT: return add_key(draft, &element->as.constraint);
    case ELEMENT_WATERMARK: return draft_watermark(draft, &element->as.watermark);
    case ELEMENT_DISTRIBUTION: /* INTO n BUCKETS alone leaves room for columns */
        return draft->distribution.present && !draft->distribution.columns.count
            ? modify_distribution(draft, &element->as.distribution)
            : draft_distribution(draft, &element->as.distribution);
    }
    return false;
}

/* ---- MODIFY ---- */

static bool modify_column(struct draft *draft, const struct column_def *def)
{
    struct column *prior = draft_need_column(draft, &def->name, "MODIFY");
    struct column column;
    size_t from, to;

    if (!prior || !draft_make_column(draft, def, &column))
        return false;
    if (prior->kind == TABLE_PHYSICAL && column.kind != TABLE_PHYSICAL) {
        diag_error(draft->catalog->diag, D_ALTER_COLUMN, def->name.span,
            "physical column '%s' holds data: it cannot become %s", def->name.text,
            column.kind == TABLE_COMPUTED ? "computed" : "metadata");
        diag_note(draft->catalog->diag, prior->span, "declared here");
        return fail(draft);
    }
    if (!column.comment)
        column.comment = prior->comment;
    if (def->position == POSITION_NONE) {
        *prior = column;
        return draft_column_constraint(draft, def);
    }
    from = (size_t)(prior - draft->columns.at);
    memmove(prior, prior + 1, (draft->columns.count - from - 1) * sizeof *prior);
    draft->columns.count--;
    if (!draft_column_place(draft, def, &to))
        return false;
    draft_insert_column(draft, &column, to);
    return draft_column_constraint(draft, def);
}

static bool modify_element(struct draft *draft, const struct table_element *element)
{
    switch (element->kind) {
    case ELEMENT_COLUMN:
        return modify_column(draft, &element->as.column);
    case ELEMENT_CONSTRAINT:
        if (!draft->key.present)
            return refuse_missing(draft, element->as.constraint.span, "primary key to modify");
        draft->key.present = false;
        return add_key(draft, &element->as.constraint);
    case ELEMENT_WATERMARK: /* the default counts: a table always has one */
        draft->watermark.present = false;
        return draft_watermark(draft, &element->as.watermark);
    case ELEMENT_DISTRIBUTION:
        return modify_distribution(draft, &element->as.distribution);
    }
    return false;
}

/* ---- DROP ---- */

static bool is_named(const struct name_list *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->at[i].text, name) == 0)
            return true;
    }
    return false;
}

static bool refuse_use(struct draft *draft, const struct name *name, const char *verb,
    const char *user, struct span there)
{
    diag_error(draft->catalog->diag, D_COLUMN_IN_USE, name->span, "column '%s' cannot be %s: %s "
        "needs it", name->text, verb, user);
    diag_note(draft->catalog->diag, there, "declared here");
    return fail(draft);
}

/* Computed columns and the watermark whose expressions read column `number` of the table, unless
 * they go too. */
static bool check_readers(struct draft *draft, const struct table *table, size_t number,
    const struct name *name, const char *verb, const struct name_list *going)
{
    bool *used = arena_array(draft->catalog->arena, table->column_count, sizeof *used);

    for (size_t i = 0; i < table->declared_count; i++) {
        const struct column *column = &table->columns[i];

        if (column->kind != TABLE_COMPUTED || is_named(going, column->name))
            continue;
        memset(used, 0, table->column_count * sizeof *used);
        texpr_mark_inputs(column->expr, used);
        if (used[number])
            return refuse_use(draft, name, verb,
                arena_printf(draft->catalog->arena, "computed column '%s'", column->name),
                column->span);
    }
    if (!draft->watermark.present)
        return true;
    memset(used, 0, table->column_count * sizeof *used);
    if (table->watermark.expr)
        texpr_mark_inputs(table->watermark.expr, used);
    if (used[number] || table->watermark.column == number)
        return refuse_use(draft, name, verb, "the watermark", draft->watermark.span);
    return true;
}

static bool check_unused(struct draft *draft, const struct table *table, const struct name *name,
    const struct name_list *going)
{
    const struct column *column = draft_need_column(draft, name, "DROP");

    if (!column)
        return false;
    if (draft->key.present && is_named(&draft->key.columns, name->text))
        return refuse_use(draft, name, "dropped", "the primary key", draft->key.span);
    if (is_named(&draft->distribution.columns, name->text))
        return refuse_use(draft, name, "dropped", "the distribution", draft->distribution.span);
    return check_readers(draft, table, (size_t)(column - draft->columns.at), name, "dropped",
        going);
}

static bool drop_columns(struct draft *draft, const struct table *table,
    const struct name_list *names)
{
    bool ok = true;
    size_t kept = 0;

    for (size_t i = 0; i < names->count; i++)
        ok = (draft_was_dropped(draft, &names->at[i]) ||
                 check_unused(draft, table, &names->at[i], names)) && ok;
    if (!ok)
        return false;
    for (size_t i = 0; i < draft->columns.count; i++) {
        if (!is_named(names, draft->columns.at[i].name))
            draft->columns.at[kept++] = draft->columns.at[i];
    }
    draft->columns.count = kept;
    for (size_t i = 0; i < names->count; i++)
        draft_reveal(draft, names->at[i].text);
    return true;
}

static bool drop_constraint(struct draft *draft, const struct table *table,
    const struct name *name)
{
    if (!table->key.present || strcmp(table->key.name, name->text) != 0) {
        diag_error(draft->catalog->diag, D_NOTHING_TO_DROP, name->span,
            "table '%s' has no constraint '%s'", draft->name, name->text);
        if (table->key.present)
            diag_note(draft->catalog->diag, table->key.span, "its primary key is '%s'",
                table->key.name);
        return fail(draft);
    }
    draft->key.present = false;
    return true;
}

/* ---- RENAME ---- */

static void rename_in(struct draft *draft, struct name_list *names, const char *from,
    const char *to)
{
    struct name_list copy = {0};

    for (size_t i = 0; i < names->count; i++) {
        struct name name = names->at[i];

        if (strcmp(name.text, from) == 0)
            name.text = to;
        vec_push(draft->catalog->arena, &copy, name);
    }
    *names = copy;
}

static bool rename_column(struct draft *draft, const struct table *table,
    const struct alter_table *alter)
{
    const struct name *from = &alter->old_name;
    const char *to = path_name(&alter->new_name);
    struct column *column, *prior = draft_column(draft, to);
    struct name_list none = {0};

    if (prior && draft_is_registered(draft, prior) && draft_was_dropped(draft, from))
        return true;
    column = draft_need_column(draft, from, "RENAME");
    if (!column)
        return false;
    prior = draft_column(draft, to);
    if (prior && prior != column) {
        diag_error(draft->catalog->diag, D_DUPLICATE_COLUMN, alter->new_name.span,
            "column '%s' exists already", to);
        diag_note(draft->catalog->diag, prior->span, "first declared here");
        return fail(draft);
    }
    if (!check_readers(draft, table, (size_t)(column - draft->columns.at), from, "renamed",
            &none))
        return false;
    /* Metadata without FROM takes its key from the name: it keeps the one it had. */
    if (column->kind == TABLE_METADATA)
        column->metadata_named = true;
    column->name = to;
    rename_in(draft, &draft->key.columns, from->text, to);
    rename_in(draft, &draft->distribution.columns, from->text, to);
    draft_reveal(draft, from->text);
    return true;
}

static bool rename_table(struct draft *draft, const struct table *table,
    const struct alter_table *alter)
{
    struct catalog *catalog = draft->catalog;
    const struct table *other = catalog_table(catalog, &alter->new_name);
    const struct view *view = catalog_view(catalog, &alter->new_name);

    if (!catalog_check_path(catalog, &alter->new_name) ||
            !catalog_check_place(catalog, &alter->new_name))
        return fail(draft);
    if ((other && other != table) || view) {
        diag_error(catalog->diag, D_DUPLICATE_TABLE, alter->new_name.span, "%s '%s' exists already",
            view ? "view" : "table", path_name(&alter->new_name));
        diag_note(catalog->diag, view ? view->span : other->span, "first declared here");
        return fail(draft);
    }
    /* As long as the topic's name is said by no option, CREATE TABLE of that name would make it. */
    if (table->connector == CONNECTOR_CONFLUENT && !table_check_topic(catalog,
            path_name(&alter->new_name), alter->new_name.span))
        return fail(draft);
    catalog_resolve(catalog, &alter->new_name, &draft->catalog_name, &draft->database,
        &draft->name);
    if (table->connector == CONNECTOR_CONFLUENT && strcmp(draft->name, table->topic) != 0)
        diag_warn(catalog->diag, D_RENAMED_TOPIC, alter->new_name.span,
            "table '%s' keeps the topic '%s': topics cannot be renamed", draft->name,
            table->topic);
    return true;
}

/* ---- SET, RESET ---- */

static bool check_alterable(struct draft *draft, const struct ast_option *option)
{
    enum option_id id = option_find(option->key.data);
    struct option_value value;

    if (id == OPTION_COUNT)
        return option_parse(draft->catalog, option, &value); /* reports */
    if (option_defs[id].flags & OPTION_FIXED) {
        diag_error(draft->catalog->diag, D_NOT_ALTERABLE, option->key_span,
            "'%s' is fixed when the table is created", option->key.data);
        return false;
    }
    if (option_defs[id].flags & OPTION_TOPIC)
        diag_warn(draft->catalog->diag, D_CREATE_ONLY, option->key_span,
            "'%s' is a property of the topic, which Confluent Platform takes at creation only",
            option->key.data);
    return true;
}

static bool set_options(struct draft *draft, const struct option_list *options)
{
    bool ok = true;

    for (size_t i = 0; i < options->count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (option_find(options->at[i].key.data) != option_find(options->at[k].key.data) ||
                    option_find(options->at[i].key.data) == OPTION_COUNT)
                continue;
            diag_error(draft->catalog->diag, D_DUPLICATE_OPTION, options->at[i].key_span,
                "option '%s' given twice", options->at[i].key.data);
            diag_note(draft->catalog->diag, options->at[k].key_span, "first given here");
            ok = false;
        }
        ok = check_alterable(draft, &options->at[i]) &&
            draft_option(draft, &options->at[i], true) && ok;
    }
    return ok || fail(draft);
}

static bool reset_options(struct draft *draft, const struct option_list *options)
{
    bool ok = true;

    for (size_t i = 0; i < options->count; i++) {
        enum option_id id = option_find(options->at[i].key.data);
        size_t kept = 0;

        ok = check_alterable(draft, &options->at[i]) && ok;
        for (size_t k = 0; k < draft->options.count; k++) {
            if (draft->options.at[k].id != id)
                draft->options.at[kept++] = draft->options.at[k];
        }
        draft->options.count = kept;
    }
    return ok || fail(draft);
}

/* ---- the statement ---- */

static bool apply(struct draft *draft, const struct table *table, const struct alter_table *alter,
    struct span span)
{
    bool ok = true;

    switch (alter->kind) {
    case ALTER_ADD: case ALTER_MODIFY:
        for (size_t i = 0; i < alter->elements.count; i++)
            ok = (alter->kind == ALTER_ADD ? add_element(draft, &alter->elements.at[i])
                                           : modify_element(draft, &alter->elements.at[i])) && ok;
        return ok;
    case ALTER_DROP_COLUMNS: return drop_columns(draft, table, &alter->columns);
    case ALTER_DROP_CONSTRAINT: return drop_constraint(draft, table, &alter->old_name);
    case ALTER_DROP_PRIMARY_KEY:
        if (!draft->key.present)
            return refuse_missing(draft, span, "primary key");
        draft->key.present = false;
        return true;
    case ALTER_DROP_WATERMARK:
        if (!draft->watermark.present)
            return refuse_missing(draft, span, "watermark of its own");
        draft->watermark.present = false;
        return true;
    case ALTER_DROP_DISTRIBUTION:
        if (!draft->distribution.present)
            return refuse_missing(draft, span, "distribution");
        draft->distribution.columns.count = 0;
        draft->distribution.by_partitioned = false;
        draft->distribution.present = draft->distribution.has_buckets;
        return true;
    case ALTER_RENAME: return rename_table(draft, table, alter);
    case ALTER_RENAME_COLUMN: return rename_column(draft, table, alter);
    case ALTER_SET:
        return set_options(draft, &alter->options) && draft_infer_again(draft, table, false);
    case ALTER_RESET:
        return reset_options(draft, &alter->options) && draft_infer_again(draft, table, true);
    }
    return false;
}

bool bind_alter_table(struct catalog *catalog, const struct statement *statement,
    struct table **table)
{
    const struct alter_table *alter = &statement->as.alter_table;
    const struct table *old = catalog_table(catalog, &alter->name);
    struct draft draft;

    *table = NULL;
    if (!old) {
        if (alter->if_exists && !catalog_view(catalog, &alter->name) &&
                catalog_check_path(catalog, &alter->name))
            return true;
        if (catalog_view(catalog, &alter->name))
            diag_error(catalog->diag, D_WRONG_OBJECT, alter->name.span,
                "'%s' is a view: use ALTER VIEW", path_name(&alter->name));
        else
            catalog_report_unknown(catalog, &alter->name);
        return false;
    }
    draft_from_table(&draft, catalog, old);
    draft.alters = true;
    draft.span = alter->name.span; /* for reports about the table as a whole */
    if (!apply(&draft, old, alter, statement->span))
        return false;
    *table = draft_finish(&draft);
    if (!*table)
        return false;
    (*table)->span = old->span;
    if (alter->kind == ALTER_RENAME)
        map_remove(&catalog->tables, catalog_key(catalog, &alter->name));
    map_put(&catalog->tables, draft_path(&draft), *table);
    return true;
}
