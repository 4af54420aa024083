/* FROM_CHANGELOG and TO_CHANGELOG: their arguments, mappings and rows. */
#include "binder.h"

#include <string.h>
#include <strings.h>

/* By number of the row kind. */
static const char *const kind_names[] = {"INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE"};
enum { KIND_UPDATE_BEFORE = 1, KIND_UPDATE_AFTER = 2, KINDS = 4 };

enum argument { ARG_INPUT, ARG_OP, ARG_MAPPING, ARG_LAST, ARG_UID, ARGUMENTS };

struct changelog_call {
    struct binder *b;
    const char *name;
    bool from;
    struct span span;
    const struct ast_expr *args[ARGUMENTS]; /* NULL: not given */
    struct rel *input;
    size_t *key;       /* PARTITION BY: columns of the input */
    size_t key_count;
    VEC(struct change_code) codes;
};

static const char *argument_name(const struct changelog_call *call, enum argument argument)
{
    switch (argument) {
    case ARG_INPUT:
        return "input";
    case ARG_OP:
        return "op";
    case ARG_MAPPING:
        return "op_mapping";
    case ARG_LAST:
        return call->from ? "error_handling" : "produces_full_deletes";
    case ARG_UID:
        return "uid";
    case ARGUMENTS:
        break;
    }
    return "";
}

static const char *function_name(const struct table_ref *ref)
{
    const struct name_list *parts;

    if (ref->function->kind != EXPR_CALL)
        return NULL;
    parts = &ref->function->as.call.name.parts;
    if (parts->count != 1)
        return NULL;
    if (!strcasecmp(parts->at[0].text, "FROM_CHANGELOG"))
        return "FROM_CHANGELOG";
    return !strcasecmp(parts->at[0].text, "TO_CHANGELOG") ? "TO_CHANGELOG" : NULL;
}

bool is_changelog_call(const struct table_ref *ref)
{
    return function_name(ref) != NULL;
}

static bool refuse(struct changelog_call *call, struct span span, const char *message)
{
    diag_error(call->b->diag, D_FUNCTION_ARGUMENTS, span, "%s: %s", call->name, message);
    return false;
}

/* ---- arguments ---- */

static bool find_argument(struct changelog_call *call, struct name name, enum argument *found)
{
    const char *names[ARGUMENTS];
    const char *near;

    for (int i = 0; i < ARGUMENTS; i++) {
        names[i] = argument_name(call, (enum argument)i);
        if (!strcasecmp(names[i], name.text)) {
            *found = (enum argument)i;
            return true;
        }
    }
    diag_error(call->b->diag, D_FUNCTION_ARGUMENTS, name.span, "%s has no argument '%s'",
        call->name, name.text);
    near = nearest_name(name.text, names, ARGUMENTS);
    if (near)
        diag_note(call->b->diag, (struct span){0}, "did you mean '%s'?", near);
    else
        diag_note(call->b->diag, (struct span){0}, "its arguments are input, op, op_mapping and %s",
            argument_name(call, ARG_LAST));
    return false;
}

static bool take_arguments(struct changelog_call *call, const struct expr_list *list)
{
    bool named = false;

    for (size_t i = 0; i < list->count; i++) {
        const struct ast_expr *value = list->at[i];
        enum argument argument = (enum argument)i;

        if (value->kind == EXPR_NAMED_ARG) {
            named = true;
            if (!find_argument(call, value->as.named.name, &argument))
                return false;
        } else if (named || i >= ARGUMENTS) {
            return refuse(call, value->span, named
                ? "an argument without a name behind one with a name" : "too many arguments");
        }
        if (call->args[argument])
            return refuse(call, value->span, arena_printf(call->b->arena,
                "argument '%s' is given twice", argument_name(call, argument)));
        call->args[argument] =
            value->kind == EXPR_NAMED_ARG ? value->as.named.value : value;
    }
    for (int i = 0; i < ARGUMENTS; i++)
        if (call->args[i] && call->args[i]->kind == EXPR_DEFAULT)
            call->args[i] = NULL;
    return call->args[ARG_INPUT] ||
        refuse(call, call->span, "the argument 'input' is missing: input => TABLE t");
}

/* A constant, or NULL: reported. */
static struct texpr *constant_of(struct changelog_call *call, const struct ast_expr *expr,
    bool is_text, const char *what)
{
    struct binder inner = *call->b;
    struct texpr *value;

    inner.scope = NULL;
    inner.place = call->name;
    inner.aggregation = NULL;
    inner.rankings = NULL;
    inner.pending = NULL;
    value = bind_expr(&inner, expr);
    if (!value)
        return NULL;
    if (value->kind == TEXPR_LITERAL && !value->is_null &&
        (is_text ? type_is_text(value->type) : value->type->kind == TYPE_BOOLEAN))
        return value;
    refuse(call, expr->span, what);
    return NULL;
}

/* ---- input ---- */

/* The table as `SELECT *` shows it. */
static struct rel *visible_columns(struct binder *b, struct rel *rel, const struct table *table)
{
    struct rel *project;
    size_t count = 0;

    if (!rel || !table)
        return rel;
    project = rel_project(b->arena, rel, rel->column_count);
    for (size_t i = 0; i < rel->column_count; i++) {
        if (table->columns[i].kind == TABLE_SYSTEM)
            continue;
        project->exprs[count] = rel_input(b->arena, rel, i, rel->span);
        project->columns[count++] = rel->columns[i];
    }
    project->column_count = count;
    return project;
}

static bool find_column(struct changelog_call *call, struct name name, size_t *column)
{
    const struct rel *input = call->input;
    const char **names = arena_array(call->b->arena, input->column_count + 1, sizeof *names);
    const char *near;

    for (size_t i = 0; i < input->column_count; i++) {
        names[i] = input->columns[i].name;
        if (!strcmp(names[i], name.text)) {
            *column = i;
            return true;
        }
    }
    diag_error(call->b->diag, D_UNKNOWN_COLUMN, name.span, "the input of %s has no column '%s'",
        call->name, name.text);
    near = nearest_name(name.text, names, input->column_count);
    if (near)
        diag_note(call->b->diag, (struct span){0}, "did you mean '%s'?", near);
    return false;
}

static bool is_key(const struct changelog_call *call, size_t column)
{
    for (size_t i = 0; i < call->key_count; i++)
        if (call->key[i] == column)
            return true;
    return false;
}

static bool bind_partition(struct changelog_call *call, const struct expr_list *list)
{
    call->key = arena_array(call->b->arena, list->count + 1, sizeof *call->key);
    for (size_t i = 0; i < list->count; i++) {
        const struct ast_expr *expr = list->at[i];
        size_t column;

        if (expr->kind != EXPR_COLUMN || expr->as.column.parts.count != 1)
            return refuse(call, expr->span, "PARTITION BY takes columns of the input");
        if (!find_column(call, expr->as.column.parts.at[0], &column))
            return false;
        if (is_key(call, column))
            return refuse(call, expr->span, "PARTITION BY names a column twice");
        call->key[call->key_count++] = column;
    }
    return true;
}

static bool bind_input(struct changelog_call *call)
{
    const struct ast_expr *expr = call->args[ARG_INPUT];
    const struct table *table = NULL;
    struct rel *rel;

    if (expr->kind == EXPR_SUBQUERY) {
        call->input = bind_subquery(call->b, expr->as.query);
        return call->input != NULL;
    }
    if (expr->kind != EXPR_TABLE_ARG)
        return refuse(call, expr->span, "'input' is a table: input => TABLE t [PARTITION BY key]");
    if (expr->as.table.order_by.count)
        return refuse(call, expr->as.table.order_by.at[0].expr->span, "'input' takes no ORDER BY");
    rel = expr->as.table.query ? bind_subquery(call->b, expr->as.table.query)
                               : bind_table_path(call->b, &expr->as.table.table, NULL, &table);
    call->input = visible_columns(call->b, rel, table);
    return call->input && bind_partition(call, &expr->as.table.partition_by);
}

/* DESCRIPTOR(column), or `op` where it is not given. */
static bool take_op(struct changelog_call *call, struct name *op)
{
    const struct ast_expr *expr = call->args[ARG_OP];

    *op = (struct name){.text = "op", .span = call->span};
    if (!expr)
        return true;
    if (expr->kind != EXPR_DESCRIPTOR || expr->as.descriptor.count != 1)
        return refuse(call, expr->span, "'op' names one column: op => DESCRIPTOR(column)");
    *op = expr->as.descriptor.at[0];
    return true;
}

/* ---- op_mapping ---- */

static int kind_of(struct str name)
{
    for (int i = 0; i < KINDS; i++)
        if (str_equal(name, str_of(kind_names[i])))
            return i;
    return -1;
}

static bool add_kind(struct changelog_call *call, struct str name, struct str code,
    struct span span)
{
    int kind = kind_of(name);

    if (kind < 0) {
        diag_error(call->b->diag, D_FUNCTION_ARGUMENTS, span,
            "%s: '%.*s' is no row kind: INSERT, UPDATE_BEFORE, UPDATE_AFTER, DELETE", call->name,
            (int)name.size, name.data);
        return false;
    }
    for (size_t i = 0; i < call->codes.count; i++) {
        if (call->from && str_equal(call->codes.at[i].code, code)) {
            diag_error(call->b->diag, D_FUNCTION_ARGUMENTS, span,
                "%s: 'op_mapping' has the code '%.*s' twice", call->name, (int)code.size,
                code.data);
            return false;
        }
        if (!call->from && call->codes.at[i].kind == (unsigned)kind)
            return refuse(call, span, arena_printf(call->b->arena,
                "'op_mapping' has the row kind %s twice", kind_names[kind]));
    }
    vec_push(call->b->arena, &call->codes, ((struct change_code){(unsigned)kind, code}));
    return true;
}

/* The next of a list with commas, without spaces around it; false: no more. */
static bool next_item(struct str *list, struct str *item)
{
    const char *comma;

    if (!list->data)
        return false;
    comma = memchr(list->data, ',', list->size);
    item->data = list->data;
    item->size = comma ? (size_t)(comma - list->data) : list->size;
    *list = comma ? (struct str){comma + 1, list->size - item->size - 1} : (struct str){0};
    while (item->size && item->data[0] == ' ')
        item->data++, item->size--;
    while (item->size && item->data[item->size - 1] == ' ')
        item->size--;
    return true;
}

/* One key and value: 'c, r', 'INSERT', or 'INSERT, UPDATE_AFTER', 'u'. */
static bool add_pair(struct changelog_call *call, const struct texpr *key,
    const struct texpr *value)
{
    struct str list = key->text, item;

    while (next_item(&list, &item)) {
        if (!item.size)
            return refuse(call, key->span, "'op_mapping' has an empty key");
        if (!add_kind(call, call->from ? value->text : item, call->from ? item : value->text,
                call->from ? value->span : key->span))
            return false;
    }
    return true;
}

static bool check_kinds(struct changelog_call *call, unsigned kinds)
{
    const struct ast_expr *mapping = call->args[ARG_MAPPING];

    if (call->from && kinds & 1u << KIND_UPDATE_BEFORE && !(kinds & 1u << KIND_UPDATE_AFTER))
        return refuse(call, mapping->span,
            "'op_mapping' has UPDATE_BEFORE, which needs UPDATE_AFTER");
    if (!call->from || !(kinds & 1u << KIND_UPDATE_AFTER) || kinds & 1u << KIND_UPDATE_BEFORE ||
        call->key_count)
        return true;
    refuse(call, mapping->span,
        "UPDATE_AFTER without UPDATE_BEFORE is an upsert stream, which needs a key");
    diag_note(call->b->diag, (struct span){0},
        "name the unique key of the data: input => TABLE t PARTITION BY key");
    return false;
}

static bool bind_mapping(struct changelog_call *call, unsigned *kinds)
{
    const struct ast_expr *mapping = call->args[ARG_MAPPING];
    unsigned seen = 0;

    for (unsigned i = 0; !mapping && i < KINDS; i++)
        vec_push(call->b->arena, &call->codes,
            ((struct change_code){i, str_of(kind_names[i])}));
    *kinds = (1u << KINDS) - 1;
    if (!mapping)
        return true;
    if (mapping->kind != EXPR_MAP || !mapping->as.list.items.count)
        return refuse(call, mapping->span, "'op_mapping' is a MAP['…', '…', …] of constants");
    for (size_t i = 0; i < mapping->as.list.items.count; i += 2) {
        static const char what[] = "keys and values of 'op_mapping' are constant strings";
        const struct texpr *key = constant_of(call, mapping->as.list.items.at[i], true, what);
        const struct texpr *value =
            key ? constant_of(call, mapping->as.list.items.at[i + 1], true, what) : NULL;
        int kind;

        if (!value || !add_pair(call, key, value))
            return false;
        kind = kind_of(value->text);
        if (call->from && seen & 1u << kind)
            return refuse(call, value->span, arena_printf(call->b->arena,
                "'op_mapping' has the row kind %s twice: list its codes in one key, 'a, b'",
                kind_names[kind]));
        if (call->from)
            seen |= 1u << kind;
    }
    *kinds = 0;
    for (size_t i = 0; i < call->codes.count; i++)
        *kinds |= 1u << call->codes.at[i].kind;
    return check_kinds(call, *kinds);
}

/* ---- rows ---- */

static void add_column(struct changelog_call *call, struct rel *rel, size_t column)
{
    const struct rel_column *input = &call->input->columns[column];

    rel->exprs[rel->column_count] = rel_input(call->b->arena, call->input, column, rel->span);
    rel->columns[rel->column_count++] =
        (struct rel_column){input->name, without_time(call->b->arena, input->type)};
}

static struct rel *new_rel(struct changelog_call *call, enum rel_kind kind)
{
    struct rel *rel = rel_new(call->b->arena, kind, call->span, call->input->column_count + 1);

    rel->column_count = 0;
    rel->exprs =
        arena_array(call->b->arena, call->input->column_count + 1, sizeof(struct texpr *));
    rel->inputs = arena_copy(call->b->arena, &call->input, sizeof call->input);
    rel->input_count = 1;
    return rel;
}

static struct rel *bind_from_changelog(struct changelog_call *call, struct name op, unsigned kinds)
{
    const struct ast_expr *handling = call->args[ARG_LAST];
    const struct texpr *mode = NULL;
    struct rel *rel;
    size_t column;

    if (handling) {
        static const char what[] = "'error_handling' is 'FAIL' or 'SKIP'";

        mode = constant_of(call, handling, true, what);
        if (!mode)
            return NULL;
        if (!str_equal(mode->text, str_of("FAIL")) && !str_equal(mode->text, str_of("SKIP"))) {
            refuse(call, handling->span, what);
            return NULL;
        }
    }
    if (!find_column(call, op, &column))
        return NULL;
    if (!type_is_text(call->input->columns[column].type)) {
        diag_error(call->b->diag, D_FUNCTION_ARGUMENTS, op.span,
            "%s: the operation code is a STRING, column '%s' is %s", call->name, op.text,
            plain_type(call->b->arena, call->input->columns[column].type));
        return NULL;
    }
    if (is_key(call, column)) {
        refuse(call, op.span, "PARTITION BY names the column of the operation code");
        return NULL;
    }
    rel = new_rel(call, REL_FROM_CHANGELOG);
    for (size_t i = 0; i < call->key_count; i++)
        add_column(call, rel, call->key[i]);
    for (size_t i = 0; i < call->input->column_count; i++)
        if (i != column && !is_key(call, i))
            add_column(call, rel, i);
    if (!rel->column_count) {
        refuse(call, op.span, "the input has no column but the operation code");
        return NULL;
    }
    rel->changelog.op = rel_input(call->b->arena, call->input, column, op.span);
    rel->changelog.skips = mode && str_equal(mode->text, str_of("SKIP"));
    rel->changelog.kinds = kinds;
    return rel;
}

/* Columns that identify a row of `rel`, of those that its reader has at `columns`. */
static bool upsert_key(const struct rel *rel, size_t *key, size_t *count)
{
    size_t inner;

    *count = 0;
    switch (rel->kind) {
    case REL_SCAN:
        for (; rel->table->key.present && *count < rel->table->key.count; ++*count)
            key[*count] = rel->table->key.columns[*count];
        return *count;
    case REL_FILTER: case REL_LIMIT:
        return upsert_key(rel->inputs[0], key, count);
    case REL_AGGREGATE:
        for (; *count < rel->group_count; ++*count)
            key[*count] = *count;
        return *count;
    case REL_RANK:
        if (rel->rank.from == rel->rank.to) {
            memcpy(key, rel->rank.partition, rel->rank.partition_count * sizeof *key);
            *count = rel->rank.partition_count;
            return *count;
        }
        return upsert_key(rel->inputs[0], key, count);
    case REL_PROJECT: case REL_FROM_CHANGELOG:
        if (rel->kind == REL_FROM_CHANGELOG) {
            for (; *count < rel->changelog.key_count; ++*count)
                key[*count] = *count;
            return *count;
        }
        if (!upsert_key(rel->inputs[0], key, &inner))
            return false;
        for (; *count < inner; ++*count) {
            size_t c = 0;

            while (c < rel->column_count && !(rel->exprs[c]->kind == TEXPR_INPUT &&
                                                rel->exprs[c]->input == key[*count]))
                c++;
            if (c == rel->column_count)
                return false;
            key[*count] = c;
        }
        return true;
    case REL_VALUES: case REL_UNION: case REL_EXPAND: case REL_JOIN: case REL_CORRELATE:
    case REL_TO_CHANGELOG:
        return false;
    }
    return false;
}

/* The most columns of any rel below. */
static size_t widest(const struct rel *rel)
{
    size_t width = rel->column_count;

    for (size_t i = 0; i < rel->input_count; i++) {
        size_t below = widest(rel->inputs[i]);

        width = below > width ? below : width;
    }
    return width;
}

static bool take_deletes(struct changelog_call *call, bool *partial)
{
    const struct ast_expr *full = call->args[ARG_LAST];
    const struct texpr *value;

    *partial = false;
    if (!full)
        return true;
    value = constant_of(call, full, false, "'produces_full_deletes' is TRUE or FALSE");
    if (!value)
        return false;
    *partial = !value->integer;
    if (!*partial || call->key_count)
        return true;
    call->key = arena_array(call->b->arena, widest(call->input) + 1, sizeof *call->key);
    if (upsert_key(call->input, call->key, &call->key_count))
        return true;
    call->key_count = 0;
    refuse(call, full->span,
        "'produces_full_deletes' => FALSE keeps the key of a delete, and the input has none");
    diag_note(call->b->diag, (struct span){0},
        "name it: input => TABLE t PARTITION BY key, or declare a PRIMARY KEY");
    return false;
}

static struct rel *bind_to_changelog(struct changelog_call *call, struct name op, unsigned kinds)
{
    struct binder *b = call->b;
    size_t partition_count = call->key_count;
    bool partial;
    struct rel *rel;

    for (size_t i = 0; i < call->input->column_count; i++)
        if (!strcmp(call->input->columns[i].name, op.text)) {
            diag_error(b->diag, D_DUPLICATE_COLUMN, op.span,
                "%s: the input has a column '%s' already", call->name, op.text);
            diag_note(b->diag, (struct span){0},
                "name the operation code otherwise: op => DESCRIPTOR(name)");
            return NULL;
        }
    if (!take_deletes(call, &partial))
        return NULL;
    rel = new_rel(call, REL_TO_CHANGELOG);
    for (size_t i = 0; i < partition_count; i++)
        add_column(call, rel, call->key[i]);
    rel->columns[rel->column_count++] = (struct rel_column){op.text, type_string(b->arena, true)};
    for (size_t i = 0; i < call->input->column_count; i++) {
        bool in_key = is_key(call, i);

        if (in_key && partition_count)
            continue;
        add_column(call, rel, i);
        if (partial && !in_key) {
            struct rel_column *column = &rel->columns[rel->column_count - 1];

            column->type = type_with_null(b->arena, column->type, true);
        }
    }
    rel->changelog.kinds = kinds;
    rel->changelog.partial_deletes = partial;
    rel->changelog.defaulted = !call->args[ARG_MAPPING];
    return rel;
}

struct rel *bind_changelog(struct binder *b, const struct table_ref *ref)
{
    struct changelog_call call = {.b = b, .name = function_name(ref), .span = ref->function->span};
    struct name op;
    unsigned kinds;
    struct rel *rel;

    call.from = !strcmp(call.name, "FROM_CHANGELOG");
    if (!take_arguments(&call, &ref->function->as.call.args) || !bind_input(&call) ||
        !take_op(&call, &op) || !bind_mapping(&call, &kinds))
        return NULL;
    if (call.args[ARG_UID] && !constant_of(&call, call.args[ARG_UID], true,
            "'uid' is a constant string"))
        return NULL;
    rel = call.from ? bind_from_changelog(&call, op, kinds) : bind_to_changelog(&call, op, kinds);
    if (!rel)
        return NULL;
    rel->changelog.codes = call.codes.at;
    rel->changelog.code_count = call.codes.count;
    rel->changelog.key = call.key;
    rel->changelog.key_count = call.key_count;
    return rel;
}
