/* Avro object container files: written, read again under the same and another schema, damaged. */
#include <rt/avro.h>
#include <rt/avro_file.h>

#include <criterion/criterion.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 20000, LITTLE = 1 << 12 };

struct row {
    uint64_t nulls[1];
    int64_t id;
    struct rt_text name;
};

static const struct rt_shape_field fields[] = {
    {"id", offsetof(struct row, id), 0, .shape = {.kind = RT_SHAPE_BIGINT}},
    {"name", offsetof(struct row, name), 1, .shape = {.kind = RT_SHAPE_TEXT, .nullable = true}},
};
static const struct rt_shape shape = {.kind = RT_SHAPE_ROW, .size = sizeof(struct row),
    .fields = fields, .field_count = 2};

static const char schema[] = "{\"type\":\"record\",\"name\":\"r\",\"fields\":["
    "{\"name\":\"id\",\"type\":\"long\"},{\"name\":\"name\",\"type\":\"string\"}]}";
static const struct rt_schema own = {.text = schema};

static struct rt_error error;
static char path[] = "/tmp/rt_avro_file_XXXXXX";

static void make_path(void)
{
    close(mkstemp(path));
}

static void remove_path(void)
{
    remove(path);
}

TestSuite(file, .init = make_path, .fini = remove_path);

static void write_rows(enum rt_avro_codec codec, const char *text, int rows)
{
    struct rt_avro_writer *writer = rt_avro_writer_open(path, text, codec, &error);

    cr_assert_not_null(writer, "%s", error.message);
    for (int i = 0; i < rows; i++) {
        uint8_t datum[128], *at = rt_avro_put_long(datum, i);
        char name[32];

        snprintf(name, sizeof name, "row %d", i);
        at = rt_avro_put_size(at, strlen(name));
        memcpy(at, name, strlen(name));
        at += strlen(name);
        cr_assert(rt_avro_writer_add(writer, (struct rt_bytes){datum, (size_t)(at - datum)},
            &error));
    }
    cr_assert(rt_avro_writer_close(writer, &error), "%s", error.message);
}

/* How many rows were right; -1: failed. */
static int read_rows(void)
{
    struct rt_avro_reader *reader = rt_avro_reader_open(path, &own, &shape, &error);
    struct rt_arena arena;
    int count = 0;
    bool ended = false, ok = reader != NULL;

    rt_arena_init(&arena);
    while (ok && !ended) {
        struct row row = {0};
        char name[32];

        ok = rt_avro_reader_next(reader, &row, &arena, &ended, &error);
        snprintf(name, sizeof name, "row %d", count);
        if (ok && !ended)
            count += row.id == count && row.name.size == strlen(name) &&
                !memcmp(row.name.data, name, row.name.size);
    }
    rt_avro_reader_close(reader);
    rt_arena_release(&arena);
    return ok ? count : -1;
}

Test(file, both_codecs)
{
    write_rows(RT_AVRO_NULL_CODEC, schema, ROWS);
    cr_expect_eq(read_rows(), ROWS, "%s", error.message);
    write_rows(RT_AVRO_DEFLATE, schema, ROWS);
    cr_expect_eq(read_rows(), ROWS, "%s", error.message);
    write_rows(RT_AVRO_DEFLATE, schema, 0);
    cr_expect_eq(read_rows(), 0);
}

Test(file, the_writers_schema_counts)
{
    write_rows(RT_AVRO_NULL_CODEC, "{\"type\":\"record\",\"name\":\"r\",\"fields\":["
        "{\"name\":\"id\",\"type\":\"int\"},{\"name\":\"name\",\"type\":\"bytes\"}]}", ROWS);
    cr_expect_eq(read_rows(), ROWS, "%s", error.message);
    write_rows(RT_AVRO_NULL_CODEC, "\"string\"", 1);
    cr_expect_eq(read_rows(), -1);
    cr_expect_not_null(strstr(error.message, path));
    cr_expect_not_null(strstr(error.message, "it is string"));
}

static size_t read_file(uint8_t *bytes)
{
    FILE *file = fopen(path, "rb");
    size_t size = fread(bytes, 1, LITTLE, file);

    fclose(file);
    return size;
}

static void write_file(const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");

    fwrite(bytes, 1, size, file);
    fclose(file);
}

Test(file, damage_is_found)
{
    uint8_t bytes[LITTLE];
    size_t size;

    for (int codec = RT_AVRO_NULL_CODEC; codec <= RT_AVRO_DEFLATE; codec++) {
        write_rows((enum rt_avro_codec)codec, schema, 20);
        size = read_file(bytes);
        for (size_t cut = 0; cut < size; cut++) {
            write_file(bytes, cut);
            cr_expect(read_rows() <= 0, "cut at %zu", cut); /* 0: behind the head. */
        }
        for (size_t at = 0; at < size; at++) {
            bytes[at] ^= 0x55;
            write_file(bytes, size);
            read_rows();
            bytes[at] ^= 0x55;
        }
        bytes[size - 1] ^= 1;
        write_file(bytes, size);
        cr_expect_eq(read_rows(), -1);
        cr_expect_not_null(strstr(error.message, "marker"));
    }
}

Test(file, what_is_no_file)
{
    write_file((const uint8_t *)"PAR1 and so on", 14);
    cr_expect_eq(read_rows(), -1);
    cr_expect_not_null(strstr(error.message, "no Avro file"));
    remove(path);
    cr_expect_eq(read_rows(), -1);
    cr_expect_eq(error.code, RT_STORAGE);
}
