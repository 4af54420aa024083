/* FROM: tables, views, WITH items, subqueries and VALUES, and the names under which they are
 * known. */
#include "binder.h"

#include <string.h>
#include <strings.h>

static struct rel *unsupported(struct binder *b, struct span span, enum diag_code code,
    const char *what)
{
    diag_error(b->diag, code, span, "%s is not supported yet", what);
    return NULL;
}

/* ---- makers ---- */

struct rel *rel_new(struct arena *arena, enum rel_kind kind, struct span span,
    size_t column_count)
{
    struct rel *rel = NEW(arena, struct rel);

    rel->kind = kind;
    rel->span = span;
    rel->columns = arena_array(arena, column_count, sizeof *rel->columns);
    rel->column_count = column_count;
    return rel;
}

struct rel *rel_project(struct arena *arena, struct rel *input, size_t count)
{
    struct rel *rel = rel_new(arena, REL_PROJECT, input->span, count);

    rel->exprs = arena_array(arena, count, sizeof(struct texpr *));
    rel->inputs = arena_copy(arena, &input, sizeof input);
    rel->input_count = 1;
    return rel;
}

struct texpr *rel_input(struct arena *arena, const struct rel *rel, size_t column,
    struct span span)
{
    struct texpr *expr = texpr_new(arena, TEXPR_INPUT, rel->columns[column].type, span);

    expr->input = column;
    return expr;
}

void rel_name_apart(struct arena *arena, struct rel *rel)
{
    struct map names = {.arena = arena};

    for (size_t i = 0; i < rel->column_count; i++) {
        const char *name = rel->columns[i].name;

        for (unsigned n = 0; map_get(&names, name); n++)
            name = arena_printf(arena, "%s%u", rel->columns[i].name, n);
        map_put(&names, name, rel);
        rel->columns[i].name = name;
    }
}

struct rel *rel_rename(struct binder *b, struct rel *rel, const char *const *names)
{
    struct rel *copy = NEW(b->arena, struct rel);

    *copy = *rel;
    copy->columns = arena_copy(b->arena, rel->columns, rel->column_count * sizeof *rel->columns);
    for (size_t i = 0; i < rel->column_count; i++)
        copy->columns[i].name = names[i];
    return copy;
}

/* ---- names ---- */

static struct rel *bind_view(struct binder *b, const struct view *view, struct span span)
{
    struct binder inner = binder_of(b->catalog);
    struct rel *rel;

    if (b->depth >= BIND_DEPTH_LIMIT) {
        diag_error(b->diag, D_VIEW_CYCLE, binder_place(b, span), "view '%s' is nested too deeply",
            view->name);
        return NULL;
    }
    inner.depth = b->depth + 1;
    inner.use = binder_place(b, span);
    rel = bind_subquery(&inner, view->query);
    if (!rel)
        return NULL;
    if (view->columns && view->column_count == rel->column_count)
        return rel_rename(b, rel, view->columns);
    return rel;
}

static struct rel *scan_of(struct binder *b, const struct table *table, struct span span)
{
    struct rel *scan = rel_new(b->arena, REL_SCAN, span, table->column_count);

    scan->table = table;
    for (size_t i = 0; i < table->column_count; i++)
        scan->columns[i] =
            (struct rel_column){table->columns[i].name, table->columns[i].type};
    return scan;
}

struct rel *bind_table_path(struct binder *b, const struct path *path,
    const struct hint_list *hints, const struct table **table)
{
    struct rel *rel = NULL;
    struct view *view;

    *table = NULL;
    if (path->parts.count == 1) {
        for (const struct cte *cte = b->ctes; cte; cte = cte->outer)
            if (!strcmp(cte->name, path->parts.at[0].text))
                return bind_hints(b, hints, NULL) ? cte->rel : NULL;
    }
    view = catalog_view(b->catalog, path);
    if (view) {
        rel = bind_view(b, view, path->span);
        return bind_hints(b, hints, NULL) ? rel : NULL;
    }
    *table = catalog_table(b->catalog, path);
    if (!*table) {
        catalog_report_unknown(b->catalog, path);
        return NULL;
    }
    rel = scan_of(b, *table, path->span);
    return bind_hints(b, hints, rel) ? rel : NULL;
}

/* ---- scopes ---- */

/* Makes the columns of `rel` visible; those of `table` beyond the declared ones are hidden. */
static bool add_to_scope(struct binder *b, const struct table_ref *ref, const struct rel *rel,
    const struct table *table, const char *alias, struct scope *scope)
{
    struct scope_table *entry;
    size_t visible = 0, named = 0;

    scope->tables = arena_array(b->arena, 1, sizeof *scope->tables);
    scope->count = 1;
    entry = &scope->tables[0];
    *entry = (struct scope_table){.alias = alias, .table = ref->alias.text ? NULL : table,
        .count = rel->column_count, .span = ref->span};
    entry->columns = arena_array(b->arena, rel->column_count, sizeof *entry->columns);
    for (size_t i = 0; i < rel->column_count; i++) {
        bool hidden = table && table->columns[i].kind == TABLE_SYSTEM;

        entry->columns[i] =
            (struct scope_column){.name = rel->columns[i].name,
            .type = rel->columns[i].type, .hidden = hidden};
        visible += !hidden;
        if (!hidden && named < ref->alias_columns.count)
            entry->columns[i].name = ref->alias_columns.at[named++].text;
    }
    if (ref->alias_columns.count && ref->alias_columns.count != visible) {
        diag_error(b->diag, D_COLUMN_COUNT, ref->alias.span,
            "'%s' is given %zu column name%s for %zu column%s", alias,
            ref->alias_columns.count, ref->alias_columns.count == 1 ? "" : "s", visible,
            visible == 1 ? "" : "s");
        return false;
    }
    return true;
}

static struct rel *bind_table_ref(struct binder *b, const struct table_ref *ref,
    struct scope *scope)
{
    const struct table *table;
    const struct name *last = &ref->table.parts.at[ref->table.parts.count - 1];
    struct rel *rel;

    if (ref->system_time)
        return unsupported(b, ref->system_time->span, D_UNSUPPORTED_TEMPORAL,
            "FOR SYSTEM_TIME AS OF");
    rel = bind_table_path(b, &ref->table, &ref->hints, &table);
    if (!rel || !add_to_scope(b, ref, rel, table,
            ref->alias.text ? ref->alias.text : last->text, scope))
        return NULL;
    return rel;
}

static struct rel *bind_query_ref(struct binder *b, const struct table_ref *ref,
    struct scope *scope)
{
    struct rel *rel = bind_subquery(b, ref->query);

    if (!rel || !add_to_scope(b, ref, rel, NULL, ref->alias.text, scope))
        return NULL;
    return rel;
}

/* FROM UNNEST(…) alone: of one row. */
static struct rel *one_row(struct binder *b, struct span span)
{
    struct rel *rel = rel_new(b->arena, REL_VALUES, span, 1);

    rel->row_count = 1;
    rel->rows = arena_array(b->arena, 1, sizeof *rel->rows);
    rel->rows[0] = arena_array(b->arena, 1, sizeof **rel->rows);
    rel->rows[0][0] = texpr_new(b->arena, TEXPR_LITERAL, type_simple(b->arena, TYPE_INT, false),
        span);
    rel->columns[0] = (struct rel_column){"ZERO", rel->rows[0][0]->type};
    return rel;
}

static struct rel *bind_changelog_ref(struct binder *b, const struct table_ref *ref,
    struct scope *scope)
{
    struct rel *rel = bind_changelog(b, ref);

    return rel && add_to_scope(b, ref, rel, NULL, ref->alias.text, scope) ? rel : NULL;
}

struct rel *bind_from(struct binder *b, const struct table_ref *ref, struct scope *scope)
{
    switch (ref->kind) {
    case REF_TABLE:
        return bind_table_ref(b, ref, scope);
    case REF_QUERY: case REF_VALUES:
        return bind_query_ref(b, ref, scope);
    case REF_JOIN:
        return bind_join(b, ref, scope);
    case REF_UNNEST:
        return bind_unnest(b, ref, false, one_row(b, ref->span), scope);
    case REF_FUNCTION: {
        const struct path *name = &ref->function->as.call.name;

        if (is_changelog_call(ref))
            return bind_changelog_ref(b, ref, scope);
        return unsupported(b, ref->span, D_UNSUPPORTED_TABLE_FUNCTION,
            ref->function->kind == EXPR_CALL
                ? arena_printf(b->arena, "table function %s",
                    name->parts.at[name->parts.count - 1].text)
                : "a table function");
    }
    case REF_MATCH:
        return unsupported(b, ref->match->span, D_UNSUPPORTED_MATCH, "MATCH_RECOGNIZE");
    case REF_PARENS:
        return bind_from(b, ref->left, scope);
    }
    return NULL;
}
