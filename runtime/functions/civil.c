/* Calendar, and arithmetic of dates, times and intervals. */
#include "internal.h"

#include <rt/time.h>

static const int month_days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

/* Days from 0000-03-01, counted in eras of 400 years that begin in March. */
int64_t rt_days_from_civil(int64_t year, int month, int day)
{
    int64_t y = year - (month <= 2), era = rt_floor_div(y, 400), year_of_era = y - era * 400;
    int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year -
        719468;
}

struct rt_civil rt_civil_from_days(int64_t days)
{
    int64_t shifted = days + 719468, era = rt_floor_div(shifted, 146097);
    int64_t day_of_era = shifted - era * 146097;
    int64_t year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t month = (5 * day_of_year + 2) / 153; /* 0 is March */
    struct rt_civil civil;

    civil.day = (int)(day_of_year - (153 * month + 2) / 5 + 1);
    civil.month = (int)(month < 10 ? month + 3 : month - 9);
    civil.year = year_of_era + era * 400 + (civil.month <= 2);
    return civil;
}

int rt_days_in_month(int64_t year, int month)
{
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return month_days[month - 1] + (month == 2 && leap);
}

struct rt_timestamp rt_timestamp_truncate(struct rt_timestamp a, int precision)
{
    static const int32_t units[] = {1000, 100, 10, 1, 100000, 10000, 1000, 100, 10, 1};

    if (precision < 0)
        precision = 0;
    if (precision > 9)
        precision = 9;
    if (precision > 3) {
        a.nanos -= a.nanos % units[precision];
    } else {
        a.ms = wrap_subtract(a.ms, rt_floor_mod(a.ms, units[precision]));
        a.nanos = 0;
    }
    return a;
}

int32_t rt_time_truncate(int32_t a, int precision)
{
    static const int32_t units[] = {1000, 100, 10, 1};

    return precision < 3 ? a - (int32_t)rt_floor_mod(a, units[precision < 0 ? 0 : precision]) : a;
}

/* ---- now ---- */

struct rt_timestamp rt_now(int64_t now_ms)
{
    return rt_timestamp_from_ms(now_ms);
}

int32_t rt_current_date(const struct rt_zone *zone, int64_t now_ms)
{
    return (int32_t)rt_floor_div(rt_zone_to_local(zone, now_ms), RT_MS_PER_DAY);
}

int32_t rt_current_time(const struct rt_zone *zone, int64_t now_ms)
{
    return rt_time_truncate(
        (int32_t)rt_floor_mod(rt_zone_to_local(zone, now_ms), RT_MS_PER_DAY), 0);
}

struct rt_timestamp rt_local_timestamp(const struct rt_zone *zone, int64_t now_ms)
{
    return rt_timestamp_from_ms(rt_zone_to_local(zone, now_ms));
}

int64_t rt_unix_timestamp_now(int64_t now_ms)
{
    return rt_floor_div(now_ms, 1000);
}

/* ---- + and - ---- */

static int64_t add_months(int64_t days, int64_t months)
{
    struct rt_civil civil = rt_civil_from_days(days);
    int64_t total = civil.year * 12 + civil.month - 1 + months;
    int64_t year = rt_floor_div(total, 12);
    int month = (int)rt_floor_mod(total, 12) + 1, last = rt_days_in_month(year, month);

    return rt_days_from_civil(year, month, civil.day < last ? civil.day : last);
}

struct rt_timestamp rt_timestamp_add_millis(struct rt_timestamp a, int64_t ms)
{
    a.ms = wrap_add(a.ms, ms);
    return a;
}

struct rt_timestamp rt_timestamp_add_months(struct rt_timestamp a, int32_t months)
{
    int64_t days = rt_floor_div(a.ms, RT_MS_PER_DAY), rest = rt_floor_mod(a.ms, RT_MS_PER_DAY);

    a.ms = wrap_add(days_to_ms(add_months(days, months)), rest);
    return a;
}

int32_t rt_date_add_millis(int32_t date, int64_t ms)
{
    return (int32_t)wrap_add(date, ms / RT_MS_PER_DAY);
}

int32_t rt_date_add_months(int32_t date, int32_t months)
{
    return (int32_t)add_months(date, months);
}

int32_t rt_time_add_millis(int32_t time, int64_t ms)
{
    return (int32_t)rt_floor_mod(time + ms % RT_MS_PER_DAY, RT_MS_PER_DAY);
}

int32_t rt_time_add_months(int32_t time, int32_t months)
{
    (void)months;
    return time;
}

int64_t rt_timestamp_subtract(struct rt_timestamp a, struct rt_timestamp b)
{
    return wrap_subtract(a.ms, b.ms);
}

/* Whole months from b to a by the calendar. */
static int64_t months_of_days(int64_t a_days, int64_t b_days)
{
    struct rt_civil a = rt_civil_from_days(a_days), b = rt_civil_from_days(b_days);
    int64_t months = (a.year - b.year) * 12 + a.month - b.month;

    if (a_days < b_days)
        return -months_of_days(b_days, a_days);
    return months - (add_months(b_days, months) > a_days);
}

/* Calcite's subtractMonths: the time of day counts only where the days fall together. */
static int32_t whole_months(int64_t a_ms, int64_t b_ms)
{
    int64_t a_days = rt_floor_div(a_ms, RT_MS_PER_DAY), b_days = rt_floor_div(b_ms, RT_MS_PER_DAY);
    int64_t months = months_of_days(a_days, b_days);

    if (add_months(b_days, months) == a_days &&
        rt_floor_mod(a_ms, RT_MS_PER_DAY) < rt_floor_mod(b_ms, RT_MS_PER_DAY))
        months--;
    return (int32_t)months;
}

int32_t rt_timestamp_subtract_months(struct rt_timestamp a, struct rt_timestamp b)
{
    return whole_months(a.ms, b.ms);
}

struct rt_timestamp rt_date_to_timestamp(int32_t date)
{
    return rt_timestamp_from_ms(date * RT_MS_PER_DAY);
}

int32_t rt_months_add(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

int32_t rt_months_subtract(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a - (uint32_t)b);
}

int32_t rt_months_negate(int32_t a)
{
    return (int32_t)(0 - (uint32_t)a);
}

int32_t rt_months_multiply(int32_t a, int64_t b)
{
    return (int32_t)((uint32_t)a * (uint32_t)b);
}

int64_t rt_millis_add(int64_t a, int64_t b)
{
    return wrap_add(a, b);
}

int64_t rt_millis_subtract(int64_t a, int64_t b)
{
    return wrap_subtract(a, b);
}

int64_t rt_millis_negate(int64_t a)
{
    return (int64_t)(0 - (uint64_t)a);
}

int64_t rt_millis_multiply(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

/* ---- TIMESTAMPADD, TIMESTAMPDIFF ---- */

/* Milliseconds of a unit of fixed length, else 0. */
static int64_t unit_ms(enum rt_time_unit unit)
{
    switch ((int)unit) {
    case RT_UNIT_MILLISECOND:
        return 1;
    case RT_UNIT_SECOND:
        return 1000;
    case RT_UNIT_MINUTE:
        return 60000;
    case RT_UNIT_HOUR:
        return 3600000;
    case RT_UNIT_DAY:
        return RT_MS_PER_DAY;
    case RT_UNIT_WEEK:
        return 7 * RT_MS_PER_DAY;
    }
    return 0;
}

/* Months of a unit, else 0. */
static int64_t unit_months(enum rt_time_unit unit)
{
    switch ((int)unit) {
    case RT_UNIT_MONTH:
        return 1;
    case RT_UNIT_QUARTER:
        return 3;
    case RT_UNIT_YEAR:
        return 12;
    case RT_UNIT_DECADE:
        return 120;
    case RT_UNIT_CENTURY:
        return 1200;
    case RT_UNIT_MILLENNIUM:
        return 12000;
    }
    return 0;
}

/* Intervals of months are INT in Flink and wrap. */
static int32_t count_months(enum rt_time_unit unit, int64_t count)
{
    return (int32_t)((uint64_t)unit_months(unit) * (uint64_t)count);
}

static int64_t count_ms(enum rt_time_unit unit, int64_t count)
{
    return (int64_t)((uint64_t)unit_ms(unit) * (uint64_t)count);
}

struct rt_timestamp rt_timestampadd(enum rt_time_unit unit, int64_t count, struct rt_timestamp a)
{
    if (unit_ms(unit) != 0)
        return rt_timestamp_add_millis(a, count_ms(unit, count));
    return rt_timestamp_add_months(a, count_months(unit, count));
}

int32_t rt_timestampadd_date(enum rt_time_unit unit, int64_t count, int32_t date)
{
    if (unit_ms(unit) != 0)
        return rt_date_add_millis(date, count_ms(unit, count));
    return rt_date_add_months(date, count_months(unit, count));
}

int32_t rt_timestampadd_time(enum rt_time_unit unit, int64_t count, int32_t time)
{
    return unit_ms(unit) != 0 ? rt_time_add_millis(time, count_ms(unit, count)) : time;
}

int32_t rt_timestampdiff(enum rt_time_unit unit, struct rt_timestamp a, struct rt_timestamp b)
{
    if (unit == RT_UNIT_WEEK) /* Flink counts weeks in seconds that wrap as INT do */
        return (int32_t)(rt_timestamp_subtract(b, a) / 1000) / 604800;
    if (unit_ms(unit) != 0)
        return (int32_t)(rt_timestamp_subtract(b, a) / unit_ms(unit));
    if (unit_months(unit) != 0)
        return (int32_t)(whole_months(b.ms, a.ms) / unit_months(unit));
    return 0;
}

int32_t rt_timestampdiff_date(enum rt_time_unit unit, int32_t a, int32_t b)
{
    return rt_timestampdiff(unit, rt_date_to_timestamp(a), rt_date_to_timestamp(b));
}

static struct rt_timestamp earlier(struct rt_timestamp a, struct rt_timestamp b)
{
    return rt_timestamp_compare(a, b) <= 0 ? a : b;
}

static struct rt_timestamp later(struct rt_timestamp a, struct rt_timestamp b)
{
    return rt_timestamp_compare(a, b) <= 0 ? b : a;
}

bool rt_overlaps(struct rt_timestamp a1, struct rt_timestamp a2, struct rt_timestamp b1,
    struct rt_timestamp b2)
{
    return rt_timestamp_compare(later(a1, a2), earlier(b1, b2)) >= 0 &&
        rt_timestamp_compare(later(b1, b2), earlier(a1, a2)) >= 0;
}
