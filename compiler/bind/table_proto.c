/* The options of proto-confluent (002). */
#include "../catalog/registry_access.h"
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
    const struct proto_options *ids, bool is_key)
{
    const struct option_value *format = table_format_option(table, is_key);
    const char *role = is_key ? "key" : "value";
    struct registry_said said = table_registry_said(catalog->arena, table, is_key, REGISTRY_URL);
    bool url = said.text && *said.text;
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
enum { STRATEGY, MESSAGE_TYPE }; /* Of own_properties. */

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

/* Properties that are the format's own, by the half of the record. */
static const char *const own_properties[2][3] = {
    {"value.subject.name.strategy", "specific.protobuf.value.type", NULL},
    {"key.subject.name.strategy", "specific.protobuf.key.type", NULL}};

/* The last pair of that name; `name` of own_properties. */
static struct option_pair own_property(struct catalog *catalog, const struct table *table,
    bool is_key, size_t name)
{
    struct option_pair found = {0};
    size_t count;
    const struct option_pair *pairs =
        table_registry_pairs(catalog->arena, table, is_key, &count);

    for (size_t i = 0; i < count; i++)
        if (pairs[i].value && !strcmp(pairs[i].name, own_properties[is_key][name]))
            found = pairs[i];
    return found;
}

static bool check_strategy(struct catalog *catalog, const struct table *table, bool is_key)
{
    struct option_pair pair = own_property(catalog, table, is_key, STRATEGY);

    if (!pair.name || strategy_of(pair.value) != STRATEGY_NONE)
        return true;
    diag_error(catalog->diag, D_OPTION_UNSUPPORTED, pair.option->value_span,
        "'%s' of '%s' is not supported: TopicNameStrategy, RecordNameStrategy or "
        "TopicRecordNameStrategy is", pair.value, pair.option->key);
    return false;
}

static void warn(struct catalog *catalog, const struct table *table,
    const struct proto_options *ids)
{
    const struct option_value *mode = table_option_by_id(table, ids->on_error);

    if (is_set(table, ids->on_error) && strcasecmp(mode->text, "fail") != 0 &&
        strcasecmp(mode->text, "skip") != 0)
        diag_warn(catalog->diag, D_PROTO_SKIPS, mode->value_span,
            "'%s' of '%s' is neither 'fail' nor 'skip', and means skip: records that cannot be "
            "decoded are dropped", mode->text, mode->key);
}

/* What the client of the dead-letter topic is told: where it is, and nothing else. */
static bool check_letter_properties(struct catalog *catalog, const struct table *table,
    const struct proto_options *ids)
{
    size_t count;
    const struct option_pair *pairs = table_option_pairs(catalog->arena, table,
        ids->letter_properties, ids->letter_property, &count);

    for (size_t i = 0; i < count; i++) {
        bool known = !strcmp(pairs[i].name, "bootstrap.servers");

        if (known && pairs[i].value && *pairs[i].value)
            continue;
        diag_error(catalog->diag,
            known || !pairs[i].value ? D_OPTION_VALUE : D_OPTION_UNSUPPORTED,
            pairs[i].option->value_span, known || !pairs[i].value
                ? "'%s' of '%s' is no pair of a name and a value"
                : "'%s' of '%s' is not supported: the pipeline's own client writes the dead-letter "
                  "topic, and bootstrap.servers says where", pairs[i].name, pairs[i].option->key);
        return false;
    }
    return true;
}

static const char *letter_brokers(struct catalog *catalog, const struct table *table,
    const struct proto_options *ids)
{
    const char *brokers = NULL;
    size_t count;
    const struct option_pair *pairs = table_option_pairs(catalog->arena, table,
        ids->letter_properties, ids->letter_property, &count);

    for (size_t i = 0; i < count; i++)
        brokers = pairs[i].value;
    return brokers;
}

static bool conflict(struct catalog *catalog, const struct option_value *topic,
    const struct option_value *other)
{
    diag_error(catalog->diag, D_OPTION_CONFLICT, topic->key_span,
        "'%s' and '%s' both say where records go that cannot be decoded", topic->key, other->key);
    diag_note(catalog->diag, other->key_span, "given here");
    return false;
}

static bool fill_letters(struct catalog *catalog, struct table *table, bool is_key)
{
    const struct proto_options *ids = &proto_options[is_key];
    const struct option_value *topic = table_option_by_id(table, ids->dead_letter);
    const struct option_value *mode = table_option_by_id(table, ids->on_error);
    const struct option_value *other = table_option_by_id(table, proto_options[1].dead_letter);
    const char *brokers = letter_brokers(catalog, table, ids);
    bool fails = strcasecmp(mode->text, "fail") == 0;

    if (!*topic->text)
        return true;
    if (!brokers || fails) {
        diag_warn(catalog->diag, D_PROTO_DEAD_LETTER, topic->key_span, "'%s' %s", topic->key,
            !brokers ? "without dead-letter.properties.bootstrap.servers does nothing: records "
                       "that cannot be decoded are counted alone"
                     : "does nothing: with on-deserialize-error = fail the job stops");
        return true;
    }
    if (table_has_option(table, OPT_ERROR_MODE))
        return conflict(catalog, topic, table_option_by_id(table, OPT_ERROR_MODE));
    if (table->dead_letters && strcmp(table->dead_letters, topic->text) != 0)
        return conflict(catalog, topic, other);
    table->dead_letters = topic->text;
    table->letter_brokers = brokers;
    return true;
}

bool table_proto_letters(struct catalog *catalog, struct table *table)
{
    table->dead_letters = table->letter_brokers = NULL;
    return (table->key_side.format != FORMAT_PROTO_CONFLUENT ||
               fill_letters(catalog, table, true)) &&
        (table->value_side.format != FORMAT_PROTO_CONFLUENT ||
            fill_letters(catalog, table, false));
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

    if (side->format != FORMAT_PROTO_CONFLUENT)
        return check_others(catalog, table, is_key);
    if (!check_required(catalog, table, ids, is_key) ||
        !check_unsupported(catalog, table, ids) ||
        !check_letter_properties(catalog, table, ids) ||
        !table_check_registry(catalog, table, is_key, own_properties[is_key]) ||
        !check_strategy(catalog, table, is_key))
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
    struct option_pair pair = own_property(catalog, table, is_key, STRATEGY);
    int strategy = pair.name ? strategy_of(pair.value) : STRATEGY_TOPIC;
    const char *message = side->message ? side->message
        : arena_printf(catalog->arena, "io.confluent.protobuf.generated.%s_%s", table->topic, half);

    side->subject = arena_printf(catalog->arena, "%s-%s", topic, half);
    if (strategy == STRATEGY_TOPIC_RECORD)
        side->subject = arena_printf(catalog->arena, "%s-%s", topic, message);
    else if (strategy == STRATEGY_RECORD)
        side->subject = message;
    side->looks_up = !table_option_by_id(table, ids->auto_register)->number;
    side->schema_id = table_option_by_id(table, ids->schema_id)->number;
}

bool table_proto_class(struct catalog *catalog, const struct table *table, bool is_key,
    struct table_side *side)
{
    const struct option_value *class = table_option_by_id(table,
        proto_options[is_key].message_class);
    struct option_pair pair = own_property(catalog, table, is_key, MESSAGE_TYPE);
    const char *name = *class->text ? class->text : pair.value;
    struct proto_class found;
    const char *error;

    if (side->format != FORMAT_PROTO_CONFLUENT || !name || !*name)
        return true;
    if (!proto_class_find(catalog->arena, &catalog->protos, name, &found, &error)) {
        diag_error(catalog->diag, D_PROTO_CLASS,
            *class->text ? class->value_span : pair.option->value_span, "class '%s': %s", name,
            error);
        return false;
    }
    side->message = found.message;
    side->schema = found.schema.text;
    side->references = found.schema.references;
    side->reference_count = found.schema.reference_count;
    return true;
}
