/* Shared by the files of the dump. */
#ifndef DDL2C_PARSE_DUMP_H
#define DDL2C_PARSE_DUMP_H

#include "parse.h"

struct dump {
    struct text *out;
    unsigned depth;
};

/* A line `label: ` + text at the present depth; `label` may be NULL. */
void dump_line(struct dump *d, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* As dump_line, then one level deeper; dump_close goes back. */
void dump_open(struct dump *d, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void dump_close(struct dump *d);
/* Adds ` word` to the line before. */
void dump_flag(struct dump *d, bool set, const char *word);
/* `label 'text'` to the line before, quotes and control characters escaped; nothing if NULL. */
void dump_quoted(struct dump *d, const char *label, struct str text);

void dump_names(struct dump *d, const char *label, const struct name_list *names);
void dump_path(struct dump *d, const struct path *path); /* To the line before. */
void dump_expr(struct dump *d, const char *label, const struct ast_expr *expr); /* NULL: nothing. */
void dump_exprs(struct dump *d, const char *label, const struct expr_list *list);
void dump_order(struct dump *d, const char *label, const struct order_list *list);
void dump_window(struct dump *d, const char *label, const struct window_spec *window);
void dump_type(struct dump *d, const char *label, const struct ast_type *type);
void dump_query(struct dump *d, const char *label, const struct ast_query *query);
void dump_hints(struct dump *d, const struct hint_list *hints);
void dump_options(struct dump *d, const char *label, const struct option_list *options);

/* The qualifier of an interval: DAY(3) TO SECOND(6). */
void ast_qualifier_text(struct text *out, const struct interval_qualifier *qualifier);
/* The type as SQL: DECIMAL(10, 2) NOT NULL, identifiers in backticks. */
void ast_print_type(struct text *out, const struct ast_type *type);
void ast_print_name(struct text *out, const char *name);
void ast_print_path(struct text *out, const struct path *path);
/* 'text', quotes doubled. */
void ast_print_string(struct text *out, struct str text);

#endif
