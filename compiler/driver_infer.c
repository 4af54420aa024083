/* Tables that no statement declares: a topic of the environment and its registered schemas make the
 * CREATE TABLE statement, which is then bound as any other. */
#include "driver.h"

#include "bind/bind.h"
#include "catalog/infer.h"

#include <string.h>

enum { CHECK_PARTITIONS = 6 }; /* as CREATE TABLE without a number */

struct search {
    struct session *session;
    const struct path *path;
    const char *name;        /* of the table */
    const char *topic_name;  /* the same, behind the session's prefix */
    struct infer_topic topic;
    struct rt_arena memory;  /* of the configs */
};

/* A broker refuses to answer for other names. */
static bool can_be_topic(const char *name)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    size_t size = strlen(name);

    return size && size <= 249 && strspn(name, allowed) == size && strcmp(name, ".") != 0 &&
        strcmp(name, "..") != 0;
}

static bool read_configs(struct search *search, struct rt_error *error)
{
    struct environment *live = search->session->live;
    struct arena *arena = search->session->arena;
    const struct rt_property *properties;
    struct table_config *configs;
    size_t count;

    if (!rt_log_topic_configs(live->log, search->topic_name, CALL_MS, &search->memory, &properties,
            &count, error))
        return false;
    configs = arena_array(arena, count, sizeof *configs);
    for (size_t i = 0; i < count; i++)
        configs[i] = (struct table_config){
            arena_strdup(arena, properties[i].key), arena_strdup(arena, properties[i].value)};
    search->topic.configs = configs;
    search->topic.config_count = count;
    return true;
}

static bool read_schema(struct search *search, const char *side, const struct schema_text **schema,
    struct rt_error *error)
{
    struct rt_registry *registry = search->session->live->registry;
    struct arena *arena = search->session->arena;
    const struct rt_registered *found = NULL;
    struct schema_text *text;

    if (!registry)
        return true;
    if (!rt_registry_version(registry, arena_printf(arena, "%s-%s", search->topic_name, side), 0,
            &found, error))
        return false;
    if (!found)
        return true;
    text = NEW(arena, struct schema_text);
    *schema = text;
    return registered_text(arena, registry, found, text, error);
}

/* check has a registry alone: a table is what has schemas there. */
static bool ask_registry(struct search *search, bool *found, struct rt_error *error)
{
    struct infer_topic *topic = &search->topic;

    if (!read_schema(search, "key", &topic->key, error) ||
        !read_schema(search, "value", &topic->value, error))
        return false;
    *found = topic->key || topic->value;
    topic->partitions = CHECK_PARTITIONS;
    return true;
}

/* *found false: there is no such topic. */
static bool ask(struct search *search, bool *found, struct rt_error *error)
{
    struct session *session = search->session;
    struct infer_topic *topic = &search->topic;

    *found = false;
    if (session->live->registry && !session->live->log)
        return ask_registry(search, found, error);
    if (!environment_open(session->live, session->flags, error) ||
        !rt_log_topic_partitions(session->live->log, search->topic_name, CALL_MS,
            &topic->partitions, error))
        return false;
    if (!topic->partitions)
        return true;
    *found = true;
    return read_configs(search, error) && read_schema(search, "key", &topic->key, error) &&
        read_schema(search, "value", &topic->value, error);
}

/* The reason is told once; that the table is unknown then is no news. */
static struct table *fail(struct search *search)
{
    struct catalog *catalog = search->session->catalog;

    map_put(&catalog->failed, catalog_key(catalog, search->path), catalog);
    return NULL;
}

static struct table *bind(struct search *search, const char *sql)
{
    struct session *session = search->session;
    struct inferred *known = NEW(session->arena, struct inferred);
    uint32_t source = diag_add_source(session->diag,
        arena_printf(session->arena, "<topic %s>", search->name), str_of(sql));
    struct script *script = parse_script(session->arena, session->diag, source);
    struct table *table = NULL;

    known->source = source;
    known->key = search->topic.key;
    known->value = search->topic.value;
    map_put(&session->catalog->inferred, search->name, known);
    map_put(&session->catalog->inferred, search->topic_name, known);
    session->inferring = true;
    if (script->statements.count != 1 ||
        !bind_create_table(session->catalog, script->statements.at[0], &table) ||
        !session_prefix(session, table))
        table = NULL;
    session->inferring = false;
    if (!table)
        return fail(search);
    map_put(&session->inferred, search->topic_name, table);
    return table;
}

static struct table *infer(struct search *search)
{
    struct session *session = search->session;
    const char *note = NULL, *sql;
    struct rt_error error = {0};
    bool found;

    if (!ask(search, &found, &error)) {
        session->live_failed = true;
        diag_error(session->diag, D_INFER_ENVIRONMENT, search->path->span,
            "cannot find out about table '%s': %s", search->name,
            arena_strdup(session->arena, error.message));
        return fail(search);
    }
    if (!found) {
        map_put(&session->absent, search->name, session);
        return NULL;
    }
    sql = infer_table(session->arena, &search->topic, &note);
    if (note)
        diag_warn(session->diag, D_INFER_RAW, search->path->span, "%s", note);
    return bind(search, sql);
}

static struct table *find(void *context, const struct path *path)
{
    struct session *session = context;
    struct search search = {.session = session, .path = path};
    const char *key = catalog_key(session->catalog, path);
    struct table *table;

    catalog_resolve(session->catalog, path, &search.topic.catalog, &search.topic.database,
        &search.topic.name);
    search.name = search.topic.name;
    search.topic_name = arena_printf(session->arena, "%s%s",
        session->topic_prefix ? session->topic_prefix : "", search.name);
    if (session->inferring || (session->declaring && !strcmp(session->declaring, key)) ||
        map_get(&session->absent, search.name) || map_get(&session->catalog->failed, key) ||
        !can_be_topic(search.name))
        return NULL;
    rt_arena_init(&search.memory);
    table = infer(&search);
    rt_arena_release(&search.memory);
    return table;
}

/* ---- other formats and subjects ---- */

static const struct option_value *option_of(const struct option_value *options, size_t count,
    enum option_id id)
{
    for (size_t i = 0; i < count; i++)
        if (options[i].id == id)
            return &options[i];
    return NULL;
}

/* The schemas of several subjects are branches of a union. */
static const struct schema_text *join_schemas(struct arena *arena,
    const struct schema_text *schemas, size_t count)
{
    struct schema_text *joined = NEW(arena, struct schema_text);
    struct text out = {.arena = arena};

    if (count == 1)
        return &schemas[0];
    for (size_t i = 0; i < count; i++)
        text_printf(&out, "%c%s", i ? ',' : '[', avro_inline(arena, &schemas[i]));
    text_add_char(&out, ']');
    *joined = (struct schema_text){.language = SCHEMA_AVRO, .text = text_chars(&out)};
    return joined;
}

/* What the options say of a side. */
struct wanted {
    const struct option_value *format, *subjects, *context;
};

static bool refuse_subject(struct search *search, const struct option_value *option,
    const char *subject, const char *what)
{
    diag_error(search->session->diag, D_OPTION_CONFLICT, option->value_span,
        "'%s' = '%s': subject '%s' %s", option->key, option->text, subject, what);
    return false;
}

static bool read_subject(struct search *search, const struct wanted *wanted, const char *subject,
    struct schema_text *schema, bool *found)
{
    static const char *const languages[] = {"holds Avro", "holds JSON Schema", "holds Protobuf"};
    struct session *session = search->session;
    const struct rt_registered *registered = NULL;
    struct rt_error error = {0};
    enum schema_language language;

    if (!rt_registry_version(session->live->registry, subject, 0, &registered, &error) ||
        (registered && !registered_text(session->arena, session->live->registry, registered,
                           schema, &error))) {
        session->live_failed = true;
        diag_error(session->diag, D_INFER_ENVIRONMENT, search->path->span, "%s",
            arena_strdup(session->arena, error.message));
        return false;
    }
    *found = registered;
    if (!registered)
        return !wanted->subjects ||
            refuse_subject(search, wanted->subjects, subject, "is not registered");
    language = wanted->format
        ? format_info((enum format)wanted->format->number)->language : schema->language;
    return language == schema->language ||
        refuse_subject(search, wanted->format, subject, languages[schema->language]);
}

static bool read_wanted(struct search *search, const struct wanted *wanted, const char *side,
    const struct schema_text **schema)
{
    struct arena *arena = search->session->arena;
    const char *text = wanted->subjects ? wanted->subjects->text
                                        : arena_printf(arena, "%s-%s", search->topic_name, side);
    VEC(struct schema_text) list = {0};

    if (wanted->format && !format_info((enum format)wanted->format->number)->registered)
        return true;
    while (*text) {
        size_t size = strcspn(text, ";");
        const char *subject = arena_strndup(arena, text, size);
        struct schema_text one;
        bool found = false;

        if (wanted->context && *wanted->context->text)
            subject = arena_printf(arena, ":%s:%s", wanted->context->text, subject);
        if (size && !read_subject(search, wanted, subject, &one, &found))
            return false;
        if (found)
            vec_push(arena, &list, one);
        text += size + (text[size] == ';');
    }
    if (list.count > 1 && list.at[0].language != SCHEMA_AVRO) {
        diag_error(search->session->diag, D_OPTION_UNSUPPORTED, wanted->subjects->value_span,
            "several subjects in '%s' are supported for Avro alone yet", wanted->subjects->key);
        return false;
    }
    if (list.count)
        *schema = join_schemas(arena, list.at, list.count);
    return true;
}

static bool ask_wanted(struct search *search, const struct option_value *options, size_t count)
{
    struct wanted key = {option_of(options, count, OPT_KEY_FORMAT),
        option_of(options, count, OPT_KEY_SUBJECTS), option_of(options, count, OPT_KEY_CONTEXT)};
    struct wanted value = {option_of(options, count, OPT_VALUE_FORMAT),
        option_of(options, count, OPT_VALUE_SUBJECTS),
        option_of(options, count, OPT_VALUE_CONTEXT)};
    struct session *session = search->session;
    struct rt_error error = {0};

    if (!session->live->log)
        search->topic.partitions = CHECK_PARTITIONS;
    else if (!rt_log_topic_partitions(session->live->log, search->topic_name, CALL_MS,
                 &search->topic.partitions, &error) || !read_configs(search, &error)) {
        session->live_failed = true;
        diag_error(session->diag, D_INFER_ENVIRONMENT, search->path->span, "%s",
            arena_strdup(session->arena, error.message));
        return false;
    }
    search->topic.value_format = value.format ? value.format->text : NULL;
    return !session->live->registry ||
        (read_wanted(search, &key, "key", &search->topic.key) &&
            read_wanted(search, &value, "value", &search->topic.value));
}

static struct table *make_again(struct search *search, const struct table *before)
{
    struct session *session = search->session;
    struct catalog *catalog = session->catalog;
    const char *key = catalog_key(catalog, search->path), *note = NULL;
    void *known = map_get(&catalog->inferred, before->topic);
    void *inferred = map_get(&session->inferred, before->topic);
    struct table *table;

    map_remove(&catalog->tables, key);
    table = bind(search, infer_table(session->arena, &search->topic, &note));
    if (note)
        diag_warn(session->diag, D_INFER_RAW, search->path->span, "%s", note);
    if (table && strcmp(table->topic, before->topic) != 0) { /* renamed */
        table->topic = before->topic;
        if (!table_derive(catalog, table))
            table = NULL;
    }
    map_put(&session->inferred, before->topic, inferred);
    if (!table) {
        map_remove(&catalog->failed, key);
        map_put(&catalog->inferred, before->topic, known);
        map_put(&catalog->tables, key, (void *)(uintptr_t)before);
    }
    return table;
}

static struct table *find_again(void *context, const struct table *table,
    const struct option_value *options, size_t count)
{
    struct session *session = context;
    struct name parts[] = {
        {.text = table->catalog}, {.text = table->database}, {.text = table->name}};
    struct path path = {.parts = {.at = parts, .count = 3}, .span = table->span};
    struct search search = {.session = session, .path = &path, .name = table->name,
        .topic_name = table->topic, .topic = {.catalog = table->catalog,
            .database = table->database, .name = table->name}};
    struct table *made = NULL;

    rt_arena_init(&search.memory);
    if (ask_wanted(&search, options, count))
        made = make_again(&search, table);
    rt_arena_release(&search.memory);
    return made;
}

void session_infer(struct session *session, struct environment *live,
    const struct rt_environment_flags *flags)
{
    session->live = live;
    session->flags = flags;
    session->catalog->infer = find;
    session->catalog->infer_again = find_again;
    session->catalog->infer_context = session;
}
