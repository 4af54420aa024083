/* Clauses to column numbers: what a primary key, a distribution and a watermark may name. */
#include "../parse/parse.h"
#include "bind_table.h"

#include <string.h>
#include <strings.h>

static bool fail(struct draft *draft)
{
    draft->failed = true;
    return false;
}

static bool column_number(struct draft *draft, const struct name *name, const char *clause,
    size_t *number)
{
    const struct column *column = draft_need_column(draft, name, clause);

    if (!column)
        return false;
    *number = (size_t)(column - draft->columns.at);
    return true;
}

static bool refuse_twice(struct draft *draft, const struct name_list *names, size_t at,
    size_t prior, enum diag_code code, const char *clause)
{
    diag_error(draft->catalog->diag, code, names->at[at].span, "column '%s' twice in %s",
        names->at[at].text, clause);
    diag_note(draft->catalog->diag, names->at[prior].span, "first named here");
    return fail(draft);
}

/* Numbers of physical columns, each named once. */
static bool resolve_list(struct draft *draft, const struct name_list *names,
    enum diag_code code, const char *clause, size_t **numbers)
{
    *numbers = arena_array(draft->catalog->arena, names->count ? names->count : 1,
        sizeof **numbers);
    for (size_t i = 0; i < names->count; i++) {
        const struct column *column;

        if (!column_number(draft, &names->at[i], clause, &(*numbers)[i]))
            return fail(draft);
        for (size_t k = 0; k < i; k++) {
            if ((*numbers)[k] == (*numbers)[i])
                return refuse_twice(draft, names, i, k, code, clause);
        }
        column = &draft->columns.at[(*numbers)[i]];
        if (column->kind == TABLE_PHYSICAL)
            continue;
        diag_error(draft->catalog->diag, code, names->at[i].span,
            "%s column '%s' cannot be in %s, which takes physical columns",
            column->kind == TABLE_COMPUTED ? "computed" : "metadata", column->name, clause);
        diag_note(draft->catalog->diag, column->span, "declared here");
        return fail(draft);
    }
    return true;
}

/* ---- primary key ---- */

static const char *generated_name(struct draft *draft)
{
    struct text out = {.arena = draft->catalog->arena};

    text_add(&out, "PK");
    for (size_t i = 0; i < draft->key.columns.count; i++)
        text_printf(&out, "_%s", draft->key.columns.at[i].text);
    return text_chars(&out);
}

bool draft_resolve_key(struct draft *draft, struct table *table)
{
    const struct draft_key *key = &draft->key;
    size_t *numbers;

    if (!key->present)
        return true;
    if (!resolve_list(draft, &key->columns, D_KEY_COLUMN, "PRIMARY KEY", &numbers))
        return false;
    for (size_t i = 0; i < key->columns.count; i++) {
        struct column *column = &draft->columns.at[numbers[i]];

        if (!column->type)
            continue; /* reported */
        if (key->strict && column->type->nullable) {
            diag_error(draft->catalog->diag, D_KEY_COLUMN, key->columns.at[i].span,
                "column '%s' can be NULL: a primary key needs NOT NULL columns", column->name);
            diag_note(draft->catalog->diag, column->span, "declared here");
            return fail(draft);
        }
        column->type = type_with_null(draft->catalog->arena, column->type, false);
        table->columns[numbers[i]].type = column->type;
    }
    table->key = (struct primary_key){
        .present = true, .named = key->name.text,
        .name = key->name.text ? key->name.text : generated_name(draft),
        .columns = numbers, .count = key->columns.count, .span = key->span };
    return true;
}

/* ---- distribution ---- */

enum { OTHER_BUCKETS = 1 };

bool draft_resolve_distribution(struct draft *draft, struct table *table)
{
    const struct draft_distribution *distribution = &draft->distribution;
    size_t *numbers;

    table->buckets = distribution->has_buckets ? distribution->buckets
        : table->connector == CONNECTOR_CONFLUENT ? draft->catalog->buckets : OTHER_BUCKETS;
    table->buckets_written = distribution->has_buckets;
    table->distribution_written = distribution->present;
    table->partitioned_by = distribution->by_partitioned;
    table->distribution_span = distribution->span;
    table->distribution_named = distribution->columns.count > 0;
    if (!resolve_list(draft, &distribution->columns, D_DISTRIBUTION,
            distribution->by_partitioned ? "PARTITIONED BY" : "DISTRIBUTED BY", &numbers))
        return false;
    table->bucket_columns = numbers;
    table->bucket_count = distribution->columns.count;
    if (!table->bucket_count && table->key.present && (table->connector == CONNECTOR_CONFLUENT ||
            table->connector == CONNECTOR_UPSERT_KAFKA)) { /* implied */
        table->bucket_columns = table->key.columns;
        table->bucket_count = table->key.count;
    }
    table->distributed = table->bucket_count > 0;
    return true;
}

/* ---- watermark ---- */

static bool is_timestamp(const struct type *type)
{
    return (type->kind == TYPE_TIMESTAMP || type->kind == TYPE_TIMESTAMP_LTZ) &&
        type->precision <= 3;
}

static bool is_source_watermark(const struct ast_expr *expr)
{
    return expr->kind == EXPR_CALL && expr->as.call.name.parts.count == 1 &&
        expr->as.call.args.count == 0 && !expr->as.call.star &&
        strcasecmp(expr->as.call.name.parts.at[0].text, "SOURCE_WATERMARK") == 0;
}

static bool refuse_type(struct draft *draft, const struct column *column, struct span span)
{
    diag_error(draft->catalog->diag, D_WATERMARK_COLUMN, span,
        "a watermark needs a TIMESTAMP or TIMESTAMP_LTZ column of precision 3 at most, and '%s' "
        "is %s", column->name, type_brief(draft->catalog->arena, column->type));
    return fail(draft);
}

static bool find_rowtime(struct draft *draft, const struct table *table, const struct name *name,
    size_t *number)
{
    if (strcmp(name->text, "$rowtime") == 0) {
        *number = table->declared_count;
        return true;
    }
    return column_number(draft, name, "WATERMARK", number);
}

static bool bind_strategy(struct draft *draft, struct table *table)
{
    struct watermark *watermark = &table->watermark;
    const struct type *rowtime = table->columns[watermark->column].type;
    struct diag *diag = draft->catalog->diag;

    watermark->is_source = is_source_watermark(watermark->expr_ast);
    if (watermark->is_source)
        return true;
    watermark->expr = bind_table_expr(draft->catalog, table, watermark->expr_ast);
    if (!watermark->expr)
        return fail(draft);
    if (is_timestamp(watermark->expr->type) && watermark->expr->type->kind == rowtime->kind)
        return true;
    diag_error(diag, D_WATERMARK_TYPE, watermark->expr_ast->span,
        "the watermark is %s, and must be %s as column '%s'",
        type_brief(draft->catalog->arena, watermark->expr->type),
        rowtime->kind == TYPE_TIMESTAMP ? "TIMESTAMP(3)" : "TIMESTAMP_LTZ(3)",
        table->columns[watermark->column].name);
    return fail(draft);
}

bool draft_resolve_watermark(struct draft *draft, struct table *table)
{
    struct arena *arena = draft->catalog->arena;
    struct watermark *watermark = &table->watermark;
    struct text column_sql = {.arena = arena}, expr_sql = {.arena = arena};
    struct column *column;

    watermark->present = true;
    watermark->is_default = !draft->watermark.present;
    if (watermark->is_default) {
        watermark->column = table->declared_count;
        watermark->is_source = true;
        watermark->column_sql = "`$rowtime`";
        watermark->expr_sql = "SOURCE_WATERMARK()";
    } else {
        watermark->span = draft->watermark.span;
        watermark->expr_ast = draft->watermark.expr;
        if (!find_rowtime(draft, table, &draft->watermark.column, &watermark->column))
            return fail(draft);
        if (!table->columns[watermark->column].type)
            return false; /* a computed column that failed */
        if (!is_timestamp(table->columns[watermark->column].type))
            return refuse_type(draft, &table->columns[watermark->column],
                draft->watermark.column.span);
        if (!bind_strategy(draft, table))
            return false;
        type_print_name(&column_sql, draft->watermark.column.text);
        ast_print_expr(&expr_sql, watermark->expr_ast);
        watermark->column_sql = text_chars(&column_sql);
        watermark->expr_sql = text_chars(&expr_sql);
    }
    column = &table->columns[watermark->column];
    column->type = type_with_attribute(arena, column->type, ATTRIBUTE_ROWTIME);
    return true;
}
