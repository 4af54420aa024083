/* Writes the codecs of envelopes that debezium_fuzz.c runs, and some seeds: debezium_fuzz_gen OUT.h
 * SEED_FOLDER. As in compiler/emit/operator_change.c an envelope is a row of before, after, op. */
#include "gen.h"

#include <stdio.h>
#include <string.h>

static const char avro_text[] =
    "{\"type\":\"record\",\"name\":\"Envelope\",\"fields\":["
    "{\"name\":\"before\",\"type\":[\"null\",{\"type\":\"record\",\"name\":\"Value\",\"fields\":["
    "{\"name\":\"id\",\"type\":\"long\"},{\"name\":\"name\",\"type\":[\"null\",\"string\"]},"
    "{\"name\":\"price\",\"type\":{\"type\":\"bytes\",\"logicalType\":\"decimal\","
    "\"precision\":10,\"scale\":2}},{\"name\":\"day\",\"type\":{\"type\":\"int\","
    "\"connect.name\":\"io.debezium.time.Date\"}},{\"name\":\"at\",\"type\":{\"type\":\"long\","
    "\"connect.name\":\"io.debezium.time.MicroTimestamp\"}}]}]},"
    "{\"name\":\"after\",\"type\":[\"null\",\"Value\"]},"
    "{\"name\":\"source\",\"type\":{\"type\":\"record\",\"name\":\"Source\",\"fields\":["
    "{\"name\":\"version\",\"type\":\"string\"},{\"name\":\"ts_ms\",\"type\":\"long\"},"
    "{\"name\":\"snapshot\",\"type\":[{\"type\":\"string\",\"connect.default\":\"false\"},"
    "\"null\"],\"default\":\"false\"}]}},"
    "{\"name\":\"op\",\"type\":\"string\"},{\"name\":\"ts_ms\",\"type\":[\"null\",\"long\"]},"
    "{\"name\":\"transaction\",\"type\":[\"null\",{\"type\":\"record\",\"name\":\"Block\","
    "\"fields\":[{\"name\":\"id\",\"type\":\"string\"},{\"name\":\"total_order\","
    "\"type\":\"long\"}]}]}]}";

#define ROW                                                                                        \
    "{\"oneOf\":[{\"type\":\"null\"},{\"type\":\"object\",\"properties\":{"                        \
    "\"id\":{\"type\":\"integer\",\"connect.type\":\"int64\"},\"name\":{\"oneOf\":["               \
    "{\"type\":\"null\"},{\"type\":\"string\"}]},\"price\":{\"type\":\"number\"},"                 \
    "\"tags\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}},\"required\":[\"id\"]}]}"

static const char json_text[] =
    "{\"type\":\"object\",\"properties\":{\"before\":" ROW ",\"after\":" ROW ","
    "\"source\":{\"type\":\"object\",\"properties\":{\"version\":{\"type\":\"string\"}}},"
    "\"op\":{\"type\":\"string\"},\"ts_ms\":{\"type\":\"integer\"}},\"required\":[\"op\"]}";

static const char proto_text[] =
    "syntax = \"proto3\";\npackage fuzz;\n"
    "message Envelope {\n"
    "  message Value { int64 id = 1; optional string name = 2; repeated string tags = 3;\n"
    "    confluent.type.Decimal price = 4; }\n"
    "  Value before = 1; Value after = 2;\n"
    "  message Source { string version = 1; int64 ts_ms = 2; }\n"
    "  Source source = 3; string op = 4; int64 ts_ms = 5;\n"
    "}\n";

#define SEED(text) {text, sizeof(text) - 1}

static const struct rt_text seeds[] = {
    SEED("0\0\2\4\2\4ab\2\5\6\x10\2v\2\2\2c\0\0"),
    SEED("0\2\4\0\2\5\6\x10\2\4\2\4ab\2\5\6\x10\2v\2\2\2u\0\2\2t\4"),
    SEED("0\2\4\0\2\5\6\x10\0\2v\2\0\6yes\2d\2\4\0"),
    SEED("1{\"before\":null,\"after\":{\"id\":1,\"name\":\"n\",\"price\":1.5,\"tags\":[\"x\"]},"
         "\"source\":{\"version\":\"2\"},\"op\":\"c\",\"ts_ms\":1}"),
    SEED("1{\"before\":{\"id\":1},\"after\":{\"id\":1},\"op\":\"u\"}"),
    SEED("1{\"before\":{\"id\":1},\"after\":null,\"op\":\"d\"}"),
    SEED("1{\"op\":\"t\"}"), SEED("1{\"op\":\"m\"}"), SEED("1{\"op\":\"other\"}"),
    SEED("2\0\x12\2\x08\1\x22\1r"), SEED("2\0\x0A\2\x08\1\x12\2\x08\1\x22\1u"),
    SEED("2\0\x0A\2\x08\1\x22\1d"),
    SEED("3{\"payload\":{\"before\":null,\"after\":{\"id\":1,\"name\":null},\"op\":\"r\"},"
         "\"schema\":{}}"),
    SEED("3{\"payload\":{\"op\":null}}"),
};

static bool is_change(const struct type_field *field)
{
    return !strcmp(field->name, "before") || !strcmp(field->name, "after") ||
        !strcmp(field->name, "op");
}

static const struct type *add_envelope(struct gen *gen, const char *tag, enum format format,
    const struct schema_text *schema)
{
    const struct type *type = gen_type(gen, schema);

    if (!type)
        return NULL;
    type = gen_only(gen, type, is_change);
    gen_table(gen, &(struct gen_table){.tag = tag, .format = format, .type = type,
        .schema = schema, .read_only = true});
    return type;
}

int main(int argc, char **argv)
{
    static const struct schema_text avro = {SCHEMA_AVRO, avro_text, NULL, 0},
        json = {SCHEMA_JSON, json_text, NULL, 0}, proto = {SCHEMA_PROTOBUF, proto_text, NULL, 0};
    struct gen gen = gen_new();
    struct type_field payload = {.name = "payload"};

    if (argc != 3)
        return fprintf(stderr, "debezium_fuzz_gen OUT.h SEED_FOLDER\n"), 2;
    add_envelope(&gen, "avro", FORMAT_AVRO_REGISTRY, &avro);
    add_envelope(&gen, "proto", FORMAT_PROTO_REGISTRY, &proto);
    payload.type = add_envelope(&gen, "json", FORMAT_JSON_REGISTRY, &json);
    if (payload.type) {
        payload.type = type_with_null(gen.arena, payload.type, true);
        gen_table(&gen, &(struct gen_table){.tag = "included", .format = FORMAT_JSON,
            .type = type_row(gen.arena, &payload, 1, false), .read_only = true});
    }
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        gen_seed(&gen, argv[2], arena_printf(gen.arena, "%zu", i), seeds[i].data, seeds[i].size);
    return gen_finish(&gen, argv[1]);
}
