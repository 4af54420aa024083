/* Constraints, watermark, distribution and options, as written. */
#include "bind_table.h"

#include <string.h>

static bool fail(struct draft *draft)
{
    draft->failed = true;
    return false;
}

/* ---- constraints ---- */

static bool check_enforced(struct draft *draft, struct span span, bool not_enforced)
{
    if (not_enforced)
        return true;
    diag_error(draft->catalog->diag, D_ENFORCED, span,
        "a primary key is not checked: it must be declared NOT ENFORCED");
    return fail(draft);
}

static bool refuse_unique(struct draft *draft, struct span span)
{
    diag_error(draft->catalog->diag, D_UNIQUE_CONSTRAINT, span,
        "UNIQUE constraints do not exist: use PRIMARY KEY … NOT ENFORCED");
    return fail(draft);
}

static bool take_key(struct draft *draft, const struct name *name, struct name_list columns,
    struct span span)
{
    if (draft->key.present) {
        diag_error(draft->catalog->diag, D_DUPLICATE_KEY, span, "a table has one primary key");
        diag_note(draft->catalog->diag, draft->key.span, "first declared here");
        return fail(draft);
    }
    draft->key = (struct draft_key){
        .present = true, .name = *name, .columns = columns, .span = span };
    return true;
}

bool draft_column_constraint(struct draft *draft, const struct column_def *def)
{
    struct name_list columns = {0};

    if (def->unique)
        return refuse_unique(draft, def->constraint_span);
    if (!def->primary_key)
        return true;
    if (!check_enforced(draft, def->constraint_span, def->not_enforced))
        return false;
    vec_push(draft->catalog->arena, &columns, def->name);
    return take_key(draft, &def->constraint_name, columns, def->constraint_span);
}

bool draft_constraint(struct draft *draft, const struct constraint_def *def)
{
    if (!def->primary_key)
        return refuse_unique(draft, def->span);
    return check_enforced(draft, def->span, def->not_enforced) &&
        take_key(draft, &def->name, def->columns, def->span);
}

/* ---- watermark ---- */

bool draft_watermark(struct draft *draft, const struct watermark_def *def)
{
    struct diag *diag = draft->catalog->diag;

    if (draft->watermark.present) {
        diag_error(diag, D_DUPLICATE_WATERMARK, def->span, "a table has one watermark");
        diag_note(diag, draft->watermark.span, "first declared here");
        return fail(draft);
    }
    if (def->column.parts.count != 1) {
        diag_error(diag, D_WATERMARK_COLUMN, def->column.span,
            "a watermark needs a column of the table, not a field of one");
        return fail(draft);
    }
    draft->watermark = (struct draft_watermark){
        .present = true, .column = def->column.parts.at[0], .expr = def->expr, .span = def->span };
    return true;
}

/* ---- distribution ---- */

static bool refuse_second(struct draft *draft, struct span span)
{
    diag_error(draft->catalog->diag, D_DISTRIBUTION, span, "a table is distributed once");
    diag_note(draft->catalog->diag, draft->distribution.span, "first declared here");
    return fail(draft);
}

bool draft_distribution(struct draft *draft, const struct distribution_def *def)
{
    struct diag *diag = draft->catalog->diag;

    if (draft->distribution.present)
        return refuse_second(draft, def->span);
    if (def->algorithm && strcmp(def->algorithm, "HASH") != 0) {
        diag_error(diag, D_DISTRIBUTION, def->span, "the only distribution is HASH, not %s",
            def->algorithm);
        return fail(draft);
    }
    if (def->has_buckets && (def->buckets < 1 || def->buckets > INT32_MAX)) {
        diag_error(diag, D_BUCKETS, def->span, "a table has 1 bucket at least, not %lld",
            (long long)def->buckets);
        return fail(draft);
    }
    draft->distribution = (struct draft_distribution){
        .present = true, .has_buckets = def->has_buckets, .buckets = (int32_t)def->buckets,
        .columns = def->columns, .span = def->span };
    return true;
}

bool draft_partitioned_by(struct draft *draft, const struct name_list *columns, struct span span)
{
    diag_warn(draft->catalog->diag, D_PARTITIONED_BY, span,
        "PARTITIONED BY is deprecated: use DISTRIBUTED BY");
    if (draft->distribution.present)
        return refuse_second(draft, span);
    draft->distribution = (struct draft_distribution){
        .present = true, .by_partitioned = true, .columns = *columns, .span = span };
    return true;
}

/* ---- options ---- */

static struct option_value *find_option(struct draft *draft, const struct option_value *value)
{
    for (size_t i = 0; i < draft->options.count; i++) {
        if (option_same(&draft->options.at[i], value))
            return &draft->options.at[i];
    }
    return NULL;
}

bool draft_option(struct draft *draft, const struct ast_option *option, bool replaces)
{
    struct diag *diag = draft->catalog->diag;
    struct option_value value, *prior;

    if (!option_parse(draft->catalog, option, &value))
        return fail(draft);
    prior = find_option(draft, &value);
    if (prior && !replaces) {
        diag_error(diag, D_DUPLICATE_OPTION, option->key_span, "option '%s' given twice",
            value.key);
        diag_note(diag, prior->key_span, "first given here");
        return fail(draft);
    }
    if (prior)
        *prior = value;
    else
        vec_push(draft->catalog->arena, &draft->options, value);
    return true;
}

bool draft_options(struct draft *draft, const struct option_list *options)
{
    bool ok = true;

    /* Options of LIKE's table come before; within the clause none may be there twice. */
    for (size_t i = 0; i < options->count; i++)
        ok = draft_option(draft, &options->at[i], false) && ok;
    return ok;
}
