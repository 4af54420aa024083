/* DESCRIBE, SHOW TABLES …: boxed tables. */
#include "catalog.h"

#include <string.h>

enum { BOX_COLUMNS = 5 };

struct box {
    const char *titles[BOX_COLUMNS];
    size_t count; /* columns */
    VEC(const char **) rows;
};

/* Columns of a terminal: code points, wide ones not told apart. */
static size_t width_of(const char *text)
{
    size_t width = 0;

    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static void add_repeated(struct text *out, char c, size_t count)
{
    while (count--)
        text_add_char(out, c);
}

static void add_rule(struct text *out, const size_t *widths, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        text_add_char(out, '+');
        add_repeated(out, '-', widths[i] + 2);
    }
    text_add(out, "+\n");
}

static void add_cells(struct text *out, const char *const *cells, const size_t *widths,
    size_t count, bool centred)
{
    for (size_t i = 0; i < count; i++) {
        size_t rest = widths[i] - width_of(cells[i]), left = centred ? rest / 2 : 0;

        text_add(out, "| ");
        add_repeated(out, ' ', left);
        text_add(out, cells[i]);
        add_repeated(out, ' ', rest - left + 1);
    }
    text_add(out, "|\n");
}

static void add_box(struct text *out, const struct box *box)
{
    size_t widths[BOX_COLUMNS];

    for (size_t i = 0; i < box->count; i++) {
        widths[i] = width_of(box->titles[i]);
        for (size_t k = 0; k < box->rows.count; k++) {
            size_t width = width_of(box->rows.at[k][i]);

            if (width > widths[i])
                widths[i] = width;
        }
    }
    add_rule(out, widths, box->count);
    add_cells(out, box->titles, widths, box->count, true);
    add_rule(out, widths, box->count);
    for (size_t k = 0; k < box->rows.count; k++)
        add_cells(out, box->rows.at[k], widths, box->count, false);
    if (box->rows.count)
        add_rule(out, widths, box->count);
}

/* ---- DESCRIBE ---- */

static bool is_in(const size_t *numbers, size_t count, size_t number)
{
    for (size_t i = 0; i < count; i++) {
        if (numbers[i] == number)
            return true;
    }
    return false;
}

static void add_extra(struct text *out, const char *extra)
{
    if (out->size)
        text_add(out, ", ");
    text_add(out, extra);
}

static const char *describe_extras(struct arena *arena, const struct table *table, size_t number)
{
    const struct column *column = &table->columns[number];
    struct text out = {.arena = arena};

    if (table->key.present && is_in(table->key.columns, table->key.count, number))
        add_extra(&out, "PRIMARY KEY");
    if (is_in(table->bucket_columns, table->bucket_count, number))
        add_extra(&out, "BUCKET KEY");
    if (column->kind == TABLE_COMPUTED) {
        add_extra(&out, "AS ");
        text_add(&out, column->expr_sql);
    }
    if (column->kind == TABLE_METADATA || column->kind == TABLE_SYSTEM) {
        add_extra(&out, "METADATA");
        if (column->metadata_named)
            text_printf(&out, " FROM '%s'", metadata_key_name(column->metadata));
        if (column->is_virtual)
            text_add(&out, " VIRTUAL");
    }
    if (table->watermark.present && table->watermark.column == number) {
        add_extra(&out, "WATERMARK AS ");
        text_add(&out, table->watermark.expr_sql);
    }
    return text_chars(&out);
}

static bool has_comments(const struct table *table)
{
    for (size_t i = 0; i < table->declared_count; i++) {
        if (table->columns[i].comment)
            return true;
    }
    return false;
}

static struct box describe_box(bool comments)
{
    return (struct box){
        .titles = {"Column Name", "Data Type", "Nullable", "Extras", "Comment"},
        .count = comments ? 5 : 4,
    };
}

static void describe_column(struct arena *arena, struct box *box, const char *name,
    const struct type *type, const char *extras, const char *comment)
{
    const char **row = arena_array(arena, BOX_COLUMNS, sizeof *row);
    struct text summary = {.arena = arena};

    type_print_summary(&summary, type);
    row[0] = name;
    row[1] = text_chars(&summary);
    row[2] = type->nullable ? "NULL" : "NOT NULL";
    row[3] = extras;
    row[4] = comment ? comment : "";
    vec_push(arena, &box->rows, row);
}

void show_describe(struct text *out, const struct table *table, bool extended)
{
    struct arena *arena = out->arena;
    size_t count = extended ? table->column_count : table->declared_count;
    struct box box = describe_box(extended || has_comments(table));

    for (size_t i = 0; i < count; i++) {
        const struct column *column = &table->columns[i];

        describe_column(arena, &box, column->name, column->type,
            describe_extras(arena, table, i),
            column->kind == TABLE_SYSTEM ? "SYSTEM" : column->comment);
    }
    add_box(out, &box);
}

void show_describe_view(struct text *out, const struct view *view, bool extended)
{
    struct box box = describe_box(extended);

    for (size_t i = 0; i < view->row->field_count; i++)
        describe_column(out->arena, &box,
            view->columns ? view->columns[i] : view->row->fields[i].name,
            view->row->fields[i].type, "", NULL);
    add_box(out, &box);
}

void show_list(struct text *out, const char *title, const char *const *rows, size_t count)
{
    struct box box = {.titles = {title}, .count = 1};

    for (size_t i = 0; i < count; i++) {
        const char **row = arena_array(out->arena, 1, sizeof *row);

        row[0] = rows[i];
        vec_push(out->arena, &box.rows, row);
    }
    add_box(out, &box);
}
