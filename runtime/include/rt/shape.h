/* A row struct as data: what generated code says of the row that a side of a table is read into, so
 * that a record whose schema is first seen at run time can be decoded into it by a program
 * (task/decoder.c) instead of generated code.
 *
 * It knows no format. Shapes are `static const` in the generated file; every pointer stays valid as
 * long as the pipeline. Memory is laid out as rt/base.h says:
 *
 * - a row struct begins with `uint64_t nulls[]`; a member's NULL bit is the number that its field
 *   gives; a member that is NULL has no value;
 * - ARRAY is struct rt_shape_array, MAP and MULTISET are struct rt_shape_map, but for the types of
 *   their pointers: write them by rt_shape_put_array and rt_shape_put_map;
 * - elements stand rt_shape_size apart; a ROW among them begins zeroed.
 *
 * A decoder is handed a zeroed row. It writes members of the fields that are read and no others,
 * and allocates from the batch arena alone. */
#ifndef RT_SHAPE_H
#define RT_SHAPE_H

#include <rt/base.h>

#include <string.h>

/* By the way the value stands in memory and is read; CHAR is VARCHAR, BINARY is VARBINARY. */
enum rt_shape_kind {
    RT_SHAPE_BOOLEAN, RT_SHAPE_TINYINT, RT_SHAPE_SMALLINT, RT_SHAPE_INT, RT_SHAPE_BIGINT,
    RT_SHAPE_FLOAT, RT_SHAPE_DOUBLE,
    RT_SHAPE_DECIMAL,      /* precision, scale */
    RT_SHAPE_TEXT, RT_SHAPE_BYTES,
    RT_SHAPE_DATE,
    RT_SHAPE_TIME,         /* precision: SQL's; always milliseconds in memory */
    RT_SHAPE_TIMESTAMP, RT_SHAPE_TIMESTAMP_LTZ, /* precision */
    RT_SHAPE_MONTHS,       /* INTERVAL YEAR TO MONTH */
    RT_SHAPE_INTERVAL,     /* INTERVAL DAY TO SECOND, in milliseconds */
    RT_SHAPE_ARRAY,        /* element */
    RT_SHAPE_MULTISET,     /* key; its counts are INT NOT NULL */
    RT_SHAPE_MAP,          /* key, element: the value */
    RT_SHAPE_ROW,          /* size, fields */
};

struct rt_shape_field;

struct rt_shape {
    enum rt_shape_kind kind;
    bool nullable;             /* false: NULL must be refused */
    uint8_t precision, scale;
    size_t size;               /* ROW: of its struct */
    const struct rt_shape *key, *element;
    const struct rt_shape_field *fields;
    size_t field_count;
};

/* A column of a side (its name there, without key.fields-prefix), or a field of a ROW. */
struct rt_shape_field {
    const char *name;          /* UTF-8, as in SQL */
    size_t offset;             /* of the value from the begin of the row struct */
    size_t null_bit;           /* in the struct's `nulls` */
    bool unread;               /* the query does not read it: there is no member, shape is empty */
    struct rt_shape shape;
};

struct rt_shape_array {
    size_t count;
    const void *at;
    const bool *null;          /* NULL: no element is NULL */
};

struct rt_shape_map {
    size_t count;
    const void *keys, *values;
    const bool *null;          /* of values; NULL: none is NULL */
    const bool *key_null;      /* likewise */
};

/* Bytes of a value in memory. */
static inline size_t rt_shape_size(const struct rt_shape *shape)
{
    switch (shape->kind) {
    case RT_SHAPE_BOOLEAN:
    case RT_SHAPE_TINYINT:
        return 1;
    case RT_SHAPE_SMALLINT:
        return 2;
    case RT_SHAPE_INT:
    case RT_SHAPE_FLOAT:
    case RT_SHAPE_DATE:
    case RT_SHAPE_TIME:
    case RT_SHAPE_MONTHS:
        return 4;
    case RT_SHAPE_BIGINT:
    case RT_SHAPE_DOUBLE:
    case RT_SHAPE_INTERVAL:
        return 8;
    case RT_SHAPE_DECIMAL:
        return shape->precision <= 18 ? sizeof(int64_t) : sizeof(rt_int128);
    case RT_SHAPE_TEXT:
    case RT_SHAPE_BYTES:
        return sizeof(struct rt_bytes);
    case RT_SHAPE_TIMESTAMP:
    case RT_SHAPE_TIMESTAMP_LTZ:
        return shape->precision <= 6 ? sizeof(int64_t) : sizeof(struct rt_timestamp);
    case RT_SHAPE_ARRAY:
        return sizeof(struct rt_shape_array);
    case RT_SHAPE_MULTISET:
    case RT_SHAPE_MAP:
        return sizeof(struct rt_shape_map);
    case RT_SHAPE_ROW:
        break;
    }
    return shape->size;
}

/* The member at `to` becomes this ARRAY, MAP or MULTISET. By bytes, for the generated struct has
 * pointers of other types. */
static inline void rt_shape_put_array(void *to, struct rt_shape_array array)
{
    memcpy(to, &array, sizeof array);
}

static inline void rt_shape_put_map(void *to, struct rt_shape_map map)
{
    memcpy(to, &map, sizeof map);
}

/* Sets the NULL bit of a field of the row struct at `row`. */
static inline void rt_shape_set_null(void *row, const struct rt_shape_field *field)
{
    rt_null_set(row, field->null_bit, true);
}

#endif
