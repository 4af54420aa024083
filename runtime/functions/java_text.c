/* Values as Java's toString prints them. */
#include <rt/print.h>

#include <inttypes.h>
#include <stdlib.h>

enum { MS_PER_SECOND = 1000, MS_PER_HOUR = 3600000, NANOS_PER_MS = 1000000, MONTHS = 12 };

void rt_java_bool(struct rt_buffer *buffer, bool a)
{
    rt_buffer_add_text(buffer, a ? "true" : "false");
}

void rt_java_bytes(struct rt_buffer *buffer, struct rt_bytes a)
{
    rt_buffer_add_text(buffer, "[");
    for (size_t i = 0; i < a.size; i++)
        rt_buffer_printf(buffer, "%s%d", i ? ", " : "", (int8_t)a.data[i]);
    rt_buffer_add_text(buffer, "]");
}

/* Fractions have 3, 6 or 9 digits, or none. */
static void add_fraction(struct rt_buffer *buffer, int32_t nanos)
{
    if (!nanos)
        return;
    if (nanos % NANOS_PER_MS == 0)
        rt_buffer_printf(buffer, ".%03" PRId32, nanos / NANOS_PER_MS);
    else if (nanos % 1000 == 0)
        rt_buffer_printf(buffer, ".%06" PRId32, nanos / 1000);
    else
        rt_buffer_printf(buffer, ".%09" PRId32, nanos);
}

static void add_clock(struct rt_buffer *buffer, int32_t ms_of_day, int32_t nanos, bool seconds)
{
    int32_t second = ms_of_day / MS_PER_SECOND % 60;
    int32_t fraction = ms_of_day % MS_PER_SECOND * NANOS_PER_MS + nanos;

    rt_buffer_printf(buffer, "%02" PRId32 ":%02" PRId32, ms_of_day / MS_PER_HOUR,
        ms_of_day / 60000 % 60);
    if (!seconds && !second && !fraction)
        return;
    rt_buffer_printf(buffer, ":%02" PRId32, second);
    add_fraction(buffer, fraction);
}

void rt_java_time(struct rt_buffer *buffer, int32_t a)
{
    add_clock(buffer, a, 0, false);
}

static void add_timestamp(struct rt_buffer *buffer, struct rt_timestamp a, bool seconds)
{
    rt_print_date(buffer, (int32_t)rt_floor_div(a.ms, RT_MS_PER_DAY));
    rt_buffer_add_text(buffer, "T");
    add_clock(buffer, (int32_t)rt_floor_mod(a.ms, RT_MS_PER_DAY), a.nanos, seconds);
}

void rt_java_timestamp(struct rt_buffer *buffer, struct rt_timestamp a)
{
    add_timestamp(buffer, a, false);
}

void rt_java_instant(struct rt_buffer *buffer, struct rt_timestamp a)
{
    add_timestamp(buffer, a, true);
    rt_buffer_add_text(buffer, "Z");
}

void rt_java_period(struct rt_buffer *buffer, int32_t a)
{
    rt_buffer_add_text(buffer, "P");
    if (a / MONTHS)
        rt_buffer_printf(buffer, "%" PRId32 "Y", a / MONTHS);
    if (a % MONTHS)
        rt_buffer_printf(buffer, "%" PRId32 "M", a % MONTHS);
    if (!a)
        rt_buffer_add_text(buffer, "0D");
}

/* Seconds and their fraction have one sign, as the whole has. */
static void add_seconds(struct rt_buffer *buffer, int64_t ms)
{
    int64_t seconds = ms / MS_PER_SECOND;
    int32_t fraction = (int32_t)llabs(ms % MS_PER_SECOND);

    rt_buffer_printf(buffer, "%s%" PRId64, ms < 0 && !seconds ? "-" : "", seconds);
    if (fraction) {
        rt_buffer_printf(buffer, ".%03" PRId32, fraction);
        while (buffer->data[buffer->size - 1] == '0')
            buffer->size--;
    }
    rt_buffer_add_text(buffer, "S");
}

void rt_java_duration(struct rt_buffer *buffer, int64_t a)
{
    int64_t rest = a % 60000;

    rt_buffer_add_text(buffer, "PT");
    if (a / MS_PER_HOUR)
        rt_buffer_printf(buffer, "%" PRId64 "H", a / MS_PER_HOUR);
    if (a / 60000 % 60)
        rt_buffer_printf(buffer, "%" PRId64 "M", a / 60000 % 60);
    if (rest || !a)
        add_seconds(buffer, rest);
}
