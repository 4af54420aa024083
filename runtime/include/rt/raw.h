/* The raw format: a record is one value. Numbers are big-endian, as those of Flink are, unless an
 * option says otherwise. */
#ifndef RT_RAW_H
#define RT_RAW_H

#include <rt/base.h>

/* A number of `size` bytes (1, 2, 4, 8) of the same size in memory. False: it has another one. */
bool rt_raw_read_number(struct rt_bytes bytes, void *out, size_t size);
bool rt_raw_read_little(struct rt_bytes bytes, void *out, size_t size);
bool rt_raw_read_boolean(struct rt_bytes bytes, bool *out); /* one byte, 0 is FALSE */
/* Malformed UTF-8 becomes U+FFFD, in the arena. */
struct rt_text rt_raw_read_text(struct rt_arena *arena, struct rt_bytes bytes);
/* RT_DECODE, RT_SKIP: names the column, its type and the size found. False. */
bool rt_raw_fail(struct rt_bytes bytes, const char *column, const char *type,
    struct rt_error *error);

void rt_raw_write_number(struct rt_buffer *out, const void *value, size_t size);
void rt_raw_write_little(struct rt_buffer *out, const void *value, size_t size);

#endif
