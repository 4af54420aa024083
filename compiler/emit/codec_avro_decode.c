/* Avro decoders: the steps of rt/avro_resolve.h as straight-line code. */
#include "codec_avro.h"

#include "codec_avro_tpl.h"
#include "shape.h"

#include <string.h>

/* `type` NULL: the row itself, whose fields are the side's columns. */
static bool print_step(struct avro_codec *codec, struct text *out, const struct avro_step *step,
    const struct type *type, const struct avro_slot *slot);

/* The statements of a step by themselves; NULL: why is set. */
static const char *step_apart(struct avro_codec *codec, const struct avro_step *step,
    const struct type *type, const struct avro_slot *slot)
{
    struct text out = {.arena = codec->e->arena};

    return print_step(codec, &out, step, type, slot) ? text_chars(&out) : NULL;
}

/* ---- values of one read ---- */

static const struct {
    const char *name;
    int arguments;
} functions[AVRO_FUNCTIONS] = {
#define AVRO_FUNCTION(name, ctype, arguments) {#name, arguments},
#include <rt/avro_types.def>
};

static const char *argument(struct arena *arena, int64_t value)
{
    return arena_printf(arena, value > INT32_MAX ? ", INT64_C(%lld)" : ", %lld", (long long)value);
}

static void print_read(struct avro_codec *codec, struct text *out, const struct avro_step *step,
    const struct avro_slot *slot)
{
    struct arena *arena = codec->e->arena;
    int arguments = functions[step->function].arguments;

    tpl_avro_read(out, &(struct tpl_avro_read){
        .call = arena_printf(arena, "rt_avro_%s(&in%s%s, &%s)", functions[step->function].name,
            arguments > 0 ? argument(arena, step->a) : "",
            arguments > 1 ? argument(arena, step->b) : "", slot->lvalue),
        .path = avro_quote(codec, slot->path)});
}

static void print_refusal(struct avro_codec *codec, struct text *out,
    enum rt_avro_problem problem, const struct avro_slot *slot)
{
    const char *name = problem == RT_AVRO_NULL ? "RT_AVRO_NULL"
        : problem == RT_AVRO_BRANCH            ? "RT_AVRO_BRANCH"
                                               : "RT_AVRO_UNFIT";

    tpl_avro_refuse(out, &(struct tpl_avro_refuse){.problem = name,
        .path = avro_quote(codec, slot->path)});
}

static void print_symbol(struct avro_codec *codec, struct text *out, const struct avro_step *step,
    const struct avro_slot *slot)
{
    struct arena *arena = codec->e->arena;
    struct text refusal = {.arena = arena};
    size_t count = step->schema->symbol_count;

    tpl_avro_read(out, &(struct tpl_avro_read){
        .call = arena_printf(arena, "rt_avro_enum(&in, %s, %zu, &%s)",
            avro_symbols(codec, step->symbols, count, slot->stem), count, slot->lvalue),
        .path = avro_quote(codec, slot->path)});
    if (!step->some_refused)
        return;
    print_refusal(codec, &refusal, RT_AVRO_BRANCH, slot);
    tpl_avro_refused_symbol(out, &(struct tpl_avro_refused_symbol){.value = slot->lvalue,
        .refuse = text_chars(&refusal)});
}

/* ---- unions ---- */

static bool print_nullable(struct avro_codec *codec, struct text *out,
    const struct avro_step *step, int null_branch, const struct type *type,
    const struct avro_slot *slot)
{
    const char *null = step_apart(codec, step->parts[null_branch].step, type, slot);
    const char *read = step_apart(codec, step->parts[!null_branch].step, type, slot);

    if (!null || !read)
        return false;
    codec->uses_null = true;
    tpl_avro_nullable(out, &(struct tpl_avro_nullable){.null_branch = null_branch ? "1" : "0",
        .path = avro_quote(codec, slot->path), .set_null = null, .read = read});
    return true;
}

static bool print_choice(struct avro_codec *codec, struct text *out, const struct avro_step *step,
    const struct type *type, const struct avro_slot *slot)
{
    struct arena *arena = codec->e->arena;
    int null_branch = avro_schema_null_branch(step->schema);
    struct text cases = {.arena = arena};

    if (null_branch >= 0)
        return print_nullable(codec, out, step, null_branch, type, slot);
    for (size_t i = 0; i < step->part_count; i++) {
        const struct avro_step *branch = step->parts[i].step;
        const char *code;

        if (branch->action == AVRO_REFUSE && branch->problem == RT_AVRO_UNFIT)
            continue; /* As any other number. */
        code = step_apart(codec, branch, type, slot);
        if (!code)
            return false;
        tpl_avro_case(&cases, &(struct tpl_avro_case){.branch = arena_printf(arena, "%zu", i),
            .type = emit_comment(arena, avro_label(arena, step->schema->branches[i])),
            .code = code});
    }
    codec->uses_branch = true;
    tpl_avro_union(out, &(struct tpl_avro_union){
        .count = arena_printf(arena, "%zu", step->part_count),
        .path = avro_quote(codec, slot->path), .cases = text_chars(&cases)});
    return true;
}

/* ---- arrays and maps ---- */

/* Names of the locals that collect items. */
struct items {
    const char *items, *at, *keys, *null;
    const char *key_null; /* NULL: no key is NULL */
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
static bool print_item(struct avro_codec *codec, struct text *out, const struct avro_step *step,
    const struct type *type, const struct items *items, const char *array, const char *null)
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
    return print_step(codec, out, step, type, &slot);
}

static bool print_array(struct avro_codec *codec, struct text *out, const struct avro_step *step,
    const struct type *type, const struct avro_slot *slot)
{
    struct arena *arena = codec->e->arena;
    struct items items = name_items(codec, slot);
    struct text read = {.arena = arena};
    bool nullable = type->element->nullable && step->schema->items->kind == AVRO_UNION;
    const char *path = avro_quote(codec, slot->path);
    const char *least = arena_printf(arena, "%zu", avro_schema_least(step->schema->items));
    const char *element = emit_storage_type(codec->e, type->element);

    if (!print_item(codec, &read, step->parts[0].step, type->element, &items, items.at,
            nullable ? items.null : NULL))
        return false;
    codec->uses_arena = true;
    if (nullable)
        tpl_avro_array_of_nullable(out, &(struct tpl_avro_array_of_nullable){.items = items.items,
            .element = element, .at = items.at, .null = items.null, .least = least,
            .read = text_chars(&read), .path = path, .target = slot->lvalue});
    else
        tpl_avro_array(out, &(struct tpl_avro_array){.items = items.items, .element = element,
            .at = items.at, .least = least, .read = text_chars(&read), .path = path,
            .target = slot->lvalue});
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

/* One entry: key and value, in the writer's order. */
static bool print_entry(struct avro_codec *codec, struct text *out, const struct avro_step *step,
    const struct type *type, const struct items *items)
{
    bool ok = true;

    for (size_t i = 0; ok && i < step->part_count; i++) {
        const struct avro_part *part = &step->parts[i];

        if (part->index == 0)
            ok = print_item(codec, out, part->step, map_key(type), items, items->keys,
                items->key_null);
        else if (part->index == 1)
            ok = print_item(codec, out, part->step, map_value(codec, type), items, items->at,
                items->null);
        else
            ok = avro_skip(codec, out, part->step->schema, items->path, items->stem);
    }
    return ok;
}

/* Whether an entry's key may be null. */
static bool has_null_keys(const struct avro_step *step, const struct type *type)
{
    if (type->kind != TYPE_MAP || !type->key->nullable || step->schema->kind == AVRO_MAP)
        return false;
    for (size_t i = 0; i < step->part_count; i++)
        if (step->parts[i].index == 0 && step->parts[i].step->schema->kind == AVRO_UNION)
            return true;
    return false;
}

static bool print_map(struct avro_codec *codec, struct text *out, const struct avro_step *step,
    const struct type *type, const struct avro_slot *slot)
{
    struct arena *arena = codec->e->arena;
    struct items items = name_items(codec, slot);
    struct text read = {.arena = arena}, unique = {.arena = arena};
    struct text nulls = {.arena = arena}, room = {.arena = arena};
    size_t least = avro_schema_least(step->schema->items) + (step->schema->kind == AVRO_MAP);

    if (has_null_keys(step, type)) {
        items.key_null = names_make(codec->e->names, codec->scope,
            arena_printf(arena, "%s_key_null", slot->stem));
        tpl_avro_key_nulls(&nulls, &(struct tpl_avro_key_nulls){.null = items.key_null});
        tpl_avro_key_null_room(&room, &(struct tpl_avro_key_null_room){
            .null = items.key_null, .items = items.items});
    }
    if (!print_entry(codec, &read, step, type, &items))
        return false;
    codec->uses_arena = true;
    if (type_is_text(map_key(type)) && !items.key_null)
        tpl_avro_last_wins(&unique, &(struct tpl_avro_last_wins){.items = items.items,
            .keys = items.keys, .values = items.at, .null = items.null});
    tpl_avro_map(out, &(struct tpl_avro_map){.items = items.items,
        .key = emit_storage_type(codec->e, map_key(type)), .keys = items.keys,
        .value = emit_storage_type(codec->e, map_value(codec, type)), .values = items.at,
        .null = items.null, .least = arena_printf(arena, "%zu", least), .read = text_chars(&read),
        .own = nulls.size ? text_chars(&nulls) : "", .room = room.size ? text_chars(&room) : "",
        .marks = items.key_null ? items.key_null : "NULL",
        .path = avro_quote(codec, slot->path), .unique = text_chars(&unique),
        .to = slot->lvalue});
    return true;
}

/* ---- records ---- */

static struct avro_slot member_slot(struct avro_codec *codec, const struct type *type,
    const struct avro_slot *slot, size_t index, const struct type **member)
{
    const struct row_column *column;

    if (!type) {
        column = avro_column(codec, codec->side->names[index], member);
        return avro_column_slot(codec, column, *member, codec->side->names[index]);
    }
    *member = type->fields[index].type;
    return avro_field_slot(codec, slot, type, index);
}

/* What the writer has no field for is read from constant bytes. */
static bool print_default(struct avro_codec *codec, struct text *out,
    const struct avro_step *step, const struct type *type, const struct avro_slot *slot)
{
    struct arena *arena = codec->e->arena;
    const char *read = step_apart(codec, step->parts[0].step, type, slot);
    struct str bytes = {(const char *)step->bytes.data, step->bytes.size};

    if (!read)
        return false;
    tpl_avro_default(out, &(struct tpl_avro_default){.bytes = emit_c_string(arena, bytes),
        .size = arena_printf(arena, "%zu", bytes.size), .read = read});
    return true;
}

static bool print_part(struct avro_codec *codec, struct text *out, const struct avro_part *part,
    const struct type *type, const struct avro_slot *slot)
{
    struct arena *arena = codec->e->arena;
    const struct type *member;
    struct avro_slot inner;

    if (part->index == SIZE_MAX)
        return avro_skip(codec, out, part->step->schema,
            type ? arena_printf(arena, "%s.%s", slot->path, part->name) : part->name,
            type ? arena_printf(arena, "%s_%s", slot->stem, part->name) : part->name);
    inner = member_slot(codec, type, slot, part->index, &member);
    return print_step(codec, out, part->step, member, &inner);
}

static bool print_step(struct avro_codec *codec, struct text *out, const struct avro_step *step,
    const struct type *type, const struct avro_slot *slot)
{
    switch (step->action) {
    case AVRO_READ_VALUE:
        print_read(codec, out, step, slot);
        return true;
    case AVRO_READ_SYMBOL:
        print_symbol(codec, out, step, slot);
        return true;
    case AVRO_SET_NULL:
        text_add(out, slot->set_null);
        return true;
    case AVRO_REFUSE:
        print_refusal(codec, out, step->problem, slot);
        return true;
    case AVRO_SKIP:
        return avro_skip(codec, out, step->schema, slot->path, slot->stem);
    case AVRO_CHOOSE:
        return print_choice(codec, out, step, type, slot);
    case AVRO_READ_PARTS:
        for (size_t i = 0; i < step->part_count; i++)
            if (!print_part(codec, out, &step->parts[i], type, slot))
                return false;
        return true;
    case AVRO_READ_ARRAY:
        return print_array(codec, out, step, type, slot);
    case AVRO_READ_MAP:
        return print_map(codec, out, step, type, slot);
    case AVRO_READ_DEFAULT:
        return print_default(codec, out, step, type, slot);
    }
    return false;
}

/* ---- the function ---- */

/* A field of the top-level record, or a column that it gives no value. */
static bool print_field(struct avro_codec *codec, struct text *out, const struct avro_part *part,
    const struct avro_slot *row)
{
    struct arena *arena = codec->e->arena;
    struct text code = {.arena = arena};
    const struct avro_schema *schema = part->step->schema;
    const char *comment;

    if (part->step->action == AVRO_READ_DEFAULT)
        comment = arena_printf(arena, "%s: not written, its default", part->name);
    else if (!schema)
        comment = arena_printf(arena, "%s: not written", part->name);
    else
        comment = arena_printf(arena, "%s: %s%s", part->name, avro_label(arena, schema),
            part->index == SIZE_MAX ? " (not read)" : "");
    if (!print_part(codec, &code, part, NULL, row))
        return false;
    tpl_avro_field(out, &(struct tpl_avro_field){.comment = emit_comment(arena, comment),
        .code = text_chars(&code)});
    text_add_char(out, '\n');
    return true;
}

static bool print_fields(struct avro_codec *codec, struct text *out, const struct avro_step *step,
    const struct avro_schema *schema)
{
    struct avro_slot row = {.lvalue = "(*row)", .path = "(root)", .stem = "row"};

    if (schema->kind != AVRO_RECORD || step->action != AVRO_READ_PARTS)
        return print_step(codec, out, step, NULL, &row);
    for (size_t i = 0; i < step->part_count; i++)
        if (!print_field(codec, out, &step->parts[i], &row))
            return false;
    return true;
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

/* Steps from the writer's schema to the columns; *schema: the writer's. NULL: why is set. */
static const struct avro_step *resolve_writer(struct avro_codec *codec,
    const struct schema_text *writer, struct avro_schema **schema)
{
    struct arena *arena = codec->e->arena;
    struct rt_shape *shape = NEW(arena, struct rt_shape);
    struct schema_text own = table_side_schema(codec->side);
    const struct avro_schema *reader = NULL;
    const char *ignored;

    if (!writer) /* No registry: what wrote the records had the table's schema. */
        writer = &own;
    *schema = avro_codec_parse(codec, avro_inline(arena, writer));
    if (!*schema)
        return NULL;
    if (own.text)
        reader = avro_parse(arena, avro_inline(arena, &own), &ignored);
    *shape = shape_of_side(arena, codec->row, codec->table, codec->side);
    return avro_resolve(avro_memory(arena), *schema, reader, shape, &codec->why);
}

bool emit_avro_decoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key, const struct schema_text *writer, size_t number)
{
    struct avro_codec codec = avro_codec_begin(e, row, table, key);
    struct text fields = {.arena = e->arena};
    const char *side = key ? "key" : "value", *about;
    struct avro_schema *schema;
    const struct avro_step *step = resolve_writer(&codec, writer, &schema);

    codec.label = arena_printf(e->arena, "%s_%s_%zu", row->tag, side, number);
    codec.scope = arena_printf(e->arena, "%s_decode_%s_%zu", row->tag, side, number);
    if (!step || !print_fields(&codec, &fields, step, schema))
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
