/* Names to columns, expressions to typed expressions, statements to catalog changes and jobs.
 * Every function that returns false or NULL has reported. */
#ifndef DDL2C_BIND_H
#define DDL2C_BIND_H

#include "query.h"

/* ---- DDL (bind_table.c …): apply to the catalog ---- */

/* *table is the new one; NULL with true if IF NOT EXISTS found one. With AS the caller then runs
 * bind_ctas_insert for the INSERT part. */
bool bind_create_table(struct catalog *catalog, const struct statement *statement,
    struct table **table);
bool bind_alter_table(struct catalog *catalog, const struct statement *statement,
    struct table **table);
bool bind_drop_table(struct catalog *catalog, const struct statement *statement,
    struct table **dropped);
bool bind_create_view(struct catalog *catalog, const struct statement *statement);
bool bind_alter_view(struct catalog *catalog, const struct statement *statement);
bool bind_drop_view(struct catalog *catalog, const struct statement *statement);

/* With error-handling.mode = log: *made is the error table that had to be declared, NULL if it was
 * there. False: it cannot take errors (reported). */
bool bind_error_table(struct catalog *catalog, const struct table *table, struct table **made);
/* The table that error-handling.log.target names; NULL: there is none. */
struct table *table_error_target(struct catalog *catalog, const struct table *table);

/* From declared columns, key, distribution and options: everything derived in struct table
 * (mode, sides, subjects, schemas). Reports contradictions between options. */
bool table_derive(struct catalog *catalog, struct table *table);

/* ---- expressions ---- */

/* Binds an expression over the columns of `table` declared so far (computed columns, watermarks):
 * INPUT i is column i. Aggregates and subqueries are refused. */
struct texpr *bind_table_expr(struct catalog *catalog, const struct table *table,
    const struct ast_expr *expr);
/* A type as written; unknown names, wrong limits are reported. */
const struct type *bind_type(struct catalog *catalog, const struct ast_type *type);
/* Whether it may be the class of a STRUCTURED type: Java identifiers joined by points. */
bool is_class_name(struct str name);

/* ---- queries ---- */

/* A query alone. */
struct rel *bind_query(struct catalog *catalog, const struct ast_query *query);
/* SELECT in the foreground; INSERT INTO; statement set: fills *job. */
bool bind_statement(struct catalog *catalog, const struct statement *statement,
    struct bound_job *job);
/* The INSERT half of CREATE TABLE … AS, for the table just made. */
bool bind_ctas_insert(struct catalog *catalog, const struct statement *statement,
    const struct table *table, struct bound_job *job);

/* ---- functions (catalog/functions.def) ---- */

/* Chooses an overload and inserts casts into args (in place). NULL: reported, with the signatures
 * that exist. *type is the result. */
const struct function *function_resolve(struct catalog *catalog, struct name name,
    struct texpr **args, size_t count, struct span span, const struct type **type);

#endif
