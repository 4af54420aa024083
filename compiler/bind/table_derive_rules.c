/* Rules that join options, key and columns of a table. */
#include "table_rules.h"

#include <rt/string.h>

#include <string.h>

/* ---- options ---- */

static bool needs(struct catalog *catalog, const struct table *table, enum option_id mode,
    const char *value, enum option_id other)
{
    const struct option_value *set = table_option_by_id(table, mode);

    if (strcmp(option_canonical(catalog->arena, set), value) != 0 || table_has_option(table, other))
        return true;
    diag_error(catalog->diag, D_OPTION_CONFLICT, set->value_span, "'%s' = '%s' needs '%s'",
        set->key, value, option_defs[other].key);
    return false;
}

/* The place to begin or end at says nothing without a mode. One that is set to something else has
 * been overridden, as a hint and ALTER TABLE do. */
static bool belongs(struct catalog *catalog, const struct table *table, enum option_id mode,
    const char *value, enum option_id other)
{
    const struct option_value *place = table_option_by_id(table, other);

    if (!table_has_option(table, other) || table_has_option(table, mode))
        return true;
    diag_error(catalog->diag, D_OPTION_CONFLICT, place->key_span,
        "'%s' says nothing without '%s' = '%s'", place->key, option_defs[mode].key, value);
    return false;
}

/* A mode and what it needs need each other. */
static bool check_mode(struct catalog *catalog, const struct table *table, enum option_id mode,
    const char *value, enum option_id other)
{
    return needs(catalog, table, mode, value, other) &&
        belongs(catalog, table, mode, value, other);
}

bool table_check_options(struct catalog *catalog, const struct table *table)
{
    const struct option_value *prefix = table_option_by_id(table, OPT_KEY_PREFIX);
    const struct option_value *include = table_option_by_id(table, OPT_FIELDS_INCLUDE);
    const struct option_value *format = table_option_by_id(table, OPT_KEY_FORMAT);
    bool ok = check_mode(catalog, table, OPT_STARTUP_MODE, "timestamp", OPT_STARTUP_TIMESTAMP);

    ok = check_mode(catalog, table, OPT_STARTUP_MODE, "specific-offsets", OPT_STARTUP_OFFSETS) &&
        ok;
    ok = check_mode(catalog, table, OPT_BOUNDED_MODE, "timestamp", OPT_BOUNDED_TIMESTAMP) && ok;
    ok = check_mode(catalog, table, OPT_BOUNDED_MODE, "specific-offsets", OPT_BOUNDED_OFFSETS) &&
        ok;
    if (*prefix->text && include->number == 0) {
        diag_error(catalog->diag, D_OPTION_CONFLICT, prefix->key_span,
            "'key.fields-prefix' needs 'value.fields-include' = 'except-key'");
        if (table_has_option(table, OPT_FIELDS_INCLUDE))
            diag_note(catalog->diag, include->key_span, "set to 'all' here");
        ok = false;
    }
    if (table->bucket_count == 0 && table_has_option(table, OPT_KEY_FORMAT)) {
        diag_error(catalog->diag, D_OPTION_CONFLICT, format->key_span,
            "'key.format' needs key columns: a primary key or DISTRIBUTED BY (…)");
        ok = false;
    }
    if (table->bucket_count == 0 && *prefix->text) {
        diag_error(catalog->diag, D_OPTION_CONFLICT, prefix->key_span,
            "'key.fields-prefix' needs key columns: a primary key or DISTRIBUTED BY (…)");
        ok = false;
    }
    return ok;
}

static bool refuse_later(struct catalog *catalog, const struct table *table,
    enum option_id id, const char *what, struct span span)
{
    const struct option_value *value = table_option_by_id(table, id);

    if (!value->number)
        return false;
    diag_error(catalog->diag, D_OPTION_UNSUPPORTED, span,
        "%s table '%s' is not supported yet: '%s' = '%s'", what, table->name, value->key,
        value->text);
    return true;
}

bool table_check_source(struct catalog *catalog, const struct table *table, struct span span)
{
    return table_check_use(catalog, table, false, span) &&
        !refuse_later(catalog, table, OPT_LATE_MODE, "reading", span);
}

bool table_check_sink(struct catalog *catalog, const struct table *table, struct span span)
{
    const struct table_side *value = &table->value_side;

    if (value->format == FORMAT_DEBEZIUM_JSON) {
        const struct option_value *include = table_option_by_id(table, OPT_DEBEZIUM_SCHEMA_INCLUDE);

        if (include->number) {
            diag_error(catalog->diag, D_FORMAT_READ_ONLY, span,
                "table '%s' has '%s' = 'true', which is read only: what is written has no schema",
                table->name, include->key);
            return false;
        }
    } else if (format_info(value->format)->envelope) {
        diag_error(catalog->diag, D_FORMAT_READ_ONLY, span,
            "table '%s' has the format '%s', which is read only: its records are what Debezium "
            "says of another database", table->name, format_info(value->format)->name);
        return false;
    }
    if (table_reads_several(table)) {
        diag_error(catalog->diag, D_CONNECTOR_USE, span,
            "table '%s' cannot be written: it reads %s, and a row would not say which is its own",
            table->name, table->topic_pattern ? "the topics of a pattern" : "several topics");
        return false;
    }
    if (value->subject_count > 1 || table->key_side.subject_count > 1) {
        diag_error(catalog->diag, D_OPTION_UNSUPPORTED, span,
            "writing to table '%s', which has several subjects, is not supported: nothing says "
            "with which one's schema a row is written", table->name);
        return false;
    }
    return table_check_use(catalog, table, true, span);
}

/* ---- topic ---- */

bool table_check_topic(struct catalog *catalog, const char *topic, struct span span)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    size_t size = strlen(topic);

    if (size && size <= 249 && strspn(topic, allowed) == size && strcmp(topic, ".") != 0 &&
            strcmp(topic, "..") != 0)
        return true;
    diag_error(catalog->diag, D_TOPIC_NAME, span,
        "'%s' cannot be the name of a topic: up to 249 ASCII letters, digits, '.', '_' and '-'",
        topic);
    return false;
}

/* ---- distribution ---- */

static bool contains(const size_t *numbers, size_t count, size_t number)
{
    for (size_t i = 0; i < count; i++) {
        if (numbers[i] == number)
            return true;
    }
    return false;
}

bool table_check_distribution(struct catalog *catalog, const struct table *table)
{
    struct diag *diag = catalog->diag;

    if (table->mode == CHANGELOG_UPSERT && !table->key.present) {
        diag_error(diag, D_OPTION_CONFLICT,
            table_option_by_id(table, OPT_CHANGELOG_MODE)->value_span,
            "'changelog.mode' = 'upsert' needs a primary key");
        return false;
    }
    if (!table->key.present)
        return true;
    for (size_t i = 0; i < table->bucket_count; i++) {
        if (contains(table->key.columns, table->key.count, table->bucket_columns[i]))
            continue;
        diag_error(diag, D_DISTRIBUTION, table->distribution_span,
            "table '%s' has a primary key, and is distributed by '%s', which is not in it",
            table->name, table->columns[table->bucket_columns[i]].name);
        diag_note(diag, table->key.span, "primary key declared here");
        return false;
    }
    if (table->mode == CHANGELOG_UPSERT && table->bucket_count != table->key.count) {
        diag_error(diag, D_DISTRIBUTION, table->distribution_span,
            "an upsert table must be distributed by its whole primary key");
        diag_note(diag, table->key.span, "primary key declared here");
        if (table_has_option(table, OPT_CHANGELOG_MODE))
            diag_note(diag, table_option_by_id(table, OPT_CHANGELOG_MODE)->key_span,
                "changelog mode set here");
        return false;
    }
    return true;
}

/* ---- formats ---- */

static bool raw_holds(const struct type *type)
{
    return type->kind == TYPE_BOOLEAN || type_is_integer(type) || type_is_approximate(type) ||
        type_is_text(type) || type_is_binary(type);
}

/* Lines of files end with a byte, which is no character of UTF-16. */
static bool check_charset(struct catalog *catalog, const struct table *table, bool is_key)
{
    const struct option_value *value =
        table_option_by_id(table, is_key ? OPT_KEY_RAW_CHARSET : OPT_RAW_CHARSET);
    enum rt_charset charset;

    if (!rt_charset_find((struct rt_text){value->text, strlen(value->text)}, &charset)) {
        diag_error(catalog->diag, D_OPTION_VALUE, value->value_span,
            "'%s' is no value of '%s', which takes one of 'UTF-8', 'US-ASCII', 'ISO-8859-1', "
            "'UTF-16', 'UTF-16BE', 'UTF-16LE'", value->text, value->key);
        return false;
    }
    if (table->connector != CONNECTOR_FILESYSTEM || charset <= RT_ISO_8859_1)
        return true;
    diag_error(catalog->diag, D_OPTION_UNSUPPORTED, value->value_span,
        "'%s' = '%s' is not supported for files, whose lines end with a byte", value->key,
        value->text);
    return false;
}

static bool check_raw(struct catalog *catalog, const struct table *table,
    const struct table_side *side, const struct option_value *format)
{
    const struct column *column;

    if (side->count != 1) {
        diag_error(catalog->diag, D_RAW_COLUMNS, format->value_span,
            "'%s' = 'raw' needs exactly one column, and there are %zu", format->key, side->count);
        return false;
    }
    column = &table->columns[side->columns[0]];
    if (raw_holds(column->type))
        return true;
    diag_error(catalog->diag, D_RAW_TYPE, column->span,
        "column '%s' is %s: the raw format holds BOOLEAN, integers, FLOAT, DOUBLE, text and bytes",
        column->name, type_brief(catalog->arena, column->type));
    return false;
}

/* 'value.json-registry.x' beside 'value.format' = 'avro-registry'; a registry's option with raw. */
static bool check_scoped(struct catalog *catalog, const struct table *table, bool is_key,
    const struct option_value *format)
{
    static const enum option_id scoped[2][3] = {
        {OPT_VALUE_ID_ENCODING, OPT_VALUE_CONTEXT, OPT_VALUE_SUBJECTS},
        {OPT_KEY_ID_ENCODING, OPT_KEY_CONTEXT, OPT_KEY_SUBJECTS}};
    const char *name = option_canonical(catalog->arena, format);

    for (size_t i = 0; i < 3; i++) {
        const struct option_value *value = table_option_by_id(table, scoped[is_key][i]);
        const char *scope;

        if (!table_has_option(table, scoped[is_key][i]))
            continue;
        if (format->number == FORMAT_RAW) {
            diag_error(catalog->diag, D_OPTION_CONFLICT, value->key_span,
                "'%s' has no meaning with '%s' = 'raw'", value->key, format->key);
            return false;
        }
        scope = strchr(value->key, '.') + 1;
        if (strncmp(scope, "format.", 7) == 0 || (strncmp(scope, name, strlen(name)) == 0 &&
                scope[strlen(name)] == '.'))
            continue;
        diag_error(catalog->diag, D_OPTION_CONFLICT, value->key_span,
            "'%s' belongs to another format than '%s' = '%s'", value->key, format->key,
            format->text);
        return false;
    }
    return true;
}

/* A key has no rows before and after a change. */
static bool check_envelope(struct catalog *catalog, const struct table *table, bool is_key,
    const struct option_value *format)
{
    if (!is_key)
        return true;
    diag_error(catalog->diag, D_OPTION_CONFLICT, format->value_span,
        "'%s' is a format of changes, which are values: the key of table '%s' needs another",
        format->text, table->name);
    return false;
}

bool table_check_format(struct catalog *catalog, const struct table *table, bool is_key)
{
    const struct table_side *side = is_key ? &table->key_side : &table->value_side;
    const struct option_value *format = table_format_option(table, is_key);

    if (!table_check_proto(catalog, table, is_key))
        return false;
    switch (side->format) {
    case FORMAT_NONE: case FORMAT_PROTO_CONFLUENT:
        return true;
    case FORMAT_RAW:
        return check_raw(catalog, table, side, format) && check_charset(catalog, table, is_key) &&
            check_scoped(catalog, table, is_key, format);
    case FORMAT_AVRO_REGISTRY: case FORMAT_JSON_REGISTRY: case FORMAT_PROTO_REGISTRY:
        return check_scoped(catalog, table, is_key, format);
    case FORMAT_AVRO_DEBEZIUM: case FORMAT_JSON_DEBEZIUM: case FORMAT_PROTO_DEBEZIUM:
        return check_envelope(catalog, table, is_key, format) &&
            check_scoped(catalog, table, is_key, format);
    case FORMAT_CSV:
        return table_check_csv(catalog, table, is_key);
    case FORMAT_JSON:
        return table_check_json(catalog, table, is_key);
    case FORMAT_AVRO:
        return table_check_avro(catalog, table, is_key) &&
            check_scoped(catalog, table, is_key, format);
    case FORMAT_DEBEZIUM_JSON:
        return check_envelope(catalog, table, is_key, format) &&
            table_check_json(catalog, table, is_key);
    case FORMAT_AVRO_CONFLUENT:
        return table_check_avro_confluent(catalog, table, is_key);
    case FORMAT_COUNT:
        break;
    }
    diag_error(catalog->diag, D_FORMAT_UNSUPPORTED, format->value_span,
        "'%s' = '%s' is not supported yet", format->key, format->text);
    return false;
}
