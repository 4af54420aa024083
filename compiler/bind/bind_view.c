/* CREATE VIEW, ALTER VIEW, DROP VIEW. */
#include "../parse/parse.h"
#include "bind.h"

#include <string.h>

static const char *query_sql(struct arena *arena, const struct ast_query *query)
{
    struct text out = {.arena = arena};

    ast_print_query(&out, query);
    return text_chars(&out);
}

static bool check_free(struct catalog *catalog, const struct create_view *create, bool *exists)
{
    const struct view *view = catalog_view(catalog, &create->name);
    const struct table *table = catalog_table(catalog, &create->name);

    *exists = false;
    if (!catalog_check_path(catalog, &create->name))
        return false;
    if (view && create->if_not_exists)
        *exists = true;
    if (!table && (!view || create->if_not_exists || create->or_replace))
        return true;
    diag_error(catalog->diag, D_DUPLICATE_TABLE, create->name.span, "%s '%s' exists already",
        view ? "view" : "table", path_name(&create->name));
    diag_note(catalog->diag, view ? view->span : table->span, "first declared here");
    return false;
}

/* Names of the view's columns: its list, or the query's. */
static bool fill_columns(struct catalog *catalog, struct view *view, const struct rel *query,
    const struct name_list *names)
{
    struct type_field *fields = arena_array(catalog->arena, query->column_count + 1,
        sizeof *fields);
    const char **columns = arena_array(catalog->arena, names->count + 1, sizeof *columns);

    if (names->count && names->count != query->column_count) {
        diag_error(catalog->diag, D_VIEW_COLUMNS, view->span,
            "view '%s' has a list of %zu names, and %zu columns in its query", view->name,
            names->count, query->column_count);
        return false;
    }
    for (size_t i = 0; i < query->column_count; i++) {
        struct span span = names->count ? names->at[i].span : view->query->span;

        fields[i] = (struct type_field){
            .name = names->count ? names->at[i].text : query->columns[i].name,
            .type = query->columns[i].type };
        for (size_t k = 0; k < i; k++) {
            if (strcmp(fields[k].name, fields[i].name) != 0)
                continue;
            diag_error(catalog->diag, D_DUPLICATE_COLUMN, span,
                "view '%s' has two columns '%s'", view->name, fields[i].name);
            return false;
        }
        if (names->count)
            columns[i] = fields[i].name;
    }
    view->columns = names->count ? columns : NULL;
    view->column_count = names->count;
    view->row = type_row(catalog->arena, fields, query->column_count, false);
    return true;
}

bool bind_create_view(struct catalog *catalog, const struct statement *statement)
{
    const struct create_view *create = &statement->as.create_view;
    struct view *view = NEW(catalog->arena, struct view);
    const struct rel *query;
    bool exists;

    if (!check_free(catalog, create, &exists))
        return false;
    if (exists)
        return true;
    if (!catalog_check_place(catalog, &create->name))
        return false;
    catalog_resolve(catalog, &create->name, &view->catalog, &view->database, &view->name);
    view->temporary = create->temporary;
    view->comment = create->comment.data;
    view->query = create->query;
    view->span = create->name.span;
    query = bind_query(catalog, create->query);
    if (!query || !fill_columns(catalog, view, query, &create->columns))
        return false;
    view->sql = query_sql(catalog->arena, create->query);
    map_put(&catalog->views, catalog_key(catalog, &create->name), view);
    return true;
}

static struct view *need_view(struct catalog *catalog, const struct path *path)
{
    struct view *view = catalog_view(catalog, path);

    if (view)
        return view;
    if (catalog_table(catalog, path))
        diag_error(catalog->diag, D_WRONG_OBJECT, path->span, "'%s' is a table, not a view",
            path_name(path));
    else
        catalog_report_unknown(catalog, path);
    return NULL;
}

static bool rename_view(struct catalog *catalog, const struct path *from, const struct path *to,
    struct view *view)
{
    if (catalog_table(catalog, to) || catalog_view(catalog, to)) {
        diag_error(catalog->diag, D_DUPLICATE_TABLE, to->span, "'%s' exists already",
            path_name(to));
        return false;
    }
    if (!catalog_check_path(catalog, to) || !catalog_check_place(catalog, to))
        return false;
    catalog_resolve(catalog, to, &view->catalog, &view->database, &view->name);
    map_remove(&catalog->views, catalog_key(catalog, from));
    map_put(&catalog->views, catalog_key(catalog, to), view);
    return true;
}

bool bind_alter_view(struct catalog *catalog, const struct statement *statement)
{
    const struct path *name = &statement->as.alter_view.name;
    const struct ast_query *query = statement->as.alter_view.query;
    const struct view *old = need_view(catalog, name);
    struct name_list none = {0};
    const struct rel *bound;
    struct view *view;

    if (!old)
        return false;
    view = arena_copy(catalog->arena, old, sizeof *old);
    if (!query)
        return rename_view(catalog, name, &statement->as.alter_view.new_name, view);
    view->query = query;
    bound = bind_query(catalog, query);
    if (!bound || !fill_columns(catalog, view, bound, &none))
        return false;
    view->sql = query_sql(catalog->arena, query);
    map_put(&catalog->views, catalog_key(catalog, name), view);
    return true;
}

bool bind_drop_view(struct catalog *catalog, const struct statement *statement)
{
    const struct path *path = &statement->as.drop.name;

    if (statement->as.drop.if_exists && !catalog_view(catalog, path) &&
            !catalog_table(catalog, path))
        return catalog_check_path(catalog, path);
    if (!need_view(catalog, path))
        return false;
    map_remove(&catalog->views, catalog_key(catalog, path));
    return true;
}
