/* Topics and subjects that others left in the environment, and what it holds later. */
#include "slt.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name;
    enum rt_schema_kind kind;
} kinds[] = {
    {"avro", RT_SCHEMA_AVRO}, {"json", RT_SCHEMA_JSON}, {"protobuf", RT_SCHEMA_PROTOBUF}};

enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

bool slt_schema_kind(const char *name, enum rt_schema_kind *kind)
{
    for (size_t i = 0; i < KIND_COUNT; i++) {
        if (strcmp(kinds[i].name, name))
            continue;
        *kind = kinds[i].kind;
        return true;
    }
    return false;
}

static const char *prefix_of(const struct slt_script *script)
{
    return script->session.topic_prefix ? script->session.topic_prefix : "";
}

static const char *full_name(const struct slt_script *script, const char *name)
{
    return arena_printf(script->arena, "%s%s", prefix_of(script), name);
}

/* ---- put there ---- */

static bool drop_subject(struct slt_script *script, const char *name, const char *suffix,
    struct rt_error *error)
{
    const char *subject = arena_printf(script->arena, "%s%s", full_name(script, name), suffix);
    struct rt_registry *registry = script->environment.registry;
    const struct rt_registered *schema;

    if (!rt_registry_version(registry, subject, 0, &schema, error))
        return false;
    return !schema || rt_registry_delete_subject(registry, subject, error);
}

static bool drop_topic(struct slt_script *script, const char *name, struct rt_error *error)
{
    const char *topic = full_name(script, name);
    int32_t partitions;

    return rt_log_topic_partitions(script->environment.log, topic, CALL_MS, &partitions, error) &&
        (!partitions || rt_log_topic_delete(script->environment.log, topic, CALL_MS, error)) &&
        drop_subject(script, name, "-key", error) && drop_subject(script, name, "-value", error);
}

static bool put_topic(struct slt_script *script, const struct slt_item *item,
    struct rt_error *error)
{
    const struct slt_rows *words = &item->words;
    struct rt_property *configs = arena_array(script->arena, words->count, sizeof *configs);
    struct rt_topic_spec spec = {.name = full_name(script, item->table),
        .partitions = 1, .replication = -1, .configs = configs};

    for (size_t i = 0; i < words->count; i++) {
        const char *equals = strchr(words->at[i], '=');
        const char *key = arena_strndup(script->arena, words->at[i],
            (size_t)(equals - words->at[i]));

        if (!strcmp(key, "partitions"))
            spec.partitions = (int32_t)strtol(equals + 1, NULL, 10);
        else
            configs[spec.config_count++] = (struct rt_property){key, equals + 1};
    }
    return drop_topic(script, item->table, error) &&
        rt_log_topic_create(script->environment.log, &spec, CALL_MS, error);
}

/* NAME=SUBJECT:VERSION. */
static struct rt_schema_reference read_reference(struct slt_script *script, const char *word)
{
    const char *equals = strchr(word, '='), *colon = strrchr(word, ':');

    return (struct rt_schema_reference){
        .name = arena_strndup(script->arena, word, (size_t)(equals - word)),
        .subject = full_name(script,
            arena_strndup(script->arena, equals + 1, (size_t)(colon - equals - 1))),
        .version = (int)strtol(colon + 1, NULL, 10)};
}

static bool put_subject(struct slt_script *script, const struct slt_item *item,
    struct rt_error *error)
{
    size_t count = item->words.count;
    struct rt_schema_reference *references =
        arena_array(script->arena, count ? count : 1, sizeof *references);
    int32_t id;

    for (size_t i = 0; i < count; i++)
        references[i] = read_reference(script, item->words.at[i]);
    return rt_registry_register_referring(script->environment.registry,
        full_name(script, item->table), item->schema_kind, item->text, references, count, &id,
        error);
}

/* What is known of a topic under this name is known no more. */
static void forget(struct session *session, const char *name)
{
    struct name part = {.text = name};
    struct path path = {.parts = {&part, 1, 1}};
    const char *key = catalog_key(session->catalog, &path);

    map_remove(&session->catalog->tables, key);
    map_remove(&session->catalog->failed, key);
    map_remove(&session->absent, name);
    map_remove(&session->inferred, name);
}

bool slt_put(struct slt_script *script, const struct slt_item *item, struct rt_error *error)
{
    if (!script->environment.registry)
        return rt_fail(error, RT_CONFIG, RT_STOP, "a topic or subject needs --registry URL");
    session_infer(&script->session, &script->environment, &script->options->environment);
    if (item->kind == SLT_SUBJECT)
        return put_subject(script, item, error);
    forget(&script->session, item->table);
    return put_topic(script, item, error);
}

static bool is_referred_to(const struct slt_script *script, const char *subject)
{
    for (size_t i = 0; i < script->items.count; i++) {
        const struct slt_item *item = &script->items.at[i];

        for (size_t k = 0; item->kind == SLT_SUBJECT && k < item->words.count; k++) {
            const char *name = strchr(item->words.at[k], '=') + 1;

            if (!strncmp(name, subject, strlen(subject)) && name[strlen(subject)] == ':')
                return true;
        }
    }
    return false;
}

void slt_remove(struct slt_script *script)
{
    struct rt_error error;

    for (size_t i = 0; script->environment.registry && i < script->items.count; i++) {
        const struct slt_item *item = &script->items.at[i];
        bool fine = true;

        if (item->kind == SLT_TOPIC)
            fine = drop_topic(script, item->table, &error);
        /* Registries keep those that a deleted schema refers to. */
        if (item->kind == SLT_SUBJECT && !is_referred_to(script, item->table))
            fine = drop_subject(script, item->table, "", &error);
        if (!fine)
            fprintf(stderr, "%s: %s\n", script->path, error.message);
    }
}

/* ---- found there ---- */

static bool starts_with_word(const char *line, const char *word)
{
    size_t size = strlen(word);

    return !strncmp(line, word, size) && line[size] == ' ';
}

/* The properties that are asked for, a line each. */
static bool read_topic(struct slt_script *script, const struct slt_item *item,
    struct slt_rows *lines, struct rt_error *error)
{
    const char *topic = full_name(script, item->table);
    struct rt_log *log = script->environment.log;
    const struct rt_property *configs = NULL;
    struct rt_arena memory;
    int32_t partitions;
    size_t count = 0;
    bool fine;

    lines->count = 0;
    if (!rt_log_topic_partitions(log, topic, CALL_MS, &partitions, error))
        return false;
    if (!partitions) {
        vec_push(script->arena, lines, "absent");
        return true;
    }
    rt_arena_init(&memory);
    fine = rt_log_topic_configs(log, topic, CALL_MS, &memory, &configs, &count, error);
    vec_push(script->arena, lines,
        arena_printf(script->arena, "partitions %d", (int)partitions));
    for (size_t i = 0; fine && i < item->expected.count; i++)
        for (size_t k = 0; k < count; k++)
            if (starts_with_word(item->expected.at[i], configs[k].key))
                vec_push(script->arena, lines,
                    arena_printf(script->arena, "%s %s", configs[k].key, configs[k].value));
    rt_arena_release(&memory);
    return fine;
}

/* A broker answers a change before every one shows it. */
static bool show_topic(struct slt_script *script, const struct slt_item *item, FILE *out,
    struct rt_error *error)
{
    enum { TRIES = 50, WAIT_MICROSECONDS = 100000 };
    struct slt_rows lines = {0};

    for (int i = 0; i < TRIES; i++) {
        if (!read_topic(script, item, &lines, error))
            return false;
        if (!script->is_kafka || text_matches(script->arena, &item->expected, &lines))
            break;
        usleep(WAIT_MICROSECONDS);
    }
    for (size_t i = 0; i < lines.count; i++)
        fprintf(out, "%s\n", lines.at[i]);
    return true;
}

/* A name that begins with the prefix, or with the form of it that Avro allows. */
static bool has_prefix(const char *at, const char *prefix)
{
    for (; *prefix; at++, prefix++)
        if (*at != *prefix && !(*prefix == '-' && *at == '_'))
            return false;
    return true;
}

/* The kind and the text, without the prefix of tests on a shared registry. */
static bool show_subject(struct slt_script *script, const struct slt_item *item, FILE *out,
    struct rt_error *error)
{
    const char *prefix = prefix_of(script), *at;
    const struct rt_registered *schema;

    if (!script->environment.registry)
        return rt_fail(error, RT_CONFIG, RT_STOP, "a subject needs --registry URL");
    if (!rt_registry_version(script->environment.registry, full_name(script, item->table), 0,
            &schema, error))
        return false;
    if (!schema) {
        fputs("absent\n", out);
        return true;
    }
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (kinds[i].kind == schema->kind)
            fprintf(out, "%s\n", kinds[i].name);
    for (at = schema->text; *at; at++) {
        if (has_prefix(at, prefix))
            at += strlen(prefix);
        fputc(*at, out);
    }
    fputc('\n', out);
    return true;
}

bool slt_show(struct slt_script *script, const struct slt_item *item, FILE *out,
    struct rt_error *error)
{
    return item->shape == SLT_TOPIC_STATE ? show_topic(script, item, out, error)
                                          : show_subject(script, item, out, error);
}
