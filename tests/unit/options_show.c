/* SHOW CREATE TABLE prints a statement that declares the same table again. */
#include "bind/bind.h"
#include "parse/parse.h"

#include <criterion/criterion.h>
#include <string.h>

/* The statements of `sql` applied; the last table made or changed. */
static struct table *apply(struct arena *arena, const char *sql)
{
    struct diag *diag = diag_new(arena);
    uint32_t source = diag_add_source(diag, "test.sql", str_of(sql));
    struct script *script = parse_script(arena, diag, source);
    struct catalog *catalog = catalog_new(arena, diag);
    struct table *table = NULL;

    for (size_t i = 0; i < script->statements.count; i++) {
        const struct statement *statement = script->statements.at[i];

        if (statement->kind == STMT_CREATE_TABLE)
            bind_create_table(catalog, statement, &table);
        else
            bind_alter_table(catalog, statement, &table);
    }
    cr_assert_eq(diag_error_count(diag), 0, "%s: %s", sql, diag_first(diag, 0, DIAG_ERROR, NULL));
    cr_assert_not_null(table, "%s", sql);
    return table;
}

static const char *print(struct arena *arena, const struct table *table)
{
    struct text out = {.arena = arena};

    show_create_table(&out, table);
    return text_chars(&out);
}

Test(show_create, can_be_run_again)
{
    static const char *const cases[] = {
        "CREATE TABLE t (s STRING)",
        "CREATE TABLE t (k INT PRIMARY KEY NOT ENFORCED, s STRING)",
        "CREATE TABLE t (k1 INT, k2 INT, PRIMARY KEY (k1, k2) NOT ENFORCED, s STRING) "
            "COMMENT 'it''s' DISTRIBUTED BY HASH(k1) INTO 4 BUCKETS "
            "WITH ('changelog.mode' = 'append')",
        "CREATE TABLE t (`a``b` INT COMMENT 'a ''comment''', c AS `a``b` + 1) "
            "WITH ('value.format' = 'raw')",
        "CREATE TABLE t (i INT, ts TIMESTAMP(3), p INT METADATA FROM 'partition' VIRTUAL, "
            "`timestamp` TIMESTAMP_LTZ(3) NOT NULL METADATA, "
            "WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)",
        "CREATE TABLE t (i INT, x AS CASE WHEN i > 1 AND i IS NOT NULL THEN 'a' ELSE 'b''c' END)",
        "CREATE TABLE t (r ROW<a INT NOT NULL 'c', b ARRAY<MAP<STRING, BYTES>>>, "
            "m MULTISET<INT>, d DECIMAL(5, 2) NOT NULL, l TIMESTAMP_LTZ(9))",
        "CREATE TABLE t (i INT); ALTER TABLE t MODIFY WATERMARK FOR $rowtime AS $rowtime",
        "CREATE TABLE t (k INT, v STRING) PARTITIONED BY (k)",
        "CREATE TABLE t (k_a STRING, a INT) DISTRIBUTED BY (k_a) WITH ("
            "'key.fields-prefix' = 'k_', 'key.format' = 'raw', 'kafka.retention.time' = '0')",
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena *arena = arena_new();
        const struct table *first = apply(arena, cases[i]);
        const char *text = print(arena, first);
        const struct table *second = apply(arena, text);

        cr_expect_str_eq(print(arena, second), text);
        cr_expect_eq(first->mode, second->mode);
        if (first->value_side.schema)
            cr_expect_str_eq(first->value_side.schema, second->value_side.schema);
        if (first->key_side.schema)
            cr_expect_str_eq(first->key_side.schema, second->key_side.schema);
        arena_free(arena);
    }
}

Test(derive, sides)
{
    struct arena *arena = arena_new();
    const struct table *t = apply(arena, "CREATE TABLE t (from_key_k INT, k STRING) "
        "DISTRIBUTED BY (from_key_k) WITH ('key.fields-prefix' = 'from_key_', "
        "'key.avro-registry.schema-context' = '.ctx')");

    cr_assert_eq(t->mode, CHANGELOG_APPEND);
    cr_assert_eq(t->buckets, 6);
    cr_assert_str_eq(t->key_side.subject, ":.ctx:t-key");
    cr_assert_str_eq(t->value_side.subject, "t-value");
    cr_assert_str_eq(t->key_side.names[0], "k");
    cr_assert(strstr(t->key_side.schema, "\"name\":\"t_key\""));
    cr_assert_eq(t->value_side.count, 1);
    t = apply(arena, "CREATE TABLE t (k INT, v STRING) DISTRIBUTED BY (k) "
        "WITH ('value.fields-include' = 'all', 'key.format' = 'raw')");
    cr_assert_eq(t->value_side.count, 2);
    cr_assert_eq(t->key_side.format, FORMAT_RAW);
    cr_assert_null(t->key_side.subject);
    t = apply(arena, "CREATE TABLE t (v STRING)");
    cr_assert_eq(t->key_side.format, FORMAT_NONE);
    cr_assert_eq(t->key_side.count, 0);
    arena_free(arena);
}
