/* Between job*.c and operator*.c: a job being emitted. */
#ifndef DDL2C_JOB_H
#define DDL2C_JOB_H

#include "expr.h"

/* A column of a key in state, and how it is written: by its type (NULL or not), as one that may be
 * NULL in any case, or as one that is not NULL in any case. */
enum key_form { KEY_TYPED, KEY_MARKED, KEY_BARE };

struct key_part {
    size_t column;
    enum key_form form;
};

/* The state that a row of an input meets first (operator_near.c). */
struct flow_near {
    const char *map;     /* NULL: none */
    const struct key_part *parts; /* columns of the input */
    size_t count;
    const char *end;     /* the statement behind the last key of `near` */
};

/* What an operator takes from one of its inputs. */
struct flow_input {
    struct row *row;
    const char *push;    /* its function: (task, const struct <row> *in, enum rt_op op, error) */
    struct flow_near near;
};

/* A plan node and what was emitted for it. */
struct flow_node {
    const struct plan_node *node;
    struct row *row;     /* its output in memory: SCAN, VALUES, UNION, nodes with several consumers;
                            operators of their own (AGGREGATE, JOIN …); SINK: the row it writes */
    const char *push;    /* function that takes `row`; NULL: none yet */
    struct flow_input *ins; /* operators of their own, by plan input: what is pushed into them;
                               NULL: `row` by `push` */
    size_t index;        /* of the source or sink in the job */
    const char *symbol;  /* of the struct rt_source or rt_sink */
    const char *table;   /* of its struct rt_table */
    const char *shapes[2]; /* SCAN: of its struct rt_shape of value and key; NULL: none */
    const char *near;    /* SCAN: the function behind rt_source.near; NULL: none */
};

struct flow {
    struct emitter *e;
    const struct emit_job *job;
    const struct emit_unit *unit;
    const char *prefix;        /* of every file-scope name: "" or "q3_" */
    struct text *out;          /* functions and constants */
    struct flow_node *nodes;   /* by plan_node.id - 1 */
    struct map tags;           /* names given to row structs of this job */
    struct map tables;         /* table, and hints if any -> symbol of its struct rt_table */
    size_t source_count, sink_count;
    VEC(const char *) operators; /* symbols of the struct rt_operator, by index */
};

struct flow_node *flow_of(struct flow *flow, const struct plan_node *node);
/* An identifier at file scope of this job. */
const char *flow_name(struct flow *flow, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Makes the row struct of a node; `suffix` tells apart rows of the same table. */
struct row *flow_row(struct flow *flow, struct text *out, const char *name,
    const struct rel_column *columns, size_t count, const bool *used);
struct row *flow_row_with(struct flow *flow, struct text *out, const char *name,
    const struct rel_column *columns, size_t count, const bool *used, const char *more);
/* The input values of a consumer of `node`, read from row_text ("in", or "(&row)"). */
struct emit_value *flow_inputs(struct flow *flow, const struct plan_node *node,
    const struct row *row, const char *row_text);
/* A stored column as a value: "<row_text>->member". */
struct emit_value flow_value(struct emitter *e, const struct row_column *column,
    const char *row_text);
/* Row column that holds output column `index` of the node. */
size_t flow_column(const struct plan_node *node, size_t index);
/* Consumers, seen through operators that leave no code. */
size_t flow_consumers(const struct plan_node *node, const struct plan_node ***consumers,
    struct arena *arena);

/* ---- operator_state.c: operators of their own ---- */

/* Rows of an operator of its own: "<name>_<id>", and "<name>_<id>_in" for what it takes unless
 * `same` (its rows are its input's). */
void flow_operator_rows(struct flow *flow, struct flow_node *of, const char *name, bool same);
/* A map (rt/map.h) of the job: an enum constant, the index in task->maps; `name` is the
 * operator's tag, "aggregate_3" or "join_5_left". */
const char *flow_new_map(struct flow *flow, const char *name);

/* Its struct rt_operator, behind the functions that it names. */
struct flow_map {
    const char *map;          /* from flow_new_map */
    const char *name;         /* C identifier of the struct rt_operator */
    const char *stable_name;  /* plan_node.name, with a suffix if the node has several maps */
    const char *value;        /* C type of the value */
    const char *layout;       /* text that changes when key or value change their stored form */
    int64_t ttl_ms;
    const char *ttl_of;       /* as in struct rt_operator; NULL: none */
    const char *encode, *decode, *release; /* release NULL: owns nothing */
    const char *owned;        /* as in struct rt_operator; NULL: none */
    bool derived;             /* as in struct rt_operator */
    const char *restored;     /* NULL: nothing to do */
};

void flow_add_map(struct flow *flow, const struct flow_map *map);
/* plan_node.name, or "<kind>-<id>". */
const char *flow_stable_name(struct flow *flow, const struct plan_node *node);

/* The statement that the operator serves, for comments. */
const char *flow_statement(struct flow *flow, const struct plan_node *node);

/* Functions of an operator of its own; its consumers' stand before. Sets the push of each of its
 * inputs. */
void operator_emit_own(struct flow *flow, struct flow_node *of);
void operator_emit_aggregate(struct flow *flow, struct flow_node *of);
void operator_emit_normalize(struct flow *flow, struct flow_node *of);
void operator_emit_deduplicate(struct flow *flow, struct flow_node *of);
void operator_emit_join(struct flow *flow, struct flow_node *of);
void operator_emit_rank(struct flow *flow, struct flow_node *of); /* LIMIT too */
void operator_emit_from_changelog(struct flow *flow, struct flow_node *of);
void operator_emit_to_changelog(struct flow *flow, struct flow_node *of);
void operator_emit_correlate(struct flow *flow, struct flow_node *of);
void operator_emit_expand(struct flow *flow, struct flow_node *of);
void operator_emit_materialize(struct flow *flow, struct flow_node *of);

/* ---- operator*.c ---- */

/* Functions from the node's row to its consumers; sets flow_node.push. */
void operator_emit(struct flow *flow, struct flow_node *node);
void operator_emit_sink(struct flow *flow, struct flow_node *node);
/* The function behind rt_source.failed of sources whose errors the sink takes; its sink's stand
 * before it (operator_errors.c). */
void operator_emit_errors(struct flow *flow, const struct flow_node *sink);
const char *operator_errors_name(struct flow *flow, const struct flow_node *sink);
void operator_emit_source(struct flow *flow, struct flow_node *node);
/* Decoders of a side of a source into rows of `row`, by the columns of `table`, and the statements
 * that choose one for the record and fill the local `into` (operator_source.c). */
const char *source_decode(struct flow *flow, struct flow_node *scan, const struct row *row,
    const struct table *table, bool key, const char *into);
/* The statements that make a row of a Debezium envelope; `nulls`: of the value's columns. Appends
 * its locals; *first: what goes before the push of the row (operator_change.c). */
const char *operator_read_change(struct flow *flow, struct flow_node *scan, const char *nulls,
    struct text *locals, const char **first);
void operator_emit_values(struct flow *flow, struct flow_node *node);
/* The function behind rt_source.near of a scan; NULL: its rows meet no state that is found by their
 * columns. Behind the operators (operator_near.c). */
const char *operator_emit_near(struct flow *flow, const struct flow_node *scan);

/* ---- job_table.c ---- */

/* struct rt_table of a scan (with its hints) or sink, once a job; its symbol. */
const char *job_emit_table(struct flow *flow, const struct plan_node *node);
/* The schemas that a side's decoders know, by number: the table's own, then the unit's others. */
size_t job_writers(struct flow *flow, const struct table *table, bool key,
    const struct schema_text **schemas);

/* ---- job_connector.c ---- */

/* Members of a table that is no topic: its connector, and the constant that describes it. */
void job_add_connector(struct flow *flow, struct text *fields, const struct table *table,
    const char *stem);

/* error-handling.mode, or what an ignore-parse-errors of the format makes of it. */
size_t job_error_mode(const struct table *table);
/* Members of a table of kafka or upsert-kafka. */
void job_add_kafka(struct text *fields, const struct table *table);
/* Members of the job: what its tables say of Kafka's client. Contradictions are reported. */
void job_add_client(struct flow *flow, struct text *fields);

/* ---- job.c ---- */

/* Everything of one job; the struct rt_job last. False: reported. */
bool job_emit(struct emitter *e, const struct emit_unit *unit, const struct emit_job *job,
    const char *prefix, struct text *out);

/* Text as C string literals, one a line of the text. */
const char *job_text(struct arena *arena, const char *text);

#endif
