/* Cells of result rows and composite values as CAST AS STRING prints them. */
#include "codec_line.h"

#include "codec_line_tpl.h"

static const char *call(struct emitter *e, const char *function, const char *out,
    const char *value)
{
    return arena_printf(e->arena, "rt_print_%s(%s, %s)", function, out, value);
}

static const char *precise_call(struct emitter *e, const char *function, const char *out,
    const char *value, int precision)
{
    return arena_printf(e->arena, "rt_print_%s(%s, %s, %d)", function, out, value, precision);
}

static const char *print_call(struct emitter *e, const struct type *type, const char *out,
    const char *value)
{
    switch (type->kind) {
    case TYPE_BOOLEAN:
        return call(e, "bool", out, value);
    case TYPE_TINYINT:
    case TYPE_SMALLINT:
    case TYPE_INT:
    case TYPE_BIGINT:
        return call(e, "int", out, value);
    case TYPE_FLOAT:
        return call(e, "f32", out, value);
    case TYPE_DOUBLE:
        return call(e, "f64", out, value);
    case TYPE_DECIMAL:
        return precise_call(e, "decimal", out, value, type->scale);
    case TYPE_CHAR:
    case TYPE_VARCHAR:
        return call(e, "text", out, value);
    case TYPE_BINARY:
    case TYPE_VARBINARY:
        return call(e, "bytes", out, value);
    case TYPE_DATE:
        return call(e, "date", out, value);
    case TYPE_TIME:
        return precise_call(e, "time", out, value, type->precision);
    case TYPE_TIMESTAMP:
        return precise_call(e, "timestamp", out, emit_load(e, type, value), type->precision);
    case TYPE_TIMESTAMP_LTZ:
        return arena_printf(e->arena, "rt_print_ltz(%s, zone, %s, %d)", out,
            emit_load(e, type, value), type->precision);
    case TYPE_INTERVAL_MONTH:
        return call(e, "months", out, value);
    case TYPE_INTERVAL_DAY:
        return call(e, "millis", out, value);
    case TYPE_ARRAY:
    case TYPE_MULTISET:
    case TYPE_MAP:
    case TYPE_ROW:
        return arena_printf(e->arena, "%s(%s, &%s, zone)", emit_composite_printer(e, type), out,
            value);
    case TYPE_VARIANT:
        return call(e, "text", out, value);
    case TYPE_BITMAP:
        return call(e, "bitmap", out, value);
    case TYPE_NULL:
    case TYPE_TIMESTAMP_TZ:
    case TYPE_RAW:
    case TYPE_DESCRIPTOR:
        break;
    }
    BUG("no row holds this type");
}

static const char *print_statement(struct emitter *e, const struct type *type, const char *out,
    const char *value)
{
    struct text statement = {.arena = e->arena};

    emit_statement(&statement, print_call(e, type, out, value));
    return text_chars(&statement);
}

static void make_row_printer(struct emitter *e, const struct type *type, const char *name)
{
    struct text fields = {.arena = e->arena};

    for (size_t i = 0; i < type->field_count; i++) {
        if (i)
            tpl_line_comma(&fields, &(struct tpl_line_comma){.comma = "\", \""});
        if (type->class_name)
            emit_statement(&fields, arena_printf(e->arena, "rt_buffer_add_text(out, %s)",
                emit_c_string(e->arena,
                    str_of(arena_printf(e->arena, "%s=", type->fields[i].name)))));
        tpl_line_print_field(&fields, &(struct tpl_line_print_field){
            .is_null = arena_printf(e->arena, "rt_null_get(value->nulls, %zu)", i),
            .print = print_statement(e, type->fields[i].type, "out",
                arena_printf(e->arena, "value->%s", emit_field_member(e, type, i)))});
    }
    tpl_line_row_printer(&e->types, &(struct tpl_line_row_printer){
        .about = emit_sql_type(e->arena, type), .name = name, .ctype = emit_storage_type(e, type),
        .fields = text_chars(&fields)});
}

static void make_map_printer(struct emitter *e, const struct type *type, const char *name)
{
    const char *key = print_statement(e, line_map_key(type), "out", "value->keys[i]");
    const char *value = print_statement(e, line_map_value(e, type), "out", "value->values[i]");

    tpl_line_map_printer(&e->types, &(struct tpl_line_map_printer){
        .about = emit_sql_type(e->arena, type), .name = name, .ctype = emit_storage_type(e, type),
        .print_key = key, .print = value});
}

const char *emit_composite_printer(struct emitter *e, const struct type *type)
{
    bool is_new;
    const char *name = line_function(e, "print", type, &is_new);

    if (!is_new)
        return name;
    if (type->kind == TYPE_ARRAY) {
        const char *print = print_statement(e, type->element, "out", "value->at[i]");

        tpl_line_array_printer(&e->types, &(struct tpl_line_array_printer){
            .about = emit_sql_type(e->arena, type), .name = name,
            .ctype = emit_storage_type(e, type), .print = print});
    } else if (type->kind == TYPE_ROW) {
        make_row_printer(e, type, name);
    } else {
        make_map_printer(e, type, name);
    }
    text_add_char(&e->types, '\n');
    return name;
}

bool emit_row_printer(struct emitter *e, struct text *out, const struct row *row)
{
    struct text columns = {.arena = e->arena};

    for (size_t i = 0; i < row->column_count; i++) {
        const struct row_column *column = &row->columns[i];

        if (column->member)
            tpl_line_print_cell(&columns, &(struct tpl_line_print_cell){
                .is_null = arena_printf(e->arena, "rt_null_get(row->nulls, %s)", column->number),
                .print = print_statement(e, column->type, "rt_result_cell(output)",
                    arena_printf(e->arena, "row->%s", column->member))});
    }
    tpl_line_printer(out,
        &(struct tpl_line_printer){.tag = row->tag, .columns = text_chars(&columns)});
    text_add_char(out, '\n');
    return !e->failed;
}
