/* Between the files of bind/ that bind queries and expressions. */
#ifndef DDL2C_BINDER_H
#define DDL2C_BINDER_H

#include "bind.h"

/* One column that an expression may name. */
struct scope_column {
    const char *name;
    const struct type *type;
    bool hidden; /* a system column: named, never part of `*` */
    bool common; /* of USING or NATURAL: comes first in `*` */
    bool merged; /* its twin in the other table stands for both: only known with its alias */
};

/* One table of FROM, by its alias. */
struct scope_table {
    const char *alias;         /* NULL: cannot be qualified */
    const struct table *table; /* of a catalog table without alias: db.t.column is allowed too */
    struct scope_column *columns;
    size_t count;
    size_t first;              /* INPUT number of columns[0] */
    struct span span;
};

struct scope {
    struct scope_table *tables;
    size_t count;
};

/* A WITH item, visible to what follows it. Bound once. */
struct cte {
    const char *name;
    struct rel *rel; /* NULL: failed, reported */
    const struct cte *outer;
};

/* Input numbers of what is computed above FROM, until the SELECT is put together: result number i
 * of the aggregates, of ROW_NUMBERs, of subqueries; column i of the query around this one. */
enum { INPUT_AGGREGATE = 1 << 24, INPUT_RANK = 1 << 25, INPUT_SUBQUERY = 1 << 26,
    INPUT_OUTER = 1 << 27 };

struct texpr_list {
    struct texpr **at;
    size_t count, capacity;
};

/* Subqueries of an expression, each to be joined to the rows that the expression is over. */
struct pending {
    enum rel_join kind;
    struct rel *right;
    struct texpr_list conditions; /* over the right row; INPUT_OUTER + i: column i of the left */
    struct texpr *value;          /* over the right row; NULL: none (SEMI, ANTI) */
    struct rel *generator;        /* below right: PROJECT of columns of the left rows, which become
                                     its input; NULL: none */
};

struct pending_list {
    struct pending *at;
    size_t count, capacity;
};

/* Aggregates of one SELECT. `args` are the columns of the projection below: first the group's. */
struct aggregation {
    struct texpr_list args;
    size_t group_count;
    struct {
        struct aggregate *at;
        size_t count, capacity;
    } calls;
    struct {
        const char **at;
        size_t count, capacity;
    } names;                      /* of calls; NULL: none */
    struct pending_list below;    /* subqueries in arguments */
    const bool (*sets)[64];       /* GROUPING SETS: which group columns each has; NULL: one set */
    size_t set_count;
    bool used;                    /* GROUP BY, HAVING or an aggregate is there */
};

/* ROW_NUMBER() OVER (…) of one SELECT. */
struct ranking {
    struct texpr_list partition;
    struct {
        struct texpr *expr;
        bool descending, nulls_first;
    } order[32];
    size_t order_count;
    struct span span;
};

struct ranking_list {
    struct ranking *at;
    size_t count, capacity;
};

/* What a query may read of the one around it. */
struct correlation {
    const struct scope *scope;
    struct texpr_list conditions; /* of WHERE, with INPUT_OUTER in them */
};

/* Rows and their names that stand in the place of FROM. */
struct given_rows {
    struct rel *rel;
    struct scope scope;
};

/* The scopes of all queries around this one. */
struct around {
    const struct scope *scope;
    const struct around *outer;
};

/* A STATE_TTL of the SELECT that is bound. */
struct ttl_hint {
    struct str name;
    struct span span;
    struct state_ttl ttl;
    bool used;
};

struct ttl_hints {
    struct ttl_hint *at;
    size_t count, capacity;
};

struct binder {
    struct catalog *catalog;
    struct arena *arena;
    struct diag *diag;
    const struct scope *scope; /* NULL: no columns are visible */
    const struct cte *ctes;
    const char *place;         /* "SELECT", "WHERE" …, for messages */
    unsigned depth;            /* of views and subqueries */
    struct span use;           /* within a view: where the statement names the outermost one */
    struct aggregation *aggregation;   /* NULL: no aggregates here */
    struct ranking_list *rankings;     /* NULL: no OVER here */
    struct pending_list *pending;      /* NULL: no subqueries here */
    struct correlation *correlation;   /* NULL: no query around this one */
    const struct around *around;       /* for messages */
    const struct given_rows *given;    /* NULL: what FROM says */
    struct ttl_hints *ttls;            /* of this SELECT; NULL: no SELECT */
};

enum { BIND_DEPTH_LIMIT = 200 };

/* Where a reader of the statement finds what stands at `span`, which may be in a view. */
static inline struct span binder_place(const struct binder *b, struct span span)
{
    return b->use.source ? b->use : span;
}

struct binder binder_of(struct catalog *catalog);

/* ---- expressions; NULL: reported ---- */

struct texpr *bind_expr(struct binder *b, const struct ast_expr *expr);
struct texpr *bind_literal(struct binder *b, const struct ast_expr *expr);
struct texpr *bind_column(struct binder *b, const struct ast_expr *expr);
/* Field `index` of a row, as a value of `type`. */
struct texpr *make_field(struct arena *arena, struct texpr *base, size_t index,
    const struct type *type, struct span span);
struct texpr *bind_field(struct binder *b, struct texpr *base, struct name name, struct span span);
struct texpr *bind_operator(struct binder *b, const struct ast_expr *expr);
struct texpr *bind_call(struct binder *b, const struct ast_expr *expr);
struct texpr *bind_case(struct binder *b, const struct ast_expr *expr);
struct texpr *bind_in(struct binder *b, const struct ast_expr *expr);
/* Whether one of them is a bare NULL, reported. */
/* A function bound by its name; `args` are bound. NULL: reported. */
typedef struct texpr *special_form(struct binder *b, const struct ast_expr *expr,
    struct texpr **args, size_t count);
/* bind_expr_object.c */
special_form form_object_of, form_object_update;
bool refuse_null(struct binder *b, const struct expr_list *args);
/* BOOLEAN, or an untyped NULL made BOOLEAN; else reported with `what` in front. */
struct texpr *bind_condition(struct binder *b, const struct ast_expr *expr, const char *what);
/* The condition of a join over the rows of `scope`; `place` names it in messages. Subqueries go to
 * `pending`; NULL: there are none. NULL: reported. */
struct texpr *bind_on_condition(struct binder *b, const struct ast_expr *on,
    const struct scope *scope, const char *place, struct pending_list *pending);
/* All of `list`; false if one was reported (all are tried). */
bool bind_exprs(struct binder *b, const struct expr_list *list, struct texpr **out);
/* Casts all to their common type; false: reported, with `what` in front. */
bool bind_common(struct binder *b, struct texpr **args, size_t count, const char *what,
    struct span span);
/* A call of a function by its SQL name over bound arguments. */
struct texpr *bind_named_call(struct binder *b, const char *name, struct span name_span,
    struct texpr **args, size_t count, struct span span);

/* Makers, all typed. */
struct texpr *make_op(struct arena *arena, enum texpr_op op, const struct type *type,
    struct span span, struct texpr *const *args, size_t count);
/* CASE of conditions and results in turn, then what holds otherwise; all of one type. */
struct texpr *make_case_of(struct binder *b, const struct ast_expr *expr, struct texpr **args,
    size_t count);
/* ROW, ARRAY, MAP of values. */
struct texpr *make_list(struct arena *arena, enum texpr_kind kind, const struct type *type,
    struct span span, struct texpr **args, size_t count);
struct texpr *make_null(struct arena *arena, const struct type *type, struct span span);
struct texpr *make_not(struct arena *arena, struct texpr *arg, struct span span);
struct texpr *make_boolean(struct arena *arena, bool value, struct span span);
struct texpr *make_compare(struct binder *b, enum texpr_op op, struct texpr *left,
    struct texpr *right, struct span span);
struct texpr *make_arithmetic(struct binder *b, enum texpr_op op, struct texpr *left,
    struct texpr *right, struct span span);

/* A type as messages name it: STRING, DECIMAL(10, 2); without NOT NULL. */
const char *plain_type(struct arena *arena, const struct type *type);
const char *operator_text(enum ast_op op);
/* COUNT, SUM …: functions that need GROUP BY. */
bool function_is_aggregate(const char *name);
/* Why a function of Flink is not here; NULL: it is here, or Flink has none of that name. */
const char *function_missing(const char *name);

/* ---- bind_aggregate.c ---- */

/* A call of an aggregate function: INPUT_AGGREGATE + i. */
struct texpr *bind_aggregate_call(struct binder *b, const struct ast_expr *expr,
    const char *name);
/* ROW_NUMBER, LAG …: nothing without OVER. */
bool function_needs_over(const char *name);
struct texpr *bind_json_aggregate(struct binder *b, const struct ast_expr *expr);
/* GROUPING, GROUPING_ID, GROUP_ID. */
bool is_grouping_call(const char *name);
struct texpr *bind_grouping_call(struct binder *b, const struct ast_expr *expr,
    const char *name);

/* ---- bind_group.c ---- */

bool bind_group_by(struct binder *b, const struct select *select);
/* The AGGREGATE over `rel` (FROM and WHERE). */
struct rel *make_aggregate(struct binder *b, struct rel *rel, struct aggregation *aggregation,
    struct span span);
/* The expression over the AGGREGATE's rows; NULL: reported, a column that is not grouped. */
struct texpr *over_groups(struct binder *b, const struct aggregation *aggregation,
    const struct texpr *expr);
/* `rel` without duplicates. */
struct rel *rel_distinct(struct arena *arena, struct rel *rel);

/* ---- bind_rank.c ---- */

/* ROW_NUMBER() OVER (…): INPUT_RANK + i. */
struct texpr *bind_over_call(struct binder *b, const struct ast_expr *expr, const char *name);
/* Adds the RANKs to `rel`; rankings are over it. columns[i] is the number of ROW_NUMBER i. */
struct rel *make_ranks(struct binder *b, struct rel *rel, const struct ranking_list *rankings,
    size_t *columns);
/* `rel` with column `column` compared with a number, where that is a ROW_NUMBER: its first rows.
 * NULL: it is none. */
struct rel *limit_rank(struct binder *b, struct rel *rel, size_t column, enum texpr_op op,
    int64_t number);
/* ORDER BY, LIMIT and OFFSET over `rel`; keys are its columns. */
struct rel *bind_limits(struct binder *b, struct rel *rel, const struct ast_query *query,
    const struct sort_key *order, size_t order_count);

/* The number behind LIMIT. False: reported. */
bool bind_limit_count(struct binder *b, const struct ast_expr *limit, int64_t *number);

/* ---- bind_ttl.c ---- */

/* STATE_TTL among the hints behind SELECT. False: reported. */
bool bind_ttls(struct binder *b, const struct hint_list *list, struct ttl_hints *hints);
/* STATE_TTL for what FROM calls `ref`; text NULL: none. */
struct state_ttl take_ttl(struct binder *b, const struct table_ref *ref);
/* False: a STATE_TTL that nothing took, reported. */
bool check_ttls(struct binder *b);

/* ---- bind_join.c ---- */

struct rel *bind_join(struct binder *b, const struct table_ref *ref, struct scope *scope);
struct rel *rel_join(struct arena *arena, enum rel_join kind, struct rel *left,
    struct rel *right, struct span span);
/* The type as a plain one, no time attribute. */
const struct type *without_time(struct arena *arena, const struct type *type);
/* Adds a condition: into the joins, under them and into ranks as far as it goes. */
struct rel *rel_filter(struct binder *b, struct rel *rel, struct texpr *condition);
/* Conditions of ON that read one side only go below where the join's kind lets them. */
void push_on(struct binder *b, struct rel *join);
/* The same rows under other column names. */
struct rel *rel_rename(struct binder *b, struct rel *rel, const char *const *names);
/* The parts of a condition joined by AND. */
void split_and(struct arena *arena, struct texpr *expr, struct texpr_list *parts);
struct texpr *make_and(struct arena *arena, struct texpr *const *parts, size_t count);

/* ---- bind_unnest.c ---- */

/* Adds UNNEST(…) to the rows of `left`, whose scope it may read. */
struct rel *bind_unnest(struct binder *b, const struct table_ref *ref, bool outer,
    struct rel *left, struct scope *scope);

/* ---- bind_lateral.c ---- */

/* `left` joined with LATERAL (query), the right side of `ref`, which may read it. */
struct rel *bind_lateral(struct binder *b, const struct table_ref *ref, struct rel *left,
    struct scope *scope);

/* ---- bind_changelog.c ---- */

/* Whether it calls FROM_CHANGELOG or TO_CHANGELOG. */
bool is_changelog_call(const struct table_ref *ref);
struct rel *bind_changelog(struct binder *b, const struct table_ref *ref);

/* ---- bind_subquery.c ---- */

/* EXISTS, IN and scalar subqueries anywhere in an expression. */
struct texpr *bind_query_expr(struct binder *b, const struct ast_expr *expr);
/* Whether a part of WHERE or HAVING is a join by itself: [NOT] IN or [NOT] EXISTS of a query. */
bool is_join_condition(const struct ast_expr *expr);
/* Adds it to `joins`, or to b->pending: *value is then what has to be TRUE, else NULL. */
bool bind_join_condition(struct binder *b, const struct ast_expr *expr,
    struct pending_list *joins, struct texpr **value);
/* Joins what is pending to `rel`; operands are mapped by `over` (NULL: as they are). values[i]
 * are the values over the result. */
struct rel *join_pending(struct binder *b, struct rel *rel, const struct pending_list *pending,
    const struct aggregation *over, struct texpr ***values);
/* `expr` with another expression for each input. */
typedef struct texpr *input_map(void *context, const struct texpr *input);
struct texpr *map_inputs(struct arena *arena, const struct texpr *expr, input_map *map,
    void *context);
bool has_inputs_from(const struct texpr *expr, size_t first);

/* ---- bind_select.c ---- */

/* A SELECT as far as it is known before its parts are put together. */
struct select_parts {
    struct binder binder;
    struct scope scope;
    struct rel *rel; /* FROM and WHERE */
    struct state_ttl ttl; /* of the aggregate */
    struct texpr_list exprs;
    struct {
        const char **at;
        size_t count, capacity;
    } names;
    size_t visible;  /* the others are only to sort by */
    struct aggregation aggregation;
    struct ranking_list rankings;
    struct pending_list pending;
    struct texpr *having, *qualify;
    struct pending_list having_joins;
    struct sort_key order[32];
    size_t order_count;
};

bool bind_select_parts(struct binder *b, const struct ast_query *query,
    struct select_parts *parts);
struct rel *finish_select(struct binder *b, const struct ast_query *query,
    struct select_parts *parts);

/* ---- bind_set.c ---- */

struct rel *bind_set_operation(struct binder *b, const struct ast_query *query);

/* ---- queries; NULL: reported ---- */

struct rel *bind_subquery(struct binder *b, const struct ast_query *query);
/* One WITH item after the other, each seeing those before it. False: reported. */
bool bind_with(struct binder *b, const struct with_list *with);
struct rel *bind_from(struct binder *b, const struct table_ref *ref, struct scope *scope);
struct rel *bind_values(struct binder *b, const struct ast_query *query);
/* Options of hints, and of settings, over those of the table of `scan`; NULL: what is read is no
 * table, and takes none. False: reported. */
bool bind_hints(struct binder *b, const struct hint_list *hints, struct rel *scan);
/* Hints behind SELECT are those of the one table in its FROM: adds them to `ref`, a copy of it. */
bool bind_select_hints(struct binder *b, const struct select *select, struct table_ref *ref);
struct rel *bind_table_path(struct binder *b, const struct path *path,
    const struct hint_list *hints, const struct table **table);
struct rel *rel_new(struct arena *arena, enum rel_kind kind, struct span span,
    size_t column_count);
/* One on top of `input` that keeps or renames its columns. */
struct rel *rel_project(struct arena *arena, struct rel *input, size_t count);
struct texpr *rel_input(struct arena *arena, const struct rel *rel, size_t column,
    struct span span);
/* Names made distinct as Flink does: id, id0. */
void rel_name_apart(struct arena *arena, struct rel *rel);

#endif
