#include "task/task.h"

#include <stdarg.h>

enum { SLEEP_STEP_MS = 100, STOP_GRACE_MS = 5000 };

void task_report(const struct rt_task *task, const char *format, ...)
{
    FILE *report = task->private_->run->report;
    va_list args;

    if (!report)
        return;
    va_start(args, format);
    vfprintf(report, format, args);
    va_end(args);
    fputc('\n', report);
    fflush(report);
}

static int seconds_of(int attempts)
{
    static const int seconds[] = {1, 1, 1, 2, 4, 8, 16, 30};
    const int last = sizeof seconds / sizeof *seconds - 1;

    return seconds[attempts < last ? attempts : last];
}

/* A stop ends the wait, yet what is in flight gets a few more tries. */
static bool stop_is_due(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;

    if (!rt_stop_requested())
        return false;
    if (!own->in_transaction)
        return true;
    if (!own->stop_deadline_ms)
        own->stop_deadline_ms = rt_monotonic_ms() + STOP_GRACE_MS;
    return rt_monotonic_ms() >= own->stop_deadline_ms;
}

bool task_wait(struct rt_task *task, struct retry *retry, struct rt_error *error)
{
    int seconds = seconds_of(retry->attempts++);
    int64_t until = rt_monotonic_ms() + seconds * 1000;

    task_report(task, "%s; trying again in %d s", error->message, seconds);
    while (rt_monotonic_ms() < until) {
        if (stop_is_due(task))
            return rt_fail(error, RT_CANCELLED, RT_STOP, "stopped while waiting%s",
                task->private_->in_transaction ? "; the last transaction is not committed" : "");
        rt_sleep_ms(SLEEP_STEP_MS);
    }
    return true;
}
