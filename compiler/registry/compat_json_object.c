/* Objects and arrays: a property or item that is gone or new fits if what is said of further ones
 * takes its values. */
#include "compat_json.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <string.h>

static bool is_any(const struct json_schema *schema)
{
    schema = json_target(schema);
    return !schema || schema->kind == JSON_SCHEMA_ANY;
}

static bool is_none(const struct json_schema *schema)
{
    schema = json_target(schema);
    return schema && schema->kind == JSON_SCHEMA_NONE;
}

/* Whether further properties or items may have any value. */
static bool is_open(const struct json_schema *schema)
{
    return !schema->additional && !schema->pattern_properties.count &&
        (!schema->unevaluated || is_any(schema->unevaluated));
}

static bool matches(const char *pattern, const char *name)
{
    int code;
    PCRE2_SIZE at;
    pcre2_code *compiled = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
        PCRE2_UTF | PCRE2_NO_UTF_CHECK, &code, &at, NULL);
    pcre2_match_data *data;
    bool found;

    if (!compiled)
        return false;
    data = pcre2_match_data_create_from_pattern(compiled, NULL);
    found = data && pcre2_match(compiled, (PCRE2_SPTR)name, strlen(name), 0, 0, data, NULL) >= 0;
    pcre2_match_data_free(data);
    pcre2_code_free(compiled);
    return found;
}

/* The schema that a further property or item must fit; NULL: it is not that simple. `name` NULL:
 * an item. */
static const struct json_schema *schema_of_further(const struct json_schema *schema,
    const char *name)
{
    for (size_t i = 0; name && i < schema->pattern_properties.count; i++) {
        if (matches(schema->pattern_properties.at[i].key, name))
            return schema->pattern_properties.at[i].value;
    }
    if (schema->additional)
        return is_none(schema->additional) ? NULL : schema->additional;
    if (schema->unevaluated && !is_none(schema->unevaluated) && !is_any(schema->unevaluated))
        return schema->unevaluated;
    return NULL;
}

/* ---- what is said of further properties or items ---- */

struct further_rules {
    enum compat_rule added, removed, extended, narrowed;
};

static void compare_additional(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after, const struct further_rules *rules)
{
    if (is_none(before) != is_none(after))
        json_add(place, is_none(before) ? rules->added : rules->removed,
            is_none(before) ? "none" : "allowed", is_none(after) ? "none" : "allowed");
    else if (!before && after)
        json_add(place, rules->narrowed, "any value", "a schema");
    else if (before && !after)
        json_add(place, rules->extended, "a schema", "any value");
    else if (before)
        json_compare(place, before, after);
}

/* As compare_additional, but `true` is the same as nothing said. */
static void compare_unevaluated(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after, const struct further_rules *rules)
{
    bool was_given = before && !is_any(before), is_given = after && !is_any(after);

    if (!before && !after)
        return;
    if (is_none(before) != is_none(after))
        json_add(place, is_none(before) ? rules->added : rules->removed,
            is_none(before) ? "none" : "allowed", is_none(after) ? "none" : "allowed");
    else if (!before || (!was_given && is_given))
        json_add(place, rules->narrowed, "any value", "a schema");
    else if (!after || (was_given && !is_given))
        json_add(place, rules->extended, "a schema", "any value");
    else
        json_compare(place, before, after);
}

/* ---- properties ---- */

static void property_removed(const struct json_place *place, const struct json_schema *after,
    const char *name, const struct json_schema *property)
{
    const struct json_schema *further = schema_of_further(after, name);
    enum compat_rule rule;

    if (is_open(after)) {
        rule = COMPAT_PROPERTY_REMOVED_FROM_OPEN_CONTENT_MODEL;
    } else if (further) {
        json_compare(place, property, further);
        rule = json_fits(place, property, further, NULL)
            ? COMPAT_PROPERTY_REMOVED_IS_COVERED_BY_PARTIALLY_OPEN_CONTENT_MODEL
            : COMPAT_PROPERTY_REMOVED_NOT_COVERED_BY_PARTIALLY_OPEN_CONTENT_MODEL;
    } else {
        rule = is_none(property) ? COMPAT_PROPERTY_WITH_FALSE_REMOVED_FROM_CLOSED_CONTENT_MODEL
                                 : COMPAT_PROPERTY_REMOVED_FROM_CLOSED_CONTENT_MODEL;
    }
    json_add(place, rule, name, NULL);
}

static void property_added(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after, const char *name, const struct json_schema *property)
{
    const struct json_schema *further = schema_of_further(before, name);
    bool required = map_get(&after->required, name);
    bool defaulted = json_target(property) && json_target(property)->default_json;

    if (is_open(before)) {
        json_add(place, is_any(property)
                ? COMPAT_PROPERTY_WITH_EMPTY_SCHEMA_ADDED_TO_OPEN_CONTENT_MODEL
            : !required ? COMPAT_OPTIONAL_PROPERTY_ADDED_TO_OPEN_CONTENT_MODEL
            : defaulted ? COMPAT_REQUIRED_PROPERTY_WITH_DEFAULT_ADDED_TO_OPEN_CONTENT_MODEL
                        : COMPAT_REQUIRED_PROPERTY_ADDED_TO_OPEN_CONTENT_MODEL, NULL, name);
        return;
    }
    if (further) {
        json_compare(place, further, property);
        json_add(place, json_fits(place, further, property, NULL)
                ? COMPAT_PROPERTY_ADDED_IS_COVERED_BY_PARTIALLY_OPEN_CONTENT_MODEL
                : COMPAT_PROPERTY_ADDED_NOT_COVERED_BY_PARTIALLY_OPEN_CONTENT_MODEL, NULL, name);
    }
    json_add(place, !required ? COMPAT_OPTIONAL_PROPERTY_ADDED_TO_UNOPEN_CONTENT_MODEL
        : defaulted ? COMPAT_REQUIRED_PROPERTY_WITH_DEFAULT_ADDED_TO_UNOPEN_CONTENT_MODEL
                    : COMPAT_REQUIRED_PROPERTY_ADDED_TO_UNOPEN_CONTENT_MODEL, NULL, name);
}

static void compare_required(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after, const char *name)
{
    const struct json_schema *property = json_target(map_get(&after->properties, name));
    bool was = map_get(&before->required, name), is = map_get(&after->required, name);

    if (was && !is)
        json_add(place, COMPAT_REQUIRED_ATTRIBUTE_REMOVED, "required", "optional");
    else if (!was && is)
        json_add(place, property && property->default_json
                ? COMPAT_REQUIRED_ATTRIBUTE_WITH_DEFAULT_ADDED
                : COMPAT_REQUIRED_ATTRIBUTE_ADDED, "optional", "required");
}

static void compare_properties(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after)
{
    struct json_place properties = json_below(place, "properties");
    struct json_place required = json_below(place, "required");

    for (size_t i = 0; i < before->properties.count; i++) {
        const char *name = before->properties.at[i].key;
        const struct json_schema *now = map_get(&after->properties, name);
        struct json_place here = json_below(&properties, name);
        struct json_place there = json_below(&required, name);

        if (now) {
            compare_required(&there, before, after, name);
            json_compare(&here, before->properties.at[i].value, now);
        } else {
            property_removed(&here, after, name, before->properties.at[i].value);
        }
    }
    for (size_t i = 0; i < after->properties.count; i++) {
        const char *name = after->properties.at[i].key;
        struct json_place here = json_below(&properties, name);

        if (!map_get(&before->properties, name))
            property_added(&here, before, after, name, after->properties.at[i].value);
    }
}

/* ---- dependencies ---- */

static const struct json_dependency *find_dependency(const struct json_schema *schema,
    const char *name, bool of_schema)
{
    for (size_t i = 0; i < schema->dependencies.count; i++) {
        const struct json_dependency *dependency = &schema->dependencies.at[i];

        if (strcmp(dependency->name, name) == 0 && (dependency->schema != NULL) == of_schema)
            return dependency;
    }
    return NULL;
}

static bool includes(const struct json_dependency *most, const struct json_dependency *least)
{
    for (size_t i = 0; i < least->property_count; i++) {
        bool found = false;

        for (size_t k = 0; k < most->property_count && !found; k++)
            found = strcmp(most->properties[k], least->properties[i]) == 0;
        if (!found)
            return false;
    }
    return true;
}

/* The properties that come with one, or "a schema". */
static const char *properties_of(struct arena *arena, const struct json_dependency *dependency)
{
    struct text text = {.arena = arena};

    if (dependency->schema)
        return "a schema";
    for (size_t i = 0; i < dependency->property_count; i++)
        text_printf(&text, "%s%s", i ? ", " : "", dependency->properties[i]);
    return text_chars(&text);
}

static void compare_dependency(const struct json_place *place,
    const struct json_dependency *before, const struct json_dependency *after)
{
    bool more, less;

    if (before->schema) {
        json_compare(place, before->schema, after->schema);
        return;
    }
    more = includes(after, before);
    less = includes(before, after);
    if (!more || !less)
        json_add(place, more ? COMPAT_DEPENDENCY_ARRAY_EXTENDED
            : less ? COMPAT_DEPENDENCY_ARRAY_NARROWED : COMPAT_DEPENDENCY_ARRAY_CHANGED,
            properties_of(place->differ->arena, before),
            properties_of(place->differ->arena, after));
}

static void compare_dependencies(const struct json_place *place,
    const struct json_schema *before, const struct json_schema *after)
{
    struct json_place dependencies = json_below(place, "dependencies");

    for (size_t i = 0; i < before->dependencies.count; i++) {
        const struct json_dependency *old = &before->dependencies.at[i];
        const struct json_dependency *new = find_dependency(after, old->name, old->schema);
        struct json_place here = json_below(&dependencies, old->name);

        if (new)
            compare_dependency(&here, old, new);
        else
            json_add(&here, old->schema ? COMPAT_DEPENDENCY_SCHEMA_REMOVED
                                        : COMPAT_DEPENDENCY_ARRAY_REMOVED,
                properties_of(place->differ->arena, old), NULL);
    }
    for (size_t i = 0; i < after->dependencies.count; i++) {
        const struct json_dependency *new = &after->dependencies.at[i];
        struct json_place here = json_below(&dependencies, new->name);

        if (!find_dependency(before, new->name, new->schema))
            json_add(&here, new->schema ? COMPAT_DEPENDENCY_SCHEMA_ADDED
                                        : COMPAT_DEPENDENCY_ARRAY_ADDED, NULL,
                properties_of(place->differ->arena, new));
    }
}

#define LIMIT_RULES(keyword, NAME)                                                                 \
    {keyword, COMPAT_##NAME##_ADDED, COMPAT_##NAME##_REMOVED, COMPAT_##NAME##_INCREASED,           \
        COMPAT_##NAME##_DECREASED}
#define FURTHER_RULES(NAME)                                                                        \
    {COMPAT_##NAME##_ADDED, COMPAT_##NAME##_REMOVED, COMPAT_##NAME##_EXTENDED,                     \
        COMPAT_##NAME##_NARROWED}

void json_compare_object(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after)
{
    static const struct further_rules additional = FURTHER_RULES(ADDITIONAL_PROPERTIES);
    static const struct further_rules unevaluated = FURTHER_RULES(UNEVALUATED_PROPERTIES);
    static const struct json_limit_rules most = LIMIT_RULES("maxProperties", MAX_PROPERTIES);
    static const struct json_limit_rules least = LIMIT_RULES("minProperties", MIN_PROPERTIES);
    struct json_place further = json_below(place, "additionalProperties");
    struct json_place rest = json_below(place, "unevaluatedProperties");

    compare_properties(place, before, after);
    compare_dependencies(place, before, after);
    compare_additional(&further, before->additional, after->additional, &additional);
    compare_unevaluated(&rest, before->unevaluated, after->unevaluated, &unevaluated);
    json_compare_limit(place, &most, &before->max_properties, &after->max_properties);
    json_compare_limit(place, &least, &before->min_properties, &after->min_properties);
}

/* ---- arrays ---- */

static const char *kind_of(const struct json_schema *item)
{
    item = json_target(item);
    return item ? json_kind_name(item) : "any value";
}

static void item_removed(const struct json_place *place, const struct json_schema *after,
    const struct json_schema *item)
{
    const struct json_schema *further = schema_of_further(after, NULL);
    enum compat_rule rule;

    if (is_open(after)) {
        rule = COMPAT_ITEM_REMOVED_FROM_OPEN_CONTENT_MODEL;
    } else if (further) {
        json_compare(place, item, further);
        rule = json_fits(place, item, further, NULL)
            ? COMPAT_ITEM_REMOVED_IS_COVERED_BY_PARTIALLY_OPEN_CONTENT_MODEL
            : COMPAT_ITEM_REMOVED_NOT_COVERED_BY_PARTIALLY_OPEN_CONTENT_MODEL;
    } else {
        rule = is_none(item) ? COMPAT_ITEM_WITH_FALSE_REMOVED_FROM_CLOSED_CONTENT_MODEL
                             : COMPAT_ITEM_REMOVED_FROM_CLOSED_CONTENT_MODEL;
    }
    json_add(place, rule, kind_of(item), NULL);
}

static void item_added(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *item)
{
    const struct json_schema *further = schema_of_further(before, NULL);
    enum compat_rule rule;

    if (is_open(before)) {
        rule = is_any(item) ? COMPAT_ITEM_WITH_EMPTY_SCHEMA_ADDED_TO_OPEN_CONTENT_MODEL
                            : COMPAT_ITEM_ADDED_TO_OPEN_CONTENT_MODEL;
    } else if (further) {
        json_compare(place, further, item);
        rule = json_fits(place, further, item, NULL)
            ? COMPAT_ITEM_ADDED_IS_COVERED_BY_PARTIALLY_OPEN_CONTENT_MODEL
            : COMPAT_ITEM_ADDED_NOT_COVERED_BY_PARTIALLY_OPEN_CONTENT_MODEL;
    } else {
        rule = COMPAT_ITEM_ADDED_TO_CLOSED_CONTENT_MODEL;
    }
    json_add(place, rule, NULL, kind_of(item));
}

static void compare_items(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after)
{
    struct json_place all = json_below(place, "items");
    size_t old = before->tuple.count, new = after->tuple.count;

    json_compare(&all, before->items, after->items);
    for (size_t i = 0; i < old || i < new; i++) {
        struct json_place here =
            json_below(place, arena_printf(place->differ->arena, "items/%zu", i));

        if (i >= new)
            item_removed(&here, after, before->tuple.at[i]);
        else if (i >= old)
            item_added(&here, before, after->tuple.at[i]);
        else
            json_compare(&here, before->tuple.at[i], after->tuple.at[i]);
    }
}

void json_compare_array(const struct json_place *place, const struct json_schema *before,
    const struct json_schema *after)
{
    static const struct further_rules additional = FURTHER_RULES(ADDITIONAL_ITEMS);
    static const struct further_rules unevaluated = FURTHER_RULES(UNEVALUATED_ITEMS);
    static const struct json_limit_rules rules[] = {
        LIMIT_RULES("maxItems", MAX_ITEMS), LIMIT_RULES("minItems", MIN_ITEMS),
        LIMIT_RULES("maxContains", MAX_CONTAINS), LIMIT_RULES("minContains", MIN_CONTAINS)};
    struct json_place further = json_below(place, "additionalItems");
    struct json_place rest = json_below(place, "unevaluatedItems");
    struct json_place unique = json_below(place, "uniqueItems");

    compare_items(place, before, after);
    compare_additional(&further, before->additional, after->additional, &additional);
    compare_unevaluated(&rest, before->unevaluated, after->unevaluated, &unevaluated);
    json_compare_limit(place, &rules[0], &before->max_items, &after->max_items);
    json_compare_limit(place, &rules[1], &before->min_items, &after->min_items);
    if (before->unique != after->unique)
        json_add(&unique, before->unique ? COMPAT_UNIQUE_ITEMS_REMOVED
                                         : COMPAT_UNIQUE_ITEMS_ADDED,
            before->unique ? "true" : NULL, after->unique ? "true" : NULL);
    json_compare_limit(place, &rules[2], &before->max_contains, &after->max_contains);
    json_compare_limit(place, &rules[3], &before->min_contains, &after->min_contains);
}
