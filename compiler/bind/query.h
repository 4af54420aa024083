/* The bound query: a logical tree with typed rows. Made by bind_query, read by plan/lower. */
#ifndef DDL2C_QUERY_H
#define DDL2C_QUERY_H

#include "../catalog/catalog.h"
#include "texpr.h"

/* X(NAME, "name as EXPLAIN prints it") of every logical node that bind can make. */
#define QUERY_NODES(X)                                                                             \
    X(SCAN, "TableSourceScan")                                                                     \
    X(VALUES, "Values")                                                                            \
    X(PROJECT, "Project")                                                                          \
    X(FILTER, "Filter")                                                                            \
    X(UNION, "Union")                                                                              \
    X(AGGREGATE, "Aggregate")                                                                      \
    X(EXPAND, "Expand")                                                                            \
    X(JOIN, "Join")                                                                                \
    X(RANK, "Rank")                                                                                \
    X(CORRELATE, "Correlate")                                                                      \
    X(LIMIT, "Limit")                                                                              \
    X(FROM_CHANGELOG, "FromChangelog")                                                             \
    X(TO_CHANGELOG, "ToChangelog")

enum rel_kind {
#define X(name, label) REL_##name,
    QUERY_NODES(X)
#undef X
};

struct rel_column {
    const char *name;
    const struct type *type;
};

/* ---- what the operators with state compute; shared by bind and plan. Column numbers are those of
 * the input row (for a join: of the left row followed by the right row). ---- */

enum aggregate_kind { AGG_COUNT_STAR, AGG_COUNT, AGG_SUM, AGG_AVG, AGG_MIN, AGG_MAX,
    AGG_STDDEV_POP, AGG_STDDEV_SAMP, AGG_VAR_POP, AGG_VAR_SAMP, AGG_FIRST_VALUE, AGG_LAST_VALUE,
    AGG_LISTAGG, AGG_COLLECT, AGG_ARRAY_AGG, AGG_BITMAP_BUILD, AGG_BITMAP_AND, AGG_BITMAP_OR,
    AGG_BITMAP_XOR, AGG_PERCENTILE /* of a value and, if there is one, how often it counts */,
    AGG_SINGLE_VALUE /* of a scalar subquery: fails on a second row */ };

struct aggregate {
    enum aggregate_kind kind;
    const struct type *type; /* of the result */
    size_t args[2];          /* columns */
    size_t arg_count;
    int filter;              /* BOOLEAN column of FILTER (WHERE …), -1: none */
    bool distinct;
    bool nulls_absent;       /* ARRAY_AGG: IGNORE NULLS */
    bool cardinality;        /* BITMAP_…: how many numbers, not the bitmap */
    struct str separator;    /* LISTAGG */
    const double *shares;    /* PERCENTILE: each from 0 to 1; the result is an array if is_list */
    size_t share_count;
    bool is_list;
    struct span span;
};

struct sort_key {
    size_t column;
    bool descending, nulls_first;
};

/* ROW_NUMBER over a partition, kept where it is in [from, to]. */
struct rank {
    const size_t *partition;
    size_t partition_count;
    const struct sort_key *order;
    size_t order_count;
    int64_t from, to;        /* 1-based; LIMIT/OFFSET and ORDER BY … LIMIT are ranks without
                                partition */
    bool with_number;        /* the row number (BIGINT NOT NULL) is the last output column */
    bool by_arrival;         /* order is PROCTIME(): first row (ascending) or last row of the key */
};

enum rel_join { REL_JOIN_INNER, REL_JOIN_LEFT, REL_JOIN_RIGHT, REL_JOIN_FULL, REL_JOIN_SEMI,
    REL_JOIN_ANTI }; /* SEMI, ANTI: only the left columns come out */

struct join_key {
    size_t left, right;      /* right counts from 0 in the right row */
    bool null_equal;         /* IS NOT DISTINCT FROM: NULL meets NULL */
};

struct join {
    enum rel_join kind;
    const struct join_key *keys; /* equal types */
    size_t key_count;            /* 0: every row meets every row */
    struct texpr *condition;     /* over left ++ right; NULL: none */
};

/* CROSS or LEFT JOIN UNNEST(expr): the left row once for each element. */
struct unnest {
    struct texpr *collection;  /* over the left row */
    bool outer;                /* LEFT JOIN: once with NULLs if there is none */
    bool with_ordinality;      /* INT NOT NULL, from 1, the last column */
    struct texpr *condition;   /* LEFT JOIN ON: over the row that comes out; elements for which it
                                  is not TRUE are none; NULL: all are */
};

struct change_code {
    unsigned kind;           /* 0 INSERT, 1 UPDATE_BEFORE, 2 UPDATE_AFTER, 3 DELETE */
    struct str code;
};

/* FROM_CHANGELOG: codes become row kinds; TO_CHANGELOG: the reverse, other kinds are dropped. */
struct changelog {
    struct texpr *op;          /* FROM: the code, over the input */
    const struct change_code *codes;
    size_t code_count;
    unsigned kinds;            /* of the codes: 1 << kind */
    const size_t *key;         /* input columns of PARTITION BY, else (partial_deletes) the key */
    size_t key_count;          /* FROM: the first columns */
    bool skips;                /* FROM: rows with another code are dropped; else they fail */
    bool partial_deletes;      /* TO: of a delete the key alone is kept */
    bool defaulted;            /* no op_mapping was given */
};

/* How long state keeps what nothing changes. */
struct state_ttl {
    const char *text;        /* as the hint has it; NULL: none was given */
    int64_t ms;              /* 0: for ever */
};

struct rel {
    enum rel_kind kind;
    struct span span;
    struct rel_column *columns;
    size_t column_count;
    struct rel **inputs;
    size_t input_count;
    const struct table *table;        /* SCAN: columns are the table's, all of them, in order
                                         (computed and system ones too) */
    const struct option_value *hints; /* SCAN: OPTIONS hints, over the table's options */
    size_t hint_count;
    struct texpr ***rows;             /* VALUES: row_count x column_count */
    size_t row_count;
    struct texpr **exprs;             /* PROJECT, FROM_, TO_CHANGELOG: one a column, over the
                                         input's columns; NULL in TO_CHANGELOG: the code */
    struct texpr *condition;          /* FILTER */
    /* AGGREGATE: columns are the group columns, then the results. count 0 and no group: one row
       even of no input. */
    const size_t *group;
    size_t group_count;
    const struct aggregate *aggregates;
    size_t aggregate_count;
    /* EXPAND (GROUPING SETS): row_count output rows an input row, `rows` over the input. */
    struct state_ttl ttl[2];          /* STATE_TTL: AGGREGATE [0]; JOIN left, right */
    struct join join;                 /* JOIN */
    struct rank rank;                 /* RANK, LIMIT */
    struct unnest unnest;             /* CORRELATE */
    struct changelog changelog;       /* FROM_CHANGELOG, TO_CHANGELOG */
};

/* A statement ready for planning. */
enum bound_kind_of_statement { BOUND_INSERT, BOUND_SELECT };

struct bound_sink {
    const struct table *table;   /* NULL: foreground SELECT */
    struct rel *rel;             /* columns: for INSERT, one for each writable column of the table
                                    (physical, then persisted metadata, in declared order), cast */
    const size_t *columns;       /* table column number of each of them */
    enum conflict_action on_conflict;
    struct span span;
    const char *sql;             /* statement text, for comments */
    bool explained;              /* SELECT of an EXPLAIN */
    size_t row_limit;            /* foreground SELECT … LIMIT n; 0: none */
};

struct bound_job {
    struct bound_sink *sinks;    /* several for a statement set or a whole script */
    size_t sink_count;
};

#endif
