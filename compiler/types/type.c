#include "type.h"

#include <string.h>

static struct type *make(struct arena *arena, enum type_kind kind, bool nullable)
{
    struct type *type = NEW(arena, struct type);

    type->kind = kind;
    type->nullable = nullable;
    return type;
}

const struct type *type_simple(struct arena *arena, enum type_kind kind, bool nullable)
{
    return make(arena, kind, nullable);
}

const struct type *type_decimal(struct arena *arena, int precision, int scale, bool nullable)
{
    struct type *type = make(arena, TYPE_DECIMAL, nullable);

    type->precision = precision;
    type->scale = scale;
    return type;
}

const struct type *type_sized(struct arena *arena, enum type_kind kind, int length, bool nullable)
{
    struct type *type = make(arena, kind, nullable);

    type->length = length;
    return type;
}

const struct type *type_temporal(struct arena *arena, enum type_kind kind, int precision,
    bool nullable)
{
    struct type *type = make(arena, kind, nullable);

    type->precision = precision;
    return type;
}

const struct type *type_interval(struct arena *arena, enum interval_range range, int precision,
    int scale, bool nullable)
{
    struct type *type = make(arena,
        range <= INTERVAL_MONTH ? TYPE_INTERVAL_MONTH : TYPE_INTERVAL_DAY, nullable);

    type->range = range;
    type->precision = precision;
    type->scale = scale;
    return type;
}

const struct type *type_array(struct arena *arena, const struct type *element, bool nullable)
{
    struct type *type = make(arena, TYPE_ARRAY, nullable);

    type->element = element;
    return type;
}

const struct type *type_multiset(struct arena *arena, const struct type *element, bool nullable)
{
    struct type *type = make(arena, TYPE_MULTISET, nullable);

    type->element = element;
    return type;
}

const struct type *type_map(struct arena *arena, const struct type *key, const struct type *value,
    bool nullable)
{
    struct type *type = make(arena, TYPE_MAP, nullable);

    type->key = key;
    type->element = value;
    return type;
}

const struct type *type_row(struct arena *arena, const struct type_field *fields, size_t count,
    bool nullable)
{
    struct type *type = make(arena, TYPE_ROW, nullable);

    type->fields = fields;
    type->field_count = count;
    return type;
}

const struct type *type_structured(struct arena *arena, const char *class_name,
    const struct type_field *fields, size_t count, bool nullable)
{
    const struct type *row = type_row(arena, fields, count, nullable);
    struct type *type = arena_copy(arena, row, sizeof *row);

    type->class_name = class_name;
    return type;
}

const struct type *type_with_null(struct arena *arena, const struct type *type, bool nullable)
{
    struct type *copy;

    if (type->nullable == nullable)
        return type;
    copy = arena_copy(arena, type, sizeof *type);
    copy->nullable = nullable;
    return copy;
}

const struct type *type_with_attribute(struct arena *arena, const struct type *type,
    enum time_attribute attribute)
{
    struct type *copy;

    if (type->attribute == attribute)
        return type;
    copy = arena_copy(arena, type, sizeof *type);
    copy->attribute = attribute;
    return copy;
}

const struct type *type_string(struct arena *arena, bool nullable)
{
    return type_sized(arena, TYPE_VARCHAR, TYPE_MAX_LENGTH, nullable);
}

const struct type *type_bytes(struct arena *arena, bool nullable)
{
    return type_sized(arena, TYPE_VARBINARY, TYPE_MAX_LENGTH, nullable);
}

/* ---- equality ---- */

bool type_same_class(const struct type *a, const struct type *b)
{
    if (!a->class_name || !b->class_name)
        return a->class_name == b->class_name;
    return !strcmp(a->class_name, b->class_name);
}

static bool fields_equal(const struct type *a, const struct type *b)
{
    if (a->field_count != b->field_count || !type_same_class(a, b))
        return false;
    for (size_t i = 0; i < a->field_count; i++) {
        if (strcmp(a->fields[i].name, b->fields[i].name) != 0 ||
                !type_equal(a->fields[i].type, b->fields[i].type))
            return false;
    }
    return true;
}

bool type_same(const struct type *a, const struct type *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case TYPE_NULL: case TYPE_BOOLEAN: case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT:
    case TYPE_BIGINT: case TYPE_FLOAT: case TYPE_DOUBLE: case TYPE_DATE:
    case TYPE_VARIANT: case TYPE_BITMAP:
    case TYPE_RAW: case TYPE_DESCRIPTOR:
        return true;
    case TYPE_DECIMAL:
        return a->precision == b->precision && a->scale == b->scale;
    case TYPE_CHAR: case TYPE_VARCHAR: case TYPE_BINARY: case TYPE_VARBINARY:
        return a->length == b->length;
    case TYPE_TIME: case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ: case TYPE_TIMESTAMP_TZ:
        return a->precision == b->precision;
    case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY:
        return a->range == b->range && a->precision == b->precision && a->scale == b->scale;
    case TYPE_ARRAY: case TYPE_MULTISET:
        return type_equal(a->element, b->element);
    case TYPE_MAP:
        return type_equal(a->key, b->key) && type_equal(a->element, b->element);
    case TYPE_ROW:
        return fields_equal(a, b);
    }
    return false;
}

bool type_equal(const struct type *a, const struct type *b)
{
    return a == b || (a->nullable == b->nullable && type_same(a, b));
}

/* ---- families ---- */

bool type_is_integer(const struct type *type)
{
    return type->kind >= TYPE_TINYINT && type->kind <= TYPE_BIGINT;
}

bool type_is_exact(const struct type *type)
{
    return type_is_integer(type) || type->kind == TYPE_DECIMAL;
}

bool type_is_approximate(const struct type *type)
{
    return type->kind == TYPE_FLOAT || type->kind == TYPE_DOUBLE;
}

bool type_is_numeric(const struct type *type)
{
    return type_is_exact(type) || type_is_approximate(type);
}

bool type_is_text(const struct type *type)
{
    return type->kind == TYPE_CHAR || type->kind == TYPE_VARCHAR;
}

bool type_is_binary(const struct type *type)
{
    return type->kind == TYPE_BINARY || type->kind == TYPE_VARBINARY;
}

bool type_is_datetime(const struct type *type)
{
    return type->kind >= TYPE_DATE && type->kind <= TYPE_TIMESTAMP_LTZ;
}

bool type_is_interval(const struct type *type)
{
    return type->kind == TYPE_INTERVAL_MONTH || type->kind == TYPE_INTERVAL_DAY;
}
