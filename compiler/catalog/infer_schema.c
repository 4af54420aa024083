/* Schemas of inferred tables: what is registered stays as it is, and only what a statement has
 * changed is derived anew. A record keeps its name, without which no registry takes a version. */
#include "infer_schema.h"

#include "../registry/avro.h"

#include <stdlib.h>
#include <string.h>

static const struct avro_field *known_field(const struct avro_schema *record, const char *name)
{
    for (size_t i = 0; i < record->field_count; i++)
        if (!strcmp(record->fields[i].name, name))
            return &record->fields[i];
    return NULL;
}

/* A key column is NOT NULL, whatever the schema says of its field. */
static bool still_fits(struct arena *arena, const struct avro_schema *schema,
    const struct type *type)
{
    const char *ignored;
    const struct type *known = avro_to_type(arena, schema, &ignored);

    return known && (type_equal(known, type) || (known->nullable && type_same(known, type)));
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static json_t *derived_field(struct arena *arena, const struct avro_schema *record,
    const struct type_field *field, const char **error)
{
    const char *text =
        avro_from_fields(arena, record->name, record->space, field, 1, error);
    json_t *json = text ? json_loads(text, 0, NULL) : NULL;
    json_t *made = json_deep_copy(json_array_get(json_object_get(json, "fields"), 0));

    json_decref(json);
    return made;
}

static json_t *kept_field(const json_t *fields, const struct avro_schema *record,
    const struct avro_field *known, const struct type_field *field)
{
    json_t *json = json_deep_copy(json_array_get(fields, (size_t)(known - record->fields)));

    if (field->comment && !same_text(known->doc, field->comment))
        json_object_set_new(json, "doc", json_string(field->comment));
    return json;
}

static bool is_unchanged(struct arena *arena, const struct avro_schema *record,
    const struct type_field *fields, size_t count)
{
    if (record->field_count != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(record->fields[i].name, fields[i].name) != 0 ||
            !still_fits(arena, record->fields[i].schema, fields[i].type) ||
            (fields[i].comment && !same_text(record->fields[i].doc, fields[i].comment)))
            return false;
    return true;
}

/* NULL with *error NULL: kept fields need what a dropped one defines. */
static const char *evolve_record(struct arena *arena, const char *text,
    const struct avro_schema *record, const struct type_field *fields, size_t count,
    const char **error)
{
    json_t *json = json_loads(text, 0, NULL), *list = json_array();
    const json_t *old = json_object_get(json, "fields");
    const char *made = NULL, *ignored;
    char *dumped;

    *error = NULL;
    for (size_t i = 0; i < count && !*error; i++) {
        const struct avro_field *known = known_field(record, fields[i].name);

        json_array_append_new(list, known && still_fits(arena, known->schema, fields[i].type)
            ? kept_field(old, record, known, &fields[i])
            : derived_field(arena, record, &fields[i], error));
    }
    if (!*error) {
        json_object_set(json, "fields", list);
        dumped = json_dumps(json, JSON_COMPACT);
        made = dumped ? arena_strdup(arena, dumped) : NULL;
        free(dumped);
    }
    json_decref(list);
    json_decref(json);
    return made && avro_parse(arena, made, &ignored) ? made : NULL;
}

/* Columns of a union are its branches. */
static bool is_same_row(struct arena *arena, const struct avro_schema *schema,
    const struct type_field *fields, size_t count)
{
    const char *ignored;
    const struct type *type = avro_to_type(arena, schema, &ignored);

    if (!type)
        return false;
    if (type->kind != TYPE_ROW)
        return count == 1 && still_fits(arena, schema, fields[0].type);
    if (type->field_count != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(type->fields[i].name, fields[i].name) != 0 ||
            !type_equal(type->fields[i].type, fields[i].type))
            return false;
    return true;
}

const char *infer_evolve(struct arena *arena, const char *text, const char *record_name,
    const char *space, const struct type_field *fields, size_t count, const char **error)
{
    struct avro_schema *schema = text ? avro_parse(arena, text, error) : NULL;
    const char *made;

    if (!schema)
        return avro_from_fields(arena, record_name, space, fields, count, error);
    if (schema->kind == AVRO_RECORD ? is_unchanged(arena, schema, fields, count)
                                    : is_same_row(arena, schema, fields, count))
        return text;
    if (schema->kind != AVRO_RECORD)
        return avro_from_fields(arena, record_name, space, fields, count, error);
    made = evolve_record(arena, text, schema, fields, count, error);
    if (made || *error)
        return made;
    return avro_from_fields(arena, schema->name, schema->space, fields, count, error);
}

static bool is_still(struct arena *arena, const struct schema_text *registered,
    const struct type_field *fields, size_t count)
{
    const char *ignored;
    const struct type *type = schema_to_type(arena, registered, &ignored);

    if (!type)
        return false;
    if (type->kind != TYPE_ROW)
        return count == 1 && type_same(type, fields[0].type);
    if (type->field_count != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(type->fields[i].name, fields[i].name) != 0 ||
            !type_same(type->fields[i].type, fields[i].type))
            return false;
    return true;
}

bool infer_derive(struct arena *arena, const struct schema_text *registered,
    enum schema_language language, const char *topic, bool key, const struct type_field *fields,
    size_t count, struct schema_text *made, const char **error)
{
    *made = (struct schema_text){.language = language};
    if (registered && registered->language != language)
        registered = NULL;
    if (registered && language == SCHEMA_AVRO) {
        const char *inlined = avro_inline(arena, registered);

        made->text = infer_evolve(arena, inlined,
            arena_printf(arena, "%s_%s", topic, key ? "key" : "value"),
            "org.apache.flink.avro.generated.record", fields, count, error);
        if (made->text == inlined)
            *made = *registered;
    } else if (registered && is_still(arena, registered, fields, count)) {
        *made = *registered;
    } else {
        made->text = schema_from_fields(arena, language, topic, key, fields, count, error);
    }
    return made->text;
}
