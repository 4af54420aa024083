/* Any bytes as a row line, through what scans its `$` members and the generated reader of every
 * type. What the writer wrote must be read again, and written the same. */
#include "codec/program.h"
#include "fuzz.h"

#include <rt/avro.h>
#include <rt/rowline.h>
#include <rt/string.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "avro_fuzz_codec.h"

static void check_again(const struct rt_buffer *first, struct rt_arena *arena)
{
    struct rt_error error = {0};
    struct rt_buffer second = {0};
    struct all row = {0};

    if (!all_read_line((struct rt_text){(const char *)first->data, first->size}, &row, arena,
            rt_zone_utc, &error) || !all_write_json(&row, &second, rt_zone_utc, &error) ||
        first->size != second.size || memcmp(first->data, second.data, first->size) != 0) {
        fprintf(stderr, "not the same again: %s\n%.*s\n%.*s\n", error.message, (int)first->size,
            first->data, (int)second.size, second.data);
        abort();
    }
    rt_buffer_release(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rt_text line = {(const char *)data, size};
    struct rt_rowline_meta meta;
    struct rt_error error = {0};
    struct rt_buffer out = {0};
    struct rt_arena arena;
    struct all row = {0};

    fuzz_arena_open(&arena, size);
    all_read_line(line, &row, &arena, rt_zone_utc, &error);
    fuzz_arena_close(&arena, size);
    row = (struct all){0};
    rt_arena_init(&arena);
    if (rt_rowline_scan(line, &meta, &error) && meta.has_op)
        rt_op_text(meta.op);
    if (all_read_line(line, &row, &arena, rt_zone_utc, &error) &&
        all_write_json(&row, &out, rt_zone_utc, &error))
        check_again(&out, &arena);
    rt_buffer_release(&out);
    rt_arena_release(&arena);
    return 0;
}
