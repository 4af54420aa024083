/* SQL to the C text that it becomes. */
#include "bind/bind.h"
#include "emit/emit.h"
#include "parse/parse.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JOBS = 16 };

static const char tables[] =
    "CREATE TABLE t (i INT, n INT NOT NULL, b BIGINT, d DOUBLE, p DECIMAL(10, 2), q DECIMAL(30, 4),"
    " s STRING, k STRING NOT NULL, ok BOOLEAN, ts TIMESTAMP(3), ltz TIMESTAMP_LTZ(6), a ARRAY<INT>,"
    " m MAP<STRING, INT>, r ROW<x INT, y ROW<z STRING NOT NULL>>);\n"
    "CREATE TABLE up (id INT NOT NULL, v STRING NOT NULL, PRIMARY KEY (id) NOT ENFORCED);\n"
    "CREATE TABLE re (id INT, v STRING) WITH ('changelog.mode' = 'retract');\n"
    "CREATE TABLE bytes_ (k STRING, val BYTES) DISTRIBUTED BY (k) INTO 1 BUCKETS"
    " WITH ('key.format' = 'raw', 'value.format' = 'raw');\n"
    "CREATE TABLE meta (x INT, o BIGINT METADATA FROM 'offset' VIRTUAL,"
    " e BIGINT METADATA FROM 'leader-epoch' VIRTUAL, h MAP<STRING, BYTES> METADATA FROM 'headers',"
    " at_ TIMESTAMP_LTZ(3) METADATA FROM 'timestamp', topic STRING METADATA VIRTUAL);\n";

/* The unit that the statements become; "" if there was an error. `old`: another schema with which
 * values of `re` may have been written. */
static const char *emitted_with(struct arena *arena, const char *sql, const char *old)
{
    struct diag *diag = diag_new(arena);
    struct catalog *catalog = catalog_new(arena, diag);
    const char *all = arena_printf(arena, "%s%s", tables, sql);
    struct script *script = parse_script(arena, diag, diag_add_source(diag, "t.sql", str_of(all)));
    struct emit_job jobs[JOBS];
    struct emit_unit unit = {.jobs = jobs, .script_name = "t.sql"};
    struct text out = {.arena = arena};
    struct emit_writer writer = {.schema = {.text = old}};

    for (size_t i = 0; i < script->statements.count; i++) {
        const struct statement *statement = script->statements.at[i];
        struct bound_job bound = {0};
        struct table *table;
        const struct plan *plan;

        if (statement->kind == STMT_CREATE_TABLE) {
            bind_create_table(catalog, statement, &table);
            if (table && !strcmp(table->name, "re"))
                writer.table = table;
            continue;
        }
        if (!bind_statement(catalog, statement, &bound) || !(plan = plan_job(catalog, &bound)))
            continue;
        jobs[unit.job_count++] = (struct emit_job){.plan = plan, .name = "t", .sql = sql,
            .symbol = arena_printf(arena, "job_%zu", unit.job_count)};
    }
    unit.writers = &writer;
    unit.writer_count = old != NULL;
    if (!diag_error_count(diag))
        emit_unit(arena, diag, &out, &unit);
    diag_print(diag, 0, DIAG_TEXT, false, stderr);
    return diag_error_count(diag) ? "" : text_chars(&out);
}

static const char *emitted(struct arena *arena, const char *sql)
{
    return emitted_with(arena, sql, NULL);
}

/* What is between the braces of the function from `t` to the result. */
static const char *body(struct arena *arena, const char *sql)
{
    const char *text = emitted(arena, sql), *open = strstr(text, "static bool result_from_t(");
    const char *close = open ? strstr(open, "\n}\n") : NULL;

    return close ? arena_strndup(arena, open, (size_t)(close - open)) : "";
}

struct piece {
    const char *sql, *c;
};

static void expect(const struct piece *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct arena *arena = arena_new();
        const char *got = body(arena, arena_printf(arena, "SELECT %s;", cases[i].sql));

        cr_expect(strstr(got, cases[i].c), "%s: expected\n%s\nin\n%s", cases[i].sql, cases[i].c,
            got);
        arena_free(arena);
    }
}

Test(emit, an_operand_that_is_not_null_is_not_tested)
{
    static const struct piece cases[] = {
        {"n FROM t", "    out.n = in->n;\n"},
        {"n + 1 AS x FROM t", "    out.x = rt_add_i32(in->n, 1);\n"},
        {"i + n AS x FROM t", "    if (rt_null_get(in->nulls, T_I))\n"},
        {"UPPER(k) AS x FROM t", "    out.x = rt_upper(&task->arena, in->k);\n"},
        {"n FROM t WHERE n > 3", "    if (!(in->n > 3))\n        return true;\n"},
    };

    expect(cases, sizeof cases / sizeof *cases);
}

Test(emit, decimals_use_64_bits_where_every_result_fits)
{
    static const struct piece cases[] = {
        {"p + 1.5 AS x FROM t", "in->p + INT64_C(15) * 10"},
        {"p * p AS x FROM t", "(rt_int128)in->p * in->p"},
        {"q * q AS x FROM t", "rt_decimal_multiply(in->q, 30, 4, in->q, 30, 4, 38, "},
        {"n FROM t WHERE p > 2", "!(in->p > INT64_C(200))"},
        {"p / n AS x FROM t", "!rt_decimal_divide(in->p, 10, 2, "},
    };

    expect(cases, sizeof cases / sizeof *cases);
}

Test(emit, what_may_fail_is_evaluated_only_if_it_must)
{
    static const struct piece cases[] = {
        {"n FROM t WHERE ok OR 1 / n > 0",
            "    if (!filter_1) {\n        int32_t filter_2 = 0;\n"},
        {"CASE WHEN ok THEN 0 ELSE 1 / n END AS x FROM t",
            "    } else {\n        int32_t x_2 = 0;\n"},
        {"COALESCE(i, 1 / n) AS x FROM t", "    } else {\n        int32_t x_2 = 0;\n"},
        {"1 / n AS x FROM t",
            "    if (!rt_divide_i32(1, in->n, &x_1, error))\n"
            "        return rt_error_context(error, \"1 / n\");\n"},
        {"MOD(1, n) > 0 AND k LIKE '%' AND 1 % n > 2 AS x FROM t", "\"1 %% n\""},
    };

    expect(cases, sizeof cases / sizeof *cases);
}

Test(emit, timestamps_are_stored_short)
{
    static const struct piece cases[] = {
        {"ts FROM t", "        out.ts = in->ts;\n"},
        {"ltz AS x FROM t", "out.x = "},
        {"ts + INTERVAL '1' DAY AS x FROM t",
            "rt_timestamp_to_ms(rt_timestamp_add_millis(rt_timestamp_from_ms(in->ts), "},
        {"CAST(ltz AS STRING) AS x FROM t",
            "rt_cast_ltz_text(&task->arena, task->zone, rt_timestamp_from_us(in->ltz), 6)"},
    };

    expect(cases, sizeof cases / sizeof *cases);
}

Test(emit, composites)
{
    static const struct piece cases[] = {
        {"a[n] AS x FROM t", "in->n > 0 && (uint64_t)in->n <= in->a.count"},
        {"m['k'] AS x FROM t", "rt_equal_text(in->m.keys[x_1_at], RT_TEXT(\"k\"))"},
        {"r.y.z AS x FROM t", "in->r.y.z"},
        {"CAST(a AS STRING) AS x FROM t", "(&buffer, &in->a, task->zone);"},
    };

    expect(cases, sizeof cases / sizeof *cases);
}

/* Statements whose C must compile without a warning, whatever they hold. */
static const char *const compiled[] = {
    "SELECT * FROM t; SELECT 1 FROM t; SELECT n, n, `n` AS N, n + n FROM t;",
    "SELECT n FROM t WHERE ok AND (1 / n > 0 OR i IN (1, NULL, n)) AND NOT (ok OR 1 / i > 2);",
    "SELECT ok AND 1 / n > 0, ok OR i > 0, ok IS NOT TRUE, i IS DISTINCT FROM n FROM t;",
    "SELECT UPPER(s) IS NULL, i / n IS NOT NULL, NULLIF(i, n), s LIKE 'a%' FROM t;",
    "SELECT ARRAY[i, n], MAP[k, i, 'x', n], ROW(i, s), r.x, CAST(r AS STRING) FROM t;",
    "SELECT CAST(s AS INT), TRY_CAST(s AS DECIMAL(5, 2)), CAST(i AS CHAR(3)), q / p, q % 3 FROM t;",
    "INSERT INTO up SELECT n, k FROM t; INSERT INTO up VALUES (1, 'a'), (2, UPPER('b'));",
    "INSERT INTO up SELECT id, v FROM up; INSERT INTO re SELECT id, v FROM re WHERE id > 0;",
    "INSERT INTO bytes_ SELECT k, val FROM bytes_; SELECT * FROM meta;",
    "INSERT INTO meta SELECT x, h, at_ FROM meta; SELECT x FROM meta UNION ALL SELECT i FROM t;",
    "SELECT '*/ #error \" ?""?/ \\ %s', `int`, `*/` FROM (SELECT n AS `int`, k AS `*/` FROM t);",
    "SELECT * FROM re /*+ OPTIONS('scan.startup.mode' = 'latest-offset') */;"
    " SELECT * FROM re /*+ OPTIONS('scan.startup.specific-offsets' = 'partition:0,offset:3',"
    " 'scan.startup.mode' = 'specific-offsets') */ UNION ALL SELECT * FROM re;",
    "SELECT EXTRACT(YEAR FROM ts), FLOOR(ts TO DAY), TIMESTAMPADD(HOUR, n, ts) FROM t;",
    "EXECUTE STATEMENT SET BEGIN INSERT INTO up SELECT n, k FROM t;"
    " INSERT INTO re SELECT n, k FROM t WHERE n > 1; END;",
};

static void compile(const char *compiler, const char *text)
{
    static const char here[] = "tests/unit/emit_c.c";
    char path[] = "/tmp/ddl2c-unit-XXXXXX.c", command[1024];
    int root = (int)(sizeof __FILE__ - sizeof here);
    int fd = mkstemps(path, 2);
    FILE *file = fdopen(fd, "w");

    fputs(text, file);
    fclose(file);
    snprintf(command, sizeof command,
        "%s -std=gnu17 -Wall -Wextra -Werror -fsyntax-only -I%.*sruntime/include %s", compiler,
        root, __FILE__, path);
    cr_expect_eq(system(command), 0, "%s of\n%s", compiler, text);
    unlink(path);
}

static bool is_there(const char *compiler)
{
    char command[64];

    snprintf(command, sizeof command, "command -v %s >/dev/null", compiler);
    return !system(command);
}

Test(emit, compiles_without_a_warning)
{
    for (size_t i = 0; i < sizeof compiled / sizeof *compiled; i++) {
        struct arena *arena = arena_new();
        const char *text = emitted(arena, compiled[i]);

        cr_expect(*text, "%s", compiled[i]);
        if (is_there("gcc"))
            compile("gcc", text);
        if (is_there("clang"))
            compile("clang", text);
        arena_free(arena);
    }
}

Test(emit, a_hint_changes_the_scan_and_not_the_table)
{
    struct arena *arena = arena_new();
    const char *text = emitted(arena, compiled[11]);

    cr_expect(strstr(text, ".startup = RT_START_LATEST"));
    cr_expect(strstr(text, "{0, INT64_C(3)},"));
    cr_expect(strstr(text, ".startup = RT_START_EARLIEST"));
    arena_free(arena);
}

Test(emit, a_decoder_for_each_known_schema)
{
    static const char old[] =
        "{\"type\":\"record\",\"name\":\"old\","
        "\"fields\":[{\"name\":\"v\",\"type\":\"string\"}]}";
    struct arena *arena = arena_new();
    const char *text = emitted_with(arena, "SELECT * FROM re;", old);

    cr_expect(strstr(text,
        "    case 1:\n        if (!re_decode_value_1(payload, &row, &task->arena, error))\n"));
    cr_expect(strstr(text, ".writer_count = 2,"));
    if (is_there("gcc"))
        compile("gcc", text);
    arena_free(arena);
}

Test(emit, same_input_same_bytes)
{
    struct arena *arena = arena_new();
    const char *first = emitted(arena, compiled[0]);

    cr_expect_str_eq(first, emitted(arena, compiled[0]));
    arena_free(arena);
}
