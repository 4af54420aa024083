/* The options of 'json', and the columns that it holds. */
#include "table_rules.h"

#include "../registry/json_type.h"

#include <string.h>

static const enum option_id json_ids[2][8] = { /* of the value, of the key */
    {OPT_JSON_PARSER, OPT_JSON_PLAIN_DECIMALS, OPT_JSON_IGNORE_NULL, OPT_JSON_FAIL_MISSING,
        OPT_JSON_IGNORE_ERRORS, OPT_JSON_NULL_KEY_LITERAL, OPT_JSON_NULL_KEY_MODE,
        OPT_JSON_TIMESTAMP_FORMAT},
    {OPT_KEY_JSON_PARSER, OPT_KEY_JSON_PLAIN_DECIMALS, OPT_KEY_JSON_IGNORE_NULL,
        OPT_KEY_JSON_FAIL_MISSING, OPT_KEY_JSON_IGNORE_ERRORS, OPT_KEY_JSON_NULL_KEY_LITERAL,
        OPT_KEY_JSON_NULL_KEY_MODE, OPT_KEY_JSON_TIMESTAMP_FORMAT},
};

static bool is_json_option(bool is_key, enum option_id id)
{
    for (size_t i = 0; i < 8; i++) {
        if (json_ids[is_key][i] == id)
            return true;
    }
    return false;
}

bool table_json_takes(const struct table *table, enum option_id id)
{
    const struct option_value *key = table_format_option(table, true);
    const struct option_value *value = table_format_option(table, false);

    if (id >= OPT_DEBEZIUM_PLAIN_DECIMALS && id <= OPT_DEBEZIUM_TIMESTAMP_FORMAT)
        return strcmp(value->text, "debezium-json") == 0;
    if (is_json_option(false, id))
        return strcmp(value->text, "json") == 0;
    return is_json_option(true, id) && table_has_option(table, OPT_KEY_FORMAT) &&
        strcmp(key->text, "json") == 0;
}

static bool check_errors(struct catalog *catalog, const struct table *table, bool is_key)
{
    const struct option_value *missing = table_option_by_id(table,
        is_key ? OPT_KEY_JSON_FAIL_MISSING : OPT_JSON_FAIL_MISSING);
    const struct option_value *ignore = table_option_by_id(table,
        is_key ? OPT_KEY_JSON_IGNORE_ERRORS : OPT_JSON_IGNORE_ERRORS);

    if (!missing->number || !ignore->number)
        return true;
    diag_error(catalog->diag, D_OPTION_CONFLICT, missing->key_span,
        "'%s' and '%s' cannot both be true", missing->key, ignore->key);
    return false;
}

bool table_check_json(struct catalog *catalog, const struct table *table, bool is_key)
{
    const struct table_side *side = is_key ? &table->key_side : &table->value_side;

    if (!check_errors(catalog, table, is_key))
        return false;
    for (size_t i = 0; i < side->count; i++) {
        const struct column *column = &table->columns[side->columns[i]];
        const char *why;

        if (json_shape_of_type(catalog->arena, column->type, &why))
            continue;
        diag_error(catalog->diag, D_NO_SCHEMA_FORM, column->span, "column '%s': %s", column->name,
            why);
        return false;
    }
    return true;
}
