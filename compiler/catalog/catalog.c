/* Names of tables and views, and where they lead. */
#include "catalog.h"

#include <string.h>

struct catalog *catalog_new(struct arena *arena, struct diag *diag)
{
    struct catalog *catalog = NEW(arena, struct catalog);

    catalog->arena = arena;
    catalog->diag = diag;
    catalog->current_catalog = "default_catalog";
    catalog->current_database = "default_database";
    catalog->buckets = 6;
    catalog->tables.arena = arena;
    catalog->views.arena = arena;
    catalog->settings.arena = arena;
    catalog->failed.arena = arena;
    catalog->named.arena = arena;
    catalog->inferred.arena = arena;
    return catalog;
}

void catalog_resolve(const struct catalog *catalog, const struct path *path,
    const char **catalog_name, const char **database, const char **name)
{
    size_t count = path->parts.count;

    *name = path->parts.at[count - 1].text;
    *database = count >= 2 ? path->parts.at[count - 2].text : catalog->current_database;
    *catalog_name = count >= 3 ? path->parts.at[count - 3].text : catalog->current_catalog;
}

bool catalog_check_path(const struct catalog *catalog, const struct path *path)
{
    if (path->parts.count <= 3)
        return true;
    diag_error(catalog->diag, D_UNKNOWN_TABLE, path->span,
        "a table name has three parts at most: catalog.database.table");
    return false;
}

const char *path_name(const struct path *path)
{
    return path->parts.at[path->parts.count - 1].text;
}

/* Names may hold dots: the parts are set apart by a control character. */
const char *catalog_key(const struct catalog *catalog, const struct path *path)
{
    const char *catalog_name, *database, *name;

    catalog_resolve(catalog, path, &catalog_name, &database, &name);
    return arena_printf(catalog->arena, "%s\x1f%s\x1f%s", catalog_name, database, name);
}

struct view *catalog_view(const struct catalog *catalog, const struct path *path)
{
    return path->parts.count > 3 ? NULL : map_get(&catalog->views, catalog_key(catalog, path));
}

/* With `database` NULL: a catalog of that name. */
static bool holds(const struct map *map, const char *catalog_name, const char *database)
{
    size_t size = strlen(catalog_name), database_size = database ? strlen(database) : 0;

    for (size_t i = 0; i < map->count; i++) {
        const char *key = map->at[i].key;

        if (strncmp(key, catalog_name, size) != 0 || key[size] != '\x1f')
            continue;
        key += size + 1;
        if (!database ||
            (strncmp(key, database, database_size) == 0 && key[database_size] == '\x1f'))
            return true;
    }
    return false;
}

/* Those that exist from the start, those that SET has named, and those with tables. */
static bool is_known(const struct catalog *catalog, const char *catalog_name,
    const char *database)
{
    if (!strcmp(database ? database : catalog_name, database ? "default_database"
                                                             : "default_catalog"))
        return true;
    return holds(&catalog->named, catalog_name, database) ||
        holds(&catalog->tables, catalog_name, database) ||
        holds(&catalog->views, catalog_name, database) ||
        holds(&catalog->failed, catalog_name, database);
}

/* Whether the place of a name exists; *database NULL: its catalog does not. */
static bool find_place(const struct catalog *catalog, const struct path *path,
    const char **catalog_name, const char **database)
{
    const char *name;

    catalog_resolve(catalog, path, catalog_name, database, &name);
    if (!is_known(catalog, *catalog_name, NULL)) {
        *database = NULL;
        return false;
    }
    return is_known(catalog, *catalog_name, *database);
}

static void report_place(const struct catalog *catalog, const char *catalog_name,
    const char *database, struct span span)
{
    if (database)
        diag_error(catalog->diag, D_UNKNOWN_CATALOG, span,
            "database '%s' does not exist in catalog '%s'", database, catalog_name);
    else
        diag_error(catalog->diag, D_UNKNOWN_CATALOG, span, "catalog '%s' does not exist",
            catalog_name);
}

bool catalog_check_place(const struct catalog *catalog, const struct path *path)
{
    const char *catalog_name, *database;

    if (find_place(catalog, path, &catalog_name, &database))
        return true;
    report_place(catalog, catalog_name, database, path->span);
    diag_note(catalog->diag, path->span, database
            ? "SET 'sql.current-database' = '%s' names one that the environment has"
            : "SET 'sql.current-catalog' = '%s' names one that the environment has",
        database ? database : catalog_name);
    return false;
}

struct table *catalog_table(const struct catalog *catalog, const struct path *path)
{
    const char *catalog_name, *database;
    struct table *table;

    if (path->parts.count > 3)
        return NULL;
    table = map_get(&catalog->tables, catalog_key(catalog, path));
    if (table || !catalog->infer || catalog_view(catalog, path) ||
            !find_place(catalog, path, &catalog_name, &database))
        return table;
    return catalog->infer(catalog->infer_context, path);
}

static bool check_use(const struct catalog *catalog, const char *catalog_name,
    const char *database, struct span span)
{
    bool known = is_known(catalog, catalog_name, NULL);

    if (known && (!database || is_known(catalog, catalog_name, database)))
        return true;
    report_place(catalog, catalog_name, known ? database : NULL, span);
    return false;
}

bool catalog_use(struct catalog *catalog, bool is_catalog, const struct path *path)
{
    size_t count = path->parts.count;

    if (count > (is_catalog ? 1u : 2u)) {
        diag_error(catalog->diag, D_UNKNOWN_TABLE, path->span,
            is_catalog ? "a catalog name has one part" : "a database name has two parts at most");
        return false;
    }
    if (!check_use(catalog, is_catalog || count == 2 ? path->parts.at[0].text
                                                     : catalog->current_catalog,
            is_catalog ? NULL : path->parts.at[count - 1].text, path->span))
        return false;
    if (is_catalog) {
        catalog->current_catalog = path->parts.at[0].text;
        return true;
    }
    if (count == 2)
        catalog->current_catalog = path->parts.at[0].text;
    catalog->current_database = path->parts.at[count - 1].text;
    return true;
}

/* t$late, the rows behind the watermark of a table; false: not the name of one. */
static bool report_late(const struct catalog *catalog, const struct path *path)
{
    static const char suffix[] = "$late";
    const char *catalog_name, *database, *name;
    struct name parts[3] = {{0}};
    struct path source = {.parts = {.at = parts, .count = 3}, .span = path->span};
    size_t size;

    catalog_resolve(catalog, path, &catalog_name, &database, &name);
    size = strlen(name);
    if (size < sizeof suffix || strcmp(name + size - sizeof suffix + 1, suffix) != 0)
        return false;
    parts[0].text = catalog_name;
    parts[1].text = database;
    parts[2].text = arena_strndup(catalog->arena, name, size - sizeof suffix + 1);
    if (!catalog_table(catalog, &source))
        return false;
    diag_error(catalog->diag, D_TABLE_UNSUPPORTED, path->span,
        "system table '%s', the late rows of table '%s', is not supported yet", name,
        parts[2].text);
    return true;
}

void catalog_report_unknown(const struct catalog *catalog, const struct path *path)
{
    size_t most = catalog->tables.count + catalog->views.count, count = 0;
    const char **names = arena_array(catalog->arena, most ? most : 1, sizeof *names);
    const char *catalog_name, *database, *near;

    if (!catalog_check_path(catalog, path))
        return;
    if (diag_error_count(catalog->diag) && map_get(&catalog->failed, catalog_key(catalog, path)))
        return;
    if (!find_place(catalog, path, &catalog_name, &database)) {
        report_place(catalog, catalog_name, database, path->span);
        return;
    }
    if (report_late(catalog, path))
        return;
    diag_error(catalog->diag, D_UNKNOWN_TABLE, path->span, "unknown table '%s'", path_name(path));
    for (size_t i = 0; i < catalog->tables.count; i++)
        names[count++] = ((struct table *)catalog->tables.at[i].value)->name;
    for (size_t i = 0; i < catalog->views.count; i++)
        names[count++] = ((struct view *)catalog->views.at[i].value)->name;
    near = nearest_name(path_name(path), names, count);
    if (near)
        diag_note(catalog->diag, path->span, "did you mean '%s'?", near);
}
