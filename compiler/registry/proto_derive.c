/* SQL types to Protobuf text, as README.md lists them: the file that Flink derives. */
#include "proto.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define PACKAGE "io.confluent.protobuf.generated"

struct param {
    const char *key, *value;
};

/* A message being written. */
struct body {
    struct derive *derive;
    struct body *outer;
    struct text fields;
    struct text nested; /* messages inside, behind the fields */
    struct map names;   /* of them */
    size_t indent;
    int number;         /* of the last field */
};

struct derive {
    struct arena *arena;
    struct map imports;
    const char *error;
};

/* What stands behind a field's number. */
struct options {
    const char *doc;
    struct param params[4];
    size_t count;
};

struct field {
    const char *name;
    const char *label; /* "", "optional ", "repeated " */
    const char *type;
    struct options options;
};

static bool derive_field(struct body *body, const char *name, const struct type *type,
    const char *doc);
static const char *derive_message(struct body *outer, const char *name,
    const struct type_field *fields, size_t count);

static bool fail(struct body *body, const char *name, const struct type *type, const char *why)
{
    if (!body->derive->error)
        body->derive->error = arena_printf(body->derive->arena, "field '%s' is %s, which %s", name,
            type_brief(body->derive->arena, type), why);
    return false;
}

static void add_param(struct options *options, const char *key, const char *value)
{
    if (!options->count)
        options->params[options->count++] = (struct param){"flink.version", "1"};
    options->params[options->count++] = (struct param){key, value};
}

static void add_number(struct body *body, struct options *options, const char *key, int value)
{
    add_param(options, key, arena_printf(body->derive->arena, "%d", value));
}

/* ---- names ---- */

static bool is_proto_name(const char *name)
{
    if (!isalpha((unsigned char)*name) && *name != '_')
        return false;
    for (; *name; name++) {
        if (!isalnum((unsigned char)*name) && *name != '_')
            return false;
    }
    return true;
}

/* The name as Protobuf takes it: other characters become '_'. */
static const char *proto_name(struct arena *arena, const char *name)
{
    struct text out = {.arena = arena};

    if (isdigit((unsigned char)*name))
        text_add_char(&out, '_');
    for (; *name; name++)
        text_add_char(&out, isalnum((unsigned char)*name) ? *name : '_');
    return text_chars(&out);
}

/* "tags_per_day" -> "TagsPerDay": a word begins behind each '_', the rest of it is in small
 * letters. */
static const char *camel(struct arena *arena, const char *name)
{
    struct text out = {.arena = arena};
    bool first = true;

    for (; *name; name++) {
        if (*name != '_')
            text_add_char(&out, (char)(first ? toupper((unsigned char)*name)
                                             : tolower((unsigned char)*name)));
        first = *name == '_';
    }
    return text_chars(&out);
}

/* Names of fields and messages inside a message are of one kind: the later one is numbered. */
static const char *unique_name(struct body *body, const char *name, const char *suffix)
{
    struct arena *arena = body->derive->arena;
    const char *unique = arena_printf(arena, "%s%s", name, suffix);

    for (int n = 2; map_get(&body->names, unique); n++)
        unique = arena_printf(arena, "%s%d%s", name, n, suffix);
    map_put(&body->names, unique, body);
    return unique;
}

/* ---- text ---- */

static void add_quoted(struct text *out, const char *text)
{
    text_add_char(out, '"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '"' || c == '\\')
            text_printf(out, "\\%c", c);
        else if (c == '\n')
            text_add(out, "\\n");
        else if (c < 0x20 || c == 0x7F)
            text_printf(out, "\\%03o", c);
        else
            text_add_char(out, (char)c);
    }
    text_add_char(out, '"');
}

static void add_params(struct text *out, const struct options *options)
{
    text_add(out, "  params: [\n");
    for (size_t i = 0; i < options->count; i++)
        text_printf(out, "    {\n      key: \"%s\",\n      value: \"%s\"\n    }%s\n",
            options->params[i].key, options->params[i].value,
            i + 1 < options->count ? "," : "");
    text_add(out, "  ]\n");
}

static bool add_field(struct body *body, const struct field *field)
{
    const struct options *options = &field->options;
    struct text line = {.arena = body->derive->arena};

    text_printf(&line, "%s%s %s = %d", field->label, field->type, field->name, ++body->number);
    if (options->doc || options->count) {
        text_add(&line, " [(confluent.field_meta) = {\n");
        if (options->doc) {
            text_add(&line, "  doc: ");
            add_quoted(&line, options->doc);
            text_add(&line, options->count ? ",\n" : "\n");
        }
        if (options->count)
            add_params(&line, options);
        text_add(&line, "}]");
    }
    text_add(&line, ";\n");
    text_add_block(&body->fields, text_chars(&line), body->indent);
    return true;
}

/* A message of its own for what cannot stand in its place: its one field is `value`. */
static const char *derive_wrapper(struct body *body, const char *name, const char *suffix,
    const struct type *type)
{
    struct type_field value = {.name = "value", .type = type};

    return derive_message(body, unique_name(body, name, suffix), &value, 1);
}

/* ---- types ---- */

static const char *import(struct body *body, const char *path, const char *type)
{
    map_put(&body->derive->imports, path, body);
    return type;
}

static const char *derive_length(struct body *body, struct options *options,
    const struct type *type, bool fixed, const char *name)
{
    if (fixed)
        add_number(body, options, "flink.minLength", type->length);
    if (fixed || type->length != TYPE_MAX_LENGTH)
        add_number(body, options, "flink.maxLength", type->length);
    return name;
}

static const char *derive_timestamp(struct body *body, struct options *options,
    const struct type *type)
{
    if (type->precision != 9)
        add_number(body, options, "flink.precision", type->precision);
    if (type->kind == TYPE_TIMESTAMP)
        add_param(options, "flink.type", "timestamp");
    return import(body, "google/protobuf/timestamp.proto", ".google.protobuf.Timestamp");
}

static const char *derive_time(struct body *body, struct options *options,
    const struct type *type)
{
    if (type->precision != 9)
        add_number(body, options, "flink.precision", type->precision);
    return import(body, "google/type/timeofday.proto", ".google.type.TimeOfDay");
}

static const char *derive_decimal(struct body *body, struct options *options,
    const struct type *type)
{
    add_number(body, options, "precision", type->precision);
    add_number(body, options, "scale", type->scale);
    return import(body, "confluent/type/decimal.proto", ".confluent.type.Decimal");
}

static const char *derive_small(struct options *options, const char *connect_type)
{
    add_param(options, "connect.type", connect_type);
    return "int32";
}

/* The name of the type of a value that is neither an array nor a map; NULL: it has none. */
static const char *derive_value(struct body *body, const char *name, const struct type *type,
    struct options *options)
{
    switch (type->kind) {
    case TYPE_BOOLEAN: return "bool";
    case TYPE_TINYINT: return derive_small(options, "int8");
    case TYPE_SMALLINT: return derive_small(options, "int16");
    case TYPE_INT: return "int32";
    case TYPE_BIGINT: return "int64";
    case TYPE_FLOAT: return "float";
    case TYPE_DOUBLE: return "double";
    case TYPE_DECIMAL: return derive_decimal(body, options, type);
    case TYPE_CHAR: return derive_length(body, options, type, true, "string");
    case TYPE_VARCHAR: return derive_length(body, options, type, false, "string");
    case TYPE_BINARY: return derive_length(body, options, type, true, "bytes");
    case TYPE_VARBINARY: return derive_length(body, options, type, false, "bytes");
    case TYPE_DATE: return import(body, "google/type/date.proto", ".google.type.Date");
    case TYPE_TIME: return derive_time(body, options, type);
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ: return derive_timestamp(body, options, type);
    case TYPE_ROW:
        name = arena_printf(body->derive->arena, "%s_", name);
        return derive_message(body, unique_name(body, name, "Row"), type->fields,
            type->field_count);
    case TYPE_NULL: case TYPE_TIMESTAMP_TZ: case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY:
    case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR: case TYPE_ARRAY:
    case TYPE_MULTISET:
    case TYPE_MAP:
        break;
    }
    fail(body, name, type, "has no Protobuf form");
    return NULL;
}

static bool is_message(enum type_kind kind)
{
    return kind == TYPE_DECIMAL || kind == TYPE_DATE || kind == TYPE_TIME ||
        kind == TYPE_TIMESTAMP || kind == TYPE_TIMESTAMP_LTZ || kind == TYPE_ROW;
}

static bool is_collection(const struct type *type)
{
    return type->kind == TYPE_ARRAY || type->kind == TYPE_MAP || type->kind == TYPE_MULTISET;
}

/* What a repeated field cannot say is in a message: NULL, and another repeated field. */
static bool derive_array(struct body *body, struct field *field, const struct type *element)
{
    bool wrapped = element->nullable || is_collection(element);

    field->label = "repeated ";
    if (wrapped)
        add_param(&field->options, "flink.wrapped", "true");
    else if (is_message(element->kind))
        add_param(&field->options, "flink.notNull", "true");
    field->type = wrapped ? derive_wrapper(body, field->name, "ElementWrapper", element)
                          : derive_value(body, field->name, element, &field->options);
    return field->type && add_field(body, field);
}

static bool derive_entries(struct body *body, struct field *field, const struct type *type)
{
    struct arena *arena = body->derive->arena;
    bool multiset = type->kind == TYPE_MULTISET;
    struct type_field entry[] = {
        {.name = "key", .type = multiset ? type->element : type->key},
        {.name = "value", .type = multiset ? type_simple(arena, TYPE_INT, false) : type->element}};

    field->label = "repeated ";
    if (multiset)
        add_param(&field->options, "flink.type", "multiset");
    field->type = derive_message(body, unique_name(body, camel(arena, field->name), "Entry"),
        entry, 2);
    return field->type && add_field(body, field);
}

static bool derive_field(struct body *body, const char *name, const struct type *type,
    const char *doc)
{
    struct arena *arena = body->derive->arena;
    struct field field = {.name = name, .label = "", .options.doc = doc};

    if (!is_proto_name(name)) {
        body->derive->error = arena_printf(arena, "'%s' is no Protobuf name: letters, digits and "
            "'_' of ASCII, not beginning with a digit", name);
        return false;
    }
    if (is_collection(type) && type->nullable) {
        add_param(&field.options, "flink.wrapped", "true");
        if (type->kind == TYPE_MULTISET)
            add_param(&field.options, "flink.type", "multiset");
        field.type = derive_wrapper(body, name, "RepeatedWrapper",
            type_with_null(arena, type, false));
        return field.type && add_field(body, &field);
    }
    if (type->kind == TYPE_ARRAY)
        return derive_array(body, &field, type->element);
    if (is_collection(type))
        return derive_entries(body, &field, type);
    if (type->nullable)
        field.label = "optional ";
    else if (is_message(type->kind))
        add_param(&field.options, "flink.notNull", "true");
    field.type = derive_value(body, name, type, &field.options);
    return field.type && add_field(body, &field);
}

/* ---- messages ---- */

/* Appends a message to those of `outer`; its name. */
static const char *derive_message(struct body *outer, const char *name,
    const struct type_field *fields, size_t count)
{
    struct arena *arena = outer->derive->arena;
    struct body body = {.derive = outer->derive, .outer = outer, .fields.arena = arena,
        .nested.arena = arena, .names.arena = arena, .indent = 2};
    struct text whole = {.arena = arena};

    for (size_t i = 0; i < count; i++)
        map_put(&body.names, fields[i].name, &body);
    for (size_t i = 0; i < count; i++) {
        if (!derive_field(&body, fields[i].name, fields[i].type, fields[i].comment))
            return NULL;
    }
    text_printf(&whole, "message %s {\n%s", name, text_chars(&body.fields));
    if (body.nested.size)
        text_printf(&whole, "\n%s", text_chars(&body.nested));
    text_add(&whole, "}\n");
    text_add_block(&outer->nested, text_chars(&whole), outer->indent);
    return name;
}

static int compare_imports(const void *a, const void *b)
{
    return strcmp(((const struct map_entry *)a)->key, ((const struct map_entry *)b)->key);
}

const char *proto_from_fields(struct arena *arena, const char *message_name,
    const struct type_field *fields, size_t count, const char **error)
{
    struct derive derive = {.arena = arena, .imports.arena = arena};
    struct body file = {.derive = &derive, .nested.arena = arena, .names.arena = arena};
    struct text out = {.arena = arena};

    if (!derive_message(&file, proto_name(arena, message_name), fields, count)) {
        *error = derive.error;
        return NULL;
    }
    text_add(&out, "syntax = \"proto3\";\npackage " PACKAGE ";\n\n");
    if (derive.imports.count)
        qsort(derive.imports.at, derive.imports.count, sizeof *derive.imports.at, compare_imports);
    for (size_t i = 0; i < derive.imports.count; i++)
        text_printf(&out, "import \"%s\";\n", derive.imports.at[i].key);
    if (derive.imports.count)
        text_add_char(&out, '\n');
    text_add(&out, text_chars(&file.nested));
    return text_chars(&out);
}
