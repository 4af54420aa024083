/* Error tables: records that cannot be decoded become rows. */
#include "../catalog/error_table.h"
#include "job.h"
#include "op_errors_tpl.h"

static struct texpr *input(struct arena *arena, size_t number, const struct type *type)
{
    struct texpr *expr = texpr_new(arena, TEXPR_INPUT, type, (struct span){0});

    expr->input = number;
    return expr;
}

/* The fields of the source record, ERROR_COLUMNS behind its own inputs. */
static struct texpr *source_record(struct arena *arena, const struct type *type)
{
    struct texpr *row = texpr_new(arena, TEXPR_ROW, type_with_null(arena, type, false),
        (struct span){0});

    row->args = arena_array(arena, RECORD_FIELDS, sizeof *row->args);
    for (size_t i = 0; i < RECORD_FIELDS; i++)
        row->args[row->arg_count++] = input(arena, ERROR_COLUMNS + i, type->fields[i].type);
    return row;
}

/* What the row is made of: a value for each column, then for each field of the source record. */
static const struct emit_value values[ERROR_COLUMNS + RECORD_FIELDS] = {
    [ERROR_TIMESTAMP] = {"rt_timestamp_from_ms(task->now_ms)", "false"},
    [ERROR_CODE] = {"failure->code", "false"},
    [ERROR_REASON] = {"failure->reason", "false"},
    [ERROR_MESSAGE] = {"failure->message", "false"},
    [ERROR_DETAILS] = {"details", "false"},
    [ERROR_PROCESSOR] = {"RT_TEXT(\"ddl2c\")", "false"},
    [ERROR_STATEMENT] = {"failure->pipeline", "false"},
    [ERROR_TYPE] = {"RT_TEXT(\"TABLE\")", "false"},
    [ERROR_CATALOG] = {"failure->catalog", "false"},
    [ERROR_DATABASE] = {"failure->database", "false"},
    [ERROR_NAME] = {"failure->table", "false"},
    [ERROR_COLUMNS + RECORD_TOPIC] = {"failure->topic", "false"},
    [ERROR_COLUMNS + RECORD_PARTITION] = {"record->partition", "false"},
    [ERROR_COLUMNS + RECORD_OFFSET] = {"record->offset", "false"},
    [ERROR_COLUMNS + RECORD_TIMESTAMP] = {"rt_timestamp_from_ms(record->timestamp_ms)", "false"},
    [ERROR_COLUMNS + RECORD_TIMESTAMP_TYPE] = {"rt_timestamp_type_text(record->timestamp_type)",
        "false"},
    [ERROR_COLUMNS + RECORD_HEADERS] = {"headers", "false"},
    [ERROR_COLUMNS + RECORD_KEY] = {"record->key", "record->key_null"},
    [ERROR_COLUMNS + RECORD_VALUE] = {"record->value", "record->value_null"},
};

static void add_map(struct flow *flow, struct text *locals, const char *name,
    const struct type *type)
{
    tpl_op_errors_map(locals, &(struct tpl_op_errors_map){
        .map = emit_storage_type(flow->e, type), .name = name});
}

/* The value of a column of a table of dead letters, whose key and value are raw. */
static size_t letter_value(const struct plan_node *sink, size_t index)
{
    const struct table_side *key = &sink->table->key_side, *value = &sink->table->value_side;

    if (sink->sink_columns[index] == value->columns[0])
        return ERROR_COLUMNS + RECORD_VALUE;
    return key->count && sink->sink_columns[index] == key->columns[0]
        ? ERROR_COLUMNS + RECORD_KEY : ERROR_COLUMNS;
}

static void add_letter(struct flow *flow, struct text *out, const struct flow_node *sink,
    size_t index, unsigned *next_local)
{
    struct emitter *e = flow->e;
    const struct row_column *column = &sink->row->columns[index];
    size_t which = letter_value(sink->node, index);
    struct expr_scope scope = {.e = e, .out = out, .next_local = next_local, .inputs = values,
        .alias = column->name};

    if (which == ERROR_COLUMNS)
        tpl_op_errors_null(out, &(struct tpl_op_errors_null){.number = column->number});
    else
        emit_assign(&scope, sink->row, "row", index, input(e->arena, which, column->type));
}

static void add_column(struct flow *flow, struct text *locals, struct text *out,
    const struct row *row, size_t index, unsigned *next_local)
{
    struct emitter *e = flow->e;
    const struct row_column *column = &row->columns[index];
    enum error_column which = error_table_column(column->name);
    struct expr_scope scope = {.e = e, .out = out, .next_local = next_local, .inputs = values,
        .alias = column->name};
    const struct type *headers;

    if (which == ERROR_COLUMNS) {
        tpl_op_errors_null(out, &(struct tpl_op_errors_null){.number = column->number});
        return;
    }
    if (which == ERROR_DETAILS) {
        add_map(flow, locals, "details", column->type);
        tpl_op_errors_details(out, &(struct tpl_op_errors_details){.name = "details",
            .key_type = emit_storage_type(e, column->type->key),
            .value_type = emit_storage_type(e, column->type->element)});
    }
    if (which == ERROR_RECORD) {
        headers = column->type->fields[RECORD_HEADERS].type;
        add_map(flow, locals, "headers", headers);
        tpl_op_errors_headers(out, &(struct tpl_op_errors_headers){.name = "headers",
            .key_type = emit_storage_type(e, headers->key),
            .value_type = emit_storage_type(e, headers->element)});
    }
    emit_assign(&scope, row, "row", index,
        which == ERROR_RECORD ? source_record(e->arena, column->type)
                              : input(e->arena, which, type_with_null(e->arena, column->type,
                                    false)));
}

const char *operator_errors_name(struct flow *flow, const struct flow_node *sink)
{
    return names_make(flow->e->names, "",
        arena_printf(flow->e->arena, "%s_take", sink->row->tag));
}

void operator_emit_errors(struct flow *flow, const struct flow_node *sink)
{
    struct arena *arena = flow->e->arena;
    struct text columns = {.arena = arena}, locals = {.arena = arena};
    unsigned next_local = 0;

    for (size_t i = 0; i < sink->row->column_count && !flow->e->failed; i++) {
        if (sink->node->table->value_side.format == FORMAT_RAW)
            add_letter(flow, &columns, sink, i, &next_local);
        else
            add_column(flow, &locals, &columns, sink->row, i, &next_local);
    }
    tpl_op_errors(flow->out, &(struct tpl_op_errors){.name = operator_errors_name(flow, sink),
        .tag = sink->row->tag, .maps = text_chars(&locals), .columns = text_chars(&columns),
        .push = sink->push});
}
