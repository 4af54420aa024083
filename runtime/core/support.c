#include "core/internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

_Noreturn void rt_give_up(const char *why)
{
    fprintf(stderr, "%s\n", why);
    abort();
}

_Noreturn static void out_of_memory(void)
{
    rt_give_up("out of memory");
}

void *rt_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);

    if (!memory)
        out_of_memory();
    return memory;
}

void *rt_reallocate(void *old, size_t count, size_t size)
{
    void *memory = reallocarray(old, count ? count : 1, size);

    if (!memory)
        out_of_memory();
    return memory;
}

char *rt_duplicate(const char *text)
{
    char *copy = text ? strdup(text) : NULL;

    if (text && !copy)
        out_of_memory();
    return copy;
}

static int64_t clock_ms(clockid_t id)
{
    struct timespec now;

    clock_gettime(id, &now);
    return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

int64_t rt_wall_ms(void)
{
    return clock_ms(CLOCK_REALTIME);
}

int64_t rt_monotonic_ms(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

void rt_sleep_ms(int milliseconds)
{
    struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};

    if (milliseconds > 0)
        nanosleep(&pause, NULL);
}

uint32_t rt_jitter(uint32_t below)
{
    struct timespec now;
    uint32_t mixed;

    clock_gettime(CLOCK_MONOTONIC, &now);
    mixed = (uint32_t)now.tv_nsec ^ (uint32_t)getpid() * UINT32_C(2654435761);
    return below ? mixed % below : 0;
}
