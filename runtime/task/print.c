/* The connector print: Flink's line for a row, "identifier:2> +I[1, Alice]". */
#include "task/task.h"

void print_row(struct rt_output *output, enum rt_op op)
{
    const struct rt_print *print = output->sink->table->print;
    struct rt_task_private *own = output->task->private_;
    struct rt_buffer *out = &own->line_outputs[output->sink->index].pending;

    if (print->identifier)
        rt_buffer_add_text(out, print->identifier);
    if (print->parallelism > 1)
        rt_buffer_printf(out, "%s%d", print->identifier ? ":" : "",
            1 + (int)(output->rows % (uint64_t)print->parallelism));
    if (print->identifier || print->parallelism > 1)
        rt_buffer_add_text(out, "> ");
    rt_buffer_printf(out, "%s[%.*s]\n", rt_op_text(op), (int)output->value.size,
        (const char *)output->value.data);
}
