/* Writes the codec that proto_fuzz.c runs, and some seeds: proto_fuzz_gen OUT.h SEED_FOLDER */
#include "gen.h"

#include <stdio.h>

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

int main(int argc, char **argv)
{
    static const char zeros[] = "\0\x28\0", inner[] = "\0\x28\2\xAA\1\5\x0A\1a\x12\0";
    static const struct schema_text schema = {SCHEMA_PROTOBUF, schema_text, NULL, 0};
    struct gen gen = gen_new();

    if (argc != 3)
        return fprintf(stderr, "proto_fuzz_gen OUT.h SEED_FOLDER\n"), 2;
    gen_table(&gen, &(struct gen_table){.tag = "all", .format = FORMAT_PROTO_REGISTRY,
        .type = gen_type(&gen, &schema), .schema = &schema, .shape = true});
    gen_seed(&gen, argv[2], "zeros", zeros, sizeof zeros - 1);
    gen_seed(&gen, argv[2], "inner", inner, sizeof inner - 1);
    gen_seed(&gen, argv[2], "schema.proto", schema_text, sizeof schema_text - 1);
    return gen_finish(&gen, argv[1]);
}
