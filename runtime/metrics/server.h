/* A small HTTP server on a thread of its own, for what a pipeline says of itself.
 *
 * It answers GET and HEAD of two documents, /metrics (Prometheus' text format 0.0.4) and / (a
 * status page), with the texts that were published last; it knows nothing else of the pipeline.
 * Publishing is the task's thread's, and never waits for a client. */
#ifndef RT_METRICS_SERVER_H
#define RT_METRICS_SERVER_H

#include "core/internal.h"

struct metrics_server;

/* `address`: HOST:PORT, :PORT for every address, [IPv6]:PORT. NULL: RT_CONFIG, error filled. */
struct metrics_server *metrics_start(const char *address, struct rt_error *error);
/* Copies the texts. */
void metrics_publish(struct metrics_server *server, const struct rt_buffer *metrics,
    const struct rt_buffer *page);
void metrics_stop(struct metrics_server *server); /* NULL allowed */

#endif
