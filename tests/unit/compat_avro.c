/* Avro: pairs of schemas with the verdict of Confluent's registry (Avro 1.12's SchemaCompatibility)
 * on the new one under BACKWARD, and the categories and places that it names. */
#include "compat_case.h"

#define REC(fields) REC_OF("R", "n", fields)
#define REC_OF(name, space, fields)                                                                \
    "{\"type\":\"record\",\"name\":\"" name "\",\"namespace\":\"" space "\",\"fields\":[" fields \
    "]}"
#define F(name, type) "{\"name\":\"" name "\",\"type\":" type "}"
#define FD(name, type, value) \
    "{\"name\":\"" name "\",\"type\":" type ",\"default\":" value "}"
#define DEC(p, s)                                                                                  \
    "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":" p ",\"scale\":" s "}"
#define ENUM(symbols, rest) "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[" symbols "]" rest "}"

static const struct compat_case cases[] = {
    {"the same", REC(F("a", "\"int\"")), REC(F("a", "\"int\"")), true, ""},
    {"field with default added", REC(F("a", "\"int\"")),
        REC(F("a", "\"int\"") "," FD("b", "\"string\"", "\"\"")), true, ""},
    {"field without default added", REC(F("a", "\"int\"")),
        REC(F("a", "\"int\"") "," F("b", "\"string\"")), false,
        "READER_FIELD_MISSING_DEFAULT_VALUE /fields/1: - -> b string"},
    {"nullable field without default added", REC(F("a", "\"int\"")),
        REC(F("a", "\"int\"") "," F("b", "[\"null\",\"int\"]")), false,
        "READER_FIELD_MISSING_DEFAULT_VALUE /fields/1: - -> b [null, int]"},
    {"field removed", REC(F("a", "\"int\"") "," F("b", "\"string\"")), REC(F("a", "\"int\"")),
        true, ""},
    {"field renamed", REC(F("a", "\"int\"")), REC(F("b", "\"int\"")), false,
        "READER_FIELD_MISSING_DEFAULT_VALUE /fields/0: - -> b int"},
    {"field renamed with alias", REC(F("a", "\"int\"")),
        REC("{\"name\":\"b\",\"type\":\"int\",\"aliases\":[\"a\"]}"), true, ""},
    {"fields reordered", REC(F("a", "\"int\"") "," F("b", "\"string\"")),
        REC(F("b", "\"string\"") "," F("a", "\"int\"")), true, ""},
    {"int to long", REC(F("a", "\"int\"")), REC(F("a", "\"long\"")), true, ""},
    {"long to int", REC(F("a", "\"long\"")), REC(F("a", "\"int\"")), false,
        "TYPE_MISMATCH /fields/0/type: long -> int"},
    {"int to double", "\"int\"", "\"double\"", true, ""},
    {"long to float", "\"long\"", "\"float\"", true, ""},
    {"double to float", "\"double\"", "\"float\"", false,
        "TYPE_MISMATCH /: double -> float"},
    {"string to bytes", "\"string\"", "\"bytes\"", true, ""},
    {"bytes to string", "\"bytes\"", "\"string\"", true, ""},
    {"int to string", REC(F("a", "\"int\"")), REC(F("a", "\"string\"")), false,
        "TYPE_MISMATCH /fields/0/type: int -> string"},
    {"boolean to int", "\"boolean\"", "\"int\"", false,
        "TYPE_MISMATCH /: boolean -> int"},
    {"became nullable", REC(F("a", "\"int\"")), REC(F("a", "[\"null\",\"int\"]")), true, ""},
    {"became not nullable", REC(F("a", "[\"null\",\"int\"]")), REC(F("a", "\"int\"")), false,
        "TYPE_MISMATCH /fields/0/type/0: null -> int"},
    {"union branch added", "[\"null\",\"string\"]", "[\"null\",\"string\",\"int\"]", true, ""},
    {"union branch removed", "[\"null\",\"string\",\"int\"]", "[\"null\",\"string\"]", false,
        "MISSING_UNION_BRANCH /2: int -> [null, string]"},
    {"branch promoted", "[\"null\",\"int\"]", "[\"null\",\"long\"]", true, ""},
    {"union of one to its type", "[\"int\"]", "\"long\"", true, ""},
    {"enum symbol added", ENUM("\"A\"", ""), ENUM("\"A\",\"B\"", ""), true, ""},
    {"enum symbol removed", ENUM("\"A\",\"B\"", ""), ENUM("\"A\"", ""), false,
        "MISSING_ENUM_SYMBOLS /symbols: also B -> only A"},
    {"enum symbol removed, default", ENUM("\"A\",\"B\"", ""), ENUM("\"A\"", ",\"default\":\"A\""),
        true, ""},
    {"record renamed", REC(F("a", "\"int\"")),
        REC_OF("S", "n", F("a", "\"int\"")), false,
        "NAME_MISMATCH /name: record n.R -> record n.S"},
    {"record renamed with alias", REC(F("a", "\"int\"")),
        "{\"type\":\"record\",\"name\":\"S\",\"namespace\":\"n\",\"aliases\":[\"R\"],\"fields\":["
        F("a", "\"int\"") "]}", true, ""},
    {"another namespace", REC(F("a", "\"int\"")),
        REC_OF("R", "m", F("a", "\"int\"")), true, ""},
    {"fixed size", "{\"type\":\"fixed\",\"name\":\"F\",\"size\":4}",
        "{\"type\":\"fixed\",\"name\":\"F\",\"size\":8}", false,
        "FIXED_SIZE_MISMATCH /size: fixed(4) F -> fixed(8) F"},
    {"array items", "{\"type\":\"array\",\"items\":\"int\"}",
        "{\"type\":\"array\",\"items\":\"string\"}", false,
        "TYPE_MISMATCH /items: int -> string"},
    {"map values promoted", "{\"type\":\"map\",\"values\":\"int\"}",
        "{\"type\":\"map\",\"values\":\"long\"}", true, ""},
    {"map values", "{\"type\":\"map\",\"values\":\"string\"}",
        "{\"type\":\"map\",\"values\":\"int\"}", false,
        "TYPE_MISMATCH /values: string -> int"},
    {"decimal scale", REC(F("a", DEC("10", "2"))), REC(F("a", DEC("10", "4"))), true,
        "DECIMAL_CHANGED /fields/0/type: bytes decimal(10, 2) -> bytes decimal(10, 4)"},
    {"decimal precision grew", DEC("10", "2"), DEC("12", "2"), true, ""},
    {"decimal precision shrank", DEC("10", "2"), DEC("8", "2"), true,
        "DECIMAL_CHANGED /: bytes decimal(10, 2) -> bytes decimal(8, 2)"},
    {"millis to micros", "{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}",
        "{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"}", true,
        "LOGICAL_TYPE_CHANGED /: long timestamp-millis -> long timestamp-micros"},
    {"nested record", REC(F("a", "{\"type\":\"record\",\"name\":\"N\",\"fields\":["
        F("x", "\"int\"") "]}")), REC(F("a", "{\"type\":\"record\",\"name\":\"N\",\"fields\":["
        F("x", "\"int\"") "," F("y", "\"int\"") "]}")), false,
        "READER_FIELD_MISSING_DEFAULT_VALUE /fields/0/type/fields/1: - -> y int"},
    {"recursive record", REC(F("next", "[\"null\",\"R\"]") "," F("v", "\"int\"")),
        REC(F("next", "[\"null\",\"R\"]") "," F("v", "\"long\"")), true, ""},
    {"two differences", REC(F("a", "\"long\"") "," F("b", "\"int\"")),
        REC(F("a", "\"int\"") "," F("c", "\"int\"")), false,
        "TYPE_MISMATCH /fields/0/type: long -> int; "
        "READER_FIELD_MISSING_DEFAULT_VALUE /fields/1: - -> c int"},
};

Test(compat_avro, verdicts)
{
    run_cases(COMPAT_AVRO, cases, sizeof cases / sizeof *cases);
}

Test(compat_avro, levels)
{
    static const char *const one = REC(F("a", "\"int\""));
    static const char *const two = REC(F("a", "\"int\"") "," FD("b", "\"int\"", "0"));
    static const char *const three = REC(F("a", "\"int\"") "," F("b", "\"int\""));
    const struct {
        const char *versions[2], *schema;
        enum compat_level level;
        bool accepted;
    } checks[] = {
        {{one, two}, three, COMPAT_NONE, true},
        {{one, two}, three, COMPAT_BACKWARD, true},
        {{one, two}, three, COMPAT_BACKWARD_TRANSITIVE, false},
        {{three, two}, one, COMPAT_FORWARD, true},
        {{three, two}, one, COMPAT_FORWARD_TRANSITIVE, false},
        {{one, two}, three, COMPAT_FULL, true},
        {{one, two}, three, COMPAT_FULL_TRANSITIVE, false},
        {{three, three}, one, COMPAT_BACKWARD, true},
        {{three, three}, one, COMPAT_FULL, false},
        {{one, one}, three, COMPAT_FORWARD, true},
        {{one, one}, two, COMPAT_FULL_TRANSITIVE, true},
    };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        struct compat_schema versions[2] = {
            {COMPAT_AVRO, checks[i].versions[0], NULL, 0, 1},
            {COMPAT_AVRO, checks[i].versions[1], NULL, 0, 2}};
        struct compat_schema schema = {.format = COMPAT_AVRO, .text = checks[i].schema};
        struct compat_list list = {.arena = arena};
        const char *error = "";

        cr_assert(compat_check(checks[i].level, &schema, versions, 2, &list, &error), "%s",
            error);
        cr_expect_eq(!compat_refused(&list, 0), checks[i].accepted, "check %zu", i);
    }
    arena_free(arena);
}

Test(compat_avro, differences_say_what_changed)
{
    struct arena *arena = arena_new();
    struct compat_schema version = {COMPAT_AVRO, REC(F("a", "\"string\"")), NULL, 0, 7};
    struct compat_schema schema = {.format = COMPAT_AVRO, .text = REC(F("a", DEC("5", "2")))};
    struct compat_list list = {.arena = arena};
    const char *error = "";

    cr_assert(compat_check(COMPAT_FULL, &schema, &version, 1, &list, &error), "%s", error);
    cr_assert_eq(list.count, 0); /* string and bytes read each other */
    schema.text = REC(F("a", "\"int\""));
    cr_assert(compat_check(COMPAT_FULL, &schema, &version, 1, &list, &error), "%s", error);
    cr_assert_eq(list.count, 2);
    cr_expect_str_eq(list.at[0].column, "a");
    cr_expect_str_eq(list.at[0].before, "string");
    cr_expect_str_eq(list.at[0].after, "int");
    cr_expect(!list.at[0].forward);
    cr_expect(list.at[1].forward);
    cr_expect_str_eq(list.at[1].before, "string");
    cr_expect_str_eq(list.at[1].after, "int");
    cr_expect_eq(list.at[1].version, 7);
    arena_free(arena);
}

Test(compat_avro, references)
{
    struct arena *arena = arena_new();
    struct schema_reference old = {"n.P", "{\"type\":\"record\",\"name\":\"P\",\"namespace\":\"n\","
        "\"fields\":[" F("x", "\"int\"") "]}"};
    struct schema_reference new = {"n.P", "{\"type\":\"record\",\"name\":\"P\",\"namespace\":\"n\","
        "\"fields\":[" F("x", "\"string\"") "]}"};
    struct compat_schema version = {COMPAT_AVRO, REC(F("p", "\"P\"")), &old, 1, 1};
    struct compat_schema schema = {COMPAT_AVRO, REC(F("p", "\"n.P\"")), &new, 1, 0};
    struct compat_list list = {.arena = arena};
    const char *error = "";

    cr_assert(compat_read(&schema, &version, &list, &error), "%s", error);
    cr_assert_eq(list.count, 1);
    cr_expect_str_eq(list.at[0].path, "/fields/0/type/fields/0/type");
    schema.references = NULL;
    schema.reference_count = 0;
    cr_assert(!compat_read(&schema, &version, &list, &error));
    cr_expect_str_eq(error, "the new schema: $.fields[0].type: 'n.P' is no type");
    arena_free(arena);
}

Test(compat_avro, shared_records_are_compared_once)
{
    /* R0 holds R1 twice, R1 holds R2 twice …: unfolded, 2^40 records. */
    struct arena *arena = arena_new();
    struct text old = {.arena = arena}, new = {.arena = arena};
    struct compat_list list = {.arena = arena};
    const char *error = "";

    for (int i = 0; i < 40; i++) {
        struct text *both[] = {&old, &new};

        for (int k = 0; k < 2; k++)
            text_printf(both[k], "{\"type\":\"record\",\"name\":\"R%d\",\"fields\":[{\"name\":"
                "\"a\",\"type\":", i);
    }
    text_add(&old, "\"int\"");
    text_add(&new, "\"string\"");
    for (int i = 39; i >= 0; i--) {
        struct text *both[] = {&old, &new};

        for (int k = 0; k < 2; k++)
            text_printf(both[k], "},{\"name\":\"b\",\"type\":%s}]}",
                i == 39 ? "\"int\"" : arena_printf(arena, "\"R%d\"", i + 1));
    }
    struct compat_schema version = {.format = COMPAT_AVRO, .text = text_chars(&old)};
    struct compat_schema schema = {.format = COMPAT_AVRO, .text = text_chars(&new)};

    cr_assert(compat_read(&schema, &version, &list, &error), "%s", error);
    cr_expect(compat_refused(&list, 0));
    cr_expect_lt(list.count, 100);
    arena_free(arena);
}

/* A ring of records: each holds the next, the last the first. */
static const char *ring(struct arena *arena, int count, const char *type)
{
    struct text text = {.arena = arena};

    for (int i = 0; i < count; i++)
        text_printf(&text, "{\"type\":\"record\",\"name\":\"a%d.R\",\"fields\":[{\"name\":\"v\","
            "\"type\":%s},{\"name\":\"next\",\"type\":[\"null\",", i, type);
    text_add(&text, "\"a0.R\"");
    for (int i = 0; i < count; i++)
        text_add(&text, "]}]}");
    return text_chars(&text);
}

Test(compat_avro, rings_of_records)
{
    struct arena *arena = arena_new();
    struct compat_list list = {.arena = arena};
    struct compat_schema version = {.format = COMPAT_AVRO, .text = ring(arena, 60, "\"int\"")};
    struct compat_schema schema = {.format = COMPAT_AVRO, .text = ring(arena, 59, "\"long\"")};
    const char *error = "";

    cr_assert(compat_read(&schema, &version, &list, &error), "%s", error);
    cr_expect(!compat_refused(&list, 0));
    cr_assert(compat_read(&version, &schema, &list, &error), "%s", error);
    cr_expect(compat_refused(&list, 0));
    arena_free(arena);
}
