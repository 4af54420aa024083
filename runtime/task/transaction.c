#include "task/task.h"

bool task_begin(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    if (own->in_transaction)
        return true;
    while (!rt_writer_begin(own->writer, error))
        if (error->action != RT_RETRY || !task_wait(task, &own->away, error))
            return false;
    own->in_transaction = true;
    return true;
}

bool task_abort(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    bool ours = !own->in_transaction || rt_writer_abort(own->writer, error) ||
        error->code != RT_FENCED;

    own->in_transaction = false;
    return ours;
}

static bool commit_writer(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    if (!task_begin(task, error) || !task_state_put(task, error) ||
        !task_positions_put(task, error) || !file_sinks_prepare(task, error))
        return false;
    while (!rt_writer_commit(own->writer, error))
        if (error->action != RT_RETRY || !task_wait(task, &own->away, error))
            return false;
    task_is_back(task);
    own->in_transaction = false;
    return true;
}

/* Files first: what they cannot be is part of the transaction, so a crash between the two repeats
 * rows there and loses none. */
bool task_commit(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    own->last_commit_ms = rt_monotonic_ms();
    if (!own->dirty)
        return true;
    if (!outputs_flush(task, error) || !coalesce_flush_all(task, error))
        return false;
    if (own->writer ? !commit_writer(task, error) : !file_sinks_prepare(task, error))
        return false;
    if (!file_sinks_committed(task, error))
        return false;
    task_state_committed(task);
    task_positions_committed(task);
    lines_committed(task);
    own->dirty = false;
    own->stats.commits++;
    return true;
}
