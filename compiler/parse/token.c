#include "token.h"

#include <string.h>

#include "lexer.h"
#include "sql.h"

/* ---- keywords ---- */

static const struct keyword keywords[] = {
#define KEYWORD(word, token, class) {#word, TK_##token, KEYWORD_##class},
#include "keywords.def"
#undef KEYWORD
};

enum { KEYWORD_COUNT = sizeof keywords / sizeof *keywords };

/* Order of a word of the source against one of the table, which is sorted. */
static int compare_word(const char *word, size_t size, const char *entry)
{
    size_t i;

    for (i = 0; i < size && entry[i]; i++) {
        char c = word[i] >= 'a' && word[i] <= 'z' ? (char)(word[i] - 'a' + 'A') : word[i];

        if (c != entry[i])
            return (unsigned char)c < (unsigned char)entry[i] ? -1 : 1;
    }
    return i < size ? 1 : entry[i] ? -1 : 0;
}

const struct keyword *keyword_find(const char *word, size_t size)
{
    size_t low = 0, high = KEYWORD_COUNT;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_word(word, size, keywords[middle].word);

        if (!order)
            return &keywords[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *keyword_of_token(int token)
{
    size_t i;

    for (i = 0; i < KEYWORD_COUNT; i++)
        if (keywords[i].token == token)
            return keywords[i].word;
    return NULL;
}

bool keyword_is_reserved(const char *word)
{
    const struct keyword *keyword = keyword_find(word, strlen(word));

    return keyword && keyword->class != KEYWORD_FREE;
}

/* ---- the source as a whole ---- */

/* False and reported if the text is not UTF-8 or holds a NUL. */
static bool check_text(struct diag *diag, uint32_t source, struct str content)
{
    const char *at = content.data, *end = at + content.size;

    while (at < end) {
        struct span span = {source, (uint32_t)(at - content.data), 0};
        uint32_t cp;
        size_t size = utf8_decode(at, end, &cp);

        span.end = span.begin + 1;
        if (!size) {
            diag_error(diag, D_BAD_UTF8, span, "byte 0x%02X is not UTF-8 text here",
                (unsigned char)*at);
            return false;
        }
        if (!cp) {
            diag_error(diag, D_BAD_TOKEN, span, "a script cannot hold a NUL byte");
            return false;
        }
        at += size;
    }
    return true;
}

/* ---- characters of names ---- */

enum letter { LETTER_YES, LETTER_SPACE, LETTER_QUOTE, LETTER_NO };

static enum letter classify(uint32_t cp)
{
    if (cp == 0xA0 || (cp >= 0x2000 && cp <= 0x200F) || cp == 0x2028 || cp == 0x2029 ||
        cp == 0x202F || cp == 0x205F || cp == 0x3000 || cp == 0xFEFF)
        return LETTER_SPACE;
    if (cp == 0xB4 || (cp >= 0x2018 && cp <= 0x201F) || cp == 0x2032 || cp == 0x2033)
        return LETTER_QUOTE;
    if (cp >= 0x80 && cp < 0xC0)
        return cp == 0xAA || cp == 0xB5 || cp == 0xBA ? LETTER_YES : LETTER_NO;
    if (cp == 0xD7 || cp == 0xF7 || (cp >= 0x2010 && cp <= 0x206F) ||
        (cp >= 0x2190 && cp <= 0x2BFF) || (cp >= 0x3001 && cp <= 0x3004) ||
        (cp >= 0x3008 && cp <= 0x3020) || (cp >= 0xE000 && cp <= 0xF8FF) ||
        (cp >= 0xFE00 && cp <= 0xFE0F) || (cp >= 0xFFF0 && cp <= 0xFFFF) || cp >= 0x1F000)
        return cp >= 0x20000 && cp < 0xE0000 ? LETTER_YES : LETTER_NO;
    return LETTER_YES;
}

/* An unquoted name: false and reported if a character beyond ASCII is no letter. */
static bool check_name(struct diag *diag, const struct token *token)
{
    const char *start = token->text.data, *at = start, *end = at + token->text.size;

    while (at < end) {
        struct span span = token->span;
        uint32_t cp;
        size_t size = utf8_decode(at, end, &cp);
        enum letter letter = cp < 0x80 ? LETTER_YES : classify(cp);

        if (letter != LETTER_YES) {
            span.begin += (uint32_t)(at - start);
            span.end = span.begin + (uint32_t)size;
            if (letter == LETTER_QUOTE)
                diag_error(diag, D_BAD_TOKEN, span,
                    "U+%04X is a typographic quote: write ' around strings", cp);
            else if (letter == LETTER_SPACE)
                diag_error(diag, D_BAD_TOKEN, span,
                    "U+%04X is an invisible character: write an ordinary space", cp);
            else
                diag_error(diag, D_BAD_TOKEN, span,
                    "U+%04X cannot stand in a name: write the name in backticks", cp);
            return false;
        }
        at += size;
    }
    return true;
}

/* ---- reading ---- */

struct reader {
    struct arena *arena;
    struct diag *diag;
    struct lexer lexer;
    const char *content;
    uint32_t source;
    struct token_list tokens;
    struct span long_string; /* Start of the last one that holds a semicolon and a line break. */
};

static struct span span_here(const struct reader *reader)
{
    return (struct span){reader->source, (uint32_t)(reader->lexer.start - reader->content),
        (uint32_t)(reader->lexer.cursor - reader->content)};
}

static bool report_unterminated(struct reader *reader, struct token *token, const char *what,
    const char *close)
{
    struct span start = token->span;

    start.end = start.begin + 1;
    diag_error(reader->diag, D_UNTERMINATED, start, "this %s is never closed: %s is missing", what,
        close);
    if (reader->long_string.source)
        diag_note(reader->diag, reader->long_string,
            "this string ends on another line: is its quote missing?");
    return false;
}

static bool report_character(struct reader *reader, struct token *token)
{
    char c = token->text.data[0];

    if (c == '"')
        return report_unterminated(reader, token, "double quote", "another double quote");
    diag_error(reader->diag, D_BAD_TOKEN, token->span, "'%c' means nothing in SQL", c);
    if (c == '#')
        diag_note(reader->diag, token->span, "comments start with --");
    return false;
}

/* U&'…' [UESCAPE 'c']: the escape character changes how the string is read. */
static bool read_unicode_string(struct reader *reader, struct token *token)
{
    struct lexer ahead = reader->lexer;
    char escape = '\\';

    if (sql_lex(&ahead) == TK_ID && ahead.cursor - ahead.start == 7 &&
        !compare_word(ahead.start, 7, "UESCAPE")) {
        bool fine = sql_lex(&ahead) == TK_STRING && ahead.cursor - ahead.start == 3 &&
            !strchr("0123456789abcdefABCDEF+'\" \t\n\r", ahead.start[1]) &&
            (unsigned char)ahead.start[1] < 0x80;

        reader->lexer = ahead;
        token->span.end = (uint32_t)(ahead.cursor - reader->content);
        if (!fine) {
            diag_error(reader->diag, D_BAD_ESCAPE, token->span,
                "UESCAPE takes one character in quotes that is no digit, plus, quote or space");
            return false;
        }
        escape = ahead.start[1];
    }
    return literal_unicode_string(reader->arena, reader->diag, token, escape);
}

static bool read_word(struct reader *reader, struct token *token)
{
    struct str text = token->text;

    token->keyword = keyword_find(text.data, text.size);
    if (token->keyword) {
        token->kind = token->keyword->token;
    } else if (!check_name(reader->diag, token)) {
        return false;
    }
    token->text.data = arena_strndup(reader->arena, text.data, text.size);
    return true;
}

/* Fills the token that the lexer answered with `code`; false if it was wrong and reported. */
static bool read_token(struct reader *reader, int code, struct token *token)
{
    struct arena *arena = reader->arena;

    switch (code) {
    case TK_ID:
        return read_word(reader, token);
    case TK_STRING:
        if (memchr(token->text.data, ';', token->text.size) &&
            memchr(token->text.data, '\n', token->text.size)) {
            reader->long_string = token->span;
            reader->long_string.end = reader->long_string.begin + 1;
        }
        return literal_string(arena, token);
    case TK_BINARY_STRING:
        return literal_binary_string(arena, reader->diag, token);
    case LEX_QUOTED_NAME:
        token->kind = TK_ID;
        return literal_quoted_name(arena, reader->diag, token);
    case LEX_UNICODE_STRING:
        token->kind = TK_STRING;
        return read_unicode_string(reader, token);
    case LEX_CHARSET_STRING:
        token->kind = TK_STRING;
        return literal_charset_string(arena, token);
    case LEX_UNTERMINATED_STRING:
        return report_unterminated(reader, token, "string", "a single quote");
    case LEX_UNTERMINATED_NAME:
        return report_unterminated(reader, token, "quoted name", "a backtick");
    case LEX_DOUBLE_QUOTE:
        diag_error(reader->diag, D_DOUBLE_QUOTE, token->span,
            "double quotes mean nothing in Flink SQL: write names in `backticks` and strings in "
            "'single quotes'");
        return false;
    case LEX_BAD_NUMBER:
        diag_error(reader->diag, D_BAD_NUMBER, token->span,
            "'%.*s' is neither a number nor a name: a name that starts with a digit needs "
            "backticks",
            (int)token->text.size, token->text.data);
        return false;
    case LEX_BAD_CHARACTER:
        return report_character(reader, token);
    default:
        token->text.data = arena_strndup(arena, token->text.data, token->text.size);
        return true;
    }
}

struct token_list tokens_read(struct arena *arena, struct diag *diag, uint32_t source)
{
    struct str content = diag_source(diag, source);
    struct reader reader = {.arena = arena, .diag = diag, .source = source};
    struct token end = {.text = {"", 0}};
    int code;

    reader.content = content.data;
    reader.lexer = (struct lexer){content.data, content.data, content.data + content.size};
    end.span = (struct span){source, (uint32_t)content.size, (uint32_t)content.size};
    if (!check_text(diag, source, content)) {
        vec_push(arena, &reader.tokens, end);
        return reader.tokens;
    }
    if (content.size >= 3 && !memcmp(content.data, "\xEF\xBB\xBF", 3))
        reader.lexer.cursor += 3;
    while ((code = sql_lex(&reader.lexer)) != LEX_END && code != LEX_UNTERMINATED_COMMENT) {
        struct token token = {.kind = code, .span = span_here(&reader)};

        token.text = (struct str){reader.lexer.start,
            (size_t)(reader.lexer.cursor - reader.lexer.start)};
        if (!read_token(&reader, code, &token))
            token.kind = TOKEN_BAD;
        vec_push(arena, &reader.tokens, token);
    }
    if (code == LEX_UNTERMINATED_COMMENT) {
        struct token token = {.kind = TOKEN_BAD, .span = span_here(&reader)};

        report_unterminated(&reader, &token, "comment", "*/");
        vec_push(arena, &reader.tokens, token);
    }
    vec_push(arena, &reader.tokens, end);
    return tokens_refine(arena, diag, reader.tokens);
}
