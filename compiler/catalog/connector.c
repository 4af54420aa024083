/* Connectors: what each takes, after connectors.def. */
#include "option.h"

#include <string.h>

#define READ CONNECTOR_READ
#define WRITE CONNECTOR_WRITE

const struct connector_def connector_defs[CONNECTOR_COUNT] = {
#define CONNECTOR(name, id, kind, uses) [CONNECTOR_##id] = {name, CONNECTOR_KIND_##kind, uses},
#define TAKES(connector, option, default_text)
#define NEEDS(connector, option)
#include "connectors.def"
#undef CONNECTOR
#undef TAKES
#undef NEEDS
};

static const struct taken {
    enum connector connector;
    enum option_id id;
    const char *default_text;
    bool needed;
} taken[] = {
#define CONNECTOR(name, id, kind, uses)
#define TAKES(connector, option, default_text)                                                     \
    {CONNECTOR_##connector, OPT_##option, default_text, false},
#define NEEDS(connector, option) {CONNECTOR_##connector, OPT_##option, "", true},
#include "connectors.def"
#undef CONNECTOR
#undef TAKES
#undef NEEDS
};

enum { TAKEN_COUNT = sizeof taken / sizeof *taken };

static const struct taken *find(enum connector connector, enum option_id id)
{
    for (size_t i = 0; i < TAKEN_COUNT; i++) {
        if (taken[i].connector == connector && taken[i].id == id)
            return &taken[i];
    }
    return NULL;
}

#define PROTO_OPTIONS(side)                                                                        \
    {                                                                                              \
        OPT_##side##_PROTO_REGISTER, OPT_##side##_PROTO_SCHEMA_ID, OPT_##side##_PROTO_TOPIC,       \
            OPT_##side##_PROTO_IS_KEY, OPT_##side##_PROTO_CLASS, OPT_##side##_PROTO_REGISTER,      \
            OPT_##side##_PROTO_SCHEMA_ID, OPT_##side##_PROTO_SKIP_KNOWN,                           \
            OPT_##side##_PROTO_ON_ERROR, OPT_##side##_PROTO_DEAD_LETTER,                           \
            OPT_##side##_PROTO_LETTER_PROPERTIES, OPT_##side##_PROTO_LETTER_PROPERTY               \
    }

const struct proto_options proto_options[2] = {PROTO_OPTIONS(VALUE), PROTO_OPTIONS(KEY)};

const struct avro_confluent_options avro_confluent_options[2] = {
    {OPT_AC_BASIC_SOURCE, OPT_AC_URL, OPT_AC_SUBJECT, OPT_AC_SUBJECT_ALIAS, OPT_AC_SCHEMA,
        OPT_AC_SCHEMA_ALIAS},
    {OPT_KEY_AC_BASIC_SOURCE, OPT_KEY_AC_URL, OPT_KEY_AC_SUBJECT, OPT_KEY_AC_SUBJECT_ALIAS,
        OPT_KEY_AC_SCHEMA, OPT_KEY_AC_SCHEMA_ALIAS},
};

const struct csv_options csv_options[2] = {
    {OPT_CSV_ALLOW_COMMENTS, OPT_CSV_ELEMENT_DELIMITER, OPT_CSV_DISABLE_QUOTE, OPT_CSV_ESCAPE,
        OPT_CSV_DELIMITER, OPT_CSV_IGNORE_ERRORS, OPT_CSV_NULL_LITERAL, OPT_CSV_QUOTE},
    {OPT_KEY_CSV_ALLOW_COMMENTS, OPT_KEY_CSV_ELEMENT_DELIMITER, OPT_KEY_CSV_DISABLE_QUOTE,
        OPT_KEY_CSV_ESCAPE, OPT_KEY_CSV_DELIMITER, OPT_KEY_CSV_IGNORE_ERRORS,
        OPT_KEY_CSV_NULL_LITERAL, OPT_KEY_CSV_QUOTE},
};

bool connector_takes(enum connector connector, enum option_id id)
{
    if (connector == CONNECTOR_CONFLUENT)
        return !(option_defs[id].flags & OPTION_OTHER);
    return id == OPT_CONNECTOR || find(connector, id);
}

bool connector_needs(enum connector connector, enum option_id id)
{
    const struct taken *row = find(connector, id);

    return row && row->needed;
}

const char *connector_default(enum connector connector, enum option_id id)
{
    const struct taken *row = find(connector, id);

    return row ? row->default_text : "";
}

const char *connector_of_option(enum option_id id)
{
    if (connector_takes(CONNECTOR_CONFLUENT, id))
        return connector_defs[CONNECTOR_CONFLUENT].name;
    for (size_t i = 0; i < TAKEN_COUNT; i++) {
        if (taken[i].id == id)
            return connector_defs[taken[i].connector].name;
    }
    return NULL;
}

enum connector_kind table_kind(const struct table *table)
{
    return connector_defs[table->connector].kind;
}

bool table_is_topic(const struct table *table)
{
    return table_kind(table) == CONNECTOR_KIND_TOPIC;
}

bool table_reads_several(const struct table *table)
{
    return table->topic_count || table->topic_pattern;
}

bool table_names_topic(const struct table *table, const char *topic)
{
    for (size_t i = 0; i < table->topic_count; i++)
        if (!strcmp(table->topics[i], topic))
            return true;
    return !table_reads_several(table) && !strcmp(table->topic, topic);
}

const struct option_value *table_format_option(const struct table *table, bool is_key)
{
    enum option_id id = is_key ? OPT_KEY_FORMAT
        : table_has_option(table, OPT_FORMAT) ? OPT_FORMAT : OPT_VALUE_FORMAT;

    return table_option_by_id(table, id);
}

struct table *table_with_options(struct arena *arena, const struct table *table,
    const struct option_value *values, size_t count)
{
    struct table *copy = arena_copy(arena, table, sizeof *table);
    VEC(struct option_value) options = {0};

    for (size_t i = 0; i < table->option_count; i++) {
        bool replaced = false;

        for (size_t j = 0; j < count; j++)
            replaced |= option_same(&values[j], &table->options[i]);
        if (!replaced)
            vec_push(arena, &options, table->options[i]);
    }
    for (size_t j = 0; j < count; j++)
        vec_push(arena, &options, values[j]);
    copy->options = options.at;
    copy->option_count = options.count;
    return copy;
}
