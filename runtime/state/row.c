#include "core/internal.h"

#include <rt/row.h>

#include <stdlib.h>
#include <string.h>

void rt_row_set(struct rt_row *row, struct rt_bytes bytes)
{
    if (bytes.size != row->size)
        row->data = rt_reallocate(row->data, bytes.size ? bytes.size : 1, 1);
    row->size = bytes.size;
    if (bytes.size)
        memcpy(row->data, bytes.data, bytes.size);
}

bool rt_row_encode(const void *value, struct rt_buffer *out)
{
    const struct rt_row *row = value;

    if (row->size)
        rt_buffer_add(out, row->data, row->size);
    return true;
}

bool rt_row_decode(struct rt_bytes in, void *value, struct rt_error *error)
{
    (void)error;
    rt_row_set(value, in);
    return true;
}

void rt_row_release(void *value)
{
    struct rt_row *row = value;

    free(row->data);
}

size_t rt_row_owned(const void *value)
{
    return ((const struct rt_row *)value)->size;
}

bool rt_seen_encode(const void *value, struct rt_buffer *out)
{
    (void)value;
    (void)out;
    return true;
}

bool rt_seen_decode(struct rt_bytes in, void *value, struct rt_error *error)
{
    (void)value;
    return !in.size || rt_fail(error, RT_STATE, RT_STOP, "an entry has an unknown form");
}
