/* Columns of CREATE TABLE … AS: the query's, with those declared before them. */
#include "bind_table.h"

#include <string.h>

static const struct rel_column *find_query_column(const struct rel *query, const char *name)
{
    for (size_t i = 0; i < query->column_count; i++) {
        if (strcmp(query->columns[i].name, name) == 0)
            return &query->columns[i];
    }
    return NULL;
}

static const struct column_def *find_def(const struct create_table *create, const char *name)
{
    for (size_t i = 0; i < create->elements.count; i++) {
        const struct table_element *element = &create->elements.at[i];

        if (element->kind == ELEMENT_COLUMN && strcmp(element->as.column.name.text, name) == 0)
            return &element->as.column;
    }
    return NULL;
}

static bool refuse(struct draft *draft, struct span span, const char *what, const char *name)
{
    diag_error(draft->catalog->diag, D_CTAS_COLUMN, span, what, name);
    draft->failed = true;
    return false;
}

static bool add_query_column(struct draft *draft, const struct create_table *create,
    const struct rel_column *from)
{
    const struct column *prior = draft_column(draft, from->name);
    struct column column = {.name = from->name, .span = create->as->span};

    if (prior)
        return refuse(draft, create->as->span, "the query has two columns '%s'", from->name);
    if (from->type->kind == TYPE_NULL)
        return refuse(draft, create->as->span, "column '%s' of the query is NULL without a type: "
            "use CAST(NULL AS …)", from->name);
    column.type = type_with_attribute(draft->catalog->arena, from->type, ATTRIBUTE_NONE);
    vec_push(draft->catalog->arena, &draft->columns, column);
    return true;
}

/* (b, a): the query's columns in another order. */
static bool reorder(struct draft *draft, const struct create_table *create,
    const struct rel *query, size_t named)
{
    for (size_t i = 0; i < create->elements.count; i++) {
        const struct table_element *element = &create->elements.at[i];
        const struct rel_column *from;

        if (element->kind != ELEMENT_COLUMN)
            continue;
        if (element->as.column.kind != COLUMN_NAME_ONLY)
            return refuse(draft, element->as.column.span,
                "'%s' has a type beside columns without one: give all of them, or none",
                element->as.column.name.text);
        from = find_query_column(query, element->as.column.name.text);
        if (!from)
            return refuse(draft, element->as.column.span, "the query has no column '%s'",
                element->as.column.name.text);
        if (!add_query_column(draft, create, from))
            return false;
    }
    if (named == query->column_count)
        return true;
    for (size_t i = 0; i < query->column_count; i++) {
        if (!draft_column(draft, query->columns[i].name))
            return refuse(draft, create->name.span, "column '%s' of the query is not in the list",
                query->columns[i].name);
    }
    return true;
}

/* Columns of the CREATE part that the query lacks come first; one it has gets its declared type,
 * and stays where the query has it. */
static bool merge(struct draft *draft, const struct create_table *create, const struct rel *query)
{
    for (size_t i = 0; i < create->elements.count; i++) {
        const struct table_element *element = &create->elements.at[i];

        if (element->kind == ELEMENT_COLUMN &&
                !find_query_column(query, element->as.column.name.text))
            draft_add_column(draft, &element->as.column);
    }
    for (size_t i = 0; i < query->column_count; i++) {
        const struct column_def *def = find_def(create, query->columns[i].name);

        if (!def) {
            if (!add_query_column(draft, create, &query->columns[i]))
                return false;
        } else if (def->kind == COLUMN_COMPUTED) {
            return refuse(draft, def->span, "computed column '%s' is a column of the query too",
                def->name.text);
        } else {
            draft_add_column(draft, def);
        }
    }
    return true;
}

bool draft_ctas_columns(struct draft *draft, const struct create_table *create)
{
    const struct rel *query;
    size_t named = 0;

    if (create->has_like)
        return refuse(draft, create->name.span, "%s cannot have LIKE and AS both", "a table");
    query = bind_query(draft->catalog, create->as);
    if (!query)
        return false;
    for (size_t i = 0; i < create->elements.count; i++) {
        const struct table_element *element = &create->elements.at[i];

        named += element->kind == ELEMENT_COLUMN && element->as.column.kind == COLUMN_NAME_ONLY;
    }
    return named ? reorder(draft, create, query, named) : merge(draft, create, query);
}
