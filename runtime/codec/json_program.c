/* Runs JSON programs: the rows and failures of generated code (templates/codec_json.c.in). */
#include "codec/json_program.h"

struct run {
    struct rt_js in;
    struct rt_arena *arena;
    struct rt_error *error;
};

static bool read_value(struct run *run, const struct json_op *op, void *to);

static bool fail(struct run *run, const char *path)
{
    return rt_js_fail(run->in, path, run->error);
}

/* ---- single values ---- */

static bool read_decimal(struct run *run, const struct rt_shape *shape, void *to)
{
    return shape->precision <= 18
        ? rt_js_decimal(&run->in, false, run->arena, shape->precision, shape->scale, to)
        : rt_js_decimal128(&run->in, false, run->arena, shape->precision, shape->scale, to);
}

static bool read_instant(struct run *run, const struct rt_shape *shape, void *to)
{
    struct rt_timestamp value;

    if (!rt_js_instant_ms(&run->in, shape->precision, &value))
        return false;
    if (shape->precision > 6)
        *(struct rt_timestamp *)to = value;
    else
        *(int64_t *)to = shape->precision <= 3 ? rt_timestamp_to_ms(value)
                                               : rt_timestamp_to_us(value);
    return true;
}

static bool read_scalar(struct run *run, const struct json_op *op, void *to)
{
    struct rt_js *in = &run->in;

    switch (op->shape->kind) {
    case RT_SHAPE_BOOLEAN: return rt_js_boolean(in, false, to);
    case RT_SHAPE_TINYINT: return rt_js_i8(in, false, to);
    case RT_SHAPE_SMALLINT: return rt_js_i16(in, false, to);
    case RT_SHAPE_INT: return rt_js_i32(in, false, to);
    case RT_SHAPE_BIGINT: return rt_js_i64(in, false, to);
    case RT_SHAPE_FLOAT: return rt_js_f32(in, false, to);
    case RT_SHAPE_DOUBLE: return rt_js_f64(in, false, to);
    case RT_SHAPE_DECIMAL: return read_decimal(run, op->shape, to);
    case RT_SHAPE_TEXT:
        return op->any_text ? rt_js_any_text(in, run->arena, to)
                            : rt_js_text(in, run->arena, to);
    case RT_SHAPE_BYTES: return rt_js_bytes(in, run->arena, to);
    case RT_SHAPE_DATE: return rt_js_days(in, to);
    case RT_SHAPE_TIME: return rt_js_time_ms(in, op->shape->precision, to);
    case RT_SHAPE_TIMESTAMP: case RT_SHAPE_TIMESTAMP_LTZ:
        return read_instant(run, op->shape, to);
    case RT_SHAPE_MONTHS: case RT_SHAPE_INTERVAL: case RT_SHAPE_ARRAY: case RT_SHAPE_MULTISET:
    case RT_SHAPE_MAP: case RT_SHAPE_ROW:
        break;
    }
    return rt_js_problem(in, RT_JS_KIND);
}

/* ---- arrays and maps ---- */

/* *null: whether it is; `nullable` false: a null is a value that does not fit. */
static bool read_item(struct run *run, const struct json_op *op, void *to, bool nullable,
    bool *null)
{
    bool is_null = nullable && rt_js_null(&run->in);

    if (null)
        *null = is_null;
    return is_null || read_value(run, op, to);
}

/* Room for an item more; ROWs begin zeroed. */
static char *room(struct run *run, char *old, const struct rt_items *items,
    const struct rt_shape *shape)
{
    size_t size = rt_shape_size(shape);
    char *at = rt_items_room(run->arena, old, items, size);

    memset(at + items->count * size, 0, size);
    return at;
}

static bool read_array(struct run *run, const struct json_op *op, void *to)
{
    const struct rt_shape *element = op->item->shape;
    struct rt_items items = {0};
    size_t size = rt_shape_size(element);
    char *at = NULL;
    bool *null = NULL;

    if (!rt_js_array(&run->in))
        return fail(run, op->path);
    for (; rt_js_element(&run->in, items.count); items.count++) {
        rt_js_item(&items);
        if (!rt_items_fit(run->arena, &items, size + sizeof *null))
            return rt_js_refuse(run->in, RT_JS_MEMORY, op->path, run->error);
        at = room(run, at, &items, element);
        if (element->nullable)
            null = rt_items_room(run->arena, null, &items, sizeof *null);
        if (!read_item(run, op->item, at + items.count * size, element->nullable,
                null ? &null[items.count] : NULL))
            return false;
    }
    if (run->in.problem)
        return fail(run, op->path);
    rt_shape_put_array(to, (struct rt_shape_array){items.count, at, null});
    return true;
}

/* A map being collected. */
struct entries {
    struct rt_items items;
    char *keys, *values;
    bool *null;
};

static bool make_room(struct run *run, const struct json_op *op, struct entries *entries)
{
    size_t size = rt_shape_size(op->key->shape) + rt_shape_size(op->item->shape) + sizeof(bool);

    rt_js_item(&entries->items);
    if (!rt_items_fit(run->arena, &entries->items, size))
        return rt_js_refuse(run->in, RT_JS_MEMORY, op->path, run->error);
    entries->keys = room(run, entries->keys, &entries->items, op->key->shape);
    entries->values = room(run, entries->values, &entries->items, op->item->shape);
    entries->null = rt_items_room(run->arena, entries->null, &entries->items, sizeof(bool));
    return true;
}

static bool read_members(struct run *run, const struct json_op *op, void *to)
{
    const struct rt_shape *value = op->item->shape;
    size_t size = rt_shape_size(value), count;
    struct entries entries = {0};
    struct rt_text key;

    if (!rt_js_object(&run->in))
        return fail(run, op->path);
    for (; rt_js_entry(&run->in, run->arena, entries.items.count, &key); entries.items.count++) {
        count = entries.items.count;
        if (!make_room(run, op, &entries))
            return false;
        ((struct rt_text *)(void *)entries.keys)[count] = key;
        if (!read_item(run, op->item, entries.values + count * size, value->nullable,
                &entries.null[count]))
            return false;
    }
    if (run->in.problem)
        return fail(run, op->path);
    count = rt_js_last_of_each(run->arena, (struct rt_text *)(void *)entries.keys, entries.values,
        size, entries.null, entries.items.count);
    rt_shape_put_map(to,
        (struct rt_shape_map){count, entries.keys, entries.values, entries.null, NULL});
    return true;
}

static int32_t first_member(struct run *run, const struct rt_js_names *names)
{
    struct rt_js_step step =
        rt_js_member(run->in.at, run->in.end, run->arena, names, RT_JS_END);

    if (!step.at) {
        run->in.problem = (enum rt_js_problem)step.value;
        return RT_JS_END;
    }
    run->in.at = step.at;
    run->in.high |= (uint32_t)(step.value >> 32);
    return (int32_t)step.value;
}

/* {"key": …, "value": …} */
static bool read_entry(struct run *run, const struct json_op *op, struct entries *entries)
{
    size_t count = entries->items.count;
    const struct rt_shape *value = op->item->shape;
    int32_t member = first_member(run, &op->names);
    bool has_key = false, null = true;

    for (; member != RT_JS_END; member = rt_js_next(&run->in, run->arena, &op->names, member)) {
        bool done = true;

        if (member == 0) {
            done = read_value(run, op->key,
                entries->keys + count * rt_shape_size(op->key->shape));
            has_key = true;
        } else if (member == 1) {
            done = read_item(run, op->item, entries->values + count * rt_shape_size(value),
                value->nullable, &null);
        } else if (!rt_js_skip(&run->in)) {
            done = fail(run, op->entry_path);
        }
        if (!done)
            return false;
    }
    entries->null[count] = null;
    if (run->in.problem)
        return fail(run, op->entry_path);
    if (!has_key)
        return rt_js_refuse(run->in, RT_JS_MISSING, op->key->path, run->error);
    return !null || value->nullable ||
        rt_js_refuse(run->in, RT_JS_MISSING, op->item->path, run->error);
}

static bool read_entries(struct run *run, const struct json_op *op, void *to)
{
    struct entries entries = {0};

    if (!rt_js_array(&run->in))
        return fail(run, op->path);
    for (; rt_js_element(&run->in, entries.items.count); entries.items.count++) {
        if (!make_room(run, op, &entries) || !read_entry(run, op, &entries))
            return false;
    }
    if (run->in.problem)
        return fail(run, op->path);
    rt_shape_put_map(to, (struct rt_shape_map){entries.items.count, entries.keys, entries.values,
        entries.null, NULL});
    return true;
}

/* ---- objects and unions ---- */

/* Absent is NULL. */
static void begin(const struct json_op *op, void *row)
{
    for (size_t i = 0; i < op->slot_count; i++)
        if (op->slots[i].op)
            rt_null_set(row, op->slots[i].bit, true);
    for (size_t i = 0; i < op->null_count; i++)
        rt_null_set(row, op->null_bits[i], true);
}

static bool read_slot(struct run *run, const struct json_slot *slot, void *row)
{
    bool null;

    if (!read_item(run, slot->op, (char *)row + slot->offset, slot->op->shape->nullable, &null))
        return false;
    rt_null_set(row, slot->bit, null);
    return true;
}

/* Passes over a member that nothing wants. */
static bool pass_member(struct run *run, const struct json_op *op, int32_t member)
{
    struct rt_text outer = {op->path, op->path ? strlen(op->path) : 0}, name;
    char *path;

    if (rt_js_skip(&run->in))
        return true;
    if (member < 0)
        return fail(run, op->path);
    name = op->names.at[member];
    path = rt_arena_alloc(run->arena, outer.size + name.size + 2);
    if (outer.size)
        memcpy(path, outer.data, outer.size);
    path[outer.size] = '.';
    memcpy(path + outer.size + 1, name.data, name.size);
    path[outer.size + 1 + name.size] = '\0';
    return fail(run, outer.size ? path : path + 1);
}

static bool read_object(struct run *run, const struct json_op *op, void *row)
{
    int32_t member;

    begin(op, row);
    member = first_member(run, &op->names);
    for (; member != RT_JS_END; member = rt_js_next(&run->in, run->arena, &op->names, member)) {
        bool wanted = member >= 0 && op->slots[member].op;

        if (!(wanted ? read_slot(run, &op->slots[member], row) : pass_member(run, op, member)))
            return false;
    }
    if (run->in.problem)
        return fail(run, op->path);
    for (size_t i = 0; i < op->slot_count; i++) {
        const struct json_slot *slot = &op->slots[i];

        if (slot->op && !slot->op->shape->nullable && rt_null_get(row, slot->bit))
            return rt_js_refuse(run->in, RT_JS_MISSING, slot->op->path, run->error);
    }
    return true;
}

static bool read_union(struct run *run, const struct json_op *op, void *row)
{
    int branch;

    begin(op, row);
    branch = rt_js_pick(&run->in, run->arena, op->branches, op->slot_count);
    if (branch < 0)
        return rt_js_refuse(run->in, run->in.problem ? run->in.problem : RT_JS_BRANCH, op->path,
            run->error);
    if (op->slots[branch].op)
        return read_slot(run, &op->slots[branch], row);
    return rt_js_skip(&run->in) || fail(run, op->path);
}

/* ---- the record ---- */

static bool read_value(struct run *run, const struct json_op *op, void *to)
{
    switch (op->form) {
    case FORM_SCALAR: return read_scalar(run, op, to) || fail(run, op->path);
    case FORM_ARRAY: return read_array(run, op, to);
    case FORM_MEMBERS: return read_members(run, op, to);
    case FORM_ENTRIES: return read_entries(run, op, to);
    case FORM_OBJECT: return read_object(run, op, to);
    case FORM_UNION: return read_union(run, op, to);
    }
    return false;
}

bool json_program_run(const struct codec_program *head, struct rt_bytes payload, void *row,
    struct rt_arena *arena, struct rt_error *error)
{
    const struct json_program *program = (const struct json_program *)head;
    struct run run = {rt_js_open(payload), arena, error};

    if (program->root) {
        if (!read_value(&run, program->root, row))
            return false;
    } else if (program->alone.op) {
        if (!read_slot(&run, &program->alone, row))
            return false;
    } else if (!rt_js_skip(&run.in)) {
        return fail(&run, NULL);
    }
    return rt_js_end(&run.in, error);
}
