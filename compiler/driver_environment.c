/* Tables in an environment: topics of the log, subjects of the registry. */
#include "catalog/registry_access.h"
#include "driver.h"

#include <string.h>
#include <sys/random.h>
#include <unistd.h>

bool environment_open(struct environment *environment, const struct rt_environment_flags *flags,
    struct rt_error *error)
{
    if (environment->log)
        return true;
    environment->is_kafka = flags->brokers;
    return rt_environment_open(flags, &environment->log, &environment->registry, error);
}

/* Properties of one name have one value: a pipeline has one client. */
static bool take_property(struct options *options, const struct option_value *value)
{
    struct rt_environment_flags *flags = &options->environment;
    struct rt_property *list = arena_array(options->arena, flags->default_count + 1, sizeof *list);
    const char *key;
    struct rt_error error;

    if (!rt_kafka_property(option_name(options->arena, value), value->text, &key, &error) ||
        !strcmp(key, "auto.offset.reset") || !strcmp(key, "isolation.level"))
        return true; /* Those are the table's; what is wrong has been reported. */
    for (size_t i = 0; i < flags->default_count; i++) {
        list[i] = flags->defaults[i];
        if (strcmp(list[i].key, key) != 0)
            continue;
        if (!strcmp(list[i].value, value->text))
            return true;
        complain("'%s' has two values, '%s' and '%s': tables of one environment share a client",
            value->key, list[i].value, value->text);
        return false;
    }
    list[flags->default_count] = (struct rt_property){key, value->text};
    flags->defaults = list;
    flags->default_count++;
    return true;
}

/* One setting of the registry, which all tables share. */
static bool take_setting(struct options *options, const struct table *table, bool is_key,
    enum registry_setting setting, const char **taken)
{
    struct registry_said said = table_registry_said(options->arena, table, is_key, setting);

    if (!said.text || !*said.text || (*taken && !strcmp(*taken, said.text)))
        return true;
    if (*taken) {
        complain("tables name different registries, '%s' and '%s' in '%s': give --registry", *taken,
            said.text, said.option->key);
        return false;
    }
    *taken = said.text;
    return true;
}

static bool take_registry(struct options *options, const struct table *table, bool is_key)
{
    const struct rt_registry_access *before = options->environment.registry_default;
    struct rt_registry_access *access = arena_alloc(options->arena, sizeof *access);

    if (!table_names_registry(table, is_key))
        return true;
    *access = before ? *before : (struct rt_registry_access){0};
    options->environment.registry_default = access;
    return take_setting(options, table, is_key, REGISTRY_URL, &access->url) &&
        take_setting(options, table, is_key, REGISTRY_TRUSTSTORE, &access->ca_file) &&
        take_setting(options, table, is_key, REGISTRY_KEYSTORE, &access->client_file);
}

static bool take_table(struct options *options, const struct table *table, bool given)
{
    struct rt_environment_flags *flags = &options->environment;
    const char *servers = table_option_by_id(table, OPT_BOOTSTRAP_SERVERS)->text;

    if (!given && *servers && flags->brokers && strcmp(flags->brokers, servers) != 0) {
        complain("tables name different 'properties.bootstrap.servers', '%s' and '%s': give "
            "--brokers", flags->brokers, servers);
        return false;
    }
    if (!given && *servers)
        flags->brokers = servers;
    for (size_t i = 0; i < table->option_count; i++)
        if (table->options[i].id == OPT_PROPERTIES && !take_property(options, &table->options[i]))
            return false;
    return true;
}

bool environment_of_tables(struct options *options, const struct program *program)
{
    struct rt_environment_flags *flags = &options->environment;
    bool given = rt_environment_given(flags);

    for (size_t i = 0; i < program->steps.count; i++) {
        const struct step *step = &program->steps.at[i];

        if (step->kind == STEP_CREATE && step->table &&
            !take_table(options, step->table, given))
            return false;
    }
    for (size_t i = 0; flags->brokers && !flags->registry.url && i < program->steps.count; i++) {
        const struct step *step = &program->steps.at[i];

        if (step->kind == STEP_CREATE && step->table &&
            (!take_registry(options, step->table, false) ||
                !take_registry(options, step->table, true)))
            return false;
    }
    return true;
}

void environment_close(struct environment *environment)
{
    rt_registry_close(environment->registry);
    rt_log_close(environment->log);
    *environment = (struct environment){0};
}

bool environment_register(struct environment *environment, const struct table *table,
    const struct table_side *side, struct rt_error *error)
{
    const struct format_info *format = format_info(side->format);
    int32_t id;

    if (!side->subject || !side->schema || !format->registered || side->looks_up ||
        side->schema_id > 0)
        return true;
    /* As it was found: only the registry knows what it names. */
    if (side->reference_count || side->subject_count > 1)
        return true;
    if (!environment->registry)
        return rt_fail(error, RT_CONFIG, RT_STOP,
            "table %s: its format needs a schema registry: give --registry URL", table->name);
    return rt_registry_register(environment->registry, side->subject,
               (enum rt_schema_kind)format->language, side->schema, &id, error) ||
        rt_error_context(error, "table %s", table->name);
}

static struct rt_property *topic_properties(struct arena *arena, const struct table *table,
    size_t *count)
{
    const struct table_config *configs = table_topic_configs(arena, table, count);
    struct rt_property *properties = arena_array(arena, *count, sizeof *properties);

    for (size_t i = 0; i < *count; i++)
        properties[i] = (struct rt_property){configs[i].key, configs[i].value};
    return properties;
}

bool environment_create_topic(struct environment *environment, const struct table *table,
    const char *topic, struct rt_error *error)
{
    struct arena *arena = arena_new();
    size_t count;
    struct rt_property *properties = topic_properties(arena, table, &count);
    struct rt_topic_spec spec = {
        .name = topic,
        .partitions = table->buckets,
        .replication = (int16_t)table_option_by_id(table, OPT_REPLICATION)->number,
        .configs = properties,
        .config_count = count,
    };
    bool fine = rt_log_topic_create(environment->log, &spec, CALL_MS, error) ||
        rt_error_context(error, "table %s", table->name);

    arena_free(arena);
    return fine;
}

bool environment_create(struct environment *environment, const struct table *table,
    struct rt_error *error)
{
    if (!table_is_topic(table) || table->topic_pattern)
        return true;
    for (size_t i = 0; i < table->topic_count; i++)
        if (!environment_create_topic(environment, table, table->topics[i], error))
            return false;
    return (table->topic_count ||
            environment_create_topic(environment, table, table->topic, error)) &&
        environment_register(environment, table, &table->key_side, error) &&
        environment_register(environment, table, &table->value_side, error);
}

/* Configs that the statement changed: others may be somebody else's. */
static bool alter_configs(struct environment *environment, struct arena *arena,
    const struct table *before, const struct table *table, struct rt_error *error)
{
    size_t old_count, count, changed = 0;
    const struct rt_property *old = topic_properties(arena, before, &old_count);
    struct rt_property *now = topic_properties(arena, table, &count);

    for (size_t i = 0; i < count; i++) {
        bool same = false;

        for (size_t k = 0; k < old_count && !same; k++)
            same = !strcmp(old[k].key, now[i].key) && !strcmp(old[k].value, now[i].value);
        if (!same)
            now[changed++] = now[i];
    }
    return !changed ||
        rt_log_topic_configure(environment->log, table->topic, now, changed, CALL_MS, error);
}

static bool alter_topic(struct environment *environment, const struct table *before,
    const struct table *table, struct rt_error *error)
{
    struct arena *arena;
    int32_t partitions;
    bool fine;

    if (!rt_log_topic_partitions(environment->log, table->topic, CALL_MS, &partitions, error))
        return false;
    if (!partitions)
        return environment_create_topic(environment, table, table->topic, error);
    if (table->buckets != before->buckets && table->buckets < partitions)
        return rt_fail(error, RT_CONFIG, RT_STOP,
            "topic '%s' has %d partitions and cannot have fewer", table->topic, (int)partitions);
    if (table->buckets != before->buckets && table->buckets > partitions &&
        !rt_log_topic_grow(environment->log, table->topic, table->buckets, CALL_MS, error))
        return false;
    arena = arena_new();
    fine = alter_configs(environment, arena, before, table, error);
    arena_free(arena);
    return fine;
}

bool environment_alter(struct environment *environment, const struct table *before,
    const struct table *table, struct rt_error *error)
{
    if (table->connector != CONNECTOR_CONFLUENT)
        return environment_create(environment, table, error);
    if (!alter_topic(environment, before, table, error))
        return rt_error_context(error, "table %s", table->name);
    return environment_register(environment, table, &table->key_side, error) &&
        environment_register(environment, table, &table->value_side, error);
}

static bool delete_subject(struct environment *environment, const struct table_side *side,
    struct rt_error *error)
{
    const struct rt_registered *schema;

    if (!side->subject || !environment->registry)
        return true;
    if (!rt_registry_version(environment->registry, side->subject, 0, &schema, error))
        return false;
    return !schema || rt_registry_delete_subject(environment->registry, side->subject, error);
}

bool environment_drop(struct environment *environment, const struct table *table,
    struct rt_error *error)
{
    int32_t partitions;

    if (table->connector != CONNECTOR_CONFLUENT)
        return true; /* Its topic, if it is one, is somebody else's. */
    if (!rt_log_topic_partitions(environment->log, table->topic, CALL_MS, &partitions, error))
        return rt_error_context(error, "table %s", table->name);
    if (partitions && !rt_log_topic_delete(environment->log, table->topic, CALL_MS, error))
        return rt_error_context(error, "table %s", table->name);
    return (delete_subject(environment, &table->key_side, error) &&
               delete_subject(environment, &table->value_side, error)) ||
        rt_error_context(error, "table %s", table->name);
}

bool environment_settle(struct environment *environment, const char *transactional_id,
    struct rt_error *error)
{
    struct rt_writer *writer;

    if (!environment->is_kafka)
        return true;
    /* Taking over the id waits until its last transaction is complete. */
    writer = rt_writer_open(environment->log, transactional_id, CALL_MS, error);
    rt_writer_close(writer);
    return writer;
}

const char *unique_suffix(struct arena *arena)
{
    uint64_t number = 0;

    if (getrandom(&number, sizeof number, 0) < 0)
        number = (uint64_t)getpid();
    return arena_printf(arena, "%016llx", (unsigned long long)number);
}

int status_of(const struct rt_error *error)
{
    switch (error->code) {
    case RT_OK:
    case RT_CANCELLED:
        return EXIT_FINE;
    case RT_DECODE:
    case RT_ENCODE:
    case RT_EXPRESSION:
    case RT_NOT_NULL:
    case RT_INPUT:
        return EXIT_RUNTIME;
    case RT_CONFIG:
        return EXIT_USAGE;
    case RT_BROKER:
    case RT_FENCED:
    case RT_REGISTRY:
    case RT_STORAGE:
    case RT_STATE:
    case RT_MEMORY:
    case RT_ABORTED:
        return EXIT_ENVIRONMENT;
    }
    return EXIT_ENVIRONMENT;
}
