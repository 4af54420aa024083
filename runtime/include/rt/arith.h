/* Arithmetic of the number types: Java's rules, as Flink's generated code has them.
 *
 * Integers wrap around; division truncates towards zero, the remainder has the dividend's sign, the
 * smallest number divided by -1 is itself; division by zero fails the job ("/ by zero"). FLOAT and
 * DOUBLE follow IEEE 754. (conformance: arith_int.slt, arith_float.slt, math.slt, round.slt) */
#ifndef RT_ARITH_H
#define RT_ARITH_H

#include <rt/base.h>

#include <math.h>

/* Fails with Java's message of an integer division by zero. Always false. */
bool rt_fail_zero(struct rt_error *error);

/* ---- TINYINT ---- */

static inline int8_t rt_add_i8(int8_t a, int8_t b)
{
    return (int8_t)((uint32_t)a + (uint32_t)b);
}

static inline int8_t rt_subtract_i8(int8_t a, int8_t b)
{
    return (int8_t)((uint32_t)a - (uint32_t)b);
}

static inline int8_t rt_multiply_i8(int8_t a, int8_t b)
{
    return (int8_t)((uint32_t)a * (uint32_t)b);
}

static inline int8_t rt_negate_i8(int8_t a)
{
    return (int8_t)(0 - (uint32_t)a);
}

static inline int8_t rt_abs_i8(int8_t a)
{
    return a < 0 ? rt_negate_i8(a) : a;
}

static inline int8_t rt_sign_i8(int8_t a)
{
    return (a > 0) - (a < 0);
}

static inline bool rt_divide_i8(int8_t a, int8_t b, int8_t *out, struct rt_error *error)
{
    if (b == 0)
        return rt_fail_zero(error);
    *out = b == -1 ? rt_negate_i8(a) : (int8_t)(a / b);
    return true;
}

static inline bool rt_modulo_i8(int8_t a, int8_t b, int8_t *out, struct rt_error *error)
{
    if (b == 0)
        return rt_fail_zero(error);
    *out = b == -1 ? 0 : (int8_t)(a % b);
    return true;
}

/* ROUND(a, digits) and TRUNCATE(a, digits); digits >= 0 change nothing; ROUND wraps. */
int8_t rt_round_i8(int8_t a, int32_t digits);
int8_t rt_truncate_i8(int8_t a, int32_t digits);

/* ---- SMALLINT ---- */

static inline int16_t rt_add_i16(int16_t a, int16_t b)
{
    return (int16_t)((uint32_t)a + (uint32_t)b);
}

static inline int16_t rt_subtract_i16(int16_t a, int16_t b)
{
    return (int16_t)((uint32_t)a - (uint32_t)b);
}

static inline int16_t rt_multiply_i16(int16_t a, int16_t b)
{
    return (int16_t)((uint32_t)a * (uint32_t)b);
}

static inline int16_t rt_negate_i16(int16_t a)
{
    return (int16_t)(0 - (uint32_t)a);
}

static inline int16_t rt_abs_i16(int16_t a)
{
    return a < 0 ? rt_negate_i16(a) : a;
}

static inline int16_t rt_sign_i16(int16_t a)
{
    return (a > 0) - (a < 0);
}

static inline bool rt_divide_i16(int16_t a, int16_t b, int16_t *out, struct rt_error *error)
{
    if (b == 0)
        return rt_fail_zero(error);
    *out = b == -1 ? rt_negate_i16(a) : (int16_t)(a / b);
    return true;
}

static inline bool rt_modulo_i16(int16_t a, int16_t b, int16_t *out, struct rt_error *error)
{
    if (b == 0)
        return rt_fail_zero(error);
    *out = b == -1 ? 0 : (int16_t)(a % b);
    return true;
}

/* ROUND(a, digits) and TRUNCATE(a, digits); digits >= 0 change nothing; ROUND wraps. */
int16_t rt_round_i16(int16_t a, int32_t digits);
int16_t rt_truncate_i16(int16_t a, int32_t digits);

/* ---- INT ---- */

static inline int32_t rt_add_i32(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

static inline int32_t rt_subtract_i32(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a - (uint32_t)b);
}

static inline int32_t rt_multiply_i32(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a * (uint32_t)b);
}

static inline int32_t rt_negate_i32(int32_t a)
{
    return (int32_t)(0 - (uint32_t)a);
}

static inline int32_t rt_abs_i32(int32_t a)
{
    return a < 0 ? rt_negate_i32(a) : a;
}

static inline int32_t rt_sign_i32(int32_t a)
{
    return (a > 0) - (a < 0);
}

static inline bool rt_divide_i32(int32_t a, int32_t b, int32_t *out, struct rt_error *error)
{
    if (b == 0)
        return rt_fail_zero(error);
    *out = b == -1 ? rt_negate_i32(a) : (int32_t)(a / b);
    return true;
}

static inline bool rt_modulo_i32(int32_t a, int32_t b, int32_t *out, struct rt_error *error)
{
    if (b == 0)
        return rt_fail_zero(error);
    *out = b == -1 ? 0 : (int32_t)(a % b);
    return true;
}

/* ROUND(a, digits) and TRUNCATE(a, digits); digits >= 0 change nothing; ROUND wraps. */
int32_t rt_round_i32(int32_t a, int32_t digits);
int32_t rt_truncate_i32(int32_t a, int32_t digits);

/* ---- BIGINT ---- */

static inline int64_t rt_add_i64(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static inline int64_t rt_subtract_i64(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

static inline int64_t rt_multiply_i64(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

static inline int64_t rt_negate_i64(int64_t a)
{
    return (int64_t)(0 - (uint64_t)a);
}

static inline int64_t rt_abs_i64(int64_t a)
{
    return a < 0 ? rt_negate_i64(a) : a;
}

static inline int64_t rt_sign_i64(int64_t a)
{
    return (a > 0) - (a < 0);
}

static inline bool rt_divide_i64(int64_t a, int64_t b, int64_t *out, struct rt_error *error)
{
    if (b == 0)
        return rt_fail_zero(error);
    *out = b == -1 ? rt_negate_i64(a) : (int64_t)(a / b);
    return true;
}

static inline bool rt_modulo_i64(int64_t a, int64_t b, int64_t *out, struct rt_error *error)
{
    if (b == 0)
        return rt_fail_zero(error);
    *out = b == -1 ? 0 : (int64_t)(a % b);
    return true;
}

/* ROUND(a, digits) and TRUNCATE(a, digits); digits >= 0 change nothing; ROUND wraps. */
int64_t rt_round_i64(int64_t a, int32_t digits);
int64_t rt_truncate_i64(int64_t a, int32_t digits);

/* MOD(a, b) of mixed widths has the divisor's type: compute in BIGINT, then narrow. */

/* ---- FLOAT and DOUBLE: + - * / and unary - are C's operators ---- */

static inline float rt_modulo_f32(float a, float b)
{
    return fmodf(a, b);
}

static inline double rt_modulo_f64(double a, double b)
{
    return fmod(a, b);
}

static inline float rt_abs_f32(float a)
{
    return fabsf(a);
}

static inline double rt_abs_f64(double a)
{
    return fabs(a);
}

static inline float rt_floor_f32(float a)
{
    return floorf(a);
}

static inline double rt_floor_f64(double a)
{
    return floor(a);
}

static inline float rt_ceil_f32(float a)
{
    return ceilf(a);
}

static inline double rt_ceil_f64(double a)
{
    return ceil(a);
}

/* Java's Math.signum: keeps -0.0 and NaN. */
float rt_sign_f32(float a);
double rt_sign_f64(double a);

/* HALF_UP of the shown decimal digits (BigDecimal.valueOf(a).setScale); NaN and infinities stay,
 * -0.0 becomes 0.0. The _finite forms fail on NaN and infinities, as Flink does. */
float rt_round_f32(float a, int32_t digits);
double rt_round_f64(double a, int32_t digits);
float rt_truncate_f32(float a, int32_t digits);
double rt_truncate_f64(double a, int32_t digits);
bool rt_round_finite(double a, int32_t digits, double *out, struct rt_error *error);
bool rt_truncate_finite(double a, int32_t digits, double *out, struct rt_error *error);

/* ---- functions of DOUBLE: total, IEEE results for arguments out of the domain ---- */

double rt_power(double a, double b); /* Java's Math.pow: pow(1, NaN) and pow(-1, inf) are NaN */
double rt_sqrt(double a);
double rt_exp(double a);
double rt_ln(double a);
double rt_log(double base, double a); /* LOG(base, a) */
double rt_log2(double a);
double rt_log10(double a);
double rt_sin(double a);
double rt_cos(double a);
double rt_tan(double a);
double rt_cot(double a);
double rt_asin(double a);
double rt_acos(double a);
double rt_atan(double a);
double rt_atan2(double y, double x);
double rt_sinh(double a);
double rt_cosh(double a);
double rt_tanh(double a);
double rt_degrees(double a);
double rt_radians(double a);
double rt_pi(void);
double rt_e(void);

/* java.util.Random. Volatile without a seed. */
double rt_rand(void);
double rt_rand_seeded(int32_t seed);
bool rt_rand_integer(int32_t bound, int32_t *out, struct rt_error *error);
bool rt_rand_integer_seeded(int32_t seed, int32_t bound, int32_t *out, struct rt_error *error);

/* ---- comparison: -1, 0, 1; for =, <> and IS DISTINCT FROM on floats use C's operators ---- */

/* Java's Double.compare order (ORDER BY, MIN, MAX): NaN is greatest, -0.0 before 0.0. */
int rt_compare_f32(float a, float b);
int rt_compare_f64(double a, double b);

#endif
