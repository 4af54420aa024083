#include "task/task.h"

#include <ctype.h>
#include <stdarg.h>

enum { SLEEP_STEP_MS = 100, STOP_GRACE_MS = 5000, SILENT_MS = 300000 };

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

/* But for numbers in them, such as how long a connection took. */
static bool same_reason(const char *a, const char *b)
{
    while (*a || *b) {
        while (isdigit((unsigned char)*a))
            a++;
        while (isdigit((unsigned char)*b))
            b++;
        if (*a != *b)
            return false;
        a += *a != '\0';
        b += *b != '\0';
    }
    return true;
}

static void report_repeats(struct rt_task *task, struct retry *retry)
{
    if (retry->repeated)
        task_report(task, "%s (repeated %d times)", retry->reason, retry->repeated);
    retry->repeated = 0;
    retry->printed_ms = rt_monotonic_ms();
}

static void report_reason(struct rt_task *task, struct retry *retry, const char *reason,
    int seconds)
{
    bool known = retry->attempts && same_reason(retry->reason, reason);

    retry->repeated += known;
    if (!known || rt_monotonic_ms() - retry->printed_ms >= SILENT_MS)
        report_repeats(task, retry);
    if (known)
        return;
    snprintf(retry->reason, sizeof retry->reason, "%s", reason);
    task_report(task, "%s; trying again in %d s", reason, seconds);
}

void retry_end(struct rt_task *task, struct retry *retry)
{
    report_repeats(task, retry);
    retry->attempts = 0;
}

bool task_wait(struct rt_task *task, struct retry *retry, struct rt_error *error)
{
    int seconds = seconds_of(retry->attempts);
    int64_t until = rt_monotonic_ms() + seconds * 1000;

    report_reason(task, retry, error->message, seconds);
    retry->attempts++;
    while (rt_monotonic_ms() < until) {
        if (stop_is_due(task)) {
            report_repeats(task, retry);
            return rt_fail(error, RT_CANCELLED, RT_STOP, "stopped while waiting%s",
                task->private_->in_transaction ? "; the last transaction is not committed" : "");
        }
        rt_sleep_ms(SLEEP_STEP_MS);
    }
    return true;
}
