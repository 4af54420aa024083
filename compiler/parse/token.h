/* Source text to the tokens that the grammar reads. */
#ifndef DDL2C_PARSE_TOKEN_H
#define DDL2C_PARSE_TOKEN_H

#include "ast.h"

enum keyword_class { KEYWORD_NONE, KEYWORD_FREE, KEYWORD_RESERVED, KEYWORD_CALLABLE,
    KEYWORD_NILADIC };

struct keyword {
    const char *word; /* Upper case. */
    int token;        /* TK_… */
    enum keyword_class class;
};

/* NULL if the word (any case) is no keyword. */
const struct keyword *keyword_find(const char *word, size_t size);
/* The first word with this token, NULL if none has it. */
const char *keyword_of_token(int token);

enum { TOKEN_BAD = -1 /* Already reported: the statement is left out. */ };

struct token {
    int kind; /* TK_… of the grammar, or TOKEN_BAD. */
    struct span span;
    struct str text; /* Name or string (unescaped), number, or the keyword in upper case. */
    const struct keyword *keyword; /* Of an unquoted word, whatever `kind` has become. */
    uint32_t partner; /* Index of the closing or opening parenthesis; 0: none. */
    bool quoted;      /* `name` */
    bool ends_statement; /* A semicolon that does. */
};

struct token_list {
    struct token *at;
    size_t count, capacity;
};

/* All tokens of the source; ends with one of kind 0. Words are joined and parentheses marked so
 * that one token of lookahead suffices (token_refine.c). */
struct token_list tokens_read(struct arena *arena, struct diag *diag, uint32_t source);

/* Used by tokens_read: joins and marks. */
struct token_list tokens_refine(struct arena *arena, struct diag *diag, struct token_list raw);

/* ---- values (literal.c); false: reported ---- */

bool literal_quoted_name(struct arena *arena, struct diag *diag, struct token *token);
bool literal_string(struct arena *arena, struct token *token);
bool literal_charset_string(struct arena *arena, struct token *token);
/* `escape` is the UESCAPE character. */
bool literal_unicode_string(struct arena *arena, struct diag *diag, struct token *token,
    char escape);
bool literal_binary_string(struct arena *arena, struct diag *diag, struct token *token);

#endif
