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

#define SEED(text) {text, sizeof(text) - 1}

/* Behind the message index and the field that is required: the fields by number, some twice, an
 * unknown group, unnamed numbers of enums. */
static const struct rt_text seeds[] = {
    SEED("\000\050\000\010\001\020\254\002\030\003\040\004\050\005\060\006\075\007\000\000"
         "\000\101\010\000\000\000\000\000\000\000\115\377\377\377\377\121\377\377\377\377"
         "\377\377\377\377\130\001\145\000\000\200\077\151\000\000\000\000\000\000\360\077"),
    SEED("\000\050\000\162\002\303\251\172\001\377\200\001\005\210\001\011\212\001\013\000"
         "\376\377\377\377\377\377\377\377\377\001\222\001\002\001\002\220\001\003\230\001"
         "\004\232\001\001\005\242\001\001\141\242\001\000"),
    SEED("\000\050\000\252\001\051\012\001\160\022\020\010\007\022\005\010\001\022\001\170"
         "\022\005\010\001\022\001\171\022\000\032\020\010\007\022\005\010\001\022\001\170"
         "\022\005\010\001\022\001\171\252\001\022\022\020\010\007\022\005\010\001\022\001"
         "\170\022\005\010\001\022\001\171\262\001\051\012\001\160\022\020\010\007\022\005"
         "\010\001\022\001\170\022\005\010\001\022\001\171\022\000\032\020\010\007\022\005"
         "\010\001\022\001\170\022\005\010\001\022\001\171\262\001\000"),
    SEED("\000\050\000\272\001\025\012\001\153\022\020\010\007\022\005\010\001\022\001\170"
         "\022\005\010\001\022\001\171\272\001\005\012\001\153\022\000\272\001\000\302\001"
         "\013\010\001\021\000\000\000\000\000\000\000\000\302\001\002\010\001"),
    SEED("\000\050\000\313\001\010\001\022\001\167\314\001\233\006\015\000\000\000\000\021"
         "\000\000\000\000\000\000\000\000\234\006"),
    SEED("\000\050\000\322\001\003\157\156\145\332\001\051\012\001\160\022\020\010\007\022"
         "\005\010\001\022\001\170\022\005\010\001\022\001\171\022\000\032\020\010\007\022"
         "\005\010\001\022\001\170\022\005\010\001\022\001\171\342\001\002\010\003\352\001"
         "\011\010\200\342\317\252\006\020\210\047"),
    SEED("\000\050\000\362\001\010\010\200\342\317\252\006\020\001\372\001\007\010\350\017"
         "\020\002\030\035\202\002\013\010\012\020\013\030\014\040\300\226\261\002"),
    SEED("\000\050\000\212\002\007\012\001\001\020\012\030\002\222\002\006\012\002\001\002"
         "\030\012\232\002\003\012\001\163\242\002\002\010\001\242\002\000\252\002\022\012"
         "\020\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\302\273\001"
         "\003\146\141\162"),
};

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
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        gen_seed(&gen, argv[2], arena_printf(gen.arena, "%zu", i), seeds[i].data, seeds[i].size);
    gen_schema_seed(&gen, argv[2], '2', schema_text);
    return gen_finish(&gen, argv[1]);
}
