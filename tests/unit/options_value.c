/* Values of WITH options and settings. */
#include "catalog/catalog.h"

#include <criterion/criterion.h>
#include <string.h>

Test(options, durations)
{
    static const struct {
        const char *text;
        int64_t ms; /* -1: malformed */
    } cases[] = {
        {"0", 0}, {"500", 500}, {"7 d", 604800000}, {"7d", 604800000}, {"7 days", 604800000},
        {"1 DAY", 86400000}, {"2 h", 7200000}, {"2 hours", 7200000}, {"3 min", 180000},
        {"2 hour", 7200000}, {"2 minutes", 120000}, {"2 secs", 2000}, {"2 seconds", 2000},
        {"5 millis", 5}, {"5 millisecond", 5}, {"5000 \u03bcs", 5}, {"5000 us", 5},
        {"5000 micros", 5}, {"5000 microsecond", 5}, {"5000 microseconds", 5},
        {"5000000 nano", 5}, {"5000000 nanos", 5}, {"5000000 nanosecond", 5},
        {"5000000 nanoseconds", 5}, {"999999 ns", 0}, {"9223372036854775807", INT64_MAX},
        {"3 m", 180000}, {"1 minute", 60000}, {"10 s", 10000}, {"10sec", 10000},
        {"1 second", 1000}, {"5 ms", 5}, {"5 milli", 5}, {"5 milliseconds", 5},
        {"5000 µs", 5}, {"5000 micro", 5}, {"1999999 ns", 1}, {" 1 s ", 1000},
        {"", -1}, {"s", -1}, {"-1", -1}, {"1.5 s", -1}, {"1 fortnight", -1}, {"1 milli millis", -1},
        {"9223372036854775808", -1}, {"9223372036854775807 d", -1}, {"1 s s", -1},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t ms = -1;
        bool ok = option_parse_duration(cases[i].text, &ms);

        cr_expect_eq(ok, cases[i].ms >= 0, "'%s'", cases[i].text);
        cr_expect(!ok || ms == cases[i].ms, "'%s' is %lld", cases[i].text, (long long)ms);
    }
}

Test(options, sizes)
{
    static const struct {
        const char *text;
        int64_t bytes;
    } cases[] = {
        {"0", 0}, {"100", 100}, {"2097164 bytes", 2097164}, {"1 b", 1}, {"1kb", 1024},
        {"1 byte", 1}, {"1 k", 1024}, {"1 kibibytes", 1024}, {"1 m", 1048576},
        {"1 mebibytes", 1048576}, {"1 g", 1073741824}, {"1 gb", 1073741824},
        {"1 gibibytes", 1073741824}, {"1 tb", 1099511627776}, {"1 tebibytes", 1099511627776},
        {"9223372036854775807", INT64_MAX}, {"1.5 mb", -1},
        {"64 MB", 67108864}, {"100 GB", 107374182400}, {"1 t", 1099511627776},
        {"", -1}, {"MB", -1}, {"1 pb", -1}, {"-1", -1}, {"9223372036854775807 kb", -1},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t bytes = -1;
        bool ok = option_parse_memory(cases[i].text, &bytes);

        cr_expect_eq(ok, cases[i].bytes >= 0, "'%s'", cases[i].text);
        cr_expect(!ok || bytes == cases[i].bytes, "'%s'", cases[i].text);
    }
}

Test(options, offsets)
{
    struct arena *arena = arena_new();
    int32_t *partitions;
    int64_t *offsets;
    size_t count;

    cr_assert(option_parse_offsets(arena, "partition:0,offset:3; partition:1,offset:42;",
        &partitions, &offsets, &count));
    cr_assert_eq(count, 2);
    cr_assert_eq(partitions[1], 1);
    cr_assert_eq(offsets[1], 42);
    cr_assert_not(option_parse_offsets(arena, "", NULL, NULL, &count));
    cr_assert_not(option_parse_offsets(arena, "partition:0", NULL, NULL, &count));
    cr_assert_not(option_parse_offsets(arena, "partition:0,offset:-1", NULL, NULL, &count));
    cr_assert_not(option_parse_offsets(arena, "partition:0,offset:1;partition:0,offset:2", NULL,
        NULL, &count));
    cr_assert_not(option_parse_offsets(arena, "partition:0,offset:1 x", NULL, NULL, &count));
    arena_free(arena);
}

Test(options, keys)
{
    cr_assert_eq(option_find("changelog.mode"), OPT_CHANGELOG_MODE);
    cr_assert_eq(option_find("value.avro-registry.schema-context"), OPT_VALUE_CONTEXT);
    cr_assert_eq(option_find("value.format.schema-context"), OPT_VALUE_CONTEXT);
    cr_assert_eq(option_find("key.json-registry.wire-encoding"), OPT_KEY_ID_ENCODING);
    cr_assert_eq(option_find("value.raw.id-encoding"), OPTION_COUNT);
    cr_assert_eq(option_find("value.avro-registry"), OPTION_COUNT);
    cr_assert_eq(option_find(""), OPTION_COUNT);
}

static const char *parse(struct arena *arena, const char *key, const char *text)
{
    struct diag *diag = diag_new(arena);
    struct catalog *catalog = catalog_new(arena, diag);
    struct ast_option option = {.key = str_of(key), .value = str_of(text)};
    struct option_value value;

    if (option_parse(catalog, &option, &value))
        return NULL;
    return diag_first(diag, 0, DIAG_ERROR, NULL);
}

Test(options, values)
{
    struct arena *arena = arena_new();

    cr_assert_null(parse(arena, "changelog.mode", "RETRACT"));
    cr_assert_null(parse(arena, "kafka.consumer.isolation-level", "read_committed"));
    cr_assert_null(parse(arena, "value.fields-include", "EXCEPT_KEY"));
    cr_assert_null(parse(arena, "kafka.replication-factor", "-1"));
    cr_assert_str_eq(parse(arena, "kafka.replication-factor", "-2"),
        "'-2' is no value of 'kafka.replication-factor', which takes an integer from -1 to 32767");
    cr_assert_str_eq(parse(arena, "scan.startup.timestamp-millis", "soon"),
        "'soon' is no value of 'scan.startup.timestamp-millis', which takes an integer of at "
        "least 0");
    cr_assert_str_eq(parse(arena, "error-handling.mode", ""),
        "'' is no value of 'error-handling.mode', which takes one of 'fail', 'ignore', 'log'");
    cr_assert_str_eq(parse(arena, "value.format", "orc"), "format 'orc' is not supported yet");
    cr_assert_str_eq(parse(arena, "key.format.schema-context", "."),
        "a schema context starts with a dot, as in '.myContext'");
    cr_assert_str_eq(parse(arena, "auto-compaction", "true"),
        "option 'auto-compaction' is not supported yet (filesystem: small files made one)");
    arena_free(arena);
}

Test(options, defaults)
{
    struct table append = {.mode = CHANGELOG_APPEND}, upsert = {.mode = CHANGELOG_UPSERT};

    cr_assert_str_eq(table_option(&append, "kafka.cleanup-policy")->text, "delete");
    cr_assert_str_eq(table_option(&upsert, "kafka.cleanup-policy")->text, "compact");
    cr_assert_eq(table_option(&append, "kafka.retention.time")->number, 604800000);
    cr_assert_eq(table_option(&append, "kafka.max-message-size")->number, 2097164);
    cr_assert_eq(table_option(&append, "value.format")->number, FORMAT_AVRO_REGISTRY);
    cr_assert_eq(table_option(&append, "value.fields-include")->number, 1);
    cr_assert_str_eq(table_option(&append, "scan.startup.timestamp-millis")->text, "");
}

Test(settings, values)
{
    struct arena *arena = arena_new();
    struct catalog *catalog = catalog_new(arena, diag_new(arena));
    struct ast_option zone = {
        .key = str_of("sql.local-time-zone"), .value = str_of("Europe/Berlin")};
    struct ast_option bad = {
        .key = str_of("table.local-time-zone"), .value = str_of("Europe Berlin")};
    struct ast_option other = {
        .key = str_of("table.exec.mini-batch.enabled"), .value = str_of("true")};
    struct ast_option unknown = {.key = str_of("sql.unknown"), .value = str_of("true")};

    cr_assert_str_eq(catalog_time_zone(catalog), "UTC");
    cr_assert(catalog_set(catalog, &zone));
    cr_assert_str_eq(catalog_time_zone(catalog), "Europe/Berlin");
    cr_assert_not(catalog_set(catalog, &bad));
    cr_assert(catalog_set(catalog, &other));
    cr_assert_not(catalog_set(catalog, &unknown));
    catalog_reset(catalog, &zone);
    cr_assert_str_eq(catalog_time_zone(catalog), "UTC");
    arena_free(arena);
}
