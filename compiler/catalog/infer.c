/* A topic and its schemas to the CREATE TABLE statement that describes them. */
#include "infer.h"

#include "../registry/schema.h"

#include <stdlib.h>
#include <string.h>

static const char key_prefix[] = "key_";

/* Columns of the key or the value. */
struct part {
    const char *format;             /* of key.format or value.format */
    bool named;                     /* the schema names the columns: it is a record */
    const struct type_field *fields;
    size_t count;
};

struct inference {
    struct arena *arena;
    const struct infer_topic *topic;
    struct part key, value;
    const char *prefix;             /* of key columns; "" for none */
    bool all;                       /* the value holds the key columns too */
    bool compacted, envelope;
    const char *note;
};

static const char *config_of(const struct infer_topic *topic, const char *key)
{
    for (size_t i = 0; i < topic->config_count; i++)
        if (!strcmp(topic->configs[i].key, key))
            return topic->configs[i].value;
    return NULL;
}

/* ---- envelopes ---- */

static const struct type *field_of(const struct type *type, const char *name)
{
    for (size_t i = 0; type->kind == TYPE_ROW && i < type->field_count; i++)
        if (!strcmp(type->fields[i].name, name))
            return type->fields[i].type;
    return NULL;
}

const struct type *infer_envelope_row(const struct type *type)
{
    const struct type *after = field_of(type, "after");

    return after && after->kind == TYPE_ROW && field_of(type, "before") && field_of(type, "op")
        ? after : NULL;
}

/* ---- schemas to columns ---- */

static void set_columns(struct inference *inference, struct part *part, const char *name,
    const struct type *type, const char *format)
{
    struct type_field *field = NEW(inference->arena, struct type_field);

    field->name = name;
    field->type = type;
    *part = (struct part){.format = format, .fields = field, .count = 1};
}

static void set_raw(struct inference *inference, bool is_key)
{
    set_columns(inference, is_key ? &inference->key : &inference->value, is_key ? "key" : "val",
        type_bytes(inference->arena, true), "raw");
}

static void read_raw(struct inference *inference, bool is_key, const char *why)
{
    const char *side = is_key ? "key" : "value";

    inference->note = arena_printf(inference->arena,
        "the %s of topic '%s' is read as raw bytes: its schema has no columns (%s)", side,
        inference->topic->name, why);
    set_raw(inference, is_key);
}

static const struct {
    const char *plain, *envelope;
} formats[] = {
    [SCHEMA_AVRO] = {"avro-registry", "avro-debezium-registry"},
    [SCHEMA_JSON] = {"json-registry", "json-debezium-registry"},
    [SCHEMA_PROTOBUF] = {"proto-registry", "proto-debezium-registry"},
};

/* Union of several: a key has no columns for that. */
static bool is_choice(struct arena *arena, const struct schema_text *text)
{
    const char *ignored;
    const struct avro_schema *schema = text->language == SCHEMA_AVRO
        ? avro_parse(arena, avro_inline(arena, text), &ignored) : NULL;
    size_t count = 0;

    for (size_t i = 0; schema && schema->kind == AVRO_UNION && i < schema->branch_count; i++)
        count += schema->branches[i]->kind != AVRO_NULL;
    return count > 1;
}

/* An option says that envelopes are read as they are. */
static bool is_plain(const struct inference *inference, const char *format)
{
    return inference->topic->value_format && !strcmp(inference->topic->value_format, format);
}

static void read_schema(struct inference *inference, bool is_key)
{
    const struct schema_text *known = is_key ? inference->topic->key : inference->topic->value;
    struct part *part = is_key ? &inference->key : &inference->value;
    const char *format, *why = NULL;
    const struct type *type;

    if (!known) {
        set_raw(inference, is_key);
        return;
    }
    format = formats[known->language].plain;
    if (is_key && is_choice(inference->arena, known)) {
        read_raw(inference, is_key, "it is a union");
        return;
    }
    type = schema_to_type(inference->arena, known, &why);
    if (!type || (type->kind == TYPE_ROW && !type->field_count)) {
        read_raw(inference, is_key, type ? "a record without fields" : why);
        return;
    }
    if (!is_key && infer_envelope_row(type) && !is_plain(inference, format)) {
        inference->envelope = true;
        format = formats[known->language].envelope;
        type = infer_envelope_row(type);
    }
    if (type->kind != TYPE_ROW)
        set_columns(inference, part, is_key ? "key" : "val", type, format);
    else
        *part = (struct part){format, true, type->fields, type->field_count};
}

/* ---- names ---- */

static const struct type_field *find_field(const struct part *part, const char *name)
{
    for (size_t i = 0; i < part->count; i++)
        if (!strcmp(part->fields[i].name, name))
            return &part->fields[i];
    return NULL;
}

/* Key columns that the value has too are either the same data, all of them, or get a prefix. */
static void resolve_overlap(struct inference *inference)
{
    struct arena *arena = inference->arena;
    const struct part *key = &inference->key;
    size_t overlap = 1, same = 0;

    inference->prefix = "";
    for (size_t i = 0; i < key->count; i++) {
        const struct type_field *other = find_field(&inference->value, key->fields[i].name);

        same += other && type_equal(other->type, key->fields[i].type);
    }
    if (key->named && inference->value.named && same == key->count) {
        inference->all = true;
        return;
    }
    for (; overlap; inference->prefix = overlap
             ? arena_printf(arena, "%s%s", key_prefix, inference->prefix) : inference->prefix) {
        overlap = 0;
        for (size_t i = 0; i < key->count; i++)
            overlap += find_field(&inference->value, arena_printf(arena, "%s%s",
                           inference->prefix, key->fields[i].name)) != NULL;
    }
}

/* ---- the statement ---- */

static void add_column(struct text *out, const char *prefix, const struct type_field *field,
    bool not_null, bool *first)
{
    text_add(out, *first ? "\n  " : ",\n  ");
    *first = false;
    type_print_name(out, arena_printf(out->arena, "%s%s", prefix, field->name));
    text_add_char(out, ' ');
    type_print(out, not_null ? type_with_null(out->arena, field->type, false) : field->type);
    if (field->comment) {
        text_add(out, " COMMENT ");
        type_print_literal(out, field->comment);
    }
}

static void add_key_names(struct text *out, const struct inference *inference)
{
    for (size_t i = 0; i < inference->key.count; i++) {
        text_add(out, i ? ", " : "");
        type_print_name(out, arena_printf(out->arena, "%s%s", inference->prefix,
            inference->key.fields[i].name));
    }
}

static void add_columns(struct text *out, const struct inference *inference)
{
    const struct part *key = &inference->key, *value = &inference->value;
    bool first = true;

    for (size_t i = 0; i < key->count; i++)
        add_column(out, inference->prefix, &key->fields[i], inference->compacted, &first);
    for (size_t i = 0; i < value->count; i++)
        if (!inference->all || !find_field(key, value->fields[i].name))
            add_column(out, "", &value->fields[i], false, &first);
    if (inference->compacted) {
        text_add(out, ",\n  PRIMARY KEY (");
        add_key_names(out, inference);
        text_add(out, ") NOT ENFORCED");
    }
}

static void add_option(struct text *out, enum option_id id, const char *value)
{
    text_printf(out, "%s\n  '%s' = ", out->size ? "," : "", option_defs[id].key);
    type_print_literal(out, value);
}

/* The greatest unit that says it exactly. */
static const char *duration_text(struct arena *arena, long long ms)
{
    static const struct {
        long long ms;
        const char *name;
    } units[] = {{86400000, "d"}, {3600000, "h"}, {60000, "min"}, {1000, "s"}};

    if (ms <= 0)
        return "0";
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (ms % units[i].ms == 0)
            return arena_printf(arena, "%lld %s", ms / units[i].ms, units[i].name);
    return arena_printf(arena, "%lld ms", ms);
}

/* Options that say what the topic's configs are, where they are not the defaults. */
static void add_configs(struct text *out, const struct inference *inference)
{
    const struct infer_topic *topic = inference->topic;
    const char *policy = config_of(topic, "cleanup.policy");
    const char *retention = config_of(topic, "retention.ms");
    const char *size = config_of(topic, "retention.bytes");
    const char *message = config_of(topic, "max.message.bytes");
    const char *stamp = config_of(topic, "message.timestamp.type");
    const char *lag = config_of(topic, "min.compaction.lag.ms");
    const char *compression = config_of(topic, "compression.type");
    struct arena *arena = out->arena;
    const char *text;

    if (policy && strstr(policy, "compact") && strstr(policy, "delete"))
        add_option(out, OPT_CLEANUP_POLICY, "delete-compact");
    text = lag ? duration_text(arena, atoll(lag)) : "7 d";
    if (inference->compacted && strcmp(text, "7 d") != 0)
        add_option(out, OPT_COMPACTION_TIME, text);
    if (message && strcmp(message, "2097164") != 0)
        add_option(out, OPT_MAX_MESSAGE_SIZE, arena_printf(arena, "%s bytes", message));
    if (stamp && !strcmp(stamp, "LogAppendTime"))
        add_option(out, OPT_TIMESTAMP_TYPE, stamp);
    if (compression && strcmp(compression, "producer") != 0)
        add_option(out, OPT_COMPRESSION, compression);
    if (size && atoll(size) > 0)
        add_option(out, OPT_RETENTION_SIZE, arena_printf(arena, "%s bytes", size));
    text = retention ? duration_text(arena, atoll(retention)) : "7 d";
    if (strcmp(text, "7 d") != 0)
        add_option(out, OPT_RETENTION_TIME, text);
}

static const char *statement(const struct inference *inference)
{
    const struct infer_topic *topic = inference->topic;
    struct text out = {.arena = inference->arena}, options = {.arena = inference->arena};

    text_add(&out, "CREATE TABLE ");
    type_print_name(&out, topic->catalog);
    text_add_char(&out, '.');
    type_print_name(&out, topic->database);
    text_add_char(&out, '.');
    type_print_name(&out, topic->name);
    text_add(&out, " (");
    add_columns(&out, inference);
    text_add(&out, "\n)\nDISTRIBUTED BY HASH(");
    add_key_names(&out, inference);
    text_printf(&out, ") INTO %d BUCKETS", (int)topic->partitions);
    if (inference->envelope && !inference->compacted)
        add_option(&options, OPT_CHANGELOG_MODE, "retract");
    if (strcmp(inference->key.format, "avro-registry") != 0)
        add_option(&options, OPT_KEY_FORMAT, inference->key.format);
    if (*inference->prefix)
        add_option(&options, OPT_KEY_PREFIX, inference->prefix);
    if (inference->all)
        add_option(&options, OPT_FIELDS_INCLUDE, "all");
    if (strcmp(inference->value.format, "avro-registry") != 0)
        add_option(&options, OPT_VALUE_FORMAT, inference->value.format);
    add_configs(&options, inference);
    if (options.size)
        text_printf(&out, "\nWITH (%s\n)", text_chars(&options));
    return text_chars(&out);
}

const char *infer_table(struct arena *arena, const struct infer_topic *topic,
    const char **note)
{
    struct inference inference = {.arena = arena, .topic = topic};
    const char *policy = config_of(topic, "cleanup.policy");
    const char *text;

    inference.compacted = policy && strstr(policy, "compact");
    read_schema(&inference, true);
    read_schema(&inference, false);
    resolve_overlap(&inference);
    text = statement(&inference);
    *note = inference.note;
    return text;
}
