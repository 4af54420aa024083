/* Any bytes through generated JSON decoders, of a schema and of the format 'json', and the rows
 * they make through the encoders. What an encoder wrote must be read again, and written the same.
 * The codecs are those of json_fuzz_codec.h, which json_fuzz_gen.c makes. */
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
        struct tag##_few few = {0};                                                                \
                                                                                                   \
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rt_arena arena;

    rt_arena_init(&arena);
    round_all((struct rt_bytes){data, size}, &arena);
    round_plain((struct rt_bytes){data, size}, &arena);
    rt_arena_release(&arena);
    return 0;
}
