/* OPTIONS hints and the settings of scans: options of one query's table, over the declared ones. */
#include "binder.h"
#include "table_rules.h"

#include <string.h>
#include <strings.h>

struct values {
    struct arena *arena;
    struct option_value *at;
    size_t count, capacity;
};

static struct option_value *find(struct values *values, const struct option_value *value)
{
    for (size_t i = 0; i < values->count; i++)
        if (option_same(&values->at[i], value))
            return &values->at[i];
    return NULL;
}

/* What a query may choose for itself; the rest says how records are read or written by everyone. */
static bool may_choose(const struct table *table, enum option_id id)
{
    if (table_is_topic(table))
        return option_defs[id].flags & (OPTION_HINT | OPTION_SCAN);
    return id != OPT_CONNECTOR && id != OPT_FORMAT;
}

static bool add_option(struct binder *b, const struct ast_option *option,
    const struct table *table, struct values *values)
{
    const struct option_value *prior;
    struct option_value value = {0};

    if (!option_parse(b->catalog, option, &value))
        return false;
    if (!may_choose(table, value.id)) {
        diag_error(b->diag, D_UNSUPPORTED_HINT, option->key_span,
            "'%s' in a hint is not supported: it belongs to the table (ALTER TABLE … SET)",
            value.key);
        return false;
    }
    prior = find(values, &value);
    if (prior) {
        diag_error(b->diag, D_DUPLICATE_OPTION, option->key_span, "option '%s' given twice",
            value.key);
        diag_note(b->diag, prior->key_span, "first given here");
        return false;
    }
    vec_push(b->arena, values, value);
    return true;
}

/* `table` NULL: the hint is not behind a table. */
static bool add_hint(struct binder *b, const struct hint *hint, const struct table *table,
    struct values *values)
{
    bool ok = true;

    if (!strcasecmp(hint->name.text, "STATE_TTL")) {
        diag_error(b->diag, D_BAD_HINT, hint->span, "STATE_TTL stands behind SELECT");
        return false;
    }
    if (strcasecmp(hint->name.text, "OPTIONS")) {
        diag_error(b->diag, D_UNSUPPORTED_HINT, hint->span, "hint %s is not supported yet",
            hint->name.text);
        return false;
    }
    if (!table) {
        diag_error(b->diag, D_BAD_HINT, hint->span,
            "OPTIONS can only be given for a table, not for a view or a WITH item");
        return false;
    }
    for (size_t i = 0; i < hint->options.count; i++)
        ok = add_option(b, &hint->options.at[i], table, values) && ok;
    return ok;
}

/* 'sql.tables.scan.startup.mode' and its like. A hint wins, with the options of its mode. */
static bool add_settings(struct binder *b, const struct table *table, struct span span,
    struct values *values)
{
    static const struct {
        const char *setting;
        enum option_id id, mode;
    } settings[] = {
        {"sql.tables.scan.startup.mode", OPT_STARTUP_MODE, OPT_STARTUP_MODE},
        {"sql.tables.scan.startup.timestamp-millis", OPT_STARTUP_TIMESTAMP, OPT_STARTUP_MODE},
        {"sql.tables.scan.bounded.mode", OPT_BOUNDED_MODE, OPT_BOUNDED_MODE},
        {"sql.tables.scan.bounded.timestamp-millis", OPT_BOUNDED_TIMESTAMP, OPT_BOUNDED_MODE},
    };
    bool hinted[OPTION_COUNT] = {false}, ok = true;

    for (size_t i = 0; i < values->count; i++)
        hinted[values->at[i].id] = true;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        const char *text = catalog_setting(b->catalog, settings[i].setting);
        struct ast_option option = {.key = str_of(option_defs[settings[i].id].key),
            .value = str_of(text), .key_span = span, .value_span = span};

        if (*text && !hinted[settings[i].id] && !hinted[settings[i].mode] &&
            connector_takes(table->connector, settings[i].id))
            ok = add_option(b, &option, table, values) && ok;
    }
    return ok;
}

static bool check_group(struct binder *b, const struct table *table, enum option_id mode,
    struct span span)
{
    static const char text[] = "group-offsets";
    const struct option_value *value = table_option_by_id(table, mode);

    if (strcmp(option_canonical(b->arena, value), text) != 0 ||
        table_has_option(table, OPT_GROUP_ID))
        return true;
    diag_error(b->diag, D_OPTION_CONFLICT, span,
        "'%s' = '%s' needs a consumer group: /*+ OPTIONS('properties.group.id' = '…') */",
        option_defs[mode].key, text);
    return false;
}

/* The rules between options hold for the table as the query sees it. What other connectors are is
 * derived anew. */
static bool check_merged(struct binder *b, struct rel *scan, const struct values *values)
{
    struct table *merged =
        table_with_options(b->arena, scan->table, values->at, values->count);
    struct span span = scan->span;

    if (!table_check_source(b->catalog, merged, span))
        return false;
    if (merged->connector != CONNECTOR_CONFLUENT) {
        if (!values->count)
            return true;
        scan->table = merged;
        return table_derive(b->catalog, merged);
    }
    return table_check_options(b->catalog, merged) &&
        check_group(b, merged, OPT_STARTUP_MODE, span) &&
        check_group(b, merged, OPT_BOUNDED_MODE, span);
}

bool bind_hints(struct binder *b, const struct hint_list *hints, struct rel *scan)
{
    struct values values = {.arena = b->arena};
    bool ok = true;

    for (size_t i = 0; hints && i < hints->count; i++)
        ok = add_hint(b, &hints->at[i], scan ? scan->table : NULL, &values) && ok;
    if (!ok || !scan)
        return ok;
    if (!add_settings(b, scan->table, scan->span, &values) || !check_merged(b, scan, &values))
        return false;
    scan->hints = values.at;
    scan->hint_count = values.count;
    return true;
}

bool bind_select_hints(struct binder *b, const struct select *select, struct table_ref *ref)
{
    struct hint_list all = {0};

    for (size_t i = 0; i < select->hints.count; i++)
        if (strcasecmp(select->hints.at[i].name.text, "STATE_TTL")) /* bind_ttls */
            vec_push(b->arena, &all, select->hints.at[i]);
    if (!all.count)
        return true;
    if (!select->from || select->from->kind != REF_TABLE) {
        diag_error(b->diag, D_BAD_HINT, all.at[0].span,
            "a hint behind SELECT is for a query of one table: give it behind the table's name");
        return false;
    }
    for (size_t i = 0; i < ref->hints.count; i++)
        vec_push(b->arena, &all, ref->hints.at[i]);
    ref->hints = all;
    return true;
}
