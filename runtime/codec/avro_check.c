/* Defaults of fields, and recursion. */
#include "codec/avro_schema.h"

#include <string.h>

/* ---- defaults ---- */

/* Bytes are code points 0 to 255; jansson has checked the UTF-8. */
static bool are_bytes(const json_t *value, size_t *count)
{
    const unsigned char *at = (const unsigned char *)json_string_value(value), *end;

    *count = 0;
    if (!at)
        return false;
    for (end = at + json_string_length(value); at < end; ++*count) {
        if (*at > 0xc3)
            return false;
        at += *at < 0x80 ? 1 : 2;
    }
    return true;
}

static bool is_float_name(const char *name)
{
    return name && (!strcmp(name, "NaN") || !strcmp(name, "Infinity") ||
                       !strcmp(name, "-Infinity"));
}

static bool is_symbol(const struct avro_schema *schema, const char *name)
{
    for (size_t i = 0; name && i < schema->symbol_count; i++) {
        if (strcmp(schema->symbols[i], name) == 0)
            return true;
    }
    return false;
}

static bool record_fits(const struct avro_schema *schema, const json_t *value)
{
    if (!json_is_object(value))
        return false;
    for (size_t i = 0; i < schema->field_count; i++) {
        const json_t *member = json_object_get(value, schema->fields[i].name);

        if (member ? !avro_default_fits(schema->fields[i].schema, member)
                   : !schema->fields[i].has_default)
            return false;
    }
    return true;
}

static bool items_fit(const struct avro_schema *schema, const json_t *value)
{
    const char *key;
    json_t *member;

    if (schema->kind == AVRO_ARRAY) {
        for (size_t i = 0; i < json_array_size(value); i++) {
            if (!avro_default_fits(schema->items, json_array_get(value, i)))
                return false;
        }
        return json_is_array(value);
    }
    json_object_foreach((json_t *)value, key, member) {
        if (!avro_default_fits(schema->items, member))
            return false;
    }
    return json_is_object(value);
}

bool avro_default_fits(const struct avro_schema *schema, const json_t *value)
{
    size_t count;

    switch (schema->kind) {
    case AVRO_NULL: return json_is_null(value);
    case AVRO_BOOLEAN: return json_is_boolean(value);
    case AVRO_INT:
        return json_is_integer(value) && json_integer_value(value) >= INT32_MIN &&
            json_integer_value(value) <= INT32_MAX;
    case AVRO_LONG: return json_is_integer(value);
    case AVRO_FLOAT: case AVRO_DOUBLE:
        return json_is_number(value) || is_float_name(json_string_value(value));
    case AVRO_BYTES: return are_bytes(value, &count);
    case AVRO_FIXED: return are_bytes(value, &count) && count == (size_t)schema->size;
    case AVRO_STRING: return json_is_string(value);
    case AVRO_ENUM: return is_symbol(schema, json_string_value(value));
    case AVRO_ARRAY: case AVRO_MAP: return items_fit(schema, value);
    case AVRO_RECORD: return record_fits(schema, value);
    case AVRO_UNION:
        for (size_t i = 0; i < schema->branch_count; i++) {
            if (avro_default_fits(schema->branches[i], value))
                return true;
        }
        return false;
    }
    return false;
}

/* ---- recursion ---- */

struct search {
    struct avro_memory memory;
    bool *seen; /* by number */
    const struct avro_schema *target;
};

/* The way from the schema to the target, ".children[]", NULL if there is none. */
static const char *way(struct search *search, const struct avro_schema *schema);

static const char *record_way(struct search *search, const struct avro_schema *record)
{
    for (size_t i = 0; i < record->field_count; i++) {
        const char *found = way(search, record->fields[i].schema);

        if (found)
            return avro_print(search->memory, ".%s%s", record->fields[i].name, found);
    }
    return NULL;
}

static const char *union_way(struct search *search, const struct avro_schema *schema)
{
    const char *found = NULL;

    for (size_t i = 0; i < schema->branch_count && !found; i++)
        found = way(search, schema->branches[i]);
    return found;
}

static const char *way(struct search *search, const struct avro_schema *schema)
{
    const char *found;

    switch (schema->kind) {
    case AVRO_ARRAY: case AVRO_MAP:
        found = way(search, schema->items);
        return found ? avro_print(search->memory, "[]%s", found) : NULL;
    case AVRO_UNION:
        return union_way(search, schema);
    case AVRO_RECORD:
        if (schema == search->target)
            return "";
        if (search->seen[schema->number])
            return NULL;
        search->seen[schema->number] = true;
        return record_way(search, schema);
    case AVRO_NULL: case AVRO_BOOLEAN: case AVRO_INT: case AVRO_LONG: case AVRO_FLOAT:
    case AVRO_DOUBLE: case AVRO_BYTES: case AVRO_STRING: case AVRO_ENUM: case AVRO_FIXED:
        break;
    }
    return NULL;
}

void avro_mark_recursive(struct avro_memory memory, struct avro_schema **records, size_t count)
{
    struct search search = {.memory = memory, .seen = avro_new(memory, count, sizeof(bool))};

    for (size_t i = 0; i < count; i++) {
        const char *found;

        memset(search.seen, 0, count * sizeof *search.seen);
        search.target = records[i];
        found = record_way(&search, records[i]);
        records[i]->recursive = found != NULL;
        records[i]->cycle = found ? found + 1 : NULL;
    }
}
