/* Result types: decimal arithmetic, and the least type common to several. */
#include "type.h"

#include <string.h>

enum { LEAST_SCALE = 6 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

const struct type *type_as_decimal(struct arena *arena, const struct type *type)
{
    int precision = 0;

    switch (type->kind) {
    case TYPE_TINYINT: precision = 3; break;
    case TYPE_SMALLINT: precision = 5; break;
    case TYPE_INT: precision = 10; break;
    case TYPE_BIGINT: precision = 19; break;
    case TYPE_DECIMAL: return type;
    case TYPE_NULL: case TYPE_BOOLEAN: case TYPE_FLOAT: case TYPE_DOUBLE: case TYPE_CHAR:
    case TYPE_VARCHAR: case TYPE_BINARY: case TYPE_VARBINARY: case TYPE_DATE: case TYPE_TIME:
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ: case TYPE_TIMESTAMP_TZ:
    case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY: case TYPE_ARRAY: case TYPE_MULTISET:
    case TYPE_MAP: case TYPE_ROW:
    case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR:
        BUG("no decimal for a type of kind %d", (int)type->kind);
    }
    return type_decimal(arena, precision, 0, type->nullable);
}

/* Digits before the point are kept before those behind it, of which six stay at least. */
static const struct type *fit_decimal(struct arena *arena, int precision, int scale, bool nullable)
{
    int digits = precision - scale;

    if (precision > TYPE_MAX_PRECISION) {
        scale = most(TYPE_MAX_PRECISION - digits, least(scale, LEAST_SCALE));
        precision = TYPE_MAX_PRECISION;
    }
    return type_decimal(arena, precision, scale, nullable);
}

static const struct type *decimal_arithmetic(struct arena *arena, char op, const struct type *a,
    const struct type *b, bool nullable)
{
    int p1 = a->precision, s1 = a->scale, p2 = b->precision, s2 = b->scale;
    int scale;

    switch (op) {
    case '+': case '-':
        scale = most(s1, s2);
        return fit_decimal(arena, most(p1 - s1, p2 - s2) + scale + 1, scale, nullable);
    case '*':
        return fit_decimal(arena, p1 + p2 + 1, s1 + s2, nullable);
    case '/':
        scale = most(LEAST_SCALE, s1 + p2 + 1);
        return fit_decimal(arena, p1 - s1 + s2 + scale, scale, nullable);
    case '%':
        scale = most(s1, s2);
        return fit_decimal(arena, least(p1 - s1, p2 - s2) + scale, scale, nullable);
    }
    BUG("no arithmetic operator '%c'", op);
}

static const struct type *wider_number(struct arena *arena, const struct type *a,
    const struct type *b, bool nullable)
{
    if (type_is_approximate(a) || type_is_approximate(b)) {
        bool is_float = a->kind != TYPE_DOUBLE && b->kind != TYPE_DOUBLE &&
            a->kind != TYPE_DECIMAL && b->kind != TYPE_DECIMAL;

        return type_simple(arena, is_float ? TYPE_FLOAT : TYPE_DOUBLE, nullable);
    }
    if (a->kind == TYPE_DECIMAL || b->kind == TYPE_DECIMAL) {
        const struct type *x = type_as_decimal(arena, a), *y = type_as_decimal(arena, b);
        int digits = most(x->precision - x->scale, y->precision - y->scale);
        int scale = least(most(x->scale, y->scale), TYPE_MAX_PRECISION - digits);

        return type_decimal(arena, digits + scale, scale, nullable);
    }
    return type_simple(arena, a->kind > b->kind ? a->kind : b->kind, nullable);
}

const struct type *type_of_arithmetic(struct arena *arena, char op, const struct type *a,
    const struct type *b)
{
    bool nullable = a->nullable || b->nullable;

    if (type_is_approximate(a) || type_is_approximate(b))
        return wider_number(arena, a, b, nullable);
    /* A remainder of whole numbers is of the divisor's type. */
    if (op == '%' && a->scale == 0 && b->scale == 0)
        return type_with_null(arena, b, nullable);
    if (a->kind != TYPE_DECIMAL && b->kind != TYPE_DECIMAL)
        return wider_number(arena, a, b, nullable);
    return decimal_arithmetic(arena, op, type_as_decimal(arena, a), type_as_decimal(arena, b),
        nullable);
}

/* ---- least common type ---- */

static const struct type *common_interval(struct arena *arena, const struct type *a,
    const struct type *b, bool nullable)
{
    enum interval_range range = a->range;

    if (a->kind != b->kind)
        return NULL;
    if (a->range != b->range)
        range = a->kind == TYPE_INTERVAL_MONTH ? INTERVAL_YEAR_TO_MONTH : INTERVAL_DAY_TO_SECOND;
    return type_interval(arena, range, most(a->precision, b->precision), most(a->scale, b->scale),
        nullable);
}

static const struct type *common_datetime(struct arena *arena, const struct type *a,
    const struct type *b, bool nullable)
{
    if (a->kind == TYPE_TIME || b->kind == TYPE_TIME) {
        if (a->kind != b->kind)
            return NULL;
        return type_temporal(arena, TYPE_TIME, most(a->precision, b->precision), nullable);
    }
    if (a->kind == TYPE_DATE && b->kind == TYPE_DATE)
        return type_simple(arena, TYPE_DATE, nullable);
    return type_temporal(arena,
        a->kind == TYPE_TIMESTAMP_LTZ || b->kind == TYPE_TIMESTAMP_LTZ ? TYPE_TIMESTAMP_LTZ
                                                                      : TYPE_TIMESTAMP,
        most(a->precision, b->precision), nullable);
}

static const struct type *common_row(struct arena *arena, const struct type *a,
    const struct type *b, bool nullable)
{
    struct type_field *fields = arena_array(arena, a->field_count, sizeof *fields);

    if (a->field_count != b->field_count || !type_same_class(a, b))
        return NULL;
    for (size_t i = 0; i < a->field_count; i++) {
        if (a->class_name && strcmp(a->fields[i].name, b->fields[i].name) != 0)
            return NULL;
        fields[i] = a->fields[i];
        fields[i].type = type_common(arena, a->fields[i].type, b->fields[i].type);
        if (!fields[i].type)
            return NULL;
    }
    return type_structured(arena, a->class_name, fields, a->field_count, nullable);
}

/* ARRAY, MULTISET, MAP, ROW of the same kind. */
static const struct type *common_constructed(struct arena *arena, const struct type *a,
    const struct type *b, bool nullable)
{
    const struct type *element, *key;

    if (a->kind == TYPE_ROW)
        return common_row(arena, a, b, nullable);
    element = type_common(arena, a->element, b->element);
    if (!element)
        return NULL;
    if (a->kind == TYPE_ARRAY)
        return type_array(arena, element, nullable);
    if (a->kind == TYPE_MULTISET)
        return type_multiset(arena, element, nullable);
    key = type_common(arena, a->key, b->key);
    return key ? type_map(arena, key, element, nullable) : NULL;
}

const struct type *type_common(struct arena *arena, const struct type *a, const struct type *b)
{
    bool nullable = a->nullable || b->nullable;

    if (a->kind == TYPE_NULL)
        return type_with_null(arena, b, true);
    if (b->kind == TYPE_NULL)
        return type_with_null(arena, a, true);
    if (type_same(a, b))
        return type_with_attribute(arena, type_with_null(arena, a, nullable),
            a->attribute == b->attribute ? a->attribute : ATTRIBUTE_NONE);
    if (type_is_numeric(a) && type_is_numeric(b))
        return wider_number(arena, a, b, nullable);
    /* Texts of different lengths do not pad: the longer one is variable. */
    if (type_is_text(a) && type_is_text(b))
        return type_sized(arena, TYPE_VARCHAR, most(a->length, b->length), nullable);
    if (type_is_binary(a) && type_is_binary(b))
        return type_sized(arena, TYPE_VARBINARY, most(a->length, b->length), nullable);
    if (type_is_datetime(a) && type_is_datetime(b))
        return common_datetime(arena, a, b, nullable);
    if (type_is_interval(a) && type_is_interval(b))
        return common_interval(arena, a, b, nullable);
    if (a->kind == b->kind && a->kind >= TYPE_ARRAY && a->kind <= TYPE_ROW)
        return common_constructed(arena, a, b, nullable);
    return NULL;
}
