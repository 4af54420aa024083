/* A schema with its imports, and what its fields are to SQL. */
#include "proto/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { DECIMAL_PRECISION = 10, IMPORT_LIMIT = 1000 };

/* ---- files ---- */

struct loader {
    const struct rt_memory *memory;
    const struct rt_schema *schema;
    struct rt_proto_schema *loaded;
    struct rt_proto_map imports; /* read already */
    const char *error;
};

static const char *reference_text(const struct loader *loader, const char *import)
{
    for (size_t i = 0; i < loader->schema->reference_count; i++) {
        if (strcmp(loader->schema->references[i].name, import) == 0)
            return loader->schema->references[i].text;
    }
    return rt_proto_builtin(import);
}

/* Types of imports that are missing are missed where a field has one. */
static const struct rt_proto_file *load_file(struct loader *loader, const char *text,
    const char *import)
{
    const char *why;
    const struct rt_proto_file *file = rt_proto_parse(loader->memory, text, &why);

    if (!file) {
        loader->error = import ? memory_printf(loader->memory, "import \"%s\", %s", import, why)
                               : why;
        return NULL;
    }
    rt_proto_set_add(&loader->loaded->set, file);
    for (size_t i = 0; i < file->imports.count; i++) {
        const char *path = file->imports.at[i].path, *found = reference_text(loader, path);

        if (!found || rt_proto_get(&loader->imports, path))
            continue;
        if (loader->imports.count >= IMPORT_LIMIT) {
            loader->error = "more than 1000 imports";
            return NULL;
        }
        rt_proto_put(&loader->imports, path, loader);
        if (!load_file(loader, found, path))
            return NULL;
    }
    return file;
}

/* Registries read what Flink writes, which names these files' types without an import. */
static bool load_builtins(struct loader *loader)
{
    static const char *const imports[] = {"confluent/type/decimal.proto",
        "google/protobuf/timestamp.proto", "google/protobuf/wrappers.proto",
        "google/type/date.proto", "google/type/timeofday.proto"};

    for (size_t i = 0; i < sizeof imports / sizeof *imports; i++) {
        if (!rt_proto_get(&loader->imports, imports[i]) &&
            !load_file(loader, rt_proto_builtin(imports[i]), imports[i]))
            return false;
    }
    return true;
}

struct rt_proto_schema *rt_proto_load(const struct rt_memory *memory,
    const struct rt_schema *schema, const char **error)
{
    struct rt_proto_schema *loaded = MEMORY_NEW(memory, struct rt_proto_schema);
    struct loader loader = {.memory = memory, .schema = schema, .loaded = loaded,
        .imports.memory = *memory};

    loaded->memory = *memory;
    rt_proto_set_init(&loaded->set, memory);
    loaded->file = load_file(&loader, schema->text, NULL);
    if (!loaded->file || !load_builtins(&loader)) {
        *error = loader.error;
        return NULL;
    }
    if (!loaded->file->messages.count) {
        *error = "the file has no message";
        return NULL;
    }
    return loaded;
}

/* ---- messages ---- */

struct rt_proto_place rt_proto_root(const struct rt_proto_schema *schema, size_t index)
{
    return (struct rt_proto_place){schema->file, schema->file->messages.at[index]};
}

bool rt_proto_is_choice(const struct rt_proto_schema *schema)
{
    return schema->file->messages.count > 1;
}

size_t rt_proto_find_oneof(const struct rt_proto_message *message, const char *name)
{
    size_t i = 0;

    while (i < message->oneofs.count && strcmp(message->oneofs.at[i].name, name) != 0)
        i++;
    return i;
}

const struct rt_proto_field *rt_proto_find_field(const struct rt_proto_message *message,
    const char *name)
{
    for (size_t i = 0; i < message->fields.count; i++) {
        if (strcmp(message->fields.at[i].name, name) == 0)
            return &message->fields.at[i];
    }
    return NULL;
}

/* ---- maps ---- */

/* What map<key, value> is on the wire: a repeated message. */
static const struct rt_proto_message *make_entry(const struct rt_memory *memory,
    const struct rt_proto_message *outer, const struct rt_proto_field *map)
{
    struct rt_proto_message *entry = MEMORY_NEW(memory, struct rt_proto_message);
    struct rt_proto_field key = {.name = "key", .number = 1, .type = map->key, .oneof = -1};
    struct rt_proto_field value = {.name = "value", .number = 2, .type = map->type, .oneof = -1};

    entry->name = memory_printf(memory, "%s.Entry", map->name);
    entry->full_name = outer->full_name;
    memory_push(memory, &entry->fields, key);
    memory_push(memory, &entry->fields, value);
    return entry;
}

/* A message of key and value whose name ends in Entry is a map, as Flink writes them for keys that
 * map<> cannot have. */
static bool is_entry(const struct rt_proto_message *message)
{
    size_t size = strlen(message->name);

    return size >= 5 && strcmp(message->name + size - 5, "Entry") == 0 &&
        message->fields.count == 2 && !message->oneofs.count &&
        rt_proto_find_field(message, "key") && rt_proto_find_field(message, "value");
}

const struct rt_proto_field *rt_proto_inner(const struct rt_proto_content *content,
    const char *name)
{
    return rt_proto_find_field(content->place.message, name);
}

/* ---- fields ---- */

static bool param_is(const struct rt_proto_meta *meta, const char *key, const char *value)
{
    const char *text = rt_proto_get(&meta->params, key);

    return text && strcmp(text, value) == 0;
}

static long param_number(const struct rt_proto_meta *meta, const char *key, long otherwise)
{
    const char *text = rt_proto_get(&meta->params, key);
    char *end;
    long number = text ? strtol(text, &end, 10) : 0;

    return !text || end == text || *end || number < INT_MIN || number > INT_MAX ? otherwise
                                                                                 : number;
}

static enum rt_proto_form known_form(const char *full_name)
{
    static const struct {
        const char *name;
        enum rt_proto_form form;
    } known[] = {{"confluent.type.Decimal", RT_PROTO_DECIMAL}, {"google.type.Date", RT_PROTO_DATE},
        {"google.type.TimeOfDay", RT_PROTO_TIME}, {"google.protobuf.Timestamp", RT_PROTO_TIMESTAMP},
        {"google.protobuf.DoubleValue", RT_PROTO_WRAPPED},
        {"google.protobuf.FloatValue", RT_PROTO_WRAPPED},
        {"google.protobuf.Int64Value", RT_PROTO_WRAPPED},
        {"google.protobuf.UInt64Value", RT_PROTO_WRAPPED},
        {"google.protobuf.Int32Value", RT_PROTO_WRAPPED},
        {"google.protobuf.UInt32Value", RT_PROTO_WRAPPED},
        {"google.protobuf.BoolValue", RT_PROTO_WRAPPED},
        {"google.protobuf.StringValue", RT_PROTO_WRAPPED},
        {"google.protobuf.BytesValue", RT_PROTO_WRAPPED}};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].name, full_name) == 0)
            return known[i].form;
    }
    return RT_PROTO_RECORD;
}

static void set_message(struct rt_proto_content *content, const struct rt_proto_meta *meta,
    const struct rt_proto_file *file, const struct rt_proto_message *message)
{
    content->place = (struct rt_proto_place){file, message};
    content->form = known_form(message->full_name);
    if (content->form == RT_PROTO_RECORD && content->repeated && is_entry(message))
        content->form = RT_PROTO_ENTRIES;
    else if (content->form == RT_PROTO_RECORD && param_is(meta, "flink.wrapped", "true") &&
        rt_proto_find_field(message, "value")) {
        content->form = RT_PROTO_WRAPPED;
        content->flink = true;
    }
}

static bool resolve(const struct rt_proto_schema *schema, struct rt_proto_place place,
    const struct rt_proto_field *field, const struct rt_proto_meta *meta,
    struct rt_proto_content *content, const char **error)
{
    const struct rt_proto_named *named;

    if (field->is_map) {
        content->form = RT_PROTO_ENTRIES;
        content->place = (struct rt_proto_place){place.file,
            make_entry(&schema->memory, place.message, field)};
        return true;
    }
    content->kind = field->type.kind;
    if (field->type.kind != RT_PROTO_NAMED)
        return true;
    named = rt_proto_find(&schema->set, place.message->full_name, field->type.name);
    if (!named) {
        *error = memory_printf(&schema->memory, "field '%s' has the unknown type '%s'", field->name,
            field->type.name);
        return false;
    }
    if (named->enumeration) {
        content->form = RT_PROTO_ENUMERATION;
        content->enumeration = named->enumeration;
    } else {
        set_message(content, meta, named->file, named->message);
    }
    return true;
}

static void set_presence(struct rt_proto_content *content, struct rt_proto_place place,
    const struct rt_proto_field *field, const struct rt_proto_meta *meta)
{
    bool is_message = content->form != RT_PROTO_SCALAR && content->form != RT_PROTO_ENUMERATION;
    const char *packed = rt_proto_option_value(&field->options, "packed");

    content->presence = !content->repeated && (is_message || field->oneof >= 0 ||
        field->label == RT_PROTO_OPTIONAL || place.file->version == RT_PROTO_2);
    content->required = field->label == RT_PROTO_REQUIRED;
    content->nullable = rt_proto_get(&meta->params, "flink.notNull")
        ? !param_is(meta, "flink.notNull", "true") : is_message && !content->repeated;
    if (!content->repeated && field->oneof < 0 &&
        (field->label == RT_PROTO_OPTIONAL ||
            (place.file->version == RT_PROTO_2 && field->label == RT_PROTO_NO_LABEL)))
        content->nullable = true;
    if (field->oneof >= 0)
        content->nullable = true;
    content->packed = content->repeated && !is_message && content->kind != RT_PROTO_STRING &&
        content->kind != RT_PROTO_BYTES &&
        (packed ? strcmp(packed, "true") == 0 : place.file->version == RT_PROTO_3);
}

static void set_params(struct rt_proto_content *content, const struct rt_proto_meta *meta)
{
    content->multiset = param_is(meta, "flink.type", "multiset");
    content->local = param_is(meta, "flink.type", "timestamp");
    content->bits = param_is(meta, "connect.type", "int8") ? 8
        : param_is(meta, "connect.type", "int16") ? 16 : 32;
    content->least = param_number(meta, "flink.minLength", -1);
    content->most = param_number(meta, "flink.maxLength", -1);
    content->precision = (int)param_number(meta,
        content->form == RT_PROTO_DECIMAL ? "precision" : "flink.precision",
        content->form == RT_PROTO_DECIMAL ? DECIMAL_PRECISION : 9);
    content->scale = (int)param_number(meta, "scale", 0);
    content->doc = meta->doc;
}

bool rt_proto_content_of(const struct rt_proto_schema *schema, struct rt_proto_place place,
    const struct rt_proto_field *field, struct rt_proto_content *content, const char **error)
{
    struct rt_proto_meta meta = rt_proto_meta_of(&schema->memory, field);

    *content = (struct rt_proto_content){
        .repeated = field->label == RT_PROTO_REPEATED || field->is_map };
    if (!resolve(schema, place, field, &meta, content, error))
        return false;
    set_params(content, &meta);
    set_presence(content, place, field, &meta);
    return true;
}

const char *rt_proto_label(const struct rt_memory *memory, const struct rt_proto_field *field)
{
    static const char *const labels[] = {"", "optional ", "required ", "repeated "};

    if (field->is_map)
        return memory_printf(memory, "map<%s, %s>", field->key.name, field->type.name);
    return memory_printf(memory, "%s%s%s", labels[field->label], field->is_group ? "group " : "",
        field->type.name + (*field->type.name == '.'));
}
