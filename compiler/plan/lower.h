/* Between lower.c and lower_state.c: rows on their way from the bound tree to operators. */
#ifndef DDL2C_LOWER_H
#define DDL2C_LOWER_H

#include "planner.h"

/* Rows that a Calc over `base` would give. */
struct chain {
    struct plan_node *base;
    struct texpr **exprs;
    struct rel_column *columns;
    size_t count;
    struct texpr *condition; /* over base; NULL: none */
    struct span span;
};

/* The rows of a node as they are. */
struct chain chain_of(struct planner *p, struct plan_node *node);
/* A node that gives the chain's rows. */
struct plan_node *chain_node(struct planner *p, const struct chain *chain);
/* Makes the chain a node if expressions over it cannot simply replace its columns: something not
 * deterministic would be computed twice, or moved before a filter, or the whole would grow. */
void chain_prepare(struct planner *p, struct chain *chain, struct texpr *const *exprs,
    size_t count, const struct texpr *condition);

struct chain lower_rel(struct planner *p, const struct rel *rel);

/* ---- lower_state.c ---- */

struct chain lower_aggregate(struct planner *p, const struct rel *rel);
struct chain lower_expand(struct planner *p, const struct rel *rel);
struct chain lower_join(struct planner *p, const struct rel *rel);
/* RANK and LIMIT; a rank that nothing limits is reported. */
struct chain lower_rank(struct planner *p, const struct rel *rel);
struct chain lower_correlate(struct planner *p, const struct rel *rel);

/* ---- changelog_call.c ---- */

struct chain lower_changelog(struct planner *p, const struct rel *rel);

#endif
