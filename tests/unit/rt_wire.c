/* Schema ids in front of a datum and in headers. */
#include "task/wire.h"

#include <criterion/criterion.h>
#include <string.h>

static const uint8_t guid_bytes[WIRE_GUID_SIZE] = {1, 0x1b, 0x9d, 0x6b, 0xcd, 0xbb, 0xfd, 0x4b,
    0x2d, 0x9b, 0x5d, 0xab, 0x8d, 0xfb, 0xbd, 0x4b, 0xed};
static const char guid_text[] = "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed";

static size_t read_bytes(const uint8_t *bytes, size_t size, struct wire_schema *schema,
    const char **why)
{
    return wire_read((struct rt_bytes){bytes, size}, schema, why);
}

Test(wire, an_id)
{
    struct wire_schema schema;
    const char *why;

    cr_assert_eq(read_bytes((const uint8_t[]){0, 1, 2, 3, 4, 9}, 6, &schema, &why), 5);
    cr_assert_eq(schema.kind, WIRE_ID);
    cr_assert_eq(schema.id, 0x01020304);
    cr_assert_eq(read_bytes((const uint8_t[]){0, 0, 0, 0, 7}, 5, &schema, &why), 5);
    cr_assert_eq(schema.id, 7);
}

Test(wire, a_guid)
{
    char text[WIRE_TEXT_SIZE];
    struct wire_schema schema;
    const char *why;

    cr_assert_eq(read_bytes(guid_bytes, sizeof guid_bytes, &schema, &why), 17);
    cr_assert_eq(schema.kind, WIRE_GUID);
    cr_assert_str_eq(wire_text(&schema, text), "GUID 1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed");
}

Test(wire, what_names_no_schema)
{
    static const struct {
        uint8_t bytes[6];
        size_t size;
        const char *why;
    } cases[] = {
        {{0}, 0, "it is empty"},
        {{0, 0, 0, 1}, 4, "too few bytes for magic byte and schema id"},
        {{'{', '}'}, 2, "too few bytes for magic byte and schema id"},
        {{1, 0, 0, 0, 1, 2}, 6, "wrong magic byte"},
        {{'{', '"', 'a', '"', ':', '1'}, 6, "wrong magic byte"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wire_schema schema;
        const char *why;

        cr_expect_eq(read_bytes(cases[i].bytes, cases[i].size, &schema, &why), 0);
        cr_expect_eq(schema.kind, WIRE_NONE);
        cr_expect_str_eq(why, cases[i].why);
    }
}

Test(wire, a_header_is_what_is_read)
{
    struct wire_schema schema = {.kind = WIRE_ID, .id = 0x7F000001}, again;
    uint8_t bytes[WIRE_GUID_SIZE];
    const char *why;

    cr_assert_eq(wire_header_write(&schema, bytes), 5);
    cr_assert_eq(read_bytes(bytes, 5, &again, &why), 5);
    cr_assert(wire_equal(&schema, &again));
    read_bytes(guid_bytes, sizeof guid_bytes, &schema, &why);
    cr_assert_eq(wire_header_write(&schema, bytes), 17);
    cr_assert_arr_eq(bytes, guid_bytes, 17);
    cr_assert_not(wire_equal(&schema, &again));
}

Test(wire, the_last_header_of_a_name)
{
    const struct rt_header headers[] = {
        {RT_TEXT("__value_schema_id"), {guid_bytes, 17}, false},
        {RT_TEXT("__key_schema_id"), {guid_bytes, 5}, false},
        {RT_TEXT("__value_schema_id"), {guid_bytes, 6}, false},
        {RT_TEXT("value_schema_id"), {guid_bytes, 7}, false},
    };
    const struct rt_record record = {.headers = headers, .header_count = 4};

    cr_assert_eq(wire_header_find(&record, false)->value.size, 6);
    cr_assert_eq(wire_header_find(&record, true)->value.size, 5);
    cr_assert_null(wire_header_find(&(struct rt_record){0}, true));
}

Test(wire, the_message_index_of_protobuf)
{
    static const struct {
        uint8_t bytes[12];
        size_t size, wanted;
    } cases[] = {
        {{0, 8}, 2, 1},                       /* The first message. */
        {{2, 2, 8}, 3, 2},                    /* [1] */
        {{4, 2, 0x80, 1, 8}, 5, 4},           /* [1, 64] */
        {{0}, 0, 0},
        {{4, 2}, 2, 0},                       /* Cut off. */
        {{1}, 1, 0},                          /* A negative number of them. */
        {{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}, 11, 0},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(wire_index_size((struct rt_bytes){cases[i].bytes, cases[i].size}),
            cases[i].wanted, "case %zu", i);
}

Test(guid, text_and_bytes)
{
    uint8_t guid[16];
    char text[RT_GUID_TEXT];

    cr_assert(rt_guid_parse(guid_text, guid));
    cr_assert_str_eq(rt_guid_print(guid, text), guid_text);
    cr_assert(rt_guid_parse("1B9D6BCDBBFD4B2D9B5DAB8DFBBD4BED", guid));
    cr_assert_str_eq(rt_guid_print(guid, text), guid_text);
    cr_assert_not(rt_guid_parse("1b9d6bcd", guid));
    cr_assert_not(rt_guid_parse("1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed0", guid));
    cr_assert_not(rt_guid_parse("xb9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed", guid));
}
