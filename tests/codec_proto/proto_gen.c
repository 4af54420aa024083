/*
 * Random .proto files, and the C that the emitter makes for them: proto_gen SEED COUNT OUT.c
 *
 * A case is a file, a row whose columns are its fields, and functions that proto_test.cc drives.
 */
#include "cases.h"
#include "emit/shape.h"
#include "registry/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 7, DEPTH = 2, COLUMNS = 64 };

struct gen {
    struct cases *cases;
    struct arena *arena;
    unsigned serial;
    bool proto3;
    bool exact, closed, joined; /* struct proto_case */
};

static uint32_t next(struct gen *gen, uint32_t below)
{
    return cases_next(gen->cases, below);
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

static bool emit_case(struct cases *cases, unsigned number)
{
    static struct gen kept;
    struct gen *gen = &kept;
    struct emitter *e = &cases->e;
    struct text *out = &cases->out;
    const char *name = arena_printf(cases->arena, "case%u", number), *why = NULL;
    const char *text, *shape, *few_shape, *tag;
    struct schema_text writer = {.language = SCHEMA_PROTOBUF};
    const struct type *type;
    struct table *table;
    struct cases_rows rows;

    gen->cases = cases;
    gen->arena = cases->arena;
    writer.text = text = gen_file(gen);
    type = schema_to_type(cases->arena, &writer, &why);
    if (!type || type->field_count > COLUMNS)
        return fprintf(stderr, "%s\n%s\n", text, type ? "too many columns" : why), false;
    table = cases_table(cases, name, FORMAT_PROTO_REGISTRY, type, text);
    rows = cases_rows(cases, table, number);
    tag = rows.all->tag;
    if (!emit_proto_decoder(e, out, rows.all, table, false, &writer, 0) ||
        !emit_proto_encoder(e, out, rows.all, table, false) ||
        !emit_proto_decoder(e, out, rows.few, table, false, &writer, 0)) {
        fprintf(stderr, "%s\n", text);
        return false;
    }
    shape = emit_shape(e, out, rows.all, table, false);
    few_shape = emit_shape(e, out, rows.few, table, false);
    text_printf(out, case_text, tag, rows.few->tag, emit_c_string(cases->arena, str_of(text)),
        shape, few_shape);
    text_printf(&cases->list, "    {%s_schema, %s, %s, %s, %s_through_row, %s_through_program, "
        "%s_few},\n", tag, gen->exact ? "true" : "false", gen->closed ? "true" : "false",
        gen->joined ? "true" : "false", tag, tag, tag);
    return true;
}

int main(int argc, char **argv)
{
    return cases_main(argc, argv, "proto", "proto_drive.h", emit_case);
}
