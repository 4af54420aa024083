/* EXTRACT, FLOOR TO and CEIL TO. */
#include "internal.h"

#include <rt/time.h>

/* Monday is 1. */
static int iso_weekday(int64_t days)
{
    return (int)rt_floor_mod(days + 3, 7) + 1;
}

/* The year whose ISO weeks the day belongs to: that of its week's Thursday. */
static int64_t iso_year(int64_t days)
{
    return rt_civil_from_days(days - iso_weekday(days) + 4).year;
}

static int64_t iso_week(int64_t days)
{
    int64_t thursday = days - iso_weekday(days) + 4;

    return (thursday - rt_days_from_civil(rt_civil_from_days(thursday).year, 1, 1)) / 7 + 1;
}

static int64_t extract_day(enum rt_time_unit unit, int64_t days)
{
    struct rt_civil civil = rt_civil_from_days(days);

    switch (unit) {
    case RT_UNIT_MILLENNIUM:
        return rt_floor_div(civil.year + 999, 1000);
    case RT_UNIT_CENTURY:
        return rt_floor_div(civil.year + 99, 100);
    case RT_UNIT_DECADE:
        return rt_floor_div(civil.year, 10);
    case RT_UNIT_YEAR:
        return civil.year;
    case RT_UNIT_QUARTER:
        return (civil.month - 1) / 3 + 1;
    case RT_UNIT_MONTH:
        return civil.month;
    case RT_UNIT_WEEK:
        return iso_week(days);
    case RT_UNIT_DAY:
        return civil.day;
    case RT_UNIT_DOW:
        return iso_weekday(days) % 7 + 1; /* Sunday is 1 */
    case RT_UNIT_ISODOW:
        return iso_weekday(days);
    case RT_UNIT_DOY:
        return days - rt_days_from_civil(civil.year, 1, 1) + 1;
    case RT_UNIT_ISOYEAR:
        return iso_year(days);
    case RT_UNIT_EPOCH:
        return days * 86400;
    case RT_UNIT_HOUR:
    case RT_UNIT_MINUTE:
    case RT_UNIT_SECOND:
    case RT_UNIT_MILLISECOND:
    case RT_UNIT_MICROSECOND:
    case RT_UNIT_NANOSECOND:
        break;
    }
    return 0;
}

/* `ms` and `nanos` of a day. */
static int64_t extract_clock(enum rt_time_unit unit, int64_t ms, int32_t nanos)
{
    switch ((int)unit) {
    case RT_UNIT_HOUR:
        return ms / 3600000;
    case RT_UNIT_MINUTE:
        return ms / 60000 % 60;
    case RT_UNIT_SECOND:
        return ms / 1000 % 60;
    case RT_UNIT_MILLISECOND:
        return ms % 1000;
    case RT_UNIT_MICROSECOND:
        return ms % 1000 * 1000 + nanos / 1000;
    case RT_UNIT_NANOSECOND:
        return ms % 1000 * 1000000 + nanos;
    }
    return 0;
}

static bool is_clock_unit(enum rt_time_unit unit)
{
    return unit >= RT_UNIT_HOUR && unit <= RT_UNIT_NANOSECOND;
}

int64_t rt_extract_date(enum rt_time_unit unit, int32_t date)
{
    return extract_day(unit, date);
}

int64_t rt_extract_time(enum rt_time_unit unit, int32_t time)
{
    return unit == RT_UNIT_EPOCH ? time / 1000 : extract_clock(unit, time, 0);
}

int64_t rt_extract_timestamp(enum rt_time_unit unit, struct rt_timestamp a)
{
    if (unit == RT_UNIT_EPOCH)
        return rt_floor_div(a.ms, 1000);
    if (is_clock_unit(unit))
        return extract_clock(unit, rt_floor_mod(a.ms, RT_MS_PER_DAY), a.nanos);
    return extract_day(unit, rt_floor_div(a.ms, RT_MS_PER_DAY));
}

int64_t rt_extract_ltz(const struct rt_zone *zone, enum rt_time_unit unit, struct rt_timestamp a)
{
    /* EPOCH too counts on the local clock, as Flink does. */
    return rt_extract_timestamp(unit, rt_timestamp_to_local(zone, a));
}

int64_t rt_extract_months(enum rt_time_unit unit, int32_t months)
{
    switch ((int)unit) {
    case RT_UNIT_MILLENNIUM:
        return months / 12000;
    case RT_UNIT_CENTURY:
        return months / 1200;
    case RT_UNIT_DECADE:
        return months / 120;
    case RT_UNIT_YEAR:
        return months / 12;
    case RT_UNIT_QUARTER:
        return months % 12 / 3 + 1;
    case RT_UNIT_MONTH:
        return months % 12;
    }
    return 0;
}

int64_t rt_extract_millis(enum rt_time_unit unit, int64_t ms)
{
    if (unit == RT_UNIT_DAY)
        return ms / RT_MS_PER_DAY;
    if (unit == RT_UNIT_WEEK)
        return ms / (7 * RT_MS_PER_DAY);
    if (unit == RT_UNIT_EPOCH)
        return ms / 1000;
    return extract_clock(unit, ms % RT_MS_PER_DAY, 0);
}

/* ---- FLOOR and CEIL ---- */

/* First day of the unit that holds the day. */
static int64_t floor_day(int64_t days, enum rt_time_unit unit)
{
    struct rt_civil civil = rt_civil_from_days(days);
    int64_t year = civil.year;
    int month = 1;

    switch ((int)unit) {
    case RT_UNIT_MILLENNIUM:
        year = rt_floor_div(year - 1, 1000) * 1000 + 1;
        break;
    case RT_UNIT_CENTURY:
        year = rt_floor_div(year - 1, 100) * 100 + 1;
        break;
    case RT_UNIT_DECADE:
        year = rt_floor_div(year, 10) * 10;
        break;
    case RT_UNIT_YEAR:
        break;
    case RT_UNIT_ISOYEAR:
        days = rt_days_from_civil(iso_year(days), 1, 4);
        return days - iso_weekday(days) + 1;
    case RT_UNIT_QUARTER:
        month = (civil.month - 1) / 3 * 3 + 1;
        break;
    case RT_UNIT_MONTH:
        month = civil.month;
        break;
    case RT_UNIT_WEEK:
        return days - iso_weekday(days) % 7;
    default:
        return days;
    }
    return rt_days_from_civil(year, month, 1);
}

/* First day of the unit after the one that begins on `first`. */
static int64_t next_unit(int64_t first, enum rt_time_unit unit)
{
    struct rt_civil civil = rt_civil_from_days(first);
    int64_t months = civil.year * 12 + civil.month - 1;

    switch ((int)unit) {
    case RT_UNIT_MILLENNIUM:
        months += 12000;
        break;
    case RT_UNIT_CENTURY:
        months += 1200;
        break;
    case RT_UNIT_DECADE:
        months += 120;
        break;
    case RT_UNIT_YEAR:
        months += 12;
        break;
    case RT_UNIT_ISOYEAR:
        return floor_day(first + 375, unit);
    case RT_UNIT_QUARTER:
        months += 3;
        break;
    case RT_UNIT_MONTH:
        months += 1;
        break;
    case RT_UNIT_WEEK:
        return first + 7;
    default:
        return first + 1;
    }
    return rt_days_from_civil(rt_floor_div(months, 12), (int)rt_floor_mod(months, 12) + 1, 1);
}

/* Calcite's julianDateFloor: the first day of a decade, century or millennium too goes on to the
 * next one. */
static int64_t ceil_day(int64_t days, enum rt_time_unit unit)
{
    int64_t first = floor_day(days, unit);

    if (first == days && unit > RT_UNIT_DECADE)
        return days;
    return next_unit(first, unit);
}

int32_t rt_floor_date(int32_t date, enum rt_time_unit unit)
{
    return (int32_t)floor_day(date, unit);
}

int32_t rt_ceil_date(int32_t date, enum rt_time_unit unit)
{
    return (int32_t)ceil_day(date, unit);
}

/* Milliseconds of a unit of the clock, 1 for those below. */
static int64_t clock_ms(enum rt_time_unit unit)
{
    switch ((int)unit) {
    case RT_UNIT_HOUR:
        return 3600000;
    case RT_UNIT_MINUTE:
        return 60000;
    case RT_UNIT_SECOND:
        return 1000;
    }
    return 1;
}

int32_t rt_floor_time(int32_t time, enum rt_time_unit unit)
{
    return (int32_t)(time - time % clock_ms(unit));
}

int32_t rt_ceil_time(int32_t time, enum rt_time_unit unit)
{
    int64_t ms = clock_ms(unit);

    return (int32_t)((time + ms - 1) / ms * ms % RT_MS_PER_DAY);
}

struct rt_timestamp rt_floor_timestamp(struct rt_timestamp a, enum rt_time_unit unit)
{
    if (unit == RT_UNIT_NANOSECOND)
        return a;
    if (unit == RT_UNIT_MICROSECOND)
        return rt_timestamp_make(a.ms, a.nanos / 1000 * 1000);
    if (is_clock_unit(unit))
        return rt_timestamp_from_ms(wrap_subtract(a.ms, rt_floor_mod(a.ms, clock_ms(unit))));
    return rt_timestamp_from_ms(days_to_ms(floor_day(rt_floor_div(a.ms, RT_MS_PER_DAY), unit)));
}

struct rt_timestamp rt_ceil_timestamp(struct rt_timestamp a, enum rt_time_unit unit)
{
    struct rt_timestamp low = rt_floor_timestamp(a, unit);
    int64_t days = rt_floor_div(a.ms, RT_MS_PER_DAY);

    /* As Flink: weeks and more look at the date alone, units of the clock at milliseconds. */
    if (unit <= RT_UNIT_WEEK || unit > RT_UNIT_NANOSECOND)
        return rt_timestamp_from_ms(days_to_ms(ceil_day(days, unit)));
    if (unit < RT_UNIT_MILLISECOND)
        a.nanos = 0;
    if (rt_timestamp_compare(low, a) == 0)
        return a;
    if (unit == RT_UNIT_MICROSECOND) {
        low.nanos += 1000;
        return low.nanos < 1000000 ? low : rt_timestamp_from_ms(wrap_add(low.ms, 1));
    }
    if (is_clock_unit(unit))
        return rt_timestamp_from_ms(wrap_add(low.ms, clock_ms(unit)));
    return rt_timestamp_from_ms(days_to_ms(days + 1));
}

struct rt_timestamp rt_floor_ltz(const struct rt_zone *zone, struct rt_timestamp a,
    enum rt_time_unit unit)
{
    struct rt_timestamp local = rt_timestamp_to_local(zone, a);
    struct rt_timestamp low = rt_floor_timestamp(local, unit);

    if (is_clock_unit(unit)) /* no way through the clock: an hour may come twice */
        return rt_timestamp_make(wrap_subtract(a.ms, wrap_subtract(local.ms, low.ms)), low.nanos);
    return rt_timestamp_to_instant(zone, low);
}

struct rt_timestamp rt_ceil_ltz(const struct rt_zone *zone, struct rt_timestamp a,
    enum rt_time_unit unit)
{
    struct rt_timestamp local = rt_timestamp_to_local(zone, a);
    struct rt_timestamp high = rt_ceil_timestamp(local, unit);

    if (is_clock_unit(unit))
        return rt_timestamp_make(wrap_add(a.ms, wrap_subtract(high.ms, local.ms)), high.nanos);
    return rt_timestamp_to_instant(zone, high);
}
