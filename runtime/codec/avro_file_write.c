/* Writing of Avro object container files. */
#include "core/internal.h"

#include <rt/avro.h>
#include <rt/avro_file.h>

#include <string.h>
#include <zlib.h>

static void add_long(struct rt_buffer *out, int64_t value)
{
    uint8_t bytes[RT_AVRO_VARINT_MAX];

    rt_buffer_add(out, bytes, (size_t)(rt_avro_put_long(bytes, value) - bytes));
}

static void add_text(struct rt_buffer *out, const char *text)
{
    add_long(out, (int64_t)strlen(text));
    rt_buffer_add(out, text, strlen(text));
}

void rt_avro_file_head(struct rt_buffer *out, const char *schema, enum rt_avro_codec codec,
    const uint8_t *sync)
{
    rt_buffer_add(out, "Obj\1", 4);
    add_long(out, 2);
    add_text(out, "avro.schema");
    add_text(out, schema);
    add_text(out, "avro.codec");
    add_text(out, codec == RT_AVRO_DEFLATE ? "deflate" : "null");
    add_long(out, 0);
    rt_buffer_add(out, sync, RT_AVRO_SYNC);
}

static bool pack(struct rt_bytes data, struct rt_buffer *packed, struct rt_error *error)
{
    z_stream stream = {.next_in = (uint8_t *)data.data, .avail_in = (uInt)data.size};
    int state = deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8,
        Z_DEFAULT_STRATEGY);
    size_t room = state == Z_OK ? deflateBound(&stream, data.size) : 0;

    if (state == Z_OK) {
        stream.next_out = rt_buffer_reserve(packed, room);
        stream.avail_out = (uInt)room;
        state = deflate(&stream, Z_FINISH);
        packed->size = room - stream.avail_out;
        deflateEnd(&stream);
    }
    return state == Z_STREAM_END || rt_fail(error, RT_MEMORY, RT_STOP, "out of memory");
}

bool rt_avro_file_block(struct rt_buffer *out, uint64_t count, struct rt_bytes data,
    enum rt_avro_codec codec, const uint8_t *sync, struct rt_error *error)
{
    struct rt_buffer packed = {0};

    if (codec == RT_AVRO_DEFLATE) {
        if (!pack(data, &packed, error)) {
            rt_buffer_release(&packed);
            return false;
        }
        data = (struct rt_bytes){packed.data, packed.size};
    }
    add_long(out, (int64_t)count);
    add_long(out, (int64_t)data.size);
    if (data.size)
        rt_buffer_add(out, data.data, data.size);
    rt_buffer_add(out, sync, RT_AVRO_SYNC);
    rt_buffer_release(&packed);
    return true;
}
