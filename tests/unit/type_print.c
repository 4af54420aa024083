/* Types as text, and equality. */
#include "types/type.h"

#include <criterion/criterion.h>
#include <string.h>

static void expect(const struct type *type, const char *serialised, const char *summary)
{
    struct arena *arena = arena_new();
    struct text full = {.arena = arena}, brief = {.arena = arena};

    type_print(&full, type);
    type_print_summary(&brief, type);
    cr_expect_str_eq(text_chars(&full), serialised);
    cr_expect_str_eq(text_chars(&brief), summary);
    arena_free(arena);
}

Test(type_print, scalars)
{
    struct arena *a = arena_new();

    expect(type_simple(a, TYPE_BOOLEAN, true), "BOOLEAN", "BOOLEAN");
    expect(type_simple(a, TYPE_INT, false), "INT NOT NULL", "INT");
    expect(type_simple(a, TYPE_DOUBLE, true), "DOUBLE", "DOUBLE");
    expect(type_decimal(a, 10, 2, true), "DECIMAL(10, 2)", "DECIMAL(10, 2)");
    expect(type_sized(a, TYPE_CHAR, 3, true), "CHAR(3)", "CHAR(3)");
    expect(type_string(a, true), "VARCHAR(2147483647)", "STRING");
    expect(type_bytes(a, false), "VARBINARY(2147483647) NOT NULL", "BYTES");
    expect(type_sized(a, TYPE_VARBINARY, 8, true), "VARBINARY(8)", "VARBINARY(8)");
    expect(type_simple(a, TYPE_DATE, true), "DATE", "DATE");
    expect(type_temporal(a, TYPE_TIME, 0, true), "TIME(0)", "TIME(0)");
    expect(type_temporal(a, TYPE_TIMESTAMP, 6, true), "TIMESTAMP(6)", "TIMESTAMP(6)");
    expect(type_temporal(a, TYPE_TIMESTAMP_LTZ, 3, false),
        "TIMESTAMP(3) WITH LOCAL TIME ZONE NOT NULL", "TIMESTAMP_LTZ(3)");
    expect(type_temporal(a, TYPE_TIMESTAMP_TZ, 3, true), "TIMESTAMP(3) WITH TIME ZONE",
        "TIMESTAMP(3) WITH TIME ZONE");
    arena_free(a);
}

Test(type_print, rowtime_is_in_the_summary_alone)
{
    struct arena *a = arena_new();
    const struct type *type = type_with_attribute(a, type_temporal(a, TYPE_TIMESTAMP, 3, true),
        ATTRIBUTE_ROWTIME);

    expect(type, "TIMESTAMP(3)", "TIMESTAMP(3) *ROWTIME*");
    cr_assert(type_equal(type, type_temporal(a, TYPE_TIMESTAMP, 3, true)));
    arena_free(a);
}

Test(type_print, intervals)
{
    struct arena *a = arena_new();

    expect(type_interval(a, INTERVAL_YEAR, 4, 0, true), "INTERVAL YEAR(4)", "INTERVAL YEAR(4)");
    expect(type_interval(a, INTERVAL_YEAR_TO_MONTH, 2, 0, true), "INTERVAL YEAR(2) TO MONTH",
        "INTERVAL YEAR(2) TO MONTH");
    expect(type_interval(a, INTERVAL_MONTH, 2, 0, true), "INTERVAL MONTH", "INTERVAL MONTH");
    expect(type_interval(a, INTERVAL_DAY_TO_SECOND, 2, 3, true), "INTERVAL DAY(2) TO SECOND(3)",
        "INTERVAL DAY(2) TO SECOND(3)");
    expect(type_interval(a, INTERVAL_SECOND, 2, 6, true), "INTERVAL SECOND(6)",
        "INTERVAL SECOND(6)");
    expect(type_interval(a, INTERVAL_MINUTE_TO_SECOND, 2, 0, true),
        "INTERVAL MINUTE TO SECOND(0)", "INTERVAL MINUTE TO SECOND(0)");
    arena_free(a);
}

Test(type_print, constructed)
{
    struct arena *a = arena_new();
    struct type_field fields[] = {
        {"a", type_simple(a, TYPE_INT, false), "it's"}, {"b`c", type_string(a, true), NULL}};

    expect(type_array(a, type_simple(a, TYPE_INT, false), true), "ARRAY<INT NOT NULL>",
        "ARRAY<INT NOT NULL>");
    expect(type_multiset(a, type_string(a, true), false),
        "MULTISET<VARCHAR(2147483647)> NOT NULL", "MULTISET<STRING>");
    expect(type_map(a, type_bytes(a, true), type_bytes(a, true), true),
        "MAP<VARBINARY(2147483647), VARBINARY(2147483647)>", "MAP<BYTES, BYTES>");
    expect(type_row(a, fields, 2, true),
        "ROW<`a` INT NOT NULL 'it''s', `b``c` VARCHAR(2147483647)>",
        "ROW<`a` INT NOT NULL 'it''s', `b``c` STRING>");
    arena_free(a);
}

Test(type_equal, looks_inside)
{
    struct arena *a = arena_new();
    const struct type *array = type_array(a, type_simple(a, TYPE_INT, false), true);

    cr_assert(type_same(array, type_array(a, type_simple(a, TYPE_INT, false), false)));
    cr_assert_not(type_equal(array, type_array(a, type_simple(a, TYPE_INT, false), false)));
    cr_assert_not(type_same(array, type_array(a, type_simple(a, TYPE_INT, true), true)));
    cr_assert_not(type_same(type_decimal(a, 10, 2, true), type_decimal(a, 10, 3, true)));
    cr_assert_not(type_same(type_string(a, true), type_sized(a, TYPE_VARCHAR, 5, true)));
    arena_free(a);
}
