/* Debezium envelopes: the record is decoded into a row of its own, `before`, `after` and `op`, by
 * the codec of its language; then the columns of the table's row come out of one of the two. With
 * debezium-json.schema-include that row is the column `payload` of another. */
#include "job.h"
#include "op_change_tpl.h"

#include <string.h>

enum { BEFORE, AFTER, OP, SOURCE, TIME, CHANGE_COLUMNS };

struct change {
    struct flow *flow;
    const struct flow_node *scan;
    const struct table *table;  /* as if the envelope were its value */
    struct row *row;
    const struct type *payload; /* schema-include: the ROW of them; NULL: they are columns */
    size_t count;               /* of them: only metadata reads SOURCE and TIME */
    bool has_schema;            /* schema-include: metadata reads it, behind the payload */
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

static const char *const names[CHANGE_COLUMNS] = {"before", "after", "op", "source", "ts_ms"};
static const size_t numbers[CHANGE_COLUMNS] = {BEFORE, AFTER, OP, SOURCE, TIME};

/* The next column of the table with metadata of a change that is read; its number or the count. */
static size_t next_metadata(const struct change *change, size_t at)
{
    const struct table *table = change->scan->node->table;

    while (at < table->column_count && !(metadata_is_of_change(table->columns[at].metadata) &&
            change->scan->row->columns[at].member))
        at++;
    return at;
}

static const struct type *type_of(struct change *change, size_t column)
{
    struct arena *arena = change->flow->e->arena;

    switch (column) {
    case OP: return type_string(arena, true);
    case SOURCE: return type_map(arena, type_string(arena, true), type_string(arena, true), true);
    case TIME: return type_simple(arena, TYPE_BIGINT, true);
    }
    return change->image;
}

static bool is_used(const struct change *change, size_t column)
{
    return column != BEFORE || change->scan->node->table->mode == CHANGELOG_RETRACT;
}

/* The parts as columns, or as the one column payload. */
static void make_columns(struct change *change, struct table *table)
{
    static const char *const outer[] = {"payload", "schema"};
    struct arena *arena = change->flow->e->arena;
    struct type_field *fields = arena_array(arena, CHANGE_COLUMNS, sizeof *fields);
    bool included = table_option_by_id(table, OPT_DEBEZIUM_SCHEMA_INCLUDE)->number &&
        change->scan->node->table->value_side.format == FORMAT_DEBEZIUM_JSON;
    bool metadata = next_metadata(change, 0) < table->column_count;

    change->count = metadata ? CHANGE_COLUMNS : OP + 1;
    for (size_t i = 0; i < change->count; i++)
        fields[i] = (struct type_field){.name = names[i], .type = type_of(change, i)};
    change->payload = included ? type_row(arena, fields, change->count, true) : NULL;
    change->has_schema = included && metadata;
    table->column_count = table->declared_count = included ? (size_t)1 + metadata : change->count;
    table->columns = arena_array(arena, CHANGE_COLUMNS, sizeof *table->columns);
    for (size_t i = 0; i < table->column_count; i++)
        table->columns[i] = (struct column){.kind = TABLE_PHYSICAL, .span = table->span,
            .name = included ? outer[i] : names[i],
            .type = !included ? fields[i].type : i ? type_string(arena, true) : change->payload};
    table->value_side.names = included ? outer : names;
    table->value_side.columns = numbers;
    table->value_side.count = table->column_count;
}

static void make_table(struct change *change)
{
    struct arena *arena = change->flow->e->arena;
    struct table *table = arena_copy(arena, change->scan->node->table, sizeof *table);

    make_columns(change, table);
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

/* ---- metadata ---- */

/* The function that finds a member of the source. */
static const char *source_function(struct change *change)
{
    struct emitter *e = change->flow->e;
    const char *name = names_make(e->names, "",
        arena_printf(e->arena, "%s_change_says", change->scan->row->tag));

    tpl_op_change_source(change->flow->out, &(struct tpl_op_change_source){.name = name,
        .map = emit_storage_type(e, type_of(change, SOURCE))});
    return name;
}

/* The name of a member of the source; NULL: the metadata is something else. */
static const char *source_member(enum metadata_key key)
{
    return key == META_SOURCE_TIME      ? "ts_ms"
        : key == META_SOURCE_DATABASE ? "db"
        : key == META_SOURCE_SCHEMA   ? "schema"
        : key == META_SOURCE_TABLE    ? "table"
                                      : NULL;
}

static struct emit_value metadata_value(struct change *change, struct text *out,
    enum metadata_key key, const char *function)
{
    struct arena *arena = change->flow->e->arena;
    const char *name = source_member(key);
    const struct row_column *schema = &change->row->columns[1];

    if (name) {
        tpl_op_change_said(out, &(struct tpl_op_change_said){.local = name, .function = function,
            .source = member(change, SOURCE), .absent = is_null(change, SOURCE)});
        if (key == META_SOURCE_TIME)
            tpl_op_change_time(out, &(struct tpl_op_change_time){.local = name});
        return (struct emit_value){key == META_SOURCE_TIME
                ? "rt_timestamp_from_ms(source_time)" : arena_printf(arena, "source_%s", name),
            arena_printf(arena, "no_source_%s", name)};
    }
    if (key == META_SOURCE_PROPERTIES)
        return (struct emit_value){member(change, SOURCE), is_null(change, SOURCE)};
    if (key == META_CHANGE_TIME)
        return (struct emit_value){
            arena_printf(arena, "rt_timestamp_from_ms(%s)", member(change, TIME)),
            is_null(change, TIME)};
    if (!change->has_schema)
        return (struct emit_value){"(struct rt_text){0}", "true"};
    return (struct emit_value){arena_printf(arena, "change.%s", schema->member),
        arena_printf(arena, "rt_null_get(change.nulls, %s)", schema->number)};
}

static const struct type *metadata_type(struct change *change, enum metadata_key key)
{
    struct arena *arena = change->flow->e->arena;

    if (key == META_SOURCE_PROPERTIES)
        return type_of(change, SOURCE);
    return key == META_CHANGE_TIME || key == META_SOURCE_TIME
        ? type_temporal(arena, TYPE_TIMESTAMP_LTZ, 3, true) : type_string(arena, true);
}

static void read_metadata(struct change *change, struct text *out)
{
    struct emitter *e = change->flow->e;
    const struct table *table = change->scan->node->table;
    size_t at = next_metadata(change, 0);
    const char *function = at < table->column_count ? source_function(change) : NULL;
    unsigned locals = 0;

    for (; at < table->column_count; at = next_metadata(change, at + 1)) {
        const struct column *column = &table->columns[at];
        struct text code = {.arena = e->arena};
        struct emit_value value = metadata_value(change, &code, column->metadata, function);
        struct expr_scope scope = {.e = e, .out = &code, .next_local = &locals, .inputs = &value,
            .alias = column->name};

        emit_assign(&scope, change->scan->row, "row", at,
            texpr_cast(e->arena, texpr_new(e->arena, TEXPR_INPUT,
                metadata_type(change, column->metadata), (struct span){0}), column->type));
        tpl_op_change_metadata(out, &(struct tpl_op_change_metadata){.code = text_chars(&code)});
    }
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
    read_metadata(&change, &out);
    *first = text_chars(&before);
    return text_chars(&out);
}
