/* SET and RESET: the table of settings.def. */
#include "option.h"

#include <rt/time.h>

#include <string.h>

static const struct setting {
    const char *key;
    enum option_type type;
    bool is_zone, is_name, is_later;
    const char *default_text, *allowed;
} settings[] = {
#define OPTION_ZONE OPTION_TEXT
#define OPTION_NAME OPTION_TEXT
#define FLAGS_TEXT false, false, false
#define FLAGS_ENUM false, false, false
#define FLAGS_INT false, false, false
#define FLAGS_DURATION false, false, false
#define FLAGS_ZONE true, false, false
#define FLAGS_NAME false, true, false
#define SETTING(key, type, default_text, allowed, text)                                            \
    {key, OPTION_##type, FLAGS_##type, default_text, allowed},
#define SETTING_LATER(key, default_text, others, text)                                             \
    {key, OPTION_ENUM, false, false, true, default_text, default_text "|" others},
#define SETTING_ACCEPTED(prefix)
#include "settings.def"
#undef SETTING
#undef SETTING_LATER
#undef SETTING_ACCEPTED
};

static const char *const accepted[] = {
#define SETTING(key, type, default_text, allowed, text)
#define SETTING_LATER(key, default_text, others, text)
#define SETTING_ACCEPTED(prefix) prefix,
#include "settings.def"
#undef SETTING
#undef SETTING_LATER
#undef SETTING_ACCEPTED
};

enum { SETTING_COUNT = sizeof settings / sizeof *settings,
    ACCEPTED_COUNT = sizeof accepted / sizeof *accepted };

static const struct setting *find_setting(const char *key)
{
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        if (strcmp(settings[i].key, key) == 0)
            return &settings[i];
    }
    return NULL;
}

static bool is_accepted(const char *key)
{
    for (size_t i = 0; i < ACCEPTED_COUNT; i++) {
        if (strncmp(accepted[i], key, strlen(accepted[i])) == 0)
            return true;
    }
    return false;
}

static bool report_unknown(struct catalog *catalog, const struct ast_option *option)
{
    const char *names[SETTING_COUNT], *near;

    for (size_t i = 0; i < SETTING_COUNT; i++)
        names[i] = settings[i].key;
    diag_error(catalog->diag, D_UNKNOWN_SETTING, option->key_span, "unknown setting '%s'",
        option->key.data);
    near = nearest_name(option->key.data, names, SETTING_COUNT);
    if (near)
        diag_note(catalog->diag, option->key_span, "did you mean '%s'?", near);
    return false;
}

/* In the time-zone database that pipelines have too, or a fixed offset such as GMT+02:00. */
static bool is_zone(const char *text)
{
    return rt_zone_find((struct rt_text){text, strlen(text)}) != NULL;
}

static bool report_value(struct catalog *catalog, const struct ast_option *option,
    const char *expects)
{
    diag_error(catalog->diag, D_SETTING_VALUE, option->value_span,
        "'%s' is no value of '%s', which takes %s", option->value.data, option->key.data, expects);
    return false;
}

/* The two names of one thing follow each other. */
static void put(struct catalog *catalog, const char *key, char *value)
{
    static const char *const pairs[][2] = {
        {"sql.local-time-zone", "table.local-time-zone"},
        {"sql.tables.scan.idle-timeout", "table.exec.source.idle-timeout"},
        {"sql.state-ttl", "table.exec.state.ttl"},
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        for (size_t side = 0; side < 2; side++) {
            if (strcmp(pairs[i][side], key) != 0)
                continue;
            if (value)
                map_put(&catalog->settings, pairs[i][!side], value);
            else
                map_remove(&catalog->settings, pairs[i][!side]);
        }
    }
    if (value)
        map_put(&catalog->settings, key, value);
    else
        map_remove(&catalog->settings, key);
}

bool catalog_set(struct catalog *catalog, const struct ast_option *option)
{
    const char *key = option->key.data, *value = option->value.data;
    const struct setting *setting;
    int64_t number;

    if (!key)
        return true; /* SET alone lists them: the caller's */
    setting = find_setting(key);
    if (!setting && !is_accepted(key))
        return report_unknown(catalog, option);
    if (setting && !option_read(catalog->arena, setting->type, setting->allowed, value, &number))
        return report_value(catalog, option,
            option_expects(catalog->arena, setting->type, setting->allowed));
    if (setting && setting->is_zone && !is_zone(value))
        return report_value(catalog, option, "a time zone such as 'UTC' or 'Europe/Berlin'");
    if (setting && setting->is_name && !*value)
        return report_value(catalog, option, "a name");
    if (setting && setting->is_later && number) {
        diag_error(catalog->diag, D_OPTION_UNSUPPORTED, option->value_span,
            "'%s' = '%s' is not supported yet", key, value);
        return false;
    }
    if (strcmp(key, "sql.current-catalog") == 0)
        catalog->current_catalog = arena_strdup(catalog->arena, value);
    else if (strcmp(key, "sql.current-database") == 0)
        catalog->current_database = arena_strdup(catalog->arena, value);
    map_put(&catalog->named, arena_printf(catalog->arena, "%s\x1f%s\x1f",
        catalog->current_catalog, catalog->current_database), catalog);
    put(catalog, key, arena_strdup(catalog->arena, value));
    return true;
}

void catalog_reset(struct catalog *catalog, const struct ast_option *option)
{
    const char *key = option->key.data;

    if (!key)
        catalog->settings = (struct map){.arena = catalog->arena};
    else if (!find_setting(key) && !is_accepted(key))
        report_unknown(catalog, option);
    else
        put(catalog, key, NULL);
    if (!key || strcmp(key, "sql.current-catalog") == 0)
        catalog->current_catalog = "default_catalog";
    if (!key || strcmp(key, "sql.current-database") == 0)
        catalog->current_database = "default_database";
}

const char *catalog_setting(const struct catalog *catalog, const char *key)
{
    const char *value = map_get(&catalog->settings, key);
    const struct setting *setting = find_setting(key);

    if (value)
        return value;
    return setting ? setting->default_text : "";
}

const char *catalog_time_zone(const struct catalog *catalog)
{
    return catalog_setting(catalog, "table.local-time-zone");
}
