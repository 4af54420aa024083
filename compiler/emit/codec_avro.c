/* What Avro decoders and encoders have in common: schemas, slots, refusals. */
#include "codec_avro.h"

#include "codec_avro_tpl.h"

#include <string.h>

static const char *kind_name(enum avro_kind kind)
{
    switch (kind) {
    case AVRO_NULL:
        return "null";
    case AVRO_BOOLEAN:
        return "boolean";
    case AVRO_INT:
        return "int";
    case AVRO_LONG:
        return "long";
    case AVRO_FLOAT:
        return "float";
    case AVRO_DOUBLE:
        return "double";
    case AVRO_BYTES:
        return "bytes";
    case AVRO_STRING:
        return "string";
    case AVRO_RECORD:
        return "record";
    case AVRO_ENUM:
        return "enum";
    case AVRO_ARRAY:
        return "array";
    case AVRO_MAP:
        return "map";
    case AVRO_UNION:
        return "union";
    case AVRO_FIXED:
        return "fixed";
    }
    return "";
}

static const char *logical_name(enum avro_logical logical)
{
    switch (logical) {
    case AVRO_PLAIN:
        return NULL;
    case AVRO_DECIMAL:
        return "decimal";
    case AVRO_UUID:
        return "uuid";
    case AVRO_DATE:
        return "date";
    case AVRO_TIME_MILLIS:
        return "time-millis";
    case AVRO_TIME_MICROS:
        return "time-micros";
    case AVRO_TIMESTAMP_MILLIS:
        return "timestamp-millis";
    case AVRO_TIMESTAMP_MICROS:
        return "timestamp-micros";
    case AVRO_TIMESTAMP_NANOS:
        return "timestamp-nanos";
    case AVRO_LOCAL_MILLIS:
        return "local-timestamp-millis";
    case AVRO_LOCAL_MICROS:
        return "local-timestamp-micros";
    case AVRO_LOCAL_NANOS:
        return "local-timestamp-nanos";
    case AVRO_DURATION:
        return "duration";
    }
    return NULL;
}

const char *avro_label(struct arena *arena, const struct avro_schema *schema)
{
    struct text out = {.arena = arena};
    const char *logical = logical_name(schema->logical);

    if (schema->kind == AVRO_UNION) {
        for (size_t i = 0; i < schema->branch_count; i++)
            text_printf(&out, "%s%s", i ? ", " : "[", avro_label(arena, schema->branches[i]));
        text_add_char(&out, ']');
        return text_chars(&out);
    }
    if (schema->kind == AVRO_ARRAY || schema->kind == AVRO_MAP)
        return arena_printf(arena, "%s of %s", kind_name(schema->kind),
            schema->items->kind == AVRO_ARRAY || schema->items->kind == AVRO_MAP
                ? kind_name(schema->items->kind)
                : avro_label(arena, schema->items));
    text_add(&out, kind_name(schema->kind));
    if (schema->kind == AVRO_RECORD || schema->kind == AVRO_ENUM || schema->kind == AVRO_FIXED)
        text_printf(&out, " %s", schema->name);
    if (schema->logical == AVRO_DECIMAL)
        text_printf(&out, " decimal(%d, %d)", schema->precision, schema->scale);
    else if (logical)
        text_printf(&out, " %s", logical);
    return text_chars(&out);
}

const char *avro_quote(struct avro_codec *codec, const char *path)
{
    return emit_c_literal(codec->e->arena, path);
}

size_t avro_least(const struct avro_schema *schema)
{
    size_t least = 0;

    switch (schema->kind) {
    case AVRO_NULL:
        return 0;
    case AVRO_FLOAT:
        return 4;
    case AVRO_DOUBLE:
        return 8;
    case AVRO_FIXED:
        return (size_t)schema->size;
    case AVRO_RECORD:
        if (schema->recursive)
            return 1; /* Refused anyway. */
        for (size_t i = 0; i < schema->field_count; i++)
            least += avro_least(schema->fields[i].schema);
        return least;
    case AVRO_BOOLEAN:
    case AVRO_INT:
    case AVRO_LONG:
    case AVRO_BYTES:
    case AVRO_STRING:
    case AVRO_ENUM:
    case AVRO_ARRAY:
    case AVRO_MAP:
    case AVRO_UNION:
        break;
    }
    return 1;
}

int avro_per_ms(const struct avro_schema *schema)
{
    switch (schema->logical) {
    case AVRO_TIME_MILLIS:
    case AVRO_TIMESTAMP_MILLIS:
    case AVRO_LOCAL_MILLIS:
        return 1;
    case AVRO_TIME_MICROS:
    case AVRO_TIMESTAMP_MICROS:
    case AVRO_LOCAL_MICROS:
        return 1000;
    case AVRO_TIMESTAMP_NANOS:
    case AVRO_LOCAL_NANOS:
        return 1000000;
    case AVRO_PLAIN:
    case AVRO_DECIMAL:
    case AVRO_UUID:
    case AVRO_DATE:
    case AVRO_DURATION:
        break;
    }
    return 0;
}

int avro_null_branch(const struct avro_schema *schema)
{
    if (schema->kind != AVRO_UNION || schema->branch_count != 2)
        return -1;
    for (int i = 0; i < 2; i++)
        if (schema->branches[i]->kind == AVRO_NULL)
            return i;
    return -1;
}

const char *avro_symbols(struct avro_codec *codec, const struct avro_schema *schema,
    const char *stem)
{
    struct arena *arena = codec->e->arena;
    const char **items = arena_array(arena, schema->symbol_count, sizeof *items);
    const char *name = names_make(codec->e->names, "",
        arena_printf(arena, "%s_%s_symbols", codec->label, stem));

    for (size_t i = 0; i < schema->symbol_count; i++)
        items[i] = arena_printf(arena, "{%s, %zu}", avro_quote(codec, schema->symbols[i]),
            strlen(schema->symbols[i]));
    tpl_avro_symbols(&codec->tables, &(struct tpl_avro_symbols){.name = name,
        .count = arena_printf(arena, "%zu", schema->symbol_count),
        .symbols = emit_fill(arena, items, schema->symbol_count)});
    text_add_char(&codec->tables, '\n');
    return name;
}

bool avro_unfit(struct avro_codec *codec, const struct avro_slot *slot,
    const struct avro_schema *schema, const struct type *type)
{
    codec->why = arena_printf(codec->e->arena, "field '%s' is %s, which does not fit %s",
        slot->path, avro_label(codec->e->arena, schema), type_name(codec->e->arena, type));
    return false;
}

bool avro_enter(struct avro_codec *codec, const struct avro_schema *schema, const char *path)
{
    if (schema->kind == AVRO_RECORD && schema->recursive)
        codec->why = arena_printf(codec->e->arena,
            "field '%s' is record %s, which contains itself: recursive schemas are not supported",
            path, schema->name);
    else if (schema->logical == AVRO_DURATION)
        codec->why = arena_printf(codec->e->arena,
            "field '%s' is a duration, which has no SQL type", path);
    else if (++codec->nodes > AVRO_CODE_LIMIT || codec->depth >= AVRO_DEPTH_LIMIT)
        codec->why = arena_printf(codec->e->arena, "field '%s': the schema is too %s", path,
            codec->depth >= AVRO_DEPTH_LIMIT ? "deep" : "large");
    else
        return codec->depth++, true;
    return false;
}

void avro_leave(struct avro_codec *codec)
{
    codec->depth--;
}

/* An Avro name cannot hold every character of an SQL name: the others are `_` in a schema. */
bool avro_same_name(const char *field, const char *column)
{
    if (!strcmp(field, column))
        return true;
    if (*column >= '0' && *column <= '9' && *field == '_')
        field++;
    for (; *field && *column; field++, column++) {
        unsigned char c = (unsigned char)*column;
        bool plain = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_';

        if (*field != (plain ? *column : '_'))
            return false;
    }
    return !*field && !*column;
}

const struct row_column *avro_column(const struct avro_codec *codec, const char *field,
    const struct type **type)
{
    for (size_t i = 0; i < codec->side->count; i++) {
        const struct column *column = &codec->table->columns[codec->side->columns[i]];

        if (!avro_same_name(field, codec->side->names[i]))
            continue;
        *type = column->type;
        for (size_t j = 0; j < codec->row->column_count; j++)
            if (codec->row->columns[j].member && !strcmp(codec->row->columns[j].name, column->name))
                return &codec->row->columns[j];
    }
    return NULL;
}

struct avro_slot avro_column_slot(struct avro_codec *codec, const struct row_column *column,
    const struct type *type, const char *path)
{
    struct arena *arena = codec->e->arena;
    struct text set_null = {.arena = arena};

    tpl_avro_set_null(&set_null,
        &(struct tpl_avro_set_null){.nulls = "row->nulls", .number = column->number});
    return (struct avro_slot){
        .lvalue = arena_printf(arena, "row->%s", column->member),
        .path = path,
        .stem = column->member,
        .set_null = type->nullable ? text_chars(&set_null) : NULL,
        .is_null = arena_printf(arena, "rt_null_get(row->nulls, %s)", column->number),
        .column = column->name,
    };
}

struct avro_slot avro_field_slot(struct avro_codec *codec, const struct avro_slot *parent,
    const struct type *type, size_t index)
{
    struct arena *arena = codec->e->arena;
    const char *member = emit_field_member(codec->e, type, index);
    struct text set_null = {.arena = arena};

    tpl_avro_set_null(&set_null,
        &(struct tpl_avro_set_null){.nulls = arena_printf(arena, "%s.nulls", parent->lvalue),
            .number = arena_printf(arena, "%zu", index)});
    return (struct avro_slot){
        .lvalue = arena_printf(arena, "%s.%s", parent->lvalue, member),
        .path = arena_printf(arena, "%s.%s", parent->path, type->fields[index].name),
        .stem = arena_printf(arena, "%s_%s", parent->stem, member),
        .set_null = type->fields[index].type->nullable ? text_chars(&set_null) : NULL,
        .is_null = arena_printf(arena, "rt_null_get(%s.nulls, %zu)", parent->lvalue, index),
        .column = parent->column,
    };
}

size_t avro_find_field(const struct type *row, const char *name)
{
    for (size_t i = 0; i < row->field_count; i++)
        if (avro_same_name(name, row->fields[i].name))
            return i;
    return row->field_count;
}

struct avro_codec avro_codec_begin(struct emitter *e, const struct row *row,
    const struct table *table, bool key)
{
    return (struct avro_codec){
        .e = e,
        .row = row,
        .table = table,
        .side = key ? &table->key_side : &table->value_side,
        .tables.arena = e->arena,
    };
}

struct avro_schema *avro_codec_parse(struct avro_codec *codec, const char *schema)
{
    const char *why = NULL;
    struct avro_schema *parsed = avro_parse(codec->e->arena, schema, &why);

    if (!parsed)
        codec->why = why;
    return parsed;
}

bool avro_codec_report(struct avro_codec *codec, bool key)
{
    diag_error(codec->e->diag, D_BAD_SCHEMA, codec->table->span,
        "the Avro schema of the %s of table '%s' does not fit it: %s", key ? "key" : "value",
        codec->table->name, codec->why);
    codec->e->failed = true;
    return false;
}
