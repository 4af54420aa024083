/* Avro decoders: (writer schema) x (row struct), resolved here, straight-line code there. */
#include "codec_avro.h"

#include "codec_avro_tpl.h"

#include <string.h>

static bool decode(struct avro_codec *codec, struct text *out, const struct avro_schema *schema,
    const struct type *type, const struct avro_slot *slot);

/* ---- values of one read ---- */

static const char *call(struct avro_codec *codec, const char *function, const char *arguments,
    const char *lvalue)
{
    return arena_printf(codec->e->arena, "rt_avro_%s(&in%s, &%s)", function, arguments, lvalue);
}

/* int, long, float or double, promoted to the column's type; NULL: not resolvable. */
static const char *number_function(enum avro_kind from, enum type_kind to)
{
    switch (to) {
    case TYPE_TINYINT:
        return from == AVRO_INT ? "tinyint" : NULL;
    case TYPE_SMALLINT:
        return from == AVRO_INT ? "smallint" : NULL;
    case TYPE_INT:
    case TYPE_INTERVAL_MONTH:
        return from == AVRO_INT ? "int" : NULL;
    case TYPE_BIGINT:
    case TYPE_INTERVAL_DAY:
        return from == AVRO_INT ? "int_to_long" : from == AVRO_LONG ? "long" : NULL;
    case TYPE_FLOAT:
        return from == AVRO_INT    ? "int_to_float"
            : from == AVRO_LONG    ? "long_to_float"
            : from == AVRO_FLOAT   ? "float"
                                   : NULL;
    case TYPE_DOUBLE:
        return from == AVRO_INT     ? "int_to_double"
            : from == AVRO_LONG     ? "long_to_double"
            : from == AVRO_FLOAT    ? "float_to_double"
            : from == AVRO_DOUBLE   ? "double"
                                    : NULL;
    case TYPE_NULL:
    case TYPE_BOOLEAN:
    case TYPE_DECIMAL:
    case TYPE_CHAR:
    case TYPE_VARCHAR:
    case TYPE_BINARY:
    case TYPE_VARBINARY:
    case TYPE_DATE:
    case TYPE_TIME:
    case TYPE_TIMESTAMP:
    case TYPE_TIMESTAMP_LTZ:
    case TYPE_TIMESTAMP_TZ:
    case TYPE_ARRAY:
    case TYPE_MULTISET:
    case TYPE_MAP:
    case TYPE_ROW:
    case TYPE_VARIANT:
    case TYPE_RAW:
    case TYPE_DESCRIPTOR:
        break;
    }
    return NULL;
}

static const char *number_call(struct avro_codec *codec, const struct avro_schema *schema,
    const struct type *type, const char *lvalue)
{
    const char *function = number_function(schema->kind, type->kind);

    return function ? call(codec, function, "", lvalue) : NULL;
}

/* 10^precision - 1 as a constant, precision <= 18. */
static const char *decimal_limit(struct arena *arena, int precision)
{
    return arena_printf(arena, "INT64_C(%.*s)", precision, "999999999999999999");
}

static const char *decimal_call(struct avro_codec *codec, const struct avro_schema *schema,
    const struct type *type, const char *lvalue)
{
    struct arena *arena = codec->e->arena;
    bool small = type->precision <= 18, fixed = schema->kind == AVRO_FIXED;
    const char *bound = small ? decimal_limit(arena, type->precision)
                              : arena_printf(arena, "%d", type->precision);

    if (schema->logical != AVRO_DECIMAL || schema->scale != type->scale)
        return NULL;
    return call(codec,
        fixed ? small ? "decimal_fixed" : "decimal128_fixed"
              : small ? "decimal" : "decimal128",
        fixed ? arena_printf(arena, ", %d, %s", schema->size, bound)
              : arena_printf(arena, ", %s", bound),
        lvalue);
}

static const char *time_call(struct avro_codec *codec, const struct avro_schema *schema,
    const char *lvalue)
{
    if (schema->kind == AVRO_INT &&
        (schema->logical == AVRO_TIME_MILLIS || schema->logical == AVRO_PLAIN))
        return call(codec, "time_ms", "", lvalue);
    if (schema->logical == AVRO_TIME_MICROS)
        return call(codec, "time_us", "", lvalue);
    return NULL;
}

static const char *timestamp_call(struct avro_codec *codec, const struct avro_schema *schema,
    const struct type *type, const char *lvalue)
{
    struct arena *arena = codec->e->arena;
    int per_ms = avro_per_ms(schema), stored = type->precision <= 3 ? 1 : 1000;

    if (schema->kind != AVRO_LONG || !per_ms || schema->logical == AVRO_TIME_MICROS)
        return NULL;
    if (type->precision > 6)
        return call(codec, "timestamp", arena_printf(arena, ", %d", per_ms), lvalue);
    if (per_ms == stored)
        return call(codec, "long", "", lvalue);
    if (per_ms < stored)
        return call(codec, "ms_to_us", "", lvalue);
    return call(codec, "long_divided", arena_printf(arena, ", %d", per_ms / stored), lvalue);
}

static const char *text_call(struct avro_codec *codec, const struct avro_schema *schema,
    const struct avro_slot *slot)
{
    if (schema->kind == AVRO_ENUM)
        return call(codec, "enum", arena_printf(codec->e->arena, ", %s, %zu",
            avro_symbols(codec, schema, slot->stem), schema->symbol_count), slot->lvalue);
    if (schema->kind == AVRO_STRING ||
        (schema->kind == AVRO_BYTES && schema->logical != AVRO_DECIMAL))
        return call(codec, "text", "", slot->lvalue);
    return NULL;
}

static const char *bytes_call(struct avro_codec *codec, const struct avro_schema *schema,
    const struct avro_slot *slot)
{
    if (schema->kind == AVRO_FIXED)
        return call(codec, "fixed", arena_printf(codec->e->arena, ", %d", schema->size),
            slot->lvalue);
    if (schema->kind == AVRO_BYTES || schema->kind == AVRO_STRING)
        return call(codec, "bytes", "", slot->lvalue);
    return NULL;
}

/* The call that reads an atomic value; NULL: the schema does not fit, or is not atomic. */
static const char *read_call(struct avro_codec *codec, const struct avro_schema *schema,
    const struct type *type, const struct avro_slot *slot)
{
    switch (type->kind) {
    case TYPE_BOOLEAN:
        return schema->kind == AVRO_BOOLEAN ? call(codec, "boolean", "", slot->lvalue) : NULL;
    case TYPE_TINYINT:
    case TYPE_SMALLINT:
    case TYPE_INT:
    case TYPE_BIGINT:
    case TYPE_FLOAT:
    case TYPE_DOUBLE:
    case TYPE_INTERVAL_MONTH:
    case TYPE_INTERVAL_DAY:
        return number_call(codec, schema, type, slot->lvalue);
    case TYPE_DECIMAL:
        return decimal_call(codec, schema, type, slot->lvalue);
    case TYPE_CHAR:
    case TYPE_VARCHAR:
        return text_call(codec, schema, slot);
    case TYPE_BINARY:
    case TYPE_VARBINARY:
        return bytes_call(codec, schema, slot);
    case TYPE_DATE:
        return schema->kind == AVRO_INT &&
                (schema->logical == AVRO_DATE || schema->logical == AVRO_PLAIN)
            ? call(codec, "int", "", slot->lvalue)
            : NULL;
    case TYPE_TIME:
        return time_call(codec, schema, slot->lvalue);
    case TYPE_TIMESTAMP:
    case TYPE_TIMESTAMP_LTZ:
        return timestamp_call(codec, schema, type, slot->lvalue);
    case TYPE_NULL:
    case TYPE_TIMESTAMP_TZ:
    case TYPE_ARRAY:
    case TYPE_MULTISET:
    case TYPE_MAP:
    case TYPE_ROW:
    case TYPE_VARIANT:
    case TYPE_RAW:
    case TYPE_DESCRIPTOR:
        break;
    }
    return NULL;
}

/* ---- unions ---- */

/* Statement for a null: sets the NULL bit, or refuses the record. */
static const char *null_statement(struct avro_codec *codec, const struct avro_slot *slot)
{
    struct text out = {.arena = codec->e->arena};

    if (slot->set_null)
        return slot->set_null;
    tpl_avro_refuse(&out, &(struct tpl_avro_refuse){.problem = "RT_AVRO_NULL",
        .path = avro_quote(codec, slot->path)});
    return text_chars(&out);
}

/* The statements of one branch; NULL: it does not fit. What a failed attempt made is taken back. */
static const char *decode_apart(struct avro_codec *codec, const struct avro_schema *schema,
    const struct type *type, const struct avro_slot *slot)
{
    struct text out = {.arena = codec->e->arena};
    struct avro_codec before = *codec;

    if (schema->kind == AVRO_NULL)
        return null_statement(codec, slot);
    if (decode(codec, &out, schema, type, slot))
        return text_chars(&out);
    before.why = codec->why;
    before.nodes = codec->nodes;
    if (before.tables.data)
        before.tables.data[before.tables.size] = '\0';
    *codec = before;
    return NULL;
}

static bool decode_nullable(struct avro_codec *codec, struct text *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    int null_branch = avro_null_branch(schema);
    const char *read = decode_apart(codec, schema->branches[!null_branch], type, slot);

    if (!read)
        return false;
    codec->uses_null = true;
    tpl_avro_nullable(out, &(struct tpl_avro_nullable){.null_branch = null_branch ? "1" : "0",
        .path = avro_quote(codec, slot->path), .set_null = null_statement(codec, slot),
        .read = read});
    return true;
}

/* Branches that do not fit are refused when a record has them, if another one fits. */
static bool decode_union(struct avro_codec *codec, struct text *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    struct arena *arena = codec->e->arena;
    struct text cases = {.arena = arena};
    size_t fitting = 0;

    if (avro_null_branch(schema) >= 0)
        return decode_nullable(codec, out, schema, type, slot);
    for (size_t i = 0; i < schema->branch_count; i++) {
        const struct avro_schema *branch = schema->branches[i];
        const char *code = decode_apart(codec, branch, type, slot);

        if (!code)
            continue;
        fitting += branch->kind != AVRO_NULL;
        tpl_avro_case(&cases, &(struct tpl_avro_case){.branch = arena_printf(arena, "%zu", i),
            .type = emit_comment(arena, avro_label(arena, branch)), .code = code});
    }
    if (!fitting)
        return avro_unfit(codec, slot, schema, type);
    codec->uses_branch = true;
    tpl_avro_union(out, &(struct tpl_avro_union){
        .count = arena_printf(arena, "%zu", schema->branch_count),
        .path = avro_quote(codec, slot->path), .cases = text_chars(&cases)});
    return true;
}

/* ---- arrays and maps ---- */

/* Names of the locals that collect items. */
struct items {
    const char *items, *at, *keys, *null;
    const char *path, *stem; /* of an item */
};

static struct items name_items(struct avro_codec *codec, const struct avro_slot *slot)
{
    struct arena *arena = codec->e->arena;
    struct names *names = codec->e->names;

    return (struct items){
        .items = names_make(names, codec->scope, arena_printf(arena, "%s_items", slot->stem)),
        .at = names_make(names, codec->scope, arena_printf(arena, "%s_values", slot->stem)),
        .keys = names_make(names, codec->scope, arena_printf(arena, "%s_keys", slot->stem)),
        .null = names_make(names, codec->scope, arena_printf(arena, "%s_null", slot->stem)),
        .path = arena_printf(arena, "%s[]", slot->path),
        .stem = arena_printf(arena, "%s_item", slot->stem),
    };
}

/* Reads one item into `array`[count]; with a NULL flag if `null` is not NULL. */
static bool decode_item(struct avro_codec *codec, struct text *out,
    const struct avro_schema *schema, const struct type *type, const struct items *items,
    const char *array, const char *null)
{
    struct arena *arena = codec->e->arena;
    struct text set_null = {.arena = arena};
    struct avro_slot slot = {
        .lvalue = arena_printf(arena, "%s[%s.count]", array, items->items),
        .path = items->path,
        .stem = items->stem,
    };

    if (null) {
        tpl_avro_set_item_null(out, &(struct tpl_avro_set_item_null){.null = null,
            .items = items->items, .value = "false"});
        tpl_avro_set_item_null(&set_null, &(struct tpl_avro_set_item_null){.null = null,
            .items = items->items, .value = "true"});
        if (type->nullable)
            slot.set_null = text_chars(&set_null);
    }
    if (type->kind == TYPE_ROW)
        tpl_avro_clear(out, &(struct tpl_avro_clear){.target = slot.lvalue,
            .ctype = emit_storage_type(codec->e, type)});
    return decode(codec, out, schema, type, &slot);
}

static bool decode_array(struct avro_codec *codec, struct text *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    struct arena *arena = codec->e->arena;
    struct items items = name_items(codec, slot);
    struct text read = {.arena = arena};
    bool nullable = type->element->nullable && schema->items->kind == AVRO_UNION;
    size_t least = avro_least(schema->items);
    const char *path = avro_quote(codec, slot->path),
               *least_text = arena_printf(arena, "%zu", least);

    if (!least)
        return avro_unfit(codec, slot, schema, type);
    if (!decode_item(codec, &read, schema->items, type->element, &items, items.at,
            nullable ? items.null : NULL))
        return false;
    codec->uses_arena = true;
    if (nullable)
        tpl_avro_array_of_nullable(out, &(struct tpl_avro_array_of_nullable){.items = items.items,
            .element = emit_storage_type(codec->e, type->element), .at = items.at,
            .null = items.null, .least = least_text, .read = text_chars(&read), .path = path,
            .target = slot->lvalue});
    else
        tpl_avro_array(out, &(struct tpl_avro_array){.items = items.items,
            .element = emit_storage_type(codec->e, type->element), .at = items.at,
            .least = least_text, .read = text_chars(&read), .path = path, .target = slot->lvalue});
    return true;
}

static const struct type *map_key(const struct type *type)
{
    return type->kind == TYPE_MULTISET ? type->element : type->key;
}

static const struct type *map_value(struct avro_codec *codec, const struct type *type)
{
    return type->kind == TYPE_MULTISET ? type_simple(codec->e->arena, TYPE_INT, false)
                                       : type->element;
}

/* One entry of an Avro map: a string, then the value. */
static bool decode_entry(struct avro_codec *codec, struct text *out,
    const struct avro_schema *schema, const struct type *type, const struct items *items)
{
    struct avro_schema string = {.kind = AVRO_STRING};

    return decode_item(codec, out, &string, map_key(type), items, items->keys, NULL) &&
           decode_item(codec, out, schema->items, map_value(codec, type), items, items->at,
               items->null);
}

/* A map whose keys are no strings: an array of records of `key` and `value`. */
static bool decode_entry_record(struct avro_codec *codec, struct text *out,
    const struct avro_schema *schema, const struct type *type, const struct items *items)
{
    bool has_key = false, has_value = false, ok = true;

    for (size_t i = 0; ok && i < schema->items->field_count; i++) {
        const struct avro_field *field = &schema->items->fields[i];

        if (!strcmp(field->name, "key")) {
            has_key = true;
            ok = decode_item(codec, out, field->schema, map_key(type), items, items->keys, NULL);
        } else if (!strcmp(field->name, "value")) {
            has_value = true;
            ok = decode_item(codec, out, field->schema, map_value(codec, type), items, items->at,
                items->null);
        } else {
            ok = avro_skip(codec, out, field->schema, items->path, items->stem);
        }
    }
    return ok && has_key && has_value;
}

static bool decode_map(struct avro_codec *codec, struct text *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    struct arena *arena = codec->e->arena;
    struct items items = name_items(codec, slot);
    struct text read = {.arena = arena};
    size_t least = avro_least(schema->items) + (schema->kind == AVRO_MAP);

    if (!least || !(schema->kind == AVRO_MAP
                ? decode_entry(codec, &read, schema, type, &items)
                : decode_entry_record(codec, &read, schema, type, &items)))
        return codec->why ? false : avro_unfit(codec, slot, schema, type);
    codec->uses_arena = true;
    tpl_avro_map(out, &(struct tpl_avro_map){.items = items.items,
        .key = emit_storage_type(codec->e, map_key(type)), .keys = items.keys,
        .value = emit_storage_type(codec->e, map_value(codec, type)), .values = items.at,
        .null = items.null, .least = arena_printf(arena, "%zu", least), .read = text_chars(&read),
        .path = avro_quote(codec, slot->path), .target = slot->lvalue});
    return true;
}

/* ---- records ---- */

static bool missing_field(struct avro_codec *codec, struct text *out, const struct avro_slot *slot)
{
    if (!slot->set_null) {
        codec->why = arena_printf(codec->e->arena,
            "it has no field '%s', and the column is NOT NULL", slot->path);
        return false;
    }
    text_add(out, slot->set_null);
    return true;
}

static bool decode_record(struct avro_codec *codec, struct text *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    bool *seen = arena_array(codec->e->arena, type->field_count, sizeof *seen);
    struct arena *arena = codec->e->arena;

    for (size_t i = 0; i < schema->field_count; i++) {
        const struct avro_field *field = &schema->fields[i];
        size_t index = avro_find_field(type, field->name);
        struct avro_slot inner;

        if (index == type->field_count) {
            if (!avro_skip(codec, out, field->schema,
                    arena_printf(arena, "%s.%s", slot->path, field->name),
                    arena_printf(arena, "%s_%s", slot->stem, field->name)))
                return false;
            continue;
        }
        seen[index] = true;
        inner = avro_field_slot(codec, slot, type, index);
        if (!decode(codec, out, field->schema, type->fields[index].type, &inner))
            return false;
    }
    for (size_t i = 0; i < type->field_count; i++) {
        struct avro_slot inner = avro_field_slot(codec, slot, type, i);

        if (!seen[i] && !missing_field(codec, out, &inner))
            return false;
    }
    return true;
}

static bool decode_datum(struct avro_codec *codec, struct text *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    bool is_map = type->kind == TYPE_MAP || type->kind == TYPE_MULTISET;
    const char *read;

    if (schema->kind == AVRO_UNION)
        return decode_union(codec, out, schema, type, slot);
    if (schema->kind == AVRO_NULL) {
        text_add(out, null_statement(codec, slot));
        return true;
    }
    read = read_call(codec, schema, type, slot);
    if (read) {
        tpl_avro_read(out,
            &(struct tpl_avro_read){.call = read, .path = avro_quote(codec, slot->path)});
        return true;
    }
    if (schema->kind == AVRO_RECORD && type->kind == TYPE_ROW)
        return decode_record(codec, out, schema, type, slot);
    if (schema->kind == AVRO_ARRAY && type->kind == TYPE_ARRAY)
        return decode_array(codec, out, schema, type, slot);
    if (is_map && (schema->kind == AVRO_MAP ||
                      (schema->kind == AVRO_ARRAY && schema->items->kind == AVRO_RECORD)))
        return decode_map(codec, out, schema, type, slot);
    return avro_unfit(codec, slot, schema, type);
}

static bool decode(struct avro_codec *codec, struct text *out, const struct avro_schema *schema,
    const struct type *type, const struct avro_slot *slot)
{
    bool ok;

    if (!avro_enter(codec, schema, slot->path))
        return false;
    codec->why = NULL;
    ok = decode_datum(codec, out, schema, type, slot);
    avro_leave(codec);
    return ok;
}

/* ---- the function ---- */

/* One field of the top-level record, with a comment and a blank line behind. */
static bool decode_field(struct avro_codec *codec, struct text *out, const struct avro_field *field)
{
    struct arena *arena = codec->e->arena;
    const struct type *type = NULL;
    const struct row_column *column = avro_column(codec, field->name, &type);
    struct text code = {.arena = arena};
    const char *comment = arena_printf(arena, "%s: %s%s", field->name,
        avro_label(arena, field->schema), column ? "" : " (not read)");

    if (column) {
        struct avro_slot slot = avro_column_slot(codec, column, type, field->name);

        if (!decode(codec, &code, field->schema, type, &slot))
            return false;
    } else if (!avro_skip(codec, &code, field->schema, field->name, field->name)) {
        return false;
    }
    tpl_avro_field(out, &(struct tpl_avro_field){.comment = emit_comment(arena, comment),
        .code = text_chars(&code)});
    text_add_char(out, '\n');
    return true;
}

/* Columns of this side that the writer does not know. */
static bool decode_missing(struct avro_codec *codec, struct text *out,
    const struct avro_schema *schema)
{
    for (size_t i = 0; i < codec->side->count; i++) {
        const char *name = codec->side->names[i];
        const struct type *type = NULL;
        const struct row_column *column = avro_column(codec, name, &type);
        struct avro_slot slot;
        size_t at = 0;

        while (at < schema->field_count && !avro_same_name(schema->fields[at].name, name))
            at++;
        if (!column || at < schema->field_count)
            continue;
        slot = avro_column_slot(codec, column, type, name);
        if (!missing_field(codec, out, &slot))
            return false;
    }
    return true;
}

static bool decode_fields(struct avro_codec *codec, struct text *out,
    const struct avro_schema *schema)
{
    const struct type *type = NULL;
    const struct row_column *column;
    struct avro_slot slot;

    if (schema->kind == AVRO_RECORD) {
        if (!avro_enter(codec, schema, "(root)"))
            return false;
        for (size_t i = 0; i < schema->field_count; i++)
            if (!decode_field(codec, out, &schema->fields[i]))
                return false;
        return decode_missing(codec, out, schema);
    }
    if (codec->side->count != 1) {
        codec->why = arena_printf(codec->e->arena, "it is %s, but the table has %zu columns there",
            avro_label(codec->e->arena, schema), codec->side->count);
        return false;
    }
    column = avro_column(codec, codec->side->names[0], &type);
    if (!column)
        return avro_skip(codec, out, schema, codec->side->names[0], codec->side->names[0]);
    slot = avro_column_slot(codec, column, type, codec->side->names[0]);
    return decode(codec, out, schema, type, &slot);
}

static const char *decoder_locals(struct avro_codec *codec, const char *fields)
{
    struct text out = {.arena = codec->e->arena};

    if (codec->uses_branch)
        text_add(&out, "uint32_t branch;\n");
    if (codec->uses_null)
        text_add(&out, "bool is_null;\n");
    if (!codec->uses_arena)
        text_add(&out, "\n(void)arena;\n");
    if (!strstr(fields, "row->"))
        text_add(&out, codec->uses_arena ? "\n(void)row;\n" : "(void)row;\n");
    return text_chars(&out);
}

bool emit_avro_decoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key, const struct schema_text *writer, size_t number)
{
    struct avro_codec codec = avro_codec_begin(e, row, table, key);
    struct text fields = {.arena = e->arena};
    const char *side = key ? "key" : "value", *about;
    struct avro_schema *schema = avro_codec_parse(&codec, avro_inline(e->arena, writer));

    codec.label = arena_printf(e->arena, "%s_%s_%zu", row->tag, side, number);
    codec.scope = arena_printf(e->arena, "%s_decode_%s_%zu", row->tag, side, number);
    if (!schema || !decode_fields(&codec, &fields, schema))
        return avro_codec_report(&codec, key);
    about = arena_printf(e->arena, "The %s of '%s' as %s wrote it: schema %zu.", side, table->name,
        schema->kind == AVRO_RECORD ? schema->name : avro_label(e->arena, schema), number);
    text_add(out, text_chars(&codec.tables));
    tpl_avro_decoder(out, &(struct tpl_avro_decoder){.about = emit_comment(e->arena, about),
        .tag = row->tag, .side = side, .number = arena_printf(e->arena, "%zu", number),
        .locals = decoder_locals(&codec, text_chars(&fields)), .fields = text_chars(&fields)});
    text_add_char(out, '\n');
    return true;
}
