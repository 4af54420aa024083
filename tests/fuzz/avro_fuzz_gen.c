/* Writes the codec that avro_fuzz.c runs, and some seeds: avro_fuzz_gen OUT.h SEED_FOLDER */
#include "emit/emit_internal.h"
#include "registry/schema.h"

#include <stdio.h>
#include <string.h>

static const char schema_text[] =
    "{\"type\":\"record\",\"name\":\"all\",\"fields\":["
    "{\"name\":\"b\",\"type\":\"boolean\"},{\"name\":\"i\",\"type\":\"int\"},"
    "{\"name\":\"l\",\"type\":[\"null\",\"long\"]},{\"name\":\"f\",\"type\":\"float\"},"
    "{\"name\":\"d\",\"type\":[\"double\",\"null\"]},{\"name\":\"s\",\"type\":\"string\"},"
    "{\"name\":\"y\",\"type\":[\"null\",\"bytes\"]},"
    "{\"name\":\"x\",\"type\":{\"type\":\"fixed\",\"name\":\"F\",\"size\":5}},"
    "{\"name\":\"e\",\"type\":{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\",\"C\"]}},"
    "{\"name\":\"dec\",\"type\":{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":9,"
    "\"scale\":2}},"
    "{\"name\":\"dec38\",\"type\":{\"type\":\"bytes\",\"logicalType\":\"decimal\","
    "\"precision\":38,\"scale\":10}},"
    "{\"name\":\"decf\",\"type\":{\"type\":\"fixed\",\"name\":\"D\",\"size\":9,"
    "\"logicalType\":\"decimal\",\"precision\":20,\"scale\":0}},"
    "{\"name\":\"day\",\"type\":{\"type\":\"int\",\"logicalType\":\"date\"}},"
    "{\"name\":\"tm\",\"type\":{\"type\":\"int\",\"logicalType\":\"time-millis\"}},"
    "{\"name\":\"ts3\",\"type\":{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}},"
    "{\"name\":\"ts6\",\"type\":{\"type\":\"long\",\"logicalType\":\"local-timestamp-micros\"}},"
    "{\"name\":\"r\",\"type\":[\"null\",{\"type\":\"record\",\"name\":\"R\",\"fields\":["
    "{\"name\":\"p\",\"type\":\"string\"},{\"name\":\"q\",\"type\":{\"type\":\"array\","
    "\"items\":[\"null\",\"int\"]}}]}]},"
    "{\"name\":\"a\",\"type\":{\"type\":\"array\",\"items\":\"string\"}},"
    "{\"name\":\"ar\",\"type\":{\"type\":\"array\",\"items\":\"R\"}},"
    "{\"name\":\"m\",\"type\":{\"type\":\"map\",\"values\":[\"null\",\"double\"]}},"
    "{\"name\":\"ma\",\"type\":{\"type\":\"map\",\"values\":{\"type\":\"array\","
    "\"items\":\"long\"}}}]}";

enum { MOST = 32 };

/* The least valid datum: zeros, but for what a zero is no value of. */
static const char zeros[] =
    "\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\0\0\2\0\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

static bool write_seed(const char *folder)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/zeros", folder);
    file = fopen(path, "wb");
    if (!file)
        return perror(path), false;
    fwrite(zeros, 1, sizeof zeros - 1, file);
    return fclose(file) == 0;
}

static bool emit_all(struct emitter *e, struct text *out, const struct type *type)
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
    struct avro_schema *schema = avro_parse(arena, schema_text, &why);
    const struct type *type = schema ? avro_to_type(arena, schema, &why) : NULL;
    struct text out = {.arena = arena};
    FILE *file;

    if (argc != 3 || !type || type->field_count > MOST)
        return fprintf(stderr, "avro_fuzz_gen OUT.h SEED_FOLDER: %s\n", why ? why : ""), 2;
    if (!emit_all(&e, &out, type)) {
        diag_print(e.diag, 0, DIAG_TEXT, false, stderr);
        return 1;
    }
    file = fopen(argv[1], "w");
    if (!file)
        return perror(argv[1]), 1;
    fprintf(file, "%s\n%s", text_chars(&e.types), text_chars(&out));
    fclose(file);
    arena_free(arena);
    return write_seed(argv[2]) ? 0 : 1;
}
