/* What the pipeline says of itself: Prometheus' text format and a status page, written by the
 * task's thread now and then. */
#include "metrics/server.h"
#include "task/task.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { INTERVAL_MS = 200 };

struct metrics {
    struct metrics_server *server;
    struct rt_buffer text, page;
    int64_t written_ms;
};

/* ---- Prometheus ---- */

/* A label's value: backslash, quote and line feed are escaped. */
static void add_label(struct rt_buffer *out, const char *name, const char *value, bool first)
{
    rt_buffer_printf(out, "%s%s=\"", first ? "{" : ",", name);
    for (; *value; value++) {
        if (*value == '\\' || *value == '"')
            rt_buffer_add(out, "\\", 1);
        rt_buffer_add(out, *value == '\n' ? "\\n" : value, *value == '\n' ? 2 : 1);
    }
    rt_buffer_add(out, "\"", 1);
}

static void add_family(struct rt_buffer *out, const char *name, const char *type,
    const char *help)
{
    rt_buffer_printf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

/* A sample with the pipeline's label and up to one more. */
static void add_sample(struct rt_buffer *out, const struct rt_task *task, const char *name,
    const char *label, const char *value, uint64_t number)
{
    rt_buffer_add_text(out, name);
    add_label(out, "pipeline", task->private_->pipeline, true);
    if (label)
        add_label(out, label, value, false);
    rt_buffer_printf(out, "} %" PRIu64 "\n", number);
}

static void add_sources(struct rt_buffer *out, const struct rt_task *task)
{
    static const char *const names[] = {"ddl2c_records_in_total", "ddl2c_records_skipped_total",
        "ddl2c_records_logged_total"};
    static const char *const helps[] = {"Records read.",
        "Records that could not be decoded and were skipped.",
        "Records that could not be decoded and went to the error table."};

    for (size_t which = 0; which < sizeof names / sizeof *names; which++) {
        add_family(out, names[which], "counter", helps[which]);
        for (size_t i = 0; i < task->job->source_count; i++) {
            const struct source_stats *stats = &task->private_->source_stats[i];
            uint64_t number = which == 0 ? stats->records
                : which == 1             ? stats->skipped
                                         : stats->logged;

            if (task->job->sources[i]->table)
                add_sample(out, task, names[which], "source", task->job->sources[i]->name, number);
        }
    }
}

static void add_sinks(struct rt_buffer *out, const struct rt_task *task)
{
    add_family(out, "ddl2c_rows_out_total", "counter", "Rows written.");
    for (size_t i = 0; i < task->job->sink_count; i++)
        add_sample(out, task, "ddl2c_rows_out_total", "sink", task->job->sinks[i]->name,
            task->outputs[i].rows);
}

static void add_position(struct rt_buffer *out, const struct rt_task *task, const char *name,
    const struct position *position, int64_t number)
{
    rt_buffer_add_text(out, name);
    add_label(out, "pipeline", task->private_->pipeline, true);
    add_label(out, "source", position->source->name, false);
    if (position->topic != position->source->table->topic || position->source->table->topic_count)
        add_label(out, "topic", position->topic, false);
    rt_buffer_printf(out, ",partition=\"%d\"} %" PRId64 "\n", (int)position->partition, number);
}

static void add_positions(struct rt_buffer *out, const struct rt_task *task)
{
    const struct rt_task_private *own = task->private_;

    add_family(out, "ddl2c_committed_offset", "gauge", "Next offset, as of the last commit.");
    for (size_t i = 0; i < own->reader_input_count; i++) {
        const struct position *position = &own->positions[own->reader_positions[i]];

        if (position->committed >= 0)
            add_position(out, task, "ddl2c_committed_offset", position, position->committed);
    }
    add_family(out, "ddl2c_lag_records", "gauge",
        "Offsets between what was read and the end of the partition.");
    for (size_t i = 0; own->reader && i < own->reader_input_count; i++) {
        const struct position *position = &own->positions[own->reader_positions[i]];
        int64_t end = rt_reader_end(own->reader, i);

        if (end >= 0)
            add_position(out, task, "ddl2c_lag_records", position,
                end > position->next ? end - position->next : 0);
    }
}

static void add_state(struct rt_buffer *out, const struct rt_task *task)
{
    add_family(out, "ddl2c_state_entries", "gauge", "Entries in the state of operators.");
    for (size_t i = 0; task->maps && i < task->job->operator_count; i++)
        add_sample(out, task, "ddl2c_state_entries", "operator", task->job->operators[i]->name,
            rt_map_count(task->maps[i]));
    add_family(out, "ddl2c_state_bytes", "gauge", "Memory of the state of operators.");
    for (size_t i = 0; task->maps && i < task->job->operator_count; i++)
        add_sample(out, task, "ddl2c_state_bytes", "operator", task->job->operators[i]->name,
            rt_map_memory(task->maps[i]));
}

static void add_rest(struct rt_buffer *out, const struct rt_task *task)
{
    const struct rt_task_private *own = task->private_;

    add_family(out, "ddl2c_commits_total", "counter", "Transactions committed.");
    add_sample(out, task, "ddl2c_commits_total", NULL, NULL, own->stats.commits);
    add_family(out, "ddl2c_schema_fetches_total", "counter",
        "Schemas that the registry was asked for.");
    add_sample(out, task, "ddl2c_schema_fetches_total", NULL, NULL,
        lookups_fetches(task));
    add_family(out, "ddl2c_held_partitions", "gauge",
        "Partitions whose next record waits for its schema.");
    add_sample(out, task, "ddl2c_held_partitions", NULL, NULL, own->held_count);
    add_family(out, "ddl2c_uptime_seconds", "gauge", "Time since the start.");
    add_sample(out, task, "ddl2c_uptime_seconds", NULL, NULL,
        (uint64_t)(rt_monotonic_ms() - own->started_ms) / 1000);
}

/* ---- the page ---- */

static void add_html(struct rt_buffer *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        switch (text[i]) {
        case '<':
            rt_buffer_add_text(out, "&lt;");
            break;
        case '>':
            rt_buffer_add_text(out, "&gt;");
            break;
        case '&':
            rt_buffer_add_text(out, "&amp;");
            break;
        default:
            rt_buffer_add(out, text + i, 1);
        }
    }
}

static void write_page(struct metrics *metrics, const struct rt_task *task)
{
    struct rt_buffer *out = &metrics->page;
    const char *name = task->private_->pipeline, *sql = task->job->sql;

    rt_buffer_add_text(out, "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>");
    add_html(out, name, strlen(name));
    rt_buffer_add_text(out,
        "</title><meta http-equiv=\"refresh\" content=\"5\"></head>\n<body><h1>");
    add_html(out, name, strlen(name));
    rt_buffer_add_text(out, "</h1>\n<p>Built by ddl2c. <a href=\"/metrics\">/metrics</a> is for "
        "Prometheus.</p>\n<h2>SQL</h2>\n<pre>");
    if (sql)
        add_html(out, sql, strlen(sql));
    rt_buffer_add_text(out, "</pre>\n<h2>Now</h2>\n<pre>");
    add_html(out, (const char *)metrics->text.data, metrics->text.size);
    rt_buffer_add_text(out, "</pre></body></html>\n");
}

/* ---- the task ---- */

void task_metrics_write(struct rt_task *task, bool last)
{
    struct metrics *metrics = task->private_->metrics;
    int64_t now;

    if (!metrics)
        return;
    now = rt_monotonic_ms();
    if (!last && metrics->written_ms && now - metrics->written_ms < INTERVAL_MS)
        return;
    metrics->written_ms = now;
    metrics->text.size = metrics->page.size = 0;
    add_sources(&metrics->text, task);
    add_sinks(&metrics->text, task);
    add_positions(&metrics->text, task);
    add_state(&metrics->text, task);
    add_rest(&metrics->text, task);
    write_page(metrics, task);
    metrics_publish(metrics->server, &metrics->text, &metrics->page);
}

bool task_metrics_open(struct rt_task *task, struct rt_error *error)
{
    const char *address = task->private_->run->metrics;
    struct metrics_server *server;

    if (!address)
        return true;
    server = metrics_start(address, error);
    if (!server)
        return false;
    task->private_->metrics = rt_allocate(1, sizeof *task->private_->metrics);
    task->private_->metrics->server = server;
    task_metrics_write(task, false);
    return true;
}

void task_metrics_close(struct rt_task *task)
{
    struct metrics *metrics = task->private_->metrics;

    if (!metrics)
        return;
    metrics_stop(metrics->server);
    rt_buffer_release(&metrics->text);
    rt_buffer_release(&metrics->page);
    free(metrics);
}
