/* Rows as Java's Row.toString prints them: what Flink's print connector writes. */
#include "codec_line.h"

#include "codec_print_tpl.h"

static const char *composite_printer(struct emitter *e, const struct type *type);

static const char *call(struct emitter *e, const char *function, const char *value)
{
    return arena_printf(e->arena, "rt_%s(out, %s)", function, value);
}

static const char *print_call(struct emitter *e, const struct type *type, const char *value)
{
    switch (type->kind) {
    case TYPE_BOOLEAN:
        return call(e, "java_bool", value);
    case TYPE_TINYINT:
    case TYPE_SMALLINT:
    case TYPE_INT:
    case TYPE_BIGINT:
        return call(e, "print_int", value);
    case TYPE_FLOAT:
        return call(e, "print_f32", value);
    case TYPE_DOUBLE:
        return call(e, "print_f64", value);
    case TYPE_DECIMAL:
        return arena_printf(e->arena, "rt_print_decimal(out, %s, %d)", value, type->scale);
    case TYPE_CHAR:
    case TYPE_VARCHAR:
        return call(e, "print_text", value);
    case TYPE_BINARY:
    case TYPE_VARBINARY:
        return call(e, "java_bytes", value);
    case TYPE_DATE:
        return call(e, "print_date", value);
    case TYPE_TIME:
        return call(e, "java_time", value);
    case TYPE_TIMESTAMP:
        return call(e, "java_timestamp", emit_load(e, type, value));
    case TYPE_TIMESTAMP_LTZ:
        return call(e, "java_instant", emit_load(e, type, value));
    case TYPE_INTERVAL_MONTH:
        return call(e, "java_period", value);
    case TYPE_INTERVAL_DAY:
        return call(e, "java_duration", value);
    case TYPE_ARRAY:
    case TYPE_MULTISET:
    case TYPE_MAP:
    case TYPE_ROW:
        return arena_printf(e->arena, "%s(out, &%s)", composite_printer(e, type), value);
    case TYPE_VARIANT:
        return call(e, "print_text", value);
    case TYPE_BITMAP:
        return call(e, "print_bitmap", value);
    case TYPE_NULL:
    case TYPE_TIMESTAMP_TZ:
    case TYPE_RAW:
    case TYPE_DESCRIPTOR:
        break;
    }
    BUG("no row holds this type");
}

static const char *statement(struct emitter *e, const struct type *type, const char *value)
{
    struct text out = {.arena = e->arena};

    emit_statement(&out, print_call(e, type, value));
    return text_chars(&out);
}

static const char *value_or_null(struct emitter *e, const struct type *type, const char *is_null,
    const char *value)
{
    struct text out = {.arena = e->arena};

    tpl_print_value(&out, &(struct tpl_print_value){
        .is_null = is_null, .print = statement(e, type, value)});
    return text_chars(&out);
}

static const char *fields_of(struct emitter *e, const struct type *type)
{
    struct text fields = {.arena = e->arena};

    for (size_t i = 0; i < type->field_count; i++) {
        if (i)
            tpl_print_comma(&fields, &(struct tpl_print_comma){0});
        text_add(&fields, value_or_null(e, type->fields[i].type,
            arena_printf(e->arena, "rt_null_get(value->nulls, %zu)", i),
            arena_printf(e->arena, "value->%s", emit_field_member(e, type, i))));
    }
    return text_chars(&fields);
}

static const char *composite_printer(struct emitter *e, const struct type *type)
{
    bool is_new;
    const char *name = line_function(e, "java", type, &is_new);
    const char *about = emit_sql_type(e->arena, type), *ctype = emit_storage_type(e, type);

    if (!is_new)
        return name;
    if (type->kind == TYPE_ARRAY) {
        const char *print = value_or_null(e, type->element, "value->null && value->null[i]",
            "value->at[i]");

        tpl_print_array(&e->types, &(struct tpl_print_array){
            .about = about, .name = name, .ctype = ctype, .print = print});
    } else if (type->kind == TYPE_ROW) {
        const char *fields = fields_of(e, type);

        tpl_print_row(&e->types, &(struct tpl_print_row){
            .about = about, .name = name, .ctype = ctype, .fields = fields});
    } else {
        const char *key = value_or_null(e, line_map_key(type),
            "value->key_null && value->key_null[i]", "value->keys[i]");
        const char *print = value_or_null(e, line_map_value(e, type),
            "value->null && value->null[i]", "value->values[i]");

        tpl_print_map(&e->types, &(struct tpl_print_map){.about = about, .name = name,
            .ctype = ctype, .print_key = key, .print = print});
    }
    text_add_char(&e->types, '\n');
    return name;
}

bool emit_print_encoder(struct emitter *e, struct text *out, const struct row *row)
{
    struct text columns = {.arena = e->arena};

    for (size_t i = 0; i < row->column_count; i++) {
        const struct row_column *column = &row->columns[i];

        if (i)
            tpl_print_comma(&columns, &(struct tpl_print_comma){0});
        text_add(&columns, value_or_null(e, column->type,
            arena_printf(e->arena, "rt_null_get(row->nulls, %s)", column->number),
            arena_printf(e->arena, "row->%s", column->member)));
    }
    tpl_print_encoder(out, &(struct tpl_print_encoder){
        .tag = row->tag, .columns = text_chars(&columns)});
    text_add_char(out, '\n');
    return !e->failed;
}
