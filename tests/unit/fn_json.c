/* The JSON reader and writer, and row lines. */
#include <rt/functions.h>
#include <rt/rowline.h>

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct rt_arena arena;

static void open_arena(void)
{
    rt_arena_init(&arena);
}

static void close_arena(void)
{
    rt_arena_release(&arena);
}

TestSuite(fn_json, .init = open_arena, .fini = close_arena);

static struct rt_text text_of(const char *text)
{
    return (struct rt_text){text, strlen(text)};
}

/* Whether the whole text is JSON; the message otherwise. */
static const char *verdict(struct rt_text text)
{
    static struct rt_error error;
    struct rt_json json;

    rt_json_open(&json, &arena, text);
    rt_json_skip(&json);
    return rt_json_end(&json, &error) ? "ok" : error.message;
}

Test(fn_json, grammar)
{
    static const char *const good[] = {"null", " true ", "false", "0", "-0", "12.5e+3", "1E2",
        "\"\"", "\"a\\n\\u00e9\\ud83d\\ude00\"", "[]", "[1, [2, {}], \"x\"]", "{}",
        "{\"a\": {\"b\": [null]}, \"c\": 1}", "\t\r\n{}\n"};
    static const char *const bad[] = {"", " ", "nul", "tru", "01", "1.", ".5", "+1", "1e", "- 1",
        "\"", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\ud83d\"", "\"\\ude00\"", "\"\t\"", "[", "[1",
        "[1,]", "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{a:1}",
        "{\"a\" 1}", "{'a':1}", "[1]]", "{}{}", "1 2", "[}", "{]", "\"\xff\"", "\"\\", "\"\\u"};

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        cr_expect_str_eq(verdict(text_of(good[i])), "ok", "%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        cr_expect_str_neq(verdict(text_of(bad[i])), "ok", "%s", bad[i]);
}

Test(fn_json, depth_is_limited)
{
    static char deep[4 * RT_JSON_DEPTH];

    memset(deep, '[', sizeof deep);
    memset(deep + RT_JSON_DEPTH, ']', RT_JSON_DEPTH);
    cr_assert_str_eq(verdict((struct rt_text){deep, 2 * RT_JSON_DEPTH}), "ok");
    memset(deep, '[', sizeof deep);
    cr_assert(strstr(verdict((struct rt_text){deep, sizeof deep}), "too deep"));
}

/* Reads one value of the type and prints it as CAST AS STRING does, or the error. */
static const char *read_as(const char *text, const char *type)
{
    static char out[1200];
    static struct rt_error error;
    struct rt_json json;
    size_t size = 0;
    int8_t i8;
    int32_t i32;
    int64_t i64;
    float f32;
    double f64;
    bool flag;
    struct rt_text string;
    struct rt_bytes bytes;
    struct rt_timestamp timestamp;
    rt_int128 decimal;

    rt_json_open(&json, &arena, text_of(text));
    json.column = "c";
    if (strcmp(type, "TINYINT") == 0 && rt_json_i8(&json, &i8))
        size = rt_format_int(i8, out);
    else if (strcmp(type, "INT") == 0 && rt_json_i32(&json, &i32))
        size = rt_format_int(i32, out);
    else if (strcmp(type, "BIGINT") == 0 && rt_json_i64(&json, &i64))
        size = rt_format_int(i64, out);
    else if (strcmp(type, "FLOAT") == 0 && rt_json_f32(&json, &f32))
        size = rt_format_f32(f32, out);
    else if (strcmp(type, "DOUBLE") == 0 && rt_json_f64(&json, &f64))
        size = rt_format_f64(f64, out);
    else if (strcmp(type, "BOOLEAN") == 0 && rt_json_bool(&json, &flag))
        size = (size_t)snprintf(out, sizeof out, "%d", flag);
    else if (strcmp(type, "DECIMAL") == 0 && rt_json_decimal(&json, 5, 2, &decimal))
        size = rt_decimal_format(decimal, 2, out);
    else if (strcmp(type, "STRING") == 0 && rt_json_text(&json, &string))
        size = (size_t)snprintf(out, sizeof out, "%.*s", (int)string.size, string.data);
    else if (strcmp(type, "BYTES") == 0 && rt_json_bytes(&json, &bytes))
        size = (size_t)snprintf(out, sizeof out, "%.*s", (int)bytes.size, (const char *)bytes.data);
    else if (strcmp(type, "DATE") == 0 && rt_json_date(&json, &i32))
        size = rt_format_date(i32, out);
    else if (strcmp(type, "TIME") == 0 && rt_json_time(&json, 3, &i32))
        size = rt_format_time(i32, 3, out);
    else if (strcmp(type, "TIMESTAMP") == 0 && rt_json_timestamp(&json, 6, &timestamp))
        size = rt_format_timestamp(timestamp, 6, out);
    else if (strcmp(type, "LTZ") == 0 && rt_json_ltz(&json, 3, &timestamp))
        size = rt_format_timestamp(timestamp, 3, out);
    out[size] = '\0';
    return rt_json_end(&json, &error) ? out : error.message;
}

Test(fn_json, values)
{
    static const struct {
        const char *text, *type, *expected;
    } cases[] = {{"127", "TINYINT", "127"}, {"128", "TINYINT",
        "column 'c': expected TINYINT, got '128'"}, {"1e2", "INT", "100"}, {"1.0", "INT", "1"},
        {"1.5", "INT", "column 'c': expected INT, got '1.5'"}, {"\"7\"", "INT", "7"},
        {"\"x\"", "INT", "column 'c': expected INT, got 'x'"},
        {"[1]", "INT", "column 'c': expected INT, got an array"},
        {"null", "INT", "column 'c': expected INT, got null"},
        {"-9223372036854775808", "BIGINT", "-9223372036854775808"},
        {"9223372036854775808", "BIGINT",
            "column 'c': expected BIGINT, got '9223372036854775808'"},
        {"1e400", "DOUBLE", "column 'c': expected DOUBLE, got '1e400'"}, {"0.1", "FLOAT", "0.1"},
        {"\"NaN\"", "DOUBLE", "NaN"}, {"\"-Infinity\"", "FLOAT", "-Infinity"},
        {"1e39", "FLOAT", "column 'c': expected FLOAT, got '1e39'"}, {"true", "BOOLEAN", "1"},
        {"1", "BOOLEAN", "column 'c': expected BOOLEAN, got a number"},
        {"123.45", "DECIMAL", "123.45"}, {"\"1.50\"", "DECIMAL", "1.50"}, {"1", "DECIMAL", "1.00"},
        {"1.500", "DECIMAL", "1.50"}, {"1.555", "DECIMAL",
            "column 'c': expected DECIMAL(5, 2), got '1.555'"},
        {"1234", "DECIMAL", "column 'c': expected DECIMAL(5, 2), got '1234'"},
        {"\"a\\\"\\u00e9\\ud83d\\ude00\\/\"", "STRING", "a\"é😀/"},
        {"1", "STRING", "column 'c': expected STRING, got a number"},
        {"\"aGVsbG8=\"", "BYTES", "hello"},
        {"\"*\"", "BYTES", "column 'c': expected BYTES in base64, got '*'"},
        {"\"2024-02-29\"", "DATE", "2024-02-29"},
        {"\"x\"", "DATE", "column 'c': expected DATE, got 'x'"},
        {"\"10:11:12.130\"", "TIME", "10:11:12.13"},
        {"\"2024-01-01 10:11:12.123456789\"", "TIMESTAMP", "2024-01-01 10:11:12.123456"},
        {"\"2024-01-01T10:11:12\"", "TIMESTAMP", "2024-01-01 10:11:12.000000"},
        {"\"2024-01-01T10:11:12Z\"", "TIMESTAMP",
            "column 'c': expected TIMESTAMP, got '2024-01-01T10:11:12Z'"},
        {"\"2024-02-29T10:11:12.130Z\"", "LTZ", "2024-02-29 10:11:12.130"},
        {"\"2024-02-29 10:11:12+02:00\"", "LTZ", "2024-02-29 08:11:12.000"},
        {"\"0001-01-01T00:00:00.000Z\"", "LTZ", "0001-01-01 00:00:00.000"}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *got = read_as(cases[i].text, cases[i].type);

        if (strncmp(cases[i].expected, "column", 6) == 0)
            cr_expect_str_eq(got, cases[i].expected, "%s as %s: %s", cases[i].text, cases[i].type,
                got);
        else
            cr_expect_str_eq(got, cases[i].expected, "%s as %s: %s, not %s", cases[i].text,
                cases[i].type, got, cases[i].expected);
    }
}

Test(fn_json, members_and_elements)
{
    struct rt_text name, raw;
    struct rt_json json;
    struct rt_error error;
    int32_t sum = 0, value;

    rt_json_open(&json, &arena,
        RT_TEXT("{\"\\u0061\": [1, 2, [3]], \"skip\": {\"x\": []}, \"n\": null, "
                "\"r\": {\"k\" :1}}"));
    cr_assert(rt_json_object(&json));
    cr_assert(rt_json_member(&json, &name) && rt_equal_text(name, RT_TEXT("a")));
    cr_assert(rt_json_array(&json));
    while (rt_json_element(&json)) {
        if (rt_json_peek(&json) == RT_JSON_ARRAY) {
            cr_assert(rt_json_array(&json) && rt_json_element(&json));
            cr_assert(rt_json_i32(&json, &value) && !rt_json_element(&json));
        } else {
            cr_assert(rt_json_i32(&json, &value));
        }
        sum += value;
    }
    cr_assert_eq(sum, 6);
    cr_assert(rt_json_member(&json, &name) && rt_json_skip(&json));
    cr_assert(rt_json_member(&json, &name) && rt_json_null(&json));
    cr_assert(rt_json_member(&json, &name) && rt_json_raw(&json, &raw));
    cr_assert(rt_equal_text(raw, RT_TEXT("{\"k\" :1}")));
    cr_assert_not(rt_json_member(&json, &name));
    cr_assert(rt_json_end(&json, &error), "%s", error.message);
}

Test(fn_json, writing)
{
    struct rt_buffer out = {0};

    rt_json_write_text(&out, RT_TEXT("a\"\\\n\x01é\x7f"));
    rt_json_write_text(&out, RT_TEXT("\xff\""));
    rt_json_write_f64(&out, NAN);
    rt_json_write_f32(&out, 1e10f);
    rt_json_write_decimal(&out, -5, 3);
    rt_json_write_bytes(&out, (struct rt_bytes){(const uint8_t *)"hello", 5});
    rt_json_write_time(&out, 36672130, 3);
    rt_json_write_time(&out, 36672000, 0);
    rt_json_write_timestamp(&out, rt_timestamp_make(0, 1), 9);
    rt_json_write_ltz(&out, rt_timestamp_from_ms(0), 3);
    rt_json_write_date(&out, 0);
    rt_json_write_bool(&out, false);
    rt_json_write_null(&out);
    rt_buffer_add(&out, "", 1);
    cr_assert_str_eq((char *)out.data,
        "\"a\\\"\\\\\\n\\u0001é\x7f\"\"\ufffd\\\"\"\"NaN\"1.0E10-0.005\"aGVsbG8=\"\"10:11:12.130\""
        "\"10:11:12\"\"1970-01-01 00:00:00.000000001\"\"1970-01-01T00:00:00.000Z\""
        "\"1970-01-01\"falsenull");
    rt_buffer_release(&out);
}

Test(fn_json, row_line_members)
{
    struct rt_rowline_meta meta;
    struct rt_error error;

    cr_assert(rt_rowline_scan(RT_TEXT("{\"id\": 1}"), &meta, &error));
    cr_assert(!meta.has_op && meta.op == RT_INSERT && !meta.has_rowtime && !meta.is_watermark);
    cr_assert(rt_rowline_scan(
        RT_TEXT("{\"$op\": \"-D\", \"a\": [{}], \"$rowtime\": \"2024-01-01T00:00:00.5Z\", "
                "\"$partition\": 3}"),
        &meta, &error));
    cr_assert(meta.has_op && meta.op == RT_DELETE && meta.has_rowtime && meta.partition == 3);
    cr_assert_eq(meta.rowtime_ms, 1704067200500);
    cr_assert(rt_rowline_scan(RT_TEXT("{\"\\u0024rowtime\": -1}"), &meta, &error));
    cr_assert_eq(meta.rowtime_ms, -1);
    cr_assert(rt_rowline_scan(RT_TEXT("{\"$watermark\": \"1970-01-01 00:00:01\"}"), &meta, &error));
    cr_assert(meta.is_watermark && meta.watermark_ms == 1000);
    cr_assert_not(rt_rowline_scan(RT_TEXT("{\"$watermark\": 1, \"a\": 2}"), &meta, &error));
    cr_assert_not(rt_rowline_scan(RT_TEXT("{\"$op\": \"+i\"}"), &meta, &error));
    cr_assert_str_eq(error.message,
        "column '$op': expected one of +I, -U, +U, -D, got '+i'");
    cr_assert_not(rt_rowline_scan(RT_TEXT("{\"$op\": 1}"), &meta, &error));
    cr_assert_not(rt_rowline_scan(RT_TEXT("{\"$partition\": -1}"), &meta, &error));
    cr_assert_not(rt_rowline_scan(RT_TEXT("{\"$rowtime\": \"x\"}"), &meta, &error));
    cr_assert_not(rt_rowline_scan(RT_TEXT("{\"$rowtime\": 1"), &meta, &error));
    cr_assert_not(rt_rowline_scan(RT_TEXT(""), &meta, &error));
    cr_assert_str_eq(rt_op_text(RT_UPDATE_AFTER), "+U");
    cr_assert(rt_rowline_is_meta(RT_TEXT("$op")) && !rt_rowline_is_meta(RT_TEXT("op")));
}

/* Random cuts and changes of a line: never a crash; the sanitizers watch. */
Test(fn_json, any_bytes)
{
    static const char line[] = "{\"a\": [1, -2.5e3, \"x\\u00e9\\n\"], \"$op\": \"+U\", \"b\": "
                               "{\"c\": null, \"d\": true}, \"$rowtime\": "
                               "\"2024-01-01T00:00:00Z\"}";
    unsigned seed = 5;

    for (int round = 0; round < 30000; round++) {
        size_t size = (size_t)rand_r(&seed) % sizeof line;
        char *copy = malloc(size ? size : 1);
        struct rt_rowline_meta meta;
        struct rt_error error;

        memcpy(copy, line, size);
        for (int i = rand_r(&seed) % 3; i > 0 && size > 0; i--)
            copy[(size_t)rand_r(&seed) % size] = (char)(rand_r(&seed) % 256);
        rt_rowline_scan((struct rt_text){copy, size}, &meta, &error);
        verdict((struct rt_text){copy, size});
        free(copy);
        rt_arena_reset(&arena);
    }
}
