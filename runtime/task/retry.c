#include "task/task.h"

#include <ctype.h>
#include <stdarg.h>

enum { SLEEP_STEP_MS = 100, STOP_GRACE_MS = 5000, SILENT_MS = 300000 };

#define REASONS (sizeof ((struct retry *)0)->reasons / sizeof *((struct retry *)0)->reasons)

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

static void report_repeats(const struct rt_task *task, struct retry_reason *reason)
{
    if (reason->repeated)
        task_report(task, "%s (repeated %d times)", reason->text, reason->repeated);
    reason->repeated = 0;
    reason->printed_ms = rt_monotonic_ms();
}

static void report_all(const struct rt_task *task, struct retry *retry)
{
    for (size_t i = 0; i < REASONS; i++)
        report_repeats(task, &retry->reasons[i]);
}

/* The place of a reason; for a new one an unused place, or that of the one not seen for longest. */
static struct retry_reason *place_of(struct retry *retry, const char *text)
{
    struct retry_reason *oldest = &retry->reasons[0];

    for (size_t i = 0; i < REASONS; i++) {
        struct retry_reason *reason = &retry->reasons[i];

        if (!reason->attempts || same_reason(reason->text, text))
            return reason;
        if (reason->seen_ms < oldest->seen_ms)
            oldest = reason;
    }
    return oldest;
}

int retry_report(const struct rt_task *task, struct retry *retry, const char *text)
{
    struct retry_reason *reason = place_of(retry, text);
    bool known = reason->attempts && same_reason(reason->text, text);
    int seconds;

    if (known) {
        reason->repeated++;
        if (rt_monotonic_ms() - reason->printed_ms >= SILENT_MS)
            report_repeats(task, reason);
    } else {
        report_repeats(task, reason);
        reason->attempts = 0;
        snprintf(reason->text, sizeof reason->text, "%s", text);
    }
    seconds = seconds_of(reason->attempts++);
    reason->seen_ms = rt_monotonic_ms();
    if (!known)
        task_report(task, "%s; trying again in %d s", text, seconds);
    return seconds;
}

void retry_end(const struct rt_task *task, struct retry *retry)
{
    report_all(task, retry);
    for (size_t i = 0; i < REASONS; i++)
        retry->reasons[i].attempts = 0;
}

bool task_wait(struct rt_task *task, struct retry *retry, struct rt_error *error)
{
    int64_t until = rt_monotonic_ms() + retry_report(task, retry, error->message) * 1000;

    while (rt_monotonic_ms() < until) {
        if (stop_is_due(task)) {
            report_all(task, retry);
            return rt_fail(error, RT_CANCELLED, RT_STOP, "stopped while waiting%s",
                task->private_->in_transaction ? "; the last transaction is not committed" : "");
        }
        rt_sleep_ms(SLEEP_STEP_MS);
    }
    return true;
}
