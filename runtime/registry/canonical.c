#include "registry/canonical.h"
#include "registry/registry.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 128 };

struct canonical {
    struct rt_buffer *out;
    json_t *types; /* Full names of the named types met so far, in order. */
    int depth;
    struct rt_error *error;
};

static bool put_schema(struct canonical *to, const json_t *schema, const char *space);

static bool not_a_schema(struct canonical *to, const char *why)
{
    return rt_fail(to->error, RT_REGISTRY, RT_STOP, "not an Avro schema: %s", why);
}

static void put_string(struct canonical *to, const char *text)
{
    json_t *string = json_string(text);
    char *quoted = string ? json_dumps(string, JSON_ENCODE_ANY) : NULL;

    rt_buffer_add_text(to->out, quoted ? quoted : "\"\"");
    free(quoted);
    json_decref(string);
}

static bool is_primitive(const char *name)
{
    static const char *const primitives[] = {"null", "boolean", "int", "long", "float", "double",
        "bytes", "string"};

    for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++)
        if (!strcmp(name, primitives[i]))
            return true;
    return false;
}

/* The number of a named type, in the order of first mention. A name without a dot is in the
 * enclosing namespace. */
static void put_type_number(struct canonical *to, const char *name, const char *space)
{
    struct rt_buffer full = {0};
    size_t number, count = json_array_size(to->types);

    if (!strchr(name, '.') && *space) {
        rt_buffer_add_text(&full, space);
        rt_buffer_add_text(&full, ".");
    }
    rt_buffer_add(&full, name, strlen(name) + 1);
    for (number = 0; number < count; number++)
        if (!strcmp(json_string_value(json_array_get(to->types, number)), (char *)full.data))
            break;
    if (number == count)
        json_array_append_new(to->types, json_string((char *)full.data));
    rt_buffer_printf(to->out, "\"#%zu\"", number);
    rt_buffer_release(&full);
}

static const char *string_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* The namespace inside a named type; on the heap. */
static char *space_inside(const json_t *schema, const char *name, const char *space)
{
    const char *dot = strrchr(name, '.'), *own = string_of(schema, "namespace");
    char *inside = rt_duplicate(dot ? name : own ? own : space);

    if (dot)
        inside[dot - name] = '\0';
    return inside;
}

static bool put_fields(struct canonical *to, const json_t *fields, const char *space)
{
    const json_t *field;
    size_t i;

    if (!json_is_array(fields))
        return not_a_schema(to, "a record without 'fields'");
    rt_buffer_add_text(to->out, ",\"fields\":[");
    json_array_foreach(fields, i, field) {
        const char *name = string_of(field, "name");

        if (!name)
            return not_a_schema(to, "a field without 'name'");
        rt_buffer_add_text(to->out, i ? ",{\"name\":" : "{\"name\":");
        put_string(to, name);
        rt_buffer_add_text(to->out, ",\"type\":");
        if (!put_schema(to, json_object_get(field, "type"), space))
            return rt_error_context(to->error, "field '%s'", name);
        rt_buffer_add_text(to->out, "}");
    }
    rt_buffer_add_text(to->out, "]");
    return true;
}

static bool put_symbols(struct canonical *to, const json_t *symbols)
{
    const json_t *symbol;
    size_t i;

    if (!json_is_array(symbols))
        return not_a_schema(to, "an enum without 'symbols'");
    rt_buffer_add_text(to->out, ",\"symbols\":[");
    json_array_foreach(symbols, i, symbol) {
        if (!json_is_string(symbol))
            return not_a_schema(to, "a symbol that is not a string");
        rt_buffer_add_text(to->out, i ? "," : "");
        put_string(to, json_string_value(symbol));
    }
    rt_buffer_add_text(to->out, "]");
    return true;
}

static void put_integer(struct canonical *to, const json_t *schema, const char *key)
{
    const json_t *number = json_object_get(schema, key);

    if (json_is_integer(number))
        rt_buffer_printf(to->out, ",\"%s\":%lld", key, (long long)json_integer_value(number));
}

static void put_logical(struct canonical *to, const json_t *schema)
{
    const char *logical = string_of(schema, "logicalType");

    if (!logical)
        return;
    rt_buffer_add_text(to->out, ",\"logicalType\":");
    put_string(to, logical);
    put_integer(to, schema, "precision");
    put_integer(to, schema, "scale");
}

static bool put_named(struct canonical *to, const json_t *schema, const char *type,
    const char *space)
{
    const char *name = string_of(schema, "name");
    char *inside;
    bool done = true;

    if (!name)
        return not_a_schema(to, "a named type without 'name'");
    inside = space_inside(schema, name, space);
    rt_buffer_add_text(to->out, "{\"name\":");
    put_type_number(to, name, inside);
    rt_buffer_add_text(to->out, ",\"type\":");
    put_string(to, type);
    if (!strcmp(type, "record") || !strcmp(type, "error"))
        done = put_fields(to, json_object_get(schema, "fields"), inside);
    else if (!strcmp(type, "enum"))
        done = put_symbols(to, json_object_get(schema, "symbols"));
    else
        put_integer(to, schema, "size");
    put_logical(to, schema);
    rt_buffer_add_text(to->out, "}");
    free(inside);
    return done;
}

static bool put_container(struct canonical *to, const json_t *schema, const char *type,
    const char *member, const char *space)
{
    rt_buffer_printf(to->out, "{\"type\":\"%s\",\"%s\":", type, member);
    if (!put_schema(to, json_object_get(schema, member), space))
        return false;
    put_logical(to, schema);
    rt_buffer_add_text(to->out, "}");
    return true;
}

static bool put_object(struct canonical *to, const json_t *schema, const char *space)
{
    const json_t *inner = json_object_get(schema, "type");
    const char *type = json_string_value(inner);

    if (!type)
        return inner ? put_schema(to, inner, space) : not_a_schema(to, "an object without 'type'");
    if (!strcmp(type, "array"))
        return put_container(to, schema, type, "items", space);
    if (!strcmp(type, "map"))
        return put_container(to, schema, type, "values", space);
    if (!strcmp(type, "record") || !strcmp(type, "error") || !strcmp(type, "enum") ||
        !strcmp(type, "fixed"))
        return put_named(to, schema, type, space);
    if (!is_primitive(type)) {
        put_type_number(to, type, space);
        return true;
    }
    if (!string_of(schema, "logicalType")) {
        put_string(to, type);
        return true;
    }
    rt_buffer_printf(to->out, "{\"type\":\"%s\"", type);
    put_logical(to, schema);
    rt_buffer_add_text(to->out, "}");
    return true;
}

static bool put_union(struct canonical *to, const json_t *branches, const char *space)
{
    const json_t *branch;
    size_t i;

    rt_buffer_add_text(to->out, "[");
    json_array_foreach(branches, i, branch) {
        rt_buffer_add_text(to->out, i ? "," : "");
        if (!put_schema(to, branch, space))
            return false;
    }
    rt_buffer_add_text(to->out, "]");
    return true;
}

static bool put_schema(struct canonical *to, const json_t *schema, const char *space)
{
    bool done = true;

    if (++to->depth > DEPTH_LIMIT)
        return not_a_schema(to, "nested too deeply");
    if (json_is_string(schema) && is_primitive(json_string_value(schema)))
        put_string(to, json_string_value(schema));
    else if (json_is_string(schema))
        put_type_number(to, json_string_value(schema), space);
    else if (json_is_array(schema))
        done = put_union(to, schema, space);
    else if (json_is_object(schema))
        done = put_object(to, schema, space);
    else
        done = not_a_schema(to, "neither a name, an array nor an object");
    to->depth--;
    return done;
}

static json_t *parse(const char *text, struct rt_error *error)
{
    json_error_t why;
    json_t *json = json_loads(text, JSON_DECODE_ANY | JSON_ALLOW_NUL, &why);

    if (!json)
        rt_fail(error, RT_REGISTRY, RT_STOP, "not a schema: %s (line %d)", why.text, why.line);
    return json;
}

char *registry_normal(enum rt_schema_kind kind, const char *text, struct rt_error *error)
{
    json_t *json;
    char *normal;

    if (kind == RT_SCHEMA_PROTOBUF)
        return rt_duplicate(text);
    json = parse(text, error);
    if (!json)
        return NULL;
    normal = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(json);
    if (!normal)
        rt_fail(error, RT_MEMORY, RT_STOP, "out of memory");
    return normal;
}

bool registry_canonical(enum rt_schema_kind kind, const char *text, struct rt_buffer *out,
    struct rt_error *error)
{
    struct canonical to = {.out = out, .error = error};
    json_t *json;
    bool done;

    if (kind != RT_SCHEMA_AVRO) {
        char *normal = registry_normal(kind, text, error);

        if (normal)
            rt_buffer_add_text(out, normal);
        free(normal);
        return normal != NULL;
    }
    json = parse(text, error);
    if (!json)
        return false;
    to.types = json_array();
    done = put_schema(&to, json, "");
    json_decref(to.types);
    json_decref(json);
    return done;
}
