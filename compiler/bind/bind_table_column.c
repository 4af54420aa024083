/* Columns of a table: physical, metadata, computed. */
#include "../parse/parse.h"
#include "bind_table.h"

#include <string.h>

static const struct metadata {
    const char *name;
    enum metadata_key key;
    bool writable;
} metadata_keys[] = {
    {"headers", META_HEADERS, true},
    {"leader-epoch", META_LEADER_EPOCH, false},
    {"offset", META_OFFSET, false},
    {"partition", META_PARTITION, false},
    {"raw-key", META_RAW_KEY, false},
    {"raw-value", META_RAW_VALUE, false},
    {"timestamp", META_TIMESTAMP, true},
    {"timestamp-type", META_TIMESTAMP_TYPE, false},
    {"topic", META_TOPIC, false},
    {"value.ingestion-timestamp", META_CHANGE_TIME, false},
    {"value.schema", META_CHANGE_SCHEMA, false},
    {"value.source.database", META_SOURCE_DATABASE, false},
    {"value.source.properties", META_SOURCE_PROPERTIES, false},
    {"value.source.schema", META_SOURCE_SCHEMA, false},
    {"value.source.table", META_SOURCE_TABLE, false},
    {"value.source.timestamp", META_SOURCE_TIME, false},
};

enum { METADATA_COUNT = sizeof metadata_keys / sizeof *metadata_keys };

static const struct type *metadata_type(struct arena *arena, enum metadata_key key)
{
    switch (key) {
    case META_HEADERS:
        return type_map(arena, type_bytes(arena, false), type_bytes(arena, true), false);
    case META_LEADER_EPOCH: return type_simple(arena, TYPE_INT, true);
    case META_OFFSET: return type_simple(arena, TYPE_BIGINT, false);
    case META_PARTITION: return type_simple(arena, TYPE_INT, false);
    case META_RAW_KEY: case META_RAW_VALUE: return type_bytes(arena, true);
    case META_TIMESTAMP: return type_temporal(arena, TYPE_TIMESTAMP_LTZ, 3, false);
    case META_TIMESTAMP_TYPE: case META_TOPIC: return type_string(arena, false);
    case META_CHANGE_TIME: case META_SOURCE_TIME:
        return type_temporal(arena, TYPE_TIMESTAMP_LTZ, 3, true);
    case META_CHANGE_SCHEMA: case META_SOURCE_DATABASE: case META_SOURCE_SCHEMA:
    case META_SOURCE_TABLE:
        return type_string(arena, true);
    case META_SOURCE_PROPERTIES:
        return type_map(arena, type_string(arena, true), type_string(arena, true), true);
    case META_NONE: break;
    }
    BUG("no type of metadata %d", (int)key);
}

static const struct metadata *find_metadata(struct draft *draft, const char *name,
    struct span span)
{
    const char *names[METADATA_COUNT], *near;
    struct diag *diag = draft->catalog->diag;

    for (size_t i = 0; i < METADATA_COUNT; i++) {
        if (strcmp(metadata_keys[i].name, name) == 0)
            return &metadata_keys[i];
        names[i] = metadata_keys[i].name;
    }
    diag_error(diag, D_UNKNOWN_METADATA, span, "unknown metadata key '%s'", name);
    near = nearest_name(name, names, METADATA_COUNT);
    if (near)
        diag_note(diag, span, "did you mean '%s'?", near);
    else
        diag_note(diag, span, "headers, leader-epoch, offset, partition, raw-key, raw-value, "
            "timestamp, timestamp-type and topic exist");
    return NULL;
}

static bool make_metadata(struct draft *draft, const struct column_def *def,
    struct column *column)
{
    bool named = def->metadata_key.data;
    const char *name = named ? def->metadata_key.data : def->name.text;
    struct span span = named ? def->metadata_key_span : def->name.span;
    const struct metadata *metadata = find_metadata(draft, name, span);
    const struct type *origin;
    struct diag *diag = draft->catalog->diag;

    if (!metadata)
        return false;
    column->metadata = metadata->key;
    column->metadata_named = named;
    column->is_virtual = def->is_virtual;
    if (!metadata->writable && !def->is_virtual) {
        diag_error(diag, D_METADATA_READ_ONLY, def->span,
            "metadata '%s' can only be read: column '%s' must be METADATA%s%s%s VIRTUAL", name,
            def->name.text, named ? " FROM '" : "", named ? name : "", named ? "'" : "");
        return false;
    }
    origin = metadata_type(draft->catalog->arena, metadata->key);
    if (!type_casts_explicitly(origin, column->type) ||
            (!def->is_virtual && !type_casts_explicitly(column->type, origin))) {
        diag_error(diag, D_METADATA_TYPE, def->type->span,
            "metadata '%s' is %s, which cannot be cast to %s", name,
            type_brief(draft->catalog->arena, origin),
            type_brief(draft->catalog->arena, column->type));
        return false;
    }
    return true;
}

/* Types that no column can have. */
static bool check_type(struct draft *draft, const struct type *type, struct span span)
{
    switch (type->kind) {
    case TYPE_NULL: case TYPE_DESCRIPTOR: case TYPE_RAW: case TYPE_TIMESTAMP_TZ:
        diag_error(draft->catalog->diag, D_COLUMN_TYPE, span, "a column cannot be of type %s",
            type_brief(draft->catalog->arena, type));
        return false;
    case TYPE_ARRAY: case TYPE_MULTISET:
        return check_type(draft, type->element, span);
    case TYPE_MAP:
        return check_type(draft, type->key, span) && check_type(draft, type->element, span);
    case TYPE_ROW:
        for (size_t i = 0; i < type->field_count; i++) {
            if (!check_type(draft, type->fields[i].type, span))
                return false;
        }
        return true;
    case TYPE_BOOLEAN: case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT: case TYPE_BIGINT:
    case TYPE_FLOAT: case TYPE_DOUBLE: case TYPE_DECIMAL: case TYPE_CHAR: case TYPE_VARCHAR:
    case TYPE_BINARY: case TYPE_VARBINARY: case TYPE_DATE: case TYPE_TIME: case TYPE_TIMESTAMP:
    case TYPE_TIMESTAMP_LTZ: case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY:
    case TYPE_VARIANT: case TYPE_BITMAP:
        break;
    }
    return true;
}

bool draft_make_column(struct draft *draft, const struct column_def *def, struct column *column)
{
    bool ok = true;

    *column = (struct column){
        .name = def->name.text, .comment = def->comment.data, .span = def->name.span };
    if (strcmp(def->name.text, "$rowtime") == 0) {
        diag_error(draft->catalog->diag, D_SYSTEM_COLUMN, def->name.span,
            "'$rowtime' is a system column that every table has");
        ok = false;
    }
    if (def->kind == COLUMN_NAME_ONLY) {
        diag_error(draft->catalog->diag, D_CTAS_COLUMN, def->name.span,
            "column '%s' needs a type, which only CREATE TABLE … AS takes from its query",
            def->name.text);
        ok = false;
    } else if (def->kind != COLUMN_COMPUTED) {
        column->type = bind_type(draft->catalog, def->type);
        ok = column->type && check_type(draft, column->type, def->type->span) && ok;
    }
    switch (def->kind) {
    case COLUMN_PHYSICAL:
        column->kind = TABLE_PHYSICAL;
        break;
    case COLUMN_METADATA:
        column->kind = TABLE_METADATA;
        ok = ok && make_metadata(draft, def, column);
        break;
    case COLUMN_COMPUTED:
        column->kind = TABLE_COMPUTED;
        column->expr_ast = def->expr;
        break;
    case COLUMN_NAME_ONLY:
        break;
    }
    draft->failed |= !ok;
    return ok;
}

bool draft_column_place(struct draft *draft, const struct column_def *def, size_t *at)
{
    const struct column *after;

    *at = draft->columns.count;
    if (def->position == POSITION_FIRST)
        *at = 0;
    if (def->position != POSITION_AFTER)
        return true;
    after = draft_need_column(draft, &def->after, "AFTER");
    if (!after)
        return false;
    *at = (size_t)(after - draft->columns.at) + 1;
    return true;
}

void draft_insert_column(struct draft *draft, const struct column *column, size_t at)
{
    vec_push(draft->catalog->arena, &draft->columns, *column);
    memmove(&draft->columns.at[at + 1], &draft->columns.at[at],
        (draft->columns.count - 1 - at) * sizeof *column);
    draft->columns.at[at] = *column;
}

bool draft_add_column(struct draft *draft, const struct column_def *def)
{
    struct column *prior = draft_column(draft, def->name.text);
    struct column column;
    bool done;
    size_t at;

    if (prior && (size_t)(prior - draft->columns.at) < draft->like.inherited)
        return draft_like_column(draft, def, prior);
    if (prior && draft->alters) {
        if (!draft_add_registered(draft, def, prior, &done))
            return false;
        if (done)
            return true;
        prior = draft_column(draft, def->name.text);
    }
    if (prior) {
        diag_error(draft->catalog->diag, D_DUPLICATE_COLUMN, def->name.span,
            "column '%s' declared twice", def->name.text);
        diag_note(draft->catalog->diag, prior->span, "first declared here");
        draft->failed = true;
        return false;
    }
    /* A column that is wrong is there all the same: clauses that name it are not wrong for that. */
    if (!draft_make_column(draft, def, &column))
        draft->incomplete = true;
    if (!draft_column_place(draft, def, &at))
        return false;
    draft_insert_column(draft, &column, at);
    return draft_column_constraint(draft, def) && !draft->failed;
}

bool draft_check_metadata(struct draft *draft)
{
    const struct column *writers[META_COUNT] = {0};

    for (size_t i = 0; i < draft->columns.count; i++) {
        const struct column *column = &draft->columns.at[i];

        if (column->kind != TABLE_METADATA || column->is_virtual)
            continue;
        if (writers[column->metadata]) {
            diag_error(draft->catalog->diag, D_DUPLICATE_COLUMN, column->span,
                "columns '%s' and '%s' both write the same metadata: one must be VIRTUAL",
                writers[column->metadata]->name, column->name);
            diag_note(draft->catalog->diag, writers[column->metadata]->span,
                "first declared here");
            draft->failed = true;
            return false;
        }
        writers[column->metadata] = column;
    }
    return true;
}

bool draft_bind_computed(struct draft *draft, struct table *table)
{
    struct arena *arena = draft->catalog->arena;
    bool ok = true;

    /* A computed column sees those before it: the rest have no name until their turn. */
    for (size_t i = 0; i < table->column_count; i++) {
        if (table->columns[i].kind == TABLE_COMPUTED)
            table->columns[i].name = "";
    }
    for (size_t i = 0; i < table->column_count; i++) {
        struct column *column = &table->columns[i];
        struct text sql = {.arena = arena};

        if (column->kind != TABLE_COMPUTED)
            continue;
        column->expr = bind_table_expr(draft->catalog, table, column->expr_ast);
        if (!column->expr || !check_type(draft, column->expr->type, column->expr_ast->span)) {
            ok = false;
            continue;
        }
        ast_print_expr(&sql, column->expr_ast);
        column->expr_sql = text_chars(&sql);
        column->type = column->expr->type;
        if (column->type->attribute == ATTRIBUTE_ROWTIME) /* the watermark gives it */
            column->type = type_with_attribute(arena, column->type, ATTRIBUTE_NONE);
        column->name = draft->columns.at[i].name;
    }
    draft->failed |= !ok;
    return ok;
}
