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
    X(UNION, "Union")

enum rel_kind {
#define X(name, label) REL_##name,
    QUERY_NODES(X)
#undef X
};

struct rel_column {
    const char *name;
    const struct type *type;
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
    struct texpr **exprs;             /* PROJECT: one a column, over the input's columns */
    struct texpr *condition;          /* FILTER */
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
    size_t row_limit;            /* foreground SELECT … LIMIT n; 0: none */
};

struct bound_job {
    struct bound_sink *sinks;    /* several for a statement set or a whole script */
    size_t sink_count;
};

#endif
