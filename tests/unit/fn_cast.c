/* CAST and TRY_CAST, as Flink answers (conformance: cast_literal.slt, cast_column.slt). */
#include <rt/functions.h>

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct rt_text text_of(const char *text)
{
    return (struct rt_text){text, strlen(text)};
}

/* What TRY_CAST('…' AS type) prints, "<NULL>" for NULL. */
static const char *cast_text(const char *text, const char *type)
{
    static char out[128];
    struct rt_text in = text_of(text);
    size_t size = 0;
    bool done = false, flag;
    int64_t i64;
    int32_t i32;
    int16_t i16;
    int8_t i8;
    double f64;
    float f32;
    rt_int128 decimal;
    struct rt_timestamp timestamp;
    int p, s;

    if (strcmp(type, "BOOLEAN") == 0) {
        done = rt_try_cast_text_bool(in, &flag);
        if (done)
            size = (size_t)snprintf(out, sizeof out, "%s", flag ? "TRUE" : "FALSE");
    } else if (strcmp(type, "TINYINT") == 0 && (done = rt_try_cast_text_i8(in, &i8))) {
        size = rt_format_int(i8, out);
    } else if (strcmp(type, "SMALLINT") == 0 && (done = rt_try_cast_text_i16(in, &i16))) {
        size = rt_format_int(i16, out);
    } else if (strcmp(type, "INT") == 0 && (done = rt_try_cast_text_i32(in, &i32))) {
        size = rt_format_int(i32, out);
    } else if (strcmp(type, "BIGINT") == 0 && (done = rt_try_cast_text_i64(in, &i64))) {
        size = rt_format_int(i64, out);
    } else if (strcmp(type, "FLOAT") == 0 && (done = rt_try_cast_text_f32(in, &f32))) {
        size = rt_format_f32(f32, out);
    } else if (strcmp(type, "DOUBLE") == 0 && (done = rt_try_cast_text_f64(in, &f64))) {
        size = rt_format_f64(f64, out);
    } else if (strcmp(type, "DATE") == 0 && (done = rt_try_cast_text_date(in, &i32))) {
        size = rt_format_date(i32, out);
    } else if (sscanf(type, "DECIMAL(%d,%d)", &p, &s) == 2) {
        done = rt_try_cast_text_decimal(in, p, s, &decimal);
        if (done)
            size = rt_decimal_format(decimal, s, out);
    } else if (sscanf(type, "TIME(%d)", &p) == 1) {
        done = rt_try_cast_text_time(in, p, &i32);
        if (done)
            size = rt_format_time(i32, p, out);
    } else if (sscanf(type, "TIMESTAMP(%d)", &p) == 1) {
        done = rt_try_cast_text_timestamp(in, p, &timestamp);
        if (done)
            size = rt_format_timestamp(timestamp, p, out);
    }
    out[size] = '\0';
    return done ? out : "<NULL>";
}

struct text_case {
    const char *text, *type, *expected;
};

static const struct text_case numbers[] = {
    {"127", "TINYINT", "127"}, {"127", "DECIMAL(10,2)", "127.00"}, {"128", "TINYINT", "<NULL>"},
    {"128", "SMALLINT", "128"}, {"-32768", "SMALLINT", "-32768"},
    {"-32768", "DECIMAL(10,2)", "-32768.00"}, {"-32768", "DOUBLE", "-32768.0"},
    {"2147483648", "INT", "<NULL>"}, {"2147483648", "BIGINT", "2147483648"},
    {"2147483648", "DOUBLE", "2.147483648E9"}, {"9223372036854775807", "BIGINT",
        "9223372036854775807"}, {"-9223372036854775808", "BIGINT", "-9223372036854775808"},
    {"9223372036854775808", "BIGINT", "<NULL>"}, {"9223372036854775807", "DECIMAL(10,2)",
        "<NULL>"}, {"9223372036854775807", "DOUBLE", "9.223372036854776E18"},
    {" 42 ", "TINYINT", "42"}, {" 42 ", "DECIMAL(10,2)", "42.00"}, {"+7", "INT", "7"},
    {"+7", "DECIMAL(10,2)", "7.00"}, {"+7", "DOUBLE", "7.0"}, {"-0", "INT", "0"},
    {"-0", "DECIMAL(10,2)", "0.00"}, {"1.9", "INT", "1"}, {"1.9", "DECIMAL(10,2)", "1.90"},
    {"-1.5", "BIGINT", "-1"}, {"1e3", "INT", "<NULL>"}, {"1e3", "DECIMAL(10,2)", "1000.00"},
    {"", "INT", "<NULL>"}, {"", "DECIMAL(10,2)", "<NULL>"}, {"abc", "BIGINT", "<NULL>"},
    {"0x10", "INT", "<NULL>"}, {"0x10", "DOUBLE", "<NULL>"}, {"0x10", "DECIMAL(10,2)", "<NULL>"},
    {"٣", "INT", "<NULL>"}, {"٣", "DOUBLE", "<NULL>"}, {".", "INT", "0"}, {"-.5", "INT", "0"},
    {"+", "INT", "<NULL>"}, {"-", "INT", "<NULL>"}, {"1.", "INT", "1"}, {"1.5x", "INT", "<NULL>"},
    {"-.", "INT", "0"}, {"-2147483648", "INT", "-2147483648"}, {"--1", "INT", "<NULL>"},
    {"300.5", "TINYINT", "<NULL>"}, {"-128.9", "TINYINT", "-128"}, {" 1.5 ", "DOUBLE", "1.5"},
    {"1d", "DOUBLE", "1.0"}, {"1f", "FLOAT", "1.0"}, {"0x1p3", "DOUBLE", "8.0"},
    {"Infinity", "DOUBLE", "Infinity"}, {"-infinity", "DOUBLE", "<NULL>"}, {".5", "DOUBLE", "0.5"},
    {"5.", "DOUBLE", "5.0"}, {"+NaN", "DOUBLE", "NaN"}, {"1e400", "DOUBLE", "Infinity"},
    {"nan(1)", "DOUBLE", "<NULL>"}, {"1.2.3", "DOUBLE", "<NULL>"}, {"1e", "DOUBLE", "<NULL>"},
    {"5.", "DECIMAL(5,2)", "5.00"}, {".5", "DECIMAL(5,2)", "0.50"}, {"1e-3", "DECIMAL(10,2)",
        "0.00"}, {"1.005", "DECIMAL(5,2)", "1.01"}, {"1 2", "DECIMAL(5,2)", "<NULL>"},
    {" 123456789012345678901234567890 ", "DECIMAL(38,2)", "123456789012345678901234567890.00"},
    {"1.9", "DECIMAL(10,0)", "2"}, {"-0.5", "DECIMAL(10,0)", "-1"},
    {"99999999999999999999999999999999999999", "DECIMAL(38,0)",
        "99999999999999999999999999999999999999"},
    {"99999999999999999999999999999999999999.5", "DECIMAL(38,0)", "<NULL>"},
    {"1e999999999999999999999", "DECIMAL(38,0)", "<NULL>"},
    {"1e-999999999999999999", "DECIMAL(5,2)", "0.00"},
};

static const struct text_case times[] = {
    {"TRUE", "BOOLEAN", "TRUE"}, {"t", "BOOLEAN", "TRUE"}, {"y", "BOOLEAN", "TRUE"},
    {"on", "BOOLEAN", "<NULL>"}, {"1", "BOOLEAN", "TRUE"}, {"false", "BOOLEAN", "FALSE"},
    {"F", "BOOLEAN", "FALSE"}, {"no", "BOOLEAN", "FALSE"}, {"0", "BOOLEAN", "FALSE"},
    {"tru", "BOOLEAN", "<NULL>"}, {"", "BOOLEAN", "<NULL>"}, {" true ", "BOOLEAN", "<NULL>"},
    {"2024-02-29", "DATE", "2024-02-29"}, {"2023-02-29", "DATE", "<NULL>"},
    {"0001-01-01", "DATE", "0001-01-01"}, {"9999-12-31", "DATE", "9999-12-31"},
    {"2024-13-01", "DATE", "<NULL>"}, {"2024", "DATE", "2024-01-01"}, {"2024-05", "DATE",
        "2024-05-01"}, {"20240101", "DATE", "<NULL>"}, {"24-01-01", "DATE", "0024-01-01"},
    {"-0001-01-01", "DATE", "<NULL>"}, {"", "DATE", "<NULL>"}, {" 42 ", "DATE", "0042-01-01"},
    {"2024-01-01 10:11:12.9999", "DATE", "2024-01-01"}, {"2024-01-01T10:11:12Z", "DATE", "<NULL>"},
    {" 2024-01-01 ", "DATE", "2024-01-01"}, {" 2024-01-01 10:00:00", "DATE", "<NULL>"},
    {"+2024-01-01", "DATE", "<NULL>"}, {"2024-04-31", "DATE", "<NULL>"},
    {"10:11:12", "TIME(3)", "10:11:12.0"}, {"10:11", "TIME(3)", "10:11:00.0"}, {"10", "TIME(0)",
        "10:00:00"}, {"23:59:59.999", "TIME(0)", "23:59:59"}, {"24:00:00", "TIME(0)", "<NULL>"},
    {"10:60:00", "TIME(3)", "<NULL>"}, {"1:2:3", "TIME(0)", "01:02:03"},
    {"2024-01-01 10:11:12", "TIME(0)", "<NULL>"}, {"10:11:12+02:00", "TIME(3)", "12:11:12.0"},
    {" 10:11:12 ", "TIME(3)", "10:11:12.0"}, {"10:11:12.1.2", "TIME(3)", "10:11:12.102"},
    {"10:11:12.9999", "TIME(3)", "10:11:13.0"}, {"1:2:3:4", "TIME(3)", "<NULL>"},
    {"10:11:60", "TIME(3)", "<NULL>"}, {"10:11:12.", "TIME(3)", "10:11:12.0"},
    {"10:", "TIME(0)", "<NULL>"}, {"10:11:", "TIME(0)", "<NULL>"}, {"10:11:12.12x", "TIME(3)",
        "10:11:12.12"}, {"-1:00", "TIME(0)", "<NULL>"}, {"", "TIME(0)", "<NULL>"},
    {"10:11:12Z", "TIME(0)", "<NULL>"}, {"23:11:12-02:00", "TIME(3)", "21:11:12.0"},
    {"1:11:12+02", "TIME(3)", "03:11:12.0"}, {"10.5:11:12", "TIME(3)", "<NULL>"},
    {"2024-02-29", "TIMESTAMP(3)", "2024-02-29 00:00:00.000"},
    {"2023-02-29", "TIMESTAMP(3)", "2023-02-28 00:00:00.000"},
    {"2024-05", "TIMESTAMP(3)", "<NULL>"}, {"24-01-01", "TIMESTAMP(3)", "<NULL>"},
    {"0000-01-01", "TIMESTAMP(3)", "<NULL>"}, {"-0001-01-01", "TIMESTAMP(3)", "<NULL>"},
    {"2024-01-01 10:11:12.123456789", "TIMESTAMP(0)", "2024-01-01 10:11:12"},
    {"2024-01-01 10:11:12.123456789", "TIMESTAMP(6)", "2024-01-01 10:11:12.123456"},
    {"2024-01-01 10:11:12.9999", "TIMESTAMP(3)", "2024-01-01 10:11:12.999"},
    {"2024-01-01 10:11:12.9999", "TIMESTAMP(9)", "2024-01-01 10:11:12.999900000"},
    {"2024-01-01 10:11", "TIMESTAMP(3)", "<NULL>"},
    {"2024-01-01 24:00:00", "TIMESTAMP(3)", "2024-01-02 00:00:00.000"},
    {"2024-01-01T10:11:12Z", "TIMESTAMP(0)", "<NULL>"},
    {"2024-01-01 10:11:12+02:00", "TIMESTAMP(6)", "<NULL>"},
    {"1969-12-31 23:59:59.999999999", "TIMESTAMP(0)", "1969-12-31 23:59:59"},
    {"1969-12-31 23:59:59.999999999", "TIMESTAMP(6)", "1969-12-31 23:59:59.999999"},
    {"2024-1-1 1:2:3.", "TIMESTAMP(3)", "2024-01-01 01:02:03.000"},
    {" 2024-01-01 10:00:00 ", "TIMESTAMP(3)", "<NULL>"},
};

static void check(const struct text_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cr_expect_str_eq(cast_text(cases[i].text, cases[i].type), cases[i].expected,
            "TRY_CAST('%s' AS %s): %s, not %s", cases[i].text, cases[i].type,
            cast_text(cases[i].text, cases[i].type), cases[i].expected);
}

Test(fn_cast, text_to_numbers)
{
    check(numbers, sizeof numbers / sizeof numbers[0]);
}

Test(fn_cast, text_to_booleans_and_times)
{
    check(times, sizeof times / sizeof times[0]);
}

Test(fn_cast, bad_text_fails_with_its_text)
{
    struct rt_error error = {0};
    int32_t out;
    rt_int128 decimal;

    cr_assert_not(rt_cast_text_i32(RT_TEXT("abc"), &out, &error));
    cr_assert_eq(error.code, RT_EXPRESSION);
    cr_assert_eq(error.action, RT_STOP);
    cr_assert(strstr(error.message, "For input string: 'abc'. Invalid character found."));
    cr_assert_not(rt_cast_text_decimal(RT_TEXT("1000"), 5, 2, &decimal, &error));
    cr_assert(strstr(error.message, "Overflow"));
}

Test(fn_cast, floats_saturate_then_wrap)
{
    cr_assert_eq(rt_cast_f64_i32(1e20), INT32_MAX);
    cr_assert_eq(rt_cast_f64_i64(1e20), INT64_MAX);
    cr_assert_eq(rt_cast_f64_i64(-1e20), INT64_MIN);
    cr_assert_eq(rt_cast_f64_i8(1e20), -1);
    cr_assert_eq(rt_cast_f64_i16(1e10), -1);
    cr_assert_eq(rt_cast_f64_i8(-1.9), -1);
    cr_assert_eq(rt_cast_f64_i32(NAN), 0);
    cr_assert_eq(rt_cast_f32_i64(3e10f), INT64_C(30000001024));
}

static rt_int128 decimal_of(const char *text, int p, int s)
{
    rt_int128 out = 0;

    cr_assert_eq(rt_decimal_parse(text_of(text), p, s, &out), RT_DECIMAL_OK);
    return out;
}

Test(fn_cast, decimals)
{
    rt_int128 out;
    char text[RT_DECIMAL_TEXT_MAX + 1];

    cr_assert_eq(rt_cast_decimal_i8(decimal_of("99999999999.5", 12, 1), 12, 1), -1);
    cr_assert_eq(rt_cast_decimal_i64(decimal_of("-0.50000", 20, 5), 20, 5), 0);
    cr_assert_eq(rt_cast_decimal_f32(decimal_of("123.45678", 20, 5), 20, 5), 123.45678f);
    cr_assert_eq(rt_cast_decimal_f64(decimal_of("999999999999999.99999", 20, 5), 20, 5), 1e15);
    cr_assert(rt_cast_f64_decimal((double)-1.9f, 38, 10, &out));
    text[rt_decimal_format(out, 10, text)] = '\0';
    cr_assert_str_eq(text, "-1.8999999762");
    cr_assert_not(rt_cast_f64_decimal(3e9, 10, 2, &out));
    cr_assert(rt_cast_f64_decimal(-0.999, 10, 2, &out));
    cr_assert_eq(out, -100);
    cr_assert_not(rt_cast_f64_decimal(NAN, 10, 2, &out));
    cr_assert_not(rt_cast_i64_decimal(INT64_MAX, 10, 2, &out));
    cr_assert(rt_cast_i64_decimal(1, 3, 1, &out));
    cr_assert_eq(out, 10);
}

Test(fn_cast, lengths)
{
    struct rt_arena arena;

    rt_arena_init(&arena);
    cr_assert(rt_equal_text(rt_fit_char(&arena, RT_TEXT("日本語"), 5), RT_TEXT("日本語  ")));
    cr_assert(rt_equal_text(rt_fit_char(&arena, RT_TEXT("abc"), 2), RT_TEXT("ab")));
    cr_assert(rt_equal_text(rt_fit_varchar(RT_TEXT("日本語"), 2), RT_TEXT("日本")));
    cr_assert(rt_equal_text(rt_fit_char(&arena, RT_TEXT(""), 1), RT_TEXT(" ")));
    cr_assert_eq(rt_fit_binary(&arena, rt_cast_text_bytes(RT_TEXT("abc")), 5).size, 5);
    cr_assert_eq(rt_fit_varbinary(rt_cast_text_bytes(RT_TEXT("日本語")), 5).size, 5);
    rt_arena_release(&arena);
}

Test(fn_cast, zones)
{
    const struct rt_zone *berlin = rt_zone_find(RT_TEXT("Europe/Berlin"));
    struct rt_timestamp out;
    static const struct {
        const char *local;
        int64_t utc_ms;
    } cases[] = {{"2024-03-31 02:30:00", 1711848600000}, {"2024-10-27 02:30:00", 1729989000000},
        {"2024-10-27 03:00:00", 1729994400000}, {"1975-01-01 00:00:00", 157762800000},
        {"2031-07-01 12:00:00", 1940580000000 + 86400000}};

    cr_assert_not_null(berlin);
    for (size_t i = 0; i + 1 < sizeof cases / sizeof cases[0]; i++) {
        cr_assert(rt_try_cast_text_ltz(berlin, text_of(cases[i].local), 3, &out));
        cr_expect_eq(out.ms, cases[i].utc_ms, "%s: %ld", cases[i].local, (long)out.ms);
    }
    cr_assert_eq(rt_cast_ltz_date(berlin, rt_timestamp_from_ms(-1800000)), 0);
}
