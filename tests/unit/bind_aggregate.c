/* Types of aggregates, as Flink's TYPEOF says them. */
#include "bind/bind.h"
#include "parse/parse.h"

#include <criterion/criterion.h>

static const char table_sql[] =
    "CREATE TABLE t (i INT, b BIGINT NOT NULL, ti TINYINT, d DECIMAL(10, 2), "
    "dn DECIMAL(32, 8) NOT NULL, f FLOAT, s VARCHAR(5), k STRING);";

/* The type of the first column of a query, or the first error. */
static const char *type_of(struct arena *arena, const char *query)
{
    struct diag *diag = diag_new(arena);
    struct catalog *catalog = catalog_new(arena, diag);
    struct text sql = {.arena = arena}, out = {.arena = arena};
    const struct script *script;
    const struct rel *rel;
    struct table *table;

    text_printf(&sql, "%s %s;", table_sql, query);
    script = parse_script(arena, diag,
        diag_add_source(diag, "test", (struct str){text_chars(&sql), sql.size}));
    cr_assert(bind_create_table(catalog, script->statements.at[0], &table));
    rel = bind_query(catalog, script->statements.at[1]->as.query);
    if (!rel)
        return diag_first(diag, 0, DIAG_ERROR, NULL);
    type_print(&out, rel->columns[0].type);
    return text_chars(&out);
}

static void check(const char *const (*examples)[2], size_t count, const char *from)
{
    struct arena *arena = arena_new();

    for (size_t i = 0; i < count; i++) {
        const char *got =
            type_of(arena, arena_printf(arena, "SELECT %s %s", examples[i][0], from));

        cr_expect_str_eq(got, examples[i][1], "%s: %s, not %s", examples[i][0], got,
            examples[i][1]);
    }
    arena_free(arena);
}

#define CHECK(examples, from) check(examples, sizeof(examples) / sizeof *(examples), from)

Test(bind_aggregate, types_of_groups)
{
    static const char *const examples[][2] = {
        {"COUNT(*)", "BIGINT NOT NULL"}, {"COUNT(i)", "BIGINT NOT NULL"}, {"SUM(i)", "INT"},
        {"SUM(b)", "BIGINT NOT NULL"}, {"SUM(ti)", "TINYINT"}, {"SUM(d)", "DECIMAL(38, 2)"},
        {"SUM(dn)", "DECIMAL(38, 8) NOT NULL"}, {"AVG(i)", "INT"}, {"AVG(d)", "DECIMAL(38, 6)"},
        {"AVG(dn)", "DECIMAL(38, 8) NOT NULL"}, {"AVG(f)", "FLOAT"}, {"STDDEV_POP(i)", "INT"},
        {"VAR_POP(d)", "DECIMAL(38, 6)"}, {"MIN(b)", "BIGINT NOT NULL"}, {"MAX(s)", "VARCHAR(5)"},
        {"LISTAGG(s)", "VARCHAR(5)"}, {"COLLECT(b)", "MULTISET<BIGINT NOT NULL> NOT NULL"},
        {"ARRAY_AGG(b)", "ARRAY<BIGINT NOT NULL> NOT NULL"},
        {"JSON_OBJECTAGG(k VALUE b)", "VARCHAR(2000) NOT NULL"},
        {"SUM(b) FILTER (WHERE i > 1)", "BIGINT"}, {"COUNT(*) + 1", "BIGINT NOT NULL"},
    };

    CHECK(examples, "FROM t GROUP BY k");
}

Test(bind_aggregate, types_of_all_rows)
{
    static const char *const examples[][2] = {
        {"SUM(b)", "BIGINT"}, {"MIN(b)", "BIGINT"}, {"COUNT(i)", "BIGINT NOT NULL"},
        {"AVG(dn)", "DECIMAL(38, 8)"}, {"FIRST_VALUE(b)", "BIGINT"},
        {"ARRAY_AGG(b)", "ARRAY<BIGINT NOT NULL> NOT NULL"},
    };

    CHECK(examples, "FROM t");
}

Test(bind_aggregate, types_of_grouping_sets)
{
    static const char *const examples[][2] = {
        {"b", "BIGINT"}, {"GROUPING(k)", "BIGINT NOT NULL"},
        {"GROUPING_ID(k, b)", "BIGINT NOT NULL"}, {"SUM(b)", "BIGINT NOT NULL"},
    };

    CHECK(examples, "FROM t GROUP BY CUBE (k, b)");
}

Test(bind_aggregate, subqueries_may_be_null)
{
    static const char *const examples[][2] = {
        {"(SELECT MAX(b) FROM t)", "BIGINT"}, {"(SELECT COUNT(*) FROM t)", "BIGINT"},
        {"i IN (SELECT i FROM t)", "BOOLEAN"},
        {"COUNT(COUNT(*))", "aggregate function COUNT is not allowed in an aggregate function"},
    };

    CHECK(examples, "FROM t");
}
