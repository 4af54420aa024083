/* struct rt_table of the tables that a job reads and writes. */
#include "job.h"
#include "job_tpl.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *job_text(struct arena *arena, const char *text)
{
    struct text out = {.arena = arena};

    if (!*text)
        return "\"\"";
    while (*text) {
        size_t size = strcspn(text, "\n");

        size += text[size] == '\n';
        if (out.size)
            text_add(&out, "\n    ");
        text_add(&out, emit_c_string(arena, (struct str){text, size}));
        text += size;
    }
    return text_chars(&out);
}

static const char *quoted(struct flow *flow, const char *text)
{
    return emit_c_string(flow->e->arena, str_of(text));
}

/* ---- topic configs ---- */

struct emit_property *emit_topic_configs(struct arena *arena, const struct table *table,
    size_t *count)
{
    const struct table_config *configs = table_topic_configs(arena, table, count);
    struct emit_property *list = arena_array(arena, *count, sizeof *list);

    for (size_t i = 0; i < *count; i++)
        list[i] = (struct emit_property){configs[i].key, configs[i].value};
    return list;
}

static void add_configs(struct flow *flow, struct text *fields, const struct table *table,
    const char *stem)
{
    struct text items = {.arena = flow->e->arena};
    size_t count;
    struct emit_property *list = emit_topic_configs(flow->e->arena, table, &count);
    const char *name = flow_name(flow, "%s_topic_configs", stem);

    for (size_t i = 0; i < count; i++)
        tpl_job_property(&items, &(struct tpl_job_property){
            .key = quoted(flow, list[i].key), .value = quoted(flow, list[i].value)});
    tpl_job_properties(flow->out, &(struct tpl_job_properties){
        .name = name, .items = text_chars(&items)});
    tpl_job_list(fields, &(struct tpl_job_list){.name = "topic_config", .list = name});
}

/* ---- scan options ---- */

/* partition:0,offset:42;partition:1,offset:300 */
static void add_offsets(struct flow *flow, struct text *fields, const char *field,
    const char *name, const char *text)
{
    struct text items = {.arena = flow->e->arena};

    for (const char *at = text; at && *at;) {
        long partition = 0;
        long long offset = 0;
        const char *colon = strchr(at, ':');

        if (!colon)
            break;
        partition = strtol(colon + 1, NULL, 10);
        colon = strchr(colon + 1, ':');
        if (!colon)
            break;
        offset = strtoll(colon + 1, NULL, 10);
        tpl_job_offset(&items, &(struct tpl_job_offset){
            .partition = arena_printf(flow->e->arena, "%ld", partition),
            .offset = arena_printf(flow->e->arena, "%lld", offset)});
        at = strchr(colon, ';');
        at += at != NULL;
    }
    if (!items.size)
        return;
    tpl_job_offsets(flow->out, &(struct tpl_job_offsets){
        .name = name, .items = text_chars(&items)});
    tpl_job_list(fields, &(struct tpl_job_list){.name = field, .list = name});
}

static void field(struct text *fields, const char *name, const char *value)
{
    tpl_job_field(fields, &(struct tpl_job_field){.name = name, .value = value});
}

static void number_field(struct flow *flow, struct text *fields, const char *name,
    const struct option_value *option)
{
    if (*option->text)
        field(fields, name,
            arena_printf(flow->e->arena, "INT64_C(%lld)", (long long)option->number));
}

/* All but 'fail' skips records (002). */
static bool skips_errors(const struct table *table, bool key)
{
    const struct table_side *side = key ? &table->key_side : &table->value_side;

    return side->format == FORMAT_PROTO_CONFLUENT &&
        strcasecmp(table_option_by_id(table, proto_options[key].on_error)->text, "fail") != 0;
}

/* ignore-parse-errors of a format skips records, unless the table says what to do with them. */
size_t job_error_mode(const struct table *table)
{
    enum { LOG = 2 };
    bool ignores = skips_errors(table, false) || skips_errors(table, true) ||
        (table->value_side.format == FORMAT_JSON &&
                       table_option_by_id(table, OPT_JSON_IGNORE_ERRORS)->number) ||
        (table->value_side.format == FORMAT_DEBEZIUM_JSON &&
            table_option_by_id(table, OPT_DEBEZIUM_IGNORE_ERRORS)->number) ||
        (table->value_side.format == FORMAT_CSV &&
            table_option_by_id(table, csv_options[0].ignore)->number) ||
        (table->key_side.format == FORMAT_CSV &&
            table_option_by_id(table, csv_options[1].ignore)->number);

    if (table->dead_letters)
        return LOG;
    return ignores && !table_has_option(table, OPT_ERROR_MODE)
        ? 1 : (size_t)table_option(table, "error-handling.mode")->number;
}

/* ---- topics ---- */

static void add_topics(struct flow *flow, struct text *fields, const struct table *table,
    const char *stem)
{
    struct arena *arena = flow->e->arena;
    struct text items = {.arena = arena};
    const char *name;

    if (table->topic_pattern) {
        name = flow_name(flow, "%s_fits_topic", stem);
        tpl_job_fits_topic(flow->out, &(struct tpl_job_fits_topic){.name = name,
            .comment = emit_comment(arena, table->topic_pattern),
            .pattern = quoted(flow, arena_printf(arena, "\\A(?:%s)\\z", table->topic_pattern))});
        field(fields, "fits_topic", name);
    }
    for (size_t i = 0; i < table->topic_count; i++)
        tpl_job_item(&items, &(struct tpl_job_item){.value = quoted(flow, table->topics[i])});
    if (table->topic_count) {
        name = flow_name(flow, "%s_topics", stem);
        tpl_job_texts(flow->out, &(struct tpl_job_texts){
            .name = name, .items = text_chars(&items)});
        tpl_job_list(fields, &(struct tpl_job_list){.name = "topic", .list = name});
    }
}

/* ---- where reading begins and ends ---- */

static void add_scan(struct flow *flow, struct text *fields, const struct table *table,
    const char *stem)
{
    static const char *const startup[] = {"RT_START_EARLIEST", "RT_START_LATEST",
        "RT_START_TIMESTAMP", "RT_START_OFFSETS", "RT_START_GROUP"};
    static const char *const bounded[] = {"RT_UNBOUNDED", "RT_END_LATEST", "RT_END_TIMESTAMP",
        "RT_END_OFFSETS", "RT_END_GROUP"};
    static const char *const errors[] = {"RT_ERRORS_FAIL", "RT_ERRORS_IGNORE", "RT_ERRORS_LOG"};
    const char *group = table_option(table, "properties.group.id")->text;

    field(fields, "startup", startup[table_option(table, "scan.startup.mode")->number]);
    number_field(flow, fields, "startup_timestamp_ms",
        table_option(table, "scan.startup.timestamp-millis"));
    add_offsets(flow, fields, "startup_offset", flow_name(flow, "%s_startup_offsets", stem),
        table_option(table, "scan.startup.specific-offsets")->text);
    field(fields, "bounded", bounded[table_option(table, "scan.bounded.mode")->number]);
    number_field(flow, fields, "bounded_timestamp_ms",
        table_option(table, "scan.bounded.timestamp-millis"));
    add_offsets(flow, fields, "bounded_offset", flow_name(flow, "%s_bounded_offsets", stem),
        table_option(table, "scan.bounded.specific-offsets")->text);
    number_field(flow, fields, "discovery_ms", table_option_by_id(table, OPT_PARTITION_DISCOVERY));
    if (*group)
        field(fields, "group", quoted(flow, group));
    if (table_option(table, "kafka.consumer.isolation-level")->number)
        field(fields, "uncommitted", "true");
    field(fields, "errors", errors[job_error_mode(table)]);
}

/* ---- options of the topic and of the producer ---- */

static void add_sink(struct flow *flow, struct text *fields, const struct table *table)
{
    int replication = (int)table_option(table, "kafka.replication-factor")->number;
    const struct option_value *timeout =
        table_option(table, "kafka.producer.transaction.timeout.ms");
    const struct option_value *flush_rows = table_option_by_id(table, OPT_FLUSH_ROWS);
    const struct option_value *flush_interval = table_option_by_id(table, OPT_FLUSH_INTERVAL);
    const char *compression = option_canonical(flow->e->arena,
        table_option(table, "kafka.producer.compression.type"));

    if (replication > 0)
        field(fields, "replication", arena_printf(flow->e->arena, "%d", replication));
    number_field(flow, fields, "transaction_timeout_ms", timeout);
    if (table->mode == CHANGELOG_UPSERT && flush_rows->number)
        number_field(flow, fields, "flush_rows", flush_rows);
    if (table->mode == CHANGELOG_UPSERT && flush_interval->number)
        number_field(flow, fields, "flush_ms", flush_interval);
    if (table_has_option(table, OPT_COMPRESSION))
        field(fields, "compression",
            quoted(flow, strcmp(compression, "uncompressed") ? compression : "none"));
}

/* ---- the table ---- */

size_t job_writers(struct flow *flow, const struct table *table, bool key,
    const struct schema_text **schemas)
{
    struct schema_text own = table_side_writer(key ? &table->key_side : &table->value_side);
    VEC(struct schema_text) list = {0};

    vec_push(flow->e->arena, &list, own);
    for (size_t i = 0; i < flow->unit->writer_count; i++) {
        const struct emit_writer *writer = &flow->unit->writers[i];

        if (!strcmp(writer->table->name, table->name) && writer->key == key &&
            !schema_text_equal(&writer->schema, &own))
            vec_push(flow->e->arena, &list, writer->schema);
    }
    *schemas = list.at;
    return list.count;
}

/* The references of a schema, a constant of its own; its name, NULL if there are none. */
static const char *add_references(struct flow *flow, const struct schema_text *schema,
    const char *symbol)
{
    struct arena *arena = flow->e->arena;
    const char *name = arena_printf(arena, "%s_references", symbol);
    struct text items = {.arena = arena};

    for (size_t i = 0; i < schema->reference_count; i++)
        tpl_job_reference(&items, &(struct tpl_job_reference){
            .name = quoted(flow, schema->references[i].name),
            .text = job_text(arena, schema->references[i].text)});
    if (!items.size)
        return NULL;
    names_reserve(flow->e->names, "", name);
    tpl_job_references(flow->out, &(struct tpl_job_references){
        .name = name, .items = text_chars(&items)});
    return name;
}

static void add_registered(struct flow *flow, struct text *fields, const struct table *table,
    bool key, const char *stem)
{
    static const char *const kinds[] = {[SCHEMA_AVRO] = "RT_SCHEMA_AVRO",
        [SCHEMA_JSON] = "RT_SCHEMA_JSON", [SCHEMA_PROTOBUF] = "RT_SCHEMA_PROTOBUF"};
    struct arena *arena = flow->e->arena;
    const struct table_side *side = key ? &table->key_side : &table->value_side;
    const char *name = key ? "key" : "value", *schema = NULL;
    const char *writers = flow_name(flow, "%s_%s_writers", stem, name);
    const struct schema_text *texts;
    size_t count = job_writers(flow, table, key, &texts);
    struct text items = {.arena = arena}, encoding = {.arena = arena};

    for (size_t i = 0; i < count; i++) {
        const char *symbol = i ? flow_name(flow, "%s_%s_schema_%zu", stem, name, i)
                               : flow_name(flow, "%s_%s_schema", stem, name);
        const char *references = add_references(flow, &texts[i], symbol);

        schema = i ? schema : symbol;
        tpl_job_schema(flow->out, &(struct tpl_job_schema){.name = symbol,
            .schema = arena_printf(arena, "%s;", job_text(arena, texts[i].text))});
        if (references)
            tpl_job_writer_with(&items, &(struct tpl_job_writer_with){
                .schema = symbol, .references = references,
                .count = arena_printf(arena, "%zu", texts[i].reference_count)});
        else
            tpl_job_writer(&items, &(struct tpl_job_writer){.schema = symbol});
    }
    tpl_job_writers(flow->out, &(struct tpl_job_writers){
        .name = writers, .schemas = text_chars(&items)});
    if (side->subject_count > 1)
        tpl_job_one_of_several(&encoding, &(struct tpl_job_one_of_several){0});
    if (table_id_in_header(table, key))
        tpl_job_id_in_header(&encoding, &(struct tpl_job_id_in_header){0});
    if (side->looks_up)
        field(&encoding, "looks_up", "true");
    if (side->format == FORMAT_PROTO_CONFLUENT)
        field(&encoding, "by_name", "true");
    if (side->schema_id > 0)
        field(&encoding, "schema_id", arena_printf(arena, "%lld", (long long)side->schema_id));
    tpl_job_side_registered(fields, &(struct tpl_job_side_registered){.side = name,
        .encoding = text_chars(&encoding),
        .kind = kinds[format_info(side->format)->language],
        .subject = quoted(flow, side->subject), .writers = writers,
        .schema = side->envelope.text ? "NULL" : schema, /* What Debezium registers. */
        .count = arena_printf(arena, "%zu", count)});
}

static void add_side(struct flow *flow, struct text *fields, const struct table *table, bool key,
    const char *stem)
{
    const struct table_side *side = key ? &table->key_side : &table->value_side;

    if (side->format == FORMAT_NONE)
        return;
    if (format_info(side->format)->registered)
        add_registered(flow, fields, table, key, stem);
    else
        tpl_job_side_plain(fields, &(struct tpl_job_side_plain){.side = key ? "key" : "value"});
}

static void emit_table(struct flow *flow, const struct table *table, const char *symbol,
    const char *stem)
{
    static const char *const modes[] = {[CHANGELOG_APPEND] = "RT_APPEND",
        [CHANGELOG_UPSERT] = "RT_UPSERT", [CHANGELOG_RETRACT] = "RT_RETRACT"};
    struct text fields = {.arena = flow->e->arena};

    field(&fields, "name", quoted(flow, table->name));
    if (table_logs_errors(table)) {
        field(&fields, "catalog", quoted(flow, table->catalog));
        field(&fields, "database", quoted(flow, table->database));
    }
    field(&fields, "mode", modes[table->mode]);
    if (!table_is_topic(table)) {
        job_add_connector(flow, &fields, table, stem);
    } else {
        field(&fields, "topic", quoted(flow, table->topic));
        add_topics(flow, &fields, table, stem);
        field(&fields, "partitions", arena_printf(flow->e->arena, "%d", (int)table->buckets));
        add_configs(flow, &fields, table, stem);
        add_side(flow, &fields, table, true, stem);
        add_side(flow, &fields, table, false, stem);
        add_scan(flow, &fields, table, stem);
        add_sink(flow, &fields, table);
        job_add_kafka(&fields, table);
    }
    tpl_job_table(flow->out, &(struct tpl_job_table){
        .symbol = symbol, .fields = text_chars(&fields)});
}

const char *job_emit_table(struct flow *flow, const struct plan_node *node)
{
    struct arena *arena = flow->e->arena;
    const char *stem = node->table->name, *symbol;

    if (node->hint_count)
        stem = arena_printf(arena, "%s_%u", stem, node->id);
    symbol = map_get(&flow->tables, stem);
    if (symbol)
        return symbol;
    symbol = flow_name(flow, "%s_table", stem);
    map_put(&flow->tables, stem, (void *)symbol);
    emit_table(flow, node->hint_count ? table_with_options(arena, node->table, node->hints,
        node->hint_count) : node->table, symbol, stem);
    return symbol;
}
