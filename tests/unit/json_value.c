/* Values of JSON records by the primitives of generated decoders and encoders, beside what the C
 * library makes of the same text: at the end of a page that none follows, and with other bytes
 * behind, which must not matter. */
#include <rt/rt.h>
#include <rt/json_put.h>

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static struct rt_arena arena;
static uint8_t *last_page; /* Behind it is no memory. */

static void open_page(void)
{
    uint8_t *pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
        -1, 0);

    cr_assert_neq(pages, MAP_FAILED);
    cr_assert_eq(mprotect(pages + PAGE, PAGE, PROT_NONE), 0);
    last_page = pages;
    rt_arena_init(&arena);
}

static void close_page(void)
{
    munmap(last_page, 2 * PAGE);
    rt_arena_release(&arena);
}

TestSuite(json_value, .init = open_page, .fini = close_page);

/* The text `behind` bytes in front of the page's end, which are all `filler`. */
static struct rt_js placed(const char *text, size_t behind, int filler)
{
    size_t size = strlen(text);
    uint8_t *at = last_page + PAGE - behind - size;

    memset(last_page, filler, PAGE);
    memcpy(at, text, size);
    return rt_js_open((struct rt_bytes){at, size});
}

static const size_t distances[] = {0, 1, 2, 7, 8, 9, 14, 15, 16, 17, 31, 33, 64};
static const char fillers[] = {'"', ',', '7', '\\', ' ', '}', '\xff'};

#define EACH_PLACE(behind, filler)                                                                 \
    for (size_t d = 0, behind; d < sizeof distances / sizeof *distances &&                         \
         (behind = distances[d], true); d++)                                                       \
        for (size_t f = 0, filler; f < sizeof fillers && (filler = (uint8_t)fillers[f], true); f++)

/* Random. */
static uint64_t any(void)
{
    static uint64_t state = 88172645463325252u;

    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* Strings of every length up to three vectors: taken, and passed over. */
Test(json_value, text)
{
    for (size_t size = 0; size < 50; size++) {
        char text[64];

        snprintf(text, sizeof text, "\"%.*s\",", (int)size,
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        EACH_PLACE(behind, filler) {
            struct rt_js in = placed(text, behind, (int)filler), again = in;
            struct rt_text out;

            cr_assert(rt_js_text(&in, &arena, &out));
            cr_assert_eq(out.size, size);
            cr_assert_eq(memcmp(out.data, text + 1, size), 0);
            cr_assert_eq(in.high, 0, "size %zu, %zu behind", size, behind);
            cr_assert_eq(in.end - in.at, 1);
            cr_assert(rt_js_skip(&again));
            cr_assert_eq(again.at, in.at);
            cr_assert_eq(again.high, 0);
        }
    }
}

/* One byte of a string is another one: what stops, and what is not ASCII, is seen at each place. */
Test(json_value, text_of_other_bytes)
{
    static const uint8_t bytes[] = {'\\', '\n', 0, 0x1f, 0x20, '!', '#', 0x7f, 0x80, 0xc3, 0xff};

    for (size_t i = 0; i < 40 * sizeof bytes; i++) {
        uint8_t byte = bytes[i / 40];
        char text[] = "\"0123456789012345678901234567890123456789\"";
        bool plain = byte >= ' ' && byte != '\\';
        struct rt_js in, again, sized;
        struct rt_text out;

        in = placed(text, i % 20, '"');
        ((uint8_t *)(uintptr_t)in.at)[1 + i % 40] = byte;
        again = sized = in;
        cr_assert_eq(rt_js_text(&in, &arena, &out), plain, "byte %d at %zu", byte, i % 40);
        cr_assert_eq(in.high != 0, plain && byte >= 0x80);
        cr_assert_eq(rt_js_skip(&again), plain);
        cr_assert_eq(again.high != 0, plain && byte >= 0x80);
        cr_assert_eq(rt_js_skip_sized(&sized, 30), plain); /* It is longer. */
        cr_assert_eq(sized.at, again.at);
        cr_assert_eq(sized.high != 0, plain && byte >= 0x80);
    }
}

/* The same for strings of the size that was expected. */
Test(json_value, text_of_a_size)
{
    for (size_t size = 16; size <= 32; size++) {
        for (size_t at = 0; at < size; at++) {
            for (int byte = 0; byte < 256; byte++) {
                bool plain = byte >= ' ' && byte != '\\' && byte != '"';
                char text[40];
                struct rt_js in, again;

                memset(text, 'x', sizeof text);
                text[0] = text[size + 1] = '"';
                text[size + 2] = 0;
                in = placed(text, 0, 0);
                ((uint8_t *)(uintptr_t)in.at)[1 + at] = (uint8_t)byte;
                again = in;
                cr_assert_eq(rt_js_skip_sized(&in, size), plain || byte == '"');
                cr_assert_eq(rt_js_skip(&again), plain || byte == '"');
                cr_assert_eq(in.at, again.at, "byte %d at %zu of %zu", byte, at, size);
                cr_assert_eq(!in.high, !again.high);
            }
        }
    }
}

static const char *const numbers[] = {"0", "7", "10", "99", "123", "9999", "12345", "654321",
    "1234567", "12345678", "123456789", "1234567890123456", "12345678901234567",
    "999999999999999999", "9223372036854775807", "0.5", "1.25", "12.345678", "123456.78",
    "1234567.12345678", "99999999.99999999", "123456789012.345", "0.000001", "1e5", "1.5E-7",
    "123456789.123456789"};

static bool is_whole(const char *text)
{
    return !strpbrk(text, ".eE");
}

/* With each byte behind that may follow a number. */
static void check_number(const char *number, char next)
{
    char text[64];
    size_t size = (size_t)snprintf(text, sizeof text, "%s%c", number, next);

    EACH_PLACE(behind, filler) {
        struct rt_js in = placed(text, behind, (int)filler), real = in, passed = in;
        const uint8_t *after = in.at + size - 1;
        int64_t whole;
        double value;

        if (is_whole(number)) {
            cr_assert(rt_js_i64(&in, false, &whole), "%s", text);
            cr_assert_eq(whole, strtoll(number, NULL, 10), "%s: %lld", text, (long long)whole);
            cr_assert_eq(in.at, after, "%s", text);
        }
        cr_assert(rt_js_f64(&real, false, &value), "%s", text);
        cr_assert_eq(value, strtod(number, NULL), "%s: %.17g", text, value);
        cr_assert_eq(real.at, after, "%s", text);
        cr_assert(rt_js_skip(&passed), "%s", text);
        cr_assert_eq(passed.at, after, "%s", text);
    }
}

Test(json_value, numbers)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char negative[40];

        snprintf(negative, sizeof negative, "-%s", numbers[i]);
        for (const char *next = ",}] \n"; *next; next++) {
            check_number(numbers[i], *next);
            check_number(negative, *next);
        }
    }
}

/* As many digits as a double may need, or more: the same as by strtod. */
Test(json_value, long_numbers)
{
    for (int i = 0; i < 200000; i++) {
        char text[80];
        struct rt_js in;
        double value;

        switch (i % 4) {
        case 0: snprintf(text, sizeof text, "%.17g,", (double)(any() >> 11) / 0x1p53); break;
        case 1:
            snprintf(text, sizeof text, "-%.16g,", (double)any() / (double)(1 + any() % 99999));
            break;
        case 2:
            snprintf(text, sizeof text, "%llu.%0*llu,", (unsigned long long)(any() % 1000000),
                1 + (int)(any() % 19), (unsigned long long)(any() % 100000));
            break;
        default: /* Half way between two doubles, and next to it. */
            snprintf(text, sizeof text, "%llu.%d,",
                (unsigned long long)((any() >> 11 | UINT64_C(1) << 52) / 2 * 2 + 1), i % 3 * 5);
        }
        in = placed(text, 0, ' ');
        cr_assert(rt_js_f64(&in, false, &value), "%s", text);
        cr_assert_eq(value, strtod(text, NULL), "%s: %.17g", text, value);
        cr_assert_eq(in.end - in.at, 1, "%s", text);
    }
}

/* What looks like a number up to the comma behind it. */
Test(json_value, wrong_numbers)
{
    static const char *const wrong[] = {"1.,", "01,", "1.2.3,", "1e,", "-,", ".5,", "1.5.,",
        "00000001,", "12345678.,", "1e+,", "1:5,"};

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        EACH_PLACE(behind, filler) {
            struct rt_js in = placed(wrong[i], behind, (int)filler), whole = in, passed = in;
            int64_t integer;
            double value;

            if (rt_js_f64(&in, false, &value))
                cr_assert_neq(*in.at, ',', "%s: %g", wrong[i], value);
            if (rt_js_i64(&whole, false, &integer))
                cr_assert_neq(*whole.at, ',', "%s", wrong[i]);
            if (rt_js_skip(&passed))
                cr_assert_neq(*passed.at, ',', "%s", wrong[i]);
        }
    }
}

/* DECIMAL(12, 3). */
Test(json_value, decimals)
{
    static const struct {
        const char *text;
        int64_t value;
    } cases[] = {{"0,", 0}, {"1,", 1000}, {"1.5,", 1500}, {"123456789.125,", 123456789125},
        {"999999999.999,", 999999999999}, {"-12345.67,", -12345670}, {"12345678.9}", 12345678900},
        {"1.50000,", 1500}, {"1e2,", 100000}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        EACH_PLACE(behind, filler) {
            struct rt_js in = placed(cases[i].text, behind, (int)filler);
            int64_t value;

            cr_assert(rt_js_decimal(&in, false, &arena, 12, 3, &value), "%s", cases[i].text);
            cr_assert_eq(value, cases[i].value, "%s: %lld", cases[i].text, (long long)value);
            cr_assert_eq(in.end - in.at, 1, "%s", cases[i].text);
        }
    }
}

/* The usual form, and others of it that the general reader takes. */
Test(json_value, timestamps)
{
    static const struct {
        const char *text;
        bool instant;
        int64_t ms; /* -1: none */
        int nanos;
    } cases[] = {{"\"2024-01-31 12:34:56.789\",", false, 1706704496789, 0},
        {"\"2024-01-31 12:34:56\",", false, 1706704496000, 0},
        {"\"2024-02-29 00:00:00.1\",", false, 1709164800100, 0},
        {"\"2024-01-31 12:34:56.789123456\",", false, 1706704496789, 123456},
        {"\"2024-01-31 12:34:56.789Z\",", true, 1706704496789, 0},
        {"\"2024-01-31 12:34:56Z\",", true, 1706704496000, 0},
        {"\"2024-01-31 12:34:56.789Z\",", false, -1, 0},
        {"\"2024-01-31 12:34:56.789\",", true, -1, 0},
        {"\"2023-02-29 00:00:00.000\",", false, -1, 0},
        {"\"2024-01-31 24:00:00.000\",", false, -1, 0},
        {"\"2024-01-31T12:34:56.789\",", false, -1, 0},
        {"\"2024-01-31 12:34:56.78x\",", false, -1, 0},
        {"\"2024-01-31 12:34:56.789", false, -1, 0}, {"\"2024-01-31 12:34:56", false, -1, 0}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        EACH_PLACE(behind, filler) {
            struct rt_js in = placed(cases[i].text, behind, (int)filler);
            struct rt_timestamp value;
            bool good = cases[i].instant
                ? rt_js_instant_text(&in, &arena, false, 9, &value)
                : rt_js_timestamp_text(&in, &arena, false, 9, &value);

            cr_assert_eq(good, cases[i].ms >= 0, "%s", cases[i].text);
            if (!good)
                continue;
            cr_assert_eq(value.ms, cases[i].ms, "%s: %lld", cases[i].text, (long long)value.ms);
            cr_assert_eq(value.nanos, cases[i].nanos, "%s", cases[i].text);
            cr_assert_eq(in.end - in.at, 1, "%s", cases[i].text);
        }
    }
}

/* ---- writing ---- */

static void check_written(const uint8_t *at, const uint8_t *end, const char *expected)
{
    cr_assert(strlen(expected) == (size_t)(end - at) && !memcmp(at, expected, (size_t)(end - at)),
        "%.*s instead of %s", (int)(end - at), (const char *)at, expected);
}

/* Of every number of digits, around the powers of ten. */
Test(json_value, integers_written)
{
    uint8_t out[64];
    char expected[32];

    for (uint64_t power = 1, i = 0; i < 20; i++, power *= 10) {
        for (int64_t step = -2; step <= 2; step++) {
            snprintf(expected, sizeof expected, "%llu",
                (unsigned long long)(power + (uint64_t)step));
            check_written(out, rt_js_put_unsigned(out, power + (uint64_t)step), expected);
            snprintf(expected, sizeof expected, "%lld", (long long)(power + (uint64_t)step));
            check_written(out, rt_js_put_integer(out, (int64_t)(power + (uint64_t)step)),
                expected);
        }
    }
    for (int i = 0; i < 200000; i++) {
        uint64_t value = any() >> any() % 64;

        snprintf(expected, sizeof expected, "%llu", (unsigned long long)value);
        check_written(out, rt_js_put_unsigned(out, value), expected);
    }
}

/* The short way and the general one print the same. */
Test(json_value, doubles_written)
{
    uint8_t out[64], general[64];

    for (int i = 0; i < 100000; i++) {
        double unit = i % 3 ? i % 3 == 1 ? 100 : 1e6 : 1e7;
        double value = (double)(any() >> (24 + any() % 40)) / unit * (i % 2 ? 1 : -1);
        uint8_t *end = rt_js_put_any_f64(general, value);

        *end = 0;
        check_written(out, rt_js_put_f64(out, value), (const char *)general);
    }
}

Test(json_value, decimals_written)
{
    uint8_t out[64];
    char expected[64];

    for (int scale = 0; scale <= 18; scale++) {
        for (int i = 0; i < 5000; i++) {
            int64_t value = (int64_t)(any() >> any() % 64) % INT64_C(1000000000000000000);
            size_t size = rt_decimal_format(value, scale, expected);

            expected[size] = 0;
            check_written(out, rt_js_put_decimal(out, value, scale), expected);
        }
    }
}

/* One day after another, and the same again. */
Test(json_value, timestamps_written)
{
    static const struct {
        int64_t ms;
        const char *text;
    } cases[] = {{0, "\"1970-01-01 00:00:00\""}, {1706704496789, "\"2024-01-31 12:34:56.789\""},
        {1706704496700, "\"2024-01-31 12:34:56.7\""}, {-1, "\"1969-12-31 23:59:59.999\""},
        {253402300800000, "\"+10000-01-01 00:00:00\""},
        {1706704496789, "\"2024-01-31 12:34:56.789\""},
        {-62198755200000, "\"-0001-01-01 00:00:00\""}, {0, "\"1970-01-01 00:00:00\""}};
    uint8_t out[128];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_written(out, rt_js_put_timestamp(out, rt_timestamp_from_ms(cases[i].ms), false,
            false), cases[i].text);
}
