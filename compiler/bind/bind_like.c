/* LIKE: what a new table takes over from another. */
#include "bind_table.h"

#include <string.h>

static const char *feature_name(enum like_feature feature)
{
    switch (feature) {
    case LIKE_ALL: return "ALL";
    case LIKE_CONSTRAINTS: return "CONSTRAINTS";
    case LIKE_DISTRIBUTION: return "DISTRIBUTION";
    case LIKE_GENERATED: return "GENERATED";
    case LIKE_METADATA: return "METADATA";
    case LIKE_OPTIONS: return "OPTIONS";
    case LIKE_PARTITIONS: return "PARTITIONS";
    case LIKE_WATERMARKS: return "WATERMARKS";
    }
    return "";
}

static bool may_overwrite(enum like_feature feature)
{
    return feature == LIKE_GENERATED || feature == LIKE_METADATA || feature == LIKE_OPTIONS ||
        feature == LIKE_WATERMARKS;
}

static bool fail(struct draft *draft)
{
    draft->failed = true;
    return false;
}

/* INCLUDING ALL OVERWRITING OPTIONS, unless options say otherwise. */
static bool read_modes(struct draft *draft, const struct like_list *options)
{
    const struct like_option *given[LIKE_FEATURE_COUNT] = {0};
    struct diag *diag = draft->catalog->diag;

    for (size_t i = 0; i < options->count; i++) {
        const struct like_option *option = &options->at[i];

        if (given[option->feature]) {
            diag_error(diag, D_LIKE_OPTION, option->span, "%s is given twice",
                feature_name(option->feature));
            diag_note(diag, given[option->feature]->span, "first given here");
            return fail(draft);
        }
        if (option->mode == LIKE_OVERWRITING && !may_overwrite(option->feature)) {
            diag_error(diag, D_LIKE_OPTION, option->span,
                "%s cannot be OVERWRITING: only GENERATED, METADATA, OPTIONS and WATERMARKS can",
                feature_name(option->feature));
            return fail(draft);
        }
        given[option->feature] = option;
    }
    for (int feature = LIKE_ALL; feature < LIKE_FEATURE_COUNT; feature++) {
        const struct like_option *option = given[feature] ? given[feature] : given[LIKE_ALL];

        draft->like.modes[feature] = option ? option->mode
            : feature == LIKE_OPTIONS ? LIKE_OVERWRITING : LIKE_INCLUDING;
    }
    return true;
}

static bool is_taken(const struct draft *draft, const struct column *column)
{
    switch (column->kind) {
    case TABLE_PHYSICAL: return true;
    case TABLE_METADATA: return draft->like.modes[LIKE_METADATA] != LIKE_EXCLUDING;
    case TABLE_COMPUTED: return draft->like.modes[LIKE_GENERATED] != LIKE_EXCLUDING;
    case TABLE_SYSTEM: return false;
    }
    return false;
}

bool draft_like_columns(struct draft *draft, const struct create_table *create)
{
    const struct table *source = catalog_table(draft->catalog, &create->like);
    struct draft from;

    if (!source) {
        if (catalog_view(draft->catalog, &create->like)) {
            diag_error(draft->catalog->diag, D_WRONG_OBJECT, create->like.span,
                "LIKE takes a table, and '%s' is a view", path_name(&create->like));
            return fail(draft);
        }
        catalog_report_unknown(draft->catalog, &create->like);
        return fail(draft);
    }
    draft->like.source = source;
    draft->like.span = create->like.span;
    if (!read_modes(draft, &create->like_options))
        return false;
    draft_from_table(&from, draft->catalog, source);
    for (size_t i = 0; i < from.columns.count; i++) {
        if (!is_taken(draft, &from.columns.at[i]))
            continue;
        from.columns.at[i].span = create->like.span; /* What is wrong with it is wrong here. */
        vec_push(draft->catalog->arena, &draft->columns, from.columns.at[i]);
    }
    draft->like.inherited = draft->columns.count;
    return true;
}

static bool refuse(struct draft *draft, struct span here, struct span there, const char *what,
    const char *name)
{
    diag_error(draft->catalog->diag, D_LIKE_CONFLICT, here,
        "%s%s%s%s is declared here and in table '%s'", what, name ? " '" : "", name ? name : "",
        name ? "'" : "", draft->like.source->name);
    diag_note(draft->catalog->diag, there, "declared here in '%s'", draft->like.source->name);
    return fail(draft);
}

/* Where the source declares it. */
static struct span source_span(const struct draft *draft, const char *name)
{
    const struct table *source = draft->like.source;

    for (size_t i = 0; i < source->declared_count; i++) {
        if (strcmp(source->columns[i].name, name) == 0)
            return source->columns[i].span;
    }
    return source->span;
}

bool draft_like_column(struct draft *draft, const struct column_def *def, struct column *prior)
{
    bool generated = def->kind == COLUMN_COMPUTED && prior->kind == TABLE_COMPUTED;
    bool metadata = def->kind == COLUMN_METADATA && prior->kind == TABLE_METADATA;
    enum like_feature feature = metadata ? LIKE_METADATA : LIKE_GENERATED;
    struct column column;

    if ((!generated && !metadata) || draft->like.modes[feature] != LIKE_OVERWRITING)
        return refuse(draft, def->name.span, source_span(draft, prior->name), "column",
            def->name.text);
    if (!draft_make_column(draft, def, &column))
        return false;
    *prior = column;
    return true;
}

/* ---- after the table's own clauses ---- */

static void move_names(struct name_list *names, struct span span)
{
    for (size_t i = 0; i < names->count; i++)
        names->at[i].span = span;
}

static bool take_key(struct draft *draft, const struct draft *from)
{
    if (!from->key.present || draft->like.modes[LIKE_CONSTRAINTS] == LIKE_EXCLUDING)
        return true;
    if (draft->key.present)
        return refuse(draft, draft->key.span, from->key.span, "a primary key", NULL);
    draft->key = from->key;
    draft->key.span = draft->like.span;
    move_names(&draft->key.columns, draft->like.span);
    return true;
}

static bool take_distribution(struct draft *draft, const struct draft *from)
{
    enum like_feature feature = from->distribution.by_partitioned ? LIKE_PARTITIONS
                                                                  : LIKE_DISTRIBUTION;

    if (!from->distribution.present || draft->like.modes[feature] == LIKE_EXCLUDING)
        return true;
    if (draft->distribution.present)
        return refuse(draft, draft->distribution.span, from->distribution.span, "a distribution",
            NULL);
    draft->distribution = from->distribution;
    draft->distribution.span = draft->like.span;
    move_names(&draft->distribution.columns, draft->like.span);
    return true;
}

static bool take_watermark(struct draft *draft, const struct draft *from)
{
    enum like_mode mode = draft->like.modes[LIKE_WATERMARKS];

    if (!from->watermark.present || mode == LIKE_EXCLUDING)
        return true;
    if (!draft->watermark.present) {
        draft->watermark = from->watermark;
        draft->watermark.span = draft->watermark.column.span = draft->like.span;
        return true;
    }
    return mode == LIKE_OVERWRITING ||
        refuse(draft, draft->watermark.span, from->watermark.span, "a watermark", NULL);
}

static bool take_options(struct draft *draft, const struct draft *from)
{
    enum like_mode mode = draft->like.modes[LIKE_OPTIONS];
    size_t own = draft->options.count;
    bool ok = true;

    if (mode == LIKE_EXCLUDING)
        return true;
    for (size_t i = 0; i < from->options.count; i++) {
        const struct option_value *prior = NULL;
        struct option_value *value = &from->options.at[i];

        for (size_t k = 0; k < own; k++) {
            if (option_same(&draft->options.at[k], value))
                prior = &draft->options.at[k];
        }
        if (prior && mode == LIKE_INCLUDING)
            ok = refuse(draft, prior->key_span, value->key_span, "option", value->key) && ok;
        value->key_span = value->value_span = draft->like.span;
        if (!prior)
            vec_push(draft->catalog->arena, &draft->options, *value);
    }
    return ok;
}

bool draft_like_clauses(struct draft *draft)
{
    struct draft from;
    bool ok;

    draft_from_table(&from, draft->catalog, draft->like.source);
    ok = take_key(draft, &from);
    ok = take_distribution(draft, &from) && ok;
    ok = take_watermark(draft, &from) && ok;
    return take_options(draft, &from) && ok;
}
