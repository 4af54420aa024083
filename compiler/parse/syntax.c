/* Explains a token that the grammar refused. */
#include <string.h>

#include "expect.h"
#include "parse.h"
#include "sql.h"
#include "statement.h"

enum {
    MOST_TOKENS = 512, /* More than the grammar has. */
    MOST_LISTED = 8    /* A longer list of expected tokens helps nobody. */
};

struct expected {
    int tokens[MOST_TOKENS];
    size_t count;
};

/* What may stand in the place of token `at`. The statement is parsed again up to it, since the
 * parser that refused it has left its state. */
static void find_expected(struct parser *p, const struct piece *piece, size_t at,
    struct expected *expected)
{
    struct parser again = {.arena = p->arena, .diag = p->diag, .quiet = true};
    void *machine;

    piece_feed(&again, piece, at, &machine);
    expected->count = again.failed
        ? 0
        : sql_parse_expected(p->arena, machine, expected->tokens, MOST_TOKENS);
    piece_free(machine);
}

static bool has(const struct expected *expected, int token)
{
    size_t i;

    for (i = 0; i < expected->count; i++)
        if (expected->tokens[i] == token)
            return true;
    return false;
}

/* ---- names of tokens ---- */

static const char *symbol_text(int token)
{
    static const struct {
        int token;
        const char *text;
    } symbols[] = {{TK_LP, "'('"}, {TK_RP, "')'"}, {TK_LBRACKET, "'['"}, {TK_RBRACKET, "']'"},
        {TK_LBRACE, "'{'"}, {TK_RBRACE, "'}'"}, {TK_COMMA, "','"}, {TK_DOT, "'.'"},
        {TK_EQ, "'='"}, {TK_LT, "'<'"}, {TK_GT, "'>'"}, {TK_ARROW, "'=>'"}, {TK_COLON, "':'"},
        {TK_STAR, "'*'"}, {TK_HINT_END, "'*/'"}, {TK_EXCLUDE_END, "'-}'"}, {TK_BAR, "'|'"},
        {TK_ID, "a name"}, {TK_STRING, "a string"}, {TK_NUMBER, "a number"},
        {TK_LP_QUERY, "a query in parentheses"}, {TK_UNIT, "a unit of time"},
        {TK_TYPE_WORD, "a type"}, {TK_IF_EXISTS, "IF EXISTS"},
        {TK_IF_NOT_EXISTS, "IF NOT EXISTS"}, {TK_PRIMARY_KEY, "PRIMARY KEY"},
        {TK_FOR_SYSTEM_TIME, "FOR SYSTEM_TIME AS OF"}, {TK_ON_CONFLICT, "ON CONFLICT DO"},
        {TK_GROUPING_SETS, "GROUPING SETS"}, {TK_WITHIN_GROUP, "WITHIN GROUP"}};
    size_t i;

    for (i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (symbols[i].token == token)
            return symbols[i].text;
    return keyword_of_token(token);
}

/* "end of the statement", "'x'": the token as found. */
static const char *found_text(struct parser *p, const struct piece *piece, size_t at)
{
    struct str text;

    if (at >= piece->end)
        return piece->is_expression ? "end of the expression" : "end of the statement";
    text = diag_text(p->diag, piece->tokens->at[at].span);
    if (text.size > 40 || memchr(text.data, '\n', text.size))
        return piece->tokens->at[at].kind == TK_STRING ? "this string" : "this";
    return arena_printf(p->arena, "'%.*s'", (int)text.size, text.data);
}

/* "A, B or C"; NULL if there are too many to help. Operators that continue any expression are left
 * out where something else is possible. */
static const char *expected_text(struct parser *p, const struct expected *expected)
{
    struct text text = {.arena = p->arena};
    const char *names[MOST_LISTED];
    size_t count = 0, i;

    if (has(expected, TK_LP) && has(expected, TK_NUMBER) && has(expected, TK_CASE))
        return "an expression";
    for (i = 0; i < expected->count; i++) {
        const char *name = expected->tokens[i] ? symbol_text(expected->tokens[i])
                                               : "end of the statement";

        if (!name)
            continue;
        if (count == MOST_LISTED)
            return NULL;
        names[count++] = name;
    }
    for (i = 0; i < count; i++)
        text_printf(&text, "%s%s", !i ? "" : i + 1 == count ? " or " : ", ", names[i]);
    return count ? text_chars(&text) : NULL;
}

/* ---- notes ---- */

/* The expected keyword that resembles the word at `at`, NULL if none does. */
static const char *resembling(struct parser *p, const struct token *token,
    const struct expected *expected)
{
    const char *words[MOST_TOKENS], *near;
    size_t count = 0, i;

    if (token->kind != TK_ID || token->quoted || token->text.size < 3)
        return NULL;
    for (i = 0; i < expected->count; i++) {
        const char *word = keyword_of_token(expected->tokens[i]);

        if (word && strlen(word) >= 3)
            words[count++] = word;
    }
    near = nearest_name(token->text.data, words, count);
    if (!near || !strcasecmp(near, token->text.data))
        return NULL;
    return arena_strdup(p->arena, near);
}

/* A misspelled keyword: at the token itself, or just before it, where it passed for a name. */
static bool note_misspelled(struct parser *p, const struct piece *piece, size_t at,
    const struct expected *expected)
{
    const struct token *tokens = piece->tokens->at;
    struct expected before;
    const char *word;

    if (at < piece->end && (word = resembling(p, &tokens[at], expected))) {
        diag_note(p->diag, tokens[at].span, "did you mean %s?", word);
        return true;
    }
    if (at == piece->begin || tokens[at - 1].kind != TK_ID || tokens[at - 1].quoted)
        return false;
    find_expected(p, piece, at - 1, &before);
    word = resembling(p, &tokens[at - 1], &before);
    if (word)
        diag_note(p->diag, tokens[at - 1].span, "did you mean %s?", word);
    return word != NULL;
}

static void note_comma_or_quotes(struct parser *p, const struct piece *piece, size_t at,
    const struct expected *expected)
{
    const struct token *token = &piece->tokens->at[at];

    if (at >= piece->end || token->kind != TK_ID)
        return;
    if (has(expected, TK_STRING) && !has(expected, TK_CASE) && expected->count < MOST_LISTED)
        diag_note(p->diag, token->span, "a string stands in single quotes: '%s'",
            token->text.data);
    else if (has(expected, TK_COMMA) && at > piece->begin)
        diag_note(p->diag, piece->tokens->at[at - 1].span, "is a comma missing behind this?");
}

/* An open parenthesis that the statement never closes. */
static void note_open_parenthesis(struct parser *p, const struct piece *piece, size_t at)
{
    const struct token *tokens = piece->tokens->at;
    size_t i;

    for (i = at; i-- > piece->begin;) {
        if ((tokens[i].kind == TK_LP || tokens[i].kind == TK_LP_QUERY) && !tokens[i].partner) {
            diag_note(p->diag, tokens[i].span, "this parenthesis is never closed");
            return;
        }
    }
}

/* A string that runs over lines may have lost its quote. */
static void note_long_string(struct parser *p, const struct piece *piece, size_t at)
{
    size_t i;

    for (i = piece->begin; i < at; i++) {
        const struct token *token = &piece->tokens->at[i];
        struct str text = diag_text(p->diag, token->span);

        if (token->kind == TK_STRING && memchr(text.data, '\n', text.size)) {
            struct span start = token->span;

            start.end = start.begin + 1;
            diag_note(p->diag, start, "this string ends on another line: is its quote missing?");
            return;
        }
    }
}

/* ALTER TABLE t DROP a, DROP b: one statement takes one list. */
static void note_several(struct parser *p, const struct piece *piece, size_t at)
{
    const struct token *tokens = piece->tokens->at;

    if (at >= piece->end || tokens[at].kind != TK_COMMA || tokens[piece->begin].kind != TK_ALTER)
        return;
    for (size_t i = piece->begin; i < at; i++) {
        if (tokens[i].kind == TK_ADD || tokens[i].kind == TK_MODIFY || tokens[i].kind == TK_DROP) {
            diag_note(p->diag, tokens[i].span, "%s takes several in parentheses: %s (a, b)",
                tokens[i].keyword->word, tokens[i].keyword->word);
            return;
        }
    }
}

/* ---- reports ---- */

/* Words that nobody takes for a name: something before them is missing. */
static bool is_structure(int kind)
{
    switch (kind) {
    case TK_AND:
    case TK_AS:
    case TK_BY:
    case TK_FROM:
    case TK_HAVING:
    case TK_INTO:
    case TK_JOIN:
    case TK_ON:
    case TK_OR:
    case TK_SELECT:
    case TK_UNION:
    case TK_USING:
    case TK_WHERE:
        return true;
    default:
        return false;
    }
}

/* A reserved word where a name is wanted. */
static bool report_reserved(struct parser *p, const struct piece *piece, size_t at,
    const struct expected *expected)
{
    const struct token *token = &piece->tokens->at[at];
    struct str text;

    if (at >= piece->end || !token->keyword || token->quoted ||
        token->keyword->class == KEYWORD_FREE || !has(expected, TK_ID))
        return false;
    if (is_structure(token->kind))
        return false;
    text = diag_text(p->diag, token->span);
    diag_error(p->diag, D_RESERVED_WORD, token->span,
        "'%.*s' is a reserved word: write `%.*s` to use it as a name", (int)text.size, text.data,
        (int)text.size, text.data);
    return true;
}

/* TIMESTAMPADD and TIMESTAMPDIFF with too few or too many arguments. */
static bool report_arguments(struct parser *p, const struct piece *piece, size_t at,
    const struct expected *expected)
{
    const struct token *tokens = piece->tokens->at;
    size_t open = at;

    if (at >= piece->end || !(tokens[at].kind == TK_RP ? has(expected, TK_COMMA)
                                : tokens[at].kind == TK_COMMA && has(expected, TK_RP)))
        return false;
    while (open > piece->begin && tokens[--open].kind != TK_LP)
        if (tokens[open].kind == TK_RP && tokens[open].partner)
            open = tokens[open].partner;
    if (open <= piece->begin || tokens[open - 1].kind != TK_TIMESTAMP_FN)
        return false;
    diag_error(p->diag, D_SYNTAX, tokens[at].span, "%s takes three arguments, the first a unit",
        tokens[open - 1].keyword->word);
    return true;
}

/* What people write that Flink spells otherwise. */
static bool report_known(struct parser *p, const struct piece *piece, size_t at)
{
    const struct token *tokens = piece->tokens->at;
    const struct token *token = &tokens[at < piece->end ? at : piece->end];

    if (at > piece->begin && tokens[at - 1].kind == TK_COMMA &&
        (token->kind == TK_FROM || token->kind == TK_RP)) {
        diag_error(p->diag, D_SYNTAX, tokens[at - 1].span, "nothing follows this comma");
        return true;
    }
    if (at < piece->end && token->kind == TK_RP && !token->partner) {
        diag_error(p->diag, D_UNBALANCED, token->span, "this parenthesis closes nothing");
        return true;
    }
    if (at < piece->end && token->kind == TK_SEMICOLON) {
        diag_error(p->diag, D_SYNTAX, token->span, "a semicolon cannot stand in parentheses");
        note_open_parenthesis(p, piece, at);
        return true;
    }
    if (at < piece->end && token->kind == TK_QUESTION) {
        diag_error(p->diag, D_SYNTAX, token->span, "parameters (?) are not part of a script");
        return true;
    }
    if (at == piece->begin + 1 && tokens[piece->begin].kind == TK_SET) {
        diag_error(p->diag, D_SYNTAX, token->span,
            "SET takes a key and a value in single quotes: SET 'key' = 'value'");
        return true;
    }
    if (at == piece->begin + 1 && tokens[piece->begin].kind == TK_RESET) {
        diag_error(p->diag, D_SYNTAX, token->span,
            "RESET takes a key in single quotes: RESET 'key'");
        return true;
    }
    return false;
}

/* A column called as a function or literal is: SELECT timestamp FROM t. */
static void note_reserved_before(struct parser *p, const struct piece *piece, size_t at,
    const char *wanted)
{
    const struct token *before = &piece->tokens->at[at ? at - 1 : 0];
    struct str text;

    if (at == piece->begin || !before->keyword || before->quoted ||
        before->keyword->class == KEYWORD_FREE || !wanted || strcmp(wanted, "'('") != 0)
        return;
    text = diag_text(p->diag, before->span);
    diag_note(p->diag, before->span, "'%.*s' is a reserved word: as a name it is written `%.*s`",
        (int)text.size, text.data, (int)text.size, text.data);
}

void syntax_report(struct parser *p, const struct piece *piece, size_t at)
{
    struct span span = piece->tokens->at[at].span;
    struct expected expected;
    const char *wanted, *found;

    p->reported = true;
    if (p->quiet)
        return;
    find_expected(p, piece, at, &expected);
    if (report_known(p, piece, at) || report_arguments(p, piece, at, &expected) ||
        report_reserved(p, piece, at, &expected))
        return;
    /* The end is best shown behind the last word. */
    if (at >= piece->end && at > piece->begin) {
        span = piece->tokens->at[at - 1].span;
        span.begin = span.end;
    }
    found = found_text(p, piece, at);
    wanted = expected_text(p, &expected);
    if (wanted)
        diag_error(p->diag, D_SYNTAX, span, "unexpected %s, expected %s", found, wanted);
    else
        diag_error(p->diag, D_SYNTAX, span, "unexpected %s", found);
    note_reserved_before(p, piece, at, wanted);
    if (!note_misspelled(p, piece, at, &expected))
        note_comma_or_quotes(p, piece, at, &expected);
    note_several(p, piece, at);
    if (at >= piece->end)
        note_open_parenthesis(p, piece, at);
    note_long_string(p, piece, at);
}
