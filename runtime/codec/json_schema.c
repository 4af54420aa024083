/* References within JSON Schemas, and what their keywords stand for. */
#include <rt/json_schema.h>

#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 200 };

/* ---- references ---- */

static bool is(const char *text, struct rt_text name)
{
    return strlen(text) == name.size && !memcmp(text, name.data, name.size);
}

static bool find_document(const struct rt_json_document *documents, size_t count,
    struct rt_text name, size_t *document)
{
    if (!name.size)
        return true;
    for (size_t i = 0; i < count; i++) {
        const char *id = json_string_value(json_object_get(documents[i].root, "$id"));

        if (is(documents[i].name, name) || (id && is(id, name))) {
            *document = i;
            return true;
        }
    }
    return false;
}

/* One part of a JSON pointer, NUL-terminated: "~1" is a slash, "%25" a percent sign. */
static void pointer_part(const char *at, size_t size, struct rt_buffer *part)
{
    part->size = 0;
    for (size_t i = 0; i < size; i++) {
        char c = at[i];

        if (c == '~' && i + 1 < size) {
            c = at[++i] == '1' ? '/' : '~';
        } else if (c == '%' && i + 2 < size) {
            char digits[3] = {at[i + 1], at[i + 2], 0};

            c = (char)strtol(digits, NULL, 16);
            i += 2;
        }
        rt_buffer_add(part, &c, 1);
    }
    rt_buffer_add(part, "", 1);
}

static const json_t *follow(const json_t *json, const char *pointer)
{
    struct rt_buffer part = {0};

    while (json && *pointer == '/') {
        size_t size = strcspn(pointer + 1, "/");
        const char *key;

        pointer_part(pointer + 1, size, &part);
        key = (const char *)part.data;
        json = json_is_array(json) ? json_array_get(json, (size_t)strtoul(key, NULL, 10))
                                   : json_object_get(json, key);
        pointer += size + 1;
    }
    rt_buffer_release(&part);
    return json;
}

/* The subschema with this $anchor, or $id "#anchor". */
static const json_t *find_anchor(const json_t *json, const char *anchor, int depth)
{
    const char *own = json_string_value(json_object_get(json, "$anchor"));
    const char *id = json_string_value(json_object_get(json, "$id")), *key;
    const json_t *found = NULL;
    json_t *member;

    if (depth > DEPTH_LIMIT)
        return NULL;
    if ((own && strcmp(own, anchor) == 0) || (id && *id == '#' && strcmp(id + 1, anchor) == 0))
        return json;
    json_object_foreach((json_t *)(uintptr_t)json, key, member) {
        found = find_anchor(member, anchor, depth + 1);
        if (found)
            return found;
    }
    for (size_t i = 0; !found && i < json_array_size(json); i++)
        found = find_anchor(json_array_get(json, i), anchor, depth + 1);
    return found;
}

const json_t *rt_json_reference(const struct rt_json_document *documents, size_t count,
    size_t *document, const char *reference)
{
    size_t size = strcspn(reference, "#");
    const char *place = reference[size] ? reference + size + 1 : "";

    if (!find_document(documents, count, (struct rt_text){reference, size}, document))
        return NULL;
    return *place && *place != '/' ? find_anchor(documents[*document].root, place, 0)
                                   : follow(documents[*document].root, place);
}

/* ---- keywords ---- */

bool rt_json_implies(const json_t *schema, enum rt_json_type type)
{
    static const char *const keywords[RT_JSON_TYPES][12] = {
        [RT_JSON_STRING] = {"minLength", "maxLength", "pattern", "format"},
        [RT_JSON_NUMBER] = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
            "multipleOf"},
        [RT_JSON_ARRAY] = {"items", "additionalItems", "minItems", "maxItems", "uniqueItems",
            "contains", "prefixItems", "unevaluatedItems", "minContains", "maxContains"},
        [RT_JSON_OBJECT] = {"properties", "required", "minProperties", "maxProperties",
            "dependencies", "patternProperties", "additionalProperties", "propertyNames",
            "unevaluatedProperties", "dependentRequired", "dependentSchemas"},
    };

    for (const char *const *keyword = keywords[type]; *keyword; keyword++)
        if (json_object_get(schema, *keyword))
            return true;
    return false;
}

/* ---- numbers ---- */

static bool title_is(const char *title, const char *logical)
{
    static const char space[] = "org.apache.kafka.connect.data.";

    return title && strncmp(title, space, sizeof space - 1) == 0 &&
        strcmp(title + sizeof space - 1, logical) == 0;
}

/* The numbers of "connect.type" that no title makes another type of. */
static const struct {
    const char *name;
    enum rt_shape_kind kind;
} connect_numbers[] = {{"int8", RT_SHAPE_TINYINT}, {"int16", RT_SHAPE_SMALLINT},
    {"int32", RT_SHAPE_INT}, {"int64", RT_SHAPE_BIGINT}, {"float32", RT_SHAPE_FLOAT},
    {"float64", RT_SHAPE_DOUBLE}};

bool rt_json_number_kind(const struct rt_json_number *number, enum rt_shape_kind *kind)
{
    const char *type = number->connect_type;
    size_t i = 0;

    *kind = number->integer ? RT_SHAPE_BIGINT : RT_SHAPE_DOUBLE;
    if (!type)
        return true;
    *kind = RT_SHAPE_DECIMAL;
    if (strcmp(type, "bytes") == 0)
        return title_is(number->title, "Decimal");
    while (i < sizeof connect_numbers / sizeof *connect_numbers &&
        strcmp(type, connect_numbers[i].name) != 0)
        i++;
    if (i == sizeof connect_numbers / sizeof *connect_numbers)
        return false;
    *kind = connect_numbers[i].kind;
    if (*kind == RT_SHAPE_INT && title_is(number->title, "Time"))
        *kind = RT_SHAPE_TIME;
    else if (*kind == RT_SHAPE_INT && title_is(number->title, "Date"))
        *kind = RT_SHAPE_DATE;
    else if (*kind == RT_SHAPE_BIGINT && title_is(number->title, "Timestamp"))
        *kind = RT_SHAPE_TIMESTAMP_LTZ;
    else if (*kind == RT_SHAPE_BIGINT && number->flink_type &&
        strcmp(number->flink_type, "timestamp") == 0)
        *kind = RT_SHAPE_TIMESTAMP;
    return true;
}
