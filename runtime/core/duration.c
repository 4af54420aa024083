#include "core/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Flink's units (org.apache.flink.util.TimeUtils): each with its short, singular and plural
 * names. */
static const struct {
    int64_t ms;
    const char *names[6];
} units[] = {
    {1, {"ms", "milli", "millis", "millisecond", "milliseconds"}},
    {1000, {"s", "sec", "secs", "second", "seconds"}},
    {60 * 1000, {"m", "min", "minute", "minutes"}},
    {60 * 60 * 1000, {"h", "hour", "hours"}},
    {24 * 60 * 60 * 1000, {"d", "day", "days"}},
};

/* Milliseconds of a unit, 0: unknown. No unit is milliseconds. */
static int64_t unit_ms(const char *name)
{
    if (!*name)
        return 1;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        for (size_t j = 0; units[i].names[j]; j++)
            if (!strcasecmp(name, units[i].names[j]))
                return units[i].ms;
    return 0;
}

bool rt_duration_ms(const char *text, int64_t *ms)
{
    char *end;
    long long number;
    int64_t unit;

    errno = 0;
    number = strtoll(text, &end, 10);
    if (end == text || errno || number < 0)
        return false;
    unit = unit_ms(end + strspn(end, " "));
    return unit && !__builtin_mul_overflow(number, unit, ms);
}
