/*
 * Random .proto files, and the C that the emitter makes for them: proto_gen SEED COUNT OUT.c
 *
 * A case is a file, a row whose columns are its fields, and functions that proto_test.cc drives.
 */
#include "emit/emit_internal.h"
#include "emit/shape.h"
#include "registry/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 7, DEPTH = 2, COLUMNS = 64 };

struct gen {
    struct arena *arena;
    uint64_t state;
    unsigned serial;
    bool proto3;
    bool exact, closed, joined; /* struct proto_case */
};

static uint32_t next(struct gen *gen, uint32_t below)
{
    gen->state ^= gen->state << 13;
    gen->state ^= gen->state >> 7;
    gen->state ^= gen->state << 17;
    return (uint32_t)(gen->state * UINT64_C(0x2545F4914F6CDD1D) >> 33) % below;
}

static const char *const field_names[] = {
    "id", "name", "int", "Name2", "value", "row", "error", "in", "class", "NULL", "nulls", "count",
    "at", "out", "size", "struct", "arena", "tag", "outer", "i", "main", "errno", "x_y", "bytes",
    "customerName", "CUSTOMER_ID", "_id", "EOF", "INT32_MAX", "rt_text", "keys", "values",
    "items", "number", "message", "optional", "parts",
};

static const char *const scalars[] = {"int32", "int64", "uint32", "uint64", "sint32", "sint64",
    "fixed32", "fixed64", "sfixed32", "sfixed64", "bool", "float", "double", "string", "bytes"};

enum { SCALARS = sizeof scalars / sizeof *scalars, NAMES = sizeof field_names / sizeof *field_names,
    KEYS = 12 /* bool and before, and string */ };

/* ---- one file ---- */

struct body {
    struct gen *gen;
    struct text nested; /* messages and enums inside */
    struct text fields;
    int number;
    size_t first, used; /* names */
    int depth;
};

static void gen_fields(struct body *body, size_t count);

static const char *field_name(struct body *body)
{
    size_t at = body->used++;

    return at < NAMES ? field_names[(body->first + at) % NAMES]
                      : arena_printf(body->gen->arena, "f%zu", at);
}

/* Mostly the next one; sometimes with a gap, and of two or three bytes. */
static int field_number(struct body *body)
{
    static const int gaps[] = {1, 1, 1, 1, 1, 2, 13, 1000, 2500};

    body->number += gaps[next(body->gen, sizeof gaps / sizeof *gaps)];
    if (body->number >= 19000 && body->number <= 19999)
        body->number = 20000;
    return body->number;
}

static const char *gen_enum(struct body *body)
{
    struct gen *gen = body->gen;
    const char *name = arena_printf(gen->arena, "Enum%u", gen->serial++);
    unsigned values = 1 + next(gen, 12), step = 1 + next(gen, 3);

    if (!gen->proto3) {
        gen->exact = false;
        gen->closed = true;
    }
    text_printf(&body->nested, "enum %s { ", name);
    for (unsigned i = 0; i < values; i++)
        text_printf(&body->nested, "%s_V%u = %d; ", name, i,
            i && next(gen, 8) == 0 ? -(int)(i * 7) : (int)(i * step));
    text_add(&body->nested, "}\n");
    return name;
}

static void gen_message(struct body *outer, const char *head, size_t count)
{
    struct gen *gen = outer->gen;
    struct body body = {.gen = gen, .nested.arena = gen->arena, .fields.arena = gen->arena,
        .depth = outer->depth - 1, .first = next(gen, NAMES)};

    gen_fields(&body, count);
    text_printf(&outer->nested, "%s {\n%s%s}\n", head, text_chars(&body.nested),
        text_chars(&body.fields));
}

/* A type whose values are not repeated. */
static const char *gen_type(struct body *body)
{
    struct gen *gen = body->gen;
    const char *name;

    switch (next(gen, body->depth > 0 ? 10 : 7)) {
    case 0:
        return gen_enum(body);
    case 7: case 8: case 9:
        name = arena_printf(gen->arena, "Message%u", gen->serial++);
        gen_message(body, arena_printf(gen->arena, "message %s", name), next(gen, 5));
        return name;
    }
    return scalars[next(gen, SCALARS)];
}

/* Types that stand for one value, with what their columns need. */
static const char *gen_known(struct body *body, const char **options)
{
    static const char *const wrappers[] = {"Double", "Float", "Int64", "UInt64", "Int32", "UInt32",
        "Bool", "String", "Bytes"};
    struct gen *gen = body->gen;
    unsigned precision;

    *options = "";
    gen->exact = false;
    switch (next(gen, 5)) {
    case 0:
        precision = 3 * (1 + next(gen, 3));
        *options = arena_printf(gen->arena, " [(confluent.field_meta) = { params: [ { key: "
            "\"flink.precision\", value: \"%u\" }%s ] }]", precision,
            next(gen, 2) ? ", { key: \"flink.type\", value: \"timestamp\" }" : "");
        return "google.protobuf.Timestamp";
    case 1:
        return "google.type.Date";
    case 2:
        return ".google.type.TimeOfDay";
    case 3:
        precision = 1 + next(gen, 38);
        precision += precision == 34; /* "34" reads as a group where the option is unknown. */
        *options = arena_printf(gen->arena, " [(confluent.field_meta).params = { key: "
            "\"precision\" value: \"%u\" }, (confluent.field_meta).params = { key: \"scale\" "
            "value: \"%u\" }]", precision, next(gen, precision + 1));
        return ".confluent.type.Decimal";
    }
    return arena_printf(gen->arena, "google.protobuf.%sValue",
        wrappers[next(gen, sizeof wrappers / sizeof *wrappers)]);
}

static void add_field(struct body *body, const char *label, const char *type, const char *options)
{
    const char *name = field_name(body);

    text_printf(&body->fields, "  %s%s %s = %d%s;\n", label, type, name, field_number(body),
        options);
}

static const char *single_label(struct gen *gen)
{
    if (gen->proto3)
        return next(gen, 3) ? "" : "optional ";
    return next(gen, 3) ? "optional " : "required ";
}

static bool is_packable(const char *type)
{
    return strcmp(type, "string") != 0 && strcmp(type, "bytes") != 0 &&
        strncmp(type, "Message", 7) != 0;
}

static void gen_repeated(struct body *body)
{
    struct gen *gen = body->gen;
    const char *type = gen_type(body), *options = "";

    if (next(gen, 6) == 0)
        type = gen_known(body, &options);
    else if (is_packable(type) && next(gen, 3) == 0)
        options = next(gen, 2) ? " [packed = true]" : " [packed = false]";
    add_field(body, "repeated ", type, options);
}

static void gen_map(struct body *body)
{
    struct gen *gen = body->gen;
    size_t key = next(gen, KEYS);
    const char *value = gen_type(body), *options = "";

    if (next(gen, 6) == 0)
        value = gen_known(body, &options);
    add_field(body, "", arena_printf(gen->arena, "map<%s, %s>",
        key == KEYS - 1 ? "string" : scalars[key], value), "");
}

static void gen_oneof(struct body *body)
{
    struct gen *gen = body->gen;
    size_t count = 1 + next(gen, 4);

    text_printf(&body->fields, "  oneof %s {\n", field_name(body));
    for (size_t i = 0; i < count; i++) {
        const char *type = gen_type(body), *options = "";

        if (next(gen, 5) == 0)
            type = gen_known(body, &options);
        add_field(body, "  ", type, options);
    }
    text_add(&body->fields, "  }\n");
}

/* A group is named as its message; its field in small letters. */
static void gen_group(struct body *body)
{
    struct gen *gen = body->gen;
    struct body inner = {.gen = gen, .nested.arena = gen->arena, .fields.arena = gen->arena,
        .depth = body->depth - 1, .first = next(gen, NAMES)};

    gen_fields(&inner, next(gen, 4));
    text_printf(&body->fields, "  %s group Group%u = %d {\n%s%s  }\n",
        next(gen, 2) ? "optional" : "repeated", gen->serial++, field_number(body),
        text_chars(&inner.nested), text_chars(&inner.fields));
}

/* What Flink writes for arrays that may be NULL, elements that may be NULL, maps of any key. */
static void gen_wrapped(struct body *body)
{
    static const char option[] =
        " [(confluent.field_meta) = { params: { key: \"flink.wrapped\" value: \"true\" } }]";
    struct gen *gen = body->gen;
    const char *name = arena_printf(gen->arena, "Wrapper%u", gen->serial++);
    const char *type = scalars[next(gen, SCALARS)];

    if (next(gen, 3) == 0) {
        name = arena_printf(gen->arena, "Map%uEntry", gen->serial++);
        text_printf(&body->nested, "message %s { %s key = 1; optional %s value = 2; }\n", name,
            scalars[next(gen, 11)], type);
        gen->exact = gen->joined = false;
        add_field(body, "repeated ", name, "");
        return;
    }
    if (next(gen, 2)) {
        text_printf(&body->nested, "message %s { repeated %s value = 1; }\n", name, type);
        add_field(body, "", name, option);
        return;
    }
    text_printf(&body->nested, "message %s { optional %s value = 1; }\n", name, type);
    add_field(body, "repeated ", name, option);
}

static void gen_fields(struct body *body, size_t count)
{
    struct gen *gen = body->gen;
    const char *options = "", *type;

    for (size_t i = 0; i < count; i++) {
        switch (next(gen, 12)) {
        case 0: case 1: gen_repeated(body); break;
        case 2: gen_map(body); break;
        case 3: gen_oneof(body); break;
        case 4:
            if (!gen->proto3 && body->depth > 0)
                gen_group(body);
            else if (gen->proto3)
                gen_wrapped(body);
            break;
        case 5:
            type = gen_known(body, &options);
            add_field(body, single_label(gen), type, options);
            break;
        default:
            add_field(body, single_label(gen), gen_type(body), "");
        }
    }
}

static const char *gen_file(struct gen *gen)
{
    struct text out = {.arena = gen->arena};
    struct body file = {.gen = gen, .nested.arena = gen->arena, .depth = DEPTH};
    size_t messages = next(gen, 6) ? 1 : 2 + next(gen, 3);

    gen->proto3 = next(gen, 4);
    gen->exact = gen->joined = true;
    gen->closed = false;
    for (size_t i = 0; i < messages; i++)
        gen_message(&file, arena_printf(gen->arena, "message Top%zu", i), 1 + next(gen, FIELDS));
    text_printf(&out, "syntax = \"%s\";\npackage lab;\n", gen->proto3 ? "proto3" : "proto2");
    text_add(&out, "import \"confluent/meta.proto\";\nimport \"confluent/type/decimal.proto\";\n"
        "import \"google/protobuf/timestamp.proto\";\nimport \"google/protobuf/wrappers.proto\";\n"
        "import \"google/type/date.proto\";\nimport \"google/type/timeofday.proto\";\n");
    text_add(&out, text_chars(&file.nested));
    return text_chars(&out);
}

/* ---- one case ---- */

static struct table *make_table(struct gen *gen, const char *name, const struct type *type,
    const char *schema)
{
    struct table *table = NEW(gen->arena, struct table);
    size_t count = type->field_count;
    struct column *columns = arena_array(gen->arena, count + 1, sizeof *columns);
    size_t *numbers = arena_array(gen->arena, count + 1, sizeof *numbers);
    const char **names = arena_array(gen->arena, count + 1, sizeof *names);

    for (size_t i = 0; i < count; i++) {
        columns[i].name = type->fields[i].name;
        columns[i].type = type->fields[i].type;
        numbers[i] = i;
        names[i] = columns[i].name;
    }
    table->name = name;
    table->columns = columns;
    table->column_count = table->declared_count = count;
    table->value_side = (struct table_side){.format = FORMAT_PROTO_REGISTRY, .columns = numbers,
        .count = count, .names = names, .schema = schema};
    return table;
}

static const char case_text[] =
    "static const char %1$s_schema[] =\n    %3$s;\n\n"
    "static bool %1$s_through_row(const uint8_t *data, size_t size, struct proto_out *to)\n"
    "{\n"
    "    struct rt_arena arena;\n"
    "    struct rt_buffer out = {0};\n"
    "    struct rt_error error = {0};\n"
    "    struct %1$s row = {0};\n"
    "    bool ok;\n\n"
    "    rt_arena_init(&arena);\n"
    "    ok = %1$s_decode_value_0((struct rt_bytes){data, size}, &row, &arena, &error) &&\n"
    "        %1$s_encode_value(&row, &out, &error);\n"
    "    ok = ok ? drive_take(to, &out) : drive_failed(to, &error);\n"
    "    rt_buffer_release(&out);\n"
    "    rt_arena_release(&arena);\n"
    "    return ok;\n"
    "}\n\n"
    "static bool %1$s_through_program(const uint8_t *data, size_t size, struct proto_out *to)\n"
    "{\n"
    "    static struct codec_program *program;\n"
    "    struct rt_arena arena;\n"
    "    struct rt_buffer out = {0};\n"
    "    struct rt_error error = {0};\n"
    "    struct %1$s row = {0};\n"
    "    bool ok;\n\n"
    "    if (!program)\n"
    "        program = drive_program(%1$s_schema, &%4$s);\n"
    "    rt_arena_init(&arena);\n"
    "    ok = program->run(program, (struct rt_bytes){data, size}, &row, &arena, &error) &&\n"
    "        %1$s_encode_value(&row, &out, &error);\n"
    "    ok = ok ? drive_take(to, &out) : drive_failed(to, &error);\n"
    "    rt_buffer_release(&out);\n"
    "    rt_arena_release(&arena);\n"
    "    return ok;\n"
    "}\n\n"
    "static bool %1$s_few(const uint8_t *data, size_t size, struct proto_out *to)\n"
    "{\n"
    "    static struct codec_program *program;\n"
    "    struct rt_arena arena;\n"
    "    struct rt_error error = {0}, other = {0};\n"
    "    struct %2$s row = {0}, again = {0};\n"
    "    bool ok, same;\n\n"
    "    if (!program)\n"
    "        program = drive_program(%1$s_schema, &%5$s);\n"
    "    rt_arena_init(&arena);\n"
    "    ok = %2$s_decode_value_0((struct rt_bytes){data, size}, &row, &arena, &error);\n"
    "    same = ok == program->run(program, (struct rt_bytes){data, size}, &again, &arena,\n"
    "        &other);\n"
    "    snprintf(to->message, sizeof to->message, \"%%s | %%s\", error.message, other.message);\n"
    "    rt_arena_release(&arena);\n"
    "    return same && (ok || !memcmp(error.message, other.message, 8));\n"
    "}\n\n";

static bool emit_case(struct gen *gen, struct emitter *e, struct text *out, struct text *cases,
    unsigned number)
{
    const char *name = arena_printf(gen->arena, "case%u", number), *why = NULL;
    const char *text = gen_file(gen), *shape, *few_shape;
    const struct schema_text writer = {SCHEMA_PROTOBUF, text, NULL, 0};
    const struct type *type = schema_to_type(gen->arena, &writer, &why);
    struct rel_column columns[COLUMNS];
    bool used[COLUMNS];
    struct table *table;
    struct row *row, *few;

    if (!type || type->field_count > COLUMNS)
        return fprintf(stderr, "%s\n%s\n", text, type ? "too many columns" : why), false;
    table = make_table(gen, name, type, text);
    for (size_t i = 0; i < table->column_count; i++) {
        columns[i] = (struct rel_column){table->columns[i].name, table->columns[i].type};
        used[i] = next(gen, 3) == 0;
    }
    row = emit_row(e, out, name, columns, table->column_count, NULL);
    few = emit_row(e, out, arena_printf(gen->arena, "few%u", number), columns, table->column_count,
        used);
    if (!emit_proto_decoder(e, out, row, table, false, &writer, 0) ||
        !emit_proto_encoder(e, out, row, table, false) ||
        !emit_proto_decoder(e, out, few, table, false, &writer, 0)) {
        fprintf(stderr, "%s\n", text);
        return false;
    }
    shape = emit_shape(e, out, row, table, false);
    few_shape = emit_shape(e, out, few, table, false);
    text_printf(out, case_text, row->tag, few->tag, emit_c_string(gen->arena, str_of(text)), shape,
        few_shape);
    text_printf(cases, "    {%s_schema, %s, %s, %s, %s_through_row, %s_through_program, %s_few},\n",
        row->tag, gen->exact ? "true" : "false", gen->closed ? "true" : "false",
        gen->joined ? "true" : "false", row->tag, row->tag,
        row->tag);
    return true;
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct gen gen = {.arena = arena};
    struct emitter e = {.arena = arena, .diag = diag_new(arena), .names = names_new(arena),
        .types.arena = arena, .composite.arena = arena};
    struct text out = {.arena = arena}, cases = {.arena = arena};
    unsigned count;
    FILE *file;

    if (argc != 4) {
        fputs("usage: proto_gen SEED COUNT OUT.c\n", stderr);
        return 2;
    }
    gen.state = strtoull(argv[1], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15) + 1;
    count = (unsigned)strtoul(argv[2], NULL, 10);
    for (unsigned i = 0; i < count; i++) {
        if (!emit_case(&gen, &e, &out, &cases, i)) {
            diag_print(e.diag, 0, DIAG_TEXT, false, stderr);
            return 1;
        }
    }
    file = fopen(argv[3], "w");
    if (!file)
        return perror(argv[3]), 1;
    fprintf(file, "/* proto_gen %s %s */\n#include \"proto_drive.h\"\n\n%s\n%s", argv[1], argv[2],
        text_chars(&e.types), text_chars(&out));
    fprintf(file, "const struct proto_case proto_cases_%s[] = {\n%s};\n"
        "const size_t proto_cases_%s_count = %u;\n", argv[1], text_chars(&cases), argv[1], count);
    fclose(file);
    arena_free(arena);
    return 0;
}
