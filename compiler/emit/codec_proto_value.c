/* Protobuf decoders: single values. */
#include "codec_proto.h"

#include "codec_proto_tpl.h"

static void read_call(struct proto_codec *codec, struct text *out, const struct proto_slot *slot,
    const char *call)
{
    tpl_proto_read(out,
        &(struct tpl_proto_read){.call = call, .path = proto_quote(codec, slot->path)});
}

/* ---- integers ---- */

/* What reads it as 64 bits; NULL: it is no integer. */
static const char *integer_function(enum rt_proto_kind kind)
{
    switch (kind) {
    case RT_PROTO_INT32: return "int32";
    case RT_PROTO_INT64: return "int64";
    case RT_PROTO_UINT32: return "uint32";
    case RT_PROTO_UINT64: return "uint64";
    case RT_PROTO_SINT32: return "sint32";
    case RT_PROTO_SINT64: return "sint64";
    case RT_PROTO_FIXED32: return "fixed32";
    case RT_PROTO_FIXED64: return "fixed64";
    case RT_PROTO_SFIXED32: return "sfixed32";
    case RT_PROTO_SFIXED64: return "sfixed64";
    case RT_PROTO_NAMED: case RT_PROTO_DOUBLE: case RT_PROTO_FLOAT: case RT_PROTO_BOOL:
    case RT_PROTO_STRING:
    case RT_PROTO_BYTES: case RT_PROTO_KINDS:
        break;
    }
    return NULL;
}

static const char *integer_call(struct proto_codec *codec, enum rt_proto_kind kind,
    const struct proto_slot *slot)
{
    struct arena *arena = codec->e->arena;
    const char *function = integer_function(kind);
    const char *narrow = slot->type->kind == TYPE_INT ? "int"
        : slot->type->kind == TYPE_SMALLINT ? "smallint" : "tinyint";

    if (!function)
        return NULL;
    if (slot->type->kind == TYPE_BIGINT)
        return arena_printf(arena, "rt_proto_%s(&in, &%s)", function, slot->lvalue);
    return arena_printf(arena, "(rt_proto_%s(&in, &number) &&\n"
        "        rt_proto_as_%s(&in, number, &%s))", function, narrow, slot->lvalue);
}

/* ---- scalars and enums ---- */

static const char *simple_call(struct proto_codec *codec, const char *function,
    const struct proto_slot *slot)
{
    return arena_printf(codec->e->arena, "rt_proto_%s(&in, &%s)", function, slot->lvalue);
}

static const char *text_call(struct proto_codec *codec, const struct proto_member *m,
    const struct proto_slot *slot)
{
    if (m->content.form == RT_PROTO_ENUMERATION)
        return arena_printf(codec->e->arena, "rt_proto_enum(&in, %s, %zu, arena, &%s)",
            proto_symbols(codec, m->content.enumeration), m->content.enumeration->values.count,
            slot->lvalue);
    return m->content.kind == RT_PROTO_STRING || m->content.kind == RT_PROTO_BYTES
        ? simple_call(codec, "text", slot) : NULL;
}

/* NULL: the column cannot hold it. */
static const char *scalar_call(struct proto_codec *codec, const struct proto_member *m,
    const struct proto_slot *slot)
{
    enum rt_proto_kind kind = m->content.kind;
    bool is_enum = m->content.form == RT_PROTO_ENUMERATION;

    switch (slot->type->kind) {
    case TYPE_BOOLEAN:
        return kind == RT_PROTO_BOOL ? simple_call(codec, "bool", slot) : NULL;
    case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT: case TYPE_BIGINT:
        return is_enum ? NULL : integer_call(codec, kind, slot);
    case TYPE_FLOAT:
        return kind == RT_PROTO_FLOAT ? simple_call(codec, "float", slot) : NULL;
    case TYPE_DOUBLE:
        return kind == RT_PROTO_DOUBLE ? simple_call(codec, "double", slot)
            : kind == RT_PROTO_FLOAT ? simple_call(codec, "float_as_double", slot) : NULL;
    case TYPE_CHAR: case TYPE_VARCHAR:
        return text_call(codec, m, slot);
    case TYPE_BINARY: case TYPE_VARBINARY:
        return kind == RT_PROTO_STRING || kind == RT_PROTO_BYTES ? simple_call(codec, "bytes", slot)
                                                           : NULL;
    case TYPE_NULL: case TYPE_DECIMAL: case TYPE_DATE: case TYPE_TIME: case TYPE_TIMESTAMP:
    case TYPE_TIMESTAMP_LTZ: case TYPE_TIMESTAMP_TZ: case TYPE_INTERVAL_MONTH:
    case TYPE_INTERVAL_DAY: case TYPE_ARRAY: case TYPE_MULTISET: case TYPE_MAP: case TYPE_ROW:
    case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR:
        break;
    }
    return NULL;
}

bool proto_read_scalar(struct proto_codec *codec, struct text *out, const struct proto_member *m,
    const struct proto_slot *slot)
{
    const char *call = scalar_call(codec, m, slot);

    if (!call)
        return proto_unfit(codec, slot, m->field);
    read_call(codec, out, slot, call);
    return true;
}

/* ---- messages that stand for one value ---- */

/* The function that makes the value of its parts, with its arguments; NULL: it does not fit. */
static const char *make_call(struct proto_codec *codec, const struct proto_member *m,
    const struct proto_slot *slot, const char *parts)
{
    struct arena *arena = codec->e->arena;
    const struct type *type = slot->type;
    const char *function = NULL;

    switch (m->content.form) {
    case RT_PROTO_TIMESTAMP:
        if (type->kind == TYPE_TIMESTAMP || type->kind == TYPE_TIMESTAMP_LTZ)
            function = type->precision <= 3 ? "ms" : type->precision <= 6 ? "us" : "timestamp";
        break;
    case RT_PROTO_DATE:
        function = type->kind == TYPE_DATE ? "date" : NULL;
        break;
    case RT_PROTO_TIME:
        function = type->kind == TYPE_TIME ? "time" : NULL;
        break;
    case RT_PROTO_DECIMAL:
        if (type->kind != TYPE_DECIMAL)
            break;
        return arena_printf(arena, "rt_proto_make_%s(&%s, %d, %d, &%s)",
            type->precision <= 18 ? "decimal" : "decimal128", parts, type->precision, type->scale,
            slot->lvalue);
    case RT_PROTO_SCALAR: case RT_PROTO_ENUMERATION: case RT_PROTO_RECORD: case RT_PROTO_WRAPPED:
    case RT_PROTO_ENTRIES:
        break;
    }
    return function ? arena_printf(arena, "rt_proto_make_%s(&%s, &%s)", function, parts,
        slot->lvalue) : NULL;
}

bool proto_read_parts(struct proto_codec *codec, struct text *out, const struct proto_member *m,
    const struct proto_slot *slot)
{
    struct arena *arena = codec->e->arena;
    const char *parts = proto_local(codec, slot->stem, "parts");
    const char *make = make_call(codec, m, slot, parts), *null = proto_is_null(codec, slot);
    const char *read = m->content.form == RT_PROTO_DECIMAL ? "decimal_parts" : "numbers";
    struct text again = {.arena = arena};

    if (!make)
        return proto_unfit(codec, slot, m->field);
    tpl_proto_parts(&codec->block->locals, &(struct tpl_proto_parts){.name = parts});
    if (m->field->oneof >= 0 && null) {
        tpl_proto_assign(&again, &(struct tpl_proto_assign){.target = parts,
            .value = "(struct rt_proto_parts){0}"});
        tpl_proto_if(out, &(struct tpl_proto_if){.condition = null, .code = text_chars(&again)});
    }
    read_call(codec, out, slot, arena_printf(arena, "(rt_proto_%s(&in, &%s) &&\n"
        "        rt_proto_made(&in, %s))", read, parts, make));
    return true;
}
