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
    struct rt_unpack in = {.at = values->bytes.data + *at,
        .end = values->bytes.data + values->bytes.size};
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

/* The first one that begins with `prefix`, or is it if `whole`: from *from to *to. */
static bool find(const struct rt_values *values, struct rt_bytes prefix, bool whole, size_t *from,
    size_t *to)
{
    for (*to = values->head; *to < values->bytes.size;) {
        struct rt_bytes found;

        *from = *to;
        found = take(values, to);
        if ((whole ? found.size == prefix.size : found.size >= prefix.size) &&
            (!prefix.size || !memcmp(found.data, prefix.data, prefix.size)))
            return true;
    }
    return false;
}

bool rt_values_remove(struct rt_values *values, struct rt_bytes value)
{
    size_t from, to;

    if (!find(values, value, true, &from, &to))
        return false;
    cut(values, from, to);
    values->count--;
    return true;
}

enum rt_removed rt_values_remove_prefix(struct rt_values *values, struct rt_bytes prefix)
{
    size_t from, to;
    bool last;

    if (!find(values, prefix, false, &from, &to))
        return RT_REMOVED_NONE;
    last = from == values->last;
    cut(values, from, to);
    values->count--;
    return last ? RT_REMOVED_LAST : RT_REMOVED_OTHER;
}

void rt_values_put(struct rt_values *values, struct rt_bytes value, size_t prefix)
{
    struct rt_buffer *bytes = &values->bytes, record = {0};
    size_t from, to;

    if (!find(values, (struct rt_bytes){value.data, prefix}, false, &from, &to)) {
        rt_values_add(values, value);
        return;
    }
    rt_pack_bytes(&record, value);
    rt_buffer_reserve(bytes, record.size);
    memmove(bytes->data + from + record.size, bytes->data + to, bytes->size - to);
    memcpy(bytes->data + from, record.data, record.size);
    bytes->size += record.size - (to - from);
    if (from != values->last)
        values->last += record.size - (to - from);
    rt_buffer_release(&record);
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

bool rt_values_encode(const void *value, struct rt_buffer *out)
{
    rt_values_pack(value, out);
    return true;
}

bool rt_values_decode(struct rt_bytes in, void *value, struct rt_error *error)
{
    struct rt_unpack from = rt_unpack_of(in);

    rt_values_unpack(&from, value);
    return rt_unpack_end(&from) ||
        rt_fail(error, RT_STATE, RT_STOP, "kept values have an unknown form");
}

void rt_values_forget(void *value)
{
    rt_values_release(value);
}

size_t rt_values_owned(const void *value)
{
    return ((const struct rt_values *)value)->bytes.capacity;
}
