/* A job: rows, functions, sources, sinks and the struct rt_job. */
#include "job.h"
#include "job_tpl.h"

#include <string.h>

static const char *quoted(struct flow *flow, const char *text)
{
    return emit_c_string(flow->e->arena, str_of(text));
}

static void field(struct text *fields, const char *name, const char *value)
{
    tpl_job_field(fields, &(struct tpl_job_field){.name = name, .value = value});
}

static const char *number(struct flow *flow, size_t value)
{
    return arena_printf(flow->e->arena, "%zu", value);
}

/* ---- rows ---- */

static void make_scan_row(struct flow *flow, struct flow_node *scan)
{
    struct arena *arena = flow->e->arena;
    const struct table *table = scan->node->table;
    struct rel_column *columns = arena_array(arena, table->column_count + 1, sizeof *columns);
    bool *used = arena_array(arena, table->column_count + 1, sizeof *used);

    for (size_t i = 0; i < table->column_count; i++)
        columns[i] = (struct rel_column){table->columns[i].name, table->columns[i].type};
    for (size_t i = 0; i < scan->node->column_count; i++)
        used[scan->node->scan_columns[i]] = true;
    scan->row = flow_row(flow, flow->out, table->name, columns, table->column_count, used);
}

static void make_sink_row(struct flow *flow, struct flow_node *sink)
{
    struct arena *arena = flow->e->arena;
    const struct plan_node *node = sink->node;
    struct rel_column *columns = arena_array(arena, node->column_count + 1, sizeof *columns);

    for (size_t i = 0; i < node->column_count; i++) {
        columns[i] = node->columns[i];
        if (node->table) {
            const struct column *column = &node->table->columns[node->sink_columns[i]];

            columns[i] = (struct rel_column){column->name, column->type};
        }
    }
    sink->row = flow_row(flow, flow->out, node->table ? node->table->name : "result", columns,
        node->column_count, NULL);
}

/* The declaration that a row struct stands for. */
static void add_ddl(struct flow *flow, const struct table *table)
{
    struct text ddl = {.arena = flow->e->arena};

    show_create_table(&ddl, table);
    tpl_job_ddl(flow->out, &(struct tpl_job_ddl){
        .sql = emit_comment(flow->e->arena, text_chars(&ddl))});
}

static void make_row(struct flow *flow, struct flow_node *of)
{
    const struct plan_node *node = of->node;
    const struct plan_node **consumers;
    const char *name = NULL;

    switch (node->kind) {
    case PLAN_SCAN:
        add_ddl(flow, node->table);
        make_scan_row(flow, of);
        return;
    case PLAN_SINK:
        if (node->table)
            add_ddl(flow, node->table);
        make_sink_row(flow, of);
        return;
    case PLAN_VALUES:
        name = "values";
        break;
    case PLAN_UNION:
        name = "union";
        break;
    case PLAN_CALC:
        if (flow_consumers(node, &consumers, flow->e->arena) == 1)
            return;
        name = "shared";
        break;
    case PLAN_AGGREGATE:
        flow_operator_rows(flow, of, "aggregate", false);
        return;
    case PLAN_EXPAND:
        flow_operator_rows(flow, of, "expand", false);
        return;
    case PLAN_JOIN:
        flow_operator_rows(flow, of, "join", false);
        return;
    case PLAN_CORRELATE:
        flow_operator_rows(flow, of, "correlate", false);
        return;
    case PLAN_FROM_CHANGELOG:
        flow_operator_rows(flow, of, "from_changelog", false);
        return;
    case PLAN_TO_CHANGELOG:
        flow_operator_rows(flow, of, "to_changelog", false);
        return;
    case PLAN_RANK:
        flow_operator_rows(flow, of, "rank", !node->rank.with_number);
        return;
    case PLAN_DEDUPLICATE:
        flow_operator_rows(flow, of, "deduplicate", true);
        return;
    case PLAN_LIMIT:
        flow_operator_rows(flow, of, "limit", true);
        return;
    case PLAN_NORMALIZE:
        flow_operator_rows(flow, of, "normalize", true);
        return;
    case PLAN_MATERIALIZE:
        flow_operator_rows(flow, of, "materialize", true);
        return;
    case PLAN_WATERMARK:
        return;
    }
    of->row = flow_row(flow, flow->out, arena_printf(flow->e->arena, "%s_%u", name, node->id),
        node->columns, node->column_count, NULL);
}

/* ---- constants ---- */

/* A name as a source or sink is known by: the operator's, else from the table. */
static const char *stable_name(struct flow *flow, const struct plan_node *node, const char *kind)
{
    if (node->name && *node->name)
        return quoted(flow, node->name);
    if (node->table)
        return quoted(flow, arena_printf(flow->e->arena, "%s-%s", kind, node->table->name));
    return quoted(flow, arena_printf(flow->e->arena, "%s-%u", kind, node->id));
}

static void add_source(struct flow *flow, struct flow_node *of)
{
    struct arena *arena = flow->e->arena;
    struct text fields = {.arena = arena};

    if (of->node->kind == PLAN_SCAN) {
        field(&fields, "table", arena_printf(arena, "&%s", of->table));
        for (int key = 1; key >= 0; key--)
            if (of->shapes[key])
                field(&fields, key ? "key_shape" : "value_shape",
                    arena_printf(arena, "&%s", of->shapes[key]));
        if (of->near)
            tpl_job_source_rows(&fields, &(struct tpl_job_source_rows){
                .tag = of->row->tag, .near = of->near});
        else if (table_kind(of->node->table) != CONNECTOR_KIND_GENERATOR)
            field(&fields, "push", arena_printf(arena, "%s_push", of->row->tag));
        field(&fields, "push_line", arena_printf(arena, "%s_push_line", of->row->tag));
        if (of->node->errors)
            field(&fields, "failed",
                operator_errors_name(flow, flow_of(flow, of->node->errors)));
    } else {
        field(&fields, "generate", arena_printf(arena, "%s_generate", of->row->tag));
    }
    tpl_job_source(flow->out, &(struct tpl_job_source){.symbol = of->symbol,
        .name = stable_name(flow, of->node, of->node->kind == PLAN_SCAN ? "source" : "values"),
        .index = number(flow, of->index), .fields = text_chars(&fields)});
}

/* Columns that identify a row of the result. */
static void add_key(struct flow *flow, struct text *fields, const struct flow_node *sink)
{
    const struct plan_key *key = sink->node->upsert_key;
    struct text items = {.arena = flow->e->arena};
    const char *name = arena_printf(flow->e->arena, "%s_key", sink->symbol);

    if (!key || !key->count)
        return;
    for (size_t i = 0; i < key->count; i++)
        text_printf(&items, "%s%zu", i ? ", " : "", key->columns[i]);
    tpl_job_sizes(flow->out, &(struct tpl_job_sizes){.name = name, .items = text_chars(&items)});
    field(fields, "key_columns", name);
    field(fields, "key_column_count", number(flow, key->count));
}

static void add_sink(struct flow *flow, struct flow_node *sink)
{
    struct arena *arena = flow->e->arena;
    struct text names = {.arena = arena}, types = {.arena = arena}, fields = {.arena = arena};
    const char *columns = arena_printf(arena, "%s_columns", sink->symbol);
    const char *type_names = arena_printf(arena, "%s_types", sink->symbol);

    for (size_t i = 0; i < sink->row->column_count; i++) {
        struct text type = {.arena = arena};

        type_print_summary(&type, sink->row->columns[i].type);
        tpl_job_item(&names, &(struct tpl_job_item){
            .value = quoted(flow, sink->row->columns[i].name)});
        tpl_job_item(&types, &(struct tpl_job_item){.value = quoted(flow, text_chars(&type))});
    }
    tpl_job_texts(flow->out, &(struct tpl_job_texts){
        .name = columns, .items = text_chars(&names)});
    tpl_job_texts(flow->out, &(struct tpl_job_texts){
        .name = type_names, .items = text_chars(&types)});
    if (sink->node->table)
        field(&fields, "table", arena_printf(arena, "&%s", sink->table));
    field(&fields, "columns", columns);
    field(&fields, "types", type_names);
    field(&fields, "column_count", number(flow, sink->row->column_count));
    add_key(flow, &fields, sink);
    tpl_job_sink(flow->out, &(struct tpl_job_sink){.symbol = sink->symbol,
        .name = sink->node->table ? stable_name(flow, sink->node, "sink") : "\"result\"",
        .index = number(flow, sink->index), .fields = text_chars(&fields)});
}

/* `static const struct rt_x *const name[] = {&a, &b};` and the two fields of rt_job. */
static void add_pointers(struct flow *flow, struct text *fields, const char *type,
    const char *what, const struct text *items)
{
    const char *name = arena_printf(flow->e->arena, "%s_%ss", flow->job->symbol, what);

    if (!items->size)
        return;
    tpl_job_pointers(flow->out, &(struct tpl_job_pointers){
        .type = type, .name = name, .items = items->data});
    tpl_job_list(fields, &(struct tpl_job_list){.name = what, .list = name});
}

static bool is_before(const struct table *a, const struct table *b)
{
    return a->span.source != b->span.source ? a->span.source < b->span.source
                                            : a->span.begin < b->span.begin;
}

/* Tables in the order of their declarations: rows of several inputs that tie come in it. */
static const char *list_tables(struct flow *flow)
{
    const struct plan *plan = flow->job->plan;
    VEC(const struct flow_node *) list = {0};
    struct text out = {.arena = flow->e->arena};

    for (size_t i = 0; i < plan->node_count; i++) {
        const struct flow_node *of = flow_of(flow, plan->nodes[i]);
        size_t at = 0;

        if (!of->table)
            continue;
        while (at < list.count && strcmp(list.at[at]->table, of->table) != 0)
            at++;
        if (at < list.count)
            continue;
        vec_push(flow->e->arena, &list, of);
        for (; at && is_before(of->node->table, list.at[at - 1]->node->table); at--)
            list.at[at] = list.at[at - 1];
        list.at[at] = of;
    }
    for (size_t i = 0; i < list.count; i++)
        text_printf(&out, "%s&%s", i ? ", " : "", list.at[i]->table);
    return text_chars(&out);
}

static void add_job(struct flow *flow)
{
    struct arena *arena = flow->e->arena;
    const struct plan *plan = flow->job->plan;
    struct text tables = {.arena = arena}, sources = {.arena = arena}, sinks = {.arena = arena};
    struct text fields = {.arena = arena}, explain = {.arena = arena};
    struct text operators = {.arena = arena};

    for (size_t i = 0; i < flow->operators.count; i++)
        text_printf(&operators, "%s&%s", i ? ", " : "", flow->operators.at[i]);
    plan_print(&explain, plan, false);
    text_add(&tables, list_tables(flow));
    for (size_t i = 0; i < plan->node_count; i++) {
        const struct flow_node *of = flow_of(flow, plan->nodes[i]);
        struct text *list = of->node->kind == PLAN_SINK ? &sinks : &sources;

        if (of->symbol)
            text_printf(list, "%s&%s", list->size ? ", " : "", of->symbol);
    }
    field(&fields, "name", quoted(flow, flow->job->name));
    field(&fields, "sql", job_text(arena, flow->job->sql ? flow->job->sql : ""));
    field(&fields, "explain", job_text(arena, text_chars(&explain)));
    field(&fields, "time_zone", quoted(flow, plan->time_zone ? plan->time_zone : "UTC"));
    add_pointers(flow, &fields, "rt_table", "table", &tables);
    add_pointers(flow, &fields, "rt_source", "source", &sources);
    add_pointers(flow, &fields, "rt_sink", "sink", &sinks);
    add_pointers(flow, &fields, "rt_operator", "operator", &operators);
    job_add_client(flow, &fields);
    tpl_job(flow->out, &(struct tpl_job){
        .symbol = flow->job->symbol, .fields = text_chars(&fields)});
}

/* ---- the job ---- */

static void open_nodes(struct flow *flow)
{
    const struct plan *plan = flow->job->plan;

    for (size_t i = 0; i < plan->node_count && !flow->e->failed; i++) {
        struct flow_node *of = flow_of(flow, plan->nodes[i]);

        of->node = plan->nodes[i];
        make_row(flow, of);
        if (flow->e->failed)
            return;
        if (of->node->kind == PLAN_SCAN || of->node->kind == PLAN_VALUES) {
            of->index = flow->source_count++;
            of->symbol = names_make(flow->e->names, "",
                arena_printf(flow->e->arena, "%s_source", of->row->tag));
        } else if (of->node->kind == PLAN_SINK) {
            of->index = flow->sink_count++;
            of->symbol = names_make(flow->e->names, "",
                arena_printf(flow->e->arena, "%s_sink", of->row->tag));
        }
    }
}

static void add_section(struct flow *flow, const char *what, const struct table *table)
{
    const char *name = table ? table->name : "the result";

    tpl_job_section(flow->out, &(struct tpl_job_section){
        .comment = arena_printf(flow->e->arena, "%s%s", what,
            *what ? emit_comment(flow->e->arena, name) : "the job")});
}

/* Last operator first, so that no function is called before it stands there. */
static void emit_node(struct flow *flow, struct flow_node *of)
{
    switch (of->node->kind) {
    case PLAN_SINK:
        add_section(flow, "to ", of->node->table);
        operator_emit_sink(flow, of);
        if (of->node->takes_errors && !flow->e->failed)
            operator_emit_errors(flow, of);
        return;
    case PLAN_SCAN:
        add_section(flow, "from ", of->node->table);
        of->table = job_emit_table(flow, of->node);
        operator_emit(flow, of);
        if (!flow->e->failed)
            operator_emit_source(flow, of);
        return;
    case PLAN_VALUES:
        operator_emit(flow, of);
        if (!flow->e->failed)
            operator_emit_values(flow, of);
        return;
    case PLAN_UNION:
    case PLAN_CALC:
        if (of->row)
            operator_emit(flow, of);
        return;
    case PLAN_AGGREGATE:
    case PLAN_EXPAND:
    case PLAN_JOIN:
    case PLAN_RANK:
    case PLAN_DEDUPLICATE:
    case PLAN_CORRELATE:
    case PLAN_FROM_CHANGELOG:
    case PLAN_TO_CHANGELOG:
    case PLAN_LIMIT:
    case PLAN_NORMALIZE:
    case PLAN_MATERIALIZE:
        operator_emit(flow, of);
        if (!flow->e->failed)
            operator_emit_own(flow, of);
        return;
    case PLAN_WATERMARK:
        return;
    }
    BUG("plan node %d", (int)of->node->kind);
}

/* Before any struct is made of the types. */
static void check_members(struct emitter *e, const struct plan_node *node)
{
    if (node->kind == PLAN_CALC && node->condition)
        emit_check_members(e, node->condition);
    for (size_t i = 0; node->kind == PLAN_CALC && i < node->column_count && !e->failed; i++)
        emit_check_members(e, node->exprs[i]);
    for (size_t i = 0; node->kind == PLAN_VALUES && i < node->row_count; i++)
        for (size_t j = 0; j < node->column_count && !e->failed; j++)
            emit_check_members(e, node->rows[i][j]);
}

bool job_emit(struct emitter *e, const struct emit_unit *unit, const struct emit_job *job,
    const char *prefix, struct text *out)
{
    const struct plan *plan = job->plan;
    struct flow flow = {.e = e, .job = job, .unit = unit, .prefix = prefix, .out = out,
        .tags = {.arena = e->arena}, .tables = {.arena = e->arena}};
    unsigned last = 0;

    for (size_t i = 0; i < plan->node_count; i++)
        last = plan->nodes[i]->id > last ? plan->nodes[i]->id : last;
    for (size_t i = 0; i < plan->node_count && !e->failed; i++)
        check_members(e, plan->nodes[i]);
    if (e->failed)
        return false;
    flow.nodes = arena_array(e->arena, last, sizeof *flow.nodes);
    open_nodes(&flow);
    for (size_t i = plan->node_count; i-- > 0 && !e->failed;)
        emit_node(&flow, flow_of(&flow, plan->nodes[i]));
    add_section(&flow, "", NULL);
    for (size_t i = 0; i < plan->node_count && !e->failed; i++) {
        struct flow_node *of = flow_of(&flow, plan->nodes[i]);

        if (of->symbol && of->node->kind == PLAN_SINK)
            add_sink(&flow, of);
        else if (of->symbol)
            add_source(&flow, of);
    }
    if (!e->failed)
        add_job(&flow);
    return !e->failed;
}
