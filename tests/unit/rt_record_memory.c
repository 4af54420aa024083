/* What a record may become in memory: twice its size and RT_RECORD_MEMORY. */
#include "codec/program.h"

#include <rt/csv.h>
#include <rt/items.h>

#include <criterion/criterion.h>
#include <stddef.h>
#include <string.h>

enum { MANY = 8 << 20, SOME = 1 << 20, PROTO_TAG = 0x0A };

struct row {
    uint64_t nulls[1];
    struct rt_shape_array texts;
};

static const struct rt_shape element = {.kind = RT_SHAPE_TEXT};
static const struct rt_shape_field fields[] = {
    {"texts", offsetof(struct row, texts), 0,
        .shape = {.kind = RT_SHAPE_ARRAY, .element = &element}},
};
static const struct rt_shape shape = {.kind = RT_SHAPE_ROW, .size = sizeof(struct row),
    .fields = fields, .field_count = 1};

static struct rt_arena arena;
static struct rt_buffer record;
static struct rt_error error;

static void release(void)
{
    rt_arena_release(&arena);
    rt_buffer_release(&record);
}

TestSuite(memory, .fini = release);

static bool decode(enum rt_schema_kind kind, const char *schema, size_t *count)
{
    const struct rt_schema writer = {.text = schema};
    struct codec_program *program = codec_program_new(kind, &writer, &writer, &shape, &error);
    struct row row = {0};
    bool ok;

    cr_assert_not_null(program, "%s", error.message);
    rt_arena_release(&arena);
    rt_arena_allow(&arena, record.size);
    ok = program->run(program, (struct rt_bytes){record.data, record.size}, &row, &arena, &error);
    codec_program_free(program);
    *count = row.texts.count;
    return ok;
}

/* An array of empty strings: a byte each, behind their number. */
static void make_avro(uint64_t count)
{
    record.size = 0;
    for (uint64_t left = count << 1; left; left >>= 7)
        *rt_buffer_reserve(&record, 1) = (uint8_t)(left >= 0x80 ? left | 0x80 : left),
            record.size++;
    memset(rt_buffer_reserve(&record, count + 1), 0, count + 1);
    record.size += count + 1;
}

/* Behind the message index a repeated field, two bytes each. */
static void make_proto(size_t count)
{
    record.size = 0;
    rt_buffer_add(&record, "", 1);
    for (size_t i = 0; i < count; i++)
        rt_buffer_add(&record, (const uint8_t[]){PROTO_TAG, 0}, 2);
}

Test(memory, of_avro)
{
    static const char schema[] = "{\"type\":\"record\",\"name\":\"r\",\"fields\":["
        "{\"name\":\"texts\",\"type\":{\"type\":\"array\",\"items\":\"string\"}}]}";
    size_t count;

    make_avro(SOME);
    cr_assert(decode(RT_SCHEMA_AVRO, schema, &count), "%s", error.message);
    cr_expect_eq(count, SOME);
    make_avro(MANY);
    cr_expect_not(decode(RT_SCHEMA_AVRO, schema, &count));
    cr_expect_eq(error.code, RT_DECODE);
    cr_expect_eq(error.action, RT_SKIP);
    cr_expect_not_null(strstr(error.message, "too many items"), "%s", error.message);
}

Test(memory, of_protobuf)
{
    static const char schema[] = "syntax = \"proto3\"; message M { repeated string texts = 1; }";
    size_t count;

    make_proto(SOME);
    cr_assert(decode(RT_SCHEMA_PROTOBUF, schema, &count), "%s", error.message);
    cr_expect_eq(count, SOME);
    make_proto(MANY);
    cr_expect_not(decode(RT_SCHEMA_PROTOBUF, schema, &count));
    cr_expect_not_null(strstr(error.message, "too many items"), "%s", error.message);
    cr_expect_leq(arena.used, 2 * record.size + RT_RECORD_MEMORY);
}

/* Each quoted field costs its own size, and without escapes nothing. */
Test(memory, of_csv)
{
    static const struct rt_csv_format format = {
        .delimiter = ',', .quote = '"', .escape = '\\', .elements = ";"};
    static const char *const texts[] = {"\"a\"\"b\",", "\"a\\\"b\",", "\"plain\","};
    static const char *const values[] = {"a\"b", "a\"b", "plain"};
    enum { FIELDS = 3000 };
    struct rt_csv csv;

    for (size_t i = 0; i < FIELDS; i++)
        rt_buffer_add_text(&record, texts[i % 3]);
    rt_csv_open(&csv, &format, &arena, (struct rt_bytes){record.data, record.size - 1});
    for (size_t i = 0; i < FIELDS; i++) {
        cr_assert(rt_csv_next(&csv, "c"));
        cr_assert_eq(csv.field.size, strlen(values[i % 3]));
        cr_assert_eq(memcmp(csv.field.data, values[i % 3], csv.field.size), 0);
    }
    cr_expect(rt_csv_end(&csv, &error), "%s", error.message);
    cr_expect_eq(arena.used, FIELDS / 3 * 2 * 16);
    rt_csv_open(&csv, &format, &arena, (struct rt_bytes){(const uint8_t *)"\"a\"\"", 4});
    cr_expect_not(rt_csv_next(&csv, "c"));
    cr_expect_not_null(strstr(csv.message, "not closed"));
}
