/* Any bytes through generated decoders without a schema: csv in two dialects and raw of each type;
 * the first byte says which. What an encoder wrote must be read again, and written the same. The
 * codecs are those of plain_fuzz_codec.h, which plain_fuzz_gen.c makes. */
#include "fuzz.h"

#include <rt/rt.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plain_fuzz_codec.h"

static void fail(const char *what, const struct rt_error *error, const struct rt_buffer *out)
{
    fprintf(stderr, "%s: %s\n%.*s\n", what, error->message, (int)out->size, out->data);
    abort();
}

/* `sink`: the encoder's row, laid out as the decoder's. `exact`: what was written is read as the
 * same value, and any columns decide alike. */
#define ROUND(tag, sink, exact)                                                                    \
    static void round_##tag(struct rt_bytes in, struct rt_arena *arena)                            \
    {                                                                                              \
        struct rt_error error = {0};                                                               \
        struct rt_buffer first = {0}, second = {0};                                                \
        struct tag row = {0}, again = {0};                                                         \
        struct tag##_few few = {0};                                                                \
        struct sink out;                                                                           \
        struct rt_arena limited;                                                                   \
        bool ok;                                                                                   \
                                                                                                   \
        _Static_assert(sizeof row == sizeof out, "the same members");                              \
        fuzz_arena_open(&limited, in.size);                                                        \
        tag##_decode_value_0(in, &again, &limited, &error);                                        \
        fuzz_arena_close(&limited, in.size);                                                       \
        memset(&again, 0, sizeof again);                                                           \
        ok = tag##_decode_value_0(in, &row, arena, &error);                                        \
        memcpy(&out, &row, sizeof out);                                                            \
        if (tag##_few_decode_value_0(in, &few, arena, &error) != ok && (exact))                    \
            fail("fewer columns decide otherwise", &error, &first);                                \
        if (!ok || !sink##_encode_value(&out, &first, &error))                                     \
            goto done;                                                                             \
        if (!tag##_decode_value_0((struct rt_bytes){first.data, first.size}, &again, arena,        \
                &error))                                                                           \
            fail("not read again", &error, &first);                                                \
        memcpy(&out, &again, sizeof out);                                                          \
        if (!sink##_encode_value(&out, &second, &error) ||                                         \
            ((exact) && (first.size != second.size ||                                              \
                            (first.size && memcmp(first.data, second.data, first.size) != 0))))    \
            fail("not the same again", &error, &first);                                            \
    done:                                                                                          \
        rt_buffer_release(&first);                                                                 \
        rt_buffer_release(&second);                                                                \
    }

ROUND(csv, csv_out, false)
ROUND(lax, lax_out, false)
ROUND(raw_b, raw_b, true)
ROUND(raw_ti, raw_ti, true)
ROUND(raw_si, raw_si, true)
ROUND(raw_i, raw_i, true)
ROUND(raw_l, raw_l, true)
ROUND(raw_f, raw_f, true)
ROUND(raw_d, raw_d, true)
ROUND(raw_s, raw_s, true)
ROUND(raw_y, raw_y, true)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const raw[])(struct rt_bytes in, struct rt_arena *arena) = {round_raw_b,
        round_raw_ti, round_raw_si, round_raw_i, round_raw_l, round_raw_f, round_raw_d,
        round_raw_s, round_raw_y};
    struct fuzz_input in = {data, data + size};
    struct rt_arena arena;
    uint8_t which = fuzz_next(&in) % 3;

    rt_arena_init(&arena);
    if (which == 0)
        round_csv(fuzz_rest(&in), &arena);
    else if (which == 1)
        round_lax(fuzz_rest(&in), &arena);
    for (size_t i = 0; which == 2 && i < sizeof raw / sizeof *raw; i++)
        raw[i](fuzz_rest(&in), &arena);
    rt_arena_release(&arena);
    return 0;
}
