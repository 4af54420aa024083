/* Writes the codec that proto_fuzz.c runs, and some seeds: proto_fuzz_gen OUT.h SEED_FOLDER */
#include "emit/emit_internal.h"
#include "emit/shape.h"
#include "registry/schema.h"

#include <stdio.h>
#include <string.h>

#define WRAPPED                                                                                    \
    " [(confluent.field_meta) = { params: { key: \"flink.wrapped\" value: \"true\" } }];\n"

static const char schema_text[] =
    "syntax = \"proto2\";\npackage fuzz;\n"
    "message All {\n"
    "  optional int32 i = 1; optional int64 l = 2; optional uint32 u = 3; optional uint64 v = 4;\n"
    "  required sint32 s = 5; optional sint64 t = 6; optional fixed32 f = 7;\n"
    "  optional fixed64 g = 8; optional sfixed32 h = 9; optional sfixed64 j = 10;\n"
    "  optional bool b = 11; optional float x = 12; optional double y = 13;\n"
    "  optional string text = 14; optional bytes data = 15;\n"
    "  enum Color { RED = 0; GREEN = 5; BLUE = -2; }\n"
    "  optional Color color = 16; repeated Color colors = 17;\n"
    "  repeated int32 packed = 18 [packed = true]; repeated sint64 unpacked = 19;\n"
    "  repeated string texts = 20;\n"
    "  message Inner { optional string p = 1; repeated Inner2 q = 2; optional Inner2 r = 3; }\n"
    "  message Inner2 { optional int32 n = 1; map<int32, string> m = 2; }\n"
    "  optional Inner inner = 21; repeated Inner inners = 22;\n"
    "  map<string, Inner2> map = 23; map<bool, double> flags = 24;\n"
    "  optional group Group = 25 { optional int32 k = 1; repeated string w = 2; }\n"
    "  oneof choice { string one = 26; Inner two = 27; google.protobuf.Int32Value three = 28;\n"
    "    google.protobuf.Timestamp four = 29; }\n"
    "  optional google.protobuf.Timestamp ts = 30; optional google.type.Date day = 31;\n"
    "  optional google.type.TimeOfDay time = 32;\n"
    "  optional confluent.type.Decimal small = 33;\n"
    "  optional confluent.type.Decimal large = 34 [(confluent.field_meta).params = {\n"
    "    key: \"precision\" value: \"38\" }, (confluent.field_meta).params = { key: \"scale\"\n"
    "    value: \"10\" }];\n"
    "  optional google.protobuf.StringValue wrapped = 35;\n"
    "  message Element { optional int64 value = 1; }\n"
    "  repeated Element nullable = 36" WRAPPED
    "  message Array { repeated double value = 1; }\n"
    "  optional Array array = 37" WRAPPED
    "  optional string far = 3000;\n"
    "}\n";

enum { MOST = 64 };

static bool write_seed(const char *folder, const char *name, const char *data, size_t size)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "wb");
    if (!file)
        return perror(path), false;
    fwrite(data, 1, size, file);
    return fclose(file) == 0;
}

static bool emit_all(struct emitter *e, struct text *out, const struct type *type)
{
    struct rel_column columns[MOST];
    struct column table_columns[MOST] = {0};
    const char *names[MOST], *shape;
    size_t numbers[MOST];
    bool used[MOST];
    struct table table = {.name = "all", .columns = table_columns};
    const struct schema_text writer = {SCHEMA_PROTOBUF, schema_text, NULL, 0};
    const struct row *all, *few;

    for (size_t i = 0; i < type->field_count; i++) {
        table_columns[i].name = names[i] = columns[i].name = type->fields[i].name;
        table_columns[i].type = columns[i].type = type->fields[i].type;
        numbers[i] = i;
        used[i] = i % 5 == 0;
    }
    table.column_count = table.declared_count = type->field_count;
    table.value_side = (struct table_side){.format = FORMAT_PROTO_REGISTRY, .columns = numbers,
        .count = type->field_count, .names = names, .schema = schema_text};
    all = emit_row(e, out, "all", columns, type->field_count, NULL);
    few = emit_row(e, out, "few", columns, type->field_count, used);
    if (!emit_proto_decoder(e, out, all, &table, false, &writer, 0) ||
        !emit_proto_decoder(e, out, few, &table, false, &writer, 0) ||
        !emit_proto_encoder(e, out, all, &table, false))
        return false;
    shape = emit_shape(e, out, all, &table, false);
    text_printf(out, "\n#define ALL_SHAPE %s\n\nstatic const char all_schema[] =\n    %s;\n", shape,
        emit_c_string(e->arena, str_of(schema_text)));
    return true;
}

int main(int argc, char **argv)
{
    static const char zeros[] = "\0\x28\0", inner[] = "\0\x28\2\xAA\1\5\x0A\1a\x12\0";
    struct arena *arena = arena_new();
    struct emitter e = {.arena = arena, .diag = diag_new(arena), .names = names_new(arena),
        .types.arena = arena, .composite.arena = arena};
    const struct schema_text schema = {SCHEMA_PROTOBUF, schema_text, NULL, 0};
    const char *why = "";
    const struct type *type = schema_to_type(arena, &schema, &why);
    struct text out = {.arena = arena};
    FILE *file;

    if (argc != 3 || !type || type->field_count > MOST)
        return fprintf(stderr, "proto_fuzz_gen OUT.h SEED_FOLDER: %s\n", why), 2;
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
    return write_seed(argv[2], "zeros", zeros, sizeof zeros - 1) &&
            write_seed(argv[2], "inner", inner, sizeof inner - 1) &&
            write_seed(argv[2], "schema.proto", schema_text, sizeof schema_text - 1) ? 0 : 1;
}
