/* FROM_CHANGELOG and TO_CHANGELOG: row by row, without state. */
#include "job.h"
#include "op_changelog_tpl.h"
#include "op_push_tpl.h"

static const char *const kind_names[] = {"RT_INSERT", "RT_UPDATE_BEFORE", "RT_UPDATE_AFTER",
    "RT_DELETE"};

static const char *quoted(struct emitter *e, struct str text)
{
    return emit_c_literal(e->arena, arena_strndup(e->arena, text.data, text.size));
}

static struct expr_scope scope_of(struct flow *flow, struct flow_node *of, struct text *out,
    unsigned *locals)
{
    of->ins[0].push = names_make(flow->e->names, "",
        arena_printf(flow->e->arena, "%s_from_in", of->row->tag));
    return (struct expr_scope){.e = flow->e, .out = out, .next_local = locals,
        .row = of->ins[0].row, .row_text = "in"};
}

/* ---- FROM_CHANGELOG ---- */

static const char *unknown_code(struct emitter *e, const struct changelog *changelog,
    const char *code)
{
    struct text text = {.arena = e->arena};

    if (changelog->skips)
        tpl_op_from_changelog_skip(&text, &(struct tpl_op_from_changelog_skip){0});
    else if (code)
        tpl_op_from_changelog_fail(&text, &(struct tpl_op_from_changelog_fail){.code = code});
    else
        tpl_op_from_changelog_fail_null(&text, &(struct tpl_op_from_changelog_fail_null){0});
    return text_chars(&text);
}

static void compare_codes(struct emitter *e, struct text *out, const struct changelog *changelog,
    const char *value)
{
    for (size_t i = 0; i < changelog->code_count; i++) {
        const struct change_code *code = &changelog->codes[i];
        const char *op = kind_names[code->kind], *text = quoted(e, code->code);

        if (i)
            tpl_op_from_changelog_else(out, &(struct tpl_op_from_changelog_else){
                .code = value, .text = text, .op = op});
        else
            tpl_op_from_changelog_if(out, &(struct tpl_op_from_changelog_if){
                .code = value, .text = text, .op = op});
    }
}

void operator_emit_from_changelog(struct flow *flow, struct flow_node *of)
{
    struct emitter *e = flow->e;
    const struct changelog *changelog = &of->node->changelog;
    struct text code = {.arena = e->arena}, codes = {.arena = e->arena};
    struct text columns = {.arena = e->arena};
    unsigned locals = 0;
    struct expr_scope scope = scope_of(flow, of, &code, &locals);
    struct emit_value value = emit_expr(&scope, changelog->op);

    if (e->failed)
        return;
    if (!c_is(value.null, "false"))
        tpl_op_from_changelog_null(&code, &(struct tpl_op_from_changelog_null){
            .null = value.null, .unknown = unknown_code(e, changelog, NULL)});
    compare_codes(e, &codes, changelog, value.value);
    scope.out = &columns;
    for (size_t i = 0; i < of->row->column_count && !e->failed; i++)
        emit_assign(&scope, of->row, "out", i, of->node->exprs[i]);
    if (e->failed)
        return;
    tpl_op_from_changelog(flow->out, &(struct tpl_op_from_changelog){
        .sql = expr_sql(&scope, of->node->span), .name = of->ins[0].push, .tag = of->row->tag,
        .from = of->ins[0].row->tag, .code = text_chars(&code), .codes = text_chars(&codes),
        .unknown = unknown_code(e, changelog, value.value), .columns = text_chars(&columns),
        .push = of->push});
}

/* ---- TO_CHANGELOG ---- */

static const struct change_code *code_of(const struct changelog *changelog, unsigned kind)
{
    for (size_t i = 0; i < changelog->code_count; i++)
        if (changelog->codes[i].kind == kind)
            return &changelog->codes[i];
    return NULL;
}

static const char *switch_kinds(struct emitter *e, const struct flow_node *of)
{
    struct text kinds = {.arena = e->arena};
    size_t column = 0;

    while (of->node->exprs[column])
        column++;
    for (unsigned kind = 0; kind < 4; kind++) {
        const struct change_code *code = code_of(&of->node->changelog, kind);

        if (code)
            tpl_op_to_changelog_kind(&kinds, &(struct tpl_op_to_changelog_kind){
                .op = kind_names[kind], .member = of->row->columns[column].member,
                .text = quoted(e, code->code)});
        else
            tpl_op_to_changelog_drop(&kinds, &(struct tpl_op_to_changelog_drop){
                .op = kind_names[kind]});
    }
    return text_chars(&kinds);
}

/* Whether a column is NULL in deletes. */
static bool is_dropped(const struct plan_node *node, size_t column)
{
    if (!node->changelog.partial_deletes)
        return false;
    for (size_t i = 0; i < node->changelog.key_count; i++)
        if (node->exprs[column]->input == node->changelog.key[i])
            return false;
    return true;
}

void operator_emit_to_changelog(struct flow *flow, struct flow_node *of)
{
    struct emitter *e = flow->e;
    struct text columns = {.arena = e->arena}, values = {.arena = e->arena};
    struct text nulls = {.arena = e->arena};
    unsigned locals = 0;
    struct expr_scope scope = scope_of(flow, of, &columns, &locals);

    for (size_t i = 0; i < of->row->column_count && !e->failed; i++) {
        bool dropped;

        if (!of->node->exprs[i])
            continue;
        dropped = is_dropped(of->node, i);
        scope.out = dropped ? &values : &columns;
        emit_assign(&scope, of->row, "out", i, of->node->exprs[i]);
        if (dropped)
            tpl_op_set_null(&nulls, &(struct tpl_op_set_null){
                .number = of->row->columns[i].number});
    }
    if (values.size)
        tpl_op_to_changelog_delete(&columns, &(struct tpl_op_to_changelog_delete){
            .nulls = text_chars(&nulls), .values = text_chars(&values)});
    if (!e->failed && !columns.size)
        tpl_op_used(&columns, &(struct tpl_op_used){0});
    if (e->failed)
        return;
    tpl_op_to_changelog(flow->out, &(struct tpl_op_to_changelog){
        .sql = expr_sql(&scope, of->node->span), .name = of->ins[0].push, .tag = of->row->tag,
        .from = of->ins[0].row->tag, .kinds = switch_kinds(e, of),
        .columns = text_chars(&columns), .push = of->push});
}
