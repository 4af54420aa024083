/* A row that an operator keeps, as the bytes that the generated code packed (rt/pack.h): values of
 * maps. */
#ifndef RT_ROW_H
#define RT_ROW_H

#include <rt/map.h>

struct rt_row {
    uint8_t *data; /* On the heap. */
    size_t size;
};

/* Copies the bytes into the row, in place of what was there. */
void rt_row_set(struct rt_row *row, struct rt_bytes bytes);
bool rt_row_encode(const void *value, struct rt_buffer *out);
bool rt_row_decode(struct rt_bytes in, void *value, struct rt_error *error);
void rt_row_release(void *value);
size_t rt_row_owned(const void *value);
/* Whether it holds these very bytes. */
static inline bool rt_row_is(const struct rt_row *row, struct rt_bytes bytes)
{
    return row->size == bytes.size &&
        (!bytes.size || !__builtin_memcmp(row->data, bytes.data, bytes.size));
}

/* A value that says nothing but that its key is there. */
struct rt_seen {
    uint8_t nothing;
};

bool rt_seen_encode(const void *value, struct rt_buffer *out);
bool rt_seen_decode(struct rt_bytes in, void *value, struct rt_error *error);

#endif
