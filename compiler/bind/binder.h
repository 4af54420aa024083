/* Between the files of bind/ that bind queries and expressions. */
#ifndef DDL2C_BINDER_H
#define DDL2C_BINDER_H

#include "bind.h"

/* One column that an expression may name. */
struct scope_column {
    const char *name;
    const struct type *type;
    bool hidden; /* a system column: named, never part of `*` */
};

/* One table of FROM, by its alias. */
struct scope_table {
    const char *alias;         /* NULL: cannot be qualified */
    const struct table *table; /* of a catalog table without alias: db.t.column is allowed too */
    struct scope_column *columns;
    size_t count;
    size_t first;              /* INPUT number of columns[0] */
    struct span span;
};

struct scope {
    struct scope_table *tables;
    size_t count;
};

/* A WITH item, visible to what follows it. Bound once. */
struct cte {
    const char *name;
    struct rel *rel; /* NULL: failed, reported */
    const struct cte *outer;
};

struct binder {
    struct catalog *catalog;
    struct arena *arena;
    struct diag *diag;
    const struct scope *scope; /* NULL: no columns are visible */
    const struct cte *ctes;
    const char *place;         /* "SELECT", "WHERE" …, for messages */
    unsigned depth;            /* of views and subqueries */
};

enum { BIND_DEPTH_LIMIT = 200 };

struct binder binder_of(struct catalog *catalog);

/* ---- expressions; NULL: reported ---- */

struct texpr *bind_expr(struct binder *b, const struct ast_expr *expr);
struct texpr *bind_literal(struct binder *b, const struct ast_expr *expr);
struct texpr *bind_column(struct binder *b, const struct ast_expr *expr);
struct texpr *bind_field(struct binder *b, struct texpr *base, struct name name, struct span span);
struct texpr *bind_operator(struct binder *b, const struct ast_expr *expr);
struct texpr *bind_call(struct binder *b, const struct ast_expr *expr);
struct texpr *bind_case(struct binder *b, const struct ast_expr *expr);
struct texpr *bind_in(struct binder *b, const struct ast_expr *expr);
/* BOOLEAN, or an untyped NULL made BOOLEAN; else reported with `what` in front. */
struct texpr *bind_condition(struct binder *b, const struct ast_expr *expr, const char *what);
/* All of `list`; false if one was reported (all are tried). */
bool bind_exprs(struct binder *b, const struct expr_list *list, struct texpr **out);
/* Casts all to their common type; false: reported, with `what` in front. */
bool bind_common(struct binder *b, struct texpr **args, size_t count, const char *what,
    struct span span);
/* A call of a function by its SQL name over bound arguments. */
struct texpr *bind_named_call(struct binder *b, const char *name, struct span name_span,
    struct texpr **args, size_t count, struct span span);

/* Makers, all typed. */
struct texpr *make_op(struct arena *arena, enum texpr_op op, const struct type *type,
    struct span span, struct texpr *const *args, size_t count);
struct texpr *make_null(struct arena *arena, const struct type *type, struct span span);
struct texpr *make_not(struct arena *arena, struct texpr *arg, struct span span);
struct texpr *make_boolean(struct arena *arena, bool value, struct span span);
struct texpr *make_compare(struct binder *b, enum texpr_op op, struct texpr *left,
    struct texpr *right, struct span span);
struct texpr *make_arithmetic(struct binder *b, enum texpr_op op, struct texpr *left,
    struct texpr *right, struct span span);

/* A type as messages name it: STRING, DECIMAL(10, 2); without NOT NULL. */
const char *plain_type(struct arena *arena, const struct type *type);
const char *operator_text(enum ast_op op);
const char *unit_text(enum time_unit unit);
/* COUNT, SUM …: functions that need GROUP BY. */
bool function_is_aggregate(const char *name);
/* Of Flink, but not of functions.def yet. */
bool function_is_known(const char *name);

/* ---- queries; NULL: reported ---- */

struct rel *bind_subquery(struct binder *b, const struct ast_query *query);
struct rel *bind_from(struct binder *b, const struct table_ref *ref, struct scope *scope);
struct rel *bind_values(struct binder *b, const struct ast_query *query);
struct rel *bind_table_path(struct binder *b, const struct path *path,
    const struct hint_list *hints, const struct table **table);
struct rel *rel_new(struct arena *arena, enum rel_kind kind, struct span span,
    size_t column_count);
/* One on top of `input` that keeps or renames its columns. */
struct rel *rel_project(struct arena *arena, struct rel *input, size_t count);
struct texpr *rel_input(struct arena *arena, const struct rel *rel, size_t column,
    struct span span);
/* Names made distinct as Flink does: id, id0. */
void rel_name_apart(struct arena *arena, struct rel *rel);

#endif
