/* JSON Schema: pairs with the verdict of Confluent's registry (strict policy) on the new one under
 * BACKWARD, and every category that its comparison names. */
#include "compat_case.h"

#define OPEN(properties) "{\"type\":\"object\",\"properties\":{" properties "}}"
#define CLOSED(properties) \
    "{\"type\":\"object\",\"properties\":{" properties "},\"additionalProperties\":false}"
#define DRAFT "\"$schema\":\"https://json-schema.org/draft/2020-12/schema\","
#define A_STRING "\"a\":{\"type\":\"string\"}"
#define B_STRING "\"b\":{\"type\":\"string\"}"
#define STR(rest) "{\"type\":\"string\"" rest "}"
#define NUM(rest) "{\"type\":\"number\"" rest "}"

static const struct compat_case cases[] = {
    {"the same", OPEN(A_STRING), OPEN(A_STRING), true, ""},
    {"optional property, open", OPEN(A_STRING), OPEN(A_STRING "," B_STRING), false,
        "OPTIONAL_PROPERTY_ADDED_TO_OPEN_CONTENT_MODEL #/properties/b: - -> b"},
    {"optional property, closed", CLOSED(A_STRING), CLOSED(A_STRING "," B_STRING), true,
        "OPTIONAL_PROPERTY_ADDED_TO_UNOPEN_CONTENT_MODEL #/properties/b: - -> b"},
    {"required property, closed", CLOSED(A_STRING),
        "{\"type\":\"object\",\"properties\":{" A_STRING "," B_STRING "},\"required\":[\"b\"],"
        "\"additionalProperties\":false}", false,
        "REQUIRED_PROPERTY_ADDED_TO_UNOPEN_CONTENT_MODEL #/properties/b: - -> b"},
    {"required property with default, closed", CLOSED(A_STRING),
        "{\"type\":\"object\",\"properties\":{" A_STRING ",\"b\":{\"type\":\"string\",\"default\":"
        "\"\"}},\"required\":[\"b\"],\"additionalProperties\":false}", true,
        "REQUIRED_PROPERTY_WITH_DEFAULT_ADDED_TO_UNOPEN_CONTENT_MODEL #/properties/b: - -> b"},
    {"property of any value, open", OPEN(A_STRING), OPEN(A_STRING ",\"b\":{}"), true,
        "PROPERTY_WITH_EMPTY_SCHEMA_ADDED_TO_OPEN_CONTENT_MODEL #/properties/b: - -> b"},
    {"property removed, open", OPEN(A_STRING "," B_STRING), OPEN(A_STRING), true,
        "PROPERTY_REMOVED_FROM_OPEN_CONTENT_MODEL #/properties/b: b -> -"},
    {"property removed, closed", CLOSED(A_STRING "," B_STRING), CLOSED(A_STRING), false,
        "PROPERTY_REMOVED_FROM_CLOSED_CONTENT_MODEL #/properties/b: b -> -"},
    {"property added, covered by a pattern",
        "{\"type\":\"object\",\"patternProperties\":{\"^s_\":{\"type\":\"string\"}},"
        "\"additionalProperties\":false}",
        "{\"type\":\"object\",\"properties\":{\"s_1\":{\"type\":\"string\"}},\"patternProperties\":"
        "{\"^s_\":{\"type\":\"string\"}},\"additionalProperties\":false}", true,
        "PROPERTY_ADDED_IS_COVERED_BY_PARTIALLY_OPEN_CONTENT_MODEL #/properties/s_1: - -> s_1; "
        "OPTIONAL_PROPERTY_ADDED_TO_UNOPEN_CONTENT_MODEL #/properties/s_1: - -> s_1"},
    {"property added, not covered",
        "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"boolean\"}},"
        "\"additionalProperties\":{\"type\":\"string\"}}", false,
        "TYPE_CHANGED #/properties/a: string -> boolean; "
        "PROPERTY_ADDED_NOT_COVERED_BY_PARTIALLY_OPEN_CONTENT_MODEL #/properties/a: - -> a; "
        "OPTIONAL_PROPERTY_ADDED_TO_UNOPEN_CONTENT_MODEL #/properties/a: - -> a"},
    {"became required", OPEN(A_STRING),
        "{\"type\":\"object\",\"properties\":{" A_STRING "},\"required\":[\"a\"]}", false,
        "REQUIRED_ATTRIBUTE_ADDED #/required/a: optional -> required"},
    {"became optional", "{\"type\":\"object\",\"properties\":{" A_STRING "},\"required\":[\"a\"]}",
        OPEN(A_STRING), true,
        "REQUIRED_ATTRIBUTE_REMOVED #/required/a: required -> optional"},
    {"became closed", OPEN(A_STRING), CLOSED(A_STRING), false,
        "ADDITIONAL_PROPERTIES_REMOVED #/additionalProperties: allowed -> none"},
    {"became open", CLOSED(A_STRING), OPEN(A_STRING), true,
        "ADDITIONAL_PROPERTIES_ADDED #/additionalProperties: none -> allowed"},
    {"type of a property", OPEN(A_STRING), OPEN("\"a\":{\"type\":\"boolean\"}"), false,
        "TYPE_CHANGED #/properties/a: string -> boolean"},
    {"integer to number", "{\"type\":\"integer\"}", NUM(""), true,
        "TYPE_EXTENDED #/: integer -> number"},
    {"number to integer", NUM(""), "{\"type\":\"integer\"}", false,
        "TYPE_NARROWED #/: number -> integer"},
    {"became nullable", STR(""), "{\"type\":[\"string\",\"null\"]}", true,
        "SUM_TYPE_EXTENDED #/: string -> anyOf"},
    {"no longer nullable", "{\"oneOf\":[{\"type\":\"null\"},{\"type\":\"string\"}]}", STR(""),
        false,
        "TYPE_CHANGED #/: oneOf -> string"},
    {"oneOf grew", "{\"oneOf\":[{\"type\":\"null\"},{\"type\":\"string\"}]}",
        "{\"oneOf\":[{\"type\":\"boolean\"},{\"type\":\"null\"},{\"type\":\"string\"}]}", true,
        "SUM_TYPE_EXTENDED #/: null, string -> boolean, null, string"},
    {"oneOf shrank", "{\"oneOf\":[{\"type\":\"null\"},{\"type\":\"string\"}]}",
        "{\"oneOf\":[{\"type\":\"string\"}]}", false,
        "SUM_TYPE_NARROWED #/: null, string -> string"},
    {"oneOf of others", "{\"oneOf\":[{\"type\":\"null\"},{\"type\":\"string\"}]}",
        "{\"oneOf\":[{\"type\":\"null\"},{\"type\":\"boolean\"}]}", false,
        "COMBINED_TYPE_SUBSCHEMAS_CHANGED #/: null, string -> null, boolean"},
    {"allOf grew", "{\"allOf\":[{\"type\":\"string\"},{\"maxLength\":5}]}",
        "{\"allOf\":[{\"type\":\"string\"},{\"maxLength\":5},{\"minLength\":1}]}", false,
        "PRODUCT_TYPE_EXTENDED #/: string, string -> string, string, string"},
    {"oneOf to anyOf", "{\"oneOf\":[{\"type\":\"null\"},{\"type\":\"string\"}]}",
        "{\"anyOf\":[{\"type\":\"null\"},{\"type\":\"string\"}]}", true,
        "COMBINED_TYPE_EXTENDED #/: oneOf -> anyOf"},
    {"anyOf to oneOf", "{\"anyOf\":[{\"type\":\"null\"},{\"type\":\"string\"}]}",
        "{\"oneOf\":[{\"type\":\"null\"},{\"type\":\"string\"}]}", false,
        "COMBINED_TYPE_CHANGED #/: anyOf -> oneOf"},
    {"maxLength smaller", STR(",\"maxLength\":9"), STR(",\"maxLength\":5"), false,
        "MAX_LENGTH_DECREASED #/maxLength: 9 -> 5"},
    {"maxLength greater", STR(",\"maxLength\":5"), STR(",\"maxLength\":9"), true,
        "MAX_LENGTH_INCREASED #/maxLength: 5 -> 9"},
    {"maxLength added", STR(""), STR(",\"maxLength\":5"), false,
        "MAX_LENGTH_ADDED #/maxLength: - -> 5"},
    {"minLength greater", STR(",\"minLength\":1"), STR(",\"minLength\":2"), false,
        "MIN_LENGTH_INCREASED #/minLength: 1 -> 2"},
    {"pattern", STR(",\"pattern\":\"^a\""), STR(",\"pattern\":\"^b\""), false,
        "PATTERN_CHANGED #/pattern: ^a -> ^b"},
    {"maximum", NUM(",\"maximum\":10"), NUM(",\"maximum\":9.5"), false,
        "MAXIMUM_DECREASED #/maximum: 10 -> 9.5"},
    {"minimum gone", NUM(",\"minimum\":10"), NUM(""), true,
        "MINIMUM_REMOVED #/minimum: 10 -> -"},
    {"exclusiveMinimum", NUM(",\"exclusiveMinimum\":1"), NUM(",\"exclusiveMinimum\":2"), false,
        "EXCLUSIVE_MINIMUM_INCREASED #/exclusiveMinimum: 1 -> 2"},
    {"multipleOf divided", NUM(",\"multipleOf\":10"), NUM(",\"multipleOf\":5"), true,
        "MULTIPLE_OF_REDUCED #/multipleOf: 10 -> 5"},
    {"multipleOf multiplied", NUM(",\"multipleOf\":2"), NUM(",\"multipleOf\":6"), false,
        "MULTIPLE_OF_EXPANDED #/multipleOf: 2 -> 6"},
    {"enum grew", "{\"enum\":[\"a\"]}", "{\"enum\":[\"b\",\"a\"]}", true,
        "ENUM_ARRAY_EXTENDED #/enum: \"a\" -> \"a\", \"b\""},
    {"enum shrank", "{\"enum\":[\"a\",\"b\"]}", "{\"enum\":[\"a\"]}", false,
        "ENUM_ARRAY_NARROWED #/enum: \"a\", \"b\" -> \"a\""},
    {"const", "{\"const\":1}", "{\"const\":2}", false,
        "ENUM_ARRAY_CHANGED #/const: 1 -> 2"},
    {"items", "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}",
        "{\"type\":\"array\",\"items\":{\"type\":\"number\"}}", false,
        "TYPE_CHANGED #/items: string -> number"},
    {"items added", "{\"type\":\"array\"}", "{\"type\":\"array\",\"items\":{\"type\":\"number\"}}",
        false,
        "SCHEMA_ADDED #/items: - -> number"},
    {"uniqueItems", "{\"type\":\"array\"}", "{\"type\":\"array\",\"uniqueItems\":true}", false,
        "UNIQUE_ITEMS_ADDED #/uniqueItems: - -> true"},
    {"tuple grew, closed",
        "{\"type\":\"array\",\"items\":[{\"type\":\"string\"}],\"additionalItems\":false}",
        "{\"type\":\"array\",\"items\":[{\"type\":\"string\"},{\"type\":\"number\"}],"
        "\"additionalItems\":false}", true,
        "ITEM_ADDED_TO_CLOSED_CONTENT_MODEL #/items/1: - -> number"},
    {"prefixItems grew, open",
        "{" DRAFT "\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"}]}",
        "{" DRAFT "\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"},"
        "{\"type\":\"number\"}]}", false,
        "ITEM_ADDED_TO_OPEN_CONTENT_MODEL #/items/1: - -> number"},
    {"not", "{\"not\":{\"type\":\"string\",\"maxLength\":9}}",
        "{\"not\":{\"type\":\"string\",\"maxLength\":5}}", true,
        "NOT_TYPE_NARROWED #/not: {\"maxLength\":9,\"type\":\"string\"} -> "
        "{\"maxLength\":5,\"type\":\"string\"}"},
    {"behind a reference",
        "{\"$ref\":\"#/definitions/d\",\"definitions\":{\"d\":{\"type\":\"string\"}}}",
        "{\"$ref\":\"#/$defs/d\",\"$defs\":{\"d\":{\"type\":\"boolean\"}}}", false,
        "TYPE_CHANGED #/: string -> boolean"},
    {"recursive", "{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#\"},\"v\":{\"type\":"
        "\"integer\"}}}", "{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#\"},\"v\":"
        "{\"type\":\"number\"}}}", true,
        "TYPE_EXTENDED #/properties/v: integer -> number"},
    {"annotations", STR(",\"title\":\"a\""), STR(",\"title\":\"b\",\"description\":\"c\""), true,
        "TITLE_CHANGED #/: a -> b; "
        "DESCRIPTION_CHANGED #/: - -> c"},
    {"dependency", "{" DRAFT "\"type\":\"object\",\"dependentRequired\":{\"a\":[\"b\"]}}",
        "{" DRAFT "\"type\":\"object\",\"dependentRequired\":{\"a\":[\"b\",\"c\"]}}", false,
        "DEPENDENCY_ARRAY_EXTENDED #/dependencies/a: b -> b, c"},
    {"anything may become anything", STR(""), "true", true, ""},
    {"nothing may become anything", "false", STR(""), true, ""},
};

Test(compat_json, verdicts)
{
    run_cases(COMPAT_JSON, cases, sizeof cases / sizeof *cases);
}

Test(compat_json, references)
{
    struct arena *arena = arena_new();
    struct schema_reference old = {"n.json", "{\"$defs\":{\"x\":{\"type\":\"string\"}}}"};
    struct schema_reference new = {"n.json", "{\"$defs\":{\"x\":{\"type\":\"number\"}}}"};
    const char *text = OPEN("\"a\":{\"$ref\":\"n.json#/$defs/x\"}");
    struct compat_schema before = {COMPAT_JSON, text, &old, 1, 1};
    struct compat_schema after = {COMPAT_JSON, text, &new, 1, 0};
    struct compat_list list = {.arena = arena};
    const char *error = "";

    cr_assert(compat_read(&after, &before, &list, &error), "%s", error);
    cr_assert_eq(list.count, 1);
    cr_expect_str_eq(list.at[0].path, "#/properties/a");
    cr_expect_str_eq(list.at[0].column, "a");
    cr_expect_str_eq(list.at[0].before, "string");
    cr_expect_str_eq(list.at[0].after, "number");
    after.reference_count = 0;
    cr_assert(!compat_read(&after, &before, &list, &error));
    cr_expect_str_eq(error, "the new schema: $ref \"n.json#/$defs/x\" leads nowhere");
    arena_free(arena);
}

Test(compat_json, refusals)
{
    static const char *const wrong[] = {"", "{", "1", "{\"type\":\"text\"}",
        "{\"properties\":{\"a\":1}}", "{\"$ref\":\"#/nowhere\"}"};
    struct arena *arena = arena_new();
    struct compat_schema fine = {.format = COMPAT_JSON, .text = "{}"};

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct compat_schema schema = {.format = COMPAT_JSON, .text = wrong[i]};
        struct compat_list list = {.arena = arena};
        const char *error = NULL;

        cr_expect(!compat_read(&schema, &fine, &list, &error), "%s", wrong[i]);
        cr_expect_not_null(error);
    }
    arena_free(arena);
}

Test(compat_json, shared_definitions_are_compared_once)
{
    /* d0 has two properties of d1, d1 two of d2 …: unfolded, 2^60 schemas. */
    struct arena *arena = arena_new();
    struct text text[2] = {{.arena = arena}, {.arena = arena}};
    struct compat_list list = {.arena = arena};
    const char *error = "";

    for (int k = 0; k < 2; k++) {
        text_add(&text[k], "{\"$ref\":\"#/$defs/d0\",\"$defs\":{");
        for (int i = 0; i < 60; i++)
            text_printf(&text[k], "\"d%d\":{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":"
                "\"#/$defs/d%d\"},\"b\":{\"$ref\":\"#/$defs/d%d\"}}},", i, i + 1, i + 1);
        text_printf(&text[k], "\"d60\":{\"type\":\"%s\"}}}", k ? "string" : "number");
    }
    struct compat_schema before = {.format = COMPAT_JSON, .text = text_chars(&text[0])};
    struct compat_schema after = {.format = COMPAT_JSON, .text = text_chars(&text[1])};

    cr_assert(compat_read(&after, &before, &list, &error), "%s", error);
    cr_expect(compat_refused(&list, 0));
    arena_free(arena);
}

Test(compat_json, references_in_circles)
{
    struct arena *arena = arena_new();
    struct compat_schema circle = {.format = COMPAT_JSON,
        .text = "{\"$ref\":\"#/a\",\"a\":{\"$ref\":\"#/b\"},\"b\":{\"$ref\":\"#/a\"}}"};
    struct compat_schema text = {.format = COMPAT_JSON, .text = STR("")};
    struct compat_list list = {.arena = arena};
    const char *error = "";

    cr_expect(compat_read(&circle, &text, &list, &error), "%s", error);
    cr_expect(compat_read(&text, &circle, &list, &error), "%s", error);
    arena_free(arena);
}
