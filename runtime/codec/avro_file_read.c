/* Reading of Avro object container files. */
#include "codec/avro_program.h"
#include "core/internal.h"

#include <rt/avro_file.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SYNC = RT_AVRO_SYNC, MOST_HEAD = 1 << 24, MOST_BLOCK = 1 << 28, MOST_EMPTY = 1 << 20 };

struct rt_avro_reader {
    FILE *file;
    const struct rt_shape *shape;
    uint8_t sync[SYNC];
    enum rt_avro_codec codec;
    struct codec_program *program;
    struct rt_buffer stored, block; /* a block as in the file, and its data */
    struct rt_bytes rest;           /* of the block */
    uint64_t left;                  /* data in it */
    bool viewed;                    /* rows are views of it */
    struct rt_buffer *held;         /* earlier blocks of such rows */
    size_t held_count, held_size;
};

static bool damaged(struct rt_avro_reader *reader, struct rt_error *error, const char *why)
{
    return rt_fail(error, RT_INPUT, RT_STOP, "byte %ld: %s", ftell(reader->file), why);
}

/* ---- bytes of the file ---- */

static bool read_long(struct rt_avro_reader *reader, int64_t *out, struct rt_error *error)
{
    uint64_t value = 0;

    for (unsigned shift = 0; shift < 64; shift += 7) {
        int byte = getc(reader->file);

        if (byte == EOF)
            return damaged(reader, error, "it ends within a number");
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            *out = rt_avro_unzigzag(value);
            return true;
        }
    }
    return damaged(reader, error, "a number of more than 64 bits");
}

/* So many bytes, behind each other as they come: a length that lies costs no memory. */
static bool read_bytes(struct rt_avro_reader *reader, int64_t size, int64_t most,
    struct rt_buffer *out, struct rt_error *error)
{
    out->size = 0;
    rt_buffer_reserve(out, 1); /* Decoders take no NULL, not even of no bytes. */
    if (size < 0 || size > most)
        return damaged(reader, error, "a length that is negative or too large");
    while (size) {
        size_t step = size < (1 << 16) ? (size_t)size : 1 << 16;
        uint8_t *at = rt_buffer_reserve(out, step);

        if (fread(at, 1, step, reader->file) != step)
            return damaged(reader, error, "it ends within a block");
        out->size += step;
        size -= (int64_t)step;
    }
    return true;
}

static bool read_sized(struct rt_avro_reader *reader, struct rt_buffer *out,
    struct rt_error *error)
{
    int64_t size;

    return read_long(reader, &size, error) && read_bytes(reader, size, MOST_HEAD, out, error);
}

/* ---- the head ---- */

static bool is_text(const struct rt_buffer *buffer, const char *text)
{
    return buffer->size == strlen(text) && !memcmp(buffer->data, text, buffer->size);
}

/* One entry of the file's properties. */
static bool read_property(struct rt_avro_reader *reader, struct rt_buffer *schema,
    struct rt_error *error)
{
    struct rt_buffer key = {0}, value = {0};
    bool ok = read_sized(reader, &key, error) && read_sized(reader, &value, error);

    if (ok && is_text(&key, "avro.schema")) {
        schema->size = 0;
        rt_buffer_add(schema, value.data, value.size);
        rt_buffer_add(schema, "", 1);
    } else if (ok && is_text(&key, "avro.codec")) {
        reader->codec = is_text(&value, "deflate") ? RT_AVRO_DEFLATE : RT_AVRO_NULL_CODEC;
        if (!is_text(&value, "deflate") && !is_text(&value, "null"))
            ok = rt_fail(error, RT_INPUT, RT_STOP, "codec '%.*s' is not supported yet",
                (int)value.size, (const char *)value.data);
    }
    rt_buffer_release(&key);
    rt_buffer_release(&value);
    return ok;
}

static bool read_head(struct rt_avro_reader *reader, struct rt_buffer *schema,
    struct rt_error *error)
{
    int64_t count, size;
    char magic[4];

    if (fread(magic, 1, sizeof magic, reader->file) != sizeof magic ||
        memcmp(magic, "Obj\1", sizeof magic) != 0)
        return damaged(reader, error, "no Avro file: it does not begin with 'Obj' and 1");
    do {
        if (!read_long(reader, &count, error) ||
            (count < 0 && !read_long(reader, &size, error)))
            return false;
        for (int64_t i = count; i; i += i < 0 ? 1 : -1)
            if (!read_property(reader, schema, error))
                return false;
    } while (count);
    if (fread(reader->sync, 1, SYNC, reader->file) != SYNC)
        return damaged(reader, error, "it ends within its head");
    return schema->size || damaged(reader, error, "its head has no schema");
}

struct rt_avro_reader *rt_avro_reader_open(const char *path, const struct rt_schema *own,
    const struct rt_shape *shape, struct rt_error *error)
{
    struct rt_avro_reader *reader = rt_allocate(1, sizeof *reader);
    struct rt_buffer schema = {0};
    struct rt_schema writer = {0};

    reader->shape = shape;
    reader->file = fopen(path, "rb");
    if (!reader->file) {
        rt_fail(error, RT_STORAGE, RT_STOP, "%s", strerror(errno));
    } else if (read_head(reader, &schema, error)) {
        writer.text = (const char *)schema.data;
        reader->program = codec_program_new(RT_SCHEMA_AVRO, &writer, own, shape, error);
    }
    rt_buffer_release(&schema);
    if (reader->program)
        return reader;
    rt_avro_reader_close(reader);
    return NULL;
}

/* ---- blocks ---- */

/* Grows as the data come, up to a bound for what so many bytes can become. */
static bool inflate_block(struct rt_avro_reader *reader, struct rt_error *error)
{
    z_stream stream = {.next_in = reader->stored.data, .avail_in = (uInt)reader->stored.size};
    int state = inflateInit2(&stream, -15);

    reader->block.size = 0;
    while (state == Z_OK && reader->block.size < MOST_BLOCK) {
        size_t room = reader->stored.size * 2 + 4096;

        stream.next_out = rt_buffer_reserve(&reader->block, room);
        stream.avail_out = (uInt)room;
        state = inflate(&stream, Z_NO_FLUSH);
        reader->block.size += room - stream.avail_out;
        if (state == Z_BUF_ERROR || (state == Z_OK && stream.avail_out))
            break;
    }
    inflateEnd(&stream);
    return state == Z_STREAM_END || damaged(reader, error, "a block that deflate did not make");
}

static bool next_block(struct rt_avro_reader *reader, bool *ended, struct rt_error *error)
{
    int first = getc(reader->file);
    uint8_t sync[SYNC];
    int64_t count, size;

    *ended = first == EOF;
    if (*ended)
        return !ferror(reader->file) || damaged(reader, error, strerror(errno));
    ungetc(first, reader->file);
    if (!read_long(reader, &count, error) || !read_long(reader, &size, error) ||
        !read_bytes(reader, size, MOST_BLOCK, &reader->stored, error))
        return false;
    if (fread(sync, 1, SYNC, reader->file) != SYNC || memcmp(sync, reader->sync, SYNC) != 0)
        return damaged(reader, error, "the marker behind a block is not the file's");
    if (count < 0)
        return damaged(reader, error, "a block of fewer than no data");
    reader->left = (uint64_t)count;
    if (reader->codec == RT_AVRO_DEFLATE && !inflate_block(reader, error))
        return false;
    reader->rest = reader->codec == RT_AVRO_DEFLATE
        ? (struct rt_bytes){reader->block.data, reader->block.size}
        : (struct rt_bytes){reader->stored.data, reader->stored.size};
    if (reader->left > MOST_EMPTY && reader->left > reader->rest.size)
        return damaged(reader, error, "more data in a block than bytes");
    return true;
}

/* Another buffer for the next block, if rows are views of this one. */
static void hold_block(struct rt_avro_reader *reader)
{
    struct rt_buffer *block =
        reader->codec == RT_AVRO_DEFLATE ? &reader->block : &reader->stored;

    if (!reader->viewed)
        return;
    reader->held = rt_reallocate(reader->held, reader->held_count + 1, sizeof *reader->held);
    reader->held[reader->held_count++] = *block;
    reader->held_size += block->size;
    *block = (struct rt_buffer){0};
    reader->viewed = false;
}

bool rt_avro_reader_more(struct rt_avro_reader *reader, bool *found, struct rt_error *error)
{
    bool ended = false;

    while (!reader->left && !ended) {
        if (reader->rest.size)
            return damaged(reader, error, "more bytes in a block than its data");
        hold_block(reader);
        if (!next_block(reader, &ended, error))
            return false;
    }
    *found = !ended;
    return true;
}

bool rt_avro_reader_take(struct rt_avro_reader *reader, void *row, struct rt_arena *arena,
    struct rt_error *error)
{
    size_t used;

    rt_arena_allow(arena, reader->rest.size);
    if (!avro_program_run(reader->program, reader->rest, &used, row, arena, error))
        return false;
    reader->viewed = true;
    reader->left--;
    reader->rest.data += used;
    reader->rest.size -= used;
    return true;
}

/* A block that is skipped as a whole is not decoded. */
bool rt_avro_reader_skip(struct rt_avro_reader *reader, uint64_t count, struct rt_arena *arena,
    uint64_t *skipped, struct rt_error *error)
{
    void *row = rt_allocate(1, reader->shape->size);
    bool found = true, done = true;

    for (*skipped = 0; done && *skipped < count;) {
        done = rt_avro_reader_more(reader, &found, error);
        if (!done || !found)
            break;
        if (reader->left <= count - *skipped) {
            *skipped += reader->left;
            reader->left = reader->rest.size = 0;
        } else {
            memset(row, 0, reader->shape->size);
            done = rt_avro_reader_take(reader, row, arena, error);
            ++*skipped;
        }
    }
    free(row);
    return done;
}

size_t rt_avro_reader_held(const struct rt_avro_reader *reader)
{
    return reader->held_size;
}

void rt_avro_reader_forget(struct rt_avro_reader *reader)
{
    for (size_t i = 0; i < reader->held_count; i++)
        rt_buffer_release(&reader->held[i]);
    reader->held_count = reader->held_size = 0;
    reader->viewed = false;
}

void rt_avro_reader_close(struct rt_avro_reader *reader)
{
    if (!reader)
        return;
    rt_avro_reader_forget(reader);
    free(reader->held);
    if (reader->file)
        fclose(reader->file);
    codec_program_free(reader->program);
    rt_buffer_release(&reader->stored);
    rt_buffer_release(&reader->block);
    free(reader);
}
