/* Values as CAST(x AS STRING) prints them, appended to a buffer: result rows, and the elements of
 * ARRAY, MAP and ROW. FLOAT and DOUBLE as Java 17. (conformance: printing.slt, cast_*.slt) */
#ifndef RT_PRINT_H
#define RT_PRINT_H

#include <rt/base.h>
#include <rt/time.h>

void rt_print_bool(struct rt_buffer *buffer, bool a);   /* TRUE, FALSE */
void rt_print_int(struct rt_buffer *buffer, int64_t a); /* TINYINT … BIGINT */
void rt_print_f32(struct rt_buffer *buffer, float a);
void rt_print_f64(struct rt_buffer *buffer, double a);
void rt_print_decimal(struct rt_buffer *buffer, rt_int128 a, int scale);
void rt_print_text(struct rt_buffer *buffer, struct rt_text a);
void rt_print_bytes(struct rt_buffer *buffer, struct rt_bytes a); /* x'0102' */
void rt_print_date(struct rt_buffer *buffer, int32_t a);
void rt_print_time(struct rt_buffer *buffer, int32_t a, int precision);
void rt_print_timestamp(struct rt_buffer *buffer, struct rt_timestamp a, int precision);
/* On the clock of the session's zone. */
void rt_print_ltz(struct rt_buffer *buffer, const struct rt_zone *zone, struct rt_timestamp a,
    int precision);
void rt_print_months(struct rt_buffer *buffer, int32_t a); /* INTERVAL YEAR TO MONTH: +1-02 */
void rt_print_millis(struct rt_buffer *buffer, int64_t a); /* DAY TO SECOND: +1 00:00:00.000 */

/* ---- values as Java's toString prints them, for the connector print ---- */

void rt_java_bool(struct rt_buffer *buffer, bool a);              /* true */
void rt_java_bytes(struct rt_buffer *buffer, struct rt_bytes a);  /* [1, -1] */
void rt_java_time(struct rt_buffer *buffer, int32_t a);           /* 10:00, 10:00:01.500 */
void rt_java_timestamp(struct rt_buffer *buffer, struct rt_timestamp a); /* 2024-01-01T10:00 */
void rt_java_instant(struct rt_buffer *buffer, struct rt_timestamp a); /* 2024-01-01T10:00:00Z */
void rt_java_period(struct rt_buffer *buffer, int32_t a);         /* months: P1Y2M */
void rt_java_duration(struct rt_buffer *buffer, int64_t a);       /* ms: PT1H0.5S */

/* ---- the same into out[RT_FORMAT_MAX]; the length, no NUL ---- */

enum { RT_FORMAT_MAX = 64 };

size_t rt_format_int(int64_t a, char *out);
size_t rt_format_f32(float a, char *out);
size_t rt_format_f64(double a, char *out);
size_t rt_format_date(int32_t a, char *out);
size_t rt_format_time(int32_t a, int precision, char *out);
size_t rt_format_timestamp(struct rt_timestamp a, int precision, char *out);
size_t rt_format_months(int32_t a, char *out);
size_t rt_format_millis(int64_t a, char *out);

#endif
