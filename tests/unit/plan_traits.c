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
    *error = diag_first(diag, 0, DIAG_ERROR, NULL);
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

/* ---- operators with state ---- */

static const struct plan_node *node_of(const struct plan *plan, enum plan_kind kind)
{
    for (size_t i = 0; i < plan->node_count; i++)
        if (plan->nodes[i]->kind == kind)
            return plan->nodes[i];
    cr_assert_fail("no operator of kind %d", (int)kind);
    return NULL;
}

Test(plan, aggregates_delete_only_what_can_be_deleted)
{
    struct arena *arena = arena_new();
    const char *error;
    const struct plan *plan = plan_of(arena, "SELECT v, COUNT(*) FROM log GROUP BY v;", &error);
    const struct plan_node *node;

    cr_assert_not_null(plan, "%s", error);
    node = node_of(plan, PLAN_AGGREGATE);
    cr_expect_eq(node->changes, CHANGE_I | CHANGE_UB | CHANGE_UA);
    cr_expect_eq(node->key_count, 1);
    cr_expect_eq(node->keys[0].count, 1);
    cr_expect_eq(node->distribution_count, 1);
    plan = plan_of(arena, "SELECT v, COUNT(*) FROM changes GROUP BY v;", &error);
    cr_assert_not_null(plan, "%s", error);
    cr_expect_eq(node_of(plan, PLAN_AGGREGATE)->changes, CHANGE_ALL);
    plan = plan_of(arena, "SELECT COUNT(*) FROM log;", &error);
    cr_assert_not_null(plan, "%s", error);
    cr_expect_eq(node_of(plan, PLAN_AGGREGATE)->keys[0].count, 0, "one row: no column is needed");
    arena_free(arena);
}

Test(plan, unread_aggregates_are_left_out)
{
    struct arena *arena = arena_new();
    const char *error;
    const struct plan *plan = plan_of(arena, "SELECT m FROM (SELECT v, SUM(id) AS s, MAX(w) AS m "
        "FROM log GROUP BY v);", &error);
    const struct plan_node *node;

    cr_assert_not_null(plan, "%s", error);
    node = node_of(plan, PLAN_AGGREGATE);
    cr_expect_eq(node->aggregate_count, 1);
    cr_expect_eq(node->aggregates[0].kind, AGG_MAX);
    cr_expect_str_eq(node->inputs[0]->columns[node->aggregates[0].args[0]].name, "w");
    arena_free(arena);
}

Test(plan, sides_of_a_join)
{
    struct arena *arena = arena_new();
    const char *error;
    const struct plan *plan = plan_of(arena,
        "SELECT x.a, p.b FROM (SELECT a, MAX(b) AS b FROM pairs GROUP BY a) x "
        "JOIN pairs p ON x.a = p.a;", &error);
    const struct plan_node *join;

    cr_assert_not_null(plan, "%s", error);
    join = node_of(plan, PLAN_JOIN);
    cr_expect_eq(join->join.key_count, 1);
    cr_expect_eq(join->side_state[0], SIDE_KEYED_BY_JOIN);
    cr_expect_eq(join->side_state[1], SIDE_KEYED);
    cr_expect_eq(join->side_key[1]->count, 2);
    cr_expect_eq(join->inputs[1]->kind, PLAN_NORMALIZE);
    plan = plan_of(arena, "SELECT x.v FROM log x LEFT JOIN log y ON x.v = y.v AND x.id < y.id;",
        &error);
    cr_assert_not_null(plan, "%s", error);
    join = node_of(plan, PLAN_JOIN);
    cr_expect_eq(join->side_state[0], SIDE_ROWS);
    cr_expect_eq(join->changes, CHANGE_ALL);
    cr_expect_not_null(join->join.condition);
    plan = plan_of(arena, "SELECT x.v FROM log x JOIN log y ON x.v = y.v;", &error);
    cr_assert_not_null(plan, "%s", error);
    cr_expect_eq(node_of(plan, PLAN_JOIN)->changes, CHANGE_APPEND);
    arena_free(arena);
}

Test(plan, columns_of_a_join_are_those_of_its_inputs)
{
    struct arena *arena = arena_new();
    const char *error;
    const struct plan *plan = plan_of(arena, "SELECT x.v, z.w FROM log x JOIN log y ON x.id = y.id "
        "JOIN log z ON y.v = z.v JOIN latest l ON l.id = z.id;", &error);

    cr_assert_not_null(plan, "%s", error);
    for (size_t i = 0; i < plan->node_count; i++) {
        const struct plan_node *node = plan->nodes[i];

        if (node->kind == PLAN_JOIN)
            cr_expect_eq(node->column_count,
                node->inputs[0]->column_count + node->inputs[1]->column_count);
    }
    arena_free(arena);
}

Test(plan, changes_are_completed_where_they_are_needed)
{
    struct arena *arena = arena_new();
    const char *error;
    const struct plan *plan = plan_of(arena, "INSERT INTO latest SELECT a, b FROM pairs;", &error);
    const struct plan_node *node;

    cr_assert_not_null(plan, "%s", error);
    node = node_of(plan, PLAN_MATERIALIZE);
    cr_expect_eq(node->state_key_count, 1);
    cr_expect_eq(node->inputs[0]->requested & CHANGE_UB, CHANGE_UB);
    cr_expect_eq(node_of(plan, PLAN_NORMALIZE)->state_key_count, 2);
    plan = plan_of(arena, "INSERT INTO latest SELECT id, v FROM latest WHERE id > 1;", &error);
    cr_assert_not_null(plan, "%s", error);
    for (size_t i = 0; i < plan->node_count; i++)
        cr_expect_neq(plan->nodes[i]->kind, PLAN_NORMALIZE);
    arena_free(arena);
}

Test(plan, names_of_state_survive_other_statements)
{
    static const char query[] = "INSERT INTO changes SELECT COUNT(*), v FROM log GROUP BY v;";
    struct arena *arena = arena_new();
    const char *error, *name;
    const struct plan *plan = plan_of(arena, query, &error);

    cr_assert_not_null(plan, "%s", error);
    name = node_of(plan, PLAN_AGGREGATE)->name;
    cr_expect_eq(strncmp(name, "aggregate-", 10), 0);
    plan = plan_of(arena, arena_printf(arena, "EXECUTE STATEMENT SET BEGIN INSERT INTO changes "
        "SELECT id, v FROM log UNION SELECT 1, 2; INSERT INTO changes\n SELECT COUNT(*), v\n "
        "FROM log GROUP BY v; END;"), &error);
    cr_assert_not_null(plan, "%s", error);
    cr_expect_eq(node_named(plan, name)->kind, PLAN_AGGREGATE);
    arena_free(arena);
}

Test(plan, rank_number_is_computed_only_if_read)
{
    struct arena *arena = arena_new();
    const char *error;
    const struct plan *plan = plan_of(arena, "SELECT id, rn FROM (SELECT *, ROW_NUMBER() OVER "
        "(PARTITION BY v ORDER BY id DESC) AS rn FROM log) WHERE rn <= 3;", &error);
    const struct plan_node *node;

    cr_assert_not_null(plan, "%s", error);
    node = node_of(plan, PLAN_RANK);
    cr_expect(node->rank.with_number);
    cr_expect_eq(node->rank.to, 3);
    cr_expect_eq(node->column_count, node->inputs[0]->column_count + 1);
    plan = plan_of(arena, "SELECT id FROM (SELECT *, ROW_NUMBER() OVER "
        "(PARTITION BY v ORDER BY id DESC) AS rn FROM log) WHERE rn < 3;", &error);
    cr_assert_not_null(plan, "%s", error);
    node = node_of(plan, PLAN_RANK);
    cr_expect_not(node->rank.with_number);
    cr_expect_eq(node->rank.to, 2);
    plan = plan_of(arena, "SELECT id, ROW_NUMBER() OVER (ORDER BY v) FROM log;", &error);
    cr_expect_null(plan);
    cr_expect_not_null(strstr(error, "not supported yet"));
    arena_free(arena);
}
