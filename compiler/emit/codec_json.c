/* What JSON decoders and encoders have in common: shapes, names, refusals. */
#include "codec_json.h"

#include "../registry/json_text.h"

#include <string.h>

const char *json_label(struct arena *arena, const struct json_shape *shape)
{
    switch (shape->form) {
    case JSON_FORM_SCALAR:
        return shape->symbol_count ? "an enum" : type_brief(arena, shape->type);
    case JSON_FORM_ARRAY:
        return arena_printf(arena, "array of %s", json_label(arena, shape->item));
    case JSON_FORM_MEMBERS:
        return arena_printf(arena, "map of %s", json_label(arena, shape->item));
    case JSON_FORM_ENTRIES:
        return arena_printf(arena, "array of key-value pairs");
    case JSON_FORM_ROW:
        return "object";
    case JSON_FORM_UNION:
        return "union";
    }
    return "";
}

const char *json_quote(struct json_codec *codec, const char *text)
{
    return emit_c_literal(codec->e->arena, text);
}

const char *json_literal(struct json_codec *codec, const char *before, const char *name,
    const char *after)
{
    struct text out = {.arena = codec->e->arena};

    text_add(&out, before);
    json_add_string(&out, name, strlen(name));
    text_add(&out, after);
    return json_quote(codec, text_chars(&out));
}

bool json_unfit(struct json_codec *codec, const char *path, const struct json_shape *shape,
    const struct type *type)
{
    struct arena *arena = codec->e->arena;

    codec->why = arena_printf(arena, "field '%s' is %s, which does not fit %s", path,
        json_label(arena, shape), type_name(arena, type));
    return false;
}

bool json_enter(struct json_codec *codec, const char *path)
{
    if (++codec->nodes > JSON_CODE_LIMIT || codec->depth >= JSON_DEPTH_LIMIT) {
        codec->why = arena_printf(codec->e->arena, "field '%s': the schema is too %s", path,
            codec->depth >= JSON_DEPTH_LIMIT ? "deep" : "large");
        return false;
    }
    codec->depth++;
    return true;
}

void json_leave(struct json_codec *codec)
{
    codec->depth--;
}

const char *json_local(struct json_codec *codec, const char *stem, const char *what)
{
    return names_make(codec->e->names, codec->scope,
        *stem ? arena_printf(codec->e->arena, "%s %s", stem, what) : what);
}

const char *json_global(struct json_codec *codec, const char *stem, const char *what)
{
    return names_make(codec->e->names, "", *stem
        ? arena_printf(codec->e->arena, "%s %s %s", codec->label, stem, what)
        : arena_printf(codec->e->arena, "%s %s", codec->label, what));
}

/* Number of the row's column that holds a field of this side, column_count if there is none or it
 * is not stored; *type is the table column's. */
static size_t find_column(const struct json_codec *codec, const char *field,
    const struct type **type)
{
    for (size_t i = 0; i < codec->side->count; i++) {
        const struct column *column = &codec->table->columns[codec->side->columns[i]];

        if (strcmp(field, codec->side->names[i]) != 0)
            continue;
        *type = column->type;
        for (size_t j = 0; j < codec->row->column_count; j++)
            if (codec->row->columns[j].member && !strcmp(codec->row->columns[j].name, column->name))
                return j;
    }
    return codec->row->column_count;
}

bool json_column_slot(struct json_codec *codec, const char *field, struct json_slot *slot,
    const struct type **type, size_t *number)
{
    struct arena *arena = codec->e->arena;
    const struct row_column *column;

    *number = find_column(codec, field, type);
    if (*number == codec->row->column_count)
        return false;
    column = &codec->row->columns[*number];
    *slot = (struct json_slot){
        .lvalue = arena_printf(arena, "row->%s", column->member),
        .path = field,
        .stem = column->member,
        .number = column->number,
        .is_null = arena_printf(arena, "rt_null_get(row->nulls, %s)", column->number),
    };
    return true;
}

bool json_field_slot(struct json_codec *codec, const struct json_slot *parent,
    const struct type *row, const char *field, struct json_slot *slot, const struct type **type,
    size_t *index)
{
    struct arena *arena = codec->e->arena;
    const char *member;
    size_t i = 0;

    while (i < row->field_count && strcmp(row->fields[i].name, field) != 0)
        i++;
    if (i == row->field_count)
        return false;
    member = emit_field_member(codec->e, row, i);
    *type = row->fields[i].type;
    *index = i;
    *slot = (struct json_slot){
        .lvalue = arena_printf(arena, "%s.%s", parent->lvalue, member),
        .path = arena_printf(arena, "%s.%s", parent->path, field),
        .stem = arena_printf(arena, "%s.%s", parent->stem, member),
        .number = json_number(codec, i),
        .is_null = arena_printf(arena, "rt_null_get(%s.nulls, %zu)", parent->lvalue, i),
    };
    return true;
}

bool json_stands_alone(struct json_codec *codec, const struct json_shape *shape)
{
    codec->why = arena_printf(codec->e->arena, "it is %s, but the table has %zu columns there",
        json_label(codec->e->arena, shape), codec->side->count);
    return codec->side->count == 1;
}

const char *json_number(struct json_codec *codec, size_t value)
{
    return arena_printf(codec->e->arena, "%zu", value);
}

const struct type *json_key_type(const struct type *type)
{
    return type->kind == TYPE_MULTISET ? type->element : type->key;
}

const struct type *json_value_type(struct arena *arena, const struct type *type)
{
    return type->kind == TYPE_MULTISET ? type_simple(arena, TYPE_INT, false) : type->element;
}

/* Of the value, of the key, of a change. */
static const struct json_option_ids {
    enum option_id iso, fail_missing, ignore_null, plain_decimals, ignore_errors, null_key,
        null_key_literal;
} option_ids[] = {
    {OPT_JSON_TIMESTAMP_FORMAT, OPT_JSON_FAIL_MISSING, OPT_JSON_IGNORE_NULL,
        OPT_JSON_PLAIN_DECIMALS, OPT_JSON_IGNORE_ERRORS, OPT_JSON_NULL_KEY_MODE,
        OPT_JSON_NULL_KEY_LITERAL},
    {OPT_KEY_JSON_TIMESTAMP_FORMAT, OPT_KEY_JSON_FAIL_MISSING, OPT_KEY_JSON_IGNORE_NULL,
        OPT_KEY_JSON_PLAIN_DECIMALS, OPT_KEY_JSON_IGNORE_ERRORS, OPT_KEY_JSON_NULL_KEY_MODE,
        OPT_KEY_JSON_NULL_KEY_LITERAL},
    {OPT_DEBEZIUM_TIMESTAMP_FORMAT, OPTION_COUNT, OPT_DEBEZIUM_IGNORE_NULL,
        OPT_DEBEZIUM_PLAIN_DECIMALS, OPT_DEBEZIUM_IGNORE_ERRORS, OPT_DEBEZIUM_NULL_KEY_MODE,
        OPT_DEBEZIUM_NULL_KEY_LITERAL},
};

static bool is_set(const struct table *table, enum option_id id)
{
    return id != OPTION_COUNT && table_option_by_id(table, id)->number;
}

static struct json_style style_of(const struct table *table, bool key)
{
    enum format format = (key ? &table->key_side : &table->value_side)->format;
    /* The rows of a change are decoded as JSON of a table that is made for them. */
    bool change = !key && table_format_option(table, false)->number == FORMAT_DEBEZIUM_JSON;
    const struct json_option_ids *ids = &option_ids[change ? 2 : key];

    if (format_base(format) != FORMAT_JSON)
        return (struct json_style){0};
    return (struct json_style){
        .plain = true,
        .iso = is_set(table, ids->iso),
        .fail_missing = is_set(table, ids->fail_missing),
        .ignore_null = is_set(table, ids->ignore_null),
        .plain_decimals = is_set(table, ids->plain_decimals),
        .ignore_errors = is_set(table, ids->ignore_errors),
        .null_key = (enum json_null_key)table_option_by_id(table, ids->null_key)->number,
        .null_key_literal = table_option_by_id(table, ids->null_key_literal)->text,
    };
}

struct json_codec json_codec_begin(struct emitter *e, const struct row *row,
    const struct table *table, bool key, const char *verb, const char *number)
{
    const char *side = key ? "key" : "value";

    return (struct json_codec){
        .e = e,
        .row = row,
        .table = table,
        .side = key ? &table->key_side : &table->value_side,
        .style = style_of(table, key),
        .label = arena_printf(e->arena, "%s_%s%s", row->tag, side, number),
        .scope = arena_printf(e->arena, "%s_%s_%s%s", row->tag, verb, side, number),
        .tables.arena = e->arena,
    };
}

/* A row of the table's columns on this side. */
static const struct type *side_type(struct json_codec *codec)
{
    struct type_field *fields = arena_array(codec->e->arena, codec->side->count + 1,
        sizeof *fields);

    for (size_t i = 0; i < codec->side->count; i++)
        fields[i] = (struct type_field){codec->side->names[i],
            codec->table->columns[codec->side->columns[i]].type, NULL};
    return type_row(codec->e->arena, fields, codec->side->count, false);
}

struct json_shape *json_codec_shape(struct json_codec *codec, const struct schema_text *schema)
{
    const char *why = NULL;
    struct json_shape *shape = schema
        ? json_shape_of_schema(codec->e->arena, schema, &why)
        : json_shape_of_type(codec->e->arena, side_type(codec), &why);

    if (!shape)
        codec->why = why;
    return shape;
}

bool json_codec_report(struct json_codec *codec, bool key)
{
    diag_error(codec->e->diag, D_BAD_SCHEMA, codec->table->span,
        "the JSON schema of the %s of table '%s' does not fit it: %s", key ? "key" : "value",
        codec->table->name, codec->why);
    codec->e->failed = true;
    return false;
}
