/* Writes the generated codecs of the benchmark's record in one format:
 * bench_gen avro|json|proto ORDERS.proto OUT.c */
#include "emit/emit_internal.h"
#include "emit/shape.h"
#include "registry/schema.h"

#include "bench.h"

#include <stdio.h>
#include <string.h>

enum { COLUMNS = 10 };

/* The table of the record in one format. */
struct orders {
    struct emitter *e;
    struct table table;
    struct column columns[COLUMNS];
    struct rel_column rows[COLUMNS];
    size_t numbers[COLUMNS];
    const char *names[COLUMNS];
    struct schema_text schema;
    const struct row *row, *few; /* `few`: two of its columns */
};

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

/* Columns as the schema has them; false: *why. */
static bool take_columns(struct orders *orders, struct text *out, const char **why)
{
    const struct type *type = schema_to_type(orders->e->arena, &orders->schema, why);
    bool used[COLUMNS];

    if (!type || type->field_count != COLUMNS)
        return false;
    for (size_t i = 0; i < COLUMNS; i++) {
        const char *name = type->fields[i].name;
        const struct type *column = type->fields[i].type;

        /* JSON has the same columns as Avro, but for the local time of its text. */
        if (orders->table.value_side.format == FORMAT_JSON && strcmp(name, "ts") == 0)
            column = type_temporal(orders->e->arena, TYPE_TIMESTAMP, 3, false);
        orders->names[i] = name;
        orders->numbers[i] = i;
        orders->rows[i] = (struct rel_column){name, column};
        orders->columns[i].name = name;
        orders->columns[i].type = column;
        used[i] = strcmp(name, "id") == 0 || strcmp(name, "quantity") == 0;
    }
    orders->table.columns = orders->columns;
    orders->table.column_count = orders->table.declared_count = COLUMNS;
    orders->table.value_side.columns = orders->numbers;
    orders->table.value_side.count = COLUMNS;
    orders->table.value_side.names = orders->names;
    orders->row = emit_row(orders->e, out, "orders", orders->rows, COLUMNS, NULL);
    orders->few = emit_row(orders->e, out, "few", orders->rows, COLUMNS, used);
    return true;
}

/* Version n has n optional fields more. */
static bool emit_versions(struct orders *orders, struct text *out)
{
    for (size_t version = 0; version < BENCH_VERSIONS; version++) {
        struct text schema = {.arena = orders->e->arena};
        struct schema_text writer = {.language = SCHEMA_AVRO};

        text_printf(&schema, "%.*s", (int)strlen(ORDERS_SCHEMA) - 2, ORDERS_SCHEMA);
        for (size_t i = 0; i < version; i++)
            text_printf(&schema,
                ",{\"name\":\"more%zu\",\"type\":[\"null\",\"string\"]}", i);
        text_add(&schema, "]}");
        writer.text = text_chars(&schema);
        if (!emit_avro_decoder(orders->e, out, orders->row, &orders->table, false, &writer,
                version))
            return false;
    }
    return true;
}

static bool emit_avro(struct orders *orders, struct text *out)
{
    emit_shape(orders->e, out, orders->row, &orders->table, false);
    return emit_versions(orders, out) &&
        emit_avro_decoder(orders->e, out, orders->few, &orders->table, false, &orders->schema, 0) &&
        emit_avro_encoder(orders->e, out, orders->row, &orders->table, false);
}

static bool emit_json(struct orders *orders, struct text *out)
{
    /* As by hand: all digits of a decimal. */
    struct option_value plain = {.id = OPT_JSON_PLAIN_DECIMALS, .key = "", .text = "true",
        .number = 1};

    orders->table.options = &plain;
    orders->table.option_count = 1;
    return emit_json_decoder(orders->e, out, orders->row, &orders->table, false, NULL, 0) &&
        emit_json_decoder(orders->e, out, orders->few, &orders->table, false, NULL, 0) &&
        emit_json_encoder(orders->e, out, orders->row, &orders->table, false);
}

static bool emit_proto(struct orders *orders, struct text *out)
{
    return emit_proto_decoder(orders->e, out, orders->row, &orders->table, false,
            &orders->schema, 0) &&
        emit_proto_decoder(orders->e, out, orders->few, &orders->table, false, &orders->schema,
            0) &&
        emit_proto_encoder(orders->e, out, orders->row, &orders->table, false);
}

static const struct language {
    const char *name;
    enum format format;
    enum schema_language language;
    bool (*emit)(struct orders *orders, struct text *out);
    const char *amount, *around;
} formats[] = {
    {"avro", FORMAT_AVRO_REGISTRY, SCHEMA_AVRO, emit_avro, "(row)->amount", "generated_avro.h"},
    {"json", FORMAT_JSON, SCHEMA_AVRO, emit_json, "(row)->amount", "generated.h"},
    {"proto", FORMAT_PROTO_REGISTRY, SCHEMA_PROTOBUF, emit_proto,
        "sum_decimal((row)->amount.data, (row)->amount.size)", "generated.h"},
};

static bool generate(struct emitter *e, const struct language *format, const char *proto,
    const char *path)
{
    struct orders orders = {.e = e, .table = {.name = "orders"}};
    struct text out = {.arena = e->arena};
    const char *why = "";
    FILE *file;

    orders.schema = (struct schema_text){.language = format->language,
        .text = format->language == SCHEMA_AVRO ? ORDERS_SCHEMA : read_all(e->arena, proto)};
    orders.table.value_side.format = format->format;
    if (format->format != FORMAT_JSON)
        orders.table.value_side.schema = orders.schema.text;
    if (!orders.schema.text || !take_columns(&orders, &out, &why))
        return fprintf(stderr, "bench_gen %s: %s\n", format->name, why), false;
    if (!format->emit(&orders, &out))
        return diag_print(e->diag, 0, DIAG_TEXT, false, stderr), false;
    file = fopen(path, "w");
    if (!file)
        return perror(path), false;
    fprintf(file, "#include \"codec/program.h\"\n#include \"bench.h\"\n\n%s\n%s"
        "#define FORMAT %s\n#define AMOUNT(row) %s\n#include \"%s\"\n", text_chars(&e->types),
        text_chars(&out), format->name, format->amount, format->around);
    return fclose(file) == 0;
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct emitter e = {.arena = arena, .diag = diag_new(arena), .names = names_new(arena),
        .types.arena = arena, .composite.arena = arena};
    bool done = false;

    for (size_t i = 0; argc == 4 && i < sizeof formats / sizeof *formats; i++)
        if (strcmp(argv[1], formats[i].name) == 0)
            done = generate(&e, &formats[i], argv[2], argv[3]);
    arena_free(arena);
    return done ? 0 : 2;
}
