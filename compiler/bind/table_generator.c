/* Columns of datagen and faker: what fields.* options make of each. */
#include "table_rules.h"

#include <rt/decimal.h>
#include <rt/generate.h>

#include <errno.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 32, TEXT_LENGTH = 100, COLLECTION_LENGTH = 3, DIGITS_64 = 18,
    LAST_MONTH = 120000 };

struct maker {
    struct catalog *catalog;
    const struct table *table;
    const struct column *column;
    bool *used;      /* options that a column has taken, by index */
    bool failed;
};

static bool is_faker(const struct maker *maker)
{
    return maker->table->connector == CONNECTOR_FAKER;
}

/* A value at a path of fields.* options. */
struct place {
    const char *name;    /* of the column or row field; NULL: none */
    const char *path;
    bool shared;         /* the path is that of the collection around, with its null-rate */
};

static bool make_field(struct maker *maker, struct rt_field *field, struct place place,
    const struct type *type);

/* ---- options of a field ---- */

static const struct option_value *find(struct maker *maker, enum option_id id, const char *path)
{
    const struct option_value *value = table_option_named(maker->table, id, path);

    if (value)
        maker->used[value - maker->table->options] = true;
    return value;
}

static bool refuse(struct maker *maker, const struct option_value *value, const char *why)
{
    diag_error(maker->catalog->diag, D_GENERATOR_FIELD, value->key_span, "'%s': %s", value->key,
        why);
    maker->failed = true;
    return false;
}

static bool refuse_value(struct maker *maker, const struct option_value *value,
    const struct type *type)
{
    diag_error(maker->catalog->diag, D_OPTION_VALUE, value->value_span,
        "'%s' is no value of '%s', which takes a number of %s", value->text, value->key,
        type_brief(maker->catalog->arena, type_with_null(maker->catalog->arena, type, true)));
    maker->failed = true;
    return false;
}

/* The type has no use for the option. */
static bool exclude(struct maker *maker, enum option_id id, const char *path,
    const struct type *type)
{
    const struct option_value *value = find(maker, id, path);

    return !value || refuse(maker, value, arena_printf(maker->catalog->arena,
        "a column of type %s does not have this option",
        type_brief(maker->catalog->arena, type)));
}

/* ---- types ---- */

/* False: nothing makes such values. */
static bool field_type(struct rt_field *field, const struct type *type)
{
    field->precision = type->precision;
    field->scale = type->scale;
    switch (type->kind) {
    case TYPE_BOOLEAN: field->type = RT_FIELD_BOOLEAN; return true;
    case TYPE_TINYINT: field->type = RT_FIELD_INTEGER; field->precision = 8; return true;
    case TYPE_SMALLINT: field->type = RT_FIELD_INTEGER; field->precision = 16; return true;
    case TYPE_INT: case TYPE_INTERVAL_MONTH:
        field->type = RT_FIELD_INTEGER; field->precision = 32; return true;
    case TYPE_BIGINT: case TYPE_INTERVAL_DAY:
        field->type = RT_FIELD_INTEGER; field->precision = 64; return true;
    case TYPE_FLOAT: field->type = RT_FIELD_FLOAT; return true;
    case TYPE_DOUBLE: field->type = RT_FIELD_DOUBLE; return true;
    case TYPE_DECIMAL: field->type = RT_FIELD_DECIMAL; return true;
    case TYPE_CHAR: case TYPE_VARCHAR: field->type = RT_FIELD_TEXT; return true;
    case TYPE_BINARY: case TYPE_VARBINARY: field->type = RT_FIELD_BYTES; return true;
    case TYPE_DATE: field->type = RT_FIELD_DATE; return true;
    case TYPE_TIME: field->type = RT_FIELD_TIME; return true;
    case TYPE_TIMESTAMP: field->type = RT_FIELD_TIMESTAMP; return true;
    case TYPE_TIMESTAMP_LTZ: field->type = RT_FIELD_LTZ; return true;
    case TYPE_ARRAY: field->type = RT_FIELD_ARRAY; return true;
    case TYPE_MULTISET: field->type = RT_FIELD_MULTISET; return true;
    case TYPE_MAP: field->type = RT_FIELD_MAP; return true;
    case TYPE_ROW: field->type = RT_FIELD_ROW; return true;
    case TYPE_NULL: case TYPE_TIMESTAMP_TZ: case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW:
    case TYPE_DESCRIPTOR:
        break;
    }
    return false;
}

static bool is_text(const struct rt_field *field)
{
    return field->type == RT_FIELD_TEXT || field->type == RT_FIELD_BYTES;
}

static bool is_collection(const struct rt_field *field)
{
    return field->type == RT_FIELD_ARRAY || field->type == RT_FIELD_MAP ||
        field->type == RT_FIELD_MULTISET;
}

static bool is_number(const struct rt_field *field)
{
    return field->type == RT_FIELD_INTEGER || field->type == RT_FIELD_DECIMAL ||
        field->type == RT_FIELD_FLOAT || field->type == RT_FIELD_DOUBLE;
}

/* ---- numbers ---- */

/* An integer that the field can hold; DECIMAL: unscaled. */
static bool read_integer(const struct rt_field *field, const char *text, int64_t *number)
{
    struct rt_text digits = {text, strlen(text)};
    rt_int128 decimal;
    char *end;
    int bits = field->precision;

    if (field->type == RT_FIELD_DECIMAL) {
        if (rt_decimal_parse_exact(digits, field->precision, field->scale, &decimal) !=
                RT_DECIMAL_OK || decimal != (int64_t)decimal)
            return false;
        *number = (int64_t)decimal;
        return true;
    }
    errno = 0;
    *number = strtoll(text, &end, 10);
    if (end == text || *end || errno)
        return false;
    return field->type != RT_FIELD_INTEGER || bits == 64 ||
        (*number >= -(INT64_C(1) << (bits - 1)) && *number < INT64_C(1) << (bits - 1));
}

static bool read_double(const char *text, double *number)
{
    char *end;

    *number = strtod(text, &end);
    return end > text && !*end && *number - *number == 0;
}

static int64_t greatest_decimal(const struct rt_field *field)
{
    int digits = field->precision < DIGITS_64 ? field->precision : DIGITS_64;

    return (int64_t)rt_decimal_powers[digits] - 1;
}

static void default_range(struct rt_field *field, const struct type *type)
{
    if (type->kind == TYPE_INTERVAL_MONTH) {
        field->greatest = LAST_MONTH;
    } else if (field->type == RT_FIELD_DECIMAL) {
        field->greatest = greatest_decimal(field);
        field->least = -field->greatest;
    } else if (field->type == RT_FIELD_INTEGER) {
        field->greatest = field->precision == 64 ? INT64_MAX
            : (INT64_C(1) << (field->precision - 1)) - 1;
        field->least = -field->greatest - 1;
    }
    field->low = field->type == RT_FIELD_FLOAT ? FLT_MIN : DBL_MIN;
    field->high = field->type == RT_FIELD_FLOAT ? FLT_MAX : DBL_MAX;
}

static bool read_bound(struct maker *maker, struct rt_field *field,
    const struct option_value *value, const struct type *type, int64_t *number, double *real)
{
    bool is_real = field->type == RT_FIELD_FLOAT || field->type == RT_FIELD_DOUBLE;

    if (!value)
        return true;
    if (is_real ? read_double(value->text, real) : read_integer(field, value->text, number))
        return true;
    return refuse_value(maker, value, type);
}

static bool take_range(struct maker *maker, struct rt_field *field, const char *path,
    const struct type *type)
{
    const struct option_value *min = find(maker, OPT_FIELD_MIN, path);
    const struct option_value *max = find(maker, OPT_FIELD_MAX, path);

    default_range(field, type);
    if (!read_bound(maker, field, min, type, &field->least, &field->low) ||
            !read_bound(maker, field, max, type, &field->greatest, &field->high))
        return false;
    if (field->least <= field->greatest && field->low <= field->high)
        return true;
    return refuse(maker, max ? max : min, max ? "the greatest value is less than the least"
                                              : "the least value is more than the greatest");
}

/* ---- datagen ---- */

static bool take_sequence(struct maker *maker, struct rt_field *field, const char *path,
    const struct option_value *kind, const struct type *type)
{
    const struct option_value *start = find(maker, OPT_FIELD_START, path);
    const struct option_value *end = find(maker, OPT_FIELD_END, path);
    struct rt_field whole = *field;

    if (!is_number(field) && field->type != RT_FIELD_TEXT)
        return refuse(maker, kind, arena_printf(maker->catalog->arena,
            "there is no sequence of %s", type_brief(maker->catalog->arena, type)));
    if (!start || !end)
        return refuse(maker, kind, arena_printf(maker->catalog->arena,
            "a sequence needs 'fields.%s.start' and 'fields.%s.end'", path, path));
    field->source = RT_FIELD_SEQUENCE;
    if (field->type == RT_FIELD_DECIMAL)
        whole.scale = 0, whole.precision = field->precision - field->scale;
    if (!read_integer(&whole, start->text, &field->least))
        return refuse_value(maker, start, type);
    if (!read_integer(&whole, end->text, &field->greatest))
        return refuse_value(maker, end, type);
    return field->least <= field->greatest ||
        refuse(maker, end, "the sequence ends before it starts");
}

/* Text of a fixed type has its length; other text what the option says, up to the type's. */
static bool take_length(struct maker *maker, struct rt_field *field, const char *path,
    const struct type *type)
{
    const struct option_value *length = find(maker, OPT_FIELD_LENGTH, path);
    const struct option_value *any = find(maker, OPT_FIELD_VAR_LEN, path);
    bool fixed = type->kind == TYPE_CHAR || type->kind == TYPE_BINARY;

    if (is_collection(field)) {
        field->length = length ? (size_t)length->number
                               : is_faker(maker) ? 1 : COLLECTION_LENGTH;
        return !any || exclude(maker, OPT_FIELD_VAR_LEN, path, type);
    }
    if (fixed && length)
        return refuse(maker, length, "the type of the column fixes the length");
    if (fixed && any)
        return refuse(maker, any, "the type of the column fixes the length");
    if (length && length->number > type->length)
        return refuse(maker, length, "this is longer than the type of the column");
    field->length = fixed ? (size_t)type->length : length ? (size_t)length->number
        : type->length < TEXT_LENGTH ? (size_t)type->length : TEXT_LENGTH;
    field->any_length = any && any->number;
    return true;
}

static bool take_datagen(struct maker *maker, struct rt_field *field, const char *path,
    const struct type *type)
{
    const struct option_value *kind = find(maker, OPT_FIELD_KIND, path);
    const struct option_value *past = find(maker, OPT_FIELD_MAX_PAST, path);
    bool is_time = field->type == RT_FIELD_TIMESTAMP || field->type == RT_FIELD_LTZ;

    if (kind && kind->number == 1)
        return take_sequence(maker, field, path, kind, type);
    if (!exclude(maker, OPT_FIELD_START, path, type) || !exclude(maker, OPT_FIELD_END, path, type))
        return false;
    if (past && !is_time)
        return exclude(maker, OPT_FIELD_MAX_PAST, path, type);
    field->max_past_ms = past ? past->number : 0;
    if (is_number(field))
        return take_range(maker, field, path, type);
    return exclude(maker, OPT_FIELD_MIN, path, type) && exclude(maker, OPT_FIELD_MAX, path, type);
}

/* ---- faker ---- */

static void report_expression(struct maker *maker, const struct option_value *value, size_t at,
    size_t size, bool unknown, const char *message)
{
    struct diag *diag = maker->catalog->diag;
    struct str literal = diag_text(diag, value->value_span);
    struct span span = value->value_span;
    VEC(const char *) names = {0};
    const char *name, *near;

    /* The place in the literal, if no '' stands before it. */
    if (size && literal.size > at + size + 1 && !memchr(value->text, '\'', at)) {
        span.begin += (uint32_t)at + 1;
        span.end = span.begin + (uint32_t)size;
    }
    diag_error(diag, D_FAKER_EXPRESSION, span, "%s", message);
    maker->failed = true;
    if (!unknown)
        return;
    for (size_t i = 0; (name = rt_faker_name(i)); i++)
        vec_push(maker->catalog->arena, &names, name);
    near = nearest_name(arena_printf(maker->catalog->arena, "%.*s", (int)size, value->text + at),
        names.at, names.count);
    if (near)
        diag_note(diag, span, "did you mean '%s'?", near);
}

static bool take_faker(struct maker *maker, struct rt_field *field, const char *path)
{
    const struct option_value *value = find(maker, OPT_FIELD_EXPRESSION, path);
    struct rt_error error;
    size_t at, size;
    bool unknown;

    field->source = RT_FIELD_FAKER;
    if (!value) {
        diag_error(maker->catalog->diag, D_OPTION_MISSING, maker->column->span,
            "column '%s' needs the option 'fields.%s.expression'", maker->column->name, path);
        maker->failed = true;
        return false;
    }
    field->expression = value->text;
    if (rt_faker_check(value->text, &at, &size, &unknown, &error))
        return true;
    report_expression(maker, value, at, size, unknown, error.message);
    return false;
}

/* Some values are made: what no value of the column can be is found before the job runs. */
static bool sample(struct maker *maker, const struct rt_field *field)
{
    const struct rt_generator generator = {.fields = field, .field_count = 1, .rows = -1};
    const struct option_value *value;
    struct rt_buffer line = {0};
    struct rt_error error;
    bool fine = true;

    for (int64_t i = 0; i < SAMPLES && fine; i++) {
        line.size = 0;
        fine = rt_generator_row(&generator, 0, i, 0, &line, &error);
    }
    rt_buffer_release(&line);
    if (fine)
        return true;
    value = table_option_named(maker->table, OPT_FIELD_EXPRESSION, field->name);
    diag_error(maker->catalog->diag, D_FAKER_EXPRESSION,
        value ? value->value_span : maker->column->span, "%s", error.message);
    maker->failed = true;
    return false;
}

/* ---- fields ---- */

static bool take_null_rate(struct maker *maker, struct rt_field *field, const char *path,
    const struct type *type)
{
    const struct option_value *value = find(maker, OPT_FIELD_NULL_RATE, path);

    if (!value)
        return true;
    if (!read_double(value->text, &field->null_rate) || field->null_rate < 0 ||
            field->null_rate > 1) {
        diag_error(maker->catalog->diag, D_OPTION_VALUE, value->value_span,
            "'%s' is no value of '%s', which takes a number from 0 to 1", value->text, value->key);
        maker->failed = true;
        return false;
    }
    return field->null_rate == 0 || type->nullable ||
        refuse(maker, value, "the column is NOT NULL");
}

static bool make_parts(struct maker *maker, struct rt_field *field, const char *path,
    const struct type *type)
{
    struct arena *arena = maker->catalog->arena;
    bool is_row = type->kind == TYPE_ROW, is_map = type->kind == TYPE_MAP, ok = true;
    size_t count = is_row ? type->field_count : is_map ? 2 : 1;
    struct rt_field *parts = arena_array(arena, count, sizeof *parts);

    field->parts = parts;
    field->part_count = count;
    if (is_map)
        return make_field(maker, &parts[0],
                   (struct place){NULL, arena_printf(arena, "%s.key", path), false}, type->key) &&
            make_field(maker, &parts[1],
                (struct place){NULL, arena_printf(arena, "%s.value", path), false},
                type->element);
    if (!is_row)
        return make_field(maker, parts, is_faker(maker) ? (struct place){NULL, path, true}
            : (struct place){NULL, arena_printf(arena, "%s.element", path), false},
            type->element);
    for (size_t i = 0; i < count; i++) {
        const char *name = type->fields[i].name;

        ok = make_field(maker, &parts[i],
                 (struct place){name, arena_printf(arena, "%s.%s", path, name), false},
                 type->fields[i].type) && ok;
    }
    return ok;
}

static bool refuse_type(struct maker *maker, const struct type *type)
{
    diag_error(maker->catalog->diag, D_GENERATOR_FIELD, maker->column->span,
        "connector '%s' makes no values of %s", connector_defs[maker->table->connector].name,
        type_brief(maker->catalog->arena, type));
    maker->failed = true;
    return false;
}

static bool make_field(struct maker *maker, struct rt_field *field, struct place place,
    const struct type *type)
{
    bool has_length, interval =
        type->kind == TYPE_INTERVAL_MONTH || type->kind == TYPE_INTERVAL_DAY;

    field->name = place.name;
    if (!field_type(field, type) || (interval && is_faker(maker)))
        return refuse_type(maker, type);
    has_length = is_collection(field) || (is_text(field) && !is_faker(maker));
    if (is_text(field) && type->length < INT32_MAX)
        field->limit = (size_t)type->length;
    if (!place.shared && !take_null_rate(maker, field, place.path, type))
        return false;
    if (has_length ? !take_length(maker, field, place.path, type)
                   : !place.shared && !exclude(maker, OPT_FIELD_LENGTH, place.path, type))
        return false;
    if (is_collection(field) || field->type == RT_FIELD_ROW)
        return make_parts(maker, field, place.path, type);
    return is_faker(maker) ? take_faker(maker, field, place.path)
                           : take_datagen(maker, field, place.path, type);
}

/* ---- the table ---- */

static void report_unused(struct maker *maker)
{
    const struct table *table = maker->table;
    const char **names = arena_array(maker->catalog->arena, table->declared_count + 1,
        sizeof *names);
    size_t count = 0;

    for (size_t i = 0; i < table->declared_count; i++)
        if (table->columns[i].kind == TABLE_PHYSICAL)
            names[count++] = table->columns[i].name;
    for (size_t i = 0; i < table->option_count; i++) {
        const struct option_value *value = &table->options[i];
        const char *name = option_name(maker->catalog->arena, value), *near;

        if (!name || maker->used[i])
            continue;
        refuse(maker, value, arena_printf(maker->catalog->arena,
            "table '%s' has no column or part of one '%s' that takes it", table->name, name));
        near = nearest_name(name, names, count);
        if (near && strcmp(near, name) != 0)
            diag_note(maker->catalog->diag, value->key_span, "did you mean '%s'?", near);
    }
}

bool table_check_generator(struct catalog *catalog, struct table *table)
{
    struct arena *arena = catalog->arena;
    struct maker maker = {.catalog = catalog, .table = table,
        .used = arena_array(arena, table->option_count + 1, sizeof(bool))};
    struct rt_field *fields = arena_array(arena, table->declared_count + 1, sizeof *fields);
    struct rt_generator *generator = NEW(arena, struct rt_generator);

    generator->fields = fields;
    generator->rows = table_option_by_id(table, OPT_NUMBER_OF_ROWS)->number;
    generator->rows_per_second = table_option_by_id(table, OPT_ROWS_PER_SECOND)->number;
    for (size_t i = 0; i < table->declared_count; i++) {
        struct rt_field *field = &fields[generator->field_count];

        maker.column = &table->columns[i];
        if (maker.column->kind != TABLE_PHYSICAL)
            continue;
        generator->field_count++;
        if (make_field(&maker, field,
                (struct place){maker.column->name, maker.column->name, false},
                maker.column->type))
            sample(&maker, field);
    }
    if (!maker.failed)
        report_unused(&maker);
    table->generator = generator;
    return !maker.failed;
}
