/* What Avro schemas and their parts are called, and small facts of them. */
#include "codec/avro_schema.h"

#include <stdio.h>

static void *allocate_in_arena(void *arena, size_t size)
{
    return rt_arena_alloc(arena, size);
}

struct avro_memory avro_memory_of(struct rt_arena *arena)
{
    return (struct avro_memory){allocate_in_arena, arena};
}

const char *avro_vprint(struct avro_memory memory, const char *format, va_list args)
{
    va_list again;
    int size;
    char *text;

    va_copy(again, args);
    size = vsnprintf(NULL, 0, format, args);
    text = memory.allocate(memory.from, (size_t)size + 1);
    vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    return text;
}

const char *avro_print(struct avro_memory memory, const char *format, ...)
{
    const char *text;
    va_list args;

    va_start(args, format);
    text = avro_vprint(memory, format, args);
    va_end(args);
    return text;
}

const char *avro_kind_name(enum avro_kind kind)
{
    switch (kind) {
    case AVRO_NULL: return "null";
    case AVRO_BOOLEAN: return "boolean";
    case AVRO_INT: return "int";
    case AVRO_LONG: return "long";
    case AVRO_FLOAT: return "float";
    case AVRO_DOUBLE: return "double";
    case AVRO_BYTES: return "bytes";
    case AVRO_STRING: return "string";
    case AVRO_RECORD: return "record";
    case AVRO_ENUM: return "enum";
    case AVRO_ARRAY: return "array";
    case AVRO_MAP: return "map";
    case AVRO_UNION: return "union";
    case AVRO_FIXED: return "fixed";
    }
    return "";
}

const char *avro_logical_name(enum avro_logical logical)
{
    switch (logical) {
    case AVRO_PLAIN:
        break;
#define AVRO_LOGICAL(logical, name, kind, size) case AVRO_##logical: return name;
#include <rt/avro_types.def>
    }
    return NULL;
}

static bool is_named(const struct avro_schema *schema)
{
    return schema->kind == AVRO_RECORD || schema->kind == AVRO_ENUM || schema->kind == AVRO_FIXED;
}

const char *avro_schema_full_name(struct avro_memory memory, const struct avro_schema *schema)
{
    return *schema->space ? avro_print(memory, "%s.%s", schema->space, schema->name)
                          : schema->name;
}

const char *avro_schema_branch_name(struct avro_memory memory, const struct avro_schema *schema)
{
    return is_named(schema) ? avro_schema_full_name(memory, schema) : avro_kind_name(schema->kind);
}

static const char *union_label(struct avro_memory memory, const struct avro_schema *schema)
{
    const char *text = "[";

    for (size_t i = 0; i < schema->branch_count; i++)
        text = avro_print(memory, "%s%s%s", text, i ? ", " : "",
            avro_schema_label(memory, schema->branches[i]));
    return avro_print(memory, "%s]", text);
}

const char *avro_schema_label(struct avro_memory memory, const struct avro_schema *schema)
{
    const char *logical = avro_logical_name(schema->logical), *label;

    if (schema->kind == AVRO_UNION)
        return union_label(memory, schema);
    if (schema->kind == AVRO_ARRAY || schema->kind == AVRO_MAP)
        return avro_print(memory, "%s of %s", avro_kind_name(schema->kind),
            schema->items->kind == AVRO_ARRAY || schema->items->kind == AVRO_MAP
                ? avro_kind_name(schema->items->kind)
                : avro_schema_label(memory, schema->items));
    label = avro_kind_name(schema->kind);
    if (is_named(schema))
        label = avro_print(memory, "%s %s", label, schema->name);
    if (schema->logical == AVRO_DECIMAL)
        return avro_print(memory, "%s decimal(%d, %d)", label, schema->precision, schema->scale);
    return logical ? avro_print(memory, "%s %s", label, logical) : label;
}

const char *avro_schema_property(const struct avro_schema *schema, const char *key)
{
    for (size_t i = 0; i < schema->property_count; i++)
        if (!strcmp(schema->properties[i].key, key))
            return schema->properties[i].json;
    return NULL;
}

size_t avro_schema_least(const struct avro_schema *schema)
{
    size_t least = 0;

    switch (schema->kind) {
    case AVRO_NULL:
        return 0;
    case AVRO_FLOAT:
        return 4;
    case AVRO_DOUBLE:
        return 8;
    case AVRO_FIXED:
        return (size_t)schema->size;
    case AVRO_RECORD:
        if (schema->recursive)
            return 1; /* Refused anyway. */
        for (size_t i = 0; i < schema->field_count; i++)
            least += avro_schema_least(schema->fields[i].schema);
        return least;
    case AVRO_BOOLEAN: case AVRO_INT: case AVRO_LONG: case AVRO_BYTES: case AVRO_STRING:
    case AVRO_ENUM: case AVRO_ARRAY: case AVRO_MAP: case AVRO_UNION:
        break;
    }
    return 1;
}

int avro_schema_null_branch(const struct avro_schema *schema)
{
    if (schema->kind != AVRO_UNION || schema->branch_count != 2)
        return -1;
    for (int i = 0; i < 2; i++)
        if (schema->branches[i]->kind == AVRO_NULL)
            return i;
    return -1;
}
