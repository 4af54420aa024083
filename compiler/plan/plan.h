/* The plan: operators with changelog traits, as they will run.
 *
 * plan_job lowers the bound tree (computed columns and watermarks become operators), optimises
 * (pruning, pushdown, folding, scan sharing), infers keys and changelog modes, and refuses what a
 * sink cannot take. */
#ifndef DDL2C_PLAN_H
#define DDL2C_PLAN_H

#include "../bind/query.h"

/* N(NAME, "name as EXPLAIN prints it"); nodes.def */
enum plan_kind {
#define N(name, label) PLAN_##name,
#include "nodes.def"
#undef N
};

/* Row kinds that may flow: a set of these. */
enum plan_changes { CHANGE_I = 1, CHANGE_UB = 2, CHANGE_UA = 4, CHANGE_D = 8,
    CHANGE_APPEND = CHANGE_I, CHANGE_ALL = 15 };

struct plan_key { /* a set of columns that is unique */
    const size_t *columns;
    size_t count;
};

struct plan_node {
    enum plan_kind kind;
    unsigned id;                   /* 1.. in topological order: inputs first */
    const char *name;              /* stable operator name: survives unrelated edits */
    struct span span;
    struct rel_column *columns;    /* the output row */
    size_t column_count;
    struct plan_node **inputs;
    size_t input_count;
    struct plan_node **outputs;    /* consumers: more than one where a scan is shared */
    size_t output_count;

    /* Traits. */
    unsigned changes;              /* kinds it produces (up) */
    unsigned requested;            /* of those, what consumers ask for (down) */
    bool key_deletes;              /* its D rows carry the upsert key alone: the other columns mean
                                      nothing, whatever their type says */
    const struct plan_key *keys;   /* unique keys */
    size_t key_count;
    const struct plan_key *upsert_key; /* NULL: none */
    int rowtime;                   /* column with the event time attribute, -1: none */
    const size_t *distribution;    /* hash columns of a keyed exchange; count 0: any */
    size_t distribution_count;

    /* By kind. */
    const struct table *table;     /* SCAN, SINK (NULL: foreground result) */
    const struct option_value *hints;
    size_t hint_count;
    size_t *scan_columns;          /* SCAN: table column number of each output column: physical,
                                      metadata, $rowtime only (computed ones are CALC above) */
    struct texpr **exprs;          /* CALC, FROM_, TO_CHANGELOG: output expressions over the input;
                                      NULL in TO_CHANGELOG: the operation code */
    struct texpr *condition;       /* CALC: before the projection; NORMALIZE: of the rows it
                                      keeps; NULL: none */
    struct texpr ***rows;          /* VALUES */
    size_t row_count;
    struct texpr *watermark;       /* WATERMARK: expression; NULL: SOURCE_WATERMARK() */
    const size_t *sink_columns;    /* SINK: table column number of each input column */
    const size_t *group;           /* AGGREGATE: as struct rel */
    size_t group_count;
    const struct aggregate *aggregates;
    size_t aggregate_count;
    struct join join;              /* JOIN */
    enum plan_side_state { SIDE_KEYED_BY_JOIN, /* at most one row a join key */
        SIDE_KEYED,                            /* rows by a unique key within a join key */
        SIDE_ROWS } side_state[2];             /* JOIN: rows with a count */
    const struct plan_key *side_key[2];        /* JOIN: that unique key (left, right) */
    struct rank rank;              /* RANK, DEDUPLICATE (keeps one row), LIMIT */
    const struct plan_key *rank_key; /* RANK over updates that never make a row rank lower: the
                                      unique key by which a row replaces its earlier self; its
                                      input needs no UB. NULL: rows are taken back */
    struct unnest unnest;          /* CORRELATE */
    struct changelog changelog;    /* FROM_CHANGELOG, TO_CHANGELOG */
    const size_t *state_key;       /* NORMALIZE, MATERIALIZE: columns of the primary key */
    size_t state_key_count;
    struct state_ttl ttl[2];       /* hints: AGGREGATE [0]; JOIN left, right */
    int64_t state_ttl_ms;          /* operators with state; 0: for ever. JOIN: of the longer side */
    int64_t side_ttl_ms[2];        /* JOIN */
    const char *sql;               /* SINK: the statement */
    bool explained;                /* SINK of an EXPLAINed SELECT: as in Flink, it can do without
                                      rows before updates, which the result of SELECT shows */
    bool takes_errors;             /* SINK without an input: an error table */
    struct plan_node *errors;      /* SCAN with error-handling.mode = log: the SINK of the table
                                      that takes what cannot be decoded */
    size_t row_limit;              /* SINK of a foreground SELECT … LIMIT n; 0: none */
    enum conflict_action on_conflict; /* SINK, MATERIALIZE */
};

struct plan {
    struct plan_node **nodes;      /* topological, inputs first */
    size_t node_count;
    struct plan_node **sinks;
    size_t sink_count;
    const struct table **tables;   /* every table read or written, by name */
    size_t table_count;
    const char *time_zone;
};

/* NULL: reported. */
struct plan *plan_job(struct catalog *catalog, const struct bound_job *job);

/* Whether a side of a JOIN comes without rows before updates, or with the key alone in deletes: a
 * row replaces the one with its upsert key, and a delete may find none. */
bool join_side_is_upsert(const struct plan_node *join, size_t side);

/* Whether rows go to tables, error tables among them. */
bool plan_writes_tables(const struct plan *plan);

/* As EXPLAIN prints it; with traits for CHANGELOG_MODE and --dump=plan. */
void plan_print(struct text *out, const struct plan *plan, bool changelog_mode);
/* One line an operator, in the order in which they are numbered, with every trait (--dump=plan). */
void plan_dump(struct text *out, const struct plan *plan);

#endif
