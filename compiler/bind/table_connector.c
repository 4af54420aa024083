/* What the connector of a table asks of its options and clauses. */
#include "../catalog/registry_access.h"
#include "table_rules.h"

#include <string.h>

/* ---- options ---- */

static void report_foreign(struct catalog *catalog, const struct table *table,
    const struct option_value *value)
{
    const char *names[OPTION_COUNT], *near, *connector = connector_defs[table->connector].name;
    const char *owner = connector_of_option(value->id);
    size_t count = 0;

    if (!owner) {
        diag_error(catalog->diag, D_OPTION_CONNECTOR, value->key_span,
            "'%s' belongs to a format that table '%s' does not have", value->key, table->name);
        return;
    }
    for (enum option_id id = 0; id < OPTION_COUNT; id++) {
        if (connector_takes(table->connector, id))
            names[count++] = option_defs[id].key;
    }
    diag_error(catalog->diag, D_OPTION_CONNECTOR, value->key_span,
        "connector '%s' has no option '%s', which belongs to '%s'", connector, value->key, owner);
    near = nearest_name(value->key, names, count);
    if (near)
        diag_note(catalog->diag, value->key_span, "did you mean '%s'?", near);
}

static bool check_taken(struct catalog *catalog, const struct table *table)
{
    bool ok = true;

    for (size_t i = 0; i < table->option_count; i++) {
        const struct option_value *value = &table->options[i];

        if (!connector_takes(table->connector, value->id) &&
                !table_format_takes(table, value->id)) {
            report_foreign(catalog, table, value);
            ok = false;
        } else if (table->connector == CONNECTOR_CONFLUENT &&
                option_defs[value->id].flags & OPTION_HINT) {
            diag_error(catalog->diag, D_OPTION_CONFLICT, value->key_span,
                "'%s' belongs to a query: give it in a hint /*+ OPTIONS(…) */", value->key);
            ok = false;
        }
    }
    return ok;
}

static bool check_needed(struct catalog *catalog, const struct table *table)
{
    bool ok = true;

    for (enum option_id id = 0; id < OPTION_COUNT; id++) {
        if (!connector_needs(table->connector, id) || table_has_option(table, id))
            continue;
        diag_error(catalog->diag, D_OPTION_MISSING, table->span,
            "table '%s' with connector '%s' needs the option '%s'", table->name,
            connector_defs[table->connector].name, option_defs[id].key);
        ok = false;
    }
    return ok;
}

/* Generated code and SHOW CREATE TABLE hold the options of a table. */
static bool check_secrets(struct catalog *catalog, const struct table *table)
{
    for (size_t i = 0; i < table->option_count; i++) {
        const struct option_value *value = &table->options[i];

        const char *flag =
            registry_secret_flag(registry_option_setting(catalog->arena, value));

        if ((!flag && !option_is_secret(value)) || !table_is_topic(table))
            continue;
        diag_error(catalog->diag, D_SECRET_OPTION, value->key_span,
            "'%s' is a secret, which does not belong into the SQL: give it when the pipeline runs, "
            "with %s", value->key,
            flag ? flag : "-X PROPERTY=VALUE or in a file with --config");
        return false;
    }
    return true;
}

/* ---- clauses ---- */

static bool refuse_clause(struct catalog *catalog, const struct table *table, struct span span,
    const char *clause)
{
    diag_error(catalog->diag, D_CONNECTOR_CLAUSE, span, "connector '%s' has no %s",
        connector_defs[table->connector].name, clause);
    return false;
}

static bool check_metadata(struct catalog *catalog, const struct table *table)
{
    for (size_t i = 0; i < table->declared_count; i++) {
        const struct column *column = &table->columns[i];
        bool raw = column->metadata == META_RAW_KEY || column->metadata == META_RAW_VALUE;

        if (column->kind != TABLE_METADATA)
            continue;
        if (metadata_is_of_change(column->metadata) &&
            table_format_option(table, false)->number != FORMAT_DEBEZIUM_JSON) {
            diag_error(catalog->diag, D_CONNECTOR_CLAUSE, column->span,
                "metadata '%s' belongs to the format 'debezium-json'",
                metadata_key_name(column->metadata));
            return false;
        }
        if (!table_is_topic(table) || (raw && table->connector != CONNECTOR_CONFLUENT))
            return refuse_clause(catalog, table, column->span,
                arena_printf(catalog->arena, "metadata '%s'",
                    metadata_key_name(column->metadata)));
    }
    return true;
}

static bool check_key(struct catalog *catalog, const struct table *table)
{
    if (table->connector == CONNECTOR_UPSERT_KAFKA && !table->key.present) {
        diag_error(catalog->diag, D_OPTION_CONFLICT, table->span,
            "table '%s' with connector 'upsert-kafka' needs a primary key", table->name);
        return false;
    }
    if (table->connector != CONNECTOR_KAFKA || !table->key.present ||
            table->mode != CHANGELOG_APPEND)
        return true;
    diag_error(catalog->diag, D_CONNECTOR_CLAUSE, table->key.span,
        "connector 'kafka' has no primary key where the format holds inserts only: records of "
        "one key may be many; use 'upsert-kafka'");
    return false;
}

bool table_check_connector(struct catalog *catalog, struct table *table)
{
    bool ok = check_taken(catalog, table);

    ok = check_needed(catalog, table) && ok;
    if (!ok || !check_secrets(catalog, table) || !check_metadata(catalog, table))
        return false;
    if (table->connector == CONNECTOR_CONFLUENT)
        return true;
    if (table->distribution_written)
        return refuse_clause(catalog, table, table->distribution_span,
            table->partitioned_by ? "PARTITIONED BY clause" : "DISTRIBUTED clause");
    if (!check_key(catalog, table))
        return false;
    switch (table_kind(table)) {
    case CONNECTOR_KIND_TOPIC:
        return table_check_kafka(catalog, table);
    case CONNECTOR_KIND_GENERATOR:
        return table_check_generator(catalog, table);
    case CONNECTOR_KIND_FILES:
        return table_check_files(catalog, table);
    case CONNECTOR_KIND_PRINT: case CONNECTOR_KIND_BLACKHOLE: case CONNECTOR_KIND_EXTERNAL:
        break;
    }
    return true;
}

/* ---- formats ---- */

static bool has_format(const struct table *table, const struct format_info *format)
{
    switch (table->connector) {
    case CONNECTOR_CONFLUENT:
        return (format->registered && strcmp(format->name, "avro-confluent") != 0) ||
            !strcmp(format->name, "raw");
    case CONNECTOR_UPSERT_KAFKA:
        return !format->envelope;
    case CONNECTOR_FILESYSTEM:
        return !format->registered && !format->envelope;
    case CONNECTOR_FAKER: case CONNECTOR_KAFKA: case CONNECTOR_DATAGEN: case CONNECTOR_PRINT:
    case CONNECTOR_BLACKHOLE: case CONNECTOR_JDBC: case CONNECTOR_CONFLUENT_JDBC:
    case CONNECTOR_COUCHBASE: case CONNECTOR_MONGODB: case CONNECTOR_REST: case CONNECTOR_ELASTIC:
    case CONNECTOR_S3VECTORS: case CONNECTOR_COSMOSDB: case CONNECTOR_PINECONE:
    case CONNECTOR_COUNT:
        break;
    }
    return true;
}

bool table_check_connector_formats(struct catalog *catalog, const struct table *table)
{
    for (int is_key = 0; is_key < 2; is_key++) {
        const struct table_side *side = is_key ? &table->key_side : &table->value_side;
        const struct option_value *option = table_format_option(table, is_key);

        if (side->format == FORMAT_NONE || has_format(table, format_info(side->format)))
            continue;
        diag_error(catalog->diag, D_CONNECTOR_FORMAT, option->value_span,
            "connector '%s' has no format '%s'", connector_defs[table->connector].name,
            option->text);
        return false;
    }
    return true;
}

/* ---- use ---- */

bool table_check_use(struct catalog *catalog, const struct table *table, bool is_write,
    struct span span)
{
    const struct connector_def *def = &connector_defs[table->connector];

    if (def->kind == CONNECTOR_KIND_EXTERNAL) {
        diag_error(catalog->diag, D_EXTERNAL_TABLE, span,
            "table '%s' is in another system, which cannot be %s yet: connector '%s'", table->name,
            is_write ? "written to" : "queried", def->name);
        return false;
    }
    if (def->uses & (is_write ? CONNECTOR_WRITE : CONNECTOR_READ))
        return true;
    diag_error(catalog->diag, D_CONNECTOR_USE, span,
        "table '%s' cannot be %s: connector '%s' only %s", table->name,
        is_write ? "written" : "read", def->name,
        is_write ? "makes rows up" : "takes rows");
    return false;
}
