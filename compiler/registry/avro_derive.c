/* SQL types to Avro schema text, as README.md lists them. */
#include "schema.h"

#include "json_text.h"

#include <ctype.h>
#include <string.h>

#define MAP_SPACE "io.confluent.connect.avro"

/* Confluent's mapping; that of Flink's plain avro, and the latter with its older timestamps. */

struct entry { /* a MapEntry record written before */
    const char *body, *full_name;
};

struct derive {
    struct arena *arena;
    const char *root;  /* name of the outermost record */
    const char *space; /* of all records but map entries */
    const char *error;
    enum avro_dialect dialect;
    struct map names;  /* used so far */
    VEC(struct entry) entries;
};

/* `row` names a record or fixed at this place; `space` is the namespace around it. */
static bool derive_type(struct derive *derive, struct text *out, const struct type *type,
    const char *row, const char *space);

static bool fail(struct derive *derive, const char *row, const struct type *type, const char *why)
{
    if (!derive->error)
        derive->error = arena_printf(derive->arena, "field '%s' is %s, which %s",
            row + strlen(derive->root) + 1, type_brief(derive->arena, type), why);
    return false;
}

/* ---- names ---- */

static bool is_avro_name(const char *name)
{
    if (!isalpha((unsigned char)*name) && *name != '_')
        return false;
    for (; *name; name++) {
        if (!isalnum((unsigned char)*name) && *name != '_')
            return false;
    }
    return true;
}

/* The name as Avro takes it: other characters become '_'. */
static const char *avro_name(struct arena *arena, const char *name)
{
    struct text out = {.arena = arena};

    if (isdigit((unsigned char)*name))
        text_add_char(&out, '_');
    for (; *name; name++)
        text_add_char(&out, isalnum((unsigned char)*name) ? *name : '_');
    return text_chars(&out);
}

/* Different places can lead to one name ("a_b" in "c", "a" in "b_c"): the later one is numbered. */
static const char *unique_name(struct derive *derive, const char *name)
{
    const char *unique = name;

    for (int n = 2; map_get(&derive->names, unique); n++)
        unique = arena_printf(derive->arena, "%s_%d", name, n);
    map_put(&derive->names, unique, derive);
    return unique;
}

static void add_name(struct derive *derive, struct text *out, const char *name, const char *space)
{
    text_printf(out, "\"name\":\"%s\"", unique_name(derive, name));
    if (strcmp(space, derive->space) != 0)
        text_printf(out, ",\"namespace\":\"%s\"", derive->space);
}

/* ---- scalars ---- */

static void derive_text(struct derive *derive, struct text *out, const struct type *type)
{
    bool is_binary = type_is_binary(type);

    if (derive->dialect != AVRO_BY_CONFLUENT ||
            (type->length == TYPE_MAX_LENGTH && type->kind != TYPE_CHAR)) {
        text_add(out, is_binary ? "\"bytes\"" : "\"string\"");
        return;
    }
    text_printf(out, "{\"type\":\"%s\",\"flink.maxLength\":%d", is_binary ? "bytes" : "string",
        type->length);
    if (type->kind == TYPE_CHAR)
        text_printf(out, ",\"flink.minLength\":%d", type->length);
    text_add(out, ",\"flink.version\":\"1\"}");
}

/* A precision that the logical type does not imply is a property. */
static void add_precision(struct text *out, const char *avro, int precision, int implied)
{
    text_printf(out, "{\"type\":\"%s\"", avro);
    if (precision != implied)
        text_printf(out, ",\"flink.precision\":%d,\"flink.version\":\"1\"", precision);
}

/* Plain avro has milliseconds and microseconds; before, TIMESTAMP(3) alone, as an instant. */
static bool derive_plain_timestamp(struct derive *derive, struct text *out,
    const struct type *type, const char *row)
{
    bool legacy = derive->dialect != AVRO_BY_FLINK, local = type->kind == TYPE_TIMESTAMP;
    bool registered = derive->dialect == AVRO_BY_FLINK_REGISTERED;

    if (legacy && !local)
        return fail(derive, row, type, registered
            ? "has no form in 'avro-confluent': its timestamps are TIMESTAMP"
            : "needs 'avro.timestamp_mapping.legacy' = 'false'");
    if (type->precision > (legacy ? 3 : 6))
        return fail(derive, row, type, registered
            ? "has no form in 'avro-confluent': its timestamps have precision 3 at most"
            : legacy
            ? "has no form in 'avro': its timestamps have precision 3 at most, or 6 with "
              "'avro.timestamp_mapping.legacy' = 'false'"
            : "has no form in 'avro': its timestamps have precision 6 at most");
    text_printf(out, "{\"type\":\"long\",\"logicalType\":\"%stimestamp-%s\"}",
        local && !legacy ? "local-" : "", type->precision <= 3 ? "millis" : "micros");
    return true;
}

static void derive_timestamp(struct text *out, const struct type *type)
{
    static const char *const units[] = {"millis", "micros", "nanos"};
    int unit = type->precision <= 3 ? 0 : type->precision <= 6 ? 1 : 2;

    add_precision(out, "long", type->precision, 3 * (unit + 1));
    text_printf(out, ",\"logicalType\":\"%stimestamp-%s\"}",
        type->kind == TYPE_TIMESTAMP ? "local-" : "", units[unit]);
}

static void derive_small(struct derive *derive, struct text *out, const char *connect)
{
    if (derive->dialect == AVRO_BY_CONFLUENT)
        text_printf(out, "{\"type\":\"int\",\"connect.type\":\"%s\"}", connect);
    else
        text_add(out, "\"int\"");
}

static bool derive_scalar(struct derive *derive, struct text *out, const struct type *type,
    const char *row, const char *space)
{
    switch (type->kind) {
    case TYPE_BOOLEAN: text_add(out, "\"boolean\""); return true;
    case TYPE_TINYINT: derive_small(derive, out, "int8"); return true;
    case TYPE_SMALLINT: derive_small(derive, out, "int16"); return true;
    case TYPE_INT: text_add(out, "\"int\""); return true;
    case TYPE_BIGINT: text_add(out, "\"long\""); return true;
    case TYPE_FLOAT: text_add(out, "\"float\""); return true;
    case TYPE_DOUBLE: text_add(out, "\"double\""); return true;
    case TYPE_DECIMAL:
        text_printf(out,
            "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":%d,\"scale\":%d}",
            type->precision, type->scale);
        return true;
    case TYPE_CHAR: case TYPE_VARCHAR: case TYPE_VARBINARY:
        derive_text(derive, out, type);
        return true;
    case TYPE_BINARY:
        if (derive->dialect != AVRO_BY_CONFLUENT) {
            text_add(out, "\"bytes\"");
            return true;
        }
        text_add(out, "{\"type\":\"fixed\",");
        add_name(derive, out, row, space);
        text_printf(out, ",\"size\":%d}", type->length);
        return true;
    case TYPE_DATE: text_add(out, "{\"type\":\"int\",\"logicalType\":\"date\"}"); return true;
    case TYPE_TIME:
        if (type->precision > 3)
            return fail(derive, row, type, "has no Avro form: its times have precision 3 at most");
        add_precision(out, "int", type->precision, 3);
        text_add(out, ",\"logicalType\":\"time-millis\"}");
        return true;
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ:
        if (derive->dialect != AVRO_BY_CONFLUENT)
            return derive_plain_timestamp(derive, out, type, row);
        derive_timestamp(out, type);
        return true;
    case TYPE_NULL: case TYPE_TIMESTAMP_TZ: case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY:
    case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR: case TYPE_ARRAY:
    case TYPE_MULTISET:
    case TYPE_MAP: case TYPE_ROW:
        break;
    }
    return fail(derive, row, type, "has no Avro form");
}

/* ---- maps ---- */

/* Avro maps have text keys; others are arrays of entries. */
static bool derive_entries(struct derive *derive, struct text *out, const struct type *key,
    const struct type *value, const char *row)
{
    struct text body = {.arena = derive->arena};
    struct entry entry = {.full_name = MAP_SPACE ".MapEntry"};

    text_add(&body, "\"fields\":[{\"name\":\"key\",\"type\":");
    if (!derive_type(derive, &body, key, arena_printf(derive->arena, "%s_key", row), MAP_SPACE))
        return false;
    text_add(&body, "},{\"name\":\"value\",\"type\":");
    if (!derive_type(derive, &body, value, arena_printf(derive->arena, "%s_value", row),
            MAP_SPACE))
        return false;
    text_add(&body, "}]");
    entry.body = text_chars(&body);
    text_add(out, "{\"type\":\"array\",\"items\":");
    for (size_t i = 0; i < derive->entries.count; i++) {
        if (strcmp(derive->entries.at[i].body, entry.body) == 0) {
            text_printf(out, "\"%s\"", derive->entries.at[i].full_name);
            return true;
        }
    }
    text_add(out, "{\"type\":\"record\",");
    if (derive->entries.count == 0) {
        text_printf(out, "\"name\":\"MapEntry\",\"namespace\":\"%s\",%s}", MAP_SPACE, entry.body);
    } else { /* one name cannot stand for two records */
        const char *name = unique_name(derive, arena_printf(derive->arena, "%s_MapEntry", row));

        entry.full_name = arena_printf(derive->arena, "%s.%s", MAP_SPACE, name);
        text_printf(out,
            "\"name\":\"%s\",\"namespace\":\"%s\",%s,\"connect.internal.type\":\"MapEntry\"}", name,
            MAP_SPACE, entry.body);
    }
    vec_push(derive->arena, &derive->entries, entry);
    return true;
}

static bool derive_map(struct derive *derive, struct text *out, const struct type *type,
    const char *row, const char *space)
{
    bool is_multiset = type->kind == TYPE_MULTISET;
    const struct type *key = is_multiset ? type->element : type->key;
    const struct type *value = is_multiset ? type_simple(derive->arena, TYPE_INT, false)
                                           : type->element;

    if (!type_is_text(key) && derive->dialect != AVRO_BY_CONFLUENT)
        return fail(derive, row, type, "has no form in 'avro': keys of its maps are text");
    if (!type_is_text(key)) {
        if (!derive_entries(derive, out, key, value, row))
            return false;
    } else {
        text_add(out, "{\"type\":\"map\",\"values\":");
        if (!derive_type(derive, out, value, row, space))
            return false;
    }
    if (is_multiset && derive->dialect == AVRO_BY_CONFLUENT)
        text_add(out, ",\"flink.type\":\"multiset\",\"flink.version\":\"1\"");
    text_add_char(out, '}');
    return true;
}

/* ---- records ---- */

static bool derive_fields(struct derive *derive, struct text *out,
    const struct type_field *fields, size_t count, const char *row)
{
    text_add(out, ",\"fields\":[");
    for (size_t i = 0; i < count; i++) {
        const struct type_field *field = &fields[i];

        if (!is_avro_name(field->name)) {
            derive->error = arena_printf(derive->arena, "'%s' is no Avro name: letters, digits and "
                "'_' of ASCII, not beginning with a digit", field->name);
            return false;
        }
        text_printf(out, "%s{\"name\":\"%s\",\"type\":", i ? "," : "", field->name);
        if (!derive_type(derive, out, field->type,
                arena_printf(derive->arena, "%s_%s", row, field->name), derive->space))
            return false;
        if (field->comment) {
            text_add(out, ",\"doc\":");
            json_add_string(out, field->comment, strlen(field->comment));
        }
        if (field->type->nullable)
            text_add(out, ",\"default\":null");
        text_add_char(out, '}');
    }
    text_add(out, "]}");
    return true;
}

static bool derive_not_null(struct derive *derive, struct text *out, const struct type *type,
    const char *row, const char *space)
{
    if (type->kind == TYPE_ROW) {
        text_add(out, "{\"type\":\"record\",");
        add_name(derive, out, row, space);
        return derive_fields(derive, out, type->fields, type->field_count, row);
    }
    if (type->kind == TYPE_ARRAY) {
        text_add(out, "{\"type\":\"array\",\"items\":");
        if (!derive_type(derive, out, type->element, row, space))
            return false;
        text_add_char(out, '}');
        return true;
    }
    if (type->kind == TYPE_MAP || type->kind == TYPE_MULTISET)
        return derive_map(derive, out, type, row, space);
    return derive_scalar(derive, out, type, row, space);
}

static bool derive_type(struct derive *derive, struct text *out, const struct type *type,
    const char *row, const char *space)
{
    if (!type->nullable)
        return derive_not_null(derive, out, type, row, space);
    text_add(out, "[\"null\",");
    if (!derive_not_null(derive, out, type, row, space))
        return false;
    text_add_char(out, ']');
    return true;
}

static const char *derive_record(struct derive *derive, const char *record_name,
    const struct type_field *fields, size_t count, const char **error)
{
    struct text out = {.arena = derive->arena};
    const char *name = unique_name(derive, avro_name(derive->arena, record_name));

    derive->root = name;
    text_printf(&out, "{\"type\":\"record\",\"name\":\"%s\",\"namespace\":\"%s\"", name,
        derive->space);
    if (!derive_fields(derive, &out, fields, count, name)) {
        *error = derive->error;
        return NULL;
    }
    return text_chars(&out);
}

const char *avro_from_fields(struct arena *arena, const char *record_name, const char *space,
    const struct type_field *fields, size_t count, const char **error)
{
    struct derive derive = {.arena = arena, .space = space, .names.arena = arena};

    return derive_record(&derive, record_name, fields, count, error);
}

const char *avro_from_fields_plain(struct arena *arena, const struct type_field *fields,
    size_t count, enum avro_dialect dialect, const char **error)
{
    struct derive derive = {.arena = arena, .space = "org.apache.flink.avro.generated",
        .dialect = dialect, .names.arena = arena};

    return derive_record(&derive, "record", fields, count, error);
}
