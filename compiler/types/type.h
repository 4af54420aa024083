/* SQL types of Flink, their limits and their names. Immutable; memory is the arena's. */
#ifndef DDL2C_TYPE_H
#define DDL2C_TYPE_H

#include "../base/base.h"

enum type_kind {
    TYPE_NULL, /* the untyped NULL literal; never a column's */
    TYPE_BOOLEAN,
    TYPE_TINYINT, TYPE_SMALLINT, TYPE_INT, TYPE_BIGINT,
    TYPE_FLOAT, TYPE_DOUBLE,
    TYPE_DECIMAL,   /* precision 1..38, scale 0..precision */
    TYPE_CHAR, TYPE_VARCHAR,      /* length 1..TYPE_MAX_LENGTH (CHAR literal '' has 0) */
    TYPE_BINARY, TYPE_VARBINARY,  /* likewise, bytes */
    TYPE_DATE,
    TYPE_TIME,           /* precision 0..9 */
    TYPE_TIMESTAMP,      /* precision 0..9, no zone */
    TYPE_TIMESTAMP_LTZ,  /* precision 0..9 */
    TYPE_TIMESTAMP_TZ,   /* parsed and printed; not computable */
    TYPE_INTERVAL_MONTH, /* INTERVAL YEAR(p) TO MONTH and its parts */
    TYPE_INTERVAL_DAY,   /* INTERVAL DAY(p) TO SECOND(s) and its parts */
    TYPE_ARRAY, TYPE_MULTISET, TYPE_MAP, TYPE_ROW,
    TYPE_VARIANT, TYPE_BITMAP, TYPE_RAW, TYPE_DESCRIPTOR,
};

enum { TYPE_MAX_LENGTH = 2147483647, TYPE_MAX_PRECISION = 38 };

enum time_attribute { ATTRIBUTE_NONE, ATTRIBUTE_ROWTIME, ATTRIBUTE_PROCTIME };

/* Interval units in the order of Flink's type names. */
enum interval_range { INTERVAL_YEAR, INTERVAL_YEAR_TO_MONTH, INTERVAL_MONTH, INTERVAL_DAY,
    INTERVAL_DAY_TO_HOUR, INTERVAL_DAY_TO_MINUTE, INTERVAL_DAY_TO_SECOND, INTERVAL_HOUR,
    INTERVAL_HOUR_TO_MINUTE, INTERVAL_HOUR_TO_SECOND, INTERVAL_MINUTE, INTERVAL_MINUTE_TO_SECOND,
    INTERVAL_SECOND };

struct type_field {
    const char *name;
    const struct type *type;
    const char *comment; /* NULL: none */
};

struct type {
    enum type_kind kind;
    bool nullable;
    int length;              /* CHAR, VARCHAR, BINARY, VARBINARY */
    int precision, scale;    /* DECIMAL; precision of TIME, TIMESTAMP*, leading field of intervals;
                                scale: fractional seconds of INTERVAL_DAY */
    enum interval_range range;
    enum time_attribute attribute; /* TIMESTAMP, TIMESTAMP_LTZ */
    const struct type *element;    /* ARRAY, MULTISET; value of MAP */
    const struct type *key;        /* MAP */
    const struct type_field *fields; /* ROW */
    size_t field_count;
    const char *class_name;          /* ROW: STRUCTURED<'class', …>; NULL: a plain ROW */
};

/* Makers. `nullable` as given; limits are the caller's business. */
const struct type *type_simple(struct arena *arena, enum type_kind kind, bool nullable);
const struct type *type_decimal(struct arena *arena, int precision, int scale, bool nullable);
const struct type *type_sized(struct arena *arena, enum type_kind kind, int length, bool nullable);
/* TIME, TIMESTAMP, TIMESTAMP_LTZ. */
const struct type *type_temporal(struct arena *arena, enum type_kind kind, int precision,
    bool nullable);
const struct type *type_interval(struct arena *arena, enum interval_range range, int precision,
    int scale, bool nullable);
const struct type *type_array(struct arena *arena, const struct type *element, bool nullable);
const struct type *type_multiset(struct arena *arena, const struct type *element, bool nullable);
const struct type *type_map(struct arena *arena, const struct type *key, const struct type *value,
    bool nullable);
const struct type *type_row(struct arena *arena, const struct type_field *fields, size_t count,
    bool nullable);
/* STRUCTURED: a row of a class. */
const struct type *type_structured(struct arena *arena, const char *class_name,
    const struct type_field *fields, size_t count, bool nullable);
/* The same type with another nullability (itself if it has it already). */
const struct type *type_with_null(struct arena *arena, const struct type *type, bool nullable);
/* The same type with another time attribute. */
const struct type *type_with_attribute(struct arena *arena, const struct type *type,
    enum time_attribute attribute);
/* STRING, BYTES: VARCHAR and VARBINARY of the greatest length. */
const struct type *type_string(struct arena *arena, bool nullable);
const struct type *type_bytes(struct arena *arena, bool nullable);

/* Structural equality; `type_same` ignores nullability at the top only. Attributes are ignored. */
bool type_equal(const struct type *a, const struct type *b);
bool type_same(const struct type *a, const struct type *b);
/* Of rows: both are plain, or of the same class. */
bool type_same_class(const struct type *a, const struct type *b);

bool type_is_integer(const struct type *type); /* TINYINT … BIGINT */
bool type_is_exact(const struct type *type);   /* integer or DECIMAL */
bool type_is_approximate(const struct type *type);
bool type_is_numeric(const struct type *type);
bool type_is_text(const struct type *type);    /* CHAR, VARCHAR */
bool type_is_binary(const struct type *type);
bool type_is_datetime(const struct type *type); /* DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ */
bool type_is_interval(const struct type *type);

/* Serialisable name, as Flink's asSerializableString and SHOW CREATE TABLE print it:
 * VARCHAR(2147483647), ROW<`a` INT NOT NULL>, with NOT NULL. */
void type_print(struct text *out, const struct type *type);
/* As DESCRIBE prints it: STRING, BYTES, MAP<BYTES, BYTES>, ROW<`a` INT>; without NOT NULL at the
 * top. */
void type_print_summary(struct text *out, const struct type *type);
/* `name` in backticks, 'value' in quotes, with the quote inside doubled. */
void type_print_name(struct text *out, const char *name);
void type_print_literal(struct text *out, const char *value);
/* The serialisable form as text in the arena. */
const char *type_name(struct arena *arena, const struct type *type);
/* The summary as text in the arena, for messages. */
const char *type_brief(struct arena *arena, const struct type *type);

/* ---- coercion (types/coerce.c) ---- */

/* The decimal that holds every value of an integer type. */
const struct type *type_as_decimal(struct arena *arena, const struct type *type);
/* Flink's result types of + - * / % over two exact numerics (decimal rules of
 * LogicalTypeMerging.findAdditionDecimalType …); integers alone keep the wider integer. */
const struct type *type_of_arithmetic(struct arena *arena, char op, const struct type *a,
    const struct type *b);
/* Least common type of UNION, CASE, COALESCE, IN, comparison; NULL if there is none. */
const struct type *type_common(struct arena *arena, const struct type *a, const struct type *b);
/* Whether INSERT INTO may cast implicitly (LogicalTypeCasts.supportsImplicitCast), and whether CAST
 * is defined at all (supportsExplicitCast). */
bool type_casts_implicitly(const struct type *from, const struct type *to);
bool type_casts_explicitly(const struct type *from, const struct type *to);

#endif
