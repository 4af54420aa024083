#include "codec/json_view.h"

#include <string.h>

enum { DEEPEST = 100, REFERENCES = 200 };

enum kind { KIND_NONE, KIND_STRING, KIND_BOOLEAN, KIND_NULL, KIND_ARRAY, KIND_OBJECT };

/* What the keywords of a schema say together. */
struct merged {
    struct json_property *properties;
    size_t property_count, property_capacity;
    struct json_part number, other, values; /* json NULL: none */
    bool integer;
    enum kind other_kind;
    struct json_part *choices; /* of anyOf, oneOf, several types; NULL: none */
    size_t choice_count;
    bool closed, refused;
};

static bool fail(struct json_viewer *viewer, const char *why)
{
    viewer->why = why;
    return false;
}

static const char *text_of(const json_t *json, const char *key)
{
    return json_string_value(json_object_get(json, key));
}

static bool is(const char *text, const char *wanted)
{
    return text && strcmp(text, wanted) == 0;
}

/* What a part's $ref stands for. */
static bool resolve(struct json_viewer *viewer, struct json_part *part)
{
    const char *reference = part->type ? NULL : text_of(part->json, "$ref");

    for (int i = 0; reference; i++) {
        part->json = i == REFERENCES ? NULL
            : rt_json_reference(viewer->documents, viewer->document_count, &part->document,
                  reference);
        part->carrier = NULL;
        if (!part->json)
            return fail(viewer, "a $ref leads nowhere");
        reference = text_of(part->json, "$ref");
    }
    return true;
}

static const json_t *carrier_of(const struct json_part *part)
{
    return part->carrier ? part->carrier : part->json;
}

/* ---- gathering keywords ---- */

static bool gather(struct json_viewer *viewer, struct json_part part, struct merged *all,
    int depth);

static void *grow(struct json_viewer *viewer, void *old, size_t count, size_t *capacity,
    size_t size)
{
    void *room;

    if (count < *capacity)
        return old;
    *capacity = count ? 2 * count : 8;
    room = rt_arena_alloc(viewer->memory, *capacity * size);
    if (count)
        memcpy(room, old, count * size);
    return room;
}

/* The last part that declares a property counts, in the place of the first. */
static void add_properties(struct json_viewer *viewer, const struct json_part *part,
    struct merged *all)
{
    size_t before = all->property_count;
    const char *name;
    json_t *member;

    json_object_foreach(json_object_get(part->json, "properties"), name, member) {
        size_t i = 0;

        while (i < before && strcmp(all->properties[i].name, name) != 0)
            i++;
        i = i == before ? all->property_count : i;
        all->properties = grow(viewer, all->properties, all->property_count,
            &all->property_capacity, sizeof *all->properties);
        all->properties[i] = (struct json_property){name,
            {.json = member, .document = part->document}, part->json};
        all->property_count += i == all->property_count;
    }
    all->closed |= json_is_false(json_object_get(part->json, "additionalProperties"));
}

static void add_other(struct merged *all, const struct json_part *part, enum kind kind)
{
    if (kind != KIND_OBJECT || !all->other.json) {
        all->other = *part;
        all->other_kind = kind;
    }
}

static bool add_type(struct json_viewer *viewer, const struct json_part *part, const char *type,
    struct merged *all)
{
    if (is(type, "number") || is(type, "integer")) {
        all->number = *part;
        all->integer = *type == 'i';
    } else if (is(type, "object")) {
        add_properties(viewer, part, all);
        add_other(all, part, KIND_OBJECT);
    } else if (is(type, "string")) {
        add_other(all, part, KIND_STRING);
    } else if (is(type, "boolean")) {
        add_other(all, part, KIND_BOOLEAN);
    } else if (is(type, "array")) {
        add_other(all, part, KIND_ARRAY);
    } else if (is(type, "null")) {
        add_other(all, part, KIND_NULL);
    } else {
        return fail(viewer, "a \"type\" that is none");
    }
    return true;
}

static bool add_types(struct json_viewer *viewer, const struct json_part *part,
    struct merged *all)
{
    static const char *const implied[] = {[RT_JSON_STRING] = "string", [RT_JSON_ARRAY] = "array",
        [RT_JSON_OBJECT] = "object", [RT_JSON_NUMBER] = "number"};
    static const enum rt_json_type order[] = {RT_JSON_STRING, RT_JSON_ARRAY, RT_JSON_OBJECT,
        RT_JSON_NUMBER};
    const json_t *type = json_object_get(part->json, "type");
    bool done = true;

    if (json_is_string(type))
        return add_type(viewer, part, json_string_value(type), all);
    for (size_t i = 0; !type && i < RT_JSON_TYPES && done; i++)
        if (rt_json_implies(part->json, order[i]))
            done = add_type(viewer, part, implied[order[i]], all);
    if (!type)
        return done;
    all->choice_count = json_array_size(type);
    all->choices = rt_arena_alloc(viewer->memory, (all->choice_count + 1) * sizeof *all->choices);
    for (size_t i = 0; i < all->choice_count; i++) {
        const char *one = json_string_value(json_array_get(type, i));

        all->choices[i] = *part;
        all->choices[i].type = one ? one : "";
    }
    return true;
}

static void add_choices(struct json_viewer *viewer, const struct json_part *part,
    const json_t *list, struct merged *all)
{
    all->choice_count = json_array_size(list);
    all->choices = rt_arena_alloc(viewer->memory, (all->choice_count + 1) * sizeof *all->choices);
    for (size_t i = 0; i < all->choice_count; i++)
        all->choices[i] =
            (struct json_part){.json = json_array_get(list, i), .document = part->document};
}

/* How many kinds of keywords an object has: alone, one has the object's title and hints. */
static size_t count_parts(const json_t *json)
{
    static const char *const combined[] = {"allOf", "anyOf", "oneOf", "not", "const", "if"};
    size_t count = json_is_array(json_object_get(json, "enum")) +
        (json_object_get(json, "type") != NULL);

    for (size_t i = 0; i < sizeof combined / sizeof *combined; i++)
        count += json_object_get(json, combined[i]) != NULL;
    for (int i = 0; !json_object_get(json, "type") && i < RT_JSON_TYPES; i++)
        count += rt_json_implies(json, (enum rt_json_type)i);
    return count;
}

static bool gather_combined(struct json_viewer *viewer, const struct json_part *part,
    struct merged *all, int depth)
{
    const json_t *list = json_object_get(part->json, "allOf"), *other;
    bool done = true;

    for (size_t i = 0; i < json_array_size(list) && done; i++)
        done = gather(viewer, (struct json_part){.json = json_array_get(list, i),
            .document = part->document, .carrier = part->carrier}, all, depth + 1);
    other = json_object_get(part->json, "anyOf");
    if (other)
        add_choices(viewer, part, other, all);
    other = json_object_get(part->json, "oneOf");
    if (other)
        add_choices(viewer, part, other, all);
    return done;
}

/* `part.carrier`: of keywords that are not alone in their object. */
static bool gather(struct json_viewer *viewer, struct json_part part, struct merged *all,
    int depth)
{
    const json_t *outer = part.carrier, *constant;

    if (depth > DEEPEST)
        return fail(viewer, "it is too deep, or contains itself");
    if (part.type)
        return add_type(viewer, &part, part.type, all);
    if (!resolve(viewer, &part))
        return false;
    if (json_is_false(part.json))
        add_other(all, &part, KIND_NONE);
    if (json_is_boolean(part.json))
        return true;
    if (!json_is_object(part.json))
        return fail(viewer, "a schema is an object, true or false");
    part.carrier = !outer || count_parts(part.json) == 1 ? part.json : outer;
    all->refused |= json_object_get(part.json, "not") || json_object_get(part.json, "if");
    constant = json_object_get(part.json, "const");
    if (constant || json_is_array(json_object_get(part.json, "enum")))
        all->values = part;
    return gather_combined(viewer, &part, all, depth) && add_types(viewer, &part, all);
}

/* ---- forms ---- */

static bool has_other_values(const json_t *schema)
{
    const json_t *values = json_object_get(schema, "enum"), *value;
    const json_t *constant = json_object_get(schema, "const");
    size_t i;

    json_array_foreach((json_t *)(uintptr_t)values, i, value)
        if (!json_is_string(value) && !json_is_null(value))
            return true;
    return constant && !json_is_string(constant) && !json_is_null(constant);
}

static bool view_number(struct json_viewer *viewer, const struct merged *all,
    struct json_view *view)
{
    const json_t *carrier = carrier_of(&all->number);
    const struct rt_json_number number = {all->integer, text_of(carrier, "connect.type"),
        text_of(carrier, "title"), text_of(carrier, "flink.type")};

    return rt_json_number_kind(&number, &view->kind) ||
        fail(viewer, "a \"connect.type\" of numbers that has no SQL type");
}

static bool view_map(struct json_viewer *viewer, const struct json_part *part,
    struct json_view *view)
{
    const json_t *values = json_object_get(part->json, "additionalProperties");

    view->form = FORM_MEMBERS;
    view->item = (struct json_part){.json = values, .document = part->document};
    return (values && !json_is_true(values)) ||
        fail(viewer, "an object that does not say what its members are");
}

static bool view_array(struct json_viewer *viewer, const struct json_part *part,
    struct json_view *view)
{
    const json_t *items = json_object_get(part->json, "items");
    struct json_part item = {.json = items, .document = part->document};
    struct merged all = {0};

    if (!items || json_is_true(items) || json_is_array(items) ||
        json_object_get(part->json, "prefixItems"))
        return fail(viewer, "an array that does not say what its items are, or a tuple");
    view->form = FORM_ARRAY;
    view->item = item;
    if (!is(text_of(carrier_of(part), "connect.type"), "map") || !resolve(viewer, &item) ||
        count_parts(item.json) != 1 || !gather(viewer, item, &all, 0))
        return true;
    for (size_t i = 0; i < all.property_count; i++) {
        const struct json_property *property = &all.properties[i];

        if (is(property->name, "key"))
            view->key = property->part;
        else if (is(property->name, "value"))
            view->item = property->part;
    }
    if (view->key.json && view->item.json != items)
        view->form = FORM_ENTRIES;
    else
        view->item.json = items;
    return true;
}

static bool is_null(struct json_viewer *viewer, struct json_part part)
{
    const json_t *values;

    if (!resolve(viewer, &part))
        return false;
    if (part.type || count_parts(part.json) != 1)
        return is(part.type, "null");
    values = json_object_get(part.json, "enum");
    return is(text_of(part.json, "type"), "null") ||
        (json_array_size(values) == 1 && json_is_null(json_array_get(values, 0))) ||
        json_is_null(json_object_get(part.json, "const"));
}

static const char *branch_name(struct json_viewer *viewer, struct json_part part,
    const struct json_view *view)
{
    const char *title = !part.type && resolve(viewer, &part) ? text_of(part.json, "title") : NULL;
    char name[40];

    for (size_t i = 0; title && i < view->count; i++)
        if (is(view->members[i].name, title))
            title = NULL;
    if (title)
        return title;
    snprintf(name, sizeof name, "connect_union_field_%zu", view->count);
    return rt_text_copy(viewer->memory, (struct rt_text){name, strlen(name) + 1}).data;
}

static bool view_choice(struct json_viewer *viewer, const struct merged *all,
    struct json_view *view, const struct json_part **one)
{
    view->form = FORM_UNION;
    view->members =
        rt_arena_alloc(viewer->memory, (all->choice_count + 1) * sizeof *view->members);
    for (size_t i = 0; i < all->choice_count; i++) {
        if (is_null(viewer, all->choices[i]))
            continue;
        view->members[view->count] = (struct json_property){
            branch_name(viewer, all->choices[i], view), all->choices[i], NULL};
        view->count++;
    }
    *one = view->count == 1 ? &view->members[0].part : NULL;
    return view->count || fail(viewer, "null alone");
}

static bool view_other(struct json_viewer *viewer, const struct merged *all,
    struct json_view *view)
{
    switch (all->other_kind) {
    case KIND_STRING:
        view->kind = is(text_of(carrier_of(&all->other), "connect.type"), "bytes")
            ? RT_SHAPE_BYTES : RT_SHAPE_TEXT;
        return true;
    case KIND_BOOLEAN:
        view->kind = RT_SHAPE_BOOLEAN;
        return true;
    case KIND_ARRAY:
        return view_array(viewer, &all->other, view);
    case KIND_OBJECT:
        return view_map(viewer, &all->other, view);
    case KIND_NULL: case KIND_NONE:
        break;
    }
    return fail(viewer, all->other_kind == KIND_NULL ? "null alone" : "no value is valid");
}

static bool view_merged(struct json_viewer *viewer, const struct merged *all,
    const json_t *carrier, struct json_view *view, const struct json_part **one)
{
    bool plain_object = all->other.json && all->other_kind == KIND_OBJECT;

    if (all->refused)
        return fail(viewer, "\"not\" and \"if\" have no SQL type");
    if (all->property_count && !is(text_of(carrier, "connect.type"), "map")) {
        view->form = FORM_OBJECT;
        view->members = all->properties;
        view->count = all->property_count;
        view->closed = all->closed;
        return true;
    }
    view->any_text = all->values.json && has_other_values(all->values.json);
    if (all->number.json)
        return view_number(viewer, all, view);
    if (all->other.json && !plain_object)
        return view_other(viewer, all, view);
    if (all->choices)
        return view_choice(viewer, all, view, one);
    if (plain_object)
        return view_other(viewer, all, view);
    view->kind = RT_SHAPE_TEXT;
    return all->values.json || fail(viewer, "any value is valid");
}

bool json_property_required(const struct json_property *property)
{
    json_t *required = json_object_get(property->owner, "required"), *one;
    size_t i;

    json_array_foreach(required, i, one)
        if (is(json_string_value(one), property->name))
            return true;
    return false;
}

bool json_view(struct json_viewer *viewer, const struct json_part *part, struct json_view *view)
{
    struct json_part at = *part;
    bool any_text = false;

    for (int depth = 0; depth < DEEPEST; depth++) {
        struct merged all = {0};
        const struct json_part *one = NULL;

        *view = (struct json_view){.form = FORM_SCALAR};
        if (!resolve(viewer, &at) || !gather(viewer, at, &all, 0) ||
            !view_merged(viewer, &all, carrier_of(&at), view, &one))
            return false;
        any_text |= view->any_text;
        view->any_text = any_text;
        if (!one)
            return true;
        at = *one;
    }
    return fail(viewer, "it is too deep, or contains itself");
}
