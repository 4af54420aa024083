/* SQL text into C: identifiers, literals, comments. */
#include "emit/emit_internal.h"

#include <criterion/criterion.h>
#include <string.h>

static const char *made(const char *scope, const char *text)
{
    return names_make(names_new(arena_new()), scope, text);
}

Test(names, ordinary)
{
    cr_assert_str_eq(made("", "orders"), "orders");
    cr_assert_str_eq(made("", "Order Items"), "order_items");
    cr_assert_str_eq(made("", "a-b.c"), "a_b_c");
    cr_assert_str_eq(names_make_upper(names_new(arena_new()), "", "orders_id"), "ORDERS_ID");
}

Test(names, reserved)
{
    static const char *const words[] = {"int", "constexpr", "NULL", "errno", "stdin", "main",
        "memcpy", "error", "row", "int32_t", "linux", "typeof_unqual"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        cr_assert_str_neq(made("", words[i]), words[i], "%s", words[i]);
    cr_assert_str_eq(made("", "int"), "int_");
    cr_assert_str_eq(made("", "rt_text"), "x_rt_text");
    cr_assert_str_eq(made("", "RT_FAIL"), "x_rt_fail");
    cr_assert_str_eq(names_make_upper(names_new(arena_new()), "", "int32_max"), "INT32_MAX_");
    cr_assert_str_eq(names_make_upper(names_new(arena_new()), "", "uint_least8_max"),
        "UINT_LEAST8_MAX_");
    /* A member may be called as a function is, but not as a keyword, a macro or the NULL bits. */
    cr_assert_str_eq(made("struct orders", "time"), "time");
    cr_assert_str_eq(made("struct orders", "error"), "error");
    cr_assert_str_eq(made("struct orders", "default"), "default_");
    cr_assert_str_eq(made("struct orders", "nulls"), "nulls_");
}

Test(names, first_letter_and_nothing)
{
    cr_assert_str_eq(made("", "1st"), "x_1st");
    cr_assert_str_eq(made("", "_id"), "x_id");
    cr_assert_str_eq(made("", "__id"), "x__id");
    cr_assert_str_eq(made("", ""), "x");
    cr_assert_str_eq(made("", "$"), "x_");
}

Test(names, unicode)
{
    cr_assert_str_eq(made("", "gr\xc3\xb6\xc3\x9f" "e"), "gr_u00f6_u00df_e");
    cr_assert_str_eq(made("", "\xe4\xbb\xb7\xe6\xa0\xbc"), "u4ef7_u683c");
    cr_assert_str_eq(made("", "\xf0\x9f\x98\x80"), "u1f600");
    cr_assert_str_eq(made("", "a\xff"), "a_u00ff");
}

Test(names, collisions)
{
    struct names *names = names_new(arena_new());

    cr_assert_str_eq(names_make(names, "", "a b"), "a_b");
    cr_assert_str_eq(names_make(names, "", "a-b"), "a_b_2");
    cr_assert_str_eq(names_make(names, "", "A_B"), "a_b_3");
    cr_assert_str_eq(names_make(names, "", "a b"), "a_b", "the same text, the same name");
    cr_assert_str_eq(names_make(names, "f", "a b"), "a_b", "known at file scope for this text");
    cr_assert_str_eq(names_make(names, "f", "a?b"), "a_b_4");
    names_reserve(names, "", "used");
    cr_assert_str_eq(names_make(names, "", "used"), "used_2");
    cr_assert_str_eq(names_make(names, "f", "used"), "used_2");
}

Test(names, long_ones_stay_apart)
{
    struct names *names = names_new(arena_new());
    char text[601];
    const char *first;

    memset(text, 'a', sizeof text);
    text[249] = '\0';
    cr_assert_eq(strlen(names_make(names, "", text)), 249, "the longest topic is not cut");
    text[249] = 'a';
    text[600] = '\0';
    first = names_make(names, "", text);
    cr_assert_leq(strlen(first), 410);
    text[599] = 'b';
    cr_assert_str_neq(names_make(names, "", text), first);
}

Test(literals, escapes)
{
    struct arena *arena = arena_new();

    cr_assert_str_eq(emit_c_literal(arena, "a\"b\\c\?\?/"), "\"a\\\"b\\\\c\\?\\?/\"");
    cr_assert_str_eq(emit_c_literal(arena, "\xc3\xa9" "1\n"), "\"\\303\\2511\\n\"");
    cr_assert_str_eq(emit_c_string(arena, (struct str){"a\0b", 3}), "\"a\\000b\"");
    cr_assert_str_eq(emit_c_string(arena, str_of("one\ntwo")), "\"one\\n\"\n    \"two\"");
}

Test(comments, nothing_ends_them)
{
    struct arena *arena = arena_new();

    cr_assert_str_eq(emit_comment(arena, "a */ b"), "a * / b");
    cr_assert_str_eq(emit_comment(arena, "a /* b"), "a / * b");
    cr_assert_str_eq(emit_comment(arena, "**/"), "** /");
    cr_assert_str_eq(emit_comment(arena, "what\?\?/"), "what? ?/");
    cr_assert_str_eq(emit_comment(arena, "one\\\ntwo"), "one\\x5c\n * two");
    cr_assert_str_eq(emit_comment(arena, "one\r\n\ntwo"), "one\n *\n * two");
    cr_assert_str_eq(emit_comment(arena, "a\xe2\x80\xae" "b"), "a\\u202eb");
    cr_assert_str_eq(emit_comment(arena, "a\xff\x01"), "a\\xff\\u0001");
    cr_assert_str_eq(emit_comment(arena, "caf\xc3\xa9"), "caf\xc3\xa9");
}

Test(comments, long_lines_fold)
{
    struct arena *arena = arena_new();
    char text[1001];
    const char *at;

    for (size_t i = 0; i < sizeof text - 1; i++)
        text[i] = i % 10 == 9 ? ' ' : '*' + (i % 3 == 0) * 5;
    text[1000] = '\0';
    at = emit_comment(arena, text);
    cr_assert_null(strstr(at, "*/"));
    for (; *at; at += strcspn(at, "\n"), at += *at == '\n')
        cr_assert_leq(strcspn(at, "\n"), 200);
}
