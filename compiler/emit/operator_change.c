/* Debezium envelopes: the record is decoded into a row of its own, `before`, `after` and `op`, by
 * the codec of its language; then the columns of the table's row come out of one of the two. With
 * debezium-json.schema-include that row is the column `payload` of another. */
#include "job.h"
#include "op_change_tpl.h"

#include <string.h>

enum { BEFORE, AFTER, OP, CHANGE_COLUMNS };

struct change {
    struct flow *flow;
    const struct flow_node *scan;
    const struct table *table;  /* as if the envelope were its value */
    struct row *row;
    const struct type *payload; /* schema-include: the ROW of them; NULL: they are columns */
    const struct type *image;   /* of before and after: the columns that are read */
    size_t *columns;            /* its fields: column numbers of the table */
};

/* The columns of the value that are stored; one at least, so that the struct has a member. */
static void make_image(struct change *change)
{
    struct arena *arena = change->flow->e->arena;
    const struct table *table = change->scan->node->table;
    const struct table_side *side = &table->value_side;
    struct type_field *fields = arena_array(arena, side->count + 1, sizeof *fields);
    size_t count = 0;

    change->columns = arena_array(arena, side->count + 1, sizeof *change->columns);
    for (size_t i = 0; i < side->count; i++) {
        bool last = i + 1 == side->count;

        if (!change->scan->row->columns[side->columns[i]].member && (count || !last))
            continue;
        change->columns[count] = side->columns[i];
        fields[count++] = (struct type_field){
            .name = side->names[i], .type = table->columns[side->columns[i]].type};
    }
    change->image = type_row(arena, fields, count, true);
}

static const char *const names[CHANGE_COLUMNS] = {"before", "after", "op"};
static const size_t numbers[CHANGE_COLUMNS] = {BEFORE, AFTER, OP};

/* Options of debezium-json as those of json. */
static void map_options(struct table *table, struct arena *arena)
{
    static const enum option_id ids[][2] = {
        {OPT_DEBEZIUM_IGNORE_ERRORS, OPT_JSON_IGNORE_ERRORS},
        {OPT_DEBEZIUM_TIMESTAMP_FORMAT, OPT_JSON_TIMESTAMP_FORMAT}};
    struct option_value *options =
        arena_array(arena, table->option_count + 1, sizeof *options);

    for (size_t i = 0; i < table->option_count; i++) {
        options[i] = table->options[i];
        for (size_t k = 0; k < sizeof ids / sizeof *ids; k++)
            if (options[i].id == ids[k][0])
                options[i].id = ids[k][1];
    }
    table->options = options;
}

static bool is_used(const struct change *change, size_t column)
{
    return column != BEFORE || change->scan->node->table->mode == CHANGELOG_RETRACT;
}

/* before, after and op as columns, or as the one column payload. */
static void make_columns(struct change *change, struct table *table)
{
    static const char *const payload[] = {"payload"};
    struct arena *arena = change->flow->e->arena;
    struct type_field *fields = arena_array(arena, CHANGE_COLUMNS, sizeof *fields);
    bool included = table_option_by_id(table, OPT_DEBEZIUM_SCHEMA_INCLUDE)->number &&
        change->scan->node->table->value_side.format == FORMAT_DEBEZIUM_JSON;

    for (size_t i = 0; i < CHANGE_COLUMNS; i++)
        fields[i] = (struct type_field){.name = names[i],
            .type = i == OP ? type_string(arena, true) : change->image};
    change->payload = included ? type_row(arena, fields, CHANGE_COLUMNS, true) : NULL;
    table->column_count = table->declared_count = included ? 1 : CHANGE_COLUMNS;
    table->columns = arena_array(arena, CHANGE_COLUMNS, sizeof *table->columns);
    for (size_t i = 0; i < table->column_count; i++)
        table->columns[i] = (struct column){.kind = TABLE_PHYSICAL, .span = table->span,
            .name = included ? payload[0] : names[i],
            .type = included ? change->payload : fields[i].type};
    table->value_side.names = included ? payload : names;
    table->value_side.columns = numbers;
    table->value_side.count = table->column_count;
}

static void make_table(struct change *change)
{
    struct arena *arena = change->flow->e->arena;
    struct table *table = arena_copy(arena, change->scan->node->table, sizeof *table);

    make_columns(change, table);
    map_options(table, arena);
    table->value_side.format = format_base(table->value_side.format);
    table->value_side.schema = table->value_side.envelope.text;
    table->value_side.references = table->value_side.envelope.references;
    table->value_side.reference_count = table->value_side.envelope.reference_count;
    change->table = table;
}

static void make_row(struct change *change)
{
    struct rel_column columns[CHANGE_COLUMNS];
    bool used[CHANGE_COLUMNS];

    for (size_t i = 0; i < change->table->column_count; i++) {
        columns[i] = (struct rel_column){
            change->table->columns[i].name, change->table->columns[i].type};
        used[i] = change->payload || is_used(change, i);
    }
    change->row = flow_row(change->flow, change->flow->out,
        arena_printf(change->flow->e->arena, "%s_change", change->scan->row->tag), columns,
        change->table->column_count, used);
}

/* The function that fills the table's row. */
static const char *copy_function(struct change *change)
{
    struct emitter *e = change->flow->e;
    struct text columns = {.arena = e->arena};
    const char *name = names_make(e->names, "",
        arena_printf(e->arena, "%s_from_change", change->scan->row->tag));

    for (size_t i = 0; i < change->image->field_count; i++) {
        const struct row_column *to = &change->scan->row->columns[change->columns[i]];
        const char *field = emit_field_member(e, change->image, i);

        if (!to->member)
            tpl_op_change_no_column(&columns, &(struct tpl_op_change_no_column){0});
        else if (change->image->fields[i].type->nullable)
            tpl_op_change_column(&columns, &(struct tpl_op_change_column){.number = to->number,
                .index = arena_printf(e->arena, "%zu", i), .member = to->member, .field = field});
        else
            tpl_op_change_column_not_null(&columns, &(struct tpl_op_change_column_not_null){
                .member = to->member, .field = field});
    }
    tpl_op_change_copy(change->flow->out, &(struct tpl_op_change_copy){.name = name,
        .from = emit_storage_type(e, change->image), .tag = change->scan->row->tag,
        .columns = text_chars(&columns)});
    return name;
}

static const char *member(const struct change *change, size_t column)
{
    struct emitter *e = change->flow->e;

    if (change->payload)
        return arena_printf(e->arena, "change.%s.%s", change->row->columns[0].member,
            emit_field_member(e, change->payload, column));
    return arena_printf(e->arena, "change.%s", change->row->columns[column].member);
}

static const char *is_null(const struct change *change, size_t column)
{
    struct arena *arena = change->flow->e->arena;

    if (!is_used(change, column))
        return "true";
    if (change->payload)
        return arena_printf(arena,
            "rt_null_get(change.nulls, %s) || rt_null_get(change.%s.nulls, %zu)",
            change->row->columns[0].number, change->row->columns[0].member, column);
    return arena_printf(arena, "rt_null_get(change.nulls, %s)",
        change->row->columns[column].number);
}

static const char *rows_of(enum changelog_mode mode)
{
    static const char *const names[] = {[CHANGELOG_APPEND] = "RT_CHANGE_FACTS",
        [CHANGELOG_UPSERT] = "RT_CHANGE_LATEST", [CHANGELOG_RETRACT] = "RT_CHANGE_UPDATES"};

    return names[mode];
}

const char *operator_read_change(struct flow *flow, struct flow_node *scan, const char *nulls,
    struct text *locals, const char **first)
{
    struct change change = {.flow = flow, .scan = scan};
    struct arena *arena = flow->e->arena;
    struct text out = {.arena = arena}, before = {.arena = arena};
    const char *copy, *decode;

    make_image(&change);
    make_table(&change);
    make_row(&change);
    decode = source_decode(flow, scan, change.row, change.table, false, "change");
    if (flow->e->failed)
        return "";
    copy = copy_function(&change);
    tpl_op_change_locals(locals, &(struct tpl_op_change_locals){.tag = change.row->tag});
    tpl_op_change_read(&out, &(struct tpl_op_change_read){.decode = decode,
        .op = member(&change, OP), .no_op = is_null(&change, OP),
        .no_before = is_null(&change, BEFORE), .no_after = is_null(&change, AFTER),
        .rows = rows_of(change.table->mode)});
    switch (change.table->mode) {
    case CHANGELOG_APPEND:
        tpl_op_change_append(&out, &(struct tpl_op_change_append){.copy = copy,
            .after = member(&change, AFTER)});
        break;
    case CHANGELOG_UPSERT:
        tpl_op_change_upsert(&out, &(struct tpl_op_change_upsert){.copy = copy,
            .after = member(&change, AFTER), .nulls = nulls});
        break;
    case CHANGELOG_RETRACT:
        tpl_op_change_retract(&out, &(struct tpl_op_change_retract){.copy = copy,
            .before = member(&change, BEFORE), .after = member(&change, AFTER)});
        tpl_op_change_first(&before, &(struct tpl_op_change_first){.tag = scan->row->tag,
            .copy = copy, .before = member(&change, BEFORE), .push = scan->push});
        break;
    }
    *first = text_chars(&before);
    return text_chars(&out);
}
