/* Sources: records, row lines and VALUES become rows. */
#include "emit_state.h"
#include "op_source_tpl.h"
#include "shape.h"

#include <string.h>

/* ---- metadata columns ---- */

/* Type of a metadata key by itself, and its C value; NULL: it has code of its own. */
static const struct type *metadata_type(struct flow *flow, enum metadata_key key,
    struct emit_value *value)
{
    struct arena *arena = flow->e->arena;

    value->null = "false";
    switch (key) {
    case META_LEADER_EPOCH:
        *value = (struct emit_value){"record->leader_epoch", "record->leader_epoch < 0"};
        return type_simple(arena, TYPE_INT, true);
    case META_OFFSET:
        value->value = "record->offset";
        return type_simple(arena, TYPE_BIGINT, false);
    case META_PARTITION:
        value->value = "record->partition";
        return type_simple(arena, TYPE_INT, false);
    case META_RAW_KEY:
        *value = (struct emit_value){"record->key", "record->key_null"};
        return type_bytes(arena, true);
    case META_RAW_VALUE:
        *value = (struct emit_value){"record->value", "record->value_null"};
        return type_bytes(arena, true);
    case META_TIMESTAMP:
        value->value = "rt_timestamp_from_ms(record->timestamp_ms)";
        return type_temporal(arena, TYPE_TIMESTAMP_LTZ, 3, false);
    case META_TIMESTAMP_TYPE:
        value->value = "rt_timestamp_type_text(record->timestamp_type)";
        return type_string(arena, false);
    case META_NONE: case META_HEADERS: case META_TOPIC: case META_CHANGE_SCHEMA:
    case META_CHANGE_TIME: case META_SOURCE_TIME: case META_SOURCE_DATABASE:
    case META_SOURCE_SCHEMA: case META_SOURCE_TABLE: case META_SOURCE_PROPERTIES:
        break;
    }
    return NULL;
}

static const char *header_key(const struct type *type)
{
    return type_is_text(type) ? "record->headers[i].key"
                              : "rt_cast_text_bytes(record->headers[i].key)";
}

static const char *header_value(const struct type *type)
{
    return type_is_text(type) ? "rt_utf8_repair(&task->arena, record->headers[i].value)"
                              : "record->headers[i].value";
}

static void read_headers(struct flow *flow, struct text *out, const struct row_column *column,
    struct span span)
{
    struct emitter *e = flow->e;
    const struct type *type = column->type;

    if (type->kind != TYPE_MAP || !(type_is_text(type->key) || type_is_binary(type->key)) ||
        !(type_is_text(type->element) || type_is_binary(type->element))) {
        diag_error(e->diag, D_UNSUPPORTED_EXPRESSION, span,
            "headers as %s are not supported yet; MAP<STRING, BYTES> and MAP<BYTES, BYTES> are",
            type_name(e->arena, type));
        e->failed = true;
        return;
    }
    tpl_op_source_headers(out, &(struct tpl_op_source_headers){
        .member = arena_printf(e->arena, "row.%s", column->member),
        .map = emit_storage_type(e, type), .key = header_key(type->key),
        .value = header_value(type->element),
        .key_type = emit_storage_type(e, type->key),
        .value_type = emit_storage_type(e, type->element)});
}

static void read_metadata(struct flow *flow, struct text *out, const struct flow_node *scan)
{
    struct arena *arena = flow->e->arena;
    const struct table *table = scan->node->table;
    unsigned locals = 0;

    for (size_t i = 0; i < table->column_count && !flow->e->failed; i++) {
        const struct column *column = &table->columns[i];
        struct emit_value value;
        const struct type *type = metadata_type(flow, column->metadata, &value);
        struct expr_scope scope = {.e = flow->e, .out = out, .next_local = &locals,
            .inputs = &value, .alias = column->name};

        if (column->metadata == META_NONE || !scan->row->columns[i].member ||
            metadata_is_of_change(column->metadata))
            continue;
        if (column->metadata == META_HEADERS) {
            read_headers(flow, out, &scan->row->columns[i], column->span);
            continue;
        }
        if (column->metadata == META_TOPIC) {
            type = type_string(arena, false);
            value.value = table_reads_several(table) ? "record->topic"
                : arena_printf(arena, "RT_TEXT(%s)",
                      emit_c_string(arena, str_of(table->topic)));
        }
        emit_assign(&scope, scan->row, "row", i,
            texpr_cast(arena, texpr_new(arena, TEXPR_INPUT, type, (struct span){0}),
                column->type));
    }
}

/* ---- keys and values ---- */

/* NULL bits of the stored columns of a side, but for those of the other side. */
static const char *null_columns(struct flow *flow, const struct flow_node *scan,
    const struct table_side *side, const struct table_side *except)
{
    struct text out = {.arena = flow->e->arena};

    for (size_t i = 0; i < side->count; i++) {
        const struct row_column *column = &scan->row->columns[side->columns[i]];
        bool skip = !column->member;

        for (size_t j = 0; except && j < except->count; j++)
            skip |= except->columns[j] == side->columns[i];
        if (!skip)
            tpl_op_source_null(&out, &(struct tpl_op_source_null){.number = column->number});
    }
    return text_chars(&out);
}

/* One decoder a writer's schema, a program for those that no one knows yet; the record's tells
 * which. */
static bool decode_registered(struct flow *flow, struct text *out, struct flow_node *scan,
    const struct row *row, const struct table *table, bool key, const char *into)
{
    struct emitter *e = flow->e;
    const struct table_side *side = key ? &table->key_side : &table->value_side;
    const char *name = key ? "key" : "value", *is_key = key ? "true" : "false";
    const struct schema_text *schemas;
    size_t count = job_writers(flow, scan->node->table, key, &schemas);
    struct text cases = {.arena = e->arena};

    for (size_t i = 0; i < count; i++) {
        if (!emit_codec_of(side->format)->decoder(e, flow->out, row, table, key, &schemas[i], i))
            return false;
        tpl_op_source_case(&cases, &(struct tpl_op_source_case){.side = name, .tag = row->tag,
            .number = arena_printf(e->arena, "%zu", i), .into = into});
    }
    tpl_op_source_switch(out, &(struct tpl_op_source_switch){.is_key = is_key,
        .symbol = scan->symbol, .into = into, .cases = text_chars(&cases)});
    scan->shapes[key] = emit_shape(e, flow->out, row, table, key);
    return true;
}

const char *source_decode(struct flow *flow, struct flow_node *scan, const struct row *row,
    const struct table *table, bool key, const char *into)
{
    struct emitter *e = flow->e;
    const struct table_side *side = key ? &table->key_side : &table->value_side;
    const struct emit_codec *codec = emit_codec_of(side->format);
    struct text out = {.arena = e->arena};
    const char *name = key ? "key" : "value";
    bool done;

    if (side->format == FORMAT_NONE)
        return "";
    if (!codec || !codec->decoder) {
        diag_error(e->diag, D_FORMAT_UNSUPPORTED, table->span,
            "reading the %s format of table '%s' is not supported yet", name, table->name);
        e->failed = true;
        return "";
    }
    if (table->connector == CONNECTOR_FILESYSTEM && side->format == FORMAT_AVRO) {
        scan->shapes[key] = emit_shape(e, flow->out, row, table, key);
        tpl_op_source_decode_file(&out, &(struct tpl_op_source_decode_file){.into = into});
        done = true;
    } else if (format_info(side->format)->registered) {
        done = decode_registered(flow, &out, scan, row, table, key, into);
    } else {
        done = codec->decoder(e, flow->out, row, table, key, NULL, 0);
        tpl_op_source_decode_raw(&out, &(struct tpl_op_source_decode_raw){
            .side = name, .tag = row->tag, .into = into});
    }
    e->failed |= !done;
    return text_chars(&out);
}

static bool has_required(const struct table *table, const struct table_side *side)
{
    for (size_t i = 0; i < side->count; i++)
        if (!table->columns[side->columns[i]].type->nullable)
            return true;
    return false;
}

/* A key that is NULL: its columns are, unless they may not. */
static const char *read_key(struct flow *flow, struct flow_node *scan)
{
    struct arena *arena = flow->e->arena;
    const struct table *table = scan->node->table;
    struct text out = {.arena = arena}, nulls = {.arena = arena};
    const char *decode = source_decode(flow, scan, scan->row, table, true, "row");

    if (!*decode)
        return "";
    if (has_required(table, &table->key_side))
        tpl_op_source_no_key(&nulls, &(struct tpl_op_source_no_key){
            .message = "\"the record has no key, but key columns are NOT NULL\""});
    else
        text_add(&nulls, null_columns(flow, scan, &table->key_side, NULL));
    tpl_op_source_key(&out, &(struct tpl_op_source_key){
        .nulls = text_chars(&nulls), .decode = decode});
    return text_chars(&out);
}

static const char *read_value(struct flow *flow, struct flow_node *scan, struct text *locals,
    const char **first)
{
    struct arena *arena = flow->e->arena;
    const struct table *table = scan->node->table;
    const struct table_side *side = &table->value_side;
    struct text out = {.arena = arena};
    const char *nulls = null_columns(flow, scan, side, &table->key_side), *decode;
    bool envelope = format_info(side->format)->envelope;

    *first = "";
    decode = envelope ? operator_read_change(flow, scan, nulls, locals, first)
                      : source_decode(flow, scan, scan->row, table, false, "row");
    if (table->mode == CHANGELOG_UPSERT) {
        tpl_op_source_upsert(&out, &(struct tpl_op_source_upsert){
            .nulls = nulls, .decode = decode});
    } else if (side->format == FORMAT_RAW) {
        tpl_op_source_value(&out, &(struct tpl_op_source_value){
            .nulls = nulls, .decode = decode});
    } else if (*decode) {
        tpl_op_source_skip_null(&out, &(struct tpl_op_source_skip_null){0});
        text_add(&out, decode);
    }
    if (table->mode == CHANGELOG_RETRACT && !envelope)
        tpl_op_source_kind(&out, &(struct tpl_op_source_kind){0});
    return text_chars(&out);
}

/* ---- row lines ---- */

static bool is_key(const struct table *table, size_t column)
{
    for (size_t i = 0; i < table->key_side.count; i++)
        if (table->key_side.columns[i] == column)
            return true;
    return false;
}

/* Kinds that the table's changelog mode does not know fail. */
static const char *refuse_kinds(struct flow *flow, const struct table *table)
{
    struct text out = {.arena = flow->e->arena};

    switch (table->mode) {
    case CHANGELOG_APPEND:
        tpl_op_source_refuse(&out, &(struct tpl_op_source_refuse){.kinds = "op != RT_INSERT",
            .message = "\"$op %s: a table with changelog.mode = append takes +I only\""});
        break;
    case CHANGELOG_UPSERT:
        tpl_op_source_refuse(&out, &(struct tpl_op_source_refuse){
            .kinds = "op == RT_UPDATE_BEFORE",
            .message = "\"$op %s: a table with changelog.mode = upsert takes +I, +U and -D\""});
        break;
    case CHANGELOG_RETRACT:
        break;
    }
    return text_chars(&out);
}

/* The row as its reader sees it: metadata comes from the record; with changelog.mode = upsert a
 * deletion need not have more than the key. */
static struct row *line_row(struct flow *flow, const struct flow_node *scan)
{
    struct arena *arena = flow->e->arena;
    const struct table *table = scan->node->table;
    struct row *row = NEW(arena, struct row);

    *row = *scan->row;
    row->columns = arena_copy(arena, row->columns, row->column_count * sizeof *row->columns);
    for (size_t i = 0; i < row->column_count; i++) {
        if (table->columns[i].metadata != META_NONE)
            row->columns[i].member = NULL;
        else if (table->mode == CHANGELOG_UPSERT && !is_key(table, i))
            row->columns[i].type = type_with_null(arena, row->columns[i].type, true);
    }
    return row;
}

/* NULL bits that the reader has set: of metadata, of columns that only a deletion leaves out. */
static const char *line_nulls(struct flow *flow, const struct flow_node *scan)
{
    struct arena *arena = flow->e->arena;
    const struct table *table = scan->node->table;
    struct text out = {.arena = arena};

    for (size_t i = 0; i < table->column_count; i++) {
        const struct row_column *column = &scan->row->columns[i];

        if (!column->member)
            continue;
        if (metadata_is_of_change(table->columns[i].metadata))
            tpl_op_source_null(&out, &(struct tpl_op_source_null){.number = column->number});
        else if (table->columns[i].metadata != META_NONE)
            tpl_op_source_not_null(&out, &(struct tpl_op_source_not_null){
                .number = column->number});
        else if (table->mode == CHANGELOG_UPSERT && !column->type->nullable && !is_key(table, i))
            tpl_op_source_required(&out, &(struct tpl_op_source_required){
                .number = column->number,
                .message = emit_c_literal(arena,
                    arena_printf(arena, "column '%s' is NULL, but NOT NULL", column->name))});
    }
    return text_chars(&out);
}

static void emit_push_line(struct flow *flow, const struct flow_node *scan, const char *name,
    const char *metadata)
{
    struct emitter *e = flow->e;

    e->failed |= !emit_line_reader(e, flow->out, line_row(flow, scan));
    tpl_op_source_line(flow->out, &(struct tpl_op_source_line){
        .comment = "A row line instead of a record.", .name = name, .tag = scan->row->tag,
        .refused = refuse_kinds(flow, scan->node->table),
        .nulls = line_nulls(flow, scan), .metadata = metadata,
        .push = scan->push});
}

/* The statements between a record and its row. */
struct record_text {
    const char *locals, *key, *value, *metadata;
};

/* What `push` does in two steps. */
static void emit_read(struct flow *flow, const struct flow_node *scan,
    const struct record_text *text)
{
    static const char *const parameters[] = {"task", "record", "error"};
    struct emitter *e = flow->e;
    const char *stem = scan->row->tag;
    struct text unused = {.arena = e->arena};

    emit_unused(&unused, arena_printf(e->arena, "%s %s %s", text->key, text->value,
        text->metadata), parameters, 3);
    tpl_op_source_read(flow->out, &(struct tpl_op_source_read){
        .comment = arena_printf(e->arena, "A record of %s.",
            emit_comment(e->arena, scan->node->table->topic)),
        .name = names_make(e->names, "", arena_printf(e->arena, "%s_read", stem)), .tag = stem,
        .locals = text->locals, .unused = text_chars(&unused), .key = text->key,
        .value = text->value, .metadata = text->metadata});
    tpl_op_source_pass(flow->out, &(struct tpl_op_source_pass){
        .name = names_make(e->names, "", arena_printf(e->arena, "%s_pass", stem)),
        .push = scan->push});
}

void operator_emit_source(struct flow *flow, struct flow_node *scan)
{
    struct emitter *e = flow->e;
    const struct table *table = scan->node->table;
    struct text metadata = {.arena = e->arena}, locals = {.arena = e->arena};
    const char *stem = scan->row->tag;
    const char *line = names_make(e->names, "", arena_printf(e->arena, "%s_push_line", stem));
    const char *key, *value, *first;

    tpl_op_source_declare(flow->out, &(struct tpl_op_source_declare){.symbol = scan->symbol});
    text_add_char(flow->out, '\n');
    key = read_key(flow, scan);
    value = read_value(flow, scan, &locals, &first);
    read_metadata(flow, &metadata, scan);
    if (e->failed)
        return;
    if (strstr(key, "&decoder, &payload") || strstr(value, "&decoder, &payload"))
        tpl_op_source_locals(&locals, &(struct tpl_op_source_locals){0});
    if (table_kind(table) != CONNECTOR_KIND_GENERATOR && !*first) /* Those make row lines. */
        scan->near = operator_emit_near(flow, scan);
    if (scan->near)
        emit_read(flow, scan, &(struct record_text){
            text_chars(&locals), key, value, text_chars(&metadata)});
    else if (table_kind(table) != CONNECTOR_KIND_GENERATOR)
        tpl_op_source_push(flow->out, &(struct tpl_op_source_push){
            .comment = arena_printf(e->arena, "A record of %s.",
                emit_comment(e->arena, table->topic)),
            .name = names_make(e->names, "", arena_printf(e->arena, "%s_push", stem)),
            .tag = stem, .locals = text_chars(&locals), .key = key, .value = value,
            .metadata = text_chars(&metadata), .first = first, .push = scan->push});
    emit_push_line(flow, scan, line, text_chars(&metadata));
}

/* ---- VALUES ---- */

void operator_emit_values(struct flow *flow, struct flow_node *values)
{
    struct emitter *e = flow->e;
    const struct plan_node *node = values->node;
    const char *name = names_make(e->names, "",
        arena_printf(e->arena, "%s_generate", values->row->tag));
    struct text rows = {.arena = e->arena};
    unsigned locals = 0;

    for (size_t i = 0; i < node->row_count && !e->failed; i++) {
        struct text columns = {.arena = e->arena};
        struct expr_scope scope = {.e = e, .out = &columns, .next_local = &locals};

        for (size_t j = 0; j < node->column_count; j++)
            emit_assign(&scope, values->row, "row", j, node->rows[i][j]);
        tpl_op_values_row(&rows, &(struct tpl_op_values_row){
            .tag = values->row->tag, .columns = text_chars(&columns), .push = values->push});
    }
    if (!node->row_count)
        tpl_op_values_empty(&rows, &(struct tpl_op_values_empty){.tag = values->row->tag});
    tpl_op_values(flow->out, &(struct tpl_op_values){
        .comment = "The rows of VALUES.", .name = name, .tag = values->row->tag,
        .rows = text_chars(&rows)});
}
