/* Writes the codecs that plain_fuzz.c runs, and some seeds: plain_fuzz_gen OUT.h SEED_FOLDER */
#include "gen.h"

#include <stdio.h>
#include <string.h>

/* The columns, in the words of Avro. */
static const char schema_text[] =
    "{\"type\":\"record\",\"name\":\"r\",\"fields\":["
    "{\"name\":\"b\",\"type\":[\"null\",\"boolean\"]},"
    "{\"name\":\"ti\",\"type\":{\"type\":\"int\",\"connect.type\":\"int8\"}},"
    "{\"name\":\"si\",\"type\":[\"null\",{\"type\":\"int\",\"connect.type\":\"int16\"}]},"
    "{\"name\":\"i\",\"type\":[\"null\",\"int\"]},{\"name\":\"l\",\"type\":[\"null\",\"long\"]},"
    "{\"name\":\"f\",\"type\":[\"null\",\"float\"]},"
    "{\"name\":\"d\",\"type\":[\"null\",\"double\"]},"
    "{\"name\":\"s\",\"type\":[\"null\",\"string\"]},"
    "{\"name\":\"y\",\"type\":[\"null\",\"bytes\"]},"
    "{\"name\":\"dec\",\"type\":[\"null\",{\"type\":\"bytes\",\"logicalType\":\"decimal\","
    "\"precision\":9,\"scale\":2}]},"
    "{\"name\":\"dec38\",\"type\":[\"null\",{\"type\":\"bytes\",\"logicalType\":\"decimal\","
    "\"precision\":38,\"scale\":10}]},"
    "{\"name\":\"day\",\"type\":[\"null\",{\"type\":\"int\",\"logicalType\":\"date\"}]},"
    "{\"name\":\"tm\",\"type\":[\"null\",{\"type\":\"int\",\"logicalType\":\"time-millis\"}]},"
    "{\"name\":\"ts\",\"type\":[\"null\",{\"type\":\"long\","
    "\"logicalType\":\"local-timestamp-micros\"}]},"
    "{\"name\":\"ltz\",\"type\":[\"null\",{\"type\":\"long\","
    "\"logicalType\":\"timestamp-nanos\"}]},"
    "{\"name\":\"a\",\"type\":[\"null\",{\"type\":\"array\",\"items\":[\"null\",\"string\"]}]},"
    "{\"name\":\"ai\",\"type\":[\"null\",{\"type\":\"array\",\"items\":[\"null\",\"int\"]}]},"
    "{\"name\":\"r\",\"type\":[\"null\",{\"type\":\"record\",\"name\":\"in\",\"fields\":["
    "{\"name\":\"p\",\"type\":[\"null\",\"string\"]},"
    "{\"name\":\"q\",\"type\":[\"null\",{\"type\":\"bytes\",\"logicalType\":\"decimal\","
    "\"precision\":5,\"scale\":1}]}]}]}]}";

/* The first byte is plain_fuzz.c's. */
#define SEED(text) {text, sizeof(text) - 1}

static const struct rt_text seeds[] = {
    SEED("0true,1,2,3,4,1.5,-2.5e3,\"a \"\"b\"\"\",AP8=,12.34,1e2,2024-02-29,10:11:12.5,"
         "2024-01-31 12:34:56.789,2024-01-31 12:34:56.789Z,x;y,1;;2,p;1.5"),
    SEED("0false,-128,,,,NaN,Infinity,,,,,,,,,,,"),
    SEED("1# a comment\n"),
    SEED("1'a\\'b'|n/a|1|2"),
    SEED("1true|1|2|3|4|1.5|-2.5e3|'a \\\\ '|AP8=|12.34|1e2|2024-02-29|10:11:12.5|"
         "2024-01-31 12:34:56.789|2024-01-31 12:34:56.789Z|x/y|1//2|p/1.5"),
    SEED("2\1"),
    SEED("2\0\0\0\1"),
    SEED("2abc\xff\xe2\x82"),
    SEED("2\0\0\0\0\0\0\0\1"),
};

static bool is_atomic(const struct type_field *field)
{
    return field->type->kind != TYPE_ARRAY && field->type->kind != TYPE_ROW;
}

/* One table for each type that raw takes. */
static void add_raw(struct gen *gen, const struct type *type)
{
    static const char *const names[] = {"b", "ti", "si", "i", "l", "f", "d", "s", "y"};

    for (size_t i = 0; i < sizeof names / sizeof *names && gen->ok; i++)
        for (size_t j = 0; j < type->field_count; j++)
            if (is_atomic(&type->fields[j]) && !strcmp(type->fields[j].name, names[i]))
                gen_table(gen, &(struct gen_table){
                    .tag = arena_printf(gen->arena, "raw_%s", names[i]), .format = FORMAT_RAW,
                    .type = type_row(gen->arena, &type->fields[j], 1, false)});
}

int main(int argc, char **argv)
{
    static const struct option_value options[] = {
        {.id = OPT_CSV_IGNORE_ERRORS, .key = "", .text = "true", .number = 1},
        {.id = OPT_CSV_ALLOW_COMMENTS, .key = "", .text = "true", .number = 1},
        {.id = OPT_CSV_DELIMITER, .key = "", .text = "|"},
        {.id = OPT_CSV_QUOTE, .key = "", .text = "'"},
        {.id = OPT_CSV_ESCAPE, .key = "", .text = "\\"},
        {.id = OPT_CSV_ELEMENT_DELIMITER, .key = "", .text = "/"},
        {.id = OPT_CSV_NULL_LITERAL, .key = "", .text = "n/a"}};
    static const struct schema_text schema = {SCHEMA_AVRO, schema_text, NULL, 0};
    struct gen gen = gen_new();
    const struct type *type = gen_type(&gen, &schema);

    if (argc != 3 || !type)
        return fprintf(stderr, "plain_fuzz_gen OUT.h SEED_FOLDER\n"), 2;
    gen_table(&gen, &(struct gen_table){.tag = "csv", .format = FORMAT_CSV, .type = type,
        .sink = "csv_out"});
    gen_table(&gen, &(struct gen_table){.tag = "lax", .format = FORMAT_CSV, .type = type,
        .sink = "lax_out",
        .options = options, .option_count = sizeof options / sizeof *options});
    add_raw(&gen, type);
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        gen_seed(&gen, argv[2], arena_printf(gen.arena, "%zu", i), seeds[i].data, seeds[i].size);
    return gen_finish(&gen, argv[1]);
}
