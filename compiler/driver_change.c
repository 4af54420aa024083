/* What would make topics and subjects as the scripts say. */
#include "driver_plan.h"

#include <stdlib.h>
#include <string.h>

struct finder {
    struct change_list *list;
    struct arena *arena;
    struct environment *environment;
    const struct options *options;
    const struct session *session;
};

static void add_detail(struct finder *finder, struct change *change, const char *name,
    const char *before, const char *after)
{
    vec_push(finder->arena, &change->details, ((struct change_detail){name, before, after}));
}

static const char *number(struct arena *arena, int32_t value)
{
    return arena_printf(arena, "%d", (int)value);
}

/* ---- topics ---- */

static void create_topic(struct finder *finder, const struct table *table, const char *topic)
{
    struct change change = {.action = CHANGE_CREATE, .object = CHANGE_TOPIC, .table = table,
        .name = topic};
    size_t count;
    const struct table_config *configs = table_topic_configs(finder->arena, table, &count);

    add_detail(finder, &change, "partitions", NULL, number(finder->arena, table->buckets));
    if (table_option_by_id(table, OPT_REPLICATION)->number > 0)
        add_detail(finder, &change, "replication.factor", NULL,
            number(finder->arena, (int32_t)table_option_by_id(table, OPT_REPLICATION)->number));
    for (size_t i = 0; i < count; i++)
        add_detail(finder, &change, configs[i].key, NULL, configs[i].value);
    vec_push(finder->arena, finder->list, change);
}

/* Lists are the same in any order: "compact,delete". */
static bool same_value(const char *a, const char *b)
{
    const char *comma = strchr(a, ',');
    size_t size = strlen(a);

    if (!strcmp(a, b))
        return true;
    if (!comma || strlen(b) != size)
        return false;
    size -= (size_t)(comma - a) + 1;
    return !strncmp(b, comma + 1, size) && b[size] == ',' &&
        !strncmp(b + size + 1, a, (size_t)(comma - a));
}

/* Of an inferred table only what a statement has changed counts: its topic is somebody else's. */
static bool was_inferred(struct finder *finder, const struct table *table,
    const struct table_config *config)
{
    const struct table *inferred = map_get(&finder->session->inferred, table->topic);
    const struct table_config *configs;
    size_t count = 0;

    configs = inferred ? table_topic_configs(finder->arena, inferred, &count) : NULL;
    for (size_t i = 0; i < count; i++)
        if (!strcmp(configs[i].key, config->key) && !strcmp(configs[i].value, config->value))
            return true;
    return false;
}

static bool compare_configs(struct finder *finder, struct change *change, struct rt_error *error)
{
    const struct rt_property *live;
    struct rt_property *set;
    struct rt_arena memory;
    size_t live_count, count;
    const struct table_config *wanted =
        table_topic_configs(finder->arena, change->table, &count);

    rt_arena_init(&memory);
    if (!rt_log_topic_configs(finder->environment->log, change->name, CALL_MS, &memory, &live,
            &live_count, error)) {
        rt_arena_release(&memory);
        return false;
    }
    set = arena_array(finder->arena, count, sizeof *set);
    for (size_t i = 0; i < count; i++) {
        const char *now = NULL;

        for (size_t k = 0; k < live_count && !now; k++)
            now = strcmp(live[k].key, wanted[i].key) ? NULL : live[k].value;
        if ((now && same_value(wanted[i].value, now)) ||
            was_inferred(finder, change->table, &wanted[i]))
            continue;
        add_detail(finder, change, wanted[i].key, arena_strdup(finder->arena, now ? now : ""),
            wanted[i].value);
        set[change->config_count++] = (struct rt_property){wanted[i].key, wanted[i].value};
    }
    change->configs = set;
    rt_arena_release(&memory);
    return true;
}

static void compare_partitions(struct finder *finder, struct change *change, int32_t partitions)
{
    const struct table *table = change->table;

    if (table->buckets == partitions)
        return;
    add_detail(finder, change, "partitions", number(finder->arena, partitions),
        number(finder->arena, table->buckets));
    if (table->buckets < partitions) {
        change->refusal = arena_printf(finder->arena,
            "a topic cannot lose partitions: declare DISTRIBUTED … INTO %d BUCKETS",
            (int)partitions);
        return;
    }
    change->partitions = table->buckets;
    if (table->bucket_count)
        change->warning = "keys go to other partitions from then on: older rows of a key stay "
                          "where they are";
}

/* Copies are moved by a reassignment of the partitions, which is the cluster's business. */
static bool compare_replication(struct finder *finder, struct change *change,
    struct rt_error *error)
{
    int64_t wanted = table_option_by_id(change->table, OPT_REPLICATION)->number;
    int16_t now;

    if (wanted < 0)
        return true;
    if (!rt_log_topic_replication(finder->environment->log, change->name, CALL_MS, &now, error))
        return false;
    if (!now || now == wanted)
        return true;
    add_detail(finder, change, "replication.factor", number(finder->arena, now),
        number(finder->arena, (int32_t)wanted));
    if (!change->refusal)
        change->refusal = "the copies of a topic that exists are changed by reassigning its "
                          "partitions, with Kafka's own tools";
    return true;
}

/* A topic that is there under the name in 'topic' is somebody else's. */
static bool compare_topic(struct finder *finder, const struct table *table, const char *topic,
    struct rt_error *error)
{
    struct change change = {.action = CHANGE_UPDATE, .object = CHANGE_TOPIC, .table = table,
        .name = topic};
    int32_t partitions;

    if (!rt_log_topic_partitions(finder->environment->log, topic, CALL_MS, &partitions, error))
        return false;
    if (!partitions) {
        create_topic(finder, table, topic);
        return true;
    }
    if (table->connector != CONNECTOR_CONFLUENT)
        return true;
    compare_partitions(finder, &change, partitions);
    if (!compare_replication(finder, &change, error) || !compare_configs(finder, &change, error))
        return false;
    if (change.details.count)
        vec_push(finder->arena, finder->list, change);
    return true;
}

/* ---- drops ---- */

static void add_delete(struct finder *finder, enum change_object object,
    const struct table *table, const char *name)
{
    bool allowed = finder->options->allow_drop || finder->options->command->bit == COMMAND_PLAN;
    struct change change = {.action = CHANGE_DELETE, .object = object, .table = table,
        .name = name,
        .refusal = allowed ? NULL : "DROP TABLE deletes it only with --allow-drop"};

    vec_push(finder->arena, finder->list, change);
}

static bool drop_subject(struct finder *finder, const struct table *table,
    const struct table_side *side, struct rt_error *error)
{
    const struct rt_registered *schema = NULL;

    if (!side->subject || !finder->environment->registry)
        return true;
    if (!rt_registry_version(finder->environment->registry, side->subject, 0, &schema, error))
        return false;
    if (schema)
        add_delete(finder, CHANGE_SUBJECT, table, side->subject);
    return true;
}

static bool drop_table(struct finder *finder, const struct table *table, struct rt_error *error)
{
    int32_t partitions;

    if (!rt_log_topic_partitions(finder->environment->log, table->topic, CALL_MS, &partitions,
            error))
        return false;
    if (partitions)
        add_delete(finder, CHANGE_TOPIC, table, table->topic);
    return drop_subject(finder, table, &table->key_side, error) &&
        drop_subject(finder, table, &table->value_side, error);
}

/* Whether a table of the end of the scripts has the topic, or an earlier DROP meant it. */
static bool is_kept(const struct program *program, const struct table *table, size_t step)
{
    const struct map *tables = &program->session.catalog->tables;

    for (size_t i = 0; i < tables->count; i++)
        if (table_names_topic(tables->at[i].value, table->topic))
            return true;
    for (size_t i = 0; i < step; i++) {
        const struct step *other = &program->steps.at[i];

        if (other->kind == STEP_DROP && other->table &&
            !strcmp(other->table->topic, table->topic))
            return true;
    }
    return false;
}

/* ---- all ---- */

static bool compare_table(struct finder *finder, const struct table *table,
    struct rt_error *error)
{
    const char *level = finder->options->compatibility;

    if (!table_is_topic(table) || table->temporary || table->topic_pattern)
        return true; /* Topics that a pattern finds are others'. */
    for (size_t i = 0; i < table->topic_count; i++)
        if (!compare_topic(finder, table, table->topics[i], error))
            return false;
    return (table->topic_count || compare_topic(finder, table, table->topic, error)) &&
        changes_subject(finder->list, finder->environment, table, &table->key_side, level,
            error) &&
        changes_subject(finder->list, finder->environment, table, &table->value_side, level,
            error);
}

bool changes_find(struct change_list *list, struct environment *environment,
    const struct program *program, const struct options *options, struct rt_error *error)
{
    const struct session *session = &program->session;
    const struct map *tables = &session->catalog->tables;
    struct finder finder = {list, list->arena, environment, options, session};

    for (size_t i = 0; i < tables->count; i++) {
        const struct table *table = tables->at[i].value;

        if (map_get(&session->inferred, table->topic) != table && /* as it is */
            !compare_table(&finder, table, error))
            return rt_error_context(error, "table %s", table->name);
    }
    for (size_t i = 0; i < program->steps.count; i++) {
        const struct step *step = &program->steps.at[i];

        if (step->kind == STEP_DROP && step->table &&
            step->table->connector == CONNECTOR_CONFLUENT && !step->table->temporary &&
            !is_kept(program, step->table, i) &&
            !drop_table(&finder, step->table, error))
            return rt_error_context(error, "table %s", step->table->name);
    }
    return true;
}
