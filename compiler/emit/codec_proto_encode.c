/* Protobuf encoders: one reserve for the whole record, then writes without checks, ascending by
 * field number. */
#include "codec_proto.h"

#include "codec_proto_tpl.h"

#include <string.h>

/* The two halves of an encoder: how large the record may become, and the writes. */
struct encoding {
    size_t fixed;       /* bytes that do not depend on the row */
    struct text sizes;  /* statements that add the others, and check values */
    struct text puts;
};

enum { TAG_MAX = 5 };

static bool put_message(struct proto_codec *codec, struct encoding *out,
    struct rt_proto_place place,
    const struct proto_target *target);
static bool put_member(struct proto_codec *codec, struct encoding *out,
    const struct proto_member *m, bool always);
static bool put_value(struct proto_codec *codec, struct encoding *out,
    const struct proto_member *m);

static struct encoding encoding_new(struct proto_codec *codec)
{
    return (struct encoding){.sizes.arena = codec->e->arena, .puts.arena = codec->e->arena};
}

static const char *number(struct proto_codec *codec, size_t value)
{
    return arena_printf(codec->e->arena, "%zu", value);
}

static const char *table_name(struct proto_codec *codec)
{
    return proto_quote(codec, codec->table->name);
}

/* at = rt_proto_put_<function>(at, value); of at most `bytes`. */
static bool put(struct proto_codec *codec, struct encoding *out, size_t bytes,
    const char *function, const char *value)
{
    out->fixed += bytes;
    tpl_proto_put(&out->puts, &(struct tpl_proto_put){.call = arena_printf(codec->e->arena,
        "rt_proto_put_%s(at, %s)", function, value)});
    return true;
}

static void put_tag(struct proto_codec *codec, struct encoding *out,
    const struct rt_proto_field *field, int wire)
{
    const char *tag = proto_tag(codec, field, wire);

    out->fixed += TAG_MAX;
    if (field->number < 16)
        tpl_proto_put_byte(&out->puts, &(struct tpl_proto_put_byte){.byte = tag});
    else
        put(codec, out, 0, "tag", tag);
}

static void refuse_value(struct proto_codec *codec, struct encoding *out,
    const struct proto_slot *slot, const char *condition, const char *type)
{
    tpl_proto_refuse_value(&out->sizes, &(struct tpl_proto_refuse_value){.condition = condition,
        .table = table_name(codec), .column = proto_quote(codec, slot->path),
        .type = proto_quote(codec, type)});
}

/* ---- scalars ---- */

/* What does not fit an unsigned field. */
static void check_unsigned(struct proto_codec *codec, struct encoding *out,
    const struct proto_member *m, bool narrow)
{
    const char *value = m->slot.lvalue;
    bool wide = m->slot.type->kind == TYPE_BIGINT;

    refuse_value(codec, out, &m->slot, arena_printf(codec->e->arena,
        narrow && wide ? "%s < 0 || %s > UINT32_MAX" : "%s < 0", value, value),
        rt_proto_label(&codec->schema->memory, m->field));
}

static bool put_integer(struct proto_codec *codec, struct encoding *out,
    const struct proto_member *m)
{
    struct arena *arena = codec->e->arena;
    const char *value = m->slot.lvalue;
    bool wide = m->slot.type->kind == TYPE_BIGINT;
    const char *bits = arena_printf(arena, wide ? "(uint64_t)%s" : "(uint64_t)(int64_t)%s", value);

    switch (m->content.kind) {
    case RT_PROTO_INT32:
        return !wide && put(codec, out, 10, "varint", bits);
    case RT_PROTO_INT64:
        return put(codec, out, 10, "varint", bits);
    case RT_PROTO_UINT32: case RT_PROTO_UINT64:
        check_unsigned(codec, out, m, m->content.kind == RT_PROTO_UINT32);
        return put(codec, out, 10, "varint", bits);
    case RT_PROTO_SINT32:
        return !wide && put(codec, out, 5, "zigzag", value);
    case RT_PROTO_SINT64:
        return put(codec, out, 10, "zigzag", value);
    case RT_PROTO_FIXED32:
        check_unsigned(codec, out, m, true);
        return put(codec, out, 4, "fixed32", arena_printf(arena, "(uint32_t)%s", value));
    case RT_PROTO_SFIXED32:
        return !wide && put(codec, out, 4, "fixed32", arena_printf(arena, "(uint32_t)%s", value));
    case RT_PROTO_FIXED64:
        check_unsigned(codec, out, m, false);
        return put(codec, out, 8, "fixed64", bits);
    case RT_PROTO_SFIXED64:
        return put(codec, out, 8, "fixed64", bits);
    case RT_PROTO_NAMED: case RT_PROTO_DOUBLE: case RT_PROTO_FLOAT: case RT_PROTO_BOOL:
    case RT_PROTO_STRING:
    case RT_PROTO_BYTES: case RT_PROTO_KINDS:
        break;
    }
    return false;
}

static bool put_sized(struct proto_codec *codec, struct encoding *out, const char *function,
    const char *value)
{
    tpl_proto_size(&out->sizes, &(struct tpl_proto_size){
        .bytes = arena_printf(codec->e->arena, "%s.size", value)});
    return put(codec, out, 10, function, value);
}

static bool put_scalar(struct proto_codec *codec, struct encoding *out,
    const struct proto_member *m)
{
    enum rt_proto_kind kind = m->content.kind;
    const char *value = m->slot.lvalue;

    switch (m->slot.type->kind) {
    case TYPE_BOOLEAN:
        return kind == RT_PROTO_BOOL && put(codec, out, 1, "bool", value);
    case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT: case TYPE_BIGINT:
        return put_integer(codec, out, m);
    case TYPE_FLOAT:
        return (kind == RT_PROTO_FLOAT && put(codec, out, 4, "float", value)) ||
            (kind == RT_PROTO_DOUBLE && put(codec, out, 8, "double", value));
    case TYPE_DOUBLE:
        return kind == RT_PROTO_DOUBLE && put(codec, out, 8, "double", value);
    case TYPE_CHAR: case TYPE_VARCHAR:
        return (kind == RT_PROTO_STRING || kind == RT_PROTO_BYTES) &&
            put_sized(codec, out, "text", value);
    case TYPE_BINARY: case TYPE_VARBINARY:
        return kind == RT_PROTO_BYTES && put_sized(codec, out, "bytes", value);
    case TYPE_NULL: case TYPE_DECIMAL: case TYPE_DATE: case TYPE_TIME: case TYPE_TIMESTAMP:
    case TYPE_TIMESTAMP_LTZ: case TYPE_TIMESTAMP_TZ: case TYPE_INTERVAL_MONTH:
    case TYPE_INTERVAL_DAY: case TYPE_ARRAY: case TYPE_MULTISET: case TYPE_MAP: case TYPE_ROW:
    case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR:
        break;
    }
    return false;
}

/* The local that holds the number of an enum's value. */
static const char *symbol_of(struct proto_codec *codec, const struct proto_member *m)
{
    return proto_local(codec, m->slot.stem, "symbol");
}

static const char *find_symbol(struct proto_codec *codec, const struct proto_member *m)
{
    return arena_printf(codec->e->arena, "!rt_proto_symbol_number(%s, %zu, %s, &%s)",
        proto_symbols(codec, m->content.enumeration), m->content.enumeration->values.count,
        m->slot.lvalue, symbol_of(codec, m));
}

static bool put_enum(struct proto_codec *codec, struct encoding *out, const struct proto_member *m)
{
    struct arena *arena = codec->e->arena;

    if (!type_is_text(m->slot.type))
        return false;
    return put(codec, out, 10, "varint",
        arena_printf(arena, "(uint64_t)(int64_t)%s", symbol_of(codec, m)));
}

/* ---- messages that stand for one value ---- */

static bool put_parts(struct proto_codec *codec, struct encoding *out,
    const struct proto_member *m)
{
    struct arena *arena = codec->e->arena;
    const struct type *type = m->slot.type;

    switch (m->content.form) {
    case RT_PROTO_TIMESTAMP:
        if (type->kind != TYPE_TIMESTAMP && type->kind != TYPE_TIMESTAMP_LTZ)
            break;
        return put(codec, out, 48, "timestamp", emit_load(codec->e, type, m->slot.lvalue));
    case RT_PROTO_DATE:
        return type->kind == TYPE_DATE && put(codec, out, 48, "date", m->slot.lvalue);
    case RT_PROTO_TIME:
        return type->kind == TYPE_TIME && put(codec, out, 48, "time", m->slot.lvalue);
    case RT_PROTO_DECIMAL:
        return type->kind == TYPE_DECIMAL && put(codec, out, 48, "decimal",
            arena_printf(arena, "%s, %d, %d", m->slot.lvalue, type->precision, type->scale));
    case RT_PROTO_SCALAR: case RT_PROTO_ENUMERATION: case RT_PROTO_RECORD: case RT_PROTO_WRAPPED:
    case RT_PROTO_ENTRIES:
        break;
    }
    return false;
}

/* ---- messages ---- */

static void add_message(struct proto_codec *codec, struct encoding *out,
    const struct proto_slot *slot, const struct encoding *inner)
{
    out->fixed += inner->fixed + 10; /* Its length, and what moving it needs. */
    text_add(&out->sizes, text_chars(&inner->sizes));
    tpl_proto_put_message(&out->puts, &(struct tpl_proto_put_message){
        .begin = proto_local(codec, slot->stem, "begin"), .puts = text_chars(&inner->puts)});
}

static bool put_record(struct proto_codec *codec, struct encoding *out,
    const struct proto_member *m)
{
    struct encoding inner = encoding_new(codec);
    struct proto_target target = {.row = &m->slot};

    if (m->slot.type->kind != TYPE_ROW)
        return false;
    if (!put_message(codec, &inner, m->content.place, &target))
        return false;
    if (!m->field->is_group) {
        add_message(codec, out, &m->slot, &inner);
        return true;
    }
    out->fixed += inner.fixed;
    text_add(&out->sizes, text_chars(&inner.sizes));
    text_add(&out->puts, text_chars(&inner.puts));
    put_tag(codec, out, m->field, PROTO_WIRE_GROUP_END);
    return true;
}

static bool put_wrapped(struct proto_codec *codec, struct encoding *out,
    const struct proto_member *m)
{
    struct encoding inner = encoding_new(codec);
    struct proto_member value = {.field = rt_proto_inner(&m->content, "value"), .stored = true,
        .slot = m->slot};

    value.slot.stem = arena_printf(codec->e->arena, "%s_value", m->slot.stem);
    if (!rt_proto_content_of(codec->schema, m->content.place, value.field, &value.content,
            &codec->why))
        return false;
    if (!value.content.presence) { /* The wrapper is there: its value is. */
        value.slot.flag = value.slot.bit = NULL;
    }
    if (!put_member(codec, &inner, &value, false))
        return false;
    add_message(codec, out, &m->slot, &inner);
    return true;
}

static bool put_value(struct proto_codec *codec, struct encoding *out,
    const struct proto_member *m)
{
    bool ok = false;

    switch (m->content.form) {
    case RT_PROTO_SCALAR: ok = put_scalar(codec, out, m); break;
    case RT_PROTO_ENUMERATION: ok = put_enum(codec, out, m); break;
    case RT_PROTO_TIMESTAMP: case RT_PROTO_DATE: case RT_PROTO_TIME: case RT_PROTO_DECIMAL:
        ok = put_parts(codec, out, m);
        break;
    case RT_PROTO_RECORD: ok = put_record(codec, out, m); break;
    case RT_PROTO_WRAPPED: ok = put_wrapped(codec, out, m); break;
    case RT_PROTO_ENTRIES: break;
    }
    return ok || (!codec->why && proto_unfit(codec, &m->slot, m->field));
}

/* ---- repeated fields ---- */

static const char *counter(struct proto_codec *codec)
{
    return codec->depth < 18 ? arena_printf(codec->e->arena, "%c", 'i' + codec->depth - 1)
                             : arena_printf(codec->e->arena, "i%d", codec->depth);
}

/* Element `array`[i] of `slot`; `null` tells whether it can be NULL. */
static struct proto_slot item_slot(struct proto_codec *codec, const struct proto_slot *slot,
    const struct type *type, const char *array, const char *i, const char *nulls)
{
    struct arena *arena = codec->e->arena;

    return (struct proto_slot){
        .type = type,
        .lvalue = arena_printf(arena, "%s.%s[%s]", slot->lvalue, array, i),
        .path = arena_printf(arena, "%s[]", slot->path),
        .stem = arena_printf(arena, "%s_item", slot->stem),
        .flag = nulls ? arena_printf(arena, "(%s.%s && %s.%s[%s])", slot->lvalue, nulls,
                            slot->lvalue, nulls, i)
                      : NULL,
        .inside = "",
    };
}

static void add_items(struct proto_codec *codec, struct encoding *out, const char *count,
    const char *i, const struct encoding *item)
{
    struct arena *arena = codec->e->arena;
    struct text sizes = {.arena = arena};

    if (!item->sizes.size) {
        tpl_proto_size(&out->sizes, &(struct tpl_proto_size){
            .bytes = arena_printf(arena, "%s * %zu", count, item->fixed)});
    } else {
        tpl_proto_size(&sizes, &(struct tpl_proto_size){.bytes = number(codec, item->fixed)});
        text_add(&sizes, text_chars(&item->sizes));
        tpl_proto_size_items(&out->sizes, &(struct tpl_proto_size_items){.i = i, .count = count,
            .sizes = text_chars(&sizes)});
    }
    tpl_proto_put_items(&out->puts, &(struct tpl_proto_put_items){.i = i, .count = count,
        .puts = text_chars(&item->puts)});
}

/* NULL has no form in a repeated field that is no wrapper, nor as the key of a map. */
static void require(struct proto_codec *codec, struct encoding *out, const struct proto_slot *slot)
{
    const char *null = proto_is_null(codec, slot);

    if (null)
        tpl_proto_require(&out->sizes, &(struct tpl_proto_require){.is_null = null,
            .table = table_name(codec), .column = proto_quote(codec, slot->path)});
}

static bool can_lack(struct proto_codec *codec, const struct rt_proto_content *content)
{
    struct rt_proto_content inner;
    const char *ignored;

    return content->form == RT_PROTO_WRAPPED && content->flink &&
        rt_proto_content_of(codec->schema, content->place, rt_proto_inner(content, "value"), &inner,
            &ignored) && inner.presence;
}

/* The number of an enum's value, before what writes it. */
static void add_symbol(struct proto_codec *codec, struct encoding *out,
    const struct proto_member *m)
{
    struct arena *arena = codec->e->arena;

    if (m->content.form != RT_PROTO_ENUMERATION)
        return;
    tpl_proto_assign(&out->puts, &(struct tpl_proto_assign){
        .target = arena_printf(arena, "int32_t %s", symbol_of(codec, m)), .value = "0"});
    tpl_proto_refuse_value(&out->puts, &(struct tpl_proto_refuse_value){
        .condition = find_symbol(codec, m), .table = table_name(codec),
        .column = proto_quote(codec, m->slot.path),
        .type = proto_quote(codec, m->content.enumeration->full_name)});
}

static bool put_list(struct proto_codec *codec, struct encoding *out, const struct proto_member *m)
{
    struct arena *arena = codec->e->arena;
    struct encoding item = encoding_new(codec), packed = encoding_new(codec);
    const char *i = counter(codec);
    const char *count = arena_printf(arena, "%s.count", m->slot.lvalue);
    struct proto_member element = *m;

    if (m->slot.type->kind != TYPE_ARRAY)
        return proto_unfit(codec, &m->slot, m->field);
    element.slot = item_slot(codec, &m->slot, m->slot.type->element, "at", i, "null");
    element.content.repeated = false;
    if (!can_lack(codec, &m->content))
        require(codec, &item, &element.slot);
    add_symbol(codec, &item, &element);
    if (!m->content.packed)
        put_tag(codec, &item, m->field, proto_wire(&m->content, m->field));
    if (!put_value(codec, &item, &element))
        return false;
    if (!m->content.packed) {
        add_items(codec, out, count, i, &item);
        return true;
    }
    add_items(codec, &packed, count, i, &item);
    item = packed;
    packed = encoding_new(codec);
    put_tag(codec, &packed, m->field, PROTO_WIRE_BYTES);
    add_message(codec, &packed, &m->slot, &item);
    out->fixed += packed.fixed;
    text_add(&out->sizes, text_chars(&packed.sizes));
    tpl_proto_if(&out->puts, &(struct tpl_proto_if){.condition = count,
        .code = text_chars(&packed.puts)});
    return true;
}

static bool put_entries(struct proto_codec *codec, struct encoding *out,
    const struct proto_member *m)
{
    struct arena *arena = codec->e->arena;
    const struct type *type = m->slot.type;
    bool multiset = type->kind == TYPE_MULTISET;
    struct encoding item = encoding_new(codec), entry = encoding_new(codec);
    const char *i = counter(codec);

    if (type->kind != TYPE_MAP && !multiset)
        return proto_unfit(codec, &m->slot, m->field);
    put_tag(codec, &item, m->field, proto_wire(&m->content, m->field));
    for (int half = 0; half < 2; half++) {
        struct proto_member two = {.stored = true,
            .field = rt_proto_inner(&m->content, half ? "value" : "key")};

        if (!rt_proto_content_of(codec->schema, m->content.place, two.field, &two.content,
                &codec->why))
            return false;
        if (half)
            two.slot = item_slot(codec, &m->slot,
                multiset ? type_simple(arena, TYPE_INT, false) : type->element, "values", i,
                multiset ? NULL : "null");
        else
            two.slot = item_slot(codec, &m->slot, multiset ? type->element : type->key, "keys", i,
                !multiset && type->key->nullable ? "key_null" : NULL);
        two.slot.stem = arena_printf(arena, "%s_%s", m->slot.stem, two.field->name);
        if (!half)
            require(codec, &entry, &two.slot);
        if (!put_member(codec, &entry, &two, m->field->is_map))
            return false;
    }
    add_message(codec, &item, &m->slot, &entry);
    add_items(codec, out, arena_printf(arena, "%s.count", m->slot.lvalue), i, &item);
    return true;
}

/* ---- presence ---- */

/* The condition that a value is not the default of a field without presence. */
static const char *is_set(struct proto_codec *codec, const struct proto_member *m)
{
    struct arena *arena = codec->e->arena;
    const char *value = m->slot.lvalue;

    if (m->content.form == RT_PROTO_ENUMERATION)
        return symbol_of(codec, m);
    switch (m->content.kind) {
    case RT_PROTO_STRING: case RT_PROTO_BYTES:
        return arena_printf(arena, "%s.size", value);
    case RT_PROTO_FLOAT:
        return arena_printf(arena, "!rt_proto_float_is_zero(%s)", value);
    case RT_PROTO_DOUBLE:
        return arena_printf(arena, "!rt_proto_double_is_zero(%s)", value);
    case RT_PROTO_NAMED: case RT_PROTO_INT32: case RT_PROTO_INT64: case RT_PROTO_UINT32:
    case RT_PROTO_UINT64:
    case RT_PROTO_SINT32: case RT_PROTO_SINT64: case RT_PROTO_FIXED32: case RT_PROTO_FIXED64:
    case RT_PROTO_SFIXED32: case RT_PROTO_SFIXED64: case RT_PROTO_BOOL: case RT_PROTO_KINDS:
        break;
    }
    return value;
}

/* Adds `inner`, which may only be looked at if the condition holds. */
static void add_if(struct proto_codec *codec, struct encoding *out, const char *condition,
    const struct encoding *inner)
{
    (void)codec;
    out->fixed += inner->fixed;
    if (inner->sizes.size)
        tpl_proto_if(&out->sizes, &(struct tpl_proto_if){.condition = condition,
            .code = text_chars(&inner->sizes)});
    tpl_proto_if(&out->puts, &(struct tpl_proto_if){.condition = condition,
        .code = text_chars(&inner->puts)});
}

/* A value that is written whatever it is, unless it is NULL. */
static bool put_present(struct proto_codec *codec, struct encoding *out,
    const struct proto_member *m)
{
    add_symbol(codec, out, m);
    put_tag(codec, out, m->field, proto_wire(&m->content, m->field));
    return put_value(codec, out, m);
}

/* A value that is written unless it is the default. */
static bool put_unless_default(struct proto_codec *codec, struct encoding *out,
    const struct proto_member *m)
{
    struct encoding inner = encoding_new(codec);
    const char *condition = is_set(codec, m);

    put_tag(codec, &inner, m->field, proto_wire(&m->content, m->field));
    if (!put_value(codec, &inner, m))
        return false;
    add_symbol(codec, out, m);
    out->fixed += inner.fixed;
    text_add(&out->sizes, text_chars(&inner.sizes));
    tpl_proto_if(&out->puts, &(struct tpl_proto_if){.condition = condition,
        .code = text_chars(&inner.puts)});
    return true;
}

static bool put_one(struct proto_codec *codec, struct encoding *out, const struct proto_member *m,
    bool always)
{
    if (m->content.form == RT_PROTO_ENTRIES)
        return put_entries(codec, out, m);
    if (m->content.repeated)
        return put_list(codec, out, m);
    if (m->content.presence || always)
        return put_present(codec, out, m);
    return put_unless_default(codec, out, m);
}

/* `always`: also a default, in the entry of a map. */
static bool put_member(struct proto_codec *codec, struct encoding *out,
    const struct proto_member *m, bool always)
{
    struct encoding inner = encoding_new(codec);
    const char *null = proto_is_null(codec, &m->slot);
    bool unset = m->content.presence || codec->side->format == FORMAT_PROTO_CONFLUENT;
    bool lack = unset && !m->content.required && m->slot.type->nullable;

    if (!proto_enter(codec, m->slot.path))
        return false;
    if (!put_one(codec, &inner, m, always))
        return false;
    if (null && lack) {
        add_if(codec, out, arena_printf(codec->e->arena, "!%s", null), &inner);
    } else {
        require(codec, out, &m->slot);
        out->fixed += inner.fixed;
        text_add(&out->sizes, text_chars(&inner.sizes));
        text_add(&out->puts, text_chars(&inner.puts));
    }
    proto_leave(codec);
    return true;
}

/* ---- messages ---- */

/* Of the fields of a oneof one at most is written. */
static void check_oneof(struct proto_codec *codec, struct encoding *out,
    const struct proto_member *m)
{
    refuse_value(codec, out, &m->oneof_slot, arena_printf(codec->e->arena,
        "rt_proto_several(%s.nulls, %zu)", m->oneof_slot.lvalue, m->oneof->field_count),
        "oneof: only one of its fields can be set");
}

static bool put_choice(struct proto_codec *codec, struct encoding *out,
    const struct proto_members *all, const struct proto_member *m)
{
    struct encoding inner = encoding_new(codec), checks = encoding_new(codec);
    const char *null = proto_is_null(codec, &m->oneof_slot);
    const char *there = arena_printf(codec->e->arena, "!%s", null);
    bool first = true;

    for (size_t i = 0; &all->at[i] < m; i++)
        first = first && !(all->at[i].oneof && all->at[i].field->oneof == m->field->oneof);
    if (first)
        check_oneof(codec, &checks, m);
    if (!put_member(codec, &inner, m, false))
        return false;
    text_add(&checks.sizes, text_chars(&inner.sizes));
    inner.sizes = checks.sizes;
    add_if(codec, out, there, &inner);
    return true;
}

static bool put_absent(struct proto_codec *codec, const struct proto_member *m)
{
    if (!m->content.required)
        return true;
    codec->why = arena_printf(codec->e->arena,
        "field '%s' is %s, and no column of the table gives its value", m->field->name,
        rt_proto_label(&codec->schema->memory, m->field));
    return false;
}

static bool put_message(struct proto_codec *codec, struct encoding *out,
    struct rt_proto_place place,
    const struct proto_target *target)
{
    struct proto_members members;

    if (!proto_members_of(codec, place, target, &members))
        return false;
    for (size_t i = 0; i < members.count; i++) {
        const struct proto_member *m = &members.at[i];
        struct encoding field = encoding_new(codec);

        if (!m->stored) {
            if (!put_absent(codec, m))
                return false;
            continue;
        }
        if (!(m->oneof ? put_choice(codec, &field, &members, m)
                       : put_member(codec, &field, m, false)))
            return false;
        out->fixed += field.fixed;
        text_add(&out->sizes, text_chars(&field.sizes));
        if (!target->row)
            text_add_char(&out->puts, '\n');
        tpl_proto_field(&out->puts, &(struct tpl_proto_field){
            .comment = proto_comment(codec, m->field, ""), .code = text_chars(&field.puts)});
    }
    return true;
}

/* ---- the function ---- */

/* [0] is one byte; any other path is its size and its numbers, in zigzag. */
static void put_index(struct proto_codec *codec, struct encoding *out,
    const struct rt_proto_message *message)
{
    size_t path[PROTO_DEPTH_LIMIT], size = proto_path(message, path);

    if (size == 1 && path[0] == 0) {
        out->fixed++;
        tpl_proto_put_byte(&out->puts, &(struct tpl_proto_put_byte){.byte = "0"});
        return;
    }
    put(codec, out, 10, "zigzag", number(codec, size));
    for (size_t i = 0; i < size; i++)
        put(codec, out, 10, "zigzag", number(codec, path[i]));
}

/* A column for each message: the one that is not NULL is written. */
static bool put_choices(struct proto_codec *codec, struct encoding *out)
{
    struct arena *arena = codec->e->arena;
    const char *several = "";
    struct text count = {.arena = arena};

    for (size_t i = 0; i < codec->schema->file->messages.count; i++) {
        struct rt_proto_place place = rt_proto_root(codec->schema, i);
        const struct type *type;
        const struct row_column *column = proto_column(codec, place.message->full_name, &type);
        struct encoding inner = encoding_new(codec);
        struct proto_slot slot;

        if (!column)
            continue;
        slot = proto_column_slot(codec, column, type, place.message->full_name);
        put_index(codec, &inner, place.message);
        if (!put_message(codec, &inner, place, &(struct proto_target){.row = &slot}))
            return false;
        text_printf(&count, "%s!rt_null_get(%s)", several, slot.bit);
        several = " +\n        ";
        add_if(codec, out, arena_printf(arena, "!rt_null_get(%s)", slot.bit), &inner);
    }
    tpl_proto_refuse_value(&out->sizes, &(struct tpl_proto_refuse_value){
        .condition = arena_printf(arena, "%s != 1", text_chars(&count)),
        .table = table_name(codec), .column = proto_quote(codec, codec->side->names[0]),
        .type = proto_quote(codec, "of one message: exactly one column is not NULL")});
    return true;
}

static bool put_root(struct proto_codec *codec, struct encoding *out)
{
    if (!codec->root.message)
        return put_choices(codec, out);
    put_index(codec, out, codec->root.message);
    return put_message(codec, out, codec->root, &(struct proto_target){0});
}

static const char *encoder_locals(struct proto_codec *codec, const char *sizes, const char *puts)
{
    struct text out = {.arena = codec->e->arena};

    if (!strstr(puts, "row->") && !strstr(sizes, "row->"))
        text_add(&out, "\n(void)row;\n");
    if (!strstr(puts, ", error)") && !strstr(sizes, ", error)"))
        text_add(&out, "\n(void)error;\n");
    return text_chars(&out);
}

bool emit_proto_encoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key)
{
    struct proto_codec codec;
    bool begun = proto_codec_begin(&codec, e, row, table, key, NULL);
    struct encoding code = encoding_new(&codec);
    const char *side = key ? "key" : "value", *about;

    codec.label = arena_printf(e->arena, "%s_%s", row->tag, side);
    codec.scope = arena_printf(e->arena, "%s_encode_%s", row->tag, side);
    if (!begun || !put_root(&codec, &code))
        return proto_codec_report(&codec, key);
    about = arena_printf(e->arena, "The %s of '%s' as Protobuf message %s.", side, table->name,
        codec.root.message ? codec.root.message->full_name
                           : codec.schema->file->messages.at[0]->full_name);
    text_add(out, text_chars(&codec.tables));
    tpl_proto_encoder(out, &(struct tpl_proto_encoder){.about = emit_comment(e->arena, about),
        .tag = row->tag, .side = side, .size = number(&codec, code.fixed),
        .sizes = text_chars(&code.sizes),
        .locals = encoder_locals(&codec, text_chars(&code.sizes), text_chars(&code.puts)),
        .puts = text_chars(&code.puts)});
    text_add_char(out, '\n');
    return true;
}
