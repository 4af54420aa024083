/* Writes the codec that avro_fuzz.c runs, and some seeds: avro_fuzz_gen OUT.h SEED_FOLDER */
#include "gen.h"

#include <stdio.h>

/* Fields and their types. */
static const char *const fields[][2] = {
    {"b", "\"boolean\""},
    {"i", "\"int\""},
    {"l", "[\"null\",\"long\"]"},
    {"f", "\"float\""},
    {"d", "[\"double\",\"null\"]"},
    {"s", "\"string\""},
    {"y", "[\"null\",\"bytes\"]"},
    {"x", "{\"type\":\"fixed\",\"name\":\"F\",\"size\":5}"},
    {"e", "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\",\"C\"]}"},
    {"dec", "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":9,\"scale\":2}"},
    {"dec38", "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":38,\"scale\":10}"},
    {"decf", "{\"type\":\"fixed\",\"name\":\"D\",\"size\":9,\"logicalType\":\"decimal\","
           "\"precision\":20,\"scale\":0}"},
    {"day", "{\"type\":\"int\",\"logicalType\":\"date\"}"},
    {"tm", "{\"type\":\"int\",\"logicalType\":\"time-millis\"}"},
    {"ts3", "{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}"},
    {"ts6", "{\"type\":\"long\",\"logicalType\":\"local-timestamp-micros\"}"},
    {"r", "[\"null\",{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"p\","
           "\"type\":\"string\"},{\"name\":\"q\",\"type\":{\"type\":\"array\","
           "\"items\":[\"null\",\"int\"]}}]}]"},
    {"a", "{\"type\":\"array\",\"items\":\"string\"}"},
    {"ar", "{\"type\":\"array\",\"items\":\"R\"}"},
    {"m", "{\"type\":\"map\",\"values\":[\"null\",\"double\"]}"},
    {"ma", "{\"type\":\"map\",\"values\":{\"type\":\"array\",\"items\":\"long\"}}"},
    {"un", "[\"null\",\"long\",\"bytes\",\"string\",{\"type\":\"record\",\"name\":\"U\","
           "\"fields\":[{\"name\":\"v\",\"type\":\"R\"}]}]"},
    {"ts9", "{\"type\":\"long\",\"logicalType\":\"timestamp-nanos\"}"},
};

enum { FIELDS = sizeof fields / sizeof *fields };

/* The least valid datum: zeros, but for what a zero is no value of. */
static const char zeros[] =
    "\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\0\0\2\0\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

static const char *schema_of_fields(struct arena *arena)
{
    struct text out = {.arena = arena};

    text_add(&out, "{\"type\":\"record\",\"name\":\"all\",\"fields\":[");
    for (size_t i = 0; i < FIELDS; i++)
        text_printf(&out, "%s{\"name\":\"%s\",\"type\":%s}", i ? "," : "", fields[i][0],
            fields[i][1]);
    text_add(&out, "]}");
    return text_chars(&out);
}

/* Schemas with a default of each type, and with references to names. */
static const char *const schemas[] = {
    "{\"type\":\"record\",\"name\":\"r\",\"namespace\":\"n\",\"aliases\":[\"old\"],\"fields\":["
    "{\"name\":\"b\",\"type\":\"boolean\",\"default\":true},"
    "{\"name\":\"i\",\"type\":\"int\",\"default\":-5,\"aliases\":[\"j\"]},"
    "{\"name\":\"l\",\"type\":\"long\",\"default\":5000000000},"
    "{\"name\":\"f\",\"type\":\"float\",\"default\":1.5},"
    "{\"name\":\"d\",\"type\":\"double\",\"default\":1},"
    "{\"name\":\"s\",\"type\":\"string\",\"default\":\"text\"},"
    "{\"name\":\"y\",\"type\":\"bytes\",\"default\":\"\\u00ff\"},"
    "{\"name\":\"x\",\"type\":{\"type\":\"fixed\",\"name\":\"F\",\"size\":2},"
    "\"default\":\"ab\"},"
    "{\"name\":\"e\",\"type\":{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\"],"
    "\"default\":\"A\"},\"default\":\"B\"},"
    "{\"name\":\"n\",\"type\":[\"null\",\"int\"],\"default\":null},"
    "{\"name\":\"a\",\"type\":{\"type\":\"array\",\"items\":\"int\"},\"default\":[1,2]},"
    "{\"name\":\"m\",\"type\":{\"type\":\"map\",\"values\":\"E\"},\"default\":{\"k\":\"A\"}},"
    "{\"name\":\"r\",\"type\":{\"type\":\"record\",\"name\":\"q\",\"fields\":["
    "{\"name\":\"p\",\"type\":\"int\",\"default\":3}]},\"default\":{}}]}",
    "{\"type\":\"record\",\"name\":\"list\",\"fields\":[{\"name\":\"next\",\"type\":"
    "[\"null\",{\"type\":\"array\",\"items\":\"list\"}]}]}",
};

/* For fuzzers that make schemas of their own. */
static void add_fields(struct gen *gen)
{
    text_add(&gen->out, "static const char *const all_fields[][2] = {\n");
    for (size_t i = 0; i < FIELDS; i++)
        text_printf(&gen->out, "    {\"%s\", %s},\n", fields[i][0],
            emit_c_string(gen->arena, str_of(fields[i][1])));
    text_add(&gen->out, "};\n\n");
}

/* The schema as avro_program_fuzz.c takes one, then the datum. */
static void add_schema(struct gen *gen, const char *folder, const char *name, const char *schema)
{
    struct text with_schema = {.arena = gen->arena};

    text_add_char(&with_schema, '\0');
    text_add(&with_schema, schema);
    text_add_char(&with_schema, '\0');
    for (size_t i = 0; i < sizeof zeros - 1; i++)
        text_add_char(&with_schema, zeros[i]);
    gen_seed(gen, folder, name, text_chars(&with_schema), with_schema.size);
}

static void add_seeds(struct gen *gen, const char *folder, const char *schema)
{
    gen_seed(gen, folder, "zeros", zeros, sizeof zeros - 1);
    add_schema(gen, folder, "schema", schema);
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++)
        add_schema(gen, folder, arena_printf(gen->arena, "schema%zu", i), schemas[i]);
}

int main(int argc, char **argv)
{
    struct gen gen = gen_new();
    const struct schema_text schema = {SCHEMA_AVRO, schema_of_fields(gen.arena), NULL, 0};

    if (argc != 3)
        return fprintf(stderr, "avro_fuzz_gen OUT.h SEED_FOLDER\n"), 2;
    add_fields(&gen);
    gen_table(&gen, &(struct gen_table){.tag = "all", .format = FORMAT_AVRO_REGISTRY,
        .type = gen_type(&gen, &schema), .schema = &schema, .shape = true, .lines = true});
    add_seeds(&gen, argv[2], schema.text);
    return gen_finish(&gen, argv[1]);
}
