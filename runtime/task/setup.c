/* What a job needs before its first record: topics, subjects, schema ids. */
#include "task/task.h"

#include <string.h>

enum { CALL_MS = 30000, REPLICATION_DEFAULT = -1 };

static const struct rt_binding *find(const struct rt_binding *bindings, size_t count,
    const struct rt_table *table)
{
    for (size_t i = 0; table && i < count; i++)
        if (!strcmp(bindings[i].table, table->name))
            return &bindings[i];
    return NULL;
}

const struct rt_binding *task_input_of(const struct rt_run *run, const struct rt_table *table)
{
    return find(run->inputs, run->input_count, table);
}

const struct rt_binding *task_output_of(const struct rt_run *run, const struct rt_table *table)
{
    return find(run->outputs, run->output_count, table);
}

bool task_sink_is_topic(const struct rt_task *task, const struct rt_sink *sink)
{
    return sink->table && sink->table->connector == RT_TOPIC &&
        !task_output_of(task->private_->run, sink->table);
}

bool task_needs_writer(const struct rt_task *task)
{
    for (size_t i = 0; i < task->job->sink_count; i++)
        if (task_sink_is_topic(task, task->job->sinks[i]))
            return true;
    return !task->private_->run->ephemeral && task->job->source_count > 0;
}

static bool prepare_topic(struct rt_task *task, const struct rt_table *table, const char *topic,
    struct rt_error *error)
{
    const struct rt_run *run = task->private_->run;
    const struct rt_topic_spec spec = {
        .name = topic,
        .partitions = table->partitions > 0 ? table->partitions : 1,
        .replication = table->replication ? table->replication : (int16_t)REPLICATION_DEFAULT,
        .configs = table->topic_configs,
        .config_count = table->topic_config_count,
    };
    int32_t partitions;

    if (!rt_log_topic_partitions(run->log, topic, CALL_MS, &partitions, error))
        return rt_error_context(error, "table %s", table->name);
    if (partitions)
        return true;
    if (!run->create)
        return rt_fail(error, RT_BROKER, RT_STOP, "table %s: topic '%s' does not exist",
            table->name, topic);
    return rt_log_topic_create(run->log, &spec, CALL_MS, error) ||
        rt_error_context(error, "table %s", table->name);
}

/* Of a source; topics that a pattern finds are others'. */
static bool prepare_topics(struct rt_task *task, const struct rt_table *table,
    struct rt_error *error)
{
    if (table->fits_topic)
        return true;
    for (size_t i = 0; i < table->topic_count; i++)
        if (!prepare_topic(task, table, table->topics[i], error))
            return false;
    return table->topic_count || prepare_topic(task, table, table->topic, error);
}

static bool need_registry(const struct rt_task *task, const struct rt_table *table,
    struct rt_error *error)
{
    return task->private_->run->registry ||
        rt_fail(error, RT_CONFIG, RT_STOP,
            "table %s: its format needs a schema registry: give --registry URL", table->name);
}

/* The version of the subject that has the schema of the table, latest first; *id 0: none has. */
static bool find_version(struct rt_registry *registry, const struct rt_side *side, int32_t *id,
    struct rt_error *error)
{
    const int *numbers;
    size_t count;
    bool done = rt_registry_versions(registry, side->subject, &numbers, &count, error);

    *id = 0;
    for (size_t i = done ? count : 0; done && !*id && i-- > 0;) {
        const struct rt_registered *schema;

        done = rt_registry_version(registry, side->subject, numbers[i], &schema, error);
        if (done && schema && schema->kind == side->schema_kind &&
            !strcmp(schema->text, side->schema))
            *id = schema->id;
    }
    return done;
}

/* The schema id as a header has it: the GUID, where the registry gives one. */
static bool set_header(struct rt_registry *registry, const struct rt_side *side, int32_t id,
    uint8_t bytes[RT_ID_HEADER], size_t *size, struct rt_error *error)
{
    struct wire_schema wire = {.kind = WIRE_ID, .id = id};
    const struct rt_registered *schema;

    if (!rt_registry_by_id(registry, id, side->subject, &schema, error))
        return false;
    if (schema->has_guid) {
        wire.kind = WIRE_GUID;
        memcpy(wire.guid, schema->guid, sizeof wire.guid);
    }
    *size = wire_header_write(&wire, bytes);
    return true;
}

/* An id that the table names: a version of the subject, with the schema that rows are written
 * with. */
static bool pinned_schema(struct rt_task *task, const struct rt_table *table,
    const struct rt_side *side, int32_t *id, struct rt_error *error)
{
    struct rt_registry *registry = task->private_->run->registry;
    const struct rt_registered *schema = NULL;
    const int *numbers;
    size_t count;

    if (!rt_registry_versions(registry, side->subject, &numbers, &count, error))
        return rt_error_context(error, "table %s", table->name);
    while (count-- > 0) {
        if (!rt_registry_version(registry, side->subject, numbers[count], &schema, error))
            return rt_error_context(error, "table %s", table->name);
        if (schema && schema->id == side->schema_id)
            break;
        schema = NULL;
    }
    if (!schema)
        return rt_fail(error, RT_REGISTRY, RT_STOP,
            "table %s: schema id %d is not registered under subject '%s'", table->name,
            (int)side->schema_id, side->subject);
    if (*id != side->schema_id && strcmp(schema->text, side->schema))
        return rt_fail(error, RT_REGISTRY, RT_STOP,
            "table %s: schema id %d of subject '%s' is not the schema of this table", table->name,
            (int)side->schema_id, side->subject);
    *id = side->schema_id;
    return true;
}

static bool sink_schema(struct rt_task *task, const struct rt_table *table,
    const struct rt_side *side, int32_t *id, struct rt_error *error)
{
    const struct rt_run *run = task->private_->run;
    /* A schema that names others is what is registered: only the registry knows them. */
    bool refers = side->writer_count && side->writers[0].reference_count;
    bool registers = run->create && !side->looks_up && !side->schema_id;
    bool done = refers  ? find_version(run->registry, side, id, error)
        : registers     ? rt_registry_register(run->registry, side->subject, side->schema_kind,
                              side->schema, id, error)
                        : rt_registry_lookup(run->registry, side->subject, side->schema_kind,
                              side->schema, id, error);

    if (!done)
        return rt_error_context(error, "table %s", table->name);
    if (!*id)
        return rt_fail(error, RT_REGISTRY, RT_STOP,
            "table %s: subject '%s' does not have the schema of this table", table->name,
            side->subject);
    return !side->schema_id || pinned_schema(task, table, side, id, error);
}

/* A sink's subject gets the schema its rows are written with. */
static bool prepare_sink_side(struct rt_task *task, const struct rt_table *table,
    bool key, struct rt_output *output, struct rt_error *error)
{
    const struct rt_side *side = key ? &table->key : &table->value;
    int32_t *id = key ? &output->key_schema_id : &output->value_schema_id;

    if (!side->subject || !side->schema)
        return true;
    if (!need_registry(task, table, error) || !sink_schema(task, table, side, id, error))
        return false;
    return !side->id_in_header ||
        set_header(task->private_->run->registry, side, *id,
            key ? output->key_id : output->value_id,
            key ? &output->key_id_size : &output->value_id_size, error) ||
        rt_error_context(error, "table %s", table->name);
}

/* A source's subject exists already where others write; a new table registers its own. */
static bool prepare_source_side(struct rt_task *task, const struct rt_table *table,
    const struct rt_side *side, struct rt_error *error)
{
    const struct rt_run *run = task->private_->run;
    const struct rt_registered *latest;
    int32_t id;

    if (!side->subject || side->format == RT_FORMAT_NONE)
        return true;
    if (!need_registry(task, table, error))
        return false;
    if (!run->create || !side->schema || side->looks_up)
        return true;
    if (!rt_registry_version(run->registry, side->subject, 0, &latest, error))
        return rt_error_context(error, "table %s", table->name);
    return latest || rt_registry_register(run->registry, side->subject, side->schema_kind,
        side->schema, &id, error) || rt_error_context(error, "table %s", table->name);
}

bool task_prepare_tables(struct rt_task *task, struct rt_error *error)
{
    const struct rt_job *job = task->job;

    for (size_t i = 0; i < job->sink_count; i++) {
        const struct rt_table *table = job->sinks[i]->table;
        struct rt_output *output = &task->outputs[i];

        if (task_sink_is_topic(task, job->sinks[i]) &&
            !(prepare_topic(task, table, table->topic, error) &&
                prepare_sink_side(task, table, true, output, error) &&
                prepare_sink_side(task, table, false, output, error)))
            return false;
    }
    for (size_t i = 0; i < job->source_count; i++) {
        const struct rt_table *table = job->sources[i]->table;

        if (table && table->connector == RT_TOPIC &&
            !task_input_of(task->private_->run, table) &&
            !(prepare_topics(task, table, error) &&
                prepare_source_side(task, table, &table->key, error) &&
                prepare_source_side(task, table, &table->value, error)))
            return false;
    }
    return true;
}
