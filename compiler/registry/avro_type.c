/* Avro schemas to SQL types, as README.md lists them. */
#include "avro.h"

#include <stdlib.h>
#include <string.h>

/* A named type stands for itself wherever it is named: a few records can unfold without end. */
enum { NODE_LIMIT = 100000 };

struct mapper {
    struct arena *arena;
    const char *error;
    size_t nodes; /* so far */
};

static const struct type *map_schema(struct mapper *mapper, const struct avro_schema *schema);

static const struct type *fail(struct mapper *mapper, const char *message)
{
    if (!mapper->error)
        mapper->error = message;
    return NULL;
}

/* A property that is a whole number or the text of one; -1 if there is none. */
static long property_number(const struct avro_schema *schema, const char *key)
{
    const char *json = avro_schema_property(schema, key);

    if (!json)
        return -1;
    return strtol(*json == '"' ? json + 1 : json, NULL, 10);
}

static bool property_is(const struct avro_schema *schema, const char *key, const char *value)
{
    const char *json = avro_schema_property(schema, key);
    size_t size = strlen(value);

    return json && json[0] == '"' && strncmp(json + 1, value, size) == 0 && json[size + 1] == '"';
}

static int precision_of(const struct avro_schema *schema, int implied)
{
    long precision = property_number(schema, "flink.precision");

    return precision < 0 || precision > 9 ? implied : (int)precision;
}

static const struct type *map_text(struct mapper *mapper, const struct avro_schema *schema,
    enum type_kind fixed, enum type_kind varying)
{
    long least = property_number(schema, "flink.minLength");
    long most = property_number(schema, "flink.maxLength");

    if (most < 1 || most > TYPE_MAX_LENGTH)
        most = TYPE_MAX_LENGTH;
    return type_sized(mapper->arena, least == most ? fixed : varying, (int)most, false);
}

static const struct type *map_decimal(struct mapper *mapper, const struct avro_schema *schema)
{
    if (schema->precision > TYPE_MAX_PRECISION)
        return fail(mapper, arena_printf(mapper->arena,
            "a decimal of precision %d: DECIMAL goes up to %d", schema->precision,
            TYPE_MAX_PRECISION));
    return type_decimal(mapper->arena, schema->precision, schema->scale, false);
}

/* Numbers: by avro_types.def, else by the type itself. */
static const struct type *map_number(struct mapper *mapper, const struct avro_schema *schema,
    enum type_kind plain)
{
    static const struct {
        enum avro_kind kind;
        enum avro_logical logical;
        enum type_kind type;
        int precision;
    } columns[] = {
#define AVRO_COLUMN(kind, logical, type, precision)                                                \
        {AVRO_##kind, AVRO_##logical, TYPE_##type, precision},
#include <rt/avro_types.def>
    };

    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        if (columns[i].kind != schema->kind || columns[i].logical != schema->logical)
            continue;
        if (!columns[i].precision)
            return type_simple(mapper->arena, columns[i].type, false);
        return type_temporal(mapper->arena, columns[i].type,
            precision_of(schema, columns[i].precision), false);
    }
    return type_simple(mapper->arena, plain, false);
}

static const struct type *map_int(struct mapper *mapper, const struct avro_schema *schema)
{
    return map_number(mapper, schema, property_is(schema, "connect.type", "int8") ? TYPE_TINYINT
            : property_is(schema, "connect.type", "int16") ? TYPE_SMALLINT : TYPE_INT);
}

/* ---- constructed ---- */

static bool is_map_entry(const struct avro_schema *schema)
{
    if (schema->kind != AVRO_RECORD || schema->field_count != 2 ||
            strcmp(schema->fields[0].name, "key") != 0 ||
            strcmp(schema->fields[1].name, "value") != 0)
        return false;
    return property_is(schema, "connect.internal.type", "MapEntry") ||
        (strcmp(schema->name, "MapEntry") == 0 &&
            strcmp(schema->space, "io.confluent.connect.avro") == 0);
}

static const struct type *map_entries(struct mapper *mapper, const struct avro_schema *schema,
    const struct type *key, const struct avro_schema *value)
{
    const struct type *element = map_schema(mapper, value);

    if (!key || !element)
        return NULL;
    return property_is(schema, "flink.type", "multiset")
        ? type_multiset(mapper->arena, key, false)
        : type_map(mapper->arena, key, element, false);
}

static const struct type *map_array(struct mapper *mapper, const struct avro_schema *schema)
{
    const struct type *element;

    if (is_map_entry(schema->items) && !schema->items->recursive)
        return map_entries(mapper, schema, map_schema(mapper, schema->items->fields[0].schema),
            schema->items->fields[1].schema);
    element = map_schema(mapper, schema->items);
    return element ? type_array(mapper->arena, element, false) : NULL;
}

static const struct type *map_record(struct mapper *mapper, const struct avro_schema *schema)
{
    struct type_field *fields = arena_array(mapper->arena, schema->field_count + 1,
        sizeof *fields);

    if (schema->recursive)
        return fail(mapper, arena_printf(mapper->arena,
            "record '%s' contains itself through '%s': no SQL type does",
            avro_full_name(mapper->arena, schema), schema->cycle));
    for (size_t i = 0; i < schema->field_count; i++) {
        fields[i] = (struct type_field){
            .name = schema->fields[i].name, .comment = schema->fields[i].doc,
            .type = map_schema(mapper, schema->fields[i].schema) };
        if (!fields[i].type)
            return NULL;
    }
    return type_row(mapper->arena, fields, schema->field_count, false);
}

/* null and one other: that one, nullable. Several: a row of the branches, all but one NULL. */
static const struct type *map_union(struct mapper *mapper, const struct avro_schema *schema)
{
    struct type_field *fields = arena_array(mapper->arena, schema->branch_count + 1,
        sizeof *fields);
    size_t count = 0;
    bool nullable = false;

    for (size_t i = 0; i < schema->branch_count; i++) {
        const struct avro_schema *branch = schema->branches[i];

        if (branch->kind == AVRO_NULL) {
            nullable = true;
            continue;
        }
        fields[count].name = avro_branch_name(mapper->arena, branch);
        fields[count].type = map_schema(mapper, branch);
        if (!fields[count].type)
            return NULL;
        count++;
    }
    if (count == 0)
        return fail(mapper, "a union of nothing but null");
    if (count == 1)
        return type_with_null(mapper->arena, fields[0].type, nullable);
    for (size_t i = 0; i < count; i++)
        fields[i].type = type_with_null(mapper->arena, fields[i].type, true);
    return type_row(mapper->arena, fields, count, nullable);
}

static const struct type *map_schema(struct mapper *mapper, const struct avro_schema *schema)
{
    struct arena *arena = mapper->arena;

    if (++mapper->nodes > NODE_LIMIT)
        return fail(mapper, "more than 100000 fields, unfolded");
    switch (schema->kind) {
    case AVRO_NULL: return fail(mapper, "null alone: no column can be that");
    case AVRO_BOOLEAN: return type_simple(arena, TYPE_BOOLEAN, false);
    case AVRO_INT: return map_int(mapper, schema);
    case AVRO_LONG: return map_number(mapper, schema, TYPE_BIGINT);
    case AVRO_FLOAT: return type_simple(arena, TYPE_FLOAT, false);
    case AVRO_DOUBLE: return type_simple(arena, TYPE_DOUBLE, false);
    case AVRO_STRING: return map_text(mapper, schema, TYPE_CHAR, TYPE_VARCHAR);
    case AVRO_ENUM: return type_string(arena, false);
    case AVRO_BYTES:
        return schema->logical == AVRO_DECIMAL
            ? map_decimal(mapper, schema) : map_text(mapper, schema, TYPE_BINARY, TYPE_VARBINARY);
    case AVRO_FIXED:
        if (schema->logical == AVRO_DECIMAL)
            return map_decimal(mapper, schema);
        if (schema->size == 0)
            return fail(mapper, "fixed of size 0: BINARY begins at 1");
        return type_sized(arena, TYPE_BINARY, schema->size, false);
    case AVRO_ARRAY: return map_array(mapper, schema);
    case AVRO_MAP:
        return map_entries(mapper, schema, type_string(arena, false), schema->items);
    case AVRO_RECORD: return map_record(mapper, schema);
    case AVRO_UNION: return map_union(mapper, schema);
    }
    return NULL;
}

const struct type *avro_to_type(struct arena *arena, const struct avro_schema *schema,
    const char **error)
{
    struct mapper mapper = {.arena = arena};
    const struct type *type = map_schema(&mapper, schema);

    if (!type)
        *error = mapper.error;
    return type;
}
