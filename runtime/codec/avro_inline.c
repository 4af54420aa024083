/* Schemas that refer to others by name: the definitions put in their place, so that one text says
 * all. */
#include "codec/avro_schema.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 100, READ = JSON_DECODE_ANY | JSON_ALLOW_NUL };

struct inlining {
    const struct rt_schema_name *references;
    size_t count;
    bool *placed;      /* a name is defined once; later it is the name again */
    bool failed;
};

static json_t *place(struct inlining *inlining, const json_t *schema, int depth);

/* The definition has no namespace of the place that it comes to. */
static json_t *definition(struct inlining *inlining, size_t number, int depth)
{
    json_t *json = json_loads(inlining->references[number].text, READ, NULL), *made;

    inlining->placed[number] = true;
    inlining->failed |= !json;
    if (!json)
        return NULL;
    if (json_is_object(json) && !json_object_get(json, "namespace"))
        json_object_set_new(json, "namespace", json_string(""));
    made = place(inlining, json, depth + 1);
    json_decref(json);
    return made;
}

static json_t *place_name(struct inlining *inlining, const json_t *name, int depth)
{
    const char *text = json_string_value(name);

    for (size_t i = 0; i < inlining->count; i++)
        if (!inlining->placed[i] && !strcmp(inlining->references[i].name, text))
            return definition(inlining, i, depth);
    return json_deep_copy(name);
}

static json_t *place_list(struct inlining *inlining, const json_t *list, int depth)
{
    json_t *made = json_array();

    for (size_t i = 0; i < json_array_size(list); i++)
        json_array_append_new(made, place(inlining, json_array_get(list, i), depth + 1));
    return made;
}

/* Members of a schema that hold schemas. */
static void place_members(struct inlining *inlining, json_t *object, int depth)
{
    static const char *const members[] = {"type", "items", "values"};
    const json_t *fields = json_object_get(object, "fields");

    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const json_t *member = json_object_get(object, members[i]);

        if (member)
            json_object_set_new(object, members[i], place(inlining, member, depth + 1));
    }
    for (size_t i = 0; i < json_array_size(fields); i++) {
        json_t *field = json_array_get(fields, i);
        const json_t *type = json_object_get(field, "type");

        if (type)
            json_object_set_new(field, "type", place(inlining, type, depth + 1));
    }
}

static json_t *place(struct inlining *inlining, const json_t *schema, int depth)
{
    json_t *made;

    if (depth > DEPTH) {
        inlining->failed = true;
        return json_null();
    }
    if (json_is_string(schema))
        return place_name(inlining, schema, depth);
    if (json_is_array(schema))
        return place_list(inlining, schema, depth);
    made = json_deep_copy(schema);
    if (json_is_object(made))
        place_members(inlining, made, depth);
    return made;
}

const char *avro_schema_inline(struct avro_memory memory, const struct rt_schema *schema)
{
    struct inlining inlining = {.references = schema->references, .count = schema->reference_count,
        .placed = avro_new(memory, schema->reference_count, sizeof(bool))};
    json_t *json = inlining.count ? json_loads(schema->text, READ, NULL) : NULL;
    json_t *made = json ? place(&inlining, json, 0) : NULL;
    char *dumped = made && !inlining.failed ? json_dumps(made, JSON_COMPACT | JSON_ENCODE_ANY)
                                            : NULL;
    const char *copy = dumped ? avro_copy(memory, dumped, strlen(dumped)) : schema->text;

    free(dumped);
    json_decref(made);
    json_decref(json);
    return copy;
}
