/* JSON decoders: (writer's shape) x (row struct), resolved here, straight-line code there. */
#include "codec_json.h"

#include "codec_json_tpl.h"

#include <rt/json_read.h>
#include <string.h>

enum { SKIP_DEPTH = 2 };

/* An object being decoded into a struct of fields. */
struct target {
    const char *path, *stem;
    const char *nulls;   /* lvalue of its NULL bits */
    const char *absent;  /* local: the same while decoding; NULL: not named yet */
    const char *store;   /* statements at the end; NULL: the bits go to `nulls` */
    size_t bit_count;    /* bits there are */
    bool whole;          /* no other side sets bits there */
    uint64_t *bits;      /* those of this object */
};

static bool decode(struct json_codec *codec, struct text *out, const struct json_shape *shape,
    const struct type *type, const struct json_slot *slot);

/* The slot of a member, by the field's name; *type: its column's or field's; false: nothing wants
 * it. */
typedef bool find_slot(struct json_codec *codec, const struct target *target,
    const struct json_slot *parent, const struct type *row, const struct json_field *field,
    struct json_slot *slot, const struct type **type, size_t *bit);

static void set_bit(uint64_t *bits, size_t bit)
{
    bits[bit / 64] |= UINT64_C(1) << bit % 64;
}

static bool get_bit(const uint64_t *bits, size_t bit)
{
    return bits[bit / 64] >> bit % 64 & 1;
}

static bool find_column(struct json_codec *codec, const struct target *target,
    const struct json_slot *parent, const struct type *row, const struct json_field *field,
    struct json_slot *slot, const struct type **type, size_t *bit)
{
    size_t number;

    (void)parent, (void)row;
    if (!json_column_slot(codec, field->name, slot, type, &number))
        return false;
    slot->nulls = target->absent;
    *bit = 0;
    for (size_t i = 0; i < number; i++)
        *bit += codec->row->columns[i].member != NULL;
    return true;
}

static bool find_field(struct json_codec *codec, const struct target *target,
    const struct json_slot *parent, const struct type *row, const struct json_field *field,
    struct json_slot *slot, const struct type **type, size_t *bit)
{
    if (!json_field_slot(codec, parent, row, field->name, slot, type, bit))
        return false;
    slot->nulls = target->absent;
    return true;
}

/* ---- tables ---- */

/* `what` tells objects of one stem apart: a column's member may be called as another's field. */
static const char *names_of(struct json_codec *codec, const struct json_shape *shape,
    const char *stem, const char *what)
{
    struct arena *arena = codec->e->arena;
    size_t count = shape->field_count, slot_count = rt_js_slot_count(count);
    const char *name = json_global(codec, stem, what);
    const char **items = arena_array(arena, count, sizeof *items);
    const char **numbers = arena_array(arena, slot_count, sizeof *numbers);
    struct rt_text *texts = arena_array(arena, count, sizeof *texts);
    uint16_t *slots = arena_array(arena, slot_count, sizeof *slots);
    struct rt_js_names names = {.at = texts, .count = (int32_t)count};

    for (size_t i = 0; i < count; i++) {
        const char *field = shape->fields[i].name;

        texts[i] = (struct rt_text){field, strlen(field)};
        items[i] = arena_printf(arena, "{%s, %zu}", json_quote(codec, field), texts[i].size);
    }
    rt_js_index(&names, slots);
    for (size_t i = 0; i < slot_count; i++)
        numbers[i] = json_number(codec, slots[i]);
    tpl_json_names(&codec->tables, &(struct tpl_json_names){.name = name,
        .count = json_number(codec, count), .names = emit_fill(arena, items, count),
        .slot_count = json_number(codec, slot_count),
        .slots = emit_fill(arena, numbers, slot_count),
        .mask = json_number(codec, names.mask), .plain = names.plain ? "true" : "false"});
    text_add_char(&codec->tables, '\n');
    return name;
}

static const char *words_of(struct json_codec *codec, const uint64_t *bits, size_t count)
{
    struct text out = {.arena = codec->e->arena};

    for (size_t i = 0; i < (count + 63) / 64; i++)
        text_printf(&out, "%sUINT64_C(0x%llx)", i ? ", " : "", (unsigned long long)bits[i]);
    return text_chars(&out);
}

/* ---- passing over what no column wants ---- */

static const char *first_literal(struct json_codec *codec, const struct json_shape *shape)
{
    return json_literal(codec, "{", shape->fields[0].name, ":");
}

/* The bytes between member `i` and the next one. */
static void add_then(struct json_codec *codec, struct text *cases, const struct json_shape *shape,
    size_t i, const char *member)
{
    if (i + 1 < shape->field_count)
        tpl_json_then(cases, &(struct tpl_json_then){
            .literal = json_literal(codec, ",", shape->fields[i + 1].name, ":"),
            .member = member, .next = json_number(codec, i + 1)});
    else
        tpl_json_break(cases, &(struct tpl_json_break){0});
}

/* Bytes of the text that a timestamp most likely is; 0: it is none, or none of rt_js_skip_sized. */
static size_t usual_size(const struct json_codec *codec, const struct json_shape *shape)
{
    const struct type *type = shape->type;

    if (!codec->style.plain || shape->form != JSON_FORM_SCALAR ||
            (type->kind != TYPE_TIMESTAMP && type->kind != TYPE_TIMESTAMP_LTZ))
        return 0;
    return sizeof "2024-01-31 12:34:56" - 1 + (type->precision ? 1 + (size_t)type->precision : 0) +
        (type->kind == TYPE_TIMESTAMP_LTZ);
}

/* What is likely to be there by what it looks like, up to a depth; anything else as any value. */
static void skip(struct json_codec *codec, struct text *out, const struct json_shape *shape,
    const char *path, const char *stem, int depth)
{
    struct arena *arena = codec->e->arena;
    struct text inner = {.arena = arena};
    const char *quoted = json_quote(codec, path), *local;

    codec->nodes++;
    if (depth < SKIP_DEPTH && shape->form == JSON_FORM_ARRAY) {
        local = json_local(codec, stem, "count");
        skip(codec, &inner, shape->item, path, arena_printf(arena, "%s.item", stem), depth + 1);
        tpl_json_skip_items(out, &(struct tpl_json_skip_items){.count = local, .path = quoted,
            .skip = text_chars(&inner)});
    } else if (depth < SKIP_DEPTH && shape->form == JSON_FORM_ROW &&
               codec->nodes < JSON_CODE_LIMIT / 4) {
        local = json_local(codec, stem, "member");
        for (size_t i = 0; i < shape->field_count; i++) {
            struct text code = {.arena = arena};

            skip(codec, &code, shape->fields[i].shape, path,
                arena_printf(arena, "%s.%s", stem, shape->fields[i].name), depth + 1);
            tpl_json_case(&inner, &(struct tpl_json_case){.number = json_number(codec, i),
                .comment = emit_comment(arena, shape->fields[i].name), .code = text_chars(&code)});
            add_then(codec, &inner, shape, i, local);
        }
        tpl_json_skip_object(out, &(struct tpl_json_skip_object){.path = quoted, .member = local,
            .names = names_of(codec, shape, stem, "passed_names"),
            .first = first_literal(codec, shape), .cases = text_chars(&inner)});
    } else if (usual_size(codec, shape)) {
        tpl_json_skip_sized(out, &(struct tpl_json_skip_sized){
            .size = json_number(codec, usual_size(codec, shape)), .path = quoted});
    } else {
        tpl_json_skip(out, &(struct tpl_json_skip){.path = quoted});
    }
}

/* ---- NULL ---- */

/* The statements of a value that may be null. */
static bool decode_nullable(struct json_codec *codec, struct text *out,
    const struct json_shape *shape, const struct type *type, const struct json_slot *slot)
{
    struct arena *arena = codec->e->arena;
    struct text read = {.arena = arena}, code = {.arena = arena}, *whole = out;
    struct json_slot lenient = *slot;

    if (codec->style.ignore_errors) {
        lenient.start = json_local(codec, slot->stem, "start");
        lenient.set_null =
            arena_printf(arena, "rt_null_set(%s, %s, true);\n", slot->nulls, slot->number);
        slot = &lenient;
        out = &code;
    }
    if (!decode(codec, &read, shape, type, slot))
        return false;
    if (type->nullable || slot->start) {
        tpl_json_nullable(out, &(struct tpl_json_nullable){.absent = slot->nulls,
            .number = slot->number, .read = text_chars(&read)});
    } else {
        text_add(out, text_chars(&read));
        tpl_json_not_null(out,
            &(struct tpl_json_not_null){.absent = slot->nulls, .number = slot->number});
    }
    if (slot->start)
        tpl_json_start(whole,
            &(struct tpl_json_start){.start = slot->start, .code = text_chars(&code)});
    return true;
}

/* ---- objects ---- */

/* What the bits of the object say at its end: which may not be NULL. */
struct members {
    struct text cases, checks;
    uint64_t *required;
};

static bool decode_member(struct json_codec *codec, const struct json_shape *shape, size_t i,
    const struct type *row, const struct json_slot *parent, struct target *target,
    find_slot *find, struct members *members)
{
    struct arena *arena = codec->e->arena;
    const struct json_field *field = &shape->fields[i];
    const struct type *type = NULL;
    struct json_slot slot;
    struct text code = {.arena = arena};
    const char *path = *target->path
        ? arena_printf(arena, "%s.%s", target->path, field->name) : field->name;
    size_t bit;
    bool wanted = find(codec, target, parent, row, field, &slot, &type, &bit);

    if (wanted) {
        set_bit(target->bits, bit);
        if (!decode_nullable(codec, &code, field->shape, type, &slot))
            return false;
        if (!type->nullable || codec->style.fail_missing) {
            set_bit(members->required, bit);
            tpl_json_check(&members->checks, &(struct tpl_json_check){.absent = target->absent,
                .number = slot.number, .path = json_quote(codec, slot.path)});
        }
    } else {
        skip(codec, &code, field->shape, path, path, 0);
    }
    tpl_json_case(&members->cases, &(struct tpl_json_case){.number = json_number(codec, i),
        .comment = emit_comment(arena, arena_printf(arena, "%s: %s%s", field->name,
            json_label(arena, field->shape), wanted ? "" : " (not read)")),
        .code = text_chars(&code)});
    return true;
}

static const char *required_test(struct json_codec *codec, const struct target *target,
    const uint64_t *required)
{
    struct text out = {.arena = codec->e->arena};

    for (size_t i = 0; i < (target->bit_count + 63) / 64; i++)
        if (required[i])
            text_printf(&out, "%s%s[%zu] & UINT64_C(0x%llx)", out.size ? " || " : "",
                target->absent, i, (unsigned long long)required[i]);
    return text_chars(&out);
}

/* A struct that is decoded whole takes the bits; the row has those of other sides too. */
static const char *store_bits(struct json_codec *codec, const struct target *target)
{
    struct text out = {.arena = codec->e->arena};

    if (target->store)
        return target->store;
    for (size_t i = 0; i < (target->bit_count + 63) / 64; i++)
        if (target->whole || target->bits[i])
            tpl_json_store(&out, &(struct tpl_json_store){.target = target->nulls,
                .operator = target->whole ? "=" : "|=", .absent = target->absent,
                .word = json_number(codec, i)});
    if (!out.size)
        tpl_json_unread(&out, &(struct tpl_json_unread){.absent = target->absent});
    return text_chars(&out);
}

/* Fields of the struct that no member can fill. */
static bool check_unfilled(struct json_codec *codec, const struct target *target,
    const struct type *row)
{
    for (size_t i = 0; row && i < row->field_count; i++) {
        if (get_bit(target->bits, i))
            continue;
        if (!row->fields[i].type->nullable) {
            codec->why = arena_printf(codec->e->arena,
                "it has no field '%s.%s', and it is NOT NULL", target->path, row->fields[i].name);
            return false;
        }
        set_bit(target->bits, i);
    }
    return true;
}

static bool decode_object(struct json_codec *codec, struct text *out,
    const struct json_shape *shape, const struct type *row, const struct json_slot *parent,
    struct target *target, find_slot *find)
{
    struct arena *arena = codec->e->arena;
    const char *member = json_local(codec, target->stem, "member"), *checks, *store;
    const char *names = names_of(codec, shape, target->stem, "names");
    struct text required = {.arena = arena}, declaration = {.arena = arena};
    struct members members = {.cases.arena = arena, .checks.arena = arena,
        .required = arena_array(arena, target->bit_count / 64 + 1, sizeof(uint64_t))};

    if (!target->absent)
        target->absent = json_local(codec, target->stem, "absent");
    for (size_t i = 0; i < shape->field_count; i++) {
        if (!decode_member(codec, shape, i, row, parent, target, find, &members))
            return false;
        add_then(codec, &members.cases, shape, i, member);
    }
    if (!check_unfilled(codec, target, row))
        return false;
    checks = text_chars(&members.checks);
    if (*checks)
        tpl_json_required(&required, &(struct tpl_json_required){
            .test = required_test(codec, target, members.required), .checks = checks});
    store = store_bits(codec, target);
    if (strstr(text_chars(&members.cases), target->absent) ||
        strstr(text_chars(&required), target->absent) || strstr(store, target->absent))
        tpl_json_absent(&declaration, &(struct tpl_json_absent){.absent = target->absent,
            .words = json_number(codec, (target->bit_count + 63) / 64),
            .bits = words_of(codec, target->bits, target->bit_count)});
    tpl_json_object(out, &(struct tpl_json_object){.absent = text_chars(&declaration),
        .member = member, .names = names, .first = first_literal(codec, shape),
        .cases = text_chars(&members.cases),
        .path = *target->path ? json_quote(codec, target->path) : "NULL",
        .required = text_chars(&required), .store = store});
    return true;
}

static struct target row_target(struct json_codec *codec, const struct type *type,
    const struct json_slot *slot)
{
    struct arena *arena = codec->e->arena;

    return (struct target){.path = slot->path, .stem = slot->stem,
        .nulls = arena_printf(arena, "%s.nulls", slot->lvalue), .whole = true,
        .bit_count = type->field_count,
        .bits = arena_array(arena, type->field_count / 64 + 1, sizeof(uint64_t))};
}

static bool decode_row(struct json_codec *codec, struct text *out,
    const struct json_shape *shape, const struct type *type, const struct json_slot *slot)
{
    struct target target = row_target(codec, type, slot);

    return decode_object(codec, out, shape, type, slot, &target, find_field);
}

/* ---- unions ---- */

static const char *branch_kind(const struct json_shape *shape)
{
    switch (shape->form) {
    case JSON_FORM_ARRAY: case JSON_FORM_ENTRIES: return "RT_JS_ARRAY_KIND";
    case JSON_FORM_MEMBERS: case JSON_FORM_ROW: return "RT_JS_OBJECT_KIND";
    case JSON_FORM_UNION: return NULL;
    case JSON_FORM_SCALAR: break;
    }
    if (shape->type->kind == TYPE_BOOLEAN)
        return "RT_JS_FLAG_KIND";
    if (type_is_text(shape->type) || type_is_binary(shape->type))
        return "RT_JS_TEXT_KIND";
    return type_is_approximate(shape->type) || shape->type->kind == TYPE_DECIMAL
        ? "RT_JS_NUMBER_KIND" : "RT_JS_WHOLE_KIND";
}

/* `{kind, closed, names, required, count}` of one branch. */
static const char *branch_of(struct json_codec *codec, const struct json_shape *shape,
    const char *kind, const char *stem)
{
    struct arena *arena = codec->e->arena;
    const char **numbers = arena_array(arena, shape->field_count + 1, sizeof *numbers), *requires;
    size_t count = 0;

    if (shape->form != JSON_FORM_ROW)
        return arena_printf(arena, "{%s, false, NULL, NULL, 0}", kind);
    for (size_t i = 0; i < shape->field_count; i++)
        if (shape->fields[i].required)
            numbers[count++] = json_number(codec, i);
    requires = count ? json_global(codec, stem, "requires") : "NULL";
    if (count)
        tpl_json_requires(&codec->tables, &(struct tpl_json_requires){.name = requires,
            .count = json_number(codec, count), .numbers = emit_fill(arena, numbers, count)});
    return arena_printf(arena, "{%s, %s, &%s, %s, %zu}", kind, shape->closed ? "true" : "false",
        names_of(codec, shape, arena_printf(arena, "%s.branch", stem), "names"), requires, count);
}

static bool decode_branches(struct json_codec *codec, struct text *out,
    const struct json_shape *shape, const struct type *row, const struct json_slot *parent,
    struct target *target, find_slot *find)
{
    struct arena *arena = codec->e->arena;
    const char **branches = arena_array(arena, shape->field_count, sizeof *branches), *name;
    struct text cases = {.arena = arena};

    target->absent = json_local(codec, target->stem, "absent");
    for (size_t i = 0; i < shape->field_count; i++) {
        const struct json_field *field = &shape->fields[i];
        const char *kind = branch_kind(field->shape);
        const struct type *type = NULL;
        struct json_slot slot;
        struct text code = {.arena = arena};
        size_t bit;

        if (!kind) {
            codec->why = arena_printf(arena, "field '%s' is a union in a union", field->name);
            return false;
        }
        branches[i] = branch_of(codec, field->shape, kind,
            arena_printf(arena, "%s.%s", target->stem, field->name));
        if (find(codec, target, parent, row, field, &slot, &type, &bit)) {
            set_bit(target->bits, bit);
            if (!decode_nullable(codec, &code, field->shape, type, &slot))
                return false;
        } else {
            tpl_json_skip(&code, &(struct tpl_json_skip){.path = json_quote(codec, field->name)});
        }
        tpl_json_case(&cases, &(struct tpl_json_case){.number = json_number(codec, i),
            .comment = emit_comment(arena, field->name), .code = text_chars(&code)});
        tpl_json_break(&cases, &(struct tpl_json_break){0});
    }
    if (!check_unfilled(codec, target, row))
        return false;
    name = json_global(codec, target->stem, "branches");
    tpl_json_branches(&codec->tables, &(struct tpl_json_branches){.name = name,
        .count = json_number(codec, shape->field_count),
        .branches = emit_fill(arena, branches, shape->field_count)});
    text_add_char(&codec->tables, '\n');
    tpl_json_union(out, &(struct tpl_json_union){.absent = target->absent,
        .words = json_number(codec, (target->bit_count + 63) / 64),
        .bits = words_of(codec, target->bits, target->bit_count), .branches = name,
        .count = json_number(codec, shape->field_count), .cases = text_chars(&cases),
        .path = *target->path ? json_quote(codec, target->path) : "NULL",
        .store = store_bits(codec, target)});
    return true;
}

static bool decode_union(struct json_codec *codec, struct text *out,
    const struct json_shape *shape, const struct type *type, const struct json_slot *slot)
{
    struct target target = row_target(codec, type, slot);

    return decode_branches(codec, out, shape, type, slot, &target, find_field);
}

/* ---- arrays and maps ---- */

/* Names of the locals that collect items. */
struct items {
    const char *items, *at, *keys, *null;
    const char *path, *stem; /* of an item */
};

static struct items name_items(struct json_codec *codec, const struct json_slot *slot)
{
    struct arena *arena = codec->e->arena;

    return (struct items){
        .items = json_local(codec, slot->stem, "items"),
        .at = json_local(codec, slot->stem, "values"),
        .keys = json_local(codec, slot->stem, "keys"),
        .null = json_local(codec, slot->stem, "null"),
        .path = arena_printf(arena, "%s[]", slot->path),
        .stem = arena_printf(arena, "%s.item", slot->stem),
    };
}

/* Reads one item into `array`[count]; `flag`: the array of NULL flags has one for it. */
static bool decode_item(struct json_codec *codec, struct text *out,
    const struct json_shape *shape, const struct type *type, const struct items *items,
    const char *array, bool flag)
{
    struct arena *arena = codec->e->arena;
    struct text read = {.arena = arena}, code = {.arena = arena};
    struct json_slot slot = {
        .lvalue = arena_printf(arena, "%s[%s.count]", array, items->items),
        .path = items->path,
        .stem = items->stem,
    };

    if (codec->style.ignore_errors && flag) {
        slot.start = json_local(codec, items->stem, "start");
        slot.set_null =
            arena_printf(arena, "%s[%s.count] = true;\n", items->null, items->items);
    }
    if (type->kind == TYPE_ROW)
        tpl_json_clear(&read, &(struct tpl_json_clear){.target = slot.lvalue,
            .ctype = emit_storage_type(codec->e, type)});
    if (!decode(codec, &read, shape, type, &slot))
        return false;
    if (flag)
        tpl_json_nullable_item(&code, &(struct tpl_json_nullable_item){.null = items->null,
            .items = items->items, .read = text_chars(&read)});
    else
        text_add(&code, text_chars(&read));
    if (slot.start)
        tpl_json_start(out,
            &(struct tpl_json_start){.start = slot.start, .code = text_chars(&code)});
    else
        text_add(out, text_chars(&code));
    return true;
}

static bool decode_array(struct json_codec *codec, struct text *out,
    const struct json_shape *shape, const struct type *type, const struct json_slot *slot)
{
    struct arena *arena = codec->e->arena;
    struct items items = name_items(codec, slot);
    struct text read = {.arena = arena}, flags = {.arena = arena};
    bool nullable = type->element->nullable;

    if (nullable) {
        tpl_json_flags(&flags, &(struct tpl_json_flags){.null = items.null});
        tpl_json_room(&read, &(struct tpl_json_room){.null = items.null, .items = items.items});
    }
    if (!decode_item(codec, &read, shape->item, type->element, &items, items.at, nullable))
        return false;
    tpl_json_decode_array(out, &(struct tpl_json_decode_array){.items = items.items,
        .element = emit_storage_type(codec->e, type->element), .at = items.at,
        .path = json_quote(codec, slot->path), .room = text_chars(&flags),
        .read = text_chars(&read), .target = slot->lvalue,
        .null = nullable ? items.null : "NULL"});
    return true;
}

static bool decode_members(struct json_codec *codec, struct text *out,
    const struct json_shape *shape, const struct type *type, const struct json_slot *slot)
{
    struct arena *arena = codec->e->arena;
    const struct type *value = json_value_type(arena, type);
    struct items items = name_items(codec, slot);
    struct text read = {.arena = arena};

    if (!type_is_text(json_key_type(type)))
        return json_unfit(codec, slot->path, shape, type);
    if (!value->nullable)
        text_printf(&read, "%s[%s.count] = false;\n", items.null, items.items);
    if (!decode_item(codec, &read, shape->item, value, &items, items.at, value->nullable))
        return false;
    tpl_json_decode_map(out, &(struct tpl_json_decode_map){.items = items.items,
        .key = emit_storage_type(codec->e, json_key_type(type)), .keys = items.keys,
        .value = emit_storage_type(codec->e, value), .values = items.at, .null = items.null,
        .path = json_quote(codec, slot->path), .read = text_chars(&read),
        .target = slot->lvalue});
    return true;
}

/* The slots of an entry's two members. */
static bool find_entry(struct json_codec *codec, const struct target *target,
    const struct json_slot *parent, const struct type *row, const struct json_field *field,
    struct json_slot *slot, const struct type **type, size_t *bit)
{
    bool is_key = strcmp(field->name, "key") == 0;
    struct arena *arena = codec->e->arena;

    *type = is_key ? type_with_null(arena, json_key_type(row), false)
                   : json_value_type(arena, row);
    *bit = !is_key;
    *slot = (struct json_slot){
        .lvalue = arena_printf(arena, "%s[%s.count]", is_key ? parent->lvalue : parent->is_null,
            parent->number),
        .path = arena_printf(arena, "%s.%s", target->path, field->name),
        .stem = arena_printf(arena, "%s.%s", target->stem, field->name),
        .nulls = target->absent,
        .number = is_key ? "0" : "1",
    };
    return true;
}

static bool decode_entries(struct json_codec *codec, struct text *out,
    const struct json_shape *shape, const struct type *type, const struct json_slot *slot)
{
    struct arena *arena = codec->e->arena;
    struct items items = name_items(codec, slot);
    struct json_field fields[2] = {{.name = "key", .shape = shape->key},
        {.name = "value", .shape = shape->item, .index = 1}};
    const struct json_shape entry = {.form = JSON_FORM_ROW, .fields = fields, .field_count = 2};
    const struct json_slot parent = {.lvalue = items.keys, .is_null = items.at,
        .number = items.items};
    uint64_t bits[1] = {0};
    const struct type *value = json_value_type(arena, type);
    struct text read = {.arena = arena}, store = {.arena = arena};
    struct target target = {.path = items.path, .stem = items.stem, .bit_count = 2, .bits = bits,
        .absent = json_local(codec, items.stem, "absent")};

    tpl_json_item_flag(&store, &(struct tpl_json_item_flag){.null = items.null,
        .items = items.items, .absent = target.absent});
    target.store = text_chars(&store);
    if (!decode_object(codec, &read, &entry, type, &parent, &target, find_entry))
        return false;
    tpl_json_entries(out, &(struct tpl_json_entries){.items = items.items,
        .key = emit_storage_type(codec->e, json_key_type(type)), .keys = items.keys,
        .value = emit_storage_type(codec->e, value), .values = items.at, .null = items.null,
        .path = json_quote(codec, slot->path), .read = text_chars(&read),
        .target = slot->lvalue});
    return true;
}

/* ---- values ---- */

static bool decode_value(struct json_codec *codec, struct text *out,
    const struct json_shape *shape, const struct type *type, const struct json_slot *slot)
{
    bool is_map = type->kind == TYPE_MAP || type->kind == TYPE_MULTISET;

    switch (shape->form) {
    case JSON_FORM_SCALAR:
        if (json_read_scalar(codec, out, shape, type, slot))
            return true;
        break;
    case JSON_FORM_ARRAY:
        if (type->kind == TYPE_ARRAY)
            return decode_array(codec, out, shape, type, slot);
        break;
    case JSON_FORM_MEMBERS:
        if (is_map)
            return decode_members(codec, out, shape, type, slot);
        break;
    case JSON_FORM_ENTRIES:
        if (is_map)
            return decode_entries(codec, out, shape, type, slot);
        break;
    case JSON_FORM_ROW:
        if (type->kind == TYPE_ROW)
            return decode_row(codec, out, shape, type, slot);
        break;
    case JSON_FORM_UNION:
        if (type->kind == TYPE_ROW)
            return decode_union(codec, out, shape, type, slot);
        break;
    }
    return json_unfit(codec, slot->path, shape, type);
}

/* What an array or object begins with; NULL: it is none, or may be several. */
static const char *opening(const struct json_shape *shape)
{
    switch (shape->form) {
    case JSON_FORM_ARRAY: case JSON_FORM_ENTRIES:
        return "[";
    case JSON_FORM_MEMBERS: case JSON_FORM_ROW:
        return "{";
    case JSON_FORM_SCALAR: case JSON_FORM_UNION:
        break;
    }
    return NULL;
}

static bool decode(struct json_codec *codec, struct text *out, const struct json_shape *shape,
    const struct type *type, const struct json_slot *slot)
{
    const char *opens = opening(shape);
    struct text read = {.arena = codec->e->arena};
    bool ok;

    if (!json_enter(codec, slot->path))
        return false;
    ok = decode_value(codec, slot->start && opens ? &read : out, shape, type, slot);
    if (ok && slot->start && opens)
        tpl_json_recover_open(out, &(struct tpl_json_recover_open){.opens = opens,
            .start = slot->start, .path = json_quote(codec, slot->path),
            .set_null = slot->set_null, .read = text_chars(&read)});
    json_leave(codec);
    return ok;
}

/* ---- the function ---- */

/* Columns of this side that the writer does not know are NULL; not those that may not be. */
static bool add_missing(struct json_codec *codec, struct target *target,
    const struct json_shape *shape)
{
    for (size_t i = 0; i < codec->side->count; i++) {
        const char *name = codec->side->names[i];
        const struct json_field known = {.name = name};
        const struct type *type = NULL;
        struct json_slot slot;
        size_t at = 0, bit;

        while (at < shape->field_count && strcmp(shape->fields[at].name, name) != 0)
            at++;
        if (at < shape->field_count ||
                !find_column(codec, target, NULL, NULL, &known, &slot, &type, &bit))
            continue;
        if (!type->nullable) {
            codec->why = arena_printf(codec->e->arena,
                "it has no field '%s', and the column is NOT NULL", name);
            return false;
        }
        set_bit(target->bits, bit);
    }
    return true;
}

/* A document that is no object is the one column there is. */
static bool decode_alone(struct json_codec *codec, struct text *out,
    const struct json_shape *shape)
{
    const struct type *type = NULL;
    struct json_slot slot;
    size_t number;

    if (!json_stands_alone(codec, shape))
        return false;
    if (json_column_slot(codec, codec->side->names[0], &slot, &type, &number)) {
        slot.nulls = "row->nulls";
        return decode_nullable(codec, out, shape, type, &slot);
    }
    tpl_json_skip(out, &(struct tpl_json_skip){
        .path = json_quote(codec, codec->side->names[0])});
    return true;
}

static bool decode_columns(struct json_codec *codec, struct text *out,
    const struct json_shape *shape)
{
    struct arena *arena = codec->e->arena;
    struct target target = {.path = "", .stem = "", .nulls = "row->nulls"};

    for (size_t i = 0; i < codec->row->column_count; i++)
        target.bit_count += codec->row->columns[i].member != NULL;
    target.bit_count += !target.bit_count;
    target.bits = arena_array(arena, target.bit_count / 64 + 1, sizeof(uint64_t));
    if (shape->form != JSON_FORM_ROW && shape->form != JSON_FORM_UNION)
        return decode_alone(codec, out, shape);
    if (!json_enter(codec, "(root)") || !add_missing(codec, &target, shape))
        return false;
    return shape->form == JSON_FORM_ROW
        ? decode_object(codec, out, shape, NULL, NULL, &target, find_column)
        : decode_branches(codec, out, shape, NULL, NULL, &target, find_column);
}

bool emit_json_decoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key, const struct schema_text *writer, size_t number)
{
    const char *side = key ? "key" : "value", *about, *body;
    struct json_codec codec = json_codec_begin(e, row, table, key, "decode",
        arena_printf(e->arena, "_%zu", number));
    struct text code = {.arena = e->arena}, locals = {.arena = e->arena};
    struct json_shape *shape;

    shape = json_codec_shape(&codec, writer);
    if (!shape || !decode_columns(&codec, &code, shape))
        return json_codec_report(&codec, key);
    about = writer
        ? arena_printf(e->arena, "The %s of '%s' as JSON of schema %zu.", side, table->name, number)
        : arena_printf(e->arena, "The %s of '%s' as JSON.", side, table->name);
    body = text_chars(&code);
    if (!strstr(body, "arena"))
        text_add(&locals, "\n(void)arena;\n");
    if (!strstr(body, "row->"))
        text_add(&locals, "\n(void)row;\n");
    text_add(out, text_chars(&codec.tables));
    tpl_json_decoder(out, &(struct tpl_json_decoder){.about = emit_comment(e->arena, about),
        .tag = row->tag, .side = side, .number = arena_printf(e->arena, "%zu", number),
        .locals = text_chars(&locals), .code = body});
    text_add_char(out, '\n');
    return true;
}
