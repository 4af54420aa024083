/* UNNEST: the elements of a collection as rows. */
#include "binder.h"

#include <string.h>

static void add(struct rel *rel, const char *name, const struct type *type)
{
    rel->columns[rel->column_count++] = (struct rel_column){name, type};
}

/* Columns of one element: the fields of a ROW, key and value of a MAP, else itself. */
static void add_element(struct binder *b, struct rel *rel, const struct type *type, bool outer)
{
    const struct type *element = type->element;

    if (type->kind == TYPE_MAP) {
        add(rel, "f0", type_with_null(b->arena, type->key, outer || type->key->nullable));
        add(rel, "f1", type_with_null(b->arena, element, outer || element->nullable));
    } else if (element->kind == TYPE_ROW) {
        for (size_t i = 0; i < element->field_count; i++)
            add(rel, element->fields[i].name, type_with_null(b->arena, element->fields[i].type,
                outer || element->nullable || element->fields[i].type->nullable));
    } else {
        add(rel, "f0", type_with_null(b->arena, element, outer || element->nullable));
    }
}

static size_t width_of(const struct type *type)
{
    if (type->kind == TYPE_MAP)
        return 2;
    return type->element->kind == TYPE_ROW ? type->element->field_count : 1;
}

static bool add_scope(struct binder *b, const struct table_ref *ref, const struct rel *rel,
    size_t first, struct scope *scope)
{
    struct scope_table *tables = arena_array(b->arena, scope->count + 1, sizeof *tables);
    struct scope_table *table = &tables[scope->count];
    const struct name_list *names = &ref->alias_columns;

    if (scope->count)
        memcpy(tables, scope->tables, scope->count * sizeof *tables);
    *table = (struct scope_table){.alias = ref->alias.text, .first = first,
        .count = rel->column_count - first, .span = ref->span};
    table->columns = arena_array(b->arena, table->count, sizeof *table->columns);
    if (names->count && names->count != table->count) {
        diag_error(b->diag, D_COLUMN_COUNT, ref->alias.span,
            "'%s' is given %zu column name%s for %zu column%s", ref->alias.text, names->count,
            names->count == 1 ? "" : "s", table->count, table->count == 1 ? "" : "s");
        return false;
    }
    for (size_t i = 0; i < table->count; i++) {
        const struct rel_column *column = &rel->columns[first + i];
        const char *name = names->count ? names->at[i].text
            : table->count == 1 && ref->alias.text ? ref->alias.text : column->name;

        table->columns[i] = (struct scope_column){.name = name, .type = column->type};
    }
    *scope = (struct scope){tables, scope->count + 1};
    return true;
}

struct rel *bind_unnest(struct binder *b, const struct table_ref *ref, bool outer,
    struct rel *left, struct scope *scope)
{
    struct binder inner = *b;
    struct texpr *collection;
    struct rel *rel;

    inner.scope = scope;
    inner.place = "UNNEST";
    inner.pending = NULL;
    if (ref->unnest.count != 1) {
        diag_error(b->diag, D_UNSUPPORTED_UNNEST, ref->span,
            "UNNEST of several collections is not supported yet");
        return NULL;
    }
    collection = bind_expr(&inner, ref->unnest.at[0]);
    if (!collection)
        return NULL;
    if (collection->type->kind != TYPE_ARRAY && collection->type->kind != TYPE_MAP &&
        collection->type->kind != TYPE_MULTISET) {
        diag_error(b->diag, D_FUNCTION_ARGUMENTS, collection->span,
            "UNNEST takes an ARRAY, MAP or MULTISET, not %s",
            plain_type(b->arena, collection->type));
        return NULL;
    }
    rel = rel_new(b->arena, REL_CORRELATE, ref->span,
        left->column_count + width_of(collection->type) + ref->with_ordinality);
    rel->column_count = left->column_count;
    memcpy(rel->columns, left->columns, left->column_count * sizeof *left->columns);
    add_element(b, rel, collection->type, outer);
    if (ref->with_ordinality)
        add(rel, "ORDINALITY", type_simple(b->arena, TYPE_INT, outer));
    rel->inputs = arena_copy(b->arena, &left, sizeof left);
    rel->input_count = 1;
    rel->unnest = (struct unnest){.collection = collection, .outer = outer,
        .with_ordinality = ref->with_ordinality};
    if (!add_scope(b, ref, rel, left->column_count, scope))
        return NULL;
    rel_name_apart(b->arena, rel);
    return rel;
}
