/* Schemas derived from columns: their text, and that the types come back from it. */
#include "registry/schema.h"

#include <criterion/criterion.h>
#include <string.h>

static const char space[] = "org.apache.flink.avro.generated.record";

static const char *derive(struct arena *arena, const struct type *type, const char **error)
{
    struct type_field field = {"f", type, NULL};

    return avro_from_fields(arena, "t_value", space, &field, 1, error);
}

/* The schema of the field alone. */
static void expect(struct arena *arena, const struct type *type, const char *schema)
{
    const char *error = "", *text = derive(arena, type, &error), *at;
    const char *want = arena_printf(arena, "\"name\":\"f\",\"type\":%s", schema);

    cr_assert_not_null(text, "%s", error);
    at = strstr(text, "\"name\":\"f\"");
    cr_expect(at && strncmp(at, want, strlen(want)) == 0, "%s\nhas not\n%s", text, want);
}

Test(avro_derive, scalars)
{
    struct arena *a = arena_new();

    expect(a, type_simple(a, TYPE_BOOLEAN, false), "\"boolean\"}");
    expect(a, type_simple(a, TYPE_INT, true), "[\"null\",\"int\"],\"default\":null}");
    expect(a, type_simple(a, TYPE_TINYINT, false), "{\"type\":\"int\",\"connect.type\":\"int8\"}}");
    expect(a, type_simple(a, TYPE_SMALLINT, false),
        "{\"type\":\"int\",\"connect.type\":\"int16\"}}");
    expect(a, type_decimal(a, 10, 2, false), "{\"type\":\"bytes\",\"logicalType\":\"decimal\","
        "\"precision\":10,\"scale\":2}}");
    expect(a, type_sized(a, TYPE_CHAR, 3, false), "{\"type\":\"string\",\"flink.maxLength\":3,"
        "\"flink.minLength\":3,\"flink.version\":\"1\"}}");
    expect(a, type_sized(a, TYPE_VARCHAR, 3, false), "{\"type\":\"string\",\"flink.maxLength\":3,"
        "\"flink.version\":\"1\"}}");
    expect(a, type_sized(a, TYPE_VARBINARY, 3, false), "{\"type\":\"bytes\",\"flink.maxLength\":3,"
        "\"flink.version\":\"1\"}}");
    expect(a, type_sized(a, TYPE_BINARY, 3, false),
        "{\"type\":\"fixed\",\"name\":\"t_value_f\",\"size\":3}}");
    expect(a, type_string(a, false), "\"string\"}");
    expect(a, type_bytes(a, false), "\"bytes\"}");
    expect(a, type_simple(a, TYPE_DATE, false), "{\"type\":\"int\",\"logicalType\":\"date\"}}");
    expect(a, type_temporal(a, TYPE_TIME, 3, false),
        "{\"type\":\"int\",\"logicalType\":\"time-millis\"}}");
    expect(a, type_temporal(a, TYPE_TIME, 0, false), "{\"type\":\"int\",\"flink.precision\":0,"
        "\"flink.version\":\"1\",\"logicalType\":\"time-millis\"}}");
    expect(a, type_temporal(a, TYPE_TIMESTAMP_LTZ, 3, false),
        "{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}}");
    expect(a, type_temporal(a, TYPE_TIMESTAMP, 6, false),
        "{\"type\":\"long\",\"logicalType\":\"local-timestamp-micros\"}}");
    expect(a, type_temporal(a, TYPE_TIMESTAMP, 2, false), "{\"type\":\"long\","
        "\"flink.precision\":2,\"flink.version\":\"1\","
        "\"logicalType\":\"local-timestamp-millis\"}}");
    arena_free(a);
}

Test(avro_derive, constructed)
{
    struct arena *a = arena_new();
    const struct type *i = type_simple(a, TYPE_INT, false);
    struct type_field inner = {"x", i, NULL};
    const struct type *row = type_row(a, &inner, 1, true);

    expect(a, type_array(a, i, false), "{\"type\":\"array\",\"items\":\"int\"}}");
    expect(a, row, "[\"null\",{\"type\":\"record\",\"name\":\"t_value_f\",\"fields\":["
        "{\"name\":\"x\",\"type\":\"int\"}]}],\"default\":null}");
    expect(a, type_map(a, type_string(a, true), i, false),
        "{\"type\":\"map\",\"values\":\"int\"}}");
    expect(a, type_multiset(a, type_string(a, false), false), "{\"type\":\"map\","
        "\"values\":\"int\",\"flink.type\":\"multiset\",\"flink.version\":\"1\"}}");
    expect(a, type_map(a, i, row, false), "{\"type\":\"array\",\"items\":{\"type\":\"record\","
        "\"name\":\"MapEntry\",\"namespace\":\"io.confluent.connect.avro\",\"fields\":["
        "{\"name\":\"key\",\"type\":\"int\"},{\"name\":\"value\",\"type\":[\"null\",{\"type\":"
        "\"record\",\"name\":\"t_value_f_value\",\"namespace\":"
        "\"org.apache.flink.avro.generated.record\",\"fields\":[{\"name\":\"x\",\"type\":\"int\"}]"
        "}]}]}}}");
    arena_free(a);
}

Test(avro_derive, several_maps_of_entries)
{
    struct arena *a = arena_new();
    const struct type *i = type_simple(a, TYPE_INT, false), *d = type_simple(a, TYPE_DATE, false);
    struct type_field fields[] = {{"a", type_map(a, i, i, false), NULL},
        {"b", type_map(a, i, i, false), NULL}, {"c", type_map(a, d, i, false), NULL}};
    const char *error = "", *text = avro_from_fields(a, "t", space, fields, 3, &error);
    struct avro_schema *schema;
    const struct type *type;

    cr_assert_not_null(text, "%s", error);
    cr_assert(strstr(text, "\"items\":\"io.confluent.connect.avro.MapEntry\""));
    cr_assert(strstr(text, "\"name\":\"t_c_MapEntry\""));
    cr_assert(strstr(text, "\"connect.internal.type\":\"MapEntry\""));
    schema = avro_parse(a, text, &error);
    cr_assert_not_null(schema, "%s", error);
    type = avro_to_type(a, schema, &error);
    cr_assert(type_equal(type, type_row(a, fields, 3, false)));
    arena_free(a);
}

Test(avro_derive, names)
{
    struct arena *a = arena_new();
    const struct type *i = type_simple(a, TYPE_INT, false);
    struct type_field c = {"c", i, NULL}, b = {"b", type_row(a, &c, 1, false), NULL};
    struct type_field twice[] = {{"a", type_row(a, &b, 1, false), "a \"doc\"\n"},
        {"a_b", type_row(a, &c, 1, false), NULL}};
    struct type_field bad = {"größe", i, NULL};
    const char *error = "", *text = avro_from_fields(a, "my-topic.v1_value", space, twice, 2,
        &error);

    cr_assert(strstr(text, "\"name\":\"my_topic_v1_value\""));
    cr_assert(strstr(text, "\"name\":\"my_topic_v1_value_a_b_2\""));
    cr_assert(strstr(text, "\"doc\":\"a \\\"doc\\\"\\n\""));
    cr_assert_not_null(avro_parse(a, text, &error), "%s", error);
    cr_assert_null(avro_from_fields(a, "t", space, &bad, 1, &error));
    cr_assert(strstr(error, "'größe' is no Avro name"));
    arena_free(a);
}

Test(avro_derive, refuses_types_without_form)
{
    struct arena *a = arena_new();
    const char *error = NULL;

    cr_assert_null(derive(a, type_interval(a, INTERVAL_DAY, 2, 0, true), &error));
    cr_assert_str_eq(error, "field 'f' is INTERVAL DAY(2), which has no Avro form");
    cr_assert_null(derive(a, type_temporal(a, TYPE_TIME, 6, true), &error));
    arena_free(a);
}

/* ---- there and back ---- */

static unsigned long state;

static unsigned dice(unsigned sides)
{
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(state >> 33) % sides;
}

static const struct type *random_type(struct arena *a, int depth);

static const struct type *random_row(struct arena *a, int depth, bool nullable)
{
    size_t count = dice(4) + 1;
    struct type_field *fields = arena_array(a, count, sizeof *fields);

    for (size_t i = 0; i < count; i++)
        fields[i] = (struct type_field){
            .name = arena_printf(a, "f%zu", i), .type = random_type(a, depth + 1),
            .comment = dice(4) ? NULL : "a comment" };
    return type_row(a, fields, count, nullable);
}

/* Types that a schema tells apart: text keys of maps come back as STRING NOT NULL. */
static const struct type *random_type(struct arena *a, int depth)
{
    bool nullable = dice(2);

    switch (dice(depth < 4 ? 20 : 14)) {
    case 0: return type_simple(a, TYPE_BOOLEAN, nullable);
    case 1: return type_simple(a, TYPE_TINYINT, nullable);
    case 2: return type_simple(a, TYPE_SMALLINT, nullable);
    case 3: return type_simple(a, TYPE_INT, nullable);
    case 4: return type_simple(a, TYPE_BIGINT, nullable);
    case 5: return type_simple(a, dice(2) ? TYPE_FLOAT : TYPE_DOUBLE, nullable);
    case 6: {
        int precision = (int)dice(38) + 1;

        return type_decimal(a, precision, (int)dice((unsigned)precision + 1), nullable);
    }
    case 7: return type_sized(a, dice(2) ? TYPE_CHAR : TYPE_VARCHAR, (int)dice(9) + 1, nullable);
    case 8: return type_sized(a, dice(2) ? TYPE_BINARY : TYPE_VARBINARY, (int)dice(9) + 1,
        nullable);
    case 9: return dice(2) ? type_string(a, nullable) : type_bytes(a, nullable);
    case 10: return type_simple(a, TYPE_DATE, nullable);
    case 11: return type_temporal(a, TYPE_TIME, (int)dice(4), nullable);
    case 12: return type_temporal(a, TYPE_TIMESTAMP, (int)dice(10), nullable);
    case 13: return type_temporal(a, TYPE_TIMESTAMP_LTZ, (int)dice(10), nullable);
    case 14: case 15: return type_array(a, random_type(a, depth + 1), nullable);
    case 16: return type_map(a, type_string(a, false), random_type(a, depth + 1), nullable);
    case 17: return type_map(a, type_simple(a, TYPE_DATE, dice(2)), random_type(a, depth + 1),
        nullable);
    case 18: return type_multiset(a, dice(2) ? type_string(a, false)
                                             : type_simple(a, TYPE_BIGINT, true), nullable);
    }
    return random_row(a, depth, nullable);
}

Test(avro_derive, types_come_back)
{
    for (state = 1; state < 3000; state += 1) {
        struct arena *a = arena_new();
        unsigned long seed = state;
        const struct type *row = random_row(a, 0, false), *back = NULL;
        const char *error = "";
        const char *text = avro_from_fields(a, "t_value", space, row->fields, row->field_count,
            &error);
        struct avro_schema *schema = text ? avro_parse(a, text, &error) : NULL;

        if (schema)
            back = avro_to_type(a, schema, &error);
        cr_assert_not_null(back, "seed %lu: %s\n%s", seed, error, text ? text : "");
        cr_assert_str_eq(type_name(a, back), type_name(a, row), "seed %lu", seed);
        state = seed;
        arena_free(a);
    }
}
