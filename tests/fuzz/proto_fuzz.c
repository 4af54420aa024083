/* Any bytes through a generated Protobuf decoder of every type and through the program for new
 * schemas, and their rows through the encoder: both make the same of them, or refuse. What was
 * accepted encodes to bytes that are accepted, and encode to themselves. The bytes are also read as
 * a .proto file and as a serialized descriptor, and what it declares is made into a program.
 * The codec is proto_fuzz_codec.h, which proto_fuzz_gen.c makes. */
#include "codec/program.h"
#include "fuzz.h"

#include <rt/proto.h>
#include <rt/shape.h>
#include <rt/string.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto_fuzz_codec.h"

static void die(const char *what, const struct rt_error *error)
{
    fprintf(stderr, "%s: %s\n", what, error->message);
    abort();
}

static const struct codec_program *program_of_all(void)
{
    static struct codec_program *program;
    const struct rt_schema writer = {.text = all_schema};
    struct rt_error error = {0};

    if (!program)
        program = codec_program_new(RT_SCHEMA_PROTOBUF, &writer, &writer, &all_value_shape, &error);
    if (!program)
        die("no program", &error);
    return program;
}

static void check_again(struct rt_arena *arena, const struct rt_buffer *first)
{
    struct rt_error error = {0};
    struct rt_buffer second = {0};
    struct all row = {0};
    struct all_few few = {0};
    struct rt_bytes in = {first->data, first->size};

    if (!all_decode_value_0(in, &row, arena, &error) ||
        !all_encode_value(&row, &second, &error) || second.size != first->size ||
        memcmp(second.data, first->data, first->size) ||
        !all_few_decode_value_0(in, &few, arena, &error))
        die("not the same again", &error);
    rt_buffer_release(&second);
}

/* Text as a schema: any is read or refused. */
static void read_schema(const uint8_t *data, size_t size)
{
    char *text = calloc(1, size + 1);
    const struct rt_schema writer = {.text = text};
    struct rt_error error = {0};
    struct codec_program *program;

    if (size)
        memcpy(text, data, size);
    program = codec_program_new(RT_SCHEMA_PROTOBUF, &writer, &writer, &all_value_shape, &error);
    if (!program && !error.message[0])
        abort();
    codec_program_free(program);
    free(text);
}

/* The bytes as a serialized descriptor, in base64 as registries have it. */
static void read_descriptor(const struct rt_bytes *in)
{
    struct rt_arena arena;
    struct rt_text text;

    rt_arena_init(&arena);
    text = rt_base64_encode(&arena, *in);
    read_schema((const uint8_t *)text.data, text.size);
    rt_arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rt_arena arena;
    struct rt_error error = {0}, other = {0};
    struct rt_buffer out = {0}, again = {0};
    struct all row = {0}, same = {0};
    struct all_few few = {0};
    struct rt_bytes in = {data, size};
    bool ok;

    fuzz_arena_open(&arena, size);
    all_decode_value_0(in, &row, &arena, &error);
    fuzz_arena_close(&arena, size);
    fuzz_arena_open(&arena, size);
    program_of_all()->run(program_of_all(), in, &same, &arena, &other);
    fuzz_arena_close(&arena, size);
    rt_arena_init(&arena);
    row = same = (struct all){0};
    all_few_decode_value_0(in, &few, &arena, &error);
    ok = all_decode_value_0(in, &row, &arena, &error);
    if (program_of_all()->run(program_of_all(), in, &same, &arena, &other) != ok)
        die("the program decided otherwise", ok ? &other : &error);
    if (ok) {
        if (!all_encode_value(&row, &out, &error))
            die("decoded, but not encoded", &error);
        if (!all_encode_value(&same, &again, &error) || again.size != out.size ||
            memcmp(again.data, out.data, out.size))
            die("the program made another row", &error);
        check_again(&arena, &out);
    }
    rt_buffer_release(&out);
    rt_buffer_release(&again);
    rt_arena_release(&arena);
    read_schema(data, size);
    read_descriptor(&in);
    return 0;
}
