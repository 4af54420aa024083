/* The raw format. */
#include <rt/raw.h>
#include <rt/string.h>

#include <string.h>

/* Copies the bytes in reverse order. */
static void copy_swapped(uint8_t *to, const uint8_t *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        to[i] = from[size - 1 - i];
}

bool rt_raw_read_number(struct rt_bytes bytes, void *out, size_t size)
{
    if (bytes.size != size)
        return false;
    copy_swapped(out, bytes.data, size);
    return true;
}

bool rt_raw_read_little(struct rt_bytes bytes, void *out, size_t size)
{
    if (bytes.size != size)
        return false;
    memcpy(out, bytes.data, size); /* As the machines are that this runs on. */
    return true;
}

bool rt_raw_read_boolean(struct rt_bytes bytes, bool *out)
{
    if (bytes.size != 1)
        return false;
    *out = bytes.data[0] != 0;
    return true;
}

struct rt_text rt_raw_read_text(struct rt_arena *arena, struct rt_bytes bytes)
{
    if (rt_utf8_valid((const char *)bytes.data, bytes.size))
        return (struct rt_text){(const char *)bytes.data, bytes.size};
    return rt_utf8_repair(arena, bytes);
}

bool rt_raw_fail(struct rt_bytes bytes, const char *column, const char *type,
    struct rt_error *error)
{
    return rt_fail(error, RT_DECODE, RT_SKIP, "column '%s': %zu bytes are no raw %s", column,
        bytes.size, type);
}

void rt_raw_write_number(struct rt_buffer *out, const void *value, size_t size)
{
    copy_swapped(rt_buffer_reserve(out, size), value, size);
    out->size += size;
}

void rt_raw_write_little(struct rt_buffer *out, const void *value, size_t size)
{
    rt_buffer_add(out, value, size);
}
