/* Runs the Protobuf program: a message into a row, field by field, as generated code does. */
#include "codec/proto_program.h"

#include <string.h>

/* What a repeated field is collected in, and the parts of a Timestamp and its like. */
struct state {
    struct rt_items items;
    char *at, *keys;
    bool *null;
    struct rt_proto_parts parts;
};

struct run {
    struct rt_proto in;
    struct rt_arena *arena;
    struct rt_error *error;
};

/* Where one value goes. */
struct slot {
    char *value;
    uint64_t *nulls; /* its NULL bit; NULL: none */
    size_t bit;
    bool *flag;      /* a bool in place of that */
};

/* What a layout is decoded into: the members of a row struct, or a slot for each op. */
struct into {
    char *row;
    const struct slot *slots;
};

static bool read_fields(struct run *run, const struct proto_layout *layout, struct into into,
    struct state *states, const char *path);
static bool read_op(struct run *run, const struct proto_op *op, const struct slot *slot,
    struct state *states, bool packed);

static bool fail(struct run *run, const char *path)
{
    return rt_proto_fail(run->in, path, run->error);
}

static bool refuse(struct run *run, const char *path)
{
    return rt_proto_refuse(run->in, RT_PROTO_NULL, path, run->error);
}

/* Claims one more item, whose parts have `size` bytes. */
static bool claim(struct run *run, struct rt_items *items, size_t size, const char *path)
{
    rt_proto_claim(items, 1);
    return rt_items_fit(run->arena, items, size) ||
        rt_proto_refuse(run->in, RT_PROTO_MEMORY, path, run->error);
}

/* ---- NULL ---- */

static void set_null(const struct slot *slot, bool null)
{
    if (slot->flag)
        *slot->flag = null;
    else if (slot->nulls)
        rt_null_set(slot->nulls, slot->bit, null);
}

static bool is_null(const struct slot *slot)
{
    return slot->flag ? *slot->flag : slot->nulls && rt_null_get(slot->nulls, slot->bit);
}

static bool has_null(const struct slot *slot)
{
    return slot->flag || slot->nulls;
}

static struct slot slot_of(const struct proto_layout *layout, const struct proto_op *op,
    struct into into)
{
    char *row = into.row;

    if (into.slots)
        return into.slots[op - layout->ops];
    if (op->in_row)
        row += op->row_offset;
    return (struct slot){row + op->offset, (uint64_t *)(void *)row, op->bit, NULL};
}

static struct slot row_slot(const struct proto_op *op, struct into into)
{
    return (struct slot){into.row + op->row_offset, (uint64_t *)(void *)into.row, op->row_bit,
        NULL};
}

/* ---- before and behind the fields ---- */

static void clear_choices(const struct proto_op *op, struct into into)
{
    struct slot row = row_slot(op, into);

    for (size_t i = 0; i < op->row_shape->field_count; i++)
        rt_null_set((uint64_t *)(void *)row.value, op->row_shape->fields[i].null_bit, true);
}

static void begin_symbol(const struct proto_op *op, const struct slot *slot)
{
    const char *name = op->content.enumeration->values.at[0].name;
    struct rt_text text = {name, strlen(name)};

    memcpy(slot->value, &text, sizeof text);
}

/* Makes the slots as they are when the message has no field. */
static void begin(const struct proto_layout *layout, struct into into)
{
    for (size_t i = 0; i < layout->count; i++) {
        const struct proto_op *op = &layout->ops[i];
        struct slot slot;

        if (!op->stored)
            continue;
        slot = slot_of(layout, op, into);
        if (op->in_row) {
            struct slot row = row_slot(op, into);

            set_null(&row, true);
            clear_choices(op, into);
        } else if (op->content.presence) {
            set_null(&slot, true);
        } else if (op->content.form == RT_PROTO_ENUMERATION && !op->content.repeated) {
            begin_symbol(op, &slot);
        }
    }
    for (size_t i = 0; i < layout->null_count; i++)
        rt_null_set((uint64_t *)(void *)into.row, layout->null_bits[i], true);
}

static bool is_plain_key(enum rt_shape_kind kind)
{
    return kind == RT_SHAPE_TEXT || kind == RT_SHAPE_BYTES || kind == RT_SHAPE_BOOLEAN ||
        kind == RT_SHAPE_TINYINT || kind == RT_SHAPE_SMALLINT || kind == RT_SHAPE_INT ||
        kind == RT_SHAPE_BIGINT || kind == RT_SHAPE_DATE || kind == RT_SHAPE_TIME;
}

static void finish_map(struct run *run, const struct proto_op *op, const struct slot *slot,
    struct state *state)
{
    const struct rt_shape *key = op->inner->ops[0].shape, *value = op->inner->ops[1].shape;
    struct rt_shape_map map;

    if (state->items.count < 2 || !is_plain_key(key->kind))
        return;
    memcpy(&map, slot->value, sizeof map);
    map.count = rt_proto_unique(run->arena, state->keys, rt_shape_size(key),
        key->kind == RT_SHAPE_TEXT || key->kind == RT_SHAPE_BYTES, state->at,
        rt_shape_size(value), op->lack ? state->null : NULL, state->items.count);
    rt_shape_put_map(slot->value, map);
}

/* What is done once, behind the message: NOT NULL, keys of maps. */
static bool finish(struct run *run, const struct proto_layout *layout, struct into into,
    struct state *states)
{
    for (size_t i = 0; i < layout->count; i++) {
        const struct proto_op *op = &layout->ops[i];
        struct slot slot;

        if (!op->stored)
            continue;
        if (op->in_row) {
            struct slot row = row_slot(op, into);

            if (is_null(&row)) {
                if (!op->row_shape->nullable)
                    return refuse(run, op->path);
                continue;
            }
        }
        slot = slot_of(layout, op, into);
        if (op->content.presence && has_null(&slot) && is_null(&slot)) {
            if (!op->in_row && !op->shape->nullable)
                return refuse(run, op->path);
            continue;
        }
        if (op->content.repeated && op->content.form != RT_PROTO_ENTRIES)
            continue;
        if (op->content.form == RT_PROTO_ENTRIES)
            finish_map(run, op, &slot, &states[op->state]);
        else if (op->content.form == RT_PROTO_RECORD &&
            !finish(run, op->inner, (struct into){slot.value, NULL}, states))
            return false;
        else if (op->content.form == RT_PROTO_WRAPPED &&
            !finish(run, op->inner, (struct into){NULL, &slot}, states))
            return false;
    }
    return true;
}

/* ---- scalars ---- */

static bool read_integer(struct rt_proto *in, enum rt_proto_kind kind, int64_t *out)
{
    switch (kind) {
    case RT_PROTO_INT32: return rt_proto_int32(in, out);
    case RT_PROTO_INT64: return rt_proto_int64(in, out);
    case RT_PROTO_UINT32: return rt_proto_uint32(in, out);
    case RT_PROTO_UINT64: return rt_proto_uint64(in, out);
    case RT_PROTO_SINT32: return rt_proto_sint32(in, out);
    case RT_PROTO_SINT64: return rt_proto_sint64(in, out);
    case RT_PROTO_FIXED32: return rt_proto_fixed32(in, out);
    case RT_PROTO_FIXED64: return rt_proto_fixed64(in, out);
    case RT_PROTO_SFIXED32: return rt_proto_sfixed32(in, out);
    case RT_PROTO_SFIXED64: return rt_proto_sfixed64(in, out);
    case RT_PROTO_NAMED: case RT_PROTO_DOUBLE: case RT_PROTO_FLOAT: case RT_PROTO_BOOL:
    case RT_PROTO_STRING: case RT_PROTO_BYTES: case RT_PROTO_KINDS:
        break;
    }
    return false;
}

static bool read_number(struct rt_proto *in, const struct proto_op *op, void *to)
{
    int64_t number;

    if (!read_integer(in, op->content.kind, &number))
        return false;
    switch (op->shape->kind) {
    case RT_SHAPE_TINYINT: return rt_proto_as_tinyint(in, number, to);
    case RT_SHAPE_SMALLINT: return rt_proto_as_smallint(in, number, to);
    case RT_SHAPE_INT: return rt_proto_as_int(in, number, to);
    default:
        memcpy(to, &number, sizeof number);
        return true;
    }
}

static bool read_scalar(struct run *run, const struct proto_op *op, void *to)
{
    struct rt_proto *in = &run->in;

    if (op->content.form == RT_PROTO_ENUMERATION)
        return rt_proto_enum(in, op->symbols, op->symbol_count, run->arena, to);
    switch (op->shape->kind) {
    case RT_SHAPE_BOOLEAN: return rt_proto_bool(in, to);
    case RT_SHAPE_FLOAT: return rt_proto_float(in, to);
    case RT_SHAPE_DOUBLE:
        return op->content.kind == RT_PROTO_FLOAT ? rt_proto_float_as_double(in, to)
                                                  : rt_proto_double(in, to);
    case RT_SHAPE_TEXT: return rt_proto_text(in, to);
    case RT_SHAPE_BYTES: return rt_proto_bytes(in, to);
    default: return read_number(in, op, to);
    }
}

static bool read_parts(struct run *run, const struct proto_op *op, const struct slot *slot,
    struct rt_proto_parts *parts)
{
    const struct rt_shape *shape = op->shape;
    struct rt_proto *in = &run->in;
    void *to = slot->value;

    if (op->oneof >= 0 && has_null(slot) && is_null(slot))
        *parts = (struct rt_proto_parts){0};
    if (op->content.form == RT_PROTO_DECIMAL)
        return rt_proto_decimal_parts(in, parts) &&
            rt_proto_made(in, shape->precision <= 18
                ? rt_proto_make_decimal(parts, shape->precision, shape->scale, to)
                : rt_proto_make_decimal128(parts, shape->precision, shape->scale, to));
    if (!rt_proto_numbers(in, parts))
        return false;
    if (op->content.form == RT_PROTO_DATE)
        return rt_proto_made(in, rt_proto_make_date(parts, to));
    if (op->content.form == RT_PROTO_TIME)
        return rt_proto_made(in, rt_proto_make_time(parts, to));
    return rt_proto_made(in, shape->precision <= 3 ? rt_proto_make_ms(parts, to)
        : shape->precision <= 6 ? rt_proto_make_us(parts, to)
                                : rt_proto_make_timestamp(parts, to));
}

/* ---- messages ---- */

static bool enter(struct run *run, const struct proto_op *op, const uint8_t **outer)
{
    return (op->tag & 7) == 3 ? rt_proto_enter_group(&run->in, op->tag, outer)
                              : rt_proto_enter(&run->in, outer);
}

static bool leave(struct run *run, const struct proto_op *op, const uint8_t *outer)
{
    if ((op->tag & 7) == 3)
        return rt_proto_leave_group(&run->in, outer) || fail(run, op->path);
    rt_proto_leave(&run->in, outer);
    return true;
}

static bool read_inside(struct run *run, const struct proto_op *op, struct into into,
    struct state *states)
{
    const uint8_t *outer;

    if (!enter(run, op, &outer))
        return fail(run, op->path);
    return read_fields(run, op->inner, into, states, op->path) && leave(run, op, outer);
}

static bool read_record(struct run *run, const struct proto_op *op, const struct slot *slot,
    struct state *states)
{
    struct into into = {slot->value, NULL};

    if (!has_null(slot) || is_null(slot)) {
        set_null(slot, false);
        if (op->oneof >= 0)
            memset(slot->value, 0, op->shape->size);
        begin(op->inner, into);
    }
    return read_inside(run, op, into, states);
}

/* The field `value` of a wrapper goes where the wrapper would. */
static bool read_wrapped(struct run *run, const struct proto_op *op, const struct slot *slot,
    struct state *states)
{
    const struct proto_op *value = &op->inner->ops[0];

    if (!value->content.presence && (!has_null(slot) || is_null(slot))) {
        set_null(slot, false);
        if (op->oneof >= 0)
            memset(slot->value, 0, rt_shape_size(op->shape));
        if (value->content.form == RT_PROTO_ENUMERATION && !value->content.repeated)
            begin_symbol(value, slot);
    }
    return read_inside(run, op, (struct into){NULL, slot}, states);
}

/* ---- repeated fields ---- */

static char *item_at(char *at, const struct rt_shape *shape, size_t i)
{
    return at + i * rt_shape_size(shape);
}

static struct state *new_states(struct run *run, size_t count)
{
    struct state *states = rt_arena_alloc(run->arena, count * sizeof *states);

    memset(states, 0, count * sizeof *states);
    return states;
}

static bool is_block(enum rt_proto_form form)
{
    return form != RT_PROTO_SCALAR && form != RT_PROTO_ENUMERATION;
}

static bool read_element(struct run *run, const struct proto_op *op, struct state *state)
{
    const struct proto_op *element = &op->inner->ops[0];
    size_t count = state->items.count;
    struct slot slot = {.value = item_at(state->at, element->shape, count),
        .flag = op->lack ? &state->null[count] : NULL};
    struct state *states;

    if (!is_block(element->content.form))
        return read_scalar(run, element, slot.value) || fail(run, op->path);
    memset(slot.value, 0, rt_shape_size(element->shape));
    if (op->lack)
        *slot.flag = true;
    states = new_states(run, op->inner->state_count);
    if (!read_op(run, element, &slot, states, false))
        return false;
    if (op->lack && *slot.flag)
        return element->shape->nullable || refuse(run, op->path);
    return finish(run, op->inner, (struct into){NULL, &slot}, states);
}

static bool read_item(struct run *run, const struct proto_op *op, struct state *state)
{
    const struct rt_shape *shape = op->inner->ops[0].shape;

    if (!claim(run, &state->items, rt_shape_size(shape) + op->lack, op->path))
        return false;
    state->at = rt_items_room(run->arena, state->at, &state->items, rt_shape_size(shape));
    if (op->lack)
        state->null = rt_items_room(run->arena, state->null, &state->items, sizeof(bool));
    if (!read_element(run, op, state))
        return false;
    state->items.count++;
    return true;
}

static bool read_list(struct run *run, const struct proto_op *op, const struct slot *slot,
    struct state *state, bool packed)
{
    const uint8_t *outer;

    if (!packed) {
        if (!read_item(run, op, state))
            return false;
    } else {
        if (!rt_proto_enter(&run->in, &outer))
            return fail(run, op->path);
        while (rt_proto_more(&run->in))
            if (!read_item(run, op, state))
                return false;
        rt_proto_leave(&run->in, outer);
    }
    rt_shape_put_array(slot->value, (struct rt_shape_array){state->items.count, state->at,
        op->lack && op->inner->ops[0].shape->nullable ? state->null : NULL});
    return true;
}

static bool read_entry(struct run *run, const struct proto_op *op, struct state *state)
{
    const struct proto_op *key = &op->inner->ops[0], *value = &op->inner->ops[1];
    size_t count = state->items.count;
    bool absent = false;
    struct slot slots[2] = {
        {.value = item_at(state->keys, key->shape, count),
            .flag = key->content.presence ? &absent : NULL},
        {.value = item_at(state->at, value->shape, count),
            .flag = op->lack ? &state->null[count] : NULL}};
    struct into into = {NULL, slots};
    struct state *states = new_states(run, op->inner->state_count);

    memset(slots[0].value, 0, rt_shape_size(key->shape));
    memset(slots[1].value, 0, rt_shape_size(value->shape));
    begin(op->inner, into);
    if (!read_inside(run, op, into, states))
        return false;
    if (absent)
        return refuse(run, op->path);
    return finish(run, op->inner, into, states);
}

static bool read_map(struct run *run, const struct proto_op *op, const struct slot *slot,
    struct state *state)
{
    const struct rt_shape *key = op->inner->ops[0].shape, *value = op->inner->ops[1].shape;

    if (!claim(run, &state->items, rt_shape_size(key) + rt_shape_size(value) + sizeof(bool),
            op->path))
        return false;
    state->keys = rt_items_room(run->arena, state->keys, &state->items, rt_shape_size(key));
    state->at = rt_items_room(run->arena, state->at, &state->items, rt_shape_size(value));
    if (op->lack)
        state->null = rt_items_room(run->arena, state->null, &state->items, sizeof(bool));
    if (!read_entry(run, op, state))
        return false;
    state->items.count++;
    rt_shape_put_map(slot->value, (struct rt_shape_map){state->items.count, state->keys, state->at,
        op->lack && value->nullable ? state->null : NULL, NULL});
    return true;
}

/* ---- fields ---- */

static bool read_value(struct run *run, const struct proto_op *op, const struct slot *slot,
    struct state *states)
{
    switch (op->content.form) {
    case RT_PROTO_SCALAR: case RT_PROTO_ENUMERATION:
        return read_scalar(run, op, slot->value) || fail(run, op->path);
    case RT_PROTO_TIMESTAMP: case RT_PROTO_DATE: case RT_PROTO_TIME: case RT_PROTO_DECIMAL:
        return read_parts(run, op, slot, &states[op->state].parts) || fail(run, op->path);
    case RT_PROTO_RECORD:
        return read_record(run, op, slot, states);
    case RT_PROTO_WRAPPED:
        return read_wrapped(run, op, slot, states);
    case RT_PROTO_ENTRIES:
        return read_map(run, op, slot, &states[op->state]);
    }
    return false;
}

static bool read_op(struct run *run, const struct proto_op *op, const struct slot *slot,
    struct state *states, bool packed)
{
    bool is_message = op->content.form == RT_PROTO_RECORD || op->content.form == RT_PROTO_WRAPPED;

    if (op->content.repeated && op->content.form != RT_PROTO_ENTRIES)
        return read_list(run, op, slot, &states[op->state], packed);
    if (!read_value(run, op, slot, states))
        return false;
    if (op->content.presence && !is_message)
        set_null(slot, false);
    return true;
}

/* The member has been read: the others of its oneof are not there any more. */
static void choose(const struct proto_layout *layout, const struct proto_op *op, struct into into)
{
    for (size_t i = 0; op->oneof >= 0 && i < layout->count; i++) {
        const struct proto_op *other = &layout->ops[i];
        struct slot slot;

        if (other->oneof != op->oneof || !other->stored || other == op)
            continue;
        slot = slot_of(layout, other, into);
        set_null(&slot, true);
        if (other->in_row && !op->stored) {
            slot = row_slot(other, into);
            set_null(&slot, true);
        }
    }
    if (op->in_row) {
        struct slot slot = row_slot(op, into);

        set_null(&slot, false);
        slot = slot_of(layout, op, into);
        set_null(&slot, false);
    }
}

static const struct proto_op *find_op(const struct proto_layout *layout, uint32_t number,
    size_t *hint)
{
    size_t low = 0, high = layout->count;

    if (*hint < layout->count && layout->ops[*hint].number == number)
        return &layout->ops[*hint];
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (layout->ops[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    *hint = low;
    return low < layout->count && layout->ops[low].number == number ? &layout->ops[low] : NULL;
}

static bool read_fields(struct run *run, const struct proto_layout *layout, struct into into,
    struct state *states, const char *path)
{
    size_t hint = 0;
    uint32_t tag;

    while (rt_proto_more(&run->in)) {
        const struct proto_op *op;
        struct slot slot;
        bool packed;

        if (!rt_proto_tag(&run->in, &tag))
            return fail(run, path);
        op = find_op(layout, tag >> 3, &hint);
        packed = op && op->content.repeated && (tag & 7) == 2 && (op->tag & 7) != 2 &&
            (op->tag & 7) != 3;
        if (!op || !op->stored || (tag != op->tag && !packed)) {
            if (!rt_proto_skip(&run->in, tag))
                return fail(run, op ? op->path : path);
            if (op && tag == op->tag && op->oneof >= 0)
                choose(layout, op, into);
            hint += op && !op->content.repeated;
            continue;
        }
        slot = slot_of(layout, op, into);
        if (!read_op(run, op, &slot, states, packed))
            return false;
        choose(layout, op, into);
        hint += !op->content.repeated;
    }
    return true;
}

/* ---- the record ---- */

static const struct proto_choice *choose_message(struct run *run,
    const struct proto_program *program)
{
    int32_t paths[2 * 64];
    size_t chosen;

    if (program->choice_count == 1 && !program->choices[0].index)
        return rt_proto_first(&run->in) ? &program->choices[0] : NULL;
    for (size_t begin = 0; begin < program->choice_count; begin += 64) {
        size_t count = program->choice_count - begin < 64 ? program->choice_count - begin : 64;
        struct rt_proto in = run->in;

        for (size_t i = 0; i < count; i++) {
            paths[2 * i] = 1;
            paths[2 * i + 1] = program->choices[begin + i].index;
        }
        if (rt_proto_message(&in, paths, count, &chosen)) {
            run->in = in;
            return &program->choices[begin + chosen];
        }
        run->in.problem = in.problem;
    }
    return NULL;
}

bool proto_program_run(const struct codec_program *head, struct rt_bytes payload, void *row,
    struct rt_arena *arena, struct rt_error *error)
{
    const struct proto_program *program = (const struct proto_program *)head;
    struct run run = {rt_proto_open(payload), arena, error};
    const struct proto_choice *choice = choose_message(&run, program);
    struct into into = {row, NULL};
    struct state *states;

    if (!choice)
        return fail(&run, NULL);
    for (size_t i = 0; !choice->whole && i < program->shape->field_count; i++)
        if (!program->shape->fields[i].unread)
            rt_null_set(row, program->shape->fields[i].null_bit, true);
    if (!choice->whole && choice->offset != SIZE_MAX) {
        rt_null_set(row, choice->bit, false);
        into.row = (char *)row + choice->offset;
    }
    states = new_states(&run, choice->layout->state_count + 1);
    begin(choice->layout, into);
    return read_fields(&run, choice->layout, into, states, NULL) &&
        finish(&run, choice->layout, into, states);
}
