/* Long lists of IN: sorted constants of the generated code, searched by halves. */
#ifndef RT_LIST_H
#define RT_LIST_H

#include <rt/base.h>

#include <string.h>

/* `values` ascend. */
static inline bool rt_in_integers(const int64_t *values, size_t count, int64_t value)
{
    size_t first = 0;

    while (count) {
        size_t half = count / 2;

        if (values[first + half] == value)
            return true;
        if (values[first + half] < value) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return false;
}

/* `values` ascend by their bytes, of equal beginnings the shorter first. */
static inline bool rt_in_texts(const struct rt_text *values, size_t count, struct rt_text value)
{
    size_t first = 0;

    while (count) {
        const struct rt_text *at = &values[first + count / 2];
        size_t least = at->size < value.size ? at->size : value.size;
        int order = least ? memcmp(at->data, value.data, least) : 0;

        if (!order)
            order = (at->size > value.size) - (at->size < value.size);
        if (!order)
            return true;
        if (order < 0) {
            first += count / 2 + 1;
            count -= count / 2 + 1;
        } else {
            count /= 2;
        }
    }
    return false;
}

#endif
