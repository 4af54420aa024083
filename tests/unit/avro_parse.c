/* Avro schemas: what is valid, what is not and why, and the types they are. */
#include "registry/schema.h"

#include <criterion/criterion.h>
#include <string.h>

#define RECORD(fields) "{\"type\":\"record\",\"name\":\"R\",\"fields\":[" fields "]}"

Test(avro_parse, refuses_what_is_wrong)
{
    static const struct {
        const char *json, *error;
    } cases[] = {
        {"{", "not JSON"},
        {"\"strin\"", "$: 'strin' is no type"},
        {"12", "$: a schema is a name, an object or an array"},
        {"{}", "$: 'type' is missing"},
        {"{\"type\":\"array\"}", "$: 'items' is missing"},
        {"{\"type\":\"map\",\"values\":\"x\"}", "$.values: 'x' is no type"},
        {"{\"type\":\"record\",\"fields\":[]}", "$: a name is missing"},
        {"{\"type\":\"record\",\"name\":\"R\"}", "$: record 'R' has no fields"},
        {"{\"type\":\"record\",\"name\":\"a-b\",\"fields\":[]}", "$.name: 'a-b' is no name"},
        {"{\"type\":\"record\",\"name\":\"int\",\"fields\":[]}", "$.name: 'int' is no name"},
        {RECORD("{\"name\":\"a\"}"), "$.fields[0]: field 'a' has no type"},
        {RECORD("{\"name\":\"1\",\"type\":\"int\"}"), "$.fields[0]: a field needs a name, not '1'"},
        {RECORD("{\"name\":\"a\",\"type\":\"int\"},{\"name\":\"a\",\"type\":\"int\"}"),
            "$.fields[1]: field 'a' is there twice"},
        {RECORD("{\"name\":\"a\",\"type\":\"int\",\"default\":\"x\"}"),
            "$.fields[0].default: \"x\" is no value of field 'a'"},
        {RECORD("{\"name\":\"a\",\"type\":\"int\",\"default\":2147483648}"),
            "$.fields[0].default: 2147483648 is no value of field 'a'"},
        {RECORD("{\"name\":\"a\",\"type\":{\"type\":\"enum\",\"name\":\"R\",\"symbols\":[]}}"),
            "$.fields[0].type: 'R' is defined twice"},
        {"{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"A\"]}",
            "$.symbols[1]: symbol 'A' is there twice"},
        {"{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\"],\"default\":\"B\"}",
            "$.default: 'B' is no symbol of 'E'"},
        {"{\"type\":\"fixed\",\"name\":\"F\"}", "$: fixed 'F' needs a size"},
        {"[\"int\",[\"long\"]]", "$[1]: a union cannot be in a union"},
        {"[\"int\",\"int\"]", "$[1]: the union has 'int' twice"},
        {"[{\"type\":\"array\",\"items\":\"int\"},{\"type\":\"array\",\"items\":\"long\"}]",
            "$[1]: the union has 'array' twice"},
    };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *error = NULL;

        cr_expect_null(avro_parse(arena, cases[i].json, &error), "%s", cases[i].json);
        cr_expect(error && strncmp(error, cases[i].error, strlen(cases[i].error)) == 0,
            "%s: '%s', not '%s'", cases[i].json, error ? error : "", cases[i].error);
    }
    arena_free(arena);
}

Test(avro_parse, nesting_has_a_limit)
{
    struct arena *arena = arena_new();
    struct text json = {.arena = arena};
    const char *error;

    for (int i = 0; i < 500; i++)
        text_add(&json, "{\"type\":\"array\",\"items\":");
    text_add(&json, "\"int\"");
    for (int i = 0; i < 500; i++)
        text_add(&json, "}");
    cr_assert_null(avro_parse(arena, text_chars(&json), &error));
    cr_assert(strstr(error, "nested too deeply"));
    arena_free(arena);
}

Test(avro_parse, names_and_references)
{
    static const char json[] =
        "{\"type\":\"record\",\"name\":\"a.b.R\",\"doc\":\"d\",\"aliases\":[\"Old\"],\"fields\":["
        "{\"name\":\"e\",\"type\":{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"X\",\"Y\"],"
        "\"default\":\"X\"},\"default\":\"Y\"},"
        "{\"name\":\"again\",\"type\":\"E\"},{\"name\":\"full\",\"type\":[\"null\",\"a.b.E\"],"
        "\"default\":null,\"doc\":\"f\"},"
        "{\"name\":\"f\",\"type\":{\"type\":\"fixed\",\"name\":\"F\",\"namespace\":\"\","
        "\"size\":4,\"x.y\":{\"z\":[1]}}}]}";
    struct arena *arena = arena_new();
    const char *error = "";
    struct avro_schema *schema = avro_parse(arena, json, &error);

    cr_assert_not_null(schema, "%s", error);
    cr_assert_str_eq(schema->name, "R");
    cr_assert_str_eq(schema->space, "a.b");
    cr_assert_str_eq(schema->doc, "d");
    cr_assert_eq(schema->alias_count, 1);
    cr_assert_str_eq(schema->fields[0].schema->space, "a.b");
    cr_assert_str_eq(schema->fields[0].default_json, "\"Y\"");
    cr_assert_eq(schema->fields[1].schema, schema->fields[0].schema);
    cr_assert_eq(schema->fields[2].schema->branches[1], schema->fields[0].schema);
    cr_assert_str_eq(schema->fields[2].default_json, "null");
    cr_assert_str_eq(schema->fields[2].doc, "f");
    cr_assert_str_eq(schema->fields[3].schema->space, "");
    cr_assert_str_eq(avro_schema_property(schema->fields[3].schema, "x.y"),
        "{\"z\":[1]}");
    arena_free(arena);
}

Test(avro_parse, recursion_is_marked)
{
    static const char json[] =
        "{\"type\":\"record\",\"name\":\"A\",\"fields\":["
        "{\"name\":\"x\",\"type\":{\"type\":\"record\",\"name\":\"X\",\"fields\":["
        "{\"name\":\"a\",\"type\":[\"null\",\"A\"]}]}},"
        "{\"name\":\"y\",\"type\":{\"type\":\"record\",\"name\":\"Y\",\"fields\":["
        "{\"name\":\"x\",\"type\":{\"type\":\"array\",\"items\":\"X\"}}]}},"
        "{\"name\":\"z\",\"type\":{\"type\":\"record\",\"name\":\"Z\",\"fields\":[]}}]}";
    struct arena *arena = arena_new();
    const char *error = "";
    struct avro_schema *schema = avro_parse(arena, json, &error);

    cr_assert_not_null(schema, "%s", error);
    cr_assert(schema->recursive);
    cr_assert(schema->fields[0].schema->recursive);
    cr_assert(schema->fields[1].schema->recursive);
    cr_assert_not(schema->fields[2].schema->recursive);
    cr_assert_null(avro_to_type(arena, schema, &error));
    cr_assert(strstr(error, "contains itself"));
    arena_free(arena);
}

Test(avro_to_type, every_form)
{
    static const struct {
        const char *json, *type;
    } cases[] = {
        {"\"boolean\"", "BOOLEAN NOT NULL"}, {"\"int\"", "INT NOT NULL"},
        {"{\"type\":\"int\",\"connect.type\":\"int8\"}", "TINYINT NOT NULL"},
        {"{\"type\":\"int\",\"connect.type\":\"int16\"}", "SMALLINT NOT NULL"},
        {"\"long\"", "BIGINT NOT NULL"}, {"\"float\"", "FLOAT NOT NULL"},
        {"\"double\"", "DOUBLE NOT NULL"}, {"\"bytes\"", "VARBINARY(2147483647) NOT NULL"},
        {"\"string\"", "VARCHAR(2147483647) NOT NULL"},
        {"{\"type\":\"string\",\"logicalType\":\"uuid\"}", "VARCHAR(2147483647) NOT NULL"},
        {"{\"type\":\"string\",\"flink.maxLength\":5}", "VARCHAR(5) NOT NULL"},
        {"{\"type\":\"string\",\"flink.maxLength\":5,\"flink.minLength\":5}", "CHAR(5) NOT NULL"},
        {"{\"type\":\"bytes\",\"flink.maxLength\":\"7\"}", "VARBINARY(7) NOT NULL"},
        {"{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":6,\"scale\":3}",
            "DECIMAL(6, 3) NOT NULL"},
        {"{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":6}",
            "DECIMAL(6, 0) NOT NULL"},
        {"{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":3,\"scale\":6}",
            "VARBINARY(2147483647) NOT NULL"},
        {"{\"type\":\"fixed\",\"name\":\"F\",\"size\":4,\"logicalType\":\"decimal\","
            "\"precision\":9,\"scale\":2}", "DECIMAL(9, 2) NOT NULL"},
        {"{\"type\":\"fixed\",\"name\":\"F\",\"size\":4,\"logicalType\":\"decimal\","
            "\"precision\":10}", "BINARY(4) NOT NULL"},
        {"{\"type\":\"fixed\",\"name\":\"F\",\"size\":12,\"logicalType\":\"duration\"}",
            "BINARY(12) NOT NULL"},
        {"{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\"]}", "VARCHAR(2147483647) NOT NULL"},
        {"{\"type\":\"int\",\"logicalType\":\"date\"}", "DATE NOT NULL"},
        {"{\"type\":\"string\",\"logicalType\":\"date\"}", "VARCHAR(2147483647) NOT NULL"},
        {"{\"type\":\"int\",\"logicalType\":\"time-millis\"}", "TIME(3) NOT NULL"},
        {"{\"type\":\"long\",\"logicalType\":\"time-micros\"}", "BIGINT NOT NULL"},
        {"{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}",
            "TIMESTAMP(3) WITH LOCAL TIME ZONE NOT NULL"},
        {"{\"type\":\"long\",\"flink.precision\":2,\"logicalType\":\"timestamp-millis\"}",
            "TIMESTAMP(2) WITH LOCAL TIME ZONE NOT NULL"},
        {"{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"}",
            "TIMESTAMP(6) WITH LOCAL TIME ZONE NOT NULL"},
        {"{\"type\":\"long\",\"logicalType\":\"local-timestamp-millis\"}", "TIMESTAMP(3) NOT NULL"},
        {"{\"type\":\"long\",\"logicalType\":\"local-timestamp-nanos\"}", "TIMESTAMP(9) NOT NULL"},
        {"[\"null\",\"int\"]", "INT"}, {"[\"string\",\"null\"]", "VARCHAR(2147483647)"},
        {"[\"int\"]", "INT NOT NULL"},
        {"[\"int\",\"string\"]", "ROW<`int` INT, `string` VARCHAR(2147483647)> NOT NULL"},
        {"[\"null\",\"int\",{\"type\":\"record\",\"name\":\"User\",\"namespace\":\"org.x\","
            "\"fields\":[{\"name\":\"uid\",\"type\":\"int\",\"doc\":\"who\"}]}]",
            "ROW<`int` INT, `org.x.User` ROW<`uid` INT NOT NULL 'who'>>"},
        {"{\"type\":\"array\",\"items\":[\"null\",\"long\"]}", "ARRAY<BIGINT> NOT NULL"},
        {"{\"type\":\"map\",\"values\":\"int\"}",
            "MAP<VARCHAR(2147483647) NOT NULL, INT NOT NULL> NOT NULL"},
        {"{\"type\":\"map\",\"values\":\"int\",\"flink.type\":\"multiset\"}",
            "MULTISET<VARCHAR(2147483647) NOT NULL> NOT NULL"},
        {"{\"type\":\"array\",\"items\":{\"type\":\"record\",\"name\":\"MapEntry\","
            "\"namespace\":\"io.confluent.connect.avro\",\"fields\":[{\"name\":\"key\",\"type\":"
            "\"int\"},{\"name\":\"value\",\"type\":\"bytes\"}]}}",
            "MAP<INT NOT NULL, VARBINARY(2147483647) NOT NULL> NOT NULL"},
        {"{\"type\":\"array\",\"items\":{\"type\":\"record\",\"name\":\"E\",\"fields\":["
            "{\"name\":\"key\",\"type\":\"int\"},{\"name\":\"value\",\"type\":\"int\"}],"
            "\"connect.internal.type\":\"MapEntry\"},\"flink.type\":\"multiset\"}",
            "MULTISET<INT NOT NULL> NOT NULL"},
    };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *error = "";
        struct avro_schema *schema = avro_parse(arena, cases[i].json, &error);
        const struct type *type = schema ? avro_to_type(arena, schema, &error) : NULL;

        cr_assert_not_null(type, "%s: %s", cases[i].json, error);
        cr_expect_str_eq(type_name(arena, type), cases[i].type, "%s: %s, not %s", cases[i].json,
            type_name(arena, type), cases[i].type);
    }
    arena_free(arena);
}

Test(avro_to_type, refuses_what_no_column_can_hold)
{
    static const char *const cases[] = {"\"null\"", "[\"null\"]",
        "{\"type\":\"fixed\",\"name\":\"F\",\"size\":0}",
        "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":39,\"scale\":0}"};
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *error = NULL;
        struct avro_schema *schema = avro_parse(arena, cases[i], &error);

        cr_assert_not_null(schema);
        cr_expect_null(avro_to_type(arena, schema, &error));
        cr_expect_not_null(error);
    }
    arena_free(arena);
}

Test(avro_to_type, unfolding_has_a_limit)
{
    struct arena *arena = arena_new();
    struct text json = {.arena = arena};
    const char *error = "";
    struct avro_schema *schema;

    text_add(&json, "[{\"type\":\"record\",\"name\":\"R0\",\"fields\":[]}");
    for (int i = 1; i < 40; i++)
        text_printf(&json, ",{\"type\":\"record\",\"name\":\"R%d\",\"fields\":["
            "{\"name\":\"a\",\"type\":\"R%d\"},{\"name\":\"b\",\"type\":\"R%d\"}]}", i, i - 1,
            i - 1);
    text_add(&json, "]");
    schema = avro_parse(arena, text_chars(&json), &error);
    cr_assert_not_null(schema, "%s", error);
    cr_assert_null(avro_to_type(arena, schema, &error));
    cr_assert_str_eq(error, "more than 100000 fields, unfolded");
    arena_free(arena);
}
