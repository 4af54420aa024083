/* Row lines of an input in the order of their $rowtime, where the file has another. */
#include "task/task.h"

#include <stdlib.h>
#include <string.h>

struct sorted_line {
    int64_t rowtime_ms, number;
    size_t at, size;
};

static int by_rowtime(const void *a, const void *b)
{
    const struct sorted_line *left = a, *right = b;

    if (left->rowtime_ms != right->rowtime_ms)
        return left->rowtime_ms < right->rowtime_ms ? -1 : 1;
    return (left->number > right->number) - (left->number < right->number);
}

void line_sort_add(struct line_sort *sort, struct rt_text line, int64_t rowtime_ms, int64_t number)
{
    if (sort->count == sort->capacity) {
        sort->capacity = sort->capacity ? 2 * sort->capacity : 64;
        sort->lines = rt_reallocate(sort->lines, sort->capacity, sizeof *sort->lines);
    }
    sort->lines[sort->count++] =
        (struct sorted_line){rowtime_ms, number, sort->bytes.size, line.size};
    rt_buffer_add(&sort->bytes, line.data, line.size);
}

void line_sort_finish(struct line_sort *sort, struct line_input *input)
{
    if (sort->count)
        qsort(sort->lines, sort->count, sizeof *sort->lines, by_rowtime);
    input->data.size = 0;
    input->numbers = rt_allocate(sort->count, sizeof *input->numbers);
    for (size_t i = 0; i < sort->count; i++) {
        rt_buffer_add(&input->data, sort->bytes.data + sort->lines[i].at, sort->lines[i].size);
        rt_buffer_add(&input->data, "\n", 1);
        input->numbers[i] = sort->lines[i].number;
    }
    input->ended = true;
}

void line_sort_release(struct line_sort *sort)
{
    rt_buffer_release(&sort->bytes);
    free(sort->lines);
}
