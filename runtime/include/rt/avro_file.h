/* Avro object container files (Avro 1.11 specification, "Object Container Files"): codecs null and
 * deflate. Plain functions of one thread; failures: RT_INPUT for a file that is none or is damaged
 * (with the byte; the caller says which file), RT_STORAGE for what the system refuses, RT_DECODE
 * for a datum. */
#ifndef RT_AVRO_FILE_H
#define RT_AVRO_FILE_H

#include <rt/job.h>
#include <rt/shape.h>

enum { RT_AVRO_SYNC = 16 };

/* ---- reading: rows of the table, whatever schema the file has ---- */

struct rt_avro_reader;

/* `own` is the table's schema: its defaults and aliases count. The file's schema must fit the row
 * that `shape` describes; `shape` outlives the reader. NULL: error. */
struct rt_avro_reader *rt_avro_reader_open(const char *path, const struct rt_schema *own,
    const struct rt_shape *shape, struct rt_error *error);
/* Makes sure that there is a datum to take. *found false: the file has no more. */
bool rt_avro_reader_more(struct rt_avro_reader *reader, bool *found, struct rt_error *error);
/* Decodes the datum that rt_avro_reader_more found into the zeroed row, and takes it. Text and
 * bytes in it are views of its block, valid until rt_avro_reader_forget. */
bool rt_avro_reader_take(struct rt_avro_reader *reader, void *row, struct rt_arena *arena,
    struct rt_error *error);
/* Takes up to `count` data, unseen; *skipped: how many there were. */
bool rt_avro_reader_skip(struct rt_avro_reader *reader, uint64_t count, struct rt_arena *arena,
    uint64_t *skipped, struct rt_error *error);
/* Bytes of earlier blocks, kept for the rows that were taken. */
size_t rt_avro_reader_held(const struct rt_avro_reader *reader);
/* Those rows are no longer used. */
void rt_avro_reader_forget(struct rt_avro_reader *reader);
void rt_avro_reader_close(struct rt_avro_reader *reader); /* NULL allowed */

/* ---- writing: the bytes of a file, appended ---- */

/* The head. `sync` has RT_AVRO_SYNC bytes, and stands behind each block too. */
void rt_avro_file_head(struct rt_buffer *out, const char *schema, enum rt_avro_codec codec,
    const uint8_t *sync);
/* A block of `count` data, each as the generated encoder of that schema made it. */
bool rt_avro_file_block(struct rt_buffer *out, uint64_t count, struct rt_bytes data,
    enum rt_avro_codec codec, const uint8_t *sync, struct rt_error *error);

#endif
