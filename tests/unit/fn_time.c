/* Dates, times, zones (conformance: extract.slt, floor_ceil_time.slt, interval.slt,
 * date_parse_format.slt, dst_berlin.slt, dst_new_york.slt). */
#include <rt/functions.h>

#include <criterion/criterion.h>
#include <string.h>

static struct rt_arena arena;

static void open_arena(void)
{
    rt_arena_init(&arena);
}

static void close_arena(void)
{
    rt_arena_release(&arena);
}

TestSuite(fn_time, .init = open_arena, .fini = close_arena);

static struct rt_text text_of(const char *text)
{
    return (struct rt_text){text, strlen(text)};
}

static struct rt_timestamp ts(const char *text)
{
    struct rt_timestamp out = {0};

    cr_assert(rt_parse_timestamp(text_of(text), &out), "%s", text);
    return out;
}

static int32_t date(const char *text)
{
    int32_t out = 0;

    cr_assert(rt_parse_date(text_of(text), &out), "%s", text);
    return out;
}

static void same_ts(struct rt_timestamp got, const char *expected)
{
    char out[RT_FORMAT_MAX + 1];

    out[rt_format_timestamp(got, 0, out)] = '\0';
    cr_expect_str_eq(out, expected, "%s, not %s", out, expected);
}

static void same_date(int32_t got, const char *expected)
{
    char out[RT_FORMAT_MAX + 1];

    out[rt_format_date(got, out)] = '\0';
    cr_expect_str_eq(out, expected, "%s, not %s", out, expected);
}

Test(fn_time, calendar)
{
    for (int64_t days = -800000; days < 3000000; days += 13) {
        struct rt_civil civil = rt_civil_from_days(days);

        cr_assert_eq(rt_days_from_civil(civil.year, civil.month, civil.day), days);
        cr_assert(civil.month >= 1 && civil.month <= 12 && civil.day >= 1 &&
            civil.day <= rt_days_in_month(civil.year, civil.month));
    }
    cr_assert_eq(rt_days_from_civil(1970, 1, 1), 0);
    cr_assert_eq(rt_days_from_civil(2000, 3, 1), 11017);
}

/* Columns: MILLENNIUM CENTURY DECADE YEAR QUARTER MONTH WEEK DAY DOW ISODOW DOY ISOYEAR. */
Test(fn_time, extract_days)
{
    static const enum rt_time_unit units[] = {RT_UNIT_MILLENNIUM, RT_UNIT_CENTURY, RT_UNIT_DECADE,
        RT_UNIT_YEAR, RT_UNIT_QUARTER, RT_UNIT_MONTH, RT_UNIT_WEEK, RT_UNIT_DAY, RT_UNIT_DOW,
        RT_UNIT_ISODOW, RT_UNIT_DOY, RT_UNIT_ISOYEAR};
    static const struct {
        const char *date;
        int expected[12];
    } cases[] = {{"2024-02-29", {3, 21, 202, 2024, 1, 2, 9, 29, 5, 4, 60, 2024}},
        {"1969-12-31", {2, 20, 196, 1969, 4, 12, 1, 31, 4, 3, 365, 1970}},
        {"2021-01-03", {3, 21, 202, 2021, 1, 1, 53, 3, 1, 7, 3, 2020}},
        {"0001-01-01", {1, 1, 0, 1, 1, 1, 1, 1, 2, 1, 1, 1}},
        {"9999-12-31", {10, 100, 999, 9999, 4, 12, 52, 31, 6, 5, 365, 9999}},
        {"2020-12-31", {3, 21, 202, 2020, 4, 12, 53, 31, 5, 4, 366, 2020}}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int u = 0; u < 12; u++) {
            cr_expect_eq(rt_extract_date(units[u], date(cases[i].date)), cases[i].expected[u],
                "%s unit %d", cases[i].date, u);
            cr_expect_eq(rt_extract_timestamp(units[u], ts(cases[i].date)), cases[i].expected[u]);
        }
}

Test(fn_time, extract_clocks)
{
    struct rt_timestamp a = ts("2024-02-29 13:14:15.678901"), old = ts("1969-12-31 23:59:59.999");

    cr_assert_eq(rt_extract_timestamp(RT_UNIT_HOUR, a), 13);
    cr_assert_eq(rt_extract_timestamp(RT_UNIT_SECOND, a), 15);
    cr_assert_eq(rt_extract_timestamp(RT_UNIT_MILLISECOND, a), 678);
    cr_assert_eq(rt_extract_timestamp(RT_UNIT_MICROSECOND, a), 678901);
    cr_assert_eq(rt_extract_timestamp(RT_UNIT_NANOSECOND, a), 678901000);
    cr_assert_eq(rt_extract_timestamp(RT_UNIT_EPOCH, a), 1709212455);
    cr_assert_eq(rt_extract_ltz(rt_zone_find(RT_TEXT("Europe/Berlin")), RT_UNIT_EPOCH, a),
        1709212455 + 3600);
    cr_assert_eq(rt_extract_timestamp(RT_UNIT_HOUR, old), 23);
    cr_assert_eq(rt_extract_timestamp(RT_UNIT_EPOCH, old), -1);
    cr_assert_eq(rt_extract_time(RT_UNIT_MILLISECOND, 86398765), 765);
    cr_assert_eq(rt_extract_months(RT_UNIT_YEAR, 38), 3);
    cr_assert_eq(rt_extract_months(RT_UNIT_MONTH, -38), -2);
    cr_assert_eq(rt_extract_millis(RT_UNIT_HOUR, -93784567), -2);
    cr_assert_eq(rt_extract_millis(RT_UNIT_DAY, -93784567), -1);
}

Test(fn_time, floor_and_ceil)
{
    static const struct {
        const char *at;
        enum rt_time_unit unit;
        const char *floor, *ceil;
    } cases[] = {
        {"2024-02-29 13:14:15.678", RT_UNIT_MILLENNIUM, "2001-01-01 00:00:00",
            "3001-01-01 00:00:00"},
        {"2024-02-29 13:14:15.678", RT_UNIT_CENTURY, "2001-01-01 00:00:00", "2101-01-01 00:00:00"},
        {"2024-02-29 13:14:15.678", RT_UNIT_DECADE, "2020-01-01 00:00:00", "2030-01-01 00:00:00"},
        {"2024-02-29 13:14:15.678", RT_UNIT_YEAR, "2024-01-01 00:00:00", "2025-01-01 00:00:00"},
        {"2024-02-29 13:14:15.678", RT_UNIT_QUARTER, "2024-01-01 00:00:00", "2024-04-01 00:00:00"},
        {"2024-02-29 13:14:15.678", RT_UNIT_MONTH, "2024-02-01 00:00:00", "2024-03-01 00:00:00"},
        {"2024-02-29 13:14:15.678", RT_UNIT_WEEK, "2024-02-25 00:00:00", "2024-03-03 00:00:00"},
        {"2024-02-29 13:14:15.678", RT_UNIT_DAY, "2024-02-29 00:00:00", "2024-03-01 00:00:00"},
        {"2024-02-29 13:14:15.678", RT_UNIT_HOUR, "2024-02-29 13:00:00", "2024-02-29 14:00:00"},
        {"2024-02-29 13:14:15.678", RT_UNIT_MINUTE, "2024-02-29 13:14:00", "2024-02-29 13:15:00"},
        {"2024-02-29 13:14:15.678901", RT_UNIT_MILLISECOND, "2024-02-29 13:14:15.678",
            "2024-02-29 13:14:15.679"},
        {"2000-12-31 23:59:59.999", RT_UNIT_CENTURY, "1901-01-01 00:00:00", "2001-01-01 00:00:00"},
        {"2000-12-31 00:00:00", RT_UNIT_WEEK, "2000-12-31 00:00:00", "2000-12-31 00:00:00"},
        /* as Flink: the date alone counts, and a decade's first day goes on to the next */
        {"2000-12-31 23:59:59.999", RT_UNIT_WEEK, "2000-12-31 00:00:00", "2000-12-31 00:00:00"},
        {"1970-01-01 00:00:00", RT_UNIT_DECADE, "1970-01-01 00:00:00", "1980-01-01 00:00:00"},
        {"1970-01-01 00:00:00.000001", RT_UNIT_YEAR, "1970-01-01 00:00:00", "1970-01-01 00:00:00"},
        {"1970-01-01 00:00:00.000001", RT_UNIT_SECOND, "1970-01-01 00:00:00",
            "1970-01-01 00:00:00"},
        {"1970-01-01 00:00:00.000001", RT_UNIT_MILLISECOND, "1970-01-01 00:00:00",
            "1970-01-01 00:00:00.001"},
        {"1970-01-01 00:00:00", RT_UNIT_WEEK, "1969-12-28 00:00:00", "1970-01-04 00:00:00"},
        {"1969-12-31 23:59:59.999", RT_UNIT_HOUR, "1969-12-31 23:00:00", "1970-01-01 00:00:00"},
        {"2024-01-01 00:00:00", RT_UNIT_YEAR, "2024-01-01 00:00:00", "2024-01-01 00:00:00"}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        same_ts(rt_floor_timestamp(ts(cases[i].at), cases[i].unit), cases[i].floor);
        same_ts(rt_ceil_timestamp(ts(cases[i].at), cases[i].unit), cases[i].ceil);
    }
    same_date(rt_ceil_date(date("2023-11-15"), RT_UNIT_WEEK), "2023-11-19");
    same_date(rt_floor_date(date("2023-11-15"), RT_UNIT_QUARTER), "2023-10-01");
    cr_assert_eq(rt_ceil_time(45871000, RT_UNIT_HOUR), 46800000);
    cr_assert_eq(rt_floor_time(45871000, RT_UNIT_MINUTE), 45840000);
}

Test(fn_time, arithmetic)
{
    same_date(rt_date_add_months(date("2024-01-31"), 1), "2024-02-29");
    same_date(rt_date_add_months(date("2024-02-29"), -48), "2020-02-29");
    same_date(rt_date_add_months(date("0005-01-01"), -1), "0004-12-01");
    same_date(rt_date_add_millis(date("2024-01-31"), 36 * 3600000), "2024-02-01");
    same_date(rt_date_add_millis(date("2024-01-31"), -12 * 3600000), "2024-01-31");
    same_ts(rt_timestamp_add_months(ts("1969-12-31 23:59:59.999"), 2), "1970-02-28 23:59:59.999");
    same_ts(rt_timestampadd(RT_UNIT_WEEK, 2, ts("2024-02-20 01:00:00")), "2024-03-05 01:00:00");
    same_date(rt_timestampadd_date(RT_UNIT_QUARTER, 1, date("2023-11-30")), "2024-02-29");
    cr_assert_eq(rt_time_add_millis(86399000, 25 * 3600000), 3599000);
    cr_assert_eq(rt_time_add_millis(0, -1), 86399999);
}

Test(fn_time, differences)
{
    static const struct {
        enum rt_time_unit unit;
        const char *a, *b;
        int32_t expected;
    } cases[] = {{RT_UNIT_YEAR, "2020-02-29", "2024-02-28", 3},
        {RT_UNIT_YEAR, "2020-02-29", "2024-02-29", 4},
        {RT_UNIT_MONTH, "2024-01-31", "2024-02-29", 1},
        {RT_UNIT_MONTH, "2024-03-31", "2024-02-29", -1},
        {RT_UNIT_MONTH, "2024-01-31", "2024-02-29 12:00:00", 1},
        {RT_UNIT_MONTH, "2024-01-31 10:00:00.500", "2024-02-29 09:00:00", 0},
        {RT_UNIT_MONTH, "2000-02-29", "1900-02-28 12:34:56.789", -1200},
        {RT_UNIT_QUARTER, "2023-01-01", "2024-01-01", 4},
        {RT_UNIT_MONTH, "2024-02-29 09:00:00", "2024-01-31 10:00:00.500", -1},
        {RT_UNIT_WEEK, "2024-01-01", "2024-01-14", 1},
        {RT_UNIT_WEEK, "0005-01-01", "9998-12-31", 3054}, /* wraps, as in Flink */
        {RT_UNIT_WEEK, "2000-02-29", "1900-02-28", 1883},
        {RT_UNIT_DAY, "2024-01-02", "2024-01-01 23:59:59", 0},
        {RT_UNIT_HOUR, "2024-01-01", "2024-01-02 01:59:59", 25},
        {RT_UNIT_SECOND, "2024-01-01 00:00:00.9", "2024-01-01 00:00:02.1", 1},
        {RT_UNIT_SECOND, "0001-01-01", "9999-12-31 23:59:59", 2005284991},
        {RT_UNIT_MONTH, "0005-01-01", "9998-12-31 23:59:59.999", 119927}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        cr_expect_eq(rt_timestampdiff(cases[i].unit, ts(cases[i].a), ts(cases[i].b)),
            cases[i].expected, "%s to %s: %d", cases[i].a, cases[i].b,
            rt_timestampdiff(cases[i].unit, ts(cases[i].a), ts(cases[i].b)));
}

/* An instant and the local clock there. */
Test(fn_time, zones)
{
    static const struct {
        const char *zone, *utc, *local;
    } cases[] = {{"Europe/Berlin", "2024-03-31 00:59:59.999", "2024-03-31 01:59:59.999"},
        {"Europe/Berlin", "2024-03-31 01:00:00", "2024-03-31 03:00:00"},
        {"Europe/Berlin", "2024-10-27 01:59:59.999", "2024-10-27 02:59:59.999"},
        {"Europe/Berlin", "2024-10-27 00:30:00", "2024-10-27 02:30:00"},
        {"Europe/Berlin", "1893-03-31 23:06:32", "1893-04-01 00:06:32"},
        {"Europe/Berlin", "1945-07-01 00:00:00", "1945-07-01 03:00:00"},
        {"Europe/Berlin", "2100-07-01 00:00:00", "2100-07-01 02:00:00"},
        {"Europe/Berlin", "2100-12-01 00:00:00", "2100-12-01 01:00:00"},
        {"America/New_York", "2077-03-14 06:59:59", "2077-03-14 01:59:59"},
        {"America/New_York", "2077-03-14 07:00:00", "2077-03-14 03:00:00"},
        {"America/New_York", "2077-11-07 05:59:59", "2077-11-07 01:59:59"},
        {"America/New_York", "2077-11-07 06:00:00", "2077-11-07 01:00:00"},
        {"Australia/Sydney", "2090-01-01 00:00:00", "2090-01-01 11:00:00"},
        {"Australia/Sydney", "2090-07-01 00:00:00", "2090-07-01 10:00:00"},
        {"Asia/Kolkata", "2024-01-01 00:00:00", "2024-01-01 05:30:00"},
        {"GMT+08:00", "2024-01-01 00:00:00", "2024-01-01 08:00:00"},
        {"UTC-5", "2024-01-01 00:00:00", "2023-12-31 19:00:00"},
        {"+02:30", "2024-01-01 00:00:00", "2024-01-01 02:30:00"},
        {"+0230", "2024-01-01 00:00:00", "2024-01-01 02:30:00"},
        {"Z", "2024-01-01 00:00:00", "2024-01-01 00:00:00"},
        {"PST", "2024-01-01 00:00:00", "2023-12-31 16:00:00"}};
    static const char *const unknown[] = {"", "No/Zone", "../etc/passwd", "/etc/localtime",
        "Europe/../Europe/Berlin", "+19:00", "GMT+", "UTC+1:2", "posix/UTC", "Europe", "tzdata.zi"};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct rt_zone *zone = rt_zone_find(text_of(cases[i].zone));

        cr_assert_not_null(zone, "%s", cases[i].zone);
        same_ts(rt_timestamp_to_local(zone, ts(cases[i].utc)), cases[i].local);
    }
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        cr_expect_null(rt_zone_find(text_of(unknown[i])), "%s", unknown[i]);
    cr_assert_eq(rt_zone_find(RT_TEXT("Europe/Berlin")), rt_zone_find(RT_TEXT("Europe/Berlin")));
    cr_assert_str_eq(rt_zone_name(rt_zone_find(RT_TEXT("Asia/Tokyo"))), "Asia/Tokyo");
}

Test(fn_time, embedded_zones_need_no_files)
{
    setenv("TZDIR", "/nowhere", 1);
    same_ts(rt_timestamp_to_local(rt_zone_find(RT_TEXT("America/Los_Angeles")),
                ts("2024-07-01 12:00:00")),
        "2024-07-01 05:00:00");
}

Test(fn_time, local_to_instant)
{
    const struct rt_zone *berlin = rt_zone_find(RT_TEXT("Europe/Berlin"));

    same_ts(rt_timestamp_to_instant(berlin, ts("2024-03-31 02:30:00")), "2024-03-31 01:30:00");
    same_ts(rt_timestamp_to_instant(berlin, ts("2024-10-27 02:30:00")), "2024-10-27 00:30:00");
    same_ts(rt_timestamp_to_instant(berlin, ts("2024-10-27 03:00:00")), "2024-10-27 02:00:00");
    same_ts(rt_timestamp_to_instant(berlin, ts("2090-07-01 00:00:00")), "2090-06-30 22:00:00");
    same_ts(rt_floor_ltz(berlin, ts("2024-07-31 22:30:00"), RT_UNIT_MONTH), "2024-07-31 22:00:00");
    same_ts(rt_ceil_ltz(berlin, ts("2024-03-31 00:59:59.999"), RT_UNIT_HOUR),
        "2024-03-31 01:00:00");
    same_ts(rt_ceil_ltz(berlin, ts("2024-10-27 01:59:59.999"), RT_UNIT_HOUR),
        "2024-10-27 02:00:00");
}

Test(fn_time, format)
{
    static const struct {
        const char *at, *format, *expected;
    } cases[] = {{"2024-02-05 15:04:05.123456", "yyyy-MM-dd HH:mm:ss.SSSSSS",
                     "2024-02-05 15:04:05.123456"},
        {"2024-02-05 15:04:05.123456", "h:mm a", "3:04 PM"},
        {"2024-02-05 15:04:05.123456", "EEEE, d MMMM yyyy", "Monday, 5 February 2024"},
        {"2024-02-05 15:04:05.123456", "DDD", "036"}, {"2024-02-05 15:04:05.123456", "w", "6"},
        {"2024-02-05 15:04:05.123456", "e", "2"}, {"2024-02-05 15:04:05.123456", "QQQ", "Q1"},
        {"2024-02-05 15:04:05.123456", "QQQQ", "1st quarter"},
        {"2024-02-05 15:04:05.123456", "k K", "15 3"},
        {"2024-02-05 15:04:05.123456", "n A N", "123456000 54245123 54245123456000"},
        {"2024-02-05 15:04:05.123456", "'yyyy'", "yyyy"},
        {"2024-02-05 15:04:05.123456", "yyyy-'W'w", "2024-W6"},
        {"2024-02-05 15:04:05.123456", "HH'h'mm", "15h04"},
        {"2024-02-05 15:04:05.123456", "HH 'o''clock'", "15 o'clock"},
        {"2024-02-05 15:04:05.123456", "MMMMM", "F"}, {"2024-02-05 15:04:05.123456", "", ""},
        {"2024-02-05 15:04:05.123456", "yyyyy", "02024"},
        {"2024-02-05 15:04:05.123456", "y yy yyy S SS ee", "2024 24 2024 1 12 02"},
        {"2024-12-30 15:04:05.123456", "YY ww W F q [x]", "<NULL>"},
        {"2024-12-30 15:04:05.123456", "YY ww W F q", "25 01 5 2 4"},
        {"2024-02-05 15:04:05", "E EEE EEEE EEEEE c L G", "Mon Mon Monday M 2 2 AD"},
        {"0001-01-01 00:00:00", "yyyy-MM-dd", "0001-01-01"},
        {"1969-12-31 23:59:59.999", "YYYY w D hh a", "1970 1 365 11 PM"},
        {"9999-12-31 23:59:59.999", "YYYY w", "+10000 1"},
        {"2024-02-05 15:04:05", "yyyy{", "<NULL>"}, {"2024-02-05 15:04:05", "z", "<NULL>"},
        {"2024-02-05 15:04:05", "b", "<NULL>"}, {"2024-02-05 15:04:05", "'open", "<NULL>"}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rt_error error;
        struct rt_text out = RT_TEXT("<NULL>");

        if (!rt_date_format(&arena, ts(cases[i].at), text_of(cases[i].format), &out, &error))
            out = RT_TEXT("<NULL>");
        cr_expect(rt_equal_text(out, text_of(cases[i].expected)), "%s by %s: %.*s, not %s",
            cases[i].at, cases[i].format, (int)out.size, out.data, cases[i].expected);
    }
}

Test(fn_time, parse_by_format)
{
    static const struct {
        const char *text, *format, *expected; /* TO_TIMESTAMP */
    } cases[] = {{"29.02.2024 10:11", "dd.MM.yyyy HH:mm", "2024-02-29 10:11:00"},
        {"20240229101112", "yyyyMMddHHmmss", "2024-02-29 10:11:12"},
        {"2024-02-29 10:11:12.123456", "yyyy-MM-dd HH:mm:ss.SSSSSS", "2024-02-29 10:11:12.123"},
        {"03:04 PM", "hh:mm a", "1970-01-01 15:04:00"},
        {"12:30 AM", "hh:mm a", "1970-01-01 00:30:00"},
        {"2024-02-29T10:11:12Z", "yyyy-MM-dd'T'HH:mm:ss'Z'", "2024-02-29 10:11:12"},
        {"12/31/1969 23:59:59", "MM/dd/yyyy HH:mm:ss", "1969-12-31 23:59:59"},
        {"2024-02-30", "yyyy-MM-dd", "2024-02-29 00:00:00"},
        {"5/3/2024", "M/d/yyyy", "2024-05-03 00:00:00"},
        {"Mon, 5 Feb 2024", "EEE, d MMM yyyy", "2024-02-05 00:00:00"},
        {"2024-01-01 10:11:12+0200", "yyyy-MM-dd HH:mm:ssZ", "2024-01-01 10:11:12"},
        {"2024", "uuuu", "2024-01-01 00:00:00"}, {"x", "bbb", "<NULL>"},
        {"2024-02-29 10:11:12", "dd.MM.yyyy", "2024-02-29 10:11:12"}, /* falls back */
        {"12:30", "dd.MM.yyyy", "<NULL>"}, {"12:30", "HH:mm", "1970-01-01 12:30:00"},
        {"2024-01-01", "yyyy-MM-dd[ HH:mm]", "2024-01-01 00:00:00"},
        {"2024-01-01 10:30", "yyyy-MM-dd[ HH:mm]", "2024-01-01 10:30:00"},
        {"2024-01-01 10", "yyyy-MM-dd[ HH:mm]", "<NULL>"}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rt_timestamp out;

        if (rt_to_timestamp_format(text_of(cases[i].text), text_of(cases[i].format), &out))
            same_ts(out, cases[i].expected);
        else
            cr_expect_str_eq(cases[i].expected, "<NULL>", "%s by %s", cases[i].text,
                cases[i].format);
    }
}

static const char *date_by(const char *text, const char *format)
{
    static char out[RT_FORMAT_MAX + 1];
    int32_t days;

    if (!rt_to_date_format(text_of(text), text_of(format), &days))
        return "<NULL>";
    out[rt_format_date(days, out)] = '\0';
    return out;
}

Test(fn_time, dates_by_format_are_lenient)
{
    cr_assert_str_eq(date_by("29/02/24", "dd/MM/yy"), "2024-02-29");
    cr_assert_str_eq(date_by("Feb 29 2024", "MMM dd yyyy"), "2024-02-29");
    cr_assert_str_eq(date_by("2024-060", "yyyy-DDD"), "2024-02-29");
    cr_assert_str_eq(date_by("2024-13-45", "yyyy-MM-dd"), "2025-02-14");
    cr_assert_str_eq(date_by("2024x", "yyyy"), "2024-01-01");
    cr_assert_str_eq(date_by("20240229", "yyyyMMdd"), "2024-02-29");
    cr_assert_str_eq(date_by("bad", "yyyy"), "<NULL>");
}

static struct rt_text tz(const char *text, const char *from, const char *to)
{
    struct rt_text out;

    return rt_convert_tz(&arena, text_of(text), text_of(from), text_of(to), &out)
        ? out
        : RT_TEXT("<NULL>");
}

static void same(struct rt_text got, const char *expected)
{
    cr_expect(rt_equal_text(got, text_of(expected)), "'%.*s', not '%s'", (int)got.size, got.data,
        expected);
}

Test(fn_time, unix_time_and_convert_tz)
{
    const struct rt_zone *berlin = rt_zone_find(RT_TEXT("Europe/Berlin"));
    struct rt_text out;

    same(tz("2024-02-29 10:00:00", "UTC", "America/Los_Angeles"), "2024-02-29 02:00:00");
    same(tz("2024-10-27 02:30:00", "Europe/Berlin", "UTC"), "2024-10-27 01:30:00");
    same(tz("2024-01-01 00:00:00", "GMT+05:30", "UTC"), "2023-12-31 18:30:00");
    same(tz("2024-01-01 00:00:00", "+02:00", "UTC"), "2024-01-01 00:00:00");
    same(tz("2024-01-01 00:00:00", "No/Zone", "UTC"), "2024-01-01 00:00:00");
    same(tz("2024-01-01 10:11:12.5", "UTC", "PST"), "2024-01-01 02:11:12");
    same(tz("2024-01-01 10:11:12", "UTC", "GMT+5"), "2024-01-01 15:11:12");
    same(tz("1600-01-01 00:00:00", "UTC", "Asia/Tokyo"), "1600-01-01 09:00:00"); /* no local time */
    same(tz("1600-01-01 00:00:00", "Asia/Tokyo", "UTC"), "1599-12-31 15:00:00");
    same(tz("2024-01-01", "UTC", "UTC"), "<NULL>");
    cr_assert_eq(rt_unix_timestamp_text(rt_zone_utc, RT_TEXT("2024-02-29 10:11:12")), 1709201472);
    cr_assert_eq(rt_unix_timestamp_text(rt_zone_utc, RT_TEXT("1969-12-31 23:59:59")), -1);
    cr_assert_eq(rt_unix_timestamp_text(rt_zone_utc, RT_TEXT("2024-01-01")), INT64_MIN);
    cr_assert_eq(rt_unix_timestamp_text(rt_zone_utc, RT_TEXT("2024-1-1 1:2:3")), 1704070923);
    cr_assert_eq(rt_unix_timestamp_text(rt_zone_utc, RT_TEXT("2024-13-01 00:00:00")), 1735689600);
    cr_assert_eq(rt_unix_timestamp_text(berlin, RT_TEXT("2024-03-31 02:30:00")), 1711848600);
    cr_assert_eq(rt_unix_timestamp_format(
                     rt_zone_utc, RT_TEXT("29.02.2024"), RT_TEXT("dd.MM.yyyy")), 1709164800);
    cr_assert(rt_from_unixtime(&arena, rt_zone_utc, 253402300799, &out));
    same(out, "9999-12-31 23:59:59");
    cr_assert(rt_from_unixtime_format(
        &arena, rt_zone_utc, 1709201472, RT_TEXT("EEE h a"), &out));
    same(out, "Thu 10 AM");
}

Test(fn_time, to_timestamp_ltz)
{
    struct rt_timestamp out;
    struct rt_error error;
    bool is_null;

    cr_assert(rt_to_timestamp_ltz_i64_precision(1709201472123456, 6, &out, &is_null, &error));
    same_ts(out, "2024-02-29 10:11:12.123456");
    cr_assert(rt_to_timestamp_ltz_i64_precision(-1, 9, &out, &is_null, &error));
    same_ts(out, "1969-12-31 23:59:59.999999999");
    cr_assert(rt_to_timestamp_ltz_i64_precision(1, 4, &out, &is_null, &error));
    same_ts(out, "1970-01-01 00:00:00.0001");
    cr_assert_not(is_null);
    cr_assert(rt_to_timestamp_ltz_i64_precision(253402300800, 0, &out, &is_null, &error));
    cr_assert(is_null);
    cr_assert(rt_to_timestamp_ltz_i64_precision(INT64_MAX, 0, &out, &is_null, &error));
    cr_assert(is_null);
    cr_assert_not(rt_to_timestamp_ltz_i64_precision(1, 10, &out, &is_null, &error));
    cr_assert(rt_to_timestamp_ltz_f64_precision(1.5, 0, &out, &is_null, &error));
    same_ts(out, "1970-01-01 00:00:01.5");
    cr_assert(rt_to_timestamp_ltz_f64(-1.5, &out));
    same_ts(out, "1969-12-31 23:59:59.998");
    cr_assert_not(rt_to_timestamp_ltz_f64(NAN, &out));
    cr_assert(rt_to_timestamp_ltz_zone(RT_TEXT("1600-01-01 00:00:00"),
        RT_TEXT("yyyy-MM-dd HH:mm:ss"), RT_TEXT("Asia/Tokyo"), &out, &error));
    same_ts(out, "1599-12-31 14:41:01");
    cr_assert_not(rt_to_timestamp_ltz_text(RT_TEXT("2024-02-29T10:11:12Z"), &out, &error));
    cr_assert(strstr(error.message, "could not be parsed"));
    cr_assert_not(rt_to_timestamp_ltz_zone(
        RT_TEXT("2024"), RT_TEXT("yyyy"), RT_TEXT("Nowhere/X"), &out, &error));
}

/* Any numbers: no overflow that the language leaves undefined. */
Test(fn_time, extremes)
{
    static const int64_t values[] = {INT64_MIN, INT64_MIN + 1, -1, 0, INT64_MAX};
    struct rt_zone const *berlin = rt_zone_find(RT_TEXT("Europe/Berlin"));
    char out[RT_FORMAT_MAX];

    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct rt_timestamp a = {values[i], 999999};

        for (int unit = RT_UNIT_MILLENNIUM; unit <= RT_UNIT_EPOCH; unit++) {
            rt_floor_timestamp(a, (enum rt_time_unit)unit);
            rt_ceil_ltz(berlin, a, (enum rt_time_unit)unit);
            rt_extract_ltz(berlin, (enum rt_time_unit)unit, a);
            rt_timestampdiff((enum rt_time_unit)unit, a, rt_timestamp_from_ms(0));
            for (size_t j = 0; j < sizeof values / sizeof values[0]; j++)
                rt_timestampadd((enum rt_time_unit)unit, values[j], a);
        }
        rt_timestamp_add_months(a, INT32_MIN);
        rt_timestamp_truncate(a, 0);
        rt_timestamp_to_us(a);
        rt_timestamp_from_us(values[i]);
        rt_format_timestamp(a, 9, out);
        rt_format_millis(values[i], out);
        rt_format_date((int32_t)(values[i] >> 32), out);
        rt_date_add_months((int32_t)(values[i] >> 32), INT32_MAX);
        rt_timestamp_to_instant(berlin, a);
    }
}
