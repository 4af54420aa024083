#include "parse/parse.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* Statements and the trees they become. */
struct example {
    const char *sql, *dump;
};

static const struct example queries[] = {
    {"SELECT DISTINCT a, t.*, b c FROM t AS x (a, b), u WHERE a > 1",
        "select distinct\n"
        "  item\n"
        "    column `a`\n"
        "  item\n"
        "    star `t`\n"
        "  item as `c`\n"
        "    column `b`\n"
        "  from: comma join\n"
        "    table `t` as `x`\n"
        "      alias columns: `a`, `b`\n"
        "    table `u`\n"
        "  where: >\n"
        "    column `a`\n"
        "    number 1\n"},
    {"SELECT * FROM a LEFT OUTER JOIN b ON a.x = b.x RIGHT JOIN c USING (x, y) NATURAL "
     "FULL JOIN d CROSS JOIN e",
        "select\n"
        "  item\n"
        "    star\n"
        "  from: cross join\n"
        "    full join natural\n"
        "      right join\n"
        "        left join\n"
        "          table `a`\n"
        "          table `b`\n"
        "          on: =\n"
        "            column `a`.`x`\n"
        "            column `b`.`x`\n"
        "        table `c`\n"
        "        using: `x`, `y`\n"
        "      table `d`\n"
        "    table `e`\n"},
    {"SELECT * FROM (a JOIN b ON TRUE) JOIN (SELECT 1) AS c ON TRUE",
        "select\n"
        "  item\n"
        "    star\n"
        "  from: inner join\n"
        "    parentheses\n"
        "      inner join\n"
        "        table `a`\n"
        "        table `b`\n"
        "        on: TRUE\n"
        "    derived table as `c`\n"
        "      select\n"
        "        item\n"
        "          number 1\n"
        "    on: TRUE\n"},
    {"SELECT * FROM o JOIN r FOR SYSTEM_TIME AS OF o.ts AS r ON o.c = r.c",
        "select\n"
        "  item\n"
        "    star\n"
        "  from: inner join\n"
        "    table `o`\n"
        "    table `r` as `r`\n"
        "      system time: column `o`.`ts`\n"
        "    on: =\n"
        "      column `o`.`c`\n"
        "      column `r`.`c`\n"},
    {"SELECT * FROM a LEFT SEMI JOIN b ON a.x = b.x",
        "select\n"
        "  item\n"
        "    star\n"
        "  from: semi join\n"
        "    table `a`\n"
        "    table `b`\n"
        "    on: =\n"
        "      column `a`.`x`\n"
        "      column `b`.`x`\n"},
    {"SELECT * FROM a CROSS JOIN UNNEST(a.tags) WITH ORDINALITY AS u (t, o), LATERAL "
     "TABLE(f(x)) AS g (y)",
        "select\n"
        "  item\n"
        "    star\n"
        "  from: comma join\n"
        "    cross join\n"
        "      table `a`\n"
        "      unnest with ordinality as `u`\n"
        "        alias columns: `t`, `o`\n"
        "        column `a`.`tags`\n"
        "    table function lateral as `g`\n"
        "      alias columns: `y`\n"
        "      call `f`\n"
        "        column `x`\n"},
    {"SELECT * FROM TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE)",
        "select\n"
        "  item\n"
        "    star\n"
        "  from: table function\n"
        "    call `TUMBLE`\n"
        "      table `t`\n"
        "      DESCRIPTOR: `ts`\n"
        "      INTERVAL '1' MINUTE\n"},
    {"SELECT * FROM TABLE(HOP(DATA => TABLE t, TIMECOL => DESCRIPTOR(ts), SLIDE => "
     "INTERVAL '1' MINUTE, SIZE => INTERVAL '5' MINUTES))",
        "select\n"
        "  item\n"
        "    star\n"
        "  from: table function\n"
        "    call `HOP`\n"
        "      argument `DATA`\n"
        "        table `t`\n"
        "      argument `TIMECOL`\n"
        "        DESCRIPTOR: `ts`\n"
        "      argument `SLIDE`\n"
        "        INTERVAL '1' MINUTE\n"
        "      argument `SIZE`\n"
        "        INTERVAL '5' MINUTE\n"},
    {"SELECT * FROM f(input => TABLE t PARTITION BY (a, b) ORDER BY ts, op => "
     "DESCRIPTOR(op), m => MAP['c', 'INSERT'], uid => DEFAULT)",
        "select\n"
        "  item\n"
        "    star\n"
        "  from: table function\n"
        "    call `f`\n"
        "      argument `input`\n"
        "        table `t`\n"
        "          partition by: column `a`\n"
        "          partition by: column `b`\n"
        "          order by ascending\n"
        "            column `ts`\n"
        "      argument `op`\n"
        "        DESCRIPTOR: `op`\n"
        "      argument `m`\n"
        "        MAP\n"
        "          string 'c'\n"
        "          string 'INSERT'\n"
        "      argument `uid`\n"
        "        DEFAULT\n"},
    {"SELECT a FROM t GROUP BY a, (b, c), (), GROUPING SETS ((a), ROLLUP(b, c), CUBE((a, "
     "b), c)) HAVING COUNT(*) > 1",
        "select\n"
        "  item\n"
        "    column `a`\n"
        "  from: table `t`\n"
        "  group by\n"
        "    column `a`\n"
        "    list\n"
        "      column `b`\n"
        "      column `c`\n"
        "    ()\n"
        "    grouping sets\n"
        "      column `a`\n"
        "      rollup\n"
        "        column `b`\n"
        "        column `c`\n"
        "      cube\n"
        "        list\n"
        "          column `a`\n"
        "          column `b`\n"
        "        column `c`\n"
        "  having: >\n"
        "    call `COUNT` *\n"
        "    number 1\n"},
    {"SELECT SUM(a) OVER w FROM t WINDOW w AS (PARTITION BY b ORDER BY c ROWS BETWEEN 2 "
     "PRECEDING AND CURRENT ROW), v AS (w) QUALIFY SUM(a) OVER w > 1",
        "select\n"
        "  item\n"
        "    call `SUM`\n"
        "      column `a`\n"
        "      over `w`\n"
        "  from: table `t`\n"
        "  window `w`\n"
        "    as\n"
        "      partition by: column `b`\n"
        "      order by ascending\n"
        "        column `c`\n"
        "      rows\n"
        "        from: preceding\n"
        "          number 2\n"
        "        to: current row\n"
        "  window `v`\n"
        "    as `w`\n"
        "  qualify: >\n"
        "    call `SUM`\n"
        "      column `a`\n"
        "      over `w`\n"
        "    number 1\n"},
    {"SELECT 1 UNION ALL SELECT 2 INTERSECT SELECT 3 EXCEPT SELECT 4",
        "except\n"
        "  union all\n"
        "    select\n"
        "      item\n"
        "        number 1\n"
        "    intersect\n"
        "      select\n"
        "        item\n"
        "          number 2\n"
        "      select\n"
        "        item\n"
        "          number 3\n"
        "  select\n"
        "    item\n"
        "      number 4\n"},
    {"(SELECT a FROM t LIMIT 1) ORDER BY a",
        "query\n"
        "  select\n"
        "    item\n"
        "      star\n"
        "    from: derived table\n"
        "      query\n"
        "        select\n"
        "          item\n"
        "            column `a`\n"
        "          from: table `t`\n"
        "        limit: number 1\n"
        "  order by ascending\n"
        "    column `a`\n"},
    {"WITH x AS (SELECT 1), y (b) AS (TABLE x) SELECT * FROM y ORDER BY 1 DESC NULLS LAST, "
     "2 LIMIT 10 OFFSET 5 ROWS",
        "query\n"
        "  with `x`\n"
        "    select\n"
        "      item\n"
        "        number 1\n"
        "  with `y`\n"
        "    columns: `b`\n"
        "    table `x`\n"
        "  select\n"
        "    item\n"
        "      star\n"
        "    from: table `y`\n"
        "  order by descending nulls last\n"
        "    number 1\n"
        "  order by ascending\n"
        "    number 2\n"
        "  offset: number 5\n"
        "  limit: number 10\n"},
    {"SELECT a FROM t ORDER BY a FETCH FIRST ROW ONLY",
        "query\n"
        "  select\n"
        "    item\n"
        "      column `a`\n"
        "    from: table `t`\n"
        "  order by ascending\n"
        "    column `a`\n"
        "  limit: number 1\n"},
    {"VALUES (1, 2), (3, 4)",
        "values\n"
        "  ROW implicit\n"
        "    number 1\n"
        "    number 2\n"
        "  ROW implicit\n"
        "    number 3\n"
        "    number 4\n"},
    {"TABLE a UNION ALL TABLE b",
        "union all\n"
        "  table `a`\n"
        "  table `b`\n"},
    {"SELECT /*+ STATE_TTL('a' = '1d'), BROADCAST(t, u) */ * FROM t /*+ OPTIONS('k' = 'v') "
     "*/ AS x",
        "select\n"
        "  hint `STATE_TTL`\n"
        "    option 'a' = '1d'\n"
        "  hint `BROADCAST`\n"
        "    names: `t`, `u`\n"
        "  item\n"
        "    star\n"
        "  from: table `t` as `x`\n"
        "    hint `OPTIONS`\n"
        "      option 'k' = 'v'\n"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY a ORDER BY ts MEASURES FINAL LAST(B.x, "
     "1) AS y ALL ROWS PER MATCH AFTER MATCH SKIP TO FIRST B PATTERN (A B+? (C | D){2,} {- "
     "E -} PERMUTE(F, G)) WITHIN INTERVAL '1' HOUR SUBSET S = (A, B) DEFINE B AS B.x > "
     "PREV(B.x)) AS m",
        "select\n"
        "  item\n"
        "    star\n"
        "  from: matched as `m`\n"
        "    table `t`\n"
        "    match all rows per match skip to first `B`\n"
        "      partition by: column `a`\n"
        "      order by ascending\n"
        "        column `ts`\n"
        "      measure `y`\n"
        "        call `LAST` FINAL\n"
        "          column `B`.`x`\n"
        "          number 1\n"
        "      sequence\n"
        "        variable `A`\n"
        "        variable `B` {1,-1} reluctant\n"
        "        alternation {2,-1}\n"
        "          variable `C`\n"
        "          variable `D`\n"
        "        exclude\n"
        "          variable `E`\n"
        "        permute\n"
        "          variable `F`\n"
        "          variable `G`\n"
        "      within: INTERVAL '1' HOUR\n"
        "      subset `S`\n"
        "        of: `A`, `B`\n"
        "      define `B`\n"
        "        >\n"
        "          column `B`.`x`\n"
        "          call `PREV`\n"
        "            column `B`.`x`\n"},
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

Test(parse, queries)
{
    CHECK(queries);
}
