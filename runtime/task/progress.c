#include "task/task.h"

#include <inttypes.h>

enum { INTERVAL_MS = 250 };

/* Records left in bounded topic inputs; -1: unknown. */
static int64_t remaining(const struct rt_task_private *own)
{
    int64_t left = 0;

    for (size_t i = 0; i < own->position_count; i++) {
        const struct position *position = &own->positions[i];

        if (position->partition < 0)
            continue;
        if (position->end == INT64_MAX)
            return -1;
        if (position->end > position->next)
            left += position->end - position->next;
    }
    return own->line_count ? -1 : left;
}

void progress_show(struct rt_task *task, bool last)
{
    struct rt_task_private *own = task->private_;
    int64_t now = rt_monotonic_ms(), elapsed = now - own->started_ms, left = remaining(own);
    double rate;

    if (!own->run->progress || !own->run->report ||
        (!last && now - own->last_progress_ms < INTERVAL_MS))
        return;
    own->last_progress_ms = now;
    rate = elapsed > 0 ? (double)own->stats.records_in * 1000 / (double)elapsed : 0;
    fprintf(own->run->report, "\r%" PRIu64 " rows, %.0f/s", own->stats.records_in, rate);
    if (left >= 0)
        fprintf(own->run->report, ", %" PRId64 " remaining", left);
    fputs(last ? "\033[K\n" : "\033[K", own->run->report);
    fflush(own->run->report);
}
