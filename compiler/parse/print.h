/* Shared by the files that print SQL. */
#ifndef DDL2C_PARSE_PRINT_H
#define DDL2C_PARSE_PRINT_H

#include "dump.h"

/* In parentheses if it binds looser than + does. */
void print_sum(struct text *out, const struct ast_expr *expr);
void print_exprs(struct text *out, const struct expr_list *list);
void print_names(struct text *out, const struct name_list *names);
void print_order(struct text *out, const struct order_list *list);
void print_call(struct text *out, const struct ast_expr *expr);
void print_json(struct text *out, const struct ast_expr *expr);
/* `(PARTITION BY … ORDER BY … ROWS …)`, or the name of a window. */
void print_window(struct text *out, const struct window_spec *window);

#endif
