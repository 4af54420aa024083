/* Writes the codecs that json_fuzz.c runs, and some seeds: json_fuzz_gen OUT.h SEED_FOLDER */
#include "gen.h"

#include <stdio.h>
#include <string.h>

static const char schema_text[] =
    "{\"type\":\"object\",\"properties\":{"
    "\"b\":{\"type\":\"boolean\"},\"i\":{\"type\":\"integer\",\"connect.type\":\"int32\"},"
    "\"l\":{\"type\":[\"null\",\"integer\"]},"
    "\"f\":{\"type\":\"number\",\"connect.type\":\"float32\"},"
    "\"d\":{\"type\":\"number\"},\"s\":{\"type\":\"string\"},"
    "\"y\":{\"type\":\"string\",\"connect.type\":\"bytes\"},\"e\":{\"enum\":[\"A\",1,null]},"
    "\"dec\":{\"type\":\"number\",\"title\":\"org.apache.kafka.connect.data.Decimal\","
    "\"connect.type\":\"bytes\",\"connect.parameters\":{\"connect.decimal.precision\":\"9\","
    "\"scale\":\"2\"}},"
    "\"dec38\":{\"type\":\"number\",\"title\":\"org.apache.kafka.connect.data.Decimal\","
    "\"connect.type\":\"bytes\",\"connect.parameters\":{\"connect.decimal.precision\":\"38\","
    "\"scale\":\"10\"}},"
    "\"day\":{\"type\":\"integer\",\"title\":\"org.apache.kafka.connect.data.Date\","
    "\"connect.type\":\"int32\"},"
    "\"t\":{\"type\":\"integer\",\"title\":\"org.apache.kafka.connect.data.Time\","
    "\"connect.type\":\"int32\"},"
    "\"ts\":{\"type\":\"integer\",\"title\":\"org.apache.kafka.connect.data.Timestamp\","
    "\"connect.type\":\"int64\"},"
    "\"r\":{\"oneOf\":[{\"type\":\"null\"},{\"type\":\"object\",\"properties\":{"
    "\"p\":{\"type\":\"string\"},\"q\":{\"type\":\"array\",\"items\":{\"type\":[\"null\","
    "\"integer\"]}}},\"required\":[\"p\"]}]},"
    "\"a\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
    "\"m\":{\"type\":\"object\",\"connect.type\":\"map\",\"additionalProperties\":"
    "{\"type\":[\"null\",\"number\"]}},"
    "\"n\":{\"type\":\"array\",\"connect.type\":\"map\",\"items\":{\"type\":\"object\","
    "\"properties\":{\"key\":{\"type\":\"integer\"},\"value\":{\"type\":\"string\"}}}},"
    "\"u\":{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"integer\"},{\"type\":\"object\","
    "\"title\":\"X\",\"properties\":{\"x\":{\"type\":\"string\"},\"z\":{\"type\":\"integer\"}},"
    "\"required\":[\"x\"]},{\"type\":\"object\",\"title\":\"Y\",\"properties\":{\"y\":{\"type\":"
    "\"boolean\"},\"z\":{\"type\":\"integer\"}},\"required\":[\"y\"]}]}}}";

static const char *const seeds[] = {
    "{\"b\":true,\"i\":1,\"l\":null,\"f\":1.5,\"d\":-2.25e3,"
    "\"s\":\"a\\u00e9\\ud83d\\ude00\",\"y\":\"AP8=\","
    "\"e\":\"A\",\"dec\":12.34,\"dec38\":\"AQ==\",\"day\":19000,\"t\":1000,\"ts\":1700000000000,"
    "\"r\":{\"p\":\"x\",\"q\":[1,null]},\"a\":[\"x\",\"y\"],\"m\":{\"k\":1.5,\"k\":null},"
    "\"n\":[{\"key\":1,\"value\":\"one\"}],\"u\":{\"x\":\"1\",\"z\":2}}",
    "{\"u\":{\"y\":true,\"z\":1},\"s\":\"\",\"unknown\":[{\"a\":[1,2.5e-3]},\"\\n\"],"
    "\"b\":false,\"i\":-1}",
    "{\"u\":5,\"b\":true,\"i\":\"12\",\"d\":\"NaN\",\"day\":\"2024-02-29\",\"t\":\"10:11:12.5\","
    "\"ts\":\"2024-01-31T12:34:56.789Z\",\"dec\":\"1e2\",\"s\":{\"x\": [1]}}",
};

/* The format 'json' has no union, and no map of other keys than text. */
static bool is_plain(const struct type_field *field)
{
    return strcmp(field->name, "n") != 0 && strcmp(field->name, "u") != 0;
}

int main(int argc, char **argv)
{
    static const struct option_value options[] = {
        {.id = OPT_JSON_IGNORE_ERRORS, .key = "", .text = "true", .number = 1},
        {.id = OPT_JSON_TIMESTAMP_FORMAT, .key = "", .text = "ISO-8601", .number = 1}};
    static const struct schema_text schema = {SCHEMA_JSON, schema_text, NULL, 0};
    struct gen gen = gen_new();
    const struct type *type = gen_type(&gen, &schema);

    if (argc != 3 || !type)
        return fprintf(stderr, "json_fuzz_gen OUT.h SEED_FOLDER\n"), 2;
    gen_table(&gen, &(struct gen_table){.tag = "all", .format = FORMAT_JSON_REGISTRY,
        .type = type, .schema = &schema, .shape = true});
    gen_table(&gen, &(struct gen_table){.tag = "plain", .format = FORMAT_JSON,
        .type = gen_only(&gen, type, is_plain), .options = options, .option_count = 2});
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        gen_seed(&gen, argv[2], arena_printf(gen.arena, "%zu", i), seeds[i], strlen(seeds[i]));
    gen_seed(&gen, argv[2], "schema", schema_text, sizeof schema_text - 1);
    gen_schema_seed(&gen, argv[2], '1', schema_text);
    return gen_finish(&gen, argv[1]);
}
