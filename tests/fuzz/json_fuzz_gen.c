/* Writes the codecs that json_fuzz.c runs, and some seeds: json_fuzz_gen OUT.h SEED_FOLDER */
#include "emit/emit_internal.h"
#include "registry/schema.h"

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

enum { MOST = 24 };

/* The columns of a table; the format 'json' has no union. */
static bool emit_table(struct emitter *e, struct text *out, const struct type *type,
    const char *tag, enum format format)
{
    struct rel_column columns[MOST];
    struct column table_columns[MOST] = {0};
    const char *names[MOST], *few_tag = arena_printf(e->arena, "%s_few", tag);
    size_t numbers[MOST], count = 0;
    bool used[MOST], plain = format == FORMAT_JSON;
    struct option_value options[] = {
        {.id = OPT_JSON_IGNORE_ERRORS, .key = "", .text = "true", .number = 1},
        {.id = OPT_JSON_TIMESTAMP_FORMAT, .key = "", .text = "ISO-8601", .number = 1}};
    struct table table = {.name = tag, .columns = table_columns, .options = options,
        .option_count = plain ? 2 : 0};
    const struct schema_text writer = {SCHEMA_JSON, schema_text, NULL, 0};
    const struct row *all, *few;

    for (size_t i = 0; i < type->field_count; i++) {
        if (plain && (!strcmp(type->fields[i].name, "n") || !strcmp(type->fields[i].name, "u")))
            continue;
        table_columns[count].name = names[count] = columns[count].name = type->fields[i].name;
        table_columns[count].type = columns[count].type = type->fields[i].type;
        numbers[count] = count;
        used[count] = count % 5 == 0;
        count++;
    }
    table.column_count = table.declared_count = count;
    table.value_side = (struct table_side){.format = format, .columns = numbers, .count = count,
        .names = names, .schema = schema_text};
    all = emit_row(e, out, tag, columns, count, NULL);
    few = emit_row(e, out, few_tag, columns, count, used);
    return emit_json_decoder(e, out, all, &table, false, plain ? NULL : &writer, 0) &&
        emit_json_decoder(e, out, few, &table, false, plain ? NULL : &writer, 0) &&
        emit_json_encoder(e, out, all, &table, false);
}

static bool write_seeds(const char *folder)
{
    char path[4096];
    FILE *file;

    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        snprintf(path, sizeof path, "%s/%zu", folder, i);
        file = fopen(path, "wb");
        if (!file)
            return perror(path), false;
        fputs(seeds[i], file);
        if (fclose(file) != 0)
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct emitter e = {.arena = arena, .diag = diag_new(arena), .names = names_new(arena),
        .types.arena = arena, .composite.arena = arena};
    const char *why = NULL;
    const struct schema_text schema = {SCHEMA_JSON, schema_text, NULL, 0};
    const struct type *type = schema_to_type(arena, &schema, &why);
    struct text out = {.arena = arena};
    FILE *file;

    if (argc != 3 || !type || type->field_count > MOST)
        return fprintf(stderr, "json_fuzz_gen OUT.h SEED_FOLDER: %s\n", why ? why : ""), 2;
    if (!emit_table(&e, &out, type, "all", FORMAT_JSON_REGISTRY) ||
            !emit_table(&e, &out, type, "plain", FORMAT_JSON)) {
        diag_print(e.diag, 0, DIAG_TEXT, false, stderr);
        return 1;
    }
    file = fopen(argv[1], "w");
    if (!file)
        return perror(argv[1]), 1;
    fprintf(file, "%s\n%s", text_chars(&e.types), text_chars(&out));
    fclose(file);
    arena_free(arena);
    return write_seeds(argv[2]) ? 0 : 1;
}
