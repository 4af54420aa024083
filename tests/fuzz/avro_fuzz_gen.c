/* Writes the codec that avro_fuzz.c runs, and some seeds: avro_fuzz_gen OUT.h SEED_FOLDER */
#include "emit/emit_internal.h"
#include "emit/shape.h"
#include "registry/schema.h"

#include <stdio.h>
#include <string.h>

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

enum { MOST = 32, FIELDS = sizeof fields / sizeof *fields };

/* The least valid datum: zeros, but for what a zero is no value of. */
static const char zeros[] =
    "\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\0\0\2\0\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

static bool write_seed(const char *folder, const char *name, const char *before)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "wb");
    if (!file)
        return perror(path), false;
    if (before)
        fprintf(file, "%c%s%c", 0, before, 0); /* As avro_program_fuzz.c takes a schema. */
    fwrite(zeros, 1, sizeof zeros - 1, file);
    return fclose(file) == 0;
}

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

/* For fuzzers that make schemas of their own. */
static void emit_fields(struct arena *arena, struct text *out, const char *schema_text)
{
    text_printf(out, "static const char all_schema[] =\n    %s;\n\n",
        emit_c_string(arena, str_of(schema_text)));
    text_add(out, "static const char *const all_fields[][2] = {\n");
    for (size_t i = 0; i < FIELDS; i++)
        text_printf(out, "    {\"%s\", %s},\n", fields[i][0],
            emit_c_string(arena, str_of(fields[i][1])));
    text_add(out, "};\n\n");
}

static bool emit_all(struct emitter *e, struct text *out, const struct type *type,
    const char *schema_text)
{
    struct rel_column columns[MOST];
    struct column table_columns[MOST] = {0};
    const char *names[MOST];
    size_t numbers[MOST];
    bool used[MOST];
    struct table table = {.name = "all", .columns = table_columns};
    const struct schema_text writer = {SCHEMA_AVRO, schema_text, NULL, 0};
    const struct row *all, *few;

    for (size_t i = 0; i < type->field_count; i++) {
        table_columns[i].name = names[i] = columns[i].name = type->fields[i].name;
        table_columns[i].type = columns[i].type = type->fields[i].type;
        numbers[i] = i;
        used[i] = i % 5 == 0;
    }
    table.column_count = table.declared_count = type->field_count;
    table.value_side = (struct table_side){.format = FORMAT_AVRO_REGISTRY, .columns = numbers,
        .count = type->field_count, .names = names, .schema = schema_text};
    all = emit_row(e, out, "all", columns, type->field_count, NULL);
    few = emit_row(e, out, "few", columns, type->field_count, used);
    emit_shape(e, out, all, &table, false);
    return emit_avro_decoder(e, out, all, &table, false, &writer, 0) &&
           emit_avro_decoder(e, out, few, &table, false, &writer, 0) &&
           emit_avro_encoder(e, out, all, &table, false) && emit_line_reader(e, out, all) &&
           emit_line_writer(e, out, all);
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct emitter e = {.arena = arena, .diag = diag_new(arena), .names = names_new(arena),
        .types.arena = arena, .composite.arena = arena};
    const char *why = NULL;
    const char *schema_text = schema_of_fields(arena);
    struct avro_schema *schema = avro_parse(arena, schema_text, &why);
    const struct type *type = schema ? avro_to_type(arena, schema, &why) : NULL;
    struct text out = {.arena = arena};
    FILE *file;

    if (argc != 3 || !type || type->field_count > MOST)
        return fprintf(stderr, "avro_fuzz_gen OUT.h SEED_FOLDER: %s\n", why ? why : ""), 2;
    emit_fields(arena, &out, schema_text);
    if (!emit_all(&e, &out, type, schema_text)) {
        diag_print(e.diag, 0, DIAG_TEXT, false, stderr);
        return 1;
    }
    file = fopen(argv[1], "w");
    if (!file)
        return perror(argv[1]), 1;
    fprintf(file, "%s\n%s", text_chars(&e.types), text_chars(&out));
    fclose(file);
    if (!write_seed(argv[2], "zeros", NULL) || !write_seed(argv[2], "schema", schema_text))
        return 1;
    arena_free(arena);
    return 0;
}
