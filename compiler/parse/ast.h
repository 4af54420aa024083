/* The syntax tree: what was written, nothing more. Made by grammar/sql.y, never changed after.
 *
 * Every node has the span of its text. Names keep their spelling (quotes removed, escapes
 * resolved); identifiers are case-sensitive, keywords and function names are not. All memory is
 * the arena's. */
#ifndef DDL2C_AST_H
#define DDL2C_AST_H

#include "../diag/diag.h"

struct name {
    const char *text; /* NULL: absent. Holds no NUL byte. */
    struct span span;
};
struct name_list {
    struct name *at;
    size_t count, capacity;
};

/* catalog.db.table: one to three parts. */
struct path {
    struct name_list parts;
    struct span span;
};

struct ast_expr;
struct ast_query;
struct ast_type;

struct expr_list {
    struct ast_expr **at;
    size_t count, capacity;
};

/* ---- types ---- */

enum ast_type_kind {
    AST_TYPE_NAMED, /* INT, VARCHAR(n), DECIMAL(p, s), TIMESTAMP(p) …: `word` and arguments */
    AST_TYPE_ARRAY,
    AST_TYPE_MULTISET,
    AST_TYPE_MAP,
    AST_TYPE_ROW,
    AST_TYPE_INTERVAL,
};

struct ast_field {
    struct name name;
    struct ast_type *type;
    struct str comment; /* data NULL: none */
};

struct field_list {
    struct ast_field *at;
    size_t count, capacity;
};

enum time_unit {
    UNIT_NONE, UNIT_MILLENNIUM, UNIT_CENTURY, UNIT_DECADE, UNIT_YEAR, UNIT_QUARTER, UNIT_MONTH,
    UNIT_WEEK, UNIT_DAY, UNIT_HOUR, UNIT_MINUTE, UNIT_SECOND, UNIT_MILLISECOND, UNIT_MICROSECOND,
    UNIT_NANOSECOND, UNIT_DOW, UNIT_DOY, UNIT_ISODOW, UNIT_ISOYEAR, UNIT_EPOCH
};

/* DAY(p) TO SECOND(s); precisions are -1 where not given, `to` UNIT_NONE for a single unit. */
struct interval_qualifier {
    enum time_unit from, to;
    int from_precision, to_precision;
    struct span span;
};

enum nullability { NULLABILITY_DEFAULT, NULLABILITY_NULL, NULLABILITY_NOT_NULL };

struct ast_type {
    enum ast_type_kind kind;
    struct span span;
    unsigned depth; /* As of expressions. */
    enum nullability nullability;
    const char *word;    /* NAMED: canonical upper-case spelling, words by one space:
                            "DOUBLE PRECISION", "TIMESTAMP WITH LOCAL TIME ZONE", "RAW" … */
    int64_t arguments[2];
    int argument_count;
    struct ast_type *element; /* ARRAY, MULTISET, value of MAP */
    struct ast_type *key;     /* MAP */
    struct field_list fields; /* ROW */
    struct str class_name;    /* ROW: of STRUCTURED<'class', …>; NULL data: a plain ROW */
    struct interval_qualifier interval;
};

/* ---- expressions ---- */

enum literal_kind {
    LITERAL_NULL, LITERAL_TRUE, LITERAL_FALSE, LITERAL_UNKNOWN,
    LITERAL_NUMBER,    /* text as written: exact (12, 1.50) or approximate (1e3) */
    LITERAL_STRING,    /* unescaped bytes, UTF-8 */
    LITERAL_BINARY,    /* X'0aff': bytes */
    LITERAL_DATE, LITERAL_TIME, LITERAL_TIMESTAMP, LITERAL_TIMESTAMP_LTZ, /* text inside quotes */
    LITERAL_INTERVAL,  /* text inside quotes, `qualifier`, `negative` */
};

enum ast_op { /* operators with fixed arity; the arguments are in order */
    OP_PLUS, OP_MINUS, OP_STAR, OP_SLASH, OP_PERCENT, OP_CONCAT, OP_NEGATE, OP_POSITIVE,
    OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE,
    OP_AND, OP_OR, OP_NOT,
    OP_IS_NULL, OP_IS_NOT_NULL, OP_IS_TRUE, OP_IS_NOT_TRUE, OP_IS_FALSE, OP_IS_NOT_FALSE,
    OP_IS_UNKNOWN, OP_IS_NOT_UNKNOWN, OP_IS_DISTINCT, OP_IS_NOT_DISTINCT,
    OP_BETWEEN, OP_NOT_BETWEEN, OP_BETWEEN_SYMMETRIC, OP_NOT_BETWEEN_SYMMETRIC,
    OP_LIKE, OP_NOT_LIKE,             /* 2, or 3 with ESCAPE */
    OP_SIMILAR, OP_NOT_SIMILAR,       /* likewise */
    OP_OVERLAPS,
    OP_IS_JSON, OP_IS_NOT_JSON,       /* `word`: NULL, VALUE, SCALAR, ARRAY, OBJECT */
    OP_ITEM,                          /* a[i] */
    OP_MEMBER_OF, OP_SUBMULTISET, OP_IS_A_SET, OP_IS_NOT_A_SET, OP_IS_EMPTY, OP_IS_NOT_EMPTY,
    OP_BIT_AND, OP_BIT_OR, OP_BIT_XOR
};

enum ast_expr_kind {
    EXPR_LITERAL,
    EXPR_COLUMN,     /* a.b.c: every dotted path; bind decides table, column, nested field */
    EXPR_STAR,       /* *, t.*, r.*: `path` is what stands before the star */
    EXPR_FIELD,      /* (expr).name, f(x).name, a[1].name */
    EXPR_OP,
    EXPR_CALL,       /* f(args), with DISTINCT, ORDER BY, FILTER, WITHIN GROUP, OVER */
    EXPR_CAST,       /* CAST(x AS t), TRY_CAST */
    EXPR_CASE,
    EXPR_IN,         /* x [NOT] IN (list) or (query) */
    EXPR_EXISTS,
    EXPR_QUANTIFIED, /* x op ANY|SOME|ALL (query or list) */
    EXPR_SUBQUERY,   /* scalar */
    EXPR_ARRAY,      /* ARRAY[…], ARRAY(query) */
    EXPR_MAP,        /* MAP[k, v, …]: args alternate */
    EXPR_ROW,        /* ROW(…), (a, b) */
    EXPR_MULTISET,
    EXPR_EXTRACT,    /* EXTRACT(unit FROM x): unit */
    EXPR_TRIM,       /* TRIM([LEADING|TRAILING|BOTH] [chars] FROM s) */
    EXPR_POSITION,   /* POSITION(a IN b) */
    EXPR_OVERLAY,    /* OVERLAY(s PLACING r FROM n [FOR m]) */
    EXPR_SUBSTRING,  /* SUBSTRING(s FROM n [FOR m]); the comma form is a CALL */
    EXPR_FLOOR_CEIL, /* FLOOR|CEIL(x TO unit); without TO it is a CALL */
    EXPR_TIMESTAMP_FN, /* TIMESTAMPADD|TIMESTAMPDIFF(unit, a, b) */
    EXPR_JSON,       /* JSON_VALUE … with their clauses, see as.json */
    EXPR_NAMED_ARG,  /* name => value, in calls only */
    EXPR_TABLE_ARG,  /* TABLE t [PARTITION BY …] [ORDER BY …], (query) likewise */
    EXPR_DESCRIPTOR, /* DESCRIPTOR(a, b) */
    EXPR_DEFAULT,    /* DEFAULT as an argument */
    EXPR_UNIT,       /* a bare unit of time as an argument: f(DAY, …) */
};

struct order_item {
    struct ast_expr *expr;
    bool descending;
    enum { NULLS_DEFAULT, NULLS_FIRST, NULLS_LAST } nulls;
};

struct order_list {
    struct order_item *at;
    size_t count, capacity;
};

enum bound_kind {
    BOUND_NONE, BOUND_UNBOUNDED_PRECEDING, BOUND_PRECEDING, BOUND_CURRENT_ROW, BOUND_FOLLOWING,
    BOUND_UNBOUNDED_FOLLOWING
};

struct window_bound {
    enum bound_kind kind;
    struct ast_expr *offset;
};

struct window_spec {
    struct span span;
    struct name base; /* OVER w, OVER (w …) */
    struct expr_list partition_by;
    struct order_list order_by;
    bool has_frame, is_range; /* else ROWS */
    struct window_bound from, to;
};

enum json_behavior { JSON_DEFAULT, JSON_NULL, JSON_ERROR, JSON_EMPTY_ARRAY, JSON_EMPTY_OBJECT,
    JSON_DEFAULT_VALUE, JSON_TRUE, JSON_FALSE, JSON_UNKNOWN };

struct json_clauses {
    struct ast_type *returning;
    enum json_behavior on_empty, on_error;
    struct ast_expr *empty_value, *error_value;
    enum { JSON_WRAPPER_NONE, JSON_WITHOUT_WRAPPER, JSON_WITH_WRAPPER,
        JSON_WITH_CONDITIONAL_WRAPPER } wrapper;
    enum { JSON_NULL_UNSET, JSON_NULL_ON_NULL, JSON_ABSENT_ON_NULL } null_clause;
};

enum trim_side { TRIM_BOTH, TRIM_LEADING, TRIM_TRAILING };
enum quantifier { QUANTIFIER_ANY, QUANTIFIER_ALL };

struct when_clause {
    struct ast_expr *condition, *result;
    struct expr_list more; /* CASE x WHEN 1, 2, 3 THEN: 2 and 3. */
};

struct when_list {
    struct when_clause *at;
    size_t count, capacity;
};

struct ast_expr {
    enum ast_expr_kind kind;
    struct span span;
    unsigned depth; /* Of this tree; the parser refuses more than AST_DEPTH_LIMIT. */
    union {
        struct {
            enum literal_kind kind;
            struct str text;
            bool negative; /* INTERVAL -'1' DAY */
            struct interval_qualifier qualifier;
        } literal;
        struct path column; /* COLUMN and STAR */
        struct {
            struct ast_expr *base;
            struct name name;
        } field;
        struct {
            enum ast_op op;
            struct expr_list args;
            const char *word; /* IS JSON … */
            /* (a - b) DAY, a MINUS whose result is an interval; `from` is UNIT_NONE without. */
            struct interval_qualifier qualifier;
        } op;
        struct {
            struct path name; /* as written; one part for a built-in */
            struct expr_list args;
            bool star;        /* COUNT(*) */
            bool distinct;    /* COUNT(DISTINCT x) */
            bool no_parens;   /* CURRENT_TIMESTAMP */
            struct order_list within_group, order_by;
            struct ast_expr *filter;
            struct window_spec *over;
            enum { NULL_TREATMENT_DEFAULT, RESPECT_NULLS, IGNORE_NULLS } nulls;
            const char *measure_mode; /* MATCH_RECOGNIZE: RUNNING, FINAL */
        } call;
        struct {
            struct ast_expr *operand;
            struct ast_type *type;
            bool is_try;
        } cast;
        struct {
            struct ast_expr *operand; /* NULL: searched CASE */
            struct when_list whens;
            struct ast_expr *otherwise;
        } case_;
        struct {
            struct ast_expr *operand;
            bool negated;
            struct expr_list list;
            struct ast_query *query; /* NULL: list */
        } in;
        struct {
            struct ast_expr *operand;
            enum ast_op op;
            enum quantifier quantifier;
            struct expr_list list;
            struct ast_query *query;
        } quantified;
        struct ast_query *query; /* EXISTS, SUBQUERY, ARRAY(query) with kind ARRAY: see list */
        struct {
            struct expr_list items;
            struct ast_query *query; /* ARRAY(SELECT …) */
            bool implicit;           /* ROW written as (a, b) */
        } list; /* ARRAY, MAP, ROW, MULTISET */
        struct {
            enum time_unit unit;
            struct ast_expr *operand;
            bool ceil; /* FLOOR_CEIL */
        } unit; /* EXTRACT, FLOOR_CEIL, UNIT */
        struct {
            enum trim_side side;
            struct ast_expr *chars, *operand;
        } trim;
        struct {
            const char *function; /* "TIMESTAMPADD", "POSITION", "OVERLAY", "SUBSTRING" */
            enum time_unit unit;
            struct expr_list args;
        } special; /* POSITION, OVERLAY, SUBSTRING, TIMESTAMP_FN */
        struct {
            const char *function; /* JSON_VALUE, JSON_QUERY, JSON_EXISTS, JSON_OBJECT, JSON_ARRAY,
                                     JSON_OBJECTAGG, JSON_ARRAYAGG */
            struct expr_list args; /* OBJECT(AGG): key, value alternate */
            struct json_clauses clauses;
        } json;
        struct {
            struct name name;
            struct ast_expr *value;
        } named;
        struct {
            struct path table;       /* or */
            struct ast_query *query; /* NULL: table */
            struct expr_list partition_by;
            struct order_list order_by;
        } table;
        struct name_list descriptor;
    } as;
};

enum { AST_DEPTH_LIMIT = 400 };

/* ---- queries ---- */

struct ast_option { /* 'key' = 'value' */
    struct str key, value;
    struct span key_span, value_span;
};

struct option_list { /* Of RESET and PARTITION (k): value.data is NULL where there is none. */
    struct ast_option *at;
    size_t count, capacity;
};

struct hint { /* OPTIONS('k' = 'v'), STATE_TTL(…), BROADCAST(t) … */
    struct name name;
    struct option_list options;
    struct name_list names; /* the list form */
    struct span span;
};

struct hint_list {
    struct hint *at;
    size_t count, capacity;
};

enum join_kind { JOIN_INNER, JOIN_LEFT, JOIN_RIGHT, JOIN_FULL, JOIN_CROSS, JOIN_COMMA, JOIN_SEMI,
    JOIN_ANTI };

enum table_ref_kind {
    REF_TABLE,     /* name, hints, system_time */
    REF_QUERY,     /* (query), LATERAL (query); also (VALUES …) */
    REF_JOIN,
    REF_UNNEST,    /* UNNEST(e, …) [WITH ORDINALITY] */
    REF_FUNCTION,  /* [LATERAL] TABLE(f(…)), or bare f(…) in FROM */
    REF_VALUES,    /* never made: (VALUES …) is a REF_QUERY */
    REF_MATCH,     /* ref MATCH_RECOGNIZE (…) */
    REF_PARENS,    /* (join) */
};

struct match_recognize;

struct table_ref {
    enum table_ref_kind kind;
    struct span span;
    unsigned depth;
    struct name alias;
    struct name_list alias_columns;
    bool lateral;
    struct hint_list hints;
    struct path table;              /* TABLE */
    struct ast_expr *system_time;   /* FOR SYSTEM_TIME AS OF */
    struct ast_query *query;        /* QUERY, VALUES */
    struct expr_list unnest;        /* UNNEST */
    bool with_ordinality;
    struct ast_expr *function;      /* FUNCTION: EXPR_CALL */
    enum join_kind join;            /* JOIN */
    bool natural;
    struct table_ref *left, *right; /* JOIN; left alone for MATCH and PARENS */
    struct ast_expr *on;
    struct name_list using_columns;
    struct match_recognize *match;
};

/* Row pattern, as written; see SQL:2016 7.8. */
enum pattern_kind { PATTERN_VARIABLE, PATTERN_SEQUENCE, PATTERN_ALTERNATION, PATTERN_EXCLUDE,
    PATTERN_PERMUTE, PATTERN_EMPTY };

struct pattern {
    enum pattern_kind kind;
    struct span span;
    unsigned depth;
    struct name variable;
    struct pattern **items;
    size_t count, capacity;
    int64_t least, most; /* 1, 1 unless quantified; most -1: no limit */
    bool reluctant;
};

struct named_expr { /* alias empty: none */
    struct ast_expr *expr;
    struct name alias;
};

struct named_list {
    struct named_expr *at;
    size_t count, capacity;
};

struct match_recognize {
    struct span span;
    struct expr_list partition_by;
    struct order_list order_by;
    struct named_list measures;
    bool all_rows;
    enum { SKIP_DEFAULT, SKIP_PAST_LAST_ROW, SKIP_TO_NEXT_ROW, SKIP_TO_FIRST, SKIP_TO_LAST } skip;
    struct name skip_variable;
    struct pattern *pattern;
    struct ast_expr *within;
    struct named_list defines; /* alias is the variable */
    struct {
        struct name name;
        struct name_list members;
    } *subsets;
    size_t subset_count;
};

enum grouping_kind { GROUP_EXPR, GROUP_EMPTY, GROUP_LIST, GROUP_SETS, GROUP_ROLLUP, GROUP_CUBE };

struct grouping {
    enum grouping_kind kind;
    struct span span;
    unsigned depth;
    struct ast_expr *expr; /* EXPR */
    struct grouping **items; /* LIST: (a, b); SETS, ROLLUP, CUBE */
    size_t count, capacity;
};

struct named_window {
    struct name name;
    struct window_spec *spec;
};

struct select {
    struct span span;
    unsigned depth;
    struct hint_list hints;
    bool distinct;
    struct named_list items;
    struct table_ref *from; /* NULL: none */
    struct ast_expr *where;
    bool has_group_by;
    bool group_distinct;
    struct grouping group_by; /* kind LIST */
    struct ast_expr *having;
    struct named_window *windows;
    size_t window_count;
    struct ast_expr *qualify;
};

enum query_kind { QUERY_SELECT, QUERY_VALUES, QUERY_TABLE, QUERY_UNION, QUERY_INTERSECT,
    QUERY_EXCEPT };

struct with_item {
    struct name name;
    struct name_list columns;
    struct ast_query *query;
};

struct with_list {
    struct with_item *at;
    size_t count, capacity;
};

struct ast_query {
    enum query_kind kind;
    struct span span;
    unsigned depth;
    struct with_list with;
    struct select *select;           /* SELECT */
    struct expr_list rows;           /* VALUES: each an EXPR_ROW */
    struct path table;               /* TABLE t */
    struct ast_query *left, *right;  /* set operations */
    bool all;
    struct order_list order_by;
    struct ast_expr *limit, *offset; /* LIMIT n, FETCH FIRST n ROWS ONLY; NULL: none */
};

/* ---- statements ---- */

enum column_kind { COLUMN_PHYSICAL, COLUMN_METADATA, COLUMN_COMPUTED, COLUMN_NAME_ONLY /* CTAS */ };

enum column_position { POSITION_NONE, POSITION_FIRST, POSITION_AFTER };

struct column_def {
    enum column_kind kind;
    struct span span;
    struct name name;
    struct ast_type *type;   /* PHYSICAL, METADATA */
    struct ast_expr *expr;   /* COMPUTED */
    struct str metadata_key; /* data NULL: not given */
    struct span metadata_key_span;
    bool is_virtual;
    bool primary_key, unique, not_enforced, enforced; /* column constraint */
    struct name constraint_name;
    struct span constraint_span;
    struct str comment;
    enum column_position position; /* ALTER TABLE ADD / MODIFY */
    struct name after;
};

struct constraint_def {
    struct span span;
    struct name name;
    bool primary_key; /* else UNIQUE */
    struct name_list columns;
    bool not_enforced, enforced; /* neither: not said */
};

struct watermark_def {
    struct span span;
    struct path column; /* may be nested; `$rowtime` is a name */
    struct ast_expr *expr;
};

struct distribution_def {
    struct span span;
    bool present;
    const char *algorithm; /* "HASH", "RANGE" or NULL */
    struct name_list columns; /* empty: DISTRIBUTED INTO n BUCKETS */
    bool has_buckets;
    int64_t buckets;
};

/* One element of a table's parenthesised list, or of ALTER TABLE ADD/MODIFY (…). */
enum element_kind { ELEMENT_COLUMN, ELEMENT_CONSTRAINT, ELEMENT_WATERMARK, ELEMENT_DISTRIBUTION };

struct table_element {
    enum element_kind kind;
    union {
        struct column_def column;
        struct constraint_def constraint;
        struct watermark_def watermark;
        struct distribution_def distribution; /* ALTER only */
    } as;
};

struct element_list {
    struct table_element *at;
    size_t count, capacity;
};

enum like_mode { LIKE_INCLUDING, LIKE_EXCLUDING, LIKE_OVERWRITING };
enum like_feature { LIKE_ALL, LIKE_CONSTRAINTS, LIKE_DISTRIBUTION, LIKE_GENERATED, LIKE_METADATA,
    LIKE_OPTIONS, LIKE_PARTITIONS, LIKE_WATERMARKS };

struct like_option {
    enum like_mode mode;
    enum like_feature feature;
    struct span span;
};

struct like_list {
    struct like_option *at;
    size_t count, capacity;
};

struct create_table {
    bool if_not_exists, temporary, or_replace;
    struct path name;
    bool has_elements;
    struct element_list elements;
    struct str comment;
    struct distribution_def distribution;
    struct name_list partitioned_by;
    struct span partitioned_span;
    bool has_with;
    struct option_list options;
    bool has_like;
    struct path like;
    struct like_list like_options;
    struct ast_query *as; /* CTAS */
};

enum alter_kind { ALTER_ADD, ALTER_MODIFY, ALTER_DROP_COLUMNS, ALTER_DROP_PRIMARY_KEY,
    ALTER_DROP_CONSTRAINT, ALTER_DROP_WATERMARK, ALTER_DROP_DISTRIBUTION, ALTER_RENAME,
    ALTER_RENAME_COLUMN, ALTER_SET, ALTER_RESET };

struct alter_table {
    bool if_exists;
    struct path name;
    enum alter_kind kind;
    struct element_list elements; /* ADD, MODIFY */
    struct name_list columns;     /* DROP (a, b) */
    struct name old_name;         /* DROP CONSTRAINT, RENAME a TO b */
    struct path new_name;         /* RENAME TO; for a column the last part */
    struct option_list options;   /* SET; RESET uses keys only */
};

struct create_view {
    bool temporary, if_not_exists, or_replace;
    struct path name;
    struct name_list columns;
    struct str comment;
    struct ast_query *query;
};

/* DEDUPLICATE materialises: design.md section 6. */
enum conflict_action { CONFLICT_DEFAULT, CONFLICT_DEDUPLICATE, CONFLICT_NOTHING, CONFLICT_ERROR };

struct insert {
    bool overwrite;
    struct path table;
    struct hint_list hints;
    struct name_list columns;   /* empty: all */
    struct option_list partition; /* PARTITION (k = 'v') */
    struct ast_query *query;
    enum conflict_action on_conflict;
    struct span conflict_span;
};

struct statement_list {
    struct statement **at;
    size_t count, capacity;
};

enum show_kind { SHOW_TABLES, SHOW_VIEWS, SHOW_CREATE_TABLE, SHOW_CREATE_VIEW, SHOW_COLUMNS,
    SHOW_CATALOGS, SHOW_DATABASES, SHOW_CURRENT_CATALOG, SHOW_CURRENT_DATABASE, SHOW_FUNCTIONS,
    SHOW_JOBS, SHOW_MODULES, SHOW_PARTITIONS, SHOW_OTHER };

enum statement_kind {
    STMT_CREATE_TABLE, STMT_ALTER_TABLE, STMT_DROP_TABLE,
    STMT_CREATE_VIEW, STMT_ALTER_VIEW, STMT_DROP_VIEW,
    STMT_INSERT, STMT_QUERY,
    STMT_STATEMENT_SET, /* EXECUTE STATEMENT SET BEGIN … END and BEGIN STATEMENT SET; … END */
    STMT_SHOW, STMT_DESCRIBE, STMT_EXPLAIN,
    STMT_SET, STMT_RESET, STMT_USE,
    STMT_UNSUPPORTED, /* known to Flink, never ours: CREATE FUNCTION, ADD JAR …; `word` */
};

struct statement {
    enum statement_kind kind;
    struct span span; /* without the semicolon */
    union {
        struct create_table create_table;
        struct alter_table alter_table;
        struct {
            bool if_exists, temporary;
            struct path name;
        } drop; /* TABLE, VIEW */
        struct create_view create_view;
        struct {
            struct path name, new_name;
            struct ast_query *query;
        } alter_view;
        struct insert insert;
        struct ast_query *query;
        struct statement_list set; /* STATEMENT_SET: inserts; of EXPLAIN … too */
        struct {
            enum show_kind kind;
            struct path name; /* FROM / IN, or the table */
            bool negated;     /* NOT LIKE */
            bool ignore_case; /* ILIKE */
            struct str like;
        } show;
        struct {
            struct path name;
            bool extended;
        } describe;
        struct {
            /* Details, upper case: CHANGELOG_MODE, ESTIMATED_COST, JSON_EXECUTION_PLAN,
               PLAN_ADVICE. */
            bool changelog_mode, estimated_cost, json_execution_plan, plan_advice;
            struct statement *statement;
        } explain;
        /* SET 'k' = 'v'; key.data NULL: list all. RESET: value NULL. */
        struct ast_option set_option;
        struct {
            bool catalog;
            struct path name;
        } use;
        const char *word;
    } as;
};

struct script {
    struct statement_list statements;
};

#endif
