/* Generated JSON codecs against documents that we know, jansson, and any bytes:
 * json_test VALUES [SEED] */
#include "json_case.h"
#include "json_document.h"
#include "json_seeds.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#define DECLARE(seed)                                                                              \
    extern const struct json_case json_cases_##seed[];                                             \
    extern const size_t json_cases_##seed##_count;
JSON_SEEDS(DECLARE)

static struct arena *memory;
static struct rt_arena batch;
static struct rt_buffer out;
static size_t documents, by_library, mutants, accepted, by_program, changed_schemas;
/* Of the case: for its own schema and for the other writer's; NULL: none. */
static struct codec_program *program, *evolved;

static void die(const struct json_case *one, const char *what, const struct document *d,
    const char *message)
{
    fprintf(stderr, "json_test: %s: %s\n%s\n", what, message, one->schema);
    fprintf(stderr, "odd:   %.*s\nexact: %.*s\nours:  %.*s\n", (int)d->odd.size, d->odd.data,
        (int)d->exact.size, d->exact.data, (int)out.size, out.data);
    exit(1);
}

static struct rt_bytes view(const struct rt_buffer *buffer)
{
    return (struct rt_bytes){buffer->data, buffer->size};
}

/* In the same field: of one that no column wants generated code knows more, and sees the same wrong
 * bytes otherwise. */
static bool same_failure(const char *a, const char *b)
{
    const char *place = strstr(a, " at byte ");
    size_t size = place ? (size_t)(place - a) : strlen(a);

    return strncmp(a, b, size) == 0;
}

/* Generated code and the program make the same of any bytes: the row or the failure. */
static void check_program(const struct json_case *one, const struct document *d,
    struct rt_bytes in, bool of_other)
{
    struct rt_error error = {0}, same = {0};
    struct rt_buffer again = {0};
    bool ok;

    if (!program)
        return;
    out.size = 0;
    ok = (of_other ? one->evolved_row : one->through_row)(in, &batch, &out, &error);
    if (one->by_program(of_other ? evolved : program, in, &batch, &again, &same) != ok ||
        !same_failure(error.message, same.message) || (ok && (out.size != again.size ||
            memcmp(out.data, again.data, out.size) != 0))) {
        fprintf(stderr, "of %.*s\nby code: %s\nby program: %s\n%.*s\n", (int)in.size,
            (const char *)in.data, error.message, same.message, (int)again.size, again.data);
        die(one, of_other ? one->evolved : "a program", d, "another row or failure");
    }
    rt_buffer_release(&again);
    by_program++;
}

static void check(const struct json_case *one, const struct document *d, struct rt_bytes in,
    const char *what)
{
    struct rt_error error = {0};

    out.size = 0;
    if (!one->through_row(in, &batch, &out, &error))
        die(one, what, d, error.message);
    if (out.size != d->exact.size || memcmp(out.data, d->exact.data, out.size) != 0)
        die(one, what, d, "other bytes");
    if (!one->few(in, &batch, &error))
        die(one, "a few columns", d, error.message);
    check_program(one, d, in, false);
}

/* What jansson writes of a document, sorted and in ASCII, is the same to us; our bytes are the same
 * to jansson. Its numbers have 15 digits. */
static void check_library(const struct json_case *one, const struct document *d)
{
    json_t *exact = json_loadb((const char *)d->exact.data, d->exact.size,
        JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES | (d->wide ? JSON_DECODE_INT_AS_REAL : 0), NULL);
    char *text;
    size_t size;

    if (!exact)
        die(one, "jansson", d, "does not read what we write");
    if (!d->wide) {
        text = json_dumps(exact, JSON_SORT_KEYS | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(15) |
                (documents % 2 ? JSON_INDENT(2) : 0));
        size = text ? strlen(text) : 0;
        check(one, d, (struct rt_bytes){(const uint8_t *)text, size}, "what jansson writes");
        free(text);
        by_library++;
    }
    json_decref(exact);
}

/* Bytes changed at random are refused or read; what is read is JSON to jansson too. */
static void check_mutant(const struct json_case *one, struct document *d)
{
    static const char bytes[] = "{}[]\",:\\u0e-.+tfn \n\x80\xc3\xff";
    size_t size = d->odd.size;
    uint8_t *copy = malloc(size + 1); /* Of its own, so that any step beyond it is found. */
    struct rt_error error = {0};
    json_error_t where;

    memcpy(copy, d->odd.data, size);
    for (uint32_t i = 1 + document_random(d, 3); i && size; i--) {
        size_t at = document_random(d, (uint32_t)size);

        switch (document_random(d, 3)) {
        case 0:
            copy[at] = (uint8_t)bytes[document_random(d, sizeof bytes - 1)];
            break;
        case 1:
            size = at;
            break;
        case 2:
            memmove(copy + at, copy + at + 1, --size - at);
            break;
        }
    }
    copy = realloc(copy, size + !size);
    out.size = 0;
    mutants++;
    if (one->through_row((struct rt_bytes){copy, size}, &batch, &out, &error)) {
        json_t *read = json_loadb((const char *)copy, size,
            JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, &where);

        accepted++;
        if (!read && !strstr(where.text, "real number") && !strstr(where.text, "NUL byte")) {
            d->odd.size = 0;
            rt_buffer_add(&d->odd, copy, size);
            die(one, "mutant", d, where.text);
        }
        json_decref(read);
    }
    one->few((struct rt_bytes){copy, size}, &batch, &error);
    check_program(one, d, (struct rt_bytes){copy, size}, false);
    check_program(one, d, (struct rt_bytes){copy, size}, true);
    free(copy);
}

static struct codec_program *make_program(const struct json_case *one, const char *writer)
{
    const struct rt_schema text = {.text = writer};
    struct document none = {0};
    struct rt_error error = {0};
    struct codec_program *made =
        codec_program_new(RT_SCHEMA_JSON, &text, NULL, one->shape, &error);

    if (!made)
        die(one, writer, &none, error.message);
    return made;
}

static struct json_shape *shape_of(const struct json_case *one, const char *text)
{
    const struct schema_text schema = {SCHEMA_JSON, text, NULL, 0};
    struct document none = {0};
    const char *why = NULL;
    struct json_shape *shape = json_shape_of_schema(memory, &schema, &why);

    if (!shape)
        die(one, "schema", &none, why);
    return shape;
}

/* A program is made of a changed schema, or not; then it reads what it can. */
static void check_schema_mutant(const struct json_case *one, struct document *d)
{
    static const char bytes[] = "{}[]\":,0#/aeornstuy";
    size_t size = strlen(one->evolved);
    char *copy = strdup(one->evolved);
    const struct rt_schema text = {.text = copy};
    struct rt_error error = {0};
    struct codec_program *made;

    for (uint32_t i = 1 + document_random(d, 2); i; i--)
        copy[document_random(d, (uint32_t)size)] =
            bytes[document_random(d, sizeof bytes - 1)];
    made = codec_program_new(RT_SCHEMA_JSON, &text, NULL, one->shape, &error);
    out.size = 0;
    if (made)
        one->by_program(made, view(&d->exact), &batch, &out, &error);
    else if (!error.message[0])
        die(one, copy, d, "refused without a reason");
    changed_schemas += made != NULL;
    codec_program_free(made);
    free(copy);
}

/* Documents of the other writer. */
static void run_evolved(const struct json_case *one, int values, struct document *d)
{
    struct json_shape *shape = shape_of(one, one->evolved);

    for (int i = 0; i < values; i++) {
        document_make(d, shape);
        documents++;
        check_program(one, d, view(&d->exact), true);
        check_program(one, d, view(&d->odd), true);
        check_schema_mutant(one, d);
        for (int k = 0; k < 4; k++)
            check_mutant(one, d);
        rt_arena_reset(&batch);
    }
}

static void run_case(const struct json_case *one, int values, uint64_t seed)
{
    struct json_shape *shape = shape_of(one, one->schema);
    struct document d = {.state = seed * UINT64_C(0x9E3779B97F4A7C15) + 7, .plain = one->plain};

    program = one->shape ? make_program(one, one->schema) : NULL;
    evolved = one->shape ? make_program(one, one->evolved) : NULL;
    if (one->evolved)
        run_evolved(one, values, &d);
    for (int i = 0; i < values; i++) {
        document_make(&d, shape);
        documents++;
        check(one, &d, view(&d.exact), "our own bytes");
        check(one, &d, view(&d.odd), "odd bytes");
        check_library(one, &d);
        for (int k = 0; k < 4; k++)
            check_mutant(one, &d);
        rt_arena_reset(&batch);
    }
    rt_buffer_release(&d.odd);
    rt_buffer_release(&d.exact);
    codec_program_free(program);
    codec_program_free(evolved);
}

int main(int argc, char **argv)
{
    int values = argc > 1 ? atoi(argv[1]) : 40;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    size_t cases = 0;

    memory = arena_new();
    rt_arena_init(&batch);
#define RUN(number)                                                                                \
    for (size_t i = 0; i < json_cases_##number##_count; i++)                                       \
        run_case(&json_cases_##number[i], values, seed + ++cases);
    JSON_SEEDS(RUN)
    printf("%zu schemas, %zu documents, %zu by jansson, %zu mutants, %zu of them read, %zu beside "
        "a program\n", cases, documents, by_library, mutants, accepted, by_program);
    rt_buffer_release(&out);
    rt_arena_release(&batch);
    arena_free(memory);
    return !accepted || !by_library || !by_program || !changed_schemas;
}
