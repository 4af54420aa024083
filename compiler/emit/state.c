/* Rows and keys as bytes in state. */
#include "emit_state.h"
#include "op_state_tpl.h"

#include <string.h>

/* A call as a statement. */
static const char *line(struct emitter *e, const char *call)
{
    return arena_printf(e->arena, "%s;", call);
}

static bool is_word(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether `name` stands in the text as a word. */
static bool uses(const char *body, const char *name)
{
    size_t size = strlen(name);

    for (const char *at = strstr(body, name); at; at = strstr(at + 1, name))
        if ((at == body || !(strchr(">.", at[-1]) || is_word(at[-1]))) && !is_word(at[size]))
            return true;
    return false;
}

void emit_unused(struct text *out, const char *body, const char *const *parameters, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!uses(body, parameters[i]))
            tpl_state_unused(out, &(struct tpl_state_unused){.name = parameters[i]});
}

/* ---- composite types: a function a type, among the structs ---- */

static const char *function_of(struct emitter *e, const struct type *type, const char *verb,
    bool *known)
{
    const char *ctype = emit_storage_type(e, type);
    const char *key = arena_printf(e->arena, "%s %s", verb, ctype);
    const char *name = map_get(&e->functions, key);

    *known = name;
    if (name)
        return name;
    if (!e->functions.arena)
        e->functions.arena = e->arena;
    name = names_make(e->names, "",
        arena_printf(e->arena, "%s_%s", verb, ctype + sizeof "struct"));
    map_put(&e->functions, key, (void *)name);
    return name;
}

static void pack_row(struct emitter *e, const struct type *type, const char *name)
{
    struct text values = {.arena = e->arena};

    for (size_t i = 0; i < type->field_count; i++)
        tpl_state_pack_field(&values, &(struct tpl_state_pack_field){
            .index = arena_printf(e->arena, "%zu", i),
            .value = line(e, state_pack_call(e, type->fields[i].type,
                arena_printf(e->arena, "of->%s", emit_field_member(e, type, i)), "out"))});
    tpl_state_pack_row(&e->types, &(struct tpl_state_pack_row){.name = name,
        .ctype = emit_storage_type(e, type), .values = text_chars(&values)});
}

static void unpack_row(struct emitter *e, const struct type *type, const char *name)
{
    struct text values = {.arena = e->arena}, unused = {.arena = e->arena};

    for (size_t i = 0; i < type->field_count; i++)
        tpl_state_unpack_field(&values, &(struct tpl_state_unpack_field){
            .index = arena_printf(e->arena, "%zu", i),
            .value = line(e, state_unpack_call(e, type->fields[i].type,
                arena_printf(e->arena, "of->%s", emit_field_member(e, type, i)), "in",
                "arena"))});
    tpl_state_unused(&unused, &(struct tpl_state_unused){.name = "arena"});
    tpl_state_unpack_row(&e->types, &(struct tpl_state_unpack_row){.name = name,
        .ctype = emit_storage_type(e, type), .unused = text_chars(&unused),
        .values = text_chars(&values)});
}

/* A key of a MAP with a mark whether it is NULL; of a MULTISET none is. */
static const char *pack_key(struct emitter *e, const struct type *key, bool multiset)
{
    struct text out = {.arena = e->arena};
    const char *pack = line(e, state_pack_call(e, key, "of->keys[i]", "out"));

    if (multiset)
        return pack;
    tpl_state_pack_key(&out, &(struct tpl_state_pack_key){.value = pack});
    return text_chars(&out);
}

static const char *unpack_key(struct emitter *e, const struct type *key, bool multiset)
{
    struct text out = {.arena = e->arena};
    const char *unpack = line(e, state_unpack_call(e, key, "keys[i]", "in", "arena"));

    if (multiset)
        return unpack;
    tpl_state_unpack_key(&out, &(struct tpl_state_unpack_key){.value = unpack});
    return text_chars(&out);
}

static const char *key_nulls(struct emitter *e, bool multiset)
{
    struct text out = {.arena = e->arena};

    if (multiset)
        return "";
    tpl_state_key_nulls(&out, &(struct tpl_state_key_nulls){0});
    return text_chars(&out);
}

static const char *pack_composite(struct emitter *e, const struct type *type)
{
    bool known;
    const char *name = function_of(e, type, "pack", &known);
    const char *ctype = emit_storage_type(e, type);
    bool multiset = type->kind == TYPE_MULTISET;
    const struct type *key = multiset ? type->element : type->key;

    if (known)
        return name;
    if (type->kind == TYPE_ROW)
        pack_row(e, type, name);
    else if (type->kind == TYPE_ARRAY)
        tpl_state_pack_array(&e->types, &(struct tpl_state_pack_array){.name = name,
            .ctype = ctype,
            .value = line(e, state_pack_call(e, type->element, "of->at[i]", "out"))});
    else
        tpl_state_pack_map(&e->types, &(struct tpl_state_pack_map){.name = name, .ctype = ctype,
            .key = pack_key(e, key, multiset),
            .value = multiset
                ? "rt_pack_i32(out, of->values[i]);"
                : line(e, state_pack_call(e, type->element, "of->values[i]", "out"))});
    return name;
}

static const char *unpack_composite(struct emitter *e, const struct type *type)
{
    bool known;
    const char *name = function_of(e, type, "unpack", &known);
    const char *ctype = emit_storage_type(e, type);
    bool multiset = type->kind == TYPE_MULTISET;
    const struct type *key = multiset ? type->element : type->key;

    if (known)
        return name;
    if (type->kind == TYPE_ROW)
        unpack_row(e, type, name);
    else if (type->kind == TYPE_ARRAY)
        tpl_state_unpack_array(&e->types, &(struct tpl_state_unpack_array){.name = name,
            .ctype = ctype, .element = emit_storage_type(e, type->element),
            .value = line(e, state_unpack_call(e, type->element, "at[i]", "in", "arena"))});
    else
        tpl_state_unpack_map(&e->types, &(struct tpl_state_unpack_map){.name = name,
            .ctype = ctype, .key_type = emit_storage_type(e, key),
            .value_type = multiset ? "int32_t" : emit_storage_type(e, type->element),
            .key_nulls = key_nulls(e, multiset), .key_null = multiset ? "NULL" : "key_null",
            .key = unpack_key(e, key, multiset),
            .value = multiset
                ? "values[i] = rt_unpack_i32(in);"
                : line(e, state_unpack_call(e, type->element, "values[i]", "in", "arena"))});
    return name;
}

/* ---- values ---- */

const char *state_word(const struct type *type)
{
    switch (type->kind) {
    case TYPE_BOOLEAN:
        return "bool";
    case TYPE_TINYINT:
        return "i8";
    case TYPE_SMALLINT:
        return "i16";
    case TYPE_INT: case TYPE_DATE: case TYPE_TIME: case TYPE_INTERVAL_MONTH:
        return "i32";
    case TYPE_BIGINT: case TYPE_INTERVAL_DAY:
        return "i64";
    case TYPE_FLOAT:
        return "f32";
    case TYPE_DOUBLE:
        return "f64";
    case TYPE_DECIMAL:
        return type->precision <= 18 ? "i64" : "i128";
    case TYPE_CHAR: case TYPE_VARCHAR: case TYPE_VARIANT:
        return "text";
    case TYPE_BINARY: case TYPE_VARBINARY: case TYPE_BITMAP:
        return "bytes";
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ:
        return type->precision <= 6 ? "i64" : "timestamp";
    case TYPE_ARRAY: case TYPE_MULTISET: case TYPE_MAP: case TYPE_ROW:
        return NULL;
    case TYPE_NULL: case TYPE_TIMESTAMP_TZ: case TYPE_RAW:
    case TYPE_DESCRIPTOR:
        break;
    }
    BUG("no row holds a value of type %d", (int)type->kind);
}

bool state_needs_arena(const struct type *type)
{
    return !state_word(type);
}

const char *state_pack_call(struct emitter *e, const struct type *type, const char *stored,
    const char *buffer)
{
    const char *word = state_word(type);

    if (word)
        return arena_printf(e->arena, "rt_pack_%s(%s, %s)", word, buffer, stored);
    return arena_printf(e->arena, "%s(%s, &%s)", pack_composite(e, type), buffer, stored);
}

const char *state_unpack_call(struct emitter *e, const struct type *type, const char *stored,
    const char *in, const char *arena)
{
    const char *word = state_word(type);

    if (word)
        return arena_printf(e->arena, "%s = rt_unpack_%s(%s)", stored, word, in);
    return arena_printf(e->arena, "%s(%s, &%s, %s)", unpack_composite(e, type), in, stored,
        arena);
}

/* ---- keys ---- */

static const char *member_of(struct emitter *e, const struct row_column *column)
{
    return arena_printf(e->arena, "row->%s", column->member);
}

static const char *null_of(struct emitter *e, const struct row_column *column)
{
    return arena_printf(e->arena, "rt_null_get(row->nulls, %s)", column->number);
}

static void emit_part(struct emitter *e, struct text *out, const struct row_column *column,
    enum key_form form)
{
    const char *call = state_pack_call(e, column->type, member_of(e, column), "out");

    if (form != KEY_BARE && column->type->nullable)
        tpl_state_pack_nullable(out, &(struct tpl_state_pack_nullable){
            .present = null_of(e, column), .value = line(e, call)});
    else if (form == KEY_MARKED)
        tpl_state_pack_marked(out, &(struct tpl_state_pack_marked){.value = line(e, call)});
    else
        emit_statement(out, call);
}

void state_emit_parts(struct flow *flow, const char *name, const char *about,
    const struct row *row, const struct key_part *parts, size_t count)
{
    struct text values = {.arena = flow->e->arena};

    for (size_t i = 0; i < count; i++)
        emit_part(flow->e, &values, &row->columns[parts[i].column], parts[i].form);
    if (count)
        tpl_state_key(flow->out, &(struct tpl_state_key){
            .about = about, .name = name, .tag = row->tag, .values = text_chars(&values)});
    else
        tpl_state_key_empty(flow->out, &(struct tpl_state_key_empty){
            .about = about, .name = name, .tag = row->tag});
}

const struct key_part *state_parts(struct arena *arena, const size_t *columns, size_t count)
{
    struct key_part *parts = arena_array(arena, count + 1, sizeof *parts);

    for (size_t i = 0; i < count; i++)
        parts[i] = (struct key_part){columns[i], KEY_TYPED};
    return parts;
}

void state_emit_key(struct flow *flow, const char *name, const char *about, const struct row *row,
    const size_t *columns, size_t count)
{
    state_emit_parts(flow, name, about, row, state_parts(flow->e->arena, columns, count), count);
}

/* ---- whole rows ---- */

/* Columns with a member, and the constant behind the last: how many there are. */
static const char *nulls_of(struct emitter *e, const struct row *row)
{
    bool nullable = false;
    size_t stored = 0;

    for (size_t i = 0; i < row->column_count; i++) {
        stored += row->columns[i].member != NULL;
        nullable |= row->columns[i].member && row->columns[i].type->nullable;
    }
    return nullable ? arena_printf(e->arena, "%zu", stored) : NULL;
}

void state_emit_pack(struct flow *flow, const char *name, const struct row *row)
{
    struct emitter *e = flow->e;
    struct text values = {.arena = e->arena};
    const char *nulls = nulls_of(e, row);

    if (nulls)
        tpl_state_pack_nulls(&values, &(struct tpl_state_pack_nulls){.columns = nulls});
    for (size_t i = 0; i < row->column_count; i++) {
        const struct row_column *column = &row->columns[i];
        const char *call;

        if (!column->member)
            continue;
        call = state_pack_call(e, column->type, member_of(e, column), "out");
        if (column->type->nullable)
            tpl_state_pack_unless(&values, &(struct tpl_state_pack_unless){
                .null = null_of(e, column), .value = line(e, call)});
        else
            emit_statement(&values, call);
    }
    tpl_state_pack(flow->out, &(struct tpl_state_pack){
        .name = name, .tag = row->tag, .values = text_chars(&values)});
}

void state_emit_unpack(struct flow *flow, const char *name, const struct row *row)
{
    struct emitter *e = flow->e;
    struct text values = {.arena = e->arena}, unused = {.arena = e->arena};
    const char *nulls = nulls_of(e, row);
    bool arena = false;

    if (nulls)
        tpl_state_unpack_nulls(&values, &(struct tpl_state_unpack_nulls){.columns = nulls});
    for (size_t i = 0; i < row->column_count; i++) {
        const struct row_column *column = &row->columns[i];
        const char *call;

        if (!column->member)
            continue;
        call = state_unpack_call(e, column->type, member_of(e, column), "&from", "arena");
        arena |= state_needs_arena(column->type);
        if (column->type->nullable)
            tpl_state_pack_unless(&values, &(struct tpl_state_pack_unless){
                .null = null_of(e, column), .value = line(e, call)});
        else
            emit_statement(&values, call);
    }
    if (!arena)
        tpl_state_unused(&unused, &(struct tpl_state_unused){.name = "arena"});
    tpl_state_unpack(flow->out, &(struct tpl_state_unpack){.name = name, .tag = row->tag,
        .unused = text_chars(&unused), .values = text_chars(&values)});
}

static bool has_map(const struct type *type)
{
    for (size_t i = 0; i < type->field_count; i++)
        if (has_map(type->fields[i].type))
            return true;
    return type->kind == TYPE_MAP || (type->element && has_map(type->element));
}

const char *state_layout(struct emitter *e, const struct row *row, const size_t *columns,
    size_t count)
{
    struct text out = {.arena = e->arena};

    for (size_t i = 0; i < (columns ? count : row->column_count); i++) {
        const struct row_column *column = &row->columns[columns ? columns[i] : i];

        if (column->member)
            text_printf(&out, "%s %s%s, ", column->name, type_name(e->arena, column->type),
                has_map(column->type) ? " with marks of NULL keys" : "");
    }
    return text_chars(&out);
}
