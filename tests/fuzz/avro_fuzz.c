/* Any bytes through a generated Avro decoder of every type, and the row it makes through encoder,
 * row line and back. What was accepted must be accepted again, and encode to the same bytes.
 * The codec is avro_fuzz_codec.h, which avro_fuzz_gen.c makes. */
#include "codec/program.h"
#include "fuzz.h"

#include <rt/avro.h>
#include <rt/rowline.h>
#include <rt/string.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "avro_fuzz_codec.h"

static void check_again(struct rt_arena *arena, const struct rt_buffer *first)
{
    struct rt_error error = {0};
    struct rt_buffer second = {0}, line = {0};
    struct all row = {0}, from_line = {0};
    struct all_few few = {0};
    struct rt_bytes in = {first->data, first->size};

    if (!all_decode_value_0(in, &row, arena, &error) ||
        !all_encode_value(&row, &second, &error) || second.size != first->size ||
        memcmp(second.data, first->data, first->size) ||
        !all_few_decode_value_0(in, &few, arena, &error)) {
        fprintf(stderr, "not the same again: %s\n", error.message);
        abort();
    }
    /* Timestamps beyond the year 9999 have no row line. */
    if (all_write_json(&row, &line, rt_zone_utc, &error))
        all_read_line((struct rt_text){(const char *)line.data, line.size}, &from_line, arena,
            rt_zone_utc, &error);
    rt_buffer_release(&second);
    rt_buffer_release(&line);
}

/* A resolution program of the same schema does the same. */
static void check_program(struct rt_arena *arena, struct rt_bytes in)
{
    static struct codec_program *program;
    static const struct rt_schema schema = {.text = all_schema};
    struct rt_error error = {0}, other = {0};
    struct rt_buffer out = {0}, same = {0};
    struct all row = {0}, again = {0};
    bool ok;

    if (!program)
        program = codec_program_new(RT_SCHEMA_AVRO, &schema, &schema, &all_value_shape, &error);
    ok = all_decode_value_0(in, &row, arena, &error);
    if (!program || program->run(program, in, &again, arena, &other) != ok ||
        strcmp(error.message, other.message) != 0) {
        fprintf(stderr, "generated: %s\nprogram: %s\n", error.message, other.message);
        abort();
    }
    if (ok && (!all_encode_value(&row, &out, &error) || !all_encode_value(&again, &same, &error) ||
                  out.size != same.size || memcmp(out.data, same.data, out.size))) {
        fprintf(stderr, "another row by the program\n");
        abort();
    }
    rt_buffer_release(&out);
    rt_buffer_release(&same);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rt_arena arena;
    struct rt_error error = {0};
    struct rt_buffer out = {0};
    struct all row = {0};
    struct all_few few = {0};
    struct rt_bytes in = {data, size};

    fuzz_arena_open(&arena, size);
    all_decode_value_0(in, &row, &arena, &error);
    fuzz_arena_close(&arena, size);
    rt_arena_init(&arena);
    row = (struct all){0};
    all_few_decode_value_0(in, &few, &arena, &error);
    check_program(&arena, in);
    if (all_decode_value_0(in, &row, &arena, &error)) {
        if (!all_encode_value(&row, &out, &error)) {
            fprintf(stderr, "decoded, but not encoded: %s\n", error.message);
            abort();
        }
        check_again(&arena, &out);
    }
    rt_buffer_release(&out);
    rt_arena_release(&arena);
    return 0;
}
