/* The ordered rows of a partition (struct rt_rank_list). */
#ifndef RT_RANK_LIST_H
#define RT_RANK_LIST_H

#include <rt/rank.h>

struct list_place {
    size_t block, at;
};

/* Where a row with these order bytes (or a part of them from the start) stands: before the rows
 * that are equal so far, or after them. */
struct list_place list_bound(const struct rt_rank_list *list, const uint8_t *order, size_t size,
    bool after);
/* NULL: behind the last row. */
struct rt_rank_row *list_row(const struct rt_rank_list *list, struct list_place place);
struct list_place list_next(const struct rt_rank_list *list, struct list_place place);
/* Rows before the place, or `limit` if there are more. */
size_t list_index(const struct rt_rank_list *list, struct list_place place, size_t limit);
/* NULL: there are not so many. */
struct rt_rank_row *list_at(const struct rt_rank_list *list, size_t index);
/* Brings what a look at the list needs near, a step after the other (LIST_STEPS). */
enum { LIST_STEPS = 4 };
void list_near(const struct rt_rank_list *list, int step);
void list_insert(struct rt_rank_list *list, struct list_place place, struct rt_rank_row *row);
void list_remove(struct rt_rank_list *list, const struct rt_rank_row *row);

#endif
