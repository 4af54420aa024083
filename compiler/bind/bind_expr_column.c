/* Names in expressions: columns, qualified or not, and fields of rows. */
#include "binder.h"

#include <string.h>
#include <strings.h>

struct match {
    const struct scope_table *table;
    size_t column;
};

static const char *path_text(struct binder *b, const struct path *path, size_t count)
{
    struct text text = {.arena = b->arena};

    for (size_t i = 0; i < count; i++)
        text_printf(&text, "%s%s", i ? "." : "", path->parts.at[i].text);
    return text_chars(&text);
}

/* Whether the first `count` parts name this table: alias, or db.table, or catalog.db.table. */
static bool names_table(const struct scope_table *table, const struct path *path, size_t count)
{
    const struct name *parts = path->parts.at;

    if (count == 1)
        return table->alias && !strcmp(parts[0].text, table->alias);
    if (!table->table || strcmp(parts[count - 1].text, table->table->name) ||
        strcmp(parts[count - 2].text, table->table->database))
        return false;
    return count == 2 || (count == 3 && !strcmp(parts[0].text, table->table->catalog));
}

/* `alone`: not qualified by the table's name. */
static size_t find_in(const struct scope_table *table, const char *name, bool alone,
    struct match *matches, size_t count, size_t most)
{
    for (size_t i = 0; i < table->count; i++) {
        if (alone && table->columns[i].merged)
            continue;
        if (!table->columns[i].name || strcmp(table->columns[i].name, name))
            continue;
        if (count < most)
            matches[count] = (struct match){table, i};
        count++;
    }
    return count;
}

static void report_unknown(struct binder *b, const struct scope_table *only, struct name name)
{
    const struct scope *scope = b->scope;
    VEC(const char *) names = {0};
    struct text list = {.arena = b->arena};
    const char *near;

    for (size_t i = 0; scope && i < scope->count; i++)
        for (size_t j = 0; j < scope->tables[i].count; j++)
            if ((!only || only == &scope->tables[i]) && scope->tables[i].columns[j].name &&
                *scope->tables[i].columns[j].name) /* An empty one is not bound yet. */
                vec_push(b->arena, &names, scope->tables[i].columns[j].name);
    if (!names.count && !only) {
        diag_error(b->diag, D_UNKNOWN_COLUMN, name.span,
            "column '%s' is unknown: there is no table to take it from", name.text);
        return;
    }
    if (only)
        diag_error(b->diag, D_UNKNOWN_COLUMN, name.span, "table '%s' has no column '%s'",
            only->alias ? only->alias : "", name.text);
    else
        diag_error(b->diag, D_UNKNOWN_COLUMN, name.span, "column '%s' is unknown", name.text);
    near = nearest_name(name.text, names.at, names.count);
    if (near) {
        diag_note(b->diag, (struct span){0}, "did you mean '%s'?", near);
        return;
    }
    if (!names.count)
        return;
    for (size_t i = 0; i < names.count && i < 20; i++)
        text_printf(&list, "%s%s", i ? ", " : "", names.at[i]);
    diag_note(b->diag, (struct span){0}, "columns here: %s%s", text_chars(&list),
        names.count > 20 ? ", ..." : "");
}

static void report_ambiguous(struct binder *b, struct name name, const struct match *matches,
    size_t count)
{
    struct text list = {.arena = b->arena};

    for (size_t i = 0; i < count; i++) {
        const char *alias = matches[i].table->alias;

        text_printf(&list, "%s%s%s%s", i ? ", " : "", alias ? alias : "", alias ? "." : "",
            name.text);
    }
    diag_error(b->diag, D_AMBIGUOUS_COLUMN, name.span,
        "column '%s' is ambiguous: it may be %s", name.text, text_chars(&list));
}

/* The longest prefix of the path that names tables; *used is its length, 0 if none does. */
static const struct scope_table *find_table(const struct scope *scope, const struct path *path,
    size_t *used)
{
    for (size_t length = path->parts.count - 1; length > 0; length--)
        for (size_t i = 0; i < scope->count; i++)
            if (names_table(&scope->tables[i], path, length)) {
                *used = length;
                return &scope->tables[i];
            }
    *used = 0;
    return NULL;
}

struct texpr *make_field(struct arena *arena, struct texpr *base, size_t index,
    const struct type *type, struct span span)
{
    struct texpr *field = texpr_new(arena, TEXPR_FIELD, type, span);

    field->input = index;
    field->args = arena_array(arena, 1, sizeof *field->args);
    field->args[0] = base;
    field->arg_count = 1;
    return field;
}

struct texpr *bind_field(struct binder *b, struct texpr *base, struct name name, struct span span)
{
    const struct type *type = base->type;
    const char **names;
    const char *near;
    size_t i = 0;

    if (type->kind != TYPE_ROW) {
        diag_error(b->diag, D_NOT_A_ROW, name.span,
            "field '%s' of a value of type %s: only ROW and STRUCTURED have fields", name.text,
            plain_type(b->arena, type));
        return NULL;
    }
    names = arena_array(b->arena, type->field_count, sizeof *names);
    while (i < type->field_count && strcmp(type->fields[i].name, name.text)) {
        names[i] = type->fields[i].name;
        i++;
    }
    if (i == type->field_count && type->class_name)
        for (i = 0; i < type->field_count && strcasecmp(type->fields[i].name, name.text);)
            i++;
    if (i == type->field_count) {
        diag_error(b->diag, D_UNKNOWN_COLUMN, name.span, "%s has no field '%s'",
            plain_type(b->arena, type), name.text);
        near = nearest_name(name.text, names, type->field_count);
        if (near)
            diag_note(b->diag, (struct span){0}, "did you mean '%s'?", near);
        return NULL;
    }
    /* A constructor makes no NULL, whatever is declared of it. */
    return make_field(b->arena, base, i,
        type->nullable && base->kind != TEXPR_ROW
            ? type_with_null(b->arena, type->fields[i].type, true)
            : type->fields[i].type, span);
}

enum { MATCHES = 8 };

/* Columns that a path may mean in a scope; *used parts of it name the table. */
static size_t find_columns(const struct scope *scope, const struct path *path,
    struct match *matches, size_t *used, const struct scope_table **table)
{
    size_t count = 0;

    *used = 0;
    *table = scope && path->parts.count > 1 ? find_table(scope, path, used) : NULL;
    for (size_t i = 0; scope && i < scope->count; i++)
        if (!*table || *table == &scope->tables[i])
            count = find_in(&scope->tables[i], path->parts.at[*used].text, !*table, matches,
                count, MATCHES);
    return count;
}

/* Whether it is a column of any of the queries around. */
static bool is_around(const struct binder *b, const struct path *path)
{
    struct match matches[MATCHES];
    const struct scope_table *table;
    size_t used;

    for (const struct around *around = b->around; around; around = around->outer)
        if (find_columns(around->scope, path, matches, &used, &table))
            return true;
    return false;
}

static bool reads_around_here(const struct binder *b)
{
    return !strcmp(b->place, "WHERE") || !strcmp(b->place, "SELECT") ||
        !strcmp(b->place, "an aggregate function");
}

static struct texpr *refuse_around(struct binder *b, struct span span)
{
    diag_error(b->diag, D_UNSUPPORTED_SUBQUERY, span, "a column of a query around is supported in "
        "WHERE, the list and aggregates of the next subquery only");
    return NULL;
}

struct texpr *bind_column(struct binder *b, const struct ast_expr *expr)
{
    const struct path *path = &expr->as.column;
    const struct scope_table *table, *outer_table;
    struct match matches[MATCHES];
    size_t used, outer_used, outer = 0;
    size_t count = find_columns(b->scope, path, matches, &used, &table);
    struct texpr *result;

    if (!count && !table && b->correlation) {
        count = find_columns(b->correlation->scope, path, matches, &outer_used, &outer_table);
        outer = count ? INPUT_OUTER : 0;
        if (count && !reads_around_here(b))
            return refuse_around(b, expr->span);
        used = count ? outer_used : used;
    }
    if (!count && !table && is_around(b, path))
        return refuse_around(b, expr->span);
    if (!count && !table && path->parts.count > 1) {
        diag_error(b->diag, D_UNKNOWN_COLUMN, expr->span,
            "'%s' is neither a column nor a table of this query",
            path_text(b, path, path->parts.count - 1));
        return NULL;
    }
    if (!count) {
        report_unknown(b, table, path->parts.at[used]);
        return NULL;
    }
    if (count > 1) {
        report_ambiguous(b, path->parts.at[used], matches, count < MATCHES ? count : MATCHES);
        return NULL;
    }
    result = texpr_new(b->arena, TEXPR_INPUT, matches[0].table->columns[matches[0].column].type,
        expr->span);
    result->input = outer + matches[0].table->first + matches[0].column;
    for (size_t i = used + 1; result && i < path->parts.count; i++)
        result = bind_field(b, result, path->parts.at[i], expr->span);
    return result;
}
