/* Writes the generated codecs of the benchmark's record: proto_bench_gen ORDERS.proto OUT.c */
#include "emit/emit_internal.h"
#include "registry/schema.h"

#include <stdio.h>
#include <string.h>

enum { COLUMNS = 10 };

static const char around[] =
    "static uint64_t sum(const struct orders *row)\n"
    "{\n"
    "    bool has_status = !rt_null_get(row->nulls, ORDERS_STATUS);\n"
    "    uint64_t bits, h;\n\n"
    "    memcpy(&bits, &row->price, 8);\n"
    "    h = (uint64_t)row->id +\n"
    "        (uint64_t)sum_decimal(row->amount.data, row->amount.size) * 3 +\n"
    "        (uint64_t)row->quantity * 5 + (bits >> 16) + (uint64_t)row->ts +\n"
    "        sum_text(row->user) + sum_text(row->product) + sum_text(row->address.street) * 3 +\n"
    "        sum_text(row->address.city) * 5 + sum_text(row->address.zip) * 7 +\n"
    "        (has_status ? sum_text(row->status) * 11 : 1);\n"
    "    for (size_t i = 0; i < row->tags.count; i++)\n"
    "        h += sum_text(row->tags.at[i]) * (13 + 2 * i);\n"
    "    return h;\n"
    "}\n\n"
    "uint64_t proto_generated_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count,\n"
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
    "uint64_t proto_generated_few(const uint8_t *bytes, const uint32_t *offsets, size_t count,\n"
    "    struct rt_arena *arena)\n"
    "{\n"
    "    struct rt_error error;\n"
    "    uint64_t h = 0;\n\n"
    "    for (size_t i = 0; i < count; i++) {\n"
    "        struct few row;\n\n"
    "        rt_row_clear(&row, sizeof row);\n"
    "        if (!few_decode_value_0((struct rt_bytes){bytes + offsets[i],\n"
    "                offsets[i + 1] - offsets[i]}, &row, arena, &error))\n"
    "            return 0;\n"
    "        h += (uint64_t)row.id + (uint64_t)row.quantity * 5;\n"
    "    }\n"
    "    return h;\n"
    "}\n\n"
    "static struct orders *rows;\n\n"
    "void proto_generated_prepare(const uint8_t *bytes, const uint32_t *offsets, size_t count,\n"
    "    struct rt_arena *arena)\n"
    "{\n"
    "    struct rt_error error;\n\n"
    "    rows = rt_arena_alloc(arena, count * sizeof *rows);\n"
    "    memset(rows, 0, count * sizeof *rows);\n"
    "    for (size_t i = 0; i < count; i++)\n"
    "        orders_decode_value_0((struct rt_bytes){bytes + offsets[i],\n"
    "            offsets[i + 1] - offsets[i]}, &rows[i], arena, &error);\n"
    "}\n\n"
    "uint64_t proto_generated_encode(size_t first, size_t count, struct rt_buffer *out)\n"
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

static const char *read_all(struct arena *arena, const char *path)
{
    FILE *file = fopen(path, "r");
    char block[4096];
    struct text text = {.arena = arena};
    size_t size;

    if (!file)
        return NULL;
    while ((size = fread(block, 1, sizeof block, file)) > 0)
        text_add_size(&text, block, size);
    fclose(file);
    return text_chars(&text);
}

static bool emit(struct emitter *e, struct text *out, const struct type *type, const char *schema)
{
    struct table table = {.name = "orders"};
    const struct schema_text writer = {SCHEMA_PROTOBUF, schema, NULL, 0};
    struct rel_column columns[COLUMNS];
    struct column table_columns[COLUMNS] = {0};
    size_t numbers[COLUMNS];
    const char *names[COLUMNS];
    bool used[COLUMNS];
    const struct row *row, *few;

    for (size_t i = 0; i < COLUMNS; i++) {
        names[i] = type->fields[i].name;
        numbers[i] = i;
        columns[i] = (struct rel_column){names[i], type->fields[i].type};
        table_columns[i].name = names[i];
        table_columns[i].type = type->fields[i].type;
        used[i] = strcmp(names[i], "id") == 0 || strcmp(names[i], "quantity") == 0;
    }
    table.columns = table_columns;
    table.column_count = table.declared_count = COLUMNS;
    table.value_side = (struct table_side){.format = FORMAT_PROTO_REGISTRY, .columns = numbers,
        .count = COLUMNS, .names = names, .schema = schema};
    row = emit_row(e, out, "orders", columns, COLUMNS, NULL);
    few = emit_row(e, out, "few", columns, COLUMNS, used);
    return emit_proto_decoder(e, out, row, &table, false, &writer, 0) &&
        emit_proto_encoder(e, out, row, &table, false) &&
        emit_proto_decoder(e, out, few, &table, false, &writer, 0);
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct emitter e = {.arena = arena, .diag = diag_new(arena), .names = names_new(arena),
        .types.arena = arena, .composite.arena = arena};
    const char *why = "", *schema = argc == 3 ? read_all(arena, argv[1]) : NULL;
    const struct schema_text text = {SCHEMA_PROTOBUF, schema, NULL, 0};
    const struct type *type = schema ? schema_to_type(arena, &text, &why) : NULL;
    struct text out = {.arena = arena};
    FILE *file;

    if (!type || type->field_count != COLUMNS)
        return fprintf(stderr, "proto_bench_gen ORDERS.proto OUT.c: %s\n", why), 2;
    if (!emit(&e, &out, type, schema)) {
        diag_print(e.diag, 0, DIAG_TEXT, false, stderr);
        return 1;
    }
    file = fopen(argv[2], "w");
    if (!file)
        return perror(argv[2]), 1;
    fprintf(file, "#include \"proto_orders.h\"\n\n%s\n%s%s", text_chars(&e.types),
        text_chars(&out), around);
    fclose(file);
    arena_free(arena);
    return 0;
}
