/* Result types of arithmetic (as pinned by the conformance suite), common types, casts. */
#include "types/type.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* "10,2" a DECIMAL; t, s, i, l integers; f, d approximate; upper case: NOT NULL. */
static const struct type *number(struct arena *arena, const char *text)
{
    int precision, scale;

    if (sscanf(text, "%d,%d", &precision, &scale) == 2)
        return type_decimal(arena, precision, scale, true);
    switch (*text) {
    case 't': return type_simple(arena, TYPE_TINYINT, true);
    case 's': return type_simple(arena, TYPE_SMALLINT, true);
    case 'i': return type_simple(arena, TYPE_INT, true);
    case 'l': return type_simple(arena, TYPE_BIGINT, true);
    case 'f': return type_simple(arena, TYPE_FLOAT, true);
    }
    return type_simple(arena, TYPE_DOUBLE, true);
}

Test(arithmetic, result_types)
{
    static const struct {
        const char *a;
        char op;
        const char *b, *result;
    } cases[] = {
        {"1,0", '*', "1,0", "DECIMAL(3, 0)"}, {"1,0", '%', "1,0", "DECIMAL(1, 0)"},
        {"2,1", '+', "2,1", "DECIMAL(3, 1)"}, {"2,1", '*', "2,1", "DECIMAL(5, 2)"},
        {"2,1", '/', "2,1", "DECIMAL(8, 6)"}, {"3,2", '+', "3,1", "DECIMAL(5, 2)"},
        {"3,2", '/', "3,1", "DECIMAL(8, 6)"}, {"5,2", '-', "4,3", "DECIMAL(7, 3)"},
        {"10,5", '*', "10,5", "DECIMAL(21, 10)"}, {"10,2", '/', "3,0", "DECIMAL(14, 6)"},
        {"18,0", '/', "18,0", "DECIMAL(37, 19)"}, {"20,2", '/', "20,10", "DECIMAL(38, 10)"},
        {"38,0", '*', "38,0", "DECIMAL(38, 0)"}, {"38,38", '-', "1,0", "DECIMAL(38, 36)"},
        {"38,38", '%', "1,0", "DECIMAL(38, 38)"}, {"38,19", '-', "38,19", "DECIMAL(38, 18)"},
        {"38,19", '/', "38,19", "DECIMAL(38, 6)"}, {"38,18", '-', "38,18", "DECIMAL(38, 17)"},
        {"38,10", '+', "38,28", "DECIMAL(38, 9)"}, {"30,0", '/', "30,0", "DECIMAL(38, 8)"},
        {"10,0", '/', "10,0", "DECIMAL(21, 11)"}, {"38,0", '+', "38,20", "DECIMAL(38, 6)"},
        {"3,2", '*', "i", "DECIMAL(14, 2)"}, {"2,1", '*', "t", "DECIMAL(6, 1)"},
        {"s", '/', "2,1", "DECIMAL(12, 6)"}, {"l", '/', "3,2", "DECIMAL(27, 6)"},
        {"i", '%', "2,1", "DECIMAL(2, 1)"}, {"l", '%', "3,2", "DECIMAL(3, 2)"},
        {"20,0", '%', "l", "BIGINT"}, {"38,0", '%', "i", "INT"}, {"18,4", '%', "l",
            "DECIMAL(18, 4)"}, {"i", '/', "38,0", "DECIMAL(38, 28)"},
        {"t", '+', "t", "TINYINT"}, {"i", '+', "l", "BIGINT"}, {"l", '%', "t", "TINYINT"},
        {"l", '/', "i", "BIGINT"}, {"d", '*', "5,2", "DOUBLE"}, {"f", '*', "5,2", "DOUBLE"},
        {"f", '+', "f", "FLOAT"}, {"f", '+', "i", "FLOAT"}, {"d", '-', "l", "DOUBLE"},
    };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct type *type = type_of_arithmetic(arena, cases[i].op,
            number(arena, cases[i].a), number(arena, cases[i].b));

        cr_expect_str_eq(type_name(arena, type), cases[i].result, "%s %c %s is %s, not %s",
            cases[i].a, cases[i].op, cases[i].b, type_name(arena, type), cases[i].result);
    }
    arena_free(arena);
}

static void common(const struct type *a, const struct type *b, const char *expected)
{
    struct arena *arena = arena_new();
    const struct type *type = type_common(arena, a, b), *back = type_common(arena, b, a);

    if (!expected) {
        cr_expect_null(type);
        cr_expect_null(back);
    } else {
        cr_assert_not_null(type);
        cr_expect_str_eq(type_name(arena, type), expected);
        cr_expect(type_equal(type, back));
    }
    arena_free(arena);
}

Test(common, scalars)
{
    struct arena *a = arena_new();

    common(type_simple(a, TYPE_INT, false), type_simple(a, TYPE_BIGINT, true), "BIGINT");
    common(type_simple(a, TYPE_INT, false), type_simple(a, TYPE_INT, false), "INT NOT NULL");
    common(type_simple(a, TYPE_NULL, true), type_simple(a, TYPE_INT, false), "INT");
    common(type_decimal(a, 3, 2, false), type_decimal(a, 2, 1, false), "DECIMAL(3, 2) NOT NULL");
    common(type_decimal(a, 2, 1, true), type_decimal(a, 5, 3, true), "DECIMAL(5, 3)");
    common(type_simple(a, TYPE_INT, true), type_decimal(a, 5, 3, true), "DECIMAL(13, 3)");
    common(type_simple(a, TYPE_INT, true), type_simple(a, TYPE_FLOAT, true), "FLOAT");
    common(type_decimal(a, 5, 2, true), type_simple(a, TYPE_FLOAT, true), "DOUBLE");
    common(type_sized(a, TYPE_CHAR, 1, true), type_sized(a, TYPE_CHAR, 3, true), "VARCHAR(3)");
    common(type_sized(a, TYPE_CHAR, 3, true), type_sized(a, TYPE_CHAR, 3, true), "CHAR(3)");
    common(type_sized(a, TYPE_CHAR, 3, true), type_string(a, true), "VARCHAR(2147483647)");
    common(type_simple(a, TYPE_DATE, true), type_temporal(a, TYPE_TIMESTAMP, 3, true),
        "TIMESTAMP(3)");
    common(type_temporal(a, TYPE_TIMESTAMP, 6, true), type_temporal(a, TYPE_TIMESTAMP_LTZ, 3, true),
        "TIMESTAMP(6) WITH LOCAL TIME ZONE");
    common(type_interval(a, INTERVAL_DAY, 3, 0, true),
        type_interval(a, INTERVAL_SECOND, 2, 3, true),
        "INTERVAL DAY(3) TO SECOND(3)");
    common(type_simple(a, TYPE_INT, true), type_string(a, true), NULL);
    common(type_temporal(a, TYPE_TIME, 0, true), type_simple(a, TYPE_DATE, true), NULL);
    arena_free(a);
}

Test(common, constructed)
{
    struct arena *a = arena_new();
    struct type_field x = {"x", type_simple(a, TYPE_INT, false), NULL};
    struct type_field y = {"x", type_simple(a, TYPE_BIGINT, true), NULL};

    common(type_row(a, &x, 1, false), type_row(a, &y, 1, false), "ROW<`x` BIGINT> NOT NULL");
    common(type_array(a, x.type, true), type_array(a, y.type, true), "ARRAY<BIGINT>");
    common(type_map(a, x.type, y.type, true), type_map(a, y.type, x.type, true),
        "MAP<BIGINT, BIGINT>");
    common(type_array(a, x.type, true), type_multiset(a, x.type, true), NULL);
    arena_free(a);
}

Test(cast, implicit_and_explicit)
{
    struct arena *a = arena_new();
    const struct type *text = type_string(a, true), *bytes = type_bytes(a, true);
    const struct type *i = type_simple(a, TYPE_INT, true), *l = type_simple(a, TYPE_BIGINT, true);
    const struct type *b = type_simple(a, TYPE_BOOLEAN, true);
    const struct type *date = type_simple(a, TYPE_DATE, true);
    const struct type *ts = type_temporal(a, TYPE_TIMESTAMP, 3, true);
    const struct type *ltz = type_temporal(a, TYPE_TIMESTAMP_LTZ, 3, true);

    cr_expect(type_casts_implicitly(i, l));
    cr_expect_not(type_casts_implicitly(l, i));
    cr_expect(type_casts_explicitly(l, i));
    cr_expect(type_casts_implicitly(l, type_decimal(a, 5, 2, true)));
    cr_expect(type_casts_implicitly(type_sized(a, TYPE_CHAR, 2, true), text));
    cr_expect_not(type_casts_implicitly(i, text));
    cr_expect(type_casts_explicitly(i, text));
    cr_expect(type_casts_explicitly(text, i));
    cr_expect(type_casts_explicitly(bytes, text));
    cr_expect_not(type_casts_implicitly(bytes, text));
    cr_expect_not(type_casts_explicitly(bytes, i));
    cr_expect(type_casts_explicitly(type_decimal(a, 5, 2, true), b));
    cr_expect_not(type_casts_explicitly(date, i));
    cr_expect_not(type_casts_explicitly(i, ts));
    cr_expect(type_casts_implicitly(ltz, ts));
    cr_expect(type_casts_explicitly(date, ltz));
    cr_expect(type_casts_explicitly(type_map(a, bytes, bytes, true),
        type_map(a, text, text, true)));
    cr_expect(type_casts_implicitly(type_array(a, i, true), type_array(a, l, true)));
    cr_expect_not(type_casts_explicitly(type_array(a, i, true), i));
    cr_expect(type_casts_implicitly(type_simple(a, TYPE_NULL, true), date));
    arena_free(a);
}
