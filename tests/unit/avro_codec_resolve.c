/* Writer schema against columns: what the emitter resolves, and what it refuses. */
#include "emit/emit_internal.h"

#include <criterion/criterion.h>
#include <string.h>

enum { MOST = 8 };

static struct arena *arena;
static struct diag *diag;

/* A table of the fields of `type` (a ROW), and the decoder of a writer's schema for it; "" if it
 * was refused. */
static const char *decoder(const struct type *type, const char *schema)
{
    struct emitter e = {.arena = arena, .diag = diag, .names = names_new(arena),
        .types.arena = arena, .composite.arena = arena};
    struct column columns[MOST] = {0};
    struct rel_column rel[MOST];
    const char *names[MOST];
    size_t numbers[MOST];
    struct table table = {.name = "t", .columns = columns, .column_count = type->field_count};
    const struct schema_text writer = {SCHEMA_AVRO, schema, NULL, 0};
    struct text out = {.arena = arena}, row_text = {.arena = arena};
    const struct row *row;

    for (size_t i = 0; i < type->field_count; i++) {
        columns[i].name = names[i] = rel[i].name = type->fields[i].name;
        columns[i].type = rel[i].type = type->fields[i].type;
        numbers[i] = i;
    }
    table.value_side = (struct table_side){.format = FORMAT_AVRO_REGISTRY, .columns = numbers,
        .count = type->field_count, .names = names, .schema = schema};
    row = emit_row(&e, &row_text, "t", rel, type->field_count, NULL);
    return emit_avro_decoder(&e, &out, row, &table, false, &writer, 0) ? text_chars(&out) : "";
}

static const struct type *simple(enum type_kind kind, bool nullable)
{
    return type_simple(arena, kind, nullable);
}

/* ROW<x type> */
static const struct type *row_of(const struct type *type)
{
    struct type_field *field = NEW(arena, struct type_field);

    *field = (struct type_field){.name = "x", .type = type};
    return type_row(arena, field, 1, false);
}

static const char *record(const char *type)
{
    return arena_printf(arena,
        "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"x\",\"type\":%s}]}", type);
}

static void setup(void)
{
    arena = arena_new();
    diag = diag_new(arena);
}

TestSuite(resolve, .init = setup);

static void reads(const struct type *type, const char *schema, const char *call)
{
    const char *text = decoder(row_of(type), record(schema));

    cr_assert_not_null(strstr(text, call), "%s for %s:\n%s%s", call, schema, text,
        diag_error_count(diag) ? diag_first(diag, 0, DIAG_ERROR, NULL) : "");
}

static void refuses(const struct type *type, const char *schema, const char *message)
{
    const char *text;

    cr_assert_str_eq(decoder(row_of(type), schema), "");
    text = diag_first(diag, diag_count(diag) - 1, DIAG_ERROR, NULL);
    cr_assert_not_null(strstr(text, message), "%s", text);
}

#define LOGICAL(base, name) "{\"type\":\"" base "\",\"logicalType\":\"" name "\"}"
#define DECIMAL_OF(p, s)                                                                           \
    "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":" #p ",\"scale\":" #s "}"

Test(resolve, promotions)
{
    reads(simple(TYPE_TINYINT, false), "\"int\"", "rt_avro_tinyint(&in, &row->x)");
    reads(simple(TYPE_SMALLINT, false), "\"int\"", "rt_avro_smallint(&in, &row->x)");
    reads(simple(TYPE_BIGINT, false), "\"int\"", "rt_avro_int_to_long(&in, &row->x)");
    reads(simple(TYPE_FLOAT, false), "\"long\"", "rt_avro_long_to_float(&in, &row->x)");
    reads(simple(TYPE_DOUBLE, false), "\"float\"", "rt_avro_float_to_double(&in, &row->x)");
    reads(type_string(arena, false), "\"bytes\"", "rt_avro_text(&in, &row->x)");
    reads(type_bytes(arena, false), "\"string\"", "rt_avro_bytes(&in, &row->x)");
    refuses(
        simple(TYPE_INT, false), record("\"long\""), "field 'x' is long, which does not fit INT");
    refuses(simple(TYPE_FLOAT, false), record("\"double\""), "does not fit FLOAT");
    refuses(simple(TYPE_INT, false), record("\"string\""), "does not fit INT");
}

Test(resolve, logical_types)
{
    reads(type_decimal(arena, 10, 2, false), DECIMAL_OF(10, 2),
        "decimal(&in, INT64_C(9999999999), &row->x)");
    reads(type_decimal(arena, 20, 2, false), DECIMAL_OF(30, 2), "decimal128(&in, 20, &row->x)");
    refuses(type_decimal(arena, 10, 2, false), record(DECIMAL_OF(10, 3)), "decimal(10, 3)");
    refuses(type_decimal(arena, 10, 2, false), record("\"bytes\""), "does not fit DECIMAL(10, 2)");
    reads(simple(TYPE_DATE, false), LOGICAL("int", "date"), "rt_avro_int(&in, &row->x)");
    reads(type_temporal(arena, TYPE_TIME, 0, false), LOGICAL("long", "time-micros"),
        "rt_avro_time_us(&in, &row->x)");
    reads(type_temporal(arena, TYPE_TIMESTAMP, 3, false), LOGICAL("long", "timestamp-micros"),
        "rt_avro_long_divided(&in, 1000, &row->x)");
    reads(type_temporal(arena, TYPE_TIMESTAMP_LTZ, 6, false), LOGICAL("long", "timestamp-millis"),
        "rt_avro_ms_to_us(&in, &row->x)");
    reads(type_temporal(arena, TYPE_TIMESTAMP, 9, false),
        LOGICAL("long", "local-timestamp-micros"), "rt_avro_timestamp(&in, 1000, &row->x)");
    refuses(type_temporal(arena, TYPE_TIMESTAMP, 3, false), record("\"long\""),
        "does not fit TIMESTAMP(3)");
    refuses(simple(TYPE_DATE, false), record(LOGICAL("int", "time-millis")), "does not fit DATE");
    reads(type_bytes(arena, true),
        "{\"type\":\"fixed\",\"name\":\"D\",\"size\":12,\"logicalType\":\"duration\"}",
        "rt_avro_fixed(&in, 12, &row->x)");
}

Test(resolve, unions)
{
    const struct type *maybe = simple(TYPE_BIGINT, true);

    reads(maybe, "[\"null\",\"long\"]", "rt_avro_nullable(&in, 0, &is_null)");
    reads(maybe, "[\"int\",\"null\"]", "rt_avro_nullable(&in, 1, &is_null)");
    reads(maybe, "\"long\"", "rt_avro_long(&in, &row->x)");
    reads(maybe, "[\"null\",\"int\",\"long\"]", "case 2: /* long */");
    reads(maybe, "[\"string\",\"long\"]", "RT_AVRO_UNFIT");
    reads(simple(TYPE_BIGINT, false), "[\"null\",\"long\"]", "RT_AVRO_NULL");
    refuses(maybe, record("[\"null\",\"string\"]"), "does not fit BIGINT");
    cr_assert_null(strstr(decoder(row_of(maybe), record("[\"string\",\"long\"]")), "case 0"));
}

Test(resolve, absent_and_additional_fields)
{
    static const char other[] =
        "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"y\",\"type\":"
        "{\"type\":\"map\",\"values\":[\"null\",{\"type\":\"record\",\"name\":\"S\",\"fields\":["
        "{\"name\":\"a\",\"type\":\"double\"},{\"name\":\"b\",\"type\":\"boolean\"},"
        "{\"name\":\"c\",\"type\":\"string\"}]}]}}]}";
    const char *text = decoder(row_of(simple(TYPE_INT, true)), other);

    cr_assert_not_null(strstr(text, "rt_null_set(row->nulls, T_X, true);"), "%s", text);
    cr_assert_not_null(strstr(text, "/* y: map of [null, record S] (not read) */"), "%s", text);
    cr_assert_not_null(strstr(text, "rt_avro_skip_fixed(&in, 9)"), "%s", text);
    refuses(simple(TYPE_INT, false), other, "no field 'x', and the column is NOT NULL");
}

Test(resolve, what_cannot_be_decoded)
{
    refuses(simple(TYPE_INT, true),
        "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"next\",\"type\":[\"null\","
        "\"R\"]}]}",
        "contains itself");
    refuses(simple(TYPE_INT, true), "{\"type\":\"record\"", "");
    refuses(type_array(arena, simple(TYPE_INT, true), true),
        record("{\"type\":\"array\",\"items\":\"null\"}"), "does not fit ARRAY");
}

/* Records of records of records …: the code would grow beyond all bounds. */
Test(resolve, schemas_that_unfold)
{
    struct text json = {.arena = arena};

    text_add(&json, "{\"type\":\"record\",\"name\":\"R0\",\"fields\":[{\"name\":\"w\",\"type\":");
    for (int i = 1; i < 30; i++)
        text_printf(&json,
            "{\"type\":\"record\",\"name\":\"R%d\",\"fields\":[{\"name\":\"x\",\"type\":", i);
    text_add(&json, "\"int\"}");
    for (int i = 29; i > 0; i--)
        text_printf(&json, "]}},{\"name\":\"y\",\"type\":\"R%d\"}", i);
    text_add(&json, "]}");
    refuses(simple(TYPE_INT, true), text_chars(&json), "the schema is too large");
}

Test(resolve, one_value_without_a_record)
{
    const char *text = decoder(row_of(simple(TYPE_INT, false)), "\"int\"");

    cr_assert_not_null(strstr(text, "rt_avro_int(&in, &row->x)"), "%s", text);
    cr_assert_not_null(strstr(text, "(void)arena;"), "%s", text);
}
