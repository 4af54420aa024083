/* What the actions of grammar/sql.y call: each function makes one node. */
#ifndef DDL2C_PARSE_BUILD_H
#define DDL2C_PARSE_BUILD_H

#include "parse.h"
#include "token.h"

enum set_mark { SET_MARK_NONE, SET_MARK_BEGIN, SET_MARK_END };

/* One statement on its way through the grammar. */
struct parser {
    struct arena *arena;
    struct diag *diag;
    bool quiet;    /* Parsed a second time to explain an error: report nothing. */
    bool failed;   /* The grammar refused a token. */
    bool reported; /* An action reported an error: the statement is left out. */
    bool too_deep; /* Reported already. */
    struct statement *statement;
    struct ast_expr *expression;
    enum set_mark set; /* The statement opens or closes a statement set. */
};

/* Reports and leaves the statement out. */
void build_report(struct parser *p, enum diag_code code, struct span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Refuses a tree that is too deep; returns the depth. */
unsigned build_depth(struct parser *p, unsigned depth, struct span span);
unsigned build_deepest(const struct expr_list *list);
/* A number token as an integer of at most `most`; reports if it is not. */
int64_t build_integer(struct parser *p, const struct token *token, int64_t most, const char *what);
/* NUL-terminated upper case of a word. */
char *build_upper(struct parser *p, struct str text);

/* ---- names: build.c ---- */

struct name build_name(const struct token *token);
struct path build_path(struct parser *p, struct name name);
struct path build_path_add(struct parser *p, struct path path, struct name name);
struct name_list build_names(struct parser *p, struct name_list list, struct name name);

/* ---- types: build_type.c ---- */

struct precision { /* (p), (p, s); -1: not given */
    struct span span;
    int first, second;
};

struct ast_type *build_type(struct parser *p, const struct token *word, const char *canonical);
struct ast_type *build_type_path(struct parser *p, struct path path);
struct ast_type *build_type_arguments(struct parser *p, struct ast_type *type,
    const struct token *first, const struct token *second, struct span end);
struct ast_type *build_type_null(struct ast_type *type, enum nullability nullability,
    struct span end);
struct ast_type *build_type_to(struct ast_type *type, struct span end);
struct ast_type *build_type_zone(struct parser *p, struct ast_type *type, const char *suffix,
    struct span end);
struct ast_type *build_type_of(struct parser *p, enum ast_type_kind kind, struct ast_type *key,
    struct ast_type *element, struct span span);
/* STRUCTURED: a row type that gets a class. */
struct ast_type *build_type_structured(struct ast_type *row, const struct token *class_name);
struct ast_type *build_type_row(struct parser *p, struct field_list fields, struct span begin,
    struct span end);
struct ast_type *build_type_interval(struct parser *p, struct interval_qualifier qualifier,
    struct span begin);
struct field_list build_fields(struct parser *p, struct field_list list, struct ast_field field);
enum time_unit build_unit(struct parser *p, const struct token *token);
struct precision build_precision(struct parser *p, const struct token *first,
    const struct token *second, struct span end);
struct interval_qualifier build_qualifier(struct parser *p, const struct token *from,
    struct precision from_precision, const struct token *to, struct precision to_precision);

/* ---- expressions: build.c, build_call.c ---- */

struct call_args {
    struct expr_list args;
    struct order_list order_by;
    bool star, distinct;
};

struct json_answer {
    enum json_behavior behavior;
    struct ast_expr *value;
};

struct ast_expr *build_plain(struct parser *p, enum ast_expr_kind kind, struct span span);
/* Lengthens the span of a node being built. */
void build_extend(struct ast_expr *expr, struct span end);
struct ast_expr *build_unary(struct parser *p, enum ast_op op, struct ast_expr *operand,
    struct span span);
struct ast_expr *build_prefix(struct parser *p, enum ast_op op, const struct token *sign,
    struct ast_expr *operand);
struct ast_expr *build_binary(struct parser *p, enum ast_op op, struct ast_expr *left,
    struct ast_expr *right);
/* `op` is the positive one; its negation follows it in enum ast_op. */
struct ast_expr *build_test(struct parser *p, enum ast_op op, bool negated,
    struct ast_expr *operand, const struct token *end);
struct ast_expr *build_test_set(struct parser *p, bool negated, struct ast_expr *operand,
    const struct token *article, const struct token *end);
struct ast_expr *build_test_json(struct parser *p, bool negated, struct ast_expr *operand,
    const struct token *json, const struct token *word);
enum ast_op build_compare_op(const struct token *token);
struct ast_expr *build_quantified(struct parser *p, struct ast_expr *operand,
    const struct token *op, enum quantifier quantifier, struct expr_list list,
    struct ast_query *query, struct span end);
struct ast_expr *build_between(struct parser *p, bool negated, bool symmetric,
    struct ast_expr *operand, struct ast_expr *low, struct ast_expr *high);
struct ast_expr *build_in(struct parser *p, bool negated, struct ast_expr *operand,
    struct expr_list list, struct ast_query *query, struct span end);
struct ast_expr *build_like(struct parser *p, enum ast_op op, struct ast_expr *operand,
    struct ast_expr *pattern, struct ast_expr *escape);
struct ast_expr *build_column(struct parser *p, struct path path);
struct ast_expr *build_star(struct parser *p, struct path path, struct span span);
struct ast_expr *build_field(struct parser *p, struct ast_expr *base, struct name name);
struct ast_expr *build_item(struct parser *p, struct ast_expr *base, struct ast_expr *index,
    struct span end);
struct expr_list build_exprs(struct parser *p, struct expr_list list, struct ast_expr *expr);
/* The parentheses leave no node, only their span. */
struct ast_expr *build_parens(struct parser *p, struct ast_expr *expr, struct span begin,
    struct span end);
/* (a - b) DAY */
struct ast_expr *build_minus_unit(struct parser *p, struct ast_expr *expr,
    struct interval_qualifier qualifier, struct span begin);
struct ast_expr *build_row(struct parser *p, struct expr_list items, bool implicit,
    struct span span);
struct ast_expr *build_list(struct parser *p, enum ast_expr_kind kind, struct expr_list items,
    struct ast_query *query, struct span span);
struct ast_expr *build_map(struct parser *p, struct expr_list items, struct span span);
struct ast_expr *build_query_expr(struct parser *p, enum ast_expr_kind kind,
    struct ast_query *query, struct span span);
/* `token` gives the text, NULL for none. */
struct ast_expr *build_literal(struct parser *p, enum literal_kind kind,
    const struct token *token, struct span span);
struct ast_expr *build_interval(struct parser *p, bool negative, const struct token *text,
    struct interval_qualifier qualifier, struct span begin);
struct ast_expr *build_one(struct parser *p, struct span span);
struct ast_expr *build_case(struct parser *p, struct ast_expr *operand, struct when_list whens,
    struct ast_expr *otherwise, struct span span);
struct when_list build_whens(struct parser *p, struct when_list list, struct expr_list conditions,
    struct ast_expr *result);
struct ast_expr *build_cast(struct parser *p, bool is_try, struct ast_expr *operand,
    struct ast_type *type, struct span span);
struct ast_expr *build_unit_expr(struct parser *p, enum ast_expr_kind kind,
    const struct token *unit, struct ast_expr *operand, bool ceil, struct span span);
struct ast_expr *build_floor_ceil(struct parser *p, const struct token *function,
    struct ast_expr *operand, const struct token *unit, struct span end);
/* `third` may be NULL. */
struct ast_expr *build_special(struct parser *p, enum ast_expr_kind kind,
    const struct token *function, const struct token *unit, struct ast_expr *first,
    struct ast_expr *second, struct ast_expr *third, struct span end);
struct ast_expr *build_special_add(struct parser *p, struct ast_expr *special,
    struct ast_expr *arg);
struct ast_expr *build_trim(struct parser *p, enum trim_side side, struct ast_expr *chars,
    struct ast_expr *operand, struct span span);
struct ast_expr *build_json_path(struct parser *p, const struct token *function,
    struct ast_expr *input, struct ast_expr *path, struct json_clauses clauses, struct span end);
struct ast_expr *build_json(struct parser *p, const struct token *function, struct expr_list args,
    struct json_clauses clauses, struct span end);
struct expr_list build_pair(struct parser *p, struct expr_list list, struct ast_expr *key,
    struct ast_expr *value);
struct ast_expr *build_call(struct parser *p, struct path name, struct call_args args,
    struct span end);
struct ast_expr *build_call_word(struct parser *p, const struct token *word, struct call_args args,
    struct span end);
struct ast_expr *build_call_query(struct parser *p, struct path name, struct ast_query *query,
    struct span end);
struct ast_expr *build_call_bare(struct parser *p, const struct token *word);
struct ast_expr *build_call_filter(struct parser *p, struct ast_expr *call,
    struct ast_expr *condition, struct span end);
struct ast_expr *build_call_over(struct parser *p, struct ast_expr *call,
    struct window_spec *window);
struct ast_expr *build_measure_mode(struct ast_expr *call, const struct token *mode);
struct ast_expr *build_named(struct parser *p, struct name name, struct ast_expr *value);
struct ast_expr *build_descriptor(struct parser *p, struct name_list names, struct span span);
struct ast_expr *build_path_arg(struct parser *p, struct path table, struct span begin);
struct ast_expr *build_query_arg(struct parser *p, struct ast_query *query, struct span span);
struct ast_expr *build_table_arg(struct parser *p, struct ast_expr *table,
    struct expr_list partition_by, struct order_list order_by);
/* The items of a row written (a, b), else the expression alone. */
struct expr_list build_unrow(struct parser *p, struct ast_expr *expr);
struct order_list build_order(struct parser *p, struct order_list list, struct ast_expr *expr,
    bool descending, int nulls);
struct window_spec *build_window(struct parser *p, struct name base, struct expr_list partition_by,
    struct order_list order_by, struct window_spec *frame);
struct window_spec *build_window_name(struct parser *p, struct name name);
struct window_spec *build_frame(struct parser *p, bool is_range, struct window_bound from,
    struct window_bound to);

/* ---- queries: build_query.c ---- */

struct slice { /* LIMIT, OFFSET, FETCH */
    struct ast_expr *limit, *offset;
    bool has_limit, has_offset;
    struct span span;
};

struct group_clause {
    bool present, distinct;
    struct grouping list;
};

struct alias {
    struct name name;
    struct name_list columns;
};

struct join_word {
    enum join_kind kind;
    bool natural;
};

struct join_condition {
    struct ast_expr *on;
    struct name_list columns;
};

struct match_skip {
    int skip;
    struct name variable;
};

struct quantifier_range {
    int64_t least, most;
    struct span span;
};

struct ast_query *build_query(struct parser *p, struct ast_query *body, struct order_list order_by,
    struct slice slice);
struct ast_query *build_query_with(struct parser *p, struct ast_query *query,
    struct with_list items, struct span begin);
struct with_list build_with(struct parser *p, struct with_list list, struct with_item item);
struct ast_query *build_set_operation(struct parser *p, enum query_kind kind, bool all,
    struct ast_query *left, struct ast_query *right);
struct ast_query *build_query_select(struct parser *p, struct select *select);
struct ast_query *build_query_values(struct parser *p, struct expr_list rows, struct span begin);
struct ast_query *build_query_table(struct parser *p, struct path table, struct span begin);
struct ast_query *build_query_parens(struct parser *p, struct ast_query *query, struct span span);
struct ast_expr *build_values_row(struct parser *p, struct ast_expr *expr);
struct slice build_limit(struct parser *p, struct slice slice, struct ast_expr *limit,
    const struct token *word);
struct slice build_offset(struct parser *p, struct slice slice, struct ast_expr *offset,
    const struct token *word);
struct select *build_select_head(struct parser *p, struct hint_list hints, bool distinct,
    struct span begin);
struct select *build_select(struct parser *p, struct select *head, struct named_list items,
    struct table_ref *from, struct ast_expr *where, struct group_clause *group_by,
    struct ast_expr *having, struct select *windows, struct ast_expr *qualify);
struct named_list build_named_list(struct parser *p, struct named_list list,
    struct named_expr item);
/* The windows are collected in a select of their own; NULL begins one. */
struct select *build_named_window(struct parser *p, struct select *list, struct name name,
    struct window_spec *spec);
/* `list` NULL begins one. */
struct grouping build_groupings(struct parser *p, const struct grouping *list,
    struct grouping *item);
struct grouping *build_grouping_expr(struct parser *p, struct ast_expr *expr);
struct grouping *build_grouping(struct parser *p, enum grouping_kind kind,
    const struct grouping *items, struct span begin, struct span end);
struct hint_list build_hints(struct parser *p, struct hint_list list, struct hint hint);
struct hint build_hint_option(struct parser *p, const struct hint *hint, const struct token *key,
    const struct token *value);
struct hint build_hint_name(struct parser *p, const struct hint *hint, const struct token *name);

struct table_ref *build_table(struct parser *p, struct path table, struct hint_list hints,
    struct ast_expr *system_time);
struct table_ref *build_derived(struct parser *p, bool lateral, struct ast_query *query,
    struct hint_list hints, struct span span);
struct table_ref *build_unnest(struct parser *p, struct expr_list exprs, bool with_ordinality,
    struct span span);
struct table_ref *build_ref_function(struct parser *p, bool lateral, struct ast_expr *call,
    struct hint_list hints, struct span span);
struct table_ref *build_ref_parens(struct parser *p, struct table_ref *inner, struct span begin,
    struct span end);
struct table_ref *build_match_ref(struct parser *p, struct table_ref *input,
    struct match_recognize *match);
struct table_ref *build_join(struct parser *p, struct table_ref *left, struct join_word word,
    struct table_ref *right, struct join_condition condition);
struct table_ref *build_alias(struct table_ref *ref, struct alias alias);

struct match_recognize *build_match(struct parser *p, struct expr_list partition_by,
    struct order_list order_by, struct named_list measures, bool all_rows, struct match_skip skip,
    struct pattern *pattern, struct ast_expr *within, struct match_recognize *subsets,
    struct named_list defines, struct span span);
struct match_recognize *build_subset(struct parser *p, struct match_recognize *list,
    struct name name, struct name_list members);
struct pattern *build_pattern(struct parser *p, enum pattern_kind kind, struct pattern *item,
    struct span begin, struct span end);
struct pattern *build_pattern_add(struct parser *p, struct pattern *list, struct pattern *item);
struct pattern *build_pattern_variable(struct parser *p, struct name name);
struct pattern *build_pattern_pair(struct parser *p, enum pattern_kind kind, struct pattern *left,
    struct pattern *right);
struct pattern *build_pattern_group(struct parser *p, struct pattern *inner, struct span begin,
    struct span end);
struct pattern *build_pattern_quantified(struct pattern *pattern,
    struct quantifier_range range, bool reluctant);
struct quantifier_range build_range(struct parser *p, const struct token *least,
    const struct token *most, struct span end);

/* ---- statements: build_statement.c ---- */

enum clause_kind { CLAUSE_COMMENT, CLAUSE_DISTRIBUTED, CLAUSE_PARTITIONED, CLAUSE_WITH, CLAUSE_LIKE,
    CLAUSE_AS, CLAUSE_KIND_COUNT };

struct table_clause {
    enum clause_kind kind;
    struct span span;    /* Of its first word. */
    struct create_table table; /* The fields of this clause alone. */
};

struct table_clauses {
    struct create_table table;
    struct span seen[CLAUSE_KIND_COUNT]; /* First word of each clause given. */
    struct span end;
};

struct conflict {
    enum conflict_action action;
    struct span span;
};

struct enforcement {
    bool enforced, not_enforced;
    struct span span;
};

struct show_like {
    bool negated, ignore_case;
    struct token pattern; /* text.data NULL: none */
};

struct explain_details {
    bool changelog_mode, estimated_cost, json_execution_plan, plan_advice;
};

struct statement *build_statement_query(struct parser *p, struct ast_query *query);
struct statement *build_insert(struct parser *p, bool overwrite, struct path table,
    struct hint_list hints, struct option_list partition, struct name_list columns,
    struct span begin);
struct statement *build_insert_query(struct statement *insert, struct ast_query *query,
    struct conflict conflict);
struct conflict build_conflict(struct parser *p, const struct token *on,
    const struct token *action);
/* `value` NULL: a key alone. */
struct option_list build_options(struct parser *p, struct option_list list,
    const struct token *key, const struct token *value);
void build_trailing_comma(struct parser *p, struct span comma);

struct table_clauses *build_clauses(struct parser *p);
struct table_clauses *build_clause(struct parser *p, struct table_clauses *clauses,
    struct table_clause *clause);
struct table_clause *build_clause_comment(struct parser *p, const struct token *word,
    const struct token *text);
struct table_clause *build_clause_distribution(struct parser *p,
    struct distribution_def distribution);
struct table_clause *build_clause_partitioned(struct parser *p, const struct token *word,
    struct name_list columns);
struct table_clause *build_clause_options(struct parser *p, const struct token *word,
    struct option_list options);
struct table_clause *build_clause_like(struct parser *p, const struct token *word,
    struct path table, struct like_list options);
struct table_clause *build_clause_as(struct parser *p, const struct token *word,
    struct ast_query *query);
struct like_list build_like_option(struct parser *p, struct like_list list, enum like_mode mode,
    const struct token *word, const struct token *feature);
struct distribution_def build_distribution(struct parser *p, const struct token *algorithm,
    struct name_list columns, const struct token *buckets, struct span begin);
struct statement *build_create_table(struct parser *p, bool or_replace, bool temporary,
    bool if_not_exists, struct path name, const struct element_list *elements,
    struct table_clauses *clauses, struct span begin);

struct element_list build_elements(struct parser *p, struct element_list list,
    struct table_element *element);
struct table_element *build_column_def(struct parser *p, enum column_kind kind, struct name name,
    struct ast_type *type, struct ast_expr *expr);
/* `constraint` may be NULL. */
struct table_element *build_column_physical(struct parser *p, struct name name,
    struct ast_type *type, const struct table_element *constraint, struct str comment);
struct table_element *build_column_metadata(struct parser *p, struct name name,
    struct ast_type *type, const struct token *word, const struct token *key, bool is_virtual,
    struct str comment);
struct table_element *build_constraint(struct parser *p, struct name name, bool primary_key,
    struct name_list columns, struct enforcement enforcement, struct span begin);
struct table_element *build_watermark(struct parser *p, struct path column, struct ast_expr *expr,
    struct span begin);
struct table_element *build_element_distribution(struct parser *p,
    struct distribution_def distribution);

struct statement *build_alter_table(struct parser *p, bool if_exists, struct path name,
    struct alter_table *alter, struct span begin);
struct alter_table *build_alter(struct parser *p, enum alter_kind kind);
struct statement *build_create_view(struct parser *p, bool or_replace, bool temporary,
    bool if_not_exists, struct path name, struct name_list columns, struct str comment,
    struct ast_query *query, struct span begin);
struct statement *build_alter_view(struct parser *p, struct path name, struct path new_name,
    struct ast_query *query, struct span begin);
struct statement *build_drop(struct parser *p, enum statement_kind kind, bool temporary,
    bool if_exists, struct path name, struct span begin);
/* `explain` NULL: executed, not explained. */
struct statement *build_set_begin(struct parser *p, const struct explain_details *explain,
    struct span span);
struct statement *build_set_end(struct parser *p, struct span span);
struct statement *build_show(struct parser *p, enum show_kind kind, struct path name,
    struct show_like like, struct span begin);
struct statement *build_describe(struct parser *p, struct path name, bool extended,
    struct span begin);
struct explain_details build_detail(struct explain_details details, const struct token *word);
struct statement *build_explain(struct parser *p, struct explain_details details,
    struct statement *statement, struct span begin);
struct statement *build_set(struct parser *p, enum statement_kind kind, const struct token *key,
    const struct token *value, struct span begin);
struct statement *build_use(struct parser *p, bool catalog, struct path name, struct span begin);

#endif
