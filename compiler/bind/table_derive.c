/* What follows from a declaration: changelog mode, key and value, subjects and schemas. */
#include "../catalog/infer_schema.h"
#include "../registry/schema.h"
#include "bind.h"
#include "table_rules.h"

#include <stdlib.h>
#include <string.h>

static const size_t no_columns[1];

/* ---- sides ---- */

static bool is_key_column(const struct table *table, size_t column)
{
    for (size_t i = 0; i < table->bucket_count; i++) {
        if (table->bucket_columns[i] == column)
            return true;
    }
    return false;
}

static bool fill_key(struct catalog *catalog, struct table *table)
{
    const char *prefix = table_option_by_id(table, OPT_KEY_PREFIX)->text;
    struct table_side *side = &table->key_side;
    const char **names = arena_array(catalog->arena, table->bucket_count + 1, sizeof *names);

    side->columns = table->bucket_columns ? table->bucket_columns : no_columns;
    side->count = table->bucket_count;
    side->names = names;
    side->format = side->count
        ? (enum format)table_option_by_id(table, OPT_KEY_FORMAT)->number : FORMAT_NONE;
    for (size_t i = 0; i < side->count; i++) {
        const struct column *column = &table->columns[side->columns[i]];

        if (strncmp(column->name, prefix, strlen(prefix)) != 0 ||
                !column->name[strlen(prefix)]) {
            diag_error(catalog->diag, D_KEY_PREFIX,
                table_option_by_id(table, OPT_KEY_PREFIX)->value_span,
                "key column '%s' does not begin with the prefix '%s'", column->name, prefix);
            diag_note(catalog->diag, column->span, "declared here");
            return false;
        }
        names[i] = column->name + strlen(prefix);
    }
    return true;
}

static void fill_value(struct catalog *catalog, struct table *table)
{
    bool all = table_option_by_id(table, OPT_FIELDS_INCLUDE)->number == 0;
    struct table_side *side = &table->value_side;
    size_t *columns = arena_array(catalog->arena, table->declared_count + 1, sizeof *columns);
    const char **names = arena_array(catalog->arena, table->declared_count + 1, sizeof *names);

    for (size_t i = 0; i < table->declared_count; i++) {
        if (table->columns[i].kind != TABLE_PHYSICAL || (!all && is_key_column(table, i)))
            continue;
        columns[side->count] = i;
        names[side->count++] = table->columns[i].name;
    }
    side->columns = columns;
    side->names = names;
    side->format = (enum format)table_format_option(table, false)->number;
}

/* ---- subjects and schemas ---- */

static const char *subject_in(struct arena *arena, const char *context, const char *subject)
{
    return *context ? arena_printf(arena, ":%s:%s", context, subject) : subject;
}

static void add_subjects(struct arena *arena, struct table_side *side, const char *context,
    const char *text)
{
    struct {
        const char **at;
        size_t count, capacity;
    } list = {0};

    while (*text) {
        size_t size = strcspn(text, ";");
        const char *subject = arena_strndup(arena, text, size);

        if (size)
            vec_push(arena, &list, subject_in(arena, context, subject));
        text += size + (text[size] == ';');
    }
    side->subjects = list.at;
    side->subject_count = list.count;
}

static bool fill_subject(struct catalog *catalog, struct table *table, struct table_side *side,
    bool is_key)
{
    const struct option_value *context = table_option_by_id(table,
        is_key ? OPT_KEY_CONTEXT : OPT_VALUE_CONTEXT);
    const struct option_value *names = table_option_by_id(table,
        is_key ? OPT_KEY_SUBJECTS : OPT_VALUE_SUBJECTS);
    const char *subject = names->text;

    if (!format_info(side->format)->registered)
        return true;
    if (side->format == FORMAT_PROTO_CONFLUENT) {
        if (!table_proto_class(catalog, table, is_key, side))
            return false;
        table_proto_subject(catalog, table, is_key, side);
        add_subjects(catalog->arena, side, "", side->subject);
        return true;
    }
    if (side->format == FORMAT_AVRO_CONFLUENT) {
        side->subject = table_avro_confluent_subject(catalog, table, is_key);
        add_subjects(catalog->arena, side, "", side->subject);
        return true;
    }
    if (strchr(subject, ';') && !map_get(&catalog->inferred, table->topic)) {
        diag_error(catalog->diag, D_OPTION_UNSUPPORTED, names->value_span,
            "several subjects in '%s' are not supported yet for a table that is declared",
            names->key);
        return false;
    }
    if (!*subject)
        subject = arena_printf(catalog->arena, "%s-%s", table->topic, is_key ? "key" : "value");
    add_subjects(catalog->arena, side, context->text, subject);
    side->subject = side->subject_count ? side->subjects[0] : NULL;
    return true;
}

/* What the formats avro and avro-confluent have for a schema is what Flink derives. */
static const char *make_schema(struct catalog *catalog, const struct table *table,
    const struct table_side *side, bool is_key, const struct type_field *fields, size_t count,
    const char **error)
{
    bool legacy = table_option_by_id(table,
        is_key ? OPT_KEY_AVRO_LEGACY_TIMESTAMP : OPT_AVRO_LEGACY_TIMESTAMP)->number;

    if (side->format == FORMAT_AVRO || side->format == FORMAT_AVRO_CONFLUENT)
        return avro_from_fields_plain(catalog->arena, fields, count,
            side->format == FORMAT_AVRO_CONFLUENT ? AVRO_BY_FLINK_REGISTERED
                : legacy                          ? AVRO_BY_FLINK_LEGACY
                                                  : AVRO_BY_FLINK, error);
    return schema_from_fields(catalog->arena, format_info(side->format)->language, table->topic,
        is_key, fields, count, error);
}

/* EXPR$3: what an expression without a name is called. */
static bool is_unnamed(const char *name)
{
    return strncmp(name, "EXPR$", 5) == 0 && name[5] && !name[5 + strspn(name + 5, "0123456789")];
}

static void report_column(struct catalog *catalog, const struct column *column, const char *why)
{
    diag_error(catalog->diag, D_NO_SCHEMA_FORM, column->span, "%s", why);
    if (is_unnamed(column->name))
        diag_note(catalog->diag, column->span, "expression %ld of the SELECT has no name: give it "
            "one with AS", strtol(column->name + 5, NULL, 10) + 1);
}

/* The columns whose types the format cannot hold. */
static void report_schema(struct catalog *catalog, const struct table *table,
    const struct table_side *side, bool is_key, const struct type_field *fields,
    const char *error)
{
    size_t before = diag_error_count(catalog->diag);
    const char *why;

    for (size_t i = 0; i < side->count; i++)
        if (!make_schema(catalog, table, side, is_key, &fields[i], 1, &why))
            report_column(catalog, &table->columns[side->columns[i]], why);
    if (diag_error_count(catalog->diag) == before) /* Each alone can be held. */
        diag_error(catalog->diag, D_NO_SCHEMA_FORM, table->span, "%s", error);
}

/* An envelope's records are others' work: what is registered, else what they must have. */
static bool derive_envelope(struct catalog *catalog, struct table *table,
    struct table_side *side, const struct schema_text *registered, const struct type_field *fields)
{
    const struct type *row = type_row(catalog->arena, fields, side->count, true);
    const struct type_field envelope[] = {{.name = "before", .type = row},
        {.name = "after", .type = row}, {.name = "op", .type = type_string(catalog->arena, false)}};
    enum schema_language language = format_info(side->format)->language;
    const char *error;

    if (registered && registered->language == language) {
        side->envelope = *registered;
        return true;
    }
    side->envelope = (struct schema_text){.language = language,
        .text = schema_from_fields(catalog->arena, language, table->topic, false, envelope,
            sizeof envelope / sizeof *envelope, &error)};
    if (!side->envelope.text)
        report_schema(catalog, table, side, false, fields, error);
    return side->envelope.text;
}

static bool is_hidden(const struct table *table, const char *name)
{
    for (size_t i = 0; i < table->hidden_count; i++)
        if (!strcmp(table->hidden[i].column.name, name))
            return true;
    return false;
}

/* The schema keeps the fields whose names other columns took, where it has them. */
static const struct type_field *add_hidden(struct arena *arena, const struct table *table,
    const struct schema_text *registered, const struct type_field *fields, size_t *count)
{
    const char *ignored, *before = NULL;
    const struct type *type = registered ? schema_to_type(arena, registered, &ignored) : NULL;
    struct {
        struct type_field *at;
        size_t count, capacity;
    } list = {0};

    for (size_t i = 0; i < *count; i++)
        vec_push(arena, &list, fields[i]);
    for (size_t i = 0; type && type->kind == TYPE_ROW && i < type->field_count; i++) {
        size_t at = 0;

        if (is_hidden(table, type->fields[i].name)) {
            for (size_t k = 0; before && k < list.count; k++)
                at = strcmp(list.at[k].name, before) ? at : k + 1;
            vec_push(arena, &list, type->fields[i]);
            memmove(&list.at[at + 1], &list.at[at], (list.count - 1 - at) * sizeof *list.at);
            list.at[at] = type->fields[i];
        }
        before = type->fields[i].name;
    }
    *count = list.count;
    return list.at;
}

/* Test scripts are about queries: names that Avro cannot have are no reason to refuse a table that
 * does not name a format. JSON can have any. */
static bool falls_back(const struct catalog *catalog, const struct table *table,
    struct table_side *side, bool is_key)
{
    if (!catalog->any_names || table_has_option(table, is_key ? OPT_KEY_FORMAT : OPT_VALUE_FORMAT))
        return false;
    side->format = FORMAT_JSON;
    side->subject = NULL;
    return true;
}

static bool derive_schema(struct catalog *catalog, struct table *table, struct table_side *side,
    bool is_key)
{
    struct type_field *fields = arena_array(catalog->arena, side->count + 1, sizeof *fields);
    const struct inferred *inferred = map_get(&catalog->inferred, table->topic);
    const struct schema_text *registered =
        !inferred ? NULL : is_key ? inferred->key : inferred->value;
    const struct format_info *format = format_info(side->format);
    const struct type_field *list = fields;
    size_t count = side->count;
    struct schema_text made;
    const char *error;

    if (format->language == SCHEMA_NONE || side->message)
        return true;
    for (size_t i = 0; i < side->count; i++) {
        const struct column *column = &table->columns[side->columns[i]];

        fields[i] = (struct type_field){
            .name = side->names[i], .type = column->type, .comment = column->comment };
    }
    if (format->envelope)
        return derive_envelope(catalog, table, side, registered, fields);
    if (!format->registered || side->format == FORMAT_AVRO_CONFLUENT) {
        side->schema = make_schema(catalog, table, side, is_key, fields, side->count, &error);
        if (!side->schema)
            report_schema(catalog, table, side, is_key, fields, error);
        else if (format->registered)
            side->schema = table_avro_confluent_schema(catalog, table, is_key, side->schema);
        return side->schema;
    }
    if (!is_key && table->hidden_count)
        list = add_hidden(catalog->arena, table, registered, fields, &count);
    if (!infer_derive(catalog->arena, registered, format->language, table->topic, is_key, list,
            count, &made, &error)) {
        if (falls_back(catalog, table, side, is_key))
            return true;
        report_schema(catalog, table, side, is_key, fields, error);
        return false;
    }
    side->schema = made.text;
    side->references = made.references;
    side->reference_count = made.reference_count;
    return true;
}

/* Both sides report what they cannot hold. */
static bool derive_schemas(struct catalog *catalog, struct table *table)
{
    bool key = derive_schema(catalog, table, &table->key_side, true);

    return derive_schema(catalog, table, &table->value_side, false) && key;
}

/* ---- the table ---- */

static bool is_envelope(const struct table *table)
{
    int64_t format = table_format_option(table, false)->number;

    return format_info((enum format)format)->envelope;
}

static enum changelog_mode mode_of(const struct table *table)
{
    switch (table->connector) {
    case CONNECTOR_CONFLUENT:
        if (table_has_option(table, OPT_CHANGELOG_MODE))
            return (enum changelog_mode)table_option_by_id(table, OPT_CHANGELOG_MODE)->number;
        return table->key.present ? CHANGELOG_UPSERT
            : is_envelope(table)  ? CHANGELOG_RETRACT
                                  : CHANGELOG_APPEND;
    case CONNECTOR_UPSERT_KAFKA:
        return CHANGELOG_UPSERT;
    case CONNECTOR_KAFKA:
        return is_envelope(table) ? CHANGELOG_RETRACT : CHANGELOG_APPEND;
    case CONNECTOR_PRINT: case CONNECTOR_BLACKHOLE:
        return CHANGELOG_RETRACT; /* They take every kind of change. */
    case CONNECTOR_FAKER: case CONNECTOR_FILESYSTEM: case CONNECTOR_DATAGEN: case CONNECTOR_JDBC:
    case CONNECTOR_CONFLUENT_JDBC: case CONNECTOR_COUCHBASE: case CONNECTOR_MONGODB:
    case CONNECTOR_REST: case CONNECTOR_ELASTIC: case CONNECTOR_S3VECTORS: case CONNECTOR_COSMOSDB:
    case CONNECTOR_PINECONE: case CONNECTOR_COUNT:
        break;
    }
    return CHANGELOG_APPEND;
}

/* Nothing is stored by key, and only files have a format. */
static bool derive_other(struct catalog *catalog, struct table *table)
{
    fill_value(catalog, table);
    if (table_kind(table) != CONNECTOR_KIND_FILES)
        table->value_side.format = FORMAT_NONE;
    return table_check_connector_formats(catalog, table) &&
        table_check_format(catalog, table, false) &&
        derive_schema(catalog, table, &table->value_side, false);
}

bool table_derive(struct catalog *catalog, struct table *table)
{
    table->key_side = (struct table_side){0};
    table->value_side = (struct table_side){0};
    table->mode = mode_of(table);
    if (!table_check_connector(catalog, table))
        return false;
    if (!table_is_topic(table))
        return derive_other(catalog, table);
    if (!table_fill_key_fields(catalog, table) ||
            !table_check_topic(catalog, table->topic, table->span) ||
            !table_check_options(catalog, table) || !table_check_distribution(catalog, table) ||
            !fill_key(catalog, table))
        return false;
    fill_value(catalog, table);
    return table_check_connector_formats(catalog, table) &&
        table_check_format(catalog, table, true) && table_check_format(catalog, table, false) &&
        table_proto_letters(catalog, table) &&
        fill_subject(catalog, table, &table->key_side, true) &&
        fill_subject(catalog, table, &table->value_side, false) &&
        derive_schemas(catalog, table);
}
