/* Small pieces of C text. */
#include "expr.h"

#include <ctype.h>
#include <string.h>

/* Whether the text binds tighter than any binary operator: no blank outside parentheses and
 * quotes. */
static bool is_tight(const char *text)
{
    int depth = 0;

    for (const char *at = text; *at; at++) {
        if (*at == '"') {
            for (at++; *at && *at != '"'; at++)
                at += *at == '\\' && at[1];
            if (!*at)
                return true;
        } else if (*at == '(' || *at == '{' || *at == '[')
            depth++;
        else if (*at == ')' || *at == '}' || *at == ']')
            depth--;
        else if (*at == ' ' && !depth)
            return false;
    }
    return true;
}

bool c_is(const char *text, const char *other)
{
    return !strcmp(text, other);
}

bool c_is_name(const char *text)
{
    if (!isalpha((unsigned char)*text) && *text != '_')
        return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && *text != '_')
            return false;
    return true;
}

const char *c_operand(struct arena *arena, const char *text)
{
    return is_tight(text) ? text : arena_printf(arena, "(%s)", text);
}

const char *c_not(struct arena *arena, const char *condition)
{
    if (c_is(condition, "true"))
        return "false";
    if (c_is(condition, "false"))
        return "true";
    if (*condition == '!' && is_tight(condition) && condition[1] != '(')
        return condition + 1;
    return arena_printf(arena, "!%s", c_operand(arena, condition));
}

/* Whether `text` is an operand that mixes with other operators only in parentheses. */
static const char *side(struct arena *arena, const char *text, const char *other_operator)
{
    return strstr(text, other_operator) || strstr(text, " ? ") ? c_operand(arena, text) : text;
}

const char *c_or(struct arena *arena, const char *a, const char *b)
{
    if (c_is(a, "true") || c_is(b, "true"))
        return "true";
    if (c_is(a, "false") || c_is(a, b))
        return b;
    if (c_is(b, "false"))
        return a;
    return arena_printf(arena, "%s || %s", side(arena, a, "&&"), side(arena, b, "&&"));
}

const char *c_and(struct arena *arena, const char *a, const char *b)
{
    if (c_is(a, "false") || c_is(b, "false"))
        return "false";
    if (c_is(a, "true") || c_is(a, b))
        return b;
    if (c_is(b, "true"))
        return a;
    return arena_printf(arena, "%s && %s", side(arena, a, "||"), side(arena, b, "||"));
}

const char *c_any(struct arena *arena, const char *const *parts, size_t count)
{
    size_t half = count / 2;

    if (count < 2)
        return count ? parts[0] : "false";
    return c_or(arena, c_any(arena, parts, half), c_any(arena, parts + half, count - half));
}

const char *c_all(struct arena *arena, const char *const *parts, size_t count)
{
    size_t half = count / 2;

    if (count < 2)
        return count ? parts[0] : "true";
    return c_and(arena, c_all(arena, parts, half), c_all(arena, parts + half, count - half));
}

const char *c_scaled(struct arena *arena, const char *value, int digits, bool wide)
{
    struct text factor = {.arena = arena};

    value = c_operand(arena, value);
    if (wide)
        value = arena_printf(arena, "(rt_int128)%s", value);
    if (!digits)
        return value;
    if (digits > 18)
        return arena_printf(arena, "%s * rt_decimal_powers[%d]", value, digits);
    text_add(&factor, digits > 9 ? "INT64_C(1" : "1");
    for (int i = 0; i < digits; i++)
        text_add(&factor, "0");
    if (digits > 9)
        text_add(&factor, ")");
    return arena_printf(arena, "%s * %s", value, text_chars(&factor));
}

const char *c_integer(struct arena *arena, __int128 value, bool wide)
{
    if (!wide && value == INT32_MIN)
        return "INT32_MIN";
    if (!wide && value >= INT32_MIN && value <= INT32_MAX)
        return arena_printf(arena, "%d", (int)value);
    if (value >= INT64_MIN + 1 && value <= INT64_MAX)
        return arena_printf(arena, "INT64_C(%lld)", (long long)value);
    if (value == INT64_MIN)
        return "INT64_MIN";
    return arena_printf(arena, "rt_int128_make(INT64_C(%lld), UINT64_C(%llu))",
        (long long)(value >> 64), (unsigned long long)(value & UINT64_MAX));
}

const char *expr_type(struct emitter *e, const struct type *type)
{
    if (type->kind == TYPE_DECIMAL && type->precision <= 18)
        return "int64_t";
    return emit_value_type(e, type);
}

const char *type_zero(const struct type *type)
{
    switch (type->kind) {
    case TYPE_BOOLEAN:
        return "false";
    case TYPE_TINYINT: case TYPE_SMALLINT: case TYPE_INT: case TYPE_BIGINT:
    case TYPE_FLOAT: case TYPE_DOUBLE: case TYPE_DECIMAL:
    case TYPE_DATE: case TYPE_TIME: case TYPE_INTERVAL_MONTH: case TYPE_INTERVAL_DAY:
    case TYPE_NULL:
        return "0";
    case TYPE_CHAR: case TYPE_VARCHAR: case TYPE_BINARY: case TYPE_VARBINARY:
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ: case TYPE_TIMESTAMP_TZ:
    case TYPE_ARRAY: case TYPE_MULTISET: case TYPE_MAP: case TYPE_ROW:
    case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR:
        return "{0}";
    }
    BUG("type kind %d", (int)type->kind);
}

const char *type_zero_value(struct emitter *e, const struct type *type)
{
    const char *zero = type_zero(type);

    return *zero == '{' ? arena_printf(e->arena, "(%s)%s", expr_type(e, type), zero) : zero;
}

const char *type_word(const struct type *type)
{
    switch (type->kind) {
    case TYPE_BOOLEAN:
        return "bool";
    case TYPE_TINYINT:
        return "i8";
    case TYPE_SMALLINT:
        return "i16";
    case TYPE_INT:
        return "i32";
    case TYPE_BIGINT:
        return "i64";
    case TYPE_FLOAT:
        return "f32";
    case TYPE_DOUBLE:
        return "f64";
    case TYPE_DECIMAL:
        return "decimal";
    case TYPE_CHAR: case TYPE_VARCHAR:
        return "text";
    case TYPE_BINARY: case TYPE_VARBINARY:
        return "bytes";
    case TYPE_DATE:
        return "date";
    case TYPE_TIME:
        return "time";
    case TYPE_TIMESTAMP:
        return "timestamp";
    case TYPE_TIMESTAMP_LTZ:
        return "ltz";
    case TYPE_INTERVAL_MONTH:
        return "months";
    case TYPE_INTERVAL_DAY:
        return "millis";
    case TYPE_NULL: case TYPE_TIMESTAMP_TZ: case TYPE_ARRAY: case TYPE_MULTISET: case TYPE_MAP:
    case TYPE_ROW: case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR:
        return NULL;
    }
    BUG("type kind %d", (int)type->kind);
}
