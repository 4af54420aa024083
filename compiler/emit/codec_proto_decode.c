/* Protobuf decoders: (writer schema) x (row struct), resolved here, straight-line code there. */
#include "codec_proto.h"

#include "codec_proto_tpl.h"

#include <string.h>

static bool read_member(struct proto_codec *codec, struct text *out,
    const struct proto_member *m, bool packed);

/* ---- NULL ---- */

static void set_null(struct proto_codec *codec, struct text *out, const struct proto_slot *slot,
    bool null)
{
    (void)codec;
    if (slot->flag)
        tpl_proto_assign(out, &(struct tpl_proto_assign){.target = slot->flag,
            .value = null ? "true" : "false"});
    else if (slot->bit)
        tpl_proto_set_bit(out, &(struct tpl_proto_set_bit){.bit = slot->bit,
            .value = null ? "true" : "false"});
}

/* The record is refused if the slot is still NULL behind the message. */
static void refuse_null(struct proto_codec *codec, const struct proto_slot *slot)
{
    tpl_proto_refuse_if(&codec->block->finish, &(struct tpl_proto_refuse_if){
        .condition = arena_printf(codec->e->arena, "%s%s", slot->inside,
            proto_is_null(codec, slot)),
        .path = proto_quote(codec, slot->path)});
}

static void begin_null(struct proto_codec *codec, struct text *init,
    const struct proto_slot *slot)
{
    set_null(codec, init, slot, true);
    if (!slot->type->nullable)
        refuse_null(codec, slot);
}

/* The first value of an enum is its default. */
static void begin_symbol(struct proto_codec *codec, struct text *init,
    const struct rt_proto_enum *enumeration, const struct proto_slot *slot)
{
    const char *name = enumeration->values.at[0].name;

    if (!type_is_text(slot->type))
        return;
    tpl_proto_assign(init, &(struct tpl_proto_assign){.target = slot->lvalue,
        .value = arena_printf(codec->e->arena, "RT_TEXT(%s)", proto_quote(codec, name))});
}

/* ---- oneofs ---- */

/* All bits of the ROW of a oneof but one (`index` beyond them: all). */
static void set_choices(struct proto_codec *codec, struct text *out, const struct proto_member *m,
    size_t index)
{
    struct arena *arena = codec->e->arena;

    for (size_t word = 0; word * 64 < m->oneof->field_count; word++) {
        size_t left = m->oneof->field_count - word * 64;
        uint64_t mask = left >= 64 ? UINT64_MAX : (UINT64_C(1) << left) - 1;

        if (index / 64 == word)
            mask &= ~(UINT64_C(1) << index % 64);
        tpl_proto_assign(out, &(struct tpl_proto_assign){
            .target = arena_printf(arena, "%s.nulls[%zu]", m->oneof_slot.lvalue, word),
            .value = arena_printf(arena, "UINT64_C(0x%llx)", (unsigned long long)mask)});
    }
}

/* The member has been read: the others are not there any more. */
static void choose(struct proto_codec *codec, struct text *out, const struct proto_members *all,
    const struct proto_member *m)
{
    if (m->oneof) {
        set_null(codec, out, &m->oneof_slot, false);
        set_choices(codec, out, m, m->oneof_index);
        return;
    }
    for (size_t i = 0; i < all->count; i++) {
        const struct proto_member *other = &all->at[i];

        if (other != m && other->field->oneof == m->field->oneof && other->stored)
            set_null(codec, out, &other->slot, true);
    }
}

/* A member that no column holds takes the others away as well. */
static void choose_none(struct proto_codec *codec, struct text *out,
    const struct proto_members *all, const struct proto_member *m)
{
    for (size_t i = 0; i < all->count; i++) {
        const struct proto_member *other = &all->at[i];

        if (other == m || other->field->oneof != m->field->oneof || !other->stored)
            continue;
        if (other->oneof) {
            set_null(codec, out, &other->oneof_slot, true);
            set_choices(codec, out, other, SIZE_MAX);
            return;
        }
        set_null(codec, out, &other->slot, true);
    }
}

static bool is_first_choice(const struct proto_members *all, const struct proto_member *m)
{
    for (size_t i = 0; &all->at[i] < m; i++)
        if (all->at[i].oneof && all->at[i].field->oneof == m->field->oneof)
            return false;
    return true;
}

/* ---- before the first field ---- */

static void begin_member(struct proto_codec *codec, struct text *init,
    const struct proto_members *all, const struct proto_member *m)
{
    if (!m->stored)
        return;
    if (m->oneof) {
        if (is_first_choice(all, m)) {
            begin_null(codec, init, &m->oneof_slot);
            set_choices(codec, init, m, SIZE_MAX);
        }
    } else if (m->content.presence) {
        begin_null(codec, init, &m->slot);
    } else if (m->content.form == RT_PROTO_ENUMERATION && !m->content.repeated) {
        begin_symbol(codec, init, m->content.enumeration, &m->slot);
    }
}

/* ---- messages ---- */

/* Enters a message or group whose tag has been read, and leaves it behind `fields`. */
static void read_inside(struct proto_codec *codec, struct text *out, const struct proto_member *m,
    const struct proto_slot *slot, const char *fields)
{
    struct arena *arena = codec->e->arena;
    const char *outer = proto_local(codec, slot->stem, "outer");
    const char *path = proto_quote(codec, slot->path);
    struct text leave = {.arena = arena};

    if (m->field->is_group)
        tpl_proto_leave_group(&leave,
            &(struct tpl_proto_leave_group){.outer = outer, .path = path});
    else
        tpl_proto_leave(&leave, &(struct tpl_proto_leave){.outer = outer});
    tpl_proto_inside(out, &(struct tpl_proto_inside){.outer = outer,
        .enter = m->field->is_group
            ? arena_printf(arena, "rt_proto_enter_group(&in, %s, &%s)",
                proto_tag(codec, m->field, PROTO_WIRE_GROUP), outer)
            : arena_printf(arena, "rt_proto_enter(&in, &%s)", outer),
        .path = path, .fields = fields, .leave = text_chars(&leave)});
}

static void clear(struct proto_codec *codec, struct text *out, const struct proto_slot *slot)
{
    tpl_proto_assign(out, &(struct tpl_proto_assign){.target = slot->lvalue,
        .value = arena_printf(codec->e->arena, "(%s){0}",
            emit_storage_type(codec->e, slot->type))});
}

/* What is done when the slot gets its first part; all of the others are merged with it. */
static void read_first(struct proto_codec *codec, struct text *out, const struct proto_member *m,
    const struct proto_slot *slot, const char *init)
{
    struct text first = {.arena = codec->e->arena};
    const char *null = proto_is_null(codec, slot);

    if (!null) {
        text_add(out, init);
        return;
    }
    set_null(codec, &first, slot, false);
    if (m->field->oneof >= 0)
        clear(codec, &first, slot);
    text_add(&first, init);
    tpl_proto_if(out, &(struct tpl_proto_if){.condition = null, .code = text_chars(&first)});
}

/* The same message in the table's own schema, where fields may have other names. */
static struct rt_proto_place own_place(struct proto_codec *codec, const struct proto_member *m)
{
    const struct rt_proto_named *named = codec->own && m->content.place.message
        ? rt_proto_find(&codec->own->set, "", m->content.place.message->full_name) : NULL;

    return named ? (struct rt_proto_place){named->file,
        named->message} : (struct rt_proto_place){0};
}

static bool read_record(struct proto_codec *codec, struct text *out, const struct proto_member *m,
    const struct proto_slot *slot)
{
    struct text init = {.arena = codec->e->arena}, fields = {.arena = codec->e->arena};
    struct proto_target target = {slot, own_place(codec, m)};

    if (slot->type->kind != TYPE_ROW)
        return proto_unfit(codec, slot, m->field);
    if (!proto_decode_fields(codec, &init, &fields, m->content.place, &target, slot->path))
        return false;
    read_first(codec, out, m, slot, text_chars(&init));
    read_inside(codec, out, m, slot, text_chars(&fields));
    return true;
}

static void add_case(struct proto_codec *codec, struct text *out, const struct proto_member *m,
    int wire, const char *more, const char *code)
{
    tpl_proto_case(out, &(struct tpl_proto_case){.tag = proto_tag(codec, m->field, wire),
        .comment = proto_comment(codec, m->field, more), .code = code});
}

/* How the field is written as a rule. */
static int usual_wire(const struct proto_member *m)
{
    return m->content.packed ? PROTO_WIRE_BYTES : proto_wire(&m->content, m->field);
}

/* Repeated scalars come packed and unpacked, whatever the schema says. */
static int other_wire(const struct proto_member *m)
{
    int wire = proto_wire(&m->content, m->field);

    if (!m->content.repeated || wire == PROTO_WIRE_BYTES || wire == PROTO_WIRE_GROUP)
        return -1;
    return m->content.packed ? wire : PROTO_WIRE_BYTES;
}

static bool add_value_case(struct proto_codec *codec, struct text *cases,
    const struct proto_member *m, int wire, const char *more)
{
    struct text code = {.arena = codec->e->arena};

    if (!read_member(codec, &code, m, wire != proto_wire(&m->content, m->field)))
        return false;
    emit_statement(&code, "break");
    add_case(codec, cases, m, wire, more, text_chars(&code));
    return true;
}

/* The field `value` of a wrapper goes where the wrapper would. */
static bool read_wrapped(struct proto_codec *codec, struct text *out,
    const struct proto_member *m, const struct proto_slot *slot)
{
    struct arena *arena = codec->e->arena;
    struct text init = {.arena = arena}, cases = {.arena = arena}, fields = {.arena = arena};
    struct proto_member inner = {.field = rt_proto_inner(&m->content, "value"), .stored = true,
        .slot = *slot};

    inner.slot.stem = arena_printf(arena, "%s_value", slot->stem);
    if (!rt_proto_content_of(codec->schema, m->content.place, inner.field, &inner.content,
            &codec->why) || !add_value_case(codec, &cases, &inner, usual_wire(&inner), "") ||
        (other_wire(&inner) >= 0 && !add_value_case(codec, &cases, &inner, other_wire(&inner),
            inner.content.packed ? ", not packed" : ", packed")))
        return false;
    tpl_proto_fields(&fields, &(struct tpl_proto_fields){.path = proto_quote(codec, slot->path),
        .cases = text_chars(&cases)});
    if (!inner.content.presence) {
        if (inner.content.form == RT_PROTO_ENUMERATION && !inner.content.repeated)
            begin_symbol(codec, &init, inner.content.enumeration, slot);
        read_first(codec, out, m, slot, text_chars(&init));
    }
    read_inside(codec, out, m, slot, text_chars(&fields));
    return true;
}

/* ---- repeated fields ---- */

/* Names of the locals that collect items. */
struct items {
    const char *items, *at, *keys, *null;
    const char *path, *stem; /* of an item */
};

static struct items name_items(struct proto_codec *codec, const struct proto_slot *slot)
{
    struct arena *arena = codec->e->arena;

    return (struct items){
        .items = proto_local(codec, slot->stem, "items"),
        .at = proto_local(codec, slot->stem, "values"),
        .keys = proto_local(codec, slot->stem, "keys"),
        .null = proto_local(codec, slot->stem, "null"),
        .path = arena_printf(arena, "%s[]", slot->path),
        .stem = arena_printf(arena, "%s_item", slot->stem),
    };
}

static struct proto_slot item_slot(struct proto_codec *codec, const struct items *items,
    const char *array, const struct type *type, bool flag)
{
    struct arena *arena = codec->e->arena;

    return (struct proto_slot){
        .type = type,
        .lvalue = arena_printf(arena, "%s[%s.count]", array, items->items),
        .path = items->path,
        .stem = items->stem,
        .flag = flag ? arena_printf(arena, "%s[%s.count]", items->null, items->items) : NULL,
        .inside = "",
    };
}

/* A local array, declared outside, with room for one more item. */
static void add_room(struct proto_codec *codec, struct text *locals, struct text *room,
    const struct items *items, const char *ctype, const char *name)
{
    (void)codec;
    if (locals)
        tpl_proto_room_of(locals, &(struct tpl_proto_room_of){.type = ctype, .name = name});
    tpl_proto_room(room, &(struct tpl_proto_room){.name = name, .items = items->items});
}

/* Whether an item can lack what it stands for. */
static bool can_lack(struct proto_codec *codec, const struct rt_proto_content *content)
{
    struct rt_proto_content inner;
    const char *ignored;

    return content->form == RT_PROTO_WRAPPED && content->flink &&
        rt_proto_content_of(codec->schema, content->place, rt_proto_inner(content, "value"), &inner,
            &ignored) && inner.presence;
}

/* Statements that read one item into its place, in a block of their own. */
static bool read_item(struct proto_codec *codec, struct text *out, const struct proto_member *m,
    const struct proto_slot *slot)
{
    struct arena *arena = codec->e->arena;
    struct proto_block block = {.locals.arena = arena, .finish.arena = arena};
    struct proto_block *outer = codec->block;
    struct proto_member item = *m;
    struct text init = {.arena = arena}, read = {.arena = arena};
    bool ok;

    item.content.repeated = false;
    item.content.packed = false;
    item.content.presence = false;
    item.slot = *slot;
    codec->block = &block;
    if (m->content.form == RT_PROTO_RECORD || m->content.form == RT_PROTO_WRAPPED)
        clear(codec, &init, slot);
    if (slot->flag)
        begin_null(codec, &init, slot);
    ok = read_member(codec, &read, &item, false);
    codec->block = outer;
    text_add(out, text_chars(&block.locals));
    text_add(out, text_chars(&init));
    text_add(out, text_chars(&read));
    text_add(out, text_chars(&block.finish));
    return ok;
}

static void set_target(struct text *out, struct arena *arena, const struct proto_slot *slot,
    const char *member, const char *value)
{
    tpl_proto_assign(out, &(struct tpl_proto_assign){
        .target = arena_printf(arena, "%s.%s", slot->lvalue, member), .value = value});
}

static void add_list(struct proto_codec *codec, struct text *out, const struct proto_member *m,
    const struct proto_slot *slot, bool packed, const char *item)
{
    if (packed)
        tpl_proto_packed(out, &(struct tpl_proto_packed){
            .outer = proto_local(codec, slot->stem, "outer"),
            .path = proto_quote(codec, slot->path), .item = item});
    else if (m->field->number < 2048)
        tpl_proto_list(out, &(struct tpl_proto_list){
            .tag = proto_tag(codec, m->field, proto_wire(&m->content, m->field)), .item = item});
    else
        tpl_proto_list_once(out, &(struct tpl_proto_list_once){.item = item});
}

/* Declares the locals of a repeated field once: it may be read in two ways. */
static struct text *locals_of(struct proto_codec *codec, const struct items *items)
{
    const char *locals = text_chars(&codec->block->locals);

    if (strstr(locals, arena_printf(codec->e->arena, "struct rt_items %s =", items->items)))
        return NULL;
    tpl_proto_items(&codec->block->locals, &(struct tpl_proto_items){.items = items->items});
    return &codec->block->locals;
}

static bool read_list(struct proto_codec *codec, struct text *out, const struct proto_member *m,
    const struct proto_slot *slot, bool packed)
{
    struct arena *arena = codec->e->arena;
    struct items items = name_items(codec, slot);
    bool lack = can_lack(codec, &m->content);
    struct text room = {.arena = arena}, read = {.arena = arena}, item = {.arena = arena};
    struct proto_slot element;
    struct text *locals;

    if (slot->type->kind != TYPE_ARRAY)
        return proto_unfit(codec, slot, m->field);
    locals = locals_of(codec, &items);
    add_room(codec, locals, &room, &items, emit_storage_type(codec->e, slot->type->element),
        items.at);
    if (lack)
        add_room(codec, locals, &room, &items, "bool", items.null);
    element = item_slot(codec, &items, items.at, slot->type->element, lack);
    if (!read_item(codec, &read, m, &element))
        return false;
    tpl_proto_item(&item, &(struct tpl_proto_item){.items = items.items,
        .size = arena_printf(arena, lack ? "sizeof *%s + sizeof(bool)" : "sizeof *%s", items.at),
        .path = proto_quote(codec, slot->path), .room = text_chars(&room),
        .read = text_chars(&read)});
    add_list(codec, out, m, slot, packed, text_chars(&item));
    set_target(out, arena, slot, "at", items.at);
    set_target(out, arena, slot, "count", arena_printf(arena, "%s.count", items.items));
    if (lack)
        set_target(out, arena, slot, "null", slot->type->element->nullable ? items.null : "NULL");
    return true;
}

/* ---- maps ---- */

static const struct type *map_key(const struct type *type)
{
    return type->kind == TYPE_MULTISET ? type->element : type->key;
}

static const struct type *map_value(struct proto_codec *codec, const struct type *type)
{
    return type->kind == TYPE_MULTISET ? type_simple(codec->e->arena, TYPE_INT, false)
                                       : type->element;
}

/* Keys that can be told apart by their bytes. */
static bool is_plain_key(const struct type *type)
{
    return type_is_text(type) || type_is_binary(type) || type_is_integer(type) ||
        type->kind == TYPE_BOOLEAN || type->kind == TYPE_DATE || type->kind == TYPE_TIME;
}

/* Key and value of one entry: the fields of a message of two. */
static bool read_entry(struct proto_codec *codec, struct text *out, const struct proto_member *m,
    const struct proto_slot *slot, const struct items *items, bool *lack)
{
    struct arena *arena = codec->e->arena;
    struct proto_member two[2] = {{.stored = true}, {.stored = true}};
    struct text init = {.arena = arena}, cases = {.arena = arena}, fields = {.arena = arena};
    struct proto_block block = {.locals.arena = arena, .finish.arena = arena};
    struct proto_block *outer = codec->block;
    bool ok = true;

    codec->block = &block;
    for (int i = 0; ok && i < 2; i++) {
        struct proto_member *half = &two[i];
        struct text code = {.arena = arena};

        half->field = rt_proto_inner(&m->content, i ? "value" : "key");
        ok = rt_proto_content_of(codec->schema, m->content.place, half->field, &half->content,
            &codec->why);
        if (!ok)
            break;
        half->slot = i ? item_slot(codec, items, items->at, map_value(codec, slot->type),
                             half->content.presence)
                       : item_slot(codec, items, items->keys, map_key(slot->type), false);
        half->slot.stem = arena_printf(arena, "%s_%s", slot->stem, half->field->name);
        *lack = i && half->content.presence;
        if (!i && half->content.presence) {
            half->slot.flag = proto_local(codec, slot->stem, "absent");
            tpl_proto_flag(&block.locals, &(struct tpl_proto_flag){.name = half->slot.flag});
            refuse_null(codec, &half->slot);
        }
        clear(codec, &init, &half->slot);
        if (i || !half->content.presence)
            begin_member(codec, &init, &(struct proto_members){two, 2}, half);
        ok = read_member(codec, &code, half, half->content.packed);
        emit_statement(&code, "break");
        add_case(codec, &cases, half, half->content.packed ? PROTO_WIRE_BYTES
            : proto_wire(&half->content, half->field), "", text_chars(&code));
    }
    codec->block = outer;
    tpl_proto_fields(&fields, &(struct tpl_proto_fields){.path = proto_quote(codec, slot->path),
        .cases = text_chars(&cases)});
    text_add(out, text_chars(&block.locals));
    text_add(out, text_chars(&init));
    read_inside(codec, out, m, slot, text_chars(&fields));
    text_add(out, text_chars(&block.finish));
    return ok;
}

static void add_map(struct proto_codec *codec, struct text *out, const struct proto_slot *slot,
    const struct items *items, bool lack)
{
    struct arena *arena = codec->e->arena;
    bool text = type_is_text(map_key(slot->type)) || type_is_binary(map_key(slot->type));

    set_target(out, arena, slot, "keys", items->keys);
    set_target(out, arena, slot, "values", items->at);
    set_target(out, arena, slot, "count", arena_printf(arena, "%s.count", items->items));
    if (lack)
        set_target(out, arena, slot, "null",
            map_value(codec, slot->type)->nullable ? items->null : "NULL");
    if (is_plain_key(map_key(slot->type)))
        tpl_proto_unique(&codec->block->finish, &(struct tpl_proto_unique){.items = items->items,
            .target = slot->lvalue, .keys = items->keys, .text = text ? "true" : "false",
            .values = items->at, .null = lack ? items->null : "NULL"});
}

static bool read_entries(struct proto_codec *codec, struct text *out,
    const struct proto_member *m, const struct proto_slot *slot)
{
    struct arena *arena = codec->e->arena;
    struct items items = name_items(codec, slot);
    struct text room = {.arena = arena}, read = {.arena = arena}, item = {.arena = arena};
    struct text *locals;
    bool lack = false;

    if (slot->type->kind != TYPE_MAP && slot->type->kind != TYPE_MULTISET)
        return proto_unfit(codec, slot, m->field);
    locals = locals_of(codec, &items);
    add_room(codec, locals, &room, &items, emit_storage_type(codec->e, map_key(slot->type)),
        items.keys);
    add_room(codec, locals, &room, &items,
        emit_storage_type(codec->e, map_value(codec, slot->type)), items.at);
    if (!read_entry(codec, &read, m, slot, &items, &lack))
        return false;
    if (lack)
        add_room(codec, locals, &room, &items, "bool", items.null);
    tpl_proto_item(&item, &(struct tpl_proto_item){.items = items.items,
        .size = arena_printf(arena, "sizeof *%s + sizeof *%s + sizeof(bool)", items.keys, items.at),
        .path = proto_quote(codec, slot->path), .room = text_chars(&room),
        .read = text_chars(&read)});
    add_list(codec, out, m, slot, false, text_chars(&item));
    add_map(codec, out, slot, &items, lack);
    return true;
}

/* ---- fields ---- */

static bool read_value(struct proto_codec *codec, struct text *out, const struct proto_member *m)
{
    switch (m->content.form) {
    case RT_PROTO_SCALAR: case RT_PROTO_ENUMERATION:
        return proto_read_scalar(codec, out, m, &m->slot);
    case RT_PROTO_TIMESTAMP: case RT_PROTO_DATE: case RT_PROTO_TIME: case RT_PROTO_DECIMAL:
        return proto_read_parts(codec, out, m, &m->slot);
    case RT_PROTO_RECORD:
        return read_record(codec, out, m, &m->slot);
    case RT_PROTO_WRAPPED:
        return read_wrapped(codec, out, m, &m->slot);
    case RT_PROTO_ENTRIES:
        return read_entries(codec, out, m, &m->slot);
    }
    return false;
}

/* Statements that read a field whose tag has been read, and all that follow with the same tag if it
 * is repeated. `packed`: the tag is that of packed values. */
static bool read_member(struct proto_codec *codec, struct text *out,
    const struct proto_member *m, bool packed)
{
    bool is_message = m->content.form == RT_PROTO_RECORD || m->content.form == RT_PROTO_WRAPPED;

    if (!proto_enter(codec, m->slot.path))
        return false;
    if (m->content.repeated && m->content.form != RT_PROTO_ENTRIES) {
        if (!read_list(codec, out, m, &m->slot, packed))
            return false;
    } else if (!read_value(codec, out, m)) {
        return false;
    } else if (m->content.presence && !is_message && !m->oneof) {
        set_null(codec, out, &m->slot, false);
    }
    proto_leave(codec);
    return true;
}

/* Passes over a field that no column wants. */
static void pass_member(struct proto_codec *codec, struct text *out, const struct proto_member *m,
    int wire, const char *path)
{
    const char *call = "rt_proto_pass_varint(&in)";

    if (wire == PROTO_WIRE_FIXED64)
        call = "rt_proto_pass_fixed(&in, 8)";
    else if (wire == PROTO_WIRE_FIXED32)
        call = "rt_proto_pass_fixed(&in, 4)";
    else if (wire == PROTO_WIRE_BYTES)
        call = "rt_proto_pass_bytes(&in)";
    else if (wire == PROTO_WIRE_GROUP)
        call = arena_printf(codec->e->arena, "rt_proto_skip(&in, %s)",
            proto_tag(codec, m->field, wire));
    if (m->content.repeated && m->field->number < 2048)
        tpl_proto_read_again(out, &(struct tpl_proto_read_again){.call = call,
            .path = proto_quote(codec, path), .tag = proto_tag(codec, m->field, wire)});
    else
        tpl_proto_read(out, &(struct tpl_proto_read){.call = call,
            .path = proto_quote(codec, path)});
}

static void add_next(struct proto_codec *codec, struct text *code,
    const struct proto_members *members, size_t i)
{
    const struct proto_member *next = i + 1 < members->count ? &members->at[i + 1] : NULL;

    if (next && next->field->number < 2048)
        tpl_proto_next(code, &(struct tpl_proto_next){
            .tag = proto_tag(codec, next->field, usual_wire(next))});
    else
        emit_statement(code, "break");
}

static bool decode_member(struct proto_codec *codec, struct text *code,
    const struct proto_members *members, const struct proto_member *m, int wire, const char *path)
{
    bool packed = m->content.repeated && wire == PROTO_WIRE_BYTES &&
        proto_wire(&m->content, m->field) != PROTO_WIRE_BYTES;

    if (!m->stored) {
        pass_member(codec, code, m, wire, path);
        if (m->field->oneof >= 0)
            choose_none(codec, code, members, m);
        return true;
    }
    if (!read_member(codec, code, m, packed))
        return false;
    if (m->field->oneof >= 0)
        choose(codec, code, members, m);
    return true;
}

bool proto_decode_fields(struct proto_codec *codec, struct text *init, struct text *out,
    struct rt_proto_place place, const struct proto_target *target, const char *path)
{
    struct arena *arena = codec->e->arena;
    struct proto_members members;
    struct text cases = {.arena = arena}, others = {.arena = arena};

    if (!proto_members_of(codec, place, target, &members))
        return false;
    for (size_t i = 0; i < members.count; i++) {
        const struct proto_member *m = &members.at[i];
        struct text code = {.arena = arena}, other = {.arena = arena};
        const char *more = m->stored ? "" : " (not read)";
        const char *field_path = path
            ? arena_printf(arena, "%s.%s", path, m->field->name) : m->field->name;

        begin_member(codec, init, &members, m);
        if (!decode_member(codec, &code, &members, m, usual_wire(m), field_path))
            return false;
        add_next(codec, &code, &members, i);
        add_case(codec, &cases, m, usual_wire(m), more, text_chars(&code));
        if (other_wire(m) < 0)
            continue;
        if (!decode_member(codec, &other, &members, m, other_wire(m), field_path))
            return false;
        emit_statement(&other, "break");
        add_case(codec, &others, m, other_wire(m),
            m->content.packed ? ", not packed" : ", packed", text_chars(&other));
    }
    text_add(&cases, text_chars(&others));
    tpl_proto_fields(out, &(struct tpl_proto_fields){
        .path = path ? proto_quote(codec, path) : "NULL", .cases = text_chars(&cases)});
    return proto_decode_missing(codec, init, &members, target, place);
}
