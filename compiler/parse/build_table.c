/* CREATE TABLE and ALTER TABLE. */
#include "build.h"

#include <string.h>

#include "build_node.h"

static const char *const clause_names[CLAUSE_KIND_COUNT] = {"COMMENT", "DISTRIBUTED",
    "PARTITIONED BY", "WITH", "LIKE", "AS"};

/* ---- clauses behind the column list ---- */

struct table_clauses *build_clauses(struct parser *p)
{
    return NEW(p->arena, struct table_clauses);
}

static struct table_clause *new_clause(struct parser *p, enum clause_kind kind, struct span span)
{
    struct table_clause *clause = NEW(p->arena, struct table_clause);

    clause->kind = kind;
    clause->span = span;
    return clause;
}

/* False if the clause is there already, or one that must follow it. */
static bool check_clause(struct parser *p, const struct table_clauses *clauses,
    const struct table_clause *clause)
{
    const char *name = clause_names[clause->kind];
    int later;

    if (clauses->seen[clause->kind].source) {
        build_report(p, D_DUPLICATE_CLAUSE, clause->span, "%s is given twice", name);
        if (!p->quiet)
            diag_note(p->diag, clauses->seen[clause->kind], "first given here");
        return false;
    }
    for (later = clause->kind + 1; later < CLAUSE_KIND_COUNT; later++) {
        if (!clauses->seen[later].source)
            continue;
        build_report(p, D_CLAUSE_ORDER, clause->span, "%s must stand before %s", name,
            clause_names[later]);
        if (!p->quiet)
            diag_note(p->diag, clauses->seen[later], "%s is here", clause_names[later]);
        return false;
    }
    if (clause->kind == CLAUSE_AS && clauses->seen[CLAUSE_LIKE].source) {
        build_report(p, D_CLAUSE_ORDER, clause->span, "a table takes LIKE or AS, not both");
        return false;
    }
    return true;
}

struct table_clauses *build_clause(struct parser *p, struct table_clauses *clauses,
    struct table_clause *clause)
{
    struct create_table *table = &clauses->table;

    if (!check_clause(p, clauses, clause))
        return clauses;
    clauses->seen[clause->kind] = clause->span;
    switch (clause->kind) {
    case CLAUSE_COMMENT:
        table->comment = clause->table.comment;
        break;
    case CLAUSE_DISTRIBUTED:
        table->distribution = clause->table.distribution;
        break;
    case CLAUSE_PARTITIONED:
        table->partitioned_by = clause->table.partitioned_by;
        table->partitioned_span = clause->table.partitioned_span;
        break;
    case CLAUSE_WITH:
        table->has_with = true;
        table->options = clause->table.options;
        break;
    case CLAUSE_LIKE:
        table->has_like = true;
        table->like = clause->table.like;
        table->like_options = clause->table.like_options;
        break;
    case CLAUSE_AS:
        table->as = clause->table.as;
        break;
    case CLAUSE_KIND_COUNT:
        break;
    }
    return clauses;
}

struct table_clause *build_clause_comment(struct parser *p, const struct token *word,
    const struct token *text)
{
    struct table_clause *clause = new_clause(p, CLAUSE_COMMENT, word->span);

    clause->table.comment = text->text;
    return clause;
}

struct table_clause *build_clause_distribution(struct parser *p,
    struct distribution_def distribution)
{
    struct table_clause *clause = new_clause(p, CLAUSE_DISTRIBUTED, distribution.span);

    clause->table.distribution = distribution;
    return clause;
}

struct table_clause *build_clause_partitioned(struct parser *p, const struct token *word,
    struct name_list columns)
{
    struct table_clause *clause = new_clause(p, CLAUSE_PARTITIONED, word->span);

    clause->table.partitioned_by = columns;
    clause->table.partitioned_span = span_join(word->span, columns.at[columns.count - 1].span);
    return clause;
}

struct table_clause *build_clause_options(struct parser *p, const struct token *word,
    struct option_list options)
{
    struct table_clause *clause = new_clause(p, CLAUSE_WITH, word->span);

    clause->table.options = options;
    return clause;
}

struct table_clause *build_clause_like(struct parser *p, const struct token *word,
    struct path table, struct like_list options)
{
    struct table_clause *clause = new_clause(p, CLAUSE_LIKE, word->span);

    clause->table.like = table;
    clause->table.like_options = options;
    return clause;
}

struct table_clause *build_clause_as(struct parser *p, const struct token *word,
    struct ast_query *query)
{
    struct table_clause *clause = new_clause(p, CLAUSE_AS, word->span);

    clause->table.as = query;
    return clause;
}

struct like_list build_like_option(struct parser *p, struct like_list list, enum like_mode mode,
    const struct token *word, const struct token *feature)
{
    static const char *const words[] = {"ALL", "CONSTRAINTS", "DISTRIBUTION", "GENERATED",
        "METADATA", "OPTIONS", "PARTITIONS", "WATERMARKS"};
    struct like_option option = {.mode = mode, .span = span_join(word->span, feature->span)};
    size_t count = sizeof words / sizeof *words, i;
    const char *near;

    for (i = 0; i < count; i++) {
        if (!strcasecmp(feature->text.data, words[i])) {
            option.feature = (enum like_feature)i;
            vec_push(p->arena, &list, option);
            return list;
        }
    }
    build_report(p, D_SYNTAX, feature->span,
        "'%s' is nothing that LIKE can copy: expected ALL, CONSTRAINTS, DISTRIBUTION, GENERATED, "
        "METADATA, OPTIONS, PARTITIONS or WATERMARKS",
        feature->text.data);
    near = nearest_name(feature->text.data, words, count);
    if (near && !p->quiet)
        diag_note(p->diag, feature->span, "did you mean %s?", near);
    return list;
}

struct distribution_def build_distribution(struct parser *p, const struct token *algorithm,
    struct name_list columns, const struct token *buckets, struct span begin)
{
    struct distribution_def distribution = {.present = true, .span = begin};

    if (algorithm)
        distribution.algorithm = algorithm->keyword->word;
    distribution.columns = columns;
    if (columns.count)
        distribution.span = span_join(begin, columns.at[columns.count - 1].span);
    if (buckets->kind) {
        distribution.has_buckets = true;
        distribution.buckets = build_integer(p, buckets, INT32_MAX, "the number of buckets");
        distribution.span = span_join(distribution.span, buckets->span);
    }
    return distribution;
}

struct statement *build_create_table(struct parser *p, bool or_replace, bool temporary,
    bool if_not_exists, struct path name, const struct element_list *elements,
    struct table_clauses *clauses, struct span begin)
{
    struct statement *statement = new_statement(p, STMT_CREATE_TABLE, begin, name.span);
    struct create_table *table = &statement->as.create_table;

    *table = clauses->table;
    table->or_replace = or_replace;
    table->temporary = temporary;
    table->if_not_exists = if_not_exists;
    table->name = name;
    if (elements) {
        table->has_elements = true;
        table->elements = *elements;
    }
    return statement;
}

/* ---- elements of the column list ---- */

static struct table_element *new_element(struct parser *p, enum element_kind kind)
{
    struct table_element *element = NEW(p->arena, struct table_element);

    element->kind = kind;
    return element;
}

struct element_list build_elements(struct parser *p, struct element_list list,
    struct table_element *element)
{
    vec_push(p->arena, &list, *element);
    return list;
}

struct table_element *build_column_def(struct parser *p, enum column_kind kind, struct name name,
    struct ast_type *type, struct ast_expr *expr)
{
    struct table_element *element = new_element(p, ELEMENT_COLUMN);
    struct column_def *column = &element->as.column;

    column->kind = kind;
    column->name = name;
    column->type = type;
    column->expr = expr;
    column->span = name.span;
    if (type)
        column->span = span_join(column->span, type->span);
    if (expr)
        column->span = span_join(column->span, expr->span);
    return element;
}

struct table_element *build_column_physical(struct parser *p, struct name name,
    struct ast_type *type, const struct table_element *constraint, struct str comment)
{
    struct table_element *element = build_column_def(p, COLUMN_PHYSICAL, name, type, NULL);
    struct column_def *column = &element->as.column;

    column->comment = comment;
    if (constraint) {
        const struct constraint_def *given = &constraint->as.constraint;

        column->primary_key = given->primary_key;
        column->unique = !given->primary_key;
        column->enforced = given->enforced;
        column->not_enforced = given->not_enforced;
        column->constraint_name = given->name;
        column->constraint_span = given->span;
        column->span = span_join(column->span, given->span);
    }
    return element;
}

struct table_element *build_column_metadata(struct parser *p, struct name name,
    struct ast_type *type, const struct token *word, const struct token *key, bool is_virtual,
    struct str comment)
{
    struct table_element *element = build_column_def(p, COLUMN_METADATA, name, type, NULL);
    struct column_def *column = &element->as.column;

    column->span = span_join(column->span, word->span);
    if (key->kind) {
        column->metadata_key = key->text;
        column->metadata_key_span = key->span;
        column->span = span_join(column->span, key->span);
    }
    column->is_virtual = is_virtual;
    column->comment = comment;
    return element;
}

struct table_element *build_constraint(struct parser *p, struct name name, bool primary_key,
    struct name_list columns, struct enforcement enforcement, struct span begin)
{
    struct table_element *element = new_element(p, ELEMENT_CONSTRAINT);
    struct constraint_def *constraint = &element->as.constraint;

    constraint->name = name;
    constraint->primary_key = primary_key;
    constraint->columns = columns;
    constraint->enforced = enforcement.enforced;
    constraint->not_enforced = enforcement.not_enforced;
    constraint->span = span_join(name.span, begin);
    if (columns.count)
        constraint->span =
            span_join(constraint->span, columns.at[columns.count - 1].span);
    constraint->span = span_join(constraint->span, enforcement.span);
    return element;
}

struct table_element *build_watermark(struct parser *p, struct path column, struct ast_expr *expr,
    struct span begin)
{
    struct table_element *element = new_element(p, ELEMENT_WATERMARK);

    element->as.watermark.column = column;
    element->as.watermark.expr = expr;
    element->as.watermark.span = span_join(begin, expr->span);
    return element;
}

struct table_element *build_element_distribution(struct parser *p,
    struct distribution_def distribution)
{
    struct table_element *element = new_element(p, ELEMENT_DISTRIBUTION);

    element->as.distribution = distribution;
    return element;
}

/* ---- ALTER TABLE ---- */

struct alter_table *build_alter(struct parser *p, enum alter_kind kind)
{
    struct alter_table *alter = NEW(p->arena, struct alter_table);

    alter->kind = kind;
    return alter;
}

struct statement *build_alter_table(struct parser *p, bool if_exists, struct path name,
    struct alter_table *alter, struct span begin)
{
    struct statement *statement = new_statement(p, STMT_ALTER_TABLE, begin, name.span);

    alter->if_exists = if_exists;
    alter->name = name;
    statement->as.alter_table = *alter;
    return statement;
}
