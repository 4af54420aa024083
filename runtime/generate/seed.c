/* Where the rows of a run begin. */
#include <rt/generate.h>

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

bool rt_seed_parse(const char *text, uint64_t *seed)
{
    char *end;

    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    *seed = strtoull(text, &end, 10);
    return !*end && !errno;
}

uint64_t rt_seed_random(void)
{
    uint64_t seed;

    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        seed = (uint64_t)time(NULL);
    return seed;
}
