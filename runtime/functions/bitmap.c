/* BITMAP as bytes: Roaring's portable form (github.com/RoaringBitmap/RoaringFormatSpec), where a
 * container is written as runs if that is shorter than its other form. (conformance:
 * variant_bitmap.slt) */
#include <rt/bitmap.h>
#include <rt/print.h>

#include <string.h>

enum { COOKIE = 12346, COOKIE_RUNS = 12347, OFFSETS_FROM = 4, SPARSE_MOST = 4096,
    CONTAINERS_MOST = 65536, BITS_SIZE = RT_BITMAP_WORDS * 8, ARRAY_MOST = 1 << 27,
    TEXT_MOST = 0x80000 /* of Java's RoaringBitmap.toString */ };

static uint16_t read_u16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

static uint32_t read_u32(const uint8_t *at)
{
    return read_u16(at) | (uint32_t)read_u16(at + 2) << 16;
}

static uint64_t read_u64(const uint8_t *at)
{
    return read_u32(at) | (uint64_t)read_u32(at + 4) << 32;
}

/* ---- reading ---- */

/* A pointer over `size` bytes; NULL: they are not there. */
static const uint8_t *take(struct rt_bitmap_reader *reader, size_t size)
{
    const uint8_t *at = reader->at;

    if ((size_t)(reader->end - at) < size)
        return NULL;
    reader->at += size;
    return at;
}

static bool read_head(struct rt_bitmap_reader *reader)
{
    const uint8_t *cookie = take(reader, 4), *count;
    bool offsets = true;

    if (!cookie)
        return false;
    if (read_u16(cookie) == COOKIE_RUNS) {
        reader->containers = (uint32_t)read_u16(cookie + 2) + 1;
        reader->runs = take(reader, (reader->containers + 7) / 8);
        if (!reader->runs)
            return false;
        offsets = reader->containers >= OFFSETS_FROM;
    } else if (read_u32(cookie) == COOKIE) {
        count = take(reader, 4);
        if (!count || read_u32(count) > CONTAINERS_MOST)
            return false;
        reader->containers = read_u32(count);
    } else {
        return false;
    }
    reader->heads = take(reader, (size_t)reader->containers * 4);
    return reader->heads && (!offsets || take(reader, (size_t)reader->containers * 4));
}

struct rt_bitmap_reader rt_bitmap_read(struct rt_bytes a)
{
    struct rt_bitmap_reader reader = {.start = a.data, .at = a.data, .end = a.data + a.size};

    if (!a.size || !read_head(&reader))
        reader.containers = 0;
    return reader;
}

bool rt_bitmap_next(struct rt_bitmap_reader *reader, struct rt_bitmap_part *part)
{
    uint32_t index = reader->next;
    const uint8_t *head, *items;

    if (index >= reader->containers)
        return false;
    head = reader->heads + (size_t)index * 4;
    part->key = read_u16(head);
    part->count = part->items = (uint32_t)read_u16(head + 2) + 1;
    if (reader->runs && reader->runs[index / 8] >> index % 8 & 1) {
        items = take(reader, 2);
        if (!items)
            return false;
        part->form = RT_BITMAP_RUNS;
        part->items = read_u16(items);
        part->data = take(reader, (size_t)part->items * 4);
    } else if (part->count > SPARSE_MOST) {
        part->form = RT_BITMAP_BITS;
        part->data = take(reader, BITS_SIZE);
    } else {
        part->form = RT_BITMAP_SORTED;
        part->data = take(reader, (size_t)part->items * 2);
    }
    if (part->data)
        reader->next++;
    return part->data;
}

void rt_bitmap_set_range(uint64_t words[RT_BITMAP_WORDS], uint32_t first, uint32_t last)
{
    uint64_t low = UINT64_MAX << first % 64, high = UINT64_MAX >> (63 - last % 64);

    if (first / 64 == last / 64) {
        words[first / 64] |= low & high;
        return;
    }
    words[first / 64] |= low;
    for (uint32_t i = first / 64 + 1; i < last / 64; i++)
        words[i] = UINT64_MAX;
    words[last / 64] |= high;
}

void rt_bitmap_expand(const struct rt_bitmap_part *part, uint64_t words[RT_BITMAP_WORDS])
{
    switch (part->form) {
    case RT_BITMAP_SORTED:
        for (uint32_t i = 0; i < part->items; i++) {
            uint16_t low = read_u16(part->data + (size_t)i * 2);

            words[low / 64] |= UINT64_C(1) << low % 64;
        }
        return;
    case RT_BITMAP_BITS:
        for (uint32_t i = 0; i < RT_BITMAP_WORDS; i++)
            words[i] |= read_u64(part->data + (size_t)i * 8);
        return;
    case RT_BITMAP_RUNS:
        for (uint32_t i = 0; i < part->items; i++) {
            uint32_t first = read_u16(part->data + (size_t)i * 4);
            uint32_t last = first + read_u16(part->data + (size_t)i * 4 + 2);

            rt_bitmap_set_range(words, first, last > UINT16_MAX ? UINT16_MAX : last);
        }
        return;
    }
}

/* ---- BITMAP_FROM_BYTES ---- */

static bool is_ascending(const struct rt_bitmap_part *part)
{
    int64_t last = -1; /* of the lower halves */
    uint32_t count = 0;

    for (uint32_t i = 0; i < part->items && part->form != RT_BITMAP_BITS; i++) {
        bool run = part->form == RT_BITMAP_RUNS;
        const uint8_t *at = part->data + (size_t)i * (run ? 4 : 2);
        uint32_t first = read_u16(at), more = run ? read_u16(at + 2) : 0;

        if (first <= last || first + more > UINT16_MAX)
            return false;
        last = first + more;
        count += more + 1;
    }
    for (uint32_t i = 0; i < RT_BITMAP_WORDS && part->form == RT_BITMAP_BITS; i++)
        count += (uint32_t)__builtin_popcountll(read_u64(part->data + (size_t)i * 8));
    return count == part->count;
}

static bool is_bitmap(struct rt_bytes bytes)
{
    struct rt_bitmap_reader reader = {.start = bytes.data, .at = bytes.data,
        .end = bytes.data + bytes.size};
    struct rt_bitmap_part part;
    int32_t last = -1;

    if (!bytes.size || !read_head(&reader))
        return false;
    for (; rt_bitmap_next(&reader, &part); last = part.key)
        if (part.key <= last || !is_ascending(&part))
            return false;
    return reader.next == reader.containers;
}

bool rt_bitmap_from_bytes(struct rt_arena *arena, struct rt_bytes bytes, struct rt_bytes *out,
    struct rt_error *error)
{
    struct rt_bitmap_set set = {0};

    if (!is_bitmap(bytes))
        return rt_fail(error, RT_EXPRESSION, RT_STOP,
            "%zu bytes are no bitmap in Roaring's portable form", bytes.size);
    rt_bitmap_set_or(&set, bytes);
    *out = rt_bitmap_set_bytes(&set, arena);
    rt_bitmap_set_release(&set);
    return true;
}

bool rt_json_bitmap(struct rt_json *json, struct rt_bytes *out)
{
    struct rt_error error;
    struct rt_bytes bytes;

    return rt_json_bytes(json, &bytes) &&
        (rt_bitmap_from_bytes(json->arena, bytes, out, &error) ||
            rt_json_fail(json, "%s", error.message));
}

/* ---- functions ---- */

static struct rt_bytes combine(struct rt_arena *arena, struct rt_bytes a, struct rt_bytes b,
    void (*change)(struct rt_bitmap_set *set, struct rt_bytes bitmap))
{
    struct rt_bitmap_set set = {0};
    struct rt_bytes bytes;

    rt_bitmap_set_or(&set, a);
    change(&set, b);
    bytes = rt_bitmap_set_bytes(&set, arena);
    rt_bitmap_set_release(&set);
    return bytes;
}

struct rt_bytes rt_bitmap_and(struct rt_arena *arena, struct rt_bytes a, struct rt_bytes b)
{
    return combine(arena, a, b, rt_bitmap_set_and);
}

struct rt_bytes rt_bitmap_or(struct rt_arena *arena, struct rt_bytes a, struct rt_bytes b)
{
    return combine(arena, a, b, rt_bitmap_set_or);
}

struct rt_bytes rt_bitmap_xor(struct rt_arena *arena, struct rt_bytes a, struct rt_bytes b)
{
    return combine(arena, a, b, rt_bitmap_set_xor);
}

struct rt_bytes rt_bitmap_andnot(struct rt_arena *arena, struct rt_bytes a, struct rt_bytes b)
{
    return combine(arena, a, b, rt_bitmap_set_andnot);
}

struct rt_bytes rt_bitmap_build(struct rt_arena *arena, struct rt_array numbers)
{
    const int32_t *at = numbers.at;
    struct rt_bitmap_set set = {0};
    struct rt_bytes bytes;

    for (size_t i = 0; i < numbers.count; i++)
        if (!numbers.null || !numbers.null[i])
            rt_bitmap_set_add(&set, at[i]);
    bytes = rt_bitmap_set_bytes(&set, arena);
    rt_bitmap_set_release(&set);
    return bytes;
}

struct rt_bytes rt_bitmap_to_bytes(struct rt_bytes a)
{
    return a;
}

int64_t rt_bitmap_cardinality(struct rt_bytes a)
{
    struct rt_bitmap_reader reader = rt_bitmap_read(a);
    struct rt_bitmap_part part;
    int64_t count = 0;

    while (rt_bitmap_next(&reader, &part))
        count += part.count;
    return count;
}

void rt_bitmap_visit(struct rt_bytes a, bool (*each)(void *to, uint32_t number), void *to)
{
    struct rt_bitmap_reader reader = rt_bitmap_read(a);
    struct rt_bitmap_part part;

    while (rt_bitmap_next(&reader, &part)) {
        uint64_t words[RT_BITMAP_WORDS] = {0};

        rt_bitmap_expand(&part, words);
        for (uint32_t i = 0; i < RT_BITMAP_WORDS; i++)
            for (uint64_t word = words[i]; word; word &= word - 1)
                if (!each(to, ((uint32_t)part.key << 16) + i * 64 +
                            (uint32_t)__builtin_ctzll(word)))
                    return;
    }
}

struct listing {
    int32_t *at;
    size_t count, capacity;
};

static bool append(void *to, uint32_t number)
{
    struct listing *listing = to;

    if (listing->count < listing->capacity)
        listing->at[listing->count++] = (int32_t)number;
    return listing->count < listing->capacity;
}

bool rt_bitmap_to_array(struct rt_arena *arena, struct rt_bytes a, struct rt_array *out,
    struct rt_error *error)
{
    int64_t count = rt_bitmap_cardinality(a);
    struct listing listing;

    if (count > ARRAY_MOST)
        return rt_fail(error, RT_EXPRESSION, RT_STOP,
            "a bitmap of %lld numbers is too large for an array", (long long)count);
    listing = (struct listing){rt_arena_alloc(arena, (size_t)count * sizeof *listing.at), 0,
        (size_t)count};
    rt_bitmap_visit(a, append, &listing);
    *out = (struct rt_array){listing.count, listing.at, NULL};
    return true;
}

struct printing {
    struct rt_buffer *out;
    size_t start;
};

static bool print_number(void *to, uint32_t number)
{
    struct printing *printing = to;
    size_t size = printing->out->size - printing->start;

    if (size > 1)
        rt_buffer_add_text(printing->out, ",");
    if (size >= TEXT_MOST) {
        rt_buffer_add_text(printing->out, "...");
        return false;
    }
    rt_print_int(printing->out, number);
    return true;
}

void rt_print_bitmap(struct rt_buffer *out, struct rt_bytes a)
{
    struct printing printing = {out, out->size};

    rt_buffer_add_text(out, "{");
    rt_bitmap_visit(a, print_number, &printing);
    rt_buffer_add_text(out, "}");
}

struct rt_text rt_bitmap_to_string(struct rt_arena *arena, struct rt_bytes a)
{
    struct rt_buffer out = {0};
    struct rt_text text;

    rt_print_bitmap(&out, a);
    text = rt_text_copy(arena, (struct rt_text){(const char *)out.data, out.size});
    rt_buffer_release(&out);
    return text;
}
