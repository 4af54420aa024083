/* Between the generated lexer and token.c. */
#ifndef DDL2C_PARSE_LEXER_H
#define DDL2C_PARSE_LEXER_H

#include <stdbool.h>

struct lexer {
    const char *start;  /* Of the token just read. */
    const char *cursor; /* Behind it. */
    const char *end;    /* Of the text: a NUL is there. */
};

/* What the lexer answers beside the TK_ codes of the grammar. */
enum lex_code {
    LEX_END = -100,
    LEX_QUOTED_NAME,      /* `name` */
    LEX_UNICODE_STRING,   /* U&'…' */
    LEX_CHARSET_STRING,   /* N'…', _UTF8'…' */
    LEX_UNTERMINATED_STRING,
    LEX_UNTERMINATED_NAME,
    LEX_UNTERMINATED_COMMENT,
    LEX_DOUBLE_QUOTE,     /* "…" */
    LEX_BAD_NUMBER,       /* 12ab */
    LEX_BAD_CHARACTER
};

int sql_lex(struct lexer *lexer);

#endif
