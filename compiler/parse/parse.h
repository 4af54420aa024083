/* Text to syntax tree. */
#ifndef DDL2C_PARSE_H
#define DDL2C_PARSE_H

#include "ast.h"

/* Parses the whole of source `source` (registered in `diag`). Statements with errors are reported
 * and left out; parsing goes on at the next `;` outside quotes and parentheses. Never NULL. */
struct script *parse_script(struct arena *arena, struct diag *diag, uint32_t source);

/* One expression alone (test, options); NULL if reported. */
struct ast_expr *parse_expression(struct arena *arena, struct diag *diag, uint32_t source);

/* Appends a readable dump, one node a line, indented by two (--dump=ast). */
void ast_dump(struct text *out, const struct script *script);

/* Appends SQL text of an expression in canonical form: keywords upper case, identifiers in
 * backticks, one space around operators — as SHOW CREATE TABLE prints it. */
void ast_print_expr(struct text *out, const struct ast_expr *expr);
void ast_print_query(struct text *out, const struct ast_query *query);

/* An operator as SQL writes it: "+", "IS NULL", "[]". */
const char *ast_op_text(enum ast_op op);
/* "DAY"; "" for none. */
const char *ast_unit_text(enum time_unit unit);

/* Whether the word (any case) is reserved in Flink SQL and must be quoted to be a name. */
bool keyword_is_reserved(const char *word);

#endif
