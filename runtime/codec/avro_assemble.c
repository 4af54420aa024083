/* Steps to instructions. */
#include "codec/avro_program.h"
#include "codec/avro_schema.h"

/* Where a value goes. */
struct slot {
    size_t at;             /* from the begin of the row or item */
    uint32_t nulls, bit;
    const char *path;
};

struct assembler {
    struct avro_program *program;
    struct avro_memory memory;
};

static void assemble(struct assembler *to, const struct avro_step *step, struct slot slot);

static size_t here(const struct assembler *to)
{
    return to->program->count;
}

/* Valid until the next one. */
static struct avro_instruction *emit(struct assembler *to, enum avro_code code, struct slot slot)
{
    struct avro_program *program = to->program;
    struct avro_instruction *made;

    if (program->count == program->capacity) {
        size_t capacity = program->capacity ? 2 * program->capacity : 32;
        struct avro_instruction *code_at = avro_new(to->memory, capacity, sizeof *code_at);

        if (program->count)
            memcpy(code_at, program->code, program->count * sizeof *code_at);
        program->code = code_at;
        program->capacity = capacity;
    }
    made = &program->code[program->count++];
    *made = (struct avro_instruction){.code = code, .at = (uint32_t)slot.at, .nulls = slot.nulls,
        .bit = slot.bit, .path = *slot.path ? slot.path : "(root)"};
    return made;
}

static void land(struct assembler *to, size_t from)
{
    to->program->code[from].next = (uint32_t)here(to);
}

static struct slot inside(struct assembler *to, struct slot slot, const char *name)
{
    slot.path = *name == '[' || !*slot.path ? avro_print(to->memory, "%s%s", slot.path, name)
                                            : avro_print(to->memory, "%s.%s", slot.path, name);
    return slot;
}

/* ---- passing over ---- */

static void skip(struct assembler *to, const struct avro_schema *schema, struct slot slot);

static void skip_items(struct assembler *to, const struct avro_schema *schema, struct slot slot)
{
    size_t block;

    slot = inside(to, slot, "[]");
    emit(to, AVRO_CODE_SKIP_BEGIN, slot);
    block = here(to);
    emit(to, AVRO_CODE_SKIP_BLOCK, slot)->a =
        (int64_t)avro_schema_least(schema->items) + (schema->kind == AVRO_MAP);
    if (schema->kind == AVRO_MAP)
        emit(to, AVRO_CODE_SKIP_BYTES, slot);
    skip(to, schema->items, slot);
    emit(to, AVRO_CODE_SKIP_NEXT, slot)->next = (uint32_t)block + 1;
    land(to, block);
}

static void skip_union(struct assembler *to, const struct avro_schema *schema, struct slot slot)
{
    size_t count = schema->branch_count, choose = here(to);
    uint32_t *targets = avro_new(to->memory, count, sizeof *targets);
    size_t *ends = avro_new(to->memory, count, sizeof *ends);

    emit(to, AVRO_CODE_CHOOSE, slot)->a = (int64_t)count;
    to->program->code[choose].of.targets = targets;
    for (size_t i = 0; i < count; i++) {
        targets[i] = (uint32_t)here(to);
        skip(to, schema->branches[i], slot);
        ends[i] = here(to);
        emit(to, AVRO_CODE_JUMP, slot);
    }
    for (size_t i = 0; i < count; i++)
        land(to, ends[i]);
}

static void skip_fixed(struct assembler *to, size_t size, struct slot slot)
{
    emit(to, AVRO_CODE_SKIP_FIXED, slot)->a = (int64_t)size;
}

static void skip(struct assembler *to, const struct avro_schema *schema, struct slot slot)
{
    switch (schema->kind) {
    case AVRO_NULL:
        return;
    case AVRO_BOOLEAN:
    case AVRO_FLOAT:
    case AVRO_DOUBLE:
    case AVRO_FIXED:
        skip_fixed(to, avro_schema_least(schema), slot);
        return;
    case AVRO_INT:
    case AVRO_LONG:
    case AVRO_ENUM:
        emit(to, AVRO_CODE_SKIP_NUMBER, slot);
        return;
    case AVRO_BYTES:
    case AVRO_STRING:
        emit(to, AVRO_CODE_SKIP_BYTES, slot);
        return;
    case AVRO_ARRAY:
    case AVRO_MAP:
        skip_items(to, schema, slot);
        return;
    case AVRO_UNION:
        skip_union(to, schema, slot);
        return;
    case AVRO_RECORD:
        for (size_t i = 0; i < schema->field_count; i++)
            skip(to, schema->fields[i].schema, inside(to, slot, schema->fields[i].name));
        return;
    }
}

/* ---- reading ---- */

static void choose(struct assembler *to, const struct avro_step *step, struct slot slot)
{
    int null = avro_schema_null_branch(step->schema);
    size_t begin = here(to), *ends = avro_new(to->memory, step->part_count, sizeof *ends);
    uint32_t *targets = avro_new(to->memory, step->part_count, sizeof *targets);

    if (null >= 0 && step->parts[null].step->action == AVRO_SET_NULL) {
        emit(to, AVRO_CODE_NULLABLE, slot)->a = null;
        assemble(to, step->parts[!null].step, slot);
        land(to, begin);
        return;
    }
    emit(to, AVRO_CODE_CHOOSE, slot)->a = (int64_t)step->part_count;
    to->program->code[begin].of.targets = targets;
    for (size_t i = 0; i < step->part_count; i++) {
        targets[i] = (uint32_t)here(to);
        assemble(to, step->parts[i].step, slot);
        ends[i] = here(to);
        emit(to, AVRO_CODE_JUMP, slot);
    }
    for (size_t i = 0; i < step->part_count; i++)
        land(to, ends[i]);
}

static void parts(struct assembler *to, const struct avro_step *step, struct slot slot)
{
    for (size_t i = 0; i < step->part_count; i++) {
        const struct avro_part *part = &step->parts[i];
        struct slot member = inside(to, slot, part->name);

        if (part->index != SIZE_MAX) {
            const struct rt_shape_field *field = &step->shape->fields[part->index];

            member = inside(to, slot, field->name);
            member.nulls = field->shape.nullable ? (uint32_t)slot.at : AVRO_NO_NULLS;
            member.bit = (uint32_t)field->null_bit;
            member.at += field->offset;
        }
        assemble(to, part->step, member);
    }
}

static const struct rt_shape count_shape = {.kind = RT_SHAPE_INT};

static void items(struct assembler *to, const struct avro_step *step, struct slot slot)
{
    bool is_map = step->action == AVRO_READ_MAP;
    const struct rt_shape *shape = step->shape;
    const struct rt_shape *item = shape->kind == RT_SHAPE_MULTISET ? &count_shape : shape->element;
    struct avro_collection *kept = avro_new(to->memory, 1, sizeof *kept);
    struct slot inner = {.at = 0, .nulls = AVRO_NO_NULLS, .path = inside(to, slot, "[]").path};
    size_t block;

    *kept = (struct avro_collection){.size = rt_shape_size(item),
        .key_size = is_map ? rt_shape_size(shape->key) : 0, .clear = item->kind == RT_SHAPE_ROW,
        .nulls = is_map || (item->nullable && step->schema->items->kind == AVRO_UNION),
        .unique = is_map && shape->key->kind == RT_SHAPE_TEXT};
    emit(to, AVRO_CODE_BEGIN, slot)->of.collection = kept;
    block = here(to);
    emit(to, AVRO_CODE_BLOCK, slot)->a = (int64_t)avro_schema_least(step->schema->items) +
        (step->schema->kind == AVRO_MAP);
    to->program->code[block].of.collection = kept;
    for (size_t i = 0; i < step->part_count; i++) {
        const struct avro_part *part = &step->parts[i];
        bool is_key = is_map && part->index == 0;

        if (part->index != SIZE_MAX)
            emit(to, is_key ? AVRO_CODE_KEY : AVRO_CODE_ITEM, inner)->of.collection = kept;
        inner.nulls = !is_key && item->nullable && kept->nulls ? AVRO_ITEM_NULL : AVRO_NO_NULLS;
        assemble(to, part->step, inner);
    }
    emit(to, AVRO_CODE_NEXT, slot)->next = (uint32_t)block + 1;
    land(to, block);
}

static void assemble(struct assembler *to, const struct avro_step *step, struct slot slot)
{
    struct avro_instruction *made;

    switch (step->action) {
    case AVRO_READ_VALUE:
        made = emit(to, (enum avro_code)step->function, slot);
        made->a = step->a;
        made->b = step->b;
        return;
    case AVRO_READ_SYMBOL:
        made = emit(to, AVRO_CODE_SYMBOL, slot);
        made->a = (int64_t)step->schema->symbol_count;
        made->of.symbols = step->symbols;
        return;
    case AVRO_SET_NULL:
        emit(to, AVRO_CODE_NULL, slot);
        return;
    case AVRO_REFUSE:
        emit(to, AVRO_CODE_REFUSE, slot)->a = step->problem;
        return;
    case AVRO_SKIP:
        skip(to, step->schema, slot);
        return;
    case AVRO_CHOOSE:
        choose(to, step, slot);
        return;
    case AVRO_READ_PARTS:
        parts(to, step, slot);
        return;
    case AVRO_READ_ARRAY:
    case AVRO_READ_MAP:
        items(to, step, slot);
        return;
    case AVRO_READ_DEFAULT:
        made = emit(to, AVRO_CODE_DEFAULT, slot);
        made->a = (int64_t)step->bytes.size;
        made->of.bytes = step->bytes.data;
        assemble(to, step->parts[0].step, slot);
        emit(to, AVRO_CODE_RECORD, slot);
        return;
    }
}

void avro_assemble(struct avro_program *program, const struct avro_step *step)
{
    struct assembler to = {program, avro_memory_of(&program->arena)};
    struct slot row = {.at = 0, .nulls = AVRO_NO_NULLS, .path = ""};

    assemble(&to, step, row);
    emit(&to, AVRO_CODE_END, row);
}
