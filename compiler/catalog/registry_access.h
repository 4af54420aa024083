/* How tables reach the registry that their format names: avro-confluent and proto-confluent. Each
 * setting is an option of its own, or one of the pairs of 'properties', which is weaker. */
#ifndef DDL2C_REGISTRY_ACCESS_H
#define DDL2C_REGISTRY_ACCESS_H

#include "catalog.h"

enum registry_setting { REGISTRY_URL, REGISTRY_BASIC_SOURCE, REGISTRY_BASIC_USER,
    REGISTRY_BEARER_SOURCE, REGISTRY_BEARER_TOKEN, REGISTRY_KEYSTORE, REGISTRY_KEYSTORE_TYPE,
    REGISTRY_KEYSTORE_PASSWORD, REGISTRY_KEY_PASSWORD, REGISTRY_TRUSTSTORE,
    REGISTRY_TRUSTSTORE_TYPE, REGISTRY_TRUSTSTORE_PASSWORD, REGISTRY_SETTINGS };

/* A pair that an option such as 'properties' holds, in its text or with a key of its own. */
struct option_pair {
    const char *name;
    const char *value; /* NULL: the text has a part without a colon, which is the name */
    const struct option_value *option;
};

/* The pairs of both forms of an option. */
struct option_pair *table_option_pairs(struct arena *arena, const struct table *table,
    enum option_id text, enum option_id single, size_t *count);

/* What is said of a setting. */
struct registry_said {
    const char *text;                  /* NULL: nothing */
    const struct option_value *option; /* where it stands */
};

/* Whether a side's format names its registry; the others have no settings. */
bool table_names_registry(const struct table *table, bool is_key);
/* The pairs of 'properties'. */
struct option_pair *table_registry_pairs(struct arena *arena, const struct table *table,
    bool is_key, size_t *count);
struct registry_said table_registry_said(struct arena *arena, const struct table *table,
    bool is_key, enum registry_setting setting);

/* The setting that a property of Confluent's client says; REGISTRY_SETTINGS: none. */
enum registry_setting registry_setting_of(const char *property);
/* The setting that an option is, by its id or by the name behind 'properties.'; REGISTRY_SETTINGS:
 * none. */
enum registry_setting registry_option_setting(struct arena *arena,
    const struct option_value *value);
/* The flag that gives a setting which is a secret; NULL: it is none. */
const char *registry_secret_flag(enum registry_setting setting);

#endif
