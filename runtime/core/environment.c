#include "core/internal.h"

#include <rt/job.h>

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char rt_environment_help[] =
    "Environment (each flag also as a variable, DDL2C_LOCAL for --local):\n"
    "  --local PATH            topics, schemas, offsets and state in one SQLite file\n"
    "  --brokers HOST:PORT,…   Kafka\n"
    "  --registry URL          schema registry, several URLs separated by commas; or dir:PATH\n"
    "  --registry-user USER:PASSWORD, --registry-token TOKEN, --registry-ca FILE,\n"
    "  --registry-cert FILE, --registry-key FILE, --registry-key-password PASSWORD,\n"
    "  --registry-timeout TIME\n"
    "  -X PROPERTY=VALUE       a property of librdkafka, as security.protocol=SASL_SSL\n"
    "  --config FILE           lines PROPERTY=VALUE, also schema.registry.url and\n"
    "                          basic.auth.user.info\n";

const char rt_reading_help[] =
    "  --follow                read on at the end of topics, as pipelines and --brokers do;\n"
    "                          without it `ddl2c run` ends there in a local environment\n"
    "  --bounded               end where topics without an end of their own end at the start\n";

struct text_flag {
    const char *flag, *variable;
    size_t offset; /* Of a const char * in the flags. */
};

#define PLACE(member) offsetof(struct rt_environment_flags, member)

static const struct text_flag text_flags[] = { /* The first NEVER_EMPTY need a text. */
    {"--local", "DDL2C_LOCAL", PLACE(local)},
    {"--brokers", "DDL2C_BROKERS", PLACE(brokers)},
    {"--config", "DDL2C_CONFIG", PLACE(config)},
    {"--registry", "DDL2C_REGISTRY", PLACE(registry.url)},
    {"--registry-user", "DDL2C_REGISTRY_USER", PLACE(registry.user)},
    {"--registry-token", "DDL2C_REGISTRY_TOKEN", PLACE(registry.token)},
    {"--registry-ca", "DDL2C_REGISTRY_CA", PLACE(registry.ca_file)},
    {"--registry-cert", "DDL2C_REGISTRY_CERT", PLACE(registry.certificate_file)},
    {"--registry-key", "DDL2C_REGISTRY_KEY", PLACE(registry.key_file)},
    {"--registry-key-password", "DDL2C_REGISTRY_KEY_PASSWORD", PLACE(registry.key_password)},
    {"--registry-timeout", "DDL2C_REGISTRY_TIMEOUT", PLACE(registry_timeout)},
};

enum { TEXT_FLAGS = sizeof text_flags / sizeof *text_flags, NEVER_EMPTY = 2 };

static const char **place_of(struct rt_environment_flags *flags, const struct text_flag *flag)
{
    return (const char **)(void *)((char *)flags + flag->offset);
}

/* ---- flags ---- */

static void add_property(struct rt_environment_flags *flags, const char *key, size_t key_size,
    const char *value)
{
    /* Key and value share one allocation. */
    char *text = rt_allocate(1, key_size + strlen(value) + 2);

    memcpy(text, key, key_size);
    memcpy(text + key_size + 1, value, strlen(value));
    flags->properties =
        rt_reallocate(flags->properties, flags->property_count + 1, sizeof *flags->properties);
    flags->properties[flags->property_count++] =
        (struct rt_property){text, text + key_size + 1};
}

/* The value of `--flag VALUE` or `--flag=VALUE`; NULL: missing, error filled. */
static const char *value_of(const char *flag, int argc, char **argv, int *index,
    struct rt_error *error)
{
    size_t size = strlen(flag);

    if (argv[*index][size] == '=')
        return argv[*index] + size + 1;
    if (*index + 1 < argc)
        return argv[++*index];
    rt_fail(error, RT_CONFIG, RT_STOP, "%s needs a value", flag);
    return NULL;
}

static bool is_flag(const char *argument, const char *flag)
{
    size_t size = strlen(flag);

    return !strncmp(argument, flag, size) && (!argument[size] || argument[size] == '=');
}

static int property_flag(struct rt_environment_flags *flags, int argc, char **argv, int *index,
    struct rt_error *error)
{
    const char *text = argv[*index] + 2, *equals;

    if (!*text && ++*index < argc)
        text = argv[*index];
    equals = strchr(text, '=');
    if (!equals || equals == text) {
        rt_fail(error, RT_CONFIG, RT_STOP, "-X needs PROPERTY=VALUE");
        return -1;
    }
    add_property(flags, text, (size_t)(equals - text), equals + 1);
    return 1;
}

int rt_environment_flag(struct rt_environment_flags *flags, int argc, char **argv, int *index,
    struct rt_error *error)
{
    if (!strncmp(argv[*index], "-X", 2))
        return property_flag(flags, argc, argv, index, error);
    if (!strcmp(argv[*index], "--follow") || !strcmp(argv[*index], "--bounded")) {
        *(argv[*index][2] == 'f' ? &flags->follow : &flags->bounded) = true;
        if (!flags->follow || !flags->bounded)
            return 1;
        rt_fail(error, RT_CONFIG, RT_STOP, "--follow and --bounded contradict each other");
        return -1;
    }
    for (size_t i = 0; i < TEXT_FLAGS; i++) {
        const char *value;

        if (!is_flag(argv[*index], text_flags[i].flag))
            continue;
        value = value_of(text_flags[i].flag, argc, argv, index, error);
        if (!value)
            return -1;
        if (!*value && i < NEVER_EMPTY) {
            rt_fail(error, RT_CONFIG, RT_STOP, "%s is empty", text_flags[i].flag);
            return -1;
        }
        *place_of(flags, &text_flags[i]) = value;
        return 1;
    }
    return 0;
}

void rt_environment_defaults(struct rt_environment_flags *flags)
{
    bool given = rt_environment_given(flags);

    for (size_t i = 0; i < TEXT_FLAGS; i++) {
        const char *value = getenv(text_flags[i].variable);
        const char **place = place_of(flags, &text_flags[i]);

        /* A variable must not contradict the environment that a flag has chosen. */
        if (given && (place == &flags->local || place == &flags->brokers))
            continue;
        if (!*place && value && *value)
            *place = value;
    }
}

bool rt_environment_given(const struct rt_environment_flags *flags)
{
    return flags->local || flags->brokers;
}

void rt_environment_release(struct rt_environment_flags *flags)
{
    for (size_t i = 0; i < flags->property_count; i++)
        free((char *)flags->properties[i].key);
    free(flags->properties);
    flags->properties = NULL;
    flags->property_count = 0;
}

/* ---- opening ---- */

static char *trim(char *text)
{
    char *end = text + strlen(text);

    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

static bool config_line(struct rt_environment_flags *lines, char *text, const char *path, int line,
    struct rt_error *error)
{
    char *equals;

    text = trim(text);
    if (!*text || *text == '#')
        return true;
    equals = strchr(text, '=');
    if (!equals || equals == text)
        return rt_fail(error, RT_CONFIG, RT_STOP, "%s:%d: not PROPERTY=VALUE", path, line);
    *equals = '\0';
    text = trim(text);
    add_property(lines, text, strlen(text), trim(equals + 1));
    return true;
}

static bool config_read(struct rt_environment_flags *lines, const char *path,
    struct rt_error *error)
{
    FILE *file = fopen(path, "r");
    size_t capacity = 0;
    char *text = NULL;
    bool done = true;
    int line = 0;

    if (!file)
        return rt_fail(error, RT_CONFIG, RT_STOP, "--config %s: %s", path, strerror(errno));
    while (done && getline(&text, &capacity, file) >= 0)
        done = config_line(lines, text, path, ++line, error);
    free(text);
    fclose(file);
    return done;
}

/* What tables say of their registry, where nothing else does. That of --local is in its file. */
static void default_registry(struct rt_environment_flags *all)
{
    const struct rt_registry_access *access = all->registry_default;

    if (!access || all->local || all->registry.url)
        return;
    all->registry.url = access->url;
    if (!all->registry.ca_file)
        all->registry.ca_file = access->ca_file;
    if (!all->registry.certificate_file && !all->registry.key_file)
        all->registry.certificate_file = all->registry.key_file = access->client_file;
}

/* Takes the registry's own properties out of the list and into `registry`, unless flags set
 * them. */
static void take_registry(struct rt_environment_flags *all)
{
    size_t kept = 0;

    for (size_t i = 0; i < all->property_count; i++) {
        struct rt_property property = all->properties[i];
        const char **place = NULL;

        if (!strcmp(property.key, "schema.registry.url"))
            place = &all->registry.url;
        else if (!strcmp(property.key, "basic.auth.user.info") ||
            !strcmp(property.key, "schema.registry.basic.auth.user.info"))
            place = &all->registry.user;
        if (place && !*place)
            *place = property.value;
        else if (!place)
            all->properties[kept++] = property;
    }
    all->property_count = kept;
}

static bool open_log(const struct rt_environment_flags *all, struct rt_log **log,
    struct rt_error *error)
{
    struct rt_property *properties;

    if (all->local) {
        *log = rt_log_open_local(all->local, error);
        return *log != NULL;
    }
    properties = rt_allocate(all->property_count + 1, sizeof *properties);
    properties[0] = (struct rt_property){"bootstrap.servers", all->brokers};
    if (all->property_count)
        memcpy(properties + 1, all->properties, all->property_count * sizeof *properties);
    *log = rt_log_open_kafka(properties, all->property_count + 1, error);
    free(properties);
    return *log != NULL;
}

/* Text of --registry-timeout, which may be NULL, into `registry`. */
static bool take_timeout(struct rt_environment_flags *all, struct rt_error *error)
{
    int64_t ms;

    if (!all->registry_timeout)
        return true;
    if (!rt_duration_ms(all->registry_timeout, &ms) || ms < 1 || ms > 3600000)
        return rt_fail(error, RT_CONFIG, RT_STOP,
            "--registry-timeout '%s': a time from 1 ms to 1 hour is wanted",
            all->registry_timeout);
    all->registry.timeout_ms = (int)ms;
    return true;
}

static bool open_registry(const struct rt_environment_flags *all, struct rt_log *log,
    struct rt_registry **registry, struct rt_error *error)
{
    const char *url = all->registry.url;

    *registry = NULL;
    if (url && !strncmp(url, "dir:", 4))
        *registry = rt_registry_open_dir(url + 4, error);
    else if (url)
        *registry = rt_registry_open_http(&all->registry, error);
    else if (all->local)
        *registry = rt_registry_open_local(log, error);
    else
        return true; /* Raw formats need none; others say so. */
    return *registry != NULL;
}

/* The flags together with the lines of --config, in `all`. What `lines` and all->properties hold is
 * the caller's to release, also after a failure. */
static bool gather(const struct rt_environment_flags *flags, struct rt_environment_flags *all,
    struct rt_environment_flags *lines, struct rt_error *error)
{
    *all = *flags;
    all->properties = NULL;
    if (!take_timeout(all, error) || (flags->config && !config_read(lines, flags->config, error)))
        return false;
    /* Later ones win. */
    all->properties = rt_allocate(
        flags->default_count + lines->property_count + flags->property_count,
        sizeof *all->properties);
    all->property_count = 0;
    for (size_t i = 0; i < flags->default_count; i++)
        all->properties[all->property_count++] = flags->defaults[i];
    for (size_t i = 0; i < lines->property_count; i++)
        all->properties[all->property_count++] = lines->properties[i];
    for (size_t i = 0; i < flags->property_count; i++)
        all->properties[all->property_count++] = flags->properties[i];
    take_registry(all);
    default_registry(all);
    return true;
}

bool rt_environment_registry(const struct rt_environment_flags *flags,
    struct rt_registry **registry, struct rt_error *error)
{
    struct rt_environment_flags all, lines = {0};
    bool done;

    *registry = NULL;
    done = gather(flags, &all, &lines, error);
    all.local = NULL; /* Its own registry is not asked for. */
    done = done && open_registry(&all, NULL, registry, error);
    free(all.properties);
    rt_environment_release(&lines);
    return done;
}

bool rt_environment_open(const struct rt_environment_flags *flags, struct rt_log **log,
    struct rt_registry **registry, struct rt_error *error)
{
    struct rt_environment_flags all, lines = {0};
    bool done;

    *log = NULL;
    *registry = NULL;
    if (flags->local && flags->brokers)
        return rt_fail(error, RT_CONFIG, RT_STOP, "--local and --brokers exclude each other");
    if (!rt_environment_given(flags))
        return rt_fail(error, RT_CONFIG, RT_STOP, "no environment: give --local or --brokers");
    done = gather(flags, &all, &lines, error) && open_log(&all, log, error) &&
        open_registry(&all, *log, registry, error);
    if (!done) {
        rt_log_close(*log);
        *log = NULL;
    }
    free(all.properties);
    rt_environment_release(&lines);
    return done;
}
