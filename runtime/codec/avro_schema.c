/* Avro schema text to nodes: names resolved, every rule of the specification checked. */
#include "codec/avro_schema.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 200, DUMP = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17) };

/* A named type by its full name, or a field or symbol met before. */
struct entry {
    const char *name;
    struct avro_schema *schema;
};

struct entries {
    struct entry *at;
    size_t count, capacity;
};

struct parser {
    struct avro_memory memory;
    struct entries names, records;
    const char *error;
    int depth;
};

static const struct entry *find(const struct entries *entries, const char *name)
{
    for (size_t i = 0; i < entries->count; i++)
        if (strcmp(entries->at[i].name, name) == 0)
            return &entries->at[i];
    return NULL;
}

static void add(struct parser *parser, struct entries *entries, const char *name,
    struct avro_schema *schema)
{
    if (entries->count == entries->capacity) {
        size_t capacity = entries->capacity ? 2 * entries->capacity : 8;
        struct entry *at = avro_new(parser->memory, capacity, sizeof *at);

        if (entries->count)
            memcpy(at, entries->at, entries->count * sizeof *at);
        entries->at = at;
        entries->capacity = capacity;
    }
    entries->at[entries->count++] = (struct entry){name, schema};
}

static struct avro_schema *parse_schema(struct parser *parser, const json_t *json,
    const char *space, const char *path);

/* The first fault counts. */
static void note_error(struct parser *parser, const char *path, const char *format, va_list args)
{
    if (!parser->error)
        parser->error = avro_print(parser->memory, "%s: %s", path,
            avro_vprint(parser->memory, format, args));
}

__attribute__((format(printf, 3, 4))) static struct avro_schema *fail(struct parser *parser,
    const char *path, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    note_error(parser, path, format, args);
    va_end(args);
    return NULL;
}

__attribute__((format(printf, 3, 4))) static bool refuse(struct parser *parser, const char *path,
    const char *format, ...)
{
    va_list args;

    va_start(args, format);
    note_error(parser, path, format, args);
    va_end(args);
    return false;
}

static const char *below(struct parser *parser, const char *path, const char *member)
{
    return avro_print(parser->memory, "%s.%s", path, member);
}

static const char *item(struct parser *parser, const char *path, size_t index)
{
    return avro_print(parser->memory, "%s[%zu]", path, index);
}

static const char *copy_of(struct parser *parser, const char *text)
{
    return avro_copy(parser->memory, text, strlen(text));
}

static const char *dump(struct parser *parser, const json_t *json)
{
    char *text = json_dumps(json, DUMP);
    const char *copy = text ? copy_of(parser, text) : "";

    free(text);
    return copy;
}

static const char *copy_text(struct parser *parser, const json_t *json)
{
    return json_is_string(json) ? copy_of(parser, json_string_value(json)) : NULL;
}

static struct avro_schema *make(struct parser *parser, enum avro_kind kind)
{
    struct avro_schema *schema = avro_new(parser->memory, 1, sizeof *schema);

    schema->kind = kind;
    return schema;
}

/* ---- names ---- */

static const struct {
    const char *name;
    enum avro_kind kind;
} primitives[] = {
    {"null", AVRO_NULL}, {"boolean", AVRO_BOOLEAN}, {"int", AVRO_INT}, {"long", AVRO_LONG},
    {"float", AVRO_FLOAT}, {"double", AVRO_DOUBLE}, {"bytes", AVRO_BYTES}, {"string", AVRO_STRING},
};

static bool find_primitive(const char *name, enum avro_kind *kind)
{
    for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++) {
        if (strcmp(primitives[i].name, name) == 0) {
            *kind = primitives[i].kind;
            return true;
        }
    }
    return false;
}

static bool is_name(const char *name, size_t size)
{
    if (size == 0 || isdigit((unsigned char)*name))
        return false;
    for (size_t i = 0; i < size; i++) {
        if (!isalnum((unsigned char)name[i]) && name[i] != '_')
            return false;
    }
    return true;
}

/* Names with dots between. */
static bool is_full_name(const char *name)
{
    while (true) {
        size_t size = strcspn(name, ".");

        if (!is_name(name, size))
            return false;
        if (!name[size])
            return true;
        name += size + 1;
    }
}

/* Name and namespace of a definition; registers it. */
static bool parse_name(struct parser *parser, const json_t *json, struct avro_schema *schema,
    const char *space, const char *path)
{
    const char *name = json_string_value(json_object_get(json, "name"));
    const json_t *given = json_object_get(json, "namespace");
    const char *dot = name ? strrchr(name, '.') : NULL;
    enum avro_kind kind;

    if (!name)
        return refuse(parser, path, "a name is missing");
    if (!is_full_name(name) || find_primitive(name, &kind))
        return refuse(parser, below(parser, path, "name"), "'%s' is no name", name);
    if (json_is_string(given))
        space = json_string_value(given);
    if (*space && !is_full_name(space) && !dot)
        return refuse(parser, below(parser, path, "namespace"), "'%s' is no namespace", space);
    schema->name = copy_of(parser, dot ? dot + 1 : name);
    schema->space = dot ? avro_copy(parser->memory, name, (size_t)(dot - name))
                        : copy_of(parser, space);
    name = avro_schema_full_name(parser->memory, schema);
    if (find(&parser->names, name))
        return refuse(parser, path, "'%s' is defined twice", name);
    add(parser, &parser->names, name, schema);
    schema->doc = copy_text(parser, json_object_get(json, "doc"));
    return true;
}

static struct avro_schema *find_named(struct parser *parser, const char *name, const char *space,
    const char *path)
{
    const struct entry *found = NULL;
    enum avro_kind kind;

    if (find_primitive(name, &kind))
        return make(parser, kind);
    if (!strchr(name, '.') && *space)
        found = find(&parser->names, avro_print(parser->memory, "%s.%s", space, name));
    if (!found)
        found = find(&parser->names, name);
    return found ? found->schema : fail(parser, path, "'%s' is no type", name);
}

static bool parse_aliases(struct parser *parser, const json_t *json, const char *path,
    const char *const **aliases, size_t *count)
{
    const json_t *list = json_object_get(json, "aliases");
    size_t size = json_array_size(list);
    const char **names = avro_new(parser->memory, size + 1, sizeof *names);

    if (list && !json_is_array(list))
        return refuse(parser, below(parser, path, "aliases"), "must be an array");
    for (size_t i = 0; i < size; i++) {
        names[i] = copy_text(parser, json_array_get(list, i));
        if (!names[i])
            return refuse(parser, item(parser, below(parser, path, "aliases"), i),
                "must be a name");
    }
    *aliases = names;
    *count = size;
    return true;
}

/* ---- definitions ---- */

static bool parse_field(struct parser *parser, const json_t *json, struct avro_field *field,
    const char *space, const char *path)
{
    const char *name = json_string_value(json_object_get(json, "name"));
    const json_t *type = json_object_get(json, "type");
    const json_t *fallback = json_object_get(json, "default");

    if (!name || !is_name(name, strlen(name)))
        return refuse(parser, path, "a field needs a name, not '%s'", name ? name : "");
    if (!type)
        return refuse(parser, path, "field '%s' has no type", name);
    field->name = copy_of(parser, name);
    field->doc = copy_text(parser, json_object_get(json, "doc"));
    field->schema = parse_schema(parser, type, space, below(parser, path, "type"));
    if (!field->schema || !parse_aliases(parser, json, path, &field->aliases, &field->alias_count))
        return false;
    if (!fallback)
        return true;
    field->has_default = true;
    field->default_json = dump(parser, fallback);
    if (!avro_default_fits(field->schema, fallback))
        return refuse(parser, below(parser, path, "default"), "%s is no value of field '%s'",
            field->default_json, name);
    return true;
}

static bool parse_record(struct parser *parser, const json_t *json, struct avro_schema *schema,
    const char *path)
{
    const json_t *fields = json_object_get(json, "fields");
    size_t count = json_array_size(fields);
    struct entries seen = {0};

    if (!json_is_array(fields))
        return refuse(parser, path, "record '%s' has no fields", schema->name);
    schema->number = parser->records.count;
    add(parser, &parser->records, schema->name, schema);
    schema->fields = avro_new(parser->memory, count + 1, sizeof *schema->fields);
    for (size_t i = 0; i < count; i++) {
        struct avro_field *field = &schema->fields[i];
        const char *here = item(parser, below(parser, path, "fields"), i);

        if (!parse_field(parser, json_array_get(fields, i), field, schema->space, here))
            return false;
        if (find(&seen, field->name))
            return refuse(parser, here, "field '%s' is there twice", field->name);
        add(parser, &seen, field->name, NULL);
        schema->field_count++;
    }
    return true;
}

static bool parse_enum(struct parser *parser, const json_t *json, struct avro_schema *schema,
    const char *path)
{
    const json_t *symbols = json_object_get(json, "symbols");
    size_t count = json_array_size(symbols);
    const char **names = avro_new(parser->memory, count + 1, sizeof *names);
    struct entries seen = {0};

    if (!json_is_array(symbols))
        return refuse(parser, path, "enum '%s' has no symbols", schema->name);
    for (size_t i = 0; i < count; i++) {
        const char *here = item(parser, below(parser, path, "symbols"), i);

        names[i] = copy_text(parser, json_array_get(symbols, i));
        if (!names[i] || !is_name(names[i], strlen(names[i])))
            return refuse(parser, here, "is no symbol");
        if (find(&seen, names[i]))
            return refuse(parser, here, "symbol '%s' is there twice", names[i]);
        add(parser, &seen, names[i], NULL);
    }
    schema->symbols = names;
    schema->symbol_count = count;
    schema->enum_default = copy_text(parser, json_object_get(json, "default"));
    if (schema->enum_default && !find(&seen, schema->enum_default))
        return refuse(parser, below(parser, path, "default"), "'%s' is no symbol of '%s'",
            schema->enum_default, schema->name);
    return true;
}

static bool parse_fixed(struct parser *parser, const json_t *json, struct avro_schema *schema,
    const char *path)
{
    const json_t *size = json_object_get(json, "size");

    if (!json_is_integer(size) || json_integer_value(size) < 0 ||
            json_integer_value(size) > INT32_MAX)
        return refuse(parser, path, "fixed '%s' needs a size", schema->name);
    schema->size = (int)json_integer_value(size);
    return true;
}

/* ---- logical types: one that does not fit its type is no logical type ---- */

static bool takes_decimal(struct avro_schema *schema, const json_t *json)
{
    const json_t *precision = json_object_get(json, "precision");
    const json_t *scale = json_object_get(json, "scale");
    long long p = json_integer_value(precision), s = json_integer_value(scale);

    if (schema->kind != AVRO_BYTES && schema->kind != AVRO_FIXED)
        return false;
    if (!json_is_integer(precision) || p < 1 || p > INT32_MAX || s < 0 || s > p ||
            (scale && !json_is_integer(scale)))
        return false;
    /* 0.30103 digits a bit. */
    if (schema->kind == AVRO_FIXED && p > (8LL * schema->size - 1) * 30103 / 100000)
        return false;
    schema->precision = (int)p;
    schema->scale = (int)s;
    return true;
}

static void parse_logical(struct avro_schema *schema, const json_t *json)
{
    static const struct {
        const char *name;
        enum avro_kind kind;
        int size;
        enum avro_logical logical;
    } logicals[] = {
#define AVRO_LOGICAL(logical, name, kind, size) {name, AVRO_##kind, size, AVRO_##logical},
#include <rt/avro_types.def>
    };
    const char *name = json_string_value(json_object_get(json, "logicalType"));

    if (!name)
        return;
    if (strcmp(name, "decimal") == 0) {
        if (takes_decimal(schema, json))
            schema->logical = AVRO_DECIMAL;
        return;
    }
    for (size_t i = 0; i < sizeof logicals / sizeof *logicals; i++)
        if (strcmp(logicals[i].name, name) == 0 && logicals[i].kind == schema->kind &&
                (!logicals[i].size || logicals[i].size == schema->size))
            schema->logical = logicals[i].logical;
}

static void parse_properties(struct parser *parser, const json_t *json,
    struct avro_schema *schema)
{
    static const char known[] = " type name namespace doc aliases fields symbols default items "
        "values size logicalType precision scale ";
    struct avro_property *properties =
        avro_new(parser->memory, json_object_size(json), sizeof *properties);
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)json, key, value) {
        if (!strstr(known, avro_print(parser->memory, " %s ", key)))
            properties[schema->property_count++] = (struct avro_property){
                avro_copy(parser->memory, key, strlen(key)), dump(parser, value)};
    }
    schema->properties = properties;
}

/* ---- schemas ---- */

static struct avro_schema *parse_union(struct parser *parser, const json_t *json,
    const char *space, const char *path)
{
    struct avro_schema *schema = make(parser, AVRO_UNION);
    size_t count = json_array_size(json);
    struct entries seen = {0};

    schema->branches = avro_new(parser->memory, count + 1, sizeof *schema->branches);
    for (size_t i = 0; i < count; i++) {
        const char *here = item(parser, path, i), *name;
        struct avro_schema *branch = parse_schema(parser, json_array_get(json, i), space, here);

        if (!branch)
            return NULL;
        if (branch->kind == AVRO_UNION)
            return fail(parser, here, "a union cannot be in a union");
        name = avro_schema_branch_name(parser->memory, branch);
        if (find(&seen, name))
            return fail(parser, here, "the union has '%s' twice", name);
        add(parser, &seen, name, NULL);
        schema->branches[schema->branch_count++] = branch;
    }
    return schema;
}

/* Array and map: the one schema inside. */
static struct avro_schema *parse_container(struct parser *parser, const json_t *json,
    enum avro_kind kind, const char *member, const char *space, const char *path)
{
    struct avro_schema *schema = make(parser, kind);
    const json_t *items = json_object_get(json, member);

    if (!items)
        return fail(parser, path, "'%s' is missing", member);
    schema->items = parse_schema(parser, items, space, below(parser, path, member));
    return schema->items ? schema : NULL;
}

static struct avro_schema *parse_named(struct parser *parser, const json_t *json,
    enum avro_kind kind, const char *space, const char *path)
{
    struct avro_schema *schema = make(parser, kind);
    bool ok = parse_name(parser, json, schema, space, path) &&
        parse_aliases(parser, json, path, &schema->aliases, &schema->alias_count);

    if (ok && kind == AVRO_RECORD)
        ok = parse_record(parser, json, schema, path);
    else if (ok && kind == AVRO_ENUM)
        ok = parse_enum(parser, json, schema, path);
    else if (ok)
        ok = parse_fixed(parser, json, schema, path);
    return ok ? schema : NULL;
}

static struct avro_schema *parse_object(struct parser *parser, const json_t *json,
    const char *space, const char *path)
{
    const json_t *type = json_object_get(json, "type");
    const char *name = json_string_value(type);
    struct avro_schema *schema;
    enum avro_kind kind;

    if (!type)
        return fail(parser, path, "'type' is missing");
    if (!name)
        return parse_schema(parser, type, space, below(parser, path, "type"));
    if (find_primitive(name, &kind))
        schema = make(parser, kind);
    else if (strcmp(name, "array") == 0)
        schema = parse_container(parser, json, AVRO_ARRAY, "items", space, path);
    else if (strcmp(name, "map") == 0)
        schema = parse_container(parser, json, AVRO_MAP, "values", space, path);
    else if (strcmp(name, "record") == 0 || strcmp(name, "error") == 0)
        schema = parse_named(parser, json, AVRO_RECORD, space, path);
    else if (strcmp(name, "enum") == 0)
        schema = parse_named(parser, json, AVRO_ENUM, space, path);
    else if (strcmp(name, "fixed") == 0)
        schema = parse_named(parser, json, AVRO_FIXED, space, path);
    else /* a reference: what stands beside it belongs to its definition */
        return find_named(parser, name, space, below(parser, path, "type"));
    if (schema) {
        parse_logical(schema, json);
        parse_properties(parser, json, schema);
    }
    return schema;
}

static struct avro_schema *parse_schema(struct parser *parser, const json_t *json,
    const char *space, const char *path)
{
    struct avro_schema *schema;

    if (parser->depth == DEPTH_LIMIT)
        return fail(parser, path, "nested too deeply");
    parser->depth++;
    if (json_is_string(json))
        schema = find_named(parser, json_string_value(json), space, path);
    else if (json_is_array(json))
        schema = parse_union(parser, json, space, path);
    else if (json_is_object(json))
        schema = parse_object(parser, json, space, path);
    else
        schema = fail(parser, path, "a schema is a name, an object or an array");
    parser->depth--;
    return schema;
}

struct avro_schema *avro_schema_read(struct avro_memory memory, const struct rt_schema *text,
    const char **error)
{
    struct parser parser = {.memory = memory};
    struct avro_schema *schema, **records;
    json_error_t where;
    json_t *root = json_loads(avro_schema_inline(memory, text), JSON_DECODE_ANY | JSON_ALLOW_NUL,
        &where);

    if (!root) {
        *error = avro_print(memory, "not JSON: %s, at line %d column %d", where.text, where.line,
            where.column);
        return NULL;
    }
    schema = parse_schema(&parser, root, "", "$");
    json_decref(root);
    if (!schema) {
        *error = parser.error;
        return NULL;
    }
    records = avro_new(memory, parser.records.count, sizeof *records);
    for (size_t i = 0; i < parser.records.count; i++)
        records[i] = parser.records.at[i].schema;
    avro_mark_recursive(memory, records, parser.records.count);
    return schema;
}
