/* A schema with its imports, and what its fields are to SQL. */
#include "proto.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { DECIMAL_PRECISION = 10, IMPORT_LIMIT = 1000 };

/* ---- files ---- */

struct loader {
    struct arena *arena;
    const struct schema_text *schema;
    struct proto_schema *loaded;
    struct map imports; /* read already */
    const char *error;
};

static const char *reference_text(const struct loader *loader, const char *import)
{
    for (size_t i = 0; i < loader->schema->reference_count; i++) {
        if (strcmp(loader->schema->references[i].name, import) == 0)
            return loader->schema->references[i].text;
    }
    return proto_builtin(import);
}

/* Types of imports that are missing are missed where a field has one. */
static const struct proto_file *load_file(struct loader *loader, const char *text,
    const char *import)
{
    const char *why;
    const struct proto_file *file = proto_parse(loader->arena, text, &why);

    if (!file) {
        loader->error = import ? arena_printf(loader->arena, "import \"%s\", %s", import, why)
                               : why;
        return NULL;
    }
    proto_set_add(&loader->loaded->set, file);
    for (size_t i = 0; i < file->imports.count; i++) {
        const char *path = file->imports.at[i].path, *found = reference_text(loader, path);

        if (!found || map_get(&loader->imports, path))
            continue;
        if (loader->imports.count >= IMPORT_LIMIT) {
            loader->error = "more than 1000 imports";
            return NULL;
        }
        map_put(&loader->imports, path, loader);
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
        if (!map_get(&loader->imports, imports[i]) &&
            !load_file(loader, proto_builtin(imports[i]), imports[i]))
            return false;
    }
    return true;
}

struct proto_schema *proto_load(struct arena *arena, const struct schema_text *schema,
    const char **error)
{
    struct proto_schema *loaded = NEW(arena, struct proto_schema);
    struct loader loader = {.arena = arena, .schema = schema, .loaded = loaded,
        .imports.arena = arena};

    loaded->arena = arena;
    proto_set_init(&loaded->set, arena);
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

struct proto_place proto_root(const struct proto_schema *schema, size_t index)
{
    return (struct proto_place){schema->file, schema->file->messages.at[index]};
}

bool proto_is_choice(const struct proto_schema *schema)
{
    return schema->file->messages.count > 1;
}

size_t proto_find_oneof(const struct proto_message *message, const char *name)
{
    size_t i = 0;

    while (i < message->oneofs.count && strcmp(message->oneofs.at[i].name, name) != 0)
        i++;
    return i;
}

const struct proto_field *proto_find_field(const struct proto_message *message,
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
static const struct proto_message *make_entry(struct arena *arena,
    const struct proto_message *outer, const struct proto_field *map)
{
    struct proto_message *entry = NEW(arena, struct proto_message);
    struct proto_field key = {.name = "key", .number = 1, .type = map->key, .oneof = -1};
    struct proto_field value = {.name = "value", .number = 2, .type = map->type, .oneof = -1};

    entry->name = arena_printf(arena, "%s.Entry", map->name);
    entry->full_name = outer->full_name;
    vec_push(arena, &entry->fields, key);
    vec_push(arena, &entry->fields, value);
    return entry;
}

/* A message of key and value whose name ends in Entry is a map, as Flink writes them for keys that
 * map<> cannot have. */
static bool is_entry(const struct proto_message *message)
{
    size_t size = strlen(message->name);

    return size >= 5 && strcmp(message->name + size - 5, "Entry") == 0 &&
        message->fields.count == 2 && !message->oneofs.count &&
        proto_find_field(message, "key") && proto_find_field(message, "value");
}

const struct proto_field *proto_inner(const struct proto_content *content, const char *name)
{
    return proto_find_field(content->place.message, name);
}

/* ---- fields ---- */

static bool param_is(const struct proto_meta *meta, const char *key, const char *value)
{
    const char *text = map_get(&meta->params, key);

    return text && strcmp(text, value) == 0;
}

static long param_number(const struct proto_meta *meta, const char *key, long otherwise)
{
    const char *text = map_get(&meta->params, key);
    char *end;
    long number = text ? strtol(text, &end, 10) : 0;

    return !text || end == text || *end || number < INT_MIN || number > INT_MAX ? otherwise
                                                                                 : number;
}

static enum proto_form known_form(const char *full_name)
{
    static const struct {
        const char *name;
        enum proto_form form;
    } known[] = {{"confluent.type.Decimal", PROTO_DECIMAL}, {"google.type.Date", PROTO_DATE},
        {"google.type.TimeOfDay", PROTO_TIME}, {"google.protobuf.Timestamp", PROTO_TIMESTAMP},
        {"google.protobuf.DoubleValue", PROTO_WRAPPED},
        {"google.protobuf.FloatValue", PROTO_WRAPPED},
        {"google.protobuf.Int64Value", PROTO_WRAPPED},
        {"google.protobuf.UInt64Value", PROTO_WRAPPED},
        {"google.protobuf.Int32Value", PROTO_WRAPPED},
        {"google.protobuf.UInt32Value", PROTO_WRAPPED},
        {"google.protobuf.BoolValue", PROTO_WRAPPED},
        {"google.protobuf.StringValue", PROTO_WRAPPED},
        {"google.protobuf.BytesValue", PROTO_WRAPPED}};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].name, full_name) == 0)
            return known[i].form;
    }
    return PROTO_RECORD;
}

static void set_message(struct proto_content *content, const struct proto_meta *meta,
    const struct proto_file *file, const struct proto_message *message)
{
    content->place = (struct proto_place){file, message};
    content->form = known_form(message->full_name);
    if (content->form == PROTO_RECORD && content->repeated && is_entry(message))
        content->form = PROTO_ENTRIES;
    else if (content->form == PROTO_RECORD && param_is(meta, "flink.wrapped", "true") &&
        proto_find_field(message, "value")) {
        content->form = PROTO_WRAPPED;
        content->flink = true;
    }
}

static bool resolve(const struct proto_schema *schema, struct proto_place place,
    const struct proto_field *field, const struct proto_meta *meta,
    struct proto_content *content, const char **error)
{
    const struct proto_named *named;

    if (field->is_map) {
        content->form = PROTO_ENTRIES;
        content->place = (struct proto_place){place.file,
            make_entry(schema->arena, place.message, field)};
        return true;
    }
    content->kind = field->type.kind;
    if (field->type.kind != PROTO_NAMED)
        return true;
    named = proto_find(&schema->set, place.message->full_name, field->type.name);
    if (!named) {
        *error = arena_printf(schema->arena, "field '%s' has the unknown type '%s'", field->name,
            field->type.name);
        return false;
    }
    if (named->enumeration) {
        content->form = PROTO_ENUMERATION;
        content->enumeration = named->enumeration;
    } else {
        set_message(content, meta, named->file, named->message);
    }
    return true;
}

static void set_presence(struct proto_content *content, struct proto_place place,
    const struct proto_field *field, const struct proto_meta *meta)
{
    bool is_message = content->form != PROTO_SCALAR && content->form != PROTO_ENUMERATION;
    const char *packed = proto_option_value(&field->options, "packed");

    content->presence = !content->repeated && (is_message || field->oneof >= 0 ||
        field->label == PROTO_OPTIONAL || place.file->version == PROTO_2);
    content->required = field->label == PROTO_REQUIRED;
    content->nullable = map_get(&meta->params, "flink.notNull")
        ? !param_is(meta, "flink.notNull", "true") : is_message && !content->repeated;
    if (!content->repeated && field->oneof < 0 &&
        (field->label == PROTO_OPTIONAL ||
            (place.file->version == PROTO_2 && field->label == PROTO_NO_LABEL)))
        content->nullable = true;
    if (field->oneof >= 0)
        content->nullable = true;
    content->packed = content->repeated && !is_message && content->kind != PROTO_STRING &&
        content->kind != PROTO_BYTES &&
        (packed ? strcmp(packed, "true") == 0 : place.file->version == PROTO_3);
}

static void set_params(struct proto_content *content, const struct proto_meta *meta)
{
    content->multiset = param_is(meta, "flink.type", "multiset");
    content->local = param_is(meta, "flink.type", "timestamp");
    content->bits = param_is(meta, "connect.type", "int8") ? 8
        : param_is(meta, "connect.type", "int16") ? 16 : 32;
    content->least = param_number(meta, "flink.minLength", -1);
    content->most = param_number(meta, "flink.maxLength", -1);
    content->precision = (int)param_number(meta,
        content->form == PROTO_DECIMAL ? "precision" : "flink.precision",
        content->form == PROTO_DECIMAL ? DECIMAL_PRECISION : 9);
    content->scale = (int)param_number(meta, "scale", 0);
    content->doc = meta->doc;
}

bool proto_content_of(const struct proto_schema *schema, struct proto_place place,
    const struct proto_field *field, struct proto_content *content, const char **error)
{
    struct proto_meta meta = proto_meta_of(schema->arena, field);

    *content = (struct proto_content){
        .repeated = field->label == PROTO_REPEATED || field->is_map };
    if (!resolve(schema, place, field, &meta, content, error))
        return false;
    set_params(content, &meta);
    set_presence(content, place, field, &meta);
    return true;
}

const char *proto_label(struct arena *arena, const struct proto_field *field)
{
    static const char *const labels[] = {"", "optional ", "required ", "repeated "};

    if (field->is_map)
        return arena_printf(arena, "map<%s, %s>", field->key.name, field->type.name);
    return arena_printf(arena, "%s%s%s", labels[field->label], field->is_group ? "group " : "",
        field->type.name + (*field->type.name == '.'));
}
