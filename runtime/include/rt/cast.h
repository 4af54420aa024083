/* CAST and TRY_CAST among scalar types: rt_cast_FROM_TO.
 *
 * FROM and TO: bool i8 i16 i32 i64 f32 f64 decimal text bytes date time timestamp ltz
 * (TIMESTAMP_LTZ) months millis (intervals). Arguments: arena (if text or bytes are made), zone (if
 * the session's clock matters), the value, its precision and scale (decimal), then precision, scale
 * or length of the target type. A pair without a function here needs no code: C converts (integers
 * widen and narrow by wrapping casts, float to double, time to time and timestamp to timestamp by
 * rt_time_truncate and rt_timestamp_truncate, text to text by rt_fit_*).
 *
 * FALLIBLE casts fail the job where Flink throws; each has a NULLABLE twin rt_try_cast_FROM_TO.
 * Text to numbers is trimmed of blanks. (conformance: cast_literal.slt, cast_column.slt) */
#ifndef RT_CAST_H
#define RT_CAST_H

#include <rt/base.h>
#include <rt/decimal.h>
#include <rt/string.h>
#include <rt/time.h>

/* ---- numbers ---- */

/* FLOAT and DOUBLE saturate; TINYINT and SMALLINT through INT, wrapping; NaN is 0. */
int32_t rt_cast_f64_i32(double a);
int64_t rt_cast_f64_i64(double a);

static inline int8_t rt_cast_f64_i8(double a)
{
    return (int8_t)rt_cast_f64_i32(a);
}

static inline int16_t rt_cast_f64_i16(double a)
{
    return (int16_t)rt_cast_f64_i32(a);
}

static inline int32_t rt_cast_f32_i32(float a)
{
    return rt_cast_f64_i32(a);
}

static inline int64_t rt_cast_f32_i64(float a)
{
    return rt_cast_f64_i64(a);
}

static inline int8_t rt_cast_f32_i8(float a)
{
    return (int8_t)rt_cast_f32_i32(a);
}

static inline int16_t rt_cast_f32_i16(float a)
{
    return (int16_t)rt_cast_f32_i32(a);
}

/* DECIMAL to integers drops the fraction and wraps. */
int64_t rt_cast_decimal_i64(rt_int128 a, int pa, int sa);

static inline int8_t rt_cast_decimal_i8(rt_int128 a, int pa, int sa)
{
    return (int8_t)rt_cast_decimal_i64(a, pa, sa);
}

static inline int16_t rt_cast_decimal_i16(rt_int128 a, int pa, int sa)
{
    return (int16_t)rt_cast_decimal_i64(a, pa, sa);
}

static inline int32_t rt_cast_decimal_i32(rt_int128 a, int pa, int sa)
{
    return (int32_t)rt_cast_decimal_i64(a, pa, sa);
}

double rt_cast_decimal_f64(rt_int128 a, int pa, int sa);
float rt_cast_decimal_f32(rt_int128 a, int pa, int sa);
static inline bool rt_cast_decimal_bool(rt_int128 a, int pa, int sa)
{
    (void)pa, (void)sa;
    return a != 0;
}

/* To DECIMAL(p, s): NULLABLE, NULL where the value does not fit, also without TRY_. Integers of any
 * width, and BOOLEAN as 1 or 0, come as int64_t. DECIMAL to DECIMAL is rt_decimal_rescale. */
bool rt_cast_i64_decimal(int64_t a, int p, int s, rt_int128 *out);
/* NaN and infinities are NULL as well. */
bool rt_cast_f64_decimal(double a, int p, int s, rt_int128 *out);

/* BOOLEAN to numbers and numbers to BOOLEAN are C's (a ? 1 : 0), (a != 0). */

/* ---- text to values ---- */

bool rt_cast_text_bool(struct rt_text a, bool *out, struct rt_error *error);
bool rt_try_cast_text_bool(struct rt_text a, bool *out);
bool rt_cast_text_i8(struct rt_text a, int8_t *out, struct rt_error *error);
bool rt_try_cast_text_i8(struct rt_text a, int8_t *out);
bool rt_cast_text_i16(struct rt_text a, int16_t *out, struct rt_error *error);
bool rt_try_cast_text_i16(struct rt_text a, int16_t *out);
bool rt_cast_text_i32(struct rt_text a, int32_t *out, struct rt_error *error);
bool rt_try_cast_text_i32(struct rt_text a, int32_t *out);
bool rt_cast_text_i64(struct rt_text a, int64_t *out, struct rt_error *error);
bool rt_try_cast_text_i64(struct rt_text a, int64_t *out);
bool rt_cast_text_f32(struct rt_text a, float *out, struct rt_error *error);
bool rt_try_cast_text_f32(struct rt_text a, float *out);
bool rt_cast_text_f64(struct rt_text a, double *out, struct rt_error *error);
bool rt_try_cast_text_f64(struct rt_text a, double *out);
bool rt_cast_text_decimal(struct rt_text a, int p, int s, rt_int128 *out, struct rt_error *error);
bool rt_try_cast_text_decimal(struct rt_text a, int p, int s, rt_int128 *out);
bool rt_cast_text_date(struct rt_text a, int32_t *out, struct rt_error *error);
bool rt_try_cast_text_date(struct rt_text a, int32_t *out);
bool rt_cast_text_time(struct rt_text a, int precision, int32_t *out, struct rt_error *error);
bool rt_try_cast_text_time(struct rt_text a, int precision, int32_t *out);
bool rt_cast_text_timestamp(struct rt_text a, int precision, struct rt_timestamp *out, struct
    rt_error *error);
bool rt_try_cast_text_timestamp(struct rt_text a, int precision, struct rt_timestamp *out);
/* On the session's clock. */
bool rt_cast_text_ltz(const struct rt_zone *zone, struct rt_text a, int precision,
    struct rt_timestamp *out, struct rt_error *error);
bool rt_try_cast_text_ltz(const struct rt_zone *zone, struct rt_text a, int precision,
    struct rt_timestamp *out);

/* Bytes of the UTF-8 text; BINARY(n), VARBINARY(n) by rt_fit_binary, rt_fit_varbinary. */
static inline struct rt_bytes rt_cast_text_bytes(struct rt_text a)
{
    return (struct rt_bytes){(const uint8_t *)a.data, a.size};
}

/* ---- values to text: STRING; to CHAR(n), VARCHAR(n): rt_fit_char, rt_fit_varchar after it ---- */

struct rt_text rt_cast_bool_text(struct rt_arena *arena, bool a);
/* any integer type */
struct rt_text rt_cast_i64_text(struct rt_arena *arena, int64_t a);
struct rt_text rt_cast_f32_text(struct rt_arena *arena, float a);
struct rt_text rt_cast_f64_text(struct rt_arena *arena, double a);
struct rt_text rt_cast_decimal_text(struct rt_arena *arena, rt_int128 a, int pa, int sa);
/* UTF-8 with malformed parts replaced; printing in results is rt_print_bytes. */
struct rt_text rt_cast_bytes_text(struct rt_arena *arena, struct rt_bytes a);
struct rt_text rt_cast_date_text(struct rt_arena *arena, int32_t a);
struct rt_text rt_cast_time_text(struct rt_arena *arena, int32_t a, int precision);
struct rt_text rt_cast_timestamp_text(struct rt_arena *arena, struct rt_timestamp a, int precision);
struct rt_text rt_cast_months_text(struct rt_arena *arena, int32_t a);
struct rt_text rt_cast_millis_text(struct rt_arena *arena, int64_t a);
struct rt_text rt_cast_ltz_text(struct rt_arena *arena, const struct rt_zone *zone,
    struct rt_timestamp a, int precision);

/* ---- among dates and times ---- */

struct rt_timestamp rt_cast_date_timestamp(int32_t a); /* any precision */
struct rt_timestamp rt_cast_date_ltz(const struct rt_zone *zone, int32_t a);
struct rt_timestamp rt_cast_time_timestamp(int32_t a); /* on 1970-01-01 */
struct rt_timestamp rt_cast_time_ltz(const struct rt_zone *zone, int32_t a);
int32_t rt_cast_timestamp_date(struct rt_timestamp a);
int32_t rt_cast_timestamp_time(struct rt_timestamp a, int precision);
struct rt_timestamp rt_cast_timestamp_ltz(const struct rt_zone *zone, struct rt_timestamp a,
    int precision);
int32_t rt_cast_ltz_date(const struct rt_zone *zone, struct rt_timestamp a);
int32_t rt_cast_ltz_time(const struct rt_zone *zone, struct rt_timestamp a, int precision);
struct rt_timestamp rt_cast_ltz_timestamp(const struct rt_zone *zone, struct rt_timestamp a,
    int precision);
/* Intervals and integers: months or ms as a number; INTERVAL of numbers are the compiler's. */

#endif
