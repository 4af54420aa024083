/* Protobuf decoders: which message of a file is read into which columns, and what a file does not
 * have. */
#include "codec_proto.h"

#include "codec_proto_tpl.h"

#include <string.h>

/* ---- what the writer does not have ---- */

static bool is_member(const struct proto_members *members, const struct proto_slot *slot)
{
    for (size_t i = 0; i < members->count; i++) {
        const struct proto_member *m = &members->at[i];

        if (m->stored && (strcmp(m->slot.lvalue, slot->lvalue) == 0 ||
                (m->oneof && strcmp(m->oneof_slot.lvalue, slot->lvalue) == 0)))
            return true;
    }
    return false;
}

/* Where the table's own schema lets a field be absent, the default stands for it: repeated fields
 * and those without presence. */
static bool has_default(struct proto_codec *codec, const struct proto_target *target,
    const char *name)
{
    const struct rt_proto_field *field =
        target->own.message ? rt_proto_find_field(target->own.message, name) : NULL;
    struct rt_proto_content content;
    const char *ignored;

    return field && rt_proto_content_of(codec->own, target->own, field, &content, &ignored) &&
        !content.presence;
}

static bool missing(struct proto_codec *codec, struct text *init,
    const struct proto_members *members, const struct proto_target *target, const char *name,
    const struct proto_slot *slot)
{
    if (is_member(members, slot))
        return true;
    if (slot->type->nullable) {
        tpl_proto_set_bit(init, &(struct tpl_proto_set_bit){.bit = slot->bit, .value = "true"});
        return true;
    }
    if (has_default(codec, target, name))
        return true; /* It is zero, as rows begin. */
    codec->why = arena_printf(codec->e->arena,
        "it has no field '%s', and the column is NOT NULL", slot->path);
    return false;
}

bool proto_decode_missing(struct proto_codec *codec, struct text *init,
    const struct proto_members *members, const struct proto_target *target,
    struct rt_proto_place place)
{
    const struct type *type = NULL;

    (void)place;
    for (size_t i = 0; !target->row && i < codec->side->count; i++) {
        const struct row_column *column = proto_column(codec, codec->side->names[i], &type);
        struct proto_slot slot;

        if (!column)
            continue;
        slot = proto_column_slot(codec, column, type, codec->side->names[i]);
        if (!missing(codec, init, members, target, codec->side->names[i], &slot))
            return false;
    }
    for (size_t i = 0; target->row && i < target->row->type->field_count; i++) {
        struct proto_slot slot = proto_field_slot(codec, target->row, i);

        if (!missing(codec, init, members, target, target->row->type->fields[i].name, &slot))
            return false;
    }
    return true;
}

/* ---- the messages that a table holds ---- */

struct choice {
    struct rt_proto_place place;
    const struct row_column *column; /* NULL: its fields are the columns */
    const struct type *type;
};

struct choices {
    struct choice *at;
    size_t count;
};

static const struct rt_proto_message *find_message(const struct rt_proto_schema *schema,
    const char *full_name)
{
    const struct rt_proto_named *named = rt_proto_find(&schema->set, "", full_name);

    return named && named->file == schema->file ? named->message : NULL;
}

/* The one message of a table: of that name, or the only one of the file. NULL: the table has a
 * column for each. */
static const struct rt_proto_message *only_message(struct proto_codec *codec)
{
    const struct rt_proto_message *message;

    if (!codec->root.message)
        return NULL;
    message = find_message(codec->schema, codec->root.message->full_name);
    return message || rt_proto_is_choice(codec->schema)
        ? message : codec->schema->file->messages.at[0];
}

/* A column for each message. */
static void find_choices(struct proto_codec *codec, struct choices *choices)
{
    for (size_t i = 0; i < codec->schema->file->messages.count; i++) {
        struct rt_proto_place place = rt_proto_root(codec->schema, i);
        struct choice choice = {.place = place};

        for (size_t k = 0; k < codec->side->count; k++) {
            if (strcmp(codec->side->names[k], place.message->full_name) != 0)
                continue;
            choice.column = proto_column(codec, codec->side->names[k], &choice.type);
            choice.type = codec->table->columns[codec->side->columns[k]].type;
            choices->at[choices->count++] = choice;
        }
    }
}

/* The table's columns are fields of whatever message of the file a record has. */
static void find_all(struct proto_codec *codec, struct choices *choices)
{
    for (size_t i = 0; i < codec->schema->file->messages.count; i++)
        choices->at[choices->count++] = (struct choice){.place = rt_proto_root(codec->schema, i)};
}

/* ---- code ---- */

/* `locals`: where its declarations go. */
static bool decode_only(struct proto_codec *codec, struct text *locals, struct text *out,
    const struct choice *choice)
{
    struct proto_target target = {.own = codec->root};
    struct proto_block block = {.locals.arena = codec->e->arena,
        .finish.arena = codec->e->arena};
    struct text init = {.arena = codec->e->arena}, fields = {.arena = codec->e->arena};

    codec->block = &block;
    if (!proto_decode_fields(codec, &init, &fields, choice->place, &target, NULL))
        return false;
    text_add(locals, text_chars(&block.locals));
    text_add(out, text_chars(&init));
    text_add(out, text_chars(&fields));
    text_add(out, text_chars(&block.finish));
    return true;
}

static bool decode_choice(struct proto_codec *codec, struct text *out, const struct choice *choice)
{
    struct proto_slot slot = proto_column_slot(codec, choice->column, choice->type,
        choice->place.message->full_name);
    const struct rt_proto_message *own = find_message(codec->own, choice->place.message->full_name);
    struct proto_target target = {.row = &slot, .own = {codec->own->file, own}};
    struct proto_block block = {.locals.arena = codec->e->arena,
        .finish.arena = codec->e->arena};
    struct text init = {.arena = codec->e->arena}, fields = {.arena = codec->e->arena};

    codec->block = &block;
    if (choice->type->kind != TYPE_ROW) {
        codec->why = arena_printf(codec->e->arena, "column '%s' is no ROW, but message %s",
            choice->column->name, choice->place.message->full_name);
        return false;
    }
    if (!proto_decode_fields(codec, &init, &fields, choice->place, &target, slot.path))
        return false;
    text_add(out, text_chars(&block.locals));
    tpl_proto_set_bit(out, &(struct tpl_proto_set_bit){.bit = slot.bit, .value = "false"});
    text_add(out, text_chars(&init));
    text_add(out, text_chars(&fields));
    text_add(out, text_chars(&block.finish));
    return true;
}

/* The paths of the messages, with their sizes in front. */
static const char *paths_table(struct proto_codec *codec, const struct choices *choices)
{
    struct arena *arena = codec->e->arena;
    const char **numbers = arena_array(arena, (PROTO_DEPTH_LIMIT + 1) * choices->count,
        sizeof *numbers);
    size_t path[PROTO_DEPTH_LIMIT], count = 0;
    const char *name = names_make(codec->e->names, "",
        arena_printf(arena, "%s_paths", codec->label));

    for (size_t i = 0; i < choices->count; i++) {
        size_t size = proto_path(choices->at[i].place.message, path);

        numbers[count++] = arena_printf(arena, "%zu", size);
        for (size_t k = 0; k < size; k++)
            numbers[count++] = arena_printf(arena, "%zu", path[k]);
    }
    tpl_proto_paths(&codec->tables, &(struct tpl_proto_paths){.name = name,
        .numbers = emit_fill(arena, numbers, count)});
    text_add_char(&codec->tables, '\n');
    return name;
}

static void choose_nothing(struct proto_codec *codec, struct text *out)
{
    for (size_t i = 0; i < codec->side->count; i++) {
        const struct type *type;
        const struct row_column *column = proto_column(codec, codec->side->names[i], &type);

        if (column)
            tpl_proto_set_bit(out, &(struct tpl_proto_set_bit){.value = "true",
                .bit = arena_printf(codec->e->arena, "row->nulls, %s", column->number)});
    }
}

static bool decode_choices(struct proto_codec *codec, struct text *out,
    const struct choices *choices, bool by_column)
{
    struct arena *arena = codec->e->arena;
    struct text cases = {.arena = arena};

    if (by_column)
        choose_nothing(codec, out);
    for (size_t i = 0; i < choices->count; i++) {
        const struct choice *choice = &choices->at[i];
        struct text code = {.arena = arena};

        if (by_column && !choice->column)
            continue;
        if (!(by_column ? decode_choice(codec, &code, choice)
                        : decode_only(codec, &code, &code, choice)))
            return false;
        tpl_proto_chosen(&cases, &(struct tpl_proto_chosen){
            .label = arena_printf(arena, "case %zu", i), .code = text_chars(&code),
            .name = emit_comment(arena, choice->place.message->full_name)});
    }
    tpl_proto_chosen(&cases, &(struct tpl_proto_chosen){.label = "default", .code = "",
        .name = "not read"});
    tpl_proto_choose(out, &(struct tpl_proto_choose){.paths = paths_table(codec, choices),
        .count = arena_printf(arena, "%zu", choices->count), .cases = text_chars(&cases)});
    return true;
}

static bool decode_root(struct proto_codec *codec, struct text *locals, struct text *out)
{
    struct choices choices = {arena_array(codec->e->arena,
        codec->schema->file->messages.count * (codec->side->count + 1), sizeof *choices.at), 0};
    const struct rt_proto_message *only = only_message(codec);
    bool by_column = false;

    if (only)
        choices.at[choices.count++] = (struct choice){.place = {codec->schema->file, only}};
    else
        find_choices(codec, &choices);
    by_column = !only && choices.count;
    if (!choices.count)
        find_all(codec, &choices);
    if (by_column || choices.count > 1 || only->outer || only->index)
        return decode_choices(codec, out, &choices, by_column);
    tpl_proto_read(out, &(struct tpl_proto_read){.call = "rt_proto_first(&in)", .path = "NULL"});
    return decode_only(codec, locals, out, &choices.at[0]);
}

/* ---- the function ---- */

static const char *decoder_locals(struct proto_codec *codec, const char *locals,
    const char *code)
{
    struct text out = {.arena = codec->e->arena};
    bool uses_arena = strstr(code, "(arena, ") || strstr(code, ", arena, ");

    if (strstr(code, "(&in, &tag)"))
        text_add(&out, "uint32_t tag;\n");
    if (strstr(code, "(&in, &number)"))
        text_add(&out, "int64_t number;\n");
    if (strstr(code, ", &message)"))
        text_add(&out, "size_t message;\n");
    text_add(&out, locals);
    if (!uses_arena)
        text_add(&out, "\n(void)arena;\n");
    if (!strstr(code, "row->"))
        text_add(&out, uses_arena ? "\n(void)row;\n" : "(void)row;\n");
    return text_chars(&out);
}

bool proto_codec_begin(struct proto_codec *codec, struct emitter *e, const struct row *row,
    const struct table *table, bool key, const struct schema_text *writer)
{
    const struct table_side *side = key ? &table->key_side : &table->value_side;
    struct schema_text own = table_side_schema(side);

    *codec = (struct proto_codec){.e = e, .row = row, .table = table, .side = side,
        .tables.arena = e->arena, .symbols.arena = e->arena};
    codec->own = proto_load(e->arena, &own, &codec->why);
    codec->schema = writer && codec->own ? proto_load(e->arena, writer, &codec->why) : codec->own;
    if (codec->own && side->message)
        codec->root = (struct rt_proto_place){codec->own->file,
            find_message(codec->own, side->message)};
    else if (codec->own && !rt_proto_is_choice(codec->own))
        codec->root = rt_proto_root(codec->own, 0);
    return codec->schema;
}

bool emit_proto_decoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key, const struct schema_text *writer, size_t number)
{
    struct proto_codec codec;
    struct text code = {.arena = e->arena}, locals = {.arena = e->arena};
    const char *side = key ? "key" : "value", *about;
    bool begun = proto_codec_begin(&codec, e, row, table, key, writer);

    codec.label = arena_printf(e->arena, "%s_%s_%zu", row->tag, side, number);
    codec.scope = arena_printf(e->arena, "%s_decode_%s_%zu", row->tag, side, number);
    if (!begun || !decode_root(&codec, &locals, &code))
        return proto_codec_report(&codec, key);
    about = arena_printf(e->arena, "The %s of '%s' as %s wrote it: schema %zu.", side, table->name,
        codec.schema->file->messages.at[0]->full_name, number);
    text_add(out, text_chars(&codec.tables));
    tpl_proto_decoder(out, &(struct tpl_proto_decoder){.about = emit_comment(e->arena, about),
        .tag = row->tag, .side = side, .number = arena_printf(e->arena, "%zu", number),
        .locals = decoder_locals(&codec, text_chars(&locals), text_chars(&code)),
        .message = text_chars(&code)});
    text_add_char(out, '\n');
    return true;
}
