/* State of a join: the rows of both inputs, each durable by itself, and in memory the groups of
 * rows that have the same join key.
 *
 * An operator has two maps: of struct rt_join_row (durable) and, behind it, of struct rt_join_group
 * (derived). The key of a row is its side, the join key, and what tells it from the other rows
 * there: nothing, a unique key, or the row itself. */
#ifndef RT_JOIN_H
#define RT_JOIN_H

#include <rt/map.h>

enum rt_join_side { RT_LEFT, RT_RIGHT };

struct rt_join_row {
    struct rt_join_row *next, *previous; /* of its side in the group, as they came */
    struct rt_join_group *group;
    struct rt_bytes row; /* encoded */
    bool owned;          /* `row` is on the heap, not in the key */
    int64_t count;       /* equal rows */
    int64_t matches;     /* rows of the other side that each of them meets, where it is kept */
};

struct rt_join_group {
    struct rt_join_row *first[2], *last[2];
};

/* A row on its way into the state. */
struct rt_join {
    struct rt_map *rows, *groups;
    struct rt_buffer *key;       /* of the row */
    enum rt_join_side side;
    struct rt_join_group *group; /* NULL: the join key has no rows */
    struct rt_join_row *mine;    /* after rt_join_add */
    bool replaced;               /* after rt_join_add: there was a row with its unique key */
};

/* Sets the key to the side; the caller appends the join key, and calls rt_join_find. */
void rt_join_begin(struct rt_join *join);
/* Looks for the group. The caller appends what else the row's key has. */
void rt_join_find(struct rt_join *join);
/* `row` is copied; NULL: it is the end of the key, from `row_at` on, and equal rows count. Makes
 * the group if there is none. */
void rt_join_add(struct rt_join *join, const struct rt_buffer *row, size_t row_at);
/* Takes one row out, and the group if it was the last (then group is NULL). False: there was no
 * such row. */
bool rt_join_retract(struct rt_join *join);
/* A row of the other side meets one row more or less; a row that replaced another is none more. */
void rt_join_count(struct rt_join *join, struct rt_join_row *other, bool adds);

/* The end of keys of groups that rows of a side are about to meet: the rows there, too. */
void rt_join_near(const struct rt_near *groups, enum rt_join_side side);

/* The side of a row by its key in the map of rows. */
static inline enum rt_join_side rt_join_side_of(struct rt_bytes key)
{
    return key.data[0] == RT_RIGHT ? RT_RIGHT : RT_LEFT;
}

/* The other side's rows. */
static inline struct rt_join_row *rt_join_others(const struct rt_join *join)
{
    return join->group ? join->group->first[!join->side] : NULL;
}

/* ---- struct rt_operator of the two maps ---- */

bool rt_join_encode(const void *value, struct rt_buffer *out);
bool rt_join_decode(struct rt_bytes in, void *value, struct rt_error *error);
void rt_join_release(void *value);
size_t rt_join_owned(const void *value);
/* Puts a restored row into its group. */
void rt_join_restored(struct rt_map *rows, struct rt_map *groups, struct rt_join_row *row);
/* Of the groups, which are never stored. */
bool rt_join_group_encode(const void *value, struct rt_buffer *out);
bool rt_join_group_decode(struct rt_bytes in, void *value, struct rt_error *error);

#endif
