/* Tables of the connector filesystem, and the options of avro and csv. */
#include "table_rules.h"

#include <string.h>

/* ---- csv ---- */

static bool is_csv_option(const struct csv_options *ids, enum option_id id)
{
    return id == ids->comments || id == ids->elements || id == ids->disable_quote ||
        id == ids->escape || id == ids->delimiter || id == ids->ignore || id == ids->null ||
        id == ids->quote;
}

static bool is_avro_option(enum option_id id, bool is_key)
{
    return is_key ? id == OPT_KEY_AVRO_ENCODING || id == OPT_KEY_AVRO_LEGACY_TIMESTAMP
                  : id == OPT_AVRO_ENCODING || id == OPT_AVRO_LEGACY_TIMESTAMP;
}

bool table_format_takes(const struct table *table, enum option_id id)
{
    const struct option_value *key = table_format_option(table, true);
    const struct option_value *value = table_format_option(table, false);

    if (table->connector == CONNECTOR_CONFLUENT)
        return false;
    if (id == OPT_RAW_CHARSET || id == OPT_RAW_ENDIANNESS)
        return strcmp(value->text, "raw") == 0;
    if (id == OPT_KEY_RAW_CHARSET || id == OPT_KEY_RAW_ENDIANNESS)
        return table_has_option(table, OPT_KEY_FORMAT) && strcmp(key->text, "raw") == 0;
    if (id == OPT_AVRO_CODEC)
        return table->connector == CONNECTOR_FILESYSTEM && !strcmp(value->text, "avro");
    if (is_avro_option(id, false))
        return strcmp(value->text, "avro") == 0;
    if (is_avro_option(id, true))
        return table_has_option(table, OPT_KEY_FORMAT) && strcmp(key->text, "avro") == 0;
    if (is_csv_option(&csv_options[0], id))
        return strcmp(value->text, "csv") == 0;
    if (is_csv_option(&csv_options[1], id))
        return table_has_option(table, OPT_KEY_FORMAT) && strcmp(key->text, "csv") == 0;
    return table_json_takes(table, id) || table_proto_takes(table, id) ||
        table_avro_confluent_takes(table, id);
}

static bool check_character(struct catalog *catalog, const struct table *table, enum option_id id)
{
    const struct option_value *value = table_option_by_id(table, id);
    char character;

    if (!table_has_option(table, id) || option_csv_character(value->text, &character))
        return true;
    diag_error(catalog->diag, D_OPTION_VALUE, value->value_span,
        "'%s' is no value of '%s', which takes one ASCII character", value->text, value->key);
    return false;
}

static bool is_scalar(const struct type *type)
{
    return type->kind == TYPE_BOOLEAN || type_is_integer(type) || type_is_approximate(type) ||
        type_is_text(type) || type_is_binary(type) || type->kind == TYPE_DECIMAL ||
        type->kind == TYPE_DATE || type->kind == TYPE_TIME || type->kind == TYPE_TIMESTAMP ||
        type->kind == TYPE_TIMESTAMP_LTZ;
}

static bool csv_holds(const struct type *type)
{
    if (type->kind == TYPE_ARRAY)
        return is_scalar(type->element);
    if (type->kind != TYPE_ROW)
        return is_scalar(type);
    for (size_t i = 0; i < type->field_count; i++) {
        if (!is_scalar(type->fields[i].type))
            return false;
    }
    return true;
}

static bool check_types(struct catalog *catalog, const struct table *table, bool is_key)
{
    const struct table_side *side = is_key ? &table->key_side : &table->value_side;

    for (size_t i = 0; i < side->count; i++) {
        const struct column *column = &table->columns[side->columns[i]];

        if (csv_holds(column->type))
            continue;
        diag_error(catalog->diag, D_CSV_TYPE, column->span,
            "column '%s' is %s: the csv format holds plain values, and arrays and rows of them",
            column->name, type_brief(catalog->arena, column->type));
        return false;
    }
    return true;
}

bool table_check_csv(struct catalog *catalog, const struct table *table, bool is_key)
{
    const struct csv_options *ids = &csv_options[is_key];
    const struct option_value *quote = table_option_by_id(table, ids->quote);
    const struct option_value *delimiter = table_option_by_id(table, ids->delimiter);

    if (!check_character(catalog, table, ids->delimiter) ||
            !check_character(catalog, table, ids->quote) ||
            !check_character(catalog, table, ids->escape))
        return false;
    if (table_has_option(table, ids->quote) &&
            table_option_by_id(table, ids->disable_quote)->number) {
        diag_error(catalog->diag, D_CSV_OPTION, quote->key_span,
            "'%s' has no meaning with '%s' = 'true'", quote->key,
            table_option_by_id(table, ids->disable_quote)->key);
        return false;
    }
    if (strcmp(quote->text, delimiter->text) != 0)
        return check_types(catalog, table, is_key);
    diag_error(catalog->diag, D_CSV_OPTION, delimiter->value_span,
        "'%s' and '%s' are the same character", delimiter->key, quote->key);
    return false;
}

/* ---- avro ---- */

bool table_check_avro(struct catalog *catalog, const struct table *table, bool is_key)
{
    const struct option_value *encoding = table_option_by_id(table,
        is_key ? OPT_KEY_AVRO_ENCODING : OPT_AVRO_ENCODING);

    if (encoding->number == 0)
        return true;
    diag_error(catalog->diag, D_OPTION_UNSUPPORTED, encoding->value_span,
        "'%s' = 'json' is not supported yet", encoding->key);
    return false;
}

/* ---- filesystem ---- */

/* A datum that cannot be decoded hides where the next one begins. */
static bool check_avro_files(struct catalog *catalog, const struct table *table)
{
    const struct option_value *codec = table_option_by_id(table, OPT_AVRO_CODEC);
    const struct option_value *errors = table_option_by_id(table, OPT_ERROR_MODE);

    if (strcmp(table_format_option(table, false)->text, "avro") != 0)
        return true;
    if (codec->number > 1) {
        diag_error(catalog->diag, D_OPTION_UNSUPPORTED, codec->value_span,
            "'%s' = '%s' is not supported yet; null and deflate are", codec->key, codec->text);
        return false;
    }
    if (errors->number == 0)
        return true;
    diag_error(catalog->diag, D_OPTION_UNSUPPORTED, errors->value_span,
        "'%s' = '%s' is not supported for files of avro", errors->key, errors->text);
    return false;
}

bool table_check_files(struct catalog *catalog, const struct table *table)
{
    const struct option_value *path = table_option_by_id(table, OPT_PATH);
    const char *scheme = strstr(path->text, "://");

    if (!*path->text || (scheme && strncmp(path->text, "file://", 7) != 0)) {
        diag_error(catalog->diag, D_FILE_PATH, path->value_span,
            "'%s' is no path of a local file or folder, as '/data/in' or 'file:///data/in'",
            path->text);
        return false;
    }
    if (table_option_by_id(table, OPT_ERROR_MODE)->number == 2) {
        diag_error(catalog->diag, D_OPTION_UNSUPPORTED,
            table_option_by_id(table, OPT_ERROR_MODE)->value_span,
            "'error-handling.mode' = 'log' is not supported yet for files");
        return false;
    }
    if (table_has_option(table, OPT_MONITOR_INTERVAL) &&
            table_option_by_id(table, OPT_MONITOR_INTERVAL)->number == 0) {
        const struct option_value *value = table_option_by_id(table, OPT_MONITOR_INTERVAL);

        diag_error(catalog->diag, D_OPTION_VALUE, value->value_span,
            "'%s' is no value of '%s', which takes a duration of 1 ms at least", value->text,
            value->key);
        return false;
    }
    if (!check_avro_files(catalog, table))
        return false;
    if (!table->key.present)
        return true;
    diag_error(catalog->diag, D_CONNECTOR_CLAUSE, table->key.span,
        "connector 'filesystem' has no primary key: rows of one key may be many");
    return false;
}
