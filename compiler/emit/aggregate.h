/* Between operator_aggregate*.c: one AGGREGATE being emitted. */
#ifndef DDL2C_AGGREGATE_H
#define DDL2C_AGGREGATE_H

#include "emit_state.h"

/* What one aggregate function keeps in the value of a group. */
enum kept {
    KEPT_NUMBERS,  /* columns of the group struct alone */
    KEPT_WELFORD,  /* struct rt_welford */
    KEPT_VALUES,   /* struct rt_values */
    KEPT_COUNTS = 4, /* struct rt_counts; the values in a map of their own */
    KEPT_BITMAP,   /* struct rt_bitmap_set */
};

struct function_state {
    const struct aggregate *of;
    enum kept kept;
    const char *member;      /* of KEPT_WELFORD …: "group->values_2" */
    int number, count;       /* columns of the group row, -1: none: the sum or value, how many */
    const char *distinct;    /* its map's constant; NULL: not DISTINCT */
    const char *counts;      /* its map's constant; NULL: not KEPT_COUNTS */
    const char *sql;         /* for comments */
};

struct agg {
    struct flow *flow;
    struct emitter *e;
    struct flow_node *node;
    const struct plan_node *plan;
    const struct row *in, *out;
    const struct row *group;         /* the columns of the group struct */
    const char *name;                /* "aggregate_3" */
    bool retracts;                   /* rows may be taken back */
    int rows;                        /* column with the number of rows, -1: not needed */
    struct function_state *functions;
    struct emit_value *inputs;       /* the input's columns, then the group's */
    struct text layout;
};

/* operator_aggregate_state.c: decides what each function keeps; emits the group struct. */
void aggregate_make_group(struct agg *agg);
/* Functions that encode, decode and release the struct, and its struct rt_operator. */
void aggregate_emit_map(struct agg *agg, const char *map);

/* operator_aggregate_add.c: `static bool <name>_add(task, group, in, error)` and, if `take`,
 * `<name>_take`, which takes a row back. */
void aggregate_emit_change(struct agg *agg, bool take);

/* operator_aggregate_result.c: `static bool <name>_result(task, group, in, out, error)`. */
void aggregate_emit_result(struct agg *agg);

/* ---- shared ---- */

/* "in->qty"; the condition that it is NULL. */
const char *aggregate_argument(struct agg *agg, size_t column);
const char *aggregate_argument_null(struct agg *agg, size_t column);
/* "group->sum_qty" and its NULL bit. */
const char *aggregate_member(struct agg *agg, int column);
const char *aggregate_member_null(struct agg *agg, int column);
/* INPUT `index` of agg->inputs as an expression. */
struct texpr *aggregate_input(struct agg *agg, size_t index, const struct type *type);
struct texpr *aggregate_group_input(struct agg *agg, int column);
struct texpr *aggregate_op(struct agg *agg, enum texpr_op op, const struct type *type,
    struct texpr *a, struct texpr *b);
/* A scope for statements of one of the functions. */
struct expr_scope aggregate_scope(struct agg *agg, struct text *out, unsigned *locals);
/* i64 i128 f64 text bytes timestamp: the rt_sort_ function of a type. */
const char *aggregate_sort_word(const struct type *type);
/* Whether values of the type have a size of their own, so that a plain member holds them. */
bool aggregate_is_plain(const struct type *type);

#endif
