/* Inside of DDL binding: a table being made or changed.
 *
 * CREATE, LIKE and ALTER fill a draft, which speaks of columns by name; draft_finish turns it into
 * a new struct table. So every way to a declaration passes the same checks. */
#ifndef DDL2C_BIND_TABLE_H
#define DDL2C_BIND_TABLE_H

#include "bind.h"

struct draft_key {
    bool present;
    struct name name; /* text NULL: not named */
    struct name_list columns;
    struct span span;
    bool strict; /* ALTER: columns must be NOT NULL already */
};

struct draft_distribution {
    bool present; /* the clause was written, or taken over */
    bool by_partitioned;
    bool has_buckets;
    int32_t buckets;
    struct name_list columns;
    struct span span;
};

struct draft_watermark {
    bool present;
    struct name column;
    const struct ast_expr *expr;
    struct span span;
};

enum { LIKE_FEATURE_COUNT = LIKE_WATERMARKS + 1 };

/* What LIKE brings in: columns come before the table's own, the rest fills what it leaves out. */
struct draft_like {
    const struct table *source; /* NULL: no LIKE */
    struct span span;
    enum like_mode modes[LIKE_FEATURE_COUNT];
    size_t inherited; /* so many columns at the front are the source's */
};

struct draft {
    struct catalog *catalog;
    const char *catalog_name, *database, *name, *topic, *comment;
    struct span span;
    VEC(struct column) columns; /* without system columns */
    VEC(struct hidden_column) hidden;
    struct draft_key key;
    struct draft_distribution distribution;
    struct draft_watermark watermark;
    VEC(struct option_value) options;
    bool temporary;
    bool alters;     /* the table is there already */
    bool failed;     /* something was reported */
    bool incomplete; /* a column has no type: expressions over the columns are not bound */
    struct draft_like like;
};

/* bind_table_draft.c */
void draft_init(struct draft *draft, struct catalog *catalog, const struct path *path);
/* The declaration of a table that exists, ready for changes. */
void draft_from_table(struct draft *draft, struct catalog *catalog, const struct table *table);
/* NULL if anything was reported, now or before. */
struct table *draft_finish(struct draft *draft);
/* Finishes and registers under the draft's name. */
struct table *draft_register(struct draft *draft);
struct column *draft_column(struct draft *draft, const char *name);
/* Reports D_NO_SUCH_COLUMN with the nearest name, if the draft has no such column. */
struct column *draft_need_column(struct draft *draft, const struct name *name, const char *clause);
const char *draft_path(struct draft *draft); /* map key */

/* As the options say so far. */
enum connector draft_connector(const struct draft *draft);

/* bind_table_column.c: one declared column. False if reported (and the draft has failed). */
bool draft_make_column(struct draft *draft, const struct column_def *def, struct column *column);
/* Appends, or puts where the definition says. */
bool draft_add_column(struct draft *draft, const struct column_def *def);
void draft_insert_column(struct draft *draft, const struct column *column, size_t at);
/* Index a new column of this definition goes to; false if AFTER names none. */
bool draft_column_place(struct draft *draft, const struct column_def *def, size_t *at);
bool draft_check_metadata(struct draft *draft);
/* Computed columns of the table being finished. */
bool draft_bind_computed(struct draft *draft, struct table *table);

/* bind_table_inferred.c: what an inferred table's registered schema has. */
bool draft_is_registered(const struct draft *draft, const struct column *column);
/* An added column that is there already, as what a script did before: *done, or the registered
 * column gives way to a metadata or computed one. False: reported. */
bool draft_add_registered(struct draft *draft, const struct column_def *def,
    struct column *prior, bool *done);
/* The registered column comes back when what hid it is gone. */
void draft_reveal(struct draft *draft, const char *name);
/* After SET and RESET: if formats or subjects of an inferred table have changed, its registered
 * columns become those of the new schemas. `resets`: a format whose schema is gone goes too. */
bool draft_infer_again(struct draft *draft, const struct table *table, bool resets);
/* Whether the draft is of an inferred table without such a column: a script has dropped or renamed
 * it before. Warned. */
bool draft_was_dropped(struct draft *draft, const struct name *name);

/* bind_table_clause.c: the other clauses. */
bool draft_column_constraint(struct draft *draft, const struct column_def *def);
bool draft_constraint(struct draft *draft, const struct constraint_def *def);
bool draft_watermark(struct draft *draft, const struct watermark_def *def);
bool draft_distribution(struct draft *draft, const struct distribution_def *def);
bool draft_partitioned_by(struct draft *draft, const struct name_list *columns, struct span span);
bool draft_option(struct draft *draft, const struct ast_option *option, bool replaces);
bool draft_options(struct draft *draft, const struct option_list *options);

/* bind_table_resolve.c: names of clauses to column numbers in the table. */
bool draft_resolve_key(struct draft *draft, struct table *table);
bool draft_resolve_distribution(struct draft *draft, struct table *table);
bool draft_resolve_watermark(struct draft *draft, struct table *table);

/* bind_table_ctas.c: columns of AS with those declared. */
bool draft_ctas_columns(struct draft *draft, const struct create_table *create);

/* bind_like.c: the merging rules and the source's columns; then, after the table's own clauses, the
 * source's. */
bool draft_like_columns(struct draft *draft, const struct create_table *create);
bool draft_like_clauses(struct draft *draft);
/* A column that the source has too: replaces it if the rules say so, else reports. */
bool draft_like_column(struct draft *draft, const struct column_def *def, struct column *prior);

#endif
