/* A declaration in the making, and the table it becomes. */
#include "bind_table.h"

#include <stdlib.h>
#include <string.h>

void draft_init(struct draft *draft, struct catalog *catalog, const struct path *path)
{
    *draft = (struct draft){.catalog = catalog, .span = path->span};
    catalog_resolve(catalog, path, &draft->catalog_name, &draft->database, &draft->name);
    draft->topic = draft->name;
}

static struct name name_at(const char *text, struct span span)
{
    return (struct name){.text = text, .span = span};
}

static struct name_list names_of(struct arena *arena, const struct table *table,
    const size_t *numbers, size_t count)
{
    struct name_list names = {0};

    for (size_t i = 0; i < count; i++) {
        const struct column *column = &table->columns[numbers[i]];

        vec_push(arena, &names, name_at(column->name, column->span));
    }
    return names;
}

void draft_from_table(struct draft *draft, struct catalog *catalog, const struct table *table)
{
    struct arena *arena = catalog->arena;

    *draft = (struct draft){
        .catalog = catalog, .catalog_name = table->catalog, .database = table->database,
        .name = table->name, .topic = table->topic, .comment = table->comment,
        .temporary = table->temporary,
        .span = table->span };
    for (size_t i = 0; i < table->declared_count; i++) {
        struct column column = table->columns[i];

        if (column.type)
            column.type = type_with_attribute(arena, column.type, ATTRIBUTE_NONE);
        vec_push(arena, &draft->columns, column);
    }
    for (size_t i = 0; i < table->hidden_count; i++)
        vec_push(arena, &draft->hidden, table->hidden[i]);
    if (table->key.present)
        draft->key = (struct draft_key){
            .present = true, .span = table->key.span,
            .name = table->key.named ? name_at(table->key.name, table->key.span) : (struct name){0},
            .columns = names_of(arena, table, table->key.columns, table->key.count) };
    if (table->distribution_written)
        draft->distribution = (struct draft_distribution){
            .present = true, .by_partitioned = table->partitioned_by,
            .has_buckets = table->buckets_written, .buckets = table->buckets,
            .span = table->distribution_span,
            .columns = table->distribution_named
                ? names_of(arena, table, table->bucket_columns, table->bucket_count)
                : (struct name_list){0} };
    if (!table->watermark.is_default)
        draft->watermark = (struct draft_watermark){
            .present = true, .expr = table->watermark.expr_ast, .span = table->watermark.span,
            .column = name_at(table->columns[table->watermark.column].name,
                table->watermark.span) };
    for (size_t i = 0; i < table->option_count; i++)
        vec_push(arena, &draft->options, table->options[i]);
}

struct column *draft_column(struct draft *draft, const char *name)
{
    for (size_t i = 0; i < draft->columns.count; i++) {
        if (strcmp(draft->columns.at[i].name, name) == 0)
            return &draft->columns.at[i];
    }
    return NULL;
}

struct column *draft_need_column(struct draft *draft, const struct name *name, const char *clause)
{
    struct column *column = draft_column(draft, name->text);
    size_t count = draft->columns.count;
    const char **names, *near;

    if (column)
        return column;
    diag_error(draft->catalog->diag, D_NO_SUCH_COLUMN, name->span,
        "%s names column '%s', which table '%s' does not have", clause, name->text, draft->name);
    names = arena_array(draft->catalog->arena, count ? count : 1, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = draft->columns.at[i].name;
    near = nearest_name(name->text, names, count);
    if (near)
        diag_note(draft->catalog->diag, name->span, "did you mean '%s'?", near);
    draft->failed = true;
    return NULL;
}

const char *draft_path(struct draft *draft)
{
    struct name parts[3] = {
        {.text = draft->catalog_name}, {.text = draft->database}, {.text = draft->name}};
    struct path path = {.parts = {.at = parts, .count = 3}};

    return catalog_key(draft->catalog, &path);
}

enum connector draft_connector(const struct draft *draft)
{
    for (size_t i = 0; i < draft->options.count; i++) {
        if (draft->options.at[i].id == OPT_CONNECTOR)
            return (enum connector)draft->options.at[i].number;
    }
    return CONNECTOR_CONFLUENT;
}

/* ---- finishing ---- */

static bool check_columns(struct draft *draft)
{
    for (size_t i = 0; i < draft->columns.count; i++) {
        if (draft->columns.at[i].kind == TABLE_PHYSICAL)
            return true;
    }
    if (!draft->failed)
        diag_error(draft->catalog->diag, D_NO_COLUMNS, draft->span,
            "table '%s' needs a physical column at least", draft->name);
    draft->failed = true;
    return false;
}

static void take_columns(struct draft *draft, struct table *table)
{
    struct arena *arena = draft->catalog->arena;
    size_t count = draft->columns.count;

    table->columns = arena_array(arena, count + 1, sizeof *table->columns);
    if (count)
        memcpy(table->columns, draft->columns.at, count * sizeof *table->columns);
    table->declared_count = count;
    table->column_count = count + 1;
    table->columns[count] = (struct column){
        .kind = TABLE_SYSTEM, .name = "$rowtime", .metadata = META_TIMESTAMP, .is_virtual = true,
        .type = type_temporal(arena, TYPE_TIMESTAMP_LTZ, 3, false), .span = draft->span };
}

static int compare_options(const void *a, const void *b)
{
    const struct option_value *x = a, *y = b;

    return strcmp(x->key, y->key);
}

/* 'topic' names one or several, 'topic-pattern' those that fit. */
static void take_topics(struct draft *draft, struct table *table)
{
    struct arena *arena = draft->catalog->arena;
    const char *text = table_option_by_id(table, OPT_TOPIC)->text;
    VEC(const char *) names = {0};

    if (table_has_option(table, OPT_TOPIC_PATTERN))
        table->topic_pattern = table_option_by_id(table, OPT_TOPIC_PATTERN)->text;
    if (!table_has_option(table, OPT_TOPIC))
        return;
    table->topic = arena_strndup(arena, text, strcspn(text, ";"));
    if (!strchr(text, ';'))
        return;
    for (bool more = true; more; text++) {
        size_t size = strcspn(text, ";");

        vec_push(arena, &names, arena_strndup(arena, text, size));
        text += size;
        more = *text;
    }
    table->topics = names.at;
    table->topic_count = names.count;
}

struct table *draft_finish(struct draft *draft)
{
    struct table *table = NEW(draft->catalog->arena, struct table);

    table->catalog = draft->catalog_name;
    table->database = draft->database;
    table->name = draft->name;
    table->topic = draft->topic;
    table->connector = draft_connector(draft);
    table->span = draft->span;
    table->comment = draft->comment;
    table->temporary = draft->temporary;
    check_columns(draft);
    draft_check_metadata(draft);
    take_columns(draft, table);
    table->hidden = draft->hidden.at;
    table->hidden_count = draft->hidden.count;
    draft_resolve_key(draft, table);
    draft_resolve_distribution(draft, table);
    if (!draft->incomplete) {
        draft_bind_computed(draft, table);
        draft_resolve_watermark(draft, table);
    }
    table->options = draft->options.at;
    table->option_count = draft->options.count;
    if (table->option_count)
        qsort(table->options, table->option_count, sizeof *table->options, compare_options);
    take_topics(draft, table);
    if (draft->failed || !table_derive(draft->catalog, table))
        return NULL;
    return table;
}

struct table *draft_register(struct draft *draft)
{
    struct table *table = draft_finish(draft);

    if (table)
        map_put(&draft->catalog->tables, draft_path(draft), table);
    return table;
}
