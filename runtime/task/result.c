/* Rows of a foreground SELECT and of tables bound to --output. */
#include "task/materialised.h"
#include "task/task.h"

static struct line_output *lines_of(const struct rt_output *output)
{
    return &output->task->private_->line_outputs[output->sink->index];
}

bool rt_result_wants_json(const struct rt_output *output)
{
    return lines_of(output)->json;
}

struct rt_buffer *rt_result_cell(struct rt_output *output)
{
    struct line_output *lines = lines_of(output);

    lines->cell_starts[lines->cell_count] = lines->cells.size;
    lines->cell_nulls[lines->cell_count++] = false;
    return &lines->cells;
}

void rt_result_null(struct rt_output *output)
{
    struct line_output *lines = lines_of(output);

    lines->cell_starts[lines->cell_count] = lines->cells.size;
    lines->cell_nulls[lines->cell_count++] = true;
}

struct rt_buffer *rt_result_json(struct rt_output *output)
{
    return &lines_of(output)->cells;
}

/* {"a":1} becomes {"a":1,"$op":"-D"}; an insert needs no member. */
static void add_json(struct line_output *lines, enum rt_op op)
{
    size_t size = lines->cells.size;

    if (op == RT_INSERT) {
        rt_buffer_add(&lines->pending, lines->cells.data, size);
    } else {
        rt_buffer_add(&lines->pending, lines->cells.data, size - 1);
        rt_buffer_printf(&lines->pending, "%s\"$op\":\"%s\"}", size > 2 ? "," : "",
            rt_op_text(op));
    }
    rt_buffer_add_text(&lines->pending, "\n");
}

static void add_changelog(struct line_output *lines, enum rt_op op)
{
    rt_buffer_add_text(&lines->pending, rt_op_text(op));
    for (size_t i = 0; i < lines->cell_count; i++) {
        size_t start = lines->cell_starts[i];

        rt_buffer_add_text(&lines->pending, i ? ", " : "[");
        if (lines->cell_nulls[i])
            rt_buffer_add_text(&lines->pending, "<NULL>");
        else
            rt_buffer_add(&lines->pending, lines->cells.data + start,
                lines->cell_starts[i + 1] - start);
    }
    rt_buffer_add_text(&lines->pending, "]\n");
}

static bool check_op(const struct rt_table *table, enum rt_op op, struct rt_error *error)
{
    if (table->mode != RT_APPEND || op == RT_INSERT)
        return true;
    return rt_fail(error, RT_ENCODE, RT_STOP,
        "table %s: internal error: a change other than an insert reached an append table",
        table->name);
}

bool rt_result_end(struct rt_output *output, enum rt_op op, struct rt_error *error)
{
    const struct rt_table *table = output->sink->table;
    struct rt_task_private *own = output->task->private_;
    struct line_output *lines = lines_of(output);
    bool wanted = !own->limit_reached;

    if (table && !check_op(table, op, error))
        return false;
    if (table && table->mode == RT_UPSERT && op == RT_UPDATE_BEFORE)
        wanted = false;
    if (!lines->json)
        lines->cell_starts[lines->cell_count] = lines->cells.size;
    if (wanted && lines->json)
        add_json(lines, op);
    else if (wanted && lines->table)
        materialised_apply(lines->table, op, &lines->cells, lines->cell_starts,
            lines->cell_nulls);
    else if (wanted)
        add_changelog(lines, op);
    lines->cells.size = lines->cell_count = 0;
    own->dirty = true;
    if (!wanted)
        return true;
    output->rows++;
    own->stats.rows_out++;
    if (!table && own->run->row_limit && ++own->result_rows >= own->run->row_limit)
        own->limit_reached = true;
    return true;
}
