#include "error_table.h"

#include <string.h>

static const char *const names[ERROR_COLUMNS] = {"error_timestamp", "error_code", "error_reason",
    "error_message", "error_details", "processor", "statement_name", "affected_type",
    "affected_catalog", "affected_database", "affected_name", "source_record"};

static const char *const record_names[RECORD_FIELDS] = {"topic", "partition", "offset",
    "timestamp", "timestamp_type", "headers", "key", "value"};

static const struct type *record_type(struct arena *arena)
{
    struct type_field *fields = arena_array(arena, RECORD_FIELDS, sizeof *fields);

    for (size_t i = 0; i < RECORD_FIELDS; i++)
        fields[i].name = record_names[i];
    fields[RECORD_TOPIC].type = type_string(arena, true);
    fields[RECORD_PARTITION].type = type_simple(arena, TYPE_INT, true);
    fields[RECORD_OFFSET].type = type_simple(arena, TYPE_BIGINT, true);
    fields[RECORD_TIMESTAMP].type = type_temporal(arena, TYPE_TIMESTAMP_LTZ, 3, true);
    fields[RECORD_TIMESTAMP_TYPE].type = type_string(arena, true);
    fields[RECORD_HEADERS].type =
        type_map(arena, type_string(arena, false), type_bytes(arena, true), true);
    fields[RECORD_KEY].type = type_bytes(arena, true);
    fields[RECORD_VALUE].type = type_bytes(arena, true);
    return type_row(arena, fields, RECORD_FIELDS, true);
}

const struct type_field *error_table_fields(struct arena *arena)
{
    struct type_field *fields = arena_array(arena, ERROR_COLUMNS, sizeof *fields);

    for (size_t i = 0; i < ERROR_COLUMNS; i++) {
        fields[i].name = names[i];
        fields[i].type = type_string(arena, false);
    }
    fields[ERROR_TIMESTAMP].type = type_temporal(arena, TYPE_TIMESTAMP_LTZ, 3, false);
    fields[ERROR_CODE].type = type_simple(arena, TYPE_INT, false);
    fields[ERROR_DETAILS].type =
        type_map(arena, type_string(arena, false), type_string(arena, true), false);
    fields[ERROR_STATEMENT].type = type_string(arena, true);
    fields[ERROR_CATALOG].type = type_string(arena, true);
    fields[ERROR_DATABASE].type = type_string(arena, true);
    fields[ERROR_NAME].type = type_string(arena, true);
    fields[ERROR_RECORD].type = record_type(arena);
    return fields;
}

const char *error_table_sql(struct arena *arena, const char *catalog, const char *database,
    const char *name)
{
    const struct type_field *fields = error_table_fields(arena);
    struct text out = {.arena = arena};

    text_add(&out, "CREATE TABLE ");
    type_print_name(&out, catalog);
    text_add_char(&out, '.');
    type_print_name(&out, database);
    text_add_char(&out, '.');
    type_print_name(&out, name);
    text_add(&out, " (");
    for (size_t i = 0; i < ERROR_COLUMNS; i++) {
        text_add(&out, i ? ",\n  " : "\n  ");
        type_print_name(&out, fields[i].name);
        text_add_char(&out, ' ');
        type_print(&out, fields[i].type);
    }
    text_add(&out, "\n)");
    return text_chars(&out);
}

/* The same values, whatever may be NULL inside. */
static bool same_values(const struct type *a, const struct type *b)
{
    if (a->kind != b->kind || a->length != b->length || a->precision != b->precision ||
            a->field_count != b->field_count)
        return false;
    if (a->kind == TYPE_MAP)
        return same_values(a->key, b->key) && same_values(a->element, b->element);
    for (size_t i = 0; i < a->field_count; i++)
        if (strcmp(a->fields[i].name, b->fields[i].name) != 0 ||
                !same_values(a->fields[i].type, b->fields[i].type))
            return false;
    return true;
}

static const struct column *find_column(const struct table *table, const char *name)
{
    for (size_t i = 0; i < table->declared_count; i++)
        if (strcmp(table->columns[i].name, name) == 0)
            return &table->columns[i];
    return NULL;
}

enum error_column error_table_column(const char *name)
{
    size_t i = 0;

    while (i < ERROR_COLUMNS && strcmp(names[i], name) != 0)
        i++;
    return (enum error_column)i;
}

const char *error_table_problem(struct arena *arena, const struct table *table)
{
    const struct type_field *fields = error_table_fields(arena);

    if (table->mode != CHANGELOG_APPEND)
        return "its changelog.mode is not append";
    for (size_t i = 0; i < ERROR_COLUMNS; i++) {
        const struct column *column = find_column(table, fields[i].name);

        if (!column || column->kind != TABLE_PHYSICAL)
            return arena_printf(arena, "it has no column '%s' of type %s", fields[i].name,
                type_name(arena, fields[i].type));
        if (!same_values(column->type, fields[i].type) ||
                (fields[i].type->nullable && !column->type->nullable))
            return arena_printf(arena, "its column '%s' is %s, and %s is needed", fields[i].name,
                type_name(arena, column->type), type_name(arena, fields[i].type));
    }
    for (size_t i = 0; i < table->declared_count; i++) {
        const struct column *column = &table->columns[i];

        if (error_table_column(column->name) == ERROR_COLUMNS && !column->type->nullable &&
                (column->kind == TABLE_PHYSICAL ||
                    (column->kind == TABLE_METADATA && !column->is_virtual)))
            return arena_printf(arena, "nothing fills its column '%s', which is NOT NULL",
                column->name);
    }
    return NULL;
}

const char *dead_letters_sql(struct arena *arena, const struct table *of)
{
    struct text out = {.arena = arena};

    text_add(&out, "CREATE TABLE ");
    type_print_name(&out, of->catalog);
    text_add_char(&out, '.');
    type_print_name(&out, of->database);
    text_add_char(&out, '.');
    type_print_name(&out, of->dead_letters);
    text_add(&out, " (`key` BYTES, `val` BYTES)\n");
    if (of->connector == CONNECTOR_CONFLUENT) {
        text_add(&out, "DISTRIBUTED BY HASH(`key`)\n"
            "WITH ('key.format' = 'raw', 'value.format' = 'raw')");
        return text_chars(&out);
    }
    text_add(&out, "WITH ('connector' = 'kafka', 'topic' = ");
    type_print_literal(&out, of->dead_letters);
    text_add(&out, ", 'properties.bootstrap.servers' = ");
    type_print_literal(&out, of->letter_brokers);
    text_add(&out, ",\n  'key.format' = 'raw', 'key.fields' = 'key', 'value.format' = 'raw', "
        "'value.fields-include' = 'EXCEPT_KEY')");
    return text_chars(&out);
}

static bool holds_bytes(const struct table *table, const struct table_side *side)
{
    const struct type *type = side->count == 1 ? table->columns[side->columns[0]].type : NULL;

    return side->format == FORMAT_RAW && type && type->kind == TYPE_VARBINARY && type->nullable &&
        type->length == TYPE_MAX_LENGTH;
}

const char *dead_letters_problem(struct arena *arena, const struct table *table,
    const struct table *of)
{
    const char *topic = table_option_by_id(table, OPT_TOPIC)->text;

    if (*topic && strcmp(topic, of->dead_letters) != 0)
        return arena_printf(arena, "its topic is '%s'", topic);
    if (table->mode != CHANGELOG_APPEND)
        return "its changelog.mode is not append";
    if (!holds_bytes(table, &table->value_side))
        return "its value is not one column of BYTES with 'value.format' = 'raw'";
    if (table->key_side.format != FORMAT_NONE && !holds_bytes(table, &table->key_side))
        return "its key is not one column of BYTES with 'key.format' = 'raw'";
    return NULL;
}
