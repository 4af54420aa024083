/* How tables reach the registry that their format names. */
#include "registry_access.h"

#include <string.h>

/* Of the format's options; OPTION_COUNT where only a pair of 'properties' says it. */
struct access {
    enum option_id typed[REGISTRY_SETTINGS], url_alias, properties, property;
};

#define ACCESS(id)                                                                                 \
    {                                                                                              \
        .typed = {[REGISTRY_URL] = OPT_##id##_URL,                                                 \
            [REGISTRY_BASIC_SOURCE] = OPT_##id##_BASIC_SOURCE,                                     \
            [REGISTRY_BASIC_USER] = OPT_##id##_BASIC_USER,                                         \
            [REGISTRY_BEARER_SOURCE] = OPT_##id##_BEARER_SOURCE,                                   \
            [REGISTRY_BEARER_TOKEN] = OPT_##id##_BEARER_TOKEN,                                     \
            [REGISTRY_KEYSTORE] = OPT_##id##_KEYSTORE, [REGISTRY_KEYSTORE_TYPE] = OPTION_COUNT,    \
            [REGISTRY_KEYSTORE_PASSWORD] = OPT_##id##_KEYSTORE_PASSWORD,                           \
            [REGISTRY_KEY_PASSWORD] = OPTION_COUNT, [REGISTRY_TRUSTSTORE] = OPT_##id##_TRUSTSTORE, \
            [REGISTRY_TRUSTSTORE_TYPE] = OPTION_COUNT,                                             \
            [REGISTRY_TRUSTSTORE_PASSWORD] = OPT_##id##_TRUSTSTORE_PASSWORD},                      \
        .url_alias = OPT_##id##_URL_ALIAS, .properties = OPT_##id##_PROPERTIES,                    \
        .property = OPT_##id##_PROPERTY,                                                           \
    }

static const struct access accesses[2][2] = { /* by format, of the value and of the key */
    {ACCESS(AC), ACCESS(KEY_AC)}, {ACCESS(VALUE_PROTO), ACCESS(KEY_PROTO)}};

static const struct {
    const char *property, *other; /* as Confluent's client names it */
    const char *secret;           /* the flag that gives it */
} settings[REGISTRY_SETTINGS] = {
    [REGISTRY_URL] = {"schema.registry.url", NULL, NULL},
    [REGISTRY_BASIC_SOURCE] = {"basic.auth.credentials.source", NULL, NULL},
    [REGISTRY_BASIC_USER] = {"basic.auth.user.info", "schema.registry.basic.auth.user.info",
        "--registry-user USER:PASSWORD"},
    [REGISTRY_BEARER_SOURCE] = {"bearer.auth.credentials.source", NULL, NULL},
    [REGISTRY_BEARER_TOKEN] = {"bearer.auth.token", NULL, "--registry-token TOKEN"},
    [REGISTRY_KEYSTORE] = {"schema.registry.ssl.keystore.location", NULL, NULL},
    [REGISTRY_KEYSTORE_TYPE] = {"schema.registry.ssl.keystore.type", NULL, NULL},
    [REGISTRY_KEYSTORE_PASSWORD] = {"schema.registry.ssl.keystore.password", NULL,
        "--registry-key-password PASSWORD"},
    [REGISTRY_KEY_PASSWORD] = {"schema.registry.ssl.key.password", NULL,
        "--registry-key-password PASSWORD"},
    [REGISTRY_TRUSTSTORE] = {"schema.registry.ssl.truststore.location", NULL, NULL},
    [REGISTRY_TRUSTSTORE_TYPE] = {"schema.registry.ssl.truststore.type", NULL, NULL},
    [REGISTRY_TRUSTSTORE_PASSWORD] = {"schema.registry.ssl.truststore.password", NULL,
        "--registry-ca FILE, a PEM file without a password"},
};

static const struct access *access_of(const struct table *table, bool is_key)
{
    const struct option_value *format = table_format_option(table, is_key);

    if (is_key && !table_has_option(table, OPT_KEY_FORMAT))
        return NULL;
    return format->number == FORMAT_AVRO_CONFLUENT ? &accesses[0][is_key]
        : format->number == FORMAT_PROTO_CONFLUENT ? &accesses[1][is_key]
                                                   : NULL;
}

bool table_names_registry(const struct table *table, bool is_key)
{
    return access_of(table, is_key) != NULL;
}

struct option_pair *table_option_pairs(struct arena *arena, const struct table *table,
    enum option_id text, enum option_id single, size_t *count)
{
    VEC(struct option_pair) pairs = {0};

    for (size_t i = 0; i < table->option_count; i++) {
        const struct option_value *value = &table->options[i];

        if (value->id == single)
            vec_push(arena, &pairs, ((struct option_pair){
                .name = option_name(arena, value), .value = value->text, .option = value}));
        for (const char *at = value->id == text ? value->text : ""; *at;) {
            size_t size = strcspn(at, ",");
            char *name = arena_strndup(arena, at, size), *colon = strchr(name, ':');

            if (colon)
                *colon = '\0';
            vec_push(arena, &pairs, ((struct option_pair){
                .name = name, .value = colon ? colon + 1 : NULL, .option = value}));
            at += size + (at[size] == ',');
        }
    }
    *count = pairs.count;
    return pairs.at;
}

struct option_pair *table_registry_pairs(struct arena *arena, const struct table *table,
    bool is_key, size_t *count)
{
    const struct access *access = access_of(table, is_key);

    return table_option_pairs(arena, table, access->properties, access->property, count);
}

struct registry_said table_registry_said(struct arena *arena, const struct table *table,
    bool is_key, enum registry_setting setting)
{
    const struct access *access = access_of(table, is_key);
    enum option_id ids[] = {access->typed[setting],
        setting == REGISTRY_URL ? access->url_alias : OPTION_COUNT};
    struct registry_said said = {0};
    struct option_pair *pairs;
    size_t count;

    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        if (ids[i] == OPTION_COUNT || !table_has_option(table, ids[i]))
            continue;
        said.option = table_option_by_id(table, ids[i]);
        said.text = said.option->text;
        return said;
    }
    pairs = table_registry_pairs(arena, table, is_key, &count);
    for (size_t i = 0; i < count; i++)
        if (pairs[i].value && registry_setting_of(pairs[i].name) == setting)
            said = (struct registry_said){pairs[i].value, pairs[i].option};
    return said;
}

enum registry_setting registry_setting_of(const char *property)
{
    for (size_t i = 0; i < REGISTRY_SETTINGS; i++)
        if (!strcmp(settings[i].property, property) ||
            (settings[i].other && !strcmp(settings[i].other, property)))
            return (enum registry_setting)i;
    return REGISTRY_SETTINGS;
}

enum registry_setting registry_option_setting(struct arena *arena,
    const struct option_value *value)
{
    for (size_t i = 0; i < sizeof accesses / sizeof **accesses; i++) {
        const struct access *access = &accesses[i / 2][i % 2];

        if (value->id == access->property)
            return registry_setting_of(option_name(arena, value));
        for (size_t k = 0; k < REGISTRY_SETTINGS; k++)
            if (access->typed[k] == value->id)
                return (enum registry_setting)k;
    }
    return REGISTRY_SETTINGS;
}

const char *registry_secret_flag(enum registry_setting setting)
{
    return setting == REGISTRY_SETTINGS ? NULL : settings[setting].secret;
}
