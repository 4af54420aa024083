/* Arithmetic (conformance: arith_*.slt, round.slt, math.slt). */
#include <rt/functions.h>

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Test(fn_number, integers_wrap)
{
    struct rt_error error = {0};
    int32_t i32;
    int64_t i64;
    int8_t i8;

    cr_assert_eq(rt_add_i32(INT32_MAX, 1), INT32_MIN);
    cr_assert_eq(rt_multiply_i64(INT64_MAX, INT64_MAX), 1);
    cr_assert_eq(rt_add_i8(127, 1), -128);
    cr_assert_eq(rt_subtract_i8(-128, 1), 127);
    cr_assert_eq(rt_multiply_i16(-32768, -1), -32768);
    cr_assert_eq(rt_abs_i32(INT32_MIN), INT32_MIN);
    cr_assert_eq(rt_negate_i8(-128), -128);
    cr_assert(rt_divide_i32(INT32_MIN, -1, &i32, &error) && i32 == INT32_MIN);
    cr_assert(rt_modulo_i64(INT64_MIN, -1, &i64, &error) && i64 == 0);
    cr_assert(rt_divide_i8(-128, -1, &i8, &error) && i8 == -128);
    cr_assert(rt_modulo_i32(-7, 3, &i32, &error) && i32 == -1);
    cr_assert_not(rt_divide_i32(1, 0, &i32, &error));
    cr_assert_str_eq(error.message, "/ by zero");
    cr_assert_eq(error.code, RT_EXPRESSION);
}

Test(fn_number, rounding)
{
    struct rt_error error;
    double f64;

    cr_assert_eq(rt_round_i32(2147483647, -1), -2147483646);
    cr_assert_eq(rt_round_i8(127, -1), -126);
    cr_assert_eq(rt_round_i64(INT64_MAX, -19), INT64_C(-8446744073709551616));
    cr_assert_eq(rt_round_i32(-125, -1), -130);
    cr_assert_eq(rt_round_i32(2147483647, -10), 0);
    cr_assert_eq(rt_round_i32(1, INT32_MIN), 0);
    cr_assert_eq(rt_truncate_i32(-199, -1), -190);
    cr_assert_eq(rt_round_f64(2.675, 2), 2.68);
    cr_assert_eq(rt_round_f64(123.456, -2), 100.0);
    cr_assert_eq(rt_round_f64(-2.5, 0), -3.0);
    cr_assert_eq(rt_round_f64(1e300, 2), 1e300);
    cr_assert_eq(rt_round_f64(9.99, 1), 10.0);
    cr_assert_eq(rt_round_f64(0.5, 0), 1.0);
    cr_assert_eq(rt_round_f64(0.05, 0), 0.0);
    cr_assert_eq(rt_round_f64(99.5, -2), 100.0);
    cr_assert_eq(rt_round_f64(1.5, INT32_MIN), 0.0);
    cr_assert_eq(rt_round_f64(1.5, INT32_MAX), 1.5);
    cr_assert_eq(rt_round_f64(1.0 / 3, 3), 0.333);
    cr_assert_eq(rt_round_f32(1.25f, 1), 1.3f);
    cr_assert_eq(rt_round_f32(1e15f, 1), 9.9999999E14f);
    cr_assert_eq(rt_truncate_f64(-12.345, 2), -12.34);
    cr_assert_eq(rt_truncate_f32(-1.239f, 2), -1.23f);
    cr_assert(isnan(rt_round_f64(NAN, 2)));
    cr_assert_not(signbit(rt_truncate_f64(-0.5, 0)));
    cr_assert_not(rt_round_finite(NAN, 1, &f64, &error));
    cr_assert(rt_truncate_finite(-1.55, 1, &f64, &error) && f64 == -1.5);
}

Test(fn_number, doubles)
{
    cr_assert_eq(rt_log2(0x1p62), 62.00000000000001);
    cr_assert(isnan(rt_power(1, NAN)));
    cr_assert(isnan(rt_power(-1, INFINITY)));
    cr_assert_eq(rt_power(2, -1), 0.5);
    cr_assert_eq(rt_degrees(1), 57.29577951308232);
    cr_assert_eq(rt_radians(1), 0.017453292519943295);
    cr_assert_eq(rt_compare_f64(NAN, INFINITY), 1);
    cr_assert_eq(rt_compare_f64(-0.0, 0.0), -1);
    cr_assert_eq(rt_compare_f64(NAN, NAN), 0);
}

/* "a op b" at scales 9 digits wide: parse with DECIMAL(38, s). */
struct decimal_case {
    const char *a;
    int pa, sa;
    char op;
    const char *b;
    int pb, sb, p, s;
    const char *expected; /* NULL: SQL NULL */
};

static const struct decimal_case decimals[] = {
    {"10.0", 3, 1, '/', "3", 10, 0, 14, 12, "3.333333333333"},
    {"10", 38, 0, '/', "3", 38, 0, 38, 6, "3.333333"},
    {"2", 38, 0, '/', "3", 38, 18, 38, 6, "0.666667"},
    {"-10", 38, 0, '/', "4", 38, 0, 38, 0, "-3"},
    {"10", 38, 0, '/', "4", 38, 0, 38, 0, "3"},
    {"99999999999999999999999999999999999999", 38, 0, '/',
        "0.00000000000000000000000000000000000001", 38, 38, 38, 6, NULL},
    {"0.00000000000000000000000000000000000001", 38, 38, '/',
        "0.00000000000000000000000000000000000003", 38, 38, 38, 37,
        "0.3333333333333333333333333333333333333"},
    {"1", 38, 0, '/', "0.00000000000000000000000000000000000003", 38, 38, 38, 0,
        "33333333333333333333333333333333333333"},
    {"0.00000000000000000000000000000000000009", 38, 38, '/', "3", 38, 0, 38, 6, "0.000000"},
    {"10.5000000000", 20, 10, '%', "-3.2", 5, 1, 14, 10, "0.9000000000"},
    {"-7.5", 5, 1, '%', "2.25", 5, 2, 5, 2, "-0.75"},
    {"1", 38, 0, '%', "0.7", 2, 1, 2, 1, "0.3"},
    {"99999999999999999999999999999999999999", 38, 0, '%', "1", 38, 0, 38, 0, "0"},
    {"0.00000000000000000000000000000000000001", 38, 38, '%',
        "99999999999999999999999999999999999999", 38, 0, 38, 38,
        "0.00000000000000000000000000000000000001"},
    {"12345678901234567890123456789012345678", 38, 0, '+', "0.5", 1, 1, 38, 0,
        "12345678901234567890123456789012345679"},
    {"99999999999999999999999999999999999999", 38, 0, '+', "1", 1, 0, 38, 0, NULL},
    {"-99999999999999999999999999999999999999", 38, 0, '+', "0.4", 1, 1, 38, 0,
        "-99999999999999999999999999999999999999"},
    {"0.9999999999999999999999999999999999999", 38, 37, '+',
        "9999999999999999999999999999999999999.0", 38, 1, 38, 0,
        "10000000000000000000000000000000000000"},
    {"1", 38, 0, '-', "0.00000000000000000000000000000000000001", 38, 38, 38, 37,
        "1.0000000000000000000000000000000000000"},
    {"9223372036854775807", 19, 0, '*', "1.5", 2, 1, 22, 1, "13835058055282163710.5"},
    {"99999999999999999999", 20, 0, '*', "99999999999999999999", 20, 0, 38, 0, NULL},
    {"0.12345678901234567890123456789012345678", 38, 38, '*',
        "0.12345678901234567890123456789012345678", 38, 38, 38, 37,
        "0.0152415787532388367504953515625666819"},
    {"-12345678901234567890.123456789", 38, 9, '*', "2", 1, 0, 38, 9,
        "-24691357802469135780.246913578"},
};

static bool compute(const struct decimal_case *c, rt_int128 *out, struct rt_error *error)
{
    struct rt_text a_text = {c->a, strlen(c->a)}, b_text = {c->b, strlen(c->b)};
    rt_int128 a, b;
    bool is_null = false;

    cr_assert_eq(rt_decimal_parse_exact(a_text, c->pa, c->sa, &a), RT_DECIMAL_OK, "%s", c->a);
    cr_assert_eq(rt_decimal_parse_exact(b_text, c->pb, c->sb, &b), RT_DECIMAL_OK, "%s", c->b);
    switch (c->op) {
    case '+':
        return rt_decimal_add(a, c->pa, c->sa, b, c->pb, c->sb, c->p, c->s, out);
    case '-':
        return rt_decimal_subtract(a, c->pa, c->sa, b, c->pb, c->sb, c->p, c->s, out);
    case '*':
        return rt_decimal_multiply(a, c->pa, c->sa, b, c->pb, c->sb, c->p, c->s, out);
    case '/':
        return rt_decimal_divide(a, c->pa, c->sa, b, c->pb, c->sb, c->p, c->s, out, &is_null,
                   error) &&
            !is_null;
    }
    return rt_decimal_modulo(a, c->pa, c->sa, b, c->pb, c->sb, c->p, c->s, out, &is_null,
               error) &&
        !is_null;
}

Test(fn_number, decimals)
{
    for (size_t i = 0; i < sizeof decimals / sizeof decimals[0]; i++) {
        const struct decimal_case *c = &decimals[i];
        struct rt_error error = {0};
        char text[RT_DECIMAL_TEXT_MAX + 1] = "NULL";
        rt_int128 out;

        if (compute(c, &out, &error))
            text[rt_decimal_format(out, c->s, text)] = '\0';
        cr_expect_str_eq(text, c->expected ? c->expected : "NULL", "%s %c %s: %s, not %s", c->a,
            c->op, c->b, text, c->expected ? c->expected : "NULL");
    }
}

Test(fn_number, decimal_by_zero_fails)
{
    struct rt_error error = {0};
    rt_int128 out;
    bool is_null;

    cr_assert_not(rt_decimal_divide(1, 1, 0, 0, 1, 0, 7, 6, &out, &is_null, &error));
    cr_assert(strstr(error.message, "zero"));
    cr_assert_not(rt_decimal_modulo(1, 1, 0, 0, 1, 0, 7, 6, &out, &is_null, &error));
}

Test(fn_number, decimal_functions)
{
    rt_int128 out;

    cr_assert(rt_decimal_floor(-50, 3, 2, 3, 0, &out) && out == -1);
    cr_assert(rt_decimal_ceil(9999, 4, 2, 4, 0, &out) && out == 100);
    cr_assert(rt_decimal_ceil(-50, 3, 2, 3, 0, &out) && out == 0);
    cr_assert(rt_decimal_round(1555, 4, 1, -1, 4, 0, &out) && out == 160);
    cr_assert(rt_decimal_round(1555, 4, 1, -3, 4, 0, &out) && out == 0);
    cr_assert(rt_decimal_round(-2345, 4, 3, 2, 4, 2, &out) && out == -235);
    cr_assert(rt_decimal_round(999, 3, 2, 1, 3, 1, &out) && out == 100);
    cr_assert(rt_decimal_truncate(-255, 3, 2, 1, 3, 1, &out) && out == -25);
    cr_assert(rt_decimal_truncate(123456, 6, 3, INT32_MIN, 4, 0, &out) && out == 0);
    cr_assert(rt_decimal_sign(-250, 3, 2, 3, 2, &out) && out == -100);
    cr_assert_eq(rt_decimal_compare(10, 2, 1, 100, 3, 2), 0);
    cr_assert_eq(rt_decimal_compare(rt_decimal_powers[37], 38, 0, 1, 38, 38), 1);
    cr_assert_eq(rt_decimal_compare(-1, 38, 38, -rt_decimal_powers[37], 38, 0), 1);
}

static rt_int128 random_decimal(unsigned *seed, int digits)
{
    rt_int128 value = 0;

    for (int i = 0; i < digits; i++)
        value = value * 10 + rand_r(seed) % 10;
    return rand_r(seed) % 2 ? value : -value;
}

/* (a * b) / b is a again, through 256 bits. */
Test(fn_number, products_divide_back)
{
    unsigned seed = 7;

    for (int i = 0; i < 20000; i++) {
        int digits_a = 1 + rand_r(&seed) % 18, digits_b = 1 + rand_r(&seed) % 19;
        rt_int128 a = random_decimal(&seed, digits_a), b = random_decimal(&seed, digits_b), out;
        struct rt_error error;
        bool is_null;

        if (b == 0)
            continue;
        cr_assert(rt_decimal_multiply(a, 38, 20, b, 38, 18, 38, 38, &out));
        cr_assert_eq(out, a * b);
        cr_assert(rt_decimal_divide(out, 38, 38, b, 38, 18, 38, 20, &out, &is_null, &error));
        cr_assert(!is_null && out == a);
    }
}

Test(fn_number, decimal_bytes)
{
    uint8_t bytes[16], fixed[20];
    unsigned seed = 3;

    for (int i = 0; i < 2000; i++) {
        rt_int128 a = random_decimal(&seed, rand_r(&seed) % 39), out;
        size_t size = rt_decimal_to_bytes(a, bytes);

        cr_assert(rt_decimal_from_bytes((struct rt_bytes){bytes, size}, &out));
        cr_assert_eq(out, a);
        cr_assert(rt_decimal_to_fixed(a, fixed, sizeof fixed));
        cr_assert(rt_decimal_from_bytes((struct rt_bytes){fixed, sizeof fixed}, &out));
        cr_assert_eq(out, a);
    }
    cr_assert_eq(rt_decimal_to_bytes(128, bytes), 2);
    cr_assert_eq(rt_decimal_to_bytes(-128, bytes), 1);
    cr_assert_eq(rt_decimal_to_bytes(0, bytes), 1);
    cr_assert_not(rt_decimal_to_fixed(128, fixed, 1));
}

/* The digits that Flink prints (conformance: math.slt). */
Test(fn_number, functions_of_double)
{
    const struct {
        double got;
        const char *expected;
    } cases[] = {{rt_power(0.5, 2), "0.25"}, {rt_power(99999.999, 2), "9.9999998E9"},
        {rt_power(2, 100), "1.2676506002282294E30"}, {rt_power(2, -3), "0.125"},
        {rt_sqrt(0.5), "0.7071067811865476"}, {rt_sqrt(100.25), "10.012492197250394"},
        {rt_exp(0.5), "1.6487212707001282"}, {rt_exp(2), "7.38905609893065"},
        {rt_exp(-1.5), "0.22313016014842982"}, {rt_exp(-3), "0.049787068367863944"},
        {rt_exp(100.25), "3.451610733125924E43"}, {rt_exp(100), "2.6881171418161356E43"},
        {rt_exp(-746), "0.0"}, {rt_ln(1.5), "0.4054651081081644"},
        {rt_ln(101.25), "4.617592705986649"}, {rt_ln(3), "1.0986122886681098"},
        {rt_log2(11), "3.4594316186372978"}, {rt_log2(0), "-Infinity"}, {rt_log10(-1), "NaN"},
        {rt_sin(0.5), "0.479425538604203"}, {rt_sin(-1.5), "-0.9974949866040544"},
        {rt_sin(100.25), "-0.2772828564548513"}, {rt_cos(0.5), "0.8775825618903728"},
        {rt_cos(100.25), "0.9607883312760612"}, {rt_cot(1), "0.6420926159343306"},
        {rt_cot(0), "Infinity"}, {rt_asin(0.5), "0.5235987755982989"},
        {rt_acos(0.5), "1.0471975511965979"}, {rt_atan2(0.5, 2), "0.24497866312686414"},
        {rt_atan2(-1.5, -3), "-2.677945044588987"}, {rt_sinh(0.5), "0.5210953054937474"},
        {rt_sinh(-1.5), "-2.1292794550948173"}, {rt_sinh(100.25), "1.725805366562962E43"},
        {rt_cosh(1), "1.543080634815244"},
        {rt_sqrt(-INFINITY), "Infinity"}, {rt_sqrt(-0.0), "0.0"},
        {rt_sqrt(2.5), "1.5811388300841898"},
        {rt_cosh(-1.5), "2.352409615243247"}, {rt_cosh(0.5), "1.1276259652063807"},
        {rt_tanh(0.5), "0.46211715726000974"}, {rt_tanh(-1.5), "-0.9051482536448664"},
        {rt_tanh(1), "0.7615941559557649"}, {rt_sinh(1), "1.1752011936438014"},
        {rt_radians(2), "0.03490658503988659"}, {rt_radians(100), "1.7453292519943295"}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char out[RT_FORMAT_MAX + 1];

        out[rt_format_f64(cases[i].got, out)] = '\0';
        cr_expect_str_eq(out, cases[i].expected, "%zu: %s, not %s", i, out, cases[i].expected);
    }
}

Test(fn_number, random_numbers_are_those_of_java)
{
    struct rt_error error;
    int32_t out;

    cr_assert_eq(rt_rand_seeded(42), 0.7275636800328681);
    cr_assert(rt_rand_integer_seeded(42, 10, &out, &error) && out == 0);
    cr_assert(rt_rand_integer_seeded(42, 1 << 30, &out, &error));
    cr_assert_not(rt_rand_integer(0, &out, &error));
    cr_assert(rt_rand() != rt_rand());
}
