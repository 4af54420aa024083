/* Statements beside CREATE and ALTER TABLE. */
#include "build.h"

#include <string.h>

#include "build_node.h"

struct statement *new_statement(struct parser *p, enum statement_kind kind, struct span begin,
    struct span end)
{
    struct statement *statement = NEW(p->arena, struct statement);

    statement->kind = kind;
    statement->span = span_join(begin, end);
    return statement;
}

struct statement *build_statement_query(struct parser *p, struct ast_query *query)
{
    struct statement *statement = new_statement(p, STMT_QUERY, query->span, query->span);

    statement->as.query = query;
    return statement;
}

/* ---- INSERT ---- */

struct statement *build_insert(struct parser *p, bool overwrite, struct path table,
    struct hint_list hints, struct option_list partition, struct name_list columns,
    struct span begin)
{
    struct statement *statement = new_statement(p, STMT_INSERT, begin, table.span);
    struct insert *insert = &statement->as.insert;

    insert->overwrite = overwrite;
    insert->table = table;
    insert->hints = hints;
    insert->partition = partition;
    insert->columns = columns;
    return statement;
}

struct statement *build_insert_query(struct statement *statement, struct ast_query *query,
    struct conflict conflict)
{
    struct insert *insert = &statement->as.insert;

    insert->query = query;
    insert->on_conflict = conflict.action;
    insert->conflict_span = conflict.span;
    statement->span = span_join(span_join(statement->span, query->span), conflict.span);
    return statement;
}

struct conflict build_conflict(struct parser *p, const struct token *on,
    const struct token *action)
{
    static const char *const words[] = {"DEDUPLICATE", "NOTHING", "ERROR"};
    static const enum conflict_action actions[] = {CONFLICT_DEDUPLICATE, CONFLICT_NOTHING,
        CONFLICT_ERROR};
    struct conflict conflict = {.span = span_join(on->span, action->span)};
    size_t i;

    for (i = 0; i < 3; i++)
        if (!strcasecmp(action->text.data, words[i]))
            conflict.action = actions[i];
    if (conflict.action == CONFLICT_DEFAULT)
        build_report(p, D_SYNTAX, action->span,
            "ON CONFLICT DO takes DEDUPLICATE, NOTHING or ERROR, not '%s'", action->text.data);
    return conflict;
}

struct option_list build_options(struct parser *p, struct option_list list,
    const struct token *key, const struct token *value)
{
    struct ast_option option = {.key = key->text, .key_span = key->span};

    if (value) {
        option.value = value->text;
        option.value_span = value->span;
    }
    vec_push(p->arena, &list, option);
    return list;
}

void build_trailing_comma(struct parser *p, struct span comma)
{
    if (!p->quiet)
        diag_warn(p->diag, D_TRAILING_COMMA, comma, "the comma before ')' is ignored");
}

/* ---- views, DROP ---- */

struct statement *build_create_view(struct parser *p, bool or_replace, bool temporary,
    bool if_not_exists, struct path name, struct name_list columns, struct str comment,
    struct ast_query *query, struct span begin)
{
    struct statement *statement = new_statement(p, STMT_CREATE_VIEW, begin, query->span);
    struct create_view *view = &statement->as.create_view;

    view->or_replace = or_replace;
    view->temporary = temporary;
    view->if_not_exists = if_not_exists;
    view->name = name;
    view->columns = columns;
    view->comment = comment;
    view->query = query;
    return statement;
}

struct statement *build_alter_view(struct parser *p, struct path name, struct path new_name,
    struct ast_query *query, struct span begin)
{
    struct statement *statement =
        new_statement(p, STMT_ALTER_VIEW, begin, query ? query->span : new_name.span);

    statement->as.alter_view.name = name;
    statement->as.alter_view.new_name = new_name;
    statement->as.alter_view.query = query;
    return statement;
}

struct statement *build_drop(struct parser *p, enum statement_kind kind, bool temporary,
    bool if_exists, struct path name, struct span begin)
{
    struct statement *statement = new_statement(p, kind, begin, name.span);

    statement->as.drop.temporary = temporary;
    statement->as.drop.if_exists = if_exists;
    statement->as.drop.name = name;
    return statement;
}

/* ---- statement sets ---- */

struct statement *build_set_begin(struct parser *p, const struct explain_details *explain,
    struct span span)
{
    struct statement *set = new_statement(p, STMT_STATEMENT_SET, span, span);

    p->set = SET_MARK_BEGIN;
    return explain ? build_explain(p, *explain, set, span) : set;
}

struct statement *build_set_end(struct parser *p, struct span span)
{
    p->set = SET_MARK_END;
    return new_statement(p, STMT_STATEMENT_SET, span, span);
}

/* ---- SHOW, DESCRIBE, EXPLAIN ---- */

struct statement *build_show(struct parser *p, enum show_kind kind, struct path name,
    struct show_like like, struct span begin)
{
    struct statement *statement = new_statement(p, STMT_SHOW, begin, name.span);

    statement->as.show.kind = kind;
    statement->as.show.name = name;
    statement->as.show.negated = like.negated;
    statement->as.show.ignore_case = like.ignore_case;
    statement->as.show.like = like.pattern.text;
    statement->span = span_join(statement->span, like.pattern.span);
    return statement;
}

struct statement *build_describe(struct parser *p, struct path name, bool extended,
    struct span begin)
{
    struct statement *statement = new_statement(p, STMT_DESCRIBE, begin, name.span);

    statement->as.describe.name = name;
    statement->as.describe.extended = extended;
    return statement;
}

struct explain_details build_detail(struct explain_details details, const struct token *word)
{
    const char *text = word->keyword ? word->keyword->word : "";

    if (!strcmp(text, "CHANGELOG_MODE"))
        details.changelog_mode = true;
    else if (!strcmp(text, "ESTIMATED_COST"))
        details.estimated_cost = true;
    else if (!strcmp(text, "JSON_EXECUTION_PLAN"))
        details.json_execution_plan = true;
    else
        details.plan_advice = true;
    return details;
}

struct statement *build_explain(struct parser *p, struct explain_details details,
    struct statement *explained, struct span begin)
{
    struct statement *statement = new_statement(p, STMT_EXPLAIN, begin, explained->span);

    statement->as.explain.changelog_mode = details.changelog_mode;
    statement->as.explain.estimated_cost = details.estimated_cost;
    statement->as.explain.json_execution_plan = details.json_execution_plan;
    statement->as.explain.plan_advice = details.plan_advice;
    statement->as.explain.statement = explained;
    return statement;
}

/* ---- SET, RESET, USE ---- */

struct statement *build_set(struct parser *p, enum statement_kind kind, const struct token *key,
    const struct token *value, struct span begin)
{
    struct statement *statement = new_statement(p, kind, begin, begin);
    struct ast_option *option = &statement->as.set_option;

    if (key) {
        option->key = key->text;
        option->key_span = key->span;
        statement->span = span_join(begin, key->span);
    }
    if (value) {
        option->value = value->text;
        option->value_span = value->span;
        statement->span = span_join(begin, value->span);
    }
    return statement;
}

struct statement *build_use(struct parser *p, bool catalog, struct path name, struct span begin)
{
    struct statement *statement = new_statement(p, STMT_USE, begin, name.span);

    statement->as.use.catalog = catalog;
    statement->as.use.name = name;
    return statement;
}
