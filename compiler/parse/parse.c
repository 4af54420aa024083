/* Splits a script into statements and drives the grammar over each. */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "sql.h"
#include "statement.h"

enum {
    /* Entries on the parser's stack. A level of the tree takes at most a dozen of them. */
    STACK_LIMIT = 16 * AST_DEPTH_LIMIT
};

/* ---- one statement ---- */

void piece_free(void *machine)
{
    sql_parseFree(machine, free);
}

size_t piece_feed(struct parser *p, const struct piece *piece, size_t stop, void **machine)
{
    size_t last = stop < piece->end ? stop : piece->end, at;
    struct token none = {0};

    *machine = sql_parseAlloc(malloc);
    if (!*machine)
        BUG("out of memory");
    if (piece->is_expression)
        sql_parse(*machine, TK_EXPRESSION_ONLY, none, p);
    for (at = piece->begin; at < last; at++) {
        const struct token *token = &piece->tokens->at[at];

        if (sql_parse_depth(*machine) > STACK_LIMIT) {
            build_depth(p, AST_DEPTH_LIMIT + 1, token->span);
            return stop;
        }
        sql_parse(*machine, token->kind, *token, p);
        if (p->failed)
            return at;
    }
    if (stop > piece->end) {
        sql_parse(*machine, 0, none, p);
        if (p->failed)
            return piece->end;
    }
    return stop;
}

/* True if the statement was parsed and is without fault. */
static bool parse_piece(struct parser *p, const struct piece *piece)
{
    void *machine;
    size_t refused = piece_feed(p, piece, piece->end + 1, &machine);

    piece_free(machine);
    if (p->failed && !p->reported)
        syntax_report(p, piece, refused);
    return !p->failed && !p->reported;
}

/* ---- statements that Flink knows and ddl2c never runs ---- */

static const char *const unsupported[][4] = {
    {"ADD", "JAR"},
    {"ALTER", "CATALOG"},
    {"ALTER", "CONNECTION"},
    {"ALTER", "DATABASE"},
    {"ALTER", "FUNCTION"},
    {"ALTER", "MATERIALIZED", "TABLE"},
    {"ALTER", "MODEL"},
    {"ANALYZE", "TABLE"},
    {"CALL"},
    {"COMPILE", "AND", "EXECUTE", "PLAN"},
    {"COMPILE", "PLAN"},
    {"CREATE", "CATALOG"},
    {"CREATE", "CONNECTION"},
    {"CREATE", "DATABASE"},
    {"CREATE", "FUNCTION"},
    {"CREATE", "MATERIALIZED", "TABLE"},
    {"CREATE", "MODEL"},
    {"CREATE", "SYSTEM", "FUNCTION"},
    {"DELETE", "FROM"},
    {"DESCRIBE", "CATALOG"},
    {"DESCRIBE", "DATABASE"},
    {"DESCRIBE", "FUNCTION"},
    {"DESCRIBE", "JOB"},
    {"DESCRIBE", "MODEL"},
    {"DROP", "CATALOG"},
    {"DROP", "CONNECTION"},
    {"DROP", "DATABASE"},
    {"DROP", "FUNCTION"},
    {"DROP", "MATERIALIZED", "TABLE"},
    {"DROP", "MODEL"},
    {"DROP", "SYSTEM", "FUNCTION"},
    {"EXECUTE", "PLAN"},
    {"LOAD", "MODULE"},
    {"MERGE", "INTO"},
    {"REMOVE", "JAR"},
    {"SHOW", "CREATE", "CATALOG"},
    {"SHOW", "CREATE", "MODEL"},
    {"STOP", "JOB"},
    {"TRUNCATE", "TABLE"},
    {"UNLOAD", "MODULE"},
    {"UPDATE"},
    {"USE", "MODULES"},
};

static bool is_word(const struct token *token, const char *word)
{
    return !token->quoted && token->kind > 0 && token->kind != TK_STRING &&
        token->text.size == strlen(word) && !strncasecmp(token->text.data, word, token->text.size);
}

/* Index behind the words if the piece begins with them, else 0. TEMPORARY and OR REPLACE, which
 * may stand in between, are skipped. */
static size_t match_words(const struct piece *piece, const char *const words[4])
{
    size_t at = piece->begin, i;

    for (i = 0; i < 4 && words[i]; i++) {
        while (i && at < piece->end &&
               (is_word(&piece->tokens->at[at], "TEMPORARY") ||
                   is_word(&piece->tokens->at[at], "OR") ||
                   is_word(&piece->tokens->at[at], "REPLACE")))
            at++;
        if (at >= piece->end || !is_word(&piece->tokens->at[at++], words[i]))
            return 0;
    }
    /* DESCRIBE model, UPDATE as a lone name: an object must follow, as for all of these. */
    return at < piece->end && piece->tokens->at[at].kind != TK_DOT ? at : 0;
}

static struct statement *find_unsupported(struct arena *arena, const struct piece *piece)
{
    size_t i, j;

    for (i = 0; i < sizeof unsupported / sizeof *unsupported; i++) {
        struct text word = {.arena = arena};
        struct statement *statement;

        if (!match_words(piece, unsupported[i]))
            continue;
        for (j = 0; j < 4 && unsupported[i][j]; j++)
            text_printf(&word, "%s%s", j ? " " : "", unsupported[i][j]);
        statement = NEW(arena, struct statement);
        statement->kind = STMT_UNSUPPORTED;
        statement->span = span_join(piece->tokens->at[piece->begin].span,
            piece->tokens->at[piece->end - 1].span);
        statement->as.word = text_chars(&word);
        return statement;
    }
    return NULL;
}

/* ---- scripts ---- */

struct splitter {
    struct arena *arena;
    struct diag *diag;
    struct token_list tokens;
    struct script *script;
    struct statement *set; /* The statement set that is open. */
    struct statement *set_outer; /* It, or the EXPLAIN around it. */
};

/* EXECUTE STATEMENT SET BEGIN INSERT …: the first statement follows without a semicolon. Returns
 * the end of the opening words, else `end`. */
static size_t cut_set_begin(const struct splitter *s, size_t begin, size_t end)
{
    size_t at;

    if (!is_word(&s->tokens.at[begin], "EXECUTE") && !is_word(&s->tokens.at[begin], "EXPLAIN"))
        return end;
    for (at = begin; at + 2 < end; at++) {
        if (is_word(&s->tokens.at[at], "STATEMENT") && is_word(&s->tokens.at[at + 1], "SET") &&
            is_word(&s->tokens.at[at + 2], "BEGIN"))
            return at + 3;
        if (s->tokens.at[at].kind == TK_LP || s->tokens.at[at].kind == TK_INSERT)
            break;
    }
    return end;
}

static void open_set(struct splitter *s, struct statement *statement)
{
    if (s->set) {
        diag_error(s->diag, D_SYNTAX, statement->span,
            "a statement set cannot hold another: END closes the open one");
        diag_note(s->diag, s->set->span, "opened here");
        return;
    }
    s->set_outer = statement;
    s->set = statement->kind == STMT_EXPLAIN ? statement->as.explain.statement : statement;
}

static void close_set(struct splitter *s, struct span end)
{
    if (!s->set) {
        diag_error(s->diag, D_SYNTAX, end, "END closes a statement set, and none is open");
        return;
    }
    s->set->span = span_join(s->set->span, end);
    s->set_outer->span = span_join(s->set_outer->span, end);
    vec_push(s->arena, &s->script->statements, s->set_outer);
    s->set = s->set_outer = NULL;
}

static void add_statement(struct splitter *s, struct statement *statement)
{
    if (!s->set) {
        vec_push(s->arena, &s->script->statements, statement);
        return;
    }
    if (statement->kind != STMT_INSERT) {
        diag_error(s->diag, D_SYNTAX, statement->span,
            "a statement set holds INSERT statements only");
        diag_note(s->diag, s->set->span, "the set is opened here");
        return;
    }
    vec_push(s->arena, &s->set->as.set, statement);
}

static void parse_statement(struct splitter *s, size_t begin, size_t end)
{
    struct parser p = {.arena = s->arena, .diag = s->diag};
    struct piece piece = {.tokens = &s->tokens, .begin = begin, .end = end};
    struct statement *statement = find_unsupported(s->arena, &piece);
    size_t at;

    for (at = begin; at < end; at++)
        if (s->tokens.at[at].kind == TOKEN_BAD)
            return;
    if (statement) {
        add_statement(s, statement);
        return;
    }
    if (!parse_piece(&p, &piece))
        return;
    if (p.set == SET_MARK_BEGIN)
        open_set(s, p.statement);
    else if (p.set == SET_MARK_END)
        close_set(s, p.statement->span);
    else
        add_statement(s, p.statement);
}

struct script *parse_script(struct arena *arena, struct diag *diag, uint32_t source)
{
    struct splitter s = {.arena = arena, .diag = diag, .script = NEW(arena, struct script)};
    size_t begin = 0;

    s.tokens = tokens_read(arena, diag, source);
    while (begin < s.tokens.count) {
        size_t end = begin, cut;

        while (s.tokens.at[end].kind && !s.tokens.at[end].ends_statement)
            end++;
        cut = end > begin ? cut_set_begin(&s, begin, end) : end;
        if (cut > begin)
            parse_statement(&s, begin, cut);
        begin = cut < end ? cut : end + 1;
    }
    if (s.set)
        diag_error(diag, D_UNTERMINATED, s.set->span,
            "this statement set is never closed: END is missing");
    return s.script;
}

struct ast_expr *parse_expression(struct arena *arena, struct diag *diag, uint32_t source)
{
    struct token_list tokens = tokens_read(arena, diag, source);
    struct parser p = {.arena = arena, .diag = diag};
    struct piece piece = {.tokens = &tokens, .is_expression = true};

    for (; tokens.at[piece.end].kind; piece.end++)
        if (tokens.at[piece.end].kind == TOKEN_BAD)
            return NULL;
    if (!piece.end && diag_text(diag, tokens.at[0].span).size)
        return NULL; /* Not text at all: reported. */
    return parse_piece(&p, &piece) ? p.expression : NULL;
}
