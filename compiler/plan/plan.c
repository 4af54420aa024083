/* From a bound job to its plan. */
#include "planner.h"

struct plan *plan_job(struct catalog *catalog, const struct bound_job *job)
{
    struct planner p = {.catalog = catalog, .arena = catalog->arena, .diag = catalog->diag};
    struct plan *plan = NEW(p.arena, struct plan);

    plan->time_zone = catalog_time_zone(catalog);
    plan->sinks = arena_array(p.arena, job->sink_count, sizeof *plan->sinks);
    for (size_t i = 0; i < job->sink_count; i++)
        collect_scans(&p, job->sinks[i].rel);
    for (size_t i = 0; i < job->sink_count; i++)
        plan->sinks[plan->sink_count++] = lower_sink(&p, &job->sinks[i]);
    if (p.failed)
        return NULL;
    order_nodes(&p, plan);
    prune_columns(&p, plan);
    order_nodes(&p, plan);
    infer_nulls(&p, plan);
    infer_keys(&p, plan);
    if (!infer_changes(&p, plan))
        return NULL;
    infer_state(&p, plan);
    add_error_sinks(&p, plan);
    return p.failed ? NULL : plan;
}
