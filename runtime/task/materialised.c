#include "task/materialised.h"
#include "core/internal.h"

#include <stdlib.h>
#include <string.h>

/* A row is its cells, each preceded by its size in a uint32_t; NULL_CELL stands for NULL. */
#define NULL_CELL UINT32_MAX

enum { FIRST_SLOTS = 64 };

struct row {
    struct rt_bytes key, cells; /* Both in the arena; equal when the row has no key. */
    uint32_t hash;
    size_t count;               /* How often it is in the table; 0: gone. */
};

struct materialised {
    const struct rt_sink *sink;
    struct row *rows; /* In order of first appearance. */
    size_t row_count, row_capacity;
    size_t *slots;    /* Open addressing: row index + 1; 0 is free. */
    size_t slot_count;
    struct rt_arena arena;
    struct rt_buffer key, cells;
};

struct materialised *materialised_new(const struct rt_sink *sink)
{
    struct materialised *table = rt_allocate(1, sizeof *table);

    table->sink = sink;
    return table;
}

void materialised_free(struct materialised *table)
{
    if (!table)
        return;
    rt_arena_release(&table->arena);
    rt_buffer_release(&table->key);
    rt_buffer_release(&table->cells);
    free(table->rows);
    free(table->slots);
    free(table);
}

static size_t *slot_of(struct materialised *table, struct rt_bytes key, uint32_t hash)
{
    for (size_t i = hash;; i++) {
        size_t *slot = &table->slots[i & (table->slot_count - 1)];
        const struct row *row;

        if (!*slot)
            return slot;
        row = &table->rows[*slot - 1];
        if (row->hash == hash && row->key.size == key.size &&
            !memcmp(row->key.data, key.data, key.size))
            return slot;
    }
}

static void grow(struct materialised *table)
{
    free(table->slots);
    table->slot_count = table->slot_count ? table->slot_count * 2 : FIRST_SLOTS;
    table->slots = rt_allocate(table->slot_count, sizeof *table->slots);
    for (size_t i = 0; i < table->row_count; i++)
        *slot_of(table, table->rows[i].key, table->rows[i].hash) = i + 1;
}

static struct row *row_of(struct materialised *table, struct rt_bytes key)
{
    uint32_t hash = rt_murmur2(key);
    size_t *slot;

    if (table->row_count * 2 >= table->slot_count)
        grow(table);
    slot = slot_of(table, key, hash);
    if (*slot)
        return &table->rows[*slot - 1];
    if (table->row_count == table->row_capacity) {
        table->row_capacity = table->row_capacity ? table->row_capacity * 2 : FIRST_SLOTS;
        table->rows = rt_reallocate(table->rows, table->row_capacity, sizeof *table->rows);
    }
    table->rows[table->row_count++] =
        (struct row){.key = rt_bytes_copy(&table->arena, key), .hash = hash};
    *slot = table->row_count;
    return &table->rows[table->row_count - 1];
}

static void add_cell(struct rt_buffer *out, const struct rt_buffer *cells, const size_t *starts,
    const bool *nulls, size_t column)
{
    size_t size = starts[column + 1] - starts[column];
    uint32_t mark = nulls[column] ? NULL_CELL : (uint32_t)size;

    rt_buffer_add(out, &mark, sizeof mark);
    if (!nulls[column])
        rt_buffer_add(out, cells->data + starts[column], size);
}

void materialised_apply(struct materialised *table, enum rt_op op, const struct rt_buffer *cells,
    const size_t *starts, const bool *nulls)
{
    const struct rt_sink *sink = table->sink;
    bool keyed = sink->key_column_count > 0, adds = op == RT_INSERT || op == RT_UPDATE_AFTER;
    struct rt_buffer *key = keyed ? &table->key : &table->cells;
    struct row *row;

    table->key.size = table->cells.size = 0;
    for (size_t i = 0; i < sink->column_count; i++)
        add_cell(&table->cells, cells, starts, nulls, i);
    for (size_t i = 0; i < sink->key_column_count; i++)
        add_cell(&table->key, cells, starts, nulls, sink->key_columns[i]);
    row = row_of(table, (struct rt_bytes){key->data, key->size});
    if (!adds) {
        row->count -= row->count > 0;
        return;
    }
    row->count = keyed ? 1 : row->count + 1;
    if (!keyed)
        row->cells = row->key;
    else if (row->cells.size != table->cells.size ||
        memcmp(row->cells.data, table->cells.data, table->cells.size) != 0)
        row->cells = rt_bytes_copy(&table->arena,
            (struct rt_bytes){table->cells.data, table->cells.size});
}

/* ---- printing ---- */

static struct rt_text next_cell(struct rt_bytes *rest)
{
    struct rt_text cell = RT_TEXT("<NULL>");
    uint32_t size;

    memcpy(&size, rest->data, sizeof size);
    rest->data += sizeof size;
    rest->size -= sizeof size;
    if (size == NULL_CELL)
        return cell;
    cell = (struct rt_text){(const char *)rest->data, size};
    rest->data += size;
    rest->size -= size;
    return cell;
}

/* Code points stand for columns of the terminal. */
static size_t width_of(struct rt_text text)
{
    size_t width = 0;

    for (size_t i = 0; i < text.size; i++)
        width += ((unsigned char)text.data[i] & 0xc0) != 0x80;
    return width;
}

static void widen(size_t *width, struct rt_text text)
{
    size_t own = width_of(text);

    if (own > *width)
        *width = own;
}

static void put_repeated(struct rt_buffer *out, char what, size_t count)
{
    while (count--)
        rt_buffer_add(out, &what, 1);
}

static void put_cell(struct rt_buffer *out, struct rt_text text, size_t width)
{
    rt_buffer_add_text(out, " ");
    put_repeated(out, ' ', width - width_of(text));
    rt_buffer_add(out, text.data, text.size);
    rt_buffer_add_text(out, " |");
}

static void put_rule(struct rt_buffer *out, const size_t *widths, size_t count)
{
    rt_buffer_add_text(out, "+");
    for (size_t i = 0; i < count; i++) {
        put_repeated(out, '-', widths[i] + 2);
        rt_buffer_add_text(out, "+");
    }
    rt_buffer_add_text(out, "\n");
}

static void put_rows(const struct materialised *table, const size_t *widths,
    struct rt_buffer *out)
{
    for (size_t i = 0; i < table->row_count; i++) {
        for (size_t copy = 0; copy < table->rows[i].count; copy++) {
            struct rt_bytes rest = table->rows[i].cells;

            rt_buffer_add_text(out, "|");
            for (size_t j = 0; j < table->sink->column_count; j++)
                put_cell(out, next_cell(&rest), widths[j]);
            rt_buffer_add_text(out, "\n");
        }
    }
}

void materialised_print(const struct materialised *table, struct rt_buffer *out)
{
    const struct rt_sink *sink = table->sink;
    size_t *widths = rt_allocate(sink->column_count, sizeof *widths), total = 0;

    for (size_t i = 0; i < sink->column_count; i++)
        widths[i] = strlen(sink->columns[i]);
    for (size_t i = 0; i < table->row_count; i++) {
        struct rt_bytes rest = table->rows[i].cells;

        total += table->rows[i].count;
        for (size_t j = 0; table->rows[i].count && j < sink->column_count; j++)
            widen(&widths[j], next_cell(&rest));
    }
    if (!total) {
        rt_buffer_add_text(out, "Empty set\n");
        free(widths);
        return;
    }
    put_rule(out, widths, sink->column_count);
    rt_buffer_add_text(out, "|");
    for (size_t i = 0; i < sink->column_count; i++)
        put_cell(out, (struct rt_text){sink->columns[i], strlen(sink->columns[i])}, widths[i]);
    rt_buffer_add_text(out, "\n");
    put_rule(out, widths, sink->column_count);
    put_rows(table, widths, out);
    put_rule(out, widths, sink->column_count);
    rt_buffer_printf(out, "%zu row%s in set\n", total, total == 1 ? "" : "s");
    free(widths);
}
