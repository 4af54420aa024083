#include "local/local.h"

static void add_u32(struct rt_buffer *out, uint32_t number)
{
    uint8_t bytes[4] = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16),
        (uint8_t)(number >> 24)};

    rt_buffer_add(out, bytes, sizeof bytes);
}

void local_headers_encode(struct rt_buffer *out, const struct rt_header *headers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add_u32(out, (uint32_t)headers[i].key.size);
        rt_buffer_add(out, headers[i].key.data, headers[i].key.size);
        add_u32(out, headers[i].value_null ? UINT32_MAX : (uint32_t)headers[i].value.size);
        if (!headers[i].value_null)
            rt_buffer_add(out, headers[i].value.data, headers[i].value.size);
    }
}

static bool take_u32(struct rt_bytes *blob, uint32_t *number)
{
    const uint8_t *at = blob->data;

    if (blob->size < 4)
        return false;
    *number = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    blob->data += 4;
    blob->size -= 4;
    return true;
}

static bool take_bytes(struct rt_bytes *blob, uint32_t size, struct rt_bytes *bytes)
{
    if (blob->size < size)
        return false;
    *bytes = (struct rt_bytes){blob->data, size};
    blob->data += size;
    blob->size -= size;
    return true;
}

static bool take_header(struct rt_bytes *blob, struct rt_header *header)
{
    struct rt_bytes key;
    uint32_t size;

    *header = (struct rt_header){0};
    if (!take_u32(blob, &size) || !take_bytes(blob, size, &key) || !take_u32(blob, &size))
        return false;
    header->key = (struct rt_text){(const char *)key.data, key.size};
    header->value_null = size == UINT32_MAX;
    return header->value_null || take_bytes(blob, size, &header->value);
}

bool local_headers_decode(struct rt_arena *arena, struct rt_bytes blob,
    const struct rt_header **headers, size_t *count)
{
    struct rt_bytes rest = blob;
    struct rt_header header, *all;

    for (*count = 0; rest.size; ++*count)
        if (!take_header(&rest, &header))
            return false;
    all = rt_arena_alloc(arena, *count * sizeof *all);
    for (size_t i = 0; i < *count; i++)
        take_header(&blob, &all[i]);
    *headers = all;
    return true;
}
