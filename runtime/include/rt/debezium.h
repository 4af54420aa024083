/* Debezium's envelope: a record is a change of one row, with the row before and after it.
 *
 * Source: Debezium's documentation, "Change event values"; what becomes of a change in a table of
 * each changelog mode: reference 000 and 003, "Debezium CDC format". No state; any thread. */
#ifndef RT_DEBEZIUM_H
#define RT_DEBEZIUM_H

#include <rt/base.h>

struct rt_change {
    struct rt_text op;  /* c, r (of a snapshot), u, d, t, m */
    bool no_op;         /* it is NULL or not there */
    bool no_before, no_after;
};

/* Kinds of row that a change becomes. */
enum rt_change_rows {
    RT_CHANGE_UPDATES,  /* retract: of an update the rows before and after it */
    RT_CHANGE_LATEST,   /* upsert: the row after it, of a deletion the key */
    RT_CHANGE_FACTS,    /* append: the row after it, of a deletion nothing */
};

/* *op: kind of the row; RT_UPDATE_AFTER with RT_CHANGE_UPDATES: the one before goes first. *skip:
 * the change is not about a row, or its row does not count. False: RT_DECODE (an unknown op, a row
 * that is not there, a truncation, which no row says). */
bool rt_change_kind(const struct rt_change *change, enum rt_change_rows rows, enum rt_op *op,
    bool *skip, struct rt_error *error);

/* Milliseconds as digits. False: RT_DECODE. */
bool rt_change_time(struct rt_text text, int64_t *ms, struct rt_error *error);

#endif
