/* Schemas of inferred tables: what stays when columns change, and names put in their place. */
#include "catalog/infer_schema.h"

#include <criterion/criterion.h>
#include <string.h>

static const char space[] = "org.apache.flink.avro.generated.record";

/* `E` is defined in the first field. */
static const char known[] =
    "{\"type\":\"record\",\"name\":\"Place\",\"namespace\":\"org.x\",\"doc\":\"d\",\"fields\":["
    "{\"name\":\"kind\",\"type\":{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\"]},"
    "\"doc\":\"k\"},"
    "{\"name\":\"size\",\"type\":[\"null\",\"int\"],\"default\":null},"
    "{\"name\":\"other\",\"type\":\"E\"}]}";

static const char *evolve(struct arena *arena, const char *text,
    const struct type_field *fields, size_t count)
{
    const char *error = "", *made =
        infer_evolve(arena, text, "t_value", space, fields, count, &error);

    cr_assert_not_null(made, "%s", error);
    return made;
}

Test(infer_schema, unchanged_is_the_same_text)
{
    struct arena *a = arena_new();
    const struct type_field fields[] = {{"kind", type_string(a, false), "k"},
        {"size", type_simple(a, TYPE_INT, false), NULL}, /* a key column: NOT NULL */
        {"other", type_string(a, false), NULL}};

    cr_expect_eq(evolve(a, known, fields, 3), known);
    cr_expect_eq(evolve(a, "\"int\"",
        &(struct type_field){"key", type_simple(a, TYPE_INT, false), NULL}, 1)[0], '"');
    arena_free(a);
}

Test(infer_schema, kept_fields_stay_as_registered)
{
    struct arena *a = arena_new();
    const struct type_field fields[] = {{"size", type_simple(a, TYPE_BIGINT, true), NULL},
        {"kind", type_string(a, false), "new"}, {"other", type_string(a, false), NULL},
        {"note", type_string(a, true), NULL}};

    cr_expect_str_eq(evolve(a, known, fields, 4),
        "{\"type\":\"record\",\"name\":\"Place\",\"namespace\":\"org.x\",\"doc\":\"d\","
        "\"fields\":[{\"name\":\"size\",\"type\":[\"null\",\"long\"],\"default\":null},"
        "{\"name\":\"kind\",\"type\":{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\"]},"
        "\"doc\":\"new\"},{\"name\":\"other\",\"type\":\"E\"},"
        "{\"name\":\"note\",\"type\":[\"null\",\"string\"],\"default\":null}]}");
    arena_free(a);
}

Test(infer_schema, derived_anew_where_a_kept_field_needs_a_dropped_one)
{
    struct arena *a = arena_new();
    const struct type_field fields[] = {{"other", type_string(a, false), NULL}};

    cr_expect_str_eq(evolve(a, known, fields, 1),
        "{\"type\":\"record\",\"name\":\"Place\",\"namespace\":\"org.x\",\"fields\":["
        "{\"name\":\"other\",\"type\":\"string\"}]}");
    cr_expect(strstr(evolve(a, NULL, fields, 1), "\"name\":\"t_value\""));
    cr_expect(strstr(evolve(a, "[\"int\",\"string\"]", fields, 1), "\"name\":\"t_value\""));
    arena_free(a);
}

Test(infer_schema, names_in_their_place)
{
    struct arena *a = arena_new();
    const struct schema_reference references[] = {
        {"n.Line", "{\"type\":\"record\",\"name\":\"Line\",\"namespace\":\"n\",\"fields\":["
                   "{\"name\":\"c\",\"type\":\"Code\"}]}"},
        {"Code", "{\"type\":\"fixed\",\"name\":\"Code\",\"size\":2}"}};

    struct schema_text text = {SCHEMA_AVRO,
        "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":"
        "{\"type\":\"array\",\"items\":\"n.Line\"}},{\"name\":\"b\",\"type\":\"n.Line\"}]}",
        references, 2};

    cr_expect_str_eq(avro_inline(a, &text),
        "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":"
        "{\"type\":\"array\",\"items\":{\"type\":\"record\",\"name\":\"Line\",\"namespace\":\"n\","
        "\"fields\":[{\"name\":\"c\",\"type\":{\"type\":\"fixed\",\"name\":\"Code\",\"size\":2,"
        "\"namespace\":\"\"}}]}}},{\"name\":\"b\",\"type\":\"n.Line\"}]}");
    text = (struct schema_text){SCHEMA_AVRO, "[\"n.Line\",\"null\"]", references, 0};
    cr_expect_str_eq(avro_inline(a, &text), "[\"n.Line\",\"null\"]");
    text = (struct schema_text){SCHEMA_AVRO, "no JSON", references, 2};
    cr_expect_str_eq(avro_inline(a, &text), "no JSON");
    arena_free(a);
}
