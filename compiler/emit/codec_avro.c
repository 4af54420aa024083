/* What Avro decoders and encoders have in common: schemas, slots, refusals. */
#include "codec_avro.h"

#include "codec_avro_tpl.h"

#include <string.h>

const char *avro_label(struct arena *arena, const struct avro_schema *schema)
{
    return avro_schema_label(avro_memory(arena), schema);
}

const char *avro_quote(struct avro_codec *codec, const char *path)
{
    return emit_c_literal(codec->e->arena, path);
}

const char *avro_symbols(struct avro_codec *codec, const struct rt_text *symbols, size_t count,
    const char *stem)
{
    struct arena *arena = codec->e->arena;
    const char **items = arena_array(arena, count + 1, sizeof *items);
    const char *name = names_make(codec->e->names, "",
        arena_printf(arena, "%s_%s_symbols", codec->label, stem));

    for (size_t i = 0; i < count; i++)
        items[i] = symbols[i].data ? arena_printf(arena, "{%s, %zu}",
                                         avro_quote(codec, symbols[i].data), symbols[i].size)
                                   : "{NULL, 0}";
    tpl_avro_symbols(&codec->tables, &(struct tpl_avro_symbols){.name = name,
        .count = arena_printf(arena, "%zu", count), .symbols = emit_fill(arena, items, count)});
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
