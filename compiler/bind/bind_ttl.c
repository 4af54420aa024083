/* STATE_TTL behind SELECT: how long the state of its joins and its aggregate keeps a row that
 * nothing changes. As in Flink, a name is that of a table of FROM, or its alias if it has one. */
#include "binder.h"

#include "../catalog/option.h"

#include <string.h>
#include <strings.h>

static bool add_ttl(struct binder *b, const struct ast_option *option, struct ttl_hints *hints)
{
    const char *text = arena_strndup(b->arena, option->value.data, option->value.size);
    struct ttl_hint hint = {.name = option->key, .span = option->key_span, .ttl.text = text};

    if (!option_parse_duration(text, &hint.ttl.ms)) {
        diag_error(b->diag, D_BAD_HINT, option->value_span,
            "'%s' is no duration, as '1 d' or '12 h' is", text);
        return false;
    }
    vec_push(b->arena, hints, hint);
    return true;
}

bool bind_ttls(struct binder *b, const struct hint_list *list, struct ttl_hints *hints)
{
    bool ok = true;

    for (size_t i = 0; i < list->count; i++) {
        const struct hint *hint = &list->at[i];

        if (strcasecmp(hint->name.text, "STATE_TTL"))
            continue;
        if (hint->names.count || !hint->options.count) {
            diag_error(b->diag, D_BAD_HINT, hint->span,
                "STATE_TTL takes tables and durations: STATE_TTL('orders' = '1 d')");
            ok = false;
        }
        for (size_t o = 0; o < hint->options.count; o++)
            ok = add_ttl(b, &hint->options.at[o], hints) && ok;
    }
    return ok;
}

/* Whether `name` is the path's last parts, with points between them. */
static bool is_path(struct str name, const struct path *path)
{
    size_t at = name.size;

    for (size_t i = path->parts.count; i-- > 0;) {
        size_t size = strlen(path->parts.at[i].text);

        if (size > at || memcmp(name.data + at - size, path->parts.at[i].text, size) != 0)
            return false;
        at -= size;
        if (at == 0)
            return true;
        if (name.data[--at] != '.')
            return false;
    }
    return false;
}

/* catalog.database.table of a table that is written shorter. */
static bool is_table(struct binder *b, struct str name, const struct path *path)
{
    const struct table *table = catalog_table(b->catalog, path);

    return table && str_equal(name, str_of(arena_printf(b->arena, "%s.%s.%s", table->catalog,
        table->database, table->name)));
}

static bool is_named(struct binder *b, const struct table_ref *ref, struct str name)
{
    while (ref->kind == REF_PARENS)
        ref = ref->left;
    if (ref->alias.text)
        return str_equal(name, str_of(ref->alias.text));
    return ref->kind == REF_TABLE && (is_path(name, &ref->table) || is_table(b, name, &ref->table));
}

struct state_ttl take_ttl(struct binder *b, const struct table_ref *ref)
{
    struct state_ttl found = {0};

    for (size_t i = 0; b->ttls && i < b->ttls->count; i++) {
        struct ttl_hint *hint = &b->ttls->at[i];

        if (!is_named(b, ref, hint->name))
            continue;
        hint->used = true;
        if (!found.text)
            found = hint->ttl;
    }
    return found;
}

bool check_ttls(struct binder *b)
{
    bool ok = true;

    for (size_t i = 0; i < b->ttls->count; i++)
        if (!b->ttls->at[i].used) {
            diag_error(b->diag, D_BAD_HINT, b->ttls->at[i].span,
                "FROM has no table or alias '%.*s' for STATE_TTL", (int)b->ttls->at[i].name.size,
                b->ttls->at[i].name.data);
            ok = false;
        }
    return ok;
}
