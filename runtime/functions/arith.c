/* Arithmetic that is more than an operator of C. */
#include <rt/arith.h>
#include <rt/decimal.h>
#include <rt/print.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

bool rt_fail_zero(struct rt_error *error)
{
    return rt_fail(error, RT_EXPRESSION, RT_STOP, "/ by zero");
}

/* ---- integers ---- */

/* a rounded (or cut) to a multiple of 10^-digits. BigDecimal(a).setScale(digits).longValue(). */
static int64_t round_integer(int64_t a, int32_t digits, bool cut)
{
    rt_int128 unit, quotient, rest;

    if (digits >= 0)
        return a;
    if (digits < -19)
        return 0;
    unit = rt_decimal_powers[-digits];
    quotient = a / unit;
    rest = a % unit < 0 ? -(a % unit) : a % unit;
    if (!cut && rest * 2 >= unit)
        quotient += a < 0 ? -1 : 1;
    return (int64_t)(quotient * unit);
}

int8_t rt_round_i8(int8_t a, int32_t digits)
{
    return (int8_t)round_integer(a, digits, false);
}

int16_t rt_round_i16(int16_t a, int32_t digits)
{
    return (int16_t)round_integer(a, digits, false);
}

int32_t rt_round_i32(int32_t a, int32_t digits)
{
    return (int32_t)round_integer(a, digits, false);
}

int64_t rt_round_i64(int64_t a, int32_t digits)
{
    return round_integer(a, digits, false);
}

int8_t rt_truncate_i8(int8_t a, int32_t digits)
{
    return (int8_t)round_integer(a, digits, true);
}

int16_t rt_truncate_i16(int16_t a, int32_t digits)
{
    return (int16_t)round_integer(a, digits, true);
}

int32_t rt_truncate_i32(int32_t a, int32_t digits)
{
    return (int32_t)round_integer(a, digits, true);
}

int64_t rt_truncate_i64(int64_t a, int32_t digits)
{
    return round_integer(a, digits, true);
}

/* ---- FLOAT and DOUBLE ---- */

float rt_sign_f32(float a)
{
    return a > 0 ? 1.0f : a < 0 ? -1.0f : a;
}

double rt_sign_f64(double a)
{
    return a > 0 ? 1.0 : a < 0 ? -1.0 : a;
}

/* Rounds the decimal digits in text[0..size) behind the point's `digits`-th place and stores the
 * plain result for strtod. */
static double round_text(const char *text, size_t size, int32_t digits, bool cut)
{
    char plain[RT_FORMAT_MAX], number[64];
    int count = 0, exponent = 0, kept, at = 0;
    bool negative = text[0] == '-', point = false, up;

    for (size_t i = negative; i < size; i++) {
        if (text[i] == '.') {
            point = true;
        } else if (text[i] == 'E') {
            exponent += atoi(text + i + 1);
            break;
        } else {
            plain[count++] = text[i];
            exponent += !point;
        }
    }
    if (digits > 400) /* beyond every digit of a DOUBLE */
        digits = 400;
    kept = digits < -400 ? -1 : exponent + digits;
    if (kept >= count)
        kept = count, up = false;
    else
        up = !cut && kept >= 0 && plain[kept] >= '5';
    if (kept < 0 || (kept == 0 && !up))
        return 0;
    if (kept == 0) { /* the digit before the first becomes 1 */
        kept = 1;
        exponent++;
        plain[0] = '0';
    }
    for (at = kept - 1; up && at >= 0 && plain[at] == '9'; at--)
        plain[at] = '0';
    number[0] = negative ? '-' : '+';
    number[1] = up && at < 0 ? '1' : '0';
    if (up && at >= 0)
        plain[at]++;
    memcpy(number + 2, plain, (size_t)kept);
    number[kept + 2] = 'e';
    number[kept + 3 + rt_format_int(exponent - kept, number + kept + 3)] = '\0';
    return strtod(number, NULL) + 0.0;
}

static double round_f64(double a, int32_t digits, bool cut)
{
    char text[RT_FORMAT_MAX];
    size_t size;

    if (!isfinite(a) || a == 0)
        return a + 0.0; /* a BigDecimal has no -0.0 */
    size = rt_format_f64(a, text);
    text[size] = '\0';
    return round_text(text, size, digits, cut);
}

static float round_f32(float a, int32_t digits, bool cut)
{
    char text[RT_FORMAT_MAX];
    size_t size;

    if (!isfinite(a) || a == 0)
        return a + 0.0f;
    size = rt_format_f32(a, text);
    text[size] = '\0';
    return (float)round_text(text, size, digits, cut);
}

float rt_round_f32(float a, int32_t digits)
{
    return round_f32(a, digits, false);
}

double rt_round_f64(double a, int32_t digits)
{
    return round_f64(a, digits, false);
}

float rt_truncate_f32(float a, int32_t digits)
{
    return round_f32(a, digits, true);
}

double rt_truncate_f64(double a, int32_t digits)
{
    return round_f64(a, digits, true);
}

static bool fail_infinite(const char *function, struct rt_error *error)
{
    return rt_fail(error, RT_EXPRESSION, RT_STOP, "%s of NaN or Infinity", function);
}

bool rt_round_finite(double a, int32_t digits, double *out, struct rt_error *error)
{
    *out = rt_round_f64(a, digits);
    return isfinite(a) || fail_infinite("ROUND", error);
}

bool rt_truncate_finite(double a, int32_t digits, double *out, struct rt_error *error)
{
    *out = rt_truncate_f64(a, digits);
    return isfinite(a) || fail_infinite("TRUNCATE", error);
}

/* ---- functions of DOUBLE ---- */

double rt_power(double a, double b)
{
    /* Java answers NaN where C's pow answers 1. */
    if (isnan(b) || (fabs(a) == 1 && isinf(b)))
        return NAN;
    return pow(a, b);
}

double rt_sqrt(double a)
{
    return pow(a, 0.5); /* as Flink: -Infinity gives Infinity, -0.0 gives 0.0 */
}

double rt_exp(double a)
{
    return exp(a);
}

double rt_ln(double a)
{
    return log(a);
}

double rt_log(double base, double a)
{
    return log(a) / log(base);
}

double rt_log2(double a)
{
    return log(a) / log(2.0); /* as Flink divides: LOG2(2^62 + 1) is 62.00000000000001 */
}

double rt_log10(double a)
{
    return log10(a);
}

double rt_sin(double a)
{
    return sin(a);
}

double rt_cos(double a)
{
    return cos(a);
}

double rt_tan(double a)
{
    return tan(a);
}

double rt_cot(double a)
{
    return 1.0 / tan(a);
}

double rt_asin(double a)
{
    return asin(a);
}

double rt_acos(double a)
{
    return acos(a);
}

double rt_atan(double a)
{
    return atan(a);
}

double rt_atan2(double y, double x)
{
    return atan2(y, x);
}

double rt_sinh(double a)
{
    return sinh(a);
}

/* exp as fdlibm has it, for 0.34 < a < 22: its last bit is that of Java's cosh. */
static double fdlibm_exp(double a)
{
    double k = floor(a < 1.5 * M_LN2 ? 1.0 : 1.44269504088896338700e+00 * a + 0.5);
    double high = a - k * 6.93147180369123816490e-01, low = k * 1.90821492927058770002e-10;
    double x = high - low, t = x * x;
    double c = x -
        t * (1.66666666666666019037e-01 +
                t * (-2.77777777770155933842e-03 +
                        t * (6.61375632143793436117e-05 +
                                t * (-1.65339022054652515390e-06 +
                                        t * 4.13813679705723846039e-08))));

    return ldexp(1.0 - ((low - (x * c) / (2.0 - c)) - high), (int)k);
}

double rt_cosh(double a)
{
    double e, size = fabs(a);

    if (!(size > 0.5 * M_LN2 && size < 22))
        return cosh(a);
    e = fdlibm_exp(size);
    return 0.5 * e + 0.5 / e;
}

double rt_tanh(double a)
{
    return tanh(a);
}

double rt_degrees(double a)
{
    return a * (180.0 / M_PI);
}

double rt_radians(double a)
{
    return a * (M_PI / 180.0);
}

double rt_pi(void)
{
    return M_PI;
}

double rt_e(void)
{
    return M_E;
}

/* ---- java.util.Random ---- */

static int32_t random_bits(uint64_t *seed, int bits)
{
    *seed = (*seed * UINT64_C(0x5deece66d) + 0xb) & ((UINT64_C(1) << 48) - 1);
    return (int32_t)(*seed >> (48 - bits));
}

static uint64_t random_start(int64_t seed)
{
    return ((uint64_t)seed ^ UINT64_C(0x5deece66d)) & ((UINT64_C(1) << 48) - 1);
}

static uint64_t random_fresh(void)
{
    static _Atomic uint64_t count;
    uint64_t seed = 0;

    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed)
        seed = (uint64_t)(uintptr_t)&count;
    return random_start((int64_t)(seed + atomic_fetch_add(&count, 1)));
}

static double random_double(uint64_t seed)
{
    uint64_t high = (uint64_t)(uint32_t)random_bits(&seed, 26) << 27;

    return (double)(high + (uint32_t)random_bits(&seed, 27)) * 0x1.0p-53;
}

static bool random_integer(uint64_t seed, int32_t bound, int32_t *out, struct rt_error *error)
{
    int32_t bits, value;

    if (bound <= 0)
        return rt_fail(error, RT_EXPRESSION, RT_STOP, "RAND_INTEGER: bound must be positive");
    if ((bound & -bound) == bound) {
        *out = (int32_t)((int64_t)bound * random_bits(&seed, 31) >> 31);
        return true;
    }
    do {
        bits = random_bits(&seed, 31);
        value = bits % bound;
    } while ((int64_t)bits - value + (bound - 1) > INT32_MAX);
    *out = value;
    return true;
}

double rt_rand(void)
{
    return random_double(random_fresh());
}

double rt_rand_seeded(int32_t seed)
{
    return random_double(random_start(seed));
}

bool rt_rand_integer(int32_t bound, int32_t *out, struct rt_error *error)
{
    return random_integer(random_fresh(), bound, out, error);
}

bool rt_rand_integer_seeded(int32_t seed, int32_t bound, int32_t *out, struct rt_error *error)
{
    return random_integer(random_start(seed), bound, out, error);
}

/* ---- order ---- */

int rt_compare_f64(double a, double b)
{
    if (a < b)
        return -1;
    if (a > b)
        return 1;
    if (a == b && a != 0)
        return 0;
    if (isnan(a) || isnan(b))
        return (isnan(a) != 0) - (isnan(b) != 0);
    return (signbit(b) != 0) - (signbit(a) != 0);
}

int rt_compare_f32(float a, float b)
{
    return rt_compare_f64(a, b);
}
