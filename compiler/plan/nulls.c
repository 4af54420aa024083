/* Which columns may hold NULL at run time. Declared types follow Flink, where a decimal that does
 * not fit is NULL although its type says NOT NULL: rows between operators must have room for it. */
#include "planner.h"

static bool op_may_be_null(const struct texpr *expr, const struct rel_column *inputs);

static bool any_null(const struct texpr *expr, const struct rel_column *inputs);

/* Over an input with these columns (NULL: VALUES, which has none). */
static bool may_be_null(const struct texpr *expr, const struct rel_column *inputs)
{
    switch (expr->kind) {
    case TEXPR_INPUT:
        return inputs[expr->input].type->nullable;
    case TEXPR_LITERAL:
        return expr->is_null;
    case TEXPR_CALL:
        return expr->function->shape == SHAPE_NULLABLE ||
            expr->function->shape == SHAPE_ARENA_NULLABLE || any_null(expr, inputs);
    case TEXPR_OP:
        return op_may_be_null(expr, inputs);
    case TEXPR_CAST:
        return expr->is_try || expr->type->kind == TYPE_DECIMAL || any_null(expr, inputs);
    case TEXPR_CASE:
        for (size_t i = 1; i < expr->arg_count; i += 2)
            if (may_be_null(expr->args[i], inputs))
                return true;
        return may_be_null(expr->args[expr->arg_count - 1], inputs);
    case TEXPR_FIELD:
        return expr->type->nullable || any_null(expr, inputs);
    case TEXPR_ITEM:
        return true;
    case TEXPR_ROW: case TEXPR_ARRAY: case TEXPR_MAP:
        return false;
    }
    return true;
}

static bool any_null(const struct texpr *expr, const struct rel_column *inputs)
{
    for (size_t i = 0; i < expr->arg_count; i++)
        if (may_be_null(expr->args[i], inputs))
            return true;
    return false;
}

static bool op_may_be_null(const struct texpr *expr, const struct rel_column *inputs)
{
    switch (expr->op) {
    case TOP_ADD: case TOP_SUBTRACT: case TOP_MULTIPLY: case TOP_DIVIDE: case TOP_MODULO:
        return expr->type->kind == TYPE_DECIMAL || any_null(expr, inputs);
    case TOP_NEGATE: case TOP_EQ: case TOP_NE: case TOP_LT: case TOP_LE: case TOP_GT: case TOP_GE:
    case TOP_AND: case TOP_OR: case TOP_NOT: case TOP_IN:
        return any_null(expr, inputs);
    case TOP_IS_DISTINCT: case TOP_IS_NOT_DISTINCT: case TOP_IS_NULL: case TOP_IS_NOT_NULL:
    case TOP_IS_TRUE: case TOP_IS_NOT_TRUE: case TOP_IS_FALSE: case TOP_IS_NOT_FALSE:
        return false;
    case TOP_COALESCE:
        for (size_t i = 0; i < expr->arg_count; i++)
            if (!may_be_null(expr->args[i], inputs))
                return false;
        return true;
    }
    return true;
}

static bool column_may_be_null(const struct plan_node *node, size_t column)
{
    switch (node->kind) {
    case PLAN_CALC:
        return may_be_null(node->exprs[column], node->inputs[0]->columns);
    case PLAN_VALUES:
        for (size_t r = 0; r < node->row_count; r++)
            if (may_be_null(node->rows[r][column], NULL))
                return true;
        return false;
    case PLAN_EXPAND:
        for (size_t r = 0; r < node->row_count; r++)
            if (may_be_null(node->rows[r][column], node->inputs[0]->columns))
                return true;
        return false;
    case PLAN_WATERMARK: case PLAN_UNION: case PLAN_SINK: case PLAN_LIMIT: case PLAN_NORMALIZE:
    case PLAN_MATERIALIZE: case PLAN_RANK: case PLAN_DEDUPLICATE:
        for (size_t i = 0; i < node->input_count; i++)
            if (column < node->inputs[i]->column_count &&
                node->inputs[i]->columns[column].type->nullable)
                return true;
        return false;
    case PLAN_AGGREGATE:
        if (column < node->group_count)
            return node->inputs[0]->columns[node->group[column]].type->nullable;
        return node->columns[column].type->nullable ||
            node->columns[column].type->kind == TYPE_DECIMAL;
    case PLAN_JOIN: {
        size_t left = node->inputs[0]->column_count;

        return node->columns[column].type->nullable || (column < left
            ? node->inputs[0]->columns[column] : node->inputs[1]->columns[column - left])
            .type->nullable;
    }
    case PLAN_FROM_CHANGELOG: case PLAN_TO_CHANGELOG:
        return node->columns[column].type->nullable || (node->exprs[column] &&
            may_be_null(node->exprs[column], node->inputs[0]->columns));
    case PLAN_CORRELATE:
        return node->columns[column].type->nullable ||
            (column < node->inputs[0]->column_count &&
                node->inputs[0]->columns[column].type->nullable);
    case PLAN_SCAN:
        return node->columns[column].type->nullable;
    }
    return true;
}

void infer_nulls(struct planner *p, struct plan *plan)
{
    for (size_t i = 0; i < plan->node_count; i++) {
        struct plan_node *node = plan->nodes[i];

        for (size_t c = 0; c < node->column_count; c++)
            if (column_may_be_null(node, c))
                node->columns[c].type = type_with_null(p->arena, node->columns[c].type, true);
    }
}
