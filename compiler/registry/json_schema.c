/* JSON Schema text to nodes. */
#include "json_schema.h"

#include <rt/json_schema.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 200, DUMP = JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS };

struct loader {
    struct arena *arena;
    VEC(struct rt_json_document) documents;
    size_t document;                 /* being read */
    struct map references;           /* document number and place -> struct json_schema * */
    const char *error;
    int depth;
};

static struct json_schema *load(struct loader *loader, const json_t *json);

__attribute__((format(printf, 2, 3))) static struct json_schema *fail(struct loader *loader,
    const char *format, ...)
{
    va_list args;

    va_start(args, format);
    if (!loader->error)
        loader->error = arena_vprintf(loader->arena, format, args);
    va_end(args);
    return NULL;
}

static const char *dump(struct loader *loader, const json_t *json)
{
    char *text = json_dumps(json, DUMP);
    const char *copy = arena_strdup(loader->arena, text ? text : "");

    free(text);
    return copy;
}

static struct json_schema *make(struct loader *loader, enum json_schema_kind kind)
{
    struct json_schema *schema = NEW(loader->arena, struct json_schema);

    schema->kind = kind;
    schema->text = "";
    schema->properties.arena = schema->pattern_properties.arena = schema->required.arena =
        schema->hints.arena = loader->arena;
    return schema;
}

/* ---- keywords ---- */

static const char *text_of(struct loader *loader, const json_t *json, const char *key)
{
    const char *text = json_string_value(json_object_get(json, key));

    return text ? arena_strdup(loader->arena, text) : NULL;
}

static struct json_limit limit_of(struct loader *loader, const json_t *json, const char *key)
{
    const json_t *value = json_object_get(json, key);
    struct json_limit limit = {0};

    if (json_is_number(value)) {
        limit.value = json_number_value(value);
        limit.text = dump(loader, value);
    }
    return limit;
}

/* NULL if it is not given; false sets loader->error. */
static bool load_member(struct loader *loader, const json_t *json, const char *key,
    struct json_schema **schema)
{
    const json_t *member = json_object_get(json, key);

    *schema = NULL;
    if (!member)
        return true;
    *schema = load(loader, member);
    return *schema;
}

static bool load_map(struct loader *loader, const json_t *json, const char *key, struct map *map)
{
    const json_t *members = json_object_get(json, key);
    const char *name;
    json_t *member;

    json_object_foreach((json_t *)members, name, member) {
        struct json_schema *schema = load(loader, member);

        if (!schema)
            return false;
        map_put(map, name, schema);
    }
    return true;
}

static bool load_list(struct loader *loader, const json_t *json, struct json_schema_list *list)
{
    for (size_t i = 0; i < json_array_size(json); i++) {
        struct json_schema *schema = load(loader, json_array_get(json, i));

        if (!schema)
            return false;
        vec_push(loader->arena, list, schema);
    }
    return true;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static struct json_schema *load_values(struct loader *loader, const json_t *json)
{
    struct json_schema *schema = make(loader, JSON_SCHEMA_ENUM);
    size_t count = json_array_size(json);
    const char **values = arena_array(loader->arena, count + 1, sizeof *values);

    for (size_t i = 0; i < count; i++)
        values[i] = dump(loader, json_array_get(json, i));
    qsort(values, count, sizeof *values, by_text);
    schema->values = values;
    schema->value_count = count;
    return schema;
}

/* ---- objects and arrays ---- */

/* additionalProperties and the like: NULL stands for anything, as true does. */
static bool load_additional(struct loader *loader, const json_t *json, const char *key,
    struct json_schema **schema)
{
    if (json_is_true(json_object_get(json, key)))
        return true;
    return load_member(loader, json, key, schema);
}

static void add_names(struct loader *loader, struct json_schema *schema, const char *name,
    const json_t *list)
{
    size_t count = json_array_size(list);
    const char **names = arena_array(loader->arena, count + 1, sizeof *names);
    struct json_dependency dependency = {arena_strdup(loader->arena, name), names, 0, NULL};

    for (size_t i = 0; i < count; i++) {
        const char *one = json_string_value(json_array_get(list, i));

        if (one)
            names[dependency.property_count++] = arena_strdup(loader->arena, one);
    }
    qsort(names, dependency.property_count, sizeof *names, by_text);
    vec_push(loader->arena, &schema->dependencies, dependency);
}

static bool load_dependencies(struct loader *loader, const json_t *json, const char *key,
    struct json_schema *schema)
{
    const json_t *members = json_object_get(json, key);
    const char *name;
    json_t *member;

    json_object_foreach((json_t *)members, name, member) {
        struct json_dependency dependency = {.name = arena_strdup(loader->arena, name)};

        if (json_is_array(member)) {
            add_names(loader, schema, name, member);
            continue;
        }
        dependency.schema = load(loader, member);
        if (!dependency.schema)
            return false;
        vec_push(loader->arena, &schema->dependencies, dependency);
    }
    return true;
}

static struct json_schema *load_object(struct loader *loader, const json_t *json)
{
    struct json_schema *schema = make(loader, JSON_SCHEMA_OBJECT);
    const json_t *required = json_object_get(json, "required");

    for (size_t i = 0; i < json_array_size(required); i++) {
        const char *name = json_string_value(json_array_get(required, i));

        if (name)
            map_put(&schema->required, name, schema);
    }
    schema->max_properties = limit_of(loader, json, "maxProperties");
    schema->min_properties = limit_of(loader, json, "minProperties");
    return load_map(loader, json, "properties", &schema->properties) &&
            load_map(loader, json, "patternProperties", &schema->pattern_properties) &&
            load_additional(loader, json, "additionalProperties", &schema->additional) &&
            load_member(loader, json, "unevaluatedProperties", &schema->unevaluated) &&
            load_dependencies(loader, json, "dependencies", schema) &&
            load_dependencies(loader, json, "dependentRequired", schema) &&
            load_dependencies(loader, json, "dependentSchemas", schema)
        ? schema : NULL;
}

static struct json_schema *load_array(struct loader *loader, const json_t *json)
{
    struct json_schema *schema = make(loader, JSON_SCHEMA_ARRAY);
    const json_t *prefix = json_object_get(json, "prefixItems");
    const json_t *items = json_object_get(json, "items");
    bool fine = load_additional(loader, json, "additionalItems", &schema->additional) &&
        load_member(loader, json, "unevaluatedItems", &schema->unevaluated);

    schema->max_items = limit_of(loader, json, "maxItems");
    schema->min_items = limit_of(loader, json, "minItems");
    schema->max_contains = limit_of(loader, json, "maxContains");
    schema->min_contains = limit_of(loader, json, "minContains");
    schema->unique = json_is_true(json_object_get(json, "uniqueItems"));
    if (fine && prefix) /* 2020-12: items are those behind */
        fine = load_list(loader, prefix, &schema->tuple) &&
            load_additional(loader, json, "items", &schema->additional);
    else if (fine && json_is_array(items))
        fine = load_list(loader, items, &schema->tuple);
    else if (fine)
        fine = load_member(loader, json, "items", &schema->items);
    return fine ? schema : NULL;
}

static struct json_schema *load_string(struct loader *loader, const json_t *json)
{
    struct json_schema *schema = make(loader, JSON_SCHEMA_STRING);

    schema->max_length = limit_of(loader, json, "maxLength");
    schema->min_length = limit_of(loader, json, "minLength");
    schema->pattern = text_of(loader, json, "pattern");
    return schema;
}

static struct json_schema *load_number(struct loader *loader, const json_t *json, bool integer)
{
    struct json_schema *schema = make(loader, JSON_SCHEMA_NUMBER);

    schema->integer = integer;
    schema->maximum = limit_of(loader, json, "maximum");
    schema->minimum = limit_of(loader, json, "minimum");
    schema->exclusive_maximum = limit_of(loader, json, "exclusiveMaximum");
    schema->exclusive_minimum = limit_of(loader, json, "exclusiveMinimum");
    schema->multiple_of = limit_of(loader, json, "multipleOf");
    return schema;
}

/* ---- types ---- */

static struct json_schema *load_type(struct loader *loader, const json_t *json, const char *type)
{
    if (strcmp(type, "string") == 0)
        return load_string(loader, json);
    if (strcmp(type, "integer") == 0 || strcmp(type, "number") == 0)
        return load_number(loader, json, *type == 'i');
    if (strcmp(type, "boolean") == 0)
        return make(loader, JSON_SCHEMA_BOOLEAN);
    if (strcmp(type, "null") == 0)
        return make(loader, JSON_SCHEMA_NULL);
    if (strcmp(type, "object") == 0)
        return load_object(loader, json);
    if (strcmp(type, "array") == 0)
        return load_array(loader, json);
    return fail(loader, "\"%s\" is no type", type);
}

static bool add_part(struct loader *loader, struct json_schema_list *parts,
    struct json_schema *part, const char *text)
{
    if (!part)
        return false;
    part->text = text;
    part->inner = true;
    vec_push(loader->arena, parts, part);
    return true;
}

/* "type": one, or several as a union. */
static bool load_types(struct loader *loader, const json_t *json, struct json_schema_list *parts)
{
    const json_t *type = json_object_get(json, "type");
    const char *text = dump(loader, json);
    struct json_schema *several;

    if (json_is_string(type))
        return add_part(loader, parts, load_type(loader, json, json_string_value(type)),
            arena_printf(loader->arena, "type %s", text));
    several = make(loader, JSON_SCHEMA_ANY_OF);
    for (size_t i = 0; i < json_array_size(type); i++) {
        const char *one = json_string_value(json_array_get(type, i));

        if (!add_part(loader, &several->parts, load_type(loader, json, one ? one : ""),
                arena_printf(loader->arena, "%s %s", one, text)))
            return false;
    }
    return add_part(loader, parts, several, arena_printf(loader->arena, "types %s", text));
}

/* Keywords of a type stand for it where "type" is not given. */
static bool load_implied(struct loader *loader, const json_t *json,
    struct json_schema_list *parts)
{
    const char *text = dump(loader, json);
    bool fine = true;

    if (rt_json_implies(json, RT_JSON_STRING))
        fine = add_part(loader, parts, load_string(loader, json),
            arena_printf(loader->arena, "string %s", text));
    if (fine && rt_json_implies(json, RT_JSON_ARRAY))
        fine = add_part(loader, parts, load_array(loader, json),
            arena_printf(loader->arena, "array %s", text));
    if (fine && rt_json_implies(json, RT_JSON_OBJECT))
        fine = add_part(loader, parts, load_object(loader, json),
            arena_printf(loader->arena, "object %s", text));
    if (fine && rt_json_implies(json, RT_JSON_NUMBER))
        fine = add_part(loader, parts, load_number(loader, json, false),
            arena_printf(loader->arena, "number %s", text));
    return fine;
}

/* ---- a schema ---- */

static bool load_combined(struct loader *loader, const json_t *json,
    struct json_schema_list *parts)
{
    static const char *const keys[] = {"allOf", "anyOf", "oneOf"};

    for (int i = 0; i < 3; i++) {
        const json_t *list = json_object_get(json, keys[i]);
        struct json_schema *schema;

        if (!list)
            continue;
        schema = make(loader, (enum json_schema_kind)(JSON_SCHEMA_ALL_OF + i));
        if (!load_list(loader, list, &schema->parts) ||
                !add_part(loader, parts, schema, dump(loader, list)))
            return false;
    }
    return true;
}

static bool load_others(struct loader *loader, const json_t *json,
    struct json_schema_list *parts)
{
    const json_t *values = json_object_get(json, "enum");
    const json_t *constant = json_object_get(json, "const");
    struct json_schema *inner;

    if (json_is_array(values) && !add_part(loader, parts, load_values(loader, values),
            dump(loader, values)))
        return false;
    if (!load_combined(loader, json, parts) || !load_member(loader, json, "not", &inner))
        return false;
    if (inner) {
        struct json_schema *schema = make(loader, JSON_SCHEMA_NOT);

        vec_push(loader->arena, &schema->parts, inner);
        add_part(loader, parts, schema, "not");
    }
    if (constant) {
        const char **value = arena_array(loader->arena, 1, sizeof *value);
        struct json_schema *schema = make(loader, JSON_SCHEMA_CONST);

        *value = dump(loader, constant);
        schema->values = value;
        schema->value_count = 1;
        add_part(loader, parts, schema, "const");
    }
    if (json_object_get(json, "if"))
        add_part(loader, parts, make(loader, JSON_SCHEMA_IF), "if");
    return true;
}

/* Members of `json` whose names begin with `prefix`, if it is not NULL. */
static void load_hints(struct loader *loader, const json_t *json, const char *prefix,
    struct map *hints)
{
    const char *key;
    json_t *member;

    json_object_foreach((json_t *)json, key, member) {
        const char *name = prefix ? arena_printf(loader->arena, "%s.%s", prefix, key) : key;

        if (!prefix && strncmp(key, "connect.", 8) != 0 && strncmp(key, "flink.", 6) != 0)
            continue;
        if (json_is_object(member) && !prefix)
            load_hints(loader, member, name, hints);
        else
            map_put(hints, name, json_is_string(member)
                ? arena_strdup(loader->arena, json_string_value(member))
                : (char *)(uintptr_t)dump(loader, member));
    }
}

static struct json_schema *load_keywords(struct loader *loader, const json_t *json)
{
    struct json_schema_list parts = {0};
    const json_t *fallback = json_object_get(json, "default");
    struct json_schema *schema;

    if (!load_others(loader, json, &parts) ||
            !(json_object_get(json, "type") ? load_types(loader, json, &parts)
                                            : load_implied(loader, json, &parts)))
        return NULL;
    if (parts.count == 1) {
        schema = parts.at[0];
    } else {
        schema = make(loader, parts.count ? JSON_SCHEMA_ALL_OF : JSON_SCHEMA_ANY);
        schema->parts = parts;
    }
    schema->text = dump(loader, json);
    schema->id = text_of(loader, json, json_object_get(json, "$id") ? "$id" : "id");
    schema->title = text_of(loader, json, "title");
    schema->description = text_of(loader, json, "description");
    schema->connect_type = text_of(loader, json, "connect.type");
    schema->inner = false;
    load_hints(loader, json, NULL, &schema->hints);
    schema->default_json = fallback ? dump(loader, fallback) : NULL;
    return schema;
}

/* ---- references ---- */

static struct json_schema *load_reference(struct loader *loader, const char *reference)
{
    const char *hash = strchr(reference, '#'), *place = hash ? hash + 1 : "", *key;
    size_t outer = loader->document, document = outer;
    const json_t *json = rt_json_reference(loader->documents.at, loader->documents.count,
        &document, reference);
    struct json_schema *schema;

    if (!json)
        return fail(loader, "$ref \"%s\" leads nowhere", reference);
    key = arena_printf(loader->arena, "%zu %s", document, place);
    schema = map_get(&loader->references, key);
    if (schema)
        return schema;
    schema = make(loader, JSON_SCHEMA_ANY);
    schema->reference = arena_strdup(loader->arena, reference);
    schema->text = arena_printf(loader->arena, "{\"$ref\":\"%s\"}", reference);
    map_put(&loader->references, key, schema);
    loader->document = document;
    schema->target = load(loader, json);
    loader->document = outer;
    return schema->target ? schema : NULL;
}

static struct json_schema *load(struct loader *loader, const json_t *json)
{
    const char *reference = json_string_value(json_object_get(json, "$ref"));
    struct json_schema *schema;

    if (loader->depth == DEPTH_LIMIT)
        return fail(loader, "nested too deeply");
    loader->depth++;
    if (json_is_boolean(json)) {
        schema = make(loader, json_is_true(json) ? JSON_SCHEMA_ANY : JSON_SCHEMA_NONE);
        schema->text = json_is_true(json) ? "true" : "false";
    } else if (!json_is_object(json)) {
        schema = fail(loader, "a schema is an object, true or false");
    } else if (reference) {
        schema = load_reference(loader, reference);
    } else {
        schema = load_keywords(loader, json);
    }
    loader->depth--;
    return schema;
}

/* ---- documents ---- */

static bool add_document(struct loader *loader, const char *name, const char *text)
{
    json_error_t where;
    json_t *root = json_loads(text, JSON_DECODE_ANY, &where);
    struct rt_json_document document = {name, root};

    if (!root) /* numbers beyond 64 bits */
        document.root = json_loads(text, JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL, &where);
    if (document.root)
        vec_push(loader->arena, &loader->documents, document);
    else
        fail(loader, "%s%snot JSON: %s, at line %d column %d", name, *name ? ": " : "",
            where.text, where.line, where.column);
    return document.root;
}

struct json_schema *json_schema_parse(struct arena *arena, const char *text,
    const struct json_schema_text *others, size_t other_count, const char **error)
{
    struct loader loader = {.arena = arena, .references.arena = arena};
    struct json_schema *schema = NULL;
    bool fine = add_document(&loader, "", text);

    for (size_t i = 0; fine && i < other_count; i++)
        fine = add_document(&loader, others[i].name, others[i].text);
    if (fine) {
        struct json_schema *whole = make(&loader, JSON_SCHEMA_ANY);

        whole->reference = "#";
        whole->text = "{\"$ref\":\"#\"}";
        map_put(&loader.references, "0 ", whole);
        schema = load(&loader, loader.documents.at[0].root);
        whole->target = schema;
    }
    for (size_t i = 0; i < loader.documents.count; i++)
        json_decref(loader.documents.at[i].root);
    if (!schema)
        *error = loader.error;
    return schema;
}
