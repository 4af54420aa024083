/* CREATE TABLE and DROP TABLE. */
#include "bind_table.h"

#include <string.h>

/* True if the name is free. With IF NOT EXISTS a table of the name is no fault: *exists. */
static bool check_free(struct catalog *catalog, const struct path *path, bool if_not_exists,
    bool or_replace, bool *exists)
{
    const struct table *table = catalog_table(catalog, path);
    const struct view *view = catalog_view(catalog, path);

    *exists = false;
    if (!catalog_check_path(catalog, path))
        return false;
    if (table && if_not_exists) {
        *exists = true;
        return true;
    }
    if (!view && (!table || or_replace))
        return true;
    diag_error(catalog->diag, D_DUPLICATE_TABLE, path->span, "%s '%s' exists already",
        table ? "table" : "view", path_name(path));
    diag_note(catalog->diag, table ? table->span : view->span, "first declared here");
    return false;
}

static void add_element(struct draft *draft, const struct table_element *element)
{
    switch (element->kind) {
    case ELEMENT_COLUMN: draft_add_column(draft, &element->as.column); break;
    case ELEMENT_CONSTRAINT: draft_constraint(draft, &element->as.constraint); break;
    case ELEMENT_WATERMARK: draft_watermark(draft, &element->as.watermark); break;
    case ELEMENT_DISTRIBUTION: draft_distribution(draft, &element->as.distribution); break;
    }
}

static void add_clauses(struct draft *draft, const struct create_table *create)
{
    draft->comment = create->comment.data;
    if (create->distribution.present)
        draft_distribution(draft, &create->distribution);
    if (create->partitioned_by.count)
        draft_partitioned_by(draft, &create->partitioned_by, create->partitioned_span);
    draft_options(draft, &create->options);
}

static bool create_table(struct catalog *catalog, const struct create_table *create,
    struct table **table)
{
    struct draft draft;

    draft_init(&draft, catalog, &create->name);
    if (create->has_like && !draft_like_columns(&draft, create))
        return false;
    if (create->as && !draft_ctas_columns(&draft, create))
        return false;
    for (size_t i = 0; i < create->elements.count; i++) {
        const struct table_element *element = &create->elements.at[i];

        if (!create->as || element->kind != ELEMENT_COLUMN)
            add_element(&draft, element);
    }
    add_clauses(&draft, create);
    if (create->has_like)
        draft_like_clauses(&draft);
    draft.key.strict = create->as != NULL;
    draft.temporary = create->temporary;
    *table = draft_register(&draft);
    return *table != NULL;
}

bool bind_create_table(struct catalog *catalog, const struct statement *statement,
    struct table **table)
{
    const struct create_table *create = &statement->as.create_table;
    bool exists;

    *table = NULL;
    if (!check_free(catalog, &create->name, create->if_not_exists, create->or_replace, &exists))
        return false;
    if (exists)
        return true;
    if (catalog_check_place(catalog, &create->name) && create_table(catalog, create, table)) {
        map_remove(&catalog->failed, catalog_key(catalog, &create->name));
        return true;
    }
    map_put(&catalog->failed, catalog_key(catalog, &create->name), catalog);
    return false;
}

bool bind_drop_table(struct catalog *catalog, const struct statement *statement,
    struct table **dropped)
{
    const struct path *path = &statement->as.drop.name;
    struct table *table = catalog_table(catalog, path);

    *dropped = table;
    if (table && statement->as.drop.temporary && !table->temporary) {
        diag_error(catalog->diag, D_WRONG_OBJECT, path->span,
            "table '%s' is not temporary: use DROP TABLE", table->name);
        return false;
    }
    if (table) {
        map_remove(&catalog->tables, catalog_key(catalog, path));
        return true;
    }
    if (catalog_view(catalog, path)) {
        diag_error(catalog->diag, D_WRONG_OBJECT, path->span,
            "'%s' is a view: use DROP VIEW", path_name(path));
        return false;
    }
    if (statement->as.drop.if_exists && catalog_check_path(catalog, path))
        return true;
    catalog_report_unknown(catalog, path);
    return false;
}
