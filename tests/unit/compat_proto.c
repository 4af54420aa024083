/* Protobuf: pairs of files with the verdict of Confluent's registry on the new one under BACKWARD,
 * and every category that its comparison names; and the reader of .proto text. */
#include "compat_case.h"

#include "registry/proto.h"

#define P3(body) "syntax = \"proto3\";\n" body
#define P2(body) "syntax = \"proto2\";\n" body
#define M(fields) P3("message M { " fields " }")

static const struct compat_case cases[] = {
    {"the same", M("int32 a = 1;"), M("int32 a = 1;"), true, ""},
    {"field added", M("int32 a = 1;"), M("int32 a = 1; string b = 2;"), true,
        "FIELD_ADDED #/M/2: - -> string b"},
    {"field removed", M("int32 a = 1; string b = 2;"), M("int32 a = 1;"), true,
        "FIELD_REMOVED #/M/2: string b -> -"},
    {"field removed and reserved", M("int32 a = 1; string b = 2;"),
        M("reserved 2; reserved \"b\"; int32 a = 1;"), true,
        "FIELD_REMOVED #/M/2: string b -> -"},
    {"field renamed", M("int32 a = 1;"), M("int32 b = 1;"), true,
        "FIELD_NAME_CHANGED #/M/1: int32 a -> int32 b"},
    {"field renumbered", M("int32 a = 1;"), M("int32 a = 2;"), true,
        "FIELD_REMOVED #/M/1: int32 a -> -; "
        "FIELD_ADDED #/M/2: - -> int32 a"},
    {"required field added", P2("message M { optional int32 a = 1; }"),
        P2("message M { optional int32 a = 1; required int32 b = 2; }"), false,
        "REQUIRED_FIELD_ADDED #/M/2: - -> required int32 b"},
    {"required field removed", P2("message M { required int32 a = 1; }"), P2("message M { }"),
        false,
        "REQUIRED_FIELD_REMOVED #/M/1: required int32 a -> -"},
    {"int32 to int64", M("int32 a = 1;"), M("int64 a = 1;"), true, ""},
    {"int32 to bool", M("int32 a = 1;"), M("bool a = 1;"), true, ""},
    {"int32 to sint32", M("int32 a = 1;"), M("sint32 a = 1;"), false,
        "FIELD_SCALAR_KIND_CHANGED #/M/1: int32 a -> sint32 a"},
    {"int64 to fixed64", M("int64 a = 1;"), M("fixed64 a = 1;"), false,
        "FIELD_SCALAR_KIND_CHANGED #/M/1: int64 a -> fixed64 a"},
    {"fixed32 to sfixed32", M("fixed32 a = 1;"), M("sfixed32 a = 1;"), true, ""},
    {"float to double", M("float a = 1;"), M("double a = 1;"), false,
        "FIELD_SCALAR_KIND_CHANGED #/M/1: float a -> double a"},
    {"string to bytes", M("string a = 1;"), M("bytes a = 1;"), true, ""},
    {"int32 to string", M("int32 a = 1;"), M("string a = 1;"), false,
        "FIELD_SCALAR_KIND_CHANGED #/M/1: int32 a -> string a"},
    {"int32 to enum", M("int32 a = 1;"), P3("message M { E a = 1; } enum E { X = 0; }"), true,
        "ENUM_ADDED #/E: - -> E"},
    {"string to message", M("string a = 1;"), P3("message M { N a = 1; } message N { }"), false,
        "FIELD_KIND_CHANGED #/M/1: string a -> N a; "
        "MESSAGE_ADDED #/N: - -> N"},
    {"another message", P3("message M { N a = 1; } message N { } message O { }"),
        P3("message M { O a = 1; } message N { } message O { }"), false,
        "FIELD_NAMED_TYPE_CHANGED #/M/1: N a -> O a"},
    {"name written in full", P3("package p; message M { N a = 1; message N { } }"),
        P3("package p; message M { .p.M.N a = 1; message N { } }"), true, ""},
    {"number repeated", P2("message M { optional int32 a = 1; }"),
        P2("message M { repeated int32 a = 1; }"), false,
        "FIELD_NUMERIC_LABEL_CHANGED #/M/1: optional int32 a -> repeated int32 a"},
    {"string repeated", P2("message M { optional string a = 1; }"),
        P2("message M { repeated string a = 1; }"), true,
        "FIELD_STRING_OR_BYTES_LABEL_CHANGED #/M/1: optional string a -> repeated string a"},
    {"no label to repeated", M("int32 a = 1;"), M("repeated int32 a = 1;"), true, ""},
    {"map value", M("map<string, int32> a = 1;"), M("map<string, string> a = 1;"), false,
        "FIELD_SCALAR_KIND_CHANGED #/M/1: map<string, int32> a -> map<string, string> a"},
    {"map key", M("map<string, int32> a = 1;"), M("map<int32, int32> a = 1;"), false,
        "FIELD_SCALAR_KIND_CHANGED #/M/1: map<string, int32> a -> map<int32, int32> a"},
    {"map to string", M("map<string, int32> a = 1;"), M("string a = 1;"), false,
        "FIELD_KIND_CHANGED #/M/1: map<string, int32> a -> string a"},
    {"map as entries", M("map<string, int32> a = 1;"),
        M("repeated AEntry a = 1; message AEntry { option map_entry = true; string key = 1; "
          "int32 value = 2; }"), true, ""},
    {"package", P3("package p; message M { }"), P3("package q; message M { }"), false,
        "PACKAGE_CHANGED #/: p -> q"},
    {"message added", P3("message M { }"), P3("message M { } message N { }"), true,
        "MESSAGE_ADDED #/N: - -> N"},
    {"message removed", P3("message M { } message N { }"), P3("message M { }"), false,
        "MESSAGE_REMOVED #/N: N -> -"},
    {"messages swapped", P3("message M { } message N { }"), P3("message N { } message M { }"), true,
        "MESSAGE_MOVED #/M: number 0 -> number 1; "
        "MESSAGE_MOVED #/N: number 1 -> number 0"},
    {"enum value", P3("enum E { A = 0; B = 1; C = 2; }"), P3("enum E { A = 0; X = 1; D = 3; }"),
        true,
        "ENUM_CONST_CHANGED #/E/1: B -> X; "
        "ENUM_CONST_REMOVED #/E/2: C -> -; "
        "ENUM_CONST_ADDED #/E/3: - -> D"},
    {"enum removed", P3("message M { } enum E { A = 0; }"), P3("message M { }"), true,
        "ENUM_REMOVED #/E: E -> -"},
    {"oneof field added", M("oneof o { int32 a = 1; }"), M("oneof o { int32 a = 1; int32 b = 2; }"),
        true,
        "ONEOF_FIELD_ADDED #/M/o/2: - -> int32 b"},
    {"oneof field removed", M("oneof o { int32 a = 1; int32 b = 2; }"),
        M("oneof o { int32 a = 1; }"), false,
        "ONEOF_FIELD_REMOVED #/M/o/2: int32 b -> -"},
    {"oneof removed with its fields", M("oneof o { int32 a = 1; }"), M("int32 c = 3;"), true,
        "ONEOF_REMOVED #/M/o: o -> -; "
        "FIELD_ADDED #/M/3: - -> int32 c"},
    {"oneof renamed", M("oneof o { int32 a = 1; }"), M("oneof p { int32 a = 1; }"), true,
        "ONEOF_REMOVED #/M/o: o -> -; "
        "ONEOF_ADDED #/M/p: - -> p"},
    {"one field into a oneof", M("int32 a = 1;"), M("oneof o { int32 a = 1; }"), true,
        "ONEOF_ADDED #/M/o: - -> o"},
    {"two fields into a oneof", M("int32 a = 1; int32 b = 2;"),
        M("oneof o { int32 a = 1; int32 b = 2; }"), false,
        "MULTIPLE_FIELDS_MOVED_TO_ONEOF #/M/o: - -> a, b; "
        "ONEOF_ADDED #/M/o: - -> o"},
    {"field into an old oneof", M("int32 a = 1; oneof o { int32 b = 2; }"),
        M("oneof o { int32 a = 1; int32 b = 2; }"), false,
        "FIELD_MOVED_TO_EXISTING_ONEOF #/M/o: - -> a, b"},
    {"field out of a oneof", M("oneof o { int32 a = 1; int32 b = 2; }"),
        M("int32 b = 2; oneof o { int32 a = 1; }"), true,
        "ONEOF_FIELD_MOVED_TO_TOP_LEVEL #/M/2: int32 b of oneof o -> int32 b"},
    {"in a nested message", P3("message M { N a = 1; message N { int32 x = 1; } }"),
        P3("message M { N a = 1; message N { string x = 1; } }"), false,
        "FIELD_SCALAR_KIND_CHANGED #/M/N/1: int32 x -> string x"},
};

Test(compat_proto, verdicts)
{
    run_cases(COMPAT_PROTOBUF, cases, sizeof cases / sizeof *cases);
}

Test(compat_proto, imports)
{
    struct arena *arena = arena_new();
    struct schema_reference old = {"n.proto", P3("package n; message N { int32 x = 1; }")};
    struct schema_reference new = {"n.proto", P3("package n; message N { string x = 1; }")};
    const char *text = P3("import \"n.proto\"; message M { n.N a = 1; }");
    struct compat_schema before = {COMPAT_PROTOBUF, text, &old, 1, 1};
    struct compat_schema after = {COMPAT_PROTOBUF, text, &new, 1, 0};
    struct compat_list list = {.arena = arena};
    const char *error = "";

    cr_assert(compat_read(&after, &before, &list, &error), "%s", error);
    cr_assert_eq(list.count, 2);
    cr_expect_str_eq(list.at[0].path, "#/N/1");
    cr_expect_str_eq(list.at[1].path, "#/M/1");
    cr_expect_eq(list.at[1].rule, COMPAT_FIELD_NAMED_TYPE_CHANGED);
    cr_expect_str_eq(list.at[1].column, "a");
    arena_free(arena);
}

/* ---- the reader ---- */

Test(proto, descriptors)
{
    static const char text[] =
        "// comment\nsyntax = \"proto3\"; /* and\n another */\npackage a . b;\n"
        "import public \"x/\" 'y.proto';\n"
        "option java_package = \"com.\" \"example\";\n"
        "message Outer {\n"
        "  option (my.opt).deep = { a: 1 b { c: [1, 2] } };\n"
        "  optional string message = 1 [deprecated = true, json_name = \"m\\x41\\n\"];\n"
        "  repeated .a.b.Outer.Inner optional = 0x2;\n"
        "  map<int64, Inner> group = 3;\n"
        "  oneof choice { option (x) = -1.5; int32 to = 4; Kind max = 05; }\n"
        "  message Inner { enum Deep { ZERO = 0; NEG = -2; } Deep d = 1; };\n"
        "  reserved 10 to 12, 20 to max; reserved \"old\", 'older';\n"
        "}\n"
        "enum Kind { option allow_alias = true; A = 0; B = 0 [(y) = inf]; }\n"
        "service S { rpc Do (stream Outer) returns (Outer) { option idempotency = X; } }\n";
    struct arena *arena = arena_new();
    struct rt_memory memory = proto_memory(arena);
    const char *error = "";
    struct rt_proto_file *file = rt_proto_parse(&memory, text, &error);
    const struct rt_proto_message *outer;
    struct rt_proto_set set;

    cr_assert(file, "%s", error);
    cr_expect_eq(file->version, RT_PROTO_3);
    cr_expect_str_eq(file->package, "a.b");
    cr_assert_eq(file->imports.count, 1);
    cr_expect_str_eq(file->imports.at[0].path, "x/y.proto");
    cr_expect(file->imports.at[0].is_public);
    cr_expect_str_eq(rt_proto_option_value(&file->options, "java_package"), "com.example");
    cr_assert_eq(file->messages.count, 1);
    outer = file->messages.at[0];
    cr_expect_str_eq(outer->full_name, "a.b.Outer");
    cr_assert_eq(outer->fields.count, 5);
    cr_expect_str_eq(outer->fields.at[0].name, "message");
    cr_expect_eq(outer->fields.at[0].label, RT_PROTO_OPTIONAL);
    cr_expect_str_eq(rt_proto_option_value(&outer->fields.at[0].options, "json_name"), "mA\n");
    cr_expect_eq(outer->fields.at[1].number, 2);
    cr_expect_eq(outer->fields.at[1].type.kind, RT_PROTO_NAMED);
    cr_expect(outer->fields.at[2].is_map);
    cr_expect_eq(outer->fields.at[2].key.kind, RT_PROTO_INT64);
    cr_expect_eq(outer->fields.at[3].oneof, 0);
    cr_expect_eq(outer->fields.at[4].number, 5);
    cr_expect_eq(outer->oneofs.at[0].field_count, 2);
    cr_assert_eq(outer->reserved.count, 2);
    cr_expect_eq(outer->reserved.at[1].last, RT_PROTO_RANGE_MAX);
    cr_expect_eq(outer->reserved_names.count, 2);
    cr_expect_eq(outer->messages.at[0]->enums.at[0]->values.at[1].number, -2);
    rt_proto_set_init(&set, &memory);
    rt_proto_set_add(&set, file);
    cr_expect_eq(rt_proto_find(&set, "a.b.Outer", "Inner")->message, outer->messages.at[0]);
    cr_expect_eq(rt_proto_find(&set, "a.b.Outer.Inner", "Deep")->enumeration,
        outer->messages.at[0]->enums.at[0]);
    cr_expect(rt_proto_find(&set, "a.b", ".a.b.Kind")->enumeration);
    cr_expect_null(rt_proto_find(&set, "a.b.Outer", "Nothing"));
    arena_free(arena);
}

Test(proto, proto2)
{
    static const char text[] =
        "message A { required group Result = 1 { optional string url = 2; } extensions 100 to 199;"
        " oneof o { group G = 3 { optional int32 x = 1; } } }\n"
        "extend A { optional int32 more = 100; }\n";
    struct arena *arena = arena_new();
    struct rt_memory memory = proto_memory(arena);
    const char *error = "";
    struct rt_proto_file *file = rt_proto_parse(&memory, text, &error);

    cr_assert(file, "%s", error);
    cr_expect_eq(file->version, RT_PROTO_2);
    cr_assert_eq(file->messages.count, 1);
    cr_assert_eq(file->messages.at[0]->fields.count, 2);
    cr_expect_str_eq(file->messages.at[0]->fields.at[0].name, "result");
    cr_expect_eq(file->messages.at[0]->fields.at[0].label, RT_PROTO_REQUIRED);
    cr_expect(file->messages.at[0]->fields.at[1].is_group);
    cr_expect_eq(file->messages.at[0]->fields.at[1].oneof, 0);
    arena_free(arena);
}

Test(proto, refusals)
{
    static const struct {
        const char *text, *error;
    } wrong[] = {
        {"edition = \"2023\";", "line 1: edition \"2023\" is not supported: write syntax = "
            "\"proto3\" or \"proto2\""},
        {"syntax = \"proto4\";", "line 1: syntax \"proto4\" is neither proto2 nor proto3"},
        {"message M {\n int32 a 1;\n}", "line 2: '1' is not expected here"},
        {"message M {", "line 1: the file ends too early"},
        {"message M { string a = \"", "line 1: '\"' is not expected here"},
        {"message M { /* ", "line 1: '/' is not expected here"},
        {P3("message M { int32 a = 1; int32 b = 1; }"), "line 2: number 1 is twice in 'M'"},
        {P3("message M { int32 a = 1; int32 a = 2; }"), "line 2: field 'a' is twice in 'M'"},
        {P3("message M { int32 a = 0; }"), "line 2: field 'a' cannot have number 0"},
        {P3("message M { int32 a = 19000; }"), "line 2: field 'a' cannot have number 19000"},
        {P3("message M { int32 a = 99999999999; }"), "line 2: number 99999999999 is out of range"},
        {P3("message M { required int32 a = 1; }"),
            "line 2: field 'a': proto3 has no required fields"},
        {P3("message M { reserved 1 to 3; int32 a = 2; }"),
            "line 2: field 'a' of 'M' has the reserved number 2"},
        {P3("message M { map<float, int32> a = 1; }"),
            "line 2: map 'a': a key cannot be of type float"},
        {P3("message M { oneof o { } }"), "line 2: oneof 'o' has no fields"},
        {P3("enum E { A = 1; }"), "line 2: enum 'E' begins with 1: in proto3 the first value is 0"},
        {P3("enum E { }"), "line 2: enum 'E' has no values"},
        {P3("enum E { A = 0; B = 0; }"), "line 2: value '0' is twice in enum 'E'"},
    };
    struct arena *arena = arena_new();
    struct rt_memory memory = proto_memory(arena);

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *error = "";

        cr_expect_null(rt_proto_parse(&memory, wrong[i].text, &error));
        cr_expect_str_eq(error, wrong[i].error);
    }
    arena_free(arena);
}

Test(proto, depth_has_a_limit)
{
    struct arena *arena = arena_new();
    struct rt_memory memory = proto_memory(arena);
    struct text text = {.arena = arena};
    const char *error = "";

    for (int i = 0; i < 100000; i++)
        text_add(&text, "message M{");
    cr_expect_null(rt_proto_parse(&memory, text_chars(&text), &error));
    cr_expect_str_eq(error, "line 1: nested too deeply");
    arena_free(arena);
}
