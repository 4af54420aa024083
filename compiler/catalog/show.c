/* SHOW CREATE TABLE and SHOW CREATE VIEW: canonical DDL. */
#include "catalog.h"

#include <stdlib.h>
#include <string.h>

/* Other than the default catalog and database are printed: the text can be run anywhere. */
static void add_path(struct text *out, const char *catalog, const char *database, const char *name)
{
    if (strcmp(catalog, "default_catalog") != 0 || strcmp(database, "default_database") != 0) {
        type_print_name(out, catalog);
        text_add_char(out, '.');
        type_print_name(out, database);
        text_add_char(out, '.');
    }
    type_print_name(out, name);
}

static void add_names(struct text *out, const struct table *table, const size_t *numbers,
    size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            text_add(out, ", ");
        type_print_name(out, table->columns[numbers[i]].name);
    }
}

bool metadata_is_of_change(enum metadata_key key)
{
    return key >= META_CHANGE_SCHEMA;
}

const char *metadata_key_name(enum metadata_key key)
{
    static const char *const names[] = {
        [META_NONE] = "", [META_HEADERS] = "headers", [META_LEADER_EPOCH] = "leader-epoch",
        [META_OFFSET] = "offset", [META_PARTITION] = "partition", [META_RAW_KEY] = "raw-key",
        [META_RAW_VALUE] = "raw-value", [META_TIMESTAMP] = "timestamp",
        [META_TIMESTAMP_TYPE] = "timestamp-type", [META_TOPIC] = "topic",
        [META_CHANGE_SCHEMA] = "value.schema",
        [META_CHANGE_TIME] = "value.ingestion-timestamp",
        [META_SOURCE_TIME] = "value.source.timestamp",
        [META_SOURCE_DATABASE] = "value.source.database",
        [META_SOURCE_SCHEMA] = "value.source.schema", [META_SOURCE_TABLE] = "value.source.table",
        [META_SOURCE_PROPERTIES] = "value.source.properties",
    };

    return names[key];
}

static void add_column(struct text *out, const struct column *column)
{
    text_add(out, "  ");
    type_print_name(out, column->name);
    text_add_char(out, ' ');
    if (column->kind == TABLE_COMPUTED)
        text_printf(out, "AS %s", column->expr_sql);
    else
        type_print(out, column->type);
    if (column->kind == TABLE_METADATA) {
        text_add(out, " METADATA");
        if (column->metadata_named)
            text_printf(out, " FROM '%s'", metadata_key_name(column->metadata));
        if (column->is_virtual)
            text_add(out, " VIRTUAL");
    }
    if (column->comment) {
        text_add(out, " COMMENT ");
        type_print_literal(out, column->comment);
    }
}

static void add_elements(struct text *out, const struct table *table)
{
    for (size_t i = 0; i < table->declared_count; i++) {
        if (i)
            text_add(out, ",\n");
        add_column(out, &table->columns[i]);
    }
    if (table->watermark.present && !table->watermark.is_default)
        text_printf(out, ",\n  WATERMARK FOR %s AS %s", table->watermark.column_sql,
            table->watermark.expr_sql);
    if (table->key.present) {
        text_add(out, ",\n  CONSTRAINT ");
        type_print_name(out, table->key.name);
        text_add(out, " PRIMARY KEY (");
        add_names(out, table, table->key.columns, table->key.count);
        text_add(out, ") NOT ENFORCED");
    }
}

static void add_distribution(struct text *out, const struct table *table)
{
    text_add(out, "DISTRIBUTED ");
    if (table->bucket_count) {
        text_add(out, "BY HASH(");
        add_names(out, table, table->bucket_columns, table->bucket_count);
        text_add(out, ") ");
    }
    text_printf(out, "INTO %d BUCKETS\n", (int)table->buckets);
}

/* ---- options ---- */

static bool is_compacted(const struct table *table)
{
    return strstr(table_option_by_id(table, OPT_CLEANUP_POLICY)->text, "compact") != NULL;
}

static bool is_default_shown(const struct table *table, enum option_id id)
{
    if (table->connector != CONNECTOR_CONFLUENT)
        return false;
    if (id == OPT_KEY_FORMAT)
        return table->key_side.count > 0;
    if (id == OPT_COMPACTION_TIME)
        return is_compacted(table);
    return option_defs[id].flags & OPTION_SHOWN;
}

static int compare_values(const void *a, const void *b)
{
    const struct option_value *const *x = a, *const *y = b;

    return strcmp((*x)->key, (*y)->key);
}

static void add_options(struct text *out, const struct table *table)
{
    const struct option_value **shown = arena_array(out->arena,
        OPTION_COUNT + table->option_count, sizeof *shown);
    size_t count = 0;

    for (size_t i = 0; i < table->option_count; i++)
        shown[count++] = &table->options[i];
    for (enum option_id id = 0; id < OPTION_COUNT; id++) {
        if (!table_has_option(table, id) && is_default_shown(table, id))
            shown[count++] = table_option_by_id(table, id);
    }
    qsort(shown, count, sizeof *shown, compare_values);
    text_add(out, "WITH (\n");
    for (size_t i = 0; i < count; i++) {
        text_printf(out, "  '%s' = ", shown[i]->key);
        type_print_literal(out, option_is_secret(shown[i]) ? "******" : shown[i]->text);
        text_add(out, i + 1 < count ? ",\n" : "\n");
    }
    text_add(out, ")\n");
}

void show_create_table(struct text *out, const struct table *table)
{
    text_add(out, table->temporary ? "CREATE TEMPORARY TABLE " : "CREATE TABLE ");
    add_path(out, table->catalog, table->database, table->name);
    text_add(out, " (\n");
    add_elements(out, table);
    text_add(out, "\n)\n");
    if (table->comment) {
        text_add(out, "COMMENT ");
        type_print_literal(out, table->comment);
        text_add_char(out, '\n');
    }
    if (table->connector == CONNECTOR_CONFLUENT)
        add_distribution(out, table);
    add_options(out, table);
}

void show_create_view(struct text *out, const struct view *view)
{
    text_add(out, view->temporary ? "CREATE TEMPORARY VIEW " : "CREATE VIEW ");
    add_path(out, view->catalog, view->database, view->name);
    if (view->column_count) {
        text_add(out, " (");
        for (size_t i = 0; i < view->column_count; i++) {
            if (i)
                text_add(out, ", ");
            type_print_name(out, view->columns[i]);
        }
        text_add_char(out, ')');
    }
    if (view->comment) {
        text_add(out, " COMMENT ");
        type_print_literal(out, view->comment);
    }
    text_printf(out, "\nAS %s\n", view->sql);
}
