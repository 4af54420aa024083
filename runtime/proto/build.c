/* Descriptors from the grammar's rules. */
#include "proto/build.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 64 };

__attribute__((format(printf, 2, 3))) static void fail(struct proto_parser *p, const char *format,
    ...)
{
    va_list args;

    if (p->error)
        return;
    va_start(args, format);
    p->error = memory_printf(p->memory, "line %u: %s", p->line,
        memory_vprintf(p->memory, format, args));
    va_end(args);
}

void proto_unexpected(struct proto_parser *p, const struct proto_token *token)
{
    if (token && token->size)
        fail(p, "'%.*s' is not expected here", (int)(token->size < 40 ? token->size : 40),
            token->start);
    else
        fail(p, "the file ends too early");
}

/* ---- tokens ---- */

struct proto_token proto_join(const struct proto_token *first, const struct proto_token *last)
{
    return (struct proto_token){first->start,
        (size_t)(last->start + last->size - first->start), first->line};
}

/* Without white space, which may stand around dots. */
static const char *name_of(struct proto_parser *p, const struct proto_token *token)
{
    struct memory_text text = {.memory = p->memory};

    for (size_t i = 0; i < token->size; i++) {
        if (!strchr(" \t\r\n\f\v", token->start[i]))
            memory_text_add(&text, token->start[i]);
    }
    return memory_text_chars(&text);
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0'
        : c >= 'a' && c <= 'f'  ? c - 'a' + 10
        : c >= 'A' && c <= 'F'  ? c - 'A' + 10
                                : 99;
}

/* Adds what an escape stands for; returns behind it. */
static const char *add_escape(struct memory_text *out, const char *at)
{
    static const char letters[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
    const char *letter = strchr(letters, *at);
    int value = 0, base = *at == 'x' || *at == 'X' ? 16 : 8, most = base == 16 ? 2 : 3;

    if (letter && *at) {
        memory_text_add(out, values[letter - letters]);
        return at + 1;
    }
    if (base == 8 && digit_of(*at) >= 8) {
        memory_text_add(out, *at);
        return at + 1;
    }
    for (at += base == 16; most-- && digit_of(*at) < base; at++)
        value = value * base + digit_of(*at);
    memory_text_add(out, (char)value);
    return at;
}

const char *proto_string(const struct rt_memory *memory, const char *at, size_t size)
{
    struct memory_text text = {.memory = memory};
    const char *end = at + size;

    while (at < end) {
        char quote = *at++;

        if (quote == '/') { /* a comment between */
            const char *close = *at == '/' ? "\n" : "*/";

            at = strstr(at, close) + strlen(close);
            continue;
        }
        if (quote != '"' && quote != '\'')
            continue;
        while (at < end && *at != quote)
            if (*at == '\\')
                at = add_escape(&text, at + 1);
            else
                memory_text_add(&text, *at++);
        at++;
    }
    return memory_text_chars(&text);
}

static const char *string_of(struct proto_parser *p, const struct proto_token *token)
{
    return proto_string(p->memory, token->start, token->size);
}

int64_t proto_number(struct proto_parser *p, const struct proto_token *token, bool negative)
{
    const char *text = memory_copy(p->memory, token->start, token->size);
    unsigned long long value;

    errno = 0;
    value = strtoull(text, NULL, 0);
    if (errno || value > INT32_MAX + 1ULL)
        fail(p, "number %s is out of range", text);
    return negative ? -(int64_t)value : (int64_t)value;
}

/* ---- the file ---- */

void proto_syntax(struct proto_parser *p, const struct proto_token *text)
{
    const char *name = string_of(p, text);

    if (strcmp(name, "proto3") == 0)
        p->file->version = RT_PROTO_3;
    else if (strcmp(name, "proto2") != 0)
        fail(p, "syntax \"%s\" is neither proto2 nor proto3", name);
}

void proto_edition(struct proto_parser *p, const struct proto_token *text)
{
    fail(p, "edition \"%s\" is not supported: write syntax = \"proto3\" or \"proto2\"",
        string_of(p, text));
}

void proto_import(struct proto_parser *p, const struct proto_token *text, bool is_public)
{
    struct rt_proto_import import = {string_of(p, text), is_public};

    memory_push(p->memory, &p->file->imports, import);
}

void proto_package(struct proto_parser *p, const struct proto_token *name)
{
    if (*p->file->package)
        fail(p, "a second package");
    else if (p->file->messages.count || p->file->enums.count)
        fail(p, "the package belongs before messages and enums");
    p->file->package = name_of(p, name);
}

/* ---- scopes ---- */

static struct proto_scope *top(struct proto_parser *p)
{
    return p->scopes.count ? &p->scopes.at[p->scopes.count - 1] : NULL;
}

/* Options of a oneof or of what is left out are kept by nobody. */
static struct rt_proto_options *options_of(struct proto_parser *p)
{
    struct proto_scope *scope = top(p);

    if (p->in_field)
        return &p->field_options;
    if (!scope)
        return &p->file->options;
    if (scope->oneof >= 0)
        return NULL;
    return scope->message ? &scope->message->options
        : scope->enumeration ? &scope->enumeration->options
                             : NULL;
}

void proto_option(struct proto_parser *p, const struct proto_token *name,
    const struct proto_token *value)
{
    struct rt_proto_options *options = options_of(p);
    bool is_string = *value->start == '"' || *value->start == '\'';
    struct rt_proto_option option = {name_of(p, name), is_string
            ? string_of(p, value) : memory_copy(p->memory, value->start, value->size)};

    if (options)
        memory_push(p->memory, options, option);
}

void proto_begin_options(struct proto_parser *p)
{
    p->in_field = true;
    p->field_options = (struct rt_proto_options){0};
}

static void push(struct proto_parser *p, struct rt_proto_message *message,
    struct rt_proto_enum *enumeration)
{
    struct proto_scope scope = {.message = message, .enumeration = enumeration, .oneof = -1};

    if (p->scopes.count == DEPTH_LIMIT)
        fail(p, "nested too deeply");
    memory_push(p->memory, &p->scopes, scope);
}

/* "package.Outer.name" */
static const char *full_name(struct proto_parser *p, const char *name)
{
    struct proto_scope *scope = top(p);
    const char *outer = scope && scope->message ? scope->message->full_name : p->file->package;

    return *outer ? memory_printf(p->memory, "%s.%s", outer, name) : name;
}

/* Something below what is left out is left out with it. */
static bool is_left_out(struct proto_parser *p)
{
    return top(p) && !top(p)->message;
}

static void begin_message(struct proto_parser *p, const char *name)
{
    struct rt_proto_message *message = MEMORY_NEW(p->memory, struct rt_proto_message);
    struct rt_proto_message *outer = top(p) ? top(p)->message : NULL;

    message->name = name;
    message->full_name = full_name(p, name);
    message->outer = outer;
    if (outer) {
        message->index = outer->messages.count;
        memory_push(p->memory, &outer->messages, message);
    } else if (!is_left_out(p)) {
        message->index = p->file->messages.count;
        memory_push(p->memory, &p->file->messages, message);
    }
    push(p, message, NULL);
}

void proto_begin_message(struct proto_parser *p, const struct proto_token *name)
{
    begin_message(p, name_of(p, name));
}

void proto_begin_enum(struct proto_parser *p, const struct proto_token *name)
{
    struct rt_proto_enum *enumeration = MEMORY_NEW(p->memory, struct rt_proto_enum);

    enumeration->name = name_of(p, name);
    enumeration->full_name = full_name(p, enumeration->name);
    if (top(p) && top(p)->message)
        memory_push(p->memory, &top(p)->message->enums, enumeration);
    else if (!is_left_out(p))
        memory_push(p->memory, &p->file->enums, enumeration);
    push(p, NULL, enumeration);
}

void proto_begin_other(struct proto_parser *p)
{
    push(p, NULL, NULL);
}

void proto_end(struct proto_parser *p)
{
    struct proto_scope *scope = top(p);
    const char *error = NULL;

    if (scope->message)
        proto_check_message(p->memory, p->file->version, scope->message, &error);
    else if (scope->enumeration)
        proto_check_enum(p->memory, p->file->version, scope->enumeration, &error);
    if (error)
        fail(p, "%s", error);
    p->scopes.count--;
}

/* ---- fields ---- */

static const char *const kinds[RT_PROTO_KINDS] = {"", "double", "float", "int32", "int64", "uint32",
    "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64", "bool", "string",
    "bytes"};

static struct rt_proto_type type_of(struct proto_parser *p, const struct proto_token *token)
{
    struct rt_proto_type type = {RT_PROTO_NAMED, name_of(p, token)};

    for (int i = 1; i < RT_PROTO_KINDS; i++) {
        if (strcmp(kinds[i], type.name) == 0)
            type.kind = (enum rt_proto_kind)i;
    }
    return type;
}

static bool check_number(struct proto_parser *p, const char *name, int64_t number)
{
    if (number >= 1 && number <= RT_PROTO_RANGE_MAX && (number < 19000 || number > 19999))
        return true;
    fail(p, "field '%s' cannot have number %lld", name, (long long)number);
    return false;
}

static void add_field(struct proto_parser *p, struct rt_proto_field *field)
{
    struct proto_scope *scope = top(p);

    p->in_field = false;
    field->options = p->field_options;
    p->field_options = (struct rt_proto_options){0};
    if (!scope || !scope->message || p->error)
        return;
    field->oneof = scope->oneof;
    if (field->label == RT_PROTO_REQUIRED && p->file->version == RT_PROTO_3)
        fail(p, "field '%s': proto3 has no required fields", field->name);
    if (field->oneof >= 0)
        scope->message->oneofs.at[field->oneof].field_count++;
    memory_push(p->memory, &scope->message->fields, *field);
}

void proto_field(struct proto_parser *p, enum rt_proto_label label, const struct proto_token *type,
    const struct proto_token *name, int64_t number)
{
    struct rt_proto_field field = {.name = name_of(p, name), .label = label,
        .type = type_of(p, type)};

    if (check_number(p, field.name, number))
        field.number = (int32_t)number;
    add_field(p, &field);
}

void proto_map_field(struct proto_parser *p, const struct proto_token *key,
    const struct proto_token *value, const struct proto_token *name, int64_t number)
{
    struct rt_proto_field field = {.name = name_of(p, name), .is_map = true,
        .key = type_of(p, key), .type = type_of(p, value)};

    if (field.key.kind == RT_PROTO_NAMED || field.key.kind == RT_PROTO_FLOAT ||
            field.key.kind == RT_PROTO_DOUBLE || field.key.kind == RT_PROTO_BYTES)
        fail(p, "map '%s': a key cannot be of type %s", field.name, field.key.name);
    if (check_number(p, field.name, number))
        field.number = (int32_t)number;
    add_field(p, &field);
}

/* A group is a message and a field of its name in small letters. */
void proto_begin_group(struct proto_parser *p, const struct proto_token *name, int64_t number)
{
    char *type = (char *)name_of(p, name), *lower = memory_copy(p->memory, type, strlen(type));
    struct rt_proto_field field = {.is_group = true, .type = {RT_PROTO_NAMED, type}};

    for (char *at = lower; *at; at++)
        *at = (char)(*at >= 'A' && *at <= 'Z' ? *at + 32 : *at);
    field.name = lower;
    field.options = p->field_options;
    p->in_field = false;
    if (p->file->version == RT_PROTO_3)
        fail(p, "group '%s': proto3 has no groups", type);
    if (check_number(p, lower, number))
        field.number = (int32_t)number;
    begin_message(p, type);
    top(p)->group = field;
}

void proto_end_group(struct proto_parser *p, enum rt_proto_label label)
{
    struct rt_proto_field field = top(p)->group;

    proto_end(p);
    field.label = label;
    p->field_options = field.options;
    add_field(p, &field);
}

void proto_begin_oneof(struct proto_parser *p, const struct proto_token *name)
{
    struct proto_scope *scope = top(p);
    struct rt_proto_oneof oneof = {.name = name_of(p, name)};

    if (!scope || !scope->message)
        return;
    scope->oneof = (int)scope->message->oneofs.count;
    memory_push(p->memory, &scope->message->oneofs, oneof);
}

void proto_end_oneof(struct proto_parser *p)
{
    struct proto_scope *scope = top(p);

    if (!scope->message)
        return;
    if (!scope->message->oneofs.at[scope->oneof].field_count)
        fail(p, "oneof '%s' has no fields", scope->message->oneofs.at[scope->oneof].name);
    scope->oneof = -1;
}

void proto_enum_value(struct proto_parser *p, const struct proto_token *name, int64_t number)
{
    struct rt_proto_value value = {name_of(p, name), (int32_t)number};

    p->in_field = false;
    p->field_options = (struct rt_proto_options){0};
    if (number < INT32_MIN || number > INT32_MAX)
        fail(p, "value '%s' is out of range", value.name);
    memory_push(p->memory, &top(p)->enumeration->values, value);
}

/* ---- reserved ---- */

void proto_range(struct proto_parser *p, int64_t first, int64_t last)
{
    struct rt_proto_range range = {first, last};

    if (first > last)
        fail(p, "the range %lld to %lld is empty", (long long)first, (long long)last);
    memory_push(p->memory, &p->ranges, range);
}

void proto_ranges(struct proto_parser *p, bool reserved)
{
    struct rt_proto_message *message = top(p) ? top(p)->message : NULL;

    for (size_t i = 0; reserved && message && i < p->ranges.count; i++)
        memory_push(p->memory, &message->reserved, p->ranges.at[i]);
    p->ranges.count = 0;
    p->in_field = false;
}

void proto_reserved_name(struct proto_parser *p, const struct proto_token *text)
{
    struct rt_proto_message *message = top(p) ? top(p)->message : NULL;

    if (message)
        memory_push(p->memory, &message->reserved_names, string_of(p, text));
}
