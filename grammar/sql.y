/* Flink SQL in Confluent's dialect. Actions build syntax tree nodes and nothing else; their work is
 * in compiler/parse/build*.c. Where SQL needs more than one token of lookahead, the tokens come
 * joined or marked: see compiler/parse/token_refine.c. Every level of an expression is a rule;
 * the one precedence is in INTERVAL '1' DAY * TO HOUR, where TO continues the interval. */
%name sql_parse
%token_prefix TK_
%token_type {struct token}
%extra_argument {struct parser *p}
%stack_size 0
%start_symbol start

%include {
#include <stdlib.h>

#include "build.h"
}

%syntax_error {
    (void)yymajor;
    (void)TOKEN;
    p->failed = true;
}
%parse_failure {
    p->failed = true;
}
%stack_overflow {
    p->failed = true;
}

/* Words that are names wherever the grammar has no other use for them. */
%fallback ID
    ABSENT ADD AFTER ANTI ASC CATALOG CHANGELOG_MODE COLUMNS CONDITIONAL DATABASE DESC DESCRIPTOR
    ENFORCED ERROR ESTIMATED_COST EXCLUDING FINAL FIRST FOLLOWING ILIKE INCLUDING JOBS JSON
    JSON_EXECUTION_PLAN KEY LAST MAP MAP_TYPE METADATA NULLS OBJECT OVERWRITE OVERWRITING
    PARTITIONED PARTITIONS PAST PLACING PLAN PLAN_ADVICE PRECEDING REPLACE RETURNING SCALAR SEMI
    TEMPORARY TIMESTAMP_FN UNBOUNDED UNCONDITIONAL VIEW VIRTUAL WRAPPER.

%left QUALIFIER_END.
%left TO.

/* Made by the lexer, used by no rule. */
%token SEMICOLON.

%type path          {struct path}
%type name          {struct name}
%type names         {struct name_list}
%type paren_names   {struct name_list}
%type optional_names {struct name_list}
%type optional_path {struct path}

start ::= statement(A). { p->statement = A; }
start ::= EXPRESSION_ONLY expr(A). { p->expression = A; }

/* ---- names ---- */

name(A) ::= ID(B). { A = build_name(&B); }

path(A) ::= name(B). { A = build_path(p, B); }
path(A) ::= path(B) DOT name(C). { A = build_path_add(p, B, C); }

names(A) ::= name(B). { A = build_names(p, (struct name_list){0}, B); }
names(A) ::= names(B) COMMA name(C). { A = build_names(p, B, C); }
paren_names(A) ::= LP names(B) RP. { A = B; }
optional_names(A) ::= . { A = (struct name_list){0}; }
optional_names(A) ::= paren_names(B). { A = B; }

/* ---- types ---- */

%type type          {struct ast_type *}
%type plain_type    {struct ast_type *}
%type type_word     {struct token}
%type fields        {struct field_list}
%type field         {struct ast_field}
%type field_comment {struct str}
%type type_argument {struct token}
%type qualifier     {struct interval_qualifier}
%type unit          {struct token}
%type precision     {struct precision}

type(A) ::= plain_type(B). { A = B; }
type(A) ::= plain_type(B) NULL(C). { A = build_type_null(B, NULLABILITY_NULL, C.span); }
type(A) ::= plain_type(B) NOT NULL(C). { A = build_type_null(B, NULLABILITY_NOT_NULL, C.span); }

type_word(A) ::= TYPE_WORD(B). { A = B; }
type_word(A) ::= CHAR(B). { A = B; }
type_word(A) ::= CHARACTER(B). { A = B; }
type_word(A) ::= BINARY(B). { A = B; }
type_word(A) ::= DOUBLE(B). { A = B; }

plain_type(A) ::= type_word(B). { A = build_type(p, &B, ""); }
plain_type(A) ::= type_word(B) LP type_argument(C) RP(E).
    { A = build_type_arguments(p, build_type(p, &B, ""), &C, NULL, E.span); }
plain_type(A) ::= type_word(B) LP type_argument(C) COMMA type_argument(D) RP(E).
    { A = build_type_arguments(p, build_type(p, &B, ""), &C, &D, E.span); }
plain_type(A) ::= path(B). { A = build_type_path(p, B); }
plain_type(A) ::= path(B) LP type_argument(C) RP(E).
    { A = build_type_arguments(p, build_type_path(p, B), &C, NULL, E.span); }
plain_type(A) ::= CHARACTER(B) VARYING. { A = build_type(p, &B, "CHARACTER VARYING"); }
plain_type(A) ::= CHARACTER(B) VARYING LP type_argument(C) RP(E).
    { A = build_type_arguments(p, build_type(p, &B, "CHARACTER VARYING"), &C, NULL, E.span); }
plain_type(A) ::= CHAR(B) VARYING. { A = build_type(p, &B, "CHARACTER VARYING"); }
plain_type(A) ::= CHAR(B) VARYING LP type_argument(C) RP(E).
    { A = build_type_arguments(p, build_type(p, &B, "CHARACTER VARYING"), &C, NULL, E.span); }
plain_type(A) ::= BINARY(B) VARYING. { A = build_type(p, &B, "BINARY VARYING"); }
plain_type(A) ::= BINARY(B) VARYING LP type_argument(C) RP(E).
    { A = build_type_arguments(p, build_type(p, &B, "BINARY VARYING"), &C, NULL, E.span); }
plain_type(A) ::= DOUBLE(B) PRECISION(C).
    { A = build_type_to(build_type(p, &B, "DOUBLE PRECISION"), C.span); }
plain_type(A) ::= plain_type(B) WITH_LOCAL_TIME_ZONE(C).
    { A = build_type_zone(p, B, "WITH LOCAL TIME ZONE", C.span); }
plain_type(A) ::= plain_type(B) WITH_TIME_ZONE(C).
    { A = build_type_zone(p, B, "WITH TIME ZONE", C.span); }
plain_type(A) ::= plain_type(B) WITHOUT_TIME_ZONE(C).
    { A = build_type_zone(p, B, "", C.span); }
plain_type(A) ::= RAW(B) LP STRING COMMA STRING RP(C).
    { A = build_type_to(build_type(p, &B, "RAW"), C.span); }
plain_type(A) ::= ARRAY(B) LT type(C) GT(D).
    { A = build_type_of(p, AST_TYPE_ARRAY, NULL, C, span_join(B.span, D.span)); }
plain_type(A) ::= MULTISET(B) LT type(C) GT(D).
    { A = build_type_of(p, AST_TYPE_MULTISET, NULL, C, span_join(B.span, D.span)); }
plain_type(A) ::= MAP_TYPE(B) LT type(C) COMMA type(D) GT(E).
    { A = build_type_of(p, AST_TYPE_MAP, C, D, span_join(B.span, E.span)); }
plain_type(A) ::= plain_type(B) ARRAY(C).
    { A = build_type_of(p, AST_TYPE_ARRAY, NULL, B, span_join(B->span, C.span)); }
plain_type(A) ::= plain_type(B) MULTISET(C).
    { A = build_type_of(p, AST_TYPE_MULTISET, NULL, B, span_join(B->span, C.span)); }
plain_type(A) ::= ROW(B) LT fields(C) GT(D). { A = build_type_row(p, C, B.span, D.span); }
plain_type(A) ::= ROW(B) LP fields(C) RP(D). { A = build_type_row(p, C, B.span, D.span); }
plain_type(A) ::= ROW(B) NE(D).
    { A = build_type_row(p, (struct field_list){0}, B.span, D.span); }
plain_type(A) ::= ROW(B) LP RP(D).
    { A = build_type_row(p, (struct field_list){0}, B.span, D.span); }
plain_type(A) ::= STRUCTURED(B) LT STRING(C) COMMA fields(D) GT(E).
    { A = build_type_structured(build_type_row(p, D, B.span, E.span), &C); }
plain_type(A) ::= STRUCTURED(B) LT STRING(C) GT(D).
    { A = build_type_structured(build_type_row(p, (struct field_list){0}, B.span, D.span), &C); }
plain_type(A) ::= INTERVAL(B) qualifier(C). { A = build_type_interval(p, C, B.span); }

type_argument(A) ::= NUMBER(B). { A = B; }

fields(A) ::= field(B). { A = build_fields(p, (struct field_list){0}, B); }
fields(A) ::= fields(B) COMMA field(C). { A = build_fields(p, B, C); }
field(A) ::= name(B) type(C) field_comment(D).
    { A = (struct ast_field){.name = B, .type = C, .comment = D}; }
field_comment(A) ::= . { A = (struct str){0}; }
field_comment(A) ::= STRING(B). { A = B.text; }
field_comment(A) ::= COMMENT STRING(B). { A = B.text; }

unit(A) ::= UNIT(B). { A = B; }
unit(A) ::= ID(B). { A = B; }
precision(A) ::= . { A = (struct precision){.first = -1, .second = -1}; }
precision(A) ::= LP NUMBER(B) RP(C). { A = build_precision(p, &B, NULL, C.span); }
precision(A) ::= LP NUMBER(B) COMMA NUMBER(C) RP(D). { A = build_precision(p, &B, &C, D.span); }
qualifier(A) ::= unit(B) precision(C). [QUALIFIER_END]
    { A = build_qualifier(p, &B, C, NULL, C); }
qualifier(A) ::= unit(B) precision(C) TO unit(D) precision(E).
    { A = build_qualifier(p, &B, C, &D, E); }

/* ---- expressions: one rule a level ---- */

%type expr          {struct ast_expr *}
%type conjunction   {struct ast_expr *}
%type negation      {struct ast_expr *}
%type test          {struct ast_expr *}
%type comparison    {struct ast_expr *}
%type predicate     {struct ast_expr *}
%type sum           {struct ast_expr *}
%type product       {struct ast_expr *}
%type signed        {struct ast_expr *}
%type postfix       {struct ast_expr *}
%type primary       {struct ast_expr *}
%type exprs         {struct expr_list}
%type compare_op    {struct token}
%type not           {bool}
%type json_word     {struct token}

expr(A) ::= conjunction(B). { A = B; }
expr(A) ::= expr(B) OR conjunction(C). { A = build_binary(p, OP_OR, B, C); }
conjunction(A) ::= negation(B). { A = B; }
conjunction(A) ::= conjunction(B) AND negation(C). { A = build_binary(p, OP_AND, B, C); }
negation(A) ::= test(B). { A = B; }
negation(A) ::= NOT(B) negation(C). { A = build_prefix(p, OP_NOT, &B, C); }

test(A) ::= comparison(B). { A = B; }
test(A) ::= test(B) IS not(N) NULL(C). { A = build_test(p, OP_IS_NULL, N, B, &C); }
test(A) ::= test(B) IS not(N) TRUE(C). { A = build_test(p, OP_IS_TRUE, N, B, &C); }
test(A) ::= test(B) IS not(N) FALSE(C). { A = build_test(p, OP_IS_FALSE, N, B, &C); }
test(A) ::= test(B) IS not(N) UNKNOWN(C). { A = build_test(p, OP_IS_UNKNOWN, N, B, &C); }
test(A) ::= test(B) IS not(N) EMPTY(C). { A = build_test(p, OP_IS_EMPTY, N, B, &C); }
test(A) ::= test(B) IS not(N) ID(C) SET(D). { A = build_test_set(p, N, B, &C, &D); }
test(A) ::= test(B) IS not(N) JSON(C). { A = build_test_json(p, N, B, &C, NULL); }
test(A) ::= test(B) IS not(N) JSON(C) json_word(D). { A = build_test_json(p, N, B, &C, &D); }
test(A) ::= test(B) IS not(N) DISTINCT FROM comparison(C).
    { A = build_binary(p, N ? OP_IS_NOT_DISTINCT : OP_IS_DISTINCT, B, C); }
json_word(A) ::= VALUE(B). { A = B; }
json_word(A) ::= SCALAR(B). { A = B; }
json_word(A) ::= ARRAY(B). { A = B; }
json_word(A) ::= OBJECT(B). { A = B; }
not(A) ::= . { A = false; }
not(A) ::= NOT. { A = true; }

comparison(A) ::= predicate(B). { A = B; }
comparison(A) ::= comparison(B) compare_op(O) predicate(C).
    { A = build_binary(p, build_compare_op(&O), B, C); }
comparison(A) ::= comparison(B) compare_op(O) ANY LP exprs(C) RP(D).
    { A = build_quantified(p, B, &O, QUANTIFIER_ANY, C, NULL, D.span); }
comparison(A) ::= comparison(B) compare_op(O) ANY LP_QUERY query(C) RP(D).
    { A = build_quantified(p, B, &O, QUANTIFIER_ANY, (struct expr_list){0}, C, D.span); }
comparison(A) ::= comparison(B) compare_op(O) ALL LP exprs(C) RP(D).
    { A = build_quantified(p, B, &O, QUANTIFIER_ALL, C, NULL, D.span); }
comparison(A) ::= comparison(B) compare_op(O) ALL LP_QUERY query(C) RP(D).
    { A = build_quantified(p, B, &O, QUANTIFIER_ALL, (struct expr_list){0}, C, D.span); }
compare_op(A) ::= EQ(B). { A = B; }
compare_op(A) ::= NE(B). { A = B; }
compare_op(A) ::= LT(B). { A = B; }
compare_op(A) ::= LE(B). { A = B; }
compare_op(A) ::= GT(B). { A = B; }
compare_op(A) ::= GE(B). { A = B; }

predicate(A) ::= sum(B). { A = B; }
predicate(A) ::= predicate(B) not(N) BETWEEN sum(C) AND sum(D).
    { A = build_between(p, N, false, B, C, D); }
predicate(A) ::= predicate(B) not(N) BETWEEN ASYMMETRIC sum(C) AND sum(D).
    { A = build_between(p, N, false, B, C, D); }
predicate(A) ::= predicate(B) not(N) BETWEEN SYMMETRIC sum(C) AND sum(D).
    { A = build_between(p, N, true, B, C, D); }
predicate(A) ::= predicate(B) not(N) IN LP exprs(C) RP(D).
    { A = build_in(p, N, B, C, NULL, D.span); }
predicate(A) ::= predicate(B) not(N) IN LP_QUERY query(C) RP(D).
    { A = build_in(p, N, B, (struct expr_list){0}, C, D.span); }
predicate(A) ::= predicate(B) not(N) LIKE sum(C).
    { A = build_like(p, N ? OP_NOT_LIKE : OP_LIKE, B, C, NULL); }
predicate(A) ::= predicate(B) not(N) LIKE sum(C) ESCAPE sum(D).
    { A = build_like(p, N ? OP_NOT_LIKE : OP_LIKE, B, C, D); }
predicate(A) ::= predicate(B) not(N) SIMILAR TO sum(C).
    { A = build_like(p, N ? OP_NOT_SIMILAR : OP_SIMILAR, B, C, NULL); }
predicate(A) ::= predicate(B) not(N) SIMILAR TO sum(C) ESCAPE sum(D).
    { A = build_like(p, N ? OP_NOT_SIMILAR : OP_SIMILAR, B, C, D); }
predicate(A) ::= predicate(B) OVERLAPS sum(C). { A = build_binary(p, OP_OVERLAPS, B, C); }
predicate(A) ::= predicate(B) MEMBER OF sum(C). { A = build_binary(p, OP_MEMBER_OF, B, C); }
predicate(A) ::= predicate(B) SUBMULTISET OF sum(C).
    { A = build_binary(p, OP_SUBMULTISET, B, C); }

sum(A) ::= product(B). { A = B; }
sum(A) ::= sum(B) PLUS product(C). { A = build_binary(p, OP_PLUS, B, C); }
sum(A) ::= sum(B) MINUS_SIGN product(C). { A = build_binary(p, OP_MINUS, B, C); }
product(A) ::= signed(B). { A = B; }
product(A) ::= product(B) STAR signed(C). { A = build_binary(p, OP_STAR, B, C); }
product(A) ::= product(B) SLASH signed(C). { A = build_binary(p, OP_SLASH, B, C); }
product(A) ::= product(B) PERCENT signed(C). { A = build_binary(p, OP_PERCENT, B, C); }
product(A) ::= product(B) CONCAT signed(C). { A = build_binary(p, OP_CONCAT, B, C); }
signed(A) ::= postfix(B). { A = B; }
signed(A) ::= MINUS_SIGN(B) signed(C). { A = build_prefix(p, OP_NEGATE, &B, C); }
signed(A) ::= PLUS(B) signed(C). { A = build_prefix(p, OP_POSITIVE, &B, C); }

/* A dotted path is one column reference, so the dot behind it never begins a field access. */
postfix(A) ::= path(B). { A = build_column(p, B); }
postfix(A) ::= primary(B). { A = B; }
primary(A) ::= primary(B) DOT name(C). { A = build_field(p, B, C); }
primary(A) ::= postfix(B) LBRACKET expr(C) RBRACKET(D). { A = build_item(p, B, C, D.span); }

exprs(A) ::= expr(B). { A = build_exprs(p, (struct expr_list){0}, B); }
exprs(A) ::= exprs(B) COMMA expr(C). { A = build_exprs(p, B, C); }

primary(A) ::= LP(B) expr(C) RP(D). { A = build_parens(p, C, B.span, D.span); }
primary(A) ::= LP(B) expr(C) RP minus_unit(D). { A = build_minus_unit(p, C, D, B.span); }
%type minus_unit    {struct interval_qualifier}
minus_unit(A) ::= UNIT(B) precision(C). [QUALIFIER_END]
    { A = build_qualifier(p, &B, C, NULL, C); }
minus_unit(A) ::= UNIT(B) precision(C) TO UNIT(D) precision(E).
    { A = build_qualifier(p, &B, C, &D, E); }
primary(A) ::= LP(B) exprs(C) COMMA expr(D) RP(E).
    { A = build_row(p, build_exprs(p, C, D), true, span_join(B.span, E.span)); }
primary(A) ::= LP_QUERY(B) query(C) RP(D).
    { A = build_query_expr(p, EXPR_SUBQUERY, C, span_join(B.span, D.span)); }
primary(A) ::= EXISTS(B) LP_QUERY query(C) RP(D).
    { A = build_query_expr(p, EXPR_EXISTS, C, span_join(B.span, D.span)); }

/* ---- literals and constructors ---- */

%type sign          {bool}

primary(A) ::= NUMBER(B). { A = build_literal(p, LITERAL_NUMBER, &B, B.span); }
primary(A) ::= STRING(B). { A = build_literal(p, LITERAL_STRING, &B, B.span); }
primary(A) ::= BINARY_STRING(B). { A = build_literal(p, LITERAL_BINARY, &B, B.span); }
primary(A) ::= NULL(B). { A = build_literal(p, LITERAL_NULL, NULL, B.span); }
primary(A) ::= TRUE(B). { A = build_literal(p, LITERAL_TRUE, NULL, B.span); }
primary(A) ::= FALSE(B). { A = build_literal(p, LITERAL_FALSE, NULL, B.span); }
primary(A) ::= UNKNOWN(B). { A = build_literal(p, LITERAL_UNKNOWN, NULL, B.span); }
primary(A) ::= DATE_PREFIX(B) STRING(C).
    { A = build_literal(p, LITERAL_DATE, &C, span_join(B.span, C.span)); }
primary(A) ::= TIME_PREFIX(B) STRING(C).
    { A = build_literal(p, LITERAL_TIME, &C, span_join(B.span, C.span)); }
primary(A) ::= TIMESTAMP_PREFIX(B) STRING(C).
    { A = build_literal(p, LITERAL_TIMESTAMP, &C, span_join(B.span, C.span)); }
primary(A) ::= TIMESTAMP_LTZ_PREFIX(B) STRING(C).
    { A = build_literal(p, LITERAL_TIMESTAMP_LTZ, &C, span_join(B.span, C.span)); }
primary(A) ::= INTERVAL(B) sign(S) STRING(C) qualifier(D).
    { A = build_interval(p, S, &C, D, B.span); }
sign(A) ::= . { A = false; }
sign(A) ::= PLUS. { A = false; }
sign(A) ::= MINUS_SIGN. { A = true; }

primary(A) ::= ROW(B) LP exprs(C) RP(D).
    { A = build_row(p, C, false, span_join(B.span, D.span)); }
primary(A) ::= ROW(B) LP RP(D).
    { A = build_row(p, (struct expr_list){0}, false, span_join(B.span, D.span)); }
primary(A) ::= ARRAY(B) LBRACKET exprs(C) RBRACKET(D).
    { A = build_list(p, EXPR_ARRAY, C, NULL, span_join(B.span, D.span)); }
primary(A) ::= ARRAY(B) LBRACKET RBRACKET(D).
    { A = build_list(p, EXPR_ARRAY, (struct expr_list){0}, NULL, span_join(B.span, D.span)); }
primary(A) ::= ARRAY(B) LP_QUERY query(C) RP(D).
    { A = build_list(p, EXPR_ARRAY, (struct expr_list){0}, C, span_join(B.span, D.span)); }
primary(A) ::= MAP(B) LBRACKET exprs(C) RBRACKET(D).
    { A = build_map(p, C, span_join(B.span, D.span)); }
primary(A) ::= MAP(B) LBRACKET RBRACKET(D).
    { A = build_map(p, (struct expr_list){0}, span_join(B.span, D.span)); }
primary(A) ::= MULTISET(B) LBRACKET exprs(C) RBRACKET(D).
    { A = build_list(p, EXPR_MULTISET, C, NULL, span_join(B.span, D.span)); }
primary(A) ::= MULTISET(B) LP_QUERY query(C) RP(D).
    { A = build_list(p, EXPR_MULTISET, (struct expr_list){0}, C, span_join(B.span, D.span)); }

/* ---- special forms ---- */

%type whens         {struct when_list}
%type otherwise     {struct ast_expr *}
%type trim_side     {enum trim_side}

primary(A) ::= CASE(B) whens(C) otherwise(D) END(E).
    { A = build_case(p, NULL, C, D, span_join(B.span, E.span)); }
primary(A) ::= CASE(B) expr(O) whens(C) otherwise(D) END(E).
    { A = build_case(p, O, C, D, span_join(B.span, E.span)); }
whens(A) ::= WHEN exprs(B) THEN expr(C). { A = build_whens(p, (struct when_list){0}, B, C); }
whens(A) ::= whens(L) WHEN exprs(B) THEN expr(C). { A = build_whens(p, L, B, C); }
otherwise(A) ::= . { A = NULL; }
otherwise(A) ::= ELSE expr(B). { A = B; }

primary(A) ::= CAST(B) LP expr(C) AS type(D) RP(E).
    { A = build_cast(p, false, C, D, span_join(B.span, E.span)); }
primary(A) ::= TRY_CAST(B) LP expr(C) AS type(D) RP(E).
    { A = build_cast(p, true, C, D, span_join(B.span, E.span)); }
primary(A) ::= EXTRACT(B) LP unit(C) FROM expr(D) RP(E).
    { A = build_unit_expr(p, EXPR_EXTRACT, &C, D, false, span_join(B.span, E.span)); }
primary(A) ::= FLOOR_CEIL(B) LP expr(C) TO unit(D) RP(E).
    { A = build_floor_ceil(p, &B, C, &D, E.span); }
primary(A) ::= TIMESTAMP_FN(B) LP unit(C) COMMA expr(D) COMMA expr(E) RP(F).
    { A = build_special(p, EXPR_TIMESTAMP_FN, &B, &C, D, E, NULL, F.span); }
primary(A) ::= POSITION(B) LP sum(C) IN sum(D) RP(F).
    { A = build_special(p, EXPR_POSITION, &B, NULL, C, D, NULL, F.span); }
primary(A) ::= POSITION(B) LP sum(C) IN sum(D) FROM expr(E) RP(F).
    { A = build_special(p, EXPR_POSITION, &B, NULL, C, D, E, F.span); }
primary(A) ::= SUBSTRING(B) LP expr(C) FROM expr(D) RP(F).
    { A = build_special(p, EXPR_SUBSTRING, &B, NULL, C, D, NULL, F.span); }
primary(A) ::= SUBSTRING(B) LP expr(C) FROM expr(D) FOR expr(E) RP(F).
    { A = build_special(p, EXPR_SUBSTRING, &B, NULL, C, D, E, F.span); }
primary(A) ::= OVERLAY(B) LP expr(C) PLACING expr(D) FROM expr(E) RP(F).
    { A = build_special(p, EXPR_OVERLAY, &B, NULL, C, D, E, F.span); }
primary(A) ::= OVERLAY(B) LP expr(C) PLACING expr(D) FROM expr(E) FOR expr(G) RP(F).
    { A = build_special_add(p, build_special(p, EXPR_OVERLAY, &B, NULL, C, D, E, F.span), G); }
primary(A) ::= TRIM(B) LP expr(C) FROM expr(D) RP(E).
    { A = build_trim(p, TRIM_BOTH, C, D, span_join(B.span, E.span)); }
primary(A) ::= TRIM(B) LP trim_side(S) expr(C) FROM expr(D) RP(E).
    { A = build_trim(p, S, C, D, span_join(B.span, E.span)); }
primary(A) ::= TRIM(B) LP trim_side(S) FROM expr(D) RP(E).
    { A = build_trim(p, S, NULL, D, span_join(B.span, E.span)); }
primary(A) ::= TRIM(B) LP trim_side(S) expr(D) RP(E).
    { A = build_trim(p, S, NULL, D, span_join(B.span, E.span)); }
trim_side(A) ::= BOTH. { A = TRIM_BOTH; }
trim_side(A) ::= LEADING. { A = TRIM_LEADING; }
trim_side(A) ::= TRAILING. { A = TRIM_TRAILING; }

/* ---- JSON functions ---- */

%type json          {struct json_clauses}
%type json_behavior {struct json_answer}
%type json_pairs    {struct expr_list}
%type json_pair     {struct ast_expr *}
%type json_nulls    {struct json_clauses}
%type json_key      {struct ast_expr *}

primary(A) ::= JSON_EXISTS(B) LP expr(C) COMMA expr(D) json(E) RP(F).
    { A = build_json_path(p, &B, C, D, E, F.span); }
primary(A) ::= JSON_VALUE(B) LP expr(C) COMMA expr(D) json(E) RP(F).
    { A = build_json_path(p, &B, C, D, E, F.span); }
primary(A) ::= JSON_QUERY(B) LP expr(C) COMMA expr(D) json(E) RP(F).
    { A = build_json_path(p, &B, C, D, E, F.span); }

json(A) ::= . { A = (struct json_clauses){0}; }
json(A) ::= json(B) RETURNING plain_type(C). { A = B; A.returning = C; }
json(A) ::= json(B) WITHOUT array_word WRAPPER. { A = B; A.wrapper = JSON_WITHOUT_WRAPPER; }
json(A) ::= json(B) WITH array_word WRAPPER. { A = B; A.wrapper = JSON_WITH_WRAPPER; }
json(A) ::= json(B) WITH UNCONDITIONAL array_word WRAPPER.
    { A = B; A.wrapper = JSON_WITH_WRAPPER; }
json(A) ::= json(B) WITH CONDITIONAL array_word WRAPPER.
    { A = B; A.wrapper = JSON_WITH_CONDITIONAL_WRAPPER; }
json(A) ::= json(B) json_behavior(C) ON EMPTY.
    { A = B; A.on_empty = C.behavior; A.empty_value = C.value; }
json(A) ::= json(B) json_behavior(C) ON ERROR.
    { A = B; A.on_error = C.behavior; A.error_value = C.value; }
array_word ::= .
array_word ::= ARRAY.

json_behavior(A) ::= NULL. { A = (struct json_answer){JSON_NULL, NULL}; }
json_behavior(A) ::= ERROR. { A = (struct json_answer){JSON_ERROR, NULL}; }
json_behavior(A) ::= TRUE. { A = (struct json_answer){JSON_TRUE, NULL}; }
json_behavior(A) ::= FALSE. { A = (struct json_answer){JSON_FALSE, NULL}; }
json_behavior(A) ::= UNKNOWN. { A = (struct json_answer){JSON_UNKNOWN, NULL}; }
json_behavior(A) ::= EMPTY ARRAY. { A = (struct json_answer){JSON_EMPTY_ARRAY, NULL}; }
json_behavior(A) ::= EMPTY OBJECT. { A = (struct json_answer){JSON_EMPTY_OBJECT, NULL}; }
json_behavior(A) ::= DEFAULT expr(B). { A = (struct json_answer){JSON_DEFAULT_VALUE, B}; }

primary(A) ::= JSON_OBJECT(B) LP json_pairs(C) json_nulls(D) RP(E).
    { A = build_json(p, &B, C, D, E.span); }
primary(A) ::= JSON_OBJECT(B) LP json_nulls(D) RP(E).
    { A = build_json(p, &B, (struct expr_list){0}, D, E.span); }
primary(A) ::= JSON_OBJECTAGG(B) LP json_key(K) VALUE expr(V) json_nulls(D) RP(E).
    { A = build_json(p, &B, build_pair(p, (struct expr_list){0}, K, V), D, E.span); }
primary(A) ::= JSON_OBJECTAGG(B) LP json_key(K) COLON expr(V) json_nulls(D) RP(E).
    { A = build_json(p, &B, build_pair(p, (struct expr_list){0}, K, V), D, E.span); }
primary(A) ::= JSON_ARRAY(B) LP exprs(C) json_nulls(D) RP(E).
    { A = build_json(p, &B, C, D, E.span); }
primary(A) ::= JSON_ARRAY(B) LP json_nulls(D) RP(E).
    { A = build_json(p, &B, (struct expr_list){0}, D, E.span); }
primary(A) ::= JSON_ARRAYAGG(B) LP expr(C) json_nulls(D) RP(E).
    { A = build_json(p, &B, build_exprs(p, (struct expr_list){0}, C), D, E.span); }
json_pairs(A) ::= json_key(K) VALUE expr(V). { A = build_pair(p, (struct expr_list){0}, K, V); }
json_pairs(A) ::= json_key(K) COLON expr(V). { A = build_pair(p, (struct expr_list){0}, K, V); }
json_pairs(A) ::= json_pairs(L) COMMA json_key(K) VALUE expr(V). { A = build_pair(p, L, K, V); }
json_pairs(A) ::= json_pairs(L) COMMA json_key(K) COLON expr(V). { A = build_pair(p, L, K, V); }
json_key(A) ::= sum(B). { A = B; }
json_key(A) ::= KEY sum(B). { A = B; }
json_nulls(A) ::= . { A = (struct json_clauses){0}; }
json_nulls(A) ::= NULL ON NULL. { A = (struct json_clauses){.null_clause = JSON_NULL_ON_NULL}; }
json_nulls(A) ::= ABSENT ON NULL.
    { A = (struct json_clauses){.null_clause = JSON_ABSENT_ON_NULL}; }

/* ---- calls ---- */

%type call          {struct ast_expr *}
%type call_args     {struct call_args}
%type args          {struct expr_list}
%type plain_args    {struct expr_list}
%type table_args    {struct expr_list}
%type ordered_arg   {struct ast_expr *}
%type table_value   {struct ast_expr *}
%type arg           {struct ast_expr *}
%type table_arg     {struct ast_expr *}
%type arg_value     {struct ast_expr *}
%type arg_partition {struct expr_list}
%type arg_order     {struct order_list}

primary(A) ::= call(B). { A = B; }
primary(A) ::= RUNNING(M) call(B). { A = build_measure_mode(B, &M); }
primary(A) ::= FINAL(M) call(B). { A = build_measure_mode(B, &M); }
call(A) ::= NILADIC(B). { A = build_call_bare(p, &B); }
call(A) ::= path(B) LP call_args(C) RP(D). { A = build_call(p, B, C, D.span); }
call(A) ::= path(B) LP_QUERY query(C) RP(D). { A = build_call_query(p, B, C, D.span); }
call(A) ::= FUNC(B) LP call_args(C) RP(D). { A = build_call_word(p, &B, C, D.span); }
call(A) ::= UNIT(B) LP call_args(C) RP(D). { A = build_call_word(p, &B, C, D.span); }
call(A) ::= FLOOR_CEIL(B) LP call_args(C) RP(D). { A = build_call_word(p, &B, C, D.span); }
call(A) ::= SUBSTRING(B) LP call_args(C) RP(D). { A = build_call_word(p, &B, C, D.span); }
call(A) ::= OVERLAY(B) LP call_args(C) RP(D). { A = build_call_word(p, &B, C, D.span); }
call(A) ::= TRIM(B) LP call_args(C) RP(D). { A = build_call_word(p, &B, C, D.span); }
call(A) ::= TYPE_WORD(B) LP call_args(C) RP(D). { A = build_call_word(p, &B, C, D.span); }
call(A) ::= CHAR(B) LP call_args(C) RP(D). { A = build_call_word(p, &B, C, D.span); }
call(A) ::= call(B) WITHIN_GROUP LP ORDER BY order_items(C) RP(D).
    { A = B; A->as.call.within_group = C; build_extend(A, D.span); }
call(A) ::= call(B) FILTER LP WHERE expr(C) RP(D). { A = build_call_filter(p, B, C, D.span); }
call(A) ::= call(B) IGNORE_NULLS(D).
    { A = B; A->as.call.nulls = IGNORE_NULLS; build_extend(A, D.span); }
call(A) ::= call(B) RESPECT_NULLS(D).
    { A = B; A->as.call.nulls = RESPECT_NULLS; build_extend(A, D.span); }
call(A) ::= call(B) OVER name(C). { A = build_call_over(p, B, build_window_name(p, C)); }
call(A) ::= call(B) OVER window_spec(C). { A = build_call_over(p, B, C); }

call_args(A) ::= . { A = (struct call_args){0}; }
call_args(A) ::= STAR. { A = (struct call_args){.star = true}; }
call_args(A) ::= args(B). { A = (struct call_args){.args = B}; }
call_args(A) ::= plain_args(B) ORDER BY order_items(C).
    { A = (struct call_args){.args = B, .order_by = C}; }
call_args(A) ::= ALL args(B). { A = (struct call_args){.args = B}; }
call_args(A) ::= DISTINCT args(B). { A = (struct call_args){.args = B, .distinct = true}; }
call_args(A) ::= DISTINCT plain_args(B) ORDER BY order_items(C).
    { A = (struct call_args){.args = B, .order_by = C, .distinct = true}; }

/* Lists that end in a table argument are apart: ORDER BY behind one belongs to the table. */
args(A) ::= plain_args(B). { A = B; }
args(A) ::= table_args(B). { A = B; }
plain_args(A) ::= arg(B). { A = build_exprs(p, (struct expr_list){0}, B); }
plain_args(A) ::= args(B) COMMA arg(C). { A = build_exprs(p, B, C); }
table_args(A) ::= ordered_arg(B). { A = build_exprs(p, (struct expr_list){0}, B); }
table_args(A) ::= args(B) COMMA ordered_arg(C). { A = build_exprs(p, B, C); }
arg(A) ::= arg_value(B). { A = B; }
arg(A) ::= name(B) ARROW arg_value(C). { A = build_named(p, B, C); }
ordered_arg(A) ::= table_value(B). { A = B; }
ordered_arg(A) ::= name(B) ARROW table_value(C). { A = build_named(p, B, C); }
arg(A) ::= path(B) DOT STAR(C). { A = build_star(p, B, span_join(B.span, C.span)); }
arg_value(A) ::= expr(B). { A = B; }
arg_value(A) ::= DEFAULT(B). { A = build_plain(p, EXPR_DEFAULT, B.span); }
arg_value(A) ::= UNIT(B). { A = build_unit_expr(p, EXPR_UNIT, &B, NULL, false, B.span); }
arg_value(A) ::= DESCRIPTOR(B) LP names(C) RP(D).
    { A = build_descriptor(p, C, span_join(B.span, D.span)); }
table_value(A) ::= table_arg(B) arg_order(C).
    { A = build_table_arg(p, B, (struct expr_list){0}, C); }
table_value(A) ::= table_arg(B) PARTITION BY arg_partition(C) arg_order(D).
    { A = build_table_arg(p, B, C, D); }
table_value(A) ::= LP_QUERY(B) query(C) RP(D) PARTITION BY arg_partition(E) arg_order(F).
    { A = build_table_arg(p, build_query_arg(p, C, span_join(B.span, D.span)), E, F); }
table_arg(A) ::= TABLE(B) path(C). { A = build_path_arg(p, C, B.span); }
table_arg(A) ::= TABLE_FN(B) LP_QUERY query(C) RP(D).
    { A = build_query_arg(p, C, span_join(B.span, D.span)); }
arg_partition(A) ::= postfix(B). { A = build_unrow(p, B); }
arg_order(A) ::= . { A = (struct order_list){0}; }
arg_order(A) ::= ORDER BY path(B) direction(C) nulls(D).
    { A = build_order(p, (struct order_list){0}, build_column(p, B), C, D); }
arg_order(A) ::= ORDER BY LP order_items(B) RP. { A = B; }

/* ---- windows and order ---- */

%type order_items   {struct order_list}
%type direction     {bool}
%type nulls         {int}
%type window_spec   {struct window_spec *}
%type window_parts  {struct window_spec *}
%type bound         {struct window_bound}
%type optional_order {struct order_list}

order_items(A) ::= expr(B) direction(C) nulls(D).
    { A = build_order(p, (struct order_list){0}, B, C, D); }
order_items(A) ::= order_items(L) COMMA expr(B) direction(C) nulls(D).
    { A = build_order(p, L, B, C, D); }
direction(A) ::= . { A = false; }
direction(A) ::= ASC. { A = false; }
direction(A) ::= DESC. { A = true; }
nulls(A) ::= . { A = NULLS_DEFAULT; }
nulls(A) ::= NULLS FIRST. { A = NULLS_FIRST; }
nulls(A) ::= NULLS LAST. { A = NULLS_LAST; }
optional_order(A) ::= . { A = (struct order_list){0}; }
optional_order(A) ::= ORDER BY order_items(B). { A = B; }

window_spec(A) ::= LP(B) window_parts(C) RP(D). { A = C; A->span = span_join(B.span, D.span); }
window_parts(A) ::= window_base(B) window_partition(C) optional_order(D) window_frame(E).
    { A = build_window(p, B, C, D, E); }
%type window_base   {struct name}
%type window_partition {struct expr_list}
%type window_frame  {struct window_spec *}
window_base(A) ::= . { A = (struct name){0}; }
window_base(A) ::= name(B). { A = B; }
window_partition(A) ::= . { A = (struct expr_list){0}; }
window_partition(A) ::= PARTITION BY exprs(B). { A = B; }
window_frame(A) ::= . { A = NULL; }
window_frame(A) ::= ROWS bound(B).
    { A = build_frame(p, false, B, (struct window_bound){0}); }
window_frame(A) ::= RANGE bound(B).
    { A = build_frame(p, true, B, (struct window_bound){0}); }
window_frame(A) ::= ROWS BETWEEN bound(B) AND bound(C). { A = build_frame(p, false, B, C); }
window_frame(A) ::= RANGE BETWEEN bound(B) AND bound(C). { A = build_frame(p, true, B, C); }
bound(A) ::= UNBOUNDED PRECEDING.
    { A = (struct window_bound){BOUND_UNBOUNDED_PRECEDING, NULL}; }
bound(A) ::= UNBOUNDED FOLLOWING.
    { A = (struct window_bound){BOUND_UNBOUNDED_FOLLOWING, NULL}; }
bound(A) ::= CURRENT ROW. { A = (struct window_bound){BOUND_CURRENT_ROW, NULL}; }
bound(A) ::= sum(B) PRECEDING. { A = (struct window_bound){BOUND_PRECEDING, B}; }
bound(A) ::= sum(B) FOLLOWING. { A = (struct window_bound){BOUND_FOLLOWING, B}; }

/* ---- queries ---- */

%type query         {struct ast_query *}
%type query_body    {struct ast_query *}
%type query_term    {struct ast_query *}
%type query_primary {struct ast_query *}
%type with_items    {struct with_list}
%type with_item     {struct with_item}
%type quantity      {bool}
%type slice         {struct slice}
%type select        {struct select *}
%type rows          {struct expr_list}
%type row           {struct ast_expr *}

query(A) ::= query_body(B) optional_order(C) slice(D). { A = build_query(p, B, C, D); }
query(A) ::= WITH(W) with_items(L) query_body(B) optional_order(C) slice(D).
    { A = build_query_with(p, build_query(p, B, C, D), L, W.span); }
with_items(A) ::= with_item(B). { A = build_with(p, (struct with_list){0}, B); }
with_items(A) ::= with_items(L) COMMA with_item(B). { A = build_with(p, L, B); }
with_item(A) ::= name(B) optional_names(C) AS LP_QUERY query(D) RP.
    { A = (struct with_item){.name = B, .columns = C, .query = D}; }

query_body(A) ::= query_term(B). { A = B; }
query_body(A) ::= query_body(B) UNION quantity(Q) query_term(C).
    { A = build_set_operation(p, QUERY_UNION, Q, B, C); }
query_body(A) ::= query_body(B) EXCEPT quantity(Q) query_term(C).
    { A = build_set_operation(p, QUERY_EXCEPT, Q, B, C); }
query_term(A) ::= query_primary(B). { A = B; }
query_term(A) ::= query_term(B) INTERSECT quantity(Q) query_primary(C).
    { A = build_set_operation(p, QUERY_INTERSECT, Q, B, C); }
quantity(A) ::= . { A = false; }
quantity(A) ::= DISTINCT. { A = false; }
quantity(A) ::= ALL. { A = true; }

query_primary(A) ::= select(B). { A = build_query_select(p, B); }
query_primary(A) ::= VALUES(B) rows(C). { A = build_query_values(p, C, B.span); }
query_primary(A) ::= TABLE(B) path(C). { A = build_query_table(p, C, B.span); }
query_primary(A) ::= LP_QUERY(B) query(C) RP(D).
    { A = build_query_parens(p, C, span_join(B.span, D.span)); }
rows(A) ::= row(B). { A = build_exprs(p, (struct expr_list){0}, B); }
rows(A) ::= rows(L) COMMA row(B). { A = build_exprs(p, L, B); }
row(A) ::= sum(B). { A = build_values_row(p, B); }

slice(A) ::= . { A = (struct slice){0}; }
slice(A) ::= slice(B) LIMIT(T) sum(C). { A = build_limit(p, B, C, &T); }
slice(A) ::= slice(B) LIMIT(T) ALL. { A = build_limit(p, B, NULL, &T); }
slice(A) ::= slice(B) LIMIT(T) sum(C) COMMA sum(D).
    { A = build_offset(p, build_limit(p, B, D, &T), C, &T); }
slice(A) ::= slice(B) OFFSET(T) sum(C) optional_rows. { A = build_offset(p, B, C, &T); }
slice(A) ::= slice(B) FETCH(T) first_or_next sum(C) rows_word ONLY.
    { A = build_limit(p, B, C, &T); }
slice(A) ::= slice(B) FETCH(T) first_or_next rows_word ONLY(E).
    { A = build_limit(p, B, build_one(p, E.span), &T); }
optional_rows ::= .
optional_rows ::= rows_word.
rows_word ::= ROW.
rows_word ::= ROWS.
first_or_next ::= FIRST.
first_or_next ::= NEXT.

/* ---- select ---- */

%type select_head   {struct select *}
%type select_items  {struct named_list}
%type select_item   {struct named_expr}
%type from          {struct table_ref *}
%type where         {struct ast_expr *}
%type group_by      {struct group_clause}
%type groupings     {struct grouping}
%type grouping      {struct grouping *}
%type having        {struct ast_expr *}
%type windows       {struct select *}
%type qualify       {struct ast_expr *}
%type hints         {struct hint_list}
%type hint_items    {struct hint_list}
%type hint          {struct hint}
%type hint_pairs    {struct hint}

select(A) ::= select_head(H) select_items(I) from(F) where(W) group_by(G) having(V) windows(N)
    qualify(Q). { A = build_select(p, H, I, F, W, &G, V, N, Q); }
select_head(A) ::= SELECT(B) hints(H) select_stream select_quantity(Q).
    { A = build_select_head(p, H, Q, B.span); }
%type select_quantity {bool}
select_stream ::= .
select_stream ::= STREAM.
select_quantity(A) ::= . { A = false; }
select_quantity(A) ::= ALL. { A = false; }
select_quantity(A) ::= DISTINCT. { A = true; }

select_items(A) ::= select_item(B). { A = build_named_list(p, (struct named_list){0}, B); }
select_items(A) ::= select_items(L) COMMA select_item(B). { A = build_named_list(p, L, B); }
select_item(A) ::= STAR(B).
    { A.expr = build_star(p, (struct path){0}, B.span); A.alias = (struct name){0}; }
select_item(A) ::= path(B) DOT STAR(C).
    { A.expr = build_star(p, B, span_join(B.span, C.span)); A.alias = (struct name){0}; }
select_item(A) ::= expr(B). { A = (struct named_expr){.expr = B}; }
select_item(A) ::= expr(B) name(C). { A = (struct named_expr){.expr = B, .alias = C}; }
select_item(A) ::= expr(B) AS name(C). { A = (struct named_expr){.expr = B, .alias = C}; }

where(A) ::= . { A = NULL; }
where(A) ::= WHERE expr(B). { A = B; }
having(A) ::= . { A = NULL; }
having(A) ::= HAVING expr(B). { A = B; }
qualify(A) ::= . { A = NULL; }
qualify(A) ::= QUALIFY expr(B). { A = B; }
windows(A) ::= . { A = NULL; }
windows(A) ::= WINDOW window_items(B). { A = B; }
%type window_items  {struct select *}
window_items(A) ::= name(B) AS window_spec(C). { A = build_named_window(p, NULL, B, C); }
window_items(A) ::= window_items(L) COMMA name(B) AS window_spec(C).
    { A = build_named_window(p, L, B, C); }

group_by(A) ::= . { A = (struct group_clause){0}; }
group_by(A) ::= GROUP BY select_quantity(Q) groupings(B).
    { A = (struct group_clause){.present = true, .distinct = Q, .list = B}; }
groupings(A) ::= grouping(B). { A = build_groupings(p, NULL, B); }
groupings(A) ::= groupings(L) COMMA grouping(B). { A = build_groupings(p, &L, B); }
grouping(A) ::= expr(B). { A = build_grouping_expr(p, B); }
grouping(A) ::= LP(B) RP(C). { A = build_grouping(p, GROUP_EMPTY, NULL, B.span, C.span); }
grouping(A) ::= GROUPING_SETS(B) LP groupings(C) RP(D).
    { A = build_grouping(p, GROUP_SETS, &C, B.span, D.span); }
grouping(A) ::= ROLLUP(B) LP groupings(C) RP(D).
    { A = build_grouping(p, GROUP_ROLLUP, &C, B.span, D.span); }
grouping(A) ::= CUBE(B) LP groupings(C) RP(D).
    { A = build_grouping(p, GROUP_CUBE, &C, B.span, D.span); }

/* Hints. */
hints(A) ::= . { A = (struct hint_list){0}; }
hints(A) ::= HINT_BEGIN hint_items(B) HINT_END. { A = B; }
hint_items(A) ::= hint(B). { A = build_hints(p, (struct hint_list){0}, B); }
hint_items(A) ::= hint_items(L) COMMA hint(B). { A = build_hints(p, L, B); }
hint_items(A) ::= hint_items(L) hint(B). { A = build_hints(p, L, B); }
hint(A) ::= name(B). { A = (struct hint){.name = B, .span = B.span}; }
hint(A) ::= name(B) LP RP(D). { A = (struct hint){.name = B, .span = span_join(B.span, D.span)}; }
hint(A) ::= name(B) LP hint_pairs(C) RP(D).
    { A = C; A.name = B; A.span = span_join(B.span, D.span); }
hint_pairs(A) ::= STRING(B) EQ STRING(C). { A = build_hint_option(p, NULL, &B, &C); }
hint_pairs(A) ::= ID(B) EQ STRING(C). { A = build_hint_option(p, NULL, &B, &C); }
hint_pairs(A) ::= ID(B). { A = build_hint_name(p, NULL, &B); }
hint_pairs(A) ::= STRING(B). { A = build_hint_name(p, NULL, &B); }
hint_pairs(A) ::= NUMBER(B). { A = build_hint_name(p, NULL, &B); }
hint_pairs(A) ::= hint_pairs(L) COMMA STRING(B) EQ STRING(C).
    { A = build_hint_option(p, &L, &B, &C); }
hint_pairs(A) ::= hint_pairs(L) COMMA ID(B) EQ STRING(C).
    { A = build_hint_option(p, &L, &B, &C); }
hint_pairs(A) ::= hint_pairs(L) COMMA ID(B). { A = build_hint_name(p, &L, &B); }
hint_pairs(A) ::= hint_pairs(L) COMMA STRING(B). { A = build_hint_name(p, &L, &B); }
hint_pairs(A) ::= hint_pairs(L) COMMA NUMBER(B). { A = build_hint_name(p, &L, &B); }

/* ---- FROM ---- */

%type table_list    {struct table_ref *}
%type joined        {struct table_ref *}
%type source        {struct table_ref *}
%type source_core   {struct table_ref *}
%type relation      {struct table_ref *}
%type join_kind     {struct join_word}
%type condition     {struct join_condition}
%type lateral       {bool}
%type ordinality    {bool}
%type alias         {struct alias}
%type function      {struct ast_expr *}

from(A) ::= . { A = NULL; }
from(A) ::= FROM table_list(B). { A = B; }
table_list(A) ::= joined(B). { A = B; }
table_list(A) ::= table_list(B) COMMA joined(C).
    { A = build_join(p, B, (struct join_word){.kind = JOIN_COMMA}, C,
          (struct join_condition){0}); }
joined(A) ::= source(B). { A = B; }
joined(A) ::= joined(B) join_kind(K) JOIN source(C) condition(D).
    { A = build_join(p, B, K, C, D); }
joined(A) ::= joined(B) CROSS JOIN source(C).
    { A = build_join(p, B, (struct join_word){.kind = JOIN_CROSS}, C,
          (struct join_condition){0}); }
join_kind(A) ::= . { A = (struct join_word){.kind = JOIN_INNER}; }
join_kind(A) ::= INNER. { A = (struct join_word){.kind = JOIN_INNER}; }
join_kind(A) ::= LEFT outer. { A = (struct join_word){.kind = JOIN_LEFT}; }
join_kind(A) ::= RIGHT outer. { A = (struct join_word){.kind = JOIN_RIGHT}; }
join_kind(A) ::= FULL outer. { A = (struct join_word){.kind = JOIN_FULL}; }
join_kind(A) ::= LEFT SEMI. { A = (struct join_word){.kind = JOIN_SEMI}; }
join_kind(A) ::= LEFT ANTI. { A = (struct join_word){.kind = JOIN_ANTI}; }
join_kind(A) ::= NATURAL. { A = (struct join_word){JOIN_INNER, true}; }
join_kind(A) ::= NATURAL INNER. { A = (struct join_word){JOIN_INNER, true}; }
join_kind(A) ::= NATURAL LEFT outer. { A = (struct join_word){JOIN_LEFT, true}; }
join_kind(A) ::= NATURAL RIGHT outer. { A = (struct join_word){JOIN_RIGHT, true}; }
join_kind(A) ::= NATURAL FULL outer. { A = (struct join_word){JOIN_FULL, true}; }
outer ::= .
outer ::= OUTER.
condition(A) ::= . { A = (struct join_condition){0}; }
condition(A) ::= ON expr(B). { A = (struct join_condition){.on = B}; }
condition(A) ::= USING paren_names(B). { A = (struct join_condition){.columns = B}; }

source(A) ::= relation(B) alias(C). { A = build_alias(B, C); }
source(A) ::= path(B) hints(H). { A = build_table(p, B, H, NULL); }
source(A) ::= path(B) hints(H) alias_given(C). { A = build_alias(build_table(p, B, H, NULL), C); }
/* This order is not Flink's, but common. */
source(A) ::= path(B) hints(H) alias_given(C) FOR_SYSTEM_TIME expr(D).
    { A = build_alias(build_table(p, B, H, D), C); }
relation(A) ::= source_core(B). { A = B; }
relation(A) ::= source_core(B) match(C). { A = build_match_ref(p, B, C); }
relation(A) ::= path(B) hints(H) match(D).
    { A = build_match_ref(p, build_table(p, B, H, NULL), D); }
relation(A) ::= path(B) hints(H) alias_given(C) match(D).
    { A = build_match_ref(p, build_alias(build_table(p, B, H, NULL), C), D); }
source_core(A) ::= path(B) hints(H) FOR_SYSTEM_TIME expr(C). { A = build_table(p, B, H, C); }
source_core(A) ::= lateral(L) LP_QUERY(B) query(C) RP(D) hints(H).
    { A = build_derived(p, L, C, H, span_join(B.span, D.span)); }
source_core(A) ::= LP(B) table_list(C) RP(D). { A = build_ref_parens(p, C, B.span, D.span); }
source_core(A) ::= UNNEST(B) LP exprs(C) RP(D) ordinality(O).
    { A = build_unnest(p, C, O, span_join(B.span, D.span)); }
source_core(A) ::= lateral(L) TABLE_FN(B) LP function(C) RP(D) hints(H).
    { A = build_ref_function(p, L, C, H, span_join(B.span, D.span)); }
source_core(A) ::= function(B) hints(H). { A = build_ref_function(p, false, B, H, B->span); }
source_core(A) ::= LATERAL function(B) hints(H).
    { A = build_ref_function(p, true, B, H, B->span); }
source_core(A) ::= LATERAL UNNEST(B) LP exprs(C) RP(D) ordinality(O).
    { A = build_unnest(p, C, O, span_join(B.span, D.span)); A->lateral = true; }
function(A) ::= path(B) LP call_args(C) RP(D). { A = build_call(p, B, C, D.span); }
function(A) ::= path(B) LP_QUERY query(C) RP(D). { A = build_call_query(p, B, C, D.span); }
lateral(A) ::= . { A = false; }
lateral(A) ::= LATERAL. { A = true; }
ordinality(A) ::= . { A = false; }
ordinality(A) ::= WITH_ORDINALITY. { A = true; }
alias(A) ::= . { A = (struct alias){0}; }
alias(A) ::= alias_given(B). { A = B; }
%type alias_given   {struct alias}
alias_given(A) ::= AS name(B) optional_names(C). { A = (struct alias){B, C}; }
alias_given(A) ::= name(B) optional_names(C). { A = (struct alias){B, C}; }

/* ---- MATCH_RECOGNIZE ---- */

%type match         {struct match_recognize *}
%type measures      {struct named_list}
%type measure_items {struct named_list}
%type match_rows    {bool}
%type match_skip    {struct match_skip}
%type within        {struct ast_expr *}
%type subsets       {struct match_recognize *}
%type defines       {struct named_list}
%type pattern       {struct pattern *}
%type pattern_term  {struct pattern *}
%type pattern_factor {struct pattern *}
%type pattern_atom  {struct pattern *}
%type pattern_list  {struct pattern *}
%type quantifier    {struct quantifier_range}
%type reluctant     {bool}

match(A) ::= MATCH_RECOGNIZE(B) LP window_partition(C) optional_order(D) measures(E) match_rows(F)
    match_skip(G) PATTERN LP pattern(H) RP within(I) subsets(J) DEFINE defines(K) RP(L).
    { A = build_match(p, C, D, E, F, G, H, I, J, K, span_join(B.span, L.span)); }
measures(A) ::= . { A = (struct named_list){0}; }
measures(A) ::= MEASURES measure_items(B). { A = B; }
measure_items(A) ::= expr(B) AS name(C).
    { A = build_named_list(p, (struct named_list){0},
          (struct named_expr){.expr = B, .alias = C}); }
measure_items(A) ::= measure_items(L) COMMA expr(B) AS name(C).
    { A = build_named_list(p, L, (struct named_expr){.expr = B, .alias = C}); }
match_rows(A) ::= . { A = false; }
match_rows(A) ::= ONE ROW PER MATCH. { A = false; }
match_rows(A) ::= ALL ROWS PER MATCH. { A = true; }
match_skip(A) ::= . { A = (struct match_skip){0}; }
match_skip(A) ::= AFTER MATCH SKIP PAST LAST ROW.
    { A = (struct match_skip){.skip = SKIP_PAST_LAST_ROW}; }
match_skip(A) ::= AFTER MATCH SKIP TO NEXT ROW.
    { A = (struct match_skip){.skip = SKIP_TO_NEXT_ROW}; }
match_skip(A) ::= AFTER MATCH SKIP TO FIRST name(B).
    { A = (struct match_skip){SKIP_TO_FIRST, B}; }
match_skip(A) ::= AFTER MATCH SKIP TO LAST name(B).
    { A = (struct match_skip){SKIP_TO_LAST, B}; }
/* SQL:2016: TO a variable is TO LAST of it. */
match_skip(A) ::= AFTER MATCH SKIP TO name(B).
    { A = (struct match_skip){SKIP_TO_LAST, B}; }
within(A) ::= . { A = NULL; }
within(A) ::= WITHIN sum(B). { A = B; }
subsets(A) ::= . { A = NULL; }
subsets(A) ::= SUBSET subset_items(B). { A = B; }
%type subset_items  {struct match_recognize *}
subset_items(A) ::= name(B) EQ paren_names(C). { A = build_subset(p, NULL, B, C); }
subset_items(A) ::= subset_items(L) COMMA name(B) EQ paren_names(C).
    { A = build_subset(p, L, B, C); }
defines(A) ::= name(B) AS expr(C).
    { A = build_named_list(p, (struct named_list){0},
          (struct named_expr){.expr = C, .alias = B}); }
defines(A) ::= defines(L) COMMA name(B) AS expr(C).
    { A = build_named_list(p, L, (struct named_expr){.expr = C, .alias = B}); }

pattern(A) ::= pattern_term(B). { A = B; }
pattern(A) ::= pattern(B) BAR pattern_term(C).
    { A = build_pattern_pair(p, PATTERN_ALTERNATION, B, C); }
pattern_term(A) ::= pattern_factor(B). { A = B; }
pattern_term(A) ::= pattern_term(B) pattern_factor(C).
    { A = build_pattern_pair(p, PATTERN_SEQUENCE, B, C); }
pattern_factor(A) ::= pattern_atom(B). { A = B; }
pattern_factor(A) ::= pattern_atom(B) quantifier(C) reluctant(R).
    { A = build_pattern_quantified(B, C, R); }
quantifier(A) ::= STAR(B). { A = (struct quantifier_range){0, -1, B.span}; }
quantifier(A) ::= PLUS(B). { A = (struct quantifier_range){1, -1, B.span}; }
quantifier(A) ::= QUESTION(B). { A = (struct quantifier_range){0, 1, B.span}; }
quantifier(A) ::= LBRACE NUMBER(B) RBRACE(E). { A = build_range(p, &B, &B, E.span); }
quantifier(A) ::= LBRACE NUMBER(B) COMMA RBRACE(E). { A = build_range(p, &B, NULL, E.span); }
quantifier(A) ::= LBRACE COMMA NUMBER(C) RBRACE(E). { A = build_range(p, NULL, &C, E.span); }
quantifier(A) ::= LBRACE NUMBER(B) COMMA NUMBER(C) RBRACE(E).
    { A = build_range(p, &B, &C, E.span); }
reluctant(A) ::= . { A = false; }
reluctant(A) ::= QUESTION. { A = true; }
pattern_atom(A) ::= name(B). { A = build_pattern_variable(p, B); }
pattern_atom(A) ::= LP(B) RP(D). { A = build_pattern(p, PATTERN_EMPTY, NULL, B.span, D.span); }
pattern_atom(A) ::= LP(B) pattern(C) RP(D). { A = build_pattern_group(p, C, B.span, D.span); }
pattern_atom(A) ::= EXCLUDE_BEGIN(B) pattern(C) EXCLUDE_END(D).
    { A = build_pattern(p, PATTERN_EXCLUDE, C, B.span, D.span); }
pattern_atom(A) ::= PERMUTE(B) LP pattern_list(C) RP(D).
    { A = C; A->span = span_join(B.span, D.span); }
pattern_list(A) ::= pattern(B). { A = build_pattern(p, PATTERN_PERMUTE, B, B->span, B->span); }
pattern_list(A) ::= pattern_list(L) COMMA pattern(B). { A = build_pattern_add(p, L, B); }

/* ---- statements ---- */

%type statement     {struct statement *}
%type explainable   {struct statement *}
%type insert        {struct statement *}
%type insert_head   {struct statement *}
%type create_table  {struct statement *}
%type if_exists     {bool}
%type if_not_exists {bool}
%type or_replace    {bool}
%type temporary     {bool}

statement(A) ::= query(B). { A = build_statement_query(p, B); }
statement(A) ::= EXECUTE(T) query(B).
    { A = build_statement_query(p, B); A->span = span_join(T.span, A->span); }
statement(A) ::= insert(B). { A = B; }
statement(A) ::= EXECUTE(T) insert(B). { A = B; A->span = span_join(T.span, A->span); }
statement(A) ::= create_table(B). { A = B; }
if_exists(A) ::= . { A = false; }
if_exists(A) ::= IF_EXISTS. { A = true; }
if_not_exists(A) ::= . { A = false; }
if_not_exists(A) ::= IF_NOT_EXISTS. { A = true; }
or_replace(A) ::= . { A = false; }
or_replace(A) ::= OR REPLACE. { A = true; }
temporary(A) ::= . { A = false; }
temporary(A) ::= TEMPORARY. { A = true; }

/* INSERT. */
%type conflict      {struct conflict}
%type insert_columns {struct name_list}
%type partition_spec {struct option_list}
%type partition_items {struct option_list}
%type partition_value {struct token}

insert(A) ::= insert_head(B) query(C) conflict(D). { A = build_insert_query(B, C, D); }
insert_head(A) ::= INSERT(B) into(O) path(C) hints(H) partition_spec(P) insert_columns(N).
    { A = build_insert(p, O, C, H, P, N, B.span); }
%type into {bool}
into(A) ::= INTO. { A = false; }
into(A) ::= OVERWRITE. { A = true; }
insert_columns(A) ::= optional_names(B). { A = B; }
insert_columns(A) ::= LP names(B) COMMA(C) RP.
    { A = B; build_trailing_comma(p, C.span); }
partition_spec(A) ::= . { A = (struct option_list){0}; }
partition_spec(A) ::= PARTITION LP partition_items(B) RP. { A = B; }
partition_items(A) ::= ID(B) EQ partition_value(C).
    { A = build_options(p, (struct option_list){0}, &B, &C); }
partition_items(A) ::= ID(B). { A = build_options(p, (struct option_list){0}, &B, NULL); }
partition_items(A) ::= partition_items(L) COMMA ID(B) EQ partition_value(C).
    { A = build_options(p, L, &B, &C); }
partition_items(A) ::= partition_items(L) COMMA ID(B). { A = build_options(p, L, &B, NULL); }
partition_value(A) ::= STRING(B). { A = B; }
partition_value(A) ::= NUMBER(B). { A = B; }
conflict(A) ::= . { A = (struct conflict){0}; }
conflict(A) ::= ON_CONFLICT(B) ID(C). { A = build_conflict(p, &B, &C); }
conflict(A) ::= ON_CONFLICT(B) RESERVED(C). { A = build_conflict(p, &B, &C); }

/* CREATE TABLE. */
%type elements      {struct element_list}
%type element_items {struct element_list}
%type element       {struct table_element *}
%type all_clauses   {struct table_clauses *}
%type clauses       {struct table_clauses *}
%type late_clauses  {struct table_clauses *}
%type clause        {struct table_clause *}
%type options       {struct option_list}
%type option_items  {struct option_list}
%type distribution  {struct distribution_def}
%type buckets       {struct token}
%type like_options  {struct like_list}
%type like_items    {struct like_list}
%type like_feature  {struct token}

create_table(A) ::= CREATE(B) or_replace(R) temporary(T) TABLE if_not_exists(X) path(C)
    all_clauses(E). { A = build_create_table(p, R, T, X, C, NULL, E, B.span); }
create_table(A) ::= CREATE(B) or_replace(R) temporary(T) TABLE if_not_exists(X) path(C)
    elements(D) all_clauses(E). { A = build_create_table(p, R, T, X, C, &D, E, B.span); }

elements(A) ::= LP RP. { A = (struct element_list){0}; }
elements(A) ::= LP element_items(B) RP. { A = B; }
elements(A) ::= LP element_items(B) COMMA(C) RP. { A = B; build_trailing_comma(p, C.span); }
element_items(A) ::= element(B). { A = build_elements(p, (struct element_list){0}, B); }
element_items(A) ::= element_items(L) COMMA element(B). { A = build_elements(p, L, B); }

/* Any order is read, so that a wrong one is reported by name; so are clauses behind the query. */
all_clauses(A) ::= clauses(B). { A = B; }
all_clauses(A) ::= late_clauses(B). { A = B; }
clauses(A) ::= . { A = build_clauses(p); }
clauses(A) ::= clauses(C) clause(B). { A = build_clause(p, C, B); }
clauses(A) ::= clauses(C) LIKE(T) path(B) like_options(D).
    { A = build_clause(p, C, build_clause_like(p, &T, B, D)); }
late_clauses(A) ::= clauses(C) AS(T) query(B).
    { A = build_clause(p, C, build_clause_as(p, &T, B)); }
late_clauses(A) ::= late_clauses(C) clause(B). { A = build_clause(p, C, B); }
clause(A) ::= COMMENT(T) STRING(B). { A = build_clause_comment(p, &T, &B); }
clause(A) ::= distribution(B). { A = build_clause_distribution(p, B); }
clause(A) ::= PARTITIONED(T) BY paren_names(B). { A = build_clause_partitioned(p, &T, B); }
clause(A) ::= WITH(T) options(B). { A = build_clause_options(p, &T, B); }

options(A) ::= LP RP. { A = (struct option_list){0}; }
options(A) ::= LP option_items(B) RP. { A = B; }
options(A) ::= LP option_items(B) COMMA(C) RP. { A = B; build_trailing_comma(p, C.span); }
option_items(A) ::= STRING(B) EQ STRING(C).
    { A = build_options(p, (struct option_list){0}, &B, &C); }
option_items(A) ::= option_items(L) COMMA STRING(B) EQ STRING(C).
    { A = build_options(p, L, &B, &C); }

distribution(A) ::= DISTRIBUTED(B) BY paren_names(C) buckets(D).
    { A = build_distribution(p, NULL, C, &D, B.span); }
distribution(A) ::= DISTRIBUTED(B) BY HASH(H) paren_names(C) buckets(D).
    { A = build_distribution(p, &H, C, &D, B.span); }
distribution(A) ::= DISTRIBUTED(B) BY RANGE(H) paren_names(C) buckets(D).
    { A = build_distribution(p, &H, C, &D, B.span); }
distribution(A) ::= DISTRIBUTED(B) INTO NUMBER(D) BUCKETS.
    { A = build_distribution(p, NULL, (struct name_list){0}, &D, B.span); }
buckets(A) ::= . { A = (struct token){0}; }
buckets(A) ::= INTO NUMBER(B) BUCKETS. { A = B; }

like_options(A) ::= . { A = (struct like_list){0}; }
like_options(A) ::= LP RP. { A = (struct like_list){0}; }
like_options(A) ::= LP like_items(B) RP. { A = B; }
like_items(A) ::= INCLUDING(B) like_feature(C).
    { A = build_like_option(p, (struct like_list){0}, LIKE_INCLUDING, &B, &C); }
like_items(A) ::= EXCLUDING(B) like_feature(C).
    { A = build_like_option(p, (struct like_list){0}, LIKE_EXCLUDING, &B, &C); }
like_items(A) ::= OVERWRITING(B) like_feature(C).
    { A = build_like_option(p, (struct like_list){0}, LIKE_OVERWRITING, &B, &C); }
like_items(A) ::= like_items(L) INCLUDING(B) like_feature(C).
    { A = build_like_option(p, L, LIKE_INCLUDING, &B, &C); }
like_items(A) ::= like_items(L) EXCLUDING(B) like_feature(C).
    { A = build_like_option(p, L, LIKE_EXCLUDING, &B, &C); }
like_items(A) ::= like_items(L) OVERWRITING(B) like_feature(C).
    { A = build_like_option(p, L, LIKE_OVERWRITING, &B, &C); }
like_feature(A) ::= ID(B). { A = B; }
like_feature(A) ::= ALL(B). { A = B; }
like_feature(A) ::= DISTRIBUTION(B). { A = B; }
like_feature(A) ::= WATERMARKS(B). { A = B; }
like_feature(A) ::= WATERMARK(B). { A = B; }
like_feature(A) ::= CONSTRAINT(B). { A = B; }
like_feature(A) ::= PARTITION(B). { A = B; }

/* Columns, constraints, watermarks. */
%type column        {struct table_element *}
%type constraint    {struct table_element *}
%type constraint_name {struct name}
%type enforcement   {struct enforcement}
%type comment       {struct str}
%type metadata_key  {struct token}
%type is_virtual    {bool}
%type column_constraint {struct table_element *}

element(A) ::= column(B). { A = B; }
element(A) ::= constraint(B). { A = B; }
element(A) ::= WATERMARK(B) FOR path(C) AS expr(D). { A = build_watermark(p, C, D, B.span); }

column(A) ::= name(B). { A = build_column_def(p, COLUMN_NAME_ONLY, B, NULL, NULL); }
column(A) ::= name(B) type(C) column_constraint(D) comment(E).
    { A = build_column_physical(p, B, C, D, E); }
column(A) ::= name(B) type(C) METADATA(M) metadata_key(K) is_virtual(V) comment(E).
    { A = build_column_metadata(p, B, C, &M, &K, V, E); }
column(A) ::= name(B) AS expr(C) comment(E).
    { A = build_column_def(p, COLUMN_COMPUTED, B, NULL, C); A->as.column.comment = E; }
comment(A) ::= . { A = (struct str){0}; }
comment(A) ::= COMMENT STRING(B). { A = B.text; }
metadata_key(A) ::= . { A = (struct token){0}; }
metadata_key(A) ::= FROM STRING(B). { A = B; }
is_virtual(A) ::= . { A = false; }
is_virtual(A) ::= VIRTUAL. { A = true; }
column_constraint(A) ::= . { A = NULL; }
column_constraint(A) ::= constraint_name(N) PRIMARY_KEY(B) enforcement(C).
    { A = build_constraint(p, N, true, (struct name_list){0}, C, B.span); }
column_constraint(A) ::= constraint_name(N) UNIQUE(B) enforcement(C).
    { A = build_constraint(p, N, false, (struct name_list){0}, C, B.span); }
constraint(A) ::= constraint_name(N) PRIMARY_KEY(B) paren_names(D) enforcement(C).
    { A = build_constraint(p, N, true, D, C, B.span); }
constraint(A) ::= constraint_name(N) UNIQUE(B) paren_names(D) enforcement(C).
    { A = build_constraint(p, N, false, D, C, B.span); }
constraint_name(A) ::= . { A = (struct name){0}; }
constraint_name(A) ::= CONSTRAINT name(B). { A = B; }
enforcement(A) ::= . { A = (struct enforcement){0}; }
enforcement(A) ::= ENFORCED(B). { A = (struct enforcement){.enforced = true, .span = B.span}; }
enforcement(A) ::= NOT ENFORCED(B).
    { A = (struct enforcement){.not_enforced = true, .span = B.span}; }

/* ALTER TABLE. */
%type alter         {struct alter_table *}
%type alter_elements {struct element_list}
%type alter_items   {struct element_list}
%type alter_item    {struct table_element *}
%type keys          {struct option_list}
%type key_items     {struct option_list}

statement(A) ::= ALTER(B) TABLE if_exists(X) path(C) alter(D).
    { A = build_alter_table(p, X, C, D, B.span); }
alter(A) ::= ADD alter_elements(B). { A = build_alter(p, ALTER_ADD); A->elements = B; }
alter(A) ::= MODIFY alter_elements(B). { A = build_alter(p, ALTER_MODIFY); A->elements = B; }
alter(A) ::= DROP name(B).
    { A = build_alter(p, ALTER_DROP_COLUMNS);
      A->columns = build_names(p, (struct name_list){0}, B); }
alter(A) ::= DROP paren_names(B). { A = build_alter(p, ALTER_DROP_COLUMNS); A->columns = B; }
alter(A) ::= DROP PRIMARY_KEY. { A = build_alter(p, ALTER_DROP_PRIMARY_KEY); }
alter(A) ::= DROP CONSTRAINT name(B).
    { A = build_alter(p, ALTER_DROP_CONSTRAINT); A->old_name = B; }
alter(A) ::= DROP WATERMARK. { A = build_alter(p, ALTER_DROP_WATERMARK); }
alter(A) ::= DROP DISTRIBUTION. { A = build_alter(p, ALTER_DROP_DISTRIBUTION); }
alter(A) ::= RENAME TO path(B). { A = build_alter(p, ALTER_RENAME); A->new_name = B; }
alter(A) ::= RENAME name(B) TO path(C).
    { A = build_alter(p, ALTER_RENAME_COLUMN); A->old_name = B; A->new_name = C; }
alter(A) ::= SET options(B). { A = build_alter(p, ALTER_SET); A->options = B; }
alter(A) ::= RESET keys(B). { A = build_alter(p, ALTER_RESET); A->options = B; }
alter_elements(A) ::= alter_item(B). { A = build_elements(p, (struct element_list){0}, B); }
alter_elements(A) ::= LP alter_items(B) RP. { A = B; }
alter_elements(A) ::= LP alter_items(B) COMMA(C) RP.
    { A = B; build_trailing_comma(p, C.span); }
alter_items(A) ::= alter_item(B). { A = build_elements(p, (struct element_list){0}, B); }
alter_items(A) ::= alter_items(L) COMMA alter_item(B). { A = build_elements(p, L, B); }
alter_item(A) ::= element(B). { A = B; }
alter_item(A) ::= column(B) FIRST. { A = B; A->as.column.position = POSITION_FIRST; }
alter_item(A) ::= column(B) AFTER name(C).
    { A = B; A->as.column.position = POSITION_AFTER; A->as.column.after = C; }
alter_item(A) ::= DISTRIBUTION(T) BY paren_names(C) buckets(D).
    { A = build_element_distribution(p, build_distribution(p, NULL, C, &D, T.span)); }
alter_item(A) ::= DISTRIBUTION(T) BY HASH(H) paren_names(C) buckets(D).
    { A = build_element_distribution(p, build_distribution(p, &H, C, &D, T.span)); }
alter_item(A) ::= DISTRIBUTION(T) BY RANGE(H) paren_names(C) buckets(D).
    { A = build_element_distribution(p, build_distribution(p, &H, C, &D, T.span)); }
alter_item(A) ::= DISTRIBUTION(T) INTO NUMBER(D) BUCKETS.
    { A = build_element_distribution(p,
          build_distribution(p, NULL, (struct name_list){0}, &D, T.span)); }
keys(A) ::= LP key_items(B) RP. { A = B; }
key_items(A) ::= STRING(B). { A = build_options(p, (struct option_list){0}, &B, NULL); }
key_items(A) ::= key_items(L) COMMA STRING(B). { A = build_options(p, L, &B, NULL); }

/* Views and DROP. */
%type view_columns  {struct name_list}
%type view_items    {struct name_list}
statement(A) ::= CREATE(B) or_replace(R) temporary(T) VIEW if_not_exists(X) path(C)
    view_columns(D) comment(E) AS query(F).
    { A = build_create_view(p, R, T, X, C, D, E, F, B.span); }
view_columns(A) ::= . { A = (struct name_list){0}; }
view_columns(A) ::= LP view_items(B) RP. { A = B; }
view_items(A) ::= name(B) comment. { A = build_names(p, (struct name_list){0}, B); }
view_items(A) ::= view_items(L) COMMA name(B) comment. { A = build_names(p, L, B); }
statement(A) ::= ALTER(B) VIEW path(C) RENAME TO path(D).
    { A = build_alter_view(p, C, D, NULL, B.span); }
statement(A) ::= ALTER(B) VIEW path(C) AS query(D).
    { A = build_alter_view(p, C, (struct path){0}, D, B.span); }
statement(A) ::= DROP(B) temporary(T) TABLE if_exists(X) path(C).
    { A = build_drop(p, STMT_DROP_TABLE, T, X, C, B.span); }
statement(A) ::= DROP(B) temporary(T) VIEW if_exists(X) path(C).
    { A = build_drop(p, STMT_DROP_VIEW, T, X, C, B.span); }

/* Statement sets: their inner statements come one by one (compiler/parse/parse.c). */
statement(A) ::= EXECUTE(B) STATEMENT SET BEGIN(C).
    { A = build_set_begin(p, NULL, span_join(B.span, C.span)); }
statement(A) ::= BEGIN(B) STATEMENT SET(C).
    { A = build_set_begin(p, NULL, span_join(B.span, C.span)); }
statement(A) ::= EXPLAIN(B) explain_details(D) STATEMENT SET BEGIN(C).
    { A = build_set_begin(p, &D, span_join(B.span, C.span)); }
statement(A) ::= END(B). { A = build_set_end(p, B.span); }

/* SHOW, DESCRIBE, EXPLAIN. */
%type show_from     {struct path}
%type show_like     {struct show_like}
%type show_list     {enum show_kind}
%type explain_details {struct explain_details}

statement(A) ::= SHOW(B) show_list(K) show_from(F) show_like(L).
    { A = build_show(p, K, F, L, B.span); }
show_list(A) ::= TABLES. { A = SHOW_TABLES; }
show_list(A) ::= VIEWS. { A = SHOW_VIEWS; }
show_list(A) ::= COLUMNS. { A = SHOW_COLUMNS; }
show_list(A) ::= CATALOGS. { A = SHOW_CATALOGS; }
show_list(A) ::= DATABASES. { A = SHOW_DATABASES; }
show_list(A) ::= FUNCTIONS. { A = SHOW_FUNCTIONS; }
show_list(A) ::= USER FUNCTIONS. { A = SHOW_FUNCTIONS; }
show_list(A) ::= JOBS. { A = SHOW_JOBS; }
show_list(A) ::= MODULES. { A = SHOW_MODULES; }
show_list(A) ::= FULL MODULES. { A = SHOW_MODULES; }
show_list(A) ::= PROCEDURES. { A = SHOW_OTHER; }
show_list(A) ::= ID. { A = SHOW_OTHER; }
statement(A) ::= SHOW(B) CREATE TABLE path(C).
    { A = build_show(p, SHOW_CREATE_TABLE, C, (struct show_like){0}, B.span); }
statement(A) ::= SHOW(B) CREATE VIEW path(C).
    { A = build_show(p, SHOW_CREATE_VIEW, C, (struct show_like){0}, B.span); }
statement(A) ::= SHOW(B) PARTITIONS path(C).
    { A = build_show(p, SHOW_PARTITIONS, C, (struct show_like){0}, B.span); }
statement(A) ::= SHOW(B) CURRENT CATALOG(C).
    { A = build_show(p, SHOW_CURRENT_CATALOG, (struct path){.span = C.span},
          (struct show_like){0}, B.span); }
statement(A) ::= SHOW(B) CURRENT DATABASE(C).
    { A = build_show(p, SHOW_CURRENT_DATABASE, (struct path){.span = C.span},
          (struct show_like){0}, B.span); }
show_from(A) ::= . { A = (struct path){0}; }
show_from(A) ::= FROM path(B). { A = B; }
show_from(A) ::= IN path(B). { A = B; }
show_like(A) ::= . { A = (struct show_like){0}; }
show_like(A) ::= not(N) LIKE STRING(B). { A = (struct show_like){N, false, B}; }
show_like(A) ::= not(N) ILIKE STRING(B). { A = (struct show_like){N, true, B}; }

statement(A) ::= DESCRIBE(B) path(C). { A = build_describe(p, C, false, B.span); }
statement(A) ::= DESCRIBE(B) EXTENDED path(C). { A = build_describe(p, C, true, B.span); }
statement(A) ::= DESC(B) path(C). { A = build_describe(p, C, false, B.span); }
statement(A) ::= DESC(B) EXTENDED path(C). { A = build_describe(p, C, true, B.span); }

statement(A) ::= EXPLAIN(B) explainable(C).
    { A = build_explain(p, (struct explain_details){0}, C, B.span); }
statement(A) ::= EXPLAIN(B) PLAN FOR explainable(C).
    { A = build_explain(p, (struct explain_details){0}, C, B.span); }
statement(A) ::= EXPLAIN(B) detail_items(D) explainable(C).
    { A = build_explain(p, D, C, B.span); }
%type detail_items  {struct explain_details}
explain_details(A) ::= . { A = (struct explain_details){0}; }
explain_details(A) ::= detail_items(B). { A = B; }
detail_items(A) ::= detail(B). { A = build_detail((struct explain_details){0}, &B); }
detail_items(A) ::= detail_items(L) COMMA detail(B). { A = build_detail(L, &B); }
%type detail        {struct token}
detail(A) ::= CHANGELOG_MODE(B). { A = B; }
detail(A) ::= ESTIMATED_COST(B). { A = B; }
detail(A) ::= JSON_EXECUTION_PLAN(B). { A = B; }
detail(A) ::= PLAN_ADVICE(B). { A = B; }
explainable(A) ::= query(B). { A = build_statement_query(p, B); }
explainable(A) ::= insert(B). { A = B; }
explainable(A) ::= create_table(B). { A = B; }

/* SET, RESET, USE. */
statement(A) ::= SET(B). { A = build_set(p, STMT_SET, NULL, NULL, B.span); }
statement(A) ::= SET(B) STRING(C) EQ STRING(D). { A = build_set(p, STMT_SET, &C, &D, B.span); }
statement(A) ::= RESET(B). { A = build_set(p, STMT_RESET, NULL, NULL, B.span); }
statement(A) ::= RESET(B) STRING(C). { A = build_set(p, STMT_RESET, &C, NULL, B.span); }
statement(A) ::= USE(B) path(C). { A = build_use(p, false, C, B.span); }
statement(A) ::= USE(B) CATALOG path(C). { A = build_use(p, true, C, B.span); }

/* ---- for reports: what the parser would take next ---- */

%code {
#include "expect.h"

/* The action in a state without %fallback: a keyword that would be a name is not "expected". */
static YYACTIONTYPE plain_action(YYCODETYPE token, YYACTIONTYPE state)
{
    int index;

    if (state > YY_MAX_SHIFT)
        return state;
    index = yy_shift_ofst[state] + token;
    if (index >= 0 && index < (int)(sizeof yy_lookahead / sizeof *yy_lookahead) &&
        yy_lookahead[index] == token)
        return yy_action[index];
    return yy_default[state];
}

/* Plays the reductions that `token` causes on a copy of the states; true if it is shifted. */
static bool would_shift(const yyParser *parser, YYCODETYPE token, YYACTIONTYPE *states)
{
    size_t count = (size_t)(parser->yytos - parser->yystack) + 1, i;

    for (i = 0; i < count; i++)
        states[i] = parser->yystack[i].stateno;
    for (;;) {
        YYACTIONTYPE action = plain_action(token, states[count - 1]);

        if (action <= YY_MAX_SHIFT ||
            (action >= YY_MIN_SHIFTREDUCE && action <= YY_MAX_SHIFTREDUCE))
            return true;
        if (action == YY_ACCEPT_ACTION)
            return true;
        if (action < YY_MIN_REDUCE)
            return false;
        action -= YY_MIN_REDUCE;
        count -= (size_t)-yyRuleInfoNRhs[action];
        states[count] = yy_find_reduce_action(states[count - 1], yyRuleInfoLhs[action]);
        if (states[count] == YY_ACCEPT_ACTION)
            return true;
        while (states[count] >= YY_MIN_SHIFTREDUCE && states[count] <= YY_MAX_SHIFTREDUCE) {
            unsigned rule = states[count] - YY_MIN_SHIFTREDUCE;

            count = count + 1 - (size_t)-yyRuleInfoNRhs[rule];
            states[count] = yy_find_reduce_action(states[count - 1], yyRuleInfoLhs[rule]);
        }
        count++;
    }
}

size_t sql_parse_depth(const void *parser)
{
    const yyParser *self = parser;

    return (size_t)(self->yytos - self->yystack);
}

size_t sql_parse_expected(struct arena *arena, const void *parser, int *tokens, size_t most)
{
    const yyParser *self = parser;
    size_t depth = sql_parse_depth(parser), count = 0;
    YYACTIONTYPE *states = arena_array(arena, depth + 64, sizeof *states);
    int token;

    for (token = 0; token < YYNTOKEN; token++)
        if (would_shift(self, (YYCODETYPE)token, states) && count < most)
            tokens[count++] = token;
    return count;
}

size_t sql_parse_token_count(void)
{
    return YYNTOKEN;
}
}
