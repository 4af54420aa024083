/* Traits of operators, and what the passes do to them. */
#include "parse/parse.h"
#include "plan/plan.h"

#include "bind/bind.h"

#include <criterion/criterion.h>
#include <string.h>

static const char tables_sql[] =
    "CREATE TABLE log (id BIGINT NOT NULL, v INT, w DECIMAL(38, 0) NOT NULL);"
    "CREATE TABLE latest (id BIGINT NOT NULL, v INT, PRIMARY KEY (id) NOT ENFORCED);"
    "CREATE TABLE pairs (a INT NOT NULL, b INT NOT NULL, PRIMARY KEY (a, b) NOT ENFORCED);"
    "CREATE TABLE changes (id BIGINT, v INT) WITH ('changelog.mode' = 'retract');";

/* The plan of the last statement; NULL: *error is the reason. */
static const struct plan *plan_of(struct arena *arena, const char *statement, const char **error)
{
    struct diag *diag = diag_new(arena);
    struct catalog *catalog = catalog_new(arena, diag);
    struct text sql = {.arena = arena};
    const struct plan *plan = NULL;
    const struct script *script;

    text_printf(&sql, "%s %s", tables_sql, statement);
    script = parse_script(arena, diag,
        diag_add_source(diag, "test", (struct str){text_chars(&sql), sql.size}));
    for (size_t i = 0; i < script->statements.count; i++) {
        const struct statement *next = script->statements.at[i];
        struct bound_job job = {0};
        struct table *table;

        if (next->kind == STMT_CREATE_TABLE)
            bind_create_table(catalog, next, &table);
        else if (bind_statement(catalog, next, &job))
            plan = plan_job(catalog, &job);
    }
    *error = diag_first_error(diag, 0);
    return plan;
}

static const struct plan_node *node_named(const struct plan *plan, const char *name)
{
    for (size_t i = 0; i < plan->node_count; i++)
        if (!strcmp(plan->nodes[i]->name, name))
            return plan->nodes[i];
    cr_assert_fail("no operator '%s'", name);
    return NULL;
}

Test(plan, names_and_order)
{
    struct arena *arena = arena_new();
    const char *error;
    const struct plan *plan = plan_of(arena,
        "EXECUTE STATEMENT SET BEGIN INSERT INTO log SELECT id, v, 1 FROM changes UNION ALL "
        "SELECT id, v, w FROM log; INSERT INTO log VALUES (1, 2, 3); END;", &error);

    cr_assert_null(plan, "an append sink took updates");
    cr_expect_not_null(strstr(error, "doesn't support consuming update and delete changes"));
    plan = plan_of(arena,
        "EXECUTE STATEMENT SET BEGIN INSERT INTO changes SELECT id, v FROM changes WHERE v > 1; "
        "INSERT INTO changes SELECT id, v FROM log; INSERT INTO changes VALUES (1, 2); END;",
        &error);
    cr_assert_not_null(plan, "%s", error);
    cr_expect_eq(plan->sink_count, 3);
    cr_expect_eq(plan->table_count, 2);
    cr_expect_str_eq(plan->tables[0]->name, "changes");
    node_named(plan, "source-changes");
    node_named(plan, "calc-changes");
    node_named(plan, "source-log");
    node_named(plan, "values-1");
    node_named(plan, "sink-changes");
    node_named(plan, "sink-changes-2");
    node_named(plan, "sink-changes-3");
    for (size_t i = 0; i < plan->node_count; i++) {
        cr_expect_eq(plan->nodes[i]->id, i + 1);
        for (size_t j = 0; j < plan->nodes[i]->input_count; j++)
            cr_expect_lt(plan->nodes[i]->inputs[j]->id, plan->nodes[i]->id);
    }
    arena_free(arena);
}

Test(plan, keys)
{
    struct arena *arena = arena_new();
    const char *error;
    const struct plan *plan = plan_of(arena,
        "CREATE TABLE swapped (y INT NOT NULL, x INT NOT NULL, PRIMARY KEY (x, y) NOT ENFORCED);"
        "INSERT INTO swapped SELECT b, a FROM pairs WHERE a > 1;", &error);
    const struct plan_node *calc, *scan;

    cr_assert_not_null(plan, "%s", error);
    scan = node_named(plan, "source-pairs");
    calc = node_named(plan, "calc-swapped");
    cr_assert_eq(scan->key_count, 1);
    cr_assert_not_null(calc->upsert_key);
    cr_expect_eq(calc->upsert_key->count, 2);
    cr_expect_eq(calc->upsert_key->columns[0], 1, "a is column 1");
    cr_expect_eq(calc->upsert_key->columns[1], 0);
    cr_expect(calc->key_deletes);
    cr_expect_eq(scan->changes, CHANGE_I | CHANGE_UA | CHANGE_D);
    cr_expect_eq(scan->requested, CHANGE_I | CHANGE_UA | CHANGE_D);

    plan = plan_of(arena, "INSERT INTO changes SELECT id + 1, v FROM changes;", &error);
    cr_assert_not_null(plan, "%s", error);
    cr_expect_null(node_named(plan, "calc-changes")->upsert_key);
    arena_free(arena);
}

Test(plan, update_before_is_dropped_where_nobody_needs_it)
{
    static const char keyed[] = "CREATE TABLE k (id BIGINT NOT NULL, v INT, PRIMARY KEY (id) NOT "
        "ENFORCED) WITH ('changelog.mode' = 'retract');";
    struct arena *arena = arena_new();
    const char *error;
    const struct plan *plan;

    plan = plan_of(arena, arena_printf(arena, "%s INSERT INTO latest SELECT id, v FROM k;", keyed),
        &error);
    cr_assert_not_null(plan, "%s", error);
    cr_expect_eq(node_named(plan, "source-k")->changes, CHANGE_ALL);
    cr_expect_eq(node_named(plan, "source-k")->requested, CHANGE_I | CHANGE_UA | CHANGE_D);
    /* A filter may pass one side of an update: it asks for both, and the sink deletes. */
    plan = plan_of(arena,
        arena_printf(arena, "%s INSERT INTO latest SELECT id, v FROM k WHERE v > 1;", keyed),
        &error);
    cr_assert_not_null(plan, "%s", error);
    cr_expect_eq(node_named(plan, "sink-latest")->requested, CHANGE_ALL);
    plan = plan_of(arena, arena_printf(arena,
        "%s INSERT INTO changes SELECT id, v FROM k WHERE v > 1;", keyed), &error);
    cr_assert_not_null(plan, "%s", error);
    cr_expect_eq(node_named(plan, "source-k")->requested, CHANGE_ALL);
    /* Not one on the key. */
    plan = plan_of(arena,
        arena_printf(arena, "%s INSERT INTO latest SELECT id, v FROM k WHERE id > 1;", keyed),
        &error);
    cr_assert_not_null(plan, "%s", error);
    cr_expect_eq(node_named(plan, "source-k")->requested, CHANGE_I | CHANGE_UA | CHANGE_D);
    arena_free(arena);
}

Test(plan, decimal_overflow_has_room_for_null)
{
    struct arena *arena = arena_new();
    const char *error;
    const struct plan *plan = plan_of(arena, "SELECT w, w * w, id + 1 FROM log;", &error);
    const struct plan_node *result;

    cr_assert_not_null(plan, "%s", error);
    result = node_named(plan, "result");
    cr_expect_not(result->columns[0].type->nullable);
    cr_expect(result->columns[1].type->nullable);
    cr_expect_not(result->columns[2].type->nullable);
    arena_free(arena);
}

/* An expression that doubles with each level stays small: the levels are not merged for ever. */
Test(plan, nested_projections_do_not_explode)
{
    struct arena *arena = arena_new();
    struct text sql = {.arena = arena};
    const char *error;
    const struct plan *plan;

    text_add(&sql, "SELECT x FROM ");
    for (int i = 0; i < 40; i++)
        text_add(&sql, "(SELECT x + x AS x FROM ");
    text_add(&sql, "(SELECT v AS x FROM log)");
    for (int i = 0; i < 40; i++)
        text_add(&sql, ")");
    plan = plan_of(arena, text_chars(&sql), &error);
    cr_assert_not_null(plan, "%s", error);
    cr_expect_gt(plan->node_count, 3);
    cr_expect_lt(arena_used(arena), 64u << 20);
    arena_free(arena);
}
