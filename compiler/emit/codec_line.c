/* Row line readers: JSON members to columns. */
#include "codec_line.h"

#include "codec_line_tpl.h"

#include <string.h>

const struct type *line_map_key(const struct type *type)
{
    return type->kind == TYPE_MULTISET ? type->element : type->key;
}

const struct type *line_map_value(struct emitter *e, const struct type *type)
{
    return type->kind == TYPE_MULTISET ? type_simple(e->arena, TYPE_INT, false) : type->element;
}

const char *line_function(struct emitter *e, const char *verb, const struct type *type,
    bool *is_new)
{
    const char *ctype = emit_storage_type(e, type); /* "struct <tag>" */
    const char *tag = strchr(ctype, ' ') ? strchr(ctype, ' ') + 1 : ctype;
    const char *address = arena_printf(e->arena, "%s %p", verb, (const void *)type), *key;
    const char *name = map_get(&e->composite, address);

    *is_new = false;
    if (name)
        return name;
    key = arena_printf(e->arena, "%s %s", verb,
        type_name(e->arena, type_with_null(e->arena, type, true)));
    name = map_get(&e->composite, key);
    *is_new = !name;
    if (!name) {
        name = names_make(e->names, "", arena_printf(e->arena, "%s_%s", verb, tag));
        for (int n = 2; map_get(&e->composite, arena_printf(e->arena, "made %s", name)); n++)
            name = names_make(e->names, "", arena_printf(e->arena, "%s_%s_%d", verb, tag, n));
        map_put(&e->composite, arena_printf(e->arena, "made %s", name), e);
        map_put(&e->composite, key, (char *)(uintptr_t)name);
    }
    map_put(&e->composite, address, (char *)(uintptr_t)name);
    return name;
}

static const char *composite_reader(struct emitter *e, const struct type *type);

/* "rt_json_i32(&json, &row->id)" */
static const char *call(struct emitter *e, const char *function, const char *json,
    const char *target)
{
    return arena_printf(e->arena, "rt_json_%s(%s, &%s)", function, json, target);
}

static const char *precise_call(struct emitter *e, const char *function, const char *json,
    int precision, const char *target)
{
    return arena_printf(e->arena, "rt_json_%s(%s, %d, &%s)", function, json, precision, target);
}

/* Through a local: types whose stored form is another than the reader's. */
static void read_stored(struct emitter *e, struct text *out, const struct type *type,
    const char *json, const char *target)
{
    const char *function = type->kind == TYPE_TIMESTAMP ? "timestamp" : "ltz";
    const char *text = type->kind == TYPE_DECIMAL
        ? arena_printf(e->arena, "rt_json_decimal(%s, %d, %d, &value)", json, type->precision,
              type->scale)
        : precise_call(e, function, json, type->precision, "value");

    tpl_line_read_stored(out, &(struct tpl_line_read_stored){.type = emit_value_type(e, type),
        .call = text, .target = target, .stored = emit_store(e, type, "value")});
}

/* Statements that read a value, which is not null, into `target`. */
static void add_read(struct emitter *e, struct text *out, const struct type *type,
    const char *json, const char *target)
{
    switch (type->kind) {
    case TYPE_BOOLEAN:
        emit_statement(out, call(e, "bool", json, target));
        break;
    case TYPE_TINYINT:
        emit_statement(out, call(e, "i8", json, target));
        break;
    case TYPE_SMALLINT:
        emit_statement(out, call(e, "i16", json, target));
        break;
    case TYPE_INT:
    case TYPE_INTERVAL_MONTH:
        emit_statement(out, call(e, "i32", json, target));
        break;
    case TYPE_BIGINT:
    case TYPE_INTERVAL_DAY:
        emit_statement(out, call(e, "i64", json, target));
        break;
    case TYPE_FLOAT:
        emit_statement(out, call(e, "f32", json, target));
        break;
    case TYPE_DOUBLE:
        emit_statement(out, call(e, "f64", json, target));
        break;
    case TYPE_CHAR:
    case TYPE_VARCHAR:
        emit_statement(out, call(e, "text", json, target));
        break;
    case TYPE_BINARY:
    case TYPE_VARBINARY:
        emit_statement(out, call(e, "bytes", json, target));
        break;
    case TYPE_DATE:
        emit_statement(out, call(e, "date", json, target));
        break;
    case TYPE_TIME:
        emit_statement(out, precise_call(e, "time", json, type->precision, target));
        break;
    case TYPE_DECIMAL:
    case TYPE_TIMESTAMP:
    case TYPE_TIMESTAMP_LTZ:
        read_stored(e, out, type, json, target);
        break;
    case TYPE_ARRAY:
    case TYPE_MULTISET:
    case TYPE_MAP:
    case TYPE_ROW:
        emit_statement(
            out, arena_printf(e->arena, "%s(%s, &%s)", composite_reader(e, type), json, target));
        break;
    case TYPE_VARIANT:
        emit_statement(out, call(e, "variant", json, target));
        break;
    case TYPE_BITMAP:
        emit_statement(out, call(e, "bitmap", json, target));
        break;
    case TYPE_NULL:
    case TYPE_TIMESTAMP_TZ:
    case TYPE_RAW:
    case TYPE_DESCRIPTOR:
        BUG("no row holds this type");
    }
}

/* ---- composites: a function each ---- */

/* Reads into `array`[items.count] unless null[items.count]. */
static const char *read_element(struct emitter *e, const struct type *type, const char *array)
{
    struct text read = {.arena = e->arena}, out = {.arena = e->arena};

    add_read(e, &read, type, "json", arena_printf(e->arena, "%s[items.count]", array));
    if (type->nullable)
        tpl_line_element(&out, &(struct tpl_line_element){.read = text_chars(&read)});
    else
        tpl_line_element_required(&out,
            &(struct tpl_line_element_required){.read = text_chars(&read)});
    return text_chars(&out);
}

/* A map as an object of its text keys. */
static void make_members_reader(struct emitter *e, const struct type *type, const char *name)
{
    const struct type *value = line_map_value(e, type);

    tpl_line_object_reader(&e->types, &(struct tpl_line_object_reader){
        .about = emit_sql_type(e->arena, type), .name = name, .ctype = emit_storage_type(e, type),
        .value = emit_storage_type(e, value), .read = read_element(e, value, "values")});
}

/* A map as an array of [key, value]. */
static void make_entries_reader(struct emitter *e, const struct type *type, const char *name)
{
    const struct type *key = line_map_key(type), *value = line_map_value(e, type);
    struct text read_key = {.arena = e->arena}, code = {.arena = e->arena};
    struct text nulls = {.arena = e->arena};
    const char *read;

    add_read(e, &read_key, key, "json", "keys[items.count]");
    if (key->nullable) {
        tpl_line_nullable_key(&code,
            &(struct tpl_line_nullable_key){.read = text_chars(&read_key)});
        tpl_line_key_nulls(&nulls, &(struct tpl_line_key_nulls){0});
    } else {
        tpl_line_key(&code, &(struct tpl_line_key){.read = text_chars(&read_key)});
    }
    read = read_element(e, value, "values");
    tpl_line_entries_reader(&e->types, &(struct tpl_line_entries_reader){
        .about = emit_sql_type(e->arena, type), .name = name, .ctype = emit_storage_type(e, type),
        .key = emit_storage_type(e, key), .value = emit_storage_type(e, value),
        .key_nulls = nulls.size ? text_chars(&nulls) : "",
        .key_null = key->nullable ? "key_null" : "NULL", .read_key = text_chars(&code),
        .read = read});
}

/* A NULL key makes entries of what else are members (make_map_writer). */
static void make_map_reader(struct emitter *e, const struct type *type, const char *name)
{
    const struct type *key = line_map_key(type);
    const char *members, *entries;

    if (!type_is_text(key)) {
        make_entries_reader(e, type, name);
        return;
    }
    if (!key->nullable) {
        make_members_reader(e, type, name);
        return;
    }
    members = names_make(e->names, "", arena_printf(e->arena, "%s_members", name));
    entries = names_make(e->names, "", arena_printf(e->arena, "%s_entries", name));
    make_members_reader(e, type, members);
    make_entries_reader(e, type, entries);
    tpl_line_map_reader(&e->types, &(struct tpl_line_map_reader){
        .about = emit_sql_type(e->arena, type), .name = name, .ctype = emit_storage_type(e, type),
        .members = members, .entries = entries});
}

static void make_row_reader(struct emitter *e, const struct type *type, const char *name)
{
    struct text members = {.arena = e->arena}, required = {.arena = e->arena};

    for (size_t i = 0; i < type->field_count; i++) {
        const char *field = emit_c_literal(e->arena, type->fields[i].name);
        const char *number = arena_printf(e->arena, "%zu", i);
        struct text read = {.arena = e->arena}, code = {.arena = e->arena};

        add_read(e, &read, type->fields[i].type, "json",
            arena_printf(e->arena, "out->%s", emit_field_member(e, type, i)));
        tpl_line_row_field(&code,
            &(struct tpl_line_row_field){.number = number, .read = text_chars(&read)});
        tpl_line_member(&members,
            &(struct tpl_line_member){.name = field, .code = text_chars(&code)});
        if (!type->fields[i].type->nullable)
            tpl_line_row_required(&required,
                &(struct tpl_line_row_required){.number = number, .name = field});
    }
    tpl_line_row_reader(&e->types, &(struct tpl_line_row_reader){
        .about = emit_sql_type(e->arena, type), .name = name, .ctype = emit_storage_type(e, type),
        .members = text_chars(&members), .required = text_chars(&required)});
}

static const char *composite_reader(struct emitter *e, const struct type *type)
{
    bool is_new;
    const char *name = line_function(e, "read", type, &is_new);

    if (!is_new)
        return name;
    if (type->kind == TYPE_ARRAY) {
        const char *read = read_element(e, type->element, "at");

        tpl_line_array_reader(&e->types, &(struct tpl_line_array_reader){
            .about = emit_sql_type(e->arena, type), .name = name,
            .ctype = emit_storage_type(e, type), .element = emit_storage_type(e, type->element),
            .read = read});
    } else if (type->kind == TYPE_ROW) {
        make_row_reader(e, type, name);
    } else {
        make_map_reader(e, type, name);
    }
    text_add_char(&e->types, '\n');
    return name;
}

/* ---- the function ---- */

static void add_column(struct emitter *e, struct text *members, struct text *required,
    const struct row_column *column)
{
    const char *name = emit_c_literal(e->arena, column->name);
    struct text read = {.arena = e->arena}, code = {.arena = e->arena};

    if (!column->member) { /* A column that no query reads. */
        tpl_line_skip(&code, &(struct tpl_line_skip){0});
    } else {
        add_read(e, &read, column->type, "&json",
            arena_printf(e->arena, "row->%s", column->member));
        tpl_line_column(&code, &(struct tpl_line_column){.name = name,
            .type = emit_c_literal(e->arena, type_name(e->arena, column->type)),
            .number = column->number, .read = text_chars(&read)});
        if (!column->type->nullable)
            tpl_line_required(required,
                &(struct tpl_line_required){.number = column->number, .name = name});
    }
    tpl_line_member(members, &(struct tpl_line_member){.name = name, .code = text_chars(&code)});
}

bool emit_line_reader(struct emitter *e, struct text *out, const struct row *row)
{
    struct text members = {.arena = e->arena}, required = {.arena = e->arena};

    for (size_t i = 0; i < row->column_count; i++)
        add_column(e, &members, &required, &row->columns[i]);
    tpl_line_reader(out, &(struct tpl_line_reader){
        .about = arena_printf(e->arena, "A row line of %s.", row->tag), .tag = row->tag,
        .members = text_chars(&members), .required = text_chars(&required)});
    text_add_char(out, '\n');
    return !e->failed;
}
