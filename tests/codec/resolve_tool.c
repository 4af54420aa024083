/* Runs resolution programs for pairs.py: a line of writer's schema, reader's schema and hex data,
 * separated by tabs, is answered by a line: the data as the reader's schema has them, in hex, or
 * "refused" with the reason, separated by tabs.
 *
 * The row's shape comes from the reader's schema, laid out here; the row is written again by a
 * plain walk over that schema. */
#include "codec/program.h"
#include "emit/shape.h"
#include "registry/schema.h"

#include <rt/avro.h>
#include <rt/decimal.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- layout ---- */

/* Offsets and sizes of every ROW inside; members 16 bytes apart at least. */
static void lay_out(struct rt_shape *shape)
{
    struct rt_shape_field *fields = (struct rt_shape_field *)shape->fields;
    size_t at = ((shape->field_count + 63) / 64 * 8 + 15) & ~(size_t)15;

    if (shape->key)
        lay_out((struct rt_shape *)shape->key);
    if (shape->element)
        lay_out((struct rt_shape *)shape->element);
    if (shape->kind != RT_SHAPE_ROW)
        return;
    for (size_t i = 0; i < shape->field_count; i++) {
        lay_out(&fields[i].shape);
        fields[i].null_bit = i;
        fields[i].offset = at;
        at = (at + rt_shape_size(&fields[i].shape) + 15) & ~(size_t)15;
    }
    shape->size = at + 16;
}

/* The row of a side: the fields of a record, one column for anything else. */
static struct rt_shape *shape_of_schema(struct arena *arena, const struct avro_schema *schema,
    const char **why)
{
    const struct type *type = avro_to_type(arena, schema, why);
    struct rt_shape *shape = NEW(arena, struct rt_shape);

    if (!type)
        return NULL;
    if (type->kind != TYPE_ROW) {
        struct type_field *field = NEW(arena, struct type_field);

        *field = (struct type_field){.name = "datum", .type = type};
        type = type_row(arena, field, 1, false);
    }
    *shape = shape_of_type(arena, type);
    shape->nullable = false;
    lay_out(shape);
    return shape;
}

/* ---- writing the row ---- */

struct place {
    const struct rt_shape *shape;
    const char *at;
    bool null;
};

static void write_value(struct rt_buffer *out, const struct avro_schema *schema,
    struct place from);

static void put(struct rt_buffer *out, int64_t value)
{
    uint8_t *at = rt_buffer_reserve(out, RT_AVRO_VARINT_MAX);

    out->size += (size_t)(rt_avro_put_long(at, value) - at);
}

static struct place member(struct place row, size_t index)
{
    const struct rt_shape_field *field = &row.shape->fields[index];

    return (struct place){&field->shape, row.at + field->offset,
        rt_null_get((const uint64_t *)(const void *)row.at, field->null_bit)};
}

static void write_bytes(struct rt_buffer *out, const struct avro_schema *schema,
    struct rt_bytes bytes)
{
    if (schema->kind != AVRO_FIXED)
        put(out, (int64_t)bytes.size);
    if (bytes.size)
        rt_buffer_add(out, bytes.data, bytes.size);
}

static void write_decimal(struct rt_buffer *out, const struct avro_schema *schema,
    struct place from)
{
    uint8_t bytes[64] = {0};
    rt_int128 value;

    if (from.shape->precision <= 18)
        value = *(const int64_t *)(const void *)from.at;
    else
        memcpy(&value, from.at, sizeof value);
    if (schema->kind == AVRO_FIXED) {
        if (!rt_decimal_to_fixed(value, bytes, (size_t)schema->size))
            abort();
        rt_buffer_add(out, bytes, (size_t)schema->size);
        return;
    }
    write_bytes(out, schema, (struct rt_bytes){bytes, rt_decimal_to_bytes(value, bytes)});
}

static void write_long(struct rt_buffer *out, struct place from)
{
    struct rt_timestamp timestamp;
    int64_t value;

    if (rt_shape_size(from.shape) == sizeof timestamp) {
        memcpy(&timestamp, from.at, sizeof timestamp);
        value = timestamp.ms * 1000000 + timestamp.nanos;
    } else {
        memcpy(&value, from.at, sizeof value);
    }
    put(out, value);
}

static void write_int(struct rt_buffer *out, struct place from)
{
    int8_t tiny;
    int16_t small;
    int32_t value;

    memcpy(&tiny, from.at, sizeof tiny);
    memcpy(&small, from.at, sizeof small);
    memcpy(&value, from.at, sizeof value);
    put(out, from.shape->kind == RT_SHAPE_TINYINT ? tiny
            : from.shape->kind == RT_SHAPE_SMALLINT ? small : value);
}

static void write_symbol(struct rt_buffer *out, const struct avro_schema *schema,
    struct rt_text text)
{
    for (size_t i = 0; i < schema->symbol_count; i++)
        if (strlen(schema->symbols[i]) == text.size &&
            !memcmp(schema->symbols[i], text.data, text.size))
            put(out, (int64_t)i);
}

static void write_items(struct rt_buffer *out, const struct avro_schema *schema,
    struct place from)
{
    const struct rt_shape *item = from.shape->element;
    struct rt_shape_map map;

    if (schema->kind == AVRO_ARRAY) {
        struct rt_shape_array array;

        memcpy(&array, from.at, sizeof array);
        map = (struct rt_shape_map){array.count, NULL, array.at, array.null, NULL};
    } else {
        memcpy(&map, from.at, sizeof map);
    }
    if (map.count)
        put(out, (int64_t)map.count);
    for (size_t i = 0; i < map.count; i++) {
        const struct rt_bytes *keys = map.keys;

        if (keys)
            write_bytes(out, &(struct avro_schema){.kind = AVRO_STRING}, keys[i]);
        write_value(out, schema->items, (struct place){item,
            (const char *)map.values + i * rt_shape_size(item), map.null && map.null[i]});
    }
    put(out, 0);
}

static void write_union(struct rt_buffer *out, const struct avro_schema *schema, struct place from)
{
    size_t others = 0, index = 0;

    for (size_t i = 0; i < schema->branch_count; i++)
        others += schema->branches[i]->kind != AVRO_NULL;
    for (size_t i = 0; i < schema->branch_count; i++) {
        bool is_null = schema->branches[i]->kind == AVRO_NULL;
        struct place branch = from;

        if (others > 1 && !is_null && !from.null)
            branch = member(from, index++);
        if (is_null != branch.null)
            continue;
        put(out, (int64_t)i);
        write_value(out, schema->branches[i], branch);
        return;
    }
}

static void write_value(struct rt_buffer *out, const struct avro_schema *schema,
    struct place from)
{
    switch (schema->kind) {
    case AVRO_NULL:
        return;
    case AVRO_BOOLEAN:
        rt_buffer_add(out, from.at, 1);
        return;
    case AVRO_INT:
        write_int(out, from);
        return;
    case AVRO_LONG:
        write_long(out, from);
        return;
    case AVRO_FLOAT:
    case AVRO_DOUBLE:
        rt_buffer_add(out, from.at, schema->kind == AVRO_FLOAT ? 4 : 8);
        return;
    case AVRO_BYTES:
    case AVRO_FIXED:
    case AVRO_STRING:
        if (schema->logical == AVRO_DECIMAL)
            write_decimal(out, schema, from);
        else
            write_bytes(out, schema, *(const struct rt_bytes *)(const void *)from.at);
        return;
    case AVRO_ENUM:
        write_symbol(out, schema, *(const struct rt_text *)(const void *)from.at);
        return;
    case AVRO_RECORD:
        for (size_t i = 0; i < schema->field_count; i++)
            write_value(out, schema->fields[i].schema, member(from, i));
        return;
    case AVRO_ARRAY:
    case AVRO_MAP:
        write_items(out, schema, from);
        return;
    case AVRO_UNION:
        write_union(out, schema, from);
        return;
    }
}

/* ---- lines ---- */

static struct rt_bytes from_hex(char *hex)
{
    size_t size = strcspn(hex, "\n") / 2;
    unsigned byte;

    for (size_t i = 0; i < size && sscanf(hex + 2 * i, "%2x", &byte) == 1; i++)
        hex[i] = (char)byte;
    return (struct rt_bytes){(uint8_t *)hex, size};
}

static void answer(struct codec_program *program, const struct avro_schema *reader,
    const struct rt_shape *shape, char *hex)
{
    struct rt_arena arena;
    struct rt_buffer out = {0};
    struct rt_error error = {0};
    struct place place = {shape, NULL, false};
    char *row;

    rt_arena_init(&arena);
    row = rt_arena_alloc(&arena, shape->size);
    memset(row, 0, shape->size);
    if (!program->run(program, from_hex(hex), row, &arena, &error)) {
        printf("\trefused: %s", error.message);
    } else {
        place.at = row;
        write_value(&out, reader,
            reader->kind == AVRO_RECORD || avro_schema_null_branch(reader) < 0 ? place
                                                                              : member(place, 0));
        putchar('\t');
        for (size_t i = 0; i < out.size; i++)
            printf("%02x", out.data[i]);
    }
    rt_buffer_release(&out);
    rt_arena_release(&arena);
}

static void run_line(struct arena *arena, char *line)
{
    char *writer = strsep(&line, "\t"), *reader = strsep(&line, "\t"), *hex;
    const struct rt_schema from = {.text = writer}, own = {.text = reader};
    const char *why = "";
    struct avro_schema *schema = avro_parse(arena, reader, &why);
    struct rt_shape *shape = schema ? shape_of_schema(arena, schema, &why) : NULL;
    struct rt_error error = {0};
    struct codec_program *program =
        shape ? codec_program_new(RT_SCHEMA_AVRO, &from, &own, shape, &error) : NULL;

    printf("%s", program ? "ok" : shape ? error.message : why);
    while (program && (hex = strsep(&line, "\t")))
        answer(program, schema, shape, hex);
    putchar('\n');
    fflush(stdout);
    codec_program_free(program);
}

int main(void)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;

    while ((size = getline(&line, &capacity, stdin)) > 0) {
        struct arena *arena = arena_new();

        if (line[size - 1] == '\n')
            line[size - 1] = '\0';
        run_line(arena, line);
        arena_free(arena);
    }
    free(line);
    return 0;
}
