/*
 * Generated Avro codecs against avro-c, both ways: codec_test VALUES [SEED]
 *
 * avro-c writes random values of each schema; the generated code decodes them into a row and
 * encodes the row, avro-c reads that and must find the same value; the same by way of a row line,
 * and from blocks and varints written in unusual ways. Every prefix must be refused, and no
 * mutation may lead outside the bytes: they stand between two guard pages.
 */
#include "codec_case.h"
#include "codec_seeds.h"
#include "codec_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define X(seed)                                                                                    \
    extern const struct codec_case codec_cases_##seed[];                                           \
    extern const size_t codec_cases_##seed##_count;
CODEC_SEEDS(X)
#undef X

enum { ROOM = 1 << 20, MUTATIONS = 60 };

static struct {
    uint8_t *room; /* ROOM bytes between guard pages */
    struct random random;
    struct rt_arena arena;
    unsigned long checks, refused, failures;
    unsigned seed, number, value; /* What is being tested. */
    const struct codec_case *it;
    struct codec_program *program, *few_program, *evolved; /* of `it` */
} test;

static void fail(const char *what, const struct rt_error *error)
{
    printf("seed %u case %u value %u: %s%s%s\n", test.seed, test.number, test.value, what,
        error ? ": " : "", error ? error->message : "");
    if (test.failures++ == 0)
        printf("schema: %s\n", test.it->schema);
    if (test.failures > 20)
        exit(1);
}

/* A copy that ends (or begins) at a guard page. */
static struct rt_bytes guard(const uint8_t *data, size_t size, bool at_end)
{
    uint8_t *at = test.room + (at_end ? ROOM - size : 0);

    if (size)
        memcpy(at, data, size);
    return (struct rt_bytes){at, size};
}

static void check_equal(avro_value_t *value, const struct rt_buffer *out, avro_value_t *again,
    const char *what)
{
    avro_reader_t reader = avro_reader_memory((const char *)out->data, (int64_t)out->size);
    char byte;

    avro_value_reset(again);
    if (avro_value_read(reader, again))
        fail(what, NULL);
    else if (!avro_value_equal_fast(value, again))
        fail(what, NULL);
    else if (!avro_read(reader, &byte, 1))
        fail("bytes behind the datum", NULL);
    avro_reader_free(reader);
    test.checks++;
}

static bool run_few(struct rt_bytes in, struct rt_error *error)
{
    void *row = rt_arena_alloc(&test.arena, test.it->few_shape->size);

    memset(row, 0, test.it->few_shape->size);
    return test.few_program->run(test.few_program, in, row, &test.arena, error);
}

static void check_good(avro_value_t *value, avro_value_t *again, struct rt_bytes in)
{
    struct rt_buffer out = {0}, line = {0};
    struct rt_error error = {0};

    if (!test.it->through_row(in, &test.arena, &out, &error))
        fail("not decoded or encoded", &error);
    else
        check_equal(value, &out, again, "another value after decoding and encoding");
    out.size = 0;
    if (!test.it->by_program(test.program, in, &test.arena, &out, &error))
        fail("not decoded by a program, or not encoded", &error);
    else
        check_equal(value, &out, again, "another value by a program");
    out.size = 0;
    if (!test.it->through_line(in, &test.arena, &out, &line, &error)) {
        fail("not through a row line", &error);
        printf("%.*s\n", (int)line.size, (const char *)line.data);
    } else {
        check_equal(value, &out, again, "another value after a row line");
    }
    if (!test.it->few(in, &test.arena, &error))
        fail("few columns not decoded", &error);
    if (!run_few(in, &error))
        fail("few columns not decoded by a program", &error);
    rt_buffer_release(&out);
    rt_buffer_release(&line);
    rt_arena_reset(&test.arena);
}

/* What another schema wrote: generated code and program make the same of it. */
static bool same_by_both(struct rt_bytes in)
{
    struct rt_buffer out = {0}, same = {0};
    struct rt_error error = {0}, other = {0};
    bool ok = test.it->evolved_row(in, &test.arena, &out, &error);

    if (test.it->by_program(test.evolved, in, &test.arena, &same, &other) != ok ||
        (ok && (out.size != same.size || (out.size && memcmp(out.data, same.data, out.size)))))
        fail(error.message, &other);
    rt_buffer_release(&out);
    rt_buffer_release(&same);
    rt_arena_reset(&test.arena);
    test.checks++;
    return ok;
}

static void run_evolved(const struct avro_schema *schema, avro_value_iface_t *class,
    unsigned values)
{
    static char written[ROOM];
    avro_value_t value;

    avro_generic_value_new(class, &value);
    for (test.value = 0; test.value < values; test.value++) {
        avro_writer_t writer = avro_writer_memory(written, sizeof written);
        size_t size;

        avro_value_reset(&value);
        value_fill(&test.random, &value, schema);
        if (avro_value_write(writer, &value))
            fail(avro_strerror(), NULL);
        size = (size_t)avro_writer_tell(writer);
        if (!same_by_both(guard((uint8_t *)written, size, test.value % 2)))
            fail("another writer's datum is refused", NULL);
        for (int i = 0; size && i < 10; i++) {
            written[random_below(&test.random, (uint32_t)size)] =
                (char)(random_next(&test.random) >> 33);
            same_by_both(guard((uint8_t *)written, size, i % 2));
        }
        avro_writer_free(writer);
    }
    avro_value_decref(&value);
}

/* Whether the bytes decode: by generated code and a program alike, to the same row or failure. */
static bool decodes(struct rt_bytes in)
{
    struct rt_buffer out = {0}, same = {0};
    struct rt_error error = {0}, other = {0};
    bool ok = test.it->through_row(in, &test.arena, &out, &error);

    if (test.it->by_program(test.program, in, &test.arena, &same, &other) != ok ||
        (ok && (out.size != same.size || (out.size && memcmp(out.data, same.data, out.size)))) ||
        strcmp(error.message, other.message) != 0)
        fail(error.message, &other);
    run_few(in, &other);
    rt_buffer_release(&same);

    if (!ok && !error.message[0])
        fail("refused without a message", NULL);
    test.it->few(in, &test.arena, &error);
    test.refused += !ok;
    rt_buffer_release(&out);
    rt_arena_reset(&test.arena);
    return ok;
}

static void check_bad(const uint8_t *data, size_t size)
{
    uint8_t *bytes;

    for (size_t cut = 0; cut < size && cut < 400; cut++)
        if (decodes(guard(data, cut, true)))
            fail("a prefix was accepted", NULL);
    bytes = malloc(size + 1);
    memcpy(bytes, data, size);
    bytes[size] = 0;
    if (decodes(guard(bytes, size + 1, true)))
        fail("a byte too many was accepted", NULL);
    for (int i = 0; size && i < MUTATIONS; i++) {
        memcpy(bytes, data, size);
        for (uint32_t n = 1 + random_below(&test.random, 3); n; n--)
            bytes[random_below(&test.random, (uint32_t)size)] =
                (uint8_t)(random_next(&test.random) >> 33);
        decodes(guard(bytes, size, i % 2));
    }
    free(bytes);
}

static void run_case(const struct avro_schema *schema, avro_value_iface_t *class, unsigned values)
{
    static char written[ROOM];
    avro_value_t value, again;

    avro_generic_value_new(class, &value);
    avro_generic_value_new(class, &again);
    for (test.value = 0; test.value < values; test.value++) {
        avro_writer_t writer = avro_writer_memory(written, sizeof written);
        struct rt_buffer odd = {0};
        size_t size;

        avro_value_reset(&value);
        value_fill(&test.random, &value, schema);
        if (avro_value_write(writer, &value)) {
            fail(avro_strerror(), NULL);
            avro_writer_free(writer);
            continue;
        }
        size = (size_t)avro_writer_tell(writer);
        check_good(&value, &again, guard((uint8_t *)written, size, test.value % 2));
        value_write_oddly(&test.random, &odd, &value, schema);
        check_good(&value, &again, guard(odd.data, odd.size, true));
        if (test.value < 8)
            check_bad((uint8_t *)written, size);
        rt_buffer_release(&odd);
        avro_writer_free(writer);
    }
    avro_value_decref(&value);
    avro_value_decref(&again);
}

static struct codec_program *make_program(const char *writer, const struct rt_shape *shape)
{
    const struct rt_schema from = {.text = writer}, own = {.text = test.it->schema};
    struct rt_error error = {0};
    struct codec_program *program =
        codec_program_new(RT_SCHEMA_AVRO, &from, &own, shape, &error);

    if (!program)
        fail("no program", &error);
    return program;
}

typedef void run_values(const struct avro_schema *schema, avro_value_iface_t *class,
    unsigned values);

static void with_schema(const char *text, run_values *run, unsigned values)
{
    struct arena *arena = arena_new();
    const char *why = "";
    struct avro_schema *schema = avro_parse(arena, text, &why);
    avro_schema_t peer;
    avro_value_iface_t *class;

    if (!schema || avro_schema_from_json_length(text, strlen(text), &peer)) {
        fail(schema ? avro_strerror() : why, NULL);
    } else {
        class = avro_generic_class_from_schema(peer);
        run(schema, class, values);
        avro_value_iface_decref(class);
        avro_schema_decref(peer);
    }
    arena_free(arena);
}

static void run_cases(const struct codec_case *cases, size_t count, unsigned values)
{
    for (size_t i = 0; i < count; i++) {
        test.it = &cases[i];
        test.number = (unsigned)i;
        test.program = make_program(test.it->schema, test.it->shape);
        test.few_program = make_program(test.it->schema, test.it->few_shape);
        test.evolved = make_program(test.it->evolved, test.it->shape);
        if (test.program && test.few_program && test.evolved) {
            with_schema(test.it->schema, run_case, values);
            with_schema(test.it->evolved, run_evolved, values);
        }
        codec_program_free(test.program);
        codec_program_free(test.few_program);
        codec_program_free(test.evolved);
    }
}

int main(int argc, char **argv)
{
    unsigned values = argc > 1 ? (unsigned)atoi(argv[1]) : 40;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), cases = 0;
    uint8_t *map = mmap(NULL, ROOM + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (map == MAP_FAILED || mprotect(map + page, ROOM, PROT_READ | PROT_WRITE))
        return perror("mmap"), 2;
    test.room = map + page;
    test.random.state = argc > 2 ? strtoull(argv[2], NULL, 10) : 20240517;
    rt_arena_init(&test.arena);
    printf("codec_test %u %llu\n", values, (unsigned long long)test.random.state);
#define X(number)                                                                                  \
    test.seed = number;                                                                            \
    run_cases(codec_cases_##number, codec_cases_##number##_count, values);                         \
    cases += codec_cases_##number##_count;
    CODEC_SEEDS(X)
#undef X
    printf("%zu schemas, %lu values compared, %lu malformed refused, %lu failures\n", cases,
        test.checks, test.refused, test.failures);
    rt_arena_release(&test.arena);
    munmap(map, ROOM + 2 * page);
    return test.failures ? 1 : 0;
}
