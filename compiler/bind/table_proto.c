/* The options of proto-confluent (002). */
#include "table_rules.h"

#include <string.h>
#include <strings.h>

static bool is_set(const struct table *table, enum option_id id)
{
    return table_has_option(table, id);
}

bool table_proto_takes(const struct table *table, enum option_id id)
{
    for (int is_key = 0; is_key < 2; is_key++) {
        if (id < proto_options[is_key].first || id > proto_options[is_key].last)
            continue;
        return (!is_key || table_has_option(table, OPT_KEY_FORMAT)) &&
            table_format_option(table, is_key)->number == FORMAT_PROTO_CONFLUENT;
    }
    return false;
}

/* Options of the format where the side has another one. */
static bool check_others(struct catalog *catalog, const struct table *table, bool is_key)
{
    const struct option_value *format = table_format_option(table, is_key);

    for (size_t i = 0; i < table->option_count; i++) {
        const struct option_value *value = &table->options[i];

        if (value->id < proto_options[is_key].first || value->id > proto_options[is_key].last)
            continue;
        diag_error(catalog->diag, D_OPTION_CONFLICT, value->key_span,
            "'%s' belongs to another format than '%s' = '%s'", value->key, format->key,
            format->text);
        return false;
    }
    return true;
}

static bool check_required(struct catalog *catalog, const struct table *table,
    const struct proto_options *ids, const struct option_value *format, const char *role)
{
    bool url = *table_option_by_id(table, ids->url)->text ||
        *table_option_by_id(table, ids->registry_url)->text;
    bool topic = *table_option_by_id(table, ids->topic)->text;

    if (url && topic)
        return true;
    diag_error(catalog->diag, D_OPTION_MISSING, format->value_span,
        "'%s' = 'proto-confluent' needs the option%s %s%s%s%s%s", format->key,
        url || topic ? "" : "s", url ? "" : arena_printf(catalog->arena,
            "'%s.proto-confluent.url'", role), url || topic ? "" : " and ",
        topic ? "" : "'", topic ? "" : role, topic ? "" : ".proto-confluent.topic'");
    return false;
}

enum { STRATEGY_TOPIC, STRATEGY_RECORD, STRATEGY_TOPIC_RECORD, STRATEGY_NONE };

/* The last part of a class name. */
static int strategy_of(const char *class)
{
    static const char *const names[] = {"TopicNameStrategy", "RecordNameStrategy",
        "TopicRecordNameStrategy"};
    const char *dot = strrchr(class, '.');

    for (int i = 0; i < STRATEGY_NONE; i++) {
        if (strcmp(dot ? dot + 1 : class, names[i]) == 0)
            return i;
    }
    return STRATEGY_NONE;
}

/* 'key:value,key:value'. Typed options, where they are given, are stronger. */
static bool check_properties(struct catalog *catalog, const struct table *table,
    const struct proto_options *ids, bool is_key, int *strategy)
{
    const struct option_value *value = table_option_by_id(table, ids->properties);
    const char *wanted = is_key ? "key.subject.name.strategy" : "value.subject.name.strategy";

    for (const char *at = value->text; *at;) {
        size_t size = strcspn(at, ",");
        const char *pair = arena_strndup(catalog->arena, at, size), *colon = strchr(pair, ':');
        const char *name = colon ? arena_strndup(catalog->arena, pair, (size_t)(colon - pair))
                                 : pair;

        if (colon && strcmp(name, wanted) == 0)
            *strategy = strategy_of(colon + 1);
        if (!colon || strcmp(name, wanted) != 0 || *strategy == STRATEGY_NONE) {
            diag_error(catalog->diag, colon ? D_OPTION_UNSUPPORTED : D_OPTION_VALUE,
                value->value_span, colon
                    ? "'%s' of '%s' is not supported: %s with TopicNameStrategy, "
                      "RecordNameStrategy or TopicRecordNameStrategy is"
                    : "'%s' of '%s' is no pair of a name and a value%.0s", pair, value->key,
                wanted);
            return false;
        }
        at += size + (at[size] == ',');
    }
    return true;
}

static void warn(struct catalog *catalog, const struct table *table,
    const struct proto_options *ids)
{
    const struct option_value *mode = table_option_by_id(table, ids->on_error);
    const struct option_value *letters = table_option_by_id(table, ids->dead_letter);

    if (is_set(table, ids->on_error) && strcasecmp(mode->text, "fail") != 0 &&
        strcasecmp(mode->text, "skip") != 0)
        diag_warn(catalog->diag, D_PROTO_SKIPS, mode->value_span,
            "'%s' of '%s' is neither 'fail' nor 'skip', and means skip: records that cannot be "
            "decoded are dropped", mode->text, mode->key);
    if (is_set(table, ids->dead_letter))
        diag_warn(catalog->diag, D_PROTO_DEAD_LETTER, letters->key_span,
            "'%s' without dead-letter.properties.bootstrap.servers does nothing: records that "
            "cannot be decoded are counted alone", letters->key);
}

static bool check_unsupported(struct catalog *catalog, const struct table *table,
    const struct proto_options *ids)
{
    const struct option_value *known = table_option_by_id(table, ids->skip_known);

    if (known->number)
        return true;
    diag_error(catalog->diag, D_OPTION_UNSUPPORTED, known->value_span,
        "'%s' = 'false' is not supported yet: well-known types are no references", known->key);
    return false;
}

bool table_check_proto(struct catalog *catalog, const struct table *table, bool is_key)
{
    const struct proto_options *ids = &proto_options[is_key];
    const struct table_side *side = is_key ? &table->key_side : &table->value_side;
    int strategy = STRATEGY_TOPIC;

    if (side->format != FORMAT_PROTO_CONFLUENT)
        return check_others(catalog, table, is_key);
    if (!check_required(catalog, table, ids, table_format_option(table, is_key),
            is_key ? "key" : "value") || !check_unsupported(catalog, table, ids) ||
        !check_properties(catalog, table, ids, is_key, &strategy))
        return false;
    warn(catalog, table, ids);
    return true;
}

/* ---- subject and schema ---- */

static bool is_key_of(const struct table *table, const struct proto_options *ids)
{
    return table_option_by_id(table, ids->is_key)->number;
}

void table_proto_subject(struct catalog *catalog, const struct table *table, bool is_key,
    struct table_side *side)
{
    const struct proto_options *ids = &proto_options[is_key];
    const char *topic = table_option_by_id(table, ids->topic)->text;
    const char *half = is_key_of(table, ids) ? "key" : "value";
    const char *properties = table_option_by_id(table, ids->properties)->text;
    const char *message = side->message ? side->message
        : arena_printf(catalog->arena, "io.confluent.protobuf.generated.%s_%s", table->topic, half);

    side->subject = arena_printf(catalog->arena, "%s-%s", topic, half);
    if (strstr(properties, "TopicRecordNameStrategy"))
        side->subject = arena_printf(catalog->arena, "%s-%s", topic, message);
    else if (strstr(properties, "RecordNameStrategy"))
        side->subject = message;
    side->looks_up = !table_option_by_id(table, ids->auto_register)->number;
    side->schema_id = table_option_by_id(table, ids->schema_id)->number;
}

bool table_proto_class(struct catalog *catalog, const struct table *table, bool is_key,
    struct table_side *side)
{
    const struct option_value *class = table_option_by_id(table,
        proto_options[is_key].message_class);
    struct proto_class found;
    const char *error;

    if (side->format != FORMAT_PROTO_CONFLUENT || !*class->text)
        return true;
    if (!proto_class_find(catalog->arena, &catalog->protos, class->text, &found, &error)) {
        diag_error(catalog->diag, D_PROTO_CLASS, class->value_span, "class '%s': %s", class->text,
            error);
        return false;
    }
    side->message = found.message;
    side->schema = found.schema.text;
    side->references = found.schema.references;
    side->reference_count = found.schema.reference_count;
    return true;
}
