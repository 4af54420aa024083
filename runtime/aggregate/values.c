#include <rt/aggregate.h>

enum { COMPACT_BYTES = 256 };

void rt_values_release(struct rt_values *values)
{
    rt_buffer_release(&values->bytes);
    *values = (struct rt_values){0};
}

void rt_values_clear(struct rt_values *values)
{
    values->bytes.size = 0;
    values->head = values->last = values->count = 0;
}

void rt_values_add(struct rt_values *values, struct rt_bytes value)
{
    values->last = values->bytes.size;
    rt_pack_bytes(&values->bytes, value);
    values->count++;
}

/* The value at *at, which moves behind it. */
static struct rt_bytes take(const struct rt_values *values, size_t *at)
{
    struct rt_unpack in = {values->bytes.data + *at, values->bytes.data + values->bytes.size, false};
    struct rt_bytes value = rt_unpack_bytes(&in);

    *at = (size_t)(in.at - values->bytes.data);
    return value;
}

static size_t find_last(const struct rt_values *values)
{
    size_t last = values->head;

    for (size_t at = values->head; at < values->bytes.size;) {
        last = at;
        take(values, &at);
    }
    return last;
}

/* Takes out what lies from `from` to `to`. The first ones are only skipped, and moved over when
 * they are the greater part. */
static void cut(struct rt_values *values, size_t from, size_t to)
{
    struct rt_buffer *bytes = &values->bytes;
    bool was_last = from == values->last;

    if (from == values->head) {
        values->head = to;
        if (to < bytes->size && (to < COMPACT_BYTES || to * 2 < bytes->size))
            return;
        from = 0;
        values->head = 0;
    }
    memmove(bytes->data + from, bytes->data + to, bytes->size - to);
    bytes->size -= to - from;
    values->last = was_last ? find_last(values) : values->last - (to - from);
}

bool rt_values_remove(struct rt_values *values, struct rt_bytes value)
{
    for (size_t at = values->head; at < values->bytes.size;) {
        size_t from = at;
        struct rt_bytes found = take(values, &at);

        if (found.size != value.size ||
            (value.size && memcmp(found.data, value.data, value.size) != 0))
            continue;
        cut(values, from, at);
        values->count--;
        return true;
    }
    return false;
}

struct rt_bytes rt_values_first(const struct rt_values *values)
{
    size_t at = values->head;

    return values->count ? take(values, &at) : (struct rt_bytes){0};
}

struct rt_bytes rt_values_last(const struct rt_values *values)
{
    size_t at = values->last;

    return values->count ? take(values, &at) : (struct rt_bytes){0};
}

bool rt_values_next(const struct rt_values *values, size_t *at, struct rt_bytes *value)
{
    if (*at < values->head)
        *at = values->head;
    if (*at >= values->bytes.size)
        return false;
    *value = take(values, at);
    return true;
}

struct rt_text rt_values_join(const struct rt_values *values, struct rt_text separator,
    struct rt_arena *arena)
{
    char *data = rt_arena_alloc(arena,
        values->bytes.size - values->head + values->count * separator.size);
    struct rt_text text = {data, 0};
    struct rt_bytes value;
    bool first = true;

    for (size_t at = 0; rt_values_next(values, &at, &value); first = false) {
        if (!first && separator.size) {
            memcpy(data + text.size, separator.data, separator.size);
            text.size += separator.size;
        }
        if (value.size)
            memcpy(data + text.size, value.data, value.size);
        text.size += value.size;
    }
    return text;
}

void rt_values_pack(const struct rt_values *values, struct rt_buffer *out)
{
    rt_pack_size(out, values->count);
    rt_pack_bytes(out, (struct rt_bytes){values->bytes.data + values->head,
        values->bytes.size - values->head});
}

void rt_values_unpack(struct rt_unpack *in, struct rt_values *values)
{
    size_t count = rt_unpack_size(in);
    struct rt_bytes bytes = rt_unpack_bytes(in);

    if (bytes.size)
        rt_buffer_add(&values->bytes, bytes.data, bytes.size);
    values->count = count;
    values->last = find_last(values);
}
