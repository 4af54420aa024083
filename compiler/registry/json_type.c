/* JSON Schemas to SQL types, as README.md lists them. */
#include "json_type.h"

#include "json_schema.h"

#include <rt/json_schema.h>
#include <stdlib.h>
#include <string.h>

/* A definition stands for itself wherever it is named: a few can unfold without end. */
enum { NODE_LIMIT = 100000 };

struct mapper {
    struct arena *arena;
    const char *error;
    const char *path;                      /* "orders.lines[]", "" at the top */
    VEC(const struct json_schema *) within; /* targets of references being mapped */
    size_t nodes;
};

static struct json_shape *map_node(struct mapper *mapper, const struct json_schema *schema,
    const struct json_schema *carrier);

__attribute__((format(printf, 2, 3))) static struct json_shape *fail(struct mapper *mapper,
    const char *format, ...)
{
    va_list args;

    if (mapper->error)
        return NULL;
    va_start(args, format);
    mapper->error = arena_vprintf(mapper->arena, format, args);
    va_end(args);
    if (*mapper->path)
        mapper->error = arena_printf(mapper->arena, "field '%s': %s", mapper->path, mapper->error);
    return NULL;
}

static const struct json_schema *target_of(const struct json_schema *schema)
{
    for (int i = 0; schema->target && i < 200; i++)
        schema = schema->target;
    return schema;
}

static struct json_shape *shape(struct mapper *mapper, enum json_form form,
    const struct type *type)
{
    struct json_shape *made = NEW(mapper->arena, struct json_shape);

    made->form = form;
    made->type = type;
    return made;
}

static struct json_shape *scalar(struct mapper *mapper, const struct type *type)
{
    return shape(mapper, JSON_FORM_SCALAR, type);
}

static struct json_shape *simple(struct mapper *mapper, enum type_kind kind)
{
    return scalar(mapper, type_simple(mapper->arena, kind, false));
}

static void set_nullable(struct mapper *mapper, struct json_shape *made)
{
    made->type = type_with_null(mapper->arena, made->type, true);
}

static struct json_shape *set_takes_null(struct mapper *mapper, struct json_shape *made)
{
    if (made) {
        made->takes_null = true;
        set_nullable(mapper, made);
    }
    return made;
}

/* ---- keywords of connect.* and flink.* ---- */

static bool hint_is(const struct json_schema *carrier, const char *key, const char *value)
{
    const char *text = map_get(&carrier->hints, key);

    return text && strcmp(text, value) == 0;
}

/* `fallback` if it is not given or out of bounds. */
static int hint_number(const struct json_schema *carrier, const char *key, int least, int most,
    int fallback)
{
    const char *text = map_get(&carrier->hints, key);
    long value = text ? strtol(text, NULL, 10) : least - 1;

    return value < least || value > most ? fallback : (int)value;
}

static int precision_of(const struct json_schema *carrier)
{
    return hint_number(carrier, "flink.precision", 0, 9, 3);
}

/* ---- numbers and strings ---- */

static struct json_shape *map_decimal(struct mapper *mapper, const struct json_schema *carrier)
{
    const char *given = map_get(&carrier->hints, "connect.parameters.connect.decimal.precision");
    int precision = hint_number(carrier, "connect.parameters.connect.decimal.precision", 1,
        TYPE_MAX_PRECISION, given ? 0 : TYPE_MAX_PRECISION);
    const char *written = map_get(&carrier->hints, "connect.parameters.scale");
    int scale = hint_number(carrier, "connect.parameters.scale", 0, TYPE_MAX_PRECISION,
        written ? -1 : 18);

    if (!precision || scale < 0 || scale > precision)
        return fail(mapper, "a decimal of precision %s and scale %s: DECIMAL goes up to %d digits",
            given ? given : "38", written ? written : "18", TYPE_MAX_PRECISION);
    return scalar(mapper, type_decimal(mapper->arena, precision, scale, false));
}

static struct json_shape *map_temporal(struct mapper *mapper, enum type_kind kind,
    const struct json_schema *carrier)
{
    return scalar(mapper, type_temporal(mapper->arena, kind, precision_of(carrier), false));
}

static struct json_shape *number_of(struct mapper *mapper, enum rt_shape_kind kind,
    const struct json_schema *carrier)
{
    switch (kind) {
    case RT_SHAPE_TINYINT: return simple(mapper, TYPE_TINYINT);
    case RT_SHAPE_SMALLINT: return simple(mapper, TYPE_SMALLINT);
    case RT_SHAPE_INT: return simple(mapper, TYPE_INT);
    case RT_SHAPE_BIGINT: return simple(mapper, TYPE_BIGINT);
    case RT_SHAPE_FLOAT: return simple(mapper, TYPE_FLOAT);
    case RT_SHAPE_DOUBLE: return simple(mapper, TYPE_DOUBLE);
    case RT_SHAPE_DECIMAL: return map_decimal(mapper, carrier);
    case RT_SHAPE_DATE: return simple(mapper, TYPE_DATE);
    case RT_SHAPE_TIME: return map_temporal(mapper, TYPE_TIME, carrier);
    case RT_SHAPE_TIMESTAMP: return map_temporal(mapper, TYPE_TIMESTAMP, carrier);
    case RT_SHAPE_TIMESTAMP_LTZ: return map_temporal(mapper, TYPE_TIMESTAMP_LTZ, carrier);
    case RT_SHAPE_BOOLEAN: case RT_SHAPE_TEXT: case RT_SHAPE_BYTES: case RT_SHAPE_MONTHS:
    case RT_SHAPE_INTERVAL: case RT_SHAPE_ARRAY: case RT_SHAPE_MULTISET: case RT_SHAPE_MAP:
    case RT_SHAPE_ROW:
        break;
    }
    BUG("a number of kind %d", (int)kind);
}

static struct json_shape *map_number(struct mapper *mapper, const struct json_schema *schema,
    const struct json_schema *carrier)
{
    const char *type = carrier->connect_type;
    const struct rt_json_number number = {schema->integer, type, carrier->title,
        map_get(&carrier->hints, "flink.type")};
    enum rt_shape_kind kind;
    struct json_shape *made;

    if (!rt_json_number_kind(&number, &kind))
        return strcmp(type, "bytes") == 0
            ? fail(mapper, "a number with \"connect.type\": \"bytes\" that is no Decimal")
            : fail(mapper, "a number with \"connect.type\": \"%s\" has no SQL type", type);
    made = number_of(mapper, kind, carrier);
    if (made)
        made->integer = schema->integer;
    return made;
}

static struct json_shape *map_string(struct mapper *mapper, const struct json_schema *schema,
    const struct json_schema *carrier)
{
    bool bytes = carrier->connect_type && strcmp(carrier->connect_type, "bytes") == 0;
    double least = schema->min_length.text ? schema->min_length.value : -1;
    double most = schema->max_length.text ? schema->max_length.value : TYPE_MAX_LENGTH;

    if (bytes) {
        least = hint_number(carrier, "flink.minLength", 1, TYPE_MAX_LENGTH, -1);
        most = hint_number(carrier, "flink.maxLength", 1, TYPE_MAX_LENGTH, TYPE_MAX_LENGTH);
    }
    if (most < 1 || most > TYPE_MAX_LENGTH)
        most = TYPE_MAX_LENGTH;
    return scalar(mapper, type_sized(mapper->arena,
        bytes ? least == most ? TYPE_BINARY : TYPE_VARBINARY
              : least == most ? TYPE_CHAR : TYPE_VARCHAR, (int)most, false));
}

/* ---- enum, const ---- */

static void add_symbols(struct mapper *mapper, const struct json_schema *schema,
    struct json_shape *made)
{
    struct json_symbol *symbols = arena_array(mapper->arena, schema->value_count + 1,
        sizeof *symbols);

    for (size_t i = 0; i < schema->value_count; i++) {
        const char *json = schema->values[i];
        json_t *value = json_loads(json, JSON_DECODE_ANY, NULL);

        if (json_is_null(value))
            made->takes_null = true;
        else
            symbols[made->symbol_count++] = (struct json_symbol){json_is_string(value)
                ? arena_strdup(mapper->arena, json_string_value(value)) : json, json};
        json_decref(value);
    }
    made->symbols = symbols;
    if (made->takes_null)
        set_nullable(mapper, made);
}

static struct json_shape *map_symbols(struct mapper *mapper, const struct json_schema *schema)
{
    struct json_shape *made = scalar(mapper, type_string(mapper->arena, false));

    add_symbols(mapper, schema, made);
    return made->symbol_count ? made : fail(mapper, "null alone: no column can be that");
}

/* ---- objects and arrays ---- */

static struct json_shape *map_within(struct mapper *mapper, const struct json_schema *schema,
    const char *name)
{
    const char *outer = mapper->path;
    struct json_shape *made;

    mapper->path = *outer && *name != '[' ? arena_printf(mapper->arena, "%s.%s", outer, name)
                                          : arena_printf(mapper->arena, "%s%s", outer, name);
    made = map_node(mapper, schema, schema);
    mapper->path = outer;
    return made;
}

static struct json_shape *make_map(struct mapper *mapper, const struct json_schema *carrier,
    struct json_shape *key, struct json_shape *item)
{
    struct arena *arena = mapper->arena;
    const struct type *key_type = key ? key->type : type_string(arena, false);
    struct json_shape *made = shape(mapper, key ? JSON_FORM_ENTRIES : JSON_FORM_MEMBERS, NULL);

    made->key = key;
    made->item = item;
    if (!hint_is(carrier, "flink.type", "multiset"))
        made->type = type_map(arena, key_type, item->type, false);
    else if (item->type->kind == TYPE_INT)
        made->type = type_multiset(arena, key_type, false);
    else
        return fail(mapper, "a multiset counts in INT, not %s", type_brief(arena, item->type));
    return made;
}

static int by_index_and_place(const void *a, const void *b)
{
    const struct map_entry *x = *(const struct map_entry *const *)a;
    const struct map_entry *y = *(const struct map_entry *const *)b;
    const struct json_schema *left = x->value, *right = y->value;
    int i = hint_number(target_of(left), "connect.index", 0, INT32_MAX - 1, INT32_MAX);
    int j = hint_number(target_of(right), "connect.index", 0, INT32_MAX - 1, INT32_MAX);

    return i != j ? (i > j) - (i < j) : (x > y) - (x < y);
}

/* Fields of the ROW in the order of connect.index; those without one behind, as the schema has them
 * (reference 003, "Schema reference examples"). */
static bool map_fields(struct mapper *mapper, const struct map *properties,
    const struct map *required, struct json_shape *made)
{
    const struct map_entry **order = arena_array(mapper->arena, properties->count + 1,
        sizeof *order);
    struct type_field *fields = arena_array(mapper->arena, properties->count + 1, sizeof *fields);

    made->fields = arena_array(mapper->arena, properties->count + 1, sizeof *made->fields);
    made->field_count = properties->count;
    for (size_t i = 0; i < properties->count; i++)
        order[i] = &properties->at[i];
    qsort(order, properties->count, sizeof *order, by_index_and_place);
    for (size_t i = 0; i < properties->count; i++) {
        struct json_field *field = &made->fields[order[i] - properties->at];
        const struct json_schema *schema = order[i]->value;

        field->name = order[i]->key;
        field->index = i;
        field->required = map_get(required, field->name);
        field->comment = target_of(schema)->description;
        field->shape = map_within(mapper, schema, field->name);
        if (!field->shape)
            return false;
        if (!field->required)
            set_nullable(mapper, field->shape);
        fields[i] = (struct type_field){field->name, field->shape->type, field->comment};
    }
    made->type = type_row(mapper->arena, fields, properties->count, false);
    return true;
}

static struct json_shape *map_object(struct mapper *mapper, const struct json_schema *schema,
    const struct json_schema *carrier)
{
    bool is_map = carrier->connect_type && strcmp(carrier->connect_type, "map") == 0;
    struct json_shape *made, *item;

    if (is_map || (!schema->properties.count && schema->additional &&
            schema->additional->kind != JSON_SCHEMA_NONE)) {
        if (!schema->additional)
            return fail(mapper, "a map of any values has no SQL type");
        item = map_within(mapper, schema->additional, "[]");
        return item ? make_map(mapper, carrier, NULL, item) : NULL;
    }
    if (!schema->properties.count)
        return fail(mapper, "an object without properties has no columns");
    made = shape(mapper, JSON_FORM_ROW, NULL);
    made->closed = schema->additional && schema->additional->kind == JSON_SCHEMA_NONE;
    return map_fields(mapper, &schema->properties, &schema->required, made) ? made : NULL;
}

static struct json_shape *map_array(struct mapper *mapper, const struct json_schema *schema,
    const struct json_schema *carrier)
{
    const struct json_schema *items = schema->items ? target_of(schema->items) : NULL;
    struct json_shape *made, *item, *key;

    if (schema->tuple.count)
        return fail(mapper, "a tuple, an array of items of several types, has no SQL type");
    if (!items)
        return fail(mapper, "an array that does not say what its items are has no SQL type");
    if (carrier->connect_type && strcmp(carrier->connect_type, "map") == 0 &&
            items->kind == JSON_SCHEMA_OBJECT && map_get(&items->properties, "key") &&
            map_get(&items->properties, "value")) {
        key = map_within(mapper, map_get(&items->properties, "key"), "[].key");
        item = map_within(mapper, map_get(&items->properties, "value"), "[].value");
        return key && item ? make_map(mapper, carrier, key, item) : NULL;
    }
    item = map_within(mapper, schema->items, "[]");
    if (!item)
        return NULL;
    made = shape(mapper, JSON_FORM_ARRAY, type_array(mapper->arena, item->type, false));
    made->item = item;
    return made;
}

/* ---- allOf, and keywords of several kinds in one object ---- */

/* What the parts say together. */
struct merged {
    struct map properties, required;
    const struct json_schema *choice, *values, *number, *other; /* NULL: none */
    bool closed, refused;
};

static void merge(struct mapper *mapper, const struct json_schema *schema, struct merged *all,
    int depth);

static void merge_part(struct mapper *mapper, const struct json_schema *part, struct merged *all,
    int depth)
{
    switch (part->kind) {
    case JSON_SCHEMA_ALL_OF:
        merge(mapper, part, all, depth + 1);
        break;
    case JSON_SCHEMA_OBJECT:
        for (size_t i = 0; i < part->properties.count; i++) {
            const char *name = part->properties.at[i].key;

            map_put(&all->properties, name, part->properties.at[i].value);
            map_put(&all->required, name, map_get(&part->required, name));
        }
        all->closed |= part->additional && part->additional->kind == JSON_SCHEMA_NONE;
        if (!all->other)
            all->other = part;
        break;
    case JSON_SCHEMA_ANY_OF: case JSON_SCHEMA_ONE_OF:
        all->choice = part;
        break;
    case JSON_SCHEMA_ENUM: case JSON_SCHEMA_CONST:
        all->values = part;
        break;
    case JSON_SCHEMA_NUMBER:
        all->number = part;
        break;
    case JSON_SCHEMA_STRING: case JSON_SCHEMA_BOOLEAN: case JSON_SCHEMA_NULL:
    case JSON_SCHEMA_ARRAY: case JSON_SCHEMA_NONE:
        all->other = part;
        break;
    case JSON_SCHEMA_NOT: case JSON_SCHEMA_IF:
        all->refused = true;
        break;
    case JSON_SCHEMA_ANY:
        break;
    }
}

static void merge(struct mapper *mapper, const struct json_schema *schema, struct merged *all,
    int depth)
{
    for (size_t i = 0; depth < 100 && i < schema->parts.count; i++)
        merge_part(mapper, target_of(schema->parts.at[i]), all, depth);
}

static struct json_shape *map_all(struct mapper *mapper, const struct json_schema *schema,
    const struct json_schema *carrier)
{
    struct merged all = {.properties.arena = mapper->arena, .required.arena = mapper->arena};
    struct json_shape *made;
    const struct json_schema *one;

    merge(mapper, schema, &all, 0);
    if (all.refused)
        return fail(mapper, "\"not\" and \"if\" have no SQL type: a property declared under a "
            "condition has no column");
    if (all.properties.count && !(carrier->connect_type &&
            strcmp(carrier->connect_type, "map") == 0)) {
        made = shape(mapper, JSON_FORM_ROW, NULL);
        made->closed = all.closed;
        return map_fields(mapper, &all.properties, &all.required, made) ? made : NULL;
    }
    one = all.number ? all.number
        : all.other && all.other->kind != JSON_SCHEMA_OBJECT ? all.other
        : all.choice ? all.choice : all.other ? all.other : all.values;
    if (!one)
        return fail(mapper, "any value is valid: no SQL type");
    made = map_node(mapper, one, carrier);
    if (made && all.values && one != all.values) {
        bool takes_null = made->takes_null;

        add_symbols(mapper, all.values, made);
        made->takes_null &= takes_null || (one != all.number && one != all.other);
    }
    return made;
}

/* ---- oneOf, anyOf ---- */

static bool is_null(const struct json_schema *schema)
{
    return schema->kind == JSON_SCHEMA_NULL ||
        ((schema->kind == JSON_SCHEMA_ENUM || schema->kind == JSON_SCHEMA_CONST) &&
            schema->value_count == 1 && strcmp(schema->values[0], "null") == 0);
}

/* Branches are named after their titles. */
static struct json_shape *map_union(struct mapper *mapper, const struct json_schema *schema,
    const struct json_schema *carrier)
{
    struct arena *arena = mapper->arena;
    struct json_shape *made = shape(mapper, JSON_FORM_UNION, NULL);
    struct type_field *fields = arena_array(arena, schema->parts.count, sizeof *fields);
    struct map names = {.arena = arena};

    made->fields = arena_array(arena, schema->parts.count, sizeof *made->fields);
    for (size_t i = 0; i < schema->parts.count; i++) {
        const struct json_schema *part = target_of(schema->parts.at[i]);
        struct json_field *field = &made->fields[made->field_count];

        if (is_null(part))
            continue;
        field->name = part->title && !part->inner && !map_get(&names, part->title)
            ? part->title : arena_printf(arena, "connect_union_field_%zu", made->field_count);
        field->index = made->field_count;
        map_put(&names, field->name, field);
        field->shape = map_node(mapper, schema->parts.at[i], carrier);
        if (!field->shape)
            return NULL;
        made->takes_null |= field->shape->takes_null;
        set_nullable(mapper, field->shape);
        fields[made->field_count++] = (struct type_field){field->name, field->shape->type, NULL};
    }
    made->type = type_row(arena, fields, made->field_count, made->takes_null);
    return made;
}

static struct json_shape *map_choice(struct mapper *mapper, const struct json_schema *schema,
    const struct json_schema *carrier)
{
    const struct json_schema *one = NULL;
    struct json_shape *made;
    size_t others = 0;

    for (size_t i = 0; i < schema->parts.count; i++) {
        if (is_null(target_of(schema->parts.at[i])))
            continue;
        one = schema->parts.at[i];
        others++;
    }
    if (!others)
        return fail(mapper, "null alone: no column can be that");
    made = others == 1 ? map_node(mapper, one, carrier) : map_union(mapper, schema, carrier);
    return others < schema->parts.count ? set_takes_null(mapper, made) : made;
}

/* ---- a schema ---- */

static struct json_shape *map_kind(struct mapper *mapper, const struct json_schema *schema,
    const struct json_schema *carrier)
{
    switch (schema->kind) {
    case JSON_SCHEMA_ANY: return fail(mapper, "any value is valid: no SQL type");
    case JSON_SCHEMA_NONE: return fail(mapper, "no value is valid");
    case JSON_SCHEMA_NULL: return fail(mapper, "null alone: no column can be that");
    case JSON_SCHEMA_BOOLEAN: return simple(mapper, TYPE_BOOLEAN);
    case JSON_SCHEMA_NUMBER: return map_number(mapper, schema, carrier);
    case JSON_SCHEMA_STRING: return map_string(mapper, schema, carrier);
    case JSON_SCHEMA_ENUM: case JSON_SCHEMA_CONST: return map_symbols(mapper, schema);
    case JSON_SCHEMA_OBJECT: return map_object(mapper, schema, carrier);
    case JSON_SCHEMA_ARRAY: return map_array(mapper, schema, carrier);
    case JSON_SCHEMA_ALL_OF: return map_all(mapper, schema, carrier);
    case JSON_SCHEMA_ANY_OF: case JSON_SCHEMA_ONE_OF:
        return map_choice(mapper, schema, carrier);
    case JSON_SCHEMA_NOT: case JSON_SCHEMA_IF:
        return fail(mapper, "\"not\" and \"if\" have no SQL type: a property declared under a "
            "condition has no column");
    }
    return NULL;
}

/* `carrier` has the title and hints of the object that an inner schema belongs to. */
static struct json_shape *map_node(struct mapper *mapper, const struct json_schema *schema,
    const struct json_schema *carrier)
{
    const struct json_schema *target = target_of(schema);
    struct json_shape *made;

    if (++mapper->nodes > NODE_LIMIT)
        return fail(mapper, "more than %d fields, unfolded", NODE_LIMIT);
    for (size_t i = 0; i < mapper->within.count; i++)
        if (mapper->within.at[i] == target)
            return fail(mapper, "%s contains itself: no SQL type does",
                schema->reference ? schema->reference : "it");
    vec_push(mapper->arena, &mapper->within, target);
    made = map_kind(mapper, target, target->inner ? carrier : target);
    mapper->within.count--;
    return made;
}

struct json_shape *json_shape_of_schema(struct arena *arena, const struct schema_text *schema,
    const char **error)
{
    struct json_schema_text *others = arena_array(arena, schema->reference_count + 1,
        sizeof *others);
    struct mapper mapper = {.arena = arena, .path = ""};
    struct json_schema *parsed;
    struct json_shape *made;

    for (size_t i = 0; i < schema->reference_count; i++)
        others[i] = (struct json_schema_text){schema->references[i].name,
            schema->references[i].text};
    parsed = json_schema_parse(arena, schema->text, others, schema->reference_count, error);
    if (!parsed)
        return NULL;
    made = map_node(&mapper, parsed, parsed);
    if (!made)
        *error = mapper.error;
    return made;
}

/* ---- a type by itself ---- */

static struct json_shape *shape_of(struct mapper *mapper, const struct type *type)
{
    struct json_shape *made = shape(mapper, JSON_FORM_SCALAR, type);

    made->takes_null = type->nullable;
    switch (type->kind) {
    case TYPE_ARRAY:
        made->form = JSON_FORM_ARRAY;
        made->item = shape_of(mapper, type->element);
        return made->item ? made : NULL;
    case TYPE_MAP: case TYPE_MULTISET:
        made->form = JSON_FORM_MEMBERS;
        if (!type_is_text(type->kind == TYPE_MAP ? type->key : type->element))
            return fail(mapper, "%s: the keys of a JSON object are text",
                type_brief(mapper->arena, type));
        made->item = shape_of(mapper, type->kind == TYPE_MAP ? type->element
            : type_simple(mapper->arena, TYPE_INT, false));
        return made->item ? made : NULL;
    case TYPE_ROW:
        made->form = JSON_FORM_ROW;
        made->field_count = type->field_count;
        made->fields = arena_array(mapper->arena, type->field_count + 1, sizeof *made->fields);
        for (size_t i = 0; i < type->field_count; i++) {
            const struct type_field *field = &type->fields[i];
            struct json_shape *inner = shape_of(mapper, field->type);

            if (!inner)
                return NULL;
            made->fields[i] = (struct json_field){.name = field->name, .shape = inner,
                .required = !field->type->nullable, .index = i};
        }
        return made;
    case TYPE_BOOLEAN: case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT: case TYPE_BIGINT:
    case TYPE_FLOAT: case TYPE_DOUBLE: case TYPE_DECIMAL: case TYPE_CHAR: case TYPE_VARCHAR:
    case TYPE_BINARY: case TYPE_VARBINARY: case TYPE_DATE: case TYPE_TIME: case TYPE_TIMESTAMP:
    case TYPE_TIMESTAMP_LTZ:
        return made;
    case TYPE_NULL: case TYPE_TIMESTAMP_TZ: case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY:
    case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR:
        break;
    }
    return fail(mapper, "%s has no form in JSON", type_brief(mapper->arena, type));
}

struct json_shape *json_shape_of_type(struct arena *arena, const struct type *type,
    const char **error)
{
    struct mapper mapper = {.arena = arena, .path = ""};
    struct json_shape *made = shape_of(&mapper, type);

    if (!made)
        *error = mapper.error;
    return made;
}
