/* Between the files that bind subqueries: bind_subquery.c, bind_correlate.c, bind_quantified.c,
 * bind_lateral.c. */
#ifndef DDL2C_BIND_SUBQUERY_H
#define DDL2C_BIND_SUBQUERY_H

#include "binder.h"

/* Rows of a subquery, apart from the rows around it. */
struct correlated {
    struct rel *rel;
    size_t tie_count;          /* its first columns, which tie it to the rows around */
    struct texpr_list ties;    /* conditions: INPUT_OUTER + i and those columns */
    struct texpr_list values;  /* the list of the subquery, over rel */
    struct texpr *having;      /* of one_row, over rel; NULL: none */
    bool one_row;              /* an aggregate without GROUP BY: a row also where rel has none */
    struct rel *generator;     /* see struct pending */
};

/* Reported as D_UNSUPPORTED_SUBQUERY: "<what> is not supported yet". */
bool subquery_unsupported(struct binder *b, struct span span, const char *what);

/* ---- bind_subquery.c ---- */

/* Its parts, where it is a SELECT (*parts), and its rows (*rel) unless it is correlated. */
bool bind_inner(struct binder *b, const struct ast_query *query,
    struct correlation *correlation, struct select_parts *parts, struct rel **rel);
/* Whether a correlated subquery's parts above WHERE are none but its list. */
bool is_plain(const struct ast_query *query, const struct select_parts *parts);
/* Its list, then all columns that it reads. */
struct rel *plain_rows(struct binder *b, struct select_parts *parts, size_t values);
/* Conditions of the correlation, over rows that have `by` columns more in front. */
void take_conditions(struct binder *b, const struct correlation *correlation, size_t by,
    struct texpr_list *out);
/* An expression with its inputs of the query around (from INPUT_OUTER on) among its own, from
 * number `first` on; the other inputs stay as they are. */
struct texpr *bring_in(struct arena *arena, const struct texpr *expr, size_t first);
/* Adds a join with a value to b->pending; the expression that stands for it. */
struct texpr *add_value(struct binder *b, const struct pending *pending, struct span span);
struct texpr *in_condition(struct binder *b, struct texpr *operand, struct texpr *value,
    bool negated, struct span span);

/* ---- bind_correlate.c ---- */

/* The rows of a correlated subquery. False: reported. */
bool correlated_rows(struct binder *b, const struct ast_query *query,
    const struct correlation *correlation, struct select_parts *parts, struct correlated *out);
/* Value i, or the condition of HAVING, where rows around are LEFT JOINed with one_row. */
struct texpr *value_or_none(struct binder *b, const struct correlated *rows, size_t i);
struct texpr *having_or_none(struct binder *b, const struct correlated *rows);
/* `calls` of rel, for each value of its first `groups` columns. */
struct rel *aggregate_by(struct binder *b, struct rel *rel, size_t groups,
    const struct aggregate *calls, size_t count);
/* The one value for each of the ties; fails where there are more. */
struct rel *single_value(struct binder *b, struct rel *rel, size_t tie_count);
/* What a generator reads: the rows around; `over` as in join_pending. False: reported. */
bool feed_generator(struct binder *b, struct rel *generator, struct rel *rel,
    const struct aggregation *over);

/* ---- bind_quantified.c ---- */

/* EXISTS, IN, ANY, ALL as a value; NULL: reported. */
struct texpr *bind_as_value(struct binder *b, const struct ast_expr *expr);
/* The same of a correlated subquery whose rows are known. */
struct texpr *one_row_value(struct binder *b, const struct ast_expr *expr,
    const struct correlated *rows);
bool is_equal_any(const struct ast_expr *expr);
/* <> ALL is NOT IN. */
bool is_unequal_all(const struct ast_expr *expr);
const struct ast_query *query_of(const struct ast_expr *expr);

#endif
