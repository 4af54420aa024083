/* Defaults of fields, and recursion. */
#include "avro.h"

#include <string.h>

const char *avro_branch_name(struct arena *arena, const struct avro_schema *schema)
{
    switch (schema->kind) {
    case AVRO_NULL: return "null";
    case AVRO_BOOLEAN: return "boolean";
    case AVRO_INT: return "int";
    case AVRO_LONG: return "long";
    case AVRO_FLOAT: return "float";
    case AVRO_DOUBLE: return "double";
    case AVRO_BYTES: return "bytes";
    case AVRO_STRING: return "string";
    case AVRO_ARRAY: return "array";
    case AVRO_MAP: return "map";
    case AVRO_UNION: return "union";
    case AVRO_RECORD: case AVRO_ENUM: case AVRO_FIXED: break;
    }
    return avro_full_name(arena, schema);
}

/* ---- defaults ---- */

/* Bytes are code points 0 to 255. */
static bool are_bytes(const json_t *value, size_t *count)
{
    const char *at = json_string_value(value), *end;

    *count = 0;
    if (!at)
        return false;
    for (end = at + json_string_length(value); at < end; ++*count) {
        uint32_t cp;
        size_t size = utf8_decode(at, end, &cp);

        if (!size || cp > 0xff)
            return false;
        at += size;
    }
    return true;
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
        return json_is_number(value) || (json_is_string(value) &&
            strstr(" NaN Infinity -Infinity ", json_string_value(value)));
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
    bool *seen; /* by number */
    const struct avro_schema *target;
};

static bool reaches(struct search *search, const struct avro_schema *schema);

static bool record_reaches(struct search *search, const struct avro_schema *record)
{
    for (size_t i = 0; i < record->field_count; i++) {
        if (reaches(search, record->fields[i].schema))
            return true;
    }
    return false;
}

static bool reaches(struct search *search, const struct avro_schema *schema)
{
    switch (schema->kind) {
    case AVRO_ARRAY: case AVRO_MAP:
        return reaches(search, schema->items);
    case AVRO_UNION:
        for (size_t i = 0; i < schema->branch_count; i++) {
            if (reaches(search, schema->branches[i]))
                return true;
        }
        return false;
    case AVRO_RECORD:
        if (schema == search->target)
            return true;
        if (search->seen[schema->number])
            return false;
        search->seen[schema->number] = true;
        return record_reaches(search, schema);
    case AVRO_NULL: case AVRO_BOOLEAN: case AVRO_INT: case AVRO_LONG: case AVRO_FLOAT:
    case AVRO_DOUBLE: case AVRO_BYTES: case AVRO_STRING: case AVRO_ENUM: case AVRO_FIXED:
        return false;
    }
    return false;
}

void avro_mark_recursive(struct arena *arena, struct avro_schema **records, size_t count)
{
    struct search search = {.seen = arena_array(arena, count + 1, sizeof(bool))};

    for (size_t i = 0; i < count; i++) {
        memset(search.seen, 0, count * sizeof *search.seen);
        search.target = records[i];
        records[i]->recursive = record_reaches(&search, records[i]);
    }
}
