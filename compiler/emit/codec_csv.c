/* The csv format: a record's fields in the order of the side's columns. */
#include "codec_line.h"

#include "codec_csv_tpl.h"
#include "connector_tpl.h"

#include <string.h>

/* ---- the format's options ---- */

static void member(struct text *out, const char *name, const char *value)
{
    tpl_connector_member(out, &(struct tpl_connector_member){.name = name, .value = value});
}

static const char *character(struct arena *arena, const struct table *table, enum option_id id)
{
    char c = '\0';

    option_csv_character(table_option_by_id(table, id)->text, &c);
    return emit_c_character(arena, c);
}

static const char *add_format(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key)
{
    const struct csv_options *ids = &csv_options[key];
    const char *name = names_make(e->names, "",
        arena_printf(e->arena, "%s_%s_csv", row->tag, key ? "key" : "value"));
    struct text members = {.arena = e->arena};

    member(&members, "delimiter", character(e->arena, table, ids->delimiter));
    if (!table_option_by_id(table, ids->disable_quote)->number)
        member(&members, "quote", character(e->arena, table, ids->quote));
    if (table_has_option(table, ids->escape))
        member(&members, "escape", character(e->arena, table, ids->escape));
    if (table_option_by_id(table, ids->comments)->number)
        member(&members, "comments", "true");
    if (table_option_by_id(table, ids->ignore)->number)
        member(&members, "ignore_errors", "true");
    member(&members, "elements",
        emit_c_string(e->arena, str_of(table_option_by_id(table, ids->elements)->text)));
    if (table_has_option(table, ids->null))
        member(&members, "null_literal",
            emit_c_string(e->arena, str_of(table_option_by_id(table, ids->null)->text)));
    tpl_csv_format(out, &(struct tpl_csv_format){.name = name, .members = text_chars(&members)});
    text_add_char(out, '\n');
    return name;
}

/* ---- reading ---- */

static const char *composite_reader(struct emitter *e, const struct type *type);

/* Types whose stored form is another than the reader's: an inline function between. */
static const char *stored_reader(struct emitter *e, const struct type *type, const char *read)
{
    bool is_new;
    const char *name = line_function(e, "csv_stored", type, &is_new);

    if (!is_new)
        return name;
    tpl_csv_stored_reader(&e->types, &(struct tpl_csv_stored_reader){.name = name,
        .stored = emit_storage_type(e, type), .read_type = emit_value_type(e, type),
        .read = read, .store = emit_store(e, type, "value")});
    text_add_char(&e->types, '\n');
    return name;
}

/* A condition: whether the field of `csv` is a value, which is in `target` then. */
static const char *read_call(struct emitter *e, const struct type *type, const char *csv,
    const char *target)
{
    struct arena *arena = e->arena;
    const char *function = NULL;

    switch (type->kind) {
    case TYPE_BOOLEAN: function = "bool"; break;
    case TYPE_TINYINT: function = "i8"; break;
    case TYPE_SMALLINT: function = "i16"; break;
    case TYPE_INT: function = "i32"; break;
    case TYPE_BIGINT: function = "i64"; break;
    case TYPE_FLOAT: function = "f32"; break;
    case TYPE_DOUBLE: function = "f64"; break;
    case TYPE_CHAR: case TYPE_VARCHAR: function = "text"; break;
    case TYPE_BINARY: case TYPE_VARBINARY: function = "bytes"; break;
    case TYPE_DATE: function = "date"; break;
    case TYPE_TIME:
        return arena_printf(arena, "rt_csv_time(%s, %d, &%s)", csv, type->precision, target);
    case TYPE_DECIMAL:
        return arena_printf(arena, "%s(%s, &%s)", stored_reader(e, type, arena_printf(arena,
            "rt_csv_decimal(csv, %d, %d, &value)", type->precision, type->scale)), csv, target);
    case TYPE_TIMESTAMP:
        return arena_printf(arena, "%s(%s, &%s)", stored_reader(e, type, arena_printf(arena,
            "rt_csv_timestamp(csv, %d, &value)", type->precision)), csv, target);
    case TYPE_TIMESTAMP_LTZ:
        return arena_printf(arena, "%s(%s, &%s)", stored_reader(e, type, arena_printf(arena,
            "rt_csv_ltz(csv, %d, &value)", type->precision)), csv, target);
    case TYPE_ARRAY: case TYPE_ROW:
        return arena_printf(arena, "%s(%s, &%s)", composite_reader(e, type), csv, target);
    case TYPE_NULL: case TYPE_MULTISET: case TYPE_MAP: case TYPE_TIMESTAMP_TZ:
    case TYPE_VARIANT: case TYPE_BITMAP:
    case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY: case TYPE_RAW: case TYPE_DESCRIPTOR:
        BUG("csv has no such column");
    }
    return arena_printf(arena, "rt_csv_%s(%s, &%s)", function, csv, target);
}

static const char *composite_reader(struct emitter *e, const struct type *type)
{
    bool is_new;
    const char *name = line_function(e, "csv_read", type, &is_new);
    struct text fields = {.arena = e->arena};

    if (!is_new)
        return name;
    if (type->kind == TYPE_ARRAY) {
        const char *read = read_call(e, type->element, "&elements", "at[items.count]");

        tpl_csv_array_reader(&e->types, &(struct tpl_csv_array_reader){
            .about = emit_sql_type(e->arena, type), .name = name,
            .ctype = emit_storage_type(e, type), .element = emit_storage_type(e, type->element),
            .read = read});
    } else {
        for (size_t i = 0; i < type->field_count; i++)
            tpl_csv_row_field(&fields, &(struct tpl_csv_row_field){
                .number = arena_printf(e->arena, "%zu", i),
                .read = read_call(e, type->fields[i].type, "&elements",
                    arena_printf(e->arena, "out->%s", emit_field_member(e, type, i)))});
        tpl_csv_row_reader(&e->types, &(struct tpl_csv_row_reader){
            .about = emit_sql_type(e->arena, type), .name = name,
            .ctype = emit_storage_type(e, type), .fields = text_chars(&fields)});
    }
    text_add_char(&e->types, '\n');
    return name;
}

static const char *about(struct emitter *e, const struct table *table, const char *side)
{
    return emit_comment(e->arena,
        arena_printf(e->arena, "The %s of '%s' is a line of CSV.", side, table->name));
}

bool emit_csv_decoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key, const struct schema_text *writer, size_t number)
{
    const struct table_side *side = key ? &table->key_side : &table->value_side;
    const char *format = add_format(e, out, row, table, key);
    struct text columns = {.arena = e->arena};

    (void)writer, (void)number;
    for (size_t i = 0; i < side->count; i++) {
        const struct row_column *column = &row->columns[side->columns[i]];
        const char *name = emit_c_literal(e->arena, side->names[i]);
        const char *read;

        if (!column->member) {
            tpl_csv_skip(&columns, &(struct tpl_csv_skip){.column = name});
            continue;
        }
        read = read_call(e, column->type, "&csv",
            arena_printf(e->arena, "row->%s", column->member));
        if (column->type->nullable)
            tpl_csv_column(&columns, &(struct tpl_csv_column){
                .column = name, .number = column->number, .read = read});
        else
            tpl_csv_required(&columns, &(struct tpl_csv_required){.column = name, .read = read});
    }
    tpl_csv_decoder(out, &(struct tpl_csv_decoder){.about = about(e, table, key ? "key" : "value"),
        .tag = row->tag, .side = key ? "key" : "value", .format = format,
        .columns = text_chars(&columns)});
    text_add_char(out, '\n');
    return !e->failed;
}

/* ---- writing ---- */

static const char *composite_writer(struct emitter *e, const struct type *type);

static const char *write_call(struct emitter *e, const struct type *type, const char *value,
    const char *format)
{
    const char *function = NULL;

    switch (type->kind) {
    case TYPE_BOOLEAN: function = "java_bool"; break;
    case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT: case TYPE_BIGINT:
        function = "print_int";
        break;
    case TYPE_FLOAT: function = "print_f32"; break;
    case TYPE_DOUBLE: function = "print_f64"; break;
    case TYPE_CHAR: case TYPE_VARCHAR: function = "print_text"; break;
    case TYPE_BINARY: case TYPE_VARBINARY: function = "csv_write_bytes"; break;
    case TYPE_DATE: function = "print_date"; break;
    case TYPE_TIME: function = "csv_write_time"; break;
    case TYPE_TIMESTAMP: function = "csv_write_timestamp"; break;
    case TYPE_TIMESTAMP_LTZ: function = "csv_write_ltz"; break;
    case TYPE_DECIMAL:
        return arena_printf(e->arena, "rt_csv_write_decimal(out, %s, %d)", value, type->scale);
    case TYPE_ARRAY: case TYPE_ROW:
        return arena_printf(e->arena, "%s(out, &%s, %s)", composite_writer(e, type), value,
            format);
    case TYPE_NULL: case TYPE_MULTISET: case TYPE_MAP: case TYPE_TIMESTAMP_TZ:
    case TYPE_VARIANT: case TYPE_BITMAP:
    case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY: case TYPE_RAW: case TYPE_DESCRIPTOR:
        BUG("csv has no such column");
    }
    if (type->kind == TYPE_TIMESTAMP || type->kind == TYPE_TIMESTAMP_LTZ)
        value = emit_load(e, type, value);
    return arena_printf(e->arena, "rt_%s(out, %s)", function, value);
}

static const char *write_statement(struct emitter *e, const struct type *type, const char *value,
    const char *format)
{
    struct text out = {.arena = e->arena};

    emit_statement(&out, write_call(e, type, value, format));
    return text_chars(&out);
}

static const char *composite_writer(struct emitter *e, const struct type *type)
{
    bool is_new;
    const char *name = line_function(e, "csv_write", type, &is_new);
    struct text fields = {.arena = e->arena};

    if (!is_new)
        return name;
    if (type->kind == TYPE_ARRAY) {
        const char *write = write_statement(e, type->element, "value->at[i]", "format");

        tpl_csv_array_writer(&e->types, &(struct tpl_csv_array_writer){
            .about = emit_sql_type(e->arena, type), .name = name,
            .ctype = emit_storage_type(e, type), .write = write});
    } else {
        for (size_t i = 0; i < type->field_count; i++) {
            if (i)
                tpl_csv_row_separator(&fields, &(struct tpl_csv_row_separator){0});
            tpl_csv_row_write(&fields, &(struct tpl_csv_row_write){
                .is_null = arena_printf(e->arena, "rt_null_get(value->nulls, %zu)", i),
                .write = write_statement(e, type->fields[i].type,
                    arena_printf(e->arena, "value->%s", emit_field_member(e, type, i)),
                    "format")});
        }
        tpl_csv_row_writer(&e->types, &(struct tpl_csv_row_writer){
            .about = emit_sql_type(e->arena, type), .name = name,
            .ctype = emit_storage_type(e, type), .fields = text_chars(&fields)});
    }
    text_add_char(&e->types, '\n');
    return name;
}

/* Numbers and booleans never need quotes. */
static bool is_text_like(const struct type *type)
{
    return type->kind != TYPE_BOOLEAN && !type_is_integer(type) && !type_is_approximate(type) &&
        type->kind != TYPE_DECIMAL;
}

static const struct row_column *stored_column(const struct row *row, const char *name)
{
    for (size_t i = 0; i < row->column_count; i++)
        if (row->columns[i].member && !strcmp(row->columns[i].name, name))
            return &row->columns[i];
    BUG("sink row without column '%s'", name);
}

static void write_column(struct emitter *e, struct text *out, const struct row_column *column,
    const char *format)
{
    struct text write = {.arena = e->arena};

    text_add(&write, write_statement(e, column->type,
        arena_printf(e->arena, "row->%s", column->member),
        arena_printf(e->arena, "&%s", format)));
    if (is_text_like(column->type))
        tpl_csv_quote(&write, &(struct tpl_csv_quote){.format = format});
    if (column->type->nullable)
        tpl_csv_write_nullable(out, &(struct tpl_csv_write_nullable){
            .is_null = arena_printf(e->arena, "rt_null_get(row->nulls, %s)", column->number),
            .format = format, .write = text_chars(&write)});
    else
        text_add(out, text_chars(&write));
}

bool emit_csv_encoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key)
{
    const struct table_side *side = key ? &table->key_side : &table->value_side;
    const char *format = add_format(e, out, row, table, key);
    const char *delimiter = table_option_by_id(table, csv_options[key].delimiter)->text;
    struct text columns = {.arena = e->arena};

    delimiter = strcmp(delimiter, "\\t") ? emit_c_string(e->arena, str_of(delimiter)) : "\"\\t\"";
    for (size_t i = 0; i < side->count; i++) {
        const struct row_column *column =
            stored_column(row, table->columns[side->columns[i]].name);

        if (i && is_text_like(column->type))
            tpl_csv_delimiter(&columns, &(struct tpl_csv_delimiter){.character = delimiter});
        else if (i)
            tpl_csv_delimiter_only(&columns,
                &(struct tpl_csv_delimiter_only){.character = delimiter});
        write_column(e, &columns, column, format);
    }
    tpl_csv_encoder(out, &(struct tpl_csv_encoder){.about = about(e, table, key ? "key" : "value"),
        .tag = row->tag, .side = key ? "key" : "value", .columns = text_chars(&columns)});
    text_add_char(out, '\n');
    return !e->failed;
}
