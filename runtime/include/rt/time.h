/* Dates, times, timestamps, zones and intervals.
 *
 * Values as in rt/base.h: DATE int32_t days, TIME int32_t ms of the day, TIMESTAMP and
 * TIMESTAMP_LTZ struct rt_timestamp, year-month intervals int32_t months, day-time intervals
 * int64_t ms. The calendar is proleptic Gregorian. Functions of TIMESTAMP_LTZ named *_ltz take the
 * session's zone first and work on the local clock; the other timestamp functions serve both
 * types. (conformance: extract.slt, floor_ceil_time.slt, interval.slt, date_parse_format.slt,
 * dst_*.slt) */
#ifndef RT_TIME_H
#define RT_TIME_H

#include <rt/base.h>

#define RT_MS_PER_DAY INT64_C(86400000)

enum rt_time_unit {
    RT_UNIT_MILLENNIUM, RT_UNIT_CENTURY, RT_UNIT_DECADE, RT_UNIT_YEAR, RT_UNIT_QUARTER,
    RT_UNIT_MONTH, RT_UNIT_WEEK, RT_UNIT_DAY, RT_UNIT_HOUR, RT_UNIT_MINUTE, RT_UNIT_SECOND,
    RT_UNIT_MILLISECOND, RT_UNIT_MICROSECOND, RT_UNIT_NANOSECOND,
    /* EXTRACT only */
    RT_UNIT_DOW, RT_UNIT_ISODOW, RT_UNIT_DOY, RT_UNIT_ISOYEAR, RT_UNIT_EPOCH,
};

/* ---- values ---- */

static inline int64_t rt_floor_div(int64_t a, int64_t b) /* b > 0 */
{
    return a / b - (a % b < 0);
}

static inline int64_t rt_floor_mod(int64_t a, int64_t b) /* b > 0 */
{
    return a % b + (a % b < 0 ? b : 0);
}

static inline struct rt_timestamp rt_timestamp_make(int64_t ms, int32_t nanos)
{
    return (struct rt_timestamp){ms, nanos};
}

/* The stored forms of rows: ms (p <= 3) and us (p <= 6). */
static inline struct rt_timestamp rt_timestamp_from_ms(int64_t ms)
{
    return (struct rt_timestamp){ms, 0};
}

static inline struct rt_timestamp rt_timestamp_from_us(int64_t us)
{
    return (struct rt_timestamp){rt_floor_div(us, 1000), (int32_t)rt_floor_mod(us, 1000) * 1000};
}

static inline int64_t rt_timestamp_to_ms(struct rt_timestamp a)
{
    return a.ms;
}

/* Wraps beyond the years +-292000. */
static inline int64_t rt_timestamp_to_us(struct rt_timestamp a)
{
    return (int64_t)((uint64_t)a.ms * 1000 + (uint64_t)(a.nanos / 1000));
}

static inline int rt_timestamp_compare(struct rt_timestamp a, struct rt_timestamp b)
{
    if (a.ms != b.ms)
        return a.ms < b.ms ? -1 : 1;
    return (a.nanos > b.nanos) - (a.nanos < b.nanos);
}

/* Digits beyond `precision` (0..9) cut off, towards the past. */
struct rt_timestamp rt_timestamp_truncate(struct rt_timestamp a, int precision);
/* Digits of TIME beyond `precision` cut off. */
int32_t rt_time_truncate(int32_t a, int precision);

/* ---- calendar ---- */

struct rt_civil {
    int64_t year;
    int month, day; /* 1..12, 1..31 */
};

int64_t rt_days_from_civil(int64_t year, int month, int day);
struct rt_civil rt_civil_from_days(int64_t days);
int rt_days_in_month(int64_t year, int month);

/* ---- zones: live as long as the process, safe from any thread ---- */

struct rt_zone;

extern const struct rt_zone *const rt_zone_utc;

/* "UTC", "Europe/Berlin" (TZif of /usr/share/zoneinfo or $TZDIR, else embedded), "GMT+08:00",
 * "UTC-5", "+02:00", Java's short ids ("PST" …). NULL: unknown. */
const struct rt_zone *rt_zone_find(struct rt_text name);
const char *rt_zone_name(const struct rt_zone *zone);
/* Offset from UTC in seconds at an instant. */
int32_t rt_zone_offset(const struct rt_zone *zone, int64_t utc_seconds);
/* Local clock of an instant, and back: the earlier offset where clocks are set back, moved on by
 * the gap where they are set forward (java.time.ZonedDateTime.of). */
int64_t rt_zone_to_local(const struct rt_zone *zone, int64_t utc_ms);
int64_t rt_zone_to_utc(const struct rt_zone *zone, int64_t local_ms);

static inline struct rt_timestamp rt_timestamp_to_local(const struct rt_zone *zone,
    struct rt_timestamp instant)
{
    instant.ms = rt_zone_to_local(zone, instant.ms);
    return instant;
}

static inline struct rt_timestamp rt_timestamp_to_instant(const struct rt_zone *zone,
    struct rt_timestamp local)
{
    local.ms = rt_zone_to_utc(zone, local.ms);
    return local;
}

/* ---- now (FUNCTION_NOW: task->now_ms) ---- */

struct rt_timestamp rt_now(int64_t now_ms); /* NOW, CURRENT_TIMESTAMP, CURRENT_ROW_TIMESTAMP */
int32_t rt_current_date(const struct rt_zone *zone, int64_t now_ms);
int32_t rt_current_time(const struct rt_zone *zone, int64_t now_ms);  /* TIME(0): whole seconds */
struct rt_timestamp rt_local_timestamp(const struct rt_zone *zone, int64_t now_ms);
int64_t rt_unix_timestamp_now(int64_t now_ms);

/* ---- + and - with intervals; months end at the last day of a shorter month ---- */

struct rt_timestamp rt_timestamp_add_millis(struct rt_timestamp a, int64_t ms);
struct rt_timestamp rt_timestamp_add_months(struct rt_timestamp a, int32_t months);
/* A day-time interval on a DATE counts its whole days only. */
int32_t rt_date_add_millis(int32_t date, int64_t ms);
int32_t rt_date_add_months(int32_t date, int32_t months);
int32_t rt_time_add_millis(int32_t time, int64_t ms); /* wraps at midnight */
int32_t rt_time_add_months(int32_t time, int32_t months); /* the time */

/* (b - a) as an interval: SQL's (ts1 - ts2) DAY is rt_timestamp_subtract(ts1, ts2). */
int64_t rt_timestamp_subtract(struct rt_timestamp a, struct rt_timestamp b);
int32_t rt_timestamp_subtract_months(struct rt_timestamp a, struct rt_timestamp b);
struct rt_timestamp rt_date_to_timestamp(int32_t date);

/* Intervals: + - negate wrap; times and divided by a number. */
int32_t rt_months_add(int32_t a, int32_t b);
int32_t rt_months_subtract(int32_t a, int32_t b);
int32_t rt_months_negate(int32_t a);
int32_t rt_months_multiply(int32_t a, int64_t b);
int64_t rt_millis_add(int64_t a, int64_t b);
int64_t rt_millis_subtract(int64_t a, int64_t b);
int64_t rt_millis_negate(int64_t a);
int64_t rt_millis_multiply(int64_t a, int64_t b);

/* ---- EXTRACT and its short forms (YEAR(x) is EXTRACT(YEAR FROM x)) ---- */

int64_t rt_extract_date(enum rt_time_unit unit, int32_t date);
int64_t rt_extract_time(enum rt_time_unit unit, int32_t time);
int64_t rt_extract_timestamp(enum rt_time_unit unit, struct rt_timestamp a);
int64_t rt_extract_ltz(const struct rt_zone *zone, enum rt_time_unit unit,
    struct rt_timestamp a);
int64_t rt_extract_months(enum rt_time_unit unit, int32_t months);
int64_t rt_extract_millis(enum rt_time_unit unit, int64_t ms);

/* ---- FLOOR and CEIL TO unit; weeks begin on Sunday ---- */

int32_t rt_floor_date(int32_t date, enum rt_time_unit unit);
int32_t rt_ceil_date(int32_t date, enum rt_time_unit unit);
int32_t rt_floor_time(int32_t time, enum rt_time_unit unit);
int32_t rt_ceil_time(int32_t time, enum rt_time_unit unit);
struct rt_timestamp rt_floor_timestamp(struct rt_timestamp a, enum rt_time_unit unit);
struct rt_timestamp rt_ceil_timestamp(struct rt_timestamp a, enum rt_time_unit unit);
struct rt_timestamp rt_floor_ltz(const struct rt_zone *zone, struct rt_timestamp a,
    enum rt_time_unit unit);
struct rt_timestamp rt_ceil_ltz(const struct rt_zone *zone, struct rt_timestamp a,
    enum rt_time_unit unit);

/* ---- TIMESTAMPADD, TIMESTAMPDIFF: SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR ---- */

struct rt_timestamp rt_timestampadd(enum rt_time_unit unit, int64_t count,
    struct rt_timestamp a);
int32_t rt_timestampadd_date(enum rt_time_unit unit, int64_t count, int32_t date);
int32_t rt_timestampadd_time(enum rt_time_unit unit, int64_t count, int32_t time);
int32_t rt_timestampdiff(enum rt_time_unit unit, struct rt_timestamp a, struct rt_timestamp b);
int32_t rt_timestampdiff_date(enum rt_time_unit unit, int32_t a, int32_t b);

/* (a1, a2) OVERLAPS (b1, b2) on ends, in either order. */
bool rt_overlaps(struct rt_timestamp a1, struct rt_timestamp a2, struct rt_timestamp b1,
    struct rt_timestamp b2);

/* ---- text to time. Bounds: the year 0000 to 9999 ---- */

/* DATE '…', CAST: yyyy[-m[m][-d[d]]], what follows a blank is ignored; strict days. */
bool rt_parse_date(struct rt_text text, int32_t *out);
/* h[h][:m[m][:s[s][.fraction]]], rounded to ms; an offset +hh:mm is added, as Flink does. */
bool rt_parse_time(struct rt_text text, int32_t *out);
/* yyyy-m[m]-d[d][( |T)h[h]:m[m]:s[s][.fraction up to 9]]; day 29..31 of a shorter month is its
 * last; 24:00:00 is the next midnight. No zone suffix. */
bool rt_parse_timestamp(struct rt_text text, struct rt_timestamp *out);
/* The same with a blank or a T between date and time. */
bool rt_parse_iso_timestamp(struct rt_text text, struct rt_timestamp *out);
/* ISO 8601 as row lines have it: that, with an optional Z or ±hh[:mm] (UTC without one). */
bool rt_parse_instant(struct rt_text text, struct rt_timestamp *out);
/* INTERVAL literals are the compiler's business. */

/* TO_DATE, TO_TIMESTAMP: NULL for bad text. Formats: java.time.format.DateTimeFormatter letters
 * y u M d H h k K m s S n a E D Q w Y …; a bad format fails the job where FALLIBLE. */
bool rt_to_date(struct rt_text text, int32_t *out);
bool rt_to_date_format(struct rt_text text, struct rt_text format, int32_t *out);
bool rt_to_timestamp(struct rt_text text, struct rt_timestamp *out);
bool rt_to_timestamp_format(struct rt_text text, struct rt_text format, struct rt_timestamp *out);

/* TO_TIMESTAMP_LTZ(n[, precision]) counts 10^-precision seconds, precision 0 to 9. What lies
 * outside of the years 0 to 9999 is NULL. */
struct rt_timestamp rt_to_timestamp_ltz_i64(int64_t a); /* milliseconds, any */
bool rt_to_timestamp_ltz_i64_precision(int64_t a, int32_t precision, struct rt_timestamp *out,
    bool *is_null, struct rt_error *error);
/* NULL for a value out of range. */
bool rt_to_timestamp_ltz_f64(double a, struct rt_timestamp *out);
bool rt_to_timestamp_ltz_f64_precision(double a, int32_t precision, struct rt_timestamp *out,
    bool *is_null, struct rt_error *error);
/* Text is in UTC unless a zone is given; bad text fails the job. */
bool rt_to_timestamp_ltz_text(struct rt_text text, struct rt_timestamp *out,
    struct rt_error *error);
bool rt_to_timestamp_ltz_format(struct rt_text text, struct rt_text format,
    struct rt_timestamp *out, struct rt_error *error);
bool rt_to_timestamp_ltz_zone(struct rt_text text, struct rt_text format, struct rt_text zone,
    struct rt_timestamp *out, struct rt_error *error);

/* ---- time to text ---- */

bool rt_date_format(struct rt_arena *arena, struct rt_timestamp a, struct rt_text format,
    struct rt_text *out, struct rt_error *error);
bool rt_date_format_ltz(struct rt_arena *arena, const struct rt_zone *zone,
    struct rt_timestamp a, struct rt_text format, struct rt_text *out, struct rt_error *error);
/* DATE_FORMAT(text, format): the text as UNIX_TIMESTAMP reads it. */
bool rt_date_format_text(struct rt_arena *arena, struct rt_text text, struct rt_text format,
    struct rt_text *out);
bool rt_from_unixtime(struct rt_arena *arena, const struct rt_zone *zone, int64_t seconds,
    struct rt_text *out);
bool rt_from_unixtime_format(struct rt_arena *arena, const struct rt_zone *zone, int64_t seconds,
    struct rt_text format, struct rt_text *out);
/* INT64_MIN for bad text. */
int64_t rt_unix_timestamp_text(const struct rt_zone *zone, struct rt_text text);
int64_t rt_unix_timestamp_format(const struct rt_zone *zone, struct rt_text text,
    struct rt_text format);
/* Text in one zone to text in another; unknown zones are UTC; bad text is NULL. */
bool rt_convert_tz(struct rt_arena *arena, struct rt_text text, struct rt_text from,
    struct rt_text to, struct rt_text *out);

#endif
