/* A writer's Protobuf schema and the shape of a row, made into a program: the same decisions as the
 * compiler's for a generated decoder (compiler/emit/codec_proto*.c). */
#include "codec/proto_program.h"
#include "core/internal.h"

#include <stdlib.h>
#include <string.h>

enum { OPS_LIMIT = 20000, DEPTH_LIMIT = 48 };

struct builder {
    struct proto_program *program;
    struct rt_memory memory;
    const struct rt_proto_schema *writer, *own; /* own: the table's; NULL: none */
    size_t ops, depth;
    size_t *state_count; /* of the block being built */
    struct rt_error *error;
};

/* What a message is decoded into. */
struct target {
    const struct rt_shape *shape; /* ROW */
    struct rt_proto_place own;    /* the same message in the table's schema; or no message */
    const char *path;             /* NULL: the record itself */
};

static const struct proto_layout *make_layout(struct builder *b, struct rt_proto_place place,
    const struct target *target);
static bool make_op(struct builder *b, struct proto_op *op, struct rt_proto_place place,
    const struct rt_proto_field *field);

static void *allocate(struct builder *b, size_t count, size_t size)
{
    return b->memory.allocate(b->memory.owner, (count + 1) * size);
}

static const char *join(struct builder *b, const char *path, const char *name)
{
    size_t size = path ? strlen(path) + 1 : 0;
    char *joined = allocate(b, size + strlen(name) + 1, 1);

    if (path) {
        memcpy(joined, path, size - 1);
        joined[size - 1] = '.';
    }
    memcpy(joined + size, name, strlen(name));
    return joined;
}

static bool unfit(struct builder *b, const struct proto_op *op, const struct rt_proto_field *field)
{
    return rt_fail(b->error, RT_DECODE, RT_SKIP, "field '%s' is %s, which does not fit its column",
        op->path, rt_proto_label(&b->memory, field));
}

/* ---- single values ---- */

static bool scalar_fits(enum rt_proto_kind kind, enum rt_shape_kind shape)
{
    bool text = kind == RT_PROTO_STRING || kind == RT_PROTO_BYTES;

    switch (shape) {
    case RT_SHAPE_BOOLEAN:
        return kind == RT_PROTO_BOOL;
    case RT_SHAPE_TINYINT: case RT_SHAPE_SMALLINT: case RT_SHAPE_INT: case RT_SHAPE_BIGINT:
        return !text && kind != RT_PROTO_NAMED && kind != RT_PROTO_BOOL &&
            kind != RT_PROTO_FLOAT && kind != RT_PROTO_DOUBLE;
    case RT_SHAPE_FLOAT:
        return kind == RT_PROTO_FLOAT;
    case RT_SHAPE_DOUBLE:
        return kind == RT_PROTO_FLOAT || kind == RT_PROTO_DOUBLE;
    case RT_SHAPE_TEXT: case RT_SHAPE_BYTES:
        return text;
    case RT_SHAPE_DECIMAL: case RT_SHAPE_DATE: case RT_SHAPE_TIME: case RT_SHAPE_TIMESTAMP:
    case RT_SHAPE_TIMESTAMP_LTZ: case RT_SHAPE_MONTHS: case RT_SHAPE_INTERVAL:
    case RT_SHAPE_ARRAY: case RT_SHAPE_MULTISET: case RT_SHAPE_MAP: case RT_SHAPE_ROW:
        break;
    }
    return false;
}

static bool value_fits(const struct proto_op *op)
{
    enum rt_shape_kind kind = op->shape->kind;

    switch (op->content.form) {
    case RT_PROTO_SCALAR: return scalar_fits(op->content.kind, kind);
    case RT_PROTO_ENUMERATION: return kind == RT_SHAPE_TEXT;
    case RT_PROTO_RECORD: return kind == RT_SHAPE_ROW;
    case RT_PROTO_WRAPPED: return true;
    case RT_PROTO_ENTRIES: return kind == RT_SHAPE_MAP || kind == RT_SHAPE_MULTISET;
    case RT_PROTO_TIMESTAMP:
        return kind == RT_SHAPE_TIMESTAMP || kind == RT_SHAPE_TIMESTAMP_LTZ;
    case RT_PROTO_DATE: return kind == RT_SHAPE_DATE;
    case RT_PROTO_TIME: return kind == RT_SHAPE_TIME;
    case RT_PROTO_DECIMAL: return kind == RT_SHAPE_DECIMAL;
    }
    return false;
}

static int wire_of(const struct rt_proto_content *content, const struct rt_proto_field *field)
{
    if (content->form != RT_PROTO_SCALAR && content->form != RT_PROTO_ENUMERATION)
        return field->is_group ? 3 : 2;
    switch (content->kind) {
    case RT_PROTO_DOUBLE: case RT_PROTO_FIXED64: case RT_PROTO_SFIXED64: return 1;
    case RT_PROTO_STRING: case RT_PROTO_BYTES: return 2;
    case RT_PROTO_FLOAT: case RT_PROTO_FIXED32: case RT_PROTO_SFIXED32: return 5;
    case RT_PROTO_NAMED: case RT_PROTO_INT32: case RT_PROTO_INT64: case RT_PROTO_UINT32:
    case RT_PROTO_UINT64: case RT_PROTO_SINT32: case RT_PROTO_SINT64: case RT_PROTO_BOOL:
    case RT_PROTO_KINDS:
        break;
    }
    return 0;
}

static void set_symbols(struct builder *b, struct proto_op *op)
{
    const struct rt_proto_enum *enumeration = op->content.enumeration;
    struct rt_proto_symbol *symbols = allocate(b, enumeration->values.count, sizeof *symbols);

    for (size_t i = 0; i < enumeration->values.count; i++) { /* Ascending; aliases as they stand. */
        const struct rt_proto_value *value = &enumeration->values.at[i];
        const char *name = join(b, NULL, value->name);
        size_t at = i;

        for (; at && symbols[at - 1].number > value->number; at--)
            symbols[at] = symbols[at - 1];
        symbols[at] = (struct rt_proto_symbol){value->number, {name, strlen(name)}};
    }
    op->symbols = symbols;
    op->symbol_count = enumeration->values.count;
}

/* ---- what is inside ---- */

/* Builds below, where repeated fields and parts are counted anew. */
static struct proto_layout *new_layout(struct builder *b, size_t count)
{
    struct proto_layout *layout = allocate(b, 1, sizeof *layout);

    layout->ops = allocate(b, count, sizeof *layout->ops);
    layout->count = count;
    return layout;
}

static struct rt_proto_place own_place(const struct builder *b, struct rt_proto_place place)
{
    const struct rt_proto_named *named =
        b->own ? rt_proto_find(&b->own->set, "", place.message->full_name) : NULL;

    return named ? (struct rt_proto_place){named->file, named->message}
                 : (struct rt_proto_place){0};
}

static bool make_wrapped(struct builder *b, struct proto_op *op)
{
    struct proto_layout *layout = new_layout(b, 1);
    struct proto_op *value = &layout->ops[0];

    value->stored = true;
    value->shape = op->shape;
    value->path = op->path;
    value->oneof = -1;
    op->inner = layout;
    return make_op(b, value, op->content.place, rt_proto_inner(&op->content, "value"));
}

static bool make_entries(struct builder *b, struct proto_op *op)
{
    static const struct rt_shape count = {.kind = RT_SHAPE_INT};
    bool multiset = op->shape->kind == RT_SHAPE_MULTISET;
    struct proto_layout *layout = new_layout(b, 2);
    size_t *outer = b->state_count;
    bool ok = true;

    b->state_count = &layout->state_count;
    for (size_t i = 0; ok && i < 2; i++) {
        struct proto_op *half = &layout->ops[i];

        half->stored = true;
        half->shape = !i ? op->shape->key : multiset ? &count : op->shape->element;
        half->path = op->path;
        half->oneof = -1;
        ok = make_op(b, half, op->content.place,
            rt_proto_inner(&op->content, i ? "value" : "key"));
    }
    b->state_count = outer;
    op->inner = layout;
    op->lack = ok && layout->ops[1].content.presence;
    return ok;
}

static bool make_record(struct builder *b, struct proto_op *op)
{
    struct target target = {op->shape, own_place(b, op->content.place), op->path};

    op->inner = make_layout(b, op->content.place, &target);
    return op->inner != NULL;
}

static bool make_inside(struct builder *b, struct proto_op *op, const struct rt_proto_field *field)
{
    if (!value_fits(op))
        return unfit(b, op, field);
    switch (op->content.form) {
    case RT_PROTO_ENUMERATION:
        set_symbols(b, op);
        return true;
    case RT_PROTO_RECORD:
        return make_record(b, op);
    case RT_PROTO_WRAPPED:
        return make_wrapped(b, op);
    case RT_PROTO_ENTRIES:
        return make_entries(b, op);
    case RT_PROTO_SCALAR: case RT_PROTO_TIMESTAMP: case RT_PROTO_DATE: case RT_PROTO_TIME:
    case RT_PROTO_DECIMAL:
        break;
    }
    return true;
}

/* An array of what one value of the field is: elements are blocks of their own. */
static bool make_list(struct builder *b, struct proto_op *op, const struct rt_proto_field *field)
{
    struct proto_layout *layout = new_layout(b, 1);
    struct proto_op *element = &layout->ops[0];
    size_t *outer = b->state_count;
    bool ok;

    if (op->shape->kind != RT_SHAPE_ARRAY)
        return unfit(b, op, field);
    *element = *op;
    element->shape = op->shape->element;
    element->path = join(b, NULL, op->path);
    element->content.repeated = false;
    element->content.presence = false;
    b->state_count = &layout->state_count;
    element->state = (*b->state_count)++;
    ok = make_inside(b, element, field);
    b->state_count = outer;
    op->inner = layout;
    op->lack = ok && op->content.form == RT_PROTO_WRAPPED && op->content.flink &&
        element->inner->ops[0].content.presence;
    return ok;
}

static bool enter(struct builder *b, const char *path)
{
    if (++b->ops > OPS_LIMIT || b->depth >= DEPTH_LIMIT)
        return rt_fail(b->error, RT_DECODE, RT_SKIP, "field '%s': the schema is too %s", path,
            b->depth >= DEPTH_LIMIT ? "deep" : "large");
    b->depth++;
    return true;
}

/* The rest of an op whose place is known. */
static bool make_op(struct builder *b, struct proto_op *op, struct rt_proto_place place,
    const struct rt_proto_field *field)
{
    const char *why = NULL;
    bool ok;

    if (!rt_proto_content_of(b->writer, place, field, &op->content, &why))
        return rt_fail(b->error, RT_DECODE, RT_SKIP, "%s", why);
    op->number = (uint32_t)field->number;
    op->tag = op->number << 3 | (uint32_t)wire_of(&op->content, field);
    if (!op->stored)
        return true;
    if (!enter(b, op->path))
        return false;
    op->state = (*b->state_count)++;
    ok = op->content.repeated && op->content.form != RT_PROTO_ENTRIES
        ? make_list(b, op, field) : make_inside(b, op, field);
    b->depth--;
    return ok;
}

/* ---- messages ---- */

static const struct rt_shape_field *find_shape(const struct rt_shape *row, const char *name)
{
    for (size_t i = 0; i < row->field_count; i++)
        if (!strcmp(row->fields[i].name, name))
            return &row->fields[i];
    return NULL;
}

/* A field that has another name in the table's schema, and no other field has that name. */
static const char *name_by_number(const struct target *target,
    const struct rt_proto_message *message, int32_t number)
{
    for (size_t i = 0; target->own.message && i < target->own.message->fields.count; i++) {
        const struct rt_proto_field *field = &target->own.message->fields.at[i];

        if (field->number == number)
            return rt_proto_find_field(message, field->name) ? NULL : field->name;
    }
    return NULL;
}

static void place_op(struct proto_op *op, const struct rt_shape_field *found, bool *used,
    const struct rt_shape *row)
{
    used[found - row->fields] = true;
    if (found->unread)
        return;
    op->stored = true;
    op->shape = &found->shape;
    op->offset = found->offset;
    op->bit = found->null_bit;
}

/* The field of the ROW of its oneof. */
static void place_in_oneof(struct proto_op *op, const struct rt_proto_message *message,
    const struct rt_proto_field *field, bool *used, const struct rt_shape *row)
{
    const struct rt_shape_field *outer = find_shape(row, message->oneofs.at[field->oneof].name);
    const struct rt_shape_field *found;

    if (!outer)
        return;
    used[outer - row->fields] = true;
    if (outer->unread || outer->shape.kind != RT_SHAPE_ROW)
        return;
    found = find_shape(&outer->shape, field->name);
    if (!found || found->unread)
        return;
    op->stored = op->in_row = true;
    op->shape = &found->shape;
    op->offset = found->offset;
    op->bit = found->null_bit;
    op->row_shape = &outer->shape;
    op->row_offset = outer->offset;
    op->row_bit = outer->null_bit;
}

static bool make_member(struct builder *b, struct proto_op *op, struct rt_proto_place place,
    const struct rt_proto_field *field, const struct target *target, bool *used)
{
    const struct rt_shape_field *found = find_shape(target->shape, field->name);
    const char *other = found ? NULL : name_by_number(target, place.message, field->number);

    op->path = join(b, target->path, field->name);
    op->oneof = field->oneof;
    if (found)
        place_op(op, found, used, target->shape);
    else if (field->oneof >= 0)
        place_in_oneof(op, place.message, field, used, target->shape);
    if (!op->stored && other && find_shape(target->shape, other))
        place_op(op, find_shape(target->shape, other), used, target->shape);
    return make_op(b, op, place, field);
}

static int compare_ops(const void *a, const void *b)
{
    uint32_t left = ((const struct proto_op *)a)->number;
    uint32_t right = ((const struct proto_op *)b)->number;

    return (left > right) - (left < right);
}

static bool has_default(const struct builder *b, const struct target *target, const char *name)
{
    const struct rt_proto_field *field =
        target->own.message ? rt_proto_find_field(target->own.message, name) : NULL;
    struct rt_proto_content content;
    const char *ignored;

    return field && rt_proto_content_of(b->own, target->own, field, &content, &ignored) &&
        !content.presence;
}

/* Columns that the message does not have: NULL, or the default that the table's schema implies. */
static bool set_missing(struct builder *b, struct proto_layout *layout,
    const struct target *target, const bool *used)
{
    size_t *bits = allocate(b, target->shape->field_count, sizeof *bits);

    for (size_t i = 0; i < target->shape->field_count; i++) {
        const struct rt_shape_field *field = &target->shape->fields[i];

        if (used[i] || field->unread)
            continue;
        if (field->shape.nullable)
            bits[layout->null_count++] = field->null_bit;
        else if (!has_default(b, target, field->name))
            return rt_fail(b->error, RT_DECODE, RT_SKIP,
                "it has no field '%s', and the column is NOT NULL", field->name);
    }
    layout->null_bits = bits;
    return true;
}

static const struct proto_layout *make_layout(struct builder *b, struct rt_proto_place place,
    const struct target *target)
{
    struct proto_layout *layout = new_layout(b, place.message->fields.count);
    bool *used = allocate(b, target->shape->field_count, sizeof *used);

    if (!target->path) /* The record: a block. */
        b->state_count = &layout->state_count;
    for (size_t i = 0; i < layout->count; i++)
        if (!make_member(b, &layout->ops[i], place, &place.message->fields.at[i], target, used))
            return NULL;
    if (layout->count)
        qsort(layout->ops, layout->count, sizeof *layout->ops, compare_ops);
    return set_missing(b, layout, target, used) ? layout : NULL;
}

/* ---- the messages that a table holds ---- */

static const struct rt_proto_message *find_message(const struct rt_proto_schema *schema,
    const char *full_name)
{
    for (size_t i = 0; schema && i < schema->file->messages.count; i++)
        if (!strcmp(schema->file->messages.at[i]->full_name, full_name))
            return schema->file->messages.at[i];
    return NULL;
}

/* The one message of a table: of that name, or the only one of the file. NULL: the table has a
 * column for each. */
static const struct rt_proto_message *only_message(const struct builder *b)
{
    if (b->own && rt_proto_is_choice(b->own))
        return NULL;
    if (!rt_proto_is_choice(b->writer))
        return b->writer->file->messages.at[0];
    return b->own ? find_message(b->writer, b->own->file->messages.at[0]->full_name) : NULL;
}

/* A message whose fields are the columns. */
static bool make_whole(struct builder *b, const struct rt_proto_message *message)
{
    struct proto_choice *choice = &b->program->choices[b->program->choice_count++];
    struct target target = {.shape = b->program->shape};

    if (b->own)
        target.own = rt_proto_root(b->own, 0);

    *choice = (struct proto_choice){.whole = true,
        .index = (int32_t)message->index,
        .layout = make_layout(b, (struct rt_proto_place){b->writer->file, message}, &target)};
    return choice->layout;
}

static bool make_choice(struct builder *b, const struct rt_proto_message *message,
    const struct rt_shape_field *field)
{
    struct proto_choice *choice = &b->program->choices[b->program->choice_count++];
    struct rt_proto_place place = {b->writer->file, message};
    struct target target = {&field->shape, own_place(b, place), NULL};
    struct proto_layout *nothing = new_layout(b, 0);

    *choice = (struct proto_choice){.index = (int32_t)message->index, .layout = nothing,
        .offset = field->offset, .bit = field->null_bit};
    if (field->unread) {
        choice->offset = SIZE_MAX;
        return true;
    }
    if (field->shape.kind != RT_SHAPE_ROW)
        return rt_fail(b->error, RT_DECODE, RT_SKIP, "column '%s' is no ROW, but message %s",
            field->name, message->full_name);
    choice->layout = make_layout(b, place, &target);
    return choice->layout;
}

static bool make_choices(struct builder *b)
{
    const struct rt_proto_message *only = only_message(b);
    size_t count = b->writer->file->messages.count;

    b->program->choices = allocate(b, count, sizeof *b->program->choices);
    if (only)
        return make_whole(b, only);
    for (size_t i = 0; i < count; i++) {
        const struct rt_proto_message *message = b->writer->file->messages.at[i];
        const struct rt_shape_field *field = find_shape(b->program->shape, message->full_name);

        if (field && !make_choice(b, message, field))
            return false;
    }
    for (size_t i = 0; !b->program->choice_count || b->program->choices[0].whole; i++) {
        if (i == count)
            break;
        if (!make_whole(b, b->writer->file->messages.at[i]))
            return false;
    }
    return true;
}

static void program_free(struct codec_program *head)
{
    struct proto_program *program = (struct proto_program *)head;

    rt_arena_release(&program->memory);
    free(program);
}

struct codec_program *proto_program_new(const struct rt_schema *writer,
    const struct rt_schema *reader, const struct rt_shape *shape, struct rt_error *error)
{
    struct proto_program *program = rt_allocate(1, sizeof *program);
    struct builder b = {.program = program, .error = error};
    const char *why = NULL;

    program->head = (struct codec_program){proto_program_run, program_free};
    program->shape = shape;
    rt_arena_init(&program->memory);
    b.memory = rt_memory_of(&program->memory);
    b.writer = rt_proto_load(&b.memory, writer, &why);
    b.own = reader && reader->text ? rt_proto_load(&b.memory, reader, &why) : NULL;
    if (!b.writer)
        rt_fail(error, RT_DECODE, RT_SKIP, "%s", why);
    if (b.writer && make_choices(&b))
        return &program->head;
    program_free(&program->head);
    return NULL;
}
