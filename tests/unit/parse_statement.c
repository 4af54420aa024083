#include "parse/parse.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* Statements and the trees they become. */
struct example {
    const char *sql, *dump;
};

static const struct example definitions[] = {
    {"CREATE TABLE t (a INT, b STRING NOT NULL)",
        "create table `t`\n"
        "  column `a`\n"
        "    type: INT\n"
        "  column `b`\n"
        "    type: STRING NOT NULL\n"},
    {"CREATE TEMPORARY TABLE IF NOT EXISTS c.d.t (a INT PRIMARY KEY NOT ENFORCED COMMENT "
     "'key') COMMENT 'it''s'",
        "create table `c`.`d`.`t` temporary if not exists comment 'it\\'s'\n"
        "  column `a` primary key not enforced comment 'key'\n"
        "    type: INT\n"},
    {"CREATE OR REPLACE TABLE t (a ARRAY<INT NOT NULL>, m MAP<STRING, BYTES>, r ROW<x INT, "
     "y ROW<z DECIMAL(10, 2)>>, s MULTISET<INT>)",
        "create table `t` or replace\n"
        "  column `a`\n"
        "    type: ARRAY<INT NOT NULL>\n"
        "  column `m`\n"
        "    type: MAP<STRING, BYTES>\n"
        "  column `r`\n"
        "    type: ROW<`x` INT, `y` ROW<`z` DECIMAL(10, 2)>>\n"
        "  column `s`\n"
        "    type: MULTISET<INT>\n"},
    {"CREATE TABLE t (a CHARACTER VARYING(10), b DOUBLE PRECISION, c TIMESTAMP(3) WITH "
     "LOCAL TIME ZONE, d TIME(0) WITHOUT TIME ZONE, e INTERVAL DAY(3) TO SECOND(6), f "
     "VARIANT)",
        "create table `t`\n"
        "  column `a`\n"
        "    type: CHARACTER VARYING(10)\n"
        "  column `b`\n"
        "    type: DOUBLE PRECISION\n"
        "  column `c`\n"
        "    type: TIMESTAMP(3) WITH LOCAL TIME ZONE\n"
        "  column `d`\n"
        "    type: TIME(0)\n"
        "  column `e`\n"
        "    type: INTERVAL DAY(3) TO SECOND(6)\n"
        "  column `f`\n"
        "    type: VARIANT\n"},
    {"CREATE TABLE t (`offset` BIGINT METADATA VIRTUAL, ts TIMESTAMP_LTZ(3) NOT NULL "
     "METADATA FROM 'timestamp', total AS price * 2 COMMENT 'x', WATERMARK FOR $rowtime AS "
     "$rowtime)",
        "create table `t`\n"
        "  metadata column `offset` virtual\n"
        "    type: BIGINT\n"
        "  metadata column `ts` from 'timestamp'\n"
        "    type: TIMESTAMP_LTZ(3) NOT NULL\n"
        "  computed column `total` comment 'x'\n"
        "    as: *\n"
        "      column `price`\n"
        "      number 2\n"
        "  watermark for `$rowtime`\n"
        "    column `$rowtime`\n"},
    {"CREATE TABLE t (a INT, CONSTRAINT pk PRIMARY KEY (a, b) NOT ENFORCED, UNIQUE (b) "
     "ENFORCED)",
        "create table `t`\n"
        "  column `a`\n"
        "    type: INT\n"
        "  primary key `a`, `b` named `pk` not enforced\n"
        "  unique `b` enforced\n"},
    {"CREATE TABLE t (a INT) DISTRIBUTED BY RANGE(a, b) INTO 4 BUCKETS PARTITIONED BY (a) "
     "WITH ('k' = 'v', 'w' = '')",
        "create table `t`\n"
        "  column `a`\n"
        "    type: INT\n"
        "  distributed RANGE by `a`, `b` into 4 buckets\n"
        "  partitioned by: `a`\n"
        "  option 'k' = 'v'\n"
        "  option 'w' = ''\n"},
    {"CREATE TABLE t (a INT) DISTRIBUTED INTO 4 BUCKETS",
        "create table `t`\n"
        "  column `a`\n"
        "    type: INT\n"
        "  distributed into 4 buckets\n"},
    {"CREATE TABLE t WITH ('k' = 'v') LIKE u (INCLUDING ALL EXCLUDING METADATA OVERWRITING "
     "OPTIONS)",
        "create table `t`\n"
        "  option 'k' = 'v'\n"
        "  like `u`\n"
        "    including all\n"
        "    excluding metadata\n"
        "    overwriting options\n"},
    {"CREATE TABLE t (id, PRIMARY KEY (id) NOT ENFORCED) DISTRIBUTED BY HASH(id) INTO 4 "
     "BUCKETS AS SELECT id FROM s",
        "create table `t`\n"
        "  column name `id`\n"
        "  primary key `id` not enforced\n"
        "  distributed HASH by `id` into 4 buckets\n"
        "  as: select\n"
        "    item\n"
        "      column `id`\n"
        "    from: table `s`\n"},
    {"CREATE TABLE t (key STRING, value_ INT, desc STRING, headers INT, metadata INT, "
     "first INT, json STRING, map INT, plan INT)",
        "create table `t`\n"
        "  column `key`\n"
        "    type: STRING\n"
        "  column `value_`\n"
        "    type: INT\n"
        "  column `desc`\n"
        "    type: STRING\n"
        "  column `headers`\n"
        "    type: INT\n"
        "  column `metadata`\n"
        "    type: INT\n"
        "  column `first`\n"
        "    type: INT\n"
        "  column `json`\n"
        "    type: STRING\n"
        "  column `map`\n"
        "    type: INT\n"
        "  column `plan`\n"
        "    type: INT\n"},
    {"ALTER TABLE t ADD c INT FIRST",
        "alter table `t`\n"
        "  add\n"
        "    column `c` first\n"
        "      type: INT\n"},
    {"ALTER TABLE IF EXISTS t ADD (a INT AFTER b, b AS a + 1, PRIMARY KEY (a) NOT "
     "ENFORCED)",
        "alter table `t` if exists\n"
        "  add\n"
        "    column `a` after `b`\n"
        "      type: INT\n"
        "    computed column `b`\n"
        "      as: +\n"
        "        column `a`\n"
        "        number 1\n"
        "    primary key `a` not enforced\n"},
    {"ALTER TABLE t MODIFY WATERMARK FOR $rowtime AS $rowtime - INTERVAL '5' SECOND",
        "alter table `t`\n"
        "  modify\n"
        "    watermark for `$rowtime`\n"
        "      -\n"
        "        column `$rowtime`\n"
        "        INTERVAL '5' SECOND\n"},
    {"ALTER TABLE t MODIFY DISTRIBUTION BY HASH(a) INTO 8 BUCKETS",
        "alter table `t`\n"
        "  modify\n"
        "    distributed HASH by `a` into 8 buckets\n"},
    {"ALTER TABLE t DROP a",
        "alter table `t`\n"
        "  drop `a`\n"},
    {"ALTER TABLE t DROP (a, b)",
        "alter table `t`\n"
        "  drop `a`, `b`\n"},
    {"ALTER TABLE t DROP PRIMARY KEY",
        "alter table `t`\n"
        "  drop primary key\n"},
    {"ALTER TABLE t DROP CONSTRAINT pk",
        "alter table `t`\n"
        "  drop constraint `pk`\n"},
    {"ALTER TABLE t DROP WATERMARK",
        "alter table `t`\n"
        "  drop watermark\n"},
    {"ALTER TABLE t DROP DISTRIBUTION",
        "alter table `t`\n"
        "  drop distribution\n"},
    {"ALTER TABLE t RENAME TO d.u",
        "alter table `t`\n"
        "  rename to `d`.`u`\n"},
    {"ALTER TABLE t RENAME a TO b",
        "alter table `t`\n"
        "  rename `a` to `b`\n"},
    {"ALTER TABLE t SET ('a' = 'b')",
        "alter table `t`\n"
        "  set\n"
        "    option 'a' = 'b'\n"},
    {"ALTER TABLE t RESET ('a', 'b')",
        "alter table `t`\n"
        "  reset\n"
        "    option 'a'\n"
        "    option 'b'\n"},
    {"DROP TABLE IF EXISTS t",
        "drop table `t` if exists\n"},
    {"DROP TEMPORARY VIEW v",
        "drop view `v` temporary\n"},
    {"CREATE VIEW v (a COMMENT 'x', b) COMMENT 'y' AS SELECT 1, 2",
        "create view `v` comment 'y'\n"
        "  columns: `a`, `b`\n"
        "  as: select\n"
        "    item\n"
        "      number 1\n"
        "    item\n"
        "      number 2\n"},
    {"ALTER VIEW v RENAME TO w",
        "alter view `v` rename to `w`\n"},
    {"ALTER VIEW v AS TABLE t",
        "alter view `v`\n"
        "  as: table `t`\n"},
};

static const struct example others[] = {
    {"INSERT INTO t VALUES (1, 'a'), ROW(2, 'b'), 3",
        "insert into `t`\n"
        "  values\n"
        "    ROW implicit\n"
        "      number 1\n"
        "      string 'a'\n"
        "    ROW\n"
        "      number 2\n"
        "      string 'b'\n"
        "    ROW implicit\n"
        "      number 3\n"},
    {"INSERT OVERWRITE t PARTITION (d = '1', h) (a, b) SELECT 1, 2 ON CONFLICT DO NOTHING",
        "insert into `t` overwrite\n"
        "  partition 'd' = '1'\n"
        "  partition 'h'\n"
        "  columns: `a`, `b`\n"
        "  select\n"
        "    item\n"
        "      number 1\n"
        "    item\n"
        "      number 2\n"
        "  on conflict do nothing\n"},
    {"INSERT INTO t /*+ OPTIONS('a' = 'b') */ (SELECT * FROM u)",
        "insert into `t`\n"
        "  hint `OPTIONS`\n"
        "    option 'a' = 'b'\n"
        "  select\n"
        "    item\n"
        "      star\n"
        "    from: table `u`\n"},
    {"EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; INSERT INTO b SELECT 2; END",
        "statement set\n"
        "  insert into `a`\n"
        "    select\n"
        "      item\n"
        "        number 1\n"
        "  insert into `b`\n"
        "    select\n"
        "      item\n"
        "        number 2\n"},
    {"BEGIN STATEMENT SET; INSERT INTO a SELECT 1; END",
        "statement set\n"
        "  insert into `a`\n"
        "    select\n"
        "      item\n"
        "        number 1\n"},
    {"EXPLAIN STATEMENT SET BEGIN INSERT INTO a SELECT 1; END",
        "explain\n"
        "  statement set\n"
        "    insert into `a`\n"
        "      select\n"
        "        item\n"
        "          number 1\n"},
    {"EXPLAIN CHANGELOG_MODE, PLAN_ADVICE SELECT 1",
        "explain CHANGELOG_MODE PLAN_ADVICE\n"
        "  select\n"
        "    item\n"
        "      number 1\n"},
    {"EXPLAIN PLAN FOR INSERT INTO t SELECT 1",
        "explain\n"
        "  insert into `t`\n"
        "    select\n"
        "      item\n"
        "        number 1\n"},
    {"SHOW TABLES FROM d NOT LIKE 'a%'",
        "show tables `d` not like 'a%'\n"},
    {"SHOW CREATE TABLE `a b`",
        "show create table `a b`\n"},
    {"SHOW COLUMNS IN t ILIKE 'x'",
        "show columns `t` ilike 'x'\n"},
    {"SHOW CURRENT DATABASE",
        "show current database\n"},
    {"SHOW JARS",
        "show other\n"},
    {"DESC EXTENDED t",
        "describe `t` extended\n"},
    {"DESCRIBE c.d.t",
        "describe `c`.`d`.`t`\n"},
    {"SET 'a' = 'b'",
        "set 'a' = 'b'\n"},
    {"SET",
        "set\n"},
    {"RESET 'a'",
        "reset 'a'\n"},
    {"USE CATALOG c",
        "use catalog `c`\n"},
    {"USE c.d",
        "use `c`.`d`\n"},
    {"CREATE TEMPORARY SYSTEM FUNCTION f AS 'x'",
        "unsupported CREATE SYSTEM FUNCTION\n"},
};

static void check(const struct example *examples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct arena *arena = arena_new();
        struct diag *diag = diag_new(arena);
        uint32_t source = diag_add_source(diag, "test", str_of(examples[i].sql));
        struct text text = {.arena = arena};

        ast_dump(&text, parse_script(arena, diag, source));
        diag_print(diag, 0, DIAG_TEXT, false, stderr);
        cr_expect_eq(diag_count(diag), 0, "%s", examples[i].sql);
        cr_expect_str_eq(text_chars(&text), examples[i].dump, "%s\n--- got\n%s", examples[i].sql,
            text_chars(&text));
        arena_free(arena);
    }
}

#define CHECK(examples) check((examples), sizeof(examples) / sizeof *(examples))

Test(parse, definitions)
{
    CHECK(definitions);
}

Test(parse, other_statements)
{
    CHECK(others);
}
