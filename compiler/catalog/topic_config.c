/* What a table's options say of its topic. */
#include "catalog.h"

#include <string.h>

struct config_list {
    struct arena *arena;
    struct table_config *at;
    size_t count, capacity;
};

static void add_text(struct config_list *list, const char *key, const char *value)
{
    vec_push(list->arena, list, ((struct table_config){key, value}));
}

static void add_number(struct config_list *list, const char *key, int64_t value)
{
    add_text(list, key, arena_printf(list->arena, "%lld", (long long)value));
}

static const char *cleanup_policy(const struct table *table)
{
    static const char *const policies[] = {"delete", "compact", "compact,delete"};

    return policies[table_option_by_id(table, OPT_CLEANUP_POLICY)->number];
}

static const char *compression(struct arena *arena, const struct table *table)
{
    const char *text = option_canonical(arena, table_option_by_id(table, OPT_COMPRESSION));

    return strcmp(text, "none") ? text : "uncompressed";
}

const struct table_config *table_topic_configs(struct arena *arena, const struct table *table,
    size_t *count)
{
    struct config_list list = {.arena = arena};
    const char *policy = cleanup_policy(table);
    int64_t retention = table_option_by_id(table, OPT_RETENTION_TIME)->number;
    int64_t size = table_option_by_id(table, OPT_RETENTION_SIZE)->number;

    add_text(&list, "cleanup.policy", policy);
    if (table_has_option(table, OPT_COMPRESSION))
        add_text(&list, "compression.type", compression(arena, table));
    add_number(&list, "max.message.bytes",
        table_option_by_id(table, OPT_MAX_MESSAGE_SIZE)->number);
    if (table_has_option(table, OPT_TIMESTAMP_TYPE))
        add_text(&list, "message.timestamp.type",
            table_option_by_id(table, OPT_TIMESTAMP_TYPE)->number ? "LogAppendTime"
                                                                  : "CreateTime");
    if (strstr(policy, "compact"))
        add_number(&list, "min.compaction.lag.ms",
            table_option_by_id(table, OPT_COMPACTION_TIME)->number);
    add_number(&list, "retention.bytes", size ? size : -1);
    add_number(&list, "retention.ms", retention ? retention : -1);
    *count = list.count;
    return list.at;
}
