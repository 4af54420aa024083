/* Avro container files. The first byte tells how the file is made: of any bytes, or with a head and
 * blocks of the data that follow; and how it is read. */
#include "codec/program.h"
#include "fuzz.h"

#include <rt/avro.h>
#include <rt/avro_file.h>
#include <rt/rowline.h>
#include <rt/string.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "avro_fuzz_codec.h"

enum { MADE = 1, DEFLATED = 2, SKIPPED = 4, FORGOTTEN = 8, MOST_ROWS = 1000, BLOCK = 64,
    GREATEST_RATIO = 1032 /* of deflate */, FIXED = 64 << 20 /* with the trees of schemas */ };

static const uint8_t sync_marker[RT_AVRO_SYNC] = "0123456789abcde";

/* A count, the bytes that belong to it, and the rest as the next block. */
static void add_blocks(struct rt_buffer *file, struct fuzz_input *in, enum rt_avro_codec codec)
{
    struct rt_error error;

    while (in->at < in->end) {
        uint64_t count = fuzz_next(in);
        struct rt_bytes data = fuzz_rest(in);

        if (data.size > BLOCK * (1 + count % 4))
            data.size = BLOCK * (1 + count % 4);
        if (!rt_avro_file_block(file, count, data, codec, sync_marker, &error))
            abort();
        in->at += data.size;
    }
}

/* A file in memory, and its path. */
static int put_file(const void *data, size_t size, char path[32])
{
    int fd = memfd_create("fuzz", 0);

    if (fd < 0 || write(fd, data, size) != (ssize_t)size)
        abort();
    snprintf(path, 32, "/proc/self/fd/%d", fd);
    return fd;
}

static void read_rows(struct rt_avro_reader *reader, uint8_t how)
{
    struct rt_error error = {0};
    struct rt_arena arena;
    uint64_t skipped;
    bool found = true;

    rt_arena_init(&arena);
    if (how & SKIPPED)
        found = rt_avro_reader_skip(reader, how, &arena, &skipped, &error);
    for (int i = 0; found && i < MOST_ROWS; i++) {
        struct all row = {0};

        if (!rt_avro_reader_more(reader, &found, &error) || !found ||
            !rt_avro_reader_take(reader, &row, &arena, &error))
            break;
        if (how & FORGOTTEN) {
            rt_avro_reader_forget(reader);
            rt_arena_reset(&arena);
        }
    }
    if (error.code && !error.message[0])
        abort();
    rt_arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct rt_schema own = {.text = all_schema};
    struct fuzz_input in = {data, data + size};
    uint8_t how = fuzz_next(&in);
    enum rt_avro_codec codec = how & DEFLATED ? RT_AVRO_DEFLATE : RT_AVRO_NULL_CODEC;
    struct rt_buffer file = {0};
    struct rt_error error = {0};
    struct rt_avro_reader *reader;
    char path[32];
    int fd;

    if (how & MADE) {
        rt_avro_file_head(&file, all_schema, codec, sync_marker);
        add_blocks(&file, &in, codec);
    } else {
        rt_buffer_add(&file, in.at, (size_t)(in.end - in.at));
    }
    fd = put_file(file.data, file.size, path);
    fuzz_heap_begin();
    reader = rt_avro_reader_open(path, &own, &all_value_shape, &error);
    if (reader)
        read_rows(reader, how);
    else if (!error.message[0])
        abort();
    rt_avro_reader_close(reader);
    fuzz_heap_end(file.size * (codec == RT_AVRO_DEFLATE ? GREATEST_RATIO : 1), FIXED);
    close(fd);
    rt_buffer_release(&file);
    return 0;
}
