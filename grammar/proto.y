/* Protobuf source, proto2 and proto3. Actions build descriptors (runtime/proto/build.c)
 * and nothing else. Every keyword is a name where no rule wants the keyword. */
%name proto_grammar
%token_prefix PB_
%token_type {struct proto_token}
%extra_argument {struct proto_parser *p}
%stack_size 0
%start_symbol start

%include {
#include <stdlib.h>

#include "proto/build.h"
}

%syntax_error {
    (void)yymajor;
    proto_unexpected(p, &TOKEN);
}
%parse_failure {
    proto_unexpected(p, NULL);
}
%stack_overflow {
    proto_unexpected(p, NULL);
}

%fallback NAME
    SYNTAX EDITION IMPORT WEAK PUBLIC PACKAGE OPTION MESSAGE ENUM SERVICE RPC RETURNS STREAM EXTEND
    EXTENSIONS RESERVED TO MAX ONEOF MAP OPTIONAL REQUIRED REPEATED GROUP.

%type label {enum rt_proto_label}
%type number {int64_t}

start ::= items.
items ::= .
items ::= items item.
item ::= SEMICOLON.
item ::= SYNTAX EQ strings(A) SEMICOLON. { proto_syntax(p, &A); }
item ::= EDITION EQ strings(A) SEMICOLON. { proto_edition(p, &A); }
item ::= IMPORT strings(A) SEMICOLON. { proto_import(p, &A, false); }
item ::= IMPORT WEAK strings(A) SEMICOLON. { proto_import(p, &A, false); }
item ::= IMPORT PUBLIC strings(A) SEMICOLON. { proto_import(p, &A, true); }
item ::= PACKAGE dotted(A) SEMICOLON. { proto_package(p, &A); }
item ::= option.
item ::= message.
item ::= enum.
item ::= extend.
item ::= service.

/* A joined token: from the first to the last. */
strings(A) ::= STRING(B). { A = B; }
strings(A) ::= strings(B) STRING(C). { A = proto_join(&B, &C); }
dotted(A) ::= NAME(B). { A = B; }
dotted(A) ::= dotted(B) DOT NAME(C). { A = proto_join(&B, &C); }
type(A) ::= dotted(B). { A = B; }
type(A) ::= DOT(B) dotted(C). { A = proto_join(&B, &C); }

number(A) ::= NUMBER(B). { A = proto_number(p, &B, false); }
number(A) ::= MINUS NUMBER(B). { A = proto_number(p, &B, true); }

/* ---- options: a name and the text of a value ---- */

option ::= OPTION option_name(A) EQ value(B) SEMICOLON. { proto_option(p, &A, &B); }
option_name(A) ::= option_part(B). { A = B; }
option_name(A) ::= option_name(B) DOT option_part(C). { A = proto_join(&B, &C); }
option_part(A) ::= NAME(B). { A = B; }
option_part(A) ::= LP(B) type RP(C). { A = proto_join(&B, &C); }

value(A) ::= dotted(B). { A = B; }
value(A) ::= strings(B). { A = B; }
value(A) ::= NUMBER(B). { A = B; }
value(A) ::= FLOAT(B). { A = B; }
value(A) ::= sign(B) NUMBER(C). { A = proto_join(&B, &C); }
value(A) ::= sign(B) FLOAT(C). { A = proto_join(&B, &C); }
value(A) ::= sign(B) NAME(C). { A = proto_join(&B, &C); }
value(A) ::= LBRACE(B) texts RBRACE(C). { A = proto_join(&B, &C); }
sign(A) ::= MINUS(B). { A = B; }
sign(A) ::= PLUS(B). { A = B; }

/* Text format: brackets in pairs is all that matters. */
texts ::= .
texts ::= texts text.
text ::= LBRACE texts RBRACE.
text ::= LBRACKET texts RBRACKET.
text ::= LT texts GT.
text ::= NAME.
text ::= NUMBER.
text ::= FLOAT.
text ::= STRING.
text ::= COLON.
text ::= COMMA.
text ::= SEMICOLON.
text ::= DOT.
text ::= MINUS.
text ::= SLASH.

field_options ::= .
field_options ::= LBRACKET field_option_list RBRACKET.
field_option_list ::= field_option.
field_option_list ::= field_option_list COMMA field_option.
field_option ::= option_name(A) EQ value(B). { proto_option(p, &A, &B); }

/* ---- messages ---- */

message ::= message_begin body RBRACE. { proto_end(p); }
message_begin ::= MESSAGE NAME(A) LBRACE. { proto_begin_message(p, &A); }
body ::= .
body ::= body element.
element ::= SEMICOLON.
element ::= option.
element ::= message.
element ::= enum.
element ::= extend.
element ::= field.
element ::= oneof.
element ::= EXTENSIONS ranges field_begin field_options SEMICOLON. { proto_ranges(p, false); }
element ::= RESERVED ranges SEMICOLON. { proto_ranges(p, true); }
element ::= RESERVED reserved_names SEMICOLON.

label(A) ::= OPTIONAL. { A = RT_PROTO_OPTIONAL; }
label(A) ::= REQUIRED. { A = RT_PROTO_REQUIRED; }
label(A) ::= REPEATED. { A = RT_PROTO_REPEATED; }

field ::= plain_field.
field ::= label(A) type(B) NAME(C) EQ number(D) field_begin field_options SEMICOLON. {
    proto_field(p, A, &B, &C, D);
}
field ::= label(A) group_begin LBRACE body RBRACE. { proto_end_group(p, A); }
field ::= MAP LT type(A) COMMA type(B) GT NAME(C) EQ number(D) field_begin field_options
    SEMICOLON. {
    proto_map_field(p, &A, &B, &C, D);
}
plain_field ::= type(B) NAME(C) EQ number(D) field_begin field_options SEMICOLON. {
    proto_field(p, RT_PROTO_NO_LABEL, &B, &C, D);
}
field_begin ::= . { proto_begin_options(p); }
group_begin ::= GROUP NAME(A) EQ number(B) field_begin field_options. {
    proto_begin_group(p, &A, B);
}

oneof ::= oneof_begin oneof_body RBRACE. { proto_end_oneof(p); }
oneof_begin ::= ONEOF NAME(A) LBRACE. { proto_begin_oneof(p, &A); }
oneof_body ::= .
oneof_body ::= oneof_body oneof_element.
oneof_element ::= SEMICOLON.
oneof_element ::= option.
oneof_element ::= plain_field.
oneof_element ::= group_begin LBRACE body RBRACE. { proto_end_group(p, RT_PROTO_NO_LABEL); }

ranges ::= range.
ranges ::= ranges COMMA range.
range ::= number(A). { proto_range(p, A, A); }
range ::= number(A) TO number(B). { proto_range(p, A, B); }
range ::= number(A) TO MAX. { proto_range(p, A, RT_PROTO_RANGE_MAX); }
reserved_names ::= reserved_name.
reserved_names ::= reserved_names COMMA reserved_name.
reserved_name ::= STRING(A). { proto_reserved_name(p, &A); }

/* ---- enums ---- */

enum ::= enum_begin enum_body RBRACE. { proto_end(p); }
enum_begin ::= ENUM NAME(A) LBRACE. { proto_begin_enum(p, &A); }
enum_body ::= .
enum_body ::= enum_body enum_element.
enum_element ::= SEMICOLON.
enum_element ::= option.
enum_element ::= NAME(A) EQ number(B) field_begin field_options SEMICOLON. {
    proto_enum_value(p, &A, B);
}
enum_element ::= RESERVED ranges SEMICOLON. { proto_ranges(p, true); }
enum_element ::= RESERVED reserved_names SEMICOLON.

/* ---- what no record has ---- */

extend ::= extend_begin body RBRACE. { proto_end(p); }
extend_begin ::= EXTEND type LBRACE. { proto_begin_other(p); }

service ::= service_begin service_body RBRACE. { proto_end(p); }
service_begin ::= SERVICE NAME LBRACE. { proto_begin_other(p); }
service_body ::= .
service_body ::= service_body service_element.
service_element ::= SEMICOLON.
service_element ::= option.
service_element ::= RPC NAME LP message_type RP RETURNS LP message_type RP rpc_end.
message_type ::= type.
message_type ::= STREAM type.
rpc_end ::= SEMICOLON.
rpc_end ::= LBRACE rpc_body RBRACE.
rpc_body ::= .
rpc_body ::= rpc_body SEMICOLON.
rpc_body ::= rpc_body option.
