/* Writes the generated JSON codec of the benchmark's record: json_gen OUT.c */
#include "emit/emit_internal.h"

#include <stdio.h>

enum { COLUMNS = 10 };

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
    "uint64_t json_generated_decode(const uint8_t *bytes, const uint32_t *offsets, size_t count,\n"
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
    "uint64_t json_generated_few(const uint8_t *bytes, const uint32_t *offsets, size_t count,\n"
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
    "        h += (uint64_t)row.id + (uint64_t)row.amount * 3;\n"
    "    }\n"
    "    return h;\n"
    "}\n\n"
    "static struct orders *rows;\n\n"
    "void json_generated_prepare(const uint8_t *bytes, const uint32_t *offsets, size_t count,\n"
    "    struct rt_arena *arena)\n"
    "{\n"
    "    struct rt_error error;\n\n"
    "    rows = rt_arena_alloc(arena, count * sizeof *rows);\n"
    "    memset(rows, 0, count * sizeof *rows);\n"
    "    for (size_t i = 0; i < count; i++)\n"
    "        orders_decode_value_0((struct rt_bytes){bytes + offsets[i],\n"
    "            offsets[i + 1] - offsets[i]}, &rows[i], arena, &error);\n"
    "}\n\n"
    "uint64_t json_generated_encode(size_t first, size_t count, struct rt_buffer *out)\n"
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

/* The columns of the record. */
static void fill_columns(struct arena *arena, struct rel_column *columns)
{
    const struct type *text = type_string(arena, false);
    struct type_field *address = arena_array(arena, 3, sizeof *address);

    address[0] = (struct type_field){"street", text, NULL};
    address[1] = (struct type_field){"city", text, NULL};
    address[2] = (struct type_field){"zip", text, NULL};
    columns[0] = (struct rel_column){"id", type_simple(arena, TYPE_BIGINT, false)};
    columns[1] = (struct rel_column){"user", text};
    columns[2] = (struct rel_column){"product", text};
    columns[3] = (struct rel_column){"amount", type_decimal(arena, 10, 2, false)};
    columns[4] = (struct rel_column){"quantity", type_simple(arena, TYPE_INT, false)};
    columns[5] = (struct rel_column){"price", type_simple(arena, TYPE_DOUBLE, false)};
    columns[6] = (struct rel_column){"ts", type_temporal(arena, TYPE_TIMESTAMP, 3, false)};
    columns[7] = (struct rel_column){"status", type_string(arena, true)};
    columns[8] = (struct rel_column){"address", type_row(arena, address, 3, false)};
    columns[9] = (struct rel_column){"tags", type_array(arena, text, false)};
}

int main(int argc, char **argv)
{
    static const bool few[COLUMNS] = {[0] = true, [3] = true};
    struct arena *arena = arena_new();
    struct emitter e = {.arena = arena, .diag = diag_new(arena), .names = names_new(arena),
        .types.arena = arena, .composite.arena = arena};
    struct rel_column columns[COLUMNS];
    struct column table_columns[COLUMNS] = {0};
    struct table table = {.name = "orders", .columns = table_columns, .column_count = COLUMNS,
        .declared_count = COLUMNS};
    size_t numbers[COLUMNS];
    const char *names[COLUMNS];
    struct text out = {.arena = arena};
    const struct row *row, *some;
    struct option_value plain;
    FILE *file;

    fill_columns(arena, columns);
    for (size_t i = 0; i < COLUMNS; i++) {
        names[i] = columns[i].name;
        numbers[i] = i;
        table_columns[i].name = columns[i].name;
        table_columns[i].type = columns[i].type;
    }
    /* As by hand: all digits of a decimal. */
    plain = (struct option_value){.id = OPT_JSON_PLAIN_DECIMALS, .key = "", .text = "true",
        .number = 1};
    table.options = &plain;
    table.option_count = 1;
    table.value_side = (struct table_side){.format = FORMAT_JSON, .columns = numbers,
        .count = COLUMNS, .names = names};
    row = emit_row(&e, &out, "orders", columns, COLUMNS, NULL);
    some = emit_row(&e, &out, "few", columns, COLUMNS, few);
    if (argc != 2 || !emit_json_decoder(&e, &out, row, &table, false, NULL, 0) ||
            !emit_json_decoder(&e, &out, some, &table, false, NULL, 0) ||
            !emit_json_encoder(&e, &out, row, &table, false)) {
        diag_print(e.diag, 0, DIAG_TEXT, false, stderr);
        return 1;
    }
    file = fopen(argv[1], "w");
    if (!file)
        return perror(argv[1]), 1;
    fprintf(file, "#include \"json_orders.h\"\n\n%s\n%s%s", text_chars(&e.types), text_chars(&out),
        around);
    fclose(file);
    arena_free(arena);
    return 0;
}
