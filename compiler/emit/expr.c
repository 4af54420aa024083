/* Expressions: inputs, literals, and the entry points. */
#include "expr.h"
#include "expr_tpl.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { SHORT_TEXT = 48, ALIAS_BYTES = 24, CONTEXT_BYTES = 72 };

static const struct emit_value nothing = {"0", "true"};

const char *expr_sql(struct expr_scope *scope, struct span span)
{
    struct str text = diag_text(scope->e->diag, span);

    return emit_comment(scope->e->arena, arena_strndup(scope->e->arena, text.data, text.size));
}

const char *expr_context(struct expr_scope *scope, struct span span)
{
    struct str sql = diag_text(scope->e->diag, span);
    struct text out = {.arena = scope->e->arena};
    size_t size = sql.size;

    if (size > CONTEXT_BYTES)
        for (size = CONTEXT_BYTES; size && (sql.data[size] & 0xC0) == 0x80;)
            size--;
    for (size_t i = 0; i < size; i++) {
        bool blank = isspace((unsigned char)sql.data[i]);

        if (!blank || !out.size || out.data[out.size - 1] != ' ')
            text_add_char(&out, blank ? ' ' : sql.data[i]);
        if (sql.data[i] == '%')
            text_add_char(&out, '%');
    }
    if (size < sql.size)
        text_add(&out, "...");
    return emit_c_literal(scope->e->arena, out.size ? text_chars(&out) : "an expression");
}

const char *expr_name(struct expr_scope *scope)
{
    const char *alias = scope->alias ? scope->alias : "value";
    char name[ALIAS_BYTES + 1];
    size_t length = 0;

    for (; *alias && length < ALIAS_BYTES; alias++)
        if (isalnum((unsigned char)*alias) && (unsigned char)*alias < 0x80)
            name[length++] = (char)tolower((unsigned char)*alias);
        else if (length && name[length - 1] != '_')
            name[length++] = '_';
    while (length && name[length - 1] == '_')
        length--;
    name[length] = '\0';
    if (!length || isdigit((unsigned char)*name))
        memcpy(name, "value", sizeof "value");
    return names_make(scope->e->names, "local",
        arena_printf(scope->e->arena, "%s_%u", name, ++*scope->next_local));
}

struct emit_value expr_unsupported(struct expr_scope *scope, const struct texpr *expr,
    const char *what)
{
    diag_error(scope->e->diag, D_UNSUPPORTED_EXPRESSION, expr->span, "%s is not supported yet",
        what);
    scope->e->failed = true;
    return (struct emit_value){type_zero_value(scope->e, expr->type), "true"};
}

struct emit_value expr_settle(struct expr_scope *scope, const struct type *type,
    struct emit_value value)
{
    if (strlen(value.value) > SHORT_TEXT) {
        const char *name = expr_name(scope);

        tpl_expr_local(scope->out, &(struct tpl_expr_local){
            .type = expr_type(scope->e, type), .name = name, .value = value.value});
        value.value = name;
    }
    if (strlen(value.null) > SHORT_TEXT) {
        const char *flag = arena_printf(scope->e->arena, "%s_null", expr_name(scope));

        tpl_expr_local(scope->out, &(struct tpl_expr_local){
            .type = "bool", .name = flag, .value = value.null});
        value.null = flag;
    }
    return value;
}

/* ---- literals ---- */

static const char *real_text(struct arena *arena, double value, bool single)
{
    const char *text;

    if (isnan(value))
        return "NAN";
    if (isinf(value))
        return value < 0 ? "-INFINITY" : "INFINITY";
    text = arena_printf(arena, single ? "%.9g" : "%.17g", value);
    if (!strpbrk(text, ".e"))
        text = arena_printf(arena, "%s.0", text);
    return single ? arena_printf(arena, "%sf", text) : text;
}

struct emit_value expr_literal(struct expr_scope *scope, const struct texpr *expr)
{
    struct arena *arena = scope->e->arena;
    const char *text = NULL;

    if (expr->is_null)
        return (struct emit_value){type_zero_value(scope->e, expr->type), "true"};
    switch (expr->type->kind) {
    case TYPE_BOOLEAN:
        text = expr->integer ? "true" : "false";
        break;
    case TYPE_TINYINT:
        text = c_integer(arena, (int8_t)expr->integer, false);
        break;
    case TYPE_SMALLINT:
        text = c_integer(arena, (int16_t)expr->integer, false);
        break;
    case TYPE_INT: case TYPE_DATE: case TYPE_TIME: case TYPE_INTERVAL_MONTH:
        text = c_integer(arena, (int32_t)expr->integer, false);
        break;
    case TYPE_BIGINT: case TYPE_DECIMAL: case TYPE_INTERVAL_DAY:
        text = c_integer(arena, expr->integer, expr->type->kind == TYPE_DECIMAL);
        break;
    case TYPE_FLOAT: case TYPE_DOUBLE:
        text = real_text(arena, expr->real, expr->type->kind == TYPE_FLOAT);
        break;
    case TYPE_CHAR: case TYPE_VARCHAR:
        text = arena_printf(arena, "RT_TEXT(%s)", emit_c_string(arena, expr->text));
        break;
    case TYPE_BINARY: case TYPE_VARBINARY:
        text = arena_printf(arena, "((struct rt_bytes){(const uint8_t *)%s, %zu})",
            emit_c_string(arena, expr->text), expr->text.size);
        break;
    case TYPE_TIMESTAMP: case TYPE_TIMESTAMP_LTZ:
        text = arena_printf(arena, "rt_timestamp_make(INT64_C(%lld), %d)",
            (long long)expr->integer, (int)expr->nanos);
        break;
    case TYPE_NULL: case TYPE_TIMESTAMP_TZ: case TYPE_ARRAY: case TYPE_MULTISET: case TYPE_MAP:
    case TYPE_ROW: case TYPE_VARIANT: case TYPE_BITMAP: case TYPE_RAW: case TYPE_DESCRIPTOR:
        return expr_unsupported(scope, expr, "a literal of this type");
    }
    return (struct emit_value){text, "false"};
}

/* ---- entry points ---- */

static struct emit_value input(struct expr_scope *scope, const struct texpr *expr)
{
    const struct row_column *column;

    if (scope->inputs)
        return scope->inputs[expr->input];
    column = &scope->row->columns[expr->input];
    if (!column->member)
        BUG("column %s is read but not stored", column->name);
    return (struct emit_value){
        emit_load(scope->e, column->type,
            arena_printf(scope->e->arena, "%s->%s", scope->row_text, column->member)),
        column->type->nullable ? arena_printf(scope->e->arena, "rt_null_get(%s->nulls, %s)",
                                     scope->row_text, column->number)
                               : "false"};
}

struct emit_value emit_expr(struct expr_scope *scope, const struct texpr *expr)
{
    bool once = scope->once;

    scope->once = false;
    if (scope->e->failed)
        return nothing;
    switch (expr->kind) {
    case TEXPR_INPUT:
        return input(scope, expr);
    case TEXPR_LITERAL:
        return expr_literal(scope, expr);
    case TEXPR_CALL:
        return expr_function(scope, expr, once);
    case TEXPR_OP:
        return expr_op(scope, expr);
    case TEXPR_CAST:
        return expr_cast(scope, expr, once);
    case TEXPR_CASE:
        return expr_case(scope, expr);
    case TEXPR_FIELD:
        return expr_field(scope, expr);
    case TEXPR_ITEM:
        return expr_item(scope, expr);
    case TEXPR_ROW:
        return expr_row(scope, expr);
    case TEXPR_ARRAY:
        return expr_array(scope, expr);
    case TEXPR_MAP:
        return expr_map(scope, expr);
    }
    BUG("expression kind %d", (int)expr->kind);
}

void emit_condition(struct expr_scope *scope, const struct texpr *condition)
{
    const char *skip;

    if (condition->kind == TEXPR_OP && condition->op == TOP_AND) {
        for (size_t i = 0; i < condition->arg_count; i++)
            emit_condition(scope, condition->args[i]);
        return;
    }
    if (condition->kind == TEXPR_OP && condition->op == TOP_OR) {
        skip = c_not(scope->e->arena, expr_truth(scope, condition));
    } else {
        struct emit_value value = emit_expr(scope, condition);

        skip = c_or(scope->e->arena, value.null, c_not(scope->e->arena, value.value));
    }
    if (!c_is(skip, "false"))
        tpl_expr_skip(scope->out, &(struct tpl_expr_skip){.condition = skip});
}

/* What emit_store makes of a value, without a detour through another form. */
static const char *store_text(struct expr_scope *scope, const struct type *type,
    const struct type *from, const char *value)
{
    static const char load[] = "rt_timestamp_from_ms(";
    const char *stored = emit_store(scope->e, type, value);
    size_t size = strlen(value);

    if (from->kind == TYPE_DECIMAL && from->precision <= 18)
        return value;
    if (!strncmp(value, load, sizeof load - 1) && !strncmp(stored, "rt_timestamp_to_ms(", 19) &&
        strcspn(value + sizeof load - 1, "()") == size - sizeof load)
        return arena_strndup(scope->e->arena, value + sizeof load - 1, size - sizeof load);
    return stored;
}

/* NULL for a NOT NULL column fails the job. */
static void refuse_null(struct expr_scope *scope, const struct row_column *column,
    const char *null)
{
    const char *message = arena_printf(scope->e->arena,
        "column '%s' is NOT NULL, but the value is NULL", column->name);
    struct text escaped = {.arena = scope->e->arena};

    for (; *message; message++) {
        if (*message == '%')
            text_add_char(&escaped, '%');
        text_add_char(&escaped, *message);
    }
    tpl_expr_not_null(scope->out, &(struct tpl_expr_not_null){.null = null,
        .message = emit_c_string(scope->e->arena, str_of(text_chars(&escaped)))});
}

static void add_comment(struct expr_scope *scope, struct span span)
{
    if (scope->out->size)
        text_add_char(scope->out, '\n');
    tpl_expr_comment(scope->out, &(struct tpl_expr_comment){.sql = expr_sql(scope, span)});
}

void emit_assign(struct expr_scope *scope, const struct row *row, const char *target, size_t index,
    const struct texpr *expr)
{
    const struct row_column *column = &row->columns[index];
    struct arena *arena = scope->e->arena;
    struct emit_value value;
    const char *member, *nulls, *stored;

    if (!column->member)
        return;
    scope->alias = column->name;
    scope->once = true;
    if (expr->kind != TEXPR_INPUT && expr->kind != TEXPR_LITERAL && expr->span.source)
        add_comment(scope, expr->span);
    value = emit_expr(scope, expr);
    if (scope->e->failed)
        return;
    member = arena_printf(arena, "%s.%s", target, column->member);
    nulls = arena_printf(arena, "%s.nulls", target);
    stored = store_text(scope, column->type, expr->type, value.value);
    if (!column->type->nullable && !c_is(value.null, "false")) {
        refuse_null(scope, column, value.null);
        value.null = "false";
    }
    if (c_is(value.null, "true"))
        tpl_expr_store_null(scope->out, &(struct tpl_expr_store_null){
            .nulls = nulls, .number = column->number});
    else if (c_is(value.null, "false"))
        tpl_expr_store(scope->out, &(struct tpl_expr_store){.column = member, .value = stored});
    else
        tpl_expr_store_nullable(scope->out, &(struct tpl_expr_store_nullable){
            .null = value.null, .nulls = nulls, .number = column->number, .column = member,
            .value = stored});
}
