#include "parse/parse.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* Expressions and their canonical text; NULL: refused. */
static const struct {
    const char *sql, *printed;
} examples[] = {
    {"a + b * c - d", "`a` + `b` * `c` - `d`"},
    {"(a + b) * c", "(`a` + `b`) * `c`"},
    {"a - (b - c)", "`a` - (`b` - `c`)"},
    {"- - a", "- -`a`"},
    {"-(a + b)", "-(`a` + `b`)"},
    {"not a and b or c", "NOT `a` AND `b` OR `c`"},
    {"not (a and b)", "NOT (`a` AND `b`)"},
    {"a || 'x' || b", "`a` || 'x' || `b`"},
    {"a = b is null", "`a` = `b` IS NULL"},
    {"a != b", "`a` <> `b`"},
    {"a between 1 and 2 and c", "`a` BETWEEN 1 AND 2 AND `c`"},
    {"a not between symmetric 1 and 2", "`a` NOT BETWEEN SYMMETRIC 1 AND 2"},
    {"a not like '%!%' escape '!'", "`a` NOT LIKE '%!%' ESCAPE '!'"},
    {"a similar to 'x'", "`a` SIMILAR TO 'x'"},
    {"a in (1, 2)", "`a` IN (1, 2)"},
    {"(a, b) not in (select 1, 2)", "(`a`, `b`) NOT IN (SELECT 1, 2)"},
    {"a > any (select 1)", "`a` > ANY (SELECT 1)"},
    {"a = all (1, 2)", "`a` = ALL (1, 2)"},
    {"exists (select 1)", "EXISTS (SELECT 1)"},
    {"((select 1))", "(SELECT 1)"},
    {"((select 1) union (select 2))", "(SELECT 1 UNION SELECT 2)"},
    {"((select 1) + 2)", "(SELECT 1) + 2"},
    {"a is not distinct from b", "`a` IS NOT DISTINCT FROM `b`"},
    {"a is json object", "`a` IS JSON OBJECT"},
    {"a is not json", "`a` IS NOT JSON"},
    {"(a, b) overlaps (c, d)", "(`a`, `b`) OVERLAPS (`c`, `d`)"},
    {"a[1].b.c[2]", "`a`[1].`b`.`c`[2]"},
    {"(a).b", "(`a`).`b`"},
    {"f(x).y", "F(`x`).`y`"},
    {"1.5 .b", "(1.5).`b`"},
    {"a.b.c", "`a`.`b`.`c`"},
    {"`a b`.`c``d`", "`a b`.`c``d`"},
    {"$rowtime", "`$rowtime`"},
    {"case when a then 1 else 2 end", "CASE WHEN `a` THEN 1 ELSE 2 END"},
    {"case a when 1, 2 then 'x' end", "CASE `a` WHEN 1, 2 THEN 'x' END"},
    {"cast(a as decimal(10, 2))", "CAST(`a` AS DECIMAL(10, 2))"},
    {"try_cast(a as row<b int not null>)", "TRY_CAST(`a` AS ROW<`b` INT NOT NULL>)"},
    {"cast(a as int array)", "CAST(`a` AS ARRAY<INT>)"},
    {"interval '5' second", "INTERVAL '5' SECOND"},
    {"interval -'1-2' year(3) to month", "INTERVAL -'1-2' YEAR(3) TO MONTH"},
    {"(a - b) day", "(`a` - `b`) DAY"},
    {"date '2024-01-01'", "DATE '2024-01-01'"},
    {"timestamp '2024-01-01 00:00:00'", "TIMESTAMP '2024-01-01 00:00:00'"},
    {"timestamp", NULL},
    {"date", NULL},
    {"X'0aFF'", "X'0AFF'"},
    {"U&'\\00e9'", "'é'"},
    {"U&'x!00e9' uescape '!'", "'xé'"},
    {"_UTF8'a'", "'a'"},
    {"'it''s'", "'it''s'"},
    {"1.5e-3", "1.5e-3"},
    {".5", ".5"},
    {"row(1, 'a')", "ROW(1, 'a')"},
    {"(1, 'a')", "(1, 'a')"},
    {"array[1, 2]", "ARRAY[1, 2]"},
    {"array[]", "ARRAY[]"},
    {"map['a', 1]", "MAP['a', 1]"},
    {"map", "`map`"},
    {"extract(year from a)", "EXTRACT(YEAR FROM `a`)"},
    {"floor(a to day)", "FLOOR(`a` TO DAY)"},
    {"ceil(a)", "CEIL(`a`)"},
    {"timestampadd(day, 1, a)", "TIMESTAMPADD(DAY, 1, `a`)"},
    {"timestampdiff", "`timestampdiff`"},
    {"position('a' in b)", "POSITION('a' IN `b`)"},
    {"substring(a from 1 for 2)", "SUBSTRING(`a` FROM 1 FOR 2)"},
    {"substring(a, 1, 2)", "SUBSTRING(`a`, 1, 2)"},
    {"overlay(a placing 'b' from 1 for 2)", "OVERLAY(`a` PLACING 'b' FROM 1 FOR 2)"},
    {"trim(leading 'x' from a)", "TRIM(LEADING 'x' FROM `a`)"},
    {"trim(a)", "TRIM(`a`)"},
    {"left(a, 1)", "LEFT(`a`, 1)"},
    {"year(a)", "YEAR(`a`)"},
    {"if(a, 1, 2)", "IF(`a`, 1, 2)"},
    {"current_timestamp", "CURRENT_TIMESTAMP"},
    {"localtimestamp(3)", "LOCALTIMESTAMP(3)"},
    {"count(*)", "COUNT(*)"},
    {"count(distinct a, b) filter (where c)", "COUNT(DISTINCT `a`, `b`) FILTER (WHERE `c`)"},
    {"listagg(a) within group (order by b desc)",
        "LISTAGG(`a`) WITHIN GROUP (ORDER BY `b` DESC)"},
    {"lag(a, 1) ignore nulls over (partition by b order by c)",
        "LAG(`a`, 1) IGNORE NULLS OVER (PARTITION BY `b` ORDER BY `c`)"},
    {"sum(a) over (order by b range between interval '1' hour preceding and current row)",
        "SUM(`a`) OVER (ORDER BY `b` RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND CURRENT "
        "ROW)"},
    {"row_number() over w", "ROW_NUMBER() OVER `w`"},
    {"grouping(a)", "GROUPING(`a`)"},
    {"json_value(a, '$.x' returning int default 0 on empty null on error)",
        "JSON_VALUE(`a`, '$.x' RETURNING INT DEFAULT 0 ON EMPTY NULL ON ERROR)"},
    {"json_query(a, '$' with conditional wrapper empty array on empty)",
        "JSON_QUERY(`a`, '$' WITH CONDITIONAL ARRAY WRAPPER EMPTY ARRAY ON EMPTY)"},
    {"json_exists(a, '$' true on error)", "JSON_EXISTS(`a`, '$' TRUE ON ERROR)"},
    {"json_object('a' value 1, key 'b' value 2 absent on null)",
        "JSON_OBJECT(KEY 'a' VALUE 1, KEY 'b' VALUE 2 ABSENT ON NULL)"},
    {"json_object(key value 1)", "JSON_OBJECT(`key` VALUE 1)"},
    {"json_array(1, null null on null)", "JSON_ARRAY(1, NULL NULL ON NULL)"},
    {"json_arrayagg(a)", "JSON_ARRAYAGG(`a`)"},
    {"db.f(a => 1, b => default)", "`db`.`f`(`a` => 1, `b` => DEFAULT)"},
    {"source_watermark()", "SOURCE_WATERMARK()"},
    {"größe + 名前", "`größe` + `名前`"},
    {"1 +", NULL},
    {"a b", NULL},
    {"", NULL},
};

enum { COUNT = sizeof examples / sizeof *examples };

static const char *print(struct arena *arena, const char *sql)
{
    struct diag *diag = diag_new(arena);
    struct text text = {.arena = arena};
    struct ast_expr *expr =
        parse_expression(arena, diag, diag_add_source(diag, "test", str_of(sql)));

    cr_expect_eq(expr == NULL, diag_error_count(diag) > 0, "%s", sql);
    if (!expr)
        return NULL;
    ast_print_expr(&text, expr);
    return text_chars(&text);
}

Test(parse, expressions)
{
    for (size_t i = 0; i < COUNT; i++) {
        struct arena *arena = arena_new();
        const char *printed = print(arena, examples[i].sql);

        if (!examples[i].printed) {
            cr_expect_null(printed, "%s", examples[i].sql);
        } else {
            cr_expect_not_null(printed, "%s", examples[i].sql);
            if (printed)
                cr_expect_str_eq(printed, examples[i].printed, "%s", printed);
        }
        arena_free(arena);
    }
}

Test(parse, printed_expressions_print_alike)
{
    for (size_t i = 0; i < COUNT; i++) {
        struct arena *arena = arena_new();

        if (examples[i].printed)
            cr_expect_str_eq(print(arena, examples[i].printed), examples[i].printed);
        arena_free(arena);
    }
}

Test(parse, reserved_words)
{
    cr_expect(keyword_is_reserved("order"));
    cr_expect(keyword_is_reserved("Watermark"));
    cr_expect(keyword_is_reserved("COUNT"));
    cr_expect_not(keyword_is_reserved("key"));
    cr_expect_not(keyword_is_reserved("desc"));
    cr_expect_not(keyword_is_reserved("orders"));
}

/* A file of deep nesting must be refused, not crash. */
Test(parse, deep_nesting)
{
    static const struct {
        const char *open, *middle, *close;
    } shapes[] = {{"(", "1", ")"}, {"NOT ", "TRUE", ""}, {"- ", "1", ""}, {"f(", "1", ")"},
        {"CASE WHEN ", "1", " THEN 1 END"}, {"(SELECT ", "1", ")"}, {"ARRAY[", "1", "]"},
        {"CAST(", "1", " AS INT)"}, {"1 + ", "1", ""}, {"", "CAST(a AS INT", " ARRAY"},
        {"a[", "1", "]"}, {"CASE ", "1", ""}, {"", "a", " IS NULL"}};

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct arena *arena = arena_new();
        struct diag *diag = diag_new(arena);
        struct text text = {.arena = arena};

        for (int n = 0; n < 20000; n++)
            text_add(&text, shapes[i].open);
        text_add(&text, shapes[i].middle);
        for (int n = 0; n < 20000; n++)
            text_add(&text, shapes[i].close);
        parse_expression(arena, diag,
            diag_add_source(diag, "deep", (struct str){text_chars(&text), text.size}));
        if (*shapes[i].open != '(' || shapes[i].open[1])
            cr_expect_geq(diag_error_count(diag), 1u, "%s", shapes[i].open);
        arena_free(arena);
    }
}
