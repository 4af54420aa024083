/* Row structs as data: what a program that decodes into them must know. */
#include "shape.h"

#include "shape_tpl.h"

#include <string.h>

static enum rt_shape_kind kind_of(const struct type *type)
{
    switch (type->kind) {
    case TYPE_BOOLEAN: return RT_SHAPE_BOOLEAN;
    case TYPE_TINYINT: return RT_SHAPE_TINYINT;
    case TYPE_SMALLINT: return RT_SHAPE_SMALLINT;
    case TYPE_INT: return RT_SHAPE_INT;
    case TYPE_BIGINT: return RT_SHAPE_BIGINT;
    case TYPE_FLOAT: return RT_SHAPE_FLOAT;
    case TYPE_DOUBLE: return RT_SHAPE_DOUBLE;
    case TYPE_DECIMAL: return RT_SHAPE_DECIMAL;
    case TYPE_CHAR: case TYPE_VARCHAR: return RT_SHAPE_TEXT;
    case TYPE_BINARY: case TYPE_VARBINARY: return RT_SHAPE_BYTES;
    case TYPE_DATE: return RT_SHAPE_DATE;
    case TYPE_TIME: return RT_SHAPE_TIME;
    case TYPE_TIMESTAMP: return RT_SHAPE_TIMESTAMP;
    case TYPE_TIMESTAMP_LTZ: return RT_SHAPE_TIMESTAMP_LTZ;
    case TYPE_INTERVAL_MONTH: return RT_SHAPE_MONTHS;
    case TYPE_INTERVAL_DAY: return RT_SHAPE_INTERVAL;
    case TYPE_ARRAY: return RT_SHAPE_ARRAY;
    case TYPE_MULTISET: return RT_SHAPE_MULTISET;
    case TYPE_MAP: return RT_SHAPE_MAP;
    case TYPE_ROW: return RT_SHAPE_ROW;
    case TYPE_NULL: case TYPE_TIMESTAMP_TZ:
    case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR:
        break;
    }
    BUG("a column of such a type"); /* row.c has refused it. */
}

static const char *kind_name(enum rt_shape_kind kind)
{
    switch (kind) {
    case RT_SHAPE_BOOLEAN: return "RT_SHAPE_BOOLEAN";
    case RT_SHAPE_TINYINT: return "RT_SHAPE_TINYINT";
    case RT_SHAPE_SMALLINT: return "RT_SHAPE_SMALLINT";
    case RT_SHAPE_INT: return "RT_SHAPE_INT";
    case RT_SHAPE_BIGINT: return "RT_SHAPE_BIGINT";
    case RT_SHAPE_FLOAT: return "RT_SHAPE_FLOAT";
    case RT_SHAPE_DOUBLE: return "RT_SHAPE_DOUBLE";
    case RT_SHAPE_DECIMAL: return "RT_SHAPE_DECIMAL";
    case RT_SHAPE_TEXT: return "RT_SHAPE_TEXT";
    case RT_SHAPE_BYTES: return "RT_SHAPE_BYTES";
    case RT_SHAPE_DATE: return "RT_SHAPE_DATE";
    case RT_SHAPE_TIME: return "RT_SHAPE_TIME";
    case RT_SHAPE_TIMESTAMP: return "RT_SHAPE_TIMESTAMP";
    case RT_SHAPE_TIMESTAMP_LTZ: return "RT_SHAPE_TIMESTAMP_LTZ";
    case RT_SHAPE_MONTHS: return "RT_SHAPE_MONTHS";
    case RT_SHAPE_INTERVAL: return "RT_SHAPE_INTERVAL";
    case RT_SHAPE_ARRAY: return "RT_SHAPE_ARRAY";
    case RT_SHAPE_MULTISET: return "RT_SHAPE_MULTISET";
    case RT_SHAPE_MAP: return "RT_SHAPE_MAP";
    case RT_SHAPE_ROW: return "RT_SHAPE_ROW";
    }
    return "";
}

/* ---- in memory ---- */

static const struct rt_shape *inner_shape(struct arena *arena, const struct type *type)
{
    struct rt_shape *shape = NEW(arena, struct rt_shape);

    *shape = shape_of_type(arena, type);
    return shape;
}

struct rt_shape shape_of_type(struct arena *arena, const struct type *type)
{
    struct rt_shape shape = {.kind = kind_of(type), .nullable = type->nullable};
    struct rt_shape_field *fields;

    if (type->kind == TYPE_DECIMAL || type_is_datetime(type)) {
        shape.precision = (uint8_t)type->precision;
        shape.scale = (uint8_t)type->scale;
    }
    if (type->kind == TYPE_MAP)
        shape.key = inner_shape(arena, type->key);
    if (type->kind == TYPE_MULTISET)
        shape.key = inner_shape(arena, type->element);
    else if (type->element)
        shape.element = inner_shape(arena, type->element);
    if (type->kind != TYPE_ROW)
        return shape;
    fields = arena_array(arena, type->field_count + 1, sizeof *fields);
    for (size_t i = 0; i < type->field_count; i++)
        fields[i] = (struct rt_shape_field){.name = type->fields[i].name, .null_bit = i,
            .shape = shape_of_type(arena, type->fields[i].type)};
    shape.fields = fields;
    shape.field_count = type->field_count;
    return shape;
}

static const struct row_column *column_of(const struct row *row, const char *name)
{
    for (size_t i = 0; i < row->column_count; i++)
        if (row->columns[i].member && !strcmp(row->columns[i].name, name))
            return &row->columns[i];
    return NULL;
}

struct rt_shape shape_of_side(struct arena *arena, const struct row *row,
    const struct table *table, const struct table_side *side)
{
    struct rt_shape_field *fields = arena_array(arena, side->count + 1, sizeof *fields);

    for (size_t i = 0; i < side->count; i++) {
        const struct column *column = &table->columns[side->columns[i]];

        fields[i].name = side->names[i];
        fields[i].unread = !column_of(row, column->name);
        fields[i].shape = shape_of_type(arena, column->type);
    }
    return (struct rt_shape){.kind = RT_SHAPE_ROW, .fields = fields, .field_count = side->count};
}

/* ---- as text ---- */

/* Names of constants begin with `stem`; constants go to `out`, the initialiser is returned. */
static const char *shape_text(struct emitter *e, struct text *out, const struct type *type,
    const char *stem);

static const char *shape_constant(struct emitter *e, struct text *out, const struct type *type,
    const char *stem)
{
    const char *shape = shape_text(e, out, type, stem);
    const char *name = names_make(e->names, "", stem);

    tpl_shape_value(out, &(struct tpl_shape_value){.name = name, .shape = shape});
    return name;
}

static const char *fields_constant(struct emitter *e, struct text *out, const struct type *type,
    const char *stem)
{
    struct text fields = {.arena = e->arena};
    const char *name;

    for (size_t i = 0; i < type->field_count; i++) {
        const struct type_field *field = &type->fields[i];

        tpl_shape_field(&fields, &(struct tpl_shape_field){
            .column = emit_c_literal(e->arena, field->name),
            .ctype = emit_storage_type(e, type), .member = emit_field_member(e, type, i),
            .bit = arena_printf(e->arena, "%zu", i),
            .shape = shape_text(e, out, field->type,
                arena_printf(e->arena, "%s_%s", stem, field->name))});
    }
    name = names_make(e->names, "", arena_printf(e->arena, "%s_fields", stem));
    tpl_shape_fields(out, &(struct tpl_shape_fields){.name = name, .fields = text_chars(&fields)});
    return name;
}

static const char *shape_text(struct emitter *e, struct text *out, const struct type *type,
    const char *stem)
{
    struct rt_shape shape = shape_of_type(e->arena, type);
    struct text text = {.arena = e->arena};

    text_printf(&text, ".kind = %s", kind_name(shape.kind));
    if (shape.precision)
        text_printf(&text, ", .precision = %d", shape.precision);
    if (shape.scale)
        text_printf(&text, ", .scale = %d", shape.scale);
    if (type->nullable)
        text_add(&text, ", .nullable = true");
    if (shape.key)
        text_printf(&text, ", .key = &%s", shape_constant(e, out,
            type->kind == TYPE_MAP ? type->key : type->element,
            arena_printf(e->arena, "%s_key", stem)));
    if (shape.element)
        text_printf(&text, ", .element = &%s",
            shape_constant(e, out, type->element, arena_printf(e->arena, "%s_item", stem)));
    if (type->kind == TYPE_ROW)
        text_printf(&text, ", .size = sizeof(%s), .fields = %s, .field_count = %zu",
            emit_storage_type(e, type), fields_constant(e, out, type, stem), type->field_count);
    return text_chars(&text);
}

const char *emit_shape(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key)
{
    const struct table_side *side = key ? &table->key_side : &table->value_side;
    const char *stem = arena_printf(e->arena, "%s_%s", row->tag, key ? "key" : "value");
    const char *comment = arena_printf(e->arena,
        "struct %s to decoders made at run time: the %s of '%s'.", row->tag, key ? "key" : "value",
        table->name);
    const char *ctype = arena_printf(e->arena, "struct %s", row->tag), *name, *list;
    struct text fields = {.arena = e->arena}, inner = {.arena = e->arena};

    for (size_t i = 0; i < side->count; i++) {
        const struct column *column = &table->columns[side->columns[i]];
        const struct row_column *stored = column_of(row, column->name);
        const char *quoted = emit_c_literal(e->arena, side->names[i]);

        if (stored)
            tpl_shape_field(&fields, &(struct tpl_shape_field){.column = quoted, .ctype = ctype,
                .member = stored->member, .bit = stored->number,
                .shape = shape_text(e, &inner, column->type,
                    arena_printf(e->arena, "%s_%s", stem, side->names[i]))});
        else
            tpl_shape_unread(&fields, &(struct tpl_shape_unread){.column = quoted});
    }
    list = names_make(e->names, "", arena_printf(e->arena, "%s_fields", stem));
    name = names_make(e->names, "", arena_printf(e->arena, "%s_shape", stem));
    tpl_shape_about(out, &(struct tpl_shape_about){.comment = emit_comment(e->arena, comment)});
    text_add(out, text_chars(&inner));
    tpl_shape_fields(out, &(struct tpl_shape_fields){.name = list, .fields = text_chars(&fields)});
    tpl_shape_value(out, &(struct tpl_shape_value){.name = name,
        .shape = arena_printf(e->arena,
            ".kind = RT_SHAPE_ROW, .size = sizeof(%s), .fields = %s, .field_count = %zu", ctype,
            list, side->count)});
    text_add_char(out, '\n');
    return name;
}
