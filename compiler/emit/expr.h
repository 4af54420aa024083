/* Between the files expr*.c: expressions to C. */
#ifndef DDL2C_EXPR_H
#define DDL2C_EXPR_H

#include "emit_internal.h"

/* ---- C text (expr_text.c) ---- */

/* The text as an operand of a binary or unary operator: in parentheses unless it is one already. */
const char *c_operand(struct arena *arena, const char *text);
const char *c_not(struct arena *arena, const char *condition);
const char *c_or(struct arena *arena, const char *a, const char *b);
/* The same over many, by halves: the text is not copied once for each of them. */
const char *c_any(struct arena *arena, const char *const *parts, size_t count);
const char *c_all(struct arena *arena, const char *const *parts, size_t count);
const char *c_and(struct arena *arena, const char *a, const char *b);
/* An unscaled DECIMAL times 10^digits, in 128 bits if `wide`. */
const char *c_scaled(struct arena *arena, const char *value, int digits, bool wide);
/* An integer constant; `wide`: of 64 bits at least, whatever the number. */
const char *c_integer(struct arena *arena, __int128 value, bool wide);
bool c_is(const char *text, const char *other);
/* Whether the text is a single identifier. */
bool c_is_name(const char *text);

/* C type of a local: emit_value_type, but int64_t for DECIMAL of precision <= 18. */
const char *expr_type(struct emitter *e, const struct type *type);
/* Initialiser of a value that nobody reads: 0, false or {0}. */
const char *type_zero(const struct type *type);
/* The same as an expression. */
const char *type_zero_value(struct emitter *e, const struct type *type);
/* i8 i16 i32 i64 f32 f64 decimal bool text bytes date time timestamp ltz months millis; NULL for
 * composites. */
const char *type_word(const struct type *type);

/* ---- values (expr.c, expr_call.c, expr_function.c, expr_json.c) ---- */

/* SQL text of an expression for comments. */
const char *expr_sql(struct expr_scope *scope, struct span span);
/* The same as a C literal for the format of a run-time error: one line, not long. */
const char *expr_context(struct expr_scope *scope, struct span span);
/* A fresh local of the function. */
const char *expr_name(struct expr_scope *scope);
/* Reports that the expression is not supported yet; a value to go on with. */
struct emit_value expr_unsupported(struct expr_scope *scope, const struct texpr *expr,
    const char *what);
/* The value in a local unless its text is short. */
struct emit_value expr_settle(struct expr_scope *scope, const struct type *type,
    struct emit_value value);

/* A call of the runtime: shape and texts decide the statements around it. */
struct expr_call {
    const char *symbol;
    enum function_shape shape;
    const char *arguments;   /* without arena, out and error; comma separated */
    const char *null;        /* of all arguments together */
    bool cheap;              /* PLAIN, ARENA: may stay inside an expression */
    bool pointer;            /* the result is the address of a stored element, NULL for NULL */
    const struct type *type; /* of the result */
    struct span span;
};

struct emit_value expr_emit_call(struct expr_scope *scope, const struct expr_call *call);

/* The address of the struct rt_element of a type, for functions of collections. */
const char *expr_element(struct expr_scope *scope, const struct type *type);
/* MAP_ENTRIES. */
struct emit_value expr_map_entries(struct expr_scope *scope, const struct texpr *expr);
/* The value's JSON text, a struct rt_text. */
struct emit_value expr_json(struct expr_scope *scope, const struct texpr *expr);

struct emit_value expr_literal(struct expr_scope *scope, const struct texpr *expr);
struct emit_value expr_function(struct expr_scope *scope, const struct texpr *expr, bool once);

/* ---- expr_op.c, expr_logic.c, expr_cast.c, expr_composite.c ---- */

struct emit_value expr_op(struct expr_scope *scope, const struct texpr *expr);
/* C condition "a <op> b" of two values of comparable types; NULL: reported. */
const char *expr_compare(struct expr_scope *scope, enum texpr_op op, const struct texpr *a,
    const char *va, const struct texpr *b, const char *vb);
/* The condition that `value`, of a type of args[0], is in a long list of constants; NULL: it is no
 * such list (expr_list.c). */
const char *expr_in_list(struct expr_scope *scope, const struct texpr *expr, const char *value);
/* expr_operand of what is compared with `other`. Compilers warn where a number that was widened is
 * compared with one that it can never be: it then goes through a local. */
struct emit_value expr_against(struct expr_scope *scope, const struct texpr *expr,
    const struct texpr *other);
/* emit_expr for expr_compare: composites have an address. */
struct emit_value expr_operand(struct expr_scope *scope, const struct texpr *expr);
struct emit_value expr_arithmetic(struct expr_scope *scope, const struct texpr *expr);
struct emit_value expr_and_or(struct expr_scope *scope, const struct texpr *expr);
/* The function that tells whether two values of an ARRAY, MAP or ROW are equal, given by their
 * addresses; NULL: reported. */
const char *expr_equal_function(struct expr_scope *scope, const struct type *type,
    struct span span);
/* expr_compare of ARRAY, MAP, ROW: values with an address. */
const char *expr_equal_composite(struct expr_scope *scope, enum texpr_op op,
    const struct texpr *a, const char *va, const char *vb);
struct emit_value expr_cast_composite(struct expr_scope *scope, const struct texpr *expr,
    struct emit_value value);
/* A composite as CAST AS STRING takes it: bytes in it are text. The same type if it has none. */
const struct type *expr_printed_type(struct arena *arena, const struct type *type);
/* A value whose members and address can be named: a member or a local. */
struct emit_value expr_addressable(struct expr_scope *scope, const struct type *type,
    struct emit_value value);
/* C condition that the expression is TRUE (neither FALSE nor NULL). */
const char *expr_truth(struct expr_scope *scope, const struct texpr *expr);
struct emit_value expr_coalesce(struct expr_scope *scope, const struct texpr *expr);
struct emit_value expr_case(struct expr_scope *scope, const struct texpr *expr);
struct emit_value expr_in(struct expr_scope *scope, const struct texpr *expr);
struct emit_value expr_field(struct expr_scope *scope, const struct texpr *expr);
struct emit_value expr_item(struct expr_scope *scope, const struct texpr *expr);
struct emit_value expr_row(struct expr_scope *scope, const struct texpr *expr);
struct emit_value expr_array(struct expr_scope *scope, const struct texpr *expr);
struct emit_value expr_map(struct expr_scope *scope, const struct texpr *expr);
/* `once`: the text of the value is used once, and only where it is not NULL. */
struct emit_value expr_cast(struct expr_scope *scope, const struct texpr *expr, bool once);

#endif
