/* Columns to JSON Schema text, and back. */
#include "registry/json_type.h"

#include <criterion/criterion.h>

static struct arena *arena;

static void begin(void)
{
    arena = arena_new();
}

static void end(void)
{
    arena_free(arena);
}

TestSuite(json_derive, .init = begin, .fini = end);

/* The schema of a column `c` of the value of topic `t`, whose own schema has these members. */
static const char *around(const struct type *type, const char *members)
{
    return arena_printf(arena, "{\"type\":\"object\",\"title\":\"t_value\",\"properties\":"
        "{\"c\":{\"connect.index\":0,%s}},%s\"additionalProperties\":false}", members,
        type->nullable ? "" : "\"required\":[\"c\"],");
}

/* The same type is read from it. */
static void check(const struct type *type, const char *expected)
{
    const struct type_field field = {"c", type, NULL};
    const char *error = NULL;
    const struct schema_text schema = {SCHEMA_JSON,
        json_from_fields(arena, "t_value", &field, 1, &error), NULL, 0};
    struct json_shape *shape = json_shape_of_schema(arena, &schema, &error);

    cr_assert_str_eq(schema.text, around(type, expected));
    cr_assert_not_null(shape, "%s", error);
    cr_assert_str_eq(type_name(arena, shape->type->fields[0].type), type_name(arena, type));
}

#define LOGICAL "\"title\":\"org.apache.kafka.connect.data."

Test(json_derive, numbers)
{
    check(type_simple(arena, TYPE_BOOLEAN, false), "\"type\":\"boolean\"");
    check(type_simple(arena, TYPE_TINYINT, false), "\"type\":\"number\",\"connect.type\":\"int8\"");
    check(type_simple(arena, TYPE_SMALLINT, false),
        "\"type\":\"number\",\"connect.type\":\"int16\"");
    check(type_simple(arena, TYPE_INT, false), "\"type\":\"number\",\"connect.type\":\"int32\"");
    check(type_simple(arena, TYPE_BIGINT, false), "\"type\":\"number\",\"connect.type\":\"int64\"");
    check(type_simple(arena, TYPE_FLOAT, false),
        "\"type\":\"number\",\"connect.type\":\"float32\"");
    check(type_simple(arena, TYPE_DOUBLE, false),
        "\"type\":\"number\",\"connect.type\":\"float64\"");
    check(type_decimal(arena, 10, 2, false), "\"type\":\"number\"," LOGICAL "Decimal\","
        "\"connect.type\":\"bytes\",\"connect.parameters\":{\"connect.decimal.precision\":\"10\","
        "\"scale\":\"2\"}");
}

Test(json_derive, text_and_bytes)
{
    check(type_string(arena, false), "\"type\":\"string\"");
    check(type_sized(arena, TYPE_VARCHAR, 7, false), "\"type\":\"string\",\"maxLength\":7");
    check(type_sized(arena, TYPE_CHAR, 3, false),
        "\"type\":\"string\",\"minLength\":3,\"maxLength\":3");
    check(type_bytes(arena, false), "\"type\":\"string\",\"connect.type\":\"bytes\"");
    check(type_sized(arena, TYPE_VARBINARY, 9, false), "\"type\":\"string\","
        "\"connect.type\":\"bytes\",\"flink.maxLength\":9,\"flink.version\":\"1\"");
    check(type_sized(arena, TYPE_BINARY, 5, false), "\"type\":\"string\","
        "\"connect.type\":\"bytes\",\"flink.minLength\":5,\"flink.maxLength\":5,"
        "\"flink.version\":\"1\"");
}

Test(json_derive, times)
{
    check(type_simple(arena, TYPE_DATE, false),
        "\"type\":\"number\",\"connect.type\":\"int32\"," LOGICAL "Date\"");
    check(type_temporal(arena, TYPE_TIME, 3, false),
        "\"type\":\"number\",\"connect.type\":\"int32\"," LOGICAL "Time\"");
    check(type_temporal(arena, TYPE_TIME, 0, false), "\"type\":\"number\","
        "\"connect.type\":\"int32\"," LOGICAL "Time\",\"flink.precision\":0,"
        "\"flink.version\":\"1\"");
    check(type_temporal(arena, TYPE_TIMESTAMP_LTZ, 3, false),
        "\"type\":\"number\",\"connect.type\":\"int64\"," LOGICAL "Timestamp\"");
    check(type_temporal(arena, TYPE_TIMESTAMP, 3, false), "\"type\":\"number\","
        "\"connect.type\":\"int64\",\"flink.type\":\"timestamp\",\"flink.version\":\"1\"");
    check(type_temporal(arena, TYPE_TIMESTAMP, 2, false), "\"type\":\"number\","
        "\"connect.type\":\"int64\",\"flink.precision\":2,\"flink.type\":\"timestamp\","
        "\"flink.version\":\"1\"");
}

Test(json_derive, constructed)
{
    const struct type *text = type_string(arena, false), *number =
        type_simple(arena, TYPE_INT, true);

    check(type_string(arena, true), "\"oneOf\":[{\"type\":\"null\"},{\"type\":\"string\"}]");
    check(type_array(arena, number, false), "\"type\":\"array\",\"items\":{\"oneOf\":"
        "[{\"type\":\"null\"},{\"type\":\"number\",\"connect.type\":\"int32\"}]}");
    check(type_map(arena, text, text, false), "\"type\":\"object\",\"additionalProperties\":"
        "{\"type\":\"string\"},\"connect.type\":\"map\"");
    check(type_map(arena, type_simple(arena, TYPE_INT, false), text, false),
        "\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"key\":"
        "{\"type\":\"number\",\"connect.type\":\"int32\"},\"value\":{\"type\":\"string\"}},"
        "\"additionalProperties\":false},\"connect.type\":\"map\"");
    check(type_multiset(arena, text, false), "\"type\":\"object\",\"additionalProperties\":"
        "{\"type\":\"number\",\"connect.type\":\"int32\"},\"connect.type\":\"map\","
        "\"flink.type\":\"multiset\",\"flink.version\":\"1\"");
}

static void refused(const struct type *type)
{
    const struct type_field field = {"c", type, NULL};
    const char *error = NULL;

    cr_assert_null(json_from_fields(arena, "t_value", &field, 1, &error));
    cr_assert_not_null(strstr(error, "'t_value_c'"), "%s", error);
}

Test(json_derive, no_form)
{
    refused(type_temporal(arena, TYPE_TIMESTAMP, 6, false));
    refused(type_temporal(arena, TYPE_TIMESTAMP_LTZ, 9, true));
    refused(type_interval(arena, INTERVAL_DAY, 2, 0, false));
    refused(type_array(arena, type_simple(arena, TYPE_VARIANT, true), false));
}
