/* Writing of Avro object container files. */
#include "core/internal.h"

#include <rt/avro.h>
#include <rt/avro_file.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <zlib.h>

enum { SYNC = 16, BLOCK = 1 << 16 };

struct rt_avro_writer {
    FILE *file;
    char *path;
    uint8_t sync[SYNC];
    enum rt_avro_codec codec;
    struct rt_buffer block, packed;
    uint64_t count; /* data in the block */
};

static bool write_failed(struct rt_avro_writer *writer, struct rt_error *error)
{
    return rt_fail(error, RT_STORAGE, RT_STOP, "%s: %s", writer->path, strerror(errno));
}

static bool write_bytes(struct rt_avro_writer *writer, const void *data, size_t size,
    struct rt_error *error)
{
    return fwrite(data, 1, size, writer->file) == size || write_failed(writer, error);
}

static bool write_long(struct rt_avro_writer *writer, int64_t value, struct rt_error *error)
{
    uint8_t bytes[RT_AVRO_VARINT_MAX];

    return write_bytes(writer, bytes, (size_t)(rt_avro_put_long(bytes, value) - bytes), error);
}

static bool write_text(struct rt_avro_writer *writer, const char *text, struct rt_error *error)
{
    return write_long(writer, (int64_t)strlen(text), error) &&
           write_bytes(writer, text, strlen(text), error);
}

static bool write_head(struct rt_avro_writer *writer, const char *schema, struct rt_error *error)
{
    return write_bytes(writer, "Obj\1", 4, error) && write_long(writer, 2, error) &&
           write_text(writer, "avro.schema", error) && write_text(writer, schema, error) &&
           write_text(writer, "avro.codec", error) &&
           write_text(writer, writer->codec == RT_AVRO_DEFLATE ? "deflate" : "null", error) &&
           write_long(writer, 0, error) && write_bytes(writer, writer->sync, SYNC, error);
}

static void release(struct rt_avro_writer *writer)
{
    if (writer->file)
        fclose(writer->file);
    rt_buffer_release(&writer->block);
    rt_buffer_release(&writer->packed);
    free(writer->path);
    free(writer);
}

struct rt_avro_writer *rt_avro_writer_open(const char *path, const char *schema,
    enum rt_avro_codec codec, struct rt_error *error)
{
    struct rt_avro_writer *writer = rt_allocate(1, sizeof *writer);

    writer->path = rt_duplicate(path);
    writer->codec = codec;
    writer->file = fopen(path, "wb");
    if (!writer->file || getrandom(writer->sync, SYNC, 0) != SYNC)
        write_failed(writer, error);
    else if (write_head(writer, schema, error))
        return writer;
    release(writer);
    return NULL;
}

static bool pack(struct rt_avro_writer *writer, struct rt_error *error)
{
    z_stream stream = {.next_in = writer->block.data, .avail_in = (uInt)writer->block.size};
    int state = deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8,
        Z_DEFAULT_STRATEGY);
    size_t room = state == Z_OK ? deflateBound(&stream, writer->block.size) : 0;

    writer->packed.size = 0;
    if (state == Z_OK) {
        stream.next_out = rt_buffer_reserve(&writer->packed, room);
        stream.avail_out = (uInt)room;
        state = deflate(&stream, Z_FINISH);
        writer->packed.size = room - stream.avail_out;
        deflateEnd(&stream);
    }
    return state == Z_STREAM_END ||
           rt_fail(error, RT_MEMORY, RT_STOP, "%s: out of memory", writer->path);
}

static bool write_block(struct rt_avro_writer *writer, struct rt_error *error)
{
    const struct rt_buffer *block = &writer->block;

    if (writer->codec == RT_AVRO_DEFLATE) {
        if (!pack(writer, error))
            return false;
        block = &writer->packed;
    }
    if (!write_long(writer, (int64_t)writer->count, error) ||
        !write_long(writer, (int64_t)block->size, error) ||
        !write_bytes(writer, block->data, block->size, error) ||
        !write_bytes(writer, writer->sync, SYNC, error))
        return false;
    writer->count = 0;
    writer->block.size = 0;
    return true;
}

bool rt_avro_writer_add(struct rt_avro_writer *writer, struct rt_bytes datum,
    struct rt_error *error)
{
    if (datum.size)
        rt_buffer_add(&writer->block, datum.data, datum.size);
    writer->count++;
    return writer->block.size < BLOCK || write_block(writer, error);
}

bool rt_avro_writer_close(struct rt_avro_writer *writer, struct rt_error *error)
{
    bool done = !writer->count || write_block(writer, error);
    FILE *file = writer->file;

    writer->file = NULL;
    if (fclose(file) && done)
        done = write_failed(writer, error);
    release(writer);
    return done;
}
