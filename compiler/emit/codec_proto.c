/* What Protobuf decoders and encoders have in common: fields and their columns, tables of enums,
 * refusals. */
#include "codec_proto.h"

#include "codec_proto_tpl.h"

#include <stdlib.h>
#include <string.h>

const char *proto_quote(struct proto_codec *codec, const char *text)
{
    return emit_c_literal(codec->e->arena, text);
}

const char *proto_local(struct proto_codec *codec, const char *stem, const char *what)
{
    return names_make(codec->e->names, codec->scope,
        arena_printf(codec->e->arena, "%s_%s", stem, what));
}

const char *proto_comment(struct proto_codec *codec, const struct rt_proto_field *field,
    const char *more)
{
    return emit_comment(codec->e->arena, arena_printf(codec->e->arena, "%s: %s%s", field->name,
        rt_proto_label(&codec->schema->memory, field), more));
}

bool proto_unfit(struct proto_codec *codec, const struct proto_slot *slot,
    const struct rt_proto_field *field)
{
    codec->why = arena_printf(codec->e->arena, "field '%s' is %s, which does not fit %s",
        slot->path, rt_proto_label(&codec->schema->memory, field), type_name(codec->e->arena,
            slot->type));
    return false;
}

bool proto_enter(struct proto_codec *codec, const char *path)
{
    if (++codec->nodes > PROTO_CODE_LIMIT || codec->depth >= PROTO_DEPTH_LIMIT) {
        codec->why = arena_printf(codec->e->arena, "field '%s': the schema is too %s", path,
            codec->depth >= PROTO_DEPTH_LIMIT ? "deep" : "large");
        return false;
    }
    codec->depth++;
    return true;
}

void proto_leave(struct proto_codec *codec)
{
    codec->depth--;
}

bool proto_codec_report(struct proto_codec *codec, bool key)
{
    diag_error(codec->e->diag, D_BAD_SCHEMA, codec->table->span,
        "the Protobuf schema of the %s of table '%s' does not fit it: %s", key ? "key" : "value",
        codec->table->name, codec->why);
    codec->e->failed = true;
    return false;
}

size_t proto_path(const struct rt_proto_message *message, size_t *path)
{
    size_t size = message->outer ? proto_path(message->outer, path) : 0;

    if (size < PROTO_DEPTH_LIMIT)
        path[size++] = message->index;
    return size;
}

/* ---- tags ---- */

int proto_scalar_wire(enum rt_proto_kind kind)
{
    switch (kind) {
    case RT_PROTO_DOUBLE: case RT_PROTO_FIXED64: case RT_PROTO_SFIXED64: return PROTO_WIRE_FIXED64;
    case RT_PROTO_FLOAT: case RT_PROTO_FIXED32: case RT_PROTO_SFIXED32: return PROTO_WIRE_FIXED32;
    case RT_PROTO_STRING: case RT_PROTO_BYTES: return PROTO_WIRE_BYTES;
    case RT_PROTO_INT32: case RT_PROTO_INT64: case RT_PROTO_UINT32: case RT_PROTO_UINT64:
    case RT_PROTO_SINT32:
    case RT_PROTO_SINT64: case RT_PROTO_BOOL: case RT_PROTO_NAMED: /* an enum */
        return PROTO_WIRE_VARINT;
    case RT_PROTO_KINDS: break;
    }
    BUG("no kind");
}

/* Of one value of the field. */
int proto_wire(const struct rt_proto_content *content, const struct rt_proto_field *field)
{
    if (content->form == RT_PROTO_SCALAR || content->form == RT_PROTO_ENUMERATION)
        return proto_scalar_wire(content->kind);
    return field->is_group ? PROTO_WIRE_GROUP : PROTO_WIRE_BYTES;
}

const char *proto_tag(struct proto_codec *codec, const struct rt_proto_field *field, int wire)
{
    return arena_printf(codec->e->arena, "0x%02x", (unsigned)field->number << 3 | (unsigned)wire);
}

/* ---- enums ---- */

static int compare_values(const void *a, const void *b)
{
    int32_t left = ((const struct rt_proto_value *)a)->number;
    int32_t right = ((const struct rt_proto_value *)b)->number;

    return (left > right) - (left < right);
}

/* Ascending by number; of aliases the first one reads, all are written. */
static const struct rt_proto_value *sorted_values(struct proto_codec *codec,
    const struct rt_proto_enum *enumeration, size_t *count)
{
    struct rt_proto_value *values = arena_copy(codec->e->arena, enumeration->values.at,
        enumeration->values.count * sizeof *values);

    *count = enumeration->values.count;
    for (size_t i = 1; i < *count; i++) { /* stable: aliases in the order of the file */
        struct rt_proto_value value = values[i];
        size_t at = i;

        for (; at && compare_values(&values[at - 1], &value) > 0; at--)
            values[at] = values[at - 1];
        values[at] = value;
    }
    return values;
}

const char *proto_symbols(struct proto_codec *codec, const struct rt_proto_enum *enumeration)
{
    struct arena *arena = codec->e->arena;
    const char *name = map_get(&codec->symbols, enumeration->full_name);
    const struct rt_proto_value *values;
    const char **items;
    size_t count;

    if (name)
        return name;
    values = sorted_values(codec, enumeration, &count);
    items = arena_array(arena, count, sizeof *items);
    name = names_make(codec->e->names, "",
        arena_printf(arena, "%s_%s_symbols", codec->label, enumeration->name));
    for (size_t i = 0; i < count; i++)
        items[i] = arena_printf(arena, "{%d, {%s, %zu}}", (int)values[i].number,
            proto_quote(codec, values[i].name), strlen(values[i].name));
    tpl_proto_symbols(&codec->tables, &(struct tpl_proto_symbols){.name = name,
        .count = arena_printf(arena, "%zu", count), .symbols = emit_fill(arena, items, count)});
    text_add_char(&codec->tables, '\n');
    map_put(&codec->symbols, enumeration->full_name, (void *)(uintptr_t)name);
    return name;
}

/* ---- slots ---- */

const char *proto_is_null(struct proto_codec *codec, const struct proto_slot *slot)
{
    if (slot->flag)
        return slot->flag;
    return slot->bit ? arena_printf(codec->e->arena, "rt_null_get(%s)", slot->bit) : NULL;
}

const struct row_column *proto_column(const struct proto_codec *codec, const char *name,
    const struct type **type)
{
    for (size_t i = 0; i < codec->side->count; i++) {
        const struct column *column = &codec->table->columns[codec->side->columns[i]];

        if (strcmp(name, codec->side->names[i]) != 0)
            continue;
        *type = column->type;
        for (size_t j = 0; j < codec->row->column_count; j++)
            if (codec->row->columns[j].member && !strcmp(codec->row->columns[j].name, column->name))
                return &codec->row->columns[j];
    }
    return NULL;
}

struct proto_slot proto_column_slot(struct proto_codec *codec, const struct row_column *column,
    const struct type *type, const char *path)
{
    struct arena *arena = codec->e->arena;

    return (struct proto_slot){
        .type = type,
        .lvalue = arena_printf(arena, "row->%s", column->member),
        .path = path,
        .stem = column->member,
        .bit = arena_printf(arena, "row->nulls, %s", column->number),
        .inside = "",
    };
}

struct proto_slot proto_field_slot(struct proto_codec *codec, const struct proto_slot *parent,
    size_t index)
{
    struct arena *arena = codec->e->arena;
    const char *member = emit_field_member(codec->e, parent->type, index);
    const char *null = proto_is_null(codec, parent);

    return (struct proto_slot){
        .type = parent->type->fields[index].type,
        .lvalue = arena_printf(arena, "%s.%s", parent->lvalue, member),
        .path = arena_printf(arena, "%s.%s", parent->path, parent->type->fields[index].name),
        .stem = arena_printf(arena, "%s_%s", parent->stem, member),
        .bit = arena_printf(arena, "%s.nulls, %zu", parent->lvalue, index),
        .inside = null ? arena_printf(arena, "%s!%s && ", parent->inside, null) : parent->inside,
    };
}

/* ---- members ---- */

static bool find_slot(struct proto_codec *codec, const struct proto_target *target,
    const char *name, struct proto_slot *slot)
{
    const struct type *type = NULL;
    const struct row_column *column;

    if (!target->row) {
        column = proto_column(codec, name, &type);
        if (column)
            *slot = proto_column_slot(codec, column, type, name);
        return column != NULL;
    }
    for (size_t i = 0; i < target->row->type->field_count; i++) {
        if (strcmp(target->row->type->fields[i].name, name) == 0) {
            *slot = proto_field_slot(codec, target->row, i);
            return true;
        }
    }
    return false;
}

static void find_in_oneof(struct proto_codec *codec, const struct proto_target *target,
    const struct rt_proto_message *message, struct proto_member *m)
{
    if (!find_slot(codec, target, message->oneofs.at[m->field->oneof].name, &m->oneof_slot) ||
        m->oneof_slot.type->kind != TYPE_ROW)
        return;
    m->oneof = m->oneof_slot.type;
    while (m->oneof_index < m->oneof->field_count &&
        strcmp(m->oneof->fields[m->oneof_index].name, m->field->name) != 0)
        m->oneof_index++;
    m->stored = m->oneof_index < m->oneof->field_count;
    if (m->stored)
        m->slot = proto_field_slot(codec, &m->oneof_slot, m->oneof_index);
    else
        m->oneof = NULL;
}

/* A field that has another name in the table's schema, and no other field has that name. */
static const char *name_by_number(const struct proto_target *target,
    const struct rt_proto_message *message, int32_t number)
{
    for (size_t i = 0; target->own.message && i < target->own.message->fields.count; i++) {
        const struct rt_proto_field *field = &target->own.message->fields.at[i];

        if (field->number == number)
            return rt_proto_find_field(message, field->name) ? NULL : field->name;
    }
    return NULL;
}

static bool add_member(struct proto_codec *codec, struct rt_proto_place place,
    const struct proto_target *target, struct proto_member *m)
{
    const char *other;

    if (!rt_proto_content_of(codec->schema, place, m->field, &m->content, &codec->why))
        return false;
    m->stored = find_slot(codec, target, m->field->name, &m->slot);
    if (!m->stored && m->field->oneof >= 0)
        find_in_oneof(codec, target, place.message, m);
    if (m->stored)
        return true;
    if (codec->side->format == FORMAT_PROTO_CONFLUENT)
        return true; /* Names alone count there (002). */
    other = name_by_number(target, place.message, m->field->number);
    if (other)
        m->stored = find_slot(codec, target, other, &m->slot);
    return true;
}

static int compare_members(const void *a, const void *b)
{
    int32_t left = ((const struct proto_member *)a)->field->number;
    int32_t right = ((const struct proto_member *)b)->field->number;

    return (left > right) - (left < right);
}

bool proto_members_of(struct proto_codec *codec, struct rt_proto_place place,
    const struct proto_target *target, struct proto_members *members)
{
    size_t count = place.message->fields.count;

    members->at = arena_array(codec->e->arena, count + 1, sizeof *members->at);
    members->count = count;
    for (size_t i = 0; i < count; i++) {
        members->at[i].field = &place.message->fields.at[i];
        if (!add_member(codec, place, target, &members->at[i]))
            return false;
    }
    if (count)
        qsort(members->at, count, sizeof *members->at, compare_members);
    return true;
}
