/* Tables of other connectors: what their struct rt_table points to. */
#include "../catalog/registry_access.h"
#include "connector_tpl.h"
#include "job.h"
#include "job_tpl.h"

#include <rt/generate.h>

#include <float.h>
#include <string.h>

static const char *quoted(struct flow *flow, const char *text)
{
    return emit_c_string(flow->e->arena, str_of(text));
}

static void member(struct text *out, const char *name, const char *value)
{
    tpl_connector_member(out, &(struct tpl_connector_member){.name = name, .value = value});
}

static void number_member(struct flow *flow, struct text *out, const char *name, int64_t value)
{
    struct arena *arena = flow->e->arena;

    if (value == INT64_MIN)
        member(out, name, "INT64_MIN");
    else if (value)
        member(out, name, arena_printf(arena, "INT64_C(%lld)", (long long)value));
}

/* ---- generators ---- */

static const char *const types[] = {
    [RT_FIELD_BOOLEAN] = "RT_FIELD_BOOLEAN", [RT_FIELD_INTEGER] = "RT_FIELD_INTEGER",
    [RT_FIELD_DECIMAL] = "RT_FIELD_DECIMAL", [RT_FIELD_FLOAT] = "RT_FIELD_FLOAT",
    [RT_FIELD_DOUBLE] = "RT_FIELD_DOUBLE", [RT_FIELD_TEXT] = "RT_FIELD_TEXT",
    [RT_FIELD_BYTES] = "RT_FIELD_BYTES", [RT_FIELD_DATE] = "RT_FIELD_DATE",
    [RT_FIELD_TIME] = "RT_FIELD_TIME", [RT_FIELD_TIMESTAMP] = "RT_FIELD_TIMESTAMP",
    [RT_FIELD_LTZ] = "RT_FIELD_LTZ", [RT_FIELD_ARRAY] = "RT_FIELD_ARRAY",
    [RT_FIELD_MAP] = "RT_FIELD_MAP", [RT_FIELD_MULTISET] = "RT_FIELD_MULTISET",
    [RT_FIELD_ROW] = "RT_FIELD_ROW",
};

static const char *add_fields(struct flow *flow, const struct rt_field *fields, size_t count,
    const char *stem);

static bool is_real(const struct rt_field *field)
{
    return field->type == RT_FIELD_FLOAT || field->type == RT_FIELD_DOUBLE;
}

/* How values are made. */
static void add_source(struct flow *flow, struct text *out, const struct rt_field *field)
{
    struct arena *arena = flow->e->arena;

    switch (field->source) {
    case RT_FIELD_FAKER:
        member(out, "source", "RT_FIELD_FAKER");
        member(out, "expression", quoted(flow, field->expression));
        return;
    case RT_FIELD_SEQUENCE:
        member(out, "source", "RT_FIELD_SEQUENCE");
        break;
    case RT_FIELD_RANDOM:
        member(out, "source", "RT_FIELD_RANDOM");
        if (is_real(field)) {
            member(out, "low", arena_printf(arena, "%.17g", field->low));
            member(out, "high", arena_printf(arena, "%.17g", field->high));
        }
        break;
    }
    number_member(flow, out, "least", field->least);
    number_member(flow, out, "greatest", field->greatest);
    number_member(flow, out, "max_past_ms", field->max_past_ms);
}

static void add_field(struct flow *flow, struct text *items, const struct rt_field *field,
    const char *stem)
{
    struct arena *arena = flow->e->arena;
    struct text out = {.arena = arena};

    if (field->name)
        member(&out, "name", quoted(flow, field->name));
    member(&out, "type", types[field->type]);
    if (field->precision)
        member(&out, "precision", arena_printf(arena, "%d", field->precision));
    if (field->scale)
        member(&out, "scale", arena_printf(arena, "%d", field->scale));
    if (!field->part_count)
        add_source(flow, &out, field);
    if (field->length)
        member(&out, "length", arena_printf(arena, "%zu", field->length));
    if (field->limit)
        member(&out, "limit", arena_printf(arena, "%zu", field->limit));
    if (field->any_length)
        member(&out, "any_length", "true");
    if (field->null_rate > 0)
        member(&out, "null_rate", arena_printf(arena, "%.17g", field->null_rate));
    if (field->part_count) {
        member(&out, "parts", add_fields(flow, field->parts, field->part_count, stem));
        member(&out, "part_count", arena_printf(arena, "%zu", field->part_count));
    }
    tpl_connector_field(items, &(struct tpl_connector_field){.members = text_chars(&out)});
}

/* An array of fields, behind those of their parts; its name. */
static const char *add_fields(struct flow *flow, const struct rt_field *fields, size_t count,
    const char *stem)
{
    struct text items = {.arena = flow->e->arena};
    const char *name = flow_name(flow, "%s_fields", stem);

    for (size_t i = 0; i < count; i++)
        add_field(flow, &items, &fields[i], arena_printf(flow->e->arena, "%s_%s", stem,
            fields[i].name ? fields[i].name : "part"));
    tpl_connector_fields(flow->out, &(struct tpl_connector_fields){
        .name = name, .items = text_chars(&items)});
    return name;
}

static void add_generator(struct flow *flow, struct text *table_fields, const struct table *table,
    const char *stem)
{
    struct arena *arena = flow->e->arena;
    const struct rt_generator *generator = table->generator;
    const char *fields = add_fields(flow, generator->fields, generator->field_count, stem);
    const char *name = flow_name(flow, "%s_generator", stem);

    tpl_connector_generator(flow->out, &(struct tpl_connector_generator){.name = name,
        .fields = fields, .count = arena_printf(arena, "%zu", generator->field_count),
        .rows = arena_printf(arena, "%lld", (long long)generator->rows),
        .rows_per_second = arena_printf(arena, "%lld", (long long)generator->rows_per_second)});
    member(table_fields, "connector", "RT_GENERATOR");
    member(table_fields, "generator", arena_printf(arena, "&%s", name));
}

/* ---- print ---- */

static void add_print(struct flow *flow, struct text *table_fields, const struct table *table,
    const char *stem)
{
    struct arena *arena = flow->e->arena;
    const struct option_value *parallelism = table_option_by_id(table, OPT_SINK_PARALLELISM);
    const char *identifier = table_option_by_id(table, OPT_PRINT_IDENTIFIER)->text;
    const char *name = flow_name(flow, "%s_print", stem);
    struct text out = {.arena = arena};

    if (*identifier)
        member(&out, "identifier", quoted(flow, identifier));
    if (table_option_by_id(table, OPT_STANDARD_ERROR)->number)
        member(&out, "to_stderr", "true");
    member(&out, "parallelism", *parallelism->text
        ? arena_printf(arena, "%lld", (long long)parallelism->number) : "1");
    tpl_connector_print(flow->out, &(struct tpl_connector_print){
        .name = name, .members = text_chars(&out)});
    member(table_fields, "connector", "RT_PRINT");
    member(table_fields, "print", arena_printf(arena, "&%s", name));
}

/* ---- files ---- */

static const char *character(struct arena *arena, const struct table *table, enum option_id id)
{
    char c = '\0';

    option_csv_character(table_option_by_id(table, id)->text, &c);
    return emit_c_character(arena, c);
}

static void add_csv_framing(struct flow *flow, struct text *out, const struct table *table)
{
    const struct csv_options *ids = &csv_options[0];
    struct arena *arena = flow->e->arena;

    member(out, "framing", "RT_CSV_LINES");
    member(out, "delimiter", character(arena, table, ids->delimiter));
    if (!table_option_by_id(table, ids->disable_quote)->number)
        member(out, "quote", character(arena, table, ids->quote));
    if (table_has_option(table, ids->escape))
        member(out, "escape", character(arena, table, ids->escape));
    if (table_option_by_id(table, ids->comments)->number)
        member(out, "comments", "true");
}

static void add_avro_framing(struct flow *flow, struct text *out, const struct table *table)
{
    bool packs = table_option_by_id(table, OPT_AVRO_CODEC)->number;

    member(out, "framing", "RT_AVRO_FILE");
    member(out, "schema", job_text(flow->e->arena, table->value_side.schema));
    member(out, "codec", packs ? "RT_AVRO_DEFLATE" : "RT_AVRO_NULL_CODEC");
}

static void add_files(struct flow *flow, struct text *table_fields, const struct table *table,
    const char *stem)
{
    static const char *const errors[] = {"RT_ERRORS_FAIL", "RT_ERRORS_IGNORE", "RT_ERRORS_LOG"};
    struct arena *arena = flow->e->arena;
    const char *path = table_option_by_id(table, OPT_PATH)->text;
    const char *name = flow_name(flow, "%s_files", stem);
    struct text out = {.arena = arena};

    member(&out, "path", quoted(flow, strncmp(path, "file://", 7) ? path : path + 7));
    if (table->value_side.format == FORMAT_CSV)
        add_csv_framing(flow, &out, table);
    else if (table->value_side.format == FORMAT_JSON)
        member(&out, "skip_blank", "true");
    else if (table->value_side.format == FORMAT_AVRO)
        add_avro_framing(flow, &out, table);
    number_member(flow, &out, "roll_bytes", table_option_by_id(table, OPT_ROLLING_SIZE)->number);
    number_member(flow, &out, "roll_ms", table_option_by_id(table, OPT_ROLLING_INTERVAL)->number);
    if (table_has_option(table, OPT_MONITOR_INTERVAL))
        number_member(flow, &out, "monitor_ms",
            table_option_by_id(table, OPT_MONITOR_INTERVAL)->number);
    tpl_connector_files(flow->out, &(struct tpl_connector_files){
        .name = name, .members = text_chars(&out)});
    member(table_fields, "connector", "RT_FILES");
    member(table_fields, "files", arena_printf(arena, "&%s", name));
    member(table_fields, "errors", errors[job_error_mode(table)]);
}

/* ---- kafka ---- */

static const struct option_value *property_of(const struct table *table, const char *name)
{
    return table_option_named(table, OPT_PROPERTIES, name);
}

void job_add_kafka(struct text *fields, const struct table *table)
{
    const struct option_value *reset = property_of(table, "auto.offset.reset");
    const struct option_value *isolation = property_of(table, "isolation.level");

    if (reset && !strcmp(reset->text, "latest"))
        member(fields, "reset_to_latest", "true");
    if (isolation && !strcmp(isolation->text, "read_uncommitted"))
        member(fields, "uncommitted", "true");
    if (!strcmp(table_option_by_id(table, OPT_SINK_PARTITIONER)->text, "fixed"))
        member(fields, "to_first_partition", "true");
}

static const enum registry_setting registry_settings[] = {REGISTRY_URL, REGISTRY_TRUSTSTORE,
    REGISTRY_KEYSTORE};

/* What several tables say of the one client of a pipeline, and of its registry. */
struct client {
    struct flow *flow;
    const struct option_value *brokers, *prefix;
    struct registry_said registry[3]; /* as registry_settings */
    VEC(const struct option_value *) properties;
    VEC(const char *) names;
};

static bool same(struct client *client, const struct option_value *a,
    const struct option_value *b)
{
    if (!strcmp(a->text, b->text))
        return true;
    diag_error(client->flow->e->diag, D_KAFKA_PROPERTY, b->value_span,
        "'%s' has another value in another table of this pipeline, which has one client", b->key);
    if (a->value_span.source)
        diag_note(client->flow->e->diag, a->value_span, "the other value is here");
    client->flow->e->failed = true;
    return false;
}

static bool take_one(struct client *client, const struct table *table, enum option_id id,
    const struct option_value **taken)
{
    const struct option_value *value = table_option_by_id(table, id);

    if (!*value->text)
        return true;
    if (*taken)
        return same(client, *taken, value);
    *taken = value;
    return true;
}

static bool take_property(struct client *client, const struct option_value *value)
{
    struct arena *arena = client->flow->e->arena;
    const char *name;
    struct rt_error error;

    if (!rt_kafka_property(option_name(arena, value), value->text, &name, &error) ||
        !strcmp(name, "auto.offset.reset") || !strcmp(name, "isolation.level"))
        return true; /* Those are the table's. */
    for (size_t i = 0; i < client->names.count; i++)
        if (!strcmp(client->names.at[i], name))
            return same(client, client->properties.at[i], value);
    vec_push(arena, &client->names, name);
    vec_push(arena, &client->properties, value);
    return true;
}

static bool take_registry(struct client *client, const struct table *table, bool is_key)
{
    if (!table_names_registry(table, is_key))
        return true;
    for (size_t i = 0; i < sizeof registry_settings / sizeof *registry_settings; i++) {
        struct registry_said said = table_registry_said(client->flow->e->arena, table, is_key,
            registry_settings[i]);
        struct registry_said *taken = &client->registry[i];

        if (!said.text || !*said.text)
            continue;
        if (!taken->text)
            *taken = said;
        if (strcmp(taken->text, said.text) != 0 && !same(client, taken->option, said.option))
            return false;
    }
    return true;
}

/* The registry of --registry where nothing says more. */
static void add_registry(struct client *client, struct text *fields)
{
    static const char *const names[] = {"url", "ca_file", "client_file"};
    struct flow *flow = client->flow;
    const char *name = arena_printf(flow->e->arena, "%s_registry", flow->job->symbol);
    struct text items = {.arena = flow->e->arena};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (client->registry[i].text)
            member(&items, names[i], quoted(flow, client->registry[i].text));
    if (!items.size)
        return;
    tpl_job_registry(flow->out, &(struct tpl_job_registry){
        .name = name, .items = text_chars(&items)});
    member(fields, "registry", arena_printf(flow->e->arena, "&%s", name));
}

static bool take_table(struct client *client, const struct table *table)
{
    if (!take_registry(client, table, false) || !take_registry(client, table, true))
        return false;
    if (!take_one(client, table, OPT_BOOTSTRAP_SERVERS, &client->brokers) ||
        !take_one(client, table, OPT_TRANSACTION_PREFIX, &client->prefix))
        return false;
    for (size_t i = 0; i < table->option_count; i++)
        if (table->options[i].id == OPT_PROPERTIES && !take_property(client, &table->options[i]))
            return false;
    return true;
}

void job_add_client(struct flow *flow, struct text *fields)
{
    const struct plan *plan = flow->job->plan;
    struct client client = {.flow = flow};
    struct text items = {.arena = flow->e->arena};
    const char *name = arena_printf(flow->e->arena, "%s_properties", flow->job->symbol);

    for (size_t i = 0; i < plan->node_count; i++)
        if (plan->nodes[i]->table && !take_table(&client, plan->nodes[i]->table))
            return;
    if (client.brokers)
        member(fields, "brokers", quoted(flow, client.brokers->text));
    if (client.prefix)
        member(fields, "transactional_id", quoted(flow, client.prefix->text));
    add_registry(&client, fields);
    for (size_t i = 0; i < client.names.count; i++)
        tpl_job_property(&items, &(struct tpl_job_property){
            .key = quoted(flow, client.names.at[i]),
            .value = quoted(flow, client.properties.at[i]->text)});
    if (!client.names.count)
        return;
    tpl_job_properties(flow->out, &(struct tpl_job_properties){
        .name = name, .items = text_chars(&items)});
    member(fields, "properties", name);
    member(fields, "property_count", arena_printf(flow->e->arena, "%zu", client.names.count));
}

/* ---- tables ---- */

void job_add_connector(struct flow *flow, struct text *fields, const struct table *table,
    const char *stem)
{
    switch (table_kind(table)) {
    case CONNECTOR_KIND_GENERATOR:
        add_generator(flow, fields, table, stem);
        return;
    case CONNECTOR_KIND_PRINT:
        add_print(flow, fields, table, stem);
        return;
    case CONNECTOR_KIND_BLACKHOLE:
        member(fields, "connector", "RT_BLACKHOLE");
        return;
    case CONNECTOR_KIND_FILES:
        add_files(flow, fields, table, stem);
        return;
    case CONNECTOR_KIND_TOPIC: case CONNECTOR_KIND_EXTERNAL:
        return;
    }
}
