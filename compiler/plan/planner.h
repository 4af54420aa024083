/* Between the files of plan/. */
#ifndef DDL2C_PLANNER_H
#define DDL2C_PLANNER_H

#include "plan.h"

/* What reads one table with the same hints, in the whole job. */
struct scan_entry {
    const struct rel *rel;
    bool needs_time;       /* the event time column is read: rows come through WATERMARK */
    struct plan_node *top; /* SCAN, or WATERMARK over it; NULL: not lowered yet */
    struct texpr **exprs;  /* the table's columns over `top` */
};

struct scan_entries {
    struct scan_entry *at;
    size_t count, capacity;
};

struct planner {
    struct catalog *catalog;
    struct arena *arena;
    struct diag *diag;
    struct scan_entries scans;
    struct {
        struct plan_node **at;
        size_t count, capacity;
    } normalized; /* every NORMALIZE */
    bool failed; /* something was reported */
};

/* ---- lower.c: bound tree to operators ---- */

/* Notes which scans of a query must keep event time; before any lower_sink of the job. */
void collect_scans(struct planner *p, const struct rel *rel);
/* The scan that `rel` shares with others of the job, lowered (scan.c). */
const struct scan_entry *lower_scan_entry(struct planner *p, const struct rel *rel);
/* The SINK over everything that feeds it. Scans have all of their table's columns still. */
struct plan_node *lower_sink(struct planner *p, const struct bound_sink *sink);
struct plan_node *node_new(struct planner *p, enum plan_kind kind, struct span span,
    size_t column_count);
void node_add_input(struct planner *p, struct plan_node *node, struct plan_node *input);

/* ---- order.c: what the whole plan is ---- */

/* Fills nodes, ids, outputs, tables and names, again after a change of inputs. */
void order_nodes(struct planner *p, struct plan *plan);

/* ---- prune.c: columns that nobody reads ---- */

/* Also takes out Calcs that do nothing any more; order_nodes must follow. */
void prune_columns(struct planner *p, struct plan *plan);
/* Takes out Calcs that give their input's rows; order_nodes must follow. */
void drop_idle(struct plan *plan);

/* ---- errors.c ---- */

/* Adds the sinks of error tables, last of all. */
void add_error_sinks(struct planner *p, struct plan *plan);

/* ---- nulls.c ---- */

/* Makes columns nullable that may be NULL at run time whatever their declared type. */
void infer_nulls(struct planner *p, struct plan *plan);

/* ---- keys.c, changelog.c: traits ---- */

void infer_keys(struct planner *p, struct plan *plan);
/* Whether all of `columns` are among `among`. */
bool columns_within(const size_t *columns, size_t count, const size_t *among, size_t among_count);
/* Upwards the kinds produced, downwards the kinds asked for; puts in what completes changes
 * (NORMALIZE, MATERIALIZE). False: a sink was refused. */
bool infer_changes(struct planner *p, struct plan *plan);
/* Whether the upsert key of a side of a join holds the keys of the join: updates stay in place. */
bool join_keeps_key(struct planner *p, const struct plan_node *join, size_t side);
/* The columns of one side of a join that its keys compare. */
size_t *join_columns(struct planner *p, const struct plan_node *join, size_t side);

/* ---- monotone.c ---- */

/* Sets rank_key of ranks whose rows never move down, once keys and changes are known. */
void infer_rank_keys(struct plan *plan);

/* ---- state.c ---- */

/* How a join would keep its sides' rows, were they known by their keys alone: for messages. */
void keep_join_by_keys(struct planner *p, struct plan_node *join);
/* How operators keep their rows, how long, and by what columns they are distributed. */
void infer_state(struct planner *p, struct plan *plan);

/* ---- complete.c ---- */

/* What an operator's consumer asks of its changes. */
struct want {
    bool before; /* the row before an update */
    bool full;   /* whole rows in deletes */
    const char *who;
};

/* Asks the tree under `sink` for changes, as Flink's SatisfyUpdateKindTraitVisitor does. False: it
 * cannot do without the row before an update, as `want` would have it. */
bool can_satisfy(struct planner *p, const struct plan_node *node, struct want want);
/* Puts NORMALIZE over upsert scans where a consumer needs more than they give. */
void put_normalize(struct planner *p, struct plan_node *node, struct want want);
/* Marks what each operator under `node` is asked for. */
void request(struct planner *p, struct plan_node *node, struct want want);
/* Whether both rows of an update pass the Calc's filter or none does. */
bool filters_key(struct planner *p, const struct plan_node *calc);

/* ---- changelog_call.c: FROM_CHANGELOG, TO_CHANGELOG ---- */

void mark_changelog_own(const struct plan_node *node, bool *used);
void mark_changelog_inputs(const struct plan_node *node, const bool *used, bool *input_used);
/* `with`: old input column -> INPUT of the new one. */
void renumber_changelog(struct planner *p, struct plan_node *node, struct texpr *const *with);
struct want want_of_to_changelog(struct planner *p, const struct plan_node *node);
/* A FROM_CHANGELOG asked for UPDATE_BEFORE that its mapping does not have: reported, p->failed. */
void check_changelog_want(struct planner *p, const struct plan_node *node, struct want want);
/* False: a FROM_CHANGELOG over rows with changes, reported. */
bool check_changelog_inputs(struct planner *p, const struct plan *plan);
void print_changelog(struct text *out, const struct plan_node *node);

/* ---- plan_print.c ---- */

/* One operator as EXPLAIN prints it, without its inputs: Calc(select=[…], where=[…]). */
void print_node(struct text *out, const struct plan_node *node, bool changelog_mode);

/* ---- plan_print_state.c ---- */

/* What stands between the parentheses of an operator with state, an Expand or a Correlate. */
void print_operator(struct text *out, const struct plan_node *node);
/* label=[a, b] of the node's columns. */
void print_columns(struct text *out, const struct plan_node *node, const char *label);
const char *const *node_column_names(struct text *out, const struct plan_node *node);

#endif
