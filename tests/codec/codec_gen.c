/*
 * Random Avro schemas, and the C that the emitter makes for them: codec_gen SEED COUNT OUT.c
 *
 * A case is a schema, a row whose columns are its fields, and functions that codec_test.c drives:
 * decode to row and encode again, the same by way of a row line, and a decoder of a few columns.
 */
#include "cases.h"
#include "registry/schema.h"
#include "emit/shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 9, DEPTH = 2 };

struct named { /* a record, enum or fixed that may be used again */
    const char *name;
    const struct type *type;
};

struct gen {
    struct cases *cases;
    struct arena *arena;
    unsigned serial;
    VEC(struct named) named;
};

static uint32_t next(struct gen *gen, uint32_t below)
{
    return cases_next(gen->cases, below);
}

static const char *const field_names[] = {
    "id", "name", "int", "Value", "value", "row", "error", "in", "class", "NULL", "nulls", "count",
    "at", "out", "size", "struct", "arena", "is_null", "branch", "i", "main", "errno", "x_y",
    "customerName", "CUSTOMERNAME", "_id", "EOF", "INT32_MAX", "rt_text", "keys", "values", "items",
};

static const struct type *gen_schema(struct gen *gen, struct text *json, int depth);
static const struct type *gen_union(struct gen *gen, struct text *json, int depth);

/* ---- one schema ---- */

static const struct type *gen_logical(struct gen *gen, struct text *json)
{
    static const struct {
        const char *base, *logical;
        enum type_kind kind;
        int precision;
    } logicals[] = {
        {"int", "date", TYPE_DATE, 0},
        {"int", "time-millis", TYPE_TIME, 3},
        {"long", "time-micros", TYPE_TIME, 3},
        {"long", "timestamp-millis", TYPE_TIMESTAMP_LTZ, 3},
        {"long", "timestamp-micros", TYPE_TIMESTAMP_LTZ, 6},
        {"long", "local-timestamp-millis", TYPE_TIMESTAMP, 3},
        {"long", "local-timestamp-micros", TYPE_TIMESTAMP, 6},
        {"long", "timestamp-millis", TYPE_TIMESTAMP, 9},
        {"long", "timestamp-micros", TYPE_TIMESTAMP_LTZ, 9},
    };
    size_t which = next(gen, sizeof logicals / sizeof *logicals);

    text_printf(json, "{\"type\":\"%s\",\"logicalType\":\"%s\"}", logicals[which].base,
        logicals[which].logical);
    if (logicals[which].kind == TYPE_DATE)
        return type_simple(gen->arena, TYPE_DATE, false);
    return type_temporal(gen->arena, logicals[which].kind, logicals[which].precision, false);
}

static const struct type *gen_decimal(struct gen *gen, struct text *json)
{
    int precision = 1 + (int)next(gen, 38), scale = (int)next(gen, (uint32_t)precision + 1);

    if (next(gen, 2))
        text_printf(json, "{\"type\":\"bytes\"");
    else
        text_printf(json, "{\"type\":\"fixed\",\"name\":\"Fixed%u\",\"size\":%d", gen->serial++,
            1 + precision / 2);
    text_printf(
        json, ",\"logicalType\":\"decimal\",\"precision\":%d,\"scale\":%d}", precision, scale);
    return type_decimal(gen->arena, precision, scale, false);
}

static const struct type *remember(struct gen *gen, const char *name, const struct type *type)
{
    struct named named = {name, type};

    vec_push(gen->arena, &gen->named, named);
    return type;
}

static const struct type *gen_fixed(struct gen *gen, struct text *json)
{
    const char *name = arena_printf(gen->arena, "Fixed%u", gen->serial++);
    int size = 1 + (int)next(gen, 20);

    text_printf(json, "{\"type\":\"fixed\",\"name\":\"%s\",\"size\":%d}", name, size);
    return remember(gen, name, type_sized(gen->arena, TYPE_BINARY, size, false));
}

static const struct type *gen_enum(struct gen *gen, struct text *json)
{
    const char *name = arena_printf(gen->arena, "Enum%u", gen->serial++);
    unsigned symbols = 1 + next(gen, 70);

    text_printf(json, "{\"type\":\"enum\",\"name\":\"%s\",\"symbols\":[", name);
    for (unsigned i = 0; i < symbols; i++)
        text_printf(json, "%s\"S%u\"", i ? "," : "", i * i);
    text_add(json, "]}");
    return remember(gen, name, type_string(gen->arena, false));
}

static const struct type *gen_record(struct gen *gen, struct text *json, int depth, bool with_name)
{
    const char *name = arena_printf(gen->arena, "Record%u", gen->serial++);
    size_t count = 1 + next(gen, depth == DEPTH ? FIELDS : 4);
    struct type_field *fields = arena_array(gen->arena, count, sizeof *fields);
    size_t first = next(gen, sizeof field_names / sizeof *field_names);
    const struct type *type;

    text_printf(json, "{\"type\":\"record\",\"name\":\"%s\",\"fields\":[", name);
    for (size_t i = 0; i < count; i++) {
        fields[i].name = field_names[(first + i) % (sizeof field_names / sizeof *field_names)];
        text_printf(json, "%s{\"name\":\"%s\",\"type\":", i ? "," : "", fields[i].name);
        fields[i].type = gen_schema(gen, json, depth - 1);
        text_add(json, "}");
    }
    text_add(json, "]}");
    type = type_row(gen->arena, fields, count, false);
    return with_name ? remember(gen, name, type) : type;
}

static const struct type *gen_atom(struct gen *gen, struct text *json)
{
    static const struct {
        const char *name;
        enum type_kind kind;
    } atoms[] = {
        {"boolean", TYPE_BOOLEAN}, {"int", TYPE_INT}, {"long", TYPE_BIGINT}, {"float", TYPE_FLOAT},
        {"double", TYPE_DOUBLE}, {"string", TYPE_VARCHAR}, {"bytes", TYPE_VARBINARY},
    };
    size_t which = next(gen, sizeof atoms / sizeof *atoms);

    text_printf(json, "\"%s\"", atoms[which].name);
    if (atoms[which].kind == TYPE_VARCHAR)
        return type_string(gen->arena, false);
    if (atoms[which].kind == TYPE_VARBINARY)
        return type_bytes(gen->arena, false);
    return type_simple(gen->arena, atoms[which].kind, false);
}

static const struct type *gen_plain(struct gen *gen, struct text *json, int depth)
{
    switch (next(gen, depth > 0 ? 12 : 8)) {
    case 0:
    case 1:
        return gen_logical(gen, json);
    case 2:
        return gen_decimal(gen, json);
    case 3:
        if (gen->named.count) {
            struct named named = gen->named.at[next(gen, (uint32_t)gen->named.count)];

            text_printf(json, "\"%s\"", named.name);
            return named.type;
        }
        return gen_fixed(gen, json);
    case 4:
        return gen_enum(gen, json);
    case 8: {
        const struct type *element;

        text_add(json, "{\"type\":\"array\",\"items\":");
        element = gen_schema(gen, json, depth - 1);
        text_add(json, "}");
        return type_array(gen->arena, element, false);
    }
    case 9: {
        const struct type *value;

        text_add(json, "{\"type\":\"map\",\"values\":");
        value = gen_schema(gen, json, depth - 1);
        text_add(json, "}");
        return type_map(gen->arena, type_string(gen->arena, false), value, false);
    }
    case 10:
    case 11:
        return gen_record(gen, json, depth, true);
    }
    return gen_atom(gen, json);
}

static const struct type *gen_schema(struct gen *gen, struct text *json, int depth)
{
    const struct type *type;

    switch (next(gen, 8)) {
    case 0:
    case 1:
        text_add(json, "[\"null\",");
        type = gen_plain(gen, json, depth);
        text_add(json, "]");
        return type_with_null(gen->arena, type, true);
    case 2:
        text_add(json, "[");
        type = gen_plain(gen, json, depth);
        text_add(json, ",\"null\"]");
        return type_with_null(gen->arena, type, true);
    case 4:
        if (depth < 1 || next(gen, 2))
            break;
        return gen_union(gen, json, depth);
    case 3:
        if (next(gen, 4))
            break;
        text_add(json, "[");
        type = gen_plain(gen, json, depth);
        text_add(json, "]");
        return type;
    }
    return gen_plain(gen, json, depth);
}

/* A union of several, a ROW of its branches: of kinds that differ. */
static const struct type *gen_union(struct gen *gen, struct text *json, int depth)
{
    struct type_field *fields = arena_array(gen->arena, 6, sizeof *fields);
    bool nullable = next(gen, 2);
    size_t count = 0;

    text_add(json, nullable ? "[\"null\"" : "[");
    for (unsigned kind = 0; kind < 6; kind++) {
        static const char *const names[] = {"boolean", "long", "string", "bytes", "double"};
        const struct type *type;

        if (next(gen, 3) == 0 && count + 6 - kind > 2)
            continue;
        text_add(json, nullable || count ? "," : "");
        if (kind < 5) {
            text_printf(json, "\"%s\"", names[kind]);
            type = kind == 2 ? type_string(gen->arena, true) : kind == 3
                ? type_bytes(gen->arena, true)
                : type_simple(gen->arena, kind == 0 ? TYPE_BOOLEAN : kind == 1 ? TYPE_BIGINT
                                                                              : TYPE_DOUBLE, true);
            fields[count].name = names[kind];
        } else {
            fields[count].name = arena_printf(gen->arena, "Record%u", gen->serial);
            type = type_with_null(gen->arena, gen_record(gen, json, depth, false), true);
        }
        fields[count++].type = type;
    }
    text_add(json, "]");
    return type_row(gen->arena, fields, count, nullable);
}

/* ---- one case ---- */

static const char case_text[] =
    "static bool %1$s_through_row(struct rt_bytes in, struct rt_arena *arena,\n"
    "    struct rt_buffer *out, struct rt_error *error)\n"
    "{\n"
    "    struct %1$s row = {0};\n\n"
    "    return %1$s_decode_value_0(in, &row, arena, error) &&\n"
    "           %1$s_encode_value(&row, out, error);\n"
    "}\n\n"
    "static bool %1$s_evolved(struct rt_bytes in, struct rt_arena *arena,\n"
    "    struct rt_buffer *out, struct rt_error *error)\n"
    "{\n"
    "    struct %1$s row = {0};\n\n"
    "    return %1$s_decode_value_1(in, &row, arena, error) &&\n"
    "           %1$s_encode_value(&row, out, error);\n"
    "}\n\n"
    "static bool %1$s_by_program(const struct codec_program *program, struct rt_bytes in,\n"
    "    struct rt_arena *arena, struct rt_buffer *out, struct rt_error *error)\n"
    "{\n"
    "    struct %1$s row = {0};\n\n"
    "    return program->run(program, in, &row, arena, error) &&\n"
    "           %1$s_encode_value(&row, out, error);\n"
    "}\n\n"
    "static bool %1$s_through_line(struct rt_bytes in, struct rt_arena *arena,\n"
    "    struct rt_buffer *out, struct rt_buffer *line, struct rt_error *error)\n"
    "{\n"
    "    struct %1$s row = {0}, again = {0};\n\n"
    "    if (!%1$s_decode_value_0(in, &row, arena, error) ||\n"
    "        !%1$s_write_json(&row, line, rt_zone_utc, error))\n"
    "        return false;\n"
    "    return %1$s_read_line((struct rt_text){(const char *)line->data, line->size}, &again,\n"
    "               arena, rt_zone_utc, error) &&\n"
    "           %1$s_encode_value(&again, out, error);\n"
    "}\n\n"
    "static bool %1$s_few(struct rt_bytes in, struct rt_arena *arena, struct rt_error *error)\n"
    "{\n"
    "    struct %2$s row = {0};\n\n"
    "    return %2$s_decode_value_0(in, &row, arena, error);\n"
    "}\n\n";

/* ---- evolution: fields that reader and writer do not have alike ---- */

enum { DEFAULTS = 3, EXTRAS = DEFAULTS + 2 };

/* Fields that the writer lacks, and what they are then. */
static const struct type *gen_default(struct gen *gen, struct text *json, const char *name)
{
    static const struct {
        const char *type, *value;
    } kinds[] = {
        {"\"int\"", "-7"}, {"\"double\"", "2.5"}, {"\"string\"", "\"caf\u00e9 \\\"\""},
        {"\"bytes\"", "\"\\u00ff\\u0001a\""}, {"[\"null\",\"long\"]", "null"},
        {"[\"null\",\"long\"]", "5"}, {"{\"type\":\"array\",\"items\":\"int\"}", "[1,-2]"},
        {"{\"type\":\"map\",\"values\":\"string\"}", "{\"a\":\"b\"}"},
        {"{\"type\":\"fixed\",\"name\":\"Default%u\",\"size\":2}", "\"\\u00ffa\""},
        {"{\"type\":\"enum\",\"name\":\"Default%u\",\"symbols\":[\"A\",\"B\"]}", "\"B\""},
        {"{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":4,\"scale\":1}",
            "\"\\u00ff\\u0001\""},
        {"{\"type\":\"record\",\"name\":\"Default%u\",\"fields\":[{\"name\":\"x\","
         "\"type\":\"int\"},{\"name\":\"y\",\"type\":[\"null\",\"string\"]}]}",
            "{\"x\":3,\"y\":null}"},
    };
    size_t which = next(gen, sizeof kinds / sizeof *kinds);
    const char *kind = arena_printf(gen->arena, kinds[which].type, gen->serial++), *why = "";
    struct avro_schema *schema = avro_parse(gen->arena, kind, &why);

    text_printf(json, ",{\"name\":\"%s\",\"type\":%s,\"default\":%s}", name, kind,
        kinds[which].value);
    return avro_to_type(gen->arena, schema, &why);
}

/* Appends to a record's schema what the reader has besides, and makes the writer's of it. */
static const struct type *gen_evolution(struct gen *gen, struct text *reader, struct text *writer,
    const struct type *type)
{
    struct type_field *fields = arena_array(gen->arena, type->field_count + EXTRAS, sizeof *fields);
    size_t count = type->field_count;
    const char *begin;

    memcpy(fields, type->fields, count * sizeof *fields);
    reader->data[reader->size -= 2] = '\0'; /* The writer's begins as the reader's. */
    begin = strstr(text_chars(reader), "\"fields\":[") + strlen("\"fields\":[");
    text_printf(writer, "%.*s", (int)(begin - text_chars(reader)), text_chars(reader));
    text_add(writer, "{\"name\":\"old_name\",\"type\":\"int\"},{\"name\":\"chosen\",\"type\":"
        "{\"type\":\"enum\",\"name\":\"Chosen\",\"symbols\":[\"A\",\"B\",\"C\",\"D\"]}},");
    text_printf(writer, "%s,{\"name\":\"gone\",\"type\":", begin);
    gen_schema(gen, writer, 1); /* Behind the types that it may name. */
    text_add(writer, "}]}");
    text_add(reader, ",{\"name\":\"new_name\",\"type\":\"long\",\"aliases\":[\"old_name\"]},"
        "{\"name\":\"chosen\",\"type\":{\"type\":\"enum\",\"name\":\"Chosen\","
        "\"symbols\":[\"B\",\"X\",\"A\"],\"default\":\"X\"}}");
    fields[count++] = (struct type_field){"new_name", type_simple(gen->arena, TYPE_BIGINT, false),
        NULL};
    fields[count++] = (struct type_field){"chosen", type_string(gen->arena, false), NULL};
    for (int i = 0; i < DEFAULTS; i++) {
        const char *name = arena_printf(gen->arena, "default_%d", i);

        fields[count++] = (struct type_field){name, gen_default(gen, reader, name), NULL};
    }
    text_add(reader, "]}");
    return type_row(gen->arena, fields, count, false);
}

static bool emit_codecs(struct emitter *e, struct text *out, struct row *row, struct row *few,
    const struct table *table, const char *schema, const char *evolved)
{
    const struct schema_text same = {SCHEMA_AVRO, schema, NULL, 0};
    const struct schema_text other = {SCHEMA_AVRO, evolved, NULL, 0};

    return emit_avro_decoder(e, out, row, table, false, &same, 0) &&
           emit_avro_decoder(e, out, row, table, false, &other, 1) &&
           emit_avro_encoder(e, out, row, table, false) && emit_line_reader(e, out, row) &&
           emit_line_writer(e, out, row) && emit_avro_decoder(e, out, few, table, false, &same, 0);
}

/* What is no record; no null in the place of all columns either, which is refused. */
static const struct type *gen_datum(struct gen *gen, struct text *json)
{
    const struct type *type;

    do {
        *json = (struct text){.arena = gen->arena};
        gen->named.count = 0;
        type = gen_schema(gen, json, DEPTH);
    } while (type->kind == TYPE_ROW && type->nullable);
    return type;
}

static bool emit_case(struct cases *cases, unsigned number)
{
    static struct gen kept;
    struct gen *gen = &kept;
    struct emitter *e = &cases->e;
    struct text *out = &cases->out;
    const char *name = arena_printf(cases->arena, "case%u", number);
    struct text json = {.arena = cases->arena}, writer = {.arena = cases->arena};
    const struct type *type;
    bool is_record;
    const char *schema, *evolved, *shape, *few_shape, *tag;
    struct table *table;
    struct cases_rows rows;

    gen->cases = cases;
    gen->arena = cases->arena;
    gen->named.count = 0;
    is_record = next(gen, 10);
    type = is_record ? gen_record(gen, &json, DEPTH, false) : gen_datum(gen, &json);
    if (is_record)
        type = gen_evolution(gen, &json, &writer, type);
    schema = text_chars(&json);
    evolved = is_record ? text_chars(&writer) : schema;
    table = cases_table(cases, name, FORMAT_AVRO_REGISTRY, type, schema);
    rows = cases_rows(cases, table, number);
    tag = rows.all->tag;
    if (!emit_codecs(e, out, rows.all, rows.few, table, schema, evolved)) {
        fprintf(stderr, "%s\n%s\n", schema, evolved);
        return false;
    }
    shape = emit_shape(e, out, rows.all, table, false);
    few_shape = emit_shape(e, out, rows.few, table, false);
    text_printf(out, case_text, tag, rows.few->tag);
    text_printf(&cases->list, "    {%s,\n        %s,\n        %s_through_row, %s_evolved, "
        "%s_by_program,\n        %s_through_line, %s_few, &%s, &%s},\n",
        emit_c_string(gen->arena, str_of(schema)), emit_c_string(gen->arena, str_of(evolved)),
        tag, tag, tag, tag, tag, shape, few_shape);
    return true;
}

int main(int argc, char **argv)
{
    return cases_main(argc, argv, "codec", "codec_case.h", emit_case);
}
