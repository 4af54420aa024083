/* Text forms of values (conformance: printing.slt; digits of FLOAT and DOUBLE: Java 17). */
#include <rt/functions.h>

#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

static void check_f64(double a, const char *expected)
{
    char out[RT_FORMAT_MAX + 1];

    out[rt_format_f64(a, out)] = '\0';
    cr_expect_str_eq(out, expected, "%s, not %s", out, expected);
}

static void check_f32(float a, const char *expected)
{
    char out[RT_FORMAT_MAX + 1];

    out[rt_format_f32(a, out)] = '\0';
    cr_expect_str_eq(out, expected, "%s, not %s", out, expected);
}

Test(fn_print, doubles_as_java_17)
{
    check_f64(0.0, "0.0");
    check_f64(-0.0, "-0.0");
    check_f64(1e7, "1.0E7");
    check_f64(9999999.0, "9999999.0");
    check_f64(0.001, "0.001");
    check_f64(0.0009999, "9.999E-4");
    check_f64(2e-3, "0.002");
    check_f64(2e23, "1.9999999999999998E23"); /* not the shortest */
    check_f64(2.2250738585072014E-308, "2.2250738585072014E-308");
    check_f64(DBL_MAX, "1.7976931348623157E308");
    check_f64(4.9e-324, "4.9E-324");
    check_f64(9.223372036854776E18, "9.223372036854776E18");
    check_f64(1.0 / 3, "0.3333333333333333");
    check_f64(2.0e-3 / 1e10, "2.0E-13");
    check_f64(1.1 + 2.2, "3.3000000000000003");
    check_f64(NAN, "NaN");
    check_f64(-INFINITY, "-Infinity");
}

Test(fn_print, floats_as_java_17)
{
    check_f32(2147483648.0f, "2.14748365E9"); /* not the shortest */
    check_f32(9223372036854775807.0f, "9.223372E18");
    check_f32(99999999999.5f, "9.9999998E10");
    check_f32(3e10f, "3.0000001E10");
    check_f32(999999999999999.99999f, "9.9999999E14");
    check_f32(0.1f, "0.1");
    check_f32(-0.060447272f, "-0.060447272");
    check_f32(1.4e-45f, "1.4E-45");
    check_f32(FLT_MAX, "3.4028235E38");
    check_f32(1.17549435E-38f, "1.17549435E-38");
    check_f32(32768.0f, "32768.0");
}

static void check_buffer(struct rt_buffer *buffer, const char *expected)
{
    rt_buffer_add(buffer, "", 1);
    cr_expect_str_eq((char *)buffer->data, expected);
    buffer->size = 0;
}

Test(fn_print, times_and_intervals)
{
    struct rt_buffer out = {0};
    struct rt_timestamp nanos = {-62135596800000, 1};

    rt_print_time(&out, 36672130, 3);
    check_buffer(&out, "10:11:12.13");
    rt_print_time(&out, 36672130, 1);
    check_buffer(&out, "10:11:12.1");
    rt_print_time(&out, 36672000, 3);
    check_buffer(&out, "10:11:12.0");
    rt_print_time(&out, 86399999, 0);
    check_buffer(&out, "23:59:59");
    rt_print_timestamp(&out, nanos, 9);
    check_buffer(&out, "0001-01-01 00:00:00.000000001");
    rt_print_timestamp(&out, rt_timestamp_truncate(nanos, 3), 3);
    check_buffer(&out, "0001-01-01 00:00:00.000");
    rt_print_timestamp(&out, rt_timestamp_from_ms(-1), 0);
    check_buffer(&out, "1969-12-31 23:59:59.999"); /* digits that are not zeros are shown */
    rt_print_timestamp(&out, rt_timestamp_from_ms(0), 0);
    check_buffer(&out, "1970-01-01 00:00:00");
    rt_print_date(&out, -719162);
    check_buffer(&out, "0001-01-01");
    rt_print_millis(&out, -86400001);
    check_buffer(&out, "-1 00:00:00.001");
    rt_print_millis(&out, INT64_C(400) * 86400000);
    check_buffer(&out, "+400 00:00:00.000");
    rt_print_months(&out, -14);
    check_buffer(&out, "-1-02");
    rt_print_months(&out, 3);
    check_buffer(&out, "+0-03");
    rt_print_ltz(&out, rt_zone_find(RT_TEXT("Europe/Berlin")), rt_timestamp_from_ms(-1), 3);
    check_buffer(&out, "1970-01-01 00:59:59.999");
    rt_buffer_release(&out);
}

Test(fn_print, other_values)
{
    struct rt_buffer out = {0};

    rt_print_bool(&out, true);
    check_buffer(&out, "TRUE");
    rt_print_int(&out, INT64_MIN);
    check_buffer(&out, "-9223372036854775808");
    rt_print_decimal(&out, 5, 3);
    check_buffer(&out, "0.005");
    rt_print_decimal(&out, -150, 2);
    check_buffer(&out, "-1.50");
    rt_print_decimal(&out, rt_decimal_powers[38] - 1, 38);
    check_buffer(&out, "0.99999999999999999999999999999999999999");
    rt_print_decimal(&out, 1 - rt_decimal_powers[38], 0);
    check_buffer(&out, "-99999999999999999999999999999999999999");
    rt_print_bytes(&out, (struct rt_bytes){(const uint8_t *)"\xde\xad\x00", 3});
    check_buffer(&out, "x'dead00'");
    rt_print_bytes(&out, (struct rt_bytes){NULL, 0});
    check_buffer(&out, "x''");
    rt_buffer_release(&out);
}
