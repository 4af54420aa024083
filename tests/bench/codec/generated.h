/* What the benchmark does with the generated codecs of one format: bench_gen puts this behind them.
 * FORMAT: the first part of these names; AMOUNT(row): hundredths. */

#define PASTE(format, name) format##name
#define NAMED(format, name) PASTE(format, name)

static uint64_t sum(const struct orders *row)
{
    bool has_status = !rt_null_get(row->nulls, ORDERS_STATUS);
    uint64_t bits, h;

    memcpy(&bits, &row->price, 8);
    h = (uint64_t)row->id + (uint64_t)AMOUNT(row) * 3 + (uint64_t)row->quantity * 5 +
        (bits >> 16) + (uint64_t)row->ts + sum_text(row->user) + sum_text(row->product) +
        sum_text(row->address.street) * 3 + sum_text(row->address.city) * 5 +
        sum_text(row->address.zip) * 7 + (has_status ? sum_text(row->status) * 11 : 1);
    for (size_t i = 0; i < row->tags.count; i++)
        h += sum_text(row->tags.at[i]) * (13 + 2 * i);
    return h;
}

static struct rt_bytes record(const uint8_t *bytes, const uint32_t *offsets, size_t i)
{
    return (struct rt_bytes){bytes + offsets[i], offsets[i + 1] - offsets[i]};
}

uint64_t NAMED(FORMAT, _decode)(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena)
{
    struct rt_error error;
    uint64_t h = 0;

    for (size_t i = 0; i < count; i++) {
        struct orders row;

        rt_row_clear(&row, sizeof row);
        if (!orders_decode_value_0(record(bytes, offsets, i), &row, arena, &error))
            return 0;
        h += sum(&row);
    }
    return h;
}

uint64_t NAMED(FORMAT, _few)(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena)
{
    struct rt_error error;
    uint64_t h = 0;

    for (size_t i = 0; i < count; i++) {
        struct few row;

        rt_row_clear(&row, sizeof row);
        if (!few_decode_value_0(record(bytes, offsets, i), &row, arena, &error))
            return 0;
        h += (uint64_t)row.id + (uint64_t)row.quantity * 5;
    }
    return h;
}

static struct orders *rows;

void NAMED(FORMAT, _prepare)(const uint8_t *bytes, const uint32_t *offsets, size_t count,
    struct rt_arena *arena)
{
    struct rt_error error;

    rows = rt_arena_alloc(arena, count * sizeof *rows);
    memset(rows, 0, count * sizeof *rows);
    for (size_t i = 0; i < count; i++)
        orders_decode_value_0(record(bytes, offsets, i), &rows[i], arena, &error);
}

uint64_t NAMED(FORMAT, _encode)(size_t first, size_t count, struct rt_buffer *out)
{
    struct rt_error error;
    uint64_t size = 0;

    for (size_t i = first; i < first + count; i++) {
        out->size = 0;
        if (!orders_encode_value(&rows[i], out, &error))
            return 0;
        size += out->size;
    }
    return size;
}
