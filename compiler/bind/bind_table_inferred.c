/* ALTER TABLE on inferred tables: a script runs again when its changes are registered already. */
#include "bind_table.h"

#include <string.h>

static const struct inferred *inferred_of(const struct draft *draft)
{
    return map_get(&draft->catalog->inferred, draft->topic);
}

bool draft_is_registered(const struct draft *draft, const struct column *column)
{
    const struct inferred *inferred = inferred_of(draft);

    return inferred && column->kind == TABLE_PHYSICAL && column->span.source == inferred->source;
}

static bool is_named(const struct name_list *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (!strcmp(names->at[i].text, name))
            return true;
    return false;
}

static void hide(struct draft *draft, struct column *column)
{
    size_t at = (size_t)(column - draft->columns.at);
    struct hidden_column hidden = {
        .column = *column, .after = at ? draft->columns.at[at - 1].name : NULL};

    vec_push(draft->catalog->arena, &draft->hidden, hidden);
    memmove(column, column + 1, (draft->columns.count - at - 1) * sizeof *column);
    draft->columns.count--;
}

bool draft_add_registered(struct draft *draft, const struct column_def *def,
    struct column *prior, bool *done)
{
    struct column column;

    *done = false;
    if (!draft_is_registered(draft, prior))
        return true;
    if (def->kind != COLUMN_PHYSICAL && !is_named(&draft->key.columns, prior->name) &&
            !is_named(&draft->distribution.columns, prior->name)) {
        hide(draft, prior);
        return true;
    }
    if (def->kind != COLUMN_PHYSICAL)
        return true;
    if (!draft_make_column(draft, def, &column))
        return false;
    *done = type_equal(column.type, prior->type);
    return true;
}

void draft_reveal(struct draft *draft, const char *name)
{
    for (size_t i = 0; i < draft->hidden.count; i++) {
        struct hidden_column hidden = draft->hidden.at[i];
        size_t at = draft->columns.count;

        if (strcmp(hidden.column.name, name) != 0)
            continue;
        if (!hidden.after)
            at = 0;
        for (size_t k = 0; hidden.after && k < draft->columns.count; k++)
            if (!strcmp(draft->columns.at[k].name, hidden.after))
                at = k + 1;
        draft_insert_column(draft, &hidden.column, at);
        draft->hidden.at[i] = draft->hidden.at[--draft->hidden.count];
        return;
    }
}

bool draft_was_dropped(struct draft *draft, const struct name *name)
{
    if (!inferred_of(draft) || draft_column(draft, name->text))
        return false;
    diag_warn(draft->catalog->diag, D_INFER_DROPPED, name->span,
        "the schema of table '%s' has no column '%s' any more", draft->name, name->text);
    return true;
}

/* ---- other formats and subjects ---- */

static const enum option_id schema_options[] = {OPT_KEY_FORMAT, OPT_VALUE_FORMAT, OPT_KEY_SUBJECTS,
    OPT_VALUE_SUBJECTS, OPT_KEY_CONTEXT, OPT_VALUE_CONTEXT};

static const struct option_value *find_option(const struct draft *draft, enum option_id id)
{
    for (size_t i = 0; i < draft->options.count; i++)
        if (draft->options.at[i].id == id)
            return &draft->options.at[i];
    return NULL;
}

static bool same_schemas(const struct draft *draft, const struct table *table)
{
    for (size_t i = 0; i < sizeof schema_options / sizeof *schema_options; i++) {
        const struct option_value *now = find_option(draft, schema_options[i]);
        bool before = table_has_option(table, schema_options[i]);

        if (before != (now != NULL) || (now &&
                strcmp(now->text, table_option_by_id(table, schema_options[i])->text) != 0))
            return false;
    }
    return true;
}

/* Options that a statement of the script gave. */
static void given_options(const struct draft *draft, uint32_t source, struct draft *given)
{
    for (size_t i = 0; i < draft->options.count; i++)
        if (draft->options.at[i].value_span.source != source)
            vec_push(draft->catalog->arena, &given->options, draft->options.at[i]);
}

static void put_option(struct draft *draft, const struct option_value *value)
{
    for (size_t i = 0; i < draft->options.count; i++)
        if (draft->options.at[i].id == value->id) {
            draft->options.at[i] = *value;
            return;
        }
    vec_push(draft->catalog->arena, &draft->options, *value);
}

/* Formats whose schemas are not there (any more) are raw again. */
static bool is_gone(const struct draft *fresh, const struct option_value *value)
{
    const struct inferred *inferred = inferred_of(fresh);

    return (value->id == OPT_KEY_FORMAT && !inferred->key) ||
        (value->id == OPT_VALUE_FORMAT && !inferred->value);
}

/* What the script has added to the old table, on top of the new one. */
static bool take_over(struct draft *fresh, const struct draft *old, uint32_t source,
    const struct draft *given, bool resets)
{
    for (size_t i = 0; i < old->columns.count; i++) {
        const struct column *column = &old->columns.at[i];
        struct column *prior = draft_column(fresh, column->name);

        if (column->span.source == source)
            continue;
        if (prior && column->kind == TABLE_PHYSICAL) {
            diag_error(fresh->catalog->diag, D_DUPLICATE_COLUMN, column->span,
                "column '%s' is one of the schema too", column->name);
            return false;
        }
        if (prior)
            hide(fresh, prior);
        vec_push(fresh->catalog->arena, &fresh->columns, *column);
    }
    for (size_t i = 0; i < given->options.count; i++)
        if (!resets || !is_gone(fresh, &given->options.at[i]))
            put_option(fresh, &given->options.at[i]);
    if (old->key.present && old->key.span.source != source)
        fresh->key = old->key;
    if (old->watermark.present)
        fresh->watermark = old->watermark;
    if (old->distribution.present && old->distribution.span.source != source)
        fresh->distribution = old->distribution;
    fresh->comment = old->comment;
    return true;
}

bool draft_infer_again(struct draft *draft, const struct table *table, bool resets)
{
    struct catalog *catalog = draft->catalog;
    const struct inferred *inferred = inferred_of(draft);
    struct draft given = {.catalog = catalog}, fresh;
    const struct table *made;
    uint32_t source;

    if (!inferred || !catalog->infer_again || same_schemas(draft, table))
        return true;
    source = inferred->source;
    given_options(draft, source, &given);
    made = catalog->infer_again(catalog->infer_context, table, given.options.at,
        given.options.count);
    if (!made) {
        draft->failed = true;
        return false;
    }
    draft_from_table(&fresh, catalog, made);
    fresh.alters = true;
    fresh.span = draft->span;
    if (!take_over(&fresh, draft, source, &given, resets))
        return false;
    *draft = fresh;
    return true;
}
