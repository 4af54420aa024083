/* Avro encoders: one reserve for the whole datum, then writes without checks. */
#include "codec_avro.h"

#include "codec_avro_tpl.h"
#include "shape.h"

#include <string.h>

/* The two halves of an encoder: how large the datum may become, and the writes. */
struct encoding {
    size_t fixed;       /* bytes that do not depend on the row */
    struct text sizes;  /* statements that add the others */
    struct text puts;
};

static bool encode(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot);

static struct encoding encoding_new(struct avro_codec *codec)
{
    return (struct encoding){.sizes.arena = codec->e->arena, .puts.arena = codec->e->arena};
}

static const char *number(struct avro_codec *codec, size_t value)
{
    return arena_printf(codec->e->arena, "%zu", value);
}

/* at = rt_avro_put_<function>(at, value); of at most `bytes`. */
static bool put(struct avro_codec *codec, struct encoding *out, size_t bytes, const char *function,
    const char *value)
{
    out->fixed += bytes;
    tpl_avro_put(&out->puts, &(struct tpl_avro_put){.call = arena_printf(codec->e->arena,
        "rt_avro_put_%s(at, %s)", function, value)});
    return true;
}

/* Text or bytes: the size is the row's. */
static bool put_sized(struct avro_codec *codec, struct encoding *out, const char *function,
    const char *value)
{
    tpl_avro_size(&out->sizes, &(struct tpl_avro_size){
        .bytes = arena_printf(codec->e->arena, "%s.size", value)});
    return put(codec, out, 10, function, value);
}

static const char *table_name(struct avro_codec *codec)
{
    return avro_quote(codec, codec->table->name);
}

static bool put_symbol(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct avro_slot *slot)
{
    struct rt_text *symbols =
        arena_array(codec->e->arena, schema->symbol_count + 1, sizeof *symbols);

    for (size_t i = 0; i < schema->symbol_count; i++)
        symbols[i] = (struct rt_text){schema->symbols[i], strlen(schema->symbols[i])};
    codec->uses_symbol = true;
    out->fixed += 5;
    tpl_avro_put_symbol(&out->puts, &(struct tpl_avro_put_symbol){
        .symbols = avro_symbols(codec, symbols, schema->symbol_count, slot->stem),
        .count = number(codec, schema->symbol_count), .value = slot->lvalue,
        .table = table_name(codec), .column = avro_quote(codec, slot->path)});
    return true;
}

static bool put_fixed(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct avro_slot *slot)
{
    out->fixed += (size_t)schema->size;
    tpl_avro_put_fixed(&out->puts, &(struct tpl_avro_put_fixed){.value = slot->lvalue,
        .size = number(codec, (size_t)schema->size), .table = table_name(codec),
        .column = avro_quote(codec, slot->path),
        .schema = avro_quote(codec, avro_label(codec->e->arena, schema))});
    return true;
}

static bool put_decimal_fixed(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct avro_slot *slot)
{
    out->fixed += (size_t)schema->size;
    tpl_avro_put_decimal_fixed(&out->puts, &(struct tpl_avro_put_decimal_fixed){
        .value = slot->lvalue, .size = number(codec, (size_t)schema->size),
        .table = table_name(codec), .column = avro_quote(codec, slot->path),
        .schema = avro_quote(codec, avro_label(codec->e->arena, schema))});
    return true;
}

static const struct {
    enum rt_shape_kind column;
    int from, to;
    enum avro_kind kind;
    int logical; /* AVRO_ANY: whichever */
    const char *function;
    int argument;
    size_t bytes;
} writes[] = {
#define AVRO_ANY (-1)
#define AVRO_WRITE(column, from, to, kind, logical, function, a, bytes)                            \
    {RT_SHAPE_##column, from, to, AVRO_##kind, AVRO_##logical, #function, a, bytes},
#include <rt/avro_types.def>
};

static bool counts_nanos(const struct avro_schema *schema)
{
    return schema->logical == AVRO_TIMESTAMP_NANOS || schema->logical == AVRO_LOCAL_NANOS;
}

/* A value of one write, as avro_types.def says; false: there is none. */
static bool put_value(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    struct rt_shape shape = shape_of_type(codec->e->arena, type);
    const char *value = slot->lvalue;

    if (type->kind == TYPE_DECIMAL && (schema->logical != AVRO_DECIMAL ||
            schema->scale != type->scale || schema->precision < type->precision))
        return false;
    if (type->kind == TYPE_DECIMAL && schema->kind == AVRO_FIXED)
        return put_decimal_fixed(codec, out, schema, slot);
    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
        if (writes[i].column != shape.kind || writes[i].kind != schema->kind ||
            (writes[i].logical != AVRO_ANY && writes[i].logical != (int)schema->logical) ||
            (writes[i].to && (shape.precision < writes[i].from || shape.precision > writes[i].to)))
            continue;
        if (counts_nanos(schema))
            tpl_avro_nanos(&out->sizes, &(struct tpl_avro_nanos){
                .value = emit_load(codec->e, type, value), .table = table_name(codec),
                .column = avro_quote(codec, slot->path)});
        if (writes[i].argument)
            value = arena_printf(codec->e->arena, "%s, %d", value, writes[i].argument);
        return put(codec, out, writes[i].bytes, writes[i].function, value);
    }
    return false;
}

static bool put_text(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    if (schema->kind == AVRO_ENUM)
        return put_symbol(codec, out, schema, slot);
    if (schema->kind == AVRO_STRING ||
        (schema->kind == AVRO_BYTES && schema->logical != AVRO_DECIMAL))
        return put_sized(codec, out, "text", slot->lvalue);
    return avro_unfit(codec, slot, schema, type);
}

static bool put_bytes(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    if (schema->kind == AVRO_FIXED)
        return put_fixed(codec, out, schema, slot);
    if (schema->kind == AVRO_BYTES && schema->logical != AVRO_DECIMAL)
        return put_sized(codec, out, "bytes", slot->lvalue);
    return avro_unfit(codec, slot, schema, type);
}

/* ---- arrays, maps, rows ---- */

/* Appends the writes of `count` items, and their sizes; `i` counts them. */
static void add_items(struct avro_codec *codec, struct encoding *out, const char *count,
    const char *i, const struct encoding *item)
{
    struct arena *arena = codec->e->arena;
    struct text sizes = {.arena = arena};

    out->fixed += 11; /* The count, and the 0 that ends the blocks. */
    if (!item->sizes.size) {
        tpl_avro_size(&out->sizes, &(struct tpl_avro_size){
            .bytes = arena_printf(arena, "%s * %zu", count, item->fixed)});
    } else {
        tpl_avro_size(&sizes, &(struct tpl_avro_size){.bytes = number(codec, item->fixed)});
        text_add(&sizes, text_chars(&item->sizes));
        tpl_avro_size_items(&out->sizes, &(struct tpl_avro_size_items){.i = i, .count = count,
            .sizes = text_chars(&sizes)});
    }
    tpl_avro_put_items(&out->puts, &(struct tpl_avro_put_items){.count = count, .i = i,
        .put = text_chars(&item->puts)});
}

static const char *counter(struct avro_codec *codec)
{
    return codec->depth < 18 ? arena_printf(codec->e->arena, "%c", 'i' + codec->depth - 1)
                             : arena_printf(codec->e->arena, "i%d", codec->depth);
}

/* Element `array`[i] of `slot`; `null` names the flags' member. */
static struct avro_slot item_slot(struct avro_codec *codec, const struct avro_slot *slot,
    const char *array, const char *i, const char *nulls)
{
    struct arena *arena = codec->e->arena;

    return (struct avro_slot){
        .lvalue = arena_printf(arena, "%s.%s[%s]", slot->lvalue, array, i),
        .path = arena_printf(arena, "%s[]", slot->path),
        .stem = arena_printf(arena, "%s_item", slot->stem),
        .is_null = nulls ? arena_printf(arena, "(%s.%s && %s.%s[%s])", slot->lvalue, nulls,
                               slot->lvalue, nulls, i)
                         : NULL,
        .column = slot->column,
    };
}

static bool put_array(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    struct encoding item = encoding_new(codec);
    const char *i = counter(codec);
    struct avro_slot element = item_slot(codec, slot, "at", i, "null");

    if (!encode(codec, &item, schema->items, type->element, &element))
        return false;
    add_items(codec, out, arena_printf(codec->e->arena, "%s.count", slot->lvalue), i, &item);
    return true;
}

static bool put_entry_field(struct avro_codec *codec, struct encoding *out, const char *name,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot,
    const char *i)
{
    bool multiset = type->kind == TYPE_MULTISET;
    struct avro_slot key = item_slot(codec, slot, "keys", i,
        !multiset && type->key->nullable ? "key_null" : NULL);
    struct avro_slot value = item_slot(codec, slot, "values", i, multiset ? NULL : "null");

    if (!strcmp(name, "key"))
        return encode(codec, out, schema, multiset ? type->element : type->key, &key);
    if (!strcmp(name, "value"))
        return encode(codec, out, schema,
            multiset ? type_simple(codec->e->arena, TYPE_INT, false) : type->element, &value);
    return avro_unfit(codec, slot, schema, type);
}

static bool put_map(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    struct encoding item = encoding_new(codec);
    struct avro_schema string = {.kind = AVRO_STRING};
    const char *i = counter(codec);
    bool ok = true;

    if (schema->kind == AVRO_MAP)
        ok = put_entry_field(codec, &item, "key", &string, type, slot, i) &&
             put_entry_field(codec, &item, "value", schema->items, type, slot, i);
    for (size_t f = 0; ok && schema->kind == AVRO_ARRAY && f < schema->items->field_count; f++)
        ok = put_entry_field(codec, &item, schema->items->fields[f].name,
            schema->items->fields[f].schema, type, slot, i);
    if (ok)
        add_items(codec, out, arena_printf(codec->e->arena, "%s.count", slot->lvalue), i, &item);
    return ok;
}

/* A field that no column feeds: null, if it may be. */
static bool put_absent(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const char *path)
{
    if (schema->kind == AVRO_NULL)
        return true;
    for (size_t i = 0; schema->kind == AVRO_UNION && i < schema->branch_count; i++)
        if (schema->branches[i]->kind == AVRO_NULL)
            return put(codec, out, 10, "size", number(codec, i));
    codec->why = arena_printf(codec->e->arena,
        "field '%s' is %s, and no column of the table gives its value", path,
        avro_label(codec->e->arena, schema));
    return false;
}

static bool put_row(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    for (size_t i = 0; i < schema->field_count; i++) {
        const struct avro_field *field = &schema->fields[i];
        size_t index = avro_find_field(type, field->name);
        struct avro_slot inner;

        if (index == type->field_count) {
            if (!put_absent(codec, out, field->schema,
                    arena_printf(codec->e->arena, "%s.%s", slot->path, field->name)))
                return false;
            continue;
        }
        inner = avro_field_slot(codec, slot, type, index);
        if (!encode(codec, out, field->schema, type->fields[index].type, &inner))
            return false;
    }
    return true;
}

/* ---- NULL ---- */

static bool put_plain(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot);

/* A NULL here is an error, before anything of the value is looked at: the column or the schema is
 * NOT NULL. */
static void require(struct avro_codec *codec, struct encoding *out, const struct avro_slot *slot)
{
    if (slot->is_null)
        tpl_avro_require(&out->sizes, &(struct tpl_avro_require){.is_null = slot->is_null,
            .table = table_name(codec), .column = avro_quote(codec, slot->path)});
}

/* The sizes of a value that may be NULL: nothing of it may be looked at then. */
static void add_nullable_sizes(struct avro_codec *codec, struct encoding *out,
    const struct encoding *inner, const struct avro_slot *slot)
{
    const char *sizes = text_chars(&inner->sizes), *end = strchr(sizes, '\n');

    if (!*sizes)
        return;
    if (!strncmp(sizes, "size += ", 8) && end && !end[1])
        tpl_avro_size_unless_null(&out->sizes, &(struct tpl_avro_size_unless_null){
            .is_null = slot->is_null,
            .bytes = arena_strndup(codec->e->arena, sizes + 8, (size_t)(end - sizes) - 9)});
    else
        tpl_avro_sizes_unless_null(&out->sizes, &(struct tpl_avro_sizes_unless_null){
            .is_null = slot->is_null, .sizes = sizes});
}

/* The first branch that fits; branch_count: none. */
static size_t fitting_branch(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    size_t tables = codec->tables.size;

    for (size_t i = 0; i < schema->branch_count; i++) {
        *out = encoding_new(codec);
        if (schema->branches[i]->kind != AVRO_NULL &&
            put_plain(codec, out, schema->branches[i], type, slot))
            return i;
        codec->tables.size = tables;
    }
    return schema->branch_count;
}

/* ---- a ROW of branches ---- */

/* Whether the ROW (type NULL: the columns of the side) has a field a branch. */
static bool is_union_row(struct avro_codec *codec, const struct avro_schema *schema,
    const struct type *type)
{
    size_t count = type ? type->field_count : codec->side->count, at = 0;
    struct avro_memory memory = avro_memory(codec->e->arena);

    for (size_t i = 0; schema->kind == AVRO_UNION && i < schema->branch_count; i++) {
        const char *name;

        if (schema->branches[i]->kind == AVRO_NULL)
            continue;
        name = at == count ? "" : type ? type->fields[at].name : codec->side->names[at];
        if (strcmp(name, avro_schema_branch_name(memory, schema->branches[i])) != 0)
            return false;
        at++;
    }
    return at >= 2 && at == count;
}

static struct avro_slot branch_slot(struct avro_codec *codec, const struct avro_slot *slot,
    const struct type *type, size_t index, const struct type **member)
{
    const struct row_column *column;

    if (type) {
        *member = type->fields[index].type;
        return avro_field_slot(codec, slot, type, index);
    }
    column = avro_column(codec, codec->side->names[index], member);
    return avro_column_slot(codec, column, *member, codec->side->names[index]);
}

/* Exactly one field may have a value: its branch is written. */
static bool put_branches(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    struct arena *arena = codec->e->arena;
    struct text count = {.arena = arena}, sizes = {.arena = arena};
    size_t index = 0;

    for (size_t i = 0; i < schema->branch_count; i++) {
        struct encoding inner = encoding_new(codec);
        const struct type *member = NULL;
        struct avro_slot field;

        if (schema->branches[i]->kind == AVRO_NULL)
            continue;
        field = branch_slot(codec, slot, type, index++, &member);
        if (!put_plain(codec, &inner, schema->branches[i], member, &field))
            return false;
        text_printf(&count, "%s!%s", index > 1 ? " + " : "", field.is_null);
        out->fixed += 1 + inner.fixed;
        add_nullable_sizes(codec, out, &inner, &field);
        tpl_avro_put_branch(&out->puts, &(struct tpl_avro_put_branch){.is_null = field.is_null,
            .branch = number(codec, 2 * i), .put = text_chars(&inner.puts)});
    }
    sizes = out->sizes;
    out->sizes = (struct text){.arena = arena};
    tpl_avro_one_branch(&out->sizes, &(struct tpl_avro_one_branch){.count = text_chars(&count),
        .table = table_name(codec), .column = avro_quote(codec, slot->path),
        .schema = avro_quote(codec, avro_label(arena, schema))});
    text_add(&out->sizes, text_chars(&sizes));
    return true;
}

static bool put_union_row(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    struct encoding inner = encoding_new(codec);
    size_t null = 0;

    while (null < schema->branch_count && schema->branches[null]->kind != AVRO_NULL)
        null++;
    if (schema->branch_count > 64)
        return avro_unfit(codec, slot, schema, type);
    if (!put_branches(codec, &inner, schema, type, slot))
        return false;
    out->fixed += 1 + inner.fixed;
    if (null == schema->branch_count || !type || !type->nullable || !slot->is_null) {
        if (type)
            require(codec, out, slot);
        text_add(&out->sizes, text_chars(&inner.sizes));
        text_add(&out->puts, text_chars(&inner.puts));
        return true;
    }
    tpl_avro_sizes_unless_null(&out->sizes, &(struct tpl_avro_sizes_unless_null){
        .is_null = slot->is_null, .sizes = text_chars(&inner.sizes)});
    tpl_avro_put_null_or(&out->puts, &(struct tpl_avro_put_null_or){.is_null = slot->is_null,
        .null_branch = number(codec, 2 * null), .put = text_chars(&inner.puts)});
    return true;
}

static bool put_union(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    struct encoding inner;
    size_t branch = fitting_branch(codec, &inner, schema, type, slot), null = 0;
    const char *branch_byte = arena_printf(codec->e->arena, "%zu", 2 * branch);

    while (null < schema->branch_count && schema->branches[null]->kind != AVRO_NULL)
        null++;
    if (branch == schema->branch_count || schema->branch_count > 64)
        return avro_unfit(codec, slot, schema, type);
    out->fixed += 1 + inner.fixed;
    if (null == schema->branch_count || !type->nullable || !slot->is_null) {
        require(codec, out, slot);
        text_add(&out->sizes, text_chars(&inner.sizes));
        tpl_avro_put_byte(&out->puts, &(struct tpl_avro_put_byte){.byte = branch_byte});
        text_add(&out->puts, text_chars(&inner.puts));
        return true;
    }
    add_nullable_sizes(codec, out, &inner, slot);
    tpl_avro_put_nullable(&out->puts, &(struct tpl_avro_put_nullable){.is_null = slot->is_null,
        .null_branch = number(codec, 2 * null), .branch = branch_byte,
        .put = text_chars(&inner.puts)});
    return true;
}

/* ---- values ---- */

static bool put_plain(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    bool is_map = type->kind == TYPE_MAP || type->kind == TYPE_MULTISET;

    if (type_is_text(type))
        return put_text(codec, out, schema, type, slot);
    if (type_is_binary(type))
        return put_bytes(codec, out, schema, type, slot);
    if (type->kind == TYPE_ARRAY && schema->kind == AVRO_ARRAY)
        return put_array(codec, out, schema, type, slot);
    if (is_map && (schema->kind == AVRO_MAP ||
                      (schema->kind == AVRO_ARRAY && schema->items->kind == AVRO_RECORD)))
        return put_map(codec, out, schema, type, slot);
    if (type->kind == TYPE_ROW && schema->kind == AVRO_RECORD)
        return put_row(codec, out, schema, type, slot);
    if (put_value(codec, out, schema, type, slot))
        return true;
    return avro_unfit(codec, slot, schema, type);
}

static bool encode(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema, const struct type *type, const struct avro_slot *slot)
{
    bool ok;

    if (!avro_enter(codec, schema, slot->path))
        return false;
    if (type->kind == TYPE_ROW && is_union_row(codec, schema, type)) {
        ok = put_union_row(codec, out, schema, type, slot);
    } else if (schema->kind == AVRO_UNION) {
        ok = put_union(codec, out, schema, type, slot);
    } else {
        require(codec, out, slot);
        ok = put_plain(codec, out, schema, type, slot);
    }
    avro_leave(codec);
    return ok;
}

/* ---- the function ---- */

static bool encode_field(struct avro_codec *codec, struct encoding *out,
    const struct avro_field *field)
{
    struct arena *arena = codec->e->arena;
    const struct type *type = NULL;
    const struct row_column *column = avro_column(codec, field->name, &type);
    struct encoding code = encoding_new(codec);
    const char *comment = arena_printf(arena, "%s: %s", field->name,
        avro_label(arena, field->schema));

    if (column) {
        struct avro_slot slot = avro_column_slot(codec, column, type, field->name);

        if (!encode(codec, &code, field->schema, type, &slot))
            return false;
    } else if (!put_absent(codec, &code, field->schema, field->name)) {
        return false;
    }
    out->fixed += code.fixed;
    text_add(&out->sizes, text_chars(&code.sizes));
    text_add_char(&out->puts, '\n');
    tpl_avro_field(&out->puts, &(struct tpl_avro_field){.comment = emit_comment(arena, comment),
        .code = text_chars(&code.puts)});
    return true;
}

static bool encode_record(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema)
{
    if (!avro_enter(codec, schema, "(root)"))
        return false;
    for (size_t i = 0; i < schema->field_count; i++)
        if (!encode_field(codec, out, &schema->fields[i]))
            return false;
    return true;
}

/* The record of a union that has one. */
static bool encode_branch(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema)
{
    size_t i = 0;

    while (schema->branches[i]->kind != AVRO_RECORD)
        i++;
    out->fixed++;
    tpl_avro_put_byte(&out->puts, &(struct tpl_avro_put_byte){.byte = number(codec, 2 * i)});
    return encode_record(codec, out, schema->branches[i]);
}

static bool has_one_record(const struct avro_schema *schema)
{
    size_t records = 0;

    for (size_t i = 0; schema->kind == AVRO_UNION && i < schema->branch_count; i++)
        records += schema->branches[i]->kind == AVRO_RECORD;
    return records == 1 && schema->branch_count <= 64;
}

static bool encode_fields(struct avro_codec *codec, struct encoding *out,
    const struct avro_schema *schema)
{
    const struct type *type = NULL;
    const struct row_column *column;
    struct avro_slot slot;

    if (schema->kind == AVRO_RECORD)
        return encode_record(codec, out, schema);
    if (is_union_row(codec, schema, NULL)) {
        slot = (struct avro_slot){.lvalue = "(*row)", .path = "(root)", .stem = "row"};
        return put_union_row(codec, out, schema, NULL, &slot);
    }
    if (codec->side->count != 1 && has_one_record(schema))
        return encode_branch(codec, out, schema);
    column = codec->side->count == 1 ? avro_column(codec, codec->side->names[0], &type) : NULL;
    if (!column) {
        codec->why = arena_printf(codec->e->arena, "it is %s, but the table has %zu columns there",
            avro_label(codec->e->arena, schema), codec->side->count);
        return false;
    }
    slot = avro_column_slot(codec, column, type, codec->side->names[0]);
    return encode(codec, out, schema, type, &slot);
}

static const char *encoder_locals(struct avro_codec *codec, const char *sizes, const char *puts)
{
    struct text out = {.arena = codec->e->arena};

    if (codec->uses_symbol)
        text_add(&out, "size_t symbol;\n");
    if (!strstr(puts, "row->") && !strstr(sizes, "row->"))
        text_add(&out, "\n(void)row;\n");
    if (!strstr(puts, ", error)") && !strstr(sizes, ", error)"))
        text_add(&out, "\n(void)error;\n");
    return text_chars(&out);
}

bool emit_avro_encoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key)
{
    struct avro_codec codec = avro_codec_begin(e, row, table, key);
    struct encoding code = encoding_new(&codec);
    const char *side = key ? "key" : "value", *about;
    struct schema_text own = table_side_schema(codec.side);
    struct avro_schema *schema = avro_codec_parse(&codec, avro_inline(e->arena, &own));

    codec.label = arena_printf(e->arena, "%s_%s", row->tag, side);
    codec.scope = arena_printf(e->arena, "%s_encode_%s", row->tag, side);
    if (!schema || !encode_fields(&codec, &code, schema))
        return avro_codec_report(&codec, key);
    about = arena_printf(e->arena, "The %s of '%s' as Avro %s.", side, table->name,
        schema->kind == AVRO_RECORD ? arena_printf(e->arena, "record %s", schema->name)
                                    : avro_label(e->arena, schema));
    text_add(out, text_chars(&codec.tables));
    tpl_avro_encoder(out, &(struct tpl_avro_encoder){.about = emit_comment(e->arena, about),
        .tag = row->tag, .side = side, .size = number(&codec, code.fixed),
        .sizes = text_chars(&code.sizes),
        .locals =
            encoder_locals(&codec, text_chars(&code.sizes), text_chars(&code.puts)),
        .puts = text_chars(&code.puts)});
    text_add_char(out, '\n');
    return true;
}
