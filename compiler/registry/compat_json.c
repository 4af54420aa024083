/* JSON Schemas compared as a registry does (its strict policy). */
#include "compat_json.h"

#include <math.h>
#include <string.h>

enum {
    /* Schemas that refer to each other in circles can make millions of pairs; behind so many they
     * are taken to fit. */
    PAIR_LIMIT = 10000,
    DEPTH_LIMIT = 2000,
    LIST_LIMIT = 1000 /* of the differences within a pair */
};

/* ---- places and lists ---- */

struct json_place json_below(const struct json_place *place, const char *name)
{
    struct json_place inner = *place;

    inner.path = *place->path ? arena_printf(place->differ->arena, "%s/%s", place->path, name)
                              : name;
    return inner;
}

void json_add(const struct json_place *place, enum compat_rule rule, const char *before,
    const char *after)
{
    compat_add(place->list, rule, place->path, NULL, before, after);
}

static void add_rebased(const struct json_place *place, const struct compat_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        struct compat_difference difference = list->at[i];

        /* A definition used in many places; the verdict stays. */
        if (place->list->count >= LIST_LIMIT &&
                (compat_rule_verdict(difference.rule) != COMPAT_REFUSED ||
                    compat_refused(place->list, 0)))
            continue;
        if (*place->path)
            difference.path = *difference.path
                ? arena_printf(place->differ->arena, "%s/%s", place->path, difference.path)
                : place->path;
        vec_push(place->differ->arena, place->list, difference);
    }
}

bool json_fits(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after, struct compat_list *kept)
{
    struct compat_list list = {.arena = place->differ->arena};
    struct json_place trial = {place->differ, &list, place->path};
    bool fits;

    json_compare(&trial, before, after);
    fits = !compat_refused(&list, 0);
    for (size_t i = 0; fits && kept && i < list.count; i++)
        vec_push(kept->arena, kept, list.at[i]);
    return fits;
}

const struct json_schema *json_target(const struct json_schema *schema)
{
    for (int hops = 0; schema && schema->reference; hops++) {
        if (hops == 100 || !schema->target)
            return NULL; /* leads to itself: any value */
        schema = schema->target;
    }
    return schema;
}

/* ---- keywords ---- */

void json_compare_limit(const struct json_place *place, const struct json_limit_rules *rules,
    const struct json_limit *before, const struct json_limit *after)
{
    struct json_place here = json_below(place, rules->keyword);

    if (!before->text && after->text)
        json_add(&here, rules->added, NULL, after->text);
    else if (before->text && !after->text)
        json_add(&here, rules->removed, before->text, NULL);
    else if (before->text && before->value < after->value)
        json_add(&here, rules->increased, before->text, after->text);
    else if (before->text && before->value > after->value)
        json_add(&here, rules->decreased, before->text, after->text);
}

#define LIMIT_RULES(keyword, NAME)                                                                 \
    {keyword, COMPAT_##NAME##_ADDED, COMPAT_##NAME##_REMOVED, COMPAT_##NAME##_INCREASED,           \
        COMPAT_##NAME##_DECREASED}

static void compare_strings(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after)
{
    static const struct json_limit_rules most = LIMIT_RULES("maxLength", MAX_LENGTH);
    static const struct json_limit_rules least = LIMIT_RULES("minLength", MIN_LENGTH);
    struct json_place here = json_below(place, "pattern");

    json_compare_limit(place, &most, &before->max_length, &after->max_length);
    json_compare_limit(place, &least, &before->min_length, &after->min_length);
    if (!before->pattern && after->pattern)
        json_add(&here, COMPAT_PATTERN_ADDED, NULL, after->pattern);
    else if (before->pattern && !after->pattern)
        json_add(&here, COMPAT_PATTERN_REMOVED, before->pattern, NULL);
    else if (before->pattern && strcmp(before->pattern, after->pattern) != 0)
        json_add(&here, COMPAT_PATTERN_CHANGED, before->pattern, after->pattern);
}

static bool is_multiple(double value, double of)
{
    double rest = of != 0 ? fabs(value / of - round(value / of)) : 1;

    return rest < 1e-9;
}

static void compare_multiples(const struct json_place *place, const struct json_limit *before,
    const struct json_limit *after)
{
    struct json_place here = json_below(place, "multipleOf");
    double old = before->value, new = after->value;
    enum compat_rule rule = !before->text ? COMPAT_MULTIPLE_OF_ADDED
        : !after->text                    ? COMPAT_MULTIPLE_OF_REMOVED
        : is_multiple(new, old)           ? COMPAT_MULTIPLE_OF_EXPANDED
        : is_multiple(old, new)           ? COMPAT_MULTIPLE_OF_REDUCED
                                          : COMPAT_MULTIPLE_OF_CHANGED;

    if (!before->text && !after->text)
        return;
    if (!before->text || !after->text || old < new || old > new)
        json_add(&here, rule, before->text, after->text);
}

static void compare_numbers(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after)
{
    static const struct json_limit_rules rules[] = {
        LIMIT_RULES("maximum", MAXIMUM), LIMIT_RULES("minimum", MINIMUM),
        LIMIT_RULES("exclusiveMaximum", EXCLUSIVE_MAXIMUM),
        LIMIT_RULES("exclusiveMinimum", EXCLUSIVE_MINIMUM),
    };

    json_compare_limit(place, &rules[0], &before->maximum, &after->maximum);
    json_compare_limit(place, &rules[1], &before->minimum, &after->minimum);
    json_compare_limit(place, &rules[2], &before->exclusive_maximum, &after->exclusive_maximum);
    json_compare_limit(place, &rules[3], &before->exclusive_minimum, &after->exclusive_minimum);
    compare_multiples(place, &before->multiple_of, &after->multiple_of);
    if (before->integer && !after->integer)
        json_add(place, COMPAT_TYPE_EXTENDED, "integer", "number");
    else if (!before->integer && after->integer)
        json_add(place, COMPAT_TYPE_NARROWED, "number", "integer");
}

static bool contains_all(const struct json_schema *most, const struct json_schema *least)
{
    for (size_t i = 0; i < least->value_count; i++) {
        bool found = false;

        for (size_t k = 0; k < most->value_count && !found; k++)
            found = strcmp(most->values[k], least->values[i]) == 0;
        if (!found)
            return false;
    }
    return true;
}

static const char *values_of(struct arena *arena, const struct json_schema *schema)
{
    struct text text = {.arena = arena};

    for (size_t i = 0; i < schema->value_count; i++)
        text_printf(&text, "%s%s", i ? ", " : "", schema->values[i]);
    return text_chars(&text);
}

static void compare_values(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after)
{
    bool constant = before->kind == JSON_SCHEMA_CONST;
    struct json_place here = json_below(place, constant ? "const" : "enum");
    bool more = contains_all(after, before), less = contains_all(before, after);

    if (more && less)
        return;
    json_add(&here, constant || (!more && !less) ? COMPAT_ENUM_ARRAY_CHANGED
        : more ? COMPAT_ENUM_ARRAY_EXTENDED : COMPAT_ENUM_ARRAY_NARROWED,
        values_of(place->differ->arena, before), values_of(place->differ->arena, after));
}

/* ---- a pair ---- */

const char *json_kind_name(const struct json_schema *schema)
{
    switch (schema->kind) {
    case JSON_SCHEMA_ANY: return "any value";
    case JSON_SCHEMA_NONE: return "no value";
    case JSON_SCHEMA_STRING: return "string";
    case JSON_SCHEMA_NUMBER: return schema->integer ? "integer" : "number";
    case JSON_SCHEMA_BOOLEAN: return "boolean";
    case JSON_SCHEMA_NULL: return "null";
    case JSON_SCHEMA_OBJECT: return "object";
    case JSON_SCHEMA_ARRAY: return "array";
    case JSON_SCHEMA_ENUM: return "enum";
    case JSON_SCHEMA_CONST: return "const";
    case JSON_SCHEMA_NOT: return "not";
    case JSON_SCHEMA_ALL_OF: return "allOf";
    case JSON_SCHEMA_ANY_OF: return "anyOf";
    case JSON_SCHEMA_ONE_OF: return "oneOf";
    case JSON_SCHEMA_IF: return "if";
    }
    return "";
}

static bool is_combined(const struct json_schema *schema)
{
    return schema->kind >= JSON_SCHEMA_ALL_OF && schema->kind <= JSON_SCHEMA_ONE_OF;
}

/* A schema that became a union with it, or was one of those that all had to fit. */
static bool fits_one(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after)
{
    const struct json_schema *combined = is_combined(after) ? after : before;
    bool widened = combined == after;
    bool single = combined->parts.count == 1;

    if (!single && (widened ? combined->kind == JSON_SCHEMA_ALL_OF
                            : combined->kind != JSON_SCHEMA_ALL_OF))
        return false;
    for (size_t i = 0; i < combined->parts.count; i++) {
        const struct json_schema *part = combined->parts.at[i];

        if (!json_fits(place, widened ? before : part, widened ? part : after, place->list))
            continue;
        if (!single)
            json_add(place, widened ? COMPAT_SUM_TYPE_EXTENDED : COMPAT_PRODUCT_TYPE_NARROWED,
                json_kind_name(before), json_kind_name(after));
        return true;
    }
    return false;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static void compare_annotations(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after)
{
    if (!same_text(before->id, after->id))
        json_add(place, COMPAT_ID_CHANGED, before->id, after->id);
    if (!same_text(before->title, after->title))
        json_add(place, COMPAT_TITLE_CHANGED, before->title, after->title);
    if (!same_text(before->description, after->description))
        json_add(place, COMPAT_DESCRIPTION_CHANGED, before->description, after->description);
    if (!same_text(before->default_json, after->default_json))
        json_add(place, COMPAT_DEFAULT_CHANGED, before->default_json, after->default_json);
}

static void compare_kinds(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after)
{
    switch (before->kind) {
    case JSON_SCHEMA_STRING: compare_strings(place, before, after); break;
    case JSON_SCHEMA_NUMBER: compare_numbers(place, before, after); break;
    case JSON_SCHEMA_OBJECT: json_compare_object(place, before, after); break;
    case JSON_SCHEMA_ARRAY: json_compare_array(place, before, after); break;
    case JSON_SCHEMA_ENUM: case JSON_SCHEMA_CONST: compare_values(place, before, after); break;
    case JSON_SCHEMA_ALL_OF: case JSON_SCHEMA_ANY_OF: case JSON_SCHEMA_ONE_OF:
        json_compare_combined(place, before, after);
        break;
    case JSON_SCHEMA_NOT: { /* what is excluded is compared the other way round */
        struct json_place here = json_below(place, "not");

        json_add(&here, json_fits(&here, after->parts.at[0], before->parts.at[0], NULL)
                ? COMPAT_NOT_TYPE_NARROWED : COMPAT_NOT_TYPE_EXTENDED,
            before->parts.at[0]->text, after->parts.at[0]->text);
        break;
    }
    case JSON_SCHEMA_ANY: case JSON_SCHEMA_NONE: case JSON_SCHEMA_BOOLEAN: case JSON_SCHEMA_NULL:
    case JSON_SCHEMA_IF: break;
    }
}

static void compare_pair(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after)
{
    bool bytes = before->connect_type && after->connect_type &&
        strcmp(before->connect_type, "bytes") == 0 && strcmp(after->connect_type, "bytes") == 0;

    if (is_combined(before) != is_combined(after) && fits_one(place, before, after))
        return;
    if (before->kind != after->kind && !(is_combined(before) && is_combined(after))) {
        if (before->kind != JSON_SCHEMA_NONE && after->kind != JSON_SCHEMA_ANY && !bytes)
            json_add(place, COMPAT_TYPE_CHANGED, json_kind_name(before), json_kind_name(after));
        return;
    }
    compare_annotations(place, before, after);
    compare_kinds(place, before, after);
}

/* ---- pairs are compared once ---- */

static struct json_pair *find_pair(const struct json_pairs *pairs,
    const struct json_schema *before, const struct json_schema *after)
{
    for (size_t i = 0; i < pairs->count; i++) {
        if (pairs->at[i]->before == before && pairs->at[i]->after == after)
            return pairs->at[i];
    }
    return NULL;
}

void json_compare(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after)
{
    struct json_differ *differ = place->differ;
    struct json_pair *pair;

    before = json_target(before);
    after = json_target(after);
    if (!before && !after)
        return;
    if (!before || !after) {
        json_add(place, before ? COMPAT_SCHEMA_REMOVED : COMPAT_SCHEMA_ADDED,
            before ? json_kind_name(before) : NULL, after ? json_kind_name(after) : NULL);
        return;
    }
    pair = find_pair(&differ->pairs, before, after);
    if (pair && !pair->done) { /* within itself: fits, unless it was refused before */
        pair = find_pair(&differ->refused, before, after);
        differ->assumed |= !pair;
    } else if (!pair && differ->pairs.count < PAIR_LIMIT && differ->depth < DEPTH_LIMIT) {
        struct json_place inner = {differ, NULL, ""};

        pair = NEW(differ->arena, struct json_pair);
        *pair = (struct json_pair){before, after, false, {.arena = differ->arena}};
        vec_push(differ->arena, &differ->pairs, pair);
        inner.list = &pair->list;
        differ->depth++;
        compare_pair(&inner, before, after);
        differ->depth--;
        pair->done = true;
    }
    if (pair)
        add_rebased(place, &pair->list);
}

/* The property of the outermost object. */
static const char *column_of(struct arena *arena, const char *path)
{
    static const char *const starts[] = {"properties/", "required/", "dependencies/"};

    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        size_t size = strlen(starts[i]);

        if (strncmp(path, starts[i], size) == 0)
            return arena_strndup(arena, path + size, strcspn(path + size, "/"));
    }
    return NULL;
}

/* A schema within itself is taken to fit; if it turns out that it does not, what was built on that
 * is compared again. */
static void compare_all(struct json_differ *differ, const struct json_schema *before,
    const struct json_schema *after, struct compat_list *list)
{
    for (;;) {
        struct json_place place = {differ, list, ""};
        struct json_pairs refused = {0};
        size_t from = list->count;

        differ->pairs = (struct json_pairs){0};
        differ->assumed = false;
        json_compare(&place, before, after);
        for (size_t i = 0; i < differ->pairs.count; i++)
            if (compat_refused(&differ->pairs.at[i]->list, 0))
                vec_push(differ->arena, &refused, differ->pairs.at[i]);
        if (!differ->assumed || refused.count <= differ->refused.count)
            return;
        differ->refused = refused;
        list->count = from;
    }
}

static struct json_schema *parse(struct arena *arena, const struct compat_schema *schema,
    const char **error)
{
    struct json_schema_text *others =
        arena_array(arena, schema->reference_count + 1, sizeof *others);
    struct json_schema *parsed;
    const char *reason = "";

    for (size_t i = 0; i < schema->reference_count; i++)
        others[i] = (struct json_schema_text){schema->references[i].name,
            schema->references[i].text};
    parsed = json_schema_parse(arena, schema->text, others, schema->reference_count, &reason);
    if (!parsed)
        compat_fail(arena, schema, reason, error);
    return parsed;
}

bool compat_read_json(const struct compat_schema *reader, const struct compat_schema *writer,
    struct compat_list *list, const char **error)
{
    struct json_differ differ = {.arena = list->arena};
    struct json_schema *before = parse(list->arena, writer, error);
    struct json_schema *after = before ? parse(list->arena, reader, error) : NULL;
    size_t from = list->count;

    if (!after)
        return false;
    compare_all(&differ, before, after, list);
    for (size_t i = from; i < list->count; i++) {
        struct compat_difference *difference = &list->at[i];

        difference->column = column_of(list->arena, difference->path);
        difference->path = arena_printf(list->arena, "#/%s", difference->path);
    }
    return true;
}
