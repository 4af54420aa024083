/* Any bytes through generated JSON decoders, of a schema and of the format 'json', and the rows
 * they make through the encoders. What an encoder wrote must be read again, and written the same.
 * The program of the same schema must agree. The bytes are also read as a schema.
 * The codecs are those of json_fuzz_codec.h, which json_fuzz_gen.c makes. */
#include "codec/program.h"
#include "fuzz.h"

#include <rt/rt.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_fuzz_codec.h"

static void fail(const char *what, const struct rt_error *error, const struct rt_buffer *out)
{
    fprintf(stderr, "%s: %s\n%.*s\n", what, error->message, (int)out->size, out->data);
    abort();
}

/* Decodes, encodes, and does both again with what came; what is no value is not encoded. */
#define ROUND(tag, lenient)                                                                        \
    static void round_##tag(struct rt_bytes in, struct rt_arena *arena)                            \
    {                                                                                              \
        struct rt_error error = {0};                                                               \
        struct rt_buffer first = {0}, second = {0};                                                \
        struct tag row = {0}, again = {0};                                                         \
        struct rt_arena limited;                                                                   \
        struct tag##_few few = {0};                                                                \
                                                                                                   \
        fuzz_arena_open(&limited, in.size);                                                        \
        tag##_decode_value_0(in, &row, &limited, &error);                                          \
        fuzz_arena_close(&limited, in.size);                                                       \
        row = (struct tag){0};                                                                     \
        tag##_few_decode_value_0(in, &few, arena, &error);                                         \
        if (tag##_decode_value_0(in, &row, arena, &error) &&                                       \
            tag##_encode_value(&row, &first, &error)) {                                            \
            if (!tag##_decode_value_0((struct rt_bytes){first.data, first.size}, &again, arena,    \
                    &error) || !tag##_encode_value(&again, &second, &error))                       \
                fail("not read again", &error, &first);                                            \
            if (!(lenient) && (first.size != second.size ||                                        \
                    memcmp(first.data, second.data, first.size) != 0))                             \
                fail("not the same again", &error, &first);                                        \
        }                                                                                          \
        rt_buffer_release(&first);                                                                 \
        rt_buffer_release(&second);                                                                \
    }

ROUND(all, false)
ROUND(plain, true) /* A year beyond 9999 is written, and is NULL when read again. */

static struct codec_program *program_of(const char *text, struct rt_error *error)
{
    const struct rt_schema schema = {.text = text};

    return codec_program_new(RT_SCHEMA_JSON, &schema, &schema, &all_value_shape, error);
}

static void check_program(struct rt_bytes in, struct rt_arena *arena)
{
    static struct codec_program *program;
    struct rt_error error = {0}, other = {0};
    struct rt_buffer out = {0}, same = {0};
    struct all row = {0}, again = {0};
    bool ok;

    if (!program)
        program = program_of(all_schema, &error);
    if (!program)
        fail("no program", &error, &out);
    ok = all_decode_value_0(in, &row, arena, &error);
    if (program->run(program, in, &again, arena, &other) != ok)
        fail("the program decided otherwise", ok ? &other : &error, &out);
    if (ok && all_encode_value(&row, &out, &error) &&
        (!all_encode_value(&again, &same, &error) || out.size != same.size ||
            memcmp(out.data, same.data, out.size) != 0))
        fail("another row by the program", &error, &same);
    rt_buffer_release(&out);
    rt_buffer_release(&same);
}

/* Text as a schema: any is read or refused. */
static void read_schema(struct rt_bytes in)
{
    struct rt_error error = {0};
    struct rt_buffer text = {0};
    struct codec_program *program;

    rt_buffer_add(&text, in.data, in.size);
    rt_buffer_add(&text, "", 1);
    program = program_of((const char *)text.data, &error);
    if (!program && !error.message[0])
        abort();
    codec_program_free(program);
    rt_buffer_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rt_arena arena;

    rt_arena_init(&arena);
    round_all((struct rt_bytes){data, size}, &arena);
    round_plain((struct rt_bytes){data, size}, &arena);
    check_program((struct rt_bytes){data, size}, &arena);
    rt_arena_release(&arena);
    read_schema((struct rt_bytes){data, size});
    return 0;
}
