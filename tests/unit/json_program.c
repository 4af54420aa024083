/* Programs for JSON Schemas first seen at run time: what of a writer's schema decides how its
 * documents are read, and what is refused. Beside generated code: tests/codec/json_test.c. */
#include "codec/program.h"

#include <criterion/criterion.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct place {
    uint64_t nulls[1];
    int64_t number;
    struct rt_text text;
};

struct row {
    uint64_t nulls[1];
    int64_t id;
    struct rt_text name;
    struct rt_bytes data;
    int64_t at;
    struct place place;
    struct rt_shape_map map;
};

static const struct rt_shape_field place_fields[] = {
    {"number", offsetof(struct place, number), 0, false,
        {.kind = RT_SHAPE_BIGINT, .nullable = true}},
    {"text", offsetof(struct place, text), 1, false, {.kind = RT_SHAPE_TEXT, .nullable = true}},
};

static const struct rt_shape text_shape = {.kind = RT_SHAPE_TEXT};
static const struct rt_shape count_shape = {.kind = RT_SHAPE_BIGINT};

static const struct rt_shape_field fields[] = {
    {"id", offsetof(struct row, id), 0, false, {.kind = RT_SHAPE_BIGINT}},
    {"name", offsetof(struct row, name), 1, false, {.kind = RT_SHAPE_TEXT, .nullable = true}},
    {"data", offsetof(struct row, data), 2, false, {.kind = RT_SHAPE_BYTES, .nullable = true}},
    {"at", offsetof(struct row, at), 3, false,
        {.kind = RT_SHAPE_TIMESTAMP_LTZ, .nullable = true, .precision = 3}},
    {"place", offsetof(struct row, place), 4, false, {.kind = RT_SHAPE_ROW, .nullable = true,
        .size = sizeof(struct place), .fields = place_fields, .field_count = 2}},
    {"map", offsetof(struct row, map), 5, false, {.kind = RT_SHAPE_MAP, .nullable = true,
        .key = &text_shape, .element = &count_shape}},
};

static const struct rt_shape shape = {.kind = RT_SHAPE_ROW, .size = sizeof(struct row),
    .fields = fields, .field_count = 6};

static void print_row(const struct row *row, char *out, size_t size)
{
    FILE *file = fmemopen(out, size, "w");

    fprintf(file, "%lld", (long long)row->id);
    if (!rt_null_get(row->nulls, 1))
        fprintf(file, " name=%.*s", (int)row->name.size, row->name.data);
    if (!rt_null_get(row->nulls, 2))
        fprintf(file, " data=%.*s", (int)row->data.size, row->data.data);
    if (!rt_null_get(row->nulls, 3))
        fprintf(file, " at=%lld", (long long)row->at);
    if (!rt_null_get(row->nulls, 4)) {
        fprintf(file, " place=");
        if (!rt_null_get(row->place.nulls, 0))
            fprintf(file, "%lld", (long long)row->place.number);
        if (!rt_null_get(row->place.nulls, 1))
            fprintf(file, "'%.*s'", (int)row->place.text.size, row->place.text.data);
    }
    if (!rt_null_get(row->nulls, 5))
        for (size_t i = 0; i < row->map.count; i++)
            fprintf(file, " %.*s:%lld", (int)((const struct rt_text *)row->map.keys)[i].size,
                ((const struct rt_text *)row->map.keys)[i].data,
                (long long)((const int64_t *)row->map.values)[i]);
    fclose(file);
}

/* `properties` besides the id; wanted: the row, or the failure of the schema or the document. */
static void expect_schema(const struct rt_schema *schema, const char *document, const char *wanted)
{
    struct rt_bytes bytes = {(const uint8_t *)document, strlen(document)};
    struct rt_error error = {0};
    struct codec_program *program =
        codec_program_new(RT_SCHEMA_JSON, schema, NULL, &shape, &error);
    struct row row = {0};
    struct rt_arena arena;
    char got[1100] = "";

    rt_arena_init(&arena);
    if (program && program->run(program, bytes, &row, &arena, &error))
        print_row(&row, got, sizeof got);
    else
        snprintf(got, sizeof got, "%s", error.message);
    cr_expect_str_eq(got, wanted, "%s\n  of %s:\n  %s", schema->text, document, got);
    codec_program_free(program);
    rt_arena_release(&arena);
}

static void expect(const char *properties, const char *document, const char *wanted)
{
    char text[2000];

    snprintf(text, sizeof text,
        "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"integer\"}%s}}", properties);
    expect_schema(&(struct rt_schema){.text = text}, document, wanted);
}

Test(json_program, what_the_writer_has_not_and_what_nobody_wants)
{
    expect("", "{\"id\":1}", "1");
    expect(",\"more\":{}", "{\"more\":[{\"x\":1}],\"id\":2,\"other\":null}", "2");
    /* A member that the writer's schema does not know is not the column. */
    expect("", "{\"id\":1,\"name\":\"n\"}", "1");
    expect(",\"name\":{\"type\":\"string\"}",
        "{\"name\":\"a\",\"id\":3,\"name\":\"b\"}", "3 name=b");
    expect("", "{}", "field 'id' at byte 2: no such member, which must be there");
    expect("", "{\"id\":null}", "field 'id' at byte 6: null, and the column is NOT NULL");
    expect_schema(&(struct rt_schema){.text =
        "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}}}"}, "{}",
        "it has no field 'id', and the column is NOT NULL");
}

Test(json_program, the_schema_decides_what_a_value_is)
{
    static const char bytes[] = ",\"data\":{\"type\":\"string\",\"connect.type\":\"bytes\"}";
    static const char instant[] = ",\"at\":{\"type\":\"integer\",\"connect.type\":\"int64\","
        "\"title\":\"org.apache.kafka.connect.data.Timestamp\"}";

    expect(bytes, "{\"id\":1,\"data\":\"QUI=\"}", "1 data=AB");
    expect(",\"data\":{\"type\":\"string\"}", "{\"id\":1,\"data\":\"QUI=\"}",
        "field 'data' is a string, which does not fit its column");
    expect(",\"name\":{\"type\":\"string\",\"connect.type\":\"bytes\"}", "{}",
        "field 'name' is bytes, which does not fit its column");
    expect(instant, "{\"id\":1,\"at\":1700000000000}", "1 at=1700000000000");
    expect(",\"at\":{\"type\":\"integer\"}", "{}",
        "field 'at' is a number, which does not fit its column");
    expect(",\"at\":{\"type\":\"integer\",\"connect.type\":\"int64\",\"flink.type\":\"timestamp\"}",
        "{}", "field 'at' is a timestamp, which does not fit its column");
    expect(",\"name\":{\"enum\":[\"a\",1,null]}", "{\"id\":1,\"name\":1}", "1 name=1");
    expect(",\"name\":{\"type\":\"string\",\"enum\":[\"a\"]}", "{\"id\":1,\"name\":1}",
        "field 'name' at byte 15: a value of another kind than the column's type");
}

Test(json_program, null_beside_a_type)
{
    expect(",\"name\":{\"type\":[\"null\",\"string\"]}", "{\"id\":1,\"name\":null}", "1");
    expect(",\"name\":{\"type\":[\"null\",\"string\"]}", "{\"id\":1,\"name\":\"n\"}", "1 name=n");
    expect(",\"name\":{\"oneOf\":[{\"type\":\"null\"},{\"type\":\"string\"}]}",
        "{\"id\":1,\"name\":\"n\"}", "1 name=n");
    expect(",\"name\":{\"anyOf\":[{\"const\":null},{\"$ref\":\"#/$defs/n\"}]}},"
        "\"$defs\":{\"n\":{\"type\":\"string\"}", "{\"id\":1,\"name\":\"n\"}", "1 name=n");
    expect(",\"name\":{\"type\":\"null\"}", "{}", "field 'name': null alone");
}

Test(json_program, references_and_parts)
{
    static const struct rt_schema_name others[] = {{"place.json",
        "{\"type\":\"object\",\"properties\":{\"number\":{\"$ref\":\"#/definitions/n\"}},"
        "\"definitions\":{\"n\":{\"type\":\"integer\"}}}"}};

    expect_schema(&(struct rt_schema){"{\"allOf\":[{\"$ref\":\"#base\"},{\"type\":\"object\","
        "\"properties\":{\"place\":{\"$ref\":\"place.json\"}}}],\"$defs\":{\"b\":"
        "{\"$anchor\":\"base\",\"properties\":{\"id\":{\"type\":\"integer\"}}}}}", others, 1},
        "{\"place\":{\"number\":2},\"id\":1}", "1 place=2");
    expect(",\"name\":{\"$ref\":\"#/nowhere\"}", "{}", "field 'name': a $ref leads nowhere");
    expect(",\"name\":{\"not\":{}}", "{}", "field 'name': \"not\" and \"if\" have no SQL type");
    expect(",\"name\":{}", "{}", "field 'name': any value is valid");
    expect(",\"name\":{\"allOf\":[{\"$ref\":\"#/properties/name\"}]}", "{}",
        "field 'name': it is too deep, or contains itself");
    /* A definition that contains itself is read as deep as the columns are. */
    expect(",\"place\":{\"type\":\"object\",\"properties\":{\"number\":{\"type\":\"integer\"},"
        "\"inner\":{\"$ref\":\"#/properties/place\"}}}",
        "{\"id\":1,\"place\":{\"inner\":{\"number\":3},\"number\":2}}", "1 place=2");
}

Test(json_program, one_of_several)
{
    static const char several[] = ",\"place\":{\"oneOf\":[{\"title\":\"number\",\"type\":"
        "\"integer\"},{\"title\":\"text\",\"type\":\"string\"},{\"type\":\"boolean\"}]}";

    expect(several, "{\"id\":1,\"place\":7}", "1 place=7");
    expect(several, "{\"id\":1,\"place\":\"t\"}", "1 place='t'");
    expect(several, "{\"id\":1,\"place\":true}", "1 place=");
    expect(several, "{\"id\":1,\"place\":[]}",
        "field 'place' at byte 16: a value that fits no branch of the union");
    expect(",\"name\":{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"integer\"}]}", "{}",
        "field 'name' is one of several, which does not fit its column");
}

Test(json_program, maps)
{
    expect(",\"map\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}",
        "{\"id\":1,\"map\":{\"a\":1,\"b\":2,\"a\":3}}", "1 a:3 b:2");
    expect(",\"map\":{\"type\":\"array\",\"connect.type\":\"map\",\"items\":{\"type\":\"object\","
        "\"properties\":{\"key\":{\"type\":\"string\"},\"value\":{\"type\":\"integer\"}}}}",
        "{\"id\":1,\"map\":[{\"value\":1,\"key\":\"a\"}]}", "1 a:1");
    expect(",\"map\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}", "{}",
        "field 'map' is an array, which does not fit its column");
    expect(",\"map\":{\"type\":\"object\"}", "{}",
        "field 'map': an object that does not say what its members are");
}

Test(json_program, a_schema_that_is_none)
{
    expect_schema(&(struct rt_schema){.text = "{"}, "{}",
        "not JSON: string or '}' expected near end of file, at line 1 column 1");
    expect_schema(&(struct rt_schema){.text = "{\"type\":\"integer\"}"}, "1",
        "it is a number, but the table has 6 columns there");
    expect_schema(&(struct rt_schema){.text = "{\"type\":\"what\"}"}, "1",
        "a \"type\" that is none");
    expect_schema(&(struct rt_schema){.text = "[]"}, "1", "a schema is an object, true or false");
}

Test(json_program, twenty_thousand_fields)
{
    struct rt_buffer schema = {0}, document = {0};

    rt_buffer_printf(&schema, "{\"type\":\"object\",\"properties\":{");
    rt_buffer_printf(&document, "{");
    for (int i = 0; i < 20000; i++) {
        rt_buffer_printf(&schema, "\"f%d\":{\"type\":\"string\"},", i);
        rt_buffer_printf(&document, "\"f%d\":\"%d\",", i, i);
    }
    rt_buffer_printf(&schema, "\"id\":{\"type\":\"integer\"}}}%c", 0);
    rt_buffer_printf(&document, "\"id\":5}%c", 0);
    expect_schema(&(struct rt_schema){.text = (const char *)schema.data},
        (const char *)document.data, "5");
    rt_buffer_release(&schema);
    rt_buffer_release(&document);
}

static uint32_t random_below(uint64_t *state, size_t below)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)((*state >> 33) % below);
}

/* A copy of its own size, so that any step beyond it is found, with a few bytes changed. */
static char *change(uint64_t *state, const char *text, uint32_t most)
{
    static const char bytes[] = "{}[]\":,0#/\\aeornstuy \x80";
    size_t size = strlen(text);
    char *copy = strdup(text);

    for (uint32_t i = random_below(state, most + 1); i; i--)
        copy[random_below(state, size)] = bytes[random_below(state, sizeof bytes - 1)];
    return copy;
}

Test(json_program, any_schema_and_any_document)
{
    static const char *const schemas[] = {
        "{\"properties\":{\"id\":{\"type\":\"integer\"},\"map\":{\"type\":\"array\","
            "\"connect.type\":\"map\",\"items\":{\"properties\":{\"key\":{\"type\":\"string\"},"
            "\"value\":{\"type\":\"number\"}}}},\"name\":{\"enum\":[\"a\",null,1]}}}",
        "{\"allOf\":[{\"$ref\":\"#/$defs/a\"},{\"$ref\":\"#b\"}],\"$defs\":{\"a\":{\"properties\":"
            "{\"id\":{\"type\":\"integer\"}}},\"b\":{\"$anchor\":\"b\",\"properties\":{\"map\":"
            "{\"additionalProperties\":{\"type\":\"integer\"}}}}}}",
        "{\"properties\":{\"id\":{\"type\":\"integer\"},\"place\":{\"oneOf\":[{\"type\":\"string\","
            "\"title\":\"text\"},{\"title\":\"number\",\"type\":\"integer\"},{\"properties\":"
            "{\"x\":{\"$ref\":\"#\"}},\"required\":[\"x\"]},{\"const\":null}]}}}",
    };
    static const char *const documents[] = {
        "{\"id\":7,\"map\":[{\"key\":\"a\",\"value\":1},{\"value\":2,\"key\":\"b\"}],"
            "\"name\":\"a\"}",
        "{\"map\":{\"a\":1,\"b\":2,\"a\":3},\"id\":-9}",
        "{\"id\":1,\"place\":{\"x\":{\"id\":1,\"place\":\"t\"}}}",
    };
    uint64_t state = 88172645463325252u;
    size_t made = 0, decoded = 0;

    for (int i = 0; i < 30000; i++) {
        char *text = change(&state, schemas[i % 3], 3), *document = change(&state,
            documents[i % 3], 2);
        const struct rt_schema schema = {.text = text};
        struct rt_error error = {0};
        struct row row = {0};
        struct rt_arena arena;
        struct codec_program *program =
            codec_program_new(RT_SCHEMA_JSON, &schema, NULL, &shape, &error);

        rt_arena_init(&arena);
        made += program != NULL;
        if (program && program->run(program, (struct rt_bytes){(const uint8_t *)document,
                strlen(document)}, &row, &arena, &error))
            decoded++;
        else
            cr_assert(error.message[0] && error.code == RT_DECODE, "%s", text);
        codec_program_free(program);
        rt_arena_release(&arena);
        free(document);
        free(text);
    }
    cr_expect(made && decoded, "%zu programs, %zu rows", made, decoded);
}
