/* Writer's schema, reader's schema and columns to steps. */
#include "codec/avro_resolve.h"

const struct avro_step *resolve_fail(struct resolver *r, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    r->why = avro_vprint(r->memory, format, args);
    va_end(args);
    return NULL;
}

const struct avro_step *resolve_unfit(struct resolver *r, const struct avro_schema *writer,
    const struct rt_shape *shape)
{
    return resolve_fail(r, "field '%s' is %s, which does not fit %s", r->path,
        avro_schema_label(r->memory, writer), shape_label(r->memory, shape));
}

struct avro_step *resolve_step(struct resolver *r, enum avro_action action,
    const struct avro_schema *schema, const struct rt_shape *shape)
{
    struct avro_step *step = avro_new(r->memory, 1, sizeof *step);

    step->action = action;
    step->schema = schema;
    step->shape = shape;
    return step;
}

const struct avro_step *resolve_null(struct resolver *r, const struct rt_shape *shape)
{
    struct avro_step *step =
        resolve_step(r, shape->nullable ? AVRO_SET_NULL : AVRO_REFUSE, NULL, shape);

    step->problem = RT_AVRO_NULL;
    return step;
}

const struct avro_step *resolve_refusal(struct resolver *r, const struct avro_schema *schema,
    enum rt_avro_problem problem)
{
    struct avro_step *step = resolve_step(r, AVRO_REFUSE, schema, NULL);

    step->problem = problem;
    return step;
}

static struct avro_part *parts_of(struct resolver *r, struct avro_step *step, size_t count)
{
    struct avro_part *parts = avro_new(r->memory, count, sizeof *parts);

    step->parts = parts;
    return parts;
}

const struct avro_step *resolve_inner(struct resolver *r, const char *name,
    const struct avro_schema *writer, const struct avro_schema *reader,
    const struct rt_shape *shape)
{
    const char *path = r->path;
    const struct avro_step *step;

    r->path = *name == '[' || !*path ? avro_print(r->memory, "%s%s", path, name)
                                     : avro_print(r->memory, "%s.%s", path, name);
    step = resolve(r, writer, reader, shape);
    r->path = path;
    return step;
}

const struct avro_step *resolve_skip(struct resolver *r, const char *name,
    const struct avro_schema *writer)
{
    const char *path = r->path;
    const struct avro_step *step = NULL;

    r->path = !*path ? name : avro_print(r->memory, "%s.%s", path, name);
    if (resolve_enter(r, writer)) {
        step = resolve_step(r, AVRO_SKIP, writer, NULL);
        r->depth--;
    }
    r->path = path;
    return step;
}

/* ---- limits ---- */

/* Counts what is inside; false if it contains itself, is too deep or too large. */
static bool count(struct resolver *r, const struct avro_schema *schema, int depth)
{
    bool ok = true;

    if (schema->kind == AVRO_RECORD && schema->recursive)
        return resolve_fail(r, "field '%s' is record %s, which contains itself through '%s': "
            "recursive schemas are not supported", r->path,
            avro_schema_full_name(r->memory, schema), schema->cycle), false;
    if (++r->nodes > RESOLVE_NODES || depth > RESOLVE_DEPTH)
        return resolve_fail(r, "field '%s': the schema is too %s", r->path,
            depth > RESOLVE_DEPTH ? "deep" : "large"), false;
    if (schema->kind == AVRO_ARRAY || schema->kind == AVRO_MAP)
        return count(r, schema->items, depth + 1);
    for (size_t i = 0; ok && i < schema->field_count; i++)
        ok = count(r, schema->fields[i].schema, depth + 1);
    for (size_t i = 0; ok && i < schema->branch_count; i++)
        ok = count(r, schema->branches[i], depth + 1);
    return ok;
}

bool resolve_enter(struct resolver *r, const struct avro_schema *schema)
{
    size_t nodes = r->nodes;

    if (!count(r, schema, r->depth))
        return false;
    r->nodes = nodes + 1;
    r->depth++;
    return true;
}

/* ---- single values ---- */

static const struct {
    enum rt_shape_kind column;
    int from, to;
    enum avro_kind kind;
    int logical; /* ANY: whichever */
    enum avro_function function;
    int64_t a, b;
} reads[] = {
#define NOTHING 0
#define LIMIT (-1)
#define PRECISION (-2)
#define SIZE (-3)
#define AVRO_ANY (-1)
#define AVRO_READ(column, from, to, kind, logical, function, a, b)                                 \
    {RT_SHAPE_##column, from, to, AVRO_##kind, AVRO_##logical, AVRO_READS_##function, a, b},
#include <rt/avro_types.def>
};

static int64_t argument(int64_t given, const struct avro_schema *schema,
    const struct rt_shape *shape)
{
    int64_t limit = 1;

    if (given == PRECISION)
        return shape->precision;
    if (given == SIZE)
        return schema->size;
    if (given != LIMIT)
        return given;
    for (int i = 0; i < shape->precision; i++)
        limit *= 10;
    return limit - 1;
}

/* The logical type that counts: the writer's; if it has none, the reader's. */
static const struct avro_schema *logical_of(const struct avro_schema *writer,
    const struct avro_schema *reader)
{
    return writer->logical == AVRO_PLAIN && reader && reader->kind == writer->kind ? reader
                                                                                   : writer;
}

static const struct avro_step *value(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape)
{
    const struct avro_schema *logical = logical_of(writer, reader);
    struct avro_step *step;

    if (logical->logical == AVRO_DECIMAL && shape->kind == RT_SHAPE_DECIMAL &&
        logical->scale != shape->scale)
        return NULL;
    if (writer->kind == AVRO_FIXED && reader && reader->kind == AVRO_FIXED &&
        writer->logical != AVRO_DECIMAL && writer->size != reader->size)
        return NULL;
    for (size_t i = 0; i < sizeof reads / sizeof *reads; i++) {
        if (reads[i].column != shape->kind || reads[i].kind != writer->kind ||
            (reads[i].logical != AVRO_ANY && reads[i].logical != (int)logical->logical) ||
            (reads[i].to && (shape->precision < reads[i].from || shape->precision > reads[i].to)))
            continue;
        step = resolve_step(r, AVRO_READ_VALUE, writer, shape);
        step->function = reads[i].function;
        step->a = argument(reads[i].a, writer, shape);
        step->b = argument(reads[i].b, writer, shape);
        return step;
    }
    return NULL;
}

static bool has_symbol(const struct avro_schema *schema, const char *symbol)
{
    for (size_t i = 0; i < schema->symbol_count; i++)
        if (!strcmp(schema->symbols[i], symbol))
            return true;
    return false;
}

/* A symbol that the reader's enum does not know is its default, or refused. */
static const struct avro_step *symbol(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape)
{
    struct avro_step *step = resolve_step(r, AVRO_READ_SYMBOL, writer, shape);
    struct rt_text *symbols = avro_new(r->memory, writer->symbol_count, sizeof *symbols);

    for (size_t i = 0; i < writer->symbol_count; i++) {
        const char *text = writer->symbols[i];

        if (reader && reader->kind == AVRO_ENUM && !has_symbol(reader, text))
            text = reader->enum_default;
        if (text)
            symbols[i] = (struct rt_text){text, strlen(text)};
        step->some_refused |= !text;
    }
    step->symbols = symbols;
    return step;
}

/* ---- arrays and maps ---- */

static const struct avro_step *array(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape)
{
    struct avro_step *step = resolve_step(r, AVRO_READ_ARRAY, writer, shape);
    struct avro_part *parts = parts_of(r, step, 1);

    if (!avro_schema_least(writer->items))
        return resolve_unfit(r, writer, shape);
    step->part_count = 1;
    parts[0] = (struct avro_part){"[]", 0, resolve_inner(r, "[]", writer->items,
        reader && reader->kind == AVRO_ARRAY ? reader->items : NULL, shape->element)};
    return parts[0].step ? step : NULL;
}

static const struct rt_shape multiset_count = {.kind = RT_SHAPE_INT};

static const struct rt_shape *value_shape(const struct rt_shape *map)
{
    return map->kind == RT_SHAPE_MULTISET ? &multiset_count : map->element;
}

static struct avro_schema map_key = {.kind = AVRO_STRING};

/* An Avro map: a string, then the value. */
static const struct avro_step *map(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape)
{
    struct avro_step *step = resolve_step(r, AVRO_READ_MAP, writer, shape);
    struct avro_part *parts = parts_of(r, step, 2);

    step->part_count = 2;
    parts[0] = (struct avro_part){"[]", 0, resolve_inner(r, "[]", &map_key, NULL, shape->key)};
    parts[1] = (struct avro_part){"[]", 1, parts[0].step ? resolve_inner(r, "[]", writer->items,
        reader && reader->kind == AVRO_MAP ? reader->items : NULL, value_shape(shape)) : NULL};
    return parts[1].step ? step : NULL;
}

static const struct avro_schema *field_schema(const struct avro_schema *record, const char *name)
{
    for (size_t i = 0; record && record->kind == AVRO_RECORD && i < record->field_count; i++)
        if (!strcmp(record->fields[i].name, name))
            return record->fields[i].schema;
    return NULL;
}

/* A map whose keys are no strings: an array of records of `key` and `value`. */
static const struct avro_step *entries(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape)
{
    const struct avro_schema *item = writer->items;
    const struct avro_schema *own = reader && reader->kind == AVRO_ARRAY ? reader->items : NULL;
    struct avro_step *step = resolve_step(r, AVRO_READ_MAP, writer, shape);
    struct avro_part *parts = parts_of(r, step, item->field_count);

    if (!avro_schema_least(item) || !field_schema(item, "key") || !field_schema(item, "value"))
        return resolve_unfit(r, writer, shape);
    for (size_t i = 0; i < item->field_count; i++) {
        const struct avro_field *field = &item->fields[i];
        size_t index = !strcmp(field->name, "key") ? 0 : !strcmp(field->name, "value") ? 1
                                                                                       : SIZE_MAX;

        parts[i] = (struct avro_part){field->name, index, index == SIZE_MAX
            ? resolve_skip(r, "[]", field->schema)
            : resolve_inner(r, "[]", field->schema, field_schema(own, field->name),
                  index ? value_shape(shape) : shape->key)};
        if (!parts[i].step)
            return NULL;
    }
    step->part_count = item->field_count;
    return step;
}

/* ---- unions of the writer ---- */

/* One branch; that it does not fit is found out when a record has it. */
static const struct avro_step *branch(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape)
{
    const struct avro_step *step;

    if (writer->kind == AVRO_NULL)
        return resolve_null(r, shape);
    step = resolve(r, writer, reader, shape);
    return step ? step : resolve_refusal(r, writer, RT_AVRO_UNFIT);
}

static const struct avro_step *choose(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape)
{
    struct avro_step *step = resolve_step(r, AVRO_CHOOSE, writer, shape);
    struct avro_part *parts = parts_of(r, step, writer->branch_count);
    size_t fitting = 0;

    if (!resolve_is_union_row(r, reader, shape) && resolve_is_union_row(r, writer, shape))
        reader = writer;
    step->part_count = writer->branch_count;
    for (size_t i = 0; i < writer->branch_count; i++) {
        const struct avro_schema *of = writer->branches[i];

        parts[i] = (struct avro_part){avro_schema_branch_name(r->memory, of), 0,
            branch(r, of, reader, shape)};
        fitting += parts[i].step->action != AVRO_REFUSE && of->kind != AVRO_NULL;
    }
    if (fitting)
        return step;
    return avro_schema_null_branch(writer) >= 0 && r->why ? NULL : resolve_unfit(r, writer, shape);
}

/* ---- any ---- */

static const struct avro_step *datum(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape)
{
    bool is_map = shape->kind == RT_SHAPE_MAP || shape->kind == RT_SHAPE_MULTISET;
    const struct avro_step *step;

    if (writer->kind == AVRO_UNION)
        return choose(r, writer, reader, shape);
    if (writer->kind == AVRO_NULL)
        return resolve_null(r, shape);
    if (resolve_is_union_row(r, reader, shape))
        return resolve_union_row(r, writer, reader, shape);
    reader = resolve_reader_branch(r, reader, writer);
    if (writer->kind == AVRO_ENUM && shape->kind == RT_SHAPE_TEXT)
        return symbol(r, writer, reader, shape);
    step = value(r, writer, reader, shape);
    if (step)
        return step;
    if (writer->kind == AVRO_RECORD && shape->kind == RT_SHAPE_ROW)
        return resolve_record(r, writer, reader, shape);
    if (writer->kind == AVRO_ARRAY && shape->kind == RT_SHAPE_ARRAY)
        return array(r, writer, reader, shape);
    if (writer->kind == AVRO_MAP && is_map)
        return map(r, writer, reader, shape);
    if (writer->kind == AVRO_ARRAY && writer->items->kind == AVRO_RECORD && is_map)
        return entries(r, writer, reader, shape);
    return resolve_unfit(r, writer, shape);
}

const struct avro_step *resolve(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape)
{
    const struct avro_step *step;

    if (!resolve_enter(r, writer))
        return NULL;
    r->why = NULL;
    step = datum(r, writer, reader, shape);
    r->depth--;
    return step;
}
