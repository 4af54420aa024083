/* Tables of the connector filesystem, and the options of csv. */
#include "table_rules.h"

#include <string.h>

/* ---- csv ---- */

static const struct csv_ids {
    enum option_id comments, elements, disable_quote, escape, delimiter, ignore, null, quote;
} csv_ids[] = { /* of the value, of the key */
    {OPT_CSV_ALLOW_COMMENTS, OPT_CSV_ELEMENT_DELIMITER, OPT_CSV_DISABLE_QUOTE, OPT_CSV_ESCAPE,
        OPT_CSV_DELIMITER, OPT_CSV_IGNORE_ERRORS, OPT_CSV_NULL_LITERAL, OPT_CSV_QUOTE},
    {OPT_KEY_CSV_ALLOW_COMMENTS, OPT_KEY_CSV_ELEMENT_DELIMITER, OPT_KEY_CSV_DISABLE_QUOTE,
        OPT_KEY_CSV_ESCAPE, OPT_KEY_CSV_DELIMITER, OPT_KEY_CSV_IGNORE_ERRORS,
        OPT_KEY_CSV_NULL_LITERAL, OPT_KEY_CSV_QUOTE},
};

static bool is_csv_option(const struct csv_ids *ids, enum option_id id)
{
    return id == ids->comments || id == ids->elements || id == ids->disable_quote ||
        id == ids->escape || id == ids->delimiter || id == ids->ignore || id == ids->null ||
        id == ids->quote;
}

bool table_format_takes(const struct table *table, enum option_id id)
{
    const struct option_value *key = table_format_option(table, true);
    const struct option_value *value = table_format_option(table, false);

    if (table->connector == CONNECTOR_CONFLUENT)
        return false;
    if (is_csv_option(&csv_ids[0], id))
        return strcmp(value->text, "csv") == 0;
    if (is_csv_option(&csv_ids[1], id))
        return table_has_option(table, OPT_KEY_FORMAT) && strcmp(key->text, "csv") == 0;
    return table_json_takes(table, id);
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

bool table_check_csv(struct catalog *catalog, const struct table *table, bool is_key)
{
    const struct csv_ids *ids = &csv_ids[is_key];
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
        return true;
    diag_error(catalog->diag, D_CSV_OPTION, delimiter->value_span,
        "'%s' and '%s' are the same character", delimiter->key, quote->key);
    return false;
}

/* ---- filesystem ---- */

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
    if (!table->key.present)
        return true;
    diag_error(catalog->diag, D_CONNECTOR_CLAUSE, table->key.span,
        "connector 'filesystem' has no primary key: rows of one key may be many");
    return false;
}
