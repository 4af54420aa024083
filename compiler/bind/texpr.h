/* Typed expressions: what bind makes of an ast_expr. Every node has its final type; implicit casts
 * are CAST nodes; overloads are chosen. Immutable; shared nodes are allowed. */
#ifndef DDL2C_TEXPR_H
#define DDL2C_TEXPR_H

#include "../diag/diag.h"
#include "../types/type.h"

/* catalog/functions.def has one row an overload:
 *   F(SQL_NAME, "argument types", "result type", c_symbol, SHAPE, FLAGS)
 * see the top of that file. */
enum function_shape { SHAPE_PLAIN, SHAPE_ARENA, SHAPE_FALLIBLE, SHAPE_NULLABLE,
    SHAPE_ARENA_FALLIBLE, SHAPE_ARENA_NULLABLE, SHAPE_CHECKED, SHAPE_ARENA_CHECKED };

enum function_flags {
    FUNCTION_ZONE = 1,        /* session zone is the first argument (after the arena) */
    FUNCTION_NOW = 2,         /* task->now_ms is the first argument (after arena and zone) */
    FUNCTION_VARIADIC = 4,    /* last parameter repeats: passed as (const T *items, size_t count) */
    FUNCTION_NULLS = 8,       /* called with NULLs: each argument is followed by a bool is_null */
    FUNCTION_VOLATILE = 16,   /* not deterministic: no folding, no sharing */
    FUNCTION_PRECISION = 32,  /* (precision, scale) behind DECIMAL arguments, then of the result */
    FUNCTION_UNIT = 64,       /* the argument of type UNIT is an INT literal: enum rt_time_unit */
    FUNCTION_ELEMENT = 128,   /* behind the arguments: struct rt_element of the elements of argument
                                 1, of a MAP of its keys and its values */
    FUNCTION_POINTER = 256,   /* the result is the address of an element */
    FUNCTION_ENTRIES = 512,   /* MAP_ENTRIES: code of its own */
};

struct function {
    const char *name;        /* SQL name, upper case */
    const char *arguments;   /* in the letters of functions.def */
    const char *result;
    const char *symbol;      /* of the runtime */
    enum function_shape shape;
    unsigned flags;
};

enum texpr_kind {
    TEXPR_INPUT,    /* column `input` of the operator's input row(s) */
    TEXPR_LITERAL,
    TEXPR_CALL,     /* runtime function */
    TEXPR_OP,       /* operator with code of its own in the emitter */
    TEXPR_CAST,     /* from operand's type to the node's; is_try */
    TEXPR_CASE,     /* args: condition, result, condition, result, …, otherwise */
    TEXPR_FIELD,    /* field `index` of a ROW */
    TEXPR_ITEM,     /* array[index], map[key] */
    TEXPR_ROW, TEXPR_ARRAY, TEXPR_MAP, /* constructors */
};

enum texpr_op {
    TOP_ADD, TOP_SUBTRACT, TOP_MULTIPLY, TOP_DIVIDE, TOP_MODULO, TOP_NEGATE, /* numbers of equal
            kind; DECIMAL operands keep their own precision and scale; timestamps ± intervals */
    TOP_EQ, TOP_NE, TOP_LT, TOP_LE, TOP_GT, TOP_GE, /* operands of the same type but nullability
            (DECIMAL: any; CHAR and VARCHAR of any length) */
    TOP_IS_DISTINCT, TOP_IS_NOT_DISTINCT,
    TOP_AND, TOP_OR, TOP_NOT,  /* three-valued, n-ary for AND, OR */
    TOP_IS_NULL, TOP_IS_NOT_NULL, TOP_IS_TRUE, TOP_IS_NOT_TRUE, TOP_IS_FALSE, TOP_IS_NOT_FALSE,
    TOP_COALESCE,              /* n-ary, all of the node's type; lazily evaluated */
    TOP_IN,                    /* first against the rest, literals or not */
};

struct texpr {
    enum texpr_kind kind;
    const struct type *type;
    struct span span;          /* of the SQL it came from, for run-time messages and comments */
    struct texpr **args;       /* CALL, OP, CASE, ROW, ARRAY, MAP; one for CAST, FIELD; two ITEM */
    size_t arg_count;
    size_t input;              /* INPUT; FIELD: index */
    const struct function *function; /* CALL */
    enum texpr_op op;          /* OP */
    bool is_try;               /* CAST */
    /* LITERAL, by the type's kind: NULL has is_null. Integers, BOOLEAN, DATE, TIME (ms), intervals:
     * integer. DECIMAL: unscaled (128 bit). FLOAT, DOUBLE: real. Text and bytes: text.
     * TIMESTAMP*: integer ms and nanos. */
    bool is_null;
    __extension__ __int128 integer;
    double real;
    struct str text;
    int32_t nanos;
};

struct texpr *texpr_new(struct arena *arena, enum texpr_kind kind, const struct type *type,
    struct span span);
/* `expr` cast to `type` (itself if it has that type already but for nullability). */
struct texpr *texpr_cast(struct arena *arena, struct texpr *expr, const struct type *type);
/* The expression with what is constant computed: logic, whole numbers, comparisons, casts that lose
 * nothing. Only the node itself is looked at, its arguments are folded already. */
struct texpr *texpr_fold(struct arena *arena, struct texpr *expr);
bool texpr_equal(const struct texpr *a, const struct texpr *b);
bool texpr_is_deterministic(const struct texpr *expr);
/* Sets used[i] for every input column it reads. */
void texpr_mark_inputs(const struct texpr *expr, bool *used);
/* The same expression over other inputs, folded: INPUT i becomes a copy of with[i]. */
struct texpr *texpr_substitute(struct arena *arena, const struct texpr *expr,
    struct texpr *const *with);
/* Text as EXPLAIN prints it; `names` are the inputs' (NULL: $0, $1 …). */
void texpr_print(struct text *out, const struct texpr *expr, const char *const *names);

#endif
