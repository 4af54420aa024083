/* Writes the generated codec of the benchmark's record: bench_gen OUT.c */
#include "emit/emit_internal.h"
#include "emit/shape.h"
#include "registry/schema.h"

#include "orders.h"

#include <stdio.h>
#include <string.h>

static const char around[] =
    "static uint64_t sum(const struct orders *row)\n"
    "{\n"
    "    bool has_status = !rt_null_get(row->nulls, ORDERS_STATUS);\n"
    "    uint64_t bits, h;\n\n"
    "    memcpy(&bits, &row->price, 8);\n"
    "    h = (uint64_t)row->id + (uint64_t)row->amount * 3 + (uint64_t)row->quantity * 5 +\n"
    "        (bits >> 16) + (uint64_t)row->ts + sum_text(row->user) + sum_text(row->product) +\n"
    "        sum_text(row->address.street) * 3 + sum_text(row->address.city) * 5 +\n"
    "        sum_text(row->address.zip) * 7 + (has_status ? sum_text(row->status) * 11 : 1);\n"
    "    for (size_t i = 0; i < row->tags.count; i++)\n"
    "        h += sum_text(row->tags.at[i]) * (13 + 2 * i);\n"
    "    return h;\n"
    "}\n\n"
    "uint64_t generated_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count,\n"
    "    struct rt_arena *arena)\n"
    "{\n"
    "    struct rt_error error;\n"
    "    uint64_t h = 0;\n\n"
    "    for (size_t i = 0; i < count; i++) {\n"
    "        struct orders row;\n\n"
    "        rt_row_clear(&row, sizeof row);\n"
    "        if (!orders_decode_value_0((struct rt_bytes){bytes + offsets[i],\n"
    "                offsets[i + 1] - offsets[i]}, &row, arena, &error))\n"
    "            return 0;\n"
    "        h += sum(&row);\n"
    "    }\n"
    "    return h;\n"
    "}\n\n"
    "/* The same by a resolution program. */\n"
    "uint64_t program_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count,\n"
    "    struct rt_arena *arena)\n"
    "{\n"
    "    static struct codec_program *program;\n"
    "    static const struct rt_schema schema = {.text = ORDERS_SCHEMA};\n"
    "    struct rt_error error;\n"
    "    uint64_t h = 0;\n\n"
    "    if (!program)\n"
    "        program = codec_program_new(RT_SCHEMA_AVRO, &schema, NULL, &orders_value_shape,\n"
    "            &error);\n"
    "    for (size_t i = 0; program && i < count; i++) {\n"
    "        struct orders row;\n\n"
    "        rt_row_clear(&row, sizeof row);\n"
    "        if (!program->run(program, (struct rt_bytes){bytes + offsets[i],\n"
    "                offsets[i + 1] - offsets[i]}, &row, arena, &error))\n"
    "            return 0;\n"
    "        h += sum(&row);\n"
    "    }\n"
    "    return h;\n"
    "}\n\n"
    "/* Two columns of ten. */\n"
    "uint64_t few_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count,\n"
    "    struct rt_arena *arena)\n"
    "{\n"
    "    struct rt_error error;\n"
    "    uint64_t h = 0;\n\n"
    "    for (size_t i = 0; i < count; i++) {\n"
    "        struct few row = {0};\n\n"
    "        if (!few_decode_value_0((struct rt_bytes){bytes + offsets[i],\n"
    "                offsets[i + 1] - offsets[i]}, &row, arena, &error))\n"
    "            return 0;\n"
    "        h += (uint64_t)row.id + (uint64_t)row.quantity * 5;\n"
    "    }\n"
    "    return h;\n"
    "}\n\n"
    "/* Records of ten versions. */\n"
    "uint64_t versions_decode(const uint8_t *bytes, const uint32_t *offsets,\n"
    "    const uint8_t *versions, size_t count, struct rt_arena *arena)\n"
    "{\n"
    "    struct rt_error error;\n"
    "    uint64_t h = 0;\n\n"
    "    for (size_t i = 0; i < count; i++) {\n"
    "        struct rt_bytes in = {bytes + offsets[i], offsets[i + 1] - offsets[i]};\n"
    "        struct orders row;\n"
    "        bool ok = false;\n\n"
    "        rt_row_clear(&row, sizeof row);\n"
    "        switch (versions[i]) {\n"
    "#define VERSION(n) case n: ok = orders_decode_value_##n(in, &row, arena, &error); break;\n"
    "        VERSION(0) VERSION(1) VERSION(2) VERSION(3) VERSION(4) VERSION(5) VERSION(6)\n"
    "        VERSION(7) VERSION(8) VERSION(9)\n"
    "        }\n"
    "        if (!ok)\n"
    "            return 0;\n"
    "        h += sum(&row);\n"
    "    }\n"
    "    return h;\n"
    "}\n\n"
    "static struct orders *rows;\n\n"
    "void generated_prepare(const uint8_t *bytes, const uint32_t *offsets, size_t count,\n"
    "    struct rt_arena *arena)\n"
    "{\n"
    "    struct rt_error error;\n\n"
    "    rows = rt_arena_alloc(arena, count * sizeof *rows);\n"
    "    memset(rows, 0, count * sizeof *rows);\n"
    "    for (size_t i = 0; i < count; i++)\n"
    "        orders_decode_value_0((struct rt_bytes){bytes + offsets[i],\n"
    "            offsets[i + 1] - offsets[i]}, &rows[i], arena, &error);\n"
    "}\n\n"
    "uint64_t generated_encode(size_t first, size_t count, struct rt_buffer *out)\n"
    "{\n"
    "    struct rt_error error;\n"
    "    uint64_t size = 0;\n\n"
    "    for (size_t i = first; i < first + count; i++) {\n"
    "        out->size = 0;\n"
    "        if (!orders_encode_value(&rows[i], out, &error))\n"
    "            return 0;\n"
    "        size += out->size;\n"
    "    }\n"
    "    return size;\n"
    "}\n";

/* Version n has n optional fields more. */
static bool emit_versions(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table)
{
    for (size_t version = 0; version < ORDERS_VERSIONS; version++) {
        struct text schema = {.arena = e->arena};
        struct schema_text writer = {.language = SCHEMA_AVRO};

        text_printf(&schema, "%.*s", (int)strlen(ORDERS_SCHEMA) - 2, ORDERS_SCHEMA);
        for (size_t i = 0; i < version; i++)
            text_printf(&schema,
                ",{\"name\":\"more%zu\",\"type\":[\"null\",\"string\"]}", i);
        text_add(&schema, "]}");
        writer.text = text_chars(&schema);
        if (!emit_avro_decoder(e, out, row, table, false, &writer, version))
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
    struct avro_schema *schema = avro_parse(arena, ORDERS_SCHEMA, &why);
    const struct type *type = schema ? avro_to_type(arena, schema, &why) : NULL;
    struct table table = {.name = "orders"};
    const struct schema_text writer = {SCHEMA_AVRO, ORDERS_SCHEMA, NULL, 0};
    struct rel_column columns[10];
    struct column table_columns[10] = {0};
    size_t numbers[10];
    const char *names[10];
    struct text out = {.arena = arena};
    const struct row *row, *few;
    const bool used[10] = {[0] = true, [4] = true};
    FILE *file;

    if (argc != 2 || !type || type->field_count != 10)
        return fprintf(stderr, "bench_gen OUT.c: %s\n", why ? why : "wrong schema"), 2;
    for (size_t i = 0; i < 10; i++) {
        names[i] = type->fields[i].name;
        numbers[i] = i;
        columns[i] = (struct rel_column){names[i], type->fields[i].type};
        table_columns[i].name = names[i];
        table_columns[i].type = type->fields[i].type;
    }
    table.columns = table_columns;
    table.column_count = table.declared_count = 10;
    table.value_side = (struct table_side){.format = FORMAT_AVRO_REGISTRY, .columns = numbers,
        .count = 10, .names = names, .schema = ORDERS_SCHEMA};
    row = emit_row(&e, &out, "orders", columns, 10, NULL);
    few = emit_row(&e, &out, "few", columns, 10, used);
    emit_shape(&e, &out, row, &table, false);
    if (!emit_versions(&e, &out, row, &table) ||
        !emit_avro_decoder(&e, &out, few, &table, false, &writer, 0) ||
        !emit_avro_encoder(&e, &out, row, &table, false)) {
        diag_print(e.diag, 0, DIAG_TEXT, false, stderr);
        return 1;
    }
    file = fopen(argv[1], "w");
    if (!file)
        return perror(argv[1]), 1;
    fprintf(file, "#include \"codec/program.h\"\n#include \"orders.h\"\n\n%s\n%s%s",
        text_chars(&e.types), text_chars(&out), around);
    fclose(file);
    arena_free(arena);
    return 0;
}
