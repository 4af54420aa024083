#include <rt/job.h>

#include <signal.h>

static volatile sig_atomic_t stop_requested;

void rt_request_stop(void)
{
    stop_requested = 1;
}

bool rt_stop_requested(void)
{
    return stop_requested != 0;
}

void rt_clear_stop(void)
{
    stop_requested = 0;
}
