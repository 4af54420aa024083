/* SQL columns to JSON Schema text, as README.md lists them. */
#include "json_type.h"

#include "json_text.h"

#include <string.h>

#define LOGICAL "org.apache.kafka.connect.data."
#define FLINK_VERSION ",\"flink.version\":\"1\""

struct derive {
    struct arena *arena;
    const char *error;
};

/* Members of one schema object, without braces: {"type": …} of a type that is NOT NULL. */
static bool derive_members(struct derive *derive, struct text *out, const struct type *type,
    const char *row);

static bool refuse(struct derive *derive, const char *row, const struct type *type,
    const char *why)
{
    derive->error = arena_printf(derive->arena, "field '%s': %s has no form in JSON Schema%s", row,
        type_brief(derive->arena, type), why);
    return false;
}

static void add_number(struct text *out, const char *connect_type)
{
    text_printf(out, "\"type\":\"number\",\"connect.type\":\"%s\"", connect_type);
}

static void add_length(struct text *out, const struct type *type)
{
    text_add(out, "\"type\":\"string\"");
    if (type->kind == TYPE_CHAR)
        text_printf(out, ",\"minLength\":%d", type->length);
    if (type->length < TYPE_MAX_LENGTH)
        text_printf(out, ",\"maxLength\":%d", type->length);
}

static void add_bytes(struct text *out, const struct type *type)
{
    text_add(out, "\"type\":\"string\",\"connect.type\":\"bytes\"");
    if (type->kind == TYPE_BINARY)
        text_printf(out, ",\"flink.minLength\":%d", type->length);
    if (type->length < TYPE_MAX_LENGTH)
        text_printf(out, ",\"flink.maxLength\":%d" FLINK_VERSION, type->length);
}

static void add_decimal(struct text *out, const struct type *type)
{
    text_printf(out, "\"type\":\"number\",\"title\":\"" LOGICAL "Decimal\","
        "\"connect.type\":\"bytes\",\"connect.parameters\":{"
        "\"connect.decimal.precision\":\"%d\",\"scale\":\"%d\"}", type->precision, type->scale);
}

/* Values count milliseconds. */
static bool add_time(struct derive *derive, struct text *out, const struct type *type,
    const char *row)
{
    bool local = type->kind == TYPE_TIMESTAMP;

    if (type->precision > 3)
        return refuse(derive, row, type, " beyond precision 3: its values are milliseconds");
    add_number(out, type->kind == TYPE_TIME ? "int32" : "int64");
    if (!local)
        text_printf(out, ",\"title\":\"" LOGICAL "%s\"",
            type->kind == TYPE_TIME ? "Time" : "Timestamp");
    if (type->precision != 3)
        text_printf(out, ",\"flink.precision\":%d", type->precision);
    if (local)
        text_add(out, ",\"flink.type\":\"timestamp\"");
    if (local || type->precision != 3)
        text_add(out, FLINK_VERSION);
    return true;
}

/* ---- constructed ---- */

static bool derive_nullable(struct derive *derive, struct text *out, const struct type *type,
    const char *row)
{
    if (!type->nullable)
        return derive_members(derive, out, type, row);
    text_add(out, "\"oneOf\":[{\"type\":\"null\"},{");
    if (!derive_members(derive, out, type, row))
        return false;
    text_add(out, "}]");
    return true;
}

static bool derive_map(struct derive *derive, struct text *out, const struct type *type,
    const char *row)
{
    bool is_multiset = type->kind == TYPE_MULTISET;
    const struct type *key = is_multiset ? type->element : type->key;
    const struct type *value = is_multiset ? type_simple(derive->arena, TYPE_INT, false)
                                           : type->element;

    if (type_is_text(key)) {
        text_add(out, "\"type\":\"object\",\"additionalProperties\":{");
        if (!derive_nullable(derive, out, value, row))
            return false;
    } else {
        text_add(out, "\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
            "\"key\":{");
        if (!derive_nullable(derive, out, key, arena_printf(derive->arena, "%s_key", row)))
            return false;
        text_add(out, "},\"value\":{");
        if (!derive_nullable(derive, out, value, arena_printf(derive->arena, "%s_value", row)))
            return false;
        text_add(out, "}},\"additionalProperties\":false");
    }
    text_add(out, "},\"connect.type\":\"map\"");
    if (is_multiset)
        text_add(out, ",\"flink.type\":\"multiset\"" FLINK_VERSION);
    return true;
}

static bool derive_field(struct derive *derive, struct text *out, const struct type_field *field,
    size_t index, const char *row)
{
    json_add_string(out, field->name, strlen(field->name));
    text_printf(out, ":{\"connect.index\":%zu,", index);
    if (field->comment) {
        text_add(out, "\"description\":");
        json_add_string(out, field->comment, strlen(field->comment));
        text_add_char(out, ',');
    }
    if (!derive_nullable(derive, out, field->type,
            arena_printf(derive->arena, "%s_%s", row, field->name)))
        return false;
    text_add_char(out, '}');
    return true;
}

static bool derive_row(struct derive *derive, struct text *out, const struct type_field *fields,
    size_t count, const char *row)
{
    bool first = true;

    text_add(out, "\"type\":\"object\",\"title\":");
    json_add_string(out, row, strlen(row));
    text_add(out, ",\"properties\":{");
    for (size_t i = 0; i < count; i++) {
        text_add(out, i ? "," : "");
        if (!derive_field(derive, out, &fields[i], i, row))
            return false;
    }
    text_add_char(out, '}');
    for (size_t i = 0; i < count; i++) {
        if (fields[i].type->nullable)
            continue;
        text_add(out, first ? ",\"required\":[" : ",");
        json_add_string(out, fields[i].name, strlen(fields[i].name));
        first = false;
    }
    text_add(out, first ? ",\"additionalProperties\":false" : "],\"additionalProperties\":false");
    return true;
}

static bool derive_members(struct derive *derive, struct text *out, const struct type *type,
    const char *row)
{
    switch (type->kind) {
    case TYPE_BOOLEAN: text_add(out, "\"type\":\"boolean\""); return true;
    case TYPE_TINYINT: add_number(out, "int8"); return true;
    case TYPE_SMALLINT: add_number(out, "int16"); return true;
    case TYPE_INT: add_number(out, "int32"); return true;
    case TYPE_BIGINT: add_number(out, "int64"); return true;
    case TYPE_FLOAT: add_number(out, "float32"); return true;
    case TYPE_DOUBLE: add_number(out, "float64"); return true;
    case TYPE_DECIMAL: add_decimal(out, type); return true;
    case TYPE_CHAR: case TYPE_VARCHAR: add_length(out, type); return true;
    case TYPE_BINARY: case TYPE_VARBINARY: add_bytes(out, type); return true;
    case TYPE_DATE:
        add_number(out, "int32");
        text_add(out, ",\"title\":\"" LOGICAL "Date\"");
        return true;
    case TYPE_TIME: case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ:
        return add_time(derive, out, type, row);
    case TYPE_ARRAY:
        text_add(out, "\"type\":\"array\",\"items\":{");
        if (!derive_nullable(derive, out, type->element, row))
            return false;
        text_add_char(out, '}');
        return true;
    case TYPE_MULTISET: case TYPE_MAP:
        return derive_map(derive, out, type, row);
    case TYPE_ROW:
        return derive_row(derive, out, type->fields, type->field_count, row);
    case TYPE_NULL: case TYPE_TIMESTAMP_TZ: case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY:
    case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR:
        break;
    }
    return refuse(derive, row, type, "");
}

const char *json_from_fields(struct arena *arena, const char *record_name,
    const struct type_field *fields, size_t count, const char **error)
{
    struct derive derive = {.arena = arena};
    struct text out = {.arena = arena};

    text_add_char(&out, '{');
    if (!derive_row(&derive, &out, fields, count, record_name)) {
        *error = derive.error;
        return NULL;
    }
    text_add_char(&out, '}');
    return text_chars(&out);
}
