/* Sinks: a row becomes a record, a row line or a result row. */
#include "job.h"
#include "op_push_tpl.h"

#include <string.h>

static const struct column *column_of(const struct plan_node *sink, size_t index)
{
    return &sink->table->columns[sink->sink_columns[index]];
}

static struct emit_value member(struct flow *flow, const struct row *row, size_t index)
{
    const struct row_column *column = &row->columns[index];
    struct arena *arena = flow->e->arena;

    return (struct emit_value){
        emit_load(flow->e, column->type, arena_printf(arena, "row->%s", column->member)),
        column->type->nullable ? arena_printf(arena, "rt_null_get(row->nulls, %s)", column->number)
                               : "false"};
}

/* Text or bytes of a map as the record's header has them: text keys, bytes values. */
static const char *header_part(struct arena *arena, const struct type *type, const char *at,
    bool key)
{
    if (type_is_text(type))
        return key ? at : arena_printf(arena, "rt_cast_text_bytes(%s)", at);
    return key ? arena_printf(arena, "{(const char *)%s.data, %s.size}", at, at) : at;
}

static void write_headers(struct flow *flow, struct text *out, const struct row *row, size_t index)
{
    struct arena *arena = flow->e->arena;
    const struct type *type = row->columns[index].type;
    struct emit_value value = member(flow, row, index);

    tpl_op_sink_headers(out, &(struct tpl_op_sink_headers){
        .present = c_not(arena, value.null), .map = value.value,
        .key = header_part(arena, type->key, arena_printf(arena, "%s.keys[i]", value.value), true),
        .value = header_part(arena, type->element,
            arena_printf(arena, "%s.values[i]", value.value), false)});
}

static void write_timestamp(struct flow *flow, struct text *out, const struct row *row,
    size_t index, struct span span)
{
    struct arena *arena = flow->e->arena;
    struct emit_value input = member(flow, row, index), value;
    unsigned locals = 0;
    struct expr_scope scope = {.e = flow->e, .out = out, .inputs = &input, .next_local = &locals,
        .alias = "timestamp"};
    struct texpr *column = texpr_new(arena, TEXPR_INPUT, row->columns[index].type, span);

    value = emit_expr(&scope,
        texpr_cast(arena, column, type_temporal(arena, TYPE_TIMESTAMP_LTZ, 3, true)));
    tpl_op_sink_timestamp(out, &(struct tpl_op_sink_timestamp){
        .present = c_not(arena, value.null),
        .value = arena_printf(arena, "rt_timestamp_to_ms(%s)", value.value)});
}

static void write_metadata(struct flow *flow, struct text *out, const struct flow_node *sink)
{
    for (size_t i = 0; i < sink->node->column_count; i++) {
        const struct column *column = column_of(sink->node, i);

        if (column->metadata == META_HEADERS)
            write_headers(flow, out, sink->row, i);
        else if (column->metadata == META_TIMESTAMP)
            write_timestamp(flow, out, sink->row, i, column->span);
    }
}

/* The one column of a raw side: NULL is a key or value that is not there. */
static void encode_raw(struct flow *flow, struct text *out, const struct flow_node *sink,
    const struct table_side *side, const char *name)
{
    struct text encode = {.arena = flow->e->arena};
    const struct row_column *column = NULL;

    for (size_t i = 0; i < sink->node->column_count; i++)
        if (side->count && sink->node->sink_columns[i] == side->columns[0])
            column = &sink->row->columns[i];
    tpl_op_sink_encode(&encode, &(struct tpl_op_sink_encode){
        .tag = sink->row->tag, .side = name});
    if (column && column->type->nullable)
        tpl_op_sink_unless_null(out, &(struct tpl_op_sink_unless_null){
            .number = column->number, .side = name, .encode = text_chars(&encode)});
    else
        text_add(out, text_chars(&encode));
}

static const char *encode_side(struct flow *flow, const struct flow_node *sink, bool key)
{
    const struct table *table = sink->node->table;
    const struct table_side *side = key ? &table->key_side : &table->value_side;
    const struct emit_codec *codec = emit_codec_of(side->format);
    struct text out = {.arena = flow->e->arena};
    const char *name = key ? "key" : "value";

    if (!key && table_kind(table) == CONNECTOR_KIND_PRINT) {
        flow->e->failed |= !emit_print_encoder(flow->e, flow->out, sink->row);
        tpl_op_sink_encode(&out, &(struct tpl_op_sink_encode){
            .tag = sink->row->tag, .side = name});
        return text_chars(&out);
    }
    if (side->format == FORMAT_NONE) {
        tpl_op_sink_null(&out, &(struct tpl_op_sink_null){.side = name});
        return text_chars(&out);
    }
    if (!codec || !codec->encoder) {
        diag_error(flow->e->diag, D_FORMAT_UNSUPPORTED, table->span,
            "writing the %s format of table '%s' is not supported yet", name, table->name);
        flow->e->failed = true;
        return "";
    }
    flow->e->failed |= !codec->encoder(flow->e, flow->out, sink->row, table, key);
    if (format_info(side->format)->envelope)
        tpl_op_sink_encode_change(&out, &(struct tpl_op_sink_encode_change){.tag = sink->row->tag,
            .ignore_null = table_option_by_id(table, OPT_DEBEZIUM_IGNORE_NULL)->number
                ? "true" : "false"});
    else if (format_info(side->format)->registered && !table_id_in_header(table, key))
        tpl_op_sink_encode_id(&out, &(struct tpl_op_sink_encode_id){
            .tag = sink->row->tag, .side = name});
    else if (side->format == FORMAT_RAW)
        encode_raw(flow, &out, sink, side, name);
    else
        tpl_op_sink_encode(&out, &(struct tpl_op_sink_encode){
            .tag = sink->row->tag, .side = name});
    return text_chars(&out);
}

static void emit_table_sink(struct flow *flow, struct flow_node *sink)
{
    struct arena *arena = flow->e->arena;
    const struct table *table = sink->node->table;
    bool upsert = table->mode == CHANGELOG_UPSERT;
    struct text metadata = {.arena = arena}, kinds = {.arena = arena}, value = {.arena = arena};
    const char *key, *encode;

    sink->table = job_emit_table(flow, sink->node);
    flow->e->failed |= !emit_line_writer(flow->e, flow->out, sink->row);
    key = encode_side(flow, sink, true);
    encode = encode_side(flow, sink, false);
    if (flow->e->failed)
        return;
    if (upsert) {
        if (sink->node->requested & CHANGE_UB)
            tpl_op_sink_before_is_delete(&kinds, &(struct tpl_op_sink_before_is_delete){0});
        else
            tpl_op_sink_no_before(&kinds, &(struct tpl_op_sink_no_before){0});
        tpl_op_sink_unless_delete(&value, &(struct tpl_op_sink_unless_delete){.encode = encode});
        encode = text_chars(&value);
    }
    write_metadata(flow, &metadata, sink);
    tpl_op_sink_table(flow->out, &(struct tpl_op_sink_table){
        .comment = arena_printf(arena, "A row becomes a record of %s.",
            emit_comment(arena, table->topic)),
        .name = sink->push, .tag = sink->row->tag, .sink = arena_printf(arena, "%zu", sink->index),
        .kinds = text_chars(&kinds), .metadata = text_chars(&metadata), .key = key,
        .value = encode});
}

static void emit_result_sink(struct flow *flow, struct flow_node *sink)
{
    struct emitter *e = flow->e;

    e->failed |= !emit_line_writer(e, flow->out, sink->row);
    e->failed |= !emit_row_printer(e, flow->out, sink->row);
    if (e->failed)
        return;
    tpl_op_sink_result(flow->out, &(struct tpl_op_sink_result){
        .comment = "A row of the result.", .name = sink->push, .tag = sink->row->tag,
        .sink = arena_printf(e->arena, "%zu", sink->index)});
}

void operator_emit_sink(struct flow *flow, struct flow_node *sink)
{
    sink->push = names_make(flow->e->names, "",
        arena_printf(flow->e->arena, "%s_write", sink->row->tag));
    if (sink->node->table)
        emit_table_sink(flow, sink);
    else
        emit_result_sink(flow, sink);
}
