/* SQL/JSON; NULL: reported. */
#ifndef DDL2C_BIND_EXPR_JSON_H
#define DDL2C_BIND_EXPR_JSON_H

#include "binder.h"

/* JSON_VALUE, JSON_QUERY, JSON_EXISTS, JSON_OBJECT, JSON_ARRAY. */
struct texpr *bind_json(struct binder *b, const struct ast_expr *expr);
struct texpr *bind_is_json(struct binder *b, const struct ast_expr *expr, bool negated);

#endif
