/* Row structs, and the structs of arrays, maps and rows in them. */
#include "emit_internal.h"

#include "row_tpl.h"

#include <stdio.h>
#include <string.h>

/* A struct of section 2. Types that look the same in memory share it, whatever their nullability,
 * length or precision. */
struct composite {
    const char *tag;
    const char *ctype;          /* "struct <tag>" */
    const char **members;       /* ROW */
};

enum { LABEL_LIMIT = 40 };

static const char *label_of(struct emitter *e, const struct type *type);
static const struct composite *composite_of(struct emitter *e, const struct type *type);

static void refuse(struct emitter *e, const struct type *type)
{
    if (!e->failed)
        diag_error(e->diag, D_COLUMN_TYPE, (struct span){0}, "a row cannot hold %s",
            type_name(e->arena, type));
    e->failed = true;
}

static const char *timestamp_label(const struct type *type)
{
    return type->precision <= 3 ? "timestamp"
        : type->precision <= 6  ? "timestamp_micros"
                                : "timestamp_nanos";
}

/* How a type is called in the tags of composites; the same for all types stored alike. */
static const char *label_of(struct emitter *e, const struct type *type)
{
    switch (type->kind) {
    case TYPE_BOOLEAN:
        return "boolean";
    case TYPE_TINYINT:
        return "tinyint";
    case TYPE_SMALLINT:
        return "smallint";
    case TYPE_INT:
        return "int";
    case TYPE_BIGINT:
        return "bigint";
    case TYPE_FLOAT:
        return "float";
    case TYPE_DOUBLE:
        return "double";
    case TYPE_DECIMAL:
        return type->precision <= 18 ? "decimal" : "decimal38";
    case TYPE_CHAR:
    case TYPE_VARCHAR:
        return "string";
    case TYPE_BINARY:
    case TYPE_VARBINARY:
        return "bytes";
    case TYPE_DATE:
        return "date";
    case TYPE_TIME:
        return "time";
    case TYPE_TIMESTAMP:
    case TYPE_TIMESTAMP_LTZ:
        return timestamp_label(type);
    case TYPE_INTERVAL_MONTH:
        return "months";
    case TYPE_INTERVAL_DAY:
        return "interval";
    case TYPE_ARRAY:
    case TYPE_MULTISET:
    case TYPE_MAP:
    case TYPE_ROW:
        return composite_of(e, type)->tag;
    case TYPE_VARIANT:
        return "variant";
    case TYPE_BITMAP:
        return "bitmap";
    case TYPE_NULL:
    case TYPE_TIMESTAMP_TZ:
    case TYPE_RAW:
    case TYPE_DESCRIPTOR:
        break;
    }
    refuse(e, type);
    return "unsupported";
}

const char *emit_storage_type(struct emitter *e, const struct type *type)
{
    switch (type->kind) {
    case TYPE_BOOLEAN:
        return "bool";
    case TYPE_TINYINT:
        return "int8_t";
    case TYPE_SMALLINT:
        return "int16_t";
    case TYPE_INT:
    case TYPE_DATE:
    case TYPE_TIME:
    case TYPE_INTERVAL_MONTH:
        return "int32_t";
    case TYPE_BIGINT:
    case TYPE_INTERVAL_DAY:
        return "int64_t";
    case TYPE_FLOAT:
        return "float";
    case TYPE_DOUBLE:
        return "double";
    case TYPE_DECIMAL:
        return type->precision <= 18 ? "int64_t" : "rt_int128";
    case TYPE_CHAR:
    case TYPE_VARCHAR:
    case TYPE_VARIANT:
        return "struct rt_text";
    case TYPE_BINARY:
    case TYPE_VARBINARY:
    case TYPE_BITMAP:
        return "struct rt_bytes";
    case TYPE_TIMESTAMP:
    case TYPE_TIMESTAMP_LTZ:
        return type->precision <= 6 ? "int64_t" : "struct rt_timestamp";
    case TYPE_ARRAY:
    case TYPE_MULTISET:
    case TYPE_MAP:
    case TYPE_ROW:
        return composite_of(e, type)->ctype;
    case TYPE_NULL:
    case TYPE_TIMESTAMP_TZ:
    case TYPE_RAW:
    case TYPE_DESCRIPTOR:
        break;
    }
    refuse(e, type);
    return "int";
}

const char *emit_value_type(struct emitter *e, const struct type *type)
{
    if (type->kind == TYPE_TIMESTAMP || type->kind == TYPE_TIMESTAMP_LTZ)
        return "struct rt_timestamp";
    if (type->kind == TYPE_DECIMAL)
        return "rt_int128";
    return emit_storage_type(e, type);
}

const char *emit_load(struct emitter *e, const struct type *type, const char *stored)
{
    if ((type->kind != TYPE_TIMESTAMP && type->kind != TYPE_TIMESTAMP_LTZ) || type->precision > 6)
        return stored;
    return arena_printf(e->arena, "rt_timestamp_from_%s(%s)", type->precision <= 3 ? "ms" : "us",
        stored);
}

const char *emit_store(struct emitter *e, const struct type *type, const char *value)
{
    if (type->kind == TYPE_DECIMAL && type->precision <= 18)
        return arena_printf(e->arena, "(int64_t)(%s)", value);
    if ((type->kind != TYPE_TIMESTAMP && type->kind != TYPE_TIMESTAMP_LTZ) || type->precision > 6)
        return value;
    return arena_printf(e->arena, "rt_timestamp_to_%s(%s)", type->precision <= 3 ? "ms" : "us",
        value);
}

/* Types whose C type does not tell them have their SQL type beside the member. */
static bool needs_comment(const struct type *type)
{
    switch (type->kind) {
    case TYPE_DECIMAL:
    case TYPE_DATE:
    case TYPE_TIME:
    case TYPE_TIMESTAMP:
    case TYPE_TIMESTAMP_LTZ:
    case TYPE_INTERVAL_MONTH:
    case TYPE_INTERVAL_DAY:
        return true;
    case TYPE_CHAR:
    case TYPE_VARCHAR:
    case TYPE_BINARY:
    case TYPE_VARBINARY:
        return type->length != TYPE_MAX_LENGTH;
    case TYPE_NULL:
    case TYPE_BOOLEAN:
    case TYPE_TINYINT:
    case TYPE_SMALLINT:
    case TYPE_INT:
    case TYPE_BIGINT:
    case TYPE_FLOAT:
    case TYPE_DOUBLE:
    case TYPE_TIMESTAMP_TZ:
    case TYPE_ARRAY:
    case TYPE_MULTISET:
    case TYPE_MAP:
    case TYPE_ROW:
    case TYPE_VARIANT:
    case TYPE_BITMAP:
    case TYPE_RAW:
    case TYPE_DESCRIPTOR:
        break;
    }
    return false;
}

static void add_member(struct emitter *e, struct text *out, const struct type *type,
    const char *member)
{
    if (needs_comment(type))
        tpl_row_member_of(out, &(struct tpl_row_member_of){.ctype = emit_storage_type(e, type),
            .member = member, .sql = emit_sql_type(e->arena, type)});
    else
        tpl_row_member(out, &(struct tpl_row_member){.ctype = emit_storage_type(e, type),
            .member = member});
}

static void add_struct(struct emitter *e, struct text *out, const char *tag, size_t columns,
    const struct text *members)
{
    tpl_row_struct(out, &(struct tpl_row_struct){.tag = tag,
        .nulls = arena_printf(e->arena, "%zu", columns ? (columns + 63) / 64 : 1),
        .members = text_chars(members)});
}

/* ---- composites ---- */

/* Equal for types that share a struct. */
static const char *shape_of(struct emitter *e, const struct type *type)
{
    struct text out = {.arena = e->arena};

    if (type->kind == TYPE_ARRAY)
        return arena_printf(e->arena, "array %s", label_of(e, type->element));
    if (type->kind == TYPE_MULTISET)
        return arena_printf(e->arena, "map %s int", label_of(e, type->element));
    if (type->kind == TYPE_MAP)
        return arena_printf(e->arena, "map %s %s", label_of(e, type->key),
            label_of(e, type->element));
    text_add(&out, "row");
    for (size_t i = 0; i < type->field_count; i++)
        text_printf(&out, " %zu:%s %s", strlen(type->fields[i].name), type->fields[i].name,
            label_of(e, type->fields[i].type));
    return text_chars(&out);
}

/* Rows of other types may have fields of the same names: "row_of_a", "row_of_a 2". */
static const char *distinct_tag(struct emitter *e, const char *text)
{
    const char *tag = text;

    if (!e->row_tags.arena)
        e->row_tags.arena = e->arena;
    for (int i = 2; map_get(&e->row_tags, tag); i++)
        tag = arena_printf(e->arena, "%s %d", text, i);
    map_put(&e->row_tags, tag, e);
    return tag;
}

/* "row_of_street_city": the fields' names as far as they fit. */
static const char *row_tag(struct emitter *e, const struct type *type)
{
    struct text out = {.arena = e->arena};

    text_add(&out, "row_of");
    for (size_t i = 0; i < type->field_count; i++) {
        if (i && out.size + strlen(type->fields[i].name) > LABEL_LIMIT)
            break;
        text_printf(&out, "_%s", type->fields[i].name);
    }
    return names_make(e->names, "", distinct_tag(e, text_chars(&out)));
}

static void define_array(struct emitter *e, struct composite *c, const struct type *type)
{
    c->tag = names_make(e->names, "",
        arena_printf(e->arena, "array_of_%s", label_of(e, type->element)));
    tpl_row_array(&e->types, &(struct tpl_row_array){.tag = c->tag,
        .sql = emit_sql_type(e->arena, type), .element = emit_storage_type(e, type->element)});
}

static void define_map(struct emitter *e, struct composite *c, const struct type *type)
{
    bool multiset = type->kind == TYPE_MULTISET;
    const struct type *key = multiset ? type->element : type->key;

    c->tag = names_make(e->names, "",
        arena_printf(e->arena, "map_of_%s_to_%s", label_of(e, key),
            multiset ? "int" : label_of(e, type->element)));
    tpl_row_map(&e->types, &(struct tpl_row_map){.tag = c->tag,
        .sql = emit_sql_type(e->arena, type), .key = emit_storage_type(e, key),
        .value = multiset ? "int32_t" : emit_storage_type(e, type->element)});
}

static void define_row(struct emitter *e, struct composite *c, const struct type *type)
{
    struct text members = {.arena = e->arena};
    const char *scope;

    c->tag = row_tag(e, type);
    c->members = arena_array(e->arena, type->field_count, sizeof *c->members);
    scope = arena_printf(e->arena, "struct %s", c->tag);
    for (size_t i = 0; i < type->field_count; i++) {
        c->members[i] = names_make(e->names, scope, type->fields[i].name);
        add_member(e, &members, type->fields[i].type, c->members[i]);
    }
    add_struct(e, &e->types, c->tag, type->field_count, &members);
}

static const struct composite *composite_of(struct emitter *e, const struct type *type)
{
    char address[32]; /* The shape of a large type takes time: once for a type node. */
    const char *shape;
    struct composite *c;

    if (!e->types.arena)
        e->types.arena = e->arena;
    if (!e->composite.arena)
        e->composite.arena = e->arena;
    snprintf(address, sizeof address, "%p", (const void *)type);
    c = map_get(&e->composite, address);
    if (c)
        return c;
    shape = shape_of(e, type);
    c = map_get(&e->composite, shape);
    if (c) {
        map_put(&e->composite, address, c);
        return c;
    }
    c = NEW(e->arena, struct composite);
    if (type->kind == TYPE_ARRAY)
        define_array(e, c, type);
    else if (type->kind == TYPE_ROW)
        define_row(e, c, type);
    else
        define_map(e, c, type);
    text_add_char(&e->types, '\n');
    c->ctype = arena_printf(e->arena, "struct %s", c->tag);
    map_put(&e->composite, shape, c);
    map_put(&e->composite, address, c);
    return c;
}

const char *emit_field_member(struct emitter *e, const struct type *type, size_t index)
{
    return composite_of(e, type)->members[index];
}

/* ---- rows ---- */

/* The column's name, with its number if an earlier column is called the same (SELECT a, a). */
static const char *distinct_name(struct emitter *e, const struct rel_column *columns, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (!strcmp(columns[i].name, columns[index].name))
            return arena_printf(e->arena, "%s %zu", columns[index].name, index);
    return columns[index].name;
}

struct row *emit_row(struct emitter *e, struct text *out, const char *name,
    const struct rel_column *columns, size_t count, const bool *used)
{
    return emit_row_with(e, out, name, columns, count, used, "");
}

struct row *emit_row_with(struct emitter *e, struct text *out, const char *name,
    const struct rel_column *columns, size_t count, const bool *used, const char *more)
{
    struct row *row = NEW(e->arena, struct row);
    struct text members = {.arena = e->arena}, numbers = {.arena = e->arena};
    const char **constants = arena_array(e->arena, count + 1, sizeof *constants), *scope;
    size_t stored = 0;

    row->tag = names_make(e->names, "", name);
    row->columns = arena_array(e->arena, count, sizeof *row->columns);
    row->column_count = count;
    scope = arena_printf(e->arena, "struct %s", row->tag);
    for (size_t i = 0; i < count; i++) {
        struct row_column *column = &row->columns[i];
        const char *name_here = distinct_name(e, columns, i);

        column->name = columns[i].name;
        column->type = columns[i].type;
        if (used && !used[i])
            continue;
        column->member = names_make(e->names, scope, name_here);
        column->number = names_make_upper(e->names, "",
            arena_printf(e->arena, "%s_%s", row->tag, name_here));
        constants[stored++] = column->number;
        add_member(e, &members, columns[i].type, column->member);
    }
    text_add(&members, more);
    /* A text of its own: no column's number is made of it. */
    constants[stored] = names_make_upper(e->names, "",
        arena_printf(e->arena, "%s columns", row->tag));
    text_add(&numbers, emit_fill(e->arena, constants, stored + 1));
    tpl_row_numbers(out, &(struct tpl_row_numbers){.numbers = text_chars(&numbers)});
    text_add_char(out, '\n');
    add_struct(e, out, row->tag, stored, &members);
    text_add_char(out, '\n');
    return row;
}
