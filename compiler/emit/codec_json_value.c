/* JSON scalars into columns. */
#include "codec_json.h"

#include "codec_json_tpl.h"

#include <string.h>

static bool read(struct json_codec *codec, struct text *out, const struct json_slot *slot,
    const char *call)
{
    const char *path = json_quote(codec, slot->path);

    if (slot->start)
        tpl_json_recover(out, &(struct tpl_json_recover){.call = call, .start = slot->start,
            .path = path, .set_null = slot->set_null});
    else
        tpl_json_read(out, &(struct tpl_json_read){.call = call, .path = path});
    return true;
}

static const char *texts(struct json_codec *codec)
{
    return codec->style.plain ? "true" : "false";
}

static bool read_number(struct json_codec *codec, struct text *out,
    const struct json_slot *slot, const char *function)
{
    return read(codec, out, slot, arena_printf(codec->e->arena, "rt_js_%s(&in, %s, &%s)", function,
        texts(codec), slot->lvalue));
}

static bool read_decimal(struct json_codec *codec, struct text *out, const struct type *type,
    const struct json_slot *slot)
{
    return read(codec, out, slot, arena_printf(codec->e->arena,
        "rt_js_decimal%s(&in, %s, arena, %d, %d, &%s)", type->precision <= 18 ? "" : "128",
        texts(codec), type->precision, type->scale, slot->lvalue));
}

/* `function` reads into a value as expressions have it, which is then stored. */
static bool read_instant(struct json_codec *codec, struct text *out, const struct type *type,
    const struct json_slot *slot)
{
    struct arena *arena = codec->e->arena;
    const char *value = json_local(codec, slot->stem, "value");
    const char *call = codec->style.plain
        ? arena_printf(arena, "rt_js_%s_text(&in, arena, %s, %d, &%s)",
            type->kind == TYPE_TIMESTAMP ? "timestamp" : "instant",
            codec->style.iso ? "true" : "false", type->precision, value)
        : arena_printf(arena, "rt_js_instant_ms(&in, %d, &%s)", type->precision, value);

    if (slot->start) {
        struct text recover = {.arena = arena};

        read(codec, &recover, slot, call);
        tpl_json_recover_as(out, &(struct tpl_json_recover_as){
            .ctype = emit_value_type(codec->e, type), .value = value,
            .recover = text_chars(&recover), .target = slot->lvalue,
            .stored = emit_store(codec->e, type, value)});
        return true;
    }
    tpl_json_read_as(out, &(struct tpl_json_read_as){.ctype = emit_value_type(codec->e, type),
        .value = value, .call = call, .path = json_quote(codec, slot->path),
        .target = slot->lvalue, .stored = emit_store(codec->e, type, value)});
    return true;
}

static bool read_text(struct json_codec *codec, struct text *out,
    const struct json_shape *shape, const struct json_slot *slot)
{
    bool any = codec->style.plain;

    for (size_t i = 0; i < shape->symbol_count; i++)
        any |= shape->symbols[i].json[0] != '"';
    return read(codec, out, slot, arena_printf(codec->e->arena, "rt_js_%s(&in, arena, &%s)",
        any ? "any_text" : "text", slot->lvalue));
}

static bool read_date(struct json_codec *codec, struct text *out, const struct json_slot *slot)
{
    return read(codec, out, slot, arena_printf(codec->e->arena,
        codec->style.plain ? "rt_js_date_text(&in, arena, &%s)" : "rt_js_days(&in, &%s)",
        slot->lvalue));
}

static bool read_time(struct json_codec *codec, struct text *out, const struct type *type,
    const struct json_slot *slot)
{
    return read(codec, out, slot, arena_printf(codec->e->arena,
        codec->style.plain ? "rt_js_time_text(&in, arena, %d, &%s)"
                           : "rt_js_time_ms(&in, %d, &%s)", type->precision, slot->lvalue));
}

bool json_read_scalar(struct json_codec *codec, struct text *out, const struct json_shape *shape,
    const struct type *type, const struct json_slot *slot)
{
    const struct type *from = shape->type;

    switch (type->kind) {
    case TYPE_BOOLEAN:
        return from->kind == TYPE_BOOLEAN && read_number(codec, out, slot, "boolean");
    case TYPE_TINYINT:
        return type_is_numeric(from) && read_number(codec, out, slot, "i8");
    case TYPE_SMALLINT:
        return type_is_numeric(from) && read_number(codec, out, slot, "i16");
    case TYPE_INT:
        return type_is_numeric(from) && read_number(codec, out, slot, "i32");
    case TYPE_BIGINT:
        return type_is_numeric(from) && read_number(codec, out, slot, "i64");
    case TYPE_FLOAT:
        return type_is_numeric(from) && read_number(codec, out, slot, "f32");
    case TYPE_DOUBLE:
        return type_is_numeric(from) && read_number(codec, out, slot, "f64");
    case TYPE_DECIMAL:
        return type_is_numeric(from) && read_decimal(codec, out, type, slot);
    case TYPE_CHAR: case TYPE_VARCHAR:
        return type_is_text(from) && read_text(codec, out, shape, slot);
    case TYPE_BINARY: case TYPE_VARBINARY:
        return type_is_binary(from) && read(codec, out, slot, arena_printf(codec->e->arena,
            "rt_js_bytes(&in, arena, &%s)", slot->lvalue));
    case TYPE_DATE:
        return from->kind == TYPE_DATE && read_date(codec, out, slot);
    case TYPE_TIME:
        return from->kind == TYPE_TIME && read_time(codec, out, type, slot);
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ:
        return from->kind == type->kind && read_instant(codec, out, type, slot);
    case TYPE_NULL: case TYPE_TIMESTAMP_TZ: case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY:
    case TYPE_ARRAY: case TYPE_MULTISET: case TYPE_MAP: case TYPE_ROW:
    case TYPE_VARIANT: case TYPE_BITMAP:
    case TYPE_RAW: case TYPE_DESCRIPTOR:
        break;
    }
    return false;
}
