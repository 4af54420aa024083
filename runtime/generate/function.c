/* Functions of faker that take arguments, or make what no list holds. */
#include "generate/generate.h"

#include <rt/print.h>
#include <rt/time.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char hex_digits[] = "0123456789abcdef";

/* ---- arguments ---- */

static bool copy_argument(const struct faker_call *call, size_t index, char *out, size_t size)
{
    struct rt_text text = call->arguments[index];

    if (!text.size || text.size >= size)
        return false;
    memcpy(out, text.data, text.size);
    out[text.size] = '\0';
    return true;
}

static bool integer(struct faker *faker, const struct faker_call *call, size_t index,
    int64_t *number)
{
    char text[32], *end = text;

    *number = 0;
    errno = 0;
    if (copy_argument(call, index, text, sizeof text))
        *number = strtoll(text, &end, 10);
    if (end > text && !*end && !errno)
        return true;
    return faker_fail(faker, "argument %zu of %s must be an integer, not '%.*s'", index + 1,
        call->name, (int)call->arguments[index].size, call->arguments[index].data);
}

static bool decimal(struct faker *faker, const struct faker_call *call, size_t index,
    double *number)
{
    char text[64], *end = text;

    *number = 0;
    if (copy_argument(call, index, text, sizeof text))
        *number = strtod(text, &end);
    if (end > text && !*end && *number - *number == 0)
        return true;
    return faker_fail(faker, "argument %zu of %s must be a number, not '%.*s'", index + 1,
        call->name, (int)call->arguments[index].size, call->arguments[index].data);
}

/* An argument that may be left out. */
static bool integer_or(struct faker *faker, const struct faker_call *call, size_t index,
    int64_t fallback, int64_t *number)
{
    *number = fallback;
    return index >= call->count || integer(faker, call, index, number);
}

static bool count_of(struct faker *faker, const struct faker_call *call, size_t index,
    int64_t fallback, int64_t *number)
{
    if (!integer_or(faker, call, index, fallback, number))
        return false;
    return (*number >= 0 && *number <= FAKER_TEXT / 16) ||
        faker_fail(faker, "argument %zu of %s must be from 0 to %d", index + 1, call->name,
            FAKER_TEXT / 16);
}

/* ---- patterns: # a digit, ? a letter ---- */

static void fill(struct faker *faker, struct rt_text pattern, bool digits, bool letters,
    bool upper)
{
    for (size_t i = 0; i < pattern.size; i++) {
        char c = pattern.data[i];

        if (digits && c == '#')
            c = (char)('0' + random_below(&faker->random, 10));
        else if (letters && c == '?')
            c = (char)((upper ? 'A' : 'a') + random_below(&faker->random, 26));
        rt_buffer_add(faker->out, &c, 1);
    }
}

static bool is_upper(const struct faker_call *call)
{
    return call->count > 1 && call->arguments[1].size == 4 &&
        !strncasecmp(call->arguments[1].data, "true", 4);
}

static bool numerify(struct faker *faker, const struct faker_call *call)
{
    fill(faker, call->arguments[0], true, false, false);
    return true;
}

static bool letterify(struct faker *faker, const struct faker_call *call)
{
    fill(faker, call->arguments[0], false, true, is_upper(call));
    return true;
}

static bool bothify(struct faker *faker, const struct faker_call *call)
{
    fill(faker, call->arguments[0], true, true, is_upper(call));
    return true;
}

/* Letters and digits become others of their kind. */
static bool examplify(struct faker *faker, const struct faker_call *call)
{
    for (size_t i = 0; i < call->arguments[0].size; i++) {
        char c = call->arguments[0].data[i];

        if (c >= '0' && c <= '9')
            c = (char)('0' + random_below(&faker->random, 10));
        else if (c >= 'a' && c <= 'z')
            c = (char)('a' + random_below(&faker->random, 26));
        else if (c >= 'A' && c <= 'Z')
            c = (char)('A' + random_below(&faker->random, 26));
        rt_buffer_add(faker->out, &c, 1);
    }
    return true;
}

/* 'text', 'letter', 'choice', …: each letter of the text becomes one of the choices. */
static bool templatify(struct faker *faker, const struct faker_call *call)
{
    struct rt_text text = call->arguments[0], letter = call->arguments[1];

    if (letter.size != 1)
        return faker_fail(faker, "argument 2 of %s must be one character", call->name);
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == letter.data[0])
            faker_add(faker,
                call->arguments[2 + random_below(&faker->random, call->count - 2)]);
        else
            rt_buffer_add(faker->out, &text.data[i], 1);
    }
    return true;
}

static bool regexify(struct faker *faker, const struct faker_call *call)
{
    return faker_regexify(faker, call->arguments[0]);
}

static bool option(struct faker *faker, const struct faker_call *call)
{
    return faker_expand(faker, call->arguments[random_below(&faker->random, call->count)]);
}

/* ---- numbers ---- */

/* From the first number up to the second, which itself is not made, as in Java. */
static bool number_between(struct faker *faker, const struct faker_call *call)
{
    int64_t least, most;

    if (!integer(faker, call, 0, &least) || !integer(faker, call, 1, &most))
        return false;
    if (most < least)
        return faker_fail(faker, "%s: %lld is less than %lld", call->name, (long long)most,
            (long long)least);
    rt_buffer_printf(faker->out, "%lld",
        (long long)(most == least ? least : random_between(&faker->random, least, most - 1)));
    return true;
}

static bool random_number(struct faker *faker, const struct faker_call *call)
{
    int64_t digits, most = 1;

    if (!integer_or(faker, call, 0, 1 + (int64_t)random_below(&faker->random, 9), &digits))
        return false;
    if (digits < 1 || digits > 18)
        return faker_fail(faker, "%s makes 1 to 18 digits", call->name);
    for (int64_t i = 0; i < digits; i++)
        most *= 10;
    rt_buffer_printf(faker->out, "%lld",
        (long long)random_between(&faker->random, call->count > 1 ? most / 10 : 0, most - 1));
    return true;
}

static bool random_double(struct faker *faker, const struct faker_call *call)
{
    int64_t digits;
    double least, most;

    if (!integer(faker, call, 0, &digits) || !decimal(faker, call, 1, &least) ||
        !decimal(faker, call, 2, &most))
        return false;
    if (digits < 0 || digits > 15 || most < least)
        return faker_fail(faker, "%s takes 0 to 15 digits, a least and a greatest number",
            call->name);
    rt_buffer_printf(faker->out, "%.*f", (int)digits,
        least + random_fraction(&faker->random) * (most - least));
    return true;
}

static bool random_digit(struct faker *faker, const struct faker_call *call)
{
    (void)call;
    rt_buffer_printf(faker->out, "%d", (int)random_below(&faker->random, 10));
    return true;
}

static bool random_digit_not_zero(struct faker *faker, const struct faker_call *call)
{
    (void)call;
    rt_buffer_printf(faker->out, "%d", 1 + (int)random_below(&faker->random, 9));
    return true;
}

static bool digits(struct faker *faker, const struct faker_call *call)
{
    int64_t count;

    if (!count_of(faker, call, 0, 1, &count))
        return false;
    for (; count; count--)
        random_digit(faker, call);
    return true;
}

static bool positive(struct faker *faker, const struct faker_call *call)
{
    (void)call;
    rt_buffer_printf(faker->out, "%lld",
        (long long)random_between(&faker->random, 1, INT32_MAX - 1));
    return true;
}

static bool negative(struct faker *faker, const struct faker_call *call)
{
    rt_buffer_add_text(faker->out, "-");
    return positive(faker, call);
}

/* nextInt: without arguments any, with one up to it, with two from one to the other, included. */
static bool next_int(struct faker *faker, const struct faker_call *call)
{
    int64_t least = INT32_MIN, most = INT32_MAX;

    if (call->count == 1) {
        if (!integer(faker, call, 0, &most))
            return false;
        least = 0;
        most--;
    } else if (call->count == 2 &&
        (!integer(faker, call, 0, &least) || !integer(faker, call, 1, &most))) {
        return false;
    }
    if (most < least)
        return faker_fail(faker, "%s has no numbers to choose from", call->name);
    rt_buffer_printf(faker->out, "%lld", (long long)random_between(&faker->random, least, most));
    return true;
}

static bool next_long(struct faker *faker, const struct faker_call *call)
{
    if (call->count)
        return next_int(faker, call);
    rt_buffer_printf(faker->out, "%lld", (long long)random_next(&faker->random));
    return true;
}

static bool next_double(struct faker *faker, const struct faker_call *call)
{
    double least = 0, most = 1;

    if (call->count == 2 &&
        (!decimal(faker, call, 0, &least) || !decimal(faker, call, 1, &most)))
        return false;
    rt_buffer_printf(faker->out, "%.15g",
        least + random_fraction(&faker->random) * (most - least));
    return true;
}

static bool boolean(struct faker *faker, const struct faker_call *call)
{
    (void)call;
    rt_buffer_add_text(faker->out, random_below(&faker->random, 2) ? "true" : "false");
    return true;
}

static bool price(struct faker *faker, const struct faker_call *call)
{
    double least = 0, most = 100;

    if (call->count == 1)
        return faker_fail(faker, "%s takes no arguments, or a least and a greatest price",
            call->name);
    if (call->count && (!decimal(faker, call, 0, &least) || !decimal(faker, call, 1, &most)))
        return false;
    rt_buffer_printf(faker->out, "%.2f",
        least + random_fraction(&faker->random) * (most - least));
    return true;
}

static bool latitude(struct faker *faker, const struct faker_call *call)
{
    (void)call;
    rt_buffer_printf(faker->out, "%.8f", random_fraction(&faker->random) * 180 - 90);
    return true;
}

static bool longitude(struct faker *faker, const struct faker_call *call)
{
    (void)call;
    rt_buffer_printf(faker->out, "%.8f", random_fraction(&faker->random) * 360 - 180);
    return true;
}

/* ---- hex, addresses, checks ---- */

static void add_hex(struct faker *faker, size_t count)
{
    for (; count; count--)
        rt_buffer_add(faker->out, &hex_digits[random_below(&faker->random, 16)], 1);
}

static bool hex(struct faker *faker, const struct faker_call *call)
{
    int64_t count;

    if (!count_of(faker, call, 0, 8, &count))
        return false;
    add_hex(faker, (size_t)count);
    return true;
}

static bool uuid(struct faker *faker, const struct faker_call *call)
{
    (void)call;
    add_hex(faker, 8);
    rt_buffer_add_text(faker->out, "-");
    add_hex(faker, 4);
    rt_buffer_add_text(faker->out, "-4");
    add_hex(faker, 3);
    rt_buffer_add_text(faker->out, "-");
    rt_buffer_add(faker->out, &"89ab"[random_below(&faker->random, 4)], 1);
    add_hex(faker, 3);
    rt_buffer_add_text(faker->out, "-");
    add_hex(faker, 12);
    return true;
}

static bool ip_v4(struct faker *faker, const struct faker_call *call)
{
    (void)call;
    rt_buffer_printf(faker->out, "%d.%d.%d.%d", 1 + (int)random_below(&faker->random, 254),
        (int)random_below(&faker->random, 256), (int)random_below(&faker->random, 256),
        1 + (int)random_below(&faker->random, 254));
    return true;
}

/* None of the private, loopback, link-local and multicast ranges. */
static bool public_ip_v4(struct faker *faker, const struct faker_call *call)
{
    static const uint8_t first[] = {11, 23, 34, 45, 52, 63, 72, 81, 93, 104, 118, 136, 145, 163,
        178, 185, 193, 203, 213, 217};

    (void)call;
    rt_buffer_printf(faker->out, "%d.%d.%d.%d",
        first[random_below(&faker->random, sizeof first)],
        (int)random_below(&faker->random, 256), (int)random_below(&faker->random, 256),
        1 + (int)random_below(&faker->random, 254));
    return true;
}

static bool ip_v6(struct faker *faker, const struct faker_call *call)
{
    (void)call;
    for (int i = 0; i < 8; i++) {
        if (i)
            rt_buffer_add_text(faker->out, ":");
        add_hex(faker, 4);
    }
    return true;
}

static bool mac(struct faker *faker, const struct faker_call *call)
{
    (void)call;
    for (int i = 0; i < 6; i++) {
        if (i)
            rt_buffer_add_text(faker->out, ":");
        add_hex(faker, 2);
    }
    return true;
}

/* Digits whose last makes Luhn's sum right. */
static bool card_number(struct faker *faker, const struct faker_call *call)
{
    char text[17] = "4";
    int sum = 0;

    (void)call;
    for (int i = 1; i < 15; i++)
        text[i] = (char)('0' + random_below(&faker->random, 10));
    for (int i = 0; i < 15; i++) {
        int digit = (text[i] - '0') * (i % 2 ? 1 : 2);

        sum += digit > 9 ? digit - 9 : digit;
    }
    text[15] = (char)('0' + (10 - sum % 10) % 10);
    for (int i = 0; i < 16; i += 4)
        rt_buffer_printf(faker->out, "%s%.4s", i ? "-" : "", text + i);
    return true;
}

/* Digits, and the one that makes the sum of EAN right. */
static bool ean(struct faker *faker, const char *prefix, int count)
{
    char text[16] = "";
    int sum = 0, used = (int)strlen(prefix);

    memcpy(text, prefix, (size_t)used);
    for (; used < count - 1; used++)
        text[used] = (char)('0' + random_below(&faker->random, 10));
    for (int i = 0; i < count - 1; i++)
        sum += (text[i] - '0') * ((count - 1 - i) % 2 ? 3 : 1);
    text[count - 1] = (char)('0' + (10 - sum % 10) % 10);
    rt_buffer_add(faker->out, text, (size_t)count);
    return true;
}

static bool ean13(struct faker *faker, const struct faker_call *call)
{
    (void)call;
    return ean(faker, "", 13);
}

static bool ean8(struct faker *faker, const struct faker_call *call)
{
    (void)call;
    return ean(faker, "", 8);
}

static bool isbn13(struct faker *faker, const struct faker_call *call)
{
    (void)call;
    return ean(faker, "978", 13);
}

static bool isbn10(struct faker *faker, const struct faker_call *call)
{
    int sum = 0;

    (void)call;
    for (int i = 0; i < 9; i++) {
        int digit = (int)random_below(&faker->random, 10);

        sum += digit * (10 - i);
        rt_buffer_printf(faker->out, "%d", digit);
    }
    rt_buffer_add(faker->out, &"0123456789X"[(11 - sum % 11) % 11], 1);
    return true;
}

/* ---- times ---- */

static bool unit_of(struct faker *faker, const struct faker_call *call, size_t index, int64_t *ms)
{
    static const struct {
        const char *name;
        int64_t ms;
    } units[] = {{"MILLISECONDS", 1}, {"SECONDS", 1000}, {"MINUTES", 60000}, {"HOURS", 3600000},
        {"DAYS", 86400000}};
    struct rt_text text = call->arguments[index];

    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        *ms = units[i].ms;
        if (strlen(units[i].name) == text.size &&
            !strncasecmp(units[i].name, text.data, text.size))
            return true;
    }
    return faker_fail(faker, "argument %zu of %s must be MILLISECONDS, SECONDS, MINUTES, HOURS or "
        "DAYS, not '%.*s'", index + 1, call->name, (int)text.size, text.data);
}

static void add_time(struct faker *faker, int64_t ms)
{
    rt_print_timestamp(faker->out, (struct rt_timestamp){ms, 0}, 3);
}

/* 'most', 'UNIT' or 'most', 'least', 'UNIT': how far away. */
static bool distance(struct faker *faker, const struct faker_call *call, int64_t *ms)
{
    int64_t least = 1, most, unit;

    if (!integer(faker, call, 0, &most) || !unit_of(faker, call, call->count - 1, &unit) ||
        (call->count == 3 && !integer(faker, call, 1, &least)))
        return false;
    if (call->count == 3)
        least *= unit;
    if (most < 1 || most > INT64_C(4000000000000) / unit || least < 0 || least > most * unit)
        return faker_fail(faker, "%s takes how far away a time is at most, at least, and a unit",
            call->name);
    *ms = random_between(&faker->random, least, most * unit);
    return true;
}

static bool past(struct faker *faker, const struct faker_call *call)
{
    int64_t ms;

    if (!distance(faker, call, &ms))
        return false;
    add_time(faker, faker->now_ms - ms);
    return true;
}

static bool future(struct faker *faker, const struct faker_call *call)
{
    int64_t ms;

    if (!distance(faker, call, &ms))
        return false;
    add_time(faker, faker->now_ms + ms);
    return true;
}

static bool time_argument(struct faker *faker, const struct faker_call *call, size_t index,
    int64_t *ms)
{
    struct rt_timestamp time = {0, 0};
    bool fine = rt_parse_timestamp(call->arguments[index], &time);

    *ms = time.ms;
    if (fine)
        return true;
    return faker_fail(faker, "argument %zu of %s must be a time such as '2024-01-31 12:00:00', not "
        "'%.*s'", index + 1, call->name, (int)call->arguments[index].size,
        call->arguments[index].data);
}

static bool between(struct faker *faker, const struct faker_call *call)
{
    int64_t from, to;

    if (!time_argument(faker, call, 0, &from) || !time_argument(faker, call, 1, &to))
        return false;
    if (to < from)
        return faker_fail(faker, "%s: the second time is before the first", call->name);
    add_time(faker, random_between(&faker->random, from, to));
    return true;
}

static bool birthday(struct faker *faker, const struct faker_call *call)
{
    int64_t least, most, year = INT64_C(31556952000);

    if (!integer_or(faker, call, 0, 18, &least) || !integer_or(faker, call, 1, 65, &most))
        return false;
    if (least < 0 || most < least || most > 200)
        return faker_fail(faker, "%s takes a least and a greatest age", call->name);
    add_time(faker,
        faker->now_ms - random_between(&faker->random, least * year, (most + 1) * year - 1));
    return true;
}

/* ---- texts ---- */

static bool expand(struct faker *faker, const char *expression)
{
    return faker_expand(faker, (struct rt_text){expression, strlen(expression)});
}

static bool add_words(struct faker *faker, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (!expand(faker, i ? " #{lorem.word}" : "#{lorem.word}"))
            return false;
    return true;
}

static bool lorem_words(struct faker *faker, const struct faker_call *call)
{
    int64_t count;

    return count_of(faker, call, 0, 3, &count) && add_words(faker, count);
}

static bool add_sentence(struct faker *faker, int64_t words)
{
    size_t start = faker->out->size;

    if (!add_words(faker, words))
        return false;
    if (faker->out->size > start)
        faker->out->data[start] = (uint8_t)(faker->out->data[start] - 'a' + 'A');
    rt_buffer_add_text(faker->out, ".");
    return true;
}

static bool lorem_sentence(struct faker *faker, const struct faker_call *call)
{
    int64_t words;

    return count_of(faker, call, 0, 4 + (int64_t)random_below(&faker->random, 6), &words) &&
        add_sentence(faker, words);
}

static bool lorem_paragraph(struct faker *faker, const struct faker_call *call)
{
    int64_t sentences;

    if (!count_of(faker, call, 0, 3, &sentences))
        return false;
    for (int64_t i = 0; i < sentences; i++) {
        if (i)
            rt_buffer_add_text(faker->out, " ");
        if (!add_sentence(faker, 4 + (int64_t)random_below(&faker->random, 6)))
            return false;
    }
    return true;
}

/* Letters and digits: a number of them, or from the first number to the second. */
static bool characters(struct faker *faker, const struct faker_call *call)
{
    static const char all[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    int64_t least, most;

    if (!count_of(faker, call, 0, call->name[0] == 'I' ? 8 : 255, &least) ||
        !count_of(faker, call, 1, least, &most))
        return false;
    if (most < least)
        return faker_fail(faker, "%s takes a least and a greatest length", call->name);
    for (int64_t count = random_between(&faker->random, least, most); count; count--)
        rt_buffer_add(faker->out, &all[random_below(&faker->random, sizeof all - 1)], 1);
    return true;
}

/* name@domain; an argument is the name. */
static bool email(struct faker *faker, const struct faker_call *call)
{
    if (!call->count)
        return expand(faker, "#{internet.username}@#{internet.domainName}");
    faker_add(faker, call->arguments[0]);
    return expand(faker, "@#{internet.domainName}");
}

const struct faker_entry faker_function_entries[] = {
    {"numerify", NULL, numerify, 1, 1},
    {"letterify", NULL, letterify, 1, 2},
    {"bothify", NULL, bothify, 1, 2},
    {"examplify", NULL, examplify, 1, 1},
    {"templatify", NULL, templatify, 3, FAKER_ARGUMENTS},
    {"regexify", NULL, regexify, 1, 1},
    {"Options.option", NULL, option, 1, FAKER_ARGUMENTS},
    {"Options.nextElement", NULL, option, 1, FAKER_ARGUMENTS},
    {"Number.numberBetween", NULL, number_between, 2, 2},
    {"Number.randomNumber", NULL, random_number, 0, 2},
    {"Number.randomDouble", NULL, random_double, 3, 3},
    {"Number.randomDigit", NULL, random_digit, 0, 0},
    {"Number.randomDigitNotZero", NULL, random_digit_not_zero, 0, 0},
    {"Number.digit", NULL, random_digit, 0, 0},
    {"Number.digits", NULL, digits, 1, 1},
    {"Number.positive", NULL, positive, 0, 0},
    {"Number.negative", NULL, negative, 0, 0},
    {"Random.nextInt", NULL, next_int, 0, 2},
    {"Random.nextLong", NULL, next_long, 0, 2},
    {"Random.nextDouble", NULL, next_double, 0, 2},
    {"Random.nextBoolean", NULL, boolean, 0, 0},
    {"Random.hex", NULL, hex, 0, 1},
    {"Bool.bool", NULL, boolean, 0, 0},
    {"Commerce.price", NULL, price, 0, 2},
    {"Address.latitude", NULL, latitude, 0, 0},
    {"Address.longitude", NULL, longitude, 0, 0},
    {"Internet.uuid", NULL, uuid, 0, 0},
    {"Internet.emailAddress", NULL, email, 0, 1},
    {"Internet.safeEmailAddress", NULL, email, 0, 1},
    {"Internet.ipV4Address", NULL, ip_v4, 0, 0},
    {"Internet.publicIpV4Address", NULL, public_ip_v4, 0, 0},
    {"Internet.ipV6Address", NULL, ip_v6, 0, 0},
    {"Internet.macAddress", NULL, mac, 0, 0},
    {"Internet.password", NULL, characters, 0, 2},
    {"Finance.creditCard", NULL, card_number, 0, 0},
    {"Business.creditCardNumber", NULL, card_number, 0, 0},
    {"Code.ean13", NULL, ean13, 0, 0},
    {"Code.ean8", NULL, ean8, 0, 0},
    {"Code.isbn10", NULL, isbn10, 0, 0},
    {"Code.isbn13", NULL, isbn13, 0, 0},
    {"Date.past", NULL, past, 2, 3},
    {"Date.future", NULL, future, 2, 3},
    {"Date.between", NULL, between, 2, 2},
    {"Date.birthday", NULL, birthday, 0, 2},
    {"DateAndTime.past", NULL, past, 2, 3},
    {"DateAndTime.future", NULL, future, 2, 3},
    {"DateAndTime.between", NULL, between, 2, 2},
    {"DateAndTime.birthday", NULL, birthday, 0, 2},
    {"TimeAndDate.past", NULL, past, 2, 3},
    {"TimeAndDate.future", NULL, future, 2, 3},
    {"TimeAndDate.between", NULL, between, 2, 2},
    {"TimeAndDate.birthday", NULL, birthday, 0, 2},
    {"Lorem.words", NULL, lorem_words, 0, 1},
    {"Lorem.sentence", NULL, lorem_sentence, 0, 1},
    {"Lorem.sentences", NULL, lorem_paragraph, 0, 1},
    {"Lorem.paragraph", NULL, lorem_paragraph, 0, 1},
    {"Lorem.characters", NULL, characters, 0, 2},
    {"Lorem.fixedString", NULL, characters, 1, 1},
    {NULL, NULL, NULL, 0, 0},
};
