#include <rt/functions.h>

#include <criterion/criterion.h>
#include <string.h>

static struct rt_arena arena;
static struct rt_error error;

static void init(void)
{
    rt_arena_init(&arena);
}

static void release(void)
{
    rt_arena_release(&arena);
}

TestSuite(fn_regexp, .init = init, .fini = release);

static void same(struct rt_text got, const char *want)
{
    cr_assert(got.size == strlen(want) && !memcmp(got.data, want, got.size), "got '%.*s', not '%s'",
        (int)got.size, got.data, want);
}

static struct rt_text t(const char *text)
{
    return (struct rt_text){text, strlen(text)};
}

static bool matches(const char *a, const char *pattern)
{
    bool out;

    cr_assert(rt_regexp(t(a), t(pattern), &out, &error), "%s", error.message);
    return out;
}

Test(fn_regexp, java)
{
    cr_assert(matches("abc123", "[0-9]+"));
    cr_assert_not(matches("abc", "["));
    cr_assert_not(matches("é", "\\w"));
    cr_assert(matches("é", "^.$"));
    cr_assert(matches("a1", "\\p{Alpha}\\p{Digit}"));
    cr_assert(matches("a-", "^[\\p{Lower}-]+$"));
    cr_assert_not(matches("a", "\\P{Alpha}"));
    cr_assert(matches("b", "^[a[b-c]]$"));
    cr_assert(matches("é", "\\u00e9"));
    cr_assert(matches("a.b", "\\Qa.b\\E"));
    cr_assert_not(matches("acb", "\\Qa.b\\E"));
    cr_assert_not(matches("aaa", "a{2,}+a"));
    cr_assert_not(matches("a", "[a-z&&[b]]"));
}

/* Any bytes are a subject and a pattern. */
Test(fn_regexp, any_bytes)
{
    for (int c = 0; c < 256; c++) {
        char bytes[] = {(char)c, 'a', (char)c, (char)(c ^ 0x5A)};
        struct rt_text a = {bytes, sizeof bytes}, out;
        struct rt_array all;
        int32_t count;
        bool is_null, found;

        cr_assert(rt_regexp(a, a, &found, &error));
        cr_assert(rt_regexp_count(a, t("."), &count, &is_null, &error));
        cr_assert(rt_regexp_replace(&arena, a, t(""), a, &out, &is_null, &error));
        cr_assert(rt_regexp_extract_all_group(&arena, a, t("a|"), 0, &all, &is_null, &error));
        rt_similar(a, a, &found, &error);
        rt_similar_escape(a, a, (struct rt_text){bytes, 1}, &found, &error);
    }
}

Test(fn_regexp, too_many_steps)
{
    bool out;
    bool ok = rt_regexp(t("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"),
        t("^(a|aa|a?)+$"), &out, &error);

    cr_assert(!ok || !out);
}

Test(fn_regexp, replace_and_count)
{
    struct rt_text out;
    int32_t count;
    bool is_null;

    cr_assert(rt_regexp_replace(&arena, t("abc"), t(""), t("-"), &out, &is_null, &error));
    same(out, "-a-b-c-");
    cr_assert(rt_regexp_replace(&arena, t("hello"), t("(l+)"), t("<$1>"), &out, &is_null, &error));
    same(out, "he<$1>o");
    cr_assert(rt_regexp_replace(&arena, t("a"), t("("), t(""), &out, &is_null, &error));
    cr_assert(is_null);
    cr_assert(rt_regexp_count(t("aa"), t("a*"), &count, &is_null, &error));
    cr_assert_eq(count, 2);
}

Test(fn_regexp, str_to_map)
{
    struct rt_map map;
    const struct rt_text *keys;
    bool is_null;

    cr_assert(rt_str_to_map(&arena, t("n=1,a=2,n=3"), &map, &is_null, &error));
    keys = map.keys;
    cr_assert_eq(map.count, 2);
    same(keys[0], "a");
    same(((const struct rt_text *)map.values)[1], "3");
}
