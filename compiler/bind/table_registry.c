/* Formats that name their registry: how it is reached, and the options of avro-confluent. */
#include "../catalog/registry_access.h"
#include "table_rules.h"

#include <string.h>

/* ---- access ---- */

static bool refuse(struct catalog *catalog, struct registry_said said, const char *why)
{
    diag_error(catalog->diag, D_OPTION_UNSUPPORTED, said.option->value_span,
        "'%s' of '%s' is not supported: %s", said.text, said.option->key, why);
    return false;
}

/* A pair that says what an option of its own says is not looked at. */
static bool check_secret(struct catalog *catalog, const struct table *table, bool is_key,
    const struct option_pair *pair)
{
    enum registry_setting setting = registry_setting_of(pair->name);
    const char *flag = registry_secret_flag(setting);

    if (!flag || table_registry_said(catalog->arena, table, is_key, setting).option !=
            pair->option)
        return true;
    diag_error(catalog->diag, D_SECRET_OPTION, pair->option->key_span,
        "'%s' in '%s' is a secret, which does not belong into the SQL: give it when the pipeline "
        "runs, with %s", pair->name, pair->option->key, flag);
    return false;
}

/* `known`: names of the format's own, with NULL at the end. */
static bool check_pairs(struct catalog *catalog, const struct table *table, bool is_key,
    const char *const *known)
{
    size_t count;
    const struct option_pair *pairs =
        table_registry_pairs(catalog->arena, table, is_key, &count);

    for (size_t i = 0; i < count; i++) {
        bool found = registry_setting_of(pairs[i].name) != REGISTRY_SETTINGS;

        if (!pairs[i].value) {
            diag_error(catalog->diag, D_OPTION_VALUE, pairs[i].option->value_span,
                "'%s' of '%s' is no pair of a name and a value", pairs[i].name,
                pairs[i].option->key);
            return false;
        }
        for (const char *const *name = known; *name; name++)
            found |= !strcmp(*name, pairs[i].name);
        if (!found) {
            diag_error(catalog->diag, D_OPTION_UNSUPPORTED, pairs[i].option->value_span,
                "'%s' of '%s' is not supported: it is no property of access to the registry%s%s",
                pairs[i].name, pairs[i].option->key, *known ? ", nor " : "",
                *known ? *known : "");
            return false;
        }
        if (!check_secret(catalog, table, is_key, &pairs[i]))
            return false;
    }
    return true;
}

static bool check_url(struct catalog *catalog, const struct table *table, bool is_key)
{
    const struct option_value *format = table_format_option(table, is_key);
    struct registry_said url = table_registry_said(catalog->arena, table, is_key, REGISTRY_URL);
    const char *authority = url.text ? strstr(url.text, "://") : NULL, *end;

    if (!url.text || !*url.text) {
        diag_error(catalog->diag, D_OPTION_MISSING, format->value_span,
            "'%s' = '%s' needs the option '%s%s.url'", format->key, format->text,
            is_key ? "key." : "value.", format->text);
        return false;
    }
    end = authority ? authority + 3 + strcspn(authority + 3, "/?#") : NULL;
    if (!authority || !memchr(authority, '@', (size_t)(end - authority)))
        return true;
    diag_error(catalog->diag, D_SECRET_OPTION, url.option->key_span,
        "'%s' holds a user and a password, which do not belong into the SQL: give them when the "
        "pipeline runs, with --registry-user USER:PASSWORD", url.option->key);
    return false;
}

static bool check_source(struct catalog *catalog, const struct table *table, bool is_key,
    enum registry_setting setting, const char *first, const char *second)
{
    struct registry_said said = table_registry_said(catalog->arena, table, is_key, setting);

    if (!said.text || !strcmp(said.text, first) || (second && !strcmp(said.text, second)))
        return true;
    return refuse(catalog, said, second
        ? arena_printf(catalog->arena, "%s and %s are, of what --registry-user gives", first,
            second)
        : arena_printf(catalog->arena, "%s is, of what --registry-token gives", first));
}

/* Java's own stores cannot be read. */
static bool check_store(struct catalog *catalog, const struct table *table, bool is_key,
    enum registry_setting store, enum registry_setting type, const char *flag)
{
    struct arena *arena = catalog->arena;
    struct registry_said said = table_registry_said(arena, table, is_key, store);
    struct registry_said kind = table_registry_said(arena, table, is_key, type);
    const char *name = type == REGISTRY_KEYSTORE_TYPE ? "keystore" : "truststore";

    if (kind.text && strcmp(kind.text, "PEM") != 0)
        return refuse(catalog, kind, "a store is a PEM file");
    if (!said.text || kind.text)
        return true;
    return refuse(catalog, said, arena_printf(arena, "it is one of Java's stores unless the "
        "properties say schema.registry.ssl.%s.type:PEM; %s gives a PEM file too", name, flag));
}

bool table_check_registry(struct catalog *catalog, const struct table *table, bool is_key,
    const char *const *known)
{
    return check_url(catalog, table, is_key) && check_pairs(catalog, table, is_key, known) &&
        check_source(catalog, table, is_key, REGISTRY_BASIC_SOURCE, "USER_INFO", "URL") &&
        check_source(catalog, table, is_key, REGISTRY_BEARER_SOURCE, "STATIC_TOKEN", NULL) &&
        check_store(catalog, table, is_key, REGISTRY_KEYSTORE, REGISTRY_KEYSTORE_TYPE,
            "--registry-cert") &&
        check_store(catalog, table, is_key, REGISTRY_TRUSTSTORE, REGISTRY_TRUSTSTORE_TYPE,
            "--registry-ca");
}

/* ---- avro-confluent ---- */

bool table_avro_confluent_takes(const struct table *table, enum option_id id)
{
    for (int is_key = 0; is_key < 2; is_key++) {
        const struct avro_confluent_options *ids = &avro_confluent_options[is_key];

        if (id >= ids->first && id <= ids->last)
            return (!is_key || table_has_option(table, OPT_KEY_FORMAT)) &&
                table_format_option(table, is_key)->number == FORMAT_AVRO_CONFLUENT;
    }
    return false;
}

bool table_check_avro_confluent(struct catalog *catalog, const struct table *table, bool is_key)
{
    static const char *const none[] = {NULL};

    return table_check_registry(catalog, table, is_key, none);
}

/* What an option says, or the other name of it. */
static const struct option_value *said(const struct table *table, enum option_id id,
    enum option_id alias)
{
    return table_option_by_id(table, table_has_option(table, id) ? id : alias);
}

const char *table_avro_confluent_subject(struct catalog *catalog, const struct table *table,
    bool is_key)
{
    const struct avro_confluent_options *ids = &avro_confluent_options[is_key];
    const char *subject = said(table, ids->subject, ids->subject_alias)->text;

    return *subject ? subject
                    : arena_printf(catalog->arena, "%s-%s", table->topic, is_key ? "key" : "value");
}

/* Of a type that Avro has written: what the schema itself says beside it does not matter. */
static bool same_types(struct arena *arena, const char *one, const char *other)
{
    struct schema_text texts[] = {{.language = SCHEMA_AVRO, .text = one},
        {.language = SCHEMA_AVRO, .text = other}};
    const char *error;
    const struct type *types[] = {
        schema_to_type(arena, &texts[0], &error), schema_to_type(arena, &texts[1], &error)};

    return types[0] && types[1] && type_equal(types[0], types[1]);
}

const char *table_avro_confluent_schema(struct catalog *catalog, const struct table *table,
    bool is_key, const char *derived)
{
    const struct avro_confluent_options *ids = &avro_confluent_options[is_key];
    const struct option_value *schema = said(table, ids->schema, ids->schema_alias);
    struct schema_text text = {.language = SCHEMA_AVRO, .text = schema->text};
    const char *error = "";

    if (!*schema->text)
        return derived;
    if (schema_to_type(catalog->arena, &text, &error) &&
            same_types(catalog->arena, schema->text, derived))
        return schema->text;
    diag_error(catalog->diag, D_OPTION_VALUE, schema->value_span,
        "the schema in '%s' does not fit the columns of table '%s': %s", schema->key, table->name,
        *error ? error : arena_printf(catalog->arena, "they are %s", derived));
    return NULL;
}
