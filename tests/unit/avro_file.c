/* Avro object container files: written, read again under the same and another schema, damaged. */
#include <rt/avro.h>
#include <rt/avro_file.h>

#include <criterion/criterion.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 20000, BLOCK_ROWS = 700, LITTLE = 1 << 12 };

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

static const uint8_t sync_bytes[] = "0123456789abcdef";

static void write_file(const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");

    fwrite(bytes, 1, size, file);
    fclose(file);
}

static void add_row(struct rt_buffer *block, int number)
{
    uint8_t datum[128], *at = rt_avro_put_long(datum, number);
    char name[32];

    snprintf(name, sizeof name, "row %d", number);
    at = rt_avro_put_size(at, strlen(name));
    memcpy(at, name, strlen(name));
    rt_buffer_add(block, datum, (size_t)(at - datum) + strlen(name));
}

static void write_rows(enum rt_avro_codec codec, const char *text, int rows)
{
    struct rt_buffer out = {0}, block = {0};

    rt_avro_file_head(&out, text, codec, sync_bytes);
    for (int i = 0; i < rows;) {
        int start = i;

        for (block.size = 0; i < rows && i < start + BLOCK_ROWS; i++)
            add_row(&block, i);
        cr_assert(rt_avro_file_block(&out, (uint64_t)(i - start),
            (struct rt_bytes){block.data, block.size}, codec, sync_bytes, &error));
    }
    write_file(out.data, out.size);
    rt_buffer_release(&out);
    rt_buffer_release(&block);
}

/* The rows from one on; how many were right; -1: failed. */
static int read_rows_from(int first)
{
    struct rt_avro_reader *reader = rt_avro_reader_open(path, &own, &shape, &error);
    struct rt_arena arena;
    uint64_t skipped = 0;
    int count = 0;
    bool found = true, ok = reader != NULL;

    rt_arena_init(&arena);
    ok = ok && rt_avro_reader_skip(reader, (uint64_t)first, &arena, &skipped, &error) &&
        skipped == (uint64_t)first;
    while (ok && (ok = rt_avro_reader_more(reader, &found, &error)) && found) {
        struct row row = {0};
        char name[32];

        ok = rt_avro_reader_take(reader, &row, &arena, &error);
        snprintf(name, sizeof name, "row %d", first + count);
        if (ok)
            count += row.id == first + count && row.name.size == strlen(name) &&
                !memcmp(row.name.data, name, row.name.size);
    }
    rt_avro_reader_close(reader);
    rt_arena_release(&arena);
    return ok ? count : -1;
}

static int read_rows(void)
{
    return read_rows_from(0);
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

Test(file, what_was_taken_is_skipped)
{
    static const int firsts[] = {1, BLOCK_ROWS - 1, BLOCK_ROWS, BLOCK_ROWS + 1, ROWS - 1, ROWS};

    write_rows(RT_AVRO_DEFLATE, schema, ROWS);
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++)
        cr_expect_eq(read_rows_from(firsts[i]), ROWS - firsts[i], "%s", error.message);
    cr_expect_eq(read_rows_from(ROWS + 1), -1);
}

Test(file, the_writers_schema_counts)
{
    write_rows(RT_AVRO_NULL_CODEC, "{\"type\":\"record\",\"name\":\"r\",\"fields\":["
        "{\"name\":\"id\",\"type\":\"int\"},{\"name\":\"name\",\"type\":\"bytes\"}]}", ROWS);
    cr_expect_eq(read_rows(), ROWS, "%s", error.message);
    write_rows(RT_AVRO_NULL_CODEC, "\"string\"", 1);
    cr_expect_eq(read_rows(), -1);
    cr_expect_not_null(strstr(error.message, "it is string"));
}

static size_t read_file(uint8_t *bytes)
{
    FILE *file = fopen(path, "rb");
    size_t size = fread(bytes, 1, LITTLE, file);

    fclose(file);
    return size;
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

/* The bytes that the decoder gets are none, not NULL: the sanitizers see the difference. */
Test(file, a_block_without_bytes)
{
    struct rt_buffer out = {0};

    for (int codec = RT_AVRO_NULL_CODEC; codec <= RT_AVRO_DEFLATE; codec++) {
        out.size = 0;
        rt_avro_file_head(&out, schema, (enum rt_avro_codec)codec, sync_bytes);
        cr_assert(rt_avro_file_block(&out, 1, (struct rt_bytes){NULL, 0},
            (enum rt_avro_codec)codec, sync_bytes, &error));
        write_file(out.data, out.size);
        cr_expect_eq(read_rows(), -1);
        cr_expect_not_null(strstr(error.message, "ends within it"), "%s", error.message);
    }
    rt_buffer_release(&out);
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
