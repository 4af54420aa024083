/* Row line writers: a row as one JSON object. */
#include "codec_line.h"

#include "codec_line_tpl.h"

#include <string.h>

static const char *composite_writer(struct emitter *e, const struct type *type);

/* C literal of `,"name":` (or `{"name":`). */
static const char *member_literal(struct emitter *e, const char *name, bool first)
{
    struct text out = {.arena = e->arena};

    text_add(&out, first ? "{\"" : ",\"");
    for (const char *at = name; *at; at++) {
        unsigned char c = (unsigned char)*at;

        if (c < ' ')
            text_printf(&out, "\\u%04x", c);
        else
            text_printf(&out, c == '"' || c == '\\' ? "\\%c" : "%c", c);
    }
    text_add(&out, "\":");
    return emit_c_literal(e->arena, text_chars(&out));
}

static const char *call(struct emitter *e, const char *function, const char *value)
{
    return arena_printf(e->arena, "rt_json_write_%s(out, %s)", function, value);
}

static const char *precise_call(struct emitter *e, const char *function, const char *value,
    int precision)
{
    return arena_printf(e->arena, "rt_json_write_%s(out, %s, %d)", function, value, precision);
}

static const char *write_call(struct emitter *e, const struct type *type, const char *value)
{
    switch (type->kind) {
    case TYPE_BOOLEAN:
        return call(e, "bool", value);
    case TYPE_TINYINT:
    case TYPE_SMALLINT:
    case TYPE_INT:
    case TYPE_BIGINT:
    case TYPE_INTERVAL_MONTH:
    case TYPE_INTERVAL_DAY:
        return call(e, "int", value);
    case TYPE_FLOAT:
        return call(e, "f32", value);
    case TYPE_DOUBLE:
        return call(e, "f64", value);
    case TYPE_DECIMAL:
        return precise_call(e, "decimal", value, type->scale);
    case TYPE_CHAR:
    case TYPE_VARCHAR:
        return call(e, "text", value);
    case TYPE_BINARY:
    case TYPE_VARBINARY:
        return call(e, "bytes", value);
    case TYPE_DATE:
        return call(e, "date", value);
    case TYPE_TIME:
        return precise_call(e, "time", value, type->precision);
    case TYPE_TIMESTAMP:
        return precise_call(e, "timestamp", emit_load(e, type, value), type->precision);
    case TYPE_TIMESTAMP_LTZ:
        return precise_call(e, "ltz", emit_load(e, type, value), type->precision);
    case TYPE_ARRAY:
    case TYPE_MULTISET:
    case TYPE_MAP:
    case TYPE_ROW:
        return arena_printf(e->arena, "%s(out, &%s)", composite_writer(e, type), value);
    case TYPE_VARIANT:
        return arena_printf(e->arena, "rt_variant_write(out, %s)", value);
    case TYPE_BITMAP:
        return call(e, "bytes", value);
    case TYPE_NULL:
    case TYPE_TIMESTAMP_TZ:
    case TYPE_RAW:
    case TYPE_DESCRIPTOR:
        break;
    }
    BUG("no row holds this type");
}

static const char *write_statement(struct emitter *e, const struct type *type, const char *value)
{
    struct text out = {.arena = e->arena};

    emit_statement(&out, write_call(e, type, value));
    return text_chars(&out);
}

static void make_map_writer(struct emitter *e, const struct type *type, const char *name)
{
    const struct type *key = line_map_key(type);
    const char *write_key = write_statement(e, key, "value->keys[i]");
    const char *write = write_statement(e, line_map_value(e, type), "value->values[i]");

    /* NULL is no name of a member. */
    tpl_line_map_writer(&e->types, &(struct tpl_line_map_writer){
        .about = emit_sql_type(e->arena, type), .name = name, .ctype = emit_storage_type(e, type),
        .entries = !type_is_text(key) ? "true"
            : "value->key_null && memchr(value->key_null, true, value->count)",
        .write_key = write_key, .write = write});
}

static void make_row_writer(struct emitter *e, const struct type *type, const char *name)
{
    struct text columns = {.arena = e->arena};

    for (size_t i = 0; i < type->field_count; i++)
        tpl_line_write_member(&columns, &(struct tpl_line_write_member){
            .name = member_literal(e, type->fields[i].name, i == 0),
            .is_null = arena_printf(e->arena, "rt_null_get(value->nulls, %zu)", i),
            .write = write_statement(e, type->fields[i].type,
                arena_printf(e->arena, "value->%s", emit_field_member(e, type, i)))});
    tpl_line_row_writer(&e->types, &(struct tpl_line_row_writer){
        .about = emit_sql_type(e->arena, type), .name = name, .ctype = emit_storage_type(e, type),
        .columns = text_chars(&columns)});
}

static const char *composite_writer(struct emitter *e, const struct type *type)
{
    bool is_new;
    const char *name = line_function(e, "write", type, &is_new);

    if (!is_new)
        return name;
    if (type->kind == TYPE_ARRAY) {
        const char *write = write_statement(e, type->element, "value->at[i]");

        tpl_line_array_writer(&e->types, &(struct tpl_line_array_writer){
            .about = emit_sql_type(e->arena, type), .name = name,
            .ctype = emit_storage_type(e, type), .write = write});
    } else if (type->kind == TYPE_ROW) {
        make_row_writer(e, type, name);
    } else {
        make_map_writer(e, type, name);
    }
    text_add_char(&e->types, '\n');
    return name;
}

bool emit_line_writer(struct emitter *e, struct text *out, const struct row *row)
{
    struct text columns = {.arena = e->arena};
    bool first = true;

    for (size_t i = 0; i < row->column_count; i++) {
        const struct row_column *column = &row->columns[i];

        if (!column->member)
            continue;
        tpl_line_write_member(&columns, &(struct tpl_line_write_member){
            .name = member_literal(e, column->name, first),
            .is_null = arena_printf(e->arena, "rt_null_get(row->nulls, %s)", column->number),
            .write = write_statement(e, column->type,
                arena_printf(e->arena, "row->%s", column->member))});
        first = false;
    }
    if (first)
        tpl_line_comma(&columns, &(struct tpl_line_comma){.comma = "\"{\""});
    tpl_line_writer(out, &(struct tpl_line_writer){
        .about = arena_printf(e->arena, "A row of %s as one JSON object.", row->tag),
        .tag = row->tag, .columns = text_chars(&columns)});
    text_add_char(out, '\n');
    return !e->failed;
}
