/* The default of a field as Avro's binary encoding of it. It is known to fit its schema. */
#include "codec/avro_schema.h"

#include <stdlib.h>

static void put(struct rt_buffer *out, const struct avro_schema *schema, const json_t *value);

static void put_long(struct rt_buffer *out, int64_t value)
{
    uint64_t rest = (uint64_t)value << 1 ^ (uint64_t)(value >> 63);
    uint8_t byte;

    for (; rest >= 0x80; rest >>= 7) {
        byte = (uint8_t)(rest | 0x80);
        rt_buffer_add(out, &byte, 1);
    }
    byte = (uint8_t)rest;
    rt_buffer_add(out, &byte, 1);
}

static double number_of(const json_t *value)
{
    return json_is_string(value) ? strtod(json_string_value(value), NULL)
                                 : json_number_value(value);
}

/* Text whose code points are the bytes. */
static void put_bytes(struct rt_buffer *out, const struct avro_schema *schema, const json_t *value)
{
    const unsigned char *at = (const unsigned char *)json_string_value(value);
    const unsigned char *end = at + json_string_length(value);
    struct rt_buffer bytes = {0};

    while (at < end) {
        uint8_t byte = *at < 0x80 ? *at : (uint8_t)(*at << 6 | (at[1] & 0x3f));

        at += *at < 0x80 ? 1 : 2;
        rt_buffer_add(&bytes, &byte, 1);
    }
    if (schema->kind == AVRO_BYTES)
        put_long(out, (int64_t)bytes.size);
    rt_buffer_add(out, bytes.data, bytes.size);
    rt_buffer_release(&bytes);
}

static void put_string(struct rt_buffer *out, const char *text, size_t size)
{
    put_long(out, (int64_t)size);
    rt_buffer_add(out, text, size);
}

static void put_symbol(struct rt_buffer *out, const struct avro_schema *schema,
    const json_t *value)
{
    for (size_t i = 0; i < schema->symbol_count; i++)
        if (!strcmp(schema->symbols[i], json_string_value(value)))
            put_long(out, (int64_t)i);
}

static void put_items(struct rt_buffer *out, const struct avro_schema *schema, json_t *value)
{
    size_t count = json_is_array(value) ? json_array_size(value) : json_object_size(value);
    const char *key;
    json_t *member;

    if (count)
        put_long(out, (int64_t)count);
    for (size_t i = 0; i < json_array_size(value); i++)
        put(out, schema->items, json_array_get(value, i));
    json_object_foreach(value, key, member) {
        put_string(out, key, strlen(key));
        put(out, schema->items, member);
    }
    put_long(out, 0);
}

static json_t *default_of(const struct avro_field *field)
{
    return json_loads(field->default_json, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
}

/* A field that the default leaves out has a default of its own. */
static void put_record(struct rt_buffer *out, const struct avro_schema *schema,
    const json_t *value)
{
    for (size_t i = 0; i < schema->field_count; i++) {
        const struct avro_field *field = &schema->fields[i];
        json_t *member = json_object_get(value, field->name);
        json_t *own = member ? json_incref(member) : default_of(field);

        put(out, field->schema, own);
        json_decref(own);
    }
}

/* The specification wants the first branch; any that takes it will do. */
static void put_union(struct rt_buffer *out, const struct avro_schema *schema,
    const json_t *value)
{
    size_t branch = 0;

    while (!avro_default_fits(schema->branches[branch], value))
        branch++;
    put_long(out, (int64_t)branch);
    put(out, schema->branches[branch], value);
}

static void put(struct rt_buffer *out, const struct avro_schema *schema, const json_t *value)
{
    float single;
    double both;
    uint8_t flag;

    switch (schema->kind) {
    case AVRO_NULL:
        return;
    case AVRO_BOOLEAN:
        flag = json_is_true(value);
        rt_buffer_add(out, &flag, 1);
        return;
    case AVRO_INT:
    case AVRO_LONG:
        put_long(out, json_integer_value(value));
        return;
    case AVRO_FLOAT:
        single = (float)number_of(value);
        rt_buffer_add(out, &single, sizeof single);
        return;
    case AVRO_DOUBLE:
        both = number_of(value);
        rt_buffer_add(out, &both, sizeof both);
        return;
    case AVRO_BYTES:
    case AVRO_FIXED:
        put_bytes(out, schema, value);
        return;
    case AVRO_STRING:
        put_string(out, json_string_value(value), json_string_length(value));
        return;
    case AVRO_ENUM:
        put_symbol(out, schema, value);
        return;
    case AVRO_ARRAY:
    case AVRO_MAP:
        put_items(out, schema, (json_t *)value);
        return;
    case AVRO_RECORD:
        put_record(out, schema, value);
        return;
    case AVRO_UNION:
        put_union(out, schema, value);
        return;
    }
}

struct rt_bytes avro_schema_default(struct avro_memory memory, const struct avro_field *field)
{
    json_t *value = default_of(field);
    struct rt_buffer out = {0};
    struct rt_bytes bytes;

    put(&out, field->schema, value);
    bytes = (struct rt_bytes){(const uint8_t *)avro_copy(memory, out.data ? (char *)out.data : "",
        out.size), out.size};
    rt_buffer_release(&out);
    json_decref(value);
    return bytes;
}
