#include "task/task.h"

#include <rt/time.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_RECORDS = 8192, POLL_MS = 100, COMMIT_MS = 1000, WRITER_MS = 30000,
    SKIPPED_SHOWN = 10 };
enum { PENDING_BYTES = 16 << 20 }; /* Lines that wait for a commit. */

/* ---- one record ---- */

static struct rt_text text_of(const char *text)
{
    return (struct rt_text){text ? text : "", text ? strlen(text) : 0};
}

/* The record goes to the error table, in the transaction of what else is written. */
static bool log_failure(struct rt_task *task, const struct rt_source *source,
    struct rt_record *record, struct rt_error *error)
{
    const struct rt_table *table = source->table;
    struct rt_text message = rt_text_copy(&task->arena, text_of(error->message));
    const struct rt_detail details[] = {
        {RT_TEXT("source"), text_of(source->name)}, {RT_TEXT("version"), RT_TEXT(DDL2C_VERSION)}};
    const struct rt_failure failure = {.code = RT_FAILURE_DECODE,
        .reason = RT_TEXT("DESERIALIZATION_ERROR"), .message = message,
        .pipeline = text_of(task->private_->pipeline), .details = details,
        .detail_count = sizeof details / sizeof *details, .catalog = text_of(table->catalog),
        .database = text_of(table->database), .table = text_of(table->name),
        .topic = record->topic.size ? record->topic : text_of(table->topic), .record = record};

    if (!rt_record_headers(record, &task->arena, error)) {
        record->headers = NULL;
        record->header_count = 0;
    }
    return source->failed(task, &failure, error) ||
        rt_error_context(error, "a record that cannot be decoded goes to the error table");
}

bool task_skip(struct rt_task *task, const struct rt_source *source, struct rt_record *record,
    struct rt_error *error)
{
    struct rt_stats *stats = &task->private_->stats;

    if (error->code != RT_DECODE)
        return false;
    switch (source->table->errors) {
    case RT_ERRORS_FAIL:
        break;
    case RT_ERRORS_IGNORE:
        task->private_->source_stats[source->index].skipped++;
        if (stats->skipped++ < SKIPPED_SHOWN)
            task_report(task, "%s; skipped", error->message);
        return true;
    case RT_ERRORS_LOG:
        task->private_->source_stats[source->index].logged++;
        if (stats->logged++ < SKIPPED_SHOWN)
            task_report(task, "%s; logged", error->message);
        return log_failure(task, source, record, error);
    }
    return false;
}

static bool push_or_hold(struct rt_task *task, struct rt_record *record, struct rt_error *error)
{
    if (!hold_has(task, record->input)) {
        if (task_push(task, record, NULL, error))
            return true;
        if (!task->private_->awaits_schema)
            return false;
    }
    hold_add(task, record);
    return true;
}

/* Control records count too: a bounded partition may end with one. */
static void follow_reader(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; i < own->reader_input_count; i++) {
        struct position *position = &own->positions[own->reader_positions[i]];
        int64_t next = rt_reader_position(own->reader, i);

        if (hold_has(task, (int32_t)i))
            continue;
        own->dirty = own->dirty || next != position->next;
        position->next = next;
    }
}

static bool push_records(struct rt_task *task, size_t *count, int timeout_ms,
    struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    size_t limit = own->run->batch_limit ? own->run->batch_limit : BATCH_RECORDS;
    struct rt_record *records;

    *count = 0;
    if (!own->reader)
        return true;
    if (!holds_resume(task, &timeout_ms, error))
        return false;
    while (!rt_reader_poll(own->reader, limit, timeout_ms, &records, count, error))
        if (error->action != RT_RETRY || !task_wait(task, &own->away, error))
            return false;
    if (*count)
        task_is_back(task);
    for (size_t i = 0; i < *count && !own->limit_reached; i++)
        if (!push_or_hold(task, &records[i], error))
            return false;
    if (!task_rows_pass(task, error))
        return false;
    if (!own->limit_reached)
        follow_reader(task);
    return true;
}

static bool generate(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    for (size_t i = 0; i < own->position_count; i++) {
        struct position *position = &own->positions[i];

        if (position->partition != POSITION_DONE || position->next)
            continue;
        if (!position->source->generate(task, error))
            return false;
        position->next = 1;
        own->dirty = true;
    }
    return true;
}

/* ---- the loop ---- */

static int commit_interval(const struct rt_task *task)
{
    const struct rt_run *run = task->private_->run;

    if (run->commit_interval_ms)
        return run->commit_interval_ms;
    if (!task->private_->writer)
        return 0;
    /* With all read there is nothing to gather: a local commit is cheap. */
    return rt_log_kind(run->log) == RT_LOG_LOCAL && task->private_->caught_up ? 0 : COMMIT_MS;
}

static bool commit_if_due(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    if (!own->dirty)
        own->last_commit_ms = rt_monotonic_ms();
    else if (rt_monotonic_ms() - own->last_commit_ms >= commit_interval(task) ||
        outputs_pending(task) > PENDING_BYTES)
        return task_commit(task, error);
    return true;
}

static int poll_timeout(const struct rt_task *task)
{
    const struct rt_task_private *own = task->private_;
    int64_t left = own->last_commit_ms + commit_interval(task) - rt_monotonic_ms();

    if ((own->line_count && !lines_finished(task)) || !files_finished(task))
        return 0;
    if (!own->dirty || left > POLL_MS)
        left = POLL_MS;
    return generators_wait_ms(task, left > 0 ? (int)left : 0);
}

static bool finished(const struct rt_task *task)
{
    const struct rt_task_private *own = task->private_;

    for (size_t i = 0; i < task->job->source_count && !own->limit_reached; i++)
        if (task_is_watched(task, task->job->sources[i]))
            return false;
    return own->limit_reached ||
        (lines_finished(task) && generators_finished(task) && files_finished(task) &&
            (!own->reader || (rt_reader_finished(own->reader) && !own->held_count)));
}

static bool batch(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;
    size_t limit = own->run->batch_limit ? own->run->batch_limit : BATCH_RECORDS;
    size_t count, lines = 0, made = 0, records = 0;
    int timeout_ms = poll_timeout(task);
    bool done;

    if (!own->reader && lines_finished(task)) /* Nothing else to wait for. */
        rt_sleep_ms(timeout_ms);
    task->now_ms = rt_wall_ms();
    task_state_set_time(task);
    done = push_records(task, &count, timeout_ms, error) &&
        (!own->line_count || lines_push(task, limit, &lines, error)) &&
        generators_push(task, limit, &made, error) &&
        files_push(task, limit, &records, error) &&
        (!task->job->flush || task->job->flush(task, error));
    own->caught_up = done && count < limit && lines < limit && made < limit && files_finished(task);
    rt_arena_reset(&task->arena);
    holds_trim(task);
    return done;
}

/* A new session must not fence the instance that fenced this one. */
static void give_up(struct rt_task *task, struct rt_error *error)
{
    struct rt_error fenced;

    if (!task_abort(task, &fenced) && (error->action == RT_RETRY || error->code == RT_ABORTED))
        *error = fenced;
}

/* After a record that cannot be read: what came before it is good. */
static bool keep_before(struct rt_task *task, struct rt_error *error)
{
    struct rt_error other;

    if (error->code == RT_DECODE || error->code == RT_INPUT) {
        if (task_commit(task, &other))
            outputs_finish(task, &other);
    } else {
        give_up(task, error);
    }
    return false;
}

static bool run_batches(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    own->last_commit_ms = rt_monotonic_ms();
    if (!generate(task, error) || (task->job->flush && !task->job->flush(task, error)))
        return keep_before(task, error);
    rt_arena_reset(&task->arena);
    while (!finished(task) && !rt_stop_requested()) {
        if (!batch(task, error))
            return keep_before(task, error);
        if (!own->writer && !outputs_flush(task, error))
            return false;
        if (!coalesce_flush_due(task, error) || !commit_if_due(task, error) ||
            !task_discover(task, error))
            return false;
        progress_show(task, false);
        task_metrics_write(task, false);
    }
    if (task->job->finish && finished(task) && !own->limit_reached) {
        own->dirty = true;
        if (!task->job->finish(task, error))
            return keep_before(task, error);
        rt_arena_reset(&task->arena);
    }
    file_sinks_finish(task);
    return task_commit(task, error) && outputs_finish(task, error);
}

/* ---- sessions ---- */

/* All sinks share one transaction, which may last as long as any of them allows. */
static int64_t transaction_timeout(const struct rt_task *task)
{
    int64_t most = 0;

    for (size_t i = 0; i < task->job->sink_count; i++) {
        const struct rt_sink *sink = task->job->sinks[i];

        if (task_sink_is_topic(task, sink) && sink->table->transaction_timeout_ms > most)
            most = sink->table->transaction_timeout_ms;
    }
    return most;
}

static bool session_open(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    if (!task_prepare_tables(task, error))
        return false;
    /* The writer first: it ends the transaction of an instance that was killed or still runs, so
     * that the positions read after it are the last ones. */
    if (task_needs_writer(task)) {
        rt_log_limit_transaction(own->run->log, transaction_timeout(task));
        own->writer = rt_writer_open(own->run->log,
            own->run->transactional_id     ? own->run->transactional_id
                : task->job->transactional_id ? task->job->transactional_id : own->pipeline,
            WRITER_MS,
            error);
        if (!own->writer)
            return false;
    }
    if (!task_positions_open(task, error) || !task_state_open(task, error) ||
        !lines_open(task, error) || !outputs_open_lines(task, error))
        return false;
    generators_open(task);
    files_open(task);
    return task_reader_open(task, error) && file_sinks_open(task, error);
}

static void session_close(struct rt_task *task)
{
    struct rt_task_private *own = task->private_;
    struct rt_error ignored;

    holds_close(task);
    task_rows_forget(task);
    rt_reader_close(own->reader);
    task_abort(task, &ignored);
    rt_store_close(own->store);
    task_state_close_stores(task);
    rt_writer_close(own->writer);
    own->reader = NULL;
    own->store = NULL;
    own->writer = NULL;
    own->reader_input_count = 0;
    rt_arena_reset(&task->arena);
}

static void session_rewind(struct rt_task *task)
{
    lines_rewind(task);
    outputs_discard(task);
    coalesce_discard(task);
    file_sinks_rewind(task);
    task->private_->dirty = false;
    if (task->job->state_size)
        memset(task->state, 0, task->job->state_size);
}

static bool run_sessions(struct rt_task *task, struct rt_error *error)
{
    struct rt_task_private *own = task->private_;

    for (;;) {
        bool done = session_open(task, error);

        own->restarted = own->restarted || done; /* Starts and ends are settled now. */
        done = done && run_batches(task, error);
        if (!done)
            give_up(task, error);
        session_close(task);
        if (done)
            return true;
        if ((error->action != RT_RETRY && error->code != RT_ABORTED) ||
            !task_state_may_rewind(task, error) || !task_wait(task, &own->away, error))
            return false;
        session_rewind(task);
    }
}

/* ---- the call ---- */

static bool check_job(const struct rt_job *job, struct rt_error *error)
{
    if (job->abi != RT_JOB_ABI)
        return rt_fail(error, RT_CONFIG, RT_STOP,
            "generated for runtime interface %d, this runtime has %d: generate the code again",
            job->abi, RT_JOB_ABI);
    for (size_t i = 0; i < job->source_count; i++) {
        const struct rt_source *source = job->sources[i];

        if (source->table && source->table->errors == RT_ERRORS_LOG && !source->failed)
            return rt_fail(error, RT_CONFIG, RT_STOP,
                "internal error: nothing takes the errors of table %s", source->table->name);
    }
    return true;
}

static const struct rt_zone *zone_of(const struct rt_job *job)
{
    struct rt_text name = {job->time_zone, job->time_zone ? strlen(job->time_zone) : 0};
    const struct rt_zone *zone = name.size ? rt_zone_find(name) : NULL;

    return zone ? zone : rt_zone_utc;
}

bool rt_job_run(const struct rt_job *job, const struct rt_run *run, struct rt_stats *stats,
    struct rt_error *error)
{
    struct rt_task_private own = {.run = run, .pipeline = run->pipeline ? run->pipeline : job->name,
        .started_ms = rt_monotonic_ms()};
    struct rt_task task = {.job = job, .private_ = &own, .now_ms = rt_wall_ms()};
    bool done;

    if (!check_job(job, error))
        return false;
    rt_arena_init(&task.arena);
    task.zone = zone_of(job);
    task.state = rt_allocate(1, job->state_size ? job->state_size : 1);
    if (run->memory_limit)
        rt_log_limit_memory(run->log, run->memory_limit);
    own.source_stats = rt_allocate(job->source_count + 1, sizeof *own.source_stats);
    done = outputs_open(&task, error) && task_metrics_open(&task, error) &&
        run_sessions(&task, error);
    task_metrics_close(&task);
    if (run->progress)
        progress_show(&task, true);
    if (own.stats.logged)
        task_report(&task, "%" PRIu64 " records could not be decoded and were logged",
            own.stats.logged);
    if (own.stats.skipped)
        task_report(&task, "%" PRIu64 " records could not be decoded and were skipped",
            own.stats.skipped);
    task_rows_close(&task);
    lines_close(&task);
    generators_close(&task);
    files_close(&task);
    file_sinks_close(&task);
    coalesce_close(&task);
    outputs_close(&task);
    decoders_close(&task);
    task_state_close(&task);
    task_positions_release(&task);
    free(own.source_stats);
    free(own.reader_positions);
    free(task.state);
    for (size_t i = 0; i < sizeof task.scratch / sizeof *task.scratch; i++)
        rt_buffer_release(&task.scratch[i]);
    rt_arena_release(&task.arena);
    if (stats)
        *stats = own.stats;
    return done;
}
