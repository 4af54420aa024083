/* JSON encoders: (row struct) x (shape): one reservation, then puts without checks. */
#include "codec_json.h"

#include "codec_json_tpl.h"

#include <string.h>

/* An encoder in two passes over the row: bytes at most, then the puts. */
struct encoding {
    size_t fixed;       /* bytes that do not depend on values, NULL or not */
    struct text sizes;  /* statements `size += …` */
    struct text puts;
};

static bool encode(struct json_codec *codec, struct encoding *out, const struct json_shape *shape,
    const struct type *type, const struct json_slot *slot);

static struct encoding encoding_new(struct json_codec *codec)
{
    return (struct encoding){.sizes.arena = codec->e->arena, .puts.arena = codec->e->arena};
}

static void add(struct encoding *out, const struct encoding *inner)
{
    out->fixed += inner->fixed;
    text_add(&out->sizes, text_chars(&inner->sizes));
    text_add(&out->puts, text_chars(&inner->puts));
}

static bool put(struct encoding *out, size_t bytes, const char *call)
{
    out->fixed += bytes;
    tpl_json_put(&out->puts, &(struct tpl_json_put){.call = call});
    return true;
}

/* `at = rt_js_put_<function>(at, value)` of at most `bytes`. */
static bool put_value(struct json_codec *codec, struct encoding *out, size_t bytes,
    const char *function, const char *value)
{
    return put(out, bytes, arena_printf(codec->e->arena, "rt_js_put_%s(at, %s)", function, value));
}

/* Punctuation and names; `size` is at least what they are. */
static void put_literal(struct json_codec *codec, struct encoding *out, const char *literal,
    size_t size)
{
    put(out, size, arena_printf(codec->e->arena, "rt_js_put(at, RT_TEXT(%s))", literal));
}

static const char *table_name(struct json_codec *codec)
{
    return json_quote(codec, codec->table->name);
}

static void require(struct json_codec *codec, struct encoding *out, const struct json_slot *slot)
{
    if (slot->is_null)
        tpl_json_require(&out->sizes, &(struct tpl_json_require){.condition = slot->is_null,
            .table = table_name(codec), .column = json_quote(codec, slot->path)});
}

/* ---- scalars ---- */

static bool put_symbol(struct json_codec *codec, struct encoding *out,
    const struct json_shape *shape, const struct json_slot *slot)
{
    struct arena *arena = codec->e->arena;
    const char **symbols = arena_array(arena, shape->symbol_count, sizeof *symbols);
    const char *name = json_global(codec, slot->stem, "symbols");
    size_t longest = 0;

    for (size_t i = 0; i < shape->symbol_count; i++) {
        const struct json_symbol *symbol = &shape->symbols[i];
        size_t size = strlen(symbol->json);

        longest = size > longest ? size : longest;
        symbols[i] = arena_printf(arena, "{{%s, %zu}, {%s, %zu}}", json_quote(codec, symbol->text),
            strlen(symbol->text), json_quote(codec, symbol->json), size);
    }
    tpl_json_symbols(&codec->tables, &(struct tpl_json_symbols){.name = name,
        .count = json_number(codec, shape->symbol_count),
        .symbols = emit_fill(arena, symbols, shape->symbol_count)});
    text_add_char(&codec->tables, '\n');
    out->fixed += longest;
    tpl_json_put_symbol(&out->puts, &(struct tpl_json_put_symbol){.symbols = name,
        .count = json_number(codec, shape->symbol_count), .value = slot->lvalue,
        .table = table_name(codec), .column = json_quote(codec, slot->path)});
    return true;
}

static bool put_text(struct json_codec *codec, struct encoding *out,
    const struct json_shape *shape, const struct json_slot *slot)
{
    if (shape->symbol_count)
        return put_symbol(codec, out, shape, slot);
    tpl_json_size(&out->sizes, &(struct tpl_json_size){
        .bytes = arena_printf(codec->e->arena, "RT_JS_TEXT_SIZE(%s)", slot->lvalue)});
    return put_value(codec, out, 0, "text", slot->lvalue);
}

static bool put_bytes(struct json_codec *codec, struct encoding *out, const struct json_slot *slot)
{
    tpl_json_size(&out->sizes, &(struct tpl_json_size){
        .bytes = arena_printf(codec->e->arena, "RT_JS_BYTES_SIZE(%s)", slot->lvalue)});
    return put_value(codec, out, 0, "bytes", slot->lvalue);
}

/* A schema's numbers have no NaN. */
static bool put_float(struct json_codec *codec, struct encoding *out, const struct type *type,
    const struct json_slot *slot)
{
    if (!codec->style.plain)
        tpl_json_refuse_unless(&out->sizes, &(struct tpl_json_refuse_unless){
            .condition = arena_printf(codec->e->arena, "rt_js_is_finite(%s)", slot->lvalue),
            .table = table_name(codec), .column = json_quote(codec, slot->path),
            .what = json_quote(codec, "it is no finite number")});
    return put_value(codec, out, 32, type->kind == TYPE_FLOAT ? "f32" : "f64", slot->lvalue);
}

static bool put_decimal(struct json_codec *codec, struct encoding *out, const struct type *type,
    const struct json_slot *slot)
{
    struct arena *arena = codec->e->arena;
    bool short_form = codec->style.plain && !codec->style.plain_decimals;

    return put(out, 48, arena_printf(arena, "rt_js_put_decimal%s%s(at, %s, %d)",
        type->precision <= 18 ? "" : "128", short_form ? "_short" : "", slot->lvalue,
        type->scale));
}

static bool put_timestamp(struct json_codec *codec, struct encoding *out,
    const struct type *type, const struct json_slot *slot)
{
    struct arena *arena = codec->e->arena;
    const char *value = emit_load(codec->e, type, slot->lvalue);

    if (codec->style.plain)
        return put(out, 48, arena_printf(arena, "rt_js_put_timestamp(at, %s, %s, %s)", value,
            codec->style.iso ? "true" : "false",
            type->kind == TYPE_TIMESTAMP_LTZ ? "true" : "false"));
    return put_value(codec, out, 20, "integer", type->precision <= 3 ? slot->lvalue
        : arena_printf(arena, "rt_timestamp_to_ms(%s)", value));
}

static bool put_scalar(struct json_codec *codec, struct encoding *out,
    const struct json_shape *shape, const struct type *type, const struct json_slot *slot)
{
    const struct type *to = shape->type;
    bool plain = codec->style.plain;

    switch (type->kind) {
    case TYPE_BOOLEAN:
        return to->kind == TYPE_BOOLEAN && put_value(codec, out, 5, "boolean", slot->lvalue);
    case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT: case TYPE_BIGINT:
        return type_is_numeric(to) && put_value(codec, out, 20, "integer", slot->lvalue);
    case TYPE_FLOAT: case TYPE_DOUBLE:
        return type_is_numeric(to) && !shape->integer && put_float(codec, out, type, slot);
    case TYPE_DECIMAL:
        return type_is_numeric(to) && (!shape->integer || !type->scale) &&
            put_decimal(codec, out, type, slot);
    case TYPE_CHAR: case TYPE_VARCHAR:
        return type_is_text(to) && put_text(codec, out, shape, slot);
    case TYPE_BINARY: case TYPE_VARBINARY:
        return type_is_binary(to) && put_bytes(codec, out, slot);
    case TYPE_DATE:
        return to->kind == TYPE_DATE &&
            put_value(codec, out, 20, plain ? "date" : "integer", slot->lvalue);
    case TYPE_TIME:
        return to->kind == TYPE_TIME &&
            put_value(codec, out, 24, plain ? "time" : "integer", slot->lvalue);
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ:
        return to->kind == type->kind && put_timestamp(codec, out, type, slot);
    case TYPE_NULL: case TYPE_TIMESTAMP_TZ: case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY:
    case TYPE_ARRAY: case TYPE_MULTISET: case TYPE_MAP: case TYPE_ROW:
    case TYPE_VARIANT: case TYPE_BITMAP:
    case TYPE_RAW: case TYPE_DESCRIPTOR:
        break;
    }
    return false;
}

/* ---- NULL ---- */

/* The sizes of a value that may be NULL: nothing of it may be looked at then. */
static void add_sizes(struct encoding *out, const struct encoding *inner,
    const struct json_slot *slot)
{
    if (slot->is_null && inner->sizes.size)
        tpl_json_sizes_unless_null(&out->sizes, &(struct tpl_json_sizes_unless_null){
            .is_null = slot->is_null, .sizes = text_chars(&inner->sizes)});
    else
        text_add(&out->sizes, text_chars(&inner->sizes));
}

/* A value in a place where null is the only way to say NULL. */
static bool encode_value(struct json_codec *codec, struct encoding *out,
    const struct json_shape *shape, const struct type *type, const struct json_slot *slot)
{
    struct encoding inner = encoding_new(codec);

    if (!encode(codec, &inner, shape, type, slot))
        return false;
    if (!slot->is_null || !type->nullable || !shape->takes_null) {
        require(codec, out, slot);
        add(out, &inner);
        return true;
    }
    out->fixed += inner.fixed + 4;
    add_sizes(out, &inner, slot);
    tpl_json_put_nullable(&out->puts, &(struct tpl_json_put_nullable){.is_null = slot->is_null,
        .put = text_chars(&inner.puts)});
    return true;
}

/* ---- objects ---- */

/* Slot of a member's column or field; false: no column feeds it. */
typedef bool find_slot(struct json_codec *codec, const struct json_slot *parent,
    const struct type *row, const struct json_field *field, struct json_slot *slot,
    const struct type **type);

static bool find_column(struct json_codec *codec, const struct json_slot *parent,
    const struct type *row, const struct json_field *field, struct json_slot *slot,
    const struct type **type)
{
    size_t number;

    (void)parent, (void)row;
    return json_column_slot(codec, field->name, slot, type, &number);
}

static bool find_field(struct json_codec *codec, const struct json_slot *parent,
    const struct type *row, const struct json_field *field, struct json_slot *slot,
    const struct type **type)
{
    size_t index;

    return json_field_slot(codec, parent, row, field->name, slot, type, &index);
}

/* Whether a NULL field is left out: where null is not valid, but the member need not be there. */
static bool is_omitted(const struct json_codec *codec, const struct json_field *field,
    const struct type *type, const struct json_slot *slot)
{
    return type->nullable && slot->is_null &&
        (codec->style.ignore_null || (!field->shape->takes_null && !field->required));
}

static bool encode_member(struct json_codec *codec, struct encoding *out,
    const struct json_field *field, const struct type *type, const struct json_slot *slot,
    const char *before)
{
    struct encoding inner = encoding_new(codec);
    const char *literal = json_literal(codec, before, field->name, ":");
    size_t size = strlen(field->name) * 6 + 8;

    if (!is_omitted(codec, field, type, slot)) {
        put_literal(codec, out, literal, size);
        return encode_value(codec, out, field->shape, type, slot);
    }
    put_literal(codec, &inner, literal, size);
    if (!encode(codec, &inner, field->shape, type, slot))
        return false;
    out->fixed += inner.fixed;
    add_sizes(out, &inner, slot);
    tpl_json_put_unless_null(&out->puts, &(struct tpl_json_put_unless_null){
        .is_null = slot->is_null, .put = text_chars(&inner.puts)});
    return true;
}

/* A member that no column feeds may be left out unless it must be there. */
static bool check_absent(struct json_codec *codec, const struct json_field *field,
    const char *path)
{
    if (!field->required)
        return true;
    codec->why = arena_printf(codec->e->arena,
        "it needs a field '%s' (%s), and no column of the table gives its value", path,
        json_label(codec->e->arena, field->shape));
    return false;
}

static bool encode_object(struct json_codec *codec, struct encoding *out,
    const struct json_shape *shape, const struct type *row, const struct json_slot *parent,
    find_slot *find)
{
    struct encoding inner = encoding_new(codec);
    bool first = true, open = false; /* the first member may be left out */

    for (size_t i = 0; i < shape->field_count; i++) {
        const struct json_field *field = &shape->fields[i];
        const struct type *type = NULL;
        struct json_slot slot;

        if (!find(codec, parent, row, field, &slot, &type)) {
            if (!check_absent(codec, field, parent
                        ? arena_printf(codec->e->arena, "%s.%s", parent->path, field->name)
                        : field->name))
                return false;
            continue;
        }
        if (first)
            open = is_omitted(codec, field, type, &slot);
        if (!encode_member(codec, &inner, field, type, &slot, first && !open ? "{" : ","))
            return false;
        first = false;
    }
    out->fixed += 2;
    if (!first && !open) {
        add(out, &inner);
        put_literal(codec, out, "\"}\"", 1);
        return true;
    }
    out->fixed += inner.fixed;
    text_add(&out->sizes, text_chars(&inner.sizes));
    tpl_json_put_members(&out->puts, &(struct tpl_json_put_members){
        .start = json_local(codec, parent ? parent->stem : "", "start"),
        .put = text_chars(&inner.puts)});
    return true;
}

/* ---- unions ---- */

/* The one field that is not NULL. */
static bool encode_union(struct json_codec *codec, struct encoding *out,
    const struct json_shape *shape, const struct type *row, const struct json_slot *parent,
    find_slot *find)
{
    struct arena *arena = codec->e->arena;
    struct text present = {.arena = arena};

    for (size_t i = 0; i < shape->field_count; i++) {
        struct encoding inner = encoding_new(codec);
        const struct type *type = NULL;
        struct json_slot slot;

        if (!find(codec, parent, row, &shape->fields[i], &slot, &type))
            continue;
        if (!encode(codec, &inner, shape->fields[i].shape, type, &slot))
            return false;
        out->fixed += inner.fixed;
        add_sizes(out, &inner, &slot);
        tpl_json_put_branch(&out->puts, &(struct tpl_json_put_branch){.is_null = slot.is_null,
            .put = text_chars(&inner.puts)});
        text_printf(&present, "%s!%s", present.size ? " + " : "", slot.is_null);
    }
    tpl_json_refuse_unless(&out->sizes, &(struct tpl_json_refuse_unless){
        .condition = arena_printf(arena, "%s == 1", present.size ? text_chars(&present) : "0"),
        .table = table_name(codec), .column = json_quote(codec, parent ? parent->path : ""),
        .what = json_quote(codec, "one field of a union must not be NULL, and no other")});
    return true;
}

/* ---- arrays and maps ---- */

static const char *counter(struct json_codec *codec)
{
    return codec->depth < 18 ? arena_printf(codec->e->arena, "%c", 'i' + codec->depth - 1)
                             : arena_printf(codec->e->arena, "i%d", codec->depth);
}

/* Element `array`[i] of `slot`; with NULL flags if `can_be_null`. */
static struct json_slot item_slot(struct json_codec *codec, const struct json_slot *slot,
    const char *array, const char *i, const char *nulls)
{
    struct arena *arena = codec->e->arena;

    return (struct json_slot){
        .lvalue = arena_printf(arena, "%s.%s[%s]", slot->lvalue, array, i),
        .path = arena_printf(arena, "%s[]", slot->path),
        .stem = arena_printf(arena, "%s.%s", slot->stem, array),
        .is_null = nulls ? arena_printf(arena, "(%s.%s && %s.%s[%s])", slot->lvalue, nulls,
                               slot->lvalue, nulls, i)
                         : NULL,
    };
}

/* Sizes of `count` items, each with a comma and what is around it in `inner`. */
static void add_items(struct json_codec *codec, struct encoding *out,
    const struct json_slot *slot, const char *i, const struct encoding *item)
{
    struct text sizes = {.arena = codec->e->arena};

    out->fixed += 2;
    tpl_json_size(&sizes, &(struct tpl_json_size){.bytes = json_number(codec, item->fixed + 1)});
    text_add(&sizes, text_chars(&item->sizes));
    tpl_json_size_items(&out->sizes, &(struct tpl_json_size_items){.i = i,
        .count = arena_printf(codec->e->arena, "%s.count", slot->lvalue),
        .sizes = text_chars(&sizes)});
}

static bool encode_array(struct json_codec *codec, struct encoding *out,
    const struct json_shape *shape, const struct type *type, const struct json_slot *slot)
{
    struct encoding item = encoding_new(codec);
    const char *i = counter(codec);
    struct json_slot element = item_slot(codec, slot, "at", i, "null");

    if (!encode_value(codec, &item, shape->item, type->element, &element))
        return false;
    add_items(codec, out, slot, i, &item);
    tpl_json_put_items(&out->puts, &(struct tpl_json_put_items){.i = i,
        .count = arena_printf(codec->e->arena, "%s.count", slot->lvalue),
        .put = text_chars(&item.puts)});
    return true;
}

/* The array with the marks of NULL keys; NULL: none can be. */
static const char *key_nulls(const struct type *type)
{
    return type->kind == TYPE_MAP && type->key->nullable ? "key_null" : NULL;
}

/* What json.map-null-key.mode says of an entry whose key is NULL. */
static void put_key(struct json_codec *codec, struct encoding *item, const struct json_slot *key)
{
    const struct json_shape text = {.form = JSON_FORM_SCALAR,
        .type = type_string(codec->e->arena, false)};
    struct json_slot named = *key;

    switch (key->is_null ? codec->style.null_key : JSON_NULL_KEY_FAIL) {
    case JSON_NULL_KEY_FAIL:
        require(codec, item, key);
        break;
    case JSON_NULL_KEY_DROP:
        tpl_json_drop_item(&item->sizes, &(struct tpl_json_drop_item){.condition = key->is_null});
        break;
    case JSON_NULL_KEY_LITERAL:
        named.lvalue = arena_printf(codec->e->arena, "(%s ? RT_TEXT(%s) : %s)", key->is_null,
            json_quote(codec, codec->style.null_key_literal), key->lvalue);
        break;
    }
    put_text(codec, item, &text, &named);
    tpl_json_put_colon(&item->puts, &(struct tpl_json_put_colon){0});
    item->fixed++;
}

static bool encode_members(struct json_codec *codec, struct encoding *out,
    const struct json_shape *shape, const struct type *type, const struct json_slot *slot)
{
    struct arena *arena = codec->e->arena;
    struct encoding item = encoding_new(codec);
    const char *i = counter(codec), *count = arena_printf(arena, "%s.count", slot->lvalue);
    struct json_slot key = item_slot(codec, slot, "keys", i, key_nulls(type));
    struct json_slot value = item_slot(codec, slot, "values", i,
        type->kind == TYPE_MULTISET ? NULL : "null");

    if (!type_is_text(json_key_type(type)))
        return json_unfit(codec, slot->path, shape, type);
    put_key(codec, &item, &key);
    if (!encode_value(codec, &item, shape->item, json_value_type(arena, type), &value))
        return false;
    add_items(codec, out, slot, i, &item);
    if (key.is_null && codec->style.null_key == JSON_NULL_KEY_DROP)
        tpl_json_put_kept_entries(&out->puts, &(struct tpl_json_put_kept_entries){.i = i,
            .kept = arena_printf(arena, "%s_kept", i), .count = count, .dropped = key.is_null,
            .put = text_chars(&item.puts)});
    else
        tpl_json_put_entries(&out->puts, &(struct tpl_json_put_entries){.i = i, .count = count,
            .put = text_chars(&item.puts)});
    return true;
}

static bool encode_entries(struct json_codec *codec, struct encoding *out,
    const struct json_shape *shape, const struct type *type, const struct json_slot *slot)
{
    struct encoding item = encoding_new(codec);
    const char *i = counter(codec);
    struct json_slot key = item_slot(codec, slot, "keys", i, key_nulls(type));
    struct json_slot value = item_slot(codec, slot, "values", i,
        type->kind == TYPE_MULTISET ? NULL : "null");

    put_literal(codec, &item, "\"{\\\"key\\\":\"", 7);
    if (!encode_value(codec, &item, shape->key, json_key_type(type), &key))
        return false;
    put_literal(codec, &item, "\",\\\"value\\\":\"", 9);
    if (!encode_value(codec, &item, shape->item, json_value_type(codec->e->arena, type), &value))
        return false;
    put_literal(codec, &item, "\"}\"", 1);
    add_items(codec, out, slot, i, &item);
    tpl_json_put_items(&out->puts, &(struct tpl_json_put_items){.i = i,
        .count = arena_printf(codec->e->arena, "%s.count", slot->lvalue),
        .put = text_chars(&item.puts)});
    return true;
}

/* ---- values ---- */

static bool encode_inner(struct json_codec *codec, struct encoding *out,
    const struct json_shape *shape, const struct type *type, const struct json_slot *slot)
{
    bool is_map = type->kind == TYPE_MAP || type->kind == TYPE_MULTISET;

    switch (shape->form) {
    case JSON_FORM_SCALAR:
        if (put_scalar(codec, out, shape, type, slot))
            return true;
        break;
    case JSON_FORM_ARRAY:
        if (type->kind == TYPE_ARRAY)
            return encode_array(codec, out, shape, type, slot);
        break;
    case JSON_FORM_MEMBERS:
        if (is_map)
            return encode_members(codec, out, shape, type, slot);
        break;
    case JSON_FORM_ENTRIES:
        if (is_map)
            return encode_entries(codec, out, shape, type, slot);
        break;
    case JSON_FORM_ROW:
        if (type->kind == TYPE_ROW)
            return encode_object(codec, out, shape, type, slot, find_field);
        break;
    case JSON_FORM_UNION:
        if (type->kind == TYPE_ROW)
            return encode_union(codec, out, shape, type, slot, find_field);
        break;
    }
    return json_unfit(codec, slot->path, shape, type);
}

static bool encode(struct json_codec *codec, struct encoding *out, const struct json_shape *shape,
    const struct type *type, const struct json_slot *slot)
{
    bool ok;

    if (!json_enter(codec, slot->path))
        return false;
    ok = encode_inner(codec, out, shape, type, slot);
    json_leave(codec);
    return ok;
}

/* ---- the function ---- */

/* A document that is no object is the one column there is. */
static bool encode_alone(struct json_codec *codec, struct encoding *out,
    const struct json_shape *shape)
{
    const struct type *type = NULL;
    struct json_slot slot;
    size_t number;

    return json_stands_alone(codec, shape) &&
        json_column_slot(codec, codec->side->names[0], &slot, &type, &number) &&
        encode_value(codec, out, shape, type, &slot);
}

static bool encode_columns(struct json_codec *codec, struct encoding *out,
    const struct json_shape *shape)
{
    if (!json_enter(codec, "(root)"))
        return false;
    if (shape->form == JSON_FORM_ROW)
        return encode_object(codec, out, shape, NULL, NULL, find_column);
    if (shape->form == JSON_FORM_UNION)
        return encode_union(codec, out, shape, NULL, NULL, find_column);
    return encode_alone(codec, out, shape);
}

static const char *encoder_locals(struct json_codec *codec, const struct encoding *code)
{
    struct text out = {.arena = codec->e->arena};
    const char *puts = text_chars(&code->puts), *sizes = text_chars(&code->sizes);

    if (strstr(puts, "symbol = "))
        text_add(&out, "const struct rt_js_symbol *symbol;\n");
    if (!strstr(puts, "row->") && !strstr(sizes, "row->"))
        text_add(&out, "\n(void)row;\n");
    if (!strstr(puts, ", error)") && !strstr(sizes, ", error)"))
        text_add(&out, "\n(void)error;\n");
    return text_chars(&out);
}

bool emit_json_encoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key)
{
    struct json_codec codec = json_codec_begin(e, row, table, key, "encode", "");
    struct encoding code = encoding_new(&codec);
    const char *side = key ? "key" : "value", *about;
    struct schema_text schema = table_side_schema(codec.side);
    struct json_shape *shape;

    shape = json_codec_shape(&codec, codec.style.plain ? NULL : &schema);
    if (!shape || !encode_columns(&codec, &code, shape))
        return json_codec_report(&codec, key);
    about = arena_printf(e->arena, "The %s of '%s' as JSON.", side, table->name);
    text_add(out, text_chars(&codec.tables));
    tpl_json_encoder(out, &(struct tpl_json_encoder){.about = emit_comment(e->arena, about),
        .tag = row->tag, .side = side, .size = json_number(&codec, code.fixed),
        .sizes = text_chars(&code.sizes), .locals = encoder_locals(&codec, &code),
        .puts = text_chars(&code.puts)});
    text_add_char(out, '\n');
    return true;
}
