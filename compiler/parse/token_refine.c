/* The grammar looks one token ahead. Where SQL needs more, tokens are joined or marked here. */
#include "token.h"

#include <string.h>

#include "sql.h"

struct refiner {
    struct arena *arena;
    struct diag *diag;
    struct token_list in, out;
    size_t at;
};

static const struct token *ahead(const struct refiner *r, size_t distance)
{
    size_t index = r->at + distance;

    return &r->in.at[index < r->in.count ? index : r->in.count - 1];
}

static int kind(const struct refiner *r, size_t distance)
{
    return ahead(r, distance)->kind;
}

/* Whether the unquoted word at this distance is `word`. */
static bool is_word(const struct refiner *r, size_t distance, const char *word)
{
    const struct token *token = ahead(r, distance);

    return !token->quoted && token->kind > 0 && token->kind != TK_STRING &&
        token->text.size == strlen(word) && !strncasecmp(token->text.data, word, token->text.size);
}

/* Emits the next `count` tokens as one. Its text and keyword are those of the first. */
static void join(struct refiner *r, size_t count, int kind)
{
    struct token token = *ahead(r, 0);

    token.kind = kind;
    token.span = span_join(token.span, ahead(r, count - 1)->span);
    vec_push(r->arena, &r->out, token);
    r->at += count;
}

/* ---- sequences that are one token ---- */

struct sequence {
    const char *words[5];
    int kind;
};

static const struct sequence sequences[] = {
    {{"FOR", "SYSTEM_TIME", "AS", "OF"}, TK_FOR_SYSTEM_TIME},
    {{"GROUPING", "SETS"}, TK_GROUPING_SETS},
    {{"IF", "EXISTS"}, TK_IF_EXISTS},
    {{"IF", "NOT", "EXISTS"}, TK_IF_NOT_EXISTS},
    {{"IGNORE", "NULLS"}, TK_IGNORE_NULLS},
    {{"ON", "CONFLICT", "DO"}, TK_ON_CONFLICT},
    {{"PRIMARY", "KEY"}, TK_PRIMARY_KEY},
    {{"RESPECT", "NULLS"}, TK_RESPECT_NULLS},
    {{"WITH", "LOCAL", "TIME", "ZONE"}, TK_WITH_LOCAL_TIME_ZONE},
    {{"WITH", "ORDINALITY"}, TK_WITH_ORDINALITY},
    {{"WITH", "TIME", "ZONE"}, TK_WITH_TIME_ZONE},
    {{"WITHIN", "GROUP"}, TK_WITHIN_GROUP},
    {{"WITHOUT", "TIME", "ZONE"}, TK_WITHOUT_TIME_ZONE},
};

static bool join_sequence(struct refiner *r)
{
    size_t i, count;

    for (i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        for (count = 0; sequences[i].words[count]; count++)
            if (!is_word(r, count, sequences[i].words[count]))
                break;
        if (!sequences[i].words[count]) {
            /* IF EXISTS (…) is a function of a subquery. */
            if (sequences[i].kind == TK_IF_EXISTS && kind(r, count) == TK_LP)
                return false;
            join(r, count, sequences[i].kind);
            return true;
        }
    }
    return false;
}

/* DATE '…', TIMESTAMP WITH LOCAL TIME ZONE '…': the words before the quote become one token. */
static bool join_typed_literal(struct refiner *r)
{
    if (is_word(r, 0, "TIMESTAMP") && is_word(r, 1, "WITH") && is_word(r, 2, "LOCAL") &&
        is_word(r, 3, "TIME") && is_word(r, 4, "ZONE") && kind(r, 5) == TK_STRING)
        join(r, 5, TK_TIMESTAMP_LTZ_PREFIX);
    else if (kind(r, 1) != TK_STRING)
        return false;
    else if (is_word(r, 0, "DATE"))
        join(r, 1, TK_DATE_PREFIX);
    else if (is_word(r, 0, "TIME"))
        join(r, 1, TK_TIME_PREFIX);
    else if (is_word(r, 0, "TIMESTAMP"))
        join(r, 1, TK_TIMESTAMP_PREFIX);
    else if (is_word(r, 0, "TIMESTAMP_LTZ"))
        join(r, 1, TK_TIMESTAMP_LTZ_PREFIX);
    else
        return false;
    return true;
}

/* 'a' <line break> 'b' is 'ab'. */
static void join_strings(struct refiner *r)
{
    struct token token = *ahead(r, 0);
    int wanted = token.kind;

    while (kind(r, 1) == wanted) {
        const struct token *next = ahead(r, 1);
        struct span gap = {token.span.source, token.span.end, next->span.begin};
        struct str between = diag_text(r->diag, gap);
        struct text text = {.arena = r->arena};

        if (!memchr(between.data, '\n', between.size)) {
            diag_error(r->diag, D_SYNTAX, next->span,
                "two strings side by side: || joins them (across lines they are one)");
            token.kind = TOKEN_BAD;
        }
        text_add_size(&text, token.text.data, token.text.size);
        text_add_size(&text, next->text.data, next->text.size);
        token.text = (struct str){text_chars(&text), text.size};
        token.span = span_join(token.span, next->span);
        r->at++;
    }
    vec_push(r->arena, &r->out, token);
    r->at++;
}

/* ---- words whose meaning depends on what follows ---- */

/* Whether the next token begins an expression, and none stands before it. */
static bool begins_expression(const struct refiner *r)
{
    const struct token *next = ahead(r, 1);

    switch (kind(r, 1)) {
    case TK_STRING: case TK_ID: case TK_CAST: case TK_CASE: case TK_EXTRACT: case TK_TRIM:
    case TK_SUBSTRING: case TK_OVERLAY: case TK_POSITION: case TK_FLOOR_CEIL:
    case TK_JSON_OBJECT: case TK_JSON_VALUE: case TK_JSON_QUERY:
        return true;
    default:
        return next->keyword && !next->quoted && next->keyword->class == KEYWORD_CALLABLE &&
            kind(r, 2) == TK_LP;
    }
}

static int kind_of_word(const struct refiner *r)
{
    const struct token *token = ahead(r, 0);
    int next = kind(r, 1);
    int before = r->out.count ? r->out.at[r->out.count - 1].kind : 0;

    if (!token->keyword || token->quoted)
        return token->kind;
    if (next == TK_LP && (token->keyword->class == KEYWORD_CALLABLE ||
                             token->keyword->class == KEYWORD_NILADIC))
        return token->kind == TK_FLOOR_CEIL ? token->kind : TK_FUNC;
    switch (token->kind) {
    case TK_TABLE:
        return next == TK_LP ? TK_TABLE_FN : TK_TABLE;
    case TK_DESCRIPTOR:
    case TK_TIMESTAMP_FN:
        return next == TK_LP ? token->kind : TK_ID;
    case TK_MAP:
        return next == TK_LBRACKET ? TK_MAP : next == TK_LT ? TK_MAP_TYPE : TK_ID;
    case TK_KEY: /* JSON_OBJECT(KEY 'a' VALUE 1) against a column `key`. */
        return (before == TK_LP || before == TK_COMMA) && begins_expression(r) ? TK_KEY : TK_ID;
    case TK_FINAL:
        return kind(r, 2) == TK_LP ? TK_FINAL : TK_ID;
    default:
        return token->kind;
    }
}

/* ---- parentheses ---- */

/* Whether "(" behind this token holds the arguments of a call (or of something like it). */
static bool is_call_head(int kind)
{
    switch (kind) {
    case TK_ID:
    case TK_FUNC:
    case TK_UNIT:
    case TK_FLOOR_CEIL:
    case TK_TRIM:
    case TK_SUBSTRING:
    case TK_POSITION:
    case TK_OVERLAY:
    case TK_ROW:
    case TK_UNNEST:
    case TK_VALUES:
    case TK_JSON_ARRAY:
    case TK_JSON_ARRAYAGG:
    case TK_JSON_EXISTS:
    case TK_JSON_OBJECT:
    case TK_JSON_OBJECTAGG:
    case TK_JSON_QUERY:
    case TK_JSON_VALUE:
    case TK_TABLE_FN:
        return true;
    default:
        return false;
    }
}

static bool continues_query(int kind)
{
    switch (kind) {
    case TK_UNION:
    case TK_EXCEPT:
    case TK_INTERSECT:
    case TK_ORDER:
    case TK_LIMIT:
    case TK_OFFSET:
    case TK_FETCH:
        return true;
    default:
        return false;
    }
}

/* Whether the parenthesis at `index` encloses a query, so that `((SELECT 1) UNION SELECT 2)` and
 * `((SELECT 1) + 2)` part ways at the first token. Those behind it are marked already. */
static bool opens_query(const struct token_list *tokens, size_t index)
{
    const struct token *next = &tokens->at[index + 1];
    bool call = index && is_call_head(tokens->at[index - 1].kind);

    switch (next->kind) {
    case TK_SELECT:
    case TK_WITH:
        return true;
    case TK_VALUES:
        return true;
    case TK_TABLE:
        return !call;
    case TK_LP_QUERY: {
        size_t close = next->partner;

        if (call || !close)
            return false;
        return continues_query(tokens->at[close + 1].kind) ||
            (tokens->at[close + 1].kind == TK_RP && tokens->at[index].partner == close + 1);
    }
    default:
        return false;
    }
}

static bool starts_statement(const struct token *token)
{
    static const char *const words[] = {"ALTER", "BEGIN", "CREATE", "DESCRIBE", "DROP", "END",
        "EXECUTE", "EXPLAIN", "INSERT", "RESET", "SELECT", "SET", "SHOW", "USE", "WITH"};
    size_t i;

    if (!token->kind)
        return true;
    for (i = 0; i < sizeof words / sizeof *words; i++)
        if (token->keyword && !strcmp(token->keyword->word, words[i]))
            return true;
    return false;
}

/* A semicolon in parentheses is always a mistake. If a statement begins behind it, a parenthesis
 * was left open, and the error must not swallow the rest of the script. */
static void pair_parentheses(struct arena *arena, struct token_list *tokens)
{
    VEC(uint32_t) open = {0};
    size_t i;

    for (i = 0; i < tokens->count; i++) {
        if (tokens->at[i].kind == TK_LP) {
            vec_push(arena, &open, (uint32_t)i);
        } else if (tokens->at[i].kind == TK_RP && open.count) {
            uint32_t start = open.at[--open.count];

            tokens->at[start].partner = (uint32_t)i;
            tokens->at[i].partner = start;
        } else if (tokens->at[i].kind == TK_SEMICOLON &&
                   (!open.count || starts_statement(&tokens->at[i + 1]))) {
            tokens->at[i].ends_statement = true;
            open.count = 0;
        }
    }
    for (i = tokens->count; i-- > 0;)
        if (tokens->at[i].kind == TK_LP && opens_query(tokens, i))
            tokens->at[i].kind = TK_LP_QUERY;
}

struct token_list tokens_refine(struct arena *arena, struct diag *diag, struct token_list raw)
{
    struct refiner r = {.arena = arena, .diag = diag, .in = raw};

    while (r.at < raw.count) {
        if (join_sequence(&r) || join_typed_literal(&r))
            continue;
        if (kind(&r, 0) == TK_STRING || kind(&r, 0) == TK_BINARY_STRING) {
            join_strings(&r);
            continue;
        }
        join(&r, 1, kind_of_word(&r));
    }
    pair_parentheses(arena, &r.out);
    return r.out;
}
