/* allOf, anyOf, oneOf: as many schemas as possible find a counterpart that they fit. */
#include "compat_json.h"

#include <string.h>

/* Schemas of one text count once. */
static void distinct(struct arena *arena, const struct json_schema_list *from,
    struct json_schema_list *to)
{
    for (size_t i = 0; i < from->count; i++) {
        bool known = false;

        for (size_t k = 0; k < to->count && !known; k++)
            known = strcmp(to->at[k]->text, from->at[i]->text) == 0;
        if (!known)
            vec_push(arena, to, from->at[i]);
    }
}

struct matching {
    const struct json_schema_list *before, *after;
    bool *fits;           /* before × after */
    size_t *partner;      /* of each after: number + 1 of its before; 0: none */
    bool *visited;        /* of each after */
};

/* Finds a counterpart for `from`, moving others out of the way. */
static bool match_one(struct matching *matching, size_t from)
{
    size_t count = matching->after->count;

    for (size_t i = 0; i < count; i++) {
        if (!matching->fits[from * count + i] || matching->visited[i])
            continue;
        matching->visited[i] = true;
        if (!matching->partner[i] || match_one(matching, matching->partner[i] - 1)) {
            matching->partner[i] = from + 1;
            return true;
        }
    }
    return false;
}

static const char *criterion(const struct json_schema *schema)
{
    return schema->kind == JSON_SCHEMA_ALL_OF ? "allOf"
        : schema->kind == JSON_SCHEMA_ANY_OF  ? "anyOf"
                                              : "oneOf";
}

/* "null, string": what the schemas are, the first few. */
static const char *kinds_of(struct arena *arena, const struct json_schema_list *list)
{
    enum { SHOWN = 12 };
    struct text text = {.arena = arena};

    for (size_t i = 0; i < list->count && i < SHOWN; i++) {
        const struct json_schema *part = json_target(list->at[i]);

        text_printf(&text, "%s%s", i ? ", " : "", part ? json_kind_name(part) : "any value");
    }
    if (list->count > SHOWN)
        text_printf(&text, " and %zu more", list->count - SHOWN);
    return text_chars(&text);
}

static struct json_place part_place(const struct json_place *place,
    const struct json_schema *before, size_t number)
{
    return json_below(place,
        arena_printf(place->differ->arena, "%s/%zu", criterion(before), number));
}

static void match_parts(const struct json_place *place, const struct json_schema *combined,
    const struct json_schema_list *before, const struct json_schema_list *after)
{
    struct arena *arena = place->differ->arena;
    struct matching matching = {before, after,
        arena_array(arena, before->count * after->count + 1, sizeof(bool)),
        arena_array(arena, after->count + 1, sizeof(size_t)),
        arena_array(arena, after->count + 1, sizeof(bool))};
    size_t matched = 0, least = before->count < after->count ? before->count : after->count;

    for (size_t i = 0; i < before->count; i++) {
        struct json_place here = part_place(place, combined, i);

        for (size_t k = 0; k < after->count; k++)
            matching.fits[i * after->count + k] =
                json_fits(&here, before->at[i], after->at[k], NULL);
    }
    for (size_t i = 0; i < before->count; i++) {
        memset(matching.visited, 0, after->count * sizeof *matching.visited);
        matched += match_one(&matching, i);
    }
    for (size_t k = 0; k < after->count; k++) {
        size_t number = matching.partner[k];
        struct json_place here = part_place(place, combined, number - 1);

        if (number)
            json_fits(&here, before->at[number - 1], after->at[k], place->list);
    }
    if (matched < least)
        json_add(place, COMPAT_COMBINED_TYPE_SUBSCHEMAS_CHANGED, kinds_of(arena, before),
            kinds_of(arena, after));
}

/* True if the schemas themselves can be compared. */
static bool compare_criteria(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after)
{
    bool one_before = before->parts.count == 1, one_after = after->parts.count == 1;
    bool extended = after->kind == JSON_SCHEMA_ANY_OF || (one_before && one_after) ||
        (one_before && after->kind == JSON_SCHEMA_ONE_OF) ||
        (one_after && before->kind == JSON_SCHEMA_ALL_OF);

    if (before->kind == after->kind)
        return true;
    json_add(place, extended ? COMPAT_COMBINED_TYPE_EXTENDED : COMPAT_COMBINED_TYPE_CHANGED,
        criterion(before), criterion(after));
    return extended;
}

void json_compare_combined(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after)
{
    struct arena *arena = place->differ->arena;
    struct json_schema_list old = {0}, new = {0};
    const char *was, *is;

    if (!compare_criteria(place, before, after))
        return;
    distinct(arena, &before->parts, &old);
    distinct(arena, &after->parts, &new);
    was = kinds_of(arena, &old);
    is = kinds_of(arena, &new);
    if (old.count < new.count)
        json_add(place, after->kind == JSON_SCHEMA_ALL_OF ? COMPAT_PRODUCT_TYPE_EXTENDED
                                                          : COMPAT_SUM_TYPE_EXTENDED, was, is);
    else if (old.count > new.count)
        json_add(place, before->kind == JSON_SCHEMA_ALL_OF ? COMPAT_PRODUCT_TYPE_NARROWED
                                                           : COMPAT_SUM_TYPE_NARROWED, was, is);
    match_parts(place, before, &old, &new);
}
