/* Which types may be cast to which, implicitly (INSERT INTO) and explicitly (CAST). Nullability
 * plays no part: a NULL for a NOT NULL column is found at run time. */
#include "type.h"

typedef bool cast_rule(const struct type *from, const struct type *to);

static bool is_constructed(const struct type *type)
{
    return type->kind >= TYPE_ARRAY && type->kind <= TYPE_ROW;
}

static bool cast_constructed(const struct type *from, const struct type *to, cast_rule *rule)
{
    if (from->kind != to->kind)
        return false;
    switch (from->kind) {
    case TYPE_MAP:
        return rule(from->key, to->key) && rule(from->element, to->element);
    case TYPE_ROW:
        if (from->field_count != to->field_count ||
            (rule == type_casts_implicitly && !type_same_class(from, to)))
            return false;
        for (size_t i = 0; i < from->field_count; i++) {
            if (!rule(from->fields[i].type, to->fields[i].type))
                return false;
        }
        return true;
    case TYPE_ARRAY: case TYPE_MULTISET:
        return rule(from->element, to->element);
    case TYPE_NULL: case TYPE_BOOLEAN: case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT:
    case TYPE_BIGINT: case TYPE_FLOAT: case TYPE_DOUBLE: case TYPE_DECIMAL: case TYPE_CHAR:
    case TYPE_VARCHAR: case TYPE_BINARY: case TYPE_VARBINARY: case TYPE_DATE: case TYPE_TIME:
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ: case TYPE_TIMESTAMP_TZ:
    case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY:
    case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW:
    case TYPE_DESCRIPTOR:
        break;
    }
    return false;
}

bool type_casts_implicitly(const struct type *from, const struct type *to)
{
    enum type_kind kind = from->kind;

    if (kind == TYPE_NULL)
        return true;
    if (is_constructed(from) || is_constructed(to))
        return cast_constructed(from, to, type_casts_implicitly);
    switch (to->kind) {
    case TYPE_VARCHAR:
        return type_is_text(from);
    case TYPE_VARBINARY:
        return type_is_binary(from);
    case TYPE_DECIMAL: case TYPE_DOUBLE:
        return type_is_numeric(from);
    case TYPE_FLOAT:
        return type_is_exact(from) || kind == TYPE_FLOAT;
    case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT: case TYPE_BIGINT:
        return type_is_integer(from) && kind <= to->kind;
    case TYPE_DATE: case TYPE_TIME:
        return kind == to->kind || kind == TYPE_TIMESTAMP;
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ: case TYPE_TIMESTAMP_TZ:
        return kind == to->kind || kind == TYPE_TIMESTAMP || kind == TYPE_TIMESTAMP_LTZ;
    case TYPE_BOOLEAN: case TYPE_CHAR: case TYPE_BINARY: case TYPE_INTERVAL_MONTH:
    case TYPE_INTERVAL_DAY:
    case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR: case TYPE_NULL:
        return kind == to->kind;
    case TYPE_ARRAY: case TYPE_MULTISET: case TYPE_MAP: case TYPE_ROW:
        break;
    }
    return false;
}

/* Everything that has a text. */
static bool prints(const struct type *type)
{
    return type->kind != TYPE_DESCRIPTOR;
}

bool type_casts_explicitly(const struct type *from, const struct type *to)
{
    if (type_casts_implicitly(from, to))
        return true;
    if (from->kind == TYPE_VARIANT)
        return false;
    if (type_is_text(to))
        return prints(from);
    if (is_constructed(from) || is_constructed(to))
        return cast_constructed(from, to, type_casts_explicitly);
    switch (to->kind) {
    case TYPE_BOOLEAN:
        return type_is_text(from) || type_is_numeric(from);
    case TYPE_BINARY: case TYPE_VARBINARY:
        return type_is_text(from) || type_is_binary(from) || from->kind == TYPE_RAW;
    case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT: case TYPE_BIGINT: case TYPE_DECIMAL:
        return type_is_numeric(from) || type_is_text(from) || type_is_interval(from) ||
            from->kind == TYPE_BOOLEAN;
    case TYPE_FLOAT: case TYPE_DOUBLE:
        return type_is_numeric(from) || type_is_text(from) || from->kind == TYPE_BOOLEAN;
    case TYPE_DATE: case TYPE_TIME:
        return type_is_text(from) || from->kind == to->kind || from->kind == TYPE_TIMESTAMP ||
            from->kind == TYPE_TIMESTAMP_LTZ;
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ: case TYPE_TIMESTAMP_TZ:
        return type_is_text(from) || type_is_datetime(from);
    case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY:
        return type_is_text(from) || type_is_exact(from);
    case TYPE_NULL: case TYPE_CHAR: case TYPE_VARCHAR: case TYPE_ARRAY: case TYPE_MULTISET:
    case TYPE_MAP: case TYPE_ROW:
    case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR:
        break;
    }
    return false;
}
