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
