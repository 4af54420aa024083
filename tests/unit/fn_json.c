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

TestSuite(fn_json, .init = init, .fini = release);

static struct rt_text t(const char *text)
{
    return (struct rt_text){text, strlen(text)};
}

static void query(const char *json, const char *path, const char *want)
{
    struct rt_text out;
    bool is_null;

    cr_assert(rt_json_query(&arena, t(json), t(path), RT_JSON_NO_WRAPPER, RT_JSON_ON_NULL,
        RT_JSON_ON_NULL, &out, &is_null, &error));
    if (is_null)
        out = t("NULL");
    cr_assert(out.size == strlen(want) && !memcmp(out.data, want, out.size),
        "%s at %s: got '%.*s', not '%s'", json, path, (int)out.size, out.data, want);
}

/* Answers of Flink 2.3. */
Test(fn_json, paths)
{
    const char *json = "{\"n\": null, \"a\": {\"x\": 1}, \"l\": [1,[2],{\"z\":3}], \"e\": []}";

    query(json, "$.a", "{\"x\":1}");
    query(json, "$..x", "[1]");
    query(json, "$.l[1:]", "[[2],{\"z\":3}]");
    query(json, "$.l[-1]", "{\"z\":3}");
    query(json, "$.l[:-1]", "[1,[2]]");
    query(json, "$.l[0,5]", "[1]");
    query(json, "$.l[5:7]", "[]");
    query(json, "$..*", "[null,{\"x\":1},[1,[2],{\"z\":3}],[],1,1,[2],{\"z\":3},2,3]");
    query(json, "$..[0]", "[1,2]");
    query(json, "$.zz[*]", "NULL");
    query(json, "lax $.zz[*]", "[]");
    query(json, "$[\"a\",'n']", "{\"a\":{\"x\":1},\"n\":null}");
    query("[1.50,1e3,1.0E10,0.00001,1e-7,-0]", "$", "[1.50,1E+3,1.0E+10,0.00001,1E-7,0]");
    query("{\"b\":1,\"a\":2,\"b\":3} x", "$", "{\"a\":2,\"b\":3}");
    query("[01]", "$", "NULL");
}

/* No path and no text leads out of bounds. */
Test(fn_json, malformed)
{
    static const char *const paths[] = {"", "$", "$.", "$[", "$['", "$['a", "$['a'", "$[0", "$[1:",
        "$[:]", "$..", "lax", "lax ", "strict $", "$.a..", "$[*", "$[-", "$.length(", "$.a()",
        "$['\\", "@", "$$", "$[0,", "$[0,]", "$[99999999999999999999]", "$.a b"};
    static const char *const texts[] = {"", "{", "[", "\"", "\"\\u12", "-", "1e", "tru", "{\"a\"",
        "[1,", "{\"a\":[[[[{}]]]]}", "\xff", "01", "1x", "truex", "[[[["};

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) {
            struct rt_text path = rt_text_copy(&arena, t(paths[i]));
            struct rt_text text = rt_text_copy(&arena, t(texts[j])), out;
            bool is_null, found;

            rt_json_value(&arena, text, path, RT_JSON_ON_ERROR, t(""), RT_JSON_ON_ERROR, t(""),
                &out, &is_null, &error);
            rt_json_exists(&arena, text, path, RT_JSON_ON_NULL, &found, &is_null, &error);
            rt_json_unquote(&arena, text);
            rt_json_quote(&arena, text);
        }
    cr_assert_not(rt_is_json(&arena, t("truex"), RT_JSON_IS_VALUE));
    cr_assert(rt_is_json(&arena, t(" true "), RT_JSON_IS_SCALAR));
}

Test(fn_json, printf)
{
    struct rt_any items[] = {rt_any_i64(-4, 4), rt_any_f64(1.5), rt_any_text(t("ab"))};
    struct rt_text out;

    cr_assert(rt_printf(&arena, t("%(05d %8.2f|%-4S|%2$e"), items, 3, &out));
    cr_assert(out.size == strlen("(004)     1.50|AB  |1.500000e+00") &&
        !memcmp(out.data, "(004)     1.50|AB  |1.500000e+00", out.size), "'%.*s'", (int)out.size,
        out.data);
    cr_assert_not(rt_printf(&arena, t("%d"), items + 1, 1, &out));
    cr_assert_not(rt_printf(&arena, t("%"), items, 3, &out));
    cr_assert_not(rt_printf(&arena, t("%9999999999d"), items, 3, &out));
    cr_assert_not(rt_printf(&arena, t("%s"), items, 0, &out));
}
