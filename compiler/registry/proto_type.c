/* Protobuf messages to SQL types, as README.md lists them. */
#include "proto.h"

#include <string.h>

/* A message stands for itself wherever it is named: a few can unfold without end. */
enum { NODE_LIMIT = 100000, DEPTH_LIMIT = 64 };

struct mapper {
    struct arena *arena;
    const struct rt_proto_schema *schema;
    const char *error;
    size_t nodes; /* so far */
    const struct rt_proto_message *path[DEPTH_LIMIT]; /* being mapped, outermost first */
    size_t depth;
};

static const struct type *map_field(struct mapper *mapper, struct rt_proto_place place,
    const struct rt_proto_field *field);

static const struct type *fail(struct mapper *mapper, const char *message)
{
    if (!mapper->error)
        mapper->error = message;
    return NULL;
}

/* ---- scalars ---- */

static const struct type *map_length(struct mapper *mapper, const struct rt_proto_content *content,
    enum type_kind fixed, enum type_kind varying)
{
    bool limited = content->most >= 1;

    return type_sized(mapper->arena, limited && content->least == content->most ? fixed : varying,
        limited ? (int)content->most : TYPE_MAX_LENGTH, content->nullable);
}

static const struct type *map_scalar(struct mapper *mapper, const struct rt_proto_content *content)
{
    enum type_kind kind = TYPE_BIGINT;

    switch (content->kind) {
    case RT_PROTO_DOUBLE: kind = TYPE_DOUBLE; break;
    case RT_PROTO_FLOAT: kind = TYPE_FLOAT; break;
    case RT_PROTO_INT32: case RT_PROTO_SINT32: case RT_PROTO_SFIXED32:
        kind = content->bits == 8 ? TYPE_TINYINT : content->bits == 16 ? TYPE_SMALLINT : TYPE_INT;
        break;
    case RT_PROTO_INT64: case RT_PROTO_UINT32: case RT_PROTO_UINT64: case RT_PROTO_SINT64:
    case RT_PROTO_FIXED32:
    case RT_PROTO_FIXED64: case RT_PROTO_SFIXED64:
        break;
    case RT_PROTO_BOOL: kind = TYPE_BOOLEAN; break;
    case RT_PROTO_STRING: return map_length(mapper, content, TYPE_CHAR, TYPE_VARCHAR);
    case RT_PROTO_BYTES: return map_length(mapper, content, TYPE_BINARY, TYPE_VARBINARY);
    case RT_PROTO_NAMED: case RT_PROTO_KINDS:
        BUG("not a scalar");
    }
    return type_simple(mapper->arena, kind, content->nullable);
}

static const struct type *map_decimal(struct mapper *mapper, const struct rt_proto_content *content)
{
    if (content->precision < 1 || content->precision > TYPE_MAX_PRECISION || content->scale < 0 ||
        content->scale > content->precision)
        return fail(mapper, arena_printf(mapper->arena,
            "a decimal of precision %d and scale %d: DECIMAL goes up to %d digits",
            content->precision, content->scale, TYPE_MAX_PRECISION));
    return type_decimal(mapper->arena, content->precision, content->scale, content->nullable);
}

static const struct type *map_temporal(struct mapper *mapper,
    const struct rt_proto_content *content,
    enum type_kind kind)
{
    int precision = content->precision < 0 || content->precision > 9 ? 9 : content->precision;

    return type_temporal(mapper->arena, kind, precision, content->nullable);
}

/* ---- messages ---- */

static bool add_oneof(struct mapper *mapper, struct rt_proto_place place, size_t oneof,
    struct type_field *out)
{
    struct type_field *fields = arena_array(mapper->arena, place.message->fields.count,
        sizeof *fields);
    size_t count = 0;

    for (size_t i = 0; i < place.message->fields.count; i++) {
        const struct rt_proto_field *field = &place.message->fields.at[i];

        if (field->oneof != (int)oneof)
            continue;
        fields[count].name = field->name;
        fields[count].comment = rt_proto_meta_of(&mapper->schema->memory, field).doc;
        fields[count].type = map_field(mapper, place, field);
        if (!fields[count++].type)
            return false;
    }
    out->name = place.message->oneofs.at[oneof].name;
    out->type = type_row(mapper->arena, fields, count, true);
    return true;
}

/* The fields, then the oneofs, each a ROW of which one field at most is not NULL. */
static bool map_fields(struct mapper *mapper, struct rt_proto_place place,
    struct type_field *fields,
    size_t *count)
{
    for (size_t i = 0; i < place.message->fields.count; i++) {
        const struct rt_proto_field *field = &place.message->fields.at[i];
        struct type_field *out = &fields[*count];

        if (field->oneof >= 0)
            continue;
        out->name = field->name;
        out->comment = rt_proto_meta_of(&mapper->schema->memory, field).doc;
        out->type = map_field(mapper, place, field);
        if (!out->type)
            return false;
        ++*count;
    }
    for (size_t i = 0; i < place.message->oneofs.count; i++)
        if (!add_oneof(mapper, place, i, &fields[(*count)++]))
            return false;
    return true;
}

static const struct type *map_message(struct mapper *mapper, struct rt_proto_place place,
    bool nullable)
{
    const struct rt_proto_message *message = place.message;
    struct type_field *fields = arena_array(mapper->arena,
        message->fields.count + message->oneofs.count + 1, sizeof *fields);
    size_t count = 0;

    for (size_t i = 0; i < mapper->depth; i++) {
        if (strcmp(mapper->path[i]->full_name, message->full_name) == 0)
            return fail(mapper, arena_printf(mapper->arena,
                "message '%s' contains itself: no SQL type does", message->full_name));
    }
    if (mapper->depth == DEPTH_LIMIT)
        return fail(mapper, "messages more than 64 deep");
    mapper->path[mapper->depth++] = message;
    if (!map_fields(mapper, place, fields, &count))
        return NULL;
    mapper->depth--;
    return type_row(mapper->arena, fields, count, nullable);
}

static const struct type *map_entries(struct mapper *mapper, const struct rt_proto_content *content)
{
    const struct type *key = map_field(mapper, content->place, rt_proto_inner(content, "key"));
    const struct type *value =
        key ? map_field(mapper, content->place, rt_proto_inner(content, "value")) : NULL;

    if (!value)
        return NULL;
    if (content->multiset)
        return type_multiset(mapper->arena, key, content->nullable);
    return type_map(mapper->arena, key, value, content->nullable);
}

static const struct type *map_value(struct mapper *mapper, const struct rt_proto_content *content)
{
    const struct type *inner;

    switch (content->form) {
    case RT_PROTO_SCALAR: return map_scalar(mapper, content);
    case RT_PROTO_ENUMERATION: return type_string(mapper->arena, content->nullable);
    case RT_PROTO_RECORD: return map_message(mapper, content->place, content->nullable);
    case RT_PROTO_WRAPPED:
        inner = map_field(mapper, content->place, rt_proto_inner(content, "value"));
        return inner ? type_with_null(mapper->arena, inner, true) : NULL;
    case RT_PROTO_ENTRIES: return map_entries(mapper, content);
    case RT_PROTO_TIMESTAMP:
        return map_temporal(mapper, content, content->local ? TYPE_TIMESTAMP : TYPE_TIMESTAMP_LTZ);
    case RT_PROTO_DATE: return type_simple(mapper->arena, TYPE_DATE, content->nullable);
    case RT_PROTO_TIME: return map_temporal(mapper, content, TYPE_TIME);
    case RT_PROTO_DECIMAL: return map_decimal(mapper, content);
    }
    return NULL;
}

/* What is repeated is an array; of a wrapper, of what the wrapper holds. */
static const struct type *map_array(struct mapper *mapper, struct rt_proto_content content)
{
    bool nullable = content.nullable;
    const struct type *element;

    content.nullable = false;
    if (content.flink)
        element = map_field(mapper, content.place, rt_proto_inner(&content, "value"));
    else
        element = map_value(mapper, &content);
    return element ? type_array(mapper->arena, element, nullable) : NULL;
}

static const struct type *map_field(struct mapper *mapper, struct rt_proto_place place,
    const struct rt_proto_field *field)
{
    struct rt_proto_content content;

    if (++mapper->nodes > NODE_LIMIT)
        return fail(mapper, "more than 100000 fields, unfolded");
    if (!rt_proto_content_of(mapper->schema, place, field, &content, &mapper->error))
        return NULL;
    if (content.repeated && content.form != RT_PROTO_ENTRIES)
        return map_array(mapper, content);
    return map_value(mapper, &content);
}

const struct type *proto_to_type(struct arena *arena, const struct schema_text *schema,
    const char **error)
{
    struct mapper mapper = {.arena = arena, .schema = proto_load(arena, schema, error)};
    const struct rt_proto_file *file = mapper.schema ? mapper.schema->file : NULL;
    struct type_field *fields;
    const struct type *type;

    if (!file)
        return NULL;
    fields = arena_array(arena, file->messages.count, sizeof *fields);
    for (size_t i = 0; i < file->messages.count; i++) {
        type = map_message(&mapper, rt_proto_root(mapper.schema, i),
            rt_proto_is_choice(mapper.schema));
        if (!type) {
            *error = mapper.error;
            return NULL;
        }
        fields[i] = (struct type_field){.name = file->messages.at[i]->full_name, .type = type};
    }
    return rt_proto_is_choice(mapper.schema)
        ? type_row(arena, fields, file->messages.count, false) : fields[0].type;
}
