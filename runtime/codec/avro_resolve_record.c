/* Records and ROWs of union branches: which field of the writer gives which column, and what
 * columns without one are. */
#include "codec/avro_resolve.h"

static bool is_plain(unsigned char c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_';
}

bool avro_same_name(const char *field, const char *column)
{
    if (!strcmp(field, column))
        return true;
    if (*column >= '0' && *column <= '9' && *field == '_')
        field++;
    for (; *field && *column; field++, column++)
        if (*field != (is_plain((unsigned char)*column) ? *column : '_'))
            return false;
    return !*field && !*column;
}

static size_t find_column(const struct rt_shape *shape, const char *name)
{
    for (size_t i = 0; i < shape->field_count; i++)
        if (!strcmp(name, shape->fields[i].name))
            return i;
    for (size_t i = 0; i < shape->field_count; i++)
        if (avro_same_name(name, shape->fields[i].name))
            return i;
    return SIZE_MAX;
}

static const struct avro_field *find_field(const struct avro_schema *record, const char *column)
{
    for (size_t i = 0; record && record->kind == AVRO_RECORD && i < record->field_count; i++)
        if (avro_same_name(record->fields[i].name, column))
            return &record->fields[i];
    return NULL;
}

static bool has_alias(const struct avro_field *field, const char *name)
{
    for (size_t i = 0; i < field->alias_count; i++)
        if (!strcmp(field->aliases[i], name))
            return true;
    return false;
}

/* The column of a writer's field: of its name, or of a reader's field that was called so and that
 * the writer does not have. */
static size_t column_of(const struct avro_schema *writer, const struct avro_schema *reader,
    const struct rt_shape *shape, const char *name)
{
    size_t index = find_column(shape, name);

    for (size_t i = 0; index == SIZE_MAX && reader && reader->kind == AVRO_RECORD &&
                       i < reader->field_count; i++)
        if (has_alias(&reader->fields[i], name) && !find_field(writer, reader->fields[i].name))
            index = find_column(shape, reader->fields[i].name);
    return index;
}

/* ---- columns without a field ---- */

static const struct avro_step *absent(struct resolver *r, const struct avro_schema *reader,
    const struct rt_shape_field *column)
{
    const struct avro_field *field = find_field(reader, column->name);
    struct avro_step *step;
    struct avro_part *part;

    if (field && field->has_default && strcmp(field->default_json, "null") != 0) {
        step = resolve_step(r, AVRO_READ_DEFAULT, NULL, &column->shape);
        part = avro_new(r->memory, 1, sizeof *part);
        *part = (struct avro_part){field->name, 0, resolve_inner(r, column->name, field->schema,
            field->schema, &column->shape)};
        step->bytes = avro_schema_default(r->memory, field);
        step->parts = part;
        step->part_count = 1;
        return part->step ? step : NULL;
    }
    if (column->shape.nullable)
        return resolve_null(r, &column->shape);
    return resolve_fail(r, "it has no field '%s%s%s', and the column is NOT NULL", r->path,
        *r->path ? "." : "", column->name);
}

const struct avro_step *resolve_record(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape)
{
    struct avro_step *step = resolve_step(r, AVRO_READ_PARTS, writer, shape);
    bool *seen = avro_new(r->memory, shape->field_count, sizeof *seen);
    struct avro_part *parts = avro_new(r->memory, writer->field_count + shape->field_count,
        sizeof *parts);
    size_t count = 0;

    step->parts = parts;
    for (size_t i = 0; i < writer->field_count; i++) {
        const struct avro_field *field = &writer->fields[i];
        size_t index = column_of(writer, reader, shape, field->name);
        const struct rt_shape_field *column = index == SIZE_MAX ? NULL : &shape->fields[index];
        bool wanted = column && !column->unread && !seen[index];
        const struct avro_field *own = wanted ? find_field(reader, column->name) : NULL;

        if (column)
            seen[index] = true;
        parts[count++] = (struct avro_part){field->name, wanted ? index : SIZE_MAX,
            wanted ? resolve_inner(r, column->name, field->schema, own ? own->schema : NULL,
                         &column->shape)
                   : resolve_skip(r, field->name, field->schema)};
        if (!parts[count - 1].step)
            return NULL;
    }
    for (size_t i = 0; i < shape->field_count; i++) {
        if (seen[i] || shape->fields[i].unread)
            continue;
        parts[count++] = (struct avro_part){shape->fields[i].name, i,
            absent(r, reader, &shape->fields[i])};
        if (!parts[count - 1].step)
            return NULL;
    }
    step->part_count = count;
    return step;
}

/* ---- unions of the reader ---- */

bool resolve_is_union_row(struct resolver *r, const struct avro_schema *reader,
    const struct rt_shape *shape)
{
    size_t column = 0;

    if (!reader || reader->kind != AVRO_UNION || shape->kind != RT_SHAPE_ROW)
        return false;
    for (size_t i = 0; i < reader->branch_count; i++) {
        const struct avro_schema *branch = reader->branches[i];

        if (branch->kind == AVRO_NULL)
            continue;
        if (column == shape->field_count || strcmp(shape->fields[column].name,
                avro_schema_branch_name(r->memory, branch)) != 0)
            return false;
        column++;
    }
    return column >= 2 && column == shape->field_count;
}

static bool is_named(const struct avro_schema *schema)
{
    return schema->kind == AVRO_RECORD || schema->kind == AVRO_ENUM || schema->kind == AVRO_FIXED;
}

static bool is_alias(struct resolver *r, const struct avro_schema *reader,
    const struct avro_schema *writer)
{
    const char *full = avro_schema_full_name(r->memory, writer);

    for (size_t i = 0; i < reader->alias_count; i++)
        if (!strcmp(reader->aliases[i], full) || !strcmp(reader->aliases[i], writer->name))
            return true;
    return false;
}

enum { EXACT, SAME_NAME, SAME_KIND, PROMOTED, LEVELS };

/* How well a branch stands for the writer's type: the type itself must win over one that it can be
 * promoted to, whatever the order. */
static int level(struct resolver *r, const struct avro_schema *reader,
    const struct avro_schema *writer)
{
    if (reader->kind != writer->kind)
        return PROMOTED;
    if (!is_named(writer))
        return EXACT;
    if (!strcmp(reader->name, writer->name))
        return strcmp(reader->space, writer->space) ? SAME_NAME : EXACT;
    return is_alias(r, reader, writer) ? SAME_NAME : SAME_KIND;
}

const struct avro_schema *resolve_reader_branch(struct resolver *r,
    const struct avro_schema *reader, const struct avro_schema *writer)
{
    const struct avro_schema *best = NULL;

    if (!reader || reader->kind != AVRO_UNION)
        return reader;
    for (int at = EXACT; at < LEVELS && !best; at++)
        for (size_t i = 0; i < reader->branch_count && !best; i++)
            if (reader->branches[i]->kind != AVRO_NULL &&
                    level(r, reader->branches[i], writer) == at)
                best = reader->branches[i];
    return best;
}

/* The value goes to field `index` alone. */
static const struct avro_step *one_of(struct resolver *r, const struct avro_schema *writer,
    const struct rt_shape *shape, size_t index, const struct avro_step *value)
{
    struct avro_step *step = resolve_step(r, AVRO_READ_PARTS, writer, shape);
    struct avro_part *parts = avro_new(r->memory, shape->field_count, sizeof *parts);
    size_t count = 0;

    step->parts = parts;
    parts[count++] = (struct avro_part){shape->fields[index].name,
        shape->fields[index].unread ? SIZE_MAX : index, value};
    for (size_t i = 0; i < shape->field_count; i++)
        if (i != index && !shape->fields[i].unread)
            parts[count++] = (struct avro_part){shape->fields[i].name, i,
                resolve_null(r, &shape->fields[i].shape)};
    step->part_count = count;
    return step;
}

const struct avro_step *resolve_union_row(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape)
{
    for (int at = EXACT; at < LEVELS; at++) {
        size_t column = 0;

        for (size_t i = 0; i < reader->branch_count; i++) {
            const struct avro_schema *branch = reader->branches[i];
            const struct rt_shape_field *field = &shape->fields[column];
            const struct avro_step *step;

            if (branch->kind == AVRO_NULL)
                continue;
            column++;
            if (level(r, branch, writer) != at)
                continue;
            step = field->unread ? resolve_skip(r, field->name, writer)
                                 : resolve_inner(r, field->name, writer, branch, &field->shape);
            if (step)
                return one_of(r, writer, shape, column - 1, step);
        }
    }
    return resolve_unfit(r, writer, shape);
}

/* ---- the whole ---- */

static const struct avro_step *whole_record(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape)
{
    const struct avro_step *step;

    if (!resolve_enter(r, writer))
        return NULL;
    step = resolve_record(r, writer, resolve_reader_branch(r, reader, writer), shape);
    r->depth--;
    return step;
}

/* A union whose records give their fields to the columns. */
static const struct avro_step *whole_union(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape)
{
    struct avro_step *step = resolve_step(r, AVRO_CHOOSE, writer, shape);
    struct avro_part *parts = avro_new(r->memory, writer->branch_count, sizeof *parts);
    size_t fitting = 0;

    step->parts = parts;
    step->part_count = writer->branch_count;
    for (size_t i = 0; i < writer->branch_count; i++) {
        const struct avro_schema *branch = writer->branches[i];

        parts[i].name = avro_schema_branch_name(r->memory, branch);
        if (branch->kind == AVRO_RECORD)
            parts[i].step = whole_record(r, branch, reader, shape);
        if (!parts[i].step)
            parts[i].step = resolve_refusal(r, branch,
                branch->kind == AVRO_NULL ? RT_AVRO_NULL : RT_AVRO_UNFIT);
        fitting += parts[i].step->action != AVRO_REFUSE;
    }
    return fitting ? step : NULL;
}

/* What is no record goes to the only column of the side. */
static const struct avro_step *whole_datum(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape)
{
    const struct rt_shape_field *column = &shape->fields[0];
    struct avro_step *step = resolve_step(r, AVRO_READ_PARTS, writer, shape);
    struct avro_part *part = avro_new(r->memory, 1, sizeof *part);

    *part = (struct avro_part){column->name, column->unread ? SIZE_MAX : 0,
        column->unread ? resolve_skip(r, column->name, writer)
                       : resolve_inner(r, column->name, writer, reader, &column->shape)};
    step->parts = part;
    step->part_count = 1;
    return part->step ? step : NULL;
}

static const struct avro_step *whole(struct resolver *r, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape)
{
    const struct avro_step *step = NULL;

    if (resolve_is_union_row(r, reader, shape) ||
            (writer->kind == AVRO_UNION && resolve_is_union_row(r, writer, shape)))
        return resolve(r, writer, reader, shape);
    if (writer->kind == AVRO_RECORD)
        return whole_record(r, writer, reader, shape);
    if (shape->field_count == 1)
        return whole_datum(r, writer, reader, shape);
    if (writer->kind == AVRO_UNION)
        step = whole_union(r, writer, reader, shape);
    return step ? step : resolve_fail(r, "it is %s, but the table has %zu columns there",
                             avro_schema_label(r->memory, writer), shape->field_count);
}

const struct avro_step *avro_resolve(struct avro_memory memory, const struct avro_schema *writer,
    const struct avro_schema *reader, const struct rt_shape *shape, const char **why)
{
    struct resolver r = {.memory = memory, .path = ""};
    const struct avro_step *step = whole(&r, writer, reader, shape);

    if (!step)
        *why = r.why;
    return step;
}

/* ---- types in messages ---- */

const char *shape_label(struct avro_memory memory, const struct rt_shape *shape)
{
    switch (shape->kind) {
    case RT_SHAPE_BOOLEAN: return "BOOLEAN";
    case RT_SHAPE_TINYINT: return "TINYINT";
    case RT_SHAPE_SMALLINT: return "SMALLINT";
    case RT_SHAPE_INT: return "INT";
    case RT_SHAPE_BIGINT: return "BIGINT";
    case RT_SHAPE_FLOAT: return "FLOAT";
    case RT_SHAPE_DOUBLE: return "DOUBLE";
    case RT_SHAPE_TEXT: return "STRING";
    case RT_SHAPE_BYTES: return "BYTES";
    case RT_SHAPE_DATE: return "DATE";
    case RT_SHAPE_MONTHS: return "INTERVAL YEAR TO MONTH";
    case RT_SHAPE_INTERVAL: return "INTERVAL DAY TO SECOND";
    case RT_SHAPE_ARRAY: return "ARRAY";
    case RT_SHAPE_MULTISET: return "MULTISET";
    case RT_SHAPE_MAP: return "MAP";
    case RT_SHAPE_ROW: return "ROW";
    case RT_SHAPE_DECIMAL:
        return avro_print(memory, "DECIMAL(%d, %d)", shape->precision, shape->scale);
    case RT_SHAPE_TIME:
        return avro_print(memory, "TIME(%d)", shape->precision);
    case RT_SHAPE_TIMESTAMP:
        return avro_print(memory, "TIMESTAMP(%d)", shape->precision);
    case RT_SHAPE_TIMESTAMP_LTZ:
        return avro_print(memory, "TIMESTAMP_LTZ(%d)", shape->precision);
    }
    return "";
}
