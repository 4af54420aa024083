/* Tables of the connectors kafka and upsert-kafka: keys, formats, properties. */
#include "table_rules.h"

#include <rt/log.h>
#include <rt/regexp.h>

#include <string.h>

/* ---- key.fields ---- */

static bool find_field(struct catalog *catalog, const struct table *table, const char *name,
    const struct option_value *option, size_t *column)
{
    const char **names = arena_array(catalog->arena, table->declared_count + 1, sizeof *names);
    const char *near;
    size_t count = 0;

    for (size_t i = 0; i < table->declared_count; i++) {
        if (table->columns[i].kind != TABLE_PHYSICAL)
            continue;
        if (strcmp(table->columns[i].name, name) == 0) {
            *column = i;
            return true;
        }
        names[count++] = table->columns[i].name;
    }
    diag_error(catalog->diag, D_KEY_FIELDS, option->value_span,
        "'key.fields' names '%s', which is no physical column of table '%s'", name, table->name);
    near = nearest_name(name, names, count);
    if (near)
        diag_note(catalog->diag, option->value_span, "did you mean '%s'?", near);
    return false;
}

bool table_fill_key_fields(struct catalog *catalog, struct table *table)
{
    const struct option_value *option = table_option_by_id(table, OPT_KEY_FIELDS);
    VEC(size_t) columns = {0};

    if (table->connector != CONNECTOR_KAFKA)
        return true;
    for (const char *at = option->text; *at;) {
        size_t size = strcspn(at, ";"), column;
        const char *name = arena_printf(catalog->arena, "%.*s", (int)size, at);

        if (!find_field(catalog, table, name, option, &column))
            return false;
        for (size_t i = 0; i < columns.count; i++) {
            if (columns.at[i] != column)
                continue;
            diag_error(catalog->diag, D_KEY_FIELDS, option->value_span,
                "'key.fields' names '%s' twice", name);
            return false;
        }
        vec_push(catalog->arena, &columns, column);
        at += size + (at[size] == ';');
    }
    table->bucket_columns = columns.at;
    table->bucket_count = columns.count;
    table->distributed = columns.count > 0;
    return true;
}

/* ---- formats ---- */

static bool check_formats(struct catalog *catalog, const struct table *table)
{
    const struct option_value *format = table_option_by_id(table, OPT_FORMAT);
    const struct option_value *value = table_option_by_id(table, OPT_VALUE_FORMAT);
    const struct option_value *key = table_option_by_id(table, OPT_KEY_FORMAT);
    const struct option_value *fields = table_option_by_id(table, OPT_KEY_FIELDS);
    bool has_value = table_has_option(table, OPT_VALUE_FORMAT);

    if (table_has_option(table, OPT_FORMAT) && has_value) {
        diag_error(catalog->diag, D_OPTION_CONFLICT, format->key_span,
            "'format' is another name of 'value.format': give one");
        diag_note(catalog->diag, value->key_span, "given here too");
        return false;
    }
    if (!table_has_option(table, OPT_FORMAT) && !has_value) {
        diag_error(catalog->diag, D_OPTION_MISSING, table->span,
            "table '%s' with connector '%s' needs the option 'format'", table->name,
            connector_defs[table->connector].name);
        return false;
    }
    if (table->connector != CONNECTOR_KAFKA ||
            table_has_option(table, OPT_KEY_FORMAT) == table_has_option(table, OPT_KEY_FIELDS))
        return true;
    diag_error(catalog->diag, D_OPTION_CONFLICT,
        table_has_option(table, OPT_KEY_FORMAT) ? key->key_span : fields->key_span,
        "'key.format' and 'key.fields' need each other");
    return false;
}

/* ---- topic and partitioner ---- */

static bool refuse_topic(struct catalog *catalog, const struct option_value *value,
    const char *why)
{
    diag_error(catalog->diag, D_OPTION_CONFLICT, value->value_span, "'%s' = '%s' %s", value->key,
        value->text, why);
    return false;
}

/* 'topic' = 'a;b': each once, each a name. */
static bool check_topic_list(struct catalog *catalog, const struct table *table)
{
    const struct option_value *topic = table_option_by_id(table, OPT_TOPIC);

    if (table->topic_count && table->connector != CONNECTOR_KAFKA) {
        diag_error(catalog->diag, D_OPTION_UNSUPPORTED, topic->value_span,
            "several topics in 'topic' are not supported yet for connector '%s'",
            connector_defs[table->connector].name);
        return false;
    }
    for (size_t i = 0; i < table->topic_count; i++) {
        if (!table_check_topic(catalog, table->topics[i], topic->value_span))
            return false;
        for (size_t k = 0; k < i; k++) {
            if (!strcmp(table->topics[i], table->topics[k]))
                return refuse_topic(catalog, topic, arena_printf(catalog->arena,
                    "names '%s' twice", table->topics[i]));
        }
    }
    return true;
}

static bool check_pattern(struct catalog *catalog, const struct table *table)
{
    const struct option_value *value = table_option_by_id(table, OPT_TOPIC_PATTERN);
    struct rt_error error;
    bool is_null;
    int32_t count;

    if (!table->topic_pattern)
        return true;
    if (rt_regexp_count(RT_TEXT("a"), (struct rt_text){value->text, strlen(value->text)}, &count,
            &is_null, &error) && !is_null && *value->text)
        return true;
    diag_error(catalog->diag, D_OPTION_VALUE, value->value_span,
        "'%s' is no value of '%s', which takes a regular expression", value->text, value->key);
    return false;
}

/* Offsets of partitions mean one topic's. */
static bool check_offsets(struct catalog *catalog, const struct table *table)
{
    static const enum option_id modes[] = {OPT_STARTUP_MODE, OPT_BOUNDED_MODE};

    for (size_t i = 0; table_reads_several(table) && i < 2; i++) {
        const struct option_value *mode = table_option_by_id(table, modes[i]);

        if (!strcmp(option_canonical(catalog->arena, mode), "specific-offsets"))
            return refuse_topic(catalog, mode, "is for a table of a single topic");
    }
    return true;
}

static bool check_topics(struct catalog *catalog, const struct table *table)
{
    const struct option_value *pattern = table_option_by_id(table, OPT_TOPIC_PATTERN);

    if (table_has_option(table, OPT_TOPIC) && table->topic_pattern) {
        diag_error(catalog->diag, D_OPTION_CONFLICT, pattern->key_span,
            "'topic' and 'topic-pattern' exclude each other");
        diag_note(catalog->diag, table_option_by_id(table, OPT_TOPIC)->key_span,
            "given here too");
        return false;
    }
    if (!table_has_option(table, OPT_TOPIC) && !table->topic_pattern) {
        diag_error(catalog->diag, D_OPTION_MISSING, table->span,
            "table '%s' with connector '%s' needs the option 'topic' or 'topic-pattern'",
            table->name, connector_defs[table->connector].name);
        return false;
    }
    return check_topic_list(catalog, table) && check_pattern(catalog, table) &&
        check_offsets(catalog, table);
}

static bool check_partitioner(struct catalog *catalog, const struct table *table)
{
    const struct option_value *value = table_option_by_id(table, OPT_SINK_PARTITIONER);

    if (strcmp(value->text, "round-robin") != 0 || !table_has_option(table, OPT_KEY_FIELDS))
        return true;
    diag_error(catalog->diag, D_OPTION_CONFLICT, value->value_span,
        "'sink.partitioner' = 'round-robin' is for records without a key");
    diag_note(catalog->diag, table_option_by_id(table, OPT_KEY_FIELDS)->key_span,
        "the key is declared here");
    return false;
}

/* Flink wants both or neither. */
static bool check_flush(struct catalog *catalog, const struct table *table)
{
    const struct option_value *rows = table_option_by_id(table, OPT_FLUSH_ROWS);
    const struct option_value *interval = table_option_by_id(table, OPT_FLUSH_INTERVAL);
    const struct option_value *set = rows->number ? rows : interval;

    if (table->connector != CONNECTOR_UPSERT_KAFKA || !rows->number == !interval->number)
        return true;
    diag_error(catalog->diag, D_OPTION_CONFLICT, set->key_span,
        "'%s' and '%s' of connector 'upsert-kafka' need each other", rows->key, interval->key);
    return false;
}

/* ---- properties ---- */

static bool check_property(struct catalog *catalog, const struct option_value *value)
{
    const char *name = option_name(catalog->arena, value), *translated;
    struct rt_error error;

    if (rt_kafka_property(name, value->text, &translated, &error))
        return true;
    diag_error(catalog->diag, D_KAFKA_PROPERTY, value->key_span, "'%s': %s", value->key,
        error.message);
    return false;
}

bool table_check_kafka(struct catalog *catalog, const struct table *table)
{
    bool ok = true;

    for (size_t i = 0; i < table->option_count; i++) {
        if (table->options[i].id == OPT_PROPERTIES)
            ok = check_property(catalog, &table->options[i]) && ok;
    }
    return check_topics(catalog, table) && check_formats(catalog, table) &&
        check_partitioner(catalog, table) && check_flush(catalog, table) && ok;
}
