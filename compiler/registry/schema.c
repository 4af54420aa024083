/* Schemas whatever their language: a case a language. */
#include "schema.h"

#include "json_type.h"
#include "proto.h"

#include <string.h>

static const char avro_space[] = "org.apache.flink.avro.generated.record";

bool schema_text_equal(const struct schema_text *a, const struct schema_text *b)
{
    if (a->language != b->language || strcmp(a->text, b->text) != 0 ||
            a->reference_count != b->reference_count)
        return false;
    for (size_t i = 0; i < a->reference_count; i++)
        if (strcmp(a->references[i].name, b->references[i].name) != 0 ||
                strcmp(a->references[i].text, b->references[i].text) != 0)
            return false;
    return true;
}

const struct type *schema_to_type(struct arena *arena, const struct schema_text *schema,
    const char **error)
{
    struct json_shape *shape;
    struct avro_schema *avro;

    switch (schema->language) {
    case SCHEMA_AVRO:
        avro = avro_parse(arena, avro_inline(arena, schema), error);
        return avro ? avro_to_type(arena, avro, error) : NULL;
    case SCHEMA_JSON:
        shape = json_shape_of_schema(arena, schema, error);
        return shape ? shape->type : NULL;
    case SCHEMA_PROTOBUF:
        return proto_to_type(arena, schema, error);
    case SCHEMA_NONE:
        break;
    }
    BUG("no schema");
}

const char *schema_from_fields(struct arena *arena, enum schema_language language,
    const char *topic, bool key, const struct type_field *fields, size_t count,
    const char **error)
{
    const char *record = arena_printf(arena, "%s_%s", topic, key ? "key" : "value");

    switch (language) {
    case SCHEMA_AVRO:
        return avro_from_fields(arena, record, avro_space, fields, count, error);
    case SCHEMA_JSON:
        return json_from_fields(arena, record, fields, count, error);
    case SCHEMA_PROTOBUF:
        return proto_from_fields(arena, record, fields, count, error);
    case SCHEMA_NONE:
        break;
    }
    BUG("no schema");
}
