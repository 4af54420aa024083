/* WITH options: the table of options.def, lookup, and checks of one value. */
#include "option.h"

#include <string.h>

#define SHOWN OPTION_SHOWN
#define TOPIC OPTION_TOPIC
#define FIXED OPTION_FIXED
#define HINT OPTION_HINT
#define SCAN OPTION_SCAN
#define OTHER OPTION_OTHER
#define SECRET OPTION_SECRET

const struct option_def option_defs[OPTION_COUNT] = {
#define OPTION(key, id, type, default_text, allowed, flags, text)                                  \
    [OPT_##id] = {key, OPTION_##type, default_text, allowed, flags, text},
#define OPTION_LATER(key, text)
#include "options.def"
#undef OPTION
#undef OPTION_LATER
};

static const struct later {
    const char *key, *text;
} later_defs[] = {
#define OPTION(key, id, type, default_text, allowed, flags, text)
#define OPTION_LATER(key, text) {key, text},
#include "options.def"
#undef OPTION
#undef OPTION_LATER
};

enum { LATER_COUNT = sizeof later_defs / sizeof *later_defs };

/* In the order of enum format; the formats after them are known, and not built. */
static const char format_names[] =
    "|raw|avro-registry|json-registry|proto-registry|avro-debezium-registry|"
    "json-debezium-registry|proto-debezium-registry|proto-confluent|"
    "json|csv|avro|avro-confluent|debezium-json|debezium-avro-confluent|canal-json|maxwell-json|"
    "ogg-json|protobuf|parquet|orc";

#define OFFERED_REGISTERED                                                                         \
    "avro-registry|json-registry|proto-registry|avro-debezium-registry|json-debezium-registry|"    \
    "proto-debezium-registry|proto-confluent|raw"
#define OFFERED_PLAIN "json|csv|avro|avro-confluent|debezium-json"

/* The formats of a topic of any connector; 'format' is an option of kafka and filesystem alone. */
static const char format_names_offered[] = OFFERED_REGISTERED "|" OFFERED_PLAIN,
    format_names_plain[] = OFFERED_PLAIN "|raw";

/* ---- keys ---- */

/* value.avro-registry.id-encoding is value.format.id-encoding, and wire-encoding another name. */
static bool format_key(const char *key, char *canonical, size_t size)
{
    const char *dot = strchr(key, '.'), *rest = dot ? strchr(dot + 1, '.') : NULL;
    char format[40];
    int64_t index;

    if (!rest || (strncmp(key, "key.", 4) != 0 && strncmp(key, "value.", 6) != 0) ||
            (size_t)(rest - dot) > sizeof format)
        return false;
    memcpy(format, dot + 1, (size_t)(rest - dot - 1));
    format[rest - dot - 1] = '\0';
    if (strcmp(format, "format") != 0 && !(option_parse_enum(format, format_names, &index) &&
            index >= FORMAT_AVRO_REGISTRY && index <= FORMAT_PROTO_DEBEZIUM))
        return false;
    if (strcmp(rest, ".wire-encoding") == 0)
        rest = ".id-encoding";
    return (size_t)snprintf(canonical, size, "%.*sformat%s", (int)(dot + 1 - key), key, rest) <
        size;
}

/* Formats whose own options are those of the value, with or without "value." before them. */
static bool value_key(const char *key, const char **canonical)
{
    static const char *const scopes[] = {"csv.", "json.", "avro.", "avro-confluent.",
        "debezium-json.", "raw."};

    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++) {
        if (strncmp(key, "value.", 6) == 0 &&
                strncmp(key + 6, scopes[i], strlen(scopes[i])) == 0) {
            *canonical = key + 6;
            return true;
        }
    }
    return false;
}

/* Whether a key fits one with '#'; *name and *size: what stands there. */
static bool fits(const char *pattern, const char *key, const char **name, size_t *size)
{
    const char *hole = strchr(pattern, '#');
    size_t before = hole ? (size_t)(hole - pattern) : 0, after = hole ? strlen(hole + 1) : 0;
    size_t length = strlen(key);

    if (!hole || length < before + after + 1 || strncmp(pattern, key, before) != 0 ||
            strcmp(hole + 1, key + length - after) != 0)
        return false;
    *name = key + before;
    *size = length - before - after;
    return true;
}

enum option_id option_find(const char *key)
{
    char canonical[80];
    const char *name;
    size_t size;

    if (!value_key(key, &key) && format_key(key, canonical, sizeof canonical))
        key = canonical;
    for (enum option_id id = 0; id < OPTION_COUNT; id++) {
        if (strcmp(option_defs[id].key, key) == 0)
            return id;
    }
    for (enum option_id id = 0; id < OPTION_COUNT; id++) {
        if (fits(option_defs[id].key, key, &name, &size))
            return id;
    }
    return OPTION_COUNT;
}

const char *option_name(struct arena *arena, const struct option_value *value)
{
    const char *name, *key = value->key;
    size_t size;

    value_key(key, &key);
    if (!fits(option_defs[value->id].key, key, &name, &size))
        return NULL;
    return arena_printf(arena, "%.*s", (int)size, name);
}

bool option_same(const struct option_value *a, const struct option_value *b)
{
    const char *first = a->key, *second = b->key;

    value_key(first, &first);
    value_key(second, &second);
    return a->id == b->id &&
        (!strchr(option_defs[a->id].key, '#') || strcmp(first, second) == 0);
}

bool option_is_secret(const struct option_value *value)
{
    static const char *const words[] = {"password", "passwd", "secret", "token", "jaas",
        "credential", "user.info", "api-key", "apikey", "api_key", "private"};

    if (option_defs[value->id].flags & OPTION_SECRET)
        return true;
    if (!strchr(option_defs[value->id].key, '#') || strstr(value->key, ".credentials.source"))
        return false; /* The latter says how a secret is found. */
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(value->key, words[i]))
            return true;
    return false;
}

static const struct later *find_later(const char *key)
{
    for (size_t i = 0; i < LATER_COUNT; i++) {
        size_t size = strlen(later_defs[i].key);

        if (later_defs[i].key[size - 1] == '.' ? strncmp(later_defs[i].key, key, size) == 0
                                               : strcmp(later_defs[i].key, key) == 0)
            return &later_defs[i];
    }
    return NULL;
}

static void report_unknown(struct catalog *catalog, const struct ast_option *option)
{
    const char *names[OPTION_COUNT + LATER_COUNT];
    const char *near;
    size_t count = 0;

    for (enum option_id id = 0; id < OPTION_COUNT; id++)
        names[count++] = option_defs[id].key;
    for (size_t i = 0; i < LATER_COUNT; i++)
        names[count++] = later_defs[i].key;
    diag_error(catalog->diag, D_UNKNOWN_OPTION, option->key_span, "unknown option '%s'",
        option->key.data);
    near = nearest_name(option->key.data, names, count);
    if (near)
        diag_note(catalog->diag, option->key_span, "did you mean '%s'?", near);
}

/* ---- values ---- */

bool option_read(struct arena *arena, enum option_type type, const char *allowed, const char *text,
    int64_t *number)
{
    size_t count;

    *number = 0;
    switch (type) {
    case OPTION_TEXT: return true;
    case OPTION_ENUM: return option_parse_enum(text, allowed, number);
    case OPTION_BOOL: return option_parse_bool(text, number);
    case OPTION_INT: return option_parse_int(text, allowed, number);
    case OPTION_DURATION: return option_parse_duration(text, number);
    case OPTION_MEMORY: return option_parse_memory(text, number) &&
        option_in_range(*number, allowed);
    case OPTION_FORMAT: return *text && option_parse_enum(text, format_names, number);
    case OPTION_OFFSETS:
        if (!option_parse_offsets(arena, text, NULL, NULL, &count))
            return false;
        *number = (int64_t)count;
        return true;
    }
    return false;
}

const char *option_canonical(struct arena *arena, const struct option_value *value)
{
    const struct option_def *def = &option_defs[value->id];
    const char *at = def->type == OPTION_FORMAT ? format_names : def->allowed;

    if ((def->type != OPTION_ENUM && def->type != OPTION_FORMAT) || !*value->text)
        return value->text;
    for (int64_t i = 0; i < value->number; i++)
        at = strchr(at, '|') + 1;
    return arena_strndup(arena, at, strcspn(at, "|"));
}

static const char *list_values(struct arena *arena, const char *allowed)
{
    struct text out = {.arena = arena};

    text_add(&out, "one of ");
    while (true) {
        size_t size = strcspn(allowed, "|");

        text_printf(&out, "'%.*s'", (int)size, allowed);
        if (!allowed[size])
            return text_chars(&out);
        text_add(&out, ", ");
        allowed += size + 1;
    }
}

static const char *describe_range(struct arena *arena, const char *range)
{
    const char *dots = strstr(range, "..");

    if (!dots || (dots == range && !dots[2]))
        return "an integer";
    if (!dots[2])
        return arena_printf(arena, "an integer of at least %.*s", (int)(dots - range), range);
    if (dots == range)
        return arena_printf(arena, "an integer of at most %s", dots + 2);
    return arena_printf(arena, "an integer from %.*s to %s", (int)(dots - range), range, dots + 2);
}

const char *option_expects(struct arena *arena, enum option_type type, const char *allowed)
{
    switch (type) {
    case OPTION_TEXT: return "text";
    case OPTION_ENUM: return list_values(arena, allowed);
    case OPTION_BOOL: return "'true' or 'false'";
    case OPTION_INT: return describe_range(arena, allowed);
    case OPTION_DURATION:
        return "a duration such as '7 days', '10 s' or '500 ms' (without a unit: milliseconds)";
    case OPTION_MEMORY:
        return arena_printf(arena, "a size such as '64 mb' or '2097164 bytes' (without a unit: "
            "bytes)%s%s%s", *allowed ? " of at most " : "",
            *allowed ? strstr(allowed, "..") + 2 : "", *allowed ? " bytes" : "");
    case OPTION_FORMAT: return list_values(arena, format_names_offered);
    case OPTION_OFFSETS:
        return "offsets such as 'partition:0,offset:42;partition:1,offset:300', a partition once";
    }
    return "";
}

static bool check_context(struct catalog *catalog, const struct ast_option *option,
    const struct option_value *value)
{
    if (value->text[0] == '.' && value->text[1])
        return true;
    diag_error(catalog->diag, D_OPTION_VALUE, option->value_span,
        "a schema context starts with a dot, as in '.%s'",
        *value->text && value->text[0] != '.' ? value->text : "myContext");
    return false;
}

/* Values that are right in form, but not for this option. */
static bool check_value(struct catalog *catalog, const struct ast_option *option,
    const struct option_value *value)
{
    if (value->id == OPT_KEY_CONTEXT || value->id == OPT_VALUE_CONTEXT)
        return check_context(catalog, option, value);
    if (value->id == OPT_REPLICATION && value->number == 0) {
        diag_error(catalog->diag, D_OPTION_VALUE, option->value_span,
            "'0' is no value of '%s': a topic has one copy at least, or -1 for the broker's "
            "default", value->key);
        return false;
    }
    if ((value->id == OPT_GROUP_ID || value->id == OPT_ERROR_TARGET) && !*value->text) {
        diag_error(catalog->diag, D_OPTION_VALUE, option->value_span,
            "'' is no value of '%s': the name of a %s cannot be empty", value->key,
            value->id == OPT_GROUP_ID ? "consumer group" : "table");
        return false;
    }
    if (option_defs[value->id].type == OPTION_FORMAT && value->number >= FORMAT_COUNT) {
        diag_error(catalog->diag, D_FORMAT_UNSUPPORTED, option->value_span,
            "format '%s' is not supported yet", value->text);
        return false;
    }
    return true;
}

bool option_parse(struct catalog *catalog, const struct ast_option *option,
    struct option_value *value)
{
    enum option_id id = option_find(option->key.data);
    const struct option_def *def;

    if (id == OPTION_COUNT) {
        const struct later *later = find_later(option->key.data);

        if (later)
            diag_error(catalog->diag, D_OPTION_UNSUPPORTED, option->key_span,
                "option '%s' is not supported yet (%s)", option->key.data, later->text);
        else
            report_unknown(catalog, option);
        return false;
    }
    def = &option_defs[id];
    *value = (struct option_value){
        .key = option->key.data, .id = id, .text = option->value.data,
        .key_span = option->key_span, .value_span = option->value_span };
    if (!option_read(catalog->arena, def->type, def->allowed, value->text, &value->number)) {
        diag_error(catalog->diag, D_OPTION_VALUE, option->value_span,
            "'%s' is no value of '%s', which takes %s", value->text, value->key,
            id == OPT_FORMAT ? list_values(catalog->arena, format_names_plain)
                             : option_expects(catalog->arena, def->type, def->allowed));
        return false;
    }
    return check_value(catalog, option, value);
}

/* ---- of a table ---- */

static const struct option_value *find_value(const struct table *table, enum option_id id)
{
    for (size_t i = 0; i < table->option_count; i++) {
        if (table->options[i].id == id)
            return &table->options[i];
    }
    return NULL;
}

struct schema_text table_side_schema(const struct table_side *side)
{
    return (struct schema_text){format_info(side->format)->language, side->schema,
        side->references, side->reference_count};
}

struct schema_text table_side_writer(const struct table_side *side)
{
    return side->envelope.text ? side->envelope : table_side_schema(side);
}

bool table_has_option(const struct table *table, enum option_id id)
{
    return find_value(table, id) != NULL;
}

bool table_logs_errors(const struct table *table)
{
    enum { LOG = 2 }; /* Of the option's values. */

    return table->dead_letters || table_option_by_id(table, OPT_ERROR_MODE)->number == LOG;
}

const char *table_error_target_name(const struct table *table)
{
    return table->dead_letters ? table->dead_letters
                               : table_option_by_id(table, OPT_ERROR_TARGET)->text;
}

bool table_id_in_header(const struct table *table, bool key)
{
    enum option_id id = key ? OPT_KEY_ID_ENCODING : OPT_VALUE_ID_ENCODING;

    return table_option_by_id(table, id)->number == 1;
}

const struct option_value *table_option_named(const struct table *table, enum option_id id,
    const char *name)
{
    const char *found;
    size_t size;

    for (size_t i = 0; i < table->option_count; i++) {
        const struct option_value *value = &table->options[i];

        if (value->id == id && fits(option_defs[id].key, value->key, &found, &size) &&
                strlen(name) == size && memcmp(name, found, size) == 0)
            return value;
    }
    return NULL;
}

/* Defaults that follow from the table. */
static const char *default_text(const struct table *table, enum option_id id)
{
    static const char *const modes[] = {"append", "upsert", "retract"};
    const char *text = connector_default(table->connector, id);

    if (*text)
        return text;
    if (id == OPT_CHANGELOG_MODE)
        return modes[table->mode];
    if (id == OPT_CLEANUP_POLICY)
        return table->mode == CHANGELOG_UPSERT ? "compact" : "delete";
    return option_defs[id].default_text;
}

const struct option_value *table_option_by_id(const struct table *table, enum option_id id)
{
    /* One value for each text a default can have: by connector, and of the three modes, apart. */
    static struct option_value
        defaults[OPTION_COUNT][CONNECTOR_COUNT][CHANGELOG_RETRACT + 1];
    const struct option_value *set = find_value(table, id);
    struct option_value *value = &defaults[id][table->connector][table->mode];

    if (set)
        return set;
    value->key = option_defs[id].key;
    value->id = id;
    value->text = default_text(table, id);
    if (*value->text && option_defs[id].type != OPTION_OFFSETS)
        option_read(NULL, option_defs[id].type, option_defs[id].allowed, value->text,
            &value->number);
    return value;
}

const struct option_value *table_option(const struct table *table, const char *key)
{
    enum option_id id = option_find(key);

    if (id == OPTION_COUNT)
        BUG("no option '%s'", key);
    return table_option_by_id(table, id);
}
