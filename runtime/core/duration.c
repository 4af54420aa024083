#include "core/internal.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Flink's units (org.apache.flink.util.TimeUtils): each with its short, singular and plural names;
 * U+00B5 and U+03BC are both micro. */
static const struct {
    int64_t ns;
    const char *names[8];
} units[] = {
    {1, {"ns", "nano", "nanos", "nanosecond", "nanoseconds"}},
    {1000, {"\302\265s", "\316\274s", "us", "micro", "micros", "microsecond", "microseconds"}},
    {1000000, {"ms", "milli", "millis", "millisecond", "milliseconds"}},
    {1000000000, {"s", "sec", "secs", "second", "seconds"}},
    {60 * INT64_C(1000000000), {"m", "min", "minute", "minutes"}},
    {3600 * INT64_C(1000000000), {"h", "hour", "hours"}},
    {86400 * INT64_C(1000000000), {"d", "day", "days"}},
};

/* Nanoseconds of a unit, 0: unknown. No unit is milliseconds. */
static int64_t unit_ns(const char *name, size_t size)
{
    if (!size)
        return 1000000;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        for (size_t j = 0; units[i].names[j]; j++)
            if (strlen(units[i].names[j]) == size && !strncasecmp(name, units[i].names[j], size))
                return units[i].ns;
    return 0;
}

static const char *skip_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

bool rt_duration_ms(const char *text, int64_t *ms)
{
    enum { MS = 1000000 };
    const char *name;
    char *end;
    long long number;
    size_t size;
    int64_t ns;

    text = skip_blanks(text);
    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    number = strtoll(text, &end, 10);
    if (errno)
        return false;
    name = skip_blanks(end);
    size = strlen(name);
    while (size && isspace((unsigned char)name[size - 1]))
        size--;
    ns = unit_ns(name, size);
    if (ns < MS) {
        *ms = ns ? number / (MS / ns) : 0;
        return ns;
    }
    return !__builtin_mul_overflow(number, ns / MS, ms);
}
