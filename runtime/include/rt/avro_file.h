/* Avro object container files (Avro 1.11 specification, "Object Container Files"): codecs null and
 * deflate. Plain functions of one thread; failures: RT_INPUT for a file that is none or is damaged
 * (with its path and the byte), RT_STORAGE for what the system refuses, RT_DECODE for a datum. */
#ifndef RT_AVRO_FILE_H
#define RT_AVRO_FILE_H

#include <rt/job.h>
#include <rt/shape.h>

enum rt_avro_codec { RT_AVRO_NULL_CODEC, RT_AVRO_DEFLATE };

/* ---- reading: rows of the table, whatever schema the file has ---- */

struct rt_avro_reader;

/* `own` is the table's schema: its defaults and aliases count. The file's schema must fit the row
 * that `shape` describes; `shape` outlives the reader. NULL: error. */
struct rt_avro_reader *rt_avro_reader_open(const char *path, const struct rt_schema *own,
    const struct rt_shape *shape, struct rt_error *error);
/* Decodes the next datum into the zeroed row; text and bytes in it are valid until the next call.
 * *ended: there is none. */
bool rt_avro_reader_next(struct rt_avro_reader *reader, void *row, struct rt_arena *arena,
    bool *ended, struct rt_error *error);
void rt_avro_reader_close(struct rt_avro_reader *reader); /* NULL allowed */

/* ---- writing ---- */

struct rt_avro_writer;

/* Writes the head. A file that is there is replaced. NULL: error. */
struct rt_avro_writer *rt_avro_writer_open(const char *path, const char *schema,
    enum rt_avro_codec codec, struct rt_error *error);
/* A datum, as the generated encoder of that schema made it. */
bool rt_avro_writer_add(struct rt_avro_writer *writer, struct rt_bytes datum,
    struct rt_error *error);
/* Writes the last block, if it has data, and closes. The writer is gone in any case. */
bool rt_avro_writer_close(struct rt_avro_writer *writer, struct rt_error *error);

#endif
